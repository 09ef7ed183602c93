//! A sweep as text: the states that were not expanded yet, and what was counted.
//!
//! The sum over all ways is linear, so states can be written in any order and in any parts. A restored sweep puts the
//! states of each level into a table again, and those that were set aside into lists.
//!
//! ```text
//!     sweep 1384 96 0 2              states gone through, states of the widest level, solutions, and parts
//!     level 7 1 1 3                  a part: its level, words of a key, words of a number, states
//!     1f 2                           a state: its key, and the number of ways to it; both with the lowest word first
//!     3c 1
//!     5a0 4
//!     aside 5 1 1 1                  a part that was put aside
//!     7 1
//! ```

use std::fmt;

use num_bigint::BigUint;

use super::memory::Memory;
use super::table::{States, Table};
use super::walk::Walk;

/// Bytes of lines that are written at once.
const AT_ONCE: usize = 1 << 12;

/// See the module.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::engine) struct SavedSweep {
    swept: u64,
    widest: usize,
    total: BigUint,
    parts: Vec<SavedPart>,
}

#[derive(Clone, PartialEq, Debug)]
struct SavedPart {
    level: usize,
    is_aside: bool,
    /// Words of a key and of a number.
    words: (usize, usize),
    /// All states: the key and the number of each.
    states: Vec<u64>,
}

impl<const W: usize> Walk<W> {
    /// Writes what is left.
    pub(super) fn write(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        // States that were collected and not merged are collected again.
        let next = self.rounds.first_to_merge().unwrap_or(self.place);
        let at_work = self.states.as_ref().map(|states| (states, next));
        let count_left = |&(states, next): &(&States<W>, usize)| states.iter_from(next).count();
        let left = at_work.as_ref().map_or(0, count_left);
        let tables = self.tables.iter().enumerate();
        let tables = tables.filter_map(|(level, table)| Some((level, table.as_ref()?)));
        let parts = usize::from(at_work.is_some()) + tables.clone().count() + self.aside.len();
        let swept = self.swept - left as u64;
        writeln!(to, "sweep {swept} {} {} {parts}", self.widest, self.total)?;
        if let Some((states, next)) = at_work {
            let words = (W, states.limbs());
            write_header(to, "level", self.level, words, left)?;
            write_states(to, slices(states.iter_from(next)))?;
        }
        for (level, table) in tables {
            write_header(to, "level", level, (W, table.limbs()), table.len())?;
            write_states(to, slices(table.iter()))?;
        }
        for (level, states) in &self.aside {
            write_header(to, "aside", *level, (W, states.limbs()), states.len())?;
            write_states(to, slices(states.iter()))?;
        }
        Ok(())
    }

    /// Continues with what was left of the same sweep. `false` if `saved` cannot come from it.
    pub(super) fn restore(&mut self, saved: &SavedSweep) -> bool {
        // After the last level there are solutions, which are never set aside.
        let end = self.levels.len() + 1;
        let fits =
            |part: &SavedPart| part.words.0 == W && part.level + usize::from(part.is_aside) < end;
        if !saved.parts.iter().all(fits) {
            return false;
        }
        self.tables.fill_with(|| None);
        self.total = saved.total.clone();
        self.swept = saved.swept;
        self.widest = saved.widest;
        for part in saved.parts.iter().filter(|part| part.len() > 0) {
            let memory = &mut self.memory;
            let before = match part.is_aside {
                true => None,
                false => self.tables[part.level].take(),
            };
            let table = part.table((before, saved.hash(part, end)), memory);
            match part.is_aside {
                true => {
                    let states = table.into_states();
                    self.words_aside += states.words();
                    self.aside.push((part.level, states));
                }
                false => self.tables[part.level] = Some(table),
            }
        }
        true
    }
}

impl SavedPart {
    /// A table with all states, and those of the one `before`, or with this hash.
    fn table<const W: usize>(
        &self,
        (before, hash): (Option<Table<W>>, usize),
        memory: &mut Memory,
    ) -> Table<W> {
        let fresh = || Table::new(hash, self.words.1, self.len(), memory);
        let mut table = before.unwrap_or_else(fresh);
        for state in self.states.chunks_exact(W + self.words.1) {
            let (key, ways) = state.split_first_chunk().expect("a key");
            table.add(key, ways, memory);
        }
        table
    }

    /// The number of states.
    fn len(&self) -> usize {
        self.states.len() / (self.words.0 + self.words.1)
    }

    /// Reads the part that begins with this line.
    fn read<'a>(line: &str, next: &mut dyn FnMut() -> Option<&'a str>) -> Option<SavedPart> {
        let mut numbers = line.split(' ');
        let is_aside = match numbers.next()? {
            "level" => false,
            "aside" => true,
            _ => return None,
        };
        let [level, of_key, of_number, count] = read_numbers(numbers)?;
        if of_key == 0 || of_number == 0 {
            return None;
        }
        let mut states = Vec::new();
        for _ in 0..count {
            let before = states.len();
            for word in next()?.split(' ') {
                states.push(u64::from_str_radix(word, 16).ok()?);
            }
            let ways = states.get(before..)?.get(of_key..)?;
            if ways.len() != of_number || ways.iter().all(|&limb| limb == 0) {
                return None;
            }
        }
        let words = (of_key, of_number);
        Some(SavedPart {
            level,
            is_aside,
            words,
            states,
        })
    }
}

