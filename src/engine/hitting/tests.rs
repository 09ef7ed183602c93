use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

use super::*;

type Sets = Vec<BTreeSet<usize>>;

/// What names the missed sets of a family, the last ones first.
fn oracle(
    family: &Sets,
) -> impl FnMut(&[usize], Option<usize>) -> Result<Option<Vec<usize>>, Limit> {
    |chosen, has| {
        let is_missed = |set: &&BTreeSet<usize>| {
            !chosen.iter().any(|element| set.contains(element))
                && has.is_none_or(|element| set.contains(&element))
        };
        let missed = family.iter().rev().find(is_missed);
        Ok(missed.map(|set| set.iter().copied().collect()))
    }
}

/// All minimal hitting sets, by looking at all sets.
fn all_minimal(elements: usize, family: &Sets) -> BTreeSet<Vec<usize>> {
    let hits = |chosen: u32| {
        let is_hit = |set: &BTreeSet<usize>| set.iter().any(|element| chosen >> element & 1 == 1);
        family.iter().all(is_hit)
    };
    let is_minimal = |chosen: &u32| {
        let without = (0..elements).filter(|element| chosen >> element & 1 == 1);
        hits(*chosen) && !without.map(|element| chosen & !(1 << element)).any(hits)
    };
    let list = |chosen: u32| {
        (0..elements)
            .filter(|element| chosen >> element & 1 == 1)
            .collect()
    };
    (0..1 << elements).filter(is_minimal).map(list).collect()
}

proptest! {
    #[test]
    fn all_are_found_and_the_smallest_too(
        family in vec(btree_set(0usize..9, 1..5), 0..9),
        known in 0usize..3,
    ) {
        let all = all_minimal(9, &family);
        let mut hitting = Hitting::new(9);
        for set in family.iter().take(known) {
            hitting.add(&Vec::from_iter(set.iter().copied()));
        }
        let mut found = Vec::new();
        let visited = hitting.clone().for_each_minimal(&Limits::default(), &mut oracle(&family), &mut |set| {
            found.push(set.to_vec());
            ControlFlow::Continue(())
        });
        prop_assert_eq!(visited, Ok(ControlFlow::Continue(())));
        let number = found.len();
        prop_assert_eq!(&BTreeSet::from_iter(found), &all);
        prop_assert_eq!(number, all.len());
        let fewest = all.iter().map(Vec::len).min().unwrap_or(0);
        for most in 0..=fewest {
            let set = hitting.at_most(most, &Limits::default(), &mut oracle(&family)).expect("no limit");
            prop_assert_eq!(set.is_some(), most == fewest);
            prop_assert!(set.is_none_or(|set| all.contains(&set)));
        }
    }
}

#[test]
fn limits_stop_it() {
    let mut hitting = Hitting::new(3);
    let mut stopped = |_: &[usize], _: Option<usize>| Err(Limit::Time);
    assert_eq!(
        hitting.at_most(2, &Limits::default(), &mut stopped),
        Err(Limit::Time)
    );
    assert_eq!(hitting.known(), 0);
}

#[test]
fn what_missed_sets_have_in_common() {
    let mut hitting = Hitting::new(5);
    assert_eq!(hitting.common_of_missed(&[]), [0, 1, 2, 3, 4]);
    hitting.add(&[0, 1, 2]);
    hitting.add(&[1, 2, 3]);
    hitting.add(&[3, 4]);
    assert_eq!(hitting.common_of_missed(&[4]), [1, 2]);
    assert_eq!(hitting.common_of_missed(&[0]), [3]);
    assert!(hitting.common_of_missed(&[]).is_empty());
}
