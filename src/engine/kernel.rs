//! The trait of a kernel: what every kernel can do.

use super::fits::KernelName;
use super::subtrees::Sizes;
use crate::problem::{OptionId, Part};
use std::ops::ControlFlow;

/// How a kernel stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// At a solution, where the sink broke. The next step continues after it.
    Solution,
    /// Nothing is left to search.
    Exhausted,
    /// The budget is used up. The next step continues here.
    Paused,
}

/// How closely a search looks at its nodes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Inference {
    /// Adaptively: closely while the search of this part finds few solutions for its nodes.
    #[default]
    Adaptive,
    /// At every node, beyond forced options.
    Full,
    /// Only forced options.
    Forced,
}

/// Receives each solution, and says whether to continue.
pub(super) type Sink<'a> = &'a mut dyn FnMut(&[OptionId]) -> ControlFlow<()>;

/// Receives the work done, in steps of about a nanosecond, while a kernel is made, and says whether to continue.
pub(super) type Poll<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<()>;

/// The work of an entry of an option, while a kernel is made.
pub(super) const WORK_OF_ENTRY: u64 = 8;

/// A node that is branched on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    /// How much is left: items or, for units, bits. It is always less than at the parent.
    pub left: usize,
    pub branches: usize,
}

/// Decides for each branch of a node, in order, whether to keep it.
pub(super) type Keep<'a> = &'a mut dyn FnMut(Open) -> bool;

/// The effort of a search so far, as Knuth counts it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Nodes of the search tree that were entered, the root and the solutions included. In all kernels except links, forced
    /// choices belong to the node before them.
    pub nodes: u64,
    /// For links: removals of an option from the list of one item. For rows: options chosen, including forced ones. For lanes:
    /// the same, except those that are forced in a dead end. For units: passes over all lanes. For the best solutions:
    /// pricings.
    pub updates: u64,
}

impl Effort {
    /// Both together.
    pub(super) fn with(self, other: Effort) -> Effort {
        Effort {
            nodes: self.nodes + other.nodes,
            updates: self.updates + other.updates,
        }
    }
}

/// The branches of a node that were taken out of a search.
#[derive(Default, Debug)]
pub(super) struct Given {
    /// Disjoint parts in the order of the search.
    pub(super) parts: Vec<Part>,
    /// The number of branches: one part may contain several.
    pub(super) branches: usize,
}

/// A search engine for one problem.
///
/// [`enter`](Kernel::enter) begins the search of a [`Part`] of its solutions, and [`visit`](Kernel::visit) goes through them.
/// The part that is not searched yet can be listed ([`open`](Kernel::open)) and taken out of the search
/// ([`give`](Kernel::give)).
///
/// A kernel learns while it searches. What it has learnt begins afresh with each part, so that the nodes of a part's search
/// depend on the part alone; but the [sizes](Kernel::sizes) of subtrees, which say where it pays to pack what is left of a
/// problem and change no node, may be handed on from part to part.
pub(super) trait Kernel: Send {
    /// Which kernel this is.
    fn name(&self) -> KernelName;

    /// The instruction set that it uses: `avx512`, `avx2`; or `portable`.
    fn instruction_set(&self) -> &'static str {
        "portable"
    }

    /// Lends `search` a kernel for the same problem, and continues afterwards as if nothing had happened. That kernel must
    /// [`enter`](Kernel::enter) a part first; its work is not counted here.
    fn aside(&mut self, search: &mut dyn FnMut(&mut dyn Kernel));

    /// Abandons the search under way, and prepares that of a part. No option occurs twice in `part.with`.
    ///
    /// `false` if two of its options are found to disagree: then it has no solution. Other disagreements are left to the
    /// search.
    fn enter(&mut self, part: &Part, inference: Inference) -> bool;

    /// The sizes of the subtrees that the search has seen.
    fn sizes(&self) -> Sizes {
        Sizes::default()
    }

    /// Begins a part that was just [entered](Kernel::enter) with the sizes that another search has seen.
    fn recall(&mut self, _sizes: &Sizes) {}

    /// Hands each solution to `sink` and continues after it, until `sink` breaks or `nodes` nodes have been entered (and the
    /// dead ends next to the last one). Where a node may take a millisecond, the kernel may pause earlier, after some work.
    /// A solution is the options of the part, in their order, and then those chosen.
    fn visit(&mut self, nodes: u64, sink: Sink) -> Step;

    /// Whether solutions are only counted. Then `sink` may get an empty list instead of a solution that takes time to write
    /// down, and it does not get those that the kernel has [counted](Kernel::counted) itself.
    fn count_only(&mut self, _counts_only: bool) {}

    /// Takes the number of solutions that were counted and not handed to a `sink` since the last call.
    fn counted(&mut self) -> u64 {
        0
    }

    /// The rest of the search, as disjoint parts in the order of the search. The current solution is not among them.
    fn open(&self) -> Vec<Part>;

    /// The number of nodes above the current one.
    fn depth(&self) -> usize;

    /// Takes the untried branches of the highest node that has some, and has tried some, out of the search. Returns them as
    /// disjoint parts in the order of the search, in which they come after what stays; none if there is no such node.
    fn give(&mut self) -> Given;

    /// An adaptive search looks closely at its nodes while it enters more than this many nodes for each solution.
    fn looks_closely_above(&self) -> f64;

    /// Moves on to the next node of a *thinned* search, and keeps only those of its branches that `keep` accepts, which is
    /// called once for each of them, in order. Returns whether the node is a solution.
    ///
    /// A thinned search consists of such steps alone, from [`enter`](Kernel::enter) on, and its inference is not
    /// adaptive. There must be a node to continue to: the root, if a search would enter it, or a branch that was kept.
    fn enter_thinned(&mut self, keep: Keep) -> bool;

    /// The work done since the kernel was made, counted so that a unit is about a nanosecond of a common machine. The
    /// same for all instruction sets.
    fn work(&self) -> u64;

    /// About how much work a node of the whole problem is; at least 1.
    fn work_of_node(&self) -> u64;

    /// The work done since the kernel was made.
    fn effort(&self) -> Effort;

    /// Walks the whole state and panics if an invariant does not hold.
    #[cfg(test)]
    fn check(&self);
}
