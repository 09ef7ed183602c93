use super::*;
use crate::engine::choose::choose;
use crate::engine::limits::Limits;
use crate::engine::search::tests::queens;

/// In a problem whose leaves cost much, the last ones are guesses; all the same, the shards are the whole search.
#[test]
fn the_work_of_a_division_is_bounded() {
    let problem = queens(60);
    let mut search = Search::new(choose(&problem, None).expect("a kernel"));
    let (whole, mut allowance) = (Part::default(), Allowance::default());
    allowance.renew(&Limits::default());
    let of = (&problem, &whole);
    let division = divide(of, 1, None, &mut search, &mut allowance);
    let division = division.expect("no limit").expect("a division");
    assert_eq!(division.check(&problem, &whole, &[]), Ok(()));
    let leaves: usize = division.shards.iter().map(Vec::len).sum();
    assert!(leaves >= LEAVES, "{leaves} leaves");
    // Beside the work of all leaves, at most the last one's: some nodes, and a walk.
    let most = WORK * LEAST_LEAVES.max(LEAVES) as u64 + 2 * MOST_WORK;
    assert!(search.work() <= most, "{} of {most}", search.work());
}
