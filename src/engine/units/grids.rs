//! Grids: three units that three others divide, as the boxes of a band divide its rows in a Sudoku.
//!
//! ```text
//!              v0  v1  v2
//!         u0   s   .   .      a bit that stands in segment s (the lanes that u0 and v0 share) stands neither elsewhere
//!         u1   .   a   b      in u0 nor in v0; the other two rows and columns need a and d, or b and c: where neither
//!         u2   .   c   d      is there, the bit leaves s
//! ```
//!
//! That is the rule of locked candidates, applied to all bits and segments at once. This file only finds the grids; the
//! pass applies them.

use super::layout::{LaneSet, Layout, Unit};
use super::node::NIL;

/// Lanes that two units share.
pub(super) struct Segment {
    pub(super) lanes: LaneSet,
    /// The bits of its units.
    pub(super) bits: u16,
    /// The segments of its grid, by distance in rows and columns: `grid[0][0]` is itself.
    pub(super) grid: [[usize; 3]; 3],
}

/// The most other units with which a unit of a grid may share several lanes: a row of a Sudoku does so with 3, a box
/// with 6.
const PARTNERS: usize = 12;

/// Two lists of segments that each fit into a register: nine segments for each grid, row by row. Within a list, no lane
/// is in two grids.
pub(super) fn grids(layout: &Layout) -> [Vec<Segment>; 2] {
    let units = &layout.units;
    let alike = |u: &Unit, v: &Unit| u.exact == v.exact && u.most == 0 && v.most == 0;
    let partners: Vec<Vec<usize>> = (0..units.len())
        .map(|u| {
            let shares = |&v: &usize| {
                v != u
                    && alike(&units[u], &units[v])
                    && units[u].lanes.and(units[v].lanes).count() > 1
            };
            (0..units.len()).filter(shares).collect()
        })
        .collect();
    let mut lists = [Vec::new(), Vec::new()];
    let mut known: Vec<[[usize; 3]; 2]> = Vec::new();
    for u in (0..units.len()).filter(|&u| partners[u].len() <= PARTNERS) {
        for columns in triples(&partners[u]).filter(|columns| is_split(units, u, columns)) {
            let Some(rows) = rows_of(units, &partners, columns) else {
                continue;
            };
            if known.contains(&[rows, columns]) || known.contains(&[columns, rows]) {
                continue;
            }
            known.push([rows, columns]);
            let inside = |segment: &Segment| {
                rows.iter()
                    .any(|&row| segment.lanes.meets(units[row].lanes))
            };
            let has_room =
                |list: &&mut Vec<Segment>| list.len() + 9 <= NIL && !list.iter().any(inside);
            if let Some(list) = lists.iter_mut().find(has_room) {
                add(list, units, rows, columns);
            }
        }
    }
    lists
}

/// The three units that share several lanes with each of the columns, if they form a grid with the columns.
fn rows_of(units: &[Unit], partners: &[Vec<usize>], columns: [usize; 3]) -> Option<[usize; 3]> {
    let meets_all = |row: &usize| columns.iter().all(|&column| partners[column].contains(row));
    let rows: Vec<usize> = (0..units.len()).filter(meets_all).collect();
    let rows: [usize; 3] = rows.try_into().ok()?;
    let are_split = rows.iter().all(|&row| is_split(units, row, &columns))
        && columns.iter().all(|&column| is_split(units, column, &rows));
    are_split.then_some(rows)
}

/// Whether each lane of the unit is in exactly one of the others.
fn is_split(units: &[Unit], unit: usize, by: &[usize; 3]) -> bool {
    let [a, b, c] = by.map(|other| units[other].lanes.and(units[unit].lanes));
    let all = a.or(b).or(c);
    all == units[unit].lanes && a.count() + b.count() + c.count() == all.count()
}

fn add(list: &mut Vec<Segment>, units: &[Unit], rows: [usize; 3], columns: [usize; 3]) {
    let base = list.len();
    for (i, j) in (0..9).map(|s| (s / 3, s % 3)) {
        let at = |di: usize, dj: usize| base + (i + di) % 3 * 3 + (j + dj) % 3;
        list.push(Segment {
            lanes: units[rows[i]].lanes.and(units[columns[j]].lanes),
            bits: units[rows[i]].exact,
            grid: [0, 1, 2].map(|di| [0, 1, 2].map(|dj| at(di, dj))),
        });
    }
}

fn triples(of: &[usize]) -> impl Iterator<Item = [usize; 3]> {
    (0..of.len()).flat_map(move |a| {
        (a + 1..of.len()).flat_map(move |b| (b + 1..of.len()).map(move |c| [of[a], of[b], of[c]]))
    })
}
