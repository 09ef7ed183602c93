//! The sweep against a naive count, on random problems, with and without memory.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::memory::Memory;
use super::table::{States, Table};
use super::*;
use crate::engine::limits::{Allowance, Limit, Limits};
use crate::problem::{Builder, Entry, ItemId, OptionId};
use proptest::prelude::*;
use proptest::sample::{Index, subsequence};

/// What follows from the first states of a level, in the order of their places, may have the same keys.
#[test]
fn states_in_the_order_of_a_table_do_not_crowd_in_one_of_another_level() {
    let (mut memory, count) = (Memory::default(), 1 << 14);
    let mut whole = Table::<1>::new(0, 1, count, &mut memory);
    for key in 0..count as u64 {
        whole.add(&[key << 20], &[1], &mut memory);
    }
    let run = whole.longest_run();
    let (first, mut next) = (whole.some(count), Table::new(1, 1, 1, &mut memory));
    for (added, key) in first.iter().enumerate() {
        next.add(key, &[1], &mut memory);
        if added.is_power_of_two() {
            assert!(next.longest_run() < 8 * run, "{added} states");
        }
    }
}

/// All solutions by their definition: the first open item, each of its options.
fn list(problem: &Problem, chosen: &mut Vec<OptionId>, all: &mut Vec<Vec<OptionId>>) {
    let held = |item: ItemId, chosen: &[OptionId]| {
        let entries = chosen.iter().flat_map(|&option| problem.entries(option));
        entries.copied().find(|entry| entry.item == item)
    };
    let mut primary = (0..problem.primary_count()).map(ItemId::new);
    let Some(open) = primary.find(|&item| held(item, chosen).is_none()) else {
        all.push(chosen.clone());
        return;
    };
    for option in problem.options() {
        let entries = problem.entries(option);
        let fits = |entry: &Entry| match held(entry.item, chosen) {
            None => true,
            Some(held) => held.color.is_some() && held.color == entry.color,
        };
        if entries.iter().any(|entry| entry.item == open) && entries.iter().all(fits) {
            chosen.push(option);
            list(problem, chosen, all);
            chosen.pop();
        }
    }
}

fn solutions(problem: &Problem) -> Vec<Vec<OptionId>> {
    let mut all = Vec::new();
    list(problem, &mut Vec::new(), &mut all);
    all
}

pub(super) fn beside(threads: usize) -> Beside {
    Beside {
        threads,
        left: u64::MAX,
    }
}

/// The number of solutions of a part by sweeping a little at a time.
fn swept(problem: &Problem, part: &Part, room: usize) -> Count {
    swept_by(1, problem, part, (room, Grain::default())).0
}

/// Like [`swept`], with this many threads; and what each component took, and the work of it.
fn swept_by(
    threads: usize,
    problem: &Problem,
    part: &Part,
    memory: (usize, Grain),
) -> (Count, Vec<(TableEffort, u64)>) {
    let room = memory.0;
    let mut efforts = Vec::new();
    let plans = account_of_plans(room);
    let work = Work::new(Allowance::default().watch(), &plans);
    let components = independent(problem, part, &work).expect("no bounds");
    let Some(components) = components.expect("enough memory") else {
        return (Count::ZERO, efforts);
    };
    let mut product = BigUint::from(1u8);
    for component in components {
        let mut sweep = Sweep::with_grain(&component, memory, &work)
            .expect("enough memory")
            .expect("few bits");
        let mut before = sweep.report();
        product *= loop {
            sweep.send_scouts(1 << 30);
            if let Some(count) = sweep.advance(7, beside(threads)) {
                break count.to_biguint();
            }
            let report = sweep.report();
            assert!(before.spent <= report.spent && report.spent <= report.at_least);
            assert!(report.spent <= report.expected, "{report:?}");
            before = report;
        };
        efforts.push((sweep.effort(), sweep.report().spent));
    }
    (Count::from(product), efforts)
}

type Parts = (Vec<usize>, Vec<(usize, usize)>);

fn build(primary: usize, options: &[Parts]) -> Problem {
    let mut builder = Builder::default();
    let items = Vec::from_iter((0..primary).map(|i| builder.primary(format!("p{i}")).unwrap()));
    let others = Vec::from_iter((0..4).map(|i| builder.secondary(format!("s{i}")).unwrap()));
    let colors = Vec::from_iter((0..3).map(|i| builder.color(&format!("c{i}")).unwrap()));
    for (plain, colored) in options {
        let plain = plain.iter().map(|&item| Entry::from(items[item]));
        let colored = colored.iter().map(|&(item, color)| Entry {
            item: others[item],
            color: color.checked_sub(1).map(|place| colors[place]),
        });
        builder.option(plain.chain(colored)).unwrap();
    }
    builder.build()
}

