//! Some of a problem's options, and the items that they name, as a problem.

use std::sync::Arc;

use super::{Data, Entry, ItemId, OptionId, Problem};

impl Problem {
    /// The problem of only these options, in their order, and of the items that they name. It is for engines: its items and
    /// colours have no names, and its options have neither costs nor facts.
    pub(crate) fn selection(&self, options: &[OptionId]) -> Problem {
        const NONE: u32 = u32::MAX;
        let mut number = vec![NONE; self.item_count()];
        for entry in options.iter().flat_map(|&option| self.entries(option)) {
            number[entry.item.index()] = 0;
        }
        let mut data = Data::default();
        for (item, number) in number.iter_mut().enumerate() {
            if *number == NONE {
                continue;
            }
            *number = data.item_names.len() as u32;
            data.item_names.push("");
            if let Some(&bounds) = self.0.bounds.get(item) {
                data.add_primary(bounds);
            }
        }
        (0..self.color_count()).for_each(|_| data.color_names.push(""));
        for &option in options {
            let entries = self.entries(option).iter().map(|entry| Entry {
                item: ItemId::new(number[entry.item.index()] as usize),
                color: entry.color,
            });
            data.entries.extend(entries);
            data.entry_ends.push(data.entries.len() as u32);
        }
        Problem(Arc::new(data))
    }

    /// The same options, with the primary items in the opposite order. Names, costs and facts are left out.
    pub(crate) fn backwards(&self) -> Problem {
        let primary = self.primary_count();
        let mut data = Data::default();
        for item in (0..primary).rev().chain(primary..self.item_count()) {
            data.item_names.push("");
            if let Some(&bounds) = self.0.bounds.get(item) {
                data.add_primary(bounds);
            }
        }
        (0..self.color_count()).for_each(|_| data.color_names.push(""));
        for option in self.options() {
            let entries = self.entries(option).iter().map(|entry| Entry {
                item: match self.is_primary(entry.item) {
                    true => ItemId::new(primary - 1 - entry.item.index()),
                    false => entry.item,
                },
                color: entry.color,
            });
            data.entries.extend(entries);
            data.entry_ends.push(data.entries.len() as u32);
        }
        Problem(Arc::new(data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_that_no_option_names_are_left_out() {
        let problem = Problem::parse("a b c d | x y\na c\nb x:red\nd y\nb d x\n").unwrap();
        let options = Vec::from_iter(problem.options());
        let some = problem.selection(&options[1..3]);
        assert_eq!(
            (some.primary_count(), some.item_count(), some.option_count()),
            (2, 4, 2)
        );
        let items = |option| Vec::from_iter(some.entries(option).iter().map(|e| e.item.index()));
        assert_eq!(items(OptionId::new(0)), [0, 2]);
        assert_eq!(items(OptionId::new(1)), [1, 3]);
        assert_eq!(
            some.entries(OptionId::new(0))[1].color,
            problem.entries(options[1])[1].color
        );
    }
}
