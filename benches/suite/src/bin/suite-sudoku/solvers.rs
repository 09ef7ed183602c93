//! The programs that decide: dominox's library, the crate `sudoku`, and commands.

use std::time::Duration;

use clap::ValueEnum;
use dominox::engine::{KernelName, Verdict};
use dominox::puzzles::{self, Puzzle, Reading, Shape, Sudoku};
use dominox_suite::program::Program;
use dominox_suite::run::{End, integers, run};
use nix::time::{ClockId, clock_gettime};

use crate::set::{Set, Verdicts};

/// The processor time after which a command is stopped, whatever it does.
const LIMIT: Duration = Duration::from_secs(600);

/// A kernel of dominox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kernel {
    /// The one that dominox chooses
    Auto,
    /// Dancing links
    Links,
    /// Bit-parallel lanes
    Lanes,
    /// Bit-parallel rows of options
    Rows,
    /// Bit-parallel lanes and units
    Units,
}

/// A program that decides how many answers puzzles have.
pub enum Solver {
    /// dominox: one solver for all puzzles, over the rules of 9 × 9 cells.
    Dominox(Kernel, Box<dominox::Solver>),
    /// The crate `sudoku`.
    Crate,
    /// Another program, which reads puzzles from standard input.
    Command(Program),
}

/// A pass through a set, or through some copies of it.
pub struct Pass {
    /// What was found.
    pub verdicts: Verdicts,
    /// The number of copies.
    pub copies: u64,
    /// Processor time.
    pub time: Duration,
}

impl Solver {
    /// dominox with this kernel.
    ///
    /// # Errors
    /// If the kernel is not made for Sudokus.
    pub fn dominox(kernel: Kernel) -> Result<Solver, String> {
        let shape = Shape::of_size(9).ok_or("no shape of 9 × 9 cells")?;
        let name = match kernel {
            Kernel::Auto => None,
            Kernel::Links => Some(KernelName::Links),
            Kernel::Lanes => Some(KernelName::Lanes),
            Kernel::Rows => Some(KernelName::Rows),
            Kernel::Units => Some(KernelName::Units),
        };
        let rules = Sudoku::empty(shape);
        let solver = dominox::Solver::with_kernel(rules.problem(), name);
        let solver = solver.map_err(|error| format!("{kernel:?}: {error:?}"))?;
        Ok(Solver::Dominox(kernel, Box::new(solver)))
    }

    /// Its name in the tables.
    pub fn name(&self) -> String {
        match self {
            Solver::Dominox(kernel, _) => format!("{kernel:?}").to_lowercase(),
            Solver::Crate => "sudoku".into(),
            Solver::Command(program) => program.name.clone(),
        }
    }

    /// Whether it is dominox.
    pub fn is_ours(&self) -> bool {
        matches!(self, Solver::Dominox(..))
    }

    /// Whether it runs in this process; then a pass is one copy of the set.
    pub fn is_here(&self) -> bool {
        !matches!(self, Solver::Command(_))
    }

    /// Decides all puzzles of a set; a command, of all copies in its file.
    ///
    /// # Errors
    /// If it cannot read a puzzle, or it is a command that fails.
    pub fn pass(&mut self, set: &Set, copies: u64) -> Result<Pass, String> {
        match self {
            Solver::Dominox(_, solver) => timed(|| dominox_verdicts(solver, set)),
            Solver::Crate => timed(|| crate_verdicts(set)),
            Solver::Command(program) => command_pass(program, set, copies),
        }
    }
}

/// One pass in this process.
fn timed(work: impl FnOnce() -> Result<Verdicts, String>) -> Result<Pass, String> {
    let now = || clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map(Duration::from);
    let start = now().map_err(|error| error.to_string())?;
    let verdicts = work()?;
    let end = now().map_err(|error| error.to_string())?;
    Ok(Pass {
        verdicts,
        copies: 1,
        time: end - start,
    })
}

fn dominox_verdicts(solver: &mut dominox::Solver, set: &Set) -> Result<Verdicts, String> {
    let mut verdicts = Verdicts::default();
    let mut reader = puzzles::read(set.text.as_bytes()).kind(Sudoku::KIND);
    let mut before: Option<Reading> = None;
    loop {
        // Read into the memory of the previous puzzle, as the command line does.
        let mut reading = match before.take() {
            Some(reading) => reading,
            None => match reader.next() {
                None => return Ok(verdicts),
                Some(found) => found.map_err(|error| format!("{}:{error}", set.name))?,
            },
        };
        solver.restart(reading.puzzle.givens());
        verdicts.add(match solver.verdict() {
            Verdict::None => 0,
            Verdict::Unique => 1,
            Verdict::Multiple => 2,
            Verdict::Undecided => return Err("stopped without a limit".into()),
        });
        before = reader.refill(&mut reading).then_some(reading);
    }
}

fn crate_verdicts(set: &Set) -> Result<Verdicts, String> {
    let mut verdicts = Verdicts::default();
    for line in set.text.lines() {
        let puzzle = sudoku::Sudoku::from_str_line(line).map_err(|error| error.to_string())?;
        verdicts.add(puzzle.solutions_count_up_to(2));
    }
    Ok(verdicts)
}

fn command_pass(program: &Program, set: &Set, copies: u64) -> Result<Pass, String> {
    let wrong = |what: String| format!("{}: {what}", program.name);
    let input = set
        .copies(copies)
        .map_err(|error| wrong(error.to_string()))?;
    let run =
        run(&mut program.command_on(input), LIMIT).map_err(|error| wrong(error.to_string()))?;
    let numbers: Vec<u64> = integers(&run.stdout).collect();
    match (run.end, numbers.as_slice()) {
        (End::Code(0), [.., none, one, many]) => Ok(Pass {
            verdicts: Verdicts([*none, *one, *many]),
            copies,
            time: Duration::from_micros(run.micros),
        }),
        (end, _) => Err(wrong(format!(
            "{end:?}, expected three integers: {}",
            run.stderr
        ))),
    }
}
