//! The write-ups that dominox began with: the calls that their programs make, compared with our nodes.
//!
//! Their programs keep the grid in an array and search depth first: at the first blank cell they try whatever agrees
//! with the row, the column and the box, and call themselves for the next one. Here are two programs of that shape, one
//! for Sudoku and one for Sudominoku, which count their calls, including the first one:
//!
//! ```text
//!     dfs(first blank cell) ── 4 ──▶ dfs(second) ── 5 ──▶ dfs(third): nothing fits, back
//!                                                └─ 7 ──▶ dfs(third) …
//! ```
//!
//! The table in `docs/write-ups.md` shows these numbers, and no others.

use dominox::Solver;
use dominox::engine::KernelName;
use dominox::puzzles;

const DOCUMENT: &str = include_str!("../../docs/write-ups.md");
const EASY: &str = include_str!("../data/board.json");
const HARD: &str = include_str!("../data/board-hard.json");
const BOJ_2580: &str = include_str!("../data/boj2580.in");
const SUDOMINOKU: &str = include_str!("../data/sudominoku.in");

/// A row of the table in the document.
struct Row {
    write_up: &'static str,
    /// What the write-up says about its calls.
    claim: &'static str,
    calls: u64,
    nodes: u64,
}

const fn row(write_up: &'static str, claim: &'static str, calls: u64, nodes: u64) -> Row {
    Row {
        write_up,
        claim,
        calls,
        nodes,
    }
}

const TABLE: [Row; 6] = [
    row("1", "", 53, 45),
    row("2, the easy board", "54", 53, 45),
    row("2, the hard board", "1,302", 1_302, 81),
    row("3 and 4", "", 15, 15),
    row("5, the first puzzle", "", 3_582, 148),
    row("5, the second puzzle", "", 10_471, 125),
];

/// The cells of a Sudoku, 0 where blank.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Grid([[u8; 9]; 9]);

impl Grid {
    /// The digits in a text, the first 81.
    fn read(text: &str) -> Grid {
        let mut digits = text.chars().filter_map(|c| c.to_digit(10));
        let mut digit = || digits.next().expect("81 digits") as u8;
        Grid(std::array::from_fn(|_| std::array::from_fn(|_| digit())))
    }

    fn first_blank(&self) -> Option<(usize, usize)> {
        let mut cells = (0..81).map(|cell| (cell / 9, cell % 9));
        cells.find(|&(row, column)| self.0[row][column] == 0)
    }

    fn is_blank(&self, (row, column): (usize, usize)) -> bool {
        row < 9 && column < 9 && self.0[row][column] == 0
    }

    /// Whether a digit stands neither in the row nor in the column nor in the box of a cell.
    fn admits(&self, (row, column): (usize, usize), digit: u8) -> bool {
        let corner = (row / 3 * 3, column / 3 * 3);
        (0..9).all(|i| {
            self.0[row][i] != digit
                && self.0[i][column] != digit
                && self.0[corner.0 + i / 3][corner.1 + i % 3] != digit
        })
    }

    /// Fills the blank cells. If that is impossible, returns `false` and changes nothing.
    fn fill(&mut self, calls: &mut u64) -> bool {
        *calls += 1;
        let Some((row, column)) = self.first_blank() else {
            return true;
        };
        for digit in 1..=9 {
            if self.admits((row, column), digit) {
                self.0[row][column] = digit;
                if self.fill(calls) {
                    return true;
                }
                self.0[row][column] = 0;
            }
        }
        false
    }
}

/// A Sudominoku: its grid, and the pairs of digits whose domino is on it.
struct Dominoes {
    grid: Grid,
    used: [[bool; 10]; 10],
}

impl Dominoes {
    /// The cases of a text that ends with a `0`.
    fn read_all(text: &str) -> Vec<Dominoes> {
        let mut words = text.split_whitespace();
        let mut cases = Vec::new();
        loop {
            let number: usize = words.next().expect("a number").parse().expect("a number");
            if number == 0 {
                return cases;
            }
            let mut word = || words.next().expect("a word");
            let mut case = Dominoes {
                grid: Grid([[0; 9]; 9]),
                used: [[false; 10]; 10],
            };
            for _ in 0..number {
                let digits = [(); 2].map(|()| {
                    let digit = word().parse().expect("a digit");
                    case.put(word(), digit);
                    usize::from(digit)
                });
                case.use_pair(digits, true);
            }
            (1..=9).for_each(|digit| case.put(word(), digit));
            cases.push(case);
        }
    }

