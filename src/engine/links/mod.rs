//! Dancing links with colours: Knuth's Algorithm C, for problems of any size.
//!
//! Every item has a circular, doubly linked list of the options that still may cover it. Choosing an option removes
//! all options that disagree with it from all lists; taking the choice back puts them in again, in reverse order,
//! which needs no memory, since a removed node still knows its neighbours. The search branches on an item with the
//! fewest options (minimum remaining values) and keeps its path in a vector, not on the call stack.
//!
//! The options `a b x:1` and `a c`, with items a = 1, b = 2, c = 3, x = 4, are stored as
//!
//! ```text
//!     node   0   1   2   3   4 |  5 |  6   7   8 |  9 | 10  11 | 12
//!     top    -   -   -   -   - |  - |  1   2   4 |  - |  1   3 |  -     headers 1..=4, spacers 5, 9, 12
//!     color  -   0   0   0   0 |  - |  0   0   1 |  0 |  0   0 |  1     a spacer holds the id of the option before it
//!     up     -  10   7  11   8 |  - |  1   2   4 |  6 |  6   3 | 10     and points up to that option's first node
//!     down   -   6   7  11   8 |  8 | 10   2   4 | 11 |  1   3 |  -     and down to the next option's last node
//! ```
//!
//! The lines that perform Knuth's steps C1 to C8 carry their names. D. E. Knuth, *The Art of Computer Programming*
//! 4B, section 7.2.2.1, exercise 66 and Algorithm C.
//!
//! When not to use it: where a problem fits into lanes of bits ([`lanes`](super::lanes)), one instruction does many of
//! these steps at once.

mod fewest;
mod search;
mod thinned;

use bitvec::bitvec;
use bitvec::vec::BitVec;

use super::fits::{KernelName, Unsupported};
use super::kernel::Effort;
use crate::problem::{OptionId, Part, Problem};
use fewest::{Fewest, Marks};

/// `top` of a spacer, which is no item.
const SPACER: u32 = 0;
/// `color` of a node that is known to have the colour that its item was given.
const PURIFIED: i32 = -1;
/// Added to the length of every item that may run out of options: that is secondary, or was covered. No list is as long
/// as that.
const OPTIONAL: u32 = 1 << 31;
/// `held` of an item that is covered.
const COVERED: i32 = -1;
/// `first` of an option that can never be chosen, since it has no primary item.
const IDLE: u32 = u32::MAX;
/// As many active items are looked at one by one.
const FEW: usize = if cfg!(test) { 3 } else { 64 };

/// One entry of an option, or the header of an item, or a spacer between options: see the picture above.
#[derive(Clone, Copy, Debug)]
struct Node {
    up: u32,
    down: u32,
    /// The item, as index of its header: 1-based; [`SPACER`] for a spacer.
    top: u32,
    /// 0: no colour; above 0: that colour; [`PURIFIED`].
    color: i32,
}

/// An item, by the index of its header; index 0 is the head of the list of active primary items.
#[derive(Clone, Copy, Debug)]
struct Item {
    /// The neighbours in the list of active primary items. A secondary item is a list of its own.
    previous: u32,
    next: u32,
    /// Number of options in the item's list, and [`OPTIONAL`] if the item is secondary or covered, or the head.
    len: u32,
}

/// What hiding options did.
#[derive(Default)]
struct Removed {
    updates: u64,
    /// An item that is not covered and has no option left; 0 if there is none.
    emptied: u32,
}

/// What was done before the search, to be undone in reverse order.
#[derive(Clone, Copy, Debug)]
enum Prior {
    Assumed(OptionId),
    Excluded(OptionId),
}

/// Where the search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Resume {
    /// C2: enter the node at the end of the path.
    Enter,
    /// C8: leave the solution at the end of the path.
    Leave,
    /// C6: leave the option at the end of the path, which leaves some item without options.
    DeadEnd,
    /// The search is over; the path is empty.
    Over,
}

/// The state of Algorithm C.
///
/// Invariants, outside of the methods: for each header i, following `down` from i visits `items[i].len` nodes with top
/// i and returns to i, and `up` is the inverse of `down`; exactly the primary items that are neither covered nor on the
/// path are in the active list, ascending. [`Kernel::check`] walks all of it.
#[derive(Debug)]
pub(super) struct Links {
    nodes: Vec<Node>,
    items: Vec<Item>,
    /// Number of primary items: the headers `1..=primary`; and how many of them are active.
    primary: u32,
    active: usize,
    fewest: Fewest,
    /// First node of each option, or [`IDLE`].
    first: Vec<u32>,
    /// Node chosen on each level: a node in the list of the item that the level branches on.
    path: Vec<u32>,
    resume: Resume,
    /// At this many of the path's first nodes, the untried options were given away.
    given: usize,
    /// The part that is searched.
    part: Part,
    prior: Vec<Prior>,
    /// The assumed options among them.
    assumed: Vec<OptionId>,
    /// What assumed options did to each item: 0, [`COVERED`] or a colour; index 0 is not used.
    held: Vec<i32>,
    /// Bit i: option i was excluded.
    excluded: BitVec,
    /// The nodes that a thinned search has kept and not entered yet, the next one last, each with its level in `opened`.
    kept: Vec<(usize, u32)>,
    /// The items that the thinned search branches on, level by level; the last one may have none on the path.
    opened: Vec<u32>,
    effort: Effort,
}

/// The kernel for a problem.
pub(super) fn links_for(problem: &Problem) -> Result<Links, Unsupported> {
    KernelName::Links.fits(problem)?;
    Ok(Links::new(problem))
}

