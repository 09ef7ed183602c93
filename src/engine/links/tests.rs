//! The lists after every step, against what the definition leaves: an option is listed where it agrees with all chosen
//! options and was not excluded.

use std::ops::ControlFlow;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::*;
use crate::engine::kernel::{Effort, Inference, Kernel, Step};
use crate::engine::trial::advance;
use crate::engine::trial::bounded::{
    changes, enters_like_a_fresh_one, excludes_what_it_assumes, numbered, square,
};
use crate::problem::{Entry, ItemId};

/// Small problems: with and without solutions, secondary items, colours, items with and without colour, idle options,
/// items that run out of options at once, or because their last one is chosen.
const PROBLEMS: [&str; 8] = [
    "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g",
    "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B",
    "a b c d\na b\nc d\na c\nb d\na d\nb c\na\nb\nc\nd",
    "a b c | x y\na x:r y\na x:g\nb x:r\nb x:g y:r\nb x\nc x:r y:r\nc y:g\nc\nx:r y",
    "a b c | x\na x:r\nb x:r\nb x:r\nc x:r\nc x:g\na b x\nb c x:g",
    "a b c\na b\nb c\nc a",
    "a b c\na b c\nb c",
    "a b | x\nx\na x:r\nb\na b x",
];

fn links(problem: &Problem) -> Links {
    let links = Links::of(problem);
    is_as_defined(problem, &links);
    links
}

/// Everything but the effort.
fn state(links: &Links) -> String {
    let Links {
        matrix,
        path,
        resume,
        prior,
        held,
        excluded,
        ..
    } = links;
    let Matrix { nodes, items, .. } = matrix;
    format!("{nodes:?} {items:?} {path:?} {resume:?} {prior:?} {held:?} {excluded:?}")
}

/// Whether two entries may stand in one solution.
fn agree(one: &Entry, other: &Entry) -> bool {
    one.item != other.item || one.color.is_some() && one.color == other.color
}

/// The options in the list of an item, in its order, and whether they are known to have the item's colour.
fn listed(links: &Links, item: ItemId) -> Vec<(OptionId, bool)> {
    let header = item.index() as u32 + 1;
    let down = |node: &u32| Some(links.matrix.nodes[*node as usize].down);
    let purified = |node: u32| links.matrix.nodes[node as usize].color == PURIFIED;
    std::iter::successors(down(&header), down)
        .take_while(|&node| node != header)
        .map(|node| (links.matrix.option_of(node), purified(node)))
        .collect()
}

/// The active items, in the order of their list.
fn active(links: &Links) -> Vec<ItemId> {
    let next = |item: &u32| Some(links.matrix.items[*item as usize].next);
    std::iter::successors(next(&0), next)
        .take_while(|&item| item != 0)
        .map(|item| ItemId::new(item as usize - 1))
        .collect()
}

fn is_as_defined(problem: &Problem, links: &Links) {
    links.check();
    let chosen = links.chosen(links.path.len());
    let held = Vec::from_iter(chosen.iter().flat_map(|&option| problem.entries(option)));
    let covered = |item| {
        held.iter()
            .any(|entry| entry.item == item && entry.color.is_none())
    };
    let idle = Vec::from_iter(problem.idle_options());
    let live = |option: &OptionId| {
        !idle.contains(option)
            && !links.excluded[option.index()]
            && problem
                .entries(*option)
                .iter()
                .all(|one| held.iter().all(|other| agree(one, other)))
    };
    for item in problem.items().filter(|&item| !covered(item)) {
        let names = |option: &OptionId| {
            problem
                .entries(*option)
                .iter()
                .any(|entry| entry.item == item)
        };
        let colored = held.iter().any(|entry| entry.item == item);
        let named = problem.options().filter(names).filter(live);
        let expected = Vec::from_iter(named.map(|option| (option, colored)));
        let mut listed = listed(links, item);
        if colored {
            // The list of an item that has its colour serves only to take the colour back.
            listed.retain(|entry| expected.contains(entry));
        }
        assert_eq!(listed, expected, "the list of {item:?}");
    }
    let uncovered = problem
        .items()
        .filter(|&item| problem.is_primary(item) && !covered(item));
    assert_eq!(active(links), Vec::from_iter(uncovered));
    if links.path.is_empty() {
        let said = problem.options().filter(|&option| links.is_live(option));
        assert_eq!(
            Vec::from_iter(said),
            Vec::from_iter(problem.options().filter(live))
        );
    }
}

/// Searches node by node for at most `steps` steps; the number of solutions.
fn search(problem: &Problem, links: &mut Links, steps: usize) -> usize {
    let mut solutions = 0;
    for _ in 0..steps {
        let step = advance(links, 1, &mut Vec::new());
        is_as_defined(problem, links);
        match step {
            Step::Solution => {
                solutions += 1;
                let solution = links.chosen(links.path.len()).into_iter().collect();
                assert_eq!(problem.check(&solution), Ok(()));
            }
            Step::Paused => {}
            Step::Exhausted => {
                assert!(links.path.is_empty());
                break;
            }
        }
    }
    solutions
}

