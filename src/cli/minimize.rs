//! `dominox minimize`: puzzles with fewer clues.

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use dominox::engine::Limit;
use dominox::problem::OptionId;
use dominox::puzzles::sudominoku::Piece;
use dominox::puzzles::{Puzzle, Sudoku, Sudominoku, Variant};
use dominox::workshop::{Fewest, Grid, MinimizeError, Minimizer, fewest_clues};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::exit::{Exit, Failure};
use super::input::Question;
use super::output::Format;
use super::page::Page;
use super::pen::Pen;
use super::reading::Reading;
use super::refusal::refuse;
use super::session::Session;
use super::values::{positive, seed};

/// Remove clues from each puzzle while it still has exactly one answer
///
/// Prints a minimal puzzle with the same answer: no clue can be left out; a Sudoku is one line of cells. The clues of a variant
/// are its digits, those of a Sudominoku its dominoes. A puzzle must have exactly one answer.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct Minimize {
    /// Print all such puzzles, each once, instead of one
    #[arg(short, long)]
    all: bool,

    /// Print at most K such puzzles, each once, instead of one
    #[arg(long, value_name = "K", value_parser = positive::<NonZeroU64>, allow_negative_numbers = true)]
    limit: Option<NonZeroU64>,

    /// Print one with as few clues as possible; if a limit comes first, the smallest one found, and a lower bound on the number of clues
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    fewest: bool,

    /// Try to remove clues in a random order, drawn with this seed [default: in the order of the puzzle]
    #[arg(long, value_name = "S", value_parser = seed, conflicts_with_all = ["all", "limit", "fewest"], allow_negative_numbers = true)]
    seed: Option<u64>,

    #[command(flatten)]
    reading: Reading,
}

/// A puzzle that can be minimized.
enum Clued<'a> {
    Sudoku(&'a Sudoku),
    Variant(&'a Variant),
    Sudominoku(&'a Sudominoku),
}

impl Clued<'_> {
    fn of(puzzle: &dyn Puzzle) -> Option<Clued<'_>> {
        let sudoku = puzzle.downcast_ref().map(Clued::Sudoku);
        sudoku
            .or_else(|| puzzle.downcast_ref().map(Clued::Variant))
            .or_else(|| puzzle.downcast_ref().map(Clued::Sudominoku))
    }

    /// What can be left out.
    fn clues(&self) -> &'static str {
        match self {
            Clued::Sudoku(_) | Clued::Variant(_) => "clues",
            Clued::Sudominoku(_) => "dominoes",
        }
    }

    /// No puzzle of its kind has fewer clues than this.
    fn least(&self) -> usize {
        match self {
            Clued::Sudoku(sudoku) => fewest_clues(sudoku.rules().shape()),
            Clued::Variant(_) | Clued::Sudominoku(_) => 0,
        }
    }

    /// Whether a given may be left out: a single digit of a Sudominoku may not, since every case has all nine.
    fn may_go(&self, given: OptionId) -> bool {
        match self {
            Clued::Sudoku(_) | Clued::Variant(_) => true,
            Clued::Sudominoku(case) => {
                let pieces = case.givens().iter().zip(case.pieces());
                let mut dominoes = pieces.filter(|(_, piece)| matches!(piece, Piece::Domino(..)));
                dominoes.any(|(&option, _)| option == given)
            }
        }
    }

    /// The puzzle with these clues, as text without its last line end.
    fn text(&self, clues: &[OptionId]) -> String {
        match self {
            Clued::Sudoku(sudoku) => {
                let rules = sudoku.rules();
                let places = clues.iter().map(|&option| rules.placement(option));
                Grid::from(&Sudoku::new(rules.shape(), places)).to_string()
            }
            Clued::Variant(variant) => {
                let givens = clues.iter().filter_map(|&clue| variant.placement(clue));
                let text = variant.with_givens(&Vec::from_iter(givens)).to_string();
                text.trim_end().to_owned()
            }
            Clued::Sudominoku(case) => {
                let text = case.keeping(|option| clues.contains(&option)).to_string();
                text.trim_end().to_owned()
            }
        }
    }
}

