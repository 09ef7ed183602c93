//! Reading packings from their drawings, so that they can be checked.
//!
//! ```text
//!   ┌───────┬───┐       names   V V I      walls   V V│I      options   V r1c1 r1c2 r2c1
//!   │ V   V │ I │               V O I              ─┐ │                 O r2c2
//!   │   ┌───┤   │                                 V│O│I                 I r1c3 r2c3
//!   │ V │ O │ I │
//!   └───┴───┴───┘
//! ```
//!
//! An option lies as drawn if each of its cells has the name of its piece, and if there are walls around it and none
//! inside. Walls between layers are not drawn, so several such options may fit: choosing among them is an exact-cover
//! problem of its own.

use std::collections::{BTreeSet, HashMap};

use super::draw::{is_frame, is_wall, legend, places, size};
use super::lattice::{Cell, Lattice, difference, points_up};
use super::{Packing, Puzzle};
use crate::problem::{OptionId, Problem};

/// What a drawing shows: the options that may lie on the cells with names, and the problem of choosing among them.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// Each cell with a name, to be covered once. Its options are those of `options`, in the same order.
    pub problem: Problem,
    /// Options of the packing.
    pub options: Vec<OptionId>,
    /// The options of the packing that leave the other cells empty, as far as there are any.
    pub holes: Vec<OptionId>,
}

/// What is still missing of a drawing, line after line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawingEnd {
    /// This number of lines.
    Lines(usize),
    /// This number of lines other than walls between rows. Unless the last of them explains letters, a line of walls follows.
    Rows(usize, bool),
}

impl DrawingEnd {
    /// Whether this line, the next one, is the last of the drawing.
    pub fn is_reached(&mut self, line: &str) -> bool {
        match self {
            DrawingEnd::Lines(left) => {
                *left = left.saturating_sub(1);
                *left == 0
            }
            DrawingEnd::Rows(0, _) => true,
            DrawingEnd::Rows(left, is_explained) => {
                *left -= usize::from(!is_rule(line.chars()));
                *left == 0 && *is_explained
            }
        }
    }
}

/// A drawing, and where it shows each cell.
struct Sheet {
    lines: Vec<Vec<char>>,
    lattice: Lattice,
    /// Of squares and cubes: the line of each row, the first character of each column, and the width of a name.
    rows: Vec<usize>,
    columns: Vec<usize>,
    width: usize,
    /// The number of columns of a layer, with the blank one after it.
    pitch: usize,
    /// Of other lattices: the line of row 0 of each layer, perhaps above its first line.
    tops: Vec<isize>,
}

impl Packing {
    /// Where drawings end that may have blank lines; `None` if all drawings end before a blank line.
    pub fn drawing_end(&self) -> Option<DrawingEnd> {
        let legend = usize::from(!legend(self).is_empty());
        if let Some((_, lines)) = self.layer_lines() {
            return Some(DrawingEnd::Lines(lines + legend));
        }
        let places = places(self);
        let [_, rows, _] = size(&places);
        let with_cells = BTreeSet::from_iter(places.iter().map(|place| place[1]));
        (with_cells.len() < rows).then_some(DrawingEnd::Rows(rows + legend, legend > 0))
    }

