//! Classes of rests that are alike, and how a rest is found among them.
//!
//! The vertices of a rest are put into an order: the partition by what distinguishes them is refined, and as long as a cell has
//! several vertices, one of a smallest cell is singled out. What refining shows each time is a *trace*, which does not depend on
//! names. The first rest of a class leaves its traces here, and at their end all its options, by the places of their items: once for
//! each trace that a first vertex can have.
//!
//! ```text
//!     trace of the rest ──▶ of a vertex ──▶ of another one ──▶ options in their order     class 1
//!                      └──▶ of a vertex ──▶ options in their order                         class 2
//! ```
//!
//! Of another rest, any first vertex is singled out, then one that leaves a trace known here, and so on to the end. There, equal
//! options mean that only names differ. Of vertices with the same trace only one is tried: a rest may be taken for a new class,
//! although it is none, which costs time and changes no number.

use super::residual::Rest;
use crate::engine::symmetry::{Adjacency, Partition, TooLong};

/// The edges that may be seen to find a rest. One that would need more is a class of its own.
const MOST_EDGES: u64 = 1 << 22;

/// Options in their order, each by the number of its items and their places; first how many options there are, and how many
/// primary items.
type Certificate = Box<[u16]>;

/// The classes so far, as a tree of traces. The first node is the root.
#[derive(Debug)]
pub(super) struct Classes {
    nodes: Vec<Node>,
    /// Whether each class left its traces for each first vertex.
    are_complete: bool,
    bytes: usize,
}

/// As long as all classes take less than this number of bytes, a new one leaves its traces for each first vertex; later for one.
const BYTES: usize = 1 << 28;

#[derive(Debug, Default)]
struct Node {
    /// Traces, and where they lead.
    next: Vec<(u64, usize)>,
    /// The classes whose traces end here, by their numbers.
    ends: Vec<(Certificate, usize)>,
}

/// A rest that is looked for.
struct Looking<'a> {
    graph: &'a Adjacency,
    partition: Partition,
    options: usize,
    primary: usize,
}

/// The traces of a rest, and its options at their end.
#[derive(Debug)]
pub(super) struct Path {
    traces: Vec<u64>,
    end: Certificate,
}

/// What was found about a rest.
#[derive(Debug)]
pub(super) enum Found {
    /// It is of this class.
    Known(usize),
    /// It is of no class so far; its paths.
    New(Vec<Path>),
    /// To look for it takes too long.
    Unknown,
}

impl Default for Classes {
    fn default() -> Self {
        Classes {
            nodes: vec![Node::default()],
            are_complete: true,
            bytes: 0,
        }
    }
}

impl Classes {
    /// Looks for a rest, and how many edges that took.
    pub(super) fn look(&self, rest: &Rest) -> (Found, u64) {
        let mut looking = Looking {
            graph: &rest.graph,
            partition: Partition::new(&rest.graph, MOST_EDGES),
            options: rest.options,
            primary: rest.primary,
        };
        let found = self.look_for(&mut looking);
        let seen = MOST_EDGES - looking.partition.work_left() + rest.graph.len() as u64;
        (found.unwrap_or(Found::Unknown), seen)
    }

    fn look_for(&self, looking: &mut Looking) -> Result<Found, TooLong> {
        let trace = looking.partition.refine(looking.graph)?;
        let mark = looking.partition.mark();
        let firsts = looking.smallest_cell();
        let most = if self.are_complete { 1 } else { firsts.len() };
        if let Some(node) = self.nodes[0].after(trace)
            && let Some(class) =
                self.class_below(node, &firsts[..most.min(firsts.len())], looking)?
        {
            return Ok(Found::Known(class));
        }
        let most = if self.bytes < BYTES { firsts.len() } else { 1 };
        let mut paths: Vec<Path> = Vec::new();
        for &vertex in &firsts[..most.min(firsts.len())] {
            looking.partition.undo_to(mark);
            let next = looking.single_out(vertex)?;
            if !paths.iter().any(|path| path.traces[1] == next) {
                paths.push(looking.path(vec![trace, next])?);
            }
        }
        if paths.is_empty() {
            paths.push(looking.path(vec![trace])?);
        }
        Ok(Found::New(paths))
    }

