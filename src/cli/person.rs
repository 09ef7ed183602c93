//! What `rate` and `steps` have in common: the engine decides whether a puzzle has one answer, and then a person begins.

use dominox::engine::Verdict;
use dominox::problem::{OptionId, Part};
use dominox::puzzles::{Cover, Sudoku, Sudominoku};
use dominox::workshop::person::{MOST_CELLS, Marks, Pieces, pencil_marks};

use super::exit::Exit;
use super::input::Question;
use super::judging::Judged;
use super::output::Format;
use super::page::Page;
use super::refusal::refuse;
use super::session::Session;

/// A Sudoku that has exactly one answer, and its pencil marks.
pub struct Begun<'q> {
    pub sudoku: &'q Sudoku,
    pub marks: Marks,
    /// The options of the answer.
    pub answer: Vec<OptionId>,
}

/// A Sudominoku that has exactly one answer: the options that are given lie on the board.
pub struct BegunPieces<'q> {
    pub pieces: Pieces<'q>,
    /// The options of the answer.
    pub answer: Vec<OptionId>,
    /// The number of nodes of the search that proves it.
    pub nodes: u64,
}

/// A Sudoku that has exactly one answer.
///
/// # Errors
/// For any other puzzle, the exit code, after `other` has printed the word for it.
pub fn begun<'q>(
    session: &mut Session,
    page: &mut Page,
    question: &'q Question,
    other: impl Fn(&mut Page, &str),
) -> Result<Begun<'q>, Exit> {
    let format = session.format;
    let Some(sudoku) = question.puzzle().downcast_ref::<Sudoku>() else {
        return Err(refuse(page, format, question, no_steps(question)));
    };
    let (answer, _) = judged(session, page, question, other)?;
    let part = session.part(question).unwrap_or_default();
    let marks = marks(sudoku, &part);
    let marks = marks.ok_or_else(|| {
        let reason = format!("the grid is too large: at most {MOST_CELLS} cells, as in 16×16");
        refuse(page, format, question, &reason)
    })?;
    Ok(Begun {
        sudoku,
        marks,
        answer,
    })
}

/// A Sudominoku that has exactly one answer.
///
/// # Errors
/// As for [`begun`].
pub fn begun_pieces<'q>(
    session: &mut Session,
    page: &mut Page,
    question: &'q Question,
    other: impl Fn(&mut Page, &str),
) -> Result<BegunPieces<'q>, Exit> {
    let (answer, nodes) = judged(session, page, question, other)?;
    let puzzle = question.puzzle();
    let part = session.part(question).unwrap_or_default();
    let givens = [puzzle.givens(), &part.with].concat();
    let pieces = Pieces::new(puzzle.problem(), &givens);
    let Some(pieces) = pieces else {
        return Err(refuse(page, session.format, question, no_steps(question)));
    };
    Ok(BegunPieces {
        pieces: pieces.until(&answer),
        answer,
        nodes,
    })
}

/// Whether the question is a Sudominoku.
pub fn has_pieces(question: &Question) -> bool {
    question.puzzle().downcast_ref::<Sudominoku>().is_some()
}

/// The options of the only answer, and the number of nodes of the search that proves that there is no other.
///
/// # Errors
/// If there is not exactly one answer, the exit code, after `other` has printed the word for it.
fn judged(
    session: &mut Session,
    page: &mut Page,
    question: &Question,
    other: impl Fn(&mut Page, &str),
) -> Result<(Vec<OptionId>, u64), Exit> {
    let format = session.format;
    let Some(solver) = session.solver(page, question) else {
        return Err(Exit::BadInput);
    };
    let before = solver.effort().nodes;
    let verdict = solver.verdict();
    if verdict == Verdict::Unique {
        let answer = solver.witnesses().next().unwrap_or_default();
        return Ok((answer.to_vec(), solver.effort().nodes - before));
    }
    let Judged { word, exit, reason } = Judged::new(session, page, question, verdict);
    match format {
        Format::Text | Format::Drawn(_) => other(page, word),
        Format::Jsonl => {
            let mut object = page.object(question, word);
            if let Some(reason) = &reason {
                object.string("why", reason);
            }
        }
    }
    Err(exit)
}

/// The pencil marks with the options that the arguments assume and exclude.
fn marks(sudoku: &Sudoku, part: &Part) -> Option<Marks> {
    let mut marks = pencil_marks(sudoku)?;
    let size = sudoku.rules().shape().size();
    let place = |&option| {
        let place = sudoku.rules().placement(option);
        (
            place.row * size + place.column,
            usize::from(place.digit) - 1,
        )
    };
    for (cell, digit) in part.with.iter().map(place) {
        if marks.can_be(cell, digit) {
            marks.place(cell, digit);
        }
    }
    for (cell, digit) in part.without.iter().map(place) {
        marks.remove(cell, digit);
    }
    Some(marks)
}

/// Why a puzzle of another kind is refused.
fn no_steps(question: &Question) -> &'static str {
    match question.puzzle().downcast_ref::<Cover>() {
        Some(_) => "an exact-cover problem: steps are known for Sudokus and Sudominokus only",
        None => "steps are known for Sudokus and Sudominokus only",
    }
}
