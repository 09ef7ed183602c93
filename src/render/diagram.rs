//! A decision diagram as a picture: nodes in layers, solid lines for yes, dashed lines for no.
//!
//! ```text
//!           (1)              yes ───   no - - -
//!          ╱   ╲
//!        (2)   (3)           a node lies below all that lead to it
//!        ╱ ╲   ╱ ╲
//!      [⊥] [ ⊤ ]…            ⊥: no solution     ⊤: a solution
//! ```
//!
//! The layer of a node is the length of the longest path to it. A line over several layers has a *joint* in each, which takes
//! part in the order of the layer, so that lines go around nodes; lines to one node share their joints. The order is improved
//! by moving each node to the average place of its neighbours, downwards and upwards in turn (K. Sugiyama, S. Tagawa and M.
//! Toda, *Methods for visual understanding of hierarchical system structures*, IEEE Transactions on Systems, Man and
//! Cybernetics 11, 1981).

use std::collections::HashMap;

use super::paint::{Paint, Stroke};
use super::picture::{Align, Picture, Point, Shape, Text};
use super::too_large::TooLarge;

/// The most nodes of a picture.
const MOST: usize = 300;

/// The distances of places in a layer and of layers, in cells.
const ACROSS: f64 = 1.25;
const DOWN: f64 = 1.5;
const RADIUS: f64 = 0.42;
const MARGIN: f64 = 0.7;

/// Half of the room that a node takes in its layer, and a joint.
const NODE: f64 = 0.5;
const JOINT: f64 = 0.2;

/// The number of times that the layers are put in order.
const SWEEPS: usize = 24;

/// A node of a diagram. Numbers 0 and 1 are ⊥ and ⊤; node `i` of a list has the number `i + 2`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The label of the node.
    pub label: String,
    /// Where the dashed line leads.
    pub no: usize,
    /// Where the solid line leads.
    pub yes: usize,
}

/// A diagram with these nodes and this root, and a legend: lines of text beside it.
///
/// ```
/// use dominox::render::{Branch, diagram};
/// let node = |label: &str, no, yes| Branch { label: label.into(), no, yes };
/// let picture = diagram(&[node("1", 3, 1), node("2", 0, 1)], 2, &["1: a", "2: b"])?;
/// assert!(picture.to_svg().contains(">⊤</text>"));
/// # Ok::<(), dominox::render::TooLarge>(())
/// ```
///
/// # Errors
/// If there are more than 300 nodes.
///
/// # Panics
/// If a number does not belong to a node, or if a node leads to itself, perhaps over others.
pub fn diagram(nodes: &[Branch], root: usize, legend: &[&str]) -> Result<Picture, TooLarge> {
    if nodes.len() > MOST {
        return Err(TooLarge {
            found: format!("{} nodes", nodes.len()),
            most: format!("{MOST}"),
        });
    }
    let mut layers = Layers::of(nodes, root);
    layers.improve();
    Ok(layers.draw(nodes, root, legend))
}

/// A node or a joint.
struct Spot {
    layer: usize,
    /// The place in the layer, from the left.
    x: f64,
    /// Half of the room that it takes in the layer.
    half: f64,
    above: Vec<usize>,
    below: Vec<usize>,
}

impl Spot {
    fn new(layer: usize, half: f64) -> Spot {
        Spot {
            layer,
            x: 0.0,
            half,
            above: Vec::new(),
            below: Vec::new(),
        }
    }
}

struct Layers {
    /// The nodes that are reached, by number, then the joints.
    spots: Vec<Spot>,
    /// The spots of each layer, from left to right.
    rows: Vec<Vec<usize>>,
    /// The lines from spot to spot, and whether each is a yes.
    lines: Vec<([usize; 2], bool)>,
    /// The joint of the lines to a node, of one sort, in a layer.
    joints: HashMap<(usize, bool, usize), usize>,
}

impl Layers {
    fn of(nodes: &[Branch], root: usize) -> Layers {
        let depths = depths(nodes, root);
        let bottom = depths.iter().flatten().copied().max().unwrap_or(0);
        let has_branches = root > 1;
        let layer = |number: usize| match number {
            0 | 1 if has_branches => bottom,
            _ => depths[number].unwrap_or(0),
        };
        let mut layers = Layers {
            spots: Vec::new(),
            rows: vec![Vec::new(); bottom + 1],
            lines: Vec::new(),
            joints: HashMap::new(),
        };
        for (number, depth) in depths.iter().enumerate() {
            layers.spots.push(Spot::new(layer(number), NODE));
            if depth.is_some() {
                layers.rows[layer(number)].push(number);
            }
        }
        for (place, node) in nodes.iter().enumerate().rev() {
            if depths[place + 2].is_some() {
                layers.join(place + 2, node.no, false);
                layers.join(place + 2, node.yes, true);
            }
        }
        for row in &layers.rows {
            for (place, &spot) in row.iter().enumerate() {
                layers.spots[spot].x = place as f64;
            }
        }
        layers
    }

