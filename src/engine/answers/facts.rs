//! Facts, and the items at which options say them.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::region::{Answer, Decision};
use crate::problem::{Bounds, ItemId, OptionId, Problem};

/// Where facts and anchors occur.
#[derive(Debug)]
pub(super) struct FactIndex {
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
    pub(super) fn new(problem: &Problem) -> Self {
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

    /// Whether there is such a fact, with an anchor if it is to hold.
    pub(super) fn can_decide(&self, (fact, holds): Decision) -> bool {
        let used = self.facts.get(&fact);
        used.is_some_and(|used| !holds || used.anchor.is_some())
    }

    pub(super) fn all_anchored(&self) -> bool {
        self.facts.values().all(|used| used.anchor.is_some())
    }

    /// Adds the options that disagree with the decisions to those that are left out.
    pub(super) fn exclude(
        &self,
        problem: &Problem,
        decisions: &[Decision],
        without: &mut Vec<OptionId>,
    ) {
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
    pub(super) fn pivots(
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
