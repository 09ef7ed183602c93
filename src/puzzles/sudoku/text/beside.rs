//! Text next to the cells of a grid in a file of a spreadsheet or a program: labels, and commas at the ends of lines.
//!
//! ```text
//! ,0,1,2,3         a line of labels, and one in each row: as pandas writes a table
//! 0,1,,,4
//! 1,,,1,           1,,,4,          a comma after each cell, not between two of them
//! 2,2,,,           ,,1,,
//! 3,,,2,1          2,,,,
//!                  ,,2,1,
//! ```
//!
//! All rows show it: each has one field more than the grid has rows, and that field counts the rows, or is empty. Labels may also
//! be separated by spaces, if there are labels of columns too:
//!
//! ```text
//!    A B  C D        |   | A | B | C | D |        or by bars, in a table of Markdown
//! 1  . .  . 4        |---|---|---|---|---|
//! 2  . 1  . .        | 1 |   |   |   | 4 |
//! ```
//!
//! Or a colon comes after the label of each row: `1: . . . 4`.

use std::io;
use std::ops::Range;

use super::Start;
use super::alphabet::is_empty_word;
use super::fraction::without_fraction;
use super::frame::parts;
use super::row::{BARS, Fit, Row};
use crate::puzzles::kind::{Beside, Hints};
use crate::puzzles::lines::{Input, Line};
use crate::puzzles::sudoku::{LARGEST_SIZE, Shape};

/// What can stand between two fields.
pub(super) const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// The longest label and the longest cell, in bytes.
const LONGEST_LABEL: usize = 8;
const LONGEST_CELL: usize = 2;

/// The number of lines that are examined to see whether all of them end with an empty field.
const LINES_AHEAD: usize = 150;

/// The fields of consecutive lines that have the same number of fields.
#[derive(Default)]
struct Sheet {
    lines: Vec<Vec<String>>,
    /// Whether these are all such lines.
    is_whole: bool,
}

/// What is next to the cells of the grid that begins with the next lines. Marks a line of labels before it as part of
/// its layout. If the writer of the lines waits for the answer, nothing after the grid is examined.
pub(super) fn beside_ahead(lines: &mut Input, hints: Hints) -> io::Result<Beside> {
    let none = Beside::default();
    let Some(first) = lines.peek(0)?.filter(|_| hints.table.is_none()) else {
        return Ok(none);
    };
    let Some(separator) = separator(&first.text) else {
        if let Some(beside) = headed_ahead(lines, hints)? {
            return Ok(beside);
        }
        mark_headed(lines, hints)?;
        return match has_colons(lines, hints)? {
            true => Ok(Beside {
                first: true,
                last: false,
            }),
            false => spaced_ahead(lines, hints),
        };
    };
    let count = first.text.split(separator).take(LARGEST_SIZE + 2).count();
    let has_open_end = first.text.starts_with(separator) || first.text.ends_with(separator);
    let fits = |size: usize| match hints.shape {
        Some(shape) => shape.size() == size,
        None => Shape::of_size(size).is_some(),
    };
    let first = Sheet::ahead(lines, (separator, count), 1)?;
    if fits(count) && first.has_header(0, hints.waits) {
        let sheet = Sheet::ahead(lines, (separator, count), count + 1)?;
        if sheet.ends_after(count + 1, true, lines, hints)? {
            lines.set_between(0);
            return Ok(none);
        }
    }
    if !fits(count - 1) {
        return Ok(none);
    }
    let before = usize::from(first.has_header(1, hints.waits));
    if before == 0 && !first.has_cells() {
        return Ok(none);
    }
    let rows = before + count - 1;
    let sheet = Sheet::ahead(lines, (separator, count), rows)?;
    if sheet.has_labels(before) && sheet.ends_after(rows, before > 0, lines, hints)? {
        if before > 0 {
            lines.set_between(0);
        }
        return Ok(Beside {
            first: true,
            last: false,
        });
    }
    if !has_open_end {
        return Ok(none);
    }
    let most = if hints.waits { count - 1 } else { LINES_AHEAD };
    let sheet = Sheet::ahead(lines, (separator, count), most)?;
    Ok(sheet.open_ends(count - 1, fits(count)))
}