    /// The class of a rest among those below a node, whose traces it has up to there, if one of these vertices is singled out next;
    /// none are given if each is a cell of its own.
    fn class_below(
        &self,
        node: usize,
        vertices: &[u32],
        looking: &mut Looking,
    ) -> Result<Option<usize>, TooLong> {
        let node = &self.nodes[node];
        if vertices.is_empty() {
            let own = looking.certificate();
            let end = node.ends.iter().find(|(end, _)| *end == own);
            return Ok(end.map(|&(_, class)| class));
        }
        let mark = looking.partition.mark();
        let mut tried = Vec::new();
        for &vertex in vertices {
            let trace = looking.single_out(vertex)?;
            if let Some(next) = node.after(trace)
                && !tried.contains(&next)
            {
                let vertices = looking.smallest_cell();
                if let Some(class) = self.class_below(next, &vertices, looking)? {
                    return Ok(Some(class));
                }
                tried.push(next);
            }
            looking.partition.undo_to(mark);
            if tried.len() == node.next.len() {
                break;
            }
        }
        Ok(None)
    }

    /// Adds a class of this number.
    pub(super) fn add(&mut self, paths: Vec<Path>, class: usize) {
        self.are_complete &= self.bytes < BYTES;
        for path in paths {
            let mut node = 0;
            for trace in path.traces {
                node = self.node_after(node, trace);
            }
            self.bytes += 2 * size_of::<(Certificate, usize)>() + 2 * path.end.len();
            self.nodes[node].ends.push((path.end, class));
        }
    }

    fn node_after(&mut self, node: usize, trace: u64) -> usize {
        if let Some(next) = self.nodes[node].after(trace) {
            return next;
        }
        let next = self.nodes.len();
        self.nodes[node].next.push((trace, next));
        self.nodes.push(Node::default());
        self.bytes += size_of::<Node>() + 2 * size_of::<(u64, usize)>();
        next
    }

    /// Bytes of all classes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Node {
    fn after(&self, trace: u64) -> Option<usize> {
        let mut next = self.next.iter();
        next.find(|next| next.0 == trace).map(|next| next.1)
    }
}

impl Looking<'_> {
    /// Singles a vertex out; the trace that this leaves.
    fn single_out(&mut self, vertex: u32) -> Result<u64, TooLong> {
        self.partition.single_out(vertex);
        self.partition.refine(self.graph)
    }

    /// The vertices of a smallest cell of several; none if there is no such cell.
    fn smallest_cell(&self) -> Vec<u32> {
        let start = self.partition.smallest();
        start.map_or(Vec::new(), |start| self.partition.cell(start).to_vec())
    }

    /// The path that begins with these traces, with any vertices singled out after them.
    fn path(&mut self, mut traces: Vec<u64>) -> Result<Path, TooLong> {
        while let Some(start) = self.partition.smallest() {
            let vertex = self.partition.cell(start)[0];
            traces.push(self.single_out(vertex)?);
        }
        let end = self.certificate();
        Ok(Path { traces, end })
    }

    /// The options in the order of the partition, each with the places of its items.
    fn certificate(&self) -> Certificate {
        let mut certificate = vec![self.options as u16, self.primary as u16];
        let mut places = Vec::new();
        for &option in &self.partition.elements()[..self.options] {
            let items = self.graph.neighbours(option).iter();
            places.clear();
            places.extend(items.map(|&item| self.partition.place(item) as u16));
            places.sort_unstable();
            certificate.push(places.len() as u16);
            certificate.extend_from_slice(&places);
        }
        certificate.into()
    }
}
