//! How large subtrees are that began with as many items to be covered: what says whether it pays to pack what is left at a
//! node.
//!
//! How many nodes will be below a node is not known, but other subtrees that began with as many items tell: their sizes are
//! averaged. Everything is counted in nodes, not in seconds, so the same search takes the same path each time.

/// Subtrees that began with the same number of items.
#[derive(Clone, Copy, Default, Debug)]
struct Sizes {
    seen: u64,
    /// Sixteen times the average number of nodes, the last ones weighing more.
    average: u64,
}

/// What is known of subtrees, by the number of items that were not covered.
#[derive(Clone, Debug)]
pub(super) struct Subtrees(Vec<Sizes>);

impl Subtrees {
    pub(super) fn new(items: usize) -> Subtrees {
        Subtrees(vec![Sizes::default(); items + 1])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Sizes::default());
    }

    /// Takes note of a subtree that began with `items` uncovered items.
    pub(super) fn note(&mut self, items: usize, nodes: u64) {
        let sizes = &mut self.0[items];
        sizes.average = match sizes.seen {
            0 => 16 * nodes,
            _ => sizes.average - sizes.average / 16 + nodes,
        };
        sizes.seen += 1;
    }

    /// The nodes that a subtree with `items` uncovered items is expected to have: if none was seen, as many as the search
    /// has entered so far, so that a short search seldom packs.
    pub(super) fn expected(&self, items: usize, entered: u64) -> u64 {
        match self.0[items].seen {
            0 => entered,
            _ => self.0[items].average / 16,
        }
    }
}
