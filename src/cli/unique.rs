//! `dominox unique`: whether a puzzle has exactly one answer.

use std::ops::ControlFlow;

use clap::Args;
use dominox::engine::{Limit, Solver, Status, Symmetries, Verdict};
use dominox::problem::{OptionId, Solution};
use dominox::puzzles::differing_picture;
use dominox::workshop::Decision;

use super::deciding;
use super::differ::Difference;
use super::drawing::{Destination, Drawing, Draws};
use super::exit::{Exit, Failure};
use super::idle::note_if;
use super::input::Question;
use super::json::Object;
use super::judging::Judged;
use super::lines::{Amount, Missing, Prefix};
use super::manner::Manner;
use super::output::Format;
use super::page::Page;
use super::search::Search;
use super::session::Session;
use super::show::without_last_line_end;
use super::symmetry::UpToSymmetry;

/// Report whether each puzzle has exactly one answer
///
/// Prints one line per puzzle: unique, multiple or none; `undecided` if a limit stopped it (`stopped` if the puzzle was not
/// read by then), and `bad` for one that cannot be read. Headers, comments and blank lines get no line. For a Sudominoku,
/// answers are grids: several tilings of one grid count once.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct Unique {
    /// After `multiple`, print two different answers, and a comment that says where they differ
    #[arg(long)]
    witness: bool,

    /// After `multiple`, print comments: where the answers differ, and a minimal set of cells that, filled as in the first answer of
    /// `--witness`, leave no other answer
    #[arg(long, conflicts_with = "up_to_symmetry")]
    explain: bool,

    /// With `--explain`, look for the smallest such set of cells
    #[arg(long, requires = "explain")]
    fewest: bool,

    #[command(flatten)]
    up_to: UpToSymmetry,

    #[command(flatten)]
    prefix: Prefix,

    #[command(flatten)]
    drawing: Drawing,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    amount: Amount,

    #[command(flatten)]
    search: Search,
}

impl Unique {
    pub fn run(&self) -> Result<Exit, Failure> {
        self.prefix.note_idle(self.amount, self.search.is_jsonl());
        note_if(
            (self.witness || self.explain) && !self.amount.has_results(),
            "`--witness` and `--explain` have no effect with `--summary` or `--quiet`",
        );
        if self.search.asking().draws() && !self.witness {
            return Err(Failure::Usage(
                "a picture needs something to show: `--witness` draws two answers".into(),
            ));
        }
        let idle = Vec::from_iter(self.up_to.idle());
        let manner = Manner {
            idle: &idle,
            drawing: Some(&self.drawing),
            target: self.destination.target(),
            missing: Missing::Word(self.prefix),
            amount: self.amount,
            is_refused: self.up_to.is_wanted(),
            ..Manner::default()
        };
        self.search.run(manner, |session, pen, question| {
            self.judge(session, &mut pen.page, question)
        })
    }

    fn judge(&self, session: &mut Session, page: &mut Page, question: &Question) -> Exit {
        let format = session.format;
        let (verdict, found) = match self.verdict(session, page, question) {
            Ok(found) => found,
            Err(exit) => return exit,
        };
        let (decision, stopped) = match (verdict, found.first()) {
            (Verdict::Multiple, Some(answer)) if self.explain => {
                match self.decision(session, question, answer) {
                    Ok(decision) if self.is_settled(&decision) => (Some(decision), None),
                    Ok(decision) => {
                        let limit = session.interruption().unwrap_or(Limit::Time);
                        (Some(decision), Some(limit))
                    }
                    Err(limit) => (None, Some(limit)),
                }
            }
            _ => (None, None),
        };
        let witnesses = match verdict {
            Verdict::Multiple if self.witness => Witnesses::new(question, found),
            _ => None,
        };
        let evidence = Evidence {
            witnesses,
            decision,
            wants_fewest: self.fewest,
        };
        let Judged { word, exit, reason } = Judged::new(session, page, question, verdict);
        match format {
            Format::Text => {
                self.prefix.print(page, question.at());
                page.text(format_args!("{word}\n"));
                evidence.print(page, question);
            }
            Format::Drawn(draws) => match &evidence.witnesses {
                Some(witnesses) => witnesses.draw(page, draws, question),
                None if verdict == Verdict::Unique => {
                    page.say(format_args!("{}: {word}", question.place()));
                }
                None => {}
            },
            Format::Jsonl => {
                let mut object = page.object(question, word);
                if let Some(reason) = reason {
                    object.string("why", &reason);
                }
                evidence.write(&mut object, question);
            }
        }
        match stopped {
            Some(limit) => session.report_stop(page, question, limit),
            None => exit,
        }
    }

