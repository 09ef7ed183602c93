//! Each technique on a small position of its own.

use super::aligned::aligned;
use super::almost::large_wing;
use super::chains::single::single_chain;
use super::links::strong_links;
use super::loops::unique_loop;
use super::subsets::{direct_hidden, fish, hidden, naked};
use super::wings::wing;
use super::*;
use super::{locked, singles};

/// A position: the empty grid, from which candidates are taken away.
struct Position(Marks);

impl Position {
    fn new() -> Position {
        Position::of("3x3")
    }

    /// The empty grid of this shape.
    fn of(shape: &str) -> Position {
        Position(Marks::new(Grid::of(shape.parse().unwrap()).unwrap()))
    }

    /// The cells of a text such as `r1c1 r1c9`.
    fn cells(&self, text: &str) -> Vec<usize> {
        let number = |text: &str| text.parse::<usize>().unwrap() - 1;
        let size = self.0.grid().size();
        let cell = |name: &str| number(&name[1..2]) * size + number(&name[3..4]);
        text.split(' ').map(cell).collect()
    }

    /// These cells have only these digits.
    fn only(mut self, cells: &str, digits: &[usize]) -> Position {
        for cell in self.cells(cells) {
            let others = (0..9).filter(|digit| !digits.contains(&(digit + 1)));
            others.for_each(|digit| _ = self.0.remove(cell, digit));
        }
        self
    }

    /// In this unit, only these cells can be these digits.
    fn only_in(mut self, unit: &str, digits: &[usize], cells: &str) -> Position {
        let grid = self.0.grid().clone();
        let unit = grid.units().iter().find(|one| one.to_string() == unit);
        let cells = self.cells(cells);
        for &cell in &unit.unwrap().cells {
            if !cells.contains(&cell) {
                digits
                    .iter()
                    .for_each(|digit| _ = self.0.remove(cell, digit - 1));
            }
        }
        self
    }

    /// The value and the words of a step.
    fn says(&self, found: impl Fn(&Marks) -> Option<Step>) -> String {
        self.0.check();
        let Some(step) = found(&self.0) else {
            return "nothing".into();
        };
        let mut after = self.0.clone();
        after.apply(&step);
        after.check();
        format!("{} {}", step.value, words(self.0.grid()).sentence(&step))
    }
}

fn words(grid: &Grid) -> Words<'_, impl Fn(usize) -> String> {
    Words {
        grid,
        symbol: |digit| (digit + 1).to_string(),
    }
}

#[test]
fn singles_are_hidden_or_naked() {
    let hidden = singles::hidden_single;
    let in_box = Position::new().only_in("box 5", &[7], "r5c5");
    assert_eq!(
        in_box.says(hidden),
        "1.2 hidden single: r5c5 = 7, the only cell for 7 in box 5"
    );
    let in_row = Position::new().only_in("row 5", &[7], "r5c5");
    assert_eq!(
        in_row.says(hidden),
        "1.5 hidden single: r5c5 = 7, the only cell for 7 in row 5"
    );
    let mut last = Position::new();
    (0..8).for_each(|cell| last.0.place(cell, cell));
    assert_eq!(
        last.says(hidden),
        "1.0 hidden single: r1c9 = 9, the last cell of row 1"
    );
    let naked = Position::new().only("r5c5", &[7]);
    assert_eq!(
        naked.says(singles::naked_single),
        "2.3 naked single: r5c5 = 7, it sees all other digits"
    );
    assert_eq!(Position::new().says(singles::naked_single), "nothing");
}

#[test]
fn locked_candidates_point_and_claim() {
    let points = || Position::new().only_in("box 1", &[7], "r1c1 r1c2");
    assert_eq!(
        points().says(locked::locked),
        "2.6 pointing: r1c4 r1c5 r1c6 r1c7 r1c8 r1c9 are not 7, since the 7 of box 1 is in row 1"
    );
    let direct = points().only_in("box 2", &[7], "r1c5 r2c6");
    assert_eq!(
        direct.says(locked::direct),
        "1.7 direct pointing: r2c6 = 7, the only cell for it in box 2: the 7 of box 1 is in row 1"
    );
    let claims = Position::new().only_in("column 4", &[7], "r1c4 r3c4");
    assert_eq!(
        claims.says(locked::locked),
        "2.8 claiming: r1c5 r1c6 r2c5 r2c6 r3c5 r3c6 are not 7, since the 7 of column 4 is in box 2"
    );
    // The hidden single in box 5 would come first: with boxes, there is always something easier than a direct claiming.
    let direct = Position::of("2x3")
        .only_in("column 1", &[4], "r1c1 r2c1")
        .only_in("column 2", &[4], "r1c2 r3c2")
        .only_in("box 5", &[4], "r5c3");
    assert_eq!(
        direct.says(locked::direct),
        "1.9 direct claiming: r3c2 = 4, the only cell for it in column 2: the 4 of column 1 is in box 1"
    );
}

