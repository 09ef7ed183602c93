//! `dominox best`: the cheapest answers, or the most expensive ones.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use clap::{Args, ValueEnum};
use dominox::engine::{CountMethod, KernelName, Ranked, Unsupported};
use dominox::workshop::refused_words;
use dominox::{Problem, Solver};

use super::drawing::{Destination, Drawing};
use super::exit::{Exit, Failure};
use super::idle::{Idle, costs, has_no_costs, note_if};
use super::input::Question;
use super::manner::Manner;
use super::output::{Bound, Extent, Format};
use super::page::Page;
use super::pen::Pen;
use super::progress::Showing;
use super::refusal::refuse;
use super::saved::Saved;
use super::saving::{RARELY, Saving};
use super::search::{Again, Asking};
use super::session::Session;
use super::show::{note_tilings, without_last_line_end};
use super::solve::deny;
use super::timeouts::MostNodes;
use super::values::{bytes, positive};

/// Print the solutions of least cost, the cheapest first, each preceded by its cost
///
/// Costs are those of the text format: `|n` in an option. Without costs, each solution costs 0, and any of them may be
/// printed. For a Sudominoku, solutions are tilings.
#[derive(Args)]
pub struct Best {
    /// Print the K best solutions of each puzzle, or all if there are fewer
    #[arg(short, help_heading = "Output", value_name = "K", default_value = "1", value_parser = positive::<NonZeroUsize>, allow_negative_numbers = true)]
    k: NonZeroUsize,

    /// Print the solutions of greatest cost, the most expensive first
    #[arg(long, help_heading = "Search")]
    max: bool,

    /// Search method
    #[arg(long, help_heading = "Search", value_enum, default_value_t = Method::Auto)]
    method: Method,

    /// Memory limit for a diagram, such as 512MiB or 4G; if the diagram needs more, branch and bound continues alone
    #[arg(long, help_heading = "Search", value_name = "SIZE", default_value = "1GiB", value_parser = bytes, allow_negative_numbers = true)]
    memory: usize,

    #[command(flatten)]
    saving: Saving,

    #[command(flatten)]
    showing: Showing,

    #[command(flatten)]
    drawing: Drawing,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    most: MostNodes,

    #[command(flatten)]
    asking: Asking,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    /// Branch and bound, and a diagram if that is slow
    Auto,
    /// Branch and bound
    Search,
    /// A diagram of all solutions
    Table,
}

impl Best {
    /// Resumes a saved search.
    pub fn resume(&mut self, path: &Path, saved: Saved, again: Again) {
        note_if(
            again.kernel.is_some(),
            "`--kernel` has no effect on `best`, which searches with prices",
        );
        self.saving.resume(path, saved, again.every);
        self.memory = again.memory.unwrap_or(self.memory);
        self.most.nodes = again.nodes.or(self.most.nodes);
        self.asking.change(&again);
    }

    /// # Errors
    /// If checkpoints are requested that could not be resumed.
    fn check(&self) -> Result<(), Failure> {
        let output = self.destination.output.as_deref();
        self.saving.check(&self.asking, output)?;
        let is_continued = self.k.get() == 1 || self.destination.output.is_some();
        match self.saving.is_wanted() && !is_continued {
            true => Err(Failure::Usage(
                "`--checkpoint` with `-k` needs `--output FILE`: a resumed run adds its answers to the file".into(),
            )),
            false => Ok(()),
        }
    }

    pub fn run(&self) -> Result<Exit, Failure> {
        self.check()?;
        let printed = self.saving.printed();
        let method = match self.method {
            Method::Auto => CountMethod::Auto,
            Method::Search => CountMethod::Search,
            Method::Table => CountMethod::Table,
        };
        // Where options have costs the kernel does not search: take the one that is made fastest.
        let kernel = |problem: &Problem| costs(problem).then_some(KernelName::Links);
        let max = Idle {
            note: "note: `--max` has no effect here: no option has a cost",
            is_idle: has_no_costs,
        };
        let idle = Vec::from_iter(self.max.then_some(max));
        let manner = Manner {
            drawing: Some(&self.drawing),
            target: self.destination.target_after(printed.bytes),
            idle: &idle,
            shows: self.showing.progress,
            prints_at_end: self.k.get() == 1 || self.destination.output.is_some(),
            kernel: &kernel,
            memory: self.memory,
            nodes: self.most.nodes,
            is_single: self.saving.is_wanted(),
            set: &|solver| solver.counting(method),
            ..Manner::default()
        };
        self.asking.run(manner, |session, pen, question| {
            self.rank(session, pen, question)
        })
    }

