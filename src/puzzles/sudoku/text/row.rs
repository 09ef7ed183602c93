//! One line of a puzzle, measured: how many cells it has and what they are made of.
//!
//! A cell is one character, or, where the line is spaced, one word; or what stands between commas; or a place in a frame:
//!
//! ```text
//! 53.|.7.|...        9 cells of one character
//! 530 070 000        9 cells too: words of one length are groups of cells
//! 0 3 10 12          4 cells, words
//! 5. 3. 0. 7.        4 cells too, and so are 5.0 3.0 0.0 7.0
//! 5,3,,,7,,,,        9 cells between commas; where nothing stands, the cell is blank
//! | 5 3   |   7   | … 9 cells by their places: a blank cell is a space
//! ```
//!
//! The cells may be only a part of the line, as in `17,"53..7…",easy  # mine`: see `field.rs`.

use std::ops::Range;

use super::alphabet::{Alphabet, Odd, Seen, gap_at, is_empty_word};
use super::beside::{cells_of, separator};
use super::field;
use super::fraction::without_fraction;
use super::frame::parts;
use crate::puzzles::kind::{Hints, Places, Table};
use crate::puzzles::sudoku::{LARGEST_SIZE, Shape};

/// The longest line that can be a row, in bytes; a longer one can only be a puzzle.
pub(super) const LONGEST_ROW: usize = 4096;

/// In a line of more bytes, no puzzle is searched for among other text.
const LONGEST_LINE: usize = 1 << 16;

/// A line of more characters is not a puzzle: they are not counted. Numbers up to 36 have two each, words for a blank nine.
const MOST_CHARACTERS: usize = 9 * LARGEST_SIZE * LARGEST_SIZE;

/// The bars of a frame.
pub(super) const BARS: [char; 4] = ['|', '│', '┃', '║'];

/// What a line is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Number of cells.
    pub width: usize,
    /// What a cell is.
    pub form: Form,
    pub seen: Seen,
    pub odd: Odd,
    /// The bytes of the line in which the cells are.
    pub start: usize,
    pub end: usize,
    /// The length of the line without the comment at its end.
    pub kept: usize,
}

/// What a cell of a row is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// One character; perhaps each is separated from its neighbours.
    Characters { spaced: bool },
    /// A word, and not all of them one character.
    Words,
    /// A number with a fraction of zeros, or a word for a blank.
    Fractions,
    /// What stands between commas, semicolons or tabs.
    Fields,
    /// A character at a place between bars: each part holds `cells` of them, the first `start` characters after the bar, and
    /// each `step` after the one before.
    Places {
        cells: usize,
        start: usize,
        step: usize,
    },
}

/// The sizes of puzzles that can have this number of cells in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fit {
    /// The line is a row of a grid of this shape.
    pub row: Option<Shape>,
    /// The line is a whole puzzle of this shape.
    pub puzzle: Option<Shape>,
}

impl Fit {
    /// What `width` cells can be: of the requested shape, or else of any usual one.
    pub fn of(width: usize, hints: Hints) -> Fit {
        let shape = |size| match hints.shape {
            Some(shape) => Some(shape).filter(|shape| shape.size() == size),
            None => Shape::of_size(size),
        };
        let root = width.isqrt();
        Fit {
            row: shape(width),
            puzzle: shape(root).filter(|shape| shape.cells() == width),
        }
    }

    /// Whether it fits anything.
    pub fn is_some(self) -> bool {
        self.row.is_some() || self.puzzle.is_some()
    }
}

impl Row {
    /// Measures a line, or the part of it that holds the cells.
    pub fn measure(text: &str, hints: Hints) -> Row {
        if text.len() > LONGEST_LINE {
            return Row::bare(0..text.len()).by_words(text, hints);
        }
        if hints.table.is_none()
            && let Some(row) = Row::bare(0..text.len()).by_bytes(text, hints)
        {
            return row;
        }
        let kept = field::kept(text);
        if let Some(cells) = cells_of(&text[..kept], hints.beside) {
            return Row {
                kept,
                ..Row::measure_part(text, cells, hints)
            };
        }
        let all = || Row::measure_part(text, 0..kept, hints);
        let is_of_table = field::table_of(text, hints).is_some();
        let row = (!is_of_table).then(all);
        if let Some(row) = row.filter(|row| row.is_whole(hints)) {
            return row;
        }
        match field::find(&text[..kept], hints) {
            Some(part) => Row {
                kept,
                ..Row::measure_part(text, part, hints)
            },
            None => row.unwrap_or_else(all),
        }
    }

