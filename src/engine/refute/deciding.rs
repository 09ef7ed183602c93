//! What distinguishes a solution from all others: a set of its parts that no other solution contains.
//!
//! ```text
//!     solutions      1 2 | 2 1        1 2 | 1 2        cells that differ: the four
//!                    2 1 | 1 2        2 1 | 2 1        deciding: the first cell of the right half; any of them will do
//! ```
//!
//! The parts of a solution are sets of options, such as those that put its digit into a cell. If the solution is forbidden, all its
//! parts together cannot be had: a [core](super::Core) of them is a choice that decides. A smallest choice must hit every other
//! solution in a part that this one lacks. So a smallest set that hits those found so far is tried, and either it decides,
//! or there is another solution to be hit.

use super::{Core, Demand, Refutation, Refuter};
use crate::engine::hitting::Hitting;
use crate::engine::limits::{Limit, Limits};
use crate::problem::{OptionId, Part, Problem, Solution};

/// What distinguishes a solution from all others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deciding {
    /// The parts that some solution lacks, by their numbers.
    pub differing: Vec<usize>,
    /// Parts that no other solution has all of.
    pub chosen: Vec<usize>,
    /// Whether each of them is needed.
    pub is_minimal: bool,
    /// Whether no fewer parts would do.
    pub is_fewest: bool,
}

/// What distinguishes a solution from all others. Its `parts` are sets of options, of each of which it contains one. Only
/// solutions in the `part` of the problem count. With `fewest`, looks for a smallest set.
///
/// A solution that contains one of each part, and more options, is not taken for another one: there are some only with bounds
/// such as `0:2`.
///
/// ```
/// use dominox::Problem;
/// use dominox::engine::{Limits, deciding};
/// use dominox::problem::Part;
/// let problem = Problem::parse("a b c\na b\nc\na\nb c\nb\n")?;
/// let options = Vec::from_iter(problem.options());
/// // Of the solutions {1, 2}, {3, 4} and {2, 3, 5}, the first is meant.
/// let parts = [vec![options[0]], vec![options[1]]];
/// let found = deciding(&problem, &Part::default(), &parts, false, &Limits::default()).unwrap();
/// assert_eq!((found.differing, found.chosen), (vec![0, 1], vec![0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The limit that was reached before any choice was found.
pub fn deciding(
    problem: &Problem,
    part: &Part,
    parts: &[Vec<OptionId>],
    fewest: bool,
    limits: &Limits,
) -> Result<Deciding, Limit> {
    let limits = &limits.begun();
    let mut refuter = in_part(problem, part);
    let sets = Vec::from_iter(parts.iter().map(|options| refuter.add_set(options)));
    let differing = differing(&mut refuter, parts, &sets, limits)?;
    refuter.forbid(&sets);
    let demands = Vec::from_iter(differing.iter().map(|&part| sets[part]));
    let core = match refuter.minimal(&demands, limits) {
        Refutation::Unsolvable(core) => core,
        Refutation::Stopped(limit) => return Err(limit),
        Refutation::Solvable(_) => unreachable!("no other solution has all that differs"),
    };
    let of_core = |core: &Core| {
        let is_in = |&&part: &&usize| core.demands.contains(&sets[part]);
        Vec::from_iter(differing.iter().filter(is_in).copied())
    };
    let chosen = of_core(&core);
    let is_fewest = chosen.len() <= 1;
    if fewest
        && !is_fewest
        && let Some(chosen) = smallest(&mut refuter, parts, &sets, limits)
    {
        return Ok(Deciding {
            differing,
            chosen,
            is_minimal: true,
            is_fewest: true,
        });
    }
    Ok(Deciding {
        differing,
        chosen,
        is_minimal: core.is_minimal,
        is_fewest,
    })
}

/// Whether a solution is the only one that has all its `parts`. As [`deciding`] has it, these are sets of options, and one that
/// contains all options of the solution, and more, is not another.
///
/// # Errors
/// The limit that was reached before it was known.
pub fn determines(
    problem: &Problem,
    part: &Part,
    parts: &[Vec<OptionId>],
    solution: &[OptionId],
    limits: &Limits,
) -> Result<bool, Limit> {
    let mut refuter = in_part(problem, part);
    let demands = Vec::from_iter(parts.iter().map(|options| refuter.add_set(options)));
    let own = Vec::from_iter(solution.iter().map(|&option| Demand::Option(option)));
    refuter.forbid(&own);
    match refuter.refute(&demands, limits) {
        Refutation::Unsolvable(_) => Ok(true),
        Refutation::Solvable(_) => Ok(false),
        Refutation::Stopped(limit) => Err(limit),
    }
}

