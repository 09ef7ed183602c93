//! A search for the best solutions as text, so that it can be resumed.
//!
//! ```text
//!     best cheapest 10 3 2 300           solutions that are wanted and that were given, the turn, and its nodes
//!     stage prices                       what is at work in it
//!     standing 8492 9121 64 150 1371 3 1 nodes and updates, reach, nodes below the last cut-off, known, given, found
//!     1371 4 17 30                       a solution that was found: its value and its options
//!     stopped 8342 9000 yes none 1 2     nodes and updates before the run, what was cut and lowered, kept, levels
//!     1380 2 9 30                        a solution that is kept
//!     1400 no 3                          a level: its cut-off, whether options agreed, and the branches that are left
//!     1380 no 0
//! ```
//!
//! `best none` says that no best solutions are wanted. The prices of nodes are not stored: they follow from the levels,
//! along which the search returns to its place.

use std::fmt;
use std::str::FromStr;

use super::deepening::Standing;
use super::scale::Scale;
use super::search::{Place, Stopped};
use super::trail::{Level, Terms};
use crate::engine::aim::Aim;
use crate::engine::kernel::Effort;
use crate::problem::{OptionId, Problem, Solution};

/// How far a search for the best solutions has come, whatever is at work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::engine) struct Ranking {
    pub(in crate::engine) aim: Aim,
    /// The most solutions that are wanted.
    pub(in crate::engine) most: usize,
    /// The number of solutions given so far, whatever found them.
    pub(in crate::engine) given: usize,
    /// The number of the turn of branch and bound, from 0, and its nodes so far.
    pub(in crate::engine) turn: usize,
    pub(in crate::engine) of_turn: u64,
    pub(in crate::engine) stage: Stage,
    /// How far branch and bound has come.
    pub(in crate::engine) standing: Standing,
}

/// What is at work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::engine) enum Stage {
    /// Branch and bound.
    Prices,
    /// A diagram: its nodes, once it was made.
    Diagram(Option<usize>),
    /// The kernel, where all solutions cost this.
    OneCost(u128),
    /// All wanted solutions were given.
    Over,
}

impl Ranking {
    /// A ranking that has not begun.
    pub(in crate::engine) fn new(aim: Aim, most: usize) -> Ranking {
        Ranking {
            aim,
            most,
            given: 0,
            turn: 0,
            of_turn: 0,
            stage: Stage::Prices,
            standing: Standing::default(),
        }
    }

    /// The best cost of the solutions that were found and not given yet.
    pub(in crate::engine) fn best_found(&self, problem: &Problem) -> Option<u128> {
        let best = self.standing.best_found()?;
        Some(Scale::new(problem, self.aim).cost(best))
    }

    /// Whether the kernel searches.
    pub(in crate::engine) fn is_listing(&self) -> bool {
        matches!(self.stage, Stage::OneCost(_))
    }

    /// Whether all of its solutions have only options below this number.
    pub(in crate::engine) fn fits(&self, options: usize) -> bool {
        let Standing { found, stopped, .. } = &self.standing;
        let kept = stopped.as_ref().map_or(&[][..], |stopped| &stopped.kept);
        let ranked = found.iter().chain(kept).map(|(_, solution)| solution);
        ranked
            .flat_map(Solution::options)
            .all(|option| option.index() < options)
    }

    /// Reads it from the lines that it was written in; `None` if no best solutions are looked for.
    ///
    /// # Errors
    /// If the lines make no sense.
    pub(in crate::engine) fn read<'a>(
        next: &mut dyn FnMut() -> Option<&'a str>,
    ) -> Result<Option<Ranking>, ()> {
        let first = next().ok_or(())?;
        if first == NONE {
            return Ok(None);
        }
        Ranking::read_on(first, next).map(Some).ok_or(())
    }

    fn read_on<'a>(first: &str, next: &mut dyn FnMut() -> Option<&'a str>) -> Option<Ranking> {
        let mut words = Words::after("best", first)?;
        let aim = match words.word()? {
            "cheapest" => Aim::Cheapest,
            "most-expensive" => Aim::MostExpensive,
            _ => return None,
        };
        Some(Ranking {
            aim,
            most: words.next()?,
            given: words.next()?,
            turn: words.next()?,
            of_turn: words.next()?,
            stage: Stage::read(next)?,
            standing: Standing::read(next)?,
        })
    }
}

const NONE: &str = "best none";

/// Writes that no best solutions are wanted.
pub(in crate::engine) fn write_no_ranking(to: &mut dyn fmt::Write) -> fmt::Result {
    writeln!(to, "{NONE}")
}

impl fmt::Display for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let aim = match self.aim {
            Aim::Cheapest => "cheapest",
            Aim::MostExpensive => "most-expensive",
        };
        let Ranking {
            most,
            given,
            turn,
            of_turn,
            ..
        } = self;
        writeln!(f, "best {aim} {most} {given} {turn} {of_turn}")?;
        self.stage.fmt(f)?;
        self.standing.fmt(f)
    }
}

