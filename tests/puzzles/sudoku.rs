//! Sudokus against a solver of arrays, and their answers against the rules: neither sees the encoding.

use std::collections::BTreeSet;

use dominox::Solver;

use dominox::problem::Occurrence;
use dominox::puzzles::{Puzzle, Shape, Sudoku, candidates};
use proptest::prelude::*;
use proptest::sample::Index;

/// Row by row, 0 for blank.
type Grid = Vec<u8>;

/// The most answers that are compared.
const MOST: usize = 200;

/// A full grid: a pattern that fits every shape, with its digits renamed and its rows moved within their bands.
fn full(shape: Shape, names: &[u8], turns: &[usize]) -> Grid {
    let (size, rows) = (shape.size(), shape.rows_per_box());
    let mut grid = Vec::with_capacity(shape.cells());
    for row in 0..size {
        let (band, inner) = (row / rows, (row % rows + turns[row / rows]) % rows);
        let shift = inner * shape.columns_per_box() + band;
        grid.extend((0..size).map(|column| names[(column + shift) % size]));
    }
    grid
}

/// Whether a digit may stand in a cell, given the others.
fn fits(shape: Shape, grid: &Grid, cell: usize, digit: u8) -> bool {
    let size = shape.size();
    let place = |cell: usize| {
        (
            cell / size,
            cell % size,
            shape.box_of(cell / size, cell % size),
        )
    };
    let (row, column, of_box) = place(cell);
    (0..grid.len())
        .filter(|&other| other != cell && grid[other] == digit)
        .all(|other| {
            let (other_row, other_column, other_box) = place(other);
            other_row != row && other_column != column && other_box != of_box
        })
}

/// The answers of a puzzle by depth-first search over its blanks, until there are more than `MOST`.
fn answers(shape: Shape, grid: &mut Grid, found: &mut BTreeSet<Grid>) {
    let choices = |grid: &Grid, cell| {
        (1..=shape.size() as u8)
            .filter(|&digit| fits(shape, grid, cell, digit))
            .collect::<Vec<_>>()
    };
    let blanks = (0..grid.len()).filter(|&cell| grid[cell] == 0);
    let Some(cell) = blanks.min_by_key(|&cell| choices(grid, cell).len()) else {
        found.insert(grid.clone());
        return;
    };
    for digit in choices(grid, cell) {
        if found.len() <= MOST {
            grid[cell] = digit;
            answers(shape, grid, found);
        }
    }
    grid[cell] = 0;
}

fn shapes() -> impl Strategy<Value = Shape> {
    prop::sample::select(vec![(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)])
        .prop_map(|(rows, columns)| Shape::new(rows, columns).unwrap())
}

/// A puzzle with at least one answer: a full grid of which cells are blanked.
fn puzzles() -> impl Strategy<Value = (Shape, Grid)> {
    shapes().prop_flat_map(|shape| {
        let names: Vec<u8> = (1..=shape.size() as u8).collect();
        let bands = shape.size() / shape.rows_per_box();
        let turns = prop::collection::vec(0..shape.rows_per_box(), bands);
        let blanks = prop::collection::vec(any::<Index>(), 0..shape.cells());
        (Just(names).prop_shuffle(), turns, blanks).prop_map(move |(names, turns, blanks)| {
            let mut grid = full(shape, &names, &turns);
            blanks
                .iter()
                .for_each(|blank| grid[blank.index(shape.cells())] = 0);
            (shape, grid)
        })
    })
}

/// The puzzle as text: N lines of N numbers.
fn read(shape: Shape, grid: &Grid) -> Sudoku {
    let lines = grid.chunks(shape.size()).map(|row| {
        let words: Vec<String> = row.iter().map(u8::to_string).collect();
        words.join(" ") + "\n"
    });
    let text: String = lines.collect();
    let mut readings = dominox::puzzles::read(text.as_bytes()).shape(shape);
    let reading = readings.next().unwrap().unwrap();
    let sudoku: Option<&Sudoku> = reading.puzzle.downcast_ref();
    sudoku.expect("a Sudoku").clone()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_puzzles_have_the_answers_that_a_search_over_arrays_finds((shape, grid) in puzzles()) {
        let mut expected = BTreeSet::new();
        answers(shape, &mut grid.clone(), &mut expected);
        let sudoku = read(shape, &grid);
        let solver = Solver::new(sudoku.problem()).unwrap().assume(sudoku.givens());
        let found: Vec<Grid> =
            solver.solutions().take(MOST + 1).map(|solution| sudoku.digits(&solution)).collect();
        for answer in &found {
            let obeys = (0..answer.len()).all(|cell| fits(shape, answer, cell, answer[cell]));
            prop_assert!(obeys && !answer.contains(&0));
            prop_assert!(grid.iter().zip(answer).all(|(&given, &digit)| given == 0 || given == digit));
        }
        let distinct: BTreeSet<Grid> = found.iter().cloned().collect();
        prop_assert_eq!(distinct.len(), found.len());
        if expected.len() <= MOST {
            prop_assert_eq!(distinct, expected);
        } else {
            prop_assert!(found.len() > MOST);
        }
    }
}

/// A matrix of 0 and 1 can have the shape of a Sudoku, in which no digit but 1 is given.
#[test]
fn a_matrix_that_is_read_as_a_sudoku_is_warned_of() {
    let warning = |text: &str| text.parse::<Sudoku>().expect(text).warning();
    assert!(warning("1001\n0110\n1000\n0001\n").is_some());
    assert_eq!(warning("1000\n0010\n0100\n0001\n"), None);
    assert_eq!(warning("1001\n0120\n1000\n0001\n"), None);
    assert_eq!(warning("11..............\n"), None);
}

#[test]
fn a_sudoku_without_answer_has_no_candidates_in_any_cell() {
    let sudoku: Sudoku = "11..............".parse().unwrap();
    let nothing = vec![Occurrence::InNone; sudoku.problem().option_count()];
    let board = candidates(&sudoku, &nothing).expect("a board of digits");
    let mut cells = (0..4).flat_map(|row| (0..4).map(move |column| (row, column)));
    assert!(cells.all(|(row, column)| board.label(row, column).is_empty()));
}
