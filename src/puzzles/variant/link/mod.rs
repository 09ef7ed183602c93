//! Links of f-puzzles, SudokuPad and Penpa+: the puzzle is in the link itself.
//!
//! ```text
//! https://www.f-puzzles.com/?load=N4Ig…      ──base64, LZ-string──▶  {"size":9,"grid":[[{"value":5,"given":true},…
//! https://sudokupad.app/fpuzzlesN4Ig…                                 the same
//! https://swaroopg92.github.io/penpa-edit/#m=edit&p=vVZN…             a drawing, see `penpa/`
//! ```
//!
//! A rule in a link that dominox does not know is a fault that names it. Parts that cannot change the answer are skipped:
//! title, author, colours, pencil marks.

mod compress;
mod json;
mod penpa;
mod read;
mod write;

use super::{Variant, VariantFault};
use crate::problem::{Located, quotable};
use crate::puzzles::lines::Line;

/// What stands before the data in links of f-puzzles.
const LOAD: &str = "load=";
/// What stands before the data in links of SudokuPad.
const PAD: &str = "fpuzzles";
/// Sites whose links are known.
const SITES: [&str; 5] = [
    "f-puzzles.com/",
    "sudokupad.app/",
    "crackingthecryptic.com/",
    "sudokupad.com/",
    penpa::SITE,
];

/// Where a puzzle is published.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Site {
    /// f-puzzles.com, where puzzles are made.
    FPuzzles,
    /// sudokupad.app, where they are solved.
    SudokuPad,
}

/// Whether a line is a link of one of these sites.
pub(super) fn is_link(line: &Line) -> bool {
    let text = line.text.trim_ascii();
    let is_address = ["https://", "http://"]
        .iter()
        .any(|start| text.starts_with(start));
    is_address && SITES.iter().any(|site| text.contains(site))
}

/// Reads the puzzle of a link.
pub(super) fn read(line: &Line) -> Result<Variant, Located<VariantFault>> {
    let text = line.text.trim_ascii_end();
    let located = |start: usize, fault| Located::new(fault, line.number, text, start, text.len());
    let begin = text.len() - text.trim_ascii_start().len();
    if text.contains(penpa::SITE) {
        let start = penpa::data_start(text).ok_or_else(|| located(begin, VariantFault::NoData))?;
        let end = text[start..]
            .find('&')
            .map_or(text.len(), |end| start + end);
        return penpa::read(&text[start..end]).map_err(|fault| located(start, fault));
    }
    let Some(start) = data_start(text) else {
        return Err(located(begin, VariantFault::NoData));
    };
    let end = text[start..]
        .find(['&', '#'])
        .map_or(text.len(), |end| start + end);
    let data = unescaped(&text[start..end]);
    let unpacked =
        compress::unpacked(&data).ok_or_else(|| located(start, VariantFault::BadData))?;
    let value = json::parse(&unpacked).ok_or_else(|| located(start, VariantFault::BadData))?;
    read::variant(&value).map_err(|fault| located(start, fault))
}

/// Where the data of a link begins.
fn data_start(text: &str) -> Option<usize> {
    let after = |word: &str| text.find(word).map(|at| at + word.len());
    let start = match after(LOAD) {
        Some(start) if text[start..].starts_with(PAD) => start + PAD.len(),
        Some(start) => start,
        // The word is also part of an address such as `www.f-puzzles.com/fpuzzles…`.
        None => after("/fpuzzles").or_else(|| after("=fpuzzles"))?,
    };
    (start < text.len()).then_some(start)
}

/// The text with its escapes, such as `%2B`, resolved.
fn unescaped(text: &str) -> String {
    let mut parts = text.split('%');
    let mut whole = parts.next().unwrap_or_default().replace(' ', "+");
    for part in parts {
        let code = part
            .get(..2)
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        match code.filter(u8::is_ascii) {
            Some(code) => {
                whole.push(char::from(code));
                whole += &part[2..];
            }
            None => {
                whole.push('%');
                whole += part;
            }
        }
    }
    whole
}

