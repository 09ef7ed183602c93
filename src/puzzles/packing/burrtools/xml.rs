//! The XML itself.

use std::collections::BTreeSet;

use roxmltree::{Document, Node, ParsingOptions};

use super::Numbered;
use crate::problem::{Located, quotable};
use crate::puzzles::packing::Packing;
use crate::puzzles::packing::encode::Colors;
use crate::puzzles::packing::fault::{BurrToolsFault, PackingFault};
use crate::puzzles::packing::lattice::{Cell, Lattice};
use crate::puzzles::packing::piece::{Copies, Piece};
use crate::puzzles::packing::polyform::Polyform;
use crate::puzzles::packing::region::{Field, MOST_CELLS, Region};
use crate::puzzles::packing::rows::Fault;

/// The largest number that an attribute may have.
const MOST: u32 = 1 << 16;

/// A voxel: its cell, whether it must be filled, and its colour.
type Voxel = (Cell, bool, u8);

/// A document, and where it begins.
struct File<'t> {
    text: &'t str,
    document: Document<'t>,
    first: u64,
}

/// The packings of a puzzle whose text begins in this line.
pub(super) fn packings(text: &str, first: u64) -> Result<Vec<Numbered>, Fault> {
    let options = ParsingOptions {
        nodes_limit: 1 << 22,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let (row, column) = (error.pos().row.max(1), error.pos().col.max(1));
        let line = text.split('\n').nth(row as usize - 1).unwrap_or("");
        let start = line
            .char_indices()
            .nth(column as usize - 1)
            .map_or(line.len(), |(at, _)| at);
        let fault = PackingFault::BurrTools(BurrToolsFault::Xml(error.to_string()));
        Located::new(fault, first + u64::from(row) - 1, line, start, start)
    })?;
    let file = File {
        text,
        document,
        first,
    };
    let root = file.document.root_element();
    if !root.has_tag_name("puzzle") {
        let name = quotable(root.tag_name().name());
        return Err(file.fault(root, BurrToolsFault::NoPuzzle(name)));
    }
    let lattice = file.lattice(root)?;
    let shapes = children(root, "shapes", "voxel").map(|node| file.voxels(node, lattice));
    let shapes: Vec<(Node, Vec<Voxel>)> = children(root, "shapes", "voxel")
        .zip(shapes)
        .map(|(node, voxels)| Ok((node, voxels?)))
        .collect::<Result<_, Fault>>()?;
    let packings = children(root, "problems", "problem").map(|node| {
        let line = file.place(node).0;
        (line, file.packing(node, lattice, &shapes))
    });
    let packings = Vec::from_iter(packings);
    match packings.is_empty() {
        true => Err(file.fault(root, BurrToolsFault::NoProblem)),
        false => Ok(packings),
    }
}

/// The elements of one name in the list of another name.
fn children<'a, 't: 'a>(
    node: Node<'a, 't>,
    list: &'static str,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 't>> + 'a {
    let lists = node
        .children()
        .filter(move |child| child.has_tag_name(list));
    lists.flat_map(move |list| {
        list.children()
            .filter(move |child| child.has_tag_name(name))
    })
}