/// Those of some sets of options of which solutions contain any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Possible {
    /// The places of the sets.
    pub places: Vec<usize>,
    /// Whether these are all. If not, a limit was reached.
    pub is_complete: bool,
}

/// Of which of these sets of options the solutions in the `part` of the problem contain any.
pub fn possible(
    problem: &Problem,
    part: &Part,
    sets: &[Vec<OptionId>],
    limits: &Limits,
) -> Possible {
    if sets.is_empty() {
        return Possible {
            places: Vec::new(),
            is_complete: true,
        };
    }
    let (mut refuter, limits) = (in_part(problem, part), &limits.begun());
    let demands = Vec::from_iter(sets.iter().map(|options| refuter.add_set(options)));
    let mut is_open = vec![true; sets.len()];
    let mut is_complete = true;
    for (at, &demand) in demands.iter().enumerate() {
        if !is_open[at] {
            continue;
        }
        match refuter.refute(&[demand], limits) {
            Refutation::Solvable(other) => {
                let has = |option: &OptionId| other.options().binary_search(option).is_ok();
                for (is_open, set) in is_open.iter_mut().zip(sets) {
                    *is_open &= !set.iter().any(has);
                }
            }
            Refutation::Unsolvable(_) => {}
            Refutation::Stopped(_) => {
                is_complete = false;
                break;
            }
        }
    }
    let places = (0..sets.len()).filter(|&at| !is_open[at]).collect();
    Possible {
        places,
        is_complete,
    }
}

/// A refuter for the solutions in a part of a problem.
fn in_part(problem: &Problem, part: &Part) -> Refuter {
    let mut refuter = Refuter::new(problem, &part.without, true);
    part.with.iter().for_each(|&option| refuter.require(option));
    refuter
}

/// The parts that a solution lacks.
fn lacking(solution: &Solution, parts: &[Vec<OptionId>]) -> Vec<usize> {
    let has = |option: &OptionId| solution.options().binary_search(option).is_ok();
    let is_lacking = |part: &usize| !parts[*part].iter().any(has);
    (0..parts.len()).filter(is_lacking).collect()
}

/// The parts that some solution lacks.
fn differing(
    refuter: &mut Refuter,
    parts: &[Vec<OptionId>],
    sets: &[Demand],
    limits: &Limits,
) -> Result<Vec<usize>, Limit> {
    let mut differs = vec![false; parts.len()];
    for (part, set) in sets.iter().enumerate() {
        let Demand::OneOf(set) = *set else { continue };
        if differs[part] {
            continue;
        }
        match refuter.refute(&[Demand::NoneOf(set)], limits) {
            Refutation::Solvable(other) => {
                let lacking = lacking(&other, parts);
                lacking.into_iter().for_each(|part| differs[part] = true);
            }
            Refutation::Unsolvable(_) => {}
            Refutation::Stopped(limit) => return Err(limit),
        }
    }
    Ok((0..parts.len()).filter(|&part| differs[part]).collect())
}

/// A smallest choice of parts that decides, if it is found within the limits.
fn smallest(
    refuter: &mut Refuter,
    parts: &[Vec<OptionId>],
    sets: &[Demand],
    limits: &Limits,
) -> Option<Vec<usize>> {
    let mut others = Hitting::new(parts.len());
    let mut missed = |chosen: &[usize], _: Option<usize>| {
        let demands = Vec::from_iter(chosen.iter().map(|&part| sets[part]));
        match refuter.refute(&demands, limits) {
            Refutation::Unsolvable(_) => Ok(None),
            Refutation::Solvable(other) => Ok(Some(lacking(&other, parts))),
            Refutation::Stopped(limit) => Err(limit),
        }
    };
    let found = (0..).map(|most| others.at_most(most, limits, &mut missed));
    found.map_while(Result::ok).flatten().next()
}
