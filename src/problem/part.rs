//! A part of a problem's solutions: the unit of work of a search.
//!
//! A search that is not over can be written down as parts. Here node ② is searched; the branches that are left at ② and
//! above it are parts of their own:
//!
//! ```text
//!              ●               left:   with 2 5          (the rest below ②)
//!         1 ╱  │2 ╲ 3                  with 2 6
//!          ✓   ②    ○                  with 3
//!           4╱ 5│ ╲6
//!           ✓   …   ○          done:   with 1,  with 2 4
//! ```
//!
//! Parts do not name nodes or kernels, so one kernel can finish what another began.

use super::id::OptionId;

/// The solutions that contain all options of `with` and none of `without`.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Part {
    /// The options in every solution of the part.
    pub with: Vec<OptionId>,
    /// The options in no solution of the part.
    pub without: Vec<OptionId>,
}

/// With more branches than this left at a node, they stay one part: each of them may be too small to be worth entering
/// by itself.
const MOST_BRANCHES: usize = 8;

/// The options of the item that a node branches on, in the order of the search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Branches {
    pub(crate) tried: Vec<OptionId>,
    pub(crate) untried: Vec<OptionId>,
}

impl Branches {
    /// Whether they can be given away: some are left, and what stays is not nothing.
    pub(crate) fn can_go(&self) -> bool {
        !self.tried.is_empty() && !self.untried.is_empty()
    }
}

impl Part {
    /// What is left at a node: the solutions of this part that contain the options `chosen` on the way to the node, and
    /// an untried one of its branches.
    pub(crate) fn at(&self, chosen: &[OptionId], branches: &Branches) -> Vec<Part> {
        let Branches { tried, untried } = branches;
        if tried.is_empty() || untried.len() > MOST_BRANCHES {
            let part = Part {
                with: chosen.to_vec(),
                without: [&self.without[..], tried].concat(),
            };
            return Vec::from_iter((!untried.is_empty()).then_some(part));
        }
        let branch = |&option: &OptionId| Part {
            with: [chosen, &[option]].concat(),
            without: self.without.clone(),
        };
        untried.iter().map(branch).collect()
    }
}
