//! Frames whose blank cells are spaces, drawn with any number of columns for each cell: the puzzle that was drawn is
//! read, and its answer is in the same frame.

use std::io::{self, BufReader, Read};

use dominox::puzzles::{self, Shape, Sudoku};
use dominox::{Solver, Uniqueness};

/// How a frame is drawn.
#[derive(Clone, Copy, Debug)]
struct Style {
    /// Characters before the first cell of a part, between two cells, and after the last one.
    before: usize,
    between: usize,
    after: usize,
    /// The bar, and the characters of a rule: line, and the corners of the first, the middle and the last one.
    bar: &'static str,
    rule: [&'static str; 4],
    /// Bars between all cells, and rules between all rows.
    each: bool,
}

const ROUND: [&str; 4] = ["─", "┌┬┐", "├┼┤", "└┴┘"];
const PLAIN: [&str; 4] = ["-", "+++", "+++", "+++"];
const DOUBLE: [&str; 4] = ["═", "╔╦╗", "╠╬╣", "╚╩╝"];

fn draw(shape: Shape, cells: &str, style: Style) -> String {
    let size = shape.size();
    let (high, wide) = match style.each {
        true => (1, 1),
        false => (shape.rows_per_box(), shape.columns_per_box()),
    };
    let length = style.before + wide + (wide - 1) * style.between + style.after;
    let rule = |corners: &str| {
        let corners: Vec<String> = corners.chars().map(String::from).collect();
        let parts = vec![style.rule[0].repeat(length); size / wide];
        format!("{}{}{}\n", corners[0], parts.join(&corners[1]), corners[2])
    };
    let [_, top, middle, bottom] = style.rule;
    let mut text = rule(top);
    for (number, row) in cells.as_bytes().chunks(size).enumerate() {
        if number > 0 && number % high == 0 {
            text += &rule(middle);
        }
        let cell = |&byte: &u8| char::from(byte).to_string().replace('.', " ");
        let part = |part: &[u8]| {
            let cells: Vec<String> = part.iter().map(cell).collect();
            let inner = cells.join(&" ".repeat(style.between));
            format!(
                "{}{inner}{}",
                " ".repeat(style.before),
                " ".repeat(style.after)
            )
        };
        let parts: Vec<String> = row.chunks(wide).map(part).collect();
        text += &format!("{0}{1}{0}\n", style.bar, parts.join(style.bar));
    }
    text + &rule(bottom)
}

const NINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// All rows of the same band have digits in few columns only.
const SPARSE: &str =
    "1.......2..........................3..............................................";

/// What is read of a text: each puzzle with dots for blanks.
fn read(text: &str) -> Vec<String> {
    let cells = |found: Result<puzzles::Reading, puzzles::ReadError>| {
        let found = found.unwrap_or_else(|error| panic!("{error}\n{text}"));
        let sudoku: &Sudoku = found.puzzle.downcast_ref().expect("a Sudoku");
        let size = sudoku.rules().shape().size();
        let mut cells = vec![".".to_owned(); size * size];
        for place in sudoku.placements() {
            cells[place.row * size + place.column] = sudoku.symbol(place.digit);
        }
        cells.concat()
    };
    puzzles::read(text.as_bytes()).map(cells).collect()
}

fn styles() -> Vec<Style> {
    let mut styles = Vec::new();
    for (bar, rule) in [("│", ROUND), ("|", PLAIN), ("║", DOUBLE)] {
        for (before, between, after) in [
            (0, 0, 0),
            (0, 1, 0),
            (1, 1, 1),
            (1, 2, 1),
            (1, 3, 1),
            (2, 3, 2),
            (2, 4, 2),
            (2, 5, 2),
        ] {
            styles.push(Style {
                before,
                between,
                after,
                bar,
                rule,
                each: false,
            });
        }
        for around in [0, 1, 2] {
            styles.push(Style {
                before: around,
                between: 0,
                after: around,
                bar,
                rule,
                each: true,
            });
        }
    }
    styles
}

#[test]
fn a_frame_of_any_width_holds_its_puzzle() {
    let nine = Shape::of_size(9).unwrap();
    let full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    for style in styles() {
        for cells in [
            NINE,
            full,
            &NINE.replacen(&NINE[9..18], ".........", 1),
            &SPARSE[..81],
        ] {
            let text = draw(nine, cells, style);
            assert_eq!(read(&text), [cells], "{text}");
            let stacked = text.repeat(3);
            assert_eq!(read(&stacked), [cells; 3], "{style:?}\n{stacked}");
        }
    }
}

#[test]
fn an_answer_stands_in_its_wide_frame() {
    let nine = Shape::of_size(9).unwrap();
    for style in styles() {
        let text = draw(nine, NINE, style);
        let mut reader = puzzles::read(text.as_bytes());
        let reading = reader.next().unwrap().unwrap();
        let solver = Solver::new(reading.puzzle.problem()).unwrap();
        let Uniqueness::Unique(solution) = solver.assume(reading.puzzle.givens()).uniqueness()
        else {
            panic!("the puzzle has one answer");
        };
        let answer = reading.puzzle.answer_text(1, &solution);
        assert_eq!(answer.lines().next(), text.lines().next());
        let solved = read(&answer).concat();
        assert_eq!(answer, draw(nine, &solved, style));
        assert!(!solved.contains('.'));
    }
}

#[test]
fn frames_of_other_sizes_are_read() {
    for size in [4, 6, 8, 12, 15, 16] {
        let shape = Shape::of_size(size).unwrap();
        // A digit in each column, and blanks around it.
        let cell = |at: usize| match (at % size + size - at / size * 2 % size) % size {
            0 => char::from(b"123456789ABCDEFG"[at / size]),
            _ => '.',
        };
        let cells: String = (0..shape.cells()).map(cell).collect();
        let dense: String = (0..shape.cells())
            .map(|at| match at % 5 {
                0 => '.',
                _ => char::from(b"123456789ABCDEFG"[(at + at / size) % size]),
            })
            .collect();
        for style in styles() {
            let text = draw(shape, &dense, style);
            assert_eq!(read(&text), [&*dense], "{text}");
            if style.between > 0 && size != 4 {
                let text = draw(shape, &cells, style);
                assert_eq!(read(&text), [&*cells], "{text}");
            }
        }
    }
}

/// The parts of a frame are as wide as its boxes, even if its size usually has other boxes.
#[test]
fn frames_show_boxes_of_other_shapes() {
    for name in ["3x2", "4x2", "4x3", "5x2"] {
        let shape: Shape = name.parse().unwrap();
        let size = shape.size();
        let cell = |at: usize| match at % 3 {
            0 => '.',
            _ => char::from(b"123456789ABC"[(at + at / size) % size]),
        };
        let cells: String = (0..shape.cells()).map(cell).collect();
        for style in styles().into_iter().filter(|style| style.between > 0) {
            let text = draw(shape, &cells, style);
            assert_eq!(read(&text), [&*cells], "{text}");
            let found = puzzles::read(text.as_bytes()).next().unwrap().unwrap();
            let sudoku: &Sudoku = found.puzzle.downcast_ref().unwrap();
            assert_eq!(sudoku.rules().shape(), shape, "{text}");
        }
    }
}

#[test]
fn a_missing_row_of_a_wide_frame_is_named() {
    let style = Style {
        before: 1,
        between: 3,
        after: 1,
        bar: "│",
        rule: ROUND,
        each: false,
    };
    let text = draw(Shape::of_size(9).unwrap(), NINE, style);
    let lines: Vec<&str> = text.lines().collect();
    let short = [&lines[..5], &lines[6..]].concat().join("\n");
    let found: Vec<_> = puzzles::read(short.as_bytes()).collect();
    assert_eq!(found.len(), 1);
    let message = found[0].as_ref().unwrap_err().to_string();
    assert!(
        message.contains("the grid ends after row 8 of 9"),
        "{message}"
    );
}

/// A program that writes a frame and waits for the answer need not write more.
#[test]
fn no_line_after_a_frame_is_looked_at_if_its_writer_waits() {
    struct Waiting;
    impl Read for Waiting {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            panic!("the answer must come first")
        }
    }
    let nine = Shape::of_size(9).unwrap();
    for style in styles() {
        let text = draw(nine, NINE, style);
        let input = BufReader::new(text.as_bytes().chain(Waiting));
        let mut reader = puzzles::read(input).waits(true);
        assert!(reader.next().unwrap().is_ok(), "{text}");
    }
}
