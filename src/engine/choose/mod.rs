//! The choice of a kernel for a problem: the only place that names all kernels.

mod common;
mod grids;
mod linked;
mod sharing;
#[cfg(test)]
mod tests;

use std::cell::LazyCell;
use std::error::Error;
use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

use super::fits::{KernelName, Unsupported};
use super::kernel::Kernel;
use super::lanes::{self, blocks_of_lanes, lanes_for};
use super::limits::{Limit, Limits, Watch};
use super::links::{self, links_for};
use super::rows::{self, rows_for};
use super::search::{MakeSecond, Maker};
use super::units::{units_for, units_for_sudoku};
use crate::problem::Problem;
use common::Common;
use grids::is_grid_with_rules;
use linked::suits_links;
use sharing::{Sharing, Users, primary_items, work_of};

/// The limits of a kind of problem that rows are faster on, fitted to the times of some three hundred problems.
struct Rows {
    /// The fewest blocks that a node of lanes passes over.
    blocks: usize,
    /// The fewest options.
    options: usize,
    /// The fewest options of the item that has the most.
    most: usize,
    /// The number of primary items.
    of: RangeInclusive<usize>,
    /// The fewest primary items of an option on average.
    items: usize,
    /// The fewest primary items of each option.
    each: usize,
    /// Whether each option must have exactly one primary item.
    is_single: bool,
    /// The least share of all options that a choice strikes out over primary items.
    struck: f64,
    /// Of two options that share an item: the least number of items that they share, in proportion to what chance would give.
    beyond_chance: f64,
    /// The share of all options that disagrees with an option over secondary items alone.
    over_secondary: RangeInclusive<f64>,
    /// The share of all options that six options of an item strike out together.
    six: RangeInclusive<f64>,
    /// The least of that share, in proportion to what chance would give.
    six_beyond_chance: f64,
    /// The least share of all items at which six options strike out anything.
    striking: f64,
}

/// Why there is no kernel for a problem, and so no [`Solver`](super::Solver).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unmade {
    /// No kernel, or not the requested one, supports the problem.
    Unsupported(Unsupported),
    /// A limit was reached before the solver was made.
    Stopped(Limit),
}

impl From<Unsupported> for Unmade {
    fn from(reason: Unsupported) -> Unmade {
        Unmade::Unsupported(reason)
    }
}

impl From<Limit> for Unmade {
    fn from(limit: Limit) -> Unmade {
        Unmade::Stopped(limit)
    }
}

impl fmt::Display for Unmade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unmade::Unsupported(reason) => reason.fmt(f),
            Unmade::Stopped(_) => f.write_str("a limit was reached before the search began"),
        }
    }
}

impl Error for Unmade {}

/// Asks for nothing.
const ANY: Rows = Rows {
    blocks: 0,
    options: 0,
    most: 0,
    items: 0,
    each: 0,
    is_single: false,
    struck: 0.0,
    beyond_chance: 0.0,
    of: 0..=usize::MAX,
    six: 0.0..=1.0,
    six_beyond_chance: 0.0,
    striking: 0.0,
    over_secondary: 0.0..=1.0,
};

/// Pieces that lie in a space.
const PIECES: Rows = Rows {
    blocks: 8,
    items: 5,
    each: 2,
    beyond_chance: 1.15,
    ..ANY
};

