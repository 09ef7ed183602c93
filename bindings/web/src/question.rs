//! The puzzle of a question: read from the text, the first one or another by its number.
//!
//! ```text
//!   "queens 8"          a line with the name of a model
//!   "53..7…\n6..1…"     a stream of puzzles of any kind, of which one is wanted
//! ```

use dominox::Solver;
use dominox::problem::OptionId;
use dominox::puzzles::{self, Kind, MODELS, Puzzle, Reading, Shape, Sudoku, Sudominoku, why};
use dominox::workshop::explain_briefly;
use serde_json::{Value, json};

use crate::fault::{Fault, Place};
use crate::job::Turn;
use crate::request::Request;

/// The bytes that a search may take: those of a small computer, or of a telephone.
const MEMORY: usize = 1 << 29;

/// What is known about a text before it is read.
#[derive(Clone, Copy, Default, Debug)]
pub struct Hints {
    pub kind: Option<&'static Kind>,
    /// The boxes, if the text can be read with several.
    pub shape: Option<Shape>,
}

impl Hints {
    fn of(request: &Request) -> Result<Hints, Fault> {
        let unknown = |name| Fault::new(format_args!("no kind `{name}`"));
        let kind = match request.text("kind")? {
            "" => None,
            name => Some(Kind::named(name).ok_or_else(|| unknown(name))?),
        };
        let shape = match request.text("box")? {
            "" => None,
            text => Some(text.parse().map_err(Fault::new)?),
        };
        Ok(Hints { kind, shape })
    }
}

/// A puzzle, and where it was found.
#[derive(Debug)]
pub struct Question {
    pub puzzle: Box<dyn Puzzle>,
    /// Its kind: `sudoku`; `model` for a model.
    pub kind: &'static str,
    /// It in a few words: 'a Sudoku'.
    pub one: String,
    /// The line where it begins, from 1.
    pub line: u64,
    /// Its number in the text, from 1.
    pub number: u64,
    pub hints: Hints,
    /// Whether the text has more after it.
    pub has_more: bool,
}

impl Question {
    /// What is counted, in words: answers, or their tilings.
    pub fn unit(&self, is_of_tilings: bool) -> &'static str {
        match (is_of_tilings, self.kind) {
            (true, _) => "tilings",
            (false, "cover") => "solutions",
            _ => "answers",
        }
    }

    /// The puzzle number `puzzle` of `text`, of the kind `kind` and with boxes of the shape `box` if these are given.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn of(request: &Request) -> Result<Question, Fault> {
        let number = request.count("puzzle", 1, u64::MAX)?;
        Question::read(request.text("text")?, number, Hints::of(request)?)
    }

    /// A puzzle of a text, by its number from 1.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn read(text: &str, number: u64, hints: Hints) -> Result<Question, Fault> {
        if let (None, Some((line, spec))) = (hints.kind, model_line(text)) {
            return Question::model(line, spec);
        }
        let read = Question::shaped(text, number, hints, None);
        match (read, hints.shape) {
            (Err(fault), Some(shape)) if fault.can_have(shape) => {
                Question::shaped(text, number, hints, Some(shape))
            }
            (read, _) => read,
        }
    }

    /// A puzzle of a text whose Sudokus have boxes of one shape.
    fn shaped(
        text: &str,
        number: u64,
        hints: Hints,
        shape: Option<Shape>,
    ) -> Result<Question, Fault> {
        let mut reader = puzzles::read(text.as_bytes());
        if let Some(kind) = hints.kind {
            reader = reader.kind(kind);
        }
        if let Some(shape) = shape {
            reader = reader.shape(shape);
        }
        let mut found = None;
        for before in 0..number {
            found = reader.next();
            if found.is_none() {
                return Err(Fault::no_puzzle(number, before));
            }
        }
        let Reading {
            line, kind, puzzle, ..
        } = found.expect("numbers begin with 1")?;
        Ok(Question {
            puzzle,
            kind: kind.name,
            one: kind.one.into(),
            line,
            number,
            hints,
            has_more: reader.next().is_some(),
        })
    }

    fn model(line: u64, spec: &str) -> Result<Question, Fault> {
        let place = Place {
            line,
            column: 1,
            width: spec.chars().count() as u64,
            shown: spec.into(),
        };
        Ok(Question {
            puzzle: puzzles::model(spec).map_err(|error| Fault::at(error, place))?,
            kind: "model",
            one: format!("the model `{spec}`"),
            line,
            number: 1,
            hints: Hints::default(),
            has_more: false,
        })
    }

    /// A solver for the puzzle, with its givens.
    ///
    /// # Errors
    /// If no engine can search the problem.
    pub fn solver(&self) -> Result<Solver, Fault> {
        let solver =
            Solver::with_memory(self.puzzle.problem(), None, MEMORY).map_err(Fault::new)?;
        Ok(solver.assume(self.puzzle.givens()))
    }

    /// An answer in the layout of the text.
    pub fn answer_text(&self, options: &[OptionId]) -> String {
        let mut text = Vec::new();
        self.puzzle.write_answer(self.number, options, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// That there is no answer, and why, if that is found soon.
    pub fn none(&self) -> Value {
        let puzzle = &*self.puzzle;
        let briefly = || explain_briefly(puzzle, &Default::default(), Default::default());
        let reason = why(puzzle).or_else(briefly);
        json!({"status": "none", "why": reason.map(|reason| reason.in_words(puzzle))})
    }

    /// The same, as the end of a job.
    pub fn done_none(&self) -> Turn {
        Turn::Done(self.none())
    }

    /// Whether steps of a person are known for such puzzles.
    pub fn has_steps(&self) -> bool {
        self.puzzle.downcast_ref::<Sudoku>().is_some() || self.has_pieces()
    }

    /// Whether it is a puzzle of pieces that has tilings.
    pub fn has_pieces(&self) -> bool {
        self.puzzle.downcast_ref::<Sudominoku>().is_some()
    }
}

/// The line of a model, and its number: the only line that is neither blank nor a comment, if it begins with the name of one.
fn model_line(text: &str) -> Option<(u64, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let (number, line) = lines.next()?;
    let name = line.split_whitespace().next()?;
    let is_model = lines.next().is_none() && MODELS.iter().any(|model| model.name == name);
    is_model.then_some((number, line))
}
