//! What work with a finished diagram may take: the time and the memory that are left of those it was built with.

use super::Zdd;
use super::fault::{ZddError, ZddProgress};
use crate::engine::limits::{Limit, Outside, Watch};
use crate::engine::memory::{Account, NoMemory};

/// The limits of a diagram, and of all that is computed from it.
#[derive(Clone, Default, Debug)]
pub(in crate::engine) struct Within {
    pub(in crate::engine) outside: Outside,
    pub(in crate::engine) account: Account,
}

/// Work under way.
pub(super) struct Work<'a> {
    watch: Watch,
    pub(super) account: &'a Account,
}

/// Why work ended early.
#[derive(Debug)]
pub(super) enum Stop {
    Limit(Limit),
    Memory(NoMemory),
}

impl Within {
    pub(super) fn work(&self) -> Work<'_> {
        Work {
            watch: self.outside.watch(),
            account: &self.account,
        }
    }

    /// Work without any limit.
    pub(super) fn no_limits<T>(work: impl FnOnce(&Work) -> Result<T, Stop>) -> T {
        let done = work(&Within::default().work());
        done.expect("nothing limits this work")
    }
}

impl Work<'_> {
    /// Counts work, in steps of about a nanosecond.
    #[inline]
    pub(super) fn spend(&self, work: usize) -> Result<(), Stop> {
        Ok(self.watch.spend(work as u64)?)
    }
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Stop {
        Stop::Limit(limit)
    }
}

impl From<NoMemory> for Stop {
    fn from(refused: NoMemory) -> Stop {
        Stop::Memory(refused)
    }
}

impl Zdd {
    /// Does some work within the limits of the diagram.
    pub(super) fn within<T>(
        &self,
        work: impl FnOnce(&Work) -> Result<T, Stop>,
    ) -> Result<T, ZddError> {
        work(&self.within.work()).map_err(|stop| {
            let mut at = ZddProgress {
                is_made: true,
                nodes: self.node_count() as u64,
                bytes: self.bytes() as u64,
                ..ZddProgress::default()
            };
            match stop {
                Stop::Limit(limit) => ZddError::Stopped(limit, at),
                Stop::Memory(NoMemory { wanted }) => {
                    at.bytes = wanted as u64;
                    let bound = self.within.account.bound() as u64;
                    ZddError::Memory { bound, at }
                }
            }
        })
    }
}
