//! Solutions of the models, checked by the rules of the puzzle on the drawn board alone.

use std::collections::{BTreeMap, BTreeSet};

use dominox::Solver;
use dominox::puzzles::model;
use dominox::render::Board;

/// The boards of all solutions of a model. Checks that they are different, and that each solution is a cover.
fn boards(spec: &str) -> Vec<Board> {
    let puzzle = model(spec).unwrap();
    let solver = Solver::new(puzzle.problem()).unwrap();
    let mut drawings = BTreeSet::new();
    let boards: Vec<Board> = solver
        .solutions()
        .map(|solution| {
            assert_eq!(puzzle.problem().check(&solution), Ok(()));
            puzzle.decode(&solution)
        })
        .inspect(|board| assert!(drawings.insert(board.to_string()), "drawn twice:\n{board}"))
        .collect();
    assert!(!boards.is_empty(), "{spec} has no solution");
    boards
}

/// Row, column and label of each cell that has a label.
fn labels(board: &Board) -> Vec<(usize, usize, &str)> {
    let cells =
        (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |column| (row, column)));
    cells
        .map(|(row, column)| (row, column, board.label(row, column)))
        .filter(|(_, _, label)| !label.is_empty())
        .collect()
}

/// The labels of one row, as numbers.
fn numbers(board: &Board, row: usize) -> Vec<usize> {
    (0..board.columns())
        .map(|column| board.label(row, column).parse().unwrap())
        .collect()
}

#[test]
fn queens_do_not_attack_each_other() {
    for size in [1, 4, 5, 6, 8] {
        for board in boards(&format!("queens {size}")) {
            let queens = labels(&board);
            assert_eq!(queens.len(), size);
            for (index, &(row, column, label)) in queens.iter().enumerate() {
                assert_eq!(label, "Q");
                for &(other_row, other_column, _) in &queens[..index] {
                    let (down, across) = (row.abs_diff(other_row), column.abs_diff(other_column));
                    assert!(down != 0 && across != 0 && down != across, "\n{board}");
                }
            }
        }
    }
}

#[test]
fn langford_pairs_are_as_far_apart_as_they_say() {
    for size in [3, 4, 7] {
        for board in boards(&format!("langford {size}")) {
            let row = numbers(&board, 0);
            assert_eq!((board.rows(), row.len()), (1, 2 * size));
            for number in 1..=size {
                let places: Vec<_> = (0..row.len()).filter(|&slot| row[slot] == number).collect();
                assert_eq!(places.len(), 2, "\n{board}");
                assert_eq!(places[1] - places[0] - 1, number, "\n{board}");
            }
        }
    }
}

#[test]
fn dominoes_are_pairs_of_neighbours() {
    for spec in [
        "dominoes 4x4",
        "dominoes 3x6",
        "dominoes 1x2",
        "dominoes 5x2",
    ] {
        for board in boards(spec) {
            let mut pieces: BTreeMap<u32, Vec<(usize, usize)>> = BTreeMap::new();
            for row in 0..board.rows() {
                for column in 0..board.columns() {
                    pieces
                        .entry(board.piece(row, column).unwrap())
                        .or_default()
                        .push((row, column));
                }
            }
            for cells in pieces.values() {
                let &[(row, column), (other_row, other_column)] = &cells[..] else {
                    panic!("a piece of {} cells:\n{board}", cells.len());
                };
                assert_eq!(
                    row.abs_diff(other_row) + column.abs_diff(other_column),
                    1,
                    "\n{board}"
                );
            }
        }
    }
}

#[test]
fn latin_squares_have_each_symbol_once_in_each_line() {
    for board in boards("latin 4") {
        assert_latin(&board);
    }
    for board in boards("latin 5 --reduced") {
        assert_latin(&board);
        assert_eq!(numbers(&board, 0), [1, 2, 3, 4, 5], "\n{board}");
        let first: Vec<_> = (0..5).map(|row| numbers(&board, row)[0]).collect();
        assert_eq!(first, [1, 2, 3, 4, 5], "\n{board}");
    }
}

fn assert_latin(board: &Board) {
    let size = board.rows();
    let symbols: BTreeSet<usize> = (1..=size).collect();
    let rows: Vec<_> = (0..size).map(|row| numbers(board, row)).collect();
    for line in 0..size {
        assert_eq!(
            rows[line].iter().copied().collect::<BTreeSet<_>>(),
            symbols,
            "\n{board}"
        );
        let column: BTreeSet<_> = rows.iter().map(|row| row[line]).collect();
        assert_eq!(column, symbols, "\n{board}");
    }
}

#[test]
fn a_matching_leaves_nobody_over() {
    for board in boards("matching 8") {
        let people: BTreeSet<usize> = [0, 1]
            .iter()
            .flat_map(|&row| numbers(&board, row))
            .collect();
        assert_eq!(people, (1..=8).collect(), "\n{board}");
        let pairs: BTreeSet<_> = (0..4).map(|column| board.piece(0, column)).collect();
        assert_eq!(pairs.len(), 4, "\n{board}");
        assert!((0..4).all(|column| board.piece(0, column) == board.piece(1, column)));
    }
}

/// Layer, row and column.
type Cube = [i32; 3];

