//! The invariants between the parts of the search.

use std::ops::ControlFlow;

use proptest::collection::vec;
use proptest::prelude::*;

use super::agreement::Agreement;
use super::deepening::{Deepening, Progress, Standing, Wanted};
use super::kept::Kept;
use super::residual::{MUST, Marks, Residual};
use super::scale::Scale;
use super::search::{Search, Window};
use crate::engine::aim::Aim;
use crate::engine::limits::{Allowance, Limit, Limits, Outside, Watch};
use crate::engine::memory::Account;
use crate::problem::{Color, Entry, ItemId, OptionId, Part, Problem, Solution};

/// Options as sets of the items 0 to 5, of which the last two are secondary and may have a colour, and their costs.
fn problems() -> impl Strategy<Value = Problem> {
    let use_of = prop_oneof![2 => Just(0), 1 => Just(1u8), 1 => 2..4u8];
    vec((vec(use_of, 6), 0..100u64), 1..20).prop_map(|options| {
        let mut builder = Problem::builder();
        let mut items: Vec<ItemId> = Vec::new();
        for name in ["a", "b", "c", "d"] {
            items.push(builder.primary(name).unwrap());
        }
        for name in ["s", "t"] {
            items.push(builder.secondary(name).unwrap());
        }
        let colors: Vec<Color> = ["red", "blue"].map(|c| builder.color(c).unwrap()).into();
        for (uses, cost) in options {
            let entry = |(place, &using): (usize, &u8)| {
                let color = (place > 3 && using > 1).then(|| colors[usize::from(using) - 2]);
                let item = items[place];
                (using > 0).then_some(Entry { item, color })
            };
            let option = builder
                .option(uses.iter().enumerate().filter_map(entry))
                .unwrap();
            builder.add_cost(option, cost).unwrap();
        }
        builder.build()
    })
}

/// Options as sets of five items with bounds, and their costs.
fn bounded_problems() -> impl Strategy<Value = Problem> {
    let bounds = vec((0..3u32, 0..3u32), 5);
    let options = vec((1..32u8, 0..100u64), 1..9);
    (bounds, options).prop_map(|(bounds, options)| {
        let mut builder = Problem::builder();
        let names = ["a", "b", "c", "d", "e"].into_iter().zip(bounds);
        let items = names.map(|(name, (low, more))| {
            let high = (low + more).max(1);
            builder.bounded(name, low, high).unwrap()
        });
        let items = Vec::from_iter(items);
        for (set, cost) in options {
            let covered = items.iter().filter(|item| set >> item.index() & 1 == 1);
            let option = builder.option(covered.copied()).unwrap();
            builder.add_cost(option, cost).unwrap();
        }
        builder.build()
    })
}

/// A watch that stops nothing.
fn watch() -> Watch {
    Outside::default().watch()
}

fn whole(problem: &Problem, scale: &Scale) -> Residual {
    let idle = Vec::from_iter(problem.idle_options());
    let is_left = |option| !idle.contains(&option);
    let cost = |option| scale.scaled_cost(problem.cost(option));
    let mut left = Residual::new(problem, is_left, cost, &watch()).unwrap();
    let mut marks = Marks::new(problem);
    marks.set(&left, |_, _| false);
    // An item without options is a dead end; the tests continue with it.
    let _ = left.compact(&mut marks);
    left
}

