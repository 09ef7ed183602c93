//! `dominox estimate`: how large a search is.

mod number;

use std::ops::RangeInclusive;

use clap::Args;
use dominox::engine::{self, Interval};
use dominox::workshop::refused_words;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::exit::{Exit, Failure};
use super::input::Question;
use super::json::Object;
use super::manner::Manner;
use super::output::Format;
use super::page::Page;
use super::refusal::refuse;
use super::search::Search;
use super::session::Session;
use super::show::note_tilings;
use super::values::seed;
use number::{Number, Time};

/// Estimate how many solutions each puzzle has, and how long a search takes
///
/// Estimates come from random probes, each of which searches a sample of the branches. Small puzzles are searched
/// completely, and their numbers are exact. The time is for listing all solutions with one thread; counting with a table
/// may take much less. For a Sudominoku, solutions are tilings (exact covers); one grid can have several.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct Estimate {
    /// Number of probes; four times as many halve the error [default: 64, or fewer if they take long]
    #[arg(long, value_name = "N", value_parser = probes, allow_negative_numbers = true)]
    probes: Option<u32>,

    /// Seed of the random numbers (generator: ChaCha8): the same seed gives the same estimate
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    seed: u64,

    #[command(flatten)]
    search: Search,
}

/// An estimate is doubtful if one of at least `MANY` probes makes up more of it than this share.
const LARGE_SHARE: f64 = 0.2;
const MANY: u32 = 10;

impl Estimate {
    pub fn run(&self) -> Result<Exit, Failure> {
        self.search
            .run(Manner::default(), |session, pen, question| {
                self.estimate(session, &mut pen.page, question)
            })
    }

    fn estimate(&self, session: &mut Session, page: &mut Page, question: &Question) -> Exit {
        let format = session.format;
        let Some(solver) = session.solver(page, question) else {
            return Exit::BadInput;
        };
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let estimate = match solver.estimate(self.probes, &mut rng) {
            Ok(estimate) => estimate,
            Err(error) => {
                let reason = refused_words(&error, question.puzzle().problem());
                return refuse(page, format, question, &reason);
            }
        };
        let exit = session.exit(page, question, true);
        let place = question.place();
        note_tilings(page, question);
        for doubt in doubts(&estimate) {
            page.say(format_args!("{place}: {doubt}"));
        }
        match format {
            Format::Text | Format::Drawn(_) => {
                let start = page.answers.len();
                write_text(page, &estimate);
                page.paragraph_from(start);
            }
            Format::Jsonl => {
                let status = match exit {
                    Exit::Stopped => "stopped",
                    _ => "estimated",
                };
                self.write_object(page.object(question, status), &estimate);
            }
        }
        exit
    }

    fn write_object(&self, mut object: Object, estimate: &engine::Estimate) {
        let intervals = [
            ("solutions", &estimate.solutions),
            ("nodes", &estimate.nodes),
        ];
        for (name, interval) in intervals {
            let Interval {
                mean, low, high, ..
            } = interval;
            object.string(name, &Number::of(mean).to_string());
            object.string(&format!("{name}_low"), &Number::of(low).to_string());
            let high = high.as_ref().map(|high| Number::of(high).to_string());
            object.string_or_null(&format!("{name}_high"), high.as_deref());
            let share = format!("{:.4}", interval.largest_share);
            object.string(&format!("{name}_largest_share"), &share);
        }
        object.string("seconds", &seconds(estimate, &estimate.nodes).to_string());
        object.number("probes", Some(estimate.probes.into()));
        object.number("met", Some(estimate.met));
        object.number("seed", Some(self.seed));
    }
}

/// Reasons not to trust an estimate.
fn doubts(estimate: &engine::Estimate) -> Vec<String> {
    if estimate.is_exact {
        return Vec::new();
    }
    if estimate.probes < 2 {
        return vec!["too few probes: these are lower bounds".into()];
    }
    let mut doubts = Vec::new();
    if estimate.nodes.high.is_none() {
        doubts
            .push("these figures come from random walks alone, which usually underestimate".into());
    }
    if estimate.met == 0 {
        doubts.push(
            "no probe met a solution: there may be none, or some in branches that are rarely sampled".into(),
        );
    }
    for (name, interval) in [
        ("solutions", &estimate.solutions),
        ("nodes", &estimate.nodes),
    ] {
        let share = interval.largest_share;
        if share > LARGE_SHARE && estimate.probes >= MANY {
            doubts.push(format!(
                "one probe makes up {:.0} % of the {name}: there may be many more, try more probes",
                100.0 * share
            ));
        }
    }
    doubts
}

fn write_text(page: &mut Page, estimate: &engine::Estimate) {
    let [solutions, nodes] = [&estimate.solutions, &estimate.nodes].map(columns);
    let width = [&solutions, &nodes].map(|(mean, _)| mean.len());
    let width = width.into_iter().fold(0, usize::max);
    for (name, (mean, rest)) in [("solutions", solutions), ("nodes", nodes)] {
        let line = match estimate.is_exact {
            true => format!("{name:<9}  {mean:<width$}  exactly"),
            false => format!("{name:<9}  {mean:<width$}  {rest}"),
        };
        page.text(format_args!("{}\n", line.trim_end()));
    }
    let time = Time(seconds(estimate, &estimate.nodes));
    let about = match estimate.nodes.high {
        Some(_) => "about",
        None => "at least",
    };
    page.text(format_args!(
        "time       {about} {time} to list all solutions\n"
    ));
}

/// An estimate, and its interval in words.
fn columns(interval: &Interval) -> (String, String) {
    let mean = Number::of(&interval.mean).short();
    let low = Number::of(&interval.low).short();
    let rest = match &interval.high {
        Some(high) => format!("(95 %: {low} to {})", Number::of(high).short()),
        None => format!("(at least {low})"),
    };
    (mean, rest)
}

/// The seconds that this number of nodes takes.
fn seconds(estimate: &engine::Estimate, nodes: &Interval) -> Number {
    Number::of(&nodes.mean).times(estimate.seconds_per_node)
}

fn probes(text: &str) -> Result<u32, String> {
    const PROBES: RangeInclusive<u32> = 2..=1_000_000_000;
    let number = text.parse().ok().filter(|number| PROBES.contains(number));
    number.ok_or_else(|| "expected a whole number from 2 to 1000000000".into())
}
