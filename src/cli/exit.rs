//! Exit codes, and failures that end the program early.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use super::album::AlbumFault;
use super::standard::output_was_closed;

/// How the program ends. For several puzzles, the greatest counts: the variants are ordered by precedence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Exit {
    /// Every question was answered.
    #[default]
    Answered,
    /// The answer to some question is no.
    No,
    /// A limit or a signal stopped dominox before some question was answered.
    Stopped,
    /// Some input or argument is bad.
    BadInput,
}

impl Exit {
    fn code(self) -> u8 {
        match self {
            Exit::Answered => 0,
            Exit::No => 1,
            Exit::BadInput => 2,
            Exit::Stopped => 3,
        }
    }

    /// Ends the program at once, whatever its threads are doing.
    pub fn leave(self) -> ! {
        std::process::exit(self.code().into())
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        exit.code().into()
    }
}

/// Why the program cannot continue.
#[derive(Debug)]
pub enum Failure {
    /// Standard output cannot be written. If its reader has gone away, that is not reported.
    Output(io::Error),
    /// An unusable argument or input.
    Usage(String),
}

impl Failure {
    /// Reports the failure on standard error.
    pub fn report(self) -> Exit {
        match self {
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Answered,
            Failure::Output(_) if output_was_closed() => {
                say("dominox: standard output is closed");
                Exit::BadInput
            }
            Failure::Output(error) => {
                say(format_args!("dominox: standard output: {error}"));
                Exit::BadInput
            }
            Failure::Usage(message) => {
                say(format_args!("dominox: {message}"));
                Exit::BadInput
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let fault = error
            .get_ref()
            .and_then(|it| it.downcast_ref::<AlbumFault>());
        match fault {
            Some(fault) => Failure::Usage(fault.to_string()),
            None => Failure::Output(error),
        }
    }
}

/// Writes a line to standard error. An error is ignored: there is nowhere left to report it.
pub fn say(message: impl Display) {
    let line = printable(&format!("{message}\n"));
    let _ = io::stderr().write_all(line.as_bytes());
}

/// The text without control sequences: file names may have escape characters.
fn printable(text: &str) -> String {
    let obeyed = |c: char| c.is_control() && c != '\n' && c != '\t';
    text.replace(obeyed, "\u{fffd}")
}
