//! Distinct answers, where one answer may have very many solutions.
//!
//! A problem with facts ([`Problem::facts`]) calls two solutions the same answer if their facts are the same set. To
//! list distinct answers, solutions are listed and the ones whose facts were seen before are passed over. Where that
//! happens too often, the search is *split* around the facts f₁, f₂, …, fₖ of the answer that came again: any other
//! answer lacks f₁; or has f₁ and lacks f₂; or has f₁, f₂ and lacks f₃; and so on.
//!
//! ```text
//!     all answers  =  {F}  +  without f1  +  with f1, without f2  +  …  +  with f1 … fk, and something else
//! ```
//!
//! These regions are disjoint, none contains F, and each is searched (and split) by itself, so no more than a few
//! dozen solutions of one answer are ever listed. It is the partition by which K. G. Murty ranks assignments
//! (*Operations Research* 16, 1968).
//!
//! A region is a [`Part`] that leaves out more options than the whole. Leaving a fact out excludes all options that have it. Requiring one excludes all
//! options that name its *anchor* without it, where the anchor is a primary item that all options with the fact name
//! (the cell, for 'cell 7 holds 3'): some option must cover it. Facts without an anchor cannot be required; they are
//! never split on, and answers that differ in them alone are distinguished by listing.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;

use super::limits::{Allowance, Limit};
use super::search::Search;
use crate::problem::{Bounds, ItemId, OptionId, Part, Problem};

/// The facts of a solution: sorted, each once.
type Answer = Box<[u32]>;

/// A search is split when this many solutions repeated an answer, and four more for each answer that was new.
const PATIENCE: u64 = 64;
/// A search is split when it has seen this many answers, which bounds the memory.
const MOST_SEEN: usize = 1 << 16;

/// That a fact belongs to the answer (`true`), or does not.
type Decision = (u32, bool);

/// Some of the answers: those that agree with all decisions.
#[derive(Default, Debug)]
struct Region {
    decisions: Vec<Decision>,
    /// Answers of this region that were given already, and whether the present search has met them.
    seen: HashMap<Answer, bool>,
    /// Answers and repetitions that the present search has met.
    fresh: u64,
    repeated: u64,
    /// There is nothing to split on.
    whole: bool,
}

/// The listing of distinct answers, which can stop and go on.
#[derive(Debug)]
pub(super) struct AnswerSearch {
    /// The part whose answers are listed.
    whole: Part,
    /// What is left of it. The last one is searched, if `entered`.
    regions: Vec<Region>,
    entered: bool,
    /// Made at the first split.
    index: Option<FactIndex>,
}

impl AnswerSearch {
    pub(super) fn new(whole: &Part) -> Self {
        AnswerSearch {
            whole: whole.clone(),
            regions: vec![Region::default()],
            entered: false,
            index: None,
        }
    }

    /// Goes on to a solution whose answer is new, and writes it to `solution`; `false` if no answer is left, and `None` if this
    /// [turn](Search::run_turn) is over before that is known.
    pub(super) fn step(
        &mut self,
        problem: &Problem,
        (search, turn): (&mut Search, (u64, u64)),
        allowance: &mut Allowance,
        solution: &mut Vec<OptionId>,
    ) -> Result<Option<bool>, Limit> {
        while let Some(region) = self.regions.last_mut() {
            if !self.entered {
                let mut part = self.whole.clone();
                if let Some(index) = &self.index {
                    index.exclude(problem, &region.decisions, &mut part.without);
                }
                search.begin_uncut(&part);
                self.entered = true;
            }
            let mut splits = None;
            // Solutions whose answers are not new do not count for the allowance.
            let ended = search.run_turn(turn, allowance, &mut |options| {
                let answer = answer_of(problem, options);
                if region.is_new(&answer) {
                    solution.clear();
                    solution.extend_from_slice(options);
                    return ControlFlow::Break(());
                }
                if region.wants_split() {
                    splits = Some(answer);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })?;
            match (ended, splits) {
                (None, _) => return Ok(None),
                (Some(true), None) => return Ok(Some(true)),
                (Some(true), Some(answer)) => self.split(problem, &answer),
                (Some(false), _) => {
                    self.regions.pop();
                    self.entered = false;
                }
            }
        }
        Ok(Some(false))
    }

    /// The answer of this solution, which is not of this listing, counts as given.
    pub(super) fn pass_over(&mut self, problem: &Problem, solution: &[OptionId]) {
        let answer = answer_of(problem, solution);
        if let Some(region) = self.regions.iter_mut().find(|region| region.holds(&answer)) {
            region.seen.insert(answer, false);
        }
    }

    /// Replaces the last region by regions that together hold its answers other than `answer`, which was given; by none,
    /// if its decisions leave no other.
    fn split(&mut self, problem: &Problem, answer: &Answer) {
        let Some(region) = self.regions.pop() else {
            return;
        };
        let index = self.index.get_or_insert_with(|| FactIndex::new(problem));
        let decided: HashSet<u32> = region.decisions.iter().map(|decision| decision.0).collect();
        // Facts that are anchored at an item which an assumed option covers are the same in every answer.
        let covered = self
            .whole
            .with
            .iter()
            .flat_map(|&option| problem.entries(option));
        let settled: HashSet<ItemId> = covered.map(|entry| entry.item).collect();
        let pivots = index.pivots(problem, answer, &decided, &settled);
        let mut decisions = region.decisions;
        let mut parts = Vec::with_capacity(pivots.len() + 1);
        for (fact, holds) in pivots {
            let opposite = decisions.iter().copied().chain([(fact, !holds)]).collect();
            parts.push(Region {
                decisions: opposite,
                ..Region::default()
            });
            decisions.push((fact, holds));
        }
        // Answers that agree with all pivots differ from `answer` in facts without anchor, or not at all.
        if !index.all_anchored() {
            parts.push(Region {
                decisions,
                whole: true,
                ..Region::default()
            });
        }
        for seen in region.seen.into_keys() {
            if let Some(part) = parts.iter_mut().find(|part| part.holds(&seen)) {
                part.seen.insert(seen, false);
            }
        }
        self.regions.append(&mut parts);
        self.entered = false;
    }
}

impl Region {
    /// Takes note of an answer that the search has met; whether it is met for the first time at all.
    fn is_new(&mut self, answer: &Answer) -> bool {
        if let Some(met) = self.seen.get_mut(answer) {
            if std::mem::replace(met, true) {
                self.repeated += 1;
            } else {
                self.fresh += 1;
            }
            return false;
        }
        self.seen.insert(answer.clone(), true);
        self.fresh += 1;
        true
    }

