//! Counts with a table: all solutions at once, level by level, without visiting each.
//!
//! Take the items in a fixed order. The *level* of an option is the first of its primary items. After some levels, the
//! rest depends only on what is left for the later levels: which of their items are covered, and which uses of their
//! secondary items are still allowed. That is the *state*. Many ways lead to one state, and only their number matters.
//! A row of cells a b c d, to be covered by dominoes and single squares:
//!
//! ```text
//!     level          0                  1                2                3              end
//!     item           a                  b                c                d
//!     still open     a b c d: 1 ──a──▶ b c d: 1 ──b──▶ c d: 1 + 1 ──c──▶ d: 2 + 1 ──d──▶ 3 + 2 = 5
//!     choices                └─────────a b────────────▶   │      └────────c d───────────▶
//!                                              └───────b c┼────────────▶
//! ```
//!
//! So a sweep goes through the levels once, with a table of the states of each level and the number of ways to each
//! state. The number of states depends on the width of the frontier, not on the number of solutions: the 20×20 square
//! has 1.3 · 10⁴⁸ domino tilings and 3.5 million states.
//!
//! - [`mod@components`]: what is left without the assumed options, in independent components, whose counts are
//!   multiplied.
//! - [`order`]: the order of the items, chosen by the width of its frontier, which [`lives`] computes; [`neighbours`].
//! - [`plan`]: the bits of a state at each level. [`walk`]: the sweep. [`table`]: the states of a level; [`memory`]: where they are; [`growth`]: of large tables.
//! - [`level`]: what an option does to a state. [`bounded`]: the same where items may be covered several times. [`record`]: a sweep that keeps each step, for a diagram.
//! - [`rounds`]: large levels; [`task`]: what one thread does of a round; [`pool`]: the threads. [`aside`]: bounded memory. [`saved`]: a sweep to be resumed. [`forecast`]: how much is left to do, by growth; [`scouts`]: by a sample that goes ahead. [`log`]: logarithms that are the same everywhere.
//!
//! When not to use it: if each state occurs once, as with queens or random sets, a search is faster; it needs no memory
//! and sees dead ends early. [`race`](crate::engine::race) decides. `docs/counting.md` has the proof and the figures.

mod alike;
mod aside;
mod bounded;
mod components;
mod forecast;
mod growth;
mod level;
mod lives;
mod log;
mod loose;
mod memory;
mod needs;
mod neighbours;
mod order;
mod plan;
mod pool;
mod record;
mod rounds;
mod saved;
mod scouts;
mod table;
mod task;
#[cfg(test)]
pub(super) mod tests;
mod walk;

use std::fmt;
use std::time::Duration;

use num_bigint::BigUint;

use super::count::Count;
use super::fits::{EngineName, Unsupported};
use super::memory::{Account, Share};
use super::race::{Report, Whole};
use super::work::{Stop, Work};
use crate::problem::{Part, Problem};
use alike::{Alike, Outcome};
use bounded::Layout;
pub(super) use components::Component;
use components::components;
use level::Levels;
use lives::Outlook;
use plan::{ByWords, Plan, by_words};
pub(super) use record::{NO_OPTION, Record, Stage};
use rounds::Grain;
pub(super) use saved::SavedSweep;
use walk::Walk;

/// The effort of counting with a table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TableEffort {
    /// How many counts the table finished.
    pub counts: u64,
    /// States processed, including those of counts that a search finished first.
    pub states: u64,
    /// The largest number of states of one level.
    pub widest: u64,
    /// The largest size of all tables together, in bytes.
    pub peak_bytes: u64,
}

/// A count of the solutions of a component by sweeping, which can be paused.
#[derive(Debug)]
pub(super) struct Sweep {
    walk: Box<dyn Walking>,
    /// After the walk has taken a while: a sweep that keeps one of several states that are alike, if that pays.
    alike: Option<Box<Alike>>,
    /// The work of such a sweep that was abandoned.
    lost: u64,
    /// Bytes that the walk has lent to it.
    lent: usize,
    work_to_plan: u64,
}

/// What a sweep knows about its surroundings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beside {
    /// The number of threads, including the caller's.
    pub(super) threads: usize,
    /// The expected work that is left of a search for the same number.
    pub(super) left: u64,
}

