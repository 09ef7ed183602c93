//! What a state leaves of the problem, as a graph: the options that can still be chosen, and the items that they cover.

use std::collections::HashSet;

use super::{Key, has};
use crate::engine::symmetry::{Adjacency, Partition, TooLong};

/// The edges that may be seen to tell kinds apart.
const MOST_EDGES: u64 = 1 << 22;

/// The problem: its options, the bits of which are items, the primary ones first.
#[derive(Clone, Copy)]
pub(super) struct Whole<'a> {
    pub(super) primary: usize,
    pub(super) options: &'a [Vec<u32>],
    pub(super) sets: &'a [Key],
}

/// What a state leaves.
pub(super) struct Rest {
    /// Options, then items.
    pub(super) graph: Adjacency,
    /// The number of options.
    pub(super) options: usize,
    /// The number of primary items.
    pub(super) primary: usize,
}

impl Whole<'_> {
    /// What a state leaves; `None` if no option is left for some item.
    pub(super) fn rest(&self, state: &[u64]) -> Option<Rest> {
        let is_left = |&option: &usize| {
            let set = self.sets[option].iter();
            set.zip(state).all(|(set, state)| set & !state == 0)
        };
        let options: Vec<usize> = (0..self.options.len()).filter(is_left).collect();
        let kind = |bit: u32| if (bit as usize) < self.primary { 1 } else { 2 };
        let (graph, vertex_of) = self.graph(&options, kind);
        let open = Vec::from_iter((0..self.primary).filter(|&bit| has(state, bit as u32)));
        open.iter().all(|&bit| vertex_of[bit] != 0).then_some(Rest {
            graph,
            options: options.len(),
            primary: open.len(),
        })
    }

    /// How many kinds of options and items there are at a level, as far as refinement tells, if nothing is known of the state:
    /// these options are left, and these bits may be taken.
    pub(super) fn kinds(&self, options: &[usize], may_be_taken: &[u64]) -> usize {
        self.refined(options, may_be_taken)
            .map_or(usize::MAX, |(partition, _)| partition.cells())
    }

    /// Of these items, one of each kind, if these options are left and these bits may be taken. Each of the items is in an
    /// option that is left.
    pub(super) fn one_of_each(
        &self,
        options: &[usize],
        may_be_taken: &[u64],
        items: &[u32],
    ) -> Vec<u32> {
        let Ok((partition, vertex_of)) = self.refined(options, may_be_taken) else {
            return items.to_vec();
        };
        let mut seen = HashSet::new();
        let is_new = |item: &&u32| seen.insert(partition.cell_of(vertex_of[**item as usize]));
        items.iter().filter(is_new).copied().collect()
    }

    /// The kinds of the options and items that are left, as cells of a partition, and the vertex of each bit.
    fn refined(
        &self,
        options: &[usize],
        may_be_taken: &[u64],
    ) -> Result<(Partition, Vec<u32>), TooLong> {
        let kind = |bit: u32| {
            let kind = if (bit as usize) < self.primary { 1 } else { 2 };
            kind + 2 * u32::from(has(may_be_taken, bit))
        };
        let (graph, vertex_of) = self.graph(options, kind);
        let mut partition = Partition::new(&graph, MOST_EDGES);
        partition.refine(&graph)?;
        Ok((partition, vertex_of))
    }

    /// The graph of options and the items that they cover, and the vertex of each bit; 0 if no option has it.
    fn graph(&self, options: &[usize], kind: impl Fn(u32) -> u32) -> (Adjacency, Vec<u32>) {
        let bits = self.sets.first().map_or(0, |set| 64 * set.len());
        let mut vertex_of = vec![0; bits];
        let mut paint = vec![0; options.len()];
        let mut edges = Vec::new();
        for (vertex, &option) in (0..).zip(options) {
            for &bit in &self.options[option] {
                if vertex_of[bit as usize] == 0 {
                    vertex_of[bit as usize] = paint.len() as u32;
                    paint.push(kind(bit));
                }
                edges.push((vertex, vertex_of[bit as usize]));
            }
        }
        (Adjacency::new(paint, &edges), vertex_of)
    }
}