impl Stage {
    fn read<'a>(next: &mut dyn FnMut() -> Option<&'a str>) -> Option<Stage> {
        let mut words = Words::after("stage", next()?)?;
        Some(match words.word()? {
            "prices" => Stage::Prices,
            "diagram" => Stage::Diagram(words.maybe()?),
            "cost" => Stage::OneCost(words.next()?),
            "over" => Stage::Over,
            _ => return None,
        })
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Prices => writeln!(f, "stage prices"),
            Stage::Diagram(nodes) => writeln!(f, "stage diagram {}", or_none(nodes)),
            Stage::OneCost(cost) => writeln!(f, "stage cost {cost}"),
            Stage::Over => writeln!(f, "stage over"),
        }
    }
}

impl Standing {
    fn read<'a>(next: &mut dyn FnMut() -> Option<&'a str>) -> Option<Standing> {
        let mut words = Words::after("standing", next()?)?;
        Some(Standing {
            effort: words.effort()?,
            reach: words.next()?,
            nodes: words.next()?,
            known: words.maybe()?,
            given: words.next()?,
            found: read_ranked(words.next()?, next)?,
            stopped: match next()? {
                NOT_STOPPED => None,
                line => Some(Stopped::read(line, next)?),
            },
        })
    }
}

const NOT_STOPPED: &str = "stopped none";

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Standing {
            effort,
            reach,
            nodes,
            known,
            given,
            found,
            stopped,
        } = self;
        let Effort {
            nodes: all,
            updates,
        } = effort;
        let (known, count) = (or_none(known), found.len());
        writeln!(
            f,
            "standing {all} {updates} {reach} {nodes} {known} {given} {count}"
        )?;
        write_ranked(found, f)?;
        match stopped {
            None => writeln!(f, "{NOT_STOPPED}"),
            Some(stopped) => stopped.fmt(f),
        }
    }
}

impl Stopped {
    fn read<'a>(line: &str, next: &mut dyn FnMut() -> Option<&'a str>) -> Option<Stopped> {
        let mut words = Words::after("stopped", line)?;
        let before = words.effort()?;
        let has_cut = words.flag()?;
        let lowered = words.maybe()?;
        let (kept, levels): (usize, usize) = (words.next()?, words.next()?);
        Some(Stopped {
            kept: read_ranked(kept, next)?,
            place: Place {
                levels: (0..levels)
                    .map(|_| Level::read(next()?))
                    .collect::<Option<_>>()?,
                has_cut,
            },
            lowered,
            before,
        })
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Effort { nodes, updates } = self.before;
        let (cut, lowered) = (yes_or_no(self.place.has_cut), or_none(&self.lowered));
        let (kept, levels) = (self.kept.len(), self.place.levels.len());
        writeln!(
            f,
            "stopped {nodes} {updates} {cut} {lowered} {kept} {levels}"
        )?;
        write_ranked(&self.kept, f)?;
        self.place.levels.iter().try_for_each(|level| level.fmt(f))
    }
}

impl Level {
    fn read(line: &str) -> Option<Level> {
        let mut words = Words(line.split(' '));
        Some(Level {
            terms: Terms {
                cut_off: words.next()?,
                agrees: words.flag()?,
            },
            left: words.next()?,
        })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Terms { cut_off, agrees } = self.terms;
        writeln!(f, "{cut_off} {} {}", yes_or_no(agrees), self.left)
    }
}

/// Reads this number of solutions, each after its cost or value.
fn read_ranked<'a, T: FromStr>(
    count: usize,
    next: &mut dyn FnMut() -> Option<&'a str>,
) -> Option<Vec<(T, Solution)>> {
    let mut ranked = Vec::new();
    for _ in 0..count {
        let mut words = next()?.split(' ');
        let value = words.next()?.parse().ok()?;
        let option = |word: &str| Some(OptionId::new(word.parse::<u32>().ok()? as usize));
        let options = words.map(option).collect::<Option<_>>()?;
        ranked.push((value, Solution::new(options)));
    }
    Some(ranked)
}

fn write_ranked<T: fmt::Display>(
    ranked: &[(T, Solution)],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    for (value, solution) in ranked {
        write!(f, "{value}")?;
        let mut options = solution.options().iter();
        options.try_for_each(|option| write!(f, " {}", option.index()))?;
        writeln!(f)?;
    }
    Ok(())
}

fn yes_or_no(flag: bool) -> &'static str {
    if flag { "yes" } else { "no" }
}

fn or_none<T: fmt::Display>(value: &Option<T>) -> String {
    let value = value.as_ref();
    value.map_or_else(|| "none".into(), T::to_string)
}

/// The words of a line, each to be read as what comes next.
struct Words<'a>(std::str::Split<'a, char>);

impl<'a> Words<'a> {
    /// The words after the first one, which must be `name`.
    fn after(name: &str, line: &'a str) -> Option<Words<'a>> {
        let mut words = Words(line.split(' '));
        (words.word()? == name).then_some(words)
    }

    fn word(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    fn next<T: FromStr>(&mut self) -> Option<T> {
        self.word()?.parse().ok()
    }

    fn maybe<T: FromStr>(&mut self) -> Option<Option<T>> {
        match self.word()? {
            "none" => Some(None),
            word => Some(Some(word.parse().ok()?)),
        }
    }

    fn flag(&mut self) -> Option<bool> {
        match self.word()? {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        }
    }

    fn effort(&mut self) -> Option<Effort> {
        Some(Effort {
            nodes: self.next()?,
            updates: self.next()?,
        })
    }
}
