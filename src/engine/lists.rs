//! Bit-parallel lists: every node holds the list of its live options, as bit sets that are streamed once.
//!
//! One bit stands for a primary item, or for a secondary item that has no colours. A secondary item with k colours
//! has k bits, one for each, and one more if some option uses it without a colour. An option has two sets:
//!
//! - `own`, the bits that it holds: its items, and the colours that it gives;
//! - `forbid`, the bits that no other chosen option may hold: its uncoloured items with all their bits, and the
//!   *other* bits of its coloured items.
//!
//! Options a and b agree iff `own(a) & forbid(b) == 0`. With the items a, b | x and the colours x:1, x:2:
//!
//! ```text
//!                   a b x1 x2                   a b x1 x2
//!     a x:1   own   1 .  1  .      forbid       1 .  .  1
//!     b x:1   own   . 1  1  .      forbid       . 1  .  1      agrees with the first
//!     b x:2   own   . 1  .  1      forbid       . 1  1  .      does not: x2 meets x2
//! ```
//!
//! To choose an option, its parent's list is streamed through one test, which keeps the options that agree with it,
//! and through saturating counters, one bit an item: `g1` tells which items have an option left, `g2` which have two,
//! and so on to `g4`. A word operation counts for 64 items at once. An uncovered item outside `g1` is a dead end; those
//! in `g1` but not in `g2` are forced, and all of them are chosen together; one in `g2` but not in `g3` has two
//! options and is branched on. Only where every item has four or more are they counted exactly, in binary, one bit
//! set a digit.
//!
//! Nothing is undone: a level's list lies behind its parent's, and going back is to forget it.
//!
//! When not to use it: the sets are as wide as the problem, whatever is left of it, and every live option is looked at
//! in every node. Wide problems of which a choice touches little (large Sudokus) are for links.

mod bitmap;
mod wide;

#[cfg(test)]
mod tests;

use std::ops::Range;

use bitvec::bitvec;
use bitvec::vec::BitVec;

use super::bits::{Bits, fewest, join, lowest, meets, part, remove, set};
use super::kernel::{Effort, Kernel, Step};
use crate::problem::{OptionId, Problem};
use bitmap::Bitmap;
use wide::Isa;

/// An option as bit sets.
#[derive(Clone, Copy, Debug)]
struct Masks<const W: usize> {
    own: Bits<W>,
    forbid: Bits<W>,
}

/// A node of the search tree that is branched on.
#[derive(Clone, Debug)]
struct Frame<const W: usize> {
    /// Where the lists of this level begin: what lies behind is forgotten with the node.
    base: usize,
    /// The live options, and which of them is the first that was not tried yet.
    list: Range<usize>,
    next: usize,
    /// The item that is branched on: the word of its bit, and the bit.
    item: (usize, u64),
    /// The primary items that are not covered.
    uncovered: Bits<W>,
    /// Number of options chosen on the way to this node.
    chosen: usize,
}

/// What was done before the search, and what it left.
#[derive(Clone, Debug)]
struct Prior<const W: usize> {
    option: OptionId,
    assumed: bool,
    /// What all assumed options so far forbid, this one included.
    forbidden: Bits<W>,
    /// The primary items that none of them covers.
    uncovered: Bits<W>,
}

/// What became of a node that was entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Entered {
    Solution,
    DeadEnd,
    /// A frame was pushed.
    Branch,
}

/// The state of the search.
#[derive(Debug)]
pub(super) struct Lists<const W: usize> {
    options: Vec<Masks<W>>,
    /// All primary items.
    primary: Bits<W>,
    prior: Vec<Prior<W>>,
    excluded: BitVec,
    /// Live options of all levels, one list behind the other, up to `top`: what they hold, and which they are.
    live: Vec<Bits<W>>,
    ids: Vec<u32>,
    top: usize,
    frames: Vec<Frame<W>>,
    /// The options chosen, those assumed left out.
    chosen: Vec<u32>,
    /// The root was not entered yet.
    fresh: bool,
    effort: Effort,
    isa: Isa,
}

/// Room behind a list that may be written to: as many ids as one instruction stores.
const SLACK: usize = 8;

