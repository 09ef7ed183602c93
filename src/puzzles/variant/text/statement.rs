//! The statements of a variant: which lines belong together, before any cell has a number.

use super::cells::{named, number};
use super::lines::{Row, Script, Word, whole};
use super::picture::{self, Picture};
use super::{FIRST, Fault};
use crate::problem::quotable;
use crate::puzzles::Shape;
use crate::puzzles::variant::rule::LATIN;
use crate::puzzles::variant::{Rule, VariantFault};

/// Words that begin a line with cells.
pub(in crate::puzzles::variant) const RULES: [&str; 14] = [
    "extra",
    "even",
    "odd",
    "cage",
    "thermo",
    "arrow",
    "palindrome",
    "sum",
    "white",
    "black",
    "difference",
    "ratio",
    "x",
    "v",
];

/// Several grids.
pub(super) struct Grids {
    /// The line that names them.
    pub row: Row,
    /// The number of rows and columns of each.
    pub size: usize,
    /// Their first cells.
    pub places: Vec<(usize, usize)>,
}

/// The statements of a variant.
#[derive(Default)]
pub(super) struct Statements {
    /// The number of rows and columns of the picture.
    pub extent: Option<(usize, usize)>,
    pub grids: Option<Grids>,
    /// The shape of the boxes; none for a Latin square.
    pub boxes: Option<(Row, Option<Shape>)>,
    /// Rules that are one word.
    pub words: Vec<Rule>,
    /// The same with their lines.
    pub word_rows: Vec<(Row, Rule)>,
    pub grid: Option<Picture>,
    pub regions: Option<Picture>,
    pub cages: Vec<Picture>,
    pub marks: Vec<Picture>,
    /// Lines of rules with cells.
    pub rules: Vec<Row>,
}

impl Statements {
    /// Reads all statements after the first line.
    pub fn read(first: &Row, script: &mut Script) -> Result<Statements, Fault> {
        let mut all = Statements::default();
        let words = first.words();
        let mut rest = words.get(1..).unwrap_or_default().to_vec();
        if let Some(at) = rest.iter().position(|word| extent(word.text).is_some()) {
            all.extent = extent(rest.remove(at).text);
        }
        all.take_words(first, &rest)?;
        while let Some(row) = script.peek() {
            if picture::is_row(&row.text) {
                all.take_grid(&row, script)?;
                continue;
            }
            script.next();
            all.take(row, script)?;
        }
        Ok(all)
    }

    /// Takes rules that are one word.
    fn take_words(&mut self, row: &Row, words: &[Word]) -> Result<(), Fault> {
        for &word in words {
            if word.text.eq_ignore_ascii_case(LATIN) {
                self.set_boxes(row, None)?;
                continue;
            }
            let Some(rules) = Rule::named(word.text) else {
                let fault = match word.text.starts_with(|c: char| c.is_ascii_digit()) {
                    true => VariantFault::BadShape(quotable(word.text)),
                    false => VariantFault::word(word.text),
                };
                return Err(row.at(word, fault));
            };
            for rule in rules {
                if !self.words.contains(&rule) {
                    self.words.push(rule.clone());
                    self.word_rows.push((row.clone(), rule));
                }
            }
        }
        Ok(())
    }

    /// Takes the rows of the grid.
    fn take_grid(&mut self, row: &Row, script: &mut Script) -> Result<(), Fault> {
        if self.grid.is_some() {
            let (rows, _) = self.known(row)?;
            return Err(whole(row, VariantFault::TooManyRows(rows)));
        }
        if self.extent.is_none() {
            let width = picture::first_width(script);
            self.extent = Some((width, width));
        }
        let (rows, _) = self.known(row)?;
        self.grid = Some(Picture::of_grid(row, rows, script)?);
        Ok(())
    }

    /// Takes a statement that does not belong to the grid.
    fn take(&mut self, row: Row, script: &mut Script) -> Result<(), Fault> {
        let words = row.words();
        let [first, rest @ ..] = &words[..] else {
            return Ok(());
        };
        let keyword = first.text.to_ascii_lowercase();
        match &*keyword {
            "boxes" => self.take_boxes(&row, rest),
            "grids" => self.take_grids(&row, rest),
            "regions" | "cages" | "marks" => self.take_picture(&keyword, &row, rest, script),
            FIRST => Err(whole(&row, VariantFault::Surplus)),
            keyword if is_rule_with_cells(keyword, first, rest) => {
                drop(words);
                self.rules.push(row);
                Ok(())
            }
            keyword if RULES.contains(&keyword) && keyword != "x" => {
                Err(row.at_end(VariantFault::Missing("cells such as r1c1")))
            }
            _ => self.take_words(&row, &words),
        }
    }

