//! Forcing chains: the consequences of each of several claims, one of which is right.
//!
//! ```text
//!   cell      r4c5 = 1 ─▶ … ─▶ r9c9 ≠ 7          unit    r4c5 = 1 ─▶ … ─▶ r9c9 ≠ 7
//!             r4c5 = 3 ─▶ … ─▶ r9c9 ≠ 7                  r4c8 = 1 ─▶ … ─▶ r9c9 ≠ 7
//!             r4c5 = 8 ─▶ … ─▶ r9c9 ≠ 7                  (row 4 has no other 1)
//!   whatever r4c5 is, r9c9 is not 7              wherever the 1 of row 4 is, r9c9 is not 7
//! ```
//!
//! *Static* chains use the pencil marks as they are. *Dynamic* ones take candidates away as they go, so that what follows may
//! have several reasons: a net. Then a claim may also lead to a contradiction, or both a claim and its opposite to the same.
//! A net of one digit alone that leads to a contradiction is called *Nishio*; in a net with a *plus*, locked candidates, pairs and
//! X-wings that arise on the way take candidates away, too.

use std::collections::VecDeque;

use smallvec::SmallVec;

use super::{Node, Uses, added_by_length, node_count, turned_off, turned_on};
use crate::workshop::person::cells::bits;
use crate::workshop::person::locked::locked;
use crate::workshop::person::marks::Marks;
use crate::workshop::person::step::{Pattern, Source, Step, removed};
use crate::workshop::person::subsets::{fish, hidden, naked};
use crate::workshop::person::technique::Technique;

/// How chains are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// One digit, with candidates taken away.
    Nishio,
    /// With the pencil marks as they are.
    Static,
    /// With candidates taken away.
    Dynamic,
    /// With what locked candidates, pairs and X-wings take away, too.
    Plus,
}

/// The easiest forcing chains: of the lowest value, then with the fewest nodes. `None` if `stop` returns true before the end.
pub fn forcing_chains(marks: &Marks, manner: Manner, stop: &dyn Fn() -> bool) -> Option<Step> {
    let mut search = Search {
        marks,
        manner,
        followed: vec![None; node_count(marks)],
        best: None,
    };
    for cell in 0..marks.grid().cells() {
        let choices = marks.choices(cell);
        if stop() {
            return None;
        }
        if choices > 2 || choices == 2 && manner != Manner::Static {
            search.look_at(cell);
        }
    }
    search.best.map(|(_, step)| step)
}

/// The consequences of one claim.
#[derive(Clone, Debug)]
struct Followed {
    /// The claim and all its consequences, in order.
    nodes: Vec<Node>,
    /// For each, the places in `nodes` of what it follows from.
    parents: Vec<SmallVec<[u16; 2]>>,
    /// For each node of the grid, its place in `nodes`.
    places: Vec<u16>,
    /// A node that would follow, although its opposite stands in `nodes`, with what it follows from.
    clash: Option<(Node, SmallVec<[u16; 2]>)>,
}

const NONE: u16 = u16::MAX;

impl Followed {
    fn new(source: Node, marks: &Marks) -> Followed {
        let mut followed = Followed {
            nodes: Vec::new(),
            parents: Vec::new(),
            places: vec![NONE; node_count(marks)],
            clash: None,
        };
        followed.add(source, SmallVec::new());
        followed
    }

    fn has(&self, node: Node) -> bool {
        self.places[node.index()] != NONE
    }

    fn add(&mut self, node: Node, parents: SmallVec<[u16; 2]>) {
        self.places[node.index()] = self.nodes.len() as u16;
        self.nodes.push(node);
        self.parents.push(parents);
    }

    /// Follows a claim as far as it leads, or to the first contradiction.
    fn of(source: Node, marks: &Marks, manner: Manner) -> Followed {
        let size = marks.grid().size();
        let uses = Uses {
            cells: manner != Manner::Nishio,
            units: true,
        };
        let mut followed = Followed::new(source, marks);
        let mut left = marks.clone();
        let mut waiting = [VecDeque::new(), VecDeque::new()];
        waiting[usize::from(source.is_on())].push_back(source);
        loop {
            let Some(node) = waiting[1].pop_front().or_else(|| waiting[0].pop_front()) else {
                let more = match manner {
                    Manner::Plus => followed.add_more(marks, &left),
                    _ => Vec::new(),
                };
                if more.is_empty() {
                    return followed;
                }
                waiting[0].extend(more);
                continue;
            };
            let own = followed.places[node.index()];
            let place = node.place(size);
            let next: SmallVec<[(Node, SmallVec<[u16; 2]>); 24]> = if node.is_on() {
                let off = turned_off(&left, place, uses);
                off.map(|off| (off, SmallVec::from_slice(&[own]))).collect()
            } else {
                let on = turned_on(&left, place, uses);
                on.map(|(on, unit)| {
                    let mut parents = SmallVec::from_slice(&[own]);
                    followed.add_hidden(marks, &left, (place, unit), &mut parents);
                    (on, parents)
                })
                .collect()
            };
            if !node.is_on() && manner != Manner::Static {
                left.remove(place.0, place.1);
            }
            for (then, parents) in next {
                if followed.has(then.opposite()) {
                    followed.clash = Some((then, parents));
                    return followed;
                }
                if !followed.has(then) {
                    followed.add(then, parents);
                    waiting[usize::from(then.is_on())].push_back(then);
                }
            }
        }
    }

