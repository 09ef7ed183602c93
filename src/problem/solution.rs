//! A solution: the options that were chosen.

use super::OptionId;

/// A set of options that solves a problem, as sorted option ids (its canonical form).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Solution(Box<[OptionId]>);

impl Solution {
    /// The solution that consists of these options, in any order.
    pub fn new(mut options: Vec<OptionId>) -> Self {
        options.sort_unstable();
        Solution(options.into_boxed_slice())
    }

    /// The chosen options, ascending.
    pub fn options(&self) -> &[OptionId] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a Solution {
    type Item = &'a OptionId;
    type IntoIter = std::slice::Iter<'a, OptionId>;

    fn into_iter(self) -> Self::IntoIter {
        self.options().iter()
    }
}

impl FromIterator<OptionId> for Solution {
    fn from_iter<I: IntoIterator<Item = OptionId>>(options: I) -> Self {
        Solution::new(options.into_iter().collect())
    }
}
