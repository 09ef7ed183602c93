use std::collections::{BTreeMap, BTreeSet};

use super::aligned::aligned;
use super::march::March;
use super::renamings::Renamings;
use super::states::{States, Ways};
use super::*;
use crate::engine::random::SplitMix;
use crate::engine::solver::{CountMethod, Solver};
use crate::engine::sweep::components::components;
use crate::engine::work::Within;
use crate::problem::{Part, Problem};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;
use rand_core::Rng;

/// As few states at a time as can be, so that all is done that is done with many.
const FINE: Grain = Grain {
    few: 24,
    scouts: 40,
    together: 16,
};

/// The number of solutions, and the states that were gone through; `None` if few are alike. If `always`, states are compared at each
/// level, however few are alike.
fn count(problem: &Problem, always: bool) -> Option<(BigUint, u64)> {
    count_with(problem, always, (Grain::default(), 2))
}

fn count_with(
    problem: &Problem,
    always: bool,
    (grain, threads): (Grain, usize),
) -> Option<(BigUint, u64)> {
    Within::no_limits(|work| {
        let parts = components(problem, &Part::default(), work)?;
        let (mut count, mut states) = (BigUint::from(1u32), 0);
        for component in parts.unwrap_or_default() {
            let mut alike = Alike::new(&component).expect("no colours");
            alike.compares_all = always;
            alike.grain = grain;
            match alike.advance(u64::MAX, usize::MAX, threads) {
                Outcome::Counted(own) => count *= own,
                _ => return Ok(None),
            }
            states += alike.effort().states;
        }
        Ok(Some((count, states)))
    })
}

/// Latin squares; of Sudokus, with boxes of `height` rows and as many columns as there are boxes above each other; `reduced`,
/// with the first row and column in order.
fn squares(n: usize, height: Option<usize>, reduced: bool) -> Problem {
    let (items, options) = names(n, height, reduced);
    Problem::parse(&format!("{}\n{options}", items.join(" "))).unwrap()
}

/// The items of such squares, and the lines of the options.
fn names(n: usize, height: Option<usize>, reduced: bool) -> (Vec<String>, String) {
    let (mut items, mut options) = (BTreeSet::new(), String::new());
    for (row, column) in (0..n * n).map(|cell| (cell / n, cell % n)) {
        for digit in 0..n {
            let mut option = vec![
                format!("cell{row}.{column}"),
                format!("row{row}.{digit}"),
                format!("column{column}.{digit}"),
            ];
            if let Some(height) = height {
                let box_of = row / height * height + column / (n / height);
                option.push(format!("box{box_of}.{digit}"));
            }
            let is_fixed = row == 0 && digit != column || column == 0 && digit != row;
            if !(reduced && is_fixed) {
                options += &(option.join(" ") + "\n");
            }
            items.extend(option);
        }
    }
    (Vec::from_iter(items), options)
}

/// OEIS A002860, A000315 (reduced), A107739 (Sudokus with square boxes).
#[test]
fn known_numbers() {
    let numbers = [
        (squares(4, None, false), 576),
        (squares(5, None, false), 161_280),
        (squares(6, None, false), 812_851_200u64),
        (squares(6, None, true), 9408),
        (squares(4, Some(2), false), 288),
        (squares(6, Some(2), false), 28_200_960),
    ];
    for (problem, number) in numbers {
        let counted = count(&problem, false);
        assert_eq!(counted.expect("many are alike").0, number.into());
    }
}

/// Dominoes on a square board.
fn dominoes(side: usize) -> Problem {
    let cell = |row: usize, column: usize| format!("{row}.{column}");
    let cells = (0..side * side).map(|place| (place / side, place % side));
    let (mut items, mut options) = (Vec::new(), String::new());
    for (row, column) in cells {
        items.push(cell(row, column));
        if column + 1 < side {
            options += &format!("{} {}\n", cell(row, column), cell(row, column + 1));
        }
        if row + 1 < side {
            options += &format!("{} {}\n", cell(row, column), cell(row + 1, column));
        }
    }
    Problem::parse(&format!("{}\n{options}", items.join(" "))).unwrap()
}

