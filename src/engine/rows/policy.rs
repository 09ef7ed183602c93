//! What a search does only where it pays: packing, and looking at the options of items.

use super::packed::{work_to_make, work_to_pack};
use super::shape::Shape;
use crate::engine::kernel::Inference;
use crate::engine::parts::Parts;
use crate::engine::subtrees::Subtrees;
use crate::problem::OptionId;

/// If a search has entered more than this number of nodes for each solution, dead ends take most of its time. Then it
/// pays to examine the options of items (`docs/measurements-development.md`, 'Ideas in rows').
pub(super) const NODES_PER_SOLUTION: u64 = 8;

/// Work that a node saves for each block that is no longer in a set of options, or of items. Fitted to the times of
/// fourteen families; half as much makes nonograms a tenth faster, and problems with long options a tenth slower.
const SAVED_BY_WIDTH: u64 = 400;
const SAVED_BY_VECTORS: u64 = 200;
/// The number of nodes that a search expects below a node, beyond those entered so far, if no sizes of subtrees are
/// known.
const UNKNOWN: u64 = 1000;

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Policy {
    /// Entries of the average option.
    entries: u64,
    /// The search goes through some branches only, and packs wherever it can: the sizes of its subtrees say nothing.
    /// (Where it never packed, walks of pentominoes took so long that counts of them by default took twice the time.)
    pub(super) is_thinned: bool,
    /// Whether to pack wherever fewer blocks are enough: for tests.
    #[cfg(test)]
    pub(super) eager: bool,
    /// Whether not to examine the options of items: for tests.
    #[cfg(test)]
    pub(super) plain: bool,
}

impl Policy {
    /// For a problem with these options.
    pub(super) fn of(parts: &Parts, options: &[OptionId]) -> Policy {
        let primary: usize = options
            .iter()
            .map(|&option| parts.primary_of(option).len())
            .sum();
        let uses: usize = options
            .iter()
            .map(|&option| parts.uses_of(option).len())
            .sum();
        let count = options.len().max(1);
        Policy {
            entries: (primary + uses).div_ceil(count) as u64,
            ..Policy::default()
        }
    }

    /// Whether these options and items fit into a shape that is clearly smaller than this one.
    pub(super) fn is_smaller(shape: Shape, options: usize, items: usize) -> bool {
        let after = Shape::new(options, items, 0);
        4 * after.width <= 3 * shape.width || 4 * after.vectors <= 3 * shape.vectors
    }

    /// Whether to pack what is left, `options` and `items`, of a problem of this shape. `subtrees` and the number of
    /// nodes entered so far say how many nodes to expect below.
    pub(super) fn packs(
        self,
        shape: Shape,
        (options, items): (usize, usize),
        (subtrees, entered): (&Subtrees, u64),
    ) -> bool {
        let after = Shape::new(options, items, 0);
        #[cfg(test)]
        if self.eager {
            return after.width < shape.width || after.vectors < shape.vectors;
        }
        let is_smaller = Policy::is_smaller(shape, options, items);
        if self.is_thinned || !is_smaller {
            return is_smaller;
        }
        let expected = subtrees.expected(items, entered + UNKNOWN);
        let blocks = after.sets(options, items) as u64;
        let packing = work_to_pack(self.entries * options as u64, blocks);
        let rows = (options as u64).min(2 * expected);
        let making = rows * work_to_make(self.entries * after.width as u64);
        let saved = SAVED_BY_WIDTH * (shape.width - after.width) as u64
            + SAVED_BY_VECTORS * (shape.vectors - after.vectors) as u64;
        expected * saved > packing + making
    }

    /// Whether a search that entered `nodes` nodes and found `solutions` solutions looks at the options of items.
    #[inline(always)]
    pub(super) fn looks_at_domains(self, nodes: u64, solutions: u64) -> bool {
        #[cfg(test)]
        if self.plain {
            return false;
        }
        nodes > NODES_PER_SOLUTION * solutions
    }

    /// A number of solutions for which [`looks_at_domains`](Self::looks_at_domains) gives this inference.
    pub(super) fn solutions_for(inference: Inference) -> u64 {
        match inference {
            Inference::Adaptive | Inference::Full => 0,
            Inference::Forced => u64::MAX / NODES_PER_SOLUTION,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 1,600 options and 40 items, 100 and 20 are left.
    #[test]
    fn what_is_left_is_packed_where_many_nodes_are_to_come() {
        let policy = Policy {
            entries: 4,
            ..Policy::default()
        };
        let (shape, left) = (Shape::new(1600, 40, 40), (100, 20));
        let mut subtrees = Subtrees::new(40);
        assert!(policy.packs(shape, left, (&subtrees, 0)), "unknown");
        subtrees.note(20, 2);
        assert!(!policy.packs(shape, left, (&subtrees, 0)), "two nodes");
        let thinned = Policy {
            is_thinned: true,
            ..policy
        };
        assert!(thinned.packs(shape, left, (&subtrees, 0)), "thinned");
        assert!(
            !policy.packs(shape, (1500, 20), (&subtrees, 0)),
            "hardly smaller"
        );
        subtrees.note(20, 1 << 20);
        assert!(policy.packs(shape, left, (&subtrees, 0)), "many nodes");
    }
}
