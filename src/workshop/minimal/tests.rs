use std::collections::BTreeSet;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::*;
use crate::engine::{Solver, Verdict};
use crate::puzzles::sudominoku::Piece;
use crate::puzzles::{Shape, Sudoku, Sudominoku};
use crate::workshop::random::index;
use crate::workshop::{FullGrids, Grid};

fn minimizer(sudoku: &Sudoku) -> Minimizer {
    Minimizer::new(sudoku, |_| true, Limits::default()).expect("one answer")
}

fn has_one_answer(problem: &Problem, clues: &[OptionId]) -> bool {
    let solver = Solver::new(problem).expect("a solver");
    solver.assume(clues).verdict() == Verdict::Unique
}

/// A small puzzle with one answer, and about half of its cells given.
fn small(rng: &mut ChaCha8Rng) -> Sudoku {
    loop {
        let shape = Shape::new(2, 2).expect("a shape");
        let mut grid = FullGrids::new(shape).draw(rng);
        grid.digits_mut()
            .iter_mut()
            .for_each(|digit| *digit *= u8::from(index(rng, 16) < 9));
        let sudoku = grid.to_sudoku();
        if has_one_answer(sudoku.problem(), sudoku.givens()) && sudoku.givens().len() <= 10 {
            return sudoku;
        }
    }
}

#[test]
fn all_minimal_subpuzzles_are_found_and_a_smallest_one() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..25 {
        let sudoku = small(&mut rng);
        let givens = sudoku.givens();
        let subset = |set: u32| {
            let is_in = |number: &usize| set >> number & 1 == 1;
            let numbers = (0..givens.len()).filter(is_in);
            Vec::from_iter(numbers.map(|number| givens[number]))
        };
        let one = Vec::from_iter(
            (0..1u32 << givens.len()).map(|set| has_one_answer(sudoku.problem(), &subset(set))),
        );
        let is_minimal = |set: &u32| {
            one[*set as usize]
                && (0..givens.len())
                    .all(|clue| set >> clue & 1 == 0 || !one[(set & !(1 << clue)) as usize])
        };
        let expected: BTreeSet<_> = (0..1 << givens.len())
            .filter(is_minimal)
            .map(subset)
            .collect();
        let mut found = Vec::new();
        let visited = minimizer(&sudoku).for_each(|clues| {
            found.push(clues.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(visited, Ok(ControlFlow::Continue(())));
        assert_eq!(found.len(), expected.len());
        assert_eq!(BTreeSet::from_iter(found), expected);
        let fewest = minimizer(&sudoku).fewest(0);
        assert!(expected.contains(&fewest.clues));
        assert_eq!(
            (Some(fewest.bound), fewest.stopped),
            (expected.iter().map(Vec::len).min(), None)
        );
        let order = Vec::from_iter(0..givens.len());
        assert!(expected.contains(&minimizer(&sudoku).one(&order).clues));
    }
}

#[test]
fn a_usual_puzzle_is_minimized() {
    let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let sudoku: Sudoku = text.parse().expect("a Sudoku");
    let mut minimizer = minimizer(&sudoku);
    let fewest = minimizer.fewest(0);
    assert_eq!((fewest.bound, fewest.stopped), (fewest.clues.len(), None));
    let (mut number, mut least) = (0, usize::MAX);
    let all = minimizer.for_each(|clues| {
        number += 1;
        least = least.min(clues.len());
        ControlFlow::Continue(())
    });
    assert_eq!(all, Ok(ControlFlow::Continue(())));
    assert_eq!(least, fewest.bound);
    assert!(number > 1);
}

#[test]
fn dominoes_are_left_out() {
    let text = "10\n6 B2 1 B3\n2 C4 9 C3\n6 D3 8 E3\n7 E1 4 F1\n8 B7 4 B8\n3 F5 2 F6\n7 F7 6 F8\n5 G4 9 G5\n7 I8 8 I9\n7 C9 2 B9\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n";
    let case: Sudominoku = text.parse().expect("a case");
    let is_domino = |option: OptionId| {
        let pieces = case.givens().iter().zip(case.pieces());
        pieces
            .into_iter()
            .any(|(&given, piece)| given == option && matches!(piece, Piece::Domino(..)))
    };
    let mut minimizer = Minimizer::new(&case, is_domino, Limits::default()).expect("one answer");
    let order = Vec::from_iter(0..minimizer.clues().len());
    let kept = minimizer.one(&order).clues;
    let smaller = case.keeping(|option| kept.contains(&option));
    assert!(has_one_answer(smaller.problem(), smaller.givens()));
    assert!(smaller.givens().len() < case.givens().len());
    for &left_out in &kept {
        let smaller = case.keeping(|option| kept.contains(&option) && option != left_out);
        assert!(!has_one_answer(smaller.problem(), smaller.givens()));
    }
}

#[test]
fn dominoes_are_left_out_in_all_ways_and_as_many_as_possible() {
    let text = "7\n8 B7 4 B8\n3 F5 2 F6\n7 F7 6 F8\n5 G4 9 G5\n7 I8 8 I9\n7 C9 2 B9\n6 B2 1 B3\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n";
    let case: Sudominoku = text.parse().expect("a case");
    let dominoes = &case.givens()[..7];
    let new = || {
        let may_go = |option| dominoes.contains(&option);
        Minimizer::new(&case, may_go, Limits::default()).expect("one answer")
    };
    let mut found = Vec::new();
    let visited = new().for_each(|kept| {
        found.push(kept.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(visited, Ok(ControlFlow::Continue(())));
    for kept in &found {
        let has_one = |lacking: Option<OptionId>| {
            let is_kept = |option| kept.contains(&option) && lacking != Some(option);
            let smaller = case.keeping(is_kept);
            has_one_answer(smaller.problem(), smaller.givens())
        };
        assert!(has_one(None));
        assert!(kept.iter().all(|&domino| !has_one(Some(domino))));
    }
    let one = new().one(&[0, 1, 2, 3, 4, 5, 6]).clues;
    assert!(found.contains(&one));
    let fewest = new().fewest(0);
    assert!(found.contains(&fewest.clues));
    let least = found.iter().map(Vec::len).min();
    assert_eq!((Some(fewest.bound), fewest.stopped), (least, None));
}

#[test]
fn puzzles_without_one_answer_are_refused() {
    let refused = |text: &str| {
        let sudoku: Sudoku = text.parse().expect("a Sudoku");
        Minimizer::new(&sudoku, |_| true, Limits::default()).err()
    };
    assert_eq!(
        refused("1..............."),
        Some(MinimizeError::SeveralAnswers)
    );
    assert_eq!(refused("123....4........"), Some(MinimizeError::NoAnswer));
    let sudoku: Sudoku = Grid::empty(Shape::CLASSIC).to_sudoku();
    let limits = Limits {
        nodes: Some(0),
        ..Limits::default()
    };
    let stopped = Minimizer::new(&sudoku, |_| true, limits).err();
    assert_eq!(stopped, Some(MinimizeError::Stopped(Limit::Nodes)));
}
