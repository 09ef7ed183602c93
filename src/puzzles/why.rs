//! Why a puzzle has no answer, if the reason is found without a search.
//!
//! ```text
//!   55..7….          two givens take one item     5 at row 1, column 1 and 5 at row 1, column 2 both take digit 5 in row 1
//!   12|..
//!   ..|3.  …         an item without options      no place for a digit in row 1, column 3
//! ```

use super::Puzzle;
use crate::problem::{Disagreement, ItemId, OptionId, Part, Problem};

/// Items that are named; any others are counted.
const NAMED: usize = 3;

/// A reason why a puzzle has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// Two of its givens, or of the assumed options, take the same item.
    Clash(Disagreement),
    /// No option that is left and agrees with the givens covers these items, ascending; there is at least one.
    NoPlace(Vec<ItemId>),
    /// These items cannot all be covered by solutions with these options: see
    /// [`Refuter`](crate::engine::Refuter).
    Together {
        /// The items, ascending.
        items: Vec<ItemId>,
        /// The options: givens, or those that are assumed.
        options: Vec<OptionId>,
    },
    /// These clues, givens and rules in words, contradict each other.
    Clues(Vec<String>),
}

/// The reason why a puzzle has no answer; `None` if none is found without a search.
///
/// ```
/// use dominox::puzzles::{Sudoku, why};
/// let sudoku: Sudoku = "44..............".parse()?;
/// let reason = why(&sudoku).expect("4 stands twice in row 1");
/// assert_eq!(
///     reason.in_words(&sudoku),
///     "4 at row 1, column 1 and 4 at row 1, column 2 both take digit 4 in row 1"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn why(puzzle: &dyn Puzzle) -> Option<Reason> {
    why_in(puzzle, &Part::default())
}

/// Like [`why`], the reason why a puzzle has no answer in this part of its problem, which assumes and excludes options in
/// addition to the givens.
///
/// # Panics
/// If an option of the part does not belong to the puzzle's problem.
pub fn why_in(puzzle: &dyn Puzzle, part: &Part) -> Option<Reason> {
    let problem = puzzle.problem();
    let part = puzzle.with_givens(part);
    let left = match problem.options_of(&part) {
        Err(clash) => return Some(Reason::Clash(clash)),
        Ok(left) => left,
    };
    let stuck = without_place(problem, left);
    (!stuck.is_empty()).then_some(Reason::NoPlace(stuck))
}

/// The items, ascending, that must be covered and that none of these options covers.
pub(super) fn without_place(
    problem: &Problem,
    options: impl IntoIterator<Item = OptionId>,
) -> Vec<ItemId> {
    let mut coverable = vec![false; problem.item_count()];
    for entry in options
        .into_iter()
        .flat_map(|option| problem.entries(option))
    {
        coverable[entry.item.index()] = true;
    }
    let is_stuck = |item: &ItemId| {
        let bounds = problem.bounds(*item);
        bounds.is_some_and(|bounds| bounds.low > 0) && !coverable[item.index()]
    };
    problem.items().filter(is_stuck).collect()
}

impl Reason {
    /// The reason in the words of the puzzle that it was found for.
    pub fn in_words(&self, puzzle: &dyn Puzzle) -> String {
        match self {
            Reason::Clash(clash) => clash_words(puzzle, *clash),
            Reason::NoPlace(items) => {
                let stuck = items.iter().filter_map(|&item| puzzle.stuck_words(item));
                match Vec::from_iter(stuck) {
                    stuck if stuck.is_empty() => {
                        let items = items.iter().map(|&item| puzzle.item_words(item));
                        format!("no place for {}", some_of(items.collect(), ", nor for "))
                    }
                    stuck => some_of(stuck, "; "),
                }
            }
            Reason::Clues(words) => match list(words.iter().cloned()) {
                None => "the rules contradict each other".into(),
                Some((1, clue)) if is_plural(&clue) => format!("{clue} are impossible"),
                Some((1, clue)) => format!("{clue} is impossible"),
                Some((_, clues)) => format!("{clues} contradict each other"),
            },
            Reason::Together { items, options } => together_words(puzzle, items, options),
        }
    }
}

fn clash_words(puzzle: &dyn Puzzle, clash: Disagreement) -> String {
    let problem = puzzle.problem();
    let [first, second] = [clash.first, clash.second].map(|option| puzzle.option_words(option));
    let item = puzzle.item_words(clash.item);
    let color = |option: OptionId| {
        let entries = problem.entries(option).iter();
        let mut colors = entries.filter(|entry| entry.item == clash.item);
        colors.next().and_then(|entry| entry.color)
    };
    let most = problem.bounds(clash.item).map_or(1, |bounds| bounds.high);
    match (color(clash.first), color(clash.second)) {
        (Some(_), Some(_)) => format!("{first} and {second} give {item} different colours"),
        _ if most > 1 => format!(
            "{second} is one too many: {item} can be covered at most{}",
            times(most)
        ),
        _ => format!("{first} and {second} both take {item}"),
    }
}

