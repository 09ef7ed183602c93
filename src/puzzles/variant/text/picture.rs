//! Pictures: a symbol for each cell, or a mark between two cells.
//!
//! ```text
//! .3e|..     a blank, 3, an even digit        aab   a=12      two cells of a cage, with its sum
//! ```

use super::Fault;
use super::layout::Layout;
use super::lines::{Row, Script, Word, whole, words};
use crate::problem::quotable;
use crate::puzzles::variant::{Field, Relation, Rule, VariantFault};

/// A statement of several rows.
pub(super) struct Picture {
    /// The line before the rows.
    pub head: Row,
    /// The rows, without lines between boxes.
    rows: Vec<Row>,
    /// All lines from the first row to the last one.
    lines: Vec<Row>,
    /// Lines with sums after the rows.
    sums: Vec<Row>,
}

/// A letter of a picture, the row where it first stands, and its cells.
type Letter<'p> = (&'p str, &'p Row, Vec<usize>);

/// What a grid says.
#[derive(Default)]
pub(super) struct Given {
    /// Cells and digits.
    pub digits: Vec<(usize, usize)>,
    pub even: Vec<usize>,
    pub odd: Vec<usize>,
    pub layout: Option<Layout>,
}

/// What may stand between cells.
fn is_border(c: char) -> bool {
    c.is_whitespace() || c == '|' || ('\u{2500}'..='\u{257f}').contains(&c)
}

/// Whether a line only separates boxes.
fn is_rule(text: &str) -> bool {
    text.chars().all(|c| is_border(c) || "-+=".contains(c))
}

/// Whether a line is a row of a grid, or a line between boxes.
pub(super) fn is_row(text: &str) -> bool {
    let is_cell = |c: char| is_border(c) || c.is_ascii_digit() || "._~+-eoEO".contains(c);
    !text.trim_start().starts_with(char::is_alphabetic) || text.chars().all(is_cell)
}

/// The cells of a row: words, if there is one for each cell; otherwise characters.
fn cells(text: &str, columns: Option<usize>) -> Vec<Word<'_>> {
    let parts = words(text, is_border);
    let is_short = parts.iter().all(|part| part.text.chars().count() == 1);
    let are_cells = match columns {
        Some(columns) => parts.len() == columns,
        None => is_short || parts.len() > 9,
    };
    if are_cells {
        return parts;
    }
    let characters = |part: Word<'_>| -> Vec<(usize, usize)> {
        let places = part.text.char_indices();
        places
            .map(|(at, c)| (part.start + at, part.start + at + c.len_utf8()))
            .collect()
    };
    let places = parts.into_iter().flat_map(characters);
    places
        .map(|(start, end)| Word {
            start,
            text: &text[start..end],
        })
        .collect()
}

/// Whether each of these places can be reached from each other one, by steps to a side or a corner.
fn are_connected(mut places: Vec<(usize, usize)>) -> bool {
    let mut reached = Vec::from_iter(places.pop());
    let mut next = 0;
    while let Some(&(row, column)) = reached.get(next) {
        let is_near =
            |other: &mut (usize, usize)| row.abs_diff(other.0).max(column.abs_diff(other.1)) == 1;
        reached.extend(places.extract_if(.., is_near));
        next += 1;
    }
    places.is_empty()
}

/// The number of cells in the next row.
pub(super) fn first_width(script: &mut Script) -> usize {
    let mut ahead = script.clone();
    while let Some(row) = ahead.next() {
        if !is_rule(&row.text) {
            return cells(&row.text, None).len();
        }
    }
    0
}

impl Picture {
    fn new(head: &Row) -> Picture {
        Picture {
            head: head.clone(),
            rows: Vec::new(),
            lines: Vec::new(),
            sums: Vec::new(),
        }
    }

