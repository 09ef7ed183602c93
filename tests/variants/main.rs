//! Variants against a checker of their rules, which never sees the encoding: all solutions counted.
//!
//! ```text
//!     a random grid ──▶ random rules that it obeys, some givens ──▶ text ──▶ the engine's count
//!                                      └──▶ every grid with these givens, checked rule by rule ──▶ the same count
//! ```

mod links;

use std::ops::Range;

use dominox::Solver;
use dominox::puzzles::variant::{Boxes, Field, Relation, Rule, Site, Variant, VariantFault};
use dominox::puzzles::{self, Puzzle};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Whether a grid obeys a rule.
type Test = Box<dyn Fn(&[usize]) -> bool>;

/// A rule as a test of the grid, in which 0 is an open cell. It may say no only if no way to fill the rest obeys it.
struct Checked {
    line: String,
    obeys: Test,
}

/// A grid of N×N cells with boxes of these rows and columns.
#[derive(Clone, Copy)]
struct Shape {
    size: usize,
    rows: usize,
    columns: usize,
}

const SMALL: Shape = Shape {
    size: 4,
    rows: 2,
    columns: 2,
};
const SIX: Shape = Shape {
    size: 6,
    rows: 2,
    columns: 3,
};

struct Random(ChaCha8Rng);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }

    fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            all.swap(last, self.below(last + 1));
        }
        all
    }
}

impl Shape {
    fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.size, cell % self.size)
    }

    fn name(self, cell: usize) -> String {
        let (row, column) = self.place(cell);
        format!("r{}c{}", row + 1, column + 1)
    }

    fn names(self, cells: &[usize]) -> String {
        let names: Vec<String> = cells.iter().map(|&cell| self.name(cell)).collect();
        names.join(" ")
    }

    fn share_unit(self, a: usize, b: usize) -> bool {
        let ((ra, ca), (rb, cb)) = (self.place(a), self.place(b));
        let band = |r: usize, c: usize| (r / self.rows, c / self.columns);
        ra == rb || ca == cb || band(ra, ca) == band(rb, cb)
    }

    /// The distance of two cells in rows and columns: the smaller number and the larger one.
    fn apart(self, a: usize, b: usize) -> (usize, usize) {
        let ((ra, ca), (rb, cb)) = (self.place(a), self.place(b));
        let (down, right) = (ra.abs_diff(rb), ca.abs_diff(cb));
        (down.min(right), down.max(right))
    }

    /// A path of cells that touch, at a side or a corner.
    fn path(self, random: &mut Random, length: usize) -> Vec<usize> {
        let cells = self.size * self.size;
        let mut path = vec![random.below(cells)];
        while path.len() < length {
            let last = path[path.len() - 1];
            let next: Vec<usize> = (0..cells)
                .filter(|cell| !path.contains(cell) && self.apart(*cell, last).1 == 1)
                .collect();
            match next.is_empty() {
                true => break,
                false => path.push(next[random.below(next.len())]),
            }
        }
        path
    }

    /// Counts the ways to fill the open cells that obey the rows, columns, boxes and all rules; stops at `most`.
    fn count(self, grid: &mut Vec<usize>, rules: &[Checked], most: usize) -> usize {
        let Some(open) = grid.iter().position(|&digit| digit == 0) else {
            return 1;
        };
        let mut count = 0;
        for digit in 1..=self.size {
            let clashes = |cell: usize| grid[cell] == digit && self.share_unit(cell, open);
            if (0..grid.len()).any(clashes) {
                continue;
            }
            grid[open] = digit;
            if rules.iter().all(|rule| (rule.obeys)(grid)) {
                count += self.count(grid, rules, most - count);
            }
            grid[open] = 0;
            if count >= most {
                break;
            }
        }
        count
    }

    /// A random grid: some way to fill the empty one.
    fn grid(self, random: &mut Random, rules: &[Checked]) -> Option<Vec<usize>> {
        let mut grid = vec![0; self.size * self.size];
        let mut steps = 20_000;
        self.fill(&mut grid, random, rules, &mut steps)
            .then_some(grid)
    }

    fn fill(
        self,
        grid: &mut Vec<usize>,
        random: &mut Random,
        rules: &[Checked],
        steps: &mut usize,
    ) -> bool {
        let Some(open) = grid.iter().position(|&digit| digit == 0) else {
            return true;
        };
        for digit in random.shuffled(self.size) {
            let digit = digit + 1;
            let clashes = |cell: usize| grid[cell] == digit && self.share_unit(cell, open);
            if *steps == 0 || (0..grid.len()).any(clashes) {
                continue;
            }
            *steps -= 1;
            grid[open] = digit;
            if rules.iter().all(|rule| (rule.obeys)(grid)) && self.fill(grid, random, rules, steps)
            {
                return true;
            }
            grid[open] = 0;
        }
        false
    }
}

