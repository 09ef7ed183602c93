//! Colour refinement of the items that a state leaves.
//!
//! Items that a renaming exchanges have the same colour: at first, the colour is the kind of the item; then each round adds the
//! colours around it, until there are no more colours than before.
//!
//! ```text
//!     a round     an option's colour   mixes those of its items
//!                 an item's new one    mixes its own with those of its options
//! ```
//!
//! An item is *singled out* by giving it a colour of its own; the result of the next rounds is a *trace*. Colours and traces
//! are numbers that do not depend on the names of items and options, nor on their order. Different items or traces may get the
//! same number by chance. So numbers only say where to look, and a [certificate](Colors::certificate) is compared in full.
//!
//! This is the refinement of [partitions](crate::engine::symmetry), in a simpler form: it is undone by copies of the colours
//! instead of splits, and passes over all options each time, which pays for the few hundred that are left here.

use super::has;
use super::residual::Whole;

/// The work that one look-up may take: items seen, in options and alone. A look-up that would need more is abandoned.
const MOST_SEEN: u64 = 1 << 22;

/// An option of at most this many items is a number in a certificate.
const SHORT: usize = 4;
/// Of a larger one, this number of places at a time makes a number, with that of the option.
const PLACES: usize = 3;

/// How many options there are, how many primary items, and how many items the largest option has; then the options in their
/// order, each by the places of its items.
pub(super) type Certificate = Box<[u16]>;

/// A look took too long.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooLong;

/// Items are numbered from 0 in a look.
pub(super) type Item = u16;

/// The bits of an item.
const ITEM: u64 = Item::MAX as u64;

/// Items of the same colour, as places in their order: the first one, and the one after the last.
type Cell = (u16, u16);

/// The colours at some time.
#[derive(Clone, Debug, Default)]
pub(super) struct Saved {
    /// By item.
    colors: Vec<u64>,
    /// The items, those of the same colour side by side. Where a cell splits, its parts stand by colour.
    order: Vec<Item>,
    /// The cells of several items.
    cells: Vec<Cell>,
}

/// The items and options that a state leaves.
#[derive(Debug, Default)]
pub(super) struct Colors {
    /// The items of the options left, one option after the other; and of options in a row with equally many items, that
    /// number and where the last one ends.
    members: Vec<Item>,
    runs: Vec<(usize, usize)>,
    options: usize,
    primary: usize,
    now: Saved,
    /// By item: what a round adds to its colour.
    sums: Vec<u64>,
    /// By bit: one more than the item.
    item_of: Vec<Item>,
    /// Cells that a round leaves, and the colours of one, each with its item.
    next: Vec<Cell>,
    keys: Vec<u64>,
    seen: u64,
}

impl Colors {
    /// Begins with the rest that a state leaves of these options; `false` if an item can no longer be covered.
    pub(super) fn begin(&mut self, (whole, left): (Whole, &[usize]), state: &[u64]) -> bool {
        self.members.clear();
        self.runs.clear();
        self.item_of.clear();
        self.item_of.resize(64 * state.len(), 0);
        (self.options, self.primary) = (0, 0);
        let (mut primary, mut secondary) = (Vec::new(), Vec::new());
        for &number in left {
            let (option, set) = (&whole.options[number], &whole.sets[number]);
            if set.iter().zip(state).any(|(set, state)| set & !state != 0) {
                continue;
            }
            for &bit in option {
                let item = &mut self.item_of[bit as usize];
                if *item == 0 {
                    *item = (primary.len() + secondary.len()) as Item + 1;
                    match (bit as usize) < whole.primary {
                        true => primary.push(*item - 1),
                        false => secondary.push(*item - 1),
                    }
                }
                self.members.push(*item - 1);
            }
            self.options += 1;
            match self.runs.last_mut() {
                Some((size, end)) if *size == option.len() => *end = self.members.len(),
                _ => self.runs.push((option.len(), self.members.len())),
            }
        }
        self.primary = primary.len();
        self.color([primary, secondary]);
        self.seen = self.members.len() as u64 + left.len() as u64 / 4;
        let is_covered = |bit: u32| self.item_of[bit as usize] != 0;
        let mut open = (0..whole.primary as u32).filter(|&bit| has(state, bit));
        open.all(is_covered)
    }

