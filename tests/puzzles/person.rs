//! The steps of a person: each of them agrees with the answer that the engine finds.

use dominox::Solver;
use dominox::engine::Verdict;
use dominox::problem::OptionId;
use dominox::puzzles::{self, Puzzle, Shape, Sudoku};
use dominox::workshop::person::{Marks, Pieces, Rating, Solving, Value, Words, pencil_marks};

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
        for _ in 0..count {
            let (marks, answer) = puzzle(shape, &mut random);
            solved += usize::from(check(marks, &answer));
        }
    }
    assert!(solved > 100, "{solved}");
}

/// Panics unless each step agrees with the answer. Returns whether the steps lead to it.
fn check(marks: Marks, answer: &[usize]) -> bool {
    let grid = marks.grid().clone();
    let words = Words {
        grid: &grid,
        symbol: |digit| (digit + 1).to_string(),
    };
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
        let value = step.value;
        assert!(
            Value::EASY.contains(&value) || (Value(40)..=Value::GREATEST).contains(&value),
            "{said}"
        );
    }
    solving.marks().is_solved()
}

#[test]
fn each_step_with_pieces_agrees_with_the_answer() {
    let text = include_str!("../data/sudominoku.in");
    for reading in puzzles::read(text.as_bytes()) {
        let puzzle = reading.unwrap().puzzle;
        let mut solver = Solver::new(puzzle.problem())
            .unwrap()
            .assume(puzzle.givens());
        let answer = solver.next_solution().expect("an answer");
        let answer = answer.options();
        let pieces = Pieces::new(puzzle.problem(), puzzle.givens()).unwrap();
        let mut pieces = pieces.until(answer);
        while let Some(step) = pieces.hint_unless(&|| false) {
            let count = usize::from(step.chosen.is_some()) + step.excluded.len();
            assert!(count > 0, "{step:?}");
            assert!(
                step.chosen.iter().all(|option| answer.contains(option)),
                "{step:?}"
            );
            assert!(
                !step.excluded.iter().any(|option| answer.contains(option)),
                "{step:?}"
            );
            pieces.apply(&step);
        }
        assert!(pieces.is_solved());
    }
}

