//! The search under all instruction sets that the machine has, step by step.

use std::collections::{BTreeSet, HashMap};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::*;
use crate::engine::links::Links;
use crate::engine::simd::isa::Portable;
use crate::engine::trial::{
    advance, is_of, part_of, priors, run_by_two, run_in_steps, run_part, run_through,
};
use crate::problem::{Color, Entry, ItemId, Solution};

/// Cases of a property: few where each step is interpreted.
fn cases(count: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(if cfg!(miri) { 2 } else { count })
    }
}

/// Entries of an option: items, and the number of a colour for those that are secondary (0: none).
type Parts = Vec<(Index, usize)>;

fn build(primary: usize, secondary: usize, options: Vec<Parts>, copies: &[usize]) -> Problem {
    let mut builder = Problem::builder();
    for item in 0..primary {
        builder.primary(format!("p{item}")).unwrap();
    }
    for item in 0..secondary {
        builder.secondary(format!("s{item}")).unwrap();
    }
    for (at, option) in options.into_iter().enumerate() {
        let mut entries: Vec<Entry> = Vec::new();
        for (item, color) in option {
            let item = ItemId::new(item.index(primary + secondary));
            let plain = item.index() < primary || color == 0;
            let color = (!plain).then(|| builder.color(&color.to_string()).unwrap());
            if entries.iter().all(|entry| entry.item != item) {
                entries.push(Entry { item, color });
            }
        }
        for _ in 0..copies.get(at).map_or(1, |&copies| copies) {
            builder.option(entries.iter().copied()).unwrap();
        }
    }
    // One option for each item alone, so that there are solutions.
    for item in 0..primary {
        builder.option([ItemId::new(item)]).unwrap();
    }
    builder.build()
}

/// Random problems with colours, of up to 80 primary items, so that lanes of all widths occur, and two vectors of them.
fn problems() -> impl Strategy<Value = Problem> {
    let entry = (any::<Index>(), 0usize..4);
    let primary = prop_oneof![1usize..9, 9usize..33, 33usize..80];
    let options = vec(vec(entry, 1..9), 1..if cfg!(miri) { 10 } else { 60 });
    (primary, 0usize..7, options)
        .prop_map(|(primary, secondary, options)| build(primary, secondary, options, &[]))
}

/// Random problems that many blocks are needed for: of hundreds of items; of hundreds of options; of options that come
/// so often that items have more than a lane of any width has bits, or than a lane of 8 bits can count.
fn large_problems() -> impl Strategy<Value = Problem> {
    let options = |longest, count| vec(vec((any::<Index>(), 0usize..4), 1..longest), count);
    let wide = (65usize..330, options(6, 1..200), Just(vec![]));
    let long = (30usize..70, options(6, 200..600), Just(vec![]));
    let copies = vec(prop_oneof![2 => Just(1), 1 => 1usize..300], 1..12);
    let deep = (1usize..70, options(20, 1..40), copies);
    let sizes = prop_oneof![wide.boxed(), long.boxed(), deep.boxed()];
    (sizes, 0usize..7).prop_map(|((primary, options, copies), secondary)| {
        build(primary, secondary, options, &copies)
    })
}

fn small_and_large_problems() -> BoxedStrategy<Problem> {
    match cfg!(miri) {
        true => problems().boxed(),
        false => prop_oneof![problems().boxed(), large_problems().boxed()].boxed(),
    }
}

impl Lanes {
    /// Checks, by the options' entries, that a node's options agree with each other, and that those left agree with
    /// them: that it covers what they name is known from its [`Packed::check`].
    pub(super) fn check_agreement(&self, chosen: &[OptionId], live: &[OptionId]) {
        let mut held = HashMap::new();
        let agrees = |held: &HashMap<ItemId, Option<Color>>, option| {
            let mut entries = self.problem.entries(option).iter();
            let free = |entry: &Entry| match held.get(&entry.item) {
                None => true,
                Some(color) => color.is_some() && *color == entry.color,
            };
            entries.all(free)
        };
        for &option in chosen {
            assert!(agrees(&held, option), "{option:?} was chosen");
            let entries = self.problem.entries(option).iter();
            held.extend(entries.map(|entry| (entry.item, entry.color)));
        }
        for &option in live {
            assert!(agrees(&held, option), "{option:?} is left");
            assert!(!self.part.without.contains(&option));
        }
    }
}

