//! The output for some puzzles: text for standard output, messages for standard error, and their order.
//!
//! A worker writes a page for its batch of puzzles; [`Output`](super::output::Output) prints the pages in the order of
//! the input. So a page can be written before the pages in front of it are finished:
//!
//! ```text
//! answers   53467…⏎ 17..…⏎ 1243…⏎
//! marks            ▲ message "<stdin>:2:13: `A` is …"        what was printed before is flushed first
//!                           ▲ paragraph                      a blank line, unless it is the first of all
//! ```

use std::fmt::Display;
use std::io::Write;

use dominox::Count;
use dominox::engine::{Effort, EngineName, Solver, TableEffort};
use dominox::render::{Picture, TooLarge};

use super::album::Drawn;
use super::drawing::Draws;
use super::exit::Exit;
use super::input::Question;
use super::json::Object;
use super::lines::Results;

/// Answers and messages of some puzzles. A page that is reused allocates nothing.
#[derive(Default)]
pub struct Page {
    /// Text for standard output.
    pub answers: Vec<u8>,
    /// Events between the answers, each with the byte of `answers` before which it happens; ascending.
    marks: Vec<(usize, Mark)>,
    /// The number of bytes in messages.
    messages: usize,
    /// The weightiest exit of the puzzles.
    pub exit: Exit,
    pub tally: Tally,
    /// This is the last page to be printed.
    pub last: bool,
}

/// The state of a page when a puzzle was begun, if no part of the page was printed since.
pub struct Place {
    answers: usize,
    marks: usize,
    messages: usize,
    exit: Exit,
    tally: Tally,
}

/// An event between two answers.
pub enum Mark {
    /// A blank line, unless this is the first paragraph of all.
    Paragraph,
    /// A blank line, if there were paragraphs before.
    Gap,
    /// A message on standard error.
    Message(String),
    /// A message on standard error that is printed only once in a run.
    Note(&'static str),
    /// A picture.
    Picture(Drawn),
}

/// What `--stats` reports.
#[derive(Clone, Default)]
pub struct Tally {
    pub puzzles: u64,
    pub results: Results,
    pub solutions: Count,
    pub effort: Effort,
    pub table: TableEffort,
    /// The [checksum](dominox::engine::Checksum) of all listed solutions.
    pub checksum: Option<u64>,
    /// The kernel that searched last, and its instruction set.
    kernel: Option<(EngineName, &'static str)>,
}

impl Page {
    /// Writes text, which ends with its line.
    pub fn text(&mut self, text: impl Display) {
        write!(self.answers, "{text}").expect("memory can be written");
    }

    /// Makes a paragraph of the answers from byte `start` on: a blank line separates it from others.
    pub fn paragraph_from(&mut self, start: usize) {
        self.marks.push((start, Mark::Paragraph));
    }

    /// Separates the following text from earlier paragraphs.
    pub fn gap(&mut self) {
        self.marks.push((self.answers.len(), Mark::Gap));
    }

    /// Begins a line that is a JSON object about this puzzle.
    pub fn object(&mut self, question: &Question, status: &str) -> Object<'_> {
        let line = question.line();
        Object::of(
            &mut self.answers,
            &question.file,
            Some(question.index()),
            line,
            status,
        )
    }

    /// Writes a line to standard error, after all answers so far.
    pub fn say(&mut self, message: impl Display) {
        let message = message.to_string();
        self.messages += message.len();
        self.marks
            .push((self.answers.len(), Mark::Message(message)));
    }

    /// Draws a picture under this heading.
    pub fn draw(&mut self, draws: Draws, picture: Result<Picture, TooLarge>, heading: &str) {
        self.put_picture(draws, picture, heading, false);
    }

    /// Draws the question.
    pub fn draw_question(&mut self, draws: Draws, question: &Question) {
        let picture = question.puzzle().picture(&[]);
        self.draw_first(draws, picture, &format!("{}, question", question.heading()));
    }

    /// Draws a picture that comes before all answers.
    pub fn draw_first(&mut self, draws: Draws, picture: Result<Picture, TooLarge>, heading: &str) {
        self.put_picture(draws, picture, heading, true);
    }

    fn put_picture(
        &mut self,
        draws: Draws,
        picture: Result<Picture, TooLarge>,
        heading: &str,
        is_question: bool,
    ) {
        let written = picture
            .map_err(|error| error.to_string())
            .and_then(|picture| draws.written(&picture, heading));
        match written {
            Ok(document) => {
                self.messages += document.len();
                let drawn = Drawn {
                    document,
                    is_question,
                };
                self.marks.push((self.answers.len(), Mark::Picture(drawn)));
            }
            Err(error) => {
                self.say(format_args!("{heading}: {error}"));
                self.exit = self.exit.max(Exit::BadInput);
            }
        }
    }

