//! The rest of the problem after a level, as a graph: the options that can still be chosen, and the items that they cover.

use std::collections::HashSet;

use super::{Key, has};
use crate::engine::symmetry::{Adjacency, Partition, TooLong};

/// The most edges that are seen to distinguish kinds.
const MOST_EDGES: u64 = 1 << 22;

/// The most items that are compared to find different ones; and the most items with which orders begin.
const LOOKED_AT: usize = 64;
const FIRSTS: usize = 4;

/// The problem: its options, the bits of which are items, the primary ones first.
#[derive(Clone, Copy)]
pub(super) struct Whole<'a> {
    pub(super) primary: usize,
    pub(super) options: &'a [Vec<u32>],
    pub(super) sets: &'a [Key],
}

impl Whole<'_> {
    /// The number of kinds of options and items at a level, as far as refinement can distinguish them. Nothing is known
    /// about the state except that these options are left and these bits may be taken.
    pub(super) fn kinds(&self, options: &[usize], may_be_taken: &[u64]) -> usize {
        self.refined(options, may_be_taken)
            .map_or(usize::MAX, |(partition, _)| partition.cells())
    }

    /// Of these items, one of each kind and `cost`, if these options are left and these bits may be taken. Each of the items is
    /// in an option that is left.
    pub(super) fn one_of_each(
        &self,
        options: &[usize],
        may_be_taken: &[u64],
        items: &[u32],
        cost: impl Fn(u32) -> usize,
    ) -> Vec<u32> {
        let Ok((partition, vertex_of)) = self.refined(options, may_be_taken) else {
            return items.to_vec();
        };
        let mut seen = HashSet::new();
        let is_new = |item: &&u32| {
            let cell = partition.cell_of(vertex_of[**item as usize]);
            seen.insert((cell, cost(**item)))
        };
        items.iter().filter(is_new).copied().collect()
    }

    /// Some primary items of which no symmetry takes one to another, so that an order may begin with each.
    pub(super) fn firsts(&self) -> Vec<u32> {
        let options = Vec::from_iter(0..self.options.len());
        let nothing = vec![0; self.sets.first().map_or(0, |set| set.len())];
        let (graph, vertex_of) = self.skeleton(&options, &nothing);
        let mut partition = Partition::new(&graph, MOST_EDGES);
        let mut firsts = vec![0];
        if partition.refine(&graph).is_err() {
            return firsts;
        }
        let mark = partition.mark();
        let mut seen = HashSet::new();
        for item in (0..self.primary).step_by(self.primary.div_ceil(LOOKED_AT).max(1)) {
            let vertex = vertex_of[item];
            let cell = partition.cell_of(vertex);
            if partition.cell(cell).len() > 1 {
                partition.single_out(vertex);
            }
            let Ok(trace) = partition.refine(&graph) else {
                break;
            };
            if seen.insert((cell, trace)) && item > 0 {
                firsts.push(item as u32);
            }
            partition.undo_to(mark);
        }
        firsts.truncate(FIRSTS);
        firsts
    }

    /// The kinds of the options and items that are left, as cells of a partition, and the vertex of each bit.
    fn refined(
        &self,
        options: &[usize],
        may_be_taken: &[u64],
    ) -> Result<(Partition, Vec<u32>), TooLong> {
        let (graph, vertex_of) = self.skeleton(options, may_be_taken);
        let mut partition = Partition::new(&graph, MOST_EDGES);
        partition.refine(&graph)?;
        Ok((partition, vertex_of))
    }

    /// The graph of these options and the items that they cover, in which items that may be taken differ from others. And the
    /// vertex of each bit; 0 if no option has it.
    pub(super) fn skeleton(
        &self,
        options: &[usize],
        may_be_taken: &[u64],
    ) -> (Adjacency, Vec<u32>) {
        let kind = |bit: u32| {
            let kind = if (bit as usize) < self.primary { 1 } else { 2 };
            kind + 2 * u32::from(has(may_be_taken, bit))
        };
        let mut vertex_of = vec![0; 64 * may_be_taken.len()];
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
