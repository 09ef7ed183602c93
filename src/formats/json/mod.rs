//! JSON with everything that a problem contains.
//!
//! ```text
//! {
//! "primary": ["a", {"name": "b", "low": 0, "high": 2}],
//! "secondary": ["x"],
//! "options": [
//! ["a", "x:red"],
//! {"items": ["a", "b"], "cost": 3, "facts": [1]}
//! ]
//! }
//! ```
//!
//! An item is a name, or an object with its bounds; `low` and `high` are 1 where they are missing. An option is the list of its
//! items as in Knuth's text, or an object with such a list. Fields may come in any order; `secondary` may be missing.

mod scan;

use std::fmt::Write;
use std::ops::Range;

use super::place::{expected, fault, refused};
use super::{FormatFault, Written};
use crate::problem::{
    Bounds, BuildError, Builder, Entry, Located, OptionId, Problem, near_miss, quotable,
};
use scan::Scan;

type Result<T> = std::result::Result<T, Located<FormatFault>>;

/// The fields of a problem, in the order in which they are read.
const FIELDS: [&str; 3] = ["primary", "secondary", "options"];

pub(super) fn write(problem: &Problem) -> Written {
    let mut text = String::from("{\n\"primary\": [");
    for item in problem.items() {
        if item.index() == problem.primary_count() {
            text.push_str("],\n\"secondary\": [");
        } else if item.index() > 0 {
            text.push_str(", ");
        }
        match problem.bounds(item) {
            None | Some(Bounds::EXACT) => quote(&mut text, &[problem.item_name(item)]),
            Some(Bounds { low, high }) => {
                text.push_str("{\"name\": ");
                quote(&mut text, &[problem.item_name(item)]);
                let _ = write!(text, ", \"low\": {low}, \"high\": {high}}}");
            }
        }
    }
    text.push_str("],\n\"options\": [");
    for option in problem.options() {
        text.push_str(if option.index() > 0 { ",\n" } else { "\n" });
        write_option(&mut text, problem, option);
    }
    text.push_str("\n]\n}\n");
    Written {
        text,
        losses: Vec::new(),
    }
}

fn write_option(text: &mut String, problem: &Problem, option: OptionId) {
    let (cost, facts) = (problem.cost(option), problem.facts(option));
    let is_plain = cost == 0 && facts.is_empty();
    text.push_str(if is_plain { "[" } else { "{\"items\": [" });
    for (place, entry) in problem.entries(option).iter().enumerate() {
        text.push_str(if place > 0 { ", " } else { "" });
        let name = problem.item_name(entry.item);
        match entry.color {
            Some(color) => quote(text, &[name, ":", problem.color_name(color)]),
            None => quote(text, &[name]),
        }
    }
    text.push(']');
    if is_plain {
        return;
    }
    if cost > 0 {
        let _ = write!(text, ", \"cost\": {cost}");
    }
    if !facts.is_empty() {
        let facts = Vec::from_iter(facts.iter().map(ToString::to_string));
        let _ = write!(text, ", \"facts\": [{}]", facts.join(", "));
    }
    text.push('}');
}

