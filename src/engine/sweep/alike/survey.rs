//! What a sweep in an order would take, as a sample of states shows that goes through all levels.
//!
//! How well an order suits does not show by its levels alone. Sudokus, digit after digit, leave less uncertain than band after
//! band, but fewer states are alike:
//!
//! ```text
//!     classes of states of Sudokus 3x3       after 9 cells    18     27     …
//!         a band is filled                               1     38     44
//!         a digit is placed, then another one            1   some millions
//! ```
//!
//! So a sample of states goes through all levels as a [sweep](super::run) in this order would: what follows from it at the next
//! level is the next sample, or some of that, drawn at random. Where the sweep would compare states, those of the sample are
//! compared, and the pairs that are alike tell about how many classes there are. Those that are kept go on.

use rand_core::Rng;

use super::classes::Classes;
use super::comparing::{Comparing, pairs};
use super::march::March;
use super::plan::{FEW, Plan};
use super::renamings::Renamings;
use super::run::ALIKE;
use super::states::{States, Table, Ways};
use super::{WORK_OF_EDGE, by_threads};
use crate::engine::random::SplitMix;

/// The most states of a sample.
const SAMPLE: usize = 128;
/// If fewer pairs of a sample are alike, nothing follows from them.
const PAIRS: u128 = 2;
/// The work to look for a state, for each edge of what it leaves.
const LOOK: u64 = 20 * WORK_OF_EDGE;
/// The work that each survey takes in a turn.
const TURN: u64 = 2_500_000;
/// Another order is taken if it should take less than one part in this many of the work.
const WORTH: f64 = 2.0;

/// Surveys of several orders.
#[derive(Debug)]
pub(super) struct Surveys {
    /// Of the first order.
    own: Survey,
    /// Orders of which there is no survey yet.
    waiting: Vec<Vec<u32>>,
    under_way: Vec<Survey>,
    /// The cheapest one that is at the end, other than the first one.
    best: Option<Survey>,
}

impl Surveys {
    /// Of an order that is in use, and others.
    pub(super) fn new(own: Plan, others: Vec<Vec<u32>>) -> Surveys {
        Surveys {
            own: Survey::new(own),
            waiting: others,
            under_way: Vec::new(),
            best: None,
        }
    }

    /// Goes on for a while. Whether it is known which order suits best, and the work that was done. If a sweep in the first order
    /// should take no more work than `short`, that is the one.
    pub(super) fn go_on(&mut self, plan: &Plan, short: u64, threads: usize) -> (bool, u64) {
        if !self.own.is_over {
            return (false, self.own.advance());
        }
        if self.own.cost <= short as f64 {
            return (true, 0);
        }
        if let Some(order) = self.waiting.pop() {
            self.under_way.push(Survey::new(plan.in_order(&order)));
            return (false, 0);
        }
        let work = by_threads(&mut self.under_way, threads, Survey::advance);
        for survey in self.under_way.extract_if(.., |survey| survey.is_over) {
            let is_better = |best: &Survey| survey.cost < best.cost;
            if self.best.as_ref().is_none_or(is_better) {
                self.best = Some(survey);
            }
        }
        let most = self.most();
        self.under_way.retain(|survey| survey.cost < most);
        (self.under_way.is_empty(), work.into_iter().sum())
    }

    /// What a better order may cost.
    fn most(&self) -> f64 {
        let best = self.best.iter().map(|best| best.cost);
        best.fold(self.own.cost / WORTH, f64::min)
    }

    /// The levels of the order that suits best, if it is not the first one.
    pub(super) fn better(&mut self) -> Option<Plan> {
        let is_worth_it =
            |best: &Survey| best.cost.is_finite() && best.cost <= self.own.cost / WORTH;
        let best = self.best.take()?;
        is_worth_it(&best).then_some(best.plan)
    }
}

/// A survey in progress.
#[derive(Debug)]
struct Survey {
    plan: Plan,
    /// The sample, and how many states each of it stands for.
    march: March,
    each: f64,
    draws: SplitMix,
    /// About how many states were kept the last time, and the kinds there; 0 if none were compared.
    last: (f64, usize),
    comparing: Option<(Comparing, Effort)>,
    /// About the work of a sweep to where the sample is.
    cost: f64,
    is_over: bool,
    work: u64,
}

/// About what it takes to compare states.
#[derive(Debug)]
struct Effort {
    /// The work to rename a state.
    renaming: f64,
    /// How many states are left then to look for.
    looks: f64,
}

