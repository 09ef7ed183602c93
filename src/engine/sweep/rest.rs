//! What a part leaves of a problem, in independent parts.
//!
//! Items become *bits*: a primary item has one; a secondary item has one for each *use*, a colour that some option
//! gives it, or no colour. Two options agree unless both have the bit of a primary item, or they have different uses
//! of a secondary one, or both have its plain use.
//!
//! ```text
//!     options left    p q x:red     p x:blue     q     r y:red     r y:red
//!     bits            p q x.red     p x.blue     q   │ r           r          y is only used in one way: no bit
//!     parts           ─────────── first ──────────── │ ─── second ───
//! ```
//!
//! Options that disagree are in one part, and so are options connected by a chain of disagreements. Whatever is chosen
//! in one part agrees with whatever is chosen in another, so their numbers of solutions multiply. To have no bit in
//! common is not enough: the first two options above share `p`, but `q x:red` and `r x:blue` would share none and
//! disagree.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::problem::{self, Color, OptionId, Problem};

/// How an option uses a secondary item: with a colour, or without one.
type Use = Option<Color>;

/// Options that no chain of disagreements connects to others, and the items that they must cover.
#[derive(Default, Debug)]
pub(super) struct Part {
    /// Bits `0..primary` are primary items, in the order of the problem.
    pub(super) primary: usize,
    /// The bits of the secondary items, by bit from `primary` on.
    uses: Vec<UseOf>,
    /// Bits of all options, option after option.
    bits: Vec<u32>,
    /// Where each option's bits end in `bits`.
    ends: Vec<usize>,
    /// The options of the problem, ascending.
    options: Vec<OptionId>,
}

/// One use of a secondary item.
#[derive(Debug)]
struct UseOf {
    /// The bits of all uses of the item.
    all: Range<u32>,
    is_plain: bool,
}

impl Part {
    pub(super) fn option_count(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn bit_count(&self) -> usize {
        self.primary + self.uses.len()
    }

    /// The bits of an option; at least one is primary.
    pub(super) fn bits(&self, option: usize) -> &[u32] {
        let start = option.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bits[start..self.ends[option]]
    }

    /// The option of the problem.
    pub(super) fn id(&self, option: usize) -> OptionId {
        self.options[option]
    }

    pub(super) fn is_primary(&self, bit: u32) -> bool {
        (bit as usize) < self.primary
    }

    /// The bits of all uses of the item to which this bit belongs; for a primary item, its one bit.
    pub(super) fn siblings(&self, bit: u32) -> Range<u32> {
        match (bit as usize).checked_sub(self.primary) {
            None => bit..bit + 1,
            Some(place) => self.uses[place].all.clone(),
        }
    }

    /// Whether two options with this bit agree over it.
    pub(super) fn is_shared(&self, bit: u32) -> bool {
        let place = (bit as usize).checked_sub(self.primary);
        place.is_some_and(|place| !self.uses[place].is_plain)
    }
}

/// The independent parts of what `part` leaves of `problem`; `None` if the part's options cannot be chosen together, or an
/// item has no option left.
pub(super) fn parts(problem: &Problem, part: &problem::Part) -> Option<Vec<Part>> {
    let held = held(problem, part)?;
    let mut is_out = vec![false; problem.option_count()];
    for option in &part.without {
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
    let left = Vec::from_iter(problem.options().filter(is_left));
    let mut has_option = vec![false; problem.item_count()];
    for entry in left.iter().flat_map(|&option| problem.entries(option)) {
        has_option[entry.item.index()] = true;
    }
    let is_lost = |item: usize| held[item].is_none() && !has_option[item];
    if (0..problem.primary_count()).any(is_lost) {
        return None;
    }
    Some(parted(problem, &left))
}

/// Whether an option may use an item in this way, given how it is held, if it is.
fn agrees(held: Option<Use>, wanted: Use) -> bool {
    match held {
        None => true,
        Some(held) => held.is_some() && held == wanted,
    }
}

/// The items that the options of a part hold, by item, and the uses; `None` if they cannot be chosen together.
fn held(problem: &Problem, part: &problem::Part) -> Option<Vec<Option<Use>>> {
    let mut held = vec![None; problem.item_count()];
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
            let place = &mut held[entry.item.index()];
            if !agrees(*place, entry.color) {
                return None;
            }
            *place = Some(entry.color);
        }
    }
    Some(held)
}

