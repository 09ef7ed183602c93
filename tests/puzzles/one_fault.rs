//! One message for one fault: every layout of a Sudoku with each fault in it, between two good puzzles.

use dominox::puzzles;

/// The cells of a puzzle, row by row.
type Rows = Vec<Vec<String>>;

fn rows() -> Rows {
    let line = ".3.26.7.168..7..9.19...45..82.1...4...46.29...5...3.28..93...74.4..5..367.3.18...";
    let cells: Vec<String> = line.replace('.', "0").chars().map(String::from).collect();
    cells.chunks(9).map(<[String]>::to_vec).collect()
}

/// A fault: its name, how it is put into the rows, and what the message must say for a grid of rows.
type Fault = (&'static str, fn(&mut Rows), &'static str);

const FAULTS: [Fault; 8] = [
    ("a word", |rows| rows[4][4] = "zero".into(), "is not "),
    ("ten", |rows| rows[4][4] = "10".into(), "10"),
    (
        "a missing cell",
        |rows| drop(rows[4].remove(4)),
        "row 5 has 8 cells: expected 9",
    ),
    (
        "a cell too many",
        |rows| rows[4].insert(4, "5".into()),
        "row 5 has 10 cells: expected 9",
    ),
    (
        "a letter",
        |rows| rows[4][4] = "A".into(),
        "`A` is not a digit of a 9×9 grid",
    ),
    (
        "a small letter",
        |rows| rows[4][4] = "a".into(),
        "`a` is not a digit of a 9×9 grid",
    ),
    (
        "a missing row",
        |rows| drop(rows.remove(4)),
        "the grid ends after row 8 of 9",
    ),
    ("an empty row", |rows| rows[4].clear(), "row"),
];

/// How a puzzle is written: a name, what is around rows and around a row, and what is between cells and between rows.
type Layout = (&'static str, [&'static str; 6]);

const ARRAYS: [Layout; 7] = [
    ("array", ["[\n", "\n]\n", "[", "]", ", ", ",\n"]),
    ("array in a line", ["[", "]\n", "[", "]", ",", ","]),
    (
        "C",
        ["int b[9][9] = {\n", "\n};\n", "  {", "}", ", ", ",\n"],
    ),
    ("Rust", ["let b = [\n", "\n];\n", "  [", "]", ", ", ",\n"]),
    (
        "object",
        ["{\"board\": [\n", "\n]}\n", "[", "]", ",", ",\n"],
    ),
    ("quoted", ["[\n", "\n]\n", "[\"", "\"]", "\", \"", ",\n"]),
    ("Python", ["board = [\n", "\n]\n", "[", "]", ", ", ",\n"]),
];

const GRIDS: [Layout; 4] = [
    ("numbers", ["\n", "\n\n", "", "", " ", "\n"]),
    ("grid", ["\n", "\n\n", "", "", "", "\n"]),
    ("commas", ["\n", "\n\n", "", "", ",", "\n"]),
    ("strings", ["[\n", "\n]\n", "\"", "\"", "", ",\n"]),
];

fn write(rows: &Rows, (_, [before, after, open, close, gap, between]): Layout) -> String {
    let row = |row: &Vec<String>| format!("{open}{}{close}", row.join(gap));
    let rows: Vec<String> = rows.iter().map(row).collect();
    format!("{before}{}{after}", rows.join(between))
}

/// The one message for this text between two good puzzles.
fn message(text: &str) -> String {
    let good = rows().concat().concat() + "\n";
    let stream = format!("{good}{text}\n{good}");
    let found: Vec<_> = puzzles::read(stream.as_bytes()).collect();
    let is_good: Vec<_> = found.iter().map(Result::is_ok).collect();
    assert_eq!(is_good, [true, false, true], "{stream}\n{found:?}");
    found[1].as_ref().unwrap_err().to_string()
}

#[test]
fn a_fault_in_any_layout_is_one_message_that_names_it() {
    for layout in ARRAYS.into_iter().chain(GRIDS) {
        for (name, spoil, said) in FAULTS {
            let mut spoilt = rows();
            spoil(&mut spoilt);
            let text = write(&spoilt, layout);
            let is_bare = matches!(layout.0, "grid" | "strings");
            if name == "an empty row" && (GRIDS.contains(&layout) || layout.0 == "quoted") {
                continue;
            }
            let said = match name {
                "ten" if is_bare => "row 5 has 10 cells",
                "a word" if layout.0 == "strings" => "row 5 has 12 cells",
                _ => said,
            };
            let message = message(&text);
            assert!(message.contains(said), "{name}, {}: {message}", layout.0);
            assert!(!message.contains("upper case"), "{message}");
        }
    }
}

