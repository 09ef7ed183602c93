//! What follows from a choice: forced options, and options that disagree with every option of some item.

use super::counts::{Least, TOGETHER, add_up, take_away};
use super::packed::{Packed, for_each};
use super::shape::Shape;
use crate::engine::driver::Settled;
use crate::engine::parts::Parts;
use crate::engine::simd::block::{Block, Simd};
use crate::problem::OptionId;

/// The work of adding up the items of `listed` options in one block of `planes` planes, and of going through the sums.
#[inline(always)]
fn work_of_adding(listed: usize, planes: usize, has_bounds: bool) -> u64 {
    match has_bounds {
        false => (2 * listed + 5 * planes) as u64,
        true => 4 * listed as u64,
    }
}

/// The work of looking at `looks` rows for one item, for each block of a row.
#[inline(always)]
fn work_of_looks(looks: u64, has_bounds: bool) -> u64 {
    match has_bounds {
        false => 14 * looks,
        true => 30 + 8 * looks,
    }
}

/// With bounds, capacities of up to this many binary digits are held in registers.
pub(super) const DIGITS: usize = 4;

/// A shape of which the compiler may know the `W` blocks of a set of options and the `P` planes, with one block of items;
/// where they are 0, it knows nothing.
#[derive(Clone, Copy)]
pub(super) struct Known<const W: usize, const P: usize>(Shape);

impl<const W: usize, const P: usize> Known<W, P> {
    pub(super) fn new(shape: Shape) -> Self {
        debug_assert!(W == 0 || (W, 1, P) == (shape.width, shape.vectors, shape.planes));
        Known(shape)
    }

    #[inline(always)]
    pub(super) fn width(self) -> usize {
        if W == 0 { self.0.width } else { W }
    }

    #[inline(always)]
    pub(super) fn vectors(self) -> usize {
        if W == 0 { self.0.vectors } else { 1 }
    }

    #[inline(always)]
    pub(super) fn planes(self) -> usize {
        if W == 0 { self.0.planes } else { P }
    }

    /// Planes of a capacity.
    #[inline(always)]
    pub(super) fn digits(self) -> usize {
        self.0.digits
    }

    /// The planes of a capacity, one after the other. Where the compiler knows the shape, it knows each of them too: then
    /// they stay in registers.
    #[inline(always)]
    pub(super) fn each_digit(self) -> impl Iterator<Item = usize> {
        let most = if W == 0 { self.digits() } else { DIGITS };
        (0..most).take_while(move |&digit| digit < self.digits())
    }

    /// Blocks of a node.
    #[inline(always)]
    pub(super) fn node(self) -> usize {
        self.width() + self.vectors() * (1 + self.planes() + self.digits())
    }
}

/// A node at work. Where the compiler knows how many blocks these are, it holds most of them in registers.
pub(super) struct Node<'a> {
    /// The options that were counted, and what is left of them.
    pub(super) counted: &'a mut [Block],
    pub(super) left: &'a mut [Block],
    /// The items that are not covered, and of these the ones whose count has changed since their options were examined.
    pub(super) open: &'a mut [Block],
    pub(super) changed: &'a mut [Block],
    /// How many counted options each item has: the planes of each block of items, one block after the other.
    pub(super) counts: &'a mut [Block],
    /// With bounds, how often each item may still be covered: planes, as counts are.
    pub(super) capacities: &'a mut [Block],
    /// The number of options counted.
    pub(super) total: usize,
}

/// Temporary blocks: sets of options (`struck`, `own` and `common`), the planes of one block (`sums`), and a list of
/// options (`numbers`).
pub(super) struct Passing<'a> {
    pub(super) struck: &'a mut [Block],
    pub(super) own: &'a mut [Block],
    pub(super) common: &'a mut [Block],
    pub(super) sums: &'a mut [Block],
    pub(super) numbers: &'a mut [u32],
}

/// Where a node is branched on: all open items have two options or more, and this one has the fewest; or all needs are met
/// (`is_free`), and it has options left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fork {
    pub(super) item: usize,
    pub(super) is_free: bool,
    /// The number of options that are left.
    pub(super) total: usize,
}

/// A finding at a node, unless the node is dead.
type Found<T> = Result<T, Dead>;
/// Some item has no option left.
pub(super) struct Dead;

