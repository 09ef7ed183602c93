//! Numbers at random that are the same on every machine: a linear congruential generator (D. E. Knuth's MMIX).

/// A generator, with its seed.
pub struct Draws(pub u64);

impl Draws {
    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}
