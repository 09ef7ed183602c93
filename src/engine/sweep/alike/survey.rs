//! Estimates of the work of a sweep in an order, from a sample of states that goes through all levels.
//!
//! The levels alone do not show how good an order is. Sudokus, digit after digit, leave less uncertain than band after band,
//! but fewer states are alike:
//!
//! ```text
//!     classes of states of Sudokus 3x3       after 9 cells    18     27     …
//!         a band is filled                               1     38     44
//!         a digit is placed, then another one            1   some millions
//! ```
//!
//! So a sample of states goes through all levels as a [sweep](super::run) in this order would: what follows from it at the next
//! level is the next sample, or some of that, drawn at random. Where the sweep would compare states, some of the sample are
//! compared, and the pairs that are alike show about how many classes there are. Those that are kept continue.
//!
//! Where few of those are alike, the others of the sample are compared too: a few pairs say little, and what continues stands for
//! all that was kept, so that an error is carried from level to level.

use rand_core::Rng;

use super::by_threads;
use super::classes::Classes;
use super::comparing::{Comparing, different};
use super::march::March;
use super::plan::{FEW, Plan};
use super::renamings::Renamings;
use super::run::{ALIKE, HALVES};
use super::states::{States, Table, Ways};
use crate::engine::random::SplitMix;

/// The most states of a sample, and of those that are compared unless few of these are alike.
const SAMPLE: usize = 1 << 10;
const COMPARED: usize = 1 << 8;
/// The work that each survey takes in a turn.
const TURN: u64 = 2_500_000;

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

    /// Continues for a while. Returns whether the best order is known, and the work that was done. If a sweep in the first
    /// order should take no more work than `short`, it is the best.
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

    /// The most that a better order may cost.
    fn most(&self) -> f64 {
        let best = self.best.iter().map(|best| best.cost);
        best.fold(self.own.cost, f64::min)
    }

    /// The levels of the best order, if it is not the first one.
    pub(super) fn better(&mut self) -> Option<Plan> {
        let best = self.best.take()?;
        let is_better = best.cost.is_finite() && best.cost < self.own.cost;
        is_better.then_some(best.plan)
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
    renamings: Renamings,
    /// The work to rename a state.
    renaming: f64,
    /// The number of states that must still be looked up after that, and the work for each.
    looks: f64,
    looking: f64,
    /// The number of states of the sample that are compared.
    compared: usize,
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

    /// Continues for a while. Returns the work that was done.
    fn advance(&mut self) -> u64 {
        let before = self.work;
        while !self.is_over && self.work < before + TURN {
            self.step();
        }
        self.work - before
    }

    /// Continues by a level, or by some of the states that are compared.
    fn step(&mut self) {
        let Some((comparing, effort)) = &mut self.comparing else {
            self.pass_level();
            return;
        };
        let (is_compared, work) = comparing.go_on(&self.plan, 1);
        self.work += work;
        effort.looking += work as f64 / comparing.states() as f64;
        if is_compared && let Some((comparing, effort)) = self.comparing.take() {
            self.keep(comparing, effort);
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

    /// A sample of which nothing is left says nothing about the other states.
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
        let count = self.march.states.len();
        if count > SAMPLE {
            self.march.states = self.some(SAMPLE);
            self.each *= count as f64 / SAMPLE as f64;
        }
    }

    /// `number` of the states, drawn at random.
    fn some(&mut self, number: usize) -> States {
        let states = &self.march.states;
        let mut places = Vec::from_iter(0..states.len());
        for place in 0..number {
            let left = (places.len() - place) as u64;
            places.swap(place, place + (self.draws.next_u64() % left) as usize);
        }
        states.pick(places.into_iter().take(number))
    }

    fn compare(&mut self) {
        let (renamings, work) = Renamings::of_level(&self.plan, self.march.level);
        let (all, renaming) = self.renamed(&self.march.states, &renamings);
        self.work += work + renaming;
        let count = self.march.states.len();
        let effort = Effort {
            renamings,
            renaming: renaming as f64 / count as f64,
            looks: different(all.states(), count, self.states()),
            looking: 0.0,
            compared: 0,
        };
        self.compare_some(COMPARED.min(count), effort);
    }

    /// Begins to compare `number` of the states.
    fn compare_some(&mut self, number: usize, mut effort: Effort) {
        let some = self.some(number);
        let (table, work) = self.renamed(&some, &effort.renamings);
        self.work += work;
        (effort.compared, effort.looking) = (number, 0.0);
        let classes = Classes::without_room(usize::MAX);
        let comparing = Comparing::new((table, self.march.level), classes, &self.plan);
        self.comparing = Some((comparing, effort));
    }

    /// The states, renamed to be as small as possible, each with its number; and the work.
    fn renamed(&self, states: &States, renamings: &Renamings) -> (Table, u64) {
        let mut table = Table::new(self.plan.words);
        let (mut state, mut other, mut work) = (Vec::new(), Vec::new(), 0);
        for (key, _) in states.iter() {
            state.clear();
            state.extend_from_slice(key);
            work += renamings.lessen(&mut state, &mut other, |_| false);
            table.add(&state, &Ways::ONE);
        }
        (table, work)
    }

    /// Continues with the states of a sample that were kept, unless too many were kept for all to be compared.
    fn keep(&mut self, comparing: Comparing, effort: Effort) {
        let (states, level) = (self.states(), self.march.level);
        let kept = comparing.into_kept();
        let are_few_alike = 2 * kept.len() > effort.compared;
        let all = self.march.states.len();
        if are_few_alike && effort.compared < all {
            self.compare_some(all, effort);
            return;
        }
        let classes = different(&kept, effort.compared, effort.looks.max(kept.len() as f64));
        if states > FEW as f64 && classes * ALIKE as f64 > states {
            return;
        }
        self.cost += states * effort.renaming;
        let classes = match classes * HALVES as f64 <= effort.looks {
            true => {
                self.cost += effort.looks * effort.looking;
                classes
            }
            false => effort.looks,
        };
        self.last = (classes, self.plan.kinds(level));
        self.each = (classes / kept.len() as f64).max(1.0);
        self.march.states = kept;
        self.end_if_none_is_left();
    }
}
