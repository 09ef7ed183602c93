//! The bytes of the input, and the time that reading them takes.
//!
//! While the program waits for input, all output so far is visible. With a time limit for each puzzle, the time begins
//! with the first byte of the puzzle that is not blank; waiting for that byte does not count. Then a pipe is read by a
//! thread of its own, so that the program need not wait for it longer than that.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, ErrorKind, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::output::Output;

/// Reading may take this much longer than the time limit. So most puzzles are read even if the limit is very short, and the
/// message about the limit comes from their search.
pub const GRACE: Duration = Duration::from_millis(50);

/// The number of bytes that are read at once: at first, as most inputs are short, and at most.
const FIRST: usize = 1 << 12;
const MOST: usize = 1 << 16;

/// When the puzzle that is being read began, and how long it may take.
pub struct Clock {
    timeout: Option<Duration>,
    begun: Mutex<Option<Instant>>,
}

impl Clock {
    pub fn new(timeout: Option<Duration>) -> Clock {
        Clock {
            timeout,
            begun: Mutex::new(None),
        }
    }

    fn set(&self, begun: Option<Instant>) {
        *self.begun.lock().unwrap_or_else(PoisonError::into_inner) = begun;
    }

    fn begun(&self) -> Option<Instant> {
        *self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins the next puzzle; part of it may have been read already.
    pub fn begin(&self, has_begun: bool) {
        if self.timeout.is_some() {
            self.set(has_begun.then(Instant::now));
        }
    }

    /// Starts the time of the puzzle if these bytes are its first.
    fn see(&self, bytes: &[u8]) {
        if self.timeout.is_some()
            && self.begun().is_none()
            && !bytes.iter().all(u8::is_ascii_whitespace)
        {
            self.set(Some(Instant::now()));
        }
    }

    /// How long reading the puzzle has taken.
    pub fn took(&self) -> Duration {
        self.begun().map_or(Duration::ZERO, |begun| begun.elapsed())
    }

    /// The time that is left for reading; `None` if it is not limited, or has not begun.
    fn left(&self) -> io::Result<Option<Duration>> {
        let Some((timeout, begun)) = self.timeout.zip(self.begun()) else {
            return Ok(None);
        };
        let left = timeout.saturating_add(GRACE).checked_sub(begun.elapsed());
        left.map(Some).ok_or_else(|| Late::Read.error())
    }
}

/// A puzzle that was not read in time.
#[derive(Debug)]
pub enum Late {
    Read,
    Made,
}

impl Late {
    pub fn error(self) -> io::Error {
        io::Error::new(ErrorKind::TimedOut, self)
    }

    /// Whether this is why reading failed.
    pub fn is_cause(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|cause| cause.is::<Late>())
    }
}

impl fmt::Display for Late {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Late::Read => "stopped by the time limit while it was read",
            Late::Made => "stopped by the time limit while it was made",
        })
    }
}

impl Error for Late {}

/// An input, buffered.
pub struct Inlet<'a> {
    origin: Origin,
    /// The output to flush before waiting for bytes, if reading may have to wait.
    output: Option<&'a Output>,
    read: Arc<AtomicU64>,
    clock: Arc<Clock>,
    buffer: Vec<u8>,
    /// The number of bytes that are read next.
    length: usize,
    /// Bytes of the buffer that were consumed.
    consumed: usize,
    /// The end was read: a terminal would have more after it.
    is_over: bool,
}

enum Origin {
    Input(Box<dyn Read + Send>),
    /// Pieces from a thread that reads; an empty piece is the end.
    Thread(Receiver<io::Result<Vec<u8>>>),
}

impl<'a> Inlet<'a> {
    /// Reads this input. With an `output`, reading may have to wait. `read` counts the bytes.
    pub fn new(
        input: Box<dyn Read + Send>,
        output: Option<&'a Output>,
        read: Arc<AtomicU64>,
        clock: &Arc<Clock>,
    ) -> Inlet<'a> {
        let origin = match clock.timeout.is_some() && output.is_some() {
            true => in_thread(input),
            false => Origin::Input(input),
        };
        Inlet {
            origin,
            output,
            read,
            clock: clock.clone(),
            buffer: Vec::new(),
            length: FIRST,
            consumed: 0,
            is_over: false,
        }
    }

    fn read_on(&mut self) -> io::Result<()> {
        let left = self.clock.left()?;
        if self.is_over {
            return Ok(());
        }
        if let Some(output) = self.output {
            output.attend()?;
        }
        let piece = match &mut self.origin {
            Origin::Input(input) => {
                self.buffer.resize(self.length, 0);
                self.length = (2 * self.length).min(MOST);
                let length = input.read(&mut self.buffer);
                self.buffer.truncate(*length.as_ref().unwrap_or(&0));
                length.map(|_| ())
            }
            Origin::Thread(pieces) => {
                // What was in it is read; if the time is over, nothing takes its place.
                self.buffer.clear();
                receive(pieces, left).map(|piece| self.buffer = piece)
            }
        };
        self.consumed = 0;
        if let Some(output) = self.output {
            output.go_on();
        }
        piece?;
        self.is_over = self.buffer.is_empty();
        let length = self.buffer.len() as u64;
        self.read.fetch_add(length, Ordering::Relaxed);
        Ok(())
    }
}

/// Lets a thread read the input, one piece ahead.
fn in_thread(mut input: Box<dyn Read + Send>) -> Origin {
    let (sender, receiver) = sync_channel(1);
    let read = move || {
        loop {
            let mut piece = vec![0; MOST];
            let read = match input.read(&mut piece) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                read => read,
            };
            let is_end = !matches!(read, Ok(1..));
            let piece = read.map(|length| {
                piece.truncate(length);
                piece
            });
            if sender.send(piece).is_err() || is_end {
                return;
            }
        }
    };
    if let Err(error) = thread::Builder::new().spawn(read) {
        let (sender, receiver) = sync_channel(1);
        let _ = sender.send(Err(error));
        return Origin::Thread(receiver);
    }
    Origin::Thread(receiver)
}

/// The next piece, if it comes in time.
fn receive(pieces: &Receiver<io::Result<Vec<u8>>>, left: Option<Duration>) -> io::Result<Vec<u8>> {
    let received = match left {
        None => pieces.recv().map_err(RecvTimeoutError::from),
        Some(left) => pieces.recv_timeout(left),
    };
    match received {
        Ok(piece) => piece,
        Err(RecvTimeoutError::Timeout) => Err(Late::Read.error()),
        // The thread has reached the end.
        Err(RecvTimeoutError::Disconnected) => Ok(Vec::new()),
    }
}

impl Read for Inlet<'_> {
    /// Reads into the buffer. With an empty buffer, it only checks whether the time is over.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return self.clock.left().map(|_| 0);
        }
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Inlet<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.consumed >= self.buffer.len() {
            self.read_on()?;
        }
        let held = &self.buffer[self.consumed..];
        self.clock.see(held);
        Ok(held)
    }

    fn consume(&mut self, length: usize) {
        self.consumed += length;
    }
}
