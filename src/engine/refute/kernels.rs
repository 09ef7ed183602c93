//! Kernels, which know demands only as problems of their own: asked in turns with the search that learns, and for confirmation.
//!
//! ```text
//!     search that learns   ├─ 50 ms ─┤         ├── 100 ms ──┤            ├─ …    continues with what it has learned
//!     kernel                         ├─ 50 ms ─┤            ├── 100 ms ──┤       begins again each time
//! ```
//!
//! By counted work, not by a clock. A kernel does not say which demands it used to fail: all of them stay.

use super::search::Budget;
use super::{Core, Demand, Refutation, Refuter};
use crate::engine::fits::KernelName;
use crate::engine::limits::{Limit, Limits, Status};
use crate::engine::solver::Solver;
use crate::problem::{Part, Problem, Solution};

/// The first turn, in nanoseconds of work; each one is twice as long as the one before.
pub(super) const TURN: u64 = 50_000_000;
/// The work of a kernel's node, nearly.
const NODE: u64 = 200;
/// Bytes that a kernel may take.
const MEMORY: usize = 1 << 28;

impl Refuter {
    /// Asks the search that learns and a kernel in turns.
    pub(super) fn ask(&mut self, demands: &[Demand], budget: &mut Budget) -> Refutation {
        let mut turn = TURN;
        loop {
            match self.ask_alone(demands, turn, budget) {
                Refutation::Stopped(Limit::Pause) => {}
                answer => return answer,
            }
            if let Some(answer) = self.ask_kernel(demands, turn, budget) {
                return answer;
            }
            turn = turn.saturating_mul(2);
        }
    }

    /// Asks a kernel for a turn; `None` if it cannot be asked or did not end.
    fn ask_kernel(
        &mut self,
        demands: &[Demand],
        turn: u64,
        budget: &mut Budget,
    ) -> Option<Refutation> {
        if self.has_forbidden {
            return None;
        }
        let part = self.part_of(demands)?;
        let problem = self.problem_of(demands, &part)?;
        let limits = Limits {
            nodes: Some((turn / NODE).min(budget.nodes)),
            solutions: None,
            ..budget.limits.clone()
        };
        let mut solver = Solver::within(&problem, None, MEMORY, limits).ok()?;
        let found = solver.any_solution();
        budget.nodes = budget.nodes.saturating_sub(solver.effort().nodes);
        match (found, solver.status()) {
            (Some(found), _) => {
                let kept = Vec::from_iter(self.problem.options_but(&part.without));
                let found = found.options().iter().map(|option| kept[option.index()]);
                Some(Refutation::Solvable(Solution::new(found.collect())))
            }
            (None, Status::Exhausted) => {
                self.refuted_by = Some(solver.kernel());
                Some(Refutation::Unsolvable(Core {
                    demands: demands.to_vec(),
                    is_minimal: false,
                    is_confirmed: false,
                }))
            }
            (None, Status::Stopped(Limit::Nodes) | Status::Open) => None,
            (None, Status::Stopped(limit)) => Some(Refutation::Stopped(limit)),
        }
    }

    /// The options that these demands assume and exclude, unless one is for any of a set.
    fn part_of(&self, demands: &[Demand]) -> Option<Part> {
        let mut part = Part {
            with: self.required.clone(),
            without: self.without.clone(),
        };
        for demand in demands {
            match *demand {
                Demand::Item(_) => {}
                Demand::Option(option) => part.with.push(option),
                Demand::NoneOf(set) => part.without.extend(&self.sets[set].1),
                Demand::OneOf(_) => return None,
            }
        }
        Some(part)
    }

    /// A problem that has a solution exactly if these demands, of which those of options are in the part, can be met.
    fn problem_of(&self, demands: &[Demand], part: &Part) -> Option<Problem> {
        let mut sorted = demands.to_vec();
        sorted.sort_unstable();
        let has = |demand| sorted.binary_search(&demand).is_ok();
        let is_demanded = |item| self.with_items || has(Demand::Item(item));
        self.problem.demanding(is_demanded, part).ok()
    }

