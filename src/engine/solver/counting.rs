//! How a [`Solver`] counts: by the search of its kernel, by a [sweep](crate::engine::sweep), or by whichever comes
//! first to the end.
//!
//! Which of them is faster, nobody knows beforehand: a sweep of the Latin squares of order 6 meets 1.15 ways to a state
//! at first, one of Langford pairs 1.5, and yet the former takes a hundredth of the search's time, and the latter more
//! than all of it. So they take turns, and the sweep is only allowed what does not hurt:
//!
//! ```text
//!     sweep's time  ≤  1.5 ms  +  2.5 % of the search's time, so far or as a whole if that can be told
//! ```
//!
//! (15 % as long as the sweep promises to have ended by then: how many states a level has for its width so far tells
//! about how many the levels behind it are going to have.)
//!
//! A search of a thousand nodes comes first: whoever counts the answers of a million Sudokus pays for nothing else.
//! Then what is small is swept at once. What goes on is searched until the sweep may go on as well. How long the search
//! will take is told by the solutions that it finds in a second, and how many there [seem to
//! be](crate::engine::sweep::Sweep::estimate).

use std::time::{Duration, Instant};

use super::{Group, Solver};
use crate::engine::count::Count;
use crate::engine::kernel::Step;
use crate::engine::limits::Status;
use crate::engine::sweep::{Sweep, TableEffort};

/// How [`Solver::count`] counts solutions, and how [`Solver::zdd`] finds those of its diagram.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CountMethod {
    /// Search and table take turns, and the one that ends first tells. A count only searches, if a kernel was asked for.
    #[default]
    Auto,
    /// Search with the kernel.
    Search,
    /// Go through the states of a frontier, with a table. The limits of time and the cancel flag stop it, and a stopped
    /// count has found nothing yet. It searches instead if a state needs more than 4,096 bits.
    Table,
}

/// Nodes of a search to begin with.
const FIRST: u64 = 1 << 10;
/// Nodes of a turn of the search.
const NODES: u64 = 1 << 12;
/// Tests of an option against a state in a turn of the sweep.
const TESTS: u64 = 1 << 14;
/// What the sweep may take beside its share.
const HEAD_START: Duration = Duration::from_micros(1500);
/// The sweep's share of the search's time, and if it promises to have ended by then.
const SHARE: f64 = 0.025;
const PROMISED_SHARE: f64 = 0.15;
/// A sweep that should take 2 to the power of this many tests is not begun. The highest of those that paid were 33, and
/// at 42 search and sweep took equally long.
const MOST_TESTS: f64 = 45.0;
/// States of each level in a sample.
const SAMPLE: usize = 256;
/// What it takes to find an order of the items, and to sweep through a sample, for each entry of an option: roughly.
const TO_PLAN: Duration = Duration::from_nanos(300);
const TO_SAMPLE: Duration = Duration::from_nanos(1500);

/// A count under way.
#[derive(Default, Debug)]
pub(super) struct Race {
    sweep: Option<Sweep>,
    /// The sweep was given up.
    refused: bool,
    /// Time that each has taken.
    searched: Duration,
    swept: Duration,
    /// About how many solutions there are.
    expected: Option<f64>,
    sampled: bool,
    /// What earlier sweeps took.
    before: TableEffort,
}

/// Whose turn it is.
enum Turn {
    Search(u64),
    Plan,
    Sample,
    Sweep,
}

impl Race {
    /// Forgets the count under way.
    pub(super) fn renew(&mut self) {
        let before = self.effort();
        *self = Race {
            before,
            ..Race::default()
        };
    }

    pub(super) fn effort(&self) -> TableEffort {
        match &self.sweep {
            Some(sweep) => self.before.with(sweep.effort()),
            None => self.before,
        }
    }

    fn drop_sweep(&mut self) {
        self.before = self.effort();
        self.sweep = None;
    }

