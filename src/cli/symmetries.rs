//! `dominox symmetries`: the symmetries of a problem.

use std::fmt::Write;

use clap::Args;
use dominox::Problem;
use dominox::engine::{self, Limit, cycles};
use dominox::problem::{ItemId, OptionId};
use serde_json::Value;

use super::exit::{Exit, Failure};
use super::given::Given;
use super::input::{Input, Question};
use super::model::ModelParser;
use super::output::Format;
use super::page::Page;
use super::refusal::refuse;
use super::signal::Signal;
use super::single::search_single;
use super::symmetry::{Which, ending, symmetries_of};
use super::timeouts::Timeout;

/// Print the symmetries of one problem: their number, and symmetries that generate all others
///
/// A symmetry permutes items, options and the colours of secondary items. It maps the problem to itself, with its bounds, costs
/// and facts, the givens, and the assumed and excluded options. Each is printed as cycles of items and of items with colours.
/// If it moves only equal options, it is printed as cycles of option numbers.
#[derive(Args)]
pub struct Symmetries {
    #[command(flatten)]
    input: Input,

    /// Take this classic problem instead of reading input, such as "queens 8" (see `dominox model --help`)
    #[arg(long, help_heading = "Input", value_name = "NAME ARGS", value_parser = ModelParser, hide_possible_values = true, conflicts_with_all = ["files", "kind", "shape", "column", "strict"])]
    model: Option<String>,

    #[command(flatten)]
    given: Given,

    /// Which symmetries to print
    ///
    /// [default: own for a packing (the movements of its board), otherwise full]
    #[arg(long, help_heading = "Search", value_name = "WHICH", value_enum)]
    symmetry: Option<Which>,

    #[command(flatten)]
    timeout: Timeout,

    /// Output format
    #[arg(long, help_heading = "Output", value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Symmetries {
    pub fn run(&self) -> Result<Exit, Failure> {
        let print = |question: &Question, page: &mut Page, signal: &Signal| {
            self.print(question, page, signal);
            Ok(Some(()))
        };
        let (_, exit) = search_single(&self.input, self.model.as_deref(), &self.timeout, print)?;
        Ok(exit)
    }

    fn print(&self, question: &Question, page: &mut Page, signal: &Signal) {
        let puzzle = question.puzzle();
        let part = match self.given.part(puzzle) {
            Ok(part) => part,
            Err(reason) => {
                page.exit = refuse(page, self.format, question, &reason);
                return;
            }
        };
        let idle = self.symmetry.and_then(Which::idle);
        if let Some(idle) = idle.filter(|idle| (idle.is_idle)(puzzle)) {
            page.note(idle.note);
        }
        let limits = self.timeout.limits(question, signal);
        let whole = puzzle.with_givens(&part);
        let found = symmetries_of(self.symmetry, puzzle, &whole, &limits);
        let found = found.as_ref().map_or_else(Found::nothing, Found::of);
        if !found.is_complete {
            let place = question.place();
            let ending = ending(&limits, |limit| match limit {
                Limit::Cancelled => signal.words(),
                _ => "the time limit",
            });
            page.say(format_args!("{place}: {ending}: there may be more"));
            page.exit = Exit::Stopped;
        }
        match self.format {
            Format::Text | Format::Drawn(_) => found.write_text(page),
            Format::Jsonl => found.write_object(page, question),
        }
    }
}

/// The symmetries that were found, in words.
struct Found {
    order: String,
    order_on_options: String,
    generators: Vec<Cycles>,
    is_complete: bool,
}

impl Found {
    /// There are no symmetries, as far as is known.
    fn nothing() -> Found {
        Found {
            order: "1".into(),
            order_on_options: "1".into(),
            generators: Vec::new(),
            is_complete: false,
        }
    }

    fn of(found: &engine::Symmetries) -> Found {
        let generators = found.generators().iter();
        let (order, on_options) = (found.order(), found.order_on_options());
        let in_words = order.to_string();
        Found {
            order_on_options: match order == on_options {
                true => in_words.clone(),
                false => on_options.to_string(),
            },
            order: in_words,
            generators: generators
                .map(|generator| Cycles::of(found.problem(), generator))
                .collect(),
            is_complete: found.is_complete(),
        }
    }

    fn write_text(self, page: &mut Page) {
        let mark = if self.is_complete { "" } else { ">=" };
        page.text(format_args!("order {mark}{}", self.order));
        if self.order != self.order_on_options {
            page.text(format_args!(", on options {mark}{}", self.order_on_options));
        }
        page.text("\n");
        for Cycles {
            items,
            uses,
            options,
        } in self.generators
        {
            let mut line = String::new();
            for cycle in items.iter().chain(&uses) {
                let _ = write!(line, "({})", cycle.join(" "));
            }
            if line.is_empty() {
                line.push_str("options ");
                for cycle in &options {
                    let numbers = Vec::from_iter(cycle.iter().map(u64::to_string));
                    let _ = write!(line, "({})", numbers.join(" "));
                }
            }
            page.text(format_args!("{line}\n"));
        }
    }

    fn write_object(self, page: &mut Page, question: &Question) {
        let status = match self.is_complete {
            true => "symmetries",
            false => "stopped",
        };
        let mut object = page.object(question, status);
        object.string("order", &self.order);
        object.string("order_on_options", &self.order_on_options);
        object.objects("generators", self.generators, |cycles, object| {
            object.lists("items", &values(cycles.items));
            object.lists("uses", &values(cycles.uses));
            object.lists("options", &values(cycles.options));
        });
    }
}

/// The cycles of a symmetry: the names of items, items with their colours, and the numbers of options.
struct Cycles {
    items: Vec<Vec<String>>,
    uses: Vec<Vec<String>>,
    options: Vec<Vec<u64>>,
}

impl Cycles {
    fn of(problem: &Problem, symmetry: &engine::Symmetry) -> Cycles {
        let item = |item: &ItemId| problem.item_name(*item).to_owned();
        let use_ = |&(item, color): &engine::Use| {
            let (item, color) = (problem.item_name(item), problem.color_name(color));
            format!("{item}:{color}")
        };
        let option = |option: &OptionId| option.index() as u64 + 1;
        Cycles {
            items: named(symmetry.items(), item),
            uses: named(symmetry.uses(), use_),
            options: named(symmetry.options(), option),
        }
    }
}

/// Cycles as values of JSON.
fn values<N: Into<Value>>(cycles: Vec<Vec<N>>) -> Vec<Vec<Value>> {
    let values = |cycle: Vec<N>| cycle.into_iter().map(Into::into).collect();
    cycles.into_iter().map(values).collect()
}

/// The cycles of what moves, with these names.
fn named<T: Copy + Ord, N>(moves: &[(T, T)], name: impl Fn(&T) -> N) -> Vec<Vec<N>> {
    let names = |cycle: Vec<T>| cycle.iter().map(&name).collect();
    cycles(moves).into_iter().map(names).collect()
}
