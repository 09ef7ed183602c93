//! Formats of other programs: what is written has the same solutions, found by solvers that others wrote; what is read
//! back is the same problem; messages about faults give their place.

mod faults;
mod foreign;
mod known;
#[path = "../support/subsets.rs"]
mod problems;
mod programs;
mod round_trips;
