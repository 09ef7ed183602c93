//! Packings as pictures.
//!
//! ```text
//!   squares, hexagons, triangles     cubes: layers, and all of it from above
//!   ┌───────┬───┐                    ┌───┬───┐  ┌───────┐      ╱╲╱╲
//!   │ V     │ I │                    │ A │ B │  │ C     │     │╲╱╲╱│
//!   │   ┌───┤   │                    └───┴───┘  └───────┘      ╲│╱
//! ```
//!
//! Each piece has its colour in all pictures of a puzzle, unless it touches another of that colour: a copy, or one that comes nine
//! pieces later. Its mark stands once, in the cell that is nearest to its middle. Marks that are not names are explained below the
//! picture.

use std::collections::BTreeMap;

use super::draw::{covered, legend};
use super::lattice::{Cell, Lattice, points_up, sum};
use super::{Packing, kit};
use crate::problem::OptionId;
use crate::render::{PIECES, Paint, Picture, Point, Stroke, colors_apart};

/// The margin around a picture, in cells.
const MARGIN: f64 = 0.25;

/// The side of a triangle: with this side, its area is about that of a square.
const SIDE: f64 = 1.5;

const WALL: Stroke = Stroke::new(Paint::Ink, 0.06);
const SEAM: Stroke = Stroke::new(Paint::Faint, 0.02);

/// cos 30°, which is half of √3.
const COSINE: f64 = 0.866_025_403_784_438_6;

/// A copy of a piece that lies on a cell.
#[derive(Clone, Copy)]
pub(super) struct Lying {
    pub copy: u32,
    pub piece: usize,
    pub color: u32,
}

/// What lies on a cell.
pub(super) type Covered = Option<Lying>;

/// A cell and what lies on it.
pub(super) type Laid = (Cell, Covered);

/// A packing as a picture: layers beside each other; cubes also from above.
pub(super) fn picture(packing: &Packing, options: &[OptionId]) -> Picture {
    let lattice = packing.board.lattice();
    let laid = laid(packing, options);
    let layers = layers(&laid);
    let mut pictures: Vec<Picture> = layers.values().map(|layer| flat(packing, layer)).collect();
    let mut picture = match pictures.len() {
        1 => pictures.remove(0),
        _ => {
            for (number, layer) in (1..).zip(&mut pictures) {
                layer.set_title(format!("Layer {number}"));
            }
            if lattice == Lattice::Cubes {
                let mut solid = solid(&laid);
                solid.set_title("All layers, the first on top");
                pictures.push(solid);
            }
            let columns = (pictures.len() as f64).sqrt().ceil() as usize;
            Picture::sheet("", &pictures, columns)
        }
    };
    let legend = legend(packing);
    if options.is_empty() {
        picture = kit::with_pieces(packing, &picture);
    } else if !legend.is_empty() {
        picture = with_legend(&picture, &legend);
    }
    picture.set_title("Packing");
    picture.set_description(description(packing, options, &legend));
    picture
}

/// The layers of cells, by their numbers.
pub(super) fn layers(laid: &[Laid]) -> BTreeMap<i32, Vec<Laid>> {
    let mut layers: BTreeMap<i32, Vec<Laid>> = BTreeMap::new();
    for &(cell, covered) in laid {
        layers.entry(cell[0]).or_default().push((cell, covered));
    }
    layers
}

/// The colour of a piece that touches no other of this colour.
pub(super) fn own_color(piece: usize) -> u32 {
    (piece as u32 + 1) % PIECES
}

/// What lies on each cell of the board, in colours that differ where pieces touch.
fn laid(packing: &Packing, options: &[OptionId]) -> Vec<Laid> {
    let lattice = packing.board.lattice();
    let covered = covered(packing, options);
    let own = covered.iter().flatten();
    let own = own.map(|&(copy, piece)| (copy, own_color(piece))).collect();
    let at: BTreeMap<Cell, u32> = packing
        .board
        .cells()
        .zip(&covered)
        .filter_map(|(cell, covered)| Some((cell, covered.as_ref()?.0)))
        .collect();
    let touching = at.iter().flat_map(|(&cell, &copy)| {
        let beside = lattice.neighbours(cell).into_iter();
        let beside = beside.filter_map(|other| at.get(&other).copied());
        beside
            .filter(move |&other| other > copy)
            .map(move |other| [copy, other])
    });
    let colors = colors_apart(&own, touching);
    let lying = |(copy, piece)| Lying {
        copy,
        piece,
        color: colors[&copy],
    };
    let covered = covered.into_iter().map(|covered| covered.map(lying));
    packing.board.cells().zip(covered).collect()
}

