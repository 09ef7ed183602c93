//! What the search looks up, as indices of lanes in registers.
//!
//! ```text
//!     unit_lanes   for each unit,  where its lanes stand: at most K in each of three registers
//!     lane_units   for each lane,  where its units stand: at most B, in one register
//! ```
//!
//! A look-up of nothing reads the lane [`NIL`], which is zero. If there are grids, a lane stands at the number of its
//! segment, so that no look-up is needed from one to the other.

use super::grids::{Segment, grids};
use super::layout::{Layout, NONE_BIT};
use super::node::{NIL, REGISTERS, Spot};
use super::spread::spread;
use crate::engine::simd::bank::{Bank, Index, WIDTH};

const ALL_NIL: Index = Index::new([NIL as u16; WIDTH]);
const NUMBERS: [u16; WIDTH] = {
    let mut lanes = [0; WIDTH];
    let mut i = 0;
    while i < WIDTH {
        lanes[i] = i as u16;
        i += 1;
    }
    lanes
};

/// Three registers of lanes, one of units; a unit has at most K lanes in one register, a lane at most B units.
#[derive(Clone, Debug)]
pub(super) struct Tables<const K: usize, const B: usize> {
    /// By register and number: for each unit, where its lane stands.
    pub(super) unit_lanes: [[Index; K]; REGISTERS],
    /// By register and number: for each lane, where its unit stands.
    pub(super) lane_units: [[Index; B]; REGISTERS],
    /// For each unit, the bits that stand in it exactly once; below, those that stand in it at most once or exactly
    /// once.
    pub(super) exact: Bank,
    pub(super) most: Bank,
    /// Whether a bit might stand twice in a unit although every lane has a bit and no unit lacks one.
    pub(super) loose: bool,
    pub(super) ones: Bank,
    /// The segments, where the problem has grids. A lane stands at the number of its segment of the first list.
    pub(super) has_segments: bool,
    pub(super) segments: [Segments; 2],
}

/// A list of segments.
#[derive(Clone, Debug)]
pub(super) struct Segments {
    /// For each segment, its lane in the register.
    pub(super) lanes: [Index; REGISTERS],
    /// For each lane of the register, its segment.
    pub(super) back: [Index; REGISTERS],
    /// For each segment, the other two of its row, then of its column.
    pub(super) lines: [Index; 4],
    /// For each segment, the four of other rows and columns, opposite ones together.
    pub(super) across: [Index; 4],
    /// The number of lanes of each segment.
    pub(super) size: Bank,
    /// The bits of each segment: what stands in a lane that no segment has is left out.
    pub(super) bits: Bank,
    /// Numbers that order the segments of both lists.
    pub(super) number: Bank,
    /// For each segment: its lanes in the registers, and those of the others in its row and column.
    pub(super) own: [[u32; REGISTERS]; WIDTH],
    pub(super) others: [[u32; REGISTERS]; WIDTH],
}

impl<const K: usize, const B: usize> Tables<K, B> {
    /// The tables, and where each lane of the layout stands; `None` if it does not fit.
    pub(super) fn new(layout: &Layout) -> Option<(Box<Self>, Vec<Spot>)> {
        if layout.lanes() > REGISTERS * NIL || layout.units.len() > NIL {
            return None;
        }
        let spread = spread(layout);
        if spread.most > K {
            return None;
        }
        let lists = grids(layout);
        let (spots, aligned) = stand(&spread.registers, &lists[0]);
        let units = layout.units.iter();
        let mut tables = Box::new(Tables {
            unit_lanes: [[ALL_NIL; K]; REGISTERS],
            lane_units: [[ALL_NIL; B]; REGISTERS],
            exact: Bank::ZERO,
            most: Bank::ZERO,
            // A unit with as many bits as lanes lacks a bit if another one stands in it twice.
            loose: units
                .into_iter()
                .any(|unit| unit.exact.count_ones() as usize != unit.lanes.count()),
            ones: Bank([1; WIDTH]),
            has_segments: false,
            segments: [Segments::none(0), Segments::none(WIDTH as u16)],
        });
        tables.place_units(layout, &spots)?;
        let mut lists = tables.segments.iter_mut().zip(&lists);
        let fit = lists.all(|(to, list)| to.place(list, &spots));
        tables.has_segments = fit && aligned;
        Some((tables, spots))
    }