#[test]
fn a_missing_bracket_or_comma_is_one_message() {
    for layout in ARRAYS {
        let text = write(&rows(), layout);
        let places = |signs: &[char]| -> Vec<usize> {
            let found = text.match_indices(signs);
            found.map(|(at, _)| at).collect()
        };
        let without = |at: usize| format!("{}{}", &text[..at], &text[at + 1..]);
        let (opening, closing) = (places(&['[', '{']), places(&[']', '}']));
        for at in [
            closing[3],
            closing[closing.len() - 1],
            opening[opening.len() - 6],
        ] {
            let message = message(&without(at));
            let names_it = ["closing", "beside rows", "nothing more"];
            assert!(
                names_it.iter().any(|word| message.contains(word)),
                "{message}"
            );
        }
        let comma = places(&[','])[3];
        let message = message(&without(comma));
        assert!(
            message.contains("expected `,` or `]`") || message.contains("row 1 has 8 cells"),
            "{message}"
        );
    }
}

#[test]
fn an_empty_array_is_called_so() {
    for text in ["[]", "[[]]", "let b = [];", "{\"board\": []}"] {
        let message = message(&format!("{text}\n"));
        assert!(
            message.contains("an empty array: expected rows in brackets"),
            "{message}"
        );
    }
}

/// A header is a header even if its first puzzle is bad.
#[test]
fn a_header_is_no_fault() {
    let good = rows().concat().concat();
    let table = format!("id,puzzle\n1,{}\n2,{good}\n", &good[1..]);
    let found: Vec<_> = puzzles::read(table.as_bytes()).collect();
    let message = found[0].as_ref().unwrap_err().to_string();
    assert!(
        message.starts_with("2:3: the line has 80 cells: expected 81"),
        "{message}"
    );
    assert!(found[1].is_ok() && found.len() == 2);
}

#[test]
fn an_array_of_nothing_is_an_array() {
    for text in ["[null]", "[None]", "board = [null]"] {
        let found: Vec<_> = puzzles::read(text.as_bytes()).collect();
        let messages: Vec<_> = found
            .iter()
            .map(|found| found.as_ref().unwrap_err())
            .collect();
        assert_eq!(messages.len(), 1, "{text}");
        let message = messages[0].to_string();
        assert!(
            message.contains("an array of 1 cell: expected rows in brackets"),
            "{message}"
        );
    }
}

/// A whole program: its board is read; a bad board, or no board, is one message.
#[test]
fn a_program_is_its_board() {
    let board = |open: &str, close: &str| -> String {
        let row = |row: &Vec<String>| format!("    {open}{}{close},\n", row.join(","));
        rows().iter().map(row).collect()
    };
    let python = "import sys\nfrom collections import deque\n\nboard = [\n<BOARD>]\n\n\
        rows = [set() for _ in range(9)]\ndirs = [(0,1),(1,0),(0,-1),(-1,0)]\n\n\
        def solve(k):\n    for d in range(1, 10):\n        if board[k // 9][k % 9] == 0:\n\
                board[k // 9][k % 9] = d\n        else:\n            pass\n    return False\n\n\n\
        if __name__ == '__main__':\n    solve(0)\n    for row in board:\n        print(*row)\n";
    let cpp = "#include <vector>\nusing namespace std;\n\nint board[9][9] = {\n<BOARD>};\n\
        bool used[9][10], free[9][10];\n\nbool solve(int k) {\n  if (k == 81) return true;\n\
        for (int d = 1; d <= 9; d++)\n  {\n    int r = k / 9, c = k % 9;\n  }\n  return false;\n}\n\n\
        int main() {\n  solve(0);\n  for (auto &row : board) {\n    cout << row[0] << ' ';\n  }\n}\n";
    let script = "'use strict';\nconst grid = [\n<BOARD>];\nfunction solve(b) {\n\
        for (let i = 0; i < 81; i++) {\n    const r = Math.floor(i / 9), c = i % 9;\n\
        for (const d of '123456789') {\n      b[r][c] = d;\n      if (solve(b)) { return true; }\n\
        }\n  }\n  return false;\n}\nsolve(grid);\nconsole.log(grid.map(r => r.join(' ')));\n";
    for (program, line, brackets) in [
        (python, 1, ["[", "]"]),
        (cpp, 2, ["{", "}"]),
        (script, 1, ["[", "]"]),
    ] {
        let text = program.replace("<BOARD>", &board(brackets[0], brackets[1]));
        let found: Vec<_> = puzzles::read(text.as_bytes()).collect();
        let [Ok(board)] = &found[..] else {
            panic!("{text}\n{found:?}");
        };
        assert_eq!(board.puzzle.givens().len(), 37);
        // A bad board is a fault of its own.
        let spoilt = text.replacen(",9,", ",99,", 1);
        let found: Vec<_> = puzzles::read(spoilt.as_bytes()).collect();
        assert!(found.len() == 1 && found[0].is_err(), "{found:?}");
        // Without a board, it is one message all the same.
        let without = program
            .replace("board = [\n<BOARD>]\n", "")
            .replace("int board[9][9] = {\n<BOARD>};\n", "")
            .replace("const grid = [\n<BOARD>];\n", "");
        let found: Vec<_> = puzzles::read(without.as_bytes()).collect();
        let [Err(error)] = &found[..] else {
            panic!("{without}\n{found:?}");
        };
        let said = format!("{line}:1: a program without a board");
        assert!(error.to_string().starts_with(&said), "{error}");
    }
}
