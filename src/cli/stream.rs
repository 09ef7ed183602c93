//! Many puzzles at once: workers take batches of puzzles from one source and hand pages to one output.
//!
//! ```text
//!            ┌─ worker 1: batch 0 ─ search ─ page 0 ─┐
//! source ────┼─ worker 2: batch 1 ─ search ─ page 1 ─┼────▶ output, in the order of the numbers
//!            └─ worker 1: batch 2 ─ search ─ page 2 ─┘
//! ```
//!
//! A worker reads its own batch while it holds the source, and searches it while others read. So no thread only reads or
//! only prints, and with one thread the main one does everything in turn. Batches grow while they are answered quickly:
//! many fast puzzles are handed over together, and slow ones are spread over the threads.
//!
//! No batch is begun while too much output waits for its turn, so memory is bounded however long the input is.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rayon::ThreadPoolBuilder;

use super::exit::Exit;
use super::input::Question;
use super::lines::Missing;
use super::output::{Format, Output};
use super::pen::Pen;
use super::signal::Signal;
use super::source::{Batch, Entry, LARGEST_BATCH, Source, warn};

/// The time that a batch should take: after less, the next batch is larger; after four times as much, smaller.
const SHORT: Duration = Duration::from_micros(500);

/// Batches that were read before there were threads, the next one last.
type Ahead = Mutex<Vec<Batch>>;

/// A stream of puzzles that are answered.
pub struct Stream<'a> {
    source: Mutex<Source<'a>>,
    output: &'a Output,
    signal: &'a Signal,
    format: Format,
    missing: Missing<'a>,
    /// The most puzzles in the next batch.
    size: AtomicUsize,
}

impl<'a> Stream<'a> {
    pub fn new(
        source: Source<'a>,
        output: &'a Output,
        signal: &'a Signal,
        (format, missing): (Format, Missing<'a>),
    ) -> Stream<'a> {
        Stream {
            source: Mutex::new(source),
            output,
            signal,
            format,
            missing,
            size: AtomicUsize::new(1),
        }
    }

    /// Answers all puzzles in this thread.
    pub fn run(&self, answer: impl FnMut(&mut Pen, &Question)) {
        self.work(&Ahead::default(), answer);
    }

    /// Answers all puzzles with this number of threads, each with a function of its own from `make`, whose argument is the
    /// number of threads that work side by side. They are started when a second puzzle is read. `conclude` is called when
    /// everything is printed; with threads, the program then ends with the exit that it returns, as some may still search
    /// or wait for input.
    pub fn run_threads<W: FnMut(&mut Pen, &Question)>(
        &self,
        threads: usize,
        make: impl Fn(usize) -> W + Sync,
        conclude: impl Fn() -> Exit,
    ) -> Exit {
        let ahead = match threads {
            1 => Ahead::default(),
            _ => self.read_ahead(make(1)),
        };
        let is_long = {
            let ahead = lock(&ahead);
            let puzzles: usize = ahead.iter().map(|batch| batch.entries().len()).sum();
            puzzles > 1 || puzzles == 1 && !ahead.iter().any(|batch| batch.last)
        };
        if is_long && let Ok(pool) = ThreadPoolBuilder::new().num_threads(threads).build() {
            pool.in_place_scope(|scope| {
                scope.spawn_broadcast(|_, _| {
                    let _guard = EndOnPanic;
                    self.work(&ahead, make(threads));
                });
                self.output.oversee();
                conclude().leave()
            })
        }
        self.work(&ahead, make(1));
        conclude()
    }

    /// Reads until there is more than one puzzle to answer, and gives the batches read, the next one last; none if there is
    /// only one puzzle. Where reading may have to wait, the first puzzle is answered before that.
    fn read_ahead(&self, mut answer: impl FnMut(&mut Pen, &Question)) -> Ahead {
        let mut pen = Pen::new(self.output);
        let mut ahead = Vec::new();
        let mut batch = Batch::default();
        while ahead.len() < 2 && self.read(&mut batch) {
            let waits = lock(&self.source).waits();
            let is_alone = ahead.is_empty() && batch.entries().len() < 2;
            if is_alone && (batch.last || waits && batch.number == 0) {
                self.answer(&batch, &mut pen, &mut answer);
                continue;
            }
            ahead.insert(0, std::mem::take(&mut batch));
            if waits {
                break;
            }
        }
        Mutex::new(ahead)
    }

    /// Answers batch after batch, beginning with those that were read ahead.
    fn work(&self, ahead: &Ahead, mut answer: impl FnMut(&mut Pen, &Question)) {
        let mut pen = Pen::new(self.output);
        let mut batch = Batch::default();
        loop {
            let read = lock(ahead).pop();
            if let Some(read) = read {
                batch = read;
            } else if !self.output.wait_for_room() || !self.read(&mut batch) {
                return;
            }
            self.answer(&batch, &mut pen, &mut answer);
        }
    }

    /// Reads the next batch; `false` if there is none.
    fn read(&self, batch: &mut Batch) -> bool {
        let mut source = lock(&self.source);
        match self.signal.came() {
            true => source.cut(batch),
            false => source.fill(batch, self.size.load(Ordering::Relaxed)),
        }
    }

    /// Answers the puzzles of a batch. After a signal, or after a puzzle whose answer is to be the last, the others are
    /// skipped, and nothing follows.
    fn answer(&self, batch: &Batch, pen: &mut Pen, answer: &mut impl FnMut(&mut Pen, &Question)) {
        let begun = Instant::now();
        let _guard = self.signal.guard();
        pen.begin(batch.number, begun);
        for entry in batch.entries() {
            if pen.page.last || self.signal.came() || pen.flush_if_due().is_break() {
                break;
            }
            match entry {
                Entry::Bad(bad) => bad.report(&mut pen.page, self.format, self.missing),
                Entry::Question(question) => {
                    warn(question, &mut pen.page);
                    pen.page.tally.puzzles += 1;
                    answer(pen, question);
                }
            }
        }
        pen.page.last |= batch.last;
        if self.signal.came() {
            pen.page.last = true;
            pen.page.exit = pen.page.exit.max(Exit::Stopped);
        }
        self.resize(batch.entries().len(), begun.elapsed());
        pen.finish();
    }

    /// Adjusts the size of batches to the time that one of this `length` took.
    fn resize(&self, length: usize, time: Duration) {
        let size = self.size.load(Ordering::Relaxed);
        if time < SHORT && length >= size {
            self.size
                .store((2 * size).min(LARGEST_BATCH), Ordering::Relaxed);
        } else if time > 4 * SHORT {
            self.size.store((length / 2).max(1), Ordering::Relaxed);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the program if its thread panics: the others would wait for its page forever.
pub struct EndOnPanic;

impl Drop for EndOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::process::exit(101);
        }
    }
}
