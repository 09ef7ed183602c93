//! A shard as a piece of work: it needs only the problem.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use super::{Found, ShardResult, ShardsError};
use crate::engine::{Checksum, Digest, Solver, Status};
use crate::problem::{Part, Solution};

/// A shard of a plan: disjoint parts of its search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shard {
    /// The digest of the plan.
    pub plan: String,
    /// The digest of the problem.
    pub problem: Digest,
    /// The number of the shard, from 0.
    pub number: usize,
    /// The leaves of the plan, each with its part.
    pub parts: Vec<(u32, Part)>,
}

/// Solutions that are kept while a shard is searched.
struct Kept {
    solutions: Vec<Solution>,
    /// When there are more, the search stops.
    most: usize,
}

impl Shard {
    /// Searches the shard with a solver of the problem of the plan, until its limits stop it. A part that is not searched to its
    /// end counts as not searched. Limits hold for each part, except for the deadline and the flag.
    ///
    /// # Errors
    /// If the solver is one of another problem.
    pub fn run(&self, solver: &mut Solver) -> Result<ShardResult, ShardsError> {
        self.search(solver, None)
    }

    /// Like [`run`](Self::run), with a solution of each answer in the parts that were searched. It also stops before there are
    /// more than `most` solutions.
    ///
    /// # Errors
    /// If the solver is one of another problem.
    pub fn list(
        &self,
        solver: &mut Solver,
        most: usize,
    ) -> Result<(ShardResult, Vec<Solution>), ShardsError> {
        let mut kept = Kept {
            solutions: Vec::new(),
            most,
        };
        let result = self.search(solver, Some(&mut kept))?;
        Ok((result, kept.solutions))
    }

    fn search(
        &self,
        solver: &mut Solver,
        mut kept: Option<&mut Kept>,
    ) -> Result<ShardResult, ShardsError> {
        if Digest::of_problem(solver.problem()) != self.problem {
            return Err(ShardsError::OtherProblem);
        }
        let begun = Instant::now();
        let checksum = Arc::new(Checksum::new(solver.problem()));
        let mut found = Found::default();
        for (leaf, part) in &self.parts {
            let whole = kept.as_ref().map_or(0, |kept| kept.solutions.len());
            let before = solver.effort();
            let sum = sum_of_part(solver, part, &checksum, kept.as_deref_mut());
            let Some(sum) = sum else {
                if let Some(kept) = kept {
                    kept.solutions.truncate(whole);
                }
                break;
            };
            found.count += solver.found();
            found.checksum = found.checksum.wrapping_add(sum);
            found.effort.nodes += solver.effort().nodes - before.nodes;
            found.effort.updates += solver.effort().updates - before.updates;
            found.leaves.push(*leaf);
        }
        found.micros = begun.elapsed().as_micros() as u64;
        Ok(ShardResult {
            plan: self.plan.clone(),
            number: self.number,
            is_done: found.leaves.len() == self.parts.len(),
            found,
            kernel: format!("{} {}", solver.kernel(), solver.instruction_set()),
        })
    }
}

/// Searches a part; the checksum of its answers if it was searched to its end.
fn sum_of_part(
    solver: &mut Solver,
    part: &Part,
    checksum: &Arc<Checksum>,
    kept: Option<&mut Kept>,
) -> Option<u64> {
    solver.restart(&part.with);
    solver.narrow(&Part {
        with: Vec::new(),
        without: part.without.clone(),
    });
    let Some(kept) = kept else {
        let sum = solver.sum_answers(Some(checksum));
        return (solver.status() == Status::Exhausted).then_some(sum);
    };
    let mut sum = 0u64;
    let listed = solver.for_each_answer(|options| {
        sum = sum.wrapping_add(checksum.of_solution(options));
        if kept.solutions.len() == kept.most {
            return ControlFlow::Break(());
        }
        kept.solutions.push(Solution::new(options.to_vec()));
        ControlFlow::Continue(())
    });
    let is_over = listed.is_continue() && solver.status() == Status::Exhausted;
    is_over.then_some(sum)
}
