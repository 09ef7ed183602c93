//! The graph of a problem, whose automorphisms are those of the problem.
//!
//! ```text
//!     option ─────────── item               covered, without a colour
//!     option ── use ──── item               a use is a secondary item in one of its colours
//!     option ── fact
//! ```
//!
//! Vertices have colours of their own, which an automorphism preserves: an option's cost and whether it is assumed or excluded,
//! an item's bounds and kind.
//!
//! *Twins* are vertices that nothing distinguishes: equal options, items in the same options and colours. They can change
//! places whatever else happens, so that a class of twins is one vertex, whose colour has their number. What is left then has
//! no automorphism that fixes all options and moves anything else: items differ by their options, and so do uses and facts.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::engine::checksum::mix;
use crate::engine::groups::{Groups, are_same, hash_of};
use crate::engine::limits::{Limit, Limits, Watch};
use crate::problem::{Color, ItemId, OptionId, Part, Problem};

/// The work of an edge that is counted, made or put into lists, of a use that gets a number, of a fact that is put into order, and of
/// the colour of a vertex, in units of about a nanosecond.
const WORK_OF_COUNT: u64 = 4;
const WORK_OF_EDGE: u64 = 20;
const WORK_OF_USE: u64 = 60;
const WORK_OF_FACT: u64 = 100;
const WORK_OF_PAINT: u64 = 100;

/// The graph of a problem. Its vertices are classes of options, classes of facts, classes of items, and uses, in this order.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// The options of each class, ascending.
    pub(super) options: Groups<OptionId>,
    /// The class of each option.
    pub(super) class_of: Vec<u32>,
    /// The facts of the options in each class, as vertices, ascending.
    pub(super) facts_of: Vec<Vec<u32>>,
    /// The number of classes of facts.
    pub(super) facts: usize,
    /// The items of each class, ascending.
    pub(super) items: Groups<ItemId>,
    /// The colours of each item in the class, as its uses have them, item after item as in `items`.
    pub(super) colors: Vec<Vec<Vec<Color>>>,
    /// The first use of each class of items, and the number of all vertices.
    pub(super) uses: Vec<u32>,
    pub(super) adjacency: Adjacency,
}

/// Vertices with colours, and which are neighbours.
#[derive(Clone, Debug)]
pub(crate) struct Adjacency {
    /// The colours of vertices, as small numbers.
    paint: Vec<u32>,
    /// Where the neighbours of each vertex begin in `neighbours`, and their number at the end.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Adjacency {
    /// Vertices of these colours, with these edges.
    pub(crate) fn new(paint: Vec<u32>, edges: &[(u32, u32)]) -> Adjacency {
        let made = Adjacency::within(paint, edges, &Limits::default().watch());
        made.expect("nothing stops it")
    }

    /// The same, until a limit is reached.
    fn within(paint: Vec<u32>, edges: &[(u32, u32)], watch: &Watch) -> Result<Adjacency, Limit> {
        let (starts, neighbours) = lists(paint.len(), edges, watch)?;
        Ok(Adjacency {
            paint,
            starts,
            neighbours,
        })
    }

    /// The number of vertices.
    pub(crate) fn len(&self) -> usize {
        self.paint.len()
    }

    pub(crate) fn paint(&self, vertex: u32) -> u32 {
        self.paint[vertex as usize]
    }

    pub(crate) fn neighbours(&self, vertex: u32) -> &[u32] {
        let [start, end] = [vertex, vertex + 1].map(|v| self.starts[v as usize] as usize);
        &self.neighbours[start..end]
    }
}

/// What an item looks like from the options: its bounds or that it is secondary, its kind, and the classes of options with the
/// place of the colour among those that the item has had so far, from 1; 0 without a colour.
type Face = (Option<(u32, u32)>, u32, Vec<(u32, u32)>);

/// Classes of items, the colours of their members, and what they look like.
type ItemClasses = (Groups<ItemId>, Vec<Vec<Vec<Color>>>, Vec<Face>);

