//! Numbers of solutions, which never wrap.
//!
//! A count is a machine word as long as it fits, checked at each step, and a big integer from then on:
//!
//! ```text
//!     18446744073709551615 + 1 = 18446744073709551616
//!     Word(u64::MAX)             Big(2^64)
//! ```

use std::fmt;
use std::ops::AddAssign;
use std::str::FromStr;

use num_bigint::{BigUint, ParseBigIntError};

/// An exact number of solutions, of any size.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Count(Repr);

/// A number is `Big` only if it does not fit into a word, so that equal numbers are equal values and words come
/// before big ones in the derived order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Repr {
    Word(u64),
    Big(BigUint),
}

impl Count {
    /// No solutions.
    pub const ZERO: Count = Count(Repr::Word(0));

    /// The number, if it fits into 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        match self.0 {
            Repr::Word(word) => Some(word),
            Repr::Big(_) => None,
        }
    }

    /// The share of `all` that this number is, to about 15 digits, however large both are. If `all` is 0, the share is 0.
    ///
    /// ```
    /// use dominox::engine::Count;
    /// let large = |first: &str| (first.to_owned() + &"0".repeat(400)).parse::<Count>().unwrap();
    /// assert!((large("1").share_of(&large("4")) - 0.25).abs() < 1e-12);
    /// ```
    pub fn share_of(&self, all: &Count) -> f64 {
        let ((part, shift), (whole, shift_of_whole)) = (self.leading(), all.leading());
        if whole == 0.0 {
            return 0.0;
        }
        // Beyond the range of `i32`, the share is 0 or infinite anyway.
        let shift = (shift as i64 - shift_of_whole as i64).clamp(i32::MIN.into(), i32::MAX.into());
        part / whole * 2f64.powi(shift as i32)
    }

    /// The leading bits, and how many bits follow them.
    fn leading(&self) -> (f64, u64) {
        match &self.0 {
            Repr::Word(word) => (*word as f64, 0),
            Repr::Big(big) => {
                let shift = big.bits() - u64::from(u64::BITS);
                let leading = u64::try_from(big >> shift).expect("64 bits are left");
                (leading as f64, shift)
            }
        }
    }

    /// The number as a big integer.
    pub fn to_biguint(&self) -> BigUint {
        match &self.0 {
            Repr::Word(word) => BigUint::from(*word),
            Repr::Big(big) => big.clone(),
        }
    }
}

impl From<u64> for Count {
    fn from(word: u64) -> Self {
        Count(Repr::Word(word))
    }
}

impl From<BigUint> for Count {
    fn from(big: BigUint) -> Self {
        match u64::try_from(&big) {
            Ok(word) => Count::from(word),
            Err(_) => Count(Repr::Big(big)),
        }
    }
}

impl AddAssign<u64> for Count {
    fn add_assign(&mut self, more: u64) {
        match &mut self.0 {
            Repr::Word(word) => match word.checked_add(more) {
                Some(sum) => *word = sum,
                None => self.0 = Repr::Big(BigUint::from(*word) + more),
            },
            Repr::Big(big) => *big += more,
        }
    }
}

impl AddAssign<&Count> for Count {
    fn add_assign(&mut self, more: &Count) {
        match &more.0 {
            Repr::Word(word) => *self += *word,
            Repr::Big(big) => self.0 = Repr::Big(self.to_biguint() + big),
        }
    }
}

impl Default for Count {
    fn default() -> Self {
        Count::ZERO
    }
}

impl PartialEq<u64> for Count {
    fn eq(&self, other: &u64) -> bool {
        self.to_u64() == Some(*other)
    }
}

impl FromStr for Count {
    type Err = ParseBigIntError;

    /// Reads decimal digits.
    fn from_str(text: &str) -> Result<Count, ParseBigIntError> {
        text.parse::<BigUint>().map(Count::from)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Word(word) => word.fmt(f),
            Repr::Big(big) => big.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_spills_into_a_big_integer_and_keeps_its_order() {
        let last = Count::from(u64::MAX);
        let mut next = last.clone();
        next += 1;
        assert_eq!(next.to_string(), "18446744073709551616");
        assert_eq!(next.to_u64(), None);
        assert!(next > last && last > Count::ZERO);
        next += u64::MAX;
        assert_eq!(next.to_biguint(), (BigUint::from(1u8) << 65) - 1u8);
        let mut sum = Count::default();
        for more in [Count::from(3), next, last] {
            sum += &more;
        }
        assert_eq!(sum.to_biguint(), (BigUint::from(3u8) << 64) + 1u8);
    }
}
