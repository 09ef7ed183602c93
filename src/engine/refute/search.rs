//! The search: decide, follow, learn from each conflict (conflict-driven clause learning; J. P. Marques-Silva and K. A. Sakallah,
//! *GRASP*, 1999; N. Eén and N. Sörensson, *An Extensible SAT-solver*, 2003).
//!
//! What is asked for is decided first, one literal a level. If one of them turns out to be false, its reasons lead back to those
//! that contradict each other: no others were used.

use super::heap::Heap;
use super::network::{Literal, Network};
use super::state::{Cause, Clause, Conflict, State, Value};
use crate::engine::limits::{Limit, Limits, Watch};

/// Conflicts before the first restart.
const RESTART: u64 = 100;
/// Learned clauses that are kept at first, and how their number grows with each clearing.
const KEPT: usize = 4000;
const KEPT_MORE: usize = 500;
/// Nanoseconds of a step of work, nearly.
const STEP: u64 = 8;

/// The result of a search.
pub(super) enum Found {
    /// The variables have values that satisfy everything.
    Solution,
    /// These of the literals that were requested cannot be true together.
    Conflict(Vec<Literal>),
    Stopped(Limit),
}

/// The limits of a search.
pub(super) struct Budget {
    pub watch: Watch,
    /// Decisions and conflicts.
    pub nodes: u64,
    /// Work of all kinds, in nanoseconds.
    pub work: u64,
    /// The same limits, for others.
    pub limits: Limits,
}

impl Budget {
    /// Counts work, in nanoseconds.
    pub fn spend(&mut self, work: u64) -> Result<(), Limit> {
        self.work = self.work.checked_sub(work).ok_or(Limit::Nodes)?;
        self.watch.spend(work)
    }
}

pub(super) struct Search {
    pub state: State,
    heap: Heap,
    /// The last value of each option.
    phase: Vec<bool>,
    /// The variables that are in the clause that is being learned.
    seen: Vec<bool>,
    clause_step: f64,
    learned: usize,
    most_learned: usize,
    /// No values satisfy everything, whatever is asked for.
    is_contradictory: bool,
}

impl Search {
    pub fn new(network: Network) -> Search {
        let of_item = |item: usize| 1.0 / network.uses(item).len().max(1) as f64;
        let of_option = |option: usize| {
            let entries = network.entries(option).iter();
            entries.map(|entry| of_item(entry.item.index())).sum()
        };
        let activity = (0..network.option_count()).map(of_option).collect();
        Search {
            heap: Heap::new(activity),
            phase: vec![true; network.option_count()],
            seen: vec![false; network.variable_count()],
            state: State::new(network),
            clause_step: 1.0,
            learned: 0,
            most_learned: KEPT,
            is_contradictory: false,
        }
    }

    pub fn add_variable(&mut self) -> usize {
        self.seen.push(false);
        self.state.add_variable()
    }

    /// This always holds.
    pub fn always(&mut self, literal: Literal) {
        match self.state.value(literal) {
            Value::Open => self.state.set(literal, Cause::None),
            Value::False => self.is_contradictory = true,
            Value::True => {}
        }
    }

    /// One of these always holds.
    pub fn one_of(&mut self, mut literals: Vec<Literal>) {
        self.back_to(0);
        literals.sort_unstable();
        literals.dedup();
        literals.retain(|&literal| self.state.value(literal) != Value::False);
        match literals[..] {
            [] => self.is_contradictory = true,
            [literal] => self.always(literal),
            _ => {
                self.state.add_clause(Clause {
                    literals,
                    activity: 0.0,
                    is_learned: false,
                });
            }
        }
    }

    pub fn back_to(&mut self, level: u32) {
        let (heap, phase) = (&mut self.heap, &mut self.phase);
        self.state.back_to(level, |literal| {
            let variable = literal.variable();
            if let Some(phase) = phase.get_mut(variable) {
                *phase = literal.is_positive();
                heap.push(variable as u32);
            }
        });
    }

