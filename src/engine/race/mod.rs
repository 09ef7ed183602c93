//! Two ways to the same result, in turns, by counted work. Which one is faster is not known beforehand.
//!
//! A search visits every solution; a [sweep](crate::engine::sweep) goes through the states of a frontier. Either may take
//! a thousand times as long as the other, and no look at a problem shows which. So both continue in turns, and the first that
//! comes to its end wins. Whose turn it is follows from how far each of the two has come, and from nothing else
//! ([`next`]): not from a clock, nor from the instruction set. So the same problem takes the same turns everywhere, and two
//! threads could run both ahead and still report the one that is the first to finish in the order of the turns.
//!
//! # What it costs
//!
//! Work is counted so that a unit is about a nanosecond of a common machine. Let a runner's *whole* be the work that it
//! would take alone, and `spent` what it has taken. The runners in equal shares never take more than twice the smaller
//! whole. With evidence it is less:
//!
//! ```text
//!     expected    the whole, as well as it is known by now               says who continues: the one that is nearer to its end
//!     at least    as much of the whole as is sure, `spent` or more       says for how long:
//!     at most     the whole is hardly more
//!
//!                 own spent  ≤  c · the other's at least  +  head start          c = 1.1
//!     or          own at most + the other's spent  ≤  (1 + c) · the other's at least  +  head start
//! ```
//!
//! *Why that is enough.* Let A and B be the wholes, and let the first runner finish: it has spent A. What the second one
//! spent before is no more than c·A + h, since what is sure of a whole is never more than the whole. So together they take
//! (1 + c)·A + h. If A is the smaller whole, that is the claim. If B is smaller, then the first runner has kept to its own
//! bound: A ≤ c·B + h, and the second one has not finished, so that it spent less than B: together less than
//! (1 + c)·B + h. So the race takes no more than 1 + c = 2.1 times the smaller whole, and the head start. (One of the two may
//! always continue: if both had used up their bounds, each would have spent more than c times the other.) Without any
//! evidence that is all that there is: shares of 48 to 52 %. What is left of the promised 2.2 is for the prices of work,
//! which are not the same on every machine.
//!
//! Expectations cost nothing if they are wrong, except for the time until they are mended; what is taken to be *sure* can cost
//! more, so it is taken with a large discount:
//!
//! - The whole of a search is estimated by [walks, and then by probes](samples). Their scatter shows what is sure: the lower
//!   end of an interval of 95 %, or a third of what remains without the largest one. (Such samples are skewed to the right:
//!   their means are too small far more often than too large.)
//!   No more of it is believed than [`TRUST_IN_PROBES`] times what was searched. Walks alone have no upper end.
//! - The whole of a sweep is forecast from the growth of its levels so far
//!   (`Forecast` of [`sweep`](crate::engine::sweep)); the smallest of the latest forecasts is believed, and no more of it
//!   than [`TRUST`] times what was swept, unless it promises more by many orders of magnitude. When both runners have taken
//!   some milliseconds, scouts go ahead (`scouts` of [`sweep`](crate::engine::sweep)), before turns of either runner. What they
//!   have seen takes the place of the forecast, and is believed as it is. Only where recent ones missed more than they took to be possible, the next
//!   are taken to miss as much.
//!
//! A search that has come to more than was expected is expected to take as much again, and twice as much if there are no
//! better grounds; a sweep whose end recedes while it continues is expected to recede on.

mod samples;
mod searching;

pub(in crate::engine) use searching::{Other, Searching};

/// How many times as much as the other is sure to need a runner may take, in tenths.
const RATIO: u64 = 11;
/// Work that a runner may take beyond that. The search gets more: walks show early that it is short, while the first
/// forecasts of a sweep know little but its plan.
const HEAD_START: u64 = 4_000_000;
const HEAD_START_OF_SWEEP: u64 = 1_000_000;
/// Where probes have shown how much a search takes, and no scouts how much a sweep takes, the sweep continues first, unless it
/// should have this many times as much left: its forecast is often far too large.
const LEAN: u64 = 3;
/// One part in this many of a sweep's forecast is taken to be sure,
const DISCOUNT: u64 = 2;
/// and no more than this many times what it has swept (where the forecast is thousands of times as much, half the logarithm
/// of that); of a search, no more than this many times what it has taken.
const TRUST: u64 = 3;
const TRUST_IN_PROBES: u64 = 60;