    /// Takes the rows of a grid.
    pub fn of_grid(head: &Row, rows: usize, script: &mut Script) -> Result<Picture, Fault> {
        let mut picture = Picture::new(head);
        while let Some(row) = script.peek() {
            let is_line = is_rule(&row.text);
            if picture.rows.len() == rows && !is_line || !is_row(&row.text) {
                break;
            }
            script.next();
            picture.lines.push(row.clone());
            if !is_line {
                picture.rows.push(row);
            }
        }
        picture.expect("the grid", rows)
    }

    /// Takes rows of letters, and sums after them.
    pub fn of_letters(
        head: &Row,
        rows: usize,
        what: &'static str,
        script: &mut Script,
    ) -> Result<Picture, Fault> {
        let mut picture = Picture::new(head);
        while picture.rows.len() < rows
            && let Some(row) = script.next()
        {
            if !is_rule(&row.text) {
                picture.rows.push(row);
            }
        }
        let is_sums = |row: &Row| row.words().iter().all(|word| word.text.contains('='));
        while let Some(row) = script.peek().filter(is_sums) {
            script.next();
            picture.sums.push(row);
        }
        picture.expect(what, rows)
    }

    /// Takes rows of cells and of marks between them, blank ones too.
    pub fn of_marks(head: &Row, rows: usize, script: &mut Script) -> Result<Picture, Fault> {
        let mut picture = Picture::new(head);
        while picture.rows.len() < rows
            && let Some(row) = script.next_raw()
        {
            picture.rows.push(row);
        }
        picture.expect("the picture of marks", rows)
    }

    fn expect(self, what: &'static str, expected: usize) -> Result<Picture, Fault> {
        match self.rows.len() {
            found if found < expected => {
                let fault = VariantFault::TooFewRows {
                    what,
                    found,
                    expected,
                };
                Err(whole(self.rows.last().unwrap_or(&self.head), fault))
            }
            _ => Ok(self),
        }
    }

