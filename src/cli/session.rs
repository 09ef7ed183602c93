//! Sessions: the searches of one thread, puzzle after puzzle.

use std::time::{Duration, Instant};

use dominox::engine::{Effort, Limit, Limits, Reduction, Solver, Status, Unmade};
use dominox::problem::Part;
use dominox::puzzles::{Puzzle, why, why_in};
use dominox::workshop::{explain_briefly, refused_words};

use super::exit::Exit;
use super::given::Given;
use super::idle::Idle;
use super::input::Question;
use super::lines::Outcome;
use super::manner::Manner;
use super::output::Format;
use super::page::{Done, Page};
use super::refusal::refuse;
use super::signal::{RUN_IS_OVER, Signal};
use super::turns::{Turn, Turns};

/// The number of solvers that a thread keeps, so that none is made anew if several sets of rules alternate, such as Sudokus of
/// several sizes.
const KEPT: usize = 4;

/// The number of puzzles of a file for which reasons are searched.
const EXPLAINED: u64 = 100;

/// The conditions for the searches of a thread.
#[derive(Clone)]
pub struct Terms<'a> {
    pub limits: Limits,
    /// The time limit for a puzzle.
    pub timeout: Option<Duration>,
    pub signal: &'a Signal,
    pub given: &'a Given,
    /// Whether problems are reduced before the search.
    pub reduces: bool,
    pub manner: Manner<'a>,
    /// The number of threads that share the memory.
    pub threads: usize,
    /// The number of threads that search one puzzle.
    pub of_search: usize,
    /// The shares of the memory.
    pub turns: &'a Turns<'a>,
}

impl<'a> Terms<'a> {
    /// The conditions for each of this many threads.
    pub fn side_by_side(&self, threads: usize) -> Terms<'a> {
        Terms {
            threads,
            // Who works alone has the threads for each search.
            of_search: if threads == 1 { self.of_search } else { 1 },
            ..self.clone()
        }
    }
}

/// The searches of one thread, one after the other.
pub struct Session<'a> {
    pub format: Format,
    terms: Terms<'a>,
    /// When the time of the present puzzle is over.
    of_puzzle: Option<Instant>,
    turn: Turn<'a>,
    /// Solvers with what they have done so far, the last used one first.
    solvers: Vec<Kept>,
    /// Whether the first one searches for the present puzzle.
    at_work: bool,
    /// The exit of the present puzzle, if a limit was reached before there was a solver.
    stopped_early: Option<Exit>,
    /// The hint on how to continue a stopped search.
    pub hint: String,
}

/// Why there is no solver for a puzzle.
enum Trouble {
    /// No kernel supports it, or an argument is wrong.
    Refused(String),
    /// This limit was reached before the solver was made.
    Stopped(Limit),
}

/// A solver that is kept.
struct Kept {
    solver: Solver,
    /// Its effort before the present puzzle.
    done: Done,
    /// The options of the arguments, in its problem.
    part: Part,
}