/// The progress of a runner, all in units of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) struct Report {
    pub(in crate::engine) spent: u64,
    /// The expected work in all.
    pub(in crate::engine) expected: u64,
    /// The work that it certainly takes in all, or has taken.
    pub(in crate::engine) at_least: u64,
    /// The work that it is unlikely to exceed.
    pub(in crate::engine) at_most: u64,
}

/// The work of a whole sweep, as forecast from its levels so far: what is expected, and what if its end recedes no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) struct Whole {
    pub(in crate::engine) expected: u64,
    pub(in crate::engine) least: u64,
    /// The work that it is unlikely to exceed.
    pub(in crate::engine) most: u64,
    /// Whether scouts have seen that it takes that at least; what follows from growth alone may be far too much.
    pub(in crate::engine) is_seen: bool,
}

impl Whole {
    /// What the growth of levels says, which may be far too much.
    pub(in crate::engine) fn of_growth(expected: u64, least: u64) -> Whole {
        Whole {
            expected,
            least,
            most: u64::MAX,
            is_seen: false,
        }
    }

    /// This many times as much.
    pub(in crate::engine) fn times(self, factor: u64) -> Whole {
        Whole {
            expected: self.expected.saturating_mul(factor),
            least: self.least.saturating_mul(factor),
            most: self.most.saturating_mul(factor),
            is_seen: self.is_seen,
        }
    }

    /// With this much work beside.
    pub(in crate::engine) fn and(self, beside: u64) -> Whole {
        Whole {
            expected: self.expected.saturating_add(beside),
            least: self.least.saturating_add(beside),
            most: self.most.saturating_add(beside),
            is_seen: self.is_seen,
        }
    }
}

impl Report {
    /// The progress of a runner that cannot continue.
    pub(in crate::engine) const OUT: Report = Report {
        spent: 0,
        expected: u64::MAX,
        at_least: u64::MAX,
        at_most: u64::MAX,
    };

    /// The progress of a runner about which only the work taken is known.
    pub(in crate::engine) fn only(spent: u64) -> Report {
        Report {
            spent,
            expected: spent.saturating_mul(2),
            at_least: spent,
            at_most: u64::MAX,
        }
    }

    /// Of a sweep that took `before` to begin, has done this much since, and should do this much as a whole, if that is
    /// known: where its levels do not fit into the memory, it is not.
    pub(in crate::engine) fn of_sweep(before: u64, done: u64, whole: Option<Whole>) -> Report {
        let Whole {
            expected,
            least,
            most,
            is_seen,
        } = whole.unwrap_or(Whole::of_growth(3 * done, 3 * done));
        let left = least.saturating_sub(done);
        // Of how many times as much is left, the logarithm.
        let orders = u64::from((left / done.max(1)).max(1).ilog2());
        let trust = TRUST.max(orders / 2);
        let sure = match is_seen {
            true => left,
            false => (left / DISCOUNT).min(trust.saturating_mul(done)),
        };
        Report {
            spent: before + done,
            expected: before.saturating_add(expected.max(done)),
            at_least: before + done + sure,
            at_most: before.saturating_add(most),
        }
    }

    /// Of a runner that takes this much before it can begin.
    pub(in crate::engine) fn ahead(work: u64) -> Report {
        Report {
            spent: 0,
            expected: work.saturating_mul(2),
            at_least: work,
            at_most: u64::MAX,
        }
    }

    pub(in crate::engine) fn left(self) -> u64 {
        self.expected.saturating_sub(self.spent)
    }

    /// Whether this runner may continue beside the other one, with this head start.
    fn may_go_on(self, other: Report, head_start: u64) -> bool {
        let bound = u128::from(other.at_least) * u128::from(RATIO) / 10;
        u128::from(self.spent) <= bound + u128::from(head_start)
    }

    /// Whether this runner may continue to its end.
    pub(in crate::engine) fn may_finish(self, other: Report) -> bool {
        let both = u128::from(self.at_most) + u128::from(other.spent);
        let bound = u128::from(other.at_least) * u128::from(10 + RATIO) / 10;
        both <= bound + u128::from(HEAD_START)
    }
}

/// One of two runners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) enum Turn {
    Search,
    Sweep,
}

