//! The gallery: `docs/gallery.md` and its pictures are what the library draws today.
//!
//! ```text
//!     INSTA_UPDATE=always cargo test --test house gallery      writes them anew: look at each before it is committed
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use dominox::puzzles::{
    Puzzle, Reading, Sudoku, candidates_picture, differing_picture, model, profile_picture, read,
};
use dominox::render::{Picture, Shape, Theme};
use dominox::workshop::person::{
    Pieces, Solving, marks_picture, pencil_marks, piece_step_picture, step_picture,
};
use dominox::workshop::zdd_picture;
use dominox::{Problem, Solver};

/// A picture of the gallery.
struct Shown {
    /// The name of its file.
    name: &'static str,
    /// What it is, in a line.
    about: &'static str,
    picture: Picture,
}

fn shown(name: &'static str, about: &'static str, picture: Picture) -> Shown {
    Shown {
        name,
        about,
        picture,
    }
}

/// A part of the page: a heading, a text, and pictures.
type Section = (&'static str, &'static str, Vec<Shown>);

const SUDOKU: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// They need a pair, an X-wing, another wing, and a chain.
const PAIR: &str =
    "..6.9.3.........572....864.3.8..7...4..1.9..5.9......35..4......1.......9.2....18";
const FISH: &str =
    ".....3.....1...2...647......17.....4...8..5..49.....6.8....96....5..819.....4....";
const WING: &str =
    ".3.....9.5.......4.4..9...64973.....2....45..........8.....7..1.71..968....6.8...";
const CHAIN: &str =
    "...3..8....49..6..52...8....9..2..1...6..5..8.3..4......91....43.........4......7";

const CASE: &str = "\
10
6 B2 1 B3
2 C4 9 C3
6 D3 8 E3
7 E1 4 F1
8 B7 4 B8
3 F5 2 F6
7 F7 6 F8
5 G4 9 G5
7 I8 8 I9
7 C9 2 B9
C5 A3 D9 I4 A9 E5 A2 C6 I1
";

const KILLER: &str = "variant 6x6\ncages\naabbcc   a=11 b=10 c=11\ndaebcf   d=12 e=7 f=13\nddegff   g=10\nhheggi   h=12 i=9\njhkkii   j=3 k=9\njlllmm   l=15 m=4\n";

fn question(text: &str) -> Box<dyn Puzzle> {
    let mut reader = read(text.as_bytes());
    let Reading { puzzle, .. } = reader.next().expect("a puzzle").expect("a good one");
    puzzle
}

/// The first answer.
fn answer(puzzle: &dyn Puzzle) -> Picture {
    let solver = Solver::new(puzzle.problem()).expect("a kernel");
    let mut solver = solver.assume(puzzle.givens());
    let solution = solver.next_solution().expect("an answer");
    puzzle.picture(solution.options()).expect("a small one")
}

fn asked(puzzle: &dyn Puzzle) -> Picture {
    puzzle.picture(&[]).expect("a small one")
}

fn shares(puzzle: &dyn Puzzle) -> Vec<f64> {
    let solver = Solver::new(puzzle.problem()).expect("a kernel");
    let zdd = solver.assume(puzzle.givens()).zdd().expect("a diagram");
    let number = |count: &dominox::Count| count.to_string().parse::<f64>().expect("a number");
    let all = number(&zdd.count());
    let counts = zdd.option_counts();
    counts.iter().map(|count| number(count) / all).collect()
}

/// The first step, from some number of them on, that this wants.
fn step(text: &str, is_wanted: impl Fn(&str) -> bool) -> Picture {
    let sudoku: Sudoku = text.parse().expect("a Sudoku");
    let mut solving = Solving::new(pencil_marks(&sudoku).expect("a small one"));
    loop {
        let before = solving.marks().clone();
        let step = solving.hint().expect("a further step");
        if is_wanted(step.technique.name()) {
            return step_picture(&sudoku, &before, &step);
        }
        solving.apply(&step);
    }
}

fn sudokus() -> Vec<Shown> {
    let sudoku = question(SUDOKU);
    let letters = question("1.|..\n..|2.\n--+--\n.3|..\n..|.4\n");
    let large = ".".repeat(256);
    vec![
        shown(
            "sudoku",
            "A Sudoku, with its given digits in bold",
            asked(&*sudoku),
        ),
        shown("sudoku-answer", "Its answer", answer(&*sudoku)),
        shown("sudoku-small", "Boxes of 2×2", answer(&*letters)),
        shown("sudoku-large", "Boxes of 4×4", answer(&*question(&large))),
    ]
}

