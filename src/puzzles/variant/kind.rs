//! Variants as a kind of puzzle: how they are recognised, and the source that reads them, as text or from links.

use super::link;
use super::text::{FIRST, parse};
use super::{Rule, Variant, VariantFault};
use crate::problem::Located;
use crate::puzzles::fault::{PuzzleFault, ReadCause};
use crate::puzzles::kind::{Fit, Kind};
use crate::puzzles::lines::{Input, Line};
use crate::puzzles::read::{Found, Source};
use crate::puzzles::recognise::Opening;
use crate::puzzles::sudoku::Start;

/// The most lines of one variant.
const MOST_LINES: usize = 10_000;

impl Variant {
    /// Variants of Sudoku.
    pub const KIND: &'static Kind = &Kind {
        name: "variant",
        about: "Variants of Sudoku: cages, thermometers, regions, several grids, …",
        one: "a variant of Sudoku",
        begins: |lines, _| Ok(lines.peek(0)?.is_some_and(begins)),
        fit: |_, opening, _| Ok(fit(opening)),
        is_ruled_out: |_, _, _| Ok(false),
        source: |_| Box::new(Variants::default()),
    };
}

/// The words of a first line after `variant`; `None` if it is none.
fn words_after_first(text: &str) -> Option<impl Iterator<Item = &str>> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    first.eq_ignore_ascii_case(FIRST).then_some(words)
}

/// Whether this line can only be a link, or the first line of a variant: the word, perhaps a size, and rules.
fn begins(line: &Line) -> bool {
    if link::is_link(line) {
        return true;
    }
    let is_known = |word: &str| {
        let is_size = word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('x');
        is_size || word.eq_ignore_ascii_case("latin") || Rule::named(word).is_some()
    };
    words_after_first(&line.text).is_some_and(|mut words| words.next().is_none_or(is_known))
}

/// A first line with a word that is not known.
fn fit(opening: &Opening) -> Option<Fit> {
    words_after_first(&opening.first).map(|_| Fit::SpoiltLine)
}

/// The variants of a stream.
#[derive(Default)]
struct Variants {
    /// One was read, if only a bad one.
    begun: bool,
    /// The last good one: the next one may have the same rules.
    last: Option<Variant>,
}

impl Source for Variants {
    fn read(&mut self, lines: &mut Input) -> Result<Option<Found>, ReadCause> {
        while lines.peek(0)?.is_some_and(is_between) {
            lines.take()?;
        }
        let begun = std::mem::replace(&mut self.begun, true);
        let Some(first) = lines.take()? else {
            return match begun {
                true => Ok(None),
                false => Err(PuzzleFault::nothing(lines).into()),
            };
        };
        let number = first.number;
        if link::is_link(&first) {
            if first.cut {
                return Err(fault(&first, VariantFault::LongLine).into());
            }
            let variant = link::read(&first).map_err(|fault| fault.map(PuzzleFault::of))?;
            return Ok(Some((number, Box::new(variant))));
        }
        let mut all = vec![first];
        while lines
            .peek(0)?
            .is_some_and(|line| !is_first(line) && !link::is_link(line))
        {
            all.extend(lines.take()?);
            if all.len() > MOST_LINES {
                return Err(fault(&all[MOST_LINES], VariantFault::TooLong).into());
            }
        }
        if let Some(line) = all.iter().find(|line| line.cut) {
            return Err(fault(line, VariantFault::LongLine).into());
        }
        if !is_first(&all[0]) {
            return Err(fault(&all[0], VariantFault::NoFirst).into());
        }
        let variant =
            parse(&all, self.last.as_ref()).map_err(|fault| fault.map(PuzzleFault::of))?;
        self.last = Some(variant.clone());
        Ok(Some((number, Box::new(variant))))
    }
}

/// Whether a line begins a variant.
fn is_first(line: &Line) -> bool {
    words_after_first(&line.text).is_some()
}

/// Whether a line can stand before a variant.
fn is_between(line: &Line) -> bool {
    matches!(Start::of(line), Start::Blank | Start::Comment)
}

fn fault(line: &Line, fault: VariantFault) -> Located<PuzzleFault> {
    let end = line.text.trim_end().len();
    Located::new(PuzzleFault::of(fault), line.number, &line.text, 0, end)
}