/// The first ones ask for no sample of six options, which takes about a millisecond.
const ROWS: [Rows; 23] = [
    // Very many options. Where a choice strikes out few of them, lanes are soon packed into fewer blocks; and where options
    // have two primary items each, as in graceful labellings, rows look ahead in vain.
    Rows {
        blocks: 110,
        is_single: true,
        struck: 0.02,
        ..ANY
    },
    Rows {
        blocks: 110,
        items: 3,
        struck: 0.02,
        ..ANY
    },
    // Very many options of one item: lanes are slow to compute rows, and use few of them again.
    Rows { most: 3300, ..ANY },
    // Large pieces, many, or such that share many squares where they overlap.
    Rows {
        blocks: 40,
        items: 6,
        ..PIECES
    },
    Rows {
        beyond_chance: 1.45,
        ..PIECES
    },
    Rows {
        blocks: 50,
        ..PIECES
    },
    // Large Sudokus. An empty one alone is searched faster by lanes; but it stands for all puzzles of its size.
    Rows {
        items: 4,
        beyond_chance: 1.05,
        of: 513..=usize::MAX,
        ..ANY
    },
    // Long options. Where an item has an option of its own, solutions are many, and a look ahead finds little.
    Rows {
        blocks: 60,
        items: 3,
        each: 2,
        struck: 0.1,
        six: 0.05..=1.0,
        ..ANY
    },
    // Smaller pieces: of many forms, and copies of one.
    Rows {
        six: 0.01..=0.12,
        striking: 0.6,
        ..PIECES
    },
    Rows {
        each: 5,
        six_beyond_chance: 60.0,
        ..PIECES
    },
    // Whatever a look at the options of items strikes much out of, as lines of nonograms.
    Rows {
        blocks: 6,
        options: 513,
        six: 0.0125..=0.05,
        six_beyond_chance: 3.0,
        striking: 0.55,
        ..ANY
    },
    // Options of one item with much in common, as the places of one graph in another. Words that cross have less.
    Rows {
        blocks: 18,
        is_single: true,
        six: 0.05..=0.55,
        six_beyond_chance: 8.0,
        striking: 0.65,
        ..ANY
    },
    // The places of a small graph in a large one have still more in common.
    Rows {
        blocks: 18,
        is_single: true,
        of: 0..=8,
        six: 0.33..=1.0,
        six_beyond_chance: 4.0,
        ..ANY
    },
    Rows {
        blocks: 18,
        is_single: true,
        of: 0..=8,
        six: 0.48..=1.0,
        six_beyond_chance: 1.9,
        ..ANY
    },
    // Long options that overlap, as paths in a graph.
    Rows {
        blocks: 18,
        items: 3,
        beyond_chance: 1.15,
        six: 0.05..=0.55,
        six_beyond_chance: 8.0,
        striking: 0.65,
        ..ANY
    },
    Rows {
        blocks: 36,
        six: 0.3..=0.55,
        six_beyond_chance: 4.5,
        ..ANY
    },
    // Many options of one item, that have still more in common.
    Rows {
        most: 2800,
        six: 0.3..=1.0,
        six_beyond_chance: 2.5,
        ..ANY
    },
    // Many options that disagree over secondary items: conflicts are slow to compute, and rows look ahead. Where nearly all disagree
    // and items have few options, trees of lanes are small.
    Rows {
        blocks: 80,
        items: 2,
        over_secondary: 0.38..=1.0,
        ..ANY
    },
    Rows {
        blocks: 130,
        items: 2,
        over_secondary: 0.28..=1.0,
        ..ANY
    },
    Rows {
        blocks: 70,
        most: 560,
        over_secondary: 0.38..=0.8,
        ..ANY
    },
    Rows {
        blocks: 180,
        over_secondary: 0.3..=0.86,
        ..ANY
    },
    Rows {
        blocks: 180,
        most: 1200,
        over_secondary: 0.38..=1.0,
        ..ANY
    },
    // A tree of four levels at most.
    Rows {
        most: 1500,
        of: 0..=4,
        six: 0.3..=1.0,
        ..ANY
    },
];

/// Where most items have an option to themselves, solutions are many, and a look ahead finds little. So lanes are faster, unless
/// the average option has this many primary items: then lanes are slow to compute rows.
const LONG_OPTION: usize = 24;
/// Options that share this many items on the average need no closer look.
const MUCH_SHARED: f64 = 3.0;

/// Rows for a problem with this many entries are made in ten milliseconds or less, about as long as it takes to read it.
const SOON_MADE: usize = 50_000;

/// The kernel for a problem: the one that is `asked` for, or the one that should be fastest.
#[cfg(test)]
pub(super) fn choose(
    problem: &Problem,
    asked: Option<KernelName>,
) -> Result<Box<dyn Kernel>, Unsupported> {
    choose_within(problem, asked, usize::MAX)
}

