//! The text of a packing.
//!
//! ```text
//! packing                      the lattice may follow: squares, cubes, hexagons, triangles, prisms
//! pieces pentominoes           a set, each piece once; x2, x1..3, x2.. say how often; `without X` leaves some out
//! piece P x2  xx/xx/x.         a piece with its picture, or with the picture below
//! board 6x10                   by name, or with its picture below
//! holes 2                      how many cells stay empty
//! reflections no               whether pieces may be turned over
//! rotations no                 whether they may be turned
//! ```
//!
//! The lattice need not be said where a set or a picture shows it: triangles by `^` and `v`, cubes by layers.

use super::Packing;
use super::fault::{PackingFault, near, near_set};
use super::lattice::Lattice;
use super::library;
use super::picture::{self, PictureFault, read, read_piece, rows_of_line};
use super::piece::{Copies, Piece};
use super::polyform::Polyform;
use super::region::{Region, Unnamed};
use crate::problem::{BuildError, Located, quotable};
use crate::puzzles::lines::Line;

pub(super) type Fault = Located<PackingFault>;

/// The word that begins a packing.
pub(super) const FIRST: &str = "packing";

const WORDS: [&str; 6] = [
    "piece",
    "pieces",
    "board",
    "holes",
    "reflections",
    "rotations",
];

/// The most copies and holes that can be asked for.
const MOST: u32 = 1 << 16;

/// A word of a line, and the byte where it begins.
#[derive(Clone, Copy)]
struct Word<'l> {
    line: &'l Line,
    start: usize,
    text: &'l str,
}

/// A picture: rows of text, each with its line and the byte where it begins there.
struct Picture<'l> {
    rows: Vec<(String, &'l Line, usize)>,
    /// In one line, rows are not where they stand.
    is_inline: bool,
}

/// What a line asks for, whose lattice is not known yet.
enum Shape<'l> {
    Named(Word<'l>, String, Polyform),
    Drawn(Word<'l>, Picture<'l>),
}

struct Asked<'l> {
    shape: Shape<'l>,
    copies: Copies,
    /// Whether its set says that it may not be turned over.
    is_one_sided: bool,
}

enum Board<'l> {
    Named(Word<'l>, String),
    Drawn(Word<'l>, Picture<'l>),
}

/// What the lines say.
#[derive(Default)]
struct Script<'l> {
    lattice: Option<Lattice>,
    pieces: Vec<Asked<'l>>,
    board: Option<Board<'l>>,
    /// Least and largest number; `None` in `Some` for any.
    holes: Option<Option<(u32, u32)>>,
    reflections: Option<bool>,
    rotations: Option<bool>,
}

/// Reads a packing from its lines, the first of which begins with [`FIRST`].
pub(super) fn parse(lines: &[Line]) -> Result<Packing, Fault> {
    let mut lines = lines.iter().filter(|line| !is_between(line)).peekable();
    let Some(first) = lines.next() else {
        return Err(Located::new(PackingFault::NoFirst, 1, "", 0, 0));
    };
    let mut script = Script::default();
    script.read_first(first)?;
    while let Some(line) = lines.next() {
        let words = words(line);
        let mut below = Vec::new();
        while let Some(line) = lines.next_if(|line| is_picture(&line.text)) {
            below.push((line.text.trim_end().to_owned(), line, 0));
        }
        script.read(&words, below)?;
    }
    script.packing(first)
}

/// Whether a line says nothing.
pub(super) fn is_between(line: &Line) -> bool {
    let text = line.text.trim();
    text.is_empty() || text.starts_with('#') || text.starts_with("//")
}

/// Whether a line is a row of a picture.
fn is_picture(text: &str) -> bool {
    text.chars()
        .all(|c| "x?.^v".contains(c) || c.is_whitespace())
}

fn words(line: &Line) -> Vec<Word<'_>> {
    let start = line.text.as_ptr() as usize;
    let words = line.text.split_whitespace();
    words
        .map(|text| Word {
            line,
            start: text.as_ptr() as usize - start,
            text,
        })
        .collect()
}

impl Word<'_> {
    fn fault(&self, fault: PackingFault) -> Fault {
        let end = self.start + self.text.len();
        Located::new(fault, self.line.number, &self.line.text, self.start, end)
    }

    fn fault_after(&self, fault: PackingFault) -> Fault {
        let end = self.line.text.trim_end().len();
        Located::new(fault, self.line.number, &self.line.text, end, end)
    }
}

fn fault_of_words(words: &[Word], fault: PackingFault) -> Fault {
    let (first, last) = (words[0], words[words.len() - 1]);
    let end = last.start + last.text.len();
    Located::new(fault, first.line.number, &first.line.text, first.start, end)
}

fn joined(words: &[Word]) -> String {
    Vec::from_iter(words.iter().map(|word| word.text)).join(" ")
}

