//! The format of the program miniexact with numbers, after DIMACS.
//!
//! ```text
//! p xcc 2 1          items 1 and 2 are primary, 3 is secondary; `p xc` if there are no colours
//! 2 3 -1 0           an option: item 2, and item 3 in colour 1
//! $5 1 0             one with cost 5; costs must not fall
//! ```

use std::fmt::Write;

use super::numbered::{Word, are_numbers, items, words};
use super::place::{expected, refused};
use super::{FormatFault, Loss, Unfit, Written, miniexact};
use crate::problem::{Builder, Entry, Located, Problem};

pub(super) fn write(problem: &Problem) -> Result<Written, Unfit> {
    Unfit::if_bounds(problem)?;
    Unfit::if_empty_option(problem)?;
    let (with_costs, mut losses) = miniexact::costs(problem);
    let kind = match Unfit::if_colors(problem) {
        Ok(()) => "xc",
        Err(_) => "xcc",
    };
    let primary = problem.primary_count();
    let secondary = problem.item_count() - primary;
    let mut text = format!("p {kind} {primary} {secondary}\n");
    for option in problem.options() {
        if with_costs && problem.cost(option) > 0 {
            let _ = write!(text, "${} ", problem.cost(option));
        }
        for entry in problem.entries(option) {
            let _ = write!(text, "{} ", entry.item.index() + 1);
            if let Some(color) = entry.color {
                let _ = write!(text, "-{} ", color.index() + 1);
            }
        }
        text.push_str("0\n");
    }
    losses.extend((!are_numbers(problem)).then_some(Loss::Names));
    Ok(Written { text, losses })
}

/// What may stand in an option.
const IN_OPTION: &str =
    "the number of an item, `-` and the number of a colour, `$` and a cost, or `0`";

/// An option while it is read.
#[derive(Default)]
struct Reading {
    entries: Vec<Entry>,
    cost: u64,
    /// Where it begins.
    start: Option<usize>,
}

pub(super) fn read(text: &str) -> Result<Problem, Located<FormatFault>> {
    let mut start = 0;
    // Comments, as in DIMACS, may stand before the head.
    for line in text.split_inclusive('\n') {
        let first = words(line, 0..line.len()).next();
        if first.is_some_and(|word| word.text != "c") {
            break;
        }
        start += line.len();
    }
    let end = text.trim_end().len();
    let mut words = words(text, start..text.len());
    let missing = |what| expected(text, end..end, what);
    let mut next = |what| words.next().ok_or_else(|| missing(what));
    let head = next("`p xc` or `p xcc`")?;
    let kind = next("`xc` or `xcc`")?;
    if head.text != "p" || !matches!(kind.text, "xc" | "xcc") {
        let wrong = if head.text == "p" { kind } else { head };
        return Err(wrong.expected("`p xc` or `p xcc`, and the numbers of items"));
    }
    let line = text[head.range().start..].lines().next();
    let end_of_line = head.range().start + line.map_or(0, |line| line.trim_end().len());
    let mut count = |what| {
        let word = next(what)?;
        if word.range().start >= end_of_line {
            return Err(expected(text, end_of_line..end_of_line, what));
        }
        Ok((word.number(what)?, word))
    };
    let primary = count("the number of primary items")?;
    let secondary = count("the number of secondary items")?;
    let mut builder = items(primary, Some(secondary))?;
    let mut reading = Reading::default();
    for word in words {
        reading.word(text, &mut builder, word)?;
    }
    match reading.start {
        None => Ok(builder.build()),
        Some(_) => Err(missing("`0` at the end of the option")),
    }
}

impl Reading {
    fn word(
        &mut self,
        text: &str,
        builder: &mut Builder,
        word: Word,
    ) -> Result<(), Located<FormatFault>> {
        let begins = *self.start.get_or_insert(word.range().start);
        let refuse = |error| refused(text, begins..word.range().end, error);
        let part = |from: usize| words(text, word.range().start + from..word.range().end).next();
        match (word.text, word.text.as_bytes()[0]) {
            ("0", _) => {
                let option = builder.option(self.entries.drain(..));
                let costed = option.and_then(|option| builder.add_cost(option, self.cost));
                costed.map_err(refuse)?;
                *self = Reading {
                    entries: std::mem::take(&mut self.entries),
                    ..Reading::default()
                };
            }
            (_, b'-') => {
                let number = part(1).ok_or_else(|| word.expected("a colour after `-`"))?;
                let number = number.number("the number of a colour")?;
                let bare = self
                    .entries
                    .last_mut()
                    .filter(|entry| entry.color.is_none());
                let entry =
                    bare.ok_or_else(|| word.expected("a secondary item before a colour"))?;
                let color = builder.color(&number.to_string());
                entry.color = Some(color.map_err(refuse)?);
            }
            (_, b'$') => {
                let number = part(1).ok_or_else(|| word.expected("a number after `$`"))?;
                let more = self
                    .cost
                    .checked_add(number.number("a cost, a whole number")?);
                self.cost = more.ok_or_else(|| refuse(crate::problem::BuildError::CostOverflow))?;
            }
            (_, b'0'..=b'9') => {
                let count = builder.item_names().len();
                self.entries.push(word.item(count)?.into());
            }
            _ => return Err(word.expected(IN_OPTION)),
        }
        Ok(())
    }
}
