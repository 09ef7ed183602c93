//! The source of a stream: it reads the files one after the other and hands the puzzles out in batches.
//!
//! ```text
//! 53..7…⏎ 6..19…⏎ 55..7…⏎      batch 0: 53..7…       batch 1: 6..19…, what is wrong at line 3, …
//! ```
//!
//! A batch takes only what is there: from a pipe or a terminal, what the buffer holds, so that whoever writes one puzzle
//! and waits for the answer gets it. The memory of a batch is reused for the next one, including that of its puzzles.

use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use dominox::puzzles::{PuzzleFault, ReadCause, ReadError, Reader};

use super::decoded::decoded;
use super::exit::{Exit, Failure, say};
use super::files::IS_DIRECTORY;
use super::inlet::{Clock, Inlet, Late};
use super::input::{Asked, Input, Question};
use super::json::Object;
use super::lines::{Missing, Outcome};
use super::output::{Format, Output};
use super::page::Page;
use super::progress::Progress;
use super::tips;

/// The most puzzles in a batch.
pub const LARGEST_BATCH: usize = 256;

/// The keys that end typed input.
const END_OF_INPUT: &str = if cfg!(windows) { "Ctrl-Z" } else { "Ctrl-D" };

/// Consecutive puzzles.
#[derive(Default)]
pub struct Batch {
    /// Counted from 0.
    pub number: u64,
    /// This is the last batch.
    pub last: bool,
    /// The first `length` of them are in the batch; the others are memory for later ones.
    entries: Vec<Entry>,
    length: usize,
}

/// A puzzle, or what is wrong in its place.
pub enum Entry {
    Question(Question),
    Bad(Bad),
}

/// Why a puzzle, or a file from here on, cannot be read.
pub struct Bad {
    file: Arc<str>,
    /// The number of the puzzle, if reading had begun.
    index: Option<u64>,
    /// The line where it begins.
    line: Option<u64>,
    cause: ReadCause,
}

/// Reads the files of the arguments, or gives the one model.
pub struct Source<'a> {
    input: &'a Input,
    output: &'a Output,
    /// The question, if it is given, or what became of it.
    given: Option<Entry>,
    /// The files still to open, the next one last.
    files: Vec<PathBuf>,
    open: Option<Open<'a>>,
    /// The number of bytes read.
    read: Arc<AtomicU64>,
    /// The number of the next batch.
    next: u64,
    ended: bool,
    /// How long a puzzle may take.
    timeout: Option<Duration>,
}

/// A file that is being read.
struct Open<'a> {
    name: Arc<str>,
    reader: Reader<Inlet<'a>>,
    clock: Arc<Clock>,
    /// Reading may have to wait, as for a pipe.
    waits: bool,
}

