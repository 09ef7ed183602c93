//! How many solutions there may be, estimated by a sweep through a sample of the states.
//!
//! Of each level with more than a few hundred states one in so many is kept, and the number of ways to it multiplied by
//! as much. The estimate is right on the average, and far off where few states lead to a solution: none of them may be
//! in the sample.
//!
//! ```text
//!     level     states     kept          ways
//!     5         9          9             as they are
//!     6         30         3 of 30       times 10
//!     7         12         2 of 12       times 6, if from level 6: so each stands for 60
//! ```
//!
//! It is D. E. Knuth's estimate (*Mathematics of Computation* 29, 1975) with many probes that go side by side and join
//! where they meet.

use super::table::States;
use super::walk::Walk;

impl<const W: usize> Walk<W> {
    /// The states of a level, or a sample of them if this is a sweep through a sample.
    pub(super) fn sampled(&mut self, states: States<W>) -> States<W> {
        let Some(most) = self.sample.filter(|&most| states.len() > most) else {
            return states;
        };
        // They stand in the order of their hashes, so that those at even distances have nothing in common.
        let every = states.len().div_ceil(most);
        let sample = states.one_in(every, &mut self.memory);
        states.give_back(&mut self.memory);
        sample
    }
}
