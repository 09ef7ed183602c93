//! Formats in which items are numbers: words, their places, and items that are called `1`, `2`, ….

use std::ops::Range;

use super::FormatFault;
use super::place::{expected, fault, refused};
use crate::problem::{Builder, ItemId, Located, Problem};

/// Items that any text may have, however short it is.
const ALWAYS: usize = 1 << 16;

/// A word and its place in the text.
#[derive(Clone, Copy)]
pub(super) struct Word<'t> {
    /// The whole text.
    whole: &'t str,
    start: usize,
    pub text: &'t str,
}

/// The words of a piece of the text, which begins at this byte.
pub(super) fn words(whole: &str, piece: Range<usize>) -> impl Iterator<Item = Word<'_>> {
    let mut at = piece.start;
    let piece = &whole[..piece.end];
    std::iter::from_fn(move || {
        let start = at + piece[at..].find(|c: char| !c.is_whitespace())?;
        let rest = &piece[start..];
        let text = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
        at = start + text.len();
        Some(Word { whole, start, text })
    })
}

impl Word<'_> {
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    pub fn expected(&self, what: &'static str) -> Located<FormatFault> {
        expected(self.whole, self.range(), what)
    }

    /// The word as a number of decimal digits.
    pub fn number(&self, what: &'static str) -> Result<u64, Located<FormatFault>> {
        let is_number = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = self.text.parse().ok().filter(|_| is_number);
        number.ok_or_else(|| self.expected(what))
    }

    /// The item of this number, up to `count`.
    pub fn item(&self, count: usize) -> Result<ItemId, Located<FormatFault>> {
        let number = self.number("the number of an item")?;
        match usize::try_from(number) {
            Ok(number) if (1..=count).contains(&number) => Ok(ItemId::new(number - 1)),
            _ => {
                let expected = format!("the number of an item, 1 to {count}");
                let found = Some(crate::problem::quotable(self.text));
                Err(fault(
                    self.whole,
                    self.range(),
                    FormatFault::expected(found, expected),
                ))
            }
        }
    }
}

/// A builder with items called `1`, `2`, …: primary ones, then secondary ones. These words have their numbers.
pub(super) fn items(
    primary: (u64, Word),
    secondary: Option<(u64, Word)>,
) -> Result<Builder, Located<FormatFault>> {
    let mut builder = Problem::builder();
    let both = [Some(primary), secondary];
    for (place, (count, word)) in both.into_iter().flatten().enumerate() {
        if count > (word.whole.len() + ALWAYS) as u64 {
            let many = FormatFault::TooManyItems(count);
            return Err(fault(word.whole, word.range(), many));
        }
        for _ in 0..count {
            let name = (builder.item_names().len() + 1).to_string();
            let added = match place {
                0 => builder.primary(name),
                _ => builder.secondary(name),
            };
            added.map_err(|error| refused(word.whole, word.range(), error))?;
        }
    }
    Ok(builder)
}

/// Whether all items are called by their numbers.
pub(super) fn are_numbers(problem: &Problem) -> bool {
    let mut items = problem.items();
    items.all(|item| problem.item_name(item) == (item.index() + 1).to_string())
}