    /// Measures the column of this table in a line of it.
    pub fn measure_column(text: &str, table: Table, hints: Hints) -> Row {
        if text.len() > LONGEST_LINE {
            return Row::measure(text, hints);
        }
        let kept = field::kept(text);
        let part = field::columns(&text[..kept]).nth(table.column);
        Row {
            kept,
            ..Row::measure_part(text, part.unwrap_or(0..kept), hints)
        }
    }

    /// Measures this part of a line.
    pub fn measure_part(text: &str, part: Range<usize>, hints: Hints) -> Row {
        let inner = &text[part.clone()];
        let row = Row::bare(part);
        if let Some(plain) = row.by_bytes(inner, hints) {
            return plain;
        }
        if let Some(numbers) = row.by_fractions(inner, hints) {
            return numbers;
        }
        if let Some(framed) = row.by_places(inner, hints) {
            return framed;
        }
        // If there is nothing between two tabs, the tabs separate fields, not just words.
        let has_empty_field =
            inner.contains("\t\t") || inner.starts_with('\t') || inner.ends_with('\t');
        if has_empty_field && let Some(fields) = row.by_fields(inner, hints) {
            return fields;
        }
        let row = row.by_words(inner, hints);
        match row.is_whole(hints) {
            true => row,
            false => row.by_fields(inner, hints).unwrap_or(row),
        }
    }

    /// The row of this part of a line, before anything is measured.
    fn bare(part: Range<usize>) -> Row {
        Row {
            width: 0,
            form: Form::Characters { spaced: false },
            seen: Seen::default(),
            odd: Odd::default(),
            start: part.start,
            end: part.end,
            kept: part.end,
        }
    }

    /// The row, if all of the line is cells of one byte, as in most lines.
    fn by_bytes(mut self, text: &str, hints: Hints) -> Option<Row> {
        self.seen = Seen::all(text.as_bytes());
        self.width = text.len();
        self.form = Form::Characters {
            spaced: text.len() == 1,
        };
        (self.seen.has_only_cells() && self.is_whole(hints)).then_some(self)
    }

    /// The row whose cells are numbers as `5.` or `5.0`, with words for blank cells among them.
    fn by_fractions(mut self, text: &str, hints: Hints) -> Option<Row> {
        self.form = Form::Fractions;
        for word in words(text, true).map(|word| &text[word]) {
            let digits = &word[..without_fraction(word)];
            if digits.len() == word.len() && !is_empty_word(word.as_bytes()) {
                return None;
            }
            self.see_all(digits);
            self.width += 1;
        }
        // Other blanks, such as `·`, are characters. A row may be `NaN` alone.
        let has_words = text.contains(['.', 'n', 'N']);
        (has_words && Fit::of(self.width, hints).is_some()).then_some(self)
    }

    /// The row whose cells are characters or words.
    fn by_words(mut self, text: &str, hints: Hints) -> Row {
        let (mut characters, mut words, mut in_word) = (0, 0, false);
        let mut at = 0;
        while at < text.len() && characters <= MOST_CHARACTERS {
            let gap = gap_at(text.as_bytes(), at);
            if gap > 0 {
                self.seen.add(b' ');
                in_word = false;
                at += gap;
            } else {
                let length = char_length(text.as_bytes()[at]);
                self.see(&text[at..at + length]);
                characters += 1;
                words += usize::from(!in_word);
                in_word = true;
                at += length;
            }
        }
        let wide = at == text.len()
            && words > 1
            && characters > words
            && Fit::of(words, hints).is_some()
            && !is_grouped(text)
            && !(Fit::of(characters, hints).is_some() && is_of_pairs(text, words));
        self.width = if wide { words } else { characters };
        self.form = match wide {
            true => Form::Words,
            false => Form::Characters {
                spaced: words == characters,
            },
        };
        self
    }

    /// The row whose cells stand between commas, semicolons or tabs.
    fn by_fields(self, text: &str, hints: Hints) -> Option<Row> {
        let mut row = Row {
            width: 0,
            form: Form::Fields,
            seen: Seen::default(),
            odd: Odd::default(),
            ..self
        };
        separator(text)?;
        for place in fields(text) {
            row.width += 1;
            let cell = &text[place];
            if cell.len() > 2 && !is_empty_word(cell.as_bytes()) {
                return None;
            }
            row.see_all(cell);
        }
        Fit::of(row.width, hints).is_some().then_some(row)
    }