/// Two options without a common item, or with the same colour on each common item.
fn agree(problem: &Problem, one: OptionId, other: OptionId) -> bool {
    problem.entries(one).iter().all(|entry| {
        let mut same = problem
            .entries(other)
            .iter()
            .filter(|e| e.item == entry.item);
        same.all(|e| e.color.is_some() && e.color == entry.color)
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 500 })
    })]

    /// Whatever the prices, costs are the base and the reduced costs, and none of these is negative.
    #[test]
    fn prices_add_up(problem in problems(), backward: bool, expensive: bool) {
        let aim = if expensive { Aim::MostExpensive } else { Aim::Cheapest };
        let scale = Scale::new(&problem, aim);
        let mut left = whole(&problem, &scale);
        prop_assume!(left.items.iter().filter(|item| item.slack == MUST).count() == 4);
        left.price_well(scale.step(), usize::MAX, &watch());
        left.price(scale.step(), backward);
        prop_assert!(left.reduced.iter().all(|&cost| cost >= 0));
        prop_assert!(left.items.iter().all(|item| item.slack >= 0));
        let mut prices = vec![None; problem.item_count()];
        for (item, members) in left.lists() {
            // An option with a single item gives its price; without such an option, prices are unknown.
            let alone = members.iter().find(|&&member| {
                problem.entries(left.options[member as usize]).len() == 1
            });
            prices[item.id as usize] = match (item.slack, alone) {
                (MUST, Some(&member)) => {
                    let cost = scale.scaled_cost(problem.cost(left.options[member as usize]));
                    Some(cost - left.reduced[member as usize])
                }
                (MUST, None) => None,
                (slack, _) => Some(-slack),
            };
        }
        for (option, reduced) in left.options.iter().zip(&left.reduced) {
            let of_items = problem.entries(*option).iter().map(|e| prices[e.item.index()]);
            if let Some(of_items) = of_items.sum::<Option<i64>>() {
                let cost = scale.scaled_cost(problem.cost(*option));
                prop_assert_eq!(cost, of_items + reduced);
            }
        }
    }

    /// Whatever the prices, a solution costs the base, the reduced costs of its options, and the slack of an item for each time
    /// that it may be covered more often; and no solution costs less than the bound.
    #[test]
    fn prices_add_up_with_bounds(problem in bounded_problems(), backward: bool, expensive: bool) {
        let aim = if expensive { Aim::MostExpensive } else { Aim::Cheapest };
        let scale = Scale::new(&problem, aim);
        let options_of = |item| {
            let names = |option: &OptionId| problem.entries(*option).iter().any(|entry| entry.item == item);
            problem.options().filter(names).count()
        };
        let has_enough = |item| options_of(item) >= problem.bounds(item).unwrap().low as usize;
        prop_assume!(problem.has_bounds() && problem.items().all(has_enough));
        let mut left = whole(&problem, &scale);
        let before = left.bound();
        left.price_well(scale.step(), usize::MAX, &watch());
        let priced = left.bound();
        left.climb((scale.unit(), scale.step()), &watch());
        let climbed = left.bound();
        prop_assert!(before <= priced && priced <= climbed);
        left.price(scale.step(), backward);
        prop_assert!(climbed <= left.bound());
        for set in 0..1u32 << problem.option_count() {
            let chosen = problem.options().filter(|option| set >> option.index() & 1 == 1);
            let chosen = Vec::from_iter(chosen);
            if problem.check(&Solution::new(chosen.clone())).is_err() {
                continue;
            }
            let mut sum = left.base;
            for (option, reduced) in left.options.iter().zip(&left.reduced) {
                sum += if chosen.contains(option) { *reduced } else { 0 };
            }
            for (item, members) in left.lists().filter(|(item, _)| item.slack != MUST) {
                let is_chosen = |&&member: &&u32| chosen.contains(&left.options[member as usize]);
                let covered = members.iter().filter(is_chosen).count() as i64;
                sum += item.slack * (i64::from(item.high) - covered);
            }
            prop_assert_eq!(sum, scale.scaled(scale.value_of(&problem, &chosen)));
            prop_assert!(left.bound() <= sum);
        }
    }

    #[test]
    fn what_is_blocked_agrees_with_no_option_of_an_item(problem in problems()) {
        let scale = Scale::new(&problem, Aim::Cheapest);
        let left = whole(&problem, &scale);
        prop_assume!(!left.options.is_empty());
        let made = Agreement::new(&problem, &left, &Account::default(), &watch());
        let mut agreement = made.unwrap().unwrap();
        let is_any = agreement.block(&left);
        let blocks = |option: OptionId, members: &[u32]| {
            let mut members = members.iter().map(|&member| left.options[member as usize]);
            members.all(|member| member != option && !agree(&problem, member, option))
        };
        let mut number = 0;
        for &option in &left.options {
            let mut lists = left.lists().filter(|(item, _)| item.slack == MUST);
            let is_blocked = lists.any(|(_, members)| blocks(option, members));
            prop_assert_eq!(agreement.is_blocked(option), is_blocked);
            number += usize::from(is_blocked);
        }
        prop_assert_eq!(is_any, number > 0);
    }

    /// A sum of scaled costs is never above the scaled sum, and no cost is lost between scaled numbers.
    #[test]
    fn scales_round_down(costs in vec(any::<u64>(), 1..9), small: bool, expensive: bool) {
        let costs = Vec::from_iter(costs.iter().map(|cost| if small { cost % 1000 } else { *cost }));
        let mut builder = Problem::builder();
        for (place, &cost) in costs.iter().enumerate() {
            let item = builder.primary(format!("p{place}")).unwrap();
            let option = builder.option([item]).unwrap();
            builder.add_cost(option, cost).unwrap();
        }
        let problem = builder.build();
        let aim = if expensive { Aim::MostExpensive } else { Aim::Cheapest };
        let scale = Scale::new(&problem, aim);
        let options = Vec::from_iter(problem.options());
        let value = scale.value_of(&problem, &options);
        let sum = costs.iter().map(|&cost| u128::from(cost)).sum::<u128>();
        prop_assert_eq!(scale.cost(value), sum);
        let scaled = costs.iter().map(|&cost| scale.scaled_cost(cost)).sum::<i64>();
        prop_assert!(scaled <= scale.scaled(value) && scaled <= scale.highest());
        prop_assert!(scaled.abs() <= scale.step() + costs.len() as i64);
        prop_assert!(scale.above(scaled - 1) <= value);
        if small {
            prop_assert_eq!(scaled, scale.scaled(value));
            prop_assert_eq!(scale.above(scaled - 1), value);
        }
    }
}

