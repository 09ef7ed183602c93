//! Rules in one line: a word, perhaps a number, and cells by name.
//!
//! ```text
//! r3c5                 a cell: row 3, column 5
//! r1c1-r1c4-r3c4       a path: r1c1 r1c2 r1c3 r1c4 r2c4 r3c4
//! r1c1<r1c2            a comparison
//! ```

use super::Fault;
use super::lines::{Row, Word, words};
use crate::problem::quotable;
use crate::puzzles::variant::{Field, Relation, Rule, VariantFault};

/// The row and column, from 0, of a cell's name.
pub(super) fn named(word: &str) -> Option<(usize, usize)> {
    let rest = word.strip_prefix(['r', 'R'])?;
    let (row, column) = rest.split_once(['c', 'C'])?;
    let number = |text: &str| {
        let is_number =
            (1..4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<usize>()
            .ok()
            .filter(|_| is_number)?
            .checked_sub(1)
    };
    Some((number(row)?, number(column)?))
}

/// A number from 1.
pub(super) fn number(row: &Row, word: Word) -> Result<u32, Fault> {
    let is_number = word.text.bytes().all(|byte| byte.is_ascii_digit());
    match word.text.parse() {
        Ok(number @ 1..) if is_number => Ok(number),
        _ => Err(row.at(word, VariantFault::BadNumber(quotable(word.text)))),
    }
}

/// The rules of a line.
pub(super) fn rules(row: &Row, field: &Field) -> Result<Vec<Rule>, Fault> {
    let all = row.words();
    let (first, rest) = (all[0], &all[1..]);
    let cells = |words: &[Word]| cells(row, words, field);
    let one = |rule: Rule| Ok(vec![rule]);
    match &*first.text.to_ascii_lowercase() {
        "extra" => one(Rule::Extra(cells(rest)?)),
        "even" => one(Rule::Even(cells(rest)?)),
        "odd" => one(Rule::Odd(cells(rest)?)),
        "thermo" => one(Rule::Thermometer(cells(rest)?)),
        "palindrome" => one(Rule::Palindrome(cells(rest)?)),
        "cage" => {
            let starts_with_sum = rest
                .first()
                .is_some_and(|word| named_path(word.text).is_none());
            let (sum, rest) = match rest {
                [sum, rest @ ..] if starts_with_sum => (Some(number(row, *sum)?), rest),
                _ => (None, rest),
            };
            let mut cells = cells(rest)?;
            cells.sort_unstable();
            one(Rule::Cage { cells, sum })
        }
        "sum" => {
            let (total, rest) = counted(row, rest)?;
            one(Rule::Sum {
                cells: cells(rest)?,
                total,
            })
        }
        "arrow" => arrow(row, rest, field).map(|rule| vec![rule]),
        "white" => pairs(row, rest, field, Relation::Difference(1)),
        "black" => pairs(row, rest, field, Relation::Ratio(2)),
        "x" => pairs(row, rest, field, Relation::Total(10)),
        "v" => pairs(row, rest, field, Relation::Total(5)),
        "difference" => {
            let (by, rest) = counted(row, rest)?;
            pairs(row, rest, field, Relation::Difference(by))
        }
        "ratio" => {
            let (times, rest) = counted(row, rest)?;
            pairs(row, rest, field, Relation::Ratio(times))
        }
        _ => comparisons(row, field),
    }
}

/// The number at the start of these words, and the others.
fn counted<'a, 'r>(row: &Row, words: &'a [Word<'r>]) -> Result<(u32, &'a [Word<'r>]), Fault> {
    match words {
        [] => Err(row.at_end(VariantFault::Missing("a number and cells"))),
        [first, rest @ ..] => Ok((number(row, *first)?, rest)),
    }
}

/// The first cell's circle, or the circles before `=`, and the shaft.
fn arrow(row: &Row, all: &[Word], field: &Field) -> Result<Rule, Fault> {
    let equals = all.iter().position(|word| word.text == "=");
    let (circle, shaft) = match equals {
        Some(at) => (
            cells(row, &all[..at], field)?,
            cells(row, &all[at + 1..], field)?,
        ),
        None => {
            let mut circle = cells(row, all, field)?;
            let shaft = circle.split_off(1.min(circle.len()));
            (circle, shaft)
        }
    };
    Ok(Rule::Arrow { circle, shaft })
}

fn pairs(row: &Row, words: &[Word], field: &Field, relation: Relation) -> Result<Vec<Rule>, Fault> {
    let cells = cells(row, words, field)?;
    if !cells.len().is_multiple_of(2) {
        return Err(row.at_end(VariantFault::NotPairs(cells.len())));
    }
    let pairs = cells.chunks(2);
    Ok(pairs
        .map(|pair| Rule::Pair(relation, [pair[0], pair[1]]))
        .collect())
}

