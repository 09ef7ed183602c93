//! Reading Sudokus from an array of JSON or of a programming language.
//!
//! ```text
//! let board = [            const int b[9][9] = {       {"board": [[5, 3, null, …]], "level": 2}
//!   [0, 3, 0, …],            {0, 3, 0, …},             ["53..7....", "6..195...", …]
//!   ["5", ".", …],         };                          [5, 3, 0, 0, 7, …]
//! ];
//! ```
//!
//! First, lines are taken until the brackets are balanced: that is the text of the array, whatever may be wrong in it.
//! Then the text is read (`tree.rs`): one array may hold many boards. A list with a board on each line is read line by
//! line, however long it is. An array that is never closed ends where the next one begins, or before a line that cannot
//! be part of an array, such as `53..7....`.

use std::io;
use std::ops::Range;

use super::ahead::Votes;
use super::alphabet::is_cell;
use super::board::{Board, characters, outcomes};
use super::brackets::unbracketed;
use super::completion::completes;
use super::divided::divided;
use super::layout::Source;
use super::record::fields;
use super::row::{Fit, Row};
use super::ruled::{rule_of_line, rule_or_drawing};
use super::start::{is_solution, value_start};
use super::tree::{Item, Nesting, Node, turn};
use super::{Outcome, Start, SudokuFault};
use crate::problem::Located;
use crate::puzzles::kind::Hints;
use crate::puzzles::lines::{Input, Line};

/// Longest text of an array, in bytes: 36×36 cells take a hundredth of it.
const LONGEST_ARRAY: usize = 1 << 20;

/// The longest line of an array, in bytes, that has nothing but a cell.
const LONGEST_CELL: usize = 3;

/// How many lines are examined to find out what a list holds.
const LINES_AHEAD: usize = 20;

/// Reads the array that begins with the next line: its boards, each with the number of its line.
pub(super) fn read(lines: &mut Input, hints: Hints) -> io::Result<Vec<(u64, Outcome)>> {
    let number = lines.peek(0)?.map_or(1, |line| line.number);
    let is_skipped = lines.peek(0)?.is_some_and(|line| is_solution(&line.text));
    let rule = lines.peek(0)?.and_then(rule_of_line);
    let source = match take_text(lines)? {
        _ if is_skipped => return Ok(Vec::new()),
        Ok(source) => source,
        Err(fault) => return Ok(vec![(number, Err(fault))]),
    };
    if let Some(fault) = rule {
        return Ok(vec![(number, Err(fault))]);
    }
    let tree = match Node::parse(&source) {
        Ok(tree) => tree,
        Err(fault) => return Ok(vec![(number, Err(fault))]),
    };
    if let Some(fault) = rule_or_drawing(&tree, &source) {
        return Ok(vec![(number, Err(fault))]);
    }
    if let Some(fault) = unbracketed(&tree, &source, lines, hints)? {
        return Ok(vec![(number, Err(fault))]);
    }
    let boards = boards(&tree, &source, hints);
    if boards.is_empty() {
        let end = at_end(&source, SudokuFault::NoPuzzle);
        return Ok(vec![(number, Err(end))]);
    }
    Ok(outcomes(boards, source, hints))
}

/// Whether the next line only opens a list of boards, which can be read one by one.
pub(super) fn opens_list(lines: &mut Input, hints: Hints) -> io::Result<bool> {
    let Some(first) = lines.peek(0)? else {
        return Ok(false);
    };
    let value = value_start(&first.text).map_or("", |start| first.text[start..].trim_ascii());
    if !matches!(value, "[" | "{" | "(") || is_solution(&first.text) {
        return Ok(false);
    }
    let is_object = value == "{";
    let mut depth = 1;
    for distance in 1..LINES_AHEAD {
        let Some(line) = lines.peek(distance)? else {
            return Ok(false);
        };
        if matches!(Start::of(line), Start::Blank | Start::Comment) {
            continue;
        }
        let text = line.text.trim_ascii();
        if is_object && depth == 1 && text.starts_with('"') && text.contains("\":") {
            // An object with a rule is refused as a whole, if its lines are there.
            return Ok(hints.waits || !has_rule_ahead(lines)?);
        }
        let inner = text.trim_start_matches(['[', '{', '(', ' ']);
        depth += text[..text.len() - inner.len()].replace(' ', "").len();
        if inner.is_empty() {
            continue;
        }
        let is_object = text.starts_with('{') && inner.starts_with('"') && inner.contains("\":");
        let quoted = inner.starts_with(['"', '\'']) && depth == 1;
        let is_puzzle = || {
            let row = Row::measure(text, hints);
            row.width > 9 && Fit::of(row.width, hints).puzzle.is_some()
        };
        return Ok(depth >= 3 || is_object || (quoted && is_puzzle()));
    }
    Ok(false)
}