/// Problems of up to nine items; in half of them, some options are a partition of the items.
pub(in crate::engine) fn problem() -> impl Strategy<Value = Problem> {
    (0..=9usize).prop_flat_map(|primary| {
        let some =
            |count: usize, most: usize| subsequence(Vec::from_iter(0..count), 0..=most.min(count));
        let option = (
            some(primary, 3),
            some(4, 2),
            proptest::collection::vec(0..=3usize, 4),
        )
            .prop_map(|(plain, items, colors)| -> Parts {
                (plain, items.into_iter().zip(colors).collect())
            });
        let planted = prop_oneof![
            Just(Vec::new()),
            (1..4usize).prop_map(move |size| {
                let all = Vec::from_iter(0..primary);
                let parts = all.chunks(size).map(|part| (part.to_vec(), vec![]));
                parts.collect::<Vec<Parts>>()
            })
        ];
        (planted, proptest::collection::vec(option, 0..40))
            .prop_map(move |(planted, options)| build(primary, &[planted, options].concat()))
    })
}

fn picked(problem: &Problem, picks: &[Index]) -> Vec<OptionId> {
    let options = Vec::from_iter(problem.options());
    match options.is_empty() {
        true => Vec::new(),
        false => picks.iter().map(|pick| *pick.get(&options)).collect(),
    }
}

/// A row of cells, to be covered by dominoes and single squares.
fn row(cells: usize) -> Problem {
    let pair = |cell: usize| vec![cell, cell + 1];
    let single = (0..cells).map(|cell| vec![cell]);
    let options = single.chain((0..cells - 1).map(pair));
    build(
        cells,
        &Vec::from_iter(options.map(|option| (option, vec![]))),
    )
}

#[test]
fn plans_that_do_not_fit_into_the_account_are_refused() {
    let problem = row(100);
    let whole = Account::default();
    let work = Work::new(Allowance::default().watch(), &whole);
    let parts = planned(&problem, &Part::default(), &work).unwrap().unwrap();
    let needed = whole.held();
    assert!(needed > 100 * size_of::<u32>(), "{needed}");
    drop(parts);
    assert_eq!(whole.held(), 0);
    for bound in [0, needed / 2, needed - 1] {
        let account = Account::new(bound);
        let work = Work::new(Allowance::default().watch(), &account);
        let refused = planned(&problem, &Part::default(), &work);
        assert!(matches!(refused, Err(Stop::Memory(_))), "{bound}");
        assert_eq!(account.held(), 0);
    }
}

#[test]
fn plans_of_large_problems_can_be_stopped() {
    let problem = row(100_000);
    let mut allowance = Allowance::default();
    allowance.renew(&Limits {
        cancel: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    });
    let account = Account::default();
    let work = Work::new(allowance.watch(), &account);
    let stopped = planned(&problem, &Part::default(), &work);
    assert!(matches!(stopped, Err(Stop::Limit(Limit::Cancelled))));
}

/// However a level is split, no state is lost and none is doubled.
#[test]
fn states_are_split_without_loss() {
    for (count, from, modulus) in [
        (1000, 0, 3),
        (1000, 700, 2),
        (1000, 0, 1),
        (1000, 1000, 2),
        (3, 1, 7),
    ] {
        let mut memory = Memory::default();
        let mut table = Table::<1>::new(0, 1, count, &mut memory);
        for key in 0..count as u64 {
            table.add(&[key], &[key + 1], &mut memory);
        }
        let mut states = table.into_states();
        let list = |states: &States<1>| {
            let states = states.iter().map(|(key, ways)| (key[0], ways[0]));
            states.collect::<BTreeSet<_>>()
        };
        let left = (from..states.places()).filter_map(|place| states.get(place));
        let left = BTreeSet::from_iter(left.map(|(key, ways)| (key[0], ways[0])));
        let others = states.part(from, &mut memory, |key| key[0] % modulus == 0);
        let (stay, go) = (list(&states), list(&others));
        assert_eq!((stay.len(), go.len()), (states.len(), others.len()));
        assert!(stay.iter().all(|(key, _)| key % modulus == 0));
        assert!(go.iter().all(|(key, _)| key % modulus != 0));
        assert_eq!(&stay | &go, left);
        assert_eq!(memory.words_taken(), states.words() + others.words());
    }
}

