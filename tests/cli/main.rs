//! The command line, as a user meets it: the built program is run, and what it prints and how it exits is compared
//! with transcripts.
//!
//! ```text
//! $ dominox unique boj2580.in sudominoku.in
//! unique
//! unique
//! unique
//! [exit 0]
//! ```
//!
//! Transcripts are in `snapshots/cli-*.snap`. The program runs in `tests/data`, so that they hold no path of a machine.

mod actions;
mod bad_covers;
mod bad_files;
mod bad_sudokus;
mod bad_sudominokus;
mod best;
mod bounds;
mod check;
#[cfg(target_os = "linux")]
mod convert;
mod devices;
mod diagrams;
mod documented;
#[path = "../support/draws.rs"]
mod draws;
mod estimate;
#[cfg(target_os = "linux")]
mod examples;
mod explain;
mod formats;
mod generate;
mod given;
mod gzip;
mod help;
mod idle;
mod json;
mod limits;
mod lines;
mod methods;
mod minimize;
mod models;
mod no_answer;
#[cfg(unix)]
mod outputs;
#[cfg(target_os = "linux")]
mod pack;
mod pictures;
mod promises;
mod rate;
#[cfg(unix)]
mod recipes;
mod reduce;
mod resume;
mod run;
#[cfg(unix)]
mod shards;
mod streams;
mod symmetries;
#[cfg(target_os = "linux")]
mod terminal;
#[cfg(unix)]
mod threads;
mod variants;
#[path = "../support/weighted.rs"]
mod weighted;
mod witnesses;
