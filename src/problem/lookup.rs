//! Finding many options by their text.

use std::collections::HashMap;

use super::{Color, Entry, NoOption, OptionId, Problem};

/// The options of a problem, sorted by what they cover: each is found as fast in a large problem as in a small one.
///
/// ```
/// use dominox::Problem;
/// use dominox::problem::Lookup;
/// let problem = Problem::parse("a b | x\na x:red\nb x:red\na x:red |5\n")?;
/// let options = Lookup::new(&problem).find_all(&["x:red a", "b x:red", "a x:red"])?;
/// assert_eq!(options.iter().map(|option| option.index()).collect::<Vec<_>>(), [0, 1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Lookup<'a> {
    problem: &'a Problem,
    colors: HashMap<&'a str, Color>,
    options: HashMap<Vec<Entry>, Vec<OptionId>>,
}

impl<'a> Lookup<'a> {
    /// Sorts the options of this problem.
    pub fn new(problem: &'a Problem) -> Lookup<'a> {
        let colors = (0..problem.color_count()).map(Color::new);
        let mut options: HashMap<Vec<Entry>, Vec<OptionId>> = HashMap::new();
        for option in problem.options() {
            let entries = entries_of(problem, option);
            options.entry(entries).or_default().push(option);
        }
        Lookup {
            problem,
            colors: colors
                .map(|color| (problem.color_name(color), color))
                .collect(),
            options,
        }
    }

    /// The option that each of these texts [names](Problem::options_named), in the order of the texts. If options are equal,
    /// each is returned once. A number that is also the text of an option is read as that text.
    ///
    /// # Errors
    /// The first text that names no option.
    pub fn find_all(&self, texts: &[impl AsRef<str>]) -> Result<Vec<OptionId>, NoOption> {
        let mut options: Vec<OptionId> = Vec::with_capacity(texts.len());
        for text in texts.iter().map(AsRef::as_ref) {
            let found = self.find(text);
            let is_unused = |option: &&OptionId| found.len() == 1 || !options.contains(option);
            match found.iter().find(is_unused).or(found.first()) {
                Some(&option) => options.push(option),
                None => options.push(self.problem.options_named(text)?[0]),
            }
        }
        Ok(options)
    }

    /// How many sets of options have the same texts as these: equal options may be exchanged. No option may occur twice.
    ///
    /// # Panics
    /// If an option does not belong to the problem.
    pub fn sets_like(&self, options: &[OptionId]) -> u128 {
        let mut equal = HashMap::<_, u128>::new();
        let mut sets = 1u128;
        for &option in options {
            let entries = entries_of(self.problem, option);
            let all = self.options[&entries].len() as u128;
            let chosen = equal.entry(entries).or_default();
            // Of n equal options, there are (n − k) / (k + 1) times as many sets of k + 1 as of k.
            sets = sets.saturating_mul(all - *chosen) / (*chosen + 1);
            *chosen += 1;
        }
        sets
    }

    /// The options, ascending, that consist of the items and colours in this text.
    fn find(&self, text: &str) -> &[OptionId] {
        let words = text
            .split_whitespace()
            .filter(|word| !word.starts_with('|'));
        let entry = |word: &str| {
            let (name, color) = match word.split_once(':') {
                Some((name, color)) => (name, Some(*self.colors.get(color)?)),
                None => (word, None),
            };
            let item = self.problem.item_named(name)?;
            Some(Entry { item, color })
        };
        let entries: Option<Vec<Entry>> = words.map(entry).collect();
        let found = entries.and_then(|mut entries| {
            entries.sort_unstable();
            self.options.get(&entries)
        });
        found.map_or(&[], Vec::as_slice)
    }
}

/// What an option covers, ascending.
fn entries_of(problem: &Problem, option: OptionId) -> Vec<Entry> {
    let mut entries = problem.entries(option).to_vec();
    entries.sort_unstable();
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_options_are_found_one_after_the_other() {
        let problem = Problem::parse("a b\na\nb\na\n").unwrap();
        let lookup = Lookup::new(&problem);
        let found = |texts: &[&str]| {
            let options = lookup.find_all(texts)?;
            Ok(options.iter().map(|option| option.index()).collect())
        };
        assert_eq!(found(&["a", "b", "a |7", "a"]), Ok(vec![0, 1, 2, 0]));
        assert_eq!(found(&["b", "1"]), Ok(vec![1, 0]));
        let error = found(&["a", "c"]).unwrap_err();
        assert!(matches!(error, NoOption::Item { .. }), "{error}");
    }

    #[test]
    fn equal_options_are_exchanged() {
        let problem = Problem::parse("0:3|a b | x\na x\nb\nx a\nx a\nb x:1\n").unwrap();
        let lookup = Lookup::new(&problem);
        let sets_like = |options: &[usize]| {
            lookup.sets_like(&Vec::from_iter(options.iter().map(|&it| OptionId::new(it))))
        };
        assert_eq!([&[][..], &[1], &[4]].map(sets_like), [1; 3]);
        assert_eq!(
            [&[0, 1][..], &[0, 1, 3], &[0, 2, 3]].map(sets_like),
            [3, 3, 1]
        );
    }
}