    /// Reads the drawing of a packing. `None` if it is not one of this board with names of these pieces.
    ///
    /// ```
    /// use dominox::Solver;
    /// use dominox::puzzles::{Puzzle, packing::Packing};
    /// let packing = Packing::parse("packing\npiece V xx/x.\npiece I x\nboard 2x2\n")?;
    /// let solution = Solver::new(packing.problem())?.next_solution().expect("a packing");
    /// let drawn = packing.drawn(&packing.answer_text(1, &solution)).expect("a drawing");
    /// assert_eq!(drawn.options, solution.options());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn drawn(&self, text: &str) -> Option<Drawn> {
        let sheet = Sheet::new(self, text)?;
        let places = places(self);
        let cells = Vec::from_iter(self.board.cells());
        let numbers: HashMap<Cell, usize> = cells.iter().copied().zip(0..).collect();
        let names = places.iter().zip(&cells);
        let names = Vec::from_iter(names.map(|(&place, _)| sheet.name(place)));
        let is_known = |name: &String| name.is_empty() || self.marks.contains(name);
        let count = names.iter().filter(|name| !name.is_empty()).count();
        if !names.iter().all(is_known) || sheet.count_names() != count {
            return None;
        }
        let lies_as_drawn = |own: &BTreeSet<usize>| {
            own.iter().all(|&cell| {
                let near = self.board.lattice().neighbours(cells[cell]).into_iter();
                let near = near.filter_map(|other| numbers.get(&other));
                let mut flat = near.filter(|&&other| places[other][0] == places[cell][0]);
                flat.all(|&other| {
                    let step = difference(places[other], places[cell]);
                    let has_wall = sheet.has_wall(places[cell], step, points_up(cells[cell]));
                    has_wall != own.contains(&other)
                })
            })
        };
        let is_drawn = |&option: &OptionId| {
            let placement = &self.encoding.placements[option.index()];
            let own = BTreeSet::from_iter(placement.cells.iter().map(|&cell| cell as usize));
            let name = placement.piece.map(|piece| &self.marks[piece as usize]);
            name.is_some_and(|name| own.iter().all(|&cell| names[cell] == *name))
                && lies_as_drawn(&own)
        };
        let is_hole = |&option: &OptionId| {
            let placement = &self.encoding.placements[option.index()];
            placement.piece.is_none() && names[placement.cells[0] as usize].is_empty()
        };
        let options = Vec::from_iter(self.problem().options().filter(is_drawn));
        Some(Drawn {
            problem: self.choice(&names, &options),
            holes: self.problem().options().filter(is_hole).collect(),
            options,
        })
    }

    /// The problem of covering the cells with names by some of these options.
    fn choice(&self, names: &[String], options: &[OptionId]) -> Problem {
        let mut builder = Problem::builder();
        let items = names.iter().enumerate().map(|(cell, name)| {
            let item = || builder.primary(cell.to_string()).expect("a number");
            (!name.is_empty()).then(item)
        });
        let items = Vec::from_iter(items);
        for option in options {
            let cells = &self.encoding.placements[option.index()].cells;
            let cells = cells.iter().filter_map(|&cell| items[cell as usize]);
            builder.option(cells).expect("cells that are different");
        }
        builder.build()
    }

    /// The line of row 0 of each layer in a drawing of hexagons or triangles, and the number of all lines.
    fn layer_lines(&self) -> Option<(Vec<isize>, usize)> {
        let lattice = self.board.lattice();
        if matches!(lattice, Lattice::Squares | Lattice::Cubes) {
            return None;
        }
        let places = places(self);
        let cells = Vec::from_iter(self.board.cells());
        let [layers, ..] = size(&places);
        let (mut tops, mut line) = (Vec::new(), 0);
        for layer in 0..layers {
            let here = || (0..places.len()).filter(|&cell| places[cell][0] as usize == layer);
            // Blank lines are left out above and below a layer.
            let lines = here().map(|cell| {
                let row = places[cell][1] as isize;
                match lattice {
                    Lattice::Hexagons => (2 * row, 2 * row + 2),
                    _ => (3 * row + isize::from(points_up(cells[cell])), 3 * row + 3),
                }
            });
            let first = lines.clone().map(|(first, _)| first).min().unwrap_or(0);
            let last = lines.map(|(_, last)| last).max().unwrap_or(0);
            tops.push(line - first);
            line += last - first + 2;
        }
        Some((tops, line as usize - 1))
    }
}

/// Whether a line has the walls between two rows of squares.
fn is_rule(mut line: impl Iterator<Item = char>) -> bool {
    let first = line.find(|&c| c != ' ');
    first.is_some_and(|first| is_frame(first) && (first != '│' || line.any(is_across)))
}

/// Whether a character is a wall between two rows, or the end of one.
fn is_across(c: char) -> bool {
    is_frame(c) && c != '│'
}

impl Sheet {
    fn new(packing: &Packing, text: &str) -> Option<Sheet> {
        let lines = text.lines().map(|line| line.chars().collect());
        let mut sheet = Sheet {
            lines: lines.collect(),
            lattice: packing.board.lattice(),
            rows: Vec::new(),
            columns: Vec::new(),
            width: 1,
            pitch: 0,
            tops: Vec::new(),
        };
        match packing.layer_lines() {
            Some((tops, lines)) => {
                sheet.tops = tops;
                let is_whole = sheet.lines.len() >= lines;
                sheet.lines.truncate(lines);
                is_whole.then_some(sheet)
            }
            None => sheet.find_squares(&places(packing)).then_some(sheet),
        }
    }

    /// Finds the rows and columns of a drawing of squares. Returns whether their numbers are right.
    fn find_squares(&mut self, places: &[Cell]) -> bool {
        let [layers, rows, columns] = size(places);
        self.pitch = columns + 1;
        let is_rule = |line: &Vec<char>| is_rule(line.iter().copied());
        let Some(end) = self.lines.iter().rposition(is_rule) else {
            return false;
        };
        self.lines.truncate(end + 1);
        self.rows = (0..end).filter(|&at| !is_rule(&self.lines[at])).collect();
        if self.rows.len() != rows {
            return false;
        }
        let names = |at: &usize| self.lines[*at].split(|&c| c == ' ' || c == '│');
        let lengths = self.rows.iter().flat_map(names).map(<[char]>::len);
        self.width = lengths.max().unwrap_or(1).max(1);
        let longest = self.lines.iter().map(Vec::len).max().unwrap_or(0);
        self.find_columns(layers, longest, places);
        let last = places.iter().map(|place| self.column(*place)).max();
        last.is_some_and(|last| longest == last + self.width + 2)
    }

