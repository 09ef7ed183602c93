//! Single chains: a claim that leads in one line to its opposite, or around to itself.
//!
//! ```text
//!   forcing chain    a on ─▶ b off ─▶ c on ─▶ … ─▶ a off         so a is off; and the other way round
//!   cycle            a on ─▶ b off ─▶ c on ─▶ … ─▶ z off ─▶ a on
//! ```
//!
//! A cycle can be followed backwards, too: its candidates are in turn on and off, or in turn off and on. What is off in both cases,
//! because it is seen from an on of either, can go.
//!
//! All chains begin with a search in breadth, so each is the shortest of its sort. *X* is a chain that uses only the places of
//! one digit, *Y* only the digits of cells.

use super::{Node, Uses, added_by_length, candidates, node_count, turned_off, turned_on};
use crate::workshop::person::cells::CellSet;
use crate::workshop::person::marks::Marks;
use crate::workshop::person::step::{Pattern, Removed, Step, removed};
use crate::workshop::person::technique::Technique;

const X: Uses = Uses {
    cells: false,
    units: true,
};
const Y: Uses = Uses {
    cells: true,
    units: false,
};
const BOTH: Uses = Uses {
    cells: true,
    units: true,
};

/// The easiest single chain: of the lowest value, then the shortest.
pub fn single_chain(marks: &Marks) -> Option<Step> {
    let mut search = Search {
        marks,
        parents: vec![NONE; node_count(marks)],
        origins: vec![NONE; node_count(marks)],
        reached: Vec::new(),
        best: None,
    };
    for uses in [X, Y, BOTH] {
        let base = if uses == BOTH { 70 } else { 65 };
        if search
            .best
            .as_ref()
            .is_some_and(|(order, _)| order.0 < base)
        {
            break;
        }
        for candidate in candidates(marks) {
            search.follow(candidate, uses);
        }
    }
    search.best.map(|(_, step)| step)
}

/// In `parents`: not reached yet, and reached without a parent.
const NONE: u16 = u16::MAX;
const ROOT: u16 = u16::MAX - 1;

/// Value, number of nodes, and place among the sorts: the lowest is the easiest.
type Order = (u16, usize, u8);

struct Search<'a> {
    marks: &'a Marks,
    /// The node from which each node was reached first.
    parents: Vec<u16>,
    /// In a search for cycles: for a node that is on, the one two nodes before it.
    origins: Vec<u16>,
    /// All nodes that were reached, in this order.
    reached: Vec<Node>,
    best: Option<(Order, Step)>,
}