    /// The row in a frame whose blank cells are spaces.
    fn by_places(self, text: &str, hints: Hints) -> Option<Row> {
        if let Some(places) = hints.places
            && let Some(row) = self.at(text, places)
        {
            return Some(row);
        }
        let trimmed = text.trim_ascii();
        let can_be_bar = |byte: u8| byte == b'|' || !byte.is_ascii();
        if !trimmed.bytes().any(can_be_bar) || !trimmed.contains(BARS) {
            return None;
        }
        if is_barred(trimmed, hints) {
            return None;
        }
        let inner = trimmed.strip_prefix(BARS).unwrap_or(trimmed);
        let inner = inner.strip_suffix(BARS).unwrap_or(inner);
        let parts: Vec<&str> = inner.split(BARS).collect();
        let length = parts[0].len();
        if parts
            .iter()
            .any(|part| !part.is_ascii() || part.len() != length)
        {
            return None;
        }
        let form = |(cells, start, step): (usize, usize, usize)| {
            let shape = Fit::of(cells * parts.len(), hints).row?;
            let is_cell = |at: usize| at >= start && (at - start).is_multiple_of(step);
            let is_apart = |part: &&str| {
                let mut bytes = part.bytes().enumerate();
                bytes.all(|(at, byte)| is_cell(at) || byte == b' ')
            };
            (shape.columns_per_box() == cells && parts.iter().all(is_apart))
                .then_some(Form::Places { cells, start, step })
        };
        let forms = [
            ((length.saturating_sub(1)) / 2, 1, 2),
            (length.div_ceil(2), 0, 2),
            (length, 0, 1),
        ];
        let odd = [length % 2 == 1, length % 2 == 1, true];
        let form = forms
            .into_iter()
            .zip(odd)
            .filter(|&(_, fits)| fits)
            .find_map(|(f, _)| form(f))?;
        let (row, blanks) = Row { form, ..self }.see_places(text);
        let others = row.seen.has_blank() || row.odd.is_some();
        (blanks > 0 && !others).then_some(row)
    }

    /// The row of a frame that has its cells at these places.
    fn at(self, text: &str, places: Places) -> Option<Row> {
        let [cells, start, step] = [places.cells, places.start, places.step].map(usize::from);
        let is_cell = |at: usize| at >= start && (at - start).is_multiple_of(step);
        let mut count = 0;
        for part in parts(text)? {
            count += 1;
            let mut bytes = part.bytes().enumerate();
            let fits = bytes.all(|(at, byte)| byte.is_ascii() && (byte == b' ' || is_cell(at)));
            if part.len() != usize::from(places.length) || !fits {
                return None;
            }
        }
        let form = Form::Places { cells, start, step };
        (count == usize::from(places.parts)).then(|| Row { form, ..self }.see_places(text).0)
    }

    /// Records the characters at the places of the row. Returns also how many of the places are blank.
    fn see_places(mut self, text: &str) -> (Row, usize) {
        let mut blanks = 0;
        for place in self.places(text) {
            self.width += 1;
            match &text[place] {
                " " => blanks += 1,
                cell => self.see(cell),
            }
        }
        (self, blanks)
    }

    /// Records the characters of a cell, but not those of a word for a blank.
    fn see_all(&mut self, cell: &str) {
        let characters = cell.char_indices();
        if characters.clone().nth(1).is_none() || !is_empty_word(cell.as_bytes()) {
            characters.for_each(|(at, c)| self.see(&cell[at..at + c.len_utf8()]));
        }
    }

    /// Records a character of a cell.
    fn see(&mut self, cell: &str) {
        self.seen.add_character(cell);
        self.odd.add(cell);
    }

    /// Whether the line can be a row or a puzzle as it stands.
    fn is_whole(&self, hints: Hints) -> bool {
        let fit = Fit::of(self.width, hints);
        let shape = fit.row.or(fit.puzzle);
        shape.is_some_and(|shape| self.suits(shape))
    }

    /// Whether everything in the row can be in a grid of this shape.
    pub fn suits(&self, shape: Shape) -> bool {
        let size = shape.size();
        if self.odd.is_some() {
            return self.odd.reading(size, self.seen).is_some();
        }
        !self.seen.has_foreign()
            && (size > 9
                || Alphabet::with_x_as_blank(size, self.seen).is_some()
                || self.form != Form::Words && self.seen.fits_numerals_up_to(size))
    }

