//! The kernels of problems made for it: each kind that rows are faster on, and its neighbours.

use std::sync::atomic::AtomicBool;

use super::common::Numbers;
use super::*;
use crate::problem::{Entry, ItemId};

/// Options of `length` items each, among them a partition of all items.
fn planted(items: usize, options: usize, length: usize) -> Problem {
    planted_with(items, options, length, 0)
}

/// The same, and an option for each of the first `alone` items alone.
fn planted_with(items: usize, options: usize, length: usize, alone: usize) -> Problem {
    let mut numbers = Numbers(1);
    let mut builder = Problem::builder();
    let names = (0..items).map(|item| format!("i{item}"));
    let items = Vec::from_iter(names.map(|name| builder.primary(name).unwrap()));
    for part in items.chunks(length) {
        builder.option(part.iter().copied()).unwrap();
    }
    for _ in items.len().div_ceil(length)..options {
        let mut chosen: Vec<ItemId> = Vec::new();
        while chosen.len() < length {
            let item = items[numbers.below(items.len())];
            if !chosen.contains(&item) {
                chosen.push(item);
            }
        }
        builder.option(chosen).unwrap();
    }
    for &item in &items[..alone] {
        builder.option([item]).unwrap();
    }
    builder.build()
}

/// A square to be covered by pieces of `length` squares in a row or a column.
fn bars(size: usize, length: usize) -> Problem {
    let mut builder = Problem::builder();
    let names = (0..size * size).map(|at| format!("s{at}"));
    let squares = Vec::from_iter(names.map(|name| builder.primary(name).unwrap()));
    for (line, first) in (0..size).flat_map(|line| (0..=size - length).map(move |at| (line, at))) {
        let places = first..first + length;
        let row = places.clone().map(|at| squares[line * size + at]);
        builder.option(row).unwrap();
        let column = places.map(|at| squares[at * size + line]);
        builder.option(column).unwrap();
    }
    builder.build()
}

/// A rectangle to be covered by copies of a piece of five squares, four of them in a row.
fn y_pentominoes(width: usize, height: usize) -> Problem {
    let mut builder = Problem::builder();
    let names = (0..width * height).map(|at| format!("s{at}"));
    let squares = Vec::from_iter(names.map(|name| builder.primary(name).unwrap()));
    let mut lay = |shape: [(usize, usize); 5]| {
        for (left, low) in (0..width).flat_map(|left| (0..height).map(move |low| (left, low))) {
            let places = shape.map(|(x, y)| (left + x, low + y));
            if places.iter().all(|&(x, y)| x < width && y < height) {
                let covered = places.map(|(x, y)| squares[y * width + x]);
                builder.option(covered).unwrap();
            }
        }
    };
    for (nose, side) in [(1, 0), (1, 1), (2, 0), (2, 1)] {
        let row = [0, 1, 2, 3].map(|at| (at, 1 - side));
        let shape = [row[0], row[1], row[2], row[3], (nose, side)];
        lay(shape);
        lay(shape.map(|(x, y)| (y, x)));
    }
    builder.build()
}

/// A square to be covered by some rectangles of three to seven squares, each of them once.
fn rectangles(size: usize) -> Problem {
    let mut builder = Problem::builder();
    let names = (0..size * size).map(|at| format!("s{at}"));
    let squares = Vec::from_iter(names.map(|name| builder.primary(name).unwrap()));
    let ways = |side: usize| (1..=side).map(move |other| (side, other));
    let kinds = (1..=4)
        .flat_map(ways)
        .filter(|kind| (3..=7).contains(&(kind.0 * kind.1)));
    let kinds = Vec::from_iter(kinds.flat_map(|(a, b)| [(a, b), (b, a)]));
    let sides = kinds.iter().cycle().take(size * size / 7);
    for (piece, &(width, height)) in sides.enumerate() {
        let piece = builder.primary(format!("p{piece}")).unwrap();
        let places = 0..=size - width;
        for (left, low) in places.flat_map(|left| (0..=size - height).map(move |low| (left, low))) {
            let rows = low..low + height;
            let covered = rows.flat_map(|y| (left..left + width).map(move |x| y * size + x));
            let covered = covered.map(|at| squares[at]);
            builder.option(covered.chain([piece])).unwrap();
        }
    }
    builder.build()
}

