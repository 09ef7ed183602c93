//! Which solutions stand for their orbits.
//!
//! For each orbit, the solution is handed on whose ascending option numbers come first in the order of a dictionary: the least
//! image of any of them. Of equal options, only the first is used.
//!
//! In an [exact](super::tree) part, no two solutions are of one orbit. In others, one is left out
//!
//! - if the group is small: where some image of it is less and is met in some part, too. Nothing is kept in memory.
//! - otherwise: where that is so of one of some random images, or where its least image was met before. To find the least image takes
//!   as long as hundreds of others, so most of those that are left out should not get so far.
//!
//! If a problem has facts, answers take the place of solutions: sets of facts. The least image is that of the facts, and a
//! solution with these facts goes with it.

use std::collections::HashSet;

use super::Symmetries;
use super::graph::Graph;
use super::group::{Group, Permutation};
use super::least::{Image, Least};
use super::tree::{Leaf, Tree};
use crate::engine::limits::{Limit, Watch};
use crate::engine::random::SplitMix;
use crate::problem::OptionId;

/// Groups with more elements than this are not listed, nor where that takes more than this share of the memory.
const MOST_ELEMENTS: u32 = 1 << 10;
const SHARE: usize = 8;
/// The number of elements of a larger group that are drawn. After `TRIED` solutions, they are used only if they left out one in
/// `LEFT_OUT` of them.
const DRAWN: usize = 1 << 9;
const TRIED: u64 = 1 << 10;
const LEFT_OUT: u64 = 8;

/// Decides which solutions represent their orbits.
pub(crate) struct Classes<'a> {
    graph: &'a Graph,
    tree: Tree,
    least: Least,
    /// All symmetries, or some if they are many; none if there are facts.
    elements: Vec<Permutation>,
    are_all: bool,
    /// The solutions that were tried with some symmetries, and those of them that these left out.
    tried: u64,
    left_out: u64,
    has_facts: bool,
    seen: HashSet<Box<[u32]>>,
    /// Bytes that the group and the seen ones take.
    bytes: usize,
}

impl<'a> Classes<'a> {
    pub(super) fn new(
        symmetries: &'a Symmetries,
        group: &Group,
        (watch, room): (Watch, usize),
    ) -> Result<Classes<'a>, Limit> {
        let (problem, graph) = (&symmetries.problem, &symmetries.graph);
        let has_facts = problem.has_facts();
        let has_room = room / SHARE / (4 * graph.len()).max(1);
        let are_all = !has_facts && group.order() <= has_room.min(MOST_ELEMENTS as usize).into();
        let elements = match are_all {
            true => group.elements(&watch)?,
            false if has_facts => Vec::new(),
            false => {
                let mut random = SplitMix::new(0);
                let draw = || group.draw(&mut random);
                std::iter::repeat_with(draw)
                    .take(has_room.min(DRAWN))
                    .collect()
            }
        };
        Ok(Classes {
            graph,
            tree: Tree::new(problem, graph, &symmetries.part, group, (&watch, room))?,
            bytes: group.bytes() + elements.len() * 4 * graph.len(),
            elements,
            are_all,
            tried: 0,
            left_out: 0,
            least: Least::new(group, (watch, room))?,
            has_facts,
            seen: HashSet::new(),
        })
    }

    /// The parts that have a solution of each orbit.
    pub(crate) fn leaves(&self) -> &[Leaf] {
        &self.tree.leaves
    }

    /// Whether the solutions of all parts are of different orbits.
    pub(crate) fn are_exact(&self) -> bool {
        self.leaves().iter().all(|leaf| leaf.is_exact)
    }

    /// The bytes that were taken for the group and for the orbits met so far.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The solution that stands for the orbit of this one, ascending; `None` if the orbit is met in another place.
    pub(crate) fn first(
        &mut self,
        options: &[OptionId],
        is_exact: bool,
    ) -> Result<Option<Vec<OptionId>>, Limit> {
        let classes = options
            .iter()
            .map(|option| self.graph.class_of[option.index()]);
        let mut carried: Vec<u32> = classes.collect();
        carried.sort_unstable();
        if !is_exact && self.is_met_elsewhere(&carried) {
            return Ok(None);
        }
        let mut key = carried.clone();
        if self.has_facts {
            key = carried
                .iter()
                .flat_map(|&class| &self.graph.facts_of[class as usize])
                .copied()
                .collect();
            key.sort_unstable();
            key.dedup();
        }
        let Image { key, carried } = self.least.image(Image { key, carried })?;
        if !is_exact && !self.are_all {
            let size = 4 * key.len() + 48;
            if !self.seen.insert(key.into()) {
                return Ok(None);
            }
            self.bytes += size;
        }
        let first = |class: &u32| self.graph.options[*class as usize][0];
        let mut options: Vec<OptionId> = carried.iter().map(first).collect();
        options.sort_unstable();
        Ok(Some(options))
    }

    /// Whether a lesser image of the solution is met, under the symmetries that are known.
    fn is_met_elsewhere(&mut self, solution: &[u32]) -> bool {
        if !self.are_all && self.tried >= TRIED && self.left_out * LEFT_OUT < self.tried {
            return false;
        }
        let mut image = Vec::with_capacity(solution.len());
        let is_met = self.elements.iter().any(|element| {
            image.clear();
            image.extend(solution.iter().map(|&class| element[class as usize]));
            image.sort_unstable();
            image[..] < *solution && self.tree.meets(&image)
        });
        self.tried += 1;
        self.left_out += u64::from(is_met);
        is_met
    }
}
