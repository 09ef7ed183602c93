//! Polyominoes that fill a rectangle.

use std::collections::BTreeSet;

use super::{Cover, Family, Item, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "pentominoes",
        size: &["ROWS", "COLUMNS"],
        about: "the twelve pentominoes in a rectangle of sixty squares",
        make: pentominoes,
    },
    Family {
        name: "y-pentominoes",
        size: &["ROWS", "COLUMNS"],
        about: "a rectangle filled with Y-pentominoes",
        make: |size, _| copies(size, &[(0, 0), (0, 1), (0, 2), (0, 3), (1, 1)]),
    },
    Family {
        name: "t-tetrominoes",
        size: &["ROWS", "COLUMNS"],
        about: "a rectangle filled with T-tetrominoes; none, unless both sides are multiples of four",
        make: |size, _| copies(size, &[(0, 0), (0, 1), (0, 2), (1, 1)]),
    },
    Family {
        name: "cut",
        size: &["ROWS", "COLUMNS", "LEAST", "MOST"],
        about: "a rectangle cut at random into pieces of LEAST to MOST squares, to be laid again",
        make: cut,
    },
];

/// A shape: its squares as rows and columns, the least of each 0, sorted.
type Shape = Vec<(usize, usize)>;

const PENTOMINOES: [[(usize, usize); 5]; 12] = [
    [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)],
    [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)],
    [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)],
    [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)],
    [(0, 1), (1, 1), (2, 0), (2, 1), (3, 0)],
    [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)],
    [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)],
    [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)],
    [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)],
    [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)],
    [(0, 1), (1, 0), (1, 1), (2, 1), (3, 1)],
    [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)],
];

fn normal(mut squares: Shape) -> Shape {
    let top = squares.iter().map(|square| square.0).min().unwrap_or(0);
    let left = squares.iter().map(|square| square.1).min().unwrap_or(0);
    for square in &mut squares {
        *square = (square.0 - top, square.1 - left);
    }
    squares.sort_unstable();
    squares
}

/// A shape in all its positions.
fn turned(shape: &[(usize, usize)]) -> BTreeSet<Shape> {
    let most = shape.iter().map(|&(row, column)| row.max(column)).max();
    let most = most.unwrap_or(0);
    let turn = |shape: &Shape| {
        shape
            .iter()
            .map(|&(row, column)| (column, most - row))
            .collect()
    };
    let flip = |shape: &Shape| {
        shape
            .iter()
            .map(|&(row, column)| (row, most - column))
            .collect()
    };
    let mut shape: Shape = shape.to_vec();
    let mut found = BTreeSet::new();
    for _ in 0..4 {
        found.insert(normal(shape.clone()));
        found.insert(normal(flip(&shape)));
        shape = turn(&shape);
    }
    found
}

/// The options of a shape on a board; each also has `piece`, if that is given.
fn lay(
    cover: &mut Cover,
    cells: &[Item],
    columns: usize,
    shape: &[(usize, usize)],
    piece: Option<Item>,
) {
    let rows = cells.len() / columns;
    for shape in turned(shape) {
        let height = 1 + shape.iter().map(|square| square.0).max().unwrap_or(0);
        let width = 1 + shape.iter().map(|square| square.1).max().unwrap_or(0);
        for top in 0..(rows + 1).saturating_sub(height) {
            for left in 0..(columns + 1).saturating_sub(width) {
                let cell =
                    |&(row, column): &(usize, usize)| cells[(top + row) * columns + left + column];
                cover.option(piece.into_iter().chain(shape.iter().map(cell)));
            }
        }
    }
}

fn pentominoes(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let (rows, columns) = (size[0], size[1]);
    if rows * columns != 60 {
        return Err(format!("{rows} × {columns} is not 60"));
    }
    let mut cover = Cover::default();
    let cells = cover.primaries("c", 60);
    for (number, shape) in PENTOMINOES.iter().enumerate() {
        let piece = cover.primary(format_args!("p{number}"));
        lay(&mut cover, &cells, columns, shape, Some(piece));
    }
    Ok(cover)
}

fn copies(size: &[usize], shape: &[(usize, usize)]) -> Result<Cover, String> {
    let (rows, columns) = (size[0], size[1]);
    if columns == 0 {
        return Err("a rectangle without columns".into());
    }
    let mut cover = Cover::default();
    let cells = cover.primaries("c", rows * columns);
    lay(&mut cover, &cells, columns, shape, None);
    Ok(cover)
}

fn cut(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [rows, columns, least, most] = *size else {
        return Err("expected four numbers".into());
    };
    if columns == 0 || least == 0 || least > most {
        return Err("expected a rectangle, and pieces of at least one square".into());
    }
    let pieces = pieces(rows, columns, least, most, random);
    let mut cover = Cover::default();
    let cells = cover.primaries("c", rows * columns);
    for (number, squares) in pieces.iter().enumerate() {
        let piece = cover.primary(format_args!("p{number}"));
        let squares = squares
            .iter()
            .map(|&square| (square / columns, square % columns));
        lay(
            &mut cover,
            &cells,
            columns,
            &normal(squares.collect()),
            Some(piece),
        );
    }
    Ok(cover)
}

/// Cuts a rectangle into pieces: a piece grows from the first square that is left, and pieces that are too small join a
/// neighbour.
fn pieces(
    rows: usize,
    columns: usize,
    least: usize,
    most: usize,
    random: &mut Random,
) -> Vec<Vec<usize>> {
    let mut owner = vec![usize::MAX; rows * columns];
    let beside = |square: usize| {
        let (row, column) = (square / columns, square % columns);
        [
            (row > 0).then(|| square - columns),
            (row + 1 < rows).then_some(square + columns),
            (column > 0).then(|| square - 1),
            (column + 1 < columns).then_some(square + 1),
        ]
        .into_iter()
        .flatten()
    };
    let mut pieces: Vec<Vec<usize>> = Vec::new();
    for start in 0..rows * columns {
        if owner[start] != usize::MAX {
            continue;
        }
        let wanted = least + random.below(most - least + 1);
        let (mut piece, number) = (vec![start], pieces.len());
        owner[start] = number;
        while piece.len() < wanted {
            let free: Vec<usize> = piece
                .iter()
                .flat_map(|&square| beside(square))
                .filter(|&square| owner[square] == usize::MAX)
                .collect();
            if free.is_empty() {
                break;
            }
            let next = free[random.below(free.len())];
            owner[next] = number;
            piece.push(next);
        }
        let other = piece
            .iter()
            .flat_map(|&square| beside(square))
            .map(|square| owner[square])
            .find(|&other| other < number);
        match other {
            Some(other) if piece.len() < least => {
                for &square in &piece {
                    owner[square] = other;
                }
                pieces[other].extend(piece);
                pieces.push(Vec::new());
            }
            _ => pieces.push(piece),
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}
