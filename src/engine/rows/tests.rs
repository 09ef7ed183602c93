//! The search against links, and under all instruction sets that the machine has, step by step.

use std::collections::{BTreeSet, HashMap, HashSet};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::packed::for_each;
use super::*;
use crate::engine::links::Links;
use crate::engine::simd::isa::Portable;
use crate::engine::trial::bounded::{
    changes, enters_like_a_fresh_one, excludes_what_it_assumes, square,
};
use crate::engine::trial::{
    is_of, part_of, priors, run_by_two, run_in_steps, run_part, run_through,
};
use crate::problem::{Color, Entry, ItemId, Solution};

/// Cases of a property: few where each step is interpreted.
pub(super) fn cases(count: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(if cfg!(miri) { 2 } else { count })
    }
}

/// What a random problem is made from.
#[derive(Clone, Debug)]
struct Sketch {
    primary: usize,
    secondary: usize,
    /// For each option, the places of its items among all, and the number of a colour for those that are secondary (0:
    /// none); and how often it comes.
    options: Vec<(Vec<(Index, usize)>, usize)>,
    /// Primary items beyond these have no option of their own.
    alone: usize,
}

impl Sketch {
    fn build(&self) -> Problem {
        let mut builder = Problem::builder();
        for item in 0..self.primary {
            builder.primary(format!("p{item}")).unwrap();
        }
        for item in 0..self.secondary {
            builder.secondary(format!("s{item}")).unwrap();
        }
        for (parts, copies) in &self.options {
            let mut entries: Vec<Entry> = Vec::new();
            for (place, color) in parts {
                let item = ItemId::new(place.index(self.primary + self.secondary));
                let plain = item.index() < self.primary || *color == 0;
                let color = (!plain).then(|| builder.color(&color.to_string()).unwrap());
                if entries.iter().all(|entry| entry.item != item) {
                    entries.push(Entry { item, color });
                }
            }
            for _ in 0..*copies {
                builder.option(entries.iter().copied()).unwrap();
            }
        }
        // Options for single items, so that there are solutions.
        for item in 0..self.primary.min(self.alone) {
            builder.option([ItemId::new(item)]).unwrap();
        }
        builder.build()
    }
}

/// Options of fewer than `longest` entries.
fn options(
    longest: usize,
    count: usize,
) -> impl Strategy<Value = Vec<(Vec<(Index, usize)>, usize)>> {
    let parts = vec((any::<Index>(), 0usize..4), 1..longest);
    let copies = prop_oneof![6 => Just(1), 1 => 1usize..4];
    vec((parts, copies), 1..count)
}

fn sketch(
    primary: std::ops::Range<usize>,
    secondary: std::ops::Range<usize>,
    options: impl Strategy<Value = Vec<(Vec<(Index, usize)>, usize)>>,
) -> impl Strategy<Value = Problem> {
    let alone = prop_oneof![4 => Just(usize::MAX), 1 => 0usize..1000];
    (primary, secondary, options, alone).prop_map(|(primary, secondary, options, alone)| {
        let sketch = Sketch {
            primary,
            secondary,
            options,
            alone,
        };
        sketch.build()
    })
}

/// Problems of one block of options and one of items: with few secondary items, with many, and with such as are crowded
/// with colours.
fn problems() -> impl Strategy<Value = Problem> {
    let count = if cfg!(miri) { 10 } else { 60 };
    prop_oneof![
        sketch(1..40, 0..7, options(9, count)),
        sketch(1..20, 20..200, options(12, count)),
        sketch(1..12, 1..4, options(4, 2 * count)),
    ]
}

/// Problems of several blocks of options, of items, or of both; and of items that have many options.
fn large_problems() -> impl Strategy<Value = Problem> {
    let often = vec((vec((any::<Index>(), 0usize..4), 1..5), 1usize..200), 1..12);
    prop_oneof![
        sketch(513..1100, 0..7, options(6, 200)),
        sketch(30..70, 0..300, options(6, 1200)),
        sketch(8..40, 0..7, options(9, 900)),
        sketch(1..70, 0..7, often),
    ]
}

fn small_and_large_problems() -> BoxedStrategy<Problem> {
    match cfg!(miri) {
        true => problems().boxed(),
        false => prop_oneof![problems().boxed(), large_problems().boxed()].boxed(),
    }
}

/// The numbers in a set.
fn numbers(set: &[Block]) -> Vec<usize> {
    let mut numbers = Vec::new();
    for_each(set, |number| numbers.push(number));
    numbers
}