    /// Decides who goes on: `entries` is the size of the problem, `found` the number of solutions that the search found.
    fn turn(&self, entries: usize, found: &Count) -> Turn {
        let entries = u32::try_from(entries).unwrap_or(u32::MAX);
        if self.searched == Duration::ZERO {
            return Turn::Search(FIRST);
        }
        if self.refused {
            return Turn::Search(NODES);
        }
        let searched = self.searched.as_secs_f64();
        let whole = self.expected.map_or(0.0, |expected| {
            let found = found
                .to_u64()
                .map_or(f64::INFINITY, |found| found.max(1) as f64);
            expected / found * searched
        });
        let swept = self.swept.as_secs_f64();
        let left_to_done = self.sweep.as_ref().and_then(Sweep::left_to_done);
        let whole_sweep = left_to_done.map_or(f64::INFINITY, |left| swept * (1.0 + left));
        let allowed = |share| HEAD_START.as_secs_f64() + share * searched.max(whole);
        let seconds = match allowed(PROMISED_SHARE) {
            enough if whole_sweep <= enough => enough,
            _ => allowed(SHARE),
        };
        let may_take = |time: Duration| swept + (time * entries).as_secs_f64() <= seconds;
        let goes_on = match &self.sweep {
            None => may_take(TO_PLAN).then_some(Turn::Plan),
            Some(_) if !self.sampled && self.swept > HEAD_START => {
                may_take(TO_SAMPLE).then_some(Turn::Sample)
            }
            Some(_) => (swept <= seconds).then_some(Turn::Sweep),
        };
        goes_on.unwrap_or(Turn::Search(NODES))
    }
}

impl Solver {
    /// Counts the solutions of this group of verbs, by search and by table.
    pub(super) fn count_with_table(&mut self, group: Group, method: CountMethod) -> Count {
        self.begin(group);
        let entries = self.problem.entry_count();
        loop {
            if self.is_over {
                self.status = Status::Exhausted;
                break;
            }
            let nodes = match self.allowance.slice() {
                Ok(nodes) => nodes,
                Err(limit) => {
                    self.status = Status::Stopped(limit);
                    break;
                }
            };
            let turn = match (method, &self.race) {
                (CountMethod::Table, Race { refused: true, .. }) => Turn::Search(NODES),
                (CountMethod::Table, Race { sweep: None, .. }) => Turn::Plan,
                (CountMethod::Table, _) => Turn::Sweep,
                (_, race) => race.turn(entries, &self.found),
            };
            let began = Instant::now();
            if let Turn::Search(most) = turn {
                self.search_on(nodes.min(most));
                self.race.searched += began.elapsed();
            } else {
                self.sweep_on(turn, method);
                self.race.swept += began.elapsed();
            }
        }
        self.found.clone()
    }

    /// Searches on for so many nodes.
    fn search_on(&mut self, nodes: u64) {
        let before = self.search.effort().nodes;
        let mut found = 0u64;
        let step = self.search.turn(nodes, &mut |_| {
            found += 1;
            std::ops::ControlFlow::Continue(())
        });
        self.found += found;
        self.allowance
            .spend_nodes(self.search.effort().nodes - before);
        self.is_over = step == Step::Exhausted;
    }

    /// Takes a turn of the sweep.
    fn sweep_on(&mut self, turn: Turn, method: CountMethod) {
        let race = &mut self.race;
        if race.sweep.is_none() {
            race.sweep = Sweep::new(&self.problem, &self.part, self.memory).ok();
        }
        let Some(sweep) = &mut race.sweep else {
            race.refused = true;
            return;
        };
        let is_refused = match turn {
            Turn::Search(_) => false,
            Turn::Plan => method == CountMethod::Auto && sweep.score() > MOST_TESTS,
            Turn::Sample => {
                race.sampled = true;
                race.expected = sweep.estimate(SAMPLE);
                false
            }
            Turn::Sweep => match sweep.advance(TESTS) {
                Ok(None) => false,
                Ok(Some(number)) => {
                    self.found = number;
                    self.is_over = true;
                    race.drop_sweep();
                    race.before.counts += 1;
                    return;
                }
                Err(_) => true,
            },
        };
        if is_refused {
            race.refused = true;
            race.drop_sweep();
        }
    }

    /// How solutions are to be counted, as the settings say.
    pub(super) fn method_at_work(&self) -> CountMethod {
        let is_limited = self.limits.nodes.is_some() || self.limits.solutions.is_some();
        match self.method {
            _ if is_limited => CountMethod::Search,
            CountMethod::Auto if self.kernel_was_asked_for => CountMethod::Search,
            method => method,
        }
    }
}