/// These pieces as one string. Names have no control characters.
fn quote(text: &mut String, pieces: &[&str]) {
    text.push('"');
    for c in pieces.iter().flat_map(|piece| piece.chars()) {
        if matches!(c, '"' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text.push('"');
}

pub(super) fn read(text: &str) -> Result<Problem> {
    let mut scan = Scan::new(text);
    let places = fields(&mut scan)?;
    let mut reading = Reading {
        builder: Problem::builder(),
        entries: Vec::new(),
    };
    for (field, place) in FIELDS.into_iter().zip(places) {
        let Some(at) = place else { continue };
        let mut scan = Scan { text, at };
        scan.expect(b'[', "a list in brackets")?;
        if scan.takes(b']') {
            continue;
        }
        loop {
            match field {
                "options" => reading.option(&mut scan)?,
                _ => reading.item(&mut scan, field == "primary")?,
            }
            if !scan.goes_on(b']')? {
                break;
            }
        }
    }
    Ok(reading.builder.build())
}

/// Where the values of the fields begin.
fn fields(scan: &mut Scan) -> Result<[Option<usize>; 3]> {
    let mut places = [None; 3];
    scan.expect(b'{', "`{\"primary\": […], \"options\": […]}`")?;
    let mut goes_on = !scan.takes(b'}');
    while goes_on {
        let (name, at) = scan.key()?;
        let known = FIELDS.iter().position(|field| *field == name);
        let what = "`primary`, `secondary` or `options`, each once";
        let place = known.map(|place| &mut places[place]);
        match place.filter(|place| place.is_none()) {
            Some(place) => *place = Some(scan.at),
            None => return Err(expected(scan.text, at, what)),
        }
        scan.skip()?;
        goes_on = scan.goes_on(b'}')?;
    }
    let end = scan.at..scan.at;
    if scan.peek() != 0 || scan.at < scan.text.len() {
        return Err(scan.expected("the end of the text"));
    }
    let missing = |what| Err(expected(scan.text, end, what));
    match places {
        [None, _, _] => missing("a field `primary`"),
        [_, _, None] => missing("a field `options`"),
        _ => Ok(places),
    }
}

/// A problem while it is read.
struct Reading {
    builder: Builder,
    /// Of the option that is being read.
    entries: Vec<Entry>,
}

impl Reading {
    fn item(&mut self, scan: &mut Scan, is_primary: bool) -> Result<()> {
        let mut bounds = Bounds::EXACT;
        let (name, at) = match is_primary && scan.takes(b'{') {
            true => bounded(scan, &mut bounds)?,
            false => scan.string("the name of an item")?,
        };
        let added = match is_primary {
            true => self.builder.bounded(name, bounds.low, bounds.high),
            false => self.builder.secondary(name),
        };
        added
            .map(drop)
            .map_err(|error| refused(scan.text, at, error))
    }

    fn option(&mut self, scan: &mut Scan) -> Result<()> {
        scan.peek();
        let start = scan.at;
        self.entries.clear();
        let mut cost = None;
        let mut facts = None;
        if scan.takes(b'{') {
            let mut has_items = false;
            loop {
                let (name, at) = scan.key()?;
                match &*name {
                    "items" if !has_items => {
                        has_items = true;
                        self.entries(scan)?;
                    }
                    "cost" if cost.is_none() => {
                        cost = Some(scan.number("a cost, a whole number of 64 bits")?.0);
                    }
                    "facts" if facts.is_none() => facts = Some(numbers(scan)?),
                    _ => {
                        let what = "`items`, `cost` or `facts`, each once";
                        return Err(expected(scan.text, at, what));
                    }
                }
                if !scan.goes_on(b'}')? {
                    break;
                }
            }
        } else {
            self.entries(scan)?;
        }
        let refuse = |error: BuildError| refused(scan.text, start..scan.at, error);
        let option = self.builder.option(self.entries.iter().copied());
        let costed = option.and_then(|option| self.builder.add_cost(option, cost.unwrap_or(0)));
        costed.map_err(refuse)?;
        let facts = facts.map_or(Ok(()), |facts| self.builder.facts(facts));
        facts.map_err(refuse)
    }

    fn entries(&mut self, scan: &mut Scan) -> Result<()> {
        scan.expect(b'[', "the items of an option, in brackets")?;
        let mut goes_on = !scan.takes(b']');
        while goes_on {
            let (word, at) = scan.string("an item, perhaps with its colour")?;
            let entry = self.entry(scan.text, &word, at)?;
            self.entries.push(entry);
            goes_on = scan.goes_on(b']')?;
        }
        Ok(())
    }

    fn entry(&mut self, text: &str, word: &str, at: Range<usize>) -> Result<Entry> {
        let (name, color) = match word.split_once(':') {
            Some((name, color)) => (name, Some(color)),
            None => (word, None),
        };
        let Some(item) = self.builder.item(name) else {
            let unknown = FormatFault::UnknownItem {
                name: quotable(name),
                near: near_miss(self.builder.item_names(), name),
            };
            return Err(fault(text, at, unknown));
        };
        let color = color.map(|color| self.builder.color(color)).transpose();
        let color = color.map_err(|error| refused(text, at, error))?;
        Ok(Entry { item, color })
    }
}

/// The rest of an object with a name and bounds.
fn bounded<'t>(
    scan: &mut Scan<'t>,
    bounds: &mut Bounds,
) -> Result<(std::borrow::Cow<'t, str>, Range<usize>)> {
    let mut item = None;
    loop {
        let (field, at) = scan.key()?;
        match &*field {
            "name" if item.is_none() => item = Some(scan.string("the name of an item")?),
            "low" => bounds.low = small(scan)?,
            "high" => bounds.high = small(scan)?,
            _ => {
                return Err(expected(
                    scan.text,
                    at,
                    "`name`, `low` or `high`, each once",
                ));
            }
        }
        if !scan.goes_on(b'}')? {
            let end = scan.at - 1..scan.at;
            return item.ok_or_else(|| expected(scan.text, end, "a field `name`"));
        }
    }
}

/// A number of 32 bits.
fn small(scan: &mut Scan) -> Result<u32> {
    let what = "a whole number of 32 bits";
    let (number, at) = scan.number(what)?;
    u32::try_from(number).map_err(|_| expected(scan.text, at, what))
}

/// A list of numbers.
fn numbers(scan: &mut Scan) -> Result<Vec<u32>> {
    let mut numbers = Vec::new();
    scan.expect(b'[', "a list of facts, which are numbers")?;
    let mut goes_on = !scan.takes(b']');
    while goes_on {
        numbers.push(small(scan)?);
        goes_on = scan.goes_on(b']')?;
    }
    Ok(numbers)
}
