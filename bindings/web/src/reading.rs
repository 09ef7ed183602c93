//! What the page shows of a puzzle before any question: its kind, its picture, its cells.

use dominox::problem::{OptionId, Solution};
use dominox::puzzles::{Puzzle, Sudoku, Variant};
use serde_json::{Value, json};

use crate::drawing::drawn;
use crate::fault::for_page;
use crate::question::Question;

/// The puzzle as it was read.
pub fn read(question: &Question) -> Value {
    let puzzle = &*question.puzzle;
    let problem = puzzle.problem();
    let warning = puzzle.warning();
    let is_matrix = |warning: &String| warning.contains("--kind matrix");
    json!({
        "status": "read",
        "kind": question.kind,
        "one": question.one,
        "number": question.number,
        "more": question.has_more,
        "warning": warning.as_deref().map(for_page),
        "choices": warning.filter(is_matrix).map(|_| json!([{"kind": "matrix"}])),
        "items": problem.item_count(),
        "options": problem.option_count(),
        "steps": question.has_steps(),
        "tilings": question.has_pieces(),
        "drawn": drawn(question, &seen(puzzle), &[]),
        "grid": grid(puzzle),
    })
}

/// The options that the picture of the question shows: the givens; of a problem without a board, all.
fn seen(puzzle: &dyn Puzzle) -> Vec<OptionId> {
    let has_board = puzzle.decode(&Solution::new(Vec::new())).rows() > 0;
    match has_board {
        true => puzzle.givens().to_vec(),
        false => puzzle.problem().options().collect(),
    }
}

/// The cells of a grid that can be edited: `null` for one that is not there, the digit, or an empty text.
fn grid(puzzle: &dyn Puzzle) -> Value {
    if let Some(sudoku) = puzzle.downcast_ref::<Sudoku>() {
        let size = sudoku.rules().shape().size();
        let mut cells = vec![String::new(); size * size];
        for place in sudoku.placements() {
            cells[place.row * size + place.column] = sudoku.symbol(place.digit);
        }
        let symbols = (1..=size as u8).map(|digit| sudoku.symbol(digit));
        return json!({
            "rows": size,
            "columns": size,
            "cells": cells,
            "symbols": Vec::from_iter(symbols),
        });
    }
    let Some(variant) = puzzle.downcast_ref::<Variant>() else {
        return Value::Null;
    };
    let (field, digits) = (variant.field(), variant.digits(variant.givens()));
    let cells =
        (0..field.rows()).flat_map(|row| (0..field.columns()).map(move |column| (row, column)));
    let cells = cells.map(|(row, column)| {
        let cell = field.cell(row, column)?;
        Some(match digits[cell] {
            0 => String::new(),
            digit => digit.to_string(),
        })
    });
    let symbols = (1..=field.size()).map(|digit| digit.to_string());
    json!({
        "rows": field.rows(),
        "columns": field.columns(),
        "cells": Vec::from_iter(cells),
        "symbols": Vec::from_iter(symbols),
    })
}