    /// Lets a kernel search for a solution that meets these demands of options and items, and notes whether it finds that there is
    /// none. It is another kernel than the one that refuted them, if one did.
    pub fn confirm(&self, core: &mut Core, limits: &Limits) {
        let kernel = match self.refuted_by {
            None => None,
            Some(KernelName::Links) => return,
            Some(_) => Some(KernelName::Links),
        };
        let part = self.part_of(&core.demands);
        let Some(problem) = part.and_then(|part| self.problem_of(&core.demands, &part)) else {
            return;
        };
        if let Ok(solver) = Solver::with_memory(&problem, kernel, MEMORY) {
            let mut solver = solver.limits(limits.clone());
            let found = solver.any_solution();
            core.is_confirmed = found.is_none() && solver.status() == Status::Exhausted;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_core::TryRng;

    use super::*;
    use crate::engine::random::SplitMix;

    /// Items of all kinds of bounds, one of them with colours, and random options.
    fn random_problem(draws: &mut SplitMix) -> Problem {
        let mut below = |bound: u64| draws.try_next_u64().unwrap() % bound;
        let mut text = "a b 0:2|c 1:2|d 2|e | x".to_owned();
        for _ in 0..4 + below(8) {
            let names = ["a", "b", "c", "d", "e", "x:red", "x:blue"];
            let option = names.iter().filter(|_| below(3) == 0);
            let option = Vec::from_iter(option.copied());
            if !option.contains(&"x:red") || !option.contains(&"x:blue") {
                text += &format!("\n{} ", option.join(" "));
            }
        }
        Problem::parse(&text).unwrap()
    }

    fn demands_of(problem: &Problem, refuter: &mut Refuter, draws: &mut SplitMix) -> Vec<Demand> {
        let mut is_drawn = |of: u64| draws.try_next_u64().unwrap().is_multiple_of(of);
        let items = problem.items().take(problem.primary_count());
        let items = items.filter(|_| is_drawn(2)).map(Demand::Item);
        let mut demands = Vec::from_iter(items);
        let options = Vec::from_iter(problem.options().filter(|_| is_drawn(8)));
        demands.extend(options.into_iter().map(Demand::Option));
        let set = Vec::from_iter(problem.options().filter(|_| is_drawn(4)));
        let Demand::OneOf(set) = refuter.add_set(&set) else {
            unreachable!("a set was added");
        };
        demands.extend(is_drawn(2).then_some(Demand::NoneOf(set)));
        demands
    }

    #[test]
    fn kernels_answer_as_the_search_that_learns() {
        let mut draws = SplitMix::new(3);
        let mut known = [0, 0];
        for round in 0..400 {
            let problem = random_problem(&mut draws);
            let without = Vec::from_iter(problem.options().filter(|option| option.index() == 2));
            let mut refuter = Refuter::new(&problem, &without, round % 2 == 0);
            let demands = demands_of(&problem, &mut refuter, &mut draws);
            let mut budget = refuter.budget(&Limits::default());
            let by_kernel = refuter.ask_kernel(&demands, TURN, &mut budget);
            let alone = refuter.ask_alone(&demands, u64::MAX, &mut budget);
            match (by_kernel, alone) {
                (Some(Refutation::Solvable(found)), Refutation::Solvable(_)) => {
                    known[0] += 1;
                    let own = found.options().iter().copied().map(Demand::Option);
                    let all = Vec::from_iter(demands.iter().copied().chain(own));
                    let again = refuter.ask_alone(&all, u64::MAX, &mut budget);
                    assert!(
                        matches!(again, Refutation::Solvable(_)),
                        "{problem}{demands:?}"
                    );
                }
                (Some(Refutation::Unsolvable(core)), Refutation::Unsolvable(_)) => {
                    known[1] += 1;
                    assert_eq!(core.demands, demands);
                }
                (by_kernel, alone) => panic!("{by_kernel:?} {alone:?}: {problem}{demands:?}"),
            }
        }
        assert!(known.iter().all(|&count| count > 50), "{known:?}");
    }
}
