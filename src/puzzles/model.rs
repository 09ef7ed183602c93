//! Models by name: classic problems given by a line of text, such as `queens 8`.
//!
//! ```text
//!   "latin 5 --reduced"  ──model()──▶  a puzzle  ──problem()──▶  75 items, 61 options
//!    name   arguments
//! ```
//!
//! [`MODELS`] lists them. To add a model, write its file and add its row.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;

use super::dominoes::Dominoes;
use super::langford::Langford;
use super::latin::Latin;
use super::matching::Matching;
use super::packing::{Packing, PackingFault};
use super::queens::Queens;
use super::size::SizeError;
use super::{Puzzle, Shape, Sudoku, pentominoes, soma};

/// A row of [`MODELS`].
#[derive(Debug)]
pub struct Model {
    /// The name of the model.
    pub name: &'static str,
    /// The arguments after the name: `N`, `HxW`; empty if there are none.
    pub arguments: &'static str,
    /// The problem, in one line.
    pub about: &'static str,
    /// Makes the puzzle of these arguments.
    make: fn(&[&str]) -> Made,
}

/// A puzzle, or what is wrong with the arguments for it.
type Made = Result<Box<dyn Puzzle>, Fault>;

/// All models.
pub static MODELS: &[Model] = &[
    Model {
        name: "queens",
        arguments: "N",
        about: "N queens on an N×N board, none attacking another",
        make: |arguments| {
            Ok(Box::new(Queens::new(only_number(
                arguments,
                &Queens::SIZES,
            )?)?))
        },
    },
    Model {
        name: "langford",
        arguments: "N",
        about: "two of each number 1 to N in a row, with K places between the two Ks",
        make: |arguments| {
            Ok(Box::new(Langford::new(only_number(
                arguments,
                &Langford::SIZES,
            )?)?))
        },
    },
    Model {
        name: "pentominoes",
        arguments: "HxW",
        about: "the twelve pentominoes in a rectangle of H rows and W columns",
        make: |arguments| {
            let (height, width) = sides(arguments, "height x width with 60 cells, such as 6x10")?;
            Ok(Box::new(pentominoes(height, width)?))
        },
    },
    Model {
        name: "dominoes",
        arguments: "HxW",
        about: "a rectangle of H rows and W columns covered by dominoes",
        make: |arguments| {
            let (height, width) = sides(arguments, "height x width, such as 8x8")?;
            Ok(Box::new(Dominoes::new(height, width)?))
        },
    },
    Model {
        name: "latin",
        arguments: "N [--reduced]",
        about: "Latin squares: N symbols, each once in each row and column",
        make: |arguments| match arguments {
            [size, "--reduced"] | ["--reduced", size] => Ok(Box::new(Latin::reduced(
                only_number(&[size], &Latin::SIZES)?,
            )?)),
            _ => Ok(Box::new(Latin::new(only_number(
                arguments,
                &Latin::SIZES,
            )?)?)),
        },
    },
    Model {
        name: "soma",
        arguments: "",
        about: "the seven pieces of the Soma cube in a cube of 3×3×3",
        make: |arguments| match arguments {
            [] => Ok(Box::new(soma())),
            _ => Err(Fault::Arguments),
        },
    },
    Model {
        name: "packing",
        arguments: "SET in BOARD",
        about: "a board filled with pieces, such as `tetracubes in 2x4x4`",
        make: |arguments| {
            let place = arguments.iter().position(|&word| word == "in");
            let (sets, board) = arguments.split_at(place.ok_or(Fault::Arguments)?);
            let sets = sets.split(|&word| word == "and").map(|set| set.join(" "));
            Ok(Box::new(Packing::named(sets, &board[1..].join(" "))?))
        },
    },
    Model {
        name: "matching",
        arguments: "N",
        about: "the perfect matchings of N people",
        make: |arguments| {
            Ok(Box::new(Matching::new(only_number(
                arguments,
                &Matching::SIZES,
            )?)?))
        },
    },
    Model {
        name: "sudoku",
        arguments: "RxC",
        about: "the filled Sudoku grids with boxes of R rows and C columns",
        make: |arguments| {
            let expected =
                "boxes with at least 2 rows, at least 2 columns and at most 36 cells, such as 3x3";
            let (rows, columns) = sides(arguments, expected)?;
            let shape = Shape::new(rows, columns).map_err(|_| SizeError {
                found: arguments.join(" "),
                expected: expected.into(),
            })?;
            Ok(Box::new(Sudoku::empty(shape)))
        },
    },
];

