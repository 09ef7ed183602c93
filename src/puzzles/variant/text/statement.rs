//! The statements of a variant: which lines belong together, before any cell has a number.

use super::cells::{named, number};
use super::lines::{Row, Script, Word, whole};
use super::picture::{self, Picture};
use super::{FIRST, Fault};
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
                    true => VariantFault::BadShape(crate::problem::quotable(word.text)),
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

    /// Takes a statement that is not of the grid.
    fn take(&mut self, row: Row, script: &mut Script) -> Result<(), Fault> {
        let words = row.words();
        let [first, rest @ ..] = &words[..] else {
            return Ok(());
        };
        let keyword = first.text.to_ascii_lowercase();
        match &*keyword {
            "boxes" => {
                let shape = match rest {
                    [] => {
                        return Err(
                            row.at_end(VariantFault::Missing("a shape such as 3x3, or `none`"))
                        );
                    }
                    [none] if none.text.eq_ignore_ascii_case("none") => None,
                    [shape] => Some(shape.text.parse::<Shape>().map_err(|_| {
                        row.at(
                            *shape,
                            VariantFault::BadShape(crate::problem::quotable(shape.text)),
                        )
                    })?),
                    [_, surplus, ..] => return Err(row.at(*surplus, VariantFault::Surplus)),
                };
                self.set_boxes(&row, shape)
            }
            "grids" => self.take_grids(&row, rest),
            "regions" | "cages" | "marks" => {
                if let Some(&surplus) = rest.first() {
                    return Err(row.at(surplus, VariantFault::Surplus));
                }
                let (rows, _) = self.known(&row)?;
                match &*keyword {
                    "marks" => self
                        .marks
                        .push(Picture::of_marks(&row, 2 * rows - 1, script)?),
                    "cages" => self.cages.push(Picture::of_letters(
                        &row,
                        rows,
                        "the picture of cages",
                        script,
                    )?),
                    _ if self.regions.is_some() => {
                        return Err(whole(&row, VariantFault::Twice("the picture of regions")));
                    }
                    _ => {
                        let picture =
                            Picture::of_letters(&row, rows, "the picture of regions", script)?;
                        self.regions = Some(picture);
                    }
                }
                Ok(())
            }
            FIRST => Err(whole(&row, VariantFault::Surplus)),
            _ if RULES.contains(&&*keyword)
                && !rest.is_empty()
                && Rule::named(rest[0].text).is_none()
                || named(first.text.split(['<', '>']).next().unwrap_or_default()).is_some() =>
            {
                drop(words);
                self.rules.push(row);
                Ok(())
            }
            _ if RULES.contains(&&*keyword) && keyword != "x" => {
                Err(row.at_end(VariantFault::Missing("cells such as r1c1")))
            }
            _ => self.take_words(&row, &words),
        }
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
            let bad = || VariantFault::BadCell(crate::problem::quotable(word.text));
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
