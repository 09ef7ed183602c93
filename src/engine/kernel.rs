//! What every kernel can do, and which one a problem gets.

use super::lanes::lanes_for;
use super::links::Links;
use super::rows::{rows_for, shares_much};
use super::units::{units_for, units_for_sudoku};
use crate::problem::{Bounds, ItemId, OptionId, Problem};
use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

/// How a kernel stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// At a solution, which [`Kernel::solution`] tells. The next step goes on behind it.
    Solution,
    /// Nothing is left to search.
    Exhausted,
    /// The budget is used up. The next step goes on here.
    Paused,
}

/// What was done before the search.
#[derive(Clone, Copy, Debug)]
pub(super) enum Prior {
    Assumed(OptionId),
    Excluded(OptionId),
}

/// Is handed each solution, and says whether to go on.
pub(super) type Sink<'a> = &'a mut dyn FnMut(&[OptionId]) -> ControlFlow<()>;

/// A node that is branched on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    /// How much is left: items, or by units bits, in any case less than at the node above.
    pub left: usize,
    /// The number of its branches.
    pub branches: usize,
}

/// Is asked for one branch of a node after the other whether to keep it.
pub(super) type Keep<'a> = &'a mut dyn FnMut(Open) -> bool;

/// What a search has done so far, as Knuth counts it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Nodes of the search tree that were entered, the root and the solutions included. By all
    /// kernels but links, forced choices belong to the node before them.
    pub nodes: u64,
    /// By links: removals of an option from the list of one item. By lanes and by rows: options chosen, the forced
    /// ones included. By units: sweeps over all lanes. For the best solutions: sweeps over all prices.
    pub updates: u64,
}

/// A search engine for one problem.
///
/// Before a search, a kernel takes options out ([`exclude`](Kernel::exclude)) and takes options for granted
/// ([`assume`](Kernel::assume)); both are undone, last first, by [`rollback`](Kernel::rollback). Then
/// [`advance`](Kernel::advance) goes from solution to solution, and [`rewind`](Kernel::rewind) abandons the search.
///
/// `exclude`, `assume` and `rollback` are called only where no search is under way.
pub(super) trait Kernel: Send {
    /// What the kernel is called.
    fn name(&self) -> &'static str;

    /// The instructions that it uses beyond those of every processor of the architecture: `avx512`, `avx2`; or
    /// `portable`.
    fn instruction_set(&self) -> &'static str {
        "portable"
    }

    /// Whether the option agrees with what was assumed and was not excluded.
    fn is_live(&self, option: OptionId) -> bool;

    /// Takes an option out. One that is not live is left alone.
    fn exclude(&mut self, option: OptionId);

    /// Chooses an option before the search; `false`, and nothing is changed, if it is not live, or where it is seen to
    /// leave an item without options, so that there is no solution.
    fn assume(&mut self, option: OptionId) -> bool;

    /// As [`assume`](Kernel::assume) for each of several options, all different; `false`, and some of them may be in
    /// force, if they are seen to disagree. What is not seen is left to the search.
    fn assume_all(&mut self, options: &[OptionId]) -> bool {
        options.iter().all(|&option| self.assume(option))
    }

    /// The number of exclusions and assumptions in force.
    fn mark(&self) -> usize;

    /// Undoes exclusions and assumptions until `mark` of them are left.
    fn rollback(&mut self, mark: usize);

    /// Searches on to the next solution, entering at most `nodes` nodes, and those that are dead ends beside the last
    /// one.
    fn advance(&mut self, nodes: u64) -> Step;

    /// As [`advance`](Kernel::advance), but hands each solution to `sink` and goes on behind it until `sink` breaks
    /// off: then the search stands at that solution.
    fn visit(&mut self, nodes: u64, sink: Sink) -> Step {
        let last = self.effort().nodes.saturating_add(nodes);
        let mut solution = Vec::new();
        loop {
            let step = self.advance(last.saturating_sub(self.effort().nodes));
            if step != Step::Solution {
                return step;
            }
            self.solution(&mut solution);
            if sink(&solution).is_break() {
                return step;
            }
        }
    }

    /// Whether a search that has entered so many nodes for each solution looks at its nodes closely, for more than what is
    /// forced: some kernels do so only where solutions are few.
    fn is_close(&self, nodes_per_solution: f64) -> bool;

    /// Goes on to the next node of a *thinned* search, and keeps of its branches only those to which `keep` says yes, which
    /// is asked once for each of them, in their order. Whether the node is a solution.
    ///
    /// A thinned search consists of such steps alone, from a [`rewind`](Kernel::rewind) on. It looks at its nodes
    /// [closely](Kernel::is_close), or does not, whatever it finds. There must be a node to go on to: the root, if a search
    /// would enter it, or a branch that was kept.
    fn enter_thinned(&mut self, close: bool, keep: Keep) -> bool;

    /// Abandons the search: the next `advance` begins anew.
    fn rewind(&mut self);

    /// Writes the options of the current solution into `out`: the assumed ones, then those chosen, level by level.
    fn solution(&self, out: &mut Vec<OptionId>);

    /// The work done since the kernel was made.
    fn effort(&self) -> Effort;

    /// Walks the whole state and panics if an invariant does not hold.
    #[cfg(test)]
    fn check(&self);
}

