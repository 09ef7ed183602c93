//! Items that are covered several times: dissections, domination, matchings and shifts.

use super::{Cover, Entry, Family, Item, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "partridge",
        size: &["N"],
        about: "a square cut into one square of side 1, two of side 2, up to N of side N",
        make: |size, _| Ok(partridge(size[0])),
    },
    Family {
        name: "dominating-queens",
        size: &["N", "QUEENS"],
        about: "QUEENS queens on an N × N board that attack or hold every cell",
        make: |size, _| Ok(dominating_queens(size[0], size[1])),
    },
    Family {
        name: "motley",
        size: &["ROWS", "COLUMNS", "PIECES"],
        about: "a rectangle cut into PIECES rectangles, no two of which span the same rows or the same columns",
        make: |size, _| Ok(motley(size)),
    },
    Family {
        name: "covering",
        size: &["POINTS", "K", "BLOCKS"],
        about: "BLOCKS blocks of K of the POINTS that cover each pair",
        make: |size, _| blocks(size[0], size[1], size[2], (1, size[2])),
    },
    Family {
        name: "design",
        size: &["POINTS", "K", "TIMES"],
        about: "blocks of K of the POINTS that cover each pair TIMES times",
        make: |size, _| design(size),
    },
    Family {
        name: "grid-factor",
        size: &["ROWS", "COLUMNS", "DEGREE"],
        about: "edges of a grid graph, DEGREE at each vertex",
        make: |size, _| Ok(grid_factor(size)),
    },
    Family {
        name: "regular-graph",
        size: &["VERTICES", "DEGREE"],
        about: "labelled graphs in which each vertex has this DEGREE",
        make: |size, _| Ok(regular_graph(size[0], size[1])),
    },
    Family {
        name: "line-sums",
        size: &["ROWS", "COLUMNS", "SUM"],
        about: "matrices of zeros and ones with SUM ones in each row, and as many in each column",
        make: |size, _| line_sums(size),
    },
    Family {
        name: "dominating-kings",
        size: &["N", "MOST"],
        about: "kings on an N × N board that attack or hold every cell, none more than MOST times",
        make: |size, _| Ok(dominating_kings(size[0], size[1])),
    },
    Family {
        name: "letters",
        size: &["ROWS", "COLUMNS", "WORDS", "MOST"],
        about: "a rectangle of words across and down, with each letter in at most MOST of those across",
        make: letters,
    },
    Family {
        name: "nurses",
        size: &["NURSES", "DAYS"],
        about: "two or three nurses by day, one or two at night and then off, about as many shifts for each",
        make: roster,
    },
    Family {
        name: "two-sets",
        size: &["ROWS", "COLUMNS"],
        about: "a rectangle of 40 cells or less, cut into up to two of each tetromino",
        make: |size, _| Ok(two_sets(size[0], size[1])),
    },
];

/// The cells of a board, each of which must be covered as often as `bounds` say.
fn board(cover: &mut Cover, (rows, columns): (usize, usize), bounds: (u32, u32)) -> Vec<Vec<Item>> {
    let cell = |cover: &mut Cover, row, column| {
        cover.bounded(format_args!("{row}.{column}"), bounds.0, bounds.1)
    };
    let row = |row| {
        (0..columns)
            .map(|column| cell(cover, row, column))
            .collect()
    };
    (0..rows).map(row).collect()
}

/// The cells of a rectangle.
fn cells(board: &[Vec<Item>], rows: (usize, usize), columns: (usize, usize)) -> Vec<Item> {
    let rows = &board[rows.0..rows.0 + rows.1];
    let row = |row: &Vec<Item>| row[columns.0..columns.0 + columns.1].to_vec();
    rows.iter().flat_map(row).collect()
}

fn partridge(n: usize) -> Cover {
    let side = n * (n + 1) / 2;
    let mut cover = Cover::default();
    let squares = Vec::from_iter(
        (1..=n).map(|size| cover.bounded(format_args!("side{size}"), size as u32, size as u32)),
    );
    let board = board(&mut cover, (side, side), (1, 1));
    for (square, size) in squares.into_iter().zip(1..) {
        for row in 0..=side - size {
            for column in 0..=side - size {
                let cells = cells(&board, (row, size), (column, size));
                cover.option([square].into_iter().chain(cells));
            }
        }
    }
    cover
}

fn dominating_queens(n: usize, queens: usize) -> Cover {
    let mut cover = Cover::default();
    let all = cover.bounded("queens", queens as u32, queens as u32);
    let board = board(&mut cover, (n, n), (1, queens as u32));
    for (row, column) in (0..n * n).map(|cell| (cell / n, cell % n)) {
        let is_attacked = |&(other, at): &(usize, usize)| {
            row == other || column == at || row.abs_diff(other) == column.abs_diff(at)
        };
        let attacked = (0..n * n)
            .map(|cell| (cell / n, cell % n))
            .filter(is_attacked);
        let attacked = attacked.map(|(row, column)| board[row][column]);
        cover.option([all].into_iter().chain(attacked));
    }
    cover
}