impl Rows {
    /// Walks the path and checks every node on it.
    pub(super) fn check_path(&self) {
        for level in self.base..self.starts.len() {
            let Start { frames, blocks, .. } = self.starts[level];
            let end = match self.starts.get(level + 1) {
                Some(next) => next.frames,
                None => self.frames.len(),
            };
            let packed = &self.packed[level];
            for (nodes, frame) in self.frames[frames..end].iter().enumerate() {
                let place = blocks + nodes * packed.shape.node();
                let node = &self.blocks[place..][..packed.shape.node()];
                let (left, rest) = node.split_at(packed.shape.width);
                let (open, counts) = rest.split_at(packed.shape.vectors);
                let left = numbers(left);
                assert_eq!(left.len(), frame.total);
                if self.demands.digits > 0 {
                    self.check_bounds(packed, node, &self.chosen[..frame.chosen]);
                    continue;
                }
                packed.check_counts(&left, open, counts);
                self.check_left(packed, &left, open, &self.chosen[..frame.chosen]);
            }
            if self.demands.digits == 0 {
                packed.check_rows(self.problem());
            }
        }
    }

    fn problem(&self) -> &Problem {
        self.problem.as_ref().expect("that of the kernel")
    }

    /// Checks that the options that are left are those that agree with all chosen ones, or some of them, if some were
    /// struck out; and that the open items are those that are not covered.
    fn check_left(&self, packed: &Packed, left: &[usize], open: &[Block], chosen: &[OptionId]) {
        let mut held: HashMap<ItemId, Option<Color>> = HashMap::new();
        let agrees = |held: &HashMap<ItemId, Option<Color>>, option| {
            let free = |entry: &Entry| match held.get(&entry.item) {
                None => true,
                Some(color) => color.is_some() && *color == entry.color,
            };
            self.problem().entries(option).iter().all(free)
        };
        for &option in chosen {
            assert!(agrees(&held, option), "{option:?} was chosen");
            let entries = self.problem().entries(option).iter();
            held.extend(entries.map(|entry| (entry.item, entry.color)));
        }
        let uncovered: BTreeSet<u32> = (0..self.problem().primary_count())
            .filter(|&item| !held.contains_key(&ItemId::new(item)))
            .map(|item| (self.problem().primary_count() - 1 - item) as u32)
            .collect();
        let open: BTreeSet<u32> = numbers(open)
            .iter()
            .map(|&item| packed.items[item])
            .collect();
        assert_eq!(open, uncovered);
        let excluded = |option| self.part.without.contains(&option);
        let left: HashSet<OptionId> = left.iter().map(|&option| packed.options[option]).collect();
        for option in self.problem().options() {
            let idle = self.index[option.index()] == IDLE;
            let may_be = !idle && agrees(&held, option) && !excluded(option);
            if self.policy.plain {
                assert_eq!(left.contains(&option), may_be, "{option:?}");
            } else {
                assert!(may_be || !left.contains(&option), "{option:?} is left");
            }
        }
    }
}

impl Packed {
    /// Checks that the planes tell how many of the options that are left each item has: at least two, if it is open.
    fn check_counts(&self, left: &[usize], open: &[Block], counts: &[Block]) {
        let mut options_of = vec![0; self.items.len()];
        for &option in left {
            for item in numbers(self.items_of(option, self.shape.vectors)) {
                options_of[item] += 1;
            }
        }
        for (item, &count) in options_of.iter().enumerate() {
            let (block, bit) = (item / Block::BITS, item % Block::BITS);
            let planes = &counts[block * self.shape.planes..][..self.shape.planes];
            let told: usize = (0..planes.len())
                .map(|q| usize::from(planes[q].has(bit)) << q)
                .sum();
            assert_eq!(told, count, "item {item}");
            match open[block].has(bit) {
                true => assert!(count > 1, "item {item} has {count} options"),
                false => assert_eq!(count, 0, "item {item} is covered"),
            }
        }
    }

    /// Checks some of the rows that were made.
    fn check_rows(&self, problem: &Problem) {
        let made = |&option: &usize| self.made_row(option).is_some();
        for option in (0..self.options.len()).filter(made).take(3) {
            let row: BTreeSet<usize> = self
                .made_row(option)
                .into_iter()
                .flat_map(numbers)
                .collect();
            let entries = problem.entries(self.options[option]);
            let disagrees = |other: &usize| {
                let mut others = problem.entries(self.options[*other]).iter();
                others.any(|other| {
                    entries.iter().any(|entry| {
                        let both = entry.item == other.item;
                        both && (entry.color.is_none() || entry.color != other.color)
                    })
                })
            };
            let expected: BTreeSet<usize> = (0..self.options.len()).filter(disagrees).collect();
            assert_eq!(row, expected, "option {option}");
        }
    }
}

#[test]
fn the_design_shows_the_rows_that_are_made() {
    let text = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    let mut rows = Rows::new(&Problem::parse(text).unwrap());
    let design = include_str!("../../../docs/design.md");
    for option in 0..6 {
        rows.packed[0].row(&rows.parts, Portable, option);
        let row = rows.packed[0].made_row(option).unwrap();
        let shown = (0..6).map(|other| match row[0].has(other) {
            true => format!(" {}", other + 1),
            false => " .".into(),
        });
        let line = format!(
            "    row of {}            {}",
            option + 1,
            shown.collect::<String>()
        );
        assert!(design.contains(&line), "{line}");
    }
}

