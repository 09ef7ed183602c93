//! Smaller problems: with only some options, or with some options given.
//!
//! ```text
//!     a b c          with a b given        a b c
//!     a b            ─────────────▶        a b
//!     a c                                  c
//!     c
//! ```
//!
//! All items stay, even those that lose their options, so that a solution covers the same items as before.

use bitvec::bitvec;

use super::{
    Bounds, BuildError, Builder, Color, Disagreement, Entry, ItemId, OptionId, Part, Problem,
};

impl Problem {
    /// The problem with all its items and only these options, in this order: option i of the new problem is the i-th of
    /// `options`.
    ///
    /// ```
    /// use dominox::Problem;
    /// let problem = Problem::parse("a b | x\na x:red |2\nb x:blue\na b\n")?;
    /// let smaller = problem.restricted_to(problem.options().skip(1));
    /// assert_eq!(smaller.to_string(), "a b | x\nb x:blue\na b\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If an option does not belong to this problem, or if there are more options, or entries, than 32 bits can number.
    pub fn restricted_to(&self, options: impl IntoIterator<Item = OptionId>) -> Problem {
        self.copy_of(options)
            .expect("what the problem holds is well formed")
    }

    /// The problem with these options given: with the options that [agree](Self::agreeing) with all of them, in their
    /// order, and with all its items. Each of its solutions is one of this problem that has all `given` options.
    ///
    /// If items have bounds, an extra item (`given`, or a longer name that is free) ensures this: it must be covered by all of
    /// the given options. If one of these has no primary item, it is in no solution: then no option covers that item.
    ///
    /// ```
    /// use dominox::Problem;
    /// let problem = Problem::parse("a b c\na b\na c\nc\n")?;
    /// let first = problem.options().next().expect("three options");
    /// let given = problem.assuming(&[first]).expect("one option agrees with itself");
    /// assert_eq!(given.to_string(), "a b c\na b\nc\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Two given options that disagree with each other.
    ///
    /// # Panics
    /// If a given option does not belong to this problem.
    pub fn assuming(&self, given: &[OptionId]) -> Result<Problem, Disagreement> {
        self.of_part(&Part {
            with: given.to_vec(),
            without: Vec::new(),
        })
    }

    /// The problem whose solutions are those of a part: it has the options that are [left](Self::options_of) in the part, and
    /// assumes those of `part.with` as [`assuming`](Self::assuming) does.
    ///
    /// # Errors
    /// Two options of `part.with` that disagree with each other.
    ///
    /// # Panics
    /// If an option of the part does not belong to this problem.
    pub fn of_part(&self, part: &Part) -> Result<Problem, Disagreement> {
        let options = self.options_of(part)?;
        let mut with = part.with.clone();
        with.sort_unstable();
        with.dedup();
        let idle = with.iter().find(|&&option| self.is_idle(option));
        let forced = match idle {
            Some(idle) => std::slice::from_ref(idle),
            None if self.has_bounds() => &with[..],
            None => &[],
        };
        let own = |option| self.has_facts().then(|| self.facts(option));
        let options = options.into_iter().map(|option| (option, own(option)));
        let left = self.copy_with(options, forced);
        Ok(left.expect("what the problem holds is well formed"))
    }

    /// The options that are left in a part: those that [agree](Self::agreeing) with all options of `part.with`, except those of
    /// `part.without`; ascending.
    ///
    /// # Errors
    /// Two options of `with` that disagree with each other.
    ///
    /// # Panics
    /// If an option of the part does not belong to this problem.
    pub fn options_of(&self, part: &Part) -> Result<Vec<OptionId>, Disagreement> {
        let mut is_out = bitvec![0; self.option_count()];
        for option in &part.without {
            is_out.set(option.index(), true);
        }
        let mut options = self.agreeing(&part.with)?;
        options.retain(|option| !is_out[option.index()]);
        Ok(options)
    }

