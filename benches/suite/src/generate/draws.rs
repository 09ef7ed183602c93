//! Random options: of mixed lengths, of neighbours, with secondary items.

use super::{Cover, Entry, Family, Item, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "mixed",
        size: &["ITEMS", "OPTIONS", "LEAST", "MOST"],
        about: "random options of LEAST to MOST items, among them a partition of all items",
        make: mixed,
    },
    Family {
        name: "clustered",
        size: &["ITEMS", "OPTIONS", "LENGTH", "SPAN"],
        about: "options of LENGTH items out of SPAN neighbours, among them a partition of all items",
        make: clustered,
    },
    Family {
        name: "colored",
        size: &["ITEMS", "OPTIONS", "LENGTH", "SECONDARY", "COLORS"],
        about: "planted options of LENGTH items, each with three of SECONDARY items in one of COLORS",
        make: colored,
    },
    Family {
        name: "disagreeing",
        size: &["ITEMS", "OPTIONS", "LENGTH", "SECONDARY", "COLORS", "USES"],
        about: "as `colored`, each with USES of SECONDARY items in one of COLORS",
        make: disagreeing,
    },
    Family {
        name: "exclusive",
        size: &["ITEMS", "OPTIONS", "LENGTH", "SECONDARY", "USES"],
        about: "planted options of LENGTH items, each with USES of SECONDARY items without colours",
        make: exclusive,
    },
    Family {
        name: "equal-sets",
        size: &["N", "LENGTH"],
        about: "the partitions of N items into sets of LENGTH",
        make: blocks,
    },
];

fn mixed(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [items, options, least, most] = *size else {
        return Err("expected four numbers".into());
    };
    let mut cover = Cover::default();
    let item = cover.primaries("i", items);
    let any = |_: &[usize]| Vec::new();
    fill(&mut cover, &item, (options, least, most), random, any)?;
    Ok(cover)
}

fn clustered(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [items, options, length, span] = *size else {
        return Err("expected four numbers".into());
    };
    if length == 0 || length > span || span > items {
        return Err(format!(
            "expected LENGTH ≤ SPAN ≤ ITEMS, not {length}, {span}, {items}"
        ));
    }
    let mut cover = Cover::default();
    let item = cover.primaries("i", items);
    // Groups of neighbours, each cut at random.
    for begin in (0..items).step_by(span) {
        let mut group: Vec<usize> = (begin..items.min(begin + span)).collect();
        random.shuffle(&mut group);
        for part in group.chunks(length) {
            cover.option(part.iter().map(|&number| item[number]));
        }
    }
    while cover.option_count() < options {
        let begin = random.below(items - span + 1);
        let part = random.sample(length, span);
        cover.option(part.into_iter().map(|number| item[begin + number]));
    }
    cover.shuffle(random);
    Ok(cover)
}

fn colored(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [items, options, length, secondary, colors] = *size else {
        return Err("expected five numbers".into());
    };
    painted((items, options, length), (secondary, colors, 3), random)
}

fn disagreeing(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [items, options, length, secondary, colors, uses] = *size else {
        return Err("expected six numbers".into());
    };
    painted((items, options, length), (secondary, colors, uses), random)
}

fn painted(
    (items, options, length): (usize, usize, usize),
    (secondary, colors, number): (usize, usize, usize),
    random: &mut Random,
) -> Result<Cover, String> {
    if secondary < number || colors == 0 {
        return Err(format!(
            "expected {number} secondary items or more, and a colour"
        ));
    }
    let mut cover = Cover::default();
    let item = cover.primaries("i", items);
    let others = cover.secondaries("s", secondary);
    // The planted options give each item the colour that it has here.
    let planted: Vec<usize> = (0..secondary).map(|_| random.below(colors)).collect();
    let mut colors_of_planted = items.div_ceil(length);
    let mut uses = Random::new(random.bits());
    let paint = |_: &[usize]| {
        let is_planted = colors_of_planted > 0;
        colors_of_planted = colors_of_planted.saturating_sub(1);
        let chosen = uses.sample(number, secondary);
        let paint = |at: usize| match is_planted {
            true => others[at].colored(planted[at]),
            false => others[at].colored(uses.below(colors)),
        };
        chosen.into_iter().map(paint).collect()
    };
    fill(&mut cover, &item, (options, length, length), random, paint)?;
    Ok(cover)
}

fn exclusive(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [items, options, length, secondary, uses] = *size else {
        return Err("expected five numbers".into());
    };
    let planted = items.div_ceil(length.max(1));
    if planted * uses > secondary {
        return Err(format!(
            "the planted options need {} secondary items",
            planted * uses
        ));
    }
    let mut cover = Cover::default();
    let item = cover.primaries("i", items);
    let others = cover.secondaries("s", secondary);
    let mut made = 0;
    let order = random.permutation(secondary);
    let mut draws = Random::new(random.bits());
    let occupy = |_: &[usize]| {
        made += 1;
        let chosen = match made <= planted {
            true => order[(made - 1) * uses..made * uses].to_vec(),
            false => draws.sample(uses, secondary),
        };
        chosen.into_iter().map(|at| others[at].into()).collect()
    };
    fill(&mut cover, &item, (options, length, length), random, occupy)?;
    Ok(cover)
}

/// Adds a random partition of the items and then random options, all of `least` to `most` items, each together with
/// what `also` adds to it. Then shuffles everything.
fn fill(
    cover: &mut Cover,
    items: &[Item],
    (options, least, most): (usize, usize, usize),
    random: &mut Random,
    mut also: impl FnMut(&[usize]) -> Vec<Entry>,
) -> Result<(), String> {
    if least == 0 || least > most || most > items.len() {
        return Err(format!(
            "options cannot have {least} to {most} of {} items",
            items.len()
        ));
    }
    let mut add = |cover: &mut Cover, part: &[usize]| {
        let plain = part.iter().map(|&number| Entry::from(items[number]));
        cover.option(plain.chain(also(part)));
    };
    let mut rest = &random.permutation(items.len())[..];
    while !rest.is_empty() {
        let length = least + random.below(most - least + 1);
        let (part, others) = rest.split_at(length.min(rest.len()));
        add(cover, part);
        rest = others;
    }
    while cover.option_count() < options {
        let length = least + random.below(most - least + 1);
        add(cover, &random.sample(length, items.len()));
    }
    cover.shuffle(random);
    Ok(())
}

fn blocks(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let [n, length] = *size else {
        return Err("expected two numbers".into());
    };
    if length == 0 || n > 32 {
        return Err("expected at most 32 items, in sets that are not empty".into());
    }
    let mut cover = Cover::default();
    let item = cover.primaries("i", n);
    let mut chosen: Vec<usize> = (0..length.min(n)).collect();
    while chosen.len() == length {
        cover.option(chosen.iter().map(|&at| item[at]));
        // The next set in order: the last number that can grow grows by one, and the following numbers come right after
        // it.
        let grows = (0..length).rev().find(|&at| chosen[at] < n - length + at);
        let Some(at) = grows else { break };
        let next = chosen[at] + 1;
        for (value, place) in (next..).zip(at..length) {
            chosen[place] = value;
        }
    }
    Ok(cover)
}
