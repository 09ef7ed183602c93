//! What is left of a problem at a node of the search: live options and open items.
//!
//! Options and items are renumbered at each node, so that every loop goes over what is left only. The example of
//! `docs/design.md` after its first option, `c e`, was chosen:
//!
//! ```text
//!     options    0 a d g    1 a d f    2 b g              (a d f: 1 in this residual, 3 in the problem)
//!     items      a: 0 1     b: 2       d: 0 1     f: 1     g: 0 2
//!     members    0 1        2          0 1        1        0 2      one list, each item knows where its part ends
//! ```
//!
//! Items are in the order of the problem, those with colours last. Choosing options [marks](Marks) what disagrees with
//! them; [`compact`](Residual::compact) then drops what is marked.

use crate::engine::limits::{Limit, Watch};
use crate::engine::memory::{NoMemory, Share};
use crate::problem::{Color, OptionId, Problem};

/// The slack of an item that must be covered as often as it may be.
pub(super) const MUST: i64 = 1 << 60;

/// The mark of an option that drops out; the place of an item that is not in a residual.
const GONE: u32 = u32::MAX;

/// An open item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// Its number in the problem.
    pub(super) id: u32,
    /// Where its part of `members` ends; it begins where the previous item's part ends.
    pub(super) end: u32,
    /// How often it must still be covered at least, and at most: 0 if it drops out.
    pub(super) low: u32,
    pub(super) high: u32,
    /// The reduced cost of covering it once less than `high` times, and again for each time less; or [`MUST`], where `low` is
    /// `high`.
    pub(super) slack: i64,
}

impl Item {
    /// How many times less than `high` it may be covered.
    fn spare(&self) -> i64 {
        i64::from(self.high - self.low)
    }
}

/// What is left of a problem.
#[derive(Clone, Default, Debug)]
pub(super) struct Residual {
    /// The live options, by their numbers in the problem, ascending.
    pub(super) options: Vec<OptionId>,
    /// Their reduced costs.
    pub(super) reduced: Vec<i64>,
    /// The items that have live options: primary ones, secondary ones without colours, those with colours.
    pub(super) items: Vec<Item>,
    /// How many of the first items may have a price: all except those with colours.
    pub(super) priced: usize,
    /// The live options of each item, as places in `options`, ascending.
    pub(super) members: Vec<u32>,
    /// The cost of solutions beyond reduced costs and slacks, including the options chosen so far.
    pub(super) base: i64,
    /// Some item may be covered more than once: then reduced costs may be negative.
    pub(super) has_bounds: bool,
}

/// There is no solution.
pub(super) struct DeadEnd;

/// Why a node is left in the middle.
pub(super) enum Halt {
    DeadEnd,
    Stopped(Limit),
}

impl From<DeadEnd> for Halt {
    fn from(_: DeadEnd) -> Halt {
        Halt::DeadEnd
    }
}

impl From<Limit> for Halt {
    fn from(limit: Limit) -> Halt {
        Halt::Stopped(limit)
    }
}

/// What will drop out of a residual.
#[derive(Default, Debug)]
pub(super) struct Marks {
    /// For each live option, [`GONE`] or anything else.
    options: Vec<u32>,
    /// The place of each item of the problem in the residual, or [`GONE`]; valid after [`Marks::find_items`].
    places: Vec<u32>,
    /// For each item of the residual, the options that were not marked; right after
    /// [`Marks::count_members`].
    counts: Vec<u32>,
    /// While options are chosen: options that were marked, and items that are left with no more options than they need.
    struck: Vec<u32>,
    due: Vec<u32>,
}

impl Marks {
    pub(super) fn new(problem: &Problem) -> Marks {
        Marks {
            places: vec![GONE; problem.item_count()],
            ..Marks::default()
        }
    }

    /// Marks exactly the options that are to go, and returns their number.
    pub(super) fn set(&mut self, of: &Residual, goes: impl Fn(OptionId, i64) -> bool) -> usize {
        let options = of.options.iter().zip(&of.reduced);
        self.options.clear();
        let mark = |(&option, &reduced)| u32::from(goes(option, reduced)) * GONE;
        self.options.extend(options.map(mark));
        self.options.iter().filter(|&&mark| mark == GONE).count()
    }

