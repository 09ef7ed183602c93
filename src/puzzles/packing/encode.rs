//! The exact-cover problem of a packing.
//!
//! ```text
//!   pieces         board    items    V I r1c1 r1c2 r2c1 r2c2
//!   V  xx  I  x    2 × 2    options  V r1c1 r1c2 r2c1
//!      x.                            I r2c2
//!                                    and six more
//! ```
//!
//! There is an item for each piece, with bounds if there are several copies, and one for each cell. Cells that may stay empty
//! are secondary. If the number of empty cells is limited, and the pieces do not determine it, an item `hole` counts them: an
//! option covers it and one cell. Pieces that can never fill the board have an item `volume`, which nothing covers.
//!
//! A piece of which any number may be there needs no item. But if there are two such pieces of one shape, items keep them apart:
//! equal options would be one for all symmetries.

use std::collections::{BTreeSet, HashMap};

use super::fault::PackingFault;
use super::lattice::{Cell, difference, sum};
use super::piece::{Copies, Piece};
use super::polyform::Polyform;
use super::region::Region;
use crate::problem::{BuildError, Builder, ItemId, Problem};

/// The most cells of all placements together.
const MOST_ENTRIES: usize = 1 << 26;

/// Pairs of colours that may lie on each other, besides those with colour 0: of a piece, and of the board.
pub(super) type Colors = BTreeSet<(u8, u8)>;

/// What is to be encoded.
pub(super) struct Question<'q> {
    pub(super) pieces: &'q [Piece],
    pub(super) board: &'q Region,
    /// The least and the largest number of cells that stay empty, if that is limited.
    pub(super) holes: Option<(u32, u32)>,
    pub(super) colors: &'q Colors,
}

/// An option: a piece and where it lies, as numbers of cells; without a piece, an empty cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Placement {
    pub(super) piece: Option<u32>,
    pub(super) cells: Vec<u32>,
}

/// A problem, and what its items and options mean.
#[derive(Clone, Debug)]
pub(super) struct Encoding {
    pub(super) problem: Problem,
    pub(super) items: Items,
    pub(super) placements: Vec<Placement>,
}

/// The item of each piece and of each cell.
#[derive(Clone, Debug)]
pub(super) struct Items {
    /// `None` for a piece that needs none.
    pub(super) pieces: Vec<Option<ItemId>>,
    pub(super) hole: Option<ItemId>,
    pub(super) volume: Option<ItemId>,
    pub(super) cells: Vec<ItemId>,
}

/// How the cells that may stay empty are treated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holes {
    /// There are no such cells, or any number of them may stay empty.
    Free,
    /// They are counted.
    Counted(u32, u32),
    /// The numbers of cells do not match.
    Never,
}

