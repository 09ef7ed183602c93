//! The steps of a person: each of them agrees with the answer that the engine finds.

use dominox::Solver;
use dominox::engine::Verdict;
use dominox::problem::OptionId;
use dominox::puzzles::{Puzzle, Shape, Sudoku};
use dominox::workshop::person::{Grid, Marks, Solving, Words, pencil_marks};

/// Numbers that look random, always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// A minimal puzzle of this shape, and the digits of its answer, from 0.
fn puzzle(shape: Shape, random: &mut Random) -> (Marks, Vec<usize>) {
    let empty = Sudoku::empty(shape);
    let mut solver = Solver::new(empty.problem()).unwrap();
    // The first answer with a digit somewhere.
    let options = empty.problem().option_count();
    let start = OptionId::new(random.below(options));
    solver.restart(&[start]);
    let solution = solver.next_solution().expect("a grid");
    let mut givens = solution.options().to_vec();
    for place in (1..givens.len()).rev() {
        givens.swap(place, random.below(place + 1));
    }
    for place in (0..givens.len()).rev() {
        let left_out = givens.remove(place);
        solver.restart(&givens);
        if solver.verdict() != Verdict::Unique {
            givens.insert(place, left_out);
        }
    }
    let digits = empty.digits(&solution);
    let placements = givens.iter().map(|&option| empty.rules().placement(option));
    let sudoku = Sudoku::new(shape, placements);
    let answer = digits.iter().map(|digit| usize::from(*digit) - 1).collect();
    (pencil_marks(&sudoku).unwrap(), answer)
}

#[test]
fn each_step_agrees_with_the_answer() {
    let mut random = Random(14);
    let mut solved = 0;
    for (shape, count) in [
        ("2x2", 40),
        ("2x3", 40),
        ("2x4", 20),
        ("3x3", 60),
        ("3x4", 3),
    ] {
        let shape: Shape = shape.parse().unwrap();
        let grid = Grid::of(shape).unwrap();
        let words = Words {
            grid: &grid,
            symbol: |digit| (digit + 1).to_string(),
        };
        for _ in 0..count {
            let (marks, answer) = puzzle(shape, &mut random);
            let mut solving = Solving::new(marks);
            for step in solving.by_ref() {
                let said = words.sentence(&step);
                if let Some((cell, digit)) = step.placed {
                    assert_eq!(answer[cell], digit, "{said}");
                }
                for &(cell, digits) in &step.removed {
                    assert_eq!(digits >> answer[cell] & 1, 0, "{said}");
                }
                assert!(step.placed.is_some() || step.removals() > 0, "{said}");
            }
            solved += usize::from(solving.marks().is_solved());
        }
    }
    assert!(solved > 100, "{solved}");
}