fn together_words(puzzle: &dyn Puzzle, items: &[ItemId], options: &[OptionId]) -> String {
    let option = |&option: &OptionId| puzzle.given_words(option);
    let clues = puzzle.clues(items);
    if !clues.is_empty() {
        let clues = list(clues.into_iter().chain(options.iter().map(option)));
        return match clues {
            Some((1, clue)) => format!("{clue} cannot be fulfilled"),
            clues => format!("{} contradict each other", clues.unwrap_or_default().1),
        };
    }
    if let ([item], []) = (items, options)
        && let Some(stuck) = puzzle.stuck_words(*item)
    {
        return stuck;
    }
    let verb = puzzle.item_verb();
    let no_way = match list(items.iter().map(|&item| puzzle.needed_words(item))) {
        None => None,
        Some((1, item)) => Some(format!("there is no way to {verb} {item}")),
        Some((_, items)) => Some(format!("there is no way to {verb} all of {items}")),
    };
    match (no_way, list(options.iter().map(option))) {
        (None, None) => "the rules contradict each other".into(),
        (None, Some((1, option))) => format!("{option} is in no solution"),
        (None, Some((_, options))) => format!("{options} contradict each other"),
        (Some(no_way), None) => no_way,
        (Some(no_way), Some((_, options))) => format!("with {options}, {no_way}"),
    }
}

/// After a verb, how often something is to be done; nothing for once.
pub(super) fn times(count: u32) -> String {
    match count {
        0 | 1 => String::new(),
        2 => " twice".into(),
        count => format!(" {count} times"),
    }
}

/// Whether words such as 'the even cells' name several things; `r1c1 = s` does not.
fn is_plural(words: &str) -> bool {
    words.starts_with("the ") && words.ends_with('s')
}

/// The first of these words, and how many more there are.
fn some_of(mut words: Vec<String>, between: &str) -> String {
    let others = words.len().saturating_sub(NAMED);
    words.truncate(NAMED);
    if others > 0 {
        words.push(format!("{others} more"));
    }
    words.join(between)
}

/// Words with commas between them, and how many; `None` if there are none.
fn list(words: impl Iterator<Item = String>) -> Option<(usize, String)> {
    let mut words = Vec::from_iter(words);
    let count = words.len();
    let last = words.pop()?;
    let text = match words.is_empty() {
        true => last,
        false => format!("{} and {last}", words.join(", ")),
    };
    Some((count, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::Cover;

    fn reason(text: &str) -> Option<String> {
        let cover = Cover::new(Problem::parse(text).unwrap());
        why(&cover).map(|reason| reason.in_words(&cover))
    }

    #[test]
    fn items_without_options_are_named_up_to_three() {
        assert_eq!(reason("a b\na\nb\n"), None);
        assert_eq!(reason("a b\na\n").unwrap(), "no place for item `b`");
        assert_eq!(
            reason("a b c d e f\na\n").unwrap(),
            "no place for item `b`, nor for item `c`, nor for item `d`, nor for 2 more"
        );
    }

    #[test]
    fn demands_are_listed() {
        let cover = Cover::new(Problem::parse("a b c\na\nb\nc\n").unwrap());
        let words = |items: &[usize], options: &[usize]| {
            let items = items.iter().copied().map(ItemId::new).collect();
            let options = options.iter().copied().map(OptionId::new).collect();
            Reason::Together { items, options }.in_words(&cover)
        };
        let all = [
            words(&[], &[]),
            words(&[0], &[]),
            words(&[0, 1, 2], &[]),
            words(&[], &[1]),
            words(&[], &[0, 2]),
            words(&[2], &[0, 1]),
            words(&[1, 2], &[0]),
        ];
        insta::assert_snapshot!(all.join("\n"), @r"
        the rules contradict each other
        there is no way to cover item `a`
        there is no way to cover all of item `a`, item `b` and item `c`
        option 2 (`b`) is in no solution
        option 1 (`a`) and option 3 (`c`) contradict each other
        with option 1 (`a`) and option 2 (`b`), there is no way to cover item `c`
        with option 1 (`a`), there is no way to cover all of item `b` and item `c`
        ");
    }

    #[test]
    fn bounds_are_named() {
        let cover =
            Cover::new(Problem::parse("2|a 3:4|b c | x\na b\nb c x:1\nc x:2\na\na\n").unwrap());
        let [a, b, c, x] = [0, 1, 2, 3].map(ItemId::new);
        let together = |items: &[ItemId]| Reason::Together {
            items: items.into(),
            options: Vec::new(),
        };
        let clash = |first, second, item| {
            let [first, second] = [first, second].map(OptionId::new);
            Reason::Clash(Disagreement {
                first,
                second,
                item,
            })
        };
        let reasons = [
            together(&[a]),
            together(&[b, c]),
            clash(3, 4, a),
            clash(1, 2, c),
            clash(1, 2, x),
        ];
        let words = reasons.map(|reason| reason.in_words(&cover));
        insta::assert_snapshot!(words.join("\n"), @r"
        there is no way to cover item `a` twice
        there is no way to cover all of item `b` 3 times and item `c`
        option 5 is one too many: item `a` can be covered at most twice
        option 2 and option 3 both take item `c`
        option 2 and option 3 give item `x` different colours
        ");
    }

    #[test]
    fn an_item_that_may_stay_uncovered_is_no_reason() {
        assert_eq!(reason("a 0:2|b | x\na\n"), None);
    }
}
