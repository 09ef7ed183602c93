//! Plans, results and merges: what belongs together adds up, and nothing else is accepted.

use dominox::engine::Limits;
use dominox::problem::Solution;
use dominox::puzzles::model;
use dominox::shards::{FileKind, Merge, Plan, ShardResult, ShardsError};
use dominox::{Problem, Solver};

fn queens(size: usize) -> Problem {
    let model = model(&format!("queens {size}")).unwrap();
    model.problem().clone()
}

fn plan(size: usize, shards: usize) -> Plan {
    Plan::split("queens", &queens(size), shards).unwrap()
}

fn result(plan: &Plan, number: usize) -> ShardResult {
    let shard = plan.shard(number).unwrap();
    shard.run(&mut Solver::new(&plan.problem).unwrap()).unwrap()
}

/// The result of a shard that is stopped after its first part.
fn stopped(plan: &Plan, number: usize) -> (ShardResult, Vec<Solution>) {
    let shard = plan.shard(number).unwrap();
    let mut solver = Solver::new(&plan.problem).unwrap();
    let mut first = shard.clone();
    first.parts.truncate(1);
    let most = first.list(&mut solver, usize::MAX).unwrap().1.len();
    let (result, solutions) = shard.list(&mut solver, most).unwrap();
    assert!(!result.is_done);
    assert_eq!(solutions.len(), most);
    (result, solutions)
}

#[test]
fn texts_are_read_as_they_were_written() {
    let plan = plan(9, 3);
    let text = plan.text().unwrap();
    let again = Plan::parse(&text).unwrap();
    assert_eq!(again.text().unwrap(), text);
    assert_eq!(again.digest(), plan.digest());
    assert_eq!(again.problem, plan.problem);
    let result = result(&plan, 1);
    assert_eq!(ShardResult::parse(&result.text()), Ok(result));
}

#[test]
fn a_shard_of_another_problem_is_not_searched() {
    let shard = plan(8, 3).shard(0).unwrap();
    let equal = "a\n".repeat(queens(8).option_count());
    let other = Problem::parse(&format!("a\n{equal}")).unwrap();
    let mut solver = Solver::new(&other).unwrap();
    assert_eq!(shard.run(&mut solver), Err(ShardsError::OtherProblem));
    let listed = shard.list(&mut solver, usize::MAX);
    assert_eq!(listed, Err(ShardsError::OtherProblem));
}

#[test]
fn a_text_may_hold_several_results() {
    let plan = plan(9, 3);
    let results = [0, 2, 1].map(|number| result(&plan, number));
    let text: String = results.iter().map(ShardResult::text).collect();
    let all: Result<Vec<ShardResult>, _> = ShardResult::parse_all(&text).collect();
    assert_eq!(all.unwrap(), results);
    let cut = &text[..text.len() - 1];
    let last = ShardResult::parse_all(cut).last();
    assert_eq!(last, Some(Err(ShardsError::BreaksOff(FileKind::Result))));
    let all = Vec::from_iter(ShardResult::parse_all(""));
    assert_eq!(all, [Err(ShardsError::NotOne(FileKind::Result))]);
}

#[test]
fn whatever_was_altered_or_cut_is_refused() {
    let plan = plan(9, 2);
    let result = result(&plan, 1).text();
    let plan = plan.text().unwrap();
    type IsRead = fn(&str) -> bool;
    let kinds: [(&str, IsRead); 2] = [
        (&plan, |text| Plan::parse(text).is_ok()),
        (&result, |text| ShardResult::parse(text).is_ok()),
    ];
    for (text, is_read) in kinds {
        assert!(is_read(text));
        for place in 0..text.len() {
            let mut bytes = text.as_bytes().to_vec();
            bytes[place] ^= 1;
            let altered = String::from_utf8(bytes).unwrap();
            assert!(!is_read(&altered), "{place}: {altered}");
            assert!(!is_read(&text[..place]), "{place}");
        }
        assert!(!is_read(&format!("{text}{text}")));
    }
    assert_eq!(
        ShardResult::parse(&plan),
        Err(ShardsError::NotOne(FileKind::Result))
    );
}

