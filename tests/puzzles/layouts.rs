//! Random Sudokus of all shapes, printed in each layout and read back; and arbitrary text, which never panics.

use dominox::Solution;
use dominox::problem::OptionId;
use dominox::puzzles::{self, Cover, Shape, Sudoku, Sudominoku};
use proptest::prelude::*;

/// The digits of a grid, row by row; 0 is blank.
type Digits = Vec<u8>;

/// A solved grid, without a search: each row is the one above it, shifted by a box.
fn solved(shape: Shape) -> Digits {
    let size = shape.size();
    let (high, wide) = (shape.rows_per_box(), shape.columns_per_box());
    (0..size * size)
        .map(|cell| {
            let (row, column) = (cell / size, cell % size);
            ((wide * (row % high) + row / high + column) % size) as u8 + 1
        })
        .collect()
}

fn solution(shape: Shape) -> Solution {
    let options = solved(shape).into_iter().enumerate();
    options
        .map(|(cell, digit)| OptionId::new(cell * shape.size() + usize::from(digit) - 1))
        .collect()
}

/// How cells are written.
#[derive(Clone, Copy, Debug)]
enum Cells {
    /// Symbols from this one of `SYMBOLS` on, and this blank.
    Symbols(usize, char),
    /// Numbers with a space between.
    Numbers,
}

const SYMBOLS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl Cells {
    fn write(self, digit: u8) -> String {
        match self {
            Cells::Numbers => digit.to_string(),
            Cells::Symbols(_, blank) if digit == 0 => blank.into(),
            Cells::Symbols(first, _) => char::from(SYMBOLS[first + usize::from(digit) - 1]).into(),
        }
    }

    /// Whether the characters of the grid show which digits of this size they are.
    fn suits(self, size: usize) -> bool {
        match self {
            Cells::Numbers => true,
            Cells::Symbols(0, blank) => size > 9 && blank != '0' && (blank != 'x' || size == 36),
            Cells::Symbols(1, _) => size < 36,
            Cells::Symbols(..) => (10..=26).contains(&size),
        }
    }
}

/// How cells stand on lines.
#[derive(Clone, Copy, Debug)]
enum Lines {
    One,
    Rows,
    Ruled,
    Framed,
    Array,
}

fn print(shape: Shape, digits: &[u8], cells: Cells, lines: Lines) -> String {
    let size = shape.size();
    let gap = if matches!(cells, Cells::Numbers) {
        " "
    } else {
        ""
    };
    let row = |row: &[u8]| -> Vec<String> { row.iter().map(|&digit| cells.write(digit)).collect() };
    let rows: Vec<Vec<String>> = digits.chunks(size).map(row).collect();
    let barred = |row: &Vec<String>| -> String {
        let boxes = row.chunks(shape.columns_per_box());
        boxes
            .map(|part| part.join(gap))
            .collect::<Vec<_>>()
            .join("|")
    };
    let bands = |rule: &str| -> String {
        let bands = rows.chunks(shape.rows_per_box());
        let bands = bands.map(|band| {
            band.iter()
                .map(|row| barred(row) + "\n")
                .collect::<String>()
        });
        bands.collect::<Vec<_>>().join(rule)
    };
    match lines {
        Lines::One => rows.concat().join(gap) + "\n",
        Lines::Rows => rows.iter().map(|row| row.join(gap) + "\n").collect(),
        Lines::Ruled => bands("---+---\n"),
        Lines::Framed => format!("+---+\n{}+---+\n", bands("+---+\n")),
        Lines::Array => {
            let cell = |cell: &String| match cells {
                Cells::Numbers => cell.clone(),
                Cells::Symbols(..) => format!("\"{cell}\""),
            };
            let row = |row: &Vec<String>| {
                format!("[{}]", row.iter().map(cell).collect::<Vec<_>>().join(", "))
            };
            format!(
                "[\n{}\n]\n",
                rows.iter().map(row).collect::<Vec<_>>().join(",\n")
            )
        }
    }
}

fn shapes() -> impl Strategy<Value = Shape> {
    let shapes = vec![
        "2x2", "2x3", "3x2", "2x4", "4x2", "3x3", "2x5", "3x4", "4x4", "2x8", "5x5", "5x7", "6x6",
    ];
    prop::sample::select(shapes).prop_map(|shape| shape.parse().unwrap())
}

fn cells() -> impl Strategy<Value = Cells> {
    prop_oneof![
        Just(Cells::Numbers),
        (
            prop::sample::select(vec![0, 1, 10]),
            prop::sample::select(vec!['0', '.', '_', '*', 'x'])
        )
            .prop_map(|(first, blank)| Cells::Symbols(first, blank)),
    ]
}

fn lines() -> impl Strategy<Value = Lines> {
    prop::sample::select(vec![
        Lines::One,
        Lines::Rows,
        Lines::Ruled,
        Lines::Framed,
        Lines::Array,
    ])
}

/// A grid with some of its cells blank: the first always, and a `1` never.
fn puzzle(shape: Shape, given: &[bool]) -> Digits {
    let digits = solved(shape).into_iter().enumerate();
    digits
        .map(|(cell, digit)| match cell {
            1 => 0,
            _ if given[cell % given.len()] || digit == 1 => digit,
            _ => 0,
        })
        .collect()
}

