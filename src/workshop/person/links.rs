//! Strong links: skyscrapers, kites, turbot fish and similar chains, for one digit.
//!
//! In a unit whose places of a digit lie in two groups, one group holds it: if not the first, then the second. Several such
//! units are chained if the second group of one and the first of the next lie in one unit, so that they cannot both hold it.
//! Then the first group of all or the last one holds the digit, and a cell that sees all of both cannot be it.
//!
//! ```text
//!   · a · · b ·       row 1: a or b is 4; row 5: c or d is 4; not both b and c, as they share a column:
//!   · · · · │ ·       a or d is 4. No cell that sees a and d is 4.
//!   · d · · c ·
//! ```
//!
//! In a *grouped* link a group has several cells: the places of a line in one box, or those of a box in one line.

use super::cells::CellSet;
use super::grid::{Unit, UnitKind};
use super::marks::Marks;
use super::step::{Link, Pattern, Step, removed};
use super::technique::Technique;

/// A unit with more places of a digit is not a link.
const MOST_PLACES: u32 = 6;

/// The easiest chain of this many strong links: of the lowest value, and among these with the most removals.
pub fn strong_links(marks: &Marks, count: usize) -> Option<Step> {
    let mut best: Option<Step> = None;
    for digit in 0..marks.grid().size() {
        let links = links_of(marks, digit);
        if links.len() >= count {
            let mut chain = Chain {
                marks,
                digit,
                links: &links,
                taken: Vec::new(),
                count,
            };
            chain.extend(CellSet::default(), &mut best);
        }
    }
    best
}

/// One direction of a link, with what the search asks for.
struct Half {
    link: Link,
    kind: UnitKind,
    is_grouped: bool,
    /// All places of the digit in the unit.
    places: CellSet,
    /// The units that contain all of each end.
    around: [u64; 2],
    /// The cells that all of each end sees.
    seen: [CellSet; 2],
}

impl Half {
    fn new(marks: &Marks, (number, unit): (usize, &Unit), ends: [CellSet; 2]) -> Half {
        let grid = marks.grid();
        Half {
            link: Link { unit: number, ends },
            kind: unit.kind,
            is_grouped: ends.iter().any(|end| end.len() > 1),
            places: ends[0] | ends[1],
            around: ends.map(|end| grid.units_around(end.iter())),
            seen: ends.map(|end| grid.seen_by_all(end.iter())),
        }
    }
}

/// All links of a digit, each in both directions.
fn links_of(marks: &Marks, digit: usize) -> Vec<Half> {
    let grid = marks.grid();
    let mut links = Vec::new();
    for (number, unit) in grid.units().iter().enumerate() {
        let count = marks.places(number, digit).count_ones();
        if !(2..=MOST_PLACES).contains(&count) {
            continue;
        }
        let places = marks.cells_in(number, digit);
        let mut ends = Vec::new();
        match unit.kind {
            UnitKind::Box => {
                split_box(marks, places, &mut ends);
                if count == 2 {
                    // Two places in one line are a link of the line.
                    let is_in_line = grid.units_around(places.iter()).count_ones() > 1;
                    ends.clear();
                    if !is_in_line {
                        ends.extend(pair(places));
                    }
                }
            }
            _ if count == 2 => ends.extend(pair(places)),
            _ => split_line(marks, places, &mut ends),
        }
        for [one, other] in ends {
            links.push(Half::new(marks, (number, unit), [one, other]));
            links.push(Half::new(marks, (number, unit), [other, one]));
        }
    }
    links
}

fn pair(places: CellSet) -> Option<[CellSet; 2]> {
    let first = CellSet::of(places.first()?);
    Some([first, places - first])
}

/// The places of a line that lie in two boxes.
fn split_line(marks: &Marks, places: CellSet, ends: &mut Vec<[CellSet; 2]>) {
    let boxes = marks.grid().units_of(UnitKind::Box);
    let parts = boxes.map(|(_, unit)| unit.set & places);
    let parts = Vec::from_iter(parts.filter(|part| !part.is_empty()));
    if let &[one, other] = parts.as_slice() {
        ends.push([one, other]);
    }
}

