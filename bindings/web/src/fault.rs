//! Why a question cannot be answered: what is wrong, and where in the text.

use std::fmt;

use dominox::problem::Located;
use dominox::puzzles::sudoku::SudokuFault;
use dominox::puzzles::{KINDS, PuzzleFault, ReadCause, ReadError, Shape};
use serde_json::{Value, json};

/// What is wrong with a question, or with the text of its puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    is_limit: bool,
    message: String,
    place: Option<Place>,
    boxes: Vec<Shape>,
    /// The number of puzzles, if one after the last was asked for.
    puzzles: Option<u64>,
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
            is_limit: false,
            message: message.to_string(),
            place: None,
            boxes: Vec::new(),
            puzzles: None,
        }
    }

    /// That a limit was reached.
    pub fn limit(message: impl fmt::Display) -> Fault {
        Fault {
            is_limit: true,
            ..Fault::new(message)
        }
    }

    /// That the text has no puzzle of this number.
    pub fn no_puzzle(number: u64, puzzles: u64) -> Fault {
        Fault {
            puzzles: Some(puzzles),
            ..Fault::new(format_args!("the text has no puzzle {number}"))
        }
    }

    /// A fault at a place of the text.
    pub fn at(message: impl fmt::Display, place: Place) -> Fault {
        Fault {
            place: Some(place),
            ..Fault::new(message)
        }
    }

    /// Whether the text could be read with boxes of this shape.
    pub fn can_have(&self, shape: Shape) -> bool {
        self.boxes.contains(&shape)
    }

    /// As an answer.
    pub fn answer(&self) -> Value {
        let status = if self.is_limit { "stopped" } else { "error" };
        let mut answer = json!({"status": status, "message": self.message});
        if let Some(place) = &self.place {
            answer["place"] = json!({
                "line": place.line,
                "column": place.column,
                "width": place.width,
                "shown": place.shown,
            });
        }
        if let Some(puzzles) = self.puzzles {
            answer["puzzles"] = json!(puzzles);
        }
        if !self.boxes.is_empty() {
            let choices = self
                .boxes
                .iter()
                .map(|shape| json!({"box": shape.to_string()}));
            answer["choices"] = choices.collect();
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
        Fault {
            boxes: boxes(&located.fault),
            ..Fault::at(words(&located.fault), place)
        }
    }
}

/// The boxes among which someone must choose.
fn boxes(fault: &PuzzleFault) -> Vec<Shape> {
    match fault {
        PuzzleFault::OfKind(fault) => match fault.downcast_ref() {
            Some(SudokuFault::EitherSize { puzzle, row }) => vec![*puzzle, *row],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// How a note about the command line begins, at the end of a message.
const OF_COMMAND_LINE: [&str; 3] = [
    ": choose with --box",
    ": `dominox formats",
    ": for a matrix of 0 and 1, use `--kind",
];

/// A message without advice that only applies to the command line.
pub fn for_page(message: &str) -> &str {
    let mut parts = OF_COMMAND_LINE
        .iter()
        .filter_map(|words| message.split_once(words));
    parts.next().map_or(message, |(before, _)| before)
}

/// The fault, for users without the command line.
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
        fault => for_page(&fault.to_string()).into(),
    }
}
