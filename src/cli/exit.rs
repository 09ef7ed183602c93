//! Exit codes, and what ends the program early.

use std::io;
use std::process::ExitCode;

use super::output::say;

/// How the program ends. Over several puzzles the greatest one counts: they are in the order of their weight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Exit {
    /// Every question was answered.
    #[default]
    Answered,
    /// The answer to some question is no.
    No,
    /// A limit or a signal left some question half answered.
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

    /// Ends the program at once, whatever its threads do.
    pub fn leave(self) -> ! {
        std::process::exit(self.code().into())
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        exit.code().into()
    }
}

/// Why the program cannot go on.
#[derive(Debug)]
pub enum Failure {
    /// Standard output cannot be written. If its reader has gone away, nobody wants to know.
    Output(io::Error),
    /// An argument or input that nothing can be done with.
    Usage(String),
}

impl Failure {
    /// Tells the user on standard error, if there is something to tell.
    pub fn report(self) -> Exit {
        match self {
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Answered,
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
        Failure::Output(error)
    }
}
