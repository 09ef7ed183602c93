//! Who has how much of the memory: each thread a share while it works on a puzzle, or one thread all of it.
//!
//! ```text
//!     thread 1   page 1   ├── share ──┤ waits for all ├── all ──┤
//!     thread 2   page 2   ├── share ── a full page ──┤ waits for page 1   ├── share, from the start ── …
//! ```
//!
//! A thread with a full page waits until the pages before it are printed. If one of these waits for memory at the same time, the
//! thread gives up its share, and begins its puzzle again when it is the next to print.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::output::Output;

/// The memory that threads share.
pub struct Turns<'a> {
    lock: RwLock<()>,
    output: &'a Output,
}

/// The part of the memory that a thread has while it works on a puzzle.
pub enum Turn<'a> {
    /// It works on no puzzle, or its puzzles are never refused.
    None,
    /// Its share.
    Shared(#[expect(dead_code, reason = "held")] RwLockReadGuard<'a, ()>),
    /// All.
    Alone(#[expect(dead_code, reason = "held")] RwLockWriteGuard<'a, ()>),
}

impl<'a> Turns<'a> {
    pub fn new(output: &'a Output) -> Turns<'a> {
        Turns {
            lock: RwLock::new(()),
            output,
        }
    }

    /// Waits for a share.
    pub fn share(&self) -> Turn<'_> {
        let share = self.lock.try_read().ok();
        let share = share.unwrap_or_else(|| {
            let wait = || self.lock.read().unwrap_or_else(PoisonError::into_inner);
            self.output.while_memory_is_wanted(wait)
        });
        Turn::Shared(share)
    }

    /// Waits for all of the memory; the thread must have no share.
    pub fn all(&self) -> Turn<'_> {
        let wait = || self.lock.write().unwrap_or_else(PoisonError::into_inner);
        Turn::Alone(self.output.while_memory_is_wanted(wait))
    }
}
