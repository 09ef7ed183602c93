//! An exact-cover problem under construction, and its text.

use std::fmt;

use super::Random;

/// An item of a [`Cover`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item(u32);

/// An item of an option, perhaps with a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    item: Item,
    color: Option<u32>,
}

impl Item {
    /// The item in this colour.
    pub fn colored(self, color: usize) -> Entry {
        Entry {
            item: self,
            color: Some(color as u32),
        }
    }
}

impl From<Item> for Entry {
    fn from(item: Item) -> Entry {
        Entry { item, color: None }
    }
}

/// An exact-cover problem: named items and options.
#[derive(Clone, Debug, Default)]
pub struct Cover {
    names: Vec<String>,
    /// How often each item must and may be covered, if not once.
    bounds: Vec<Option<(u32, u32)>>,
    /// The items in the order of the text.
    primary: Vec<Item>,
    secondary: Vec<Item>,
    options: Vec<Vec<Entry>>,
}

impl Cover {
    /// Adds an item that must be covered.
    pub fn primary(&mut self, name: impl fmt::Display) -> Item {
        let item = self.add(name);
        self.primary.push(item);
        item
    }

    /// Adds an item that may be covered.
    pub fn secondary(&mut self, name: impl fmt::Display) -> Item {
        let item = self.add(name);
        self.secondary.push(item);
        item
    }

    /// Adds an item that must be covered `low` to `high` times.
    pub fn bounded(&mut self, name: impl fmt::Display, low: u32, high: u32) -> Item {
        let item = self.primary(name);
        self.bounds[item.0 as usize] = Some((low, high)).filter(|&bounds| bounds != (1, 1));
        item
    }

    fn add(&mut self, name: impl fmt::Display) -> Item {
        self.bounds.push(None);
        self.names.push(name.to_string());
        Item(self.names.len() as u32 - 1)
    }

    /// Adds `count` items that must be covered, named by `prefix` and their numbers from 0.
    pub fn primaries(&mut self, prefix: &str, count: usize) -> Vec<Item> {
        (0..count)
            .map(|number| self.primary(format_args!("{prefix}{number}")))
            .collect()
    }

    /// Like [`primaries`](Self::primaries), of items that may be covered.
    pub fn secondaries(&mut self, prefix: &str, count: usize) -> Vec<Item> {
        (0..count)
            .map(|number| self.secondary(format_args!("{prefix}{number}")))
            .collect()
    }

    /// Adds an option.
    pub fn option<E: Into<Entry>>(&mut self, entries: impl IntoIterator<Item = E>) {
        self.options
            .push(entries.into_iter().map(Into::into).collect());
    }

    /// The number of options.
    pub fn option_count(&self) -> usize {
        self.options.len()
    }

    /// Brings items and options into a random order: the problem stays the same.
    pub fn shuffle(&mut self, random: &mut Random) {
        random.shuffle(&mut self.primary);
        random.shuffle(&mut self.secondary);
        random.shuffle(&mut self.options);
    }
}

/// Colours are written as one of these characters as long as there are enough, since Knuth's programs read only names
/// of one character.
const COLORS: &[u8] =
    b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%&()*+,-./;<=>?@[]^_{}~";

/// The problem in D. E. Knuth's text format.
impl fmt::Display for Cover {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = |item: &Item| self.names[item.0 as usize].as_str();
        for item in &self.primary {
            match self.bounds[item.0 as usize] {
                Some((low, high)) if low == high => write!(f, "{low}|")?,
                Some((low, high)) => write!(f, "{low}:{high}|")?,
                None => {}
            }
            write!(f, "{} ", name(item))?;
        }
        if !self.secondary.is_empty() {
            f.write_str("|")?;
        }
        for item in &self.secondary {
            write!(f, " {}", name(item))?;
        }
        writeln!(f)?;
        for option in &self.options {
            for (place, entry) in option.iter().enumerate() {
                let blank = if place == 0 { "" } else { " " };
                write!(f, "{blank}{}", name(&entry.item))?;
                match entry.color.map(|color| (color, COLORS.get(color as usize))) {
                    None => {}
                    Some((_, Some(&letter))) => write!(f, ":{}", char::from(letter))?,
                    Some((color, None)) => write!(f, ":{color}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_has_items_colours_and_options() {
        let mut cover = Cover::default();
        let a = cover.primaries("a", 2);
        let x = cover.secondary("x");
        cover.option([a[0].into(), x.colored(10)]);
        cover.option([x.colored(100), a[1].into()]);
        assert_eq!(cover.to_string(), "a0 a1 | x\na0 x:a\nx:100 a1\n");
        assert!(dominox::Problem::parse(&cover.to_string()).is_ok());
    }
}
