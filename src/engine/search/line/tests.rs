use std::ops::ControlFlow;

use super::BREATH;
use crate::engine::choose::choose;
use crate::engine::fits::KernelName;
use crate::engine::kernel::Step;
use crate::engine::search::Search;
use crate::engine::search::tests::queens;
use crate::problem::Part;

/// Between two looks at the limits, at most one part is entered after the breath is over, and searched up to a look.
#[test]
fn a_turn_pauses_though_its_nodes_are_not_used_up() {
    let problem = queens(11);
    let mut search = Search::new(choose(&problem, Some(KernelName::Links)).unwrap());
    search.begin(&Part::default());
    let (mut turns, mut found) = (0, 0);
    loop {
        let before = search.work();
        let step = search.turn(u64::MAX, &mut |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        assert!(search.work() - before < 3 * BREATH);
        turns += 1;
        match step {
            Step::Exhausted => break,
            step => assert_eq!(step, Step::Paused),
        }
    }
    assert_eq!(found, 2680);
    assert!(turns > 4, "{turns}");
}