    /// Adds what locked candidates, pairs and X-wings take away now, and returns it.
    fn add_more(&mut self, marks: &Marks, left: &Marks) -> Vec<Node> {
        let finders: [fn(&Marks) -> Option<Step>; 4] = [
            locked,
            |left| hidden(left, 2),
            |left| naked(left, 2),
            |left| fish(left, 2),
        ];
        let Some(step) = finders.iter().find_map(|finder| finder(left)) else {
            return Vec::new();
        };
        let mut parents = SmallVec::new();
        let mut add = |cell, digit| {
            let place = self.places[Node::off(marks, cell, digit).index()];
            if place != NONE && !parents.contains(&place) {
                parents.push(place);
            }
        };
        let mut add_unit = |unit, digit| {
            let gone = marks.cells_in(unit, digit) - left.cells_in(unit, digit);
            gone.iter().for_each(|cell| add(cell, digit));
        };
        match &step.pattern {
            Pattern::Locked { digit, of, .. } => add_unit(*of, *digit),
            Pattern::Fish { digit, base, .. } => {
                base.iter().for_each(|unit| add_unit(*unit, *digit))
            }
            Pattern::Subset {
                unit,
                digits,
                is_hidden: true,
                ..
            } => bits(*digits).for_each(|digit| add_unit(*unit, digit)),
            Pattern::Subset { cells, .. } => cells.iter().for_each(|cell| {
                let gone = marks.candidates(cell) & !left.candidates(cell);
                bits(gone).for_each(|digit| add(cell, digit));
            }),
            _ => {}
        }
        let mut added = Vec::new();
        for &(cell, digits) in &step.removed {
            for digit in bits(digits) {
                let node = Node::off(marks, cell, digit);
                if !self.has(node) && !self.has(node.opposite()) {
                    self.add(node, parents.clone());
                    added.push(node);
                }
            }
        }
        added
    }

    /// Adds what else must be off, so that only one place is left in the unit, or one digit in the cell.
    fn add_hidden(
        &self,
        marks: &Marks,
        left: &Marks,
        ((cell, digit), unit): ((usize, usize), Option<usize>),
        parents: &mut SmallVec<[u16; 2]>,
    ) {
        let mut add = |cell, digit| {
            let place = self.places[Node::off(marks, cell, digit).index()];
            if place != NONE && !parents.contains(&place) {
                parents.push(place);
            }
        };
        match unit {
            None => bits(marks.candidates(cell) & !left.candidates(cell))
                .for_each(|digit| add(cell, digit)),
            Some(unit) => {
                let gone = marks.cells_in(unit, digit) - left.cells_in(unit, digit);
                gone.iter().for_each(|cell| add(cell, digit));
            }
        }
    }

