//! `dominox check`: right and wrong answers in every layout, and answers that do not belong to a puzzle.

use std::fs;

use crate::run::{
    CASES, GOOD, GOOD_ANSWER, NUMBERS, Outcome, assert_transcript, dominox, dominox_on, transcripts,
};

/// Runs `check` on answers, in a folder with this file of puzzles.
fn check(arguments: &str, puzzles: &str, answers: &str) -> Outcome {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("puzzles");
    fs::write(&path, puzzles).expect("a file");
    let name = path.to_str().expect("a path in UTF-8");
    let mut run = dominox_on(&format!("check {arguments} {name} -"), "answers", answers);
    for text in [&mut run.typed, &mut run.stdout, &mut run.stderr] {
        *text = text.replace(name, "puzzles");
    }
    run
}

const COVER: &str = "a b c\na b\nc\na\nb c\n";

/// Of 4×4: one with an answer, a bad one, one without an answer, and one with many.
const FOUR: &str = "1.....2..3.....4\n1.....2..3....4\n11....2..3.....4\n................\n";

/// What `solve` prints is right, whatever the layout.
#[test]
fn our_own_answers_are_right() {
    let hundred = include_str!("../data/sudominoku-hard100.in");
    let array = include_str!("../data/board-hard.json");
    let cost = include_str!("../data/cost_match24.dlx");
    let puzzles = [GOOD, NUMBERS, CASES, hundred, array, COVER, cost];
    for puzzles in puzzles {
        for arguments in ["", "--format jsonl", "--limit 5"] {
            let is_alone = ![CASES, hundred].contains(&puzzles);
            if arguments == "--limit 5" && !is_alone {
                continue;
            }
            let solved = dominox_on(&format!("solve {arguments}"), "puzzles", puzzles);
            let run = check("", puzzles, &solved.stdout);
            let lines: Vec<&str> = run.answer().lines().collect();
            assert!(!lines.is_empty() && lines.iter().all(|&line| line == "right"));
        }
    }
    let packing = include_str!("../data/ring-packing.txt");
    let queens = dominox("model queens 4").stdout;
    for puzzle in [packing, &queens, GOOD] {
        for arguments in [
            "--format jsonl --show options",
            "--show options",
            "--format jsonl",
        ] {
            let solved = dominox_on(&format!("solve {arguments}"), "puzzle", puzzle);
            assert_eq!(
                check("", puzzle, &solved.stdout).stdout,
                "right\n",
                "{arguments}"
            );
        }
    }
    let of_model = dominox("solve --all --format jsonl --model 'queens 4'");
    assert_eq!(
        check("", &queens, &of_model.stdout).stdout,
        "right\nright\n"
    );
    let drawn = dominox_on("solve --show tiling", "puzzles", CASES);
    assert_eq!(check("", CASES, &drawn.stdout).answer(), "right\nright\n");
}

#[test]
fn wrong_answers() {
    let swapped = GOOD_ANSWER.replacen("67", "76", 1);
    let doubled = GOOD_ANSWER.replacen("534678912", "534678911", 1);
    let blank = GOOD_ANSWER.replacen("534", "5.4", 1);
    let other = GOOD_ANSWER.replacen("534", "354", 1);
    let small = "1234341221434321\n";
    let grids = [&*swapped, &doubled, &blank, &other, small].map(|text| check("", GOOD, text));
    let case = include_str!("../data/sudominoku.out");
    let case = check("", CASES, &case.replacen("872643195", "872643159", 1));
    let options = "a b\n\nc\na b\n\na b\nc\n\nb c\na b\n\na c\n\nnone\n";
    let options = [
        check("-n", COVER, options),
        check("--format jsonl", COVER, options),
        check("--summary", COVER, options),
        check("--quiet", COVER, options),
    ];
    let runs = grids.into_iter().chain([case]).chain(options);
    assert_transcript!("check-wrong", transcripts(runs));
}

