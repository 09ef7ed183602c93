//! Names, one after the other in one text, and an index of them. So a million names do not take a million allocations, nor long
//! to free.
//!
//! ```text
//!     text     a b c d o m i n o          ends     1 2 3 4 9          index, by hashes     4 0 2 1 3
//! ```

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;

/// A list of names.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Names {
    text: String,
    /// Where each name ends in `text`.
    ends: Vec<usize>,
}

impl Names {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
    }

    /// The name at a place.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn get(&self, place: usize) -> &str {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[place]]
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|place| self.get(place))
    }
}

/// The bytes of a short name, which is looked up by its bytes alone: most names are.
const SHORT: usize = 7;

/// Finds the names of one list.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// The key of each name, and its place.
    places: HashTable<(u64, u32)>,
    hasher: RandomState,
    /// The seed of the hashes of keys, so that nobody can predict which keys collide.
    seed: u64,
}

impl Default for Index {
    fn default() -> Index {
        let hasher = RandomState::new();
        Index {
            places: HashTable::new(),
            seed: hasher.hash_one(SHORT),
            hasher,
        }
    }
}

impl Index {
    /// The place of a name among those that are indexed.
    #[inline]
    pub(super) fn find(&self, names: &Names, name: &str) -> Option<usize> {
        let key = self.key(name);
        let is_there = |&(other, place): &(u64, u32)| {
            other == key && (name.len() <= SHORT || names.get(place as usize) == name)
        };
        let place = self.places.find(self.hash(key), is_there);
        place.map(|&(_, place)| place as usize)
    }

    /// Adds the last of the names to the index; all before it are there, and none is equal to it.
    pub(super) fn add_last(&mut self, names: &Names) {
        let last = names.len() - 1;
        let key = self.key(names.get(last));
        let (hash, seed) = (self.hash(key), self.seed);
        self.places
            .insert_unique(hash, (key, last as u32), |&(key, _)| hash_of(key, seed));
    }

    /// For a short name, its length and its bytes; for a long one a hash, which is larger than all of these.
    #[inline(always)]
    fn key(&self, name: &str) -> u64 {
        match name.len() {
            ..=SHORT => {
                let bytes = name.bytes().map(u64::from);
                bytes.fold(name.len() as u64, |key, byte| key << 8 | byte)
            }
            _ => self.hasher.hash_one(name) | 1 << 63,
        }
    }

    #[inline(always)]
    fn hash(&self, key: u64) -> u64 {
        hash_of(key, self.seed)
    }
}

/// Both halves of a product, whose bits depend on all bits of the key.
#[inline(always)]
fn hash_of(key: u64, seed: u64) -> u64 {
    // 2^64 divided by the golden ratio.
    let product = u128::from(key ^ seed) * 0x9e37_79b9_7f4a_7c15;
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_where_they_stand() {
        let (mut names, mut index) = (Names::default(), Index::default());
        assert_eq!(index.find(&names, "a"), None);
        for number in 0..1000 {
            let name = format!("{number}");
            assert_eq!(index.find(&names, &name), None);
            names.push(&name);
            index.add_last(&names);
        }
        for number in 0..1000 {
            assert_eq!(index.find(&names, &format!("{number}")), Some(number));
            assert_eq!(names.get(number), format!("{number}"));
        }
        // No other name is taken for a known one, whatever its length or its bytes.
        for name in [
            "x",
            "",
            "1\0",
            "\x001",
            "\0",
            "0000001",
            "00000001",
            "100000000000",
        ] {
            assert_eq!(index.find(&names, name), None, "{name:?}");
        }
        assert_eq!(names.iter().map(str::len).sum::<usize>(), 10 + 180 + 2700);
        for length in 0..20 {
            let name = "n".repeat(length);
            assert_eq!(index.find(&names, &name), None);
            names.push(&name);
            index.add_last(&names);
            assert_eq!(index.find(&names, &name), Some(1000 + length));
        }
    }
}
