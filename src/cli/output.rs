//! Standard output: answers in text form or as JSON lines, and nothing else. Standard error: everything else.
//!
//! Pages are printed in the order of their numbers, whichever worker finishes first:
//!
//! ```text
//! worker 1   page 0 ──────────────▶ printed, and 1 and 2 behind it     page 4 ─ …
//! worker 2   page 1 ─▶ kept    page 2 ─▶ kept    page 3 ─ …
//! ```
//!
//! Output is buffered, but nothing stays in the buffer for long: it is flushed before the program waits for input,
//! before a message, so that both are in order where they meet, and when answers come slowly.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use clap::ValueEnum;

use super::exit::{Exit, Failure};
use super::page::{Mark, Page, Tally};
use super::progress::Progress;

/// Output waits no longer than this for the output behind it.
const PATIENCE: Duration = Duration::from_millis(50);

/// A page of so many bytes is not written on before it is its turn to be printed.
const FULL: usize = 1 << 20;

/// A page of so many bytes is printed, if it is its turn, though it is not finished.
const LONG: usize = 1 << 16;

/// So many bytes, or pages, that wait for their turn are enough: nothing more is begun.
const MOST_BYTES: usize = 1 << 24;
const MOST_PAGES: usize = 1 << 10;

/// Empty pages that are kept to be written on.
const MOST_SPARE: usize = 64;

/// How answers are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Format {
    /// Answers in the layout of the question
    Text,
    /// One JSON object a line, also for a puzzle that is bad or has no answer; counts are strings
    Jsonl,
}

/// Standard output and standard error, shared by all workers.
pub struct Output {
    order: Mutex<Order>,
    /// Told when pages were printed.
    turn: Condvar,
    /// Told when all is printed that will be.
    end: Condvar,
    /// Whether the program waits for input: then output waits for nothing.
    waits: AtomicBool,
}

/// The pages that were printed, and those that wait for their turn.
struct Order {
    printer: Printer,
    /// The number of the page whose turn it is.
    next: u64,
    /// Finished pages behind that one, and how many bytes are on them.
    finished: BTreeMap<u64, Page>,
    finished_bytes: usize,
    /// Pages to write on.
    spare: Vec<Page>,
    /// Of all printed pages.
    exit: Exit,
    tally: Tally,
    /// Set when nothing will be printed any more: all was, or standard output failed.
    over: Option<io::Result<()>>,
}

