//! The actions: their names, arguments and examples, and what runs them.

use clap::{ArgMatches, Args, Command, CommandFactory, FromArgMatches};

use super::drawing::plain_where_nothing_is_drawn;
use super::exit::{Exit, Failure};
use super::input::with_kinds_it_takes;
use super::{
    Cli, best, canonical, check, completions, convert, count, encode, estimate, examples, explain,
    formats, generate, man, merge, minimize, model, pack, profile, rate, reduce, resume, run,
    sample, solve, split, steps, symmetries, unique, zdd,
};

/// The run of an action, with its arguments.
type Run = Box<dyn FnOnce() -> Result<Exit, Failure>>;

/// An action.
struct Action {
    name: &'static str,
    add_arguments: fn(Command) -> Command,
    read: fn(&ArgMatches) -> Result<Run, clap::Error>,
}

/// Actions by name, and the type of the arguments of each, which has a `run`.
macro_rules! actions {
    ($($name:literal: $Arguments:ty,)*) => {
        &[$(Action {
            name: $name,
            add_arguments: <$Arguments>::augment_args,
            read: |matches| {
                let arguments = <$Arguments>::from_arg_matches(matches)?;
                Ok(Box::new(move || arguments.run()))
            },
        }),*]
    };
}

/// All actions, in the order of the help.
const ACTIONS: &[Action] = actions! {
    "solve": solve::Solve,
    "count": count::Count,
    "unique": unique::Unique,
    "explain": explain::Explain,
    "estimate": estimate::Estimate,
    "best": best::Best,
    "sample": sample::Sample,
    "profile": profile::Profile,
    "zdd": zdd::Zdd,
    "symmetries": symmetries::Symmetries,
    "rate": rate::Rate,
    "steps": steps::Steps,
    "resume": resume::Resume,
    "split": split::Split,
    "run": run::Run,
    "merge": merge::Merge,
    "check": check::Check,
    "generate": generate::Generate,
    "minimize": minimize::Minimize,
    "canonical": canonical::Canonical,
    "encode": encode::Encode,
    "convert": convert::Convert,
    "reduce": reduce::Reduce,
    "formats": formats::Formats,
    "model": model::Model,
    "pack": pack::Pack,
    "completions": completions::Completions,
    "man": man::Man,
};

impl Action {
    fn named(name: &str) -> Option<&'static Action> {
        ACTIONS.iter().find(|action| action.name == name)
    }

    fn command(&self) -> Command {
        let command = (self.add_arguments)(Command::new(self.name));
        with_kinds_it_takes(plain_where_nothing_is_drawn(examples::in_help(command)))
    }
}

/// The command line with all actions.
pub fn command() -> Command {
    with(ACTIONS)
}

/// The command line with only the action of this name, if there is one: setting up all arguments takes a third of a
/// millisecond.
pub fn command_for(name: Option<&str>) -> Command {
    match name.and_then(Action::named) {
        Some(action) => with([action]),
        None => command(),
    }
}

fn with(actions: impl IntoIterator<Item = &'static Action>) -> Command {
    let whole = Cli::command()
        .subcommand_required(true)
        .arg_required_else_help(true);
    whole.subcommands(actions.into_iter().map(Action::command))
}

/// The action that these arguments request.
pub fn read(matches: &ArgMatches) -> Result<Run, clap::Error> {
    let (name, arguments) = matches.subcommand().expect("clap requires an action");
    let action = Action::named(name).expect("clap knows no other action");
    (action.read)(arguments)
}
