//! A sweep in one order that keeps one of several states that are alike.

use super::Outcome;
use super::classes::Classes;
use super::comparing::{Comparing, different, pairs};
use super::march::March;
use super::marching::Marching;
use super::plan::{FEW, Plan};
use super::renamings::Renamings;
use super::states::{States, Ways};
use crate::engine::sweep::TableEffort;

/// All states of a level are compared if a sample shows that at most one in this many would be kept.
pub(super) const ALIKE: u128 = 8;
/// A sweep is abandoned after this number of samples in a row that did not show that.
const MISSES: usize = 8;
/// States that differ after renaming are looked up among the classes if at most about one in this number is kept then.
/// Looking up a state takes longer than letting a second one continue.
pub(super) const HALVES: u128 = 2;
/// Before the first state goes ahead, the renamings of what may be left are counted at this many levels.
const TRIED: usize = 8;
/// The number of steps from one state to another that take as long as renaming a state; below, as looking up a state.
const STEPS_TO_RENAME: usize = 20;
const STEPS_TO_LOOK: usize = 300;
/// A sample has `SAMPLE` times the square root of the number of states, within the bounds `SAMPLES`. If each state is
/// alike to n others, about 2n pairs of the sample are alike.
const SAMPLE: usize = 2;
const SAMPLES: (usize, usize) = (1 << 6, 1 << 13);

/// How many states there are at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grain {
    /// Up to this number, states are compared without a sample.
    pub(super) few: usize,
    /// At most about this number scouts ahead.
    pub(super) scouts: usize,
    /// About this many are at the same level when states go together.
    pub(super) together: usize,
}

impl Default for Grain {
    fn default() -> Grain {
        Grain {
            few: FEW,
            scouts: 1 << 16,
            together: 1 << 16,
        }
    }
}

/// A sweep in progress.
#[derive(Debug)]
pub(super) struct Run {
    plan: Plan,
    /// The states that were kept the last time, and their level.
    level: usize,
    kept: States,
    /// `None` before the first advance, and at the end.
    phase: Option<Phase>,
    grain: Grain,
    /// The samples since the last one that showed that many states are alike.
    misses: usize,
    /// The largest number of states for each that was kept, where that were many; at first 1.
    ratio: usize,
    /// Whether the states of each level are compared, for tests.
    compares_all: bool,
    outcome: Outcome,
    work: u64,
    swept: u64,
    widest: usize,
    most_bytes: usize,
}

/// What is being done.
#[derive(Debug)]
enum Phase {
    Scout(Box<Scouts>),
    March(Box<Marching>, Next),
    Compare(Box<Comparing>, Next),
}

/// What is done with states that have arrived.
#[derive(Debug)]
enum Next {
    /// They are a sample: it is decided whether all are compared.
    Decide(Box<Scouts>),
    /// They are kept, at their level, to which about this many came.
    Keep {
        level: usize,
        states: usize,
        comparison: Comparison,
    },
    /// They are at the end.
    Count,
}

/// How states are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    /// States that are equal after renaming become one.
    Renaming,
    /// After that, each state is looked up among the classes.
    Looking,
}

/// Some states, which go ahead to see what comes.
#[derive(Debug)]
pub(super) struct Scouts {
    pub(super) march: March,
    /// How often every second state was left out.
    pub(super) halved: u32,
    /// The most states on the way, divided by the number that was kept.
    pub(super) growth: usize,
    /// A level where many are alike; perhaps one follows soon where it takes less to compare them.
    candidate: Option<Candidate>,
    /// The pairs of the last sample that are equal after they were renamed.
    equal: u128,
    /// About how many of all states would then differ.
    looks: usize,
}

/// A level where all states may be compared.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    level: usize,
    /// About how many states there are, and the growth up to there.
    states: usize,
    growth: usize,
    comparison: Comparison,
    /// What it takes to compare them, in steps.
    steps: usize,
    /// About how many states there were after it, at all levels together.
    passed: usize,
}

