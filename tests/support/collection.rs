//! One collection of small problems, each with the number of its solutions, known without a program.
//!
//! Every engine and the oracle run through it. The sums in the comments say where a number comes from.

use std::fmt::Write;

use dominox::Problem;
use dominox::problem::Entry;

/// A problem and what is known about it.
pub struct Case {
    pub name: &'static str,
    pub problem: Problem,
    /// The number of solutions.
    pub solutions: u64,
    /// Whether a search goes thousands of levels deep, too deep for a recursive solver.
    pub deep: bool,
}

/// All cases.
pub fn cases() -> Vec<Case> {
    let texts = TEXTS.iter().map(|&(name, solutions, text)| Case {
        name,
        problem: Problem::parse(text).unwrap_or_else(|error| panic!("{name}: {error}")),
        solutions,
        deep: false,
    });
    texts.chain(built()).chain(generated()).collect()
}

/// Problems that their text shows whole: name, number of solutions, text.
const TEXTS: [(&str, u64, &str); 24] = [
    // c e; a d f; b g.
    (
        "Knuth's toy (TAOCP 7.2.2.1)",
        1,
        "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g",
    ),
    // q x:A; p r x:A y.
    (
        "Knuth's toy with colours (TAOCP 7.2.2.1)",
        1,
        "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B",
    ),
    ("no options", 0, "a b"),
    ("no options, one item", 0, "a"),
    ("one item, one option", 1, "a\na"),
    ("an item without options", 0, "a b\na"),
    (
        "the last item without options, after choices",
        0,
        "a b c\na\na\nb\nb\na b",
    ),
    ("a secondary item without options", 1, "a | x\na"),
    ("all forced at the root", 1, "a b c d\na c\nb\nd"),
    (
        "forced one after the other",
        1,
        "a b c d\na b\nb c\nc d\nb d",
    ),
    // 2 · 2 + 3.
    ("duplicate options", 7, "a b\na\na\nb\nb\na b\na b\na b"),
    (
        "each item has options, but they are odd",
        0,
        "a b c\na b\nb c\nc a",
    ),
    (
        "a plain secondary item serves once",
        1,
        "a b | x\na x\nb x\nb",
    ),
    (
        "options without a primary item are not chosen",
        1,
        "a | x y\na x\nx\ny\nx:r y",
    ),
    // a with x:r or a alone; the third option does not multiply them.
    ("nor where they agree", 2, "a | x\na x:r\na\nx:r"),
    // x red: b x:r or b; x green: b x:g or b.
    ("colours", 4, "a b | x\na x:r\na x:g\nb x:r\nb x:g\nb"),
    // a x:r with b x:r; a x and b x agree with nothing.
    (
        "with and without colour",
        1,
        "a b | x\na x\na x:r\nb x\nb x:r\nb x:g",
    ),
    (
        "plain and coloured never agree",
        0,
        "a b | x\na x\nb x:r\nb x:g",
    ),
    // a x:r, c x:r, and b x:r or b.
    (
        "three of a colour",
        2,
        "a b c | x\na x:r\nb x:r\nb\nc x:r\nc x:g",
    ),
    // The two secondary items choose their colours independently.
    (
        "two coloured items",
        4,
        "a b | x y\na x:r y:r\na x:r y:g\na x:g y:r\na x:g y:g\nb x:r y:r\nb x:r y:g\nb x:g y:r\nb x:g y:g",
    ),
    // {a, b} or {a b}; {c, d}, or {c d} twice: 2 · 3.
    ("two components", 6, "a b c d\na\nb\na b\nc\nd\nc d\nc d"),
    (
        "two parts that one colour joins",
        2,
        "a b | s\na s:r\na s:g\nb s:r\nb s:g",
    ),
    (
        "costs do not matter",
        2,
        "a b\na |1\nb |2 |3\na b |18446744073709551615",
    ),
    ("bounds of one are no bounds", 1, "1|a 1:1|b\na\nb"),
];