fn thoughts() -> Vec<Shown> {
    let sudoku: Sudoku = format!("{}{}", ".".repeat(15), &SUDOKU[15..])
        .parse()
        .expect("a Sudoku");
    let mut solver = Solver::new(sudoku.problem())
        .unwrap()
        .assume(sudoku.givens());
    let occurring = solver.occurrences();
    solver.restart(sudoku.givens());
    let answers = [(); 2].map(|()| solver.next_solution().expect("two answers"));
    let pair = [answers[0].options(), answers[1].options()];
    let marks = pencil_marks(&SUDOKU.parse().unwrap()).unwrap();
    vec![
        shown(
            "candidates",
            "The digits that some answer has in each cell",
            candidates_picture(&sudoku, &occurring).expect("digits"),
        ),
        shown(
            "profile",
            "How many of the answers have each digit: darker means more",
            profile_picture(&sudoku, &shares(&sudoku)).expect("a board"),
        ),
        shown(
            "differing",
            "Two answers, and where they differ",
            differing_picture(&sudoku, pair).expect("boards"),
        ),
        shown(
            "marks",
            "The pencil marks at the start",
            marks_picture(&SUDOKU.parse().unwrap(), &marks),
        ),
        shown(
            "step-single",
            "A step that fills a cell",
            step(SUDOKU, |name| name == "hidden single"),
        ),
        shown(
            "step-pair",
            "A step that removes candidates",
            step(PAIR, |name| name == "naked pair"),
        ),
        shown(
            "step-fish",
            "An X-wing",
            step(FISH, |name| name == "X-wing"),
        ),
        shown("step-wing", "A wing", step(WING, |name| name == "XY-wing")),
        shown(
            "step-cycle",
            "A chain that closes into a cycle",
            step(CHAIN, |name| name == "cycle"),
        ),
    ]
}

fn sudominokus() -> Vec<Shown> {
    let case = question(CASE);
    let [laid, excluded] = piece_steps(&*case);
    vec![
        shown("sudominoku", "A Sudominoku", asked(&*case)),
        shown(
            "sudominoku-answer",
            "Its answer: boxes are dashed where they cross a domino",
            answer(&*case),
        ),
        shown("sudominoku-step", "A step that places a piece", laid),
        shown(
            "sudominoku-excluded",
            "A step that shows where some pieces cannot lie",
            excluded,
        ),
    ]
}

/// The candidates of a puzzle.
fn known(text: &str) -> Picture {
    let puzzle = question(text);
    let solver = Solver::new(puzzle.problem()).expect("a kernel");
    let occurring = solver.assume(puzzle.givens()).occurrences();
    candidates_picture(&*puzzle, &occurring).expect("digits")
}

/// The first step that lays a piece and the first one that excludes some.
fn piece_steps(case: &dyn Puzzle) -> [Picture; 2] {
    let pieces = Pieces::new(case.problem(), case.givens()).expect("pieces");
    let mut solving = pieces.clone();
    let mut found = [None, None];
    while found.contains(&None) {
        let step = solving.hint_unless(&|| false).expect("a further step");
        let picture = piece_step_picture(case, solving.chosen(), &step).expect("a board");
        found[usize::from(step.chosen.is_none())].get_or_insert(picture);
        solving.apply(&step);
    }
    found.map(|picture| picture.expect("a step"))
}

