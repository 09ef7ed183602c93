//! A second kernel that tries to finish a search that finds nothing.
//!
//! Some problems have no solution for a reason that one kernel sees near the root, since it looks at the options of items, and
//! another only after searching everything. Or items of which the same number of options are left come in a bad order: the factors of a
//! number are found soon if their bits come first, and late if the bits of sums do. The problem does not show this beforehand. So while a
//! search has found nothing, a second kernel searches too, with a small part of the work and the items in the opposite order. If it ends, it has
//! all solutions.
//!
//! It continues at the first cut and whenever the head of the list is finished. Both depend on the part alone.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::worker::Tally;
use crate::engine::kernel::{Inference, Kernel, Step};
use crate::problem::{OptionId, Part};

/// Makes a second kernel, if there is one.
pub(in crate::engine) type MakeSecond = Arc<dyn Fn() -> Option<Box<dyn Kernel>> + Send + Sync>;

/// The work that it may do in all, next to a search that has done `work`: a sixteenth of the first ten milliseconds, and a
/// twentieth of the rest. It may exceed this by the work of its last node.
fn allowed(work: u64) -> u64 {
    (work / 16).min(125_000 + work / 20)
}

/// The second kernel of a solver.
#[derive(Default)]
pub(super) struct Second {
    make: Option<MakeSecond>,
    state: State,
}

#[derive(Default)]
enum State {
    /// It has found too many solutions, or is not used.
    #[default]
    Out,
    /// It has not begun.
    Ahead,
    /// The solutions so far are kept.
    Searching(Box<dyn Kernel>, Found),
}

/// Solutions that a second kernel has found.
pub(super) type Found = Vec<Vec<OptionId>>;

/// It is out when it has found more solutions.
const MOST: usize = 16;

impl Second {
    pub(super) fn made_by(make: MakeSecond) -> Second {
        Second {
            make: Some(make),
            state: State::Out,
        }
    }

    /// Begins anew, if it is `asked`.
    pub(super) fn begin(&mut self, asked: bool) {
        self.state = match asked && self.make.is_some() {
            true => State::Ahead,
            false => State::Out,
        };
    }

    /// Stops it for good.
    pub(super) fn leave(&mut self) {
        self.state = State::Out;
    }

    /// Continues with its search of `part`, for which the first kernel has done `work`, and enters at most `nodes` nodes. If it ends,
    /// returns its effort and all solutions.
    pub(super) fn finish(&mut self, part: &Part, work: u64, nodes: u64) -> Option<(Tally, Found)> {
        let (mut kernel, mut found, mut is_over) = match std::mem::take(&mut self.state) {
            State::Out => return None,
            State::Ahead => {
                let mut kernel = self.make.as_ref()?()?;
                let agrees = kernel.enter(part, Inference::Full);
                (kernel, Found::new(), !agrees)
            }
            State::Searching(kernel, found) => (kernel, found, false),
        };
        while !is_over {
            if kernel.work() >= allowed(work) || kernel.effort().nodes >= nodes {
                self.state = State::Searching(kernel, found);
                return None;
            }
            let step = kernel.visit(1, &mut |solution| {
                found.push(solution.to_vec());
                ControlFlow::Break(())
            });
            if found.len() > MOST {
                return None;
            }
            is_over = step == Step::Exhausted;
        }
        let tally = Tally {
            effort: kernel.effort(),
            work: kernel.work(),
        };
        Some((tally, found))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::ops::ControlFlow;

    use crate::engine::fits::KernelName;
    use crate::engine::kernel::Step;
    use crate::engine::search::tests::{listed, looked_at_twice, queens};
    use crate::problem::{Part, Problem};

    const SIZE: usize = 11;

    /// Queens, and two items with more options than any other. The options on which they agree name the last placements of the queens
    /// that lanes come to: rows see that no others are possible.
    fn late_queens(placements: usize) -> Problem {
        let queens = queens(SIZE);
        let (all, ..) = listed(&queens, KernelName::Lanes, (u64::MAX, u64::MAX));
        let text = queens.to_string();
        let (items, options) = text.split_once('\n').unwrap();
        let mut text = format!("x y {items} s");
        (0..SIZE).for_each(|row| write!(text, " g{row}").unwrap());
        for (at, option) in options.lines().enumerate() {
            write!(text, "\n{option} g{}:{}", at / SIZE, at % SIZE).unwrap();
        }
        for placement in &all[all.len() - placements..] {
            text += "\nx s:z";
            for option in placement {
                let at = option.index();
                write!(text, " g{}:{}", at / SIZE, at % SIZE).unwrap();
            }
        }
        text += "\ny s:z";
        text += &("\nx s:x".repeat(15) + &"\ny s:y".repeat(15));
        Problem::parse(&text).unwrap()
    }

    #[test]
    #[cfg_attr(miri, ignore = "too long")]
    fn a_second_kernel_ends_with_all_solutions() {
        let names = (KernelName::Lanes, KernelName::Rows);
        for (placements, may_list) in [(1, true), (3, false)] {
            let problem = late_queens(placements);
            let (whole, effort, _) = listed(&problem, names.0, (u64::MAX, 2_000));
            assert_eq!(whole.len(), placements);
            for (counts, threads) in [(false, 1), (false, 3), (true, 1), (true, 3)] {
                let mut search = looked_at_twice(&problem, names, threads);
                search.begin_with(&Part::default(), 2_000);
                search.count_only(counts);
                let mut found = Vec::new();
                loop {
                    let step = search.turn(u64::MAX, &mut |solution| {
                        found.push(solution.to_vec());
                        ControlFlow::Continue(())
                    });
                    if step == Step::Exhausted {
                        break;
                    }
                }
                assert_eq!(search.handed(), placements as u64);
                let is_early = counts || may_list;
                let nodes = search.effort().nodes;
                assert_eq!(2 * nodes < effort.nodes, is_early, "{nodes} {effort:?}");
                if !counts {
                    let sorted = |all: &[Vec<_>]| {
                        let mut all = all.to_vec();
                        all.iter_mut().for_each(|solution| solution.sort_unstable());
                        all
                    };
                    assert_eq!(sorted(&found), sorted(&whole));
                }
            }
        }
    }
}
