//! The layout of a grid: its text, and the place of each cell in it.

use std::ops::Range;

/// The text of a grid as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::puzzles::variant) struct Layout {
    lines: Vec<String>,
    /// The line, from 0, and the bytes of each cell.
    places: Vec<(usize, Range<usize>)>,
}

impl Layout {
    pub(super) fn new(lines: Vec<String>, places: Vec<(usize, Range<usize>)>) -> Layout {
        Layout { lines, places }
    }

    /// The text with these digits in its cells; a dot stands for 0.
    pub(in crate::puzzles::variant) fn filled(&self, digits: &[u8]) -> String {
        let mut lines = self.lines.clone();
        // From the end, so that the places before stay where they are.
        for ((line, place), digit) in self.places.iter().zip(digits).rev() {
            let shown = match digit {
                0 => ".".into(),
                digit => digit.to_string(),
            };
            lines[*line].replace_range(place.clone(), &shown);
        }
        lines.join("\n") + "\n"
    }
}
