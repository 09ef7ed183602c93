//! Measures dominox beside its peers: whole commands, by turns, on one core.
//!
//! ```text
//!     files ──instance──▶ what is to be solved ┐                  ┌──▶ a row of the table, as soon as it is known
//!                                              ├──compare, run──▶ ┤
//!     options ─program──▶ who is to solve it   ┘   turn by turn   └──▶ means over all rows, and a file of all figures
//! ```
//!
//! Two programs stand on it: `suite` for exact-cover problems, and `suite-sudoku` for Sudokus, where programs are
//! compared within one process. The binaries `peer-*` make commands of the crates that dominox is compared with; they
//! share nothing with dominox, not even the reader of the text.
//!
//! For a look at one function of dominox this is the wrong tool: it measures what a user waits for, start-up included.
//! Only `within` leaves the start out: it counts with dominox and with the crate `dlx` as libraries.

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
