//! Any bytes, read as a stream of puzzles, whose kind is recognised or given: no panic, no more puzzles than bytes, and
//! the digits of a Sudoku are where its own answer has them.

#![no_main]

use dominox::Solution;
use dominox::puzzles::{self, Cover, Matrix, Puzzle, Sudoku, Sudominoku, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let mut reader = puzzles::read(text);
    reader = match choice % 9 {
        0 => reader.kind(Sudoku::KIND),
        1 => reader.kind(Sudominoku::KIND),
        2 => reader.kind(Cover::KIND),
        3 => reader
            .kind(Sudoku::KIND)
            .shape("2x2".parse().expect("a shape")),
        4 => reader
            .kind(Sudoku::KIND)
            .shape("4x4".parse().expect("a shape")),
        5 => reader.kind(Matrix::KIND),
        6 => reader.waits(true),
        7 => reader.kind(Variant::KIND),
        _ => reader,
    };
    let mut count = 0;
    for found in reader {
        count += 1;
        match found {
            Ok(found) => {
                assert_eq!(found.index, count);
                if let Some(sudoku) = found.puzzle.downcast_ref() {
                    check(sudoku);
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    assert!(count <= text.len() as u64 + 1);
});

/// Without a solution, the answer is the question: it has the same givens.
fn check(sudoku: &Sudoku) {
    let text = sudoku.answer(&Solution::new(Vec::new()));
    let mut again = puzzles::read(text.as_bytes())
        .kind(Sudoku::KIND)
        .shape(sudoku.rules().shape());
    let again = again.next().expect("a puzzle").expect("a good one");
    assert_eq!(again.puzzle.givens(), sudoku.givens(), "{text}");
}
