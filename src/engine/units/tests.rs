//! The search against links, and under all instruction sets that the machine has, step by step.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::engine::links::Links;
use crate::engine::trial::{advance, part_of, priors, run_in_steps};
use crate::problem::{Builder, ItemId};

/// Random problems of lanes and units: the options of each lane, and of each other item the bit and the lanes.
fn of_units() -> impl Strategy<Value = Problem> {
    let unit = (0u32..6, any::<u16>(), any::<bool>());
    let lanes = vec(vec(any::<bool>(), 6), 1..14);
    (lanes, vec(unit, 0..12)).prop_map(|(lanes, units)| {
        let mut builder = Problem::builder();
        let lane_items = items(&mut builder, "lane", lanes.len(), true);
        let primary = units.iter().filter(|unit| unit.2).count();
        let mut exact = items(&mut builder, "p", primary, true).into_iter();
        let mut most = items(&mut builder, "s", units.len() - primary, false).into_iter();
        let of_units: Vec<_> = units
            .iter()
            .map(|unit| {
                (
                    unit.0,
                    unit.1,
                    if unit.2 { exact.next() } else { most.next() },
                )
            })
            .collect();
        for (number, (lane, item)) in lanes.iter().zip(&lane_items).enumerate() {
            for bit in (0..6).filter(|&bit| lane[bit as usize]) {
                let has = |&&(b, among, _): &&(u32, u16, _)| b == bit && among >> number & 1 == 1;
                let others = of_units.iter().filter(has).filter_map(|unit| unit.2);
                builder.option(others.chain([*item])).unwrap();
            }
        }
        builder.build()
    })
}

/// Random problems of any kind, with options that have no lane.
fn of_any_kind() -> impl Strategy<Value = Problem> {
    let options = vec(vec(any::<Index>(), 1..5), 1..40);
    (1usize..12, 0usize..4, options).prop_map(|(primary, secondary, options)| {
        let mut builder = Problem::builder();
        let mut all = items(&mut builder, "p", primary, true);
        all.extend(items(&mut builder, "s", secondary, false));
        for option in options {
            let mut named: Vec<ItemId> = option.iter().map(|index| *index.get(&all)).collect();
            named.sort_unstable();
            named.dedup();
            builder.option(named).unwrap();
        }
        builder.build()
    })
}

fn items(builder: &mut Builder, name: &str, count: usize, primary: bool) -> Vec<ItemId> {
    let items = (0..count).map(|number| match primary {
        true => builder.primary(format!("{name}{number}")).unwrap(),
        false => builder.secondary(format!("{name}{number}")).unwrap(),
    });
    items.collect()
}

/// A Sudoku with boxes of `rows` × `columns` cells. Its items and options are numbered in the order of `keys`.
fn sudoku(rows: usize, columns: usize, keys: &[u32]) -> Problem {
    let n = rows * columns;
    let shuffled = |count: usize| {
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&i| {
            keys.get(i % keys.len().max(1))
                .map(|key| key.rotate_left(i as u32))
        });
        order
    };
    let names = shuffled(4 * n * n);
    let mut builder = Problem::builder();
    let all = items(&mut builder, "i", names.len(), true);
    for option in shuffled(n * n * n) {
        let (cell, digit) = (option / n, option % n);
        let (row, column) = (cell / n, cell % n);
        let units = [row, column, row / rows * rows + column / columns];
        let of_units = (1..)
            .zip(units)
            .map(|(block, unit)| (block * n + unit) * n + digit);
        let named = of_units.chain([cell]).map(|item| all[names[item]]);
        builder.option(named).unwrap();
    }
    builder.build()
}

fn kernel<const K: usize, const B: usize>(problem: &Problem, isa: Isa) -> Option<Units<K, B>> {
    let layout = Layout::new(problem, Allow::Free)?;
    let mut units = Units::new(problem, &layout)?;
    units.tables.check();
    units.isa = isa;
    Some(units)
}

/// How many solutions of a problem are looked for at most.
const MOST: usize = 2000;

/// The first solutions of a kernel in their order, looked for in steps of few nodes, and the work that it took.
fn run(kernel: &mut dyn Kernel, nodes: u64) -> (Vec<Vec<OptionId>>, Effort) {
    let (mut found, mut solution) = (Vec::new(), Vec::new());
    while found.len() < MOST {
        let before = kernel.effort().nodes;
        match advance(kernel, nodes, &mut solution) {
            Step::Solution => found.push(solution.clone()),
            Step::Paused => assert_eq!(kernel.effort().nodes - before, nodes),
            Step::Exhausted => {
                assert_eq!(advance(kernel, nodes, &mut solution), Step::Exhausted);
                break;
            }
        }
        kernel.check();
    }
    (found, kernel.effort())
}

