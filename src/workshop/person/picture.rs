//! Pencil marks, and a step, as a picture.
//!
//! ```text
//!   1  2  3        disc             a candidate that the step is about
//!   4 (5) 6̶        struck out       a candidate that goes
//!   7  8  9        yellow ground    a cell that the step is about; a large digit in it is placed
//! ```

use super::evidence::{Candidate, Evidence};
use super::marks::Marks;
use super::pieces::PieceStep;
use super::step::Step;
use super::words::Words;
use crate::problem::OptionId;
use crate::puzzles::sudoku::Placement;
use crate::puzzles::{Puzzle, Sudoku};
use crate::render::{Mark, Notes, Paint, Picture, Role, Sense, Shape, Stroke, TooLarge, outline};

/// A Sudoku with pencil marks.
///
/// ```
/// use dominox::puzzles::Sudoku;
/// use dominox::workshop::person::{marks_picture, pencil_marks};
/// let sudoku: Sudoku = "12..34..........".parse()?;
/// let marks = pencil_marks(&sudoku).expect("a grid of a person");
/// let picture = marks_picture(&sudoku, &marks);
/// assert!(picture.description().contains("Row 1: 1 2 (3 4) (3 4)."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If the marks are of another size.
pub fn marks_picture(sudoku: &Sudoku, marks: &Marks) -> Picture {
    drawn(sudoku, marks, notes_of(sudoku, marks), "Pencil marks")
}

/// A step: the pencil marks from which it follows, what it points at, and what it does, in words below the grid, too.
///
/// ```
/// use dominox::puzzles::Sudoku;
/// use dominox::workshop::person::{Solving, pencil_marks, step_picture};
/// let sudoku: Sudoku = "1.....2..3.....4".parse()?;
/// let mut solving = Solving::new(pencil_marks(&sudoku).expect("a grid of a person"));
/// let step = solving.hint().expect("a step");
/// let picture = step_picture(&sudoku, solving.marks(), &step);
/// assert_eq!(picture.title(), "Step: hidden single");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If the marks are of another size, or the step is not of them.
pub fn step_picture(sudoku: &Sudoku, marks: &Marks, step: &Step) -> Picture {
    let mut notes = step_notes(sudoku, marks, step);
    let words = words(sudoku, marks);
    notes.captions.push(words.sentence(step));
    drawn(sudoku, marks, notes, &format!("Step: {}", words.name(step)))
}

/// A step as [`step_picture`] draws it, without the words below the grid: for a page that has them in a text.
///
/// ```
/// use dominox::puzzles::Sudoku;
/// use dominox::workshop::person::{Solving, pencil_marks, step_board};
/// let sudoku: Sudoku = "1.....2..3.....4".parse()?;
/// let mut solving = Solving::new(pencil_marks(&sudoku).expect("a grid of a person"));
/// let step = solving.hint().expect("a step");
/// let picture = step_board(&sudoku, solving.marks(), &step);
/// assert_eq!(picture.to_svg().matches("hidden single").count(), 2, "title and description");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// As for [`step_picture`].
pub fn step_board(sudoku: &Sudoku, marks: &Marks, step: &Step) -> Picture {
    let title = format!("Step: {}", words(sudoku, marks).name(step));
    drawn(sudoku, marks, step_notes(sudoku, marks, step), &title)
}

fn words<'a>(sudoku: &'a Sudoku, marks: &'a Marks) -> Words<'a, impl Fn(usize) -> String + 'a> {
    Words {
        grid: marks.grid(),
        symbol: |digit| sudoku.symbol(digit as u8 + 1),
    }
}

/// What a step writes on the board, and its words in the description.
fn step_notes(sudoku: &Sudoku, marks: &Marks, step: &Step) -> Notes {
    let size = marks.grid().size();
    let evidence = Evidence::of(marks, step);
    let mut notes = notes_of(sudoku, marks);
    let place = |cell: usize| (cell / size, cell % size);
    for (row, column) in evidence.cells.iter().map(place) {
        notes.at(row, column).ground = Some(Paint::Glow);
    }
    for &(cell, digit) in &evidence.candidates {
        set_sense(&mut notes, place(cell), digit, Sense::Pattern);
    }
    for &(cell, digits) in &step.removed {
        for digit in super::cells::bits(digits) {
            set_sense(&mut notes, place(cell), digit, Sense::Struck);
        }
    }
    for line in &evidence.lines {
        draw_line(&mut notes, line, place);
    }
    if let Some((cell, digit)) = step.placed {
        let (row, column) = place(cell);
        let note = notes.at(row, column);
        note.ground = Some(Paint::Glow);
        note.label = Some(sudoku.symbol(digit as u8 + 1));
        note.role = Role::Placed;
        note.marks.clear();
        notes.ring(row, column, Paint::Accent);
    }
    let sentence = words(sudoku, marks).sentence(step);
    notes.words.push(format!("{sentence}."));
    notes
}

