//! Step 2 of `docs/learn.md`: the same search, written for any exact-cover problem.
//!
//! A Sudoku becomes items (what must be done) and options (what can be done). The search, `cover`, knows nothing else.
//! Run it with `cargo run --release --example naive`.

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

const ITEMS: usize = 4 * 81;

/// Adds options to `chosen` until every item is covered exactly once. If that is impossible, returns `false` and
/// leaves `chosen` as it was.
fn cover(options: &[[usize; 4]], chosen: &mut Vec<usize>, calls: &mut u32) -> bool {
    *calls += 1;
    let mut open = [true; ITEMS];
    for item in chosen.iter().flat_map(|&option| options[option]) {
        open[item] = false;
    }
    let Some(first) = open.iter().position(|&is_open| is_open) else {
        return true;
    };
    for (option, items) in options.iter().enumerate() {
        if items.contains(&first) && items.iter().all(|&item| open[item]) {
            chosen.push(option);
            if cover(options, chosen, calls) {
                return true;
            }
            chosen.pop();
        }
    }
    false
}

/// The four items that the option 'this cell has this digit' covers. Rows, columns, boxes and digits count from 0.
fn items(cell: usize, digit: usize) -> [usize; 4] {
    let (row, column) = (cell / 9, cell % 9);
    let square = row / 3 * 3 + column / 3;
    [
        cell,                        // the cell has a digit
        81 + 9 * row + digit,        // the row has this digit
        2 * 81 + 9 * column + digit, // the column has this digit
        3 * 81 + 9 * square + digit, // the box has this digit
    ]
}

/// The solved board as text, and how often `cover` was called.
pub fn report() -> String {
    let options: Vec<[usize; 4]> = (0..9 * 81).map(|id| items(id / 9, id % 9)).collect();
    let symbols = BOARD.chars().filter(|symbol| !symbol.is_whitespace());
    let given = |(cell, symbol): (usize, char)| Some(9 * cell + symbol.to_digit(10)? as usize - 1);
    // A given digit is an option that is chosen before the search begins.
    let mut chosen: Vec<usize> = symbols.enumerate().filter_map(given).collect();
    let mut calls = 0;
    let solved = cover(&options, &mut chosen, &mut calls);
    assert!(solved, "the board has no solution");
    chosen.sort_unstable();
    let digit = |option: &usize| (option % 9 + 1).to_string();
    let line = |row: &[usize]| row.iter().map(digit).collect::<String>() + "\n";
    chosen.chunks(9).map(line).collect::<String>() + &format!("{calls} calls\n")
}

fn main() {
    print!("{}", report());
}
