//! `dominox sample`: answers by lot.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU64;

use clap::Args;
use dominox::Zdd;
use dominox::engine::Limit;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::diagram::Diagrams;
use super::exit::{Exit, Failure};
use super::input::Question;
use super::output::{Format, Pen, say};
use super::search::limit_words;
use super::show::Show;
use super::solve::deny;
use super::values::positive;

/// Draw answers of each puzzle at random, each answer being exactly as likely as any other
///
/// Each is drawn from all answers, so the same one may come again. Of a Sudominoku, tilings are drawn: a grid with several
/// of them is more likely than one with a single tiling.
#[derive(Args)]
pub struct Sample {
    /// How many to draw
    #[arg(short, value_name = "K", default_value = "1", value_parser = positive::<NonZeroU64>)]
    n: NonZeroU64,

    /// Seed of the random numbers (generator: ChaCha8): the same seed draws the same answers [default: another one each
    /// time, which is told on standard error]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// What to print of an answer
    #[arg(long, value_enum, default_value_t = Show::Answer)]
    show: Show,

    #[command(flatten)]
    diagrams: Diagrams,
}

impl Sample {
    pub fn run(&self) -> Result<Exit, Failure> {
        let seed = self.seed.unwrap_or_else(|| {
            // The standard library seeds its hashers from the operating system.
            let seed = RandomState::new().hash_one(0);
            say(format_args!("dominox: seed {seed}"));
            seed
        });
        self.diagrams.run_long(|zdd, format, pen, question, look| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            // Puzzle by puzzle other numbers, whichever thread draws them.
            random.set_stream(question.asked.index());
            self.draw(zdd, &mut random, format, (pen, question), look)
        })
    }

    fn draw(
        &self,
        zdd: &Zdd,
        random: &mut ChaCha8Rng,
        format: Format,
        (pen, question): (&mut Pen, &Question),
        look: &dyn Fn() -> Option<Limit>,
    ) -> Exit {
        pen.hurry();
        for number in 1..=self.n.get() {
            if let Some(limit) = look() {
                let reason = limit_words(limit);
                let place = question.place();
                pen.page.say(format_args!("{place}: stopped by {reason}"));
                if format == Format::Jsonl {
                    pen.page.object(question, "stopped");
                }
                return Exit::Stopped;
            }
            let Some(solution) = zdd.sample(random) else {
                deny(&mut pen.page, format, question);
                return Exit::No;
            };
            let told = ("sampled", number);
            let options = solution.options();
            self.show
                .print(&mut pen.page, format, question, told, options);
            if pen.pause().is_break() {
                break;
            }
        }
        Exit::Answered
    }
}
