//! The lists of a problem, and the effect of choosing an option on them.

use super::fewest::{Fewest, Marks};
use crate::engine::kernel::{Poll, WORK_OF_ENTRY};
use crate::problem::{OptionId, Problem};

/// `top` of a spacer, which is not an item.
pub(super) const SPACER: u32 = 0;
/// `color` of a node that is known to have the colour that its item was given.
pub(super) const PURIFIED: i32 = -1;
/// Added to the length of every item that may run out of options: secondary and covered items. No list is that long.
pub(super) const OPTIONAL: u32 = 1 << 31;
/// `first` of an option that can never be chosen, since it has no primary item.
pub(super) const IDLE: u32 = u32::MAX;
/// Up to this number of active items are examined one by one.
const FEW: usize = if cfg!(test) { 3 } else { 64 };

/// One entry of an option, or the header of an item, or a spacer between options: see the picture above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) up: u32,
    pub(super) down: u32,
    /// The item, as index of its header: 1-based; [`SPACER`] for a spacer.
    pub(super) top: u32,
    /// 0: no colour; above 0: that colour; [`PURIFIED`].
    pub(super) color: i32,
}

/// An item, by the index of its header; index 0 is the head of the list of active primary items.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// The neighbours in the list of active primary items. A secondary item is a list of its own.
    pub(super) previous: u32,
    pub(super) next: u32,
    /// Number of options in the item's list, and [`OPTIONAL`] if the item is secondary or covered, or the head.
    pub(super) len: u32,
}

/// The effect of hiding options.
#[derive(Clone, Default)]
struct Removed {
    updates: u64,
    /// The options whose nodes were passed.
    options: u64,
    /// An item that is not covered and has no option left; 0 if there is none.
    emptied: u32,
}

/// The lists of all items.
///
/// Invariants, outside of the methods: for each header i, following `down` from i visits the nodes with top i that are
/// left and returns to i, and `up` is the inverse of `down`; the active list has exactly the primary items that are to be
/// covered and are not on the path, ascending. In tests, `Matrix::check` walks all of it.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    pub(super) nodes: Vec<Node>,
    pub(super) items: Vec<Item>,
    /// Number of primary items: the headers `1..=primary`; and how many of them are active.
    pub(super) primary: u32,
    pub(super) active: usize,
    pub(super) fewest: Fewest,
    /// First node of each option, or [`IDLE`].
    pub(super) first: Vec<u32>,
    /// Removals of an option from the list of one item.
    pub(super) updates: u64,
    /// Items that were compared to choose one of them; where they are many, about.
    pub(super) looks: u64,
}

impl Matrix {
    /// `None` if it was told to stop.
    pub(super) fn new(problem: &Problem, poll: Poll) -> Option<Self> {
        let items = problem.item_count();
        let room = items + 2 + problem.entry_count() + problem.option_count();
        let mut matrix = Matrix {
            nodes: Vec::with_capacity(room),
            items: item_list(problem.primary_count(), items),
            primary: problem.primary_count() as u32,
            active: problem.primary_count(),
            fewest: Fewest::new(items + 1),
            first: Vec::with_capacity(problem.option_count()),
            updates: 0,
            looks: 0,
        };
        for header in 0..=items as u32 {
            matrix.nodes.push(Node {
                up: header,
                down: header,
                top: header,
                color: 0,
            });
        }
        matrix.nodes.push(Node {
            up: SPACER,
            down: SPACER,
            top: SPACER,
            color: 0,
        });
        for option in problem.options() {
            let entries = problem.entries(option).len() as u64;
            if poll(WORK_OF_ENTRY * (entries + 1)).is_break() {
                return None;
            }
            matrix.append(problem, option);
        }
        Some(matrix)
    }

