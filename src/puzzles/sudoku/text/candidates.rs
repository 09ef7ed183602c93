//! Grids of candidates, which must not be read as larger puzzles.
//!
//! ```text
//! 12. 1..       1, 2 and 4 are candidates of the first cell of a 9×9 grid: 3 rows of 3, 27×27 in all
//! 4.. ..6       in a line, as some programs write it: 12.4..... 1....6...
//! ... ...
//! ```

use crate::problem::OptionId;

/// The size of the grid of which these givens of a grid of `size` are candidates: each digit at its own place in a cell.
pub(super) fn candidates_of(size: usize, givens: &[OptionId]) -> Option<usize> {
    let root = match size {
        8 => 2,
        27 => 3,
        _ => return None,
    };
    let inner = root * root;
    let places = || {
        givens
            .iter()
            .map(|given| (given.index() / size, given.index() % size))
    };
    let is_in_box = |(cell, digit): (usize, usize)| {
        let (row, column) = (cell / size, cell % size);
        digit == row % root * root + column % root
    };
    let is_in_line = |(cell, digit): (usize, usize)| digit == cell % inner;
    // That is not by chance if there are enough of them.
    let is_clear = givens.len() >= 3 * inner;
    (is_clear && (places().all(is_in_box) || places().all(is_in_line))).then_some(inner)
}

#[cfg(test)]
mod tests {
    use crate::puzzles::sudoku::Sudoku;

    fn read(text: &str) -> Result<usize, String> {
        let sudoku: Result<Sudoku, _> = text.parse();
        sudoku
            .map(|sudoku| sudoku.rules().shape().size())
            .map_err(|fault| fault.fault.to_string())
    }

    #[test]
    fn candidates_are_no_digits_of_a_larger_grid() {
        for root in [2, 3] {
            let (inner, size) = (root * root, root * root * root);
            let digit = |number: usize| char::from(b'1' + number as u8);
            let fault = format!(
                "these are the candidates of each cell of a {inner}×{inner} grid: expected its given digits alone"
            );
            let in_line: String = (0..size * size).map(|at| digit(at % inner)).collect();
            let row = |row: usize| {
                let cells = (0..size).map(|column| digit(row % root * root + column % root));
                cells.chain(['\n']).collect::<String>()
            };
            let in_boxes: String = (0..size).map(row).collect();
            for text in [in_line, in_boxes] {
                assert_eq!(read(&text), Err(fault.clone()));
                // One digit elsewhere: a puzzle, though one without an answer.
                assert_eq!(read(&text.replacen('1', "2", 1)), Ok(size));
                assert_eq!(
                    read(&text.replace(|c: char| c.is_ascii_digit(), ".")),
                    Ok(size)
                );
            }
        }
    }
}
