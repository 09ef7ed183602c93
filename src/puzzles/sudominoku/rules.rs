//! The rules of Sudominoku as one exact-cover problem, the same for all cases.
//!
//! **Items**, all primary, in this order:
//!
//! ```text
//!   0.. 81   r1c1 … r9c9   each cell has a digit
//!  81..162   r1#1 … r9#9   each row has each digit
//! 162..243   c1#1 … c9#9   each column has each digit
//! 243..324   b1#1 … b9#9   each box has each digit
//! 324..360   d1-2 … d8-9   each domino is used (d1-2, d1-3, …, d1-9, d2-3, …)
//! 360..369   s1   … s9     each single digit is used
//! ```
//!
//! **Options**: a single digit has five items, a domino nine. The ids need no table. With cells 0 to 80 and digits
//! 0 to 8 (one less than printed):
//!
//! ```text
//! single d at cell p       9·p + d                                          0..729
//! domino a, b on p, q      729 + 72·place + 8·a + b − [b > a]             729..11097
//!
//!     p is left of q:      place = 8·row + column of p                      0..72
//!     p is above q:        place = 72 + p                                  72..144
//! ```
//!
//! Of the 81 pairs of digits, the nine equal ones are left out, and those after them in their row move down by one:
//!
//! ```text
//!          b 0 1 2 …
//!     a 0    · 0 1 …      the other half has a choice of 8 digits
//!       1    8 · 9 …
//! ```
//!
//! **Facts**: 9·p + d for each digit that the option puts on the board. A fact of cell p is *anchored* at p's own
//! item: only options that cover that primary item have it, and each of them has exactly one.

use std::sync::OnceLock;

use super::piece::{Cell, Mark, Piece, row_letter};
use crate::problem::{BuildError, ItemId, OptionId, Problem};

const ROWS: usize = 81;
const COLUMNS: usize = 162;
const BOXES: usize = 243;
const DOMINOES: usize = 324;
const SINGLES: usize = 360;

/// Options of single digits: they come first.
const SINGLE_OPTIONS: usize = 81 * 9;
/// The number of places where a domino can lie along a row, which is also the number along a column.
const LYING: usize = 9 * 8;
/// Ways to put two different digits on two cells.
const TURNS: usize = 9 * 8;
const OPTIONS: usize = SINGLE_OPTIONS + 2 * LYING * TURNS;

/// The rules. Made once, at the first call.
pub(super) fn problem() -> &'static Problem {
    static PROBLEM: OnceLock<Problem> = OnceLock::new();
    PROBLEM.get_or_init(|| build().expect("the rules are well formed"))
}

fn build() -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    for (first, separator) in [("r", "c"), ("r", "#"), ("c", "#"), ("b", "#")] {
        for unit in 1..=9 {
            for digit in 1..=9 {
                builder.primary(format!("{first}{unit}{separator}{digit}"))?;
            }
        }
    }
    for [a, b] in pairs() {
        builder.primary(format!("d{a}-{b}"))?;
    }
    for digit in 1..=9 {
        builder.primary(format!("s{digit}"))?;
    }
    for index in 0..OPTIONS {
        let piece = piece(OptionId::new(index));
        builder.option(items(piece))?;
        builder.facts(piece.marks().map(|mark| fact(mark) as u32))?;
    }
    Ok(builder.build())
}

/// The option of a piece. The halves of a domino may come in either order; they must touch and differ.
pub(super) fn option(piece: Piece) -> OptionId {
    OptionId::new(match piece {
        Piece::Single(mark) => fact(mark),
        Piece::Domino(p, q) => {
            let (p, q) = if p.cell < q.cell { (p, q) } else { (q, p) };
            let place = if p.cell.row() == q.cell.row() {
                p.cell.row() * 8 + p.cell.column()
            } else {
                LYING + p.cell.index()
            };
            let [a, b] = [p, q].map(|mark| usize::from(mark.digit) - 1);
            SINGLE_OPTIONS + place * TURNS + a * 8 + b - usize::from(b > a)
        }
    })
}

/// The piece of an option, a domino's left or upper half first: the inverse of [`option`].
///
/// # Panics
/// If the option is not of [`problem`].
pub(super) fn piece(option: OptionId) -> Piece {
    let index = option.index();
    assert!(index < OPTIONS, "option {index} is not of Sudominoku");
    let mark = |cell: usize, digit: usize| Mark {
        digit: digit as u8 + 1,
        cell: Cell::new(cell),
    };
    let Some(index) = index.checked_sub(SINGLE_OPTIONS) else {
        return Piece::Single(mark(index / 9, index % 9));
    };
    let (place, turn) = (index / TURNS, index % TURNS);
    let (a, b) = (turn / 8, turn % 8);
    let b = b + usize::from(b >= a);
    match place.checked_sub(LYING) {
        None => {
            let left = place / 8 * 9 + place % 8;
            Piece::Domino(mark(left, a), mark(left + 1, b))
        }
        Some(upper) => Piece::Domino(mark(upper, a), mark(upper + 9, b)),
    }
}

