//! The search below a cut-off: node by node, and after some milliseconds on several [threads](super::ahead).

use super::agreement::Agreement;
use super::ahead::{self, Halt};
use super::kept::{self, Kept};
use super::residual::{DeadEnd, Residual};
use super::scale::Scale;
use super::walker::{Step, Trail, Walker};
use crate::engine::kernel::Effort;
use crate::engine::limits::{Allowance, Limit, Watch};
use crate::engine::memory::Account;
use crate::problem::{OptionId, Problem};

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
    /// Nodes that have been subtracted from the allowance.
    spent: u64,
    account: Account,
    /// How many threads may run ahead, beside the caller's, and the bytes that they may take.
    others: usize,
    pub(super) aside: usize,
}

/// Which solutions a run looks for.
pub(super) struct Window {
    /// None of a greater scaled value.
    pub(super) cut_off: i64,
    /// None up to this value: they were given.
    pub(super) after: Option<i128>,
    /// The number of solutions to keep, those of the least values.
    pub(super) most: usize,
}

impl<'a> Search<'a> {
    /// A search that has not yet begun, and lets this many other threads run ahead.
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
            spent: 0,
            account: account.clone(),
            others,
            aside: account.bound() / 4,
        }
    }

    pub(super) fn effort(&self) -> Effort {
        self.walker.effort
    }

    /// Counts passes over the options that are made beside.
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

    /// Looks for the solutions of a window below `root`, where `path` was chosen. What was kept before is forgotten. Returns
    /// whether something was left out because of its cut-off.
    pub(super) fn run(
        &mut self,
        root: &Residual,
        path: &[OptionId],
        window: &Window,
        allowance: &mut Allowance,
    ) -> Result<bool, Limit> {
        let before = (allowance.nodes(), self.walker.effort);
        let is_agreement_new = self.walker.agreement.is_none();
        match self.attempt(root, path, window, allowance) {
            Err(Halt::Stopped(limit)) => Err(limit),
            Err(Halt::OutOfRoom) => {
                // Nothing that one thread would not have done is left of it.
                self.others = 0;
                if is_agreement_new {
                    self.walker.agreement = None;
                }
                allowance.give_back(before.0 - allowance.nodes());
                (self.walker.effort, self.spent) = (before.1, before.1.nodes);
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
        window: &Window,
        allowance: &mut Allowance,
    ) -> Result<bool, Halt> {
        self.kept = Kept::new(window.most, window.after, &self.account);
        self.walker.begin(root, path, window.cut_off)?;
        let begun = self.walker.work;
        let mut pause = self.look_at(allowance)?;
        self.walker.effort.nodes += 1;
        let mut step = self.walker.enter()?;
        loop {
            match step {
                Step::Solved => self.keep()?,
                Step::On => {}
                Step::Over => return Ok(self.walker.has_cut),
            }
            if self.walker.effort.nodes >= pause {
                pause = self.look_at(allowance)?;
                if self.walker.agreement.is_none() && self.walker.effort.nodes >= LONG {
                    let walker = &mut self.walker;
                    walker.agreement =
                        Agreement::new(walker.problem, root, &self.account, &walker.watch)?;
                }
                if self.walker.work - begun >= ALONE && self.may_run_ahead(root, window.most) {
                    return self.run_ahead(allowance);
                }
            }
            step = self.walker.step()?;
        }
    }

    /// Whether other threads may run ahead: what is found below a node must no longer depend on when that is, and there
    /// must be so much memory that one thread could not run out of it.
    fn may_run_ahead(&self, root: &Residual, most: usize) -> bool {
        if self.others == 0 || self.walker.agreement.is_none() && !Agreement::is_too_large(root) {
            return false;
        }
        let depth = root.items.len() + 1;
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
        let kept = std::mem::replace(&mut self.kept, Kept::new(0, None, &self.account));
        let (ended, kept) = ahead::run(
            &mut self.walker,
            kept,
            allowance,
            (self.others, self.aside, &self.account),
        );
        self.kept = kept;
        self.spent = self.walker.effort.nodes;
        ended
    }

    /// Releases the memory of the nodes.
    pub(super) fn release(&mut self) {
        self.walker.trail = Trail::new(self.account.share());
    }

    /// The solutions of the last run, which are no longer kept here.
    pub(super) fn take_kept(&mut self) -> Kept {
        std::mem::replace(&mut self.kept, Kept::new(0, None, &self.account))
    }

    /// Subtracts the nodes entered since the last check of the limits. Returns the number of nodes at the next check.
    fn look_at(&mut self, allowance: &mut Allowance) -> Result<u64, Limit> {
        allowance.spend_nodes(self.walker.effort.nodes - self.spent);
        self.spent = self.walker.effort.nodes;
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
