//! A smaller problem as a text that says how it came about.
//!
//! ```text
//!     | left: 3 of 4 items, 4 of 6 options
//!     | option 6 (`b d`) is in no solution: it would leave no way to cover item `a`
//!     | option 3 was 3 or 4
//!     a c d                                        the problem
//! ```

use std::collections::BTreeSet;
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
/// If the reduction belongs to another problem.
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
        Gone::Leaves(item) => {
            let (verb, item) = (puzzle.item_verb(), puzzle.needed_words(item));
            format!("it would leave no way to {verb} {item}")
        }
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
    out(&mut text, puzzle, reduction);
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

/// Why options went that were not tried, and the items that are covered, in comments.
fn out(text: &mut String, puzzle: &dyn Puzzle, reduction: &Reduction) {
    let problem = puzzle.problem();
    let with = &reduction.part.with;
    let entries = with.iter().flat_map(|&option| problem.entries(option));
    let covered = BTreeSet::from_iter(entries.map(|entry| entry.item));
    if !covered.is_empty() {
        let count = covered.len();
        let _ = writeln!(
            text,
            "| items covered by options that are in every solution: {count}"
        );
    }
    let agreeing = problem.agreeing(with).unwrap_or_default();
    let all = reduction.part.without.iter().zip(&reduction.gone);
    let out = all
        .filter(|&(_, gone)| *gone == Gone::Out)
        .map(|(&option, _)| option);
    let all_idle = Vec::from_iter(problem.idle_options());
    let (idle, others): (Vec<_>, Vec<_>) =
        out.partition(|option| all_idle.binary_search(option).is_ok());
    let (excluded, disagreeing): (Vec<_>, Vec<_>) = others
        .into_iter()
        .partition(|option| agreeing.binary_search(option).is_ok());
    for (options, [one, several]) in [
        (
            disagreeing,
            [
                "disagrees with options that are in every solution",
                "disagree with options that are in every solution",
            ],
        ),
        (excluded, ["was excluded", "were excluded"]),
        (idle, ["covers no primary item", "cover no primary item"]),
    ] {
        let numbers = Vec::from_iter(options.iter().map(|option| option.index() + 1));
        match numbers[..] {
            [] => {}
            [number] => {
                let _ = writeln!(text, "| option {number} {one}");
            }
            _ => {
                let _ = writeln!(text, "| options {} {several}", in_runs(numbers));
            }
        }
    }
}

/// Numbers as a list, with three or more that follow each other as 'from to to': '2, 5 to 9 and 12'.
fn in_runs(mut numbers: Vec<usize>) -> String {
    numbers.sort_unstable();
    let mut words = Vec::new();
    for run in numbers.chunk_by(|one, next| one + 1 == *next) {
        match run {
            [first, _, .., last] => words.push(format!("{first} to {last}")),
            run => words.extend(run.iter().map(usize::to_string)),
        }
    }
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Part, Problem};

    #[test]
    fn numbers_are_listed_in_runs() {
        let words = |numbers: &[usize]| in_runs(numbers.to_vec());
        assert_eq!(words(&[3]), "3");
        assert_eq!(words(&[4, 3]), "3 and 4");
        assert_eq!(words(&[12, 2, 5, 6, 7, 9, 10]), "2, 5 to 7, 9, 10 and 12");
        assert_eq!(words(&[1, 2, 3]), "1 to 3");
    }

    #[test]
    fn it_says_why_each_option_went() {
        let problem = Problem::parse("a b c | x\na\na b\nb\nb c\nc\nc x\na c\nx\n").unwrap();
        let options = Vec::from_iter(problem.options());
        let part = Part {
            with: vec![options[0]],
            without: vec![options[5]],
        };
        let reduction = Reduction::of(&problem, &part);
        let text = reduced_text(&Cover::new(problem), &reduction);
        insta::assert_snapshot!(text, @r"
        | left: 2 of 4 items, 3 of 8 options
        | option 1 (`a`) is in every solution
        | items covered by options that are in every solution: 1
        | options 2 and 7 disagree with options that are in every solution
        | option 6 was excluded
        | option 8 covers no primary item
        | option 1 was 3
        | option 2 was 4
        | option 3 was 5
        b c
        b
        b c
        c
        ");
    }
}
