//! `dominox formats`: every layout that is read, each with a small example. `docs/format.md` shows the same table.

use std::fmt::Write;

use clap::Args;
use dominox::puzzles::{Cover, KINDS, Kind, Matrix, Packing, Sudoku, Sudominoku, Variant};

use super::exit::{Exit, Failure};
use super::input::KIND_NAMES;
use super::output;

/// List the layouts that dominox reads, each with a small example
#[derive(Args)]
pub struct Formats {
    /// List only those of this kind
    #[arg(value_name = "KIND", value_parser = KIND_NAMES)]
    kind: Option<&'static Kind>,
}

/// A layout in which puzzles of a kind are written.
struct Layout {
    kind: &'static Kind,
    name: &'static str,
    about: &'static str,
    example: &'static str,
}

/// All layouts. Each example is a puzzle with an answer.
const LAYOUTS: &[Layout] = &[
    Layout {
        kind: Sudoku::KIND,
        name: "Line",
        about: "all N·N cells; 0 . _ * x are blanks",
        example: "1.....2..3.....4",
    },
    Layout {
        kind: Sudoku::KIND,
        name: "Grid",
        about: "N lines of N cells; spaces and | between cells, lines of - + | between boxes",
        example: "1.|..\n..|2.\n--+--\n.3|..\n..|.4",
    },
    Layout {
        kind: Sudoku::KIND,
        name: "Frame",
        about: "a grid with a border, drawn in any way; a blank may be a space",
        example: "┌─────┬─────┐\n│ 1   │     │\n│     │ 2   │\n├─────┼─────┤\n│   3 │     │\n│     │   4 │\n└─────┴─────┘",
    },
    Layout {
        kind: Sudoku::KIND,
        name: "Numbers",
        about: "N lines of N numbers; 0 is a blank",
        example: "1 0 0 0\n0 0 2 0\n0 3 0 0\n0 0 0 4",
    },
    Layout {
        kind: Sudoku::KIND,
        name: "Headings",
        about: "a line such as `Grid 01` before each grid",
        example: "Grid 01\n1000\n0020\n0300\n0004",
    },
    Layout {
        kind: Sudoku::KIND,
        name: "Sections",
        about: "a grid after [Puzzle], as in .sdk files; other sections are skipped",
        example: "#AAuthor\n[Puzzle]\n1...\n..2.\n.3..\n...4\n[State]\n1243",
    },
    Layout {
        kind: Sudoku::KIND,
        name: "Array",
        about: "of rows, of strings or of all cells, in JSON; 0, null, \"\" and \" \" are blanks; arrays of boards, too",
        example: "[[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]",
    },
    Layout {
        kind: Sudoku::KIND,
        name: "Object",
        about: "with one array or one line as its field",
        example: "{\"board\": [\"1...\", \"..2.\", \".3..\", \"...4\"]}",
    },
    Layout {
        kind: Sudoku::KIND,
        name: "Source code",
        about: "an array in Python, C, TypeScript, Rust or a similar language, with the code around it",
        example: "int board[4][4] = {\n  {1, 0, 0, 0},  // the first row\n  {0, 0, 2, 0},\n  {0, 3, 0, 0},\n  {0, 0, 0, 4},\n};",
    },
    Layout {
        kind: Sudoku::KIND,
        name: "Table",
        about: "lines of a CSV file, with or without a header; --column names the column with the puzzles",
        example: "id,puzzle,solution\n7,1.....2..3.....4,1243342143122134",
    },
    Layout {
        kind: Sudoku::KIND,
        name: "OpenSudoku",
        about: "the games of its XML",
        example: "<?xml version=\"1.0\"?>\n<opensudoku>\n  <name>Small ones</name>\n  <game data=\"1000002003000004\" />\n</opensudoku>",
    },
    Layout {
        kind: Sudoku::KIND,
        name: "Line with more",
        about: "a rating, a comment, or quotes",
        example: "1.....2..3.....4;2.5  # easy",
    },
    Layout {
        kind: Sudominoku::KIND,
        name: "Case",
        about: "the number of given dominoes; each with its digits and cells; the cells of the singles 1 to 9; 0 at the end",
        example: "2\n6 B2 1 B3\n2 C4 9 C3\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n0",
    },
    Layout {
        kind: Cover::KIND,
        name: "Knuth's text",
        about: "the items, then an option in each line; | begins a comment",
        example: "| one item line, four options\na b c d\na b\nc\nd\nb c",
    },
    Layout {
        kind: Cover::KIND,
        name: "with colours",
        about: "secondary items after |; options may give them a colour",
        example: "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B",
    },
    Layout {
        kind: Cover::KIND,
        name: "with costs",
        about: "|n is a cost of the option; `best` finds the cheapest solutions",
        example: "a b c\na b |5\nc |2\na |1\nb c |3",
    },
    Layout {
        kind: Matrix::KIND,
        name: "Rows",
        about: "rows of 0 and 1, also with blanks or commas between; an answer lists rows that together have one 1 in each column",
        example: "1001000\n1001001\n0001101\n0010110\n0110011\n0100001",
    },
    Layout {
        kind: Matrix::KIND,
        name: "Array",
        about: "of rows, as in Python or JSON",
        example: "[[1, 0, 0, 1, 0],\n [0, 1, 1, 0, 0],\n [0, 1, 0, 0, 1],\n [0, 0, 0, 0, 1]]",
    },
    Layout {
        kind: Variant::KIND,
        name: "Rules",
        about: "the size and rules of one word: x (diagonals), falling, rising, windoku, disjoint, antiknight, antiking, \
                nonconsecutive, only-white, only-black, only-xv, latin; then the grid, with e and o for even and odd digits",
        example: "variant 4x4 x\n1.|..\n..|o.\n--+--\n..|..\n..|..",
    },
    Layout {
        kind: Variant::KIND,
        name: "Cells",
        about: "a rule in each line: cage SUM, thermo, arrow, palindrome, sum TOTAL, white, black, x, v, difference K, ratio K, \
                even, odd, extra; and comparisons",
        example: "variant 4x4\ncage 6 r1c1 r1c2 r2c1\nthermo r4c4-r4c2\narrow r2c2 = r2c3 r1c3\nr3c1 > r3c2",
    },
    Layout {
        kind: Variant::KIND,
        name: "Pictures",
        about: "cages with their sums, regions, marks between cells (o * < > ^ v X V)",
        example: "variant 4x4\nregions\naabb\nacbb\naccd\ncddd\ncages\naa.. a=3\n....\n..bb b=3\n....\nmarks\n. . .o.\n + + +\n. . .*.\n + + +\n. . . .\nv+ + +\n. .<. .",
    },
    Layout {
        kind: Variant::KIND,
        name: "Several grids",
        about: "their size and their first cells; ~ where no cell is",
        example: "variant 6x6\ngrids 4 r1c1 r3c3\n4.3.~~\n....~~\n..1..4\n.1....\n~~.1..\n~~3..1",
    },
    Layout {
        kind: Packing::KIND,
        name: "Pictures",
        about: "pieces and the board in x and . (or ^ and v: triangles); ? is a cell that may stay empty; x2, x1..3, x2.. say how often",
        example: "packing\npiece L x2\n  xxx\n  x..\npiece I x0.. xx\nboard\n  xxxx\n  x..x\n  xxxx",
    },
    Layout {
        kind: Packing::KIND,
        name: "Names",
        about: "sets of pieces and boards; the lattice is squares, cubes, hexagons, triangles or prisms",
        example: "packing hexagons\npieces tetrahexes\nboard 4x7",
    },
    Layout {
        kind: Packing::KIND,
        name: "BurrTools",
        about: "the XML of a .xmpuzzle file; each of its problems is a packing",
        example: "<puzzle version=\"2\"><gridType type=\"0\"/>\n<shapes><voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">##</voxel>\n<voxel x=\"2\" y=\"2\" z=\"1\" type=\"0\">####</voxel></shapes>\n<problems><problem><shapes><shape id=\"0\" count=\"2\"/></shapes>\n<result id=\"1\"/></problem></problems></puzzle>",
    },
];

impl Formats {
    pub fn run(&self) -> Result<Exit, Failure> {
        let kinds = KINDS.into_iter();
        let lists: Vec<String> = kinds
            .filter(|&kind| self.kind.is_none_or(|only| only == kind))
            .map(list)
            .collect();
        let text = format!(
            "{}\nThe kind and the layout are detected. One stream can have several layouts of one kind, and any number of\n\
             puzzles (or one exact-cover problem in Knuth's text). Text in UTF-16 and data packed with gzip are read too.\n\
             Details: docs/format.md\n",
            lists.join("\n")
        );
        output::write_all(text.as_bytes())
    }
}

/// The layouts of a kind: a line for each, and its example, indented.
fn list(kind: &Kind) -> String {
    let mut text = format!("{}: {}\n", kind.name, kind.about);
    for layout in LAYOUTS.iter().filter(|layout| layout.kind == kind) {
        let Layout {
            name,
            about,
            example,
            ..
        } = layout;
        let _ = write!(text, "\n  {name}: {about}\n\n");
        for line in example.lines() {
            let _ = writeln!(text, "      {line}");
        }
    }
    text
}
