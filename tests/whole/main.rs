//! What is known about a problem as a whole: counts, diagrams, symmetries, reasons, divisions.

mod counting;
mod diagram;
mod division;
mod known_counts;
mod occurring;
mod orbits;
mod reduce;
mod refute;
#[cfg(feature = "shards")]
mod shards;
#[path = "../support/mod.rs"]
mod support;
mod symmetries;
