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

use super::draw::{legend, places, size};
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
    /// The number of lines of a drawing, if all drawings have the same, some of which may be blank.
    pub fn drawing_lines(&self) -> Option<usize> {
        let (_, lines) = self.layer_lines()?;
        Some(lines + usize::from(!legend(self).is_empty()))
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
        if !names.iter().all(is_known) {
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

/// Whether a character is part of a frame of squares.
fn is_frame(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c)
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
        let [layers, rows, columns] = size(&places(packing));
        match packing.layer_lines() {
            Some((tops, lines)) => {
                sheet.tops = tops;
                (sheet.lines.len() >= lines).then_some(sheet)
            }
            None => {
                sheet.pitch = columns + 1;
                let fits = sheet.find_squares(rows, layers * sheet.pitch - 1);
                fits.then_some(sheet)
            }
        }
    }

    /// Finds the rows and columns of a drawing of squares. Returns whether their numbers are right.
    fn find_squares(&mut self, rows: usize, columns: usize) -> bool {
        let is_rule = |line: &Vec<char>| line.iter().any(|&c| is_frame(c) && c != '│');
        let Some(last) = self.lines.iter().rposition(is_rule) else {
            return false;
        };
        self.rows = (0..last).filter(|&at| !is_rule(&self.lines[at])).collect();
        if self.rows.len() != rows {
            return false;
        }
        let row = |at: &usize| self.lines[*at].split(|&c| c == ' ' || c == '│');
        self.width = self
            .rows
            .iter()
            .flat_map(row)
            .map(<[char]>::len)
            .max()
            .unwrap_or(1)
            .max(1);
        let longest = self.lines[..=last].iter().map(Vec::len).max();
        let is_wide = longest == Some(columns * (self.width + 3) + 1);
        let mut next = 2;
        for _ in 0..columns {
            self.columns.push(next);
            next += self.width;
            // Otherwise columns are closer to each other if there is no wall between them.
            next += match is_wide || self.at(self.rows[0], next + 1) == '│' {
                true => 3,
                false => 1,
            };
        }
        longest.is_some_and(|longest| longest + 1 == next)
    }

    /// The character at a place; a blank outside of the drawing.
    fn at(&self, line: usize, column: usize) -> char {
        let found = self.lines.get(line).and_then(|line| line.get(column));
        found.copied().unwrap_or(' ')
    }

    /// The name in a cell.
    fn name(&self, place: Cell) -> String {
        let [layer, row, column] = place.map(|at| at as usize);
        let (line, start, width) = match self.lattice {
            Lattice::Squares | Lattice::Cubes => (
                self.rows[row],
                self.columns[layer * self.pitch + column],
                self.width,
            ),
            Lattice::Hexagons => (self.line(place, 1), 2 * column + 2, 2),
            Lattice::Triangles | Lattice::Prisms => (self.line(place, 1), 3 * column + 2, 2),
        };
        let characters = (start..start + width).map(|column| self.at(line, column));
        let name = characters.take_while(|c| self.tops.is_empty() || !"|/\\_".contains(*c));
        String::from_iter(name).trim().to_owned()
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
                (line, self.columns[layer * self.pitch + column], '─')
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
