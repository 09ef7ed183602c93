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

use super::limits::{Allowance, Limit};
use super::search::{Search, Until};
use crate::problem::{OptionId, Part, Problem};
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
}

/// A solution beside which another one is looked for.
#[derive(Debug)]
struct Known {
    options: Vec<OptionId>,
    /// The work of the walks when it was found.
    walked: u64,
}

/// The walks beside a search, and whose turn it is.
#[derive(Debug, Default)]
pub(super) struct First {
    walks: Option<Walks>,
    /// The nodes and the work of the search before it began.
    before: (u64, u64),
    turn: Option<Turn>,
    /// The search has reached the end of its turn.
    is_over: bool,
    /// There are no walks: they do not support bounds.
    is_alone: bool,
    /// What walks have found: whether there is a solution.
    outcome: Option<bool>,
    /// The solution that they are not to find.
    known: Option<Known>,
    /// Nodes of the walks of earlier searches.
    walked: u64,
}

impl First {
    /// Begins beside a search through a problem that has not begun.
    pub(super) fn begin(&mut self, problem: &Problem, search: &Search) {
        *self = First {
            before: (search.effort().nodes, search.work()),
            walked: self.nodes(),
            is_alone: problem.has_bounds(),
            ..First::default()
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
    }

    /// The work of the walks.
    fn work(&self) -> u64 {
        self.walks.as_ref().map_or(0, Walks::work)
    }

    /// The nodes that walks have entered since this was made.
    pub(super) fn nodes(&self) -> u64 {
        self.walked + self.walks.as_ref().map_or(0, Walks::nodes)
    }

    /// What the walks have found: whether there is a solution.
    pub(super) fn outcome(&self) -> Option<bool> {
        self.outcome
    }

    /// Whose turn it is; what is left of a turn after a pause comes first. Other threads take part once it has taken a while.
    pub(super) fn turn(&mut self, search: &mut Search) -> Turn {
        let searched = search.work() - self.before.1;
        let walked = self.work();
        search.stay_alone(!self.is_alone && searched + walked < ALONE);
        let work = match self.turn {
            None => return self.give(self.first_turn(search)),
            Some(turn @ Turn::Search { .. }) if !self.is_over => return turn,
            Some(turn @ Turn::Walk(last)) if walked < last => return turn,
            Some(_) => ((searched + walked) / SHARE).clamp(TURN, LONGEST),
        };
        let is_due = match &self.known {
            None => walked <= searched,
            Some(known) => (walked - known.walked) * SHARE_OF_SECOND <= searched,
        };
        match is_due {
            true => self.give(Turn::Walk(walked + work)),
            false => self.give(of_search(search, work)),
        }
    }

    /// Without walks, it never ends.
    fn first_turn(&self, search: &Search) -> Turn {
        match self.is_alone {
            true => Turn::Search {
                work: u64::MAX,
                nodes: u64::MAX,
            },
            false => of_search(search, NODES.saturating_mul(search.work_of_node())),
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

    /// Walks until the work is `last`, within what is allowed; a solution is written to `solution`.
    pub(super) fn walk(
        &mut self,
        (problem, part): (&Problem, &Part),
        last: u64,
        allowance: &mut Allowance,
        solution: &mut Vec<OptionId>,
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
                    solution.clear();
                    solution.extend_from_slice(&part.with);
                    solution.extend(walks.solution());
                }
            }
        }
        Ok(())
    }

    /// Continues, walks and search by turns, until it is known whether there is a solution, which is written to `solution`.
    pub(super) fn run(
        &mut self,
        whole: (&Problem, &Part),
        search: &mut Search,
        allowance: &mut Allowance,
        solution: &mut Vec<OptionId>,
    ) -> Result<bool, Limit> {
        loop {
            if let Some(outcome) = self.outcome {
                search.rest();
                return Ok(outcome);
            }
            match self.turn(search) {
                Turn::Walk(last) => self.walk(whole, last, allowance, solution)?,
                Turn::Search { work, nodes } => {
                    let until = Until::work(work, nodes);
                    let found = search.run_turn(until, allowance, &mut |options| {
                        solution.clear();
                        solution.extend_from_slice(options);
                        std::ops::ControlFlow::Break(())
                    })?;
                    if found == Some(true) {
                        allowance.spend_solution(solution.len());
                    }
                    self.outcome = found;
                    self.is_over = found.is_none();
                }
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