/// Options of Sudokus and Sudominokus, also after a line for a puzzle without an answer.
#[test]
fn options_of_sudokus_are_answers() {
    let second = "11..............\n1.....2..3.....4\n";
    let packings = "packing\npiece V xx/x.\nboard 2x2\n\npacking\npiece V x2 xx/x.\nboard 2x3\n";
    for (puzzles, arguments) in [
        (second, "--show options"),
        (CASES, "--show options"),
        (packings, "--show options"),
        (packings, "--show board"),
    ] {
        let arguments = format!("solve --no-answer none {arguments}");
        let solved = dominox_on(&arguments, "puzzles", puzzles);
        let run = check("", puzzles, &solved.stdout);
        assert_eq!(run.stdout, "right\nright\n", "{arguments}: {}", run.stderr);
    }
    let solved = dominox_on("solve --show options", "puzzle", GOOD).stdout;
    let cut = solved.split_once('\n').expect("options").1;
    let run = check("", GOOD, cut);
    assert_eq!(
        (&*run.stdout, run.exit),
        ("wrong\n", Some(1)),
        "{}",
        run.stderr
    );
}

/// The drawings of a packing, also of one with layers below each other; and of two packings.
#[test]
fn drawings_of_packings_are_answers() {
    let ring = include_str!("../data/ring-packing.txt");
    let rods = "packing\npiece long-rod x0.. xx\nboard 2x2x2\n";
    let prisms = "packing prisms\npiece A x0.. ^v\nboard\n ^v^ ^v^\n v^v v^v\n";
    let steps = "packing cubes\npiece A x0..\n  x\npiece rod x0..\n  xx\nboard\n  xx   x.\n";
    let apart = "packing\npiece single x0.. x\npiece rod x0.. xx\nboard\n  xx\n  ..\n  xx\n";
    for (puzzles, count) in [
        (ring, 8),
        (rods, 9),
        (prisms, 4),
        (steps, 3),
        (apart, 4),
        (&*format!("{apart}{prisms}"), 2),
        (&*format!("{prisms}{rods}"), 2),
    ] {
        let all = if count > 2 { "--all" } else { "" };
        let drawn = dominox_on(&format!("solve {all}"), "packing", puzzles);
        let run = check("", puzzles, &drawn.stdout);
        assert_eq!(
            run.stdout,
            "right\n".repeat(count),
            "{}{}",
            drawn.stdout,
            run.stderr
        );
    }
}

/// The board says how many lines a drawing has that may contain a blank one.
#[test]
fn drawings_of_layers_may_follow_each_other_directly() {
    let prisms = "packing prisms\npiece A x2 ^v\nboard\n ^v ^v\n";
    let drawn = dominox_on("solve --limit 1", "packing", prisms).stdout;
    let run = check("", &prisms.repeat(2), &drawn.repeat(2));
    assert_eq!(run.stdout, "right\nright\n", "{drawn}{}", run.stderr);
}

