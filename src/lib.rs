//! An exact-cover engine.

pub mod engine;
pub mod problem;
pub mod puzzles;
pub mod render;

pub use engine::{Count, Limits, Solver, Uniqueness};
pub use problem::{Problem, Solution};
