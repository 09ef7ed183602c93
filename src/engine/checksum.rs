//! A checksum of solutions that shows whether two programs found the same ones, in any order.
//!
//! With `mix(x)` the finalizer of SplitMix64 and all sums modulo 2⁶⁴:
//!
//! ```text
//! one solution    s = mix(mix(o₁ + 1) + mix(o₂ + 1) + …)       o₁, o₂, …: its options, the first of the problem is 0
//! all of them     s₁ + s₂ + …
//! ```
//!
//! An option costs one table lookup and one addition. Where several solutions are the same answer, like the tilings of one
//! grid, the facts of the answer take the place of the options.

use crate::problem::{OptionId, Problem};

/// Checksums of the solutions of one problem: two lists of solutions have the same checksum if they hold the same solutions, in
/// any order, and otherwise almost never.
///
/// ```
/// use dominox::engine::Checksum;
/// use dominox::{Problem, Solver};
/// let problem = Problem::parse("a b\na\nb\na b\n")?;
/// let checksum = Checksum::new(&problem);
/// let of_all = |solutions: &[dominox::Solution]| {
///     let sums = solutions.iter().map(|solution| checksum.of_solution(solution.options()));
///     sums.fold(0, u64::wrapping_add)
/// };
/// let mut solutions: Vec<_> = Solver::new(&problem)?.solutions().collect();
/// let sum = of_all(&solutions);
/// solutions.reverse();
/// assert_eq!(of_all(&solutions), sum);
/// assert_ne!(of_all(&solutions[1..]), sum);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checksum {
    problem: Problem,
    /// The term of each option in the sum of its solution, by index.
    terms: Vec<u64>,
}

impl Checksum {
    /// Prepares sums over solutions of this problem, in time proportional to its options.
    pub fn new(problem: &Problem) -> Checksum {
        let term = |option: OptionId| match problem.has_facts() {
            true => problem.facts(option).iter().fold(0, |sum: u64, &fact| {
                sum.wrapping_add(mix(u64::from(fact) + 1))
            }),
            false => mix(option.index() as u64 + 1),
        };
        Checksum {
            problem: problem.clone(),
            terms: problem.options().map(term).collect(),
        }
    }

    /// Whether it sums over the solutions of this problem, or of a clone of it.
    pub fn is_for(&self, problem: &Problem) -> bool {
        self.problem.is_same(problem)
    }

    /// The term of a solution in the sum over all solutions, which wraps: see [`u64::wrapping_add`].
    ///
    /// # Panics
    /// If an option does not belong to the problem.
    pub fn of_solution(&self, options: &[OptionId]) -> u64 {
        let terms = options.iter().map(|option| self.terms[option.index()]);
        mix(terms.fold(0, u64::wrapping_add))
    }
}

/// The finalizer of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, *Fast Splittable Pseudorandom Number Generators*,
/// OOPSLA 2014).
pub(super) fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_options_does_not_matter() {
        let problem = Problem::parse("a b c\na\nb\nc\na b c\n").unwrap();
        let sum = Checksum::new(&problem);
        let options = |ids: &[usize]| ids.iter().map(|&id| OptionId::new(id)).collect::<Vec<_>>();
        let one = sum.of_solution(&options(&[0, 1, 2]));
        assert_eq!(sum.of_solution(&options(&[2, 0, 1])), one);
        assert_eq!(one, mix(mix(1).wrapping_add(mix(2)).wrapping_add(mix(3))));
        assert_ne!(sum.of_solution(&options(&[3])), one);
    }

    /// The second number that its authors' program prints for the seed 0.
    #[test]
    fn the_mix_is_that_of_the_paper() {
        assert_eq!(
            mix(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(2)),
            0x6e78_9e6a_a1b9_65f4
        );
    }
}
