//! What the library does, in words: the same on every machine, with 32 bits or 64, with a clock or without.
//!
//! `same.py` compares what the program `transcript` prints with what is written under a WebAssembly runtime.

use std::fmt::Write;
use std::time::Duration;

use dominox::engine::{CountMethod, KernelName, Limits};
use dominox::puzzles::{self, Puzzle, profile, why};
use dominox::{Problem, Solver};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Models, in sizes that are small enough for an interpreter.
const MODELS: [&str; 9] = [
    "queens 6",
    "langford 7",
    "pentominoes 3x20",
    "dominoes 4x6",
    "latin 4",
    "latin 5 --reduced",
    "soma",
    "matching 8",
    "sudoku 2x2",
];

/// Puzzles that have one answer, several, and none.
const STREAMS: [&str; 3] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
    "12..34..........\n11..............\n",
    include_str!("../../data/sudominoku.in"),
];

/// An exact cover with colours, secondary items and costs.
const COLOURED: &str = "p q r | x y\np q x y:A |3\np r x:A y |1\np x:B |2\nq x:A |7\nr y:B\n";

/// Listings are cut after this many nodes.
const NODES: u64 = 3_000;

/// Everything, as text.
pub fn transcript() -> String {
    let mut text = String::new();
    for spec in MODELS {
        let puzzle = puzzles::model(spec).expect("a model");
        writeln!(text, "== {spec}").expect("memory");
        tell(&mut text, &*puzzle);
    }
    for stream in STREAMS {
        for reading in puzzles::read(stream.as_bytes()) {
            let reading = reading.expect("a good puzzle");
            writeln!(text, "== {} {}", reading.kind.name, reading.index).expect("memory");
            tell(&mut text, &*reading.puzzle);
        }
    }
    writeln!(text, "== coloured").expect("memory");
    let problem = Problem::parse(COLOURED).expect("a problem");
    tell(&mut text, &puzzles::Cover::new(problem));
    for (name, problem) in [
        ("many options", many_options()),
        ("many items", many_items()),
        ("long options", long_options()),
    ] {
        writeln!(text, "== {name}").expect("memory");
        list(&mut text, &puzzles::Cover::new(problem), None).expect("memory");
    }
    text
}

/// One item has 70,000 options: the square of that number exceeds 32 bits.
fn many_options() -> Problem {
    problem(2, (0..70_000).map(|number| vec![usize::from(number == 0)]))
}

/// 70,000 items, each with the next one or alone.
fn many_items() -> Problem {
    let items = 70_000;
    let pairs = (0..items - 1).map(|item| vec![item, item + 1]);
    problem(items, pairs.chain((0..items).map(|item| vec![item])))
}

/// 500 options that name over 100,000 items altogether.
fn long_options() -> Problem {
    let option = |number: usize| {
        let is_in = move |item: &usize| (item * item + number * number) % 7 < 3;
        Vec::from_iter((0..500).filter(is_in))
    };
    problem(500, (0..500).map(option))
}

fn problem(items: usize, options: impl Iterator<Item = Vec<usize>>) -> Problem {
    let mut builder = Problem::builder();
    let names = (0..items).map(|item| format!("i{item}"));
    let items = Vec::from_iter(names.map(|name| builder.primary(name).expect("a new name")));
    for option in options {
        let option = option.into_iter().map(|item| items[item]);
        builder.option(option).expect("an option");
    }
    builder.build()
}

fn tell(text: &mut String, puzzle: &dyn Puzzle) {
    use KernelName::{Lanes, Links, Rows, Units};
    for kernel in [None, Some(Links), Some(Lanes), Some(Rows), Some(Units)] {
        list(text, puzzle, kernel).expect("memory");
    }
    for method in [CountMethod::Search, CountMethod::Table, CountMethod::Auto] {
        let mut solver = solver(puzzle).counting(method);
        let count = solver.count();
        writeln!(text, "{method:?}: {count} {:?}", solver.status()).expect("memory");
    }
    rest(text, puzzle).expect("memory");
}

fn solver(puzzle: &dyn Puzzle) -> Solver {
    // Without a clock, a time limit has no effect; with a clock, this one is too long to matter.
    let limits = Limits {
        time: Some(Duration::from_secs(100_000)),
        ..Limits::default()
    };
    let solver = Solver::new(puzzle.problem()).expect("no bounds");
    solver.limits(limits).assume(puzzle.givens())
}

/// The solutions that a kernel lists within some nodes: their number, a hash of their options in their order, and the
/// effort.
fn list(text: &mut String, puzzle: &dyn Puzzle, kernel: Option<KernelName>) -> std::fmt::Result {
    let solver = match Solver::with_kernel(puzzle.problem(), kernel) {
        Ok(solver) => solver,
        Err(error) => return writeln!(text, "{kernel:?}: {error}"),
    };
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let mut solver = solver.limits(limits).assume(puzzle.givens());
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    while let Some(solution) = solver.next_solution() {
        for option in solution.options() {
            hash = (hash ^ option.index() as u64).wrapping_mul(0x100_0000_01b3);
        }
    }
    let (found, status, effort) = (solver.found(), solver.status(), solver.effort());
    let name = solver.kernel();
    writeln!(text, "{name}: {found} {hash:016x} {status:?} {effort:?}")
}

/// Uniqueness, the first answer, an estimate, a diagram with a profile, the best, the reason why there is none.
fn rest(text: &mut String, puzzle: &dyn Puzzle) -> std::fmt::Result {
    if let Some(solution) = solver(puzzle).next_solution() {
        writeln!(text, "{}", puzzle.answer_text(1, &solution))?;
    }
    let reason = why(puzzle).map(|reason| reason.in_words(puzzle));
    writeln!(text, "{:?} {reason:?}", solver(puzzle).verdict())?;
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let estimate = solver(puzzle)
        .estimate(Some(4), &mut random)
        .expect("no bounds");
    let (solutions, nodes) = (&estimate.solutions, &estimate.nodes);
    writeln!(
        text,
        "estimate {} {solutions:?} {nodes:?}",
        estimate.is_exact
    )?;
    match solver(puzzle).zdd() {
        Ok(zdd) => {
            let sample = zdd.sample(&mut random);
            writeln!(text, "{} nodes, {sample:?}", zdd.node_count())?;
            for (label, board) in profile(puzzle, &zdd.option_counts()).iter().take(2) {
                writeln!(text, "{label}\n{board}")?;
            }
        }
        Err(error) => writeln!(text, "{error}")?,
    }
    let best = solver(puzzle).cheapest(2).expect("no bounds");
    writeln!(text, "{best:?}")
}

/// The transcript in this module's memory, for a host: its address in the upper half, its length in the lower one.
#[unsafe(no_mangle)]
pub extern "C" fn write_transcript() -> u64 {
    let text: &'static str = transcript().leak();
    (text.as_ptr() as u64) << 32 | text.len() as u64
}
