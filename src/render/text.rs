//! A board in box characters.
//!
//! Between two rows of cells lies a wall row, between two columns a wall column; one of each also runs along each
//! edge. Where a wall row and a wall column cross is a corner, and the four cells around it determine which of its four
//! arms are walls:
//!
//! ```text
//!      a ╷ b     up: a ≠ b       right: b ≠ d
//!      ╴ + ╶                                       a = b ≠ c = d  gives ─,   a = b = c ≠ d  gives ┌
//!      c ╵ d     down: c ≠ d     left: a ≠ c
//! ```
//!
//! Borders of regions are heavy. Where one crosses a piece it is dashed:
//!
//! ```text
//!     ┠───┬───╂───┐      ┃ and ━: a region and a piece end here
//!     ┃ 5 │ 4 ┇ 9 │      ┇ and ┅: a region ends here, within a piece
//!     ┃   ├───╂───┤
//! ```
//!
//! A wall row without any wall is left out. Where each wall row and each wall column is all wall or none, a wall
//! column without walls is a single blank. So a Sudoku whose pieces are its boxes has three rows of digits between two
//! rules, and `1 2 3 │ 4 5 6` in a row, while in a board of crooked pieces all columns are alike.

use std::fmt;

use super::Board;

impl fmt::Display for Board {
    /// Draws the board: `rows` lines of cells and the wall rows, separated by `\n`, none of them with blanks at its
    /// end. Each cell is as wide as the widest label (in characters), which is aligned to the right.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let drawing = Drawing::new(self);
        let lines =
            (0..=self.rows()).flat_map(|row| [drawing.wall_row(row), drawing.cell_row(row)]);
        for (number, line) in lines.flatten().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            f.write_str(line.trim_end())?;
        }
        Ok(())
    }
}

/// A board with what all of its lines share.
struct Drawing<'a> {
    board: &'a Board,
    /// Width of a cell in characters, without the blanks around it; at least 1.
    width: usize,
    /// Which of the `columns + 1` wall columns are three characters wide: those with walls and, where some wall row or
    /// column is wall only in part, all that lie inside.
    wide: Vec<bool>,
    /// The corners of `rows + 1` wall rows, row by row.
    corners: Vec<Corner>,
    /// [`CORNERS`].
    characters: Vec<char>,
}

impl<'a> Drawing<'a> {
    fn new(board: &'a Board) -> Self {
        let (rows, columns) = (board.rows(), board.columns());
        let places = (0..=rows).flat_map(|row| (0..=columns).map(move |column| (row, column)));
        let corners = Vec::from_iter(places.map(|(row, column)| Corner::of(board, row, column)));
        let corner = |row: usize, column: usize| corners[row * (columns + 1) + column];
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let width = cells
            .map(|(row, column)| board.label(row, column).chars().count())
            .fold(1, usize::max);
        let wall_column = |column| -> Vec<bool> {
            (0..rows)
                .map(|row| corner(row, column).down.is_some())
                .collect()
        };
        let wall_row = |row| -> Vec<bool> {
            (0..columns)
                .map(|column| corner(row, column).right.is_some())
                .collect()
        };
        let mixed = |walls: Vec<bool>| walls.contains(&true) && walls.contains(&false);
        let crooked = (0..=columns)
            .map(wall_column)
            .chain((0..=rows).map(wall_row))
            .any(mixed);
        let wide = (0..=columns).map(|column| {
            let inside = column > 0 && column < columns;
            wall_column(column).contains(&true) || (crooked && inside)
        });
        Drawing {
            board,
            width,
            wide: wide.collect(),
            corners,
            characters: CORNERS.chars().collect(),
        }
    }

    /// The corner at the upper left of a cell.
    fn corner(&self, row: usize, column: usize) -> Corner {
        self.corners[row * (self.board.columns() + 1) + column]
    }

    /// The line above row `row`, unless there is no wall in it.
    fn wall_row(&self, row: usize) -> Option<String> {
        let columns = self.board.columns();
        let rule = |wall: Option<Wall>| match wall {
            None => ' ',
            Some(Wall::Light) => '─',
            Some(Wall::Heavy) => '━',
            Some(Wall::Dashed) => '┅',
        };
        let corner = |column| self.corner(row, column);
        let has_wall = (0..columns).any(|column| corner(column).right.is_some());
        has_wall.then(|| {
            self.line(
                |column| {
                    let corner = corner(column);
                    let middle = self.characters[corner.place()];
                    [rule(corner.left), middle, rule(corner.right)]
                },
                |column, line| {
                    let rule = rule(corner(column).right);
                    line.extend(std::iter::repeat_n(rule, self.width));
                },
            )
        })
    }

