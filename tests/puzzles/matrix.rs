//! Matrices of 0 and 1: every layout, what is recognised as one, and the messages about bad ones.

use dominox::puzzles::{self, Matrix, Puzzle, Sudoku};
use dominox::{Problem, Solver};
use proptest::prelude::*;

/// Knuth's matrix in 'Dancing links': its one answer is the rows 1, 4 and 5.
const KNUTH: &str =
    "0 0 1 0 1 1 0\n1 0 0 1 0 0 1\n0 1 1 0 0 1 0\n1 0 0 1 0 0 0\n0 1 0 0 0 0 1\n0 0 0 1 1 0 1\n";

/// What a stream has: for each puzzle the answers, or the message.
fn transcript(text: &str, kind: Option<&'static puzzles::Kind>) -> Vec<Result<String, String>> {
    let mut reader = puzzles::read(text.as_bytes());
    if let Some(kind) = kind {
        reader = reader.kind(kind);
    }
    let answers = |puzzle: &dyn Puzzle| {
        let solutions = Solver::new(puzzle.problem()).unwrap().solutions();
        let solutions: Vec<_> = solutions.collect();
        let texts = solutions.iter().map(|found| puzzle.answer_text(1, found));
        texts.collect::<String>()
    };
    reader
        .map(|found| match found {
            Ok(found) => {
                assert_eq!(found.kind, Matrix::KIND, "{text}");
                Ok(answers(&*found.puzzle))
            }
            Err(error) => Err(error.to_string().lines().next().unwrap_or_default().into()),
        })
        .collect()
}

/// The layouts of a matrix, from its rows with blanks between the cells.
fn layouts(spaced: &str) -> Vec<String> {
    let rows = |open: &str, gap: &str, close: &str, between: &str| -> String {
        let row = |row: &str| format!("{open}{}{close}", row.replace(' ', gap));
        spaced.lines().map(row).collect::<Vec<_>>().join(between)
    };
    vec![
        spaced.into(),
        rows("", "", "", "\n") + "\n",
        rows("", ",", "", "\r\n") + "\r\n",
        rows("", "\t", "", "\n"),
        rows("  ", ", ", ",  # a row", "\n"),
        format!("[{}]\n", rows("[", ",", "]", ",")),
        format!("[\n{}\n]\n", rows("  [", ", ", "]", ",\n")),
        format!(
            "A = np.array([{}], dtype=int)\n",
            rows("[", ", ", "]", ",\n     ")
        ),
        format!("[{}]\n", rows("[", " ", "]", "\n ")),
        format!(
            "const int M[6][7] = {{\n{}\n}};\n",
            rows("{", ",", "}", ",\n")
        ),
        format!(
            "let m = vec![\n{},\n];\n",
            rows("    vec![", ", ", "]", ",\n")
        ),
        spaced.replace('0', "False").replace('1', "True"),
    ]
}

#[test]
fn every_layout_is_the_same_matrix() {
    for text in layouts(KNUTH) {
        assert_eq!(
            transcript(&text, Some(Matrix::KIND)),
            [Ok("1 4 5\n".into())],
            "{text}"
        );
        if !text.starts_with("False") {
            assert_eq!(transcript(&text, None), [Ok("1 4 5\n".into())], "{text}");
        }
    }
}

#[test]
fn a_stream_has_many_and_a_bad_one_spoils_no_other() {
    let stream = layouts(KNUTH).join("\n\n");
    let found = transcript(&stream, None);
    assert_eq!(found, vec![Ok("1 4 5\n".to_owned()); layouts(KNUTH).len()]);
    for (bad, message) in [
        (
            "1 0 1\n0 2 0\n1 1 1\n",
            "8:3: `2` is not part of a matrix: expected `0` or `1`",
        ),
        (
            "1 0 1\n0 1\n",
            "8:4: row 2 has 2 cells: expected 3, as in row 1",
        ),
        ("[[1,0,1],[0,1]]\n", "7:14: row 2 has 2 cells"),
        ("[[1,0,1],[]]\n", "7:11: row 2 has 0 cells"),
        ("[[1,0,1],0,1]\n", "7:10: not in a row"),
        ("[[[[1,0]],[[0,1]]]]\n", "7:4: not in a row"),
        ("[[1,0],\n[0,1]\n\n", "8:6: the array ends here"),
        ("[]\n", "7:3: a matrix without rows"),
        ("[[1,0],[x,1]]\n", "7:9: `x` is not part of a matrix"),
    ] {
        let text = format!(
            "{}\n{bad}\n{KNUTH}",
            KNUTH.replacen("0 0 1 0 1 1 0\n", "", 1)
        );
        let found = transcript(&text, Some(Matrix::KIND));
        let said = found[1].as_ref().unwrap_err();
        assert!(said.starts_with(message), "{said}\n{text}");
        assert_eq!(
            (found.len(), &found[2]),
            (3, &Ok("1 4 5\n".into())),
            "{text}"
        );
    }
}