/// The items that a piece covers: four for each of its digits, and its own.
fn items(piece: Piece) -> impl Iterator<Item = ItemId> {
    let own = match piece {
        Piece::Single(mark) => SINGLES + usize::from(mark.digit) - 1,
        Piece::Domino(p, q) => {
            let [a, b] = [p.digit.min(q.digit), p.digit.max(q.digit)].map(usize::from);
            // Before the pairs of a come 8 + 7 + … (a − 1 terms) others.
            DOMINOES + (a - 1) * (18 - a) / 2 + b - a - 1
        }
    };
    let of_mark = |Mark { digit, cell }: Mark| {
        let digit = usize::from(digit) - 1;
        [
            cell.index(),
            ROWS + cell.row() * 9 + digit,
            COLUMNS + cell.column() * 9 + digit,
            BOXES + cell.box_index() * 9 + digit,
        ]
    };
    let sudoku = piece.marks().flat_map(of_mark);
    sudoku.chain([own]).map(ItemId::new)
}

/// A cell and its digit in one number: `9·cell + digit − 1`, in `0..729`.
fn fact(mark: Mark) -> usize {
    mark.cell.index() * 9 + usize::from(mark.digit) - 1
}

/// What an item asks for, to be read after 'no place for'.
pub(super) fn item_words(item: ItemId) -> String {
    let index = item.index();
    let (unit, digit) = (index / 9 % 9, index % 9 + 1);
    match index {
        0..ROWS => format!("a digit at {}", Cell::new(index)),
        ROWS..COLUMNS => format!("digit {digit} in row {}", row_letter(unit)),
        COLUMNS..BOXES => format!("digit {digit} in column {}", unit + 1),
        BOXES..DOMINOES => {
            let corner = unit / 3 * 27 + unit % 3 * 3;
            let [from, to] = [corner, corner + 20].map(Cell::new);
            format!("digit {digit} in box {from}-{to}")
        }
        DOMINOES..SINGLES => {
            let [a, b] = pairs().nth(index - DOMINOES).expect("one of 36 dominoes");
            format!("domino {a}-{b}")
        }
        _ => format!("the single {digit}"),
    }
}

/// The 36 dominoes, in the order of their items.
fn pairs() -> impl Iterator<Item = [u8; 2]> {
    (1..=9).flat_map(|a| (a + 1..=9).map(move |b| [a, b]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shape_is_that_of_the_design() {
        let problem = problem();
        assert_eq!(problem.item_count(), 81 * 4 + 36 + 9);
        assert_eq!(problem.primary_count(), problem.item_count());
        assert_eq!(problem.option_count(), 729 + 144 * 72);
        assert_eq!(problem.entry_count(), 729 * 5 + 144 * 72 * 9);
    }

    #[test]
    fn pieces_and_option_ids_are_inverse() {
        for id in problem().options() {
            let piece = piece(id);
            assert_eq!(option(piece), id);
            if let Piece::Domino(p, q) = piece {
                assert!(p.cell.touches(q.cell) && p.digit != q.digit, "{piece}");
                assert_eq!(option(Piece::Domino(q, p)), id);
            }
        }
    }

    #[test]
    fn items_of_an_option_by_name() {
        let names = |text: &str| {
            let id = problem()
                .options()
                .find(|&id| piece(id).to_string() == text);
            let entries = problem().entries(id.expect(text)).iter();
            let names = entries.map(|entry| problem().item_name(entry.item));
            names.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names("5 at A3"), "r1c3 r1#5 c3#5 b1#5 s5");
        assert_eq!(
            names("domino 9-2 at C3 D3"),
            "r3c3 r3#9 c3#9 b1#9 r4c3 r4#2 c3#2 b4#2 d2-9"
        );
        assert_eq!(
            names("domino 8-9 at I8 I9"),
            "r9c8 r9#8 c8#8 b9#8 r9c9 r9#9 c9#9 b9#9 d8-9"
        );
    }

    /// Searching for another answer excludes one fact after the other. That is complete because every solution has
    /// exactly one fact of each cell.
    #[test]
    fn every_fact_is_anchored_at_the_primary_item_of_its_cell() {
        for id in problem().options() {
            let cells = problem().entries(id).iter().map(|entry| entry.item);
            let cells: Vec<_> = cells.filter(|item| item.index() < 81).collect();
            let facts = problem().facts(id).iter();
            let anchors: Vec<_> = facts.map(|&fact| ItemId::new(fact as usize / 9)).collect();
            assert_eq!(anchors, cells, "{}", piece(id));
            assert!(cells.iter().all(|&item| problem().is_primary(item)));
        }
    }

    #[test]
    fn an_item_in_words() {
        let words = |name: &str| item_words(problem().item_named(name).expect(name));
        assert_eq!(words("r2c3"), "a digit at B3");
        assert_eq!(words("r3#5"), "digit 5 in row C");
        assert_eq!(words("c3#5"), "digit 5 in column 3");
        assert_eq!(words("b6#1"), "digit 1 in box D7-F9");
        assert_eq!(words("d1-2"), "domino 1-2");
        assert_eq!(words("d8-9"), "domino 8-9");
        assert_eq!(words("s7"), "the single 7");
    }
}
