//! Drawing: a [`Board`] is what a puzzle looks like, whatever draws it.
//!
//! ```text
//! puzzle ──decode()──▶ Board: cells with labels and pieces ──Display──▶ box characters
//! ```
//!
//! Nothing here knows what a puzzle or a problem is: `board.rs` holds the cells, `text.rs` draws them.

mod board;
mod text;

pub use board::Board;