/// Some options: what they hold, and which they are.
type List<'a, const W: usize> = (&'a [Bits<W>], &'a [u32]);
type ListMut<'a, const W: usize> = (&'a mut [Bits<W>], &'a mut [u32]);

/// A way to sift a list.
trait Sift: Copy {
    /// Copies the options that hold no `forbidden` bit to the start of `to`; their number, and their counters.
    ///
    /// # Panics
    /// If `to` has no room for all options and [`SLACK`] more.
    fn sift<const W: usize>(
        self,
        from: List<W>,
        forbidden: &Bits<W>,
        to: ListMut<W>,
    ) -> (usize, Counters<W>);
}

/// One option after the other.
#[derive(Clone, Copy)]
struct OneByOne;

impl Sift for OneByOne {
    #[inline(always)]
    fn sift<const W: usize>(
        self,
        (owns, ids): List<W>,
        forbidden: &Bits<W>,
        (to, to_ids): ListMut<W>,
    ) -> (usize, Counters<W>) {
        let mut counters = Counters::NONE;
        let mut kept = 0;
        for (own, &id) in owns.iter().zip(ids) {
            // Written always and kept if it agrees: a branch would be mispredicted half of the time.
            (to[kept], to_ids[kept]) = (*own, id);
            let agrees = !meets(own, forbidden);
            counters.add(own, 0u64.wrapping_sub(u64::from(agrees)));
            kept += usize::from(agrees);
        }
        (kept, counters)
    }
}

/// Which items have at least one, two, three and four options in a list.
#[derive(Clone, Copy)]
struct Counters<const W: usize> {
    g1: Bits<W>,
    g2: Bits<W>,
    g3: Bits<W>,
    g4: Bits<W>,
}

impl<const W: usize> Counters<W> {
    const NONE: Self = Counters {
        g1: [0; W],
        g2: [0; W],
        g3: [0; W],
        g4: [0; W],
    };

    /// Counts an option that holds `own`, if `keep` is all ones; does nothing if it is zero.
    #[inline(always)]
    fn add(&mut self, own: &Bits<W>, keep: u64) {
        for w in 0..W {
            let own = own[w] & keep;
            self.g4[w] |= self.g3[w] & own;
            self.g3[w] |= self.g2[w] & own;
            self.g2[w] |= self.g1[w] & own;
            self.g1[w] |= own;
        }
    }
}

/// Options times primary items: no level has more options, and there are no more levels. At the limit, with the widest
/// sets, the lists of all levels take 150 MB if they shrink evenly.
const MOST_LISTED: usize = 1 << 22;

/// The kernel for a problem, with sets as wide as it needs; `None` if it is too large.
pub(super) fn lists_for(problem: &Problem) -> Option<Box<dyn Kernel>> {
    if problem
        .option_count()
        .saturating_mul(problem.primary_count())
        > MOST_LISTED
    {
        return None;
    }
    let map = Bitmap::new(problem);
    Some(match map.bits.div_ceil(64) {
        0 | 1 => Box::new(Lists::<1>::new(problem, &map)),
        2 => Box::new(Lists::<2>::new(problem, &map)),
        3 => Box::new(Lists::<3>::new(problem, &map)),
        4 => Box::new(Lists::<4>::new(problem, &map)),
        5 => Box::new(Lists::<5>::new(problem, &map)),
        6 => Box::new(Lists::<6>::new(problem, &map)),
        7 | 8 => Box::new(Lists::<8>::new(problem, &map)),
        _ => return None,
    })
}

impl<const W: usize> Lists<W> {
    fn new(problem: &Problem, map: &Bitmap) -> Self {
        let mut primary = [0; W];
        for item in problem.items().take(problem.primary_count()) {
            set(&mut primary, map.first[item.index()]);
        }
        let masks = |option| {
            let mut masks = Masks {
                own: [0; W],
                forbid: [0; W],
            };
            for entry in problem.entries(option) {
                let (all, held) = map.places(entry);
                set(&mut masks.own, held);
                let spared = |&bit: &usize| entry.color.is_some() && bit == held;
                all.filter(|bit| !spared(bit))
                    .for_each(|bit| set(&mut masks.forbid, bit));
            }
            masks
        };
        Lists {
            options: problem.options().map(masks).collect(),
            primary,
            prior: Vec::new(),
            excluded: bitvec![0; problem.option_count()],
            live: Vec::new(),
            ids: Vec::new(),
            top: 0,
            frames: Vec::new(),
            chosen: Vec::new(),
            fresh: true,
            effort: Effort::default(),
            isa: Isa::detect(),
        }
    }

