//! Tips for arguments that are wrong, where those of clap would mislead.

use std::env;
use std::io;
use std::path::Path;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use dominox::puzzles::MODELS;

const MODEL: &str = "quote a model together with its arguments: `--model \"queens 8\"`";
const PLACES: &str = "JSON lines have the place of each puzzle: `--format jsonl`";
const SEVERAL: &str = "to print several answers: `--limit K`, or `--all`";
const COUNTS_ALL: &str =
    "`count` counts all answers; to print them: `solve --all`, or some of them: `solve --limit K`";
const TO_SOLVE: &str = "to print the answers: `solve --all`, or some of them: `solve --limit K`";

const TO_ENCODE: &str = "to print a model as a problem: `dominox model queens 8`";

/// Arguments of other actions that an action does not have, and what to do instead.
const TIPS: [(&str, &[&str], &[&str]); 9] = [
    ("encode", &["--model"], &[TO_ENCODE]),
    ("solve", &["-n"], &[SEVERAL, PLACES]),
    ("solve", &["-k"], &[SEVERAL]),
    (
        "solve",
        &["-H", "--line-numbers", "--with-filename"],
        &[PLACES],
    ),
    ("count", &["-a", "--all", "--limit"], &[COUNTS_ALL]),
    ("unique", &["-a", "--all", "--limit"], &[TO_SOLVE]),
    (
        "best",
        &["-n", "--limit"],
        &["to print the K best solutions: `-k K`"],
    ),
    (
        "best",
        &["-a", "--all"],
        &["to print all solutions: `-k` with a large enough number"],
    ),
    ("sample", &["-k", "--limit"], &["to draw K answers: `-n K`"]),
];

/// Adds a tip if something else was probably meant.
pub fn with_tip(mut error: Error) -> Error {
    let is_about = |argument: &str| {
        let names = [ContextKind::InvalidArg, ContextKind::PriorArg].map(|kind| error.get(kind));
        names
            .iter()
            .flatten()
            .any(|value| value.to_string().contains(argument))
    };
    let tips: &[&str] = match error.kind() {
        ErrorKind::ArgumentConflict if is_about("--model") && is_about("[FILE]") => &[MODEL],
        ErrorKind::UnknownArgument => tips_for(&error),
        ErrorKind::InvalidSubcommand => return with_action(error),
        _ => return error,
    };
    // In place of clap's own, which is how to name a file so.
    error.remove(ContextKind::Suggested);
    if !tips.is_empty() {
        let styled = tips.iter().map(|&tip| tip.into()).collect();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(styled));
    }
    error
}

/// Adds a tip if a file stands where an action should.
fn with_action(mut error: Error) -> Error {
    let name = error
        .get(ContextKind::InvalidSubcommand)
        .map(ToString::to_string);
    if let Some(name) = name.filter(|name| name == "-" || Path::new(name).exists()) {
        let tip = format!("to solve the puzzles in a file: `dominox solve {name}`");
        let tips = ContextValue::StyledStrs(vec![tip.into()]);
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, tips);
    }
    error
}

/// Adds a tip to the error of a file that does not exist, if what is named is a puzzle, or a model.
pub fn no_file(error: io::Error, path: &Path) -> io::Error {
    let name = path.to_string_lossy();
    let is_cell = |c: char| c.is_ascii_digit() || ". _*|-x".contains(c);
    let tip = match error.kind() {
        io::ErrorKind::NotFound if MODELS.iter().any(|model| *name == *model.name) => {
            "for the model of this name: `--model \"NAME ARGS\"`"
        }
        io::ErrorKind::NotFound
            if name.chars().filter(|c| c.is_ascii_digit()).count() > 2
                && name.chars().all(is_cell) =>
        {
            "a puzzle is read from a file or from standard input: `echo PUZZLE | dominox solve`"
        }
        _ => return error,
    };
    io::Error::new(error.kind(), format!("{error}; {tip}"))
}

/// The tips for an argument that this action does not have.
fn tips_for(error: &Error) -> &'static [&'static str] {
    let action = env::args().nth(1).unwrap_or_default();
    let Some(argument) = error.get(ContextKind::InvalidArg).map(ToString::to_string) else {
        return &[];
    };
    let is_meant = |&&(name, arguments, _): &&(&str, &[&str], &[&str])| {
        name == action && arguments.contains(&&*argument)
    };
    TIPS.iter().find(is_meant).map_or(&[], |&(_, _, tips)| tips)
}