/// The most bytes that a kernel takes to search through a problem; of units, which take little, none.
pub(super) fn most_bytes(problem: &Problem, kernel: KernelName) -> usize {
    match kernel {
        KernelName::Links => links::most_bytes(problem),
        KernelName::Lanes => lanes::most_bytes(problem),
        KernelName::Rows => rows::most_bytes(problem),
        KernelName::Units => 0,
    }
}

/// For how many of `others` threads more there are kernels of this kind, which take `most` bytes at most together with the
/// first one; and what makes them.
pub(super) fn more_kernels(
    problem: &Problem,
    kernel: KernelName,
    (others, most): (usize, usize),
) -> (usize, Maker) {
    let fitting = most / most_bytes(problem, kernel).max(1);
    let problem = problem.clone();
    let make = move || {
        let made = choose_within(&problem, Some(kernel), usize::MAX);
        made.expect("a kernel that was made before")
    };
    (others.min(fitting.saturating_sub(1)), Arc::new(make))
}

/// What makes a second kernel for a problem, if it takes at most `most` bytes: it sees dead ends which the chosen one does not, and takes the
/// items in the opposite order.
pub(super) fn second_for(problem: &Problem, chosen: KernelName, most: usize) -> Option<MakeSecond> {
    let may_see_more = chosen == KernelName::Lanes && problem.entry_count() <= SOON_MADE;
    let problem = problem.clone();
    let make = move || {
        let fits = most_bytes(&problem, KernelName::Rows) <= most;
        fits.then(|| choose_within(&problem.backwards(), Some(KernelName::Rows), usize::MAX).ok())?
    };
    may_see_more.then(|| Arc::new(make) as MakeSecond)
}

/// The kernel for a problem: the one that is `asked` for, or the one that should be fastest of those that take `most`
/// bytes at most.
pub(super) fn choose_within(
    problem: &Problem,
    asked: Option<KernelName>,
    most: usize,
) -> Result<Box<dyn Kernel>, Unsupported> {
    let made = choose_watched(problem, asked, most, &Limits::default().watch());
    made.map_err(|unmade| match unmade {
        Unmade::Unsupported(reason) => reason,
        Unmade::Stopped(_) => unreachable!("nothing stops it"),
    })
}

/// Like [`choose_within`], until a limit is reached.
pub(super) fn choose_watched(
    problem: &Problem,
    asked: Option<KernelName>,
    most: usize,
    watch: &Watch,
) -> Result<Box<dyn Kernel>, Unmade> {
    let fits = |kernel| most_bytes(problem, kernel) <= most;
    let links = || {
        let mut stopped = None;
        let made = links_for(problem, &mut |work| match watch.spend(work) {
            Ok(()) => ControlFlow::Continue(()),
            Err(limit) => {
                stopped = Some(limit);
                ControlFlow::Break(())
            }
        })?;
        made.ok_or_else(|| Unmade::Stopped(stopped.expect("what stopped it")))
    };
    let lanes = || lanes_for(problem).map(|lanes| Box::new(lanes) as Box<dyn Kernel>);
    let rows = || rows_for(problem).map(|rows| Box::new(rows) as Box<dyn Kernel>);
    match asked {
        Some(KernelName::Links) => links(),
        Some(KernelName::Lanes) => Ok(lanes()?),
        Some(KernelName::Rows) => Ok(rows()?),
        Some(KernelName::Units) => Ok(units_for(problem)?),
        // Units are many times as fast as lanes on sets of 9 × 9 Sudokus, and faster on what is left of one
        // (`docs/measurements-development.md`, 'Units or lanes'). Lanes are faster on everything else that fits into both.
        // Between lanes and rows, see `prefers_rows`. Both are faster than links on nearly all problems ('Choice of
        // kernel'). Links remain for what is too large for lanes.
        None => {
            let units = units_for_sudoku(problem);
            if let Ok(units) = units {
                return Ok(units);
            }
            // With bounds there are these two, and rows were faster wherever they fit.
            if problem.has_bounds() {
                return match fits(KernelName::Rows) {
                    true => rows().or_else(|_| links()),
                    false => links(),
                };
            }
            let fits_others = fits(KernelName::Lanes) || fits(KernelName::Rows);
            if !fits_others || suits_links(problem) {
                return links();
            }
            if prefers_rows(problem, watch)?
                && fits(KernelName::Rows)
                && let Ok(rows) = rows()
            {
                return Ok(rows);
            }
            match fits(KernelName::Lanes) {
                true => lanes().or_else(|_| links()),
                false => links(),
            }
        }
    }
}