    fn rank(&self, session: &mut Session, pen: &mut Pen, question: &Question) -> Exit {
        let (format, is_alone) = (session.format, session.is_alone());
        let Some(solver) = session.solver(&mut pen.page, question) else {
            return Exit::BadInput;
        };
        note_tilings(&mut pen.page, question);
        let mut slices = match self.saving.begin(solver, pen, (is_alone, RARELY)) {
            Ok(slices) => slices,
            Err(reason) => return refuse(&mut pen.page, format, question, &reason),
        };
        let several = self.k.get() > 1;
        if several {
            pen.flush_next();
        }
        let mut printed = self.saving.printed();
        let (mut rank, mut last) = (printed.solutions, None);
        let bound = loop {
            // Where the file of answers is continued: before those that are not proven.
            let mut is_kept = false;
            let mut print = |ranked: Ranked| {
                if !ranked.is_proven && !is_kept && self.saving.is_wanted() {
                    is_kept = true;
                    printed.bytes = pen.sync().ok().flatten();
                }
                (rank, last) = (rank + 1, Some(ranked.cost));
                printed.solutions += u64::from(ranked.is_proven);
                print(&mut pen.page, format, question, rank, &ranked);
                match several {
                    true => pen.flush_if_due(),
                    false => ControlFlow::Continue(()),
                }
            };
            let ranked = self.for_each_best(solver, &mut print);
            let bound = match ranked {
                Ok(Came::Broken) => return Exit::Answered,
                Ok(Came::Bound(bound)) => bound,
                Err(error) => {
                    let reason = refused_words(&error, question.puzzle().problem());
                    return refuse(&mut pen.page, format, question, &reason);
                }
            };
            let written = || {
                if !is_kept {
                    printed.bytes = pen.sync().ok()?;
                }
                Some(printed)
            };
            let extent = Extent::Costs {
                best: solver.best_found(),
                bound: match (bound.unwrap_or_default(), self.max) {
                    (bound, false) => Bound::NoneBelow(bound),
                    (bound, true) => Bound::NoneAbove(bound),
                },
            };
            if !slices.go_on_from(solver, extent, written) {
                break bound;
            }
        };
        session.hint = slices.hint();
        self.conclude(session, &mut pen.page, question, (rank, last), bound)
    }

    /// The exit after this number of solutions, the last of which had the cost `last`. If a limit stopped the search, reports
    /// this and how much better other solutions may be, unless the bound shows that none is better.
    fn conclude(
        &self,
        session: &mut Session,
        page: &mut Page,
        question: &Question,
        (rank, last): (u64, Option<u128>),
        bound: Option<u128>,
    ) -> Exit {
        let is_proven = bound.is_some() && bound == last && rank == self.k.get() as u64;
        if is_proven && !self.saving.is_wanted() {
            return Exit::Answered;
        }
        let exit = session.exit(page, question, rank > 0);
        if exit == Exit::No {
            deny(page, session, question);
        } else if let Some(bound) = bound {
            self.report_bound(page, session.format, question, (rank > 0, last), bound);
        }
        exit
    }

    /// Hands the best solutions to `print`, until the reader has gone away or a limit is reached.
    fn for_each_best(
        &self,
        solver: &mut Solver,
        print: &mut dyn FnMut(Ranked) -> ControlFlow<()>,
    ) -> Result<Came, Unsupported> {
        let mut is_broken = false;
        let visit = |ranked| {
            let flow = print(ranked);
            is_broken = flow.is_break();
            flow
        };
        let bound = match self.max {
            false => solver.for_each_cheapest(self.k.get(), visit),
            true => solver.for_each_most_expensive(self.k.get(), visit),
        }?;
        Ok(match is_broken {
            true => Came::Broken,
            false => Came::Bound(bound),
        })
    }

    /// Reports how much better other solutions may be than those that were found.
    fn report_bound(
        &self,
        page: &mut Page,
        format: Format,
        question: &Question,
        (any_found, last): (bool, Option<u128>),
        bound: u128,
    ) {
        let place = question.place();
        let (other, more) = match (any_found, self.max) {
            (false, false) => ("", "less"),
            (false, true) => ("", "more"),
            (true, false) => ("other ", "less"),
            (true, true) => ("other ", "more"),
        };
        match last == Some(bound) {
            true => page.say(format_args!(
                "{place}: there may be more solutions that cost {bound}; none costs {more}"
            )),
            false => page.say(format_args!(
                "{place}: not proven to be the best: no {other}solution costs {more} than {bound}"
            )),
        }
        if format == Format::Jsonl {
            let mut object = page.object(question, "stopped");
            object.string("bound", &bound.to_string());
        }
    }
}

/// The result of a search for the best solutions.
enum Came {
    /// The reader has gone away.
    Broken,
    /// A bound on the solutions that were not found, if a limit stopped it.
    Bound(Option<u128>),
}

/// Prints a solution.
fn print(page: &mut Page, format: Format, question: &Question, rank: u64, ranked: &Ranked) {
    let (cost, options) = (ranked.cost, ranked.solution.options());
    if let Some(draws) = format.draws() {
        let heading = format!("{}, rank {rank}, cost {cost}", question.heading());
        page.draw(draws, question.puzzle().picture(options), &heading);
        return;
    }
    if format == Format::Text {
        let start = page.answers.len();
        page.text(format_args!("cost {cost}\n"));
        question.write_answer(options, &mut page.answers);
        page.paragraph_from(start);
        return;
    }
    let mut answer = Vec::new();
    question.write_answer(options, &mut answer);
    let status = if ranked.is_proven { "best" } else { "found" };
    let mut object = page.object(question, status);
    object.number("rank", Some(rank));
    object.string("cost", &cost.to_string());
    object.string("answer", without_last_line_end(&answer));
    object.options("options", question.puzzle().problem(), options);
}