#[test]
fn subsets_are_naked_or_hidden() {
    let pair = Position::new()
        .only("r1c1 r5c1", &[3, 7])
        .only("r9c1", &[3, 5]);
    assert_eq!(
        pair.says(|marks| naked(marks, 2)),
        "3.0 naked pair: r2c1 r3c1 r4c1 r6c1 r7c1 r8c1 are not 3 or 7, r9c1 is not 3, since r1c1 r5c1 in column 1 hold 3 and 7"
    );
    let triplet = Position::new()
        .only("r1c1", &[3, 7])
        .only("r1c2", &[3, 5])
        .only("r2c3", &[5, 7]);
    assert!(
        triplet
            .says(|marks| naked(marks, 3))
            .starts_with("3.6 naked triplet: r1c3 r2c1")
    );
    let quad = triplet.only("r1c2", &[3]).only("r1c2", &[]);
    assert_eq!(quad.says(|marks| naked(marks, 4)), "nothing");
    let pair = Position::new().only_in("row 4", &[3, 7], "r4c2 r4c8");
    assert_eq!(
        pair.says(|marks| hidden(marks, 2)),
        "3.4 hidden pair: r4c2 r4c8 are not 1, 2, 4, 5, 6, 8 or 9, since 3 and 7 have no other cells in row 4 than r4c2 r4c8"
    );
    let direct = pair.only_in("row 4", &[9], "r4c8 r4c9");
    assert_eq!(
        direct.says(|marks| direct_hidden(marks, 2)),
        "2.0 direct hidden pair: r4c9 = 9, the only cell left for it: 3 and 7 have no other cells in row 4 than r4c2 r4c8"
    );
    let quad = Position::new().only_in("box 5", &[1, 2, 3, 4], "r4c4 r4c5 r5c4 r5c5");
    assert!(
        quad.says(|marks| hidden(marks, 4))
            .starts_with("5.4 hidden quad: r4c4 r4c5 r5c4 r5c5 are not 5, 6")
    );
}

#[test]
fn fish_have_two_to_four_lines() {
    let wing = Position::new()
        .only_in("column 2", &[4], "r1c2 r5c2")
        .only_in("column 7", &[4], "r1c7 r5c7");
    assert_eq!(
        wing.says(|marks| fish(marks, 2)),
        "3.2 X-wing: r1c1 r1c3 r1c4 r1c5 r1c6 r1c8 r1c9 r5c1 r5c3 r5c4 r5c5 r5c6 r5c8 r5c9 are not 4, \
         since the 4 of column 2 and column 7 are in row 1 and row 5"
    );
    let swordfish = Position::new()
        .only_in("row 1", &[4], "r1c1 r1c5")
        .only_in("row 4", &[4], "r4c5 r4c9")
        .only_in("row 8", &[4], "r8c1 r8c9");
    assert!(
        swordfish.says(|marks| fish(marks, 3)).ends_with(
            "since the 4 of row 1, row 4 and row 8 are in column 1, column 5 and column 9"
        )
    );
    let jellyfish = Position::new()
        .only_in("row 1", &[4], "r1c1 r1c5")
        .only_in("row 4", &[4], "r4c5 r4c6")
        .only_in("row 6", &[4], "r6c6 r6c9")
        .only_in("row 8", &[4], "r8c1 r8c9");
    assert_eq!(jellyfish.says(|marks| fish(marks, 3)), "nothing");
    assert!(
        jellyfish
            .says(|marks| fish(marks, 4))
            .starts_with("5.2 jellyfish: r2c1")
    );
}

