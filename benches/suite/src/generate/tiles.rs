//! Square tiles whose edges have colours.

use super::{Cover, Family, Item, Random};

pub(super) const FAMILIES: &[Family] = &[Family {
    name: "edges",
    size: &["N", "COLORS"],
    about: "a square of N × N, cut into its tiles, which may be turned, to be laid again",
    make: edge_matching,
}];

/// The colours of the edges of a tile: above, right, below, left.
type Tile = [usize; 4];

/// The items of a square of n × n: its cells, and the four edges of each.
fn square(cover: &mut Cover, n: usize) -> (Vec<Item>, Vec<[Item; 4]>) {
    let cells = cover.primaries("c", n * n);
    let across = cover.secondaries("h", n * (n + 1));
    let upright = cover.secondaries("v", n * (n + 1));
    let around = |cell: usize| {
        let (row, column) = (cell / n, cell % n);
        let left = row * (n + 1) + column;
        [
            across[cell],
            upright[left + 1],
            across[cell + n],
            upright[left],
        ]
    };
    let edges = (0..n * n).map(around).collect();
    (cells, edges)
}

fn edge_matching(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let (n, colors) = (size[0], size[1]);
    let across: Vec<usize> = (0..n * (n + 1)).map(|_| random.below(colors)).collect();
    let upright: Vec<usize> = (0..n * (n + 1)).map(|_| random.below(colors)).collect();
    let mut cover = Cover::default();
    let (cells, edges) = square(&mut cover, n);
    for secret in 0..n * n {
        let left = secret / n * (n + 1) + secret % n;
        let tile = [
            across[secret],
            upright[left + 1],
            across[secret + n],
            upright[left],
        ];
        let piece = cover.primary(format_args!("t{secret}"));
        let mut turns: Vec<Tile> = (0..4)
            .map(|turn| std::array::from_fn(|side| tile[(side + turn) % 4]))
            .collect();
        turns.sort_unstable();
        turns.dedup();
        for (&cell, around) in cells.iter().zip(&edges) {
            for turned in &turns {
                let colored = around.iter().zip(turned);
                let colored = colored.map(|(edge, &color)| edge.colored(color));
                cover.option([piece.into(), cell.into()].into_iter().chain(colored));
            }
        }
    }
    Ok(cover)
}
