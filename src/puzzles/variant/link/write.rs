//! A variant as the JSON of f-puzzles.

use std::collections::BTreeMap;

use super::read::has_other_dots;
use crate::puzzles::variant::{Boxes, Field, Mark, Relation, Rule, Variant, VariantFault};
use crate::puzzles::{Puzzle, Shape};

/// The JSON of a variant.
pub(super) fn json(variant: &Variant) -> Result<String, VariantFault> {
    let field = variant.field();
    if field.grids() != [(0, 0)] {
        return Err(VariantFault::NotInLink("several grids".into()));
    }
    if has_other_dots(variant.rules()) {
        let words = "other differences or ratios where all dots are given";
        return Err(VariantFault::NotInLink(words.into()));
    }
    let mut fields = vec![
        format!("\"size\":{}", field.size()),
        format!("\"grid\":[{}]", grid(variant).join(",")),
    ];
    let mut lists: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (number, rule) in variant.rules().iter().enumerate() {
        let word = match rule {
            Rule::Falling => "diagonal-",
            Rule::Rising => "diagonal+",
            Rule::AntiKnight => "antiknight",
            Rule::AntiKing => "antiking",
            Rule::Disjoint => "disjointgroups",
            Rule::NonConsecutive => "nonconsecutive",
            Rule::Windoku => {
                let windows = rule.units(number, field);
                let windows = windows.iter().map(|unit| with_cells(unit.cells(), field));
                lists.entry("extraregion").or_default().extend(windows);
                continue;
            }
            _ => {
                let (name, entries) = entries(rule, field)?;
                lists.entry(name).or_default().extend(entries);
                continue;
            }
        };
        fields.push(format!("\"{word}\":true"));
    }
    let lists = lists.into_iter();
    fields.extend(lists.map(|(name, entries)| format!("\"{name}\":[{}]", entries.join(","))));
    Ok(format!("{{{}}}", fields.join(",")))
}

/// The rows of cells.
fn grid(variant: &Variant) -> Vec<String> {
    let (field, size) = (variant.field(), variant.field().size());
    let digits = variant.digits(variant.givens());
    let usual = Shape::of_size(size);
    let mut numbers: Vec<&String> = Vec::new();
    let mut cells = Vec::new();
    for (cell, &(row, column)) in field.places().iter().enumerate() {
        let mut parts = Vec::new();
        if digits[cell] > 0 {
            parts.push(format!("\"value\":{},\"given\":true", digits[cell]));
        }
        match field.boxes() {
            Boxes::None if usual.is_some() => parts.push("\"region\":null".into()),
            Boxes::Shape(shape) if usual != Some(*shape) => {
                parts.push(format!("\"region\":{}", shape.box_of(row, column)));
            }
            Boxes::Regions(names) => {
                let known = numbers.iter().position(|name| **name == names[cell]);
                let number = known.unwrap_or_else(|| {
                    numbers.push(&names[cell]);
                    numbers.len() - 1
                });
                parts.push(format!("\"region\":{number}"));
            }
            _ => {}
        }
        cells.push(format!("{{{}}}", parts.join(",")));
    }
    cells
        .chunks(size)
        .map(|row| format!("[{}]", row.join(",")))
        .collect()
}

/// A list of cells by name.
fn names(cells: &[usize], field: &Field) -> String {
    let names = cells
        .iter()
        .map(|&cell| format!("\"{}\"", field.name(cell).to_uppercase()));
    format!("[{}]", names.collect::<Vec<_>>().join(","))
}

fn with_cells(cells: &[usize], field: &Field) -> String {
    format!("{{\"cells\":{}}}", names(cells, field))
}

fn with_value(cells: &[usize], value: impl std::fmt::Display, field: &Field) -> String {
    format!(
        "{{\"cells\":{},\"value\":\"{value}\"}}",
        names(cells, field)
    )
}

fn with_line(cells: &[usize], field: &Field) -> String {
    format!("{{\"lines\":[{}]}}", names(cells, field))
}