/// How a node is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    /// By this option of this item.
    Child { item: usize, option: usize },
    /// By none of the options of this item.
    Without(usize),
    /// As the root of a level; `fresh`, if it was not settled before it was packed.
    Root { fresh: bool },
}

/// The work at a node. With `BOUNDS`, some items of the problem may be covered several times. `I` is `S`, or
/// [half](Simd::half) of it where each set of items lies in the first half of its block.
pub(super) struct Settling<'a, S, I, const W: usize, const P: usize, const BOUNDS: bool> {
    /// For sets of options.
    pub(super) simd: S,
    /// For sets of items.
    pub(super) of_items: I,
    pub(super) known: Known<W, P>,
    pub(super) parts: &'a Parts,
    pub(super) packed: &'a mut Packed,
    pub(super) node: Node<'a>,
    pub(super) passing: Passing<'a>,
    /// The options that are taken are added here.
    pub(super) chosen: &'a mut Vec<OptionId>,
}

impl<S: Simd, I: Simd, const W: usize, const P: usize, const BOUNDS: bool>
    Settling<'_, S, I, W, P, BOUNDS>
{
    /// Enters a node: turns the blocks of its parent into its own, as `entry` says, and settles it.
    #[inline(always)]
    pub(super) fn enter(&mut self, entry: Entry, by_domains: bool) -> Settled<Fork> {
        match entry {
            Entry::Child { item, option } => {
                self.node.left.copy_from_slice(self.node.counted);
                self.node.changed.fill(Block::ZERO);
                if BOUNDS {
                    self.strike_tried(item, option);
                }
                self.choose(option);
            }
            Entry::Without(item) => {
                self.node.left.copy_from_slice(self.node.counted);
                self.node.changed.fill(Block::ZERO);
                self.strike_item(item);
            }
            Entry::Root { fresh } => {
                self.node.left.copy_from_slice(self.node.counted);
                match fresh {
                    true => self.node.changed.copy_from_slice(self.node.open),
                    false => self.node.changed.fill(Block::ZERO),
                }
                if !self.count_all() {
                    return Settled::DeadEnd;
                }
            }
        }
        self.settle(by_domains)
    }

    /// Takes all forced options and strikes out, if `by_domains`, what agrees with no option of an item, until neither is
    /// found.
    #[inline(always)]
    fn settle(&mut self, by_domains: bool) -> Settled<Fork> {
        loop {
            let is_covered = is_empty(self.of_items, self.node.open, self.known.vectors());
            if is_covered && (!BOUNDS || is_empty(self.simd, self.node.left, self.known.width())) {
                return Settled::Solution;
            }
            if !self.count() {
                return Settled::DeadEnd;
            }
            if is_covered {
                let free = self.free_item().map(|item| self.fork(item, true));
                return free.map_or(Settled::Solution, Settled::Branch);
            }
            let struck = match self.take_forced() {
                Ok(false) if by_domains => self.strike_by_domains(),
                taken => taken,
            };
            match struck {
                Err(Dead) => return Settled::DeadEnd,
                Ok(true) => {}
                Ok(false) => {
                    let item = self.fewest();
                    return Settled::Branch(self.fork(item, false));
                }
            }
        }
    }

    #[inline(always)]
    fn fork(&self, item: usize, is_free: bool) -> Fork {
        Fork {
            item,
            is_free,
            total: self.node.total,
        }
    }

    /// Brings the counts up to date: from what was struck out since the last count, or from what is left, if that is
    /// less. With bounds, `false` if an open item has fewer options than it needs.
    #[inline(always)]
    fn count(&mut self) -> bool {
        let (simd, items, known) = (self.simd, self.of_items, self.known);
        let mut struck = 0;
        for w in 0..known.width() {
            let counted = simd.load(&self.node.counted[w]);
            let left = simd.load(&self.node.left[w]);
            simd.store(simd.and_not(counted, left), &mut self.passing.struck[w]);
            simd.store(left, &mut self.node.counted[w]);
            struck += self.passing.struck[w].count_ones();
        }
        if struck == 0 {
            return true;
        }
        self.node.total -= struck;
        // If everything is counted again, the old counts only show which have changed.
        let afresh = struck > self.node.total + 2 * TOGETHER;
        if afresh {
            for w in 0..known.width() {
                let left = simd.load(&self.node.left[w]);
                simd.store(left, &mut self.passing.struck[w]);
            }
        }
        let listed = self.list();
        for v in 0..known.vectors() {
            self.add_up(v, listed);
            if BOUNDS && afresh && !self.take_needs(v) {
                return false;
            }
            let counts = &mut self.node.counts[v * known.planes()..][..known.planes()];
            let touched = if afresh {
                let mut touched = items.load(&Block::ZERO);
                for q in 0..known.planes() {
                    let (before, after) =
                        (items.load(&counts[q]), items.load(&self.passing.sums[q]));
                    touched = items.or(touched, items.xor(before, after));
                    items.store(after, &mut counts[q]);
                }
                touched
            } else {
                let (touched, short) = take_away(items, counts, self.passing.sums);
                if BOUNDS && !items.is_zero(items.and(short, items.load(&self.node.open[v]))) {
                    return false;
                }
                touched
            };
            let changed = items.or(items.load(&self.node.changed[v]), touched);
            items.store(changed, &mut self.node.changed[v]);
        }
        true
    }

    /// Counts all options of the node. With bounds, `false` if an open item has fewer than it needs.
    #[inline(always)]
    fn count_all(&mut self) -> bool {
        let (simd, known) = (self.simd, self.known);
        for w in 0..known.width() {
            let counted = simd.load(&self.node.counted[w]);
            simd.store(counted, &mut self.passing.struck[w]);
        }
        self.node.total = self.list();
        for v in 0..known.vectors() {
            self.add_up(v, self.node.total);
            if BOUNDS && !self.take_needs(v) {
                return false;
            }
            let counts = &mut self.node.counts[v * known.planes()..][..known.planes()];
            counts.copy_from_slice(self.passing.sums);
        }
        true
    }

    /// Lists the options of `struck`, followed by [`TOGETHER`] empty ones that fill up the last group. Returns how many
    /// options `struck` has.
    #[inline(always)]
    fn list(&mut self) -> usize {
        let none = self.packed.options.len() as u32;
        let numbers = &mut *self.passing.numbers;
        let mut listed = 0;
        for_each(
            self.passing.struck,
            #[inline(always)]
            |option| {
                numbers[listed] = option as u32;
                listed += 1;
            },
        );
        numbers[listed..listed + TOGETHER].fill(none);
        listed
    }

    /// Adds up the listed options, in one block of items.
    #[inline(always)]
    fn add_up(&mut self, v: usize, listed: usize) {
        self.packed.work += work_of_adding(listed, self.known.planes(), BOUNDS);
        let numbers = &self.passing.numbers[..listed.next_multiple_of(TOGETHER)];
        let place = (self.known.vectors(), v);
        add_up(
            self.of_items,
            self.packed.sets(),
            place,
            numbers,
            self.passing.sums,
        );
    }

    #[inline(always)]
    fn least(&self, v: usize) -> Least<I::Register> {
        let planes = self.known.planes();
        Least::of(self.of_items, &self.node.counts[v * planes..][..planes])
    }

    /// Takes the options of all items that have only one. Returns whether there was any.
    #[inline(always)]
    fn take_forced(&mut self) -> Found<bool> {
        let (simd, known) = (self.of_items, self.known);
        let (mut empty, mut forced) = (simd.load(&Block::ZERO), simd.load(&Block::ZERO));
        for v in 0..known.vectors() {
            let (least, open) = (self.least(v), simd.load(&self.node.open[v]));
            empty = simd.or(empty, simd.and_not(open, least.some));
            forced = simd.or(forced, simd.and_not(open, least.two));
        }
        if !simd.is_zero(empty) {
            return Err(Dead);
        }
        if simd.is_zero(forced) {
            return Ok(false);
        }
        for v in 0..known.vectors() {
            let (least, open) = (self.least(v), simd.load(&self.node.open[v]));
            let mut forced = Block::ZERO;
            simd.store(simd.and_not(open, least.two), &mut forced);
            for at in 0..I::WORDS {
                while forced.0[at] != 0 {
                    let bit = forced.0[at].trailing_zeros() as usize;
                    let option = self.take(v * Block::BITS + 64 * at + bit)?;
                    // Other items may force it too.
                    let items = simd.load(&self.packed.items_of(option, known.vectors())[v]);
                    simd.store(simd.and_not(simd.load(&forced), items), &mut forced);
                }
            }
        }
        Ok(true)
    }

    /// Takes the only option of an item, unless one that was taken before disagrees with it.
    #[inline(always)]
    fn take(&mut self, item: usize) -> Found<usize> {
        let (simd, known) = (self.simd, self.known);
        let mut occupied = None;
        for w in 0..known.width() {
            let mask = simd.load(&self.packed.options_of(item, known.width())[w]);
            let own = simd.and(simd.load(&self.node.left[w]), mask);
            simd.store(own, &mut self.passing.own[w]);
            let words = simd.occupied(own);
            if words != 0 {
                occupied = Some(8 * w + words.trailing_zeros() as usize);
            }
        }
        let word = occupied.ok_or(Dead)?;
        let bit = self.passing.own[word / 8].0[word % 8].trailing_zeros() as usize;
        let option = 64 * word + bit;
        push(self.chosen, self.packed.options[option]);
        self.choose(option);
        Ok(option)
    }

    /// Strikes out what disagrees with an option, and covers its items.
    #[inline(always)]
    fn choose(&mut self, option: usize) {
        let (simd, known) = (self.simd, self.known);
        self.packed.keep_rows(1);
        let row = self.packed.row(self.parts, simd, option);
        let row = self.packed.blocks_of(row, known.width());
        for w in 0..known.width() {
            let left = &mut self.node.left[w];
            simd.store(simd.and_not(simd.load(left), simd.load(&row[w])), left);
        }
        if BOUNDS {
            self.use_items(option);
            return;
        }
        let simd = self.of_items;
        let items = self.packed.items_of(option, known.vectors());
        for v in 0..known.vectors() {
            let open = &mut self.node.open[v];
            simd.store(simd.and_not(simd.load(open), simd.load(&items[v])), open);
        }
    }

    /// Examines the options of each item whose count has changed, items with few options first. Returns whether
    /// something was struck out.
    #[inline(always)]
    fn strike_by_domains(&mut self) -> Found<bool> {
        let (simd, known) = (self.of_items, self.known);
        for class in 0..3 {
            let mut struck = false;
            for v in 0..known.vectors() {
                let least = self.least(v);
                let most = [least.four, least.eight, least.sixteen][class];
                let open = simd.load(&self.node.open[v]);
                let changed = simd.load(&self.node.changed[v]);
                let looked_at = simd.and_not(simd.and(open, changed), most);
                simd.store(simd.and_not(changed, looked_at), &mut self.node.changed[v]);
                if simd.is_zero(looked_at) {
                    continue;
                }
                let mut items = Block::ZERO;
                simd.store(looked_at, &mut items);
                for at in 0..I::WORDS {
                    let mut word = items.0[at];
                    while word != 0 {
                        let item = v * Block::BITS + 64 * at + word.trailing_zeros() as usize;
                        word &= word - 1;
                        struck |= self.strike_by_domain(item)?;
                    }
                }
            }
            if struck {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Strikes out the options that disagree with all options of an item. Returns whether there were any.
    #[inline(always)]
    fn strike_by_domain(&mut self, item: usize) -> Found<bool> {
        let (simd, known) = (self.simd, self.known);
        let width = known.width();
        let (mut first, mut last) = (usize::MAX, 0);
        for w in 0..width {
            let mask = simd.load(&self.packed.options_of(item, width)[w]);
            let left = simd.load(&self.node.left[w]);
            let own = simd.and(left, mask);
            simd.store(own, &mut self.passing.own[w]);
            simd.store(simd.and_not(left, mask), &mut self.passing.common[w]);
            let words = simd.occupied(own);
            if words != 0 {
                first = first.min(8 * w + words.trailing_zeros() as usize);
                last = 8 * w + words.ilog2() as usize;
            }
        }
        if first == usize::MAX {
            return Err(Dead);
        }
        let mut looks = 0;
        let struck = self.disagrees_with_all(first, last, &mut looks);
        self.packed.work += work_of_looks(looks, BOUNDS) * width as u64;
        if !struck {
            return Ok(false);
        }
        for w in 0..width {
            let left = &mut self.node.left[w];
            let common = simd.load(&self.passing.common[w]);
            simd.store(simd.and_not(simd.load(left), common), left);
        }
        Ok(true)
    }

    /// Leaves in `common` the options that disagree with all options of `own`, whose words are `first` to `last`.
    /// Returns whether there are any. Counts the rows it looks at in `looks`, which stays in a register.
    #[inline(always)]
    fn disagrees_with_all(&mut self, first: usize, last: usize, looks: &mut u64) -> bool {
        // The rows of the first and the last option have least in common.
        let end = self.passing.own[last / 8].0[last % 8].ilog2() as usize;
        *looks += 1;
        if !self.disagrees_too(64 * last + end) {
            return false;
        }
        for at in first..=last {
            let mut word = self.passing.own[at / 8].0[at % 8];
            if at == last {
                word &= !(1 << end);
            }
            while word != 0 {
                let option = 64 * at + word.trailing_zeros() as usize;
                word &= word - 1;
                *looks += 1;
                if !self.disagrees_too(option) {
                    return false;
                }
            }
        }
        true
    }

    /// Leaves in `common` the options that disagree with one more option. Returns whether there are any.
    #[inline(always)]
    fn disagrees_too(&mut self, option: usize) -> bool {
        let (simd, width) = (self.simd, self.known.width());
        self.packed.keep_rows(1);
        let row = self.packed.row(self.parts, simd, option);
        let row = self.packed.blocks_of(row, width);
        let mut any = simd.load(&Block::ZERO);
        for w in 0..width {
            let common = &mut self.passing.common[w];
            let both = simd.and(simd.load(common), simd.load(&row[w]));
            any = simd.or(any, both);
            simd.store(both, common);
        }
        !simd.is_zero(any)
    }

    /// The first of the items with the fewest options.
    #[inline(always)]
    fn fewest(&mut self) -> usize {
        let (simd, known) = (self.of_items, self.known);
        let planes = known.planes();
        // From the highest digit down: keep the items that have a 0 there, if there are any.
        for v in 0..known.vectors() {
            let open = simd.load(&self.node.open[v]);
            simd.store(open, &mut self.node.changed[v]);
        }
        for q in (0..planes).rev() {
            let mut any = simd.load(&Block::ZERO);
            for v in 0..known.vectors() {
                let fewer = simd.and_not(
                    simd.load(&self.node.changed[v]),
                    simd.load(&self.node.counts[v * planes + q]),
                );
                any = simd.or(any, fewer);
            }
            if simd.is_zero(any) {
                continue;
            }
            for v in 0..known.vectors() {
                let fewer = simd.and_not(
                    simd.load(&self.node.changed[v]),
                    simd.load(&self.node.counts[v * planes + q]),
                );
                simd.store(fewer, &mut self.node.changed[v]);
            }
        }
        let mut fewest = Block::ZERO;
        for v in 0..known.vectors() {
            let items = simd.load(&self.node.changed[v]);
            let words = simd.occupied(items);
            if words != 0 {
                simd.store(items, &mut fewest);
                let at = words.trailing_zeros() as usize;
                return v * Block::BITS + 64 * at + fewest.0[at].trailing_zeros() as usize;
            }
        }
        unreachable!("some item is open")
    }
}

/// Adds an option to those chosen. The compiler does not know that the vector rarely has to grow; a call that it takes
/// for a common one costs registers.
#[inline(always)]
pub(super) fn push(chosen: &mut Vec<OptionId>, option: OptionId) {
    #[cold]
    #[inline(never)]
    fn grow(chosen: &mut Vec<OptionId>) {
        chosen.reserve(1);
    }
    if chosen.len() == chosen.capacity() {
        grow(chosen);
    }
    chosen.push(option);
}

/// Whether a set of `blocks` blocks is empty.
#[inline(always)]
fn is_empty<S: Simd>(simd: S, set: &[Block], blocks: usize) -> bool {
    let mut all = simd.load(&Block::ZERO);
    for block in &set[..blocks] {
        all = simd.or(all, simd.load(block));
    }
    simd.is_zero(all)
}
