//! First solutions: a search for any one solution, whichever comes first.
//!
//! A search that lists all solutions takes one fixed way through its tree. If it takes a wrong turn early, the first solution
//! may come after millions of nodes, though a search in another order would meet one after a hundred. So two searches take
//! turns here: the ordinary one, which ends if it is given enough time, and [`walks`](walk), which start again in another order
//! again and again.
//!
//! ```text
//!     search   4,096 nodes ─┐         ┌─▶ as much ─┐          ┌─▶ as much …      ends: a solution, or there is none
//!     walks                 └─▶ 1 ms ─┘            └─▶ longer ─┘                  end: a solution, or there is none
//! ```
//!
//! What is easy is found by the search before any walk begins, as if there were none. From then on the turn is with the one
//! that has done less work: so the first solution comes after about twice the work of the faster of the two.
//!
//! Whether there is a second solution, walks can tell, too. But then the search is more likely to need all of its time, to show
//! that there is none; so walks get one part in [`SHARE_OF_SECOND`] of it.
//!
//! Some problems defeat both, although their solutions are soon counted with a table: the frontier is narrow, and nearly all ways
//! lead to a dead end late. So now and then the [diagram](crate::engine::zdd) of all solutions is tried, with a small part of
//! the work so far, which is lost if that is not enough.
//!
//! Turns are measured in counted work, and the random numbers of the walks depend on the problem alone: so it is the same
//! solution each time and on every machine, whatever the limits and pauses.
//!
//! While the caller's thread walks, the other threads search ahead. A turn of the search ends at a look at its work, and not within
//! what another thread has found: so it ends at the same place for any number of threads.

mod order;
mod random;
mod sets;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::HashSet;

use super::limits::{Allowance, Limit};
use super::memory::Account;
use super::search::{Search, Until};
use super::solver::CountMethod;
use super::sweep::work_to_plan;
use super::zdd::{self, Zdd, ZddError};
use crate::problem::{OptionId, Part, Problem, Solution};
use walk::{Walked, Walks};

/// Nodes of the search before the first walk.
const NODES: u64 = 1 << 12;
/// The least work of a turn, in units of about a nanosecond.
const TURN: u64 = 1 << 20;
/// A turn is this part of all work so far, if that is more; but no more than this.
const SHARE: u64 = 8;
const LONGEST: u64 = 1 << 24;
/// Where a solution is known, the search may do this many times as much work as the walks that look for another one.
const SHARE_OF_SECOND: u64 = 16;
/// Work before the first diagram is tried; in a large problem more, since the plan of a sweep must fit into its share. The next one comes
/// when the work is `APART` times as much. Each may take one part in `SHARE_OF_SWEEP` of the work so far.
const BEFORE_SWEEP: u64 = 30_000_000;
const APART: u64 = 4;
const SHARE_OF_SWEEP: u64 = 8;
/// The most bytes of a diagram.
const MOST_BYTES: usize = 256 << 20;
/// Work before other threads take part in the search.
const ALONE: u64 = 20_000_000;
/// The most work of the walks between two looks at the limits.
const GLANCE: u64 = 1 << 22;

/// Whose turn it is, and until when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// The search's, until it has done this much work in all; before its first cut, until it has entered this many nodes in all.
    Search { work: u64, nodes: u64 },
    /// The walks', until their work is this much.
    Walk(u64),
    /// A diagram's, which may take this much work.
    Sweep(u64),
}

/// A solution beside which another one is looked for.
#[derive(Debug)]
struct Known {
    options: Vec<OptionId>,
    /// The work of the walks when it was found.
    walked: u64,
}

/// The walks beside a search, and whose turn it is.
#[derive(Debug)]
pub(super) struct First {
    walks: Option<Walks>,
    /// The nodes and the work of the search before it began.
    before: (u64, u64),
    turn: Option<Turn>,
    /// The search has reached the end of its turn.
    is_over: bool,
    /// There are no walks: they do not support bounds.
    is_alone: bool,
    /// What is known of it: whether there is a solution, which is then `found`.
    outcome: Option<bool>,
    found: Vec<OptionId>,
    /// The solution that is not to be found.
    known: Option<Known>,
    /// All work at which the next diagram is tried; and a diagram that was made.
    next_sweep: u64,
    diagram: Option<Zdd>,
    /// Nodes of the walks of earlier searches.
    walked: u64,
}

