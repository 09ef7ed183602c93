//! Plans and packings: crews, machines with an order of work, boxes, strips, sets of very different sizes.

use super::{Cover, Entry, Family, Item, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "roster",
        size: &["PEOPLE", "DAYS", "PLANS"],
        about: "each of PEOPLE gets one of its PLANS for DAYS, so that each shift of a day has one",
        make: roster,
    },
    Family {
        name: "timetable",
        size: &["JOBS", "MACHINES", "HOURS", "LONGEST"],
        about: "JOBS that go through all MACHINES, each in an order of its own, for up to LONGEST hours each, within HOURS",
        make: timetable,
    },
    Family {
        name: "boxes",
        size: &["X", "Y", "Z", "PIECES"],
        about: "a box, sawn into PIECES, which may be turned, to be filled again",
        make: boxes,
    },
    Family {
        name: "strip",
        size: &["WIDTH", "HEIGHT", "PIECES"],
        about: "a strip, cut into rectangles, which may not be turned, to be filled again",
        make: strip,
    },
    Family {
        name: "skewed",
        size: &["ITEMS", "OPTIONS", "MOST"],
        about: "random options of up to MOST items, most of them short, among them a partition of all items",
        make: skewed,
    },
];

/// Shifts of a day, and after them a day off.
const SHIFTS: usize = 3;

fn roster(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [people, days, plans] = *size else {
        return Err("expected three numbers".into());
    };
    if people < SHIFTS {
        return Err(format!("expected {SHIFTS} people or more"));
    }
    let mut cover = Cover::default();
    let persons = cover.primaries("p", people);
    let shifts: Vec<Vec<Item>> = (0..days)
        .map(|day| cover.primaries(&format!("d{day}s"), SHIFTS))
        .collect();
    // On each day, the people who work are drawn, so that there is a roster.
    let mut secret = vec![vec![SHIFTS; days]; people];
    for day in 0..days {
        for (shift, person) in random
            .permutation(people)
            .into_iter()
            .take(SHIFTS)
            .enumerate()
        {
            secret[person][day] = shift;
        }
    }
    for (person, own) in persons.into_iter().zip(&secret) {
        let mut add = |plan: &[usize]| {
            let worked = plan.iter().zip(&shifts);
            let worked = worked.filter_map(|(&shift, of_day)| of_day.get(shift));
            cover.option([person].iter().chain(worked).copied());
        };
        add(own);
        for _ in 1..plans {
            let plan: Vec<usize> = (0..days)
                .map(|_| match random.below(people) < SHIFTS {
                    true => random.below(SHIFTS),
                    false => SHIFTS,
                })
                .collect();
            add(&plan);
        }
    }
    cover.shuffle(random);
    Ok(cover)
}

fn timetable(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [jobs, machines, hours, longest] = *size else {
        return Err("expected four numbers".into());
    };
    if longest == 0 || hours < machines * longest {
        return Err("expected an hour or more, and hours for the longest job".into());
    }
    const NOT_OVER: usize = 0;
    const BEGUN: usize = 1;
    let mut cover = Cover::default();
    let slots: Vec<Vec<Item>> = (0..machines)
        .map(|machine| cover.secondaries(&format!("m{machine}h"), hours))
        .collect();
    for job in 0..jobs {
        let mut before: Option<Vec<Item>> = None;
        for (step, machine) in random.permutation(machines).into_iter().enumerate() {
            let work = cover.primary(format_args!("j{job}s{step}"));
            let takes = 1 + random.below(longest);
            // In these hours, this step is not over yet, or the next one has begun.
            let after =
                (step + 1 < machines).then(|| cover.secondaries(&format!("j{job}s{step}h"), hours));
            for start in 0..=hours - takes {
                let end = start + takes;
                let occupied = slots[machine][start..end].iter();
                let mut entries: Vec<Entry> = vec![work.into()];
                entries.extend(occupied.map(|&slot| Entry::from(slot)));
                let ended = before.iter().flat_map(|before| &before[start..]);
                entries.extend(ended.map(|hour| hour.colored(BEGUN)));
                let open = after.iter().flat_map(|after| &after[..end]);
                entries.extend(open.map(|hour| hour.colored(NOT_OVER)));
                cover.option(entries);
            }
            before = after;
        }
    }
    Ok(cover)
}