impl Run {
    /// With a plan that is made.
    pub(super) fn new(plan: Plan, grain: Grain, compares_all: bool) -> Run {
        let mut kept = States::new(plan.words);
        kept.push(&plan.first_state(), &Ways::ONE);
        Run {
            plan,
            level: 0,
            kept,
            phase: None,
            grain,
            misses: 0,
            ratio: 1,
            compares_all,
            outcome: Outcome::UnderWay,
            work: 0,
            swept: 0,
            widest: 0,
            most_bytes: 0,
        }
    }

    /// Continues the sweep for about `work` units of work, in `room` bytes, with `threads` threads.
    pub(super) fn advance(&mut self, work: u64, room: usize, threads: usize) -> &Outcome {
        let last = self.work.saturating_add(work);
        while self.outcome == Outcome::UnderWay && self.work < last {
            self.phase = match self.phase.take() {
                None if self.is_hopeless() => None,
                None => Some(self.scout()),
                Some(Phase::Scout(scouts)) => self.go_on_scouting(scouts),
                Some(Phase::March(marching, next)) => {
                    self.go_on_marching((marching, next), room, threads)
                }
                Some(Phase::Compare(comparing, next)) => self.compare(comparing, next, threads),
            };
            let bytes = self.bytes();
            self.most_bytes = self.most_bytes.max(bytes);
            if bytes > room {
                self.give_up();
            }
        }
        &self.outcome
    }

    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Whether at least some thousand states became fewer by this `ratio`.
    pub(super) fn has_reduced_by(&self, ratio: usize) -> bool {
        self.ratio >= ratio
    }

