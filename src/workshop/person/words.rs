//! A step in words.
//!
//! ```text
//! hidden single: r4c5 = 7, the only cell for 7 in box 5
//! pointing: r1c8 r1c9 are not 4, since the 4 of box 2 is in row 1, at r1c4 r1c5
//! ```

use std::fmt::{self, Display};

use super::Technique;
use super::cells::{CellSet, bits};
use super::chains::Node;
use super::grid::Grid;
use super::marks::Digits;
use super::step::{Link, Pattern, Rescue, Source, Step};

/// Says steps in words, with the digits as the puzzle writes them.
pub struct Words<'a, F: Fn(usize) -> String> {
    /// The grid whose cells are named.
    pub grid: &'a Grid,
    /// How a digit is written, from 0.
    pub symbol: F,
}

impl<F: Fn(usize) -> String> Words<'_, F> {
    /// The whole step: its technique, what it does, and why.
    pub fn sentence(&self, step: &Step) -> String {
        let (what, why) = (self.effect(step), self.reason(step));
        match step.placed {
            Some(_) => format!("{}: {what}, {why}", self.name(step)),
            None => format!("{}: {what}, since {why}", self.name(step)),
        }
    }

    /// The technique, with the type of a unique loop.
    pub fn name(&self, step: &Step) -> String {
        let name = step.technique.name();
        match &step.pattern {
            Pattern::Loop { cells, rescue, .. } => {
                let kind = match rescue {
                    Rescue::Cell(_) => 1,
                    Rescue::Digit { .. } => 2,
                    Rescue::Subset { .. } => 3,
                    Rescue::Locked { .. } => 4,
                };
                match cells.len() {
                    4 => format!("{name}, type {kind}"),
                    count => format!("{name} of {count}, type {kind}"),
                }
            }
            Pattern::Links { links, weak, .. } if weak.len() == links.len() => {
                format!("{name} in a ring")
            }
            _ => name.into(),
        }
    }

    /// What the step does: `r4c5 = 7`, or `r1c8 r1c9 are not 4`.
    pub fn effect(&self, step: &Step) -> String {
        if let Some((cell, digit)) = step.placed {
            return format!("{} = {}", self.grid.name(cell), (self.symbol)(digit));
        }
        // Cells that lose the same digits are named together.
        let mut groups: Vec<(Digits, CellSet)> = Vec::new();
        for &(cell, digits) in &step.removed {
            match groups.iter_mut().find(|(other, _)| *other == digits) {
                Some((_, cells)) => cells.insert(cell),
                None => groups.push((digits, CellSet::of(cell))),
            }
        }
        let said = groups.iter().map(|(digits, cells)| {
            let verb = if cells.len() == 1 { "is" } else { "are" };
            format!("{} {verb} not {}", self.cells(cells), self.any(*digits))
        });
        Vec::from_iter(said).join(", ")
    }

    /// Why that follows.
    pub fn reason(&self, step: &Step) -> String {
        match &step.pattern {
            Pattern::Last { unit } => format!("the last cell of {}", self.unit(*unit)),
            Pattern::Hidden { unit } => {
                let digit = step.placed.map(|(_, digit)| (self.symbol)(digit));
                let digit = digit.unwrap_or_default();
                format!("the only cell for {digit} in {}", self.unit(*unit))
            }
            Pattern::Naked => "it sees all other digits".into(),
            Pattern::Locked {
                digit,
                of,
                within,
                then,
            } => self.locked(*digit, *of, *within, *then),
            Pattern::Subset {
                unit,
                cells,
                digits,
                is_hidden,
            } => {
                let subset = self.subset(*unit, cells, *digits, *is_hidden);
                match step.placed {
                    Some(_) => format!("the only cell left for it: {subset}"),
                    None => subset,
                }
            }
            Pattern::Fish { digit, base, cover } => format!(
                "the {} of {} are in {}",
                (self.symbol)(*digit),
                self.units(base),
                self.units(cover)
            ),
            Pattern::Links { digit, links, weak } => self.links(*digit, links, weak),
            Pattern::Wing {
                pivot,
                wings,
                digit,
            } => self.wing(step, *pivot, wings, *digit),
            Pattern::Loop {
                cells,
                digits,
                rescue,
            } => {
                let around = self.cells(&cells.iter().copied().collect());
                let pair = self.all(*digits);
                let deadly = format!("with only {pair} in {around} there would be two answers");
                self.rescue(&deadly, rescue)
            }
            Pattern::Grave { extras, rescue } => {
                let extras = self.any(*extras);
                let deadly = format!(
                    "without an extra {extras} each cell would have two candidates, and the grid several answers"
                );
                self.rescue(&deadly, rescue)
            }
            Pattern::LargeWing {
                cells,
                digits,
                pair,
                common,
                is_double,
            } => self.large_wing(cells, *digits, *pair, *common, *is_double),
            Pattern::Aligned { cells, excluders } => self.aligned(cells, excluders),
            Pattern::Chain { path } => format!("otherwise {}", self.path(path)),
            Pattern::Cycle { path } => format!(
                "in turn all of these are right or none: {}, and so on",
                self.path(path)
            ),
            Pattern::Net { source, nets } => self.net(*source, nets),
        }
    }

    fn locked(&self, digit: usize, of: usize, within: usize, then: Option<usize>) -> String {
        let digit = (self.symbol)(digit);
        let (of, within) = (self.unit(of), self.unit(within));
        let locked = format!("the {digit} of {of} is in {within}");
        match then {
            Some(then) => format!("the only cell for it in {}: {locked}", self.unit(then)),
            None => locked,
        }
    }

    fn subset(&self, unit: usize, cells: &CellSet, digits: Digits, is_hidden: bool) -> String {
        let (unit, cells, digits) = (self.unit(unit), self.cells(cells), self.all(digits));
        match is_hidden {
            true => format!("{digits} have no other cells in {unit} than {cells}"),
            false => format!("{cells} in {unit} hold {digits}"),
        }
    }

    /// In an XYZ-wing the pivot can be the digit, too.
    fn wing(&self, step: &Step, pivot: usize, wings: &[usize], digit: usize) -> String {
        let is_seen = |(cell, _): &(usize, Digits)| self.grid.seen(pivot).contains(*cell);
        let mut cells = CellSet::from_iter(wings.iter().copied());
        if step.technique == Technique::XyzWing && step.removed.iter().all(is_seen) {
            cells.insert(pivot);
        }
        format!(
            "whatever {} is, one of {} is {}",
            self.grid.name(pivot),
            self.cells(&cells),
            (self.symbol)(digit)
        )
    }

    fn aligned(&self, cells: &CellSet, excluders: &CellSet) -> String {
        let cells = self.cells(cells);
        match excluders.len() {
            0 => format!("no digits of {cells} go with it"),
            _ => format!(
                "all digits of {cells} that go with it leave one of {} without a digit",
                self.cells(excluders)
            ),
        }
    }

    fn links(&self, digit: usize, links: &[Link], weak: &[usize]) -> String {
        let digit = (self.symbol)(digit);
        let each = links.iter().map(|link| {
            let ends = link.ends.map(|end| self.cells_or(&end));
            let unit = self.unit(link.unit);
            format!("{} or {} ({unit})", ends[0], ends[1])
        });
        let each = Vec::from_iter(each).join(", ");
        let meet = self.units(weak);
        let ends = [
            links.first().map(|link| link.ends[0]),
            links.last().map(|link| link.ends[1]),
        ];
        let [Some(first), Some(last)] = ends else {
            return each;
        };
        if weak.len() == links.len() {
            return format!("{digit} is at {each}, which meet in {meet}");
        }
        format!(
            "{digit} is at {each}; as these meet in {meet}, it is at {} or {}",
            self.cells_or(&first),
            self.cells_or(&last)
        )
    }

    /// `r4c5 = 7 → r4c9 ≠ 7`
    fn path(&self, nodes: &[Node]) -> String {
        joined(nodes.iter().map(|node| self.node(*node)), " → ", " → ")
    }

    fn node(&self, node: Node) -> String {
        let (cell, digit) = node.place(self.grid.size());
        let sign = if node.is_on() { '=' } else { '≠' };
        format!("{} {sign} {}", self.grid.name(cell), (self.symbol)(digit))
    }

    fn net(&self, source: Source, nets: &[Vec<Node>]) -> String {
        let begin = match source {
            Source::Cell(cell) => format!("whatever {} is", self.grid.name(cell)),
            Source::Unit(unit, digit) => format!(
                "wherever the {} of {} is",
                (self.symbol)(digit),
                self.unit(unit)
            ),
            Source::Both(node) => format!("whether or not {}", self.node(node)),
            Source::Contradiction(node) => format!("{} leads to both", self.node(node)),
        };
        format!(
            "{begin}: {}",
            joined(nets.iter().map(|net| self.path(net)), "; ", "; ")
        )
    }

    fn large_wing(
        &self,
        cells: &CellSet,
        digits: Digits,
        pair: usize,
        common: usize,
        is_double: bool,
    ) -> String {
        let (common, pair) = ((self.symbol)(common), self.grid.name(pair));
        let held = format!(
            "{} hold all but one of {}",
            self.cells(cells),
            self.all(digits)
        );
        match is_double {
            true => format!(
                "{held}, and see {pair} with both its digits, so that one of these is missing there"
            ),
            false => format!("{held}, and all but {common} if {pair} is {common}"),
        }
    }

    /// What follows from what must not be.
    fn rescue(&self, deadly: &str, rescue: &Rescue) -> String {
        match rescue {
            Rescue::Cell(_) => deadly.into(),
            Rescue::Digit { cells, digit } => format!(
                "{deadly}, so one of {} is {}",
                self.cells(cells),
                (self.symbol)(*digit)
            ),
            Rescue::Subset {
                cells,
                unit,
                digits,
                others,
                is_hidden,
            } => {
                let (cells, others) = (self.cells(cells), self.cells(others));
                let all = self.all(*digits);
                match is_hidden {
                    true => format!(
                        "{deadly}, so one of {cells} is another digit, and {all} of {} are in the other one and {others}",
                        self.unit(*unit)
                    ),
                    false => format!(
                        "{deadly}, so one of {cells} is another digit, and with {others} has {all} of {}",
                        self.unit(*unit)
                    ),
                }
            }
            Rescue::Locked { cells, unit, digit } => format!(
                "{deadly}, and one of {} is the {} of {}",
                self.cells(cells),
                (self.symbol)(*digit),
                self.unit(*unit)
            ),
        }
    }

    /// `r1c4 r1c5`
    fn cells(&self, cells: &CellSet) -> String {
        joined(cells.iter().map(|cell| self.grid.name(cell)), " ", " ")
    }

    /// `r1c4`, or `one of r1c4 r1c5`
    fn cells_or(&self, cells: &CellSet) -> String {
        match cells.len() {
            1 => self.cells(cells),
            _ => format!("one of {}", self.cells(cells)),
        }
    }

    /// `3 and 7`
    fn all(&self, digits: Digits) -> String {
        joined(bits(digits).map(&self.symbol), ", ", " and ")
    }

    /// `3 or 7`
    fn any(&self, digits: Digits) -> String {
        joined(bits(digits).map(&self.symbol), ", ", " or ")
    }

    /// `row 1`
    fn unit(&self, number: usize) -> String {
        self.grid.units()[number].to_string()
    }

    /// `row 1 and row 5`
    fn units(&self, numbers: &[usize]) -> String {
        let mut numbers = numbers.to_vec();
        numbers.dedup();
        let units = numbers.into_iter().map(|unit| &self.grid.units()[unit]);
        joined(units, ", ", " and ")
    }
}

/// A list, with another separator before its last member.
fn joined<T: Display>(parts: impl Iterator<Item = T>, between: &str, last: &str) -> String {
    let parts = Vec::from_iter(parts.map(|part| part.to_string()));
    match parts.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., end] => format!("{}{last}{end}", front.join(between)),
    }
}

impl<F: Fn(usize) -> String> fmt::Debug for Words<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Words").finish_non_exhaustive()
    }
}
