//! Makes nodes from the record of a sweep.
//!
//! The builder goes through the pages from the last to the first. A state becomes a chain of nodes, one for each of its
//! options: `lo` leads to the node of the next option, or to false after the last one; `hi` is the node of the state that the
//! option leads to. An option that leads to nothing is left out. All nodes of a page ask for options of its level. So a table
//! of this page alone keeps them unique, and options come in the order of (level, option).
//!
//! ```text
//!     3: c d ▶ 0 (true),  c ▶ 4        node of c: (c, lo, node of 4)   lo = node of c d: (c d, false, true)
//! ```
//!
//! Parts are stacked: the node at which one part is solved is the root of the next. Assumed options come first.
//!
//! A [search](super::listed) takes turns with the sweep, since few solutions are listed faster: first 1,024 nodes, and then as
//! the [`race`] decides. Nothing depends on the clock, so that the same problem always gives the same diagram, down to the
//! numbers of its nodes.

use super::Zdd;
use super::fault::{ZddError, ZddProgress};
use super::listed::{Listing, State};
use super::node::{FALSE, Node, TRUE, Unique};
use crate::engine::fits::EngineName;
use crate::engine::limits::Allowance;
use crate::engine::memory::{Account, Share};
use crate::engine::race::{self, Report, Turn};
use crate::engine::search::Search;
use crate::engine::solver::CountMethod;
use crate::engine::sweep::{
    NO_OPTION, Planned, Record, Stage, account_of_plans, planned, taken_by,
};
use crate::engine::work::{Stop, Within, Work};
use crate::problem::{OptionId, Part, Problem};

/// Pairs of a page between two checks of the clock.
const PAIRS: usize = 1 << 14;
/// Where a sweep was refused, the search may do this much more work, or this many times what it has done.
const MORE: u64 = 2_000_000_000;
const TIMES: u64 = 8;
/// To make nodes of states takes about as long as to find the states.
const AND_BACK: u64 = 2;

/// What a diagram is built from, and what it may take.
pub(in crate::engine) struct Plan<'a> {
    pub(in crate::engine) problem: &'a Problem,
    pub(in crate::engine) part: &'a Part,
    /// At the beginning of the part.
    pub(in crate::engine) search: &'a mut Search,
    pub(in crate::engine) method: CountMethod,
    /// The memory that may be held.
    pub(in crate::engine) account: Account,
    /// Only its time and its cancel flag matter.
    pub(in crate::engine) allowance: &'a Allowance,
}

impl Plan<'_> {
    /// The diagram of the solutions of the part.
    pub(in crate::engine) fn build(self) -> Result<Zdd, ZddError> {
        let built = self.build_within(u64::MAX)?;
        Ok(built.expect("no bound on the work"))
    }

    /// The same; `None` if the sweep takes more than this much work.
    pub(in crate::engine) fn build_within(self, work: u64) -> Result<Option<Zdd>, ZddError> {
        EngineName::Diagram
            .fits(self.problem)
            .map_err(ZddError::Unsupported)?;
        let options = self.problem.option_count();
        let mut assumed = self.part.with.clone();
        assumed.sort_unstable();
        assumed.dedup();
        let room = self.account.left();
        let plans = account_of_plans(room);
        let planning = Work::new(self.allowance.watch(), &plans);
        let Some(parts) = planned(self.problem, self.part, &planning).transpose() else {
            return Ok(Some(Zdd::none(options)));
        };
        let to_list = match self.method {
            CountMethod::Table => 0,
            _ => room,
        };
        let mut builder = Builder {
            room,
            held: self.account.share(),
            account: self.account,
            allowance: self.allowance,
            search: Listing::new(self.search, (self.problem, self.part), to_list),
            nodes: vec![Node::CONSTANT; Zdd::CONSTANTS],
            unique: Unique::default(),
            at: ZddProgress::default(),
            planning: &planning,
            most_work: work,
        };
        let built = match (self.method, &parts) {
            (CountMethod::Search, Ok(_) | Err(Stop::Memory(_))) => Err(Halt::NoSweep),
            (_, Ok(parts)) => builder.sweep(parts),
            (_, Err(stop)) => Err(Halt::Planning(*stop)),
        };
        let zdd = match built {
            Ok(FALSE) => Ok(Zdd::none(options)),
            Ok(root) => builder.finish(root, &assumed, options),
            Err(Halt::TooLong) => return Ok(None),
            Err(halt) => {
                builder.search_on(halt)?;
                let mut order = assumed;
                match parts {
                    Ok(parts) => {
                        for part in &parts {
                            let options = part.options(&planning);
                            order.extend(options.map_err(|stop| builder.refusal(stop))?);
                        }
                    }
                    Err(_) => order.extend(self.problem.options()),
                }
                builder.finish_list(&order, options)
            }
        };
        zdd.map(Some)
    }
}

