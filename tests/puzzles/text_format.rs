//! The text format: parse ∘ print is the identity, no text makes the parser panic, and the documented examples hold.

use dominox::Problem;
use dominox::problem::Entry;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::sample::select;

/// What a problem is made of, before names and repetitions are sorted out.
#[derive(Clone, Debug)]
struct Parts {
    /// Names of the items; the first `primary` of them (at least one) are primary.
    names: Vec<String>,
    primary: usize,
    /// Low bound and its distance to the high one, for each item.
    bounds: Vec<(u32, u32)>,
    colors: Vec<String>,
    /// Options: entries (an item, a colour or none, both as any number) and costs.
    options: Vec<(Vec<EntryParts>, Vec<u64>)>,
}

type EntryParts = (usize, Option<usize>);

/// Any name that a problem may use.
fn name() -> impl Strategy<Value = String> {
    let allowed =
        |c: &char| !c.is_whitespace() && !c.is_control() && !matches!(c, ':' | '|' | '\u{feff}');
    vec(
        any::<char>().prop_filter("a character of names", allowed),
        1..6,
    )
    .prop_map(String::from_iter)
}

fn parts() -> impl Strategy<Value = Parts> {
    let names = btree_set(name(), 1..12)
        .prop_map(Vec::from_iter)
        .prop_shuffle();
    let bound = prop_oneof![Just((1, 0)), (0..4u32, 0..4u32), any::<(u32, u32)>()];
    let entries = vec((any::<usize>(), any::<Option<usize>>()), 1..6);
    let costs = vec(
        prop_oneof![0..10u64, any::<u32>().prop_map(u64::from)],
        0..3,
    );
    (
        names,
        any::<usize>(),
        vec(bound, 12),
        vec(name(), 1..4),
        vec((entries, costs), 0..12),
    )
        .prop_map(|(names, primary, bounds, colors, options)| Parts {
            primary: primary % names.len() + 1,
            names,
            bounds,
            colors,
            options,
        })
}

/// The problem of these parts. With `declare`, its colours are made before the options that use them.
fn build(parts: &Parts, declare: bool) -> Problem {
    let mut builder = Problem::builder();
    let mut items = Vec::new();
    for (index, name) in parts.names.iter().enumerate() {
        let (low, more) = parts.bounds[index];
        let high = low.saturating_add(more).max(1);
        items.push(match index < parts.primary {
            true => builder.bounded(name, low, high).unwrap(),
            false => builder.secondary(name).unwrap(),
        });
    }
    if declare {
        for color in parts.colors.iter().rev() {
            builder.color(color).unwrap();
        }
    }
    for (numbers, costs) in &parts.options {
        let mut entries: Vec<Entry> = Vec::new();
        for &(item, color) in numbers {
            let index = item % items.len();
            let item = items[index];
            if entries.iter().any(|entry| entry.item == item) {
                continue;
            }
            entries.push(match color {
                Some(color) if index >= parts.primary => {
                    let color = &parts.colors[color % parts.colors.len()];
                    (item, builder.color(color).unwrap()).into()
                }
                _ => item.into(),
            });
        }
        let option = builder.option(entries).unwrap();
        for &cost in costs {
            builder.add_cost(option, cost).unwrap();
        }
    }
    builder.build()
}

/// The blocks of text in the part of `docs/format.md` that is about this format.
fn documented_blocks() -> Vec<&'static str> {
    let page = include_str!("../../docs/format.md");
    let (_, part) = page.split_once("\n## Exact-cover problems\n").unwrap();
    let part = part.split("\n## ").next().unwrap();
    let blocks = part.split("```text\n").skip(1);
    blocks
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}

#[test]
fn the_documented_examples_are_problems_and_the_message_is_ours() {
    let blocks = documented_blocks();
    let (messages, examples): (Vec<&str>, Vec<&str>) =
        blocks.into_iter().partition(|block| block.contains("^^"));
    assert_eq!(examples.len(), 5);
    for example in examples {
        let problem = Problem::parse(example).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(problem.to_text().unwrap().parse(), Ok(problem));
    }
    let error = Problem::parse("cell row\ncell rwo").unwrap_err();
    assert_eq!(messages, [format!("{error}\n")]);
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(1000)
    })]

    #[test]
    fn parse_undoes_print(parts in parts()) {
        let problem = build(&parts, false);
        let text = problem.to_text().unwrap();
        prop_assert_eq!(&Problem::parse(&text).unwrap(), &problem);
        let spaced = text.replace(' ', "\t ").replace('\n', "\r\n\r\n");
        let dressed = format!("\u{feff}| comment\r\n{spaced}");
        prop_assert_eq!(&Problem::parse(&dressed).unwrap(), &problem);
    }

    /// Colours have ids in the order in which they were made, and the text keeps only those in use: the problem may
    /// come back with other colour ids, but it means the same.
    #[test]
    fn print_undoes_parse(parts in parts()) {
        let text = build(&parts, true).to_text().unwrap();
        prop_assert_eq!(Problem::parse(&text).unwrap().to_text().unwrap(), text);
    }

    #[test]
    fn no_text_makes_the_parser_panic(tokens in vec(token(), 0..40)) {
        let text = tokens.concat();
        match Problem::parse(&text) {
            Ok(problem) => {
                let printed = problem.to_text().unwrap();
                prop_assert_eq!(Problem::parse(&printed).unwrap(), problem);
            }
            Err(error) => {
                let lines = text.lines().count() as u64;
                prop_assert!((1..=lines + 1).contains(&error.line));
                prop_assert!(error.column >= 1);
                let start = format!("{}:{}: ", error.line, error.column);
                prop_assert!(error.to_string().starts_with(&start));
            }
        }
    }
}

/// A piece of text of the kind that the format is made of.
fn token() -> impl Strategy<Value = String> {
    const PIECES: [&str; 24] = [
        "a",
        "b",
        "x",
        "A",
        "ab",
        "名",
        " ",
        " ",
        " ",
        " a ",
        " b ",
        "\n",
        "\n",
        "\r\n",
        "|",
        " | ",
        ":",
        "2",
        "2:3|",
        " |7",
        "18446744073709551615",
        "\u{feff}",
        "\t",
        "x:red",
    ];
    prop_oneof![
        20 => select(&PIECES[..]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ]
}
