//! The rules and givens that a drawing shows.

use std::collections::HashSet;

use super::Value;
use super::cages::{self, entries};
use super::lines::Lines;
use super::odd;
use super::points::{Facing, Place, Points};
use crate::problem::quotable;
use crate::puzzles::variant::{Field, Mark, Relation, Rule, Variant, VariantFault};

type Result<T> = std::result::Result<T, VariantFault>;

/// Fields of a drawing that are read below, in `lines.rs` or in `cages.rs`, and those that only undo and repeat.
const KNOWN: [&str; 13] = [
    "command_redo",
    "command_undo",
    "command_replay",
    "number",
    "numberS",
    "symbol",
    "thermo",
    "nobulbthermo",
    "arrows",
    "direction",
    "lineE",
    "cage",
    "killercages",
];

/// Styles of large numbers, which are givens.
const LARGE: [&str; 2] = ["1", "10"];
/// Styles of white, black and grey symbols.
const WHITE: [u32; 3] = [1, 6, 8];
const BLACK: [u32; 1] = [2];
const GREY: [u32; 3] = [3, 5, 9];

/// The sort of puzzle that a tag names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    /// A Sudoku, whose rules are drawn.
    Sudoku,
    /// The same with regions of any form.
    Irregular,
    /// A Latin square.
    Latin,
    /// Grey marks are between consecutive digits.
    Pairs,
    /// The same, and between no others.
    Consecutive,
    /// A Latin square with all dots.
    Kropki,
}

impl Tag {
    fn named(name: &str) -> Option<Tag> {
        Some(match name {
            "classic" | "arrow" | "thermo" | "evenodd" | "killer" => Tag::Sudoku,
            "irregular" => Tag::Irregular,
            "latin" => Tag::Latin,
            "consecutivepairs" => Tag::Pairs,
            "consecutive" | "nonconsecutive" => Tag::Consecutive,
            "kropki" => Tag::Kropki,
            _ => return None,
        })
    }

    /// Whether the grid has the usual boxes, even if no lines are drawn.
    pub fn has_boxes(self) -> bool {
        matches!(self, Tag::Sudoku | Tag::Pairs | Tag::Consecutive)
    }

    /// Whether the grid has no boxes, unless lines are drawn.
    pub fn is_latin(self) -> bool {
        matches!(self, Tag::Latin | Tag::Kropki)
    }

    /// What the tag says of marks that are not there.
    fn rules(self) -> &'static [Rule] {
        match self {
            Tag::Consecutive => &[Rule::Only(Mark::White)],
            Tag::Kropki => &[Rule::Only(Mark::White), Rule::Only(Mark::Black)],
            _ => &[],
        }
    }
}

/// The tags of a list of names.
pub(super) fn tags(names: &Value) -> Result<Vec<Tag>> {
    let names = names.list().unwrap_or_default().iter();
    let tag = |name: &Value| {
        let name = name.text().ok_or_else(|| odd("tags"))?;
        Tag::named(name)
            .ok_or_else(|| VariantFault::UnknownField(format!("tag {}", quotable(name))))
    };
    names.map(tag).collect()
}

/// The variant of a drawing with these tags.
pub(super) fn variant(points: &Points, layer: &Value, tags: &[Tag]) -> Result<Variant> {
    let Value::Object(fields) = layer else {
        return Err(VariantFault::BadData);
    };
    if let Some((name, _)) = fields
        .iter()
        .find(|(name, value)| !value.is_nothing() && !KNOWN.contains(&&**name))
    {
        return Err(unknown(&quotable(name)));
    }
    let lines = Lines::read(layer.field("lineE"), points)?;
    let field = Field::square(points.size(), lines.boxes(points, tags)?)?;
    let mut rules = lines.diagonals(points)?;
    for rule in tags.iter().flat_map(|tag| tag.rules()) {
        if !rules.contains(rule) {
            rules.push(rule.clone());
        }
    }
    rules.extend(cages::read(layer, points)?);
    rules.extend(thermometers(layer, points)?);
    let marks = Marks::read(layer, points, tags)?;
    rules.extend(arrows(layer, points, &marks.pills)?);
    let variant = Variant::new(field, [rules, marks.rules].concat())?;
    Ok(variant.with_givens(&marks.givens))
}

fn thermometers(layer: &Value, points: &Points) -> Result<Vec<Rule>> {
    let mut thermometers = paths(layer, "thermo", points)?;
    let warm: HashSet<usize> = thermometers.iter().flatten().copied().collect();
    for branch in paths(layer, "nobulbthermo", points)? {
        // A line without a bulb is a branch if it begins on a thermometer; otherwise it may be anything.
        if !warm.contains(&branch[0]) {
            return Err(named("nobulbthermo", branch[0], points));
        }
        thermometers.push(branch);
    }
    Ok(thermometers.into_iter().map(Rule::Thermometer).collect())
}

