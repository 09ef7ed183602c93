//! An exact-cover problem as a puzzle of its own: the answer is the options of a cover.
//!
//! ```text
//! a b c        the cover {0, 2} as an answer:     a b
//! a b                                             c
//! a c
//! c
//! ```

use std::collections::HashSet;
use std::io;

use super::fault::{PuzzleFault, ReadCause};
use super::kind::{Fit, Hints};
use super::lines::Input;
use super::read::{Found, Source, kind_of};
use super::recognise::Opening;
use super::sudoku::{follows, is_blank_or_odd, is_cell};
use super::{Kind, Puzzle};
use crate::problem::{Located, OptionId, PrintError, Problem, Solution, TextFault, TextReader};

/// A word of this length is not the name of the only item, if it can be a line of cells.
const LONGEST_NAME: usize = 10;

/// The number of cells of the smallest Sudoku.
const SHORTEST_PUZZLE: usize = 16;

/// The comment that says what follows: printed where the lines of a problem could be taken for another kind of puzzle.
pub(super) const DECLARATION: &str = "| exact-cover problem";

/// The number of names between two checks of the input.
const NAMES: usize = 1 << 12;

/// A problem that was given as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cover {
    problem: Problem,
    /// The number of the first option in words.
    first: usize,
}

impl Cover {
    /// One exact-cover problem, in Knuth's format.
    pub const KIND: &'static Kind = &Kind {
        name: "cover",
        about: "One exact-cover problem, in Knuth's format",
        one: "an exact-cover problem",
        begins: |_, _| Ok(false),
        fit,
        is_ruled_out: is_over,
        source: |_| Box::new(Whole { is_over: false }),
    };

    /// The puzzle of covering this problem.
    pub fn new(problem: Problem) -> Cover {
        Cover { problem, first: 1 }
    }

    /// The same puzzle, whose words number the options from `first` on, not from 1.
    ///
    /// ```
    /// use dominox::Problem;
    /// use dominox::problem::OptionId;
    /// use dominox::puzzles::{Cover, Puzzle};
    /// let cover = Cover::new(Problem::parse("a b\na\nb\n")?);
    /// assert_eq!(cover.given_words(OptionId::new(1)), "option 2 (`b`)");
    /// assert_eq!(cover.numbered_from(0).given_words(OptionId::new(1)), "option 1 (`b`)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn numbered_from(self, first: usize) -> Cover {
        Cover { first, ..self }
    }

    /// The [text](Problem::to_text) of a problem, from which [`read`](fn@super::read) reads it back: after the comment `|
    /// exact-cover problem` if it could be mistaken for a Sudoku, for example.
    ///
    /// # Errors
    /// If the problem cannot be written as text.
    ///
    /// ```
    /// use dominox::Problem;
    /// use dominox::puzzles::Cover;
    ///
    /// let numbers = Problem::parse("1 2 3 4\n1 2 3 4\n3 4 1 2\n1 2 3 4\n")?;
    /// assert!(Cover::text(&numbers)?.starts_with("| exact-cover problem\n1 2 3 4\n"));
    /// let names = Problem::parse("a b\na\nb\n")?;
    /// assert_eq!(Cover::text(&names)?, "a b\na\nb\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn text(problem: &Problem) -> Result<String, PrintError> {
        let text = problem.to_text()?;
        Ok(match kind_of(&text) == Some(Cover::KIND) {
            true => text,
            false => format!("{DECLARATION}\n{text}"),
        })
    }

    /// The options of a cover, one per line, as in the problem's text (without costs).
    ///
    /// # Panics
    /// If the solution has an option that does not belong to this problem.
    pub fn answer(&self, solution: &Solution) -> String {
        self.answer_text(1, solution)
    }
}

impl Puzzle for Cover {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    fn item_verb(&self) -> &'static str {
        "cover"
    }

    fn given_words(&self, option: OptionId) -> String {
        let text = self.problem.option_text(option);
        format!("{} (`{text}`)", self.option_words(option))
    }

    fn option_words(&self, option: OptionId) -> String {
        format!("option {}", self.first + option.index())
    }

    fn write_answer(&self, _number: u64, options: &[OptionId], text: &mut Vec<u8>) {
        self.write_options(options, text);
    }

    /// Options without a primary item are never chosen; their author probably meant something else.
    fn warning(&self) -> Option<String> {
        let idle: Vec<OptionId> = self.problem.idle_options().collect();
        let first = *idle.first()?;
        let (first, text) = (self.option_words(first), self.problem.option_text(first));
        Some(match idle.len() {
            1 => format!("{first} has no primary item and is never chosen: {text}"),
            many => format!(
                "{many} options have no primary item and are never chosen, the first is {first}: {text}"
            ),
        })
    }
}

