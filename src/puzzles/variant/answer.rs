//! Answers to a variant: as text, and from text.

use super::Variant;
use super::encode::{OptionMeaning, Term};
use crate::problem::OptionId;
use crate::puzzles::Puzzle;

impl Variant {
    /// The options that a grid of digits consists of, ascending: the digits in the cells, and what each rule makes of them. Digits
    /// are in the order of the cells; 0 stands for none.
    ///
    /// ```
    /// use dominox::puzzles::variant::Variant;
    /// use dominox::puzzles::{Shape, check};
    /// let variant = Variant::named(Shape::new(2, 2)?, "x")?;
    /// let options = variant.options_of(&[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
    /// let fault = check(&variant, &options).unwrap_err();
    /// assert_eq!(fault.in_words(&variant), "1 at r2c3 and 1 at r3c2 both take digit 1 in diagonal 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If a digit does not belong to the field, or if there are fewer than cells.
    pub fn options_of(&self, digits: &[u8]) -> Vec<OptionId> {
        let placed = (0..self.field.places().len()).filter(|&cell| digits[cell] > 0);
        let placed = placed.map(|cell| self.option(cell, digits[cell].into()));
        let others = self.problem().options().filter(|&option| {
            self.placement(option).is_none() && fits(self.meaning(option), digits)
        });
        placed.chain(others).collect()
    }

    /// Reads an answer from lines of digits, in which blanks and lines between boxes do not count.
    ///
    /// # Errors
    /// In words, if these are not as many digits as there are cells.
    pub fn read_answer(&self, text: &str) -> Result<Vec<OptionId>, String> {
        let size = self.field.size();
        let is_blank = |c: char| c.is_whitespace() || "|+-~─│┼┌┐└┘├┤┬┴".contains(c);
        let words = text.split(is_blank).filter(|word| !word.is_empty());
        let mut digits: Vec<u8> = Vec::new();
        for word in words {
            let parts: Vec<&str> = match size {
                10.. => vec![word],
                _ => word.split("").filter(|part| !part.is_empty()).collect(),
            };
            for part in parts {
                match part.parse() {
                    Ok(digit) if (1..=size).contains(&usize::from(digit)) => digits.push(digit),
                    _ => return Err(format!("`{part}` is not a digit: expected 1 to {size}")),
                }
            }
        }
        match (digits.len(), self.field.places().len()) {
            (found, expected) if found == expected => Ok(self.options_of(&digits)),
            (found, expected) => Err(format!("{found} digits: expected {expected}")),
        }
    }

    /// The grid with these digits, in the layout of the question.
    pub(super) fn grid_text(&self, digits: &[u8]) -> String {
        if let Some(layout) = &self.layout {
            return layout.filled(digits);
        }
        let width = self.field.size().to_string().len();
        let mut text = String::new();
        for row in 0..self.field.rows() {
            let words = (0..self.field.columns()).map(|column| {
                let shown = match self.field.cell(row, column).map(|cell| digits[cell]) {
                    None => "~".into(),
                    Some(0) => ".".into(),
                    Some(digit) => digit.to_string(),
                };
                format!("{shown:>width$}")
            });
            let separator = if width > 1 { " " } else { "" };
            text += &words.collect::<Vec<_>>().join(separator);
            text.push('\n');
        }
        text
    }
}

/// Whether an option of a rule agrees with these digits.
fn fits(meaning: &OptionMeaning, digits: &[u8]) -> bool {
    match meaning {
        OptionMeaning::Set { cells, set, .. } => {
            let found = cells
                .iter()
                .fold(0u64, |set, &cell| set | 1 << digits[cell]);
            found == *set
        }
        OptionMeaning::Digits {
            cells,
            digits: expected,
            ..
        } => cells
            .iter()
            .zip(expected)
            .all(|(&cell, &digit)| digits[cell] == digit),
        OptionMeaning::Sums { parts, sums, .. } => {
            let value = |term: &Term| term.weight * i64::from(digits[term.cell]);
            let sum = |terms: &Vec<Term>| terms.iter().map(value).sum::<i64>();
            parts.iter().map(sum).eq(sums.iter().copied())
        }
    }
}
