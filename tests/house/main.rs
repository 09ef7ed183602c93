//! The house itself: layers, the public interface, words, and what the documents say and show.

mod examples;
mod gallery;
mod interface;
mod layers;
mod links;
#[cfg(all(unix, feature = "cli"))]
mod readme;
mod words;