/// The bytes that the links of a problem take.
pub(super) fn most_bytes(problem: &Problem) -> usize {
    let (items, options) = (problem.item_count(), problem.option_count());
    (items + 2 + problem.entry_count() + options) * size_of::<Node>()
        + items * (size_of::<Item>() + size_of::<i32>())
        + options * size_of::<u32>()
}

impl Links {
    pub(super) fn new(problem: &Problem) -> Self {
        let items = problem.item_count();
        let room = items + 2 + problem.entry_count() + problem.option_count();
        let mut links = Links {
            nodes: Vec::with_capacity(room),
            items: item_list(problem.primary_count(), items),
            primary: problem.primary_count() as u32,
            active: problem.primary_count(),
            fewest: Fewest::new(items + 1),
            first: Vec::with_capacity(problem.option_count()),
            path: Vec::new(),
            resume: Resume::Enter,
            given: 0,
            part: Part::default(),
            prior: Vec::new(),
            assumed: Vec::new(),
            held: vec![0; items + 1],
            excluded: bitvec![0; problem.option_count()],
            kept: Vec::new(),
            opened: Vec::new(),
            effort: Effort::default(),
        };
        for header in 0..=items as u32 {
            links.nodes.push(Node {
                up: header,
                down: header,
                top: header,
                color: 0,
            });
        }
        links.nodes.push(Node {
            up: SPACER,
            down: SPACER,
            top: SPACER,
            color: 0,
        });
        for option in problem.options() {
            links.append(problem, option);
        }
        links
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
    fn choose_item(&mut self) -> u32 {
        if self.active > FEW {
            return self.fewest.first(&self.items);
        }
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
    fn cover(&mut self, item: u32) -> u32 {
        let (mut removed, mut lists) = (Removed::default(), self.lists());
        let mut node = lists.nodes[item as usize].down;
        while node != item {
            hide(&mut lists, node, &mut removed);
            node = lists.nodes[node as usize].down;
        }
        let Item { previous, next, .. } = self.items[item as usize];
        self.items[previous as usize].next = next;
        self.items[next as usize].previous = previous;
        if item <= self.primary {
            self.items[item as usize].len += OPTIONAL;
            self.active -= 1;
            self.fewest.marks().mark(item);
        }
        self.effort.updates += removed.updates;
        removed.emptied
    }

    fn uncover(&mut self, item: u32) {
        let Item { previous, next, .. } = self.items[item as usize];
        self.items[previous as usize].next = item;
        self.items[next as usize].previous = item;
        if item <= self.primary {
            self.items[item as usize].len -= OPTIONAL;
            self.active += 1;
            self.fewest.marks().mark(item);
        }
        let mut lists = self.lists();
        let mut node = lists.nodes[item as usize].up;
        while node != item {
            unhide(&mut lists, node);
            node = lists.nodes[node as usize].up;
        }
    }

    /// Covers the item of `node`, or gives it the node's colour, as far as it does not have it yet.
    fn commit(&mut self, node: u32) -> u32 {
        let Node { top, color, .. } = self.nodes[node as usize];
        match color {
            0 => self.cover(top),
            PURIFIED => 0,
            _ => self.purify(top, color),
        }
    }

    fn uncommit(&mut self, node: u32) {
        let Node { top, color, .. } = self.nodes[node as usize];
        match color {
            0 => self.uncover(top),
            PURIFIED => {}
            _ => self.unpurify(top, color),
        }
    }

    /// Removes all options that do not give `color` to `item`; marks the nodes of the others.
    fn purify(&mut self, item: u32, color: i32) -> u32 {
        let (mut removed, mut lists) = (Removed::default(), self.lists());
        let mut node = lists.nodes[item as usize].down;
        while node != item {
            if lists.nodes[node as usize].color == color {
                lists.nodes[node as usize].color = PURIFIED;
            } else {
                hide(&mut lists, node, &mut removed);
            }
            node = lists.nodes[node as usize].down;
        }
        self.effort.updates += removed.updates;
        removed.emptied
    }

    fn unpurify(&mut self, item: u32, color: i32) {
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

impl Links {
    /// The id of the option that `node` belongs to, which the spacer after it holds.
    fn option_of(&self, node: u32) -> OptionId {
        let spacer = self.nodes[node as usize..]
            .iter()
            .find(|node| node.top == SPACER);
        OptionId::new(spacer.expect("a spacer after each option").color as usize)
    }

    /// Chooses the option of `node`, whose item is covered: commits its other items, from left to right. If that
    /// leaves an item without options which the option itself does not cover, everything is undone and the answer is
    /// `false`.
    fn take(&mut self, node: u32) -> bool {
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

    /// Covers the items of the option of `node` although some item is left without options. It counts as no work.
    fn take_anyway(&mut self, node: u32) {
        let updates = self.effort.updates;
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
        self.effort.updates = updates;
    }

    /// Whether the option of `node` names `item` beside the item of `node`.
    fn covers(&self, node: u32, item: u32) -> bool {
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
    fn untake(&mut self, node: u32) {
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
    fn nodes_of(&self, option: OptionId) -> std::ops::Range<usize> {
        let first = self.first[option.index()] as usize;
        let len = self.nodes[first..]
            .iter()
            .position(|node| node.top == SPACER);
        first..first + len.expect("a spacer after each option")
    }

    /// The node by which an assumed option is taken: that of its first primary item.
    fn primary_node(&self, option: OptionId) -> u32 {
        let primary = |&node: &usize| self.nodes[node].top <= self.primary;
        self.nodes_of(option)
            .find(primary)
            .expect("a primary item in each option") as u32
    }
}

/// What hiding an option changes. (Slices of their own, so that the loops need not look where they begin.)
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
            item.len -= 1;
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
            items[top as usize].len += 1;
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

#[cfg(test)]
mod tests;
