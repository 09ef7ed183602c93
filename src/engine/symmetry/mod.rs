//! The symmetries of a problem: permutations of its options, items and colours that map the problem to itself.
//!
//! ```text
//!     a b c      a and b change places, and so do         a b c      order 2
//!     a c        options 1 and 2: the same problem        b c
//!     b c                                                 a c
//! ```
//!
//! A symmetry preserves bounds, costs and which options have a fact in common; it maps assumed options to assumed ones, and
//! excluded ones to excluded ones. A secondary item may be mapped to another one, with its colours in any order. Symmetries map
//! solutions to solutions: those that are mapped to each other form an *orbit*, and solving *up to symmetry* finds one solution
//! of each orbit.
//!
//! - `graph`: the problem as a graph. `partition`, `search`: its automorphisms.
//! - `given`: automorphisms that are known in advance.
//! - `group`: the group that they generate: order, elements, orbits, stabilisers.
//! - `tree`: the first levels of a search up to symmetry. `least`: the least image of a solution. `classes`: which solutions
//!   represent their orbits.
//! - `fixed`: the solutions that a symmetry fixes are those of a smaller problem.

mod classes;
mod element;
mod fixed;
mod given;
mod graph;
mod group;
mod least;
mod partition;
mod search;
mod tree;

use num_bigint::BigUint;

pub(super) use classes::Classes;
pub use element::{Symmetry, Use, cycles};
pub(super) use fixed::Kept;
pub(super) use graph::Adjacency;
use graph::Graph;
use group::{Group, Permutation};
pub(super) use partition::{Partition, TooLong};
pub(super) use search::{Moves, automorphisms};
pub(super) use tree::Leaf;

use super::groups::Groups;
use super::limits::{Limit, Limits, Watch};
use crate::problem::{ItemId, Part, Problem};

/// The numbers that permutations of a group may take together: half a gigabyte.
const MOST_NUMBERS: u64 = 1 << 27;

/// About what it takes to find symmetries, for each item or option, and each item of an option: the graph, what it is made of, and
/// the partitions of the search.
const BYTES_OF_VERTEX: usize = 200;
const BYTES_OF_EDGE: usize = 50;

/// The work limit of a search for symmetries: edges seen and vertices moved. It takes some seconds.
const WORK: u64 = 1 << 31;

/// The symmetries of a problem: a group, given by generators.
///
/// ```
/// use dominox::Problem;
/// use dominox::engine::Symmetries;
/// let problem = Problem::parse("a b c\na b c\na c\nb c\n")?;
/// let symmetries = Symmetries::of(&problem);
/// assert_eq!(symmetries.order(), 2u32.into());
/// let [exchange] = symmetries.generators() else { panic!("one generator") };
/// let [a, b, c] = [0, 1, 2].map(dominox::problem::ItemId::new);
/// assert_eq!([a, b, c].map(|item| exchange.item(item)), [b, a, c]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Symmetries {
    problem: Problem,
    part: Part,
    graph: Graph,
    found: search::Automorphisms,
    generators: Vec<Symmetry>,
}

impl Symmetries {
    /// The symmetries of a problem.
    pub fn of(problem: &Problem) -> Symmetries {
        Symmetries::fixing(problem, &Part::default(), None)
    }

    /// The symmetries of a problem that map assumed options to assumed ones and excluded ones to excluded ones. If kinds of
    /// items are given, one number for each item, the symmetries also map each item to one of its kind.
    ///
    /// # Panics
    /// If the number of kinds is not that of the items, or an option of the part does not belong to the problem.
    pub fn fixing(problem: &Problem, part: &Part, kinds: Option<&[u32]>) -> Symmetries {
        let found = Symmetries::within(problem, part, kinds, WORK, &Limits::default());
        found.expect("nothing stops it")
    }

    /// Like [`fixing`](Self::fixing), until the time is over or the cancel flag is set: then they are [not
    /// complete](Self::is_complete). `None` if the time was over before the search for them began.
    ///
    /// # Panics
    /// As for [`fixing`](Self::fixing).
    pub fn fixing_within(
        problem: &Problem,
        part: &Part,
        kinds: Option<&[u32]>,
        limits: &Limits,
    ) -> Option<Symmetries> {
        Symmetries::within(problem, part, kinds, WORK, limits)
    }

