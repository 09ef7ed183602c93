//! Reasons: which demands cannot be met together, and which options of a solution distinguish it from all others.
//!
//! The kernels say that there is no solution, but not why. This search learns a clause from each dead end, and a learned clause
//! depends only on what was used to derive it. So a failed search shows which demands it used. Then demands are left out one
//! after the other, until each that is left is needed:
//!
//! ```text
//!     a b c d        demands: cover a, cover b, cover c, cover d
//!     a b            the first failure used:   a, b, c        (ab with c: no; ac with b: no; bc with a: no)
//!     a c            without a: b and c can be covered, by bc; without b: …; without c: …
//!     b c            so a, b and c cannot all be covered, and each is needed
//!     d
//! ```
//!
//! An item that is not demanded may be covered as often as its bounds allow, or not at all. This search takes bounds and
//! colours into account. If it takes long, a kernel searches [in turns](kernels) with it: kernels are faster at finding a
//! solution among many options. [`Core::is_confirmed`] says that a second search had the same result.

mod deciding;
mod heap;
mod kernels;
mod network;
mod rotation;
mod search;
mod state;

pub use deciding::{Deciding, Possible, deciding, determines, possible};
use kernels::TURN;
pub(in crate::engine) use network::{Literal, Network};
use rotation::Rotation;
use search::{Budget, Found, Search};
pub(in crate::engine) use state::{Cause, Conflict, State, Value};
use std::collections::BTreeSet;
use std::fmt;

use super::fits::KernelName;
use super::limits::{Allowance, Limit, Limits};
use crate::problem::{ItemId, OptionId, Problem, Solution};

/// How often the demands of a failed search are tried again at most, as long as fewer are left.
const REPEATS: usize = 8;

/// Where nodes are limited, what is not counted in nodes is limited too: to this work for each, in nanoseconds.
const WORK_OF_NODE: u64 = 50_000;

/// Something that a solution must satisfy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Demand {
    /// It contains this option.
    Option(OptionId),
    /// It covers this primary item at least as often as its bounds say.
    Item(ItemId),
    /// It contains one of a set of options: the number of the set, as [`Refuter::add_set`] gives it.
    OneOf(usize),
    /// It contains none of a set of options.
    NoneOf(usize),
}

/// The result of a [`Refuter`] for some demands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refutation {
    /// This solution meets them all.
    Solvable(Solution),
    /// They cannot all be met.
    Unsolvable(Core),
    /// A limit was reached before it was known.
    Stopped(Limit),
}

/// Demands that cannot be met together, in the order in which they were given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Core {
    /// The demands; none if there is no solution even without demands.
    pub demands: Vec<Demand>,
    /// Whether each demand is needed: without it, the others can be met. If false, a limit was reached.
    pub is_minimal: bool,
    /// Whether a kernel of a [`Solver`](super::Solver) found no solution either.
    pub is_confirmed: bool,
}

/// Finds demands that contradict each other. Learned clauses are kept from one question to the next.
///
/// ```
/// use dominox::Problem;
/// use dominox::engine::{Demand, Limits, Refutation, Refuter};
/// let problem = Problem::parse("a b c d\na b\na c\nb c\nd\n")?;
/// let mut refuter = Refuter::new(&problem, &[], false);
/// let demands = Vec::from_iter(problem.items().map(Demand::Item));
/// let Refutation::Unsolvable(core) = refuter.minimal(&demands, &Limits::default()) else { panic!() };
/// let names = core.demands.iter().map(|demand| match demand {
///     Demand::Item(item) => problem.item_name(*item),
///     _ => unreachable!("only items were demanded"),
/// });
/// assert_eq!(Vec::from_iter(names), ["a", "b", "c"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Refuter {
    problem: Problem,
    without: Vec<OptionId>,
    /// Whether all items are demanded in any case.
    with_items: bool,
    search: Search,
    /// The variable and the options of each set.
    sets: Vec<(usize, Vec<OptionId>)>,
    required: Vec<OptionId>,
    /// Whether some demands must not all be met, of which kernels do not know.
    has_forbidden: bool,
    /// The kernel that said that demands cannot be met, if one did.
    refuted_by: Option<KernelName>,
}