    /// A line from one node to another one, with joints in the layers between. Lines of one sort to one node share them.
    fn join(&mut self, from: usize, to: usize, is_yes: bool) {
        let mut last = from;
        for layer in self.spots[from].layer + 1..self.spots[to].layer {
            let key = (to, is_yes, layer);
            if let Some(&joint) = self.joints.get(&key) {
                return self.link(last, joint, is_yes);
            }
            let joint = self.spots.len();
            self.spots.push(Spot::new(layer, JOINT));
            self.rows[layer].push(joint);
            self.joints.insert(key, joint);
            self.link(last, joint, is_yes);
            last = joint;
        }
        self.link(last, to, is_yes);
    }

    fn link(&mut self, from: usize, to: usize, is_yes: bool) {
        self.spots[from].below.push(to);
        self.spots[to].above.push(from);
        self.lines.push(([from, to], is_yes));
    }

    /// Puts the layers in order.
    fn improve(&mut self) {
        for sweep in 0..SWEEPS {
            let is_down = sweep % 2 == 0;
            let count = self.rows.len();
            for step in 1..count {
                let layer = if is_down { step } else { count - 1 - step };
                self.order(layer, is_down, sweep < SWEEPS / 2);
            }
        }
        let least = self.rows.iter().flatten().map(|&it| self.spots[it].x);
        let least = least.fold(f64::MAX, f64::min);
        self.spots.iter_mut().for_each(|spot| spot.x -= least);
    }