    /// Where the cells are if each is one byte, and nothing stands between them.
    pub fn dense(&self) -> Option<Range<usize>> {
        let is_dense =
            matches!(self.form, Form::Characters { .. }) && self.width == self.end - self.start;
        is_dense.then_some(self.start..self.end)
    }

    /// The places of the cells in `text`, the line that was measured.
    pub fn cells(self, text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
        let part = &text[self.start..self.end];
        let cells: Box<dyn Iterator<Item = Range<usize>> + '_> = match self.form {
            Form::Characters { .. } => Box::new(words(part, false)),
            Form::Words => Box::new(words(part, true)),
            Form::Fractions => Box::new(words(part, true).map(|word| whole_number(part, word))),
            Form::Fields => Box::new(fields(part)),
            Form::Places { .. } => Box::new(self.places(part)),
        };
        cells.map(move |cell| self.start + cell.start..self.start + cell.end)
    }

    /// The places between bars that hold cells.
    fn places(self, text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
        let Form::Places { cells, start, step } = self.form else {
            unreachable!("the row has places")
        };
        let mut at = text.len() - text.trim_ascii_start().len();
        if text[at..].starts_with(BARS) {
            at += char_length(text.as_bytes()[at]);
        }
        let mut number = 0;
        std::iter::from_fn(move || {
            let rest = &text[at..];
            let bar = rest.find(BARS).unwrap_or(rest.len());
            let place = at + start + number * step;
            if place >= at + bar || place >= text.len() {
                return None;
            }
            number += 1;
            if number == cells {
                number = 0;
                at += bar;
                at += text.as_bytes().get(at).map_or(0, |&byte| char_length(byte));
            }
            Some(place..place + 1)
        })
    }

    /// Whether each cell is separated from its neighbours.
    pub fn is_spaced(&self) -> bool {
        matches!(
            self.form,
            Form::Words | Form::Fractions | Form::Fields | Form::Characters { spaced: true }
        )
    }
}

/// How digits are written in a grid of this size with these rows.
pub(super) fn alphabet_of<'r>(rows: impl Iterator<Item = &'r Row>, size: usize) -> Alphabet {
    let (mut seen, mut odd) = (Seen::default(), Odd::default());
    let (mut is_spaced, mut wide, mut others) = (true, 0, 0);
    for row in rows {
        (seen, odd) = (seen.or(row.seen), odd.or(row.odd));
        is_spaced &= row.is_spaced();
        match row.form {
            Form::Words | Form::Fractions | Form::Fields => wide += 1,
            _ => others += 1,
        }
    }
    let all_numerals = size > 9 && !seen.has_letters() && !odd.is_some();
    if is_spaced && (wide > others || all_numerals) && !seen.has_letters() {
        return Alphabet::NUMBERS;
    }
    Alphabet::of_grid(size, seen, odd)
}

/// The cells that are characters, or words.
fn words(text: &str, wide: bool) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() && gap_at(bytes, at) > 0 {
            at += gap_at(bytes, at);
        }
        let start = at;
        at += char_length(*bytes.get(at)?);
        while wide && at < bytes.len() && gap_at(bytes, at) == 0 {
            at += char_length(bytes[at]);
        }
        Some(start..at)
    })
}

/// The texts between commas or, if there are none, between semicolons or tabs, without blanks and quotes around them. A
/// comma may end the text.
fn fields(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let separator = separator(text).unwrap_or(',');
    let text = text.trim_end_matches([' ', '\r']);
    let cells = text.split(separator).filter(|_| !text.is_empty());
    // `5,3,` has two fields if they are digits, but `5,,` of a blank last one has three: the width decides in the caller.
    cells.map(move |cell| {
        let trimmed = cell.trim_ascii();
        let (place, inner) = match trimmed.is_empty() {
            true => (cell, trimmed),
            false => [quoted(trimmed).unwrap_or(trimmed); 2].into(),
        };
        let start = place.as_ptr() as usize - text.as_ptr() as usize;
        whole_number(text, start..start + inner.len())
    })
}

/// The part of a word that is a whole number, without the fraction after it.
fn whole_number(text: &str, word: Range<usize>) -> Range<usize> {
    word.start..word.start + without_fraction(&text[word])
}

/// What stands in the quotes around a field.
fn quoted(field: &str) -> Option<&str> {
    let is_quote = |quote: char| field.strip_prefix(quote)?.strip_suffix(quote);
    is_quote('"').or_else(|| is_quote('\''))
}