/// Whether rows should be faster than lanes.
///
/// A node of lanes is a pass over the bits of all items, and another one for each option that is forced; and each option
/// that is chosen needs a row of as many bits, which long options make from many sets. A node of rows takes time in
/// proportion to the options that are struck out, each of which is one bit. So rows are faster where items have many
/// options. Where options share much, rows look further ahead: their trees are smaller.
fn prefers_rows(problem: &Problem, watch: &Watch) -> Result<bool, Limit> {
    let (options, items) = (problem.option_count(), problem.primary_count());
    let mut options_of = vec![0u32; items];
    let (mut named, mut fewest, mut alone) = (0, usize::MAX, 0);
    for option in problem.options() {
        watch.spend(work_of(problem, option))?;
        let before = named;
        for item in primary_items(problem, option) {
            options_of[item.index()] += 1;
            named += 1;
        }
        fewest = fewest.min(named - before);
        alone += usize::from(problem.entries(option).len() == 1);
    }
    if named == 0 {
        return Ok(false);
    }
    if is_grid_with_rules(problem, &options_of) {
        return Ok(true);
    }
    if 2 * alone > items && named < LONG_OPTION * options {
        return Ok(false);
    }
    let most = options_of.iter().copied().max().unwrap_or(0);
    let most = most as usize;
    let blocks = blocks_of_lanes(items, most);
    // A few shorter options do not change the average.
    let enough_named = |items: usize| named + named / 16 >= items * options;
    let may_be = |rows: &&Rows| {
        blocks >= rows.blocks
            && enough_named(rows.items)
            && options >= rows.options
            && most >= rows.most
            && fewest >= rows.each
            && (named == options || !rows.is_single)
            && rows.of.contains(&items)
            && (problem.item_count() > items || rows.over_secondary == ANY.over_secondary)
    };
    let rows = || ROWS.iter().filter(may_be);
    if rows().next().is_none() {
        return Ok(false);
    }
    // Where two options share several items on the average, nearly all are struck out.
    let square = |number: usize| (number as f64) * (number as f64);
    let shared = square(named) / (square(options) * items as f64);
    if shared >= MUCH_SHARED && rows().any(Rows::asks_for_shape_only) {
        return Ok(true);
    }
    let users = Users::of(problem, options_of, watch)?;
    let sharing = Sharing::of(problem, &users);
    let common = LazyCell::new(|| Common::of(problem, &users));
    let fulfils = |rows: &Rows| {
        rows.share_enough(sharing)
            && rows.strike_enough(|| *common)
            && rows.disagree_enough(|| common.disagreeing() - sharing.struck())
    };
    Ok(rows().any(fulfils))
}

impl Rows {
    /// Whether options that share very much fulfil what is asked besides shape.
    fn asks_for_shape_only(&self) -> bool {
        self.beyond_chance == 0.0
            && self.striking == 0.0
            && self.over_secondary == ANY.over_secondary
    }

    fn share_enough(&self, sharing: Sharing) -> bool {
        sharing.struck() >= self.struck && sharing.beyond_chance() >= self.beyond_chance
    }

    fn disagree_enough(&self, over_secondary: impl FnOnce() -> f64) -> bool {
        self.over_secondary == ANY.over_secondary || self.over_secondary.contains(&over_secondary())
    }

    fn strike_enough(&self, common: impl FnOnce() -> Common) -> bool {
        if self.six == ANY.six && self.six_beyond_chance == 0.0 && self.striking == 0.0 {
            return true;
        }
        let common = common();
        self.six.contains(&common.struck())
            && common.beyond_chance() >= self.six_beyond_chance
            && common.striking() >= self.striking
    }
}
