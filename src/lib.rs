//! dominox solves exact-cover problems: choose options so that every item is covered exactly once.
//!
//! Here six options cover seven items, and exactly one set of them is a solution: the first, the fourth and the fifth option
//! share no item and together cover all seven. (It is Donald Knuth's first example, *The Art of Computer Programming* 4B,
//! section 7.2.2.1.)
//!
//! ```
//! use dominox::{Problem, Solver};
//!
//! let problem = Problem::parse(
//!     "a b c d e f g
//!      c e
//!      a d g
//!      b c f
//!      a d f
//!      b g
//!      d e g",
//! )?;
//! let solution = Solver::new(&problem)?.next_solution().expect("a solution");
//! let options: Vec<String> =
//!     solution.options().iter().map(|&option| problem.option_text(option)).collect();
//! assert_eq!(options, ["c e", "a d f", "b g"]);
//! assert_eq!(problem.check(&solution), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A Sudoku is an exact-cover problem too, whose givens are assumed options:
//!
//! ```
//! use dominox::puzzles::{Puzzle, Sudoku};
//! use dominox::{Solver, Uniqueness};
//!
//! let sudoku: Sudoku = "3...2..........1".parse()?;
//! let mut solver = Solver::new(sudoku.problem())?.assume(sudoku.givens());
//! let Uniqueness::Multiple(one, other) = solver.uniqueness() else { panic!("one answer") };
//! assert_ne!(sudoku.answer(&one), sudoku.answer(&other));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules, as the data flows
//!
//! - [`puzzles`]: reads puzzles, and turns each into a problem.
//! - [`problem`]: items, options, colours; made by a builder or from text; checks a cover.
//! - [`engine`]: searches. A problem goes in, option ids come out.
//! - [`formats`]: problems in the formats of other programs.
//! - `shards` (with the feature `shards`): a search divided for many processes and machines, and the proof that the results
//!   cover all of it.
//! - [`puzzles`] again: decodes a solution, in the layout of the question.
//! - [`render`]: draws boards.
//! - [`workshop`]: makes puzzles, on top of all these.

pub mod engine;
pub mod formats;
pub mod problem;
pub mod puzzles;
pub mod render;
#[cfg(feature = "shards")]
pub mod shards;
pub mod workshop;

pub use engine::{Count, Limits, Solver, Uniqueness, Zdd};
pub use problem::{Problem, Solution};

// The crates whose types are part of the interface: big numbers of a `Count`, and the random generators that `estimate` and
// `sample` draw from.
pub use num_bigint;
pub use rand_core;

#[doc = include_str!("../docs/library.md")]
#[cfg(doctest)]
struct Library;
