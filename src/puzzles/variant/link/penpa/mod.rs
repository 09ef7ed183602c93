//! Links of Penpa+: a drawing, in which the rules are read.
//!
//! ```text
//! https://swaroopg92.github.io/penpa-edit/#m=edit&p=vVZNb…    ──base64, deflate──▶  lines of text
//!
//!  0   sudoku,9,9,38,…                          the kind of grid, its columns and rows with the space around it, and a title
//!  3   {zN:{"43":["1",1,"1"]},zT:[[33,34]],…}   what the maker drew; `zN` is short for "number", `zT` for "thermo"
//!  5   [28,1,1,…]                               the cells: a number, then what each has more than the one before
//! 17   ["killer"]                               tags: the sort of puzzle
//! ```
//!
//! The other lines are about the program: its tools, colours, the clock, and what a solver drew (line 4). A number such as 43 is a
//! point of the drawing (`points.rs`). Source of the format: the repository swaroopg92/penpa-edit, `docs/js/class_p.js` and
//! `general.js`, version 3.
//!
//! A drawing says less than a rule. Shapes that have a tool of their own in Penpa+, such as thermometers, are read as the rules
//! that they look like; anything else that was drawn, such as coloured cells, is a fault that names it (`rules.rs`).

mod cages;
mod lines;
mod points;
mod rules;

use super::compress::digit;
use super::json::{self, Value};
use super::{odd, unescaped};
use crate::problem::quotable;
use crate::puzzles::variant::{Variant, VariantFault};
use points::Points;

/// What is part of the address of each link.
pub(super) const SITE: &str = "/penpa-edit/";

/// The most bytes that are unpacked.
#[cfg(feature = "foreign")]
const MOST: u64 = 1 << 22;

/// What short words stand for. `zZ` is the letter z.
const WORDS: [(char, &str); 31] = [
    ('Z', "z"),
    ('9', "\"qa\""),
    ('Q', "\"pu_q\""),
    ('A', "\"pu_a\""),
    ('G', "\"grid\""),
    ('M', "\"edit_mode\""),
    ('S', "\"surface\""),
    ('L', "\"line\""),
    ('E', "\"lineE\""),
    ('W', "\"wall\""),
    ('C', "\"cage\""),
    ('N', "\"number\""),
    ('Y', "\"symbol\""),
    ('P', "\"special\""),
    ('B', "\"board\""),
    ('R', "\"command_redo\""),
    ('U', "\"command_undo\""),
    ('8', "\"command_replay\""),
    ('1', "\"numberS\""),
    ('F', "\"freeline\""),
    ('2', "\"freelineE\""),
    ('T', "\"thermo\""),
    ('3', "\"arrows\""),
    ('D', "\"direction\""),
    ('0', "\"squareframe\""),
    ('5', "\"polygon\""),
    ('4', "\"deletelineE\""),
    ('6', "\"killercages\""),
    ('7', "\"nobulbthermo\""),
    ('_', "\"__a\""),
    ('O', "null"),
];

/// The lines of the text that are read.
const HEADER: usize = 0;
const DRAWN: usize = 3;
const CELLS: usize = 5;
const TAGS: usize = 17;

/// Where the data of a link begin.
pub(super) fn data_start(text: &str) -> Option<usize> {
    let starts = text
        .match_indices("p=")
        .map(|(at, word)| (at, at + word.len()));
    let is_field =
        |&(at, end): &(usize, usize)| text[..at].ends_with(['#', '?', '&']) && end < text.len();
    starts.filter(is_field).map(|(_, end)| end).next()
}

/// The puzzle of these data.
pub(super) fn read(data: &str) -> Result<Variant, VariantFault> {
    if cfg!(not(feature = "foreign")) {
        return Err(VariantFault::NotRead);
    }
    let text = unpacked(&unescaped(data)).ok_or(VariantFault::BadData)?;
    let lines: Vec<&str> = text.lines().collect();
    let line = |number: usize| lines.get(number).copied().unwrap_or_default();
    let header: Vec<&str> = line(HEADER).split(',').collect();
    let ["square" | "sudoku", columns, rows, ..] = header[..] else {
        return Err(VariantFault::UnknownField(format!(
            "grid {}",
            quotable(header[0])
        )));
    };
    let value = |number: usize| json::parse(line(number)).ok_or(VariantFault::BadData);
    let points = Points::new(columns, rows, &value(CELLS)?)?;
    let tags = match line(TAGS) {
        "" => Value::Null,
        _ => value(TAGS)?,
    };
    rules::variant(&points, &value(DRAWN)?, &rules::tags(&tags)?)
}

/// The text of these data, with its short words written out; `None` if they are damaged.
fn unpacked(data: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let (mut bits, mut filled) = (0u32, 0);
    for byte in data.trim_end_matches('=').bytes() {
        bits = bits << 6 | u32::from(digit(byte)?);
        filled += 6;
        if filled >= 8 {
            filled -= 8;
            bytes.push((bits >> filled) as u8);
        }
    }
    inflated(&bytes).map(|text| written_out(&text))
}

/// The text that was compressed; `None` if it is damaged or has more than [`MOST`] bytes.
#[cfg(feature = "foreign")]
fn inflated(bytes: &[u8]) -> Option<String> {
    use std::io::Read;
    let mut text = String::new();
    let mut inflated = flate2::read::DeflateDecoder::new(bytes).take(MOST);
    inflated.read_to_string(&mut text).ok()?;
    (inflated.limit() > 0).then_some(text)
}

#[cfg(not(feature = "foreign"))]
fn inflated(_bytes: &[u8]) -> Option<String> {
    None
}

/// The text with each short word replaced by what it stands for.
fn written_out(text: &str) -> String {
    let mut parts = text.split('z');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut rest = part.chars();
        let word = rest
            .next()
            .and_then(|letter| WORDS.iter().find(|(short, _)| *short == letter));
        match word {
            Some((_, word)) => {
                whole += word;
                whole += rest.as_str();
            }
            None => {
                whole.push('z');
                whole += part;
            }
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_of_a_link_is_found() {
        let data = |text: &str| data_start(text).map(|start| text[start..].to_owned());
        for text in [
            "https://swaroopg92.github.io/penpa-edit/#m=edit&p=abc",
            "https://swaroopg92.github.io/penpa-edit/?p=abc",
            "https://opt-pan.github.io/penpa-edit/#m=solve&p=abc",
        ] {
            assert_eq!(data(text).as_deref(), Some("abc"), "{text}");
        }
        assert_eq!(
            data("https://swaroopg92.github.io/penpa-edit/#m=edit&p="),
            None
        );
        assert_eq!(data("https://swaroopg92.github.io/penpa-edit/"), None);
    }

    #[test]
    fn short_words_are_written_out() {
        assert_eq!(written_out("{zT:[zO]}"), "{\"thermo\":[null]}");
        assert_eq!(written_out("pizZZza z? z"), "pizZza z? z");
    }

    #[test]
    fn damaged_data_are_refused() {
        for data in ["1234", "????", "", "vVZNb9tGEL3rVwR7ngLc", "AAAA"] {
            assert_eq!(read(data), Err(VariantFault::BadData), "{data}");
        }
    }
}