fn variants() -> Vec<Shown> {
    let text = |rules: &str| {
        format!("variant 6x6\n......\n......\n......\n......\n......\n......\n{rules}\n")
    };
    let drawn = |name, about, text: &str| shown(name, about, asked(&*question(text)));
    vec![
        drawn(
            "diagonals",
            "Diagonals, and a rule for the whole grid (anti-knight)",
            "variant 9x9 x antiknight\n.6.......\n.........\n5....7...\n..4...9..\n.........\n.........\n........1\n.....3...\n........8\n",
        ),
        drawn(
            "windoku",
            "Windows",
            "variant 9x9 windoku\n.......4.\n.........\n..42.3..1\n....48...\n..1.9..5.\n.7.......\n.3..29...\n.....5...\n28.......\n",
        ),
        drawn(
            "thermometers",
            "Thermometers, even and odd cells",
            "variant 6x6\n.5....\n...1..\n.....3\n......\n..2...\n4.....\nthermo r2c3 r2c2 r2c1\nthermo r1c6 r2c6 r1c5\nthermo r5c6 r4c6 r5c5\nthermo r4c5 r3c5 r4c4\neven r5c4 r2c5 r1c1 r5c2\nodd r3c1 r6c6\n",
        ),
        drawn(
            "arrows",
            "Arrows, and sums of diagonals",
            "variant 6x6\n......\n......\n......\n......\n......\n.....5\narrow r6c3 = r5c2 r4c3\narrow r3c4 = r3c5 r4c5\narrow r4c1 = r4c2 r3c3\narrow r1c1 r1c2 = r2c2 r2c3 r2c4\nsum 17 r1c2-r5c6\nsum 10 r3c1-r6c4\nsum 16 r1c4-r4c1\n",
        ),
        drawn(
            "dots",
            "Dots, all of which are given",
            "variant 6x6 only-white only-black\n......\n......\n......\n......\n......\n......\nmarks\n.o. . .o. .\n    *   o o\n.o.o. . . .\n  o       *\n. . .o. .*.\n  o o o o\n. .*.o. . .\n*       o\n.*. .o.*.o.\no o o o   o\n.o. .o. . .\n",
        ),
        drawn(
            "jigsaw",
            "Regions, and comparisons",
            "variant 6x6\n..5...\n..1...\n....6.\n.4....\n...2..\n......\nregions\naaabbb\naacbbd\naccbdd\necccdd\neeeffd\neeffff\nr1c2 < r1c3\nr4c3 < r4c4\nr2c5 < r1c5\nr6c5 < r6c6\nr4c1 < r5c2\nr1c2 < r1c1\n",
        ),
        drawn("killer", "Cages with their sums", KILLER),
        shown(
            "killer-candidates",
            "The digits that cages leave",
            known(&KILLER.replace("   g=10", "").replace("d=12 e=7 f=13", "")),
        ),
        drawn(
            "overlapping",
            "Two grids",
            "variant 6x6\ngrids 4 r1c1 r3c3\n....~~\n34..~~\n.....4\n.13.1.\n~~2..3\n~~....\n",
        ),
        drawn(
            "signs",
            "X and V, other sums, ratios and differences, an extra region, a palindrome",
            &text(
                "x r1c1 r1c2\nv r2c1 r3c1\ndifference 3 r5c1 r5c2\nratio 3 r6c3 r6c4\nextra r1c4-r1c6 r2c4-r2c6\npalindrome r6c1 r5c2 r4c2 r3c3\nsum 9 r3c5 r4c5 r4c4",
            ),
        ),
    ]
}

fn models() -> Vec<Shown> {
    let drawn =
        |name, about, spec: &str| shown(name, about, answer(&*model(spec).expect("a model")));
    vec![
        drawn("queens", "Queens", "queens 8"),
        drawn("pentominoes", "Pentominoes", "pentominoes 6x10"),
        drawn(
            "dominoes",
            "Dominoes: neighbours have different colours",
            "dominoes 8x8",
        ),
        drawn(
            "soma",
            "The Soma cube: its layers side by side, and the cube seen from above",
            "soma",
        ),
        drawn("hexagons", "Tetrahexes", "packing tetrahexes in 4x7"),
        drawn("triangles", "Hexiamonds", "packing hexiamonds in 6x6"),
        drawn("cubes", "Bedlam's cube", "packing bedlam in 4x4x4"),
        drawn("latin", "A Latin square", "latin 5"),
        drawn("langford", "Langford pairs", "langford 7"),
        drawn("matching", "A matching", "matching 12"),
    ]
}

fn problems() -> Vec<Shown> {
    let knuth = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    let colors = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    let all = |text: &str| {
        let puzzle = question(text);
        let options = Vec::from_iter(puzzle.problem().options());
        puzzle.picture(&options).expect("a small one")
    };
    let problem =
        Problem::parse("a b c d e f\na\na b\nb\nb c\nc\nc d\nd\nd e\ne\ne f\nf\n").unwrap();
    let zdd = Solver::new(&problem).unwrap().zdd().unwrap();
    let bars = question("a b c d\na\na b\nb\nb c\nc\nc d\nd\n");
    vec![
        shown(
            "problem",
            "An exact-cover problem: items are rows, options are columns",
            all(knuth),
        ),
        shown("problem-answer", "Its solution", answer(&*question(knuth))),
        shown("colours", "Secondary items, and colours", all(colors)),
        shown(
            "shares",
            "How many solutions contain each option",
            profile_picture(&*bars, &shares(&*bars)).expect("few options"),
        ),
        shown(
            "zdd",
            "The decision diagram of all solutions",
            zdd_picture(&problem, &zdd).unwrap(),
        ),
    ]
}

