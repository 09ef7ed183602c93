//! Cages, and the small numbers in their corners.

use super::Value;
use super::odd;
use super::points::{Place, Points};
use super::rules::{lists, named, pair, point, text_of, unknown};
use crate::puzzles::variant::{Rule, VariantFault};

type Result<T> = std::result::Result<T, VariantFault>;

/// The cages: lists of cells, the sums in the upper left corner of one of their cells, and the lines that draw them.
pub(super) fn read(layer: &Value, points: &Points) -> Result<Vec<Rule>> {
    let mut cages: Vec<(Vec<usize>, Option<u32>)> = Vec::new();
    let mut cage_of: Vec<Option<usize>> = vec![None; points.size() * points.size()];
    for mut cells in lists(layer, "killercages", points)? {
        cells.sort_unstable();
        for &cell in &cells {
            if cage_of[cell].replace(cages.len()).is_some() {
                return Err(named("killercages", cell, points));
            }
        }
        cages.push((cells, None));
    }
    for (number, value) in entries(layer, "numberS") {
        let Some(text) = text_of(value).filter(|text| !text.is_empty()) else {
            continue;
        };
        let Some(Place::Corner(cell, 0)) = point(number).map(|point| points.place(point)) else {
            return Err(unknown("numberS"));
        };
        let cage = cage_of[cell].ok_or_else(|| named("numberS", cell, points))?;
        let sum = text.parse().map_err(|_| odd("numberS"))?;
        if cages[cage].1.replace(sum).is_some() {
            return Err(named("numberS", cell, points));
        }
    }
    for (ends, _) in entries(layer, "cage") {
        for point in pair(ends).ok_or_else(|| odd("cage"))? {
            match points.place(point) {
                Place::Corner(cell, _) if cage_of[cell].is_some() => {}
                Place::Corner(cell, _) => return Err(named("cage", cell, points)),
                _ => return Err(unknown("cage")),
            }
        }
    }
    Ok(cages
        .into_iter()
        .map(|(cells, sum)| Rule::Cage { cells, sum })
        .collect())
}

/// The fields of a field that are not empty.
pub(super) fn entries<'v>(
    layer: &'v Value,
    name: &str,
) -> impl Iterator<Item = (&'v str, &'v Value)> {
    let fields: &[(String, Value)] = match layer.field(name) {
        Some(Value::Object(fields)) => fields,
        _ => &[],
    };
    let fields = fields.iter().filter(|(_, value)| !value.is_nothing());
    fields.map(|(key, value)| (&**key, value))
}