/// All levels in rounds of slices of this many places, which all threads share.
fn rounds(places: usize) -> Grain {
    Grain {
        least: 0,
        places,
        for_threads: 0,
        of_room: 1,
    }
}

/// Pairs of this many items, in any way.
fn pairs(items: usize) -> Problem {
    let pairs = (0..items).flat_map(|one| (one + 1..items).map(move |other| vec![one, other]));
    build(items, &Vec::from_iter(pairs.map(|pair| (pair, vec![]))))
}

/// Sweeps in rounds, with one thread and with more.
fn in_rounds(problem: &Problem, room: usize, places: usize) -> (Count, Vec<(TableEffort, u64)>) {
    let memory = (room, rounds(places));
    let alone = swept_by(1, problem, &Part::default(), memory);
    for threads in [2, 3, 7] {
        let shared = swept_by(threads, problem, &Part::default(), memory);
        assert_eq!(shared, alone, "{threads} threads, {room} bytes");
    }
    alone
}

#[test]
fn rounds_give_the_same_number_and_the_same_states() {
    for places in [1, 5, 100] {
        let (alone, few) = swept_by(1, &pairs(12), &Part::default(), (1 << 22, Grain::default()));
        let (count, shared) = in_rounds(&pairs(12), 1 << 22, places);
        assert_eq!(
            (&count, &alone),
            (&Count::from(10_395u64), &Count::from(10_395u64))
        );
        let (few, shared) = (few[0].0, shared[0].0);
        assert_eq!((shared.states, shared.widest), (few.states, few.widest));
        // What follows from the states of a round takes memory.
        assert!(shared.peak_bytes > few.peak_bytes, "{places}");
    }
}

/// Fibonacci numbers, whose tables get a second and a third limb.
#[test]
fn large_numbers_in_rounds() {
    let (count, _) = in_rounds(&row(209), 1 << 22, 2);
    let (mut one, mut other) = (BigUint::from(1u8), BigUint::from(1u8));
    for _ in 0..208 {
        (one, other) = (other.clone(), one + other);
    }
    assert_eq!(count, Count::from(other));
}

/// States of `W` words with numbers of some limbs, a third of which is moved out.
fn move_a_third<const W: usize>(limbs: usize) {
    let mut memory = Memory::default();
    let mut table = Table::<W>::new(0, limbs, 1, &mut memory);
    for number in 1..=500 {
        table.add(&[number; W], &vec![number; limbs], &mut memory);
    }
    let mut stay = table.into_states();
    let mut moved = stay.part(0, &mut memory, |key| key[0] % 3 > 0);
    let rest = moved.part(0, &mut memory, |_| false);
    let numbers = |states: &States<W>| {
        let whole = |(key, ways): (&[u64; W], &[u64])| {
            let all = key.iter().chain(ways).copied();
            assert!(all.clone().all(|word| word == key[0]), "{key:?} {ways:?}");
            key[0]
        };
        states.iter().map(whole).collect::<BTreeSet<u64>>()
    };
    assert_eq!((moved.len(), rest.len()), (0, 166));
    let (stay, rest) = (numbers(&stay), numbers(&rest));
    assert!(rest.iter().all(|number| number % 3 == 0) && rest.len() == 166);
    assert!(stay.iter().all(|number| number % 3 > 0) && stay.len() == 334);
}

#[test]
fn states_are_moved_whole() {
    for limbs in 1..=3 {
        move_a_third::<1>(limbs);
        move_a_third::<2>(limbs);
        move_a_third::<4>(limbs);
        move_a_third::<64>(limbs);
    }
}

/// A round that may not find room is given up, and swept a few states at a time.
#[test]
fn rounds_in_any_room() {
    let problem = pairs(12);
    for room in (10..22).flat_map(|log| [1 << log, 3 << log]) {
        let (count, efforts) = in_rounds(&problem, room, 3);
        assert_eq!(count, 10_395u64);
        let taken = efforts[0].0.peak_bytes as usize;
        // Before it is short of room, a sweep takes a batch of states, and tables for them.
        assert!(taken <= room + (16 << 10), "{taken} bytes of {room}");
    }
}

