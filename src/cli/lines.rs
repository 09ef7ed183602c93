//! What is printed beside the answers, or in place of one: the place of a puzzle, a line for a puzzle that gets no answer, and
//! how many puzzles had each result.

use clap::Args;
use std::fmt;

use super::album::Album;
use super::exit::Exit;
use super::idle::note_if;
use super::json::Object;
use super::output::{Format, Prints};
use super::page::Page;

/// The prefix of the line of a puzzle.
#[derive(Args, Clone, Copy, Default, Debug)]
#[command(next_help_heading = "Output")]
pub struct Prefix {
    /// Begin each line with the number of the input line where its puzzle or answer begins, and a tab
    #[arg(short = 'n', long)]
    line_numbers: bool,

    /// Before each line, print the name of the file, and a tab
    #[arg(short = 'H', long)]
    with_filename: bool,
}

/// How much is printed.
#[derive(Args, Clone, Copy, Default, Debug)]
#[command(next_help_heading = "Output")]
pub struct Amount {
    /// Print how many puzzles had each result, instead of the results
    #[arg(long)]
    summary: bool,

    /// Print no results: the exit code reports them
    #[arg(short, long, conflicts_with = "summary")]
    quiet: bool,
}

impl Amount {
    /// Whether results are printed.
    pub fn has_results(self) -> bool {
        !self.summary && !self.quiet
    }

    /// The amount of output if results may be pictures of this album.
    pub fn prints(self, album: Option<Album>) -> Prints {
        match self.has_results() {
            true => album.into(),
            false => Prints::Nothing,
        }
    }

    /// A line with the number of puzzles for each result, if requested.
    pub fn summary(self, format: Format, results: &Results) -> Option<Vec<u8>> {
        self.summary.then(|| match format {
            Format::Text | Format::Drawn(_) => format!("{results}\n").into_bytes(),
            Format::Jsonl => {
                let mut text = Vec::new();
                let mut object = Object::new(&mut text);
                for (word, number) in results.found() {
                    object.number(word, Some(number));
                }
                if results.unread > 0 {
                    object.number("files_not_read", Some(results.unread));
                }
                drop(object);
                text
            }
        })
    }
}

/// The text for a puzzle that gets no answer.
#[derive(Clone, Copy, Default, Debug)]
pub enum Missing<'a> {
    /// Nothing.
    #[default]
    Nothing,
    /// The word for its result, after this prefix.
    Word(Prefix),
    /// This line.
    Line(&'a str),
}

impl Missing<'_> {
    /// Prints it for a puzzle with this result, which begins at this line of the file.
    pub fn print(self, page: &mut Page, (file, line): (&str, Option<u64>), result: &str) {
        match self {
            Missing::Nothing => {}
            Missing::Word(prefix) => {
                prefix.print(page, (file, line));
                page.text(format_args!("{result}\n"));
            }
            Missing::Line(text) => {
                page.gap();
                page.text(format_args!("{text}\n"));
            }
        }
    }
}

impl Prefix {
    /// Prints a note if it has no effect: in JSON lines, and where no results are printed.
    pub fn note_idle(self, amount: Amount, is_jsonl: bool) {
        let is_asked_for = self.line_numbers || self.with_filename;
        note_if(
            is_jsonl && is_asked_for,
            "`--line-numbers` and `--with-filename` have no effect with `--format jsonl`: each object has both",
        );
        note_if(
            is_asked_for && !amount.has_results(),
            "`--line-numbers` and `--with-filename` have no effect with `--summary` or `--quiet`: no puzzle has a line",
        );
    }

    /// Begins the line of a puzzle that begins at this line of the file.
    pub fn print(self, page: &mut Page, (file, line): (&str, Option<u64>)) {
        if self.with_filename {
            page.text(format_args!("{file}\t"));
        }
        match line {
            _ if !self.line_numbers => {}
            Some(line) => page.text(format_args!("{line}\t")),
            // A model has none.
            None => page.text("-\t"),
        }
    }
}

/// The result for a puzzle, in the order in which results are reported.
#[derive(Clone, Copy, Debug)]
pub enum Outcome {
    Solved,
    Solvable,
    Rated,
    Beyond,
    Right,
    Wrong,
    Unique,
    Multiple,
    Counted,
    None,
    Stopped,
    Bad,
}

/// How many puzzles had each result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Results {
    numbers: [u64; WORDS.len()],
    /// Files that could not be read.
    unread: u64,
}

/// The names of the outcomes in JSON lines, in their order.
const WORDS: [&str; 12] = [
    "solved", "solvable", "rated", "beyond", "right", "wrong", "unique", "multiple", "counted",
    "none", "stopped", "bad",
];

impl Outcome {
    /// The outcome for a puzzle that was searched, by its exit code.
    pub fn of(result: Outcome, exit: Exit) -> Outcome {
        match exit {
            Exit::Answered => result,
            Exit::No => Outcome::None,
            Exit::Stopped => Outcome::Stopped,
            Exit::BadInput => Outcome::Bad,
        }
    }
}

impl Results {
    pub fn add(&mut self, outcome: Outcome) {
        self.numbers[outcome as usize] += 1;
    }

    /// Adds a file that cannot be read, or not up to its end.
    pub fn add_unread(&mut self) {
        self.unread += 1;
    }

    pub fn add_all(&mut self, others: &Results) {
        for (number, other) in self.numbers.iter_mut().zip(others.numbers) {
            *number += other;
        }
        self.unread += others.unread;
    }

    /// The results that some puzzle had.
    fn found(&self) -> impl Iterator<Item = (&'static str, u64)> {
        WORDS
            .into_iter()
            .zip(self.numbers)
            .filter(|&(_, number)| number > 0)
    }
}

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (word, number) in self.found() {
            write!(f, "{separator}{number} {word}")?;
            separator = ", ";
        }
        if separator.is_empty() {
            f.write_str("no puzzle")?;
        }
        match self.unread {
            0 => Ok(()),
            1 => f.write_str(", 1 file not read"),
            number => write!(f, ", {number} files not read"),
        }
    }
}