/// Options that are drawn where several are excluded.
const DRAWN: usize = 6;

/// A step of a puzzle of pieces: the pieces that lie there after it, the new one with a line around it; dashed lines where some
/// cannot lie; and the words below the board.
///
/// ```
/// use dominox::puzzles::{Puzzle, Sudominoku};
/// use dominox::workshop::person::{Pieces, piece_step_picture};
/// let text = "2\n6 B2 1 B3\n2 C4 9 C3\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n";
/// let case: Sudominoku = text.parse()?;
/// let pieces = Pieces::new(case.problem(), case.givens()).expect("a puzzle of pieces");
/// let step = pieces.hint_unless(&|| false).expect("a step");
/// let picture = piece_step_picture(&case, pieces.chosen(), &step)?;
/// assert!(picture.description().ends_with(&format!("{}.", step.in_words(&case))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Puzzle::picture`].
///
/// # Panics
/// If an option does not belong to the puzzle.
pub fn piece_step_picture(
    puzzle: &dyn Puzzle,
    chosen: &[OptionId],
    step: &PieceStep,
) -> Result<Picture, TooLarge> {
    let mut notes = Notes::default();
    let options = Vec::from_iter(chosen.iter().copied().chain(step.chosen));
    let cells = |option: OptionId| {
        let labels = puzzle.labels(option).into_iter();
        labels.map(|(row, column, _)| (row, column))
    };
    if let Some(option) = step.chosen {
        notes.above.push(Shape::Area {
            rings: outline(cells(option), 0.09),
            fill: None,
            stroke: Some(Stroke::new(Paint::Accent, 0.08)),
        });
    }
    for &option in step.excluded.iter().take(DRAWN) {
        notes.above.push(Shape::Area {
            rings: outline(cells(option), 0.14),
            fill: None,
            stroke: Some(Stroke::new(Paint::Wrong, 0.05).dashed(0.12, 0.08)),
        });
    }
    let words = step.in_words(puzzle);
    notes.words.push(format!("{words}."));
    notes.captions.push(words);
    puzzle.picture_with(&options, &notes)
}

fn drawn(sudoku: &Sudoku, marks: &Marks, notes: Notes, title: &str) -> Picture {
    let size = marks.grid().size();
    let values = (0..size * size).filter_map(|cell| Some((cell, marks.value(cell)?)));
    let options = values.map(|(cell, value)| {
        sudoku.rules().option(Placement {
            row: cell / size,
            column: cell % size,
            digit: value + 1,
        })
    });
    let options: Vec<OptionId> = options.collect();
    let picture = sudoku.picture_with(&options, &notes);
    let mut picture = picture.expect("a Sudoku has a board");
    picture.set_title(title);
    picture
}

/// The candidates as small texts.
fn notes_of(sudoku: &Sudoku, marks: &Marks) -> Notes {
    let size = marks.grid().size();
    let mut notes = Notes::with_slots(size);
    for cell in 0..size * size {
        let digits = super::cells::bits(marks.candidates(cell));
        let marks = digits.map(|digit| Mark::new(digit, sudoku.symbol(digit as u8 + 1)));
        let marks = Vec::from_iter(marks);
        if !marks.is_empty() {
            notes.at(cell / size, cell % size).marks = marks;
        }
    }
    notes
}

fn set_sense(notes: &mut Notes, (row, column): (usize, usize), digit: usize, sense: Sense) {
    let marks = notes.at(row, column).marks.iter_mut();
    for mark in marks.filter(|mark| mark.slot == digit) {
        mark.sense = sense;
    }
}

/// A line from candidate to candidate, each part a little shorter, so that the discs stay free.
fn draw_line(notes: &mut Notes, line: &[Candidate], place: impl Fn(usize) -> (usize, usize)) {
    let free = 0.15;
    for two in line.windows(2) {
        let [from, to] = [two[0], two[1]].map(|(cell, digit)| notes.place(place(cell), digit));
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        if length <= 2.0 * free {
            continue;
        }
        let part = [0, 1].map(|axis| (to[axis] - from[axis]) / length * free);
        let ends = [
            [from[0] + part[0], from[1] + part[1]],
            [to[0] - part[0], to[1] - part[1]],
        ];
        notes.above.push(Shape::Lines {
            lines: vec![ends.to_vec()],
            stroke: Stroke::new(Paint::Accent, 0.035),
        });
    }
}