    fn place_units(&mut self, layout: &Layout, spots: &[Spot]) -> Option<()> {
        for (number, unit) in layout.units.iter().enumerate() {
            self.exact.0[number] = unit.exact;
            self.most.0[number] = unit.bits();
            for spot in unit.lanes.iter().map(|lane| spots[lane]) {
                let (r, i) = (spot.register(), spot.lane());
                note(&mut self.unit_lanes[r], number, i)?;
                note(&mut self.lane_units[r], i, number)?;
            }
        }
        Some(())
    }

    /// Walks the tables and panics if units and lanes do not name each other.
    #[cfg(test)]
    pub(super) fn check(&self) {
        for (lanes, units) in self.unit_lanes.iter().zip(&self.lane_units) {
            for (unit, lane) in lanes
                .iter()
                .flat_map(|index| (0..WIDTH).map(|unit| (unit, index.get(unit))))
            {
                let names_it = |index: &Index| index.get(lane) == unit;
                assert!(lane == NIL || units.iter().any(names_it));
            }
        }
    }
}

/// Lets lane `at` look up `what` in the first index in which it looks up nothing yet. `None` if there is no such index.
fn note(indices: &mut [Index], at: usize, what: usize) -> Option<()> {
    let index = indices.iter_mut().find(|index| index.get(at) == NIL)?;
    index.set(at, what as u16);
    Some(())
}

/// Where each lane stands; and whether there are segments, and all lanes stand at the numbers of theirs.
fn stand(registers: &[usize], list: &[Segment]) -> (Vec<Spot>, bool) {
    let mut used = [0u32; REGISTERS];
    let mut at = vec![None; registers.len()];
    for (number, segment) in list.iter().enumerate() {
        for lane in segment.lanes.iter() {
            let used = &mut used[registers[lane]];
            if *used >> number & 1 == 0 {
                *used |= 1 << number;
                at[lane] = Some(number);
            }
        }
    }
    let aligned = !list.is_empty() && at.iter().all(Option::is_some);
    let spots = at.iter().zip(registers).map(|(&at, &register)| {
        let used = &mut used[register];
        let lane = at.unwrap_or(used.trailing_ones() as usize);
        *used |= 1 << lane;
        Spot::new(register, lane)
    });
    (spots.collect(), aligned)
}

impl Segments {
    fn none(first: u16) -> Self {
        Segments {
            lanes: [ALL_NIL; REGISTERS],
            back: [ALL_NIL; REGISTERS],
            lines: [ALL_NIL; 4],
            across: [Index::new(NUMBERS); 4],
            size: Bank([u16::MAX; WIDTH]),
            bits: Bank::ZERO,
            number: Bank(NUMBERS.map(|i| first + i)),
            own: [[0; REGISTERS]; WIDTH],
            others: [[0; REGISTERS]; WIDTH],
        }
    }

    /// `false` if a segment has two lanes in one register, or the bit of lanes that are not used.
    fn place(&mut self, list: &[Segment], spots: &[Spot]) -> bool {
        for (s, segment) in list.iter().enumerate() {
            if segment.bits >> NONE_BIT & 1 == 1 {
                return false;
            }
            for spot in segment.lanes.iter().map(|lane| spots[lane]) {
                let (r, i) = (spot.register(), spot.lane());
                if self.lanes[r].get(s) != NIL {
                    return false;
                }
                self.lanes[r].set(s, i as u16);
                self.back[r].set(i, s as u16);
                self.own[s][r] |= 1 << i;
            }
            let g = &segment.grid;
            let lines = [g[0][1], g[0][2], g[1][0], g[2][0]];
            for (table, &to) in self.lines.iter_mut().zip(&lines) {
                table.set(s, to as u16);
                for spot in list[to].lanes.iter().map(|lane| spots[lane]) {
                    self.others[s][spot.register()] |= 1 << spot.lane();
                }
            }
            let across = [g[1][1], g[2][2], g[1][2], g[2][1]];
            for (table, to) in self.across.iter_mut().zip(across) {
                table.set(s, to as u16);
            }
            self.size.0[s] = segment.lanes.count() as u16;
            self.bits.0[s] = segment.bits;
        }
        true
    }
}
