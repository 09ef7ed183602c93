//! DIMACS CNF, for SAT solvers and for model counters.
//!
//! Variable n is option n. All further variables are determined by those of the options, so the formula has exactly one
//! model for each solution, and as many if the models are projected to the options. The head is that of the Model Counting
//! Competition (since 2021): `c t mc` asks for the number of models, `c p show` names the variables of the options.
//!
//! A sum of at most 6 variables that must not exceed 1 is a clause for each pair. Any other one is counted by a ladder
//! (C. Sinz, *Towards an Optimal CNF Encoding of Boolean Cardinality Constraints*, CP 2005), with its steps determined in both
//! directions:
//!
//! ```text
//!     s(i, j): at least j of the first i variables are 1        s(i, j)  ⇔  s(i − 1, j − 1) and (s(i − 1, j) or xi)
//! ```

use std::fmt::Write;

use super::Written;
use super::loss::{self, Unfit};
use super::system::{Row, System};
use crate::problem::Problem;

/// The most variables of which each pair gets a clause.
const PAIRS: usize = 6;

/// The most steps of all ladders together: about a gigabyte of text. An item with 10,000 options that is covered up to 5,000 times
/// would take five times as many.
const MOST_STEPS: usize = 10_000_000;

/// Variables in a line of `c p show`.
const SHOWN: usize = 20;

/// A formula while it is written.
#[derive(Default)]
struct Formula {
    clauses: String,
    count: usize,
    variables: i64,
}

/// How a sum is kept within its bounds.
enum Way {
    /// No sum is within them.
    Never,
    /// All variables are 1.
    All,
    /// There is `some` variable that is 1, or no pair, so that only `one` can be.
    Few { some: bool, one: bool },
    /// Counted by a ladder: the variables that are 1, or those that are 0.
    Ladder {
        of_zeros: bool,
        low: usize,
        high: Option<usize>,
    },
}

impl Way {
    fn of(row: &Row) -> Way {
        let (count, capped) = (row.members.len(), row.is_capped());
        if row.is_hopeless() {
            return Way::Never;
        }
        if row.low == count {
            return Way::All;
        }
        let one = capped && row.high == 1 && count <= PAIRS;
        if row.low == 1 && (!capped || one) || row.low == 0 && one {
            let some = row.low == 1;
            return Way::Few { some, one };
        }
        let ones = Way::Ladder {
            of_zeros: false,
            low: row.low,
            high: capped.then_some(row.high),
        };
        let zeros = Way::Ladder {
            of_zeros: true,
            low: count - row.high.min(count),
            high: (row.low > 0).then_some(count - row.low),
        };
        // Of the two, the one with the shorter ladder.
        match ones.steps() <= zeros.steps() {
            true => ones,
            false => zeros,
        }
    }

    /// The height of the ladder.
    fn steps(&self) -> usize {
        match *self {
            Way::Ladder { low, high, .. } => high.unwrap_or(low),
            _ => 0,
        }
    }
}

pub(super) fn write(problem: &Problem) -> Result<Written, Unfit> {
    let system = System::new(problem);
    let steps = system
        .rows
        .iter()
        .map(|row| row.members.len() * Way::of(row).steps());
    if steps.fold(0, usize::saturating_add) > MOST_STEPS {
        return Err(Unfit::TooLarge);
    }
    let mut formula = Formula {
        variables: system.variables() as i64,
        ..Formula::default()
    };
    for &option in &system.idle {
        formula.clause([-i64::from(option)]);
    }
    for group in &system.groups {
        let any = i64::from(group.variable);
        let options = group.options.iter().map(|&option| i64::from(option));
        options
            .clone()
            .for_each(|option| formula.clause([any, -option]));
        formula.clause(options.chain([-any]));
    }
    for row in &system.rows {
        formula.add(row);
    }
    Ok(Written {
        text: formula.with_head(&system),
        losses: loss::of_costs(problem),
    })
}

