use super::*;
use crate::engine::choose::choose;
use crate::engine::limits::Limits;
use crate::engine::search::tests::queens;

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
