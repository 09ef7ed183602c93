//! Arrays in which the bracket before a row is missing: this is one fault, however the later brackets divide the rest.
//!
//! ```text
//! [[5, 3, 0, …],
//!   6, 0, 0, …],      here all brackets are closed, but the array continues
//!  [0, 9, 8, …], …
//! ```

use std::io;
use std::ops::Range;

use super::layout::Source;
use super::row::Fit;
use super::tree::{Item, Node, turn};
use super::{Start, SudokuFault};
use crate::problem::{Located, quotable};
use crate::puzzles::kind::Hints;
use crate::puzzles::lines::{Input, Line};
use crate::puzzles::sudoku::LARGEST_SIZE;

/// The fault of an array that has cells where rows in brackets should be, if it is one. Takes the lines with its other rows.
pub(super) fn unbracketed(
    tree: &Node,
    source: &Source,
    lines: &mut Input,
    hints: Hints,
) -> io::Result<Option<Located<SudokuFault>>> {
    let is_next = |line: &Line| matches!(Start::of(line), Start::Array | Start::Rest);
    let goes_on =
        source.text().trim_ascii_end().ends_with(',') && lines.peek(0)?.is_some_and(is_next);
    let Some(place) = beside_rows(tree).or_else(|| row_alone(tree, hints).filter(|_| goes_on))
    else {
        return Ok(None);
    };
    while goes_on && let Some(line) = lines.peek(0)?.filter(|line| is_next(line)) {
        let is_last = Start::of(line) == Start::Rest || turn(&line.text) < 0;
        lines.take()?;
        if is_last {
            break;
        }
    }
    let found = quotable(&source.text()[place.clone()]);
    Ok(Some(source.locate(SudokuFault::BesideRows(found), place)))
}

/// The first cell that stands beside rows in a list.
fn beside_rows(node: &Node) -> Option<Range<usize>> {
    let lists = || {
        node.items.iter().filter_map(|item| match item {
            Item::List { node, .. } => Some(node),
            Item::Cell { .. } => None,
        })
    };
    let alone = node.items.iter().find_map(Item::cell);
    match alone.filter(|_| !node.is_object && lists().any(is_row)) {
        Some(place) => Some(place),
        None => lists().find_map(beside_rows),
    }
}

/// The first cell of a list that is only a row.
fn row_alone(node: &Node, hints: Hints) -> Option<Range<usize>> {
    let is_puzzle = Fit::of(node.items.len(), hints).puzzle.is_some();
    let first = node.items.first().filter(|_| is_row(node) && !is_puzzle);
    first.and_then(Item::cell)
}

/// Whether a list can be a row: cells, and no more than a row has.
fn is_row(node: &Node) -> bool {
    let is_cell = |item: &Item| matches!(item, Item::Cell { .. });
    (4..=LARGEST_SIZE).contains(&node.items.len()) && node.items.iter().all(is_cell)
}