impl Graph {
    /// The graph of a problem, in which assumed options differ from others and so do excluded ones, and items of different
    /// kinds; or the limit that was reached.
    pub(super) fn new(
        problem: &Problem,
        part: &Part,
        kinds: Option<&[u32]>,
        watch: &Watch,
    ) -> Result<Graph, Limit> {
        let flags = flags(problem, part);
        let (options, class_of) = option_classes(problem, &flags, watch)?;
        let (facts, facts_of) = fact_classes(problem, &options, watch)?;
        let (items, colors, faces) = item_classes(problem, (&options, kinds), watch)?;
        let first_item = options.len() + facts.len();
        let mut uses = Vec::with_capacity(items.len() + 1);
        let mut last = (first_item + items.len()) as u32;
        for colors in &colors {
            uses.push(last);
            last += colors.first().map_or(0, Vec::len) as u32;
        }
        uses.push(last);
        let mut edges = Vec::new();
        for (item, (_, _, covers)) in faces.iter().enumerate() {
            let vertex = (first_item + item) as u32;
            for &(option, place) in covers {
                watch.spend(WORK_OF_EDGE)?;
                match place {
                    0 => edges.push((option, vertex)),
                    place => edges.push((option, uses[item] + place - 1)),
                }
            }
            edges.extend((uses[item]..uses[item + 1]).map(|use_| (vertex, use_)));
        }
        for (option, facts) in (0..).zip(&facts_of) {
            edges.extend(facts.iter().map(|&fact| (option, fact)));
        }
        let mut paints = Paints::default();
        for class in options.iter() {
            watch.spend(WORK_OF_PAINT)?;
            let first = class[0];
            let flag = u64::from(flags[first.index()]);
            paints.add([0, problem.cost(first), flag, class.len() as u64]);
        }
        facts.iter().for_each(|&size| paints.add([1, size, 0, 0]));
        for (class, (bounds, kind, _)) in items.iter().zip(&faces) {
            let bounds = bounds.map_or(u64::MAX, |(low, high)| {
                u64::from(low) << 32 | u64::from(high)
            });
            paints.add([2, bounds, (*kind).into(), class.len() as u64]);
        }
        (uses[0]..last).for_each(|_| paints.add([3, 0, 0, 0]));
        Ok(Graph {
            options,
            class_of,
            facts_of,
            facts: facts.len(),
            items,
            colors,
            uses,
            adjacency: Adjacency::within(paints.numbers(), &edges, watch)?,
        })
    }

    /// The number of vertices.
    pub(super) fn len(&self) -> usize {
        self.adjacency.len()
    }

    /// The number of vertices that options and facts are: the first ones.
    pub(super) fn points(&self) -> usize {
        self.options.len() + self.facts
    }

    pub(super) fn neighbours(&self, vertex: u32) -> &[u32] {
        self.adjacency.neighbours(vertex)
    }

    /// The vertices that are classes of items.
    pub(super) fn item_vertices(&self) -> Range<usize> {
        let first = self.points();
        first..first + self.items.len()
    }
}

/// For each option, 1 if it is assumed, 2 if it is excluded, 3 if both.
fn flags(problem: &Problem, part: &Part) -> Vec<u8> {
    let mut flags = vec![0; problem.option_count()];
    part.with.iter().for_each(|o| flags[o.index()] |= 1);
    part.without.iter().for_each(|o| flags[o.index()] |= 2);
    flags
}

/// The classes of equal options, and the class of each option. Where items may be covered several times, equal options can
/// stand side by side in a solution: there, each is a class of its own.
fn option_classes(
    problem: &Problem,
    flags: &[u8],
    watch: &Watch,
) -> Result<(Groups<OptionId>, Vec<u32>), Limit> {
    let may_repeat = problem.has_bounds();
    let entries = |option| problem.entries(option).iter();
    let facts = |option| {
        let mut facts = problem.facts(option).to_vec();
        facts.sort_unstable();
        facts.dedup();
        facts
    };
    let rest = |option: OptionId| {
        let number = may_repeat.then_some(option);
        (problem.cost(option), flags[option.index()], number)
    };
    let hash = |option: OptionId| {
        watch.spend(WORK_OF_EDGE * (1 + problem.entries(option).len() as u64))?;
        let (cost, flag, number) = rest(option);
        let number = number.map_or(0, |option| option.index() as u64 + 1);
        let facts = facts(option).into_iter().map(u64::from);
        let all = [cost, flag.into(), number].into_iter().chain(facts);
        Ok(all.fold(hash_of(entries(option)), |hash, next| mix(hash ^ next)))
    };
    let is_same = |one, other| {
        rest(one) == rest(other)
            && facts(one) == facts(other)
            && are_same(entries(one), entries(other))
    };
    Groups::unless(&Vec::from_iter(problem.options()), hash, is_same)
}

