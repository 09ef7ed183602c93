//! Raises the cut-off from near the base, until there are enough solutions below it.
//!
//! A search with a high cut-off may enter many nodes before it finds anything good, and the time grows quickly with the
//! distance of the cut-off from the base. So the distance is doubled from search to search; all of them together take
//! little more time than the last one. For pentominoes on an 8×8 board with costs, whose best solution costs 2294:
//!
//! ```text
//!     cut-off     379    503   626      872            1365                             2350
//!                 ├──────┼─────┼────────┼──────────────┼────────────────────────────────┤
//!     nodes       base   11    34       154            280                              3691
//! ```
//!
//! When a cut-off was searched to its end, all solutions below it are known: they are given at once, and dropped. The
//! cut-off is also a bound, which is reported if a limit stops the search later. So that there is a solution in that
//! case, too, a few nodes are searched without any cut-off before a search that may be long.

use super::residual::Residual;
use super::scale::Scale;
use super::search::{Search, Stopped, Window};
use super::{Give, Ranked};
use crate::engine::aim::Aim;
use crate::engine::fits::{EngineName, Unsupported};
use crate::engine::kernel::Effort;
use crate::engine::limits::{Allowance, Limit, Watch};
use crate::engine::memory::{Account, Share};
use crate::problem::{Part, Problem, Solution};

/// If a search entered more nodes than this, and less than twice as many as the one before, cut-offs hardly matter, and
/// the next one is much farther away.
const LONG: u64 = 1 << 10;

/// If all searches so far entered fewer nodes than this, the next one is short, too, except with bounds.
const SHORT: u64 = 1 << 6;
/// The search without a cut-off. Its first run enters `DIVE` nodes, and each further run twice as many, up to one run
/// after the first solution. The other two are limits: its work, in nanoseconds; and its nodes for each item and
/// option, of which it hardly needs more to come to a solution.
const DIVE: u64 = 1 << 6;
const WORK_OF_DIVE: u64 = 100_000_000;
const NODES_OF_DIVE: u64 = 2;

/// What is wanted.
pub(in crate::engine) struct Wanted<'a> {
    pub(in crate::engine) problem: &'a Problem,
    /// The part whose best solutions are wanted.
    pub(in crate::engine) part: &'a Part,
    pub(in crate::engine) aim: Aim,
    /// The most solutions that are wanted.
    pub(in crate::engine) most: usize,
    /// The number of threads that may take part, besides the caller's.
    pub(in crate::engine) others: usize,
}

/// A search for the best solutions, which can be paused, and gives them as soon as they are known.
pub(in crate::engine) struct Deepening<'a> {
    wanted: &'a Wanted<'a>,
    account: Account,
    scale: Scale,
    search: Search<'a>,
    root: Root,
    at: Standing,
    has_dived: bool,
}

/// How far a search for the best has come: enough to continue.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(in crate::engine) struct Standing {
    /// What was done.
    pub(in crate::engine) effort: Effort,
    /// How far the next cut-off is from the base; 0 before the first is known.
    pub(super) reach: i64,
    /// The nodes of the last cut-off that was searched to its end.
    pub(super) nodes: u64,
    /// All solutions of a lower value than this were given; `None` if that is not known for any value.
    pub(super) known: Option<i128>,
    /// Number of solutions that were given.
    pub(in crate::engine) given: usize,
    /// Solutions that were found; others may still come before them.
    pub(super) found: Vec<(i128, Solution)>,
    /// The search below the next cut-off, if it was stopped on the way.
    pub(super) stopped: Option<Stopped>,
}

impl Standing {
    /// The least value of the solutions that were found and not given yet.
    pub(super) fn best_found(&self) -> Option<i128> {
        let before = self.stopped.iter().flat_map(|stopped| &stopped.kept);
        let values = self.found.iter().chain(before).map(|(value, _)| *value);
        values.min()
    }
}

/// What is searched.
enum Root {
    /// Not made yet.
    Unmade,
    /// Nothing: it has no solution.
    Nothing,
    /// The problem that is left with the assumed options, with prices.
    Priced { left: Residual, _held: Share },
}

/// How far a search for the best has come.
pub(in crate::engine) enum Progress {
    /// All requested solutions were given, or there are no more, or the caller wants no more.
    Over,
    /// Every solution costs this much; nothing was searched.
    AllCost(u128),
    Stopped(Limit),
}

