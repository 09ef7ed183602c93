//! Random small problems: plain, with secondary items, with colours; every other one has a solution for certain.

use dominox::Problem;
use dominox::problem::Entry;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;

/// Entries of an option: primary items, and secondary ones with the number of their colour (0: none).
type Parts = (Vec<usize>, Vec<(usize, usize)>);

/// Problems of at most 8 primary items, 4 secondary ones, 3 colours, and `most_options` options at random (those
/// without a primary item and without any item among them) behind those that make a solution.
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

/// No options, or some that part the primary items among themselves.
fn planted(primary: usize) -> impl Strategy<Value = Vec<Parts>> {
    let parted =
        (Just(Vec::from_iter(0..primary)).prop_shuffle(), 1..4usize).prop_map(|(items, size)| {
            items
                .chunks(size)
                .map(|part| (part.to_vec(), vec![]))
                .collect()
        });
    prop_oneof![Just(Vec::new()), parted]
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

/// Random problems in which each option stands three times, and each copy has facts of its own: perhaps one that
/// tells how its first primary item is covered, and perhaps one of two that many options share.
pub fn with_facts(most_options: usize) -> impl Strategy<Value = Problem> {
    let marks = vec((0..4u32, 0..8u32), 3 * (8 + most_options));
    (problem(most_options), marks).prop_map(|(problem, marks)| {
        let facts_of = |first: Option<&Entry>, (own, shared): (u32, u32)| {
            let own = first
                .filter(|_| own > 0)
                .map(|entry| 4 * entry.item.index() as u32 + own);
            own.into_iter()
                .chain((shared < 2).then_some(1000 + shared))
                .collect()
        };
        copied(&problem, 3, &marks, facts_of)
    })
}

fn copied<Mark: Copy>(
    problem: &Problem,
    copies: usize,
    marks: &[Mark],
    facts_of: impl Fn(Option<&Entry>, Mark) -> Vec<u32>,
) -> Problem {
    let mut builder = Problem::builder();
    for item in problem.items() {
        let name = problem.item_name(item);
        match problem.is_primary(item) {
            true => builder.primary(name),
            false => builder.secondary(name),
        }
        .unwrap();
    }
    for number in 0..problem.color_count() {
        builder.color(&format!("c{number}")).unwrap();
    }
    let options = problem
        .options()
        .flat_map(|option| std::iter::repeat_n(option, copies));
    for (option, &mark) in options.zip(marks) {
        let entries = problem.entries(option);
        let first = entries
            .first()
            .filter(|entry| problem.is_primary(entry.item));
        builder.option(entries.iter().copied()).unwrap();
        builder.facts(facts_of(first, mark)).unwrap();
    }
    builder.build()
}
