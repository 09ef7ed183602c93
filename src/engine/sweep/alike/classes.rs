//! Classes of rests that are alike, and how to look up a rest among them.
//!
//! A *rest* is the problem that a state leaves. It is [coloured](super::colors). As long as several items have the same colour,
//! one of a smallest cell is singled out. Each time that leaves a *trace*, which does not depend on names. The first rest of a
//! class leaves its traces here, and at their end all its options, by the places of their items: once for each trace that a
//! first item can have.
//!
//! ```text
//!     trace of the rest ──▶ of an item ──▶ of another one ──▶ options in their order     class 1
//!                      └──▶ of an item ──▶ options in their order                         class 2
//! ```
//!
//! To look up another rest, a first item is singled out, then one that leaves a known trace, and so on to the end. There, if
//! the options are equal, only names differ. If they are not equal, other items are tried, but of items with the same trace
//! only a few: a rest may be taken for a new class, although it is none, which costs time and changes no number.

use std::collections::HashMap;

use super::colors::{Certificate, Colors, Item, TooLong};

/// The most bytes in which the classes of a level leave traces for each first item.
const BYTES: usize = 1 << 28;

/// Items with the same trace that are tried.
const TRIES: usize = 4;

/// The classes so far, as a tree of traces. Node 0 is the root.
#[derive(Debug)]
pub(super) struct Classes {
    nodes: u32,
    /// The node that a trace leads to from another one.
    next: HashMap<(u32, u64), u32>,
    /// The classes whose traces end at a node, which are numbered from 0.
    ends: HashMap<(u32, u32), End>,
    /// The options at all ends, in one large block, which is returned to the system when the classes are dropped.
    options: Vec<u16>,
    /// As long as all classes take less than this number of bytes, a new one leaves its traces for each first item;
    /// later, for one first item.
    room: usize,
    /// After this number of bytes, no class is added.
    most: usize,
}

/// Where the options of a class stand, and its number.
#[derive(Debug)]
struct End {
    start: usize,
    length: u32,
    class: u32,
}

/// The traces of a rest, and its options at their end.
#[derive(Debug)]
pub(super) struct Path {
    traces: Vec<u64>,
    end: Certificate,
}

impl Path {
    /// The trace of the rest, before an item is singled out.
    pub(super) fn first(&self) -> u64 {
        self.traces[0]
    }
}

/// A rest that is looked up by one first item after the other.
struct Look {
    /// The node that the trace of the rest leads to.
    root: Option<u32>,
    /// The nodes that first items led to.
    tried: Vec<u32>,
    /// The paths of the rest so far.
    paths: Vec<Path>,
}

/// The result of a look-up.
#[derive(Debug)]
pub(super) enum Found {
    /// It is of this class.
    Known(usize),
    /// It is of no class so far; its paths.
    New(Vec<Path>),
    /// The look-up takes too long.
    Unknown,
}

impl Classes {
    /// Classes that take at most `most` bytes. In the first eighth of that, they leave traces for each first item: then
    /// a known class is found quickly, and a new one takes long.
    pub(super) fn in_room(most: usize) -> Self {
        Classes {
            room: BYTES.min(most / 8),
            ..Classes::without_room(most)
        }
    }

    /// Classes that leave traces for one first item.
    pub(super) fn without_room(most: usize) -> Self {
        Classes {
            nodes: 1,
            next: HashMap::new(),
            ends: HashMap::new(),
            options: Vec::new(),
            room: 0,
            most,
        }
    }

    /// Looks for a rest.
    pub(super) fn look(&self, rest: &mut Colors) -> Found {
        self.look_for(rest).unwrap_or(Found::Unknown)
    }

