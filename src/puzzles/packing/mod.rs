//! Packings: pieces made of squares, cubes, hexagons or triangles fill a board.
//!
//! ```text
//!   packing               ┌───────┬───┐
//!   piece V               │ V   V │ I │
//!     xx                  │   ┌───┤   │
//!     x.                  │ V │ O │ I │
//!   piece I  xx           ├───┴───┤   │
//!   …                     │ …     │ … │
//!   board 3x3
//! ```
//!
//! - `lattice`: cells and how they can be moved. `polyform`, `piece`: shapes. `region`: boards. `library`: sets by name.
//! - `text`, `rows`, `picture`, `burrtools`: how packings are read. `kind` recognises them.
//! - `encode`: the exact-cover problem. `symmetry`: the movements that preserve it. `draw`, `view`: packings as text and as
//!   pictures, `kit`: their questions. `drawn` reads them back.
//!
//! Source: D. E. Knuth, *The Art of Computer Programming* 4B, section 7.2.2.1, 'Polyominoes', 'Polycubes' and the exercises
//! on other lattices.

mod burrtools;
mod draw;
mod drawn;
mod encode;
mod fault;
mod kind;
mod kit;
mod lattice;
mod library;
mod picture;
mod piece;
mod polyform;
mod region;
mod rows;
mod symmetry;
mod text;
mod view;

pub use drawn::{DrawingEnd, Drawn};
pub use fault::{BurrToolsFault, PackingFault};
pub use lattice::{Cell, Lattice};
pub use picture::PictureError;
pub use piece::Piece;
pub use polyform::{Polyform, Spot};
pub use region::Region;

use encode::{Colors, Encoding, Question};

use super::Puzzle;
use super::lines::Line;
use super::why::times;
use crate::problem::{ItemId, Located, OptionId, Problem, Solution};
use crate::render::{Board, Notes, Picture, TooLarge};

/// The problem of filling a board with pieces.
///
/// ```
/// use dominox::Solver;
/// use dominox::puzzles::Puzzle;
/// use dominox::puzzles::packing::{Lattice, Packing, Piece, Region};
/// let pieces = vec![Piece::new("V", "xx/x.".parse()?), Piece::new("I", "x".parse()?)];
/// let board = Region::named(Lattice::Squares, "2x2").expect("a board");
/// let packing = Packing::new(pieces, board)?;
/// let mut solver = Solver::new(packing.problem())?;
/// let solution = solver.next_solution().expect("a packing");
/// assert_eq!(
///     packing.decode(&solution).to_string(),
///     "┌───────┐\n\
///      │ V   V │\n\
///      ├───┐   │\n\
///      │ I │ V │\n\
///      └───┴───┘"
/// );
/// assert_eq!(Solver::new(packing.problem())?.count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Packing {
    pieces: Vec<Piece>,
    board: Region,
    /// What the pieces are called in pictures.
    marks: Vec<String>,
    encoding: Encoding,
    /// What the author should know about it.
    warning: Option<String>,
}

impl Packing {
    /// The problem of filling a board with pieces of the same lattice; flat pieces can also fill solid boards.
    ///
    /// # Errors
    /// If the lattices are different, two pieces have one name, or a name cannot be the name of an item; if there are too many ways to
    /// put down the pieces.
    pub fn new(pieces: Vec<Piece>, board: Region) -> Result<Packing, PackingFault> {
        Packing::with_holes(pieces, board, None)
    }

    /// Like [`new`](Self::new), where at least and at most these numbers of cells stay empty, of those that may; if none may,
    /// of all cells.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn with_holes(
        pieces: Vec<Piece>,
        mut board: Region,
        holes: Option<(u32, u32)>,
    ) -> Result<Packing, PackingFault> {
        if holes.is_some() && board.filled() == board.len() {
            board.empty();
        }
        Packing::of_parts(pieces, board, holes, &Colors::new())
    }

    /// The problem of filling a board with sets of pieces, all by their names: `pentominoes`, `polyhexes 4`, `soma` and `6x10`,
    /// `triangular 10`.
    ///
    /// # Errors
    /// If there is no such set or board.
    pub fn named(
        sets: impl IntoIterator<Item = String>,
        board: &str,
    ) -> Result<Packing, PackingFault> {
        let sets = sets.into_iter().map(|set| format!("pieces {set}\n"));
        let text = format!("packing\n{}board {board}\n", String::from_iter(sets));
        Packing::parse(&text).map_err(|fault| fault.fault)
    }

    /// The problem of filling a board with a set of pieces by its name. `None` if there is no such set.
    pub(super) fn of_set(set: &str, board: Region) -> Option<Packing> {
        let words = Vec::from_iter(set.split_whitespace());
        let pieces = library::pieces(&words)?.into_iter();
        let piece = |(name, form, over): library::Named| Piece::new(name, form).turned_over(over);
        Packing::new(pieces.map(piece).collect(), board).ok()
    }

    fn of_parts(
        mut pieces: Vec<Piece>,
        mut board: Region,
        holes: Option<(u32, u32)>,
        colors: &Colors,
    ) -> Result<Packing, PackingFault> {
        let lattice = board.lattice();
        if pieces.iter().map(Piece::least_cells).sum::<u64>() == board.len() as u64 {
            board.fill();
        }
        for piece in &mut pieces {
            let own = piece.form.lattice();
            let form = piece.form.on(lattice);
            piece.form = form.ok_or(PackingFault::Lattices(lattice, own))?;
        }
        let question = Question {
            pieces: &pieces,
            board: &board,
            holes,
            colors,
        };
        let encoding = question.encode()?;
        let warning = encoding.items.volume.map(|_| misfit(&question));
        Ok(Packing {
            marks: draw::marks(&pieces, lattice),
            pieces,
            board,
            encoding,
            warning,
        })
    }

    /// Reads one packing.
    ///
    /// ```
    /// use dominox::puzzles::{Puzzle, packing::Packing};
    /// let packing = Packing::parse("packing\npieces pentominoes\nboard 6x10\n")?;
    /// assert_eq!(packing.problem().option_count(), 2056);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse(text: &str) -> Result<Packing, Located<PackingFault>> {
        text::parse(&Line::all(text))
    }

    /// The pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The board.
    pub fn board(&self) -> &Region {
        &self.board
    }

    /// The piece that an option puts down, by its number, and the cells where it lies; without a piece, the cell that stays empty.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn placement(&self, option: OptionId) -> (Option<usize>, Vec<Cell>) {
        let placement = &self.encoding.placements[option.index()];
        let fields = self.board.fields();
        let cells = placement
            .cells
            .iter()
            .map(|&cell| fields[cell as usize].cell);
        (placement.piece.map(|piece| piece as usize), cells.collect())
    }

    /// The names of the cells that an option covers.
    fn cell_names(&self, option: OptionId) -> Vec<&str> {
        let items = &self.encoding.items.cells;
        let cells = self.encoding.placements[option.index()].cells.iter();
        cells
            .map(|&cell| self.problem().item_name(items[cell as usize]))
            .collect()
    }
}

