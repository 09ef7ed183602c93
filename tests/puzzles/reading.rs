//! Streams of puzzles: the documented examples, every layout of a Sudoku, and the messages about bad input.

use std::fmt::Write;
use std::io::{self, BufRead, BufReader, Read};

use dominox::puzzles::{self, Cover, Puzzle, ReadCause, Reader, Shape, Sudoku, Sudominoku};
use dominox::{Solver, Uniqueness};

use crate::support::snapshot::assert_snapshot;

/// What a reader finds, one line for each good puzzle, and the whole message for each bad one.
fn transcript<R: BufRead>(reader: Reader<R>) -> String {
    let mut text = String::new();
    for found in reader {
        match found {
            Ok(found) => {
                let puzzle = &found.puzzle;
                let (index, line, kind) = (found.index, found.line, found.kind.name);
                let (options, givens) = (puzzle.problem().option_count(), puzzle.givens().len());
                writeln!(
                    text,
                    "#{index}, line {line}: {kind}, {options} options, {givens} given"
                )
            }
            Err(error) => writeln!(text, "#{}: {error}", error.index),
        }
        .unwrap();
    }
    text
}

/// The answers to all puzzles of a stream, all of which are good and have one answer.
fn answers(text: &str) -> String {
    let mut answers = String::new();
    for found in puzzles::read(text.as_bytes()) {
        let found = found.unwrap_or_else(|error| panic!("{error}"));
        let solver = Solver::new(found.puzzle.problem()).unwrap();
        let mut solver = solver.assume(found.puzzle.givens());
        let Uniqueness::Unique(solution) = solver.uniqueness() else {
            panic!("puzzle {} has not one answer", found.index);
        };
        answers += &found.puzzle.answer_text(found.index, &solution);
    }
    answers
}

#[test]
fn documented_examples_are_answered_byte_for_byte() {
    for (question, answer) in [
        (
            include_str!("../data/boj2580.in"),
            include_str!("../data/boj2580.out"),
        ),
        (
            include_str!("../data/board.json"),
            include_str!("../data/board.solved.json"),
        ),
        (
            include_str!("../data/sudominoku.in"),
            include_str!("../data/sudominoku.out"),
        ),
    ] {
        assert_eq!(answers(question), answer);
    }
    assert_snapshot!(
        "board-hard",
        answers(include_str!("../data/board-hard.json"))
    );
}

/// The puzzle of `data/board.json` in one line.
const LINE: &str =
    ".3.26.7.168..7..9.19...45..82.1...4...46.29...5...3.28..93...74.4..5..367.3.18...";

fn rows(line: &str) -> Vec<String> {
    let cells: Vec<char> = line.chars().collect();
    cells.chunks(9).map(|row| row.iter().collect()).collect()
}

/// Three characters, a bar, three characters, and so on.
fn barred(row: &str) -> String {
    [&row[..3], &row[3..6], &row[6..]].join("|")
}

