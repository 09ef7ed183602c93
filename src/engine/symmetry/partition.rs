//! An ordered partition of the vertices of a graph, and its refinement.
//!
//! ```text
//!     elements    3 0 | 1 4 2 | 5          cells begin at 0, 2 and 5
//!     place       1 2 4 0 3 5              place[elements[i]] = i
//! ```
//!
//! A partition is *equitable* if any two vertices of a cell have equally many neighbours in each cell. Refinement splits cells
//! until it is. A vertex is *singled out* by making it a cell of its own; refining then shows what that says about the others.
//! Each split is written down, so that it can be undone; vertices of a cell are in no particular order.
//!
//! Where cells begin, and the trace that refinement leaves, do not depend on the numbers of the vertices: an automorphism that
//! takes one partition to another takes the refinement to the refinement.
//!
//! Reference: B. D. McKay and A. Piperno, *Practical graph isomorphism, II*, Journal of Symbolic Computation 60 (2014).

use std::collections::VecDeque;

use super::graph::Adjacency;
use crate::engine::limits::Watch;

/// The work that was allowed is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooLong;

#[derive(Clone, Debug)]
pub(crate) struct Partition {
    elements: Vec<u32>,
    place: Vec<u32>,
    /// Where the cell of each vertex begins.
    cell_of: Vec<u32>,
    /// The length of the cell that begins here.
    length: Vec<u32>,
    /// Where the cells begin that were split off, in order.
    splits: Vec<u32>,
    /// Cells by which others are to be split.
    queue: VecDeque<u32>,
    is_queued: Vec<bool>,
    /// For each vertex, its neighbours in the cell that splits; 0 between two of them.
    counts: Vec<u32>,
    /// For each cell, how many of its vertices have such neighbours. They stand at its end.
    met: Vec<u32>,
    touched: Vec<u32>,
    splitter: Vec<u32>,
    /// The work that is left: edges seen and vertices moved.
    work: u64,
    /// The limits from outside.
    watch: Option<Watch>,
}

impl Partition {
    /// The vertices of the graph by their colours, not refined yet.
    pub(crate) fn new(graph: &Adjacency, work: u64) -> Partition {
        let vertices = graph.len();
        let mut partition = Partition {
            elements: (0..vertices as u32).collect(),
            place: vec![0; vertices],
            cell_of: vec![0; vertices],
            length: vec![0; vertices],
            splits: Vec::new(),
            queue: VecDeque::new(),
            is_queued: vec![false; vertices],
            counts: vec![0; vertices],
            met: vec![0; vertices],
            touched: Vec::new(),
            splitter: Vec::new(),
            work,
            watch: None,
        };
        let paint = |vertex: u32| graph.paint(vertex);
        partition.elements.sort_by_key(|&vertex| paint(vertex));
        let mut start = 0;
        for place in 0..vertices {
            let vertex = partition.elements[place];
            if paint(vertex) != paint(partition.elements[start]) {
                start = place;
            }
            partition.place[vertex as usize] = place as u32;
            partition.cell_of[vertex as usize] = start as u32;
            partition.length[start] += 1;
            if start == place {
                partition.ask_for(start as u32);
            }
        }
        partition
    }

    /// The vertices of the cell that begins here.
    pub(crate) fn cell(&self, start: u32) -> &[u32] {
        let start = start as usize;
        &self.elements[start..start + self.length[start] as usize]
    }

    /// All vertices, cell by cell.
    pub(crate) fn elements(&self) -> &[u32] {
        &self.elements
    }

    /// Where the cell of a vertex begins.
    pub(crate) fn cell_of(&self, vertex: u32) -> u32 {
        self.cell_of[vertex as usize]
    }

    /// The splits so far, to come [back](Self::undo_to) to.
    pub(crate) fn mark(&self) -> usize {
        self.splits.len()
    }

    /// The largest cell of those that begin before `end`, the first of several; `None` if each has one vertex.
    pub(crate) fn largest_before(&mut self, end: usize) -> Result<Option<u32>, TooLong> {
        let (mut largest, mut start) = (None, 0);
        let mut most = 1;
        while start < end {
            self.spend(1)?;
            if self.length[start] > most {
                most = self.length[start];
                largest = Some(start as u32);
            }
            start += self.length[start] as usize;
        }
        Ok(largest)
    }

    /// The number of cells.
    pub(crate) fn cells(&self) -> usize {
        let begins = |&(place, &vertex): &(usize, &u32)| self.cell_of(vertex) as usize == place;
        self.elements.iter().enumerate().filter(begins).count()
    }

    /// Undoes the splits after a mark.
    pub(crate) fn undo_to(&mut self, mark: usize) {
        for start in self.splits.drain(mark..).rev() {
            let before = self.elements[start as usize - 1];
            let first = self.cell_of[before as usize];
            let length = self.length[start as usize];
            let cell = start as usize..(start + length) as usize;
            for &vertex in &self.elements[cell] {
                self.cell_of[vertex as usize] = first;
            }
            self.length[first as usize] += length;
        }
    }

    /// Makes a vertex of a larger cell a cell of its own.
    pub(crate) fn single_out(&mut self, vertex: u32) {
        let start = self.cell_of[vertex as usize];
        let last = start + self.length[start as usize] - 1;
        self.put(vertex, last);
        self.split_off(start, last);
        self.ask_for(last);
    }

    /// Refines until the partition is equitable. Returns the trace.
    ///
    /// # Errors
    /// If the work is used up. Then the partition may only be dropped or brought [back](Self::undo_to).
    pub(crate) fn refine(&mut self, graph: &Adjacency) -> Result<u64, TooLong> {
        let mut trace = 0;
        while let Some(start) = self.queue.pop_front() {
            self.is_queued[start as usize] = false;
            if let Err(error) = self.split_by(start, graph, &mut trace) {
                self.queue
                    .drain(..)
                    .for_each(|start| self.is_queued[start as usize] = false);
                return Err(error);
            }
        }
        Ok(trace)
    }

