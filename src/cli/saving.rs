//! Long searches: where they are is written to a file now and then, and shown while they last.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Args;
use dominox::Solver;
use dominox::engine::{Checkpoint, Count, Limit, OrbitProgress, Status};

use super::exit::{Failure, say};
use super::files::{are_same, refusal};
use super::output::{Extent, Output, Searched};
use super::pen::Pen;
use super::saved::{self, Asked, Printed, Saved};
use super::search::Asking;
use super::values::{seconds, written};

/// Time between two looks at a search whose progress is shown.
pub const OFTEN: Duration = Duration::from_millis(100);
/// The same, for searches that take some milliseconds to resume.
pub const RARELY: Duration = Duration::from_secs(1);

/// If a checkpoint takes longer than this, the next one is due after a hundred times as long.
const LONG: Duration = Duration::from_millis(100);
const WORTH: u32 = 100;

/// How a search is saved.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct Saving {
    /// Write the state of the search to FILE from time to time, and when it is stopped: `dominox resume FILE` continues from there
    ///
    /// The input must be one puzzle, from a file or a model.
    #[arg(long, value_name = "FILE", value_parser = written())]
    checkpoint: Option<PathBuf>,

    /// Time between two checkpoints; longer if a checkpoint takes over 0.1 s to write, to keep the cost under 1 %
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, requires = "checkpoint", allow_negative_numbers = true)]
    every: Duration,

    /// The resumed search.
    #[arg(skip)]
    resumed: Option<Resumed>,
}

/// A resumed search: its question, its output so far, and its checkpoint until the search has begun.
struct Resumed {
    asked: Asked,
    printed: Printed,
    nodes: u64,
    checkpoint: Mutex<Option<Checkpoint>>,
}

impl Saving {
    /// Resumes a saved search, and saves to the same file.
    pub fn resume(&mut self, path: &Path, saved: Saved, every: Option<Duration>) {
        self.checkpoint = Some(path.to_owned());
        self.every = every.unwrap_or(self.every);
        self.resumed = Some(Resumed {
            asked: saved.asked,
            printed: saved.printed,
            nodes: saved.nodes,
            checkpoint: Mutex::new(Some(saved.checkpoint)),
        });
    }

    /// # Errors
    /// If checkpoints are requested that could not be resumed, or would replace something else: `output` is the file of
    /// answers.
    pub fn check(&self, asking: &Asking, output: Option<&Path>) -> Result<(), Failure> {
        if let Some(path) = &self.checkpoint {
            asking.inputs()?.spare_replaced(path)?;
            if self.resumed.is_none() {
                saved::spare(path)?;
            }
            if output.is_some_and(|output| are_same(path, output)) {
                return Err(refusal(path, &"is also the output"));
            }
        }
        match self.is_wanted() {
            true if !is_text() => Err(Failure::Usage(
                "`--checkpoint` needs arguments and a folder in UTF-8: it holds them as text"
                    .into(),
            )),
            true if asking.reads_standard_input() => Err(Failure::Usage(
                "`--checkpoint` needs a file or a model: standard input cannot be read again"
                    .into(),
            )),
            true if asking.draws() => Err(Failure::Usage(
                "`--checkpoint` needs answers as text: pictures cannot be continued".into(),
            )),
            _ => Ok(()),
        }
    }

    /// The output before the stop.
    pub fn printed(&self) -> Printed {
        let printed = self.resumed.as_ref().map(|saved| saved.printed);
        printed.unwrap_or_default()
    }

    /// Whether checkpoints are written.
    pub fn is_wanted(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// When the next checkpoint is due, if the last one took this long; `None` without checkpoints, so that a stream of puzzles
    /// need not read the clock.
    fn next(&self, took: Duration) -> Option<Instant> {
        let now = self.checkpoint.is_some().then(Instant::now);
        let pause = match took > LONG {
            true => self.every.max(took.saturating_mul(WORTH)),
            false => self.every,
        };
        now.and_then(|now| now.checked_add(pause))
    }

    /// Begins the search of a solver, or resumes it. Does nothing if no checkpoints are requested. If the search is the only
    /// one, its progress is shown at such intervals.
    ///
    /// # Errors
    /// The reason why it cannot begin, in words.
    pub fn begin<'a, 'p: 'a>(
        &'a self,
        solver: &mut Solver,
        pen: &mut Pen<'p>,
        (is_alone, interval): (bool, Duration),
    ) -> Result<Slices<'a>, String> {
        let output = pen.output();
        let mut slices = Slices {
            saving: self,
            output,
            shown: (is_alone && output.shows_searches()).then_some(interval),
            next: self.next(Duration::ZERO),
            nodes: None,
            is_saved: self.resumed.is_some(),
            has_failed: false,
        };
        if self.checkpoint.is_some() {
            output.keep();
            if pen.puzzle() > 1 || !is_alone {
                // The other puzzles would be refused too.
                pen.page.last = true;
                return Err("a checkpoint holds one puzzle, and the input has several".into());
            }
            match &self.resumed {
                Some(resumed) => resumed.resume(solver)?,
                None => slices.save(solver, Printed::default(), false),
            }
        }
        if let Some(nodes) = solver.limits_mut().nodes {
            // What was searched after the checkpoint does not count twice: the smallest limit leads to new nodes.
            let before = self.resumed.as_ref().map_or(0, |resumed| resumed.nodes);
            let before = before.max(solver.effort().nodes);
            slices.nodes = Some((nodes, before.saturating_add(nodes)));
        }
        slices.prepare(solver);
        Ok(slices)
    }
}

