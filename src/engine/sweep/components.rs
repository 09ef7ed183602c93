//! What is left of a problem without its assumed and excluded options, in independent components.
//!
//! Items become *bits*: a primary item has one; a secondary item has one for each *use*, a colour that some option
//! gives it, or no colour. Two options agree unless both have the bit of a primary item, or they have different uses
//! of a secondary one, or both have its plain use.
//!
//! ```text
//!     options left    p q x:red     p x:blue     q     r y:red     r y:red
//!     bits            p q x.red     p x.blue     q   │ r           r          y is only used in one way: no bit
//!     components      ─────────── first ──────────── │ ─── second ───
//! ```
//!
//! Options that disagree are in one component, and so are options that a chain of disagreements connects. Whatever is
//! chosen in one component agrees with whatever is chosen in another, so their numbers of solutions multiply. Having no
//! bit in common is not enough: the first two options above share `p`, but `q x:red` and `r x:blue` would share none
//! and disagree.

use std::ops::Range;

use crate::engine::memory::Share;
use crate::engine::work::{Stop, Work};
use crate::problem::{Bounds, Color, Entry, OptionId, Part, Problem};

/// What an option may do to a secondary item: give it a colour, or none.
type Use = Option<Color>;

/// Options that no chain of disagreements connects to others, and the items that they cover.
#[derive(Default, Debug)]
pub(in crate::engine) struct Component {
    /// Bits `0..primary` are primary items, in the order of the problem.
    pub(super) primary: usize,
    /// How often each primary item must and may be covered; empty if all are to be covered once.
    bounds: Vec<Bounds>,
    /// The bits of the secondary items, by bit from `primary` on.
    uses: Vec<UseOf>,
    /// Bits of all options, one option after the other.
    bits: Vec<u32>,
    /// Where each option's bits end in `bits`.
    ends: Vec<usize>,
    /// What each option is in the problem, ascending.
    options: Vec<OptionId>,
    /// The memory of all this.
    held: Share,
}

/// One use of a secondary item.
#[derive(Debug)]
struct UseOf {
    /// The bits of all uses of the item.
    all: Range<u32>,
    is_plain: bool,
}

impl Component {
    pub(in crate::engine) fn item_count(&self) -> usize {
        self.primary
    }

    pub(super) fn option_count(&self) -> usize {
        self.ends.len()
    }

    /// Whether some item is not to be covered exactly once.
    pub(in crate::engine) fn has_bounds(&self) -> bool {
        !self.bounds.is_empty()
    }

    /// How often the item of a bit must and may be covered; a use, at most once.
    pub(super) fn bounds_of(&self, bit: u32) -> Bounds {
        match self.is_primary(bit) {
            true => *self.bounds.get(bit as usize).unwrap_or(&Bounds::EXACT),
            false => Bounds { low: 0, high: 1 },
        }
    }

    pub(super) fn bit_count(&self) -> usize {
        self.primary + self.uses.len()
    }

    /// The bits of an option; at least one is primary.
    pub(super) fn bits(&self, option: usize) -> &[u32] {
        let start = option.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bits[start..self.ends[option]]
    }

    /// Bits of all options together.
    pub(in crate::engine) fn size(&self) -> usize {
        self.bits.len()
    }

    /// Bytes that its lists take.
    fn bytes(&self) -> usize {
        size_of::<Component>()
            + self.bounds.capacity() * size_of::<Bounds>()
            + self.uses.capacity() * size_of::<UseOf>()
            + self.bits.capacity() * size_of::<u32>()
            + self.ends.capacity() * size_of::<usize>()
            + self.options.capacity() * size_of::<OptionId>()
    }

    /// The options in the problem, ascending.
    pub(in crate::engine) fn options(&self) -> &[OptionId] {
        &self.options
    }

    pub(super) fn is_primary(&self, bit: u32) -> bool {
        (bit as usize) < self.primary
    }

