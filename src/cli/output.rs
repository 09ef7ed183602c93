//! Standard output: answers as text or as JSON lines, and nothing else. Standard error: everything else.
//!
//! Pages are printed in the order of their numbers, whichever worker finishes first:
//!
//! ```text
//! worker 1   page 0 ──────────────▶ printed, then 1 and 2     page 4 ─ …
//! worker 2   page 1 ─▶ kept    page 2 ─▶ kept    page 3 ─ …
//! ```
//!
//! Output is buffered, but never for long: the buffer is flushed before the program waits for input, before a message
//! (so that the two appear in order on a terminal), and when answers come slowly.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use clap::ValueEnum;

use super::album::Album;
use super::drawing::{Draws, Form};
use super::exit::{Exit, Failure, say};
use super::page::{Mark, Page, Tally};
use super::progress::Progress;
pub use super::progress::{Bound, Extent, Searched};
use super::target::Target;

/// Output waits in the buffer no longer than this.
pub(super) const PATIENCE: Duration = Duration::from_millis(50);

/// A page with this number of bytes must wait for its turn to be printed before it is continued.
const FULL: usize = 1 << 20;

/// No new page is begun while this number of bytes, or of pages, waits for its turn.
const MOST_BYTES: usize = 1 << 24;
const MOST_PAGES: usize = 1 << 10;

/// The most empty pages that are kept for reuse.
const MOST_SPARE: usize = 64;

/// How answers are written.
#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum, Debug)]
pub enum Format {
    #[default]
    /// Plain text
    Text,
    /// One JSON object per line, also for a bad puzzle or one without an answer; counts are strings
    Jsonl,
    /// Pictures
    #[value(skip)]
    Drawn(Draws),
}

impl Format {
    /// Pictures of this format.
    pub const fn drawn(form: Form) -> Format {
        Format::Drawn(Draws::plain(form))
    }

    /// The same, with the numbers of the answers in the headings of pictures.
    pub fn with_numbers(mut self) -> Format {
        if let Format::Drawn(draws) = &mut self {
            draws.has_numbers = true;
        }
        self
    }

    /// How pictures are drawn, if there are any.
    pub fn draws(self) -> Option<Draws> {
        match self {
            Format::Drawn(draws) => Some(draws),
            Format::Text | Format::Jsonl => None,
        }
    }
}

/// The output besides messages.
pub enum Prints {
    /// Text, or JSON lines.
    Text,
    /// Pictures, which the album takes.
    Pictures(Album),
    Nothing,
}

impl From<Option<Album>> for Prints {
    fn from(album: Option<Album>) -> Prints {
        album.map_or(Prints::Text, Prints::Pictures)
    }
}

/// Standard output and standard error, shared by all workers.
pub struct Output {
    order: Mutex<Order>,
    /// Notified when pages were printed.
    turn: Condvar,
    /// Notified when everything is printed.
    end: Condvar,
    /// Whether the program waits for input: then output is flushed at once.
    waits: AtomicBool,
    /// Whether a search that is stopped still has to be written to a file.
    keeps: AtomicBool,
    /// Whether progress can be shown.
    shows_searches: bool,
    /// The number of threads that wait for memory.
    wants_memory: AtomicUsize,
}

/// The pages that were printed, and those that wait for their turn.
struct Order {
    printer: Printer,
    /// The number of the page whose turn it is.
    next: u64,
    /// Finished pages after that one, and the number of bytes on them.
    finished: BTreeMap<u64, Page>,
    finished_bytes: usize,
    /// Empty pages for reuse.
    spare: Vec<Page>,
    /// The weightiest of all printed pages.
    exit: Exit,
    tally: Tally,
    /// Set when nothing more will be printed: everything was, or standard output failed.
    over: Option<io::Result<()>>,
    /// The text that is printed last.
    is_ended: bool,
}

impl Output {
    /// To standard output, without progress.
    pub fn standard(prints: Prints) -> Self {
        let stdout = Target::Standard(io::stdout());
        Output::new(Progress::default(), prints, stdout)
    }

