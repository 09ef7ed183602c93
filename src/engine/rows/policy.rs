//! What a search does only where it pays: packing, and looking at the options of items.

use super::shape::Shape;
use crate::engine::kernel::Inference;

/// Solutions are few where a search has entered more than this many nodes for each, so that dead ends take most of the
/// time. Then the options of items are worth a look (`docs/measurements.md`).
pub(super) const NODES_PER_SOLUTION: u64 = 8;

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Policy {
    /// Whether to pack wherever fewer blocks are enough: for tests.
    #[cfg(test)]
    pub(super) eager: bool,
    /// Whether to look at no item's options: for tests.
    #[cfg(test)]
    pub(super) plain: bool,
}

impl Policy {
    /// Whether to pack what is left of a problem of this shape: this number of options and items.
    pub(super) fn packs(self, shape: Shape, options: usize, items: usize) -> bool {
        let after = Shape::new(options, items, 0);
        #[cfg(test)]
        if self.eager {
            return after.width < shape.width || after.vectors < shape.vectors;
        }
        4 * after.width <= 3 * shape.width || 4 * after.vectors <= 3 * shape.vectors
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

    /// A number of solutions by which a search looks at its nodes in this way.
    pub(super) fn solutions_for(inference: Inference) -> u64 {
        match inference {
            Inference::Adaptive | Inference::Full => 0,
            Inference::Forced => u64::MAX / NODES_PER_SOLUTION,
        }
    }
}
