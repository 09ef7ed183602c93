//! A bad puzzle does not affect the others: streams in which one line is bad, record by record.

use crate::support::draws::Draws;
use dominox::puzzles::{self, Cover, Sudoku};

/// What is read: the clues of a good puzzle, blanks as dots, or the line of a fault.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Record {
    Good(String),
    Bad(u64),
}

use Record::{Bad, Good};

fn records(text: &str) -> Vec<Record> {
    puzzles::read(text.as_bytes())
        .map(|found| match found {
            Ok(found) => {
                let sudoku: &Sudoku = found.puzzle.downcast_ref().expect("a Sudoku");
                let size = sudoku.rules().shape().size();
                let mut cells = vec![".".to_owned(); size * size];
                for place in sudoku.placements() {
                    cells[place.row * size + place.column] = sudoku.symbol(place.digit);
                }
                Good(cells.concat())
            }
            Err(error) => match error.cause {
                puzzles::ReadCause::Fault(fault) => Bad(fault.line),
                puzzles::ReadCause::Io(error) => panic!("{error}"),
            },
        })
        .collect()
}

const LINE: &str =
    ".3.26.7.168..7..9.19...45..82.1...4...46.29...5...3.28..93...74.4..5..367.3.18...";

fn rows() -> Vec<&'static str> {
    (0..9).map(|row| &LINE[9 * row..9 * row + 9]).collect()
}

fn grid() -> String {
    rows().join("\n") + "\n"
}

#[test]
fn a_first_line_of_no_kind_loses_nothing() {
    for rubbish in ["Puzzles", "; c", "% c", "level: hard"] {
        let text = format!("{rubbish}\n{LINE}\n{LINE}\n");
        let expected = [Bad(1), Good(LINE.into()), Good(LINE.into())];
        assert_eq!(records(&text), expected, "{rubbish}");
        let text = format!("{rubbish}\nNew ones!\n{}", grid());
        assert_eq!(records(&text), [Bad(1), Bad(2), Good(LINE.into())]);
    }
    let found: Vec<_> = puzzles::read("Dear Anna!\na b c\na b\nc\n".as_bytes()).collect();
    assert!(found[0].is_err());
    let cover = found[1].as_ref().expect("a problem");
    assert!(cover.puzzle.downcast_ref::<Cover>().is_some());
    assert_eq!((cover.line, found.len()), (2, 2));
}

/// Words that occur in two lines could be the names of a problem, of which all other lines would be a part.
#[test]
fn two_lines_with_the_same_words_lose_nothing() {
    let [first, second] = [LINE.to_owned() + "\n", grid()];
    for rubbish in [["no puzzle"; 2], ["; c1", "; c6"], ["by Anna", "to Anna"]] {
        for puzzle in [&first, &second, &format!("[Puzzle]\n{second}")] {
            let text = format!("{}\n{}\n\n{puzzle}", rubbish[0], rubbish[1]);
            let expected = [Bad(1), Bad(2), Good(LINE.into())];
            assert_eq!(records(&text), expected, "{text}");
        }
    }
    let found: Vec<_> = puzzles::read("no puzzle\nno puzzle\nno\n".as_bytes()).collect();
    assert!(matches!(&found[..], [Ok(found)] if found.puzzle.problem().option_count() == 2));
}

#[test]
fn one_item_and_one_option_are_a_problem() {
    let found: Vec<_> = puzzles::read("a\na\n".as_bytes()).collect();
    let [Ok(found)] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!(found.puzzle.problem().option_count(), 1);
}

/// Stacked grids, the third of which is spoilt.
fn stacked(spoil: impl Fn(&mut Vec<String>), between: &str) -> (String, usize) {
    let good: Vec<String> = rows().into_iter().map(String::from).collect();
    let mut bad = good.clone();
    spoil(&mut bad);
    let mut text = String::new();
    for number in 0..40 {
        let grid = if number == 2 { &bad } else { &good };
        text += &format!("{}\n{between}", grid.join("\n"));
    }
    (text, 40)
}

