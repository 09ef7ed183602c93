//! Pictures of what is known about a puzzle: its candidates, how often each occurs, where two answers differ.
//!
//! ```text
//!   candidates   ┌───────┐    profile   ┌───────┐    differing   ┌───┬───┐  ┌───┬───┐
//!                │ 1     │              │ 1▓ 2░ │                │ 3 │[4]│  │ 3 │[1]│
//!                │     4 │              │ 3  4▒ │                └───┴───┘  └───┴───┘
//!                └───────┘              └───────┘
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::Puzzle;
use crate::problem::{Occurrence, OptionId, Solution};
use crate::render::{Align, Mark, Notes, Paint, Picture, Role, Shape, Stroke, Text, TooLarge};

/// The most different texts that have slots in a cell.
const MOST_TEXTS: usize = 36;

/// The most options of a list.
const MOST_LISTED: usize = 120;

/// The texts that a puzzle writes into cells, in the order of their slots: shorter ones first.
struct Slots {
    texts: Vec<(usize, String)>,
    /// For each option, its cells and slots.
    of_options: Vec<Vec<(usize, usize, usize)>>,
}

impl Slots {
    /// `None` if the puzzle writes nothing into cells, or too many different texts.
    fn of(puzzle: &dyn Puzzle) -> Option<Slots> {
        let labels = puzzle
            .problem()
            .options()
            .map(|option| puzzle.labels(option));
        let labels = Vec::from_iter(labels);
        let texts = labels.iter().flatten();
        let texts = BTreeSet::from_iter(texts.map(|(_, _, text)| (text.len(), text.clone())));
        let texts = Vec::from_iter(texts);
        if texts.is_empty() || texts.len() > MOST_TEXTS {
            return None;
        }
        let slot = |text: String| texts.binary_search(&(text.len(), text)).unwrap_or(0);
        let of_option = |labels: Vec<(usize, usize, String)>| {
            let labels = labels.into_iter();
            labels
                .map(|(row, column, text)| (row, column, slot(text)))
                .collect()
        };
        let of_options = labels.into_iter().map(of_option).collect();
        Some(Slots { texts, of_options })
    }

    /// The cells that the givens fill.
    fn given(&self, puzzle: &dyn Puzzle) -> BTreeSet<(usize, usize)> {
        let given = puzzle.givens().iter();
        let given = given.flat_map(|option| &self.of_options[option.index()]);
        given.map(|&(row, column, _)| (row, column)).collect()
    }
}

/// A puzzle with its pencil marks: in each cell, the texts that some solution has there. Texts about which nothing is known
/// have a coloured ground. A cell with a single text shows it in full size. `None` if the options write nothing into cells, or
/// too many different texts.
///
/// `occurring` is for each option, as [`Solver::occurrences`](crate::Solver::occurrences) returns it.
///
/// ```
/// use dominox::puzzles::{Sudoku, Puzzle, candidates_picture};
/// use dominox::Solver;
/// let sudoku: Sudoku = "12..34..........".parse()?;
/// let occurring = Solver::new(sudoku.problem())?.assume(sudoku.givens()).occurrences();
/// let picture = candidates_picture(&sudoku, &occurring).expect("digits");
/// assert!(picture.description().contains("Row 1: 1 2 (3 4) (3 4)."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If there are fewer occurrences than options.
pub fn candidates_picture(puzzle: &dyn Puzzle, occurring: &[Occurrence]) -> Option<Picture> {
    let slots = Slots::of(puzzle)?;
    let mut marks: BTreeMap<(usize, usize), BTreeMap<usize, bool>> = BTreeMap::new();
    for option in puzzle.problem().options() {
        let is_known = match occurring[option.index()] {
            Occurrence::InSome => true,
            Occurrence::Unknown => false,
            Occurrence::InNone => continue,
        };
        for &(row, column, slot) in &slots.of_options[option.index()] {
            *marks
                .entry((row, column))
                .or_default()
                .entry(slot)
                .or_default() |= is_known;
        }
    }
    let given = slots.given(puzzle);
    let mut notes = Notes::with_slots(slots.texts.len());
    let is_single = slots.texts.len() == 1;
    for ((row, column), marks) in marks {
        let note = notes.at(row, column);
        if let Some((&slot, true)) = marks.first_key_value()
            && marks.len() == 1
            && !is_single
        {
            note.label = Some(slots.texts[slot].1.clone());
            note.role = match given.contains(&(row, column)) {
                true => Role::Given,
                false => Role::Found,
            };
            continue;
        }
        note.marks = marks
            .into_iter()
            .map(|(slot, is_known)| Mark {
                ground: (!is_known).then_some(Paint::Glow),
                ..Mark::new(slot, &*slots.texts[slot].1)
            })
            .collect();
    }
    let mut picture = puzzle.picture_with(&[], &notes).ok()?;
    picture.set_title("Candidates");
    Some(picture)
}

