//! A stream put together from pieces of all layouts: headings, programs, arrays of boards and matrices, tables, frames, rows
//! of all lengths. Each byte is a piece. No panic; no more records than lines and pieces of a line; the same records
//! wherever the buffer ends; and after a blank line, a puzzle in one line is found, whatever came before.

#![no_main]

use std::io::BufReader;

use dominox::Solution;
use dominox::puzzles::{self, Column, Puzzle, ReadCause, Reader, Sudoku};
use libfuzzer_sys::fuzz_target;

const LINE: &str =
    ".3.26.7.168..7..9.19...45..82.1...4...46.29...5...3.28..93...74.4..5..367.3.18...";

/// Lines of a stream that open nothing, or only what a blank line closes.
const LINES: [&str; 64] = [
    LINE,
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    ".3.26.7.1\n",
    "68..7..9.\n",
    "19...45..\n",
    "82.1...4.\n",
    "..46.29..\n",
    ".5...3.28\n",
    "..93...74\n",
    ".4..5..36\n",
    "7.3.18...\n",
    ".3.26.7.1\n68..7..9.\n19...45..\n82.1...4.\n..46.29..\n.5...3.28\n..93...74\n.4..5..36\n7.3.18...\n",
    ".3.26.7.1\n68..7..9.\n19...45..\n82.1...4.\n..46.29..\n..93...74\n.4..5..36\n7.3.18...\n",
    "68..7..\n",
    "68..7..9.5\n",
    "1234\n",
    "1...\n..2.\n.3..\n...4\n",
    "1.....2..3.....4\n",
    "1....2\n",
    "Grid 01\n",
    "Puzzle #12 - hard\n",
    "=== 3 ===\n",
    "# a comment\n",
    "// another\n",
    "| a bar\n",
    "---+---+---\n",
    "+-------+-------+-------+\n",
    "*-----------*\n",
    "|.3.|26.|7.1|\n",
    "| 3 | 26|7 1|\n",
    "│ 5 · · │ · 7 · │ · · 9 │\n",
    "├───────┼───────┼───────┤\n",
    " ",
    ".",
    "5",
    ",",
    ";",
    "\t",
    "\"",
    "'",
    "x",
    "0",
    "no puzzle\n",
    "; c\n",
    "a b c\n",
    "§§§\n",
    "0 3 5 4 6 9 2 7 8\n",
    "0,3,5,4,,,2,7,8\n",
    "5 3 10 12\n",
    "1 0 0 1 0 0 1\n",
    "0110011\n",
    "01\n10\n",
    "import sys\n",
    "print(board)\n",
    "for row in board:\n",
    "}\n",
    "return False\n",
    "n = 9\n",
    "'use strict';\n",
    " # mine\n",
    "solution",
];

/// Lines that open a bracket, a quote, a section or a table, and lines that close it.
const OPENERS: [&str; 48] = [
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "],\n",
    "];\n",
    "[[",
    "]]",
    "null",
    "None",
    "\"\"",
    "\" \"",
    "True",
    "[0, 3, 5, 4, 6, 9, 2, 7, 8],\n",
    "[5,3,null,null,7,null,null,null,null],\n",
    "\"53..7....\",\n",
    "{5, 3, 0, 0, 7, 0, 0, 0, 0},\n",
    "vec![5, 3, 0, 0, 7, 0, 0, 0, 0],\n",
    "[[1,0,0,0],[0,0,2,0],[0,3,0,0],[0,0,0,4]]",
    "[[1,0],[0,1]]",
    "[[1,0],[0,1]],\n",
    "[[True,False],[False,True]]\n",
    "[\n[[1,0,1],[0,1,0]],\n[[1,1]]\n]\n",
    "let board = [\n",
    "const board =\n",
    "int b[9][9] = {\n",
    "board = np.array([\n",
    "let board = vec![\n",
    "\"board\": [",
    "\"solution\": [",
    "\"puzzle\": \"1.....2..3.....4\",\n",
    "{\"board\": [[",
    "puzzle = \"\"\"\n",
    "\"\"\"\n",
    "`\n",
    "};\n",
    "[Puzzle]\n",
    "[State]\n",
    "id,puzzle,solution\n",
    "puzzle;rating\n",
    "puzzle\n",
    "1,1.....2..3.....4,1243342143122134\n",
    "1;1.....2..3.....4;7.2\n",
    "1.....2..3.....4\t7.2\n",
    "A,none,x\n",
    "2,,\n",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, pieces)) = bytes.split_first() else {
        return;
    };
    let may_open = choice & 1 == 1;
    let piece = |&byte: &u8| match usize::from(byte) {
        at if at < LINES.len() => LINES[at],
        at if may_open => OPENERS[at % OPENERS.len()],
        at => LINES[at % LINES.len()],
    };
    let mut text: String = pieces.iter().map(piece).collect();
    let found = records(set_up(puzzles::read(text.as_bytes()), choice));
    let in_pieces = BufReader::with_capacity(usize::from(choice >> 4) + 1, text.as_bytes());
    assert_eq!(found, records(set_up(puzzles::read(in_pieces), choice)));
    // A line can hold an array of boards, and of faults.
    assert!(found.len() <= text.len() + 1);
    if !may_open && choice & 0b100 == 0 {
        text += &format!("\n\n{LINE}\n");
        let reader = set_up(puzzles::read(text.as_bytes()), choice).kind(Sudoku::KIND);
        assert_eq!(
            records(reader).last().map(String::as_str),
            Some(LINE),
            "{text}"
        );
    }
});

fn set_up<R: std::io::BufRead>(mut reader: Reader<R>, choice: u8) -> Reader<R> {
    if choice & 2 != 0 {
        reader = reader.waits(true);
    }
    if choice & 0b1100 == 0b1100 {
        reader = reader.kind(Sudoku::KIND);
    } else if choice & 0b100 != 0 {
        reader = reader.column(Column::from("2"));
    }
    reader
}

/// The puzzles, blanks as dots, and the faults.
fn records<R: std::io::BufRead>(reader: Reader<R>) -> Vec<String> {
    let record = |found: Result<puzzles::Reading, puzzles::ReadError>| match found {
        Ok(found) => match found.puzzle.downcast_ref::<Sudoku>() {
            Some(sudoku) => cells(sudoku),
            None => format!("{} options", found.puzzle.problem().option_count()),
        },
        Err(error) => match &error.cause {
            ReadCause::Fault(fault) => {
                assert!(fault.line > 0 && fault.column > 0 && !error.to_string().is_empty());
                error.to_string()
            }
            ReadCause::Io(error) => panic!("{error}"),
        },
    };
    reader.map(record).collect()
}

/// The cells of a Sudoku. Checks that its own layout reads as the same Sudoku, unless it is a row of a table whose
/// column was requested.
fn cells(sudoku: &Sudoku) -> String {
    let text = sudoku.answer(&Solution::new(Vec::new()));
    let shape = sudoku.rules().shape();
    let again = puzzles::read(text.as_bytes())
        .kind(Sudoku::KIND)
        .shape(shape);
    let again = { again }.next().expect("a puzzle").ok();
    let is_same = again.is_some_and(|again| again.puzzle.givens() == sudoku.givens());
    assert!(is_same || text.contains([',', ';', '\t', ' ']), "{text}");
    let size = shape.size();
    let mut cells = vec![".".to_owned(); size * size];
    for place in sudoku.placements() {
        cells[place.row * size + place.column] = sudoku.symbol(place.digit);
    }
    cells.concat()
}
