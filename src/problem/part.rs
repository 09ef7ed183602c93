//! A part of a problem's solutions: the unit of work of a search.
//!
//! A search that has not ended can be described by parts. Here node ② is searched; the branches that are left at ② and above it
//! are parts of their own:
//!
//! ```text
//!              ●               left:   with 2 5          (the rest below ②)
//!         1 ╱  │2 ╲ 3                  with 2 6
//!          ✓   ②    ○                  with 3
//!           4╱ 5│ ╲6
//!           ✓   …   ○          done:   with 1,  with 2 4
//! ```
//!
//! Parts do not name nodes or kernels, so one kernel can finish what another began.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::id::OptionId;
use super::quotable;

/// The solutions that contain all options of `with` and none of `without`.
///
/// As text, it is one line, in which options have their numbers, from 1. The whole is a `+` alone.
///
/// ```
/// use dominox::problem::{OptionId, Part};
/// let part: Part = "+3 17 -5 9".parse()?;
/// assert_eq!(part.with, [OptionId::new(2), OptionId::new(16)]);
/// assert_eq!(part.without, [OptionId::new(4), OptionId::new(8)]);
/// assert_eq!(part.to_string(), "+3 17 -5 9");
/// assert_eq!(Part::default().to_string(), "+");
/// # Ok::<(), dominox::problem::PartError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Part {
    /// The options in every solution of the part.
    pub with: Vec<OptionId>,
    /// The options in no solution of the part.
    pub without: Vec<OptionId>,
}

/// With more branches than this left at a node, they stay one part: each of them may be too small to be worth entering
/// by itself.
const MOST_BRANCHES: usize = 8;

/// The options of the item that a node branches on, in the order of the search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Branches {
    pub(crate) tried: Vec<OptionId>,
    pub(crate) untried: Vec<OptionId>,
}

impl Branches {
    /// Whether they can be given away: some are left, and what stays is not nothing.
    pub(crate) fn can_go(&self) -> bool {
        !self.tried.is_empty() && !self.untried.is_empty()
    }
}

impl Part {
    /// What is left at a node: the solutions of this part that contain the options `chosen` on the way to the node, and
    /// an untried one of its branches.
    pub(crate) fn at(&self, chosen: &[OptionId], branches: &Branches) -> Vec<Part> {
        let Branches { tried, untried } = branches;
        if tried.is_empty() || untried.len() > MOST_BRANCHES {
            let part = Part {
                with: chosen.to_vec(),
                without: [&self.without[..], tried].concat(),
            };
            return Vec::from_iter((!untried.is_empty()).then_some(part));
        }
        let branch = |&option: &OptionId| Part {
            with: [chosen, &[option]].concat(),
            without: self.without.clone(),
        };
        untried.iter().map(branch).collect()
    }
}

/// Why a text is not a [`Part`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PartError {
    /// There is no word at all.
    Empty,
    /// The first word begins with neither `+` nor `-`.
    NoSign(String),
    /// This word is not the number of an option.
    BadNumber(String),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "";
        for (sign, options) in [("+", &self.with), ("-", &self.without)] {
            let mut sign = sign;
            for option in options {
                write!(f, "{before}{sign}{}", option.index() + 1)?;
                (before, sign) = (" ", "");
            }
        }
        match before.is_empty() {
            true => f.write_str("+"),
            false => Ok(()),
        }
    }
}

impl FromStr for Part {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Part, PartError> {
        let (mut part, mut sign) = (Part::default(), None);
        for word in text.split_whitespace() {
            let bad = || PartError::BadNumber(quotable(word));
            let number = match word.as_bytes()[0] {
                first @ (b'+' | b'-') => {
                    sign = Some(first);
                    &word[1..]
                }
                _ => word,
            };
            let options = match sign {
                None => return Err(PartError::NoSign(quotable(word))),
                Some(b'+') => &mut part.with,
                Some(_) => &mut part.without,
            };
            // A sign may stand alone.
            if number.is_empty() {
                continue;
            }
            // The standard library would read a second sign.
            if !number.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(bad());
            }
            let number: u32 = number.parse().map_err(|_| bad())?;
            let index = number.checked_sub(1).ok_or_else(bad)?;
            options.push(OptionId::new(index as usize));
        }
        sign.map(|_| part).ok_or(PartError::Empty)
    }
}

impl fmt::Display for PartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartError::Empty => write!(f, "no part: expected a line such as `+3 17 -5 9`"),
            PartError::NoSign(word) => {
                write!(
                    f,
                    "no sign before `{word}`: expected a line such as `+3 17 -5 9`"
                )
            }
            PartError::BadNumber(word) => write!(
                f,
                "`{word}` is not the number of an option: expected 1 to {}",
                u32::MAX
            ),
        }
    }
}

impl Error for PartError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_back(text: &str) -> Result<String, String> {
        let part: Result<Part, _> = text.parse();
        part.map(|part| part.to_string()).map_err(|e| e.to_string())
    }

    #[test]
    fn a_part_is_a_line() {
        for text in ["+", "+1", "-1", "+3 17 -5 9", "+4294967295 2 -2"] {
            assert_eq!(read_back(text).as_deref(), Ok(text));
        }
        let others = [
            (" -5 + 3\t-9 +17 ", "+3 17 -5 9"),
            ("-", "+"),
            ("- 7", "-7"),
        ];
        for (text, same) in others {
            assert_eq!(read_back(text).as_deref(), Ok(same));
        }
    }

    #[test]
    fn what_is_no_part_is_said() {
        let faults = [
            ("", "no part: "),
            (" ", "no part: "),
            ("3 +4", "no sign before `3`: "),
            ("+0", "`+0` is not the number"),
            ("+3 x", "`x` is not the number"),
            ("+3 -+4", "`-+4` is not the number"),
            ("-4294967296", "`-4294967296` is not the number"),
            ("+3 é", "`é` is not the number"),
        ];
        for (text, message) in faults {
            let error = read_back(text).unwrap_err();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