/// Whether the object that begins with the next line gives a rule, as far as it is examined.
fn has_rule_ahead(lines: &mut Input) -> io::Result<bool> {
    let mut nesting = Nesting::default();
    for distance in 0..LINES_AHEAD {
        let Some(line) = lines.peek(distance)? else {
            break;
        };
        if nesting.depth == 1 && rule_of_line(line).is_some() {
            return Ok(true);
        }
        nesting.add(&line.text);
        if nesting.depth < 1 {
            break;
        }
    }
    Ok(false)
}

/// Takes the rest of the lines of an object, of which one bracket is open.
pub(super) fn skip_object(lines: &mut Input) -> io::Result<()> {
    let mut depth = 1;
    while depth > 0
        && let Some(line) = lines.take()?
    {
        depth += turn(&line.text);
    }
    Ok(())
}

/// Takes the lines of an array, up to the one with its last bracket.
fn take_text(lines: &mut Input) -> io::Result<Result<Source, Located<SudokuFault>>> {
    let mut source = Source::default();
    let mut nesting = Nesting::default();
    let mut opened = false;
    while !opened || nesting.depth > 0 {
        let begun = !source.text().is_empty();
        let goes_on = source.text().ends_with(";\n");
        let is_over = begun && !goes_on && is_other(lines.peek(0)?)
            || opened && begins_another(lines, nesting)?;
        let next = match is_over {
            true => None,
            false => lines.take()?,
        };
        let Some(line) = next else {
            return Ok(Err(at_end(&source, SudokuFault::UnclosedArray)));
        };
        if Start::of(&line) == Start::Comment {
            continue;
        }
        let from = if begun {
            0
        } else {
            value_start(&line.text).unwrap_or(0)
        };
        let value = &line.text[from..];
        opened |= value.contains(['[', '{', '(']);
        nesting.add(value);
        source.push(line);
        if source.text().len() > LONGEST_ARRAY {
            skip_block(lines)?;
            return Ok(Err(at_end(&source, SudokuFault::TooLong)));
        }
    }
    Ok(Ok(source))
}

/// Takes lines up to a blank one, or up to a section.
fn skip_block(lines: &mut Input) -> io::Result<()> {
    while let Some(start) = lines.peek(0)?.map(Start::of) {
        if matches!(start, Start::Section { .. }) {
            break;
        }
        lines.take()?;
        if start == Start::Blank {
            break;
        }
    }
    Ok(())
}

/// Whether the next line begins another array or a section, although brackets are open.
fn begins_another(lines: &mut Input, nesting: Nesting) -> io::Result<bool> {
    let Some(line) = lines.peek(0)? else {
        return Ok(false);
    };
    let start = Start::of(line);
    let text = line.text.trim_ascii();
    let rest = text.strip_prefix(['[', '{']).map(str::trim_ascii_start);
    let can_be = match (start, rest) {
        (Start::Section { .. }, _) => return Ok(true),
        (Start::Array, None) => return Ok(!text.starts_with('"')),
        // A bracket alone: a row, or an array if a row is open or comes next.
        (Start::Array, Some("")) => {
            nesting.depth > 1
                || lines
                    .peek(1)?
                    .is_some_and(|line| Start::of(line) == Start::Array)
        }
        (Start::Array, Some(rest)) => rest.starts_with(['[', '{']) && nesting.depth < 3,
        _ => false,
    };
    Ok(can_be && !nesting.goes_on(brackets_ahead(lines)?))
}

