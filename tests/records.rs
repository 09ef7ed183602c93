//! A bad puzzle spoils no other: streams in which one line is bad, record by record.

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
    for rubbish in ["Puzzles", "; c", "% by Anna", "level: hard"] {
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
fn a_missing_row_loses_only_its_own_grid_where_grids_are_apart() {
    for between in ["\n", "# a comment\n"] {
        for row in 0..9 {
            let (text, grids) = stacked(|rows| drop(rows.remove(row)), between);
            assert_one_lost(&text, grids);
        }
    }
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