    /// Gives each kind of items a colour.
    fn color(&mut self, kinds: [Vec<Item>; 2]) {
        let Saved {
            colors,
            order,
            cells,
        } = &mut self.now;
        order.clear();
        cells.clear();
        colors.clear();
        colors.resize(kinds.iter().map(Vec::len).sum(), 0);
        for (color, items) in (1..).zip(kinds) {
            items
                .iter()
                .for_each(|&item| colors[usize::from(item)] = color);
            let start = order.len();
            order.extend(items);
            add_cell(cells, (start, order.len()));
        }
        self.sums.clear();
        self.sums.resize(colors.len(), 0);
    }

    /// How much was seen since it began.
    pub(super) fn seen(&self) -> u64 {
        self.seen
    }

    /// Continues until there are no more colours than before. Returns the trace.
    pub(super) fn refine(&mut self) -> Result<u64, TooLong> {
        loop {
            self.round();
            if self.seen > MOST_SEEN {
                return Err(TooLong);
            }
            if !self.split() || self.now.cells.is_empty() {
                break;
            }
        }
        let add = |sum: u64, &color: &u64| sum.wrapping_add(mix(color));
        let sum = self.now.colors.iter().fold(0, add);
        Ok(mix(sum ^ self.options as u64))
    }

    fn round(&mut self) {
        let (colors, sums) = (&mut self.now.colors, &mut self.sums);
        let mut rest = &self.members[..];
        let mut start = 0;
        for &(size, end) in &self.runs {
            let (members, others) = rest.split_at(end - start);
            match size {
                3 => add_colors_of::<3>(members, colors, sums),
                4 => add_colors_of::<4>(members, colors, sums),
                _ => members
                    .chunks_exact(size)
                    .for_each(|option| add_color(option, colors, sums)),
            }
            (rest, start) = (others, end);
        }
        for (color, sum) in colors.iter_mut().zip(sums) {
            *color = mix(color.rotate_left(9) ^ std::mem::take(sum));
        }
        self.seen += (self.members.len() + colors.len()) as u64;
    }

    /// Splits the cells in which colours differ now. Returns whether there was one. The last bits of a colour are not
    /// compared: they hold the item, so that sorting numbers sorts items.
    fn split(&mut self) -> bool {
        let Saved {
            colors,
            order,
            cells,
        } = &mut self.now;
        let key = |&item: &Item| colors[usize::from(item)] & !ITEM | u64::from(item);
        let are_equal = |one: &u64, other: &u64| one & !ITEM == other & !ITEM;
        let mut has_split = false;
        self.next.clear();
        for &cell in cells.iter() {
            let (start, end) = (usize::from(cell.0), usize::from(cell.1));
            let items = &mut order[start..end];
            self.keys.clear();
            self.keys.extend(items.iter().map(key));
            if self.keys.iter().all(|key| are_equal(key, &self.keys[0])) {
                self.next.push(cell);
                continue;
            }
            has_split = true;
            self.keys.sort_unstable();
            for (item, key) in items.iter_mut().zip(&self.keys) {
                *item = (key & ITEM) as Item;
            }
            let mut from = start;
            for part in self.keys.chunk_by(are_equal) {
                add_cell(&mut self.next, (from, from + part.len()));
                from += part.len();
            }
        }
        std::mem::swap(cells, &mut self.next);
        has_split
    }

    /// The items of a smallest cell of several, after refining; none if each is a cell of its own.
    pub(super) fn smallest_cell(&self) -> Vec<Item> {
        let Saved {
            colors,
            order,
            cells,
        } = &self.now;
        let color = |start: u16| colors[usize::from(order[usize::from(start)])];
        let key = |&&(start, end): &&Cell| (end - start, color(start));
        let smallest = cells.iter().min_by_key(key);
        smallest.map_or(Vec::new(), |&(start, end)| {
            order[start.into()..end.into()].to_vec()
        })
    }

    /// Gives an item a colour of its own, and refines. Returns the trace.
    pub(super) fn single_out(&mut self, item: Item) -> Result<u64, TooLong> {
        let Saved {
            colors,
            order,
            cells,
        } = &mut self.now;
        let color = &mut colors[usize::from(item)];
        *color = mix(!*color);
        let place_in = |&(start, end): &Cell| {
            order[start.into()..end.into()]
                .iter()
                .position(|&i| i == item)
        };
        let found = (0..cells.len()).find_map(|cell| Some((cell, place_in(&cells[cell])?)));
        if let Some((cell, place)) = found {
            let (start, end) = cells.swap_remove(cell);
            order.swap(start.into(), usize::from(start) + place);
            add_cell(cells, (usize::from(start) + 1, end.into()));
        }
        self.refine()
    }

    pub(super) fn save(&self) -> Saved {
        self.now.clone()
    }

