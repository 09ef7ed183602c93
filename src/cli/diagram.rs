//! What the actions share that need all solutions at once: a diagram of each puzzle.

use clap::Args;
use dominox::Zdd;
use dominox::engine::{Limit, ZddError};

use super::allocator::give_back_small_blocks;
use super::drawing::{Destination, Drawing};
use super::exit::{Exit, Failure};
use super::idle::Idle;
use super::input::Question;
use super::manner::Manner;
use super::output::Format;
use super::page::Page;
use super::pen::Pen;
use super::search::Asking;
use super::session::Session;
use super::show::note_tilings;
use super::values::bytes;

/// After building a diagram of this many bytes, the allocator may hold far more memory than the diagram needs.
const LARGE: usize = 1 << 20;

/// How diagrams are built, and of what.
#[derive(Args)]
pub struct Diagrams {
    /// Memory limit for the diagram of a puzzle, such as 512MiB or 4G; a larger diagram is refused
    #[arg(long, help_heading = "Search", value_name = "SIZE", default_value = "1GiB", value_parser = bytes, allow_negative_numbers = true)]
    memory: usize,

    #[command(flatten)]
    drawing: Drawing,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    asking: Asking,
}

/// Why work with a diagram ended early.
pub enum Halt {
    Refused(ZddError),
    Stopped(Limit),
}

impl From<ZddError> for Halt {
    fn from(error: ZddError) -> Halt {
        Halt::Refused(error)
    }
}

impl From<Limit> for Halt {
    fn from(limit: Limit) -> Halt {
        Halt::Stopped(limit)
    }
}

impl Diagrams {
    /// The question, for work without a diagram.
    pub fn asking(&self) -> &Asking {
        &self.asking
    }

    /// Where results go to, and how they look.
    pub fn manner(&self) -> Manner<'_> {
        Manner {
            drawing: Some(&self.drawing),
            target: self.destination.target(),
            memory: self.memory,
            ..Manner::default()
        }
    }

    /// Builds the diagram of each puzzle and hands it to `work`, which prints; `idle` is an argument that has no
    /// effect on some puzzles. Returns the weightiest exit.
    pub fn run(
        &self,
        idle: Option<Idle>,
        work: impl Fn(&Zdd, &Session, &mut Pen, &Question) -> Result<Exit, Halt> + Sync,
    ) -> Result<Exit, Failure> {
        let attempt = |session: &mut Session, pen: &mut Pen, question: &Question| {
            let Some(solver) = session.solver(&mut pen.page, question) else {
                return Ok(Exit::BadInput);
            };
            let zdd = solver.zdd()?;
            if zdd.bytes() >= LARGE {
                give_back_small_blocks();
            }
            let exit = work(&zdd, session, pen, question)?;
            if self.asking.has_stats()
                && let Ok(count) = zdd.try_count()
            {
                pen.page.tally.solutions += &count;
            }
            Ok(exit)
        };
        let answer = |session: &mut Session, pen: &mut Pen, question: &Question| {
            note_tilings(&mut pen.page, question);
            loop {
                match attempt(session, pen, question) {
                    Ok(exit) => return exit,
                    // Nothing was printed yet.
                    Err(Halt::Refused(error))
                        if is_too_large(&error) && session.wait_for_all_memory() => {}
                    Err(Halt::Refused(error)) => {
                        return refuse(&error, session.format, &mut pen.page, question);
                    }
                    Err(Halt::Stopped(limit)) => {
                        return session.report_stop(&mut pen.page, question, limit);
                    }
                }
            }
        };
        let idle = Vec::from_iter(idle);
        let manner = Manner {
            idle: &idle,
            is_refused: true,
            ..self.manner()
        };
        self.asking.run(manner, answer)
    }
}

/// Whether more memory would help.
fn is_too_large(error: &ZddError) -> bool {
    matches!(error, ZddError::Memory { .. } | ZddError::TooLong { .. })
}

/// Reports why there is no diagram of this puzzle.
fn refuse(error: &ZddError, format: Format, page: &mut Page, question: &Question) -> Exit {
    let hint = match is_too_large(error) {
        true => "; `--memory` allows more",
        false => "",
    };
    page.say(format_args!("{}: {error}{hint}", question.place()));
    let (status, exit) = match error {
        ZddError::TooWide | ZddError::Unsupported(_) => ("bad", Exit::BadInput),
        _ => ("stopped", Exit::Stopped),
    };
    if format == Format::Jsonl {
        let mut object = page.object(question, status);
        object.string("error", &error.to_string());
    }
    exit
}
