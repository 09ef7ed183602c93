//! The tree of a division. What its nodes are follows from the problem and from where it is split.

use std::collections::HashMap;
use std::ops::Range;

use super::{DivisionError, Split};
use crate::problem::{Bounds, ItemId, OptionId, Part, Problem};

/// An item with bounds has a branch for each of this many first options, and one for all that come after them: such a branch lists
/// the options that it leaves out, which would be gigabytes where an item has 100,000.
pub(super) const MOST_FIRST: usize = if cfg!(test) { 3 } else { 1000 };

/// Why a node is below its parent.
#[derive(Clone, Copy)]
enum Branch {
    /// This option is chosen.
    Option(OptionId),
    /// This option is chosen, and no earlier one of the item, beside those that were chosen before.
    First(ItemId, OptionId),
    /// No option of the item before this one is chosen, beside those that were chosen before.
    From(ItemId, OptionId),
    /// No option of the item is chosen, beside those that were chosen before.
    NoFurther(ItemId),
    /// The options of the item that do not say this of it are left out.
    Fact(ItemId, u32),
}

/// Which options can be chosen in a part, which of them are, and how often these cover the primary items.
struct Live {
    is_live: Vec<bool>,
    is_chosen: Vec<bool>,
    times: Vec<u32>,
}

/// How parts of a problem can be split.
struct Rules<'a> {
    problem: &'a Problem,
    /// The options of each primary item.
    options: Vec<Vec<OptionId>>,
    /// The primary items that all options with a fact name.
    anchors: HashMap<u32, Vec<ItemId>>,
}

impl<'a> Rules<'a> {
    fn of(problem: &'a Problem) -> Rules<'a> {
        let mut options = vec![Vec::new(); problem.primary_count()];
        let mut anchors: HashMap<u32, Vec<ItemId>> = HashMap::new();
        for option in problem.options() {
            let entries = problem.entries(option).iter();
            let items = entries.map(|entry| entry.item);
            let items = Vec::from_iter(items.filter(|&item| problem.is_primary(item)));
            for &fact in problem.facts(option) {
                let common = anchors.entry(fact).or_insert_with(|| items.clone());
                common.retain(|item| items.contains(item));
            }
            for item in items {
                options[item.index()].push(option);
            }
        }
        Rules {
            problem,
            options,
            anchors,
        }
    }

    /// `None` if a part has no solution.
    fn live(&self, part: &Part) -> Option<Live> {
        let mut is_live = vec![false; self.problem.option_count()];
        for option in self.problem.options_of(part).ok()? {
            is_live[option.index()] = true;
        }
        let mut is_chosen = vec![false; self.problem.option_count()];
        let mut times = vec![0; self.problem.primary_count()];
        for &option in &part.with {
            if std::mem::replace(&mut is_chosen[option.index()], true) {
                continue;
            }
            for entry in self.problem.entries(option) {
                if let Some(times) = times.get_mut(entry.item.index()) {
                    *times += 1;
                }
            }
        }
        Some(Live {
            is_live,
            is_chosen,
            times,
        })
    }

    /// The branches of a part at an item, if it can be split there: if each solution is in one of them, and no answer in two.
    fn branches(&self, item: ItemId, live: &Live) -> Option<Vec<Branch>> {
        let bounds = self.problem.bounds(item)?;
        let times = *live.times.get(item.index())?;
        let options = self.options[item.index()].iter().copied();
        let options = options
            .filter(|option| live.is_live[option.index()] && !live.is_chosen[option.index()]);
        if bounds != Bounds::EXACT {
            let missing = bounds.low.saturating_sub(times);
            return self.branches_of_bounded(item, missing, options.collect());
        }
        if times > 0 {
            return None;
        }
        if !self.problem.has_facts() {
            return Some(options.map(Branch::Option).collect());
        }
        let mut facts = Vec::new();
        for option in options {
            let own = self.problem.facts(option).iter().copied();
            let mut own_here = own.filter(|fact| self.anchors[fact].contains(&item));
            let (fact, None) = (own_here.next()?, own_here.next()) else {
                return None;
            };
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        let branch = |fact| Branch::Fact(item, fact);
        Some(facts.into_iter().map(branch).collect())
    }

    /// The branches at an item with bounds, for which this number of these options is missing.
    fn branches_of_bounded(
        &self,
        item: ItemId,
        missing: u32,
        options: Vec<OptionId>,
    ) -> Option<Vec<Branch>> {
        if options.is_empty() || self.problem.has_facts() {
            return None;
        }
        // After a late option, too few would be left.
        let first = options
            .len()
            .saturating_sub((missing as usize).saturating_sub(1));
        let last = match first {
            many if many > MOST_FIRST => Some(Branch::From(item, options[MOST_FIRST])),
            _ => (missing == 0).then_some(Branch::NoFurther(item)),
        };
        let branches = options[..first.min(MOST_FIRST)].iter();
        let branches = branches.map(|&option| Branch::First(item, option));
        Some(branches.chain(last).collect())
    }

    /// Makes a part that of one of its branches.
    fn enter(&self, part: &mut Part, branch: Branch) {
        match branch {
            Branch::Option(option) => part.with.push(option),
            Branch::First(item, first) => {
                self.leave_out(part, item, |option| option < first);
                part.with.push(first);
            }
            Branch::From(item, first) => self.leave_out(part, item, |option| option < first),
            Branch::NoFurther(item) => self.leave_out(part, item, |_| true),
            Branch::Fact(item, fact) => {
                let options = self.options[item.index()].iter().copied();
                let lacks = |option: &OptionId| !self.problem.facts(*option).contains(&fact);
                part.without.extend(options.filter(lacks));
            }
        }
    }

    /// Leaves out these options of an item, unless they are chosen.
    fn leave_out(&self, part: &mut Part, item: ItemId, is_out: impl Fn(OptionId) -> bool) {
        let options = self.options[item.index()].iter().copied();
        let is_out = |option: &OptionId| is_out(*option) && !part.with.contains(option);
        let out = Vec::from_iter(options.filter(is_out));
        part.without.extend(out);
    }
}

/// Finds single nodes of a tree.
pub(super) struct Finder<'a> {
    rules: Rules<'a>,
    splits: &'a [Split],
    /// The first child of each split.
    first: Vec<u32>,
    /// Nodes that were split on the way to those that were found, with their branches.
    found: HashMap<usize, (Part, Vec<Branch>)>,
    whole: &'a Part,
}

impl<'a> Finder<'a> {
    pub(super) fn new(problem: &'a Problem, whole: &'a Part, splits: &'a [Split]) -> Finder<'a> {
        let mut next = 1u32;
        let first = splits.iter().map(|split| {
            let first = next;
            next = next.saturating_add(split.children);
            first
        });
        Finder {
            first: first.collect(),
            rules: Rules::of(problem),
            splits,
            found: HashMap::new(),
            whole,
        }
    }

    /// The part that a node is.
    pub(super) fn part(&mut self, node: u32) -> Result<Part, DivisionError> {
        if node == 0 {
            return Ok(self.whole.clone());
        }
        let after = self.first.partition_point(|&first| first <= node);
        let number = after.checked_sub(1).ok_or(DivisionError::NotALeaf(node))?;
        if !self.found.contains_key(&number) {
            let Split { node, item, .. } = self.splits[number];
            // A node is numbered before it is split.
            if node >= self.first[number] {
                return Err(DivisionError::BadSplit(number));
            }
            let part = self.part(node)?;
            let live = self.rules.live(&part);
            let branches = live.and_then(|live| self.rules.branches(item, &live));
            let branches = branches.ok_or(DivisionError::BadSplit(number))?;
            self.found.insert(number, (part, branches));
        }
        let (part, branches) = &self.found[&number];
        let place = (node - self.first[number]) as usize;
        let branch = branches.get(place).ok_or(DivisionError::NotALeaf(node))?;
        let mut part = part.clone();
        self.rules.enter(&mut part, *branch);
        Ok(part)
    }
}

struct Node {
    parent: u32,
    /// None for the root.
    branch: Option<Branch>,
    is_split: bool,
}

/// A whole tree.
pub(super) struct Tree<'a> {
    rules: Rules<'a>,
    whole: &'a Part,
    nodes: Vec<Node>,
    splits: Vec<Split>,
}

impl<'a> Tree<'a> {
    /// The tree with these splits.
    pub(super) fn of(
        problem: &'a Problem,
        whole: &'a Part,
        splits: &[Split],
    ) -> Result<Tree<'a>, DivisionError> {
        let root = Node {
            parent: 0,
            branch: None,
            is_split: false,
        };
        let mut tree = Tree {
            rules: Rules::of(problem),
            whole,
            nodes: vec![root],
            splits: Vec::with_capacity(splits.len()),
        };
        for (number, split) in splits.iter().enumerate() {
            let bad = DivisionError::BadSplit(number);
            if !tree.is_leaf(split.node) {
                return Err(bad);
            }
            let live = tree.rules.live(&tree.part(split.node));
            let branches = live.and_then(|live| tree.rules.branches(split.item, &live));
            match branches {
                Some(branches) if branches.len() == split.children as usize => {
                    tree.split(split.node, split.item, branches);
                }
                _ => return Err(bad),
            }
        }
        Ok(tree)
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = u32> {
        0..self.nodes.len() as u32
    }

