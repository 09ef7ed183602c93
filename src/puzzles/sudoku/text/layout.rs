//! The layout of a question, and the answer in the same layout.
//!
//! The question's own text is kept as a template, with the place of each blank cell in it. The answer is the template
//! with each blank replaced by its digit: one mechanism for lines, grids, numbers and arrays.
//!
//! ```text
//! template  [[1, 0, 3, 4],⏎…      blanks  byte 5, …      answer  [[1, 2, 3, 4],⏎…
//!                ^
//! ```
//!
//! Lines of the template end in `\n`; comments never get into it.

use std::ops::Range;

use smallvec::SmallVec;

use super::alphabet::Alphabet;
use crate::problem::{Located, OptionId};
use crate::puzzles::lines::Line;

/// The text of one puzzle, in which every byte knows the line that it came from.
#[derive(Default)]
pub(in crate::puzzles::sudoku) struct Source {
    /// Lines that end in `\n`.
    text: String,
    /// Where each line starts in `text`, and its number in the stream; one entry if the puzzle is one line.
    lines: SmallVec<[(usize, u64); 1]>,
}

impl Source {
    /// Makes room for this number of lines as long as the first.
    pub fn reserve(&mut self, lines: usize) {
        self.text.reserve(self.text.len() * lines);
    }

    /// Adds a line; gives the place of its first byte.
    pub fn push(&mut self, line: Line) -> usize {
        let start = self.text.len();
        self.lines.push((start, line.number));
        match start {
            0 => self.text = line.text,
            _ => self.text.push_str(&line.text),
        }
        self.text.push('\n');
        start
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of the line in which this byte of the text stands.
    pub fn number_at(&self, at: usize) -> u64 {
        let after = self.lines.partition_point(|&(start, _)| start <= at);
        self.lines[after.saturating_sub(1)].1
    }

    /// The line that starts at byte `start` of the text, without its end.
    pub fn line(&self, start: usize) -> &str {
        let rest = &self.text[start..];
        rest.split('\n').next().unwrap_or_default()
    }

    /// A fault at these bytes of the text. If they are on more than one line, those on the first line count.
    pub fn locate<F>(&self, fault: F, place: Range<usize>) -> Located<F> {
        let after = self
            .lines
            .partition_point(|&(start, _)| start <= place.start);
        let (start, number) = match after.checked_sub(1) {
            Some(index) => self.lines[index],
            None => (0, 1),
        };
        Located::new(
            fault,
            number,
            self.line(start),
            place.start - start,
            place.end - start,
        )
    }
}

/// What an answer looks like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::puzzles::sudoku) struct Layout {
    template: String,
    /// Whether the template is a bare line: each cell is one byte, and there is nothing else.
    bare: bool,
    /// The bytes of each blank cell, in the order of the cells; none overlaps another. Empty in a bare line.
    blanks: Vec<(u32, u32)>,
    alphabet: Alphabet,
}

impl Layout {
    /// The layout of a text of `cells` cells, in which no blank is known yet.
    pub fn new(alphabet: Alphabet, cells: usize) -> Layout {
        Layout {
            template: String::new(),
            bare: false,
            blanks: Vec::with_capacity(cells),
            alphabet,
        }
    }

    pub fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// Adds a blank cell at these bytes of `text`. A number's place takes in the spaces that align it; a space can be a blank cell too.
    pub fn add_blank(&mut self, text: &str, place: Range<usize>) {
        let mut start = place.start;
        if matches!(self.alphabet, Alphabet::Numbers { .. }) {
            let before = &text.as_bytes()[..start];
            let aligns = |at: &usize| {
                before[*at] == b' ' && (*at == 0 || matches!(before[*at - 1], b' ' | b'\n' | b'['))
            };
            let free = self.blanks.last().map_or(0, |&(_, end)| end as usize);
            start = (free..start)
                .rev()
                .take_while(aligns)
                .last()
                .unwrap_or(start);
        }
        self.blanks.push((start as u32, place.end as u32));
    }

    /// Sets the text in which the blanks stand, of `cells` cells.
    pub fn set_template(&mut self, source: Source, cells: usize) {
        self.template = source.text;
        self.bare = self.template.len() == cells + 1 && !self.alphabet.symbols().is_empty();
        if self.bare {
            self.blanks = Vec::new();
        }
    }

    /// Sets the part of a text in which the blanks stand.
    pub fn set_part(&mut self, source: &Source, part: Range<usize>) {
        self.template = source.text[part.clone()].to_owned() + "\n";
        for (start, end) in &mut self.blanks {
            *start -= part.start as u32;
            *end -= part.start as u32;
        }
    }

