//! From near the base outward: cut-off after cut-off, until there are enough solutions below one.
//!
//! A search with a high cut-off may go far astray before it finds anything good; the time that a cut-off takes grows
//! quickly with its distance from the base. So the distance is doubled from search to search, and all of them together
//! take little more than the last. Pentominoes on a board of 8 × 8 with costs, of which the best cost 2294:
//!
//! ```text
//!     cut-off     379    503   626      872            1365                             2350
//!                 ├──────┼─────┼────────┼──────────────┼────────────────────────────────┤
//!     nodes       base   11    34       154            280                              3691
//! ```
//!
//! Each cut-off that was searched to its end also is a bound, for when a limit strikes later.

use super::kept::{Kept, merged};
use super::residual::Residual;
use super::scale::Scale;
use super::search::Search;
use super::{Aim, Best};
use crate::engine::fits::{EngineName, Unsupported};
use crate::engine::kernel::Effort;
use crate::engine::limits::{Allowance, Limit};
use crate::problem::{Part, Problem};

/// If a search of so many nodes was no longer than half the one before, cut-offs hardly matter: go far.
const LONG: u64 = 1 << 10;

/// The best solutions of a problem.
pub(in crate::engine) struct Ranking {
    pub(in crate::engine) best: Best,
    /// What stopped the search before the best were proven to be so.
    pub(in crate::engine) stopped: Option<Limit>,
    pub(in crate::engine) effort: Effort,
}

/// What is asked for.
pub(in crate::engine) struct Wanted<'a> {
    pub(in crate::engine) problem: &'a Problem,
    /// The part whose best solutions are wanted.
    pub(in crate::engine) part: &'a Part,
    pub(in crate::engine) aim: Aim,
    /// So many solutions at most.
    pub(in crate::engine) most: usize,
}

/// Finds the best solutions.
pub(in crate::engine) fn best(
    wanted: &Wanted,
    allowance: &mut Allowance,
) -> Result<Ranking, Unsupported> {
    EngineName::Prices.fits(wanted.problem)?;
    let scale = Scale::new(wanted.problem, wanted.aim);
    let mut search = Search::new(wanted.problem, scale);
    let mut root = wanted.root(&scale);
    let mut before = Kept::default();
    let mut stopped = None;
    // All solutions up to this scaled value are in `before`.
    let mut proven = 0;
    if wanted.most > 0 && search.assume(&mut root, &wanted.part.with).is_ok() {
        let pricings = root.price_well(scale.step(), || allowance.slice().is_ok());
        search.effort.updates += pricings;
        proven = root.base - 1;
        let mut reach = first_reach(&root, &scale);
        let mut nodes = 0;
        stopped = loop {
            let cut_off = root.base.saturating_add(reach).min(scale.highest());
            let entered = search.effort.nodes;
            match search.run(&root, &wanted.part.with, cut_off, wanted.most, allowance) {
                Err(limit) => break Some(limit),
                Ok(false) => break None,
                // Rounding may make a dear solution one of the first that are found.
                Ok(true) if search.kept.is_full_below(scale.above(cut_off)) => break None,
                Ok(true) if cut_off == scale.highest() => break None,
                Ok(true) => {}
            }
            proven = cut_off;
            before = std::mem::take(&mut search.kept);
            let last = std::mem::replace(&mut nodes, search.effort.nodes - entered);
            let is_flat = nodes > LONG && nodes < 2 * last;
            reach = reach.saturating_mul(if is_flat { 16 } else { 2 });
        };
    }
    let found = merged(before.into_sorted(), search.kept.into_sorted(), wanted.most);
    let solutions = found.into_iter();
    Ok(Ranking {
        best: Best {
            solutions: solutions
                .map(|(value, solution)| (scale.cost(value), solution))
                .collect(),
            bound: stopped.map(|_| scale.cost(scale.above(proven))),
        },
        stopped,
        effort: search.effort,
    })
}

impl Wanted<'_> {
    /// All options that can be in a solution.
    fn root(&self, scale: &Scale) -> Residual {
        let problem = self.problem;
        let mut is_left = vec![true; problem.option_count()];
        for option in self
            .part
            .without
            .iter()
            .copied()
            .chain(problem.idle_options())
        {
            is_left[option.index()] = false;
        }
        Residual::new(
            problem,
            |option| is_left[option.index()],
            |option| scale.scaled_cost(problem.cost(option)),
        )
    }
}

/// How far the first cut-off is from the base: a quarter of the usual reduced cost, if that is at least one unit of cost.
fn first_reach(root: &Residual, scale: &Scale) -> i64 {
    let mut dear = Vec::from_iter(root.reduced.iter().copied().filter(|&cost| cost > 0));
    let middle = dear.len() / 2;
    let usual = match dear.is_empty() {
        true => 0,
        false => *dear.select_nth_unstable(middle).1,
    };
    (usual / 4).max(scale.unit())
}
