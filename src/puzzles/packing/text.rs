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
//! The lattice may be left out if a set, a picture of triangles or the name of a board shows it. Layers do not show it,
//! since a blank in a row may mean an empty square.

use super::Packing;
use super::fault::{PackingFault, near, near_set};
use super::lattice::Lattice;
use super::library;
use super::picture::{PictureError, read, read_piece, shows_triangles};
use super::piece::{Copies, Piece};
use super::polyform::Polyform;
use super::region::{Region, Unnamed};
use super::rows::{Below, Fault, Picture, RULES, Word, is_between, is_picture, joined, words};
use crate::problem::{BuildError, Located, quotable};
use crate::puzzles::lines::Line;

/// The word that begins a packing.
pub(super) const FIRST: &str = "packing";

/// The most copies and holes that can be requested.
const MOST: u32 = 1 << 16;

/// What a line asks for, whose lattice is not known yet.
enum Shape<'l> {
    Named(Word<'l>, String, Polyform),
    /// Its name, the first word of a picture in the same line, and the picture.
    Drawn(Word<'l>, Option<Word<'l>>, Picture<'l>),
}

struct Asked<'l> {
    shape: Shape<'l>,
    copies: Copies,
    /// Whether its set says that it may not be turned over.
    is_one_sided: bool,
}