    /// Gives each bit of an option another number, or leaves it out.
    pub(super) fn renumber(&mut self, to: impl Fn(u32) -> Option<u32>) {
        let (mut bits, mut start) = (Vec::with_capacity(self.bits.len()), 0);
        for end in &mut self.ends {
            let first = bits.len();
            bits.extend(self.bits[start..*end].iter().filter_map(|&bit| to(bit)));
            bits[first..].sort_unstable();
            start = std::mem::replace(end, bits.len());
        }
        self.bits = bits;
    }

    /// Keeps `primary` primary bits, whose items are covered once. The next `secondary` bits become secondary items;
    /// `gone` bits were left out before the uses.
    pub(super) fn without_bounds(&mut self, primary: usize, secondary: usize, gone: u32) {
        (self.primary, self.bounds) = (primary, Vec::new());
        for of in &mut self.uses {
            of.all = of.all.start - gone..of.all.end - gone;
        }
        let once = (primary..primary + secondary).map(|bit| UseOf {
            all: bit as u32..bit as u32 + 1,
            is_plain: true,
        });
        self.uses.splice(0..0, once);
    }

    /// The bits of all uses of the item to which this bit belongs; for a primary item, its only bit.
    pub(super) fn siblings(&self, bit: u32) -> Range<u32> {
        match (bit as usize).checked_sub(self.primary) {
            None => bit..bit + 1,
            Some(place) => self.uses[place].all.clone(),
        }
    }

    /// Whether options that both have this bit agree over it.
    pub(super) fn is_shared(&self, bit: u32) -> bool {
        let place = (bit as usize).checked_sub(self.primary);
        place.is_some_and(|place| !self.uses[place].is_plain)
    }
}

/// The components of what `part` leaves of `problem`; `None` if the part's options cannot be chosen together, or an item
/// has no option left.
pub(in crate::engine) fn components(
    problem: &Problem,
    part: &Part,
    work: &Work,
) -> Result<Option<Vec<Component>>, Stop> {
    let most = work.take(most_bytes(problem))?;
    let Some(Held { uses: held, times }) = held(problem, part) else {
        return Ok(None);
    };
    let mut is_out = vec![false; problem.option_count()];
    for option in part.without.iter().chain(&part.with) {
        is_out[option.index()] = true;
    }
    let is_left = |&option: &OptionId| {
        let entries = problem.entries(option);
        !is_out[option.index()]
            && entries.iter().any(|entry| problem.is_primary(entry.item))
            && entries
                .iter()
                .all(|entry| agrees(held[entry.item.index()], entry.color))
    };
    let mut left = Vec::new();
    let mut options_of = vec![0u32; problem.item_count()];
    for option in problem.options() {
        let entries = problem.entries(option);
        work.spend(8 + 4 * entries.len())?;
        if is_left(&option) {
            left.push(option);
            for entry in entries {
                options_of[entry.item.index()] += 1;
            }
        }
    }
    // What is left of the bounds of each primary item.
    let mut bounds = Vec::with_capacity(problem.primary_count());
    for (item, &times) in problem.items().zip(&times) {
        let Some(Bounds { low, high }) = problem.bounds(item) else {
            break;
        };
        let most = (high - times).min(options_of[item.index()]);
        let low = low.saturating_sub(times);
        if low > most {
            return Ok(None);
        }
        bounds.push(Bounds { low, high: most });
    }
    let mut components = split(problem, (&left, &options_of, &bounds), work)?;
    drop(most);
    for component in &mut components {
        component.held = work.take(component.bytes())?;
    }
    Ok(Some(components))
}

