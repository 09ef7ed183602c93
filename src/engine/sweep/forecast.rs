//! How much is left of a sweep, forecast from the growth of its levels so far.
//!
//! A level whose states are w bits wide has 2 to the power σ·w states, with a share σ that changes slowly from level to
//! level. So the share of the last levels, and how wide those to come are, show about how many states they have:
//!
//! ```text
//!     level          0    1    2    3    4    5    6            σ of levels 0 to 3: about ½
//!     width          0    2    4    6    6    4    2
//!     states         1    2    4    8    8    4    2            at level 3:  8 · 2^(½ · (6 − 6))  +  8 · 2^(½ · (4 − 6))  + …
//! ```
//!
//! The first levels predict far too little, since frontiers fill up later. An end that recedes while the sweep
//! continues is expected to recede as far again.

use super::log::{exp2, log2};
use crate::engine::race::Whole;

/// The weight of a level, compared with that of the next one.
const FADING: f64 = 0.8;
/// To see whether the end recedes, the forecast is compared with the one after one part in this number of the work.
const BACK: u64 = 4;
/// The smallest forecast since one part in this number of the work was done is taken to be certain.
const RECENT: u64 = 2;
/// Between two points of the history, the work grows by one part in this number.
const GRAIN: u64 = 8;

/// What a sweep has seen of its levels.
#[derive(Debug)]
pub(in crate::engine) struct Forecast {
    /// The width of each level in bits.
    widths: Vec<f64>,
    /// The logarithms of the numbers of states, and the widths, of the levels that were entered: sums that fade.
    logs: f64,
    wide: f64,
    /// The expected work of the whole, at some amounts of work done.
    history: Vec<(u64, f64)>,
}

/// How far a sweep has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    pub(super) level: usize,
    /// States of the level, and how many of them are not yet gone through.
    pub(super) states: usize,
    pub(super) left: usize,
    /// States that were gone through.
    pub(super) swept: u64,
}

impl Forecast {
    pub(super) fn new(widths: Vec<f64>) -> Forecast {
        Forecast {
            widths,
            logs: 0.0,
            wide: 0.0,
            history: Vec::new(),
        }
    }

    /// Records a level that has `states` states.
    pub(super) fn enter(&mut self, level: usize, states: usize) {
        self.logs = self.logs * FADING + log2(states as f64);
        self.wide = self.wide * FADING + self.width(level);
    }

    fn width(&self, level: usize) -> f64 {
        self.widths.get(level).copied().unwrap_or(0.0).max(1.0)
    }

    /// About the number of states after a level that has `states` states.
    fn states_after(&self, level: usize, states: usize) -> f64 {
        let share = self.logs / self.wide.max(1.0);
        let log = log2(states as f64) - share * self.width(level);
        let after = self.widths.iter().skip(level + 1);
        after.map(|&width| exp2(log + share * width.max(1.0))).sum()
    }

    /// Records how far the sweep has come with this amount of work.
    pub(super) fn note(&mut self, work: u64, progress: Progress) {
        let Progress {
            level,
            states,
            left,
            swept,
        } = progress;
        let last = self.history.last().map_or(0, |&(work, _)| work);
        if swept == 0 || work < last + last / GRAIN {
            return;
        }
        let rest = left as f64 + self.states_after(level, states);
        let whole = work as f64 * (1.0 + rest / swept as f64);
        self.history.push((work, whole));
    }

    /// The expected work of the whole sweep, of which `work` was done; `None` if nothing can be said yet.
    pub(in crate::engine) fn whole(&self, work: u64) -> Option<Whole> {
        let &(_, whole) = self.history.last()?;
        let earlier = self.history.partition_point(|&(at, _)| at <= work / BACK);
        let before = earlier
            .checked_sub(1)
            .map_or(whole, |at| self.history[at].1);
        let receded = (whole / before).max(1.0).sqrt();
        let recent = self
            .history
            .iter()
            .rev()
            .take_while(|&&(at, _)| at > work / RECENT);
        let least = recent.map(|&(_, whole)| whole).fold(whole, f64::min);
        let expected = ((whole * receded) as u64).max(work);
        Some(Whole::of_growth(expected, (least as u64).max(work)))
    }
}
