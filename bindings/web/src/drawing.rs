//! Answers and boards as the page shows them: text, and a picture.

use dominox::problem::{OptionId, Solution};
use dominox::render::{Notes, Paint, Picture};
use serde_json::{Value, json};

use crate::question::Question;

/// A cell: its row and its column, from 0.
pub type Spot = (usize, usize);

/// Boards with more cells are shown as text.
const MOST_CELLS: usize = 10_000;

/// Options of the puzzle: as text in the layout of the question, as a board, and as a picture in which some cells have a ground.
pub fn drawn(question: &Question, options: &[OptionId], marked: &[(Spot, Paint)]) -> Value {
    let puzzle = &*question.puzzle;
    let board = puzzle.tiling(&Solution::new(options.to_vec()));
    let (rows, columns) = (board.rows(), board.columns());
    let mut notes = Notes::default();
    for &((row, column), paint) in marked {
        notes.at(row, column).ground = Some(paint);
        if paint == Paint::Blush {
            notes.ring(row, column, Paint::Wrong);
        }
    }
    let picture = (rows * columns <= MOST_CELLS).then(|| puzzle.picture_with(options, &notes).ok());
    let picture = picture.flatten();
    json!({
        "text": question.answer_text(options),
        "board": (rows > 0).then(|| format!("{board}\n")),
        "picture": picture.as_ref().map(Picture::to_svg),
        "margin": picture.map(|picture| margin(&picture, rows, columns)),
    })
}

/// What the picture has around its board, in cells: at the left, above, at the right and below, where lines of text may stand, too.
fn margin(picture: &Picture, rows: usize, columns: usize) -> [f64; 4] {
    let [width, height] = picture.size();
    let side = (width - columns as f64) / 2.0;
    [side, side, side, height - rows as f64 - side]
}