fn sections() -> Vec<Section> {
    vec![
        ("Sudoku", "`dominox solve --format svg`", sudokus()),
        (
            "What can be found out about a Sudoku",
            "`dominox profile --candidates`, `profile`, `unique --witness` and `steps`, each with `--format svg`",
            thoughts(),
        ),
        ("Sudominoku", "`dominox solve --format svg`", sudominokus()),
        ("Variants of Sudoku", "Each rule has its mark", variants()),
        (
            "Models",
            "`dominox solve --model \"queens 8\" --format svg`",
            models(),
        ),
        (
            "Exact cover",
            "`dominox solve --format svg` and `dominox zdd --format svg`",
            problems(),
        ),
    ]
}

/// The page.
fn page(sections: &[Section]) -> String {
    let mut page = String::from(
        "# Gallery\n\nPictures that dominox draws. Each follows the light or dark setting of the program that displays it, and has a title and a description \
         for screen readers.\nThe test `tests/house/gallery.rs` makes this page and its pictures.\n",
    );
    for (heading, about, pictures) in sections {
        page += &format!("\n## {heading}\n\n{about}.\n");
        for Shown {
            name,
            about,
            picture,
        } in pictures
        {
            page += &format!("\n{about}:\n\n![{}](gallery/{name}.svg)\n", picture.title());
        }
    }
    page
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

#[test]
fn the_gallery_is_what_is_drawn_today() {
    let sections = sections();
    let mut files = vec![(docs().join("gallery.md"), page(&sections))];
    for (_, _, pictures) in &sections {
        for Shown { name, picture, .. } in pictures {
            files.push((docs().join(format!("gallery/{name}.svg")), picture.to_svg()));
        }
    }
    let writes = std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
    let mut old = Vec::new();
    for (path, text) in &files {
        if fs::read_to_string(path).is_ok_and(|found| found == *text) {
            continue;
        }
        if writes {
            fs::create_dir_all(docs().join("gallery")).expect("a folder");
            fs::write(path, text).expect("the file can be written");
        } else {
            old.push(path.display().to_string());
        }
    }
    let help = "INSTA_UPDATE=always cargo test --test house gallery";
    assert!(
        old.is_empty(),
        "{help} writes these anew:\n{}",
        old.join("\n")
    );
    let kept = fs::read_dir(docs().join("gallery"))
        .expect("a folder")
        .count();
    assert_eq!(
        kept,
        files.len() - 1,
        "docs/gallery has files of no picture"
    );
}

/// Every picture is XML, has its title and description where they are looked for, and no shape leaves the paper.
#[test]
fn every_picture_is_well_formed_and_within_its_paper() {
    for Shown { name, picture, .. } in sections().into_iter().flat_map(|(_, _, shown)| shown) {
        for theme in [Theme::Auto, Theme::Light, Theme::Dark] {
            let svg = picture.to_svg_with(theme, "a");
            let xml = roxmltree::Document::parse(&svg).expect(name);
            let root = xml.root_element();
            let named = |tag| {
                let node = root
                    .children()
                    .find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", tag)));
                node.and_then(|node| node.attribute("id"))
                    .unwrap_or("")
                    .to_owned()
            };
            let labels = root.attribute("aria-labelledby").unwrap_or("");
            assert_eq!(
                labels,
                format!("{} {}", named("title"), named("desc")),
                "{name}"
            );
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}");
        }
        let [width, height] = picture.size();
        let is_inside =
            |&[x, y]: &[f64; 2]| (0.0..=width).contains(&x) && (0.0..=height).contains(&y);
        for shape in picture.shapes() {
            let within = match shape {
                Shape::Area { rings, .. } => rings.iter().flatten().all(is_inside),
                Shape::Lines { lines, .. } => lines.iter().flatten().all(is_inside),
                Shape::Circle {
                    center: [x, y],
                    radius,
                    ..
                } => is_inside(&[x - radius, y - radius]) && is_inside(&[x + radius, y + radius]),
                Shape::Text(text) => is_inside(&text.at) && text.size > 0.08,
            };
            assert!(within, "{name}: {shape:?} leaves {width} × {height}");
        }
    }
}
