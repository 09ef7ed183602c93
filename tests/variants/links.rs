//! Links of other programs hold the whole puzzle.

use std::io::Write;

use dominox::puzzles::variant::VariantFault;
use dominox::puzzles::{PuzzleFault, ReadCause};
use flate2::Compression;
use flate2::write::DeflateEncoder;

use super::*;

/// A variant, and the same from its link; signs become thermometers of two cells, and windows extra regions.
#[test]
fn links_hold_the_whole_puzzle() {
    let text = "variant 6x6 falling rising antiknight antiking nonconsecutive disjoint only-white only-black only-xv\n\
        1.....\n......\n......\n......\n......\n.....6\n\
        extra r1c1 r2c2 r3c3\neven r1c2\nodd r1c3\ncage 7 r4c1 r4c2\ncage r5c1 r5c2\nthermo r1c1-r1c3\n\
        arrow r6c1 = r5c1 r5c2\narrow r2c1 r2c2 = r3c3-r5c5\npalindrome r1c1-r3c3\nsum 12 r1c2-r5c6\nsum 9 r6c2-r5c1\n\
        white r1c1 r1c2\nblack r2c1 r2c2\nx r3c1 r3c2\nv r4c1 r5c1\n";
    let variant = parsed(text);
    for site in [Site::FPuzzles, Site::SudokuPad] {
        let link = variant.link(site).expect("everything has a place");
        let found = parsed(&link);
        assert_eq!(lines(&found), lines(&variant), "{link}");
    }
}

#[test]
fn the_size_may_stand_after_rules() {
    for (text, usual) in [
        ("variant latin 4x4\n", "variant 4x4 latin\n"),
        (
            "variant rising 6x6 falling\n",
            "variant 6x6 rising falling\n",
        ),
    ] {
        assert_eq!(parsed(text), parsed(usual));
    }
}

#[test]
fn links_of_other_sizes_and_regions() {
    for text in [
        "variant 4x4\nregions\n1 1 2 2\n1 3 2 2\n1 3 3 4\n3 4 4 4\n",
        "variant 6x6\nboxes 3x2\n",
        "variant 6x6 disjoint\nboxes 3x2\n",
        "variant 9x9\nboxes none\n",
        "variant 5x5\n",
    ] {
        let variant = parsed(text);
        let found = parsed(&variant.link(Site::FPuzzles).expect("a link"));
        assert_eq!(found.field().boxes(), variant.field().boxes(), "{text}");
        let units = |variant: &Variant| {
            let mut cells: Vec<Vec<usize>> = variant
                .units()
                .iter()
                .map(|unit| unit.cells().to_vec())
                .collect();
            cells.sort();
            cells
        };
        assert_eq!(units(&found), units(&variant), "{text}");
    }
    for text in [
        "variant 6x6\ngrids 4 r1c1 r3c3\n",
        "variant 4x4\nsum 9 r1c1 r1c2 r2c1\n",
        "variant 4x4\nwhite r1c1 r3c3\n",
    ] {
        assert!(parsed(text).link(Site::FPuzzles).is_err(), "{text}");
    }
}

/// The words of the first line and the other lines, in any order.
fn lines(variant: &Variant) -> (Vec<String>, Vec<String>) {
    let text = variant.to_string();
    let (first, rest) = text.split_once('\n').expect("lines");
    let mut words: Vec<String> = first.split(' ').map(str::to_owned).collect();
    words.sort();
    let mut lines: Vec<String> = rest.lines().map(str::to_owned).collect();
    lines.sort();
    (words, lines)
}

/// A drawing of Penpa+ on a grid of N×N cells, with a column of space on the left: its points.
#[derive(Clone, Copy)]
struct Drawn {
    size: usize,
}

impl Drawn {
    fn columns(self) -> usize {
        self.size + 5
    }

    fn all(self) -> usize {
        self.columns() * (self.size + 4)
    }

    /// A cell by its row and column, from 1; the others lie around it.
    fn cell(self, row: usize, column: usize) -> usize {
        (row + 1) * self.columns() + column + 2
    }

    fn below(self, row: usize, column: usize) -> usize {
        2 * self.all() + self.cell(row, column)
    }