/// Hardly any rests of tilings are alike, which is seen before a state goes ahead.
#[test]
fn tilings_are_given_up_at_once() {
    let problem = dominoes(16);
    Within::no_limits(|work| {
        let parts = components(&problem, &Part::default(), work)?.expect("a solution");
        let mut alike = Alike::new(&parts[0]).expect("no colours");
        while alike.outcome == Outcome::UnderWay {
            alike.advance(1, usize::MAX, 1);
            assert!(alike.effort().peak_bytes < 1000, "one state alone");
        }
        assert_eq!(alike.outcome, Outcome::GivenUp);
        Ok(())
    });
}

/// Scouts that are some of many, samples, states that wait: and what is counted depends neither on that nor on threads.
#[test]
fn few_states_at_a_time() {
    let numbers = [
        (squares(6, None, false), 812_851_200u64),
        (squares(6, Some(2), false), 28_200_960),
    ];
    for (problem, number) in numbers {
        // Never given up.
        let [one, seven] = [1, 7].map(|threads| count_with(&problem, true, (FINE, threads)));
        assert_eq!(one, seven);
        assert_eq!(one.expect("many are alike").0, number.into());
    }
}

/// Where classes take too much memory, none is added any more: then more states are kept, and the number is the same.
#[test]
fn little_room_changes_no_number() {
    let problem = squares(6, Some(2), false);
    Within::no_limits(|work| {
        let parts = components(&problem, &Part::default(), work)?.expect("a solution");
        let states_in = |room| {
            let mut alike = Alike::new(&parts[0]).expect("no colours");
            alike.compares_all = true;
            match alike.advance(u64::MAX, room, 1) {
                Outcome::Counted(number) => assert_eq!(*number, 28_200_960u64.into()),
                _ => return None,
            }
            Some(alike.effort().states)
        };
        let fewest = states_in(usize::MAX).expect("room for all");
        let in_little = (14..24).filter_map(|log| states_in(1 << log));
        assert!(in_little.max() > Some(fewest));
        Ok(())
    });
}

/// As soon as other orders are examined, a sweep in one of them may take turns with the first.
#[test]
fn other_orders_change_no_number() {
    let problem = squares(6, Some(2), false);
    Within::no_limits(|work| {
        let parts = components(&problem, &Part::default(), work)?.expect("a solution");
        let mut two = Alike::new(&parts[0]).expect("no colours");
        (two.long, two.grain) = (0, FINE);
        while matches!(two.stage, Stage::Order | Stage::Alone | Stage::Others) {
            two.advance(1, usize::MAX, 2);
        }
        assert!(matches!(two.stage, Stage::Survey(_)));
        assert_eq!(
            *two.advance(u64::MAX, usize::MAX, 2),
            Outcome::Counted(28_200_960u64.into())
        );
        Ok(())
    });
}

/// Band after band is cheaper than digit after digit.
#[test]
fn surveys_tell_orders_apart() {
    let problem = squares(8, Some(2), false);
    let (names, _) = names(8, Some(2), false);
    let sorted = |key: &dyn Fn(&str) -> (usize, String)| {
        let mut items = Vec::from_iter((0..).zip(&names));
        items.sort_by_key(|(_, name)| key(name));
        Vec::from_iter(items.into_iter().map(|(number, _)| number))
    };
    let bands = sorted(&|name| (usize::from(!name.starts_with("cell")), name.to_owned()));
    let digit = |name: &str| name.rsplit('.').next().map(str::to_owned);
    let digits = sorted(&|name| match name.starts_with("row") {
        true => (0, digit(name).unwrap_or_default() + name),
        false => (1, name.to_owned()),
    });
    Within::no_limits(|work| {
        let parts = components(&problem, &Part::default(), work)?.expect("a solution");
        let plan = Plan::new(&parts[0]);
        let better = |first: &[u32], other: &[u32]| {
            let mut surveys = Surveys::new(plan.in_order(first), vec![other.to_vec()]);
            while !surveys.go_on(&plan, 0, 1).0 {}
            surveys.better().map(|plan| plan.levels[0].item)
        };
        assert_eq!(better(&digits, &bands), Some(bands[0]));
        assert_eq!(better(&bands, &digits), None);
        Ok(())
    });
}