fn checked(line: impl Into<String>, obeys: impl Fn(&[usize]) -> bool + 'static) -> Checked {
    Checked {
        line: line.into(),
        obeys: Box::new(obeys),
    }
}

/// A rule of one word, about all pairs of cells for which `are_about` holds.
fn everywhere(
    word: &str,
    shape: Shape,
    are_about: impl Fn((usize, usize)) -> bool,
    fits: impl Fn(usize, usize) -> bool + 'static,
) -> Checked {
    let cells = shape.size * shape.size;
    let pairs: Vec<(usize, usize)> = (0..cells)
        .flat_map(|a| (0..a).map(move |b| (a, b)))
        .filter(|&(a, b)| are_about(shape.apart(a, b)))
        .collect();
    checked(word, move |grid| {
        let is_open = |a: usize, b: usize| grid[a] == 0 || grid[b] == 0;
        pairs
            .iter()
            .all(|&(a, b)| is_open(a, b) || fits(grid[a], grid[b]))
    })
}

/// All different, as far as they are filled.
fn differ(cells: Vec<usize>) -> impl Fn(&[usize]) -> bool {
    move |grid| {
        let digits: Vec<usize> = cells
            .iter()
            .map(|&cell| grid[cell])
            .filter(|&d| d > 0)
            .collect();
        (0..digits.len()).all(|i| !digits[..i].contains(&digits[i]))
    }
}

/// Whether a condition on the digits of these cells holds, once all are filled.
fn when_full(cells: Vec<usize>, holds: impl Fn(&[usize]) -> bool) -> impl Fn(&[usize]) -> bool {
    move |grid| {
        let digits: Vec<usize> = cells.iter().map(|&cell| grid[cell]).collect();
        digits.contains(&0) || holds(&digits)
    }
}

/// A rule without cells of its own.
fn global(shape: Shape, which: usize) -> Checked {
    let size = shape.size;
    match which % 6 {
        0 => checked("falling", differ((0..size).map(|i| i * size + i).collect())),
        1 => checked(
            "rising",
            differ((0..size).map(|i| i * size + size - 1 - i).collect()),
        ),
        2 => everywhere("antiknight", shape, |apart| apart == (1, 2), |a, b| a != b),
        3 => everywhere("antiking", shape, |apart| apart == (1, 1), |a, b| a != b),
        4 => everywhere(
            "nonconsecutive",
            shape,
            |apart| apart == (0, 1),
            |a, b| a.abs_diff(b) != 1,
        ),
        _ => {
            let groups: Vec<Vec<usize>> = (0..size)
                .map(|group| {
                    let place = |&cell: &usize| {
                        let (row, column) = shape.place(cell);
                        row % shape.rows * shape.columns + column % shape.columns == group
                    };
                    (0..size * size).filter(place).collect()
                })
                .collect();
            let groups: Vec<_> = groups.into_iter().map(differ).collect();
            checked("disjoint", move |grid| {
                groups.iter().all(|group| group(grid))
            })
        }
    }
}

