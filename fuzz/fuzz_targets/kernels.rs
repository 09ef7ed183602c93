//! Any bytes, made into a problem with assumed and excluded options: links, lanes and rows find the same solutions,
//! whatever stops them on the way, a table counts as many, and the diagrams of a sweep and of a list hold them.

#![no_main]

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

use dominox::engine::{CountMethod, KernelName, Limit, Status, ZddError};
use dominox::problem::{Entry, ItemId, OptionId};
use dominox::{Limits, Problem, Solution, Solver, Zdd};
use libfuzzer_sys::fuzz_target;

/// The most nodes of links, nodes of another kernel, and solutions: beyond these, a case is not searched to its end.
const MOST_NODES: u64 = 1_000;
const MOST_NODES_OF_OTHER: u64 = 2_000;
const MOST_SOLUTIONS: u64 = 200;
/// Time for a count with a table.
const LONGEST: Duration = Duration::from_millis(200);
/// The most options that are read.
const MOST_OPTIONS: usize = 600;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.iter().copied();
    let Some(case) = Case::read(&mut bytes) else {
        return;
    };
    let mut links = case.solver(KernelName::Links).limits(Limits {
        nodes: Some(MOST_NODES),
        solutions: Some(MOST_SOLUTIONS),
        ..Limits::default()
    });
    let mut expected = BTreeSet::new();
    all(&mut links, &mut expected);
    if links.status() == Status::Exhausted {
        case.check_count(expected.len());
        case.check_diagrams(&expected);
    }
    let stops = Vec::from_iter(bytes);
    for kernel in [KernelName::Lanes, KernelName::Rows] {
        let (found, whole) = piece_by_piece(case.solver(kernel), &stops);
        for solution in &found {
            assert_eq!(case.problem.check(solution), Ok(()));
            case.check(solution);
        }
        match (links.status(), whole) {
            (Status::Exhausted, true) => assert_eq!(found, expected),
            (Status::Exhausted, false) => assert!(found.is_subset(&expected)),
            (_, true) => assert!(expected.is_subset(&found)),
            (_, false) => {}
        }
    }
});

/// A problem and what is done before the search.
struct Case {
    problem: Problem,
    assumed: Vec<OptionId>,
    excluded: Vec<OptionId>,
}

impl Case {
    /// The first bytes are the numbers of items, colours, assumed and excluded options. Each option is a head, which
    /// holds its length and how often it occurs, and a byte for each entry. A head of zero ends the options.
    fn read(bytes: &mut impl Iterator<Item = u8>) -> Option<Case> {
        let mut builder = Problem::builder();
        // Often few items, so that lanes of all widths occur; at most four vectors of the narrowest.
        let primary = match bytes.next()? {
            few @ 0..128 => usize::from(few % 36),
            many => usize::from(many - 92),
        };
        let (secondary, colors) = (usize::from(bytes.next()? % 8), bytes.next()? % 5);
        let assumed = bytes.next()?;
        for item in 0..primary {
            builder.primary(format!("p{item}")).expect("a name");
        }
        for item in 0..secondary {
            builder.secondary(format!("s{item}")).expect("a name");
        }
        let colors = Vec::from_iter(
            (0..colors).map(|color| builder.color(&color.to_string()).expect("a name")),
        );
        // One option for each item by itself, so that there are solutions.
        if assumed >= 128 {
            for item in 0..primary {
                builder.option([ItemId::new(item)]).expect("an option");
            }
        }
        let items = primary + secondary;
        let mut count = 0;
        while let Some(head) = bytes.next().filter(|&head| head != 0 && items != 0) {
            let mut entries: Vec<Entry> = Vec::new();
            for _ in 0..=head % 8 {
                let byte = usize::from(bytes.next().unwrap_or(0));
                let item = ItemId::new(byte % items);
                let color = (item.index() >= primary)
                    .then(|| colors.get(byte / items % (colors.len() + 1)))
                    .flatten();
                if entries.iter().all(|entry| entry.item != item) {
                    let color = color.copied();
                    entries.push(Entry { item, color });
                }
            }
            let copies = match head / 8 {
                0..24 => 1,
                more => 1 << (more - 23),
            };
            count += copies;
            if count > MOST_OPTIONS {
                break;
            }
            for _ in 0..copies {
                builder
                    .option(entries.iter().copied())
                    .expect("items that differ");
            }
        }
        let problem = builder.build();
        let mut some = |count| {
            let picked = bytes.take(usize::from(count));
            let picked = picked.filter_map(|byte| {
                let place = usize::from(byte) * 7 % problem.option_count().max(1);
                problem.options().nth(place)
            });
            Vec::from_iter(picked)
        };
        Some(Case {
            assumed: some(assumed % 4),
            excluded: some(assumed / 4 % 4),
            problem,
        })
    }