#[test]
fn every_layout_holds_the_same_puzzle_and_takes_the_answer() {
    let spaced = |row: &String| {
        row.split("")
            .collect::<Vec<_>>()
            .join(" ")
            .trim()
            .to_owned()
    };
    let bands = |rule: &str| {
        let rows: Vec<_> = rows(LINE).iter().map(|row| barred(row)).collect();
        let bands: Vec<_> = rows.chunks(3).map(|band| band.join("\n") + "\n").collect();
        bands.join(rule)
    };
    let numbers = || rows(&LINE.replace('.', "0"));
    let array = numbers()
        .iter()
        .map(|row| {
            format!(
                "  [{}],\n",
                row.split("")
                    .filter(|c| !c.is_empty())
                    .collect::<Vec<_>>()
                    .join(", ")
            )
        })
        .collect::<String>();
    let layouts = [
        format!("{LINE}\n"),
        LINE.replace('.', "0") + "\r\n",
        format!("# blanks are stars\n{}", LINE.replace('.', "*")),
        LINE.replace('.', "_"),
        LINE.replace('.', "x"),
        rows(LINE).join("\n"),
        rows(LINE).iter().map(spaced).collect::<Vec<_>>().join("\n"),
        numbers().iter().map(spaced).collect::<Vec<_>>().join("\n"),
        bands("---+---+---\n"),
        format!(
            "+---+---+---+\n|{}+---+---+---+\n",
            bands("+---+---+---+\n")
                .replace('\n', "|\n|")
                .replace("|+", "+")
                .replace("+|", "+")
                .trim_end_matches('|')
        ),
        format!(
            "#AAuthor\n[Puzzle]\n{}\n[State]\n{}\n",
            rows(LINE).join("\n"),
            rows(&"1".repeat(81)).join("\n")
        ),
        format!("[\n{array}]\n"),
        format!("let board = [\n{array}];\n"),
        format!(
            "const board =\n[\n{}\n]",
            array.trim_end().trim_end_matches(',')
        ),
        format!(
            "[[\"{}\"]]",
            LINE.replace("", "\",\"")
                .trim_start_matches("\",\"")
                .trim_end_matches("\",\"")
                .split(',')
                .collect::<Vec<_>>()
                .chunks(9)
                .map(|row| row.join(","))
                .collect::<Vec<_>>()
                .join("],[")
        ),
    ];
    let sudoku: Sudoku = LINE.parse().unwrap();
    let mut answered = String::new();
    for text in layouts {
        let found: Vec<_> = puzzles::read(text.as_bytes()).collect();
        let [Ok(found)] = &found[..] else {
            panic!("{found:?}\n{text}");
        };
        assert_eq!(found.puzzle.givens(), sudoku.givens(), "{text}");
        writeln!(answered, "{}", answers(&text)).unwrap();
    }
    assert_snapshot!("sudoku-layouts", answered);
}

#[test]
fn layouts_may_change_within_a_stream() {
    let grid = rows(LINE).join("\n");
    let board = include_str!("../data/board.json");
    let stream = format!(
        "{LINE}\n{grid}\n{board}{grid}\n\n[Puzzle]\n{grid}\n{LINE}\n12..\n34..\n....\n....\n"
    );
    assert_eq!(
        transcript(puzzles::read(stream.as_bytes())),
        "#1, line 1: sudoku, 729 options, 37 given\n\
         #2, line 2: sudoku, 729 options, 37 given\n\
         #3, line 11: sudoku, 729 options, 37 given\n\
         #4, line 22: sudoku, 729 options, 37 given\n\
         #5, line 32: sudoku, 729 options, 37 given\n\
         #6, line 42: sudoku, 729 options, 37 given\n\
         #7, line 43: sudoku, 64 options, 4 given\n"
    );
}

/// A bad puzzle in the middle of good ones, in the same layout.
fn between(good: &str, bad: &str) -> String {
    format!("{good}{bad}{good}")
}

