//! Boards covered by pieces: some cells of a rectangle, and what may lie on them.

use super::{Cover, Family, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "polyominoes",
        size: &["ROWS", "COLUMNS", "HOLES", "CELLS"],
        about: "a rectangle without HOLES of its cells, covered by any pieces of CELLS cells",
        make: polyominoes,
    },
    Family {
        name: "rectangles",
        size: &["ROWS", "COLUMNS", "MOST"],
        about: "a rectangle divided into rectangles of up to MOST cells",
        make: |size, _| Ok(rectangles(size)),
    },
    Family {
        name: "puzzle",
        size: &["ROWS", "COLUMNS", "CELLS"],
        about: "a rectangle cut into pieces of about CELLS cells, to be put together again without turning them",
        make: puzzle,
    },
    Family {
        name: "wang",
        size: &["ROWS", "COLUMNS", "TILES", "COLOURS"],
        about: "a rectangle of random square tiles that have the same colour where they touch",
        make: |size, random| Ok(wang(size, random)),
    },
];

type Cell = (usize, usize);

/// The pieces of `cells` cells, each once in each position that it can be turned to, moved to the upper left corner.
fn shapes(cells: usize) -> Vec<Vec<Cell>> {
    let mut shapes = vec![vec![(0, 0)]];
    for _ in 1..cells {
        let mut larger = Vec::new();
        for shape in &shapes {
            // Moved by one row and column, so that there is room above and to the left.
            let moved = Vec::from_iter(shape.iter().map(|&(row, column)| (row + 1, column + 1)));
            for &(row, column) in &moved {
                for next in beside((row, column)) {
                    if !moved.contains(&next) {
                        larger.push(to_corner([&moved[..], &[next]].concat()));
                    }
                }
            }
        }
        larger.sort_unstable();
        larger.dedup();
        shapes = larger;
    }
    shapes
}

/// The cells beside one; those beyond the edge of a board have large numbers.
fn beside((row, column): Cell) -> [Cell; 4] {
    [
        (row.wrapping_sub(1), column),
        (row, column.wrapping_sub(1)),
        (row, column + 1),
        (row + 1, column),
    ]
}

fn to_corner(mut shape: Vec<Cell>) -> Vec<Cell> {
    let first = |part: fn(&Cell) -> usize| shape.iter().map(part).min().unwrap_or(0);
    let (top, left) = (first(|cell| cell.0), first(|cell| cell.1));
    for cell in &mut shape {
        *cell = (cell.0 - top, cell.1 - left);
    }
    shape.sort_unstable();
    shape
}

/// The places of a shape on a board.
fn places(shape: &[Cell], rows: usize, columns: usize) -> impl Iterator<Item = Vec<Cell>> {
    let last = |part: fn(&Cell) -> usize| shape.iter().map(part).max().unwrap_or(0);
    let (down, right) = (
        rows.saturating_sub(last(|cell| cell.0)),
        columns.saturating_sub(last(|cell| cell.1)),
    );
    let corners = (0..down).flat_map(move |row| (0..right).map(move |column| (row, column)));
    corners
        .map(|(top, left)| Vec::from_iter(shape.iter().map(|cell| (cell.0 + top, cell.1 + left))))
}

fn polyominoes(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [rows, columns, holes, cells] = *size else {
        return Err("expected four numbers".into());
    };
    if holes > rows * columns {
        return Err(format!("the board has no {holes} cells"));
    }
    if !(1..=6).contains(&cells) {
        return Err("pieces have 1 to 6 cells".into());
    }
    let holes = random.sample(holes, rows * columns);
    let mut cover = Cover::default();
    let cell = |at: usize| (!holes.contains(&at)).then_some(at);
    let item = Vec::from_iter((0..rows * columns).map(|at| cell(at).map(|at| cover.primary(at))));
    for shape in shapes(cells) {
        for place in places(&shape, rows, columns) {
            let items = place
                .iter()
                .map(|&(row, column)| item[row * columns + column]);
            if let Some(items) = items.collect::<Option<Vec<_>>>() {
                cover.option(items);
            }
        }
    }
    Ok(cover)
}

fn rectangles(size: &[usize]) -> Cover {
    let (rows, columns, most) = (size[0], size[1], size[2]);
    let mut cover = Cover::default();
    let item = cover.primaries("c", rows * columns);
    for height in 1..=rows {
        for width in 1..=columns.min(most / height) {
            let shape = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
            for place in places(&Vec::from_iter(shape), rows, columns) {
                cover.option(
                    place
                        .iter()
                        .map(|&(row, column)| item[row * columns + column]),
                );
            }
        }
    }
    cover
}

fn puzzle(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [rows, columns, cells] = *size else {
        return Err("expected three numbers".into());
    };
    if cells == 0 {
        return Err("pieces have at least one cell".into());
    }
    let mut cover = Cover::default();
    let item = cover.primaries("c", rows * columns);
    let mut is_free = vec![true; rows * columns];
    for (number, start) in random.permutation(rows * columns).into_iter().enumerate() {
        if !is_free[start] {
            continue;
        }
        let mut piece = vec![(start / columns, start % columns)];
        is_free[start] = false;
        while piece.len() < cells {
            let mut edge = Vec::from_iter(piece.iter().flat_map(|&cell| beside(cell)));
            edge.retain(|&(row, column)| {
                row < rows && column < columns && is_free[row * columns + column]
            });
            if edge.is_empty() {
                break;
            }
            let (row, column) = edge[random.below(edge.len())];
            is_free[row * columns + column] = false;
            piece.push((row, column));
        }
        let name = cover.primary(format_args!("p{number}"));
        for place in places(&to_corner(piece), rows, columns) {
            let cells = place
                .iter()
                .map(|&(row, column)| item[row * columns + column]);
            cover.option([name].into_iter().chain(cells));
        }
    }
    Ok(cover)
}

/// A cell is a primary item, the side between two cells a secondary one.
fn wang(size: &[usize], random: &mut Random) -> Cover {
    let (rows, columns, tiles, colours) = (size[0], size[1], size[2], size[3].max(1));
    let mut cover = Cover::default();
    let cell = cover.primaries("c", rows * columns);
    let horizontal = cover.secondaries("h", rows.saturating_sub(1) * columns);
    let vertical = cover.secondaries("v", rows * columns.saturating_sub(1));
    let below = |row: usize, column: usize| horizontal.get(row * columns + column);
    let right = |row: usize, column: usize| {
        (column + 1 < columns).then(|| &vertical[row * (columns - 1) + column])
    };
    let tiles = Vec::from_iter((0..tiles).map(|_| [(); 4].map(|()| random.below(colours))));
    for row in 0..rows {
        for column in 0..columns {
            let sides = [
                row.checked_sub(1).and_then(|above| below(above, column)),
                below(row, column),
                column.checked_sub(1).and_then(|left| right(row, left)),
                right(row, column),
            ];
            for tile in &tiles {
                let sides = sides.iter().zip(tile);
                let sides =
                    sides.filter_map(|(side, &colour)| Some(side.as_ref()?.colored(colour)));
                cover.option(
                    [cell[row * columns + column].into()]
                        .into_iter()
                        .chain(sides),
                );
            }
        }
    }
    cover
}
