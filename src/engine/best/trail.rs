//! The path of a descent: the nodes on it, and the levels, along which it can be found again.

use std::cmp::Reverse;

use super::residual::Residual;
use crate::engine::limits::Limit;
use crate::engine::memory::Share;
use crate::problem::OptionId;

/// The nodes from where a descent began to where it is.
#[derive(Default)]
pub(super) struct Trail {
    /// The nodes on the path to the current one, and memory for those below.
    pub(super) nodes: Vec<Node>,
    pub(super) depth: usize,
    /// The options chosen so far.
    pub(super) path: Vec<OptionId>,
    /// The levels from the root to the first node.
    pub(super) above: Vec<Level>,
    /// The memory of the nodes.
    pub(super) held: Share,
}

/// A node on the path.
#[derive(Default)]
pub(super) struct Node {
    pub(super) left: Residual,
    /// How it was settled.
    pub(super) terms: Terms,
    /// The options to branch on, the most expensive first; they are taken from the end.
    pub(super) branches: Vec<Branch>,
    /// The item to branch on, if it may be covered more than once: then a branch is without the options that were tried before.
    pub(super) repeated: Option<u32>,
    /// The length of the path including this node's own choice.
    pub(super) path: usize,
    /// Nodes that the walker had entered when it came here.
    pub(super) entered: u64,
}

/// What decides how a node is settled, besides its place.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Terms {
    pub(super) cut_off: i64,
    /// Whether it was known which options agree.
    pub(super) agrees: bool,
}

/// A level of the path from the root to a node: enough to come there again.
///
/// ```text
///     branches of the node       9 7 4 2      the most expensive first
///     not taken yet: 2           9 7          so the path continues with 4
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level {
    pub(super) terms: Terms,
    /// The number of branches that were not taken yet.
    pub(super) left: usize,
}

/// An option to branch on, by its place among those of the node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Branch {
    /// By how much the bound rises at least, if this is not negative.
    pub(super) cost: i64,
    pub(super) option: u32,
    /// Whether the option is chosen, or left out.
    pub(super) is_chosen: bool,
}

/// A node that was settled, some of whose branches were taken away.
pub(super) struct Fork {
    pub(super) left: Residual,
    pub(super) repeated: Option<u32>,
    pub(super) terms: Terms,
    pub(super) path: Vec<OptionId>,
    /// The levels from the root to its node.
    pub(super) above: Vec<Level>,
    pub(super) _held: Share,
}

impl Trail {
    /// A trail without nodes; `held` accounts for its memory.
    pub(super) fn new(held: Share) -> Trail {
        Trail {
            held,
            ..Trail::default()
        }
    }

    /// The levels from the root to the current node.
    pub(super) fn levels(&self) -> Vec<Level> {
        let nodes = self.nodes.iter().take(self.depth + 1);
        let nodes = nodes.map(|node| Level {
            terms: node.terms,
            left: node.branches.len(),
        });
        self.above.iter().copied().chain(nodes).collect()
    }

    pub(super) fn begin(&mut self, root: &Residual, path: &[OptionId]) -> Result<(), Limit> {
        self.above.clear();
        self.path.clear();
        self.path.extend_from_slice(path);
        self.depth = 0;
        if self.nodes.is_empty() {
            self.nodes.push(Node::default());
        }
        let node = &mut self.nodes[0];
        node.left.copy(root, &mut self.held)?;
        node.branches.clear();
        node.path = path.len();
        Ok(())
    }
}

impl Level {
    /// The level without its branches, which others take.
    pub(super) fn without_branches(&self) -> Level {
        Level { left: 0, ..*self }
    }
}

impl Fork {
    /// The levels from the root to its node, whose branches others take.
    pub(super) fn levels(&self) -> Vec<Level> {
        let own = Level {
            terms: self.terms,
            left: 0,
        };
        self.above.iter().copied().chain([own]).collect()
    }

    /// The place of its node among these levels.
    pub(super) fn depth(&self) -> usize {
        self.above.len()
    }
}

impl Node {
    /// Lists the options of the item to branch on; if none must be covered, one option to be chosen or left out.
    pub(super) fn list_branches(&mut self) {
        let reduced = &self.left.reduced;
        let cost = |&member: &u32| reduced[member as usize];
        let mut best: Option<(usize, i64, usize, &[u32])> = None;
        for (place, (item, members)) in self.left.lists().enumerate() {
            let most = best.map_or(usize::MAX, |(number, ..)| number);
            let number = members.len() - item.low as usize;
            if item.low == 0 || number > most {
                continue;
            }
            let costs: i64 = members.iter().map(cost).sum();
            if best.is_none_or(|(fewest, most, ..)| number < fewest || costs > most) {
                best = Some((number, costs, place, members));
            }
        }
        let repeated = best.filter(|&(_, _, place, _)| self.left.items[place].high > 1);
        self.repeated = repeated.map(|(_, _, place, _)| place as u32);
        match best {
            Some((.., members)) => self.branches.extend(members.iter().map(|member| Branch {
                cost: cost(member),
                option: *member,
                is_chosen: true,
            })),
            None => self.branches.extend(in_or_out(&self.left)),
        }
        self.branches.sort_unstable_by(|one, other| other.cmp(one));
    }
}

/// The two branches of the option that would strike out the most others; among equals, whose reduced cost is farthest from 0.
///
/// Where prices are as good as they can be, most reduced costs are near 0, and the bound rises only once many options are gone.
fn in_or_out(left: &Residual) -> impl Iterator<Item = Branch> {
    let mut others = vec![0; left.options.len()];
    for (_, members) in left.lists().filter(|(item, _)| item.high == 1) {
        for &member in members {
            others[member as usize] += members.len() - 1;
        }
    }
    let rank = |option: &u32| {
        let place = *option as usize;
        (others[place], left.reduced[place].abs(), Reverse(place))
    };
    let best = (0..left.options.len() as u32).max_by_key(rank);
    best.into_iter().flat_map(|option| {
        let cost = left.reduced[option as usize];
        [(cost, true), (-cost, false)].map(|(cost, is_chosen)| Branch {
            cost,
            option,
            is_chosen,
        })
    })
}
