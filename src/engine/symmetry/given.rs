//! Automorphisms of a graph from permutations of the items that are known already.
//!
//! The elements of the group are all there, so that a base is found by looking: an option that some element moves, then one that
//! some element moves which fixes the first, and so on.

use std::collections::{BTreeSet, HashMap};

use super::graph::Graph;
use super::search::{Automorphisms, Moves};
use crate::engine::limits::{Limit, Watch};
use crate::problem::{ItemId, OptionId, Problem};

/// The work of looking an option up by its items.
const WORK_OF_OPTION: u64 = 300;

/// What the elements do to the graph; those that do not keep it are left out.
pub(super) fn automorphisms(
    graph: &Graph,
    problem: &Problem,
    elements: &[Vec<ItemId>],
    watch: &Watch,
) -> Result<Automorphisms, Limit> {
    assert!(
        !problem.has_facts() && problem.color_count() == 0,
        "a problem with neither facts nor colours"
    );
    let class_of = Classes::new(graph, problem, watch)?;
    let mut left: Vec<Vec<u32>> = Vec::new();
    for items in elements {
        let image = class_of.image((graph, problem), items, watch)?;
        left.extend(image.filter(|image| !left.contains(image)));
    }
    let options = graph.options.len() as u32;
    let moved = |images: &[Vec<u32>]| {
        let moves = |&option: &u32| images.iter().any(|image| image[option as usize] != option);
        (0..options).find(moves)
    };
    let mut levels = Vec::new();
    while let Some(point) = moved(&left) {
        let (fixing, moving): (Vec<_>, Vec<_>) = left
            .into_iter()
            .partition(|image| image[point as usize] == point);
        levels.push((point, moving));
        left = fixing;
    }
    let mut found = Automorphisms {
        base: levels.iter().map(|(point, _)| *point).collect(),
        generators: Vec::new(),
        orbits: vec![0; levels.len()],
        is_complete: true,
    };
    let mut generators: Vec<&Vec<u32>> = Vec::new();
    for (level, (point, moving)) in levels.iter().enumerate().rev() {
        let mut orbit = orbit(*point, &generators);
        for image in moving {
            if !orbit.contains(&image[*point as usize]) {
                generators.push(image);
                found.generators.push((level, moves(image)));
                orbit = self::orbit(*point, &generators);
            }
        }
        found.orbits[level] = orbit.len() as u32;
    }
    Ok(found)
}

/// Where generators take a point.
fn orbit(point: u32, generators: &[&Vec<u32>]) -> BTreeSet<u32> {
    let mut orbit = BTreeSet::from([point]);
    let mut open = vec![point];
    while let Some(from) = open.pop() {
        let images = generators.iter().map(|image| image[from as usize]);
        open.extend(images.filter(|&to| orbit.insert(to)));
    }
    orbit
}

fn moves(image: &[u32]) -> Moves {
    (0..)
        .zip(image)
        .filter(|(from, to)| from != *to)
        .map(|(from, &to)| (from, to))
        .collect()
}

/// Which vertex an option or an item is.
struct Classes {
    /// By its items, ascending.
    options: HashMap<Vec<ItemId>, u32>,
    items: Vec<u32>,
}

impl Classes {
    fn new(graph: &Graph, problem: &Problem, watch: &Watch) -> Result<Classes, Limit> {
        let mut items = vec![0; problem.item_count()];
        for (vertex, class) in graph.item_vertices().zip(graph.items.iter()) {
            class
                .iter()
                .for_each(|item| items[item.index()] = vertex as u32);
        }
        let mut options = HashMap::with_capacity(graph.options.len());
        for (vertex, class) in (0..).zip(graph.options.iter()) {
            watch.spend(WORK_OF_OPTION)?;
            options.insert(covered(problem, class[0], |item| item), vertex);
        }
        Ok(Classes { options, items })
    }

    /// Where an element takes each vertex; `None` if it does not keep the graph.
    fn image(
        &self,
        (graph, problem): (&Graph, &Problem),
        items: &[ItemId],
        watch: &Watch,
    ) -> Result<Option<Vec<u32>>, Limit> {
        assert_eq!(items.len(), problem.item_count(), "an image for each item");
        let mut image: Vec<u32> = (0..graph.len() as u32).collect();
        let to = |item: ItemId| items[item.index()];
        for (vertex, class) in graph.options.iter().enumerate() {
            watch.spend(WORK_OF_OPTION)?;
            let Some(&option) = self.options.get(&covered(problem, class[0], to)) else {
                return Ok(None);
            };
            image[vertex] = option;
        }
        for (vertex, class) in graph.item_vertices().zip(graph.items.iter()) {
            image[vertex] = self.items[to(class[0]).index()];
        }
        let paint = |vertex: u32| graph.adjacency.paint(vertex);
        let is_kept = (0..)
            .zip(&image)
            .all(|(from, &to)| paint(from) == paint(to));
        let mut is_met = vec![false; image.len()];
        let mut is_new = |&to: &u32| !std::mem::replace(&mut is_met[to as usize], true);
        // Equal options that bounds keep apart would have one image.
        Ok((is_kept && image.iter().all(&mut is_new)).then_some(image))
    }
}

/// The images of the items that an option covers, ascending.
fn covered(problem: &Problem, option: OptionId, to: impl Fn(ItemId) -> ItemId) -> Vec<ItemId> {
    let entries = problem.entries(option).iter();
    let mut items: Vec<ItemId> = entries.map(|entry| to(entry.item)).collect();
    items.sort_unstable();
    items
}
