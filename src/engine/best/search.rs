//! The search below a cut-off: node by node, and after some milliseconds on several [threads](super::ahead).

use super::agreement::Agreement;
use super::ahead::{self, Halt};
use super::kept::{self, Kept};
use super::residual::{DeadEnd, Residual};
use super::scale::Scale;
use super::trail::{Level, Trail};
use super::walker::{Step, Walker};
use crate::engine::kernel::Effort;
use crate::engine::limits::{Allowance, Limit, Watch};
use crate::engine::memory::Account;
use crate::problem::{OptionId, Problem, Solution};

/// After this many nodes, it is worthwhile to find out which options agree.
const LONG: u64 = 1 << 8;

/// Nodes between two checks of the limits.
pub(super) const SLICE: u64 = 1 << 6;

/// The work after which other threads take part.
const ALONE: u64 = 3_000_000;

/// A search for solutions below a cut-off.
pub(super) struct Search<'a> {
    walker: Walker<'a>,
    kept: Kept,
    /// Where a run that was stopped continues; `None` if the next one begins at the root.
    place: Option<Place>,
    /// What was done before the run.
    before: Effort,
    /// Solutions that were found beyond the place where the run was stopped.
    found_ahead: Vec<(i128, Solution)>,
    /// Whether it would take too much memory to know which options agree.
    is_without_agreement: bool,
    /// Nodes that have been subtracted from the allowance.
    spent: u64,
    account: Account,
    /// The number of threads that may run ahead, besides the caller's, and the bytes that they may take.
    others: usize,
    pub(super) aside: usize,
}

/// Where a run stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The levels to the node that was entered last.
    pub(super) levels: Vec<Level>,
    /// Whether something was left out so far because of the cut-off.
    pub(super) has_cut: bool,
}

/// A run that was stopped, written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stopped {
    pub(super) place: Place,
    pub(super) kept: Vec<(i128, Solution)>,
    /// The value up to which these are all, if memory was short.
    pub(super) lowered: Option<i128>,
    /// What was done before the run.
    pub(super) before: Effort,
}

/// Which solutions a run looks for.
pub(super) struct Window {
    /// No solution of a greater scaled value.
    pub(super) cut_off: i64,
    /// No solution up to this value: these were given.
    pub(super) after: Option<i128>,
    /// The number of solutions to keep, those of the least values.
    pub(super) most: usize,
}