/// The same, where the next line is labels in a table of Markdown: a rule comes after it, and then nothing but rows. A grid in a frame
/// has one row less, or rules between its rows.
fn headed_ahead(lines: &mut Input, hints: Hints) -> io::Result<Option<Beside>> {
    let Some(header) = lines.peek(0)?.and_then(|line| parts_of(&line.text)) else {
        return Ok(None);
    };
    let first = usize::from(!is_sequence(header.iter().map(String::as_str)));
    let labels = header[first..].iter().map(String::as_str);
    let (count, size) = (header.len(), header.len() - first);
    let is_rule = |line: &Line| Start::of(line) == Start::Rule && line.text.contains('-');
    if !is_sequence(labels)
        || Fit::of(size, hints).row.is_none()
        || !lines.peek(1)?.is_some_and(is_rule)
    {
        return Ok(None);
    }
    let mut rows = Vec::new();
    let most = if hints.waits { size } else { size + 1 };
    for distance in 2..2 + most {
        match lines.peek(distance)?.and_then(|line| parts_of(&line.text)) {
            Some(row) if row.len() == count => rows.push(row),
            _ => break,
        }
    }
    let end = if hints.waits {
        None
    } else {
        lines.peek(2 + size)?
    };
    let has_labels = first == 0 || is_sequence(rows.iter().map(|row| row[0].as_str()));
    if rows.len() != size || !has_labels || end.is_some_and(is_rule) {
        return Ok(None);
    }
    lines.set_between(0);
    Ok(Some(Beside {
        first: first > 0,
        last: false,
    }))
}

/// Marks the rule after the first row of a table of Markdown as part of its layout, if that row is one of the grid: as many rows
/// follow as are missing, and no rule.
fn mark_headed(lines: &mut Input, hints: Hints) -> io::Result<()> {
    let Some(header) = lines.peek(0)?.and_then(|line| parts_of(&line.text)) else {
        return Ok(());
    };
    let size = header.len();
    let is_rule = |line: &Line| Start::of(line) == Start::Rule && line.text.contains("-|");
    if Fit::of(size, hints).row.is_none() || !lines.peek(1)?.is_some_and(is_rule) {
        return Ok(());
    }
    for distance in 2..=size {
        let row = lines.peek(distance)?.and_then(|line| parts_of(&line.text));
        if row.is_none_or(|row| row.len() != size) {
            return Ok(());
        }
    }
    lines.set_between(1);
    Ok(())
}

/// Whether all rows of the next grid have a label and a colon before them: `1: 53..7….`, `R1: 5 3 . …`.
fn has_colons(lines: &mut Input, hints: Hints) -> io::Result<bool> {
    let hints = Hints {
        beside: Beside::default(),
        ..hints
    };
    let Some((_, cells)) = lines.peek(0)?.and_then(|line| label_of(&line.text)) else {
        return Ok(false);
    };
    let size = Row::measure(cells, hints).width;
    let fit = Fit::of(size, hints);
    if fit.row.is_none() || fit.puzzle.is_some() {
        return Ok(false);
    }
    let label = |text: &str| Some(label_of(text)?.0.trim_ascii().to_owned());
    are_labelled(lines, (0, size), label)
}

/// Whether the labels of `size` rows, from the line at distance `first` on, count the rows. Rules between them are skipped. `label`
/// finds the label of a row.
fn are_labelled(
    lines: &mut Input,
    (first, size): (usize, usize),
    label: impl Fn(&str) -> Option<String>,
) -> io::Result<bool> {
    let (mut labels, mut distance) = (Vec::new(), first);
    while labels.len() < size {
        let Some(line) = lines.peek(distance)? else {
            return Ok(false);
        };
        distance += 1;
        if Start::of(line) == Start::Rule {
            continue;
        }
        match label(&line.text) {
            Some(label) => labels.push(label),
            None => return Ok(false),
        }
    }
    Ok(is_sequence(labels.iter().map(String::as_str)))
}

/// The label before a colon, and what comes after it.
fn label_of(text: &str) -> Option<(&str, &str)> {
    let (label, cells) = text.split_once(':')?;
    (label.trim_ascii().len() <= LONGEST_LABEL).then_some((label, cells))
}

/// The parts of a row between bars, without blanks around them.
fn parts_of(text: &str) -> Option<Vec<String>> {
    let parts = parts(text)?.take(LARGEST_SIZE + 2);
    Some(parts.map(|part| part.trim_ascii().to_owned()).collect())
}

/// The same, where the next line is labels with spaces between them.
fn spaced_ahead(lines: &mut Input, hints: Hints) -> io::Result<Beside> {
    let none = Beside::default();
    let header = lines.peek(0)?.map_or("", |line| &line.text);
    let size = words_of(header).len();
    if Fit::of(size, hints).row.is_none() || !are_labels(header) {
        return Ok(none);
    }
    let label = |text: &str| {
        let mut words = words_of(text);
        (words.len() == size + 1).then(|| words.swap_remove(0))
    };
    if !are_labelled(lines, (1, size), label)? {
        return Ok(none);
    }
    lines.set_between(0);
    Ok(Beside {
        first: true,
        last: false,
    })
}

