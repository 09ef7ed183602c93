//! Runs a command to its end, and measures it.
//!
//! ```text
//!     spawn ─▶ both outputs are read, their ends are kept ─▶ it has ended, or is killed at the limit ─▶ reaped
//!       └───────────── processor time of the children that were reaped: after − before ──────────────────┘
//! ```
//!
//! The operating system knows the processor time of a child to the microsecond, once it was waited for, and adds that
//! of the children for which the child itself has waited. So one command runs at a time: two threads that run commands
//! would measure each other's time.

use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, kill};
use nix::sys::time::TimeValLike;
use nix::sys::wait::{Id, WaitPidFlag, waitid};
use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::Pid;

/// The number of bytes, the last ones, that are kept of what a command prints.
const KEPT: usize = 4096;

/// While other programs run, a command may take this number of times its limit by the clock.
pub const PATIENCE: u32 = 10;

/// The least time between two checks of a command's time.
const GLANCE: Duration = Duration::from_millis(10);

/// What became of a command.
#[derive(Debug)]
pub struct Run {
    /// User and system time in microseconds.
    pub micros: u64,
    /// How it ended.
    pub end: End,
    /// The end of what it printed on standard output.
    pub stdout: String,
    /// The end of what it printed on standard error.
    pub stderr: String,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this exit code.
    Code(i32),
    /// By this signal, which another process sent.
    Signal(i32),
    /// Killed at the time limit.
    TimedOut,
}

/// Runs a command until it ends or has used `limit` of processor time (its own, without its children's), or until
/// [`PATIENCE`] times as much time has passed.
///
/// If the command leaves a child of its own that holds its outputs open, this waits for it.
///
/// # Errors
/// If it cannot be started.
pub fn run(command: &mut Command, limit: Duration) -> io::Result<Run> {
    let before = children_micros()?;
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let pid = Pid::from_raw(child.id().cast_signed());
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        let stdout = scope.spawn(move || tail(stdout));
        let stderr = scope.spawn(move || tail(stderr));
        let (ended, end) = channel::<()>();
        let watch = scope.spawn(move || is_late(pid, limit, &end));
        waitid(Id::Pid(pid), WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT)?;
        drop(ended);
        let late = watch.join().expect("a thread that does not panic");
        let status = child.wait()?;
        let micros = children_micros()? - before;
        let end = match (status.code(), status.signal()) {
            (Some(code), _) => End::Code(code),
            (None, Some(signal)) if late && signal == Signal::SIGKILL as i32 => End::TimedOut,
            (None, signal) => End::Signal(signal.unwrap_or_default()),
        };
        let [stdout, stderr] = [stdout, stderr].map(|text| text.join().expect("no panic"));
        Ok(Run {
            micros,
            end,
            stdout: stdout?,
            stderr: stderr?,
        })
    })
}

/// Waits until the process has ended, which closes the channel, or kills it if it is late. Returns whether it was
/// killed.
fn is_late(pid: Pid, limit: Duration, end: &Receiver<()>) -> bool {
    let start = Instant::now();
    let used = || Some(clock_gettime(clock_getcpuclockid(pid).ok()?).ok()?.into());
    loop {
        let used = used().unwrap_or(Duration::ZERO);
        let left = limit.saturating_sub(used);
        if left.is_zero() || start.elapsed() >= limit * PATIENCE {
            // The process is not reaped before this thread ends, so the number still belongs to it.
            return kill(pid, Signal::SIGKILL).is_ok();
        }
        if end.recv_timeout(left.max(GLANCE)) != Err(RecvTimeoutError::Timeout) {
            return false;
        }
    }
}

/// The processor time of all children so far.
fn children_micros() -> io::Result<u64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(micros.cast_unsigned())
}

/// Reads to the end, and keeps the last bytes.
fn tail(stream: Option<impl Read>) -> io::Result<String> {
    let mut kept = Vec::new();
    let mut buffer = vec![0; 1 << 16];
    if let Some(mut stream) = stream {
        loop {
            let read = stream.read(&mut buffer)?;
            if read == 0 {
                break;
            }
            kept.extend_from_slice(&buffer[..read]);
            let surplus = kept.len().saturating_sub(KEPT);
            kept.drain(..surplus);
        }
    }
    Ok(String::from_utf8_lossy(&kept).into_owned())
}

/// Restricts this thread, and whatever it starts from now on, to one core: this one, or the last one that is allowed.
///
/// # Errors
/// If the core is not there, or not allowed.
pub fn pin(core: Option<usize>) -> io::Result<usize> {
    let this = Pid::from_raw(0);
    let allowed = sched_getaffinity(this)?;
    let last = || (0..CpuSet::count()).rfind(|&core| allowed.is_set(core) == Ok(true));
    let core = core.or_else(last).unwrap_or_default();
    let mut only = CpuSet::new();
    only.set(core)?;
    sched_setaffinity(this, &only)?;
    Ok(core)
}

/// The number of solutions that a program prints: the last `N solution` or `N solutions`.
///
/// ```
/// use dominox_suite::run::told_in;
/// assert_eq!(told_in("Altogether 92 solutions, 7+9 mems.\n"), Some(92));
/// assert_eq!(told_in("92\n"), None);
/// ```
pub fn told_in(text: &str) -> Option<u64> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut pairs = words.windows(2).rev();
    pairs.find_map(|pair| {
        pair[1]
            .starts_with("solution")
            .then(|| pair[0].parse().ok())?
    })
}

/// The integers of a text, signs aside.
pub fn integers(text: &str) -> impl Iterator<Item = u64> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
}
