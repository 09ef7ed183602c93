//! Few items with very many options, and very many items with few options: these show everything that takes quadratic
//! time.

use std::collections::BTreeSet;

use super::{Cover, Entry, Family, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "crowd",
        size: &["MANY", "FEW"],
        about: "two items, one with MANY options and one with FEW: MANY × FEW solutions",
        make: crowd,
    },
    Family {
        name: "palette",
        size: &["ITEMS", "COLORS"],
        about: "ITEMS whose options agree on one of the COLORS of a secondary item",
        make: palette,
    },
    Family {
        name: "lonely",
        size: &["N"],
        about: "N items with one option each",
        make: lonely,
    },
    Family {
        name: "path",
        size: &["N"],
        about: "the perfect matching of a path of N vertices; none, if N is odd",
        make: path,
    },
    Family {
        name: "cycle",
        size: &["N"],
        about: "the perfect matchings of a cycle of N vertices; two, if N is even",
        make: cycle,
    },
    Family {
        name: "hub",
        size: &["N"],
        about: "N items with one option each, all of which name one secondary item in one colour",
        make: hub,
    },
    Family {
        name: "shift",
        size: &["N"],
        about: "N items in a row, each with the gap before it or the one after it: once after, then always after",
        make: shift,
    },
    Family {
        name: "exactly",
        size: &["TIMES", "N"],
        about: "one item covered TIMES times, by N options",
        make: exactly,
    },
    Family {
        name: "star",
        size: &["N"],
        about: "one item with N options, each of which names an item of its own too, which it can do without",
        make: star,
    },
    Family {
        name: "long",
        size: &["N"],
        about: "one option that names N items, and each of them by itself",
        make: long,
    },
    Family {
        name: "beside",
        size: &["N", "VERTICES", "DEGREE"],
        about: "N items with one option each, beside the perfect matchings of a random graph of VERTICES and this DEGREE",
        make: beside,
    },
];

fn crowd(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let mut cover = Cover::default();
    for (name, &count) in ["many", "few"].iter().zip(size) {
        let item = cover.primary(name);
        (0..count).for_each(|_| cover.option([item]));
    }
    Ok(cover)
}

fn palette(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let mut cover = Cover::default();
    let items = cover.primaries("i", size[0]);
    let shared = cover.secondary("s");
    for color in 0..size[1] {
        for &item in &items {
            cover.option([item.into(), shared.colored(color)]);
        }
    }
    Ok(cover)
}

fn lonely(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let mut cover = Cover::default();
    for item in cover.primaries("i", size[0]) {
        cover.option([item]);
    }
    Ok(cover)
}

fn path(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let mut cover = Cover::default();
    for edge in cover.primaries("v", size[0]).windows(2) {
        cover.option([edge[0], edge[1]]);
    }
    Ok(cover)
}

fn cycle(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let mut cover = Cover::default();
    let vertices = cover.primaries("v", size[0].max(3));
    for (at, &vertex) in vertices.iter().enumerate() {
        cover.option([vertex, vertices[(at + 1) % vertices.len()]]);
    }
    Ok(cover)
}

fn hub(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let mut cover = Cover::default();
    let items = cover.primaries("i", size[0]);
    let shared = cover.secondary("s");
    for item in items {
        cover.option([item.into(), shared.colored(0)]);
    }
    Ok(cover)
}

fn shift(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let mut cover = Cover::default();
    let items = cover.primaries("i", size[0]);
    let gaps = cover.secondaries("g", size[0] + 1);
    for (item, gaps) in items.iter().zip(gaps.windows(2)) {
        gaps.iter().for_each(|&gap| cover.option([*item, gap]));
    }
    Ok(cover)
}

fn exactly(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let mut cover = Cover::default();
    let times = u32::try_from(size[0]).map_err(|error| error.to_string())?;
    let item = cover.bounded("i", times, times);
    (0..size[1]).for_each(|_| cover.option([item]));
    Ok(cover)
}

fn star(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let mut cover = Cover::default();
    let center = cover.primary("center");
    for item in cover.secondaries("s", size[0]) {
        cover.option([center, item]);
    }
    Ok(cover)
}

fn long(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let mut cover = Cover::default();
    let items = cover.primaries("i", size[0]);
    cover.option(items.iter().copied());
    for item in items {
        cover.option([Entry::from(item)]);
    }
    Ok(cover)
}

fn beside(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let mut cover = Cover::default();
    let vertices = cover.primaries("v", size[1]);
    let mut edges = BTreeSet::new();
    for _ in 0..size[2] {
        // A perfect matching.
        for pair in random.permutation(vertices.len()).chunks_exact(2) {
            edges.insert((pair[0].min(pair[1]), pair[0].max(pair[1])));
        }
    }
    for (one, other) in edges {
        cover.option([vertices[one], vertices[other]]);
    }
    for item in cover.primaries("i", size[0]) {
        cover.option([item]);
    }
    Ok(cover)
}