    fn right_of(self, row: usize, column: usize) -> usize {
        3 * self.all() + self.cell(row, column)
    }

    fn corner(self, row: usize, column: usize) -> usize {
        4 * self.all() + 4 * self.cell(row, column)
    }

    /// A line between the corners below and to the right of two cells.
    fn line(self, from: (usize, usize), to: (usize, usize), style: usize) -> String {
        let point = |(row, column)| self.all() + self.cell(row, column);
        format!("\"{},{}\":{style}", point(from), point(to))
    }

    /// Thick lines between boxes of these rows and columns.
    fn boxes(self, rows: usize, columns: usize) -> String {
        let mut lines = Vec::new();
        for at in 0..self.size {
            for row in (rows..self.size).step_by(rows) {
                lines.push(self.line((row, at), (row, at + 1), 2));
            }
            for column in (columns..self.size).step_by(columns) {
                lines.push(self.line((at, column), (at + 1, column), 2));
            }
        }
        lines.join(",")
    }

    fn list(self, cells: &[(usize, usize)]) -> String {
        let cells = cells
            .iter()
            .map(|&(row, column)| self.cell(row, column).to_string());
        format!("[{}]", cells.collect::<Vec<_>>().join(","))
    }

    /// The link of a drawing with these fields and tags.
    fn link(self, kind: &str, fields: &str, tags: &str) -> String {
        let Drawn { size } = self;
        let mut steps = vec![self.cell(1, 1).to_string()];
        for cell in 1..size * size {
            let step = if cell % size == 0 {
                self.columns() - size + 1
            } else {
                1
            };
            steps.push(step.to_string());
        }
        let mut lines = vec![String::new(); 19];
        lines[0] = format!(
            "{kind},{},{size},38,0,1,1,380,380,84,84,0,0,0,0,Title: Zigzag",
            size + 1
        );
        lines[1] = "[0,0,1,0]".into();
        lines[3] =
            format!("{{\"command_undo\":{{\"__a\":[]}},\"surface\":{{}},\"line\":[]{fields}}}");
        lines[5] = format!("[{}]", steps.join(","));
        lines[17] = tags.into();
        let mut text = lines.join("\n").replace('z', "zZ");
        for (word, short) in [
            ("\"thermo\"", "zT"),
            ("\"number\"", "zN"),
            ("\"lineE\"", "zE"),
            ("null", "zO"),
        ] {
            text = text.replace(word, short);
        }
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text.as_bytes()).expect("memory");
        let packed = base_64(&encoder.finish().expect("memory"));
        format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}&a=abc\n")
    }
}

fn base_64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let whole = (0..3).fold(0, |whole, i| {
            whole << 8 | usize::from(*three.get(i).unwrap_or(&0))
        });
        for place in 0..4 {
            let digit = char::from(DIGITS[whole >> (18 - 6 * place) & 63]);
            text.push(if place > three.len() { '=' } else { digit });
        }
    }
    text
}

