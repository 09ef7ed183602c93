//! A search that takes turns with a sweep.

use std::ops::ControlFlow;

use super::{DISCOUNT, Report, TRUST_IN_WALKS, Walks, turn};
use crate::engine::kernel::{Inference, Sink, Step};
use crate::engine::limits::{Allowance, Limit};
use crate::engine::search::Search;
use crate::problem::Part;

/// Nodes before anything else: that ends most puzzles, so that they pay for nothing else.
const FIRST: u64 = 1 << 10;
/// The first nodes take about this much work at most, and so do the first walks, unless one takes more by itself.
const FIRST_WORK: u64 = 500_000;
/// Walks to begin with, at least and at most; more than the least take one part in this many of the work so far.
const WALKS: u64 = 16;
const MOST_AT_FIRST: u64 = 1 << 8;
const SHARE_AT_FIRST: u64 = 4;
/// Walks at most; each time there are this many times as many.
const MOST_WALKS: u64 = 1 << 12;
const MORE: u64 = 4;
/// A turn ends when its solutions have this many options together: the work of nodes does not include them.
const MOST_OPTIONS: usize = 1 << 23;
/// More walks may take one part in this many of the work so far.
const SHARE: u64 = 20;

/// The search of a part, in turns, with an estimate of how large it is.
///
/// Walks take the kernel for themselves. So after its first nodes a search begins anew, if nothing of it was used yet; and
/// later ones are made where one part of its list is over and the next one was not entered.
#[derive(Debug)]
pub(in crate::engine) struct Searching {
    /// What was done before it, and the kernel's work when it began; and of the work since, what was not that of the
    /// search itself.
    before: u64,
    begun: u64,
    beside: u64,
    /// Nothing of it was used yet.
    is_fresh: bool,
    /// Nodes of the search itself, and solutions.
    nodes: u64,
    found: u64,
    /// Solutions that were found before it began anew.
    seen: u64,
    /// Work of a node, before the search began anew.
    each: u64,
    walks: Walks,
    walked: u64,
}

impl Searching {
    /// The search that is under way, for which this much `work` was done before. If it is fresh, it may begin anew.
    pub(in crate::engine) fn new(search: &Search, work: u64, is_fresh: bool) -> Searching {
        Searching {
            before: work,
            begun: search.work(),
            beside: 0,
            is_fresh,
            nodes: 0,
            found: 0,
            seen: 0,
            each: 1,
            walks: Walks::new(),
            walked: 0,
        }
    }

    /// Takes a turn: searches on within `part`, and now and then walks.
    pub(in crate::engine) fn go_on(
        &mut self,
        search: &mut Search,
        part: &Part,
        allowance: &Allowance,
        sink: Sink,
    ) -> Result<Step, Limit> {
        if self.nodes == 0 && self.walks.made() == 0 {
            let nodes = (FIRST_WORK / search.work_of_node()).clamp(1, FIRST);
            let step = self.search(search, nodes, sink);
            if self.is_fresh && step == Step::Paused {
                self.begin_anew(search, part, allowance)?;
            }
            return Ok(step);
        }
        let spent = search.work() - self.begun;
        let is_due = self.walks.made() > 0
            && self.walks.made() < MOST_WALKS
            && (MORE - 1) * self.walked * SHARE <= spent;
        if is_due && search.is_between_parts() {
            let count = MORE * self.walks.made();
            let before = search.work();
            let walked = self.walk(search, part, (count, u64::MAX), allowance);
            self.beside += search.work() - before;
            walked?;
        }
        search.pause_between_parts(is_due);
        let nodes = turn(spent) / self.work_of_node(search);
        Ok(self.search(search, nodes.max(1), sink))
    }

    fn begin_anew(
        &mut self,
        search: &mut Search,
        part: &Part,
        allowance: &Allowance,
    ) -> Result<(), Limit> {
        self.each = ((search.work() - self.begun) / self.nodes.max(1)).max(1);
        let share = (search.work() - self.begun) / SHARE_AT_FIRST;
        let walked = self
            .walk(search, part, (WALKS, FIRST_WORK), allowance)
            .and_then(|()| self.walk(search, part, (MOST_AT_FIRST, share), allowance));
        self.beside = search.work() - self.begun;
        self.seen = self.found;
        (self.nodes, self.found) = (0, 0);
        search.begin(part);
        walked
    }

    /// Walks until `count` walks were made, or walks have taken this much `work`.
    fn walk(
        &mut self,
        search: &mut Search,
        part: &Part,
        (count, work): (u64, u64),
        allowance: &Allowance,
    ) -> Result<(), Limit> {
        let before = search.work();
        let nodes_per_solution = self.nodes as f64 / self.found as f64;
        let kernel = search.kernel_between();
        let inference = match nodes_per_solution > kernel.looks_closely_above() {
            true => Inference::Full,
            false => Inference::Forced,
        };
        let last = before.saturating_add(work.saturating_sub(self.walked));
        let walked = self
            .walks
            .walk((count, last), kernel, (part, inference), allowance);
        self.walked += search.work() - before;
        walked
    }

    fn search(&mut self, search: &mut Search, nodes: u64, sink: Sink) -> Step {
        let before = search.effort().nodes;
        let (mut found, mut options) = (0, 0);
        let step = search.turn(nodes, &mut |solution| {
            found += 1;
            options += solution.len();
            match options < MOST_OPTIONS {
                true => sink(solution),
                false => {
                    let _ = sink(solution);
                    ControlFlow::Break(())
                }
            }
        });
        self.nodes += search.effort().nodes - before;
        self.found += found;
        step
    }

    /// The work of an average node.
    fn work_of_node(&self, search: &Search) -> u64 {
        match self.nodes {
            0..FIRST => self.each,
            nodes => ((search.work() - self.begun - self.beside) / nodes).max(1),
        }
    }

    /// How far it has come.
    pub(in crate::engine) fn report(&self, search: &Search) -> Report {
        let spent = self.before + (search.work() - self.begun);
        let Some(nodes) = self.walks.nodes() else {
            return Report::only(spent);
        };
        let expected = (nodes * self.work_of_node(search) as f64) as u64;
        let expected = expected.saturating_add(self.before + self.beside);
        let expected = match expected / 5 * 4 > spent {
            true => expected,
            // It was underestimated: by little, or by nobody knows how much.
            false if nodes * 2.0 > self.nodes as f64 => spent + spent / 4,
            false => 2 * spent,
        };
        Report {
            spent,
            expected,
            at_least: spent.max((expected / DISCOUNT).min(TRUST_IN_WALKS * spent)),
        }
    }

    /// Solutions that were found, since it began or began anew.
    pub(in crate::engine) fn found(&self) -> u64 {
        self.found
    }

    /// Solutions that there are for sure.
    pub(in crate::engine) fn at_least(&self) -> u64 {
        self.found.max(self.seen)
    }
}
