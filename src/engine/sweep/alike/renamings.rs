//! Renamings of a level: permutations of bits that do not change the problem that is left.
//!
//! ```text
//!     Latin squares of order 3, after a row           bits of columns × digits that are still open
//!         1 2 3   leaves    column 1 without 1            0 1 1
//!                           column 2 without 2            1 0 1     two columns or two digits may be exchanged
//!                           column 3 without 3            1 1 0
//! ```
//!
//! Two states that a renaming maps to each other are alike. So each state is renamed as long as one of the renamings makes it
//! smaller, as a number. This makes most states that are alike equal, and takes a microsecond, where a
//! [look-up](super::classes) takes a hundred. Renamings that move few bits, such as an exchange of two digits, are most
//! effective. They are found as conjugates of the generators of the group.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};

use super::plan::Plan;
use super::{has, put};
use crate::engine::symmetry::{Moves, automorphisms};

/// The edges that may be seen to find what generates the group.
const MOST_EDGES: u64 = 1 << 22;
/// The most renamings: those that move the fewest bits. While they are being found, `BESIDE` times this number is kept.
const MOST: usize = 96;
const BESIDE: usize = 4;
/// The work to try a renaming, and to rename a state, in units of about a nanosecond.
const WORK_OF_TRIAL: u64 = 6;
const WORK_OF_RENAMING: u64 = 30;

/// The bit to which each bit goes.
type Image = Vec<u16>;

/// Some renamings of the bits that may be taken at a level.
#[derive(Debug, Default)]
pub(super) struct Renamings {
    all: Vec<Renaming>,
    /// How many there are in all, with those of other bits.
    pub(super) count: u64,
}

#[derive(Debug)]
struct Renaming {
    /// The bits that it moves.
    moved: Box<[u64]>,
    image: Image,
    /// The same bits, those that make a state greater first, each with the bit that takes its place.
    from: Box<[(u16, u16)]>,
}

impl Renamings {
    /// Of the states of a level; and the work that it takes to find them.
    pub(super) fn of_level(plan: &Plan, level: usize) -> (Renamings, u64) {
        let left = plan.options_left(level);
        let taken = plan.taken(level);
        let (graph, vertex_of) = plan.whole().skeleton(&left, &taken);
        let mut bit_of = vec![None; graph.len()];
        for (bit, &vertex) in vertex_of.iter().enumerate().filter(|vertex| *vertex.1 != 0) {
            bit_of[vertex as usize] = Some(bit).filter(|&bit| has(&taken, bit as u32));
        }
        let found = automorphisms((&graph, left.len()), MOST_EDGES, None);
        let bits = plan.bits;
        let images = found
            .generators
            .iter()
            .map(|(_, moves)| image(moves, &bit_of, bits));
        let generators = BTreeSet::from_iter(images.filter(|image| support(image) > 0));
        let mut all: Vec<Renaming> = Vec::new();
        for image in with_conjugates(&generators) {
            let renaming = Renaming::new(image, taken.len());
            let place = all.partition_point(|before| before.is_before(&renaming));
            all.insert(place, renaming);
        }
        let seen = (graph.len() + 2 * MOST * bits) * (generators.len() + 1);
        let orbits = found.orbits.iter().map(|&orbit| u64::from(orbit));
        let count = match found.is_complete {
            true => orbits.fold(1, u64::saturating_mul),
            false => u64::MAX,
        };
        (Renamings { all, count }, seen as u64)
    }

    /// Renames the bits of a state as long as a renaming makes it smaller, or until it is equal to a state that was met
    /// before (no renaming makes these smaller). Returns the work that was done.
    pub(super) fn lessen(
        &self,
        state: &mut Vec<u64>,
        other: &mut Vec<u64>,
        was_met: impl Fn(&[u64]) -> bool,
    ) -> u64 {
        let (mut work, mut since) = (WORK_OF_RENAMING, 0);
        if was_met(state) {
            return work;
        }
        for renaming in self.all.iter().cycle() {
            if since == self.all.len() {
                break;
            }
            since += 1;
            work += WORK_OF_TRIAL;
            if renaming.makes_smaller(state) {
                renaming.apply(state, other);
                std::mem::swap(state, other);
                work += WORK_OF_RENAMING;
                since = 0;
                if was_met(state) {
                    break;
                }
            }
        }
        work
    }
}