impl Variant {
    /// A link that opens this puzzle.
    ///
    /// ```
    /// use dominox::puzzles::variant::{Site, Variant};
    /// use dominox::puzzles::{self, Shape};
    /// let variant = Variant::named(Shape::new(3, 3)?, "x")?.with_givens(&[(0, 5)]);
    /// let link = variant.link(Site::FPuzzles)?;
    /// assert!(link.starts_with("https://www.f-puzzles.com/?load="));
    /// let reading = puzzles::read(link.as_bytes()).next().expect("a puzzle")?;
    /// assert_eq!(reading.puzzle.downcast_ref(), Some(&variant));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If links cannot hold something: several grids, some sums.
    pub fn link(&self, site: Site) -> Result<String, VariantFault> {
        let data = compress::packed(&write::json(self)?);
        Ok(match site {
            Site::FPuzzles => format!("https://www.f-puzzles.com/?{LOAD}{data}"),
            Site::SudokuPad => format!("https://sudokupad.app/{PAD}{}", escaped(&data)),
        })
    }
}

/// The data as part of a path.
fn escaped(data: &str) -> String {
    data.replace('/', "%2F")
        .replace('+', "%2B")
        .replace('=', "%3D")
}

/// The fault of a value that is known but has another form than expected.
fn odd(name: &str) -> VariantFault {
    VariantFault::BadField(quotable(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        Line {
            number: 1,
            text: text.to_owned(),
            cut: false,
            is_between: false,
        }
    }

    #[test]
    fn the_data_of_a_link_is_found() {
        let data = |text: &str| data_start(text).map(|start| text[start..].to_owned());
        for text in [
            "https://www.f-puzzles.com/?load=N4Ig",
            "https://sudokupad.app/fpuzzlesN4Ig",
            "https://sudokupad.app/?puzzleid=fpuzzlesN4Ig",
            "https://app.crackingthecryptic.com/sudoku/?load=fpuzzlesN4Ig",
        ] {
            assert!(is_link(&line(text)), "{text}");
            assert_eq!(data(text).as_deref(), Some("N4Ig"), "{text}");
        }
        assert_eq!(data("https://sudokupad.app/abc123"), None);
        assert!(!is_link(&line("https://example.org/?load=N4Ig")));
    }

    /// The outcome for a puzzle of 4×4 with these fields, and this cell in the upper left corner.
    fn outcome(fields: &str, cell: &str) -> Result<Variant, VariantFault> {
        let row = "[{},{},{},{}]";
        let first = row.replacen("{}", cell, 1);
        let json =
            format!("{{\"size\":4,\"title\":\"T\",\"grid\":[{first},{row},{row},{row}]{fields}}}");
        let link = format!("https://f-puzzles.com/?load={}", compress::packed(&json));
        read(&line(&link)).map_err(|fault| fault.fault)
    }

    #[test]
    fn what_is_not_known_is_named() {
        assert!(outcome("", "{\"value\":3,\"given\":true,\"c\":\"#FFF\"}").is_ok());
        assert!(
            outcome(
                ",\"text\":[],\"antiking\":false",
                "{\"centerPencilMarks\":[1]}"
            )
            .is_ok()
        );
        let unknown = |name: &str| Err(VariantFault::UnknownField(name.to_owned()));
        let odd = |name: &str| Err(VariantFault::BadField(name.to_owned()));
        for (fields, cell, expected) in [
            (
                ",\"sandwichsum\":[{\"cell\":\"R0C1\",\"value\":\"3\"}]",
                "{}",
                unknown("sandwichsum"),
            ),
            (
                ",\"text\":[{\"cells\":[\"R1C1\"],\"value\":\"a\"}]",
                "{}",
                unknown("text"),
            ),
            (",\"negative\":[\"clone\"]", "{}", unknown("negative")),
            (",\"zebra\":{\"a\":1}", "{}", unknown("zebra")),
            (
                "",
                "{\"givenPencilMarks\":[1,2]}",
                unknown("givenPencilMarks"),
            ),
            ("", "{\"value\":5,\"given\":true}", odd("value")),
            (
                ",\"killercage\":[{\"cells\":[\"R1C9\"]}]",
                "{}",
                odd("killercage"),
            ),
            (
                ",\"killercage\":[{\"cells\":[\"R1C1\"],\"value\":\"?\"}]",
                "{}",
                odd("killercage"),
            ),
            (
                ",\"xv\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"Y\"}]",
                "{}",
                odd("xv"),
            ),
            (",\"antiking\":1", "{}", odd("antiking")),
        ] {
            assert_eq!(outcome(fields, cell), expected, "{fields}");
        }
    }

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(unescaped("a%2Bb%2fc%3D%zz%"), "a+b/c=%zz%");
        let fault = read(&line("https://www.f-puzzles.com/?load=????")).unwrap_err();
        assert_eq!((fault.column, fault.fault), (33, VariantFault::BadData));
    }
}