/// There are exactly twelve ways to join five squares, so twelve pieces of five joined squares, no two of them
/// congruent, are the pentominoes.
#[test]
fn pentominoes_are_twelve_different_pieces_of_five_squares() {
    for board in boards("pentominoes 3x20") {
        let mut pieces: BTreeMap<&str, Vec<Cube>> = BTreeMap::new();
        for (row, column, label) in labels(&board) {
            pieces
                .entry(label)
                .or_default()
                .push([0, row as i32, column as i32]);
        }
        assert_eq!(pieces.keys().copied().collect::<String>(), "FILNPTUVWXYZ");
        assert!(
            pieces
                .values()
                .all(|cells| cells.len() == 5 && joined(cells)),
            "\n{board}"
        );
        let shapes: BTreeSet<_> = pieces.values().map(|cells| least_rotation(cells)).collect();
        assert_eq!(shapes.len(), 12, "\n{board}");
        assert!(walls_are_between_labels(&board));
    }
}

/// The Soma pieces are all that three or four joined cubes can form other than boxes: seven, with mirror images apart.
#[test]
fn soma_pieces_are_the_seven_crooked_ones() {
    for board in boards("soma") {
        let mut pieces: BTreeMap<&str, Vec<Cube>> = BTreeMap::new();
        for (row, column, label) in labels(&board) {
            let cube = [column as i32 / 4, row as i32, column as i32 % 4];
            assert!(cube[2] < 3, "something stands between the layers:\n{board}");
            pieces.entry(label).or_default().push(cube);
        }
        assert_eq!(pieces.values().map(Vec::len).sum::<usize>(), 27);
        for cells in pieces.values() {
            assert!(
                (3..=4).contains(&cells.len()) && joined(cells) && !is_box(cells),
                "\n{board}"
            );
        }
        let shapes: BTreeSet<_> = pieces.values().map(|cells| least_rotation(cells)).collect();
        assert_eq!(shapes.len(), 7, "\n{board}");
    }
}

/// Whether neighbouring cells are of one piece if and only if they have one label.
fn walls_are_between_labels(board: &Board) -> bool {
    let cells = labels(board);
    let agree = |a: &(usize, usize, &str), b: &(usize, usize, &str)| {
        (board.piece(a.0, a.1) == board.piece(b.0, b.1)) == (a.2 == b.2)
    };
    cells.iter().all(|a| cells.iter().all(|b| agree(a, b)))
}

/// Whether the first cell reaches all others from neighbour to neighbour.
fn joined(cells: &[Cube]) -> bool {
    let distance = |a: &Cube, b: &Cube| (0..3).map(|axis| (a[axis] - b[axis]).abs()).sum::<i32>();
    let mut reached = vec![cells[0]];
    while let Some(next) = cells.iter().find(|cell| {
        !reached.contains(cell) && reached.iter().any(|other| distance(cell, other) == 1)
    }) {
        reached.push(*next);
    }
    reached.len() == cells.len()
}

/// Whether the cells fill all the space that they span.
fn is_box(cells: &[Cube]) -> bool {
    let span = |axis: usize| {
        let along = cells.iter().map(|cell| cell[axis]);
        along.clone().max().unwrap() - along.min().unwrap() + 1
    };
    span(0) * span(1) * span(2) == cells.len() as i32
}

/// The least of the 24 rotations of some cells, moved to the corner: the same for all congruent shapes.
fn least_rotation(cells: &[Cube]) -> Vec<Cube> {
    const AXES: [([usize; 3], i32); 6] = [
        ([0, 1, 2], 1),
        ([1, 2, 0], 1),
        ([2, 0, 1], 1),
        ([0, 2, 1], -1),
        ([1, 0, 2], -1),
        ([2, 1, 0], -1),
    ];
    let mut rotations = Vec::new();
    for (axes, parity) in AXES {
        for (first, second) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let signs = [first, second, parity * first * second];
            let turned = cells
                .iter()
                .map(|cell| [0, 1, 2].map(|i| signs[i] * cell[axes[i]]));
            let turned: Vec<Cube> = turned.collect();
            let least = [0, 1, 2].map(|i| turned.iter().map(|cell| cell[i]).min().unwrap());
            let moved = turned
                .iter()
                .map(|cell| [0, 1, 2].map(|i| cell[i] - least[i]));
            let mut moved: Vec<Cube> = moved.collect();
            moved.sort_unstable();
            rotations.push(moved);
        }
    }
    rotations.into_iter().min().unwrap()
}

/// The least solution of each model, drawn. (The first one that is found would depend on the search.)
#[test]
fn least_solutions_are_drawn() {
    for (spec, file) in [
        ("queens 8", "model-queens-8"),
        ("langford 12", "model-langford-12"),
        ("pentominoes 3x20", "model-pentominoes-3x20"),
        ("dominoes 4x5", "model-dominoes-4x5"),
        ("latin 5 --reduced", "model-latin-5-reduced"),
        ("soma", "model-soma"),
        ("matching 10", "model-matching-10"),
    ] {
        let puzzle = model(spec).unwrap();
        let least = Solver::new(puzzle.problem())
            .unwrap()
            .solutions()
            .min()
            .unwrap();
        insta::with_settings!({
            snapshot_path => "../../snapshots",
            prepend_module_to_snapshot => false,
            omit_expression => true,
            description => spec,
        }, { insta::assert_snapshot!(file, puzzle.decode(&least)) });
    }
}