    /// The verdict and the answers that were found; or the exit code, if there is no verdict.
    fn verdict(
        &self,
        session: &mut Session,
        page: &mut Page,
        question: &Question,
    ) -> Result<(Verdict, Vec<Vec<OptionId>>), Exit> {
        let symmetries = self.up_to.of(session, page, question)?;
        let solver = session.solver(page, question).ok_or(Exit::BadInput)?;
        if let Some(symmetries) = symmetries {
            return Ok(up_to_symmetry(solver, &symmetries));
        }
        let verdict = solver.verdict();
        Ok((verdict, solver.witnesses().map(<[_]>::to_vec).collect()))
    }

    /// Whether no limit cut short the search for what decides.
    fn is_settled(&self, decision: &Decision) -> bool {
        decision.is_complete() && decision.is_minimal() && (!self.fewest || decision.is_fewest())
    }

    /// What decides that this answer is the only one.
    fn decision(
        &self,
        session: &Session,
        question: &Question,
        answer: &[OptionId],
    ) -> Result<Decision, Limit> {
        let part = session.part(question).unwrap_or_default();
        let within = (answer, &part);
        Decision::of(question.puzzle(), within, self.fewest, &session.limits())
    }
}

/// Whether there is one orbit of answers, and an answer of each of the first two.
fn up_to_symmetry(solver: &mut Solver, symmetries: &Symmetries) -> (Verdict, Vec<Vec<OptionId>>) {
    let mut found = Vec::new();
    let _ = solver.for_each_up_to_symmetry(symmetries, |options| {
        found.push(options.to_vec());
        match found.len() {
            1 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    });
    let verdict = match (found.len(), solver.status()) {
        (2, _) => Verdict::Multiple,
        (_, Status::Stopped(_)) => Verdict::Undecided,
        (1, _) => Verdict::Unique,
        _ => Verdict::None,
    };
    (verdict, found)
}

/// The output in addition to the verdict.
struct Evidence {
    witnesses: Option<Witnesses>,
    decision: Option<Decision>,
    wants_fewest: bool,
}

impl Evidence {
    fn print(&self, page: &mut Page, question: &Question) {
        if let Some(witnesses) = &self.witnesses {
            witnesses.print(page, question);
        }
        if let Some(decision) = &self.decision {
            deciding::print(decision, self.wants_fewest, question.puzzle(), page);
        }
    }

    fn write(&self, object: &mut Object, question: &Question) {
        if let Some(witnesses) = &self.witnesses {
            witnesses.write(object, question);
        }
        if let Some(decision) = &self.decision {
            deciding::write(decision, object);
        }
    }
}

/// Two different answers.
struct Witnesses {
    options: [Vec<OptionId>; 2],
    texts: [Vec<u8>; 2],
    difference: Difference,
}

impl Witnesses {
    /// The witnesses of a puzzle, if there are two.
    fn new(question: &Question, options: Vec<Vec<OptionId>>) -> Option<Witnesses> {
        let options: [Vec<OptionId>; 2] = options.try_into().ok()?;
        let texts = [&options[0], &options[1]].map(|options| {
            let mut text = Vec::new();
            question.write_answer(options, &mut text);
            text
        });
        Some(Witnesses {
            difference: Difference::of(question.puzzle(), [&options[0], &options[1]]),
            options,
            texts,
        })
    }

    fn print(&self, page: &mut Page, question: &Question) {
        let [first, second] = &self.texts;
        page.answers.extend_from_slice(first);
        if !question.answers_stand_alone() {
            page.text("\n");
        }
        page.answers.extend_from_slice(second);
        page.text(format_args!("{}\n", self.difference));
    }

    fn draw(&self, page: &mut Page, draws: Draws, question: &Question) {
        let [first, second] = &self.options;
        let picture = differing_picture(question.puzzle(), [first, second]);
        page.draw(draws, picture, &question.heading());
    }

    fn write(&self, object: &mut Object, question: &Question) {
        let texts = self.texts.iter().map(|text| without_last_line_end(text));
        object.strings("witnesses", texts);
        self.difference.write(object);
        if question.is_problem() {
            let problem = question.puzzle().problem();
            let solutions = self.options.iter().cloned().map(Solution::new);
            object.solutions("witness_options", problem, solutions);
        }
    }
}