impl SavedSweep {
    /// The number of a hash for the states of a part, where there are this many levels.
    ///
    /// The remaining states of the current level are the end of a table, in its order. With the same hash they would
    /// crowd the end of the new table, and each search would pass over hundreds of others. So the hash changes with the
    /// amount of work done.
    fn hash(&self, part: &SavedPart, levels: usize) -> usize {
        let salt = (self.swept as usize).wrapping_add(1);
        part.level.wrapping_add(levels.wrapping_mul(salt))
    }

    /// Reads a sweep from its lines, of which this is the first.
    pub(in crate::engine) fn read<'a>(
        line: &str,
        next: &mut dyn FnMut() -> Option<&'a str>,
    ) -> Option<SavedSweep> {
        let mut words = line.strip_prefix("sweep ")?.split(' ');
        let swept = words.next()?.parse().ok()?;
        let widest = words.next()?.parse().ok()?;
        let total = words.next()?.parse().ok()?;
        let [count] = read_numbers(words)?;
        let parts = (0..count).map(|_| SavedPart::read(next()?, next));
        Some(SavedSweep {
            swept,
            widest,
            total,
            parts: parts.collect::<Option<_>>()?,
        })
    }
}

/// Keys of any number of words.
fn slices<'a, const W: usize>(
    states: impl Iterator<Item = (&'a [u64; W], &'a [u64])>,
) -> impl Iterator<Item = (&'a [u64], &'a [u64])> {
    states.map(|(key, ways)| (&key[..], ways))
}

/// Reads exactly this many numbers.
fn read_numbers<'a, const N: usize>(words: impl Iterator<Item = &'a str>) -> Option<[usize; N]> {
    let numbers: Option<Vec<usize>> = words.map(|word| word.parse().ok()).collect();
    numbers?.try_into().ok()
}

impl fmt::Display for SavedSweep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SavedSweep {
            swept,
            widest,
            total,
            parts,
        } = self;
        writeln!(f, "sweep {swept} {widest} {total} {}", parts.len())?;
        for part in parts {
            let name = if part.is_aside { "aside" } else { "level" };
            let (of_key, of_number) = part.words;
            write_header(f, name, part.level, part.words, part.len())?;
            let states = part.states.chunks_exact(of_key + of_number);
            write_states(f, states.map(|state| state.split_at(of_key)))?;
        }
        Ok(())
    }
}

fn write_header(
    to: &mut dyn fmt::Write,
    name: &str,
    level: usize,
    (of_key, of_number): (usize, usize),
    states: usize,
) -> fmt::Result {
    writeln!(to, "{name} {level} {of_key} {of_number} {states}")
}

/// Writes states, each a key and a number.
fn write_states<'a>(
    to: &mut dyn fmt::Write,
    states: impl Iterator<Item = (&'a [u64], &'a [u64])>,
) -> fmt::Result {
    let mut lines = String::with_capacity(2 * AT_ONCE);
    for (key, ways) in states {
        for (place, &word) in key.iter().chain(ways).enumerate() {
            if place > 0 {
                lines.push(' ');
            }
            push_hex(&mut lines, word);
        }
        lines.push('\n');
        if lines.len() >= AT_ONCE {
            to.write_str(&lines)?;
            lines.clear();
        }
    }
    to.write_str(&lines)
}

/// Does what `{word:x}` does, several times as fast: checkpoints have millions of words.
fn push_hex(text: &mut String, word: u64) {
    let digits = (u64::BITS - word.leading_zeros()).div_ceil(4).max(1);
    for place in (0..digits).rev() {
        let digit = (word >> (4 * place)) as usize % 16;
        text.push(char::from(b"0123456789abcdef"[digit]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_written_in_hexadecimal_digits() {
        for shift in 0..64 {
            for word in [
                0,
                1 << shift,
                u64::MAX >> shift,
                0xfedc_ba98_7654_3210 >> shift,
            ] {
                let mut text = String::new();
                push_hex(&mut text, word);
                assert_eq!(text, format!("{word:x}"));
            }
        }
    }

    #[test]
    fn the_end_of_a_table_does_not_crowd_where_it_is_restored() {
        let (levels, mut memory) = (10, Memory::default());
        let part = |states: Vec<u64>| SavedPart {
            level: 3,
            is_aside: false,
            words: (1, 1),
            states,
        };
        let mut left = part((0..1 << 14).flat_map(|key| [key << 20, 1]).collect());
        for swept in [0, 1 << 14, 3 << 13] {
            let saved = SavedSweep {
                swept,
                widest: 0,
                total: BigUint::ZERO,
                parts: Vec::new(),
            };
            let hash = saved.hash(&left, levels);
            let table: Table<1> = left.table((None, hash), &mut memory);
            assert!(table.longest_run() < 200, "{}", table.longest_run());
            let states = Vec::from_iter(table.iter().map(|(key, ways)| [key[0], ways[0]]));
            left = part(states[states.len() * 7 / 8..].concat());
        }
    }
}