/// A Sudoku with boxes of 4 × 4, whose first `given` cells are given.
fn sudoku(given: usize) -> Problem {
    let mut builder = Problem::builder();
    let mut sort = |name: &str| {
        let names = (0..256).map(|at| format!("{name}{at}"));
        Vec::from_iter(names.map(|name| builder.primary(name).unwrap()))
    };
    let sorts = ["cell", "row", "column", "box"].map(&mut sort);
    for (cell, digit) in (0..256).flat_map(|cell| (0..16).map(move |digit| (cell, digit))) {
        let (row, column) = (cell / 16, cell % 16);
        let in_box = row / 4 * 4 + column / 4;
        let of_sorts = [
            cell,
            16 * row + digit,
            16 * column + digit,
            16 * in_box + digit,
        ];
        let solved = (column + 4 * (row % 4) + row / 4) % 16;
        if cell >= given || digit == solved {
            let items = sorts.iter().zip(of_sorts).map(|(sort, at)| sort[at]);
            builder.option(items).unwrap();
        }
    }
    builder.build()
}

/// A rectangle of letters. Each row and each column takes one of `count` random words over `letters` letters.
fn words((rows, columns): (usize, usize), count: usize, letters: usize) -> Problem {
    let mut builder = Problem::builder();
    let lines = (0..rows + columns).map(|line| format!("l{line}"));
    let lines = Vec::from_iter(lines.map(|name| builder.primary(name).unwrap()));
    let cells = (0..rows * columns).map(|cell| format!("c{cell}"));
    let cells = Vec::from_iter(cells.map(|name| builder.secondary(name).unwrap()));
    let colors = (0..letters).map(|letter| builder.color(&format!("x{letter}")).unwrap());
    let (colors, mut numbers) = (Vec::from_iter(colors), Numbers(1));
    for (line, &item) in lines.iter().enumerate() {
        let crossed = match line.checked_sub(rows) {
            None => Vec::from_iter((0..columns).map(|at| cells[line * columns + at])),
            Some(column) => Vec::from_iter((0..rows).map(|at| cells[at * columns + column])),
        };
        for _ in 0..count {
            let word = crossed
                .iter()
                .map(|&cell| (cell, colors[numbers.below(letters)]));
            let entries = std::iter::once(item.into()).chain(word.map(Entry::from));
            builder.option(Vec::from_iter(entries)).unwrap();
        }
    }
    builder.build()
}

/// Items of `count` options each, which all give one of 26 colours to the same secondary item.
fn agreeing(items: usize, count: usize) -> Problem {
    let mut builder = Problem::builder();
    let names = (0..items).map(|item| format!("i{item}"));
    let items = Vec::from_iter(names.map(|name| builder.primary(name).unwrap()));
    let shared = builder.secondary("shared").unwrap();
    let colors = (0..26).map(|color| builder.color(&format!("x{color}")).unwrap());
    let colors = Vec::from_iter(colors);
    for (&item, at) in items
        .iter()
        .flat_map(|item| (0..count).map(move |at| (item, at)))
    {
        let entries = [item.into(), Entry::from((shared, colors[at % 26]))];
        builder.option(entries).unwrap();
    }
    builder.build()
}

/// Items of `count` options each, which give nine of 100 secondary items one of ten colours each: half of all options disagree.
fn disagreeing(items: usize, count: usize) -> Problem {
    let mut numbers = Numbers(1);
    let mut builder = Problem::builder();
    let names = (0..items).map(|item| format!("i{item}"));
    let items = Vec::from_iter(names.map(|name| builder.primary(name).unwrap()));
    let shared = (0..100).map(|item| builder.secondary(format!("s{item}")).unwrap());
    let shared = Vec::from_iter(shared);
    let colors = (0..10).map(|color| builder.color(&format!("x{color}")).unwrap());
    let colors = Vec::from_iter(colors);
    for &item in items.iter().flat_map(|item| vec![item; count]) {
        let mut entries = vec![Entry::from(item)];
        while entries.len() < 10 {
            let item = shared[numbers.below(shared.len())];
            if entries.iter().all(|entry| entry.item != item) {
                entries.push((item, colors[numbers.below(colors.len())]).into());
            }
        }
        builder.option(entries).unwrap();
    }
    builder.build()
}

