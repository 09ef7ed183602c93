//! Why a question cannot be answered: what is wrong, and where in the text.

use std::fmt;

use dominox::problem::Located;
use dominox::puzzles::{KINDS, PuzzleFault, ReadCause, ReadError};
use serde_json::{Value, json};

/// What is wrong with a question, or with the text of its puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    message: String,
    place: Option<Place>,
}

/// A place in a text: a line and a column from 1, and a number of characters, 0 where something is missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub line: u64,
    pub column: u64,
    pub width: u64,
    /// The line, or of a long one a piece around the place.
    pub shown: String,
}

impl Fault {
    /// A fault that is not in the text.
    pub fn new(message: impl fmt::Display) -> Fault {
        Fault {
            message: message.to_string(),
            place: None,
        }
    }

    /// A fault at a place of the text.
    pub fn at(message: impl fmt::Display, place: Place) -> Fault {
        Fault {
            message: message.to_string(),
            place: Some(place),
        }
    }

    /// As an answer.
    pub fn answer(&self) -> Value {
        let mut answer = json!({"status": "error", "message": self.message});
        if let Some(place) = &self.place {
            answer["place"] = json!({
                "line": place.line,
                "column": place.column,
                "width": place.width,
                "shown": place.shown,
            });
        }
        answer
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Fault {
        match error.cause {
            ReadCause::Io(error) => Fault::new(format_args!("the text cannot be read: {error}")),
            ReadCause::Fault(fault) => Fault::from(fault),
        }
    }
}

impl From<Located<PuzzleFault>> for Fault {
    fn from(located: Located<PuzzleFault>) -> Fault {
        let place = Place {
            line: located.line,
            column: located.column,
            width: located.width,
            shown: located.shown().trim_end().to_owned(),
        };
        Fault::at(words(&located.fault), place)
    }
}

/// What is wrong, for someone who has no command line.
fn words(fault: &PuzzleFault) -> String {
    let expected = || {
        let names = Vec::from_iter(KINDS.iter().map(|kind| kind.one));
        format!("{} or a model such as `queens 8`", names.join(", "))
    };
    match fault {
        PuzzleFault::Empty | PuzzleFault::NoPuzzle => format!("no puzzle: expected {}", expected()),
        PuzzleFault::Unrecognised => {
            format!("no known kind of puzzle begins like this: expected {}", expected())
        }
        PuzzleFault::OtherFormat(format) => {
            format!("this seems to be a problem in the format `{format}` of another program")
        }
        PuzzleFault::OwnFile { what, .. } => format!("this is {what}, not a puzzle"),
        PuzzleFault::NoOptions => "no known kind of puzzle begins like this: if it names the items of an exact-cover problem, expected \
                                   options after it, one in a line"
            .into(),
        fault => fault.to_string(),
    }
}