/// A picture with lines of words below it.
fn with_legend(picture: &Picture, legend: &[String]) -> Picture {
    const LETTERS: f64 = 0.5;
    const LINE: f64 = 0.8;
    let [width, height] = picture.size();
    let room = width - 2.0 * MARGIN;
    let mut lines: Vec<String> = Vec::new();
    for words in legend {
        match lines.last_mut() {
            Some(line) if Picture::width_of(&format!("{line}, {words}")) * LETTERS <= room => {
                *line += ", ";
                *line += words;
            }
            _ => lines.push(words.clone()),
        }
    }
    let mut whole = Picture::new("", [width, height + LINE * lines.len() as f64]);
    whole.insert(picture, [0.0, 0.0], 1.0);
    for (number, line) in lines.iter().enumerate() {
        let at = [width / 2.0, height + LINE * (number as f64 + 0.4)];
        let letters = Picture::fitting(line, LETTERS, room);
        whole.text(at, letters, line.as_str(), Paint::Muted);
    }
    whole
}

/// The pieces, in words.
fn description(packing: &Packing, options: &[OptionId], legend: &[String]) -> String {
    let board = &packing.board;
    let lattice = board.lattice();
    let pieces = match options.len() {
        0 => "empty".into(),
        1 => "with one piece".into(),
        count => format!("with {count} pieces"),
    };
    let marks = match legend.is_empty() {
        _ if options.is_empty() => format!(" Pieces: {}.", kit::words(packing)),
        true => String::new(),
        false => format!(" {}.", legend.join(", ")),
    };
    format!("A board of {} {lattice}, {pieces}.{marks}", board.len())
}

/// The colour of a cell.
fn paint(covered: Covered) -> Paint {
    covered.map_or(Paint::Paper, |lying| Paint::Piece(lying.color))
}

/// The copy that lies on a cell.
fn copy(covered: Covered) -> Option<u32> {
    covered.map(|lying| lying.copy)
}

/// One layer.
pub(super) fn flat(packing: &Packing, laid: &[Laid]) -> Picture {
    let lattice = packing.board.lattice();
    let at: BTreeMap<Cell, Covered> = laid.iter().copied().collect();
    let corners = laid.iter().flat_map(|(cell, _)| corners(lattice, *cell));
    let (shift, size) = frame(&Vec::from_iter(corners));
    let place = |point: Point| [point[0] + shift[0], point[1] + shift[1]];
    let mut picture = Picture::new("", size);
    for &(cell, covered) in laid {
        let ring = self::corners(lattice, cell)
            .into_iter()
            .map(place)
            .collect();
        picture.area(vec![ring], paint(covered));
    }
    let (mut seams, mut walls) = (Vec::new(), Vec::new());
    for &(cell, covered) in laid {
        for (other, line) in sides(lattice, cell) {
            let line = Vec::from(line.map(place));
            match at.get(&other) {
                Some(&beside) if copy(beside) == copy(covered) => {
                    if cell < other {
                        seams.push(line);
                    }
                }
                Some(_) if cell > other => {}
                _ => walls.push(line),
            }
        }
    }
    picture.lines(seams, SEAM);
    picture.lines(walls, WALL);
    for (cell, piece) in marked(lattice, laid) {
        let mark = &packing.marks[piece];
        let room = if lattice.is_triangular() { 0.55 } else { 0.8 };
        let size = Picture::fitting(mark, 0.6, room);
        picture.text(
            place(middle(lattice, cell)),
            size,
            mark.as_str(),
            Paint::Ink,
        );
    }
    picture
}

/// The cell of each copy that is nearest to its middle, and its piece.
fn marked(lattice: Lattice, laid: &[Laid]) -> Vec<(Cell, usize)> {
    let mut copies: BTreeMap<u32, (usize, Vec<Cell>)> = BTreeMap::new();
    for &(cell, covered) in laid {
        if let Some(lying) = covered {
            let copy = copies.entry(lying.copy);
            copy.or_insert((lying.piece, Vec::new())).1.push(cell);
        }
    }
    let nearest = |(piece, cells): (usize, Vec<Cell>)| {
        let middles = cells.iter().map(|&cell| middle(lattice, cell));
        let sum = middles.fold([0.0, 0.0], |[x, y], [a, b]| [x + a, y + b]);
        let center = sum.map(|coordinate| coordinate / cells.len() as f64);
        let distance = |cell: &Cell| {
            let [x, y] = middle(lattice, *cell);
            (x - center[0]).powi(2) + (y - center[1]).powi(2)
        };
        let cell = cells
            .iter()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)));
        (*cell.expect("a copy has cells"), piece)
    };
    copies.into_values().map(nearest).collect()
}

