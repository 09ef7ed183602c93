//! Options as a person names them: by number or by their items.
//!
//! ```text
//!     a b c | x        `2`         ─▶  option 2
//!     a b              `x:red c`   ─▶  option 3
//!     a c              `c`         ─▶  none; options 2 and 3 have more items than that
//!     c x:red
//! ```

use std::error::Error;
use std::fmt;

use super::text::near_miss;
use super::{Color, Entry, ItemId, OptionId, Problem, quotable};

/// Options that a message names.
const NAMED: usize = 3;

/// Why a text names no option of a problem. Of words longer than 40 characters, it holds only the beginning, followed by
/// `…`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoOption {
    /// There is no option of this number.
    Number {
        /// The number.
        found: String,
        /// How many options there are.
        count: usize,
    },
    /// There is no item of this name.
    Item {
        /// The name.
        name: String,
        /// The item with the most similar name, if there is a similar one.
        near: Option<String>,
    },
    /// No option has these items and colours and no others.
    Items {
        /// The text.
        found: String,
        /// The options that have all these items, and others or other colours, ascending.
        wider: Vec<OptionId>,
    },
}

impl Problem {
    /// The options that a text names, ascending; at least one. A number alone is the number of an option, from 1. Any other
    /// text names items, in any order, with their colours (and perhaps a cost, which is ignored); several options can be equal.
    ///
    /// ```
    /// use dominox::Problem;
    /// let problem = Problem::parse("a b c | x\na b\na c\nc x:red\n")?;
    /// let third = problem.options().nth(2).expect("three options");
    /// assert_eq!(problem.options_named("3"), Ok(vec![third]));
    /// assert_eq!(problem.options_named("x:red c"), Ok(vec![third]));
    /// assert_eq!(
    ///     problem.options_named("c").unwrap_err().to_string(),
    ///     "no option is exactly `c`: with more items, or in other colours, there are option 2 and option 3"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it names none.
    pub fn options_named(&self, text: &str) -> Result<Vec<OptionId>, NoOption> {
        let text = text.trim();
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.option_numbered(text).map(|option| vec![option]);
        }
        let words = text.split_whitespace().filter(|w| !w.starts_with('|'));
        let entries = words.map(|word| self.entry_named(word));
        let entries = entries.collect::<Result<Vec<_>, _>>()?;
        let has = |entry: &Entry| entries.contains(&(entry.item, Some(entry.color)));
        let is_named = |option: &OptionId| {
            let own = self.entries(*option);
            own.len() == entries.len() && own.iter().all(has)
        };
        let named = Vec::from_iter(self.options().filter(is_named));
        if !named.is_empty() && !entries.is_empty() {
            return Ok(named);
        }
        let covers = |option: OptionId, item| self.entries(option).iter().any(|e| e.item == item);
        let is_wider = |&option: &OptionId| entries.iter().all(|&(item, _)| covers(option, item));
        Err(NoOption::Items {
            found: quotable(text),
            wider: Vec::from_iter(self.options().filter(is_wider)),
        })
    }

    fn option_numbered(&self, text: &str) -> Result<OptionId, NoOption> {
        let count = self.option_count();
        let number = text.parse().ok();
        let index = number.and_then(|number: usize| number.checked_sub(1));
        let index = index.filter(|&index| index < count);
        index.map(OptionId::new).ok_or_else(|| NoOption::Number {
            found: quotable(text),
            count,
        })
    }

    /// The item and the colour of a word; `None` for a colour that the problem does not have.
    fn entry_named(&self, word: &str) -> Result<(ItemId, Option<Option<Color>>), NoOption> {
        let (name, color) = match word.split_once(':') {
            Some((name, color)) => (name, Some(color)),
            None => (word, None),
        };
        let item = self.item_named(name).ok_or_else(|| {
            let names = self.items().map(|item| self.item_name(item));
            NoOption::Item {
                name: quotable(name),
                near: near_miss(names, name),
            }
        })?;
        let Some(color) = color else {
            return Ok((item, Some(None)));
        };
        let mut colors = (0..self.color_count()).map(Color::new);
        let color = colors.find(|&known| self.color_name(known) == color);
        Ok((item, color.map(Some)))
    }
}

