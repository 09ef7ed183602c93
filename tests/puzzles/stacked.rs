//! Stacked grids, with nothing between them. Some of them have a row too few or too many. From a file and through a
//! pipe, record by record.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read};

use crate::support::draws::Draws;
use dominox::puzzles::{self, ReadCause, Sudoku};

/// Puzzles with exactly one answer each: of 39, 30, 26 and 17 givens.
const DENSE: &str =
    ".3.26.7.168..7..9.19...45..82.1...4...46.29...5...3.28..93...74.4..5..367.3.18...";
const MIDDLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const FEW: &str =
    "1..5.37..6.3..8.9......98...1.......8761..........6...........7.8.9.76.47...6.312";
const SPARSE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

impl Draws {
    fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }

    /// An order of nine rows, or columns, in which those of a box stay together.
    fn bands(&mut self) -> Vec<usize> {
        let bands = self.shuffled(3);
        let rows = |band: usize| self.shuffled(3).into_iter().map(move |row| 3 * band + row);
        bands.into_iter().flat_map(rows).collect()
    }

    /// A puzzle like this one, with other digits in other places.
    fn like(&mut self, puzzle: &str) -> Vec<String> {
        let (rows, columns, digits) = (self.bands(), self.bands(), self.shuffled(9));
        let cells = puzzle.as_bytes();
        let cell = |row: usize, column: usize| match cells[9 * row + column] {
            b'.' => '.',
            digit => char::from(b'1' + digits[usize::from(digit - b'1')] as u8),
        };
        let row = |&row: &usize| columns.iter().map(|&column| cell(row, column)).collect();
        rows.iter().map(row).collect()
    }
}

/// Grids, and the lines of those that are whole.
struct Stream {
    text: String,
    whole: BTreeMap<u64, String>,
    bad: usize,
}

/// How a row of a grid is spoilt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spoilt {
    Missing,
    Added,
    Short,
    Long,
}

fn stream(random: &mut Draws, puzzle: &str, grids: usize, faults: &[(usize, Spoilt)]) -> Stream {
    let (mut text, mut whole, mut line) = (String::new(), BTreeMap::new(), 1);
    for number in 0..grids {
        let mut rows = random.like(puzzle);
        let row = random.below(9);
        match faults.iter().find(|&&(grid, _)| grid == number) {
            None => drop(whole.insert(line, rows.concat())),
            Some((_, Spoilt::Missing)) => drop(rows.remove(row)),
            Some((_, Spoilt::Added)) => rows.insert(row, random.like(puzzle)[row].clone()),
            Some((_, Spoilt::Short)) => drop(rows[row].pop()),
            Some((_, Spoilt::Long)) => rows[row].push('.'),
        }
        line += rows.len() as u64;
        text += &(rows.join("\n") + "\n");
    }
    Stream {
        text,
        whole,
        bad: faults.len(),
    }
}

/// What is read: the puzzles by their lines, and the lines of each fault, with those of doubtful answers before it.
struct Found {
    puzzles: BTreeMap<u64, String>,
    faults: Vec<(u64, u64)>,
    messages: Vec<String>,
}

fn read(text: &str, waits: bool) -> Found {
    let mut found = Found {
        puzzles: BTreeMap::new(),
        faults: Vec::new(),
        messages: Vec::new(),
    };
    for record in puzzles::read(text.as_bytes())
        .kind(Sudoku::KIND)
        .waits(waits)
    {
        match record {
            Ok(reading) => {
                let sudoku: &Sudoku = reading.puzzle.downcast_ref().expect("a Sudoku");
                let mut cells = vec![".".to_owned(); 81];
                for place in sudoku.placements() {
                    cells[9 * place.row + place.column] = sudoku.symbol(place.digit);
                }
                found.puzzles.insert(reading.line, cells.concat());
            }
            Err(error) => {
                let message = error.to_string();
                let ReadCause::Fault(fault) = &error.cause else {
                    panic!("{error}");
                };
                let since = doubtful_since(&message).or(error.line);
                let last = fault.line + (text.lines().count() as u64 - fault.line).min(1);
                found.faults.push((since.expect("a line"), last));
                found.messages.push(message);
            }
        }
    }
    found
}

fn doubtful_since(message: &str) -> Option<u64> {
    let after = |words| Some(message.split_once(words)?.1);
    let text = after("the answers from line ").or_else(|| after("grids from line "))?;
    text.split(' ').next()?.parse().ok()
}