    /// Appends the nodes of an option, each at the end of its item's list, and a spacer after them.
    fn append(&mut self, problem: &Problem, option: OptionId) {
        let entries = problem.entries(option);
        if !entries.iter().any(|entry| problem.is_primary(entry.item)) {
            self.first.push(IDLE);
            return;
        }
        let first = self.nodes.len() as u32;
        self.first.push(first);
        for entry in entries {
            let (node, top) = (self.nodes.len() as u32, entry.item.index() as u32 + 1);
            let up = std::mem::replace(&mut self.nodes[top as usize].up, node);
            self.nodes[up as usize].down = node;
            let color = entry.color.map_or(0, |color| color.number() as i32);
            self.nodes.push(Node {
                up,
                down: top,
                top,
                color,
            });
            self.items[top as usize].len += 1;
        }
        let last = self.nodes.len() as u32 - 1;
        self.nodes[first as usize - 1].down = last;
        self.nodes.push(Node {
            up: first,
            down: SPACER,
            top: SPACER,
            color: option.index() as i32,
        });
    }

    /// C3: the active primary item with the fewest options, the first of several; the head 0 if none is active.
    pub(super) fn choose_item(&mut self) -> u32 {
        if self.active > FEW {
            self.looks += self.fewest.usual_looks();
            return self.fewest.first(&self.items);
        }
        self.looks += self.active as u64;
        let (mut best, mut fewest) = (0, u32::MAX);
        let mut item = self.items[0].next;
        while item != 0 {
            let Item { next, len, .. } = self.items[item as usize];
            if len < fewest {
                (best, fewest) = (item, len);
                if len == 0 {
                    break;
                }
            }
            item = next;
        }
        best
    }

    fn lists(&mut self) -> Lists<'_> {
        Lists {
            nodes: &mut self.nodes,
            items: &mut self.items,
            marks: self.fewest.marks(),
        }
    }

    /// Removes from all other lists the options in the list of `item`, and `item` from the active ones. Returns an
    /// item that has no option left, or 0.
    pub(super) fn cover(&mut self, item: u32) -> u32 {
        let emptied = self.strike(item);
        self.deactivate(item);
        emptied
    }

    pub(super) fn uncover(&mut self, item: u32) {
        self.activate(item);
        self.unstrike(item);
    }

    /// Removes from all other lists the options in the list of `item`. Returns an item that has no option left, or 0.
    pub(super) fn strike(&mut self, item: u32) -> u32 {
        let (mut removed, mut lists) = (Removed::default(), self.lists());
        let mut node = lists.nodes[item as usize].down;
        while node != item {
            hide(&mut lists, node, &mut removed);
            removed.options += 1;
            node = lists.nodes[node as usize].down;
        }
        self.count(&removed);
        removed.emptied
    }

    pub(super) fn unstrike(&mut self, item: u32) {
        let mut lists = self.lists();
        let mut node = lists.nodes[item as usize].up;
        while node != item {
            unhide(&mut lists, node);
            node = lists.nodes[node as usize].up;
        }
    }

    /// Takes `item` from the active ones.
    pub(super) fn deactivate(&mut self, item: u32) {
        let Item { previous, next, .. } = self.items[item as usize];
        self.items[previous as usize].next = next;
        self.items[next as usize].previous = previous;
        if item <= self.primary {
            self.items[item as usize].len += OPTIONAL;
            self.active -= 1;
            self.fewest.marks().mark(item);
        }
    }

    pub(super) fn activate(&mut self, item: u32) {
        let Item { previous, next, .. } = self.items[item as usize];
        self.items[previous as usize].next = item;
        self.items[next as usize].previous = item;
        if item <= self.primary {
            self.items[item as usize].len -= OPTIONAL;
            self.active += 1;
            self.fewest.marks().mark(item);
        }
    }

    /// Covers the item of `node`, or gives it the node's colour if it does not have it yet.
    pub(super) fn commit(&mut self, node: u32) -> u32 {
        let Node { top, color, .. } = self.nodes[node as usize];
        match color {
            0 => self.cover(top),
            PURIFIED => 0,
            _ => self.purify(top, color),
        }
    }

    pub(super) fn uncommit(&mut self, node: u32) {
        let Node { top, color, .. } = self.nodes[node as usize];
        match color {
            0 => self.uncover(top),
            PURIFIED => {}
            _ => self.unpurify(top, color),
        }
    }

    /// Removes all options that do not give `color` to `item`; marks the nodes of the others.
    pub(super) fn purify(&mut self, item: u32, color: i32) -> u32 {
        let (mut removed, mut lists) = (Removed::default(), self.lists());
        let mut node = lists.nodes[item as usize].down;
        while node != item {
            if lists.nodes[node as usize].color == color {
                lists.nodes[node as usize].color = PURIFIED;
            } else {
                hide(&mut lists, node, &mut removed);
            }
            removed.options += 1;
            node = lists.nodes[node as usize].down;
        }
        self.count(&removed);
        removed.emptied
    }

    /// The price of an update includes that of the option. Options that are in no other list count as looks.
    fn count(&mut self, removed: &Removed) {
        self.updates += removed.updates;
        self.looks += removed.options.saturating_sub(removed.updates);
    }

    pub(super) fn unpurify(&mut self, item: u32, color: i32) {
        let mut lists = self.lists();
        let mut node = lists.nodes[item as usize].up;
        while node != item {
            if lists.nodes[node as usize].color == PURIFIED {
                lists.nodes[node as usize].color = color;
            } else {
                unhide(&mut lists, node);
            }
            node = lists.nodes[node as usize].up;
        }
    }
}

