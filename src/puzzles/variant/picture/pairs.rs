//! Marks between two cells: dots, signs, numbers.
//!
//! ```text
//!     ○ differ by 1     ● one is twice the other     X the sum is 10     V the sum is 5     < the first is less
//! ```
//!
//! Cells that do not touch are joined by a line.

use super::{Marks, RIM};
use crate::puzzles::variant::Relation;
use crate::render::{Align, Paint, Point, Shape, Stroke, Text};

const EDGE: Stroke = Stroke::new(Paint::Ink, 0.035);

impl Marks<'_> {
    pub(super) fn pair(&mut self, relation: Relation, cells: [usize; 2]) {
        let [one, other] = cells.map(|cell| self.middle(cell));
        let middle = [(one[0] + other[0]) / 2.0, (one[1] + other[1]) / 2.0];
        let touches = (one[0] - other[0]).abs() <= 1.0 && (one[1] - other[1]).abs() <= 1.0;
        if !touches {
            self.below_lines(vec![vec![one, other]], Stroke::new(RIM.paint, 0.06));
        }
        match relation {
            Relation::Less => self.sign(one, other),
            Relation::Difference(1) => self.dot(middle, Paint::White, None),
            Relation::Ratio(2) => self.dot(middle, Paint::Black, None),
            Relation::Difference(by) => self.dot(middle, Paint::White, Some((by, Paint::Black))),
            Relation::Ratio(times) => self.dot(middle, Paint::Black, Some((times, Paint::White))),
            Relation::Total(10) => self.letter(middle, "X"),
            Relation::Total(5) => self.letter(middle, "V"),
            Relation::Total(sum) => self.letter(middle, &sum.to_string()),
        }
    }

    /// A dot, with a number in it.
    fn dot(&mut self, center: Point, fill: Paint, number: Option<(u32, Paint)>) {
        self.notes.above.push(Shape::Circle {
            center,
            radius: if number.is_some() { 0.17 } else { 0.13 },
            fill: Some(fill),
            stroke: Some(EDGE),
        });
        if let Some((number, paint)) = number {
            self.text(center, 0.24, &number.to_string(), paint);
        }
    }

    /// A letter on a ground that hides the line below it.
    fn letter(&mut self, center: Point, text: &str) {
        self.notes.above.push(Shape::Circle {
            center,
            radius: 0.17,
            fill: Some(Paint::Paper),
            stroke: None,
        });
        self.text(center, 0.3, text, Paint::Ink);
    }

    /// A sign whose point is turned to the lesser one.
    fn sign(&mut self, less: Point, more: Point) {
        let middle = [(less[0] + more[0]) / 2.0, (less[1] + more[1]) / 2.0];
        let length = (more[0] - less[0]).hypot(more[1] - less[1]).max(0.01);
        let [dx, dy] = [0, 1].map(|axis| (more[axis] - less[axis]) / length * 0.11);
        self.notes.above.push(Shape::Circle {
            center: middle,
            radius: 0.17,
            fill: Some(Paint::Paper),
            stroke: None,
        });
        let line = vec![
            [middle[0] + dx + dy * 1.2, middle[1] + dy - dx * 1.2],
            [middle[0] - dx, middle[1] - dy],
            [middle[0] + dx - dy * 1.2, middle[1] + dy + dx * 1.2],
        ];
        self.notes.above.push(Shape::Lines {
            lines: vec![line],
            stroke: Stroke::new(Paint::Ink, 0.05),
        });
    }

    fn text(&mut self, at: Point, size: f64, text: &str, paint: Paint) {
        self.notes.above.push(Shape::Text(Text {
            at,
            size,
            text: text.into(),
            paint,
            is_bold: true,
            align: Align::Middle,
        }));
    }
}
