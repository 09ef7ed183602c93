//! Which options of a level can be chosen in a state: 64 of them at a time, by four slots of the state at a time.
//!
//! A level of a crossword has a thousand options, of which a state allows a few. It would take long to compare each of them with
//! each state. So for each four slots that the options need, there is a row of sixteen sets of options: one for each value
//! of these slots.
//!
//! ```text
//!     options     need            slots 0 to 3                    slots 4 to 7
//!     0           slot 0          0000: {2}                       0000: {0}
//!     1           slots 1, 4      0001: {0, 2}                    0001: {0, 1}
//!     2           slot 5          0010: {1, 2}                    0010: {0, 2}
//!                                 …                               …
//!
//!     a state with slots 1 and 4 alone: row 1 says 0010, row 2 says 0001; {1, 2} ∩ {0, 1} = {1} can be chosen
//! ```
//!
//! Four sets of 64 options are a block. Its rows have four sets for each value; going through them takes as long as for
//! two single sets.

use crate::engine::memory::{Account, Share};

/// Slots of a row, and the number of their values.
const SLOTS: usize = 4;
const VALUES: usize = 1 << SLOTS;
/// By the value of four slots, a set of options.
type Row = [u64; VALUES];
/// By the value of four slots, a block of sets of options.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct WideRow([Sets; VALUES]);
/// Options of a set, and sets of a block.
pub(super) const SET: usize = u64::BITS as usize;
pub(super) const BLOCK: usize = 4;
/// What can be chosen of the sets of a block.
pub(super) type Sets = [u64; BLOCK];
/// Going through a wide row takes as long as going through this number of others.
const WIDE: usize = 2;
/// Fewer options than this are compared one by one.
const FEW: usize = 16;
/// The work of making a row for a set, in units of about a nanosecond.
const WORK_OF_ROW: usize = 100;

/// The options of a level, by the slots that they need.
#[derive(Debug)]
pub(super) struct Needs {
    options: usize,
    /// For each word of a state: for each row, the first of its four slots.
    shifts: Vec<Vec<u8>>,
    /// Rows of a set or a block.
    height: usize,
    /// How many sets are in no block. They come first: often the first set alone says that there are several options.
    singles: usize,
    /// The rows of these sets: for each value, the options that need none of the missing slots.
    rows: Vec<Row>,
    /// The same for each block of [`BLOCK`] sets.
    wide: Vec<WideRow>,
    held: Share,
}

impl Needs {
    /// For options with these needs, as bits of a state; `None` if comparing each of them is faster, or if the rows take more
    /// than `room` bytes, or more than the account has left.
    pub(super) fn new(needs: &[&[u64]], room: usize, account: &Account) -> Option<Box<Needs>> {
        if needs.len() < FEW {
            return None;
        }
        let words = needs[0].len();
        let any = (0..words).map(|w| needs.iter().fold(0, |any, need| any | need[w]));
        let shifts = any.map(|word| {
            let shifts = (0..u64::BITS as u8).step_by(SLOTS);
            Vec::from_iter(shifts.filter(|&shift| value(word, shift) != 0))
        });
        let shifts = Vec::from_iter(shifts);
        let height: usize = shifts.iter().map(Vec::len).sum();
        let sets = needs.len().div_ceil(SET);
        let (blocks, singles) = (sets / BLOCK, sets % BLOCK);
        let of_rows = height * (singles * size_of::<Row>() + blocks * size_of::<WideRow>());
        if height * (singles + blocks * WIDE) > needs.len() * (words + 3) / 4 || of_rows > room {
            return None;
        }
        let of_shifts = words * size_of::<Vec<u8>>() + height;
        let bytes = size_of::<Needs>() + of_shifts + of_rows;
        let held = account.take(bytes).ok()?;
        let mut made = Needs {
            options: needs.len(),
            wide: Vec::with_capacity(blocks * height),
            rows: Vec::with_capacity(singles * height),
            shifts,
            height,
            singles,
            held,
        };
        made.make_rows(needs);
        Some(Box::new(made))
    }

