//! Ordinary cases of Sudominoku, made from hard ones: each solved, and 10 to 35 dominoes of its tiling given.
//!
//! ```sh
//! cargo run --release --manifest-path benches/suite/Cargo.toml --bin ordinary -- hard100.in 10000 > ordinary.in
//! ```
//!
//! The cases are taken in turn, and which dominoes are given is drawn by SplitMix64 from the seed 1: the text is the
//! same each time.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};

use dominox::Solver;
use dominox::puzzles::sudominoku::{Mark, Piece};
use dominox::puzzles::{Puzzle, Sudominoku, read};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, number] = arguments.as_slice() else {
        return Err("expected a file of cases and the number of cases to make".into());
    };
    let mut tilings = Vec::new();
    for reading in read(BufReader::new(File::open(path)?)) {
        let puzzle = reading?.puzzle;
        if let Some(case) = puzzle.downcast_ref::<Sudominoku>() {
            let mut solver = Solver::new(case.problem())?.assume(case.givens());
            tilings.push(case.tiling(&solver.next_solution().ok_or("a case without a solution")?));
        }
    }
    let mut random = Random(1);
    let mut out = BufWriter::new(io::stdout().lock());
    for tiling in tilings.iter().cycle().take(number.parse()?) {
        write_case(&mut out, tiling, &mut random)?;
    }
    writeln!(out, "0")?;
    Ok(out.flush()?)
}

/// Writes a case in which some dominoes of a tiling are given, and all single digits, as always.
fn write_case(out: &mut impl Write, tiling: &[Piece], random: &mut Random) -> io::Result<()> {
    let mut dominoes = Vec::new();
    let mut singles: Vec<Mark> = Vec::new();
    for piece in tiling {
        match *piece {
            Piece::Single(mark) => singles.push(mark),
            Piece::Domino(..) => dominoes.push(piece),
        }
    }
    let given = 10 + random.below(26);
    writeln!(out, "{given}")?;
    for _ in 0..given {
        let domino = dominoes.swap_remove(random.below(dominoes.len()));
        let marks: Vec<String> = domino.marks().map(|mark| mark.to_string()).collect();
        writeln!(out, "{}", marks.join(" "))?;
    }
    singles.sort_by_key(|mark| mark.digit);
    let cells: Vec<String> = singles.iter().map(|mark| mark.cell.to_string()).collect();
    writeln!(out, "{}", cells.join(" "))
}

/// SplitMix64.
struct Random(u64);

impl Random {
    /// A number below `bound`, almost evenly distributed for small bounds.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % bound as u64) as usize
    }
}
