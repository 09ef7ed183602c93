//! The text of a variant: a first line, then statements in any order.
//!
//! ```text
//! variant 6x6 x                 the size, and rules that are one word
//! . . . | . . 3                 rows that begin with a cell: the grid
//! …
//! cages                         a picture: as many rows as the grid has
//! aab... a=12
//! …
//! arrow r1c1 = r1c2-r1c4        a rule and its cells
//! ```
//!
//! First the statements are collected, up to the next first line. When size, grids and regions are known, the cells have their
//! numbers, and the rules are read.

mod cells;
mod layout;
mod lines;
mod picture;
mod statement;
mod write;

pub(super) use cells::is_path;
pub(super) use layout::Layout;

use super::{Boxes, Field, Rule, Variant, VariantFault};
use crate::problem::{Located, quotable};
use crate::puzzles::Shape;
use crate::puzzles::lines::Line;
use lines::{Row, Script, whole};
pub(super) use statement::RULES;
use statement::Statements;

pub(super) type Fault = Located<VariantFault>;

/// The word that begins a variant.
pub(super) const FIRST: &str = "variant";

/// Reads a variant from its lines, the first of which begins with [`FIRST`]. The problem is that of `before`, if that has the
/// same cells and rules.
pub(super) fn parse(lines: &[Line], before: Option<&Variant>) -> Result<Variant, Fault> {
    let mut script = Script::new(lines);
    let Some(first) = script.next() else {
        let nothing = Row::default();
        return Err(whole(&nothing, VariantFault::NoGrid));
    };
    let statements = Statements::read(&first, &mut script)?;
    let field = field(&first, &statements)?;
    let mut given = picture::Given::default();
    if let Some(grid) = &statements.grid {
        given = grid.given(&field)?;
    }
    let mut rules = statements.words.clone();
    let located = |row: &Row, rule: Rule| match rule.check(&field) {
        Ok(()) => Ok(rule),
        Err(fault) => Err(whole(row, fault)),
    };
    for (row, word) in &statements.word_rows {
        located(row, word.clone())?;
    }
    let parity = [
        (&given.even, Rule::Even as fn(Vec<usize>) -> Rule),
        (&given.odd, Rule::Odd),
    ];
    rules.extend(
        parity
            .into_iter()
            .filter(|(cells, _)| !cells.is_empty())
            .map(|(cells, rule)| rule(cells.clone())),
    );
    let mut note = None;
    for picture in &statements.cages {
        let split = picture.split_letters(&field)?;
        note = note.or(split.first().map(|(row, letter)| split_note(row, letter)));
        for (row, rule) in picture.cages(&field)? {
            rules.push(located(row, rule)?);
        }
    }
    for picture in &statements.marks {
        rules.extend(picture.marks(&field)?);
    }
    for row in &statements.rules {
        for rule in cells::rules(row, &field)? {
            rules.push(located(row, rule)?);
        }
    }
    let variant = match before {
        Some(before) if before.field == field && before.rules == rules => before.clone(),
        _ => Variant::new(field, rules).map_err(|fault| whole(&first, fault))?,
    };
    let mut variant = variant.with_givens(&given.digits);
    variant.layout = given.layout;
    variant.note = note;
    Ok(variant)
}

fn split_note(row: &Row, letter: &str) -> String {
    let (letter, line) = (quotable(letter), row.number);
    format!(
        "the cage `{letter}`, which begins in line {line}, is in several parts: a second cage needs another letter"
    )
}

/// The cells, from the size, the grids, and boxes or regions.
fn field(first: &Row, statements: &Statements) -> Result<Field, Fault> {
    let Some((rows, columns)) = statements.extent else {
        return Err(whole(first, VariantFault::NoGrid));
    };
    let (size, grids) = match &statements.grids {
        Some(grids) => (grids.size, grids.places.clone()),
        None if rows == columns => (rows, vec![(0, 0)]),
        None => return Err(whole(first, VariantFault::NotSquare)),
    };
    let place = statements.grids.as_ref().map_or(first, |grids| &grids.row);
    let boxes = match (&statements.boxes, &statements.regions) {
        (_, Some(_)) | (Some((_, None)), _) => Boxes::None,
        (Some((_, Some(shape))), None) => Boxes::Shape(*shape),
        (None, None) => Shape::of_size(size).map_or(Boxes::None, Boxes::Shape),
    };
    let place_of_boxes = statements.boxes.as_ref().map_or(place, |(row, _)| row);
    let field = Field::of_grids(size, grids.clone(), boxes).map_err(|fault| {
        whole(
            if matches!(fault, VariantFault::Shape(..)) {
                place_of_boxes
            } else {
                place
            },
            fault,
        )
    })?;
    let Some(picture) = &statements.regions else {
        return Ok(field);
    };
    let names = picture.names(&field)?;
    Field::of_grids(size, grids, Boxes::Regions(names)).map_err(|fault| whole(&picture.head, fault))
}
