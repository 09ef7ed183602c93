//! The steps of a person: all of them, the next one, or how hard they are.
//!
//! ```text
//!   one answer? ──▶ step ──▶ step ──▶ … ──▶ the list; `show` gives the grid before each of them
//! ```

use dominox::Solver;
use dominox::engine::Verdict;
use dominox::problem::OptionId;
use dominox::puzzles::Sudoku;
use dominox::render::Paint;
use dominox::workshop::person::{
    MOST_CELLS, Marks, PieceStep, Pieces, Solving, Step, Value as Rating, Words, marks_picture,
    pencil_marks, step_board,
};
use serde_json::{Value, json};

use crate::drawing::drawn;
use crate::fault::Fault;
use crate::job::{End, Job, Turn, end_of};
use crate::question::Question;

/// The question about the steps of a person.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    All,
    Next,
    Rating,
}

/// How the steps of a puzzle come.
enum Track {
    /// It is not known yet whether there is one answer.
    Undecided,
    /// Of a Sudoku, one by one: each step with the marks before it, and the marks now.
    Marks(Vec<(Marks, Step)>, Solving),
    /// Of a puzzle of pieces: each step with what lies before it, and what lies at last.
    Pieces(Vec<(Vec<OptionId>, PieceStep)>, Vec<OptionId>),
}

struct Person {
    question: Question,
    manner: Manner,
    solver: Solver,
    answer: Vec<OptionId>,
    track: Track,
}

/// The steps that solve the puzzle.
///
/// # Errors
/// If there are none for such puzzles.
pub fn job(question: Question, manner: Manner) -> Result<Box<dyn Job>, Fault> {
    if !question.has_steps() {
        return Err(Fault::new(
            "steps are known for Sudokus and Sudominokus only",
        ));
    }
    if let Some(sudoku) = question.puzzle.downcast_ref::<Sudoku>()
        && sudoku.rules().shape().cells() > MOST_CELLS
    {
        return Err(Fault::new("steps are known for grids of up to 16×16 only"));
    }
    Ok(Box::new(Person {
        solver: question.solver()?,
        question,
        manner,
        answer: Vec::new(),
        track: Track::Undecided,
    }))
}

impl Job for Person {
    fn advance(&mut self, nodes: u64) -> Turn {
        if matches!(self.track, Track::Undecided)
            && let Some(turn) = self.decide(nodes)
        {
            return turn;
        }
        let is_next = self.manner == Manner::Next;
        if let Track::Marks(told, solving) = &mut self.track
            && (!is_next || told.is_empty())
            && let Some(step) = solving.hint()
        {
            told.push((solving.marks().clone(), step.clone()));
            solving.apply(&step);
            return match is_next {
                true => Turn::Done(self.hint()),
                false => Turn::Running(json!({"status": "running", "steps": self.len()})),
            };
        }
        Turn::Done(match self.manner {
            Manner::Next => self.hint(),
            Manner::Rating => self.rating(),
            Manner::All => self.steps(),
        })
    }

    fn show(&mut self, number: u64) -> Result<Value, Fault> {
        let place = usize::try_from(number - 1).unwrap_or(usize::MAX);
        if place > self.len() {
            return Err(Fault::new(format_args!("there is no step {number}")));
        }
        Ok(self.step(place))
    }
}

impl Person {
    /// Finds out whether there is one answer; then there is no turn, and the steps begin.
    fn decide(&mut self, nodes: u64) -> Option<Turn> {
        self.solver.limits_mut().nodes = Some(nodes);
        match self.solver.verdict() {
            Verdict::Unique => {}
            Verdict::Multiple => return Some(Turn::Done(json!({"status": "multiple"}))),
            _ => {
                return Some(match end_of(&self.solver) {
                    End::Open(turn) => turn,
                    End::Exhausted => self.question.done_none(),
                });
            }
        }
        self.answer = self.solver.witnesses().next().unwrap_or_default().to_vec();
        self.track = match self.question.puzzle.downcast_ref::<Sudoku>() {
            Some(sudoku) => {
                let marks = pencil_marks(sudoku);
                let marks = marks.expect("givens of a puzzle with an answer agree");
                Track::Marks(Vec::new(), Solving::new(marks))
            }
            None => self.lay(),
        };
        None
    }

    /// Lays the pieces.
    fn lay(&self) -> Track {
        let puzzle = &*self.question.puzzle;
        let pieces = Pieces::new(puzzle.problem(), puzzle.givens());
        let mut pieces = pieces.expect("a Sudominoku has pieces").until(&self.answer);
        let mut told = Vec::new();
        while let Some(step) = pieces.hint_unless(&|| false) {
            let before = pieces.chosen().to_vec();
            pieces.apply(&step);
            told.push((before, step));
            if self.manner == Manner::Next {
                break;
            }
        }
        Track::Pieces(told, pieces.chosen().to_vec())
    }

