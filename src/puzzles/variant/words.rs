//! Items and options in the words of the rules.

use super::Variant;
use super::encode::{ItemMeaning, OptionMeaning};
use crate::problem::{ItemId, OptionId};

/// The digits of a set, bit d for digit d: '1, 7 and 9'.
pub(super) fn digits_of(set: u64) -> String {
    let digits = (1..64).filter(|digit| set >> digit & 1 > 0);
    let mut words: Vec<String> = digits.map(|digit: u32| digit.to_string()).collect();
    match words.pop() {
        None => "none".into(),
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} and {last}", words.join(", ")),
    }
}

impl Variant {
    /// What an item asks for, to be read after 'no place for'.
    pub(super) fn words_of_item(&self, item: ItemId) -> String {
        let name = |cell: usize| self.field.name(cell);
        let words = |rule: usize| &self.encoding.words[rule];
        match self.encoding.items[item.index()] {
            ItemMeaning::Cell(cell) => format!("a digit in {}", name(cell)),
            ItemMeaning::Unit { unit, digit } => {
                format!("digit {digit} in {}", self.encoding.units[unit].words)
            }
            ItemMeaning::Allowed { rule, cell, set } => {
                let digits = digits_of(set);
                format!(
                    "a digit in {} that suits {}: {digits}",
                    name(cell),
                    words(rule)
                )
            }
            ItemMeaning::Set(rule) => format!("a combination in {}", words(rule)),
            ItemMeaning::Member { rule, digit } => format!("digit {digit} in {}", words(rule)),
            ItemMeaning::Digits(rule) => format!("digits that suit {}", words(rule)),
            ItemMeaning::Sums { rule, cell } => {
                format!("sums from {} on that suit {}", name(cell), words(rule))
            }
            ItemMeaning::Differs { rule, cells, digit } => {
                let [first, second] = cells.map(name);
                format!("digit {digit} in {first} and {second}, {}", words(rule))
            }
            ItemMeaning::Excluded(rule) => words(rule).clone(),
            ItemMeaning::Color(cell) => format!("the digit in {}", name(cell)),
            ItemMeaning::Sum { rule, cell } => {
                format!("the sum from {} on in {}", name(cell), words(rule))
            }
        }
    }

    /// Why nothing covers an item of a rule.
    pub(super) fn stuck(&self, item: ItemId) -> Option<String> {
        let words = |rule: usize| &self.encoding.words[rule];
        Some(match self.encoding.items[item.index()] {
            ItemMeaning::Set(rule) => format!("{} has no combination left", words(rule)),
            ItemMeaning::Digits(rule) | ItemMeaning::Sums { rule, .. } => {
                format!("no digits suit {}", words(rule))
            }
            ItemMeaning::Allowed { rule, cell, .. } => {
                format!(
                    "no digit in {} suits {}",
                    self.field.name(cell),
                    words(rule)
                )
            }
            _ => return None,
        })
    }

    /// The rules that these items belong to, beside rows, columns and boxes; each once.
    pub(super) fn clues_of(&self, items: &[ItemId]) -> Vec<String> {
        let own = self.field.units().len();
        let clue = |item: &ItemId| match self.encoding.items[item.index()] {
            ItemMeaning::Unit { unit, .. } if unit >= own => {
                Some(self.encoding.units[unit].words.clone())
            }
            ItemMeaning::Allowed { rule, .. }
            | ItemMeaning::Set(rule)
            | ItemMeaning::Member { rule, .. }
            | ItemMeaning::Digits(rule)
            | ItemMeaning::Sums { rule, .. } => Some(self.encoding.words[rule].clone()),
            _ => None,
        };
        let mut clues: Vec<String> = Vec::new();
        for clue in items.iter().filter_map(clue) {
            if !clues.contains(&clue) {
                clues.push(clue);
            }
        }
        clues
    }

    /// What an option does: '5 at r1c1'.
    pub(super) fn words_of_option(&self, option: OptionId) -> String {
        if let Some((cell, digit)) = self.placement(option) {
            return format!("{digit} at {}", self.field.name(cell));
        }
        let words = |rule: usize| &self.encoding.words[rule];
        match self.meaning(option) {
            OptionMeaning::Set { rule, set, .. } => {
                format!("{} in {}", digits_of(*set), words(*rule))
            }
            OptionMeaning::Digits { rule, digits, .. } => {
                let digits: Vec<String> = digits.iter().map(u8::to_string).collect();
                format!("{} in {}", digits.join(" "), words(*rule))
            }
            OptionMeaning::Sums { rule, sums, .. } => {
                let sums: Vec<String> = sums.iter().map(i64::to_string).collect();
                format!("the sums {} in {}", sums.join(" and "), words(*rule))
            }
        }
    }

    /// What an option means that is not a digit in a cell.
    pub(super) fn meaning(&self, option: OptionId) -> &OptionMeaning {
        let digits = self.field.places().len() * self.field.size();
        &self.encoding.options[option.index() - digits]
    }
}