fn assert_one_lost(text: &str, grids: usize) {
    let found = records(text);
    let bad = found
        .iter()
        .filter(|record| matches!(record, Bad(_)))
        .count();
    let good = found
        .iter()
        .filter(|&record| *record == Good(LINE.into()))
        .count();
    assert_eq!((good, bad), (grids - 1, 1), "{found:?}\n{text}");
}

#[test]
fn a_short_or_long_row_loses_only_its_own_grid() {
    for between in ["", "\n", "# a comment\n"] {
        for row in 0..9 {
            for change in [-3, -1, 1, 2] {
                let (text, grids) = stacked(
                    |rows| match change {
                        1.. => rows[row] += &".".repeat(change as usize),
                        _ => rows[row].truncate((9 + change) as usize),
                    },
                    between,
                );
                assert_one_lost(&text, grids);
            }
            let (text, grids) = stacked(|rows| rows[row] = "no row!".into(), between);
            assert_one_lost(&text, grids);
        }
    }
}

#[test]
fn a_missing_row_loses_only_its_own_grid() {
    for between in ["", "\n", "# a comment\n"] {
        for row in 0..9 {
            let (text, grids) = stacked(|rows| drop(rows.remove(row)), between);
            assert_one_lost(&text, grids);
        }
    }
}

#[test]
fn one_row_too_many_loses_only_its_own_grid() {
    for between in ["", "\n"] {
        for row in 0..9 {
            let (text, grids) = stacked(|rows| rows.insert(row, ".2..4.6..".into()), between);
            assert_one_lost(&text, grids);
        }
    }
}

/// Puzzles in which a digit repeats do not mean that a row is missing, if the puzzles after them are good.
#[test]
fn puzzles_without_an_answer_stay_where_they_are() {
    let bad = grid().replacen(".3.", "33.", 1);
    for (before, between, after) in [(0, 0, 9), (3, 0, 9), (3, 1, 9), (3, 5, 3), (0, 0, 0)] {
        let good = |count| grid().repeat(count);
        let text = format!("{}{bad}{}{bad}{}", good(before), good(between), good(after));
        let found = records(&text);
        let grids = before + between + after + 2;
        let is_bad = |record: &&Record| matches!(record, Bad(_));
        assert_eq!(
            (found.len(), found.iter().filter(is_bad).count()),
            (grids, 0)
        );
    }
    assert_eq!(records(&bad.repeat(30)).len(), 30);
}

