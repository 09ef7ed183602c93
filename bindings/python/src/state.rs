//! A problem as strings and numbers, which can be pickled.

use std::collections::HashMap;

use dominox::problem::{BuildError, Builder, Color, Entry, ItemId};

/// A state as Python keeps it: the fields in their order.
pub type StateTuple = (String, String, Vec<String>, Vec<u64>, Vec<Vec<u32>>);

/// A problem as strings and numbers, which can be pickled.
pub struct State {
    /// Words: `low:high|name` of a primary item, `name` of a secondary one.
    items: String,
    /// The names of the colours, in their order.
    colors: String,
    /// The texts of the options.
    options: Vec<String>,
    /// The cost of each option, or nothing.
    pub costs: Vec<u64>,
    /// The facts of each option, or nothing.
    facts: Vec<Vec<u32>>,
}

impl From<StateTuple> for State {
    fn from((items, colors, options, costs, facts): StateTuple) -> State {
        State {
            items,
            colors,
            options,
            costs,
            facts,
        }
    }
}

impl From<State> for StateTuple {
    fn from(state: State) -> StateTuple {
        let State {
            items,
            colors,
            options,
            costs,
            facts,
        } = state;
        (items, colors, options, costs, facts)
    }
}

impl State {
    /// All that a problem is.
    pub fn of(problem: &dominox::Problem) -> State {
        let mut items: Vec<String> = Vec::new();
        for item in problem.items() {
            let name = problem.item_name(item);
            items.push(match problem.bounds(item) {
                Some(bounds) => format!("{}:{}|{name}", bounds.low, bounds.high),
                None => name.to_string(),
            });
        }
        let mut colors = vec![String::new(); problem.color_count()];
        let entries = || problem.options().flat_map(|option| problem.entries(option));
        for color in entries().filter_map(|entry| entry.color) {
            let name = &mut colors[color.index()];
            if name.is_empty() {
                name.push_str(problem.color_name(color));
            }
        }
        let facts = match problem.has_facts() {
            true => problem
                .options()
                .map(|option| problem.facts(option).to_vec())
                .collect(),
            false => Vec::new(),
        };
        State {
            items: items.join(" "),
            colors: colors.join(" "),
            options: problem
                .options()
                .map(|option| problem.option_text(option))
                .collect(),
            costs: match problem.options().any(|option| problem.cost(option) > 0) {
                true => problem
                    .options()
                    .map(|option| problem.cost(option))
                    .collect(),
                false => Vec::new(),
            },
            facts,
        }
    }

    /// The problem.
    pub fn build(&self) -> Result<dominox::Problem, String> {
        let mut builder = dominox::Problem::builder();
        let mut items: HashMap<&str, ItemId> = HashMap::new();
        for word in self.items.split_whitespace() {
            let (name, item) = match word.split_once('|') {
                Some((bounds, name)) => {
                    let bounds = bounds.split_once(':').ok_or("bad bounds")?;
                    let [low, high] = [bounds.0, bounds.1].map(|bound| bound.parse::<u32>());
                    let (low, high) = (
                        low.map_err(|_| "bad bounds")?,
                        high.map_err(|_| "bad bounds")?,
                    );
                    (name, builder.bounded(name, low, high))
                }
                None => (word, builder.secondary(word)),
            };
            items.insert(name, item.map_err(words)?);
        }
        let mut colors: HashMap<&str, Color> = HashMap::new();
        for name in self.colors.split_whitespace() {
            colors.insert(name, builder.color(name).map_err(words)?);
        }
        for (index, text) in self.options.iter().enumerate() {
            let entry = |word: &str| {
                let (name, color) = match word.split_once(':') {
                    Some((name, color)) => (name, Some(*colors.get(color)?)),
                    None => (word, None),
                };
                let item = *items.get(name)?;
                Some(Entry { item, color })
            };
            let entries: Option<Vec<Entry>> = text.split_whitespace().map(entry).collect();
            let entries = entries.ok_or_else(|| format!("option {index} has an unknown item"))?;
            self.add(&mut builder, index, entries).map_err(words)?;
        }
        Ok(builder.build())
    }

    fn add(
        &self,
        builder: &mut Builder,
        index: usize,
        entries: Vec<Entry>,
    ) -> Result<(), BuildError> {
        let option = builder.option(entries)?;
        if let Some(&cost) = self.costs.get(index) {
            builder.add_cost(option, cost)?;
        }
        match self.facts.get(index) {
            Some(facts) => builder.facts(facts.iter().copied()),
            None => Ok(()),
        }
    }
}

fn words(error: BuildError) -> String {
    error.to_string()
}
