//! Which problems are like those that rows were faster on: by what their options share.
//!
//! What disagrees with one option of an item seldom disagrees with all of them by chance. It does so often where options
//! are pieces that lie in a space: two that disagree then share several items, not one. So the measure is how many
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

use crate::engine::parts::part_of;
use crate::problem::{OptionId, Problem};

/// Pieces: options that have so many primary items or more, on the average, and of which two that share an item share so
/// many times as many items, or more, as they would by chance.
const FEWEST_ITEMS: usize = 5;
const BEYOND_CHANCE: f64 = 1.15;
/// Large Sudokus: so many primary items, where options share so much. (A node of lanes is all items' lanes.)
const MANY_ITEMS: usize = 513;
const BEYOND_CHANCE_OF_MANY: f64 = 1.05;
/// Options of which the neighbours are looked at.
const SAMPLE: usize = 64;

/// Whether a problem has many items, or options of many items; and two options that share any share more than by chance.
pub(in crate::engine) fn shares_much(problem: &Problem) -> bool {
    let options = problem.option_count();
    let primary = |option| {
        let entries = problem.entries(option).iter();
        let items = entries.map(|entry| entry.item);
        items.filter(|&item| problem.is_primary(item))
    };
    let named: usize = problem
        .options()
        .map(|option| primary(option).count())
        .sum();
    let beyond_chance = if named >= FEWEST_ITEMS * options {
        BEYOND_CHANCE
    } else if problem.primary_count() >= MANY_ITEMS {
        BEYOND_CHANCE_OF_MANY
    } else {
        return false;
    };
    if named == 0 {
        return false;
    }
    let mut ends = vec![0; problem.primary_count()];
    for item in problem.options().flat_map(primary) {
        ends[item.index()] += 1;
    }
    let mut begin = 0;
    for end in &mut ends {
        begin += std::mem::replace(end, begin);
    }
    // Each option is put at the end of its item's list so far, which thereby becomes the end of the list.
    let mut users = vec![0; named];
    for option in problem.options() {
        for item in primary(option) {
            let end = &mut ends[item.index()];
            users[*end as usize] = option.index();
            *end += 1;
        }
    }
    let mut met_by = vec![usize::MAX; options];
    let (mut shared, mut pairs, mut looked_at) = (0, 0, 0);
    for option in (0..options).step_by(options.div_ceil(SAMPLE)) {
        looked_at += options;
        for item in primary(OptionId::new(option)) {
            for &other in &users[part_of(&ends, item.index())] {
                shared += 1;
                pairs += usize::from(std::mem::replace(&mut met_by[other], option) != option);
            }
        }
    }
    let expected = shared as f64 / looked_at as f64;
    let by_chance = expected / (1.0 - (-expected).exp());
    shared as f64 / pairs as f64 > beyond_chance * by_chance
}