/// A cycle of `length` vertices, to be found in a random graph.
fn cycles(length: usize, vertices: usize, edges: usize) -> Problem {
    let mut builder = Problem::builder();
    let links = (0..length).map(|at| format!("e{at}"));
    let links = Vec::from_iter(links.map(|name| builder.primary(name).unwrap()));
    let mut secondary = |name: &str, count: usize| {
        let names = (0..count).map(|at| format!("{name}{at}"));
        Vec::from_iter(names.map(|name| builder.secondary(name).unwrap()))
    };
    let (places, targets) = (secondary("p", length), secondary("t", vertices));
    let colors = (0..length.max(vertices)).map(|at| builder.color(&format!("x{at}")).unwrap());
    let (colors, mut numbers) = (Vec::from_iter(colors), Numbers(1));
    for _ in 0..edges {
        let from = numbers.below(vertices);
        let to = (from + 1 + numbers.below(vertices - 1)) % vertices;
        for (at, (from, to)) in (0..length).flat_map(|at| [(at, (from, to)), (at, (to, from))]) {
            let next = (at + 1) % length;
            let ends = [
                (places[at], colors[from]),
                (places[next], colors[to]),
                (targets[from], colors[at]),
                (targets[to], colors[next]),
            ];
            let entries = std::iter::once(links[at].into()).chain(ends.map(Entry::from));
            builder.option(Vec::from_iter(entries)).unwrap();
        }
    }
    builder.build()
}

/// A square of random square tiles that have the same of three colours where they touch.
fn tiling(size: usize, tiles: usize) -> Problem {
    let mut builder = Problem::builder();
    let squares = (0..size * size).map(|at| format!("s{at}"));
    let squares = Vec::from_iter(squares.map(|name| builder.primary(name).unwrap()));
    let sides = (0..2 * size * (size + 1)).map(|at| format!("e{at}"));
    let sides = Vec::from_iter(sides.map(|name| builder.secondary(name).unwrap()));
    let colors = ["red", "green", "blue"].map(|name| builder.color(name).unwrap());
    let mut numbers = Numbers(1);
    for tile in (0..tiles).map(|_| [0; 4].map(|_| colors[numbers.below(3)])) {
        for (at, &square) in squares.iter().enumerate() {
            let (row, column) = (at / size, at % size);
            let left = size * (size + 1) + row * (size + 1) + column;
            let around = [at, at + size, left, left + 1].map(|side| sides[side]);
            let touching = around.into_iter().zip(tile).map(Entry::from);
            let entries = std::iter::once(square.into()).chain(touching);
            builder.option(Vec::from_iter(entries)).unwrap();
        }
    }
    builder.build()
}

/// A picture that is to be found from the lengths of the black runs of its lines, each of which is filled in one of all ways
/// that have these runs. `black` draws the picture.
fn nonogram(size: usize, mut black: impl FnMut() -> bool) -> Problem {
    let picture = Vec::from_iter((0..size).map(|_| Vec::from_iter((0..size).map(|_| black()))));
    let mut builder = Problem::builder();
    let names = (0..2 * size).map(|line| format!("line{line}"));
    let lines = Vec::from_iter(names.map(|name| builder.primary(name).unwrap()));
    let names = (0..size * size).map(|at| format!("s{at}"));
    let squares = Vec::from_iter(names.map(|name| builder.secondary(name).unwrap()));
    let colors = ["white", "black"].map(|color| builder.color(color).unwrap());
    let runs = |line: &[bool]| {
        let runs = line.chunk_by(|one, other| one == other);
        Vec::from_iter(runs.filter(|run| run[0]).map(<[bool]>::len))
    };
    for (line, &item) in lines.iter().enumerate() {
        let places = Vec::from_iter((0..size).map(|at| match line < size {
            true => (line, at),
            false => (at, line - size),
        }));
        let wanted = Vec::from_iter(places.iter().map(|&(row, column)| picture[row][column]));
        for bits in 0u32..1 << size {
            let filled = Vec::from_iter((0..size).map(|at| bits >> at & 1 == 1));
            if runs(&filled) != runs(&wanted) {
                continue;
            }
            let squares = places
                .iter()
                .zip(&filled)
                .map(|(&(row, column), &is_black)| Entry {
                    item: squares[row * size + column],
                    color: Some(colors[usize::from(is_black)]),
                });
            let entries = std::iter::once(Entry { item, color: None }).chain(squares);
            builder.option(entries).unwrap();
        }
    }
    builder.build()
}

