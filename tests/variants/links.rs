//! Links of other programs hold the whole puzzle.

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
        let lines = |variant: &Variant| {
            let text = variant.to_string();
            let (first, rest) = text.split_once('\n').expect("lines");
            let mut words: Vec<String> = first.split(' ').map(str::to_owned).collect();
            words.sort();
            let mut lines: Vec<String> = rest.lines().map(str::to_owned).collect();
            lines.sort();
            (words, lines)
        };
        assert_eq!(lines(&found), lines(&variant), "{link}");
    }
}

#[test]
fn links_of_other_sizes_and_regions() {
    for text in [
        "variant 4x4\nregions\n1 1 2 2\n1 3 2 2\n1 3 3 4\n3 4 4 4\n",
        "variant 6x6\nboxes 3x2\n",
        "variant 9x9\nboxes none\n",
        "variant 5x5\n",
    ] {
        let variant = parsed(text);
        let found = parsed(&variant.link(Site::FPuzzles).expect("a link"));
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

fn parsed(text: &str) -> Variant {
    let reading = puzzles::read(text.as_bytes()).next().expect("a variant");
    let reading = reading.unwrap_or_else(|error| panic!("{text}\n{error}"));
    reading
        .puzzle
        .downcast_ref::<Variant>()
        .expect("a variant")
        .clone()
}