/// Memory for everything, for little, and for nothing.
const ROOMS: [usize; 5] = [1 << 20, 4 << 10, 1 << 10, 64, 0];

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 3000 })
    })]

    #[test]
    fn random_problems_are_counted_right_in_any_room(problem in problem()) {
        let number = solutions(&problem).len() as u64;
        for room in ROOMS {
            prop_assert_eq!(swept(&problem, &Part::default(), room), number);
        }
    }

    #[test]
    fn threads_share_the_rounds_of_random_problems(
        problem in problem(),
        places in 1..4usize,
        picked in 0..48u32,
    ) {
        prop_assume!(!cfg!(miri) || places == 1);
        // From a few bytes to more than a megabyte.
        let room = (1 << (picked / 2)) * (2 + picked as usize % 2) / 2;
        let (count, _) = in_rounds(&problem, room, places);
        prop_assert_eq!(count, solutions(&problem).len() as u64);
    }

    #[test]
    fn assumed_and_excluded_options(
        problem in problem(),
        assumed in proptest::collection::vec(any::<Index>(), 0..3),
        excluded in proptest::collection::vec(any::<Index>(), 0..4),
    ) {
        let (assumed, excluded) = (picked(&problem, &assumed), picked(&problem, &excluded));
        let all = solutions(&problem);
        let admitted = all.iter().filter(|solution| {
            assumed.iter().all(|option| solution.contains(option))
                && !excluded.iter().any(|option| solution.contains(option))
        });
        let admitted = admitted.count() as u64;
        let part = Part { with: assumed, without: excluded };
        prop_assert_eq!(swept(&problem, &part, 1 << 10), admitted);
    }

    /// All orders give the same number; the choice among them affects only the time.
    #[test]
    fn any_order_of_the_items(problem in problem(), seed in any::<u64>()) {
        let number = solutions(&problem).len() as u64;
        let plans = Account::default();
        let work = Work::new(Allowance::default().watch(), &plans);
        let Some(components) = components(&problem, &Part::default(), &work).unwrap() else {
            prop_assert_eq!(number, 0);
            return Ok(());
        };
        let mut product = BigUint::from(1u8);
        for component in components {
            let mut order = Vec::from_iter(0..component.primary as u32);
            order.sort_by_key(|&item| (u64::from(item) + 1).wrapping_mul(seed | 1));
            let (mut best, outlook) = order::best(&component, &work).unwrap();
            let plan = Plan::new(&component, &order, &work).unwrap();
            for words in [1, 2] {
                let (widths, memory) = (&outlook.widths, (1 << 20, Grain::default()));
                let to_walk = ToWalk {
                    widths,
                    memory,
                    work: &work,
                };
                let walk = match words {
                    1 => to_walk.run::<1>(&plan),
                    _ => to_walk.run::<2>(&plan),
                };
                let mut walk = walk.unwrap();
                prop_assert!(walk.advance(u64::MAX, 1));
                if words == 2 {
                    product *= walk.total();
                }
            }
            best.sort_unstable();
            order.sort_unstable();
            prop_assert_eq!(best, order);
        }
        prop_assert_eq!(product, BigUint::from(number));
    }
}

/// A board to be covered by dominoes.
pub(super) fn dominoes(rows: usize, columns: usize) -> Problem {
    let mut builder = Builder::default();
    let cells = Vec::from_iter(
        (0..rows * columns).map(|cell| builder.primary(format!("c{cell}")).unwrap()),
    );
    for (place, &cell) in cells.iter().enumerate() {
        let right = (place % columns + 1 < columns).then_some(place + 1);
        let below = (place + columns < cells.len()).then_some(place + columns);
        for other in [right, below].into_iter().flatten() {
            builder
                .option([Entry::from(cell), cells[other].into()])
                .unwrap();
        }
    }
    builder.build()
}

/// A sweep that has begun.
pub(super) fn begun(problem: &Problem) -> (Sweep, Beside) {
    let plans = account_of_plans(1 << 28);
    let work = Work::new(Allowance::default().watch(), &plans);
    let components = independent(problem, &Part::default(), &work).expect("no bounds");
    let component = &components.expect("enough memory").expect("a solution")[0];
    let sweep = Sweep::new(component, 1 << 28, &work);
    let mut sweep = sweep.expect("enough memory").expect("few bits");
    let beside = Beside {
        threads: 1,
        left: 0,
    };
    assert_eq!(sweep.advance(20_000, beside), None);
    (sweep, beside)
}