/// A problem needs something that no kernel can do yet.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unsupported {
    /// This primary item is not to be covered exactly once.
    Bounds(ItemId),
    /// The problem does not fit into this kernel.
    TooLarge(KernelName),
    /// The problem is not one for the kernel [`Units`](KernelName::Units).
    NoUnits,
}

/// The kernels by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum KernelName {
    /// Dancing links: problems of any size.
    Links,
    /// Bit-parallel lanes: problems of which a node takes no more than 256 KiB, and the longest path no more than
    /// 1 GiB.
    Lanes,
    /// Bit-parallel rows of options: problems of which the sets of all options and items take no more than 64 MiB, and the
    /// longest path no more than 512 MiB.
    Rows,
    /// Bit-parallel lanes and units: small problems like Sudokus and Latin squares, without colours.
    Units,
}

/// The kernel for a problem: the one that is `asked` for, or the one that should be fastest.
pub(super) fn choose(
    problem: &Problem,
    asked: Option<KernelName>,
) -> Result<Box<dyn Kernel>, Unsupported> {
    let bounded = |&item: &ItemId| {
        problem
            .bounds(item)
            .is_some_and(|bounds| bounds != Bounds::EXACT)
    };
    if let Some(item) = problem.items().find(bounded) {
        return Err(Unsupported::Bounds(item));
    }
    let links = || -> Box<dyn Kernel> { Box::new(Links::new(problem)) };
    let lanes = || lanes_for(problem).map(|lanes| Box::new(lanes) as Box<dyn Kernel>);
    let rows = || rows_for(problem).map(|rows| Box::new(rows) as Box<dyn Kernel>);
    let rows_for_pieces = || shares_much(problem).then(rows).flatten();
    match asked {
        Some(KernelName::Links) => Ok(links()),
        Some(KernelName::Lanes) => lanes().ok_or(Unsupported::TooLarge(KernelName::Lanes)),
        Some(KernelName::Rows) => rows().ok_or(Unsupported::TooLarge(KernelName::Rows)),
        Some(KernelName::Units) => units_for(problem).ok_or(Unsupported::NoUnits),
        // Units were many times as fast as lanes on sets of 9 × 9 Sudokus (`docs/measurements.md`, 'Sudokus, beside
        // other programs'), and 1.3 times on what was left of one; lanes were faster on all else that fits into both:
        // Latin squares 1.3 times, dominoes 9 times. Rows were faster than lanes where options share much: Sudominokus 10
        // times, pentominoes and Sudokus of 25 × 25 about twice; lanes up to 9 times on most else. Lanes were faster than
        // links on all problems of the suite but one, which takes 5 ms ('All solutions, beside other programs'). Links
        // remain for what is too large for lanes.
        None => Ok(units_for_sudoku(problem)
            .or_else(rows_for_pieces)
            .or_else(lanes)
            .unwrap_or_else(links)),
    }
}

impl fmt::Display for KernelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KernelName::Links => "links",
            KernelName::Lanes => "lanes",
            KernelName::Rows => "rows",
            KernelName::Units => "units",
        })
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::Bounds(item) => write!(
                f,
                "bounds are not supported yet: item {} is not to be covered exactly once",
                item.index() + 1
            ),
            Unsupported::TooLarge(kernel) => {
                write!(f, "the problem is too large for the kernel `{kernel}`")
            }
            Unsupported::NoUnits => write!(
                f,
                "the problem does not fit into the kernel `units`: it has colours, or \
                 more items and options than 93 lanes and 31 units can hold"
            ),
        }
    }
}

impl Error for Unsupported {}
