//! The search under all instruction sets that the machine has, step by step.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::engine::links::Links;
use crate::problem::{Entry, ItemId};

/// Random problems of up to 70 items, so that the sets have one word or two, with colours.
fn problems() -> impl Strategy<Value = Problem> {
    let entry = (any::<Index>(), 0usize..4);
    (1usize..64, 0usize..7, vec(vec(entry, 1..9), 1..60)).prop_map(
        |(primary, secondary, options)| {
            let mut builder = Problem::builder();
            for item in 0..primary {
                builder.primary(format!("p{item}")).unwrap();
            }
            for item in 0..secondary {
                builder.secondary(format!("s{item}")).unwrap();
            }
            for option in options {
                let mut entries: Vec<Entry> = Vec::new();
                for (item, color) in option {
                    let item = ItemId::new(item.index(primary + secondary));
                    let plain = item.index() < primary || color == 0;
                    let color = (!plain).then(|| builder.color(&color.to_string()).unwrap());
                    if entries.iter().all(|entry| entry.item != item) {
                        entries.push(Entry { item, color });
                    }
                }
                builder.option(entries).unwrap();
            }
            // One option for each item alone, so that there are solutions.
            for item in 0..primary {
                builder.option([ItemId::new(item)]).unwrap();
            }
            builder.build()
        },
    )
}

/// The first solutions of a kernel in their order, looked for in steps of few nodes, and the work that it took.
fn run(kernel: &mut dyn Kernel, nodes: u64) -> (Vec<Vec<OptionId>>, Effort) {
    let (mut found, mut solution) = (Vec::new(), Vec::new());
    for _ in 0..2000 {
        match kernel.advance(nodes) {
            Step::Solution => {
                kernel.solution(&mut solution);
                found.push(solution.clone());
            }
            Step::Paused => {}
            Step::Exhausted => break,
        }
        kernel.check();
    }
    (found, kernel.effort())
}

fn assert_alike<const W: usize>(problem: &Problem, excluded: &[Index], nodes: u64) {
    let map = Bitmap::new(problem);
    let mut results = Isa::all().into_iter().map(|isa| {
        let mut kernel = Lists::<W>::new(problem, &map);
        kernel.isa = isa;
        for option in excluded {
            kernel.exclude(OptionId::new(option.index(problem.option_count())));
        }
        run(&mut kernel, nodes)
    });
    let portable = results.next().unwrap();
    for wider in results {
        assert_eq!(wider, portable);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn wider_instructions_change_nothing(
        problem in problems(),
        excluded in vec(any::<Index>(), 0..4),
        nodes in 1u64..20,
    ) {
        // Sets that are wider than needed change nothing either.
        match Bitmap::new(&problem).bits.div_ceil(64) {
            0 | 1 => assert_alike::<1>(&problem, &excluded, nodes),
            _ => assert_alike::<2>(&problem, &excluded, nodes),
        }
        assert_alike::<3>(&problem, &excluded, nodes);
        assert_alike::<4>(&problem, &excluded, nodes);
        assert_alike::<8>(&problem, &excluded, nodes);
    }

    #[test]
    fn all_solutions_are_those_of_links(problem in problems()) {
        let mut lists = lists_for(&problem).unwrap();
        let mut links = Links::new(&problem);
        let sorted = |kernel: &mut dyn Kernel| {
            let (mut found, _) = run(kernel, u64::MAX);
            found.iter_mut().for_each(|solution| solution.sort_unstable());
            found.sort();
            found
        };
        let (by_lists, by_links) = (sorted(&mut *lists), sorted(&mut links));
        if by_lists.len() < 2000 {
            prop_assert_eq!(by_lists, by_links);
        } else {
            prop_assert_eq!(by_links.len(), 2000);
        }
    }

    #[test]
    fn what_was_done_before_a_search_is_undone(
        problem in problems(),
        options in vec((any::<bool>(), any::<Index>()), 0..8),
    ) {
        let mut kernel = lists_for(&problem).unwrap();
        let untouched = run(&mut *kernel, u64::MAX).0;
        kernel.rewind();
        for (assumed, option) in options {
            let option = OptionId::new(option.index(problem.option_count()));
            let live = kernel.is_live(option);
            if assumed {
                prop_assert_eq!(kernel.assume(option), live);
            } else {
                kernel.exclude(option);
            }
            prop_assert!(!kernel.is_live(option));
        }
        run(&mut *kernel, 3);
        kernel.rewind();
        kernel.rollback(0);
        prop_assert_eq!(kernel.mark(), 0);
        prop_assert_eq!(run(&mut *kernel, u64::MAX).0, untouched);
    }
}
