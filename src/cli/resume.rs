//! `dominox resume`: continues a search that was stopped.

use std::env::set_current_dir;
use std::num::{NonZeroU16, NonZeroU64};
use std::path::{PathBuf, absolute};
use std::time::Duration;

use clap::{Args, FromArgMatches};

use super::actions::command_for;
use super::best::Best;
use super::count::Count;
use super::exit::{Exit, Failure};
use super::saved::Saved;
use super::search::{Again, Kernel};
use super::solve::Solve;
use super::values::{bytes, positive, seconds, threads};

/// Continue a search that was stopped, from its checkpoint
///
/// The file was written by `solve`, `count` or `best` with `--checkpoint`, and holds their arguments. Solutions come in the same
/// order as without the stop, and none of them twice; counts, checksums and the number of nodes are the same. A listing
/// continues its file: what was written to it after the checkpoint is removed first.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct Resume {
    /// The checkpoint; new ones replace it
    #[arg(help_heading = "Input")]
    file: PathBuf,

    /// Number of threads, at most 1024 [default: as before]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<NonZeroU16>,

    /// Search what is left with this kernel [default: as before]; solutions may come in another order
    #[arg(long, value_enum)]
    kernel: Option<Kernel>,

    /// Time between two checkpoints [default: as before]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    every: Option<Duration>,

    /// Stop after entering this many more nodes [default: as before]
    #[arg(long, value_name = "N", value_parser = positive::<NonZeroU64>, allow_negative_numbers = true)]
    nodes: Option<NonZeroU64>,

    /// Stop after this time [default: as before]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,

    /// Memory limit, such as 512MiB or 4G [default: as before]
    #[arg(long, value_name = "SIZE", value_parser = bytes, allow_negative_numbers = true)]
    memory: Option<usize>,
}

impl Resume {
    pub fn run(&self) -> Result<Exit, Failure> {
        let name = self.file.display();
        let refuse = |reason: String| Failure::Usage(format!("{name}: {reason}"));
        let saved = Saved::read(&self.file).map_err(refuse)?;
        // Its folder may not be that of the search.
        let file = absolute(&self.file).map_err(|error| refuse(error.to_string()))?;
        let asked = [String::from("dominox")]
            .into_iter()
            .chain(saved.asked.arguments.clone());
        let action = saved.asked.arguments.first();
        let parsed = command_for(action.map(String::as_str)).try_get_matches_from(asked);
        let not_of_this_version =
            |_| refuse("its arguments are not those of this version of dominox".into());
        let matches = parsed.map_err(not_of_this_version)?;
        set_current_dir(&saved.asked.directory).map_err(|error| {
            refuse(format!(
                "the folder of the search, {}: {error}",
                saved.asked.directory
            ))
        })?;
        let again = Again {
            threads: self.threads,
            kernel: self.kernel,
            nodes: self.nodes,
            timeout: self.timeout,
            memory: self.memory,
            every: self.every,
        };
        match matches.subcommand() {
            Some(("count", arguments)) => {
                let mut count = Count::from_arg_matches(arguments).map_err(not_of_this_version)?;
                count.resume(&file, saved, again);
                count.run()
            }
            Some(("solve", arguments)) => {
                let mut solve = Solve::from_arg_matches(arguments).map_err(not_of_this_version)?;
                solve.resume(&file, saved, again);
                solve.run()
            }
            Some(("best", arguments)) => {
                let mut best = Best::from_arg_matches(arguments).map_err(not_of_this_version)?;
                best.resume(&file, saved, again);
                best.run()
            }
            _ => Err(refuse(
                "it was not written by `solve`, `count` or `best`".into(),
            )),
        }
    }
}