    /// Writes a line to standard error, unless this note was written before, for this puzzle or another.
    pub fn note(&mut self, note: &'static str) {
        self.marks.push((self.answers.len(), Mark::Note(note)));
    }

    /// The approximate number of bytes that will be printed.
    pub fn len(&self) -> usize {
        self.answers.len() + self.messages
    }

    /// The answers in pieces, each with what happens after it; after the last piece, nothing.
    pub fn pieces(&self) -> impl Iterator<Item = (&[u8], Option<&Mark>)> {
        let mut start = 0;
        let ends = self.marks.iter().map(|(at, mark)| (*at, Some(mark)));
        ends.chain([(self.answers.len(), None)])
            .map(move |(end, mark)| {
                let piece = &self.answers[start..end];
                start = end;
                (piece, mark)
            })
    }

    /// The state of the page.
    pub fn place(&self) -> Place {
        Place {
            answers: self.answers.len(),
            marks: self.marks.len(),
            messages: self.messages,
            exit: self.exit,
            tally: self.tally.clone(),
        }
    }

    /// Removes everything added since this state, except for notes, which are printed once.
    pub fn cut_at(&mut self, place: Place) {
        self.answers.truncate(place.answers);
        let cut = self.marks.split_off(place.marks);
        let notes = cut.into_iter().filter_map(|(_, mark)| match mark {
            Mark::Note(_) => Some((place.answers, mark)),
            _ => None,
        });
        self.marks.extend(notes);
        (self.messages, self.exit, self.tally) = (place.messages, place.exit, place.tally);
    }

    /// Removes what was printed.
    pub fn clear_text(&mut self) {
        self.answers.clear();
        self.marks.clear();
        self.messages = 0;
    }

    /// Makes this an empty page.
    pub fn clear(&mut self) {
        self.clear_text();
        (self.exit, self.tally, self.last) = Default::default();
    }
}

/// The effort of a solver for the puzzles so far.
#[derive(Clone, Copy, Default)]
pub struct Done {
    effort: Effort,
    table: TableEffort,
}

impl Done {
    /// The total effort of a solver.
    pub fn by(solver: &Solver) -> Done {
        Done {
            effort: solver.effort(),
            table: solver.table_effort(),
        }
    }
}

impl Tally {
    /// Adds the search for one puzzle; `before` is the solver's effort for earlier puzzles. Returns its effort.
    pub fn add_search(&mut self, solver: &Solver, before: Done) -> Effort {
        let Done { effort, table } = Done::by(solver);
        let own = Effort {
            nodes: effort.nodes - before.effort.nodes,
            updates: effort.updates - before.effort.updates,
        };
        self.effort.nodes += own.nodes;
        self.effort.updates += own.updates;
        self.table = self.table.with(TableEffort {
            counts: table.counts - before.table.counts,
            states: table.states - before.table.states,
            ..table
        });
        self.solutions += solver.found();
        self.kernel = Some((solver.engine(), solver.instruction_set()));
        own
    }

    /// Adds the checksum of some solutions.
    pub fn add_checksum(&mut self, sum: u64) {
        self.checksum = Some(self.checksum.unwrap_or(0).wrapping_add(sum));
    }

    /// Adds the tally of later puzzles.
    pub fn add(&mut self, later: &Tally) {
        self.puzzles += later.puzzles;
        self.results.add_all(&later.results);
        self.solutions += &later.solutions;
        self.effort.nodes += later.effort.nodes;
        self.effort.updates += later.effort.updates;
        self.table = self.table.with(later.table);
        if let Some(sum) = later.checksum {
            self.add_checksum(sum);
        }
        self.kernel = later.kernel.or(self.kernel);
    }
}

impl Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (kernel, instructions) = match self.kernel {
            Some((engine, instructions)) => (engine.to_string(), instructions),
            None => ("none".into(), "none"),
        };
        let Tally {
            puzzles, solutions, ..
        } = self;
        let Effort { nodes, updates } = self.effort;
        write!(
            f,
            "kernel {kernel}, puzzles {puzzles}, solutions {solutions}, nodes {nodes}, updates {updates}, "
        )?;
        if self.table != TableEffort::default() {
            let TableEffort {
                counts,
                states,
                widest,
                peak_bytes,
            } = self.table;
            write!(
                f,
                "counted by table {counts}, states {states}, widest level {widest}, peak bytes {peak_bytes}, "
            )?;
        }
        if let Some(sum) = self.checksum {
            write!(f, "checksum {sum:016x}, ")?;
        }
        write!(f, "instructions {instructions}")
    }
}