#[test]
fn bad_input_is_named_and_the_puzzles_around_it_are_read() {
    let line = format!("{LINE}\n");
    let grid = rows(LINE).join("\n") + "\n\n";
    let board = include_str!("../data/board.json");
    let case = include_str!("../data/sudominoku.in")
        .strip_suffix("0\n")
        .unwrap();
    let one_case = "1\n6 B2 1 B3\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n";
    let inputs = [
        ("a short line", between(&line, &format!("{}\n", &LINE[1..]))),
        ("a long line", between(&line, &format!("{LINE}5\n"))),
        (
            "a letter in a line",
            between(&line, &line.replacen('6', "A", 1)),
        ),
        (
            "a sign in a line",
            between(&line, &line.replacen('6', "?", 1)),
        ),
        ("a stray line", between(&line, "not a puzzle\n")),
        (
            "a line cut off at the end",
            format!("{line}{}", &LINE[..30]),
        ),
        ("a short first row", between(&grid, &grid[1..])),
        (
            "a short row",
            between(&grid, &grid.replacen("19...45..", "19..45..", 1)),
        ),
        (
            "a long row",
            between(&grid, &grid.replacen("19...45..", "19...45....", 1)),
        ),
        ("a letter", between(&grid, &grid.replacen('6', "A", 1))),
        (
            "a small letter",
            between(&grid, &grid.replacen('6', "a", 1)),
        ),
        (
            "a number out of range",
            between(
                include_str!("../data/boj2580.in"),
                &include_str!("../data/boj2580.in").replacen('7', "10", 1),
            ),
        ),
        ("a file cut off after a row", grid[..70].into()),
        ("a file cut off in a row", grid[..65].into()),
        ("a grid of 7", "1234567\n".repeat(7)),
        ("a grid that can be two", "................\n".repeat(16)),
        (
            "a digit out of range in an array",
            between(board, &board.replacen('6', "16", 1)),
        ),
        (
            "a ragged array",
            between(board, &board.replacen(", 0]", "]", 1)),
        ),
        (
            "an array with a row missing",
            between(
                board,
                &board.replacen("[6, 8, 0, 0, 7, 0, 0, 9, 0],\n", "", 1),
            ),
        ),
        (
            "an array not closed",
            between(
                board,
                board
                    .strip_suffix("]\n")
                    .unwrap_or(board.trim_end().trim_end_matches(']')),
            ),
        ),
        (
            "a word in an array",
            between(board, &board.replacen('6', "zero", 1)),
        ),
        (
            "a hole in an array",
            between(board, &board.replacen('6', "", 1)),
        ),
        (
            "a comma missing in an array",
            between(board, &board.replacen("6,", "6", 1)),
        ),
        ("a file without end of line", rows(LINE)[..8].join("\n")),
        ("sections without a puzzle", "[Comment]\nnothing\n".into()),
        (
            "a puzzle section without a puzzle",
            format!("[Puzzle]\n[Puzzle]\n{grid}"),
        ),
        ("an empty file", String::new()),
        ("blank lines and comments", "\n# nothing\n\n".into()),
        (
            "binary rubbish",
            "\u{7f}ELF\u{2}\u{1}\u{1}\0\0\0\n\0\u{fffd}\n".into(),
        ),
        (
            "a letter to a friend",
            "Dear friend,\nhow are you?\n".into(),
        ),
        (
            "a bad case of Sudominoku",
            between(case, &one_case.replacen("B3", "B4", 1)) + "0\n",
        ),
        ("Sudominoku without the final 0", case.into()),
        (
            "more text after the final 0",
            format!("{one_case}0\n{one_case}"),
        ),
        ("no case of Sudominoku", "0\n".into()),
        ("an unknown item", "| comment\na b c\na b\na d\n".into()),
        ("an unknown item at once", "a b c\na d\n".into()),
        ("an item twice", "a b c\na b a\n".into()),
        ("an item named twice", "a b c a\nb c\na\n".into()),
        ("an item with a colour", "a b | x:red\na x:red\nb\n".into()),
        ("items that all have colours", "a:x b:y\na b\n".into()),
        ("items without options", "a b c | x\n| the end\n".into()),
        ("one item with bounds", "0:1|a\n".into()),
        ("one item with bounds, not used", "0:1|a\nb\n".into()),
        ("items and unrelated options", "a b c\nd e\n".into()),
        ("a colour on a primary item", "\n\na b c\na:red b\n".into()),
    ];
    let mut found = String::new();
    for (name, text) in inputs {
        let transcript = transcript(puzzles::read(text.as_bytes()));
        writeln!(found, "=== {name}\n{transcript}").unwrap();
    }
    assert_snapshot!("reading-faults", found);
}

#[test]
fn letters_of_hexadecimal_digits_may_be_small() {
    let row = "a.b.c.d.e.f.0.1.\n";
    let grid = "................\n".repeat(15) + row;
    for text in [
        grid.clone(),
        grid.replace('\n', "") + "\n",
        grid.to_uppercase(),
    ] {
        let found = transcript(puzzles::read(text.as_bytes()));
        assert_eq!(found, "#1, line 1: sudoku, 4096 options, 8 given\n");
    }
}

/// A carriage return is not part of a line's end if another one comes after it.
#[test]
fn carriage_returns_in_a_line_are_no_cells() {
    let text = format!("{LINE}\n12{}\n{LINE}\n", "\r".repeat(80));
    let found: Vec<_> = puzzles::read(text.as_bytes())
        .map(|found| found.is_ok())
        .collect();
    assert_eq!(found, [true, false, true]);
}