/// The number of brackets that the next lines open before anything else.
fn brackets_ahead(lines: &mut Input) -> io::Result<i64> {
    let mut opened = 0;
    for distance in 0..LINES_AHEAD {
        let Some(line) = lines.peek(distance)? else {
            break;
        };
        let inner = line.text.trim_start_matches([' ', '\t', '[', '{']);
        let before = &line.text[..line.text.len() - inner.len()];
        opened += before.matches(['[', '{']).count() as i64;
        if !inner.is_empty() && Start::of(line) != Start::Comment {
            break;
        }
    }
    Ok(opened)
}

/// Whether a line consists of cells or a rule in another layout than that of arrays.
fn is_other(line: Option<&Line>) -> bool {
    line.is_some_and(|line| {
        let text = line.text.trim_ascii();
        text.len() > LONGEST_CELL && text.bytes().all(|byte| is_cell(byte) || byte == b' ')
    })
}

fn at_end(source: &Source, fault: SudokuFault) -> Located<SudokuFault> {
    let end = source.text().trim_ascii_end().len();
    source.locate(fault, end..end)
}

/// The boards in a tree, in their order.
fn boards(node: &Node, source: &Source, hints: Hints) -> Vec<Board> {
    let text = source.text();
    let is_puzzle = |place: &Range<usize>| is_puzzle(place, text, hints);
    let items = fields(node, text, is_puzzle);
    let lists = items
        .iter()
        .filter(|item| matches!(item, Item::List { .. }))
        .count();
    if node.is_object || lists < items.len() && lists > 0 {
        // In an object, everything that holds a board, but no solution of another one; the rest describes it.
        let inner = items.iter().flat_map(|item| match item {
            Item::List { node, .. } => boards(node, source, hints),
            Item::Cell {
                place,
                quoted: true,
                ..
            } if is_puzzle(place) => {
                vec![Board::of_text(place.clone(), text)]
            }
            Item::Cell { .. } => Vec::new(),
        });
        let found = without_empty(inner.collect());
        return without_solutions(found, text);
    }
    if lists == 0 {
        return without_second(boards_of_cells(node, &items, text, hints), text);
    }
    let nodes = items.iter().filter_map(|item| match item {
        Item::List { node, .. } => Some(node),
        Item::Cell { .. } => None,
    });
    let nodes: Vec<&Node> = nodes.collect();
    let is_leaf = |node: &&Node| {
        node.items
            .iter()
            .all(|item| matches!(item, Item::Cell { .. }))
    };
    let is_row = |node: &&Node| is_leaf(node) && !node.is_object && node.items.len() <= 36;
    let is_long =
        |item: &&Item| matches!(item, Item::Cell { place, quoted: true, .. } if place.len() > 3);
    let cells = || nodes.iter().flat_map(|node| &node.items);
    let rows_of_text = cells().filter(is_long).count() * 2 > cells().count();
    if !rows_of_text && nodes.iter().all(is_row) {
        return vec![Board::of_rows(node.place.clone(), &nodes)];
    }
    let inner = nodes.iter().flat_map(|node| boards(node, source, hints));
    match nodes.len() {
        2 => without_second(inner.collect(), text),
        _ => inner.collect(),
    }
}

/// The boards of a list: if there are two, one can be the solution of the other.
fn without_second(boards: Vec<Board>, text: &str) -> Vec<Board> {
    match boards.len() {
        2 => without_solutions(boards, text),
        _ => boards,
    }
}

/// Whether a text at this place has as many cells as a puzzle.
fn is_puzzle(place: &Range<usize>, text: &str, hints: Hints) -> bool {
    let cells = divided(place.clone(), text).map_or(place.len(), |cells| cells.len());
    cells > 9 && Fit::of(cells, hints).puzzle.is_some()
}

