//! Permutation groups, each with a chain of stabilisers.
//!
//! ```text
//!     G  >  G fixing b₁  >  G fixing b₁ and b₂  >  …  >  1          b₁, b₂, … is the base
//!     |orbit of b₁|  ·  |orbit of b₂|  ·  …   =  order of G
//! ```
//!
//! Each element is in one way a product of elements of the levels, which take a point of the orbit to the base point. So elements
//! are listed, and drawn with equal chances. The chain for another base is made from elements that are drawn, until the
//! product of its orbits is the order, which is known: then it is complete, whatever was drawn.
//!
//! Reference: D. F. Holt, B. Eick and E. A. O'Brien, *Handbook of Computational Group Theory*, chapter 4.

use std::rc::Rc;

use num_bigint::BigUint;
use rand_core::Rng;

use crate::engine::limits::{Limit, Watch};
use crate::engine::random::SplitMix;

/// The image of each point.
pub(super) type Permutation = Rc<[u32]>;

/// A permutation group.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// It permutes the points `0..degree`.
    degree: usize,
    levels: Vec<Level>,
}

/// The elements that fix the base points of the levels before.
#[derive(Clone, Debug)]
struct Level {
    /// The base point.
    point: u32,
    /// Generators of the group of this level, together with those of the levels after it.
    generators: Vec<Permutation>,
    /// The orbit of the base point, which comes first.
    orbit: Vec<u32>,
    /// Takes each point of the orbit to the base point.
    home: Vec<Permutation>,
    /// The place of each point in the orbit, from 1; 0 if it is not there.
    place: Vec<u32>,
}

impl Level {
    fn new(point: u32, degree: usize) -> Level {
        let mut place = vec![0; degree];
        place[point as usize] = 1;
        Level {
            point,
            generators: Vec::new(),
            orbit: vec![point],
            home: vec![identity(degree)],
            place,
        }
    }

    /// An element that maps a point of the orbit to the base point.
    fn home(&self, point: u32) -> Option<&Permutation> {
        let place = self.place[point as usize].checked_sub(1)?;
        Some(&self.home[place as usize])
    }

    /// Lets the orbit grow until these keep it.
    fn grow(&mut self, generators: &[Permutation], watch: &Watch) -> Result<(), Limit> {
        let degree = self.place.len() as u64;
        let mut next = 0;
        while next < self.orbit.len() {
            watch.spend(generators.len() as u64)?;
            let (from, home) = (self.orbit[next], self.home[next].clone());
            for generator in generators {
                let to = generator[from as usize];
                if self.place[to as usize] == 0 {
                    watch.spend(2 * degree)?;
                    self.orbit.push(to);
                    self.place[to as usize] = self.orbit.len() as u32;
                    self.home.push(then(&inverse(generator), &home));
                }
            }
            next += 1;
        }
        Ok(())
    }
}

impl Group {
    /// The group with this base, of what fixes the base up to a level each: together they must generate all that fixes it
    /// up to there.
    pub(super) fn new(
        degree: usize,
        base: &[u32],
        generators: &[(usize, Permutation)],
        watch: &Watch,
    ) -> Result<Group, Limit> {
        let mut levels = Vec::new();
        for (number, &point) in base.iter().enumerate() {
            let of_level = |&&(level, _): &&(usize, Permutation)| level >= number;
            let generate: Vec<_> = generators.iter().filter(of_level).collect();
            let all: Vec<_> = generate.iter().map(|(_, g)| g.clone()).collect();
            let mut level = Level::new(point, degree);
            level.grow(&all, watch)?;
            let own = generate.into_iter().filter(|(level, _)| *level == number);
            level.generators = own.map(|(_, g)| g.clone()).collect();
            levels.push(level);
        }
        levels.retain(|level| level.orbit.len() > 1);
        Ok(Group { degree, levels })
    }

    pub(super) fn order(&self) -> BigUint {
        let sizes = self.levels.iter().map(|level| level.orbit.len());
        sizes.map(BigUint::from).product()
    }

    /// The bytes that its permutations take.
    pub(super) fn bytes(&self) -> usize {
        let permutations = |level: &Level| 1 + level.generators.len() + level.home.len();
        4 * self.degree * self.levels.iter().map(permutations).sum::<usize>()
    }

    pub(super) fn is_trivial(&self) -> bool {
        self.levels.is_empty()
    }

    pub(super) fn generators(&self) -> impl Iterator<Item = &Permutation> {
        self.levels.iter().flat_map(|level| &level.generators)
    }

    /// All elements, the identity first.
    pub(super) fn elements(&self, watch: &Watch) -> Result<Vec<Permutation>, Limit> {
        let mut elements = vec![identity(self.degree)];
        for level in self.levels.iter().rev() {
            watch.spend((level.home.len() * elements.len() * self.degree) as u64)?;
            let with = |home: &Permutation| {
                let home = home.clone();
                elements.iter().map(move |element| then(&home, element))
            };
            elements = level.home.iter().flat_map(with).collect();
        }
        Ok(elements)
    }

