//! How a [`Solver`] finds the best solutions: by branch and bound, or from a diagram of all of them.
//!
//! Branch and bound is fast where prices cut off most of a problem, and hopeless where they do not; a diagram does not
//! care how many solutions are wanted or how alike they are, but may be too large. Neither can be told beforehand, so
//! they take turns, each longer than the one before:
//!
//! ```text
//!     8,192 nodes     a diagram of 16 MiB     131,072 nodes     256 MiB     1,048,576 nodes     all memory     to the end
//! ```
//!
//! What a turn may take is counted in nodes and bytes, not in time, so that the same problem has the same answer.

use super::{CountMethod, Group, Solver};
use crate::engine::best::{Aim, Best, Ranking, Wanted, best};
use crate::engine::count::Count;
use crate::engine::fits::{EngineName, Unsupported};
use crate::engine::limits::{Limit, Status};
use crate::engine::zdd::{self, Zdd, ZddError};
use crate::problem::OptionId;

/// Nodes of a turn of branch and bound, and bytes of the diagram behind it.
const TURNS: [(u64, usize); 3] = [
    (1 << 13, 16 << 20),
    (1 << 17, 256 << 20),
    (1 << 20, usize::MAX),
];
/// Solutions of a diagram between two looks at the limits.
const BETWEEN: usize = 256;
/// A diagram as large as it may be, before anything is searched.
const DIAGRAM_FIRST: [(u64, usize); 1] = [(0, usize::MAX)];

impl Solver {
    /// The `k` solutions that [cost](crate::Problem::cost) least, or all if there are fewer: by branch and
    /// bound, or from a diagram, in turn; [`counting`](Self::counting) may name one of them, and a diagram that would be
    /// larger than the [memory](Self::memory) is given up for a search.
    ///
    /// Their costs are exact and in order. Which of several solutions of the same cost are among them is not told, but it
    /// is the same each time. With many solutions of the same cost it matters how `k` relates to their number: the search
    /// ends as soon as nothing cheaper is possible.
    ///
    /// The limits of nodes and time and the cancel flag stop it: then [`status`](Self::status) tells so, and what is
    /// returned is the best so far, with a [bound](Best::bound). Each call begins anew.
    ///
    /// # Errors
    /// If the search with prices does not support what the problem asks for, such as bounds.
    ///
    /// ```
    /// use dominox::{Problem, Solver};
    /// let problem = Problem::parse("a b c\na b |5\na c |4\nb c |9\nc |1\nb |3\n")?;
    /// let best = Solver::new(&problem)?.cheapest(1)?;
    /// assert_eq!(best.solutions[0].0, 6);
    /// assert_eq!(problem.option_text(best.solutions[0].1.options()[0]), "a b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cheapest(&mut self, k: usize) -> Result<Best, Unsupported> {
        self.rank(k, Aim::Cheapest)
    }

    /// As [`cheapest`](Self::cheapest), the `k` solutions that cost most, the most expensive first.
    ///
    /// # Errors
    /// As [`cheapest`](Self::cheapest).
    pub fn most_expensive(&mut self, k: usize) -> Result<Best, Unsupported> {
        self.rank(k, Aim::MostExpensive)
    }

    fn rank(&mut self, k: usize, aim: Aim) -> Result<Best, Unsupported> {
        self.allowance.renew(&self.limits);
        self.allowance.allow_any_solutions();
        self.group = Some(Group::Best);
        self.ranked_by = EngineName::Prices;
        self.status = Status::Exhausted;
        self.sort_part();
        let turns = match self.method {
            CountMethod::Auto => &TURNS[..],
            CountMethod::Search => &[],
            CountMethod::Table => &DIAGRAM_FIRST,
        };
        let best = self.rank_in_turns(turns, k, aim)?;
        self.found = Count::from(best.solutions.len() as u64);
        Ok(best)
    }

    fn rank_in_turns(
        &mut self,
        turns: &[(u64, usize)],
        k: usize,
        aim: Aim,
    ) -> Result<Best, Unsupported> {
        for &(nodes, bytes) in turns {
            let kept_back = self.allowance.keep_back(nodes);
            let ranking = self.search_for_best(k, aim);
            self.allowance.give_back(kept_back);
            let ranking = ranking?;
            let is_over = match ranking.stopped {
                Some(Limit::Nodes) => kept_back == 0,
                _ => true,
            };
            if is_over {
                return Ok(self.ranked_by_search(ranking));
            }
            match self.sweep_for_all(bytes) {
                Ok(zdd) => return Ok(self.ranked_by_diagram(&zdd, k, aim)),
                Err(ZddError::Stopped(limit, _)) => {
                    self.status = Status::Stopped(limit);
                    return Ok(ranking.best);
                }
                Err(_) => {}
            }
        }
        let ranking = self.search_for_best(k, aim)?;
        Ok(self.ranked_by_search(ranking))
    }

    /// Branch and bound, as far as is allowed.
    fn search_for_best(&mut self, k: usize, aim: Aim) -> Result<Ranking, Unsupported> {
        let wanted = Wanted {
            problem: &self.problem,
            part: &self.part,
            aim,
            most: k,
        };
        let ranking = best(&wanted, &mut self.allowance)?;
        self.beside = self.beside.with(ranking.effort);
        Ok(ranking)
    }

    fn ranked_by_search(&mut self, ranking: Ranking) -> Best {
        self.status = ranking.stopped.map_or(Status::Exhausted, Status::Stopped);
        ranking.best
    }

    /// The diagram of all solutions, without a search beside.
    fn sweep_for_all(&mut self, bytes: usize) -> Result<Zdd, ZddError> {
        let plan = zdd::Plan {
            problem: &self.problem,
            part: &self.part,
            search: &mut self.search,
            method: CountMethod::Table,
            room: bytes.min(self.memory),
            allowance: &self.allowance,
        };
        plan.build()
    }

    fn ranked_by_diagram(&mut self, zdd: &Zdd, k: usize, aim: Aim) -> Best {
        self.ranked_by = EngineName::Diagram;
        let cost = |option: OptionId| self.problem.cost(option);
        let ranked = match aim {
            Aim::Cheapest => zdd.cheapest(cost),
            Aim::MostExpensive => zdd.most_expensive(cost),
        };
        let mut best = Best {
            solutions: Vec::new(),
            bound: None,
        };
        for (cost, solution) in ranked.take(k) {
            if best.solutions.len().is_multiple_of(BETWEEN)
                && let Err(limit) = self.allowance.interruption()
            {
                self.status = Status::Stopped(limit);
                best.bound = Some(cost);
                break;
            }
            best.solutions.push((cost, solution));
        }
        best
    }
}