impl<'a> Deepening<'a> {
    /// A search that continues from `standing`. Its memory is charged to `account`.
    ///
    /// # Errors
    /// If the problem asks for something that it does not support.
    pub(in crate::engine) fn new(
        wanted: &'a Wanted,
        account: &Account,
        allowance: &Allowance,
        at: Standing,
    ) -> Result<Self, Unsupported> {
        EngineName::Prices.fits(wanted.problem)?;
        let scale = Scale::new(wanted.problem, wanted.aim);
        let mut search = Search::new(
            wanted.problem,
            scale,
            allowance.of_time_without_pause().watch(),
            account,
            wanted.others,
        );
        search.set_effort(at.effort);
        Ok(Deepening {
            wanted,
            account: account.clone(),
            scale,
            search,
            root: Root::Unmade,
            at,
            has_dived: false,
        })
    }

    /// How far the search has come; what other threads have found ahead of it is left out.
    pub(in crate::engine) fn into_standing(self) -> Standing {
        let effort = self.search.effort();
        match effort.nodes {
            // Before the first node, the pricing may have been stopped.
            0 => Standing::default(),
            _ => Standing {
                effort,
                stopped: self.search.into_stopped().or(self.at.stopped),
                ..self.at
            },
        }
    }

    pub(in crate::engine) fn effort(&self) -> Effort {
        self.search.effort()
    }

    /// Number of solutions that were given.
    pub(in crate::engine) fn given(&self) -> usize {
        self.at.given
    }

    /// Releases the memory of a search under way.
    pub(in crate::engine) fn release(&mut self) {
        self.search.release();
    }

