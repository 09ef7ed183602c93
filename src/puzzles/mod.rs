//! Puzzles: from a puzzle to an exact-cover problem, and from its solution to a drawn board.

mod check;
mod cover;
pub mod dominoes;
mod fault;
mod foreign;
mod grid_picture;
mod kind;
pub mod langford;
pub mod latin;
mod lines;
pub mod matching;
mod matrix;
mod model;
mod noted;
pub mod packing;
pub mod pentominoes;
mod profile;
pub mod queens;
mod read;
mod recognise;
mod section;
mod size;
pub mod soma;
pub mod sudoku;
pub mod sudominoku;
mod table;
mod table_picture;
pub mod variant;
mod why;

use std::any::Any;
use std::fmt;

use crate::problem::{ItemId, OptionId, Part, Problem, Solution};
use crate::render::{Board, Notes, Picture, TooLarge};

pub use check::{AnswerFault, check};
pub use cover::Cover;
pub use fault::{PuzzleFault, ReadCause, ReadError};
pub use kind::{KINDS, Kind};
use matrix::begins_array as begins_matrix;
pub use matrix::{Matrix, MatrixFault};
pub use model::{MODELS, Model, ModelError, model};
pub use noted::{candidates_picture, differing_picture, profile_picture};
pub use packing::Packing;
pub use pentominoes::pentominoes;
pub use profile::{candidates, profile};
pub use read::{Reader, Reading, read};
pub use size::SizeError;
pub use soma::soma;
pub use sudoku::{Shape, Sudoku};
pub use sudominoku::Sudominoku;
pub use table::Column;
pub use variant::Variant;
pub use why::{Reason, why, why_in};

/// A puzzle as an exact-cover problem. It is plain data that threads can share.
pub trait Puzzle: Any + fmt::Debug + Send + Sync {
    /// The exact-cover problem: the rules, the same for all puzzles of one kind and size.
    fn problem(&self) -> &Problem;

    /// The givens of this puzzle, as options: they are assumed, in addition to the rules.
    fn givens(&self) -> &[OptionId] {
        &[]
    }

    /// Draws a solution. A puzzle with nothing to draw has a board without cells.
    fn decode(&self, _solution: &Solution) -> Board {
        Board::default()
    }

    /// Appends the answer that consists of these options, in any order: in the layout of the question if it was read from
    /// text, otherwise the [board](Self::write_board). `number` is the number of the puzzle in its stream, from 1. Lines end in
    /// `\n`.
    ///
    /// # Panics
    /// If an option is not of [`problem`](Self::problem).
    fn write_answer(&self, _number: u64, options: &[OptionId], text: &mut Vec<u8>) {
        self.write_board(options, text);
    }

    /// The [answer](Self::write_answer) of a solution.
    ///
    /// # Panics
    /// If the solution has an option that is not of [`problem`](Self::problem).
    fn answer_text(&self, number: u64, solution: &Solution) -> String {
        let mut text = Vec::new();
        self.write_answer(number, solution.options(), &mut text);
        String::from_utf8(text).expect("an answer is UTF-8")
    }

    /// Appends the drawn board of these options; if there is nothing to draw, the [options](Self::write_options).
    ///
    /// # Panics
    /// If an option is not of [`problem`](Self::problem).
    fn write_board(&self, options: &[OptionId], text: &mut Vec<u8>) {
        let board = self.decode(&Solution::new(options.to_vec()));
        match board.rows() {
            0 => self.write_options(options, text),
            _ => text.extend_from_slice(format!("{board}\n").as_bytes()),
        }
    }

    /// Draws a solution with everything that shows how its pieces lie. By default, this is [`decode`](Self::decode).
    fn tiling(&self, solution: &Solution) -> Board {
        self.decode(solution)
    }

    /// These options as a picture, with the question: its givens, boxes and marks. Without options, only the question.
    ///
    /// By default, this is the [tiling](Self::tiling); if there is no board, a table of items and options.
    ///
    /// ```
    /// use dominox::puzzles::{Puzzle, model};
    /// let queens = model("queens 4")?;
    /// let options = queens.problem().options().take(1).collect::<Vec<_>>();
    /// let picture = queens.picture(&options)?;
    /// assert_eq!(picture.description(), "4 rows, 4 columns. Queens at r1c1.");
    /// assert!(picture.to_svg().starts_with("<svg "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no board, and too many items or options for a table that people can read.
    ///
    /// # Panics
    /// If an option is not of [`problem`](Self::problem).
    fn picture(&self, options: &[OptionId]) -> Result<Picture, TooLarge> {
        self.picture_with(options, &Notes::default())
    }

    /// Like [`picture`](Self::picture), with notes on the board: pencil marks, cells to look at. What has no board has no notes.
    ///
    /// # Errors
    /// As for [`picture`](Self::picture).
    fn picture_with(&self, options: &[OptionId], notes: &Notes) -> Result<Picture, TooLarge> {
        let board = self.tiling(&Solution::new(options.to_vec()));
        let (title, mut picture) = match board.rows() {
            0 => {
                let table = table_picture::table_picture(self.problem(), options)?;
                ("An exact cover", table)
            }
            _ => ("A board", board.picture_with(notes)),
        };
        picture.set_title(title);
        Ok(picture)
    }

    /// What a cell is called, for rows and columns from 0: `r1c9`.
    fn cell_name(&self, row: usize, column: usize) -> String {
        format!("r{}c{}", row + 1, column + 1)
    }

