//! What is left of a problem, as sparse sets: for each item, the options that can still cover it.
//!
//! A *sparse set* is an array whose first `size` slots are the set. To take an option out, it changes places with the last
//! one, and `size` shrinks; to put everything back that was taken out since some moment, the old `size` is enough:
//!
//! ```text
//!     size 4     3 8 5 9 │                the options of an item
//!     without 8  3 9 5 │ 8                size 3
//!     without 3  5 9 │ 3 8                size 2
//!     undone     5 9 3 8 │                size 4 again: the same set in another order
//! ```
//!
//! So undoing takes one number for each item that was touched, and starting each of many searches takes nothing: the sets are
//! undone to the root. Dancing links are undone step by step instead.
//!
//! Only what a [`Part`] leaves open is here: options that disagree with an assumed one, items that assumed options cover,
//! and secondary items over which no two options disagree are left out.
//!
//! Sources: P. Briggs, L. Torczon, *ACM Letters on Programming Languages and Systems* 2 (1993), 59–69; D. E. Knuth, *The
//! Art of Computer Programming* 4B, section 7.2.2.1, on 'dancing cells'.

use crate::problem::{Entry, OptionId, Part, Problem};

/// An item of [`Sets`], by its number: the primary ones come first.
pub(super) type Item = u32;
/// An option of [`Sets`], by its number.
pub(super) type Choice = u32;

/// An item was left without options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wiped(pub(super) Item);

/// An entry of an option.
#[derive(Clone, Copy, Debug)]
struct Node {
    item: Item,
    /// The number of its colour; 0 for none.
    color: u32,
    /// Where it stands in `slots`: `slots[place].node` is this node.
    place: u32,
}

/// A place in the set of an item.
#[derive(Clone, Copy, Debug)]
struct Slot {
    node: u32,
    option: Choice,
}

#[derive(Clone, Copy, Debug)]
struct Set {
    /// The set is `slots[first..first + size]`.
    first: u32,
    size: u32,
    /// Where the item stands in `primary` or `secondary`; it is open if that is before `open` or `open_secondary`.
    place: u32,
    /// The last moment at which `size` was saved.
    saved: u32,
}

/// A moment to go back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    saved: usize,
    open: usize,
    open_secondary: usize,
    chosen: usize,
}

/// The options that are left, by item.
#[derive(Debug)]
pub(super) struct Sets {
    ids: Vec<OptionId>,
    /// The nodes of option `o` are `nodes[starts[o]..starts[o + 1]]`.
    starts: Vec<u32>,
    nodes: Vec<Node>,
    slots: Vec<Slot>,
    sets: Vec<Set>,
    /// The primary items, those that are still to be covered in front.
    primary: Vec<Item>,
    open: usize,
    /// The secondary items, those that no chosen option names in front.
    secondary: Vec<Item>,
    open_secondary: usize,
    chosen: Vec<Choice>,
    /// Items that were left with one option, perhaps covered since.
    forced: Vec<Item>,
    /// Sizes as they were, the latest last.
    sizes: Vec<(Item, u32)>,
    /// The number of the present moment: a size is saved once in each.
    moment: u32,
    work: u64,
}

impl Sets {
    /// What a part of a problem leaves open; `None` if it is seen to have no solution.
    pub(super) fn new(problem: &Problem, part: &Part) -> Option<Sets> {
        let residue = Residue::of(problem, part)?;
        let (starts, nodes) = residue.nodes(problem);
        let mut sets = Sets {
            ids: residue.options,
            starts,
            slots: vec![Slot { node: 0, option: 0 }; nodes.len()],
            nodes,
            sets: Vec::new(),
            primary: (0..residue.primary).collect(),
            open: residue.primary as usize,
            secondary: (residue.primary..residue.items).collect(),
            open_secondary: (residue.items - residue.primary) as usize,
            chosen: Vec::new(),
            forced: Vec::new(),
            sizes: Vec::new(),
            moment: 1,
            work: 0,
        };
        sets.fill(residue.items);
        let alone = |&item: &Item| sets.size(item) == 1;
        sets.forced = (0..residue.primary).filter(alone).collect();
        let is_empty = |item: Item| sets.size(item) == 0;
        if (0..residue.primary).any(is_empty) {
            return None;
        }
        Some(sets)
    }

