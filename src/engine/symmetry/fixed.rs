//! How many orbits there are, by the lemma that is not Burnside's: as many as a symmetry keeps solutions, on average.
//!
//! ```text
//!     dominoes 2×2, 2 tilings, group of 8:    identity and half turn keep 2, two reflections keep 2,
//!                                             quarter turns and diagonals keep 0         (2 + 2 + 2 + 2) / 8 = 1
//! ```
//!
//! A solution that symmetry g keeps consists of whole orbits of options under the powers of g. Such an orbit can be chosen
//! if its options agree with each other, and two orbits stand side by side if their options do. So they are the options of
//! a smaller exact-cover problem, whose items are the orbits of items: an orbit of options covers all items of an orbit or
//! none of them. In a colour, two agree if they give the same one to one of the items, as g takes that to the others.

use std::collections::{BTreeMap, HashMap};

use super::Symmetries;
use super::graph::Graph;
use super::group::{Group, Permutation, inverse, then};
use crate::engine::limits::{Limit, Watch};
use crate::problem::{BuildError, Entry, ItemId, OptionId, Problem};

/// Work to make the problem of one symmetry, for each vertex.
const WORK_OF_VERTEX: u64 = 500;

/// A problem whose solutions are those that a symmetry keeps.
pub(crate) struct Kept {
    pub(crate) problem: Problem,
    pub(crate) assumed: Vec<OptionId>,
    /// The number of symmetries that keep as many.
    pub(crate) symmetries: u64,
}

/// The problems whose numbers of solutions, each as often as it stands for symmetries, have the number of orbits as their
/// average. The problem has neither bounds nor facts, and the group can be listed.
pub(super) fn kept(
    symmetries: &Symmetries,
    group: &Group,
    watch: &Watch,
) -> Result<Vec<Kept>, Limit> {
    let mut kept = Vec::new();
    let entries = symmetries.graph.len() as u64;
    for (element, symmetries_like_it) in conjugates(group, watch)? {
        watch.spend(WORK_OF_VERTEX * entries)?;
        let quotient =
            quotient(symmetries, &element).expect("names differ, and each item comes once");
        if let Some((problem, assumed)) = quotient {
            kept.push(Kept {
                problem,
                assumed,
                symmetries: symmetries_like_it,
            });
        }
    }
    Ok(kept)
}

/// One element of each class of conjugates, and the size of the class.
fn conjugates(group: &Group, watch: &Watch) -> Result<Vec<(Permutation, u64)>, Limit> {
    let elements = group.elements(watch)?;
    let places: HashMap<&Permutation, usize> = elements.iter().zip(0..).collect();
    let inverses: Vec<_> = group.generators().map(|g| inverse(g)).collect();
    let mut is_seen = vec![false; elements.len()];
    let mut classes = Vec::new();
    for start in 0..elements.len() {
        if is_seen[start] {
            continue;
        }
        is_seen[start] = true;
        let (mut open, mut size) = (vec![start], 0);
        while let Some(at) = open.pop() {
            size += 1;
            for (generator, inverse) in group.generators().zip(&inverses) {
                watch.spend(4 * elements[at].len() as u64)?;
                let other = places[&then(&then(inverse, &elements[at]), generator)];
                if !std::mem::replace(&mut is_seen[other], true) {
                    open.push(other);
                }
            }
        }
        classes.push((elements[start].clone(), size));
    }
    Ok(classes)
}

/// The least vertex of each vertex's orbit under the powers of an element.
fn orbits(element: &[u32]) -> Vec<u32> {
    let mut least = vec![u32::MAX; element.len()];
    for start in 0..element.len() as u32 {
        let mut at = start;
        while least[at as usize] == u32::MAX {
            least[at as usize] = start;
            at = element[at as usize];
        }
    }
    least
}

/// The problem of orbits, and its assumed options; `None` if an assumed option is not in an orbit that can be chosen.
fn quotient(
    symmetries: &Symmetries,
    element: &[u32],
) -> Result<Option<(Problem, Vec<OptionId>)>, BuildError> {
    let (problem, graph) = (&symmetries.problem, &symmetries.graph);
    let least = orbits(element);
    let mut builder = Problem::builder();
    // The items of the new problem, by the least vertices of their orbits: primary ones come first.
    let mut items: HashMap<u32, ItemId> = HashMap::new();
    for is_primary in [true, false] {
        for (vertex, members) in graph.item_vertices().zip(graph.items.iter()) {
            if least[vertex] as usize == vertex && problem.is_primary(members[0]) == is_primary {
                let name = vertex.to_string();
                let item = match is_primary {
                    true => builder.primary(name)?,
                    false => builder.secondary(name)?,
                };
                items.insert(vertex as u32, item);
            }
        }
    }
    let mut orbits = vec![Vec::new(); graph.options.len()];
    for class in 0..graph.options.len() {
        orbits[least[class] as usize].push(class as u32);
    }
    let mut assumed = Vec::new();
    for (orbit, members) in orbits.iter().zip(graph.options.iter()) {
        if orbit.is_empty() {
            continue;
        }
        let is_assumed = symmetries.part.with.contains(&members[0]);
        if symmetries.part.without.contains(&members[0]) {
            if is_assumed {
                return Ok(None);
            }
            continue;
        }
        // Equal options, which all are assumed, exclude each other.
        let can_be_met = !is_assumed || members.len() == 1;
        let covered = covered_by(graph, orbit).filter(|_| can_be_met);
        let Some(covered) = covered else {
            if is_assumed {
                return Ok(None);
            }
            continue;
        };
        let mut entries = Vec::new();
        for (item, use_) in covered {
            if let Some(&item) = items.get(&item) {
                let color = use_.map(|vertex| builder.color(&vertex.to_string()));
                let color = color.transpose()?;
                entries.push(Entry { item, color });
            }
        }
        let option = builder.option(entries)?;
        if is_assumed {
            assumed.push(option);
        }
    }
    Ok(Some((builder.build(), assumed)))
}

/// The vertices of the items that these options cover together, each with its use in a colour; `None` if the options do not
/// agree.
fn covered_by(graph: &Graph, options: &[u32]) -> Option<BTreeMap<u32, Option<u32>>> {
    let items = graph.item_vertices();
    let mut covered = BTreeMap::new();
    for &vertex in options.iter().flat_map(|&option| graph.neighbours(option)) {
        if items.contains(&(vertex as usize)) {
            if covered.insert(vertex, None).is_some() {
                return None;
            }
            continue;
        }
        let class = graph.uses.partition_point(|&first| first <= vertex) - 1;
        let item = (items.start + class) as u32;
        if *covered.entry(item).or_insert(Some(vertex)) != Some(vertex) {
            return None;
        }
    }
    Some(covered)
}