    /// Whether the option at this place is to go.
    pub(super) fn is_set(&self, place: usize) -> bool {
        self.options[place] == GONE
    }

    /// Prepares for choosing options. Nothing is marked.
    pub(super) fn find_items(&mut self, of: &Residual) {
        self.options.clear();
        self.options.resize(of.options.len(), 0);
        self.struck.clear();
        self.places.fill(GONE);
        for (place, item) in of.items.iter().enumerate() {
            self.places[item.id as usize] = place as u32;
        }
    }

    /// Marks an option that is to go, while options are chosen.
    pub(super) fn strike(&mut self, option: usize) {
        if std::mem::replace(&mut self.options[option], GONE) != GONE {
            self.struck.push(option as u32);
        }
    }

    fn count_members(&mut self, of: &Residual) {
        let counts = of.lists().map(|(_, members)| members.len() as u32);
        self.counts.clear();
        self.counts.extend(counts);
    }

    /// Subtracts the struck options from the counts of their items, and lists the items that must be covered and have
    /// no more options left than they need.
    fn find_due(&mut self, of: &Residual, problem: &Problem) {
        for option in self.struck.drain(..) {
            for entry in problem.entries(of.options[option as usize]) {
                let place = self.places[entry.item.index()] as usize;
                if place >= of.priced {
                    continue;
                }
                self.counts[place] -= 1;
                let low = of.items[place].low;
                if low > 0 && self.counts[place] <= low {
                    self.due.push(place as u32);
                }
            }
        }
    }
}

impl Residual {
    /// A whole problem except for some options, with these costs.
    pub(super) fn new(
        problem: &Problem,
        is_left: impl Fn(OptionId) -> bool,
        cost: impl Fn(OptionId) -> i64,
        watch: &Watch,
    ) -> Result<Residual, Limit> {
        let options = Vec::from_iter(problem.options().filter(|&option| is_left(option)));
        let mut lengths = vec![0u32; problem.item_count()];
        let mut is_colored = vec![false; problem.item_count()];
        for &option in &options {
            let entries = problem.entries(option);
            watch.spend(8 + 4 * entries.len() as u64)?;
            for entry in entries {
                lengths[entry.item.index()] += 1;
                is_colored[entry.item.index()] |= entry.color.is_some();
            }
        }
        let mut residual = Residual {
            reduced: options.iter().map(|&option| cost(option)).collect(),
            ..Residual::default()
        };
        let (colored, priced): (Vec<_>, Vec<_>) =
            problem.items().partition(|item| is_colored[item.index()]);
        residual.priced = priced.len();
        residual.has_bounds = problem.has_bounds();
        let mut end = 0;
        // Where the next member of each item goes.
        let mut next = vec![0u32; problem.item_count()];
        for item in priced.into_iter().chain(colored) {
            next[item.index()] = end;
            end += lengths[item.index()];
            let (low, high) = match problem.bounds(item) {
                Some(bounds) => (bounds.low, bounds.high),
                None => (0, 1),
            };
            residual.items.push(Item {
                id: item.index() as u32,
                end,
                low,
                high,
                slack: if low == high { MUST } else { 0 },
            });
        }
        residual.members = vec![0; end as usize];
        for (place, &option) in options.iter().enumerate() {
            let entries = problem.entries(option);
            watch.spend(8 + 8 * entries.len() as u64)?;
            for entry in entries {
                let next = &mut next[entry.item.index()];
                residual.members[*next as usize] = place as u32;
                *next += 1;
            }
        }
        residual.options = options;
        Ok(residual)
    }

    /// Bytes that all options of a problem take at most, while they are listed.
    pub(super) fn most_bytes(problem: &Problem) -> usize {
        let of_option = size_of::<OptionId>() + size_of::<i64>() + size_of::<bool>();
        let of_item = size_of::<Item>() + 3 * size_of::<u32>();
        problem.option_count() * of_option
            + problem.item_count() * of_item
            + problem.entry_count() * size_of::<u32>()
    }