impl<'a> Search<'a> {
    /// A search that has not begun yet, and lets `others` other threads run ahead.
    pub(super) fn new(
        problem: &'a Problem,
        scale: Scale,
        watch: Watch,
        account: &Account,
        others: usize,
    ) -> Search<'a> {
        let trail = Trail::new(account.share());
        Search {
            walker: Walker::new(problem, scale, watch, trail),
            kept: Kept::new(0, None, account),
            place: None,
            before: Effort::default(),
            found_ahead: Vec::new(),
            is_without_agreement: false,
            spent: 0,
            account: account.clone(),
            others,
            aside: account.bound() / 4,
        }
    }

    pub(super) fn effort(&self) -> Effort {
        self.walker.effort
    }

    /// The work so far, in nanoseconds.
    pub(super) fn work(&self) -> u64 {
        self.walker.work
    }

    /// Counts passes over the options that were made outside of a run.
    pub(super) fn add_updates(&mut self, updates: u64) {
        self.walker.effort.updates += updates;
    }

    /// Chooses options before the search, and applies what follows from that.
    pub(super) fn assume(
        &mut self,
        root: &mut Residual,
        assumed: &[OptionId],
    ) -> Result<(), DeadEnd> {
        self.walker.assume(root, assumed)
    }

    /// Continues a run that was stopped; `effort` is what was done so far. Begins the run again if there is no memory
    /// for what was kept.
    pub(super) fn restore(&mut self, stopped: &Stopped, window: &Window, effort: Effort) {
        let kept = Kept::new(window.most, window.after, &self.account);
        self.before = stopped.before;
        match kept.restored(&stopped.kept, stopped.lowered) {
            Ok(kept) => {
                self.kept = kept;
                self.place = Some(stopped.place.clone());
                self.set_effort(effort);
            }
            Err(_) => self.set_effort(stopped.before),
        }
    }

    /// The run that was stopped.
    pub(super) fn into_stopped(self) -> Option<Stopped> {
        let place = self.place?;
        let (kept, lowered) = self.kept.into_solutions();
        Some(Stopped {
            place,
            kept,
            lowered,
            before: self.before,
        })
    }

    /// The solutions that the last run has found so far, also those ahead of the place where it was stopped. There may
    /// be others.
    pub(super) fn found(&self) -> impl Iterator<Item = &(i128, Solution)> {
        self.kept.solutions().chain(&self.found_ahead)
    }

    /// Sets the effort so far.
    pub(super) fn set_effort(&mut self, effort: Effort) {
        (self.walker.effort, self.spent) = (effort, effort.nodes);
    }

    /// What was done before the run that was stopped, or the next one.
    pub(super) fn before(&self) -> Effort {
        match self.place {
            Some(_) => self.before,
            None => self.walker.effort,
        }
    }

    /// Looks for the solutions of a window below `root`, where `path` was chosen; continues this run if it was stopped.
    /// What an earlier run kept is dropped. Returns whether something was left out because of the cut-off.
    pub(super) fn run(
        &mut self,
        root: &Residual,
        path: &[OptionId],
        window: &Window,
        allowance: &mut Allowance,
    ) -> Result<bool, Limit> {
        let (nodes, at_start) = (allowance.nodes(), self.walker.effort);
        let mut place = self.place.take();
        let is_agreement_new = self.walker.agreement.is_none();
        if place.is_none() {
            self.before = at_start;
            self.kept = Kept::new(window.most, window.after, &self.account);
        }
        self.found_ahead.clear();
        match self.attempt(root, path, (window, &mut place), allowance) {
            Err(Halt::Stopped(Limit::Memory)) => {
                // What was kept may no longer be all that was found.
                self.place = None;
                Err(Limit::Memory)
            }
            Err(Halt::Stopped(limit)) => {
                if self.place.is_none() {
                    // It is where it was.
                    self.set_effort(place.as_ref().map_or(self.before, |_| at_start));
                    self.place = place;
                }
                Err(limit)
            }
            Err(Halt::OutOfRoom) => {
                // Nothing is left of it that one thread would not have done.
                self.others = 0;
                if is_agreement_new {
                    self.walker.agreement = None;
                }
                allowance.give_back(nodes - allowance.nodes());
                self.set_effort(self.before);
                self.place = None;
                self.release();
                self.run(root, path, window, allowance)
            }
            Ok(has_cut) => Ok(has_cut),
        }
    }

    fn attempt(
        &mut self,
        root: &Residual,
        path: &[OptionId],
        (window, place): (&Window, &mut Option<Place>),
        allowance: &mut Allowance,
    ) -> Result<bool, Halt> {
        let begun = self.walker.work;
        // Even if a pause is due at once, this call enters the nodes of one slice.
        let mut pause = match self.look_at(allowance) {
            Err(Limit::Pause) => self.spent + SLICE,
            looked => looked?,
        };
        if let Some(known) = place
            && !self.go_back_to(root, path, (window, known))?
        {
            // The place was not found: the whole run is repeated.
            *place = None;
            self.kept = Kept::new(window.most, window.after, &self.account);
            self.set_effort(self.before);
        }
        let mut step = match place {
            Some(_) => Step::On,
            None => {
                self.walker.begin(root, path, window.cut_off)?;
                self.walker.effort.nodes += 1;
                self.walker.enter()?
            }
        };
        loop {
            match step {
                Step::Solved => self.keep()?,
                Step::On => {}
                Step::Over => return Ok(self.walker.has_cut),
            }
            if self.walker.effort.nodes >= pause {
                pause = self
                    .look_at(allowance)
                    .map_err(|limit| self.stop(limit, allowance))?;
                if self.walker.work - begun >= ALONE && self.may_run_ahead(root, window.most) {
                    return self.run_ahead(allowance);
                }
            }
            let stepped = match self.find_who_agrees(root) {
                Ok(()) => self.walker.step(),
                Err(limit) => Err(limit),
            };
            step = stepped.map_err(|limit| self.stop(limit, allowance))?;
        }
    }

    /// Goes to the place where a run was stopped. Returns whether the place was found.
    fn go_back_to(
        &mut self,
        root: &Residual,
        path: &[OptionId],
        (window, place): (&Window, &Place),
    ) -> Result<bool, Limit> {
        self.find_who_agrees(root)?;
        let is_there = self.walker.retrace(root, path, &place.levels)?;
        if is_there {
            self.walker.has_cut = place.has_cut;
            self.walker.cut_off = self.kept.cut_off(&self.walker.scale, window.cut_off);
        }
        Ok(is_there)
    }

    /// Finds out which options agree, once the search has run for a while.
    fn find_who_agrees(&mut self, root: &Residual) -> Result<(), Limit> {
        let walker = &mut self.walker;
        let is_due = walker.effort.nodes >= LONG && walker.agreement.is_none();
        if is_due && !self.is_without_agreement {
            walker.agreement = Agreement::new(walker.problem, root, &self.account, &walker.watch)?;
            self.is_without_agreement = walker.agreement.is_none();
        }
        Ok(())
    }

    /// Subtracts what was done from the allowance, and stores where to continue.
    fn stop(&mut self, limit: Limit, allowance: &mut Allowance) -> Halt {
        self.spend(allowance);
        self.place = Some(Place {
            levels: self.walker.trail.levels(),
            has_cut: self.walker.has_cut,
        });
        Halt::Stopped(limit)
    }

    /// Whether other threads may run ahead. For that, what is found below a node must no longer depend on the time, and
    /// there must be enough memory that a single thread could not run out of it.
    fn may_run_ahead(&self, root: &Residual, most: usize) -> bool {
        if self.others == 0 || self.walker.agreement.is_none() && !Agreement::is_too_large(root) {
            return false;
        }
        // Where items are covered several times, a node may leave out a single option.
        let depth = match root.has_bounds {
            true => root.items.len() + root.options.len() + 1,
            false => root.items.len() + 1,
        };
        let trail = root.bytes().saturating_mul(depth + 1);
        let kept = most.saturating_mul(kept::bytes_of(depth));
        let agreement = match self.walker.agreement {
            Some(_) => Agreement::bytes_of(root),
            None => 0,
        };
        let all = trail.saturating_add(kept).saturating_add(agreement);
        all <= self.account.bound() / 2
    }

    /// The rest of the run, on several threads.
    fn run_ahead(&mut self, allowance: &mut Allowance) -> Result<bool, Halt> {
        let kept = self.take_kept();
        let came = ahead::run(
            &mut self.walker,
            kept,
            allowance,
            (self.others, self.aside, &self.account),
        );
        self.kept = came.kept;
        self.found_ahead = came.found_ahead;
        self.spent = self.walker.effort.nodes;
        self.place = came.place;
        came.ended
    }

    /// Releases the memory of the nodes.
    pub(super) fn release(&mut self) {
        self.walker.trail = Trail::new(self.account.share());
    }

    /// The solutions of the last run, which are no longer kept here.
    pub(super) fn take_kept(&mut self) -> Kept {
        std::mem::replace(&mut self.kept, Kept::new(0, None, &self.account))
    }

    fn spend(&mut self, allowance: &mut Allowance) {
        allowance.spend_nodes(self.walker.effort.nodes - self.spent);
        self.spent = self.walker.effort.nodes;
    }

    /// Subtracts the nodes entered since the last check of the limits. Returns the number of nodes at the next check.
    fn look_at(&mut self, allowance: &mut Allowance) -> Result<u64, Limit> {
        self.spend(allowance);
        Ok(self.spent + allowance.slice()?.min(SLICE))
    }

    /// Offers the path, which is a solution, and lowers the cut-off if possible.
    fn keep(&mut self) -> Result<(), Limit> {
        let walker = &mut self.walker;
        let path = &walker.trail.path;
        self.kept
            .offer(walker.scale.value_of(walker.problem, path), path)?;
        walker.cut_off = self.kept.cut_off(&walker.scale, walker.cut_off);
        Ok(())
    }
}
