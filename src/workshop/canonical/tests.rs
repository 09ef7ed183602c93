use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::*;
use crate::engine::Solver;
use crate::puzzles::{Puzzle, Shape, Sudoku};
use crate::workshop::random::{index, shuffle};
use crate::workshop::{FullGrids, Maker, Order, Wish, chance};

/// All orders of lines in which those of a box stay together.
fn orders(of_box: usize, size: usize) -> Vec<Vec<usize>> {
    fn permutations(values: Vec<usize>) -> Vec<Vec<usize>> {
        if values.is_empty() {
            return vec![vec![]];
        }
        let with_first = |place: usize| {
            let mut rest = values.clone();
            let first = rest.remove(place);
            permutations(rest)
                .into_iter()
                .map(move |rest| [vec![first], rest].concat())
        };
        (0..values.len()).flat_map(with_first).collect()
    }
    let mut all = Vec::new();
    for bands in permutations((0..size / of_box).collect()) {
        let mut orders = vec![vec![]];
        for band in bands {
            let of_band = permutations((band * of_box..(band + 1) * of_box).collect());
            let longer = |order: &Vec<usize>| {
                let order = order.clone();
                let of_band = of_band.clone();
                of_band
                    .into_iter()
                    .map(move |lines| [order.clone(), lines].concat())
            };
            orders = orders.iter().flat_map(longer).collect();
        }
        all.extend(orders);
    }
    all
}

/// The least grid, by trying everything.
fn least_of_all(grid: &Grid, orders: &[Vec<Vec<usize>>; 2]) -> Vec<u8> {
    let (shape, size) = (grid.shape(), grid.shape().size());
    let mut grids = vec![grid.clone()];
    if shape.rows_per_box() == shape.columns_per_box() {
        grids.push(grid.transposed());
    }
    let mut least = vec![u8::MAX; shape.cells()];
    for grid in grids {
        for rows in &orders[0] {
            for columns in &orders[1] {
                let mut names = vec![0; size + 1];
                let mut named = 0;
                let cells = rows
                    .iter()
                    .flat_map(|row| columns.iter().map(move |column| row * size + column));
                let form = cells.map(|cell| match usize::from(grid.digits()[cell]) {
                    0 => 0,
                    digit => {
                        if names[digit] == 0 {
                            named += 1;
                            names[digit] = named;
                        }
                        names[digit]
                    }
                });
                least = least.min(form.collect());
            }
        }
    }
    least
}

/// The grid without some of its digits.
fn thinned(grid: &Grid, rng: &mut ChaCha8Rng) -> Grid {
    let left = index(rng, 8) + 1;
    let mut keep = |digit: u8| if index(rng, 8) < left { digit } else { 0 };
    Grid::new(
        grid.shape(),
        grid.digits().iter().map(|&digit| keep(digit)).collect(),
    )
}

fn random_transformation(shape: Shape, rng: &mut ChaCha8Rng) -> Transformation {
    let size = shape.size();
    let mut lines = |of_box: usize| {
        let mut bands = Vec::from_iter(0..size / of_box);
        shuffle(rng, &mut bands);
        let mut all = Vec::new();
        for band in bands {
            let mut lines = Vec::from_iter(band * of_box..(band + 1) * of_box);
            shuffle(rng, &mut lines);
            all.extend(lines);
        }
        all
    };
    let (rows, columns) = (lines(shape.rows_per_box()), lines(shape.columns_per_box()));
    let mut digits = Vec::from_iter(1..=size as u8);
    shuffle(rng, &mut digits);
    let is_square = shape.rows_per_box() == shape.columns_per_box();
    Transformation {
        transposes: is_square && index(rng, 2) == 1,
        rows,
        columns,
        digits,
    }
}

#[test]
fn small_forms_are_the_least_of_all() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for (shape, number) in [("2x2", 300), ("2x3", 40), ("3x2", 20)] {
        let shape: Shape = shape.parse().expect("a shape");
        let orders = [shape.rows_per_box(), shape.columns_per_box()]
            .map(|lines| orders(lines, shape.size()));
        let mut grids = FullGrids::new(shape);
        for round in 0..number {
            let full = grids.draw(&mut rng);
            let grid = if round % 4 == 0 {
                full
            } else {
                thinned(&full, &mut rng)
            };
            let form = canonical(&grid).expect("few ways");
            assert_eq!(form.grid.digits(), least_of_all(&grid, &orders), "{grid}");
            assert_eq!(form.transformation.apply(&grid), form.grid);
        }
        let empty = canonical(&Grid::empty(shape)).expect("few ways");
        assert_eq!(empty.grid, Grid::empty(shape));
    }
}