/// Arrows with a circle, and those that begin in a frame around several cells.
fn arrows(layer: &Value, points: &Points, pills: &[Vec<usize>]) -> Result<Vec<Rule>> {
    let mut rules = Vec::new();
    for path in paths(layer, "arrows", points)? {
        rules.push(Rule::Arrow {
            circle: path[..1].to_vec(),
            shaft: path[1..].to_vec(),
        });
    }
    for path in paths(layer, "direction", points)? {
        let pill = pills.iter().find(|pill| pill.contains(&path[0]));
        let circle = pill
            .ok_or_else(|| named("direction", path[0], points))?
            .clone();
        let shaft = path
            .into_iter()
            .filter(|cell| !circle.contains(cell))
            .collect();
        rules.push(Rule::Arrow { circle, shaft });
    }
    let has_arrow = |pill: &&Vec<usize>| {
        rules
            .iter()
            .any(|rule| matches!(rule, Rule::Arrow { circle, .. } if circle == *pill))
    };
    match pills.iter().find(|pill| !has_arrow(pill)) {
        Some(pill) => Err(named("symbol sudokumore", pill[0], points)),
        None => Ok(rules),
    }
}

/// What stands in cells and between them.
#[derive(Default)]
struct Marks {
    givens: Vec<(usize, usize)>,
    even: Vec<usize>,
    odd: Vec<usize>,
    /// Frames around the cells of a number, from which arrows start.
    pills: Vec<Vec<usize>>,
    rules: Vec<Rule>,
}

impl Marks {
    fn read(layer: &Value, points: &Points, tags: &[Tag]) -> Result<Marks> {
        let mut marks = Marks::default();
        for (number, value) in entries(layer, "number") {
            marks.number(number, value, points)?;
        }
        for (number, value) in entries(layer, "symbol") {
            marks.symbol(number, value, points, tags)?;
        }
        for (mut cells, rule) in [
            (
                std::mem::take(&mut marks.even),
                Rule::Even as fn(Vec<usize>) -> Rule,
            ),
            (std::mem::take(&mut marks.odd), Rule::Odd),
        ] {
            cells.sort_unstable();
            cells.dedup();
            marks.rules.extend((!cells.is_empty()).then(|| rule(cells)));
        }
        Ok(marks)
    }

    /// A large number in a cell is a given; X or V between two cells is their sum.
    fn number(&mut self, number: &str, value: &Value, points: &Points) -> Result<()> {
        let place = point(number).map_or(Place::Other, |point| points.place(point));
        let Some(text) = text_of(value).filter(|text| !text.is_empty()) else {
            return Ok(());
        };
        let style = value.list().and_then(|parts| parts.get(2)?.text());
        match (place, &*text) {
            (Place::Cell(cell), text) if style.is_some_and(|style| LARGE.contains(&style)) => {
                let digit = text
                    .parse()
                    .ok()
                    .filter(|digit| (1..=points.size()).contains(digit));
                self.givens.push((
                    cell,
                    digit.ok_or_else(|| {
                        named(&format!("number {}", quotable(text)), cell, points)
                    })?,
                ));
            }
            (Place::Side(cells, _), "X" | "x") => {
                self.rules.push(Rule::Pair(Relation::Total(10), cells))
            }
            (Place::Side(cells, _), "V" | "v") => {
                self.rules.push(Rule::Pair(Relation::Total(5), cells))
            }
            _ => return Err(at(&format!("number {}", quotable(&text)), place, points)),
        }
        Ok(())
    }