fn givens(sudoku: &Sudoku) -> Digits {
    let size = sudoku.rules().shape().size();
    let mut digits = vec![0; size * size];
    for place in sudoku.placements() {
        digits[place.row * size + place.column] = place.digit;
    }
    digits
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_printed_is_read_and_answered_alike(
        shape in shapes(),
        cells in cells(),
        lines in lines(),
        given in prop::collection::vec(any::<bool>(), 1..200),
        copies in 1usize..4,
    ) {
        prop_assume!(cells.suits(shape.size()));
        let digits = puzzle(shape, &given);
        let text = print(shape, &digits, cells, lines);
        let answer = print(shape, &solved(shape), cells, lines);
        let stream = text.repeat(copies);
        let reader = puzzles::read(stream.as_bytes()).kind(Sudoku::KIND).shape(shape);
        let mut read = 0;
        for found in reader {
            let found = found.unwrap_or_else(|error| panic!("{error}\n{text}"));
            let sudoku: &Sudoku = found.puzzle.downcast_ref().expect("a Sudoku");
            prop_assert_eq!(givens(sudoku), digits.clone(), "{}", &text);
            prop_assert_eq!(sudoku.answer(&solution(shape)), answer.clone());
            read += 1;
        }
        prop_assert_eq!(read, copies);
    }

    #[test]
    fn usual_shapes_and_kinds_are_recognised(
        size in prop::sample::select(vec![6usize, 8, 9, 10, 12, 25]),
        cells in cells(),
        lines in lines(),
        given in prop::collection::vec(any::<bool>(), 1..200),
    ) {
        prop_assume!(cells.suits(size));
        let shape = Shape::of_size(size).unwrap();
        // Whole puzzles of 6×6 could be rows.
        prop_assume!(!(size == 6 && matches!(lines, Lines::One)));
        let digits = puzzle(shape, &given);
        let text = print(shape, &digits, cells, lines);
        let found: Vec<_> = puzzles::read(text.as_bytes()).collect();
        let [Ok(found)] = &found[..] else {
            panic!("{found:?}\n{text}");
        };
        let sudoku: &Sudoku = found.puzzle.downcast_ref().expect(&text);
        prop_assert_eq!(givens(sudoku), digits, "{}", text);
    }

    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read_all(&bytes);
    }

    #[test]
    fn arbitrary_lines_of_cells_do_not_panic(
        text in r"(([0-9.x*_|+ -]{0,20}|\[Puzzle\]|\[|\]|\[\[1,|let a = \[|[A-P]{4,16}|[0-9. ]{81}|# a|a b c|é)\n){0,40}",
    ) {
        read_all(text.as_bytes());
    }

    #[test]
    fn a_spoilt_puzzle_costs_no_other(
        at in 0usize..81,
        spoilt in prop::sample::select(vec!['A', '?', 'q', 'é', ' ', '\u{1}', '-']),
    ) {
        let line = print("3x3".parse().unwrap(), &solved("3x3".parse().unwrap()), Cells::Symbols(1, '.'), Lines::One);
        let mut bad: Vec<char> = line.chars().collect();
        bad[(at + 1) % 81] = '.';
        bad[at] = spoilt;
        let stream = format!("{line}{}{line}", bad.into_iter().collect::<String>());
        let good: Vec<_> = puzzles::read(stream.as_bytes()).map(|found| found.is_ok()).collect();
        prop_assert_eq!(good, [true, false, true]);
    }
}

/// Reads all puzzles, as each kind. Checks that each has a number, and that there are no more of them than bytes.
fn read_all(bytes: &[u8]) {
    for kind in [
        None,
        Some(Sudoku::KIND),
        Some(Sudominoku::KIND),
        Some(Cover::KIND),
    ] {
        let mut reader = puzzles::read(bytes);
        if let Some(kind) = kind {
            reader = reader.kind(kind);
        }
        let indices: Vec<u64> = reader
            .map(|found| match found {
                Ok(found) => found.index,
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    error.index
                }
            })
            .collect();
        assert!(indices.iter().copied().eq(1..=indices.len() as u64));
        assert!(indices.len() <= bytes.len() + 1);
    }
}

/// Three boards in an array, with a line broken, or not, at each bracket, as `breaks` decides.
fn boards_in_lines(start: &str, mut breaks: impl FnMut() -> bool) -> String {
    let mut text = start.to_owned() + "[";
    for board in 0..3 {
        for row in 0..4 {
            let opener = if row == 0 { "[" } else { "" };
            let cells: Vec<String> = (0..4)
                .map(|column| (usize::from(column == row) * (board + 1)).to_string())
                .collect();
            for piece in [opener, "[", &cells.join(","), "]", ","] {
                let last = piece == "," && row == 3;
                let piece = match last {
                    true if board == 2 => "]",
                    true => "],",
                    false => piece,
                };
                if breaks() && piece != "," && !text.ends_with('\n') {
                    text.push('\n');
                }
                text += piece;
            }
        }
    }
    text + if breaks() { "\n]\n" } else { "]\n" }
}

#[test]
fn boards_of_an_array_are_read_whichever_line_each_bracket_stands_in() {
    let mut seed = 1u64;
    for rarity in [2, 3, 5, 9] {
        for start in ["", "boards = ", "let boards = ", "const b =\n"].repeat(200) {
            let text = boards_in_lines(start, || {
                seed = seed
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                (seed >> 33).is_multiple_of(rarity)
            });
            let found: Vec<_> = puzzles::read(text.as_bytes()).collect();
            assert_eq!(found.len(), 3, "{text}");
            for (board, found) in found.iter().enumerate() {
                let found = found
                    .as_ref()
                    .unwrap_or_else(|error| panic!("{error}\n{text}"));
                let digits: Vec<usize> = found
                    .puzzle
                    .givens()
                    .iter()
                    .map(|given| given.index() % 4)
                    .collect();
                assert_eq!(digits, [board; 4], "{text}");
            }
        }
    }
}