    /// Puts all nodes into the sets of their items.
    fn fill(&mut self, items: u32) {
        let mut first = 0;
        let mut sizes = vec![0; items as usize];
        for node in &self.nodes {
            sizes[node.item as usize] += 1;
        }
        self.sets = Vec::from_iter(sizes.iter().zip(0..).map(|(&size, item)| {
            let primary = self.primary.len() as u32;
            let place = if item < primary { item } else { item - primary };
            let set = Set {
                first,
                size: 0,
                place,
                saved: 0,
            };
            first += size;
            set
        }));
        for option in 0..self.ids.len() {
            for at in self.starts[option]..self.starts[option + 1] {
                let node = &mut self.nodes[at as usize];
                let set = &mut self.sets[node.item as usize];
                node.place = set.first + set.size;
                set.size += 1;
                self.slots[node.place as usize] = Slot {
                    node: at,
                    option: option as Choice,
                };
            }
        }
    }

    /// The primary items that are still to be covered.
    pub(super) fn open(&self) -> &[Item] {
        &self.primary[..self.open]
    }

    /// How many options can still cover an item.
    pub(super) fn size(&self, item: Item) -> u32 {
        self.sets[item as usize].size
    }

    /// The options that can still cover an item.
    pub(super) fn options(&self, item: Item) -> impl ExactSizeIterator<Item = Choice> {
        let Set { first, size, .. } = self.sets[item as usize];
        let slots = &self.slots[first as usize..][..size as usize];
        slots.iter().map(|slot| slot.option)
    }