/// No puzzle is lost, and no wrong grid is answered, without a message.
fn assert_nothing_is_silent(stream: &Stream, found: &Found) -> usize {
    let is_named = |first: u64| {
        let overlaps = |&&(since, last): &&(u64, u64)| first + 8 >= since && first <= last;
        found.faults.iter().any(|fault| overlaps(&fault))
    };
    let mut lost = 0;
    for (line, cells) in &stream.whole {
        if found.puzzles.get(line) != Some(cells) {
            lost += 1;
            assert!(
                is_named(*line),
                "line {line}: {:?}\n{}",
                found.messages,
                stream.text
            );
        }
    }
    for (line, cells) in &found.puzzles {
        let is_whole = stream.whole.get(line) == Some(cells);
        assert!(
            is_whole || is_named(*line),
            "line {line}: {:?}\n{}",
            found.messages,
            stream.text
        );
    }
    lost
}

/// One or two grids that are spoilt, at random places, not near to each other.
fn faults(random: &mut Draws, grids: usize, kinds: &[Spoilt]) -> Vec<(usize, Spoilt)> {
    let first = random.below(grids / 3);
    let second = grids - 1 - random.below(grids / 3);
    let count = 1 + random.below(2);
    let places = [first, second].into_iter().take(count);
    places
        .map(|grid| (grid, kinds[random.below(kinds.len())]))
        .collect()
}

use Spoilt::{Added, Long, Missing, Short};

#[test]
fn grids_with_many_givens_lose_only_the_bad_ones() {
    for waits in [false, true] {
        for seed in 0..200 {
            let mut random = Draws(seed);
            let grids = 30 + random.below(30);
            let faults = faults(&mut random, grids, &[Missing, Added, Short, Long]);
            let stream = stream(&mut random, DENSE, grids, &faults);
            let found = read(&stream.text, waits);
            let lost = assert_nothing_is_silent(&stream, &found);
            let (good, bad) = (found.puzzles.len() + lost, found.faults.len());
            assert!(
                good >= stream.whole.len() && bad <= stream.bad,
                "{seed}: {:?}",
                found.messages
            );
            // A program that waits gets an answer if no digit repeats in a mixed grid.
            assert!(
                lost == 0 || waits && lost <= stream.bad,
                "{seed}: {:?}",
                found.messages
            );
        }
    }
}

#[test]
fn grids_with_few_givens_are_never_mixed_in_silence() {
    // The most of some 9,000 grids: more through a pipe than from a file.
    for (puzzle, most) in [(MIDDLE, [5, 45]), (FEW, [35, 55]), (SPARSE, [320, 350])] {
        for (waits, most) in [false, true].into_iter().zip(most) {
            let mut all = 0;
            for seed in 0..200 {
                let mut random = Draws(seed);
                let grids = 30 + random.below(30);
                let faults = faults(&mut random, grids, &[Missing, Added]);
                let stream = stream(&mut random, puzzle, grids, &faults);
                let found = read(&stream.text, waits);
                all += assert_nothing_is_silent(&stream, &found);
            }
            assert!(all <= most, "{all}");
        }
    }
}

/// Text of which no more may be read than was given.
struct Given<'t> {
    text: &'t [u8],
}

impl Read for Given<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Given<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.text {
            [] => Err(io::Error::new(io::ErrorKind::TimedOut, "more is asked for")),
            text => Ok(text),
        }
    }

    fn consume(&mut self, length: usize) {
        self.text = &self.text[length..];
    }
}

/// A dialogue continues: only a grid in which a digit repeats is held, until a blank line.
#[test]
fn a_grid_without_a_repeated_digit_is_answered_at_once() {
    let mut random = Draws(7);
    let good = random.like(MIDDLE).join("\n") + "\n";
    let wrong = format!("11.......\n{}", ".........\n".repeat(8));
    let count = |text: &str| {
        let given = Given {
            text: text.as_bytes(),
        };
        let found = puzzles::read(given).kind(Sudoku::KIND).waits(true);
        found.take_while(Result::is_ok).count()
    };
    assert_eq!(count(&good), 1);
    assert_eq!(count(&good.repeat(3)), 3);
    assert_eq!(count(&format!("{good}{wrong}\n")), 2);
    let mut reader = puzzles::read(wrong.as_bytes()).waits(true);
    assert!(
        reader.next().is_some_and(|found| found.is_ok()),
        "the end of the input tells"
    );
    // If nothing follows in time, the grid is answered as well.
    assert_eq!(count(&wrong), 1);
    assert_eq!(count(&format!("{wrong}{}", good.repeat(5))), 6);
}
