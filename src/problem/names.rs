//! Names, one after the other in one text, and how to find them: so that a million of them are neither a million
//! allocations nor take long to free.
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

/// Finds the names of one list.
#[derive(Default, Debug)]
pub(super) struct Index {
    /// The place of each name.
    places: HashTable<u32>,
    hasher: RandomState,
}

impl Index {
    /// The place of a name among those that are indexed.
    pub(super) fn find(&self, names: &Names, name: &str) -> Option<usize> {
        let is_there = |place: &u32| names.get(*place as usize) == name;
        let place = self.places.find(self.hasher.hash_one(name), is_there);
        place.map(|place| *place as usize)
    }

    /// Takes in the last of the names; all before it are in, and none is like it.
    pub(super) fn add_last(&mut self, names: &Names) {
        let hash = |place: &u32| self.hasher.hash_one(names.get(*place as usize));
        let last = names.len() as u32 - 1;
        self.places.insert_unique(hash(&last), last, hash);
    }
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
        assert_eq!(index.find(&names, "x"), None);
        assert_eq!(names.iter().map(str::len).sum::<usize>(), 10 + 180 + 2700);
    }
}