/// Labels for the vertices of a path of `edges` edges, from 0 to their number, so that all differences are different.
fn graceful(edges: usize) -> Problem {
    let mut builder = Problem::builder();
    let mut primary = |name: &str, at: usize| builder.primary(format!("{name}{at}")).unwrap();
    let of_edges = Vec::from_iter((0..edges).map(|at| primary("edge", at)));
    let differences = Vec::from_iter((1..=edges).map(|at| primary("difference", at)));
    let mut secondary = |name: &str, at: usize| builder.secondary(format!("{name}{at}")).unwrap();
    let vertices = Vec::from_iter((0..=edges).map(|at| secondary("vertex", at)));
    let labels = Vec::from_iter((0..=edges).map(|at| secondary("label", at)));
    let colors = Vec::from_iter((0..=edges).map(|at| builder.color(&at.to_string()).unwrap()));
    for (edge, one) in (0..edges).flat_map(|edge| (0..=edges).map(move |one| (edge, one))) {
        for other in (0..=edges).filter(|&other| other != one) {
            let colored = |item, color: usize| Entry {
                item,
                color: Some(colors[color]),
            };
            let plain = |item| Entry { item, color: None };
            let entries = [
                plain(of_edges[edge]),
                plain(differences[one.abs_diff(other) - 1]),
                colored(vertices[edge], one),
                colored(vertices[edge + 1], other),
                colored(labels[one], edge),
                colored(labels[other], edge + 1),
            ];
            builder.option(entries).unwrap();
        }
    }
    builder.build()
}

/// The paths of `least` to `most` vertices in a tree, in which each vertex has two others below it.
fn paths_of_tree(vertices: usize, (least, most): (usize, usize)) -> Problem {
    let mut builder = Problem::builder();
    let names = (0..vertices).map(|vertex| format!("v{vertex}"));
    let items = Vec::from_iter(names.map(|name| builder.primary(name).unwrap()));
    for (one, other) in (0..vertices).flat_map(|one| (one..vertices).map(move |other| (one, other)))
    {
        let (mut up, mut down) = (one, other);
        let mut path = Vec::new();
        while up != down {
            let lower = if up > down { &mut up } else { &mut down };
            path.push(items[*lower]);
            *lower = (*lower - 1) / 2;
        }
        path.push(items[up]);
        if (least..=most).contains(&path.len()) {
            builder.option(path).unwrap();
        }
    }
    builder.build()
}

/// A board of `size` × `size` squares, and rectangles to be laid there once each, which may not be turned.
fn strip(size: usize, rectangles: &[(usize, usize)]) -> Problem {
    let mut builder = Problem::builder();
    let names = (0..size * size).map(|at| format!("s{at}"));
    let squares = Vec::from_iter(names.map(|name| builder.primary(name).unwrap()));
    for (number, &(width, height)) in rectangles.iter().enumerate() {
        let piece = builder.primary(format!("p{number}")).unwrap();
        let rows = 0..=size - height;
        for (y, x) in rows.flat_map(|y| (0..=size - width).map(move |x| (y, x))) {
            let inside = (y..y + height).flat_map(|y| (x..x + width).map(move |x| (y, x)));
            let covered = inside.map(|(y, x)| squares[y * size + x]);
            builder.option(covered.chain([piece])).unwrap();
        }
    }
    builder.build()
}

fn kernel_of(problem: &Problem) -> KernelName {
    choose(problem, None).unwrap().name()
}

#[test]
fn long_options_are_searched_by_rows() {
    for (items, options, length) in [
        (1000, 3000, 100),
        (300, 10_000, 50),
        (500, 1000, 200),
        (200, 2000, 20),
    ] {
        let problem = planted(items, options, length);
        assert_eq!(
            kernel_of(&problem),
            KernelName::Rows,
            "{items} {options} {length}"
        );
    }
}

#[test]
fn short_options_are_searched_by_lanes() {
    for (items, options, length) in [(60, 250, 3), (120, 600, 6), (1000, 3000, 2)] {
        let problem = planted(items, options, length);
        assert_eq!(
            kernel_of(&problem),
            KernelName::Lanes,
            "{items} {options} {length}"
        );
    }
}

