//! Units: a small, Sudoku-like problem in a few registers, in which everything forced is found at once.
//!
//! Some items become *lanes* of 16 bits, with one bit for each option. Every other item is a set of lanes at one bit,
//! and items with the same lanes form one *unit*. A Sudoku of 4 × 4 cells has 16 lanes and 12 units, which are found
//! without a hint. Its first row is one of the units; here the places of its bits are counted:
//!
//! ```text
//!     lane             r1c1       r1c2       r1c3       r1c4         in two lanes or more   in one
//!     bits             1 2 . .    1 2 . .    1 2 3 .    . . . 4      1 2                    3 4
//!     after a pass    1 2 . .    1 2 . .    . . 3 .    . . . 4      1 2                    3 4
//! ```
//!
//! The 3 has one place, so r1c3 is 3 (*hidden*); r1c4 has one bit, so no other lane of its units keeps a 4 (*single*).
//! A *pass* does that for all units and all lanes. It takes about one instruction for each lane of a unit, and has no
//! loop over what it finds. Where units divide each other in *grids*, as rows and boxes do, a pass also strikes out
//! what follows from that.
//!
//! ```text
//!     layout   which items are lanes, what bit each option gets, which items are one unit
//!     spread   which lane stands in which register
//!     grids    which units divide each other
//!     tables   all that, as indices for look-ups of 32 lanes in one instruction
//!     pass    what is forced            search   what is guessed
//! ```
//!
//! When not to use it: where options have no lane, where items have more than 16 options, where a choice touches little
//! of the problem, since every pass touches all of it.

mod grids;
mod layout;
mod node;
mod pass;
mod search;
mod spread;
mod tables;

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use super::fits::{KernelName, Unsupported};
use super::kernel::{Effort, Given, Inference, Keep, Kernel, Sink, Step};
use super::simd::bank::{Bank, WIDTH};
use super::simd::isa::Isa;
use crate::problem::{OptionId, Part, Problem};
use layout::{Allow, Layout, NONE_BIT};
use node::{NIL, Node, REGISTERS, Spot};
use search::{STRAIGHT, Search};
use tables::Tables;

/// Where an option stands: its lane, and its bit there.
#[derive(Clone, Copy, Debug)]
struct Place {
    spot: Spot,
    bit: u16,
}

/// The work of a node: two or three passes over all registers.
const NODE: u64 = 170;

const NO_OPTION: u32 = u32::MAX;

/// The state of the search. [`Tables`] explain K and B.
#[derive(Clone, Debug)]
struct Units<const K: usize, const B: usize> {
    tables: Box<Tables<K, B>>,
    /// By option. The bit of one that can never be chosen is not in `full`.
    places: Vec<Place>,
    /// By lane and bit: the option there, [`NO_OPTION`] if there is none.
    options: Vec<[u32; 16]>,
    /// The lanes that have options.
    used: [u32; REGISTERS],
    /// All bits. The lane [`NIL`] has none. Lanes that are not used have [`NONE_BIT`], so that [`NIL`] is the only
    /// empty lane of a node with solutions.
    full: Node,
    /// The part that is searched, and the bits that it leaves.
    part: Part,
    root: Node,
    inference: Inference,
    /// The lanes of the options in every solution of the part; each has one bit.
    assumed: [u32; REGISTERS],
    /// Some primary item has no options.
    hopeless: bool,
    /// The node to be entered next, if there is one (`entering`), or the solution where the search stands.
    now: Node,
    entering: bool,
    /// Nodes to be entered later, the next one at `depth - 1`. Those before `base` were given away; those from `depth`
    /// on are kept for their memory. All are subsets of the root.
    stack: Vec<Node>,
    depth: usize,
    base: usize,
    /// The root was not entered yet.
    fresh: bool,
    /// Options of the part are seen to disagree.
    refuted: bool,
    /// Guesses since the search began, and whether there was a dead end.
    guesses: u32,
    failed: bool,
    /// The options of a solution, handed to a sink.
    chosen: Vec<OptionId>,
    counts_only: bool,
    effort: Effort,
    isa: Isa,
}

/// For Sudokus, as they are and with cells taken out.
type Narrow = Units<3, 3>;
/// For problems of any kind, as long as they are small.
type General = Units<12, 8>;