    /// The line of the labels of row `row`; none below the last row.
    fn cell_row(&self, row: usize) -> Option<String> {
        (row < self.board.rows()).then(|| {
            self.line(
                |column| {
                    let wall = match self.corner(row, column).down {
                        None => ' ',
                        Some(Wall::Light) => '│',
                        Some(Wall::Heavy) => '┃',
                        Some(Wall::Dashed) => '┇',
                    };
                    [' ', wall, ' ']
                },
                |column, line| {
                    let label = self.board.label(row, column);
                    let blanks = self.width - label.chars().count();
                    line.extend(std::iter::repeat_n(' ', blanks));
                    line.push_str(label);
                },
            )
        })
    }

    /// A line of `columns` cells with the wall columns between and beside them, each of these three characters wide or
    /// one; at either edge one less.
    fn line(
        &self,
        wall: impl Fn(usize) -> [char; 3],
        push_cell: impl Fn(usize, &mut String),
    ) -> String {
        let last = self.board.columns();
        let mut line = String::with_capacity(3 * (self.width + 3) * (last + 1));
        for column in 0..=last {
            let [left, middle, right] = wall(column);
            let inside = column > 0 && column < last;
            let wide = self.wide[column];
            line.extend((wide && column > 0).then_some(left));
            line.extend((wide || inside).then_some(middle));
            line.extend((wide && column < last).then_some(right));
            if column < last {
                push_cell(column, &mut line);
            }
        }
        line
    }
}

/// A wall between two cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wall {
    /// Between two pieces of one region.
    Light,
    /// Between two pieces, and two regions.
    Heavy,
    /// Between two regions, within a piece.
    Dashed,
}

/// The walls that are the four arms of a corner.
#[derive(Clone, Copy)]
struct Corner {
    up: Option<Wall>,
    down: Option<Wall>,
    left: Option<Wall>,
    right: Option<Wall>,
}

/// The characters of corners: for each weight of the arms up, down, left and right (0: none, 1: light, 2: heavy), the last
/// of these changing fastest.
const CORNERS: &str = concat!(
    " ╶╺╴─╼╸╾━╷┌┍┐┬┮┑┭┯╻┎┏┒┰┲┓┱┳",
    "╵└┕┘┴┶┙┵┷│├┝┤┼┾┥┽┿╽┟┢┧╁╆┪╅╈",
    "╹┖┗┚┸┺┛┹┻╿┞┡┦╀╄┩╃╇┃┠┣┨╂╊┫╉╋",
);

impl Corner {
    /// The corner at the upper left of a cell, which may lie one beyond the last row or column.
    fn of(board: &Board, row: usize, column: usize) -> Corner {
        let cell = |up: usize, left: usize| {
            let (row, column) = (row.checked_sub(up)?, column.checked_sub(left)?);
            let inside = row < board.rows() && column < board.columns();
            inside.then_some((row, column))
        };
        let [a, b, c, d] = [cell(1, 1), cell(1, 0), cell(0, 1), cell(0, 0)];
        let piece = |cell: Option<_>| cell.and_then(|(row, column)| board.piece(row, column));
        let region = |cell: Option<_>| cell.and_then(|(row, column)| board.region(row, column));
        let between = |one, other| match (piece(one) != piece(other), region(one) != region(other))
        {
            (false, false) => None,
            (true, false) => Some(Wall::Light),
            (true, true) => Some(Wall::Heavy),
            (false, true) => Some(Wall::Dashed),
        };
        Corner {
            up: between(a, b),
            down: between(c, d),
            left: between(a, c),
            right: between(b, d),
        }
    }