    fn make_rows(&mut self, needs: &[&[u64]]) {
        let (singles, wide) = needs.split_at(needs.len().min(self.singles * SET));
        let each = self.shifts.iter().enumerate();
        let places = each.flat_map(|(w, shifts)| shifts.iter().map(move |&shift| (w, shift)));
        for set in singles.chunks(SET) {
            let rows = places.clone().map(|place| row(set, place));
            self.rows.extend(rows);
        }
        for block in wide.chunks(BLOCK * SET) {
            let rows = places.clone().map(|place| wide_row(block, place));
            self.wide.extend(rows);
        }
    }

    /// Bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        self.held.bytes()
    }

    /// The work of making them.
    pub(super) fn work_to_make(&self) -> usize {
        WORK_OF_ROW * (self.rows.len() + self.wide.len() * BLOCK)
    }

    /// The work of looking up all sets.
    pub(super) fn work(&self) -> u64 {
        let sets = 0..self.options.div_ceil(SET);
        sets.map(|set| self.work_of(set)).sum()
    }

    /// The work of looking up a set, when the sets are looked up one after the other.
    #[inline(always)]
    fn work_of(&self, set: usize) -> u64 {
        let rows = match set.checked_sub(self.singles) {
            None => self.height,
            Some(at) if at % BLOCK == 0 => self.height * WIDE,
            Some(_) => return 0,
        };
        1 + rows as u64 * 7 / 8
    }

    /// The only option that can be chosen, as a bit of a set, and its set; several bits if there are more, and none if there is none.
    #[inline(never)]
    pub(super) fn only<const W: usize>(&self, state: &[u64; W], work: &mut u64) -> (u64, usize) {
        let mut block = [0; BLOCK];
        only(self.options.div_ceil(SET), |set| {
            *work += self.work_of(set);
            self.live(set, state, &mut block)
        })
    }

    /// The options of a set that can be chosen, as bits. Sets are requested one after the other; those of a block are
    /// looked up together, and kept.
    #[inline(always)]
    pub(super) fn live<const W: usize>(
        &self,
        set: usize,
        state: &[u64; W],
        block: &mut Sets,
    ) -> u64 {
        match set.checked_sub(self.singles) {
            None => self.live_of_set(set, state),
            Some(at) => {
                if at % BLOCK == 0 {
                    *block = self.live_of_block(at / BLOCK, state);
                }
                block[at % BLOCK]
            }
        }
    }

    #[inline(never)]
    fn live_of_set<const W: usize>(&self, set: usize, state: &[u64; W]) -> u64 {
        let mut live = all_of(self.options - set * SET);
        let rows = &self.rows[set * self.height..];
        self.meet(rows, state, |row, value| live &= row[value]);
        live
    }

    #[inline(never)]
    fn live_of_block<const W: usize>(&self, block: usize, state: &[u64; W]) -> Sets {
        let left = self.options - (self.singles + block * BLOCK) * SET;
        let mut sets = std::array::from_fn(|set| all_of(left - set * SET));
        let rows = &self.wide[block * self.height..];
        self.meet(rows, state, |row, value| {
            for (live, set) in sets.iter_mut().zip(&row.0[value]) {
                *live &= set;
            }
        });
        sets
    }

    /// Goes through some rows, with the values of their slots in a state.
    #[inline(always)]
    fn meet<const W: usize, R>(
        &self,
        mut rows: &[R],
        state: &[u64; W],
        mut each: impl FnMut(&R, usize),
    ) {
        for (&word, shifts) in state.iter().zip(&self.shifts) {
            let (here, later) = rows.split_at(shifts.len());
            for (row, &shift) in here.iter().zip(shifts) {
                each(row, value(word, shift));
            }
            rows = later;
        }
    }
}

/// The only option of some sets that can be chosen, as a bit, and its set; several bits if there are more, and none if there is none.
#[inline(always)]
pub(super) fn only(sets: usize, mut live: impl FnMut(usize) -> u64) -> (u64, usize) {
    let mut only = (0, 0);
    for set in 0..sets {
        let live = live(set);
        if live == 0 {
            continue;
        }
        if only.0 != 0 {
            return (u64::MAX, set);
        }
        only = (live, set);
        if !live.is_power_of_two() {
            break;
        }
    }
    only
}

/// Four slots of a word.
#[inline(always)]
fn value(word: u64, shift: u8) -> usize {
    (word >> (shift % u64::BITS as u8)) as usize % VALUES
}

/// A bit for each option, at most 64.
#[inline(always)]
fn all_of(options: usize) -> u64 {
    u64::MAX >> SET.saturating_sub(options)
}

