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

use crate::engine::memory::{Account, Share};

/// Slots of a row, and the number of their values.
const SLOTS: usize = 4;
const VALUES: usize = 1 << SLOTS;
/// By the value of four slots, a set of options.
type Row = [u64; VALUES];
/// Options of a set.
pub(super) const SET: usize = u64::BITS as usize;
/// Fewer options are compared one after the other.
const FEW: usize = 16;
/// The work of making a row, in units of about a nanosecond.
const WORK_OF_ROW: usize = 100;

/// The options of a level, by the slots that they need.
#[derive(Debug)]
pub(super) struct Needs {
    options: usize,
    /// For each word of a state: the first of each four slots that a row is about.
    shifts: Vec<Vec<u8>>,
    /// Rows of a set, and the work of going through them.
    height: usize,
    work_of_set: u64,
    /// For each [`SET`] of options, the rows: by value, those that need no slot which is missing.
    rows: Vec<Row>,
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
        let sets = needs.chunks(SET);
        let rows = sets.len() * height;
        if rows > needs.len() * (words + 3) / 4 || rows * size_of::<Row>() > room {
            return None;
        }
        let of_shifts = words * size_of::<Vec<u8>>() + height;
        let bytes = size_of::<Needs>() + of_shifts + rows * size_of::<Row>();
        let held = account.take(bytes).ok()?;
        let mut rows = Vec::with_capacity(rows);
        for set in sets {
            for (w, shifts) in shifts.iter().enumerate() {
                rows.extend(shifts.iter().map(|&shift| row(set, (w, shift))));
            }
        }
        Some(Box::new(Needs {
            options: needs.len(),
            shifts,
            height,
            work_of_set: 1 + height as u64 * 7 / 8,
            rows,
            held,
        }))
    }

    /// Bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        self.held.bytes()
    }

    /// The work of making them.
    pub(super) fn work_to_make(&self) -> usize {
        WORK_OF_ROW * self.rows.len()
    }

    /// The work of [`live`](Self::live) for all sets.
    pub(super) fn work(&self) -> u64 {
        self.options.div_ceil(SET) as u64 * self.work_of_set
    }

    /// The only option that can be chosen, as a bit of a set, and its set; several bits if there are more, and none if there is none.
    #[inline(never)]
    pub(super) fn only<const W: usize>(&self, state: &[u64; W], work: &mut u64) -> (u64, usize) {
        only(self.options.div_ceil(SET), |set| {
            *work += self.work_of_set;
            self.live(set, state)
        })
    }

    /// Those of a set of options that can be chosen, as bits.
    #[inline(never)]
    pub(super) fn live<const W: usize>(&self, set: usize, state: &[u64; W]) -> u64 {
        let mut rows = &self.rows[set * self.height..];
        let mut live = all_of(self.options - set * SET);
        for (&word, shifts) in state.iter().zip(&self.shifts) {
            let (here, later) = rows.split_at(shifts.len());
            for (row, &shift) in here.iter().zip(shifts) {
                live &= row[value(word, shift)];
            }
            rows = later;
        }
        live
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

/// As many bits as there are options, 64 at most.
#[inline(always)]
fn all_of(options: usize) -> u64 {
    u64::MAX >> SET.saturating_sub(options)
}

/// Those of a set of options that can be chosen, by what a state has of four slots of a word.
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
            proptest::collection::vec(need, 1..200),
            proptest::collection::vec(state, 1..20),
        )
    }

    /// Which options there are, as the sets of those that can be chosen say.
    fn places(options: usize, live: impl Fn(usize) -> u64) -> Vec<usize> {
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
                prop_assert!(size_of_val(&rows.rows[..]) <= account.held());
                prop_assert!(Needs::new(&slices, rows.rows.len(), &account).is_none());
            }
            prop_assert!(rows.is_some() || needs.len() < 2 * SET);
            for state in &states {
                let allows = |need: &[u64; 2]| need[0] & !state[0] == 0 && need[1] & !state[1] == 0;
                let expected = Vec::from_iter((0..needs.len()).filter(|&at| allows(&needs[at])));
                let compared = places(needs.len(), |set| level.live(set, state));
                prop_assert_eq!(&compared, &expected);
                let mut only = vec![level.only(state, &mut 0)];
                if let Some(rows) = &rows {
                    prop_assert_eq!(&places(needs.len(), |set| rows.live(set, state)), &expected);
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
