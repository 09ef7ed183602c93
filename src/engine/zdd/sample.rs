//! Random solutions, all equally likely.
//!
//! A uniform number below the number of solutions is the index of one. It is drawn by rejection: draw as many bits as
//! the highest index has, until they are an index. On average, at most half of the draws are rejected.
//!
//! ```text
//!     5 solutions, indices up to 4 = 100₂: three bits     110 no     101 no     011: index 3
//! ```

use std::cmp::Ordering;

use rand_core::Rng;

use super::Zdd;
use super::limbs;
use super::node::FALSE;
use crate::problem::Solution;

impl Zdd {
    /// A uniformly drawn solution, or `None` if there is none.
    ///
    /// The same generator in the same state draws the same solution of the same diagram. The number consists of the
    /// generator's 64-bit words, the lowest first, the last one cut to the bits of the highest index. If it is not an
    /// index, it is drawn again.
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Solution> {
        if self.root == FALSE {
            return None;
        }
        let total = self.below().get(self.root);
        let mut last = total.to_vec();
        limbs::subtract(&mut last, &[1]);
        let bits = limbs::bits(&last);
        loop {
            let mut index = Vec::from_iter((0..bits.div_ceil(64)).map(|_| rng.next_u64()));
            if let Some(limb) = index.last_mut() {
                *limb &= u64::MAX >> (bits.wrapping_neg() % 64);
            }
            if limbs::compare(&index, total) == Ordering::Less {
                return Some(self.at(index));
            }
        }
    }
}