/// A rule with cells that this grid obeys; `None` if none of this kind was found.
fn local(shape: Shape, which: usize, random: &mut Random, grid: &[usize]) -> Option<Checked> {
    let length = 2 + random.below(shape.size - 1);
    let path = shape.path(random, length);
    let digits: Vec<usize> = path.iter().map(|&cell| grid[cell]).collect();
    let (names, sum) = (shape.names(&path), digits.iter().sum::<usize>());
    let rule = match which % 10 {
        0 => {
            let sum_is_right = when_full(path.clone(), move |digits| {
                digits.iter().sum::<usize>() == sum
            });
            let differs = differ(path);
            checked(format!("cage {sum} {names}"), move |grid| {
                sum_is_right(grid) && differs(grid)
            })
        }
        1 => checked(format!("cage {names}"), differ(path)),
        2 => {
            let mut path = path;
            path.sort_by_key(|&cell| grid[cell]);
            let grows = |digits: &[usize]| digits.windows(2).all(|two| two[0] < two[1]);
            checked(
                format!("thermo {}", shape.names(&path)),
                when_full(path, grows),
            )
        }
        3 => checked(
            format!("sum {sum} {names}"),
            when_full(path, move |digits| digits.iter().sum::<usize>() == sum),
        ),
        4 => {
            let rest = path.len() / 2;
            let (shaft, circle) = path.split_at(rest);
            let line = format!("arrow {} = {}", shape.names(circle), shape.names(shaft));
            let equal = move |digits: &[usize]| {
                let (shaft, circle) = digits.split_at(rest);
                shaft.iter().sum::<usize>()
                    == circle.iter().fold(0, |number, digit| 10 * number + digit)
            };
            checked(line, when_full(path, equal))
        }
        5 => {
            let same = |digits: &[usize]| digits.iter().eq(digits.iter().rev());
            checked(format!("palindrome {names}"), when_full(path, same))
        }
        6 => {
            let pair = vec![path[0], path[1]];
            let (low, high) = (digits[0].min(digits[1]), digits[0].max(digits[1]));
            let names = shape.names(&pair);
            match high - low {
                1 => checked(
                    format!("white {names}"),
                    when_full(pair, |d| d[0].abs_diff(d[1]) == 1),
                ),
                0 => return None,
                by => checked(
                    format!("difference {by} {names}"),
                    when_full(pair, move |d| d[0].abs_diff(d[1]) == by),
                ),
            }
        }
        7 => {
            let pair = vec![path[0], path[1]];
            let (low, high) = (digits[0].min(digits[1]), digits[0].max(digits[1]));
            let times = high / low;
            let line = match times {
                2 => format!("black {}", shape.names(&pair)),
                _ => format!("ratio {times} {}", shape.names(&pair)),
            };
            checked(
                line,
                when_full(pair, move |d| d[0] * times == d[1] || d[1] * times == d[0]),
            )
        }
        8 => checked(
            format!("{} < {}", shape.name(path[0]), shape.name(path[1])),
            when_full(vec![path[0], path[1]], |d| d[0] < d[1]),
        ),
        _ => {
            let (rest, word) = [(0, "even"), (1, "odd")][grid[path[0]] % 2];
            let cell = vec![path[0]];
            let line = format!("{word} {}", shape.name(path[0]));
            checked(line, when_full(cell, move |d| d[0] % 2 == rest))
        }
    };
    (rule.obeys)(grid).then_some(rule)
}

/// The variant of these rules and givens, as it is read.
fn read(shape: Shape, rules: &[Checked], grid: &[usize]) -> Variant {
    let mut text = format!("variant {0}x{0}\n", shape.size);
    for row in grid.chunks(shape.size) {
        let digits: String = row.iter().map(|digit| digit.to_string()).collect();
        text += &format!("{digits}\n");
    }
    for rule in rules {
        text += &format!("{}\n", rule.line);
    }
    let mut readings = puzzles::read(text.as_bytes());
    let reading = readings.next().expect("a variant");
    let reading = reading.unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert!(readings.next().is_none(), "{text}");
    let variant: &Variant = reading.puzzle.downcast_ref().expect("a variant");
    variant.clone()
}

/// Random rules and givens: the count of the checker, at most 300, is that of the engine.
fn compare(
    shape: Shape,
    seed: u64,
    rules_are: impl Fn(&mut Random) -> Vec<Checked>,
    locals: usize,
) {
    let mut random = Random(ChaCha8Rng::seed_from_u64(seed));
    let mut rules = rules_are(&mut random);
    let Some(mut grid) = shape.grid(&mut random, &rules) else {
        return;
    };
    for _ in 0..locals {
        let which = random.below(10);
        rules.extend(local(shape, which, &mut random, &grid));
    }
    let mut expected;
    let order = random.shuffled(grid.len());
    let mut opened = 0;
    loop {
        let more = order.len().min(opened + shape.size);
        let before = grid.clone();
        order[opened..more].iter().for_each(|&cell| grid[cell] = 0);
        expected = shape.count(&mut grid, &rules, 300);
        if expected == 300 && opened > 0 {
            grid = before;
            expected = shape.count(&mut grid, &rules, 300);
            break;
        }
        opened = more;
        if opened == order.len() {
            break;
        }
    }
    if expected >= 300 {
        return;
    }
    let variant = read(shape, &rules, &grid);
    let lines: Vec<&str> = rules.iter().map(|rule| &*rule.line).collect();
    let solver = Solver::new(variant.problem()).expect("no bounds");
    let mut solver = solver.assume(variant.givens());
    let mut found = 0;
    while let Some(solution) = solver.next_solution() {
        found += 1;
        let digits = variant.digits(solution.options());
        let digits: Vec<usize> = digits.into_iter().map(usize::from).collect();
        assert!(
            rules.iter().all(|rule| (rule.obeys)(&digits)),
            "{seed}: {lines:?}\n{digits:?}"
        );
        let options = variant.options_of(&variant.digits(solution.options()));
        assert_eq!(options, solution.options(), "{seed}: {lines:?}");
    }
    assert_eq!(found, expected, "{seed}: {lines:?}\n{variant}");
    let again: Variant = reread(&variant);
    assert_eq!(again, variant, "{variant}");
}

