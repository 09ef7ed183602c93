//! The search for automorphisms of a graph.
//!
//! Options are singled out, one after the other, until each vertex is a cell of its own: the *first path*. Another path on
//! which other options are singled out, and which leaves the same traces, ends in a permutation of the vertices, perhaps an
//! automorphism.
//!
//! ```text
//!     level 0    v₁ ─── w₁       is there an automorphism that takes v₁ to w₁?
//!                 │      └ … leaf
//!           1    v₂ ─── w₂       … that fixes v₁ and takes v₂ to w₂?
//!                 │      └ … leaf
//!              first leaf
//! ```
//!
//! The levels are searched from the last to the first. At each, one question is asked for each orbit, under what was found so
//! far, of the cell from which v was taken. So what is found at a level and below it generates all automorphisms that fix the
//! v above, and the order of the group is the product of the sizes of the orbits of the v: the v are a *base* of the group.

use super::graph::Adjacency;
use super::partition::{Partition, TooLong};
use crate::engine::limits::Watch;

/// A permutation: the vertices that it moves, ascending, and where to.
pub(crate) type Moves = Box<[(u32, u32)]>;

/// The result of a search.
#[derive(Clone, Debug)]
pub(crate) struct Automorphisms {
    /// The options singled out on the first path.
    pub(super) base: Vec<u32>,
    /// What generates the group, with the level at which it was found: it fixes the base up to there.
    pub(crate) generators: Vec<(usize, Moves)>,
    /// The sizes of the orbits of the base, each under what fixes the base before it.
    pub(crate) orbits: Vec<u32>,
    /// Whether the search ended. If not, the group is a subgroup of all automorphisms.
    pub(crate) is_complete: bool,
}

/// A level of the first path.
struct Level {
    /// The option that is singled out.
    option: u32,
    /// Where its cell begins.
    cell: u32,
    /// The splits before.
    mark: usize,
    /// The trace after it was singled out.
    trace: u64,
}

struct Search<'a> {
    graph: &'a Adjacency,
    /// The number of options: the first vertices.
    options: usize,
    partition: Partition,
    levels: Vec<Level>,
    /// The vertices at the end of the first path.
    leaf: Vec<u32>,
    /// The splits there.
    leaf_mark: usize,
    classes: Unions,
}

/// All automorphisms of a graph whose first vertices are options, as many as given, or those that are found in this work and
/// within these limits.
pub(crate) fn automorphisms(
    (graph, options): (&Adjacency, usize),
    work: u64,
    watch: Option<Watch>,
) -> Automorphisms {
    let mut search = Search {
        graph,
        options,
        partition: Partition::new(graph, work).watched(watch),
        levels: Vec::new(),
        leaf: Vec::new(),
        leaf_mark: 0,
        classes: Unions::new(graph.len()),
    };
    let mut found = Automorphisms {
        base: Vec::new(),
        generators: Vec::new(),
        orbits: Vec::new(),
        is_complete: false,
    };
    if search.first_path().is_ok() {
        found.base = search.levels.iter().map(|level| level.option).collect();
        found.orbits = vec![1; found.base.len()];
        found.is_complete = (0..found.base.len())
            .rev()
            .all(|level| search.level(level, &mut found).is_ok());
    }
    found
}

