//! The oracle itself is tested: against known numbers, and against trying every set of options.

use crate::support::sets::by_definition;
use crate::support::{collection, naive, random};
use proptest::prelude::*;

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

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(400)
    })]

    #[test]
    fn the_oracle_finds_what_trying_all_sets_finds(problem in random::problem(6)) {
        prop_assert_eq!(naive::solutions(&problem), Vec::from_iter(by_definition(&problem)));
    }
}