    /// The problem with these [facts](Self::facts) instead of its own: one list for each option.
    ///
    /// # Errors
    /// `FactCount`, or `TooLarge` if there are more facts than 32 bits can number.
    pub fn with_facts(&self, facts: &[Vec<u32>]) -> Result<Problem, BuildError> {
        if facts.len() != self.option_count() {
            return Err(BuildError::FactCount {
                found: facts.len(),
                expected: self.option_count(),
            });
        }
        let facts = facts.iter().map(|facts| Some(&facts[..]));
        self.copy_with(self.options().zip(facts), &[])
    }

    /// The problem with these bounds, one entry for each item, and only these options, in this order. An item without an entry
    /// is dropped; for a secondary item, the bounds only mean that it stays.
    ///
    /// # Panics
    /// If an option does not belong to this problem, there are too few bounds, or an upper bound is 0 or below the lower one.
    pub fn with_items(
        &self,
        bounds: &[Option<Bounds>],
        options: impl IntoIterator<Item = OptionId>,
    ) -> Problem {
        let copied = self.copy_items(bounds, options.into_iter());
        copied.expect("what the problem holds is well formed")
    }

    fn copy_items(
        &self,
        bounds: &[Option<Bounds>],
        options: impl Iterator<Item = OptionId>,
    ) -> Result<Problem, BuildError> {
        let mut builder = Problem::builder();
        let mut new_ids = vec![None; self.item_count()];
        for item in self.items() {
            let name = self.item_name(item);
            new_ids[item.index()] = match (bounds[item.index()], self.is_primary(item)) {
                (None, _) => None,
                (Some(Bounds { low, high }), true) => Some(builder.bounded(name, low, high)?),
                (Some(_), false) => Some(builder.secondary(name)?),
            };
        }
        for option in options {
            let mut entries = Vec::with_capacity(self.entries(option).len());
            for entry in self.entries(option) {
                if let Some(item) = new_ids[entry.item.index()] {
                    let color = entry
                        .color
                        .map(|color| builder.color(self.color_name(color)));
                    entries.push(Entry {
                        item,
                        color: color.transpose()?,
                    });
                }
            }
            let copy = builder.option(entries)?;
            builder.add_cost(copy, self.cost(option))?;
            if self.has_facts() {
                builder.facts(self.facts(option).iter().copied())?;
            }
        }
        Ok(builder.build())
    }

    fn copy_of(&self, options: impl IntoIterator<Item = OptionId>) -> Result<Problem, BuildError> {
        let own = |option| self.has_facts().then(|| self.facts(option));
        self.copy_with(options.into_iter().map(|option| (option, own(option))), &[])
    }

    /// The problem with only these options, which have these facts; those that are `forced` are in all solutions. If a forced
    /// option is idle, there is no solution.
    fn copy_with<'a>(
        &self,
        options: impl Iterator<Item = (OptionId, Option<&'a [u32]>)>,
        forced: &[OptionId],
    ) -> Result<Problem, BuildError> {
        let mut builder = Problem::builder();
        let mut given = None;
        for item in self.items() {
            if item.index() == self.primary_count() {
                given = self.add_given(&mut builder, forced)?;
            }
            match self.bounds(item) {
                Some(bounds) => builder.bounded(self.item_name(item), bounds.low, bounds.high)?,
                None => builder.secondary(self.item_name(item))?,
            };
        }
        if self.item_count() == self.primary_count() {
            given = self.add_given(&mut builder, forced)?;
        }
        let is_added = given.is_some();
        for color in (0..self.color_count()).map(Color::new) {
            builder.color(self.color_name(color))?;
        }
        for (option, facts) in options {
            let is_forced = || forced.binary_search(&option).is_ok() && !self.is_idle(option);
            let own = given.filter(|_| is_forced());
            // The item that was added has moved the secondary ones.
            let entries = self
                .entries(option)
                .iter()
                .map(|&Entry { item, color }| Entry {
                    item: ItemId::new(
                        item.index() + usize::from(is_added && !self.is_primary(item)),
                    ),
                    color,
                });
            let copy = builder.option(entries.chain(own.map(Entry::from)))?;
            builder.add_cost(copy, self.cost(option))?;
            if let Some(facts) = facts {
                builder.facts(facts.iter().copied())?;
            }
        }
        Ok(builder.build())
    }
}