    /// Dots and signs between cells, circles (odd) and squares (even) in them, and frames of arrows.
    fn symbol(&mut self, number: &str, value: &Value, points: &Points, tags: &[Tag]) -> Result<()> {
        let place = point(number).map_or(Place::Other, |point| points.place(point));
        let Some([kind, name, ..]) = value.list() else {
            return Err(odd("symbol"));
        };
        let (kind, name) = (kind.number().unwrap_or(0), name.text().unwrap_or_default());
        let is_bar = tags
            .iter()
            .any(|tag| matches!(tag, Tag::Pairs | Tag::Consecutive));
        let relation = match (name, kind, place) {
            ("circle_S" | "circle_SS", kind, Place::Side(..)) if WHITE.contains(&kind) => {
                Relation::Difference(1)
            }
            ("circle_S" | "circle_SS", kind, Place::Side(..)) if BLACK.contains(&kind) => {
                Relation::Ratio(2)
            }
            ("circle_S" | "circle_SS", kind, Place::Side(..)) if GREY.contains(&kind) && is_bar => {
                Relation::Difference(1)
            }
            ("bars_G", _, Place::Side(..)) if is_bar => Relation::Difference(1),
            ("inequality", 1 | 3 | 5 | 7, Place::Side(_, Facing::Across)) => Relation::Less,
            ("inequality", 2 | 4 | 6 | 8, Place::Side(_, Facing::Down)) => Relation::Less,
            ("circle_L" | "circle_M", kind, Place::Cell(cell)) if GREY.contains(&kind) => {
                self.odd.push(cell);
                return Ok(());
            }
            ("square_LL" | "square_L" | "square_M", kind, Place::Cell(cell))
                if GREY.contains(&kind) =>
            {
                self.even.push(cell);
                return Ok(());
            }
            ("sudokumore", kind @ 1..=5, Place::Cell(cell)) => {
                let pill = pill(kind, cell, points.size()).ok_or_else(|| odd("symbol"))?;
                if !self.pills.contains(&pill) {
                    self.pills.push(pill);
                }
                return Ok(());
            }
            _ => return Err(at(&format!("symbol {}", quotable(name)), place, points)),
        };
        if let Place::Side([first, second], _) = place {
            // The tip of the signs 3, 4, 7 and 8 points to the second cell.
            let is_turned = relation == Relation::Less && (kind - 1) % 4 >= 2;
            let cells = if is_turned {
                [second, first]
            } else {
                [first, second]
            };
            self.rules.push(Rule::Pair(relation, cells));
        }
        Ok(())
    }
}

/// The cells of a frame: two or three in a row (1, 3) or column (2, 4), or one (5).
fn pill(kind: u32, first: usize, size: usize) -> Option<Vec<usize>> {
    let (length, step) = match kind {
        1 => (2, 1),
        2 => (2, size),
        3 => (3, 1),
        4 => (3, size),
        _ => (1, 1),
    };
    let end = if step == 1 {
        first % size
    } else {
        first / size
    } + length;
    (end <= size).then(|| (0..length).map(|i| first + i * step).collect())
}

/// The cells of each list of a field.
pub(super) fn lists(layer: &Value, name: &str, points: &Points) -> Result<Vec<Vec<usize>>> {
    let lists = layer.field(name).and_then(Value::list).unwrap_or_default();
    let mut found = Vec::new();
    for list in lists.iter().filter(|list| !list.is_nothing()) {
        let cell = |point: &Value| points.cell(point.number()? as usize);
        let cells: Option<Vec<usize>> =
            list.list().and_then(|list| list.iter().map(cell).collect());
        found.push(cells.ok_or_else(|| odd(name))?);
    }
    Ok(found)
}

/// The same for paths from cell to cell, which touch each other.
fn paths(layer: &Value, name: &str, points: &Points) -> Result<Vec<Vec<usize>>> {
    let paths = lists(layer, name, points)?;
    let size = points.size();
    let touch = |two: &[usize]| {
        let rows = (two[0] / size).abs_diff(two[1] / size);
        rows.max((two[0] % size).abs_diff(two[1] % size)) == 1
    };
    for path in &paths {
        if path.len() < 2 {
            return Err(named(name, path[0], points));
        }
        if let Some(two) = path.windows(2).find(|two| !touch(two)) {
            return Err(named(name, two[0], points));
        }
    }
    Ok(paths)
}

/// The number of a point. Those between cells may end with an E.
pub(super) fn point(text: &str) -> Option<usize> {
    text.strip_suffix('E').unwrap_or(text).parse().ok()
}

/// The points at both ends of a line.
pub(super) fn pair(text: &str) -> Option<[usize; 2]> {
    let (first, second) = text.split_once(',')?;
    Some([first.parse().ok()?, second.parse().ok()?])
}

/// The text of a number, which comes first in a list; it may be a number.
pub(super) fn text_of(value: &Value) -> Option<String> {
    match value.list()?.first()? {
        Value::Text(text) | Value::Number(text) => Some(text.trim().to_owned()),
        _ => None,
    }
}

/// The fault of something that was drawn.
pub(super) fn unknown(what: &str) -> VariantFault {
    VariantFault::UnknownField(what.to_owned())
}

/// The same, with a cell.
pub(super) fn named(what: &str, cell: usize, points: &Points) -> VariantFault {
    let size = points.size();
    unknown(&format!(
        "{what} at r{}c{}",
        cell / size + 1,
        cell % size + 1
    ))
}

/// The same, with a place.
fn at(what: &str, place: Place, points: &Points) -> VariantFault {
    match place {
        Place::Cell(cell) | Place::Corner(cell, _) | Place::Side([cell, _], _) => {
            named(what, cell, points)
        }
        Place::Other => unknown(&format!("{what} outside the grid")),
    }
}