    /// Looks for values that make all `asked` true, until a limit is reached, or for a [pause](Limit::Pause) after a `turn` of
    /// about as many nanoseconds. Learned clauses are kept.
    pub fn run(&mut self, asked: &[Literal], turn: u64, budget: &mut Budget) -> Found {
        self.back_to(0);
        let (mut conflicts, mut restarts, mut pause) = (0, 0, RESTART);
        let mut spent = self.state.work;
        let mut left = turn;
        loop {
            let work = (self.state.work - spent + 1) * STEP;
            if let Err(limit) = budget.spend(work) {
                return Found::Stopped(limit);
            }
            left = match left.checked_sub(work) {
                Some(left) => left,
                None => return Found::Stopped(Limit::Pause),
            };
            spent = self.state.work;
            if self.is_contradictory {
                return Found::Conflict(Vec::new());
            }
            if let Err(conflict) = self.state.propagate() {
                if self.state.level() == 0 {
                    self.is_contradictory = true;
                    continue;
                }
                conflicts += 1;
                self.learn(conflict);
            } else if conflicts >= pause {
                restarts += 1;
                (conflicts, pause) = (0, RESTART * luby(restarts));
                self.back_to(self.state.level().min(asked.len() as u32));
                self.clear_learned();
                continue;
            } else {
                match self.next_asked(asked) {
                    Err(conflict) => return Found::Conflict(conflict),
                    Ok(true) => continue,
                    Ok(false) if !self.decide() => return Found::Solution,
                    Ok(false) => {}
                }
            }
            match budget.nodes.checked_sub(1) {
                Some(left) => budget.nodes = left,
                None => return Found::Stopped(Limit::Nodes),
            }
        }
    }

    /// Decides for the next literal that is requested; whether there was one.
    fn next_asked(&mut self, asked: &[Literal]) -> Result<bool, Vec<Literal>> {
        let Some(&literal) = asked.get(self.state.level() as usize) else {
            return Ok(false);
        };
        let value = self.state.value(literal);
        if value == Value::False {
            return Err(self.blame(literal));
        }
        self.state.begin_level();
        if value == Value::Open {
            self.state.set(literal, Cause::None);
        }
        Ok(true)
    }

    fn decide(&mut self) -> bool {
        while let Some(option) = self.heap.pop() {
            let literal = Literal::new(option as usize, self.phase[option as usize]);
            if self.state.value(literal) == Value::Open {
                self.state.begin_level();
                self.state.set(literal, Cause::None);
                return true;
            }
        }
        false
    }

    /// What was asked for before this literal, and makes it false; and the literal.
    fn blame(&mut self, literal: Literal) -> Vec<Literal> {
        let mut blamed = vec![literal];
        let mut open = vec![!literal];
        let mut looked_at = vec![literal.variable()];
        self.seen[literal.variable()] = true;
        let mut reason = Vec::new();
        while let Some(literal) = open.pop() {
            if self.state.level_of(literal.variable()) == 0 {
                continue;
            }
            if self.state.cause(literal.variable()) == Cause::None {
                blamed.push(literal);
            }
            reason.clear();
            self.state.reason(literal, &mut reason);
            for &before in &reason {
                if !std::mem::replace(&mut self.seen[before.variable()], true) {
                    looked_at.push(before.variable());
                    open.push(before);
                }
            }
        }
        looked_at
            .iter()
            .for_each(|&variable| self.seen[variable] = false);
        blamed
    }

    /// Learns a clause from a conflict, goes back, and sets what follows from it.
    fn learn(&mut self, conflict: Conflict) {
        let (mut literals, level) = self.first_meeting(conflict);
        self.back_to(level);
        self.heap.decay();
        self.clause_step *= 1.001;
        let first = literals[0];
        if literals.len() == 1 {
            self.state.set(first, Cause::None);
            return;
        }
        // The second one is the last of the others to become false.
        let last = (1..literals.len())
            .max_by_key(|&place| self.state.level_of(literals[place].variable()));
        literals.swap(1, last.expect("a second one"));
        let clause = self.state.add_clause(Clause {
            literals,
            activity: self.clause_step,
            is_learned: true,
        });
        self.learned += 1;
        self.state.set(first, Cause::Clause(clause));
    }

