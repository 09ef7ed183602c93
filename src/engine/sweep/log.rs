//! Powers and logarithms to base 2 that are the same on every machine: additions and products alone, which the standard
//! for floating point fixes to the last bit. They are right to eight digits.

/// Digits of a number of 64 bits that stand for the fraction.
const FRACTION: u32 = 52;
const BIAS: i64 = 1023;

/// The logarithm of a number; of one below 1, 0.
pub(super) fn log2(number: f64) -> f64 {
    if number.is_nan() || number <= 1.0 {
        return 0.0;
    }
    let bits = number.to_bits();
    let exponent = (bits >> FRACTION) as i64 - BIAS;
    let mantissa = f64::from_bits(bits & ((1 << FRACTION) - 1) | (BIAS as u64) << FRACTION);
    // ln m = 2 (s + s³/3 + s⁵/5 + …) with s = (m − 1) / (m + 1), at most a third.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let series = (0..9)
        .rev()
        .fold(0.0, |sum, k| sum * square + 1.0 / f64::from(2 * k + 1));
    exponent as f64 + 2.0 * s * series / std::f64::consts::LN_2
}

/// 2 to this power, between 2⁻¹⁰⁰⁰ and 2¹⁰⁰⁰.
pub(super) fn exp2(power: f64) -> f64 {
    let power = power.clamp(-1000.0, 1000.0);
    let whole = power.floor();
    let rest = (power - whole) * std::f64::consts::LN_2;
    // eˣ = 1 + x (1 + x/2 (1 + x/3 (…))).
    let series = (1..=11)
        .rev()
        .fold(1.0, |sum, k| 1.0 + rest / f64::from(k) * sum);
    series * f64::from_bits(((whole as i64 + BIAS) as u64) << FRACTION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_right_to_eight_digits() {
        for step in 0..4000 {
            let power = f64::from(step) / 40.0 - 20.0;
            let ratio = exp2(power) / power.exp2();
            assert!((ratio - 1.0).abs() < 1e-8, "2^{power}: {ratio}");
            let number = 1.0 + f64::from(step) * f64::from(step) / 7.0;
            let error = log2(number) - number.log2();
            assert!(error.abs() < 1e-8, "log {number}: {error}");
        }
    }

    #[test]
    fn what_is_out_of_range_stays_finite() {
        assert_eq!(exp2(1e9), exp2(1000.0));
        assert_eq!(exp2(-1e9), exp2(-1000.0));
        for number in [0.0, -1.0, 1.0, f64::NAN] {
            assert_eq!(log2(number), 0.0);
        }
        assert_eq!(log2(1024.0), 10.0);
    }
}
