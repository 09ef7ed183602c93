//! Options as a picture, where there is no board to draw: a row for each item, a column for each option.
//!
//! ```text
//!           1   4   5      the numbers of the options
//!     a     .   ●   .
//!     b     .   │   ●      an option is a line through its items
//!     c     ●   │   │
//!     d     │   ●   │
//!     ══    │   .   │      secondary items are below the double line
//!     e     ●       ● red  and have a colour, perhaps
//! ```

use crate::problem::{ItemId, OptionId, Problem, Solution};
use crate::render::{Align, Paint, Picture, Shape, Stroke, Text, TooLarge};

/// The most items, and the most options.
const MOST: usize = 120;

/// The width of a column, the height of a row, and the size of letters, in cells.
const COLUMN: f64 = 0.9;
const ROW: f64 = 0.62;
const LETTERS: f64 = 0.42;
const MARGIN: f64 = 0.3;

/// Items and these options, as a table.
///
/// # Errors
/// If there are more than [`MOST`] items or options.
pub(super) fn table_picture(problem: &Problem, options: &[OptionId]) -> Result<Picture, TooLarge> {
    let solution = Solution::new(options.to_vec());
    let options = solution.options();
    let (items, count) = (problem.item_count(), options.len());
    if items.max(count) > MOST {
        return Err(TooLarge {
            found: format!("{items} items and {count} options"),
            most: format!("{MOST} of each"),
        });
    }
    let names = problem.items().map(|item| problem.item_name(item));
    let widest = names.map(Picture::width_of).fold(0.6, f64::max) * LETTERS;
    let left = MARGIN + widest + 0.3;
    let gap = if problem.primary_count() < items {
        0.3
    } else {
        0.0
    };
    let size = [
        left + COLUMN * count as f64 + MARGIN,
        2.0 * MARGIN + ROW * (items + 1) as f64 + gap,
    ];
    let mut table = Table {
        problem,
        left,
        right: size[0] - MARGIN,
        gap,
        picture: Picture::new("", size),
    };
    table.rule();
    table.name_items(options);
    for (column, &option) in options.iter().enumerate() {
        table.draw_option(column, option);
    }
    let texts = options.iter().map(|&option| {
        format!(
            "Option {}: {}.",
            option.index() + 1,
            problem.option_text(option)
        )
    });
    table
        .picture
        .set_description(Vec::from_iter(texts).join(" "));
    Ok(table.picture)
}

struct Table<'a> {
    problem: &'a Problem,
    /// Where the columns begin and end.
    left: f64,
    right: f64,
    /// The room above secondary items.
    gap: f64,
    picture: Picture,
}

impl Table<'_> {
    /// The middle of the row of an item.
    fn height(&self, item: ItemId) -> f64 {
        let gap = match item.index() < self.problem.primary_count() {
            true => 0.0,
            false => self.gap,
        };
        MARGIN + ROW * (item.index() as f64 + 1.5) + gap
    }

    /// A thin line in each row, and a firm one above the secondary items.
    fn rule(&mut self) {
        let line = |y: f64| vec![[self.left, y], [self.right, y]];
        let rows = self.problem.items().map(|item| line(self.height(item)));
        let rows = Vec::from_iter(rows);
        let primary = self.problem.primary_count();
        if self.gap > 0.0 {
            let y = MARGIN + ROW * (primary + 1) as f64 + self.gap / 2.0;
            let line = vec![vec![[MARGIN, y], [self.right, y]]];
            self.picture.lines(line, Stroke::new(Paint::Muted, 0.035));
        }
        self.picture.lines(rows, Stroke::new(Paint::Faint, 0.025));
    }

    /// The names of the items: muted for those that no option covers.
    fn name_items(&mut self, options: &[OptionId]) {
        let mut is_covered = vec![false; self.problem.item_count()];
        for entry in options
            .iter()
            .flat_map(|&option| self.problem.entries(option))
        {
            is_covered[entry.item.index()] = true;
        }
        for item in self.problem.items() {
            let paint = match is_covered[item.index()] {
                true => Paint::Ink,
                false => Paint::Muted,
            };
            let at = [self.left - 0.25, self.height(item)];
            self.write(at, self.problem.item_name(item), paint, Align::End);
        }
    }

    /// A line through the items of an option, with its number above it.
    fn draw_option(&mut self, column: usize, option: OptionId) {
        let x = self.left + COLUMN * (column as f64 + 0.5);
        let mut entries = self.problem.entries(option).to_vec();
        entries.sort_by_key(|entry| entry.item);
        let heights = entries.iter().map(|entry| self.height(entry.item));
        let heights = Vec::from_iter(heights);
        let number = (option.index() + 1).to_string();
        self.write(
            [x, MARGIN + ROW * 0.5],
            &number,
            Paint::Muted,
            Align::Middle,
        );
        if let (Some(&first), Some(&last)) = (heights.first(), heights.last()) {
            let line = vec![vec![[x, first], [x, last]]];
            self.picture.lines(line, Stroke::new(Paint::Ink, 0.07));
        }
        let edge = Stroke::new(Paint::Ink, 0.045);
        for (entry, y) in entries.iter().zip(heights) {
            let fill = Some(Paint::Piece(column as u32));
            self.picture.circle([x, y], 0.2, fill, Some(edge));
            if let Some(color) = entry.color {
                let name = self.problem.color_name(color);
                let size = Picture::fitting(name, LETTERS * 0.8, COLUMN - 0.5);
                self.picture.push(Shape::Text(Text {
                    at: [x + 0.26, y - 0.12],
                    size,
                    text: name.into(),
                    paint: Paint::Ink,
                    is_bold: false,
                    align: Align::Start,
                }));
            }
        }
    }

    fn write(&mut self, at: [f64; 2], text: &str, paint: Paint, align: Align) {
        let size = match align {
            Align::Middle => Picture::fitting(text, LETTERS, COLUMN - 0.1),
            _ => LETTERS,
        };
        self.picture.push(Shape::Text(Text {
            at,
            size,
            text: text.into(),
            paint,
            is_bold: false,
            align,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_a_line_through_its_items() {
        let problem = Problem::parse("a b | c\na c:red\nb c:red\n").unwrap();
        let picture = table_picture(&problem, &[OptionId::new(1), OptionId::new(0)]).unwrap();
        assert_eq!(
            picture.description(),
            "Option 1: a c:red. Option 2: b c:red."
        );
        let texts = picture.shapes().iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some(text.text.as_str()),
            _ => None,
        });
        let texts = Vec::from_iter(texts);
        assert_eq!(texts, ["a", "b", "c", "1", "red", "2", "red"]);
        let circles = picture.shapes().iter();
        let circles = circles.filter(|shape| matches!(shape, Shape::Circle { .. }));
        assert_eq!(circles.count(), 4);
    }

    #[test]
    fn what_nobody_could_read_is_refused() {
        let problem = crate::puzzles::model("langford 64").unwrap();
        let error = table_picture(problem.problem(), &[]).unwrap_err();
        let words = "too large for a picture: 192 items and 0 options, at most 120 of each";
        assert_eq!(error.to_string(), words);
    }
}