    /// Finds the first character of each column, where the longest line has this length.
    fn find_columns(&mut self, layers: usize, longest: usize, places: &[Cell]) {
        let count = layers * self.pitch - 1;
        // The first column of the first layer may have no cell, and so no wall at its left.
        let is_first = |place: &Cell| place[0] == 0 && place[2] == 0;
        let mut next = if places.iter().any(is_first) { 2 } else { 0 };
        let is_wide = layers > 1 || longest == count * (self.width + 3) + 1;
        for _ in 0..count {
            self.columns.push(next);
            next += self.width;
            // In one layer, columns may be closer to each other if there is no wall between them.
            next += match is_wide || self.at(self.rows[0], next + 1) == '│' {
                true => 3,
                false => 1,
            };
        }
    }

    /// The first character of the column with this cell.
    fn column(&self, [layer, _, column]: Cell) -> usize {
        self.columns[layer as usize * self.pitch + column as usize]
    }

    /// The character at a place; a blank outside of the drawing.
    fn at(&self, line: usize, column: usize) -> char {
        let found = self.lines.get(line).and_then(|line| line.get(column));
        found.copied().unwrap_or(' ')
    }

    /// The name in a cell.
    fn name(&self, place: Cell) -> String {
        let [_, row, column] = place.map(|at| at as usize);
        let (line, start, width) = match self.lattice {
            Lattice::Squares | Lattice::Cubes => (self.rows[row], self.column(place), self.width),
            Lattice::Hexagons => (self.line(place, 1), 2 * column + 2, 2),
            Lattice::Triangles | Lattice::Prisms => (self.line(place, 1), 3 * column + 2, 2),
        };
        let characters = (start..start + width).map(|column| self.at(line, column));
        let name = characters.take_while(|c| self.tops.is_empty() || !is_wall(*c, self.lattice));
        String::from_iter(name).trim().to_owned()
    }

    /// The number of names in all lines.
    fn count_names(&self) -> usize {
        let is_between = |&c: &char| c == ' ' || is_wall(c, self.lattice);
        let words = self.lines.iter().flat_map(|line| line.split(is_between));
        words.filter(|word| !word.is_empty()).count()
    }

    /// A line of a cell of hexagons or triangles: 0 is its first one.
    fn line(&self, [layer, row, _]: Cell, down: isize) -> usize {
        let (height, first) = match self.lattice {
            Lattice::Hexagons => (2, 0),
            _ => (3, 1),
        };
        let line = self.tops[layer as usize] + height * row as isize + first + down;
        usize::try_from(line).unwrap_or(usize::MAX)
    }

    /// Whether there is a wall between a cell and the one that is this step away.
    fn has_wall(&self, place: Cell, [_, down, right]: Cell, points_up: bool) -> bool {
        let [layer, row, column] = place.map(|at| at as usize);
        let (line, column, wall) = match (self.lattice, down, right) {
            (Lattice::Squares | Lattice::Cubes, 0, right) => {
                let left = self.columns[layer * self.pitch + column - usize::from(right < 0)];
                (self.rows[row], left + self.width + 1, '│')
            }
            (Lattice::Squares | Lattice::Cubes, down, _) => {
                let above = self.rows[row - usize::from(down < 0)];
                let is_missing = self.rows.contains(&(above + 1));
                let line = if is_missing { usize::MAX } else { above + 1 };
                (line, self.column(place), '─')
            }
            (Lattice::Hexagons, 0, ..=-1) => (self.line(place, 1), 2 * column, '|'),
            (Lattice::Hexagons, 0, _) => (self.line(place, 1), 2 * column + 4, '|'),
            (Lattice::Hexagons, down, right) => {
                let line = self.line(place, 1 + down as isize);
                let wall = if down == right { '/' } else { '\\' };
                (line, 2 * column + if right < 0 { 1 } else { 3 }, wall)
            }
            (_, 0, right) => {
                let wall = if points_up == (right < 0) { '/' } else { '\\' };
                let inner = if right < 0 { 2 } else { 3 };
                let outer = if right < 0 { 0 } else { 5 };
                let at = if points_up { inner } else { outer };
                (self.line(place, 0), 3 * column + at, wall)
            }
            (_, down, _) => (
                self.line(place, if down > 0 { 2 } else { -1 }),
                3 * column + 2,
                '_',
            ),
        };
        self.at(line, column) == wall
    }
}