    /// Takes the picture below a line that says what it shows.
    fn take_picture(
        &mut self,
        keyword: &str,
        row: &Row,
        rest: &[Word],
        script: &mut Script,
    ) -> Result<(), Fault> {
        if let Some(&surplus) = rest.first() {
            return Err(row.at(surplus, VariantFault::Surplus));
        }
        let (rows, _) = self.known(row)?;
        match keyword {
            "marks" => {
                let picture = Picture::of_marks(row, 2 * rows - 1, script)?;
                self.marks.push(picture);
            }
            "cages" => {
                let picture = Picture::of_letters(row, rows, "the picture of cages", script)?;
                self.cages.push(picture);
            }
            _ => {
                let what = "the picture of regions";
                if self.regions.is_some() {
                    return Err(whole(row, VariantFault::Twice(what)));
                }
                self.regions = Some(Picture::of_letters(row, rows, what, script)?);
            }
        }
        Ok(())
    }

    /// Takes the shape of the boxes.
    fn take_boxes(&mut self, row: &Row, words: &[Word]) -> Result<(), Fault> {
        let shape = match words {
            [] => {
                let what = "a shape such as 3x3, or `none`";
                return Err(row.at_end(VariantFault::Missing(what)));
            }
            [none] if none.text.eq_ignore_ascii_case("none") => None,
            &[word] => match word.text.parse() {
                Ok(shape) => Some(shape),
                Err(_) => {
                    let fault = VariantFault::BadBoxes(quotable(word.text));
                    return Err(row.at(word, fault));
                }
            },
            [_, surplus, ..] => return Err(row.at(*surplus, VariantFault::Surplus)),
        };
        self.set_boxes(row, shape)
    }

    fn set_boxes(&mut self, row: &Row, shape: Option<Shape>) -> Result<(), Fault> {
        if self.boxes.is_some() {
            return Err(whole(row, VariantFault::Twice("the shape of boxes")));
        }
        self.boxes = Some((row.clone(), shape));
        Ok(())
    }

    /// Takes the size of several grids and their first cells.
    fn take_grids(&mut self, row: &Row, words: &[Word]) -> Result<(), Fault> {
        if self.grids.is_some() {
            return Err(whole(row, VariantFault::Twice("the list of grids")));
        }
        let [size, cells @ ..] = words else {
            return Err(row.at_end(VariantFault::Missing(
                "the size of the grids and their first cells",
            )));
        };
        if cells.is_empty() {
            return Err(row.at_end(VariantFault::Missing("the first cell of each grid")));
        }
        let size_word = *size;
        let size = number(row, size_word)? as usize;
        let mut grids = Vec::new();
        for &word in cells {
            let bad = || VariantFault::BadCell(quotable(word.text));
            grids.push(named(word.text).ok_or_else(|| row.at(word, bad()))?);
        }
        let last = |of: fn(&(usize, usize)) -> usize| grids.iter().map(of).max().unwrap_or(0);
        let extent = (
            last(|grid| grid.0).saturating_add(size),
            last(|grid| grid.1).saturating_add(size),
        );
        if extent.0.max(extent.1) > 64 || !(2..=36).contains(&size) {
            return Err(row.at(size_word, VariantFault::Size(size)));
        }
        if self.extent.is_some_and(|known| known != extent) {
            let (rows, columns) = extent;
            let fault = VariantFault::Extent { rows, columns };
            return Err(whole(row, fault));
        }
        self.extent = Some(extent);
        self.grids = Some(Grids {
            row: row.clone(),
            size,
            places: grids,
        });
        Ok(())
    }

    /// The number of rows and columns, which must be known by now.
    fn known(&self, row: &Row) -> Result<(usize, usize), Fault> {
        self.extent.ok_or_else(|| whole(row, VariantFault::NoGrid))
    }
}

/// Whether a line is a rule with cells: it names one before other words than rules, or begins with a cell, as `r1c1<r1c2` does.
fn is_rule_with_cells(keyword: &str, first: &Word, rest: &[Word]) -> bool {
    let is_named = RULES.contains(&keyword)
        && rest
            .first()
            .is_some_and(|word| Rule::named(word.text).is_none());
    let before_sign = first.text.split(['<', '>']).next();
    is_named || named(before_sign.unwrap_or_default()).is_some()
}

/// Rows and columns: `9x9`.
pub(super) fn extent(word: &str) -> Option<(usize, usize)> {
    let (rows, columns) = word.split_once(['x', 'X', '×'])?;
    let number = |text: &str| {
        let is_number = text.len() < 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse()
            .ok()
            .filter(|&it: &usize| is_number && (1..=64).contains(&it))
    };
    Some((number(rows)?, number(columns)?))
}
