//! Layouts and faults of single puzzles, and of puzzles that follow each other.

use super::*;
use crate::problem::{Entry, Solution};
use crate::puzzles::Puzzle;
use crate::puzzles::sudoku::Placement;

/// A solved grid of any shape, without a search: each row is the one above it, shifted by a box.
fn solution(shape: Shape) -> Solution {
    let (size, rules) = (shape.size(), Rules::of(shape));
    let (high, wide) = (shape.rows_per_box(), shape.columns_per_box());
    (0..shape.cells())
        .map(|cell| {
            let (row, column) = (cell / size, cell % size);
            let digit = (wide * (row % high) + row / high + column) % size + 1;
            rules.option(Placement {
                row,
                column,
                digit: digit as u8,
            })
        })
        .collect()
}

/// Outcomes of all puzzles of a stream: the number of givens, or the message.
fn outcomes(text: &str) -> Vec<Result<usize, String>> {
    outcomes_with(text, None)
}

fn outcomes_with(text: &str, asked: Option<Shape>) -> Vec<Result<usize, String>> {
    let mut lines = Lines::new(text.as_bytes());
    let hints = Hints {
        shape: asked,
        ..Hints::default()
    };
    let mut grids = Grids::new(hints);
    std::iter::from_fn(|| grids.next(&mut lines).unwrap())
        .map(|(_, outcome)| match outcome {
            Ok(sudoku) => Ok(sudoku.givens().len()),
            Err(located) => Err(format!(
                "{}:{}: {}",
                located.line, located.column, located.fault
            )),
        })
        .collect()
}

fn shape(text: &str) -> Shape {
    text.parse().unwrap()
}

const GOOD_4: &str = "12..\n34..\n....\n...1\n";

#[test]
fn the_grids_of_the_tests_are_solutions() {
    for size in Shape::sizes() {
        let shape = Shape::of_size(size).unwrap();
        let problem = Rules::of(shape).problem().clone();
        problem.check(&solution(shape)).unwrap();
        assert!(
            problem
                .entries(OptionId::new(0))
                .iter()
                .all(|entry: &Entry| entry.color.is_none())
        );
    }
}

#[test]
fn the_answer_has_the_layout_of_the_question() {
    for (question, answer) in [
        (
            "0 1 2 3\n. 0 0 0\n0 0 0 0\n0 0 0 0",
            "1 1 2 3\n3 4 1 2\n2 3 4 1\n4 1 2 3\n",
        ),
        ("0000000000000000\n", "1234341223414123\n"),
        (
            "..|.4\n..|..\n--+--\n..|..\n..|..\r\n",
            "12|34\n34|12\n--+--\n23|41\n41|23\n",
        ),
        (
            "+--+\n|..|..|\n|..|..|\n| |\n|..|..|\n|..|..|\n+--+\n",
            "+--+\n|12|34|\n|34|12|\n| |\n|23|41|\n|41|23|\n+--+\n",
        ),
        (
            "# a\n[Puzzle]\n# b\n....\n....\n....\n# c\n....\n[State]\n....\n",
            "[Puzzle]\n1234\n3412\n2341\n4123\n",
        ),
        (
            "let b = [[0,0,0,0],\n[0,0,0,0],[0,0,0,0,],['.',0,0,0],\n];",
            "let b = [[1,2,3,4],\n[3,4,1,2],[2,3,4,1,],['4',1,2,3],\n];\n",
        ),
        (
            "0. 0.0 NaN 4.\nNaN NaN NaN NaN\n2.000e+00 0. 0. 0.\n0. 0. 0. 0.\n",
            "1. 2.0 3 4.\n3 4 1 2\n2.000e+00 3. 4. 1.\n4. 1. 2. 3.\n",
        ),
        (
            "0.0,,,4.0\n,NaN,,\n2.0,,,\n,,,\n",
            "1.0,2,3,4.0\n3,4,1,2\n2.0,3,4,1\n4,1,2,3\n",
        ),
        (
            "[[0. 0. 0. 4.]\n [0. 0. 0. 0.]\n [2. 0. 0. 0.]\n [0. 0. 0. 0.]]\n",
            "[[1. 2. 3. 4.]\n [3. 4. 1. 2.]\n [2. 3. 4. 1.]\n [4. 1. 2. 3.]]\n",
        ),
        (
            "((0, 0, 0, 4), (0, 0, 0, 0),\n (2, 0, 0, 0), (0, 0, 0, 0))\n",
            "((1, 2, 3, 4), (3, 4, 1, 2),\n (2, 3, 4, 1), (4, 1, 2, 3))\n",
        ),
        (
            "   0  1  2  3\n0  0  0  0  4\n1  0  0  0  0\n2  2  0  0  0\n3  0  0  0  0\n",
            "   0  1  2  3\n0  1  2  3  4\n1  3  4  1  2\n2  2  3  4  1\n3  4  1  2  3\n",
        ),
        (
            "   A B   C D\n1  . . | . 4\n2  . . | . .\n  ----+----\n3  2 . | . .\n4  . . | . .\n",
            "   A B   C D\n1  1 2 | 3 4\n2  3 4 | 1 2\n  ----+----\n3  2 3 | 4 1\n4  4 1 | 2 3\n",
        ),
        (
            "[\"1   \",\"   2\",\"2   \",\"    \"]",
            "[\"1234\",\"3412\",\"2341\",\"4123\"]\n",
        ),
    ] {
        let sudoku: Sudoku = question.parse().unwrap();
        assert_eq!(sudoku.answer(&solution(shape("2x2"))), answer, "{question}");
        let again: Sudoku = sudoku.to_string().parse().unwrap();
        assert_eq!(again.answer(&solution(shape("2x2"))), answer, "{sudoku}");
        assert_eq!(again, sudoku, "{question}");
    }
}

