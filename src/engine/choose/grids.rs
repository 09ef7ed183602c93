//! Grids of digits with further rules, by their form.

use super::sharing::primary_items;
use crate::problem::{OptionId, Problem};

/// Digits of grids for which rows are chosen by their form. In smaller ones there is little to search.
const SMALLEST_GRID: usize = 6;
const LARGEST_GRID: usize = 25;

/// Whether this is a Sudoku or a Latin square with further rules. Rows were faster than lanes on Sudokus with every rule, up to 40
/// times ('Variants of Sudoku'); and on Latin squares whose rules are options of their own, as sums and inequalities are, up to
/// 600 times ('Latin squares with rules'). Where a rule only rules out pairs, as on diagonals, lanes are faster on these.
pub(super) fn is_grid_with_rules(problem: &Problem, options_of: &[u32]) -> bool {
    let has_secondary = problem.item_count() > problem.primary_count();
    match placed_in_grid(problem, options_of, 4) {
        Some(placed) => has_secondary || problem.option_count() > placed,
        None => placed_in_grid(problem, options_of, 3)
            .is_some_and(|placed| has_secondary && problem.option_count() > placed),
    }
}

/// In a grid of N × N cells, the options that place a digit: those with one item each of `sorts` sorts: cells, rows, columns, and
/// boxes. Of each sort there are N² items of N options. `None` if this is no such grid.
fn placed_in_grid(problem: &Problem, options_of: &[u32], sorts: usize) -> Option<usize> {
    let mut items_with = vec![0usize; LARGEST_GRID + 1];
    for &count in options_of {
        if let Some(items) = items_with.get_mut(count as usize) {
            *items += 1;
        }
    }
    let is_of = |digits: &usize| items_with[*digits] >= sorts * digits * digits;
    let digits = (SMALLEST_GRID..=LARGEST_GRID).rev().find(is_of)?;
    let is_placed = |option: &OptionId| {
        let items = primary_items(problem, *option);
        let of_grid = items.filter(|item| options_of[item.index()] as usize == digits);
        of_grid.count() >= sorts
    };
    let placed = problem.options().filter(is_placed).count();
    (placed >= digits.pow(3)).then_some(placed)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use crate::engine::choose::choose;
    use crate::engine::fits::KernelName;
    use crate::problem::Problem;

    /// What is asked of a Latin square besides.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Rule {
        None,
        /// Each symbol at most once on the diagonal.
        Diagonal,
        /// Each cell of the first column is smaller than its right neighbour.
        Smaller,
    }

    fn latin(n: usize, rule: Rule) -> Problem {
        let mut text = String::new();
        for (at, sort) in (0..n * n).flat_map(|at| ["p", "r", "c"].map(|sort| (at, sort))) {
            write!(text, "{sort}{at} ").unwrap();
        }
        if rule == Rule::Smaller {
            (0..n).for_each(|row| write!(text, "s{row} ").unwrap());
        }
        text.push('|');
        match rule {
            Rule::None => {}
            Rule::Diagonal => (0..n).for_each(|symbol| write!(text, " d{symbol}").unwrap()),
            Rule::Smaller => (0..n * n).for_each(|at| write!(text, " x{at}").unwrap()),
        }
        for (at, symbol) in (0..n * n).flat_map(|at| (0..n).map(move |symbol| (at, symbol))) {
            let (row, column) = (at / n, at % n);
            write!(
                text,
                "\np{at} r{} c{}",
                row * n + symbol,
                column * n + symbol
            )
            .unwrap();
            match rule {
                Rule::Diagonal if row == column => write!(text, " d{symbol}").unwrap(),
                Rule::Smaller => write!(text, " x{at}:{symbol}").unwrap(),
                _ => {}
            }
        }
        if rule == Rule::Smaller {
            for (row, less) in (0..n).flat_map(|row| (0..n).map(move |less| (row, less))) {
                for more in less + 1..n {
                    let (at, beside) = (row * n, row * n + 1);
                    write!(text, "\ns{row} x{at}:{less} x{beside}:{more}").unwrap();
                }
            }
        }
        Problem::parse(&text).unwrap()
    }

    #[test]
    fn rules_that_are_options_are_for_rows() {
        for (n, rule, kernel) in [
            (7, Rule::None, KernelName::Lanes),
            (7, Rule::Diagonal, KernelName::Lanes),
            (7, Rule::Smaller, KernelName::Rows),
            (6, Rule::Smaller, KernelName::Rows),
            (5, Rule::Smaller, KernelName::Lanes),
        ] {
            let chosen = choose(&latin(n, rule), None).unwrap();
            assert_eq!(chosen.name(), kernel, "{n}");
        }
    }
}