    /// Like [`fixing_within`](Self::fixing_within), with this much work.
    fn within(
        problem: &Problem,
        part: &Part,
        kinds: Option<&[u32]>,
        work: u64,
        limits: &Limits,
    ) -> Option<Symmetries> {
        if let Some(kinds) = kinds {
            assert_eq!(kinds.len(), problem.item_count(), "a kind for each item");
        }
        let watch = limits.watch();
        let graph = Graph::new(problem, part, kinds, &watch).ok()?;
        let options = graph.options.len();
        let found = automorphisms((&graph.adjacency, options), work, Some(watch));
        Some(Symmetries::found(problem, part, graph, found))
    }

    /// Roughly the number of bytes that finding the symmetries of a problem takes, in addition to the problem.
    pub fn bytes_for(problem: &Problem) -> usize {
        let (items, options) = (problem.item_count(), problem.option_count());
        BYTES_OF_VERTEX * (items + options) + BYTES_OF_EDGE * problem.entry_count()
    }

    /// The symmetries among these permutations of the items, which form a group: for each, the image of every item.
    /// Permutations that do not map each option to an option are left out, and so are those that do not preserve the assumed
    /// and the excluded options.
    ///
    /// ```
    /// use dominox::Problem;
    /// use dominox::engine::Symmetries;
    /// use dominox::problem::{ItemId, Part};
    /// let problem = Problem::parse("a b c\na b\nb c\nc a\n")?;
    /// let [a, b, c] = [0, 1, 2].map(ItemId::new);
    /// let turns = [vec![a, b, c], vec![b, c, a], vec![c, a, b]];
    /// assert_eq!(Symmetries::of(&problem).order(), 6u32.into());
    /// assert_eq!(Symmetries::of_items(&problem, &Part::default(), &turns).order(), 3u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If an element does not have an image for each item, or an option of the part does not belong to the problem; if the problem has
    /// colours or facts.
    pub fn of_items(problem: &Problem, part: &Part, elements: &[Vec<ItemId>]) -> Symmetries {
        let found = Symmetries::of_items_within(problem, part, elements, &Limits::default());
        found.expect("nothing stops it")
    }

    /// Like [`of_items`](Self::of_items), but `None` if the time is over or the cancel flag is set before all elements were seen.
    ///
    /// # Panics
    /// As for [`of_items`](Self::of_items).
    pub fn of_items_within(
        problem: &Problem,
        part: &Part,
        elements: &[Vec<ItemId>],
        limits: &Limits,
    ) -> Option<Symmetries> {
        let watch = limits.watch();
        let graph = Graph::new(problem, part, None, &watch).ok()?;
        let found = given::automorphisms(&graph, problem, elements, &watch).ok()?;
        Some(Symmetries::found(problem, part, graph, found))
    }

    fn found(
        problem: &Problem,
        part: &Part,
        graph: Graph,
        found: search::Automorphisms,
    ) -> Symmetries {
        let moving = found.generators.iter();
        let mut generators: Vec<_> = moving.map(|(_, m)| Symmetry::of(&graph, m)).collect();
        for class in graph.options.iter().filter(|class| class.len() > 1) {
            let orders = of_all(class.len());
            generators.extend(orders.map(|order| Symmetry::of_options(class, &order)));
        }
        for (class, colors) in graph.items.iter().zip(&graph.colors) {
            if class.len() > 1 {
                let orders = of_all(class.len());
                generators.extend(orders.map(|order| Symmetry::of_items(class, colors, &order)));
            }
        }
        debug_assert!(generators.iter().all(|symmetry| symmetry.keeps(problem)));
        Symmetries {
            problem: problem.clone(),
            part: part.clone(),
            graph,
            found,
            generators,
        }
    }

    /// The problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The generators of the group.
    pub fn generators(&self) -> &[Symmetry] {
        &self.generators
    }

