//! The number of sets below each node, and above it.
//!
//! Below: `below(node) = below(lo) + below(hi)`, from the constants upward. Above: the number of ways from the root to
//! the node, `above(root) = 1`, and each node adds its own number to both of its children, from the root downward. Both
//! passes go in the order of the node numbers, since children have lower numbers than their parents. (D. E. Knuth, *The
//! Art of Computer Programming* 4A, section 7.1.4, Algorithm C and exercise 7.1.4–208 on.)
//!
//! Numbers are stored in chunks of 256 nodes, with as many words for each number as the largest of the chunk needs. In
//! a large diagram, most numbers are short.
//!
//! ```text
//!     chunk 0: one word each    chunk 1: two words each     chunk 2
//!     │ 0 │ 1 │ 1 │ 2 │ … │     │ low high │ low high │ …   …
//! ```

use super::limbs;
use super::node::{FALSE, Node, TRUE};
use crate::engine::memory::Share;
use crate::engine::work::{Stop, Work};

/// Nodes per chunk.
const CHUNK: usize = 256;

/// A number for each node.
#[derive(Clone, Default, Debug)]
pub(super) struct Counts {
    words: Vec<u64>,
    chunks: Vec<Chunk>,
    /// The memory of the words.
    held: Share,
}

/// Where the numbers of a chunk begin, and the words per number.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    start: usize,
    limbs: usize,
}

impl Counts {
    #[inline(always)]
    pub(super) fn get(&self, node: u32) -> &[u64] {
        let Chunk { start, limbs } = self.chunks[node as usize / CHUNK];
        &self.words[start + node as usize % CHUNK * limbs..][..limbs]
    }

    #[inline(always)]
    fn get_mut(&mut self, node: u32) -> &mut [u64] {
        let Chunk { start, limbs } = self.chunks[node as usize / CHUNK];
        &mut self.words[start + node as usize % CHUNK * limbs..][..limbs]
    }

    /// The number of sets below each node, where `hi` says which node its `hi` is.
    pub(super) fn below(
        nodes: &[Node],
        hi: impl Fn(&Node) -> u32,
        work: &Work,
    ) -> Result<Counts, Stop> {
        let mut counts = Counts::short(nodes, &hi, work)?;
        for (chunk, nodes) in nodes.chunks(CHUNK).enumerate().skip(counts.chunks.len()) {
            let before = counts.chunks.last().map_or(1, |chunk| chunk.limbs);
            let mut limbs = before;
            while !counts.extend(chunk, nodes, limbs, &hi, work)? {
                limbs += 1;
            }
        }
        Ok(counts)
    }

    /// The numbers of the first chunks, as long as each fits into one word.
    fn short(nodes: &[Node], hi: impl Fn(&Node) -> u32, work: &Work) -> Result<Counts, Stop> {
        let held = work
            .account
            .take(size_of_val(nodes) / size_of::<Node>() * size_of::<u64>())?;
        let mut words: Vec<u64> = Vec::with_capacity(nodes.len());
        'chunks: for nodes in nodes.chunks(CHUNK) {
            work.spend(2 * CHUNK)?;
            for node in nodes {
                let sum = match words.len() as u32 {
                    FALSE => Some(0),
                    TRUE => Some(1),
                    _ => words[node.lo as usize].checked_add(words[hi(node) as usize]),
                };
                let Some(sum) = sum else {
                    words.truncate(words.len() / CHUNK * CHUNK);
                    break 'chunks;
                };
                words.push(sum);
            }
        }
        let chunk = |chunk| Chunk {
            start: chunk * CHUNK,
            limbs: 1,
        };
        Ok(Counts {
            chunks: (0..words.len().div_ceil(CHUNK)).map(chunk).collect(),
            words,
            held,
        })
    }

    /// Appends the numbers of a chunk, with `limbs` words each; `false`, and nothing is changed, if they need more.
    fn extend(
        &mut self,
        chunk: usize,
        nodes: &[Node],
        limbs: usize,
        hi: impl Fn(&Node) -> u32,
        work: &Work,
    ) -> Result<bool, Stop> {
        let start = self.words.len();
        let len = start + nodes.len() * limbs;
        work.spend(2 * CHUNK * limbs)?;
        self.held
            .resize(self.held.bytes().max(len * size_of::<u64>()))?;
        self.chunks.push(Chunk { start, limbs });
        self.words.resize(len, 0);
        for (place, node) in nodes.iter().enumerate() {
            let number = chunk * CHUNK + place;
            let (before, rest) = self.words.split_at_mut(start + place * limbs);
            let get = |node: u32| {
                let Chunk { start, limbs } = self.chunks[node as usize / CHUNK];
                &before[start + node as usize % CHUNK * limbs..][..limbs]
            };
            let sum = &mut rest[..limbs];
            let fits = match number as u32 {
                FALSE => true,
                TRUE => {
                    sum[0] = 1;
                    true
                }
                _ => limbs::add_into(sum, get(node.lo), get(hi(node))),
            };
            if !fits {
                self.words.truncate(start);
                self.chunks.pop();
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The number of ways from the root to each node that leads to a set.
    ///
    /// It always fits: with a ways above a node and b sets below it, there are at least a·b sets in all.
    pub(super) fn above(
        nodes: &[Node],
        root: u32,
        below: &Counts,
        work: &Work,
    ) -> Result<Counts, Stop> {
        let bits_of_all = limbs::bits(below.get(root));
        let mut counts = Counts::default();
        let mut start = 0;
        for (chunk, of_chunk) in nodes.chunks(CHUNK).enumerate() {
            work.spend(2 * CHUNK)?;
            let numbers = (chunk * CHUNK) as u32..(chunk * CHUNK + of_chunk.len()) as u32;
            let below = numbers
                .filter(|&node| node != FALSE)
                .map(|node| below.get(node));
            let least = below.map(limbs::bits).min().unwrap_or(1).max(1);
            let limbs = (bits_of_all + 1).saturating_sub(least).div_ceil(64).max(1) as usize;
            counts.chunks.push(Chunk { start, limbs });
            start += of_chunk.len() * limbs;
        }
        counts.held = work.account.take(start * size_of::<u64>())?;
        counts.words = vec![0; start];
        counts.get_mut(root)[0] = 1;
        for number in (TRUE + 1..nodes.len() as u32).rev() {
            let node = nodes[number as usize];
            work.spend(counts.chunks[number as usize / CHUNK].limbs * 4)?;
            counts.carry_down(number, node.hi);
            if node.lo != FALSE {
                counts.carry_down(number, node.lo);
            }
        }
        Ok(counts)
    }

    /// Adds the number of a node to that of its child.
    #[inline(always)]
    fn carry_down(&mut self, node: u32, child: u32) {
        let of_node = self.chunks[node as usize / CHUNK];
        let of_child = self.chunks[child as usize / CHUNK];
        let start = of_node.start + node as usize % CHUNK * of_node.limbs;
        let (before, rest) = self.words.split_at_mut(start);
        let child = of_child.start + child as usize % CHUNK * of_child.limbs;
        limbs::add(
            &mut before[child..][..of_child.limbs],
            &rest[..of_node.limbs],
        );
    }
}