impl Formula {
    fn with_head(&self, system: &System) -> String {
        let options = system.options;
        let mut text = format!("c t mc\nc variable n is option n of {options}\n");
        // An empty formula still has a variable: some programs read no other.
        let (variables, count) = (self.variables.max(1), self.count);
        let idle = i64::from(self.variables == 0);
        let _ = writeln!(text, "p cnf {variables} {}", count as i64 + idle);
        let shown = Vec::from_iter(1..=options);
        for line in shown.chunks(SHOWN) {
            let numbers = Vec::from_iter(line.iter().map(ToString::to_string));
            let _ = writeln!(text, "c p show {} 0", numbers.join(" "));
        }
        text.push_str(if idle > 0 { "-1 0\n" } else { "" });
        text + &self.clauses
    }

    fn clause(&mut self, literals: impl IntoIterator<Item = i64>) {
        for literal in literals {
            let _ = write!(self.clauses, "{literal} ");
        }
        self.clauses.push_str("0\n");
        self.count += 1;
    }

    fn new_variable(&mut self) -> i64 {
        self.variables += 1;
        self.variables
    }

    /// The clauses that keep a sum within its bounds.
    fn add(&mut self, row: &Row) {
        let literals = Vec::from_iter(row.members.iter().map(|&variable| i64::from(variable)));
        match Way::of(row) {
            Way::Never => {
                let never = self.new_variable();
                self.clause([never]);
                self.clause([-never]);
            }
            Way::All => literals.into_iter().for_each(|one| self.clause([one])),
            Way::Few { some, one } => {
                if some {
                    self.clause(literals.iter().copied());
                }
                if one {
                    self.no_pair(&literals);
                }
            }
            Way::Ladder {
                of_zeros,
                low,
                high,
            } => match of_zeros {
                false => self.ladder(&literals, low, high),
                true => {
                    let negated = Vec::from_iter(literals.iter().map(|literal| -literal));
                    self.ladder(&negated, low, high);
                }
            },
        }
    }

    /// At most one of these is true.
    fn no_pair(&mut self, literals: &[i64]) {
        for (place, &second) in literals.iter().enumerate() {
            for &first in &literals[..place] {
                self.clause([-first, -second]);
            }
        }
    }

    /// At least `low` and at most `high` of the literals are true; `low` is below their number, and so is `high`.
    fn ladder(&mut self, literals: &[i64], low: usize, high: Option<usize>) {
        let steps = high.unwrap_or(low);
        // Step j of the ladder, at its place j − 1: at least j of the literals so far are true.
        let mut ladder = vec![literals[0]];
        for (place, &literal) in literals.iter().enumerate().skip(1) {
            if let Some(high) = high
                && let Some(&full) = ladder.get(high.wrapping_sub(1))
            {
                self.clause([-full, -literal]);
            }
            if place == literals.len() - 1 {
                self.at_least(low, &ladder, literal);
                return;
            }
            let taller = (1..=steps.min(place + 1)).map(|step| self.step(step, &ladder, literal));
            ladder = taller.collect();
        }
    }

    /// A new variable: at least `step` literals are true, of those of the ladder and this one.
    fn step(&mut self, step: usize, ladder: &[i64], literal: i64) -> i64 {
        let new = self.new_variable();
        let before = ladder.get(step - 1).copied();
        let below = step.checked_sub(2).map(|place| ladder[place]);
        self.clause(before.into_iter().chain([literal, -new]));
        if let Some(before) = before {
            self.clause([new, -before]);
        }
        self.clause([new, -literal].into_iter().chain(below.map(|below| -below)));
        if let Some(below) = below {
            self.clause([below, -new]);
        }
        new
    }

    /// At least `low` are true, of those of the ladder and the last one.
    fn at_least(&mut self, low: usize, ladder: &[i64], last: i64) {
        if low == 0 {
            return;
        }
        self.clause(ladder.get(low - 1).copied().into_iter().chain([last]));
        if low >= 2 {
            self.clause([ladder[low - 2]]);
        }
    }
}