    /// Puts a digit into a cell that is named as `B2`.
    fn put(&mut self, cell: &str, digit: u8) {
        let [row, column] = [cell.as_bytes()[0] - b'A', cell.as_bytes()[1] - b'1'];
        self.grid.0[usize::from(row)][usize::from(column)] = digit;
    }

    fn use_pair(&mut self, [one, other]: [usize; 2], used: bool) {
        self.used[one][other] = used;
        self.used[other][one] = used;
    }

    /// Covers the blank cells: to the right and then downwards from the first one, tries the unused dominoes, by the
    /// digit on the first cell and then by the other.
    fn fill(&mut self, calls: &mut u64) -> bool {
        *calls += 1;
        let Some((row, column)) = self.grid.first_blank() else {
            return true;
        };
        for (other_row, other_column) in [(row, column + 1), (row + 1, column)] {
            if !self.grid.is_blank((other_row, other_column)) {
                continue;
            }
            for pair in (1..=9).flat_map(|one| (1..=9).map(move |other| [one, other])) {
                let [digit, other_digit] = pair.map(|digit| digit as u8);
                if digit == other_digit
                    || self.used[pair[0]][pair[1]]
                    || !self.grid.admits((row, column), digit)
                {
                    continue;
                }
                self.grid.0[row][column] = digit;
                if self.grid.admits((other_row, other_column), other_digit) {
                    self.grid.0[other_row][other_column] = other_digit;
                    self.use_pair(pair, true);
                    if self.fill(calls) {
                        return true;
                    }
                    self.use_pair(pair, false);
                    self.grid.0[other_row][other_column] = 0;
                }
                self.grid.0[row][column] = 0;
            }
        }
        false
    }
}

/// For each puzzle of a text, the first answer and the nodes that it took.
fn answers(text: &str) -> Vec<(Grid, u64)> {
    let readings = puzzles::read(text.as_bytes());
    let solve = |reading: puzzles::Reading| {
        let puzzle = reading.puzzle;
        let solver =
            Solver::with_kernel(puzzle.problem(), Some(KernelName::Links)).expect("no bounds");
        let mut solver = solver.assume(puzzle.givens());
        let solution = solver.next_solution().expect("an answer");
        let answer = puzzle.answer_text(reading.index, &solution);
        let heading = format!("Puzzle {}", reading.index);
        let grid = Grid::read(answer.trim_start_matches(heading.as_str()));
        (grid, solver.effort().nodes)
    };
    readings
        .map(|reading| solve(reading.expect("a puzzle")))
        .collect()
}

/// Compares the numbers of one row with what the two programs do, and checks that they find the same grid.
fn check(row: &Row, filled: bool, grid: &Grid, calls: u64, (answer, nodes): &(Grid, u64)) {
    assert!(filled, "{}", row.write_up);
    assert_eq!(grid, answer, "{}", row.write_up);
    assert_eq!((calls, *nodes), (row.calls, row.nodes), "{}", row.write_up);
}

#[test]
fn sudokus() {
    let [one, easy, hard, boj, ..] = &TABLE;
    for (row, text) in [(one, EASY), (easy, EASY), (hard, HARD), (boj, BOJ_2580)] {
        let (mut grid, mut calls) = (Grid::read(text), 0);
        let filled = grid.fill(&mut calls);
        let [answer] = &answers(text)[..] else {
            panic!("one puzzle was expected");
        };
        check(row, filled, &grid, calls, answer);
    }
}

#[test]
fn sudominokus() {
    let answers = answers(SUDOMINOKU);
    let cases = Dominoes::read_all(SUDOMINOKU);
    assert_eq!((cases.len(), answers.len()), (2, 2));
    for ((row, mut case), answer) in TABLE[4..].iter().zip(cases).zip(&answers) {
        let mut calls = 0;
        let filled = case.fill(&mut calls);
        check(row, filled, &case.grid, calls, answer);
    }
}

#[test]
fn the_document_shows_these_numbers() {
    let shown: Vec<Vec<&str>> = DOCUMENT
        .lines()
        .skip_while(|line| !line.starts_with("| Write-up |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let measured = TABLE.map(|row| {
        let [calls, nodes] = [row.calls, row.nodes].map(grouped);
        [row.write_up.into(), row.claim.into(), calls, nodes]
    });
    assert_eq!(shown, measured);
}

/// A number below a million, as `1,302`.
fn grouped(number: u64) -> String {
    match (number / 1000, number % 1000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{thousands},{rest:03}"),
    }
}