/// By how much to move these points, and the size of the sheet that they need.
fn frame(points: &[Point]) -> (Point, Point) {
    let extreme = |axis: usize, pick: fn(f64, f64) -> f64, from: f64| {
        points.iter().map(|point| point[axis]).fold(from, pick)
    };
    let least = [0, 1].map(|axis| extreme(axis, f64::min, f64::INFINITY));
    let most = [0, 1].map(|axis| extreme(axis, f64::max, f64::NEG_INFINITY));
    let size = [0, 1].map(|axis| most[axis] - least[axis] + 2.0 * MARGIN);
    (least.map(|least| MARGIN - least), size)
}

/// The middle of a cell in its layer.
fn middle(lattice: Lattice, cell: Cell) -> Point {
    let corners = corners(lattice, cell);
    let sum = corners
        .iter()
        .fold([0.0, 0.0], |[x, y], [a, b]| [x + a, y + b]);
    sum.map(|coordinate| coordinate / corners.len() as f64)
}

/// The corners of a cell in its layer, clockwise.
fn corners(lattice: Lattice, [_, row, step]: Cell) -> Vec<Point> {
    let (y, x) = (f64::from(row), f64::from(step));
    match lattice {
        Lattice::Squares | Lattice::Cubes => {
            vec![[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]]
        }
        Lattice::Hexagons => {
            // A hexagon is 1 wide, from one flat side to the other.
            let radius = 0.5 / COSINE;
            let (x, y) = (x + y / 2.0, 1.5 * radius * y);
            let (half, quarter) = (0.5, radius / 2.0);
            vec![
                [x, y - radius],
                [x + half, y - quarter],
                [x + half, y + quarter],
                [x, y + radius],
                [x - half, y + quarter],
                [x - half, y - quarter],
            ]
        }
        Lattice::Triangles | Lattice::Prisms => {
            let (down, across) = (row.div_euclid(3), step.div_euclid(3));
            let point = |row: i32, step: i32| {
                let (y, x) = (f64::from(row), f64::from(step));
                [(x + y / 2.0) * SIDE, y * COSINE * SIDE]
            };
            match points_up([0, row, step]) {
                true => vec![
                    point(down, across + 1),
                    point(down + 1, across + 1),
                    point(down + 1, across),
                ],
                false => vec![
                    point(down, across),
                    point(down, across + 1),
                    point(down + 1, across),
                ],
            }
        }
    }
}

/// The neighbours of a cell in its layer, each with the side that they share.
fn sides(lattice: Lattice, cell: Cell) -> Vec<(Cell, [Point; 2])> {
    let own = corners(lattice, cell);
    let near = lattice
        .neighbours(cell)
        .into_iter()
        .filter(|other| other[0] == cell[0]);
    let same = |a: &Point, b: &Point| (a[0] - b[0]).abs() + (a[1] - b[1]).abs() < 1e-6;
    near.map(|other| {
        let theirs = corners(lattice, other);
        let shared = own
            .iter()
            .filter(|point| theirs.iter().any(|their| same(point, their)));
        let shared: Vec<Point> = shared.copied().collect();
        (other, [shared[0], shared[shared.len() - 1]])
    })
    .collect()
}

/// The three sides of a cube that are seen: where the neighbour is that hides it, its corners, and how dark it is.
const FACES: [(Cell, [Cell; 4], u8); 3] = [
    ([-1, 0, 0], [[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 1, 0]], 0),
    ([0, 1, 0], [[0, 1, 0], [0, 1, 1], [1, 1, 1], [1, 1, 0]], 14),
    ([0, 0, 1], [[0, 0, 1], [0, 1, 1], [1, 1, 1], [1, 0, 1]], 28),
];

/// Where a corner of a cube is seen from above: rows go down to the left, columns down to the right, and layers straight down.
fn seen([layer, row, column]: Cell) -> Point {
    let [z, y, x] = [layer, row, column].map(f64::from);
    [(x - y) * COSINE, (x + y) / 2.0 + z]
}

