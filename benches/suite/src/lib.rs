//! Measures dominox and its peers: whole commands, in turn, on one core.
//!
//! ```text
//!     files ──instance──▶ what is to be solved ┐                  ┌──▶ a row of the table, as soon as it is known
//!                                              ├──compare, run──▶ ┤
//!     options ─program──▶ who is to solve it   ┘   turn by turn   └──▶ means over all rows, and a file of all figures
//! ```
//!
//! Two programs use it: `suite` for exact-cover problems, and `suite-sudoku` for Sudokus, which compares programs
//! within one process. The binaries `peer-*` make commands of the crates that dominox is compared with; they share
//! nothing with dominox, not even the reader of the text.
//!
//! To measure a single function of dominox, this is the wrong tool: it measures what a user waits for, including the
//! start. Only `within` leaves out the start: it counts with dominox and with the crate `dlx` as libraries.

pub mod compare;
pub mod dlx_crate;
pub mod generate;
pub mod instance;
pub mod list;
pub mod make;
pub mod matrix;
pub mod peer;
pub mod program;
pub mod run;
pub mod table;