#[test]
fn a_kind_that_is_told_is_not_recognised() {
    let read = |text: &'static str, kind| transcript(puzzles::read(text.as_bytes()).kind(kind));
    let cover = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n";
    assert_eq!(
        read(cover, Sudoku::KIND),
        "#1, line 1: sudoku, 64 options, 16 given\n"
    );
    assert_eq!(
        read(cover, Cover::KIND),
        "#1, line 1: cover, 3 options, 0 given\n"
    );
    assert!(read(cover, Sudominoku::KIND).starts_with("#1: 1:"));
    assert_eq!(
        read("a\na\n", Cover::KIND),
        "#1, line 1: cover, 1 options, 0 given\n"
    );
    for (kind, word) in [
        (Sudoku::KIND, "Sudoku"),
        (Sudominoku::KIND, "Sudo"),
        (Cover::KIND, ""),
    ] {
        let message = read("", kind);
        assert!(
            message.starts_with("#1: 1:1: empty input") && message.contains(word),
            "{message}"
        );
    }
    assert_eq!(
        read("a b\na\n\u{fffd}", Cover::KIND),
        "#1: 3:1: this is not text: expected a Sudoku, a Sudominoku, an exact-cover problem, a matrix of 0 and 1, a variant of Sudoku or a packing in UTF-8\n  | \u{fffd}\n  | ^\n"
    );
}

#[test]
fn the_boxes_asked_for_decide_where_two_would_do() {
    let stream = "................\n".repeat(16);
    let count = |shape: &str| {
        let shape: Shape = shape.parse().unwrap();
        puzzles::read(stream.as_bytes())
            .shape(shape)
            .filter(|found| found.is_ok())
            .count()
    };
    assert_eq!(
        (count("2x2"), count("4x4"), count("2x8"), count("3x3")),
        (16, 1, 1, 0)
    );
}

#[test]
fn a_cover_keeps_its_lines_numbered() {
    let text = "\n| a comment\n\na b | x\n\na x:red |3\nb x:red\nb y\n";
    assert_eq!(
        transcript(puzzles::read(text.as_bytes())),
        "#1: 8:3: unknown item `y`: it is not in the item line\n  | b y\n  |   ^\n"
    );
    let text = text.strip_suffix("b y\n").unwrap();
    let found = puzzles::read(text.as_bytes()).next().unwrap().unwrap();
    assert!(found.puzzle.downcast_ref::<Cover>().is_some());
    assert_eq!(
        (found.line, answers(text)),
        (4, "a x:red\nb x:red\n".into())
    );
}

/// Lines that were examined are read to their end, too.
#[test]
fn an_option_may_be_as_long_as_it_likes() {
    let long = format!("a{}x:{}", " ".repeat(9 << 20), "é".repeat(5 << 20));
    for before in [0, 1, 5, 40] {
        let text = format!(
            "a b | x\n{}{long}\n| a comment\nb\n",
            "b x\n".repeat(before)
        );
        let found: Vec<_> = puzzles::read(text.as_bytes()).collect();
        assert_eq!(found.len(), 1);
        let puzzle = &found[0].as_ref().unwrap().puzzle;
        assert_eq!(puzzle.problem().option_count(), before + 2);
        let printed = puzzle.problem().to_string();
        assert!(printed.contains(&format!("x:{}\n", "é".repeat(5 << 20))));
    }
    let text = format!("a{}b\na\nb\n", " ".repeat(17 << 20));
    let found = puzzles::read(text.as_bytes()).next().unwrap();
    let message = found.unwrap_err().to_string();
    assert!(message.contains("the line is longer than 16 MiB"));
    let named = puzzles::read(text.as_bytes())
        .kind(Cover::KIND)
        .next()
        .unwrap();
    assert_eq!(named.unwrap().puzzle.problem().option_count(), 2);
}

/// Repeats the same bytes without end.
struct Endless {
    text: Vec<u8>,
    at: usize,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in buffer.iter_mut() {
            *byte = self.text[self.at];
            self.at = (self.at + 1) % self.text.len();
        }
        Ok(buffer.len())
    }
}

#[test]
fn endless_input_is_read_puzzle_by_puzzle() {
    let grid = rows(LINE).join("\n");
    for text in [LINE, &grid, &format!("{LINE}\n# {LINE}\n\n{grid}\n")] {
        let text = format!("{text}\n").into_bytes();
        let reader = puzzles::read(BufReader::new(Endless { text, at: 0 }));
        assert_eq!(
            reader.take(10_000).filter(|found| found.is_ok()).count(),
            10_000
        );
    }
}