#[test]
fn larger_digits_are_written_as_in_the_question() {
    let rest = "................\n".repeat(15);
    for (first, answer) in [
        ("5...............", "123456789ABCDEFG"),
        ("0......5........", "0123456789ABCDEF"),
        ("A...............", "ABCDEFGHIJKLMNOP"),
    ] {
        let sudoku: Sudoku = format!("{first}\n{rest}").parse().unwrap();
        let answered = sudoku.answer(&solution(shape("4x4")));
        for (cell, (given, digit)) in first.chars().zip(answer.chars()).enumerate() {
            let expected = if given == '.' { digit } else { given };
            assert_eq!(answered.chars().nth(cell), Some(expected), "{answered}");
        }
    }
    let numbers = format!("{}\n", ["0"; 12].join(" ")).repeat(12);
    let sudoku: Sudoku = numbers.parse().unwrap();
    let answer = sudoku.answer(&solution(shape("3x4")));
    assert!(
        answer.starts_with("1 2 3 4 5 6 7 8 9 10 11 12\n5 6 7 "),
        "{answer}"
    );
    assert_eq!(sudoku.symbol(12), "12");
    let empty = Sudoku::empty(shape("3x4"));
    assert_eq!(empty.to_string(), numbers);
    assert_eq!(empty.problem(), sudoku.problem());
    assert_eq!(empty.givens(), sudoku.givens());
}

#[test]
fn a_puzzle_speaks_of_its_cells() {
    let text = format!("..A.............\n{}", "................\n".repeat(15));
    let sudoku: Sudoku = text.parse().unwrap();
    let [given] = *sudoku.givens() else {
        panic!("one given was expected");
    };
    assert_eq!(sudoku.option_words(given), "A at row 1, column 3");
    let words: Vec<_> = sudoku
        .problem()
        .entries(given)
        .iter()
        .map(|entry| sudoku.item_words(entry.item))
        .collect();
    assert_eq!(
        words,
        [
            "a digit in row 1, column 3",
            "digit A in row 1",
            "digit A in column 3",
            "digit A in box 1"
        ]
    );
}

#[test]
fn a_board_has_boxes_for_pieces() {
    let sudoku = Sudoku::empty(shape("2x2"));
    assert_eq!(
        sudoku.decode(&solution(shape("2x2"))).to_string(),
        "┌─────┬─────┐\n\
         │ 1 2 │ 3 4 │\n\
         │ 3 4 │ 1 2 │\n\
         ├─────┼─────┤\n\
         │ 2 3 │ 4 1 │\n\
         │ 4 1 │ 2 3 │\n\
         └─────┴─────┘"
    );
}

#[test]
fn grids_follow_each_other_with_or_without_blank_lines() {
    let nine = format!("123456789\n{}", ".........\n".repeat(8));
    let line = format!("{}\n", ".".repeat(81));
    let array = "[[1,2,3,4],[3,4,1,2],[0,0,0,0],\n[0,0,0,0]]\n";
    let sdk = format!("[Comment]\nany text\n\n12..\n[Puzzle]\n{GOOD_4}[State]\n{GOOD_4}");
    let text = format!("{GOOD_4}{GOOD_4}{nine}{line}{line}{array}\n{GOOD_4}{sdk}");
    assert_eq!(outcomes(&text), [5, 5, 9, 0, 0, 8, 5, 5].map(Ok), "{text}");
}