impl Search<'_> {
    fn first_path(&mut self) -> Result<(), TooLong> {
        self.partition.refine(self.graph)?;
        while let Some(cell) = self.partition.largest_before(self.options)? {
            let mark = self.partition.mark();
            let option = *self.partition.cell(cell).iter().min().expect("a vertex");
            self.partition.single_out(option);
            let trace = self.partition.refine(self.graph)?;
            self.levels.push(Level {
                option,
                cell,
                mark,
                trace,
            });
        }
        self.leaf = self.partition.elements().to_vec();
        self.leaf_mark = self.partition.mark();
        Ok(())
    }

    /// Finds where the option of a level can go.
    fn level(&mut self, level: usize, found: &mut Automorphisms) -> Result<(), TooLong> {
        let Level {
            option, cell, mark, ..
        } = self.levels[level];
        self.partition.undo_to(mark);
        let mut others = self.partition.cell(cell).to_vec();
        others.sort_unstable();
        self.partition.spend(others.len() as u64)?;
        self.classes.forget_marks();
        let mut outcome = Ok(());
        for &other in &others {
            let class = self.classes.find(other);
            if class == self.classes.find(option) || self.classes.is_marked(class) {
                continue;
            }
            match self.automorphism(level, other) {
                Ok(Some(moves)) => {
                    for &(from, to) in &moves {
                        self.classes.unite(from, to);
                    }
                    found.generators.push((level, moves));
                }
                Ok(None) => self.classes.mark(class),
                Err(error) => {
                    outcome = Err(error);
                    break;
                }
            }
        }
        self.partition.undo_to(mark);
        let class = self.classes.find(option);
        let orbit = others.iter().filter(|&&v| self.classes.find(v) == class);
        found.orbits[level] = orbit.count() as u32;
        outcome
    }

    /// An automorphism that fixes the base before this level and takes its option to `other`.
    fn automorphism(&mut self, level: usize, other: u32) -> Result<Option<Moves>, TooLong> {
        let mut paths = vec![vec![other]];
        while !paths.is_empty() {
            let depth = level + paths.len() - 1;
            self.partition.undo_to(self.levels[depth].mark);
            let Some(vertex) = paths.last_mut().and_then(Vec::pop) else {
                paths.pop();
                continue;
            };
            self.partition.single_out(vertex);
            if self.partition.refine(self.graph)? != self.levels[depth].trace {
                continue;
            }
            let Some(next) = self.levels.get(depth + 1) else {
                if let Some(moves) = self.moves()? {
                    return Ok(Some(moves));
                }
                continue;
            };
            // The cell may have gone if equal traces came from different refinements.
            let (mark, cell) = (self.partition.mark(), next.cell);
            let begins = self.partition.elements()[cell as usize];
            if mark != next.mark || self.partition.cell_of(begins) != cell {
                continue;
            }
            let mut open = self.partition.cell(cell).to_vec();
            if open.len() == 1 {
                continue;
            }
            self.partition.spend(open.len() as u64)?;
            // The last is tried first: the option of the first path, then the others from the least on.
            open.sort_unstable_by_key(|&vertex| std::cmp::Reverse(vertex));
            if let Some(place) = open.iter().position(|&vertex| vertex == next.option) {
                let option = open.remove(place);
                open.push(option);
            }
            paths.push(open);
        }
        Ok(None)
    }

    /// The permutation that takes the first leaf to this one, if it is an automorphism.
    fn moves(&mut self) -> Result<Option<Moves>, TooLong> {
        self.partition.spend(self.leaf.len() as u64)?;
        if self.partition.mark() != self.leaf_mark {
            return Ok(None);
        }
        let mut image = vec![0; self.leaf.len()];
        for (&from, &to) in self.leaf.iter().zip(self.partition.elements()) {
            image[from as usize] = to;
        }
        let moves = (0..).zip(&image).filter(|&(from, &to)| from != to);
        let moves: Moves = moves.map(|(from, &to)| (from, to)).collect();
        let mut marks = vec![0u32; image.len()];
        for (stamp, &(from, to)) in (1..).zip(&moves) {
            let (own, others) = (self.graph.neighbours(from), self.graph.neighbours(to));
            self.partition.spend(own.len() as u64 + 1)?;
            others.iter().for_each(|&v| marks[v as usize] = stamp);
            let is_kept = |&v: &u32| marks[image[v as usize] as usize] == stamp;
            let is_same = self.graph.paint(from) == self.graph.paint(to);
            if !is_same || own.len() != others.len() || !own.iter().all(is_kept) {
                return Ok(None);
            }
        }
        Ok(Some(moves))
    }
}

/// Classes of vertices that grow together, some of them marked.
struct Unions {
    parent: Vec<u32>,
    is_marked: Vec<bool>,
    marked: Vec<u32>,
}

impl Unions {
    fn new(vertices: usize) -> Unions {
        Unions {
            parent: (0..vertices as u32).collect(),
            is_marked: vec![false; vertices],
            marked: Vec::new(),
        }
    }

    fn find(&mut self, mut vertex: u32) -> u32 {
        while self.parent[vertex as usize] != vertex {
            let above = self.parent[self.parent[vertex as usize] as usize];
            self.parent[vertex as usize] = above;
            vertex = above;
        }
        vertex
    }

    fn unite(&mut self, one: u32, other: u32) {
        let (one, other) = (self.find(one), self.find(other));
        if one != other {
            self.parent[other as usize] = one;
            if self.is_marked[other as usize] {
                self.mark(one);
            }
        }
    }

    fn is_marked(&self, root: u32) -> bool {
        self.is_marked[root as usize]
    }

    fn mark(&mut self, root: u32) {
        if !std::mem::replace(&mut self.is_marked[root as usize], true) {
            self.marked.push(root);
        }
    }

    fn forget_marks(&mut self) {
        for root in self.marked.drain(..) {
            self.is_marked[root as usize] = false;
        }
    }
}
