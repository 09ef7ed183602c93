//! Arguments that are one of some names, each with its help.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};

/// Reads a name, and lists all of them in the help: each with its help and its value.
#[derive(Clone, Copy)]
pub struct OneOf<T>(pub fn() -> Vec<(&'static str, &'static str, T)>);

impl<T: Clone + Send + Sync + 'static> TypedValueParser for OneOf<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let all = (self.0)();
        let names = PossibleValuesParser::new(Vec::from_iter(all.iter().map(|(name, ..)| *name)));
        let name = names.parse_ref(command, argument, value)?;
        let found = all.into_iter().find(|(known, ..)| *known == name);
        Ok(found.expect("one of the names").2)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
        let value = |(name, about, _)| PossibleValue::new(name).help(about);
        Some(Box::new((self.0)().into_iter().map(value)))
    }
}