/// A renaming of a state, made small again, leads to a state with as many solutions.
#[test]
fn renamings_change_no_number() {
    let problem = squares(4, Some(2), false);
    Within::no_limits(|work| {
        let parts = components(&problem, &Part::default(), work)?.expect("a solution");
        let mut plan = Plan::new(&parts[0]);
        let orders = std::iter::repeat_with(|| plan.order().0);
        let orders = orders.flatten().next().expect("orders");
        let plan = plan.in_order(&orders[0]);
        for level in 1..plan.levels.len() {
            let (renamings, _) = Renamings::of_level(&plan, level);
            let mut march = March::new((0, first(&plan)), plan.words, usize::MAX);
            while march.level < level {
                march.step(&plan);
            }
            for (key, _) in march.states.iter() {
                let mut small = key.to_vec();
                renamings.lessen(&mut small, &mut Vec::new(), |_| false);
                assert!(small[..] <= *key);
                assert_eq!(
                    ways_after(&plan, level, &small),
                    ways_after(&plan, level, key)
                );
            }
        }
        Ok(())
    });
}

fn first(plan: &Plan) -> States {
    let mut states = States::new(plan.words);
    states.push(&plan.first_state(), &Ways::ONE);
    states
}

fn ways_after(plan: &Plan, level: usize, key: &[u64]) -> BigUint {
    let mut states = States::new(plan.words);
    states.push(key, &Ways::ONE);
    let mut march = March::new((level, states), plan.words, usize::MAX);
    while march.level < plan.levels.len() {
        march.step(plan);
    }
    march.states.total()
}

/// However often scouts are thinned out, their estimate of all states does not wrap.
#[test]
fn estimates_do_not_wrap() {
    let mut states = States::new(1);
    (0..3).for_each(|key| states.push(&[key], &Ways::ONE));
    let mut scouts = run::Scouts::new(March::new((0, states), 1, usize::MAX));
    scouts.halved = 40;
    assert_eq!(scouts.states(), 3 << 40);
    for halved in [63, 64, 1000] {
        scouts.halved = halved;
        assert_eq!(scouts.states(), usize::MAX);
    }
}

/// Of a number of ways, the 129th bit is not lost.
#[test]
fn ways_do_not_wrap() {
    let mut ways = Ways::Few(u128::MAX);
    ways.add(&Ways::ONE);
    ways.add(&Ways::Few(2));
    assert_eq!(ways.to_biguint(), (BigUint::from(1u8) << 128u8) + 2u8);
}

/// A turn that is over ends while the order of the items is made, which may take a third of a second.
#[test]
fn the_order_is_made_in_turns() {
    Within::no_limits(|work| {
        let parts = components(&squares(10, None, false), &Part::default(), work)?;
        let component = &parts.unwrap_or_default()[0];
        let mut alike = Alike::new(component).expect("no colours");
        let mut turns = 0;
        while alike.runs.is_empty() {
            let last = alike.work() + 100_000;
            alike.advance(100_000, usize::MAX, 1);
            assert!(alike.work() < last + 5_000_000, "{}", alike.work());
            turns += 1;
        }
        assert!(turns > 10, "{turns}");
        Ok(())
    });
}

/// Cells of a board are soon told apart, which does not help to choose one; so most of an order is made without a look at all that is
/// left.
#[test]
fn an_order_for_tilings_takes_few_looks() {
    let work_of_order = |problem: &Problem| {
        Within::no_limits(|work| {
            let parts = components(problem, &Part::default(), work)?.expect("a solution");
            let mut plan = Plan::new(&parts[0]);
            let (mut all, mut orders) = (0, None);
            while orders.is_none() {
                let (made, work) = plan.order();
                (orders, all) = (made, all + work);
            }
            Ok(all)
        })
    };
    let growth = work_of_order(&dominoes(16)) as f64 / work_of_order(&dominoes(8)) as f64;
    assert!(growth < 8.0, "{growth}, on a board four times as large");
}

/// The same problem with items and options in another order.
fn shuffled(problem: &Problem, seed: usize) -> Problem {
    let draw = |number: usize| number.wrapping_mul(0x9e37_79b9 + 2 * seed) % 1013;
    let mut options: Vec<_> = problem.options().collect();
    options.sort_by_key(|option| draw(option.index()));
    let items: Vec<_> = problem.items().collect();
    let mut places: Vec<usize> = (0..items.len()).collect();
    places.sort_by_key(|&place| draw(place + seed));
    let mut builder = Problem::builder();
    let mut named = items.clone();
    for place in places {
        named[place] = builder.primary(format!("{place}")).unwrap();
    }
    for option in options {
        let entries = problem.entries(option).iter();
        let entries = entries.map(|entry| named[entry.item.index()]);
        builder.option(entries).unwrap();
    }
    builder.build()
}

