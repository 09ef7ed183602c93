//! Packings: text, problem, solutions, drawings; and known puzzles with the numbers of packings that others published.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use dominox::Solver;
use dominox::engine::{CountMethod, Limits, Symmetries};
use dominox::problem::{ItemId, OptionId, Part};
use dominox::puzzles::Puzzle;
use dominox::puzzles::packing::{Cell, Lattice, Packing, Piece, Region};
use dominox::render::{PIECES, Paint, Shape};

fn packing(text: &str) -> Packing {
    Packing::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn fault(text: &str) -> String {
    Packing::parse(text).unwrap_err().to_string()
}

fn counts(text: &str) -> (u64, u64) {
    counts_of(&packing(text))
}

/// The numbers of all packings and of those up to movements of the board.
fn counts_of(packing: &dyn Puzzle) -> (u64, u64) {
    let all = Solver::new(packing.problem()).unwrap().count();
    (all.to_string().parse().unwrap(), orbits(packing, true))
}

/// The number of packings up to movements of the board; without `mirrors`, only movements that can be made by hand.
fn orbits(packing: &dyn Puzzle, mirrors: bool) -> u64 {
    let problem = packing.problem();
    let elements = packing.own_symmetries(mirrors).unwrap();
    let symmetries = Symmetries::of_items(problem, &Part::default(), &elements);
    let solver = Solver::new(problem).unwrap();
    let mut solver = solver.counting(CountMethod::Search);
    let orbits = solver.count_up_to_symmetry(&symmetries);
    orbits.to_string().parse().unwrap()
}

/// The first of all packings, drawn.
fn drawn(text: &str) -> String {
    drawing_of(&packing(text))
}

fn drawing_of(packing: &dyn Puzzle) -> String {
    let first = Solver::new(packing.problem()).unwrap().next_solution();
    packing.answer_text(1, &first.expect("a packing"))
}

/// Compares a text with its snapshot.
fn assert_drawn(file: &str, text: &str) {
    insta::with_settings!({
        snapshot_path => "../../snapshots",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, { insta::assert_snapshot!(file, text) });
}

#[test]
fn pieces_come_before_cells_and_each_place_is_an_option() {
    let small = packing("packing\npiece V\n xx\n x.\npiece I x\nboard 2x2\n");
    let problem = small.problem();
    let names: Vec<_> = problem
        .items()
        .map(|item| problem.item_name(item))
        .collect();
    assert_eq!(names, ["V", "I", "r1c1", "r1c2", "r2c1", "r2c2"]);
    assert_eq!(problem.option_count(), 4 + 4);
    assert_eq!(small.item_words(ItemId::new(0)), "piece V");
    assert_eq!(small.item_words(ItemId::new(3)), "a piece on cell r1c2");
    assert_eq!(
        small.option_words(OptionId::new(7)),
        "piece I on cells r2c2"
    );
    assert_eq!(
        small.placement(OptionId::new(7)),
        (Some(1), vec![[0, 1, 1]])
    );
}

#[test]
fn pieces_of_one_shape_and_any_number_are_kept_apart() {
    let dominoes = "packing\npiece A x0.. xx\npiece B x0.. xx\npiece C x0.. xxxx\nboard 2x2\n";
    // Two lie beside each other, in two directions: AA, BB, AB, BA.
    assert_eq!(counts(dominoes), (8, 3));
    let single = packing("packing\npiece A x0.. xx\nboard 2x2\n");
    assert_eq!(single.problem().item_count(), 4);
}

#[test]
fn cells_that_no_rule_leaves_empty_are_alike() {
    let pieces = "packing\npiece A x0..\n x\npiece D x0.. xx\nboard\n ?xxx\n";
    // A A D and D A A are mirror images of each other.
    assert_eq!(counts(&format!("{pieces}holes 0\n")), (5, 4));
    assert_eq!(counts(&format!("{pieces}holes 0..1\n")), (8, 8));
}

#[test]
fn own_symmetries_end_with_the_time() {
    let packing = packing("packing\npieces pentominoes\nboard 6x6\nholes any\n");
    let (problem, part) = (packing.problem(), Part::default());
    let elements = packing.own_symmetries(true).unwrap();
    let limits = |is_cancelled| Limits {
        cancel: Some(Arc::new(AtomicBool::new(is_cancelled))),
        ..Limits::default()
    };
    let found = |limits| Symmetries::of_items_within(problem, &part, &elements, &limits);
    assert!(found(limits(true)).is_none());
    assert_eq!(found(limits(false)).unwrap().order(), 8u32.into());
}

#[test]
fn layers_stand_beside_each_other() {
    let text = drawn("packing\npiece A x2 xx/x. x.\nboard 2x2x2\n");
    assert_drawn("packing-layers", &text);
}

#[test]
fn long_names_are_explained() {
    let text = drawn("packing hexagons\npiece long-name x2 x.x\nboard\n  x x\n x ? x\n");
    assert_drawn("packing-legend", &text);
}

#[test]
fn copies_have_bounds() {
    assert_eq!(counts("packing\npiece I x2 xx\nboard 2x2\n"), (2, 1));
    assert_eq!(
        counts("packing\npiece I x2.. xx\npiece O x0.. x\nboard 2x2\n"),
        (2, 1)
    );
    assert_eq!(
        counts("packing\npiece I x0..1 xx\npiece O x0.. x\nboard 2x2\n"),
        (5, 2)
    );
    assert_eq!(
        counts("packing\npiece I x0.. xx\npiece O x0.. x\nboard 2x2\n"),
        (7, 3)
    );
    assert_eq!(
        counts("packing\npiece I x0 xx\npiece O x4 x\nboard 2x2\n"),
        (1, 1)
    );
}

#[test]
fn holes_are_cells_that_stay_empty() {
    assert_eq!(counts("packing\npiece I xx\nboard 2x2\nholes 2\n"), (4, 1));
    assert_eq!(counts("packing\npiece I xx\nboard 2x2\nholes 1\n"), (0, 0));
    assert_eq!(
        counts("packing\npiece I x0.. xx\nboard 2x2\nholes any\n"),
        (7, 3)
    );
    assert_eq!(
        counts("packing\npiece I x0.. xx\nboard 2x2\nholes 1..2\n"),
        (4, 1)
    );
    assert_eq!(counts("packing\npiece I x0.. xx\nboard ?x/xx\n"), (2, 1));
    assert_eq!(counts("packing\npiece I x1.. xx\nboard ??/xx\n"), (3, 3));
}

#[test]
fn no_cell_is_optional_where_the_pieces_must_fill_the_board() {
    let text = "packing\npiece L x2 xxx/x..\nboard 2x4\n";
    let plain = packing(text);
    for holes in ["0", "any", "0..2"] {
        let loose = packing(&format!("{text}holes {holes}\n"));
        assert_eq!(loose.problem(), plain.problem(), "{holes}");
    }
    let optional = packing("packing\npiece L x2 xxx/x..\nboard ???x/xxx?\n");
    assert_eq!(optional.problem(), plain.problem());
    let more = packing("packing\npiece L x2.. xxx/x..\nboard 2x4\nholes 0..1\n");
    assert_eq!(more.problem().primary_count(), 1 + 8);
    assert_eq!(counts_of(&more), counts(text));
    let words = "the pieces have 8 cells, the board has 8, 1 of which stay empty";
    let never = packing(&format!("{text}holes 1\n"));
    assert_eq!(never.warning().as_deref(), Some(words));
}

#[test]
fn blanks_before_the_rows_of_a_picture_count() {
    let plain = counts("packing\npiece T x4\n.x.\nxxx\nboard 4x4\n");
    let indented = "packing\npiece T x4\n   x\n  xxx\nboard\n\t  xx\n\t xxxx\n";
    assert_eq!(
        counts("packing\npiece T x4\n   x\n  xxx\nboard 4x4\n"),
        plain
    );
    let board = packing(indented);
    let dotted = packing("packing\npiece T x4\n.x.\nxxx\nboard\n.xx.\nxxxx\n");
    assert_eq!(board.problem(), dotted.problem());
    let triangle = "packing\npiece A x3 ^v^\nboard\n    ^\n   ^v^\n  ^v^v^\n";
    assert_eq!(
        counts(triangle),
        counts(&triangle.replace("    ^", "  ..^").replace("   ^v", "  .^v"))
    );
}

#[test]
fn comments_may_follow_what_a_line_says() {
    let plain = "packing squares\npiece A x2 xx\nboard\n  xx\n  xx\nholes any\n";
    let commented = "packing squares # flat\npiece A x2 xx  // the domino\nboard # 2x2\n# rows\n  xx # one\n  xx\n\n\
                     holes any // 0\n";
    assert_eq!(packing(commented).problem(), packing(plain).problem());
    assert_eq!(
        packing("packing # squares\npiece # x4 x # unit\nboard 2x2\n").pieces()[0].name(),
        "#"
    );
}

#[test]
fn pieces_turn_and_turn_over_as_the_text_says() {
    let board = "board 2x3\n";
    let s = |rest: &str| {
        counts(&format!(
            "packing\npiece L xxx/x..\npiece I xx\n{board}{rest}"
        ))
    };
    assert_eq!(s(""), (4, 1));
    assert_eq!(s("reflections no\n"), (2, 1));
    assert_eq!(s("rotations no\n"), (1, 1));
}

#[test]
fn a_misfit_is_told_and_has_no_packing() {
    let misfit = packing("packing\npiece V xx/x.\nboard 2x2\n");
    let words = "the pieces have 3 cells, the board has 4";
    assert_eq!(misfit.warning().as_deref(), Some(words));
    assert_eq!(Solver::new(misfit.problem()).unwrap().count(), 0);
    assert_eq!(misfit.stuck_words(ItemId::new(1)).as_deref(), Some(words));
}

#[test]
fn two_sets_can_have_pieces_of_one_letter() {
    let both = packing("packing\npieces tetrominoes\npieces pentominoes without F X\nboard 7x10\n");
    let names: Vec<_> = both.pieces().iter().map(Piece::name).collect();
    assert_eq!(
        names,
        [
            "I", "L", "O", "S", "T", "I2", "L2", "N", "P", "T2", "U", "V", "W", "Y", "Z"
        ]
    );
}

#[test]
fn what_is_no_packing_is_refused_with_its_place() {
    let texts = [
        "packings\n",
        "packing cube\n",
        "packing squares 3\n",
        "packing\nboard 2x2\n",
        "packing\npiece V xx\n",
        "packing\npeice V xx\n",
        "packing\npiece V x2 xx\nboard 2x2\nx\n",
        "packing\npiece V xx\nboard 2x2\nboard 3x3\n",
        "packing\npiece V xx/o.\nboard 2x2\n",
        "packing\npiece V\n xx\n x?\nboard 2x2\n",
        "packing\npiece V x3..2 xx\nboard 2x2\n",
        "packing\npiece\nboard 2x2\n",
        "packing\npiece V\nboard 2x2\n",
        "packing\npieces pentomino\nboard 6x10\n",
        "packing\npieces pentominoes without Q\nboard 6x10\n",
        "packing\npieces pentominoes\nboard 6by10\n",
        "packing\npieces hexiamonds\nboard 6x6-center\n",
        "packing\npieces tetrahexes\nboard hexagonal 180\n",
        "packing\npieces pentominoes\npieces tetrahexes\nboard 6x10\n",
        "packing hexagons\npiece V xx\nboard 2x2\n",
        "packing triangles\npiece V ^v/^\nboard 2x2\n",
        "packing\npiece V xx\npiece V xxx\nboard 2x2\n",
        "packing\npiece V xx\nboard 2x2\nholes few\n",
        "packing\npiece V xx\nboard 2x2\nreflections maybe\n",
        "packing\npiece r1c1 xx\nboard 2x2\n",
        "packing\npiece V xx\nholes 2\n x\n",
        "packing\npiece V xx\nboard\n  XXXX\n",
        "packing\npiece V\n  ##\n  #.\nboard 2x2\n",
        "packing\npiece V xx\nboard\n  xxx\n  x x\n  xxx\n",
        "packing\npiece V xx xx\nboard 2x2\n",
        "packing cubes\npiece V xx\nboard\n  xxx\n  x x\n  xxx\n",
        "packing cubes\npiece V xx\nboard\n  xx xx\n\n  xx xx\n",
        "packing\npiece V ^v\nboard\n  ^v ^v\n",
        "packing triangles\npiece A x.. ^\nboard 2x2\n",
        "packing\npiece A x..\n  xx\nboard 2x2\n",
        "packing\npiece V xx\nboard 2x3\nholes 0  # none\nholes 4\n",
        "packing\npieces polyominoes 0\nboard 2x3\n",
        "packing\npieces one-sided polyhexes\nboard 2x3\n",
    ];
    assert_drawn("packing-faults", &texts.map(fault).join("\n\n"));
}

/// A puzzle; whether mirror images in space are one; the number of its packings up to movements of the board, and who
/// published it.
const KNOWN: [(&str, &str, bool, u64); 16] = [
    // C. B. and Jenifer Haselgrove, A computer program for pentominoes, Eureka 23 (1960).
    ("pentominoes-6x10", "pentominoes in 6x10", true, 2339),
    ("pentominoes-5x12", "pentominoes in 5x12", true, 1010),
    ("pentominoes-4x15", "pentominoes in 4x15", true, 368),
    ("pentominoes-3x20", "pentominoes in 3x20", true, 2),
    // Dana S. Scott, Programming a combinatorial puzzle, Princeton (1958): 65, of which all images are 520.
    ("pentominoes-8x8", "pentominoes in 8x8-center", true, 65),
    // C. J. Bouwkamp, Packing a rectangular box with the twelve solid pentominoes, Journal of Combinatorial Theory 7 (1969).
    (
        "solid-pentominoes-3x4x5",
        "pentominoes in 3x4x5",
        true,
        3940,
    ),
    ("solid-pentominoes-2x5x6", "pentominoes in 2x5x6", true, 264),
    (
        "solid-pentominoes-2x3x10",
        "pentominoes in 2x3x10",
        true,
        12,
    ),
    // J. H. Conway and M. J. T. Guy (1961): Winning Ways, chapter 24.
    ("soma", "soma in 3x3x3", true, 240),
    ("soma-turns", "soma in 3x3x3", false, 480),
    // Bruce Bedlam's puzzle: 19,186, as its maker says, and S. Kurowski, Bedlam Cube Solved.
    ("bedlam", "bedlam in 4x4x4", true, 19_186),
    // D. Goodger, Polyform Puzzler (1998–2016), where solid mirror images are two.
    ("hexiamonds-6x6", "hexiamonds in 6x6", true, 156),
    ("hexiamonds-4x9", "hexiamonds in 4x9", true, 74),
    ("tetrahexes-4x7", "tetrahexes in 4x7", true, 9),
    ("tetracubes-2x4x4", "tetracubes in 2x4x4", false, 1390),
    ("tetracubes-2x2x8", "tetracubes in 2x2x8", false, 224),
];

/// Counts and draws the known puzzles with these names.
fn check_known(has: impl Fn(&str) -> bool) {
    for (name, spec, mirrors, known) in KNOWN.iter().filter(|(name, ..)| has(name)) {
        let packing = dominox::puzzles::model(&format!("packing {spec}")).unwrap();
        assert_eq!(orbits(&*packing, *mirrors), *known, "{name}");
        assert_drawn(&format!("packing-{name}"), &drawing_of(&*packing));
    }
}

fn is_solid(name: &str) -> bool {
    name == "bedlam" || name.starts_with("solid")
}

#[test]
fn known_puzzles_have_as_many_packings_as_published() {
    check_known(|name| !is_solid(name));
}

#[test]
fn known_solid_pentominoes_do_too() {
    check_known(|name| name.starts_with("solid"));
}

#[test]
fn bedlam_does_too() {
    check_known(|name| name == "bedlam");
}

#[test]
fn holes_may_be_anywhere_if_no_cell_says_where() {
    let pieces = || vec![Piece::new("D", "xx".parse().unwrap())];
    let board = || Region::named(Lattice::Squares, "1x3").unwrap();
    for (holes, packings) in [
        (None, 0),
        (Some((1, 1)), 2),
        (Some((0, 3)), 2),
        (Some((2, 2)), 0),
    ] {
        let packing = Packing::with_holes(pieces(), board(), holes).unwrap();
        assert_eq!(counts_of(&packing).0, packings, "{holes:?}");
    }
}

/// Each cell of a board with what lies on it and its colour in the picture.
fn colored(packing: &Packing, options: &[OptionId]) -> Vec<(Cell, OptionId, Paint)> {
    let picture = packing.picture(options).unwrap();
    let fills = picture.shapes().iter().filter_map(|shape| match shape {
        Shape::Area { fill, .. } => *fill,
        _ => None,
    });
    let lies_on = |cell| {
        let on_it = |option: &&OptionId| packing.placement(**option).1.contains(&cell);
        *options.iter().find(on_it).expect("a full board")
    };
    let cells = packing.board().cells().zip(fills);
    cells
        .map(|(cell, fill)| (cell, lies_on(cell), fill))
        .collect()
}

/// The steps from a cell to those beside it, in one direction.
const SQUARE: [Cell; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const HEXAGON: [Cell; 3] = [[0, 1, -1], [0, 1, 0], [0, 0, 1]];

#[test]
fn pieces_that_touch_have_different_colours() {
    for (text, steps) in [
        ("packing\npieces pentominoes\nboard 6x10\n", SQUARE),
        (
            "packing\npiece V x6 xx/x.\npiece I x6 xxx\nboard 6x6\n",
            SQUARE,
        ),
        ("packing cubes\npiece L x9 xx/x.\nboard 3x3x3\n", SQUARE),
        ("packing hexagons\npiece I x12 x x\nboard 4x6\n", HEXAGON),
    ] {
        let packing = packing(text);
        let own = |option| packing.placement(option).0.unwrap() as u32 + 1;
        let mut solver = Solver::new(packing.problem()).unwrap();
        for _ in 0..20 {
            let solution = solver.next_solution().expect("a packing");
            let cells = colored(&packing, solution.options());
            let mut alike = Vec::new();
            for (at, one, color) in &cells {
                for step in steps {
                    let beside = [0, 1, 2].map(|axis| at[axis] + step[axis]);
                    let found = cells.iter().find(|(cell, ..)| *cell == beside);
                    let Some((_, other, other_color)) = found.filter(|(_, it, _)| it != one) else {
                        continue;
                    };
                    assert_ne!(color, other_color, "{text}{at:?} {beside:?}");
                    if own(*one) % PIECES == own(*other) % PIECES {
                        alike.extend([one, other]);
                    }
                }
            }
            let others = cells
                .iter()
                .filter(|(_, option, _)| !alike.contains(&option));
            for (at, option, color) in others {
                let own = Paint::Piece(own(*option) % PIECES);
                assert_eq!(*color, own, "{text}{at:?}");
            }
        }
    }
}
