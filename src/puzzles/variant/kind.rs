//! Variants as a kind of puzzle: how they are recognised, and the source that reads them, as text or from links.

use std::str::FromStr;

use super::link;
use super::rule::LATIN;
use super::text::{FIRST, RULES, is_path, parse};
use super::{Rule, Variant, VariantFault};
use crate::problem::Located;
use crate::puzzles::fault::{PuzzleFault, ReadCause};
use crate::puzzles::kind::{Fit, Kind};
use crate::puzzles::lines::{Input, Line, is_comment};
use crate::puzzles::read::{Found, Source};
use crate::puzzles::recognise::Opening;
use crate::puzzles::section::{Sections, Trouble};
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
        source: |_| Box::new(Variants::new()),
    };
}

impl FromStr for Variant {
    type Err = Located<VariantFault>;

    /// Reads one variant, as text or from a link.
    ///
    /// ```
    /// use dominox::puzzles::variant::Variant;
    /// let variant: Variant = "variant 4x4\ncage 5 r1c1 r1c2\n".parse()?;
    /// assert_eq!(variant.rules().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from_str(text: &str) -> Result<Variant, Located<VariantFault>> {
        let mut lines = Line::all(text);
        let begin = lines.iter().take_while(|line| is_between(line)).count();
        lines.drain(..begin);
        match lines.first() {
            Some(first) if link::is_link(first) => link::read(first),
            Some(first) if is_first(first) => parse(&lines, None),
            Some(first) => {
                let (text, end) = (&first.text, first.text.trim_end().len());
                Err(Located::new(
                    VariantFault::NoFirst,
                    first.number,
                    text,
                    0,
                    end,
                ))
            }
            None => Err(Located::new(VariantFault::NoFirst, 1, "", 0, 0)),
        }
    }
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
        is_size
            || is_comment(word)
            || word.eq_ignore_ascii_case(LATIN)
            || Rule::named(word).is_some()
    };
    words_after_first(&line.text).is_some_and(|mut words| words.next().is_none_or(is_known))
}

/// A first line with a word that is not known, or a rule without a first line.
fn fit(opening: &Opening) -> Option<Fit> {
    let first = &opening.first;
    let is_spoilt = words_after_first(first).is_some() || is_rule(first);
    is_spoilt.then_some(Fit::SpoiltLine)
}

/// Whether a line could be a rule: one of more than a letter alone, or one with its cells.
fn is_rule(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [word] => word.len() > 1 && Rule::named(word).is_some(),
        [word, .., last] => {
            let is_named = RULES.iter().any(|rule| word.eq_ignore_ascii_case(rule));
            is_named && is_path(last)
        }
        [] => false,
    }
}

/// The variants of a stream.
struct Variants {
    sections: Sections,
    /// The last good one: the next one may have the same rules.
    last: Option<Variant>,
}

impl Variants {
    fn new() -> Self {
        let begins = |line: &Line| is_first(line) || link::is_link(line);
        Variants {
            sections: Sections::new(is_between, begins, MOST_LINES),
            last: None,
        }
    }
}

impl Source for Variants {
    fn read(&mut self, lines: &mut Input) -> Result<Option<Found>, ReadCause> {
        let Some(first) = self.sections.first(lines)? else {
            return Ok(None);
        };
        let number = first.number;
        let is_link = link::is_link(first);
        let goes_on = |_: &Line, next: &Line| !is_link && !is_first(next) && !link::is_link(next);
        let all = self.sections.take(lines, goes_on)?.map_err(fault)?;
        if is_link {
            let variant = link::read(&all[0]).map_err(|fault| fault.map(PuzzleFault::of))?;
            return Ok(Some((number, Box::new(variant))));
        }
        if !is_first(&all[0]) {
            let (line, end) = (&all[0], all[0].text.trim_end().len());
            let fault = PuzzleFault::of(VariantFault::NoFirst);
            return Err(Located::new(fault, number, &line.text, 0, end).into());
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

fn fault(trouble: Located<Trouble>) -> Located<PuzzleFault> {
    trouble.map(|trouble| {
        PuzzleFault::of(match trouble {
            Trouble::TooLong => VariantFault::TooLong,
            Trouble::Cut => VariantFault::LongLine,
        })
    })
}
