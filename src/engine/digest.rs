//! A digest that distinguishes texts: FNV-1a with 128 bits (G. Fowler, L. C. Noll, K.-P. Vo, RFC 9923). It detects files that
//! were damaged or belong to something else, but not deliberate forgery.

use std::fmt::{self, Write as _};
use std::num::ParseIntError;
use std::str::FromStr;

use crate::problem::Problem;

const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// The digest of a text, 32 hexadecimal digits as text.
///
/// ```
/// use dominox::engine::Digest;
/// assert_eq!(Digest::of(b"a").to_string(), "d228cb696f1a8caf78912b704e4a8964");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digest(u128);

impl Digest {
    /// The digest of some bytes.
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(BASIS).with(bytes)
    }

    /// The digest of the text of a problem with its facts: the same for equal problems.
    pub fn of_problem(problem: &Problem) -> Digest {
        let mut digest = Digest(BASIS);
        // Writing to a digest does not fail.
        let _ = write!(digest, "{problem}");
        for option in problem.options() {
            for fact in problem.facts(option) {
                let _ = write!(digest, "{} {fact};", option.index());
            }
        }
        digest
    }

    fn with(self, bytes: &[u8]) -> Digest {
        let step = |digest: u128, &byte: &u8| (digest ^ u128::from(byte)).wrapping_mul(PRIME);
        Digest(bytes.iter().fold(self.0, step))
    }
}

impl fmt::Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        *self = self.with(text.as_bytes());
        Ok(())
    }
}

/// Writes a text to another writer, and computes its digest.
///
/// ```
/// use dominox::engine::{Digest, Digesting};
/// use std::fmt::Write;
/// let mut text = String::new();
/// let mut to = Digesting::new(&mut text);
/// write!(to, "{}", 12)?;
/// assert_eq!((to.digest(), text), (Digest::of(b"12"), "12".to_owned()));
/// # Ok::<(), std::fmt::Error>(())
/// ```
pub struct Digesting<'a> {
    to: &'a mut dyn fmt::Write,
    digest: Digest,
}

impl fmt::Debug for Digesting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Digesting")
            .field("digest", &self.digest)
            .finish_non_exhaustive()
    }
}

impl<'a> Digesting<'a> {
    /// Before anything is written.
    pub fn new(to: &'a mut dyn fmt::Write) -> Digesting<'a> {
        Digesting {
            to,
            digest: Digest(BASIS),
        }
    }

    /// The digest of what was written.
    pub fn digest(&self) -> Digest {
        self.digest
    }
}

impl fmt::Write for Digesting<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.digest = self.digest.with(text.as_bytes());
        self.to.write_str(text)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for Digest {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Digest, ParseIntError> {
        u128::from_str_radix(text, 16).map(Digest)
    }
}
