//! Numbers of solutions that are known from elsewhere: for each model, what the engine counts is what its source says.

use dominox::Solver;
use dominox::puzzles::model;

/// The number of solutions of the model `spec`.
fn count(spec: &str) -> String {
    let puzzle = model(spec).unwrap();
    let mut solver = Solver::new(puzzle.problem()).unwrap();
    solver.count().to_string()
}

/// Compares `count` of a model with one number for each size.
fn assert_counts<const N: usize>(name: &str, known: [(usize, u64); N]) {
    for (size, number) in known {
        let spec = format!("{name} {size}");
        assert_eq!(count(&spec), number.to_string(), "{spec}");
    }
}

/// OEIS A000170.
#[test]
fn queens() {
    let known = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724];
    for (size, number) in (1..).zip(known) {
        assert_counts("queens", [(size, number)]);
    }
}

/// Twice OEIS A014552, which counts a row and its mirror image once.
#[test]
fn langford() {
    assert_counts("langford", [(3, 2), (4, 2), (7, 52), (8, 300)]);
}

/// There is a pairing only if n or n + 1 is a multiple of 4: R. O. Davies, *The Mathematical Gazette* 43 (1959).
#[test]
fn langford_without_solutions() {
    assert_counts("langford", [(1, 0), (2, 0), (5, 0), (6, 0)]);
}

/// C. B. Haselgrove and J. Haselgrove, *Eureka* 23 (1960): 2,339 packings up to the four symmetries of the rectangle.
#[test]
fn pentominoes_6x10() {
    assert_eq!(count("pentominoes 6x10"), (4 * 2339).to_string());
}

/// S. W. Golomb, *Polyominoes* (1965): 2 packings up to symmetry; the rectangle may lie or stand. Only one piece fits
/// into one row, and only six into two.
#[test]
fn pentominoes_in_narrow_rectangles() {
    assert_eq!(count("pentominoes 3x20"), (4 * 2).to_string());
    assert_eq!(count("pentominoes 20x3"), (4 * 2).to_string());
    assert_eq!(count("pentominoes 2x30"), "0");
    assert_eq!(count("pentominoes 1x60"), "0");
}

/// OEIS A004003: 2n × 2n squares. P. W. Kasteleyn, *Physica* 27 (1961).
#[test]
fn dominoes_in_squares() {
    let known = [
        ("2x2", "2"),
        ("4x4", "36"),
        ("6x6", "6728"),
        ("8x8", "12988816"),
    ];
    for (size, number) in known {
        assert_eq!(count(&format!("dominoes {size}")), number, "{size}");
    }
}

/// The Fibonacci numbers, OEIS A000045, in two rows; none for an odd area.
#[test]
fn dominoes_in_strips() {
    let (mut before, mut number) = (1, 1);
    for width in 1..=20 {
        assert_eq!(
            count(&format!("dominoes 2x{width}")),
            number.to_string(),
            "{width}"
        );
        assert_eq!(
            count(&format!("dominoes {width}x2")),
            number.to_string(),
            "{width}"
        );
        (before, number) = (number, before + number);
    }
    assert_eq!(count("dominoes 1x1"), "0");
    assert_eq!(count("dominoes 3x5"), "0");
}

/// OEIS A002860.
#[test]
fn latin_squares() {
    assert_counts("latin", [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161_280)]);
}

/// OEIS A000315.
#[test]
fn reduced_latin_squares() {
    let known = [(1, 1), (2, 1), (3, 1), (4, 4), (5, 56), (6, 9408)];
    assert_counts("latin --reduced", known);
}

/// E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, chapter 24: 240 packings up to the 48 symmetries of
/// the cube.
#[test]
fn soma() {
    assert_eq!(count("soma"), (48 * 240).to_string());
}

/// OEIS A001147, the double factorials of odd numbers; no matching of an odd number of vertices.
#[test]
fn matchings() {
    let known = [
        (2, 1),
        (4, 3),
        (6, 15),
        (8, 105),
        (10, 945),
        (12, 10_395),
        (14, 135_135),
    ];
    assert_counts("matching", known);
    assert_counts("matching", [(1, 0), (3, 0), (7, 0)]);
}

/// Filled grids of n²×n² cells; OEIS A107739.
#[test]
fn sudoku_grids() {
    assert_eq!(count("sudoku 2x2"), "288");
}
