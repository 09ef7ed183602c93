//! Notes: what a picture of a board shows in addition to its labels.
//!
//! ```text
//!     ┌───────────┐    label    one large text, in the paint of its role: given, found, placed
//!     │ 1   2     │    marks    small texts in slots: of nine, number 5 stands in the middle
//!     │     5     │    ground   the colour of the cell
//!     │         9 │    below    shapes under the lines of the board, such as a thermometer
//!     └───────────┘    above    shapes over everything, such as a dot between two cells
//! ```

use std::collections::BTreeMap;

use super::paint::{Paint, Stroke};
use super::picture::{Picture, Point, Shape, corners};

/// Notes on a board. Shapes are in the coordinates of the board: the upper left corner of its first cell is (0, 0).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Notes {
    cells: BTreeMap<(usize, usize), Note>,
    /// The number of slots for small texts in a cell.
    pub slots: usize,
    /// The space above small texts at the top of a cell, in cells.
    pub head: f64,
    /// The margin around the board, in cells; at least a small one.
    pub margin: f64,
    /// Shapes under the lines of the board.
    pub below: Vec<Shape>,
    /// Shapes over the texts.
    pub above: Vec<Shape>,
    /// Lines of text below the board.
    pub captions: Vec<String>,
    /// The part of the description that is not about cells.
    pub words: Vec<String>,
}

/// The note in a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// The ground of the cell.
    pub ground: Option<Paint>,
    /// The large text, in place of the label of the board.
    pub label: Option<String>,
    /// Where the large text comes from.
    pub role: Role,
    /// Small texts.
    pub marks: Vec<Mark>,
}

/// Where the text of a cell comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// That does not matter.
    #[default]
    Plain,
    /// The question.
    Given,
    /// The answer.
    Found,
    /// The step that is shown.
    Placed,
}

/// A small text in a cell: a pencil mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its place, from 0, row by row.
    pub slot: usize,
    /// Its text.
    pub text: String,
    /// How it is drawn.
    pub sense: Sense,
    /// The ground of its slot.
    pub ground: Option<Paint>,
}

/// How a small text is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sense {
    /// As it is.
    #[default]
    Plain,
    /// On a disc: the step is about it.
    Pattern,
    /// Struck out.
    Struck,
}

impl Mark {
    /// A small text as it is.
    pub fn new(slot: usize, text: impl Into<String>) -> Mark {
        Mark {
            slot,
            text: text.into(),
            sense: Sense::Plain,
            ground: None,
        }
    }
}

impl Notes {
    /// No notes, with this number of slots for small texts in a cell.
    pub fn with_slots(slots: usize) -> Notes {
        Notes {
            slots,
            ..Notes::default()
        }
    }

    /// The note in a cell, to be changed.
    pub fn at(&mut self, row: usize, column: usize) -> &mut Note {
        self.cells.entry((row, column)).or_default()
    }

    /// The note in a cell, if there is one.
    pub fn get(&self, row: usize, column: usize) -> Option<&Note> {
        self.cells.get(&(row, column))
    }

    /// All cells with a note.
    pub fn cells(&self) -> impl Iterator<Item = (&(usize, usize), &Note)> {
        self.cells.iter()
    }

    /// Fills the grounds of the cells.
    pub(super) fn fill(&self, picture: &mut Picture) {
        for (&(row, column), note) in &self.cells {
            let corner = [column as f64, row as f64];
            if let Some(paint) = note.ground {
                picture.rectangle(corner, [1.0, 1.0], paint);
            }
            for mark in &note.marks {
                if let Some(paint) = mark.ground {
                    let ([x, y], [width, height]) = self.slot(mark.slot);
                    let at = [corner[0] + x - width / 2.0, corner[1] + y - height / 2.0];
                    picture.rectangle(at, [width, height], paint);
                }
            }
        }
    }

    /// Writes the small texts.
    pub(super) fn write(&self, picture: &mut Picture) {
        for (&(row, column), note) in &self.cells {
            for mark in &note.marks {
                self.write_mark(picture, (row, column), mark);
            }
        }
    }

    fn write_mark(&self, picture: &mut Picture, cell: (usize, usize), mark: &Mark) {
        let [x, y] = self.place(cell, mark.slot);
        let (_, [width, height]) = self.slot(mark.slot);
        let size = Picture::fitting(&mark.text, 1.05 * height, 0.94 * width).min(0.31);
        let paint = match mark.sense {
            Sense::Plain if mark.ground.is_some() => Paint::Ink,
            Sense::Plain => Paint::Muted,
            Sense::Pattern => Paint::Paper,
            Sense::Struck => Paint::Wrong,
        };
        if mark.sense == Sense::Pattern {
            let radius = 0.52 * width.min(height);
            picture.circle([x, y], radius, Some(Paint::Accent), None);
        }
        picture.text([x, y], size, mark.text.as_str(), paint);
        if mark.sense == Sense::Struck {
            let [dx, dy] = [0.42 * width.min(height), 0.36 * width.min(height)];
            let line = vec![vec![[x - dx, y + dy], [x + dx, y - dy]]];
            picture.lines(line, Stroke::new(Paint::Wrong, 0.035));
        }
    }

    /// The middle of a slot of a cell.
    pub fn place(&self, (row, column): (usize, usize), slot: usize) -> Point {
        let ([x, y], _) = self.slot(slot);
        [column as f64 + x, row as f64 + y]
    }

    /// The middle of a slot within its cell, and its size. There are as many columns as rows, or one more.
    fn slot(&self, slot: usize) -> (Point, Point) {
        const EDGE: f64 = 0.07;
        let count = self.slots.max(1);
        let columns = (1..).find(|side| side * side >= count).unwrap_or(1);
        let rows = count.div_ceil(columns);
        let width = (1.0 - 2.0 * EDGE) / columns as f64;
        let height = (1.0 - 2.0 * EDGE - self.head) / rows as f64;
        let (row, column) = (slot / columns, slot % columns);
        let x = EDGE + (column as f64 + 0.5) * width;
        let y = EDGE + self.head + (row as f64 + 0.5) * height;
        ([x, y], [width, height])
    }

    /// Draws a firm line around a cell, a little inside.
    pub fn ring(&mut self, row: usize, column: usize, paint: Paint) {
        let ring = corners([column as f64 + 0.06, row as f64 + 0.06], [0.88, 0.88]);
        self.above.push(Shape::Area {
            rings: vec![ring],
            fill: None,
            stroke: Some(Stroke::new(paint, 0.07)),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_slots_are_three_by_three() {
        let notes = Notes::with_slots(9);
        assert_eq!(notes.place((2, 1), 4), [1.5, 2.5]);
        let [left, right] = [3, 5].map(|slot| notes.place((0, 0), slot)[0]);
        assert!(left > 0.15 && right < 0.85);
        let mut six = Notes::with_slots(6);
        six.head = 0.2;
        let rows = (0..6).map(|slot| six.place((0, 0), slot)[1]);
        assert_eq!(Vec::from_iter(rows).chunk_by(|a, b| a == b).count(), 2);
        assert!(six.place((0, 0), 0)[1] > 0.2);
    }
}