/// Why a sweep made no nodes.
enum Halt {
    Refused(ZddError),
    /// It could not be planned.
    Planning(Stop),
    /// The search finished first.
    Listed,
    /// None was requested.
    NoSweep,
    /// It takes more work than it may.
    TooLong,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Planning(stop)
    }
}

/// A diagram under construction.
struct Builder<'a> {
    /// Bytes that could be held at first.
    room: usize,
    account: Account,
    held: Share,
    allowance: &'a Allowance,
    /// The search that alternates with the sweep.
    search: Listing<'a>,
    nodes: Vec<Node>,
    unique: Unique,
    at: ZddProgress,
    /// What plans of the sweep may take.
    planning: &'a Work<'a>,
    /// The work that the sweep may take.
    most_work: u64,
}

impl<'a> Builder<'a> {
    /// The diagram of these nodes below the assumed options.
    fn finish(
        mut self,
        mut root: u32,
        assumed: &[OptionId],
        options: usize,
    ) -> Result<Zdd, ZddError> {
        for option in assumed.iter().rev() {
            self.nodes.push(Node {
                option: option.index() as u32,
                lo: FALSE,
                hi: root,
            });
            root = self.nodes.len() as u32 - 1;
        }
        self.nodes.shrink_to_fit();
        let zdd = Zdd::new(self.nodes, root, options);
        within(zdd, self.allowance, self.account, self.held, self.at)
    }

    /// The diagram of the solutions that were listed, whose options are asked for in this order.
    fn finish_list(mut self, order: &[OptionId], options: usize) -> Result<Zdd, ZddError> {
        self.hold(self.search.bytes_to_finish())?;
        let watch = self.allowance.watch();
        let listed = self.search.finish(order, options, &watch);
        let zdd = listed.map_err(|limit| ZddError::Stopped(limit, self.at))?;
        within(zdd, self.allowance, self.account, self.held, self.at)
    }

    /// Makes the nodes of all parts; returns the root.
    fn sweep(&mut self, parts: &[Planned]) -> Result<u32, Halt> {
        self.turn()?;
        self.at.parts = parts.len();
        let mut root = TRUE;
        // Work of the sweep, in the parts that are done.
        let mut work = 0;
        // The last part is at the bottom and is built first.
        for (done, part) in parts.iter().rev().enumerate() {
            self.at.part = done + 1;
            let room = self.room.saturating_sub(self.bytes());
            let before = AND_BACK * work;
            let record = part.record(room, self.planning, &mut |stage| {
                work = before / AND_BACK + stage.work;
                self.goes_on(stage, before)
            })?;
            root = self.stack(record.ok_or(Halt::Refused(ZddError::TooWide))?, root)?;
            if root == FALSE {
                break;
            }
        }
        Ok(root)
    }

    /// Takes a turn of the search.
    fn turn(&mut self) -> Result<(), Halt> {
        let stopped = |limit| Halt::Refused(ZddError::Stopped(limit, self.at));
        match self.search.go_on(self.allowance).map_err(stopped)? {
            State::Done => Err(Halt::Listed),
            _ => Ok(()),
        }
    }

    /// Takes the search to its end, where the sweep has none.
    fn search_on(&mut self, halt: Halt) -> Result<(), ZddError> {
        (self.nodes, self.unique) = (Vec::new(), Unique::default());
        let error = match halt {
            Halt::Listed => return Ok(()),
            Halt::Refused(error) => Some(error),
            Halt::Planning(stop) => Some(self.refusal(stop)),
            Halt::NoSweep | Halt::TooLong => None,
        };
        let last = match error {
            Some(ZddError::Stopped(..)) => return error.map_or(Ok(()), Err),
            Some(ZddError::TooWide) | None => u64::MAX,
            Some(_) => {
                let spent = self.search.spent();
                spent + MORE.max(TIMES * spent)
            }
        };
        self.search.alone();
        loop {
            let state = match self.search.go_on(self.allowance) {
                Ok(state) => state,
                Err(limit) => return Err(ZddError::Stopped(limit, self.at)),
            };
            if state == State::Done {
                return Ok(());
            }
            let is_full = match self.hold(self.bytes()) {
                Err(stopped @ ZddError::Stopped(..)) => return Err(stopped),
                held => held.is_err() || state == State::Full,
            };
            if is_full || self.search.spent() >= last {
                return Err(error.unwrap_or(ZddError::TooLong {
                    bound: self.account.bound() as u64,
                    solutions: self.search.found() as u64,
                }));
            }
        }
    }