    pub(super) fn restore(&mut self, saved: &Saved) {
        self.now.colors.copy_from_slice(&saved.colors);
        self.now.order.copy_from_slice(&saved.order);
        self.now.cells.clone_from(&saved.cells);
    }

    /// The options in their order, if each item has a colour of its own: by the places of their items among all.
    pub(super) fn certificate(&self) -> Certificate {
        let mut place_of = vec![0; self.now.order.len()];
        for (place, &item) in (0..).zip(&self.now.order) {
            place_of[usize::from(item)] = place;
        }
        let largest = self.runs.iter().map(|run| run.0).max().unwrap_or(0);
        let begin = [self.options, self.primary, largest];
        let mut certificate = Vec::from(begin.map(|number| number as u16));
        match largest <= SHORT {
            true => self.add_short_options(&place_of, &mut certificate),
            false => self.add_options(&place_of, &mut certificate),
        }
        certificate.into()
    }

    /// The items of each option.
    fn each_option(&self) -> impl Iterator<Item = &[Item]> {
        let ends = self.runs.iter().map(|run| run.1);
        let starts = std::iter::once(0).chain(ends);
        let runs = starts.zip(&self.runs);
        runs.flat_map(|(start, &(size, end))| self.members[start..end].chunks_exact(size))
    }

    /// Adds options of at most [`SHORT`] items to a certificate. Each is one number, which makes sorting fast.
    fn add_short_options(&self, place_of: &[u16], certificate: &mut Vec<u16>) {
        let mut options = Vec::with_capacity(self.options);
        for option in self.each_option() {
            let mut places = [u16::MAX; SHORT];
            for (place, &item) in places.iter_mut().zip(option) {
                *place = place_of[usize::from(item)];
            }
            order_four(&mut places);
            options.push(
                places
                    .map(u64::from)
                    .iter()
                    .fold(0, |all, place| all << 16 | place),
            );
        }
        options.sort_unstable();
        let places = |option: u64| [48, 32, 16, 0].map(|shift| (option >> shift) as u16);
        certificate.extend(options.into_iter().flat_map(places));
    }

    /// Adds options to a certificate, each with the number of its items. They are put in order by their last places first.
    fn add_options(&self, place_of: &[u16], certificate: &mut Vec<u16>) {
        let places = |option: &[Item]| {
            let place = |&item: &Item| u64::from(place_of[usize::from(item)]);
            let mut places = Vec::from_iter(option.iter().map(place));
            places.sort_unstable();
            places
        };
        let mut options = Vec::from_iter(self.each_option().map(places));
        let largest = options.iter().map(Vec::len).max().unwrap_or(0);
        for first in (0..largest).step_by(PLACES).rev() {
            let key = |(number, option): (u64, &Vec<u64>)| {
                let places = option.iter().skip(first).map(|place| place + 1);
                let places = places.chain(std::iter::repeat(0)).take(PLACES);
                places.fold(0, |all, place| all << 16 | place) << 16 | number
            };
            let mut keys = Vec::from_iter((0..).zip(&options).map(key));
            keys.sort_unstable();
            let numbers = keys.iter().map(|key| usize::from(*key as u16));
            options = numbers
                .map(|number| std::mem::take(&mut options[number]))
                .collect();
        }
        for option in options {
            certificate.push(option.len() as u16);
            certificate.extend(option.iter().map(|&place| place as u16));
        }
    }
}

/// Sorts four places.
fn order_four(places: &mut [u16; SHORT]) {
    for (one, other) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        let (least, most) = (
            places[one].min(places[other]),
            places[one].max(places[other]),
        );
        (places[one], places[other]) = (least, most);
    }
}

/// Adds a cell, unless it has one item alone.
fn add_cell(cells: &mut Vec<Cell>, (start, end): (usize, usize)) {
    if end > start + 1 {
        cells.push((start as u16, end as u16));
    }
}

/// Adds the colours of options, which have `N` items each, to the sums of these.
fn add_colors_of<const N: usize>(members: &[Item], colors: &[u64], sums: &mut [u64]) {
    for option in members.as_chunks::<N>().0 {
        add_color(option, colors, sums);
    }
}

#[inline(always)]
fn add_color(option: &[Item], colors: &[u64], sums: &mut [u64]) {
    let add = |sum: u64, &item: &Item| sum.wrapping_add(colors[usize::from(item)]);
    let color = mix(option.iter().fold(0, add));
    for &item in option {
        let sum = &mut sums[usize::from(item)];
        *sum = sum.wrapping_add(color);
    }
}

fn mix(number: u64) -> u64 {
    let x = number.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 32)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 29)
}
