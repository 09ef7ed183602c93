//! Options that are assumed or excluded on the command line.

use clap::Args;
use dominox::Problem;
use dominox::problem::{OptionId, Part};
use dominox::puzzles::Puzzle;

/// Equal options that a message names.
const NAMED: usize = 3;

/// Options that every answer must contain, and options that none may contain.
#[derive(Args, Default)]
#[command(next_help_heading = "Input")]
pub struct Given {
    /// Only answers with this option of the exact-cover problem: its number, or its items, such as "a d f" (repeatable)
    ///
    /// Options are numbered from 1 in the order of the problem, as `--show options`, `profile` and JSON lines report them.
    #[arg(long, value_name = "OPTION", allow_negative_numbers = true)]
    assume: Vec<String>,

    /// Only answers without this option: its number, or its items (repeatable)
    #[arg(long, value_name = "OPTION", allow_negative_numbers = true)]
    exclude: Vec<String>,
}

impl Given {
    /// The part of the problem's solutions that has the assumed options and not the excluded ones.
    ///
    /// # Errors
    /// What is wrong with an argument.
    pub fn part(&self, puzzle: &dyn Puzzle) -> Result<Part, String> {
        let problem = puzzle.problem();
        let with = self.assume.iter().map(|text| assumed(problem, text));
        let mut with: Vec<OptionId> = with.collect::<Result<_, _>>()?;
        with.sort_unstable();
        with.dedup();
        let mut without = Vec::new();
        for text in &self.exclude {
            let named = problem.options_named(text);
            without.extend(named.map_err(|error| format!("`--exclude {text}`: {error}"))?);
        }
        if let Some(both) = with.iter().find(|option| without.contains(option)) {
            return Err(format!(
                "{} is both assumed and excluded",
                words(problem, *both)
            ));
        }
        Ok(Part { with, without })
    }
}

/// The one option that the argument of `--assume` names.
fn assumed(problem: &Problem, text: &str) -> Result<OptionId, String> {
    let named = problem.options_named(text);
    let named = named.map_err(|error| format!("`--assume {text}`: {error}"))?;
    let &[option] = &named[..] else {
        let numbers = named.iter().take(NAMED);
        let numbers = Vec::from_iter(numbers.map(|option| (option.index() + 1).to_string()));
        let more = if named.len() > NAMED { " or …" } else { "" };
        return Err(format!(
            "`--assume {text}`: {} options have these items: expected a number, {}{more}",
            named.len(),
            numbers.join(" or ")
        ));
    };
    let mut entries = problem.entries(option).iter();
    match entries.any(|entry| problem.is_primary(entry.item)) {
        true => Ok(option),
        false => Err(format!(
            "{} has no primary item and is never chosen",
            words(problem, option)
        )),
    }
}

fn words(problem: &Problem, option: OptionId) -> String {
    format!(
        "option {} (`{}`)",
        option.index() + 1,
        problem.option_text(option)
    )
}
