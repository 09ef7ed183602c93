//! `unique --witness`: two answers, and where they differ.

use crate::run::{assert_transcript, dominox, dominox_on, transcripts};

const LINE: &str = "1.....2..3......\n";
const GRID: &str = "1 . | . .\n. . | 2 .\n----+----\n. . | 3 .\n. . | . .\n";
const COVER: &str = "a b c\na b\na c\nb c\nc\nb\n";

#[test]
fn where_answers_differ() {
    let runs = [
        dominox_on("unique --witness", "line.txt", LINE),
        dominox_on("unique --witness --format jsonl", "line.txt", LINE),
        dominox_on("unique --witness", "grid.txt", GRID),
        dominox_on("unique --witness", "cover.txt", COVER),
        dominox_on("unique --witness --format jsonl", "cover.txt", COVER),
        dominox("unique --witness --model 'queens 4'"),
        dominox("unique --witness --model 'dominoes 2x3'"),
        dominox("unique --witness --format jsonl --model 'dominoes 2x3'"),
        dominox_on("unique --witness", "case.txt", &few_dominoes()),
    ];
    assert_transcript!("witnesses", transcripts(runs));
}

/// The first documented Sudominoku, with one of its dominoes alone.
fn few_dominoes() -> String {
    let lines: Vec<&str> = crate::run::CASES.lines().collect();
    let singles = lines.iter().find(|line| line.len() == 26).expect("singles");
    format!("1\n{}\n{singles}\n0\n", lines[1])
}

/// What comes after the word is read back: the two answers, and a comment.
#[test]
fn witnesses_are_read_back() {
    for text in [LINE, "1...\n..2.\n..3.\n....\n", COVER] {
        let run = dominox_on("unique --witness", "puzzle.txt", text);
        let (word, witnesses) = run.stdout.split_once('\n').expect("a line");
        assert_eq!(word, "multiple");
        if text == COVER {
            assert!(witnesses.lines().last().unwrap().starts_with("| "));
            continue;
        }
        let read = dominox_on("unique", "witnesses.txt", witnesses);
        assert_eq!(read.answer(), "unique\nunique\n");
        let cells = witnesses.lines().last().expect("a comment");
        let named = cells.strip_prefix("# differs at ").expect("cells");
        let digits = |text: &str| -> Vec<char> {
            let text = text.lines().filter(|line| !line.starts_with('#'));
            text.flat_map(str::chars)
                .filter(char::is_ascii_digit)
                .collect()
        };
        let digits = digits(witnesses);
        let (one, other) = digits.split_at(16);
        let differing = (0..16).filter(|&cell| one[cell] != other[cell]);
        let names = differing.map(|cell| format!("r{}c{}", cell / 4 + 1, cell % 4 + 1));
        assert_eq!(named, names.collect::<Vec<_>>().join(" "));
    }
}
