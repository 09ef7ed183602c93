use proptest::prelude::*;

use super::*;
use crate::engine::choose::choose;
use crate::engine::limits::Limits;
use crate::engine::search::tests::queens;
use crate::engine::trial::bounded::{any_part_of, bounded_problems, by_definition, parts};
use crate::engine::trial::is_of;

/// The division of a problem, or of all leaves of another division of it, and the work that it takes.
fn divided(problem: &Problem, shards: usize, before: Option<&Division>) -> (Division, u64) {
    let mut search = Search::new(choose(problem, None).expect("a kernel"));
    let (whole, mut allowance) = (Part::default(), Allowance::default());
    allowance.renew(&Limits::default());
    let leaves: Vec<u32> = before.map_or_else(Vec::new, |before| {
        before.shards.iter().flatten().copied().collect()
    });
    let before = before.map(|before| (before, &leaves[..]));
    let division = divide(
        (problem, &whole),
        shards,
        before,
        &mut search,
        &mut allowance,
    );
    let division = division.expect("no limit").expect("a division");
    assert_eq!(division.check(problem, &whole, &[]), Ok(()));
    (division, search.work())
}

fn leaves(division: &Division) -> usize {
    division.shards.iter().map(Vec::len).sum()
}

/// In a problem whose leaves cost much, the last ones are guesses; all the same, the shards are the whole search.
#[test]
fn the_work_of_a_division_is_bounded() {
    let (division, work) = divided(&queens(60), 1, None);
    let leaves = leaves(&division);
    assert!(leaves >= LEAVES, "{leaves} leaves");
    // Beside the work of all leaves, at most the last one's: some nodes, and a walk.
    let most = WORK * LEAST_LEAVES.max(LEAVES) as u64 + 2 * MOST_WORK;
    assert!(work <= most, "{work} of {most}");
}

/// A rest of many leaves is measured like the division that it is the rest of, however few shards it gets.
#[test]
fn each_leaf_of_a_rest_gets_its_share_of_the_work() {
    let problem = queens(25);
    let (division, _) = divided(&problem, 8, None);
    let (rest, _) = divided(&problem, 1, Some(&division));
    assert_eq!(leaves(&rest), leaves(&division));
    let ratio = rest.nodes as f64 / division.nodes as f64;
    assert!((0.9..1.1).contains(&ratio), "{ratio}");
}

/// Three-regular graphs: no item is covered exactly once.
#[test]
fn problems_of_bounds_alone_are_divided() {
    let items = Vec::from_iter((0..10).map(|vertex| format!("3|v{vertex}")));
    let mut text = items.join(" ") + "\n";
    for one in 0..10 {
        for other in one + 1..10 {
            text += &format!("v{one} v{other}\n");
        }
    }
    let (division, _) = divided(&Problem::parse(&text).expect("a problem"), 4, None);
    assert_eq!(division.shards.len(), 4);
    let most = division.shards.iter().map(Vec::len).max();
    assert!(most < Some(leaves(&division)));
    // A branch for each option would list all the options before it.
    let children = division.splits.iter().map(|split| split.children as usize);
    assert_eq!(children.max(), Some(tree::MOST_FIRST + 1));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    /// Whichever leaves are split, those that there are hold each solution once.
    #[test]
    fn leaves_hold_each_solution_once(
        problem in bounded_problems(),
        priors in parts(),
        chosen in proptest::collection::vec(any::<prop::sample::Index>(), 1..12),
    ) {
        let whole = any_part_of(&problem, &priors);
        let mut tree = Tree::of(&problem, &whole, &[]).expect("no splits");
        for index in chosen {
            let open = Vec::from_iter(tree.nodes().filter(|&node| tree.is_leaf(node)));
            tree.split_best(*index.get(&open));
        }
        let leaves = Vec::from_iter(tree.nodes().filter(|&node| tree.is_leaf(node)));
        let parts = Vec::from_iter(leaves.iter().map(|&leaf| tree.part(leaf)));
        for solution in by_definition(&problem) {
            let holding = parts.iter().filter(|part| is_of(part, &solution)).count();
            prop_assert_eq!(holding, usize::from(is_of(&whole, &solution)));
        }
        let splits = tree.into_splits();
        let mut finder = Finder::new(&problem, &whole, &splits);
        for (leaf, part) in leaves.into_iter().zip(parts) {
            prop_assert_eq!(finder.part(leaf), Ok(part));
        }
    }
}
