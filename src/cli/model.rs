//! `dominox model`: classic problems as text.

use clap::Args;
use dominox::puzzles::{self, MODELS};

use super::exit::{Exit, Failure};
use super::output;

/// Print a classic problem, as text that `solve`, `count` and `unique` read
#[derive(Args)]
#[command(arg_required_else_help = true, after_help = models())]
pub struct Model {
    /// The model and its arguments, such as `queens 8`
    #[arg(value_name = "NAME ARGS", required = true, num_args = 1.., allow_hyphen_values = true, trailing_var_arg = true)]
    words: Vec<String>,
}

impl Model {
    pub fn run(&self) -> Result<Exit, Failure> {
        let model = puzzles::model(&self.words.join(" "))
            .map_err(|error| Failure::Usage(error.to_string()))?;
        let text = model
            .problem()
            .to_text()
            .map_err(|error| Failure::Usage(error.to_string()))?;
        output::write_all(text.as_bytes())
    }
}

/// The table of models, for the help page.
fn models() -> String {
    let rows = MODELS
        .iter()
        .map(|model| format!("\n  {:<22} {}", model.to_string(), model.about));
    format!("Models:{}", rows.collect::<String>())
}