/// Cuts a block across at random places until there are `count` blocks, the larger ones more often.
fn saw<const D: usize>(
    whole: [usize; D],
    count: usize,
    random: &mut Random,
) -> Result<Vec<[usize; D]>, String> {
    if count == 0 || whole.iter().product::<usize>() < count {
        return Err(format!("there are not {count} pieces in it"));
    }
    let mut pieces = vec![whole];
    while pieces.len() < count {
        let volumes = pieces.iter().map(|piece| piece.iter().product::<usize>());
        let volumes: Vec<usize> = volumes.map(|volume| volume.saturating_sub(1)).collect();
        let mut drawn = random.below(volumes.iter().sum());
        let mut at = 0;
        while drawn >= volumes[at] {
            drawn -= volumes[at];
            at += 1;
        }
        let lengths: usize = pieces[at].iter().map(|length| length - 1).sum();
        let (mut axis, mut cut) = (0, random.below(lengths));
        while cut >= pieces[at][axis] - 1 {
            cut -= pieces[at][axis] - 1;
            axis += 1;
        }
        let mut rest = pieces[at];
        rest[axis] -= cut + 1;
        pieces[at][axis] = cut + 1;
        pieces.push(rest);
    }
    Ok(pieces)
}

fn boxes(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [x, y, z, count] = *size else {
        return Err("expected four numbers".into());
    };
    let mut cover = Cover::default();
    let cells = cover.primaries("c", x * y * z);
    for (number, piece) in saw([x, y, z], count, random)?.into_iter().enumerate() {
        let item = cover.primary(format_args!("p{number}"));
        let [a, b, c] = piece;
        let mut turns = vec![
            [a, b, c],
            [a, c, b],
            [b, a, c],
            [b, c, a],
            [c, a, b],
            [c, b, a],
        ];
        turns.sort_unstable();
        turns.dedup();
        turns.retain(|&[a, b, c]| a <= x && b <= y && c <= z);
        for [a, b, c] in turns {
            for place in 0..(x - a + 1) * (y - b + 1) * (z - c + 1) {
                let (left, rest) = (place % (x - a + 1), place / (x - a + 1));
                let (front, low) = (rest % (y - b + 1), rest / (y - b + 1));
                let covered = (0..a * b * c).map(|at| {
                    let (dx, dy, dz) = (at % a, at / a % b, at / (a * b));
                    cells[left + dx + x * (front + dy + y * (low + dz))]
                });
                cover.option([item].into_iter().chain(covered));
            }
        }
    }
    Ok(cover)
}

fn strip(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let (width, height, count) = (size[0], size[1], size[2]);
    let mut cover = Cover::default();
    let cells = cover.primaries("c", width * height);
    for (number, [a, b]) in saw([width, height], count, random)?.into_iter().enumerate() {
        let item = cover.primary(format_args!("p{number}"));
        for place in 0..(width - a + 1) * (height - b + 1) {
            let (left, low) = (place % (width - a + 1), place / (width - a + 1));
            let covered = (0..a * b).map(|at| cells[left + at % a + width * (low + at / a)]);
            cover.option([item].into_iter().chain(covered));
        }
    }
    Ok(cover)
}

fn skewed(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let (items, options, most) = (size[0], size[1], size[2]);
    if most == 0 || most > items {
        return Err(format!("expected options of 1 to {items} items"));
    }
    // Twice the length is half as frequent.
    let mut length = || {
        let mut length = 1 + random.below(most);
        while length > 1 && random.below(2) == 0 {
            length = length.div_ceil(2);
        }
        length
    };
    let mut lengths: Vec<usize> = Vec::new();
    while lengths.iter().sum::<usize>() < items {
        lengths.push(length());
    }
    let planted = lengths.len();
    while lengths.len() < options {
        lengths.push(length());
    }
    let mut cover = Cover::default();
    let item = cover.primaries("i", items);
    let mut order = random.permutation(items).into_iter();
    for &length in &lengths[..planted] {
        cover.option(order.by_ref().take(length).map(|number| item[number]));
    }
    for &length in &lengths[planted..] {
        let chosen = random.sample(length, items);
        cover.option(chosen.into_iter().map(|number| item[number]));
    }
    cover.shuffle(random);
    Ok(cover)
}
