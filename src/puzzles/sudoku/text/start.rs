//! What begins at a line of a stream of Sudokus.
//!
//! ```text
//! # a comment      [Puzzle]  a section      [[0, 3, …  an array      ---+---  a rule      53..7…  cells
//! ```

use std::io;

use super::ahead::{next_row, rows_ahead};
use super::alphabet::{is_empty_word, is_part_of_rule};
use super::beside::are_labels;
use super::code::is_constructor;
use super::field::{kept, table_of_row};
use super::heading::{is_heading, is_solution_heading};
use super::opensudoku;
use super::row::{Fit, Row};
use super::ruled::{is_empty_property, rule_of_line};
use crate::puzzles::kind::Hints;
use crate::puzzles::lines::{Input, Line};
use crate::puzzles::sudoku::Shape;

/// The longest size of a grid, or number of grids, in bytes.
const LONGEST_COUNT: usize = 7;

/// What a line is, judged by how it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::puzzles) enum Start {
    Blank,
    /// A line that was found to belong to a layout only.
    Between,
    /// `#` and text, or a sentence after `;`, `%` or `--`.
    Comment,
    /// `[` and a letter: the section with the puzzle, or one that is not read.
    Section {
        puzzle: bool,
    },
    /// A bracket, or a declaration that is given an array.
    Array,
    /// Words and the number of a puzzle: `Grid 01`.
    Heading,
    /// The heading of a solution: `Solution 1`.
    Solution,
    /// Brackets that close a list, or in a list a name with its value.
    Rest,
    /// `-`, `+` and `|` only.
    Rule,
    /// Anything else: cells, or a fault.
    Cells,
}

impl Start {
    pub fn of(line: &Line) -> Start {
        let text = line.text.trim_ascii_start();
        match text.as_bytes() {
            _ if line.is_between => Start::Between,
            [] => Start::Blank,
            bytes if is_plain(bytes) => Start::Cells,
            [b'#', ..] | [b'/', b'/', ..] => Start::Comment,
            _ if is_remark(text) => Start::Comment,
            [b'<', ..] if opensudoku::has_games(text) => Start::Array,
            [b'[', letter, ..] if letter.is_ascii_alphabetic() && !text.contains(',') => {
                let name = text[1..].split(']').next().unwrap_or_default().trim();
                match is_empty_word(name.as_bytes()) {
                    true => Start::Array,
                    false => Start::Section {
                        puzzle: name.eq_ignore_ascii_case("puzzle"),
                    },
                }
            }
            [b'[' | b'{', ..] => Start::Array,
            _ if begins_tuples(text) => Start::Array,
            [b']' | b'}' | b')', ..] if text.bytes().all(|byte| b"]}); ,".contains(&byte)) => {
                Start::Rest
            }
            [b'-' | b'+' | b'|', ..] if text[..kept(text)].bytes().all(is_part_of_rule) => {
                Start::Rule
            }
            [first, ..] if first.is_ascii_digit() && !text.ends_with([')', ':']) => Start::Cells,
            _ if is_drawn_rule(&text[..kept(text)]) => Start::Rule,
            [b'.', ..] => Start::Cells,
            _ if is_heading(text) => Start::Heading,
            _ if is_solution_heading(text) => Start::Solution,
            _ if value_start(text).is_some() => Start::Array,
            _ => Start::Cells,
        }
    }
}

/// Whether a text begins with two brackets, of which the first is round.
fn begins_tuples(text: &str) -> bool {
    text.strip_prefix('(')
        .is_some_and(|inner| inner.trim_ascii_start().starts_with(['(', '[']))
}

/// Whether a text is words after a comment sign that could also be a cell or stand between cells.
fn is_remark(text: &str) -> bool {
    let words = text
        .strip_prefix([';', '%'])
        .or_else(|| text.strip_prefix("--"));
    let is_word = |word: &str| {
        word.len() > 2 && word.chars().all(char::is_alphabetic) && word.contains(char::is_lowercase)
    };
    words.is_some_and(|words| !words.contains(';') && words.split_ascii_whitespace().any(is_word))
}