    fn look_for(&self, rest: &mut Colors) -> Result<Found, TooLong> {
        let trace = rest.refine()?;
        let root = self.next.get(&(0, trace)).copied();
        let firsts = rest.smallest_cell();
        let saved = rest.save();
        let mut look = Look {
            root,
            tried: Vec::new(),
            paths: Vec::new(),
        };
        if firsts.is_empty() {
            let known = root.map(|node| self.class_below(node, &[], rest));
            if let Some(class) = known.transpose()?.flatten() {
                return Ok(Found::Known(class));
            }
            look.paths.push(path(rest, vec![trace], &[])?);
        }
        for item in firsts {
            rest.restore(&saved);
            match self.look_from(item, trace, rest, &mut look) {
                Ok(Some(class)) => return Ok(Found::Known(class)),
                Ok(None) => {}
                // Do not try its other first items.
                Err(TooLong) if !look.paths.is_empty() => break,
                Err(TooLong) => return Err(TooLong),
            }
        }
        Ok(Found::New(look.paths))
    }

    /// Looks for a rest with this trace, with this first item. If it is not found, adds a path for it, if there is room
    /// and no path with the same trace yet.
    fn look_from(
        &self,
        first: Item,
        trace: u64,
        rest: &mut Colors,
        look: &mut Look,
    ) -> Result<Option<usize>, TooLong> {
        let next = rest.single_out(first)?;
        let items = rest.smallest_cell();
        let is_new = !look.paths.iter().any(|path| path.traces[1] == next);
        let has_room = look.paths.is_empty() || self.bytes() < self.room;
        let after = look.root.and_then(|root| self.next.get(&(root, next)));
        if let Some(&node) = after
            && look.tried.iter().filter(|&&tried| tried == node).count() < TRIES
        {
            look.tried.push(node);
            let class = self.class_below(node, &items, rest)?;
            if class.is_some() {
                return Ok(class);
            }
        }
        if is_new && has_room {
            look.paths.push(path(rest, vec![trace, next], &items)?);
        }
        Ok(None)
    }

    /// The class of a rest among those below a node, whose traces it has up to there, if one of these items is singled out next;
    /// none are given if each has a colour of its own.
    fn class_below(
        &self,
        node: u32,
        items: &[Item],
        rest: &mut Colors,
    ) -> Result<Option<usize>, TooLong> {
        if items.is_empty() {
            let own = rest.certificate();
            let is_own = |end: &&End| self.options[end.start..][..end.length as usize] == own[..];
            return Ok(self
                .ends_at(node)
                .find(is_own)
                .map(|end| end.class as usize));
        }
        let saved = rest.save();
        let mut tried = Vec::new();
        for &item in items {
            let trace = rest.single_out(item)?;
            if let Some(&next) = self.next.get(&(node, trace))
                && tried.iter().filter(|&&before| before == next).count() < TRIES
            {
                let items = rest.smallest_cell();
                if let Some(class) = self.class_below(next, &items, rest)? {
                    return Ok(Some(class));
                }
                tried.push(next);
            }
            rest.restore(&saved);
        }
        Ok(None)
    }

    /// Adds a class with this number, if there is room. Otherwise states that are alike to it are not found.
    pub(super) fn add(&mut self, paths: Vec<Path>, class: usize) {
        if self.bytes() >= self.most {
            return;
        }
        for path in paths {
            let mut node = 0;
            for trace in path.traces {
                let new = self.nodes;
                node = *self.next.entry((node, trace)).or_insert(new);
                self.nodes += u32::from(node == new);
            }
            let end = End {
                start: self.options.len(),
                length: path.end.len() as u32,
                class: class as u32,
            };
            self.options.extend_from_slice(&path.end);
            let number = self.ends_at(node).count() as u32;
            self.ends.insert((node, number), end);
        }
    }

    fn ends_at(&self, node: u32) -> impl Iterator<Item = &End> {
        (0..).map_while(move |number| self.ends.get(&(node, number)))
    }

    /// Bytes of all classes.
    pub(super) fn bytes(&self) -> usize {
        let trace = size_of::<((u32, u64), u32)>();
        let end = size_of::<((u32, u32), End)>();
        2 * (self.next.len() * trace + self.ends.len() * end + self.options.len())
    }
}