#[test]
fn names_do_not_matter() {
    let problem = shuffled(&squares(6, Some(2), false), 1);
    let (number, _) = count(&problem, false).expect("many are alike");
    assert_eq!(number, 28_200_960u32.into());
}

/// However the items of a Sudoku are numbered, afterwards its digits come in the same order in each row, column and box.
#[test]
fn alike_parts_are_numbered_alike() {
    let (mut items, lines) = names(6, Some(2), false);
    for seed in 1..6 {
        let mut draws = SplitMix::new(seed);
        items.sort_by_cached_key(|_| draws.next_u64());
        let number = |name: &str| items.iter().position(|item| item == name).unwrap();
        let bits = |line: &str| line.split(' ').map(|name| number(name) as u32).collect();
        let options = Vec::from_iter(lines.lines().map(bits));
        let numbers = aligned(items.len(), items.len(), &options);
        let mut digits_of = BTreeMap::<_, BTreeMap<_, _>>::new();
        for (item, number) in items.iter().zip(numbers) {
            let (unit, digit) = item.split_once('.').unwrap();
            digits_of.entry(unit).or_default().insert(number, digit);
        }
        digits_of.retain(|unit, _| !unit.starts_with("cell"));
        let orders = digits_of
            .values()
            .map(|digits| Vec::from_iter(digits.values()));
        assert_eq!(BTreeSet::from_iter(orders).len(), 1, "{seed}");
    }
}

/// An order begins with a band, level by level of the same sort: what is next depends on what it costs, and not on the name that stands
/// for several items of one kind.
#[test]
fn orders_begin_with_a_band_whatever_the_names() {
    let problem = squares(9, Some(3), false);
    let first_levels = |problem: &Problem| {
        Within::no_limits(|work| {
            let parts = components(problem, &Part::default(), work)?.expect("a solution");
            let mut plan = Plan::new(&parts[0]);
            let orders = std::iter::repeat_with(|| plan.order().0);
            let orders = orders.flatten().next().expect("orders");
            let plan = plan.in_order(&orders[0]);
            let of_level = |level: usize| (plan.levels[level].options.len(), plan.kinds(level));
            Ok(Vec::from_iter((0..27).map(of_level)))
        })
    };
    let one = first_levels(&shuffled(&problem, 1));
    for seed in 2..5 {
        assert_eq!(first_levels(&shuffled(&problem, seed)), one, "{seed}");
    }
}

/// Dominoes on a board with holes, which has no symmetry.
#[test]
fn where_few_states_are_alike_it_is_given_up() {
    let n = 16;
    let cells = || (0..n * n).filter(|cell| ![3, 37, 113, 153].contains(cell));
    let name = |cell: usize| format!("{}.{}", cell / n, cell % n);
    let mut text = Vec::from_iter(cells().map(name)).join(" ") + "\n";
    for cell in cells() {
        let right = (cell % n + 1 < n).then_some(cell + 1);
        for other in [right, Some(cell + n)].into_iter().flatten() {
            if cells().any(|cell| cell == other) {
                text += &format!("{} {}\n", name(cell), name(other));
            }
        }
    }
    let problem = Problem::parse(&text).unwrap();
    assert_eq!(count_with(&problem, false, (FINE, 2)), None);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Compared at every level, with secondary items too.
    #[test]
    fn random_problems(
        options in vec((subsequence(vec![0, 1, 2, 3, 4, 5, 6], 1..4), subsequence(vec![0, 1], 0..2)), 0..24),
    ) {
        let mut builder = Problem::builder();
        let primary: Vec<_> = (0..7).map(|i| builder.primary(format!("p{i}")).unwrap()).collect();
        let secondary: Vec<_> = (0..2).map(|i| builder.secondary(format!("s{i}")).unwrap()).collect();
        for (plain, others) in options {
            let plain = plain.iter().map(|&item: &usize| primary[item]);
            builder.option(plain.chain(others.iter().map(|&item: &usize| secondary[item]))).unwrap();
        }
        let problem = builder.build();
        let expected = Solver::new(&problem).unwrap().counting(CountMethod::Search).count();
        let solvable = Within::no_limits(|work| components(&problem, &Part::default(), work)).is_some();
        for grain in [Grain::default(), FINE] {
            if let Some((number, _)) = count_with(&problem, true, (grain, 2)) {
                let number = if solvable { number } else { BigUint::ZERO };
                prop_assert_eq!(expected.to_biguint(), number);
            }
        }
    }
}