fn reread(variant: &Variant) -> Variant {
    let text = variant.to_string();
    let reading = puzzles::read(text.as_bytes()).next().expect("a variant");
    let reading = reading.unwrap_or_else(|error| panic!("{text}\n{error}"));
    reading
        .puzzle
        .downcast_ref::<Variant>()
        .expect("a variant")
        .clone()
}

#[test]
fn one_rule_in_small_grids() {
    for seed in 0..40 {
        for which in 0..6 {
            compare(SMALL, seed, |_| vec![global(SMALL, which)], 0);
        }
        for which in 0..10 {
            let mut random = Random(ChaCha8Rng::seed_from_u64(seed));
            let grid = SMALL.grid(&mut random, &[]).expect("a grid");
            let mut rule = None;
            for _ in 0..9 {
                rule = rule.or_else(|| local(SMALL, which, &mut random, &grid));
            }
            let Some(rule) = rule else { continue };
            let rules = [rule];
            let empty = vec![0; 16];
            let expected = SMALL.count(&mut empty.clone(), &rules, 300);
            let variant = read(SMALL, &rules, &empty);
            let count = Solver::new(variant.problem()).expect("no bounds").count();
            assert_eq!(count.to_string(), expected.to_string(), "{}", rules[0].line);
        }
    }
}

/// Compares random rules, of which one may be about the whole grid in some of `of` cases.
fn compare_together(shape: Shape, seeds: Range<u64>, of: usize, most: usize) {
    for seed in seeds {
        let globals = |random: &mut Random| match random.below(of) {
            0 => vec![],
            _ => vec![global(shape, random.below(6))],
        };
        compare(shape, seed, globals, 1 + seed as usize % most);
    }
}

#[test]
fn rules_together_in_small_grids() {
    compare_together(SMALL, 1000..1150, 3, 4);
}

#[test]
fn rules_together_in_grids_of_six() {
    compare_together(SIX, 2000..2060, 2, 6);
}

/// Kropki dots: all that could be are given, in both colours.
#[test]
fn all_dots_are_given() {
    for seed in 0..20 {
        let mut random = Random(ChaCha8Rng::seed_from_u64(seed));
        let grid = SMALL.grid(&mut random, &[]).expect("a grid");
        let cells = SMALL.size * SMALL.size;
        let neighbours: Vec<(usize, usize)> = (0..cells)
            .flat_map(|a| (0..a).map(move |b| (a, b)))
            .filter(|&(a, b)| SMALL.apart(a, b) == (0, 1))
            .collect();
        let dot = |a: usize, b: usize| match (a.abs_diff(b) == 1, a == 2 * b || b == 2 * a) {
            (true, _) => 1,
            (_, true) => 2,
            _ => 0,
        };
        let mut lines = vec!["only-white".to_owned(), "only-black".to_owned()];
        let mut dots = Vec::new();
        for &(a, b) in &neighbours {
            let kind = dot(grid[a], grid[b]);
            dots.push((a, b, kind));
            let words = ["", "white", "black"][kind];
            if kind > 0 {
                lines.push(format!("{words} {} {}", SMALL.name(a), SMALL.name(b)));
            }
        }
        let obeys = move |grid: &[usize]| {
            dots.iter().all(|&(a, b, kind)| {
                let (a, b) = (grid[a], grid[b]);
                let (white, black) = (a.abs_diff(b) == 1, a == 2 * b || b == 2 * a);
                a == 0 || b == 0 || [!white && !black, white, black][kind]
            })
        };
        let rules = [checked(lines.join("\n"), obeys)];
        let expected = SMALL.count(&mut vec![0; cells], &rules, 300);
        let variant = read(SMALL, &rules, &vec![0; cells]);
        let count = Solver::new(variant.problem()).expect("no bounds").count();
        assert_eq!(count.to_string(), expected.to_string(), "{}", rules[0].line);
    }
}