    /// The effort so far.
    pub(super) fn effort(&self) -> TableEffort {
        TableEffort {
            counts: 0,
            states: self.swept,
            widest: self.widest as u64,
            peak_bytes: self.most_bytes as u64,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let scouting = |scouts: &Scouts| scouts.march.bytes();
        let waiting = |next: &Next| match next {
            Next::Decide(scouts) => scouting(scouts),
            Next::Keep { .. } | Next::Count => 0,
        };
        let beside = match &self.phase {
            None => 0,
            Some(Phase::Scout(scouts)) => scouting(scouts),
            Some(Phase::March(marching, next)) => marching.bytes() + waiting(next),
            Some(Phase::Compare(comparing, next)) => comparing.bytes() + waiting(next),
        };
        self.kept.bytes() + beside
    }

    /// Gives up before the first state goes ahead, if hardly anything that may be left on the way can be renamed: states are
    /// seldom alike for another reason.
    fn is_hopeless(&mut self) -> bool {
        let levels = self.plan.levels.len();
        if self.level > 0 || levels < 4 * TRIED || self.compares_all {
            return false;
        }
        for level in (1..=TRIED).map(|part| part * levels / (TRIED + 1)) {
            let (renamings, work) = Renamings::of_level(&self.plan, level);
            self.work += work;
            if u128::from(renamings.count) >= ALIKE {
                return false;
            }
        }
        self.give_up();
        true
    }

    fn give_up(&mut self) {
        self.outcome = Outcome::GivenUp;
        self.phase = None;
    }

    /// Lets the states that were kept go ahead.
    fn scout(&self) -> Phase {
        let from = (self.level, self.kept.clone());
        let march = March::new(from, self.plan.words, usize::MAX);
        Phase::Scout(Box::new(Scouts::new(march)))
    }

    fn go_on_scouting(&mut self, mut scouts: Box<Scouts>) -> Option<Phase> {
        let before = scouts.march.work;
        let is_at_level = scouts.march.step(&self.plan);
        self.work += scouts.march.work - before;
        if !is_at_level {
            return Some(Phase::Scout(scouts));
        }
        let (level, states) = (scouts.march.level, scouts.states());
        scouts.growth = scouts.growth.max(states / self.kept.len().max(1));
        let is_at_end = level == self.plan.levels.len();
        if let Some(candidate) = &mut scouts.candidate {
            candidate.passed = candidate.passed.saturating_add(states);
            if is_at_end || candidate.passed > candidate.steps {
                return Some(self.compare_at(*candidate));
            }
        }
        if is_at_end {
            if scouts.halved > 0 && !self.has_reduced_by(2) && !self.compares_all {
                self.give_up();
                return None;
            }
            return Some(self.march_all(scouts, Renamings::default(), Next::Count));
        }
        if !self.is_to_compare(level, states) {
            scouts.thin(self.grain.scouts);
            return Some(Phase::Scout(scouts));
        }
        let (renamings, work) = Renamings::of_level(&self.plan, level);
        self.work += work;
        if states <= self.grain.few {
            let comparison = Comparison::Looking;
            let next = Next::Keep {
                level,
                states,
                comparison,
            };
            return Some(self.march_all(scouts, renamings, next));
        }
        let sample = March::new((level, scouts.sample()), self.plan.words, usize::MAX);
        let sample = Marching::of_one(sample, renamings, &self.plan);
        Some(Phase::March(Box::new(sample), Next::Decide(scouts)))
    }

    fn is_to_compare(&self, level: usize, states: usize) -> bool {
        let last = (self.kept.len().max(1), self.last_kinds());
        self.compares_all || self.plan.is_to_compare(level, states, last)
    }

    /// The kinds of the level where states were compared the last time; 0 if they never were.
    fn last_kinds(&self) -> usize {
        match self.level {
            0 => 0,
            level => self.plan.kinds(level),
        }
    }

    /// Lets all states follow, if they are not among the scouts.
    fn march_all(&mut self, scouts: Box<Scouts>, renamings: Renamings, next: Next) -> Phase {
        let marching = match scouts.halved {
            0 => Marching::of_one(scouts.march, renamings, &self.plan),
            _ => {
                let to = (scouts.march.level, renamings);
                let together = (self.grain.together, scouts.growth);
                Marching::of_all(&self.kept, to, together, &self.plan)
            }
        };
        Phase::March(Box::new(marching), next)
    }

    fn go_on_marching(
        &mut self,
        (mut marching, mut next): (Box<Marching>, Next),
        room: usize,
        threads: usize,
    ) -> Option<Phase> {
        let from = (self.level, &self.kept);
        let (is_over, work) = marching.go_on(from, &self.plan, threads);
        self.work += work;
        if !is_over {
            return Some(Phase::March(marching, next));
        }
        self.swept += marching.swept;
        self.widest = self.widest.max(marching.widest);
        let arrived = marching.into_arrived();
        let level = match &mut next {
            Next::Decide(scouts) => {
                let (size, all) = (scouts.sample_size(), scouts.states() as f64);
                scouts.equal = pairs(arrived.states());
                scouts.looks = different(arrived.states(), size, all) as usize;
                scouts.march.level
            }
            &mut Next::Keep {
                level,
                states,
                comparison: Comparison::Renaming,
            } => return Some(self.keep(level, arrived.into_states(), states)),
            Next::Keep { level, .. } => *level,
            Next::Count => {
                self.outcome = Outcome::Counted(arrived.states().total());
                return None;
            }
        };
        // The same amount is left for the states that are kept.
        let left = room.saturating_sub(self.kept.bytes() + arrived.bytes());
        let classes = Classes::in_room(left / 2);
        let comparing = Comparing::new((arrived, level), classes, &self.plan);
        Some(Phase::Compare(Box::new(comparing), next))
    }

    fn compare(
        &mut self,
        mut comparing: Box<Comparing>,
        next: Next,
        threads: usize,
    ) -> Option<Phase> {
        let (is_over, work) = comparing.go_on(&self.plan, threads);
        self.work += work;
        if !is_over {
            return Some(Phase::Compare(comparing, next));
        }
        let kept = comparing.into_kept();
        match next {
            Next::Decide(scouts) => self.decide(scouts, &kept),
            Next::Keep { level, states, .. } => Some(self.keep(level, kept, states)),
            Next::Count => unreachable!("what is counted is not compared"),
        }
    }

    /// Decides by a sample whether all states are compared where the scouts are.
    fn decide(&mut self, mut scouts: Box<Scouts>, sample: &States) -> Option<Phase> {
        let (pairs, size) = (pairs(sample), scouts.sample_size() as u128);
        let alike = 2 * pairs * scouts.states() as u128 / (size * size);
        let own = scouts.candidate_here(pairs);
        if pairs < 2 * ALIKE || alike < ALIKE {
            self.misses += 1;
            if self.misses >= MISSES && !self.compares_all {
                match scouts.candidate {
                    Some(candidate) => return Some(self.compare_at(candidate)),
                    None => self.give_up(),
                }
                return None;
            }
        } else {
            self.misses = 0;
            if scouts.halved == 0 {
                let (renamings, work) = Renamings::of_level(&self.plan, own.level);
                self.work += work;
                return Some(self.march_all(scouts, renamings, own.next()));
            }
            let before = scouts.candidate;
            let is_best =
                |before: Candidate| before.passed.saturating_add(own.steps) < before.steps;
            scouts.candidate = Some(before.filter(|&before| !is_best(before)).unwrap_or(own));
        }
        scouts.thin(self.grain.scouts);
        Some(Phase::Scout(scouts))
    }

    /// Lets all states follow to a level, where they are compared.
    fn compare_at(&mut self, candidate: Candidate) -> Phase {
        let level = candidate.level;
        let (renamings, work) = Renamings::of_level(&self.plan, level);
        self.work += work;
        let together = (self.grain.together, candidate.growth);
        let marching = Marching::of_all(&self.kept, (level, renamings), together, &self.plan);
        Phase::March(Box::new(marching), candidate.next())
    }

    /// Continues with the states that are kept.
    fn keep(&mut self, level: usize, kept: States, states: usize) -> Phase {
        if states > self.grain.few {
            self.ratio = self.ratio.max(states / kept.len().max(1));
        }
        (self.level, self.kept) = (level, kept);
        self.scout()
    }
}

impl Candidate {
    fn next(self) -> Next {
        Next::Keep {
            level: self.level,
            states: self.states,
            comparison: self.comparison,
        }
    }
}

impl Scouts {
    pub(super) fn new(march: March) -> Scouts {
        Scouts {
            march,
            halved: 0,
            growth: 1,
            candidate: None,
            equal: 0,
            looks: 0,
        }
    }