    /// Appends these options, ascending, one per line, as in the text of the problem (without costs).
    ///
    /// # Panics
    /// If an option is not of [`problem`](Self::problem).
    fn write_options(&self, options: &[OptionId], text: &mut Vec<u8>) {
        let mut line = String::new();
        for &option in Solution::new(options.to_vec()).options() {
            line.clear();
            let written = self.problem().write_entries(&mut line, option);
            written.expect("memory can be written");
            line.push('\n');
            text.extend_from_slice(line.as_bytes());
        }
    }

    /// Whether one answer can be distinguished from the next without a blank line between: a grid in one line, a case
    /// with its heading.
    fn answers_stand_alone(&self) -> bool {
        false
    }

    /// A warning for the author of the puzzle, although it can be answered.
    fn warning(&self) -> Option<String> {
        None
    }

    /// What an option writes into which cells of the board: row and column, from 0, and the text.
    fn labels(&self, option: OptionId) -> Vec<(usize, usize, String)> {
        let blank = self.decode(&Solution::new(Vec::new()));
        let board = self.decode(&Solution::new(vec![option]));
        let cells = (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |c| (row, c)));
        let is_written =
            |&(row, column): &(usize, usize)| board.label(row, column) != blank.label(row, column);
        let label = |(row, column)| (row, column, board.label(row, column).to_owned());
        cells.filter(is_written).map(label).collect()
    }

    /// A part of the problem, with the givens assumed, too.
    fn with_givens(&self, part: &Part) -> Part {
        Part {
            with: [self.givens(), &part.with].concat(),
            without: part.without.clone(),
        }
    }

    /// Whether there is a board to draw.
    fn has_board(&self) -> bool {
        self.decode(&Solution::new(Vec::new())).rows() > 0
    }

    /// The puzzle's own symmetries, if it lists them: a group, each with the image of every item. They take each option to one
    /// that covers the images of its items. Without `mirrors`, only movements that can be made by hand: solid pieces are not
    /// reflected.
    fn own_symmetries(&self, _mirrors: bool) -> Option<Vec<Vec<ItemId>>> {
        None
    }

    /// One number for each item, if the puzzle's own symmetries are those symmetries of the problem that map each item to one
    /// with the same number; `None` if they are all symmetries of the problem.
    fn item_kinds(&self) -> Option<Vec<u32>> {
        None
    }

    /// What covering this item means, in the puzzle's words, to be read after 'no place for': 'digit 5 in row 3'.
    fn item_words(&self, item: ItemId) -> String {
        format!("item `{}`", self.problem().item_name(item))
    }

    /// What a solution needs of this item, with how often, to be read after 'no way to' and the [verb](Self::item_verb): 'item `a`
    /// twice'.
    fn needed_words(&self, item: ItemId) -> String {
        let low = self.problem().bounds(item).map_or(1, |bounds| bounds.low);
        self.item_words(item) + &why::times(low)
    }

    /// What a solution does with items as [`item_words`](Self::item_words) calls them: to 'have' digit 5 in row 3, to 'cover' item
    /// `a`.
    fn item_verb(&self) -> &'static str {
        "have"
    }

    /// Why nothing covers this item, as a sentence: 'the cage at r1c1 with sum 17 has no combination left'. Without it, a reason
    /// says 'no place for' and the [words](Self::item_words) of the item.
    fn stuck_words(&self, _item: ItemId) -> Option<String> {
        None
    }

    /// The clues that these items express, in addition to the rules that every puzzle of the kind has: 'the cage at r1c1 with
    /// sum 17'. A reason consists of these clues, and of givens, if there are any; otherwise of items.
    fn clues(&self, _items: &[ItemId]) -> Vec<String> {
        Vec::new()
    }

    /// The rules of this puzzle, in addition to those of its kind, that can be [left out](Self::with_rules), in words.
    fn rule_words(&self) -> Vec<String> {
        Vec::new()
    }

    /// The puzzle with only these of its [rules](Self::rule_words), by number. Digits in cells keep their options, and so do
    /// givens. `None` if there is no such puzzle.
    fn with_rules(&self, _rules: &[usize]) -> Option<Box<dyn Puzzle>> {
        None
    }

    /// What this option gives, in the puzzle's words: 'r3c1 = 5'.
    fn given_words(&self, option: OptionId) -> String {
        let labels = self.labels(option).into_iter();
        let words = labels.map(|(row, column, text)| {
            let cell = self.cell_name(row, column);
            format!("{cell} = {text}")
        });
        match Vec::from_iter(words) {
            words if words.is_empty() => self.option_words(option),
            words => words.join(" with "),
        }
    }

    /// What choosing this option means, in the puzzle's words: '5 at row 3, column 1'.
    fn option_words(&self, option: OptionId) -> String {
        format!("option {}", option.index() + 1)
    }
}

impl dyn Puzzle {
    /// The puzzle as this type, if it has this type.
    ///
    /// ```
    /// use dominox::puzzles::{self, Sudominoku, Sudoku};
    /// let reading = puzzles::read("12..34..........".as_bytes()).next().expect("a puzzle")?;
    /// assert!(reading.puzzle.downcast_ref::<Sudominoku>().is_none());
    /// let sudoku: &Sudoku = reading.puzzle.downcast_ref().expect("a Sudoku");
    /// assert_eq!(sudoku.placements().len(), 4);
    /// # Ok::<(), puzzles::ReadError>(())
    /// ```
    pub fn downcast_ref<T: Puzzle>(&self) -> Option<&T> {
        let puzzle: &dyn Any = self;
        puzzle.downcast_ref()
    }

    /// As `downcast_ref`, to be changed.
    pub fn downcast_mut<T: Puzzle>(&mut self) -> Option<&mut T> {
        let puzzle: &mut dyn Any = self;
        puzzle.downcast_mut()
    }
}