/// Draws numbers below others, the same each time.
fn draws() -> impl FnMut(u64) -> u64 {
    let mut state = 1u64;
    move |below| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % below
    }
}

/// Where no single price raises the bound, all of them together do.
#[test]
fn a_subgradient_leads_on_where_single_prices_come_to_a_rest() {
    let mut draw = draws();
    // Two edges at each vertex of a grid.
    const SIDE: usize = 24;
    let mut builder = Problem::builder();
    let names = (0..SIDE * SIDE).map(|at| format!("v{at}"));
    let vertices = Vec::from_iter(names.map(|name| builder.bounded(name, 2, 2).unwrap()));
    for at in 0..SIDE * SIDE {
        for (is_inside, other) in [
            (at % SIDE + 1 < SIDE, at + 1),
            (at / SIDE + 1 < SIDE, at + SIDE),
        ] {
            if is_inside {
                let option = builder.option([vertices[at], vertices[other]]).unwrap();
                builder.add_cost(option, draw(100)).unwrap();
            }
        }
    }
    let problem = builder.build();
    let scale = Scale::new(&problem, Aim::Cheapest);
    let mut left = whole(&problem, &scale);
    left.price_well(scale.step(), usize::MAX, &watch());
    let at_rest = left.bound();
    left.climb((scale.unit(), scale.step()), &watch());
    assert!(
        left.bound() - at_rest > 10 * scale.unit(),
        "{at_rest} {}",
        left.bound()
    );
}

#[test]
fn the_best_are_kept_in_order() {
    let option = |id| vec![OptionId::new(id)];
    let mut kept = Kept::new(3, Some(2), &Account::default());
    assert_eq!(kept.limit(), None);
    for (value, id) in [(2, 6), (5, 0), (3, 1), (5, 2), (4, 3), (5, 4), (9, 5)] {
        kept.offer(value, &option(id)).unwrap();
    }
    assert_eq!((kept.limit(), kept.is_full()), (Some(5), true));
    let sorted = kept.into_sorted();
    assert_eq!(
        Vec::from_iter(sorted.iter().map(|(value, _)| *value)),
        [3, 4, 5]
    );
}

/// If memory is short, the greater half is dropped, and with it all that are not better; equal ones cannot be separated.
#[test]
fn in_little_memory_the_least_are_kept() {
    let option = |id| vec![OptionId::new(id)];
    let mut kept = Kept::new(usize::MAX, None, &Account::new(700));
    for value in 0..100 {
        kept.offer(value * 37 % 100, &option(value as usize))
            .unwrap();
    }
    let lowered = kept.lowered().expect("memory was short");
    assert_eq!(kept.limit(), Some(lowered + 1));
    let values = kept.into_sorted().into_iter().map(|(value, _)| value);
    assert_eq!(Vec::from_iter(values), Vec::from_iter(0..=lowered));

    let mut kept = Kept::new(usize::MAX, None, &Account::new(700));
    let mut offers = (0..100).map(|id| kept.offer(7, &option(id)));
    assert!(offers.any(|kept| kept.is_err()));
}

