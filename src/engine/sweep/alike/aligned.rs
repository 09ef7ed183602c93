//! An order of the bits that is the same in all parts of a problem that are alike.
//!
//! A [renaming](super::renamings) exchanges two digits of a square in all its rows and columns at once. It is applied
//! if the state becomes a smaller number. If the digits come in the same order everywhere, many states reach the same
//! smallest one in this way:
//!
//! ```text
//!     row 1: 1 2 3    column 1: 1 2 3     an exchange of 1 and 2 lessens the row and the column
//!     row 1: 1 2 3    column 1: 2 1 3     it lessens one of them and makes the other greater
//! ```
//!
//! A text may have its items in any order. So the bits are ordered by a lexicographic breadth-first search: next comes the bit
//! that shares most options with the first bit; among several, the one that shares most with the second; and so on.

/// Entries that are examined to order all bits, at most, so that it takes some milliseconds.
const MOST_LOOKS: usize = 1 << 23;

/// The number of each bit of some options, the first ones of which are `primary`. They stay in front.
pub(super) fn aligned(primary: usize, bits: usize, options: &[Vec<u32>]) -> Vec<u32> {
    let size: usize = options.iter().map(Vec::len).sum();
    let mut numbers = Vec::from_iter(0..bits as u32);
    if bits * (bits + size) > MOST_LOOKS {
        return numbers;
    }
    let (mut next, mut next_secondary) = (0, primary as u32);
    for bit in by_neighbours(bits, options) {
        let next = match bit < primary {
            true => &mut next,
            false => &mut next_secondary,
        };
        numbers[bit] = *next;
        *next += 1;
    }
    numbers
}

/// All bits, those first that share most options with the ones before.
fn by_neighbours(bits: usize, options: &[Vec<u32>]) -> impl Iterator<Item = usize> {
    let shared_with = |bit: usize| {
        let mut shared = vec![0; bits];
        for option in options
            .iter()
            .filter(|option| option.contains(&(bit as u32)))
        {
            option.iter().for_each(|&other| shared[other as usize] += 1);
        }
        shared
    };
    // A cell of a board has fewer neighbours than a digit of its rows; with a cell first, digits and cells are in order everywhere.
    let neighbours = |&bit: &usize| {
        shared_with(bit)
            .iter()
            .filter(|&&shared| shared > 0)
            .count()
    };
    let first = (0..bits).min_by_key(neighbours).unwrap_or_default();
    // Each key has the number of a class, then a place in the class, then the bit.
    let bit_of = |key: u64| usize::from(key as u16);
    let mut keys = Vec::from_iter(0..bits as u64);
    keys[..=first].rotate_right(1);
    for place in 0..bits {
        let shared = shared_with(bit_of(keys[place]));
        let rest = &mut keys[place + 1..];
        for key in &mut *rest {
            *key |= (0xffff - shared[bit_of(*key)]) << 16;
        }
        rest.sort_unstable();
        let (mut class, mut before) = (0, None);
        for key in rest {
            class += u64::from(before.is_some_and(|before| before != *key >> 16));
            before = Some(*key >> 16);
            *key = class << 32 | *key & 0xffff;
        }
    }
    keys.into_iter().map(bit_of)
}