/// The boards of a list without lists in it: whole puzzles, rows, or cells.
fn boards_of_cells(node: &Node, items: &[&Item], text: &str, hints: Hints) -> Vec<Board> {
    let cells: Vec<Range<usize>> = items.iter().filter_map(|item| item.cell()).collect();
    let quoted = items
        .iter()
        .all(|item| matches!(item, Item::Cell { quoted: true, .. }));
    let can_be_puzzles = quoted && cells.iter().any(|place| is_puzzle(place, text, hints));
    if can_be_puzzles && !are_rows(&cells, text, hints) {
        return cells
            .into_iter()
            .map(|place| Board::of_text(place, text))
            .collect();
    }
    let mut board = Board {
        place: node.place.clone(),
        cells: Vec::new(),
        ends: Vec::new(),
    };
    if quoted && cells.iter().any(|cell| cell.len() > 3) {
        for row in cells {
            board.cells.extend(characters(row.clone(), text));
            board.ends.push((board.cells.len(), row.end));
        }
    } else {
        board.cells = cells;
    }
    vec![board]
}

/// Whether the texts of a list, of which each may be a whole puzzle, are rows of one grid.
fn are_rows(places: &[Range<usize>], text: &str, hints: Hints) -> bool {
    let size = places.len();
    let fit = Fit::of(size, hints);
    let (Some(small), Some(large)) = (fit.puzzle, fit.row) else {
        return false;
    };
    let mut votes = Votes::new(small, large);
    for place in places {
        let row = Row::measure_part(text, place.clone(), hints);
        if row.width != size {
            return false;
        }
        votes.add(&row, &text[place.clone()]);
    }
    votes.decide(None).is_some_and(|fit| fit.row.is_some())
}

/// The boards that have cells, if some have: of an object, other fields may be empty lists.
fn without_empty(mut boards: Vec<Board>) -> Vec<Board> {
    let has_cells = |board: &Board| !board.cells.is_empty();
    if boards.iter().any(has_cells) {
        boards.retain(has_cells);
    }
    boards
}

