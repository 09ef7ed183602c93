//! `dominox best`: the cheapest answers, or the most expensive ones.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use dominox::engine::{self, CountMethod, KernelName};
use dominox::problem::{OptionId, Problem};

use super::exit::{Exit, Failure};
use super::input::Question;
use super::output::Format;
use super::page::Page;
use super::search::{Asking, Session, refuse};
use super::show::{note_tilings, without_last_line_end};
use super::solve::deny;
use super::values::{bytes, positive};

/// Print the solutions of least cost, the cheapest first, each preceded by its cost
///
/// Costs are those of the text format: `|n` in an option. Without costs, each solution costs 0, and any of them may be
/// printed. For a Sudominoku, solutions are tilings.
#[derive(Args)]
pub struct Best {
    /// Print the K best solutions of each puzzle, or all if there are fewer
    #[arg(short, value_name = "K", default_value = "1", value_parser = positive::<NonZeroUsize>)]
    k: NonZeroUsize,

    /// Print the solutions of greatest cost, the most expensive first
    #[arg(long)]
    max: bool,

    /// Search method
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    method: Method,

    /// Memory limit for a diagram, such as 512MiB or 4G; where it would need more, branch and bound continues alone
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = bytes)]
    memory: usize,

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
    pub fn run(&self) -> Result<Exit, Failure> {
        let method = match self.method {
            Method::Auto => CountMethod::Auto,
            Method::Search => CountMethod::Search,
            Method::Table => CountMethod::Table,
        };
        // Where options have costs the kernel does not search: take the one that is made fastest.
        let kernel = |problem: &Problem| {
            let has_costs = problem.options().any(|option| problem.cost(option) > 0);
            has_costs.then_some(KernelName::Links)
        };
        self.asking.run(
            kernel,
            None,
            |solver| solver.counting(method).memory(self.memory),
            |session, pen, question| self.rank(session, &mut pen.page, question),
        )
    }

    fn rank(&self, session: &mut Session, page: &mut Page, question: &Question) -> Exit {
        let format = session.format;
        let Some(solver) = session.solver(page, question) else {
            return Exit::BadInput;
        };
        let best = match self.max {
            false => solver.cheapest(self.k.get()),
            true => solver.most_expensive(self.k.get()),
        };
        let best = match best {
            Ok(best) => best,
            Err(error) => return refuse(page, format, question, &error),
        };
        note_tilings(page, question);
        let status = if best.is_proven() { "best" } else { "found" };
        for (rank, (cost, solution)) in (1..).zip(&best.solutions) {
            print(
                page,
                format,
                question,
                status,
                rank,
                *cost,
                solution.options(),
            );
        }
        let exit = session.exit(page, question, !best.solutions.is_empty());
        if exit == Exit::No {
            deny(page, format, question);
        } else if let Some(bound) = best.bound {
            self.report_bound(page, format, question, &best, bound);
        }
        exit
    }

    /// Reports how much better other solutions may be than those that were found.
    fn report_bound(
        &self,
        page: &mut Page,
        format: Format,
        question: &Question,
        best: &engine::Best,
        bound: u128,
    ) {
        let place = question.place();
        let (other, more) = match (best.solutions.is_empty(), self.max) {
            (true, false) => ("", "less"),
            (true, true) => ("", "more"),
            (false, false) => ("other ", "less"),
            (false, true) => ("other ", "more"),
        };
        page.say(format_args!(
            "{place}: not proven to be the best: no {other}solution costs {more} than {bound}"
        ));
        if format == Format::Jsonl {
            let mut object = page.object(question, "stopped");
            object.string("bound", &bound.to_string());
        }
    }
}

/// Prints a solution.
fn print(
    page: &mut Page,
    format: Format,
    question: &Question,
    status: &str,
    rank: u64,
    cost: u128,
    options: &[OptionId],
) {
    if format == Format::Text {
        let start = page.answers.len();
        page.text(format_args!("cost {cost}\n"));
        question.write_answer(options, &mut page.answers);
        page.paragraph_from(start);
        return;
    }
    let mut answer = Vec::new();
    question.write_answer(options, &mut answer);
    let problem = question.puzzle().problem();
    let options = Vec::from_iter(options.iter().map(|&option| problem.option_text(option)));
    let mut object = page.object(question, status);
    object.number("rank", Some(rank));
    object.string("cost", &cost.to_string());
    object.string("answer", without_last_line_end(&answer));
    object.strings("options", options.iter().map(|text| text.as_ref()));
}
