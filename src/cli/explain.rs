//! `dominox explain`: why a puzzle has no answer.

use clap::Args;
use dominox::engine::Limit;
use dominox::problem::Part;
use dominox::puzzles::Reason;
use dominox::workshop::{Contradiction, Explained, explain};

use super::exit::{Exit, Failure};
use super::idle::note_if;
use super::input::Question;
use super::lines::{Amount, Missing, Outcome, Prefix};
use super::manner::Manner;
use super::output::Format;
use super::page::Page;
use super::refusal::refuse;
use super::search::Asking;
use super::session::Session;

/// Say why a puzzle has no answer
///
/// Prints one line per puzzle: a minimal set of givens that contradict each other; for a problem without givens, items that
/// cannot all be covered; `solvable` for a puzzle that has an answer, `undecided` if a limit stopped it (`stopped` if the
/// puzzle was not read by then), and `bad` for one that cannot be read. Bounds and colours are taken into account.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct Explain {
    #[command(flatten)]
    prefix: Prefix,

    #[command(flatten)]
    amount: Amount,

    #[command(flatten)]
    asking: Asking,
}

impl Explain {
    pub fn run(&self) -> Result<Exit, Failure> {
        self.prefix.note_idle(self.amount, self.asking.is_jsonl());
        note_if(
            self.asking.is_reduced(),
            "`--reduce` has no effect: a reason is what is left of the whole problem",
        );
        let manner = Manner {
            missing: Missing::Word(self.prefix),
            amount: self.amount,
            ..Manner::default()
        };
        self.asking.run(manner, |session, pen, question| {
            self.explain(session, &mut pen.page, question)
        })
    }

    fn explain(&self, session: &Session, page: &mut Page, question: &Question) -> Exit {
        let part = match session.part(question) {
            Ok(part) => part,
            Err(reason) => return refuse(page, session.format, question, &reason),
        };
        let limits = session.limits();
        let explained = explain(question.puzzle(), &part, &limits);
        let exit = match &explained {
            Explained::Solvable => Exit::No,
            Explained::Contradiction(found) if found.is_minimal => Exit::Answered,
            _ => {
                let limit = session.interruption().unwrap_or(Limit::Time);
                session.report_stop(page, question, limit)
            }
        };
        page.tally.results.add(match explained {
            Explained::Solvable => Outcome::Solvable,
            Explained::Contradiction(_) => Outcome::None,
            Explained::Stopped => Outcome::Stopped,
        });
        if session.format == Format::Jsonl {
            write(page, question, &explained, besides(&part));
            return exit;
        }
        self.prefix.print(page, question.at());
        match explained {
            Explained::Solvable => page.text("solvable\n"),
            Explained::Stopped => page.text("undecided\n"),
            Explained::Contradiction(found) => {
                let words = found.reason.in_words(question.puzzle());
                let besides = besides(&part);
                page.text(format_args!("{words}{besides}\n"));
                note_doubts(page, session, question, &found);
            }
        }
        exit
    }
}

/// A note that options are excluded, which a reason does not say.
fn besides(part: &Part) -> &'static str {
    match part.without[..] {
        [] => "",
        [_] => " (without the excluded option)",
        _ => " (without the excluded options)",
    }
}

/// Reports what is uncertain about a reason.
fn note_doubts(page: &mut Page, session: &Session, question: &Question, found: &Contradiction) {
    let place = question.place();
    if !session.prints() {
        return;
    }
    if !found.is_minimal {
        page.say(format_args!("{place}: the reason may not be minimal"));
    }
    if !found.is_confirmed {
        page.say(format_args!("{place}: not confirmed by a second search"));
    }
}

fn write(page: &mut Page, question: &Question, explained: &Explained, besides: &str) {
    let puzzle = question.puzzle();
    let mut object = match explained {
        Explained::Solvable => page.object(question, "solvable"),
        Explained::Stopped => page.object(question, "undecided"),
        Explained::Contradiction(_) => page.object(question, "none"),
    };
    let Explained::Contradiction(found) = explained else {
        return;
    };
    let words = found.reason.in_words(puzzle);
    object.string("why", &format!("{words}{besides}"));
    if let Reason::Clues(clues) = &found.reason {
        object.strings("clues", clues.iter().map(String::as_str));
    }
    if let Reason::Together { items, options } = &found.reason {
        let problem = puzzle.problem();
        let names = items.iter().map(|&item| problem.item_name(item));
        object.strings("items", names);
        let words = Vec::from_iter(options.iter().map(|&option| puzzle.given_words(option)));
        object.strings("givens", words.iter().map(String::as_str));
        object.options("options", problem, options);
    }
    object.boolean("minimal", found.is_minimal);
    object.boolean("confirmed", found.is_confirmed);
}
