//! What every kernel can do.

use super::fits::KernelName;
use crate::problem::OptionId;
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
    /// Which kernel this is.
    fn name(&self) -> KernelName;

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
