//! `dominox count`: how many answers.

use clap::Args;
use serde_json::json;

use super::exit::{Exit, Failure};
use super::input::Question;
use super::output::Format;
use super::search::{Search, Session};

/// Print the exact number of answers of each puzzle, one line each
///
/// Of a Sudominoku, answers are grids, however many tilings they have.
#[derive(Args)]
pub struct Count {
    /// Print the number of tilings (exact covers) behind the number of answers, with a tab between
    #[arg(long)]
    tilings: bool,

    #[command(flatten)]
    search: Search,
}

impl Count {
    pub fn run(&self) -> Result<Exit, Failure> {
        self.search
            .each(None, |session, question| self.count(session, question))
    }

    fn count(&self, session: &mut Session, question: &Question) -> Result<Exit, Failure> {
        let Some(solver) = session.solver(question)? else {
            return Ok(Exit::BadInput);
        };
        let answers = solver.count_answers();
        let mut exit = session.exit(&question.place, true);
        let mut numbers = vec![("count", answers)];
        if self.tilings && exit == Exit::Stopped {
            // Each answer has a tiling.
            numbers.push(("tilings", numbers[0].1.clone()));
        } else if self.tilings
            && let Some(solver) = session.solver(question)?
        {
            numbers.push(("tilings", solver.count()));
            exit = session.exit(&question.place, true);
        }
        if exit == Exit::Stopped {
            let least: Vec<String> = numbers
                .iter()
                .map(|(_, number)| number.to_string())
                .collect();
            let least = least.join(" and ");
            session
                .output
                .say(format_args!("{}: at least {least}", question.place));
        }
        match session.format {
            Format::Text => {
                let columns: Vec<String> = numbers
                    .iter()
                    .map(|(_, number)| number.to_string())
                    .collect();
                session.output.text(&(columns.join("\t") + "\n"))?;
            }
            Format::Jsonl => {
                let status = if exit == Exit::Stopped {
                    "stopped"
                } else {
                    "counted"
                };
                let mut object = question.status(status);
                for (name, number) in numbers {
                    object[name] = json!(number.to_string());
                }
                session.output.json(&object)?;
            }
        }
        Ok(exit)
    }
}
