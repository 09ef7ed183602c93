//! Texts in which more stands than one puzzle: none of it is left out in silence, and no solution is taken for a puzzle.

use dominox::Solver;
use dominox::puzzles::{self, Puzzle, Sudoku};

/// The clues of each puzzle, blanks as dots, or the message of a fault.
fn records(text: &str) -> Vec<String> {
    let clues = |sudoku: &Sudoku| {
        let size = sudoku.rules().shape().size();
        let mut cells = vec![".".to_owned(); size * size];
        for place in sudoku.placements() {
            cells[place.row * size + place.column] = sudoku.symbol(place.digit);
        }
        cells.concat()
    };
    let records = puzzles::read(text.as_bytes()).map(|found| match found {
        Ok(found) => clues(found.puzzle.downcast_ref().expect("a Sudoku")),
        Err(error) => match error.cause {
            puzzles::ReadCause::Fault(fault) => format!("{}: {}", fault.line, fault.fault),
            puzzles::ReadCause::Io(error) => panic!("{error}"),
        },
    });
    records.collect()
}

const ONE: &str = "1.....2..3.....4";
const SOLVED: &str = "1243342143122134";
const TWO: &str = "..3.4......1.2..";

/// The cells of a puzzle in rows, as JSON has them.
fn rows(cells: &str) -> String {
    let cells = cells.replace('.', "0");
    let row = |row: &[u8]| {
        let digits = row.iter().map(|&digit| char::from(digit).to_string());
        format!("[{}]", Vec::from_iter(digits).join(", "))
    };
    let rows = Vec::from_iter(cells.as_bytes().chunks(4).map(row));
    format!("[{}]", rows.join(", "))
}

#[test]
fn zero_is_a_digit_beside_another_blank() {
    let numbers = (0..16).map(|row| {
        let cells = (0..16).map(|column| match (row, column) {
            (0, _) if column % 2 == 0 => column.to_string(),
            _ => ".".into(),
        });
        Vec::from_iter(cells)
    });
    let numbers = Vec::from_iter(numbers);
    let expected = numbers.concat().concat();
    for gap in [" ", ",", "  "] {
        let text = numbers.iter().map(|row| row.join(gap) + "\n");
        assert_eq!(records(&text.collect::<String>()), [&*expected], "{gap}");
    }
    let json = numbers.iter().map(|row| format!("[{}]", row.join(",")));
    let json = format!("[{}]", Vec::from_iter(json).join(","));
    assert_eq!(records(&json.replace('.', "null")), [expected]);
    let small = ". 1 . .\n0 . 2 .\n. . . .\n3 . . .\n";
    assert_eq!(records(small), [".1..0.2.....3..."]);
    let with_last = small.replace('3', "4");
    assert_eq!(records(&with_last), [".1....2.....4..."], "0 is a blank");
    assert_eq!(records(&with_last.replace('0', ".")).len(), 1);
}

#[test]
fn an_answer_counts_from_zero_as_its_puzzle_does() {
    let sudoku: Sudoku = ". 1 . .\n0 . 2 .\n. . . .\n3 . . .\n"
        .parse()
        .expect("a Sudoku");
    let solver = Solver::new(sudoku.problem()).expect("a solver");
    let mut solver = solver.assume(sudoku.givens());
    let answer = sudoku.answer(&solver.next_solution().expect("a solution"));
    let mut digits = Vec::from_iter(answer[..8].split_ascii_whitespace());
    digits.sort_unstable();
    assert_eq!(digits, ["0", "1", "2", "3"], "{answer}");
}

#[test]
fn several_puzzles_in_a_line_are_all_read() {
    for text in [
        format!("{ONE} easy 7.2 {TWO}\n"),
        format!("1\t{ONE}\t2.6\t{TWO}\n"),
        format!("{ONE};{TWO}\n"),
        format!("<p id=\"1\">{ONE}</p><p id=\"2\">{TWO}</p>\n"),
        format!("INSERT INTO sudoku VALUES (1,'{ONE}','{SOLVED}'),(2,'{TWO}','');\n"),
        format!("(\"{ONE}\",\"{TWO}\")\n"),
    ] {
        assert_eq!(records(&text), [ONE, TWO], "{text}");
        let more = format!("{ONE}\n{text}{TWO}\n");
        assert_eq!(records(&more), [ONE, ONE, TWO, TWO], "{more}");
    }
    let four = format!("{ONE} {TWO} {TWO} {ONE}\n");
    assert_eq!(records(&four), [ONE, TWO, TWO, ONE]);
    let three = format!("{ONE} {TWO} {ONE}\n");
    assert_eq!(records(&three), [ONE, TWO, ONE]);
    let square = "1...5...9...D...".repeat(16) + "\n";
    assert_eq!(records(&square).len(), 1);
}