/// Whether a text is digits and dots only, as most rows and most puzzles are.
fn is_plain(text: &[u8]) -> bool {
    text.iter()
        .all(|&byte| byte.is_ascii_digit() || byte == b'.')
}

/// Takes the lines between puzzles: blank lines, comments, headings, sections that are not read, rules before no row, and
/// in a list what is not a puzzle. Gives the number of the line at which a puzzle begins, and what begins there; `None` at
/// the end of the stream.
pub(super) fn skip_to_puzzle(
    lines: &mut Input,
    in_list: bool,
    hints: Hints,
) -> io::Result<Option<(u64, Start)>> {
    let mut in_other_section = false;
    while let Some(line) = lines.peek(0)? {
        let (number, start) = (line.number, Start::of(line));
        let is_property = in_list && is_property(&line.text);
        let begins = match start {
            Start::Between => are_labels(&line.text),
            Start::Blank | Start::Comment => false,
            Start::Heading => table_of_row(&line.text, hints).is_some(),
            Start::Solution => !in_other_section,
            Start::Section { puzzle } => {
                in_other_section = !puzzle;
                puzzle
            }
            Start::Array => !(in_list && is_empty_property(&line.text)),
            Start::Rest if in_list => false,
            Start::Cells | Start::Rest => {
                let is_about = match is_property {
                    true => !holds_puzzle(&line.text, hints) && rule_of_line(line).is_none(),
                    false => opensudoku::is_other(&line.text) || is_size_or_count(lines, hints)?,
                };
                !in_other_section && !is_about
            }
            Start::Rule => !in_other_section && next_row(lines, hints)?.is_some(),
        };
        if begins {
            return Ok(Some((number, start)));
        }
        lines.take()?;
    }
    Ok(None)
}

/// Whether the next line is the size of the next grid or of its boxes or, in the first line of the input, the number of
/// grids. The rows of a whole grid follow it, or a puzzle in one line.
fn is_size_or_count(lines: &mut Input, hints: Hints) -> io::Result<bool> {
    let Some(line) = lines.peek(0)? else {
        return Ok(false);
    };
    let text = line.text.trim_ascii();
    let has_digits_only = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b' ');
    if text.len() > LONGEST_COUNT || !has_digits_only {
        return Ok(false);
    }
    let is_first = line.number == 1;
    let words = text.split_ascii_whitespace();
    let numbers: Vec<usize> = words.filter_map(|word| word.parse().ok()).collect();
    let mut block = rows_ahead(lines, 2, hints)?;
    let [own, next] = &block.rows[..] else {
        return Ok(false);
    };
    let (width, fit) = (next.row.width, Fit::of(next.row.width, hints));
    let says = |shape: Shape| match numbers[..] {
        [number] => is_first || [shape.size(), shape.rows_per_box()].contains(&number),
        [rows, columns] => rows * columns == shape.size() || [rows, columns] == [shape.size(); 2],
        _ => false,
    };
    if own.row.width == width || !fit.row.or(fit.puzzle).is_some_and(says) {
        return Ok(false);
    }
    block.extend(lines, 1 + width, hints)?;
    let rows = block
        .rows
        .iter()
        .skip(1)
        .take_while(|ahead| ahead.row.width == width);
    Ok(fit.puzzle.is_some() || rows.count() == width)
}

/// Whether a line has a whole puzzle in it.
fn holds_puzzle(text: &str, hints: Hints) -> bool {
    let row = Row::measure(text, hints);
    let is_other = is_solution(text) || is_empty_property(text);
    Fit::of(row.width, hints).puzzle.is_some() && !is_other
}

/// Whether a text is a name in quotes and its value, as in JSON.
fn is_property(text: &str) -> bool {
    let text = text.trim_ascii_start();
    let name = text.strip_prefix('"').and_then(|text| text.split_once('"'));
    name.is_some_and(|(_, rest)| rest.trim_ascii_start().starts_with(':'))
}