#[test]
fn frames_separate_grids() {
    let rule = "+---+---+---+\n";
    let framed = |rows: &[&str]| -> String {
        let row = |row: &&str| format!("|{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..]);
        let bands = rows
            .chunks(3)
            .map(|band| band.iter().map(row).collect::<String>());
        format!(
            "{rule}{}",
            bands.map(|band| band + rule).collect::<String>()
        )
    };
    let good = framed(&rows());
    for missing in 0..9 {
        let mut bad = rows();
        bad.remove(missing);
        assert_one_lost(&format!("{good}{good}{}{good}{good}", framed(&bad)), 5);
    }
}

#[test]
fn a_short_line_after_a_grid_spoils_no_other() {
    let text = format!("{}\n{}\n{LINE}\n", grid(), &LINE[1..]);
    assert_eq!(
        records(&text),
        [Good(LINE.into()), Bad(11), Good(LINE.into())]
    );
    let six = "12....\n....12\n......\n......\n......\n......\n";
    let text = format!("{}\n{six}", &LINE[..63]);
    let cells = six.replace('\n', "");
    assert_eq!(records(&text), [Bad(1), Good(cells.clone())]);
    let text = format!("{LINE}\n{}\n{six}", &LINE[..63]);
    assert_eq!(records(&text), [Good(LINE.into()), Bad(2), Good(cells)]);
}

/// The puzzle in every common layout. Each is read as that puzzle and no other.
fn layouts() -> Vec<(&'static str, String)> {
    let rows = rows();
    let join = |row: &str, gap: &str, blank: &str| -> String {
        let cell = |c: char| {
            if c == '.' {
                blank.to_owned()
            } else {
                c.to_string()
            }
        };
        row.chars().map(cell).collect::<Vec<_>>().join(gap)
    };
    let all = |open: &str, gap: &str, blank: &str, close: &str| -> String {
        let row = |row: &&str| format!("{open}{}{close}", join(row, gap, blank));
        rows.iter().map(row).collect::<Vec<_>>().join(",\n") + "\n"
    };
    let grid = |blank: &str| {
        rows.iter()
            .map(|row| join(row, "", blank) + "\n")
            .collect::<String>()
    };
    let framed = |top: &str, bar: &str, gap: &str, blank: &str| -> String {
        let row = |row: &&str| {
            let parts = [&row[..3], &row[3..6], &row[6..]].map(|part| join(part, gap, blank));
            let edge = if gap.is_empty() { "" } else { " " };
            format!(
                "{bar}{edge}{}{edge}{bar}\n",
                parts.join(&format!("{edge}{bar}{edge}"))
            )
        };
        let band = |band: &[&str]| band.iter().map(row).collect::<String>();
        format!(
            "{top}\n{}",
            rows.chunks(3)
                .map(|rows| band(rows) + top + "\n")
                .collect::<String>()
        )
    };
    let by_commas = |blank: &str| -> String {
        rows.iter()
            .map(|row| join(row, ",", blank) + "\n")
            .collect()
    };
    let solution = "5".repeat(81);
    let strings = rows
        .iter()
        .map(|row| format!("  \"{row}\",\n"))
        .collect::<String>();
    let mut layouts = vec![
        ("puzzle and solution", format!("{LINE},{solution}\n")),
        (
            "header",
            format!("id,puzzle,solution\n1,{LINE},{solution}\n"),
        ),
        (
            "solution first",
            format!("solution,puzzle\n{solution},{LINE}\n"),
        ),
        ("rating", format!("{LINE};7.2\n")),
        ("spaces and hash", format!("000a1f {LINE} 1.2\n")),
        ("comment", format!("{LINE} # by Anna\n")),
        ("comment of C", format!("{LINE} // hard\n")),
        ("comment line", format!("// hard\n{LINE}\n")),
        ("quotes", format!("\"{LINE}\",\n")),
        ("single quotes", format!("'{LINE}'\n")),
        ("heading", format!("Grid 01\n{}", grid("0"))),
        ("stars", framed("*-----------*", "|", "", ".")),
        ("dots", framed(".---.---.---.", "|", "", ".")),
        ("board", framed("├───────┼───────┼───────┤", "│", " ", "·")),
        ("spaces", framed("+---+---+---+", "|", "", " ")),
        (
            "wide spaces",
            framed("+-------+-------+-------+", "|", " ", " "),
        ),
        ("dashes", grid("-")),
        ("question marks", grid("?")),
        ("letters", grid("n")),
        ("capital X", grid("X")),
        ("dashes in a line", LINE.replace('.', "-") + "\n"),
        ("commas", by_commas("0")),
        ("empty fields", by_commas("")),
        ("strings", format!("[\n{strings}]\n")),
        ("strings of Python", format!("board = [\n{strings}]\n")),
        ("flat", format!("[{}]\n", join(LINE, ", ", "0"))),
        ("flat with null", format!("[{}]\n", join(LINE, ",", "null"))),
        ("boards", format!("[[\n{}]]\n", all("[", ",", "0", "]"))),
        (
            "list of boards",
            format!("[\n[\n{}]\n]\n", all("[", ",", "0", "]")),
        ),
        (
            "object",
            format!(
                "{{\"board\": [\n{}], \"level\": 2}}\n",
                all("[", ",", "null", "]")
            ),
        ),
        (
            "object of text",
            format!("{{\"puzzle\":\"{LINE}\",\"solution\":\"{solution}\"}}\n"),
        ),
        (
            "pretty object",
            format!(
                "{{\n  \"id\": 1,\n  \"puzzle\": \"{LINE}\",\n  \"solution\": \"{solution}\"\n}}\n"
            ),
        ),
    ];
    // What stands before and after the rows, and what opens and closes a row; all cells are separated by commas.
    let arrays = [
        ("None", "board = [\n", "]", "[", "None", "]"),
        ("empty strings", "[", "]", "[", "\"\"", "]"),
        ("space strings", "[", "]", "[", "\" \"", "]"),
        (
            "C",
            "int board[9][9] = { // a comment\n",
            "};",
            "{",
            "0",
            "}",
        ),
        ("Rust", "let board: [[u8; 9]; 9] = [\n", "];", "[", "0", "]"),
        (
            "TypeScript",
            "const board: number[][] = [\n",
            "] as const;",
            "[",
            "0",
            "]",
        ),
        (
            "numpy",
            "grid = np.array([\n",
            "], dtype=int)",
            "[",
            "0",
            "]",
        ),
        (
            "Java",
            "int[][] board = new int[][] {\n",
            "};",
            "{",
            "0",
            "}",
        ),
        ("vec", "let board = vec![\n", "];", "vec![", "0", "]"),
    ];
    let array = |(name, before, after, open, blank, close)| {
        (
            name,
            format!("{before}{}{after}\n", all(open, ", ", blank, close)),
        )
    };
    layouts.extend(arrays.map(array));
    layouts
}

#[test]
fn every_layout_of_the_world_is_read() {
    for (name, text) in layouts() {
        let expected = [Good(LINE.into())];
        assert_eq!(records(&text), expected, "{name}\n{text}");
    }
}

/// Streams in random layouts, with bad lines in between: each puzzle and each bad line is found once, in its place.
#[test]
fn random_streams_lose_no_good_puzzle() {
    let layouts = layouts();
    for seed in 0..1000 {
        let mut random = Draws(seed);
        let (mut text, mut expected, mut last) = (String::new(), Vec::new(), "");
        for _ in 0..random.below(12) + 1 {
            let line = text.lines().count() as u64 + 1;
            match random.below(5) {
                0 => {
                    text += &match random.below(10) {
                        0 => format!("no puzzle {line} here\n"),
                        1 => format!("{}\n", &LINE[..63]),
                        2 => format!("{}\n", &LINE[1..]),
                        3 => format!(";c{line}\n"),
                        4 => "§§§\n".into(),
                        5 => "no puzzle\n".into(),
                        6 => "; c\n".into(),
                        7 => "easy, medium, hard, evil\n".into(),
                        8 => format!("{LINE}5\n"),
                        _ => format!("{}\n", &LINE[..28]),
                    };
                    expected.push(Bad(line));
                }
                1 => text += ["\n", "# a comment\n", "// another\n"][random.below(3)],
                _ => {
                    let (name, layout) = &layouts[random.below(layouts.len())];
                    if (last, *name) == ("solution first", "puzzle and solution") {
                        // It would belong to the same table, with its columns in another order.
                        continue;
                    }
                    last = name;
                    text += layout;
                    expected.push(Good(LINE.into()));
                }
            }
            text += ["", "\n"][random.below(2)];
        }
        // Without a puzzle, lines of the same words are a problem.
        if expected.contains(&Good(LINE.into())) {
            let found = records(&text);
            let same = found.iter().zip(&expected).take_while(|(a, b)| a == b);
            let first = same.count();
            let numbered = text.lines().enumerate();
            let numbered: String = numbered
                .map(|(index, line)| format!("{:4} {line}\n", index + 1))
                .collect();
            let (found, expected) = (&found[first..], &expected[first..]);
            assert_eq!(found, expected, "seed {seed}, record {first}\n{numbered}");
        }
    }
}

/// Lines of 16 cells are rows of a large grid or whole small puzzles. Without a digit above 4, they are puzzles.
#[test]
fn many_small_puzzles_are_no_large_grids() {
    let lines = [".1..23.......4..", "4..........1.32.", "..3.1.......2..4"];
    let text: String = lines
        .iter()
        .cycle()
        .take(100)
        .map(|line| format!("{line}\n"))
        .collect();
    let read = dominox::puzzles::read(text.as_bytes());
    assert_eq!(read.filter(Result::is_ok).count(), 100);
}

#[test]
fn small_grids_with_bars_and_few_blanks_are_read() {
    for cells in [
        "1243431221343421",
        "12.3432121343.21",
        "124343122134342.",
        "................",
    ] {
        for (bar, rule) in [
            (" | ", "----+----\n"),
            ("|", "---+---\n"),
            (" │ ", "────┼────\n"),
            (" | ", ""),
        ] {
            let rows: Vec<String> = cells
                .as_bytes()
                .chunks(4)
                .map(|row| {
                    let cell = |at: usize| char::from(row[at]);
                    format!("{} {}{bar}{} {}\n", cell(0), cell(1), cell(2), cell(3))
                })
                .collect();
            let text = rows[..2].concat() + rule + &rows[2..].concat();
            assert_eq!(records(&text), [Good(cells.into())], "{text}");
            assert_eq!(records(&(text.clone() + "\n" + &text)).len(), 2, "{text}");
        }
    }
}

/// Each row of a table is a record, whatever stands in the column that was requested.
#[test]
fn each_row_of_a_table_is_a_record() {
    let table = format!("id,puzzle,solution\n1,{LINE},none\n2,{LINE},\nPuzzle 3,{LINE},x\n4\n");
    let bad = |column: &str| -> Vec<String> {
        let reader = puzzles::read(table.as_bytes()).column(puzzles::Column::from(column));
        let error = |found: Result<_, puzzles::ReadError>| {
            let message = found.err()?.to_string();
            Some(message.lines().next().expect("a line").to_owned())
        };
        reader.filter_map(error).collect()
    };
    let short = "5:1: no column 3 here: the line has 1 column";
    let in_third = [
        "2:85: `none` in column 3: expected a puzzle of N·N cells",
        "3:85: column 3 is empty: expected a puzzle",
        "4:92: `x` in column 3: expected a puzzle of N·N cells",
        short,
    ];
    assert_eq!(bad("3"), in_third);
    assert_eq!(bad("solution"), in_third);
    assert_eq!(bad("puzzle"), [short.replace('3', "2")]);
    let names = "the table has 3 columns, `id`, `puzzle`, `solution`";
    assert_eq!(bad("4"), [format!("1:1: no column 4: {names}")]);
    assert_eq!(bad("quiz"), [format!("1:1: no column `quiz`: {names}")]);
    let id = bad("1");
    assert_eq!(id.len(), 4);
    assert!(id[2].starts_with("4:1: `Puzzle 3` in column 1"), "{id:?}");
}

#[test]
fn a_table_without_names_says_how_many_columns_it_has() {
    let table = format!("1;{LINE}\n2;{LINE}\n");
    for (column, said) in [
        ("3", "1:1: no column 3: the table has 2 columns\n"),
        (
            "quiz",
            "1:1: no column `quiz`: the table has 2 columns without names, expected a number from 1\n",
        ),
    ] {
        let mut reader = puzzles::read(table.as_bytes()).column(puzzles::Column::from(column));
        let message = reader.next().expect("a fault").unwrap_err().to_string();
        assert!(message.starts_with(said), "{message}");
        assert!(reader.next().is_none());
    }
}

#[test]
fn headings_are_words_and_a_number() {
    for heading in [
        "Puzzle 1 (easy):",
        "Grid 01:",
        "# 3",
        "Puzzle #12 - hard",
        "=== Puzzle 3 ===",
        "Easy puzzle 3",
        "3)",
    ] {
        for puzzle in [&grid(), &format!("{LINE}\n")] {
            let text = format!("{heading}\n{puzzle}{heading}\n{puzzle}\n{heading}\n\n{puzzle}");
            assert_eq!(records(&text), vec![Good(LINE.into()); 3], "{text}");
        }
    }
    // Text that could be a puzzle is not read as one.
    for line in [
        &format!("Puzzle 2: {}", &LINE[1..]),
        "no puzzle 5 here",
        "Puzzle 5: 1..4",
    ] {
        let text = format!("{LINE}\n{line}\n{LINE}\n");
        assert_eq!(
            records(&text),
            [Good(LINE.into()), Bad(2), Good(LINE.into())],
            "{line}"
        );
    }
}
