//! Standard output: answers in text form or as JSON lines, and nothing else.

use std::cell::RefCell;
use std::io::{self, BufWriter, Read, Stdout, Write};
use std::rc::Rc;

use clap::ValueEnum;

use super::exit::{Exit, Failure};

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
    /// Why a flush failed that was made while reading.
    failure: Option<io::Error>,
}

impl Output {
    pub fn new() -> Self {
        let writer = BufWriter::with_capacity(1 << 16, io::stdout());
        Output(Rc::new(RefCell::new(State {
            writer,
            separate: false,
            failure: None,
        })))
    }

    /// Writes text, which ends with its line.
    pub fn text(&self, text: &str) -> io::Result<()> {
        self.0.borrow_mut().writer.write_all(text.as_bytes())
    }

    /// Writes text with a blank line between it and text of the same sort before it.
    pub fn paragraph(&self, text: &str) -> io::Result<()> {
        let state = &mut *self.0.borrow_mut();
        if std::mem::replace(&mut state.separate, true) {
            state.writer.write_all(b"\n")?;
        }
        state.writer.write_all(text.as_bytes())
    }

    /// Writes a line that consists of a JSON object.
    pub fn json(&self, object: &serde_json::Value) -> io::Result<()> {
        let writer = &mut self.0.borrow_mut().writer;
        serde_json::to_writer(&mut *writer, object)?;
        writer.write_all(b"\n")
    }

    /// Why output failed while input was read, if it did.
    pub fn take_failure(&self) -> Option<io::Error> {
        self.0.borrow_mut().failure.take()
    }

    pub fn flush(&self) -> io::Result<()> {
        self.0.borrow_mut().writer.flush()
    }
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
