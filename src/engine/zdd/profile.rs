//! In how many solutions each option occurs, and each item.
//!
//! Through the `hi` of a node go as many solutions as there are ways from the root to the node, times solutions below
//! `hi`. An option has the sum over its nodes.
//!
//! An item that only one option of a solution can name has the sum over its options. Several options of a solution may
//! give one colour to a secondary item; then what counts is how many solutions are left without all options of the item.

use super::Zdd;
use super::counts::Counts;
use super::limbs;
use super::node::FALSE;
use crate::engine::count::Count;
use crate::problem::{OptionId, Problem};

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

    /// The number of solutions that contain at least one of these options: `O(nodes)`.
    pub fn count_with_any(&self, options: &[OptionId]) -> Count {
        let mut is_out = vec![false; self.options];
        for option in options {
            is_out[option.index()] = true;
        }
        let mut nodes = self.nodes.clone();
        for node in &mut nodes[Self::CONSTANTS..] {
            if is_out[node.option as usize] {
                node.hi = FALSE;
            }
        }
        let mut rest = self.below().get(self.root).to_vec();
        limbs::subtract(&mut rest, Counts::below(&nodes).get(self.root));
        limbs::count(&rest)
    }

    /// The number of solutions that cover each item, by the index of the item. For a primary item those are all.
    ///
    /// Takes a pass through the nodes for each secondary item with colours, beside those of
    /// [`option_counts`](Self::option_counts).
    ///
    /// # Panics
    /// If the problem has not as many options as that of the diagram.
    pub fn item_counts(&self, problem: &Problem) -> Vec<Count> {
        assert_eq!(
            problem.option_count(),
            self.options,
            "options of the problem"
        );
        let counts = self.option_counts();
        // A plain use goes together with no other use.
        let mut plain = vec![Count::ZERO; problem.item_count()];
        let mut colored = vec![Vec::new(); problem.item_count()];
        for option in problem.options() {
            for entry in problem.entries(option) {
                match entry.color {
                    None => plain[entry.item.index()] += &counts[option.index()],
                    Some(_) => colored[entry.item.index()].push(option),
                }
            }
        }
        for (count, colored) in plain.iter_mut().zip(colored) {
            if !colored.is_empty() {
                *count += &self.count_with_any(&colored);
            }
        }
        plain
    }
}