impl First {
    /// Before the first search.
    pub(super) fn new() -> First {
        First {
            walks: None,
            before: (0, 0),
            turn: None,
            is_over: false,
            is_alone: false,
            outcome: None,
            found: Vec::new(),
            known: None,
            next_sweep: BEFORE_SWEEP,
            diagram: None,
            walked: 0,
        }
    }

    /// Begins beside a search through a problem that has not begun.
    pub(super) fn begin(&mut self, problem: &Problem, search: &Search) {
        *self = First {
            before: (search.effort().nodes, search.work()),
            walked: self.nodes(),
            is_alone: problem.has_bounds(),
            next_sweep: BEFORE_SWEEP.max(SHARE_OF_SWEEP * work_to_plan(problem.entry_count())),
            ..First::new()
        };
    }

    /// Looks for another solution than this one from now on.
    pub(super) fn look_beside(&mut self, known: &[OptionId]) {
        self.outcome = None;
        self.known = Some(Known {
            options: known.to_vec(),
            walked: self.work(),
        });
        if let Some(walks) = &mut self.walks {
            walks.look_beside(known);
        }
        if let Some(diagram) = self.diagram.take() {
            self.learn(&diagram);
        }
    }

    /// The work of the walks.
    fn work(&self) -> u64 {
        self.walks.as_ref().map_or(0, Walks::work)
    }

    /// The work of the search and the walks.
    fn work_of_both(&self, search: &Search) -> u64 {
        search.work() - self.before.1 + self.work()
    }

    /// The nodes that walks have entered since this was made.
    pub(super) fn nodes(&self) -> u64 {
        self.walked + self.walks.as_ref().map_or(0, Walks::nodes)
    }

    /// What is known: whether there is a solution, which is then [`found`](Self::found), unless the search met it.
    pub(super) fn outcome(&self) -> Option<bool> {
        self.outcome
    }

    /// The solution that walks or a diagram have found.
    pub(super) fn found(&self) -> &[OptionId] {
        &self.found
    }

    /// Whose turn it is; what is left of a turn after a pause comes first. Other threads take part once it has taken a while.
    pub(super) fn turn(&mut self, search: &mut Search) -> Turn {
        let (both, walked) = (self.work_of_both(search), self.work());
        search.stay_alone(!self.is_alone && both < ALONE);
        match self.turn {
            Some(turn @ Turn::Search { .. }) if !self.is_over => return turn,
            Some(turn @ Turn::Walk(last)) if walked < last => return turn,
            _ if both >= self.next_sweep => return Turn::Sweep(both / SHARE_OF_SWEEP),
            None => return self.give(self.first_turn(search)),
            Some(_) if self.is_alone => return self.give(self.until_sweep(search)),
            Some(_) => {}
        }
        let work = (both / SHARE).clamp(TURN, LONGEST);
        let is_due = match &self.known {
            None => walked <= both - walked,
            Some(known) => (walked - known.walked) * SHARE_OF_SECOND <= both - walked,
        };
        match is_due {
            true => self.give(Turn::Walk(walked + work)),
            false => self.give(of_search(search, work)),
        }
    }

    fn first_turn(&self, search: &Search) -> Turn {
        match self.is_alone {
            true => self.until_sweep(search),
            false => of_search(search, NODES.saturating_mul(search.work_of_node())),
        }
    }

    /// A turn of the search that ends when a diagram is tried.
    fn until_sweep(&self, search: &Search) -> Turn {
        let work = self.next_sweep.saturating_sub(self.work_of_both(search));
        Turn::Search {
            work: search.work().saturating_add(work),
            nodes: u64::MAX,
        }
    }

    fn give(&mut self, turn: Turn) -> Turn {
        self.is_over = false;
        self.turn = Some(turn);
        turn
    }

    /// The turn of the search is over.
    pub(super) fn end_turn(&mut self) {
        self.is_over = true;
    }