impl File<'_> {
    /// The line and the byte in it where a node begins, and that line.
    fn place(&self, node: Node) -> (u64, usize, &str) {
        let start = node.range().start;
        let before = &self.text[..start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = self.text[line_start..].split('\n').next().unwrap_or("");
        let number = self.first + before.matches('\n').count() as u64;
        (number, start - line_start, line)
    }

    fn fault(&self, node: Node, fault: BurrToolsFault) -> Fault {
        self.packing_fault(node, PackingFault::BurrTools(fault))
    }

    fn packing_fault(&self, node: Node, fault: PackingFault) -> Fault {
        let (number, start, line) = self.place(node);
        let tag = line[start..]
            .find('>')
            .map_or(line.len(), |end| start + end + 1);
        Located::new(fault, number, line, start, tag)
    }

    /// An attribute that is a number.
    fn number(
        &self,
        node: Node,
        element: &'static str,
        attribute: &'static str,
    ) -> Result<Option<u32>, Fault> {
        let Some(found) = node.attribute(attribute) else {
            return Ok(None);
        };
        let number = found.parse().ok().filter(|&number| number <= MOST);
        let bad = || BurrToolsFault::Attribute {
            element,
            attribute,
            found: Some(quotable(found)),
        };
        number.map(Some).ok_or_else(|| self.fault(node, bad()))
    }

    fn needed(
        &self,
        node: Node,
        element: &'static str,
        attribute: &'static str,
    ) -> Result<u32, Fault> {
        let missing = BurrToolsFault::Attribute {
            element,
            attribute,
            found: None,
        };
        self.number(node, element, attribute)?
            .ok_or_else(|| self.fault(node, missing))
    }

    fn lattice(&self, root: Node) -> Result<Lattice, Fault> {
        let grid = root.children().find(|child| child.has_tag_name("gridType"));
        let kind = grid.and_then(|grid| grid.attribute("type")).unwrap_or("0");
        match kind {
            "0" => Ok(Lattice::Cubes),
            "1" => Ok(Lattice::Prisms),
            other => {
                let fault = BurrToolsFault::Grid(quotable(other));
                Err(self.fault(grid.unwrap_or(root), fault))
            }
        }
    }

    /// The voxels of a shape that are not empty.
    fn voxels(&self, node: Node, lattice: Lattice) -> Result<Vec<Voxel>, Fault> {
        let side = |attribute| {
            self.needed(node, "voxel", attribute)
                .map(|side| side as usize)
        };
        let sides = [side("x")?, side("y")?, side("z")?];
        let expected = sides
            .iter()
            .fold(1usize, |product, &side| product.saturating_mul(side));
        let wrong = |found| self.fault(node, BurrToolsFault::Voxels { found, expected });
        let mut voxels: Vec<Voxel> = Vec::new();
        let (mut found, mut is_there) = (0, false);
        for character in node
            .text()
            .unwrap_or("")
            .chars()
            .filter(|c| !c.is_whitespace())
        {
            match character {
                '#' | '+' | '_' => {
                    let at = [
                        found / sides[0].max(1) / sides[1].max(1),
                        found / sides[0].max(1) % sides[1].max(1),
                        found % sides[0].max(1),
                    ];
                    let cell = lattice.cell_at(at.map(|number| number as i32));
                    is_there = character != '_';
                    if let Some(cell) = cell.filter(|_| is_there) {
                        voxels.push((cell, character == '#', 0));
                    }
                    found += 1;
                }
                '0'..='9' if is_there => {
                    let color = &mut voxels.last_mut().expect("a voxel").2;
                    *color = color
                        .saturating_mul(10)
                        .saturating_add(character as u8 - b'0');
                }
                other => return Err(self.fault(node, BurrToolsFault::BadVoxel(other))),
            }
        }
        match found == expected {
            true => Ok(voxels),
            false => Err(wrong(found)),
        }
    }

    fn packing(
        &self,
        problem: Node,
        lattice: Lattice,
        shapes: &[(Node, Vec<Voxel>)],
    ) -> Result<Packing, Fault> {
        let result = problem
            .children()
            .find(|child| child.has_tag_name("result"));
        let result = result.ok_or_else(|| self.packing_fault(problem, PackingFault::NoBoard))?;
        let board = self.shape(result, "result", shapes)?;
        let field = |&(cell, is_filled, color): &Voxel| Field {
            cell,
            is_filled,
            color,
        };
        let board = Region::of_fields(lattice, board.iter().map(field).collect());
        let board = board.ok_or_else(|| self.packing_fault(result, PackingFault::TooManyCells))?;
        let mut pieces: Vec<Piece> = Vec::new();
        for node in children(problem, "shapes", "shape") {
            let number = self.needed(node, "shape", "id")? as usize;
            let voxels = self.shape(node, "shape", shapes)?;
            let spots = voxels.iter().map(|&(cell, _, color)| (cell, color));
            let form = Polyform::colored(lattice, spots);
            let form = form.ok_or_else(|| self.fault(node, BurrToolsFault::EmptyShape(number)))?;
            let name = name_of(shapes[number].0, number, &pieces);
            let mut piece = Piece::new(name, form);
            piece.copies = self.copies(node)?;
            pieces.push(piece);
        }
        if pieces.is_empty() {
            return Err(self.packing_fault(problem, PackingFault::NoPieces));
        }
        let holes = self
            .number(problem, "problem", "maxHoles")?
            .map(|most| (0, most));
        let colors = self.colors(problem)?;
        let packing = Packing::of_parts(pieces, board, holes, &colors);
        packing.map_err(|fault| self.packing_fault(problem, fault))
    }

    /// The shape that an element names.
    fn shape<'s>(
        &self,
        node: Node,
        element: &'static str,
        shapes: &'s [(Node, Vec<Voxel>)],
    ) -> Result<&'s [Voxel], Fault> {
        let number = self.needed(node, element, "id")? as usize;
        let shape = shapes.get(number).map(|(_, voxels)| voxels.as_slice());
        let shape = shape.ok_or_else(|| self.fault(node, BurrToolsFault::NoShape(number)))?;
        match shape.len() {
            0 => Err(self.fault(node, BurrToolsFault::EmptyShape(number))),
            1..=MOST_CELLS => Ok(shape),
            _ => Err(self.packing_fault(node, PackingFault::TooManyCells)),
        }
    }

    fn copies(&self, node: Node) -> Result<Copies, Fault> {
        if let Some(count) = self.number(node, "shape", "count")? {
            return Ok(Copies {
                least: count,
                most: Some(count),
            });
        }
        let least = self.needed(node, "shape", "min")?;
        let most = self.needed(node, "shape", "max")?;
        Ok(Copies {
            least: least.min(most),
            most: Some(most),
        })
    }

    fn colors(&self, problem: Node) -> Result<Colors, Fault> {
        let mut colors = BTreeSet::new();
        for pair in children(problem, "bitmap", "pair") {
            let color = |attribute| self.needed(pair, "pair", attribute);
            let small = |color: u32| u8::try_from(color).unwrap_or(u8::MAX);
            // In pairs, colours are numbered from 0; for voxels, 0 is no colour.
            colors.insert((small(color("piece")? + 1), small(color("result")? + 1)));
        }
        Ok(colors)
    }
}

/// The name of a shape, which no other piece has: its own, or `S` and its number from 1, as BurrTools shows it.
fn name_of(shape: Node, number: usize, others: &[Piece]) -> String {
    let own = shape.attribute("name").unwrap_or("");
    let readable = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let own: String = own.chars().map(readable).collect();
    let is_free = |name: &String| others.iter().all(|piece| piece.name() != name);
    let numbered = (2..).map(|copy| format!("S{}-{copy}", number + 1));
    let names = std::iter::once(own).filter(|own| !own.is_empty());
    let mut names = names.chain([format!("S{}", number + 1)]).chain(numbered);
    names.find(is_free).expect("there is always a next name")
}
