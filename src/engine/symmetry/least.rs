//! The least image of a set of points under a group: the same for all sets of an orbit, and for no other one.
//!
//! Sets are compared as ascending lists. Points are fixed one after the other: the least point that any image can have,
//! then the least second one beside it, and so on, with all images that come as far.
//!
//! ```text
//!     set {3, 5}, group of the rotations of 0 … 5
//!     0 is the least point of the orbit of 3, and of 5.   3 to 0: {0, 2}     5 to 0: {0, 4}
//!     Nothing but the identity fixes 0.                   least: {0, 2}
//! ```
//!
//! What is known of the stabilisers on the way is kept, as other sets come the same way.
//!
//! Reference: S. Linton, *Finding the smallest image of a set*, ISSAC 2004.

use std::collections::HashMap;

use super::group::{Group, Orbits, Permutation};

/// The images that are compared side by side, and the stabilisers that are kept, at most.
const MOST_IMAGES: usize = 1 << 18;
const MOST_KEPT: usize = 1 << 12;

/// A set has more images on the way to the least one than are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooMany;

/// A set, and what is carried along with it: both ascending.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Image {
    pub(super) key: Vec<u32>,
    pub(super) carried: Vec<u32>,
}

impl Image {
    fn by(&self, permutation: &[u32]) -> Image {
        let image = |points: &[u32]| {
            let mut image: Vec<u32> = points.iter().map(|&p| permutation[p as usize]).collect();
            image.sort_unstable();
            image
        };
        Image {
            key: image(&self.key),
            carried: image(&self.carried),
        }
    }
}

/// Finds least images under one group.
pub(super) struct Least {
    root: Group,
    nodes: Vec<Node>,
}

/// What fixes the points that were fixed on the way here.
struct Node {
    group: Group,
    orbits: Orbits,
    /// Takes a point to the least one of its orbit.
    to_least: HashMap<u32, Permutation>,
    /// What is left if this point is fixed too.
    next: HashMap<u32, usize>,
}

impl Node {
    fn new(group: Group) -> Node {
        Node {
            orbits: Orbits::of(&group),
            to_least: HashMap::new(),
            next: HashMap::new(),
            group,
        }
    }
}

impl Least {
    pub(super) fn new(group: &Group) -> Least {
        Least {
            root: group.clone(),
            nodes: vec![Node::new(group.clone())],
        }
    }

    /// The least image of a key, and of several images with that key the one with the least of what is carried, if nothing
    /// is carried beside the key; otherwise one of them.
    pub(super) fn image(&mut self, set: Image) -> Result<Image, TooMany> {
        if self.nodes.len() > MOST_KEPT {
            self.nodes = vec![Node::new(self.root.clone())];
        }
        let size = set.key.len();
        let (mut node, mut images) = (0, vec![set]);
        for fixed in 0..size {
            if self.nodes[node].group.is_trivial() {
                break;
            }
            let least = |image: &Image| {
                let free = image.key[fixed..].iter();
                free.map(|&p| self.nodes[node].orbits.least[p as usize])
                    .min()
            };
            let point = images.iter().filter_map(least).min().expect("a free point");
            images = self.with_least(node, fixed, point, &images)?;
            node = self.next(node, point);
        }
        Ok(images.into_iter().min().expect("an image"))
    }

    /// All images in which this point comes next.
    fn with_least(
        &mut self,
        node: usize,
        fixed: usize,
        point: u32,
        images: &[Image],
    ) -> Result<Vec<Image>, TooMany> {
        let Node {
            orbits, to_least, ..
        } = &mut self.nodes[node];
        let mut next = Vec::new();
        for image in images {
            for &from in &image.key[fixed..] {
                if orbits.least[from as usize] == point {
                    let way = to_least
                        .entry(from)
                        .or_insert_with(|| orbits.to_least(from));
                    next.push(image.by(way));
                }
            }
            if next.len() > MOST_IMAGES {
                return Err(TooMany);
            }
        }
        next.sort_unstable();
        next.dedup_by(|one, other| one.key == other.key);
        Ok(next)
    }

    /// The node where this point is fixed, too.
    fn next(&mut self, node: usize, point: u32) -> usize {
        if let Some(next) = self.nodes[node].next.get(&point) {
            return *next;
        }
        let group = self.nodes[node].group.stabiliser(point);
        self.nodes.push(Node::new(group));
        let next = self.nodes.len() - 1;
        self.nodes[node].next.insert(point, next);
        next
    }
}