    /// How many options there are, and how many items.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.ids.len(), self.sets.len())
    }

    /// Roughly the number of options that would be removed if this one were chosen: an option that shares several items counts
    /// several times.
    pub(super) fn touched(&self, option: Choice) -> u64 {
        let nodes = &self.nodes[self.range(option)];
        let open = nodes.iter().filter(|node| self.is_open(node.item));
        open.map(|node| u64::from(self.size(node.item))).sum()
    }

    /// The options chosen so far.
    pub(super) fn chosen(&self) -> impl Iterator<Item = OptionId> {
        self.chosen.iter().map(|&option| self.ids[option as usize])
    }

    /// The work done so far, in units of about a nanosecond.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Adds to the work what was done with the sets elsewhere.
    pub(super) fn add_work(&mut self, work: u64) {
        self.work += work;
    }

    fn range(&self, option: Choice) -> std::ops::Range<usize> {
        self.starts[option as usize] as usize..self.starts[option as usize + 1] as usize
    }

    fn is_open(&self, item: Item) -> bool {
        let place = self.sets[item as usize].place as usize;
        match (item as usize) < self.primary.len() {
            true => place < self.open,
            false => place < self.open_secondary,
        }
    }

    /// Covers an item: what is done later leaves its set alone.
    fn close(&mut self, item: Item) {
        let (items, open) = match (item as usize) < self.primary.len() {
            true => (&mut self.primary, &mut self.open),
            false => (&mut self.secondary, &mut self.open_secondary),
        };
        *open -= 1;
        let place = self.sets[item as usize].place as usize;
        let last = items[*open];
        items.swap(place, *open);
        self.sets[item as usize].place = *open as u32;
        self.sets[last as usize].place = place as u32;
    }

    /// Chooses an option: covers its items, and takes out all that disagree with it. What is forced by that is left to
    /// [`settle`](Self::settle).
    pub(super) fn choose(&mut self, option: Choice) -> Result<(), Wiped> {
        self.chosen.push(option);
        for at in self.range(option) {
            let Node { item, color, .. } = self.nodes[at];
            if !self.is_open(item) {
                // In the colour that it has already.
                continue;
            }
            self.close(item);
            let Set { first, size, .. } = self.sets[item as usize];
            self.work += u64::from(size);
            for place in first..first + size {
                let Slot {
                    node,
                    option: other,
                } = self.slots[place as usize];
                let agrees = color != 0 && self.nodes[node as usize].color == color;
                if other != option && !agrees {
                    self.hide(other)?;
                }
            }
        }
        Ok(())
    }

    /// Takes an option out of the sets of all items that are open.
    pub(super) fn hide(&mut self, option: Choice) -> Result<(), Wiped> {
        let range = self.range(option);
        self.work += 6 * range.len() as u64;
        let (open, open_secondary, moment) = (self.open, self.open_secondary, self.moment);
        let (nodes, slots, sets) = (&mut self.nodes[..], &mut self.slots[..], &mut self.sets[..]);
        let mut wiped = Ok(());
        for at in range {
            let Node { item, place, .. } = nodes[at];
            let set = &mut sets[item as usize];
            let is_primary = (item as usize) < self.primary.len();
            let end = if is_primary { open } else { open_secondary };
            if set.place as usize >= end {
                continue;
            }
            if set.saved != moment {
                set.saved = moment;
                self.sizes.push((item, set.size));
            }
            set.size -= 1;
            let size = set.size;
            let last = set.first + size;
            slots.swap(place as usize, last as usize);
            nodes[at].place = last;
            nodes[slots[place as usize].node as usize].place = place;
            if is_primary {
                match size {
                    0 => wiped = Err(Wiped(item)),
                    1 => self.forced.push(item),
                    _ => {}
                }
            }
        }
        wiped
    }

    /// Chooses all options that are forced, until none is.
    pub(super) fn settle(&mut self) -> Result<(), Wiped> {
        while let Some(item) = self.forced.pop() {
            if self.is_open(item) {
                let first = self.sets[item as usize].first;
                self.choose(self.slots[first as usize].option)?;
            }
        }
        Ok(())
    }

    /// Marks this moment.
    pub(super) fn mark(&mut self) -> Mark {
        self.next_moment();
        Mark {
            saved: self.sizes.len(),
            open: self.open,
            open_secondary: self.open_secondary,
            chosen: self.chosen.len(),
        }
    }

    /// Goes back to a mark, and forgets later ones and what is forced.
    pub(super) fn undo(&mut self, mark: Mark) {
        self.next_moment();
        for (item, size) in self.sizes.drain(mark.saved..).rev() {
            self.sets[item as usize].size = size;
        }
        self.open = mark.open;
        self.open_secondary = mark.open_secondary;
        self.chosen.truncate(mark.chosen);
        self.forced.clear();
    }

    /// Sizes saved from now on are separate from earlier ones. Saving a size twice does no harm.
    fn next_moment(&mut self) {
        self.moment = self.moment.checked_add(1).unwrap_or_else(|| {
            for set in &mut self.sets {
                set.saved = 0;
            }
            1
        });
    }

    /// Walks everything and panics if an invariant does not hold.
    #[cfg(test)]
    pub(super) fn check(&self) {
        for option in 0..self.ids.len() as Choice {
            for at in self.range(option) {
                let slot = self.slots[self.nodes[at].place as usize];
                assert_eq!((slot.node as usize, slot.option), (at, option));
            }
        }
        for (items, open) in [
            (&self.primary, self.open),
            (&self.secondary, self.open_secondary),
        ] {
            for (place, &item) in items.iter().enumerate() {
                assert_eq!(self.sets[item as usize].place as usize, place);
                assert_eq!(self.is_open(item), place < open);
            }
        }
        // An option that is left for one open item is left for all of them.
        for option in 0..self.ids.len() as Choice {
            let open = self.range(option).map(|at| self.nodes[at]);
            let is_left = open.filter(|node| self.is_open(node.item)).map(|node| {
                let Set { first, size, .. } = self.sets[node.item as usize];
                node.place < first + size
            });
            let is_left = Vec::from_iter(is_left);
            assert!(is_left.windows(2).all(|pair| pair[0] == pair[1]));
        }
    }
}