/// The uses of each item by the options left, in order; none for a secondary item over which they cannot disagree.
fn uses(problem: &Problem, left: &[OptionId]) -> Vec<BTreeMap<Use, u32>> {
    let mut uses = vec![BTreeMap::new(); problem.item_count()];
    for entry in left.iter().flat_map(|&option| problem.entries(option)) {
        *uses[entry.item.index()].entry(entry.color).or_insert(0) += 1;
    }
    for uses in &mut uses[problem.primary_count()..] {
        let agree = |(&one, &times): (&Use, &u32)| one.is_some() || times == 1;
        if uses.len() == 1 && uses.iter().all(agree) {
            uses.clear();
        }
    }
    uses
}

/// Separates the options left into parts.
fn parted(problem: &Problem, left: &[OptionId]) -> Vec<Part> {
    let mut uses = uses(problem, left);
    let joined = joined(problem, left, &uses);
    let mut part_of_item = vec![usize::MAX; problem.item_count()];
    let mut part_of_group = vec![usize::MAX; left.len()];
    let mut parts: Vec<Part> = Vec::new();
    for (place, &option) in left.iter().enumerate() {
        let part = &mut part_of_group[joined[place]];
        if *part == usize::MAX {
            *part = parts.len();
            parts.push(Part::default());
        }
        for entry in problem.entries(option) {
            part_of_item[entry.item.index()] = *part;
        }
    }
    // Numbers of bits replace the numbers of options.
    for (item, uses) in uses.iter_mut().enumerate() {
        if uses.is_empty() {
            continue;
        }
        let part = &mut parts[part_of_item[item]];
        let first = part.bit_count() as u32;
        let all = first..first + uses.len() as u32;
        for ((&color, bit), number) in uses.iter_mut().zip(all.clone()) {
            *bit = number;
            if item < problem.primary_count() {
                part.primary += 1;
            } else {
                let is_plain = color.is_none();
                let all = all.clone();
                part.uses.push(UseOf { all, is_plain });
            }
        }
    }
    for (place, &option) in left.iter().enumerate() {
        let part = &mut parts[part_of_group[joined[place]]];
        let bits = problem.entries(option).iter();
        let bits = bits.filter_map(|entry| uses[entry.item.index()].get(&entry.color));
        part.bits.extend(bits);
        part.ends.push(part.bits.len());
        part.options.push(option);
    }
    parts
}

/// For each option left, the place of the option that represents all those connected to it.
fn joined(problem: &Problem, left: &[OptionId], uses: &[BTreeMap<Use, u32>]) -> Vec<usize> {
    let mut above = Vec::from_iter(0..left.len());
    let mut first_of_item = vec![usize::MAX; problem.item_count()];
    for (place, &option) in left.iter().enumerate() {
        for entry in problem.entries(option) {
            let item = entry.item.index();
            if uses[item].is_empty() {
                continue;
            }
            // Any two options of an item with several uses are connected: directly, or by an option with another use.
            if first_of_item[item] == usize::MAX {
                first_of_item[item] = place;
            }
            let (one, other) = (top(&mut above, first_of_item[item]), top(&mut above, place));
            above[one.max(other)] = one.min(other);
        }
    }
    (0..left.len())
        .map(|place| top(&mut above, place))
        .collect()
}

/// The end of the chain that begins at `place`; shortens the chain.
fn top(above: &mut [usize], mut place: usize) -> usize {
    while above[place] != place {
        above[place] = above[above[place]];
        place = above[place];
    }
    place
}
