//! Large tables grow in pieces, to more places or another limb. The system may be slow to hand over memory, and a limit
//! should not have to wait for that.
//!
//! ```text
//!     the table                    │ a │   │ b │ c │
//!     1. memory, filled with zeros │   │   │   │   │   │   …        half of it
//!     2. states move               │   │ a │   │   │   │   │   │   │   a is there
//! ```
//!
//! Until the last state was moved, the table stays as it is.

use super::memory::Memory;
use super::table::{LARGE, Shape, Table};

/// Words, and places, of a piece.
const PIECE: usize = LARGE / 2;
/// Filling memory that was used before takes one part in this number of the time of getting new memory.
const OF_NEW: usize = 5;

/// A table that takes the place of another one, under construction.
#[derive(Debug)]
pub(super) struct Growth<const W: usize> {
    /// The level of the table.
    pub(super) level: usize,
    fresh: Table<W>,
    /// Whether the system hands over the memory for it piece by piece.
    is_new: bool,
    /// The places before this one were moved.
    place: usize,
}

impl<const W: usize> Growth<W> {
    /// Begins to let this table of a level grow.
    pub(super) fn new(level: usize, table: &Table<W>, to: Shape, memory: &mut Memory) -> Self {
        let (empty, is_new) = memory.take_for_pieces(to.words::<W>());
        Growth {
            level,
            fresh: table.successor(to, empty),
            is_new,
            place: 0,
        }
    }

    /// Continues by one piece. Returns whether all states were moved.
    pub(super) fn go_on(&mut self, table: &Table<W>, memory: &mut Memory) -> bool {
        let filled = self.fresh.fill_up(PIECE);
        if filled > 0 {
            memory.note_made(if self.is_new { filled } else { filled / OF_NEW });
            return false;
        }
        let places = self.place..table.places().min(self.place + PIECE);
        self.place = places.end;
        memory.note_moved(table.copy_to(&mut self.fresh, places));
        self.place == table.places()
    }