    /// Where its character stands in [`CORNERS`].
    fn place(&self) -> usize {
        let weight = |wall: Option<Wall>| match wall {
            None => 0,
            Some(Wall::Light) => 1,
            Some(Wall::Heavy | Wall::Dashed) => 2,
        };
        let arms = [self.up, self.down, self.left, self.right].map(weight);
        arms.iter().fold(0, |place, weight| 3 * place + weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board from one string a row, one character a cell: its label, and the piece of that name; `#` is a hole.
    fn board(rows: &[&str]) -> Board {
        let mut board = Board::new(rows.len(), rows.first().map_or(0, |row| row.len()));
        for (row, text) in rows.iter().enumerate() {
            for (column, c) in text.chars().enumerate() {
                board.set_label(row, column, c);
                board.set_piece(row, column, c as u32);
                if c == '#' {
                    board.set_hole(row, column);
                }
            }
        }
        board
    }

    #[test]
    fn walls_part_the_pieces() {
        insta::assert_snapshot!(board(&["aab", "cdb", "ccb"]), @r"
        ┌───────┬───┐
        │ a   a │ b │
        ├───┬───┤   │
        │ c │ d │ b │
        │   └───┤   │
        │ c   c │ b │
        └───────┴───┘
        ");
    }

    #[test]
    fn a_hole_has_an_outline_and_nothing_inside() {
        insta::assert_snapshot!(board(&["aa##b", "a#a#b", "aaa#c"]), @r"
        ┌───────┐       ┌───┐
        │ a   a │       │ b │
        │   ┌───┼───┐   │   │
        │ a │   │ a │   │ b │
        │   └───┘   │   ├───┤
        │ a   a   a │   │ c │
        └───────────┘   └───┘
        ");
    }

    #[test]
    fn all_kinds_of_corners_meet() {
        insta::assert_snapshot!(board(&["abbb", "ccdd", "ceef", "gegf"]), @r"
        ┌───┬───────────┐
        │ a │ b   b   b │
        ├───┴───┬───────┤
        │ c   c │ d   d │
        │   ┌───┴───┬───┤
        │ c │ e   e │ f │
        ├───┤   ┌───┤   │
        │ g │ e │ g │ f │
        └───┴───┴───┴───┘
        ");
    }

    #[test]
    fn boxes_of_a_sudoku_have_no_walls_inside() {
        let mut board = Board::new(4, 4);
        for (row, text) in ["1234", "3412", "2143", "4321"].iter().enumerate() {
            for (column, c) in text.chars().enumerate() {
                board.set_label(row, column, c);
                board.set_piece(row, column, (row / 2 * 2 + column / 2) as u32);
            }
        }
        insta::assert_snapshot!(board, @r"
        ┌─────┬─────┐
        │ 1 2 │ 3 4 │
        │ 3 4 │ 1 2 │
        ├─────┼─────┤
        │ 2 1 │ 4 3 │
        │ 4 3 │ 2 1 │
        └─────┴─────┘
        ");
    }

    #[test]
    fn regions_have_heavy_borders_that_are_dashed_within_a_piece() {
        let mut board = board(&["aabb", "cdde", "cfge", "hfgi"]);
        for row in 0..4 {
            for column in 0..4 {
                board.set_region(row, column, (row / 2 * 2 + column / 2) as u32);
            }
        }
        insta::assert_snapshot!(board, @r"
        ┏━━━━━━━┳━━━━━━━┓
        ┃ a   a ┃ b   b ┃
        ┠───┬───╂───┬───┨
        ┃ c │ d ┇ d │ e ┃
        ┣┅┅┅┿━━━╋━━━┿┅┅┅┫
        ┃ c │ f ┃ g │ e ┃
        ┠───┤   ┃   ├───┨
        ┃ h │ f ┃ g │ i ┃
        ┗━━━┷━━━┻━━━┷━━━┛
        ");
    }

    #[test]
    fn each_corner_has_its_character() {
        assert_eq!(CORNERS.chars().count(), 81);
        let distinct: std::collections::HashSet<char> = CORNERS.chars().collect();
        assert_eq!(distinct.len(), 81);
    }

    #[test]
    fn every_cell_is_as_wide_as_the_widest_label() {
        let mut board = Board::new(2, 2);
        board.set_label(0, 0, "ß11");
        board.set_label(1, 1, "7");
        board.set_piece(1, 0, 1);
        insta::assert_snapshot!(board, @r"
        ┌───────────┐
        │ ß11       │
        ├─────┐     │
        │     │   7 │
        └─────┴─────┘
        ");
    }

    #[test]
    fn columns_without_walls_stay_wide_where_others_have_some() {
        insta::assert_snapshot!(board(&["aab", "ccb"]), @r"
        ┌───────┬───┐
        │ a   a │ b │
        ├───────┤   │
        │ c   c │ b │
        └───────┴───┘
        ");
        insta::assert_snapshot!(board(&["aab", "aac"]), @r"
        ┌───────┬───┐
        │ a   a │ b │
        │       ├───┤
        │ a   a │ c │
        └───────┴───┘
        ");
    }

    #[test]
    fn lines_end_without_blanks_and_nothing_is_drawn_of_nothing() {
        let board = board(&["ab#", "###", "#b#"]);
        assert!(
            board
                .to_string()
                .lines()
                .all(|line| line == line.trim_end())
        );
        assert_eq!(
            Board::new(0, 5).to_string() + &Board::new(5, 0).to_string(),
            ""
        );
    }
}