    /// The number of symmetries.
    pub fn order(&self) -> BigUint {
        self.order_on_options() * factorials(&self.graph.items)
    }

    /// In how many ways symmetries permute the classes of equal options.
    pub(super) fn order_on_classes(&self) -> BigUint {
        product(&self.found.orbits)
    }

    /// The number of different permutations of the options: some symmetries may move only items.
    pub fn order_on_options(&self) -> BigUint {
        self.order_on_classes() * factorials(&self.graph.options)
    }

    /// Whether solutions can be found up to these symmetries: their permutations take at most half a gigabyte.
    pub fn can_be_used(&self) -> bool {
        self.numbers() <= MOST_NUMBERS
    }

    /// The numbers in the permutations of the group.
    fn numbers(&self) -> u64 {
        let orbits = self.found.orbits.iter().map(|&size| u64::from(size));
        orbits.sum::<u64>().saturating_mul(self.graph.len() as u64)
    }

    /// The most symmetries under which orbits are counted by a table.
    pub const FEW: u32 = 1 << 10;

    /// Whether orbits can be counted by a table: there are few enough symmetries, up to equal options, and the problem has
    /// neither bounds nor facts.
    pub fn are_few(&self) -> bool {
        let is_plain = !self.problem.has_bounds() && !self.problem.has_facts();
        is_plain && self.order_on_classes() <= Symmetries::FEW.into()
    }

    /// Whether these are all symmetries. If not, the search was abandoned, and they are a subgroup.
    pub fn is_complete(&self) -> bool {
        self.found.is_complete
    }

    /// The part that is fixed.
    pub fn part(&self) -> &Part {
        &self.part
    }

    /// The classes that decide which solutions represent their orbits, within the limits of this watch and this many bytes. The
    /// limit is one of the memory where these symmetries cannot be used.
    pub(super) fn classes(&self, (watch, room): (Watch, usize)) -> Result<Classes<'_>, Limit> {
        if self.numbers().saturating_mul(4) > room as u64 / 2 {
            return Err(Limit::Memory);
        }
        Classes::new(self, &self.group(&watch)?, (watch, room))
    }

    /// The problems whose numbers of solutions have the number of orbits as their average, if symmetries are
    /// [few](Self::are_few).
    pub(super) fn kept(&self, watch: &Watch) -> Result<Vec<Kept>, Limit> {
        fixed::kept(self, &self.group(watch)?, watch)
    }

    /// The group as it permutes the vertices of the graph.
    fn group(&self, watch: &Watch) -> Result<Group, Limit> {
        if !self.can_be_used() {
            return Err(Limit::Memory);
        }
        let dense = |moves: &search::Moves| {
            let mut image: Vec<u32> = (0..self.graph.len() as u32).collect();
            moves
                .iter()
                .for_each(|&(from, to)| image[from as usize] = to);
            Permutation::from(image)
        };
        let found = self.found.generators.iter();
        let generators: Vec<_> = found.map(|(level, moves)| (*level, dense(moves))).collect();
        Group::new(self.graph.len(), &self.found.base, &generators, watch)
    }
}

/// In how many ways members of groups can change places within these.
fn factorials<M: Copy>(groups: &Groups<M>) -> BigUint {
    let factors = groups.iter().flat_map(|group| 2..=group.len() as u32);
    product(&Vec::from_iter(factors))
}

/// The product of numbers. Both halves are about as long, so that they are multiplied fast.
fn product(numbers: &[u32]) -> BigUint {
    match numbers.len() {
        0..16 => numbers.iter().product(),
        more => {
            let (some, others) = numbers.split_at(more / 2);
            product(some) * product(others)
        }
    }
}

/// What generates all permutations of this many places: an exchange of the first two, and a cycle of all if there are more.
fn of_all(places: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut exchange: Vec<usize> = (0..places).collect();
    exchange.swap(0, 1);
    let cycle = (1..places).chain([0]).collect();
    [exchange, cycle].into_iter().take(places.min(3) - 1)
}