    /// Whether the layout is a bare line: each cell is one byte, and there is nothing else in the line.
    pub fn is_bare(&self) -> bool {
        self.bare
    }

    /// Whether the layout is one line, bare or not.
    pub fn is_one_line(&self) -> bool {
        self.bare || self.template.find('\n') == Some(self.template.len() - 1)
    }

    /// Makes this bare line another one, of cells that fit the alphabet.
    pub fn set_bare(&mut self, cells: &str, alphabet: Alphabet) {
        self.template.clear();
        self.template.push_str(cells);
        self.template.push('\n');
        self.alphabet = alphabet;
    }

    /// Appends this bare line, of a grid of N = `size`, with the digits of these options written over it.
    ///
    /// # Panics
    /// If a cell or a digit is not one of the grid.
    pub fn write_bare(&self, size: usize, options: &[OptionId], text: &mut Vec<u8>) {
        let digits = options.iter().map(|option| option.index());
        match size {
            // The compiler divides by a number that it knows without a division.
            9 => self.overwrite(digits.map(|index| (index / 9, index % 9)), text),
            _ => self.overwrite(digits.map(|index| (index / size, index % size)), text),
        }
    }

    /// Appends this bare line with these digits written over it, each as its cell and its index, 0 for digit 1.
    fn overwrite(&self, digits: impl Iterator<Item = (usize, usize)>, text: &mut Vec<u8>) {
        let start = text.len();
        text.extend_from_slice(self.template.as_bytes());
        let line = &mut text[start..];
        let symbols = self.alphabet.symbols();
        for (cell, index) in digits {
            line[cell] = symbols[index];
        }
    }

    /// Appends the template with its blanks replaced by `digits`, one for each blank; a digit 0 leaves the blank.
    pub fn fill(&self, digits: impl Iterator<Item = u8>, text: &mut Vec<u8>) {
        let template = self.template.as_bytes();
        let mut done = 0;
        for (&(start, end), digit) in self.blanks.iter().zip(digits) {
            let (start, end) = (start as usize, end as usize);
            if digit > 0 {
                text.extend_from_slice(&template[done..start]);
                // A word such as `null` is not a place to fill.
                let is_word = end - start > 1 && template[start].is_ascii_alphabetic();
                let width = if is_word { 1 } else { end - start };
                self.alphabet.write(digit, width, text);
                done = end;
            }
        }
        text.extend_from_slice(&template[done..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::sudoku::text::Seen;

    fn source_of(text: &str) -> Source {
        let mut source = Source::default();
        for (number, text) in (1..).zip(text.lines()) {
            source.push(line(number, text));
        }
        source
    }

    fn line(number: u64, text: &str) -> Line {
        Line {
            number,
            text: text.into(),
            cut: false,
            is_between: false,
        }
    }

    fn filled(alphabet: Alphabet, template: &str, digits: &[u8]) -> String {
        let mut layout = Layout::new(alphabet, 0);
        for (at, _) in template.match_indices('0') {
            layout.add_blank(template, at..at + 1);
        }
        layout.set_template(source_of(template), 0);
        let mut text = Vec::new();
        layout.fill(digits.iter().copied(), &mut text);
        String::from_utf8(text).expect("UTF-8")
    }

    #[test]
    fn blanks_are_replaced_and_the_rest_stays() {
        let symbols = Alphabet::of(9, Seen::default());
        assert_eq!(filled(symbols, "1|0 |0\n", &[10, 3]), "1|A |3\n");
        assert_eq!(filled(symbols, "1|0 |0\n", &[0, 3]), "1|0 |3\n");
    }

    #[test]
    fn numbers_stay_aligned_where_there_is_room() {
        let numbers = |template, digits| filled(Alphabet::NUMBERS, template, digits);
        assert_eq!(numbers(" 0  0 12\n", &[11, 9]), "11  9 12\n");
        assert_eq!(numbers("0 0 12\n", &[11, 9]), "11 9 12\n");
        assert_eq!(numbers("[ 0, 0,  0]\n", &[1, 12, 7]), "[ 1, 12,  7]\n");
        assert_eq!(numbers("[ 0, 0,  0]\n", &[11, 12, 10]), "[11, 12, 10]\n");
    }

    #[test]
    fn a_fault_knows_the_line_that_it_came_from() {
        let mut source = Source::default();
        assert_eq!(source.push(line(3, "12")), 0);
        let start = source.push(line(7, "34x"));
        let located = source.locate((), start + 2..start + 3);
        assert_eq!((located.line, located.column, located.width), (7, 3, 1));
        assert_eq!(source.locate((), 0..99).width, 2);
    }
}
