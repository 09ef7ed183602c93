//! The search under all instruction sets that the machine has, step by step.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::engine::block::Portable;
use crate::engine::links::Links;
use crate::problem::{Entry, ItemId};

/// Random problems with colours, of up to 80 primary items, so that lanes of all widths occur, and two vectors of them.
fn problems() -> impl Strategy<Value = Problem> {
    let entry = (any::<Index>(), 0usize..4);
    let primary = prop_oneof![1usize..9, 9usize..33, 33usize..80];
    (primary, 0usize..7, vec(vec(entry, 1..9), 1..60)).prop_map(|(primary, secondary, options)| {
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
    })
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

/// Packs at every node that can be packed into fewer blocks, whether it pays or not.
fn eager(problem: &Problem) -> Lanes {
    let mut lanes = Lanes::new(problem);
    lanes.subtrees.eager = true;
    lanes
}

fn sorted(kernel: &mut dyn Kernel) -> Vec<Vec<OptionId>> {
    let (mut found, _) = run(kernel, u64::MAX);
    found
        .iter_mut()
        .for_each(|solution| solution.sort_unstable());
    found.sort();
    found
}

#[test]
fn the_design_shows_the_rows_that_are_made() {
    let text = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    let problem = Problem::parse(text).unwrap();
    let live: Vec<OptionId> = problem.options().collect();
    let mut packed = Packed::new();
    packed.pack(&problem, &live, &mut Scratch::new(&problem));
    let full = packed.full[0];
    for option in 0..6 {
        let place = packed.places(option)[0] as usize;
        let lane = packed.shape.lane(place);
        let (_, index) = packed.choice(Portable, (lane, 64), place % 64);
        let row = packed.blocks_of(index, 1)[0];
        let mut line = format!("{:18}", format!("row of {}", option + 1));
        for lane in 0..7 {
            let bits = row.lane::<u64>(lane);
            let shown = (0..full.lane::<u64>(lane).count_ones()).map(|n| match bits >> n & 1 {
                0 => ". ".into(),
                _ => format!(
                    "{} ",
                    packed.choice(Portable, (lane, 64), n as usize).0.index() + 1
                ),
            });
            line += &format!("{:8}", shown.collect::<String>());
        }
        let design = include_str!("../../../docs/design.md");
        assert!(
            design.contains(&format!("    {}", line.trim_end())),
            "{line}"
        );
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
        for make in [Lanes::new, eager] {
            let mut results = Isa::all().into_iter().map(|isa| {
                let mut kernel = make(&problem);
                kernel.isa = isa;
                for option in &excluded {
                    kernel.exclude(OptionId::new(option.index(problem.option_count())));
                }
                run(&mut kernel, nodes)
            });
            let portable = results.next().unwrap();
            for wider in results {
                prop_assert_eq!(&wider, &portable);
            }
        }
    }

    #[test]
    fn all_solutions_are_those_of_links(problem in problems()) {
        let by_links = sorted(&mut Links::new(&problem));
        let by_lanes = sorted(&mut Lanes::new(&problem));
        let packed = sorted(&mut eager(&problem));
        if by_lanes.len() < 2000 {
            prop_assert_eq!(&by_lanes, &by_links);
            prop_assert_eq!(&packed, &by_links);
        } else {
            prop_assert_eq!(by_links.len(), 2000);
            prop_assert_eq!(packed.len(), 2000);
        }
    }

    #[test]
    fn what_was_done_before_a_search_is_undone(
        problem in problems(),
        options in vec((any::<bool>(), any::<Index>()), 0..8),
    ) {
        let mut kernel = Lanes::new(&problem);
        let untouched = run(&mut kernel, u64::MAX).0;
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
        run(&mut kernel, 3);
        kernel.rewind();
        kernel.rollback(0);
        prop_assert_eq!(kernel.mark(), 0);
        prop_assert_eq!(run(&mut kernel, u64::MAX).0, untouched);
    }
}