#[test]
fn a_solution_beside_its_puzzle_is_no_puzzle_whatever_its_name() {
    for (puzzle, solution) in [
        ("initial", "final"),
        ("givens", "full"),
        ("task", "Lösung"),
        ("zz", "a"),
    ] {
        for (one, other) in [(puzzle, solution), (solution, puzzle)] {
            let cells = |name: &str| if name == puzzle { ONE } else { SOLVED };
            let texts = [
                format!(
                    "{{\"{one}\": \"{}\", \"{other}\": \"{}\"}}\n",
                    cells(one),
                    cells(other)
                ),
                format!(
                    "{{\"{one}\": {}, \"{other}\": {}}}\n",
                    rows(cells(one)),
                    rows(cells(other))
                ),
                format!(
                    "{{\n\"{one}\": \"{}\",\n\"{other}\": \"{}\"\n}}\n",
                    cells(one),
                    cells(other)
                ),
                format!(
                    "{{\n\"{one}\": {},\n\"{other}\": {}\n}}\n",
                    rows(cells(one)),
                    rows(cells(other))
                ),
                format!("{one}: {}\n{other}: {}\n", cells(one), cells(other)),
                format!("{one},{other}\n{},{}\n", cells(one), cells(other)),
            ];
            for text in texts {
                assert_eq!(records(&text), [ONE], "{text}");
                assert_eq!(records(&text.repeat(2)), [ONE, ONE], "{text}");
            }
        }
    }
    let header = format!("clues,grid\n{ONE},{SOLVED}\n");
    assert_eq!(records(&header), [ONE]);
    assert_eq!(records(&format!("[\"{ONE}\", \"{SOLVED}\"]\n")), [ONE]);
}

#[test]
fn a_full_grid_that_is_no_solution_is_a_puzzle() {
    let other = SOLVED.replace('1', "5").replace('2', "1").replace('5', "2");
    for text in [
        format!("{{\"a\": \"{ONE}\", \"b\": \"{other}\"}}\n"),
        format!("a: {ONE}\nb: {other}\n"),
        format!("{ONE}\n{other}\n"),
    ] {
        assert_eq!(records(&text), [ONE, &other], "{text}");
    }
    assert_eq!(records(&format!("a: {SOLVED}\n")), [SOLVED]);
    assert_eq!(records(&format!("a: {SOLVED}\n{ONE}\n")), [SOLVED, ONE]);
    let bare = format!("{ONE}\n{SOLVED}\n");
    assert_eq!(records(&bare), [ONE, SOLVED], "lines without a name");
}

#[test]
fn grids_under_headings_of_solutions_are_no_puzzles() {
    let grid = |cells: &str| {
        let rows = (0..4).map(|row| format!("{}\n", &cells[4 * row..4 * row + 4]));
        rows.collect::<String>()
    };
    let (one, two, solved) = (grid(ONE), grid(TWO), grid(SOLVED));
    for text in [
        format!("Puzzle 1\n{one}\nSolution 1\n{solved}\nPuzzle 2\n{two}"),
        format!("Puzzle:\n{one}\nSolution:\n{solved}\nPuzzle:\n{two}"),
        format!("Solutions\n{solved}\n{solved}\nPuzzle 1\n{one}\n{two}"),
        format!("{one}\nAnswer:\n{solved}\n{two}"),
    ] {
        assert_eq!(records(&text), [ONE, TWO], "{text}");
    }
    assert_eq!(
        records(&format!("Puzzle 1\n{one}\nSolution 1\n{two}")),
        [ONE, TWO]
    );
    let [message] = &records(&format!("Solution 1\n{solved}"))[..] else {
        panic!("a message was expected");
    };
    assert!(message.contains("no puzzle"), "{message}");
}

#[test]
fn texts_of_sixteen_cells_in_a_list_are_rows_or_puzzles() {
    let row = "1.3.5.7.9.B.D.F.";
    let list = |row: &str| format!("[\"{}\"]\n", [row; 16].join("\", \""));
    assert_eq!(records(&list(row)), [row.repeat(16)]);
    assert_eq!(records(&list(ONE)), [ONE; 16]);
}

#[test]
fn numbers_with_fractions_may_have_labels() {
    let text = ",0,1,2,3\n0,,,3.0,\n1,4.0,,,\n2,,,,1.0\n3,,2.0,,\n";
    assert_eq!(records(text), [TWO]);
}

#[test]
fn html_is_named() {
    for text in ["<table>\n", "<!DOCTYPE html>\n", "  <TR class=\"a\">\n"] {
        let [message] = &records(text)[..] else {
            panic!("a message was expected: {text}");
        };
        assert!(
            message.starts_with("1: HTML, which is not read"),
            "{message}"
        );
    }
    assert!(!records("<zebra>\n")[0].contains("HTML"));
}