#[test]
fn what_a_sudoku_can_be_is_one() {
    let kind = |text: &str| {
        let first = puzzles::read(text.as_bytes()).next().expect("a record");
        first.ok().map(|found| found.kind.name)
    };
    for (text, expected) in [
        (&*"100000000\n".repeat(9), "sudoku"),
        (&"000000000\n".repeat(9), "sudoku"),
        ("1 0 0 0\n0 0 0 1\n0 1 0 0\n0 0 0 0\n", "sudoku"),
        ("1000000000000000\n0000000000001000\n", "sudoku"),
        ("1 0 0 0\n0 0 1 1\n0 1 0 0\n0 0 0 0\n0 1 1 0\n", "matrix"),
        (&"110000000\n001100000\n000011111\n".repeat(7), "matrix"),
        ("10000\n01111\n", "matrix"),
        ("10\n01\n", "matrix"),
        ("0 1\n0\n1\n", "cover"),
        ("0 1\n0 1\n", "cover"),
        ("[[1,0,0,0],[0,0,1,0],[0,0,0,1],[0,1,0,0]]\n", "sudoku"),
        ("[[1,0,0,0],[0,0,1,0],[0,0,0,1]]\n", "matrix"),
    ] {
        assert_eq!(kind(text), Some(expected), "{text}");
    }
    let grid = "110000000\n".repeat(9);
    let first = puzzles::read(grid.as_bytes()).next().unwrap().unwrap();
    assert_eq!(first.kind, Sudoku::KIND);
}

proptest! {
    /// A random matrix is read as the problem whose options are its rows.
    #[test]
    fn rows_are_options(width in 1usize..40, rows in prop::collection::vec(any::<u64>(), 1..20)) {
        let cells = |row: u64| (0..width).map(move |column| row >> column & 1);
        let line = |row: &u64| cells(*row).map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ");
        let spaced: String = rows.iter().map(|row| line(row) + "\n").collect();
        let mut text = (1..=width).map(|column| format!("c{column}")).collect::<Vec<_>>().join(" ");
        let has_empty = rows.iter().any(|&row| cells(row).sum::<u64>() == 0);
        for &row in &rows {
            let ones = cells(row).enumerate().filter(|&(_, cell)| cell == 1);
            let names: Vec<_> = ones.map(|(column, _)| format!("c{}", column + 1)).collect();
            text += &format!("\n{}", names.join(" "));
        }
        for layout in layouts(&spaced) {
            let found: Vec<_> = puzzles::read(layout.as_bytes()).kind(Matrix::KIND).collect();
            let [Ok(found)] = &found[..] else {
                panic!("{found:?}\n{layout}");
            };
            let problem = found.puzzle.problem();
            prop_assert_eq!(problem.option_count(), rows.len());
            if !has_empty {
                prop_assert_eq!(problem, &Problem::parse(&text).unwrap());
            }
        }
    }

    /// Any text is read without a panic, and each fault lies in it.
    #[test]
    fn any_text_is_read_or_refused(text in "[01 ,\\[\\]\n2x#]{0,60}") {
        let lines = text.lines().count() as u64;
        for found in puzzles::read(text.as_bytes()).kind(Matrix::KIND) {
            if let Err(puzzles::ReadError { cause: puzzles::ReadCause::Fault(fault), .. }) = found {
                prop_assert!(fault.line <= lines + 1);
            }
        }
    }
}

/// Matrices in one array are problems of their own, and one that is bad spoils no other.
#[test]
fn an_array_of_matrices_is_many_problems() {
    let found = |text: &str| transcript(text, None);
    let [both, second] = [Ok("1 2\n".to_owned()), Ok("1\n".to_owned())];
    for text in [
        "[[[0,1],[1,0]],[[1,1],[0,1]]]",
        "x = [\n [[0,1],[1,0]],\n\n [[1,1],\n  [0,1]]\n]\n",
        "[\n[\n[0, 1],\n[1, 0]\n],\n[[1, 1], [0, 1]]]",
        "[[0,1],[1,0]], [[1,1],[0,1]]",
        "np.array([[[False, True], [True, False]], [[1, 1], [0, 1]]], dtype=bool)",
    ] {
        assert_eq!(found(text), [both.clone(), second.clone()], "{text}");
    }
    let bad = "[[[0,1],[1,0]],\n[[0,1],[1]],\n[[2,1],[1,0]],[[1,1],[0,1]]]\n[[1,0],[0,1]]\n";
    let expected = [
        both.clone(),
        Err("2:10: row 2 has 1 cell: expected 2, as in row 1".into()),
        Err("3:3: `2` is not part of a matrix: expected `0` or `1`".into()),
        second,
        both,
    ];
    assert_eq!(found(bad), expected);
    let open = found("[[[0,1],[1,0]],[[1,1],[0,1]]\n");
    assert!(
        open[2]
            .as_ref()
            .is_err_and(|said| said.contains("expected a closing `]`"))
    );
    // Boards that a Sudoku has stay Sudokus.
    let board = format!("[{}]", ["[0,1,0,0]"; 4].join(","));
    let mut reader = puzzles::read(format!("[{board},{board}]").into_bytes().leak() as &[u8]);
    let kinds: Vec<_> = reader
        .by_ref()
        .map(|found| found.expect("a board").kind)
        .collect();
    assert_eq!(kinds, [Sudoku::KIND; 2]);
}
