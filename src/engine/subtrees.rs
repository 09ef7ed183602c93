//! How large subtrees are that began with as many items to be covered: what says whether it pays to pack what is left at a
//! node.
//!
//! How many nodes will be below a node is not known, but other subtrees that began with as many items tell: their sizes are
//! averaged. Everything is counted in nodes, not in seconds, so the same search takes the same path each time. A part that is cut
//! off from a search begins with the sizes that this has seen so far: to learn them anew took a tenth of the time of short searches.

use std::sync::Arc;

/// What is known of subtrees, by the number of items that were not covered: sixteen times the average number of nodes, the
/// last ones weighing more; 0 if none was seen.
#[derive(Clone, Debug)]
pub(super) struct Subtrees(Vec<u64>);

/// What a search has seen of subtrees at some point; nothing, where a kernel does not look at them.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Sizes(Option<Arc<[u64]>>);

impl Sizes {
    /// Bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        self.0.as_deref().map_or(0, size_of_val)
    }
}

impl Subtrees {
    pub(super) fn new(items: usize) -> Subtrees {
        Subtrees(vec![0; items + 1])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    pub(super) fn sizes(&self) -> Sizes {
        Sizes(Some(Arc::from(&*self.0)))
    }

    /// Takes what a search through the same problem has seen for what was seen here.
    pub(super) fn recall(&mut self, sizes: &Sizes) {
        if let Some(sizes) = &sizes.0 {
            self.0.copy_from_slice(sizes);
        }
    }

    /// Takes note of a subtree that began with `items` uncovered items.
    pub(super) fn note(&mut self, items: usize, nodes: u64) {
        let average = match self.0[items] {
            0 => 16 * nodes,
            average => average - average / 16 + nodes,
        };
        self.0[items] = average.max(1);
    }

    /// The nodes that a subtree with `items` uncovered items is expected to have: if none was seen, as many as the search
    /// has entered so far, so that a short search seldom packs.
    pub(super) fn expected(&self, items: usize, entered: u64) -> u64 {
        match self.0[items] {
            0 => entered,
            average => average / 16,
        }
    }
}