/// How often each option occurs, as a heat map: in each cell, the texts that options write there, on grounds that are darker if
/// more solutions have them. If options write nothing into cells, a list of them with bars.
///
/// `shares` has a number for each option: the part of the solutions that contain it, from 0 to 1.
///
/// # Errors
/// If there is nothing to write into cells, and there are more than 120 options.
///
/// # Panics
/// If there are fewer numbers than options.
pub fn profile_picture(puzzle: &dyn Puzzle, shares: &[f64]) -> Result<Picture, TooLarge> {
    let Some(slots) = Slots::of(puzzle) else {
        return bars(puzzle, shares);
    };
    let mut sums: BTreeMap<(usize, usize, usize), f64> = BTreeMap::new();
    for (cells, share) in slots.of_options.iter().zip(shares) {
        for &place in cells {
            *sums.entry(place).or_default() += share;
        }
    }
    let mut notes = Notes::with_slots(slots.texts.len());
    let is_single = slots.texts.len() == 1;
    let given = slots.given(puzzle);
    for ((row, column, slot), share) in sums {
        let percent = percent(share);
        if (share <= 0.0 && !is_single) || given.contains(&(row, column)) {
            continue;
        }
        if share >= 1.0 && !is_single {
            let note = notes.at(row, column);
            note.label = Some(slots.texts[slot].1.clone());
            note.role = Role::Plain;
            note.ground = Some(Paint::Heat(100));
            continue;
        }
        let text = match is_single {
            true => format!("{percent}%"),
            false => slots.texts[slot].1.clone(),
        };
        notes.at(row, column).marks.push(Mark {
            ground: Some(Paint::Heat(percent)),
            ..Mark::new(slot, text)
        });
    }
    let mut picture = puzzle.picture_with(&[], &notes)?;
    picture.set_title("Profile");
    Ok(picture)
}

/// A share in percent; a small one is not 0.
fn percent(share: f64) -> u8 {
    match (share * 100.0).round().clamp(0.0, 100.0) as u8 {
        0 if share > 0.0 => 1,
        percent => percent,
    }
}

/// A list of the options with bars.
fn bars(puzzle: &dyn Puzzle, shares: &[f64]) -> Result<Picture, TooLarge> {
    const ROW: f64 = 0.62;
    const LETTERS: f64 = 0.4;
    const BAR: f64 = 5.0;
    let problem = puzzle.problem();
    let count = problem.option_count();
    if count > MOST_LISTED {
        return Err(TooLarge {
            found: format!("{count} options that write nothing into cells"),
            most: format!("{MOST_LISTED}"),
        });
    }
    let texts = problem.options().map(|option| {
        let text = problem.option_text(option);
        format!("{}  {text}", option.index() + 1)
    });
    let texts = Vec::from_iter(texts);
    let widths = texts.iter().map(|text| Picture::width_of(text) * LETTERS);
    let left = widths.fold(1.0, f64::max).min(16.0) + 0.5;
    let size = [left + BAR + 2.0, ROW * count as f64 + 0.6];
    let mut picture = Picture::new("Profile", size);
    let mut words = Vec::new();
    for (row, (text, &share)) in texts.into_iter().zip(shares).enumerate() {
        let y = 0.3 + ROW * (row as f64 + 0.5);
        let percent = percent(share);
        words.push(format!("{text}: {percent} percent."));
        let frame = Stroke::new(Paint::Faint, 0.025);
        let line = |x: f64| vec![[x, y - 0.22], [x, y + 0.22]];
        picture.rectangle(
            [left, y - 0.22],
            [BAR * share.clamp(0.0, 1.0), 0.44],
            Paint::Heat(80),
        );
        picture.lines(vec![line(left), line(left + BAR)], frame);
        let mut write = |at, size, text, align| {
            picture.push(Shape::Text(Text {
                at,
                size,
                text,
                paint: Paint::Ink,
                is_bold: false,
                align,
            }));
        };
        let size = Picture::fitting(&text, LETTERS, left - 0.5);
        write([0.3, y], size, text, Align::Start);
        write(
            [left + BAR + 1.7, y],
            LETTERS,
            format!("{percent}%"),
            Align::End,
        );
    }
    picture.set_description(words.join(" "));
    Ok(picture)
}

