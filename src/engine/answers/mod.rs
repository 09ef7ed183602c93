//! Distinct answers, where one answer may have very many solutions.
//!
//! A problem with facts ([`Problem::facts`]) calls two solutions the same answer if their facts are the same set. To list
//! distinct answers, solutions are listed, and those whose facts were seen before are skipped. If that happens too often, the
//! search is *split* around the facts f₁, f₂, …, fₖ of the answer that came again: any other answer lacks f₁; or has f₁ and
//! lacks f₂; or has f₁, f₂ and lacks f₃; and so on.
//!
//! ```text
//!     all answers  =  {F}  +  without f1  +  with f1, without f2  +  …  +  with f1 … fk, and something else
//! ```
//!
//! These regions are disjoint, none contains F, and each is searched (and split) by itself, so no more than a few
//! dozen solutions of one answer are ever listed. It is the partition by which K. G. Murty ranks assignments
//! (*Operations Research* 16, 1968).
//!
//! A region is a [`Part`] that leaves out more options than the whole. Leaving a fact out excludes all options that have
//! it. Requiring one excludes all options that name its *anchor* without it, where the anchor is a primary item that all
//! options with the fact name (the cell, for 'cell 7 holds 3'): some option must cover it. Facts without an anchor cannot
//! be required; they are never split on, and answers that differ in them alone are distinguished by listing.
//!
//! In each region, a [`Search`] hands on its solutions in their order, whoever has found them. So other threads run ahead
//! within a region, and the answers, their order and the splits do not depend on them. What is left is written down as
//! the regions and, of the last one, as the pieces that its search has left.

mod facts;
mod region;

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::kernel::Effort;
use super::limits::{Allowance, Limit};
use super::search::{Piece, Search, Until};
use crate::problem::{ItemId, OptionId, Part, Problem};
use facts::FactIndex;
use region::{Answer, Region, answer_of, bytes_of};
pub(super) use region::{Regions, write_no_answers};

/// The listing of distinct answers, which can stop and continue.
#[derive(Debug)]
pub(super) struct AnswerSearch {
    /// The part whose answers are listed.
    whole: Part,
    /// The regions that are left. The last one is being searched, if `entered`.
    regions: Regions,
    entered: bool,
    /// Made at the first split.
    index: Option<FactIndex>,
    /// The effort in finished regions.
    before: Effort,
    /// The bytes of the answers that are kept in regions, and their limit.
    held: usize,
    most: usize,
}

impl AnswerSearch {
    pub(super) fn new(whole: &Part) -> Self {
        AnswerSearch {
            whole: whole.clone(),
            regions: Regions(vec![Region::of(Vec::new())]),
            entered: false,
            index: None,
            before: Effort::default(),
            held: 0,
            most: usize::MAX,
        }
    }

    /// Sets the limit for the bytes of kept answers.
    pub(super) fn bound(&mut self, bytes: usize) {
        self.most = bytes;
    }

    /// Continues a listing with these remaining regions; the search has begun with the remaining pieces of the last one. `None`
    /// if they are not regions of this problem.
    pub(super) fn resume(problem: &Problem, whole: &Part, regions: &Regions) -> Option<Self> {
        let index = FactIndex::new(problem);
        let mut decisions = regions.0.iter().flat_map(|region| &region.decisions);
        let are_its = decisions.all(|&decision| index.can_decide(decision));
        are_its.then(|| AnswerSearch {
            regions: regions.clone(),
            entered: true,
            index: Some(index),
            held: regions.0.iter().map(Region::bytes).sum(),
            ..AnswerSearch::new(whole)
        })
    }