impl Matrix {
    /// The id of the option that `node` belongs to, which the spacer after it holds.
    pub(super) fn option_of(&self, node: u32) -> OptionId {
        let spacer = self.nodes[node as usize..]
            .iter()
            .find(|node| node.top == SPACER);
        OptionId::new(spacer.expect("a spacer after each option").color as usize)
    }

    /// Chooses the option of `node`, whose item is covered: commits its other items, from left to right. If that
    /// leaves an item without options which the option itself does not cover, everything is undone and the answer is
    /// `false`.
    pub(super) fn take(&mut self, node: u32) -> bool {
        let mut other = node + 1;
        while other != node {
            if self.nodes[other as usize].top == SPACER {
                other = self.nodes[other as usize].up;
                continue;
            }
            let emptied = self.commit(other);
            if emptied != 0 && !self.covers(node, emptied) {
                self.untake_from(other, node);
                return false;
            }
            other += 1;
        }
        true
    }

    /// Covers the items of the option of `node`, even if some item is left without options. This does not count as work.
    pub(super) fn take_anyway(&mut self, node: u32) {
        let (updates, looks) = (self.updates, self.looks);
        let mut other = node + 1;
        while other != node {
            let Node { up, top, .. } = self.nodes[other as usize];
            if top == SPACER {
                other = up;
            } else {
                self.commit(other);
                other += 1;
            }
        }
        (self.updates, self.looks) = (updates, looks);
    }

    /// Whether the option of `node` names `item` in addition to the item of `node`.
    pub(super) fn covers(&self, node: u32, item: u32) -> bool {
        let mut other = node + 1;
        while other != node {
            let Node { up, top, .. } = self.nodes[other as usize];
            if top == item {
                return true;
            }
            other = if top == SPACER { up } else { other + 1 };
        }
        false
    }

    /// Takes the choice of the option of `node` back, from right to left.
    pub(super) fn untake(&mut self, node: u32) {
        self.untake_from(node - 1, node);
    }

    /// Uncommits the items of the nodes from `other` leftwards, around to `node`.
    fn untake_from(&mut self, mut other: u32, node: u32) {
        while other != node {
            if self.nodes[other as usize].top == SPACER {
                other = self.nodes[other as usize].down;
            } else {
                self.uncommit(other);
                other -= 1;
            }
        }
    }

    /// The nodes of an option that is not idle.
    pub(super) fn nodes_of(&self, option: OptionId) -> std::ops::Range<usize> {
        let first = self.first[option.index()] as usize;
        let len = self.nodes[first..]
            .iter()
            .position(|node| node.top == SPACER);
        first..first + len.expect("a spacer after each option")
    }

    /// The node by which an assumed option is taken: that of its first primary item.
    pub(super) fn primary_node(&self, option: OptionId) -> u32 {
        let primary = |&node: &usize| self.nodes[node].top <= self.primary;
        self.nodes_of(option)
            .find(primary)
            .expect("a primary item in each option") as u32
    }

    /// All updates and looks so far.
    pub(super) fn steps(&self) -> u64 {
        self.updates + self.looks
    }

