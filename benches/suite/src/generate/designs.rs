//! Timetables and designs, and graphs in which a solution was hidden.

use std::collections::BTreeSet;

use super::{Cover, Entry, Family, Item, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "planted-matching",
        size: &["N", "EDGES"],
        about: "a perfect matching in a random graph of N vertices, in which one was planted",
        make: matching,
    },
    Family {
        name: "planted-colouring",
        size: &["N", "EDGES", "K"],
        about: "K colours for a random graph of N vertices, in which a colouring was planted",
        make: colouring,
    },
    Family {
        name: "embedding",
        size: &["VERTICES", "N", "EDGES"],
        about: "a part of a random graph of N vertices, to be found in it again",
        make: embedding,
    },
    Family {
        name: "rounds",
        size: &["N"],
        about: "N teams, each against each other one, in as few rounds as possible",
        make: rounds,
    },
    Family {
        name: "steiner",
        size: &["N"],
        about: "triples of N points, such that each two points are in one of them",
        make: steiner,
    },
    Family {
        name: "pigeons",
        size: &["N"],
        about: "N + 1 pigeons, each in one of N holes; there is no way",
        make: pigeons,
    },
];

/// A random graph with `count` different edges, of those that are allowed.
fn edges(
    n: usize,
    count: usize,
    random: &mut Random,
    planted: BTreeSet<(usize, usize)>,
    allowed: impl Fn(usize, usize) -> bool,
) -> Result<Vec<(usize, usize)>, String> {
    let mut edges = planted;
    for _ in 0..100 * count {
        if edges.len() >= count {
            break;
        }
        let (one, other) = (random.below(n), random.below(n));
        if one != other && allowed(one, other) {
            edges.insert((one.min(other), one.max(other)));
        }
    }
    match edges.len() {
        found if found < count => Err(format!("no {count} edges between {n} vertices")),
        _ => Ok(edges.into_iter().collect()),
    }
}

fn matching(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let (n, count) = (size[0], size[1]);
    if n % 2 == 1 {
        return Err("the number of vertices must be even".into());
    }
    let order = random.permutation(n);
    let pair = |pair: &[usize]| (pair[0].min(pair[1]), pair[0].max(pair[1]));
    let planted = order.chunks(2).map(pair).collect();
    let mut cover = Cover::default();
    let vertices = cover.primaries("v", n);
    for (one, other) in edges(n, count, random, planted, |_, _| true)? {
        cover.option([vertices[one], vertices[other]]);
    }
    Ok(cover)
}

fn colouring(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [n, count, colours] = *size else {
        return Err("expected three numbers".into());
    };
    let secret: Vec<usize> = (0..n).map(|_| random.below(colours)).collect();
    let edges = edges(n, count, random, BTreeSet::new(), |one, other| {
        secret[one] != secret[other]
    })?;
    let mut cover = Cover::default();
    let vertices = cover.primaries("v", n);
    let sides: Vec<Vec<Item>> = (0..edges.len())
        .map(|edge| cover.secondaries(&format!("e{edge}."), colours))
        .collect();
    for (vertex, &item) in vertices.iter().enumerate() {
        for colour in 0..colours {
            let touches = |edge: &(usize, usize)| edge.0 == vertex || edge.1 == vertex;
            let touched = edges.iter().zip(&sides).filter(|(edge, _)| touches(edge));
            let touched = touched.map(|(_, side)| side[colour]);
            cover.option(std::iter::once(item).chain(touched));
        }
    }
    Ok(cover)
}

fn embedding(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [wanted, n, count] = *size else {
        return Err("expected three numbers".into());
    };
    let edges = edges(n, count, random, BTreeSet::new(), |_, _| true)?;
    let neighbours = |vertex: usize| {
        let other = move |&(one, other): &(usize, usize)| match vertex {
            _ if one == vertex => Some(other),
            _ if other == vertex => Some(one),
            _ => None,
        };
        edges.iter().filter_map(other)
    };
    // A connected part: it begins with one vertex and grows by one neighbour at a time.
    let mut part = vec![random.below(n)];
    let mut tries = 0;
    while part.len() < wanted {
        let beside: Vec<usize> = neighbours(part[random.below(part.len())]).collect();
        if let Some(&next) = beside.get(random.below(beside.len().max(1)))
            && !part.contains(&next)
        {
            part.push(next);
        }
        tries += 1;
        if tries > 1000 * wanted {
            return Err(format!("no connected part of {wanted} vertices was found"));
        }
    }
    let mut cover = Cover::default();
    let (images, targets) = (cover.secondaries("v", wanted), cover.secondaries("t", n));
    let place = |vertex: usize| part.iter().position(|&other| other == vertex);
    for (one, other) in &edges {
        let (Some(one), Some(other)) = (place(*one), place(*other)) else {
            continue;
        };
        let edge = cover.primary(format_args!("e{one}.{other}"));
        for &(from, to) in &edges {
            for (from, to) in [(from, to), (to, from)] {
                cover.option::<Entry>([
                    edge.into(),
                    images[one].colored(from),
                    targets[from].colored(one),
                    images[other].colored(to),
                    targets[to].colored(other),
                ]);
            }
        }
    }
    Ok(cover)
}

fn rounds(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let n = size[0];
    if n % 2 == 1 {
        return Err("the number of teams must be even".into());
    }
    let mut cover = Cover::default();
    let busy: Vec<Vec<Item>> = (0..n)
        .map(|team| cover.primaries(&format!("t{team}."), n - 1))
        .collect();
    for one in 0..n {
        for other in one + 1..n {
            let game = cover.primary(format_args!("g{one}.{other}"));
            for (of_one, of_other) in busy[one].iter().zip(&busy[other]) {
                cover.option([game, *of_one, *of_other]);
            }
        }
    }
    Ok(cover)
}

fn steiner(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let n = size[0];
    let mut cover = Cover::default();
    let pairs: Vec<Vec<Item>> = (0..n)
        .map(|point| cover.primaries(&format!("p{point}."), point))
        .collect();
    for third in 0..n {
        for second in 0..third {
            for first in 0..second {
                cover.option([
                    pairs[second][first],
                    pairs[third][first],
                    pairs[third][second],
                ]);
            }
        }
    }
    Ok(cover)
}

fn pigeons(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let n = size[0];
    let mut cover = Cover::default();
    let (pigeons, holes) = (cover.primaries("p", n + 1), cover.secondaries("h", n));
    for pigeon in pigeons {
        for &hole in &holes {
            cover.option([pigeon, hole]);
        }
    }
    Ok(cover)
}