#[test]
fn strong_links_meet() {
    let two = |marks: &Marks| strong_links(marks, 2);
    let skyscraper =
        Position::new()
            .only_in("row 1", &[4], "r1c1 r1c5")
            .only_in("row 4", &[4], "r4c2 r4c5");
    assert_eq!(
        skyscraper.says(two),
        "4.0 skyscraper: r2c2 r3c2 r5c1 r6c1 are not 4, since 4 is at r1c1 or r1c5 (row 1), \
         r4c5 or r4c2 (row 4); as these meet in column 5, it is at r1c1 or r4c2"
    );
    let kite =
        Position::new()
            .only_in("row 1", &[4], "r1c2 r1c8")
            .only_in("column 3", &[4], "r2c3 r7c3");
    assert_eq!(
        kite.says(two),
        "4.1 two-string kite: r7c8 is not 4, since 4 is at r7c3 or r2c3 (column 3), \
         r1c2 or r1c8 (row 1); as these meet in box 1, it is at r7c3 or r1c8"
    );
    let grouped = Position::new()
        .only_in("row 1", &[4], "r1c2 r1c7 r1c8")
        .only_in("row 5", &[4], "r5c2 r5c7");
    assert_eq!(
        grouped.says(two),
        "4.3 two grouped strong links: r2c7 r3c7 are not 4, since 4 is at one of r1c7 r1c8 or r1c2 (row 1), \
         r5c2 or r5c7 (row 5); as these meet in column 2, it is at one of r1c7 r1c8 or r5c7"
    );
}

#[test]
fn wings_have_three_cells() {
    let xy = Position::new()
        .only("r1c1", &[1, 2])
        .only("r1c5", &[1, 3])
        .only("r5c1", &[2, 3]);
    assert_eq!(
        xy.says(|marks| wing(marks, 2)),
        "4.2 XY-wing: r5c5 is not 3, since whatever r1c1 is, one of r1c5 r5c1 is 3"
    );
    let xyz = Position::new()
        .only("r1c1", &[1, 2, 3])
        .only("r2c2", &[1, 3])
        .only("r1c7", &[2, 3]);
    assert_eq!(
        xyz.says(|marks| wing(marks, 3)),
        "4.4 XYZ-wing: r1c2 r1c3 are not 3, since whatever r1c1 is, one of r1c1 r1c7 r2c2 is 3"
    );
}

#[test]
fn unique_rectangles_are_of_four_types() {
    let corners = || Position::new().only("r1c1 r1c4", &[3, 7]);
    let deadly = "with only 3 and 7 in r1c1 r1c4 r2c1 r2c4 there would be two answers";
    let one = corners().only("r2c1", &[3, 7]).only("r2c4", &[3, 5, 7]);
    assert_eq!(
        one.says(unique_loop),
        format!("4.5 unique rectangle, type 1: r2c4 is not 3 or 7, since {deadly}")
    );
    let two = corners().only("r2c1 r2c4", &[3, 5, 7]);
    assert_eq!(
        two.says(unique_loop),
        format!(
            "4.5 unique rectangle, type 2: r2c2 r2c3 r2c5 r2c6 r2c7 r2c8 r2c9 are not 5, \
             since {deadly}, so one of r2c1 r2c4 is 5"
        )
    );
    let three = corners()
        .only("r2c1", &[3, 5, 7])
        .only("r2c4", &[3, 7, 8])
        .only("r2c9", &[5, 8]);
    assert_eq!(
        three.says(unique_loop),
        format!(
            "4.6 unique rectangle, type 3: r2c2 r2c3 r2c5 r2c6 r2c7 r2c8 are not 5 or 8, since {deadly}, \
             so one of r2c1 r2c4 is another digit, and with r2c9 has 5 and 8 of row 2"
        )
    );
    let hidden = corners()
        .only("r2c1", &[3, 5, 7])
        .only("r2c4", &[3, 7, 8, 9])
        .only_in("row 2", &[3, 7], "r2c1 r2c4 r2c6")
        .only("r2c6", &[1, 2, 3, 7]);
    assert_eq!(
        hidden.says(unique_loop),
        format!(
            "4.5 unique rectangle, type 3: r2c6 is not 1 or 2, since {deadly}, so one of r2c1 r2c4 is another \
             digit, and 3 and 7 of row 2 are in the other one and r2c6"
        )
    );
    let four = corners()
        .only("r2c1", &[3, 5, 7])
        .only("r2c4", &[3, 7, 8, 9])
        .only_in("row 2", &[3], "r2c1 r2c4");
    assert_eq!(
        four.says(unique_loop),
        format!(
            "4.5 unique rectangle, type 4: r2c1 r2c4 are not 7, since {deadly}, \
             and one of r2c1 r2c4 is the 3 of row 2"
        )
    );
    // Four cells in four boxes: exchanging two digits breaks the boxes.
    let spread = Position::new()
        .only("r1c1 r1c4 r5c1", &[3, 7])
        .only("r5c4", &[3, 5, 7]);
    assert_eq!(spread.says(unique_loop), "nothing");
}