    pub fn new(progress: Progress, prints: Prints, target: Target) -> Self {
        let shows_searches = progress.shows_searches();
        let order = Order {
            printer: Printer::new(progress, prints, target),
            next: 0,
            finished: BTreeMap::new(),
            finished_bytes: 0,
            spare: Vec::new(),
            exit: Exit::default(),
            tally: Tally::default(),
            over: None,
            is_ended: false,
        };
        Output {
            order: Mutex::new(order),
            turn: Condvar::new(),
            end: Condvar::new(),
            waits: AtomicBool::new(false),
            keeps: AtomicBool::new(false),
            shows_searches,
            wants_memory: AtomicUsize::new(0),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Order> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the finished page with this number and leaves an empty one. Pages are numbered from 0.
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

    /// Prints what there is of an unfinished page if its turn has come; if the page is full, waits for that. Breaks if
    /// nothing more will be printed, or with `gives_way`, if a thread wants memory meanwhile.
    pub(super) fn pass_on(
        &self,
        number: u64,
        page: &mut Page,
        gives_way: bool,
    ) -> ControlFlow<Break> {
        let mut order = self.lock();
        while order.over.is_none() && number != order.next {
            if page.len() < FULL {
                return ControlFlow::Continue(());
            }
            if gives_way && self.wants_memory.load(Ordering::Relaxed) > 0 {
                return ControlFlow::Break(Break::GaveWay);
            }
            order = wait(&self.turn, order);
        }
        if order.over.is_none() {
            order.print(page);
            order.flush();
        }
        self.tell(&order);
        match order.over {
            Some(_) => ControlFlow::Break(Break::Over),
            None => ControlFlow::Continue(()),
        }
    }

    /// Waits until the page with this number is the next to be printed, or nothing more will be.
    pub(super) fn wait_for_turn(&self, number: u64) {
        let mut order = self.lock();
        while order.over.is_none() && number != order.next {
            order = wait(&self.turn, order);
        }
    }

    /// Calls `wait`, which waits for memory. Threads that have some, and whose page is full but not yet due, give it up.
    pub fn while_memory_is_wanted<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.wants_memory.fetch_add(1, Ordering::Relaxed);
        self.tell(&self.lock());
        let memory = wait();
        self.wants_memory.fetch_sub(1, Ordering::Relaxed);
        memory
    }

    /// Notes that a stopped search will be saved to a file.
    pub fn keep(&self) {
        self.keeps.store(true, Ordering::Relaxed);
    }

    /// Whether a stopped search will be saved to a file.
    pub fn keeps(&self) -> bool {
        self.keeps.load(Ordering::Relaxed)
    }

    /// Whether progress can be shown.
    pub fn shows_searches(&self) -> bool {
        self.shows_searches
    }

    /// Shows the progress of a search.
    pub fn show_search(&self, searched: Searched) {
        self.lock().printer.progress.show_search(&searched);
    }

    /// Writes what was printed to the disk; the number of bytes, if it goes to a file.
    pub(super) fn sync(&self) -> io::Result<Option<u64>> {
        let mut order = self.lock();
        order.flush();
        order.printer.writer.get_mut().sync()
    }

    /// The number of puzzles on the pages that were printed.
    pub(super) fn puzzles(&self) -> u64 {
        self.lock().tally.puzzles
    }

    /// Wakes the threads that wait for something to be printed.
    fn tell(&self, order: &Order) {
        self.turn.notify_all();
        if order.over.is_some() {
            self.end.notify_all();
        }
    }

    /// Waits until a new page may be begun; `false` if nothing more will be printed.
    pub fn wait_for_room(&self) -> bool {
        let mut order = self.lock();
        while order.over.is_none()
            && (order.finished_bytes >= MOST_BYTES || order.finished.len() >= MOST_PAGES)
        {
            order = wait(&self.turn, order);
        }
        order.over.is_none()
    }

    /// Flushes all output now, and all later output at once, until [`go_on`](Self::go_on): the program is about to wait for
    /// input.
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

    /// Ends what [`attend`](Self::attend) began.
    pub fn go_on(&self) {
        self.waits.store(false, Ordering::Relaxed);
    }

    /// Waits until everything is printed; meanwhile flushes the buffer and shows progress.
    pub fn oversee(&self) {
        let mut order = self.lock();
        while order.over.is_none() {
            let waited = self.end.wait_timeout(order, PATIENCE);
            order = waited.unwrap_or_else(PoisonError::into_inner).0;
            order.look_after();
        }
    }

    /// Prints the pages that were handed over, then this text as [`print_end`](Self::print_end) does, and nothing after that:
    /// the program is about to end, whatever its threads do. Waits for the reader.
    pub fn give_up(&self, last: &[u8]) {
        let mut order = self.lock();
        order.finish();
        order.print_end(last);
        order.printer.progress.clear();
        // Threads that want to print wait until the program has ended.
        std::mem::forget(order);
    }

    /// Prints this text last, unless a last text was printed before.
    pub fn print_end(&self, last: &[u8]) {
        self.lock().print_end(last);
    }

    /// Waits until the reader has taken what is being printed.
    pub fn wait_for_reader(&self) {
        drop(self.lock());
    }

    /// The exit and the tally of all pages.
    pub fn close(&self) -> Result<(Exit, Tally), Failure> {
        let mut order = self.lock();
        order.finish();
        order.printer.progress.clear();
        // What other threads hand over from here on is not printed.
        match order.over.replace(Ok(())) {
            Some(Err(error)) => Err(error.into()),
            _ => Ok((order.exit, std::mem::take(&mut order.tally))),
        }
    }
}

/// Why an unfinished page was not passed on.
pub(super) enum Break {
    /// Nothing more will be printed.
    Over,
    /// Another thread wants the memory of the puzzle at work.
    GaveWay,
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