/// Problems that the text cannot hold.
fn built() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut case = |name, primary: &[&str], secondary: &[&str], options: &[&[usize]]| {
        let mut builder = Problem::builder();
        let mut items = Vec::new();
        items.extend(primary.iter().map(|&name| builder.primary(name).unwrap()));
        items.extend(
            secondary
                .iter()
                .map(|&name| builder.secondary(name).unwrap()),
        );
        for option in options {
            let entries = option.iter().map(|&item| Entry::from(items[item]));
            builder.option(entries).unwrap();
        }
        cases.push(Case {
            name,
            problem: builder.build(),
            solutions: 1,
            deep: false,
        });
    };
    case("no items", &[], &[], &[]);
    case("no items, an empty option", &[], &[], &[&[]]);
    case(
        "an empty option among others",
        &["a"],
        &[],
        &[&[], &[0], &[]],
    );
    case("all items secondary, no options", &[], &["x"], &[]);
    case(
        "all items secondary",
        &[],
        &["x", "y"],
        &[&[0], &[1], &[0, 1], &[]],
    );
    cases
}

fn generated() -> Vec<Case> {
    let case = |name, solutions, deep, text: String| Case {
        name,
        problem: text.parse().unwrap(),
        solutions,
        deep,
    };
    vec![
        // A004003(2).
        case("dominoes on 4×4", 36, false, dominoes(4, 4)),
        // 5 · 3 · 1.
        case("matchings of six", 15, false, pairs(6)),
        case("8,000 forced items", 1, true, chain(8_000, &["r"])),
        // Whatever the first item chooses, all others follow.
        case(
            "8,000 items of one colour",
            3,
            true,
            chain(8_000, &["r", "g", "b"]),
        ),
        // Single cells are alternately on even and odd places, the first and the last on even ones: 4 ways with one
        // cell, 7 with three, 2 with five. Dominoes cover the rest in one way.
        case(
            "a path of 8,001 cells",
            13,
            true,
            path(8_001, &[0, 7, 1_600, 3_999, 4_444, 8_000]),
        ),
    ]
}

/// Dominoes on a board of `rows` × `columns` cells.
fn dominoes(rows: usize, columns: usize) -> String {
    let cell = |row, column| format!("{row},{column}");
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let mut text = String::new();
    for (row, column) in cells.clone() {
        write!(text, "{} ", cell(row, column)).unwrap();
    }
    for (row, column) in cells {
        if column + 1 < columns {
            write!(text, "\n{} {}", cell(row, column), cell(row, column + 1)).unwrap();
        }
        if row + 1 < rows {
            write!(text, "\n{} {}", cell(row, column), cell(row + 1, column)).unwrap();
        }
    }
    text
}

/// All pairs of `count` items.
fn pairs(count: usize) -> String {
    let mut text = names(count);
    for high in 1..count {
        for low in 0..high {
            write!(text, "\n{low} {high}").unwrap();
        }
    }
    text
}

/// Items in a row, with a secondary item between neighbours: each chooses one of the colours for both its sides.
fn chain(count: usize, colors: &[&str]) -> String {
    let mut text = names(count) + "|";
    for between in 0..=count {
        write!(text, " s{between}").unwrap();
    }
    for item in 0..count {
        for color in colors {
            write!(text, "\n{item} s{item}:{color} s{}:{color}", item + 1).unwrap();
        }
    }
    text
}

/// A path of cells, to be covered by dominoes on neighbours, and by single cells where `single` says.
fn path(count: usize, single: &[usize]) -> String {
    let mut text = names(count);
    for cell in 1..count {
        write!(text, "\n{} {cell}", cell - 1).unwrap();
    }
    for cell in single {
        write!(text, "\n{cell}").unwrap();
    }
    text
}

fn names(count: usize) -> String {
    (0..count).map(|item| format!("{item} ")).collect()
}
