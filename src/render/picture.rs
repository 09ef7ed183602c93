//! A picture: shapes on a sheet of paper, measured in cells.
//!
//! ```text
//!     (0, 0) ┌─────────┐  x ▶        shapes    areas, lines, circles and texts, from back to front
//!            │  ▭  ○   │             paints    by meaning: ink, paper, piece 3 (`paint.rs`)
//!        y ▼ │    Aa   │             size      1 is the side of a cell
//!            └─────────┘ (width, height)
//! ```
//!
//! Puzzles make pictures, and `svg/` writes them. A picture knows nothing about colours, pixels or fonts.

use super::paint::{Paint, Stroke};

/// A place in a picture: x to the right and y downwards, in cells.
pub type Point = [f64; 2];

/// A picture: a title, a description for those who cannot see it, a size, and shapes from back to front.
///
/// ```
/// use dominox::render::{Paint, Picture, Stroke};
/// let mut picture = Picture::new("A tile", [2.0, 1.0]);
/// picture.area(vec![vec![[0.1, 0.1], [1.9, 0.1], [1.9, 0.9], [0.1, 0.9]]], Paint::Piece(1));
/// picture.lines(vec![vec![[1.0, 0.1], [1.0, 0.9]]], Stroke::new(Paint::Ink, 0.05));
/// picture.text([0.5, 0.5], 0.6, "6", Paint::Ink);
/// assert!(picture.to_svg().starts_with("<svg "));
/// ```
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Picture {
    title: String,
    description: String,
    size: Point,
    shapes: Vec<Shape>,
}

/// A shape of a picture.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// What some closed rings enclose. A ring within a ring is a hole.
    Area {
        /// Each ring is a list of corners; the last one is joined to the first.
        rings: Vec<Vec<Point>>,
        /// What it is filled with.
        fill: Option<Paint>,
        /// Its border, which lies half inside.
        stroke: Option<Stroke>,
    },
    /// Lines, each through its points.
    Lines {
        /// The points of each line.
        lines: Vec<Vec<Point>>,
        /// How they are drawn.
        stroke: Stroke,
    },
    /// A circle.
    Circle {
        /// Its centre.
        center: Point,
        /// Its radius.
        radius: f64,
        /// What it is filled with.
        fill: Option<Paint>,
        /// Its border, which lies half inside.
        stroke: Option<Stroke>,
    },
    /// A text of one line.
    Text(Text),
}

/// A text in a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// Its vertical middle; horizontally, the point that `align` selects.
    pub at: Point,
    /// The size of the letters, in cells: a digit is about 0.7 of it high and 0.6 of it wide.
    pub size: f64,
    /// The string.
    pub text: String,
    /// Its paint.
    pub paint: Paint,
    /// Whether it is bold.
    pub is_bold: bool,
    /// Which part of it is at `at`.
    pub align: Align,
}

/// Which part of a text is at its place.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Align {
    /// Its beginning.
    Start,
    /// Its middle.
    #[default]
    Middle,
    /// Its end.
    End,
}

impl Picture {
    /// An empty picture with a title and a size: width and height, in cells.
    pub fn new(title: impl Into<String>, size: Point) -> Picture {
        Picture {
            title: title.into(),
            size,
            ..Picture::default()
        }
    }

    /// What the picture shows, in a few words.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What the picture shows, for those who cannot see it; may be empty.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Width and height, in cells.
    pub fn size(&self) -> Point {
        self.size
    }

    /// The shapes, from back to front.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// Gives the picture another title.
    pub fn set_title(&mut self, title: impl Into<String>) {
        self.title = title.into();
    }

    /// Gives the picture another description.
    pub fn set_description(&mut self, description: impl Into<String>) {
        self.description = description.into();
    }

