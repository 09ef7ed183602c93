//! In how many solutions each option occurs.
//!
//! Through the `hi` of a node go as many solutions as there are ways from the root to the node, times solutions below
//! `hi`. An option has the sum over its nodes.

use super::Zdd;
use super::counts::Counts;
use super::limbs;
use super::node::FALSE;
use crate::engine::count::Count;

impl Zdd {
    /// The number of solutions that contain each option, by the index of the option.
    ///
    /// Takes two passes through the nodes, and beside the numbers of solutions below the nodes the numbers of ways to
    /// them for as long.
    pub fn option_counts(&self) -> Vec<Count> {
        let below = self.below();
        let total = below.get(self.root);
        if self.root == FALSE {
            return vec![Count::ZERO; self.options];
        }
        let above = Counts::above(&self.nodes, self.root, below);
        let limbs = total.len();
        let mut sums = vec![0; self.options * limbs];
        for (number, node) in (Self::CONSTANTS as u32..).zip(self.branches()) {
            let sum = &mut sums[node.option as usize * limbs..][..limbs];
            limbs::add_product(sum, above.get(number), below.get(node.hi));
        }
        sums.chunks_exact(limbs).map(limbs::count).collect()
    }
}
