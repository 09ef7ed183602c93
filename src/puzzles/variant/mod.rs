//! Variants of Sudoku: diagonals, regions of any form, cages, thermometers, arrows, dots and more, alone and together.
//!
//! ```text
//! variant 4x4 antiknight      the size, and rules that are one word
//! 1 . | . .                   the grid
//! . . | . .
//! cage 7 r3c3 r3c4            a rule in each further line, or a picture
//! thermo r4c1-r4c3
//! ```
//!
//! A variant is a [`Field`] (its cells), [`Rule`]s, and given digits. Field and rules make one exact-cover problem
//! (`encode/`), the givens are options of it. The text is read by `text/`,
//! links of other programs by `link/`.

mod answer;
mod encode;
mod fault;
mod field;
mod kind;
mod link;
mod picture;
mod rule;
mod text;
mod words;

use std::sync::Arc;

pub use fault::VariantFault;
pub use field::{Boxes, Field, Unit};
pub use link::Site;
pub use rule::{Excluded, Mark, Relation, Rule};

use super::sudoku::Placement;
use super::{Puzzle, Shape, Sudoku};
use crate::problem::{ItemId, OptionId, Problem, Solution};
use crate::render::{Board, Notes, Picture, TooLarge};
use encode::Encoding;
use rule::{LATIN, SIDES};
use text::Layout;

/// A variant of Sudoku: cells, rules and given digits.
///
/// ```
/// use dominox::Solver;
/// use dominox::puzzles::variant::{Boxes, Field, Rule, Variant};
/// use dominox::puzzles::{Puzzle, Shape};
/// let field = Field::square(4, Boxes::Shape(Shape::new(2, 2)?))?;
/// let rules = vec![Rule::Falling, Rule::Rising];
/// let variant = Variant::new(field, rules)?.with_givens(&[(0, 1), (1, 2)]);
/// let mut solver = Solver::new(variant.problem())?.assume(variant.givens());
/// assert_eq!(solver.count().to_string(), "4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Variant {
    field: Field,
    rules: Vec<Rule>,
    encoding: Arc<Encoding>,
    givens: Vec<OptionId>,
    /// The text of the grid, if it was read.
    layout: Option<Layout>,
    /// What the author of the text should know.
    note: Option<String>,
}

impl Variant {
    /// The field with these rules and no givens.
    ///
    /// # Errors
    /// If a rule does not fit this field, or if the problem is too large.
    pub fn new(field: Field, rules: Vec<Rule>) -> Result<Variant, VariantFault> {
        rules.iter().try_for_each(|rule| rule.check(&field))?;
        let encoding = Arc::new(Encoding::new(&field, &rules)?);
        Ok(Variant {
            field,
            rules,
            encoding,
            givens: Vec::new(),
            layout: None,
            note: None,
        })
    }

    /// A grid with boxes of this shape, and rules without data: words such as `x` and `antiknight`, with commas between them.
    ///
    /// ```
    /// use dominox::puzzles::variant::Variant;
    /// use dominox::puzzles::Shape;
    /// let variant = Variant::named(Shape::new(3, 3)?, "x,antiknight")?;
    /// assert_eq!(variant.units().len(), 29);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a word is unknown.
    pub fn named(shape: Shape, words: &str) -> Result<Variant, VariantFault> {
        let mut boxes = Boxes::Shape(shape);
        let mut rules: Vec<Rule> = Vec::new();
        for word in words.split([',', ' ']).filter(|word| !word.is_empty()) {
            if word.eq_ignore_ascii_case(LATIN) {
                boxes = Boxes::None;
                continue;
            }
            for rule in Rule::named(word).ok_or_else(|| VariantFault::word(word))? {
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
        }
        Variant::new(Field::square(shape.size(), boxes)?, rules)
    }

    /// A Sudoku, which has no further rules.
    ///
    /// # Errors
    /// If the problem is too large.
    pub fn of_sudoku(sudoku: &Sudoku) -> Result<Variant, VariantFault> {
        let shape = sudoku.rules().shape();
        let field = Field::square(shape.size(), Boxes::Shape(shape))?;
        let cell = |place: Placement| place.row * shape.size() + place.column;
        let givens = sudoku.placements();
        let givens: Vec<_> = givens
            .map(|place| (cell(place), place.digit.into()))
            .collect();
        Ok(Variant::new(field, Vec::new())?.with_givens(&givens))
    }

    /// The same field and rules with these givens: cells and digits.
    ///
    /// # Panics
    /// If a cell or a digit does not belong to the field.
    pub fn with_givens(&self, givens: &[(usize, usize)]) -> Variant {
        Variant {
            givens: givens
                .iter()
                .map(|&(cell, digit)| self.option(cell, digit))
                .collect(),
            layout: None,
            ..self.clone()
        }
    }

    /// The cells.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// The rules, beside rows, columns and boxes.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Rows, columns and boxes, and other sets of cells that hold each digit at most once by a rule, such as diagonals. Units
    /// of N cells hold each digit exactly once.
    pub fn units(&self) -> &[Unit] {
        &self.encoding.units
    }

    /// The pairs of cells whose digits exclude each other by a rule, in addition to units: an anti-knight's, a thermometer's, a
    /// dot's.
    pub fn pairs(&self) -> &[Excluded] {
        &self.encoding.pairs
    }

    /// The option that puts a digit, from 1, into a cell.
    ///
    /// # Panics
    /// If the cell or the digit does not belong to the field.
    pub fn option(&self, cell: usize, digit: usize) -> OptionId {
        let size = self.field.size();
        assert!(cell < self.field.places().len() && (1..=size).contains(&digit));
        OptionId::new(cell * size + digit - 1)
    }

    /// The cell and the digit of an option; `None` if it is another one of a rule.
    pub fn placement(&self, option: OptionId) -> Option<(usize, usize)> {
        let (cell, digit) = (
            option.index() / self.field.size(),
            option.index() % self.field.size(),
        );
        (cell < self.field.places().len()).then_some((cell, digit + 1))
    }

    /// The digits of these options: one for each cell, 0 where there is none.
    ///
    /// # Panics
    /// If an option is not of [`problem`](Puzzle::problem).
    pub fn digits(&self, options: &[OptionId]) -> Vec<u8> {
        let mut digits = vec![0; self.field.places().len()];
        for (cell, digit) in options.iter().filter_map(|&option| self.placement(option)) {
            digits[cell] = digit as u8;
        }
        digits
    }

    /// Whether any two digits can change places in an answer: no rule tells one digit from another.
    pub fn has_equal_digits(&self) -> bool {
        self.rules.iter().all(Rule::takes_digits_for_equal)
    }

    /// The rules that can be left out. A mark that frees two cells from another rule cannot: without it, that rule says more.
    fn loose_rules(&self) -> Vec<usize> {
        let only = self.rules.iter().filter_map(|rule| match rule {
            Rule::Only(mark) => Some(*mark),
            _ => None,
        });
        let only = Vec::from_iter(only);
        let neighbours = self.field.pairs(&SIDES);
        let frees = |rule: &Rule| match *rule {
            Rule::Pair(relation, [first, second]) => {
                let cells = [first.min(second), first.max(second)];
                only.iter().any(|mark| mark.is_freed_by(relation))
                    && neighbours.binary_search(&cells).is_ok()
            }
            _ => false,
        };
        let is_loose = |rule: &usize| !frees(&self.rules[*rule]);
        (0..self.rules.len()).filter(is_loose).collect()
    }

    /// The number of the region of a cell, to be drawn.
    fn region(&self, cell: usize) -> usize {
        let is_box = |unit: &&Unit| unit.tag.contains('b') && unit.cells.contains(&cell);
        let boxes = self.encoding.units.iter().find(is_box);
        boxes.map_or(0, |unit| unit.cells[0])
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.field == other.field && self.rules == other.rules && self.givens == other.givens
    }
}

impl Eq for Variant {}

impl Puzzle for Variant {
    fn problem(&self) -> &Problem {
        &self.encoding.problem
    }