    pub(super) fn is_leaf(&self, node: u32) -> bool {
        let node = self.nodes.get(node as usize);
        node.is_some_and(|node| !node.is_split)
    }

    pub(super) fn into_splits(self) -> Vec<Split> {
        self.splits
    }

    /// The part that a node is.
    pub(super) fn part(&self, node: u32) -> Part {
        let mut branches = Vec::new();
        let mut node = &self.nodes[node as usize];
        while let Some(branch) = node.branch {
            branches.push(branch);
            node = &self.nodes[node.parent as usize];
        }
        let mut part = self.whole.clone();
        for &branch in branches.iter().rev() {
            self.rules.enter(&mut part, branch);
        }
        part
    }

    fn split(&mut self, node: u32, item: ItemId, branches: Vec<Branch>) -> Range<u32> {
        let first = self.nodes.len() as u32;
        self.nodes.extend(branches.into_iter().map(|branch| Node {
            parent: node,
            branch: Some(branch),
            is_split: false,
        }));
        let children = first..self.nodes.len() as u32;
        self.nodes[node as usize].is_split = true;
        self.splits.push(Split {
            node,
            item,
            children: children.len() as u32,
        });
        children
    }

    /// Splits a leaf at the item with the fewest branches; its children, or `None` if there is no such item, or one without
    /// any.
    pub(super) fn split_best(&mut self, leaf: u32) -> Option<Range<u32>> {
        let live = self.rules.live(&self.part(leaf))?;
        let mut best: Option<(ItemId, Vec<Branch>)> = None;
        for item in (0..self.rules.options.len()).map(ItemId::new) {
            let Some(branches) = self.rules.branches(item, &live) else {
                continue;
            };
            // With a single fact, the part stays as it is, and with a single option an item is covered.
            let is_idle = matches!(branches[..], [Branch::Fact(..)]);
            let fewest = best.as_ref().map_or(usize::MAX, |best| best.1.len());
            if branches.len() < fewest && !is_idle {
                best = Some((item, branches));
            }
        }
        let (item, branches) = best.filter(|best| !best.1.is_empty())?;
        Some(self.split(leaf, item, branches))
    }
}
