//! The solutions with an option, or without some options: each is a new diagram.
//!
//! Without: a node of such an option becomes its `lo`. With: on the way to the option, nodes are rebuilt from their new
//! children; at the option, only its old `hi` is left; a path that ends without the option ends in false. Both take two
//! passes through the nodes: down, to mark what is needed and how, and up, to build it.
//!
//! ```text
//!     with d:     a ──▶ c ──▶ d ──▶ e          without d:     a ──▶ c ──▶ d ──▶ e
//!                 on the way        as it was                 both sides  lo    …
//! ```

use super::Zdd;
use super::fault::ZddError;
use super::node::{FALSE, Made, TRUE};
use crate::engine::work::{Stop, Within, Work};
use crate::problem::OptionId;

/// How a node is needed: unchanged, or with the option on each path.
const AS_IT_WAS: u8 = 1;
const ON_THE_WAY: u8 = 2;

impl Zdd {
    /// The solutions that contain all these options. Takes two passes through the nodes for each of them.
    ///
    /// # Panics
    /// If an option is not below [`option_count`](Self::option_count).
    #[must_use]
    pub fn with(&self, options: &[OptionId]) -> Zdd {
        Within::no_limits(|work| self.with_all(options, work))
    }

    /// Like [`with`](Self::with), within the limits of the diagram, which hold for the new one as well.
    ///
    /// # Errors
    /// As for [`try_count`](Self::try_count).
    ///
    /// # Panics
    /// As for [`with`](Self::with).
    pub fn try_with(&self, options: &[OptionId]) -> Result<Zdd, ZddError> {
        self.within(|work| self.with_all(options, work))
    }

    /// The solutions that contain none of these options. Takes two passes through the nodes for all of them together.
    ///
    /// # Panics
    /// If an option is not below [`option_count`](Self::option_count).
    #[must_use]
    pub fn without(&self, options: &[OptionId]) -> Zdd {
        Within::no_limits(|work| self.without_any(options, work))
    }

    /// Like [`without`](Self::without), within the limits of the diagram, which hold for the new one as well.
    ///
    /// # Errors
    /// As for [`try_count`](Self::try_count).
    ///
    /// # Panics
    /// As for [`without`](Self::without).
    pub fn try_without(&self, options: &[OptionId]) -> Result<Zdd, ZddError> {
        self.within(|work| self.without_any(options, work))
    }

    fn with_all(&self, options: &[OptionId], work: &Work) -> Result<Zdd, Stop> {
        self.check_ids(options);
        let mut wanted = options.iter().map(|option| option.index() as u32);
        let Some(first) = wanted.next() else {
            return Ok(self.clone());
        };
        wanted.try_fold(self.with_one(first, work)?, |zdd, option| {
            zdd.with_one(option, work)
        })
    }

    fn without_any(&self, options: &[OptionId], work: &Work) -> Result<Zdd, Stop> {
        self.check_ids(options);
        let _needs = work.account.take(self.nodes.len())?;
        let mut is_out = vec![false; self.options];
        options
            .iter()
            .for_each(|option| is_out[option.index()] = true);
        let mut is_needed = vec![false; self.nodes.len()];
        is_needed[self.root as usize] = true;
        let mut count = 0;
        for number in (Self::CONSTANTS..self.nodes.len()).rev() {
            work.spend(4)?;
            let node = self.nodes[number];
            if is_needed[number] {
                count += 1;
                is_needed[node.lo as usize] = true;
                is_needed[node.hi as usize] |= !is_out[node.option as usize];
            }
        }
        let _images = work.account.take(self.nodes.len() * size_of::<u32>())?;
        let held = work.account.take(Made::bytes_for(count))?;
        let mut made = Made::new(count);
        let mut image = vec![FALSE; self.nodes.len()];
        image[TRUE as usize] = TRUE;
        for (number, node) in (Self::CONSTANTS..).zip(self.branches()) {
            work.spend(16)?;
            if is_needed[number] {
                let lo = image[node.lo as usize];
                image[number] = match is_out[node.option as usize] {
                    true => lo,
                    false => made.node(node.option, lo, image[node.hi as usize]),
                };
            }
        }
        let zdd = made.finish(image[self.root as usize], self.options);
        zdd.keep_within(self.within.clone(), held)
    }

    fn with_one(&self, option: u32, work: &Work) -> Result<Zdd, Stop> {
        let _needs = work.account.take(self.nodes.len())?;
        let mut needed = vec![0u8; self.nodes.len()];
        needed[self.root as usize] = ON_THE_WAY;
        let mut count = 0;
        for number in (Self::CONSTANTS..self.nodes.len()).rev() {
            work.spend(4)?;
            let node = self.nodes[number];
            let mut need = needed[number];
            count += need.count_ones() as usize;
            if node.option == option && need != 0 {
                // No path asks twice, so it is needed in one way only.
                needed[node.hi as usize] |= AS_IT_WAS;
                need = 0;
            }
            needed[node.hi as usize] |= need;
            needed[node.lo as usize] |= need;
        }
        let _images = work.account.take(2 * self.nodes.len() * size_of::<u32>())?;
        let held = work.account.take(Made::bytes_for(count))?;
        let mut made = Made::new(count);
        let mut as_it_was = vec![FALSE; self.nodes.len()];
        as_it_was[TRUE as usize] = TRUE;
        let mut on_the_way = vec![FALSE; self.nodes.len()];
        for (number, node) in (Self::CONSTANTS..).zip(self.branches()) {
            work.spend(16)?;
            let (lo, hi) = (node.lo as usize, node.hi as usize);
            if needed[number] & AS_IT_WAS != 0 {
                as_it_was[number] = made.node(node.option, as_it_was[lo], as_it_was[hi]);
            }
            if needed[number] & ON_THE_WAY != 0 {
                let (lo, hi) = match node.option == option {
                    true => (FALSE, as_it_was[hi]),
                    false => (on_the_way[lo], on_the_way[hi]),
                };
                on_the_way[number] = made.node(node.option, lo, hi);
            }
        }
        let zdd = made.finish(on_the_way[self.root as usize], self.options);
        zdd.keep_within(self.within.clone(), held)
    }

    fn check_ids(&self, options: &[OptionId]) {
        assert!(
            options.iter().all(|option| option.index() < self.options),
            "an option of another problem"
        );
    }
}