/// The number of bytes of the character that begins with this byte.
fn char_length(byte: u8) -> usize {
    match byte {
        0..0xC0 => 1,
        0xC0..0xE0 => 2,
        0xE0..0xF0 => 3,
        0xF0.. => 4,
    }
}

/// Whether a line is cells with spaces between them and bars between the boxes, but no frame: `1 2 | 4 3`, a row of 4×4 and
/// not one of 8×8 with spaces as blanks.
fn is_barred(text: &str, hints: Hints) -> bool {
    let parts = || text.split(BARS);
    let cells = parts().next().map_or(0, |part| words(part, true).count());
    let is_spaced = |part: &str| {
        let mut bytes = part.trim_ascii().bytes().enumerate();
        bytes.all(|(at, byte)| (byte == b' ') == (at % 2 == 1))
    };
    let is_part = |part: &str| is_spaced(part) && words(part, true).count() == cells;
    let shape = Fit::of(cells * parts().count(), hints).row;
    cells > 1 && parts().all(is_part) && shape.is_some_and(|shape| shape.columns_per_box() == cells)
}

/// Whether the words of a line are groups of characters: all of one length, and longer than a number of two digits.
fn is_grouped(text: &str) -> bool {
    let mut lengths = words(text, true).map(|word| word.len());
    let first = lengths.next().unwrap_or(0);
    first > 2 && lengths.all(|length| length == first)
}

/// Whether the words of a line, of which there are `count`, are pairs of characters: `12|..|5.`, not numbers up to `count`.
fn is_of_pairs(text: &str, count: usize) -> bool {
    let pairs = Vec::from_iter(words(text, true).map(|word| &text[word]));
    let is_cell = |pair: &&str| pair.parse().is_ok_and(|number: usize| number <= count);
    count < 10 && pairs.iter().all(|pair| pair.chars().count() == 2) && !pairs.iter().all(is_cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<&str> {
        let row = Row::measure(text, Hints::default());
        let cells: Vec<_> = row.cells(text).map(|place| &text[place]).collect();
        assert_eq!(cells.len(), row.width, "{text}");
        cells
    }

    #[test]
    fn cells_are_characters_or_words() {
        assert_eq!(cells("5.|x1|").join(" "), "5 . x 1");
        assert_eq!(cells("530 070 000").len(), 9);
        assert_eq!(cells(" 0\t3 10 12 "), ["0", "3", "10", "12"]);
        assert_eq!(
            cells("12 34"),
            ["1", "2", "3", "4"],
            "no grid has 2 columns"
        );
        assert_eq!(cells("1é\u{fffd}2"), ["1", "é", "\u{fffd}", "2"]);
        assert_eq!(cells("12|..|5.|..").len(), 8);
        assert_eq!(cells("02|01|00|04").len(), 4, "numbers up to 4");
        assert_eq!(cells("1 2 3 4 5 6 7 8 1O").len(), 9);
        assert_eq!(cells("1 2 3 4 5 6 7 8 100").len(), 9);
        assert_eq!(cells("1234 5678 ABCD EFG.").len(), 16);
    }

    #[test]
    fn cells_stand_between_commas_and_at_places() {
        assert_eq!(cells("5,3,,4"), ["5", "3", "", "4"]);
        assert_eq!(cells("5, 3, , 12"), ["5", "3", "", "12"]);
        assert_eq!(cells("|5  | 7 |  9|").concat(), "5   7   9");
        assert_eq!(cells("| 5 3   |   7   |     9 |").concat(), "53  7   9");
        assert_eq!(cells("│ 5 · · │ · 7 · │ · · 9 │").concat(), "5···7···9");
        assert_eq!(cells("|5 3 4|  7  |    9|").concat(), "534 7   9");
        for text in ["1 2|3 4", "1 2 | 3 4", "1 2 │ 3 4"] {
            assert_eq!(cells(text), ["1", "2", "3", "4"], "{text}");
        }
        assert_eq!(cells("|1 2 | 4 3|").concat(), "1 2  4 3");
    }

    #[test]
    fn the_boxes_asked_for_tell_what_a_cell_is() {
        let width = |asked: &str| {
            let hints = Hints {
                shape: asked.parse().ok(),
                ..Hints::default()
            };
            Row::measure("12 34 56 78", hints).width
        };
        assert_eq!((width("4x2"), width("2x2")), (8, 4));
    }
}