/// The kernel for a problem.
pub(super) fn units_for(problem: &Problem) -> Result<Box<dyn Kernel>, Unsupported> {
    KernelName::Units.fits(problem)?;
    let layout = Layout::new(problem, Allow::Free).ok_or(Unsupported::NoUnits)?;
    if let Some(units) = Narrow::new(problem, &layout) {
        return Ok(Box::new(units));
    }
    match General::new(problem, &layout) {
        Some(units) => Ok(Box::new(units)),
        None => Err(Unsupported::NoUnits),
    }
}

/// The kernel for a problem like a Sudoku: each option is in a lane, and a lane is in about three units. All others are
/// refused quickly.
pub(super) fn units_for_sudoku(problem: &Problem) -> Result<Box<dyn Kernel>, Unsupported> {
    KernelName::Units.fits(problem)?;
    let layout = Layout::new(problem, Allow::Items).filter(|layout| layout.units_per_lane() == 3);
    match layout.and_then(|layout| Narrow::new(problem, &layout)) {
        Some(units) => Ok(Box::new(units)),
        None => Err(Unsupported::NoUnits),
    }
}

impl<const K: usize, const B: usize> Units<K, B> {
    fn new(problem: &Problem, layout: &Layout) -> Option<Self> {
        let (tables, spots) = Tables::new(layout)?;
        let mut units = Units {
            tables,
            places: Vec::with_capacity(problem.option_count()),
            options: vec![[NO_OPTION; 16]; REGISTERS * WIDTH],
            used: [0; REGISTERS],
            full: [Bank([1 << NONE_BIT; WIDTH]); REGISTERS],
            root: [Bank::ZERO; REGISTERS],
            part: Part::default(),
            inference: Inference::default(),
            assumed: [0; REGISTERS],
            hopeless: layout.hopeless,
            now: [Bank::ZERO; REGISTERS],
            entering: false,
            stack: Vec::new(),
            depth: 0,
            base: 0,
            fresh: true,
            refuted: false,
            guesses: 0,
            failed: false,
            chosen: Vec::new(),
            counts_only: false,
            effort: Effort::default(),
            isa: Isa::detect(),
        };
        for bank in &mut units.full {
            bank.0[NIL] = 0;
        }
        for (spot, &free) in spots.iter().zip(&layout.free) {
            units.used[spot.register()] |= 1 << spot.lane();
            *spot.of_mut(&mut units.full) = u16::from(free) << NONE_BIT;
        }
        for (option, &(lane, bit)) in problem.options().zip(&layout.place) {
            let spot = spots[lane];
            let entries = problem.entries(option);
            if entries.iter().any(|entry| problem.is_primary(entry.item)) {
                units.options[spot.index()][usize::from(bit)] = option.index() as u32;
                *spot.of_mut(&mut units.full) |= 1 << bit;
            }
            let bit = 1 << bit;
            units.places.push(Place { spot, bit });
        }
        units.root = units.full;
        Some(units)
    }

    /// Makes the root the node to be entered next, if it has not been.
    fn start(&mut self) {
        if std::mem::take(&mut self.fresh) {
            self.now = self.root;
            self.entering = !self.hopeless && !self.refuted;
            (self.guesses, self.failed) = (0, false);
        }
    }

    fn write_solution(&self, out: &mut Vec<OptionId>) {
        out.clear();
        out.extend_from_slice(&self.part.with);
        for r in 0..REGISTERS {
            let mut lanes = self.used[r] & !self.assumed[r];
            while lanes != 0 {
                let spot = Spot::new(r, lanes.trailing_zeros() as usize);
                lanes &= lanes - 1;
                let bit = spot.of(&self.now).trailing_zeros() as usize;
                let option = self.options[spot.index()][bit % 16];
                if option != NO_OPTION {
                    out.push(OptionId::new(option as usize));
                }
            }
        }
    }

    /// Continues with the search.
    fn run(&mut self, nodes: u64, sink: Sink) -> Step {
        self.start();
        let last = self.effort.nodes.saturating_add(nodes);
        self.isa.dispatch_banks(Search {
            units: self,
            last,
            sink,
        })
    }

