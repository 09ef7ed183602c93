//! Diagrams as text, written and read, also without a single order of the options.

use std::collections::HashMap;

use crate::support::snapshot::assert_snapshot;
use crate::support::{naive, random};
use dominox::problem::{ItemId, OptionId};
use dominox::puzzles::model;
use dominox::{Count, Problem, Solution, Solver, Zdd};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn diagram(problem: &Problem) -> Zdd {
    Solver::new(problem).unwrap().zdd().unwrap()
}

fn sorted(zdd: &Zdd) -> Vec<Solution> {
    let mut solutions = Vec::from_iter(zdd.solutions());
    solutions.sort();
    solutions
}

/// A listing as DLX6 makes it: it branches on the item with the fewest options, which may differ from path to path.
struct Branching<'a> {
    problem: &'a Problem,
    /// The node of what is left: open items and live options.
    known: HashMap<(Vec<ItemId>, Vec<OptionId>), usize>,
    lines: Vec<String>,
}

impl Branching<'_> {
    fn listing(problem: &Problem) -> String {
        let mut branching = Branching {
            problem,
            known: HashMap::new(),
            lines: Vec::new(),
        };
        let open = problem.items().take(problem.primary_count()).collect();
        let root = branching.node(open, problem.options().collect());
        let number = branching.lines.len() + 2;
        branching.lines.join("") + &format!("{number:x}: (~0?0:{root:x})\n")
    }

    fn names(&self, option: OptionId, item: ItemId) -> bool {
        let entries = self.problem.entries(option);
        entries.iter().any(|entry| entry.item == item)
    }

    fn agree(&self, one: OptionId, other: OptionId) -> bool {
        let entries = self.problem.entries(one).iter();
        let mut both = entries.filter(|entry| self.names(other, entry.item));
        both.all(|entry| entry.color.is_some() && self.problem.entries(other).contains(entry))
    }

    fn node(&mut self, open: Vec<ItemId>, live: Vec<OptionId>) -> usize {
        let options_of = |item: &ItemId| live.iter().filter(|&&o| self.names(o, *item)).count();
        let Some(&item) = open.iter().min_by_key(|&item| options_of(item)) else {
            return 1;
        };
        let key = (open, live);
        if let Some(&node) = self.known.get(&key) {
            return node;
        }
        let (open, live) = &key;
        let mut node = 0;
        let named = live
            .iter()
            .copied()
            .filter(|&option| self.names(option, item));
        for option in Vec::from_iter(named) {
            let open_still = open.iter().filter(|&&item| !self.names(option, item));
            let live_still = live
                .iter()
                .filter(|&&o| o != option && self.agree(o, option));
            let (open, live) = (open_still.copied().collect(), live_still.copied().collect());
            let hi = self.node(open, live);
            if hi != 0 {
                let line = format!(
                    "{:x}: (~{}?{node:x}:{hi:x})\n",
                    self.lines.len() + 2,
                    option.index() + 1
                );
                node = self.lines.len() + 2;
                self.lines.push(line);
            }
        }
        self.known.insert(key, node);
        node
    }
}

fn cost(option: OptionId) -> u64 {
    option.index() as u64 * 7 % 5
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(1500)
    })]

    #[test]
    fn written_and_read_it_is_the_same(problem in random::problem(30), shift in 0..1000usize) {
        let zdd = diagram(&problem);
        let text = zdd.to_text().to_string();
        let read = Zdd::parse(&text, problem.option_count()).unwrap();
        prop_assert_eq!(read.to_text().to_string(), text.clone());
        // The order of the lines does not matter.
        let mut lines = Vec::from_iter(text.lines());
        let place = shift % lines.len();
        lines.rotate_left(place);
        let read = Zdd::parse(&lines.join("\n"), problem.option_count()).unwrap();
        prop_assert_eq!(sorted(&read), sorted(&zdd));
        prop_assert_eq!(read.node_count(), zdd.node_count());
    }

    /// Every operation on a diagram, for a diagram without an order.
    #[test]
    fn no_order_is_needed(problem in random::problem(24), pick in any::<prop::sample::Index>(), seed in 0..9u64) {
        let all = naive::solutions(&problem);
        let zdd = Zdd::parse(&Branching::listing(&problem), problem.option_count()).unwrap();
        prop_assert_eq!(zdd.count(), all.len() as u64);
        prop_assert_eq!(&sorted(&zdd), &all);
        let mut counts = vec![0u64; problem.option_count()];
        for (index, solution) in zdd.solutions().enumerate() {
            prop_assert_eq!(zdd.nth(&Count::from(index as u64)), Some(solution.clone()));
            solution.options().iter().for_each(|option| counts[option.index()] += 1);
        }
        prop_assert_eq!(zdd.option_counts(), counts);
        let priced = |solution: Solution| {
            let cost: u64 = solution.options().iter().map(|&option| cost(option)).sum();
            (u128::from(cost), solution)
        };
        let mut by_cost = Vec::from_iter(zdd.solutions().map(priced));
        by_cost.sort_by_key(|&(cost, _)| cost);
        prop_assert_eq!(Vec::from_iter(zdd.cheapest(cost)), by_cost);
        let drawn = zdd.sample(&mut ChaCha8Rng::seed_from_u64(seed));
        prop_assert_eq!(drawn.is_some(), !all.is_empty());
        prop_assert!(drawn.is_none_or(|drawn| all.contains(&drawn)));
        if problem.option_count() > 0 {
            let option = OptionId::new(pick.index(problem.option_count()));
            let has = |solution: &&Solution| solution.options().contains(&option);
            let (with, without): (Vec<_>, Vec<_>) = all.iter().cloned().partition(|s| has(&s));
            prop_assert_eq!(sorted(&zdd.with(&[option])), with);
            prop_assert_eq!(sorted(&zdd.without(&[option])), without);
        }
    }

    /// Any text is read or refused.
    #[test]
    fn no_text_is_too_bad(
        text in "([2-9a-f]{1,2}: ?\\(~[0-5]\\?[0-9a-f]:[0-9a-f]\\)\n){0,6}[ -~]{0,9}",
        options in 0..6usize,
    ) {
        match Zdd::parse(&text, options) {
            Ok(zdd) => prop_assert_eq!(zdd.count(), zdd.solutions().count() as u64),
            Err(error) => prop_assert!(error.line <= text.lines().count().max(1) as u64),
        }
    }
}

