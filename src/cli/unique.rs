//! `dominox unique`: whether a puzzle has exactly one answer.

use std::io;

use clap::Args;
use dominox::{Solution, Uniqueness};
use serde_json::json;

use super::exit::{Exit, Failure};
use super::input::Question;
use super::output::Format;
use super::search::{Search, Session};
use super::why::why;

/// Tell of each puzzle whether it has exactly one answer: unique, multiple or none
///
/// Prints one line a puzzle. Of a Sudominoku, answers are grids, however many tilings they have.
#[derive(Args)]
pub struct Unique {
    #[command(flatten)]
    search: Search,

    /// Behind `multiple`, print two answers that differ
    #[arg(long)]
    witness: bool,
}

impl Unique {
    pub fn run(&self) -> Result<Exit, Failure> {
        self.search
            .each(None, |session, question| self.judge(session, question))
    }

    fn judge(&self, session: &mut Session, question: &Question) -> Result<Exit, Failure> {
        let verdict = match session.solver(question) {
            Ok(solver) => solver.uniqueness(),
            Err(exit) => return Ok(exit),
        };
        let (word, exit) = match &verdict {
            Uniqueness::Unique(_) => ("unique", Exit::Answered),
            Uniqueness::Multiple(..) => ("multiple", Exit::No),
            Uniqueness::None => ("none", Exit::No),
            Uniqueness::Undecided(_) => ("undecided", session.exit(&question.place, false)),
        };
        let reason = match verdict {
            Uniqueness::None => why(question.asked.puzzle()),
            _ => None,
        };
        if let Some(reason) = &reason {
            eprintln!("{}: no solution: {reason}", question.place);
        }
        let witnesses = match &verdict {
            Uniqueness::Multiple(one, other) if self.witness => vec![one, other],
            _ => Vec::new(),
        };
        match session.format {
            Format::Text => print(session, question, word, &witnesses)?,
            Format::Jsonl => {
                let mut object = question.status(word);
                if let Some(reason) = reason {
                    object["why"] = json!(reason);
                }
                if !witnesses.is_empty() {
                    let answers = witnesses.iter().map(|solution| answer(question, solution));
                    object["witnesses"] = answers
                        .map(|text| text.trim_end_matches('\n').to_owned())
                        .collect();
                }
                session.output.json(&object)?;
            }
        }
        Ok(exit)
    }
}

fn answer(question: &Question, solution: &Solution) -> String {
    question.asked.answer(question.index, solution)
}

fn print(
    session: &Session,
    question: &Question,
    word: &str,
    witnesses: &[&Solution],
) -> io::Result<()> {
    session.output.text(&format!("{word}\n"))?;
    for solution in witnesses {
        session.output.text(&answer(question, solution))?;
    }
    Ok(())
}
