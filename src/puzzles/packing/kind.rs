//! Packings as a kind of puzzle: how they are recognised, and the source that reads them, as text or from BurrTools.

use std::collections::VecDeque;

use super::rows::is_between;
use super::text::{FIRST, parse};
use super::{Packing, PackingFault, burrtools};
use crate::problem::Located;
use crate::puzzles::fault::{PuzzleFault, ReadCause};
use crate::puzzles::kind::{Fit, Kind};
use crate::puzzles::lines::{Input, Line, is_comment};
use crate::puzzles::read::{Found, Source};
use crate::puzzles::recognise::Opening;
use crate::puzzles::section::{Sections, Trouble};
use crate::puzzles::sudoku::is_opensudoku;

/// The most lines of one packing.
const MOST_LINES: usize = 100_000;

impl Packing {
    /// Packings.
    pub const KIND: &'static Kind = &Kind {
        name: "packing",
        about: "Packings: pieces of squares, cubes, hexagons or triangles fill a board",
        one: "a packing",
        begins: |lines, _| Ok(lines.peek(0)?.is_some_and(begins) && !is_opensudoku(lines)?),
        fit: |_, opening, _| Ok(fit(opening)),
        is_ruled_out: |_, _, _| Ok(false),
        source: |_| Box::new(Packings::new()),
    };
}

/// Whether a line is the first of a packing: the word, alone or with a lattice.
fn begins(line: &Line) -> bool {
    if burrtools::begins(&line.text) {
        return true;
    }
    let mut words = line.text.split_whitespace();
    let is_first = words
        .next()
        .is_some_and(|word| word.eq_ignore_ascii_case(FIRST));
    is_first
        && words
            .next()
            .is_none_or(|word| is_comment(word) || super::Lattice::named(word).is_some())
}

/// A first line with a word that is not known.
fn fit(opening: &Opening) -> Option<Fit> {
    is_first(&opening.first).then_some(Fit::SpoiltLine)
}

fn is_first(text: &str) -> bool {
    let first = text.split_whitespace().next();
    first.is_some_and(|word| word.eq_ignore_ascii_case(FIRST))
}

/// The packings of a stream.
struct Packings {
    sections: Sections,
    /// Packings of a file that was read already.
    pending: VecDeque<burrtools::Numbered>,
}

impl Packings {
    fn new() -> Self {
        let begins = |line: &Line| is_first(&line.text) || burrtools::begins(&line.text);
        Packings {
            sections: Sections::new(is_between, begins, MOST_LINES),
            pending: VecDeque::new(),
        }
    }
}

impl Source for Packings {
    fn read(&mut self, lines: &mut Input) -> Result<Option<Found>, ReadCause> {
        if let Some((number, outcome)) = self.pending.pop_front() {
            let packing = outcome.map_err(|fault| fault.map(PuzzleFault::of))?;
            return Ok(Some((number, Box::new(packing))));
        }
        let Some(first) = self.sections.first(lines)? else {
            return Ok(None);
        };
        let is_xml = burrtools::begins(&first.text);
        let goes_on = |last: &Line, next: &Line| match is_xml {
            true => !burrtools::ends(&last.text) && !is_first(&next.text),
            false => !is_first(&next.text) && !burrtools::begins(&next.text),
        };
        let all = self.sections.take(lines, goes_on)?.map_err(fault)?;
        if is_xml {
            self.pending = burrtools::read(&all).into();
            return self.read(lines);
        }
        let packing = parse(&all).map_err(|fault| fault.map(PuzzleFault::of))?;
        Ok(Some((all[0].number, Box::new(packing))))
    }
}

fn fault(trouble: Located<Trouble>) -> Located<PuzzleFault> {
    trouble.map(|trouble| {
        PuzzleFault::of(match trouble {
            Trouble::TooLong => PackingFault::TooLong,
            Trouble::Cut => PackingFault::LongLine,
        })
    })
}
