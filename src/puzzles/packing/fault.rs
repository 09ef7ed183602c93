//! What can be wrong with a packing and its text.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;

use super::lattice::Lattice;
use super::library;
use super::picture::PictureError;
use crate::problem::BuildError;

/// What is wrong with a packing. Words are quoted as they stand.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PackingFault {
    /// A first line was expected, `packing`.
    NoFirst,
    /// There is no piece.
    NoPieces,
    /// There is no board.
    NoBoard,
    /// There is a second board.
    SecondBoard,
    /// There is already a line with this word; only one is allowed.
    SecondLine(String),
    /// No line of a packing begins with this word.
    UnknownWord(String, Option<&'static str>),
    /// The word after `packing` is not a lattice.
    UnknownLattice(String, Option<&'static str>),
    /// The words do not name a set of pieces.
    UnknownSet(String, Option<&'static str>),
    /// The set of this name needs a number of cells, one of these; another number was given, or none.
    SetSize(String, RangeInclusive<usize>),
    /// The words do not name a board of this lattice.
    UnknownBoard(String, Lattice),
    /// This is missing at the end of the line.
    Missing(&'static str),
    /// The line has more words than it should.
    Surplus,
    /// The word is not a number of copies.
    BadCopies(String),
    /// The word is not a number of holes.
    BadHoles(String),
    /// The word is neither `yes` nor `no`.
    NotYesOrNo(String),
    /// The set has no piece of this name.
    NoSuchPiece(String),
    /// Two pieces have this name.
    SecondPiece(String),
    /// A picture is wrong.
    Picture(PictureError),
    /// Pieces or the board are of different lattices.
    Lattices(Lattice, Lattice),
    /// The board has more than 65,536 cells.
    TooManyCells,
    /// There are too many ways to put down the pieces.
    TooManyPlacements,
    /// The line is too long.
    LongLine,
    /// There are more than 100,000 lines or 64 MiB.
    TooLong,
    /// A name is bad or taken.
    Build(BuildError),
    /// A puzzle of BurrTools cannot be read.
    BurrTools(BurrToolsFault),
}

/// Why a puzzle of BurrTools cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BurrToolsFault {
    /// The library was built without the feature `foreign`.
    NotRead,
    /// It is not XML.
    Xml(String),
    /// It is XML, but not of a puzzle.
    NoPuzzle(String),
    /// There is no problem in it.
    NoProblem,
    /// The grid is of this type.
    Grid(String),
    /// An attribute is missing, or is not a number of a reasonable size.
    Attribute {
        /// The name of the element.
        element: &'static str,
        /// The name of the attribute.
        attribute: &'static str,
        /// What stands there.
        found: Option<String>,
    },
    /// A shape does not have as many voxels as its sides say.
    Voxels {
        /// The number that was found.
        found: usize,
        /// The number that its sides say.
        expected: usize,
    },
    /// A character that is not a voxel.
    BadVoxel(char),
    /// There is no shape of this number.
    NoShape(usize),
    /// The shape has no voxel.
    EmptyShape(usize),
}

/// Says what may be meant, or else what was expected.
fn meant_or(
    f: &mut fmt::Formatter<'_>,
    near: &Option<&'static str>,
    expected: &str,
) -> fmt::Result {
    match near {
        Some(near) => write!(f, ": did you mean `{near}`?"),
        None => write!(f, ": expected {expected}"),
    }
}

impl fmt::Display for PackingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackingFault::NoFirst => f.write_str("expected `packing` here, which begins a packing"),
            PackingFault::NoPieces => {
                f.write_str("no piece: expected a line `piece NAME` or `pieces SET`")
            }
            PackingFault::NoBoard => f.write_str("no board: expected a line `board`"),
            PackingFault::SecondBoard => f.write_str("a second board: a packing has one"),
            PackingFault::SecondLine(word) => {
                write!(
                    f,
                    "there is a line `{word}` already: a packing has one at most"
                )
            }
            PackingFault::UnknownWord(word, near) => {
                write!(f, "unknown word `{word}`")?;
                meant_or(
                    f,
                    near,
                    "`piece`, `pieces`, `board`, `holes`, `reflections`, `rotations`, or a picture of `x` and `.`",
                )
            }
            PackingFault::UnknownLattice(word, near) => {
                write!(f, "unknown lattice `{word}`")?;
                meant_or(
                    f,
                    near,
                    "`squares`, `cubes`, `hexagons`, `triangles` or `prisms`",
                )
            }
            PackingFault::UnknownSet(words, near) => {
                write!(f, "unknown set of pieces `{words}`")?;
                meant_or(
                    f,
                    near,
                    "one such as `pentominoes`, `one-sided hexominoes`, `polyhexes 4`, `hexiamonds` or `soma`",
                )
            }
            PackingFault::SetSize(name, sizes) => {
                let (least, most) = (sizes.start(), sizes.end());
                write!(
                    f,
                    "expected `{name}` and a number of cells from {least} to {most}"
                )
            }
            PackingFault::UnknownBoard(words, lattice) => {
                write!(f, "unknown board `{words}` of {lattice}: expected ")?;
                f.write_str(match lattice {
                    Lattice::Squares => {
                        "one such as `6x10`, `8x8-center` or `triangular 4`, or, in a file, a picture below"
                    }
                    Lattice::Cubes | Lattice::Prisms => "one such as `3x4x5`, or, in a file, a picture below",
                    _ => "one such as `6x6`, `triangular 10` or `hexagonal 3`, or, in a file, a picture below",
                })
            }
            PackingFault::Missing(what) => write!(f, "{what} is missing here"),
            PackingFault::Surplus => f.write_str("nothing more was expected in this line"),
            PackingFault::BadCopies(word) => {
                write!(
                    f,
                    "bad number of copies `{word}`: expected `x2`, `x1..3` or `x2..`"
                )
            }
            PackingFault::BadHoles(word) => {
                write!(
                    f,
                    "bad number of holes `{word}`: expected `2`, `1..3` or `any`"
                )
            }
            PackingFault::NotYesOrNo(word) => write!(f, "`{word}` is neither `yes` nor `no`"),
            PackingFault::NoSuchPiece(name) => write!(f, "the set has no piece `{name}`"),
            PackingFault::SecondPiece(name) => write!(f, "there is a piece `{name}` already"),
            PackingFault::Picture(error) => error.fmt(f),
            PackingFault::Lattices(one, other) => {
                write!(
                    f,
                    "these cells are {other}, but others of the packing are {one}"
                )
            }
            PackingFault::TooManyCells => f.write_str("a board has at most 65,536 cells"),
            PackingFault::TooManyPlacements => {
                f.write_str("the pieces can be put down in too many ways for the memory")
            }
            PackingFault::LongLine => f.write_str("this line is too long for a packing"),
            PackingFault::TooLong => f.write_str("a packing of more than 100,000 lines or 64 MiB"),
            PackingFault::Build(error) => error.fmt(f),
            PackingFault::BurrTools(fault) => fault.fmt(f),
        }
    }
}