    /// Makes the root from what the part leaves. `false` if options of the part are seen to disagree; options that only
    /// a unit makes disagree are left to the first pass.
    #[inline(always)]
    fn make_root(&mut self, part: &Part) -> bool {
        self.root = self.full;
        self.assumed = [0; REGISTERS];
        for option in &part.without {
            let Place { spot, bit } = self.places[option.index()];
            *spot.of_mut(&mut self.root) &= !bit;
        }
        let mut agree = true;
        for option in &part.with {
            let Place { spot, bit } = self.places[option.index()];
            let lane = spot.of_mut(&mut self.root);
            agree &= *lane & bit != 0;
            *lane = bit;
            self.assumed[spot.register()] |= 1 << spot.lane();
        }
        agree
    }

    /// The part that has the solutions of a node.
    fn part_of(&self, node: &Node) -> Part {
        let mut part = self.part.clone();
        for (number, options) in self.options.iter().enumerate() {
            let spot = Spot::new(number / WIDTH, number % WIDTH);
            let gone = spot.of(&self.root) & !spot.of(node);
            for (bit, &option) in options.iter().enumerate() {
                if option != NO_OPTION && gone >> bit & 1 == 1 {
                    part.without.push(OptionId::new(option as usize));
                }
                // A lane whose only option must be chosen.
                let none = option == NO_OPTION && bit == usize::from(NONE_BIT);
                if none && gone >> bit & 1 == 1 {
                    let chosen = spot.of(node).trailing_zeros() as usize;
                    let chosen = options.get(chosen).filter(|&&option| option != NO_OPTION);
                    part.with
                        .extend(chosen.map(|&option| OptionId::new(option as usize)));
                }
            }
        }
        part
    }
}

impl<const K: usize, const B: usize> Kernel for Units<K, B> {
    fn name(&self) -> KernelName {
        KernelName::Units
    }

    fn instruction_set(&self) -> &'static str {
        self.isa.name()
    }

    fn aside(&mut self, search: &mut dyn FnMut(&mut dyn Kernel)) {
        search(&mut self.clone());
    }

    fn enter(&mut self, part: &Part, inference: Inference) -> bool {
        self.part.clone_from(part);
        self.inference = inference;
        self.refuted = !self.make_root(part);
        (self.depth, self.base) = (0, 0);
        self.entering = false;
        self.fresh = true;
        !self.refuted
    }

    fn visit(&mut self, nodes: u64, sink: Sink) -> Step {
        self.run(nodes, sink)
    }

    fn count_only(&mut self, counts_only: bool) {
        self.counts_only = counts_only;
    }

    fn open(&self) -> Vec<Part> {
        if self.fresh {
            return match self.refuted {
                true => Vec::new(),
                false => vec![self.part.clone()],
            };
        }
        let ahead = self.entering.then_some(&self.now);
        let stack = self.stack[self.base..self.depth].iter().rev();
        ahead
            .into_iter()
            .chain(stack)
            .map(|node| self.part_of(node))
            .collect()
    }

    fn depth(&self) -> usize {
        self.depth - self.base
    }

    fn give(&mut self) -> Given {
        let node = self.stack[self.base..self.depth].first();
        let parts = Vec::from_iter(node.map(|node| self.part_of(node)));
        self.base += parts.len();
        Given {
            branches: parts.len(),
            parts,
        }
    }

    /// Without dead ends, a search has two nodes for each solution, less one.
    fn looks_closely_above(&self) -> f64 {
        2.0
    }

    fn enter_thinned(&mut self, keep: Keep) -> bool {
        self.start();
        let guesses = STRAIGHT + 1;
        self.failed = self.inference == Inference::Full;
        self.guesses = guesses;
        let step = self.run(1, &mut |_| ControlFlow::Break(()));
        if self.guesses > guesses {
            self.keep_halves(keep);
        }
        step == Step::Solution
    }

    fn work(&self) -> u64 {
        NODE * self.effort.nodes
    }

    fn work_of_node(&self) -> u64 {
        NODE
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    #[cfg(test)]
    fn check(&self) {
        let ahead = self.entering.then_some(&self.now);
        for node in self.stack[..self.depth].iter().chain(ahead) {
            let lanes = node.iter().zip(&self.root).zip(&self.full);
            for ((node, root), full) in lanes {
                assert_eq!((node.0[NIL], root.0[NIL], full.0[NIL]), (0, 0, 0));
                for lane in 0..WIDTH {
                    let (node, root, full) = (node.0[lane], root.0[lane], full.0[lane]);
                    assert!(node & !root == 0 && root & !full == 0, "a bit from nowhere");
                }
            }
        }
    }
}