    /// Replaces the table by the new one.
    pub(super) fn finish(self, table: &mut Table<W>, memory: &mut Memory) {
        let before = std::mem::replace(table, self.fresh);
        before.into_states().give_back(memory);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::limits::Allowance;
    use crate::engine::sweep::rounds::Grain;
    use crate::engine::sweep::tests::{beside, dominoes};
    use crate::engine::sweep::{Stage, Sweep, account_of_plans, independent, planned};
    use crate::engine::work::{Stop, Work};
    use crate::problem::Part;

    /// A table with this many states of three limbs, none of which has the limbs of another one.
    fn table(states: u64, memory: &mut Memory) -> Table<2> {
        let mut table = Table::new(3, 3, 1, memory);
        for state in 1..=states {
            let key = [state.wrapping_mul(0x9e37_79b9_7f4a_7c15), state];
            table.add(&key, &[state, state % 5, state % 7], memory);
        }
        table
    }

    /// Before a batch, all tables are counted that may follow: larger ones, and one with more limbs.
    #[test]
    fn all_tables_that_follow_are_foreseen() {
        for (states, more, limbs) in [
            (50, 500, 3),
            (50, 64, 4),
            (200, 1, 5),
            (500, 2000, 3),
            (500, 2000, 4),
        ] {
            let mut memory = Memory::default();
            let mut table = table(states, &mut memory);
            let foreseen = table.growths(more, limbs);
            let shape = |table: &Table<2>| (table.places(), table.limbs());
            let (mut last, mut words) = (shape(&table), 0);
            let ways = Vec::from_iter(1..=limbs as u64);
            for state in 0..more as u64 {
                table.add(&[state, u64::MAX], &ways, &mut memory);
                if shape(&table) != last {
                    last = shape(&table);
                    words += last.0 * (2 + last.1);
                }
            }
            let case = format!("{states} {more} {limbs}");
            assert!(words > 0 && words <= foreseen, "{case}: {words} {foreseen}");
        }
    }

    #[test]
    fn what_has_grown_is_the_same_table() {
        for (states, factor, limbs) in
            [(0, 1, 3), (50, 2, 3), (200, 4, 4), (500, 2, 3), (500, 1, 5)]
        {
            let mut memory = Memory::default();
            let (mut one, other) = (table(states, &mut memory), table(states, &mut memory));
            let shape = Shape {
                places: factor * one.places(),
                limbs,
            };
            let words = shape.words::<2>();
            let before = memory.words_taken();
            let mut growth = Growth::new(3, &one, shape, &mut memory);
            memory.work_of_making();
            let mut pieces = 0;
            while !growth.go_on(&one, &mut memory) {
                let work = memory.work_of_making();
                assert!(work < 200 * PIECE as u64, "{work}");
                // Until all of it is there, nothing has changed.
                assert!(one.iter().eq(other.iter()));
                pieces += 1;
            }
            assert!(pieces >= words / PIECE);
            let old = one.places() * 5;
            growth.finish(&mut one, &mut memory);
            assert_eq!((one.places(), one.limbs()), (shape.places, limbs));
            assert_eq!(memory.words_taken(), before + words - old);
            let in_order = |table: &Table<2>| {
                let ways = |ways: &[u64]| ways[..3].to_vec();
                let mut all = Vec::from_iter(table.iter().map(|(key, all)| (*key, ways(all))));
                all.sort();
                all
            };
            assert_eq!(in_order(&one), in_order(&other));
            // All states are found again: no sum is a new state.
            let again = table(states, &mut memory);
            for (key, ways) in again.iter() {
                one.add(key, ways, &mut memory);
            }
            assert_eq!(one.len(), other.len());
        }
    }

    /// A sum that comes near a carry calls for another limb, in a large table and before the carry.
    #[test]
    fn limbs_are_added_in_time() {
        let mut memory = Memory::default();
        let mut small = Table::<2>::new(3, 1, 1, &mut memory);
        let mut large = Table::<2>::new(3, 1, LARGE, &mut memory);
        let key = [1, 2];
        let mut doublings = 0;
        while large.growth_in_pieces(1).is_none() {
            for table in [&mut small, &mut large] {
                let ways = table.iter().next().map_or([1], |(_, ways)| [ways[0]]);
                table.add(&key, &ways, &mut memory);
            }
            doublings += 1;
            assert!(doublings < 60);
        }
        let shape = Shape {
            places: large.places(),
            limbs: 2,
        };
        assert_eq!(large.growth_in_pieces(1), Some(shape));
        assert_eq!(small.growth_in_pieces(1), None);
        // Numbers of three limbs are to be added.
        let for_three = large.growth_in_pieces(3).expect("it has one");
        assert_eq!(for_three.limbs, 3);
    }

    /// To let a table of some thousand states grow at once would take the work of ten turns and more.
    #[test]
    fn turns_are_short_while_tables_grow() {
        let problem = dominoes(14, 14);
        let plans = account_of_plans(1 << 28);
        let work = Work::new(Allowance::default().watch(), &plans);
        let components = independent(&problem, &Part::default(), &work).expect("no bounds");
        let component = &components.expect("enough memory").expect("a solution")[0];
        for places in [1, 4] {
            let grain = Grain {
                least: 1,
                places,
                of_room: 1,
                ..Grain::default()
            };
            let mut sweep = Sweep::with_grain(component, (1 << 28, grain), &work)
                .expect("enough memory")
                .expect("few bits");
            let turn = 5_000;
            let mut before = sweep.report().spent;
            while sweep.advance(turn, beside(1)).is_none() {
                let spent = sweep.report().spent;
                assert!(spent - before < 3 * turn, "{}", spent - before);
                before = spent;
            }
        }
    }

    /// A diagram asks about every 0.13 ms whether to continue, and at least every 0.4 ms while a table grows.
    #[test]
    fn questions_are_asked_while_tables_grow() {
        let problem = dominoes(16, 16);
        let plans = account_of_plans(1 << 28);
        let work = Work::new(Allowance::default().watch(), &plans);
        let planned = planned(&problem, &Part::default(), &work);
        let planned = planned.expect("enough memory").expect("a solution");
        let mut last = 0;
        let mut goes_on = |stage: Stage| -> Result<(), Stop> {
            assert!(stage.work - last < 400_000, "{}", stage.work - last);
            last = stage.work;
            Ok(())
        };
        let record = planned[0].record(usize::MAX, &work, &mut goes_on);
        let record = record.expect("it goes on").expect("few bits");
        assert!(record.states > 100_000);
    }
}