/// What is wrong with the arguments of a model.
enum Fault {
    /// Too many, too few, or others.
    Arguments,
    Size(SizeError),
    Packing(PackingFault),
}

impl From<PackingFault> for Fault {
    fn from(fault: PackingFault) -> Fault {
        Fault::Packing(fault)
    }
}

impl From<SizeError> for Fault {
    fn from(error: SizeError) -> Fault {
        Fault::Size(error)
    }
}

/// Why a line of text is not a model.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ModelError {
    /// There is no name.
    NoName,
    /// No model has this name.
    UnknownName {
        /// The name.
        name: String,
        /// The model with the most similar name.
        near: Option<&'static str>,
    },
    /// The arguments are not those of the model.
    Arguments {
        /// The usage: `latin N [--reduced]`.
        usage: String,
        /// The text after the name.
        found: String,
    },
    /// An argument is not a size that the model has.
    Size {
        /// The usage.
        usage: String,
        /// What was found, and what is allowed.
        error: SizeError,
    },
    /// The pieces or the board of a packing are wrong.
    Packing {
        /// The usage.
        usage: String,
        /// What is wrong.
        fault: PackingFault,
    },
}

/// The puzzle of a line such as `queens 8`, `pentominoes 6x10`, `latin 5 --reduced` or `soma`.
///
/// ```
/// let queens = dominox::puzzles::model("queens 8")?;
/// assert_eq!(queens.problem().option_count(), 64);
/// # Ok::<(), dominox::puzzles::ModelError>(())
/// ```
///
/// # Errors
/// If the name is none of [`MODELS`], or the arguments are not what it takes.
pub fn model(spec: &str) -> Result<Box<dyn Puzzle>, ModelError> {
    let words: Vec<&str> = spec.split_whitespace().collect();
    let (&name, arguments) = words.split_first().ok_or(ModelError::NoName)?;
    let Some(model) = MODELS.iter().find(|model| model.name == name) else {
        return Err(ModelError::UnknownName {
            name: name.into(),
            near: near(name),
        });
    };
    (model.make)(arguments).map_err(|fault| match fault {
        Fault::Arguments => ModelError::Arguments {
            usage: model.to_string(),
            found: arguments.join(" "),
        },
        Fault::Size(error) => ModelError::Size {
            usage: model.to_string(),
            error,
        },
        Fault::Packing(fault) => ModelError::Packing {
            usage: model.to_string(),
            fault,
        },
    })
}

/// The model whose name is most like `name`, if one is.
fn near(name: &str) -> Option<&'static str> {
    let likeness = |model: &Model| strsim::jaro_winkler(model.name, &name.to_lowercase());
    let nearest = MODELS
        .iter()
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(nearest) > 0.75).then_some(nearest.name)
}

/// The one argument, a number of `allowed`.
fn only_number(arguments: &[&str], allowed: &RangeInclusive<usize>) -> Result<usize, Fault> {
    let [text] = arguments else {
        return Err(Fault::Arguments);
    };
    let number = text.parse();
    Ok(number.map_err(|_| SizeError::number(text, allowed))?)
}

/// The one argument, a height and a width with an `x` between them.
fn sides(arguments: &[&str], expected: &str) -> Result<(usize, usize), Fault> {
    let [text] = arguments else {
        return Err(Fault::Arguments);
    };
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(height, width)| Some((height.parse().ok()?, width.parse().ok()?)));
    Ok(sides.ok_or_else(|| SizeError {
        found: text.to_string(),
        expected: expected.into(),
    })?)
}

