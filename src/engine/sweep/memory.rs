//! The memory of the tables of a sweep, and the work of getting it.

/// The logarithm of the words that fit into a cache. Beyond that, each doubling adds to the work of waiting for memory at a
/// random place.
const CACHED: u32 = 18;
const WORK_OF_A_DOUBLING: u64 = 12;

/// The work of moving a state to a larger table, and of making a word of memory, in units of about a nanosecond.
const WORK_OF_MOVING: u64 = 30;
const WORK_OF_MAKING: u64 = 5;

/// All memory of a sweep is taken from here, and returned.
#[derive(Default, Debug)]
pub(super) struct Memory {
    spare: Vec<Vec<u64>>,
    /// Words taken and not returned.
    taken: usize,
    /// Words in `spare`.
    kept: usize,
    /// The largest number of words held at once.
    most: usize,
    /// Words that were made, and states that were moved to larger tables, since the last
    /// [`work_of_making`](Self::work_of_making).
    made: u64,
    moved: u64,
}

impl Memory {
    /// `words` zeros.
    pub(super) fn take(&mut self, words: usize) -> Vec<u64> {
        let mut taken = self.take_empty(words);
        // New pages cost twice as much if they are first read and written later.
        taken.resize(words, 0);
        taken
    }

    /// An empty list with room for `words` words.
    pub(super) fn take_empty(&mut self, words: usize) -> Vec<u64> {
        let (taken, is_new) = self.take_for_pieces(words);
        if is_new {
            self.made += words as u64;
        }
        taken
    }

    /// The same, and whether the memory is new. If it is, the caller [notes](Self::note_made) the words that it fills.
    pub(super) fn take_for_pieces(&mut self, words: usize) -> (Vec<u64>, bool) {
        let fits = |(_, spare): &(usize, &Vec<u64>)| spare.capacity() >= words;
        let spare = self.spare.iter().enumerate().filter(fits);
        let place = spare.min_by_key(|(_, spare)| spare.capacity());
        let place = place.map(|(place, _)| place);
        let taken = match place {
            Some(place) => {
                let mut taken = self.spare.swap_remove(place);
                self.kept -= taken.capacity();
                taken.clear();
                taken
            }
            None => Vec::with_capacity(words),
        };
        self.note_taken(taken.capacity());
        (taken, place.is_none())
    }

    pub(super) fn note_made(&mut self, words: usize) {
        self.made += words as u64;
    }

    pub(super) fn note_moved(&mut self, states: usize) {
        self.moved += states as u64;
    }

    fn note_taken(&mut self, words: usize) {
        self.taken += words;
        self.most = self.most.max(self.words_held());
    }

    pub(super) fn give_back(&mut self, words: Vec<u64>) {
        self.taken -= words.capacity();
        self.kept += words.capacity();
        self.spare.push(words);
    }

    /// Frees unused memory.
    pub(super) fn tidy(&mut self) {
        self.spare.clear();
        self.kept = 0;
    }

    /// Records that memory taken before has a new capacity.
    pub(super) fn changed(&mut self, before: usize, after: usize) {
        self.taken -= before;
        self.note_taken(after);
    }

    pub(super) fn words_taken(&self) -> usize {
        self.taken
    }

    pub(super) fn words_held(&self) -> usize {
        self.taken + self.kept
    }

    /// The work of making words and of moving states since the last call: the system hands over each page when it
    /// is first used.
    pub(super) fn work_of_making(&mut self) -> u64 {
        let made = std::mem::take(&mut self.made);
        let moved = std::mem::take(&mut self.moved);
        WORK_OF_MAKING * made + WORK_OF_MOVING * moved
    }

    /// The work of waiting for memory at a random place.
    pub(super) fn work_of_a_miss(&self) -> u64 {
        work_of_a_miss_in(self.taken)
    }

    pub(super) fn most_bytes(&self) -> usize {
        self.most * size_of::<u64>()
    }
}

/// The work of waiting for memory at a random place in this number of words: none if all of it fits into a cache.
pub(super) fn work_of_a_miss_in(words: usize) -> u64 {
    let doublings = words.max(1).ilog2().saturating_sub(CACHED);
    WORK_OF_A_DOUBLING * u64::from(doublings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_larger_than_a_cache_is_waited_for() {
        let mut memory = Memory::default();
        let mut held = vec![memory.take(1 << CACHED)];
        assert_eq!(memory.work_of_a_miss(), 0);
        for doublings in 1..=3 {
            held.push(memory.take(memory.words_taken()));
            assert_eq!(memory.work_of_a_miss(), doublings * WORK_OF_A_DOUBLING);
        }
        // Moving states to a larger table takes the same time in any memory.
        memory.work_of_making();
        memory.note_moved(10);
        assert_eq!(memory.work_of_making(), 10 * WORK_OF_MOVING);
        held.into_iter().for_each(|words| memory.give_back(words));
        assert_eq!(memory.work_of_a_miss(), 0);
    }
}
