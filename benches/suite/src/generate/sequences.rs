//! Numbers in a row, and on the vertices of a tree.

use super::{Cover, Entry, Family, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "langford",
        size: &["N"],
        about: "each number up to N twice in 2N places, the two of k with k places between them",
        make: |size, _| Ok(pairs(size[0], 1)),
    },
    Family {
        name: "skolem",
        size: &["N"],
        about: "each number up to N twice in 2N places, the two of k at a distance of k",
        make: |size, _| Ok(pairs(size[0], 0)),
    },
    Family {
        name: "costas",
        size: &["N"],
        about: "a permutation of N whose points are all at different distances and directions",
        make: costas,
    },
    Family {
        name: "graceful",
        size: &["N"],
        about: "a random tree whose N vertices have different labels below N, its edges too",
        make: graceful,
    },
];

/// Each number twice in a row of places, at a distance of itself plus `more`.
fn pairs(numbers: usize, more: usize) -> Cover {
    let mut cover = Cover::default();
    let place = cover.primaries("p", 2 * numbers);
    for number in 1..=numbers {
        let item = cover.primary(number);
        let distance = number + more;
        for left in 0..(2 * numbers).saturating_sub(distance) {
            cover.option([item, place[left], place[left + distance]]);
        }
    }
    cover
}

/// Two columns at a time: their colours are their rows, and for each distance, a difference of rows occurs at most
/// once.
fn costas(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let n = size[0];
    let mut cover = Cover::default();
    let columns = cover.secondaries("c", n);
    for distance in 1..n {
        let differences = cover.secondaries(&format!("d{distance}."), 2 * n);
        for left in 0..n - distance {
            let pair = cover.primary(format_args!("{left}+{distance}"));
            for one in 0..n {
                for other in (0..n).filter(|&other| other != one) {
                    cover.option::<Entry>([
                        pair.into(),
                        columns[left].colored(one),
                        columns[left + distance].colored(other),
                        differences[n + other - one].into(),
                    ]);
                }
            }
        }
    }
    Ok(cover)
}

fn graceful(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let n = size[0];
    let mut cover = Cover::default();
    let differences = cover.primaries("d", n);
    let edges = cover.primaries("e", n);
    let (vertices, labels) = (cover.secondaries("v", n), cover.secondaries("l", n));
    // No edge has the number 0, and no difference is 0: one option covers both.
    cover.option([differences[0], edges[0]]);
    for child in 1..n {
        let parent = random.below(child);
        for one in 0..n {
            for other in (0..n).filter(|&other| other != one) {
                cover.option([
                    differences[one.abs_diff(other)].into(),
                    edges[child].into(),
                    vertices[child].colored(one),
                    labels[one].colored(child),
                    vertices[parent].colored(other),
                    labels[other].colored(parent),
                ]);
            }
        }
    }
    Ok(cover)
}
