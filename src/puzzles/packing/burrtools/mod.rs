//! Puzzles of BurrTools: the XML inside a `.xmpuzzle` file, which is compressed with gzip.
//!
//! ```text
//!   <puzzle version="2">
//!    <gridType type="0"/>                                    0: cubes, 1: triangular prisms
//!    <shapes><voxel x="2" y="2" z="1" type="0">###_</voxel> …
//!    <problems><problem><shapes><shape id="0" count="2"/> …</shapes><result id="5"/> …
//! ```
//!
//! Voxels are `#`, there; `+`, may be filled; `_`, empty; digits after one are its colour. Each problem is a packing.
//! Whether it can be taken apart is not checked.
//!
//! Source: A. Röver, the sources of BurrTools.

#[cfg(feature = "foreign")]
mod xml;

use super::Packing;
#[cfg(not(feature = "foreign"))]
use super::fault::{BurrToolsFault, PackingFault};
use super::rows::Fault;
#[cfg(not(feature = "foreign"))]
use crate::problem::Located;
use crate::puzzles::lines::Line;
#[cfg(feature = "foreign")]
use xml::packings;

/// A packing, or why there is none, and the line where it begins.
pub(super) type Numbered = (u64, Result<Packing, Fault>);

/// Whether XML begins here.
pub(super) fn begins(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("<?xml") || text.starts_with("<puzzle")
}

/// Whether XML ends here.
pub(super) fn ends(text: &str) -> bool {
    text.contains("</puzzle>")
}

/// Reads the packings of a puzzle, each with the line where it begins; at least one, or a fault.
pub(super) fn read(lines: &[Line]) -> Vec<Numbered> {
    let text = Vec::from_iter(lines.iter().map(|line| line.text.as_str())).join("\n");
    let first = lines[0].number;
    match packings(&text, first) {
        Ok(packings) => packings,
        Err(fault) => vec![(first, Err(fault))],
    }
}

/// Why XML is not read.
#[cfg(not(feature = "foreign"))]
fn packings(text: &str, first: u64) -> Result<Vec<Numbered>, Fault> {
    let line = text.lines().next().unwrap_or_default();
    let fault = PackingFault::BurrTools(BurrToolsFault::NotRead);
    Err(Located::new(fault, first, line, 0, line.len()))
}