    /// Takes the page whose turn it is from the finished ones.
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

    /// Prints the page whose turn it is, or the rest of it, and moves on to the next. Leaves the page empty.
    fn print_last_part(&mut self, page: &mut Page) {
        if self.over.is_none() {
            self.print(page);
            self.exit = self.exit.max(page.exit);
            self.tally.add(&page.tally);
            self.next += 1;
        }
        if self.over.is_none() && page.last {
            self.over = Some(self.printer.finish());
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

    /// Ends the page of pictures, if there is one, and flushes.
    fn finish(&mut self) {
        if matches!(self.over, Some(Err(_))) {
            return;
        }
        if let Err(error) = self.printer.finish() {
            self.over = Some(Err(error));
        }
    }

    /// Prints the last text, once. If it cannot be written, a message still reports that.
    fn print_end(&mut self, last: &[u8]) {
        if !std::mem::replace(&mut self.is_ended, true) {
            let _ = self.printer.writer.write_all(last);
            self.flush();
        }
    }

    /// Flushes output that has waited long enough, and shows progress.
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
    writer: BufWriter<Target>,
    /// A paragraph was printed: a blank line comes before the next.
    separate: bool,
    /// Notes that were printed.
    noted: Vec<&'static str>,
    /// How long output may wait in the buffer: not at all on a terminal.
    patience: Duration,
    flushed: Instant,
    progress: Progress,
    prints: Prints,
}

impl Printer {
    fn new(progress: Progress, prints: Prints, mut target: Target) -> Printer {
        let patience = match target.is_terminal() {
            true => Duration::ZERO,
            false => PATIENCE,
        };
        Printer {
            // What is resumed continues after an answer.
            separate: matches!(target.sync(), Ok(Some(1..))),
            writer: BufWriter::with_capacity(1 << 16, target),
            noted: Vec::new(),
            patience,
            flushed: Instant::now(),
            progress,
            prints,
        }
    }

    fn print(&mut self, page: &Page) -> io::Result<()> {
        let is_text = matches!(self.prints, Prints::Text);
        for (answers, mark) in page.pieces() {
            if is_text {
                self.writer.write_all(answers)?;
            }
            match mark {
                Some(Mark::Picture(drawn)) => {
                    if let Prints::Pictures(album) = &mut self.prints {
                        album.add(drawn, &mut self.writer)?;
                    }
                }
                Some(Mark::Paragraph | Mark::Gap) if !is_text => {}
                Some(Mark::Gap) if self.separate => self.writer.write_all(b"\n")?,
                Some(Mark::Gap) => {}
                Some(Mark::Paragraph) => {
                    let is_first = !std::mem::replace(&mut self.separate, true);
                    let between: &[u8] = if is_first { b"" } else { b"\n" };
                    self.writer.write_all(between)?;
                }
                Some(Mark::Message(message)) => self.say(message)?,
                Some(Mark::Note(note)) if self.noted.contains(note) => {}
                Some(Mark::Note(note)) => {
                    self.noted.push(note);
                    self.say(note)?;
                }
                None => {}
            }
        }
        match self.flushed.elapsed() >= self.patience {
            true => self.flush(),
            false => Ok(()),
        }
    }

    /// Prints a message, after what was printed before.
    fn say(&mut self, message: &str) -> io::Result<()> {
        self.flush()?;
        self.progress.aside(|| say(message));
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = Instant::now();
        self.writer.flush()
    }

    /// Ends the page of pictures, and flushes. Without a picture, there is no file.
    fn finish(&mut self) -> io::Result<()> {
        if let Prints::Pictures(album) = &mut self.prints {
            album.end(&mut self.writer)?;
            if album.is_empty() {
                self.writer.get_ref().remove();
            }
        }
        self.flush()
    }
}

/// Writes one document to standard output.
pub fn write_all(document: &[u8]) -> Result<Exit, Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(document)?;
    stdout.flush()?;
    Ok(Exit::Answered)
}
