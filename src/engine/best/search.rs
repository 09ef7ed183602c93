//! Depth-first search below a cut-off.
//!
//! First a node is settled: prices are adjusted, options that prove too expensive are removed, and an option that is
//! the last one of an item is chosen, until little changes. Then the search branches on the primary item with the
//! fewest options; among equals, on the item whose options cost most. The cheapest option comes first, so that good
//! solutions are found early and lower the cut-off.

use super::agreement::Agreement;
use super::kept::Kept;
use super::residual::{DeadEnd, Halt, MUST, Marks, Residual};
use super::scale::Scale;
use crate::engine::kernel::Effort;
use crate::engine::limits::{Allowance, Limit, Watch};
use crate::engine::memory::{Account, Share};
use crate::problem::{OptionId, Problem};

/// The most rounds in which a node is settled.
const ROUNDS: usize = 4;

/// Another round follows if at least one option in this many was removed.
const MANY: usize = 16;

/// After this many nodes, it is worthwhile to find out which options agree.
const LONG: u64 = 1 << 8;

/// Nodes between two checks of the limits.
const SLICE: u64 = 1 << 6;

/// A search for solutions below a cut-off.
pub(super) struct Search<'a> {
    problem: &'a Problem,
    scale: Scale,
    /// Solutions with a scaled value above this are ignored.
    cut_off: i64,
    /// Something was left out because of the cut-off.
    has_cut: bool,
    kept: Kept,
    /// The nodes on the path to the current one, and memory for those below.
    nodes: Vec<Node>,
    /// The options chosen so far.
    path: Vec<OptionId>,
    marks: Marks,
    /// Which options agree; made only after the search has run for a while.
    agreement: Option<Agreement>,
    pub(super) effort: Effort,
    /// Nodes that have been subtracted from the allowance.
    spent: u64,
    /// Looks at the limits within a node.
    watch: Watch,
    account: Account,
    /// The memory of the nodes.
    held: Share,
}

/// Which solutions a run looks for.
pub(super) struct Window {
    /// None of a greater scaled value.
    pub(super) cut_off: i64,
    /// None up to this value: they were given.
    pub(super) after: Option<i128>,
    /// The number of solutions to keep, those of the least values.
    pub(super) most: usize,
}

#[derive(Default)]
struct Node {
    left: Residual,
    /// The options to branch on, as places in `left`, after their reduced costs, the most expensive first; they are taken from
    /// the end.
    branches: Vec<(i64, u32)>,
    /// The length of the path including this node's own choice.
    path: usize,
}

/// What was found at a node.
enum Settled {
    /// There is no solution up to the cut-off below it.
    Dead,
    /// All items are covered.
    Solved,
    /// There are options to branch on.
    Open,
}