/// Two packings look alike: walls between layers are not drawn.
#[test]
fn a_drawing_is_right_as_often_as_there_are_such_packings() {
    let alike = include_str!("../data/alike-packing.txt");
    let flat = "packing\npiece I xx\nboard 1x2\n";
    for (puzzle, count) in [(alike, 2), (flat, 1)] {
        let drawn = dominox_on("solve --all", "packing", puzzle).stdout;
        let run = check("", puzzle, &format!("{drawn}\n{drawn}"));
        let expected = "right\n".repeat(count) + &"wrong\n".repeat(count);
        assert_eq!(run.stdout, expected, "{drawn}{}", run.stderr);
        let said = "the same answer as in line 1\n";
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
}

#[test]
fn wrong_drawings() {
    let packing = include_str!("../data/ring-packing.txt");
    let drawn = dominox_on("solve", "packing", packing).stdout;
    let queens = dominox("model queens 4").stdout;
    let frame = "┌───┬───┐\n│ Q │   │\n└───┴───┘\n";
    let [hexagons, triangles] = ["monohexes x3 in 1x3", "moniamonds x4 in 2x1"];
    let strokes = [hexagons, triangles].map(|model| {
        let drawn = dominox(&format!("solve --limit 1 --model 'packing {model}'")).stdout;
        check("", &queens, &drawn)
    });
    let runs = [
        check("", packing, &drawn.replacen('L', "I", 1)),
        check("", packing, &drawn.replacen("│ I   I │", "│       │", 1)),
        check("", packing, frame),
        check("", &queens, frame),
    ];
    assert_transcript!("check-drawn", transcripts(runs.into_iter().chain(strokes)));
}

/// A puzzle that gets no answer has a line, so that the others keep their numbers.
/// Answers with equal options have the same text, as often as there are such options.
#[test]
fn equal_options() {
    let problem = "a b c\na b\nc\nc\nc\na\nb\n";
    let listed = dominox_on("solve --all --show options", "equal.dlx", problem);
    let lines = dominox_on("solve --all --format jsonl", "equal.dlx", problem);
    for answers in [&listed.stdout, &lines.stdout] {
        assert_eq!(check("", problem, answers).stdout, "right\n".repeat(6));
    }
    let more = check("", problem, &(listed.stdout + "\na b\nc\n"));
    assert_eq!(more.stdout, "right\n".repeat(6) + "wrong\n");
    assert!(
        more.stderr.contains("the same answer as in line 1"),
        "{}",
        more.stderr
    );
}

#[test]
fn puzzles_without_an_answer() {
    let solved = |arguments: &str| dominox_on(arguments, "puzzles", FOUR).stdout;
    let runs = [
        check("-nH", FOUR, &solved("solve --no-answer none")),
        check("", FOUR, &solved("solve --format jsonl")),
        check("", FOUR, &solved("solve")),
        check("--no-answer ?", "11..............\n", "?\n"),
        check("", GOOD, "none\n"),
    ];
    assert_transcript!("check-no-answer", transcripts(runs));
}

/// Twelve pigeons in eleven holes: a table sees at once that there is no answer, and a search would take a minute.
#[test]
fn a_table_confirms_that_there_is_no_answer() {
    let names = |name: &str, count: usize| {
        let names = (0..count).map(|number| format!("{name}{number}"));
        Vec::from_iter(names)
    };
    let (pigeons, holes) = (names("p", 12), names("h", 11));
    let mut problem = format!("{} | {}\n", pigeons.join(" "), holes.join(" "));
    for pigeon in &pigeons {
        for hole in &holes {
            problem += &format!("{pigeon} {hole}\n");
        }
    }
    assert_eq!(check("", &problem, "none\n").answer(), "right\n");
    // With one more hole there are 12! answers, not counted one by one.
    let problem = problem.replacen("| ", "| h ", 1) + "p0 h\n";
    assert_eq!(check("", &problem, "none\n").stdout, "wrong\n");
}

/// A record of the run says nothing about a puzzle, and a record that cannot be read does not affect the others.
#[test]
fn records_of_a_run_and_bad_ones() {
    let solved = dominox_on("solve --format jsonl --stats", "puzzles", &GOOD.repeat(3)).stdout;
    let late = r#"{"status":"stopped","error":"stopped by the time limit of the run"}"#;
    let run = check("", &GOOD.repeat(3), &format!("{solved}{late}\n"));
    assert_eq!((run.answer(), run.exit), ("right\nright\nright\n", Some(0)));
    let mut lines = Vec::from_iter(solved.lines());
    lines[2] = "{\"index\":";
    for bad in [lines[2], r#"{"status":"solved","answer":"9999"}"#] {
        lines[2] = bad;
        let run = check("", &GOOD.repeat(3), &lines.join("\n"));
        assert_eq!(run.stdout, "right\nbad\nright\n", "{}", run.stderr);
        let said = "<stdin>:3: no record with an index and a status";
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
}

#[test]
fn an_option_without_a_primary_item_is_in_no_answer() {
    let problem = "p | s\ns:B\np s:B\n";
    let run = check("", problem, "p s:B\n\np s:B\ns:B\n");
    assert_eq!(run.stdout, "right\nwrong\n");
    let said = "<stdin>:3: wrong: option 1 has no primary item";
    assert!(run.stderr.contains(said), "{}", run.stderr);
}

#[test]
fn what_cannot_be_checked() {
    let two = [GOOD, GOOD].concat();
    let record = r#"{"index":2,"status":"solved","answer":"12"}"#;
    let late = r#"{"index":1,"status":"none"}"#;
    let runs = [
        check("", GOOD, &GOOD_ANSWER[1..]),
        check("", GOOD, ""),
        check("", &two, &GOOD_ANSWER.repeat(3)),
        check("", &two, &format!("{record}\n{late}\n{{\"a\":1}}\n")),
        check("--format jsonl", &two, &GOOD_ANSWER[1..]),
        check("", "rubbish\n", GOOD_ANSWER),
        dominox("check - -"),
        dominox("check boj2580.in"),
        dominox("check boj2580.in missing.out"),
    ];
    assert_transcript!("check-bad", transcripts(runs));
}

/// Answers to Sudominokus name their case, so the answers to other cases stay right.
#[test]
fn labels_name_the_case() {
    let bad = CASES.replacen("6 B2 1 B3", "6 B2 1 C5", 1);
    let one: String = CASES.split_inclusive('\n').take(12).collect();
    let three = format!("{bad}{one}").replacen("\n0\n", "\n", 1) + "0\n";
    let solved = dominox_on("solve", "cases", &three);
    assert!(solved.stdout.starts_with("Puzzle 2\n") && solved.stdout.contains("Puzzle 3\n"));
    let run = check("", &three, &solved.stdout);
    assert_eq!(run.stdout, "bad\nright\nright\n", "{}", run.stderr);
    let lines = dominox_on("solve --no-answer none", "cases", &three);
    let run = check("", &three, &lines.stdout);
    assert_eq!(run.stdout, "bad\nright\nright\n", "{}", run.stderr);
    let run = check("", CASES, "Puzzle 1\n12\nPuzzle 2\n");
    assert_eq!(run.stdout, "bad\nbad\n", "{}", run.stderr);
}

/// Everything that `solve` and `best` print of a variant and of a problem.
#[test]
fn options_and_records_are_answers() {
    let variant = "variant 4x4 falling\n1...\n....\n...2\n...3\n";
    let problem = "a b c\na b |2\nc\na\nb c |1\n";
    for (puzzle, command) in [
        (variant, "solve"),
        (variant, "solve --show options"),
        (variant, "solve --format jsonl"),
        (variant, "solve --format jsonl --show options"),
        (problem, "solve --format jsonl"),
        (problem, "best --format jsonl"),
    ] {
        let answers = dominox_on(command, "puzzle", puzzle).stdout;
        let run = check("", puzzle, &answers);
        assert_eq!(run.stdout, "right\n", "{command}: {}", run.stderr);
    }
    let wrong = "r1c1 r1#2 c1#2 b1#2 x1#2\n";
    assert_eq!(check("", variant, wrong).stdout, "wrong\n");
    let sampled = dominox_on("sample --format jsonl", "problem", problem).stdout;
    let run = check("", problem, &sampled);
    let said = "<stdin>:1: a record of another command: expected those of `solve` or `best`\n";
    assert_eq!((&*run.stdout, &*run.stderr), ("bad\n", said));
}

/// What `unique --witness` prints after `multiple` is two answers and a comment, of every kind.
#[test]
fn witnesses_are_answers() {
    let matrix = "1100000\n0011111\n0111111\n1000000\n";
    let line = "1.....2..3......\n";
    for puzzle in [matrix, line, "a b c\na b\nc\na\nb c\n"] {
        let run = dominox_on("unique --witness", "puzzle", puzzle);
        let answers = run.stdout.strip_prefix("multiple\n").expect("several");
        assert!(answers.contains(" differs "), "{answers}");
        assert_eq!(check("", puzzle, answers).answer(), "right\nright\n");
    }
}

/// A table can also say that a puzzle has no answer: with a word, or with an empty column.
#[test]
fn a_table_says_that_there_is_no_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table.csv");
    let [line, none] = ["12..34..........", "11.............."];
    let table = format!(
        "puzzle,answer\n{line},1234341221434321\n{none},none\n{line},none\n{none},\n{line},?\n"
    );
    fs::write(&path, table).expect("a file");
    let name = path.to_str().expect("a path in UTF-8");
    let run = dominox(&format!("check --answer-column answer {name}"));
    assert_eq!(run.stdout, "right\nright\nwrong\nright\nbad\n");
    assert_eq!(run.exit, Some(2));
    let said = "6:18: `?` in column 2: expected a puzzle of N·N cells";
    assert!(run.stderr.contains(said), "{}", run.stderr);
    let run = dominox(&format!("check --no-answer ? --answer-column 2 {name}"));
    assert_eq!(run.stdout, "right\nbad\nbad\nright\nwrong\n");
}

/// Puzzles and answers in one table.
#[test]
fn a_table_with_both() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table.csv");
    let line = format!("{},{}", GOOD.trim(), GOOD_ANSWER);
    fs::write(&path, format!("puzzle,solution\n{line}{line}")).expect("a file");
    let name = path.to_str().expect("a path in UTF-8");
    for columns in [
        "--column puzzle --answer-column solution",
        "--answer-column 2",
    ] {
        let run = dominox(&format!("check {columns} {name}"));
        assert_eq!(run.answer(), "right\nright\n");
    }
    let run = dominox(&format!("check {name} {name}"));
    assert_eq!(run.exit, Some(1), "a question is no answer");
}