impl Question<'_> {
    /// The number of cells of all pieces: the least, and the largest if there is one.
    pub(super) fn volume(&self) -> (u64, Option<u64>) {
        let most = |piece: &Piece| Some(piece.form.len() as u64 * u64::from(piece.copies.most?));
        let least = self.pieces.iter().map(Piece::least_cells).sum();
        (least, self.pieces.iter().map(most).sum())
    }

    fn holes(&self) -> Holes {
        let (filled, all) = (self.board.filled() as u64, self.board.len() as u64);
        let (least, most) = self.volume();
        if least > all || most.is_some_and(|most| most < filled) {
            return Holes::Never;
        }
        let Some((low, high)) = self.holes else {
            return Holes::Free;
        };
        // Pieces that must fill all cells leave none empty, even if there may be more of them.
        match most == Some(least) || least == all {
            true if (u64::from(low)..=u64::from(high)).contains(&(all - least)) => Holes::Free,
            true => Holes::Never,
            false => Holes::Counted(low, high),
        }
    }

    /// # Errors
    /// If names are bad or taken, or there are too many placements.
    pub(super) fn encode(&self) -> Result<Encoding, PackingFault> {
        let holes = self.holes();
        let placements = self.placements(holes)?;
        let mut builder = Problem::builder();
        let items = self
            .items(&mut builder, holes, &self.free_pieces(&placements))
            .map_err(PackingFault::Build)?;
        for Placement { piece, cells } in &placements {
            let first = match piece {
                Some(piece) => items.pieces[*piece as usize],
                None => items.hole,
            };
            let cells = cells.iter().map(|&cell| items.cells[cell as usize]);
            builder
                .option(first.into_iter().chain(cells))
                .map_err(PackingFault::Build)?;
        }
        Ok(Encoding {
            problem: builder.build(),
            items,
            placements,
        })
    }

    /// Whether all cells must be covered, so that a piece which may be left out needs no item that says so.
    fn is_full(&self) -> bool {
        self.board.filled() == self.board.len()
    }

    /// Which pieces need no item: any number of them may be there, and they share no place with another such piece.
    fn free_pieces(&self, placements: &[Placement]) -> Vec<bool> {
        let room = self.board.len() as u32;
        let is_free = |piece: &Piece| {
            let size = piece.form.len() as u32;
            let Copies { least, most } = piece.copies;
            self.is_full() && least == 0 && most.is_none_or(|most| most >= room / size)
        };
        let mut free = Vec::from_iter(self.pieces.iter().map(is_free));
        if free.iter().filter(|&&is_free| is_free).count() < 2 {
            return free;
        }
        let (mut first, mut alike) = (HashMap::new(), BTreeSet::new());
        for Placement { piece, cells } in placements {
            if let Some(piece) = piece.filter(|&piece| free[piece as usize]) {
                let other = *first.entry(&cells[..]).or_insert(piece);
                if other != piece {
                    alike.extend([other, piece]);
                }
            }
        }
        for piece in alike {
            free[piece as usize] = false;
        }
        free
    }

    /// Items in the order in which a problem has them: primary ones first.
    fn items(
        &self,
        builder: &mut Builder,
        holes: Holes,
        free: &[bool],
    ) -> Result<Items, BuildError> {
        let room = self.board.len() as u32;
        let mut items = Items {
            pieces: vec![None; self.pieces.len()],
            hole: None,
            volume: None,
            cells: vec![ItemId::new(0); self.board.len()],
        };
        // A piece that may be left out can be a secondary item if each of its options covers a cell that must be
        // covered.
        let is_secondary = |piece: &Piece| {
            let Copies { least, most } = piece.copies;
            self.is_full() && (least, most) == (0, Some(1))
        };
        let counted = self.pieces.iter().zip(free).zip(&mut items.pieces);
        for ((piece, &is_free), item) in counted {
            let Copies { least, most } = piece.copies;
            if most != Some(0) && !is_secondary(piece) && !is_free {
                let most = most.unwrap_or(room.max(least));
                *item = Some(builder.bounded(piece.name(), least, most)?);
            }
        }
        if let Holes::Counted(low, high) = holes
            && high > 0
        {
            items.hole = Some(builder.bounded("hole", low, high)?);
        }
        if holes == Holes::Never {
            items.volume = Some(builder.primary("volume")?);
        }
        let names = cell_names(self.board);
        let fields = self.board.fields();
        let must_be_covered =
            |&cell: &usize| fields[cell].is_filled || matches!(holes, Holes::Counted(..));
        let (primary, secondary): (Vec<_>, Vec<_>) = (0..fields.len()).partition(must_be_covered);
        for cell in primary {
            items.cells[cell] = builder.primary(&names[cell])?;
        }
        let optional = self.pieces.iter().zip(free).zip(&mut items.pieces);
        for ((piece, &is_free), item) in optional {
            if is_secondary(piece) && !is_free {
                *item = Some(builder.secondary(piece.name())?);
            }
        }
        for cell in secondary {
            items.cells[cell] = builder.secondary(&names[cell])?;
        }
        Ok(items)
    }

    /// All ways to put down one piece, or to leave one cell empty if that is counted.
    fn placements(&self, holes: Holes) -> Result<Vec<Placement>, PackingFault> {
        let numbers = self.board.cells().zip(0..).collect();
        let (mut found, mut entries) = (Vec::new(), 0);
        for (number, piece) in (0..).zip(self.pieces) {
            if piece.copies.most == Some(0) {
                continue;
            }
            for form in piece.form.images(&piece.maps(self.board.lattice())) {
                for cells in self.places(&form, &numbers) {
                    entries += cells.len() + 1;
                    if entries > MOST_ENTRIES {
                        return Err(PackingFault::TooManyPlacements);
                    }
                    let piece = Some(number);
                    found.push(Placement { piece, cells });
                }
            }
        }
        if matches!(holes, Holes::Counted(_, 1..)) {
            let empty = (0..)
                .zip(self.board.fields())
                .filter(|(_, field)| !field.is_filled);
            found.extend(empty.map(|(cell, _)| Placement {
                piece: None,
                cells: vec![cell],
            }));
        }
        Ok(found)
    }

    /// All places of one orientation on the board.
    fn places<'q>(
        &'q self,
        form: &'q Polyform,
        numbers: &'q HashMap<Cell, u32>,
    ) -> impl Iterator<Item = Vec<u32>> + 'q {
        let fields = self.board.fields();
        let unit = self.board.lattice().unit();
        let (first, _) = form.spots()[0];
        fields.iter().filter_map(move |field| {
            let step = difference(field.cell, first);
            if (0..3).any(|axis| step[axis] % unit[axis] != 0) {
                return None;
            }
            let cells = form.spots().iter().map(|&(cell, color)| {
                let number = *numbers.get(&sum(cell, step))?;
                let below = fields[number as usize].color;
                let fits = color == 0 || below == 0 || self.colors.contains(&(color, below));
                fits.then_some(number)
            });
            let mut cells = cells.collect::<Option<Vec<u32>>>()?;
            cells.sort_unstable();
            Some(cells)
        })
    }
}

/// Names of cells: layer, if there are several, row, and place in the row, from 1.
pub(super) fn cell_names(board: &Region) -> Vec<String> {
    let lattice = board.lattice();
    let places: Vec<Cell> = board.cells().map(|cell| lattice.place(cell)).collect();
    let least = [0, 1, 2].map(|axis| places.iter().map(|place| place[axis]).min().unwrap_or(0));
    let has_layers = places.iter().any(|place| place[0] > least[0]);
    let name = |place: &Cell| {
        let [layer, row, column] = difference(*place, least).map(|number| number + 1);
        match has_layers {
            true => format!("z{layer}r{row}c{column}"),
            false => format!("r{row}c{column}"),
        }
    };
    places.iter().map(name).collect()
}