/// Each inner line of the grid must be the edge of some piece.
fn motley(size: &[usize]) -> Cover {
    let (rows, columns, pieces) = (size[0], size[1], size[2]);
    let most = (rows * columns) as u32;
    let mut cover = Cover::default();
    let all = cover.bounded("pieces", pieces as u32, pieces as u32);
    let board = board(&mut cover, (rows, columns), (1, 1));
    let mut lines = |name: &str, count: usize| {
        let line = |at| cover.bounded(format_args!("{name}{at}"), 1, most);
        Vec::from_iter((0..count).map(line))
    };
    let (above, left) = (lines("row", rows), lines("column", columns));
    let mut spans = |name: &str, count: usize| {
        let span = |at| cover.secondary(format_args!("{name}{}-{}", at / count, at % count));
        Vec::from_iter((0..count * count).map(span))
    };
    let (down, across) = (spans("dn", rows), spans("ac", columns));
    for row in 0..rows {
        for end in row..rows {
            for column in 0..columns {
                for last in column..columns {
                    let cells = cells(&board, (row, 1 + end - row), (column, 1 + last - column));
                    let edges = [all, above[row], left[column]];
                    let spans = [down[row * rows + end], across[column * columns + last]];
                    cover.option(edges.into_iter().chain(cells).chain(spans));
                }
            }
        }
    }
    cover
}

/// `blocks` blocks of k of the points, which cover each pair as often as `bounds` say.
fn blocks(points: usize, k: usize, blocks: usize, bounds: (usize, usize)) -> Result<Cover, String> {
    if points >= u32::BITS as usize {
        return Err(format!("{points} points: expected less than {}", u32::BITS));
    }
    let mut cover = Cover::default();
    let all = cover.bounded("blocks", blocks as u32, blocks as u32);
    let (low, high) = (bounds.0 as u32, bounds.1 as u32);
    let mut pairs = vec![Vec::new(); points];
    for one in 0..points {
        for other in 0..one {
            pairs[one].push(cover.bounded(format_args!("{other}-{one}"), low, high));
        }
    }
    let sets = (0..1u32 << points).filter(|set| set.count_ones() as usize == k);
    for set in sets {
        let members = Vec::from_iter((0..points).filter(|point| set >> point & 1 == 1));
        let mut items = vec![all];
        for (at, &one) in members.iter().enumerate() {
            items.extend(members[..at].iter().map(|&other| pairs[one][other]));
        }
        cover.option(items);
    }
    Ok(cover)
}

fn design(size: &[usize]) -> Result<Cover, String> {
    let (points, k, times) = (size[0], size[1], size[2]);
    let [pairs, each] = [points, k].map(|count| count * count.saturating_sub(1));
    let pairs = times * pairs;
    match pairs.checked_rem(each) {
        Some(0) => blocks(points, k, pairs / each, (times, times)),
        _ => Err("no number of blocks has as many pairs".into()),
    }
}

fn grid_factor(size: &[usize]) -> Cover {
    let (rows, columns, degree) = (size[0], size[1], size[2] as u32);
    let mut cover = Cover::default();
    let board = board(&mut cover, (rows, columns), (degree, degree));
    for row in 0..rows {
        for column in 0..columns {
            if column + 1 < columns {
                cover.option([board[row][column], board[row][column + 1]]);
            }
            if row + 1 < rows {
                cover.option([board[row][column], board[row + 1][column]]);
            }
        }
    }
    cover
}

fn regular_graph(vertices: usize, degree: usize) -> Cover {
    let mut cover = Cover::default();
    let vertex = |at| cover.bounded(format_args!("v{at}"), degree as u32, degree as u32);
    let items = Vec::from_iter((0..vertices).map(vertex));
    for one in 0..vertices {
        for other in one + 1..vertices {
            cover.option([items[one], items[other]]);
        }
    }
    cover
}

fn line_sums(size: &[usize]) -> Result<Cover, String> {
    let (rows, columns, sum) = (size[0], size[1], size[2]);
    if (rows * sum).checked_rem(columns) != Some(0) {
        return Err("expected as many ones in each column".into());
    }
    let mut cover = Cover::default();
    let mut lines = |name: &str, count, sum: usize| {
        let line = |at| cover.bounded(format_args!("{name}{at}"), sum as u32, sum as u32);
        Vec::from_iter((0..count).map(line))
    };
    let (across, down) = (
        lines("r", rows, sum),
        lines("c", columns, rows * sum / columns),
    );
    for &row in &across {
        for &column in &down {
            cover.option([row, column]);
        }
    }
    Ok(cover)
}

fn dominating_kings(n: usize, most: usize) -> Cover {
    let mut cover = Cover::default();
    let board = board(&mut cover, (n, n), (1, most as u32));
    for row in 0..n {
        for column in 0..n {
            let (top, left) = (row.saturating_sub(1), column.saturating_sub(1));
            let (bottom, right) = ((row + 2).min(n), (column + 2).min(n));
            cover.option(cells(&board, (top, bottom - top), (left, right - left)));
        }
    }
    cover
}