impl<'a> Session<'a> {
    /// A new session.
    pub fn of(format: Format, terms: Terms<'a>) -> Session<'a> {
        Session {
            format,
            of_puzzle: None,
            terms,
            turn: Turn::None,
            solvers: Vec::new(),
            at_work: false,
            stopped_early: None,
            hint: String::new(),
        }
    }

    /// Begins the work on a puzzle, whose time began when it was read.
    pub fn begin(&mut self, question: &Question) {
        if self.has_shares() {
            self.turn = self.terms.turns.share();
        }
        if let Some(timeout) = self.terms.timeout {
            let left = timeout.saturating_sub(question.reading_took);
            self.of_puzzle = Instant::now().checked_add(left);
        }
    }

    /// Whether threads share the memory, and a puzzle that needs more than a share waits for all of it.
    pub fn has_shares(&self) -> bool {
        self.terms.threads > 1 && self.terms.manner.is_refused
    }

    /// When the work on the present puzzle ends: with its own time, or with that of the run.
    fn deadline(&self) -> Option<Instant> {
        let ends = [self.of_puzzle, self.terms.limits.deadline];
        ends.into_iter().flatten().min()
    }

    /// Whether no other thread answers puzzles at the same time.
    pub fn is_alone(&self) -> bool {
        self.terms.threads == 1
    }

    /// A solver for this puzzle. If no kernel supports the puzzle, or a limit is reached before the solver is made, reports
    /// that and returns none.
    pub fn solver(&mut self, page: &mut Page, question: &Question) -> Option<&mut Solver> {
        let puzzle = question.puzzle();
        match self.prepare(page, puzzle) {
            Ok(()) => {}
            Err(Trouble::Refused(reason)) => {
                refuse(page, self.format, question, &reason);
                return None;
            }
            Err(Trouble::Stopped(limit)) => {
                self.stopped_early = Some(self.report_stop(page, question, limit));
                return None;
            }
        }
        self.at_work = true;
        let (memory, deadline) = (self.memory(), self.deadline());
        let Kept { solver, part, .. } = &mut self.solvers[0];
        solver.limits_mut().deadline = deadline;
        solver.set_memory(memory);
        solver.restart(puzzle.givens());
        if *part != Part::default() {
            solver.narrow(part);
        }
        if self.terms.reduces {
            let limits = solver.limits_mut().clone();
            let whole = puzzle.with_givens(part);
            solver.imply(&Reduction::part_within(puzzle.problem(), &whole, &limits));
        }
        Some(solver)
    }

    /// Bytes that the search of the puzzle may take.
    fn memory(&self) -> usize {
        match self.turn {
            Turn::Alone(_) => self.terms.manner.memory,
            _ => self.terms.manner.memory / self.terms.threads,
        }
    }

    /// Waits until this thread may have all of the memory, if its share is less than this number of bytes.
    pub fn wait_for_memory(&mut self, bytes: usize) {
        if bytes > self.memory() {
            self.wait_for_all_memory();
        }
    }

    /// Waits until this thread may have all of the memory; `false` if it already had. The time limit of the puzzle is extended
    /// by the wait.
    pub fn wait_for_all_memory(&mut self) -> bool {
        if !matches!(self.turn, Turn::Shared(_)) {
            return false;
        }
        self.turn = Turn::None;
        let begun = Instant::now();
        self.turn = self.terms.turns.all();
        self.of_puzzle = self.of_puzzle.map(|end| end + begun.elapsed());
        true
    }

    /// Puts a solver for this problem first.
    fn prepare(&mut self, page: &mut Page, puzzle: &dyn Puzzle) -> Result<(), Trouble> {
        let problem = puzzle.problem();
        let is_for = |kept: &Kept| kept.solver.problem().is_same(problem);
        match self.solvers.iter().position(is_for) {
            Some(0) => {}
            Some(place) => self.solvers[..=place].rotate_right(1),
            None => {
                let is_idle = |idle: &&Idle| (idle.is_idle)(puzzle);
                let idle = self.terms.manner.idle.iter().filter(is_idle);
                idle.for_each(|idle| page.note(idle.note));
                let kernel = (self.terms.manner.kernel)(problem);
                let memory = self.terms.manner.memory / self.terms.threads;
                let part = self.terms.given.part(puzzle).map_err(Trouble::Refused)?;
                let limits = Limits {
                    deadline: self.deadline(),
                    ..self.terms.limits.clone()
                };
                let solver = Solver::within(problem, kernel, memory, limits);
                let solver = solver.map_err(|unmade| match unmade {
                    Unmade::Stopped(limit) => Trouble::Stopped(limit),
                    Unmade::Unsupported(error) => Trouble::Refused(refused_words(&error, problem)),
                    other => Trouble::Refused(other.to_string()),
                })?;
                let solver = solver.threads(self.terms.of_search);
                let kept = Kept {
                    solver: (self.terms.manner.set)(solver),
                    done: Done::default(),
                    part,
                };
                self.solvers.truncate(KEPT - 1);
                self.solvers.insert(0, kept);
            }
        }
        Ok(())
    }

    /// The part of its problem that the arguments select.
    ///
    /// # Errors
    /// What is wrong with an argument.
    pub fn part(&self, question: &Question) -> Result<Part, String> {
        self.terms.given.part(question.puzzle())
    }

    /// The limits of the work on the present puzzle.
    pub fn limits(&self) -> Limits {
        Limits {
            deadline: self.deadline(),
            solutions: None,
            nodes: None,
            ..self.terms.limits.clone()
        }
    }

    /// Like [`why`](Self::why), or if that finds nothing, demands that contradict each other, if they are found within a few
    /// steps. Only the first puzzles of a file are searched for them, so that a stream is not held up.
    pub fn why_together(&self, question: &Question) -> Option<String> {
        self.why(question).or_else(|| {
            let puzzle = question.puzzle();
            let part = self.part(question).ok()?;
            let briefly = || explain_briefly(puzzle, &part, self.limits());
            let reason = (question.index() <= EXPLAINED).then(briefly)?;
            reason.map(|reason| reason.in_words(puzzle))
        })
    }

    /// Why the present puzzle has no answer, if a reason is found without a search.
    pub fn why(&self, question: &Question) -> Option<String> {
        let puzzle = question.puzzle();
        let reason = match self.solvers.first() {
            Some(kept) => why_in(puzzle, &kept.part),
            None => why(puzzle),
        };
        reason.map(|reason| reason.in_words(puzzle))
    }

    /// Whether results are printed, and with them the reasons.
    pub fn prints(&self) -> bool {
        self.terms.manner.amount.has_results()
    }

    /// The limit that has been reached in the work on the present puzzle.
    pub fn interruption(&self) -> Option<Limit> {
        if self.terms.signal.came() {
            Some(Limit::Cancelled)
        } else {
            let is_over = self.deadline().is_some_and(|end| Instant::now() >= end);
            is_over.then_some(Limit::Time)
        }
    }

    /// Whether the time of the run ends before that of the present puzzle. A search that reaches its limit may stop a little
    /// before that.
    fn is_time_of_run(&self) -> bool {
        let of_run = self.terms.limits.deadline;
        of_run.is_some() && self.deadline() == of_run
    }

    /// The name of a limit, for messages.
    pub fn reason(&self, limit: Limit) -> &'static str {
        match limit {
            Limit::Time if self.is_time_of_run() => RUN_IS_OVER,
            Limit::Time => "the time limit",
            Limit::Cancelled => self.terms.signal.words(),
            Limit::Memory => "the memory limit",
            Limit::Nodes => "the node limit",
            _ => "a limit",
        }
    }