    /// The work of this number of nodes, and of all updates and looks so far. The prices were fitted to the times of some eighty
    /// searches.
    pub(super) fn work(&self, nodes: u64) -> u64 {
        30 * nodes + 10 * self.updates + self.looks
    }

    /// About the work of a node: a look at the active items, and the updates of covering the items of an average option: at the root, where they
    /// are most.
    pub(super) fn work_of_node(&self) -> u64 {
        let (options, entries) = (self.first.len() as u64, self.nodes.len() as u64);
        let of_option = entries / options.max(1);
        let of_item = entries / self.items.len() as u64;
        let looks = u64::from(self.primary).min(2 * FEW as u64);
        30 + looks + 10 * of_option * of_option * of_item
    }

    /// Walks all lists, and panics if an invariant does not hold.
    #[cfg(test)]
    pub(super) fn check(&self) {
        let mut active = self.items[0].next;
        let (mut before, mut count) = (0, 0);
        while active != 0 {
            count += 1;
            assert!(
                active > before,
                "active items are not ascending at {active}"
            );
            assert_eq!(self.items[active as usize].previous, before);
            (before, active) = (active, self.items[active as usize].next);
        }
        assert_eq!((self.items[0].previous, self.active), (before, count));
        self.fewest.check(&self.items);
        for item in 1..self.items.len() as u32 {
            let mut node = item;
            for _ in 0..=self.items[item as usize].len % OPTIONAL {
                let down = self.nodes[node as usize].down;
                assert_eq!(
                    self.nodes[down as usize].up, node,
                    "up is not the inverse of down"
                );
                assert_eq!(
                    self.nodes[down as usize].top, item,
                    "a node in the list of another item"
                );
                node = down;
            }
            assert_eq!(
                node, item,
                "the list of item {item} is not as long as it says"
            );
        }
    }
}

/// The data that hiding an option changes. (Slices of their own, so that the loops need not look where they begin.)
struct Lists<'a> {
    nodes: &'a mut [Node],
    items: &'a mut [Item],
    marks: Marks<'a>,
}

/// Removes the option of `node` from the lists of its other items.
#[inline(always)]
fn hide(lists: &mut Lists, node: u32, removed: &mut Removed) {
    let Lists {
        nodes,
        items,
        marks,
    } = lists;
    let mut other = node + 1;
    while other != node {
        let Node {
            up,
            down,
            top,
            color,
        } = nodes[other as usize];
        if top == SPACER {
            other = up;
            continue;
        }
        if color >= 0 {
            nodes[up as usize].down = down;
            nodes[down as usize].up = up;
            let item = &mut items[top as usize];
            // With bounds, an item may lose more options than it can spare. All of this is undone then.
            item.len = item.len.wrapping_sub(1);
            if item.len == 0 {
                removed.emptied = top;
            }
            marks.mark(top);
            removed.updates += 1;
        }
        other += 1;
    }
}

/// Puts the option of `node` into the lists again from which [`hide`] removed it.
#[inline(always)]
fn unhide(lists: &mut Lists, node: u32) {
    let Lists {
        nodes,
        items,
        marks,
    } = lists;
    let mut other = node - 1;
    while other != node {
        let Node {
            up,
            down,
            top,
            color,
        } = nodes[other as usize];
        if top == SPACER {
            other = down;
            continue;
        }
        if color >= 0 {
            nodes[up as usize].down = other;
            nodes[down as usize].up = other;
            let item = &mut items[top as usize];
            item.len = item.len.wrapping_add(1);
            marks.mark(top);
        }
        other -= 1;
    }
}

/// All primary items in a circular list with its head at index 0, and each secondary item in a list of its own.
fn item_list(primary: usize, items: usize) -> Vec<Item> {
    let around = primary as u32 + 1;
    let link = |item| match item {
        _ if item >= around => Item {
            previous: item,
            next: item,
            len: OPTIONAL,
        },
        0 => Item {
            previous: primary as u32,
            next: 1 % around,
            len: OPTIONAL,
        },
        _ => Item {
            previous: (item + around - 1) % around,
            next: (item + 1) % around,
            len: 0,
        },
    };
    (0..=items as u32).map(link).collect()
}