#[test]
fn digits_may_contradict_each_other() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let shape: Shape = "2x2".parse().expect("a shape");
    let orders = [orders(2, 4), orders(2, 4)];
    for _ in 0..300 {
        let digits = (0..16).map(|_| index(&mut rng, 5) as u8).collect();
        let grid = Grid::new(shape, digits);
        let form = canonical(&grid).expect("few ways");
        assert_eq!(form.grid.digits(), least_of_all(&grid, &orders), "{grid}");
    }
}

#[test]
fn the_same_puzzle_has_the_same_form() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for (shape, puzzles) in [("3x3", 60), ("2x4", 10), ("3x4", 3)] {
        let shape: Shape = shape.parse().expect("a shape");
        let mut maker = Maker::new(shape, Wish::default()).expect("wishes");
        for _ in 0..puzzles {
            let Order::Made(made) = maker.make(&mut rng, 1) else {
                panic!("each grid has minimal puzzles");
            };
            let mut grids = vec![made.puzzle.clone(), thinned(&made.puzzle, &mut rng)];
            if shape == Shape::CLASSIC {
                grids.push(made.answer);
            }
            for grid in grids {
                let form = canonical(&grid).expect("few ways");
                assert_eq!(form.transformation.apply(&grid), form.grid);
                let other = random_transformation(shape, &mut rng).apply(&grid);
                assert_eq!(
                    canonical(&other).expect("few ways").grid,
                    form.grid,
                    "{grid}"
                );
                let again = canonical(&form.grid).expect("few ways");
                assert_eq!(again.grid, form.grid);
            }
        }
    }
}

#[test]
fn both_ways_to_find_the_form_of_a_full_grid_agree() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut grids = FullGrids::new(Shape::CLASSIC);
    // The grid with the most symmetries, and one whose second row begins with 456, are among them.
    let cyclic = |step: [usize; 3]| {
        let digit = |cell: usize| (cell % 9 + step[cell / 9 % 3] + cell / 27) % 9 + 1;
        Grid::new(
            Shape::CLASSIC,
            (0..81).map(|cell| digit(cell) as u8).collect(),
        )
    };
    let mut all = vec![cyclic([0, 3, 6])];
    all.extend((0..4).map(|_| grids.draw(&mut rng)));
    for grid in all {
        let fast = canonical(&grid).expect("few ways");
        let slow = search::least(&grid).expect("few ways");
        assert_eq!(fast.transformation.apply(&grid), slow[0].apply(&grid));
        assert_eq!(fast.grid, fast.transformation.apply(&grid));
    }
}

/// The number of full grids of 2 × 3 in each class, and how often they are drawn.
#[test]
fn the_49_classes_of_small_grids_are_drawn_by_their_sizes() {
    let shape: Shape = "2x3".parse().expect("a shape");
    let sudoku: Sudoku = ("123456".to_owned() + &".".repeat(30))
        .parse()
        .expect("a Sudoku");
    let sudoku = Sudoku::new(shape, sudoku.placements());
    let mut classes: BTreeMap<Grid, (u64, u64)> = BTreeMap::new();
    let mut solver = Solver::new(sudoku.problem())
        .expect("a solver")
        .assume(sudoku.givens());
    let _ = solver.for_each(|options| {
        let mut grid = Grid::empty(shape);
        grid.put(options);
        let at = |row: usize| grid.digits()[6 * row];
        // One of eight, which differ in the order of the rows below the first two.
        if at(2) < at(3) && at(4) < at(5) && at(2) < at(4) {
            let ways = search::least(&grid).expect("few ways");
            let symmetries = ways.iter().collect::<BTreeSet<_>>().len() as u64;
            let class = classes.entry(ways[0].apply(&grid)).or_default();
            *class = (class.0 + 1, symmetries);
        }
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(classes.len(), 49);
    for (members, symmetries) in classes.values() {
        // First rows, and orders of the rows below the first two; all transformations.
        assert_eq!(members * 720 * 8 * symmetries, 720 * 48 * 72);
    }
    let all: u64 = classes.values().map(|(members, _)| members).sum();
    assert_eq!(all * 720 * 8, 28_200_960);
    const GRIDS: u64 = 4000;
    let mut rng = ChaCha8Rng::seed_from_u64(49);
    let mut grids = FullGrids::new(shape);
    let mut seen: BTreeMap<Grid, u64> = BTreeMap::new();
    for _ in 0..GRIDS {
        let form = canonical(&grids.draw(&mut rng)).expect("few ways");
        *seen.entry(form.grid).or_default() += 1;
    }
    let numbers = classes.iter().map(|(form, (members, _))| {
        let seen = seen.get(form).copied().unwrap_or(0);
        (seen, *members as f64 / all as f64 * GRIDS as f64)
    });
    chance::assert_fair(numbers);
}
