//! Depth-first, node by node, below a cut-off.
//!
//! First a node is settled: prices are adjusted, options that prove too expensive are removed, and an option that is
//! the last one of an item is chosen, until little changes. Then the search branches on the primary item with the
//! fewest options; among equals, on the item whose options cost most. The cheapest option comes first, so that good
//! solutions are found early and lower the cut-off. Where an item may be covered again, a branch is without the options that
//! were tried before. Where no item must be covered, the search branches on one option, chosen or left out: the
//! one that would strike out the most others.
//!
//! The path of a walk depends only on the node where it begins and on the cut-off.

use super::agreement::Agreement;
use super::residual::{DeadEnd, Halt, MUST, Marks, Residual};
use super::scale::Scale;
use super::trail::{Branch, Fork, Level, Node, Terms, Trail};
use crate::engine::kernel::Effort;
use crate::engine::limits::{Limit, Watch};
use crate::engine::memory::Account;
use crate::problem::{OptionId, Problem};

/// The most rounds in which a node is settled.
const ROUNDS: usize = 4;

/// Another round follows if at least one option in this many was removed.
const MANY: usize = 16;

/// A descent from a node, of one thread.
pub(super) struct Walker<'a> {
    pub(super) problem: &'a Problem,
    pub(super) scale: Scale,
    /// Solutions with a scaled value above this are ignored.
    pub(super) cut_off: i64,
    /// Whether something was left out because of the cut-off.
    pub(super) has_cut: bool,
    pub(super) trail: Trail,
    /// The branch that is being taken, and what was done before.
    taken: Option<(Branch, Effort)>,
    marks: Marks,
    /// Which options agree; made only after the search has run for a while.
    pub(super) agreement: Option<Agreement>,
    pub(super) effort: Effort,
    /// What was done, in steps of about a nanosecond.
    pub(super) work: u64,
    /// Looks at the limits within a node.
    pub(super) watch: Watch,
}

/// Branches are taken away at a level that has this number of nodes below it, if there is one. A piece with fewer nodes
/// is not worth handing to another thread.
const GRAIN: u64 = 1 << 6;

/// The state of a settled node.
enum Settled {
    /// There is no solution up to the cut-off below it.
    Dead,
    /// All items are covered.
    Solved,
    /// There are options to branch on.
    Open,
}

/// The result of a step of a descent.
pub(super) enum Step {
    /// The path is a solution.
    Solved,
    /// There may be more.
    On,
    /// Everything was searched.
    Over,
}

