//! Numbers in a row.

use super::{Cover, Family};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "langford",
        size: &["N"],
        about: "each number up to N twice in 2N places, the two of k with k places between them",
        make: |size, _| Ok(pairs(2 * size[0], (1..=size[0]).map(|k| (k, k + 1)))),
    },
    Family {
        name: "skolem",
        size: &["N"],
        about: "each number up to N twice in 2N places, the two of k at a distance of k",
        make: |size, _| Ok(pairs(2 * size[0], (1..=size[0]).map(|k| (k, k)))),
    },
];

/// Each number twice in a row of places, at its distance.
fn pairs(places: usize, numbers: impl Iterator<Item = (usize, usize)>) -> Cover {
    let mut cover = Cover::default();
    let place = cover.primaries("p", places);
    for (number, distance) in numbers {
        let item = cover.primary(number);
        for left in 0..places.saturating_sub(distance) {
            cover.option([item, place[left], place[left + distance]]);
        }
    }
    cover
}
