//! Headings between puzzles: words and the number of a puzzle.
//!
//! ```text
//! Grid 01       Puzzle 1 (easy):       === Sudoku #12 - hard ===       Daily puzzle 3       7)       Puzzle:
//! Solution 1    Answers:               headings of solutions
//! ```
//!
//! Headings are skipped, so a line is a heading only if it cannot be part of a puzzle: each word consists of letters, or is a
//! number alone.

/// Words that stand before the number of a puzzle. The first of them may also stand before a colon.
const MOST_ALONE: usize = 5;
const WORDS: [&str; 12] = [
    "grid", "puzzle", "sudoku", "board", "game", "no", "nr", "number", "problem", "level",
    "example", "quiz",
];

/// Words that stand before solutions.
const SOLUTIONS: [&str; 8] = [
    "solution",
    "solutions",
    "answer",
    "answers",
    "solved",
    "key",
    "lösung",
    "lösungen",
];

/// The most words and numbers of a heading of solutions.
const MOST_PIECES: usize = 4;

/// Words that say that there is no puzzle.
const DENIALS: [&str; 4] = ["no", "not", "bad", "wrong"];

/// The longest heading, in bytes.
const LONGEST: usize = 80;

/// The most digits of a number.
const MOST_DIGITS: usize = 7;

/// Signs around a heading.
const DECORATION: [char; 7] = ['=', '-', '*', '#', '~', ' ', '\t'];

/// Signs between the words of a heading.
const SIGNS: &str = ":.,;()#-–—/'’!?";

/// A piece of a heading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece<'t> {
    Word(&'t str),
    Number,
}

/// Whether a text is the heading of a puzzle.
pub(super) fn is_heading(text: &str) -> bool {
    let text = text.trim_matches(DECORATION);
    if text.len() > LONGEST {
        return false;
    }
    if is_number_alone(text) {
        return true;
    }
    let Some(pieces) = pieces_of(text) else {
        return false;
    };
    let is_word =
        |piece: &Piece| matches!(piece, Piece::Word(word) if is_among(word, &WORDS[..MOST_ALONE]));
    let is_label = |pair: &[Piece]| matches!(pair, [Piece::Word(word), Piece::Number] if is_among(word, &WORDS));
    let label = match pieces.windows(2).position(is_label) {
        Some(label) => label,
        None if text.ends_with(':') && pieces.len() == 1 && is_word(&pieces[0]) => 0,
        None => return false,
    };
    let before = &pieces[..label];
    !before
        .iter()
        .any(|piece| matches!(piece, Piece::Word(word) if is_among(word, &DENIALS)))
}

/// Whether a text is the heading of a solution, or of several: `Solution 1`, `Answers:`.
pub(super) fn is_solution_heading(text: &str) -> bool {
    let text = text.trim_matches(DECORATION);
    let pieces = Some(text).filter(|text| text.len() <= LONGEST);
    let pieces = pieces.and_then(pieces_of).unwrap_or_default();
    let is_alone = pieces.len() == 1 || text.ends_with(':') || pieces.contains(&Piece::Number);
    let is_solution = |word: &str| SOLUTIONS.contains(&&*word.to_lowercase());
    pieces.len() <= MOST_PIECES
        && is_alone
        && matches!(pieces.first(), Some(Piece::Word(word)) if is_solution(word))
}

fn is_among(word: &str, words: &[&str]) -> bool {
    words.iter().any(|other| word.eq_ignore_ascii_case(other))
}

/// Whether a text is a number with a sign that no row has: `3)`, `(3)`, `3:`.
fn is_number_alone(text: &str) -> bool {
    let inner = text.strip_prefix('(').unwrap_or(text);
    let number = inner.strip_suffix([')', ':']);
    number.is_some_and(is_number)
}

fn is_number(text: &str) -> bool {
    (1..=MOST_DIGITS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The words and numbers of a text; `None` if there is anything else, which could be cells.
fn pieces_of(text: &str) -> Option<Vec<Piece<'_>>> {
    let mut pieces = Vec::new();
    let is_between = |c: char| c.is_whitespace() || SIGNS.contains(c);
    for word in text.split_whitespace() {
        // A rating such as `7.2`.
        if word
            .split_once('.')
            .is_some_and(|(a, b)| is_number(a) && is_number(b))
        {
            pieces.push(Piece::Number);
            continue;
        }
        for part in word.split(is_between).filter(|part| !part.is_empty()) {
            let digits = part
                .find(|c: char| c.is_ascii_digit())
                .unwrap_or(part.len());
            let (letters, number) = part.split_at(digits);
            if !letters.chars().all(char::is_alphabetic) {
                return None;
            }
            if !letters.is_empty() {
                pieces.push(Piece::Word(letters));
            }
            if !number.is_empty() {
                if !is_number(number) {
                    return None;
                }
                pieces.push(Piece::Number);
            }
        }
        // Signs alone, as in `..3.`, can be cells.
        let is_sign = word.chars().all(is_between);
        if word.matches('.').count() > 1
            || is_sign && (word.len() > 1 && word.is_ascii() || word == ".")
        {
            return None;
        }
    }
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_words_and_a_number() {
        for text in [
            "Grid 01",
            "Grid 01:",
            "grid01",
            "Puzzle 1 (easy):",
            "Puzzle #12 - hard",
            "puzzle 12 – hard, by Anna",
            "Puzzle 3 (7.2)",
            "=== Puzzle 3 ===",
            "*** Sudoku 3 ***",
            "--- Grid 3 ---",
            "Easy puzzle 1",
            "Euler 96, grid 3",
            "Sudoku No. 5",
            "Nr. 5",
            "Level: 3",
            "3:",
            "3)",
            "(3)",
            "Puzzle:",
        ] {
            assert!(is_heading(text), "{text}");
        }
    }

    #[test]
    fn solutions_have_headings_too() {
        for text in [
            "Solution 1",
            "Solution:",
            "SOLUTIONS",
            "Answer to no. 3",
            "== Lösung 2 ==",
        ] {
            assert!(is_solution_heading(text), "{text}");
        }
        for text in ["Solution a b", "Puzzle 1", "Solution: 1...", "solve 1", ""] {
            assert!(!is_solution_heading(text), "{text}");
        }
    }

    #[test]
    fn what_could_be_a_puzzle_is_no_heading() {
        let line = "12..34..........";
        for text in [
            &*format!("Puzzle 1: {line}"),
            &format!("Puzzle 1,{line}"),
            "Puzzle 1 1234123412341234",
            "Grid 1: ..3.",
            "Grid 1 . . 3",
            "Grid 1: 1_3_",
            "no puzzle 5 here",
            "Puzzles",
            "level: hard",
            "3.",
            "3",
            "12",
            "A1",
            "x1 x2",
            "",
        ] {
            assert!(!is_heading(text), "{text}");
        }
    }
}
