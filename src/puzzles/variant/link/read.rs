//! The puzzle that the JSON of f-puzzles describes.

use std::collections::HashMap;

use super::json::Value;
use super::odd;
use crate::problem::quotable;
use crate::puzzles::Shape;
use crate::puzzles::variant::{Boxes, Field, Mark, Relation, Rule, Variant, VariantFault};

type Result<T> = std::result::Result<T, VariantFault>;

/// Fields that say nothing about the answer.
const SKIPPED: [&str; 11] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "highlightConflicts",
    "solution",
    "successMessage",
    "disabledlogic",
    "truecandidatesoptions",
    "highlightconflicts",
];

/// Fields of a cell that say nothing about the answer. A value without `given` was entered by a solver.
const SKIPPED_IN_CELL: [&str; 8] = [
    "value",
    "given",
    "region",
    "c",
    "highlight",
    "centerPencilMarks",
    "cornerPencilMarks",
    "candidates",
];

/// The variant of a link.
pub(super) fn variant(value: &Value) -> Result<Variant> {
    let Value::Object(fields) = value else {
        return Err(VariantFault::BadData);
    };
    let size = value
        .field("size")
        .and_then(Value::number)
        .ok_or_else(|| odd("size"))? as usize;
    if !(2..=36).contains(&size) {
        return Err(VariantFault::Size(size));
    }
    let cells = cells(value, size)?;
    let field = Field::square(size, boxes(&cells, size)?)?;
    let mut rules = Vec::new();
    for (name, value) in fields {
        if !value.is_nothing() && !SKIPPED.contains(&&**name) {
            rules.extend(of_field(name, value, &field)?);
        }
    }
    if has_other_dots(&rules) {
        return Err(VariantFault::UnknownField("negative".into()));
    }
    let variant = Variant::new(field, rules)?;
    let mut givens = Vec::new();
    for (number, cell) in cells.iter().enumerate() {
        let is_given = cell.field("given") == Some(&Value::Bool(true));
        if let Some(value) = cell
            .field("value")
            .filter(|value| is_given && !value.is_nothing())
        {
            match value.number() {
                Some(digit) if (1..=size as u32).contains(&digit) => {
                    givens.push((number, digit as usize));
                }
                _ => return Err(odd("value")),
            }
        }
    }
    Ok(variant.with_givens(&givens))
}

/// The cells of the grid, row by row.
fn cells(value: &Value, size: usize) -> Result<Vec<&Value>> {
    let bad = || odd("grid");
    let rows = value.field("grid").and_then(Value::list).ok_or_else(bad)?;
    let mut cells = Vec::new();
    for row in rows {
        cells.extend(row.list().filter(|row| row.len() == size).ok_or_else(bad)?);
    }
    if rows.len() != size {
        return Err(bad());
    }
    for cell in &cells {
        let Value::Object(fields) = cell else {
            return Err(bad());
        };
        let unknown = fields
            .iter()
            .find(|(name, value)| !value.is_nothing() && !SKIPPED_IN_CELL.contains(&&**name));
        if let Some((name, _)) = unknown {
            return Err(VariantFault::UnknownField(quotable(name)));
        }
    }
    Ok(cells)
}

/// The regions of the cells: the usual boxes, unless the cells say otherwise.
fn boxes(cells: &[&Value], size: usize) -> Result<Boxes> {
    let shape = Shape::of_size(size);
    let usual = |cell: usize| shape.map(|shape| shape.box_of(cell / size, cell % size) as u32);
    let mut regions = Vec::new();
    for (number, cell) in cells.iter().enumerate() {
        regions.push(match cell.field("region") {
            None => usual(number),
            Some(Value::Null) => None,
            Some(region) => Some(region.number().ok_or_else(|| odd("region"))?),
        });
    }
    if regions.iter().all(Option::is_none) {
        return Ok(Boxes::None);
    }
    if let Some(shape) = shape_of(&regions, size) {
        return Ok(Boxes::Shape(shape));
    }
    let named = regions
        .into_iter()
        .map(|region| region.map(|number| (number + 1).to_string()));
    let names: Option<Vec<String>> = named.collect();
    names.map(Boxes::Regions).ok_or_else(|| odd("region"))
}

/// The shape of boxes that are these regions of the cells, however they are numbered; `None` if they are no such boxes.
fn shape_of(regions: &[Option<u32>], size: usize) -> Option<Shape> {
    let is_divided = |shape: &Shape| {
        let mut boxes = HashMap::new();
        let mut is_in_box = |(cell, region): (usize, &Option<u32>)| {
            let own = shape.box_of(cell / size, cell % size);
            region.is_some_and(|region| *boxes.entry(region).or_insert(own) == own)
        };
        regions.iter().enumerate().all(&mut is_in_box) && boxes.len() == size
    };
    let heights = (1..=size).filter(|height| size.is_multiple_of(*height));
    let mut shapes = heights.filter_map(|height| Shape::new(height, size / height).ok());
    shapes.find(is_divided)
}

/// The rules of a field of the puzzle.
fn of_field(name: &str, value: &Value, field: &Field) -> Result<Vec<Rule>> {
    if let Some(rule) = rule_of_grid(name) {
        return match value {
            Value::Bool(true) => Ok(vec![rule]),
            _ => Err(odd(name)),
        };
    }
    let entries = value
        .list()
        .ok_or_else(|| VariantFault::UnknownField(quotable(name)))?;
    let each = Each { name, field };
    let mut rules = Vec::new();
    for entry in entries {
        rules.extend(each.rules(entry)?);
    }
    Ok(rules)
}

