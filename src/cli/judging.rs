//! Messages about a puzzle that the search has judged.

use dominox::engine::Verdict;

use super::exit::Exit;
use super::input::Question;
use super::lines::Outcome;
use super::page::Page;
use super::session::Session;
use super::source::is_warning;

/// A verdict as a word, its exit code and, if there is no answer, the reason.
pub struct Judged {
    pub word: &'static str,
    pub exit: Exit,
    pub reason: Option<String>,
}

impl Judged {
    /// Tallies the verdict, and reports why there is no answer or why the verdict is not known.
    pub fn new(
        session: &Session,
        page: &mut Page,
        question: &Question,
        verdict: Verdict,
    ) -> Judged {
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
            && !is_warning(question, reason)
        {
            page.say(format_args!("{}: no solution: {reason}", question.place()));
        }
        Judged { word, exit, reason }
    }
}