/// Whether the first name of a text is that of a solution, which is not a puzzle.
pub(super) fn is_solution(text: &str) -> bool {
    let text = text.trim_ascii_start().trim_start_matches(['"', '\'']);
    let end = text
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(text.len());
    let name = text[..end].to_ascii_lowercase();
    [
        "solution",
        "solutions",
        "solved",
        "answer",
        "answers",
        "output",
        "expected",
    ]
    .contains(&name.as_str())
}

/// Whether a text is a line drawn from the characters of some frame: `*---*---*`, `├───┼───┤`.
fn is_drawn_rule(text: &str) -> bool {
    let text = text.trim_ascii_end();
    let is_line = |c: char| matches!(c, '-' | '=' | '─' | '━' | '═');
    let is_rule =
        |c: char| is_line(c) || "+|*:.' ".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
    text.chars().filter(|&c| is_line(c)).count() >= 3 && text.chars().all(is_rule)
}

/// Where the value of a declaration begins, in bytes: `[` in `let board = [`, `{` in `int a[9][9] = {`, and also in a
/// property `"board": [` or a call `sudoku([`. The end of the text if it is still to come, as in `const board =`.
pub(in crate::puzzles) fn value_start(text: &str) -> Option<usize> {
    let start = text.len() - text.trim_ascii_start().len();
    if text[start..].starts_with(['[', '{']) || begins_tuples(&text[start..]) {
        return Some(start);
    }
    if let Some(opener) = argument_start(text) {
        return Some(opener);
    }
    let is_name = |c: char| c.is_alphanumeric() || " _:<>[]*&;,$@\"'".contains(c);
    if let Some(value) = braced_start(text).or_else(|| labelled_start(text)) {
        return Some(value);
    }
    let mark = match is_property(text) {
        true => text.find(':')?,
        false => text.find('=')?,
    };
    let (name, value) = (text[..mark].trim_ascii(), &text[mark + 1..]);
    let is_declared = name.starts_with(|c: char| c.is_alphabetic() || "_\"$@".contains(c))
        && (name.chars().all(is_name) || value.trim_ascii_start().starts_with("[|"));
    if !is_declared || value.starts_with('=') {
        return None;
    }
    let blank = value.len() - value.trim_ascii_start().len();
    if value.trim_ascii().is_empty() {
        let keywords = ["let", "const", "var", "static", "int", "char"];
        let first = name.split_ascii_whitespace().next();
        let is_typed = first.is_some_and(|word| keywords.contains(&word)) || name.ends_with(']');
        return is_typed.then_some(text.len());
    }
    // `vec![`, `np.array([`, `new int[][] {`, `[9][9]int{`: a type or a function, and then the value.
    let is_type = |c: char| c.is_alphanumeric() || "_.:!<>[]()& ".contains(c);
    if let Some(brace) = value.find('{')
        && value[..brace].chars().all(is_type)
    {
        return Some(mark + 1 + brace);
    }
    // `arrayOf(`, `(`: a function that makes an array, or a tuple.
    if let Some(bracket) = value.find('(')
        && is_constructor(
            value[..bracket]
                .trim_ascii()
                .split('<')
                .next()
                .unwrap_or_default(),
        )
    {
        return Some(mark + 1 + bracket);
    }
    let opener = value.find('[')?;
    let before = value[blank..opener].trim_ascii();
    let is_function = before
        .chars()
        .all(|c| c.is_alphanumeric() || "_.:!(&".contains(c));
    is_function.then_some(mark + 1 + opener)
}

