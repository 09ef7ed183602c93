//! A variant as an exact-cover problem.
//!
//! ```text
//!     r1c1   r1#5 c1#5 b1#5   k1#5   =r1c1:5        5 at r1c1: the cell, its units, its cage, its colour
//!     k1     k1#1 k1#2 … without 5 and 9            the cage k1 holds 5 and 9
//! ```
//!
//! A digit in a cell is an option, as in a Sudoku; its number is `cell·N + digit − 1`. Each rule adds items to these
//! options, and some rules add options of their own. Every added option follows from the digits, so that a grid is one
//! solution. `docs/encodings.md` says which rule becomes what, and why.

mod cage;
mod draft;
mod implied;
mod pairs;
mod parts;
mod sum;

use super::VariantFault;
use super::field::{Field, Unit};
use super::rule::{Excluded, Rule};
use crate::problem::Problem;
use draft::Draft;
pub(super) use draft::{ItemMeaning, OptionMeaning};
pub(super) use sum::Term;

/// The problem of a field and its rules, and what its items and options mean.
#[derive(Debug)]
pub(super) struct Encoding {
    pub problem: Problem,
    pub items: Vec<ItemMeaning>,
    /// Of the options after those of digits in cells.
    pub options: Vec<OptionMeaning>,
    pub units: Vec<Unit>,
    pub pairs: Vec<Excluded>,
    /// Each rule in words; then each sum that follows from cages.
    pub words: Vec<String>,
}

impl Encoding {
    /// # Errors
    /// If the problem is too large.
    pub fn new(field: &Field, rules: &[Rule]) -> Result<Encoding, VariantFault> {
        let mut units = field.units();
        for (number, rule) in rules.iter().enumerate() {
            for unit in rule.units(number, field) {
                if !units.iter().any(|known| known.cells == unit.cells) {
                    units.push(unit);
                }
            }
        }
        let mut draft = Draft::new(field, &units);
        for rule in rules {
            if let Rule::Cage { cells, .. } = rule {
                draft.differing(cells);
            }
        }
        let mut words: Vec<String> = rules.iter().map(|rule| rule.words(field)).collect();
        for (number, unit) in units.iter().enumerate() {
            draft.unit(number, unit);
        }
        let mut pairs = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            draft.rule(number, rule);
            if draft.is_too_large() {
                return Err(VariantFault::TooManyOptions(words[number].clone()));
            }
            let of_rule = rule.pairs(rules, field);
            match rule {
                Rule::Palindrome(_) => draft.equals(number, &of_rule),
                _ => draft.pairs(number, &of_rule),
            }
            pairs.extend(of_rule);
        }
        for sum in implied::sums(field, &units, rules) {
            let number = words.len();
            words.push(sum.words);
            draft.sum(number, &sum.cells, sum.total, implied::MOST);
        }
        let (problem, items, options) = draft.finish().map_err(VariantFault::Build)?;
        Ok(Encoding {
            problem,
            items,
            options,
            units,
            pairs,
            words,
        })
    }
}

impl Draft<'_> {
    /// Adds what a rule asks for beside units and pairs.
    fn rule(&mut self, number: usize, rule: &Rule) {
        match rule {
            Rule::Even(cells) => self.parity(number, cells, 0),
            Rule::Odd(cells) => self.parity(number, cells, 1),
            Rule::Cage {
                cells,
                sum: Some(sum),
            } => self.cage(number, cells, *sum),
            Rule::Sum { cells, total } => {
                let terms = cells.iter().map(|&cell| Term { cell, weight: 1 });
                self.linear(number, terms.collect(), i64::from(*total));
            }
            Rule::Arrow { circle, shaft } => {
                let mut weight = -1;
                let mut terms: Vec<Term> =
                    shaft.iter().map(|&cell| Term { cell, weight: 1 }).collect();
                for &cell in circle.iter().rev() {
                    terms.push(Term { cell, weight });
                    weight *= 10;
                }
                self.linear(number, terms, 0);
            }
            _ => {}
        }
    }

    fn parity(&mut self, number: usize, cells: &[usize], rest: u32) {
        let digits = (1..=self.size as u32).filter(|digit| digit % 2 == rest);
        let set = digits.fold(0, |set, digit| set | 1 << digit);
        for &cell in cells {
            self.allow(number, cell, set);
        }
    }
}