/// The sizes of the classes of facts that are always together, and the facts of each option, as vertices.
fn fact_classes(
    problem: &Problem,
    options: &Groups<OptionId>,
    watch: &Watch,
) -> Result<(Vec<u64>, Vec<Vec<u32>>), Limit> {
    let mut seen: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (class, members) in (0..).zip(options.iter()) {
        for &fact in problem.facts(members[0]) {
            watch.spend(WORK_OF_FACT)?;
            let options = seen.entry(fact).or_default();
            if options.last() != Some(&class) {
                options.push(class);
            }
        }
    }
    let of = Vec::from_iter(seen.into_values());
    let hash = |fact: usize| of[fact].iter().fold(0, |hash, &o| mix(hash ^ u64::from(o)));
    let all = Vec::from_iter(0..of.len());
    let (classes, _) = Groups::of(&all, hash, |one, other| of[one] == of[other]);
    let mut facts_of = vec![Vec::new(); options.len()];
    for (vertex, class) in (options.len() as u32..).zip(classes.iter()) {
        of[class[0]]
            .iter()
            .for_each(|&option| facts_of[option as usize].push(vertex));
    }
    let sizes = classes.iter().map(|class| class.len() as u64);
    Ok((sizes.collect(), facts_of))
}

/// The classes of items, the colours of their members, and what they look like.
fn item_classes(
    problem: &Problem,
    (options, kinds): (&Groups<OptionId>, Option<&[u32]>),
    watch: &Watch,
) -> Result<ItemClasses, Limit> {
    let mut covers = vec![Vec::new(); problem.item_count()];
    let mut colors: Vec<Vec<Color>> = vec![Vec::new(); problem.item_count()];
    let mut places: HashMap<(usize, Color), u32> = HashMap::new();
    for (class, members) in (0..).zip(options.iter()) {
        for entry in problem.entries(members[0]) {
            watch.spend(WORK_OF_USE)?;
            let item = entry.item.index();
            let place = entry.color.map_or(0, |color| {
                *places.entry((item, color)).or_insert_with(|| {
                    colors[item].push(color);
                    colors[item].len() as u32
                })
            });
            covers[item].push((class, place));
        }
    }
    let look = |item: ItemId| {
        let bounds = problem.bounds(item).map(|b| (b.low, b.high));
        (bounds, kinds.map_or(0, |kinds| kinds[item.index()]))
    };
    let hash = |item: ItemId| {
        let (bounds, kind) = look(item);
        let pairs = covers[item.index()].iter().copied();
        let all = bounds.into_iter().chain([(0, kind)]).chain(pairs);
        all.fold(0, |hash, (one, other)| {
            mix(hash ^ (u64::from(one) << 32 | u64::from(other)))
        })
    };
    let is_same = |one: ItemId, other: ItemId| {
        look(one) == look(other) && covers[one.index()] == covers[other.index()]
    };
    let all = Vec::from_iter(problem.items());
    let (classes, _) = Groups::of(&all, hash, is_same);
    let mut face = |item: ItemId| {
        let (bounds, kind) = look(item);
        (bounds, kind, std::mem::take(&mut covers[item.index()]))
    };
    let faces = classes.iter().map(|class| face(class[0])).collect();
    let mut colors_of = |item: &ItemId| std::mem::take(&mut colors[item.index()]);
    let of_members = classes
        .iter()
        .map(|class| class.iter().map(&mut colors_of).collect())
        .collect();
    Ok((classes, of_members, faces))
}

/// The colours of vertices, which get numbers in their order.
#[derive(Default)]
struct Paints(Vec<[u64; 4]>);

impl Paints {
    fn add(&mut self, paint: [u64; 4]) {
        self.0.push(paint);
    }

    fn numbers(self) -> Vec<u32> {
        let mut all = self.0.clone();
        all.sort_unstable();
        all.dedup();
        let number = |paint| all.binary_search(paint).map_or(0, |place| place as u32);
        self.0.iter().map(number).collect()
    }
}

/// The lists of neighbours, one after the other, and where they begin.
fn lists(
    vertices: usize,
    edges: &[(u32, u32)],
    watch: &Watch,
) -> Result<(Vec<u32>, Vec<u32>), Limit> {
    let mut starts = vec![0u32; vertices + 1];
    for &(one, other) in edges {
        watch.spend(WORK_OF_COUNT)?;
        starts[one as usize + 1] += 1;
        starts[other as usize + 1] += 1;
    }
    for vertex in 0..vertices {
        starts[vertex + 1] += starts[vertex];
    }
    let mut ends = starts.clone();
    let mut neighbours = vec![0; 2 * edges.len()];
    for &(one, other) in edges {
        watch.spend(WORK_OF_EDGE)?;
        for (from, to) in [(one, other), (other, one)] {
            let end = &mut ends[from as usize];
            neighbours[*end as usize] = to;
            *end += 1;
        }
    }
    Ok((starts, neighbours))
}
