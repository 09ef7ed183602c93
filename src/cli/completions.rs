//! `dominox completions`: scripts that complete arguments in a shell.

use clap::Args;
use clap_complete::Shell;
use dominox::puzzles::MODELS;

use super::actions::command;
use super::exit::{Exit, Failure};
use super::output;

/// Print a completion script for a shell
#[derive(Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(&self) -> Result<Exit, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command(), "dominox", &mut script);
        if self.shell == Shell::Fish {
            script.extend(models_of_fish().into_bytes());
        }
        output::write_all(&script)
    }
}

/// The models as arguments of `dominox model`: for fish, the generator completes only options.
fn models_of_fish() -> String {
    let lines = MODELS.iter().map(|model| {
        let (name, about) = (model.name, model.about);
        format!(
            "complete -c dominox -n \"__fish_dominox_using_subcommand model\" -f -a \"{name}\" -d '{about}'\n"
        )
    });
    lines.collect()
}