    /// The cell of the field and the word of each place, row by row.
    fn each<'p>(&'p self, field: &Field) -> Result<Vec<(&'p Row, usize, Word<'p>)>, Fault> {
        let mut all = Vec::new();
        for (r, row) in self.rows.iter().enumerate() {
            let sums = row.words().into_iter().find(|word| word.text.contains('='));
            let text = &row.text[..sums.map_or(row.text.len(), |word| word.start)];
            let found = cells(text, Some(field.columns()));
            if found.len() != field.columns() {
                let fault = VariantFault::RowLength {
                    found: found.len(),
                    expected: field.columns(),
                };
                return Err(match found.get(field.columns()) {
                    Some(surplus) => row.between(surplus.start, text.trim_end().len(), fault),
                    None => row.between(text.trim_end().len(), text.trim_end().len(), fault),
                });
            }
            for (c, word) in found.into_iter().enumerate() {
                match (field.cell(r, c), word.text) {
                    (None, "~") => {}
                    (None, _) => return Err(row.at(word, VariantFault::Hole(false))),
                    (Some(_), "~") => return Err(row.at(word, VariantFault::Hole(true))),
                    (Some(cell), _) => all.push((row, cell, word)),
                }
            }
        }
        Ok(all)
    }

    /// The digits of a grid, and its even and odd cells.
    pub fn given(&self, field: &Field) -> Result<Given, Fault> {
        let mut given = Given::default();
        let mut places = Vec::new();
        for (row, cell, word) in self.each(field)? {
            let line = self.lines.iter().position(|line| line.number == row.number);
            places.push((line.unwrap_or(0), word.start..word.start + word.text.len()));
            match word.text {
                "." | "_" | "0" => {}
                "e" | "E" => given.even.push(cell),
                "o" | "O" => given.odd.push(cell),
                text => match text.parse::<usize>() {
                    Ok(digit) if (1..=field.size()).contains(&digit) => {
                        given.digits.push((cell, digit));
                    }
                    _ => {
                        let fault = VariantFault::BadDigit(quotable(text), field.size());
                        return Err(row.at(word, fault));
                    }
                },
            }
        }
        if field.size() < 10 {
            let lines = self.lines.iter().map(|line| line.text.clone()).collect();
            given.layout = Some(Layout::new(lines, places));
        }
        Ok(given)
    }

    /// The name of the region of each cell.
    pub fn names(&self, field: &Field) -> Result<Vec<String>, Fault> {
        let all = self.each(field)?;
        Ok(all
            .into_iter()
            .map(|(_, _, word)| word.text.to_owned())
            .collect())
    }

    /// The cages of a picture with their sums, each with the row where it begins.
    pub fn cages<'p>(&'p self, field: &Field) -> Result<Vec<(&'p Row, Rule)>, Fault> {
        let letters = self.letters(field)?.into_iter();
        let mut cages = Vec::from_iter(letters.map(|letter| (letter, None)));
        for row in self.rows.iter().chain(&self.sums) {
            for word in row
                .words()
                .into_iter()
                .filter(|word| word.text.contains('='))
            {
                let (letter, sum) = word.text.split_once('=').unwrap_or_default();
                let number = Word {
                    start: word.start + letter.len() + 1,
                    text: sum,
                };
                let sum = super::cells::number(row, number)?;
                let Some(cage) = cages.iter_mut().find(|cage| cage.0.0 == letter) else {
                    return Err(row.at(word, VariantFault::NoLetter(quotable(letter))));
                };
                if cage.1.replace(sum).is_some() {
                    return Err(row.at(word, VariantFault::SumTwice(quotable(letter))));
                }
            }
        }
        let rule = |((_, row, cells), sum): (Letter<'p>, _)| (row, Rule::Cage { cells, sum });
        Ok(cages.into_iter().map(rule).collect())
    }

    /// The letters that occur in several places, each with the row where it first occurs: perhaps two cages are meant.
    pub fn split_letters(&self, field: &Field) -> Result<Vec<(&Row, &str)>, Fault> {
        let letters = self.letters(field)?.into_iter();
        let split = letters.filter(|(.., cells)| {
            !are_connected(cells.iter().map(|&cell| field.places()[cell]).collect())
        });
        Ok(split.map(|(letter, row, _)| (row, letter)).collect())
    }

    /// The letters of a picture.
    fn letters<'p>(&'p self, field: &Field) -> Result<Vec<Letter<'p>>, Fault> {
        let mut letters: Vec<Letter> = Vec::new();
        for (row, cell, word) in self.each(field)? {
            match letters.iter_mut().find(|letter| letter.0 == word.text) {
                _ if word.text == "." => {}
                Some(letter) => letter.2.push(cell),
                None => letters.push((word.text, row, vec![cell])),
            }
        }
        Ok(letters)
    }

    /// The marks between cells.
    pub fn marks(&self, field: &Field) -> Result<Vec<Rule>, Fault> {
        let mut rules = Vec::new();
        for (r, row) in self.rows.iter().enumerate() {
            for (c, (start, mark)) in row.text.char_indices().enumerate() {
                let is_nothing = match (r % 2, c % 2) {
                    (0, 0) => ".~".contains(mark),
                    (1, 1) => mark == '+',
                    _ => false,
                };
                if mark.is_whitespace() || is_nothing {
                    continue;
                }
                let at = |fault| row.between(start, start + mark.len_utf8(), fault);
                let is_between = r % 2 + c % 2 == 1;
                let cells = [
                    field.cell(r / 2, c / 2),
                    field.cell(r.div_ceil(2), c.div_ceil(2)),
                ];
                let (true, [Some(first), Some(second)]) = (is_between, cells) else {
                    return Err(at(VariantFault::MisplacedMark(mark)));
                };
                let (relation, cells) = match mark {
                    'o' => (Relation::Difference(1), [first, second]),
                    '*' => (Relation::Ratio(2), [first, second]),
                    'X' => (Relation::Total(10), [first, second]),
                    'V' => (Relation::Total(5), [first, second]),
                    '<' | '^' => (Relation::Less, [first, second]),
                    '>' | 'v' => (Relation::Less, [second, first]),
                    _ => return Err(at(VariantFault::BadMark(mark))),
                };
                rules.push(Rule::Pair(relation, cells));
            }
        }
        Ok(rules)
    }
}
