//! Pencil marks as text: each cell with the digits that it can be, and boxes with borders.
//!
//! ```text
//!  14  2  │ 134  34
//!  3   14 │ 2    14
//! ────────┼────────
//! ```

use std::fmt::Write;

use super::cells::bits;
use super::grid::UnitKind;
use super::marks::Marks;

impl Marks {
    /// The text of one cell: its digit, or the digits that it can be. `symbol` says how a digit is written, from 0.
    pub fn cell_text(&self, cell: usize, symbol: impl Fn(usize) -> String) -> String {
        if let Some(value) = self.value(cell) {
            return symbol(value.into());
        }
        let digits = Vec::from_iter(bits(self.candidates(cell)).map(symbol));
        let is_long = digits.iter().any(|digit| digit.len() > 1);
        digits.join(if is_long { "," } else { "" })
    }

    /// The grid: each cell with its digit, or with the digits that it can be. Lines end in `\n`.
    pub fn drawn(&self, symbol: impl Fn(usize) -> String) -> String {
        let size = self.grid().size();
        let texts = (0..size * size).map(|cell| self.cell_text(cell, &symbol));
        let texts = Vec::from_iter(texts);
        let width = |column: usize| {
            let cells = (0..size).map(|row| texts[row * size + column].len());
            cells.max().unwrap_or(0)
        };
        let widths = Vec::from_iter((0..size).map(width));
        let box_of = |row: usize, column: usize| {
            let units = self.grid().units_with(row * size + column).iter();
            let mut boxes =
                units.filter(|(unit, _)| self.grid().units()[*unit].kind == UnitKind::Box);
            boxes.next().map(|(unit, _)| *unit)
        };
        let mut text = String::new();
        for row in 0..size {
            if row > 0 && (0..size).any(|column| box_of(row, column) != box_of(row - 1, column)) {
                self.draw_border(row, &widths, box_of, &mut text);
            }
            for (column, &width) in widths.iter().enumerate() {
                if column > 0 && box_of(row, column) != box_of(row, column - 1) {
                    text.push_str(" │");
                }
                let cell = &texts[row * size + column];
                write!(text, " {cell:width$}").expect("memory can be written");
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text
    }

    /// A line between boxes above and below.
    fn draw_border(
        &self,
        row: usize,
        widths: &[usize],
        box_of: impl Fn(usize, usize) -> Option<usize>,
        text: &mut String,
    ) {
        for (column, width) in widths.iter().enumerate() {
            if column > 0 && box_of(row, column) != box_of(row, column - 1) {
                text.push_str("─┼");
            }
            text.push_str(&"─".repeat(width + 1));
        }
        text.push('\n');
    }
}