/// Two answers side by side, with a ground in each cell where their texts differ.
///
/// ```
/// use dominox::puzzles::{Sudoku, Puzzle, differing_picture};
/// use dominox::{Solver, Uniqueness};
/// let sudoku: Sudoku = "12..34..........".parse()?;
/// let mut solver = Solver::new(sudoku.problem())?.assume(sudoku.givens());
/// let Uniqueness::Multiple(one, other) = solver.uniqueness() else { panic!("several answers") };
/// let picture = differing_picture(&sudoku, [one.options(), other.options()])?;
/// assert!(picture.description().contains("Cells that differ: r"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Puzzle::picture`].
///
/// # Panics
/// If an option does not belong to the puzzle.
pub fn differing_picture(
    puzzle: &dyn Puzzle,
    answers: [&[OptionId]; 2],
) -> Result<Picture, TooLarge> {
    let boards = answers.map(|options| puzzle.decode(&Solution::new(options.to_vec())));
    let mut notes = Notes::default();
    let mut names = Vec::new();
    let rows = boards[0].rows();
    let cells = (0..rows).flat_map(|row| (0..boards[0].columns()).map(move |it| (row, it)));
    for (row, column) in cells {
        if boards[0].label(row, column) != boards[1].label(row, column) {
            notes.at(row, column).ground = Some(Paint::Blush);
            notes.ring(row, column, Paint::Wrong);
            names.push(puzzle.cell_name(row, column));
        }
    }
    let mut pictures = Vec::new();
    for (options, title) in answers.into_iter().zip(["One answer", "Another answer"]) {
        let mut picture = puzzle.picture_with(options, &notes)?;
        picture.set_title(title);
        pictures.push(picture);
    }
    let mut sheet = Picture::sheet("Two answers", &pictures, 2);
    if !names.is_empty() {
        let words = format!(
            "Cells that differ: {}. {}",
            names.join(" "),
            sheet.description()
        );
        sheet.set_description(words);
    }
    Ok(sheet)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::model;

    #[test]
    fn small_shares_are_not_nothing() {
        assert_eq!([0.0, 0.001, 0.5, 1.0].map(percent), [0, 1, 50, 100]);
    }

    #[test]
    fn options_without_cells_are_a_list_with_bars() {
        let dominoes = model("dominoes 2x2").unwrap();
        let picture = profile_picture(&*dominoes, &[0.5; 4]).unwrap();
        let words = "1  r1c1 r1c2: 50 percent. 2  r1c1 r2c1: 50 percent.";
        assert!(
            picture.description().starts_with(words),
            "{}",
            picture.description()
        );
        let large = model("dominoes 9x9").unwrap();
        let error = profile_picture(&*large, &[0.0; 144]).unwrap_err();
        assert!(error.to_string().contains("144 options"), "{error}");
    }

    #[test]
    fn one_text_is_a_percentage() {
        let queens = model("queens 4").unwrap();
        let picture = profile_picture(&*queens, &[0.25; 16]).unwrap();
        assert!(
            picture.description().contains("(25%)"),
            "{}",
            picture.description()
        );
    }
}
