//! The values of the variables, their causes, and their consequences.
//!
//! Each value that follows has a *cause*, from which its reason is computed only when it is asked for:
//!
//! ```text
//!     cause           the value follows, because                            its reason
//!     AtMost(i)       item i is covered as often as it may be               the chosen options of i
//!     AtLeast(i)      all options left for item i are needed                the options of i that are out, and its demand
//!     Option(o)       option o disagrees over a secondary item              o
//!     Clause(c)       the others of a clause are false                      those
//! ```

use super::network::{Literal, Network, color_of};
use crate::problem::Part;

/// Why a variable has its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) enum Cause {
    /// It was decided, or always holds.
    None,
    AtMost(u32),
    AtLeast(u32),
    Option(u32),
    Clause(u32),
}

/// A contradiction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) enum Conflict {
    AtMost(u32),
    AtLeast(u32),
    /// Two options that disagree over a secondary item.
    Options(u32, u32),
    Clause(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) enum Value {
    Open,
    True,
    False,
}

/// A clause: at least one of its literals is true. The first two are watched. An empty one was removed.
pub(in crate::engine) struct Clause {
    pub literals: Vec<Literal>,
    pub activity: f64,
    /// Whether it was learned from a conflict.
    pub is_learned: bool,
}

/// The values, and how they came about.
pub(in crate::engine) struct State {
    pub network: Network,
    values: Vec<Value>,
    causes: Vec<Cause>,
    /// The number of decisions before each value.
    levels: Vec<u32>,
    /// Where each value stands in `trail`.
    places: Vec<u32>,
    /// The true literals, in the order in which they became true.
    pub trail: Vec<Literal>,
    /// Where each level begins in `trail`.
    starts: Vec<usize>,
    /// What follows from those before it has been found.
    head: usize,
    /// For each item, the options that are chosen, and those that are not out, as far as `head`.
    chosen: Vec<u32>,
    left: Vec<u32>,
    pub clauses: Vec<Clause>,
    /// The clauses that watch each literal: they are examined when it becomes false.
    watches: Vec<Vec<u32>>,
    /// Steps so far, of about ten nanoseconds.
    pub work: u64,
}

impl State {
    pub fn new(network: Network) -> State {
        let variables = network.variable_count();
        let items = network.problem.item_count();
        let left = (0..items).map(|item| network.uses(item).len() as u32);
        State {
            values: vec![Value::Open; variables],
            causes: vec![Cause::None; variables],
            levels: vec![0; variables],
            places: vec![0; variables],
            trail: Vec::with_capacity(variables),
            starts: Vec::new(),
            head: 0,
            chosen: vec![0; items],
            left: left.collect(),
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
            work: 0,
            network,
        }
    }

    pub fn add_variable(&mut self) -> usize {
        self.values.push(Value::Open);
        self.causes.push(Cause::None);
        self.levels.push(0);
        self.places.push(0);
        self.watches.extend([Vec::new(), Vec::new()]);
        self.values.len() - 1
    }

    pub fn value(&self, literal: Literal) -> Value {
        match (self.values[literal.variable()], literal.is_positive()) {
            (Value::Open, _) => Value::Open,
            (Value::True, true) | (Value::False, false) => Value::True,
            _ => Value::False,
        }
    }

    pub fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    pub fn level_of(&self, variable: usize) -> u32 {
        self.levels[variable]
    }

    pub fn cause(&self, variable: usize) -> Cause {
        self.causes[variable]
    }

    pub fn begin_level(&mut self) {
        self.starts.push(self.trail.len());
    }

    /// Makes an open literal true.
    pub fn set(&mut self, literal: Literal, cause: Cause) {
        let variable = literal.variable();
        self.values[variable] = match literal.is_positive() {
            true => Value::True,
            false => Value::False,
        };
        self.causes[variable] = cause;
        self.levels[variable] = self.level();
        self.places[variable] = self.trail.len() as u32;
        self.trail.push(literal);
    }

