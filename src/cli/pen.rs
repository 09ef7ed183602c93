//! A page that a worker writes, and hands over to be printed.

use std::io;
use std::ops::ControlFlow;
use std::time::Instant;

use super::output::{Break, Output, PATIENCE};
use super::page::Page;

/// An unfinished page with this number of bytes is printed if its turn has come.
const LONG: usize = 1 << 16;

/// A page that is being written, and the way to print part of it early.
pub struct Pen<'a> {
    output: &'a Output,
    number: u64,
    passed_on: Option<Instant>,
    /// Whether the puzzle at work can be begun again, so that other threads may have its memory.
    can_begin_again: bool,
    gave_way: bool,
    pub page: Page,
}

impl<'a> Pen<'a> {
    pub fn new(output: &'a Output) -> Pen<'a> {
        Pen {
            output,
            number: 0,
            passed_on: None,
            can_begin_again: false,
            gave_way: false,
            page: Page::default(),
        }
    }

    /// Begins the page with this number, at this time.
    pub fn begin(&mut self, number: u64, now: Instant) {
        (self.number, self.passed_on) = (number, Some(now));
    }

    /// Hands the finished page over.
    pub fn finish(&mut self) {
        self.output.hand_over(self.number, &mut self.page);
    }

    /// Prints part of the page if it is long or was not printed for a while. Call it between answers that may take long. Breaks
    /// if nothing more will be printed.
    pub fn flush_if_due(&mut self) -> ControlFlow<()> {
        let is_late = |passed_on: Instant| passed_on.elapsed() >= PATIENCE;
        if self.page.len() < LONG && !self.passed_on.is_none_or(is_late) {
            return ControlFlow::Continue(());
        }
        self.passed_on = Some(Instant::now());
        self.pass_on()
    }

    fn pass_on(&mut self) -> ControlFlow<()> {
        let passed = self
            .output
            .pass_on(self.number, &mut self.page, self.can_begin_again);
        self.gave_way |= matches!(passed, ControlFlow::Break(Break::GaveWay));
        match passed {
            ControlFlow::Break(_) => ControlFlow::Break(()),
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
        }
    }

    /// Calls `attempt`, which writes to the page. If it was stopped because another thread wants its memory, calls it once more when
    /// the page is the next to be printed.
    pub fn attempt_twice(&mut self, mut attempt: impl FnMut(&mut Self)) {
        let start = self.page.place();
        self.can_begin_again = true;
        attempt(self);
        self.can_begin_again = false;
        if std::mem::take(&mut self.gave_way) {
            self.output.wait_for_turn(self.number);
            self.page.cut_at(start);
            attempt(self);
        }
    }

    /// Prints the page so far and writes it to the disk; the number of bytes, if it goes to a file.
    pub fn sync(&mut self) -> io::Result<Option<u64>> {
        match self.pass_on() {
            ControlFlow::Continue(()) => self.output.sync(),
            ControlFlow::Break(()) => Err(io::Error::other("the output has ended")),
        }
    }

    pub fn output(&self) -> &'a Output {
        self.output
    }

    /// The number of the puzzle at work, from 1.
    pub fn puzzle(&self) -> u64 {
        self.output.puzzles() + self.page.tally.puzzles
    }

    /// Makes the next [`flush_if_due`](Self::flush_if_due) print, whenever it comes.
    pub fn flush_next(&mut self) {
        self.passed_on = None;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;
    use crate::cli::output::Prints;

    /// Page 1 is full and has memory that another thread wants; page 0 is printed after that.
    #[test]
    fn a_full_page_is_given_up_once() {
        let output = Output::standard(Prints::Nothing);
        let (stop, stopped) = channel::<()>();
        thread::scope(|scope| {
            let output = &output;
            scope.spawn(move || output.while_memory_is_wanted(|| stopped.recv()));
            let mut pen = Pen::new(output);
            pen.begin(1, Instant::now());
            let before = "of the puzzle before\n";
            pen.page.text(before);
            let mut flows = Vec::new();
            pen.attempt_twice(|pen| {
                assert_eq!(pen.page.len(), before.len());
                pen.page.text("x".repeat(1 << 20));
                flows.push(pen.flush_if_due().is_break());
                if flows.len() == 1 {
                    Pen::new(output).finish();
                }
            });
            assert_eq!(flows, [true, false]);
            assert_eq!(pen.page.len(), 0, "all was printed");
            // Without memory, a full page only waits for its turn.
            assert!(!pen.can_begin_again && !pen.gave_way);
            drop(stop);
        });
    }
}
