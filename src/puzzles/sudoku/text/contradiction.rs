//! Whether a grid has no answer for a simple reason: a digit repeats, or singles that follow from the givens leave a cell
//! without a digit or a digit without a place.
//!
//! ```text
//! 1 2 | 3 ·      the last cell of the row can only be 4,
//! · · | · ·
//! ----+----
//! · · | · 4      which its column has already: a contradiction
//! ```

use crate::puzzles::sudoku::Shape;

/// Whether a digit stands twice in a row, column or box. `digits` has one for each cell, row by row, 0 for a blank.
pub(super) fn repeats(shape: Shape, digits: &[u8]) -> bool {
    let size = shape.size();
    let mut boxes = [0u64; 36];
    let mut columns = [0u64; 36];
    for (row, digits) in digits.chunks_exact(size).enumerate() {
        let band = shape.box_of(row, 0);
        let mut seen = 0;
        for (stack, cells) in digits.chunks_exact(shape.columns_per_box()).enumerate() {
            let from = stack * shape.columns_per_box();
            let mut in_box = boxes[band + stack];
            for (column, &digit) in columns[from..].iter_mut().zip(cells) {
                // Bit 0 is that of blanks.
                let bit = 1u64 << digit & !1;
                if (seen | in_box | *column) & bit != 0 {
                    return true;
                }
                seen |= bit;
                in_box |= bit;
                *column |= bit;
            }
            boxes[band + stack] = in_box;
        }
    }
    false
}

/// Whether a digit repeats, or singles lead to a contradiction.
pub(super) fn contradicts(shape: Shape, digits: &[u8]) -> bool {
    if repeats(shape, digits) {
        return true;
    }
    let all = (1u64 << shape.size()) - 1;
    let candidate = |&digit: &u8| match digit {
        0 => all,
        digit => 1 << (digit - 1),
    };
    let mut candidates: Vec<u64> = digits.iter().map(candidate).collect();
    let units = units(shape);
    loop {
        let before = candidates.clone();
        for unit in &units {
            if !follow_singles(&mut candidates, unit, all) {
                return true;
            }
        }
        if candidates == before {
            return false;
        }
    }
}

/// The cells of each row, column and box.
fn units(shape: Shape) -> Vec<Vec<usize>> {
    let size = shape.size();
    let mut units = vec![Vec::with_capacity(size); 3 * size];
    for cell in 0..shape.cells() {
        let (row, column) = (cell / size, cell % size);
        units[row].push(cell);
        units[size + column].push(cell);
        units[2 * size + shape.box_of(row, column)].push(cell);
    }
    units
}

/// Removes the digits that are alone in their cells from the other cells of the unit, and places the digits that have
/// one place left. `false` if a cell has no digit left, or a digit no place.
fn follow_singles(candidates: &mut [u64], unit: &[usize], all: u64) -> bool {
    let (mut settled, mut once, mut twice) = (0, 0, 0);
    for &cell in unit {
        let set = candidates[cell];
        if set.is_power_of_two() {
            if settled & set != 0 {
                return false;
            }
            settled |= set;
        }
    }
    for &cell in unit {
        let set = &mut candidates[cell];
        if !set.is_power_of_two() {
            *set &= !settled;
        }
        twice |= once & *set;
        once |= *set;
    }
    for &cell in unit {
        let set = &mut candidates[cell];
        let alone = *set & once & !twice;
        if alone != 0 {
            *set = alone;
        }
        if *set == 0 || alone.count_ones() > 1 {
            return false;
        }
    }
    once == all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(text: &str) -> Vec<u8> {
        let digits = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
        digits
            .map(|byte| if byte == b'.' { 0 } else { byte - b'0' })
            .collect()
    }

    #[test]
    fn digits_that_repeat_are_found() {
        let shape = Shape::new(2, 2).unwrap();
        for (text, repeated) in [
            ("1... ..2. .3.. ...4", false),
            ("1..1 .... .... ....", true),
            ("1... .... .... 1...", true),
            ("1... .1.. .... ....", true),
            ("...1 .... ..1. ....", false),
            ("1234 3412 2143 4321", false),
        ] {
            assert_eq!(repeats(shape, &digits(text)), repeated, "{text}");
        }
        let wide = Shape::new(2, 3).unwrap();
        assert!(repeats(
            wide,
            &digits("1..... ..1... ...... ...... ...... ......")
        ));
        assert!(!repeats(
            wide,
            &digits("1..... ...1.. ...... ...... ...... ......")
        ));
    }

    #[test]
    fn singles_lead_to_a_contradiction_or_not() {
        let shape = Shape::new(2, 2).unwrap();
        for (text, is_wrong) in [
            ("123. .... .... ...4", true),
            ("123. .... .... ...3", false),
            ("12.. .... 3... ....", false),
            // The second row has no place for 1.
            ("1... ..23 ..1. ....", true),
            ("1... ..2. ..1. ....", false),
        ] {
            assert_eq!(contradicts(shape, &digits(text)), is_wrong, "{text}");
        }
        let good =
            ".3.26.7.168..7..9.19...45..82.1...4...46.29...5...3.28..93...74.4..5..367.3.18...";
        assert!(!contradicts(Shape::CLASSIC, &digits(good)));
    }
}
