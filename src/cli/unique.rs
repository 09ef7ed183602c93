//! `dominox unique`: whether a puzzle has exactly one answer.

use clap::Args;
use dominox::engine::Verdict;
use dominox::problem::OptionId;

use super::exit::{Exit, Failure};
use super::input::Question;
use super::lines::{Amount, Missing, Outcome, Prefix};
use super::output::Format;
use super::page::Page;
use super::search::{Manner, Search, Session};
use super::show::without_last_line_end;

/// Report whether each puzzle has exactly one answer
///
/// Prints one line per puzzle: unique, multiple or none; `undecided` if a limit stopped it, and `bad` for one that cannot
/// be read. Headers, comments and blank lines get none. For a Sudominoku, answers are grids: several tilings of one grid
/// count once.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct Unique {
    /// After `multiple`, print two different answers
    #[arg(long)]
    witness: bool,

    #[command(flatten)]
    prefix: Prefix,

    #[command(flatten)]
    amount: Amount,

    #[command(flatten)]
    search: Search,
}

impl Unique {
    pub fn run(&self) -> Result<Exit, Failure> {
        self.prefix.note_idle(self.search.is_jsonl());
        let manner = Manner {
            missing: Missing::Word(self.prefix),
            amount: self.amount,
            ..Manner::default()
        };
        self.search.run(manner, |session, pen, question| {
            self.judge(session, &mut pen.page, question)
        })
    }

    fn judge(&self, session: &mut Session, page: &mut Page, question: &Question) -> Exit {
        let format = session.format;
        let Some(solver) = session.solver(page, question) else {
            return Exit::BadInput;
        };
        let verdict = solver.verdict();
        let witnesses: Vec<Vec<u8>> = match verdict {
            Verdict::Multiple if self.witness => solver
                .witnesses()
                .map(|options| answer(question, options))
                .collect(),
            _ => Vec::new(),
        };
        let (word, outcome, exit) = match verdict {
            Verdict::Unique => ("unique", Outcome::Unique, Exit::Answered),
            Verdict::Multiple => ("multiple", Outcome::Multiple, Exit::No),
            Verdict::None => ("none", Outcome::None, Exit::No),
            Verdict::Undecided => {
                let exit = session.exit(page, question, false);
                ("undecided", Outcome::Stopped, exit)
            }
        };
        page.tally.results.add(outcome);
        let reason = match verdict {
            Verdict::None => session.why(question),
            _ => None,
        };
        if let Some(reason) = &reason
            && session.prints()
        {
            page.say(format_args!("{}: no solution: {reason}", question.place()));
        }
        match format {
            Format::Text => {
                self.prefix.print(page, question.at());
                print(page, question, word, &witnesses);
            }
            Format::Jsonl => {
                let mut object = page.object(question, word);
                if let Some(reason) = reason {
                    object.string("why", &reason);
                }
                if !witnesses.is_empty() {
                    let answers = witnesses.iter().map(|text| without_last_line_end(text));
                    object.strings("witnesses", answers);
                }
            }
        }
        exit
    }
}

/// The text of a witness.
fn answer(question: &Question, options: &[OptionId]) -> Vec<u8> {
    let mut text = Vec::new();
    question.write_answer(options, &mut text);
    text
}

fn print(page: &mut Page, question: &Question, word: &str, witnesses: &[Vec<u8>]) {
    page.text(format_args!("{word}\n"));
    for (index, text) in witnesses.iter().enumerate() {
        if index > 0 && !question.answers_stand_alone() {
            page.text("\n");
        }
        page.answers.extend_from_slice(text);
    }
}
