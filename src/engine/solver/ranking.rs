//! How a [`Solver`] finds the best solutions: by branch and bound, or from a diagram of all of them.
//!
//! Branch and bound is fast where prices cut off most of a problem, and hopeless where they do not; a diagram does not
//! care how many solutions are wanted or how alike they are, but may be too large. Neither is known beforehand, so
//! they take turns, each longer than the one before:
//!
//! ```text
//!     8,192 nodes     a diagram of 16 MiB     131,072 nodes     256 MiB     1,048,576 nodes     all memory     to the end
//! ```
//!
//! Where the prices show that all solutions cost the same, as without costs, the kernel lists any.
//!
//! Branch and bound and the diagram use the threads of the solver; what they find does not depend on their number.
//! What a turn may take is counted in nodes and bytes, not in time, so that the same problem has the same answer.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use super::run::Group;
use super::{CountMethod, Solver};
use crate::engine::best::{Aim, Best, Deepening, Give, Progress, Ranked, Wanted};
use crate::engine::count::Count;
use crate::engine::fits::{EngineName, Unsupported};
use crate::engine::kernel::Effort;
use crate::engine::limits::{Limit, Status};
use crate::engine::memory::Account;
use crate::engine::zdd::{self, Zdd, ZddError};
use crate::problem::Solution;

/// Nodes of a turn of branch and bound, and bytes of the diagram after it.
const TURNS: [(u64, usize); 3] = [
    (1 << 13, 16 << 20),
    (1 << 17, 256 << 20),
    (1 << 20, usize::MAX),
];
/// Bytes that branch and bound may take in any case.
const LEAST: usize = 1 << 20;
/// A diagram as large as it may be, before anything is searched.
const DIAGRAM_FIRST: [(u64, usize); 1] = [(0, usize::MAX)];