/// Gaps, `0x`, blanks, remarks, lines in any order, equal nodes and idle ones, `hi` = false, no line for the root.
#[test]
fn what_others_write() {
    let text = "0xf1: (~ 1?0xf3:0xf2)   The root\r\n\r\n  f2: (~2?f5:f4) what stands here is ignored\n\
                f4: (~3?0:1)\nf3:(~3?f6:1)\nf6: (~2?0:0)\nf5: (~ 4 ? 0 : 1 )\n";
    let zdd = Zdd::parse(text, 4).unwrap();
    let solutions = Vec::from_iter(zdd.solutions().map(|solution| {
        let options = solution.options().iter();
        Vec::from_iter(options.map(|option| option.index() + 1))
    }));
    assert_eq!(solutions, [vec![1, 2, 3], vec![1, 4], vec![3]]);
    assert_eq!(zdd.node_count(), 4, "f4 and f3 are equal");
    let root = format!("{text}7: (~0?0:f2)\n");
    assert_eq!(Zdd::parse(&root, 4).unwrap().count(), 2);
    assert_eq!(Zdd::parse("2: (~0?0:0)", 9).unwrap().count(), 0);
    assert_eq!(Zdd::parse("2: (~0?0:1)", 0).unwrap().count(), 1);
}

#[test]
fn bad_listings() {
    let circle = (2..20).map(|node| format!("{node:x}: (~1?0:{:x})\n", (node - 1) % 18 + 2));
    let circle = circle.collect::<String>() + "14: (~0?0:2)\n";
    let texts = [
        "",
        "\n \n",
        "4: (~2?0:1)\n4\n",
        "g: (~1?0:1)",
        "2 (~1?0:1)",
        "2: [~1?0:1]",
        "2: (1?0:1)",
        "2: (~a?0:1)",
        "2: (~1:0?1)",
        "2: (~1?0,1)",
        "2: (~1?0:)",
        "2: (~1?0:1",
        "2: (~1?0:1ü)",
        "123456789: (~1?0:1)",
        "2: (~4294967296?0:1)",
        "1: (~1?0:0)",
        "2: (~1?0:1)\n3: (~2?0:2)\n2: (~3?0:1)",
        "a2: (~1?0:1)\na3: (~2?0:b2)",
        "2: (~1?0:1)\n3: (~2?57:2)",
        "2: (~1?0:1)\n3: (~0?0:9)",
        "2: (~0?0:3)",
        "2: (~9?0:1)",
        "2: (~0?1:0)",
        "2: (~1?0:1)\n3: (~0?0:2)\n4: (~0?0:2)",
        "2: (~1?0:1)\n3: (~2?0:1)",
        "2: (~1?0:3)\n3: (~2?0:2)",
        "2: (~1?0:3)\n3: (~2?0:2)\n4: (~3?0:2)",
        &circle,
        "2: (~1?0:1)\n3: (~2?0:2)\n4: (~1?1:3)",
    ];
    let mut found = String::new();
    for text in texts {
        let error = Zdd::parse(text, 3).expect_err(text);
        let shown = match text.len() > 60 {
            true => "(a circle of 18 nodes)".to_string(),
            false => text.replace('\n', "⏎"),
        };
        found += &format!(
            "{shown}\n    {}\n\n",
            error.to_string().replace('\n', "\n    ")
        );
    }
    assert_snapshot!("zdd-faults", found);
}

#[test]
fn exports() {
    let board = model("dominoes 2x3").unwrap();
    let problem = board.problem();
    let zdd = diagram(problem);
    let label = |option| problem.option_text(option);
    let none = diagram(&Problem::parse("a \"b\"\na\n").unwrap());
    let quoted = Problem::parse("a \"b\\\na \"b\\\n").unwrap();
    let drawn = diagram(&quoted)
        .to_dot(|option| quoted.option_text(option))
        .to_string();
    let exports = [
        zdd.to_text().to_string(),
        zdd.to_json().to_string(),
        zdd.to_dot(label).to_string(),
        none.to_text().to_string(),
        none.to_json().to_string(),
        none.to_dot(label).to_string(),
        drawn,
    ];
    assert_snapshot!("zdd-exports", exports.join("\n"));
}

/// What DLX6 prints for the first example of *The Art of Computer Programming* 7.2.2.1.
#[test]
fn a_listing_of_dlx6() {
    let text = "2: (~1?0:1)\n3: (~5?0:2)\n4: (~4?0:3)\n5: (~0?0:4)\n";
    let zdd = Zdd::parse(text, 6).unwrap();
    let solutions = Vec::from_iter(zdd.solutions());
    let expected = [0, 3, 4].map(OptionId::new).into_iter().collect();
    assert_eq!(solutions, [expected]);
    assert_eq!(zdd.to_text().to_string(), text);
}