/// A chain of cells with `<` or `>` between them.
fn comparisons(row: &Row, field: &Field) -> Result<Vec<Rule>, Fault> {
    let named = words(&row.text, |c| c.is_whitespace() || "<>".contains(c));
    let signs: Vec<char> = row.text.chars().filter(|c| "<>".contains(*c)).collect();
    let mut numbers = Vec::new();
    for word in &named {
        numbers.push(cell(row, *word, field)?);
    }
    if numbers.len() < 2 || signs.len() + 1 != numbers.len() {
        return Err(row.at_end(VariantFault::Missing("cells with `<` or `>` between them")));
    }
    for (pair, sign) in named.windows(2).zip(&signs) {
        let between = &row.text[pair[0].start + pair[0].text.len()..pair[1].start];
        if between.trim() != sign.to_string() {
            return Err(row.at(
                pair[1],
                VariantFault::Missing("one `<` or `>` between two cells"),
            ));
        }
    }
    let rule = |(pair, sign): (&[usize], &char)| match sign {
        '<' => Rule::Pair(Relation::Less, [pair[0], pair[1]]),
        _ => Rule::Pair(Relation::Less, [pair[1], pair[0]]),
    };
    Ok(numbers.windows(2).zip(&signs).map(rule).collect())
}

/// Whether a word is a cell or a path.
pub(in crate::puzzles::variant) fn is_path(word: &str) -> bool {
    named_path(word).is_some()
}

/// The places of a word that is a cell or a path.
fn named_path(word: &str) -> Option<Vec<(usize, usize)>> {
    word.split('-').map(named).collect()
}

/// The cell of this name.
fn cell(row: &Row, word: Word, field: &Field) -> Result<usize, Fault> {
    let Some((r, c)) = named(word.text) else {
        return Err(row.at(word, VariantFault::BadCell(quotable(word.text))));
    };
    let missing = || {
        VariantFault::NoCell(
            word.text.to_ascii_lowercase(),
            field.rows(),
            field.columns(),
        )
    };
    field.cell(r, c).ok_or_else(|| row.at(word, missing()))
}

/// The cells that these words name, in their order.
fn cells(row: &Row, list: &[Word], field: &Field) -> Result<Vec<usize>, Fault> {
    if list.is_empty() {
        return Err(row.at_end(VariantFault::Missing("cells such as r1c1")));
    }
    let mut found = Vec::new();
    for word in list {
        let mut last: Option<(usize, &str)> = None;
        for corner in words(word.text, |c| c == '-') {
            let at = Word {
                start: word.start + corner.start,
                text: corner.text,
            };
            let next = cell(row, at, field)?;
            match last {
                None => found.push(next),
                Some((before, name)) => {
                    let Some(line) = straight(field, before, next) else {
                        let fault =
                            VariantFault::NotStraight(name.to_owned(), corner.text.to_owned());
                        return Err(row.at(*word, fault));
                    };
                    for (r, c) in line {
                        let name = format!("r{}c{}", r + 1, c + 1);
                        let missing = || VariantFault::NoCell(name, field.rows(), field.columns());
                        found.push(field.cell(r, c).ok_or_else(|| row.at(at, missing()))?);
                    }
                }
            }
            last = Some((next, corner.text));
        }
        if last.is_none() || word.text.starts_with('-') || word.text.ends_with('-') {
            return Err(row.at(*word, VariantFault::BadCell(quotable(word.text))));
        }
    }
    Ok(found)
}

/// The places after the first cell, up to the second one, in a row, a column or a diagonal.
fn straight(field: &Field, from: usize, to: usize) -> Option<Vec<(usize, usize)>> {
    let ((r, c), (end_r, end_c)) = (field.places()[from], field.places()[to]);
    let (down, right) = (end_r as isize - r as isize, end_c as isize - c as isize);
    let length = down.abs().max(right.abs());
    if length == 0 || down % length != 0 || right % length != 0 {
        return None;
    }
    let step = (down / length, right / length);
    let place = |i: isize| {
        (
            (r as isize + i * step.0) as usize,
            (c as isize + i * step.1) as usize,
        )
    };
    Some((1..=length).map(place).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::variant::Boxes;

    #[test]
    fn paths_turn_at_their_corners() {
        let field = Field::square(4, Boxes::None).unwrap();
        let row = Row {
            number: 1,
            text: "thermo r1c1-r1c3-r3c1 r4c4".into(),
        };
        let found = rules(&row, &field).unwrap();
        assert_eq!(found, [Rule::Thermometer(vec![0, 1, 2, 5, 8, 15])]);
        let row = Row {
            number: 1,
            text: "thermo r1c1-r2c3".into(),
        };
        assert!(
            rules(&row, &field)
                .unwrap_err()
                .to_string()
                .starts_with("1:8: r1c1 and r2c3 are not on a straight line")
        );
    }

    #[test]
    fn names_are_read() {
        assert_eq!(named("R10c2"), Some((9, 1)));
        for word in ["r0c1", "r1", "c1r1", "r1c", "r1c1000", "r+1c1"] {
            assert_eq!(named(word), None, "{word}");
        }
    }
}