/// The rule of the whole grid that a field switches on.
fn rule_of_grid(name: &str) -> Option<Rule> {
    Some(match name {
        "diagonal+" => Rule::Rising,
        "diagonal-" => Rule::Falling,
        "antiknight" => Rule::AntiKnight,
        "antiking" => Rule::AntiKing,
        "disjointgroups" => Rule::Disjoint,
        "nonconsecutive" => Rule::NonConsecutive,
        _ => return None,
    })
}

/// Whether all dots are given, and some of them are unusual ones: in the format, the rule covers these, too, but not
/// here.
pub(super) fn has_other_dots(rules: &[Rule]) -> bool {
    rules.iter().any(|rule| match rule {
        Rule::Pair(Relation::Difference(by), _) => {
            *by != 1 && rules.contains(&Rule::Only(Mark::White))
        }
        Rule::Pair(Relation::Ratio(times), _) => {
            *times != 2 && rules.contains(&Rule::Only(Mark::Black))
        }
        _ => false,
    })
}

/// Reads the entries of one field.
struct Each<'r> {
    name: &'r str,
    field: &'r Field,
}

impl Each<'_> {
    fn rules(&self, entry: &Value) -> Result<Vec<Rule>> {
        let rule = match self.name {
            "negative" => Rule::Only(match entry.text() {
                Some("difference") => Mark::White,
                Some("ratio") => Mark::Black,
                Some("xv") => Mark::Xv,
                _ => return Err(VariantFault::UnknownField("negative".into())),
            }),
            "even" => Rule::Even(self.one(entry)?),
            "odd" => Rule::Odd(self.one(entry)?),
            "extraregion" => Rule::Extra(self.cells(entry, "cells")?),
            "killercage" => {
                let mut cells = self.cells(entry, "cells")?;
                cells.sort_unstable();
                let sum = self.value(entry)?;
                Rule::Cage { cells, sum }
            }
            "thermometer" => return self.of_lines(entry, Rule::Thermometer),
            "palindrome" => return self.of_lines(entry, Rule::Palindrome),
            "arrow" => return self.arrows(entry),
            "littlekillersum" => match self.value(entry)? {
                Some(total) => Rule::Sum {
                    cells: self.cells(entry, "cells")?,
                    total,
                },
                None => return Ok(Vec::new()),
            },
            "difference" => {
                let by = self.value(entry)?.unwrap_or(1);
                self.pair(entry, Relation::Difference(by))?
            }
            "ratio" => {
                let times = self.value(entry)?.unwrap_or(2);
                self.pair(entry, Relation::Ratio(times))?
            }
            "xv" => {
                let total = match entry.field("value").and_then(Value::text) {
                    Some("X" | "x") => 10,
                    Some("V" | "v") => 5,
                    _ => return Err(self.odd()),
                };
                self.pair(entry, Relation::Total(total))?
            }
            name => return Err(VariantFault::UnknownField(quotable(name))),
        };
        Ok(vec![rule])
    }

    fn odd(&self) -> VariantFault {
        odd(self.name)
    }

    /// The cell of this name.
    fn cell(&self, name: &Value) -> Result<usize> {
        let place = name.text().and_then(|name| {
            let (row, column) = name.strip_prefix('R')?.split_once('C')?;
            let from_one = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
            self.field.cell(from_one(row)?, from_one(column)?)
        });
        place.ok_or_else(|| self.odd())
    }

    fn one(&self, entry: &Value) -> Result<Vec<usize>> {
        let name = entry.field("cell").ok_or_else(|| self.odd())?;
        Ok(vec![self.cell(name)?])
    }

    fn list(&self, list: &Value) -> Result<Vec<usize>> {
        let names = list.list().ok_or_else(|| self.odd())?;
        names.iter().map(|name| self.cell(name)).collect()
    }

    fn cells(&self, entry: &Value, name: &str) -> Result<Vec<usize>> {
        self.list(entry.field(name).ok_or_else(|| self.odd())?)
    }

    fn lines(&self, entry: &Value) -> Result<Vec<Vec<usize>>> {
        let lines = entry
            .field("lines")
            .and_then(Value::list)
            .ok_or_else(|| self.odd())?;
        lines.iter().map(|line| self.list(line)).collect()
    }

    /// A rule for each line.
    fn of_lines(&self, entry: &Value, rule: fn(Vec<usize>) -> Rule) -> Result<Vec<Rule>> {
        Ok(self.lines(entry)?.into_iter().map(rule).collect())
    }

    /// Its number, if there is one.
    fn value(&self, entry: &Value) -> Result<Option<u32>> {
        match entry.field("value").filter(|value| !value.is_nothing()) {
            None => Ok(None),
            Some(value) => value.number().map(Some).ok_or_else(|| self.odd()),
        }
    }

    fn pair(&self, entry: &Value, relation: Relation) -> Result<Rule> {
        match self.cells(entry, "cells")?[..] {
            [first, second] => Ok(Rule::Pair(relation, [first, second])),
            _ => Err(self.odd()),
        }
    }

    /// An arrow for each line, which begins in the circle.
    fn arrows(&self, entry: &Value) -> Result<Vec<Rule>> {
        let mut circle = self.cells(entry, "cells")?;
        circle.sort_unstable();
        let lines = self.lines(entry)?.into_iter();
        let arrow = |mut shaft: Vec<usize>| {
            shaft.retain(|cell| !circle.contains(cell));
            Rule::Arrow {
                circle: circle.clone(),
                shaft,
            }
        };
        Ok(lines.map(arrow).collect())
    }
}
