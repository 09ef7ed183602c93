//! A smaller problem as a text that says how it came about.
//!
//! ```text
//!     | left: 3 of 4 items, 4 of 6 options
//!     | option 6 (`b d`) is in no solution: it would leave no way to cover item `a`
//!     | option 3 was 3 or 4
//!     a c d                                        the problem
//! ```

use std::fmt::Write;

use crate::engine::{Gone, Reduction};
use crate::problem::OptionId;
use crate::puzzles::{Cover, Puzzle};

/// The problem that is left of a puzzle's, after comments that say which option stands for which of the old ones, and why the others
/// went. Nothing but comments if no item is left.
///
/// ```
/// use dominox::Problem;
/// use dominox::engine::Reduction;
/// use dominox::problem::Part;
/// use dominox::puzzles::Cover;
/// use dominox::workshop::reduced_text;
/// let cover = Cover::new(Problem::parse("a b\na\nb\na b\nb\n")?);
/// let reduction = Reduction::of(&Problem::parse("a b\na\nb\na b\nb\n")?, &Part::default());
/// assert!(reduced_text(&cover, &reduction).contains("| option 2 was 2 or 4\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If the reduction is of another problem.
pub fn reduced_text(puzzle: &dyn Puzzle, reduction: &Reduction) -> String {
    let mut text = comments(puzzle, reduction);
    // Without items, nothing is left to choose, and there is no text for that.
    if reduction.problem.primary_count() > 0 {
        let problem = &reduction.problem;
        text += &Cover::text(problem).unwrap_or_else(|_| problem.to_string());
    }
    text
}

/// Why an option is in no solution, in the puzzle's words: 'it would leave no way to cover item `a`'. `None` if it was excluded, or
/// disagrees with options that are in every solution.
pub fn gone_words(puzzle: &dyn Puzzle, gone: Gone) -> Option<String> {
    Some(match gone {
        Gone::Leaves(item) => format!("it would leave no way to cover {}", puzzle.item_words(item)),
        Gone::Overfills(item) => format!("it would cover {} too often", puzzle.item_words(item)),
        Gone::Contradicts => "it would need options that disagree".into(),
        Gone::Out => return None,
    })
}

/// What was done, in comments.
fn comments(puzzle: &dyn Puzzle, reduction: &Reduction) -> String {
    let problem = puzzle.problem();
    let words = |option: OptionId| {
        format!(
            "option {} (`{}`)",
            option.index() + 1,
            problem.option_text(option)
        )
    };
    let smaller = &reduction.problem;
    let mut text = format!(
        "| left: {} of {} items, {} of {} options\n",
        smaller.item_count(),
        problem.item_count(),
        smaller.option_count(),
        problem.option_count()
    );
    for &option in &reduction.part.with {
        let _ = writeln!(text, "| {} is in every solution", words(option));
    }
    for (&option, gone) in reduction.part.without.iter().zip(&reduction.gone) {
        let Some(why) = gone_words(puzzle, *gone) else {
            continue;
        };
        let _ = writeln!(text, "| {} is in no solution: {why}", words(option));
    }
    for &item in &reduction.items {
        let item = puzzle.item_words(item);
        let _ = writeln!(text, "| {item} is left out: the other items are enough");
    }
    for option in smaller.options() {
        let _ = write!(text, "| option {} was ", option.index() + 1);
        for (place, old) in reduction.stands_for(option).iter().enumerate() {
            let or = if place == 0 { "" } else { " or " };
            let _ = write!(text, "{or}{}", old.index() + 1);
        }
        text.push('\n');
    }
    text
}