    /// Takes back all levels after this one; hands each variable that becomes open to `open`.
    pub fn back_to(&mut self, level: u32, mut open: impl FnMut(Literal)) {
        let Some(&start) = self.starts.get(level as usize) else {
            return;
        };
        for place in (start..self.trail.len()).rev() {
            let literal = self.trail[place];
            if place < self.head {
                self.count(literal, true);
            }
            self.values[literal.variable()] = Value::Open;
            open(literal);
        }
        self.trail.truncate(start);
        self.starts.truncate(level as usize);
        self.head = self.head.min(start);
    }

    /// Counts what becomes true at the items of an option, or takes that back.
    fn count(&mut self, literal: Literal, is_back: bool) {
        let option = literal.variable();
        if option >= self.network.option_count() {
            return;
        }
        let counts = match literal.is_positive() {
            true => &mut self.chosen,
            false => &mut self.left,
        };
        let entries = self.network.entries(option);
        self.work += entries.len() as u64;
        for entry in entries {
            let count = &mut counts[entry.item.index()];
            *count = match literal.is_positive() != is_back {
                true => *count + 1,
                false => *count - 1,
            };
        }
    }

    /// Sets what always holds in a part of the problem: its items are demanded, and what follows from that; `false` if that is
    /// contradictory.
    pub fn begin(&mut self, part: &Part) -> bool {
        let problem = self.network.problem.clone();
        let out = problem.idle_options().chain(part.without.iter().copied());
        let out = out.map(|option| Literal::negative(option.index()));
        let with = part.with.iter();
        let with = with.map(|option| Literal::positive(option.index()));
        let demands = self.network.primary();
        let demands = demands.map(|item| self.network.demand(item.index()));
        let demands = Vec::from_iter(demands.map(Literal::positive));
        for literal in out.chain(with).chain(demands) {
            match self.value(literal) {
                Value::Open => self.set(literal, Cause::None),
                Value::True => {}
                Value::False => return false,
            }
        }
        self.propagate().is_ok()
    }

    /// Finds all that follows.
    pub fn propagate(&mut self) -> Result<(), Conflict> {
        while let Some(&literal) = self.trail.get(self.head) {
            self.head += 1;
            self.count(literal, false);
            self.look_at_clauses(literal)?;
            let variable = literal.variable();
            if variable < self.network.option_count() {
                for place in 0..self.network.entries(variable).len() {
                    match literal.is_positive() {
                        true => self.cover(variable, place)?,
                        false => {
                            let item = self.network.entries(variable)[place].item;
                            self.need(item.index())?;
                        }
                    }
                }
            } else if let Some(item) = self.network.demanding(variable) {
                self.need(item)?;
            }
        }
        Ok(())
    }

