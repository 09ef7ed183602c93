//! Sets of numbers, as in the benchmarks of the literature on exact cover (T. Junttila and P. Kaski, *Exact Cover via
//! Satisfiability: An Empirical Study*, CP 2010).
//!
//! ```text
//! c a comment
//! p ec 3            three items: 1, 2, 3        (or `p cover 3`, perhaps with the number of sets after it)
//! s 1 2             a set; the `s` may be missing
//! s 3
//! ```

use std::fmt::Write;
use std::ops::Range;

use super::numbered::{Word, are_numbers, items, words};
use super::place::{expected, fault, refused};
use super::{FormatFault, Loss, Unfit, Written, loss};
use crate::problem::{Builder, Entry, Located, Problem, quotable};

pub(super) fn write(problem: &Problem) -> Result<Written, Unfit> {
    Unfit::if_bounds(problem)?;
    Unfit::if_secondary(problem)?;
    let (items, sets) = (problem.item_count(), problem.option_count());
    let mut text = format!("c n = {items}, m = {sets}\np ec {items}\n");
    for option in problem.options() {
        text.push('s');
        for entry in problem.entries(option) {
            let _ = write!(text, " {}", entry.item.index() + 1);
        }
        text.push('\n');
    }
    let mut losses = loss::of_costs(problem);
    losses.extend((!are_numbers(problem)).then_some(Loss::Names));
    Ok(Written { text, losses })
}

/// A problem while it is read.
struct Sets<'t> {
    text: &'t str,
    builder: Option<Builder>,
    /// The number of sets that there should be.
    announced: Option<(u64, Word<'t>)>,
    found: u64,
    entries: Vec<Entry>,
}

pub(super) fn read(text: &str) -> Result<Problem, Located<FormatFault>> {
    let mut sets = Sets {
        text,
        builder: None,
        announced: None,
        found: 0,
        entries: Vec::new(),
    };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        sets.line(start..end)?;
        start = end;
    }
    let end = text.trim_end().len();
    let Some(builder) = sets.builder else {
        return Err(expected(
            text,
            end..end,
            "a line `p ec N` with the number of items",
        ));
    };
    match sets.announced {
        Some((count, word)) if count != sets.found => {
            let number = format!("the number of sets that follow, {}", sets.found);
            let found = Some(quotable(word.text));
            let wrong = FormatFault::expected(found, number);
            Err(fault(text, word.range(), wrong))
        }
        _ => Ok(builder.build()),
    }
}

impl<'t> Sets<'t> {
    fn line(&mut self, line: Range<usize>) -> Result<(), Located<FormatFault>> {
        let mut words = words(self.text, line.clone()).peekable();
        let Some(&first) = words.peek() else {
            return Ok(());
        };
        match first.text {
            "c" => Ok(()),
            "p" if self.builder.is_none() => {
                words.next();
                self.head(words, line)
            }
            _ if self.builder.is_none() => {
                Err(first.expected("a line `p ec N` with the number of items, or a comment `c …`"))
            }
            "s" => {
                words.next();
                self.set(words, first)
            }
            word if word.starts_with(|c: char| c.is_ascii_digit()) => self.set(words, first),
            _ => Err(first.expected("a set `s 1 2 …`, or a comment `c …`")),
        }
    }

    fn head(
        &mut self,
        mut words: impl Iterator<Item = Word<'t>>,
        line: Range<usize>,
    ) -> Result<(), Located<FormatFault>> {
        let end = line.start + self.text[line].trim_end().len();
        let missing = |what| expected(self.text, end..end, what);
        let kind = words.next().ok_or_else(|| missing("`ec` or `cover`"))?;
        if !matches!(kind.text, "ec" | "cover") {
            return Err(kind.expected("`ec` or `cover`"));
        }
        let count = words.next().ok_or_else(|| missing("the number of items"))?;
        self.builder = Some(items((count.number("the number of items")?, count), None)?);
        if let Some(word) = words.next() {
            self.announced = Some((word.number("the number of sets")?, word));
        }
        match words.next() {
            Some(word) => Err(word.expected("the end of the line")),
            None => Ok(()),
        }
    }

    fn set(
        &mut self,
        words: impl Iterator<Item = Word<'t>>,
        first: Word<'t>,
    ) -> Result<(), Located<FormatFault>> {
        let builder = self.builder.as_mut().expect("it follows the head");
        let count = builder.item_names().len();
        self.entries.clear();
        let mut last = first;
        for word in words {
            self.entries.push(word.item(count)?.into());
            last = word;
        }
        let range = first.range().start..last.range().end;
        let added = builder.option(self.entries.iter().copied());
        added.map_err(|error| refused(self.text, range, error))?;
        self.found += 1;
        Ok(())
    }
}