#[test]
fn drawings_of_penpa_are_read() {
    let drawn = Drawn { size: 6 };
    let through = |ends: [(usize, usize); 2]| drawn.line(ends[0], ends[1], 12);
    let falling = (0..6).map(|i| through([(i, i), (i + 1, i + 1)]));
    let rising = (0..6).map(|i| through([(i, 6 - i), (i + 1, 5 - i)]));
    let diagonals: Vec<String> = falling.chain(rising).collect();
    let fields = format!(
        ",\"lineE\":{{{},{}}},\"number\":{{\"{}\":[\"4\",1,\"1\"],\"{}\":[5,1,\"10\"],\"{}\":[\" \",1,\"1\"],\"{}E\":[\"X\",6,\"5\"],\
         \"{}\":[\"V\",6,\"5\"]}},\"thermo\":[{},[],null],\"nobulbthermo\":[{}],\"killercages\":[{},{}],\
         \"numberS\":{{\"{}\":[\" 13\",1]}},\"cage\":{{\"{},{}\":10}},\"arrows\":[{}],\"direction\":[{}],\"symbol\":{{\"{}\":[1,\"sudokumore\",2],\
         \"{}\":[3,\"circle_L\",1],\"{}\":[3,\"square_L\",1],\"{}\":[8,\"circle_SS\",2],\"{}\":[2,\"circle_SS\",2],\"{}\":[1,\"inequality\",2],\
         \"{}\":[4,\"inequality\",2]}}",
        drawn.boxes(2, 3),
        diagonals.join(","),
        drawn.cell(1, 1),
        drawn.cell(6, 6),
        drawn.cell(6, 5),
        drawn.below(5, 1),
        drawn.right_of(6, 1),
        drawn.list(&[(1, 2), (1, 3), (2, 4)]),
        drawn.list(&[(1, 3), (2, 3)]),
        drawn.list(&[(4, 2), (4, 1), (5, 1)]),
        drawn.list(&[(4, 6), (5, 6)]),
        drawn.corner(4, 1),
        drawn.corner(4, 1) + 1,
        drawn.corner(4, 2),
        drawn.list(&[(2, 1), (3, 1), (3, 2)]),
        drawn.list(&[(4, 4), (5, 4), (6, 4), (6, 3)]),
        drawn.cell(4, 3),
        drawn.cell(1, 5),
        drawn.cell(1, 6),
        drawn.right_of(2, 5),
        drawn.below(2, 5),
        drawn.right_of(3, 3),
        drawn.below(1, 1),
    );
    let expected = "variant 6x6 falling rising\n4....o\n......\n......\n......\n......\n.....5\n\
        thermo r1c2 r1c3 r2c4\nthermo r1c3 r2c3\ncage 13 r4c1 r4c2 r5c1\ncage r4c6 r5c6\n\
        arrow r2c1 = r3c1 r3c2\narrow r4c3 r4c4 = r5c4 r6c4 r6c3\nodd r1c5\neven r1c6\n\
        white r2c5 r2c6\nblack r2c5 r3c5\nr3c3 < r3c4\nr2c1 < r1c1\nx r5c1 r6c1\nv r6c1 r6c2\n";
    let expected = expected.replace("4....o", "4.....");
    let found = parsed(&drawn.link("sudoku", &fields, "[\"killer\"]"));
    assert_eq!(lines(&found), lines(&parsed(&expected)));
}

#[test]
fn tags_of_penpa_say_what_is_not_drawn() {
    let drawn = Drawn { size: 4 };
    let grey = format!(
        ",\"symbol\":{{\"{}\":[3,\"circle_SS\",2]}}",
        drawn.below(1, 1)
    );
    for (fields, tags, expected) in [
        ("", "[\"classic\"]", "variant 4x4\n"),
        ("", "[\"latin\"]", "variant 4x4\nboxes none\n"),
        (
            "",
            "[\"kropki\"]",
            "variant 4x4 only-white only-black\nboxes none\n",
        ),
        (
            &*grey,
            "[\"consecutivepairs\"]",
            "variant 4x4\nwhite r1c1 r2c1\n",
        ),
        (
            &*grey,
            "[\"consecutive\"]",
            "variant 4x4 only-white\nwhite r1c1 r2c1\n",
        ),
    ] {
        let found = parsed(&drawn.link("square", fields, tags));
        assert_eq!(lines(&found), lines(&parsed(expected)), "{fields} {tags}");
    }
    let walls = [
        ((0, 2), (1, 2)),
        ((1, 2), (1, 3)),
        ((1, 3), (2, 3)),
        ((2, 3), (2, 4)),
        ((2, 0), (2, 1)),
        ((2, 1), (1, 1)),
        ((1, 1), (1, 2)),
    ];
    let walls = walls.map(|(from, to)| drawn.line(from, to, 21));
    let below = [
        ((2, 1), (3, 1)),
        ((3, 1), (3, 2)),
        ((3, 2), (2, 2)),
        ((2, 2), (2, 3)),
        ((3, 2), (4, 2)),
    ];
    let below = below.map(|(from, to)| drawn.line(from, to, 2));
    let fields = format!(",\"lineE\":{{{},{}}}", walls.join(","), below.join(","));
    let found = drawn.link("square", &fields, "");
    let reading = puzzles::read(found.as_bytes()).next().expect("a variant");
    assert!(reading.is_err(), "regions with too many cells");
}