/// Whether the words of a line are labels.
pub(super) fn are_labels(line: &str) -> bool {
    is_sequence(words_of(line).iter().map(String::as_str))
}

/// The words of a line; two more than a grid can have, at most.
fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|c: char| c.is_whitespace() || BARS.contains(&c));
    let words = words.filter(|word| !word.is_empty()).take(LARGEST_SIZE + 2);
    words.map(str::to_owned).collect()
}

/// What stands between the fields of a line.
pub(super) fn separator(text: &str) -> Option<char> {
    SEPARATORS.into_iter().find(|&c| text.contains(c))
}

/// The fields of a line, without quotes; one more than a grid can have, at most.
fn fields_of(text: &str, separator: char) -> Vec<String> {
    let fields = text.split(separator).take(LARGEST_SIZE + 2);
    let fields = fields.map(|field| field.trim().trim_matches(['"', '\'']).to_owned());
    fields.collect()
}

/// The part of a line without the fields beside its cells; `None` if it has none.
pub(super) fn cells_of(text: &str, beside: Beside) -> Option<Range<usize>> {
    if beside == Beside::default() {
        return None;
    }
    let Some(separator) = separator(text) else {
        let label = text.len() - text.trim_ascii_start().len();
        // In a table, the label ends before a bar.
        let start = match text[label..].strip_prefix(BARS) {
            Some(inner) => text.len() - inner.len() + inner.find(BARS)?,
            None => match label_of(text) {
                Some((_, cells)) => text.len() - cells.len(),
                None => label + text[label..].find(' ')?,
            },
        };
        return Some(start..text.len());
    };
    let start = match beside.first {
        true => text.find(separator)? + 1,
        false => 0,
    };
    let end = match beside.last {
        true => text.rfind(separator)?,
        false => text.len(),
    };
    (start < end).then_some(start..end)
}

impl Sheet {
    /// The next lines that have this number of fields, `most` at most.
    fn ahead(
        lines: &mut Input,
        (separator, count): (char, usize),
        most: usize,
    ) -> io::Result<Sheet> {
        let mut sheet = Sheet::default();
        while sheet.lines.len() < most {
            let Some(line) = lines.peek(sheet.lines.len())? else {
                sheet.is_whole = true;
                break;
            };
            let fields = fields_of(&line.text, separator);
            if fields.len() != count {
                sheet.is_whole = true;
                break;
            }
            sheet.lines.push(fields);
        }
        Ok(sheet)
    }

    /// Whether the fields of the first line from this one on are labels. Numbers from 1 to N can also be a row; only
    /// what comes after the rows shows that they are labels.
    fn has_header(&self, from: usize, waits: bool) -> bool {
        self.lines.first().is_some_and(|header| {
            let labels = || header[from..].iter().map(String::as_str);
            is_sequence(labels()) && !(waits && from == 0 && labels().next() == Some("1"))
        })
    }

    /// Whether all fields of the first line but the first one are short enough for cells.
    fn has_cells(&self) -> bool {
        let cells = self.lines.first().map_or(&[][..], |fields| &fields[1..]);
        let is_short = |cell: &String| {
            without_fraction(cell) <= LONGEST_CELL || is_empty_word(cell.as_bytes())
        };
        cells.iter().all(is_short)
    }

    /// Whether each line from this one on begins with a label.
    fn has_labels(&self, first: usize) -> bool {
        is_sequence(
            self.lines
                .iter()
                .skip(first)
                .map(|fields| fields[0].as_str()),
        )
    }

    /// Whether there are as many lines as this, and no other one like them, as far as it may be looked at; but the next grid may begin,
    /// with the same line of labels or the same label of a row.
    fn ends_after(
        &self,
        count: usize,
        has_header: bool,
        lines: &mut Input,
        hints: Hints,
    ) -> io::Result<bool> {
        if self.lines.len() != count || hints.waits {
            return Ok(self.lines.len() == count);
        }
        let (first, next) = (&self.lines[0], lines.peek(count)?);
        Ok(next.is_none_or(|next| {
            let fields = fields_of(&next.text, separator(&next.text).unwrap_or(','));
            let begins_again = match has_header {
                true => fields == *first,
                false => fields[0] == first[0],
            };
            fields.len() != first.len() || begins_again
        }))
    }