/// A row: the options of a set that can be chosen, for each value of four slots of a word.
fn row(set: &[&[u64]], (w, shift): (usize, u8)) -> Row {
    let mut users = [0; SLOTS];
    for (place, need) in set.iter().enumerate() {
        let mut need = value(need[w], shift);
        while need != 0 {
            users[need.trailing_zeros() as usize] |= 1 << place;
            need &= need - 1;
        }
    }
    let mut row = [all_of(set.len()); VALUES];
    for value in (0..VALUES - 1).rev() {
        let missing = (!value).trailing_zeros() as usize;
        row[value] = row[value | 1 << missing] & !users[missing];
    }
    row
}

/// The same for a block of sets.
fn wide_row(block: &[&[u64]], place: (usize, u8)) -> WideRow {
    let mut wide = [[0; BLOCK]; VALUES];
    for (at, set) in block.chunks(SET).enumerate() {
        for (sets, set) in wide.iter_mut().zip(row(set, place)) {
            sets[at] = set;
        }
    }
    WideRow(wide)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::sweep::level::{Choice, Item, Level};

    /// Options of up to a few sets that need up to three slots, and states, of whose slots a quarter to three quarters are set.
    fn drawn() -> impl Strategy<Value = (Vec<[u64; 2]>, Vec<[u64; 2]>)> {
        let slots = (0..64u32, 0..64u32, 0..64u32, 0..4u32);
        let need = slots.prop_map(|(a, b, c, kind)| match kind {
            0 => [1 << a, 0],
            1 => [0, 1 << a | 1 << b],
            _ => [1 << a | 1 << b, 1 << c],
        });
        let state = (any::<[u64; 2]>(), any::<[u64; 2]>(), 0..3u32);
        let state = state.prop_map(|(a, b, kind)| match kind {
            0 => a,
            1 => [a[0] & b[0], a[1] & b[1]],
            _ => [a[0] | b[0], a[1] | b[1]],
        });
        (
            proptest::collection::vec(need, 1..600),
            proptest::collection::vec(state, 1..20),
        )
    }

    /// Which options there are, as the sets of those that can be chosen say.
    fn places(options: usize, mut live: impl FnMut(usize) -> u64) -> Vec<usize> {
        let sets = 0..options.div_ceil(SET);
        let of_set = |set: usize| {
            let live = live(set);
            (0..SET)
                .filter(move |at| live >> at & 1 == 1)
                .map(move |at| set * SET + at)
        };
        sets.flat_map(of_set).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn rows_allow_what_comparing_allows((needs, states) in drawn()) {
            let slices = Vec::from_iter(needs.iter().map(|need| &need[..]));
            let mut level = Level::new(Item::Open, needs.len());
            for &need in &needs {
                let strike = [0; 2];
                level.push(Choice { need, strike });
            }
            let account = Account::default();
            let rows = Needs::new(&slices, usize::MAX, &account);
            if let Some(rows) = &rows {
                prop_assert!(size_of_val(&rows.rows[..]) + size_of_val(&rows.wide[..]) <= account.held());
                prop_assert!(Needs::new(&slices, rows.rows.len() + rows.wide.len(), &account).is_none());
            }
            prop_assert!(rows.is_some() || needs.len() < 2 * SET);
            for state in &states {
                let allows = |need: &[u64; 2]| need[0] & !state[0] == 0 && need[1] & !state[1] == 0;
                let expected = Vec::from_iter((0..needs.len()).filter(|&at| allows(&needs[at])));
                let compared = places(needs.len(), |set| level.live(set, state, &mut [0; BLOCK]));
                prop_assert_eq!(&compared, &expected);
                let mut only = vec![level.only(state, &mut 0)];
                if let Some(rows) = &rows {
                    let mut block = [0; BLOCK];
                    let live = |set| rows.live(set, state, &mut block);
                    prop_assert_eq!(&places(needs.len(), live), &expected);
                    only.push(rows.only(state, &mut 0));
                }
                for (only, set) in only {
                    match expected[..] {
                        [] => prop_assert_eq!(only, 0),
                        [at] => prop_assert_eq!((only, set), (1 << (at % SET), at / SET)),
                        _ => prop_assert!(only.count_ones() > 1),
                    }
                }
            }
        }
    }
}