fn letters(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let (rows, columns, count, most) = (size[0], size[1], size[2], size[3]);
    let across = super::words::vocabulary(columns, count, random)?;
    let down = super::words::vocabulary(rows, count, random)?;
    let mut cover = Cover::default();
    let lines = Vec::from_iter((0..rows).map(|row| cover.primary(format_args!("a{row}"))));
    let lines_down = Vec::from_iter((0..columns).map(|at| cover.primary(format_args!("d{at}"))));
    let used = (b'a'..=b'z').map(|letter| cover.bounded(char::from(letter), 0, most as u32));
    let used = Vec::from_iter(used);
    let cell = cover.secondaries("l", rows * columns);
    let color = |letter: u8| usize::from(letter - b'a') + 10;
    for (row, &line) in lines.iter().enumerate() {
        for word in &across {
            let mut entries = vec![Entry::from(line)];
            let own = (b'a'..=b'z').filter(|letter| word.contains(letter));
            entries.extend(own.map(|letter| Entry::from(used[usize::from(letter - b'a')])));
            let places = word.iter().enumerate();
            entries.extend(
                places.map(|(at, &letter)| cell[row * columns + at].colored(color(letter))),
            );
            cover.option(entries);
        }
    }
    for (column, &line) in lines_down.iter().enumerate() {
        for word in &down {
            let places = word.iter().enumerate();
            let places =
                places.map(|(at, &letter)| cell[at * columns + column].colored(color(letter)));
            cover.option([Entry::from(line)].into_iter().chain(places));
        }
    }
    Ok(cover)
}

/// A nurse's days are secondary: one shift a day, and none after a night. Some cannot come on some days.
fn roster(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let (nurses, days) = (size[0], size[1]);
    if nurses == 0 {
        return Err("expected a nurse".into());
    }
    let mut cover = Cover::default();
    let mut shifts = |name: &str, low, high| {
        let shift = |at| cover.bounded(format_args!("{name}{at}"), low, high);
        Vec::from_iter((0..days).map(shift))
    };
    let (by_day, by_night) = (shifts("day", 2, 3), shifts("night", 1, 2));
    let fewest = (3 * days / nurses) as u32;
    let work = |at| cover.bounded(format_args!("n{at}"), fewest.max(1), fewest.max(1) + 1);
    let work = Vec::from_iter((0..nurses).map(work));
    let there = cover.secondaries("at", nurses * days);
    for nurse in 0..nurses {
        for day in 0..days {
            if random.below(5) == 0 {
                continue;
            }
            let at = there[nurse * days + day];
            cover.option([by_day[day], work[nurse], at]);
            let mut night = vec![by_night[day], work[nurse], at];
            if day + 1 < days {
                night.push(there[nurse * days + day + 1]);
            }
            cover.option(night);
        }
    }
    Ok(cover)
}

/// The tetrominoes, one orientation each, as rows and columns.
const TETROMINOES: [(&str, [(usize, usize); 4]); 5] = [
    ("I", [(0, 0), (0, 1), (0, 2), (0, 3)]),
    ("L", [(0, 0), (1, 0), (2, 0), (2, 1)]),
    ("O", [(0, 0), (0, 1), (1, 0), (1, 1)]),
    ("S", [(0, 1), (0, 2), (1, 0), (1, 1)]),
    ("T", [(0, 0), (0, 1), (0, 2), (1, 1)]),
];

fn two_sets(rows: usize, columns: usize) -> Cover {
    let mut cover = Cover::default();
    let most = if rows * columns == 40 { (2, 2) } else { (0, 2) };
    let pieces = TETROMINOES.map(|(name, _)| cover.bounded(name, most.0, most.1));
    let board = board(&mut cover, (rows, columns), (1, 1));
    for (piece, (_, shape)) in pieces.into_iter().zip(TETROMINOES) {
        let mut turned = Vec::new();
        for turn in 0..8 {
            let mut cells = shape.map(|(row, column)| match turn % 4 {
                0 => (row, column),
                1 => (column, 3 - row),
                2 => (3 - row, 3 - column),
                _ => (3 - column, row),
            });
            if turn >= 4 {
                cells = cells.map(|(row, column)| (row, 3 - column));
            }
            let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
            let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
            cells = cells.map(|(row, column)| (row - top, column - left));
            cells.sort_unstable();
            turned.push(cells);
        }
        turned.sort_unstable();
        turned.dedup();
        for (row, column) in (0..rows * columns).map(|cell| (cell / columns, cell % columns)) {
            for cells in &turned {
                let cells = cells.map(|(down, right)| (row + down, column + right));
                if cells
                    .iter()
                    .all(|&(row, column)| row < rows && column < columns)
                {
                    let cells = cells.map(|(row, column)| board[row][column]);
                    cover.option([piece].into_iter().chain(cells));
                }
            }
        }
    }
    cover
}
