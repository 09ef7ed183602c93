//! Dividing the lanes among registers, so that every look-up has one register as its source.
//!
//! ```text
//!     row 1 of a Sudoku, registers A B C      A A A B B B C C C      3 lanes in each: 3 look-ups find all lanes of a unit
//!                                             A A A A A A B B C      6 lanes in A: 6 look-ups, most of them of nothing
//! ```
//!
//! So each unit, and what two units share, should have equally many lanes in each register. That is a small problem of
//! its own. The next lane is always the one with the fewest registers open to it, with ties broken at random. If some
//! sets get too many lanes in a register, it tries again.

use super::layout::{Layout, Unit};
use super::node::{NIL, REGISTERS};

/// What all tries together may cost. A try costs the square of the number of lanes: that is 100 tries for a Sudoku,
/// which needs five if its items are shuffled.
const BUDGET: usize = 650_000;

/// The lanes divided among registers.
pub(super) struct Spread {
    /// The register of each lane.
    pub(super) registers: Vec<usize>,
    /// The largest number of lanes that a unit has in one register.
    pub(super) most: usize,
}

/// Divides the lanes of a layout among the registers, as evenly as it can.
pub(super) fn spread(layout: &Layout) -> Spread {
    let lanes = layout.lanes();
    let sets = Sets::new(&layout.units, lanes);
    let tries = BUDGET / (lanes * lanes).max(1);
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut best = sets.divide(lanes, &mut random);
    for _ in 1..tries.clamp(1, 400) {
        if best.excess == 0 {
            break;
        }
        let next = sets.divide(lanes, &mut random);
        if next.excess < best.excess {
            best = next;
        }
    }
    let units = best.count[..layout.units.len()].iter().flatten();
    Spread {
        most: units.copied().max().unwrap_or(0),
        registers: best.registers,
    }
}

/// Sets of lanes to be divided evenly: the units, then what two of them share.
struct Sets {
    /// The sets of each lane.
    of: Vec<Vec<usize>>,
    /// How many lanes of each set a register should have at most.
    room: Vec<usize>,
}

/// A try.
struct Divided {
    registers: Vec<usize>,
    /// By set and register: the number of lanes.
    count: Vec<[usize; REGISTERS]>,
    /// The number of lanes beyond the room of their sets, added up over all sets.
    excess: usize,
}

impl Sets {
    fn new(units: &[Unit], lanes: usize) -> Sets {
        let shared = units.iter().enumerate().flat_map(|(number, unit)| {
            let others = units[number + 1..].iter();
            others.map(|other| unit.lanes.and(other.lanes))
        });
        let shared = shared.filter(|both| (2..=REGISTERS).contains(&both.count()));
        let mut sets = Sets {
            of: vec![Vec::new(); lanes],
            room: Vec::new(),
        };
        for set in units.iter().map(|unit| unit.lanes).chain(shared) {
            for lane in set.iter() {
                sets.of[lane].push(sets.room.len());
            }
            sets.room.push(set.count().div_ceil(REGISTERS));
        }
        sets
    }

    fn divide(&self, lanes: usize, random: &mut Random) -> Divided {
        let mut count = vec![[0; REGISTERS]; self.room.len()];
        let mut filled = [0; REGISTERS];
        let mut divided = vec![usize::MAX; lanes];
        let mut left: Vec<usize> = (0..lanes).collect();
        let mut excess = 0;
        while !left.is_empty() {
            // The number of sets that have no room for the lane in the register. The register is open to the lane if
            // there are none.
            let cost = |lane: usize, r: usize| match filled[r] {
                NIL => usize::MAX,
                _ => {
                    let full = |&&set: &&usize| count[set][r] >= self.room[set];
                    self.of[lane].iter().filter(full).count()
                }
            };
            let open = |lane: usize| (0..REGISTERS).filter(|&r| cost(lane, r) == 0).count();
            let next = (0..left.len()).min_by_key(|&at| (open(left[at]), random.below(lanes)));
            let lane = left.swap_remove(next.unwrap_or(0));
            let cheapest = (0..REGISTERS).min_by_key(|&r| (cost(lane, r), random.below(REGISTERS)));
            let to = cheapest.unwrap_or(0);
            excess += cost(lane, to);
            divided[lane] = to;
            filled[to] += 1;
            for &set in &self.of[lane] {
                count[set][to] += 1;
            }
        }
        Divided {
            registers: divided,
            count,
            excess,
        }
    }
}

/// G. Marsaglia's xorshift (*Journal of Statistical Software* 8, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % end as u64) as usize
    }
}
