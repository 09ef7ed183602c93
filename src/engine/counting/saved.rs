//! The saved state of a count: the rest of it, without the search of the whole.
//!
//! ```text
//!     table 2 12                 components that are left, and the product of the numbers of those that are over
//!     sweep …                    the sweep of the last of them, or `sweep none`
//! ```
//!
//! `table none` means that there is only the search.
//!
//! Components, their order and the plan of each follow from the problem, so they are computed again and not saved.

use std::fmt;

use num_bigint::BigUint;

use super::{Counted, Counting, Race, Sweeping, take_single_ones};
use crate::engine::count::Count;
use crate::engine::limits::{Allowance, Limit};
use crate::engine::sweep::{SavedSweep, Sweep, independent};
use crate::engine::work::{Stop, Work};

/// See the module.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::engine) struct SavedCount {
    left: usize,
    product: BigUint,
    sweep: Option<SavedSweep>,
}

const NO_TABLE: &str = "table none";
const NO_SWEEP: &str = "sweep none";

impl Counting {
    /// Writes down what is left beside the search of the whole.
    pub(in crate::engine) fn write(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let Some(race) = self.races.last().filter(|race| race.component.is_some()) else {
            return write_nothing(to);
        };
        write_components(to, self.races.len(), &self.product)?;
        match &race.sweeping {
            Sweeping::Going(sweep) => sweep.write(to),
            _ => writeln!(to, "{NO_SWEEP}"),
        }
    }

    /// Continues with what was left of a count, of which the search of the whole had found some `before`.
    pub(in crate::engine) fn restore(
        saved: &SavedCount,
        counted: &Counted,
        before: &Count,
        allowance: &Allowance,
    ) -> Result<Counting, Limit> {
        let mut counting = Counting::of_whole(counted, counted.searching(), before);
        let work = Work::new(allowance.watch(), &counting.plans);
        let mut components = match independent(counted.problem, counted.part, &work) {
            Ok(Ok(Some(components))) => components,
            Ok(Err(Stop::Limit(limit))) => return Err(limit),
            _ => return Ok(counting),
        };
        let (_, is_whole) = take_single_ones(&mut components);
        if components.len() < saved.left {
            return Ok(counting);
        }
        components.truncate(saved.left);
        let Some(last) = components.pop() else {
            return Ok(counting);
        };
        let race = counting.races.pop().expect("the race of the whole");
        let mut race = match is_whole {
            true => Race {
                component: Some(last),
                ..race
            },
            false => Race::of_component(last),
        };
        race.restore(saved.sweep.as_ref(), counted, &work)?;
        drop(work);
        counting.races = components.into_iter().map(Race::of_component).collect();
        counting.races.push(race);
        counting.product = saved.product.clone();
        Ok(counting)
    }
}

impl Race {
    /// Continues with a sweep of the component.
    fn restore(
        &mut self,
        saved: Option<&SavedSweep>,
        counted: &Counted,
        work: &Work,
    ) -> Result<(), Limit> {
        let room = self.room_of_table(counted.room);
        let (Some(saved), Some(component)) = (saved, &self.component) else {
            return Ok(());
        };
        let planned = match Sweep::new(component, room, work) {
            Err(Stop::Limit(limit)) => return Err(limit),
            planned => planned.ok().flatten(),
        };
        // Without a sweep that fits, one is planned when it is its turn.
        if let Some(mut sweep) = planned
            && sweep.restore(saved)
        {
            self.sweeping = Sweeping::Going(Box::new(sweep));
        }
        Ok(())
    }
}

impl SavedCount {
    /// Reads it from the lines that it was written in; `None` if there is nothing but the search.
    ///
    /// # Errors
    /// If the lines are not valid.
    pub(in crate::engine) fn read<'a>(
        next: &mut dyn FnMut() -> Option<&'a str>,
    ) -> Result<Option<SavedCount>, ()> {
        let first = next().ok_or(())?;
        if first == NO_TABLE {
            return Ok(None);
        }
        SavedCount::read_on(first, next).map(Some).ok_or(())
    }

    fn read_on<'a>(first: &str, next: &mut dyn FnMut() -> Option<&'a str>) -> Option<SavedCount> {
        let (left, product) = first.strip_prefix("table ")?.split_once(' ')?;
        let line = next()?;
        Some(SavedCount {
            left: left.parse().ok()?,
            product: product.parse().ok()?,
            sweep: match line {
                NO_SWEEP => None,
                _ => Some(SavedSweep::read(line, next)?),
            },
        })
    }
}

impl fmt::Display for SavedCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_components(f, self.left, &self.product)?;
        match &self.sweep {
            Some(sweep) => sweep.fmt(f),
            None => writeln!(f, "{NO_SWEEP}"),
        }
    }
}

/// Writes that there is nothing but the search of the whole.
pub(in crate::engine) fn write_nothing(to: &mut dyn fmt::Write) -> fmt::Result {
    writeln!(to, "{NO_TABLE}")
}

fn write_components(to: &mut dyn fmt::Write, left: usize, product: &BigUint) -> fmt::Result {
    writeln!(to, "table {left} {product}")
}