impl fmt::Debug for Refuter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refuter")
            .field("without", &self.without)
            .field("with_items", &self.with_items)
            .finish_non_exhaustive()
    }
}

impl Refuter {
    /// A refuter for a problem without the options `without`. With `with_items`, all its primary items must be covered,
    /// whatever the demands.
    ///
    /// # Panics
    /// If an option does not belong to the problem.
    pub fn new(problem: &Problem, without: &[OptionId], with_items: bool) -> Refuter {
        let mut search = Search::new(Network::new(problem));
        for option in problem.idle_options().chain(without.iter().copied()) {
            assert!(
                option.index() < problem.option_count(),
                "an option of another problem"
            );
            search.always(Literal::negative(option.index()));
        }
        if with_items {
            for item in search.state.network.primary() {
                let demand = search.state.network.demand(item.index());
                search.always(Literal::positive(demand));
            }
        }
        Refuter {
            problem: problem.clone(),
            without: without.to_vec(),
            with_items,
            search,
            sets: Vec::new(),
            required: Vec::new(),
            has_forbidden: false,
            refuted_by: None,
        }
    }

    /// A set of options for [`Demand::OneOf`].
    pub fn add_set(&mut self, options: &[OptionId]) -> Demand {
        let variable = self.search.add_variable();
        let set = Literal::positive(variable);
        let literals = options
            .iter()
            .map(|option| Literal::positive(option.index()));
        let literals = Vec::from_iter(literals);
        for &option in &literals {
            self.search.one_of(vec![set, !option]);
        }
        self.search.one_of([vec![!set], literals].concat());
        self.sets.push((variable, options.to_vec()));
        Demand::OneOf(self.sets.len() - 1)
    }

    /// From here on, these demands must not all be met.
    pub fn forbid(&mut self, demands: &[Demand]) {
        let literals = demands.iter().map(|&demand| !self.literal(demand));
        let literals = literals.collect();
        self.search.one_of(literals);
        self.has_forbidden = true;
    }

    /// From here on, only solutions with this option count.
    pub fn require(&mut self, option: OptionId) {
        self.search.one_of(vec![Literal::positive(option.index())]);
        self.required.push(option);
    }

    fn literal(&self, demand: Demand) -> Literal {
        let variable = match demand {
            Demand::Option(option) => {
                let count = self.problem.option_count();
                assert!(option.index() < count, "an option of another problem");
                option.index()
            }
            Demand::Item(item) => {
                assert!(self.problem.is_primary(item), "not a primary item");
                self.search.state.network.demand(item.index())
            }
            Demand::OneOf(set) | Demand::NoneOf(set) => self.sets[set].0,
        };
        Literal::new(variable, !matches!(demand, Demand::NoneOf(_)))
    }

    /// Whether these demands can be met; if not, the demands that the search used, some of which may not be needed.
    ///
    /// # Panics
    /// If a demand is for an option, a primary item or a set that this refuter does not have.
    pub fn refute(&mut self, demands: &[Demand], limits: &Limits) -> Refutation {
        let mut budget = self.budget(limits);
        if let Err(limit) = budget.watch.look() {
            return Refutation::Stopped(limit);
        }
        self.ask(demands, &mut budget)
    }

    fn budget(&self, limits: &Limits) -> Budget {
        let mut allowance = Allowance::new(self.problem.entry_count());
        allowance.renew(limits);
        Budget {
            watch: allowance.watch(),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            work: limits
                .nodes
                .map_or(u64::MAX, |nodes| nodes.saturating_mul(WORK_OF_NODE)),
            limits: limits.begun(),
        }
    }

