//! The text format of a problem: parser and printer.
//!
//! It is the format of D. E. Knuth's programs for *The Art of Computer Programming* 4B, section 7.2.2.1 (colours as
//! in DLX2, bounds as in DLX3, costs as in DLX5), without his limits on the length of names:
//!
//! ```text
//! | a line that begins with a bar is a comment, and blank lines are skipped
//! a 0:2|b 3|c | x y        items: primary (b at most twice, c exactly three times), a bar, secondary
//! a b x:red                an option: its items; a secondary item may have a colour
//! c y |5 |2                an option with cost 7
//! ```
//!
//! A line is split into words at its blanks. Every [`Word`] knows its place, so that a message can show where a fault
//! is. The [builder](super::Builder) checks names, repetitions and sizes; the parser adds the place.
//!
//! The text cannot express a problem without primary items (its item line would be a comment), an option without items
//! (a blank line), and facts, which are left out.

mod fault;

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

pub use fault::{PrintError, TextFault};

use super::{Bounds, BuildError, Builder, Entry, ItemId, Located, OptionId, Problem, quotable};

/// Longest name for which similar ones are looked up, in bytes.
const NEAR_MISS_LIMIT: usize = 100;

impl Problem {
    /// Reads a problem from text in Knuth's format; see `docs/format.md`. Takes time proportional to the text.
    ///
    /// ```
    /// use dominox::Problem;
    /// let problem = Problem::parse("| two items\na b | x\na x:red\nb x:red |3\n")?;
    /// assert_eq!(problem.option_count(), 2);
    ///
    /// let error = Problem::parse("a b\na c\n").unwrap_err();
    /// assert_eq!((error.line, error.column), (2, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn parse(text: &str) -> Result<Problem, Located<TextFault>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = TextReader::default();
        for line in text.lines() {
            reader.line(line)?;
        }
        reader.finish()
    }

    /// The problem as text that [`parse`](Self::parse) reads back: the same items and options in the same order, with
    /// bounds, colours and costs, but without facts.
    ///
    /// ```
    /// # use dominox::Problem;
    /// let text = "a 2|b | x\na b x:red\nb |5\n";
    /// assert_eq!(Problem::parse(text)?.to_text()?, text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the problem has no primary items, or an option without items: the text cannot express either.
    pub fn to_text(&self) -> Result<String, PrintError> {
        if self.primary_count() == 0 {
            return Err(PrintError::NoPrimaryItem);
        }
        let empty = |&option: &OptionId| self.entries(option).is_empty();
        match self.options().find(empty) {
            Some(option) => Err(PrintError::EmptyOption(option)),
            None => Ok(self.to_string()),
        }
    }

    /// An option as in its line of the text format, without its cost: `a b x:red`.
    ///
    /// # Panics
    /// If the option does not belong to this problem.
    pub fn option_text(&self, option: OptionId) -> String {
        let mut text = String::new();
        self.write_entries(&mut text, option)
            .expect("memory can be written");
        text
    }

    /// Writes the text of an option.
    pub(crate) fn write_entries(&self, to: &mut impl fmt::Write, option: OptionId) -> fmt::Result {
        for (place, &Entry { item, color }) in self.entries(option).iter().enumerate() {
            if place > 0 {
                to.write_char(' ')?;
            }
            to.write_str(self.item_name(item))?;
            if let Some(color) = color {
                write!(to, ":{}", self.color_name(color))?;
            }
        }
        Ok(())
    }

    /// The options without a primary item, ascending. They are in no solution, so a warning is appropriate.
    pub fn idle_options(&self) -> impl Iterator<Item = OptionId> {
        self.options().filter(|&option| self.is_idle(option))
    }

    /// Whether an option has no primary item.
    pub(super) fn is_idle(&self, option: OptionId) -> bool {
        let entries = self.entries(option);
        !entries.iter().any(|entry| self.is_primary(entry.item))
    }
}