    /// The clause that follows at the first literal through which all reasons of the last level lead (the first unique implication
    /// point): this literal first; and the level to which the clause leads back.
    fn first_meeting(&mut self, conflict: Conflict) -> (Vec<Literal>, u32) {
        let mut clause = Vec::new();
        let mut reason = Vec::new();
        self.state.conflict(conflict, &mut reason);
        if let Conflict::Clause(place) = conflict {
            self.bump_clause(place);
        }
        let mut open = 0;
        let mut place = self.state.trail.len();
        let meeting = loop {
            for &literal in &reason {
                let variable = literal.variable();
                let level = self.state.level_of(variable);
                if level == 0 || std::mem::replace(&mut self.seen[variable], true) {
                    continue;
                }
                self.heap.bump(variable as u32);
                match level == self.state.level() {
                    true => open += 1,
                    false => clause.push(!literal),
                }
            }
            // The last one that was seen.
            let literal = loop {
                place -= 1;
                let literal = self.state.trail[place];
                if self.seen[literal.variable()] {
                    break literal;
                }
            };
            self.seen[literal.variable()] = false;
            open -= 1;
            if open == 0 {
                break literal;
            }
            if let Cause::Clause(place) = self.state.cause(literal.variable()) {
                self.bump_clause(place);
            }
            reason.clear();
            self.state.reason(literal, &mut reason);
        };
        let kept = self.without_implied(&clause);
        clause
            .iter()
            .for_each(|literal| self.seen[literal.variable()] = false);
        let levels = kept
            .iter()
            .map(|literal| self.state.level_of(literal.variable()));
        let level = levels.max().unwrap_or(0);
        ([vec![!meeting], kept].concat(), level)
    }

    /// Those of a clause whose negations do not follow from the negations of others in it.
    fn without_implied(&self, clause: &[Literal]) -> Vec<Literal> {
        let mut reason = Vec::new();
        let is_needed = |literal: &&Literal| {
            reason.clear();
            self.state.reason(!**literal, &mut reason);
            let is_in = |before: &Literal| {
                let variable = before.variable();
                self.seen[variable] || self.state.level_of(variable) == 0
            };
            reason.is_empty() || !reason.iter().all(is_in)
        };
        clause.iter().filter(is_needed).copied().collect()
    }

    fn bump_clause(&mut self, place: u32) {
        self.state.clauses[place as usize].activity += self.clause_step;
    }

    /// Removes half of the learned clauses if there are too many: those that were in no conflict for long.
    fn clear_learned(&mut self) {
        if self.learned <= self.most_learned {
            return;
        }
        self.most_learned += KEPT_MORE;
        let state = &self.state;
        let is_reason = |place: u32| {
            let first = state.clauses[place as usize].literals[0];
            state.value(first) == Value::True
                && state.cause(first.variable()) == Cause::Clause(place)
        };
        let can_go = |place: &u32| {
            let clause = &state.clauses[*place as usize];
            clause.is_learned && clause.literals.len() > 2 && !is_reason(*place)
        };
        let mut going = Vec::from_iter((0..state.clauses.len() as u32).filter(can_go));
        let activity = |place: &u32| state.clauses[*place as usize].activity;
        going.sort_by(|one, other| activity(one).total_cmp(&activity(other)));
        going.truncate(self.learned / 2);
        for &place in &going {
            self.state.clauses[place as usize].literals = Vec::new();
            self.state.clauses[place as usize].is_learned = false;
        }
        self.learned -= going.len();
    }
}

/// The sequence 1 1 2 1 1 2 4 1 1 2 … of M. Luby, A. Sinclair and D. Zuckerman (1993), from 1.
fn luby(number: u64) -> u64 {
    let mut number = number;
    loop {
        let size = (number + 1).next_power_of_two();
        if size == number + 1 {
            return size / 2;
        }
        number -= size / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn restarts_are_those_of_luby() {
        let first = Vec::from_iter((1..=15).map(luby));
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