/// Whose turn it is.
pub(in crate::engine) fn next(search: Report, sweep: Report) -> Turn {
    if sweep == Report::OUT {
        return Turn::Search;
    }
    if search == Report::OUT {
        return Turn::Sweep;
    }
    let only_search_is_known = search.at_most < u64::MAX && sweep.at_most == u64::MAX;
    let lean = if only_search_is_known { LEAN } else { 1 };
    let is_nearer = search.left() <= sweep.left() / lean;
    let may_sweep = || sweep.may_go_on(search, HEAD_START_OF_SWEEP) || sweep.may_finish(search);
    match (
        search.may_go_on(sweep, HEAD_START),
        search.may_finish(sweep),
    ) {
        (false, true) => Turn::Search,
        (true, _) if is_nearer => Turn::Search,
        _ if is_nearer => Turn::Sweep,
        _ if may_sweep() => Turn::Sweep,
        _ => Turn::Search,
    }
}

/// The work of a runner's next turn, which has taken so much: turns become longer, up to some 20 milliseconds, so that who
/// waits for a limit does not wait long.
pub(in crate::engine) fn turn(spent: u64) -> u64 {
    (spent / 16).clamp(100_000, 20_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A runner that takes this much in all, and what it says of it at each point: the truth times a factor, to expect, and
    /// at most the truth, to be sure.
    #[derive(Clone, Copy, Debug)]
    struct Runner {
        whole: u64,
        factor: f64,
        sure: f64,
        /// At least the truth, if anything is known.
        most: Option<f64>,
        spent: u64,
    }

    impl Runner {
        fn report(&self) -> Report {
            let sure = (self.whole as f64 * self.sure) as u64;
            Report {
                spent: self.spent,
                expected: ((self.whole as f64 * self.factor) as u64).max(self.spent),
                at_least: sure.max(self.spent),
                at_most: self
                    .most
                    .map_or(u64::MAX, |most| (self.whole as f64 * most) as u64 + 1),
            }
        }

        /// Whether it has finished.
        fn go_on(&mut self) -> bool {
            self.spent = self.whole.min(self.spent + turn(self.spent));
            self.spent == self.whole
        }
    }

    /// All turns, to the first end.
    fn run(mut search: Runner, mut sweep: Runner) -> (Vec<Turn>, u64) {
        let mut turns = Vec::new();
        loop {
            let turn = next(search.report(), sweep.report());
            turns.push(turn);
            let is_over = match turn {
                Turn::Search => search.go_on(),
                Turn::Sweep => sweep.go_on(),
            };
            if is_over {
                return (turns, search.spent + sweep.spent);
            }
        }
    }

    fn runner() -> impl Strategy<Value = Runner> {
        let factor = (-6.0..6.0f64).prop_map(f64::exp2);
        let most = proptest::option::of(1.0..4.0f64);
        let known = (0.0..37.0f64, factor, 0.0..=1.0f64, most);
        known.prop_map(|(log, factor, sure, most)| Runner {
            whole: log.exp2() as u64 + 1,
            factor,
            sure,
            most,
            spent: 0,
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

        /// Whatever is expected, and whatever is sure.
        #[test]
        fn a_race_takes_little_more_than_twice_the_smaller_whole(one in runner(), other in runner()) {
            let (turns, both) = run(one, other);
            let smaller = one.whole.min(other.whole);
            // A turn may end beyond the bound.
            let bound = (2.1 * smaller as f64 + HEAD_START as f64) * 17.0 / 16.0 + turn(0) as f64;
            prop_assert!(both as f64 <= bound, "{both} of {smaller} in {} turns", turns.len());
        }

        /// The turns of two runners that have run ahead follow from their reports alone.
        #[test]
        fn runners_may_run_ahead(one in runner(), other in runner()) {
            let other = Runner { most: None, ..other };
            let ahead = |mut runner: Runner| {
                let mut reports = vec![runner.report()];
                while !runner.go_on() {
                    reports.push(runner.report());
                }
                reports
            };
            let (searches, sweeps) = (ahead(one), ahead(other));
            let (mut at, mut beside) = (0, 0);
            let mut turns = Vec::new();
            while at < searches.len() && beside < sweeps.len() {
                let turn = next(searches[at], sweeps[beside]);
                turns.push(turn);
                match turn {
                    Turn::Search => at += 1,
                    Turn::Sweep => beside += 1,
                }
            }
            prop_assert_eq!(turns, run(one, other).0);
        }
    }

    #[test]
    fn one_that_is_out_has_no_turn() {
        let spent = Report::only(1 << 40);
        assert_eq!(next(spent, Report::OUT), Turn::Search);
        assert_eq!(next(Report::OUT, spent), Turn::Sweep);
    }
}