impl Search<'_> {
    /// All chains that begin with this candidate.
    fn follow(&mut self, (cell, digit): (usize, usize), uses: Uses) {
        let marks = self.marks;
        if !uses.units && marks.choices(cell) > 2 {
            return;
        }
        let on = Node::on(marks, cell, digit);
        self.find_cycles(on, uses);
        if uses.units {
            self.find_contradiction(on, uses);
            self.find_contradiction(on.opposite(), uses);
        }
    }

    fn begin(&mut self, source: Node) {
        for node in self.reached.drain(..) {
            self.parents[node.index()] = NONE;
        }
        self.parents[source.index()] = ROOT;
        self.reached.push(source);
    }

    fn reach(&mut self, node: Node, from: Node) -> bool {
        let parent = &mut self.parents[node.index()];
        let is_new = *parent == NONE;
        if is_new {
            *parent = from.0;
            self.reached.push(node);
        }
        is_new
    }

    /// The nodes from the source to this one.
    fn path(&self, node: Node) -> Vec<Node> {
        let mut path = vec![node];
        let mut last = node;
        while self.parents[last.index()] < ROOT {
            last = Node(self.parents[last.index()]);
            path.push(last);
        }
        path.reverse();
        path
    }

    /// Whether a chain of this many nodes may be easier than the best.
    fn may_win(&self, base: u16, nodes: usize) -> bool {
        let value = base + added_by_length(nodes);
        let order = (value, nodes, 0);
        self.best.as_ref().is_none_or(|(best, _)| order < *best)
    }

    /// The chain from a node to its opposite.
    fn find_contradiction(&mut self, source: Node, uses: Uses) {
        let (marks, size) = (self.marks, self.marks.grid().size());
        let (base, kind) = if uses == BOTH { (70, 4) } else { (66, 2) };
        self.begin(source);
        let (mut next, mut end_of_layer, mut nodes) = (0, 1, 1);
        while next < self.reached.len() {
            if next == end_of_layer {
                end_of_layer = self.reached.len();
                nodes += 1;
            }
            if !self.may_win(base, nodes + 1) {
                return;
            }
            let node = self.reached[next];
            next += 1;
            let place = node.place(size);
            let mut found = false;
            if node.is_on() {
                for off in turned_off(marks, place, uses) {
                    found |= self.reach(off, node) && off == source.opposite();
                }
            } else {
                for (on, _) in turned_on(marks, place, uses) {
                    found |= self.reach(on, node) && on == source.opposite();
                }
            }
            if found {
                self.conclude(source, uses, (base, kind));
                return;
            }
        }
    }

    /// Keeps the chain from the source to its opposite.
    fn conclude(&mut self, source: Node, uses: Uses, (base, kind): (u16, u8)) {
        let path = self.path(source.opposite());
        let value = base + added_by_length(path.len());
        let order = (value, path.len(), kind);
        if self.best.as_ref().is_some_and(|(best, _)| *best <= order) {
            return;
        }
        let technique = if uses == BOTH {
            Technique::ForcingChain
        } else {
            Technique::ForcingXChain
        };
        let (cell, digit) = source.place(self.marks.grid().size());
        let pattern = Pattern::Chain { path };
        let step = match source.is_on() {
            true => Step::remove(
                technique,
                value,
                pattern,
                removed(self.marks, [cell], 1 << digit),
            ),
            false => Step::place(technique, value, pattern, (cell, digit)),
        };
        self.best = Some((order, step));
    }

    /// All cycles through a node that is on.
    fn find_cycles(&mut self, source: Node, uses: Uses) {
        let (marks, size) = (self.marks, self.marks.grid().size());
        let base = if uses == BOTH { 70 } else { 65 };
        self.begin(source);
        // Only nodes that are on are reached: one that is off can be passed several times, in several cycles.
        let (mut next, mut end_of_layer, mut nodes) = (0, 1, 1);
        while next < self.reached.len() {
            if next == end_of_layer {
                end_of_layer = self.reached.len();
                nodes += 2;
            }
            if !self.may_win(base, nodes + 1) {
                return;
            }
            let on = self.reached[next];
            next += 1;
            let path = self.path_of_cycle(on);
            for off in turned_off(marks, on.place(size), uses) {
                if path.contains(&off) {
                    continue;
                }
                for (then, _) in turned_on(marks, off.place(size), uses) {
                    if then == source && nodes >= 3 {
                        self.keep_cycle([&path[..], &[off]].concat(), uses);
                    } else if self.reach(then, off) {
                        self.origins[then.index()] = on.0;
                    }
                }
            }
        }
    }

    /// The nodes from the source to this one, which is on.
    fn path_of_cycle(&self, on: Node) -> Vec<Node> {
        let mut path = vec![on];
        let mut last = on.index();
        while self.parents[last] < ROOT {
            path.push(Node(self.parents[last]));
            path.push(Node(self.origins[last]));
            last = usize::from(self.origins[last]);
        }
        path.reverse();
        path
    }

    /// Keeps a cycle, if it takes something away.
    fn keep_cycle(&mut self, cycle: Vec<Node>, uses: Uses) {
        let (marks, grid) = (self.marks, self.marks.grid());
        let (base, technique, kind) = match uses {
            BOTH => (70, Technique::Cycle, 1),
            Y => (65, Technique::YCycle, 1),
            _ => (65, Technique::XCycle, 0),
        };
        let value = base + added_by_length(cycle.len());
        let order = (value, cycle.len(), kind);
        if self.best.as_ref().is_some_and(|(best, _)| *best <= order) {
            return;
        }
        let places = cycle.iter().map(|node| node.place(grid.size()));
        let own = CellSet::from_iter(places.map(|(cell, _)| cell));
        let mut gone = Removed::new();
        for digit in 0..grid.size() {
            let seen_from = |is_on: bool| {
                let nodes = cycle.iter().filter(|node| node.is_on() == is_on);
                let cells = nodes.map(|node| node.place(grid.size()));
                let cells = cells.filter(|(_, other)| *other == digit);
                cells.fold(CellSet::default(), |all, (cell, _)| all | grid.seen(cell))
            };
            let cells = (seen_from(true) & seen_from(false) & marks.cells(digit)) - own;
            for cell in cells.iter() {
                match gone.iter_mut().find(|(other, _)| *other == cell) {
                    Some((_, digits)) => *digits |= 1 << digit,
                    None => gone.push((cell, 1 << digit)),
                }
            }
        }
        if gone.is_empty() {
            return;
        }
        let pattern = Pattern::Cycle { path: cycle };
        self.best = Some((order, Step::remove(technique, value, pattern, gone)));
    }
}