    fn solver(&self, kernel: KernelName) -> Solver {
        Solver::with_kernel(&self.problem, Some(kernel))
            .expect("a small problem")
            .assume(&self.assumed)
            .exclude(&self.excluded)
    }

    /// The table counts as many solutions, with much room and with little.
    fn check_count(&self, number: usize) {
        for room in [1 << 24, 1 << 12] {
            let mut solver = Solver::new(&self.problem)
                .expect("a small problem")
                .assume(&self.assumed)
                .exclude(&self.excluded)
                .counting(CountMethod::Table)
                .memory(room)
                .limits(Limits {
                    time: Some(LONGEST),
                    ..Limits::default()
                });
            let count = solver.count();
            match solver.status() {
                Status::Exhausted => assert_eq!(count, number as u64),
                _ => assert_eq!(count, 0),
            }
        }
    }

    /// A diagram holds these solutions, whether it was swept or listed, and written and read; in one order.
    fn check_diagrams(&self, expected: &BTreeSet<Solution>) {
        let made = |method| {
            let mut solver = Solver::new(&self.problem)
                .expect("a small problem")
                .assume(&self.assumed)
                .exclude(&self.excluded)
                .counting(method)
                .memory(1 << 24)
                .limits(Limits {
                    time: Some(LONGEST),
                    ..Limits::default()
                });
            solver.zdd()
        };
        let mut first: Option<Vec<Solution>> = None;
        for method in [CountMethod::Table, CountMethod::Search, CountMethod::Auto] {
            let zdd = match made(method) {
                Ok(zdd) => zdd,
                Err(ZddError::Memory { .. } | ZddError::Stopped(Limit::Time, _)) => continue,
                Err(other) => panic!("{other}"),
            };
            assert_eq!(zdd.count(), expected.len() as u64);
            let all = Vec::from_iter(zdd.solutions());
            assert!(all.len() == expected.len() && all.iter().all(|one| expected.contains(one)));
            let text = zdd.to_text().to_string();
            let read = Zdd::parse(&text, self.problem.option_count()).expect("a listing");
            assert!(read.solutions().eq(zdd.solutions()));
            assert_eq!(first.get_or_insert_with(|| all.clone()), &all);
        }
    }

    fn check(&self, solution: &Solution) {
        let has = |option: &OptionId| solution.options().contains(option);
        assert!(self.assumed.iter().all(has) && !self.excluded.iter().any(has));
    }
}

/// Continues to the end or to a limit; no solution comes twice.
fn all(solver: &mut Solver, found: &mut BTreeSet<Solution>) {
    let end = solver.for_each(|options| {
        assert!(found.insert(Solution::new(options.to_vec())));
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(end, ControlFlow::Continue(()));
}

/// What a solver finds, and whether that is all: now up to a limit of nodes or solutions, now the next solution, as `stops` says.
fn piece_by_piece(mut solver: Solver, stops: &[u8]) -> (BTreeSet<Solution>, bool) {
    let mut bytes = stops.iter().copied();
    let mut found = BTreeSet::new();
    loop {
        let how = bytes.next().unwrap_or(u8::MAX);
        let few = u64::from(how / 4) + 1;
        let limits = match how % 4 {
            0 | 1 => (Some(few), None),
            2 => (None, Some(few)),
            _ => (Some(MOST_NODES), Some(MOST_SOLUTIONS)),
        };
        solver = solver.limits(Limits {
            nodes: limits.0,
            solutions: limits.1,
            ..Limits::default()
        });
        if how % 4 == 1 {
            if let Some(solution) = solver.next_solution() {
                assert!(found.insert(solution));
            }
        } else {
            all(&mut solver, &mut found);
        }
        assert_eq!(*solver.found(), found.len() as u64);
        match solver.status() {
            Status::Exhausted => return (found, true),
            Status::Open | Status::Stopped(Limit::Nodes | Limit::Solutions) => {}
            Status::Stopped(other) => panic!("nothing else was limited: {other:?}"),
        }
        let effort = solver.effort();
        if effort.nodes > MOST_NODES_OF_OTHER || found.len() as u64 > 2 * MOST_SOLUTIONS {
            return (found, false);
        }
    }
}
