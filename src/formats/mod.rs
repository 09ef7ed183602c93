//! Formats of other programs: problems are written in all of them, and read from those that hold a whole problem.
//!
//! ```text
//!              read                              write
//!   dlx ─────────┐                        ┌────────▶ dlx, miniexact, xcc, ec, matrix, json
//!   miniexact    │                        │             the problem itself
//!   xcc          ├──▶  Problem  ──────────┤
//!   ec           │                        └─ system ─▶ cnf, lp, opb, mzn, libexact
//!   json, matrix ┘                                      sums of variables, one for each option
//! ```
//!
//! Every format keeps the solutions, option by option. If a format cannot hold something that the solutions do not depend on,
//! such as a cost or a name, that is a [`Loss`]; if it cannot hold something that they depend on, the problem is refused, as
//! [`Unfit`].
//!
//! ```
//! use dominox::Problem;
//! use dominox::formats::{Format, read, write};
//! let problem = Problem::parse("a b c\na b\nc\n")?;
//! let written = write(&problem, Format::Miniexact)?;
//! assert_eq!(written.text, "< a b c >\na b;\nc;\n");
//! assert_eq!(read(&written.text, Format::Miniexact)?, problem);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cnf;
mod ec;
mod fault;
mod json;
mod libexact;
mod loss;
mod lp;
mod matrix;
mod miniexact;
mod mzn;
mod numbered;
mod opb;
mod place;
mod system;
mod xcc;

pub use fault::FormatFault;
pub use loss::{Loss, Unfit};

use crate::problem::{Located, Problem};
use crate::puzzles::Cover;

/// A format in which a problem is written, or read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// Donald Knuth's text, as [`Problem::parse`] reads it.
    Dlx,
    /// The format of the program miniexact with names: `< a b > [ x ]`, and options that end with `;`.
    Miniexact,
    /// The format of miniexact with numbers: `p xcc 2 1`, and options that end with `0`.
    Xcc,
    /// The input of the program `solve` of libexact: rows, columns and entries.
    Libexact,
    /// A formula in conjunctive normal form (DIMACS), with exactly one model for each solution.
    Cnf,
    /// An integer program in the LP format of CPLEX.
    Lp,
    /// A MiniZinc model.
    Mzn,
    /// Pseudo-Boolean constraints, as in the competitions of such solvers.
    Opb,
    /// JSON: everything in a problem.
    Json,
    /// A matrix of 0 and 1.
    Matrix,
    /// The sets of the exact-cover benchmarks: `p ec 3`, and a line `s 1 2` for each option.
    Ec,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 11] = [
        Format::Dlx,
        Format::Miniexact,
        Format::Xcc,
        Format::Libexact,
        Format::Cnf,
        Format::Lp,
        Format::Mzn,
        Format::Opb,
        Format::Json,
        Format::Matrix,
        Format::Ec,
    ];

    /// The format of this name.
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Its name, in small letters.
    pub fn name(self) -> &'static str {
        match self {
            Format::Dlx => "dlx",
            Format::Miniexact => "miniexact",
            Format::Xcc => "xcc",
            Format::Libexact => "libexact",
            Format::Cnf => "cnf",
            Format::Lp => "lp",
            Format::Mzn => "mzn",
            Format::Opb => "opb",
            Format::Json => "json",
            Format::Matrix => "matrix",
            Format::Ec => "ec",
        }
    }

    /// What it is, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Format::Dlx => "Knuth's text, which all other commands read",
            Format::Miniexact => "miniexact, with names: `< a b >`, options end with `;`",
            Format::Xcc => "miniexact, with numbers: `p xcc 2 1`, options end with `0`",
            Format::Libexact => "libexact: rows, columns and entries",
            Format::Cnf => {
                "DIMACS, for SAT solvers and model counters: one model for each solution"
            }
            Format::Lp => "an integer program in CPLEX's LP format",
            Format::Mzn => "a MiniZinc model",
            Format::Opb => "pseudo-Boolean constraints",
            Format::Json => "JSON, with everything that is in the problem",
            Format::Matrix => "a matrix of 0 and 1",
            Format::Ec => "sets of numbers: `p ec 3`, then `s 1 2`",
        }
    }

    /// Whether [`read`] reads it.
    pub fn is_read(self) -> bool {
        matches!(
            self,
            Format::Dlx
                | Format::Miniexact
                | Format::Xcc
                | Format::Json
                | Format::Matrix
                | Format::Ec
        )
    }
}

/// A problem as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The text.
    pub text: String,
    /// What the text does not contain.
    pub losses: Vec<Loss>,
}

/// Writes a problem in a format.
///
/// # Errors
/// If the format cannot express the problem.
pub fn write(problem: &Problem, format: Format) -> Result<Written, Unfit> {
    match format {
        Format::Dlx => Ok(Written {
            text: Cover::text(problem).map_err(Unfit::Print)?,
            losses: loss::of_facts(problem),
        }),
        Format::Miniexact => miniexact::write(problem),
        Format::Xcc => xcc::write(problem),
        Format::Libexact => libexact::write(problem),
        Format::Cnf => cnf::write(problem),
        Format::Lp => Ok(lp::write(problem)),
        Format::Mzn => Ok(mzn::write(problem)),
        Format::Opb => Ok(opb::write(problem)),
        Format::Json => Ok(json::write(problem)),
        Format::Matrix => matrix::write(problem),
        Format::Ec => ec::write(problem),
    }
}

/// Reads a problem in a format. For either format of miniexact, any of its three forms is read.
///
/// # Errors
/// The first fault, with its place; [`FormatFault::OnlyWritten`] unless the format [is read](Format::is_read).
pub fn read(text: &str, format: Format) -> Result<Problem, Located<FormatFault>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match format {
        Format::Dlx => Problem::parse(text).map_err(|fault| fault.map(FormatFault::Text)),
        Format::Miniexact | Format::Xcc => miniexact::read(text),
        Format::Json => json::read(text),
        Format::Matrix => matrix::read(text),
        Format::Ec => ec::read(text),
        _ => Err(Located::new(FormatFault::OnlyWritten(format), 1, "", 0, 0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_that_is_too_large_is_refused() {
        for (bounds, options, is_written) in [("5000", 10_000, false), ("1:2", 10_000, true)] {
            let text = format!("{bounds}|h{}", "\nh".repeat(options));
            let written = write(&Problem::parse(&text).unwrap(), Format::Cnf);
            assert_eq!(written.is_ok(), is_written, "{bounds}");
        }
    }

    #[test]
    fn each_format_has_a_name_of_its_own() {
        for format in Format::ALL {
            assert_eq!(Format::named(format.name()), Some(format));
            assert!(!format.about().is_empty());
            let is_refused = matches!(
                read("", format).unwrap_err().fault,
                FormatFault::OnlyWritten(_)
            );
            assert_eq!(is_refused, !format.is_read(), "{format:?}");
        }
        assert_eq!(Format::named("DLX"), None);
    }
}