    /// Propagates at an item of a chosen option.
    fn cover(&mut self, option: usize, place: usize) -> Result<(), Conflict> {
        let entry = self.network.entries(option)[place];
        let item = entry.item.index();
        let is_full = match self.network.bounds(item) {
            Some((_, high)) if self.chosen[item] > high => {
                return Err(Conflict::AtMost(item as u32));
            }
            Some((_, high)) => self.chosen[item] == high,
            None => false,
        };
        let is_primary = self.network.bounds(item).is_some();
        // The first option chosen of a secondary item has already removed all that disagree.
        let is_settled = !is_primary && self.chosen[item] > 1;
        if is_settled || is_primary && !is_full {
            return Ok(());
        }
        let color = color_of(&entry);
        for place in 0..self.network.uses(item).len() {
            let other = self.network.uses(item)[place];
            self.work += 1;
            if !is_primary && (other.option as usize == option || color > 0 && other.color == color)
            {
                continue;
            }
            let literal = Literal::negative(other.option as usize);
            let cause = match is_primary {
                true => Cause::AtMost(item as u32),
                false => Cause::Option(option as u32),
            };
            match self.value(literal) {
                Value::Open => self.set(literal, cause),
                Value::False if !is_primary => {
                    return Err(Conflict::Options(option as u32, other.option));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Propagates at an item that has lost an option, or is demanded.
    fn need(&mut self, item: usize) -> Result<(), Conflict> {
        let Some((low, _)) = self.network.bounds(item) else {
            return Ok(());
        };
        let demand = Literal::positive(self.network.demand(item));
        if self.left[item] > low || low == 0 || self.value(demand) != Value::True {
            return Ok(());
        }
        if self.left[item] < low {
            return Err(Conflict::AtLeast(item as u32));
        }
        for place in 0..self.network.uses(item).len() {
            let option = self.network.uses(item)[place].option;
            let literal = Literal::positive(option as usize);
            self.work += 1;
            if self.value(literal) == Value::Open {
                self.set(literal, Cause::AtLeast(item as u32));
            }
        }
        Ok(())
    }

    /// Adds a clause. Its first two literals are the last to become false.
    pub fn add_clause(&mut self, clause: Clause) -> u32 {
        let place = self.clauses.len() as u32;
        for literal in clause.literals.iter().take(2) {
            self.watches[literal.index()].push(place);
        }
        self.clauses.push(clause);
        place
    }

    fn look_at_clauses(&mut self, literal: Literal) -> Result<(), Conflict> {
        let lost = !literal;
        let mut watching = std::mem::take(&mut self.watches[lost.index()]);
        let mut result = Ok(());
        watching.retain(|&place| {
            if result.is_err() {
                return true;
            }
            self.work += 1;
            let Some(keeps) = self.look_at(place, lost) else {
                result = Err(Conflict::Clause(place));
                return true;
            };
            keeps
        });
        let added = std::mem::replace(&mut self.watches[lost.index()], watching);
        self.watches[lost.index()].extend(added);
        result
    }

    /// Looks at a clause that has lost a watched literal: whether it still watches it; `None` if all are false.
    fn look_at(&mut self, place: u32, lost: Literal) -> Option<bool> {
        let mut literals = std::mem::take(&mut self.clauses[place as usize].literals);
        if literals.is_empty() {
            return Some(false);
        }
        if literals[0] == lost {
            literals.swap(0, 1);
        }
        let first = literals[0];
        let mut keeps = Some(true);
        if self.value(first) != Value::True {
            let is_possible = |literal: &Literal| self.value(*literal) != Value::False;
            let other = literals[2..].iter().position(is_possible);
            self.work += literals.len() as u64 / 4;
            match other {
                Some(other) => {
                    literals.swap(1, other + 2);
                    self.watches[literals[1].index()].push(place);
                    keeps = Some(false);
                }
                None if self.value(first) == Value::False => keeps = None,
                None => self.set(first, Cause::Clause(place)),
            }
        }
        self.clauses[place as usize].literals = literals;
        keeps
    }

    /// The cause of a value: literals that were true before it.
    pub fn reason(&self, literal: Literal, to: &mut Vec<Literal>) {
        let before = self.places[literal.variable()];
        match self.causes[literal.variable()] {
            Cause::None => {}
            Cause::Option(option) => to.push(Literal::positive(option as usize)),
            Cause::AtMost(item) => self.uses_that_are(Value::True, (item, before), to),
            Cause::AtLeast(item) => self.lacking((item, before), to),
            Cause::Clause(place) => {
                let literals = &self.clauses[place as usize].literals;
                to.extend(
                    literals
                        .iter()
                        .filter(|&&other| other != literal)
                        .map(|&other| !other),
                );
            }
        }
    }

    /// A conflict: literals that are true.
    pub fn conflict(&self, conflict: Conflict, to: &mut Vec<Literal>) {
        let any = u32::MAX;
        match conflict {
            Conflict::AtMost(item) => self.uses_that_are(Value::True, (item, any), to),
            Conflict::AtLeast(item) => self.lacking((item, any), to),
            Conflict::Options(one, other) => {
                to.extend([one, other].map(|option| Literal::positive(option as usize)));
            }
            Conflict::Clause(place) => {
                let literals = &self.clauses[place as usize].literals;
                to.extend(literals.iter().map(|&literal| !literal));
            }
        }
    }

    /// The options of an item that had this value before a place of the trail.
    fn uses_that_are(&self, value: Value, (item, before): (u32, u32), to: &mut Vec<Literal>) {
        for used in self.network.uses(item as usize) {
            let option = used.option as usize;
            if self.values[option] == value && self.places[option] < before {
                to.push(Literal::new(option, value == Value::True));
            }
        }
    }

    fn lacking(&self, (item, before): (u32, u32), to: &mut Vec<Literal>) {
        self.uses_that_are(Value::False, (item, before), to);
        to.push(Literal::positive(self.network.demand(item as usize)));
    }
}
