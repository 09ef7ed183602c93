//! A variant as a picture: its grid, and a mark for each rule.
//!
//! ```text
//!     under the lines     windows and extra regions, even and odd cells, diagonals, thermometers, arrows, palindromes
//!     over them           cages with their sums, dots, X and V, `<`, other sums and ratios
//!     beside the grid     sums along a line that begins at the border
//!     below the grid      rules that have no place: 'a knight's move apart'
//! ```

mod lines;
mod pairs;

use super::{Boxes, Field, Rule, Unit, Variant};
use crate::problem::OptionId;
use crate::puzzles::Puzzle;
use crate::puzzles::grid_picture::set_roles;
use crate::render::{Align, Board, Notes, Paint, Picture, Point, Shape, Stroke, Text, outline};

/// What the sum of a cage leaves free at the top of its cells.
const HEAD: f64 = 0.16;

/// Around what is shaded; and what is too thin to be shaded has this colour.
const RIM: Stroke = Stroke::new(Paint::Faint, 0.03);

impl Variant {
    /// The options and the notes on the grid.
    pub(super) fn drawn(&self, options: &[OptionId], notes: &Notes) -> Picture {
        let mut board = Board::new(self.field.rows(), self.field.columns());
        let digits = self.digits(&[options, self.givens()].concat());
        let places =
            (0..board.rows()).flat_map(|row| (0..self.field.columns()).map(move |it| (row, it)));
        for (row, column) in places {
            let Some(cell) = self.field.cell(row, column) else {
                board.set_hole(row, column);
                continue;
            };
            if self.field.boxes() != &Boxes::None {
                board.set_region(row, column, self.region(cell) as u32);
            }
            if digits[cell] > 0 {
                board.set_label(row, column, digits[cell].to_string());
            }
        }
        let mut notes = notes.clone();
        let place = |cell: usize| self.field.places()[cell];
        let filled = (0..digits.len()).filter(|&cell| digits[cell] > 0);
        let given = self
            .givens
            .iter()
            .filter_map(|&given| self.placement(given));
        set_roles(
            &mut notes,
            filled.map(place),
            given.map(|(cell, _)| place(cell)),
        );
        Marks::of(self, &mut notes).draw();
        let mut picture = board.picture_with(&notes);
        picture.set_title(match self.rules.is_empty() {
            true => "Sudoku",
            false => "Variant Sudoku",
        });
        picture
    }
}

/// The marks of the rules, which become notes.
struct Marks<'a> {
    variant: &'a Variant,
    field: &'a Field,
    notes: &'a mut Notes,
}

