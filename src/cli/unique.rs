//! `dominox unique`: whether a puzzle has exactly one answer.

use std::io;

use clap::Args;
use dominox::{Solution, Uniqueness};
use serde_json::json;

use super::exit::{Exit, Failure};
use super::input::Question;
use super::output::Format;
use super::search::{Search, Session};
use super::solve::speaks_for_itself;
use super::why::why;

/// Tell of each puzzle whether it has exactly one answer: unique, multiple or none
///
/// Prints one line a puzzle. Of a Sudominoku, answers are grids, however many tilings they have.
#[derive(Args)]
pub struct Unique {
    /// Behind `multiple`, print two answers that differ
    #[arg(long)]
    witness: bool,

    #[command(flatten)]
    search: Search,
}

impl Unique {
    pub fn run(&self) -> Result<Exit, Failure> {
        self.search
            .each(None, |session, question| self.judge(session, question))
    }

    fn judge(&self, session: &mut Session, question: &Question) -> Result<Exit, Failure> {
        let verdict = match session.solver(question)? {
            Some(solver) => solver.uniqueness(),
            None => return Ok(Exit::BadInput),
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
            let place = &question.place;
            session
                .output
                .say(format_args!("{place}: no solution: {reason}"));
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
    for (index, solution) in witnesses.iter().enumerate() {
        let text = answer(question, solution);
        if index > 0 && !speaks_for_itself(&question.asked, &text) {
            session.output.text("\n")?;
        }
        session.output.text(&text)?;
    }
    Ok(())
}