impl<'a> Search<'a> {
    /// A search that has not yet begun.
    pub(super) fn new(
        problem: &'a Problem,
        scale: Scale,
        watch: Watch,
        account: &Account,
    ) -> Search<'a> {
        Search {
            problem,
            scale,
            cut_off: 0,
            has_cut: false,
            kept: Kept::new(0, None, account),
            nodes: Vec::new(),
            path: Vec::new(),
            marks: Marks::new(problem),
            agreement: None,
            effort: Effort::default(),
            spent: 0,
            watch,
            account: account.clone(),
            held: account.share(),
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

    /// Looks for the solutions of a window below `root`, where `path` was chosen. What was kept before is forgotten. Returns
    /// whether something was left out because of its cut-off.
    pub(super) fn run(
        &mut self,
        root: &Residual,
        path: &[OptionId],
        window: &Window,
        allowance: &mut Allowance,
    ) -> Result<bool, Limit> {
        (self.cut_off, self.has_cut) = (window.cut_off, false);
        self.kept = Kept::new(window.most, window.after, &self.account);
        self.path.clear();
        self.path.extend_from_slice(path);
        self.node(0);
        self.nodes[0].left.copy(root, &mut self.held)?;
        let mut depth = 0;
        let mut pause = self.look_at(allowance)?;
        self.effort.nodes += 1;
        self.enter(depth)?;
        loop {
            if self.effort.nodes >= pause {
                pause = self.look_at(allowance)?;
                if self.agreement.is_none() && self.effort.nodes >= LONG {
                    self.agreement =
                        Agreement::new(self.problem, root, &self.account, &self.watch)?;
                }
            }
            if self.descend(depth)? {
                depth += 1;
                self.enter(depth)?;
            } else if depth > 0 {
                depth -= 1;
            } else {
                return Ok(self.has_cut);
            }
        }
    }

    /// Releases the memory of the nodes.
    pub(super) fn release(&mut self) {
        self.nodes = Vec::new();
        self.held = self.account.share();
    }

    /// The solutions of the last run, which are no longer kept here.
    pub(super) fn take_kept(&mut self) -> Kept {
        std::mem::replace(&mut self.kept, Kept::new(0, None, &self.account))
    }

    /// Subtracts the nodes entered since the last check of the limits. Returns the number of nodes at the next check.
    fn look_at(&mut self, allowance: &mut Allowance) -> Result<u64, Limit> {
        allowance.spend_nodes(self.effort.nodes - self.spent);
        self.spent = self.effort.nodes;
        Ok(self.spent + allowance.slice()?.min(SLICE))
    }

    /// Sees to it that there is a node at this depth.
    fn node(&mut self, depth: usize) {
        if depth == self.nodes.len() {
            self.nodes.push(Node::default());
        }
    }

    /// Settles the node at this depth, keeps it if it is a solution, and lists what to branch on, if anything.
    fn enter(&mut self, depth: usize) -> Result<(), Limit> {
        let mut node = std::mem::take(&mut self.nodes[depth]);
        node.branches.clear();
        let settled = self.settle(&mut node.left);
        if let Ok(Settled::Open) = settled {
            node.list_branches();
        }
        node.path = self.path.len();
        self.nodes[depth] = node;
        match settled {
            Ok(Settled::Solved) => self.keep(),
            Ok(Settled::Open | Settled::Dead) | Err(Halt::DeadEnd) => Ok(()),
            Err(Halt::Stopped(limit)) => Err(limit),
        }
    }

    /// Sets prices, and removes what they show to be too expensive, and what follows from that.
    fn settle(&mut self, left: &mut Residual) -> Result<Settled, Halt> {
        for round in 0..ROUNDS {
            if left.items.is_empty() {
                break;
            }
            self.watch.spend(8 * left.work())?;
            left.price(self.scale.step(), round % 2 == 1);
            self.effort.updates += 2;
            if self.cuts(left.base) {
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
            _ if self.cuts(left.base) => Settled::Dead,
            true => Settled::Solved,
            false => Settled::Open,
        })
    }

    /// Whether a cost of at least this is beyond the cut-off.
    fn cuts(&mut self, least: i64) -> bool {
        self.has_cut |= least > self.cut_off;
        least > self.cut_off
    }

    /// Removes the options that are in no solution up to the cut-off, and marks the secondary items that every such
    /// solution must cover. Returns the number of options removed.
    fn strike_dear(&mut self, left: &mut Residual) -> Result<usize, DeadEnd> {
        let room = self.cut_off - left.base;
        for item in &mut left.items {
            if item.slack > room && item.slack != MUST {
                item.slack = MUST;
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
        self.watch.spend(agreement.work(left))?;
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
        let path = &mut self.path;
        let is_any =
            left.choose_forced(self.problem, &mut self.marks, |option| path.push(option))?;
        if is_any {
            left.compact(&mut self.marks)?;
        }
        Ok(is_any)
    }

    /// Offers the path, which is a solution, and lowers the cut-off if possible.
    fn keep(&mut self) -> Result<(), Limit> {
        let value = self.scale.value_of(self.problem, &self.path);
        self.kept.offer(value, &self.path)?;
        if let Some(limit) = self.kept.limit() {
            self.cut_off = self.cut_off.min(self.scale.scaled(limit - 1));
        }
        Ok(())
    }

    /// Makes the next child of the node at this depth, if there is one.
    fn descend(&mut self, depth: usize) -> Result<bool, Limit> {
        self.node(depth + 1);
        let [node, child] = &mut self.nodes[depth..depth + 2] else {
            unreachable!("the child was just made");
        };
        while let Some((reduced, option)) = node.branches.pop() {
            if node.left.base + reduced > self.cut_off {
                // So are the others.
                node.branches.clear();
                self.has_cut = true;
                return Ok(false);
            }
            self.effort.nodes += 1;
            self.path.truncate(node.path);
            self.watch.spend(4 * node.left.work())?;
            child.left.copy(&node.left, &mut self.held)?;
            self.marks.find_items(&child.left);
            child
                .left
                .choose(option as usize, self.problem, &mut self.marks);
            if child.left.compact(&mut self.marks).is_ok() {
                self.path.push(node.left.options[option as usize]);
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Node {
    /// Lists the options of the item to branch on.
    fn list_branches(&mut self) {
        let reduced = &self.left.reduced;
        let cost = |&member: &u32| reduced[member as usize];
        let mut best: Option<(usize, i64, &[u32])> = None;
        for (item, members) in self.left.lists() {
            let most = best.map_or(usize::MAX, |(number, ..)| number);
            if item.slack != MUST || members.len() > most {
                continue;
            }
            let costs = members.iter().map(cost).sum();
            if best.is_none_or(|(number, most, _)| members.len() < number || costs > most) {
                best = Some((members.len(), costs, members));
            }
        }
        let members = best.map_or(&[][..], |(.., members)| members);
        let branches = members.iter().map(|member| (cost(member), *member));
        self.branches.extend(branches);
        self.branches.sort_unstable_by(|one, other| other.cmp(one));
    }
}