    /// Makes this a copy of another residual, in its own memory, which is charged to `held`.
    pub(super) fn copy(&mut self, other: &Residual, held: &mut Share) -> Result<(), NoMemory> {
        let before = self.bytes();
        let lack = |list: usize, needed: usize| needed.saturating_sub(list);
        let more = lack(self.options.capacity(), other.options.len()) * size_of::<OptionId>()
            + lack(self.reduced.capacity(), other.reduced.len()) * size_of::<i64>()
            + lack(self.items.capacity(), other.items.len()) * size_of::<Item>()
            + lack(self.members.capacity(), other.members.len()) * size_of::<u32>();
        held.grow(more)?;
        copy(&mut self.options, &other.options);
        copy(&mut self.reduced, &other.reduced);
        copy(&mut self.items, &other.items);
        copy(&mut self.members, &other.members);
        (self.priced, self.base) = (other.priced, other.base);
        self.has_bounds = other.has_bounds;
        debug_assert_eq!(self.bytes(), before + more);
        Ok(())
    }

    /// Bytes that its lists take.
    pub(super) fn bytes(&self) -> usize {
        self.options.capacity() * size_of::<OptionId>()
            + self.reduced.capacity() * size_of::<i64>()
            + self.items.capacity() * size_of::<Item>()
            + self.members.capacity() * size_of::<u32>()
    }

    /// The least cost of any solution: the base plus the negative reduced costs, if there are any.
    pub(super) fn bound(&self) -> i64 {
        if !self.has_bounds {
            return self.base;
        }
        let reduced = self.reduced.iter().map(|&cost| cost.min(0));
        let slacks = self.items.iter().map(|item| match item.slack {
            MUST => 0,
            slack => slack.min(0) * item.spare(),
        });
        self.base + reduced.sum::<i64>() + slacks.sum::<i64>()
    }

    /// About how long it takes to go through it once, in steps of a nanosecond.
    pub(super) fn work(&self) -> u64 {
        (2 * self.members.len() + self.options.len() + self.items.len()) as u64
    }

    /// The colour that a live option gives to an item; `item` is its number in the problem.
    pub(super) fn color(&self, problem: &Problem, option: u32, item: u32) -> Option<Color> {
        let entries = problem.entries(self.options[option as usize]);
        let same = entries
            .iter()
            .find(|entry| entry.item.index() == item as usize);
        same.and_then(|entry| entry.color)
    }

    /// Items with their live options.
    pub(super) fn lists(&self) -> impl Iterator<Item = (&Item, &[u32])> {
        let mut start = 0;
        self.items.iter().map(move |item| {
            let members = &self.members[start..item.end as usize];
            start = item.end as usize;
            (item, members)
        })
    }

    fn members_of(&self, place: usize) -> std::ops::Range<usize> {
        let start = place
            .checked_sub(1)
            .map_or(0, |before| self.items[before].end);
        start as usize..self.items[place].end as usize
    }

    /// Chooses a live option: marks it and all options that disagree with it. Several options can be chosen before the
    /// marked ones drop out, as long as an earlier choice did not mark them.
    pub(super) fn choose(&mut self, option: usize, problem: &Problem, marks: &mut Marks) {
        self.base += self.reduced[option];
        for entry in problem.entries(self.options[option]) {
            let place = marks.places[entry.item.index()];
            if place == GONE {
                // Covered by an earlier choice, in the same colour.
                continue;
            }
            let item = &mut self.items[place as usize];
            item.low = item.low.saturating_sub(1);
            item.high -= 1;
            if item.high > 0 {
                continue;
            }
            marks.places[entry.item.index()] = GONE;
            for &member in &self.members[self.members_of(place as usize)] {
                let agrees = entry.color.is_some()
                    && entry.color == self.color(problem, member, entry.item.index() as u32);
                if !agrees {
                    marks.strike(member as usize);
                }
            }
        }
        // If all of its items may be covered again, nothing has marked it.
        marks.strike(option);
    }

