//! The results of the shards of a plan, put together.

use super::{Found, Plan, ShardResult, ShardsError};
use crate::engine::{Division, Limits, Solver};

/// A plan that is proven to cover the whole search, and the results of its shards so far.
#[derive(Clone, Debug)]
pub struct Merge {
    plan: Plan,
    /// By their numbers; `None` for those that were not added.
    results: Vec<Option<ShardResult>>,
}

impl Merge {
    /// Proves that the shards of a plan cover the whole search and do not overlap; see [`Plan::check`].
    ///
    /// # Errors
    /// What is wrong with the plan.
    pub fn new(plan: Plan) -> Result<Merge, ShardsError> {
        plan.check()?;
        let results = vec![None; plan.division.shards.len()];
        Ok(Merge { plan, results })
    }

    /// Adds the result of a shard, which must be the first one of it.
    ///
    /// # Errors
    /// Why it does not belong to the plan.
    pub fn add(&mut self, result: ShardResult) -> Result<(), ShardsError> {
        if result.plan != self.plan.digest() && !self.plan.earlier.contains(&result.plan) {
            return Err(ShardsError::OtherPlan);
        }
        let (number, shards) = (result.number, self.results.len());
        let Some(own) = self.results.get_mut(number) else {
            return Err(ShardsError::NoShard { number, shards });
        };
        let leaves = &self.plan.division.shards[number];
        let is_right = match result.is_done {
            true => *leaves == result.found.leaves,
            false => leaves.starts_with(&result.found.leaves),
        };
        if !is_right {
            return Err(ShardsError::OtherParts);
        }
        if let Some(other) = own {
            let is_same = other.found.is_same(&result.found);
            return Err(ShardsError::Twice { number, is_same });
        }
        *own = Some(result);
        Ok(())
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The results that were added, in the order of their shards.
    pub fn results(&self) -> impl Iterator<Item = &ShardResult> {
        self.results.iter().flatten()
    }

    /// The total of all results.
    pub fn found(&self) -> Found {
        let mut found = self.plan.before.clone();
        for result in self.results() {
            found.add(&result.found);
        }
        found.leaves.sort_unstable();
        found
    }

    /// Whether every shard was searched to its end: then [`found`](Self::found) is complete.
    pub fn is_complete(&self) -> bool {
        self.missing().is_empty() && self.stopped().is_empty()
    }

    /// The numbers, from 0, of the shards that have parts but no result.
    pub fn missing(&self) -> Vec<usize> {
        self.numbers(|result| result.is_none())
    }

    /// The numbers, from 0, of the shards that were stopped.
    pub fn stopped(&self) -> Vec<usize> {
        self.numbers(|result| result.is_some_and(|result| !result.is_done))
    }

    fn numbers(&self, holds: impl Fn(Option<&ShardResult>) -> bool) -> Vec<usize> {
        let shards = self.plan.division.shards.iter().zip(&self.results);
        let numbered = shards.enumerate();
        numbered
            .filter(|(_, (leaves, result))| !leaves.is_empty() && holds(result.as_ref()))
            .map(|(number, _)| number)
            .collect()
    }

    /// A plan of this number of shards for everything that is left. It includes what was found, so the results are no longer
    /// needed.
    ///
    /// # Errors
    /// If no engine supports the problem, or a limit was reached.
    pub fn rest(&self, shards: usize, limits: Limits) -> Result<Plan, ShardsError> {
        let left = self.left(|_| true);
        let division = self.divide(shards, &left, limits)?;
        self.plan.continued(division, self.found(), Vec::new())
    }

    /// Like [`rest`](Self::rest), but only for what stopped shards left, while others are still being searched. The others keep
    /// their numbers and their parts, and their results fit the new plan. In it, shards that have a result are empty, and the
    /// new shards come last.
    ///
    /// # Errors
    /// If no engine supports the problem, or a limit was reached.
    pub fn rest_of_stopped(&self, shards: usize, limits: Limits) -> Result<Plan, ShardsError> {
        let left = self.left(|result| result.is_some());
        let mut division = self.divide(shards, &left, limits)?;
        let own = self.plan.division.shards.iter().zip(&self.results);
        let kept = own.map(|(leaves, result)| match result {
            Some(_) => Vec::new(),
            None => leaves.clone(),
        });
        division.shards = kept.chain(division.shards).collect();
        let mut earlier = self.plan.earlier.clone();
        earlier.push(self.plan.digest().to_owned());
        self.plan.continued(division, self.found(), earlier)
    }

    /// The leaves that were not searched, of the shards for whose results this holds.
    fn left(&self, holds: impl Fn(Option<&ShardResult>) -> bool) -> Vec<u32> {
        let shards = self.plan.division.shards.iter().zip(&self.results);
        let shards = shards.filter(|(_, result)| holds(result.as_ref()));
        let left = shards.flat_map(|(leaves, result)| {
            let done = result
                .as_ref()
                .map_or(0, |result| result.found.leaves.len());
            leaves[done..].iter().copied()
        });
        left.collect()
    }

    fn divide(&self, shards: usize, left: &[u32], limits: Limits) -> Result<Division, ShardsError> {
        let solver = Solver::new(&self.plan.problem).map_err(ShardsError::Unsupported)?;
        let mut solver = solver.limits(limits);
        let division = solver
            .divide_rest(shards, &self.plan.division, left)
            .map_err(ShardsError::Stopped)?;
        division.map_err(ShardsError::NoPartition)
    }
}
