//! Step 1 of `docs/learn.md`: a Sudoku solved by trying digits, cell by cell.
//!
//! This is the loop that most people write first. Run it with `cargo run --release --example board`.

const BOARD: &str = "
.4..6..2.
....8....
96..4..87
39.8.7.41
....9....
8..3.6..2
7.......9
..5...3..
6..1.5..4
";

/// Digits row by row; 0 is a blank cell.
type Board = [[u8; 9]; 9];

/// Fills the blank cells. If that is impossible, returns `false` and leaves the board as it was.
fn solve(board: &mut Board, calls: &mut u32) -> bool {
    *calls += 1;
    let blank = |&cell: &usize| board[cell / 9][cell % 9] == 0;
    let Some(cell) = (0..81).find(blank) else {
        return true;
    };
    let (row, column) = (cell / 9, cell % 9);
    for digit in 1..=9 {
        if fits(board, row, column, digit) {
            board[row][column] = digit;
            if solve(board, calls) {
                return true;
            }
            board[row][column] = 0;
        }
    }
    false
}

/// Whether the digit is new to the row, the column and the box of a cell.
fn fits(board: &Board, row: usize, column: usize, digit: u8) -> bool {
    let (top, left) = (row / 3 * 3, column / 3 * 3);
    (0..9).all(|i| {
        board[row][i] != digit
            && board[i][column] != digit
            && board[top + i / 3][left + i % 3] != digit
    })
}

/// The solved board as text, and how often `solve` was called.
pub fn report() -> String {
    let mut board = Board::default();
    for (row, line) in board.iter_mut().zip(BOARD.trim().lines()) {
        for (cell, symbol) in row.iter_mut().zip(line.chars()) {
            *cell = symbol.to_digit(10).unwrap_or(0) as u8;
        }
    }
    let mut calls = 0;
    assert!(solve(&mut board, &mut calls), "the board has no solution");
    let line = |row: &[u8; 9]| row.map(|digit| digit.to_string()).concat() + "\n";
    board.iter().map(line).collect::<String>() + &format!("{calls} calls\n")
}

fn main() {
    print!("{}", report());
}