#[test]
fn results_that_do_not_belong_to_the_plan_are_refused() {
    let plan = plan(9, 4);
    let good = result(&plan, 1);
    let mut merge = Merge::new(plan.clone()).unwrap();
    merge.add(good.clone()).unwrap();
    let again = |change: &dyn Fn(&mut ShardResult)| {
        let mut result = good.clone();
        change(&mut result);
        merge.clone().add(result).unwrap_err()
    };
    let twice = |is_same| ShardsError::Twice { number: 1, is_same };
    assert_eq!(again(&|_| {}), twice(true));
    assert_eq!(again(&|bad| bad.found.micros += 1), twice(true));
    assert_eq!(again(&|bad| bad.found.count += 1), twice(false));
    assert_eq!(
        again(&|bad| bad.number = 7),
        ShardsError::NoShard {
            number: 7,
            shards: 4
        }
    );
    assert_eq!(again(&|bad| bad.plan.push('0')), ShardsError::OtherPlan);
    // A part that is not in the plan, a part too many, one too few, and the parts of another shard.
    assert_eq!(
        again(&|bad| bad.found.leaves[0] += 1),
        ShardsError::OtherParts
    );
    assert_eq!(
        again(&|bad| bad.found.leaves.push(0)),
        ShardsError::OtherParts
    );
    assert_eq!(
        again(&|bad| {
            bad.found.leaves.pop();
        }),
        ShardsError::OtherParts
    );
    assert_eq!(again(&|bad| bad.number = 2), ShardsError::OtherParts);
    assert!(!merge.is_complete());
    assert_eq!(merge.missing(), [0, 2, 3]);
}

#[test]
fn a_plan_that_is_no_partition_is_refused_whatever_its_digest() {
    let mut bad = plan(9, 4);
    bad.division.shards[2].remove(0);
    let bad = Plan::parse(&bad.text().unwrap()).unwrap();
    assert!(matches!(Merge::new(bad), Err(ShardsError::NoPartition(_))));
    let number = plan(9, 4).shard(4).unwrap_err();
    assert_eq!(number.to_string(), "there is no shard 5: the plan has 4");
}

#[test]
fn what_stopped_shards_left_becomes_new_shards_while_others_run() {
    let first = plan(9, 3);
    let mut listed = Vec::new();
    let (result_of_1, some) = stopped(&first, 1);
    listed.extend(some);
    let mut merge = Merge::new(first.clone()).unwrap();
    merge.add(result_of_1).unwrap();
    let second = merge.rest_of_stopped(2, Limits::default()).unwrap();
    assert_eq!(second.division.shards.len(), 5);
    assert_eq!(second.division.shards[0], first.division.shards[0]);
    assert!(second.division.shards[1].is_empty());
    // A result of the first plan is one of the second, unless its parts have gone elsewhere.
    let mut merge = Merge::new(second.clone()).unwrap();
    assert_eq!(merge.add(result(&first, 1)), Err(ShardsError::OtherParts));
    for (plan, number) in [(&first, 0), (&first, 2), (&second, 3), (&second, 4)] {
        let shard = plan.shard(number).unwrap();
        let mut solver = Solver::new(&plan.problem).unwrap();
        let (result, some) = shard.list(&mut solver, usize::MAX).unwrap();
        listed.extend(some);
        merge.add(result).unwrap();
    }
    assert!(merge.is_complete());
    assert_eq!(merge.found().count, 352);
    let mut all: Vec<Solution> = Solver::new(&first.problem).unwrap().solutions().collect();
    all.sort_by(|one, other| one.options().cmp(other.options()));
    listed.sort_by(|one, other| one.options().cmp(other.options()));
    assert_eq!(listed, all);
}

/// A search without a branch, without a solution, and with more shards than leaves.
#[test]
fn small_searches_are_divided_too() {
    for (text, count) in [("a b\na\nb\n", 1), ("a b\na\n", 0), ("a\na\na\na\n", 3)] {
        let problem = Problem::parse(text).unwrap();
        let plan = Plan::split("small", &problem, 9).unwrap();
        let mut merge = Merge::new(plan.clone()).unwrap();
        for number in 0..plan.division.shards.len() {
            merge.add(result(&plan, number)).unwrap();
        }
        assert!(merge.is_complete(), "{text}");
        assert_eq!(merge.found().count, count, "{text}");
        let rest = merge.rest(3, Limits::default()).unwrap();
        assert_eq!(rest.check(), Ok(()));
    }
}