/// Bytes that it takes at most to find the components of a problem, and that they take.
fn most_bytes(problem: &Problem) -> usize {
    let entries = problem.entry_count();
    let secondary = match problem.item_count() - problem.primary_count() {
        0 => 0,
        _ => entries,
    };
    // By option: numbers of it and of what it is joined to, and an option of a component, of which a list that grows may
    // have two for each.
    let of_options = problem.option_count() * (1 + 6 * size_of::<usize>() + 4 * size_of::<u32>());
    let of_items = problem.item_count() * 8 * size_of::<usize>();
    let of_uses = secondary * (size_of::<Use>() * 3 + size_of::<UseOf>() * 2);
    of_options + of_items + of_uses + 2 * entries * size_of::<u32>()
}

/// Whether an option may use an item in the way `wanted`, if the item is used in the way `held`.
fn agrees(held: Option<Use>, wanted: Use) -> bool {
    match held {
        None => true,
        Some(held) => held.is_some() && held == wanted,
    }
}

/// What the options of a part use.
struct Held {
    /// For each item, its use, if that allows no other use.
    uses: Vec<Option<Use>>,
    /// How often each primary item is covered.
    times: Vec<u32>,
}

/// What the options of a part hold; `None` if they cannot be chosen together.
fn held(problem: &Problem, part: &Part) -> Option<Held> {
    let mut held = Held {
        uses: vec![None; problem.item_count()],
        times: vec![0; problem.primary_count()],
    };
    let mut chosen = part.with.clone();
    chosen.sort_unstable();
    chosen.dedup();
    for option in chosen {
        let entries = problem.entries(option);
        let is_idle = !entries.iter().any(|entry| problem.is_primary(entry.item));
        if is_idle || part.without.contains(&option) {
            return None;
        }
        for entry in entries {
            let place = &mut held.uses[entry.item.index()];
            if !agrees(*place, entry.color) {
                return None;
            }
            let is_full = problem.bounds(entry.item).is_none_or(|bounds| {
                let times = &mut held.times[entry.item.index()];
                *times += 1;
                *times == bounds.high
            });
            if is_full {
                *place = Some(entry.color);
            }
        }
    }
    Some(held)
}

/// The uses of the secondary items, as far as options can disagree over them.
struct Uses {
    /// The number of primary items, which come before the secondary ones.
    primary: usize,
    /// The uses of each item, ascending, one item after the other.
    uses: Vec<Use>,
    /// Where those of each secondary item end.
    ends: Vec<usize>,
}

impl Uses {
    fn of(problem: &Problem, left: &[OptionId], work: &Work) -> Result<Uses, Stop> {
        let primary = problem.primary_count();
        let secondary = problem.item_count() - primary;
        let place = |entry: &Entry| entry.item.index().checked_sub(primary);
        let entries = || left.iter().flat_map(|&option| problem.entries(option));
        let mut starts = vec![0usize; secondary + 1];
        for at in entries().filter_map(place) {
            starts[at + 1] += 1;
        }
        for at in 0..secondary {
            starts[at + 1] += starts[at];
        }
        // All uses by item, with repetitions.
        let mut all: Vec<Use> = vec![None; starts[secondary]];
        let mut next = starts.clone();
        for entry in entries() {
            work.spend(4)?;
            if let Some(at) = place(entry) {
                all[next[at]] = entry.color;
                next[at] += 1;
            }
        }
        let mut uses = Vec::new();
        let mut ends = Vec::with_capacity(secondary);
        for at in 0..secondary {
            let of_item = &mut all[starts[at]..starts[at + 1]];
            work.spend(8 + 16 * of_item.len())?;
            of_item.sort_unstable();
            let first = uses.len();
            for &mut it in of_item.iter_mut() {
                if uses.len() == first || uses.last() != Some(&it) {
                    uses.push(it);
                }
            }
            let is_plain_once = matches!(of_item, [None]);
            let is_one_color = uses.len() == first + 1 && uses[first].is_some();
            if is_plain_once || is_one_color {
                uses.truncate(first);
            }
            ends.push(uses.len());
        }
        Ok(Uses {
            primary,
            uses,
            ends,
        })
    }