    /// Marks the options of an item that come before this one, in the order of their reduced costs: they were tried.
    pub(super) fn drop_tried(&self, item: usize, option: usize, marks: &mut Marks) {
        let rank = |option: usize| (self.reduced[option], option);
        for &member in &self.members[self.members_of(item)] {
            if rank(member as usize) < rank(option) {
                marks.strike(member as usize);
            }
        }
    }

    /// Chooses all options whose reduced cost is below `floor`, all that an item cannot do without, and all that follow
    /// from these. Reports each to `chosen`. Marks nothing if there are none.
    ///
    /// What is struck out is counted item by item, so that a long chain takes no more time than its length.
    pub(super) fn choose_forced(
        &mut self,
        problem: &Problem,
        marks: &mut Marks,
        floor: i64,
        mut chosen: impl FnMut(OptionId),
    ) -> Result<bool, DeadEnd> {
        let is_forced = |&place: &usize| {
            let low = self.items[place].low as usize;
            low > 0 && self.members_of(place).len() <= low
        };
        let forced = (0..self.priced).filter(is_forced);
        marks.due.clear();
        marks.due.extend(forced.map(|place| place as u32));
        if marks.due.is_empty() && !self.has_below(floor) {
            return Ok(false);
        }
        marks.find_items(self);
        marks.count_members(self);
        if self.has_below(floor) {
            for option in 0..self.options.len() {
                if self.reduced[option] < floor {
                    if marks.is_set(option) {
                        return Err(DeadEnd);
                    }
                    self.choose(option, problem, marks);
                    marks.find_due(self, problem);
                    chosen(self.options[option]);
                }
            }
        }
        let mut next = 0;
        while let Some(&place) = marks.due.get(next) {
            next += 1;
            let place = place as usize;
            while self.items[place].low > 0 {
                let members = &self.members[self.members_of(place)];
                let is_left = |&&member: &&u32| marks.options[member as usize] != GONE;
                // There is none if options that were chosen disagree with all of them.
                let option = *members.iter().find(is_left).ok_or(DeadEnd)? as usize;
                self.choose(option, problem, marks);
                marks.find_due(self, problem);
                chosen(self.options[option]);
            }
        }
        Ok(true)
    }

    /// Whether some reduced cost is below this.
    pub(super) fn has_below(&self, floor: i64) -> bool {
        self.has_bounds && self.reduced.iter().any(|&cost| cost < floor)
    }

    /// Drops the marked options, and the items that are covered or have no options left. If an item has fewer than it
    /// needs, this is a dead end, and the residual is unusable from then on.
    pub(super) fn compact(&mut self, marks: &mut Marks) -> Result<(), DeadEnd> {
        let marks = &mut marks.options[..];
        let mut left = 0;
        for (place, mark) in marks.iter_mut().enumerate() {
            let stays = *mark != GONE;
            self.options[left] = self.options[place];
            self.reduced[left] = self.reduced[place];
            *mark = if stays { left as u32 } else { GONE };
            left += usize::from(stays);
        }
        self.options.truncate(left);
        self.reduced.truncate(left);
        let (mut start, mut end, mut left, mut priced) = (0, 0, 0, 0);
        for place in 0..self.items.len() {
            let mut item = self.items[place];
            let members = start..item.end as usize;
            start = members.end;
            if item.high == 0 {
                continue;
            }
            let first = end;
            for member in members {
                let mark = marks[self.members[member] as usize];
                self.members[end] = mark;
                end += usize::from(mark != GONE);
            }
            let count = (end - first) as u32;
            if count < item.high {
                if count < item.low {
                    return Err(DeadEnd);
                }
                self.base += item.slack * i64::from(item.high - count);
                item.high = count;
                if item.low == count {
                    item.slack = MUST;
                }
                if count == 0 {
                    continue;
                }
            }
            item.end = end as u32;
            self.items[left] = item;
            left += 1;
            priced += usize::from(place < self.priced);
        }
        self.items.truncate(left);
        self.members.truncate(end);
        self.priced = priced;
        Ok(())
    }
}

/// Copies a list into the memory of another, which grows no more than it must.
fn copy<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    to.clear();
    to.reserve_exact(from.len());
    to.extend_from_slice(from);
}
