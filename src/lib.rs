//! An exact-cover engine.

pub mod problem;
pub mod puzzles;
pub mod render;

pub use problem::{Problem, Solution};
