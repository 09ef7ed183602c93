//! `dominox model`: classic problems as text.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use dominox::puzzles::{self, Cover, MODELS};

use super::exit::{Exit, Failure};
use super::output;

/// Print a classic problem, as text that `solve`, `count` and `unique` read
#[derive(Args)]
#[command(arg_required_else_help = true, after_help = models())]
pub struct Model {
    /// The model and its arguments, such as `queens 8`
    #[arg(value_name = "NAME ARGS", required = true, num_args = 1.., value_parser = ModelParser, hide_possible_values = true, allow_hyphen_values = true, trailing_var_arg = true)]
    words: Vec<String>,
}

/// Takes any text, and offers the names of the models where a shell completes it.
#[derive(Clone)]
pub struct ModelParser;

impl TypedValueParser for ModelParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
        let value = |model: &puzzles::Model| PossibleValue::new(model.name).help(model.about);
        Some(Box::new(MODELS.iter().map(value)))
    }
}

impl Model {
    pub fn run(&self) -> Result<Exit, Failure> {
        let model = puzzles::model(&self.words.join(" "))
            .map_err(|error| Failure::Usage(error.to_string()))?;
        let text =
            Cover::text(model.problem()).map_err(|error| Failure::Usage(error.to_string()))?;
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
