//! Puzzles and their texts: read, encoded, decoded, drawn, and solved as published.

mod drawings;
mod frames;
mod layouts;
mod matrix;
mod misread;
mod models;
mod one_fault;
mod packings;
mod person;
mod programs;
mod reading;
mod records;
mod stacked;
mod sudoku;
mod sudominoku;
#[path = "../support/mod.rs"]
mod support;
mod text_format;
mod write_ups;