    /// The stabiliser of a point.
    pub(super) fn stabiliser(&self, point: u32, watch: &Watch) -> Result<Group, Limit> {
        let fixes = |generator: &Permutation| generator[point as usize] == point;
        if self.generators().all(fixes) {
            return Ok(self.clone());
        }
        if self.levels[0].point == point {
            return Ok(Group {
                degree: self.degree,
                levels: self.levels[1..].to_vec(),
            });
        }
        let order = self.order();
        let mut with = Group {
            degree: self.degree,
            levels: vec![Level::new(point, self.degree)],
        };
        for generator in self.generators() {
            with.add(generator.clone(), watch)?;
        }
        let mut random = SplitMix::new(point.into());
        while with.order() != order {
            watch.spend((self.levels.len() * self.degree) as u64)?;
            with.add(self.draw(&mut random), watch)?;
        }
        with.levels.remove(0);
        with.levels.retain(|level| level.orbit.len() > 1);
        Ok(with)
    }

    /// An element, each as likely as the others.
    pub(super) fn draw(&self, random: &mut SplitMix) -> Permutation {
        let mut element = identity(self.degree);
        for level in self.levels.iter().rev() {
            let place = random.next_u64() % level.home.len() as u64;
            element = then(&level.home[place as usize], &element);
        }
        element
    }

    /// Adds an element, and levels for it.
    fn add(&mut self, mut element: Permutation, watch: &Watch) -> Result<(), Limit> {
        let mut number = 0;
        loop {
            if number == self.levels.len() {
                let moved = (0..).zip(element.iter()).find(|(from, to)| from != *to);
                let Some((moved, _)) = moved else {
                    return Ok(());
                };
                self.levels.push(Level::new(moved, self.degree));
            }
            watch.spend(self.degree as u64)?;
            let level = &self.levels[number];
            match level.home(element[level.point as usize]) {
                Some(home) => element = then(&element, home),
                None => break,
            }
            number += 1;
        }
        self.levels[number].generators.push(element);
        for number in (0..=number).rev() {
            let (before, after) = self.levels.split_at_mut(number + 1);
            let own = before[number].generators.iter();
            let generators = own.chain(after.iter().flat_map(|level| &level.generators));
            let generators: Vec<_> = generators.cloned().collect();
            before[number].grow(&generators, watch)?;
        }
        Ok(())
    }
}

pub(super) fn identity(degree: usize) -> Permutation {
    (0..degree as u32).collect()
}

/// First `one`, then `other`.
pub(super) fn then(one: &[u32], other: &[u32]) -> Permutation {
    one.iter().map(|&point| other[point as usize]).collect()
}

pub(super) fn inverse(permutation: &[u32]) -> Permutation {
    let mut inverse = vec![0; permutation.len()];
    for (from, &to) in (0..).zip(permutation) {
        inverse[to as usize] = from;
    }
    inverse.into()
}

/// The orbits of a group.
#[derive(Debug)]
pub(super) struct Orbits {
    /// The least point of each point's orbit.
    pub(super) least: Vec<u32>,
    generators: Vec<Permutation>,
    /// For each point that is not the least, the point from which it was reached, and the generator.
    from: Vec<(u32, u32)>,
}

impl Orbits {
    pub(super) fn of(group: &Group, watch: &Watch) -> Result<Orbits, Limit> {
        let generators: Vec<_> = group.generators().cloned().collect();
        watch.spend(((1 + generators.len()) * group.degree) as u64)?;
        let none = u32::MAX;
        let mut orbits = Orbits {
            least: vec![none; group.degree],
            from: vec![(0, 0); group.degree],
            generators,
        };
        let mut open = Vec::new();
        for least in 0..group.degree as u32 {
            if orbits.least[least as usize] != none {
                continue;
            }
            orbits.least[least as usize] = least;
            open.push(least);
            while let Some(point) = open.pop() {
                for (number, generator) in (0..).zip(&orbits.generators) {
                    let to = generator[point as usize] as usize;
                    if orbits.least[to] == none {
                        orbits.least[to] = least;
                        orbits.from[to] = (point, number);
                        open.push(to as u32);
                    }
                }
            }
        }
        Ok(orbits)
    }

    /// An element that takes a point to the least one of its orbit.
    pub(super) fn to_least(&self, point: u32) -> Permutation {
        let (mut at, mut way) = (point, identity(self.least.len()));
        while self.least[at as usize] != at {
            let (from, generator) = self.from[at as usize];
            // Backwards: the inverse of the generator comes next.
            way = then(&way, &inverse(&self.generators[generator as usize]));
            at = from;
        }
        way
    }
}
