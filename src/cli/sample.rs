//! `dominox sample`: random answers.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU64;

use clap::Args;
use dominox::Zdd;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::diagram::{Diagrams, Halt};
use super::exit::{Exit, Failure, say};
use super::input::Question;
use super::output::Format;
use super::pen::Pen;
use super::session::Session;
use super::show::Show;
use super::solve::deny;
use super::values::{positive, seed};

/// Draw random answers to each puzzle, all of them exactly equally likely
///
/// Draws are independent, so an answer can come up more than once. For a Sudominoku, tilings are drawn: a grid with several
/// tilings is more likely than one with a single tiling.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct Sample {
    /// Number of answers to draw
    #[arg(short, value_name = "K", default_value = "1", value_parser = positive::<NonZeroU64>, allow_negative_numbers = true)]
    n: NonZeroU64,

    /// Seed of the random numbers (generator: ChaCha8): the same seed draws the same answers [default: a new seed each
    /// time, reported on standard error]
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// What to print for an answer
    #[arg(long, value_enum, default_value_t = Show::Answer)]
    show: Show,

    #[command(flatten)]
    diagrams: Diagrams,
}

/// A new seed, which is reported.
pub fn new_seed() -> u64 {
    // The standard library seeds its hashers from the operating system.
    let seed = RandomState::new().hash_one(0);
    say(format_args!("dominox: seed {seed}"));
    seed
}

impl Sample {
    pub fn run(&self) -> Result<Exit, Failure> {
        let seed = self.seed.unwrap_or_else(new_seed);
        self.diagrams
            .run(self.show.idle(), |zdd, session, pen, question| {
                let mut random = ChaCha8Rng::seed_from_u64(seed);
                // Other numbers for each puzzle, whichever thread draws them.
                random.set_stream(question.index());
                self.draw(zdd, &mut random, session, pen, question)
            })
    }

    fn draw(
        &self,
        zdd: &Zdd,
        random: &mut ChaCha8Rng,
        session: &Session,
        pen: &mut Pen,
        question: &Question,
    ) -> Result<Exit, Halt> {
        let format = session.format;
        zdd.try_count()?;
        pen.flush_next();
        for number in 1..=self.n.get() {
            if let Some(limit) = session.interruption() {
                if format == Format::Jsonl {
                    pen.page.object(question, "stopped");
                }
                return Err(limit.into());
            }
            let Some(solution) = zdd.sample(random) else {
                deny(&mut pen.page, session, question);
                return Ok(Exit::No);
            };
            let status = ("sampled", number);
            let options = solution.options();
            self.show
                .print(&mut pen.page, format, question, status, options);
            if pen.flush_if_due().is_break() {
                break;
            }
        }
        Ok(Exit::Answered)
    }
}