/// The boards that are not the solution of another one.
fn without_solutions(boards: Vec<Board>, text: &str) -> Vec<Board> {
    let cells_of = |board: &Board| {
        let cells = board.cells.iter().map(|cell| text[cell.clone()].trim());
        Vec::from_iter(cells)
    };
    let cells = Vec::from_iter(boards.iter().map(cells_of));
    let is_solution = |full: &Vec<&str>| cells.iter().any(|puzzle| completes(full, puzzle));
    let boards = boards.into_iter().zip(&cells);
    let puzzles = boards.filter(|(_, cells)| !is_solution(cells));
    puzzles.map(|(board, _)| board).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::lines::Lines;

    fn read_all(text: &str) -> Vec<Outcome> {
        let mut lines = Lines::new(text.as_bytes());
        let mut outcomes = Vec::new();
        while lines.peek(0).unwrap().is_some() {
            outcomes.extend(
                read(&mut lines, Hints::default())
                    .unwrap()
                    .into_iter()
                    .map(|(_, outcome)| outcome),
            );
        }
        outcomes
    }

    fn fault(text: &str) -> String {
        let [outcome] = &read_all(text)[..] else {
            panic!("one array was expected");
        };
        let located = outcome.as_ref().unwrap_err();
        format!("{}:{}: {}", located.line, located.column, located.fault)
    }

    #[test]
    fn numbers_and_quoted_symbols_are_cells() {
        for text in [
            "[[1,2,3,4],[3,4,1,2],[0,0,0,0],[0,0,0,0]]\n",
            "let b = [[1,2,3,4,],[3,4,1,2,],[0,0,0,0],[0,0,0,0],];\n",
            "const b =\n[\n  [\n 1, 2, 3, 4],\n# a comment\n[3,4,1,2],\n\n[0,0,0,0],[0,0,0,0]]\n",
            "[['1',\"2\",3,4],[3,4,1,2],['.','','0','x'],[0,0,0,0]]\n",
        ] {
            let outcomes = read_all(text);
            assert_eq!(outcomes.len(), 1);
            let sudoku = outcomes[0].as_ref().unwrap();
            let digits: Vec<_> = sudoku.placements().map(|place| place.digit).collect();
            assert_eq!(digits, [1, 2, 3, 4, 3, 4, 1, 2], "{text}");
        }
    }

    #[test]
    fn a_quoted_zero_beside_points_is_a_digit_where_symbols_are() {
        let row = |first: &str| format!("[\"{first}\"{}]", ",\".\"".repeat(9));
        let array = |first: &str| format!("[{}{}]", row(first), format!(",{}", row(".")).repeat(9));
        let given = |text: String| {
            let outcomes = read_all(&text);
            let digits = outcomes[0].as_ref().unwrap().placements();
            digits.map(|place| place.digit).collect::<Vec<_>>()
        };
        assert_eq!(given(array("0")), [1]);
        assert_eq!(given(array("10")), [10]);
    }

    #[test]
    fn a_fault_names_its_place() {
        let rows = "[3,4,1,2],[2,1,4,3],[4,3,2,1]";
        for (text, message) in [
            (
                format!("[[1,2,3],{rows}]"),
                "1:8: row 1 has 3 cells: expected 4",
            ),
            (
                format!("[[1,2,,4],{rows}]"),
                "1:7: `,` in the array: expected a digit, or a symbol in quotes",
            ),
            (
                format!("[[1,2 3,4],{rows}]"),
                "1:7: `3` in the array: expected `,` or `]`",
            ),
            (format!("[{rows}]"), "1:32: the grid ends after row 3 of 4"),
            (
                format!("[{rows},{rows}]"),
                "1:62: the grid has 6 rows: expected 4",
            ),
            (
                format!("[[1,2,3,4],{rows}"),
                "1:41: the array ends here: expected a closing `]`",
            ),
            (
                format!("[[1,2,3,4],\n{rows}] 7"),
                "2:32: `7` in the array: expected nothing more on this line",
            ),
            (
                "[1,2,3,4]".into(),
                "1:9: an array of 4 cells: expected rows in brackets, or N·N cells",
            ),
        ] {
            assert_eq!(fault(&text), message, "{text}");
        }
        assert!(
            fault(&format!("[[1,2,3,-4],{rows}]")).starts_with("1:9: `-4` is not a digit of a 4×4")
        );
        assert!(
            fault(&format!("[[1,2,3,'A'],{rows}]"))
                .starts_with("1:10: `A` is not a digit of a 4×4")
        );
        for text in ["[]", "[[]]", "[[],[]]", "let b = [];", "{\"board\": []}"] {
            assert!(
                fault(text).contains(": an empty array: expected rows"),
                "{text}"
            );
        }
    }

    #[test]
    fn an_array_that_is_not_closed_ends_where_the_next_begins() {
        let good = "[\n[1,2,3,4],\n[3,4,1,2],\n[2,1,4,3],\n[4,3,2,1]\n]\n";
        let spoilt = good.strip_suffix("]\n").unwrap();
        for next in [
            good,
            &format!("let b = {good}"),
            &good.replace("[\n[", "[["),
        ] {
            let outcomes = read_all(&format!("{spoilt}{next}"));
            assert_eq!(outcomes.len(), 2, "{next}");
            assert!(outcomes[0].is_err() && outcomes[1].is_ok(), "{next}");
        }
    }

    #[test]
    fn an_array_that_is_not_closed_ends_before_another_layout() {
        for (start, end) in [
            ("[", "1:2"),
            ("[[1,2,3,4],", "1:12"),
            ("let b =\n\n", "1:8"),
        ] {
            for next in ["12..34..........", "1 2 . .", "+---+---+", "|12|..|"] {
                let text = format!("{start}\n{next}\n");
                let mut lines = Lines::new(text.as_bytes());
                let mut found = read(&mut lines, Hints::default()).unwrap();
                let located = found.remove(0).1.unwrap_err();
                assert_eq!(located.fault, SudokuFault::UnclosedArray, "{text}");
                assert_eq!(format!("{}:{}", located.line, located.column), end);
                assert_eq!(lines.take().unwrap().unwrap().text, next);
            }
        }
        let spread = "[[\n1\n,\n2 , 3 , 4],\n[\n 3,4,1,2\n],[0,0,0,0],\n[0,0,0,'4']\n]\n";
        assert!(read_all(spread)[0].is_ok());
    }

    #[test]
    fn an_endless_array_is_a_fault() {
        let outcomes = read_all(&format!("[[{}", "0,\n".repeat(LONGEST_ARRAY)));
        assert_eq!(
            outcomes[0].as_ref().unwrap_err().fault,
            SudokuFault::TooLong
        );
    }
}