    /// The claim, and all that these nodes follow from, in the order in which it follows.
    fn ancestors(&self, of: impl IntoIterator<Item = u16>) -> Vec<u16> {
        let mut found = Vec::from_iter(of);
        let mut next = 0;
        let mut seen = vec![false; self.nodes.len()];
        found.retain(|&place| !std::mem::replace(&mut seen[usize::from(place)], true));
        while let Some(&place) = found.get(next) {
            next += 1;
            for &parent in &self.parents[usize::from(place)] {
                if !std::mem::replace(&mut seen[usize::from(parent)], true) {
                    found.push(parent);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// The number of nodes up to one that follows.
    fn count(&self, node: Node) -> usize {
        self.ancestors([self.places[node.index()]]).len()
    }

    /// The nodes up to one that follows.
    fn net(&self, node: Node) -> Vec<Node> {
        let places = self.ancestors([self.places[node.index()]]);
        places
            .into_iter()
            .map(|place| self.nodes[usize::from(place)])
            .collect()
    }

    /// The number of nodes up to both sides of the contradiction, and the nodes.
    fn contradiction(&self) -> Option<(usize, [Vec<Node>; 2])> {
        let (node, parents) = self.clash.as_ref()?;
        let own = self.ancestors(parents.iter().copied());
        let mut nodes = Vec::from_iter(own.into_iter().map(|place| self.nodes[usize::from(place)]));
        nodes.push(*node);
        let other = self.net(node.opposite());
        Some((nodes.len() + other.len(), [nodes, other]))
    }
}

/// Value, number of nodes, and place among the sorts: the lowest is the easiest.
type Order = (u16, usize, u8);

struct Search<'a> {
    marks: &'a Marks,
    manner: Manner,
    /// The consequences of each claim, computed on demand.
    followed: Vec<Option<Box<Followed>>>,
    best: Option<(Order, Step)>,
}

impl Search<'_> {
    fn follow(&mut self, node: Node) -> &Followed {
        let (marks, manner) = (self.marks, self.manner);
        self.followed[node.index()]
            .get_or_insert_with(|| Box::new(Followed::of(node, marks, manner)))
    }

    /// All chains that begin in a cell, or in a unit whose first place of a digit is the cell.
    fn look_at(&mut self, cell: usize) {
        let marks = self.marks;
        let digits = Vec::from_iter(bits(marks.candidates(cell)));
        let on = |digit: usize| Node::on(marks, cell, digit);
        for &digit in &digits {
            if self.manner != Manner::Static {
                self.contradict(on(digit));
                self.contradict(on(digit).opposite());
            }
            if matches!(self.manner, Manner::Dynamic | Manner::Plus) && digits.len() > 2 {
                let sources = vec![on(digit), on(digit).opposite()];
                self.compare(&sources, Source::Both(on(digit)), 1);
            }
            if self.manner != Manner::Nishio {
                self.look_at_units(cell, digit);
            }
        }
        if self.manner != Manner::Nishio {
            let sources = Vec::from_iter(digits.iter().map(|&digit| on(digit)));
            self.compare(&sources, Source::Cell(cell), 5);
        }
    }

    fn look_at_units(&mut self, cell: usize, digit: usize) {
        let marks = self.marks;
        for &(unit, _) in marks.grid().units_with(cell) {
            let places = marks.cells_in(unit, digit);
            if places.len() > 1 && places.first() == Some(cell) {
                let sources = places.iter().map(|cell| Node::on(marks, cell, digit));
                let sources = Vec::from_iter(sources);
                self.compare(&sources, Source::Unit(unit, digit), 6);
            }
        }
    }

    /// A claim that leads to a contradiction: its opposite is right.
    fn contradict(&mut self, source: Node) {
        let found = self.follow(source).contradiction();
        if let Some((count, nets)) = found {
            let source_of = Source::Contradiction(source);
            self.offer(source.opposite(), count, (source_of, 7), |_| nets.to_vec());
        }
    }

    /// The common consequences of all these claims, one of which is right.
    fn compare(&mut self, sources: &[Node], source: Source, kind: u8) {
        for &node in sources {
            self.follow(node);
        }
        let followed = |node: &Node| self.followed[node.index()].as_deref();
        let all = Vec::from_iter(sources.iter().filter_map(followed));
        let Some((first, others)) = all.split_first() else {
            return;
        };
        let common = first.nodes.iter().copied();
        let common = common.filter(|&node| others.iter().all(|other| other.has(node)));
        let counted =
            common.map(|node| (node, all.iter().map(|one| one.count(node)).sum::<usize>()));
        let Some((node, count)) = counted.min_by_key(|(_, count)| *count) else {
            return;
        };
        let sources = sources.to_vec();
        self.offer(node, count, (source, kind), |search| {
            let followed = sources
                .iter()
                .filter_map(|source| search.followed[source.index()].as_ref());
            followed.map(|followed| followed.net(node)).collect()
        });
    }

    /// Keeps a step that shows this node, if it is the easiest so far.
    fn offer(
        &mut self,
        node: Node,
        count: usize,
        (source, kind): (Source, u8),
        nets: impl FnOnce(&Self) -> Vec<Vec<Node>>,
    ) {
        let base = match self.manner {
            Manner::Nishio => 75,
            Manner::Static => 80,
            Manner::Dynamic => 85,
            Manner::Plus => 90,
        };
        let value = base + added_by_length(count);
        let order = (value, count, kind);
        if self.best.as_ref().is_some_and(|(best, _)| *best <= order) {
            return;
        }
        let technique = match (self.manner, source) {
            (Manner::Nishio, _) => Technique::Nishio,
            (Manner::Static, Source::Unit(..)) => Technique::UnitForcingChains,
            (Manner::Static, _) => Technique::CellForcingChains,
            (Manner::Plus, _) => Technique::DynamicChainsPlus,
            (_, Source::Unit(..)) => Technique::DynamicUnitChains,
            (_, Source::Cell(_)) => Technique::DynamicCellChains,
            (_, Source::Both(_)) => Technique::DoubleChains,
            (_, Source::Contradiction(_)) => Technique::ContradictionChains,
        };
        let (cell, digit) = node.place(self.marks.grid().size());
        let pattern = Pattern::Net {
            source,
            nets: nets(self),
        };
        let step = match node.is_on() {
            true => Step::place(technique, value, pattern, (cell, digit)),
            false => {
                let gone = removed(self.marks, [cell], 1 << digit);
                Step::remove(technique, value, pattern, gone)
            }
        };
        self.best = Some((order, step));
    }
}