#[test]
fn a_whole_search_leaves_the_lists_as_they_were() {
    let solutions = [1, 1, 10, 2, 2, 0, 1, 2];
    for (text, expected) in PROBLEMS.into_iter().zip(solutions) {
        let problem: Problem = text.parse().unwrap();
        let mut links = links(&problem);
        let before = state(&links);
        assert_eq!(search(&problem, &mut links, usize::MAX), expected, "{text}");
        assert_eq!(
            advance(&mut links, u64::MAX, &mut Vec::new()),
            Step::Exhausted
        );
        links.enter(&Part::default(), Inference::Adaptive);
        assert_eq!(state(&links), before);
        assert_eq!(search(&problem, &mut links, usize::MAX), expected, "{text}");
    }
}

#[test]
fn a_budget_of_no_nodes_changes_nothing() {
    let problem = PROBLEMS[2].parse().unwrap();
    let mut links = links(&problem);
    let before = state(&links);
    assert_eq!(advance(&mut links, 0, &mut Vec::new()), Step::Paused);
    assert_eq!((state(&links), links.effort()), (before, Effort::default()));
}

#[test]
fn an_option_that_is_assumed_and_excluded_is_in_no_solution() {
    for problem in square(&["", "0:2|"]) {
        let links = links_for(&problem, &mut |_| ControlFlow::Continue(()));
        excludes_what_it_assumes(&mut *links.unwrap().unwrap());
    }
}

/// Of the options of an item, those that were tried are excluded for the rest; where another one is chosen, they cannot be.
#[test]
fn exclusions_that_change_nothing_are_not_handed_on() {
    let mut links = links(&PROBLEMS[2].parse().unwrap());
    for (without, effective) in [(&[8][..], &[8][..]), (&[2, 8], &[8]), (&[2], &[])] {
        links.enter(&numbered(without, &[0]), Inference::Adaptive);
        assert_eq!(links.open(), [numbered(effective, &[0])]);
    }
}

#[test]
fn what_parts_have_in_common_stays() {
    let mut links = links(&PROBLEMS[2].parse().unwrap());
    assert!(links.enter(&numbered(&[2, 0], &[6, 7]), Inference::Adaptive));
    let kept = |without: &[usize], with: &[usize]| kept_of(&links.prior, &numbered(without, with));
    assert_eq!([kept(&[2, 0], &[6, 7]), kept(&[2, 3], &[6, 7])], [4, 3]);
    assert_eq!([kept(&[2, 0], &[6, 7, 8]), kept(&[], &[6])], [2, 1]);
    assert_eq!([kept(&[2, 0], &[8, 7]), kept(&[6], &[])], [0, 0]);
}

/// What may happen to a kernel.
#[derive(Clone, Debug)]
enum Move {
    Assume(Index),
    Exclude(Index),
    Undo,
    /// Search this many steps, then rewind.
    Search(usize),
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let one = prop_oneof![
        any::<Index>().prop_map(Move::Assume),
        any::<Index>().prop_map(Move::Exclude),
        Just(Move::Undo),
        (0..12usize).prop_map(Move::Search),
    ];
    vec(one, 0..12)
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(1000)
    })]

    #[test]
    fn a_part_is_entered_as_by_a_fresh_kernel(text in select(&PROBLEMS[..]), changes in changes()) {
        enters_like_a_fresh_one(&Links::of, &text.parse().unwrap(), changes);
    }

    #[test]
    fn every_step_can_be_undone(text in select(&PROBLEMS[..]), moves in moves()) {
        let problem: Problem = text.parse().unwrap();
        let options = Vec::from_iter(problem.options());
        let mut links = links(&problem);
        // The state before each of the exclusions and assumptions in force, and at last the present one.
        let mut states = vec![state(&links)];
        for one in moves {
            match one {
                Move::Assume(index) => {
                    links.assume(*index.get(&options));
                }
                Move::Exclude(index) => {
                    links.exclude(*index.get(&options));
                }
                Move::Undo => {
                    links.undo_prior(0);
                    states.truncate(1);
                }
                Move::Search(steps) => {
                    search(&problem, &mut links, steps);
                    links.leave_path();
                }
            }
            is_as_defined(&problem, &links);
            match links.prior.len() - (states.len() - 1) {
                0 => prop_assert_eq!(&state(&links), states.last().unwrap()),
                more => {
                    prop_assert_eq!(more, 1);
                    states.push(state(&links));
                }
            }
        }
        links.undo_prior(0);
        prop_assert_eq!(&state(&links), &states[0]);
    }
}

/// A path of vertices, of which neighbours are to be paired: each choice leaves one way for the next.
fn path(vertices: usize) -> Problem {
    let mut builder = Problem::builder();
    let item = |v: usize| builder.primary(format!("v{v}")).unwrap();
    let items = Vec::from_iter((0..vertices).map(item));
    for pair in items.windows(2) {
        builder.option([pair[0], pair[1]].map(Entry::from)).unwrap();
    }
    builder.build()
}

#[test]
fn a_long_chain_takes_looks_in_proportion_to_its_length() {
    let looks = [1000, 4000].map(|vertices| {
        let mut links = Links::of(&path(vertices));
        let mut solutions = 0;
        let step = links.visit(u64::MAX, &mut |_| {
            solutions += 1;
            ControlFlow::Continue(())
        });
        assert_eq!((step, solutions), (Step::Exhausted, 1));
        links.matrix.fewest.looks
    });
    // The groups of groups are a level or two more: 4 times as many items, 5 times as many looks at most.
    assert!(looks[1] <= 5 * looks[0], "{looks:?}");
}