enum Board<'l> {
    /// Its words, and its name.
    Named(Vec<Word<'l>>, String),
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
pub(super) fn parse(mut lines: &[Line]) -> Result<Packing, Fault> {
    let mut script = Script::default();
    let Some(first) = next_rule(&mut lines) else {
        return Err(Located::new(PackingFault::NoFirst, 1, "", 0, 0));
    };
    script.read_first(first)?;
    while let Some(line) = next_rule(&mut lines) {
        let below = Below::take(&mut lines)?;
        script.read(&words(line), below)?;
    }
    script.packing(first)
}

/// Takes the next line that says something, and the lines before it.
fn next_rule<'l>(lines: &mut &'l [Line]) -> Option<&'l Line> {
    let at = lines.iter().position(|line| !is_between(line))?;
    let line = &lines[at];
    *lines = &lines[at + 1..];
    Some(line)
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

    fn read(&mut self, words: &[Word<'l>], below: Below<'l>) -> Result<(), Fault> {
        let (word, rest) = (words[0], &words[1..]);
        if !matches!(word.text, "piece" | "board") {
            below.surplus(PackingFault::Surplus)?;
        }
        match word.text {
            "piece" => self.read_piece(word, rest, below),
            "pieces" => self.read_set(word, rest),
            "board" => self.read_board(word, rest, below),
            "holes" => {
                let one = only(word, rest, "a number of holes")?;
                once(word, &mut self.holes, holes(one)?)
            }
            "reflections" => once(word, &mut self.reflections, yes_or_no(word, rest)?),
            "rotations" => once(word, &mut self.rotations, yes_or_no(word, rest)?),
            other => {
                let near = near(other, RULES.into_iter());
                Err(word.fault(PackingFault::UnknownWord(quotable(other), near)))
            }
        }
    }

    fn read_piece(
        &mut self,
        word: Word<'l>,
        rest: &[Word<'l>],
        below: Below<'l>,
    ) -> Result<(), Fault> {
        let Some((&name, rest)) = rest.split_first() else {
            return Err(word.fault_after(PackingFault::Missing("the name of the piece")));
        };
        let (copies, last, rest) = match rest.split_first() {
            Some((&word, rest)) if says_copies(word.text) => (copies(word)?, word, rest),
            Some((word, [])) if is_open_range(word.text) && !below.rows.is_empty() => {
                return Err(bad_copies(word));
            }
            _ => (Copies::ONE, name, rest),
        };
        let picture = Picture::of(last, rest, below, "a picture of the piece")?;
        self.pieces.push(Asked {
            shape: Shape::Drawn(name, rest.first().copied(), picture),
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
            let fault = match library::sizes(&texts) {
                Some((family, sizes)) => PackingFault::SetSize(family, sizes),
                None => PackingFault::UnknownSet(quotable(&words), near_set(&words)),
            };
            return Err(set[0].fault_to(&set[set.len() - 1], fault));
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
                Shape::Drawn(word, ..) => word.text == name,
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
        below: Below<'l>,
    ) -> Result<(), Fault> {
        if self.board.is_some() {
            return Err(word.fault(PackingFault::SecondBoard));
        }
        self.board = Some(match rest.first() {
            Some(first) if !is_picture(&first.text.replace('/', "")) => {
                below.surplus(PackingFault::SecondBoard)?;
                Board::Named(rest.into(), joined(rest))
            }
            _ => Board::Drawn(word, Picture::of(word, rest, below, "the board")?),
        });
        Ok(())
    }

    /// The lattice that the first line names, or the sets, the pictures of triangles and the name of the board show.
    fn lattice(&self) -> Lattice {
        if let Some(lattice) = self.lattice {
            return lattice;
        }
        let of_picture = |picture: &Picture| match shows_triangles(&picture.rows()) {
            true => Lattice::Triangles,
            false => Lattice::Squares,
        };
        let pieces = self.pieces.iter().map(|asked| match &asked.shape {
            Shape::Named(_, _, form) => form.lattice(),
            Shape::Drawn(.., picture) => of_picture(picture),
        });
        let board = self.board.as_ref().map(|board| match board {
            Board::Named(_, name) if name.matches(['x', '×']).count() > 1 => Lattice::Cubes,
            Board::Named(..) => Lattice::Squares,
            Board::Drawn(_, picture) => of_picture(picture),
        });
        // Any lattice other than squares takes precedence.
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
            Shape::Drawn(word, ..) => (word.text == name).then_some(word),
        })
    }

    fn piece<'s>(
        &self,
        asked: &'s Asked<'l>,
        lattice: Lattice,
    ) -> Result<(&'s Word<'l>, Piece), Fault> {
        let (word, name, form) = match &asked.shape {
            Shape::Named(word, name, form) => (word, name.as_str(), form.clone()),
            Shape::Drawn(word, first, picture) => {
                let rows = picture.rows();
                let form = read_piece(lattice, &rows).map_err(|fault| match first {
                    Some(first) if says_wrong_copies(first, &fault.0) => bad_copies(first),
                    _ => picture.fault(fault),
                })?;
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
        Board::Named(words, name) => {
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
                let fault = match unnamed {
                    Unnamed::Unknown => PackingFault::UnknownBoard(quotable(name), lattice),
                    Unnamed::TooLarge => PackingFault::TooManyCells,
                };
                words[0].fault_to(&words[words.len() - 1], fault)
            })
        }
        Board::Drawn(word, picture) => {
            let drawn = read(lattice, &picture.rows()).map_err(|fault| picture.fault(fault))?;
            Region::drawn(lattice, drawn).ok_or_else(|| word.fault(PackingFault::TooManyCells))
        }
    }
}

/// Stores what a line says. It may be said only once.
fn once<T>(word: Word, place: &mut Option<T>, said: T) -> Result<(), Fault> {
    match place.replace(said) {
        None => Ok(()),
        Some(_) => Err(word.fault(PackingFault::SecondLine(quotable(word.text)))),
    }
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

/// Whether a word is like a number of copies without its first number, as the row `x..` of a picture is, too.
fn is_open_range(text: &str) -> bool {
    let end = text.strip_prefix("x..");
    end.is_some_and(|end| end.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether the first word of a picture was meant as a number of copies. The fault of the picture shows that.
fn says_wrong_copies(first: &Word, error: &PictureError) -> bool {
    let is_strange = matches!(
        error,
        PictureError::Layers(_) | PictureError::Ragged | PictureError::BadCharacter(_)
    );
    is_strange && is_open_range(first.text)
}

fn bad_copies(word: &Word) -> Fault {
    word.fault(PackingFault::BadCopies(quotable(word.text)))
}

/// `x2`, `x1..3` or `x2..`.
fn copies(word: Word) -> Result<Copies, Fault> {
    let (least, most) = word
        .text
        .strip_prefix('x')
        .and_then(range)
        .ok_or_else(|| bad_copies(&word))?;
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