impl fmt::Display for Model {
    /// The usage: `latin N [--reduced]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Model {
            name, arguments, ..
        } = self;
        f.write_str(format!("{name} {arguments}").trim_end())
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = || {
            let names: Vec<_> = MODELS.iter().map(|model| model.name).collect();
            names.join(", ")
        };
        match self {
            ModelError::NoName => write!(f, "no model given: expected one of {}", list()),
            ModelError::UnknownName { name, near } => {
                write!(f, "unknown model `{name}`: ")?;
                match near {
                    Some(near) => write!(f, "did you mean `{near}`? The models are {}", list()),
                    None => write!(f, "expected one of {}", list()),
                }
            }
            ModelError::Arguments { usage, found } if found.is_empty() => {
                write!(f, "missing arguments: expected `{usage}`")
            }
            ModelError::Arguments { usage, found } => {
                write!(f, "bad arguments `{found}`: expected `{usage}`")
            }
            ModelError::Size { usage, error } => write!(f, "model `{usage}`: {error}"),
            ModelError::Packing { usage, fault } => write!(f, "model `{usage}`: {fault}"),
        }
    }
}

impl Error for ModelError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(spec: &str) -> String {
        match model(spec) {
            Ok(_) => panic!("{spec:?} is a model"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn every_name_is_short_even_in_the_largest_problem() {
        let largest = [
            "queens 512",
            "langford 512",
            "pentominoes 60x1",
            "dominoes 256x256",
            "latin 64",
            "soma",
            "packing pentominoes in 99x99",
            "matching 1024",
            "sudoku 6x6",
        ];
        for (spec, row) in largest.iter().zip(MODELS) {
            assert!(spec.starts_with(row.name));
            let puzzle = model(spec).unwrap();
            let problem = puzzle.problem();
            for item in problem.items() {
                let name = problem.item_name(item);
                assert!(
                    name.len() <= 8 && name.is_ascii(),
                    "{spec} names an item {name}"
                );
            }
        }
        assert_eq!(largest.len(), MODELS.len());
    }

    #[test]
    fn arguments_are_read() {
        let options = |spec: &str| model(spec).unwrap().problem().option_count();
        assert_eq!(options(" queens  6 "), 36);
        assert_eq!(options("dominoes 2X3"), options("dominoes 3x2"));
        assert_eq!(options("latin 5"), 125);
        assert_eq!(options("latin 5 --reduced"), 61);
        assert_eq!(options("latin --reduced 5"), 61);
        assert_eq!(options("sudoku 3x4"), 12 * 12 * 12);
    }

    #[test]
    fn an_unknown_name_is_reported_with_a_similar_one() {
        let list =
            "queens, langford, pentominoes, dominoes, latin, soma, packing, matching, sudoku";
        assert_eq!(
            error(" "),
            format!("no model given: expected one of {list}")
        );
        assert_eq!(
            error("zebra 5"),
            format!("unknown model `zebra`: expected one of {list}")
        );
        for (name, near) in [
            ("queen", "queens"),
            ("Pentomino", "pentominoes"),
            ("macthing", "matching"),
        ] {
            let expected =
                format!("unknown model `{name}`: did you mean `{near}`? The models are {list}");
            assert_eq!(error(name), expected);
        }
    }

    #[test]
    fn too_many_or_too_few_arguments_are_reported_with_the_usage() {
        assert_eq!(error("queens"), "missing arguments: expected `queens N`");
        assert_eq!(
            error("queens 8 8"),
            "bad arguments `8 8`: expected `queens N`"
        );
        assert_eq!(
            error("packing soma"),
            "bad arguments `soma`: expected `packing SET in BOARD`"
        );
        assert_eq!(error("soma 3"), "bad arguments `3`: expected `soma`");
        assert_eq!(
            error("latin 5 --short"),
            "bad arguments `5 --short`: expected `latin N [--reduced]`"
        );
    }

    #[test]
    fn bad_sizes_are_reported_with_those_that_are_allowed() {
        let size = |found: &str, high| {
            format!("model `queens N`: bad size `{found}`: expected a number from 1 to {high}")
        };
        for found in ["0", "513", "-1", "eight", "99999999999999999999999"] {
            assert_eq!(error(&format!("queens {found}")), size(found, 512));
        }
        for spec in [
            "pentominoes 8x8",
            "pentominoes 60",
            "pentominoes 9999999999x9999999999",
        ] {
            assert!(
                error(spec).ends_with("expected height x width with 60 cells, such as 6x10"),
                "{spec}"
            );
        }
        assert!(error("dominoes 0x3").ends_with("bad size `0`: expected a number from 1 to 256"));
        assert!(
            error("dominoes 3").ends_with("bad size `3`: expected height x width, such as 8x8")
        );
        assert!(error("latin 65 --reduced").ends_with("expected a number from 1 to 64"));
    }
}