impl Output {
    pub fn new(progress: Progress) -> Self {
        let order = Order {
            printer: Printer::new(progress),
            next: 0,
            finished: BTreeMap::new(),
            finished_bytes: 0,
            spare: Vec::new(),
            exit: Exit::default(),
            tally: Tally::default(),
            over: None,
        };
        Output {
            order: Mutex::new(order),
            turn: Condvar::new(),
            end: Condvar::new(),
            waits: AtomicBool::new(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Order> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the finished page of this number, and gives an empty one for it. Pages are numbered from 0.
    pub fn hand_over(&self, number: u64, page: &mut Page) {
        let mut order = self.lock();
        if number != order.next && order.over.is_none() {
            order.keep(number, page);
            return;
        }
        order.print_last_part(page);
        while let Some(page) = order.next_finished() {
            order.print_finished(page);
        }
        if self.waits.load(Ordering::Relaxed) {
            order.flush();
        }
        self.tell(&order);
    }

    /// Prints what there is of a page that is not finished, if it is its turn; waits for it if the page is full. Breaks
    /// off if nothing will be printed any more.
    pub fn pass_on(&self, number: u64, page: &mut Page) -> ControlFlow<()> {
        let mut order = self.lock();
        while order.over.is_none() && number != order.next {
            if page.len() < FULL {
                return ControlFlow::Continue(());
            }
            order = wait(&self.turn, order);
        }
        if order.over.is_none() {
            order.print(page);
            order.flush();
        }
        self.tell(&order);
        match order.over {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    /// Wakes those who wait for what was just printed.
    fn tell(&self, order: &Order) {
        self.turn.notify_all();
        if order.over.is_some() {
            self.end.notify_all();
        }
    }

    /// Waits until little enough waits for its turn that more can be begun; `false` if nothing will be printed any more.
    pub fn wait_for_room(&self) -> bool {
        let mut order = self.lock();
        while order.over.is_none()
            && (order.finished_bytes >= MOST_BYTES || order.finished.len() >= MOST_PAGES)
        {
            order = wait(&self.turn, order);
        }
        order.over.is_none()
    }

    /// Makes all output so far visible, and what comes before [`go_on`](Self::go_on) as soon as it comes: the program is
    /// about to wait for input.
    pub fn attend(&self) -> io::Result<()> {
        self.waits.store(true, Ordering::Relaxed);
        let mut order = self.lock();
        order.flush();
        self.tell(&order);
        match order.over {
            Some(Err(_)) => Err(io::Error::other("standard output failed")),
            _ => Ok(()),
        }
    }

    /// The waiting that [`attend`](Self::attend) announced is over.
    pub fn go_on(&self) {
        self.waits.store(false, Ordering::Relaxed);
    }

    /// Waits until all is printed, and sees to it meanwhile that output does not stay in the buffer and that progress
    /// shows.
    pub fn oversee(&self) {
        let mut order = self.lock();
        while order.over.is_none() {
            let waited = self.end.wait_timeout(order, PATIENCE);
            order = waited.unwrap_or_else(PoisonError::into_inner).0;
            order.look_after();
        }
    }

    /// What came of all pages.
    pub fn close(&self) -> Result<(Exit, Tally), Failure> {
        let mut order = self.lock();
        order.flush();
        order.printer.progress.clear();
        match order.over.take() {
            Some(Err(error)) => Err(error.into()),
            _ => Ok((order.exit, std::mem::take(&mut order.tally))),
        }
    }
}

fn wait<'a>(turn: &Condvar, order: MutexGuard<'a, Order>) -> MutexGuard<'a, Order> {
    turn.wait(order).unwrap_or_else(PoisonError::into_inner)
}

impl Order {
    /// Keeps a finished page until it is its turn, and puts an empty one in its place.
    fn keep(&mut self, number: u64, page: &mut Page) {
        let empty = self.spare.pop().unwrap_or_default();
        self.finished_bytes += page.len();
        self.finished.insert(number, std::mem::replace(page, empty));
    }

    /// Takes the page whose turn it is out of the finished ones.
    fn next_finished(&mut self) -> Option<Page> {
        self.finished.remove(&self.next)
    }

    /// Prints a page that was kept.
    fn print_finished(&mut self, mut page: Page) {
        self.finished_bytes -= page.len();
        self.print_last_part(&mut page);
        if self.spare.len() < MOST_SPARE {
            self.spare.push(page);
        }
    }

    /// Prints the page whose turn it is, or what is left of it, and goes on to the next one. Leaves it empty.
    fn print_last_part(&mut self, page: &mut Page) {
        if self.over.is_none() {
            self.print(page);
            self.exit = self.exit.max(page.exit);
            self.tally.add(&page.tally);
            self.next += 1;
        }
        if self.over.is_none() && page.last {
            self.over = Some(self.printer.flush());
        }
        page.clear();
        self.look_after();
    }

    fn print(&mut self, page: &mut Page) {
        if let Err(error) = self.printer.print(page) {
            self.over = Some(Err(error));
        }
        page.clear_text();
    }

    fn flush(&mut self) {
        if let Err(error) = self.printer.flush() {
            self.over.get_or_insert(Err(error));
        }
    }

    /// Flushes what has waited for long, and shows the progress.
    fn look_after(&mut self) {
        let now = Instant::now();
        if now - self.printer.flushed >= self.printer.patience {
            self.flush();
        }
        self.printer.progress.show(now, self.tally.puzzles);
    }
}

/// Writes pages.
struct Printer {
    writer: BufWriter<Stdout>,
    /// A paragraph was printed.
    separate: bool,
    /// How long output may wait in the buffer for more: not at all on a terminal.
    patience: Duration,
    flushed: Instant,
    progress: Progress,
}

impl Printer {
    fn new(progress: Progress) -> Printer {
        let patience = match io::stdout().is_terminal() {
            true => Duration::ZERO,
            false => PATIENCE,
        };
        Printer {
            writer: BufWriter::with_capacity(1 << 16, io::stdout()),
            separate: false,
            patience,
            flushed: Instant::now(),
            progress,
        }
    }

    fn print(&mut self, page: &Page) -> io::Result<()> {
        for (answers, mark) in page.pieces() {
            self.writer.write_all(answers)?;
            match mark {
                Some(Mark::Paragraph) => {
                    let is_first = !std::mem::replace(&mut self.separate, true);
                    let between: &[u8] = if is_first { b"" } else { b"\n" };
                    self.writer.write_all(between)?;
                }
                Some(Mark::Message(message)) => {
                    self.flush()?;
                    self.progress.aside(|| say(message));
                }
                None => {}
            }
        }
        match self.flushed.elapsed() >= self.patience {
            true => self.flush(),
            false => Ok(()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = Instant::now();
        self.writer.flush()
    }
}

/// A page that is being written, and the way to the printer for what should not wait until it is finished.
pub struct Pen<'a> {
    output: &'a Output,
    number: u64,
    passed_on: Option<Instant>,
    pub page: Page,
}

impl<'a> Pen<'a> {
    pub fn new(output: &'a Output) -> Pen<'a> {
        Pen {
            output,
            number: 0,
            passed_on: None,
            page: Page::default(),
        }
    }

    /// Begins the page of this number, at this time.
    pub fn begin(&mut self, number: u64, now: Instant) {
        (self.number, self.passed_on) = (number, Some(now));
    }

    /// Hands the finished page over.
    pub fn finish(&mut self) {
        self.output.hand_over(self.number, &mut self.page);
    }

    /// Passes on what there is of the page now and then: to be called where more of it may be long in coming. Breaks off
    /// if nothing will be printed any more.
    pub fn pause(&mut self) -> ControlFlow<()> {
        let is_late = |passed_on: Instant| passed_on.elapsed() >= PATIENCE;
        if self.page.len() < LONG && !self.passed_on.is_none_or(is_late) {
            return ControlFlow::Continue(());
        }
        self.passed_on = Some(Instant::now());
        self.output.pass_on(self.number, &mut self.page)
    }

    /// Lets the next [`pause`](Self::pause) pass the page on whenever it comes.
    pub fn hurry(&mut self) {
        self.passed_on = None;
    }
}

/// Says something on standard error. If that cannot be written, there is nobody to tell.
pub fn say(message: impl Display) {
    let _ = io::stderr().write_all(format!("{message}\n").as_bytes());
}

/// Writes one document to standard output.
pub fn write_all(document: &[u8]) -> Result<Exit, Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(document)?;
    stdout.flush()?;
    Ok(Exit::Answered)
}
