//! Paints: each has a meaning, and a theme gives it a colour.
//!
//! ```text
//!   Paint::Given ──Theme::Light──▶ nearly black
//!                └─Theme::Dark───▶ white
//! ```

/// The paint of a shape or a text. Each theme has a colour for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Paint {
    /// The ground of the whole picture.
    Paper,
    /// Lines and text.
    Ink,
    /// Text that matters less: captions, pencil marks.
    Muted,
    /// Thin lines between cells.
    Faint,
    /// The ground of a mark that has no meaning of its own: a thermometer, a diagonal.
    Shade,
    /// What the question says.
    Given,
    /// What the answer adds.
    Found,
    /// Lines and text to look at.
    Accent,
    /// The ground of a cell to look at.
    Glow,
    /// Lines and text that are struck out, or wrong.
    Wrong,
    /// The ground of a cell that differs, or is wrong.
    Blush,
    /// White in every theme: a white dot.
    White,
    /// Black in every theme: a black dot.
    Black,
    /// The ground of a piece. There are [`PIECES`] colours, which come again after the last one. [`Ink`](Paint::Ink) can be
    /// read on each.
    Piece(u32),
    /// The colour of a piece, darker by this percentage: a side of a cube.
    Shaded(u32, u8),
    /// The ground of a quantity, from 0 to 100 percent.
    Heat(u8),
}

/// The number of colours that pieces can have.
pub const PIECES: u32 = 9;

/// Whether a picture is light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Theme {
    /// As the viewer has set it, if the program that shows the picture knows; otherwise light.
    #[default]
    Auto,
    /// Dark lines on white.
    Light,
    /// Light lines on a dark ground.
    Dark,
}

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stroke {
    /// Its paint.
    pub paint: Paint,
    /// Its width, in cells.
    pub width: f64,
    /// The lengths of a dash and of the gap after it, in cells. `None` for a solid line.
    pub dash: Option<[f64; 2]>,
}

impl Stroke {
    /// A solid line.
    pub const fn new(paint: Paint, width: f64) -> Stroke {
        Stroke {
            paint,
            width,
            dash: None,
        }
    }

    /// A dashed line.
    pub const fn dashed(self, dash: f64, gap: f64) -> Stroke {
        Stroke {
            dash: Some([dash, gap]),
            ..self
        }
    }
}