    /// Splits all cells by the number of neighbours that their vertices have in this one.
    fn split_by(&mut self, start: u32, graph: &Adjacency, trace: &mut u64) -> Result<(), TooLong> {
        let mut splitter = std::mem::take(&mut self.splitter);
        splitter.clear();
        splitter.extend_from_slice(self.cell(start));
        let degrees = splitter.iter().map(|&v| graph.neighbours(v).len() as u64);
        let spent = self.spend(degrees.sum::<u64>() + splitter.len() as u64);
        if spent.is_ok() {
            let mut singles = 0u64;
            for &vertex in &splitter {
                for &neighbour in graph.neighbours(vertex) {
                    self.meet(neighbour, &mut singles);
                }
            }
            mix(trace, singles);
        }
        self.splitter = splitter;
        spent?;
        mix(trace, start.into());
        let mut touched = std::mem::take(&mut self.touched);
        touched.sort_unstable();
        for &cell in &touched {
            self.split(cell, trace);
        }
        touched.clear();
        self.touched = touched;
        Ok(())
    }

    /// Counts a neighbour in the cell that splits.
    fn meet(&mut self, vertex: u32, singles: &mut u64) {
        let start = self.cell_of[vertex as usize];
        let length = self.length[start as usize];
        if length == 1 {
            *singles = singles.wrapping_add(spread(start.into()));
            return;
        }
        let count = &mut self.counts[vertex as usize];
        *count += 1;
        if *count > 1 {
            return;
        }
        let met = &mut self.met[start as usize];
        if *met == 0 {
            self.touched.push(start);
        }
        *met += 1;
        let place = start + length - *met;
        self.put(vertex, place);
    }

    /// Splits a cell by the counts of its vertices.
    fn split(&mut self, start: u32, trace: &mut u64) {
        let met = std::mem::take(&mut self.met[start as usize]);
        let end = start + self.length[start as usize];
        let mut first = end - met;
        let cell = first as usize..end as usize;
        let counts = &self.counts;
        let is_even = |pair: &[u32]| counts[pair[0] as usize] == counts[pair[1] as usize];
        if !self.elements[cell.clone()].windows(2).all(is_even) {
            self.elements[cell.clone()].sort_unstable_by_key(|&vertex| counts[vertex as usize]);
            for place in cell.clone() {
                self.place[self.elements[place] as usize] = place as u32;
            }
        }
        mix(trace, u64::from(start) << 32 | u64::from(met));
        // The first part keeps the beginning of the cell.
        let (mut parts, mut largest) = (vec![start], start);
        let mut before = match first == start {
            true => self.counts[self.elements[first as usize] as usize],
            false => 0,
        };
        let mut cell_start = start;
        while first < end {
            let vertex = self.elements[first as usize] as usize;
            let count = std::mem::take(&mut self.counts[vertex]);
            if count != before {
                mix(trace, u64::from(first) << 32 | u64::from(count));
                self.length[cell_start as usize] = first - cell_start;
                self.length[first as usize] = end - first;
                self.splits.push(first);
                parts.push(first);
                (cell_start, before) = (first, count);
            }
            self.cell_of[vertex] = cell_start;
            first += 1;
        }
        if parts.len() == 1 {
            mix(trace, before.into());
            return;
        }
        for &part in &parts {
            if self.length[part as usize] > self.length[largest as usize] {
                largest = part;
            }
        }
        let was_queued = self.is_queued[start as usize];
        for part in parts {
            if part != largest || was_queued {
                self.ask_for(part);
            }
        }
    }

    /// Makes the end of a cell, from `first` on, a cell of its own.
    fn split_off(&mut self, start: u32, first: u32) {
        let end = start + self.length[start as usize];
        self.length[start as usize] = first - start;
        self.length[first as usize] = end - first;
        for place in first..end {
            self.cell_of[self.elements[place as usize] as usize] = first;
        }
        self.splits.push(first);
    }

    /// Exchanges a vertex with the one at a place of the same cell.
    fn put(&mut self, vertex: u32, place: u32) {
        let (old, other) = (self.place[vertex as usize], self.elements[place as usize]);
        self.elements.swap(old as usize, place as usize);
        self.place[vertex as usize] = place;
        self.place[other as usize] = old;
    }

    fn ask_for(&mut self, start: u32) {
        if !std::mem::replace(&mut self.is_queued[start as usize], true) {
            self.queue.push_back(start);
        }
    }

    /// Keeps to these limits.
    pub(super) fn watched(self, watch: Option<Watch>) -> Partition {
        Partition { watch, ..self }
    }

    pub(crate) fn spend(&mut self, work: u64) -> Result<(), TooLong> {
        let watch = self.watch.as_ref();
        if watch.is_some_and(|watch| watch.spend(work).is_err()) {
            self.work = 0;
            return Err(TooLong);
        }
        match self.work.checked_sub(work) {
            Some(left) => {
                self.work = left;
                Ok(())
            }
            None => {
                self.work = 0;
                Err(TooLong)
            }
        }
    }
}

/// Adds a number to a trace.
fn mix(trace: &mut u64, number: u64) {
    *trace = spread(trace.rotate_left(5) ^ number);
}

fn spread(number: u64) -> u64 {
    let x = number
        .wrapping_add(0x9e37_79b9_7f4a_7c15)
        .wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (x ^ (x >> 31)).wrapping_mul(0x94d0_49bb_1331_11eb)
}
