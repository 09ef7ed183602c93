//! What a state leaves of the problem, and its certificate.
//!
//! The rest is a graph: the options that can still be chosen, and the items that they cover. Its vertices are put into an
//! order: the partition by what can be told of them is refined, and as long as a cell has several vertices, one is singled
//! out. Which one does not depend on names: each of a smallest cell is tried, and one is taken whose trace is the rarest, of
//! several the least.
//!
//! ```text
//!     options  a b   b c   c d        order  c b | d a  …        certificate: the options in their order, each with the
//!                                                                places of its items
//! ```
//!
//! Equal certificates are equal problems, in which only names differ. Rests that are alike may get different certificates, if
//! the vertices with one trace are not all alike; then both are kept, which costs time and changes no number.

use std::collections::BTreeMap;

use super::{Key, has};
use crate::engine::symmetry::{Adjacency, Partition, TooLong};

/// The edges that a certificate may see. One that would need more stands for its state alone.
const MOST_EDGES: u64 = 1 << 22;

/// The options of a rest in their order, each by the number of its items and their places; first how many options there are,
/// and how many primary items.
pub(super) type Certificate = Box<[u16]>;

/// What states leave.
#[derive(Clone, Copy)]
pub(super) struct Rest<'a> {
    pub(super) primary: usize,
    pub(super) options: &'a [Vec<u32>],
    pub(super) sets: &'a [Key],
}

impl Rest<'_> {
    /// The certificate of a state, and the edges that were seen for it; `None` if no option is left for some item.
    pub(super) fn certificate(&self, state: &[u64]) -> (Option<Certificate>, u64) {
        let is_left = |&option: &usize| {
            let set = self.sets[option].iter();
            set.zip(state).all(|(set, state)| set & !state == 0)
        };
        let options: Vec<usize> = (0..self.options.len()).filter(is_left).collect();
        let kind = |bit: u32| if (bit as usize) < self.primary { 1 } else { 2 };
        let (graph, vertex_of) = self.graph(&options, kind);
        let items = (0..self.primary as u32).filter(|&bit| has(state, bit));
        let (mut primary, mut is_lost) = (0, false);
        for bit in items {
            primary += 1;
            is_lost |= vertex_of[bit as usize] == 0;
        }
        if is_lost {
            return (None, 0);
        }
        let mut partition = Partition::new(&graph, MOST_EDGES);
        let ordered = order(&mut partition, &graph);
        let seen = MOST_EDGES - partition.work_left() + graph.len() as u64;
        let certificate = match ordered {
            Ok(()) => written(&graph, &partition, (options.len(), primary)),
            Err(TooLong) => of_state(state),
        };
        (Some(certificate), seen)
    }

    /// How many kinds of options and items there are at a level, as far as refinement tells, if nothing is known of the state:
    /// these options are left, and these bits may be taken.
    pub(super) fn kinds(&self, options: &[usize], may_be_taken: &[u64]) -> usize {
        let kind = |bit: u32| {
            let kind = if (bit as usize) < self.primary { 1 } else { 2 };
            kind + 2 * u32::from(has(may_be_taken, bit))
        };
        let (graph, _) = self.graph(options, kind);
        let mut partition = Partition::new(&graph, MOST_EDGES);
        match partition.refine(&graph) {
            Ok(_) => partition.cells(),
            Err(TooLong) => usize::MAX,
        }
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

/// Singles out vertices until each is a cell of its own.
fn order(partition: &mut Partition, graph: &Adjacency) -> Result<(), TooLong> {
    partition.refine(graph)?;
    while let Some(start) = partition.smallest() {
        let cell = partition.cell(start).to_vec();
        let mark = partition.mark();
        let mut traces: BTreeMap<u64, (usize, u32)> = BTreeMap::new();
        for vertex in cell {
            partition.single_out(vertex);
            let trace = partition.refine(graph)?;
            partition.undo_to(mark);
            traces.entry(trace).or_insert((0, vertex)).0 += 1;
        }
        let rarest = traces
            .iter()
            .min_by_key(|(trace, (count, _))| (*count, **trace));
        let (_, &(_, vertex)) = rarest.expect("a cell has vertices");
        partition.single_out(vertex);
        partition.refine(graph)?;
    }
    Ok(())
}

/// The options in the order of the partition, each with the places of its items.
fn written(graph: &Adjacency, partition: &Partition, counts: (usize, usize)) -> Certificate {
    let (options, primary) = counts;
    let mut certificate = vec![options as u16, primary as u16];
    let mut places = Vec::new();
    for &option in &partition.elements()[..options] {
        places.clear();
        places.extend(
            graph
                .neighbours(option)
                .iter()
                .map(|&item| partition.place(item) as u16),
        );
        places.sort_unstable();
        certificate.push(places.len() as u16);
        certificate.extend_from_slice(&places);
    }
    certificate.into()
}

/// A certificate that no other state has.
fn of_state(state: &[u64]) -> Certificate {
    let parts = state
        .iter()
        .flat_map(|word| [0, 16, 32, 48].map(|shift| (word >> shift) as u16));
    [u16::MAX; 2].into_iter().chain(parts).collect()
}