/// Where the value of a C++ variable begins that is given without `=`: `{` in `vector<vector<int>> board{`.
fn braced_start(text: &str) -> Option<usize> {
    let brace = text.find('{')?;
    let declared = text[..brace].trim_ascii();
    let declared = declared.strip_prefix("const ").unwrap_or(declared);
    let inner = declared.strip_prefix("std::").unwrap_or(declared);
    let is_array = inner.starts_with("vector<") || inner.starts_with("array<");
    let is_name = |c: char| c.is_alphanumeric() || "_ :<>,&".contains(c);
    let has_name = declared.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    (is_array && has_name && declared.chars().all(is_name)).then_some(brace)
}

/// Where an array with a label begins: `[` in `Output: [[5, 3`, or in `board: [`.
fn labelled_start(text: &str) -> Option<usize> {
    let (label, value) = text.split_once(':')?;
    let is_word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_label = !label.trim_ascii().is_empty() && is_word(label.trim_ascii());
    let value = value.trim_ascii_start();
    let begins = is_label && value.starts_with('[') && !value.contains('=');
    begins.then_some(text.len() - value.len())
}

/// Where the array of a call begins: `[` in `console.log(sudoku([`.
fn argument_start(text: &str) -> Option<usize> {
    let opener = text.find('[')?;
    let call = text[..opener].trim_ascii();
    let is_call = call.ends_with('(')
        && call.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && call
            .chars()
            .all(|c| c.is_alphanumeric() || "_.!(& ".contains(c));
    is_call.then_some(opener)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::lines::Lines;

    #[test]
    fn a_line_tells_what_begins() {
        for (text, start) in [
            (" \t", Start::Blank),
            (" # 53..7", Start::Comment),
            ("[Puzzle]", Start::Section { puzzle: true }),
            ("[puzzle ]", Start::Section { puzzle: true }),
            ("[State]", Start::Section { puzzle: false }),
            ("[[0, 3]", Start::Array),
            ("[null]", Start::Array),
            ("[None]", Start::Array),
            ("[", Start::Array),
            ("[ [\"5\"", Start::Array),
            ("let board = [", Start::Array),
            ("const board =", Start::Array),
            ("int b[9][9] = {", Start::Array),
            ("let b: [[u8; 9]; 9] = [", Start::Array),
            ("board = np.array([[5, 3", Start::Array),
            ("const b: number[][] = [", Start::Array),
            ("private static final int[][] GRID = {", Start::Array),
            ("{\"board\": [[5", Start::Array),
            ("sudoku([", Start::Array),
            ("console.log(sudoku([[5", Start::Array),
            ("print(board[i])", Start::Cells),
            ("def solve(board: list[int]):", Start::Cells),
            ("Grid 01", Start::Heading),
            ("Solution 1", Start::Solution),
            ("*-----------*", Start::Rule),
            ("├───┼───┤", Start::Rule),
            (".---.---.", Start::Rule),
            ("];", Start::Rest),
            ("let us try", Start::Cells),
            ("let a = b", Start::Cells),
            ("53..7", Start::Cells),
            ("1--2", Start::Cells),
            (" +---+ |", Start::Rule),
            ("+---+---+   # a note", Start::Rule),
            ("├───┼───┤ // a note", Start::Rule),
            ("|53.|", Start::Cells),
        ] {
            let line = Line {
                number: 1,
                text: text.into(),
                cut: false,
                is_between: false,
            };
            assert_eq!(Start::of(&line), start, "{text}");
        }
    }

    #[test]
    fn puzzles_begin_after_what_is_not_read() {
        let start = |text: &str| {
            skip_to_puzzle(&mut Lines::new(text.as_bytes()), false, Hints::default()).unwrap()
        };
        assert_eq!(start("\n# a\n12\n"), Some((3, Start::Cells)));
        assert_eq!(start("---\n\n12\n"), Some((3, Start::Cells)));
        assert_eq!(start("---\n12\n"), Some((1, Start::Rule)));
        assert_eq!(
            start("[State]\n12\n\n12\n[Puzzle]\n12"),
            Some((5, Start::Section { puzzle: true }))
        );
        assert_eq!(start("# a\n\n---\n"), None);
    }
}
