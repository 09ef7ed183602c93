//! Raises the cut-off from near the base, until there are enough solutions below it.
//!
//! A search with a high cut-off may go far astray before it finds anything good, and the time grows quickly with the
//! distance of the cut-off from the base. So the distance is doubled from search to search; all of them together take
//! little more time than the last. For pentominoes on an 8×8 board with costs, whose best solution costs 2294:
//!
//! ```text
//!     cut-off     379    503   626      872            1365                             2350
//!                 ├──────┼─────┼────────┼──────────────┼────────────────────────────────┤
//!     nodes       base   11    34       154            280                              3691
//! ```
//!
//! All solutions below a cut-off that was searched to its end are known: they are given at once, and forgotten. That is
//! also a bound, for when a limit strikes later.

use super::kept::merged;
use super::residual::Residual;
use super::scale::Scale;
use super::search::{Search, Window};
use super::{Aim, Give, Ranked};
use crate::engine::fits::{EngineName, Unsupported};
use crate::engine::kernel::Effort;
use crate::engine::limits::{Allowance, Limit, Watch};
use crate::engine::memory::{Account, Share};
use crate::problem::{Part, Problem, Solution};

/// If a search of more nodes than this entered less than twice as many as the one before, cut-offs hardly matter: go far.
const LONG: u64 = 1 << 10;

/// What is wanted.
pub(in crate::engine) struct Wanted<'a> {
    pub(in crate::engine) problem: &'a Problem,
    /// The part whose best solutions are wanted.
    pub(in crate::engine) part: &'a Part,
    pub(in crate::engine) aim: Aim,
    /// The most solutions that are wanted.
    pub(in crate::engine) most: usize,
    /// How many threads may take part, beside the caller's.
    pub(in crate::engine) others: usize,
}

/// A search for the best solutions, which can be paused, and gives them as soon as they are known.
pub(in crate::engine) struct Deepening<'a> {
    wanted: &'a Wanted<'a>,
    account: Account,
    scale: Scale,
    search: Search<'a>,
    root: Root,
    /// How far the next cut-off is from the base, and the nodes of the last one that was searched to its end.
    reach: i64,
    nodes: u64,
    /// All solutions of a lower value were given; `None` if that is not known of any value.
    known: Option<i128>,
    /// Number of solutions that were given.
    given: usize,
    /// Solutions that were found, of which it is not known whether others come before them.
    found: Vec<(i128, Solution)>,
}

/// What is searched.
enum Root {
    /// It was not made yet.
    Unmade,
    /// Nothing: it has no solution.
    Nothing,
    /// The problem that is left with the assumed options, with prices.
    Priced { left: Residual, _held: Share },
}

/// How far a search for the best has come.
pub(in crate::engine) enum Progress {
    /// All that were asked for were given, or there are no more, or nobody wants them.
    Over,
    /// Every solution costs this much; nothing was searched.
    AllCost(u128),
    Stopped(Limit),
}

impl<'a> Deepening<'a> {
    /// A search that has not begun, in the memory of this account.
    ///
    /// # Errors
    /// If the problem asks for something that it does not support.
    pub(in crate::engine) fn new(
        wanted: &'a Wanted,
        account: &Account,
        allowance: &Allowance,
    ) -> Result<Self, Unsupported> {
        EngineName::Prices.fits(wanted.problem)?;
        let scale = Scale::new(wanted.problem, wanted.aim);
        Ok(Deepening {
            wanted,
            account: account.clone(),
            scale,
            search: Search::new(
                wanted.problem,
                scale,
                allowance.watch(),
                account,
                wanted.others,
            ),
            root: Root::Unmade,
            reach: 0,
            nodes: 0,
            known: None,
            given: 0,
            found: Vec::new(),
        })
    }

    pub(in crate::engine) fn effort(&self) -> Effort {
        self.search.effort()
    }

    /// Number of solutions that were given.
    pub(in crate::engine) fn given(&self) -> usize {
        self.given
    }

    /// Releases the memory of a search under way.
    pub(in crate::engine) fn release(&mut self) {
        self.search.release();
    }

    /// Continues, and hands each solution that is known to be next to `give`. If every solution costs the same, it does not
    /// search.
    pub(in crate::engine) fn advance(&mut self, allowance: &mut Allowance, give: Give) -> Progress {
        if let Root::Unmade = self.root {
            match self.make_root(allowance) {
                Ok(root) => self.root = root,
                Err(limit) => return Progress::Stopped(limit),
            }
        }
        if let Root::Priced { left, .. } = &self.root
            && left.is_flat()
            && let Some(cost) = self.scale.exact_cost(left.base)
        {
            return Progress::AllCost(cost);
        }
        loop {
            match self.run(allowance, give) {
                Ok(true) => {}
                Ok(false) => return Progress::Over,
                Err(limit) => return Progress::Stopped(limit),
            }
        }
    }

