//! Lines of OpenSudoku's XML.
//!
//! ```text
//! <opensudoku>                                     skipped, like the name, the author and so on
//! <game data="53..7…" /><game data="…" />          each game is a board
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
    let Some(line) = lines.take()? else {
        return Ok(Vec::new());
    };
    let mut source = Source::default();
    source.push(line);
    let games = games(source.text()).into_iter();
    let boards = games.map(|place| Board::of_text(place, source.text()));
    Ok(outcomes(boards.collect(), source, hints))
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
