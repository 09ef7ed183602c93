//! Nodes, and the table that keeps them unique.

use super::Zdd;

/// The empty family.
pub(super) const FALSE: u32 = 0;
/// The family that contains only the empty set.
pub(super) const TRUE: u32 = 1;

/// A branch: the sets of `hi` with the option, and those of `lo`. Nodes 0 and 1 are the constants; their fields have no
/// meaning.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Node {
    /// Index of the option.
    pub(super) option: u32,
    pub(super) lo: u32,
    pub(super) hi: u32,
}

impl Node {
    /// The entry of both constants.
    pub(super) const CONSTANT: Node = Node {
        option: u32::MAX,
        lo: FALSE,
        hi: FALSE,
    };
}

/// Finds nodes by their fields. Open addressing: a word is the low half of a hash and the number of a node, or zero.
/// The size is fixed before the first entry.
///
/// ```text
///     │ 9f3c 0000 · 17 │ 0 │ 0 │ 0b11 72aa · 18 │ 0 │ …      a hash is only looked up if its low half agrees
/// ```
#[derive(Default, Debug)]
pub(super) struct Unique {
    slots: Vec<u64>,
    /// Number of slots − 1; the number of slots is a power of two.
    mask: usize,
    shift: u32,
}

impl Unique {
    /// The words that a table for `most` nodes takes.
    fn words_for(most: usize) -> usize {
        (most + most / 2).next_power_of_two().max(16)
    }

    /// Bytes that are taken once `most` nodes are there.
    pub(super) fn bytes_for(&self, most: usize) -> usize {
        Self::words_for(most).max(self.slots.capacity()) * size_of::<u64>()
    }

    /// Forgets all nodes, and makes room for `most` new ones.
    pub(super) fn renew(&mut self, most: usize) {
        let words = Self::words_for(most);
        if self.slots.len() < words {
            self.slots = vec![0; words];
        } else {
            self.slots[..words].fill(0);
        }
        self.mask = words - 1;
        self.shift = u64::BITS - words.trailing_zeros();
    }

    /// The number of a node whose `hi` is not empty: the existing one, or a new one.
    #[inline(always)]
    pub(super) fn number(&mut self, nodes: &mut Vec<Node>, node: Node) -> u32 {
        let hash = hash(node);
        let tag = hash << 32;
        let mut place = (hash >> self.shift) as usize;
        loop {
            let slot = self.slots[place & self.mask];
            if slot == 0 {
                let number = nodes.len() as u32;
                self.slots[place & self.mask] = tag | u64::from(number);
                nodes.push(node);
                return number;
            }
            if slot & !u64::from(u32::MAX) == tag && nodes[slot as u32 as usize] == node {
                return slot as u32;
            }
            place += 1;
        }
    }
}

/// Nodes of a new diagram, with one table for all of them.
pub(super) struct Made {
    nodes: Vec<Node>,
    unique: Unique,
}

impl Made {
    /// Room for `most` nodes.
    pub(super) fn new(most: usize) -> Made {
        let mut unique = Unique::default();
        unique.renew(most);
        Made {
            nodes: vec![Node::CONSTANT; Zdd::CONSTANTS],
            unique,
        }
    }

    /// The bytes of this number of nodes, with their table.
    pub(super) fn bytes_for(most: usize) -> usize {
        Unique::default().bytes_for(most) + most * size_of::<Node>()
    }

    /// The node with these fields, or `lo` if no set has the option.
    #[inline]
    pub(super) fn node(&mut self, option: u32, lo: u32, hi: u32) -> u32 {
        match hi {
            FALSE => lo,
            _ => self.unique.number(&mut self.nodes, Node { option, lo, hi }),
        }
    }

    /// All nodes, with the constants.
    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(super) fn finish(mut self, root: u32, options: usize) -> Zdd {
        self.nodes.shrink_to_fit();
        Zdd::new(self.nodes, root, options)
    }
}

#[inline(always)]
fn hash(node: Node) -> u64 {
    const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03];
    let pair = u64::from(node.lo) | u64::from(node.hi) << 32;
    let mixed = pair ^ u64::from(node.option).wrapping_mul(FACTORS[1]);
    let product = u128::from(mixed) * u128::from(FACTORS[0]);
    (product as u64 ^ (product >> 64) as u64).wrapping_mul(FACTORS[1])
}
