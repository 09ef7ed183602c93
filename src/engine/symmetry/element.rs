//! One symmetry, in the terms of the problem.

use super::graph::Graph;
use super::search::Moves;
use crate::problem::{Color, ItemId, OptionId, Problem};

/// A permutation of the options, items and colours of a problem that maps the problem to itself. Only what moves is listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    options: Vec<(OptionId, OptionId)>,
    items: Vec<(ItemId, ItemId)>,
    uses: Vec<(Use, Use)>,
}

/// A secondary item in one of its colours.
pub type Use = (ItemId, Color);

impl Symmetry {
    /// The options that move, ascending, and where to.
    pub fn options(&self) -> &[(OptionId, OptionId)] {
        &self.options
    }

    /// The items that move, ascending, and where to.
    pub fn items(&self) -> &[(ItemId, ItemId)] {
        &self.items
    }

    /// The colours of items that move, ascending, and where to.
    pub fn uses(&self) -> &[(Use, Use)] {
        &self.uses
    }

    /// The image of an option.
    pub fn option(&self, option: OptionId) -> OptionId {
        image(&self.options, option)
    }

    /// The image of an item.
    pub fn item(&self, item: ItemId) -> ItemId {
        image(&self.items, item)
    }

    /// The image of an item in a colour.
    pub fn use_of(&self, item: ItemId, color: Color) -> Use {
        image(&self.uses, (item, color))
    }

    /// Whether this takes every option of the problem to one with the images of its entries and the same cost, each item to
    /// one with the same bounds, and nothing to the same place as anything else.
    pub fn keeps(&self, problem: &Problem) -> bool {
        let entries = |option| {
            let entries = problem.entries(option).iter();
            let image = entries.map(|entry| match entry.color {
                None => (self.item(entry.item), None),
                Some(color) => {
                    let (item, color) = self.use_of(entry.item, color);
                    (item, Some(color))
                }
            });
            sorted(image)
        };
        let own = |option| {
            let entries = problem.entries(option).iter();
            sorted(entries.map(|entry| (entry.item, entry.color)))
        };
        let is_kept = |&(from, to): &(OptionId, OptionId)| {
            problem.cost(from) == problem.cost(to)
                && problem.facts(from).len() == problem.facts(to).len()
        };
        let is_item_kept =
            |&(from, to): &(ItemId, ItemId)| problem.bounds(from) == problem.bounds(to);
        permutes(&self.options)
            && permutes(&self.items)
            && permutes(&self.uses)
            && self.options.iter().all(is_kept)
            && self.items.iter().all(is_item_kept)
            && problem
                .options()
                .all(|option| entries(option) == own(self.option(option)))
    }

    /// The effect of a permutation of the vertices of the graph.
    pub(super) fn of(graph: &Graph, moves: &Moves) -> Symmetry {
        let mut symmetry = Symmetry {
            options: Vec::new(),
            items: Vec::new(),
            uses: Vec::new(),
        };
        let items = graph.item_vertices();
        let mut image = std::collections::HashMap::new();
        for &(from, to) in moves {
            image.insert(from, to);
            let (from, to) = (from as usize, to as usize);
            if from < graph.options.len() {
                let pairs = graph.options[from].iter().zip(&graph.options[to]);
                symmetry
                    .options
                    .extend(pairs.map(|(&from, &to)| (from, to)));
            } else if items.contains(&from) {
                let (from, to) = (from - items.start, to - items.start);
                let pairs = graph.items[from].iter().zip(&graph.items[to]);
                symmetry.items.extend(pairs.map(|(&from, &to)| (from, to)));
            }
        }
        for class in 0..graph.items.len() {
            let uses = graph.uses[class]..graph.uses[class + 1];
            for (place, from) in uses.enumerate() {
                if let Some(&to) = image.get(&from) {
                    symmetry.take_use(graph, (class, place), to);
                }
            }
        }
        symmetry.sort();
        symmetry
    }

    /// Takes a use of all items in a class to another one.
    fn take_use(&mut self, graph: &Graph, (class, place): (usize, usize), to: u32) {
        let other = graph.uses.partition_point(|&first| first <= to) - 1;
        let there = (to - graph.uses[other]) as usize;
        for member in 0..graph.items[class].len() {
            let from = graph.items[class][member];
            let to = graph.items[other][member];
            let colors = (
                graph.colors[class][member][place],
                graph.colors[other][member][there],
            );
            self.uses.push(((from, colors.0), (to, colors.1)));
        }
    }

    /// The generators that permute the members of a class of options.
    pub(super) fn of_options(class: &[OptionId], order: &[usize]) -> Symmetry {
        let moves = (0..).zip(order).filter(|(from, to)| from != *to);
        let mut symmetry = Symmetry {
            options: moves.map(|(from, &to)| (class[from], class[to])).collect(),
            items: Vec::new(),
            uses: Vec::new(),
        };
        symmetry.sort();
        symmetry
    }

    /// The generators that permute the members of a class of items.
    pub(super) fn of_items(class: &[ItemId], colors: &[Vec<Color>], order: &[usize]) -> Symmetry {
        let mut symmetry = Symmetry {
            options: Vec::new(),
            items: Vec::new(),
            uses: Vec::new(),
        };
        for (from, &to) in order.iter().enumerate().filter(|(from, to)| from != *to) {
            symmetry.items.push((class[from], class[to]));
            for (&one, &other) in colors[from].iter().zip(&colors[to]) {
                symmetry.uses.push(((class[from], one), (class[to], other)));
            }
        }
        symmetry.sort();
        symmetry
    }

    fn sort(&mut self) {
        self.options.sort_unstable();
        self.items.sort_unstable();
        self.uses.sort_unstable();
    }
}

/// The image of a thing, which is itself if it does not move.
fn image<T: Copy + Ord>(moves: &[(T, T)], thing: T) -> T {
    match moves.binary_search_by_key(&thing, |&(from, _)| from) {
        Ok(place) => moves[place].1,
        Err(_) => thing,
    }
}

/// Whether what moves, moves to the places of what moves, each to another one.
fn permutes<T: Copy + Ord>(moves: &[(T, T)]) -> bool {
    let from = sorted(moves.iter().map(|&(from, _)| from));
    from == sorted(moves.iter().map(|&(_, to)| to))
}

fn sorted<T: Ord>(things: impl Iterator<Item = T>) -> Vec<T> {
    let mut things: Vec<T> = things.collect();
    things.sort_unstable();
    things
}

/// The cycles of a permutation of which only what moves is listed, ascending; each begins with its least.
pub fn cycles<T: Copy + Ord>(moves: &[(T, T)]) -> Vec<Vec<T>> {
    let mut seen = vec![false; moves.len()];
    let mut cycles = Vec::new();
    for start in 0..moves.len() {
        let mut cycle = Vec::new();
        let mut at = start;
        while !std::mem::replace(&mut seen[at], true) {
            let (from, to) = moves[at];
            cycle.push(from);
            match moves.binary_search_by_key(&to, |&(from, _)| from) {
                Ok(next) => at = next,
                Err(_) => break,
            }
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}