impl Solver {
    /// The `k` solutions that [cost](crate::Problem::cost) least, or all if there are fewer: by branch and
    /// bound, or from a diagram, in turn; [`counting`](Self::counting) may name one of them, and a diagram that would be
    /// larger than the [memory](Self::memory) is given up for a search.
    ///
    /// Their costs are exact and in order. Which of several solutions of the same cost are among them is not specified,
    /// but it is the same each time. With many solutions of the same cost it matters how `k` relates to their number: the search
    /// ends as soon as nothing cheaper is possible.
    ///
    /// The limits of nodes and time, the cancel flag and the memory stop it: then [`status`](Self::status) tells so, and
    /// what is returned is the best so far, with a [bound](Best::bound). Each call begins anew.
    ///
    /// With bounds, there is no search with prices: the solutions come from a diagram, or else from a search through all of
    /// them.
    ///
    /// # Errors
    /// If no engine supports what the problem asks for.
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
        self.collect_best(k, Aim::Cheapest)
    }

    /// As [`cheapest`](Self::cheapest), the `k` solutions that cost most, the most expensive first.
    ///
    /// # Errors
    /// As [`cheapest`](Self::cheapest).
    pub fn most_expensive(&mut self, k: usize) -> Result<Best, Unsupported> {
        self.collect_best(k, Aim::MostExpensive)
    }

    /// Hands the solutions that [`cheapest`](Self::cheapest) returns to `visit`, each as soon as it is known to come next,
    /// until it breaks off. Those of one cost may come in any order, the same each time. However many they are, no more of
    /// them are held at once than the [memory](Self::memory) allows.
    ///
    /// Returns a [bound](Best::bound) on all other solutions if a limit stopped it: after that no solution is proven to be
    /// best.
    ///
    /// # Errors
    /// As [`cheapest`](Self::cheapest).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use dominox::{Problem, Solver};
    /// let problem = Problem::parse("a b c\na b |5\na c |4\nb c |9\nc |1\nb |3\n")?;
    /// let mut costs = Vec::new();
    /// let bound = Solver::new(&problem)?.for_each_cheapest(2, |ranked| {
    ///     costs.push(ranked.cost);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((costs, bound), (vec![6, 7], None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each_cheapest(
        &mut self,
        k: usize,
        mut visit: impl FnMut(Ranked) -> ControlFlow<()>,
    ) -> Result<Option<u128>, Unsupported> {
        self.rank(k, Aim::Cheapest, &mut visit)
    }

    /// As [`for_each_cheapest`](Self::for_each_cheapest), the solutions that cost most, the most expensive first.
    ///
    /// # Errors
    /// As [`cheapest`](Self::cheapest).
    pub fn for_each_most_expensive(
        &mut self,
        k: usize,
        mut visit: impl FnMut(Ranked) -> ControlFlow<()>,
    ) -> Result<Option<u128>, Unsupported> {
        self.rank(k, Aim::MostExpensive, &mut visit)
    }

    fn collect_best(&mut self, k: usize, aim: Aim) -> Result<Best, Unsupported> {
        let mut solutions = Vec::new();
        let bound = self.rank(k, aim, &mut |ranked| {
            solutions.push((ranked.cost, ranked.solution));
            ControlFlow::Continue(())
        })?;
        solutions.sort_by(|(one, first), (other, second)| match aim {
            Aim::Cheapest => (one, first).cmp(&(other, second)),
            Aim::MostExpensive => (other, first).cmp(&(one, second)),
        });
        Ok(Best { solutions, bound })
    }

    fn rank(&mut self, k: usize, aim: Aim, give: Give) -> Result<Option<u128>, Unsupported> {
        self.run.allowance.renew(&self.limits);
        self.run.allowance.allow_solutions(u64::MAX);
        self.run.group = Some(Group::Best);
        self.run.ranked_by = EngineName::Prices;
        self.run.status = Status::Exhausted;
        self.sort_part();
        if EngineName::Prices.fits(&self.problem).is_err() {
            return Ok(self.rank_with_bounds(k, aim, give));
        }
        let turns = match self.method {
            CountMethod::Auto => &TURNS[..],
            CountMethod::Search => &[],
            CountMethod::Table => &DIAGRAM_FIRST,
        };
        let mut found = 0u64;
        let bound = self.rank_in_turns(turns, k, aim, &mut |ranked| {
            found += 1;
            give(ranked)
        })?;
        self.run.found = Count::from(found);
        Ok(bound)
    }

    fn rank_in_turns(
        &mut self,
        turns: &[(u64, usize)],
        k: usize,
        aim: Aim,
        give: Give,
    ) -> Result<Option<u128>, Unsupported> {
        let account = Account::new(self.room().max(LEAST));
        let problem = self.problem.clone();
        let part = self.part.clone();
        let wanted = Wanted {
            problem: &problem,
            part: &part,
            aim,
            most: k,
            others: self.search.others(),
        };
        let mut deepening = Deepening::new(&wanted, &account, &self.run.allowance)?;
        let turns = turns.iter().copied().map(Some).chain([None]);
        for turn in turns {
            let progress = match turn {
                Some((0, _)) => Progress::Stopped(Limit::Nodes),
                Some((nodes, _)) => self.deepen(&mut deepening, nodes, give),
                None => self.deepen(&mut deepening, u64::MAX, give),
            };
            let limit = match progress {
                Progress::Over => return Ok(None),
                Progress::AllCost(cost) => return Ok(self.list_at_one_cost(cost, k, give)),
                Progress::Stopped(limit) => limit,
            };
            let nodes_are_left =
                limit == Limit::Nodes && self.run.allowance.slice() != Err(Limit::Nodes);
            let diagram = match turn {
                Some((_, bytes)) if nodes_are_left || limit == Limit::Memory => {
                    deepening.release();
                    self.sweep_for_all(bytes.min(self.room()).min(account.left()))
                }
                _ => {
                    self.run.status = Status::Stopped(limit);
                    return Ok(Some(deepening.give_unproven(give)));
                }
            };
            match diagram {
                Ok(zdd) => {
                    let (given, bound) = (deepening.given(), deepening.bound());
                    return Ok(self.rank_diagram(&zdd, &wanted, given, bound, give));
                }
                Err(ZddError::Stopped(limit, _)) => {
                    self.run.status = Status::Stopped(limit);
                    return Ok(Some(deepening.give_unproven(give)));
                }
                Err(_) => {}
            }
        }
        unreachable!("the last turn ends with a limit or without")
    }

    /// Branch and bound, for at most this number of nodes.
    fn deepen(&mut self, deepening: &mut Deepening, nodes: u64, give: Give) -> Progress {
        let Effort {
            nodes: before,
            updates,
        } = deepening.effort();
        let kept_back = self.run.allowance.keep_back(nodes);
        let progress = deepening.advance(&mut self.run.allowance, give);
        self.run.allowance.give_back(kept_back);
        self.run.beside.nodes += deepening.effort().nodes - before;
        self.run.beside.updates += deepening.effort().updates - updates;
        progress
    }

    /// The diagram of all solutions, without a search beside.
    fn sweep_for_all(&mut self, bytes: usize) -> Result<Zdd, ZddError> {
        let plan = zdd::Plan {
            problem: &self.problem,
            part: &self.part,
            search: &mut self.search,
            method: CountMethod::Table,
            account: Account::new(bytes),
            allowance: &self.run.allowance,
        };
        plan.build()
    }

    /// Hands on the best solutions of a diagram but the first, which were `given`: `bound` is one on the others. Returns
    /// such a bound if a limit stops that.
    fn rank_diagram(
        &mut self,
        zdd: &Zdd,
        wanted: &Wanted,
        given: usize,
        mut bound: u128,
        give: Give,
    ) -> Option<u128> {
        self.run.ranked_by = EngineName::Diagram;
        let is_most_expensive = wanted.aim == Aim::MostExpensive;
        let ranked = zdd.each_by_cost(
            |option| wanted.problem.cost(option),
            is_most_expensive,
            wanted.most,
            &mut |number, cost, solution| {
                bound = cost;
                match number < given {
                    true => ControlFlow::Continue(()),
                    false => give(Ranked {
                        cost,
                        is_proven: true,
                        solution,
                    }),
                }
            },
        );
        let Err(limit) = ranked else {
            return None;
        };
        self.run.status = Status::Stopped(limit);
        Some(bound)
    }

    /// Where items have bounds, of which prices know nothing: from a diagram, or if that is too large, by a search through
    /// all solutions.
    fn rank_with_bounds(&mut self, k: usize, aim: Aim, give: Give) -> Option<u128> {
        let (problem, part) = (self.problem.clone(), self.part.clone());
        let wanted = Wanted {
            problem: &problem,
            part: &part,
            aim,
            most: k,
            others: 0,
        };
        let costs = problem
            .options()
            .map(|option| u128::from(problem.cost(option)));
        let bound = match aim {
            Aim::Cheapest => 0,
            Aim::MostExpensive => costs.sum(),
        };
        let diagram = match self.method {
            CountMethod::Search => None,
            _ => Some(self.sweep_for_all(self.room())),
        };
        match diagram {
            Some(Ok(zdd)) => self.rank_diagram(&zdd, &wanted, 0, bound, give),
            Some(Err(ZddError::Stopped(limit, _))) => {
                self.run.status = Status::Stopped(limit);
                Some(bound)
            }
            _ => self.rank_list(&wanted, bound, give),
        }
    }

    /// Hands on the best of all solutions that the kernel finds; if a limit stops that, the best so far and `bound`.
    fn rank_list(&mut self, wanted: &Wanted, bound: u128, give: Give) -> Option<u128> {
        self.begin_search(Group::Solutions);
        self.run.group = Some(Group::Best);
        self.run.ranked_by = EngineName::Kernel(self.kernel());
        // The worst one on top; of the most expensive, the value is what the cost lacks to the bound.
        let value = |cost: u128| match wanted.aim {
            Aim::Cheapest => cost,
            Aim::MostExpensive => bound - cost,
        };
        let mut best: BinaryHeap<(u128, Solution)> = BinaryHeap::new();
        let mut held = Account::new(self.room().max(LEAST)).share();
        let listed = self.run.visit_solutions(&mut self.search, |options| {
            let costs = options
                .iter()
                .map(|&option| u128::from(wanted.problem.cost(option)));
            let value = value(costs.sum());
            let is_better = best.peek().is_none_or(|(worst, _)| value < *worst);
            if best.len() < wanted.most || is_better {
                best.push((value, Solution::new(options.to_vec())));
                if best.len() > wanted.most {
                    best.pop();
                }
                let of_one = size_of::<(u128, Solution)>() + size_of_val(options);
                if held.resize(2 * of_one * best.len()).is_err() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        if listed.is_break() {
            self.run.status = Status::Stopped(Limit::Memory);
        }
        let is_proven = self.run.status == Status::Exhausted;
        for (value_of, solution) in best.into_sorted_vec() {
            let ranked = Ranked {
                cost: value(value_of),
                is_proven,
                solution,
            };
            if give(ranked).is_break() {
                break;
            }
        }
        (!is_proven).then_some(bound)
    }

    /// Any `k` solutions, where all cost the same: the first that the kernel finds.
    fn list_at_one_cost(&mut self, cost: u128, k: usize, give: Give) -> Option<u128> {
        self.begin_search(Group::Solutions);
        self.run.group = Some(Group::Best);
        self.run.ranked_by = EngineName::Kernel(self.kernel());
        self.run.allowance.allow_solutions(k as u64);
        let listed = self.run.visit_solutions(&mut self.search, |options| {
            give(Ranked {
                cost,
                is_proven: true,
                solution: Solution::new(options.to_vec()),
            })
        });
        match self.run.status {
            Status::Stopped(limit) if limit != Limit::Solutions && listed.is_continue() => {
                Some(cost)
            }
            _ => {
                self.run.status = Status::Exhausted;
                None
            }
        }
    }
}
