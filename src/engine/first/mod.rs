//! First solutions: a search for any one solution, whichever comes first.
//!
//! A search that lists all solutions goes one way through its tree, and where it takes a wrong turn early, the first
//! solution may come after millions of nodes, though a search in another order would meet one after a hundred. So two
//! searches take turns here: the ordinary one, which comes to an end some day, and [`walks`](walk), which begin anew in
//! another order again and again.
//!
//! ```text
//!     search   4,096 nodes ─┐         ┌─▶ as much ─┐          ┌─▶ as much …      ends: a solution, or there is none
//!     walks                 └─▶ 1 ms ─┘            └─▶ longer ─┘                  end: a solution, or there is none
//! ```
//!
//! What is easy is found by the search before any walk begins, as if there were none. From then on the turn is with the one
//! that has done less work: so the first solution comes after about twice the work of whichever finds it sooner.
//!
//! Turns are measured in counted work, and the random numbers of the walks depend on the problem alone: so it is the same
//! solution each time and on every machine, whatever the limits and pauses.

mod order;
mod random;
mod sets;
#[cfg(test)]
mod tests;
mod walk;

use super::limits::{Allowance, Limit};
use super::search::Search;
use crate::problem::{OptionId, Part, Problem};
use walk::{Walked, Walks};

/// Nodes of the search before the first walk.
const NODES: u64 = 1 << 12;
/// A number of nodes that no search comes to the end of.
const ALL: u64 = u64::MAX / 2;
/// The least work of a turn, in units of about a nanosecond.
const TURN: u64 = 1 << 20;
/// A turn is this part of all work so far, if that is more.
const SHARE: u64 = 8;
/// The most work of the walks between two looks at the limits.
const GLANCE: u64 = 1 << 22;

/// Whose turn it is, and until when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// The search's, until it has entered this many nodes since it began.
    Search(u64),
    /// The walks', until their work is this much.
    Walk(u64),
}

/// The walks beside a search, and whose turn it is.
#[derive(Debug, Default)]
pub(super) struct First {
    walks: Option<Walks>,
    /// The nodes and the work of the search before it began.
    before: (u64, u64),
    turn: Option<Turn>,
    /// There are no walks: they know no bounds.
    is_alone: bool,
    /// What walks have found: whether there is a solution.
    outcome: Option<bool>,
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

    /// The nodes that walks have entered since this was made.
    pub(super) fn nodes(&self) -> u64 {
        self.walked + self.walks.as_ref().map_or(0, Walks::nodes)
    }

    /// What the walks have found: whether there is a solution.
    pub(super) fn outcome(&self) -> Option<bool> {
        self.outcome
    }

    /// Whose turn it is. The search goes on until it has entered all nodes of its turn; what is left of a turn after
    /// a pause comes first.
    pub(super) fn turn(&mut self, search: &Search) -> Turn {
        let nodes = search.effort().nodes - self.before.0;
        let searched = search.work() - self.before.1;
        let walked = self.walks.as_ref().map_or(0, Walks::work);
        let is_over = match self.turn {
            None if self.is_alone => return self.give(Turn::Search(ALL)),
            None => return self.give(Turn::Search(NODES)),
            Some(Turn::Search(last)) => nodes >= last,
            Some(Turn::Walk(last)) => walked >= last,
        };
        if !is_over {
            return self.turn.unwrap_or(Turn::Search(NODES));
        }
        let work = TURN.max((searched + walked) / SHARE);
        if walked <= searched {
            self.give(Turn::Walk(walked + work))
        } else {
            let more = (work / search.work_of_node()).clamp(1, NODES);
            self.give(Turn::Search(nodes + more))
        }
    }

    fn give(&mut self, turn: Turn) -> Turn {
        self.turn = Some(turn);
        turn
    }

    /// Nodes of the search that are left of its turn.
    pub(super) fn nodes_left(&self, search: &Search, last: u64) -> u64 {
        (last + self.before.0).saturating_sub(search.effort().nodes)
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

    /// Goes on, walks and search by turns, until it is known whether there is a solution, which is written to `solution`.
    pub(super) fn run(
        &mut self,
        whole: (&Problem, &Part),
        search: &mut Search,
        allowance: &mut Allowance,
        solution: &mut Vec<OptionId>,
    ) -> Result<bool, Limit> {
        loop {
            if let Some(outcome) = self.outcome {
                return Ok(outcome);
            }
            match self.turn(search) {
                Turn::Walk(last) => self.walk(whole, last, allowance, solution)?,
                Turn::Search(last) => {
                    let kept = allowance.keep_back(self.nodes_left(search, last));
                    let found = search.run(allowance, &mut |options| {
                        solution.clear();
                        solution.extend_from_slice(options);
                        std::ops::ControlFlow::Break(())
                    });
                    allowance.give_back(kept);
                    match found {
                        Ok(found) => self.outcome = Some(found),
                        // The end of the turn, or of what is allowed.
                        Err(Limit::Nodes) if kept > 0 => {}
                        Err(limit) => return Err(limit),
                    }
                }
            }
        }
    }
}