    /// Walks until the work is `last`, within what is allowed.
    pub(super) fn walk(
        &mut self,
        (problem, part): (&Problem, &Part),
        last: u64,
        allowance: &mut Allowance,
    ) -> Result<(), Limit> {
        if self.walks.is_none() {
            self.walks = Walks::new(problem, part);
            if let (Some(walks), Some(known)) = (&mut self.walks, &self.known) {
                walks.look_beside(&known.options);
            }
        }
        let Some(walks) = &mut self.walks else {
            self.outcome = Some(false);
            return Ok(());
        };
        while self.outcome.is_none() && walks.work() < last {
            let before = walks.nodes();
            let nodes = before.saturating_add(allowance.slice()?);
            let walked = walks.go(last.min(walks.work() + GLANCE), nodes);
            allowance.spend_nodes(walks.nodes() - before);
            match walked {
                Walked::Paused => {}
                Walked::Nowhere => self.outcome = Some(false),
                Walked::Found => {
                    self.outcome = Some(true);
                    self.found.clear();
                    self.found.extend_from_slice(&part.with);
                    self.found.extend(walks.solution());
                }
            }
        }
        Ok(())
    }

    /// Tries a diagram of all solutions with this much work and memory, in bytes.
    pub(super) fn sweep(
        &mut self,
        (problem, part): (&Problem, &Part),
        search: &mut Search,
        (work, bytes): (u64, usize),
        allowance: &Allowance,
    ) -> Result<(), Limit> {
        let next = self.work_of_both(search).saturating_mul(APART);
        let plan = zdd::Plan {
            problem,
            part,
            search,
            method: CountMethod::Table,
            account: Account::new(bytes.min(MOST_BYTES)),
            // A pause would undo it.
            allowance: &allowance.of_time_without_pause(),
        };
        match plan.build_within(work) {
            Ok(Some(diagram)) => {
                self.learn(&diagram);
                self.diagram = Some(diagram).filter(|_| self.known.is_none());
            }
            Ok(None) => self.next_sweep = next,
            Err(ZddError::Stopped(limit, _)) => return Err(limit),
            Err(_) => self.next_sweep = u64::MAX,
        }
        Ok(())
    }

    /// Whether a diagram has a solution that is not known.
    fn learn(&mut self, diagram: &Zdd) {
        let known = self.known.as_ref();
        let known =
            known.map(|known| HashSet::<OptionId>::from_iter(known.options.iter().copied()));
        // With bounds, a solution can be a part of another one.
        let is_known = |found: &Solution| {
            let options = found.options();
            known.as_ref().is_some_and(|known| {
                options.len() == known.len() && options.iter().all(|option| known.contains(option))
            })
        };
        let new = diagram.solutions().find(|found| !is_known(found));
        self.outcome = Some(new.is_some());
        self.found = new.map_or_else(Vec::new, |found| found.options().to_vec());
    }

    /// Continues, by turns, until it is known whether there is a solution, which is written to `solution`. A diagram may take `bytes` bytes.
    pub(super) fn run(
        &mut self,
        whole: (&Problem, &Part),
        (search, bytes): (&mut Search, usize),
        allowance: &mut Allowance,
        solution: &mut Vec<OptionId>,
    ) -> Result<bool, Limit> {
        loop {
            if let Some(outcome) = self.outcome {
                search.rest();
                return Ok(outcome);
            }
            match self.turn(search) {
                Turn::Walk(last) => self.walk(whole, last, allowance)?,
                Turn::Sweep(work) => self.sweep(whole, search, (work, bytes), allowance)?,
                Turn::Search { work, nodes } => {
                    let until = Until::work(work, nodes);
                    let found = search.run_turn(until, allowance, &mut |options| {
                        self.found.clear();
                        self.found.extend_from_slice(options);
                        std::ops::ControlFlow::Break(())
                    })?;
                    if found == Some(true) {
                        allowance.spend_solution(self.found.len());
                    }
                    self.outcome = found;
                    self.is_over = found.is_none();
                }
            }
            if self.outcome == Some(true) {
                solution.clone_from(&self.found);
            }
        }
    }
}

/// A turn of the search with this much work.
fn of_search(search: &Search, work: u64) -> Turn {
    let nodes = (work / search.work_of_node()).clamp(1, NODES);
    Turn::Search {
        work: search.work().saturating_add(work),
        nodes: search.effort().nodes + nodes,
    }
}