/// The places of a box that lie in two lines. A place where they cross is put to either side.
fn split_box(marks: &Marks, places: CellSet, ends: &mut Vec<[CellSet; 2]>) {
    let lines = marks
        .grid()
        .units()
        .iter()
        .filter(|unit| unit.kind != UnitKind::Box);
    let parts = lines.map(|unit| unit.set & places);
    let parts = Vec::from_iter(parts.filter(|part| !part.is_empty() && *part != places));
    for (place, &one) in parts.iter().enumerate() {
        for &other in &parts[place + 1..] {
            if one | other == places {
                ends.push([one, places - one]);
                if !one.is_apart_from(&other) {
                    ends.push([places - other, other]);
                }
            }
        }
    }
}

/// A chain that grows.
struct Chain<'a> {
    marks: &'a Marks,
    digit: usize,
    links: &'a [Half],
    taken: Vec<&'a Half>,
    /// The number of links it shall have.
    count: usize,
}

impl<'a> Chain<'a> {
    /// Adds each link that fits; `used` are the places of all links so far.
    fn extend(&mut self, used: CellSet, best: &mut Option<Step>) {
        if self.taken.len() == self.count {
            self.finish(best);
            return;
        }
        let links = self.links;
        for half in links.iter().filter(|half| half.places.is_apart_from(&used)) {
            let fits = match self.taken.last() {
                Some(last) => last.around[1] & half.around[0] != 0,
                None => true,
            };
            if fits {
                self.taken.push(half);
                self.extend(used | half.places, best);
                self.taken.pop();
            }
        }
    }

    /// The step that the chain shows, if it is easier than the best one.
    fn finish(&self, best: &mut Option<Step>) {
        let (Some(first), Some(last)) = (self.taken.first(), self.taken.last()) else {
            return;
        };
        // Each chain is found from both sides.
        if first.link.unit > last.link.unit {
            return;
        }
        let value = self.value();
        if best.as_ref().is_some_and(|best| best.value.0 < value) {
            return;
        }
        let units = self.marks.grid().units();
        let closing = last.around[1] & first.around[0];
        let weak = self
            .taken
            .windows(2)
            .map(|pair| pair[0].around[1] & pair[1].around[0]);
        let mut weak = Vec::from_iter(weak.map(|units| units.trailing_zeros() as usize));
        let mut gone = CellSet::default();
        if closing != 0 {
            weak.push(closing.trailing_zeros() as usize);
            for (place, &unit) in weak.iter().enumerate() {
                let next = self.taken[(place + 1) % self.count];
                let ends = self.taken[place].link.ends[1] | next.link.ends[0];
                gone |= units[unit].set - ends;
            }
        } else {
            gone = first.seen[0] & last.seen[1];
            weak.iter().for_each(|&unit| gone = gone - units[unit].set);
        }
        for half in &self.taken {
            gone = gone - half.places;
        }
        let gone = gone & self.marks.cells(self.digit);
        let is_better = best
            .as_ref()
            .is_none_or(|best| value < best.value.0 || gone.len() as u32 > best.removals());
        if gone.is_empty() || !is_better {
            return;
        }
        let pattern = Pattern::Links {
            digit: self.digit,
            links: self.taken.iter().map(|half| half.link).collect(),
            weak,
        };
        let removed = removed(self.marks, gone.iter(), 1 << self.digit);
        *best = Some(Step::remove(self.technique(), value, pattern, removed));
    }

    fn has(&self, kind: UnitKind) -> bool {
        self.taken.iter().any(|half| half.kind == kind)
    }

    fn is_grouped(&self) -> bool {
        self.taken.iter().any(|half| half.is_grouped)
    }

    fn technique(&self) -> Technique {
        let has_box = self.has(UnitKind::Box);
        let has_both = self.has(UnitKind::Row) && self.has(UnitKind::Column);
        match self.count {
            2 if self.is_grouped() => Technique::GroupedStrongLinks,
            2 if has_box => Technique::TwoStrongLinks,
            2 if has_both => Technique::TwoStringKite,
            2 => Technique::Skyscraper,
            3 => Technique::ThreeStrongLinks,
            _ => Technique::FourStrongLinks,
        }
    }

    /// Links of parallel lines are the easiest to see, and grouped ones the hardest.
    fn value(&self) -> u16 {
        let base = match self.count {
            2 => 40,
            3 => 54,
            _ => 58,
        };
        let has_box = self.has(UnitKind::Box);
        let has_both = self.has(UnitKind::Row) && self.has(UnitKind::Column);
        base + match (has_box, has_both) {
            _ if self.is_grouped() => 3,
            (true, true) => 2,
            (false, false) => 0,
            _ => 1,
        }
    }
}
