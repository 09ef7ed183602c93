//! A set of puzzles, and what is found out about it.

use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::path::Path;

/// Puzzles, one on each line.
pub struct Set {
    /// The name of the file.
    pub name: String,
    /// The lines.
    pub text: String,
    /// How many lines there are.
    pub puzzles: u64,
}

impl Set {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or a line is not a puzzle: 81 digits or dots.
    pub fn read(path: &Path) -> Result<Set, String> {
        let place = path.display();
        let text = fs::read_to_string(path).map_err(|error| format!("{place}: {error}"))?;
        for (index, line) in text.lines().enumerate() {
            let fits = |byte: u8| byte == b'.' || matches!(byte, b'1'..=b'9');
            if line.len() != 81 || !line.bytes().all(fits) {
                return Err(format!("{place}:{}: expected 81 digits or dots", index + 1));
            }
        }
        if text.is_empty() {
            return Err(format!("{place}: no puzzle"));
        }
        Ok(Set {
            name: path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            puzzles: text.lines().count() as u64,
            text,
        })
    }

    /// A file that holds `copies` copies, to be read from its beginning.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn copies(&self, number: u64) -> io::Result<File> {
        let mut file = tempfile::tempfile()?;
        for _ in 0..number {
            file.write_all(self.text.as_bytes())?;
        }
        file.rewind()?;
        Ok(file)
    }
}

/// The numbers of puzzles that have no answer, one answer, and more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts(pub [u64; 3]);

impl Verdicts {
    /// Adds a puzzle with `answers` answers; two stand for more.
    pub fn add(&mut self, answers: usize) {
        self.0[answers.min(2)] += 1;
    }

    /// The verdicts of `copies` copies of a set.
    pub fn times(self, copies: u64) -> Verdicts {
        Verdicts(self.0.map(|number| number * copies))
    }
}