impl Survey {
    fn new(plan: Plan) -> Survey {
        let mut first = States::new(plan.words);
        first.push(&plan.first_state(), &Ways::ONE);
        Survey {
            march: March::new((0, first), plan.words, usize::MAX),
            plan,
            each: 1.0,
            draws: SplitMix::new(0),
            last: (1.0, 0),
            comparing: None,
            cost: 0.0,
            is_over: false,
            work: 0,
        }
    }

    /// Goes on for a while. The work that was done.
    fn advance(&mut self) -> u64 {
        let before = self.work;
        while !self.is_over && self.work < before + TURN {
            self.step();
        }
        self.work - before
    }

    /// Goes on by a level, or by some of the states that are compared.
    fn step(&mut self) {
        let Some((comparing, _)) = &mut self.comparing else {
            self.pass_level();
            return;
        };
        let (is_compared, work) = comparing.go_on(&self.plan, 1);
        self.work += work;
        if is_compared && let Some((comparing, effort)) = self.comparing.take() {
            self.keep(comparing, &effort);
        }
    }

    fn pass_level(&mut self) {
        let before = self.march.work;
        while !self.march.step(&self.plan) {}
        let work = self.march.work - before;
        self.work += work;
        self.cost += self.each * work as f64;
        self.draw();
        let level = self.march.level;
        self.end_if_none_is_left();
        self.is_over |= level == self.plan.levels.len();
        let (states, last) = (self.states() as usize, (self.last.0 as usize, self.last.1));
        if !self.is_over && self.plan.is_to_compare(level, states, last) {
            self.compare();
        }
    }

    /// A sample of which nothing is left tells nothing about the others.
    fn end_if_none_is_left(&mut self) {
        if self.march.states.len() == 0 {
            self.is_over = true;
            self.cost = f64::INFINITY;
        }
    }

    /// About how many states there are where the sample is.
    fn states(&self) -> f64 {
        self.each * self.march.states.len() as f64
    }

    /// Leaves some of the states.
    fn draw(&mut self) {
        let states = &mut self.march.states;
        let count = states.len();
        if count > SAMPLE {
            let mut places = Vec::from_iter(0..count);
            for place in 0..SAMPLE {
                let other = place + (self.draws.next_u64() % (count - place) as u64) as usize;
                places.swap(place, other);
            }
            *states = states.pick(places.into_iter().take(SAMPLE));
            self.each *= count as f64 / SAMPLE as f64;
        }
    }

    fn compare(&mut self) {
        let (renamings, mut work) = Renamings::of_level(&self.plan, self.march.level);
        let mut table = Table::new(self.plan.words);
        let (mut state, mut other) = (Vec::new(), Vec::new());
        let mut renaming = 0;
        for (key, _) in self.march.states.iter() {
            state.clear();
            state.extend_from_slice(key);
            renaming += renamings.lessen(&mut state, &mut other);
            table.add(&state, &Ways::ONE);
        }
        work += renaming;
        self.work += work;
        let effort = Effort {
            renaming: renaming as f64 / self.march.states.len() as f64,
            looks: self.different(table.states()),
        };
        let comparing = Comparing::new(table, Classes::in_room(0), &self.plan);
        self.comparing = Some((comparing, effort));
    }

    /// About how many states are different, if these are left of the sample.
    fn different(&self, left: &States) -> f64 {
        let count = self.march.states.len() as f64;
        if self.each <= 1.0 {
            return left.len() as f64;
        }
        match pairs(left) {
            ..PAIRS => self.states(),
            // n of c have about n²/2c pairs that are equal.
            pairs => (count * count / 2.0 / pairs as f64).clamp(1.0, self.states()),
        }
    }

    /// Goes on with the states of a sample that were kept, if so few are that all would be compared.
    fn keep(&mut self, comparing: Comparing, effort: &Effort) {
        let (states, level) = (self.states(), self.march.level);
        let kept = comparing.into_kept();
        let classes = self.different(&kept);
        if states > FEW as f64 && classes * ALIKE as f64 > states {
            return;
        }
        let look = (LOOK * self.plan.edges_left(level)) as f64;
        self.cost += states * effort.renaming + effort.looks * look;
        self.last = (classes, self.plan.kinds(level));
        self.each = (classes / kept.len() as f64).max(1.0);
        self.march.states = kept;
        self.end_if_none_is_left();
    }
}