/// The path that begins with these traces, with one of these items singled out after them, then any others.
fn path(rest: &mut Colors, mut traces: Vec<u64>, items: &[Item]) -> Result<Path, TooLong> {
    let mut item = items.first().copied();
    while let Some(next) = item {
        traces.push(rest.single_out(next)?);
        item = rest.smallest_cell().first().copied();
    }
    let end = rest.certificate();
    Ok(Path { traces, end })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::engine::random::SplitMix;
    use crate::engine::sweep::alike::residual::Whole;
    use crate::engine::sweep::alike::set_of;
    use rand_core::Rng;

    /// How many items there are, the first ones primary.
    const ITEMS: u32 = 6;
    const PRIMARY: u32 = 4;

    /// Options, each with a primary item: so few that many rests are alike.
    fn options(draws: &mut SplitMix) -> Vec<Vec<u32>> {
        let count = 2 + draws.next_u64() % 3;
        let mut option = || {
            let first = (draws.next_u64() % u64::from(PRIMARY)) as u32;
            let more = draws.next_u64();
            let is_in = |&item: &u32| item == first || more >> item & 1 != 0;
            Vec::from_iter((0..ITEMS).filter(is_in))
        };
        (0..count).map(|_| option()).collect()
    }

    /// All permutations of primary and of secondary items.
    fn permutations() -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new()];
        for place in 0..ITEMS {
            let kind = match place < PRIMARY {
                true => 0..PRIMARY,
                false => PRIMARY..ITEMS,
            };
            let longer = |names: &Vec<u32>| {
                let open = kind.clone().filter(|item| !names.contains(item));
                Vec::from_iter(open.map(|item| [&names[..], &[item]].concat()))
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    fn renamed(options: &[Vec<u32>], names: &[u32]) -> Vec<Vec<u32>> {
        let renamed = |option: &Vec<u32>| {
            let items: BTreeSet<u32> = option.iter().map(|&item| names[item as usize]).collect();
            Vec::from_iter(items)
        };
        let mut options = Vec::from_iter(options.iter().map(renamed));
        options.sort();
        options
    }

    /// Looks up the rest with these options. If it is new, adds a class with this number; otherwise returns its class.
    fn found(classes: &mut Classes, options: &[Vec<u32>], class: usize) -> Option<usize> {
        let sets = Vec::from_iter(options.iter().map(|option| set_of(option, ITEMS as usize)));
        let whole = Whole {
            primary: PRIMARY as usize,
            options,
            sets: &sets,
        };
        let state = set_of(&options.concat(), ITEMS as usize);
        let mut colors = Colors::default();
        let all = Vec::from_iter(0..options.len());
        assert!(colors.begin((whole, &all), &state));
        match classes.look(&mut colors) {
            Found::Known(known) => return Some(known),
            Found::New(paths) => classes.add(paths, class),
            Found::Unknown => panic!("a look at few options took too long"),
        }
        None
    }

    #[test]
    fn rests_are_alike_if_names_alone_differ() {
        let mut draws = SplitMix::new(7);
        let permutations = permutations();
        let mut classes = Classes::in_room(usize::MAX);
        let mut number_of = HashMap::new();
        let mut alike = 0;
        for _ in 0..3000 {
            let options = options(&mut draws);
            let least = permutations.iter().map(|names| renamed(&options, names));
            let least = least.min().expect("a permutation");
            let new = number_of.len();
            let number = *number_of.entry(least).or_insert(new);
            let names = &permutations[draws.next_u64() as usize % permutations.len()];
            let known = found(&mut classes, &renamed(&options, names), number);
            assert_eq!(known, (number < new).then_some(number), "{options:?}");
            alike += usize::from(number < new);
        }
        assert!(alike > 500 && number_of.len() > 500, "{alike}");
    }
}