/// All cubes from above.
pub(super) fn solid(laid: &[Laid]) -> Picture {
    let at: BTreeMap<Cell, Covered> = laid.iter().copied().collect();
    let mut cubes: Vec<&Laid> = laid
        .iter()
        .filter(|(_, covered)| covered.is_some())
        .collect();
    if cubes.is_empty() {
        cubes = laid.iter().collect();
    }
    // Cubes that are farther away are drawn first.
    cubes.sort_by_key(|([layer, row, column], _)| (row + column - layer, *row));
    let is_there = |cell: &Cell| cubes.iter().any(|(other, _)| other == cell);
    let all = cubes.iter().flat_map(|(cell, _)| {
        FACES
            .iter()
            .flat_map(|(_, face, _)| face.map(|corner| seen(sum(*cell, corner))))
    });
    let (shift, size) = frame(&Vec::from_iter(all));
    let place = |corner: Cell| {
        let [x, y] = seen(corner);
        [x + shift[0], y + shift[1]]
    };
    let mut picture = Picture::new("", size);
    for &&(cell, covered) in &cubes {
        for (step, face, shade) in FACES {
            if is_there(&sum(cell, step)) {
                continue;
            }
            let ring = face.map(|corner| place(sum(cell, corner)));
            let fill = match covered {
                Some(lying) => Paint::Shaded(lying.color, shade),
                None => Paint::Paper,
            };
            picture.area(vec![ring.to_vec()], fill);
            picture.outline(vec![ring.to_vec()], SEAM);
            picture.lines(edges(&at, (cell, covered), (step, face), place), WALL);
        }
    }
    picture
}

/// The edges of a side that are also edges of its piece.
fn edges(
    at: &BTreeMap<Cell, Covered>,
    (cell, covered): Laid,
    (step, face): (Cell, [Cell; 4]),
    place: impl Fn(Cell) -> Point,
) -> Vec<Vec<Point>> {
    let center = |axis: usize| face.iter().map(|corner| corner[axis]).sum::<i32>();
    let lines = (0..4).filter_map(|number| {
        let (from, to) = (face[number], face[(number + 1) % 4]);
        // The cell on the other side of the edge, in the same plane.
        let toward = [0, 1, 2].map(|axis| (2 * (from[axis] + to[axis]) - center(axis)).signum());
        let beside = sum(cell, toward);
        let hidden_by = sum(beside, step);
        let is_own = |cell| {
            at.get(&cell)
                .is_some_and(|&other| copy(other) == copy(covered))
        };
        (!is_own(beside) && !is_own(hidden_by))
            .then(|| vec![place(sum(cell, from)), place(sum(cell, to))])
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Shape;

    #[test]
    fn neighbours_share_a_side_of_length_one() {
        for (lattice, length) in [
            (Lattice::Squares, 1.0),
            (Lattice::Hexagons, 0.5 / COSINE),
            (Lattice::Triangles, SIDE),
        ] {
            let cell = [0, 2, 4, 5]
                .iter()
                .find_map(|&at| lattice.cell_at([0, 2, at]));
            for (other, [a, b]) in sides(lattice, cell.unwrap()) {
                let long = ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt();
                assert!((long - length).abs() < 1e-9, "{lattice} {other:?} {long}");
            }
        }
    }

    #[test]
    fn letters_that_are_no_names_are_explained() {
        let texts = |text: &str| {
            let packing = Packing::parse(text).unwrap();
            let picture = picture(&packing, &[OptionId::new(0)]);
            let texts = picture.shapes().iter().filter_map(|shape| match shape {
                Shape::Text(text) => Some(text.text.clone()),
                _ => None,
            });
            (Vec::from_iter(texts).join(", "), picture.size())
        };
        let pieces = "packing\npiece screw\n  xx .x\n  x. ..\npiece rod x2 xx\n";
        let (named, size) = texts(&format!("{pieces}board 2x2x2\n"));
        assert!(named.ends_with("A screw, B rod"), "{named}");
        let letters = pieces.replace("screw", "A").replace("rod", "B");
        let (plain, smaller) = texts(&format!("{letters}board 2x2x2\n"));
        assert!(plain.ends_with("on top"), "{plain}");
        assert!(size[1] > smaller[1]);
    }

    #[test]
    fn a_question_shows_the_pieces() {
        let pieces = "piece screw x2 xx/x.\npiece I x0.. xx\npiece L x1..3 xxx/x..\nboard 4x4\n";
        let packing = Packing::parse(&format!("packing\n{pieces}")).unwrap();
        let question = picture(&packing, &[]);
        assert_eq!(
            question.description(),
            "A board of 16 squares, empty. Pieces: screw ×2, I any number, L ×1–3."
        );
        let fills = question.shapes().iter().filter_map(|shape| match shape {
            Shape::Area { fill, .. } => *fill,
            _ => None,
        });
        let count = |color: u32| {
            fills
                .clone()
                .filter(|fill| *fill == Paint::Piece(color))
                .count()
        };
        assert_eq!([1, 2, 3, 4].map(count), [3, 2, 4, 0]);
        let full = picture(&packing, &[OptionId::new(0)]);
        assert!(full.size()[1] < question.size()[1]);
    }

    #[test]
    fn a_sheet_has_a_margin_around_all_points() {
        let (shift, size) = frame(&[[-1.0, 2.0], [3.0, 4.0]]);
        assert_eq!((shift, size), ([1.25, -1.75], [4.5, 2.5]));
    }
}