impl Resumed {
    fn resume(&self, solver: &mut Solver) -> Result<(), String> {
        let checkpoint = self.checkpoint.lock().ok().and_then(|mut it| it.take());
        match checkpoint {
            Some(checkpoint) => solver.resume(&checkpoint).map_err(|e| e.to_string()),
            None => Ok(()),
        }
    }
}

/// A search in slices of time. Between them, it is saved and its progress is shown.
pub struct Slices<'a> {
    saving: &'a Saving,
    output: &'a Output,
    /// The time between two updates, if its progress is shown.
    shown: Option<Duration>,
    /// When the next checkpoint is due.
    next: Option<Instant>,
    /// How many nodes it may enter, and the number of nodes of the solver at that point.
    nodes: Option<(u64, u64)>,
    /// Whether there is a checkpoint.
    is_saved: bool,
    /// Whether the last checkpoint could not be written; this was reported.
    has_failed: bool,
}

impl Slices<'_> {
    /// Makes the next verb end when an update or a checkpoint is due.
    fn prepare(&self, solver: &mut Solver) {
        let to_save = self
            .next
            .map(|next| next.saturating_duration_since(Instant::now()));
        solver.limits_mut().pause = match (to_save, self.shown) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        if let Some((_, last)) = self.nodes {
            solver.limits_mut().nodes = Some(last.saturating_sub(solver.effort().nodes));
        }
    }

    /// Saves and shows a search that has stopped: `true` if it is to continue. `printed` is the output, after it was written to
    /// the disk.
    pub fn go_on(
        &mut self,
        solver: &mut Solver,
        printed: impl FnOnce() -> Option<Printed>,
    ) -> bool {
        let extent = Extent::Share(solver.share_done());
        self.go_on_from(solver, extent, printed)
    }

    /// Like [`go_on`](Self::go_on), for a search with this progress.
    pub fn go_on_from(
        &mut self,
        solver: &mut Solver,
        extent: Extent,
        printed: impl FnOnce() -> Option<Printed>,
    ) -> bool {
        let has_come = |time: Option<Instant>| time.is_some_and(|time| Instant::now() >= time);
        let goes_on = solver.status() == Status::Stopped(Limit::Pause);
        let is_due = self.saving.checkpoint.is_some() && !goes_on || has_come(self.next);
        if is_due {
            let began = Instant::now();
            if let Some(printed) = printed() {
                self.save(solver, printed, !goes_on);
            }
            self.next = self.saving.next(began.elapsed());
        }
        if goes_on {
            self.show(extent, solver.found(), solver.effort().nodes);
        }
        match goes_on {
            true => self.prepare(solver),
            false => {
                let limits = solver.limits_mut();
                limits.pause = None;
                limits.nodes = self.nodes.map(|nodes| nodes.0);
            }
        }
        goes_on
    }

    /// The message about where to resume a stopped search.
    pub fn hint(&self) -> String {
        match &self.saving.checkpoint {
            Some(path) if self.is_saved => format!("; {} continues", saved::how_to_resume(path)),
            _ => String::new(),
        }
    }

    /// Shows the progress of a search that continues by itself after a pause.
    pub fn show_orbits(&self, progress: &OrbitProgress) {
        self.show(
            Extent::Share(progress.share),
            &progress.found,
            progress.nodes,
        );
    }

    fn show(&self, extent: Extent, found: &Count, nodes: u64) {
        if self.shown.is_some() {
            self.output.show_search(Searched {
                extent,
                found: found.to_string(),
                nodes,
            });
        }
    }

    /// Writes a checkpoint. If that fails repeatedly, it is reported the first time and the last.
    fn save(&mut self, solver: &Solver, printed: Printed, is_last: bool) {
        let Some(path) = &self.saving.checkpoint else {
            return;
        };
        let asked = match &self.saving.resumed {
            Some(resumed) => resumed.asked.clone(),
            None => asked(),
        };
        let checkpoint = |to: &mut dyn fmt::Write| solver.write_checkpoint(to);
        let so_far = (printed, solver.effort().nodes);
        let written = saved::write(path, &asked, so_far, &checkpoint);
        let had_failed = std::mem::replace(&mut self.has_failed, written.is_err());
        self.is_saved |= written.is_ok();
        if let Err(error) = written
            && (is_last || !had_failed)
        {
            // The last checkpoint is as it was, and the search continues.
            say(format_args!(
                "dominox: the checkpoint {} was not written: {error}",
                path.display()
            ));
        }
    }
}

/// Whether a checkpoint can hold the arguments and the folder of the program.
fn is_text() -> bool {
    let directory = std::env::current_dir().unwrap_or_default();
    let mut all = std::env::args_os().skip(1).chain([directory.into()]);
    all.all(|text| text.to_str().is_some())
}

/// The arguments and the folder of the program.
fn asked() -> Asked {
    let arguments = std::env::args_os().skip(1);
    let directory = std::env::current_dir().unwrap_or_default();
    Asked {
        arguments: arguments
            .map(|argument| argument.to_string_lossy().into_owned())
            .collect(),
        directory: directory.to_string_lossy().into_owned(),
    }
}
