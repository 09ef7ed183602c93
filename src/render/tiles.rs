//! A board as a picture.
//!
//! ```text
//!     ┌───────┬───┐     pieces        areas, in different colours where they touch; piece 0 is paper
//!     │ 1   2 │ 3 │     walls         lines: thin within piece 0, firm between pieces, heavy between regions,
//!     ├───────┤   │                   dashed between regions within a piece
//!     │ 4   5 │ 6 │     labels        in the middle of the cells, small enough to fit
//!     └───────┴───┘     holes         nothing
//! ```
//!
//! [`Notes`] add what else is written on it.

use std::collections::BTreeMap;

use super::Board;
use super::colouring::colors_of;
use super::notes::{Notes, Role};
use super::outline::outline;
use super::paint::{Paint, Stroke};
use super::picture::{Align, Picture, Point, Shape, Text};

/// What is left free around a board, in cells.
const MARGIN: f64 = 0.25;

/// The height of a line of text below a board, and the size of its letters.
const CAPTION: f64 = 0.55;
const LETTERS: f64 = 0.38;

/// Boards with more cells are described without their labels.
const MOST_DESCRIBED: usize = 1296;

/// The lines of a board.
const THIN: Stroke = Stroke::new(Paint::Faint, 0.025);
const FIRM: Stroke = Stroke::new(Paint::Ink, 0.055);
const HEAVY: Stroke = Stroke::new(Paint::Ink, 0.1);

impl Board {
    /// The board as a picture: pieces in colours that differ where they touch, borders of regions heavy, labels in the middle of
    /// their cells. Cells of piece 0 belong to no piece and have the colour of the paper.
    ///
    /// ```
    /// use dominox::render::Board;
    /// let mut board = Board::new(1, 2);
    /// board.set_piece(0, 1, 1);
    /// board.set_label(0, 1, "7");
    /// assert_eq!(board.picture().description(), "1 row, 2 columns. Row 1: blank 7.");
    /// assert!(board.picture().to_svg().contains(">7</text>"));
    /// ```
    pub fn picture(&self) -> Picture {
        self.picture_with(&Notes::default())
    }

    /// The board as a [picture](Self::picture), with notes.
    pub fn picture_with(&self, notes: &Notes) -> Picture {
        let (rows, columns) = (self.rows() as f64, self.columns() as f64);
        let mut inner = Picture::new("", [columns, rows]);
        self.fill(&mut inner);
        notes.fill(&mut inner);
        notes.below.iter().for_each(|it| inner.push(it.clone()));
        self.rule(&mut inner);
        self.write(notes, &mut inner);
        notes.write(&mut inner);
        notes.above.iter().for_each(|it| inner.push(it.clone()));

        let margin = notes.margin.max(MARGIN);
        let width = columns + 2.0 * margin;
        let lines = wrapped(&notes.captions, width - 2.0 * MARGIN);
        let height = rows + 2.0 * margin + CAPTION * lines.len() as f64;
        let mut picture = Picture::new("", [width, height]);
        picture.insert(&inner, [margin, margin], 1.0);
        for (line, text) in lines.into_iter().enumerate() {
            let y = rows + 2.0 * margin + CAPTION * (line as f64 + 0.3);
            picture.text([width / 2.0, y], LETTERS, text, Paint::Muted);
        }
        picture.set_description(self.description(notes));
        picture
    }

    /// Colours the pieces.
    fn fill(&self, picture: &mut Picture) {
        let mut cells: BTreeMap<u32, Vec<(usize, usize)>> = BTreeMap::new();
        for (row, column) in self.places() {
            if let Some(piece) = self.piece(row, column).filter(|&piece| piece > 0) {
                cells.entry(piece).or_default().push((row, column));
            }
        }
        let colors = colors_of(self);
        for (piece, cells) in cells {
            picture.area(outline(cells, 0.0), Paint::Piece(colors[&piece]));
        }
    }

