//! Which options occur in some solution.

use super::Solver;
use super::run::Group;
use crate::engine::limits::{Limit, Status};
use crate::problem::{Bounds, Color, Occurrence, OptionId, Problem};

/// For each option, the solutions and nodes of the listing that comes before the searches.
const LISTED: u64 = 2;
const NODES: u64 = 4;

/// The nodes of a search for a solution that contains several options.
const NODES_FOR_SEVERAL: u64 = 1 << 8;

/// How many options are tried in vain to find options that agree, and how many more for each that was found.
const LOOKS: usize = 64;
const MORE_LOOKS: usize = 4;

impl Solver {
    /// For each option of the problem, whether some solution contains it, among those with all assumed and no excluded
    /// options.
    ///
    /// First some solutions are listed, and each of their options occurs. If these are not all solutions, unknown options that
    /// agree with each other are assumed together: if the search finds a solution, all of them occur. If not, each half of them
    /// is assumed, down to single options, each of which occurs in a solution or in none. So there are at most twice as many
    /// searches as options, however many solutions there are. If a [limit](Self::limits) is reached, the rest is
    /// [`Unknown`](crate::problem::Occurrence::Unknown), and [`status`](Self::status) says which limit; limits of nodes are for
    /// each search, all others for all searches together.
    ///
    /// ```
    /// use dominox::problem::Occurrence::{InNone, InSome};
    /// use dominox::{Problem, Solver};
    /// let problem = Problem::parse("a b c\na b\nc\nb\na c\nb c\n")?;
    /// let occurring = Solver::new(&problem)?.occurrences();
    /// assert_eq!(occurring, [InSome, InSome, InSome, InSome, InNone]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn occurrences(&mut self) -> Vec<Occurrence> {
        let begun = self.limits.begun();
        let limits = std::mem::replace(&mut self.limits, begun);
        let known = self.search_for_each();
        self.limits = limits;
        self.run.group = None;
        known
    }

    fn search_for_each(&mut self) -> Vec<Occurrence> {
        let mut known = vec![Occurrence::Unknown; self.problem.option_count()];
        for option in &self.part.without {
            known[option.index()] = Occurrence::InNone;
        }
        let is_out = |option: &OptionId| known[option.index()] == Occurrence::InNone;
        if self.part.with.iter().any(is_out) || self.list_some(&mut known) {
            let rest = known.iter_mut().filter(|one| **one == Occurrence::Unknown);
            rest.for_each(|one| *one = Occurrence::InNone);
            return known;
        }
        let problem = self.problem.clone();
        let mut taken = Taken::new(&problem);
        for first in problem.options() {
            let mut sets = vec![taken.agreeing_from(first, &known)];
            while let Some(mut set) = sets.pop() {
                set.retain(|option| known[option.index()] == Occurrence::Unknown);
                if set.is_empty() {
                    continue;
                }
                match self.try_together(&set, &mut known) {
                    Ok(true) => {}
                    Ok(false) => {
                        let second = set.split_off(set.len().div_ceil(2));
                        sets.extend([second, set]);
                    }
                    Err(limit) => {
                        self.run.status = Status::Stopped(limit);
                        return known;
                    }
                }
            }
        }
        self.run.status = Status::Exhausted;
        known
    }

    /// Searches for a solution that contains all these options. Returns whether the result settles each of them.
    fn try_together(&mut self, set: &[OptionId], known: &mut [Occurrence]) -> Result<bool, Limit> {
        // A search puts the assumed options in order.
        let (assumed, nodes) = (self.part.with.clone(), self.limits.nodes);
        self.part.with.extend(set);
        if set.len() > 1 {
            self.limits.nodes = Some(NODES_FOR_SEVERAL.min(nodes.unwrap_or(u64::MAX)));
        }
        let found = self.find_occurring(known);
        self.part.with = assumed;
        self.limits.nodes = nodes;
        match (found, set) {
            (Ok(false), &[option]) => {
                known[option.index()] = Occurrence::InNone;
                Ok(true)
            }
            (Err(Limit::Nodes), [_, _, ..]) => Ok(false),
            (found, _) => found,
        }
    }

    /// Lists a few solutions and marks their options. Returns whether these are all solutions. If there are many solutions,
    /// this marks most options with less work than a search for each.
    fn list_some(&mut self, known: &mut [Occurrence]) -> bool {
        let options = known.len() as u64;
        let limits = self.limits.clone();
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(NODES * options);
        (self.limits.nodes, self.limits.solutions) = (Some(nodes), Some(LISTED * options));
        self.run.group = None;
        self.begin(Group::Solutions);
        while self.step() {
            for option in &self.run.current {
                known[option.index()] = Occurrence::InSome;
            }
        }
        self.limits = limits;
        self.run.status == Status::Exhausted
    }

    /// Finds a solution and marks its options. Returns whether there was one.
    fn find_occurring(&mut self, known: &mut [Occurrence]) -> Result<bool, Limit> {
        // A search often ends before it checks the clock.
        self.run.allowance.interruption()?;
        self.run.group = None;
        if let Some(options) = self.any_options() {
            for option in options {
                known[option.index()] = Occurrence::InSome;
            }
            return Ok(true);
        }
        match self.run.status {
            Status::Stopped(limit) => Err(limit),
            _ => Ok(false),
        }
    }
}

/// How often the options of a set cover each item.
struct Taken<'a> {
    problem: &'a Problem,
    times: Vec<u32>,
    colors: Vec<Option<Color>>,
}

impl Taken<'_> {
    fn new(problem: &Problem) -> Taken<'_> {
        Taken {
            problem,
            times: vec![0; problem.item_count()],
            colors: vec![None; problem.item_count()],
        }
    }

    /// Unknown options from this one on that agree with each other: each is taken if it agrees with those taken before. None
    /// unless the first one is among them.
    fn agreeing_from(&mut self, first: OptionId, known: &[Occurrence]) -> Vec<OptionId> {
        let mut set: Vec<OptionId> = Vec::new();
        let mut in_vain = 0;
        for option in (first.index()..self.problem.option_count()).map(OptionId::new) {
            let is_open = known[option.index()] == Occurrence::Unknown;
            if is_open && self.agrees(option) {
                set.push(option);
                for entry in self.problem.entries(option) {
                    self.times[entry.item.index()] += 1;
                    self.colors[entry.item.index()] = entry.color;
                }
                continue;
            }
            in_vain += 1;
            if option == first || in_vain > LOOKS + MORE_LOOKS * set.len() {
                break;
            }
        }
        for entry in set.iter().flat_map(|&option| self.problem.entries(option)) {
            self.times[entry.item.index()] = 0;
        }
        set
    }

    fn agrees(&self, option: OptionId) -> bool {
        self.problem.entries(option).iter().all(|entry| {
            let (item, times) = (entry.item, self.times[entry.item.index()]);
            match self.problem.bounds(item) {
                Some(Bounds { high, .. }) => times < high,
                None if times == 0 => true,
                None => entry.color.is_some() && entry.color == self.colors[item.index()],
            }
        })
    }
}
