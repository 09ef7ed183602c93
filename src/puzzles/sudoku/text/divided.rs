//! A puzzle in quotes, whose rows or cells are divided by signs.
//!
//! ```text
//! "53..7….\n6..195….\n…"     the end of a line after each row, as JSON and C write it
//! "53..7…./6..195…./…"       or another sign
//! "5,3,0,0,7,…"              or a sign after each cell
//! ```

use std::ops::Range;

use crate::puzzles::sudoku::Shape;

/// What may stand between rows or cells.
const DIVIDERS: [&str; 5] = ["\\r\\n", "\\n", "/", ",", " "];

/// The places of the cells of a puzzle at this place, if it is divided.
pub(super) fn divided(place: Range<usize>, text: &str) -> Option<Vec<Range<usize>>> {
    let inner = &text[place];
    DIVIDERS.into_iter().find_map(|divider| {
        let inner = inner.strip_suffix(divider).unwrap_or(inner);
        let parts = Vec::from_iter(inner.split(divider));
        let fits = |size: usize, length: usize| {
            let is_part = |part: &&str| part.len() == length && part.is_ascii();
            let is_whole = Shape::of_size(size).is_some() && parts.len() * length == size * size;
            is_whole && parts.iter().all(is_part)
        };
        let size = parts.len();
        let length = [(size, size), (size.isqrt(), 1)];
        let (_, length) = length
            .into_iter()
            .find(|&(size, length)| fits(size, length))?;
        let start = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        let places = parts.iter().map(|part| start(part));
        let cells = places.flat_map(|start| start..start + length);
        Some(cells.map(|at| at..at + 1).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::sudoku::Sudoku;

    const ROWS: [&str; 4] = ["1...", "..2.", ".3..", "...4"];

    #[test]
    fn rows_and_cells_may_be_divided() {
        let cells = Vec::from_iter(ROWS.concat().chars().map(String::from));
        for text in [
            ROWS.join("\\n"),
            ROWS.join("\\n") + "\\n",
            ROWS.join("/"),
            ROWS.join(" "),
            cells.join(","),
            cells.join(" "),
        ] {
            let found = divided(0..text.len(), &text).expect("cells");
            let found = found.into_iter().map(|place| &text[place]);
            assert_eq!(found.collect::<String>(), ROWS.concat(), "{text}");
            let json = format!("{{\"puzzle\": \"{text}\", \"level\": 2}}\n");
            let sudoku: Sudoku = json.parse().expect("a puzzle");
            assert_eq!(sudoku.placements().count(), 4, "{json}");
        }
        for text in [
            "1.../..2./.3..",
            "1.../..2./.3../...",
            "1 ",
            "",
            "/////////",
        ] {
            assert_eq!(divided(0..text.len(), text), None, "{text}");
        }
    }
}