    /// The end at which all lines have an empty field next to the cells of a grid of this size. If a grid
    /// `can_be_wider`, that field may be a cell; it is not if blank cells are written in another way, or if only
    /// without it the number of lines is right.
    fn open_ends(&self, size: usize, can_be_wider: bool) -> Beside {
        let rows = self.lines.len();
        let is_open = |at: usize| {
            let mut others = self.lines.iter().flat_map(|fields| {
                let others = fields.iter().enumerate();
                others.filter(move |&(other, _)| other != at)
            });
            let is_right =
                self.is_whole && rows.is_multiple_of(size) && !rows.is_multiple_of(size + 1);
            let is_beside = !can_be_wider || is_right || !others.any(|(_, field)| field.is_empty());
            is_beside && self.lines.iter().all(|fields| fields[at].is_empty())
        };
        let (first, last) = (is_open(0), is_open(size));
        Beside {
            first: first && !last,
            last: last && !first,
        }
    }
}

/// Whether labels count: numbers from 0 or 1, letters from A, or these after a name that is always the same, such as `c1`, `c2`. A row
/// of a puzzle cannot be numbers from 0 to N − 1, but it can be those from 1 to N: so can labels.
fn is_sequence<'a>(labels: impl Iterator<Item = &'a str> + Clone) -> bool {
    let ends_with = |label: &str, end: &str, name: &str| {
        label.len() <= LONGEST_LABEL && label.strip_suffix(end).is_some_and(|before| before == name)
    };
    let Some(first) = labels.clone().next() else {
        return false;
    };
    let name = first.trim_end_matches(['0', '1', 'A', 'a']);
    let counts = |from: usize| {
        let mut numbered = labels.clone().zip(from..);
        numbered.all(|(label, number)| ends_with(label, &number.to_string(), name))
    };
    let letters = |from: char| {
        let mut numbered = labels.clone().zip(from..);
        numbered.all(|(label, letter)| ends_with(label, &letter.to_string(), name))
    };
    counts(0) || counts(1) || letters('A') || letters('a')
}

#[cfg(test)]
mod tests {
    use crate::puzzles::kind::Hints;
    use crate::puzzles::lines::Lines;
    use crate::puzzles::sudoku::Sudoku;
    use crate::puzzles::sudoku::text::Grids;

    /// The size of each puzzle and the number of its givens; 0 for a bad one.
    fn read(text: &str) -> Vec<(usize, usize)> {
        let mut lines = Lines::new(text.as_bytes());
        let mut grids = Grids::new(Hints::default());
        let next = || grids.next(&mut lines).expect("memory can be read");
        let measures = |sudoku: Sudoku| (sudoku.rules.shape().size(), sudoku.givens.len());
        std::iter::from_fn(next)
            .map(|(_, read)| read.map_or((0, 0), measures))
            .collect()
    }

    /// A grid with a few digits, and this written for a blank cell.
    fn rows(size: usize, blank: &str) -> Vec<Vec<String>> {
        let mut rows = vec![vec![blank.to_owned(); size]; size];
        for (digit, (row, column)) in (1..).zip([(1, 0), (2, size - 1), (3, 1), (size - 1, 2)]) {
            rows[row][column] = format!("{digit}");
        }
        rows
    }

    fn sheet(rows: &[Vec<String>], before: impl Fn(usize) -> String, after: &str) -> String {
        let lines = rows.iter().enumerate();
        lines
            .map(|(row, cells)| format!("{}{}{after}\n", before(row), cells.join(",")))
            .collect()
    }

    #[test]
    fn labels_are_no_cells() {
        for size in [4, 6, 8, 9, 12] {
            let rows = rows(size, "0");
            let plain = sheet(&rows, |_| String::new(), "");
            let expected = read(&plain);
            assert_eq!((expected.len(), expected[0].0), (1, size));
            let numbers = |from: usize| {
                (from..from + size)
                    .map(|n| n.to_string())
                    .collect::<Vec<_>>()
            };
            for from in [0, 1] {
                let labelled = sheet(&rows, |row| format!("{},", row + from), "");
                let header = numbers(from).join(",");
                assert_eq!(read(&labelled), expected, "{labelled}");
                assert_eq!(read(&format!(",{header}\n{labelled}")), expected);
                assert_eq!(read(&format!("{header}\n{plain}")), expected);
                for text in [
                    format!(",{header}\n{labelled}"),
                    format!("{header}\n{plain}"),
                    labelled,
                ] {
                    assert_eq!(read(&text.repeat(2)), expected.repeat(2), "{text}");
                }
                let named = numbers(from).join(",c");
                assert_eq!(read(&format!("c{named}\n{plain}\n{plain}")).len(), 2);
            }
            let letters = sheet(
                &rows,
                |row| format!("\"{}\",", char::from(b'A' + row as u8)),
                "",
            );
            assert_eq!(read(&letters), expected);
        }
    }