impl<'a> Walker<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        scale: Scale,
        watch: Watch,
        trail: Trail,
    ) -> Walker<'a> {
        Walker {
            problem,
            scale,
            cut_off: 0,
            has_cut: false,
            trail,
            taken: None,
            marks: Marks::new(problem),
            agreement: None,
            effort: Effort::default(),
            work: 0,
            watch,
        }
    }

    /// Chooses options before the search, and applies what follows from that.
    pub(super) fn assume(
        &mut self,
        root: &mut Residual,
        assumed: &[OptionId],
    ) -> Result<(), DeadEnd> {
        self.marks.set(root, |_, _| false);
        root.compact(&mut self.marks)?;
        self.marks.find_items(root);
        for &option in assumed {
            let place = root.options.binary_search(&option).map_err(|_| DeadEnd)?;
            if self.marks.is_set(place) {
                return Err(DeadEnd);
            }
            root.choose(place, self.problem, &mut self.marks);
        }
        root.compact(&mut self.marks)
    }

    /// Begins at a node that was not settled, where `path` was chosen.
    pub(super) fn begin(
        &mut self,
        root: &Residual,
        path: &[OptionId],
        cut_off: i64,
    ) -> Result<(), Limit> {
        (self.cut_off, self.has_cut) = (cut_off, false);
        self.trail.begin(root, path)
    }

    /// Takes away the branches that would be searched last: node by node from the first node of the path, and at each
    /// node the most expensive branch first.
    ///
    /// What is left is as small as is worthwhile, so that the threads that take the branches are not far ahead. Takes
    /// fewer branches if the account has no memory for more.
    pub(super) fn fork(&mut self, account: &Account) -> Vec<(Fork, Vec<Branch>)> {
        let levels = self.trail.levels();
        let Trail {
            nodes,
            depth,
            path,
            above,
            ..
        } = &mut self.trail;
        let now = self.effort.nodes;
        let mut forks = Vec::new();
        for (level, node) in (above.len()..).zip(&mut nodes[..=*depth]) {
            if !forks.is_empty() && now - node.entered < GRAIN {
                break;
            }
            if node.branches.is_empty() {
                continue;
            }
            let mut held = account.share();
            let mut left = Residual::default();
            if left.copy(&node.left, &mut held).is_err() {
                break;
            }
            let fork = Fork {
                left,
                repeated: node.repeated,
                terms: node.terms,
                path: path[..node.path].to_vec(),
                above: Vec::from_iter(levels[..level].iter().map(Level::without_branches)),
                _held: held,
            };
            forks.push((fork, std::mem::take(&mut node.branches)));
        }
        forks
    }

    /// Begins at a branch of a fork.
    pub(super) fn begin_branch(
        &mut self,
        fork: &Fork,
        branch: Branch,
        cut_off: i64,
    ) -> Result<(), Limit> {
        self.begin(&fork.left, &fork.path, cut_off)?;
        self.trail.above.clone_from(&fork.above);
        let node = &mut self.trail.nodes[0];
        node.terms = fork.terms;
        node.repeated = fork.repeated;
        node.branches.push(branch);
        node.entered = self.effort.nodes;
        Ok(())
    }

    /// Continues where another walker has left.
    pub(super) fn resume(&mut self, mut trail: Trail, cut_off: i64) {
        for node in &mut trail.nodes[..=trail.depth] {
            node.entered = self.effort.nodes;
        }
        (self.cut_off, self.has_cut, self.trail) = (cut_off, false, trail);
    }

    /// Begins at the root, and goes down along these levels. Returns whether they lead to a node. `agreement` says
    /// which options agree, so that nodes are settled as they were before.
    pub(super) fn retrace(
        &mut self,
        root: &Residual,
        path: &[OptionId],
        levels: &[Level],
    ) -> Result<bool, Limit> {
        let before = self.effort;
        let agreement = self.agreement.take();
        let retraced = self.retrace_with(root, path, levels, agreement.as_ref());
        self.agreement = agreement;
        self.effort = before;
        retraced
    }

    fn retrace_with(
        &mut self,
        root: &Residual,
        path: &[OptionId],
        levels: &[Level],
        agreement: Option<&Agreement>,
    ) -> Result<bool, Limit> {
        self.begin(root, path, 0)?;
        for (depth, &Level { terms, left }) in levels.iter().enumerate() {
            self.cut_off = terms.cut_off;
            self.agreement = match terms.agrees {
                true => agreement.map(Agreement::shared),
                false => None,
            };
            self.enter()?;
            let is_last = depth + 1 == levels.len();
            let branches = &mut self.trail.nodes[depth].branches;
            let wanted = left + usize::from(!is_last);
            if branches.len() < wanted || self.agreement.is_some() != terms.agrees {
                return Ok(false);
            }
            branches.truncate(wanted);
            if !is_last {
                if !self.descend()? {
                    return Ok(false);
                }
                self.trail.depth += 1;
            }
        }
        Ok(true)
    }

    /// Goes to the next node, or back. If a limit stops a step, the step is undone, and the next call repeats it.
    #[inline]
    pub(super) fn step(&mut self) -> Result<Step, Limit> {
        let depth = self.trail.depth;
        self.taken = None;
        let stepped = self.try_step();
        if stepped.is_err()
            && let Some((branch, before)) = self.taken
        {
            self.trail.depth = depth;
            self.trail.nodes[depth].branches.push(branch);
            self.effort = before;
        }
        stepped
    }

    #[inline]
    fn try_step(&mut self) -> Result<Step, Limit> {
        if self.descend()? {
            self.trail.depth += 1;
            self.enter()
        } else if self.trail.depth > 0 {
            self.trail.depth -= 1;
            Ok(Step::On)
        } else {
            Ok(Step::Over)
        }
    }

    /// Settles the current node, and lists what to branch on, if anything.
    pub(super) fn enter(&mut self) -> Result<Step, Limit> {
        let depth = self.trail.depth;
        let mut node = std::mem::take(&mut self.trail.nodes[depth]);
        node.branches.clear();
        let settled = self.settle(&mut node.left);
        if let Ok(Settled::Open) = settled {
            node.list_branches();
        }
        node.terms = Terms {
            cut_off: self.cut_off,
            agrees: self.agreement.is_some(),
        };
        node.path = self.trail.path.len();
        node.entered = self.effort.nodes;
        self.trail.nodes[depth] = node;
        match settled {
            Ok(Settled::Solved) => Ok(Step::Solved),
            Ok(Settled::Open | Settled::Dead) | Err(Halt::DeadEnd) => Ok(Step::On),
            Err(Halt::Stopped(limit)) => Err(limit),
        }
    }

    /// Spends work, and looks at the limits now and then.
    fn spend(&mut self, work: u64) -> Result<(), Limit> {
        self.work += work;
        self.watch.spend(work)
    }

    /// Sets prices, and removes what they show to be too expensive, and what follows from that.
    fn settle(&mut self, left: &mut Residual) -> Result<Settled, Halt> {
        for round in 0..ROUNDS {
            if left.items.is_empty() {
                break;
            }
            self.spend(8 * left.work())?;
            left.price(self.scale.step(), round % 2 == 1);
            self.effort.updates += 2;
            if self.cuts(left.bound()) {
                return Ok(Settled::Dead);
            }
            let before = left.options.len();
            let struck = self.strike_dear(left)?;
            let is_any_forced = self.take_forced(left)?;
            let blocked = self.strike_blocked(left)?;
            if !is_any_forced && (struck + blocked) * MANY <= before {
                break;
            }
        }
        Ok(match left.items.is_empty() {
            _ if self.cuts(left.bound()) => Settled::Dead,
            true => Settled::Solved,
            false => Settled::Open,
        })
    }

    /// Whether a cost of at least `least` is beyond the cut-off.
    fn cuts(&mut self, least: i64) -> bool {
        self.has_cut |= least > self.cut_off;
        least > self.cut_off
    }

    /// Removes the options that are in no solution up to the cut-off, and marks the secondary items that every such
    /// solution must cover. Returns the number of options removed.
    fn strike_dear(&mut self, left: &mut Residual) -> Result<usize, DeadEnd> {
        let room = self.cut_off - left.bound();
        for item in &mut left.items {
            if item.slack > room && item.slack != MUST {
                (item.low, item.slack) = (item.high, MUST);
                self.has_cut = true;
            }
        }
        let struck = self.marks.set(left, |_, reduced| reduced > room);
        if struck > 0 {
            self.has_cut = true;
            left.compact(&mut self.marks)?;
        }
        Ok(struck)
    }

    /// Removes the options that would leave an item uncovered, if it is known which options agree, and chooses what is
    /// then forced. Returns the number of options removed.
    fn strike_blocked(&mut self, left: &mut Residual) -> Result<usize, Halt> {
        let Some(agreement) = &mut self.agreement else {
            return Ok(0);
        };
        let work = agreement.work(left);
        self.work += work;
        self.watch.spend(work)?;
        if !agreement.block(left) {
            return Ok(0);
        }
        let blocked = self
            .marks
            .set(left, |option, _| agreement.is_blocked(option));
        left.compact(&mut self.marks)?;
        self.take_forced(left)?;
        Ok(blocked)
    }

    /// Chooses what is forced until nothing is. Returns whether anything was.
    fn take_forced(&mut self, left: &mut Residual) -> Result<bool, DeadEnd> {
        // Without these, the cost is beyond the cut-off.
        let floor = left.bound() - self.cut_off;
        self.has_cut |= left.has_below(floor);
        let path = &mut self.trail.path;
        let is_any = left.choose_forced(self.problem, &mut self.marks, floor, |option| {
            path.push(option);
        })?;
        if is_any {
            left.compact(&mut self.marks)?;
        }
        Ok(is_any)
    }

    /// Makes the next child of the current node, if there is one.
    fn descend(&mut self) -> Result<bool, Limit> {
        let Trail {
            nodes,
            depth,
            path,
            held,
            ..
        } = &mut self.trail;
        if *depth + 1 == nodes.len() {
            nodes.push(Node::default());
        }
        let [node, child] = &mut nodes[*depth..*depth + 2] else {
            unreachable!("the child was just made");
        };
        let bound = node.left.bound();
        while let Some(branch) = node.branches.pop() {
            let option = branch.option as usize;
            self.taken = Some((branch, self.effort));
            if bound + branch.cost.max(0) > self.cut_off {
                // So are the others.
                node.branches.clear();
                self.has_cut = true;
                return Ok(false);
            }
            self.effort.nodes += 1;
            path.truncate(node.path);
            let work = 4 * node.left.work();
            self.work += work;
            self.watch.spend(work)?;
            child.left.copy(&node.left, held)?;
            self.marks.find_items(&child.left);
            if let Some(item) = node.repeated {
                child
                    .left
                    .drop_tried(item as usize, option, &mut self.marks);
            }
            match branch.is_chosen {
                true => child.left.choose(option, self.problem, &mut self.marks),
                false => self.marks.strike(option),
            }
            if child.left.compact(&mut self.marks).is_ok() {
                if branch.is_chosen {
                    path.push(node.left.options[option]);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }
}
