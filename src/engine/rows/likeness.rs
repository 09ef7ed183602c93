//! Which problems are like those that rows were faster on: by what their options share.
//!
//! What disagrees with one option of an item seldom disagrees with all of them by chance. It does so often where options
//! are pieces that lie in a space: two that disagree then share several items, not one. So the measure is how many
//! primary items two options share on the average, if they share any:
//!
//! ```text
//!     1.6 to 1.8   pentominoes in boxes           1.4 to 1.6   tetrominoes, Soma cube       1.3   Sudokus
//!     1.1 to 1.3   random sets of 3 to 8 items    1.0 to 1.1   queens, Langford pairs, words, MacMahon squares
//! ```

use super::parts::part_of;
use crate::problem::{OptionId, Problem};

/// Options have so many primary items or more, on the average.
const FEWEST_ITEMS: usize = 5;
/// Two that share an item share so many tenths of items or more, on the average.
const FEWEST_TENTHS: usize = 15;
/// Options of which the neighbours are looked at.
const SAMPLE: usize = 64;

/// Whether a problem has options of many items, of which two that disagree mostly share more than one.
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
    if options == 0 || named < FEWEST_ITEMS * options {
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
    let (mut shared, mut pairs) = (0, 0);
    for option in (0..options).step_by(options.div_ceil(SAMPLE)) {
        for item in primary(OptionId::new(option)) {
            for &other in &users[part_of(&ends, item.index())] {
                shared += 1;
                pairs += usize::from(std::mem::replace(&mut met_by[other], option) != option);
            }
        }
    }
    10 * shared >= FEWEST_TENTHS * pairs
}