impl<'a> Marks<'a> {
    fn of(variant: &'a Variant, notes: &'a mut Notes) -> Marks<'a> {
        Marks {
            field: &variant.field,
            variant,
            notes,
        }
    }

    /// Draws all rules: grounds first, then lines, then what is small.
    fn draw(&mut self) {
        let rules = self.variant.rules();
        let orders = [Marks::grounds, Marks::strokes, Marks::details];
        for draw in orders {
            for (number, rule) in rules.iter().enumerate() {
                draw(self, number, rule);
            }
        }
        if !rules.is_empty() {
            let words = rules.iter().map(|rule| rule.words(self.field));
            let words = Vec::from_iter(words);
            self.notes
                .words
                .push(format!("Rules: {}.", words.join("; ")));
        }
    }

    /// What lies under everything.
    fn grounds(&mut self, number: usize, rule: &Rule) {
        match rule {
            Rule::Windoku => {
                for unit in rule.units(number, self.field) {
                    self.ground(&unit.cells, 0.0);
                }
            }
            Rule::Extra(cells) => self.ground(cells, 0.05),
            Rule::Even(cells) => {
                for &cell in cells {
                    let [x, y] = self.middle(cell);
                    let side = 0.36;
                    let ring = vec![
                        [x - side, y - side],
                        [x + side, y - side],
                        [x + side, y + side],
                        [x - side, y + side],
                    ];
                    self.shade(vec![ring]);
                }
            }
            Rule::Odd(cells) => {
                for &cell in cells {
                    let center = self.middle(cell);
                    self.below_circle(center, 0.39, Some(Paint::Shade), Some(RIM));
                }
            }
            _ => {}
        }
    }

    /// Lines through cells.
    fn strokes(&mut self, number: usize, rule: &Rule) {
        match rule {
            Rule::Falling | Rule::Rising => {
                for unit in rule.units(number, self.field) {
                    self.diagonal(&unit, rule == &Rule::Falling);
                }
            }
            Rule::Thermometer(cells) => self.thermometer(cells),
            Rule::Palindrome(cells) => {
                self.through(cells, Stroke::new(RIM.paint, 0.2 + 2.0 * RIM.width));
                self.through(cells, Stroke::new(Paint::Shade, 0.2));
            }
            Rule::Arrow { circle, shaft } => self.arrow(circle, shaft),
            Rule::Sum { cells, total } => self.sum(cells, *total),
            _ => {}
        }
    }

    /// What lies over the lines of the grid, and what has no place in it.
    fn details(&mut self, _: usize, rule: &Rule) {
        match rule {
            Rule::Cage { cells, sum } => self.cage(cells, *sum),
            Rule::Pair(relation, cells) => self.pair(*relation, *cells),
            Rule::Disjoint => self.caption("Cells with the same place in their boxes differ."),
            Rule::AntiKnight => self.caption("Cells a knight's move apart differ."),
            Rule::AntiKing => self.caption("Cells that touch at a corner differ."),
            Rule::NonConsecutive => self.caption("Neighbours are not consecutive."),
            Rule::Only(mark) => self.caption(match mark {
                super::Mark::White => "All white dots are given.",
                super::Mark::Black => "All black dots are given.",
                super::Mark::Xv => "All X and V are given.",
            }),
            _ => {}
        }
    }

    /// A dashed line around the cells, a little inside, and the sum in the corner of the first one.
    fn cage(&mut self, cells: &[usize], sum: Option<u32>) {
        let places = Vec::from_iter(cells.iter().map(|&cell| self.field.places()[cell]));
        let stroke = Stroke::new(Paint::Muted, 0.03).dashed(0.1, 0.07);
        self.notes.below.push(Shape::Area {
            rings: outline(places.iter().copied(), 0.075),
            fill: None,
            stroke: Some(stroke),
        });
        let (Some(sum), Some(&(row, column))) = (sum, places.iter().min()) else {
            return;
        };
        let text = sum.to_string();
        let (size, corner) = (0.25, [column as f64 + 0.06, row as f64 + 0.06]);
        let width = 0.58 * size * text.len() as f64 + 0.05;
        let ground = vec![
            corner,
            [corner[0] + width, corner[1]],
            [corner[0] + width, corner[1] + 0.24],
            [corner[0], corner[1] + 0.24],
        ];
        self.fill(vec![ground], Paint::Paper);
        self.notes.below.push(Shape::Text(Text {
            at: [corner[0] + 0.025, corner[1] + 0.12],
            size,
            text,
            paint: Paint::Ink,
            is_bold: false,
            align: Align::Start,
        }));
        self.notes.head = HEAD;
    }

    fn caption(&mut self, text: &str) {
        self.notes.captions.push(text.into());
    }

    fn ground(&mut self, cells: &[usize], inset: f64) {
        let places = cells.iter().map(|&cell| self.field.places()[cell]);
        self.shade(outline(places, inset));
    }

    fn shade(&mut self, rings: Vec<Vec<Point>>) {
        self.notes.below.push(Shape::Area {
            rings,
            fill: Some(Paint::Shade),
            stroke: Some(RIM),
        });
    }

    fn fill(&mut self, rings: Vec<Vec<Point>>, paint: Paint) {
        self.notes.below.push(Shape::Area {
            rings,
            fill: Some(paint),
            stroke: None,
        });
    }

    fn below_lines(&mut self, lines: Vec<Vec<Point>>, stroke: Stroke) {
        self.notes.below.push(Shape::Lines { lines, stroke });
    }

    fn below_circle(
        &mut self,
        center: Point,
        radius: f64,
        fill: Option<Paint>,
        stroke: Option<Stroke>,
    ) {
        self.notes.below.push(Shape::Circle {
            center,
            radius,
            fill,
            stroke,
        });
    }

    /// The middle of a cell.
    fn middle(&self, cell: usize) -> Point {
        let (row, column) = self.field.places()[cell];
        [column as f64 + 0.5, row as f64 + 0.5]
    }

    /// A line from corner to corner of the grid that a diagonal is of.
    fn diagonal(&mut self, unit: &Unit, is_falling: bool) {
        let places = unit.cells.iter().map(|&cell| self.field.places()[cell]);
        let places = Vec::from_iter(places);
        let (Some(&(top, first)), Some(&(bottom, last))) = (places.first(), places.last()) else {
            return;
        };
        let (left, right) = (first.min(last) as f64, first.max(last) as f64 + 1.0);
        let (top, bottom) = (top as f64, bottom as f64 + 1.0);
        let line = match is_falling {
            true => vec![[left, top], [right, bottom]],
            false => vec![[left, bottom], [right, top]],
        };
        self.below_lines(vec![line], Stroke::new(RIM.paint, 0.06));
    }
}
