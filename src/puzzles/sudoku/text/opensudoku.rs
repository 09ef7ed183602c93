//! Lines of OpenSudoku's XML.
//!
//! ```text
//! <opensudoku>                                     skipped, like the name, the author and so on
//! <game data="53..7…" /><game data="…" />          each game is a board
//! <game data="version: 2&#10;5|0|0|3|0|1|…" />     saved while it was played: only the digits that cannot be changed count
//! ```
//!
//! Each line is read for itself: however many games a file has, none waits for the last.

use std::io;
use std::ops::Range;

use super::Outcome;
use super::board::{Board, outcomes};
use super::layout::Source;
use crate::puzzles::kind::Hints;
use crate::puzzles::lines::Input;

/// How the element of a puzzle begins, and the attribute that has its cells.
const GAME: &str = "<game ";
const DATA: &str = "data=";

/// How the line after the version of a saved game may begin.
const LINE_ENDS: [&str; 3] = ["&#10;", "&#xA;", "&#xa;"];

/// The cells of a saved game.
const CELLS: usize = 81;

/// How many lines are examined to find out what XML is about.
const LINES_AHEAD: usize = 20;

/// What the other lines begin with.
const OTHERS: [&str; 14] = [
    "<?xml",
    "<!--",
    "<opensudoku",
    "</opensudoku",
    "<folder",
    "</folder",
    "<name",
    "<author",
    "<description",
    "<comment",
    "<created",
    "<source",
    "<level",
    "</game",
];

/// Whether a line has games.
pub(super) fn has_games(text: &str) -> bool {
    text.trim_ascii_start().starts_with('<') && !games(text).is_empty()
}

/// Whether a line is one that has no games.
pub(super) fn is_other(text: &str) -> bool {
    let text = text.trim_ascii_start();
    OTHERS.iter().any(|begin| text.starts_with(begin))
}

/// Whether the XML that begins with the next line is of OpenSudoku.
pub(in crate::puzzles) fn is_opensudoku(lines: &mut Input) -> io::Result<bool> {
    for distance in 0..LINES_AHEAD {
        let Some(line) = lines.peek(distance)? else {
            break;
        };
        let text = line.text.trim_ascii_start();
        if text.contains("<opensudoku") {
            return Ok(true);
        }
        if !text.is_empty() && !["<?", "<!"].iter().any(|begin| text.starts_with(begin)) {
            break;
        }
    }
    Ok(false)
}

/// Reads the games of the next line, which has some.
pub(super) fn read(lines: &mut Input, hints: Hints) -> io::Result<Vec<(u64, Outcome)>> {
    let Some(mut line) = lines.take()? else {
        return Ok(Vec::new());
    };
    line.text = without_states(&line.text);
    let mut source = Source::default();
    source.push(line);
    let games = games(source.text()).into_iter();
    let boards = games.map(|place| Board::of_text(place, source.text()));
    Ok(outcomes(boards.collect(), source, hints))
}

/// The line with the bare cells of games that were saved while they were played.
fn without_states(text: &str) -> String {
    let mut bare = text.to_owned();
    for place in games(text).into_iter().rev() {
        if let Some(cells) = cells_of_state(&text[place.clone()]) {
            bare.replace_range(place, &cells);
        }
    }
    bare
}

/// The cells of a saved game: `version: 2`, the end of a line, and for each cell its digit, its notes, and whether it can be changed.
/// A digit that can be changed was entered by the player: its cell is blank.
fn cells_of_state(data: &str) -> Option<String> {
    let (_, fields) = data
        .strip_prefix("version:")?
        .split_once(LINE_ENDS.into_iter().find(|&end| data.contains(end))?)?;
    let fields = Vec::from_iter(fields.strip_suffix('|')?.split('|'));
    let per_cell = fields.len() / CELLS;
    if per_cell < 3 || !fields.len().is_multiple_of(CELLS) {
        return None;
    }
    let cells = fields.chunks(per_cell).map(|cell| match cell {
        [digit, .., "0"] if digit.len() == 1 => Some(*digit),
        [_, .., "1"] => Some("0"),
        _ => None,
    });
    cells.collect()
}

