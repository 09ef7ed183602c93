//! Drawing: a [`Board`] is the look of a puzzle, however it is drawn, and a [`Picture`] is anything that can be drawn.
//!
//! ```text
//! puzzle ──decode()──▶ Board: cells with labels and pieces ──Display──▶ box characters
//!    │                   │
//!    │                picture()
//!    │                   ▼
//!    └──picture()────▶ Picture: areas, lines and texts ──to_svg()──▶ SVG
//! ```
//!
//! Nothing here knows what a puzzle or a problem is: `board.rs` holds the cells, `text.rs` draws them in characters, `tiles.rs`
//! as a picture; `svg/` writes pictures.

mod board;
mod colouring;
mod diagram;
mod notes;
mod outline;
mod paint;
mod picture;
mod svg;
mod text;
mod tiles;
mod too_large;

pub use board::Board;
pub(crate) use colouring::colors_apart;
pub use diagram::{Branch, diagram};
pub use notes::{Mark, Note, Notes, Role, Sense};
pub use outline::outline;
pub use paint::{PIECES, Paint, Stroke, Theme};
pub use picture::{Align, Picture, Point, Shape, Text};
pub use too_large::TooLarge;