    /// Puts a shape in front of the others.
    pub fn push(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// Fills the area that some rings enclose.
    pub fn area(&mut self, rings: Vec<Vec<Point>>, fill: Paint) {
        self.push(Shape::Area {
            rings,
            fill: Some(fill),
            stroke: None,
        });
    }

    /// Fills a rectangle, from its upper left corner.
    pub fn rectangle(&mut self, [x, y]: Point, [width, height]: Point, fill: Paint) {
        self.area(vec![corners([x, y], [width, height])], fill);
    }

    /// Draws lines; none if there is no line.
    pub fn lines(&mut self, lines: Vec<Vec<Point>>, stroke: Stroke) {
        if !lines.is_empty() {
            self.push(Shape::Lines { lines, stroke });
        }
    }

    /// Draws closed lines around rings.
    pub fn outline(&mut self, rings: Vec<Vec<Point>>, stroke: Stroke) {
        self.push(Shape::Area {
            rings,
            fill: None,
            stroke: Some(stroke),
        });
    }

    /// Draws a circle.
    pub fn circle(
        &mut self,
        center: Point,
        radius: f64,
        fill: Option<Paint>,
        stroke: Option<Stroke>,
    ) {
        self.push(Shape::Circle {
            center,
            radius,
            fill,
            stroke,
        });
    }

    /// Writes a text around a place.
    pub fn text(&mut self, at: Point, size: f64, text: impl Into<String>, paint: Paint) {
        self.push(Shape::Text(Text {
            at,
            size,
            text: text.into(),
            paint,
            is_bold: false,
            align: Align::Middle,
        }));
    }

    /// Draws another picture in this one: its upper left corner at this place, and larger by this factor.
    pub fn insert(&mut self, picture: &Picture, at: Point, factor: f64) {
        let shapes = picture.shapes.iter().cloned();
        self.shapes
            .extend(shapes.map(|shape| shape.moved(at, factor)));
    }

    /// The size of letters, at most this, in which a text is at most this wide.
    pub fn fitting(text: &str, size: f64, width: f64) -> f64 {
        size.min(width / Picture::width_of(text))
    }

    /// How wide a text is in letters of size 1: a generous guess, as fonts differ.
    pub fn width_of(text: &str) -> f64 {
        let width = |c: char| match c {
            'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '|' | '\'' | ' ' | '!' => 0.36,
            'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.98,
            'A'..='Z' | 'Ä' | 'Ö' | 'Ü' => 0.74,
            c if c.is_ascii() => 0.62,
            // Signs of other scripts may be as wide as high.
            c if u32::from(c) >= 0x2e80 => 1.0,
            _ => 0.75,
        };
        text.chars().map(width).sum::<f64>().max(0.3)
    }

    /// Several pictures in rows of this number, each with its title above it.
    ///
    /// # Panics
    /// If the number is 0.
    pub fn sheet(title: impl Into<String>, pictures: &[Picture], columns: usize) -> Picture {
        const CAPTION: f64 = 0.9;
        let largest = |axis: usize| {
            let sizes = pictures.iter().map(|picture| picture.size[axis]);
            sizes.fold(0.0, f64::max)
        };
        let has_captions = pictures.iter().any(|picture| !picture.title.is_empty());
        let caption = if has_captions { CAPTION } else { 0.0 };
        let [width, height] = [largest(0), largest(1) + caption];
        let columns_used = columns.min(pictures.len()).max(1);
        let rows = pictures.len().div_ceil(columns);
        let size = [width * columns_used as f64, height * rows as f64];
        let mut sheet = Picture::new(title, size);
        let sizes = pictures.iter();
        let sizes = sizes.map(|it| Picture::fitting(&it.title, 0.55, it.size[0]));
        let letters = sizes.fold(0.55, f64::min);
        for (place, picture) in pictures.iter().enumerate() {
            let x = (place % columns) as f64 * width + (width - picture.size[0]) / 2.0;
            let y = (place / columns) as f64 * height + caption;
            let middle = x + picture.size[0] / 2.0;
            if !picture.title.is_empty() {
                sheet.text(
                    [middle, y - 0.35],
                    letters,
                    picture.title.as_str(),
                    Paint::Muted,
                );
            }
            sheet.insert(picture, [x, y], 1.0);
        }
        let described = pictures.iter().filter(|it| !it.description.is_empty());
        let words = described.map(|it| match it.title.is_empty() {
            true => it.description.clone(),
            false => format!("{}: {}", it.title, it.description),
        });
        sheet.description = Vec::from_iter(words).join(" ");
        sheet
    }
}

impl Shape {
    /// The shape at another place, and larger by a factor.
    fn moved(self, at: Point, factor: f64) -> Shape {
        let to = |point: Point| [at[0] + point[0] * factor, at[1] + point[1] * factor];
        let all = |lists: Vec<Vec<Point>>| -> Vec<Vec<Point>> {
            let lists = lists.into_iter();
            lists
                .map(|points| points.into_iter().map(to).collect())
                .collect()
        };
        let wider = |stroke: Stroke| Stroke {
            width: stroke.width * factor,
            dash: stroke.dash.map(|lengths| lengths.map(|it| it * factor)),
            ..stroke
        };
        match self {
            Shape::Area {
                rings,
                fill,
                stroke,
            } => Shape::Area {
                rings: all(rings),
                fill,
                stroke: stroke.map(wider),
            },
            Shape::Lines { lines, stroke } => Shape::Lines {
                lines: all(lines),
                stroke: wider(stroke),
            },
            Shape::Circle {
                center,
                radius,
                fill,
                stroke,
            } => Shape::Circle {
                center: to(center),
                radius: radius * factor,
                fill,
                stroke: stroke.map(wider),
            },
            Shape::Text(text) => Shape::Text(Text {
                at: to(text.at),
                size: text.size * factor,
                ..text
            }),
        }
    }
}

/// The corners of a rectangle, from its upper left one.
pub fn corners([x, y]: Point, [width, height]: Point) -> Vec<Point> {
    let (right, bottom) = (x + width, y + height);
    vec![[x, y], [right, y], [right, bottom], [x, bottom]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_within_a_picture_is_moved_and_grows() {
        let mut inner = Picture::new("", [1.0, 1.0]);
        inner.text([0.5, 0.5], 0.5, "x", Paint::Ink);
        let stroke = Stroke::new(Paint::Ink, 0.1).dashed(0.2, 0.3);
        inner.lines(vec![vec![[0.0, 1.0]]], stroke);
        let mut outer = Picture::new("", [9.0, 9.0]);
        outer.insert(&inner, [2.0, 3.0], 2.0);
        let [Shape::Text(text), Shape::Lines { lines, stroke }] = outer.shapes() else {
            panic!("two shapes")
        };
        assert_eq!((text.at, text.size), ([3.0, 4.0], 1.0));
        assert_eq!(lines[0], [[2.0, 5.0]]);
        assert_eq!((stroke.width, stroke.dash), (0.2, Some([0.4, 0.6])));
    }

    #[test]
    fn a_sheet_has_room_for_all() {
        let pictures = ["a", "", "c"].map(|title| Picture::new(title, [4.0, 2.0]));
        let sheet = Picture::sheet("all", &pictures, 2);
        assert_eq!(sheet.size(), [8.0, 5.8]);
        assert_eq!(sheet.shapes().len(), 2);
        assert_eq!(Picture::sheet("", &[], 3).size(), [0.0, 0.0]);
    }

    #[test]
    fn long_texts_are_written_small() {
        assert_eq!(Picture::fitting("7", 0.6, 0.9), 0.6);
        assert!(Picture::fitting("1234567", 0.6, 0.9) < 0.25);
        assert!(Picture::fitting("", 0.6, 0.9) == 0.6);
    }
}
