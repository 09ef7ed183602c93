//! What the options of a problem share: whether two that disagree do so over several items, and how many options a choice
//! strikes out.
//!
//! What disagrees with one option of an item seldom disagrees with all of them by chance. It does so often where options
//! are pieces that lie in a space: two that disagree then share several items, not one. So one measure is how many
//! primary items two options share on the average, if they share any. If that were chance, and all pairs together shared λ
//! items on the average, it would be λ / (1 − e^−λ), as numbers of seldom events are Poisson distributed:
//!
//! ```text
//!                             shared    by chance     ratio
//!     pentominoes 4 x 15        1.72         1.33      1.29
//!     Sudominoku                1.44         1.11      1.30
//!     Sudoku, 16 x 16           1.11         1.01      1.10
//!     MacMahon squares          1.03         1.06      0.97
//!     random sets of 8 of 96    1.30         1.38      0.95
//! ```

use crate::engine::kernel::WORK_OF_ENTRY;
use crate::engine::limits::{Limit, Watch};
use crate::engine::parts::part_of;
use crate::problem::{ItemId, OptionId, Problem};

/// Options of which the neighbours are examined.
const SAMPLE: usize = 64;
/// Fewer, if they have more neighbours than this altogether, but this many.
const STEPS: u64 = 400_000;
const FEWEST: usize = 8;

/// The options of each primary item, one list after the other.
pub(super) struct Users {
    ends: Vec<u32>,
    users: Vec<usize>,
}

impl Users {
    /// Of a problem, by the number of options of each item.
    pub(super) fn of(
        problem: &Problem,
        options_of: Vec<u32>,
        watch: &Watch,
    ) -> Result<Users, Limit> {
        let (mut ends, mut begin) = (options_of, 0);
        for end in &mut ends {
            begin += std::mem::replace(end, begin);
        }
        // Each option is put at the end of its item's list so far, which thereby becomes the end of the list.
        let mut users = vec![0; begin as usize];
        for option in problem.options() {
            watch.spend(work_of(problem, option))?;
            for item in primary_items(problem, option) {
                let end = &mut ends[item.index()];
                users[*end as usize] = option.index();
                *end += 1;
            }
        }
        Ok(Users { ends, users })
    }

    /// How many items there are.
    pub(super) fn items(&self) -> usize {
        self.ends.len()
    }

    /// The options of an item, ascending.
    pub(super) fn of_item(&self, item: usize) -> &[usize] {
        &self.users[part_of(&self.ends, item)]
    }
}

/// Pairs of options of a problem, of which the first is one of a sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sharing {
    /// All pairs.
    all: usize,
    /// Those that share a primary item.
    pairs: usize,
    /// Primary items that they share, altogether.
    shared: usize,
}

impl Sharing {
    /// Of a problem, by the options of each item.
    pub(super) fn of(problem: &Problem, lists: &Users) -> Sharing {
        let options = problem.option_count();
        let primary = |option| primary_items(problem, option);
        let Users { ends, users } = lists;
        let mut met_by = vec![usize::MAX; options];
        let (mut all, mut pairs, mut shared) = (0, 0, 0);
        // On 32 bits, too, the squares of these numbers need 64.
        let of_options = options as u64 * ends.len() as u64;
        let neighbours = (users.len() as u64).pow(2) / of_options.max(1);
        let sample = (STEPS / neighbours.max(1)).clamp(FEWEST as u64, SAMPLE as u64);
        for option in (0..options).step_by(options.div_ceil(sample as usize).max(1)) {
            all += options;
            for item in primary(OptionId::new(option)) {
                for &other in &users[part_of(ends, item.index())] {
                    shared += 1;
                    pairs += usize::from(std::mem::replace(&mut met_by[other], option) != option);
                }
            }
        }
        Sharing { all, pairs, shared }
    }

    /// How many times as many items as by chance two options share that share any.
    pub(super) fn beyond_chance(self) -> f64 {
        let expected = self.shared as f64 / self.all as f64;
        let by_chance = expected / (1.0 - (-expected).exp());
        self.shared as f64 / self.pairs as f64 / by_chance
    }

    /// The part of all options that a choice strikes out over primary items, on the average.
    pub(super) fn struck(self) -> f64 {
        self.pairs as f64 / self.all as f64
    }
}

/// The work of a look at an option.
pub(super) fn work_of(problem: &Problem, option: OptionId) -> u64 {
    WORK_OF_ENTRY * (problem.entries(option).len() as u64 + 1)
}

/// The primary items of an option.
pub(super) fn primary_items(
    problem: &Problem,
    option: OptionId,
) -> impl Iterator<Item = ItemId> + '_ {
    let items = problem.entries(option).iter().map(|entry| entry.item);
    items.filter(|&item| problem.is_primary(item))
}
