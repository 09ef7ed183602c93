//! Sums of powers of two, however large.
//!
//! ```text
//!     2^3 + 2^1000 + 2^2000  ≈  1.0 · 2^2000          value · 2^scale
//! ```
//!
//! Every operation is exact, or rounded as in the floating-point standard, so all machines compute the same.

use num_bigint::BigUint;

use crate::engine::count::Count;

/// A non-negative number: `value · 2^scale`, to about 15 digits.
///
/// The value is less than 2^1000, since it is a sum of fewer than 2^64 numbers up to 2^[`SPAN`].
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::engine) struct Sum {
    value: f64,
    scale: u32,
}

/// A number that exceeds the scale by more than this many bits raises the scale.
const SPAN: u32 = 512;

impl Sum {
    pub fn power(exponent: u32) -> Sum {
        Sum {
            value: 1.0,
            scale: exponent,
        }
    }

    /// Adds `2^exponent`.
    pub fn add_power(&mut self, exponent: u32) {
        if exponent > self.scale.saturating_add(SPAN) {
            self.value = self.at_scale(exponent);
            self.scale = exponent;
        }
        self.value += power(i64::from(exponent) - i64::from(self.scale));
    }

    pub fn add(&mut self, more: Sum) {
        let scale = self.scale.max(more.scale);
        self.value = self.at_scale(scale) + more.at_scale(scale);
        self.scale = scale;
    }

    /// The product with a number.
    pub fn times(self, factor: u32) -> Sum {
        let product = self.at_scale(self.log2()) * f64::from(factor);
        Sum {
            value: product,
            scale: self.log2(),
        }
    }

    pub fn is_zero(self) -> bool {
        self.value == 0.0
    }

    /// The number as a multiple of `2^scale`; zero or infinite if that is out of range.
    pub fn at_scale(self, scale: u32) -> f64 {
        self.value * power(i64::from(self.scale) - i64::from(scale))
    }

    /// The scale at which the number is from 1 to 2; 0 for a number less than 1.
    pub fn log2(self) -> u32 {
        let bits = (self.value.to_bits() >> 52) as u32;
        (self.scale + bits).saturating_sub(1023)
    }

    /// The ratio to `other`; infinite if `other` is zero.
    pub fn ratio(self, other: Sum) -> f64 {
        let scale = self.log2().max(other.log2());
        match other.is_zero() {
            true => f64::INFINITY,
            false => self.at_scale(scale) / other.at_scale(scale),
        }
    }
}

impl From<u64> for Sum {
    fn from(number: u64) -> Self {
        Sum {
            value: number as f64,
            scale: 0,
        }
    }
}

/// `value · 2^scale`, rounded to a whole number; `value` is neither negative nor infinite.
pub(super) fn rounded(value: f64, scale: u32) -> Count {
    const MANTISSA: u32 = 52;
    let exponent = (value.to_bits() >> MANTISSA) as i64 - 1023;
    let kept = i64::from(MANTISSA) - exponent;
    // The value as a 53-bit whole number times a power of two.
    let shift = i64::from(scale) - kept;
    if shift <= 0 {
        return Count::from((value * power(scale.into())).round() as u64);
    }
    let whole = value * power(kept);
    Count::from(BigUint::from(whole as u64) << shift as u64)
}

/// `2^exponent`; zero or infinite if that is out of range.
fn power(exponent: i64) -> f64 {
    match exponent {
        ..-1022 => 0.0,
        -1022..1024 => f64::from_bits(((exponent + 1023) as u64) << 52),
        _ => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_precise_however_large() {
        let mut sum = Sum::default();
        for exponent in [0, 0, 3, 5] {
            sum.add_power(exponent);
        }
        assert_eq!((sum.at_scale(0), sum.log2()), (42.0, 5));
        sum.add(Sum::from(22));
        assert_eq!(
            (sum.at_scale(0), sum.at_scale(3), sum.log2()),
            (64.0, 8.0, 6)
        );
        for exponent in [511, 513, 1025, 5000] {
            sum.add_power(exponent);
            assert_eq!(sum.log2(), exponent);
        }
        sum.add_power(5000);
        sum.add_power(4999);
        assert_eq!(sum.at_scale(4999), 5.0);
        assert_eq!(sum.ratio(Sum::power(4998)), 10.0);
        assert_eq!(sum.ratio(Sum::default()), f64::INFINITY);
        assert_eq!(Sum::default().ratio(sum), 0.0);
        assert_eq!(Sum::default().log2(), 0);
    }

    #[test]
    fn numbers_are_rounded_to_whole_ones() {
        assert_eq!(rounded(0.0, 7), 0);
        assert_eq!(rounded(0.3, 0), 0);
        assert_eq!(rounded(0.3, 2), 1);
        assert_eq!(rounded(1e-300, 10), 0);
        assert_eq!(rounded(5.0, 1), 10);
        assert_eq!(rounded(1.25, 62), 5 << 60);
        assert_eq!(rounded(2f64.powi(52) + 1.0, 0), (1 << 52) + 1);
        assert_eq!(rounded(2f64.powi(53) + 2.0, 0), (1 << 53) + 2);
        let large = rounded(5.0, 5000);
        assert_eq!(large.to_biguint(), BigUint::from(5u8) << 5000);
    }
}