/// The source of the one problem that a stream holds.
struct Whole {
    is_over: bool,
}

impl Source for Whole {
    /// Reads all that is left as one problem.
    fn read(&mut self, lines: &mut Input) -> Result<Option<Found>, ReadCause> {
        if std::mem::replace(&mut self.is_over, true) {
            return Ok(None);
        }
        let taken = lines.taken();
        let located = |mut fault: Located<TextFault>| {
            fault.line += taken;
            fault.map(PuzzleFault::of)
        };
        let mut reader = TextReader::default();
        let mut bytes = Vec::new();
        while lines.take_bytes(&mut bytes)? {
            let text = String::from_utf8_lossy(&bytes);
            if let Some(at) = text.find(char::REPLACEMENT_CHARACTER) {
                let number = lines.taken();
                return Err(Located::new(PuzzleFault::NotText, number, &text, at, at).into());
            }
            reader
                .line_while(&text, &mut || lines.poll())
                .map_err(located)??;
        }
        if lines.taken() == taken {
            return Err(PuzzleFault::nothing(lines).into());
        }
        let problem = reader.finish().map_err(located)?;
        Ok(Some((taken + 1, Box::new(Cover::new(problem)))))
    }
}

/// Names, and a second line of those names; or a bad cover, whose first line has bounds or whose second line uses one of the names, in
/// whatever case: what is wrong, the parser says.
fn fit(lines: &mut Input, opening: &Opening, hints: Hints) -> io::Result<Option<Fit>> {
    if is_listed_puzzle(&opening.first) {
        return Ok(None);
    }
    let mut distinct = HashSet::new();
    let mut count = 0;
    for name in names(&opening.first) {
        count += 1;
        if count % NAMES == 0 {
            lines.poll()?;
        }
        distinct.insert(name);
    }
    let is_bounded = opening.first.split_whitespace().any(has_bounds);
    let is_named = count >= 2 || is_bounded || is_only_item(lines, &distinct)?;
    let Some(second) = opening.second.as_deref().filter(|_| is_named) else {
        return Ok(None);
    };
    let mut used = uses(second).peekable();
    // Items with a colour, as options have them, are a fault.
    let colored = distinct.iter().filter_map(|name| name.split_once(':'));
    let colored: HashSet<&str> = colored.map(|(name, _)| name).collect();
    let is_good = count == distinct.len() && !opening.cut && used.peek().is_some();
    let fit = if is_good && used.all(|name| distinct.contains(name)) {
        // `p4 p1 |32` is a row of 6 cells with a bar, too. But the rows of a grid all have bars, or none.
        let has_no_bar = !opening.first.contains('|');
        let are_words = || {
            distinct
                .iter()
                .all(|name| name.starts_with(char::is_alphabetic))
        };
        match second.split_whitespace().any(is_cost) && (has_no_bar || are_words()) {
            true => Fit::Form,
            false => Fit::Words,
        }
    } else if !opening.is_comment
        && !hints.after_rubbish
        && (is_bounded
            || count >= 2
                && (uses(second).any(|name| colored.contains(name)) || is_like(&distinct, second)))
    {
        Fit::Spoilt
    } else {
        return Ok(None);
    };
    Ok(Some(fit))
}

/// Whether a line is an item of a list in Markdown with a puzzle as code.
fn is_listed_puzzle(line: &str) -> bool {
    let item = line.trim_ascii().strip_prefix(['-', '*', '+']);
    let code = item.and_then(|item| item.trim_ascii().strip_prefix('`')?.strip_suffix('`'));
    let are_cells = |byte: u8| is_cell(byte) || is_blank_or_odd(byte);
    code.is_some_and(|code| code.len() >= SHORTEST_PUZZLE && code.bytes().all(are_cells))
}

/// Whether a puzzle of another kind comes after the first two lines: a problem is all that is left of a stream, so that words
/// which occur twice are none.
fn is_over(lines: &mut Input, opening: &Opening, hints: Hints) -> io::Result<bool> {
    let items: HashSet<&str> = names(&opening.first).collect();
    let is_option = |text: &str| {
        let known = uses(text).filter(|&name| items.contains(name)).count();
        known > 0 && known * 2 >= uses(text).count()
    };
    follows(lines, 2, hints, is_option)
}