impl Problem {
    /// Adds an item that all `forced` options are to cover, if there are any.
    fn add_given(
        &self,
        builder: &mut Builder,
        forced: &[OptionId],
    ) -> Result<Option<ItemId>, BuildError> {
        if forced.is_empty() {
            return Ok(None);
        }
        let names = (0..).map(|more| "given".to_owned() + &"'".repeat(more));
        let mut free = names.filter(|name| self.item_named(name).is_none());
        let (name, count) = (free.next().expect("a longer name"), forced.len() as u32);
        builder.bounded(name, count, count).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_an_option_has_is_kept() {
        let mut builder = Problem::builder();
        let item = builder.bounded("a", 2, 3).unwrap();
        for cost in 0..3 {
            let option = builder.option([item]).unwrap();
            builder.add_cost(option, cost).unwrap();
            builder.facts([7 + cost as u32]).unwrap();
        }
        let problem = builder.build();
        assert_eq!(problem.restricted_to(problem.options()), problem);
        let [_, second, third] = [0, 1, 2].map(OptionId::new);
        let turned = problem.restricted_to([third, second]);
        assert_eq!(turned.to_string(), "2:3|a\na |2\na |1\n");
        assert_eq!(turned.facts(OptionId::new(0)), [9]);
        let fault = problem.with_facts(&[vec![1]]).unwrap_err();
        let text = "lists of facts: 1, expected 3: one for each option";
        assert_eq!(fault.to_string(), text);
    }

    #[test]
    fn given_options_are_in_all_solutions() {
        let problem = Problem::parse("0:2|a 1:2|given\na\na given\ngiven\na\n").unwrap();
        let given = problem.assuming(&[1, 0].map(OptionId::new)).unwrap();
        // The item is used up: the last option is left out.
        let text = "0:2|a 1:2|given 2|given'\na given'\na given given'\ngiven\n";
        assert_eq!(given.to_string(), text);
        let clash = problem.assuming(&[0, 1, 3].map(OptionId::new)).unwrap_err();
        assert_eq!([clash.first, clash.second], [1, 3].map(OptionId::new));
    }

    #[test]
    fn an_option_without_a_primary_item_cannot_be_given() {
        for (text, rest) in [
            ("a | x\na\nx\n", "a given | x\na\nx\n"),
            ("0:2|a | x\na\nx\n", "0:2|a given | x\na\nx\n"),
            ("a | x\na x\nx:1\n", "a given | x\nx:1\n"),
        ] {
            let problem = Problem::parse(text).unwrap();
            let given = problem.assuming(&[OptionId::new(1)]).unwrap();
            assert_eq!(given.to_string(), rest);
        }
    }

    #[test]
    fn items_go_with_their_entries() {
        let problem = Problem::parse("a 2:3|b | x y\na b x:1 y\na x:2 |4\nb y\n").unwrap();
        let one = Bounds { low: 1, high: 2 };
        let bounds = [None, Some(one), Some(Bounds::EXACT), None];
        let smaller = problem.with_items(&bounds, problem.options().take(2));
        assert_eq!(smaller.to_string(), "1:2|b | x\nb x:1\nx:2 |4\n");
    }

    #[test]
    fn given_options_that_disagree_are_named() {
        let problem = Problem::parse("a b\na\na b\n").unwrap();
        let [first, second] = [0, 1].map(OptionId::new);
        let clash = problem.assuming(&[first, second]).unwrap_err();
        assert_eq!((clash.first, clash.second), (first, second));
    }
}