impl Renaming {
    fn new(image: Image, words: usize) -> Renaming {
        let mut moved = vec![0; words].into_boxed_slice();
        let mut from = Vec::new();
        for (bit, &to) in image.iter().enumerate().filter(is_moved) {
            put(&mut moved, bit as u32);
            from.push((to, bit as u16));
        }
        from.sort_unstable_by_key(significance);
        Renaming {
            moved,
            image,
            from: from.into(),
        }
    }

    /// Whether it moves bits of higher significance.
    fn is_before(&self, other: &Renaming) -> bool {
        let (own, other) = (self.from.iter(), other.from.iter());
        own.map(significance).lt(other.map(significance))
    }

    /// Whether a state becomes smaller: the first bit that changes is cleared.
    fn makes_smaller(&self, state: &[u64]) -> bool {
        let is_same =
            |&&(bit, from): &&(u16, u16)| has(state, bit.into()) == has(state, from.into());
        let first = self.from.iter().find(|pair| !is_same(pair));
        first.is_some_and(|&(bit, _)| has(state, bit.into()))
    }

    fn apply(&self, state: &[u64], to: &mut Vec<u64>) {
        to.clear();
        to.extend(
            state
                .iter()
                .zip(&self.moved)
                .map(|(state, moved)| state & !moved),
        );
        for (place, (state, moved)) in state.iter().zip(&self.moved).enumerate() {
            let mut left = state & moved;
            while left != 0 {
                let bit = 64 * place + left.trailing_zeros() as usize;
                left &= left - 1;
                put(to, self.image[bit].into());
            }
        }
    }
}

/// The most significant bits of a state, as a number, come first. So do renamings that move them: then later renamings
/// seldom undo what earlier ones did, and one cycle brings most states near their smallest form.
fn significance(&(bit, from): &(u16, u16)) -> (u16, Reverse<u16>, u16) {
    (bit / 64, Reverse(bit), from)
}

/// The image of the bits under moves of vertices; some vertices are bits.
fn image(moves: &Moves, bit_of: &[Option<usize>], bits: usize) -> Image {
    let mut image: Image = (0..bits as u16).collect();
    for &(from, to) in moves {
        if let (Some(from), Some(to)) = (bit_of[from as usize], bit_of[to as usize]) {
            image[from] = to as u16;
        }
    }
    image
}

/// These, their inverses, and those of their conjugates that move the fewest bits.
fn with_conjugates(generators: &BTreeSet<Image>) -> Vec<Image> {
    let pairs = Vec::from_iter(generators.iter().map(|own| (own.clone(), inverse(own))));
    let both = pairs.iter().flat_map(|(own, inverse)| [own, inverse]);
    let by_support = |image: &Image| (support(image), image.clone());
    let own = BTreeSet::from_iter(both.map(by_support));
    let mut all = own.clone();
    let mut done = HashSet::new();
    while let Some((size, image)) = all.iter().take(MOST).find(|image| !done.contains(*image)) {
        let (size, image) = (*size, image.clone());
        for (g, inverse) in &pairs {
            all.insert((size, conjugate(&image, g, inverse)));
            all.insert((size, conjugate(&image, inverse, g)));
        }
        while all.len() > BESIDE * MOST {
            all.pop_last();
        }
        done.insert((size, image));
    }
    let few = all.into_iter().take(MOST);
    let all = Vec::from_iter(BTreeSet::from_iter(few.chain(own)));
    all.into_iter().map(|(_, image)| image).collect()
}

fn is_moved((from, to): &(usize, &u16)) -> bool {
    *from != usize::from(**to)
}

/// How many bits are moved.
fn support(image: &Image) -> usize {
    image.iter().enumerate().filter(is_moved).count()
}

fn inverse(image: &Image) -> Image {
    let mut inverse = vec![0; image.len()];
    for (from, &to) in (0..).zip(image) {
        inverse[usize::from(to)] = from;
    }
    inverse
}

/// First `inverse`, then this one, then `g`.
fn conjugate(image: &Image, g: &Image, inverse: &Image) -> Image {
    let at = |image: &Image, bit: u16| image[usize::from(bit)];
    inverse.iter().map(|&bit| at(g, at(image, bit))).collect()
}