/// The text of the problem, as [`to_text`](Problem::to_text) gives it. Problems that it refuses are printed too: without
/// primary items, the item line begins with its bar; an option without items is a blank line.
///
/// ```
/// # use dominox::Problem;
/// let problem = Problem::parse("a b | x\n\n| both options\na   x:red\nb x:red |5\n")?;
/// assert_eq!(problem.to_string(), "a b | x\na x:red\nb x:red |5\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for item in self.items() {
            if item.index() > 0 {
                f.write_str(" ")?;
            }
            if item.index() == self.primary_count() {
                f.write_str("| ")?;
            }
            match self.bounds(item) {
                None | Some(Bounds::EXACT) => {}
                Some(Bounds { low, high }) if low == high => write!(f, "{low}|")?,
                Some(Bounds { low, high }) => write!(f, "{low}:{high}|")?,
            }
            f.write_str(self.item_name(item))?;
        }
        f.write_str("\n")?;
        for option in self.options() {
            self.write_entries(f, option)?;
            match self.cost(option) {
                0 => f.write_str("\n")?,
                cost => writeln!(f, " |{cost}")?,
            }
        }
        Ok(())
    }
}

/// Reads a problem line by line, for text that should not be held as a whole.
///
/// ```
/// use dominox::problem::TextReader;
/// let mut reader = TextReader::default();
/// for line in ["a b | x", "a x:red", "b x:red |3"] {
///     reader.line(line)?;
/// }
/// assert_eq!(reader.finish()?.option_count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default, Debug)]
pub struct TextReader {
    builder: Builder,
    lines: u64,
    /// The line with the items was read.
    has_items: bool,
    entries: Vec<Entry>,
}

impl TextReader {
    /// Reads the next line, without its end.
    ///
    /// # Errors
    /// The fault of the line, with its place. Nothing can be read after it.
    pub fn line(&mut self, text: &str) -> Result<(), Located<TextFault>> {
        let Ok(()) = self.line_while(text, &mut || Ok::<_, Infallible>(()))?;
        Ok(())
    }

    /// Like [`line`](Self::line), but asks `goes_on` now and then within a long line, and stops with its error.
    pub(crate) fn line_while<E>(
        &mut self,
        text: &str,
        goes_on: GoesOn<E>,
    ) -> Result<Result<(), E>, Located<TextFault>> {
        self.lines += 1;
        let line = Line {
            number: self.lines,
            text,
        };
        if line.is_skipped() {
            return Ok(Ok(()));
        }
        if self.has_items {
            return read_option((&mut self.builder, &mut self.entries), line, goes_on);
        }
        self.has_items = true;
        read_items(&mut self.builder, line, goes_on)
    }

    /// The problem that was read.
    ///
    /// # Errors
    /// If there was no line with items.
    pub fn finish(self) -> Result<Problem, Located<TextFault>> {
        match self.has_items {
            true => Ok(self.builder.build()),
            false => Err(Located::new(
                TextFault::NoItemLine,
                self.lines + 1,
                "",
                0,
                0,
            )),
        }
    }
}

impl FromStr for Problem {
    type Err = Located<TextFault>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Problem::parse(text)
    }
}

/// Says whether to read on.
type GoesOn<'a, E> = &'a mut dyn FnMut() -> Result<(), E>;

/// Words between two questions whether to read on.
const WORDS: usize = 1 << 12;

/// Asks whether to read on at the word of this number of a line, if it is time.
fn asked<E>(number: usize, goes_on: GoesOn<E>) -> Result<(), E> {
    match (number + 1).is_multiple_of(WORDS) {
        true => goes_on(),
        false => Ok(()),
    }
}

/// A line of the text.
#[derive(Clone, Copy)]
struct Line<'t> {
    /// Counted from 1.
    number: u64,
    text: &'t str,
}

