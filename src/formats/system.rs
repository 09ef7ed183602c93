//! A problem as sums of variables that are 0 or 1, which solvers of other kinds understand.
//!
//! Variable n is option n, from 1: is it chosen? An item is a row, whose sum is bounded. If options may share a secondary item
//! in one colour, a further variable says whether any of them is chosen, and takes their place in the row.
//!
//! ```text
//!     a 0:2|b | x          a:  1 ≤ x1 + x2      ≤ 1
//!     a b x:red            b:  0 ≤ x1      + x3 ≤ 2     always true, so left out
//!     a   x                x:       x2 + x4     ≤ 1     x4 = x1 or x3
//!       b x:red
//! ```
//!
//! Further variables depend on the options alone: a system has exactly one solution for each solution of its problem.

use std::collections::BTreeMap;

use crate::problem::{Bounds, Color, ItemId, Problem};

/// A sum of variables and its bounds. No variable occurs twice.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Row {
    /// The item whose number of covers it bounds.
    pub item: ItemId,
    pub members: Vec<u32>,
    pub low: usize,
    pub high: usize,
}

/// A variable that is 1 if any of some options is chosen.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Group {
    pub variable: u32,
    /// Two or more.
    pub options: Vec<u32>,
}

/// What the variables must satisfy.
#[derive(Default, Debug)]
pub(super) struct System {
    /// The number of options: these are the first variables.
    pub options: usize,
    /// The other variables, in their order.
    pub groups: Vec<Group>,
    /// One row for each item that restricts anything.
    pub rows: Vec<Row>,
    /// Options that are never chosen: they have no primary item.
    pub idle: Vec<u32>,
}

/// The options that cover an item, each with its colour there.
type Uses = Vec<(u32, Option<Color>)>;

impl System {
    pub fn new(problem: &Problem) -> System {
        let mut system = System {
            options: problem.option_count(),
            ..System::default()
        };
        let mut uses: Vec<Uses> = vec![Vec::new(); problem.item_count()];
        let mut idle = problem.idle_options().peekable();
        for option in problem.options() {
            let variable = option.index() as u32 + 1;
            if idle.next_if_eq(&option).is_some() {
                system.idle.push(variable);
                continue;
            }
            for entry in problem.entries(option) {
                uses[entry.item.index()].push((variable, entry.color));
            }
        }
        for (item, uses) in problem.items().zip(uses) {
            let (low, high, members) = match problem.bounds(item) {
                Some(Bounds { low, high }) => {
                    let members = uses.into_iter().map(|(variable, _)| variable).collect();
                    (low as usize, high as usize, members)
                }
                None => (0, 1, system.by_color(&uses)),
            };
            system.add(Row {
                item,
                members,
                low,
                high,
            });
        }
        system
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.options + self.groups.len()
    }

    /// The variables of which at most one may be 1: one for each option without a colour, and one for each colour.
    fn by_color(&mut self, uses: &Uses) -> Vec<u32> {
        let mut colors: BTreeMap<Color, Vec<u32>> = BTreeMap::new();
        let mut members = Vec::new();
        for &(variable, color) in uses {
            match color {
                Some(color) => colors.entry(color).or_default().push(variable),
                None => members.push(variable),
            }
        }
        // Options of one colour and no others need no agreement.
        if members.is_empty() && colors.len() == 1 {
            return members;
        }
        for (_, options) in colors {
            members.push(match options[..] {
                [option] => option,
                _ => self.add_group(options),
            });
        }
        members
    }

    fn add_group(&mut self, options: Vec<u32>) -> u32 {
        let variable = self.variables() as u32 + 1;
        self.groups.push(Group { variable, options });
        variable
    }

    fn add(&mut self, row: Row) {
        if row.low > 0 || row.high < row.members.len() {
            self.rows.push(row);
        }
    }
}

impl Row {
    /// Whether its sum has an upper bound that it could exceed.
    pub fn is_capped(&self) -> bool {
        self.high < self.members.len()
    }

    /// Whether no values satisfy it.
    pub fn is_hopeless(&self) -> bool {
        self.low > self.members.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_always_true_is_left_out() {
        let problem = "a 0:2|b | x y\na b x:red\na x y:A\nb x:red y:A\nx\n";
        let system = System::new(&Problem::parse(problem).unwrap());
        let row = |item, members: &[u32], low, high| Row {
            item: ItemId::new(item),
            members: members.to_vec(),
            low,
            high,
        };
        assert_eq!(system.rows, [row(0, &[1, 2], 1, 1), row(2, &[2, 5], 0, 1)]);
        let group = Group {
            variable: 5,
            options: vec![1, 3],
        };
        assert_eq!(system.groups, [group]);
        assert_eq!((system.idle, system.options), (vec![4], 4));
    }
}