    fn wants_split(&self) -> bool {
        !self.whole && (self.repeated > PATIENCE + 4 * self.fresh || self.seen.len() > MOST_SEEN)
    }

    fn holds(&self, answer: &Answer) -> bool {
        self.decisions
            .iter()
            .all(|&(fact, holds)| answer.binary_search(&fact).is_ok() == holds)
    }
}

fn answer_of(problem: &Problem, solution: &[OptionId]) -> Answer {
    let mut facts: Vec<u32> = solution
        .iter()
        .flat_map(|&option| problem.facts(option))
        .copied()
        .collect();
    facts.sort_unstable();
    facts.dedup();
    facts.into_boxed_slice()
}

/// Where facts and anchors occur.
#[derive(Debug)]
struct FactIndex {
    facts: BTreeMap<u32, FactUse>,
    /// The options that name an item which is an anchor.
    around: HashMap<ItemId, Vec<OptionId>>,
}

/// The options that have a fact, and a primary item that they all name.
#[derive(Debug)]
struct FactUse {
    options: Vec<OptionId>,
    anchor: Option<ItemId>,
}

impl FactIndex {
    fn new(problem: &Problem) -> Self {
        let mut facts: BTreeMap<u32, FactUse> = BTreeMap::new();
        for option in problem.options() {
            for &fact in problem.facts(option) {
                let unused = || FactUse {
                    options: Vec::new(),
                    anchor: None,
                };
                facts
                    .entry(fact)
                    .or_insert_with(unused)
                    .options
                    .push(option);
            }
        }
        let names = |option, item| {
            problem
                .entries(option)
                .iter()
                .any(|entry| entry.item == item)
        };
        let mut around: HashMap<ItemId, Vec<OptionId>> = HashMap::new();
        for used in facts.values_mut() {
            used.anchor = problem
                .entries(used.options[0])
                .iter()
                .map(|entry| entry.item)
                // Of an item that is covered exactly once, each answer has one fact at most.
                .filter(|&item| problem.bounds(item) == Some(Bounds::EXACT))
                .find(|&item| used.options.iter().all(|&option| names(option, item)));
            around.extend(used.anchor.map(|item| (item, Vec::new())));
        }
        for option in problem.options() {
            for entry in problem.entries(option) {
                if let Some(options) = around.get_mut(&entry.item) {
                    options.push(option);
                }
            }
        }
        FactIndex { facts, around }
    }

    fn all_anchored(&self) -> bool {
        self.facts.values().all(|used| used.anchor.is_some())
    }

    /// Adds the options that disagree with the decisions to those that are left out.
    fn exclude(&self, problem: &Problem, decisions: &[Decision], without: &mut Vec<OptionId>) {
        for (fact, holds) in decisions {
            let used = &self.facts[fact];
            match (holds, used.anchor) {
                (false, _) => without.extend_from_slice(&used.options),
                (true, Some(anchor)) => {
                    let lacks = |option: &&OptionId| !problem.facts(**option).contains(fact);
                    without.extend(self.around[&anchor].iter().filter(lacks));
                }
                (true, None) => unreachable!("only facts with an anchor are decided"),
            }
        }
    }

    /// The undecided facts in which other answers can differ from `answer`, with what `answer` says of them: first
    /// its own facts, then those that it lacks and that may stand beside its own.
    fn pivots(
        &self,
        problem: &Problem,
        answer: &Answer,
        decided: &HashSet<u32>,
        settled: &HashSet<ItemId>,
    ) -> Vec<Decision> {
        let anchored = |fact: &u32| {
            self.facts[fact]
                .anchor
                .is_some_and(|item| !settled.contains(&item))
        };
        let open = |fact: &u32| !decided.contains(fact) && anchored(fact);
        let own_at: HashMap<ItemId, u32> = answer
            .iter()
            .filter_map(|fact| Some((self.facts[fact].anchor?, *fact)))
            .collect();
        let agrees = |&option: &OptionId| {
            let facts = problem.facts(option);
            problem.entries(option).iter().all(|entry| {
                own_at
                    .get(&entry.item)
                    .is_none_or(|required| facts.contains(required))
            })
        };
        let own = answer
            .iter()
            .filter(|fact| open(fact))
            .map(|&fact| (fact, true));
        let others = self.facts.iter().filter(|(fact, used)| {
            open(fact) && answer.binary_search(fact).is_err() && used.options.iter().any(agrees)
        });
        own.chain(others.map(|(&fact, _)| (fact, false))).collect()
    }
}