impl<'t> Line<'t> {
    /// Whether the line is blank or a comment.
    fn is_skipped(self) -> bool {
        let text = self.text.trim_start();
        text.is_empty() || text.starts_with('|')
    }

    fn words(self) -> impl Iterator<Item = Word<'t>> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let start = at + find(&self.text[at..], false)?;
            let rest = &self.text[start..];
            let text = &rest[..find(rest, true).unwrap_or(rest.len())];
            at = start + text.len();
            let line = self;
            Some(Word { line, start, text })
        })
    }
}

/// The place of the first blank if `is_blank`, and otherwise of the first character that is not blank.
#[inline(always)]
fn find(text: &str, is_blank: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_it = |&byte: &u8| !byte.is_ascii() || matches!(byte, b' ' | 9..=13) == is_blank;
    let first = bytes.iter().position(is_it)?;
    if bytes[first].is_ascii() {
        return Some(first);
    }
    let after = text[first..].find(|c: char| c.is_whitespace() == is_blank)?;
    Some(first + after)
}

/// A word, or a part of one, and its place.
#[derive(Clone, Copy)]
struct Word<'t> {
    line: Line<'t>,
    /// Where the word starts in its line, in bytes.
    start: usize,
    text: &'t str,
}

impl<'t> Word<'t> {
    /// The part before the first `mark` and the part after it.
    fn split(self, mark: char) -> Option<(Word<'t>, Word<'t>)> {
        let (before, after) = self.text.split_once(mark)?;
        let start = self.start + before.len() + mark.len_utf8();
        Some((
            Word {
                text: before,
                ..self
            },
            Word {
                start,
                text: after,
                ..self
            },
        ))
    }

    /// Whether it is a name and nothing else.
    fn is_name(self) -> bool {
        !self.text.bytes().any(|byte| matches!(byte, b'|' | b':'))
    }

    /// The beginning of the word, safe to print in a message.
    fn quoted(self) -> String {
        quotable(self.text)
    }

    fn fault(self, fault: TextFault) -> Located<TextFault> {
        let end = self.start + self.text.len();
        Located::new(fault, self.line.number, self.line.text, self.start, end)
    }

    /// The fault that the builder found in this word.
    fn refused(self, error: BuildError) -> Located<TextFault> {
        self.fault(error.into())
    }
}

fn read_items<E>(
    builder: &mut Builder,
    line: Line,
    goes_on: GoesOn<E>,
) -> Result<Result<(), E>, Located<TextFault>> {
    let mut secondary = false;
    for (number, mut word) in line.words().enumerate() {
        if let Err(error) = asked(number, goes_on) {
            return Ok(Err(error));
        }
        // As in Knuth's programs, the bar may touch the name after it.
        while let Some((Word { text: "", .. }, after)) = word.split('|') {
            if secondary {
                return Err(word.fault(TextFault::SecondBar));
            }
            secondary = true;
            word = after;
        }
        match word.split('|') {
            _ if word.text.is_empty() => continue,
            None if word.text.contains(':') => {
                return Err(word.fault(TextFault::ColorOfItem(word.quoted())));
            }
            None if secondary => builder.secondary(word.text),
            None => builder.primary(word.text),
            Some((_, name)) if secondary => {
                return Err(word.fault(TextFault::BoundedSecondary(name.quoted())));
            }
            Some((bounds, name)) => {
                let Bounds { low, high } = read_bounds(bounds)?;
                builder.bounded(name.text, low, high)
            }
        }
        .map_err(|error| word.refused(error))?;
    }
    Ok(Ok(()))
}

fn read_bounds(word: Word) -> Result<Bounds, Located<TextFault>> {
    let number = |word: &str| read_number(word).and_then(|number| u32::try_from(number).ok());
    let (low, high) = word.text.split_once(':').unwrap_or((word.text, word.text));
    match (number(low), number(high)) {
        (Some(low), Some(high)) => Ok(Bounds { low, high }),
        _ => Err(word.fault(TextFault::BadBounds(word.quoted()))),
    }
}

