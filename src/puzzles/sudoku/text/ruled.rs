//! Objects of JSON that say more than a board does: rules of a variant, or a drawing as another program stores it.
//!
//! ```text
//! {"board": [[5, 3, …]], "antiknight": true}          with a rule, it is another puzzle: refused
//! {"size": 9, "grid": [[{}, {"value": 5}, …]], …}     a drawing of f-puzzles: its link is read instead
//! ```

use std::ops::Range;

use super::SudokuFault;
use super::layout::Source;
use super::tree::{Item, Node};
use crate::problem::{Located, quotable};
use crate::puzzles::lines::Line;

/// Names of rules, in small letters and without signs.
const RULES: [&str; 38] = [
    "antiknight",
    "antiking",
    "antidiagonal",
    "arrow",
    "arrows",
    "cage",
    "cages",
    "comparisons",
    "consecutive",
    "diagonal",
    "diagonals",
    "difference",
    "disjoint",
    "disjointgroups",
    "even",
    "extraregion",
    "extraregions",
    "hyper",
    "inequalities",
    "irregular",
    "jigsaw",
    "killer",
    "killercage",
    "killercages",
    "knight",
    "kropki",
    "littlekiller",
    "nonconsecutive",
    "odd",
    "palindrome",
    "palindromes",
    "regions",
    "sandwich",
    "thermo",
    "thermometer",
    "thermometers",
    "windoku",
    "xv",
];

/// Values of a field that say that there is no such rule.
const NOTHING: [&str; 11] = [
    "", "false", "False", "null", "None", "nil", "0", "no", "none", "[]", "{}",
];

/// What a tree says besides its boards that cannot be left out: a drawing of another program, or the first rule.
pub(super) fn rule_or_drawing(tree: &Node, source: &Source) -> Option<Located<SudokuFault>> {
    if let Some(place) = drawing(tree) {
        return Some(source.locate(SudokuFault::Drawing, place));
    }
    let place = rule(tree, source.text())?;
    let name = quotable(&source.text()[place.clone()]);
    Some(source.locate(SudokuFault::Rule(name), place))
}

/// The cells of a grid that are objects or empty: `{}, {"value": 5}, …`.
fn drawing(node: &Node) -> Option<Range<usize>> {
    let lists = || {
        node.items.iter().filter_map(|item| match item {
            Item::List { node, .. } => Some(node),
            Item::Cell { .. } => None,
        })
    };
    let is_object = |cell: &&Node| cell.is_object || cell.items.is_empty();
    let has_objects = lists().any(|cell| cell.is_object) && lists().all(|cell| is_object(&cell));
    let is_row = !node.is_object && node.items.len() >= 4 && lists().count() == node.items.len();
    let has_empty = lists().any(|cell| cell.items.is_empty());
    if is_row && has_objects && has_empty {
        return Some(node.place.start..node.place.start + 1);
    }
    lists().find_map(drawing)
}

/// The first name of a rule that is there.
fn rule(node: &Node, text: &str) -> Option<Range<usize>> {
    node.items.iter().find_map(|item| {
        let (says, inner) = match item {
            Item::List { node, .. } => (!node.items.is_empty(), Some(node)),
            Item::Cell { place, .. } => (!NOTHING.contains(&&text[place.clone()]), None),
        };
        match says && is_rule(&text[item.key()]) {
            true => Some(item.key()),
            false => inner.and_then(|inner| rule(inner, text)),
        }
    })
}

fn is_rule(name: &str) -> bool {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    let name: String = letters.flat_map(char::to_lowercase).collect();
    RULES.contains(&&*name)
}

/// The fault of a line of an object that is read line by line, if it gives a rule: `"antiknight": true,`.
pub(super) fn rule_of_line(line: &Line) -> Option<Located<SudokuFault>> {
    let (name, value) = property(&line.text)?;
    let start = line.text.len() - line.text.trim_ascii_start().len() + 1;
    let says = is_rule(name) && !NOTHING.contains(&value);
    let fault = SudokuFault::Rule(quotable(name));
    says.then(|| Located::new(fault, line.number, &line.text, start, start + name.len()))
}

/// Whether a line of such an object gives nothing: `"cages": [],`.
pub(super) fn is_empty_property(text: &str) -> bool {
    property(text).is_some_and(|(_, value)| NOTHING.contains(&value))
}

/// The name and the value that a line gives.
fn property(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.trim_ascii_start().strip_prefix('"')?.split_once('"')?;
    let value = value.trim_ascii_start().strip_prefix(':')?.trim_ascii();
    Some((name, value.trim_end_matches(',').trim_matches('"')))
}

#[cfg(test)]
mod tests {
    use crate::puzzles::Sudoku;

    fn fault(text: &str) -> Option<String> {
        let located = text.parse::<Sudoku>().err()?;
        Some(format!(
            "{}:{}: {}",
            located.line, located.column, located.fault
        ))
    }

    #[test]
    fn a_rule_beside_a_board_is_refused() {
        let board = "\"board\": \"1.....2..3.....4\"";
        for rule in [
            "\"antiknight\": true",
            "\"anti-king\": 1",
            "\"Diagonals\": [\"+\"]",
            "\"cages\": [[1, 2]]",
            "\"constraints\": {\"thermo\": [[1, 2]]}",
        ] {
            let message = fault(&format!("{{{board}, {rule}}}")).expect(rule);
            assert!(message.contains(" is a rule"), "{message}");
            for (lines, number) in [([rule, board], 2), ([board, rule], 3)] {
                let text = format!("{{\n{}\n}}\n", lines.join(",\n"));
                let message = fault(&text).expect(rule);
                assert!(message.starts_with(&format!("{number}:")), "{message}");
            }
        }
        for other in [
            "\"antiknight\": false",
            "\"cages\": []",
            "\"diagonals\": null",
            "\"killer\": \"none\"",
            "\"level\": 3",
        ] {
            assert_eq!(fault(&format!("{{{board}, {other}}}")), None, "{other}");
            assert_eq!(
                fault(&format!("{{\n{other},\n{board}\n}}\n")),
                None,
                "{other}"
            );
        }
    }

    #[test]
    fn cells_that_are_objects_are_a_drawing() {
        let row = "[{}, {\"value\": 3}, {}, {}]";
        for name in ["grid", "cells"] {
            let text = format!("{{\"size\": 4, \"{name}\": [{row}, {row}, {row}, {row}]}}");
            let message = fault(&text).expect("a drawing");
            assert!(message.contains("give its link"), "{message}");
        }
    }
}
