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
    #[command(flatten)]
    search: Search,

    /// Print the number of tilings (exact covers) behind the number of answers, with a tab between
    #[arg(long)]
    tilings: bool,
}

impl Count {
    pub fn run(&self) -> Result<Exit, Failure> {
        self.search
            .each(None, |session, question| self.count(session, question))
    }

    fn count(&self, session: &mut Session, question: &Question) -> Result<Exit, Failure> {
        let solver = match session.solver(question) {
            Ok(solver) => solver,
            Err(exit) => return Ok(exit),
        };
        let answers = solver.count_answers();
        let mut exit = session.exit(&question.place, true);
        let mut numbers = vec![("count", answers)];
        if self.tilings {
            let solver = session
                .solver(question)
                .map_err(|_| Failure::Usage("no kernel".into()))?;
            numbers.push(("tilings", solver.count()));
            exit = exit.max(session.exit(&question.place, true));
        }
        if exit == Exit::Stopped {
            let least: Vec<String> = numbers
                .iter()
                .map(|(_, number)| number.to_string())
                .collect();
            eprintln!("{}: at least {}", question.place, least.join(" and "));
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
