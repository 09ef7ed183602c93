//! The memory that may be held: one account, charged before anything is allocated.
//!
//! ```text
//!     account: 64 MiB ──┬── share: tables of a sweep    16 MiB       a share is returned when it is dropped
//!                       ├── share: nodes of a diagram   30 MiB
//!                       └── share: numbers below them   18 MiB       one byte more is refused
//! ```
//!
//! Memory that grows in many steps is charged in steps too: a share grows to the size that the next allocation needs. A caller
//! that is refused manages with less, or stops with what it has.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of bytes that all shares of this account may hold together.
#[derive(Clone, Debug)]
pub(super) struct Account(Arc<Balance>);

#[derive(Debug)]
struct Balance {
    bound: usize,
    held: AtomicUsize,
}

/// An account has no more memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NoMemory {
    /// Bytes that would have been held.
    pub(super) wanted: usize,
}

/// A part of the memory of an account. It is returned when this is dropped.
#[derive(Debug)]
pub(super) struct Share {
    account: Account,
    bytes: usize,
}

impl Account {
    pub(super) fn new(bound: usize) -> Account {
        Account(Arc::new(Balance {
            bound,
            held: AtomicUsize::new(0),
        }))
    }

    /// The maximum number of bytes that may be held.
    pub(super) fn bound(&self) -> usize {
        self.0.bound
    }

    /// Bytes that all shares hold.
    pub(super) fn held(&self) -> usize {
        self.0.held.load(Ordering::Relaxed)
    }

    /// Bytes that may still be taken.
    pub(super) fn left(&self) -> usize {
        self.bound().saturating_sub(self.held())
    }

    /// A share that holds nothing yet.
    pub(super) fn share(&self) -> Share {
        Share {
            account: self.clone(),
            bytes: 0,
        }
    }

    /// A share of this number of bytes.
    pub(super) fn take(&self, bytes: usize) -> Result<Share, NoMemory> {
        let mut share = self.share();
        share.resize(bytes)?;
        Ok(share)
    }
}

impl Default for Account {
    /// An account without a bound.
    fn default() -> Self {
        Account::new(usize::MAX)
    }
}

impl Share {
    /// Bytes that it holds.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Changes the share to this number of bytes. If that is refused, nothing changes.
    pub(super) fn resize(&mut self, bytes: usize) -> Result<(), NoMemory> {
        let Balance { bound, held } = &*self.account.0;
        match bytes.checked_sub(self.bytes) {
            None => {
                held.fetch_sub(self.bytes - bytes, Ordering::Relaxed);
            }
            Some(more) => {
                let before = held.fetch_add(more, Ordering::Relaxed);
                let after = before.saturating_add(more);
                if after > *bound && more > 0 {
                    held.fetch_sub(more, Ordering::Relaxed);
                    return Err(NoMemory { wanted: after });
                }
            }
        }
        self.bytes = bytes;
        Ok(())
    }

    /// Adds this number of bytes to the share.
    pub(super) fn grow(&mut self, more: usize) -> Result<(), NoMemory> {
        self.resize(self.bytes.saturating_add(more))
    }
}

impl Default for Share {
    /// A share of an account without a bound.
    fn default() -> Self {
        Account::default().share()
    }
}

impl Clone for Share {
    /// Another share of the same size, even beyond the bound.
    fn clone(&self) -> Share {
        let held = &self.account.0.held;
        held.fetch_add(self.bytes, Ordering::Relaxed);
        Share {
            account: self.account.clone(),
            bytes: self.bytes,
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let held = &self.account.0.held;
        held.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// A number of bytes in words: in KiB or MiB, rounded up to a tenth.
pub(super) struct Size(pub(super) u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unit, name) = match self.0 {
            0..0x10_0000 => (1u128 << 10, "KiB"),
            _ => (1 << 20, "MiB"),
        };
        let tenths = (10 * u128::from(self.0)).div_ceil(unit);
        match (tenths / 10, tenths % 10) {
            (whole, 0) => write!(f, "{whole} {name}"),
            (whole, tenth) => write!(f, "{whole}.{tenth} {name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_never_overdrawn() {
        let account = Account::new(100);
        let mut one = account.take(60).unwrap();
        let mut other = account.share();
        assert_eq!(other.resize(41), Err(NoMemory { wanted: 101 }));
        assert_eq!((other.bytes(), account.left()), (0, 40));
        other.resize(40).unwrap();
        assert!(one.grow(1).is_err());
        one.resize(10).unwrap();
        one.grow(50).unwrap();
        assert_eq!(account.left(), 0);
        drop(one);
        assert_eq!(account.left(), 60);
    }

    #[test]
    fn a_copy_holds_as_much_again() {
        let account = Account::new(100);
        let one = account.take(70).unwrap();
        let mut copy = one.clone();
        assert_eq!(account.left(), 0);
        assert!(copy.grow(1).is_err());
        copy.resize(20).unwrap();
        assert_eq!(account.left(), 10);
    }

    #[test]
    fn without_a_bound_nothing_is_refused() {
        let mut share = Account::default().share();
        share.resize(usize::MAX).unwrap();
        share.grow(1).unwrap();
    }

    #[test]
    fn a_size_is_shown_in_its_unit() {
        let shown = [0, 1, 1024, 1 << 20, (1 << 20) + 1, 10 << 20, u64::MAX];
        assert_eq!(
            shown.map(|bytes| Size(bytes).to_string()),
            [
                "0 KiB",
                "0.1 KiB",
                "1 KiB",
                "1 MiB",
                "1.1 MiB",
                "10 MiB",
                "17592186044416 MiB"
            ]
        );
    }
}
