//! Searching: what is found, by which kernel, with limits, threads, stops and checkpoints.

mod answers;
mod best;
mod best_resumed;
mod best_threads;
mod bounds;
mod checkpoints;
mod engine;
mod estimate;
mod first;
mod limits;
mod listing;
mod oracle;
mod refilling;
#[path = "../support/mod.rs"]
mod support;
mod threads;