/// States are not compared if the plain walk, or the search, is expected to end within this work: 2 seconds. Growth
/// predicts too much; what scouts expect of a walk may be a quarter of the truth.
const FAR: u64 = 2_000_000_000;
const FAR_AS_SEEN: u64 = FAR / 4;
/// Comparing states may take one part in this number of what the plain walk has left.
const SHARE: u64 = 8;
const SHARE_AS_SEEN: u64 = 24;
/// If some thousand states became fewer by the factor `FEW_OF`, comparing may take `LEAN` times the work of the plain
/// walk.
const FEW_OF: usize = 64;
const LEAN: u64 = 8;
/// Before that, comparing may take one part in this number of the work of the plain walk; and what scouts expect counts
/// up to this number of times what is certain.
const DOUBT: u64 = 4;

/// A component, the order of its items, and what the sweep should cost.
#[derive(Debug)]
pub(super) struct Planned {
    component: Component,
    order: Vec<u32>,
    outlook: Outlook,
    _held: Share,
}

/// The system frees about this many words in a nanosecond.
const WORDS_FREED_IN_A_NANO: u64 = 3;
/// A delay that a time limit allows.
const SHORT: Duration = Duration::from_millis(50);

/// Bytes that plans may take in addition to the room of tables.
const FREE: usize = 4 << 20;

/// An account for plans, where tables may take `room` bytes.
pub(super) fn account_of_plans(room: usize) -> Account {
    Account::new(room.saturating_add(FREE))
}

/// Bytes of the room of tables that plans take.
pub(super) fn taken_by(plans: &Account) -> usize {
    plans.held().saturating_sub(FREE)
}

/// About the work of finding the components of a problem whose options have this number of entries.
pub(super) fn work_to_split(entries: usize) -> u64 {
    5_000 + 20 * entries as u64
}

/// About the work of planning a sweep through a component with this number of entries.
pub(super) fn work_to_plan(entries: usize) -> u64 {
    10_000 + 200 * entries as u64
}

impl Sweep {
    /// A sweep in `room` bytes of tables and plans; `None` if a state needs more bits than there are.
    pub(super) fn new(
        component: &Component,
        room: usize,
        work: &Work,
    ) -> Result<Option<Sweep>, Stop> {
        Sweep::with_grain(component, (room, Grain::default()), work)
    }

    fn with_grain(
        component: &Component,
        memory: (usize, Grain),
        work: &Work,
    ) -> Result<Option<Sweep>, Stop> {
        let before = work.spent();
        let (order, outlook) = order::best(component, work)?;
        let to_walk = |widths| ToWalk {
            widths,
            memory,
            work,
        };
        let walk = if component.has_bounds() {
            let Some(layout) = Layout::new(component, &order, work)? else {
                return Ok(None);
            };
            let widths = layout.widths(work)?;
            by_words(layout.slots, &layout, to_walk(&widths))
        } else {
            let plan = Plan::new(component, &order, work)?;
            by_words(plan.slots, &plan, to_walk(&outlook.widths))
        };
        let alike = match component.has_bounds() {
            true => None,
            false => Alike::new(component).map(Box::new),
        };
        Ok(walk.transpose()?.map(|walk| Sweep {
            walk,
            alike,
            lost: 0,
            lent: 0,
            work_to_plan: work.spent() - before,
        }))
    }

    /// Sends scouts ahead if it is time. `spent` is the work of the search.
    pub(super) fn send_scouts(&mut self, spent: u64) {
        self.walk.send_scouts(spent);
    }

    /// The delay with which a count may stop, since all tables are freed at the end.
    pub(super) fn delay(&self) -> Duration {
        let freeing = self.walk.words_held() / WORDS_FREED_IN_A_NANO;
        Duration::from_nanos(freeing).saturating_sub(SHORT)
    }

    /// Continues the sweep for about `work` units of work. Returns the number of solutions if it has reached the end.
    pub(super) fn advance(&mut self, work: u64, beside: Beside) -> Option<Count> {
        if beside.left >= FAR && self.is_turn_of_alike() {
            return self.advance_alike(work, beside.threads);
        }
        let is_over = self.walk.advance(work, beside.threads);
        is_over.then(|| Count::from(self.walk.total().clone()))
    }