    fn len(&self) -> usize {
        match &self.track {
            Track::Undecided => 0,
            Track::Marks(told, _) => told.len(),
            Track::Pieces(told, _) => told.len(),
        }
    }

    fn values(&self) -> Vec<Rating> {
        match &self.track {
            Track::Undecided => Vec::new(),
            Track::Marks(told, _) => told.iter().map(|(_, step)| step.value).collect(),
            Track::Pieces(told, _) => told.iter().map(|(_, step)| step.value).collect(),
        }
    }

    /// Whether the steps fill the board.
    fn is_solved(&self) -> bool {
        match &self.track {
            Track::Undecided => false,
            Track::Marks(_, solving) => solving.marks().is_solved(),
            Track::Pieces(_, chosen) => {
                let puzzle = &*self.question.puzzle;
                let pieces = Pieces::new(puzzle.problem(), chosen);
                pieces.is_some_and(|pieces| pieces.until(&self.answer).is_solved())
            }
        }
    }

    /// The words of a step, by its place.
    fn words(&self, place: usize) -> Option<String> {
        match &self.track {
            Track::Undecided => None,
            Track::Marks(told, _) => {
                let (marks, step) = told.get(place)?;
                let words = Words {
                    grid: marks.grid(),
                    symbol: self.symbol(),
                };
                Some(words.sentence(step))
            }
            Track::Pieces(told, _) => {
                let (_, step) = told.get(place)?;
                Some(step.in_words(&*self.question.puzzle))
            }
        }
    }

    fn symbol(&self) -> impl Fn(usize) -> String + '_ {
        let sudoku = self.question.puzzle.downcast_ref::<Sudoku>();
        move |digit| match sudoku {
            Some(sudoku) => sudoku.symbol(digit as u8 + 1),
            None => (digit + 1).to_string(),
        }
    }

    /// The board before a step, or after the last one, and what the step does.
    fn step(&self, place: usize) -> Value {
        let drawn = match &self.track {
            Track::Undecided => Value::Null,
            Track::Marks(told, solving) => {
                let sudoku = self.question.puzzle.downcast_ref::<Sudoku>();
                let sudoku = sudoku.expect("marks are of a Sudoku");
                let (marks, picture) = match told.get(place) {
                    Some((marks, step)) => (marks, step_board(sudoku, marks, step)),
                    None => (solving.marks(), marks_picture(sudoku, solving.marks())),
                };
                json!({"text": marks.drawn(self.symbol()), "board": null, "picture": picture.to_svg()})
            }
            Track::Pieces(told, last) => match told.get(place) {
                Some((before, step)) => self.laid(before, step),
                None => drawn(&self.question, last, &[]),
            },
        };
        json!({
            "status": "step",
            "number": place + 1,
            "value": self.values().get(place).map(Rating::to_string),
            "words": self.words(place),
            "drawn": drawn,
        })
    }

    /// The board with the piece that a step lays, or with the cells of those that it excludes.
    fn laid(&self, before: &[OptionId], step: &PieceStep) -> Value {
        let puzzle = &*self.question.puzzle;
        let spots = |option: &OptionId| puzzle.labels(*option).into_iter();
        let spots = |option| spots(option).map(|(row, column, _)| (row, column));
        let excluded = step.excluded.iter().flat_map(spots);
        let chosen = step.chosen.iter().flat_map(spots);
        let marked = excluded.map(|spot| (spot, Paint::Blush));
        let marked = Vec::from_iter(marked.chain(chosen.map(|spot| (spot, Paint::Glow))));
        let options = [before, step.chosen.as_slice()].concat();
        drawn(&self.question, &options, &marked)
    }

    /// The next step; after the last one, that there is none.
    fn hint(&self) -> Value {
        let mut hint = self.step(0);
        hint["status"] = json!(if self.len() > 0 { "hint" } else { "full" });
        if self.len() == 0 && !self.is_solved() {
            hint["status"] = json!("beyond");
        }
        hint
    }

    fn rating(&self) -> Value {
        let values = self.values();
        let hardest = values.iter().max().copied().unwrap_or_default();
        let place = values.iter().position(|value| *value == hardest);
        let technique = match (&self.track, place) {
            (Track::Marks(told, _), Some(place)) => Some(told[place].1.technique.name()),
            _ => None,
        };
        json!({
            "status": "rated",
            "solved": self.is_solved(),
            "rating": hardest.to_string(),
            "technique": technique,
            "steps": values.len(),
            "nodes": self.solver.effort().nodes,
        })
    }

    fn steps(&self) -> Value {
        let values = self.values();
        let step = |(place, value): (usize, &Rating)| json!({"value": value.to_string(), "words": self.words(place)});
        let mut answer = self.rating();
        answer["status"] = json!("steps");
        answer["list"] = values.iter().enumerate().map(step).collect();
        answer["answer"] = drawn(&self.question, &self.answer, &[]);
        answer
    }
}
