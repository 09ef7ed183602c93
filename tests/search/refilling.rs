//! Reading a puzzle into the memory of the previous one finds the same puzzles as reading each into new memory.

use std::fmt::Debug;
use std::io::{BufRead, BufReader};

use dominox::puzzles::{self, Reader, Reading};
use dominox::{Solution, Solver};
use proptest::prelude::*;
use proptest::sample::select;

/// The cells of a puzzle of size N as a bare line, from numbers that stand for what is in each cell.
fn bare(cells: &[u8], symbols: &str) -> String {
    let symbol = |&cell: &u8| symbols.as_bytes()[usize::from(cell) % symbols.len()];
    String::from_utf8(cells.iter().map(symbol).collect()).expect("ASCII")
}

/// A line or a few lines of a stream of Sudokus: good and bad puzzles, and what may come between them.
fn piece() -> impl Strategy<Value = String> {
    let line = |cells: usize, symbols: &'static [&'static str]| {
        let cells = prop::collection::vec(any::<u8>(), cells);
        (cells, select(symbols)).prop_map(|(cells, symbols)| bare(&cells, symbols))
    };
    let nine = line(
        81,
        &[
            "....1234x56789",
            "0000123456789",
            "....1234A",
            "123456789",
            ".*_x0",
        ],
    );
    prop_oneof![
        6 => nine.clone(),
        1 => nine.clone().prop_map(|line| line + "1"),
        1 => nine.clone().prop_map(|line| line.replacen('.', "é", 1)),
        1 => nine.prop_map(|line| {
            line.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect()
        }),
        1 => line(64, &["....12345678", "12345679."]),
        1 => line(256, &["......ABCDEFGH", "0....123ABCDEF", "0000123ABCDEFG", "....Z"]),
        1 => line(16, &["....1234", "....12345G"]),
        1 => select(vec!["", "# a comment", "[Puzzle]", "[State]", "---+---", "[[1,2,3,0],"])
            .prop_map(String::from),
    ]
}

fn stream() -> impl Strategy<Value = String> {
    let ends = select(vec!["\n", "\n", "\n", "\r\n"]);
    prop::collection::vec((piece(), ends), 1..30)
        .prop_map(|pieces| pieces.into_iter().map(|(piece, end)| piece + end).collect())
}

fn found(reading: &Reading) -> (u64, u64, String) {
    (reading.index, reading.line, format!("{:?}", reading.puzzle))
}

/// Everything that the reader finds, each puzzle read into the previous one where that is possible; and how often it
/// was.
fn refilled<R: BufRead>(mut reader: Reader<R>) -> (Vec<String>, usize) {
    let mut all = Vec::new();
    let mut refills = 0;
    let mut before: Option<Reading> = None;
    loop {
        if let Some(reading) = &mut before
            && reader.refill(reading)
        {
            all.push(debug(Ok::<_, ()>(found(reading))));
            refills += 1;
            continue;
        }
        match reader.next() {
            None => return (all, refills),
            Some(Err(error)) => all.push(debug(Err::<(), _>(error.to_string()))),
            Some(Ok(reading)) => {
                all.push(debug(Ok::<_, ()>(found(&reading))));
                before = Some(reading);
            }
        }
    }
}

fn debug(found: Result<impl Debug, impl Debug>) -> String {
    format!("{found:?}")
}

proptest! {
    #[test]
    fn the_memory_makes_no_difference(stream in stream(), size in 1..400usize) {
        let anew: Vec<String> = puzzles::read(stream.as_bytes())
            .map(|found_| debug(found_.as_ref().map(found).map_err(ToString::to_string)))
            .collect();
        let buffered = BufReader::with_capacity(size, stream.as_bytes());
        prop_assert_eq!(&refilled(puzzles::read(buffered)).0, &anew);
        prop_assert_eq!(refilled(puzzles::read(stream.as_bytes())).0, anew);
    }
}

#[test]
fn lines_in_the_buffer_are_read_into_the_memory_of_the_first() {
    for (cells, zero) in [(81, "."), (64, "0"), (256, ".")] {
        let line = zero.repeat(cells) + "\n";
        let (all, refills) = refilled(puzzles::read(line.repeat(10).as_bytes()));
        assert_eq!((all.len(), refills), (10, 9), "{cells}");
    }
}

/// A puzzle of another size is not used as memory.
#[test]
fn a_puzzle_of_another_size_is_left_alone() {
    let mut of_sixteen = puzzles::read("................\n".as_bytes());
    let mut reading = of_sixteen.next().unwrap().unwrap();
    let lines = [".".repeat(81) + "\n", "1".repeat(81) + "\n"].concat();
    let mut reader = puzzles::read(lines.as_bytes());
    reader.next().unwrap().unwrap();
    let before = found(&reading);
    assert!(!reader.refill(&mut reading));
    assert_eq!(found(&reading), before);
    assert_eq!(reader.next().unwrap().unwrap().line, 2);
}

/// The answer of a puzzle that was read into another one's memory is its own.
#[test]
fn answers_are_those_of_the_new_puzzle() {
    let question =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let answer =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";
    let swapped = |text: &str| text.replace('1', "x").replace('2', "1").replace('x', "2");
    let stream = [question.replace('.', "0"), swapped(question)].concat();
    let mut reader = puzzles::read(stream.as_bytes());
    let mut reading = reader.next().unwrap().unwrap();
    assert!(reader.refill(&mut reading));
    let solver = Solver::new(reading.puzzle.problem()).unwrap();
    let solution: Solution = solver
        .assume(reading.puzzle.givens())
        .solutions()
        .next()
        .unwrap();
    assert_eq!(reading.puzzle.answer_text(2, &solution), swapped(answer));
}