    /// Moves on to a solution whose answer is new, and writes it to `solution`; `false` if no answer is left, and `None` if this
    /// [turn](Search::run_turn) is over before that is known. It is counted in nodes: those of a puzzle with many tilings are
    /// long, and with turns of the same work, walks would have too large a share.
    pub(super) fn step(
        &mut self,
        problem: &Problem,
        search: &mut Search,
        until: Until,
        allowance: &mut Allowance,
        solution: &mut Vec<OptionId>,
    ) -> Result<Option<bool>, Limit> {
        loop {
            if self.held > self.most {
                return Err(Limit::Memory);
            }
            self.enter(problem, search);
            let Some(region) = self.regions.0.last_mut() else {
                return Ok(Some(false));
            };
            let mut splits = None;
            // Solutions whose answers are not new do not count for the allowance.
            let ended = search.run_turn(until.by_nodes(), allowance, &mut |options| {
                let answer = answer_of(problem, options);
                if region.is_new(&answer) {
                    self.held += bytes_of(&answer);
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
                (Some(true), Some(answer)) => {
                    search.settle();
                    self.before = self.before.with(search.effort_since_begun());
                    self.split(problem, &answer, search.share_done());
                }
                (Some(false), _) => {
                    self.before = self.before.with(search.effort_since_begun());
                    self.held -= region.bytes();
                    self.regions.0.pop();
                    self.entered = false;
                }
            }
        }
    }

    /// Begins the search of the last region, if that was not done and there is one.
    fn enter(&mut self, problem: &Problem, search: &mut Search) {
        if self.entered {
            return;
        }
        if let Some(part) = self.part(problem) {
            search.begin(&part);
            self.entered = true;
        }
    }

    /// The region that comes next, or is searched; `None` if there is none.
    fn part(&self, problem: &Problem) -> Option<Part> {
        let region = self.regions.0.last()?;
        let mut part = self.whole.clone();
        if let Some(index) = &self.index {
            index.exclude(problem, &region.decisions, &mut part.without);
        }
        Some(part)
    }

    /// What is left of the listing.
    pub(super) fn regions(&self) -> &Regions {
        &self.regions
    }

    /// The pieces that are left of the last region.
    pub(super) fn left(&self, problem: &Problem, search: &Search) -> Vec<Piece> {
        match self.entered {
            true => search.left(),
            false => self.part(problem).iter().map(Piece::whole).collect(),
        }
    }

    /// The effort for everything that is not [left](Self::left).
    pub(super) fn effort(&self, search: &Search) -> Effort {
        match self.entered {
            true => self.before.with(search.effort_of_pieces()),
            false => self.before,
        }
    }

    /// The share of the listing that is done, from 0 to 1.
    pub(super) fn share_done(&self, search: &Search) -> f64 {
        let left = match self.entered {
            true => 1.0 - search.share_done(),
            false => 1.0,
        };
        self.regions.share_done(left)
    }

    /// Counts the answer of this solution, which this listing did not find, as given.
    pub(super) fn pass_over(&mut self, problem: &Problem, solution: &[OptionId]) {
        let answer = answer_of(problem, solution);
        let mut regions = self.regions.0.iter_mut();
        if let Some(region) = regions.find(|region| region.holds(&answer)) {
            self.held += bytes_of(&answer);
            region.seen.insert(answer, false);
        }
    }

    /// Replaces the last region by regions that together hold its answers other than `answer`, which was given; by none,
    /// if its decisions leave no other.
    ///
    /// `searched` is the share of the region that was searched.
    fn split(&mut self, problem: &Problem, answer: &Answer, searched: f64) {
        let Some(region) = self.regions.0.pop() else {
            return;
        };
        self.held -= region.bytes();
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
            parts.push(Region::of(opposite));
            decisions.push((fact, holds));
        }
        // Answers that agree with all pivots differ from `answer` in facts without anchor, or not at all.
        if !index.all_anchored() {
            parts.push(Region {
                whole: true,
                ..Region::of(decisions)
            });
        }
        for seen in region.seen.into_keys() {
            if let Some(part) = parts.iter_mut().find(|part| part.holds(&seen)) {
                self.held += bytes_of(&seen);
                part.seen.insert(seen, false);
            }
        }
        let share = region.share * (1.0 - searched) / parts.len() as f64;
        parts.iter_mut().for_each(|part| part.share = share);
        self.regions.0.append(&mut parts);
        self.entered = false;
    }
}