/// Threads that run out of memory give up, and one goes through the search again.
#[test]
fn without_memory_for_threads_one_finds_the_same() {
    // Triples on a circle of 60 items: more solutions than a search of some milliseconds visits.
    let mut builder = Problem::builder();
    let items: Vec<ItemId> = (0..60)
        .map(|i| builder.primary(format!("i{i}")).unwrap())
        .collect();
    for first in 0..60 {
        for (step, leap) in [(1, 2), (2, 3), (1, 3), (3, 5), (4, 7)] {
            let triple = [first, first + step, first + leap].map(|place| items[place % 60]);
            let option = builder.option(triple.map(Entry::from)).unwrap();
            builder
                .add_cost(option, (first * first * leap + 31 * step) as u64 % 97)
                .unwrap();
        }
    }
    let problem = builder.build();
    let scale = Scale::new(&problem, Aim::Cheapest);
    let root = whole(&problem, &scale);
    let found = |others: usize, aside: Option<usize>| {
        let account = Account::new(1 << 26);
        let mut search = Search::new(&problem, scale, watch(), &account, others);
        search.aside = aside.unwrap_or(search.aside);
        let mut allowance = Allowance::default();
        allowance.renew(&Limits::default());
        let window = Window {
            cut_off: scale.highest(),
            after: None,
            most: 200,
        };
        let has_cut = search.run(&root, &[], &window, &mut allowance).unwrap();
        (has_cut, search.take_kept().into_sorted(), search.effort())
    };
    let alone = found(0, None);
    assert!(
        alone.1.len() == 200 && alone.2.nodes > 5_000,
        "{:?}",
        alone.2
    );
    for aside in [None, Some(0), Some(1_000), Some(10_000), Some(100_000)] {
        assert!(found(2, aside) == alone, "{aside:?}");
    }
}

/// Fifty vertices of a graph, each of cost 1, without an edge between those that are chosen. No item must be covered.
fn independent_vertices(mut is_edge: impl FnMut(u32, u32) -> bool) -> Problem {
    let edges = (0..50).flat_map(|i| (0..i).map(move |j| (i, j)));
    let edges = Vec::from_iter(edges.filter(|&(i, j)| is_edge(i, j)));
    let mut builder = Problem::builder();
    let mut item = |name: String| builder.bounded(name, 0, 1).unwrap();
    let vertices = Vec::from_iter((0..50).map(|v| item(format!("v{v}"))));
    let items = Vec::from_iter((0..edges.len()).map(|edge| item(format!("e{edge}"))));
    for (vertex, &own) in (0..).zip(&vertices) {
        let at = edges.iter().zip(&items);
        let at = at.filter(|((i, j), _)| [*i, *j].contains(&vertex));
        let entries = at.map(|(_, &item)| item).chain([own]).map(Entry::from);
        let option = builder.option(entries).unwrap();
        builder.add_cost(option, 1).unwrap();
    }
    builder.build()
}

fn most_expensive<'a>(problem: &'a Problem, part: &'a Part) -> Wanted<'a> {
    Wanted {
        problem,
        part,
        aim: Aim::MostExpensive,
        most: 1,
        others: 0,
    }
}

/// As many vertices as possible: prices show far more than there are.
#[test]
fn a_search_that_is_stopped_has_a_solution() {
    let problem = independent_vertices(|i, j| {
        ((64 * i + j).wrapping_mul(2_654_435_761) >> 16).is_multiple_of(8)
    });
    let part = Part::default();
    let wanted = most_expensive(&problem, &part);
    let mut allowance = Allowance::new(problem.entry_count());
    allowance.renew(&Limits {
        nodes: Some(700),
        ..Limits::default()
    });
    let account = Account::new(1 << 26);
    let mut search = Deepening::new(&wanted, &account, &allowance, Standing::default()).unwrap();
    let progress = search.advance(&mut allowance, &mut |_| panic!("nothing is proven"));
    assert!(matches!(progress, Progress::Stopped(Limit::Nodes)));
    let mut found = Vec::new();
    let bound = search.give_unproven(&mut |ranked| {
        found.push(ranked.cost);
        ControlFlow::Continue(())
    });
    assert!(
        matches!(found[..], [cost] if cost > 0 && cost < bound),
        "{found:?}, at most {bound}"
    );
}

/// With the option whose reduced cost is farthest from 0 instead, this takes 8815 nodes.
#[test]
fn where_no_item_must_be_covered_the_option_that_strikes_out_most_comes_first() {
    let mut draw = draws();
    let problem = independent_vertices(|_, _| draw(100) < 15);
    let part = Part::default();
    let wanted = most_expensive(&problem, &part);
    let mut allowance = Allowance::new(problem.entry_count());
    allowance.renew(&Limits::default());
    let account = Account::new(1 << 26);
    let mut search = Deepening::new(&wanted, &account, &allowance, Standing::default()).unwrap();
    let mut costs = Vec::new();
    let progress = search.advance(&mut allowance, &mut |ranked| {
        costs.push(ranked.cost);
        ControlFlow::Continue(())
    });
    assert!(matches!(progress, Progress::Over));
    assert_eq!(costs, [18]);
    let nodes = search.effort().nodes;
    assert!(nodes < 4000, "{nodes}");
}
