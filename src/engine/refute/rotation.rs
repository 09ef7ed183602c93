//! Demands that turn out to be needed together: one solution that misses only one of them leads to others (model rotation;
//! A. Belov and J. Marques-Silva, *Accelerating MUS extraction with recursive model rotation*, FMCAD 2011).
//!
//! ```text
//!     a b     demanded: a, c, e, all of which cannot be covered       ab, cd     misses only e, so e is needed
//!     b c                                                             take de for cd: misses only c
//!     c d                                                             take bc for ab: misses only a
//!     d e                                                             so each of the three is needed
//! ```
//!
//! Each step puts in an option that meets what is missed, and takes out those that disagree with it. If that misses one
//! demand alone, it is needed, and the next steps start there. A step takes microseconds, where a search can take seconds.

use std::collections::BTreeSet;

use super::Demand;
use super::network::{Literal, Network, Use, color_of};
use super::search::Budget;
use super::state::{State, Value};
use crate::engine::limits::Limit;
use crate::problem::{OptionId, Solution};

/// Nanoseconds to look at an entry of an option, nearly.
const WORK_OF_ENTRY: u64 = 8;

/// A set of options that meets all demands but one.
pub(super) struct Rotation<'a> {
    state: &'a State,
    /// The chosen options of each item.
    holders: Vec<Vec<Use>>,
    demands: BTreeSet<Demand>,
    /// Whether all items must be covered, demanded or not.
    with_items: bool,
}

/// A demand that is missed, and how far the options that meet it were tried.
struct Missed {
    demand: Demand,
    tried: usize,
    /// The step that led here, unless it is the first one.
    step: Option<Step>,
}

/// An option put in, and those taken out for it.
struct Step {
    added: u32,
    removed: Vec<u32>,
}

