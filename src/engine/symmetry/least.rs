//! The least image of a set of points under a group: the same for all sets of an orbit, and for no others.
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
//! What is known about the stabilisers on the way is kept, as other sets come the same way.
//!
//! Reference: S. Linton, *Finding the smallest image of a set*, ISSAC 2004.

use std::collections::HashMap;

use super::group::{Group, Orbits, Permutation};
use crate::engine::limits::{Limit, Watch};

/// The images that are compared side by side, and the stabilisers that are kept, at most; and the shares of the memory that they
/// may take.
const MOST_IMAGES: usize = 1 << 18;
const SHARE_OF_IMAGES: usize = 4;
const MOST_KEPT: usize = 1 << 12;
const SHARE_OF_KEPT: usize = 8;

/// A set, and the data carried along with it: both ascending.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Image {
    pub(super) key: Vec<u32>,
    pub(super) carried: Vec<u32>,
}

impl Image {
    /// Its memory, with the overhead of two allocations.
    fn bytes(&self) -> usize {
        4 * (self.key.len() + self.carried.len()) + size_of::<Image>() + 32
    }

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
    watch: Watch,
    room: usize,
    nodes: Vec<Node>,
    /// Bytes of the groups of all nodes but the first, and of what is kept with all nodes.
    bytes: usize,
}

/// The stabiliser of the points that were fixed on the way here.
struct Node {
    group: Group,
    orbits: Orbits,
    /// Takes a point to the least one of its orbit.
    to_least: HashMap<u32, Permutation>,
    /// The rest if this point is fixed too.
    next: HashMap<u32, usize>,
}

impl Node {
    fn new(group: Group, watch: &Watch) -> Result<Node, Limit> {
        Ok(Node {
            orbits: Orbits::of(&group, watch)?,
            to_least: HashMap::new(),
            next: HashMap::new(),
            group,
        })
    }
}

impl Least {
    pub(super) fn new(group: &Group, (watch, room): (Watch, usize)) -> Result<Least, Limit> {
        Ok(Least {
            nodes: vec![Node::new(group.clone(), &watch)?],
            watch,
            room,
            bytes: 0,
        })
    }

    /// The least image of a key, and of several images with that key the one with the least of what is carried, if nothing
    /// is carried beside the key; otherwise one of them. The limit is one of the memory where a set has too many images on the way.
    pub(super) fn image(&mut self, set: Image) -> Result<Image, Limit> {
        if self.nodes.len() > MOST_KEPT {
            self.forget();
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
            node = self.next(node, point)?;
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
    ) -> Result<Vec<Image>, Limit> {
        let Node {
            orbits, to_least, ..
        } = &mut self.nodes[node];
        let mut next = Vec::new();
        let bytes = images.first().map_or(1, Image::bytes);
        let most = (self.room / SHARE_OF_IMAGES / bytes).min(MOST_IMAGES);
        let share = self.room / SHARE_OF_KEPT;
        for image in images {
            self.watch.spend(image.key.len() as u64)?;
            for &from in &image.key[fixed..] {
                if orbits.least[from as usize] == point {
                    self.watch.spend(4 * image.carried.len() as u64)?;
                    if let Some(way) = to_least.get(&from) {
                        next.push(image.by(way));
                        continue;
                    }
                    let way = orbits.to_least(from);
                    self.watch.spend(16 * way.len() as u64)?;
                    next.push(image.by(&way));
                    if self.bytes <= share {
                        self.bytes += size_of_val(&way[..]);
                        to_least.insert(from, way);
                    }
                }
            }
            if next.len() > most {
                return Err(Limit::Memory);
            }
        }
        next.sort_unstable();
        next.dedup_by(|one, other| one.key == other.key);
        Ok(next)
    }

    /// The node where this point is fixed, too.
    fn next(&mut self, node: usize, point: u32) -> Result<usize, Limit> {
        if let Some(next) = self.nodes[node].next.get(&point) {
            return Ok(*next);
        }
        let group = self.nodes[node].group.stabiliser(point, &self.watch)?;
        // If there is no room, the new node is the only one but the first, and no way leads to it.
        let is_full = self.bytes > self.room / SHARE_OF_KEPT;
        if is_full {
            self.forget();
        }
        self.bytes += group.bytes();
        self.nodes.push(Node::new(group, &self.watch)?);
        let next = self.nodes.len() - 1;
        if !is_full {
            self.nodes[node].next.insert(point, next);
        }
        Ok(next)
    }

    /// Drops all nodes except the first, and the data computed for it.
    fn forget(&mut self) {
        self.nodes.truncate(1);
        self.nodes[0].next.clear();
        self.nodes[0].to_least.clear();
        self.bytes = 0;
    }
}
