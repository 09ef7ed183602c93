//! What can be wrong with a variant and its text.

use std::error::Error;
use std::fmt;

use super::rule::{LATIN, WORDS};
use super::text::RULES;
use crate::problem::BuildError;
use crate::puzzles::Shape;

/// What is wrong with a variant. Words are quoted unchanged; long ones are cut.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum VariantFault {
    /// No grid has this size.
    Size(usize),
    /// Boxes of this shape do not fit a grid of this size.
    Shape(Shape, usize),
    /// The word is not a size, or not a shape of boxes.
    BadShape(String),
    /// The word after `boxes` is not the shape of a box.
    BadBoxes(String),
    /// A region has too few or too many cells.
    Region {
        /// Its name in the picture.
        name: String,
        /// The number of its cells.
        cells: usize,
        /// N.
        expected: usize,
    },
    /// The rule needs rectangular boxes.
    NoBoxes(&'static str),
    /// The word is not a rule.
    UnknownWord {
        /// The word.
        word: String,
        /// A word that may have been meant.
        meant: Option<&'static str>,
    },
    /// This word begins a line: it does not stand among the rules that are one word.
    BeginsLine(String),
    /// The word is not the name of a cell.
    BadCell(String),
    /// There is no such cell in a picture of this number of rows and columns.
    NoCell(String, usize, usize),
    /// Two cells of a path are not on a straight line.
    NotStraight(String, String),
    /// The rule has this cell twice.
    Repeated(String),
    /// The rule has more cells than there are digits.
    TooManyCells(usize, usize),
    /// The rule has fewer cells than this.
    TooFewCells(usize),
    /// The cells are not pairs.
    NotPairs(usize),
    /// The word is not a number.
    BadNumber(String),
    /// This is missing at the end of the line.
    Missing(&'static str),
    /// There is more than what the line should have.
    Surplus,
    /// A symbol that is not part of the grid.
    BadDigit(String, usize),
    /// A row of a picture has too few or too many cells.
    RowLength {
        /// The number of its cells.
        found: usize,
        /// The number of columns.
        expected: usize,
    },
    /// A picture has fewer rows than this.
    TooFewRows {
        /// What the picture shows.
        what: &'static str,
        /// The number of its rows.
        found: usize,
        /// The number of rows.
        expected: usize,
    },
    /// The grids need a picture of this size, and another one is given.
    Extent {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// Rows and columns are not equally many, and there is no line with several grids.
    NotSquare,
    /// The grid has more rows than this.
    TooManyRows(usize),
    /// The same is said twice.
    Twice(&'static str),
    /// A place in the picture is a cell and should not be one, or the other way around.
    Hole(bool),
    /// The sum is of a letter that the picture does not have.
    NoLetter(String),
    /// A letter that has a sum already.
    SumTwice(String),
    /// A symbol that is not a mark between cells.
    BadMark(char),
    /// A mark at a place that is not between two cells.
    MisplacedMark(char),
    /// Neither a size nor a grid.
    NoGrid,
    /// The link does not contain a puzzle.
    NoData,
    /// The data of the link are compressed, and the library was built without the feature `foreign`.
    NotRead,
    /// The data of the link are damaged.
    BadData,
    /// The puzzle of the link has this field, which is not known here.
    UnknownField(String),
    /// This field of the puzzle of the link has not the form that is expected.
    BadField(String),
    /// The link draws a grid without boxes, and does not say what sort of puzzle it is.
    NoSudoku,
    /// Links have no place for this.
    NotInLink(String),
    /// The line does not begin a variant.
    NoFirst,
    /// More than 10,000 lines or 64 MiB.
    TooLong,
    /// With this rule, the rules need more options than a million.
    TooManyOptions(String),
    /// The problem is too large.
    Build(BuildError),
    /// The text is longer than what is read at once.
    LongLine,
}

/// Words that begin a line, or stand in the first one, and are no rules.
const OTHERS: [&str; 7] = [
    "diagonals",
    LATIN,
    "boxes",
    "grids",
    "regions",
    "cages",
    "marks",
];

impl VariantFault {
    /// The fault of a word that is not a rule.
    pub(super) fn word(word: &str) -> VariantFault {
        let likeness = |known: &&str| strsim::jaro_winkler(known, &word.to_lowercase());
        let known = WORDS.iter().map(|(word, _)| *word);
        let known = known.chain(RULES).chain(OTHERS);
        let nearest = known.max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        let quoted = crate::problem::quotable(word);
        match nearest {
            Some(nearest) if nearest.eq_ignore_ascii_case(word) => VariantFault::BeginsLine(quoted),
            _ => VariantFault::UnknownWord {
                word: quoted,
                meant: nearest.filter(|known| likeness(known) > 0.8),
            },
        }
    }
}

impl fmt::Display for VariantFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use VariantFault as Fault;
        match self {
            Fault::Size(size) => write!(
                f,
                "a grid of size {size}: expected 2 to 36 digits, and at most 64 rows and 64 columns"
            ),
            Fault::Shape(shape, size) => {
                write!(
                    f,
                    "boxes of {shape} have {} cells: expected {size}",
                    shape.size()
                )
            }
            Fault::BadBoxes(word) => write!(
                f,
                "`{word}` is not the shape of a box: expected at least 2 rows and 2 columns, such as 2x3, or `none`"
            ),
            Fault::BadShape(word) => write!(
                f,
                "`{word}` is not a shape: expected rows and columns, each from 1 to 64, such as 3x3"
            ),
            Fault::Region {
                name,
                cells,
                expected,
            } => {
                let s = if *cells == 1 { "" } else { "s" };
                write!(f, "region {name} has {cells} cell{s}: expected {expected}")
            }
            Fault::NoBoxes(rule) => {
                write!(f, "`{rule}` needs rectangular boxes, and the grid has none")
            }
            Fault::UnknownWord { word, meant } => {
                write!(f, "unknown rule `{word}`")?;
                match meant {
                    Some(meant) => write!(f, ": did you mean `{meant}`?"),
                    None => f.write_str(": `dominox formats variant` lists the rules"),
                }
            }
            Fault::BeginsLine(word) => write!(
                f,
                "`{word}` must begin a line of its own: `dominox formats variant` shows it"
            ),
            Fault::BadCell(word) => {
                write!(f, "`{word}` is not a cell: expected a name such as r1c9")
            }
            Fault::NoCell(name, rows, columns) => {
                write!(
                    f,
                    "there is no {name} in a picture of {rows} rows and {columns} columns"
                )
            }
            Fault::NotStraight(from, to) => write!(
                f,
                "{from} and {to} are not on a straight line: expected a row, a column or a diagonal"
            ),
            Fault::Repeated(name) => write!(f, "{name} occurs twice: expected different cells"),
            Fault::TooManyCells(cells, size) => {
                write!(
                    f,
                    "{cells} cells with different digits: expected at most {size}"
                )
            }
            Fault::TooFewCells(fewest) => {
                let s = if *fewest == 1 { "" } else { "s" };
                write!(f, "too few cells: expected at least {fewest} cell{s}")
            }
            Fault::NotPairs(1) => f.write_str("one cell: expected pairs of cells"),
            Fault::NotPairs(found) => write!(f, "{found} cells: expected pairs of cells"),
            Fault::BadNumber(word) => {
                write!(f, "`{word}` is not a number from 1 to {}", u32::MAX)
            }
            Fault::Missing(what) => write!(f, "the line ends: expected {what}"),
            Fault::Surplus => f.write_str("more text where the line should end"),
            Fault::BadDigit(word, size) => write!(
                f,
                "`{word}` is not part of the grid: expected a digit 1 to {size}, `.` for a blank, `e` or `o` for an even or odd digit, or \
                 `~` where no cell is"
            ),
            Fault::RowLength { found, expected } => {
                let s = if *found == 1 { "" } else { "s" };
                write!(f, "the row has {found} cell{s}: expected {expected}")
            }
            Fault::TooFewRows {
                what,
                found,
                expected,
            } => {
                write!(f, "{what} ends after row {found} of {expected}")
            }
            Fault::Extent { rows, columns } => write!(
                f,
                "these grids need a picture of {rows} rows and {columns} columns: expected `variant {rows}x{columns}`"
            ),
            Fault::NotSquare => f.write_str("the grid is not square: expected a size such as 9x9, or a line `grids`"),
            Fault::TooManyRows(rows) => write!(f, "the grid has more than {rows} rows"),
            Fault::Twice(what) => write!(f, "{what} is given twice"),
            Fault::Hole(true) => f.write_str("`~` where the grids have a cell"),
            Fault::Hole(false) => f.write_str("a cell where no grid is: expected `~`"),
            Fault::NoLetter(letter) => {
                write!(f, "a sum for `{letter}`, which is not in the picture")
            }
            Fault::SumTwice(letter) => write!(f, "a second sum for `{letter}`"),
            Fault::BadMark(mark) => write!(
                f,
                "`{mark}` is not a mark: expected `o` or `*` (a white or black dot), `<`, `>`, `^`, `v`, `X` or `V`"
            ),
            Fault::MisplacedMark(mark) => {
                write!(f, "`{mark}` is not between two cells that share a side")
            }
            Fault::NoGrid => {
                f.write_str("no grid: expected its rows, or a size such as `variant 9x9`")
            }
            Fault::NoData => f.write_str(
                "no puzzle in the link: expected one that contains it, such as https://www.f-puzzles.com/?load=… or \
                 https://sudokupad.app/fpuzzles… or https://swaroopg92.github.io/penpa-edit/#m=edit&p=…",
            ),
            Fault::NotRead => f.write_str(
                "links of Penpa+ are not read: dominox was built without the feature `foreign`",
            ),
            Fault::BadData => f.write_str("the data of the link are damaged: is the link complete?"),
            Fault::UnknownField(name) => write!(
                f,
                "the puzzle of the link has `{name}`, which dominox does not know, so it cannot solve the puzzle"
            ),
            Fault::BadField(name) => write!(f, "`{name}` in the puzzle of the link has an unexpected form"),
            Fault::NoSudoku => f.write_str(
                "the link has no boxes and no tag that says what sort of puzzle it is: expected thick lines between boxes, or a tag such as \
                 `classic` or `latin`",
            ),
            Fault::NotInLink(what) => write!(f, "links have no place for {what}"),
            Fault::NoFirst => {
                f.write_str("a variant does not begin like this: expected a line such as `variant 9x9`, or a link")
            }
            Fault::TooLong => f.write_str("a variant of more than 10,000 lines or 64 MiB"),
            Fault::TooManyOptions(rule) => write!(
                f,
                "with {rule}, the rules need more than 1,000,000 options: too large"
            ),
            Fault::Build(error) => error.fmt(f),
            Fault::LongLine => f.write_str("the line is too long for a variant"),
        }
    }
}

impl Error for VariantFault {}