/// The places of the cells of each game.
fn games(text: &str) -> Vec<Range<usize>> {
    let starts = text.match_indices(GAME).map(|(at, _)| at + GAME.len());
    let cells = starts.filter_map(|start| {
        let element = text[start..].split('>').next()?;
        let value = start + element.find(DATA)? + DATA.len();
        let quote = text[value..]
            .chars()
            .next()
            .filter(|c| "\"'".contains(*c))?;
        let length = text[value + 1..].find(quote)?;
        Some(value + 1..value + 1 + length)
    });
    cells.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::lines::Lines;
    use crate::puzzles::sudoku::Sudoku;
    use crate::puzzles::{ReadCause, ReadError};

    #[test]
    fn each_game_has_its_cells() {
        let places =
            games("<game data=\"12\"/><game note='data' data='34' /><game/><gamedata=\"5\">");
        assert_eq!(places, [12..14, 41..43]);
        assert!(games("<game data=\"12").is_empty());
    }

    #[test]
    fn every_game_is_read_whatever_the_lines() {
        let (game, bad) = (
            "<game data=\"1.....2..3.....4\" />",
            "<game data='1.....2..3....4'/>",
        );
        let inner = format!("<name>One</name>\n{game}{game}\n{bad}\n<!-- the last -->{game}\n");
        let head = "<?xml version='1.0'?>\n";
        for (text, lines) in [
            (
                format!("{head}\n<opensudoku>\n{inner}</opensudoku>\n"),
                [5, 5, 6, 7],
            ),
            (
                format!("<opensudoku version=\"2\">\n{inner}</opensudoku>\n"),
                [3, 3, 4, 5],
            ),
            (
                format!("{head}<opensudoku>{}</opensudoku>", inner.replace('\n', "")),
                [2; 4],
            ),
        ] {
            let found = crate::puzzles::read(text.as_bytes());
            let found = found.map(|found| match found {
                Ok(reading) => {
                    let sudoku: &Sudoku = reading.puzzle.downcast_ref().expect("a Sudoku");
                    (reading.line, sudoku.placements().count())
                }
                Err(ReadError {
                    cause: ReadCause::Fault(fault),
                    ..
                }) => (fault.line, 0),
                Err(error) => panic!("{error}"),
            });
            let expected = lines.into_iter().zip([4, 4, 0, 4]);
            assert_eq!(Vec::from_iter(found), Vec::from_iter(expected), "{text}");
        }
    }

    #[test]
    fn of_a_saved_game_the_clues_are_read() {
        let line = "1.......2.......3".to_owned() + &".".repeat(64);
        for notes in ["0|", "-|", "0|0|"] {
            let cell = |(index, clue): (usize, char)| match (clue, index % 3) {
                ('.', 0) => format!("7|{notes}1|"),
                ('.', _) => format!("0|{notes}1|"),
                (clue, _) => format!("{clue}|{notes}0|"),
            };
            let cells = line.chars().enumerate().map(cell).collect::<String>();
            let data = format!("version: 2&#10;{cells}");
            assert_eq!(cells_of_state(&data), Some(line.replace('.', "0")));
            let text = format!("<opensudoku><game state=\"0\" data=\"{data}\"/></opensudoku>\n");
            let sudoku: Sudoku = text.parse().expect("a saved game");
            assert_eq!(sudoku.placements().count(), 3);
        }
        for data in ["version: 2&#10;1|0|0|", "version: 2", "1...", ""] {
            assert_eq!(cells_of_state(data), None, "{data}");
        }
    }

    #[test]
    fn xml_of_others_is_not_taken() {
        for (text, expected) in [
            ("<?xml?>\n<!-- one -->\n\n<opensudoku>\n", true),
            ("<?xml?><opensudoku>\n", true),
            ("<?xml?>\n<puzzle>\n<opensudoku>\n", false),
            ("<?xml?>\n", false),
        ] {
            let mut lines = Lines::new(text.as_bytes());
            assert_eq!(is_opensudoku(&mut lines).unwrap(), expected, "{text}");
        }
    }
}
