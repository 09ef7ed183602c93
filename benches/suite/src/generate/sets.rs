//! Random sets of items.

use super::{Cover, Family, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "planted",
        size: &["ITEMS", "OPTIONS", "LENGTH"],
        about: "random options of LENGTH items each, among them a partition of all items",
        make: planted,
    },
    Family {
        name: "partitions",
        size: &["ITEMS", "MOST"],
        about: "the partitions of a set into parts of up to MOST items",
        make: |size, _| Ok(partitions(size[0], size[1])),
    },
    Family {
        name: "intervals",
        size: &["ITEMS", "OPTIONS", "LONGEST"],
        about: "a row of items covered by random sections of it, with gaps, and by single items",
        make: intervals,
    },
    Family {
        name: "k-matching",
        size: &["KINDS", "ITEMS", "OPTIONS"],
        about: "options of one item of each of KINDS kinds, among them a partition of all items",
        make: |size, random| Ok(of_kinds(size, random)),
    },
    Family {
        name: "triples",
        size: &["POINTS", "OPTIONS"],
        about: "Steiner triple systems of some of all triples, every pair of POINTS points once",
        make: triples,
    },
];

fn planted(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [items, options, length] = *size else {
        return Err("expected three numbers".into());
    };
    if length == 0 || length > items {
        return Err(format!("options cannot have {length} of {items} items"));
    }
    let mut cover = Cover::default();
    let item = cover.primaries("i", items);
    for part in random.permutation(items).chunks(length) {
        cover.option(part.iter().map(|&number| item[number]));
    }
    while cover.option_count() < options {
        let part = random.sample(length, items);
        cover.option(part.into_iter().map(|number| item[number]));
    }
    cover.shuffle(random);
    Ok(cover)
}

fn partitions(items: usize, most: usize) -> Cover {
    let mut cover = Cover::default();
    let item = cover.primaries("i", items);
    let mut sets: Vec<Vec<usize>> = (0..items).map(|at| vec![at]).collect();
    for _ in 0..most {
        let mut larger = Vec::new();
        for set in sets {
            let last = set[set.len() - 1];
            larger.extend((last + 1..items).map(|next| [&set[..], &[next]].concat()));
            cover.option(set.into_iter().map(|at| item[at]));
        }
        sets = larger;
    }
    cover
}

fn intervals(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let (items, options, longest) = (size[0], size[1], size[2]);
    if !(2..=items).contains(&longest) {
        return Err(format!("no section of {items} items is {longest} long"));
    }
    let mut cover = Cover::default();
    let item = cover.primaries("i", items);
    for &item in &item {
        cover.option([item]);
    }
    for _ in 0..options {
        let start = random.below(items - longest + 1);
        let length = 2 + random.below(longest - 1);
        let mut places = random.sample(length, longest);
        places.iter_mut().for_each(|place| *place += start);
        cover.option(places.into_iter().map(|at| item[at]));
    }
    Ok(cover)
}

fn of_kinds(size: &[usize], random: &mut Random) -> Cover {
    let (kinds, items, options) = (size[0], size[1], size[2]);
    let mut cover = Cover::default();
    let item: Vec<_> = (0..kinds)
        .map(|kind| cover.primaries(&format!("k{kind}i"), items))
        .collect();
    let orders: Vec<_> = (0..kinds).map(|_| random.permutation(items)).collect();
    for at in 0..items {
        cover.option(
            item.iter()
                .zip(&orders)
                .map(|(item, order)| item[order[at]]),
        );
    }
    while cover.option_count() < options {
        let drawn: Vec<_> = item.iter().map(|item| item[random.below(items)]).collect();
        cover.option(drawn);
    }
    cover
}

fn triples(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let (points, options) = (size[0], size[1]);
    let mut all = Vec::new();
    for c in 0..points {
        for b in 0..c {
            all.extend((0..b).map(|a| [(a, b), (a, c), (b, c)]));
        }
    }
    if options > all.len() {
        return Err(format!(
            "there are {} triples of {points} points",
            all.len()
        ));
    }
    let mut cover = Cover::default();
    let pair: Vec<Vec<_>> = (0..points)
        .map(|b| {
            (0..b)
                .map(|a| cover.primary(format_args!("{a}_{b}")))
                .collect()
        })
        .collect();
    for at in random.sample(options, all.len()) {
        cover.option(all[at].map(|(a, b)| pair[b][a]));
    }
    Ok(cover)
}