impl fmt::Display for NoOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoOption::Number { found, count } => {
                let numbers = match count {
                    1 => "1".to_owned(),
                    _ => format!("1 to {count}"),
                };
                write!(f, "no option {found}: expected {numbers}, or items")
            }
            NoOption::Item { name, near } => match near {
                Some(near) => write!(f, "no item `{name}`: did you mean `{near}`?"),
                None => write!(
                    f,
                    "no item `{name}`: expected the number of an option, or its items"
                ),
            },
            NoOption::Items { found, .. } if found.is_empty() => {
                write!(f, "no option: expected its number, or its items")
            }
            NoOption::Items { found, wider } if wider.is_empty() => {
                write!(f, "no option is `{found}`, and none has all these items")
            }
            NoOption::Items { found, wider } => {
                let named = wider.iter().take(NAMED);
                let mut named = Vec::from_iter(named.map(|o| format!("option {}", o.index() + 1)));
                if let Some(more @ 1..) = wider.len().checked_sub(NAMED) {
                    named.push(format!("{more} more"));
                }
                let last = named.pop().unwrap_or_default();
                let named = match named.is_empty() {
                    true => format!("is {last}"),
                    false => format!("are {} and {last}", named.join(", ")),
                };
                write!(
                    f,
                    "no option is exactly `{found}`: with more items, or in other colours, there {named}"
                )
            }
        }
    }
}

impl Error for NoOption {}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Result<Vec<usize>, String> {
        let problem = Problem::parse(
            "alpha b c 7 | x y\nalpha b |3\nc x:red\nc x:blue\nb alpha\nc 7\n7 b\n7 y\nc x",
        );
        let named = problem.unwrap().options_named(text);
        let numbers = |options: Vec<OptionId>| options.iter().map(|o| o.index() + 1).collect();
        named.map(numbers).map_err(|error| error.to_string())
    }

    #[test]
    fn by_number_or_by_items() {
        assert_eq!(named("2"), Ok(vec![2]));
        assert_eq!(named(" 8 "), Ok(vec![8]));
        assert_eq!(named("x:blue  c"), Ok(vec![3]));
        assert_eq!(named("c x"), Ok(vec![8]));
        assert_eq!(named("b alpha |3"), Ok(vec![1, 4]));
        assert_eq!(named("y 7"), Ok(vec![7]));
        // A number alone is not an item.
        assert_eq!(named("7"), Ok(vec![7]));
    }

    #[test]
    fn what_names_no_option_is_said() {
        let errors = [
            "0",
            "9",
            "99999999999999999999999",
            "-1",
            "alhpa b",
            "zebra",
            "c",
            "b",
            "c x:green",
            "c c",
            "b c",
            "",
            "|3",
        ];
        let errors = errors.map(|text| format!("{text:?}: {}", named(text).unwrap_err()));
        insta::assert_snapshot!(errors.join("\n"), @r#"
        "0": no option 0: expected 1 to 8, or items
        "9": no option 9: expected 1 to 8, or items
        "99999999999999999999999": no option 99999999999999999999999: expected 1 to 8, or items
        "-1": no item `-1`: expected the number of an option, or its items
        "alhpa b": no item `alhpa`: did you mean `alpha`?
        "zebra": no item `zebra`: expected the number of an option, or its items
        "c": no option is exactly `c`: with more items, or in other colours, there are option 2, option 3, option 5 and 1 more
        "b": no option is exactly `b`: with more items, or in other colours, there are option 1, option 4 and option 6
        "c x:green": no option is exactly `c x:green`: with more items, or in other colours, there are option 2, option 3 and option 8
        "c c": no option is exactly `c c`: with more items, or in other colours, there are option 2, option 3, option 5 and 1 more
        "b c": no option is `b c`, and none has all these items
        "": no option: expected its number, or its items
        "|3": no option is exactly `|3`: with more items, or in other colours, there are option 1, option 2, option 3 and 5 more
        "#);
    }
}
