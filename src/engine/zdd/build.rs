//! From the record of a sweep to nodes.
//!
//! Page by page from the last: the node of a state is that of its last option, which has `lo` = false, below that of the
//! one before it, and so on; `hi` is the node of the state that the option leads to. An option that leads to nothing is
//! left out. All nodes of a page ask for options of its level, so a table of this page alone keeps them unique, and
//! options come in the order of (level, option).
//!
//! ```text
//!     3: c d ▶ 0 (true),  c ▶ 4        node of c: (c, lo, node of 4)   lo = node of c d: (c d, false, true)
//! ```
//!
//! Parts are stacked: the node at which one part is solved is the root of the next. Assumed options stand in front.

use super::Zdd;
use super::fault::{ZddError, ZddProgress};
use super::node::{FALSE, Node, TRUE, Unique};
use crate::engine::limits::Allowance;
use crate::engine::sweep::{Record, Stage, planned};
use crate::problem::{OptionId, Problem};

/// Pairs of a page between two looks at the clock.
const PAIRS: usize = 1 << 14;

/// What a diagram is built of, and what it may take.
pub(in crate::engine) struct Plan<'a> {
    pub(in crate::engine) problem: &'a Problem,
    pub(in crate::engine) assumed: &'a [OptionId],
    pub(in crate::engine) excluded: &'a [OptionId],
    /// Bytes that may be held.
    pub(in crate::engine) room: usize,
    /// Only its time and its cancel flag count.
    pub(in crate::engine) allowance: &'a Allowance,
}

impl Plan<'_> {
    /// The diagram of the solutions with all assumed and no excluded options.
    pub(in crate::engine) fn build(&self) -> Result<Zdd, ZddError> {
        let options = self.problem.option_count();
        let Some(parts) = planned(self.problem, self.assumed, self.excluded) else {
            return Ok(Builder::new(self).finish(FALSE, options));
        };
        let mut builder = Builder::new(self);
        builder.at.parts = parts.len();
        let mut root = TRUE;
        // The last part is at the bottom, and is built first.
        for (done, part) in parts.iter().rev().enumerate() {
            builder.at.part = done + 1;
            let room = self.room.saturating_sub(builder.bytes());
            let record = part.record(room, &mut |stage| builder.goes_on(stage));
            root = builder.stack(record.ok_or(ZddError::TooWide)??, root)?;
            if root == FALSE {
                return Ok(Builder::new(self).finish(FALSE, options));
            }
        }
        let mut assumed = self.assumed.to_vec();
        assumed.sort_unstable_by(|one, other| other.cmp(one));
        assumed.dedup();
        for option in assumed {
            builder.nodes.push(Node {
                option: option.index() as u32,
                lo: FALSE,
                hi: root,
            });
            root = builder.nodes.len() as u32 - 1;
        }
        Ok(builder.finish(root, options))
    }
}

/// A diagram under way.
struct Builder<'a> {
    plan: &'a Plan<'a>,
    nodes: Vec<Node>,
    unique: Unique,
    at: ZddProgress,
}

impl<'a> Builder<'a> {
    fn new(plan: &'a Plan<'a>) -> Self {
        Builder {
            plan,
            nodes: vec![Node::CONSTANT; Zdd::CONSTANTS],
            unique: Unique::default(),
            at: ZddProgress::default(),
        }
    }

    fn finish(mut self, root: u32, options: usize) -> Zdd {
        self.nodes.shrink_to_fit();
        Zdd::new(self.nodes, root, options)
    }

    /// Bytes that nodes and their table take.
    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.unique.bytes_for(0)
    }

    /// Whether a sweep that stands there may go on.
    fn goes_on(&mut self, stage: Stage) -> Result<(), ZddError> {
        self.at.is_back = false;
        self.at.level = stage.level;
        self.at.levels = stage.levels;
        self.at.states = stage.states;
        match stage.is_full {
            true => Err(ZddError::TooMany(self.at)),
            false => self.may_take(self.bytes() + stage.bytes),
        }
    }

    fn may_take(&mut self, bytes: usize) -> Result<(), ZddError> {
        self.at.nodes = (self.nodes.len() - Zdd::CONSTANTS) as u64;
        self.at.bytes = bytes as u64;
        if bytes > self.plan.room {
            let bound = self.plan.room as u64;
            return Err(ZddError::Memory { bound, at: self.at });
        }
        match self.plan.allowance.slice() {
            Ok(_) => Ok(()),
            Err(limit) => Err(ZddError::Stopped(limit, self.at)),
        }
    }

    /// Makes the nodes of a part, on top of `bottom`; returns the node of its first state.
    fn stack(&mut self, record: Record, bottom: u32) -> Result<u32, ZddError> {
        let Record {
            mut pages,
            states,
            first,
        } = record;
        let Some(first) = first else {
            return Ok(FALSE);
        };
        let mut of_pages: usize = pages.iter().map(|page| size_of_val(&page[..])).sum();
        let of_states = (states as usize + 1) * size_of::<u32>();
        self.at.is_back = true;
        self.may_take(self.bytes() + of_pages + of_states)?;
        let mut node_of = vec![FALSE; states as usize + 1];
        node_of[0] = bottom;
        while let Some(page) = pages.pop() {
            self.at.level = pages.len();
            let pairs = page.len() / 2;
            self.make_room(pairs, of_pages + of_states)?;
            self.unique.renew(pairs);
            let mut page = &page[..];
            while !page.is_empty() {
                page = self.make_nodes(page, &mut node_of);
                self.may_take(self.at.bytes as usize)?;
            }
            of_pages -= 2 * pairs * size_of::<u32>();
        }
        Ok(node_of[first as usize])
    }

    /// Room for so many nodes more, and for them in the table, beside `others` bytes.
    fn make_room(&mut self, more: usize, others: usize) -> Result<(), ZddError> {
        let (len, before) = (self.nodes.len(), self.nodes.capacity());
        if len + more > u32::MAX as usize {
            return Err(ZddError::TooMany(self.at));
        }
        let others = others + self.unique.bytes_for(more);
        if len + more <= before {
            return self.may_take(before * size_of::<Node>() + others);
        }
        // Growing, both the old nodes and the new ones are held for a moment.
        let after = (len + more).max(before + before / 4);
        self.may_take((before + after) * size_of::<Node>() + others)?;
        self.nodes.reserve_exact(after - len);
        Ok(())
    }

    /// Makes the nodes of the next states of a page, and returns the rest of it.
    #[inline(always)]
    fn make_nodes<'p>(&mut self, mut page: &'p [u32], node_of: &mut [u32]) -> &'p [u32] {
        let mut left = PAIRS;
        while let [state, count, rest @ ..] = page {
            let (pairs, rest) = rest.split_at(2 * *count as usize);
            page = rest;
            let mut node = FALSE;
            for pair in pairs.chunks_exact(2).rev() {
                let hi = node_of[pair[1] as usize];
                if hi != FALSE {
                    let option = pair[0];
                    let above = Node {
                        option,
                        lo: node,
                        hi,
                    };
                    node = self.unique.number(&mut self.nodes, above);
                }
            }
            node_of[*state as usize] = node;
            left = left.saturating_sub(*count as usize + 1);
            if left == 0 {
                break;
            }
        }
        page
    }
}