    /// Draws the walls, the thin ones first.
    fn rule(&self, picture: &mut Picture) {
        let dashed = HEAVY.dashed(0.16, 0.12);
        let walls = [
            (Wall::Thin, THIN),
            (Wall::Firm, FIRM),
            (Wall::Dashed, dashed),
            (Wall::Heavy, HEAVY),
        ];
        let lines = self.walls();
        for (wall, stroke) in walls {
            picture.lines(lines.get(&wall).cloned().unwrap_or_default(), stroke);
        }
    }

    /// Writes the labels.
    fn write(&self, notes: &Notes, picture: &mut Picture) {
        for (row, column) in self.places() {
            let label = self.text_at(row, column, notes);
            if label.is_empty() {
                continue;
            }
            let mut role = notes.get(row, column).map_or(Role::Plain, |note| note.role);
            if role == Role::Found && self.piece(row, column) != Some(0) {
                // Ink alone can be read on all pieces.
                role = Role::Plain;
            }
            picture.push(Shape::Text(Text {
                at: [column as f64 + 0.5, row as f64 + 0.5],
                size: Picture::fitting(label, 0.6, 0.84),
                text: label.into(),
                paint: match role {
                    Role::Plain => Paint::Ink,
                    Role::Given => Paint::Given,
                    Role::Found => Paint::Found,
                    Role::Placed => Paint::Accent,
                },
                is_bold: matches!(role, Role::Given | Role::Placed),
                align: Align::Middle,
            }));
        }
    }

    /// The text in a cell: that of the notes, if they have one.
    fn text_at<'a>(&'a self, row: usize, column: usize, notes: &'a Notes) -> &'a str {
        let noted = notes
            .get(row, column)
            .and_then(|note| note.label.as_deref());
        noted.unwrap_or_else(|| self.label(row, column))
    }

    /// All straight walls, as long as they can be, from upper left to lower right.
    fn walls(&self) -> BTreeMap<Wall, Vec<Vec<Point>>> {
        let mut lines: BTreeMap<Wall, Vec<Vec<Point>>> = BTreeMap::new();
        let (rows, columns) = (self.rows(), self.columns());
        for row in 0..=rows {
            let wall = |column: usize| self.wall([(row.wrapping_sub(1), column), (row, column)]);
            let at = |column: usize| [column as f64, row as f64];
            runs(columns, wall, at, &mut lines);
        }
        for column in 0..=columns {
            let wall = |row: usize| self.wall([(row, column.wrapping_sub(1)), (row, column)]);
            let at = |row: usize| [column as f64, row as f64];
            runs(rows, wall, at, &mut lines);
        }
        lines
    }

    /// The wall between two places, which may lie outside.
    fn wall(&self, places: [(usize, usize); 2]) -> Option<Wall> {
        let is_inside =
            |(row, column): (usize, usize)| row < self.rows() && column < self.columns();
        let [one, other] = places.map(|place| is_inside(place).then_some(place));
        let piece = |place: Option<_>| place.and_then(|(row, column)| self.piece(row, column));
        let region = |place: Option<_>| place.and_then(|(row, column)| self.region(row, column));
        let pieces = [one, other].map(piece);
        match (
            pieces[0] != pieces[1],
            region(one) != region(other),
            pieces[0],
        ) {
            (true, true, _) => Some(Wall::Heavy),
            (true, false, _) => Some(Wall::Firm),
            (false, true, Some(0)) => Some(Wall::Heavy),
            (false, true, _) => Some(Wall::Dashed),
            (false, false, Some(0)) => Some(Wall::Thin),
            (false, false, _) => None,
        }
    }

    /// The board in words.
    fn description(&self, notes: &Notes) -> String {
        let counted = |number: usize, word: &str| match number {
            1 => format!("1 {word}"),
            _ => format!("{number} {word}s"),
        };
        let (rows, columns) = (self.rows(), self.columns());
        let mut words = format!("{}, {}.", counted(rows, "row"), counted(columns, "column"));
        let texts = (0..rows).map(|row| {
            let cells = (0..columns).map(|column| self.words_of(row, column, notes));
            Vec::from_iter(cells)
        });
        let texts = Vec::from_iter(texts);
        let is_text = |text: &String| text != "blank" && text != "hole";
        if rows * columns <= MOST_DESCRIBED && texts.iter().flatten().any(is_text) {
            for (row, texts) in texts.iter().enumerate() {
                words += &format!(" Row {}: {}.", row + 1, texts.join(" "));
            }
        }
        for word in &notes.words {
            words += " ";
            words += word;
        }
        words
    }