    /// The uses of an item; of a primary one, none.
    fn of_item(&self, item: usize) -> &[Use] {
        let Some(at) = item.checked_sub(self.primary) else {
            return &[];
        };
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.uses[start..self.ends[at]]
    }

    /// The number of bits of an item that some option still has.
    fn bits(&self, item: usize) -> usize {
        match item < self.primary {
            true => 1,
            false => self.of_item(item).len(),
        }
    }
}

/// Splits the options that are left, where each item has this number of them, and each primary one has these bounds.
fn split(
    problem: &Problem,
    (left, options_of, bounds): (&[OptionId], &[u32], &[Bounds]),
    work: &Work,
) -> Result<Vec<Component>, Stop> {
    let uses = Uses::of(problem, left, work)?;
    let joined = joined(problem, left, &uses, work)?;
    let mut component_of_item = vec![usize::MAX; problem.item_count()];
    let mut component_of_group = vec![usize::MAX; left.len()];
    let mut components: Vec<Component> = Vec::new();
    for (place, &option) in left.iter().enumerate() {
        let component = &mut component_of_group[joined[place]];
        if *component == usize::MAX {
            *component = components.len();
            components.push(Component::default());
        }
        work.spend(8)?;
        for entry in problem.entries(option) {
            component_of_item[entry.item.index()] = *component;
        }
    }
    let mut first_bit = vec![0; problem.item_count()];
    for item in (0..problem.item_count()).filter(|&item| options_of[item] > 0) {
        let component = &mut components[component_of_item[item]];
        let first = component.bit_count() as u32;
        first_bit[item] = first;
        if item < problem.primary_count() {
            component.primary += 1;
            if problem.has_bounds() {
                component.bounds.push(bounds[item]);
            }
            continue;
        }
        let of_item = uses.of_item(item);
        let all = first..first + of_item.len() as u32;
        component.uses.extend(of_item.iter().map(|color| UseOf {
            all: all.clone(),
            is_plain: color.is_none(),
        }));
    }
    for (place, &option) in left.iter().enumerate() {
        let component = &mut components[component_of_group[joined[place]]];
        work.spend(16 + 8 * problem.entries(option).len())?;
        for entry in problem.entries(option) {
            let item = entry.item.index();
            if item < problem.primary_count() {
                component.bits.push(first_bit[item]);
            } else if let Ok(at) = uses.of_item(item).binary_search(&entry.color) {
                component.bits.push(first_bit[item] + at as u32);
            }
        }
        component.ends.push(component.bits.len());
        component.options.push(option);
    }
    work.spend(8 * left.len())?;
    components.iter_mut().for_each(Component::loosen);
    Ok(components)
}

/// For each option that is left, the place of an option that represents all options joined to it.
fn joined(
    problem: &Problem,
    left: &[OptionId],
    uses: &Uses,
    work: &Work,
) -> Result<Vec<usize>, Stop> {
    let mut above = Vec::from_iter(0..left.len());
    let mut first_of_item = vec![usize::MAX; problem.item_count()];
    for (place, &option) in left.iter().enumerate() {
        work.spend(8 + 16 * problem.entries(option).len())?;
        for entry in problem.entries(option) {
            let item = entry.item.index();
            if uses.bits(item) == 0 {
                continue;
            }
            // Any two options of an item with several uses are connected, directly or through an option with another
            // use.
            if first_of_item[item] == usize::MAX {
                first_of_item[item] = place;
            }
            let (one, other) = (top(&mut above, first_of_item[item]), top(&mut above, place));
            above[one.max(other)] = one.min(other);
        }
    }
    Ok((0..left.len())
        .map(|place| top(&mut above, place))
        .collect())
}

/// The end of the chain that begins at `place`; the chain becomes shorter.
fn top(above: &mut [usize], mut place: usize) -> usize {
    while above[place] != place {
        above[place] = above[above[place]];
        place = above[place];
    }
    place
}
