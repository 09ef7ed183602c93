//! Drawings of packings, read back.

use dominox::Solver;
use dominox::problem::{OptionId, Solution};
use dominox::puzzles::Puzzle;
use dominox::puzzles::packing::Packing;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn packing(text: &str) -> Packing {
    Packing::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The first few packings.
fn solutions(packing: &Packing) -> Vec<Solution> {
    let mut solver = Solver::new(packing.problem()).unwrap();
    let solutions = std::iter::from_fn(|| solver.next_solution());
    solutions.take(20).collect()
}

/// What a drawing shows, as options of the packing; `None` if it cannot be read.
fn read(packing: &Packing, drawing: &str) -> Option<Vec<OptionId>> {
    let drawn = packing.drawn(drawing)?;
    let chosen = Solver::new(&drawn.problem).unwrap().next_solution()?;
    let chosen = chosen.options().iter().map(|at| drawn.options[at.index()]);
    Some(chosen.chain(drawn.holes).collect())
}

/// Checks that drawings end where the reader of a stream ends them, and show their packing.
fn assert_read(packing: &Packing) {
    for solution in solutions(packing) {
        let drawing = packing.answer_text(1, &solution);
        match packing.drawing_end() {
            Some(mut end) => {
                let mut lines = drawing.lines();
                assert!(lines.any(|line| end.is_reached(line)), "{drawing}");
                assert_eq!(lines.next(), None, "{drawing}");
            }
            None => assert!(drawing.lines().all(|line| !line.is_empty()), "{drawing}"),
        }
        let again = read(packing, &drawing).unwrap_or_else(|| panic!("{drawing}"));
        let again = Solution::new(again);
        assert_eq!(packing.answer_text(1, &again), drawing);
        assert!(packing.problem().check(&again).is_ok(), "{drawing}");
    }
}

/// Packings of all lattices, with layers, copies, holes and names that are explained.
const DRAWN: [&str; 12] = [
    "packing\npieces pentominoes\nboard 8x8-center\n",
    "packing\npiece I x2 xxx\nboard 2x3\n",
    "packing\npiece dominoes x0.. xx\npiece ten-ten x0.. x\nboard 2x3\nholes 0..2\n",
    "packing\npieces soma\nboard 3x3x3\n",
    "packing\npiece rod x2.. xx\npiece A x.x\nboard 2x2x2\n",
    "packing hexagons\npieces trihexes\nboard\n   x x\n  x x x\n   x x\n  x x\n",
    "packing\npiece T x3 ^v^\npiece I x1.. ^v\nboard hexagonal 2\nholes 1..9\n",
    "packing\npieces hexiamonds\nboard 6x6\n",
    "packing prisms\npiece A x0.. ^v\npiece long x2 ^\nboard\n  .^. .^. ...\n  ^v^ ^v^ ^v^\n",
    "packing hexagons\npiece a/ x0.. x.x\npiece b x0.. x\nboard\n  x x\n x ? x\n",
    "packing\npiece ─ x0.. xx\npiece ╬═ x0.. x\nboard 2x2\n",
    "packing\npiece A x0.. xx\npiece ╬═ x0.. x\nboard\n  xx\n  ..\n  xx\n",
];

#[test]
fn what_is_drawn_is_read() {
    for text in DRAWN {
        assert_read(&packing(text));
    }
}

#[test]
fn what_is_no_drawing_of_the_board_is_not_read() {
    let small = packing("packing\npiece V xx/x.\npiece I x\nboard 2x2\n");
    let drawing = "┌───────┐\n│ V   V │\n├───┐   │\n│ I │ V │\n└───┴───┘\n";
    assert_eq!(small.drawn(drawing).unwrap().options.len(), 2);
    for other in [
        "",
        "┌───┐\n│ V │\n└───┘\n",
        "V I\nI V\n",
        &drawing.replace('I', "J"),
        &drawing.replace("├───┐   │\n│ I │ V │\n", ""),
    ] {
        assert!(small.drawn(other).is_none(), "{other}");
    }
    let with_wall = drawing.replace("├───┐   │", "├───────┤");
    assert_eq!(small.drawn(&with_wall).unwrap().options.len(), 1);
}

/// Layers of the same size, each as rows of these cells.
fn board(cells: &'static str) -> impl Strategy<Value = Vec<Vec<String>>> {
    (1..=3usize, 1..=3usize, 1..=4usize)
        .prop_flat_map(move |(layers, rows, columns)| {
            let cells: Vec<char> = cells.chars().collect();
            let row = vec(select(cells), columns).prop_map(String::from_iter);
            vec(vec(row, layers), rows)
        })
        .prop_filter("a board has cells", |rows| {
            rows.iter().flatten().any(|row| row.contains(['x', '?']))
        })
}

/// A packing with this board, whose pieces fit on all boards.
fn cubes(rows: &[Vec<String>]) -> Packing {
    let rows = rows.iter().map(|row| format!("  {}\n", row.join("   ")));
    packing(&format!(
        "packing cubes\npiece A x0.. x\npiece rod x0.. xx\nboard\n{}",
        String::from_iter(rows)
    ))
}

/// The names in a drawing, in its order.
fn names(drawing: &str) -> Vec<&str> {
    drawing
        .split(|c: char| !c.is_alphabetic())
        .filter(|name| !name.is_empty())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(300)
    })]

    /// Also if there are layers, rows and columns without cells.
    #[test]
    fn drawings_of_all_solid_boards_are_read(rows in board("x.?")) {
        assert_read(&cubes(&rows));
    }

    /// A drawing of another board is refused, unless it shows the same names, in the cells of this board.
    #[test]
    fn drawings_of_other_boards_are_refused((rows, others) in (board("xx."), board("xx."))) {
        let (own, other) = (cubes(&rows), cubes(&others));
        for solution in solutions(&other) {
            let drawing = other.answer_text(1, &solution);
            let Some(options) = read(&own, &drawing) else {
                continue;
            };
            let again = Solution::new(options);
            if own.problem().check(&again).is_ok() {
                let redrawn = own.answer_text(1, &again);
                assert_eq!(names(&redrawn), names(&drawing), "{drawing}{redrawn}");
            }
        }
    }
}

#[test]
fn a_drawing_has_no_name_outside_of_the_board() {
    for (board, larger) in [
        ("x.x/xxx", "xxx/xxx"),
        ("xx/x.", "xx/xx"),
        ("x . x", "x. xx"),
    ] {
        let [board, larger] = [board, larger]
            .map(|board| packing(&format!("packing cubes\npiece A x0.. x\nboard {board}\n")));
        let solution = &solutions(&larger)[0];
        assert!(board.drawn(&larger.answer_text(1, solution)).is_none());
    }
}
