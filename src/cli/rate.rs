//! `dominox rate`: how hard a Sudoku is for a person.

use clap::Args;
use dominox::puzzles::Sudominoku;
use dominox::workshop::person::{Rating, Technique, Value};

use super::exit::{Exit, Failure};
use super::idle::Idle;
use super::input::Question;
use super::lines::{Amount, Missing, Outcome, Prefix};
use super::manner::Manner;
use super::output::Format;
use super::page::Page;
use super::person::{begun, begun_pieces, has_pieces};
use super::search::Asking;
use super::session::Session;

/// Print how hard a Sudoku or a Sudominoku is for a person: the value of its hardest step
///
/// Prints one line per puzzle: the rating, a tab, and the technique of the hardest step. Ratings are on the scale of Sudoku
/// Explainer: 1.0 to 1.5 for hidden singles, 2.3 for naked singles, 2.6 and more for puzzles that need pencil marks, 6.5 and
/// more for chains. `beyond` stands for a puzzle that dominox's techniques do not solve, and `multiple` or `none` for one that
/// does not have exactly one answer. Sudominokus have a scale of their own, and their lines also have the number of nodes of
/// the search. `dominox steps` prints the steps.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct Rate {
    /// Print three ratings: the hardest step, the hardest up to the first digit, and the first step
    ///
    /// They are known as ER, EP (pearl) and ED (diamond).
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    prefix: Prefix,

    #[command(flatten)]
    amount: Amount,

    #[command(flatten)]
    asking: Asking,
}

/// The word for a puzzle that the techniques do not solve.
pub const BEYOND: &str = "beyond";

impl Rate {
    pub fn run(&self) -> Result<Exit, Failure> {
        let is_jsonl = self.asking.is_jsonl();
        self.prefix.note_idle(self.amount, is_jsonl);
        let all = Idle {
            note: "note: `--all` has no effect here: a Sudominoku has one rating",
            is_idle: |puzzle| puzzle.downcast_ref::<Sudominoku>().is_some(),
        };
        let idle = Vec::from_iter((self.all && !is_jsonl).then_some(all));
        let manner = Manner {
            missing: Missing::Word(self.prefix),
            amount: self.amount,
            idle: &idle,
            ..Manner::default()
        };
        self.asking.run(manner, |session, pen, question| {
            self.rate(session, &mut pen.page, question)
        })
    }

    fn rate(&self, session: &mut Session, page: &mut Page, question: &Question) -> Exit {
        let word = |page: &mut Page, word: &str| {
            self.prefix.print(page, question.at());
            page.text(format_args!("{word}\n"));
        };
        if has_pieces(question) {
            return self.rate_pieces(session, page, question, word);
        }
        let marks = match begun(session, page, question, word) {
            Ok(begun) => begun.marks,
            Err(exit) => return exit,
        };
        let rating = Rating::unless(marks, &|| session.interruption().is_some());
        if !rating.is_solved
            && let Some(limit) = session.interruption()
        {
            page.tally.results.add(Outcome::Stopped);
            match session.format {
                Format::Text | Format::Drawn(_) => word(page, "undecided"),
                Format::Jsonl => drop(page.object(question, "undecided")),
            }
            return session.report_stop(page, question, limit);
        }
        page.tally.results.add(outcome(rating.is_solved));
        match session.format {
            Format::Text | Format::Drawn(_) => {
                self.prefix.print(page, question.at());
                self.print(page, &rating);
            }
            Format::Jsonl => write(page, question, &rating),
        }
        Exit::Answered
    }

    /// Rates a Sudominoku: by its hardest step, and by the nodes of the search.
    fn rate_pieces(
        &self,
        session: &mut Session,
        page: &mut Page,
        question: &Question,
        word: impl Fn(&mut Page, &str),
    ) -> Exit {
        let (mut pieces, nodes) = match begun_pieces(session, page, question, &word) {
            Ok(begun) => (begun.pieces, begun.nodes),
            Err(exit) => return exit,
        };
        let (mut hardest, mut steps) = (Value::default(), 0);
        let is_stopped = || session.interruption().is_some();
        while let Some(step) = pieces.hint_unless(&is_stopped) {
            hardest = hardest.max(step.value);
            steps += 1;
            pieces.apply(&step);
        }
        let is_solved = pieces.is_solved();
        if !is_solved && let Some(limit) = session.interruption() {
            page.tally.results.add(Outcome::Stopped);
            match session.format {
                Format::Text | Format::Drawn(_) => word(page, "undecided"),
                Format::Jsonl => drop(page.object(question, "undecided")),
            }
            return session.report_stop(page, question, limit);
        }
        page.tally.results.add(outcome(is_solved));
        if session.format == Format::Jsonl {
            let status = if is_solved { "rated" } else { BEYOND };
            let mut object = page.object(question, status);
            if is_solved {
                object.tenths("rating", hardest.0);
            }
            object.number("steps", Some(steps));
            object.number("nodes", Some(nodes));
            return Exit::Answered;
        }
        self.prefix.print(page, question.at());
        match is_solved {
            true => page.text(format_args!("{hardest}\tnodes {nodes}\n")),
            false => page.text(format_args!("{BEYOND}\tnodes {nodes}\n")),
        }
        Exit::Answered
    }

    fn print(&self, page: &mut Page, rating: &Rating) {
        if !rating.is_solved {
            page.text(format_args!("{BEYOND}\tthe techniques of dominox\n"));
            return;
        }
        page.text(rating.hardest);
        if self.all {
            page.text(format_args!(
                "\t{}\t{}",
                rating.to_first_digit, rating.first
            ));
        }
        page.text(format_args!("\t{}\n", name(rating)));
    }
}

/// The hardest technique; of a full grid, nothing.
fn name(rating: &Rating) -> &'static str {
    rating.technique.map_or("full grid", Technique::name)
}

fn outcome(is_solved: bool) -> Outcome {
    match is_solved {
        true => Outcome::Rated,
        false => Outcome::Beyond,
    }
}

fn write(page: &mut Page, question: &Question, rating: &Rating) {
    let status = if rating.is_solved { "rated" } else { BEYOND };
    let mut object = page.object(question, status);
    if rating.is_solved {
        object.tenths("rating", rating.hardest.0);
        object.tenths("to_first_digit", rating.to_first_digit.0);
        object.tenths("first", rating.first.0);
        object.string("technique", name(rating));
    }
    object.number("steps", Some(rating.steps as u64));
}
