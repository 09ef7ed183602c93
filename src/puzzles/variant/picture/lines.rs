//! Marks that are lines through cells: thermometers, arrows, and sums along a line.
//!
//! ```text
//!     ●━━━━━━      thermometer: the bulb has the least digit
//!     ○─────▶      arrow: the circle has the sum of the others
//!   17 ↘           sum: beside the grid, if the line begins at its border; otherwise at the line's beginning
//! ```

use super::{Marks, RIM};
use crate::render::{Align, Paint, Point, Shape, Stroke, Text};

const ARROW: Stroke = Stroke::new(Paint::Muted, 0.05);

impl Marks<'_> {
    pub(super) fn thermometer(&mut self, cells: &[usize]) {
        let bulb = self.middle(cells[0]);
        for (paint, edge) in [(RIM.paint, RIM.width), (Paint::Shade, 0.0)] {
            self.below_circle(bulb, 0.36 + edge, Some(paint), None);
            self.through(cells, Stroke::new(paint, 0.26 + 2.0 * edge));
        }
    }

    /// A line from the middle of each cell to that of the next.
    pub(super) fn through(&mut self, cells: &[usize], stroke: Stroke) {
        let line = cells.iter().map(|&cell| self.middle(cell));
        self.below_lines(vec![line.collect()], stroke);
    }

    pub(super) fn arrow(&mut self, circle: &[usize], shaft: &[usize]) {
        let mut line = Vec::from_iter(shaft.iter().map(|&cell| self.middle(cell)));
        let middles = Vec::from_iter(circle.iter().map(|&cell| self.middle(cell)));
        // The shaft may name its first cell in the circle.
        if line.first() != middles.last() {
            let nearest = middles.iter().copied().min_by(|a, b| {
                let to = line[0];
                distance(*a, to).total_cmp(&distance(*b, to))
            });
            line.insert(0, nearest.unwrap_or(line[0]));
        }
        self.tipped(&line, ARROW);
        // A pill with a border: a wide line in the colour of the border, and on it a narrower one in that of the paper.
        match middles.as_slice() {
            [center] => self.below_circle(*center, 0.4, Some(Paint::Paper), Some(ARROW)),
            _ => {
                self.below_lines(vec![middles.clone()], Stroke::new(ARROW.paint, 0.82));
                self.below_lines(vec![middles], Stroke::new(Paint::Paper, 0.72));
            }
        }
    }

    /// A line with a tip at its end.
    fn tipped(&mut self, line: &[Point], stroke: Stroke) {
        self.below_lines(vec![line.to_vec()], stroke);
        if let [.., before, end] = line {
            let length = distance(*before, *end).max(0.01);
            let [dx, dy] = [0, 1].map(|axis| (end[axis] - before[axis]) / length * 0.2);
            let tip = vec![
                [end[0] - dx + dy * 0.8, end[1] - dy - dx * 0.8],
                *end,
                [end[0] - dx - dy * 0.8, end[1] - dy + dx * 0.8],
            ];
            self.below_lines(vec![tip], stroke);
        }
    }

    /// A sum along a line: its number stands before the first cell, outside of the grid if there is no cell.
    pub(super) fn sum(&mut self, cells: &[usize], total: u32) {
        let place = |cell: usize| self.field.places()[cell];
        let (first, last) = (cells[0], *cells.last().unwrap_or(&cells[0]));
        let step = cells.get(1).map(|&second| {
            let ((row, column), (next_row, next_column)) = (place(first), place(second));
            (
                next_row as isize - row as isize,
                next_column as isize - column as isize,
            )
        });
        let step = step.unwrap_or((0, 1));
        let goes_on = |two: &[usize]| self.field.moved(two[0], step) == Some(two[1]);
        let is_straight = step.0.abs() <= 1 && step.1.abs() <= 1 && cells.windows(2).all(goes_on);
        let before = self.field.moved(first, (-step.0, -step.1));
        let after = self.field.moved(last, step);
        if is_straight && before.is_none() && after.is_none() {
            self.outside(first, step, total);
            return;
        }
        self.through(cells, Stroke::new(RIM.paint, 0.08));
        let [x, y] = self.middle(first);
        self.below_circle(
            [x, y],
            0.38,
            Some(Paint::Paper),
            Some(Stroke::new(RIM.paint, 0.06)),
        );
        let at = [x - 0.3, y - 0.3];
        self.notes.above.push(Shape::Circle {
            center: at,
            radius: 0.16,
            fill: Some(Paint::Paper),
            stroke: None,
        });
        self.number(at, 0.25, total);
    }

    /// A number outside of the grid, with an arrow in the direction of its sum.
    fn outside(&mut self, first: usize, step: (isize, isize), total: u32) {
        let [x, y] = self.middle(first);
        let [dx, dy] = [step.1 as f64, step.0 as f64];
        let at = [x - dx * 1.02, y - dy * 1.02];
        let from = [at[0] + dx * 0.28, at[1] + dy * 0.28];
        let to = [at[0] + dx * 0.46, at[1] + dy * 0.46];
        self.number(at, 0.36, total);
        let is_diagonal = dx != 0.0 && dy != 0.0;
        if is_diagonal {
            self.tipped(&[from, to], Stroke::new(Paint::Muted, 0.045));
        }
        self.notes.margin = 1.05;
    }

    fn number(&mut self, at: Point, size: f64, total: u32) {
        self.notes.above.push(Shape::Text(Text {
            at,
            size,
            text: total.to_string(),
            paint: Paint::Ink,
            is_bold: false,
            align: Align::Middle,
        }));
    }
}

fn distance(one: Point, other: Point) -> f64 {
    (one[0] - other[0]).hypot(one[1] - other[1])
}