impl<'a> Source<'a> {
    /// The puzzles in these files.
    pub fn of_files(
        input: &'a Input,
        mut files: Vec<PathBuf>,
        output: &'a Output,
        read: Arc<AtomicU64>,
        timeout: Option<Duration>,
    ) -> Source<'a> {
        files.reverse();
        Source {
            input,
            output,
            given: None,
            files,
            open: None,
            read,
            next: 0,
            ended: false,
            timeout,
        }
    }

    /// One question.
    pub fn of_one(input: &'a Input, given: Question, output: &'a Output) -> Source<'a> {
        let nothing = Source::of_files(input, Vec::new(), output, Arc::default(), None);
        Source {
            given: Some(Entry::Question(given)),
            ..nothing
        }
    }

    /// A model, or that it was not made in time.
    ///
    /// # Errors
    /// If there is no such model.
    pub fn of_model(
        input: &'a Input,
        (spec, start, timeout): (&str, Instant, Option<Duration>),
        output: &'a Output,
    ) -> Result<Source<'a>, Failure> {
        let given = match Question::of_model_within(spec, start, timeout)? {
            Some(question) => Entry::Question(question),
            None => Entry::Bad(Bad {
                file: spec.into(),
                index: Some(1),
                line: None,
                cause: ReadCause::Io(Late::Made.error()),
            }),
        };
        let nothing = Source::of_files(input, Vec::new(), output, Arc::default(), None);
        Ok(Source {
            given: Some(given),
            ..nothing
        })
    }

    /// Whether reading on may have to wait.
    pub fn waits(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.waits)
    }

    /// Fills a batch with the next puzzles, at most `most`; `false` if the last batch has been read. The last one may be
    /// empty.
    pub fn fill(&mut self, batch: &mut Batch, most: usize) -> bool {
        (batch.length, batch.last) = (0, false);
        if self.ended {
            return false;
        }
        batch.number = self.next;
        self.next += 1;
        while batch.length < most && !self.ended && self.add_next(batch) {}
        batch.last = self.ended;
        true
    }

    /// The next puzzle, or what is wrong in its place.
    pub fn next(&mut self) -> Option<Entry> {
        let mut batch = Batch::default();
        while self.fill(&mut batch, 1) {
            if let Some(entry) = batch.entries.pop() {
                return Some(entry);
            }
        }
        None
    }

    /// Ends the stream here: the next batch is the last one, and empty.
    pub fn cut(&mut self, batch: &mut Batch) -> bool {
        let is_cut = self.fill(batch, 0);
        self.ended = true;
        batch.last = true;
        is_cut
    }

    /// Adds the next puzzle to the batch, or finds that there is none; `false` if that would have to wait while the batch
    /// holds puzzles that can be answered.
    fn add_next(&mut self, batch: &mut Batch) -> bool {
        if let Some(given) = self.given.take() {
            batch.push(given);
            self.ended = true;
            return true;
        }
        let Some(open) = &mut self.open else {
            self.open_next(batch);
            return true;
        };
        if batch.refill(open) {
            return true;
        }
        if open.waits && batch.length > 0 {
            return false;
        }
        open.clock.begin(open.reader.has_begun());
        match open.reader.next() {
            None => {
                self.open = None;
                self.ended = self.files.is_empty();
            }
            Some(Ok(reading)) => batch.push(Entry::Question(Question {
                file: open.name.clone(),
                asked: Asked::Read(reading),
                reading_took: open.clock.took(),
            })),
            Some(Err(ReadError { index, line, cause })) => {
                batch.push(Entry::Bad(Bad {
                    file: open.name.clone(),
                    index: Some(index),
                    line,
                    cause,
                }));
                self.ended = self.input.strict;
            }
        }
        true
    }

    fn open_next(&mut self, batch: &mut Batch) {
        let Some(path) = self.files.pop() else {
            self.ended = true;
            return;
        };
        let name = name_of(&path);
        match open(&path) {
            Ok((input, waits)) => {
                let clock = Arc::new(Clock::new(self.timeout));
                let read = self.read.clone();
                let inlet = Inlet::new(input, waits.then_some(self.output), read, &clock);
                self.open = Some(Open {
                    name,
                    reader: self.input.reader(inlet).waits(waits),
                    clock,
                    waits,
                });
            }
            Err(error) => {
                batch.push(Entry::Bad(Bad {
                    file: name,
                    index: None,
                    line: None,
                    cause: ReadCause::Io(error),
                }));
                self.ended = self.input.strict || self.files.is_empty();
            }
        }
    }
}

impl Batch {
    /// What is in the batch.
    pub fn entries(&self) -> &[Entry] {
        &self.entries[..self.length]
    }

    /// Adds an entry, in the place of an old one. Those after it are memory for later puzzles.
    fn push(&mut self, entry: Entry) {
        match self.entries.get_mut(self.length) {
            Some(old) => *old = entry,
            None => self.entries.push(entry),
        }
        self.length += 1;
    }

    /// Adds the next puzzle, if it can be read into the memory of one that was in the batch before.
    fn refill(&mut self, open: &mut Open) -> bool {
        let Some(Entry::Question(Question {
            file,
            asked: Asked::Read(reading),
            reading_took,
        })) = self.entries.get_mut(self.length)
        else {
            return false;
        };
        if !open.reader.refill(reading) {
            return false;
        }
        *reading_took = Duration::ZERO;
        if !Arc::ptr_eq(file, &open.name) {
            file.clone_from(&open.name);
        }
        self.length += 1;
        true
    }
}

impl Bad {
    /// Whether it takes the place of a puzzle: not if the file could not be opened, or has no puzzle, or no such column.
    fn is_puzzle(&self) -> bool {
        self.index.is_some()
            && match &self.cause {
                ReadCause::Io(error) => Late::is_cause(error),
                ReadCause::Fault(fault) => !matches!(
                    fault.fault,
                    PuzzleFault::Empty | PuzzleFault::NoPuzzle | PuzzleFault::NoColumn { .. }
                ),
            }
    }

    /// Whether the file, or the rest of it, is not read.
    fn is_unread(&self) -> bool {
        match &self.cause {
            ReadCause::Io(_) => true,
            ReadCause::Fault(fault) => matches!(fault.fault, PuzzleFault::NoColumn { .. }),
        }
    }