    /// Continues the search, and passes each solution that is known to be next to `give`. If every solution costs the
    /// same, it does not search.
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
            self.dive(allowance);
            match self.run(allowance, give) {
                Ok(true) => {}
                Ok(false) => return Progress::Over,
                Err(limit) => return Progress::Stopped(limit),
            }
        }
    }

    /// Finds some solutions, if none is known, before a search that may be long. This effort is not counted, so that a
    /// resumed search has the same effort.
    fn dive(&mut self, allowance: &Allowance) {
        let Root::Priced { left: root, .. } = &self.root else {
            return;
        };
        let is_known = self.has_dived || self.at.given > 0 || self.at.best_found().is_some();
        let is_short = !root.has_bounds && self.effort().nodes < SHORT;
        let most = NODES_OF_DIVE * (root.items.len() + root.options.len()) as u64;
        if is_known || is_short || allowance.nodes() < most {
            return;
        }
        self.has_dived = true;
        let (problem, with) = (self.wanted.problem, &self.wanted.part.with);
        let watch = allowance.of_time_without_pause().watch();
        let mut search = Search::new(problem, self.scale, watch, &self.account, 0);
        let window = Window {
            cut_off: self.scale.highest(),
            ..self.window(root)
        };
        let mut nodes = DIVE;
        loop {
            let mut allowance = allowance.of_time_without_pause();
            allowance.keep_back(nodes);
            let has_found = search.found().next().is_some();
            let ended = search.run(root, with, &window, &mut allowance);
            // Any other limit is met again by the search that follows.
            if has_found || search.work() > WORK_OF_DIVE || ended != Err(Limit::Nodes) {
                break;
            }
            nodes *= 2;
        }
        self.at.found.extend(search.take_kept().into_sorted());
    }

    /// Searches to the next cut-off, and gives the solutions that are known then. Returns whether there is more to look
    /// for.
    fn run(&mut self, allowance: &mut Allowance, give: Give) -> Result<bool, Limit> {
        let Root::Priced { left: root, .. } = &self.root else {
            return Ok(false);
        };
        let window = self.window(root);
        if window.most == 0 {
            return Ok(false);
        }
        let highest = self.scale.highest();
        if let Some(stopped) = self.at.stopped.take() {
            self.search.restore(&stopped, &window, self.at.effort);
        }
        let before = self.search.before().nodes;
        let with = &self.wanted.part.with;
        let has_cut = self.search.run(root, with, &window, allowance)?;
        let kept = self.search.take_kept();
        let beyond = match has_cut && window.cut_off < highest {
            true => Some(self.scale.above(window.cut_off)),
            false => None,
        };
        // All requested solutions were found, and there can be no better ones.
        let is_full = kept.is_full()
            && kept.lowered().is_none()
            && beyond.is_none_or(|beyond| kept.limit().is_some_and(|limit| limit <= beyond));
        let known = match kept.lowered() {
            Some(lowered) => Some(beyond.map_or(lowered + 1, |beyond| beyond.min(lowered + 1))),
            None if is_full => None,
            None => beyond,
        };
        let is_open = |value: i128| known.is_some_and(|known| value >= known);
        self.at.found.retain(|(value, _)| is_open(*value));
        for (value, solution) in kept.into_sorted() {
            if is_open(value) {
                self.at.found.push((value, solution));
                continue;
            }
            self.at.given += 1;
            let ranked = Ranked {
                cost: self.scale.cost(value),
                is_proven: true,
                solution,
            };
            if give(ranked).is_break() {
                return Ok(false);
            }
        }
        // The solutions of the search without a cut-off may have been found again.
        self.at.found.sort_unstable();
        self.at.found.dedup();
        if known.is_none() {
            return Ok(false);
        }
        if known == beyond {
            let nodes = self.search.effort().nodes - before;
            let last = std::mem::replace(&mut self.at.nodes, nodes);
            let is_flat = nodes > LONG && nodes < 2 * last;
            self.at.reach = self.at.reach.saturating_mul(if is_flat { 16 } else { 2 });
        }
        self.at.known = known;
        Ok(self.at.given < self.wanted.most)
    }

    /// What the next search below the root looks for.
    fn window(&self, root: &Residual) -> Window {
        let cut_off = root.bound().saturating_add(self.at.reach);
        Window {
            cut_off: cut_off.min(self.scale.highest()),
            after: self.at.known.map(|known| known - 1),
            most: self.wanted.most - self.at.given,
        }
    }

    /// A bound on the solutions that were not given: none costs less than this or, if the most expensive ones are
    /// wanted, none costs more.
    pub(in crate::engine) fn bound(&self) -> u128 {
        let least = match &self.root {
            Root::Priced { left, .. } => self.scale.above(left.bound() - 1),
            _ => self.scale.least(),
        };
        self.scale
            .cost(self.at.known.map_or(least, |known| known.max(least)))
    }

    /// Gives the solutions that were found and are not proven to be best. Returns a [bound](Self::bound) on all others.
    pub(in crate::engine) fn give_unproven(&self, give: Give) -> u128 {
        let before = self.at.stopped.iter().flat_map(|stopped| &stopped.kept);
        let found = self.at.found.iter().chain(before);
        let mut all = Vec::from_iter(found.chain(self.search.found()));
        all.sort_unstable();
        all.dedup();
        all.truncate(self.wanted.most - self.at.given);
        for (value, solution) in all {
            let ranked = Ranked {
                cost: self.scale.cost(*value),
                is_proven: false,
                solution: solution.clone(),
            };
            if give(ranked).is_break() {
                break;
            }
        }
        self.bound()
    }

    /// The problem that is left with the assumed options, with prices.
    fn make_root(&mut self, allowance: &Allowance) -> Result<Root, Limit> {
        let watch = allowance.of_time_without_pause().watch();
        let mut held = self.account.share();
        let mut root = self.all_options(&mut held, &watch)?;
        let with = &self.wanted.part.with;
        if self.wanted.most == 0 || self.search.assume(&mut root, with).is_err() {
            return Ok(Root::Nothing);
        }
        // If no node may be entered, setting prices is a waste of time.
        let most = match allowance.slice() {
            Ok(_) | Err(Limit::Pause) => usize::MAX,
            Err(_) => 1,
        };
        let mut updates = root.price_well(self.scale.step(), most, &watch);
        if root.has_bounds && most > 1 {
            // A resumed run must have the same prices as before, so it does not continue without this memory.
            let _held = self.account.take(2 * root.bytes())?;
            updates += root.climb((self.scale.unit(), self.scale.step()), &watch);
        }
        if self.at.reach == 0 {
            self.search.add_updates(updates);
            self.at.reach = first_reach(&root, &self.scale);
        }
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
