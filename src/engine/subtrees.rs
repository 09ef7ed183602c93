//! How large subtrees are that began with as many items to be covered: what says whether it pays to pack what is left at a
//! node.
//!
//! How many nodes will be below a node is not known, but other subtrees that began with the same number of items
//! suggest it: their sizes are averaged. Everything is counted in nodes, not in seconds, so the same search takes the
//! same path each time. A part that is cut off from a search begins with the sizes that this has seen so far: to learn
//! them anew took a tenth of the time of short searches.

use std::fmt;
use std::sync::Arc;

/// No subtree is this large: a part ends after a twentieth of a second.
const LARGEST: u64 = 1 << 40;

/// What is known about subtrees, by the number of items that were not covered: sixteen times the average number of nodes, the
/// last ones weighing more; 0 if none was seen.
#[derive(Clone, Debug)]
pub(super) struct Subtrees(Vec<u64>);

/// What a search has seen of subtrees at some point, without the zeros at the end. As text: numbers, or `-`.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Sizes(Option<Arc<[u64]>>);

impl Sizes {
    /// Reads the text of sizes; none if that is something else, or one is larger than any that is seen.
    pub(super) fn read(text: &str) -> Option<Sizes> {
        if text == "-" {
            return Some(Sizes::default());
        }
        let read = |size: &str| size.parse().ok().filter(|&size: &u64| size <= LARGEST);
        let sizes: Option<_> = text.split(',').map(read).collect();
        Some(Sizes(Some(sizes?)))
    }

    /// Bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        self.0.as_deref().map_or(0, size_of_val)
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.0.as_deref().and_then(<[u64]>::split_first) else {
            return write!(f, "-");
        };
        write!(f, "{first}")?;
        rest.iter().try_for_each(|size| write!(f, ",{size}"))
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
        let seen = self.0.iter().rposition(|&size| size > 0);
        Sizes(seen.map(|last| Arc::from(&self.0[..=last])))
    }

    /// Takes what a search through the same problem has seen for what was seen here.
    pub(super) fn recall(&mut self, sizes: &Sizes) {
        self.clear();
        let sizes = sizes.0.as_deref().unwrap_or_default();
        for (here, &size) in self.0.iter_mut().zip(sizes) {
            *here = size;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_written_down_and_recalled() {
        let mut seen = Subtrees::new(5);
        assert_eq!(seen.sizes().to_string(), "-");
        seen.note(2, 3);
        seen.note(4, 1);
        let text = seen.sizes().to_string();
        assert_eq!(text, "0,0,48,0,16");
        let sizes = Sizes::read(&text).unwrap();
        assert_eq!(sizes, seen.sizes());
        let mut other = Subtrees::new(5);
        other.note(5, 9);
        other.recall(&sizes);
        assert_eq!(other.sizes(), sizes);
        assert_eq!((other.expected(2, 7), other.expected(5, 7)), (3, 7));
        // Of a larger problem, which a checkpoint that was tampered with may name.
        Subtrees::new(1).recall(&sizes);
        other.recall(&Sizes::read("-").unwrap());
        assert_eq!(other.sizes(), Sizes::default());
        for text in [
            "",
            "1,-",
            "1,,2",
            "-1",
            "16,1099511627777",
            "18446744073709551616",
        ] {
            assert_eq!(Sizes::read(text), None, "{text}");
        }
    }
}
