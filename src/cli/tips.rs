//! Tips for arguments that are wrong, where those of clap would mislead.

use std::env;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

const MODEL: &str = "a model with its arguments is one word of the shell: `--model \"queens 8\"`";
const PLACES: &str = "JSON lines have the place of each puzzle: `--format jsonl`";
const SEVERAL: &str = "to print several answers: `--limit K`, or `--all`";
const COUNTS_ALL: &str =
    "`count` counts all answers; to print them: `solve --all`, or some of them: `solve --limit K`";
const TO_SOLVE: &str = "to print the answers: `solve --all`, or some of them: `solve --limit K`";

/// Arguments that an action does not have, as others have them, and what to do instead.
const TIPS: [(&str, &[&str], &[&str]); 8] = [
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
        &["to print all solutions: `-k` with a number that is large enough"],
    ),
    ("sample", &["-k", "--limit"], &["to draw K answers: `-n K`"]),
];

/// Adds a tip if something else is likely meant.
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