#[test]
fn scouts_tell_what_a_sweep_takes() {
    for (rows, columns) in [(10, 12), (12, 12), (9, 20), (30, 8)] {
        let (mut sweep, beside) = begun(&dominoes(rows, columns));
        let forecast = sweep.report();
        sweep.send_scouts(200_000_000);
        let seen = sweep.report();
        assert!(forecast.at_most == u64::MAX && seen.at_most < u64::MAX);
        while sweep.advance(u64::MAX, beside).is_none() {}
        let whole = sweep.report().spent;
        assert!(
            seen.at_least <= whole && whole <= seen.at_most,
            "{rows} × {columns}: {whole}, {seen:?}"
        );
        let expected = seen.expected as f64 / whole as f64;
        assert!(
            (0.7..1.4).contains(&expected),
            "{rows} × {columns}: {expected}"
        );
    }
}

/// Sweeps a component with a stop after each bit of work, where it is written down and another sweep continues.
fn swept_with_stops(component: &Component, memory: (usize, Grain), work: &Work) -> (Count, u64) {
    let fresh = || {
        let sweep = Sweep::with_grain(component, memory, work);
        sweep.expect("enough memory").expect("few bits")
    };
    let mut sweep = fresh();
    loop {
        // What a round has collected is only merged in the next one.
        for _ in 0..4 {
            sweep.send_scouts(1 << 30);
            if let Some(count) = sweep.advance(40, beside(2)) {
                return (count, sweep.effort().states);
            }
        }
        let mut text = String::new();
        sweep.write(&mut text).expect("memory can be written");
        let mut lines = text.lines();
        let first = lines.next().expect("a line");
        let saved = SavedSweep::read(first, &mut || lines.next()).expect("what was written");
        assert_eq!(saved.to_string(), text);
        assert_eq!(lines.next(), None);
        sweep = fresh();
        assert!(sweep.restore(&saved));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn sweeps_that_are_written_down_count_the_same(problem in problem(), small in any::<bool>()) {
        let room = if small { 3_000 } else { 1 << 24 };
        let in_rounds = Grain { least: 0, places: 2, for_threads: 0, ..Grain::default() };
        let plans = account_of_plans(1 << 24);
        let work = Work::new(Allowance::default().watch(), &plans);
        let components = independent(&problem, &Part::default(), &work).expect("no bounds");
        for component in components.expect("enough memory").into_iter().flatten() {
            for grain in [Grain::default(), in_rounds] {
                let mut sweep = Sweep::with_grain(&component, (room, grain), &work)
                    .expect("enough memory")
                    .expect("few bits");
                let count = loop {
                    if let Some(count) = sweep.advance(u64::MAX, beside(1)) {
                        break count;
                    }
                };
                let (resumed, states) = swept_with_stops(&component, (room, grain), &work);
                prop_assert_eq!(resumed, count);
                // Without parts put aside, each state is gone through once.
                prop_assert!(small || states == sweep.effort().states);
            }
        }
    }
}

#[test]
fn a_sweep_of_another_width_is_refused() {
    let texts = [
        "sweep 1 1 0 1\nlevel 0 2 1 1\n0 0 1\n",
        "sweep 1 1 0 1\nlevel 99 1 1 1\n0 1\n",
        "sweep 1 1 0 1\naside 4 1 1 1\n0 1\n",
    ];
    let problem = Problem::parse("a b c d\na b\nb c\nc d\nd a\na\nb\n").unwrap();
    let plans = account_of_plans(1 << 24);
    let work = Work::new(Allowance::default().watch(), &plans);
    let components = independent(&problem, &Part::default(), &work)
        .unwrap()
        .unwrap();
    let component = &components.unwrap()[0];
    for text in texts {
        let mut sweep = Sweep::new(component, 1 << 24, &work).unwrap().unwrap();
        let mut lines = text.lines();
        let first = lines.next().unwrap();
        let saved = SavedSweep::read(first, &mut || lines.next()).unwrap();
        assert!(!sweep.restore(&saved), "{text}");
    }
    for text in [
        "sweep 1 1 0\n",
        "sweep 1 1 0 1\nlevel 0 1 1 1\n0 0\n",
        "sweep 1 1 0 1\nlevel 0 1 1 2\n0 1\n",
        "sweep 1 1 0 1\nlevel 0 1 2 1\n0 1\n",
        "sweep 1 1 0 1\nrow 0 1 1 1\n0 1\n",
        "sweep 1 1 0 1\nlevel 0 0 0 0\n",
        "sweep 1 1 0 1\nlevel 0 18446744073709551615 1 1\n0 1\n",
        "sweep 1 1 -1 1\n",
    ] {
        let mut lines = text.lines();
        let first = lines.next().unwrap();
        assert_eq!(
            SavedSweep::read(first, &mut || lines.next()),
            None,
            "{text}"
        );
    }
}