/// The field of a rule, and its entries there.
fn entries(rule: &Rule, field: &Field) -> Result<(&'static str, Vec<String>), VariantFault> {
    let each = |cells: &[usize]| {
        let entry = |&cell: &usize| format!("{{\"cell\":\"{}\"}}", field.name(cell).to_uppercase());
        cells.iter().map(entry).collect()
    };
    let refused = || VariantFault::NotInLink(rule.words(field));
    let are_neighbours = |[first, second]: [usize; 2]| {
        let [(r, c), (s, d)] = [first, second].map(|cell| field.places()[cell]);
        r.abs_diff(s) + c.abs_diff(d) == 1
    };
    Ok(match rule {
        Rule::Only(Mark::White) => ("negative", vec!["\"difference\"".into()]),
        Rule::Only(Mark::Black) => ("negative", vec!["\"ratio\"".into()]),
        Rule::Only(Mark::Xv) => ("negative", vec!["\"xv\"".into()]),
        Rule::Even(cells) => ("even", each(cells)),
        Rule::Odd(cells) => ("odd", each(cells)),
        Rule::Extra(cells) => ("extraregion", vec![with_cells(cells, field)]),
        Rule::Cage { cells, sum: None } => ("killercage", vec![with_cells(cells, field)]),
        Rule::Cage {
            cells,
            sum: Some(sum),
        } => ("killercage", vec![with_value(cells, sum, field)]),
        Rule::Thermometer(cells) => ("thermometer", vec![with_line(cells, field)]),
        Rule::Palindrome(cells) => ("palindrome", vec![with_line(cells, field)]),
        Rule::Arrow { circle, shaft } if circle.is_sorted() => {
            let last = circle.last().copied();
            let line: Vec<usize> = last.into_iter().chain(shaft.iter().copied()).collect();
            let entry = format!(
                "{{\"cells\":{},\"lines\":[{}]}}",
                names(circle, field),
                names(&line, field)
            );
            ("arrow", vec![entry])
        }
        Rule::Sum { cells, total } => {
            let (outside, direction) = seen_from(cells, field).ok_or_else(refused)?;
            let cells = names(cells, field);
            let entry = format!(
                "{{\"cell\":\"{outside}\",\"cells\":{cells},\"direction\":\"{direction}\",\"value\":\"{total}\"}}"
            );
            ("littlekillersum", vec![entry])
        }
        // A thermometer of two cells says the same.
        Rule::Pair(Relation::Less, cells) => ("thermometer", vec![with_line(cells, field)]),
        Rule::Pair(relation, cells) if are_neighbours(*cells) => match relation {
            Relation::Difference(1) => ("difference", vec![with_cells(cells, field)]),
            Relation::Difference(by) => ("difference", vec![with_value(cells, by, field)]),
            Relation::Ratio(2) => ("ratio", vec![with_cells(cells, field)]),
            Relation::Ratio(times) => ("ratio", vec![with_value(cells, times, field)]),
            Relation::Total(10) => ("xv", vec![with_value(cells, "X", field)]),
            Relation::Total(5) => ("xv", vec![with_value(cells, "V", field)]),
            _ => return Err(refused()),
        },
        _ => return Err(refused()),
    })
}

/// The place outside the grid from which a whole diagonal is seen, and its direction.
fn seen_from(cells: &[usize], field: &Field) -> Option<(String, &'static str)> {
    let directions = [
        ("DR", (1, 1)),
        ("DL", (1, -1)),
        ("UR", (-1, 1)),
        ("UL", (-1, -1)),
    ];
    let (&first, &last) = (cells.first()?, cells.last()?);
    let (name, (down, right)) = directions.into_iter().find(|&(_, by)| {
        let goes_on = cells
            .windows(2)
            .all(|two| field.moved(two[0], by) == Some(two[1]));
        let back = field.moved(first, (-by.0, -by.1));
        goes_on && back.is_none() && field.moved(last, by).is_none()
    })?;
    let (row, column) = field.places()[first];
    let before = |at: usize, step: isize| at as isize + 1 - step;
    Some((
        format!("R{}C{}", before(row, down), before(column, right)),
        name,
    ))
}