impl<'a> Rotation<'a> {
    /// From a solution that meets all these demands but one. Nothing is decided in the state.
    pub fn new(
        state: &'a State,
        solution: &Solution,
        demands: BTreeSet<Demand>,
        with_items: bool,
    ) -> Rotation<'a> {
        let mut rotation = Rotation {
            state,
            holders: vec![Vec::new(); state.network.problem.item_count()],
            demands,
            with_items,
        };
        for option in solution.options() {
            rotation.put(option.index() as u32);
        }
        rotation
    }

    fn network(&self) -> &'a Network {
        &self.state.network
    }

    /// Those of the demands in `open` that are needed, as steps from this missed one show, until a limit is reached.
    pub fn needed(
        &mut self,
        missed: Demand,
        open: &[Demand],
        budget: &mut Budget,
    ) -> BTreeSet<Demand> {
        let mut open = BTreeSet::from_iter(open.iter().copied());
        let mut found = BTreeSet::new();
        let mut path = vec![Missed {
            demand: missed,
            tried: 0,
            step: None,
        }];
        while let Some(last) = path.last_mut() {
            let next = next_option(self.state, last);
            let Some(option) = next else {
                let step = path.pop().and_then(|last| last.step);
                step.iter().for_each(|step| self.undo(step));
                continue;
            };
            let demand = last.demand;
            match self.step(option, demand, budget) {
                Err(_) => break,
                Ok(None) => {}
                Ok(Some((step, missed))) => match open.remove(&missed) {
                    false => self.undo(&step),
                    true => {
                        found.insert(missed);
                        path.push(Missed {
                            demand: missed,
                            tried: 0,
                            step: Some(step),
                        });
                    }
                },
            }
        }
        found
    }

    /// Puts an option in to meet a demand, and takes out what disagrees with it; what is missed then, if it is one demand.
    /// Otherwise nothing changes, nor if the option is chosen already, as some of those of an item that needs more can be.
    fn step(
        &mut self,
        option: u32,
        demand: Demand,
        budget: &mut Budget,
    ) -> Result<Option<(Step, Demand)>, Limit> {
        if self.is_chosen(option) {
            return Ok(None);
        }
        let Some(removed) = self.disagreeing(option) else {
            return Ok(None);
        };
        let touched = 1 + removed.len() as u64;
        let entries = self.network().entries(option as usize).len() as u64;
        budget.spend(touched * entries * WORK_OF_ENTRY)?;
        removed.iter().for_each(|&other| self.take(other));
        self.put(option);
        let step = Step {
            added: option,
            removed,
        };
        let missed = match self.is_met(demand) {
            true => self.only_missed(&step),
            false => None,
        };
        if missed.is_none() {
            self.undo(&step);
        }
        Ok(missed.map(|missed| (step, missed)))
    }

    /// The chosen options that cannot stay beside this one; `None` if it is open which of them must go.
    fn disagreeing(&self, option: u32) -> Option<Vec<u32>> {
        let mut found = Vec::new();
        for entry in self.network().entries(option as usize) {
            let holders = &self.holders[entry.item.index()];
            let color = color_of(entry);
            match self.network().bounds(entry.item.index()) {
                Some((_, high)) if (holders.len() as u32) < high => {}
                Some((_, 1)) => found.extend(holders.iter().map(|holder| holder.option)),
                Some(_) => return None,
                None => {
                    let others = holders
                        .iter()
                        .filter(|holder| color == 0 || holder.color != color);
                    found.extend(others.map(|holder| holder.option));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }

    /// The demand that a step has made missed, if it is one alone, and nothing else that always holds.
    fn only_missed(&self, step: &Step) -> Option<Demand> {
        let mut only = None;
        for &option in &step.removed {
            let own = Demand::Option(OptionId::new(option as usize));
            let entries = self.network().entries(option as usize).iter();
            for demand in entries.map(|entry| Demand::Item(entry.item)).chain([own]) {
                let is_demanded = self.demands.contains(&demand);
                let always_holds = self.with_items && matches!(demand, Demand::Item(_));
                if self.is_met(demand) || !(is_demanded || always_holds) {
                    continue;
                }
                if !is_demanded || only.is_some_and(|other| other != demand) {
                    return None;
                }
                only = Some(demand);
            }
        }
        only
    }

    fn is_met(&self, demand: Demand) -> bool {
        match demand {
            Demand::Item(item) => {
                let low = self
                    .network()
                    .bounds(item.index())
                    .map_or(0, |bounds| bounds.0);
                self.holders[item.index()].len() as u32 >= low
            }
            Demand::Option(option) => self.is_chosen(option.index() as u32),
            Demand::OneOf(_) | Demand::NoneOf(_) => false,
        }
    }

    fn is_chosen(&self, option: u32) -> bool {
        let entries = self.network().entries(option as usize);
        let item = entries.first().map(|entry| entry.item.index());
        item.is_some_and(|item| {
            self.holders[item]
                .iter()
                .any(|holder| holder.option == option)
        })
    }

    fn put(&mut self, option: u32) {
        for entry in self.network().entries(option as usize) {
            self.holders[entry.item.index()].push(Use {
                option,
                color: color_of(entry),
            });
        }
    }

    fn take(&mut self, option: u32) {
        for entry in self.network().entries(option as usize) {
            self.holders[entry.item.index()].retain(|holder| holder.option != option);
        }
    }

    fn undo(&mut self, step: &Step) {
        self.take(step.added);
        step.removed.iter().for_each(|&option| self.put(option));
    }
}

/// The next option that may meet what is missed.
fn next_option(state: &State, missed: &mut Missed) -> Option<u32> {
    let is_possible = |option: u32| state.value(Literal::positive(option as usize)) != Value::False;
    loop {
        let option = match missed.demand {
            Demand::Item(item) => state.network.uses(item.index()).get(missed.tried)?.option,
            Demand::Option(option) if missed.tried == 0 => option.index() as u32,
            _ => return None,
        };
        missed.tried += 1;
        if is_possible(option) {
            return Some(option);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::limits::Limits;
    use crate::engine::refute::{Core, Refutation, Refuter};
    use crate::problem::Problem;

    /// What is not solvable in a chain of this many items, each option of two neighbours; with a few nodes, it cannot be found
    /// by a search for each item.
    fn core_of_chain(items: usize) -> Core {
        let names = Vec::from_iter((0..items).map(|item| format!("i{item}")));
        let pairs = names.windows(2).map(|pair| format!("\n{}", pair.join(" ")));
        let text = format!("{}{}", names.join(" "), String::from_iter(pairs));
        let problem = Problem::parse(&text).unwrap();
        let demands = Vec::from_iter(problem.items().map(Demand::Item));
        let limits = Limits {
            nodes: Some(2000),
            ..Limits::default()
        };
        match Refuter::new(&problem, &[], false).minimal(&demands, &limits) {
            Refutation::Unsolvable(core) => core,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_option_that_is_chosen_is_not_put_in_again() {
        let problem = Problem::parse("2:3|a 0:2|b\na b\na\n").unwrap();
        let demand = Demand::Item(problem.items().next().unwrap());
        let state = State::new(Network::new(&problem));
        let solution = Solution::new(vec![OptionId::new(0)]);
        let mut rotation = Rotation::new(&state, &solution, [demand].into(), false);
        let mut budget = Refuter::new(&problem, &[], false).budget(&Limits::default());
        for option in [0, 1] {
            let step = rotation.step(option, demand, &mut budget);
            assert!(matches!(step, Ok(None)));
            assert!(rotation.is_chosen(0) && !rotation.is_chosen(1), "{option}");
        }
    }

    #[test]
    fn a_long_reason_takes_few_searches() {
        let core = core_of_chain(20_001);
        assert!(core.is_minimal);
        assert_eq!(core.demands.len(), 10_001);
    }
}
