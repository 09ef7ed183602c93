//! The lines of one puzzle after the other, for kinds whose puzzles continue until the next one begins.
//!
//! ```text
//!   # Monday          between two puzzles: dropped
//!   packing           ┐
//!   pieces soma       │ a section
//!   board 3x3x3       ┘
//!   packing           the next one begins
//! ```
//!
//! A section has a largest number of lines and of bytes, and all its lines are whole. Otherwise it is at fault, and what is left of
//! it is dropped before the next one is read. So memory is bounded, and one section costs no other.

use std::io;

use super::fault::{PuzzleFault, ReadCause};
use super::lines::{Input, Line};
use crate::problem::Located;

/// The most bytes of one section.
pub const MOST_BYTES: usize = 64 << 20;

/// Why the lines of a section are not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// It has too many lines or bytes; the place is the first line that is too much.
    TooLong,
    /// This line is longer than a line may be.
    Cut,
}

/// Divides the lines of a stream into sections.
pub struct Sections {
    /// Whether a line can stand between two sections.
    is_between: fn(&Line) -> bool,
    /// Whether nothing but the first line of a section looks like this.
    begins: fn(&Line) -> bool,
    /// The most lines of one section.
    most_lines: usize,
    /// The first one was looked for.
    begun: bool,
    /// What is left of the last one is to be dropped.
    spoilt: bool,
}

impl Sections {
    pub fn new(
        is_between: fn(&Line) -> bool,
        begins: fn(&Line) -> bool,
        most_lines: usize,
    ) -> Self {
        Sections {
            is_between,
            begins,
            most_lines,
            begun: false,
            spoilt: false,
        }
    }

    /// Looks at the first line of the next section; `None` if there is none after the last one.
    pub fn first<'l>(&mut self, lines: &'l mut Input) -> Result<Option<&'l Line>, ReadCause> {
        while lines.peek(0)?.is_some_and(|line| {
            self.spoilt &= !(self.begins)(line);
            self.spoilt || (self.is_between)(line)
        }) {
            lines.take()?;
        }
        let begun = std::mem::replace(&mut self.begun, true);
        if lines.peek(0)?.is_none() && !begun {
            return Err(PuzzleFault::nothing(lines).into());
        }
        Ok(lines.peek(0)?)
    }

    /// Takes the next section: its [first](Self::first) line, and others as long as the last one and the next one say so.
    pub fn take(
        &mut self,
        lines: &mut Input,
        goes_on: impl Fn(&Line, &Line) -> bool,
    ) -> io::Result<Result<Vec<Line>, Located<Trouble>>> {
        let (mut all, mut bytes): (Vec<Line>, _) = (Vec::new(), 0);
        while lines
            .peek(0)?
            .is_some_and(|next| all.last().is_none_or(|last| goes_on(last, next)))
        {
            let Some(line) = lines.take()? else { break };
            bytes += line.text.len();
            let is_too_long = all.len() == self.most_lines || bytes > MOST_BYTES;
            if line.cut || is_too_long {
                self.spoilt = true;
                let trouble = if line.cut {
                    Trouble::Cut
                } else {
                    Trouble::TooLong
                };
                return Ok(Err(whole(&line, trouble)));
            }
            all.push(line);
        }
        Ok(Ok(all))
    }
}

/// The trouble with a line.
fn whole(line: &Line, trouble: Trouble) -> Located<Trouble> {
    let end = line.text.trim_end().len();
    Located::new(trouble, line.number, &line.text, 0, end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::lines::Lines;

    fn sections() -> Sections {
        let is_blank = |line: &Line| line.text.is_empty();
        Sections::new(is_blank, |line| line.text == "first", 3)
    }

    /// The numbers of the first lines, and of the lines in trouble.
    fn divided(text: &str) -> Vec<(u64, Option<Trouble>)> {
        let mut lines = Lines::new(text.as_bytes());
        let mut sections = sections();
        let mut found = Vec::new();
        while sections.first(&mut lines).unwrap().is_some() {
            let section = sections.take(&mut lines, |_, next| next.text != "first");
            found.push(match section.unwrap() {
                Ok(all) => (all[0].number, None),
                Err(fault) => (fault.line, Some(fault.fault)),
            });
        }
        found
    }

    #[test]
    fn sections_end_where_the_next_one_begins() {
        let found = divided("\nfirst\na\n\nfirst\nfirst\na\nb");
        assert_eq!(found, [(2, None), (5, None), (6, None)]);
    }

    #[test]
    fn what_is_left_of_a_section_at_fault_is_dropped() {
        let found = divided("first\na\nb\nc\nd\n\ne\nfirst\na");
        assert_eq!(found, [(4, Some(Trouble::TooLong)), (8, None)]);
        let found = divided("first\na\nb\nc\nd\n");
        assert_eq!(found, [(4, Some(Trouble::TooLong))]);
    }

    #[test]
    fn a_stream_without_a_section_is_at_fault_once() {
        let mut lines = Lines::new("\n\n".as_bytes());
        let mut sections = sections();
        assert!(sections.first(&mut lines).is_err());
        assert!(sections.first(&mut lines).unwrap().is_none());
    }
}