    /// Whether to continue the sweep that keeps one of several states that are alike. The plain sweep must have taken a
    /// while and be far from its end. Then the other one may take a quarter of the work of the plain one, or an eighth
    /// of what that certainly has left; once it has shown that many states are alike, eight times the work of the plain
    /// one. If scouts have seen how much is left, it may take a small part of that earlier. What scouts expect counts
    /// up to four times what is certain, since it may be far too much.
    fn is_turn_of_alike(&self) -> bool {
        let Some(alike) = self.alike.as_deref() else {
            return false;
        };
        let done = self.walk.work();
        let growth = self.walk.growth();
        let left = match growth {
            Some(whole) => whole.least.saturating_sub(done),
            None => done.saturating_mul(2),
        };
        let fair = match alike.has_reduced_by(FEW_OF) {
            true => done.saturating_mul(LEAN),
            false => done / DOUBT,
        };
        let seen = self.walk.whole(growth);
        let seen = seen.filter(|whole| whole.most < u64::MAX);
        let seen = seen.map_or(0, |whole| {
            let expected = whole.expected.min(whole.least.saturating_mul(DOUBT));
            expected.saturating_sub(done)
        });
        left >= FAR && alike.work() <= fair.max(left / SHARE)
            || seen >= FAR_AS_SEEN && alike.work() <= seen / SHARE_AS_SEEN
    }

    /// Continues with the sweep that keeps one of several states that are alike, or abandons it.
    fn advance_alike(&mut self, work: u64, threads: usize) -> Option<Count> {
        let alike = self.alike.as_mut()?;
        if self.lent == 0 {
            self.lent = self.walk.lend();
        }
        match alike.advance(work, self.lent, threads) {
            Outcome::Counted(count) => return Some(Count::from(count.clone())),
            Outcome::UnderWay => {}
            Outcome::GivenUp => {
                self.lost += alike.work();
                self.alike = None;
                self.walk.take_back(std::mem::take(&mut self.lent));
            }
        }
        None
    }

    /// Writes down what is left.
    pub(super) fn write(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        self.walk.write(to)
    }

    /// Continues with what was left of a sweep of the same component. `false` if `saved` cannot come from such a sweep.
    pub(super) fn restore(&mut self, saved: &SavedSweep) -> bool {
        self.walk.restore(saved)
    }

    /// How far the sweep has come. While states are compared, and after many of them were alike, it is not known how
    /// much is left. While comparing pauses, the outlook of the plain walk counts.
    pub(super) fn report(&self) -> Report {
        let (mut done, mut whole) = self.walk.outlook();
        if let Some(alike) = self.alike.as_ref().filter(|alike| alike.work() > 0) {
            done += alike.work();
            let is_open = alike.has_reduced_by(2) || self.is_turn_of_alike();
            whole = whole
                .filter(|_| !is_open)
                .map(|whole| whole.and(alike.work()));
        }
        Report::of_sweep(self.work_to_plan + self.lost, done, whole)
    }

    /// The effort of the sweep so far.
    pub(super) fn effort(&self) -> TableEffort {
        let alike = self.alike.as_ref().map(|alike| alike.effort());
        self.walk.effort().with(alike.unwrap_or_default())
    }
}

/// The independent components of what `part` leaves of a problem; `None` if there is seen to be no solution.
///
/// # Errors If a table does not support the problem.
pub(super) fn independent(
    problem: &Problem,
    part: &Part,
    work: &Work,
) -> Result<Result<Option<Vec<Component>>, Stop>, Unsupported> {
    EngineName::Table.fits(problem)?;
    Ok(components(problem, part, work))
}

/// The independent components of what `part` leaves of a problem, each with the order of its items; `None` if it is
/// already clear that there is no solution.
pub(super) fn planned(
    problem: &Problem,
    part: &Part,
    work: &Work,
) -> Result<Option<Vec<Planned>>, Stop> {
    let planned = |component| {
        let (order, outlook) = order::best(&component, work)?;
        let bytes = size_of_val(&order[..]) + size_of_val(&outlook.widths[..]);
        Ok(Planned {
            component,
            order,
            outlook,
            _held: work.take(bytes)?,
        })
    };
    let components = components(problem, part, work)?;
    components
        .map(|components| components.into_iter().map(planned).collect())
        .transpose()
}