/// Random minimal puzzles with the ratings that Sudoku Explainer gives them, and the technique of the hardest step.
const RATED: [(&str, &str, &str); 36] = [
    (
        "7.....8......2....5...9...7.26..7...9....3..54...6...2..4.59.1...5....6328.....9.",
        "1.7",
        "direct pointing",
    ),
    (
        ".3.87..4.5..3..6...........6...23..1.13...7......8..5....4.28...9...6.........2.7",
        "2.0",
        "direct hidden pair",
    ),
    (
        ".627...3...5..28....9.3........9.6..423.....1......5.....97......6..5......34.91.",
        "2.3",
        "naked single",
    ),
    (
        ".75...68...2.9...4........5...3.1....5..4.......72.4.6...6...9..6......21.397....",
        "2.5",
        "direct hidden triplet",
    ),
    (
        "...8.9..1.....5..22.5....4.....5......72...9....9.37.........6..8.41...7.12.9....",
        "2.6",
        "pointing",
    ),
    (
        "..248.....36...2.........91....39...1....4........546.....5.13..6.2..75...8......",
        "2.8",
        "claiming",
    ),
    (
        "..6.9.3.........572....864.3.8..7...4..1.9..5.9......35..4......1.......9.2....18",
        "3.0",
        "naked pair",
    ),
    (
        ".....3.....1...2...647......17.....4...8..5..49.....6.8....96....5..819.....4....",
        "3.2",
        "X-wing",
    ),
    (
        "75.8...6.......9...3..5.7..41.3.......8..4...3....68...6....5.4..5.9...1...7.....",
        "3.4",
        "hidden pair",
    ),
    (
        ".......2..74...3..8....6.5...3.5..6..9.6...4.2...9.18....815...5..4..91.........2",
        "3.6",
        "naked triplet",
    ),
    (
        "6.32.....1..9..8.4.9.3....2.64.2.5....2...7..5...862.....6.4......8.......5..34..",
        "4.0",
        "skyscraper",
    ),
    (
        "...2..94.1.9...5.....97.....42..3.......1872........36..8..5...9.......14.....3.5",
        "4.1",
        "two-string kite",
    ),
    (
        ".3.....9.5.......4.4..9...64973.....2....45..........8.....7..1.71..968....6.8...",
        "4.2",
        "XY-wing",
    ),
    (
        ".59...7...2.8...5.4............4.39.....65..21........6..72...3...53...7.97....2.",
        "4.3",
        "two grouped strong links",
    ),
    (
        "....8175..49....1....7.....8.3..6....6.1.......59.......43.76.2.1..2......6...14.",
        "4.4",
        "XYZ-wing",
    ),
    (
        ".....52...9.....6.1..2...8.4..3...29.......7...8...1...6.9.2.4....85.....5314....",
        "4.5",
        "unique rectangle",
    ),
    (
        "8...1.6..1.......9...78..1..8......4....9.....5.46.7......42....42..9..3...5..1..",
        "4.5",
        "unique rectangle",
    ),
    (
        "......89.7....1.45...9356......63...2.....1...4..9..5.3...72....1.3..2.........7.",
        "4.6",
        "unique loop",
    ),
    (
        "7.............95.2..682...7..16..3.94........3..9..71.....8.......7....8..43...9.",
        "5.0",
        "naked quad",
    ),
    (
        ".8....3..4....85....5.67.........9..976.....5...15........7..693.9.85.....1......",
        "5.4",
        "three strong links",
    ),
    (
        ".1.2.......3.1..6..98.56...7.....3....4..5..2..6......5..6...9.1....87.6..9..24..",
        "5.5",
        "three strong links",
    ),
    (
        ".....3..4.2.1.46..4..6..2.3.......6239....4.....2..8....53...9.1.....7....64.1...",
        "5.6",
        "bivalue universal grave",
    ),
    (
        ".9...6..........12......4.7...3...8...5.69...17.2..6.....4.8..93...9......1.5.2..",
        "5.6",
        "WXYZ-wing",
    ),
    (
        "1..3......9...132.25.7.....3....58...678......1.9......2....1......29.38.......96",
        "5.7",
        "bivalue universal grave",
    ),
    (
        "4....6..9.6..8...4.12......5..61..2..4.....8.....479.6.2.173.....3.291...9.......",
        "5.7",
        "three strong links",
    ),
    (
        "53...2..7..6.....4..2.3.......7...28...1836.........4..753.1...3...58...6...2...1",
        "5.7",
        "three strong links",
    ),
    (
        "3.8.1.......7....2.9...2.36...3..4.9.....9.8.....4..5.16..7.....3.....71..5....4.",
        "6.4",
        "VWXYZ-wing",
    ),
    (
        "9.....6....791........3.5..3.8..41......9.2..62......3...18....1..2..38.....4...7",
        "6.6",
        "UVWXYZ-wing",
    ),
    (
        "..35......2.378....8.....7.2.54.9......7...9..3...18....8..42.74.1.....6........4",
        "6.9",
        "Y-cycle",
    ),
    (
        "...3..8....49..6..52...8....9..2..1...6..5..8.3..4......91....43.........4......7",
        "7.1",
        "cycle",
    ),
    (
        "...34.....38.9...5......1..8.6.......5.1.94.7...5.......48...63........43..25.9..",
        "7.2",
        "forcing chain",
    ),
    (
        ".6.4...5.....67.....35....91......9..84.....5.3.8..4..3.2...86.9....2..3....7...2",
        "7.7",
        "Nishio",
    ),
    (
        "..5..83...7.23..1..8......62.734........19.........1.........8..9...2.......6.235",
        "8.3",
        "unit forcing chains",
    ),
    (
        "......18.37........124.....5......1......3.......824.66......7...51..6.8..327....",
        "8.8",
        "dynamic cell chains",
    ),
    (
        ".....56.......3....1.46...7..35..2..59..7..31.7........65.8....8..3.....1......92",
        "8.9",
        "dynamic unit chains",
    ),
    (
        ".3..9.....56..24.9..2.1..6..7.1...2....85...43...29..8........6.17......5...3.8.2",
        "8.9",
        "dynamic unit chains",
    ),
];

#[test]
fn ratings_are_those_of_sudoku_explainer() {
    for (puzzle, value, technique) in RATED {
        let sudoku: Sudoku = puzzle.parse().unwrap();
        let rating = Rating::of(pencil_marks(&sudoku).unwrap());
        let found = (rating.hardest.to_string(), rating.technique.unwrap().name());
        assert_eq!(found, (value.into(), technique), "{puzzle}");
        assert!(rating.is_solved);
        check_steps(&sudoku);
    }
}

/// A rating up to a value is the whole rating, or none.
#[test]
fn ratings_within_a_value_are_those_of_all_steps() {
    for (puzzle, ..) in RATED {
        let marks = pencil_marks(&puzzle.parse().unwrap()).unwrap();
        let rating = Rating::of(marks.clone());
        assert_eq!(
            Rating::within(rating.hardest, marks.clone()),
            Some(rating),
            "{puzzle}"
        );
        let less = Value(rating.hardest.0 - 1);
        assert_eq!(Rating::within(less, marks), None, "{puzzle}");
    }
}

/// Panics unless each step agrees with the answer.
fn check_steps(sudoku: &Sudoku) {
    let mut solver = Solver::new(sudoku.problem())
        .unwrap()
        .assume(sudoku.givens());
    let solution = solver.next_solution().expect("an answer");
    let digits = sudoku.digits(&solution);
    let answer = Vec::from_iter(digits.iter().map(|digit| usize::from(*digit) - 1));
    check(pencil_marks(sudoku).unwrap(), &answer);
}