impl Error for PackingFault {}

impl Error for BurrToolsFault {}

impl fmt::Display for BurrToolsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BurrToolsFault::NotRead => f.write_str(
                "puzzles of BurrTools are not read: dominox was built without the feature `foreign`",
            ),
            BurrToolsFault::Xml(error) => write!(f, "this is not XML: {error}"),
            BurrToolsFault::NoPuzzle(element) => {
                write!(
                    f,
                    "`<{element}>` is not a puzzle of BurrTools: expected `<puzzle>`"
                )
            }
            BurrToolsFault::NoProblem => {
                f.write_str("there is no problem in this puzzle, only shapes")
            }
            BurrToolsFault::Grid(kind) => write!(
                f,
                "grids of type {kind} are not read: expected 0, cubes, or 1, triangular prisms"
            ),
            BurrToolsFault::Attribute {
                element,
                attribute,
                found: Some(found),
            } => write!(
                f,
                "bad `{attribute}` of `<{element}>`, `{found}`: expected a number"
            ),
            BurrToolsFault::Attribute {
                element, attribute, ..
            } => write!(f, "`{attribute}` of `<{element}>` is missing"),
            BurrToolsFault::Voxels { found, expected } => {
                write!(
                    f,
                    "the shape has {found} voxels, and its sides say {expected}"
                )
            }
            BurrToolsFault::BadVoxel(c) => {
                write!(
                    f,
                    "`{}` is not a voxel: expected `#`, `+` or `_`",
                    c.escape_debug()
                )
            }
            BurrToolsFault::NoShape(number) => write!(f, "there is no shape {number}"),
            BurrToolsFault::EmptyShape(number) => write!(f, "shape {number} has no voxel"),
        }
    }
}

impl From<PictureError> for PackingFault {
    fn from(error: PictureError) -> PackingFault {
        PackingFault::Picture(error)
    }
}

/// The name of a set that is most like this.
pub(super) fn near_set(words: &str) -> Option<&'static str> {
    near(words, library::names())
}

/// The word most like this, if one is.
pub(super) fn near(word: &str, words: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let likeness = |other: &str| strsim::jaro_winkler(other, &word.to_lowercase());
    let nearest = words.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(nearest) > 0.8).then_some(nearest)
}