#[test]
fn a_line_of_a_hundred_million_characters_is_one_fault() {
    let long = io::repeat(b'5').take(100_000_000);
    let input = LINE
        .as_bytes()
        .chain(&b"\n"[..])
        .chain(long)
        .chain(&b"\n"[..])
        .chain(LINE.as_bytes());
    let found: Vec<_> = puzzles::read(BufReader::new(input))
        .map(|found| found.is_ok())
        .collect();
    assert_eq!(found, [true, false, true]);
    let alone = io::repeat(b'5').take(100_000_000);
    let found = transcript(puzzles::read(BufReader::new(alone)));
    assert!(found.starts_with("#1: 1:1: too long: a puzzle has at most 1296 cells\n"));
    assert_eq!(found.matches('#').count(), 1);
}

/// An input that fails.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the disk is gone"))
    }
}

#[test]
fn a_stream_that_breaks_off_ends_the_reading() {
    let input = format!("{LINE}\n");
    let mut reader = puzzles::read(BufReader::new(input.as_bytes().chain(Broken)));
    assert!(reader.next().unwrap().is_ok());
    let error = reader.next().unwrap().unwrap_err();
    assert!(matches!(error.cause, ReadCause::Io(_)));
    assert_eq!(
        (error.index, error.to_string()),
        (2, "cannot be read: the disk is gone".into())
    );
    assert!(reader.next().is_none());
}

#[test]
fn whole_puzzles_before_a_stream_breaks_off_are_read() {
    let rows = rows(LINE);
    let grid = rows.join("\n") + "\n";
    let barred: Vec<String> = rows.iter().map(|row| barred(row)).collect();
    let framed = format!("+---+\n{}\n+---+\n", barred.join("\n"));
    let small = "1.....2..3.....4\n".to_owned();
    let array = "[[1,0,0,0],\n[0,0,2,0],\n[0,3,0,0],\n[0,0,0,4]]\n".to_owned();
    for puzzle in [format!("{LINE}\n"), grid.clone(), framed, small, array] {
        for whole in [1, 3, 8] {
            for rest in 0..puzzle.lines().count().div_ceil(2) {
                let rest: String = puzzle.split_inclusive('\n').take(rest).collect();
                for cut in ["", "5"] {
                    let text = puzzle.repeat(whole) + &rest + cut;
                    let input = BufReader::new(text.as_bytes().chain(Broken));
                    let found: Vec<_> = puzzles::read(input).collect();
                    let (last, good) = found.split_last().unwrap();
                    assert_eq!(good.len(), whole, "{text}");
                    assert!(good.iter().all(Result::is_ok), "{text}");
                    let error = last.as_ref().unwrap_err();
                    assert!(matches!(error.cause, ReadCause::Io(_)), "{text}");
                }
            }
        }
    }
    let problem = "a b\na\nb\n".as_bytes().chain(Broken);
    let found: Vec<_> = puzzles::read(BufReader::new(problem)).collect();
    assert_eq!(found.len(), 1, "options may be missing");
    assert!(found[0].is_err());
}

/// A puzzle of more than 64 MiB is not kept, and the next one is read.
#[test]
fn memory_is_bounded_within_a_puzzle_of_many_long_lines() {
    let packing = "packing\npieces dominoes\nboard 1x2\n";
    let variant = format!("variant 4x4\n{}", "....\n".repeat(4));
    let long_packing = "a packing of more than 100,000 lines or 64 MiB";
    let long_variant = "a variant of more than 10,000 lines or 64 MiB";
    for (first, after, expected) in [
        (packing, packing, long_packing),
        ("<?xml version=\"1.0\"?>\n", packing, long_packing),
        ("variant killer\n", &variant, long_variant),
    ] {
        let line = || io::repeat(b'x').take(13 << 20).chain(&b"\n"[..]);
        let two = || line().chain(line());
        let stream = first.as_bytes().chain(two()).chain(two()).chain(line());
        let found: Vec<_> = puzzles::read(BufReader::new(stream.chain(after.as_bytes()))).collect();
        let [Err(error), Ok(reading)] = &found[..] else {
            panic!("{first}{found:?}");
        };
        let at = first.lines().count() as u64 + 5;
        let start = format!("{at}:1: {expected}\n");
        assert!(error.to_string().starts_with(&start), "{error}");
        assert_eq!((error.line, reading.line), (Some(1), at + 1));
    }
}