impl TableEffort {
    /// Both together, one after the other.
    #[must_use]
    pub fn with(self, other: TableEffort) -> TableEffort {
        TableEffort {
            counts: self.counts + other.counts,
            states: self.states + other.states,
            widest: self.widest.max(other.widest),
            peak_bytes: self.peak_bytes.max(other.peak_bytes),
        }
    }
}

/// A walk to be made.
struct ToWalk<'a> {
    widths: &'a [f64],
    /// Bytes of tables, and what levels are large.
    memory: (usize, Grain),
    work: &'a Work<'a>,
}

impl ByWords<Plan<'_>> for ToWalk<'_> {
    type Output = Result<Box<dyn Walking>, Stop>;

    fn run<const W: usize>(self, plan: &Plan) -> Self::Output {
        let held = self.work.take(plan.bytes::<W>())?;
        let levels = plan.levels::<W>(self.work)?;
        Ok(self.walk(Levels::Once(levels), held))
    }
}

impl ByWords<Layout<'_>> for ToWalk<'_> {
    type Output = Result<Box<dyn Walking>, Stop>;

    fn run<const W: usize>(self, layout: &Layout) -> Self::Output {
        let held = self.work.take(layout.bytes::<W>())?;
        let levels = layout.levels::<W>(self.work)?;
        Ok(self.walk(Levels::Bounded(levels), held))
    }
}

impl ToWalk<'_> {
    fn walk<const W: usize>(self, levels: Levels<W>, held: Share) -> Box<dyn Walking> {
        let held = (held, self.work.account);
        Box::new(Walk::new(levels, self.widths, self.memory, held))
    }
}

/// A walk with keys of any number of words.
trait Walking: Send + fmt::Debug {
    fn send_scouts(&mut self, spent: u64);
    fn advance(&mut self, work: u64, threads: usize) -> bool;
    /// The words of all tables.
    fn words_held(&self) -> u64;
    fn total(&self) -> &BigUint;
    /// The work that was done, and the expected work of the whole, if known.
    fn outlook(&self) -> (u64, Option<Whole>);
    /// The work of the walk alone, and what its whole should be, as the growth of its levels says.
    fn work(&self) -> u64;
    fn growth(&self) -> Option<Whole>;
    /// The same, by what scouts have seen.
    fn whole(&self, growth: Option<Whole>) -> Option<Whole>;
    fn effort(&self) -> TableEffort;
    fn write(&self, to: &mut dyn fmt::Write) -> fmt::Result;
    fn restore(&mut self, saved: &SavedSweep) -> bool;
    /// Gives away half of the bytes that are not taken yet, and returns their number.
    fn lend(&mut self) -> usize;
    fn take_back(&mut self, bytes: usize);
}

impl<const W: usize> Walking for Walk<W> {
    fn send_scouts(&mut self, spent: u64) {
        Walk::send_scouts(self, spent);
    }

    fn advance(&mut self, work: u64, threads: usize) -> bool {
        let is_over = Walk::advance(self, work, threads);
        if let Some(progress) = self.progress() {
            self.forecast.note(self.work, progress);
        }
        is_over
    }

    fn words_held(&self) -> u64 {
        self.memory.words_held() as u64
    }

    fn total(&self) -> &BigUint {
        &self.total
    }

    fn outlook(&self) -> (u64, Option<Whole>) {
        let growth = self.growth();
        let whole = self.whole(growth);
        let beside = self.scouts.work;
        (self.work + beside, whole.map(|whole| whole.and(beside)))
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn growth(&self) -> Option<Whole> {
        match self.aside.is_empty() {
            true => self.forecast.whole(self.work),
            false => None,
        }
    }

    fn whole(&self, growth: Option<Whole>) -> Option<Whole> {
        growth.and_then(|_| self.scouts.whole(self.work, growth))
    }

    fn write(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        Walk::write(self, to)
    }

    fn restore(&mut self, saved: &SavedSweep) -> bool {
        Walk::restore(self, saved)
    }

    fn lend(&mut self) -> usize {
        let words = self.room.saturating_sub(self.memory.words_held()) / 2;
        self.room -= words;
        words * size_of::<u64>()
    }

    fn take_back(&mut self, bytes: usize) {
        self.room += bytes / size_of::<u64>();
    }

    fn effort(&self) -> TableEffort {
        TableEffort {
            counts: 0,
            states: self.swept,
            widest: self.widest as u64,
            peak_bytes: self.memory.most_bytes() as u64,
        }
    }
}
