//! How many solutions there may be, estimated by a sweep through a sample of the states.
//!
//! Of each level with more than a few hundred states an evenly spread few hundred are kept, and what comes of them
//! counts for all. The estimate is right on the average, and far off where few states lead to a solution: none of them
//! may be in the sample.
//!
//! ```text
//!     level     states     kept       each counts for
//!     5         9          9          1
//!     6         30         10         3
//!     7         20         10         6
//! ```
//!
//! It is D. E. Knuth's estimate (*Mathematics of Computation* 29, 1975) with many probes that go side by side and join
//! where they meet.

use super::table::States;
use super::walk::Walk;

/// The states kept of each level, and what each of them stands for.
#[derive(Debug)]
pub(super) struct Sample {
    most: usize,
    scale: f64,
}

impl Sample {
    pub(super) fn of(most: usize) -> Sample {
        Sample { most, scale: 1.0 }
    }
}

impl<const W: usize> Walk<W> {
    /// The states of a level, or a sample of them if this is a sweep through a sample.
    pub(super) fn sampled(&mut self, mut states: States<W>) -> States<W> {
        let Some(sample) = &mut self.sample else {
            return states;
        };
        let (len, most) = (states.len(), sample.most);
        if len > most {
            // They stand in the order of their hashes, so that those at even distances have nothing in common.
            let mut seen = 0;
            let others = states.part(0, &mut self.memory, |_| {
                let before = seen * most / len;
                seen += 1;
                seen * most / len > before
            });
            others.give_back(&mut self.memory);
            sample.scale *= len as f64 / states.len() as f64;
        }
        states
    }

    /// The estimate of a sweep through a sample that came to its end; the number of solutions of any other.
    pub(super) fn estimate(&self) -> f64 {
        let number = self.total.iter_u64_digits().rev();
        let number = number.fold(0.0, |sum, limb| sum * f64::exp2(64.0) + limb as f64);
        number * self.sample.as_ref().map_or(1.0, |sample| sample.scale)
    }
}