#[test]
fn an_option_that_is_assumed_and_excluded_is_in_no_solution() {
    for problem in square(&["", "0:2|"]) {
        excludes_what_it_assumes(&mut rows_for(&problem).unwrap());
    }
}

/// Ways of searching: as it pays; packing wherever that is possible; the same, and looking at no item's options.
const WAYS: [fn(&Problem) -> Rows; 3] = [Rows::new, eager, plain];

fn eager(problem: &Problem) -> Rows {
    let mut rows = Rows::new(problem);
    rows.policy.eager = true;
    rows
}

fn plain(problem: &Problem) -> Rows {
    let mut rows = eager(problem);
    rows.policy.plain = true;
    rows
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn all_solutions_are_those_of_links(problem in problems(), priors in priors()) {
        let part = part_of(&problem, &priors);
        let by_links = run_part(&mut Links::of(&problem), &part, u64::MAX, 2000);
        for make in WAYS {
            let by_rows = run_part(&mut make(&problem), &part, u64::MAX, 2000);
            prop_assert_eq!(by_rows.exhausted, by_links.exhausted);
            let found = by_rows.sets();
            prop_assert!(found.iter().all(|solution| is_of(&part, solution)));
            if by_links.exhausted {
                prop_assert_eq!(found, by_links.sets());
            }
        }
    }

    #[test]
    fn a_part_is_entered_as_by_a_fresh_kernel(problem in problems(), changes in changes()) {
        enters_like_a_fresh_one(&Rows::new, &problem, changes);
    }

    #[test]
    fn wider_instructions_change_nothing(
        problem in problems(),
        priors in priors(),
        nodes in 1u64..20,
    ) {
        let part = part_of(&problem, &priors);
        for make in WAYS {
            let mut runs = Isa::all().into_iter().map(|isa| {
                let mut rows = make(&problem);
                rows.isa = isa;
                rows.enter(&part, Inference::Adaptive);
                run_in_steps(&mut rows, nodes, 60)
            });
            let portable = runs.next().unwrap();
            for wider in runs {
                prop_assert_eq!(&wider, &portable);
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
        for make in WAYS {
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
        make in select(&WAYS[..]),
    ) {
        let mut rows = make(&problem);
        let untouched = run_through(&mut rows, 2000, 100);
        rows.enter(&part_of(&problem, &first), Inference::Adaptive);
        // Left somewhere in the middle, perhaps in a packed level.
        run_in_steps(&mut rows, 3, 10);
        let part = part_of(&problem, &second);
        let again = run_part(&mut rows, &part, 2000, 100).found;
        prop_assert_eq!(again, run_part(&mut make(&problem), &part, 2000, 100).found);
        let whole = run_part(&mut rows, &Part::default(), 2000, 100).found;
        prop_assert_eq!(whole, untouched.found);
    }
}

proptest! {
    #![proptest_config(cases(100))]

    /// Searches of many blocks, which are packed, and whose rows are forgotten on the way.
    #[test]
    #[cfg_attr(miri, ignore = "takes too long where each step is interpreted")]
    fn large_problems_are_searched_alike(
        problem in large_problems(),
        priors in priors(),
        nodes in 1u64..30,
        make in select(&WAYS[..]),
    ) {
        let part = part_of(&problem, &priors);
        let by_links = run_part(&mut Links::of(&problem), &part, 5000, 300);
        let mut runs = Isa::all().into_iter().map(|isa| {
            let mut rows = make(&problem);
            rows.isa = isa;
            rows.enter(&part, Inference::Adaptive);
            run_in_steps(&mut rows, nodes, 30)
        });
        let portable = runs.next().unwrap();
        let found = portable.sets();
        for solution in &found {
            prop_assert_eq!(problem.check(solution), Ok(()));
        }
        match (by_links.exhausted, portable.exhausted) {
            (true, true) => prop_assert_eq!(found, by_links.sets()),
            (true, false) => prop_assert!(found.is_subset(&by_links.sets())),
            (false, true) => prop_assert!(by_links.sets().is_subset(&found)),
            (false, false) => {}
        }
        for wider in runs {
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

/// An item that may be covered often makes paths of as many nodes, each of which has a bit for each option.
#[test]
fn paths_are_as_long_as_bounds_allow() {
    let bytes = |high: usize| {
        let text = format!("0:{high}|a b\n{}b\n", "a\n".repeat(4000));
        most_bytes(&Problem::parse(&text).unwrap())
    };
    assert!(
        bytes(4000) - bytes(1) > 3900 * 4000 / 8,
        "{} {}",
        bytes(4000),
        bytes(1)
    );
    assert_eq!(bytes(4000), bytes(9000));
}
