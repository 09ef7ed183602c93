//! Lines of a program around its boards.
//!
//! ```text
//! import sys                      code
//! board = [                       a board begins
//! for row in board: print(row)    code
//! ```
//!
//! If a whole program is pasted, its boards are read and the rest is skipped. If it has no board, a message says this.

use std::io;

use super::alphabet::is_blank_or_odd;
use super::field::text_block;
use super::heading::is_heading;
use super::row::{Fit, Row};
use super::start::value_start;
use super::strokes::is_stroke;
use crate::puzzles::kind::Hints;
use crate::puzzles::lines::{Input, Line};

/// This many cells in a row, or as many in all as the smallest puzzle has, can be a puzzle.
const MOST_TOGETHER: usize = 8;
const MOST_CELLS: usize = 15;

/// The fewest cells of a row.
const LEAST_CELLS: usize = 4;

/// The digits as programs list them.
const ALL_DIGITS: [&[u8]; 2] = [b"123456789", b"0123456789"];

/// The longest line of code.
const LONGEST: usize = 400;

/// Words that begin a line of code in which a bracket, a semicolon or the like stands as well.
const WORDS: [&str; 26] = [
    "for",
    "while",
    "if",
    "elif",
    "else",
    "try",
    "except",
    "catch",
    "switch",
    "case",
    "fn",
    "function",
    "struct",
    "impl",
    "print",
    "printf",
    "println",
    "void",
    "assert",
    "raise",
    "throw",
    "namespace",
    "export",
    "public",
    "private",
    "static",
];

/// Words that begin a line of code by themselves.
const ALONE: [&str; 14] = [
    "import",
    "from",
    "using",
    "return",
    "package",
    "def",
    "class",
    "module",
    "object",
    "require",
    "include",
    "interface",
    "enum",
    "trait",
];

/// Words that may stand in an array of cells, or after it.
const IN_ARRAYS: [&str; 13] = [
    "null", "None", "nil", "as", "const", "dtype", "int", "vec", "true", "True", "false", "False",
    "bool",
];

/// Functions that make an array of their arguments.
const CONSTRUCTORS: [&str; 14] = [
    "arrayOf",
    "arrayListOf",
    "intArrayOf",
    "byteArrayOf",
    "charArrayOf",
    "listOf",
    "mutableListOf",
    "Array",
    "List",
    "Seq",
    "Vector",
    "array",
    "tuple",
    "list",
];

/// Whether a function of this name makes an array of its arguments; without a name, brackets do.
pub(super) fn is_constructor(name: &str) -> bool {
    name.is_empty() || CONSTRUCTORS.contains(&name)
}