/// What is left once the assumed options are chosen and the excluded ones gone.
struct Residue {
    /// The options that are left.
    options: Vec<OptionId>,
    /// The new number of each item, [`GONE`](Residue::GONE) for those that matter no more.
    numbers: Vec<Item>,
    primary: u32,
    items: u32,
}

/// How an item stands: 0 as long as it is free, and else the number of the colour that an assumed option gave it.
type Held = u32;
/// An assumed option covers the item without a colour.
const COVERED: Held = Held::MAX;

fn number_of(entry: &Entry) -> u32 {
    entry.color.map_or(0, |color| color.number())
}

impl Residue {
    const GONE: Item = Item::MAX;

    /// `None` if the assumed options disagree, or one of them is excluded or without a primary item.
    fn of(problem: &Problem, part: &Part) -> Option<Residue> {
        let mut is_out = vec![false; problem.option_count()];
        for option in &part.without {
            is_out[option.index()] = true;
        }
        let has_primary = |option: OptionId| {
            let mut entries = problem.entries(option).iter();
            entries.any(|entry| problem.is_primary(entry.item))
        };
        let mut held: Vec<Held> = vec![0; problem.item_count()];
        let mut assumed = part.with.clone();
        assumed.sort_unstable();
        assumed.dedup();
        for option in assumed {
            if is_out[option.index()] || !has_primary(option) {
                return None;
            }
            is_out[option.index()] = true;
            for entry in problem.entries(option) {
                let color = number_of(entry);
                let held = &mut held[entry.item.index()];
                if *held != 0 && (color == 0 || *held != color) {
                    return None;
                }
                *held = if color == 0 { COVERED } else { color };
            }
        }
        let agrees = |entry: &Entry| {
            let held = held[entry.item.index()];
            held == 0 || (held != COVERED && held == number_of(entry))
        };
        let is_left = |&option: &OptionId| {
            !is_out[option.index()]
                && has_primary(option)
                && problem.entries(option).iter().all(agrees)
        };
        let options = Vec::from_iter(problem.options().filter(is_left));
        Some(Residue::numbered(problem, options, &held))
    }

    /// Numbers the items that are free and about which options can disagree.
    fn numbered(problem: &Problem, options: Vec<OptionId>, held: &[Held]) -> Residue {
        // For each item, the first colour that it is used in, and whether that is not all.
        let mut uses: Vec<Option<(u32, bool)>> = vec![None; problem.item_count()];
        for entry in options.iter().flat_map(|&option| problem.entries(option)) {
            let color = number_of(entry);
            let used = &mut uses[entry.item.index()];
            *used = match *used {
                None => Some((color, false)),
                Some((first, several)) => Some((first, several || first != color || color == 0)),
            };
        }
        let mut numbers = vec![Residue::GONE; problem.item_count()];
        let (mut primary, mut items) = (0, 0);
        for item in problem.items() {
            let at = item.index();
            let matters = match problem.is_primary(item) {
                true => held[at] == 0,
                false => held[at] == 0 && uses[at].is_some_and(|(_, several)| several),
            };
            if matters {
                numbers[at] = items;
                items += 1;
                primary += u32::from(problem.is_primary(item));
            }
        }
        Residue {
            options,
            numbers,
            primary,
            items,
        }
    }

    /// The nodes of all options, and where each option's begin. Their places are to be filled in.
    fn nodes(&self, problem: &Problem) -> (Vec<u32>, Vec<Node>) {
        let mut starts = Vec::with_capacity(self.options.len() + 1);
        let mut nodes = Vec::new();
        for &option in &self.options {
            starts.push(nodes.len() as u32);
            nodes.extend(problem.entries(option).iter().filter_map(|entry| {
                let item = self.numbers[entry.item.index()];
                (item != Residue::GONE).then_some(Node {
                    item,
                    color: number_of(entry),
                    place: 0,
                })
            }));
        }
        starts.push(nodes.len() as u32);
        (starts, nodes)
    }
}