/// Why the pieces cannot fill the board.
fn misfit(question: &Question) -> String {
    let (least, most) = question.volume();
    let pieces = match most {
        Some(most) if most != least => format!("{least} to {most}"),
        Some(_) => least.to_string(),
        None => format!("at least {least}"),
    };
    let board = question.board;
    let cells = match (board.filled(), board.len()) {
        (filled, all) if filled == all || question.holes.is_some() => all.to_string(),
        (filled, all) => format!("{filled} to {all}"),
    };
    let holes = match question.holes {
        Some((low, high)) if low == high => format!(", {low} of which stay empty"),
        Some((low, high)) => format!(", {low} to {high} of which stay empty"),
        None => String::new(),
    };
    format!("the pieces have {pieces} cells, the board has {cells}{holes}")
}

impl Puzzle for Packing {
    fn problem(&self) -> &Problem {
        &self.encoding.problem
    }

    fn decode(&self, solution: &Solution) -> Board {
        draw::board(self, solution.options())
    }

    fn has_board(&self) -> bool {
        true
    }

    /// The name that the cell has in the problem: on a board of several layers, the drawing has other columns.
    fn cell_name(&self, row: usize, column: usize) -> String {
        match draw::cell_at(self, row, column) {
            Some(cell) => {
                let item = self.encoding.items.cells[cell];
                self.problem().item_name(item).to_owned()
            }
            None => format!("r{}c{}", row + 1, column + 1),
        }
    }

    fn write_board(&self, options: &[OptionId], text: &mut Vec<u8>) {
        text.extend_from_slice(draw::text(self, options).as_bytes());
    }

    fn picture_with(&self, options: &[OptionId], _notes: &Notes) -> Result<Picture, TooLarge> {
        Ok(view::picture(self, options))
    }

    fn warning(&self) -> Option<String> {
        self.warning.clone()
    }

    fn own_symmetries(&self, mirrors: bool) -> Option<Vec<Vec<ItemId>>> {
        let Encoding { problem, items, .. } = &self.encoding;
        let maps = self
            .board
            .lattice()
            .maps(mirrors || !self.board.lattice().is_solid());
        Some(symmetry::elements(
            problem,
            items,
            (&self.pieces, &self.board),
            &maps,
        ))
    }

    fn item_words(&self, item: ItemId) -> String {
        let items = &self.encoding.items;
        let name = self.problem().item_name(item);
        match items.pieces.contains(&Some(item)) {
            true => format!("piece {name}"),
            false if items.hole == Some(item) => "the cells that stay empty".into(),
            false => format!("a piece on cell {name}"),
        }
    }

    fn needed_words(&self, item: ItemId) -> String {
        let low = self.problem().bounds(item).map_or(1, |bounds| bounds.low);
        match self.encoding.items.hole == Some(item) {
            true if low == 1 => "an empty cell".into(),
            true => format!("{low} empty cells"),
            false => self.item_words(item) + &times(low),
        }
    }

    fn stuck_words(&self, item: ItemId) -> Option<String> {
        self.warning
            .clone()
            .filter(|_| self.encoding.items.volume == Some(item))
    }

    fn given_words(&self, option: OptionId) -> String {
        self.option_words(option)
    }

    fn option_words(&self, option: OptionId) -> String {
        let cells = self.cell_names(option).join(" ");
        match self.encoding.placements[option.index()].piece {
            Some(piece) => format!(
                "piece {} on cells {cells}",
                self.pieces[piece as usize].name()
            ),
            None => format!("no piece on cell {cells}"),
        }
    }
}