    /// Moves the spots of a layer to the average places of their neighbours in the layer before. `may_swap` while their order is not
    /// settled; after that they only move apart or together.
    fn order(&mut self, layer: usize, is_down: bool, may_swap: bool) {
        let wish = |spot: &Spot| {
            let others = if is_down { &spot.above } else { &spot.below };
            match others.len() {
                0 => spot.x,
                count => {
                    let places = others.iter().map(|&it| self.spots[it].x);
                    places.sum::<f64>() / count as f64
                }
            }
        };
        let row = self.rows[layer].iter();
        let mut row = Vec::from_iter(row.map(|&spot| (wish(&self.spots[spot]), spot)));
        if may_swap {
            row.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        let mut places: Vec<f64> = Vec::with_capacity(row.len());
        let mut before = 0.0;
        for &(wish, spot) in &row {
            let half = self.spots[spot].half;
            let least = places.last().map_or(f64::MIN, |last| last + before + half);
            places.push(wish.max(least));
            before = half;
        }
        // All nodes were moved to the right; move them back by half of that.
        let moved = places
            .iter()
            .zip(&row)
            .map(|(place, (wish, _))| place - wish);
        let shift = moved.sum::<f64>() / row.len().max(1) as f64;
        for (place, (_, spot)) in places.into_iter().zip(&row) {
            self.spots[*spot].x = place - shift;
        }
        self.rows[layer] = row.into_iter().map(|(_, spot)| spot).collect();
    }

    fn at(&self, spot: usize) -> Point {
        let Spot { layer, x, .. } = self.spots[spot];
        [MARGIN + x * ACROSS, MARGIN + layer as f64 * DOWN]
    }

    fn draw(&self, nodes: &[Branch], root: usize, legend: &[&str]) -> Picture {
        const LETTERS: f64 = 0.42;
        const LINE: f64 = 0.6;
        let shown = || self.rows.iter().flatten().copied();
        let rightmost = shown().map(|spot| self.at(spot)[0]).fold(0.0, f64::max);
        let left = rightmost + MARGIN + 0.5;
        let widths = legend.iter().map(|text| Picture::width_of(text) * LETTERS);
        let widest = widths.fold(0.0, f64::max);
        let right = if legend.is_empty() { 0.0 } else { widest + 0.5 };
        let height = (self.rows.len() - 1) as f64 * DOWN + 2.0 * MARGIN;
        let size = [
            rightmost + MARGIN + right,
            height.max(LINE * legend.len() as f64 + 0.6),
        ];
        let mut picture = Picture::new("A decision diagram", size);
        self.draw_lines(&mut picture);
        for spot in shown().filter(|&spot| spot < nodes.len() + 2) {
            let (label, is_end) = match spot {
                0 => ("⊥", true),
                1 => ("⊤", true),
                _ => (nodes[spot - 2].label.as_str(), false),
            };
            self.draw_node(&mut picture, spot, label, (is_end, spot == root));
        }
        for (row, text) in legend.iter().enumerate() {
            picture.push(Shape::Text(Text {
                at: [left, 0.3 + LINE * (row as f64 + 0.5)],
                size: LETTERS,
                text: (*text).into(),
                paint: Paint::Muted,
                is_bold: false,
                align: Align::Start,
            }));
        }
        let words = match nodes.len() {
            1 => "1 node.".into(),
            count => format!("{count} nodes."),
        };
        picture.set_description(format!("{words} {}", legend.join(". ")));
        picture
    }

    fn draw_lines(&self, picture: &mut Picture) {
        let solid = Stroke::new(Paint::Ink, 0.045);
        let dashed = Stroke::new(Paint::Muted, 0.04).dashed(0.13, 0.1);
        for (wanted, stroke) in [(false, dashed), (true, solid)] {
            let lines = self.lines.iter().filter(|(_, is_yes)| *is_yes == wanted);
            let lines = lines.map(|&([from, to], is_yes)| {
                // The two lines of a node begin side by side, so that they can be told apart.
                let side = match (self.spots[from].half == NODE, is_yes) {
                    (true, true) => 0.12,
                    (true, false) => -0.12,
                    (false, _) => 0.0,
                };
                let [x, y] = self.at(from);
                vec![[x + side, y], self.at(to)]
            });
            picture.lines(lines.collect(), stroke);
        }
    }

    fn draw_node(
        &self,
        picture: &mut Picture,
        spot: usize,
        label: &str,
        (is_end, is_root): (bool, bool),
    ) {
        let [x, y] = self.at(spot);
        let edge = Stroke::new(Paint::Ink, if is_root { 0.09 } else { 0.05 });
        match is_end {
            true => {
                let side = 0.34;
                let ring = vec![
                    [x - side, y - side],
                    [x + side, y - side],
                    [x + side, y + side],
                    [x - side, y + side],
                ];
                picture.push(Shape::Area {
                    rings: vec![ring],
                    fill: Some(Paint::Shade),
                    stroke: Some(edge),
                });
            }
            false => picture.circle([x, y], RADIUS, Some(Paint::Paper), Some(edge)),
        }
        let size = Picture::fitting(label, 0.44, 0.66);
        picture.text([x, y], size, label, Paint::Ink);
    }
}

/// For each number, the length of the longest way from the root; `None` if there is none.
fn depths(nodes: &[Branch], root: usize) -> Vec<Option<usize>> {
    let mut depths = vec![None; nodes.len() + 2];
    depths[root] = Some(0);
    let mut above = vec![0usize; nodes.len() + 2];
    let below = |number: usize| match number {
        0 | 1 => Vec::new(),
        _ => vec![nodes[number - 2].no, nodes[number - 2].yes],
    };
    let (mut seen, mut open) = (vec![false; nodes.len() + 2], vec![root]);
    seen[root] = true;
    while let Some(number) = open.pop() {
        for next in below(number) {
            above[next] += 1;
            if !std::mem::replace(&mut seen[next], true) {
                open.push(next);
            }
        }
    }
    open.push(root);
    while let Some(number) = open.pop() {
        let depth = depths[number].unwrap_or(0) + 1;
        for next in below(number) {
            depths[next] = depths[next].max(Some(depth));
            above[next] -= 1;
            if above[next] == 0 {
                open.push(next);
            }
        }
    }
    depths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(no: usize, yes: usize) -> Branch {
        Branch {
            label: "x".into(),
            no,
            yes,
        }
    }

    #[test]
    fn a_node_lies_below_all_that_lead_to_it() {
        // The root leads to 3 and to 4, and 3 to 4.
        let nodes = [node(3, 4), node(0, 4), node(0, 1)];
        assert_eq!(
            depths(&nodes, 2),
            [Some(3), Some(3), Some(0), Some(1), Some(2)]
        );
        let layers = Layers::of(&nodes, 2);
        // Lines over a layer have joints there: 2 to 4, 3 to 0.
        assert_eq!((layers.spots.len(), layers.lines.len()), (5 + 2, 6 + 2));
    }

    #[test]
    fn no_two_spots_of_a_layer_lie_on_each_other() {
        let nodes = [node(3, 4), node(5, 6), node(6, 5), node(0, 1), node(0, 1)];
        let mut layers = Layers::of(&nodes, 2);
        layers.improve();
        for row in &layers.rows {
            let spots = Vec::from_iter(row.iter().map(|&spot| &layers.spots[spot]));
            let has_room = |two: &[&Spot]| two[1].x - two[0].x > two[0].half + two[1].half - 0.01;
            assert!(spots.windows(2).all(has_room));
            assert!(spots.iter().all(|spot| spot.x >= 0.0));
        }
    }

    #[test]
    fn constants_and_large_ones() {
        let picture = diagram(&[], 1, &[]).unwrap();
        assert_eq!(picture.shapes().len(), 2);
        let error = diagram(&vec![node(0, 1); 301], 2, &[]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "too large for a picture: 301 nodes, at most 300"
        );
    }
}