#[test]
fn pieces_are_searched_by_rows_unless_there_is_one_for_each_square() {
    assert_eq!(kernel_of(&y_pentominoes(10, 20)), KernelName::Rows);
    assert_eq!(kernel_of(&bars(15, 2)), KernelName::Lanes);
    let mut builder = Problem::builder();
    let items = Vec::from_iter((0..200).map(|item| builder.primary(format!("i{item}")).unwrap()));
    for first in 0..items.len() {
        for length in 1..=12.min(items.len() - first) {
            builder
                .option(items[first..first + length].iter().copied())
                .unwrap();
        }
    }
    assert_eq!(kernel_of(&builder.build()), KernelName::Lanes);
}

#[test]
fn small_pieces_are_searched_by_rows_if_they_are_many() {
    assert_eq!(kernel_of(&rectangles(14)), KernelName::Rows);
    assert_eq!(kernel_of(&rectangles(8)), KernelName::Lanes);
}

#[test]
fn rectangles_that_overlap_much_are_searched_by_rows() {
    let rectangles = [(1, 2), (2, 2), (3, 1), (1, 5), (3, 3), (2, 3), (1, 4)];
    assert_eq!(
        kernel_of(&strip(11, &rectangles.repeat(3))),
        KernelName::Rows
    );
}

#[test]
fn pairs_are_searched_by_lanes_and_triples_by_rows_if_they_are_very_many() {
    assert_eq!(kernel_of(&planted(60, 31_000, 2)), KernelName::Lanes);
    assert_eq!(kernel_of(&planted(60, 31_000, 3)), KernelName::Rows);
}

#[test]
fn large_sudokus_are_searched_by_rows() {
    assert_eq!(kernel_of(&sudoku(32)), KernelName::Rows);
    assert_eq!(kernel_of(&sudoku(0)), KernelName::Rows);
}

#[test]
fn few_items_with_very_many_options_are_searched_by_rows() {
    assert_eq!(kernel_of(&agreeing(6, 3400)), KernelName::Rows);
    assert_eq!(kernel_of(&agreeing(6, 3000)), KernelName::Lanes);
    assert_eq!(kernel_of(&agreeing(4, 1600)), KernelName::Rows);
    assert_eq!(kernel_of(&agreeing(4, 1400)), KernelName::Lanes);
}

#[test]
fn words_that_cross_are_searched_by_rows_if_they_are_many() {
    assert_eq!(kernel_of(&words((4, 4), 2900, 16)), KernelName::Rows);
    assert_eq!(kernel_of(&words((4, 4), 2500, 16)), KernelName::Lanes);
    assert_eq!(kernel_of(&words((5, 5), 1800, 8)), KernelName::Lanes);
    assert_eq!(kernel_of(&words((3, 7), 1700, 30)), KernelName::Rows);
    assert_eq!(kernel_of(&words((3, 7), 1400, 30)), KernelName::Lanes);
}

#[test]
fn places_of_a_graph_in_another_are_searched_by_rows() {
    assert_eq!(kernel_of(&cycles(20, 60, 160)), KernelName::Rows);
    assert_eq!(kernel_of(&cycles(20, 60, 100)), KernelName::Lanes);
    // Few items, whose options have much in common.
    assert_eq!(kernel_of(&cycles(6, 200, 900)), KernelName::Rows);
    assert_eq!(kernel_of(&cycles(4, 130, 700)), KernelName::Rows);
    assert_eq!(kernel_of(&cycles(3, 120, 600)), KernelName::Lanes);
}

#[test]
fn tiles_whose_edges_agree_are_searched_by_lanes() {
    for (size, tiles) in [(5, 24), (6, 16), (6, 18)] {
        let kernel = kernel_of(&tiling(size, tiles));
        assert_eq!(kernel, KernelName::Lanes, "{size} {tiles}");
    }
}

#[test]
fn many_options_that_disagree_over_secondary_items_are_searched_by_rows() {
    for (items, count, kernel) in [
        (60, 700, KernelName::Rows),
        (60, 300, KernelName::Lanes),
        (180, 480, KernelName::Rows),
        (180, 240, KernelName::Lanes),
    ] {
        let problem = disagreeing(items, count);
        assert_eq!(kernel_of(&problem), kernel, "{items} {count}");
    }
}