    /// About how many states there are, of which these are some.
    pub(super) fn states(&self) -> usize {
        let each = 1usize.checked_shl(self.halved).unwrap_or(usize::MAX);
        self.march.states.len().saturating_mul(each)
    }

    /// All states may be compared where these are, whose last sample has this number of pairs that are alike.
    fn candidate_here(&self, pairs: u128) -> Candidate {
        let comparison = match pairs < HALVES * self.equal {
            true => Comparison::Renaming,
            false => Comparison::Looking,
        };
        Candidate {
            level: self.march.level,
            states: self.states(),
            growth: self.growth,
            comparison,
            steps: self.steps_to_compare(comparison),
            passed: 0,
        }
    }

    /// What it takes to compare all states where these are, in steps, as the last sample shows.
    fn steps_to_compare(&self, comparison: Comparison) -> usize {
        let looks = match comparison {
            Comparison::Renaming => 0,
            Comparison::Looking => self.looks.saturating_mul(STEPS_TO_LOOK),
        };
        let renaming = self.states().saturating_mul(STEPS_TO_RENAME);
        renaming.saturating_add(looks)
    }

    /// Leaves out every second state, as long as there are more than this.
    fn thin(&mut self, most: usize) {
        while self.march.states.len() > most {
            let states = &mut self.march.states;
            *states = states.pick((0..states.len()).step_by(2));
            self.halved += 1;
        }
    }

    fn sample_size(&self) -> usize {
        let size = SAMPLE * self.states().isqrt();
        size.clamp(SAMPLES.0, SAMPLES.1)
            .min(self.march.states.len())
    }

    /// Some of the states, evenly spread, with one way to each.
    fn sample(&self) -> States {
        let (states, size) = (&self.march.states, self.sample_size());
        let mut sample = states.pick((0..size).map(|place| place * states.len() / size));
        (0..size).for_each(|place| *sample.ways_mut(place) = Ways::ONE);
        sample
    }
}