    /// Why there is no diagram, if its plan ended early.
    fn refusal(&self, stop: Stop) -> ZddError {
        ZddError::of(stop, &self.account, self.at)
    }

    /// Bytes of plans, of the nodes, their table, and the solutions that the search has found.
    fn bytes(&self) -> usize {
        taken_by(self.planning.account)
            + self.nodes.capacity() * size_of::<Node>()
            + self.unique.bytes_for(0)
            + self.search.bytes()
    }

    /// Whether a sweep that stands there may continue, after the work of other parts; before it does, the search takes its turns.
    fn goes_on(&mut self, stage: Stage, before: u64) -> Result<(), Halt> {
        self.at.is_back = false;
        self.at.level = stage.level;
        self.at.levels = stage.levels;
        self.at.states = stage.states;
        if stage.is_full {
            return Err(Halt::Refused(ZddError::TooMany(self.at)));
        }
        self.may_take(self.bytes() + stage.bytes)?;
        if before + AND_BACK * stage.work > self.most_work {
            return Err(Halt::TooLong);
        }
        let whole = stage.whole.map(|whole| whole.times(AND_BACK));
        let sweep = Report::of_sweep(before, stage.work, whole);
        while self.search.is_in_turn() || race::next(self.search.report(), sweep) == Turn::Search {
            self.turn()?;
        }
        Ok(())
    }

    fn may_take(&mut self, bytes: usize) -> Result<(), Halt> {
        self.hold(bytes).map_err(Halt::Refused)
    }

    /// Takes this number of bytes, unless a limit is reached.
    fn hold(&mut self, bytes: usize) -> Result<(), ZddError> {
        self.at.nodes = self.nodes.len().saturating_sub(Zdd::CONSTANTS) as u64;
        self.at.bytes = bytes as u64;
        if self.held.resize(bytes).is_err() {
            let bound = self.account.bound() as u64;
            return Err(ZddError::Memory { bound, at: self.at });
        }
        let stopped = |limit| ZddError::Stopped(limit, self.at);
        self.allowance.interruption().map_err(stopped)
    }

    /// Makes the nodes of a part on top of `bottom`, and returns the node of its first state.
    fn stack(&mut self, record: Record, bottom: u32) -> Result<u32, Halt> {
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

    /// Room for `more` nodes, and for them in the table, beside `others` bytes.
    fn make_room(&mut self, more: usize, others: usize) -> Result<(), Halt> {
        let (len, before) = (self.nodes.len(), self.nodes.capacity());
        if len + more > u32::MAX as usize {
            return Err(Halt::Refused(ZddError::TooMany(self.at)));
        }
        let others = others + self.unique.bytes_for(more);
        if len + more <= before {
            return self.may_take(before * size_of::<Node>() + others);
        }
        // While the vector grows, old and new nodes are both in memory.
        let after = (len + more).max(before + before / 4);
        self.may_take((before + after) * size_of::<Node>() + others)?;
        self.nodes.reserve_exact(after - len);
        Ok(())
    }

    /// Makes the nodes of the next states of a page, and returns the rest of the page.
    #[inline(always)]
    fn make_nodes<'p>(&mut self, mut page: &'p [u32], node_of: &mut [u32]) -> &'p [u32] {
        let mut left = PAIRS;
        while let [state, count, rest @ ..] = page {
            let (pairs, rest) = rest.split_at(2 * *count as usize);
            page = rest;
            let mut node = FALSE;
            for pair in pairs.chunks_exact(2).rev() {
                let hi = node_of[pair[1] as usize];
                if pair[0] == NO_OPTION {
                    node = hi;
                    continue;
                }
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

/// The diagram, with limits for what is computed from it; `held` becomes the memory of its nodes.
fn within(
    zdd: Zdd,
    allowance: &Allowance,
    account: Account,
    held: Share,
    at: ZddProgress,
) -> Result<Zdd, ZddError> {
    let bound = account.bound() as u64;
    let within = Within {
        outside: allowance.outside().clone(),
        account,
    };
    let kept = zdd.keep_within(within, held);
    kept.map_err(|_| ZddError::Memory { bound, at })
}
