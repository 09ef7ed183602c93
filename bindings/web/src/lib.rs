//! dominox for a page in the browser: a question in JSON, an answer in JSON.
//!
//! ```text
//!   page.js ──▶ worker.js ──{"do":"count","text":"queens 8"}──▶ exports.rs ──▶ ask ──▶ desk.rs ──▶ a job
//!           ◀──           ◀──{"status":"counted","count":"92"}──           ◀──     ◀──         ◀──
//! ```
//!
//! A job that may take long continues for a slice at a time: its answer is `running`, with how far it is, until the page has asked for
//! `more` often enough. So the page shows progress, and stops a job by ending its worker. `README.md` lists all questions.
//!
//! The page itself is in the folder `page`; the script `build` makes one file of it and this crate.

mod answers;
mod counting;
mod deciding;
mod desk;
mod drawing;
mod editing;
#[cfg(target_arch = "wasm32")]
mod exports;
mod fault;
mod job;
mod making;
mod marking;
mod person;
mod question;
mod reading;
mod request;

pub use desk::ask;
