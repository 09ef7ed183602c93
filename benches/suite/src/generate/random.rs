//! Random numbers that are the same on every machine: SplitMix64.

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The source with this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// Brings the values into a random order.
    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            values.swap(last, self.below(last + 1));
        }
    }

    /// The numbers below `count` in a random order.
    pub fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..count).collect();
        self.shuffle(&mut numbers);
        numbers
    }

    /// `count` different numbers below `bound`, ascending.
    ///
    /// # Panics
    /// If `count` is larger than `bound`.
    pub fn sample(&mut self, count: usize, bound: usize) -> Vec<usize> {
        assert!(
            count <= bound,
            "{count} different numbers below {bound} were asked for"
        );
        let mut chosen = std::collections::BTreeSet::new();
        // R. W. Floyd's method: the j-th draw takes j itself if the number that was drawn is already taken.
        for j in bound - count..bound {
            let number = self.below(j + 1);
            if !chosen.insert(number) {
                chosen.insert(j);
            }
        }
        chosen.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_of_different_numbers() {
        let mut random = Random::new(1);
        for count in 0..=9 {
            let sample = random.sample(count, 9);
            assert_eq!(sample.len(), count);
            assert!(sample.is_sorted_by(|one, other| one < other));
            assert!(sample.iter().all(|&number| number < 9));
        }
        let mut numbers = random.permutation(50);
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..50));
    }
}