    /// What is forbidden and what is not covered when the search begins.
    fn before(&self) -> (Bits<W>, Bits<W>) {
        match self.prior.last() {
            Some(prior) => (prior.forbidden, prior.uncovered),
            None => ([0; W], self.primary),
        }
    }

    /// What [`Kernel::advance`] does.
    #[inline(always)]
    fn search(&mut self, sifter: impl Sift, nodes: u64) -> Step {
        let last = self.effort.nodes.saturating_add(nodes);
        loop {
            if self.effort.nodes >= last {
                return Step::Paused;
            }
            let entered = if self.fresh {
                self.fresh = false;
                self.enter_root(sifter)
            } else {
                let Some(frame) = self.frames.last_mut() else {
                    return Step::Exhausted;
                };
                self.chosen.truncate(frame.chosen);
                let Some(at) = frame.next_option(&self.live) else {
                    self.top = frame.base;
                    self.frames.pop();
                    continue;
                };
                let (list, mut uncovered) = (frame.list.clone(), frame.uncovered);
                let option = self.ids[at];
                self.chosen.push(option);
                remove(&mut uncovered, &self.live[at]);
                let forbidden = self.options[option as usize].forbid;
                self.enter(sifter, list, forbidden, uncovered)
            };
            if entered == Entered::Solution {
                return Step::Solution;
            }
        }
    }

    /// Enters the root: its list is what agrees with everything that was done before the search.
    #[inline(always)]
    fn enter_root(&mut self, sifter: impl Sift) -> Entered {
        let (forbidden, uncovered) = self.before();
        self.reserve(self.options.len());
        for (index, masks) in self.options.iter().enumerate() {
            if !self.excluded[index] && meets(&masks.own, &self.primary) {
                (self.live[self.top], self.ids[self.top]) = (masks.own, index as u32);
                self.top += 1;
            }
        }
        self.enter(sifter, 0..self.top, forbidden, uncovered)
    }

    /// Enters a node, with all forced choices below it: of the options in `list`, those live on that hold no
    /// `forbidden` bit.
    #[inline(always)]
    fn enter(
        &mut self,
        sifter: impl Sift,
        mut list: Range<usize>,
        mut forbidden: Bits<W>,
        mut uncovered: Bits<W>,
    ) -> Entered {
        let base = self.top;
        self.effort.nodes += 1;
        loop {
            if uncovered == [0; W] {
                self.top = base;
                return Entered::Solution;
            }
            let tail = self.top;
            let counters = self.filter(sifter, list, &forbidden);
            list = tail..self.top;
            if part(&uncovered, |w| !counters.g1[w]) != [0; W] {
                break;
            }
            let forced = part(&uncovered, |w| counters.g1[w] & !counters.g2[w]);
            if forced == [0; W] {
                let item = self.choose_item(&list, &counters, &uncovered);
                let (next, chosen) = (list.start, self.chosen.len());
                self.frames.push(Frame {
                    base,
                    list,
                    next,
                    item,
                    uncovered,
                    chosen,
                });
                return Entered::Branch;
            }
            forbidden = [0; W];
            if !self.choose_all(list.clone(), &forced, &mut forbidden, &mut uncovered) {
                break;
            }
        }
        self.top = base;
        Entered::DeadEnd
    }

    /// Appends to the lists those options of `list` that hold no `forbidden` bit, and counts them.
    #[inline(always)]
    fn filter(
        &mut self,
        sifter: impl Sift,
        list: Range<usize>,
        forbidden: &Bits<W>,
    ) -> Counters<W> {
        self.reserve(list.len() + SLACK);
        let (before, behind) = self.live.split_at_mut(self.top);
        let (ids_before, ids_behind) = self.ids.split_at_mut(self.top);
        let from = (&before[list.clone()], &ids_before[list]);
        let (kept, counters) = sifter.sift(from, forbidden, (behind, ids_behind));
        self.effort.updates += kept as u64;
        self.top += kept;
        counters
    }

