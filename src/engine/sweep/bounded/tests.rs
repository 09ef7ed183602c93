//! Sweeps with bounds against the definition.

use num_bigint::BigUint;
use proptest::prelude::*;

use super::Layout;
use crate::engine::count::Count;
use crate::engine::limits::Allowance;
use crate::engine::memory::Account;
use crate::engine::sweep::components::{Component, components};
use crate::engine::sweep::plan::by_words;
use crate::engine::sweep::rounds::Grain;
use crate::engine::sweep::tests::beside;
use crate::engine::sweep::{Sweep, ToWalk};
use crate::engine::trial::bounded::{any_part_of, bounded_problems, by_definition, parts};
use crate::engine::trial::is_of;
use crate::engine::work::Work;
use crate::problem::{Part, Problem};

/// The product of what `count` makes of the components of a part.
fn product(problem: &Problem, part: &Part, count: impl Fn(&Component, &Work) -> Count) -> Count {
    let plans = Account::default();
    let work = Work::new(Allowance::default().watch(), &plans);
    let components = components(problem, part, &work).unwrap();
    let Some(components) = components else {
        return Count::ZERO;
    };
    let counts = components
        .iter()
        .map(|component| count(component, &work).to_biguint());
    Count::from(counts.product::<BigUint>())
}

/// Sweeps in little or much memory, with every level in rounds or none.
fn sweep(component: &Component, memory: (usize, Grain), work: &Work) -> Count {
    let mut sweep = Sweep::with_grain(component, memory, work).unwrap().unwrap();
    loop {
        sweep.send_scouts(1 << 30);
        if let Some(count) = sweep.advance(1000, beside(2)) {
            return count;
        }
    }
}

/// The number of solutions of a problem, in one component of more items than one.
fn count(text: &str) -> Count {
    let problem: Problem = text.parse().unwrap();
    let memory = || (1 << 20, Grain::default());
    product(&problem, &Part::default(), |component, work| {
        sweep(component, memory(), work)
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(1000)
    })]

    #[test]
    fn counts_are_those_of_the_definition(problem in bounded_problems(), priors in parts()) {
        let part = any_part_of(&problem, &priors);
        let solutions = by_definition(&problem);
        let expected = Count::from(solutions.iter().filter(|set| is_of(&part, set)).count() as u64);
        for room in [0, 1 << 12, 1 << 20] {
            for least in [0, u64::MAX] {
                let grain = Grain {
                    least,
                    places: 2,
                    for_threads: 0,
                    of_room: 2,
                };
                let count = product(&problem, &part, |component, work| {
                    sweep(component, (room, grain), work)
                });
                prop_assert_eq!(&count, &expected, "room {}", room);
            }
        }
    }

    #[test]
    fn any_order_and_any_number_of_words(problem in bounded_problems(), seed in any::<u64>()) {
        let expected = Count::from(by_definition(&problem).len() as u64);
        for words in [1, 2] {
            let count = product(&problem, &Part::default(), |component, work| {
                let mut order = Vec::from_iter(0..component.primary as u32);
                order.sort_by_key(|&item| (u64::from(item) + 1).wrapping_mul(seed | 1));
                let layout = Layout::new(component, &order, work).unwrap().unwrap();
                let widths = layout.widths(work).unwrap();
                let to_walk = ToWalk {
                    widths: &widths,
                    memory: (1 << 20, Grain::default()),
                    work,
                };
                let walk = by_words(64 * words, &layout, to_walk).unwrap();
                let mut walk = walk.unwrap();
                assert!(walk.advance(u64::MAX, 1));
                Count::from(walk.total().clone())
            });
            prop_assert_eq!(&count, &expected);
        }
    }
}

#[test]
fn fields_of_many_items_are_in_words_of_their_own() {
    // 40 items, each covered up to 3 of 5 times by options of its own: 26 ways each.
    let items: Vec<String> = (0..40).map(|at| format!("0:3|i{at}")).collect();
    let mut text = items.join(" ") + " 0:200|all\n";
    for at in 0..40 {
        text += &format!("i{at} all\n").repeat(5);
    }
    let expected = BigUint::from(26u8).pow(40);
    assert_eq!(count(&text).to_biguint(), expected);
}

/// Options may be many: what a level takes is counted beforehand.
#[test]
fn levels_have_room_for_their_fields_alone() {
    let text = "0:9|a 0:9|b c | d\na\na b c\nb d\nc d\n";
    let problem = text.parse::<Problem>().unwrap();
    product(&problem, &Part::default(), |component, work| {
        let order = Vec::from_iter(0..component.primary as u32);
        let layout = Layout::new(component, &order, work).unwrap().unwrap();
        let levels = layout.levels::<1>(work).unwrap();
        let rooms = levels
            .iter()
            .map(|step| (step.fields.capacity(), step.fields.len()));
        let mut rooms = Vec::from_iter(rooms);
        rooms.sort_unstable();
        assert_eq!(rooms, [(0, 0), (1, 1), (1, 1), (2, 2)]);
        Count::from(0u64)
    });
}
