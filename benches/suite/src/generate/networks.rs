//! Blocks of random sets, independent or connected by a few items: problems that fall into pieces.

use super::cover::Item;
use super::{Cover, Family, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "blocks",
        size: &["BLOCKS", "ITEMS", "OPTIONS"],
        about: "blocks of ITEMS items that have nothing in common, each with OPTIONS options of any length",
        make: |size, random| joined(size, 0, |_, block| block - 1, random),
    },
    Family {
        name: "chain",
        size: &["BLOCKS", "ITEMS", "OPTIONS", "JOINTS"],
        about: "as blocks, each with JOINTS items of the one before",
        make: |size, random| joined(size, size[3], |_, block| block - 1, random),
    },
    Family {
        name: "tree",
        size: &["BLOCKS", "ITEMS", "OPTIONS", "JOINTS"],
        about: "as blocks, each with JOINTS items of one of those before, drawn at random",
        make: |size, random| joined(size, size[3], Random::below, random),
    },
];

/// Partitions that are planted in each block.
const PLANTED: usize = 3;

fn joined(
    size: &[usize],
    joints: usize,
    before: fn(&mut Random, usize) -> usize,
    random: &mut Random,
) -> Result<Cover, String> {
    let [blocks, items, options, ..] = *size else {
        return Err("expected three numbers".into());
    };
    if items < 2 || joints >= items {
        return Err(format!(
            "a block of {items} items cannot have {joints} joints"
        ));
    }
    let mut cover = Cover::default();
    let mut all: Vec<Vec<Item>> = Vec::new();
    for block in 0..blocks {
        let shared = if block == 0 { 0 } else { joints };
        let own = cover.primaries(&format!("b{block}i"), items - shared);
        let mut members = own.clone();
        if shared > 0 {
            let neighbour = &all[before(random, block)];
            let drawn = random.sample(shared.min(neighbour.len()), neighbour.len());
            members.extend(drawn.into_iter().map(|at| neighbour[at]));
        }
        fill(&mut cover, &members, &own, options, random);
        all.push(own);
    }
    Ok(cover)
}

/// Options of a block: partitions of all its members or of its own ones, and random sets of any length.
fn fill(cover: &mut Cover, members: &[Item], own: &[Item], options: usize, random: &mut Random) {
    let end = cover.option_count() + options;
    for planted in 0..PLANTED {
        let mut rest = match planted % 2 {
            0 => own.to_vec(),
            _ => members.to_vec(),
        };
        random.shuffle(&mut rest);
        while !rest.is_empty() {
            let length = 1 + random.below(rest.len());
            let set = rest.split_off(rest.len() - length);
            cover.option(set);
        }
    }
    while cover.option_count() < end {
        let length = 2 + random.below(members.len() - 1);
        let drawn = random.sample(length, members.len());
        cover.option(drawn.into_iter().map(|at| members[at]));
    }
}