/// A table is read twice, once for each of its columns.
#[test]
#[cfg(unix)]
fn a_table_that_can_be_read_only_once_is_refused() {
    let run = dominox("check --answer-column 2 /dev/null");
    let message = "dominox: /dev/null is read twice, for puzzles and answers: expected a file";
    assert!(run.stderr.starts_with(message), "{}", run.stderr);
    assert_eq!(run.exit, Some(2));
}

/// As an editor or a shell may write them.
#[test]
fn answers_may_begin_with_a_byte_order_mark() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path.display().to_string()
    };
    let problem = file("problem", b"a b\na b\n");
    let options = "\u{feff}a b\n";
    let record =
        "\u{feff}{\"index\":1,\"status\":\"solved\",\"options\":[{\"items\":[\"a\",\"b\"]}]}\n";
    let wide = Vec::from_iter(options.encode_utf16().flat_map(u16::to_le_bytes));
    for answers in [options.as_bytes(), record.as_bytes(), &wide] {
        let run = dominox(&format!("check {problem} {}", file("answers", answers)));
        assert_eq!((run.exit, run.answer()), (Some(0), "right\n"));
    }
}

#[test]
fn answers_that_are_not_text_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let [problem, answers] = ["problem", "answers"].map(|name| folder.path().join(name));
    fs::write(&problem, "a b\na b\n").expect("a file");
    for bytes in [&b"a b\n\nb \xff\n"[..], b"a b\n\nb \0 a\n"] {
        fs::write(&answers, bytes).expect("a file");
        let run = dominox(&format!(
            "check {} {}",
            problem.display(),
            answers.display()
        ));
        let fault =
            "answers: line 3, column 3: this is not text: expected UTF-8 without zero bytes";
        assert!(run.stderr.trim_end().ends_with(fault), "{}", run.stderr);
        assert_eq!(run.exit, Some(2));
    }
}
