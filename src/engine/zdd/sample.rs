//! Solutions at random, each exactly as likely as any other.
//!
//! A uniform number below the number of solutions is the index of one. It is drawn by rejection: as many bits as the
//! highest index has, until they are an index; at most every second time on the average they are not.
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
    /// A solution drawn uniformly, or `None` if there is none.
    ///
    /// The same generator in the same state draws the same solution of the same diagram: its words of 64 bits are taken
    /// as the number, the lowest first, and the last is cut to the bits of the highest index; if that is no index, anew.
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
