//! JSON lines: one object a line for every action, good puzzle or bad.

use serde_json::Value;

use crate::run::{CASES, GOOD, assert_transcript, dominox, dominox_on, transcripts};

/// A good puzzle, one with two equal digits, one with a letter, and a good one.
fn mixed() -> String {
    let bad = GOOD.replace(".195", ".A95");
    let equal = GOOD.replace("53..7....", "55..7....");
    format!("{GOOD}{equal}{bad}{GOOD}")
}

fn objects(text: &str) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    text.lines().map(parse).collect()
}

#[test]
fn every_action() {
    let runs = [
        "solve --format jsonl",
        "count --format jsonl",
        "unique --format jsonl",
    ];
    let runs = runs.map(|arguments| dominox_on(arguments, "mixed.txt", &mixed()));
    for run in &runs {
        let objects = objects(&run.stdout);
        let indices: Vec<_> = objects
            .iter()
            .map(|object| object["index"].as_u64())
            .collect();
        assert_eq!(indices, [1, 2, 3, 4].map(Some), "{}", run.typed);
        assert!(
            objects.iter().all(|object| object["status"].is_string()),
            "{}",
            run.typed
        );
        assert_eq!(run.exit, Some(2), "{}", run.typed);
    }
    assert_transcript!("json", transcripts(runs));
}

/// Several answers have numbers, answers in lines are one string, counts are strings.
#[test]
fn answers() {
    let runs = [
        dominox("solve --format jsonl sudominoku.in"),
        dominox("solve --format jsonl --all --model 'queens 4'"),
        dominox("count --format jsonl --tilings sudominoku.in"),
        dominox("unique --format jsonl --witness --model 'queens 4'"),
        dominox_on("solve --format jsonl", "cover.txt", "a b\na\nb\na b\n"),
        dominox_on("solve --format jsonl", "bounds.txt", "a 2|b\na\nb\na b\n"),
        dominox_on("solve --format jsonl", "cut.txt", &CASES[..200]),
        dominox_on("solve --format jsonl", "empty.txt", ""),
    ];
    for run in &runs {
        assert!(!objects(&run.stdout).is_empty(), "{}", run.typed);
    }
    let documented = objects(&runs[0].stdout);
    let answers = documented
        .iter()
        .map(|object| object["answer"].as_str().expect("a string"));
    let text: String = answers.map(|answer| format!("{answer}\n")).collect();
    assert_eq!(text, include_str!("../data/sudominoku.out"));
    assert_transcript!("json-answers", transcripts(runs));
}

/// Six items in a row, each alone or with the next, some with colours and costs.
const ROW: &str = "1 2 3 4 | x\n1 x:red |5\n2\n3 x:red |1\n4\n1 2 |2\n2 3\n3 4 x:blue\n";

/// The options of a problem in the shape that all actions print.
fn shape(option: usize) -> Value {
    let line = ROW.lines().nth(option).expect("an option");
    let words = line.split(' ').filter(|word| !word.starts_with('|'));
    serde_json::json!({"number": option, "items": words.collect::<Vec<_>>()})
}

/// Options have one shape everywhere, and number and items belong together.
#[test]
fn options_are_arrays_everywhere() {
    let runs = [
        ("solve --all", "options"),
        ("sample -n 5 --seed 1", "options"),
        ("best -k 5", "options"),
        ("best --max", "options"),
        ("profile", "options"),
        ("profile --candidates", "options"),
    ];
    for (action, field) in runs {
        let run = dominox_on(&format!("{action} --format jsonl"), "row.txt", ROW);
        let objects = objects(&run.stdout);
        assert!(!objects.is_empty(), "{action}");
        for object in objects {
            let options = object[field].as_array().expect("an array");
            assert!(!options.is_empty(), "{action}");
            for option in options {
                let number = option["number"].as_u64().expect("a number") as usize;
                let expected = shape(number);
                assert_eq!(option["items"], expected["items"], "{action}");
            }
            if let Some(answer) = object["answer"].as_str() {
                let items = |option: &Value| {
                    let items = option["items"].as_array().expect("items").iter();
                    let items: Vec<_> = items.map(|item| item.as_str().unwrap()).collect();
                    items.join(" ")
                };
                let lines: Vec<String> = options.iter().map(items).collect();
                assert_eq!(answer, lines.join("\n"), "{action}");
            }
        }
    }
    let runs = ["solve", "solve --show options", "sample --seed 1"];
    for action in runs {
        let run = dominox(&format!("{action} --format jsonl --model 'queens 6'"));
        let options = &objects(&run.stdout)[0]["options"];
        assert_eq!(options.as_array().map(Vec::len), Some(6), "{action}");
    }
    let run = dominox_on("solve --format jsonl", "good.txt", GOOD);
    assert!(objects(&run.stdout)[0]["options"].is_null());
    let run = dominox_on("unique --witness --format jsonl", "row.txt", ROW);
    let object = &objects(&run.stdout)[0];
    let both = object["witness_options"].as_array().expect("an array");
    let numbers = both.iter().flat_map(|options| options.as_array().unwrap());
    assert_eq!(both.len(), 2);
    for option in numbers {
        assert_eq!(*option, shape(option["number"].as_u64().unwrap() as usize));
    }
}

/// The exported diagram is the same as by itself, without a string around it.
#[test]
fn a_diagram_is_an_object() {
    for model in ["queens 6", "dominoes 4x4", "queens 3", "queens 9"] {
        let alone = dominox(&format!("zdd --export json --model '{model}'"));
        let alone: Value = serde_json::from_str(&alone.stdout).expect("JSON");
        let run = dominox(&format!(
            "zdd --export json --format jsonl --model '{model}'"
        ));
        let record = &objects(&run.stdout)[0];
        assert_eq!(record["diagram"], alone, "{model}");
        assert!(alone["nodes"].is_array());
    }
}

/// With `--stats`, a record after those of each puzzle; their sums are those of the last line of standard error.
#[test]
fn statistics_of_each_puzzle() {
    let text = format!("12..34..........\n1...............\n11..............\n1.\n{GOOD}");
    for action in [
        "solve",
        "solve --all",
        "count",
        "unique --threads 3",
        "best -k 2",
    ] {
        let run = dominox_on(
            &format!("{action} --stats --format jsonl"),
            "five.txt",
            &text,
        );
        let objects = objects(&run.stdout);
        let stats = objects.iter().filter(|object| object["status"] == "stats");
        let stats: Vec<_> = stats.collect();
        let index = |object: &&Value| object["index"].as_u64();
        let indices: Vec<_> = stats.iter().map(index).collect();
        assert_eq!(indices, [1, 2, 3, 5].map(Some), "{action}");
        let sum = |field: &str| -> u64 {
            stats
                .iter()
                .map(|object| object[field].as_u64().expect("a number"))
                .sum()
        };
        let expected = format!("nodes {}, updates {}, ", sum("nodes"), sum("updates"));
        assert!(run.stderr.contains(&expected), "{action}: {}", run.stderr);
        assert!(
            stats
                .iter()
                .all(|object| object["seconds"].as_f64().is_some())
        );
        // It comes after all other records of its puzzle.
        let last = |index: u64| objects.iter().rfind(|object| object["index"] == index);
        assert!(
            stats
                .iter()
                .all(|object| last(index(object).unwrap()) == Some(*object))
        );
    }
    let run = dominox_on("solve --stats", "good.txt", GOOD);
    assert!(!run.stdout.contains("nodes"), "{}", run.stdout);
}
