//! Standard output: answers in text form or as JSON lines, and nothing else. Standard error: everything else.
//!
//! Output is buffered, but nothing stays in the buffer for long: it is flushed before the program waits for input,
//! before a message, so that both are in order where they meet, and when answers come slowly.

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Read, Stdout, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

use clap::ValueEnum;

use super::exit::{Exit, Failure};

/// Output waits no longer than this for the output behind it.
const PATIENCE: Duration = Duration::from_millis(50);

/// How answers are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Format {
    /// Answers in the layout of the question
    Text,
    /// One JSON object a line, also for a puzzle that is bad or has no answer; counts are strings
    Jsonl,
}

/// Standard output, buffered. Clones write to one buffer.
#[derive(Clone)]
pub struct Output(Rc<RefCell<State>>);

struct State {
    writer: BufWriter<Stdout>,
    /// Something that wants a blank line behind it was written last.
    separate: bool,
    /// How long output may wait in the buffer for more: not at all on a terminal.
    patience: Duration,
    flushed: Instant,
    /// Why a flush failed that was made while reading.
    failure: Option<io::Error>,
}

impl Output {
    pub fn new() -> Self {
        let patience = match io::stdout().is_terminal() {
            true => Duration::ZERO,
            false => PATIENCE,
        };
        Output(Rc::new(RefCell::new(State {
            writer: BufWriter::with_capacity(1 << 16, io::stdout()),
            separate: false,
            patience,
            flushed: Instant::now(),
            failure: None,
        })))
    }

    /// Writes text, which ends with its line.
    pub fn text(&self, text: &str) -> io::Result<()> {
        self.0.borrow_mut().write(text.as_bytes())
    }

    /// Writes text with a blank line between it and text of the same sort before it.
    pub fn paragraph(&self, text: &str) -> io::Result<()> {
        let state = &mut *self.0.borrow_mut();
        if std::mem::replace(&mut state.separate, true) {
            state.writer.write_all(b"\n")?;
        }
        state.write(text.as_bytes())
    }

    /// Writes a line that consists of a JSON object.
    pub fn json(&self, object: &serde_json::Value) -> io::Result<()> {
        self.text(&format!("{object}\n"))
    }

    /// Says something on standard error, behind all output so far.
    pub fn say(&self, message: impl Display) {
        // If output fails, the next flush says so again.
        let _ = self.flush();
        say(message);
    }

    /// Why output failed while input was read, if it did.
    pub fn take_failure(&self) -> Option<io::Error> {
        self.0.borrow_mut().failure.take()
    }

    pub fn flush(&self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

impl State {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)?;
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

/// Input during which all output so far is visible: it is flushed before each read, which may have to wait.
pub struct Attentive<R> {
    pub input: R,
    pub output: Output,
}

impl<R: Read> Read for Attentive<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Err(error) = self.output.flush() {
            self.output.0.borrow_mut().failure = Some(error);
            return Err(io::Error::other("standard output failed"));
        }
        self.input.read(buffer)
    }
}