impl Minimize {
    pub fn run(&self) -> Result<Exit, Failure> {
        let has_cases = AtomicBool::new(false);
        // The line that ends a text with cases.
        let end = || match has_cases.load(Ordering::Relaxed) {
            true => "0\n",
            false => "",
        };
        self.reading.run_to(&end, |session, pen, question| {
            let Some(clued) = Clued::of(question.puzzle()) else {
                let reason =
                    "only Sudokus, variants and Sudominokus have clues that could be left out";
                return refuse(&mut pen.page, session.format, question, reason);
            };
            if let (Clued::Sudominoku(_), Format::Text) = (&clued, session.format) {
                has_cases.store(true, Ordering::Relaxed);
            }
            let may_go = |given| clued.may_go(given);
            match Minimizer::new(question.puzzle(), may_go, session.limits()) {
                Ok(minimizer) => self.minimize(session, pen, question, &clued, minimizer),
                Err(error) => fail(session, &mut pen.page, question, &error),
            }
        })
    }

    fn minimize(
        &self,
        session: &Session,
        pen: &mut Pen,
        question: &Question,
        clued: &Clued,
        mut minimizer: Minimizer,
    ) -> Exit {
        let print = |page: &mut Page, number: u64, clues: &[OptionId], bound: Option<usize>| {
            print(
                page,
                session.format,
                question,
                clued,
                (number, clues, bound),
            );
        };
        let stopped = if self.fewest {
            let fewest = minimizer.fewest(clued.least());
            print(&mut pen.page, 1, &fewest.clues, Some(fewest.bound));
            if fewest.stopped.is_some() {
                say_bound(&mut pen.page, question, clued, &fewest);
            }
            fewest.stopped
        } else if self.all || self.limit.is_some() {
            let mut number = 0;
            let most = self.limit.map_or(u64::MAX, NonZeroU64::get);
            let listed = minimizer.for_each(|clues| {
                number += 1;
                print(&mut pen.page, number, clues, None);
                match pen.flush_if_due() {
                    ControlFlow::Continue(()) if number < most => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(()),
                }
            });
            listed.err()
        } else {
            let one = minimizer.one(&self.order(minimizer.clues().len(), question.index()));
            print(&mut pen.page, 1, &one.clues, None);
            if one.stopped.is_some() {
                let (place, count, clues) = (question.place(), one.clues.len(), clued.clues());
                pen.page.say(format_args!(
                    "{place}: {count} {clues}; perhaps not all are needed"
                ));
            }
            one.stopped
        };
        match stopped {
            Some(limit) => stop(session, &mut pen.page, question, limit),
            None => Exit::Answered,
        }
    }

    /// The order in which clues are left out of the puzzle with this number.
    fn order(&self, clues: usize, index: u64) -> Vec<usize> {
        let mut order = Vec::from_iter(0..clues);
        if let Some(seed) = self.seed {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(index);
            let mut keys = Vec::from_iter((0..clues).map(|_| random.next_u64()));
            order.sort_by_cached_key(|&clue| std::mem::take(&mut keys[clue]));
        }
        order
    }
}

fn print(
    page: &mut Page,
    format: Format,
    question: &Question,
    clued: &Clued,
    (number, clues, bound): (u64, &[OptionId], Option<usize>),
) {
    let text = clued.text(clues);
    if format == Format::Text {
        return page.text(format_args!("{text}\n"));
    }
    let mut object = page.object(question, "minimized");
    object.string("puzzle", &text);
    object.number("number", Some(number));
    object.number("clues", Some(clues.len() as u64));
    if let Some(bound) = bound {
        object.number("bound", Some(bound as u64));
    }
}

/// Reports the lower bound on the number of clues, if a limit came before the smallest puzzle was known.
fn say_bound(page: &mut Page, question: &Question, clued: &Clued, fewest: &Fewest) {
    let (place, clues) = (question.place(), clued.clues());
    let (found, bound) = (fewest.clues.len(), fewest.bound);
    match bound {
        0 | 1 => page.say(format_args!(
            "{place}: {found} {clues}; whether fewer are enough is not known"
        )),
        _ => page.say(format_args!(
            "{place}: {found} {clues}; fewer than {bound} are not enough"
        )),
    }
}

/// Reports that a limit stopped the work on a puzzle.
fn stop(session: &Session, page: &mut Page, question: &Question, limit: Limit) -> Exit {
    if session.format == Format::Jsonl {
        page.object(question, "stopped");
    }
    session.report_stop(page, question, limit)
}

fn fail(session: &Session, page: &mut Page, question: &Question, error: &MinimizeError) -> Exit {
    match error {
        MinimizeError::Stopped(limit) => stop(session, page, question, *limit),
        MinimizeError::NoAnswer | MinimizeError::SeveralAnswers => {
            page.say(format_args!("{}: {error}", question.place()));
            if session.format == Format::Jsonl {
                let is_none = *error == MinimizeError::NoAnswer;
                page.object(question, if is_none { "none" } else { "multiple" });
            }
            Exit::No
        }
        error => refuse(page, session.format, question, &error.to_string()),
    }
}
