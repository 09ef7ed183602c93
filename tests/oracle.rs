//! The oracle itself is tested: against known numbers, and against trying every set of options.

mod support;

use dominox::problem::OptionId;
use dominox::{Problem, Solution};
use proptest::prelude::*;
use support::{collection, naive, random};

#[test]
fn the_oracle_finds_the_known_numbers() {
    for case in collection::cases().iter().filter(|case| !case.deep) {
        let found = naive::solutions(&case.problem);
        assert_eq!(found.len() as u64, case.solutions, "{}", case.name);
    }
}

#[test]
fn names_of_cases_differ() {
    let mut names: Vec<_> = collection::cases().iter().map(|case| case.name).collect();
    names.sort_unstable();
    assert!(names.is_sorted_by(|one, other| one < other));
}

/// Every set of options that [`Problem::check`] accepts, without those that cover no primary item. Sorted.
fn accepted_sets(problem: &Problem) -> Vec<Solution> {
    let idle: Vec<OptionId> = problem.idle_options().collect();
    let useful: Vec<OptionId> = problem.options().filter(|o| !idle.contains(o)).collect();
    let member = |set: u32, place: usize| (set >> place & 1 == 1).then(|| useful[place]);
    let sets = (0..1u32 << useful.len()).map(|set| {
        (0..useful.len())
            .filter_map(|place| member(set, place))
            .collect()
    });
    let mut accepted: Vec<Solution> = sets.filter(|set| problem.check(set).is_ok()).collect();
    accepted.sort();
    accepted
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(400)
    })]

    #[test]
    fn the_oracle_finds_what_trying_all_sets_finds(problem in random::problem(6)) {
        prop_assert_eq!(naive::solutions(&problem), accepted_sets(&problem));
    }
}