#[test]
fn what_penpa_draws_and_is_not_known_is_named() {
    let drawn = Drawn { size: 4 };
    let cell = drawn.cell(2, 3);
    for (fields, expected) in [
        (format!(",\"surface\":{{\"{cell}\":1}}"), "surface"),
        (format!(",\"polygon\":[[{cell}]]"), "polygon"),
        (
            format!(",\"symbol\":{{\"{cell}\":[1,\"star\",2]}}"),
            "symbol star at r2c3",
        ),
        (
            format!(",\"symbol\":{{\"{cell}\":[[0,1],\"arrow_eight\",2]}}"),
            "symbol arrow_eight at r2c3",
        ),
        (
            format!(
                ",\"symbol\":{{\"{}\":[3,\"circle_SS\",2]}}",
                drawn.below(2, 3)
            ),
            "symbol circle_SS at r2c3",
        ),
        (
            format!(",\"symbol\":{{\"{cell}\":[5,\"sudokumore\",2]}}"),
            "symbol sudokumore at r2c3",
        ),
        (
            format!(",\"number\":{{\"{cell}\":[\"12\",1,\"7\"]}}"),
            "number 12 at r2c3",
        ),
        (
            format!(",\"number\":{{\"{cell}\":[\"9\",1,\"1\"]}}"),
            "number 9 at r2c3",
        ),
        (
            format!(",\"number\":{{\"{}\":[\"9\",1,\"1\"]}}", drawn.cell(2, 0)),
            "number 9 outside the grid",
        ),
        (
            format!(",\"numberS\":{{\"{}\":[\"9\",1]}}", drawn.corner(2, 3)),
            "numberS at r2c3",
        ),
        (
            format!(
                ",\"cage\":{{\"{},{}\":10}}",
                drawn.corner(2, 3),
                drawn.corner(2, 3) + 1
            ),
            "cage at r2c3",
        ),
        (
            format!(",\"direction\":[{}]", drawn.list(&[(2, 3), (2, 4)])),
            "direction at r2c3",
        ),
        (
            format!(",\"nobulbthermo\":[{}]", drawn.list(&[(2, 3), (2, 4)])),
            "nobulbthermo at r2c3",
        ),
        (
            format!(",\"thermo\":[{}]", drawn.list(&[(2, 3), (4, 3)])),
            "thermo at r2c3",
        ),
        (format!(",\"thermo\":[[{cell}]]"), "thermo at r2c3"),
        (
            format!(",\"killercages\":[[{cell}],[{cell}]]"),
            "killercages at r2c3",
        ),
        (
            format!(",\"lineE\":{{{}}}", drawn.line((1, 1), (2, 2), 12)),
            "lineE at r2c2",
        ),
        (
            format!(",\"lineE\":{{{}}}", drawn.line((1, 1), (1, 2), 5)),
            "lineE at r1c2",
        ),
    ] {
        assert_eq!(
            fault(&drawn.link("square", &fields, "[\"classic\"]")),
            VariantFault::UnknownField(expected.into()),
            "{fields}"
        );
    }
    for (kind, tags, expected) in [
        ("hex", "", VariantFault::UnknownField("grid hex".into())),
        (
            "square",
            "[\"starbattle\"]",
            VariantFault::UnknownField("tag starbattle".into()),
        ),
        ("sudoku", "[]", VariantFault::NoSudoku),
    ] {
        assert_eq!(
            fault(&drawn.link(kind, "", tags)),
            expected,
            "{kind} {tags}"
        );
    }
}

/// What is wrong with the puzzle of a link.
fn fault(link: &str) -> VariantFault {
    let reading = puzzles::read(link.as_bytes()).next().expect("a variant");
    match reading.map_err(|error| error.cause) {
        Err(ReadCause::Fault(located)) => match located.fault {
            PuzzleFault::OfKind(fault) => fault
                .downcast_ref::<VariantFault>()
                .expect("a fault of variants")
                .clone(),
            other => panic!("{other}"),
        },
        other => panic!("{link}: {:?}", other.is_ok()),
    }
}

fn parsed(text: &str) -> Variant {
    let reading = puzzles::read(text.as_bytes()).next().expect("a variant");
    let reading = reading.unwrap_or_else(|error| panic!("{text}\n{error}"));
    reading
        .puzzle
        .downcast_ref::<Variant>()
        .expect("a variant")
        .clone()
}