    /// Reports what is wrong.
    pub fn report(&self, page: &mut Page, format: Format, missing: Missing) {
        let name = &self.file;
        let is_late = matches!(&self.cause, ReadCause::Io(error) if Late::is_cause(error));
        let (status, exit, outcome) = match is_late {
            true => ("stopped", Exit::Stopped, Outcome::Stopped),
            false => ("bad", Exit::BadInput, Outcome::Bad),
        };
        let (line, column, error) = match &self.cause {
            ReadCause::Io(error) if is_late => {
                page.say(format_args!("{name}: {error}"));
                (None, None, error.to_string())
            }
            ReadCause::Io(error) => {
                page.say(format_args!("dominox: {name}: {error}"));
                (None, None, error.to_string())
            }
            ReadCause::Fault(fault) => {
                page.say(format_args!("{name}:{fault}"));
                (
                    Some(fault.line),
                    Some(fault.column),
                    fault.fault.to_string(),
                )
            }
        };
        match self.is_puzzle() {
            true => page.tally.results.add(outcome),
            false if self.is_unread() => page.tally.results.add_unread(),
            false => {}
        }
        if format == Format::Text && self.is_puzzle() {
            missing.print(page, (name, self.line.or(line)), status);
        } else if format == Format::Jsonl {
            let mut object = Object::of(&mut page.answers, name, self.index, line, status);
            object.number("column", column);
            object.string("error", &error);
        }
        page.exit = page.exit.max(exit);
    }
}

/// The progress of reading these files, if a bar may be shown.
pub fn progress_of(files: &[PathBuf], read: &Arc<AtomicU64>) -> Progress {
    if !Progress::is_wanted() {
        return Progress::default();
    }
    let length = |path: &PathBuf| {
        let metadata = metadata(path).ok().filter(Metadata::is_file)?;
        // Bytes are counted as they are unpacked.
        (!is_packed(path)).then_some(metadata.len())
    };
    let lengths: Option<Vec<u64>> = files.iter().map(length).collect();
    let total = lengths.map(|lengths| lengths.iter().sum());
    Progress::new(read.clone(), total)
}

/// Warns of what the author of a puzzle should know.
pub fn warn(question: &Question, page: &mut Page) {
    if let Asked::Read(reading) = &question.asked
        && let Some(warning) = reading.puzzle.warning()
    {
        let file = &question.file;
        page.say(format_args!("{file}: warning: {warning}"));
    }
}

/// Whether the reason why a puzzle has no answer was already given, as a warning.
pub fn is_warning(question: &Question, reason: &str) -> bool {
    matches!(&question.asked, Asked::Read(_))
        && question.puzzle().warning().as_deref() == Some(reason)
}

/// The name of a file in messages.
pub fn name_of(path: &Path) -> Arc<str> {
    match is_standard(path) {
        true => "<stdin>".into(),
        false => path.to_string_lossy().into(),
    }
}

/// Whether the name says that the file is compressed.
fn is_packed(path: &Path) -> bool {
    path.extension()
        .is_some_and(|suffix| suffix.eq_ignore_ascii_case("gz"))
}

fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Opens a file or standard input; and whether reading it may have to wait.
pub fn open(path: &Path) -> io::Result<(Box<dyn Read + Send>, bool)> {
    if is_standard(path) {
        if io::stdin().is_terminal() && io::stderr().is_terminal() {
            say(format_args!(
                "dominox: reading standard input, end with {END_OF_INPUT}"
            ));
        }
        let waits = !metadata(path).is_ok_and(|metadata| metadata.is_file());
        return Ok((Box::new(decoded(io::stdin())), waits));
    }
    let file = File::open(path).map_err(|error| tips::no_file(error, path))?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, IS_DIRECTORY));
    }
    let waits = !metadata.is_file();
    Ok((Box::new(decoded(file)), waits))
}

pub const NOT_TEXT: &str = "this is not text: expected UTF-8 without zero bytes";

/// The number of bytes before the first one that no text contains.
pub fn length_of_text(bytes: &[u8]) -> usize {
    let valid = match str::from_utf8(bytes) {
        Ok(text) => text.len(),
        Err(error) => error.valid_up_to(),
    };
    let zero = bytes[..valid].iter().position(|&byte| byte == 0);
    zero.unwrap_or(valid)
}

/// The metadata of a file, or of standard input.
pub fn metadata(path: &Path) -> io::Result<Metadata> {
    match is_standard(path) {
        true => metadata_of_standard_input(),
        false => path.metadata(),
    }
}

#[cfg(unix)]
fn metadata_of_standard_input() -> io::Result<Metadata> {
    use std::os::fd::AsFd;
    File::from(io::stdin().as_fd().try_clone_to_owned()?).metadata()
}

#[cfg(not(unix))]
fn metadata_of_standard_input() -> io::Result<Metadata> {
    Err(io::ErrorKind::Unsupported.into())
}
