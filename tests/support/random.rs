//! Random small problems: plain, with secondary items, with colours; every other one has a solution for certain.

use dominox::Problem;
use dominox::problem::{Builder, Entry};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;

/// Entries of an option: primary items, and secondary ones with the number of their colour (0: none).
type Parts = (Vec<usize>, Vec<(usize, usize)>);

/// Problems of at most 8 primary items, 4 secondary ones, 3 colours, and `most_options` options at random (those
/// without a primary item and without any item among them) after those that make a solution.
pub fn problem(most_options: usize) -> impl Strategy<Value = Problem> {
    (0..=8usize, 0..=4usize, 0..=3usize).prop_flat_map(move |(primary, secondary, colors)| {
        let options = vec(option(primary, secondary, colors), 0..=most_options);
        (planted(primary), options).prop_map(move |(planted, options)| {
            build(
                primary,
                secondary,
                colors,
                planted.into_iter().chain(options),
            )
        })
    })
}

fn option(primary: usize, secondary: usize, colors: usize) -> impl Strategy<Value = Parts> {
    (
        some_of(primary, 3),
        some_of(secondary, 2),
        vec(0..=colors, secondary),
    )
        .prop_map(|(primary, secondary, colors)| {
            (primary, secondary.into_iter().zip(colors).collect())
        })
}

/// At most `most` of the numbers below `count`.
fn some_of(count: usize, most: usize) -> impl Strategy<Value = Vec<usize>> {
    subsequence(Vec::from_iter(0..count), 0..=most.min(count))
}

/// No options, or options that form a partition of the primary items.
fn planted(primary: usize) -> impl Strategy<Value = Vec<Parts>> {
    let partition =
        (Just(Vec::from_iter(0..primary)).prop_shuffle(), 1..4usize).prop_map(|(items, size)| {
            items
                .chunks(size)
                .map(|part| (part.to_vec(), vec![]))
                .collect()
        });
    prop_oneof![Just(Vec::new()), partition]
}

/// Problems of 30 to 70 primary items and up to 400 options: a node needs several blocks of bits, but the oracle still
/// finds all solutions. Items are in groups of five. First come groups that one option covers, together with pairs,
/// often equal ones, that lead nowhere; then groups that one option or two cover, where colours decide.
pub fn in_groups() -> impl Strategy<Value = Problem> {
    let pair = (some_of(5, 2), 1..10usize);
    let blind = vec(vec(pair, 1..5), 6..10);
    let halves = (1..5usize, vec((0..3usize, 0..=2usize), 3));
    (blind, vec(halves, 0..5)).prop_map(|(blind, halved)| {
        let group = |at: usize, items: &[usize]| items.iter().map(|i| 5 * at + i).collect();
        let (all, mut options): (_, Vec<Parts>) = ([0, 1, 2, 3, 4], Vec::new());
        for (at, pairs) in blind.iter().enumerate() {
            options.push((group(at, &all), vec![]));
            for (pair, copies) in pairs {
                options.extend(vec![(group(at, pair), vec![]); *copies]);
            }
        }
        for (at, (half, colored)) in (blind.len()..).zip(&halved) {
            let parts = [&all[..], &all[..*half], &all[*half..]];
            let parts = parts.into_iter().zip(colored);
            options.extend(parts.map(|(part, color)| (group(at, part), vec![*color])));
        }
        let primary = 5 * (blind.len() + halved.len());
        build(primary, 3, 2, options.into_iter())
    })
}

fn build(
    primary: usize,
    secondary: usize,
    colors: usize,
    options: impl Iterator<Item = Parts>,
) -> Problem {
    let mut builder = Problem::builder();
    let primary = Vec::from_iter((0..primary).map(|i| builder.primary(format!("p{i}")).unwrap()));
    let secondary =
        Vec::from_iter((0..secondary).map(|i| builder.secondary(format!("s{i}")).unwrap()));
    let colors = Vec::from_iter((0..colors).map(|i| builder.color(&format!("c{i}")).unwrap()));
    for (plain, colored) in options {
        let plain = plain.into_iter().map(|item| Entry::from(primary[item]));
        let colored = colored.into_iter().map(|(item, color)| Entry {
            item: secondary[item],
            color: color.checked_sub(1).map(|place| colors[place]),
        });
        builder.option(plain.chain(colored)).unwrap();
    }
    builder.build()
}

/// Random problems in which each option stands twice, and each copy has facts of its own: for each of its items
/// perhaps one of three that belong to the item, and perhaps one of two that belong to nothing.
pub fn with_facts(most_options: usize) -> impl Strategy<Value = Problem> {
    let marks = (vec(0..=3u32, 5), 0..10u32);
    let marks = vec(marks, 2 * (8 + most_options));
    (problem(most_options), 0..=5usize, marks).prop_map(|(problem, marked, marks)| {
        let mut builder = with_items_of(&problem, 0);
        let copies = problem.options().flat_map(|option| [option; 2]);
        for (option, (of_items, shared)) in copies.zip(marks) {
            let entries = problem.entries(option);
            let of_item = |(entry, mark): (&Entry, &u32)| {
                (*mark > 0).then_some(4 * entry.item.index() as u32 + mark)
            };
            let facts = entries.iter().zip(&of_items[..marked]).filter_map(of_item);
            builder.option(entries.iter().copied()).unwrap();
            builder
                .facts(facts.chain((shared < 2).then_some(1000 + shared)))
                .unwrap();
        }
        builder.build()
    })
}

/// `problem` with one more item for each of `widths`, which that many options cover that name nothing else and have no
/// facts: each answer is shown by as many solutions more. The options of `problem` keep their ids.
pub fn padded(problem: &Problem, widths: &[usize]) -> Problem {
    let mut builder = with_items_of(problem, widths.len());
    add_options_of(problem, &mut builder);
    for (place, &width) in widths.iter().enumerate() {
        let item = builder.item(&format!("z{place}")).unwrap();
        for _ in 0..width {
            builder.option([item]).unwrap();
        }
    }
    builder.build()
}

/// `problem` with these costs, option by option; if there are too few, they repeat.
pub fn with_costs(problem: &Problem, costs: &[u64]) -> Problem {
    let mut builder = with_items_of(problem, 0);
    add_options_of(problem, &mut builder);
    for (option, &cost) in problem.options().zip(costs.iter().cycle()) {
        builder.add_cost(option, cost).unwrap();
    }
    builder.build()
}

fn add_options_of(problem: &Problem, builder: &mut Builder) {
    for option in problem.options() {
        let entries = problem.entries(option).iter().map(|entry| Entry {
            item: builder.item(problem.item_name(entry.item)).unwrap(),
            color: entry.color,
        });
        let entries = Vec::from_iter(entries);
        builder.option(entries).unwrap();
        builder
            .facts(problem.facts(option).iter().copied())
            .unwrap();
    }
}

/// A builder with the items and the colours of `problem`, and primary items `z0`, `z1`, … after its own.
fn with_items_of(problem: &Problem, more: usize) -> Builder {
    let mut builder = Problem::builder();
    let names = |primary| {
        let items = problem
            .items()
            .filter(move |&item| problem.is_primary(item) == primary);
        items.map(|item| problem.item_name(item).to_string())
    };
    for name in names(true).chain((0..more).map(|place| format!("z{place}"))) {
        builder.primary(name).unwrap();
    }
    for name in names(false) {
        builder.secondary(name).unwrap();
    }
    for number in 0..problem.color_count() {
        builder.color(&format!("c{number}")).unwrap();
    }
    builder
}