#[test]
fn rules_between_puzzles_belong_to_neither_or_frame_them() {
    let framed = "+----+\n12..\n....\n....\n....\n+----+\n";
    assert_eq!(outcomes(&framed.repeat(3)), [2, 2, 2].map(Ok));
    assert_eq!(
        outcomes(&format!("----\n{GOOD_4}").repeat(3)),
        [5, 5, 5].map(Ok)
    );
    assert_eq!(
        outcomes(&format!("{GOOD_4}----\n").repeat(3)),
        [5, 5, 5].map(Ok)
    );
    assert_eq!(outcomes(&format!("----\n\n{GOOD_4}")), [Ok(5)]);
}

#[test]
fn remarks_sizes_and_the_number_of_grids_are_no_rows() {
    let good = Ok(5);
    for before in [
        "; an easy one",
        "% an easy one",
        "-- an easy one",
        "4",
        "4 4",
        "2",
        "2 2",
        "1",
    ] {
        let text = format!("{before}\n{GOOD_4}");
        assert_eq!(outcomes(&text), [Ok(5)], "{text}");
    }
    assert_eq!(
        outcomes(&format!("2\n{GOOD_4}{GOOD_4}")),
        [good.clone(), good.clone()]
    );
    let size = format!("4\n{GOOD_4}");
    assert_eq!(outcomes(&size.repeat(2)), [good.clone(), good.clone()]);
    // A number that is not a size may be all that is left of a row.
    let after = outcomes(&format!("{GOOD_4}\n7\n{GOOD_4}"));
    assert_eq!(
        (after.len(), &after[0], after[1].is_err()),
        (3, &good, true)
    );
    let short = outcomes("4\n12..\n34..\n....\n");
    assert!(short.iter().all(Result::is_err), "{short:?}");
}

#[test]
fn a_bad_grid_is_named_and_the_next_one_read() {
    let expected = "expected 1-4, or `0`, `.`, `_`, `*` or `x` for a blank";
    for (bad, message) in [
        (
            "12.\n34..\n....\n....\n",
            "1:4: row 1 has 3 cells: expected 4",
        ),
        (
            "12..\n34...\n....\n....\n",
            "2:5: row 2 has 5 cells: expected 4",
        ),
        ("12..\n34..\n....\n", "3:5: the grid ends after row 3 of 4"),
        (
            "53..7....\n6..195...\n",
            "2:10: the grid ends after row 2 of 9",
        ),
        (
            "12..\n34..\n..5.\n....\n",
            &format!("3:3: `5` is not a digit of a 4×4 grid: {expected}"),
        ),
        (
            "12..\n34..\n..a.\n....\n",
            &format!("3:3: `a` is not a digit of a 4×4 grid: {expected}"),
        ),
        (
            "1 2 3 4\n3 4 1 2\n10 3 4 1\n4 1 2 3\n",
            &format!("3:1: `10` is not a digit of a 4×4 grid: {expected}"),
        ),
        (
            "12..\n3?4..\n....\n....\n",
            "2:2: `?` is not part of a Sudoku: expected digits, and `0`, `.`, `_`, `*` or `x` for a blank",
        ),
        ("[Puzzle]\n", "1:1: no puzzle: expected a Sudoku grid"),
        (
            "12345\n54321\n",
            "1:1: 5 cells in a line: expected N (a row) or N·N (a whole puzzle), where N is 4, 6, 8, 9, 10, 12, … up to 36",
        ),
    ] {
        let text = format!("{bad}\n{GOOD_4}");
        assert_eq!(outcomes(&text), [Err(message.into()), Ok(5)], "{text}");
    }
}

#[test]
fn a_bad_line_costs_only_itself() {
    let line = format!("{}\n", ".".repeat(81));
    for (bad, message) in [
        (
            ".".repeat(80),
            "2:1: the line has 80 cells: expected 81 (9×9)",
        ),
        (
            ".".repeat(30),
            "2:1: the line has 30 cells: expected 81 (9×9)",
        ),
        (
            ".".repeat(9),
            "2:1: the line has 9 cells: expected 81 (9×9)",
        ),
        (
            ".".repeat(100_000),
            "2:1: too long: a puzzle has at most 1296 cells",
        ),
        (
            format!("{}A", ".".repeat(80)),
            "2:81: `A` is not a digit of a 9×9 grid: expected 1-9, or `0`, `.`, `_`, `*` or `x` for a blank",
        ),
        (
            "§ 5".into(),
            "2:1: `§` is not part of a Sudoku: expected digits, and `0`, `.`, `_`, `*` or `x` for a blank",
        ),
    ] {
        let text = format!("{line}{bad}\n{line}");
        assert_eq!(
            outcomes(&text),
            [Ok(0), Err(message.into()), Ok(0)],
            "{bad}"
        );
    }
}