/// Lines that are examined to find out whether one word alone is an item.
const LINES_AHEAD: usize = 10;

/// Whether the next line has one word, which can be an item: the next lines have no other.
fn is_only_item(lines: &mut Input, words: &HashSet<&str>) -> io::Result<bool> {
    let mut is_item = words.iter().all(|word| is_name(word));
    for distance in 1..LINES_AHEAD {
        match lines.peek(distance)? {
            Some(line) if is_item => {
                let is_comment = line.text.trim_start().starts_with('|');
                is_item = is_comment || uses(&line.text).all(|name| words.contains(name));
            }
            _ => break,
        }
    }
    Ok(is_item)
}

/// Whether a word that is alone is the name of an item rather than a puzzle in one line.
fn is_name(word: &str) -> bool {
    let is_cells = word.len() >= LONGEST_NAME && word.bytes().all(is_cell);
    !is_cells && word.starts_with(|c: char| c.is_alphabetic())
}

/// The names in an item line: words without the bounds before them.
fn names(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace()
        .filter_map(|word| word.rsplit('|').next())
        .filter(|name| !name.is_empty())
}

/// Whether an option's line has one of these names, in whatever case.
fn is_like(items: &HashSet<&str>, option: &str) -> bool {
    let items: HashSet<String> = items.iter().map(|item| item.to_ascii_lowercase()).collect();
    uses(option).any(|name| items.contains(&name.to_ascii_lowercase()))
}

/// Whether a word of an option is its cost.
fn is_cost(word: &str) -> bool {
    word.strip_prefix('|')
        .is_some_and(|cost| !cost.is_empty() && cost.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether a word has bounds and a name, or something like that.
pub(super) fn has_bounds(word: &str) -> bool {
    word.split_once('|').is_some_and(|(bounds, name)| {
        let is_number =
            |bound: &str| !bound.is_empty() && bound.bytes().all(|b| b.is_ascii_digit());
        bounds.split(':').all(is_number) && name.starts_with(char::is_alphabetic)
    })
}

/// Whether the first word of an option's line is one of the names in an item line.
pub(super) fn begins_with_item(option: &str, items: &str) -> bool {
    uses(option)
        .next()
        .is_some_and(|first| names(items).any(|name| name == first))
}

/// The names in an option's line: words without their colours, but no costs.
fn uses(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace()
        .filter(|word| !word.starts_with('|'))
        .filter_map(|word| word.split(':').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back_whatever_their_items_are() {
        for text in [
            "a b | x\na x:red |5\nb\n",
            "1 2 3 4\n1 2 3 4\n3 4 1 2\n1 2 3 4\n1 2 3 4\n",
            "1\n1\n",
            "puzzle,solution\npuzzle,solution\n",
            "import x\nimport\nx\n",
            "let b = 3\nlet b\n= 3\n",
            "S = a\na = S\na\n=\n= S a\n",
            "} - s .\n}\n- s .\n",
            "variant 4x4\nvariant\n4x4\n",
            "packing a\na\npacking\n",
            "p ec 3\np\nec 3\n",
            "< a >\n<\na >\n",
            "[ 0 1\n0 1\n[\n",
            "0:2|a\n",
            "#1\n#1\n#1 |5\n#1\n",
            "//a\n//a\n//a |5\n",
        ] {
            let problem = Problem::parse(text).unwrap();
            let printed = Cover::text(&problem).unwrap();
            let mut reader = crate::puzzles::read(printed.as_bytes());
            let reading = reader.next().expect("a puzzle").expect(&printed);
            let cover = reading.puzzle.downcast_ref::<Cover>();
            let cover = cover.unwrap_or_else(|| panic!("{:?}: {printed}", reading.kind));
            assert_eq!(cover.problem(), &problem, "{printed}");
            assert!(reader.next().is_none());
        }
    }

    #[test]
    fn the_answer_is_the_options() {
        let cover = Cover::new(Problem::parse("a b | x\na x:red |5\nb\n").unwrap());
        let solution = Solution::new(vec![OptionId::new(1), OptionId::new(0)]);
        assert_eq!(cover.answer(&solution), "a x:red\nb\n");
        assert_eq!(cover.decode(&solution).rows(), 0);
    }
}
