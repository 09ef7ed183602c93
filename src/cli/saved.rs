//! The file of a checkpoint: what was asked, what was printed so far, and where the search is.
//!
//! ```text
//!     dominox-run 1
//!     {"arguments":["count","--method","list","q.dlx"],"directory":"/home/me","printed":0,…}
//!     dominox-checkpoint 3
//!     …
//!     end 77aa…
//!     file 0c1d…                     the digest of all lines before
//! ```

use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use dominox::engine::{Checkpoint, Digest, Digesting};
use serde_json::{Value, json};

use super::exit::Failure;
use super::files::{read_text, refusal, replace_by};

const FIRST_LINE: &str = "dominox-run 1\n";

/// The content of a checkpoint file.
#[derive(Clone, PartialEq, Debug)]
pub struct Saved {
    pub asked: Asked,
    pub printed: Printed,
    /// The number of nodes entered. Nodes that are not in the checkpoint are entered again.
    pub nodes: u64,
    pub checkpoint: Checkpoint,
}

/// The arguments of the program, without its name, and the folder where it was called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    pub arguments: Vec<String>,
    pub directory: String,
}

/// A function that writes the text of a checkpoint.
pub type WriteCheckpoint<'a> = &'a dyn Fn(&mut dyn fmt::Write) -> fmt::Result;

/// The output so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Printed {
    pub solutions: u64,
    /// Bytes of the file of answers, if they go to one.
    pub bytes: Option<u64>,
    pub checksum: u64,
}

impl Saved {
    /// # Errors
    /// If the file cannot be read, or is not valid.
    pub fn read(path: &Path) -> Result<Saved, String> {
        Saved::parse(&read_text(path)?)
    }

    fn parse(text: &str) -> Result<Saved, String> {
        let body = text.strip_prefix(FIRST_LINE).ok_or_else(|| {
            match text.starts_with("dominox-run ") {
                true => "this checkpoint was written by another version of dominox".to_owned(),
                false => "this is not a checkpoint of dominox".to_owned(),
            }
        })?;
        let cut = || "the checkpoint is truncated".to_owned();
        let before = text.strip_suffix('\n').ok_or_else(cut)?;
        let end = before.rfind("\nfile ").ok_or_else(cut)? + 1;
        if before[end..] != format!("file {}", Digest::of(&text.as_bytes()[..end])) {
            return Err("the checkpoint was altered: its lines do not match its digest".into());
        }
        let body = &body[..end - FIRST_LINE.len()];
        let (run, checkpoint) = body.split_once('\n').ok_or_else(cut)?;
        let run: Value = serde_json::from_str(run).map_err(|error| error.to_string())?;
        let saved = Saved::of(&run, checkpoint.parse().map_err(|e| format!("{e}"))?);
        saved.ok_or_else(|| "line 2 of the checkpoint is not valid".into())
    }

    fn of(run: &Value, checkpoint: Checkpoint) -> Option<Saved> {
        let arguments = run.get("arguments")?.as_array()?.iter();
        let text = |value: &Value| Some(value.as_str()?.to_owned());
        let asked = Asked {
            arguments: arguments.map(text).collect::<Option<_>>()?,
            directory: text(run.get("directory")?)?,
        };
        Some(Saved {
            asked,
            printed: Printed {
                solutions: run.get("printed")?.as_u64()?,
                bytes: run.get("bytes")?.as_u64(),
                checksum: run.get("checksum")?.as_str()?.parse().ok()?,
            },
            nodes: run.get("nodes").map_or(Some(0), Value::as_u64)?,
            checkpoint,
        })
    }
}

fn write_to(
    to: &mut dyn fmt::Write,
    asked: &Asked,
    (printed, nodes): (Printed, u64),
    checkpoint: WriteCheckpoint,
) -> fmt::Result {
    let run = json!({
        "arguments": asked.arguments,
        "directory": asked.directory,
        "printed": printed.solutions,
        "bytes": printed.bytes,
        "checksum": printed.checksum.to_string(),
        "nodes": nodes,
    });
    let mut text = Digesting::new(to);
    text.write_str(FIRST_LINE)?;
    writeln!(text, "{run}")?;
    checkpoint(&mut text)?;
    let digest = text.digest();
    writeln!(to, "file {digest}")
}

/// The command that continues from a checkpoint, quoted for a shell.
pub fn how_to_resume(path: &Path) -> String {
    let name = path.display().to_string();
    let word = shlex::try_quote(&name).unwrap_or((&*name).into());
    format!("`dominox resume {word}`")
}

/// Makes sure that a file can be replaced by the checkpoint of another search: it is empty or does not exist, or its search has
/// ended.
///
/// # Errors
/// The reason why it cannot, in words.
pub fn spare(path: &Path) -> Result<(), Failure> {
    if path.metadata().map_or(true, |found| found.len() == 0) {
        return Ok(());
    }
    let reason = match Saved::read(path) {
        Ok(saved) if saved.checkpoint.is_over() => return Ok(()),
        Ok(_) => format!(
            "this search has not ended: {} continues it; to start a new search, remove the file",
            how_to_resume(path)
        ),
        Err(reason) => format!("{reason}, and would be replaced: name another file, or remove it"),
    };
    Err(refusal(path, &reason))
}

/// Replaces the file of a checkpoint atomically: a reader, even after a crash, finds either the old text or the new one.
/// `so_far` is the output and the number of nodes entered.
pub fn write(
    path: &Path,
    asked: &Asked,
    so_far: (Printed, u64),
    checkpoint: WriteCheckpoint,
) -> io::Result<()> {
    replace_by(path, |file| {
        let mut to = ToFile {
            to: BufWriter::new(file),
            error: None,
        };
        let _ = write_to(&mut to, asked, so_far, checkpoint);
        to.error.map_or_else(|| to.to.flush(), Err)
    })
}

/// Writes a text to a file, until an error.
struct ToFile<'a> {
    to: BufWriter<&'a mut File>,
    error: Option<io::Error>,
}

impl fmt::Write for ToFile<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.to.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dominox::{Problem, Solver};

    impl Saved {
        fn text(&self) -> String {
            let mut text = String::new();
            let checkpoint = |to: &mut dyn fmt::Write| write!(to, "{}", self.checkpoint);
            write_to(
                &mut text,
                &self.asked,
                (self.printed, self.nodes),
                &checkpoint,
            )
            .unwrap();
            text
        }
    }

    fn saved() -> Saved {
        let problem = Problem::parse("a b\na\nb\na b\n").unwrap();
        Saved {
            asked: Asked {
                arguments: vec!["count".into(), "a \"b\".dlx".into()],
                directory: "/somewhere".into(),
            },
            printed: Printed {
                solutions: 7,
                bytes: Some(100),
                checksum: u64::MAX,
            },
            nodes: 300,
            checkpoint: Solver::new(&problem).unwrap().checkpoint(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut saved = saved();
        assert_eq!(Saved::parse(&saved.text()), Ok(saved.clone()));
        saved.printed.bytes = None;
        assert_eq!(Saved::parse(&saved.text()), Ok(saved));
    }

    #[test]
    fn whatever_was_altered_is_refused() {
        let text = saved().text();
        for place in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= 1;
            let altered = String::from_utf8(bytes).unwrap();
            assert!(Saved::parse(&altered).is_err(), "{place}: {altered}");
            assert!(Saved::parse(&text[..place]).is_err(), "{place}");
        }
    }
}