/// A long sum is divided into parts, and is no single table.
#[test]
fn long_sums() {
    let whole: Vec<usize> = (0..12).collect();
    for total in [33, 41, 42] {
        let line = format!("sum {total} {}", SIX.names(&[&whole[..], &[14]].concat()));
        let sum = when_full([&whole[..], &[14]].concat(), move |d| {
            d.iter().sum::<usize>() == total
        });
        let rules = [checked(line, sum)];
        let mut grid = vec![0; 36];
        let given = [1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3];
        grid[..12].copy_from_slice(&given);
        grid[18..24].copy_from_slice(&[2, 1, 4, 3, 6, 5]);
        let expected = SIX.count(&mut grid.clone(), &rules, 300);
        let variant = read(SIX, &rules, &grid);
        let solver = Solver::new(variant.problem()).expect("no bounds");
        let count = solver.assume(variant.givens()).count();
        assert_eq!(count.to_string(), expected.to_string(), "{total}");
    }
}

/// An arrow with a number of two digits, and a long shaft.
#[test]
fn long_arrows() {
    let cells: Vec<usize> = [0, 6, 12, 18, 24, 30, 31, 25].to_vec();
    let line = format!(
        "arrow {} = {}",
        SIX.names(&cells[..2]),
        SIX.names(&cells[2..])
    );
    let is_sum = |d: &[usize]| d[2..].iter().sum::<usize>() == 10 * d[0] + d[1];
    let rules = [checked(line, when_full(cells, is_sum))];
    let mut grid = vec![0; 36];
    grid[2..6].copy_from_slice(&[3, 4, 5, 6]);
    grid[32..36].copy_from_slice(&[1, 2, 3, 4]);
    let expected = SIX.count(&mut grid.clone(), &rules, 3000);
    let variant = read(SIX, &rules, &grid);
    let solver = Solver::new(variant.problem()).expect("no bounds");
    let count = solver.assume(variant.givens()).count();
    assert!((1..3000).contains(&expected), "{expected}");
    assert_eq!(count.to_string(), expected.to_string());
}

#[test]
fn relations_hold_as_they_say() {
    assert!(Relation::Less.holds(2, 3) && !Relation::Less.holds(3, 3));
    assert!(Relation::Ratio(2).holds(4, 2) && !Relation::Ratio(2).holds(3, 2));
    assert!(Relation::Total(10).holds(4, 6) && Relation::Difference(3).holds(6, 3));
    let variant = Variant::named("3x3".parse().expect("a shape"), "x, windoku").expect("rules");
    assert_eq!(
        (variant.units().len(), variant.pairs().len()),
        (27 + 2 + 4, 0)
    );
    assert_eq!(
        variant.rules(),
        [Rule::Falling, Rule::Rising, Rule::Windoku]
    );
}

/// No digits have the sum 0, and no line of a variant has that number.
#[test]
fn rules_have_numbers_from_one() {
    let pair = |relation| Rule::Pair(relation, [0, 1]);
    let with = |number| {
        [
            Rule::Cage {
                cells: vec![0, 1],
                sum: Some(number),
            },
            Rule::Sum {
                cells: vec![0, 5],
                total: number,
            },
            pair(Relation::Difference(number)),
            pair(Relation::Ratio(number)),
            pair(Relation::Total(number)),
        ]
    };
    let made = |rule: Rule| {
        let field = Field::square(4, Boxes::None).expect("a grid");
        Variant::new(field, vec![rule])
    };
    for (refused, read) in with(0).into_iter().zip(with(3)) {
        let fault = made(refused).expect_err("a number from 1");
        assert_eq!(fault, VariantFault::BadNumber("0".into()));
        let variant = made(read).expect("a rule");
        let again: Variant = variant.to_string().parse().expect("a variant");
        assert_eq!(again.to_string(), variant.to_string());
    }
}