fn sorted(mut found: Vec<Vec<OptionId>>) -> Vec<Vec<OptionId>> {
    found
        .iter_mut()
        .for_each(|solution| solution.sort_unstable());
    found.sort();
    found
}

/// All instruction sets do the same, step by step, and find what links find.
fn compare<const K: usize, const B: usize>(problem: &Problem, part: &Part, nodes: u64) {
    let results: Vec<_> = Isa::all()
        .into_iter()
        .filter_map(|isa| {
            let mut units = kernel::<K, B>(problem, isa)?;
            units.enter(part, Inference::Adaptive);
            let stepped = run(&mut units, nodes);
            units.enter(part, Inference::Adaptive);
            let whole = run(&mut units, u64::MAX).0;
            assert_eq!(stepped.0, whole);
            Some((stepped, whole))
        })
        .collect();
    for wider in results.iter().skip(1) {
        assert_eq!(wider, &results[0]);
    }
    let Some((_, whole)) = results.into_iter().next() else {
        return;
    };
    let mut links = Links::of(problem);
    links.enter(part, Inference::Adaptive);
    let by_links = run(&mut links, u64::MAX).0;
    match by_links.len() {
        MOST => assert_eq!(whole.len(), MOST),
        _ => assert_eq!(sorted(whole), sorted(by_links)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(128)
    })]

    #[test]
    fn random_units(problem in of_units(), before in priors(), nodes in 1u64..9) {
        if problem.option_count() > 0 {
            compare::<12, 8>(&problem, &part_of(&problem, &before), nodes);
        }
    }

    #[test]
    fn random_problems(problem in of_any_kind(), before in priors(), nodes in 1u64..9) {
        compare::<12, 8>(&problem, &part_of(&problem, &before), nodes);
    }

    #[test]
    fn nothing_is_left_of_an_earlier_part(
        problem in of_any_kind(),
        first in priors(),
        second in priors(),
    ) {
        if let Some(mut units) = kernel::<12, 8>(&problem, Isa::detect()) {
            let untouched = run(&mut units, u64::MAX).0;
            units.enter(&part_of(&problem, &first), Inference::Adaptive);
            run_in_steps(&mut units, 3, 2);
            let part = part_of(&problem, &second);
            units.enter(&part, Inference::Adaptive);
            let mut anew = kernel::<12, 8>(&problem, Isa::detect()).unwrap();
            anew.enter(&part, Inference::Adaptive);
            prop_assert_eq!(run(&mut units, u64::MAX).0, run(&mut anew, u64::MAX).0);
            units.enter(&Part::default(), Inference::Adaptive);
            prop_assert_eq!(run(&mut units, u64::MAX).0, untouched);
        }
    }

    /// Whether they agree or not: the solutions are those that have all of them.
    #[test]
    fn options_assumed_together(problem in of_units(), options in vec(any::<Index>(), 0..5)) {
        if problem.option_count() > 0 {
            let place = |place: &Index| OptionId::new(place.index(problem.option_count()));
            let mut with = Vec::from_iter(options.iter().map(place));
            with.sort_unstable();
            with.dedup();
            compare::<12, 8>(&problem, &Part { with, without: vec![] }, u64::MAX);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(40)
    })]

    /// Sudokus of 4 to 9 cells a row, most cells given, some perhaps wrongly, and options excluded.
    #[test]
    fn sudokus(
        shape in 0usize..3,
        given in vec(0u32..100, 81),
        wrong in any::<Option<Index>>(),
        excluded in vec(any::<Index>(), 0..30),
        nodes in 1u64..9,
    ) {
        let (rows, columns) = [(2, 2), (2, 3), (3, 3)][shape];
        let problem = sudoku(rows, columns, &[]);
        let n = rows * columns;
        let digit = |cell: usize| {
            let (row, column) = (cell / n, cell % n);
            (row % rows * columns + row / rows + column) % n
        };
        let givens = (0..n * n).filter(|&cell| given[cell] < 65).map(|cell| cell * n + digit(cell));
        let mut with: Vec<OptionId> = givens.map(OptionId::new).collect();
        with.extend(wrong.map(|place| OptionId::new(place.index(problem.option_count()))));
        with.sort_unstable();
        with.dedup();
        let place = |place: &Index| OptionId::new(place.index(problem.option_count()));
        let mut without: Vec<OptionId> = excluded.iter().map(place).collect();
        without.retain(|option| !with.contains(option));
        compare::<3, 3>(&problem, &Part { with, without }, nodes);
    }

    /// The lanes of a Sudoku are divided evenly and its grids are found, in whatever order its items and options stand.
    #[test]
    fn any_order_of_items_and_options(keys in vec(any::<u32>(), 97)) {
        let units = kernel::<3, 3>(&sudoku(3, 3, &keys), Isa::detect()).expect("a Sudoku fits");
        prop_assert!(units.tables.has_segments);
    }
}