#[test]
fn unique_loops_are_longer() {
    let six = Position::new()
        .only("r1c1 r1c4 r2c4 r2c7 r3c7", &[3, 7])
        .only("r3c1", &[1, 3, 7])
        .only_in("row 1", &[3, 7], "r1c1 r1c4")
        .only_in("row 2", &[3, 7], "r2c4 r2c7")
        .only_in("row 3", &[3, 7], "r3c1 r3c7");
    assert_eq!(
        six.says(unique_loop),
        "4.6 unique loop of 6, type 1: r3c1 is not 3 or 7, \
         since with only 3 and 7 in r1c1 r1c4 r2c4 r2c7 r3c1 r3c7 there would be two answers"
    );
}

#[test]
fn large_wings_have_a_pair() {
    let wing = Position::new()
        .only("r1c1", &[1, 2])
        .only("r1c2", &[2, 3])
        .only("r1c7", &[3, 4])
        .only("r5c7", &[1, 4]);
    assert_eq!(
        wing.says(|marks| large_wing(marks, 3)),
        "5.5 WXYZ-wing: r5c1 is not 1, since r1c1 r1c2 r1c7 hold all but one of 1, 2, 3 and 4, and all but 4 if r5c7 is 4"
    );
    let ring = wing.only("r1c7", &[1, 3, 4]);
    assert!(
        ring.says(|marks| large_wing(marks, 3))
            .starts_with("5.5 WXYZ-wing: ")
    );
}

#[test]
fn aligned_cells_exclude_digits() {
    let pair = Position::new()
        .only("r1c1", &[1, 2, 3])
        .only("r1c2", &[1, 4, 5])
        .only("r1c4", &[1, 4])
        .only("r1c5", &[1, 5]);
    assert_eq!(
        pair.says(|marks| aligned(marks, 2)),
        "6.2 aligned pair exclusion: r1c1 is not 1, \
         since all digits of r1c1 r1c2 that go with it leave one of r1c4 r1c5 without a digit"
    );
    let triplet = Position::new()
        .only("r1c1", &[1, 6, 7])
        .only("r1c2", &[2, 3])
        .only("r1c3", &[4, 5])
        .only("r1c4", &[1, 2, 4])
        .only("r1c5", &[1, 2, 5])
        .only("r1c6", &[1, 3, 4])
        .only("r1c7", &[1, 3, 5]);
    assert_eq!(triplet.says(|marks| aligned(marks, 2)), "nothing");
    assert_eq!(
        triplet.says(|marks| aligned(marks, 3)),
        "7.5 aligned triplet exclusion: r1c1 is not 1, \
         since all digits of r1c1 r1c2 r1c3 that go with it leave one of r1c4 r1c5 r1c6 r1c7 without a digit"
    );
}

#[test]
fn a_chain_comes_back() {
    let three = |marks: &Marks| strong_links(marks, 3);
    let lines = Position::new()
        .only_in("row 1", &[4], "r1c1 r1c5")
        .only_in("row 4", &[4], "r4c5 r4c8")
        .only_in("row 7", &[4], "r7c8 r7c2");
    assert!(
        lines
            .says(three)
            .starts_with("5.4 three strong links: r2c2 r3c2 r8c1 r9c1 are not 4")
    );
    // The same as a chain of six nodes and two more.
    assert_eq!(
        lines.says(single_chain),
        "6.7 forcing X-chain: r2c2 is not 4, since otherwise r2c2 = 4 → r1c1 ≠ 4 → r1c5 = 4 → r4c5 ≠ 4 → r4c8 = 4 \
         → r7c8 ≠ 4 → r7c2 = 4 → r2c2 ≠ 4"
    );
    let cells = Position::new()
        .only("r1c1", &[1, 2])
        .only("r1c5", &[2, 3])
        .only("r5c5", &[3, 4])
        .only("r5c1", &[1, 4]);
    assert!(
        cells.says(single_chain).starts_with("6.6 Y-cycle: "),
        "{}",
        cells.says(single_chain)
    );
}

#[test]
fn a_grid_is_drawn_with_its_marks() {
    let sudoku: Sudoku = "1.....2..3.....4".parse().unwrap();
    let drawn = pencil_marks(&sudoku)
        .unwrap()
        .drawn(|digit| (digit + 1).to_string());
    let lines = Vec::from_iter(drawn.lines());
    assert_eq!(lines[2].chars().filter(|&c| c == '┼').count(), 1);
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[1], " 34 4  │ 2  13");
}
