//! States, each with the number of ways to it.

use hashbrown::HashTable;
use num_bigint::BigUint;

/// A number of ways.
#[derive(Clone, Debug)]
pub(super) enum Ways {
    Few(u128),
    Many(Box<BigUint>),
}

impl Ways {
    pub(super) const ONE: Ways = Ways::Few(1);

    pub(super) fn add(&mut self, other: &Ways) {
        if let (Ways::Few(own), Ways::Few(other)) = (&mut *self, other)
            && let Some(sum) = own.checked_add(*other)
        {
            *own = sum;
            return;
        }
        *self = Ways::Many(Box::new(self.to_biguint() + other.to_biguint()));
    }

    pub(super) fn to_biguint(&self) -> BigUint {
        match self {
            Ways::Few(ways) => BigUint::from(*ways),
            Ways::Many(ways) => (**ways).clone(),
        }
    }
}

/// A list of states: sets of bits, all of the same number of words.
#[derive(Clone, Debug)]
pub(super) struct States {
    words: usize,
    keys: Vec<u64>,
    ways: Vec<Ways>,
}

impl States {
    pub(super) fn new(words: usize) -> States {
        States {
            words,
            keys: Vec::new(),
            ways: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.ways.len()
    }

    pub(super) fn key(&self, place: usize) -> &[u64] {
        &self.keys[place * self.words..][..self.words]
    }

    pub(super) fn ways(&self, place: usize) -> &Ways {
        &self.ways[place]
    }

    pub(super) fn ways_mut(&mut self, place: usize) -> &mut Ways {
        &mut self.ways[place]
    }

    pub(super) fn push(&mut self, key: &[u64], ways: &Ways) {
        self.keys.extend_from_slice(key);
        self.ways.push(ways.clone());
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u64], &Ways)> {
        (0..self.len()).map(|place| (self.key(place), self.ways(place)))
    }

    /// Some of them.
    pub(super) fn pick(&self, places: impl Iterator<Item = usize>) -> States {
        let mut some = States::new(self.words);
        places.for_each(|place| some.push(self.key(place), self.ways(place)));
        some
    }

    /// The ways to all of them.
    pub(super) fn total(&self) -> BigUint {
        self.ways.iter().map(Ways::to_biguint).sum()
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<u64>() * self.keys.capacity() + size_of::<Ways>() * self.ways.capacity()
    }
}

/// States in the order in which they were met, each once.
#[derive(Debug)]
pub(super) struct Table {
    states: States,
    places: HashTable<u32>,
}

impl Table {
    pub(super) fn new(words: usize) -> Table {
        Table {
            states: States::new(words),
            places: HashTable::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn states(&self) -> &States {
        &self.states
    }

    pub(super) fn into_states(self) -> States {
        self.states
    }

    pub(super) fn has(&self, key: &[u64]) -> bool {
        self.place_of(key).is_some()
    }

    pub(super) fn add(&mut self, key: &[u64], ways: &Ways) {
        if let Some(place) = self.place_of(key) {
            self.states.ways_mut(place).add(ways);
            return;
        }
        let Table { states, places } = self;
        states.push(key, ways);
        let place = states.len() as u32 - 1;
        let hash_of = |&place: &u32| hash(states.key(place as usize));
        places.insert_unique(hash(key), place, hash_of);
    }

    /// Where a state is among those that were met.
    fn place_of(&self, key: &[u64]) -> Option<usize> {
        let is_same = |&place: &u32| self.states.key(place as usize) == key;
        let place = self.places.find(hash(key), is_same);
        place.map(|&place| place as usize)
    }

    /// Frees the memory that was meant for more states.
    pub(super) fn shrink(&mut self) {
        self.states.keys.shrink_to_fit();
        self.states.ways.shrink_to_fit();
    }

    /// Moves the states into `to`, whose states are dropped.
    pub(super) fn move_to(&mut self, to: &mut States) {
        std::mem::swap(&mut self.states, to);
        self.states.keys.clear();
        self.states.ways.clear();
        self.places.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.states.bytes() + (size_of::<u32>() + 1) * self.places.capacity()
    }
}

fn hash(key: &[u64]) -> u64 {
    let fold = |hash: u64, &word: &u64| {
        let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
        product as u64 ^ (product >> 64) as u64
    };
    key.iter().fold(0x2545_f491_4f6c_dd1d, fold)
}
