//! Before the search: what cannot be in a solution goes, and what is in every solution is fixed.
//!
//! ```text
//!     a b c d                                                a c d
//!     1: a b        6 would leave nothing for a: it goes     1: a
//!     2: a b d      then b has the options of a: it goes     2: a d
//!     3: c          3 and 4 are equal: one is enough         3: c
//!     4: c                                                   5: d
//!     5: d
//!     6: b d
//! ```
//!
//! Every option is tried: if choosing it leads to an item that cannot be covered, or to options that disagree, it goes; and so on to a
//! fixed point. That finds dominated items, too: an option of the larger one that is not in the smaller leaves that uncovered.
//! Then items that say nothing, or the same as another, go; and equal options, of which at most one can be chosen, become one.
//! The work is limited: what is not tried stays.

mod items;

use std::collections::HashMap;

use super::limits::{Limit, Limits, Watch};
use super::refute::{Cause, Conflict, Literal, Network, State, Value};
use crate::problem::{Entry, ItemId, OptionId, Part, Problem};
use items::Items;

/// Steps of work for each entry of the problem, and at least.
const STEPS: u64 = 2000;
const LEAST: u64 = 1 << 22;

/// The nanoseconds of a step.
const STEP: u64 = 8;

/// Why an option is in no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Gone {
    /// It has no primary item, was excluded, or disagrees with options that are in every solution.
    Out,
    /// If it is chosen, this item cannot be covered.
    Leaves(ItemId),
    /// If it is chosen, this item is covered too often.
    Overfills(ItemId),
    /// If it is chosen, two options are needed that disagree.
    Contradicts,
}

/// A problem without what cannot be in a solution, and how its options are those of the problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduction {
    /// The options that are in every solution; and those that are in none, in the order in which they went.
    pub part: Part,
    /// Why each option of `part.without` is in no solution.
    pub gone: Vec<Gone>,
    /// Whether it is certain that there is no solution.
    pub is_contradictory: bool,
    /// The items that are not in the smaller problem, although some option left has them: they say nothing, or the same as others.
    pub items: Vec<ItemId>,
    /// The problem that is left.
    pub problem: Problem,
    /// The options that each option of the smaller problem stands for: a solution has any one of them.
    pub options: Vec<Vec<OptionId>>,
    /// The limit that came before all was tried. What was not tried stays.
    pub stopped: Option<Limit>,
}

impl Reduction {
    /// Reduces the problem of the solutions in this part.
    ///
    /// ```
    /// use dominox::Problem;
    /// use dominox::engine::Reduction;
    /// use dominox::problem::Part;
    /// let problem = Problem::parse("a b c d\na b\na b d\nc\nc\nd\nb d\n")?;
    /// let reduction = Reduction::of(&problem, &Part::default());
    /// // Without `a b` or `a b d`, there is nothing for a; with `b d`, neither can be chosen.
    /// assert_eq!(reduction.problem.to_string(), "a c d\na\na d\nc\nd\n");
    /// let numbers = |options: &[_]| options.iter().map(|o: &dominox::problem::OptionId| o.index() + 1).collect();
    /// let numbers: Vec<Vec<usize>> = reduction.options.iter().map(|options| numbers(options)).collect();
    /// assert_eq!(numbers, [vec![1], vec![2], vec![3, 4], vec![5]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If an option of the part is not of the problem.
    pub fn of(problem: &Problem, part: &Part) -> Reduction {
        Reduction::within(problem, part, &Limits::default())
    }

    /// As [`of`](Self::of), until the time is over or the cancel flag is set: what was not tried until then stays.
    ///
    /// # Panics
    /// As [`of`](Self::of).
    pub fn within(problem: &Problem, part: &Part, limits: &Limits) -> Reduction {
        let watch = limits.watch();
        let mut trying = Trying {
            state: State::new(Network::new(problem)),
            gone: HashMap::new(),
        };
        let (is_contradictory, stopped) = match trying.begin(part) {
            true => match trying.try_all(&watch) {
                Ok(is_possible) => (!is_possible, None),
                Err(limit) => (false, Some(limit)),
            },
            false => (true, None),
        };
        Reduction {
            stopped,
            ..trying.into_reduction(is_contradictory)
        }
    }

    /// The solutions of the problem that a solution of the smaller one stands for: how many they are.
    pub fn factor(&self, options: &[OptionId]) -> u128 {
        let sizes = options
            .iter()
            .map(|option| self.options[option.index()].len() as u128);
        sizes.product()
    }
}

