//! Some of the answers, and what is known about them.
//!
//! As text, each region that is left is a line, with the answers that were given already in lines after it:
//!
//! ```text
//!     answers 2
//!     region split 0.25 12 3 2 +7 -4      whether it can be split, its share, two counters, answers, decisions
//!     met 1 5 9                           this one was met by the search under way
//!     given 1 6 8
//!     region whole 0.75 0 0 0
//! ```

use std::collections::HashMap;
use std::fmt;

use crate::problem::{OptionId, Problem};

/// The facts of a solution: sorted, each once.
pub(super) type Answer = Box<[u32]>;

/// That a fact belongs to the answer (`true`), or does not.
pub(super) type Decision = (u32, bool);

/// A search is split when this many solutions repeated an answer, and four more for each answer that was new.
const PATIENCE: u64 = 64;
/// A search is split when it has seen this many answers, which bounds the memory.
const MOST_SEEN: usize = 1 << 16;

/// Some of the answers: those that agree with all decisions.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Region {
    pub(super) decisions: Vec<Decision>,
    /// Answers of this region that were given already, and whether the present search has met them.
    pub(super) seen: HashMap<Answer, bool>,
    /// Answers and repetitions that the present search has met.
    pub(super) fresh: u64,
    pub(super) repeated: u64,
    /// There is nothing to split on.
    pub(super) whole: bool,
    /// What share of all answers it holds, about.
    pub(super) share: f64,
}

impl Region {
    /// With these decisions, before it is searched.
    pub(super) fn of(decisions: Vec<Decision>) -> Region {
        Region {
            decisions,
            seen: HashMap::new(),
            fresh: 0,
            repeated: 0,
            whole: false,
            share: 1.0,
        }
    }

    /// Takes note of an answer that the search has met; whether it is met for the first time at all.
    pub(super) fn is_new(&mut self, answer: &Answer) -> bool {
        if let Some(met) = self.seen.get_mut(answer) {
            if std::mem::replace(met, true) {
                self.repeated += 1;
            } else {
                self.fresh += 1;
            }
            return false;
        }
        self.seen.insert(answer.clone(), true);
        self.fresh += 1;
        true
    }

    pub(super) fn wants_split(&self) -> bool {
        !self.whole && (self.repeated > PATIENCE + 4 * self.fresh || self.seen.len() > MOST_SEEN)
    }

    /// Bytes of the answers that are kept, about.
    pub(super) fn bytes(&self) -> usize {
        self.seen.keys().map(bytes_of).sum()
    }

    pub(super) fn holds(&self, answer: &Answer) -> bool {
        self.decisions
            .iter()
            .all(|&(fact, holds)| answer.binary_search(&fact).is_ok() == holds)
    }
}

/// Bytes of an answer that is kept, about.
pub(super) fn bytes_of(answer: &Answer) -> usize {
    size_of_val(&**answer) + 64
}

pub(super) fn answer_of(problem: &Problem, solution: &[OptionId]) -> Answer {
    let mut facts: Vec<u32> = solution
        .iter()
        .flat_map(|&option| problem.facts(option))
        .copied()
        .collect();
    facts.sort_unstable();
    facts.dedup();
    facts.into_boxed_slice()
}

/// What is left of a listing of answers. The last region is searched first.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::engine) struct Regions(pub(super) Vec<Region>);

impl Regions {
    /// Reads the regions from the lines that they were written in; `None` if the search is not one for answers.
    ///
    /// # Errors
    /// If the lines make no sense.
    pub(in crate::engine) fn read<'a>(
        next: &mut dyn FnMut() -> Option<&'a str>,
    ) -> Result<Option<Regions>, ()> {
        let first = next().ok_or(())?;
        if first == NO_ANSWERS {
            return Ok(None);
        }
        Regions::read_on(first, next).map(Some).ok_or(())
    }

    fn read_on<'a>(first: &str, next: &mut dyn FnMut() -> Option<&'a str>) -> Option<Regions> {
        let count: usize = first.strip_prefix("answers ")?.parse().ok()?;
        let regions = (0..count).map(|_| Region::read(next));
        regions.collect::<Option<_>>().map(Regions)
    }

    pub(in crate::engine) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What share of the listing is over, from 0 to 1, where this one is `left` of the last region.
    pub(in crate::engine) fn share_done(&self, left: f64) -> f64 {
        let mut shares = self.0.iter().rev().map(|region| region.share);
        let of_last = left * shares.next().unwrap_or(0.0);
        (1.0 - of_last - shares.sum::<f64>()).clamp(0.0, 1.0)
    }
}

const NO_ANSWERS: &str = "answers none";

/// Writes that the search is not one for answers.
pub(in crate::engine) fn write_no_answers(to: &mut dyn fmt::Write) -> fmt::Result {
    writeln!(to, "{NO_ANSWERS}")
}

impl fmt::Display for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "answers {}", self.0.len())?;
        self.0.iter().try_for_each(|region| region.fmt(f))
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.whole { "whole" } else { "split" };
        let (share, fresh, repeated) = (self.share, self.fresh, self.repeated);
        let count = self.seen.len();
        write!(f, "region {kind} {share:?} {fresh} {repeated} {count}")?;
        for (fact, holds) in &self.decisions {
            let sign = if *holds { '+' } else { '-' };
            write!(f, " {sign}{fact}")?;
        }
        writeln!(f)?;
        let mut seen = Vec::from_iter(&self.seen);
        seen.sort_unstable();
        for (answer, is_met) in seen {
            f.write_str(if *is_met { "met" } else { "given" })?;
            answer.iter().try_for_each(|fact| write!(f, " {fact}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Region {
    fn read<'a>(next: &mut dyn FnMut() -> Option<&'a str>) -> Option<Region> {
        let mut words = next()?.strip_prefix("region ")?.split(' ');
        let whole = match words.next()? {
            "whole" => true,
            "split" => false,
            _ => return None,
        };
        let share = words.next()?.parse().ok()?;
        let (fresh, repeated) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let count: usize = words.next()?.parse().ok()?;
        let decisions = words.map(decision).collect::<Option<_>>()?;
        let seen = (0..count).map(|_| read_answer(next()?));
        Some(Region {
            decisions,
            seen: seen.collect::<Option<_>>()?,
            fresh,
            repeated,
            whole,
            share,
        })
    }
}

fn decision(word: &str) -> Option<Decision> {
    let holds = match word.as_bytes().first()? {
        b'+' => true,
        b'-' => false,
        _ => return None,
    };
    Some((word[1..].parse().ok()?, holds))
}

fn read_answer(line: &str) -> Option<(Answer, bool)> {
    let mut words = line.split(' ');
    let is_met = match words.next()? {
        "met" => true,
        "given" => false,
        _ => return None,
    };
    let facts = words.map(|word| word.parse().ok());
    let facts: Answer = facts.collect::<Option<_>>()?;
    facts
        .is_sorted_by(|one, other| one < other)
        .then_some((facts, is_met))
}