#[test]
fn the_first_row_may_be_the_bad_one() {
    let text = format!("53..7...\n{}", ".........\n".repeat(8));
    assert_eq!(
        outcomes(&text),
        [Err("1:9: row 1 has 8 cells: expected 9".into())]
    );
}

#[test]
fn sixteen_cells_are_a_puzzle_or_a_row() {
    let row = "................\n";
    let either = "1:1: this can be a 4×4 puzzle in one line or a row of a 16×16 grid: choose with --box 2x2 or --box 4x4";
    assert_eq!(outcomes(&row.repeat(16)), [Err(either.into())]);
    assert_eq!(outcomes(&row.repeat(3)), [0, 0, 0].map(Ok));
    assert_eq!(
        outcomes(&format!(
            "1...............\n{}",
            "12.............1\n".repeat(15)
        ))
        .len(),
        16
    );
    assert_eq!(
        outcomes(&format!("{}5...............\n", row.repeat(15))),
        [Ok(1)]
    );
    assert_eq!(outcomes_with(&row.repeat(16), Some(shape("2x2"))).len(), 16);
    assert_eq!(
        outcomes_with(&row.repeat(32), Some(shape("2x8"))),
        [0, 0].map(Ok)
    );
    let lines = |bad: &str| format!("{0}{bad}\n{0}", "12341...........\n".repeat(20));
    for bad in [
        "?...............",
        "5...............",
        "...............",
        "................",
    ] {
        let good = outcomes(&lines(bad))
            .into_iter()
            .filter(Result::is_ok)
            .count();
        assert_eq!(
            good,
            if bad == "................" { 41 } else { 40 },
            "{bad}"
        );
    }
    let [puzzle, bad] = ["1.....2..3.....4\n", "1..............5\n"];
    let among_good_ones = outcomes(&[puzzle, bad, puzzle].concat());
    assert!(
        matches!(&among_good_ones[..], [Ok(4), Err(_), Ok(4)]),
        "{among_good_ones:?}"
    );
    let grid = "123456789.......\n".repeat(16);
    assert_eq!(
        outcomes(&format!("{grid}{}", row.repeat(16))),
        [Ok(144), Ok(0)]
    );
    for few in [1, 2] {
        let text = [puzzle, &"1..............5\n".repeat(few)].concat();
        let seen = outcomes(&text);
        let is_bad = |outcome: &Result<_, String>| {
            let message = outcome.as_ref().unwrap_err();
            message.contains("`5` is not a digit of a 4×4 grid")
        };
        assert!(seen[0] == Ok(4) && seen[1..].iter().all(is_bad), "{seen:?}");
        assert_eq!(seen.len(), 1 + few, "{seen:?}");
    }
    let rows = "12345678........\n".repeat(4);
    assert_eq!(
        outcomes(&rows),
        [Err("4:17: the grid ends after row 4 of 16".into())]
    );
    let wrong = "1:2: `5` is not a digit of a 4×4 grid: expected 1-4, or `0`, `.`, `_`, `*` or `x` for a blank";
    assert_eq!(outcomes("15..............\n"), [Err(wrong.into())]);
}

#[test]
fn the_boxes_asked_for_are_the_only_ones() {
    let six = "......\n".repeat(6);
    assert_eq!(outcomes_with(&six, Some(shape("3x2"))), [Ok(0)]);
    let text = format!("{GOOD_4}\n{six}");
    let wrong =
        "1:1: 4 cells in a line: with boxes of 3x2, expected 6 (a row) or 36 (a whole puzzle)";
    assert_eq!(
        outcomes_with(&text, Some(shape("3x2"))),
        [Err(wrong.into()), Ok(0)]
    );
}

#[test]
fn text_of_one_puzzle_holds_one() {
    let fault = |text: &str| {
        let located = text.parse::<Sudoku>().unwrap_err();
        (located.line, located.fault)
    };
    assert_eq!(fault(""), (1, SudokuFault::NoPuzzle));
    assert_eq!(fault(" "), (1, SudokuFault::NoPuzzle));
    assert_eq!(fault("# nothing\n\n"), (3, SudokuFault::NoPuzzle));
    assert_eq!(fault(&GOOD_4.repeat(2)), (5, SudokuFault::SecondPuzzle));
}