#[test]
fn pictures_from_the_runs_of_their_lines_are_searched_by_rows() {
    for seed in [1, 2, 3] {
        let mut numbers = Numbers(seed);
        let problem = nonogram(14, || numbers.below(100) < 38);
        assert_eq!(kernel_of(&problem), KernelName::Rows, "{seed}");
    }
}

#[test]
fn labels_are_searched_by_rows_if_they_are_many() {
    assert_eq!(kernel_of(&graceful(24)), KernelName::Rows);
    assert_eq!(kernel_of(&graceful(18)), KernelName::Lanes);
}

#[test]
fn items_with_an_option_to_themselves_are_searched_by_lanes_unless_others_are_long() {
    assert_eq!(kernel_of(&paths_of_tree(127, (2, 9))), KernelName::Rows);
    assert_eq!(kernel_of(&paths_of_tree(127, (1, 9))), KernelName::Lanes);
    let long = |alone| planted_with(300, 3000, 30, alone);
    assert_eq!(kernel_of(&long(0)), KernelName::Rows);
    assert_eq!(kernel_of(&long(300)), KernelName::Rows);
}

#[test]
fn two_items_with_many_options_are_searched_by_links() {
    let mut builder = Problem::builder();
    let [one, other] = ["a", "b"].map(|name| builder.primary(name).unwrap());
    for _ in 0..5000 {
        builder.option([one]).unwrap();
    }
    builder.option([other]).unwrap();
    assert_eq!(kernel_of(&builder.build()), KernelName::Links);
}

#[test]
fn many_items_with_few_options_are_searched_by_links() {
    assert_eq!(kernel_of(&planted(6000, 7500, 2)), KernelName::Links);
    assert_ne!(kernel_of(&planted(600, 600, 2)), KernelName::Links);
}

#[test]
fn what_is_too_large_for_rows_and_lanes_is_searched_by_links() {
    assert_eq!(kernel_of(&planted(100_000, 100_000, 5)), KernelName::Links);
}

fn users(problem: &Problem) -> Users {
    let mut options_of = vec![0; problem.primary_count()];
    for item in problem
        .options()
        .flat_map(|option| primary_items(problem, option))
    {
        options_of[item.index()] += 1;
    }
    let users = Users::of(problem, options_of, &Limits::default().watch());
    users.expect("nothing stops it")
}

#[test]
fn what_disagrees_with_six_options_of_an_item() {
    let common = |problem: &Problem| Common::of(problem, &users(problem));
    let random = common(&planted(120, 1900, 11));
    assert!((0.7..1.4).contains(&random.beyond_chance()), "{random:?}");
    let mut numbers = Numbers(1);
    let picture = common(&nonogram(14, || numbers.below(100) < 38));
    assert!(picture.striking() > 0.65, "{picture:?}");
    assert!(picture.beyond_chance() > 3.0, "{picture:?}");
    // Of a matching, nothing disagrees with more than two options of an item.
    let pairs = common(&planted(1000, 3000, 2));
    assert_eq!(
        (pairs.striking(), pairs.beyond_chance()),
        (0.0, 0.0),
        "{pairs:?}"
    );
    // Where each item has one option, there is nothing to look at.
    let alone = common(&planted(300, 100, 3));
    assert_eq!((alone.struck(), alone.striking()), (0.0, 0.0), "{alone:?}");
}

#[test]
fn what_options_share_beyond_chance() {
    let sharing = |problem: &Problem| Sharing::of(problem, &users(problem));
    let random = sharing(&planted(100, 1000, 8));
    assert!((0.9..1.1).contains(&random.beyond_chance()), "{random:?}");
    assert!((0.4..0.6).contains(&random.struck()), "{random:?}");
    let pieces = sharing(&bars(15, 5));
    assert!(pieces.beyond_chance() > 1.15, "{pieces:?}");
    // An option disagrees with itself, at least.
    let one = sharing(&planted(10, 5, 2));
    assert!(one.struck() >= 1.0 / 5.0, "{one:?}");
}

/// Without a clock: a flag that is set stops the making of a kernel for many options, however it is chosen.
#[test]
fn a_limit_stops_the_making_of_a_kernel() {
    let problem = planted(1000, 100_000, 4);
    let limits = Limits {
        cancel: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    for asked in [None, Some(KernelName::Links)] {
        let made = choose_watched(&problem, asked, usize::MAX, &limits.watch());
        assert_eq!(made.err(), Some(Unmade::Stopped(Limit::Cancelled)));
    }
}
