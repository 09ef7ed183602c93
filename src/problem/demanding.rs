//! A problem with other demands: only some of its items must be covered, and some options are required.
//!
//! ```text
//!     a b c          a and b demanded, and the second option          a b =2 | c
//!     a b            ─────────────────────────────────────▶           a b
//!     b c                                                             b =2 c
//! ```

use bitvec::bitvec;

use super::{Bounds, BuildError, Builder, Entry, ItemId, OptionId, Part, Problem};

impl Problem {
    /// The problem in which only these primary items must be covered; the others may be covered, up to their upper bounds. Each
    /// of its solutions has all options of `part.with`, and none of `part.without`. Options without a primary item, which are
    /// in no solution, are left out too; so option i is not always option i of this problem.
    ///
    /// It has a solution if and only if the demands can be met. It may have fewer solutions than there are ways to meet them:
    /// an item that is not demanded and may be covered at most once becomes secondary, and an option with only such items is in
    /// no solution.
    ///
    /// # Errors
    /// If the problem is too large.
    ///
    /// # Panics
    /// If an option of the part does not belong to this problem.
    pub fn demanding(
        &self,
        is_demanded: impl Fn(ItemId) -> bool,
        part: &Part,
    ) -> Result<Problem, BuildError> {
        let mut builder = Problem::builder();
        // An item that is covered at most once, and need not be, is a secondary one: those come last.
        let is_loose = |item: ItemId| match self.bounds(item) {
            None => true,
            Some(bounds) => bounds.high == 1 && !is_demanded(item),
        };
        let mut new_ids = vec![ItemId::new(0); self.item_count()];
        for item in self.items().filter(|&item| !is_loose(item)) {
            let Bounds { low, high } = self.bounds(item).expect("a primary item");
            let low = if is_demanded(item) { low } else { 0 };
            new_ids[item.index()] = builder.bounded(self.item_name(item), low, high)?;
        }
        // Only the option has this item: so it is chosen, even if all its own items are loose.
        let mut added = vec![None; self.option_count()];
        for option in &part.with {
            if added[option.index()].is_none() {
                added[option.index()] = Some(builder.primary(self.free_name(&builder, *option))?);
            }
        }
        for item in self.items().filter(|&item| is_loose(item)) {
            new_ids[item.index()] = builder.secondary(self.item_name(item))?;
        }
        self.copy_options(&mut builder, (&new_ids, &added), &part.without)?;
        Ok(builder.build())
    }

    /// A name that no item has.
    fn free_name(&self, builder: &Builder, option: OptionId) -> String {
        let mut name = format!("={}", option.index() + 1);
        while builder.item(&name).is_some() || self.item_named(&name).is_some() {
            name.insert(0, '=');
        }
        name
    }

    /// The options that a problem without these has: those without a primary item are left out too.
    pub(crate) fn options_but(&self, without: &[OptionId]) -> impl Iterator<Item = OptionId> {
        let mut is_out = bitvec![0; self.option_count()];
        let out = without.iter().copied().chain(self.idle_options());
        out.for_each(|option| is_out.set(option.index(), true));
        self.options().filter(move |option| !is_out[option.index()])
    }

    fn copy_options(
        &self,
        builder: &mut Builder,
        (new_ids, added): (&[ItemId], &[Option<ItemId>]),
        without: &[OptionId],
    ) -> Result<(), BuildError> {
        for option in self.options_but(without) {
            let mut entries = Vec::with_capacity(self.entries(option).len() + 1);
            for entry in self.entries(option) {
                let color = entry
                    .color
                    .map(|color| builder.color(self.color_name(color)));
                entries.push(Entry {
                    item: new_ids[entry.item.index()],
                    color: color.transpose()?,
                });
            }
            entries.extend(added[option.index()].map(Entry::from));
            let copy = builder.option(entries)?;
            builder.add_cost(copy, self.cost(option))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_demanded_may_stay_open() {
        let problem = Problem::parse("a 2:3|b c =2 | x\na b x:red\nb c\nc x |7\na\n").unwrap();
        let part = Part {
            with: vec![OptionId::new(1), OptionId::new(2)],
            without: vec![OptionId::new(3)],
        };
        let is_demanded = |item: ItemId| item.index() == 0;
        let smaller = problem.demanding(is_demanded, &part).unwrap();
        let text = "a 0:3|b ==2 =3 | c =2 x\na b x:red\nb c ==2\nc x =3 |7\n";
        assert_eq!(smaller.to_string(), text);
    }
}