    fn warning(&self) -> Option<String> {
        self.note.clone()
    }

    fn givens(&self) -> &[OptionId] {
        &self.givens
    }

    /// The grid, with its boxes or regions as pieces.
    fn decode(&self, solution: &Solution) -> Board {
        let mut board = Board::new(self.field.rows(), self.field.columns());
        let digits = self.digits(solution.options());
        for row in 0..self.field.rows() {
            for column in 0..self.field.columns() {
                let Some(cell) = self.field.cell(row, column) else {
                    board.set_hole(row, column);
                    continue;
                };
                board.set_piece(row, column, self.region(cell) as u32);
                if digits[cell] > 0 {
                    board.set_label(row, column, digits[cell].to_string());
                }
            }
        }
        board
    }

    /// The grid with a mark for each rule. Digits that are given are bold.
    fn picture_with(&self, options: &[OptionId], notes: &Notes) -> Result<Picture, TooLarge> {
        Ok(self.drawn(options, notes))
    }

    fn write_answer(&self, _number: u64, options: &[OptionId], text: &mut Vec<u8>) {
        let mut digits = self.digits(options);
        for (cell, digit) in self
            .givens
            .iter()
            .filter_map(|&given| self.placement(given))
        {
            digits[cell] = digit as u8;
        }
        text.extend_from_slice(self.grid_text(&digits).as_bytes());
    }

    fn labels(&self, option: OptionId) -> Vec<(usize, usize, String)> {
        let placed = self.placement(option).into_iter();
        let label = |(cell, digit): (usize, usize)| {
            let (row, column) = self.field.places()[cell];
            (row, column, digit.to_string())
        };
        placed.map(label).collect()
    }

    fn item_words(&self, item: ItemId) -> String {
        self.words_of_item(item)
    }

    fn stuck_words(&self, item: ItemId) -> Option<String> {
        self.stuck(item)
    }

    fn clues(&self, items: &[ItemId]) -> Vec<String> {
        self.clues_of(items)
    }

    fn rule_words(&self) -> Vec<String> {
        let rules = self.loose_rules().into_iter();
        rules
            .map(|rule| self.encoding.words[rule].clone())
            .collect()
    }

    fn with_rules(&self, rules: &[usize]) -> Option<Box<dyn Puzzle>> {
        let loose = self.loose_rules();
        let is_kept = |rule: &usize| match loose.iter().position(|loose| loose == rule) {
            Some(number) => rules.contains(&number),
            None => true,
        };
        let kept = (0..self.rules.len()).filter(is_kept);
        let rules = kept.map(|rule| self.rules[rule].clone()).collect();
        let variant = Variant::new(self.field.clone(), rules).ok()?;
        Some(Box::new(Variant {
            givens: self.givens.clone(),
            ..variant
        }))
    }

    fn option_words(&self, option: OptionId) -> String {
        self.words_of_option(option)
    }
}
