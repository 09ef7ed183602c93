//! In how many solutions each option occurs, and each item.
//!
//! The number of solutions through the `hi` of a node is the number of ways from the root to the node, times the number
//! of solutions below `hi`. For an option, these are summed over its nodes.
//!
//! If only one option of a solution can cover an item, its number is the sum over its options. If several can, by
//! giving a secondary item the same colour, the solutions that remain without all options of the item are counted
//! instead.

use super::Zdd;
use super::counts::Counts;
use super::fault::ZddError;
use super::limbs;
use super::node::{FALSE, Node};
use crate::engine::count::Count;
use crate::engine::memory::Share;
use crate::engine::work::{Stop, Within, Work};
use crate::problem::{OptionId, Problem};

impl Zdd {
    /// The number of solutions that contain each option, by the index of the option.
    ///
    /// Takes two passes through the nodes. In addition to the numbers of solutions below the nodes, the numbers of ways
    /// to them are stored meanwhile.
    pub fn option_counts(&self) -> Vec<Count> {
        Within::no_limits(|work| self.counts_of_options(work)).0
    }

    /// Like [`option_counts`](Self::option_counts), within the limits of the diagram.
    ///
    /// # Errors
    /// As for [`try_count`](Self::try_count).
    pub fn try_option_counts(&self) -> Result<Vec<Count>, ZddError> {
        Ok(self.within(|work| self.counts_of_options(work))?.0)
    }

    /// The number of solutions that contain at least one of these options: `O(nodes)`.
    pub fn count_with_any(&self, options: &[OptionId]) -> Count {
        Within::no_limits(|work| self.count_of_any(options, work))
    }

    /// The number of solutions that cover each item, by the index of the item. A primary item is covered in all of
    /// them, unless it has a lower bound of 0.
    ///
    /// Takes one pass through the nodes for each secondary item with colours and each item that may be covered several
    /// times, in addition to those of
    /// [`option_counts`](Self::option_counts).
    ///
    /// # Panics
    /// If the problem and the diagram differ in the number of options.
    pub fn item_counts(&self, problem: &Problem) -> Vec<Count> {
        Within::no_limits(|work| {
            let (counts, _) = self.counts_of_options(work)?;
            self.counts_of_items(problem, &counts, work)
        })
    }

    /// Like [`item_counts`](Self::item_counts), within the limits of the diagram, from the
    /// [counts of the options](Self::try_option_counts).
    ///
    /// # Errors
    /// As for [`try_count`](Self::try_count).
    ///
    /// # Panics
    /// As for [`item_counts`](Self::item_counts), and if there are not as many counts.
    pub fn try_item_counts(
        &self,
        problem: &Problem,
        option_counts: &[Count],
    ) -> Result<Vec<Count>, ZddError> {
        self.within(|work| self.counts_of_items(problem, option_counts, work))
    }

    fn counts_of_options(&self, work: &Work) -> Result<(Vec<Count>, Share), Stop> {
        let below = self.below_within(work)?;
        let limbs = below.get(self.root).len();
        // As sums, and then as numbers.
        let number = size_of_val(below.get(self.root)) + size_of::<Count>();
        let held = work.account.take(2 * number * self.options)?;
        if self.root == FALSE {
            return Ok((vec![Count::ZERO; self.options], held));
        }
        let above = Counts::above(&self.nodes, self.root, below, work)?;
        let mut sums = vec![0; self.options * limbs];
        for (number, node) in (Self::CONSTANTS as u32..).zip(self.branches()) {
            let (ways, solutions) = (above.get(number), below.get(node.hi));
            work.spend(8 + ways.len() * solutions.len())?;
            let sum = &mut sums[node.option as usize * limbs..][..limbs];
            limbs::add_product(sum, ways, solutions);
        }
        let counts = sums.chunks_exact(limbs).map(limbs::count).collect();
        Ok((counts, held))
    }

    fn count_of_any(&self, options: &[OptionId], work: &Work) -> Result<Count, Stop> {
        let mut is_out = vec![false; self.options];
        for option in options {
            is_out[option.index()] = true;
        }
        let hi = |node: &Node| match is_out.get(node.option as usize) {
            Some(true) => FALSE,
            _ => node.hi,
        };
        let without = Counts::below(&self.nodes, hi, work)?;
        let mut rest = self.below_within(work)?.get(self.root).to_vec();
        limbs::subtract(&mut rest, without.get(self.root));
        Ok(limbs::count(&rest))
    }

    fn counts_of_items(
        &self,
        problem: &Problem,
        counts: &[Count],
        work: &Work,
    ) -> Result<Vec<Count>, Stop> {
        assert_eq!(
            (problem.option_count(), counts.len()),
            (self.options, self.options),
            "options of the problem"
        );
        // A use without a colour excludes every other use, unless the item may be covered several times.
        let mut single = vec![Count::ZERO; problem.item_count()];
        let mut shared = vec![Vec::new(); problem.item_count()];
        for option in problem.options() {
            for entry in problem.entries(option) {
                let item = entry.item;
                let has_bounds = problem.bounds(item).is_some_and(|bounds| bounds.high > 1);
                match entry.color.is_some() || has_bounds {
                    true => shared[item.index()].push(option),
                    false => single[item.index()] += &counts[option.index()],
                }
            }
        }
        for (count, shared) in single.iter_mut().zip(shared) {
            if !shared.is_empty() {
                *count += &self.count_of_any(&shared, work)?;
            }
        }
        Ok(single)
    }
}