    /// Searches to the next cut-off, and gives what is known then; whether there is more to look for.
    fn run(&mut self, allowance: &mut Allowance, give: Give) -> Result<bool, Limit> {
        let most = self.wanted.most - self.given;
        let Root::Priced { left: root, .. } = &self.root else {
            return Ok(false);
        };
        if most == 0 {
            return Ok(false);
        }
        let highest = self.scale.highest();
        let window = Window {
            cut_off: root.base.saturating_add(self.reach).min(highest),
            after: self.known.map(|known| known - 1),
            most,
        };
        let before = self.search.effort().nodes;
        let with = &self.wanted.part.with;
        let has_cut = self.search.run(root, with, &window, allowance)?;
        let kept = self.search.take_kept();
        let beyond = match has_cut && window.cut_off < highest {
            true => Some(self.scale.above(window.cut_off)),
            false => None,
        };
        // All that were asked for, and none of them beyond what is known.
        let is_full = kept.is_full()
            && kept.lowered().is_none()
            && beyond.is_none_or(|beyond| kept.limit().is_some_and(|limit| limit <= beyond));
        let known = match kept.lowered() {
            Some(lowered) => Some(beyond.map_or(lowered + 1, |beyond| beyond.min(lowered + 1))),
            None if is_full => None,
            None => beyond,
        };
        self.found.clear();
        for (value, solution) in kept.into_sorted() {
            if known.is_some_and(|known| value >= known) {
                self.found.push((value, solution));
                continue;
            }
            self.given += 1;
            let ranked = self.ranked(value, solution, true);
            if give(ranked).is_break() {
                return Ok(false);
            }
        }
        if known.is_none() {
            return Ok(false);
        }
        if known == beyond {
            let last = std::mem::replace(&mut self.nodes, self.search.effort().nodes - before);
            let is_flat = self.nodes > LONG && self.nodes < 2 * last;
            self.reach = self.reach.saturating_mul(if is_flat { 16 } else { 2 });
        }
        self.known = known;
        Ok(self.given < self.wanted.most)
    }

    /// How good solutions that were not given may be: of the cheapest, none costs less than this; of the most expensive, none costs
    /// more.
    pub(in crate::engine) fn bound(&self) -> u128 {
        let least = match &self.root {
            Root::Priced { left, .. } => self.scale.above(left.base - 1),
            _ => self.scale.least(),
        };
        self.scale
            .cost(self.known.map_or(least, |known| known.max(least)))
    }

    /// Gives the solutions that were found and are not proven to be best. Returns a [bound](Self::bound) on all others.
    pub(in crate::engine) fn give_unproven(mut self, give: Give) -> u128 {
        let found = std::mem::take(&mut self.found);
        let latest = self.search.take_kept().into_sorted();
        let most = self.wanted.most - self.given;
        for (value, solution) in merged(found, latest, most) {
            if give(self.ranked(value, solution, false)).is_break() {
                break;
            }
        }
        self.bound()
    }

    fn ranked(&self, value: i128, solution: Solution, is_proven: bool) -> Ranked {
        Ranked {
            cost: self.scale.cost(value),
            is_proven,
            solution,
        }
    }

    /// The problem that is left with the assumed options, with prices.
    fn make_root(&mut self, allowance: &Allowance) -> Result<Root, Limit> {
        let watch = allowance.watch();
        let mut held = self.account.share();
        let mut root = self.all_options(&mut held, &watch)?;
        let with = &self.wanted.part.with;
        if self.wanted.most == 0 || self.search.assume(&mut root, with).is_err() {
            return Ok(Root::Nothing);
        }
        // Where no node may be entered, prices are not worth their time.
        let most = match allowance.slice() {
            Ok(_) => usize::MAX,
            Err(_) => 1,
        };
        self.search
            .add_updates(root.price_well(self.scale.step(), most, &watch));
        self.reach = first_reach(&root, &self.scale);
        Ok(Root::Priced {
            left: root,
            _held: held,
        })
    }

    /// All options that can be in a solution.
    fn all_options(&self, held: &mut Share, watch: &Watch) -> Result<Residual, Limit> {
        let problem = self.wanted.problem;
        held.resize(Residual::most_bytes(problem))?;
        let mut is_left = vec![true; problem.option_count()];
        let without = self.wanted.part.without.iter().copied();
        for option in without.chain(problem.idle_options()) {
            is_left[option.index()] = false;
        }
        let root = Residual::new(
            problem,
            |option| is_left[option.index()],
            |option| self.scale.scaled_cost(problem.cost(option)),
            watch,
        )?;
        held.resize(root.bytes())?;
        Ok(root)
    }
}

/// The distance of the first cut-off from the base: a quarter of the usual reduced cost, but at least one unit of cost.
fn first_reach(root: &Residual, scale: &Scale) -> i64 {
    let mut dear = Vec::from_iter(root.reduced.iter().copied().filter(|&cost| cost > 0));
    let middle = dear.len() / 2;
    let usual = match dear.is_empty() {
        true => 0,
        false => *dear.select_nth_unstable(middle).1,
    };
    (usual / 4).max(scale.unit())
}
