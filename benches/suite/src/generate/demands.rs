//! Scheduling, satisfiability, lines of pictures: problems in which secondary items matter most.

use super::{Cover, Entry, Family, Item, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "schedule",
        size: &["JOBS", "MACHINES", "HOURS", "LONGEST"],
        about: "JOBS of up to LONGEST hours on MACHINES, each on two or three of them that it can use, within HOURS",
        make: schedule,
    },
    Family {
        name: "satisfy",
        size: &["VARIABLES", "CLAUSES", "K"],
        about: "truth values of VARIABLES that satisfy random CLAUSES of K literals; for all that some do",
        make: satisfy,
    },
    Family {
        name: "nonogram",
        size: &["N", "PERCENT"],
        about: "a random picture of N × N, of which PERCENT is black, to be found from the runs of its lines",
        make: nonogram,
    },
    Family {
        name: "code",
        size: &["ROWS", "COLUMNS", "CHORDS"],
        about: "vertices of a torus with random chords, of which each vertex has one among itself and its neighbours",
        make: code,
    },
    Family {
        name: "tours",
        size: &["N", "DEGREE"],
        about: "cycles that together visit each vertex of a random graph of N once, along arcs, DEGREE out of each",
        make: tours,
    },
];

fn schedule(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [jobs, machines, hours, longest] = *size else {
        return Err("expected four numbers".into());
    };
    if longest == 0 || longest > hours || machines == 0 {
        return Err("expected machines, and hours for the longest job".into());
    }
    let mut cover = Cover::default();
    let items = cover.primaries("job", jobs);
    let mut slots = Vec::new();
    for machine in 0..machines {
        slots.push(cover.secondaries(&format!("m{machine}h"), hours));
    }
    for &job in &items {
        let takes = 1 + random.below(longest);
        let able = (2 + random.below(2)).min(machines);
        let able = random.sample(able, machines);
        let (first, last) = window(hours, takes, random);
        for machine in able {
            for start in first..=last {
                let hours = &slots[machine][start..start + takes];
                cover.option([job].iter().chain(hours).copied());
            }
        }
    }
    cover.shuffle(random);
    Ok(cover)
}

/// The first and the last hour at which a job may start.
fn window(hours: usize, takes: usize, random: &mut Random) -> (usize, usize) {
    let latest = hours - takes;
    let first = random.below(latest / 2 + 1);
    let width = latest / 2 + random.below(latest / 2 + 1);
    (first, (first + width).min(latest))
}

fn satisfy(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [variables, clauses, k] = *size else {
        return Err("expected three numbers".into());
    };
    if k == 0 || k > variables {
        return Err("expected clauses of at least one and at most all variables".into());
    }
    let mut cover = Cover::default();
    let is_true = cover.primaries("v", variables);
    let items = cover.primaries("c", clauses);
    let values = cover.secondaries("x", variables);
    for (variable, &value) in values.iter().enumerate() {
        for color in 0..2 {
            cover.option([is_true[variable].into(), value.colored(color)]);
        }
    }
    for &clause in &items {
        let mut literals = Vec::new();
        for variable in random.sample(k, variables) {
            literals.push((variable, random.below(2)));
        }
        // The first literal that holds, so that each assignment is one solution.
        for (place, &(variable, sign)) in literals.iter().enumerate() {
            let before = literals[..place].iter();
            let fails = before.map(|&(variable, sign)| values[variable].colored(1 - sign));
            let holds = [clause.into(), values[variable].colored(sign)];
            cover.option(holds.into_iter().chain(fails));
        }
    }
    cover.shuffle(random);
    Ok(cover)
}

fn nonogram(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [n, percent] = *size else {
        return Err("expected two numbers".into());
    };
    if n > 20 || percent > 100 {
        return Err("expected at most 20 rows, and 100 percent".into());
    }
    let picture: Vec<Vec<bool>> = (0..n)
        .map(|_| (0..n).map(|_| random.below(100) < percent).collect())
        .collect();
    let mut cover = Cover::default();
    let rows = cover.primaries("r", n);
    let columns = cover.primaries("c", n);
    let mut cells = Vec::new();
    for row in 0..n {
        cells.push(cover.secondaries(&format!("r{row}c"), n));
    }
    for (line, &item) in rows.iter().enumerate() {
        let black = (0..n).map(|at| picture[line][at]).collect::<Vec<_>>();
        let cells: Vec<Item> = cells[line].clone();
        fill_line(&mut cover, item, &black, &cells);
    }
    for (line, &item) in columns.iter().enumerate() {
        let black = (0..n).map(|at| picture[at][line]).collect::<Vec<_>>();
        let cells: Vec<Item> = cells.iter().map(|row| row[line]).collect();
        fill_line(&mut cover, item, &black, &cells);
    }
    cover.shuffle(random);
    Ok(cover)
}

/// An option for each way to lay the runs of a line.
fn fill_line(cover: &mut Cover, line: Item, black: &[bool], cells: &[Item]) {
    let runs: Vec<usize> = black
        .chunk_by(|one, other| one == other)
        .filter(|run| run[0])
        .map(<[bool]>::len)
        .collect();
    let mut ways = vec![Vec::new()];
    // Each way has the places where the runs so far begin.
    for (at, &run) in runs.iter().enumerate() {
        let rest: usize = runs[at..].iter().sum::<usize>() + runs.len() - at - 1;
        let mut longer = Vec::new();
        for way in ways {
            let first = match (at, way.last()) {
                (0, _) | (_, None) => 0,
                (_, Some(&begin)) => begin + runs[at - 1] + 1,
            };
            for begin in first..=cells.len() - rest {
                let mut way = way.clone();
                way.push(begin);
                longer.push(way);
            }
        }
        ways = longer;
        debug_assert!(run > 0);
    }
    for way in ways {
        let mut colors = vec![0; cells.len()];
        for (&begin, &run) in way.iter().zip(&runs) {
            colors[begin..begin + run].fill(1);
        }
        let colored = cells.iter().zip(colors);
        let colored = colored.map(|(cell, color)| cell.colored(color));
        cover.option(std::iter::once(Entry::from(line)).chain(colored));
    }
}

fn code(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [rows, columns, chords] = *size else {
        return Err("expected three numbers".into());
    };
    let count = rows * columns;
    if rows < 3 || columns < 3 {
        return Err("expected three rows and columns or more".into());
    }
    let mut near = vec![Vec::new(); count];
    for at in 0..count {
        let (row, column) = (at / columns, at % columns);
        near[at].extend([
            at,
            (row + 1) % rows * columns + column,
            (row + rows - 1) % rows * columns + column,
            row * columns + (column + 1) % columns,
            row * columns + (column + columns - 1) % columns,
        ]);
    }
    for _ in 0..chords {
        let ends = random.sample(2, count);
        near[ends[0]].push(ends[1]);
        near[ends[1]].push(ends[0]);
    }
    let mut cover = Cover::default();
    let items = cover.primaries("v", count);
    for mut near in near {
        near.sort_unstable();
        near.dedup();
        cover.option(near.into_iter().map(|vertex| items[vertex]));
    }
    cover.shuffle(random);
    Ok(cover)
}

fn tours(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [n, degree] = *size else {
        return Err("expected two numbers".into());
    };
    if degree >= n {
        return Err("expected fewer arcs than vertices".into());
    }
    let mut cover = Cover::default();
    let leave = cover.primaries("out", n);
    let enter = cover.primaries("in", n);
    for from in 0..n {
        for to in random.sample(degree, n) {
            if from != to {
                cover.option([leave[from], enter[to]]);
            }
        }
    }
    cover.shuffle(random);
    Ok(cover)
}
