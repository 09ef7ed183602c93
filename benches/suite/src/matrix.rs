//! The text of an instance, read for the peers: items and colours become numbers.
//!
//! ```text
//!     a b | p              primary 2, items 3         a = 0, b = 1, p = 2
//!     a p:red              option 0: (0, –) (2, 1)     red = 1
//!     b p:blue             option 1: (1, –) (2, 2)     blue = 2
//! ```
//!
//! It shares no code with dominox's own reader, so that an error in one of them shows as a difference of the counts. It
//! checks its input less: for texts of unknown origin use `dominox::Problem::parse`.

use std::collections::HashMap;

/// An exact-cover problem in numbers.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Matrix {
    /// The number of items that must be covered: those below this number.
    pub primary: u32,
    /// The number of items.
    pub items: u32,
    /// The number of colours.
    pub colors: u32,
    /// How often each primary item must and may be covered; empty if all are to be covered once.
    pub bounds: Vec<(u32, u32)>,
    /// Some option has a cost.
    pub costed: bool,
    /// The options that have a primary item; others are in no solution.
    pub options: Vec<Vec<Entry>>,
}

/// An item of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The item, counted from 0, the primary ones first.
    pub item: u32,
    /// Its colour, counted from 1.
    pub color: Option<u32>,
}

impl Matrix {
    /// Reads D. E. Knuth's format.
    ///
    /// # Errors
    /// Without a line of items, or at a name that is unknown; with the number of the line.
    pub fn parse(text: &str) -> Result<Matrix, String> {
        let mut matrix = Matrix::default();
        let mut lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.starts_with('|') && !line.trim().is_empty());
        let (_, first) = lines.next().ok_or("no line of items")?;
        let items = matrix.read_items(first);
        let mut colors = HashMap::new();
        for (number, line) in lines {
            let option = matrix
                .read_option(line, &items, &mut colors)
                .map_err(|name| format!("line {}: unknown item {name}", number + 1))?;
            if option.iter().any(|entry| entry.item < matrix.primary) {
                matrix.options.push(option);
            }
        }
        matrix.colors = colors.len() as u32;
        Ok(matrix)
    }

    /// Counts the items of the first line, and numbers them.
    fn read_items<'a>(&mut self, line: &'a str) -> HashMap<&'a str, u32> {
        let mut numbers = HashMap::new();
        for word in line.split_whitespace() {
            if word == "|" {
                self.primary = self.items;
                continue;
            }
            let (bounds, name) = word.split_once('|').unwrap_or(("1", word));
            let (low, high) = bounds.split_once(':').unwrap_or((bounds, bounds));
            self.bounds
                .push((low.parse().unwrap_or(1), high.parse().unwrap_or(1)));
            numbers.insert(name, self.items);
            self.items += 1;
        }
        if !line.split_whitespace().any(|word| word == "|") {
            self.primary = self.items;
        }
        self.bounds.truncate(self.primary as usize);
        if self.bounds.iter().all(|&bounds| bounds == (1, 1)) {
            self.bounds.clear();
        }
        numbers
    }

    fn read_option<'a>(
        &mut self,
        line: &'a str,
        items: &HashMap<&str, u32>,
        colors: &mut HashMap<&'a str, u32>,
    ) -> Result<Vec<Entry>, &'a str> {
        let mut option = Vec::new();
        for word in line.split_whitespace() {
            if word.starts_with('|') {
                self.costed = true;
                continue;
            }
            let (name, color) = match word.split_once(':') {
                Some((name, color)) => (name, Some(color)),
                None => (word, None),
            };
            let next = colors.len() as u32 + 1;
            option.push(Entry {
                item: *items.get(name).ok_or(name)?,
                color: color.map(|color| *colors.entry(color).or_insert(next)),
            });
        }
        Ok(option)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_and_colors_become_numbers() {
        let text = "| a comment\na b | p\na p:red\nb p:blue\np:red\nb p |7\n";
        let matrix = Matrix::parse(text).unwrap();
        let entry = |item, color| Entry { item, color };
        assert_eq!((matrix.primary, matrix.items, matrix.colors), (2, 3, 2));
        assert_eq!((matrix.bounds.len(), matrix.costed), (0, true));
        assert_eq!(
            matrix.options,
            [
                [entry(0, None), entry(2, Some(1))],
                [entry(1, None), entry(2, Some(2))],
                [entry(1, None), entry(2, None)],
            ]
        );
    }

    #[test]
    fn all_items_are_primary_without_a_bar() {
        let matrix = Matrix::parse("1:2|a b\na b\n").unwrap();
        assert_eq!((matrix.primary, matrix.items), (2, 2));
        assert_eq!(matrix.bounds, [(1, 2), (1, 1)]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let error = Matrix::parse("| a comment\na b\n\na c\n").unwrap_err();
        assert_eq!(error, "line 4: unknown item c");
        assert_eq!(
            Matrix::parse("| nothing\n").unwrap_err(),
            "no line of items"
        );
    }
}