    /// Asks the search that learns, for a turn of about as many nanoseconds.
    fn ask_alone(&mut self, demands: &[Demand], turn: u64, budget: &mut Budget) -> Refutation {
        let asked = Vec::from_iter(demands.iter().map(|&demand| self.literal(demand)));
        match self.search.run(&asked, turn, budget) {
            Found::Stopped(limit) => Refutation::Stopped(limit),
            Found::Solution => {
                let state = &self.search.state;
                let is_chosen = |option: &OptionId| {
                    state.value(Literal::positive(option.index())) == Value::True
                };
                let chosen = self.problem.options().filter(is_chosen).collect();
                Refutation::Solvable(Solution::new(chosen))
            }
            Found::Conflict(mut blamed) => {
                blamed.sort_unstable();
                let is_blamed =
                    |demand: &&Demand| blamed.binary_search(&self.literal(**demand)).is_ok();
                Refutation::Unsolvable(Core {
                    demands: demands.iter().filter(is_blamed).copied().collect(),
                    is_minimal: false,
                    is_confirmed: false,
                })
            }
        }
    }

    /// Like [`refute`](Self::refute), but leaves out demands until each is needed, or a limit is reached. Equal demands count once.
    ///
    /// # Panics
    /// As for [`refute`](Self::refute).
    pub fn minimal(&mut self, demands: &[Demand], limits: &Limits) -> Refutation {
        let mut budget = self.budget(limits);
        self.refuted_by = None;
        let mut core = match self.ask(demands, &mut budget) {
            Refutation::Unsolvable(core) => core.demands,
            other => return other,
        };
        for _ in 0..REPEATS {
            // Those that were requested last come first.
            let turned = Vec::from_iter(core.iter().rev().copied());
            match self.ask_alone(&turned, TURN, &mut budget) {
                Refutation::Unsolvable(again) if again.demands.len() < core.len() => {
                    core = again.demands;
                    core.reverse();
                }
                _ => break,
            }
        }
        let (mut core, is_minimal) = self.shrink(core, &mut budget);
        core.sort_unstable();
        let mut seen = vec![false; core.len()];
        let is_first = |demand: &&Demand| match core.binary_search(demand) {
            Ok(place) => !std::mem::replace(&mut seen[place], true),
            Err(_) => false,
        };
        Refutation::Unsolvable(Core {
            demands: demands.iter().filter(is_first).copied().collect(),
            is_minimal,
            is_confirmed: false,
        })
    }

    /// Those of the demands in `open` that are needed, as a solution shows that misses only the last of those known to be `needed`.
    fn rotate(
        &mut self,
        solution: &Solution,
        needed: &[Demand],
        open: &[Demand],
        budget: &mut Budget,
    ) -> BTreeSet<Demand> {
        let has_others = !self.sets.is_empty() || self.has_forbidden || !self.required.is_empty();
        let (false, Some(&missed)) = (has_others, needed.last()) else {
            return BTreeSet::new();
        };
        self.search.back_to(0);
        let demands = needed.iter().chain(open).copied().collect();
        let state = &self.search.state;
        Rotation::new(state, solution, demands, self.with_items).needed(missed, open, budget)
    }

    /// Leaves out demands that are not needed. Returns whether nothing more can be left out.
    fn shrink(&mut self, core: Vec<Demand>, budget: &mut Budget) -> (Vec<Demand>, bool) {
        let (mut needed, mut open) = (Vec::new(), core);
        while let Some(candidate) = open.pop() {
            // Demands that are known to be needed are decided first; the last of the others is left out.
            let others = Vec::from_iter(needed.iter().rev().chain(&open).copied());
            match self.ask(&others, budget) {
                Refutation::Unsolvable(smaller) => {
                    let kept = BTreeSet::from_iter(smaller.demands);
                    open.retain(|demand| kept.contains(demand));
                }
                Refutation::Solvable(solution) => {
                    needed.push(candidate);
                    let also = self.rotate(&solution, &needed, &open, budget);
                    open.retain(|demand| !also.contains(demand));
                    needed.extend(also);
                }
                Refutation::Stopped(_) => {
                    let all = needed.into_iter().rev().chain(open).chain([candidate]);
                    return (all.collect(), false);
                }
            }
        }
        (needed, true)
    }
}