    /// A cell in words: its text, or its small texts in brackets.
    fn words_of(&self, row: usize, column: usize, notes: &Notes) -> String {
        let marks = notes.get(row, column).map_or(&[][..], |note| &note.marks);
        match self.text_at(row, column, notes) {
            _ if self.piece(row, column).is_none() => "hole".into(),
            "" if marks.is_empty() => "blank".into(),
            "" => {
                let marks = marks.iter().map(|mark| mark.text.as_str());
                format!("({})", Vec::from_iter(marks).join(" "))
            }
            label => label.into(),
        }
    }
}

/// Texts in lines of at most this width.
fn wrapped(texts: &[String], width: f64) -> Vec<String> {
    let mut lines = Vec::new();
    for text in texts {
        let mut line = String::new();
        for word in text.split_whitespace() {
            let longer = format!("{line} {word}");
            if !line.is_empty() && Picture::width_of(&longer) * LETTERS > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        lines.push(line);
    }
    lines
}

/// How a wall is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Wall {
    /// Within piece 0.
    Thin,
    /// Between pieces.
    Firm,
    /// Between regions, within a piece.
    Dashed,
    /// Between pieces and regions.
    Heavy,
}

/// Adds the walls of one line of the board: `wall` of each of its sides, whose ends are `at` this number and the next.
fn runs(
    sides: usize,
    wall: impl Fn(usize) -> Option<Wall>,
    at: impl Fn(usize) -> Point,
    lines: &mut BTreeMap<Wall, Vec<Vec<Point>>>,
) {
    let mut start = 0;
    while start < sides {
        let kind = wall(start);
        let same = (start..sides).take_while(|&side| wall(side) == kind);
        let end = start + same.count();
        if let Some(kind) = kind {
            lines
                .entry(kind)
                .or_default()
                .push(vec![at(start), at(end)]);
        }
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines, each with its paint, width in hundredths and number of lines.
    fn lines(board: &Board) -> Vec<(Paint, u32, usize)> {
        let picture = board.picture();
        let shapes = picture.shapes().iter();
        let lines = shapes.filter_map(|shape| match shape {
            Shape::Lines { lines, stroke } => Some((
                stroke.paint,
                (stroke.width * 1000.0).round() as u32,
                lines.len(),
            )),
            _ => None,
        });
        lines.collect()
    }

    #[test]
    fn walls_are_as_long_as_they_can_be() {
        let mut board = Board::new(2, 3);
        assert_eq!(lines(&board), [(Paint::Faint, 25, 3), (Paint::Ink, 55, 4)]);
        board.set_hole(0, 1);
        board.set_hole(1, 1);
        // Two upright rectangles with a thin line in each.
        assert_eq!(lines(&board), [(Paint::Faint, 25, 2), (Paint::Ink, 55, 8)]);
    }

    #[test]
    fn regions_are_heavy_and_dashed_within_a_piece() {
        let mut board = Board::new(1, 2);
        (0..2).for_each(|column| board.set_piece(0, column, 1));
        (0..2).for_each(|column| board.set_region(0, column, column as u32));
        assert_eq!(lines(&board), [(Paint::Ink, 100, 1), (Paint::Ink, 100, 4)]);
    }

    #[test]
    fn holes_are_empty_and_said_so() {
        let mut board = Board::new(1, 3);
        board.set_label(0, 0, "long label");
        board.set_hole(0, 1);
        let picture = board.picture();
        assert_eq!(
            picture.description(),
            "1 row, 3 columns. Row 1: long label hole blank."
        );
        assert_eq!(picture.size(), [3.5, 1.5]);
        let text = picture.shapes().iter().find_map(|shape| match shape {
            Shape::Text(text) => Some(text.size),
            _ => None,
        });
        assert!(text.unwrap() < 0.2);
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert!(Board::new(0, 5).picture().shapes().is_empty());
    }
}
