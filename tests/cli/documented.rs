//! The documented examples: each question gives the documented answer, byte for byte.

use crate::run::{assert_transcript, dominox, dominox_on, second_case, transcripts};

#[test]
fn documented_answers() {
    for (question, answer) in [
        ("boj2580.in", include_str!("../data/boj2580.out")),
        ("board.json", include_str!("../data/board.solved.json")),
        ("sudominoku.in", include_str!("../data/sudominoku.out")),
    ] {
        assert_eq!(dominox(&format!("solve {question}")).answer(), answer);
    }
}

#[test]
fn documented_transcripts() {
    let runs = [
        "solve boj2580.in",
        "solve board.json",
        "solve board-hard.json",
        "solve sudominoku.in",
        "unique boj2580.in board.json board-hard.json sudominoku.in",
        "count --tilings sudominoku.in",
    ];
    assert_transcript!("documented", transcripts(runs.map(dominox)));
}

#[test]
fn tilings() {
    let run = dominox("solve --show tiling sudominoku.in");
    assert_transcript!("tilings", run.transcript());
}

/// Solutions of the encoding are covers: the two tilings of the one grid are two solutions.
#[test]
fn second_documented_case() {
    let case = second_case();
    let encoded = dominox_on("encode", "second.in", &case);
    let runs = [
        dominox_on("unique", "second.in", &case),
        dominox_on("count --tilings", "second.in", &case),
        dominox_on("solve --all", "second.in", &case),
        encoded.pipe("unique"),
        encoded.pipe("count"),
        encoded.pipe("count --tilings -"),
    ];
    assert_eq!(encoded.pipe("unique").exit, Some(1));
    assert_transcript!("second-case", transcripts(runs));
}

/// The cells and digits that the options of a cover name, as a grid.
fn grid(options: &str) -> String {
    let mut grid = [[0; 9]; 9];
    for line in options.lines() {
        let words: Vec<_> = line.split(' ').collect();
        for pair in words.windows(2) {
            let [cell, demand] = [pair[0], pair[1]].map(str::as_bytes);
            if let ([b'r', row, b'c', column], [b'r', _, b'#', digit]) = (cell, demand) {
                grid[usize::from(row - b'1')][usize::from(column - b'1')] = digit - b'0';
            }
        }
    }
    let row = |row: &[u8; 9]| row.map(|digit| digit.to_string()).concat() + "\n";
    grid.iter().map(row).collect()
}

#[test]
fn encodings_have_the_documented_grids() {
    let covers = dominox("encode boj2580.in").pipe("solve -");
    let documented = include_str!("../data/boj2580.out").replace(' ', "");
    assert_eq!(grid(covers.answer()), documented);

    let case = second_case();
    let covers = dominox_on("encode -", "second.in", &case).pipe("solve --all");
    let documented = include_str!("../data/sudominoku.out");
    let (_, second) = documented
        .split_once("Puzzle 2\n")
        .expect("a second answer");
    let tilings: Vec<_> = covers.answer().split("\n\n").collect();
    assert_eq!(tilings.len(), 2);
    assert_ne!(tilings[0], tilings[1]);
    for tiling in tilings {
        assert_eq!(grid(tiling), second);
    }
}
