//! The limits of work other than a search, such as the plan of a sweep or the counts of a diagram: time and memory.

use std::cell::Cell;

use super::limits::{Limit, Outside, Watch};
use super::memory::{Account, NoMemory, Share};

/// The limits of such work.
#[derive(Clone, Default, Debug)]
pub(super) struct Within {
    pub(super) outside: Outside,
    pub(super) account: Account,
}

/// Work under way.
pub(super) struct Work<'a> {
    watch: Watch,
    pub(super) account: &'a Account,
    spent: Cell<u64>,
}

/// Why work ended early.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stop {
    Limit(Limit),
    Memory(NoMemory),
}

impl Within {
    pub(super) fn work(&self) -> Work<'_> {
        Work::new(self.outside.watch(), &self.account)
    }

    /// Work without any limit.
    pub(super) fn no_limits<T>(work: impl FnOnce(&Work) -> Result<T, Stop>) -> T {
        let done = work(&Within::default().work());
        done.expect("nothing limits this work")
    }
}

impl<'a> Work<'a> {
    pub(super) fn new(watch: Watch, account: &'a Account) -> Work<'a> {
        Work {
            watch,
            account,
            spent: Cell::new(0),
        }
    }

    /// Counts work, in steps of about a nanosecond.
    #[inline]
    pub(super) fn spend(&self, work: usize) -> Result<(), Stop> {
        self.spent.set(self.spent.get() + work as u64);
        Ok(self.watch.spend(work as u64)?)
    }

    /// The work that was counted.
    pub(super) fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// A share of this number of bytes.
    pub(super) fn take(&self, bytes: usize) -> Result<Share, Stop> {
        Ok(self.account.take(bytes)?)
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