    /// Reports that a limit stopped the work on a puzzle.
    pub fn report_stop(&self, page: &mut Page, question: &Question, limit: Limit) -> Exit {
        let reason = self.reason(limit);
        if reason == RUN_IS_OVER {
            self.terms.signal.note_end();
        }
        let hint = match limit {
            Limit::Memory => "; `--memory` allows more",
            _ => &self.hint,
        };
        page.say(format_args!(
            "{}: stopped by {reason}{hint}",
            question.place()
        ));
        Exit::Stopped
    }

    /// The exit code after a search, which found an answer or did not.
    pub fn exit(&self, page: &mut Page, question: &Question, found: bool) -> Exit {
        match self.solvers.first().map(|kept| kept.solver.status()) {
            Some(Status::Stopped(limit)) if limit != Limit::Solutions => {
                self.report_stop(page, question, limit)
            }
            _ if found => Exit::Answered,
            _ => Exit::No,
        }
    }

    /// Reports that a limit was reached before the search of the present puzzle began. The exit that is returned is replaced when
    /// the puzzle is concluded.
    pub fn stop_early(&mut self, page: &mut Page, question: &Question) -> Exit {
        let limit = self.interruption().unwrap_or(Limit::Time);
        self.stopped_early = Some(self.report_stop(page, question, limit));
        Exit::Stopped
    }

    /// Reports that a puzzle takes more memory than is allowed.
    pub fn stop_for_memory(&mut self, page: &mut Page, question: &Question, reason: &str) -> Exit {
        let place = question.place();
        page.say(format_args!("{place}: {reason}; `--memory` allows more"));
        self.stopped_early = Some(Exit::Stopped);
        Exit::Stopped
    }

    /// Adds the exit code of a puzzle, and reports it if the puzzle was refused.
    pub fn conclude(&mut self, page: &mut Page, question: &Question, exit: Exit) {
        let stopped = self.stopped_early.take();
        let exit = stopped.unwrap_or(exit);
        if stopped.is_some() {
            page.tally.results.add(Outcome::Stopped);
            match self.format {
                Format::Text => self
                    .terms
                    .manner
                    .missing
                    .print(page, question.at(), "stopped"),
                Format::Jsonl => drop(page.object(question, "stopped")),
                Format::Drawn(_) => {}
            }
        }
        page.exit = page.exit.max(exit);
        if exit == Exit::BadInput {
            page.tally.results.add(Outcome::Bad);
            if self.format == Format::Text {
                self.terms.manner.missing.print(page, question.at(), "bad");
            }
        }
    }

    /// Adds the search for a puzzle to the tally. Returns its effort, if there was a search.
    pub fn close(&mut self, page: &mut Page) -> Option<Effort> {
        self.turn = Turn::None;
        let at_work = std::mem::take(&mut self.at_work);
        let Kept { solver, done, .. } = self.solvers.first_mut().filter(|_| at_work)?;
        let before = std::mem::replace(done, Done::by(solver));
        Some(page.tally.add_search(solver, before))
    }
}