impl<'l> Script<'l> {
    fn read_first(&mut self, line: &'l Line) -> Result<(), Fault> {
        let words = words(line);
        if !words[0].text.eq_ignore_ascii_case(FIRST) {
            return Err(words[0].fault(PackingFault::NoFirst));
        }
        if let Some(word) = words.get(1) {
            let lattices = || Lattice::ALL.iter().map(|(_, word)| *word);
            let unknown =
                || PackingFault::UnknownLattice(quotable(word.text), near(word.text, lattices()));
            self.lattice = Some(Lattice::named(word.text).ok_or_else(|| word.fault(unknown()))?);
        }
        match words.get(2) {
            Some(word) => Err(word.fault(PackingFault::Surplus)),
            None => Ok(()),
        }
    }

    fn read(
        &mut self,
        words: &[Word<'l>],
        below: Vec<(String, &'l Line, usize)>,
    ) -> Result<(), Fault> {
        let (word, rest) = (words[0], &words[1..]);
        let takes_picture = match word.text {
            "piece" | "board" => true,
            _ => below.is_empty(),
        };
        if !takes_picture {
            let (text, line, _) = &below[0];
            let start = text.len() - text.trim_start().len();
            return Err(Located::new(
                PackingFault::Surplus,
                line.number,
                text,
                start,
                text.len(),
            ));
        }
        match word.text {
            "piece" => self.read_piece(word, rest, below),
            "pieces" => self.read_set(word, rest),
            "board" => self.read_board(word, rest, below),
            "holes" => {
                let one = only(word, rest, "a number of holes")?;
                self.holes = Some(holes(one)?);
                Ok(())
            }
            "reflections" => {
                self.reflections = Some(yes_or_no(word, rest)?);
                Ok(())
            }
            "rotations" => {
                self.rotations = Some(yes_or_no(word, rest)?);
                Ok(())
            }
            other => {
                let near = near(other, WORDS.into_iter());
                Err(word.fault(PackingFault::UnknownWord(quotable(other), near)))
            }
        }
    }

    fn read_piece(
        &mut self,
        word: Word<'l>,
        rest: &[Word<'l>],
        below: Vec<(String, &'l Line, usize)>,
    ) -> Result<(), Fault> {
        let Some((&name, rest)) = rest.split_first() else {
            return Err(word.fault_after(PackingFault::Missing("the name of the piece")));
        };
        let (copies, rest) = match rest.split_first() {
            Some((word, rest)) if says_copies(word.text) => (copies(*word)?, rest),
            _ => (Copies::ONE, rest),
        };
        let picture = picture_of(name, rest, below, "a picture of the piece")?;
        self.pieces.push(Asked {
            shape: Shape::Drawn(name, picture),
            copies,
            is_one_sided: false,
        });
        Ok(())
    }

    /// `pieces SET [xN] [without NAME…]`.
    fn read_set(&mut self, word: Word<'l>, rest: &[Word<'l>]) -> Result<(), Fault> {
        let end = rest
            .iter()
            .position(|word| word.text == "without")
            .unwrap_or(rest.len());
        let (mut set, without) = rest.split_at(end);
        let mut all = Copies::ONE;
        if let Some((last, before)) = set.split_last()
            && says_copies(last.text)
        {
            all = copies(*last)?;
            set = before;
        }
        if set.is_empty() {
            return Err(word.fault_after(PackingFault::Missing("the name of a set of pieces")));
        }
        let texts: Vec<&str> = set.iter().map(|word| word.text).collect();
        let Some(mut named) = library::pieces(&texts) else {
            let words = joined(set);
            let near = near_set(&words);
            return Err(fault_of_words(
                set,
                PackingFault::UnknownSet(quotable(&words), near),
            ));
        };
        for word in without.iter().skip(1) {
            let place = named.iter().position(|(name, ..)| name == word.text);
            let missing = || word.fault(PackingFault::NoSuchPiece(quotable(word.text)));
            named.remove(place.ok_or_else(missing)?);
        }
        for (name, form, may_turn_over) in named {
            let name = self.free_name(name);
            self.pieces.push(Asked {
                shape: Shape::Named(set[0], name, form),
                copies: all,
                is_one_sided: !may_turn_over,
            });
        }
        Ok(())
    }

    /// The name, with a number after it if another piece has it.
    fn free_name(&self, name: String) -> String {
        let is_taken = |name: &str| {
            self.pieces.iter().any(|asked| match &asked.shape {
                Shape::Named(_, other, _) => other == name,
                Shape::Drawn(word, _) => word.text == name,
            })
        };
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(|name| !is_taken(name)).unwrap_or(name)
    }

    fn read_board(
        &mut self,
        word: Word<'l>,
        rest: &[Word<'l>],
        below: Vec<(String, &'l Line, usize)>,
    ) -> Result<(), Fault> {
        if self.board.is_some() {
            return Err(word.fault(PackingFault::SecondBoard));
        }
        self.board = Some(match rest.first() {
            Some(first) if !is_picture(&first.text.replace('/', "")) => {
                if let Some((text, line, _)) = below.first() {
                    return Err(Located::new(
                        PackingFault::SecondBoard,
                        line.number,
                        text,
                        0,
                        text.len(),
                    ));
                }
                Board::Named(*first, joined(rest))
            }
            _ => Board::Drawn(word, picture_of(word, rest, below, "the board")?),
        });
        Ok(())
    }

    /// The lattice that the first line names, or the sets and pictures show.
    fn lattice(&self) -> Lattice {
        if let Some(lattice) = self.lattice {
            return lattice;
        }
        let of_picture = |picture: &Picture| {
            let rows = picture.rows();
            match (
                picture::shows_triangles(&rows),
                picture::shows_layers(&rows),
            ) {
                (true, false) => Lattice::Triangles,
                (true, true) => Lattice::Prisms,
                (false, true) => Lattice::Cubes,
                (false, false) => Lattice::Squares,
            }
        };
        let pieces = self.pieces.iter().map(|asked| match &asked.shape {
            Shape::Named(_, _, form) => form.lattice(),
            Shape::Drawn(_, picture) => of_picture(picture),
        });
        let board = self.board.as_ref().map(|board| match board {
            Board::Named(_, name) if name.matches(['x', '×']).count() > 1 => Lattice::Cubes,
            Board::Named(..) => Lattice::Squares,
            Board::Drawn(_, picture) => of_picture(picture),
        });
        // What is not flat squares wins.
        let shown = pieces
            .chain(board)
            .filter(|&lattice| lattice != Lattice::Squares);
        shown
            .max_by_key(|lattice| lattice.is_solid())
            .unwrap_or(Lattice::Squares)
    }

    fn packing(self, first: &Line) -> Result<Packing, Fault> {
        let at_first = |fault| {
            let end = first.text.trim_end().len();
            Located::new(fault, first.number, &first.text, 0, end)
        };
        let lattice = self.lattice();
        let mut pieces: Vec<Piece> = Vec::new();
        for asked in &self.pieces {
            let (word, mut piece) = self.piece(asked, lattice)?;
            piece.copies = asked.copies;
            if pieces.iter().any(|other| other.name() == piece.name()) {
                return Err(word.fault(PackingFault::SecondPiece(quotable(piece.name()))));
            }
            pieces.push(piece);
        }
        let Some(board) = &self.board else {
            return Err(at_first(PackingFault::NoBoard));
        };
        if pieces.is_empty() {
            return Err(at_first(PackingFault::NoPieces));
        }
        let mut region = region(board, lattice)?;
        if self.holes == Some(None) && region.filled() == region.len() {
            region.empty();
        }
        let packing = Packing::with_holes(pieces, region, self.holes.flatten());
        packing.map_err(|fault| match self.word_of(&fault) {
            Some(word) => word.fault(fault),
            None => at_first(fault),
        })
    }

    /// The piece whose name is at fault.
    fn word_of(&self, fault: &PackingFault) -> Option<&Word<'l>> {
        let PackingFault::Build(BuildError::DuplicateItem(name) | BuildError::BadName(name)) =
            fault
        else {
            return None;
        };
        self.pieces.iter().find_map(|asked| match &asked.shape {
            Shape::Named(word, own, _) => (own == name).then_some(word),
            Shape::Drawn(word, _) => (word.text == name).then_some(word),
        })
    }

    fn piece<'s>(
        &self,
        asked: &'s Asked<'l>,
        lattice: Lattice,
    ) -> Result<(&'s Word<'l>, Piece), Fault> {
        let (word, name, form) = match &asked.shape {
            Shape::Named(word, name, form) => (word, name.as_str(), form.clone()),
            Shape::Drawn(word, picture) => {
                let rows = picture.rows();
                let form = read_piece(lattice, &rows).map_err(|fault| picture.fault(fault))?;
                (word, word.text, form)
            }
        };
        let own = form.lattice();
        let form = form
            .on(lattice)
            .ok_or_else(|| word.fault(PackingFault::Lattices(lattice, own)))?;
        let mut piece = Piece::new(name, form);
        piece.may_turn_over = self.reflections.unwrap_or(piece.may_turn_over);
        piece.may_turn_over &=
            !asked.is_one_sided || self.reflections == Some(true) && lattice.is_solid();
        Ok((word, piece.turned(self.rotations != Some(false))))
    }
}

fn region(board: &Board, lattice: Lattice) -> Result<Region, Fault> {
    match board {
        Board::Named(word, name) => {
            // A flat board is one layer of a solid one.
            let flat = match lattice {
                Lattice::Cubes => Some(Lattice::Squares),
                Lattice::Prisms => Some(Lattice::Triangles),
                _ => None,
            };
            let found = match (Region::find(lattice, name), flat) {
                (Err(Unnamed::Unknown), Some(flat)) => {
                    Region::find(flat, name).map(|region| region.on(lattice))
                }
                (found, _) => found,
            };
            found.map_err(|unnamed| {
                let end = word.line.text.trim_end().len();
                let fault = match unnamed {
                    Unnamed::Unknown => PackingFault::UnknownBoard(quotable(name), lattice),
                    Unnamed::TooLarge => PackingFault::TooManyCells,
                };
                Located::new(fault, word.line.number, &word.line.text, word.start, end)
            })
        }
        Board::Drawn(word, picture) => {
            let drawn = read(lattice, &picture.rows()).map_err(|fault| picture.fault(fault))?;
            Region::drawn(lattice, drawn).ok_or_else(|| word.fault(PackingFault::TooManyCells))
        }
    }
}

impl Picture<'_> {
    fn rows(&self) -> Vec<&str> {
        self.rows.iter().map(|(text, ..)| text.as_str()).collect()
    }

    /// A fault of the picture, where it stands in the text.
    fn fault(&self, (error, row, byte): PictureFault) -> Fault {
        let fault = PackingFault::Picture(error);
        let (text, line, start) = &self.rows[row.min(self.rows.len() - 1)];
        match self.is_inline {
            true => Located::new(
                fault,
                line.number,
                &line.text,
                *start,
                line.text.trim_end().len(),
            ),
            false => {
                let width = text[byte..].chars().next().map_or(0, char::len_utf8);
                Located::new(fault, line.number, &line.text, byte, byte + width)
            }
        }
    }
}

/// The picture in the rest of a line, or below it.
fn picture_of<'l>(
    before: Word<'l>,
    rest: &[Word<'l>],
    below: Vec<(String, &'l Line, usize)>,
    what: &'static str,
) -> Result<Picture<'l>, Fault> {
    let Some(first) = rest.first() else {
        if below.is_empty() {
            return Err(before.fault_after(PackingFault::Missing(what)));
        }
        return Ok(Picture {
            rows: below,
            is_inline: false,
        });
    };
    if let Some((text, line, _)) = below.first() {
        return Err(Located::new(
            PackingFault::Surplus,
            line.number,
            text,
            0,
            text.len(),
        ));
    }
    let rows = rows_of_line(&joined(rest)).into_iter();
    Ok(Picture {
        rows: rows.map(|row| (row, first.line, first.start)).collect(),
        is_inline: true,
    })
}

fn only<'l>(word: Word<'l>, rest: &[Word<'l>], what: &'static str) -> Result<Word<'l>, Fault> {
    match rest {
        [] => Err(word.fault_after(PackingFault::Missing(what))),
        [one] => Ok(*one),
        [_, surplus, ..] => Err(surplus.fault(PackingFault::Surplus)),
    }
}

fn yes_or_no<'l>(word: Word<'l>, rest: &[Word<'l>]) -> Result<bool, Fault> {
    let one = only(word, rest, "`yes` or `no`")?;
    match one.text {
        "yes" => Ok(true),
        "no" => Ok(false),
        other => Err(one.fault(PackingFault::NotYesOrNo(quotable(other)))),
    }
}

/// Whether a word begins like a number of copies: `x2`, but not `xx`.
fn says_copies(text: &str) -> bool {
    let rest = text.strip_prefix('x');
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// `x2`, `x1..3` or `x2..`.
fn copies(word: Word) -> Result<Copies, Fault> {
    let bad = || word.fault(PackingFault::BadCopies(quotable(word.text)));
    let (least, most) = word
        .text
        .strip_prefix('x')
        .and_then(range)
        .ok_or_else(bad)?;
    Ok(Copies { least, most })
}

/// `2`, `1..3` or `any`.
fn holes(word: Word) -> Result<Option<(u32, u32)>, Fault> {
    if word.text == "any" {
        return Ok(None);
    }
    let bad = || word.fault(PackingFault::BadHoles(quotable(word.text)));
    let (least, most) = range(word.text).ok_or_else(bad)?;
    Ok(Some((least, most.unwrap_or(MOST))))
}

/// `2`, `1..3` or `2..`.
fn range(text: &str) -> Option<(u32, Option<u32>)> {
    let number = |text: &str| {
        let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        is_number
            .then(|| text.parse().ok().filter(|&number| number <= MOST))
            .flatten()
    };
    let (least, most) = match text.split_once("..") {
        None => (number(text)?, Some(number(text)?)),
        Some((least, "")) => (number(least)?, None),
        Some((least, most)) => (number(least)?, Some(number(most)?)),
    };
    most.is_none_or(|most| least <= most)
        .then_some((least, most))
}