    /// Makes room for so many options behind the lists.
    #[inline(always)]
    fn reserve(&mut self, count: usize) {
        let needed = self.top + count;
        if self.live.len() < needed {
            self.live.resize(2 * needed, [0; W]);
            self.ids.resize(2 * needed, 0);
        }
    }

    /// Chooses all options of `list` that hold a `forced` bit; `false` if two of them disagree.
    #[inline(always)]
    fn choose_all(
        &mut self,
        list: Range<usize>,
        forced: &Bits<W>,
        forbidden: &mut Bits<W>,
        uncovered: &mut Bits<W>,
    ) -> bool {
        for (own, &id) in self.live[list.clone()].iter().zip(&self.ids[list]) {
            if meets(own, forced) {
                if meets(own, forbidden) {
                    return false;
                }
                join(forbidden, &self.options[id as usize].forbid);
                remove(uncovered, own);
                self.chosen.push(id);
            }
        }
        true
    }

    /// The uncovered item with the fewest options, all having two or more; the first of several.
    #[inline(always)]
    fn choose_item(
        &self,
        list: &Range<usize>,
        counters: &Counters<W>,
        uncovered: &Bits<W>,
    ) -> (usize, u64) {
        let two = part(uncovered, |w| counters.g2[w] & !counters.g3[w]);
        let three = part(uncovered, |w| counters.g3[w] & !counters.g4[w]);
        lowest(&two).or_else(|| lowest(&three)).unwrap_or_else(|| {
            let fewest = fewest(&self.live[list.clone()], uncovered);
            lowest(&fewest).expect("an uncovered item")
        })
    }
}

impl<const W: usize> Frame<W> {
    /// Where the next option that covers the frame's item stands; it counts as tried from now on.
    #[inline(always)]
    fn next_option(&mut self, live: &[Bits<W>]) -> Option<usize> {
        let (word, bit) = self.item;
        let untried = &live[self.next..self.list.end];
        let at = self.next + untried.iter().position(|own| own[word] & bit != 0)?;
        self.next = at + 1;
        Some(at)
    }
}

impl<const W: usize> Kernel for Lists<W> {
    fn name(&self) -> &'static str {
        "lists"
    }

    fn is_live(&self, option: OptionId) -> bool {
        let own = &self.options[option.index()].own;
        !self.excluded[option.index()] && meets(own, &self.primary) && !meets(own, &self.before().0)
    }

    fn exclude(&mut self, option: OptionId) {
        if self.is_live(option) {
            let (forbidden, uncovered) = self.before();
            self.excluded.set(option.index(), true);
            self.prior.push(Prior {
                option,
                assumed: false,
                forbidden,
                uncovered,
            });
        }
    }

    fn assume(&mut self, option: OptionId) -> bool {
        let live = self.is_live(option);
        if live {
            let Masks { own, forbid } = &self.options[option.index()];
            let (mut forbidden, mut uncovered) = self.before();
            join(&mut forbidden, forbid);
            remove(&mut uncovered, own);
            self.prior.push(Prior {
                option,
                assumed: true,
                forbidden,
                uncovered,
            });
        }
        live
    }

    fn mark(&self) -> usize {
        self.prior.len()
    }

    fn rollback(&mut self, mark: usize) {
        for prior in self.prior.drain(mark..) {
            if !prior.assumed {
                self.excluded.set(prior.option.index(), false);
            }
        }
    }

    fn advance(&mut self, nodes: u64) -> Step {
        self.search_as_wide_as_can_be(nodes)
    }

    fn rewind(&mut self) {
        self.frames.clear();
        self.chosen.clear();
        self.top = 0;
        self.fresh = true;
    }

    fn solution(&self, out: &mut Vec<OptionId>) {
        out.clear();
        out.extend(
            self.prior
                .iter()
                .filter(|prior| prior.assumed)
                .map(|prior| prior.option),
        );
        out.extend(self.chosen.iter().map(|&id| OptionId::new(id as usize)));
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    #[cfg(test)]
    fn check(&self) {
        for frame in &self.frames {
            assert!(frame.base <= frame.list.start && frame.list.end <= self.top);
            for at in frame.list.clone() {
                assert_eq!(self.live[at], self.options[self.ids[at] as usize].own);
            }
        }
    }
}
