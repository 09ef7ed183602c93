//! Estimates the number of solutions by a sweep through a sample of the states.
//!
//! Of a level with more than a few hundred states, one state in m is kept, and the number of ways to it is multiplied
//! by m. The estimate is correct on average. It is far off if few states lead to a solution, since the sample may
//! contain none of them.
//!
//! ```text
//!     level     states     kept          ways
//!     5         9          9             as they are
//!     6         30         3 of 30       times 10
//!     7         12         2 of 12       times 6, if from level 6: so each stands for 60
//! ```
//!
//! It is D. E. Knuth's estimate (*Mathematics of Computation* 29, 1975) with many probes side by side, which merge
//! where they meet.

use super::table::States;
use super::walk::Walk;

impl<const W: usize> Walk<W> {
    /// The states of a level; a sample of them if this sweep goes through a sample.
    pub(super) fn sampled(&mut self, states: States<W>) -> States<W> {
        let Some(most) = self.sample.filter(|&most| states.len() > most) else {
            return states;
        };
        // They are in the order of their hashes, so states at even distances have nothing in common.
        let every = states.len().div_ceil(most);
        let sample = states.one_in(every, &mut self.memory);
        states.give_back(&mut self.memory);
        sample
    }
}