    #[test]
    fn the_first_row_of_a_table_may_be_a_row_of_the_grid() {
        for (size, blank) in [(4, " "), (9, " "), (9, "."), (6, "0")] {
            let of = |blank: &str| {
                let mut rows = rows(size, blank);
                rows[0][1] = "4".into();
                rows
            };
            let (rows, expected) = (of(blank), of("0"));
            let expected = read(&sheet(&expected, |_| String::new(), ""));
            let lines = rows.iter().map(|row| format!("| {} |\n", row.join(" | ")));
            let mut lines = Vec::from_iter(lines);
            lines.insert(1, "|---".repeat(size) + "|\n");
            let text = lines.concat();
            assert_eq!(read(&text), expected, "{text}");
            assert_eq!(
                read(&format!("{text}\n{text}")),
                expected.repeat(2),
                "{text}"
            );
        }
    }

    #[test]
    fn labels_may_have_colons() {
        for (size, gap) in [(4, ""), (6, ""), (9, ""), (9, " "), (12, " ")] {
            let rows = rows(size, ".");
            let expected = read(&sheet(&rows, |_| String::new(), ""));
            for name in ["", "R", "row "] {
                let line = |(row, cells): (usize, &Vec<String>)| {
                    format!("{name}{}: {}\n", row + 1, cells.join(gap))
                };
                let text = rows.iter().enumerate().map(line).collect::<String>();
                assert_eq!(read(&text), expected, "{text}");
                let twice = format!("{text}\n{text}");
                assert_eq!(read(&twice), expected.repeat(2), "{twice}");
            }
        }
        let list = "1: 1.....2..3.....4\n".repeat(2);
        assert_eq!(read(&list), [(4, 4); 2], "a list of puzzles");
    }

    #[test]
    fn tables_of_markdown_have_labels() {
        let table = |rows: &[Vec<String>]| {
            let lines = rows.iter().map(|row| format!("| {} |\n", row.join(" | ")));
            let mut lines = Vec::from_iter(lines);
            lines.insert(1, "|---".repeat(rows[0].len()) + "|\n");
            lines.concat()
        };
        for (size, blank) in [(4, "."), (9, " "), (9, "0"), (12, " ")] {
            let plain = rows(size, blank);
            let expected = read(&sheet(&rows(size, "0"), |_| String::new(), ""));
            let numbers = Vec::from_iter((1..=size).map(|n| n.to_string()));
            let letters = (b'A'..).map(|letter| char::from(letter).to_string());
            let letters = Vec::from_iter(letters.take(size));
            for (header, labels) in [(&numbers, &letters), (&letters, &numbers)] {
                let headed = Vec::from_iter([header].into_iter().chain(&plain).cloned());
                assert_eq!(read(&table(&headed)), expected, "{}", table(&headed));
                let corner = [" ".to_owned()];
                let labels = corner.iter().chain(labels);
                let labelled = labels.zip(&headed).map(|(label, row)| {
                    let cells = [label].into_iter().chain(row);
                    Vec::from_iter(cells.cloned())
                });
                let text = table(&Vec::from_iter(labelled));
                assert_eq!(read(&text), expected, "{text}");
                assert_eq!(
                    read(&format!("{text}\n{text}")),
                    expected.repeat(2),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn a_first_row_of_all_digits_is_no_header() {
        let text = "| 1 | 2 | 3 | 4 |\n|---|---|---|---|\n| 3 | . | . | . |\n| 2 | . | . | . |\n| . | . | . | . |\n";
        assert_eq!(read(text), [(4, 6)]);
    }

    #[test]
    fn commas_at_the_ends_of_all_lines_are_no_cells() {
        for size in [4, 6, 8, 9, 12] {
            for blank in ["0", ""] {
                let rows = rows(size, blank);
                let expected = read(&sheet(&rows, |_| String::new(), ""));
                for text in [
                    sheet(&rows, |_| String::new(), ","),
                    sheet(&rows, |_| ",".to_owned(), ""),
                ] {
                    assert_eq!(read(&text), expected, "{text}");
                    assert_eq!(read(&text.repeat(2)), expected.repeat(2), "{text}");
                }
            }
        }
        // A grid of 10×10 without digits in its last column.
        let mut wide = rows(10, "");
        wide[2][9].clear();
        assert_eq!(read(&sheet(&wide, |_| String::new(), "")), [(10, 3)]);
    }
}