/// Whether a line is clearly one of a program, and no board begins there.
pub(in crate::puzzles) fn is_code(text: &str, hints: Hints) -> bool {
    let text = text.trim_ascii();
    if is_stroke(text) {
        return false;
    }
    let begins = |mark: &&str| text.starts_with(mark);
    if ["\"use strict", "'use strict", "/*", "*/", "<?php"]
        .iter()
        .any(begins)
    {
        return may_be_code(text, hints);
    }
    if ["\"\"\"", "'''"].iter().any(begins) && text.contains(char::is_alphabetic) {
        return may_be_code(text, hints);
    }
    if text.len() > LONGEST || !text.starts_with(|c: char| c.is_alphabetic() || "_@}".contains(c)) {
        return false;
    }
    if !may_be_code(text, hints) || begins_board(text) || is_heading(text) {
        return false;
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    let first = &text[..end.unwrap_or(text.len())];
    let has_signs = text.contains(['(', ')', '{', '}', ';', '=', ':']);
    let called = text.split_once('(').map(|(name, _)| name);
    let is_called = called.is_some_and(|name| name.ends_with(char::is_alphanumeric));
    let is_statement = is_called && text.ends_with(['{', '}', ':', ';', ')'])
        || text.ends_with(';') && text.len() > first.len() + 1;
    let is_call = text[first.len()..].starts_with(['.', '(']) && text.ends_with([')', ';']);
    let is_end = text.starts_with('}') && text.len() > 1;
    match () {
        () if ALONE.contains(&first) => text.len() > first.len(),
        () if WORDS.contains(&first) => has_signs,
        () => is_end || is_call || is_assignment(text) || is_statement,
    }
}

/// Whether a line of a program may be code: it has fewer cells than a puzzle or a row of nine.
pub(in crate::puzzles) fn may_be_code(text: &str, hints: Hints) -> bool {
    let part = text_block(text).unwrap_or(0..text.len());
    if is_row(&text[part]) {
        return false;
    }
    let is_cell = |byte: u8| byte.is_ascii_digit() || is_blank_or_odd(byte);
    let runs = || text.as_bytes().split(|&byte| !is_cell(byte));
    let is_listed = |run: &[u8]| ALL_DIGITS.contains(&run);
    let cells = |run: &[u8]| match is_listed(run) || run == b"." || run == b"..." {
        true => 0,
        false => run
            .iter()
            .filter(|&&byte| byte.is_ascii_digit() || byte == b'.')
            .count(),
    };
    let is_short = |run: &[u8]| run.len() <= MOST_TOGETHER || is_listed(run);
    if !runs().all(is_short) || runs().map(cells).sum::<usize>() > MOST_CELLS {
        return false;
    }
    let row = Row::measure(text, hints);
    let puzzle = Fit::of(row.width, hints).puzzle;
    puzzle.is_none_or(|shape| !row.suits(shape))
}

/// Whether a text is nothing but digits and blanks, of which there are enough for a row, with spaces and bars between them.
fn is_row(text: &str) -> bool {
    let is_cell = |byte: &u8| matches!(byte, b'0'..=b'9' | b'.' | b'_' | b'*');
    let can_be = |byte: u8| is_cell(&byte) || matches!(byte, b' ' | b'\t' | b'|' | b'-');
    text.bytes().all(can_be) && text.bytes().filter(is_cell).count() >= LEAST_CELLS
}

/// Whether a value is given to a name: `n = 9`, `i += 1`, `row, column = place`.
fn is_assignment(text: &str) -> bool {
    let Some((name, value)) = text.split_once('=') else {
        return false;
    };
    let name = name
        .trim_ascii_end()
        .trim_end_matches(['+', '-', '*', '/', '|', '&', '^', ':']);
    let is_name = |c: char| c.is_alphanumeric() || "_. ,[]<>*&:".contains(c);
    !value.trim_ascii().is_empty()
        && name.chars().all(is_name)
        && value_start(text).is_none_or(|start| start < text.len())
}

/// Whether a line is a bracket that opens a block of code, as the line after it shows.
pub(super) fn opens_block(lines: &mut Input, hints: Hints) -> io::Result<bool> {
    let is_bracket = |line: &Line| line.text.trim_ascii() == "{";
    Ok(lines.peek(0)?.is_some_and(is_bracket)
        && lines
            .peek(1)?
            .is_some_and(|line| is_code(&line.text, hints)))
}

/// Whether the next line declares a text that begins on the line after it: `const char *p =`.
pub(super) fn declares_text(lines: &mut Input) -> io::Result<bool> {
    let is_open = |line: &Line| value_start(&line.text) == Some(line.text.len());
    Ok(lines.peek(0)?.is_some_and(is_open)
        && lines
            .peek(1)?
            .is_some_and(|line| line.text.trim_ascii_start().starts_with('"')))
}

/// Whether an array of cells begins in a line.
fn begins_board(text: &str) -> bool {
    let Some(start) = value_start(text) else {
        return false;
    };
    let inner = text[start..].trim_matches(['[', '{', '(', ' ']);
    let inner = inner.split(['#', '/']).next().unwrap_or_default();
    let first = text.split(|c: char| !c.is_alphanumeric()).next();
    let is_flow = first.is_some_and(|word| WORDS[..10].contains(&word));
    let mut words = inner.split(|c: char| !c.is_alphanumeric());
    !is_flow
        && words.all(|word| {
            word.len() < 2 || is_number(word) || IN_ARRAYS.contains(&word) || is_constructor(word)
        })
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_told_from_boards() {
        let is_code = |text: &str| is_code(text, Hints::default());
        for text in [
            "import sys",
            "'use strict';",
            "for (const d of '123456789') {",
            "using namespace std;",
            "def solve(board):",
            "    for i in range(9):",
            "for (int i = 0; i < 9; i++) {",
            "rows = [set() for _ in range(9)]",
            "int solve(int b[9][9]) {",
            "bool used[9][10];",
            "print(board)",
            "console.log(solve(board));",
            "n = 9",
            "return False",
            "let found = solve(&mut board);",
            "} else {",
            "/* A solver */",
            "\"\"\"A solver.\"\"\"",
            "return [...'123456789'].map(d => solve(b.replace('.', d))).find(Boolean);",
            "board = list(range(9))",
            "x = (row * 9 + column)",
        ] {
            assert!(is_code(text), "{text}");
        }
        for text in [
            "let board = [",
            "const board =",
            "int b[9][9] = {",
            "static int b[9][9] = {",
            "board = np.array([[5, 3",
            "private static final int[][] GRID = {",
            "let b = [];",
            "let board = vec![",
            "val board = arrayOf(",
            "val board = listOf(intArrayOf(5, 3, 0,",
            "vector<vector<int>> board{",
            "std::array<std::array<int, 9>, 9> board {{",
            "board = ((5, 3, 0, 0,",
            "board = \"\"\"5 3 . . 7 . . . .",
            "5 3 . | . 7 . | . . .\"\"\".split()",
            "const b = `53..7",
            "puzzle = \"53..7....\"",
            "level: hard",
            "; c",
            "Dear Anna!",
            "Puzzle 1 (easy):",
            "Some more (from the web):",
            "no puzzle 5 here",
            "a1b2",
        ] {
            assert!(!is_code(text), "{text}");
        }
    }
}