/// Options are tried one by one.
struct Trying {
    state: State,
    gone: HashMap<OptionId, Gone>,
}

impl Trying {
    /// Sets what always holds; `false` if that is contradictory.
    fn begin(&mut self, part: &Part) -> bool {
        let problem = self.state.network.problem.clone();
        let out = problem.idle_options().chain(part.without.iter().copied());
        let out = out.map(|option| Literal::new(option.index(), false));
        let with = part
            .with
            .iter()
            .map(|option| Literal::new(option.index(), true));
        let demands = self.state.network.primary();
        let demands = demands.map(|item| self.state.network.demand(item.index()));
        let demands = Vec::from_iter(demands.map(|demand| Literal::new(demand, true)));
        for literal in out.chain(with).chain(demands) {
            match self.state.value(literal) {
                Value::Open => self.state.set(literal, Cause::None),
                Value::True => {}
                Value::False => return false,
            }
        }
        self.state.propagate().is_ok()
    }

    /// Tries options until none goes any more, or too much work was done; `false` if there is no solution.
    fn try_all(&mut self, watch: &Watch) -> Result<bool, Limit> {
        let problem = self.state.network.problem.clone();
        let steps = (STEPS * problem.entry_count() as u64).max(LEAST);
        let mut spent = self.state.work;
        loop {
            let mut is_over = true;
            for option in problem.options() {
                let step = STEP * (self.state.work - spent + 1);
                watch.spend(step)?;
                if self.state.work > steps {
                    return Ok(true);
                }
                spent = self.state.work;
                let chosen = Literal::new(option.index(), true);
                if self.state.value(chosen) != Value::Open {
                    continue;
                }
                self.state.begin_level();
                self.state.set(chosen, Cause::None);
                let conflict = self.state.propagate();
                self.state.back_to(0, |_| {});
                if let Err(conflict) = conflict {
                    self.gone.insert(option, why(conflict));
                    self.state.set(!chosen, Cause::None);
                    if self.state.propagate().is_err() {
                        return Ok(false);
                    }
                    is_over = false;
                }
            }
            if is_over {
                return Ok(true);
            }
        }
    }

    fn into_reduction(self, is_contradictory: bool) -> Reduction {
        let problem = &self.state.network.problem;
        let value = |option: OptionId| self.state.value(Literal::new(option.index(), true));
        let those = |wanted| {
            problem
                .options()
                .filter(move |&option| value(option) == wanted)
        };
        let without = Vec::from_iter(those(Value::False));
        let with = Vec::from_iter(those(Value::True));
        let left = match is_contradictory {
            true => Vec::new(),
            false => Vec::from_iter(those(Value::Open)),
        };
        let items = Items::of(problem, &with, &left);
        let (smaller, options) = rebuilt(problem, &items, &left);
        let why = |option| self.gone.get(option).copied().unwrap_or(Gone::Out);
        Reduction {
            gone: without.iter().map(why).collect(),
            part: Part { with, without },
            is_contradictory,
            items: items.idle(),
            problem: smaller,
            options,
            stopped: None,
        }
    }
}

fn why(conflict: Conflict) -> Gone {
    match conflict {
        Conflict::AtLeast(item) => Gone::Leaves(ItemId::new(item as usize)),
        Conflict::AtMost(item) => Gone::Overfills(ItemId::new(item as usize)),
        _ => Gone::Contradicts,
    }
}

/// The problem of these options and of the items that are kept, and the options that each of its options stands for.
fn rebuilt(problem: &Problem, items: &Items, left: &[OptionId]) -> (Problem, Vec<Vec<OptionId>>) {
    let mut options: Vec<Vec<OptionId>> = Vec::new();
    let mut known: HashMap<(Vec<Entry>, u64), usize> = HashMap::new();
    for &option in left {
        let entries = problem.entries(option).iter().copied();
        let mut entries = Vec::from_iter(entries.filter(|entry| items.keep(entry.item)));
        entries.sort_unstable();
        let key = (entries, problem.cost(option));
        let can_merge = !problem.has_facts() && items.allow_one(problem, option);
        match known.get(&key).filter(|_| can_merge) {
            Some(&same) => options[same].push(option),
            None => {
                known.insert(key, options.len());
                options.push(vec![option]);
            }
        }
    }
    let first = options.iter().map(|options| options[0]);
    (problem.with_items(items.bounds(), first), options)
}