/// Packs at every node that can be packed into fewer blocks, whether it pays or not.
fn eager(problem: &Problem) -> Lanes {
    let mut lanes = Lanes::new(problem);
    lanes.packing.eager = true;
    lanes
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes where each step is interpreted")]
fn an_item_has_as_many_options_as_a_lane_counts_or_there_are_no_lanes() {
    for options in [65_535, 65_536, 65_537] {
        let mut builder = Problem::builder();
        for item in 0..17 {
            builder.primary(item.to_string()).unwrap();
            builder.option([ItemId::new(item)]).unwrap();
        }
        for _ in 1..options {
            builder.option([ItemId::new(0)]).unwrap();
        }
        if let Ok(mut lanes) = lanes_for(&builder.build()) {
            assert_eq!(advance(&mut lanes, 100, &mut Vec::new()), Step::Solution);
        }
    }
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
        let row = packed.row(index, packed.shape.row_blocks())[0];
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
    #![proptest_config(cases(128))]

    #[test]
    fn wider_instructions_change_nothing(
        problem in problems(),
        priors in priors(),
        nodes in 1u64..20,
    ) {
        let part = part_of(&problem, &priors);
        for make in [Lanes::new, eager] {
            let mut results = Isa::all().into_iter().map(|isa| {
                let mut kernel = make(&problem);
                kernel.isa = isa;
                kernel.enter(&part, Inference::Adaptive);
                run_in_steps(&mut kernel, nodes, 300)
            });
            let portable = results.next().unwrap();
            for wider in results {
                prop_assert_eq!(&wider, &portable);
            }
        }
    }

    #[test]
    fn all_solutions_are_those_of_links(problem in problems(), priors in priors()) {
        let part = part_of(&problem, &priors);
        let by_links = run_part(&mut Links::of(&problem), &part, u64::MAX, 2000);
        for make in [Lanes::new, eager] {
            let by_lanes = run_part(&mut make(&problem), &part, u64::MAX, 2000);
            prop_assert_eq!(by_lanes.exhausted, by_links.exhausted);
            let found = by_lanes.sets();
            prop_assert!(found.iter().all(|solution| is_of(&part, solution)));
            if by_links.exhausted {
                prop_assert_eq!(found, by_links.sets());
            }
        }
    }

    #[test]
    fn what_is_left_and_given_away_is_found_once(
        problem in small_and_large_problems(),
        priors in priors(),
        nodes in prop_oneof![1 => Just(0u64), 3 => 1u64..40],
        gives in 0usize..4,
    ) {
        let part = part_of(&problem, &priors);
        let mut links = Links::of(&problem);
        let whole = run_part(&mut links, &part, 20_000, 300);
        for make in [Lanes::new, eager] {
            if whole.exhausted {
                let found = run_by_two(&mut make(&problem), &mut links, &part, nodes, gives);
                let sets: BTreeSet<Solution> = found.iter().cloned().map(Solution::new).collect();
                prop_assert_eq!(sets.len(), found.len(), "a solution came twice");
                prop_assert_eq!(sets, whole.sets());
            }
        }
    }

    #[test]
    fn nothing_is_left_of_an_earlier_part(
        problem in small_and_large_problems(),
        first in priors(),
        second in priors(),
        make in select(&[Lanes::new, eager][..]),
    ) {
        let mut kernel = make(&problem);
        let untouched = run_through(&mut kernel, 2000, 100);
        kernel.enter(&part_of(&problem, &first), Inference::Adaptive);
        // Left somewhere in the middle, perhaps in a packed level.
        run_in_steps(&mut kernel, 3, 10);
        let part = part_of(&problem, &second);
        let again = run_part(&mut kernel, &part, 2000, 100).found;
        prop_assert_eq!(again, run_part(&mut make(&problem), &part, 2000, 100).found);
        let whole = run_part(&mut kernel, &Part::default(), 2000, 100).found;
        prop_assert_eq!(whole, untouched.found);
    }
}

proptest! {
    #![proptest_config(cases(100))]

    /// A search of many blocks, which is packed and whose rows are forgotten on the way.
    #[test]
    #[cfg_attr(miri, ignore = "takes too long where each step is interpreted")]
    fn large_problems_are_searched_alike(
        problem in large_problems(),
        priors in priors(),
        nodes in 1u64..30,
    ) {
        let part = part_of(&problem, &priors);
        let by_links = run_part(&mut Links::of(&problem), &part, 5000, 300);
        for make in [Lanes::new, eager] {
            let mut results = Isa::all().into_iter().map(|isa| {
                let mut kernel = make(&problem);
                kernel.isa = isa;
                kernel.enter(&part, Inference::Adaptive);
                run_in_steps(&mut kernel, nodes, 60)
            });
            let portable = results.next().unwrap();
            let found = portable.sets();
            for solution in &found {
                prop_assert_eq!(problem.check(solution), Ok(()));
                prop_assert!(is_of(&part, solution));
            }
            match (by_links.exhausted, portable.exhausted) {
                (true, true) => prop_assert_eq!(found, by_links.sets()),
                (true, false) => prop_assert!(found.is_subset(&by_links.sets())),
                (false, true) => prop_assert!(by_links.sets().is_subset(&found)),
                (false, false) => {}
            }
            for wider in results {
                prop_assert_eq!(&wider, &portable);
            }
            // Without pauses it is the same search.
            if !portable.found.is_empty() {
                let most = portable.found.len();
                let through = run_part(&mut make(&problem), &part, u64::MAX, most);
                prop_assert_eq!(through.found, portable.found);
            }
        }
    }
}
