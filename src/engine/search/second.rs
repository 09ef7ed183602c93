//! A second kernel that tries to refute a search that finds nothing.
//!
//! Some problems have no solution for a reason that one kernel sees near the root, since it looks at the options of items, and
//! another only after searching everything. The problem does not show this beforehand. So while a search has found nothing, a
//! second kernel searches too, with a small part of the work. If it ends without a solution, there is none.
//!
//! It continues at the first cut and whenever the head of the list is finished. Both depend on the part alone.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::worker::Tally;
use crate::engine::kernel::{Inference, Kernel, Step};
use crate::problem::Part;

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
    /// It has found a solution, or is not used.
    #[default]
    Out,
    /// It has not begun.
    Ahead,
    Searching(Box<dyn Kernel>),
}

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

    /// Continues with its search of `part`, for which the first kernel has done `work`, and enters at most `nodes` nodes. If
    /// there is no solution, returns the effort of the proof.
    pub(super) fn refute(&mut self, part: &Part, work: u64, nodes: u64) -> Option<Tally> {
        let (mut kernel, mut is_over) = match std::mem::take(&mut self.state) {
            State::Out => return None,
            State::Ahead => {
                let mut kernel = self.make.as_ref()?()?;
                let agrees = kernel.enter(part, Inference::Full);
                (kernel, !agrees)
            }
            State::Searching(kernel) => (kernel, false),
        };
        while !is_over {
            if kernel.work() >= allowed(work) || kernel.effort().nodes >= nodes {
                self.state = State::Searching(kernel);
                return None;
            }
            match kernel.visit(1, &mut |_| ControlFlow::Break(())) {
                Step::Solution => return None,
                Step::Exhausted => is_over = true,
                Step::Paused => {}
            }
        }
        Some(Tally {
            effort: kernel.effort(),
            work: kernel.work(),
        })
    }
}