/// A number written in decimal digits and nothing else.
fn read_number(text: &str) -> Option<u64> {
    match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.parse().ok(),
        false => None,
    }
}

/// Reads an option; `entries` is for its entries meanwhile.
fn read_option<E>(
    (builder, entries): (&mut Builder, &mut Vec<Entry>),
    line: Line,
    goes_on: GoesOn<E>,
) -> Result<Result<(), E>, Located<TextFault>> {
    entries.clear();
    let mut total = 0u64;
    for (number, word) in line.words().enumerate() {
        if let Err(error) = asked(number, goes_on) {
            return Ok(Err(error));
        }
        if word.is_name() {
            entries.push(read_name(builder, word)?.into());
            continue;
        }
        match word.split('|') {
            None => entries.push(read_entry(builder, word)?),
            Some((Word { text: "", .. }, cost)) => {
                let bad_cost = || word.fault(TextFault::BadCost(cost.quoted()));
                total = total
                    .checked_add(read_number(cost.text).ok_or_else(bad_cost)?)
                    .ok_or_else(|| word.refused(BuildError::CostOverflow))?;
            }
            Some(_) => return Err(word.fault(TextFault::BarInWord(word.quoted()))),
        }
    }
    builder
        .add_option(entries)
        .and_then(|option| builder.add_cost(option, total))
        .map(Ok)
        .map_err(|error| culprit(line, &error).refused(error))
}

fn read_name(builder: &Builder, name: Word) -> Result<ItemId, Located<TextFault>> {
    let unknown = || {
        name.fault(TextFault::UnknownItem {
            name: name.quoted(),
            near: near_miss(builder.item_names(), name.text),
        })
    };
    builder.item(name.text).ok_or_else(unknown)
}

fn read_entry(builder: &mut Builder, word: Word) -> Result<Entry, Located<TextFault>> {
    let (name, color) = match word.split(':') {
        Some((name, color)) => (name, Some(color)),
        None => (word, None),
    };
    let item = read_name(builder, name)?;
    match color {
        None => Ok(item.into()),
        Some(Word { text: "", .. }) => Err(word.fault(TextFault::EmptyColor(name.quoted()))),
        Some(color) => match builder.color(color.text) {
            Ok(id) => Ok((item, id).into()),
            Err(error) => Err(color.refused(error)),
        },
    }
}

/// The word for which the builder refused an option; the whole line if there is no such word.
fn culprit<'t>(line: Line<'t>, error: &BuildError) -> Word<'t> {
    let item_and_color = |word: &Word<'t>| match word.text.split_once(':') {
        Some((item, color)) => (item, Some(color)),
        None => (word.text, None),
    };
    let word = match error {
        BuildError::RepeatedItem(name) => line
            .words()
            .filter(|word| item_and_color(word).0 == name)
            .nth(1),
        BuildError::ColoredPrimary(name) => line
            .words()
            .find(|word| matches!(item_and_color(word), (item, Some(_)) if item == name)),
        _ => None,
    };
    word.unwrap_or(Word {
        line,
        start: 0,
        text: line.text,
    })
}

/// The item whose name is most like `name`: equal except for case, or with at most a third of its letters changed.
pub(crate) fn near_miss<'n>(names: impl Iterator<Item = &'n str>, name: &str) -> Option<String> {
    if name.len() > NEAR_MISS_LIMIT {
        return None;
    }
    let lower = name.to_lowercase();
    let reach = match lower.chars().count() {
        0 | 1 => 0,
        length => (length / 3).max(1),
    };
    names
        .filter(|known| known.len() <= NEAR_MISS_LIMIT)
        .map(|known| (strsim::osa_distance(&lower, &known.to_lowercase()), known))
        .filter(|&(distance, _)| distance <= reach)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, known)| quotable(known))
}

#[cfg(test)]
mod tests;
