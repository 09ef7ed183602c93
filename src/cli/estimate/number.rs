//! Numbers of any size in a few digits, and times.

use std::fmt;

use dominox::Count;

/// A number that is not negative, to about 15 digits: `mantissa · 10^exponent`, the mantissa being 0 or from 1 to 10.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    mantissa: f64,
    exponent: i64,
}

impl Number {
    pub fn of(count: &Count) -> Number {
        let digits = count.to_string();
        let (first, rest) = digits.split_at(1);
        let rest = &rest[..rest.len().min(17)];
        Number {
            mantissa: format!("{first}.{rest}").parse().unwrap_or(0.0),
            exponent: digits.len() as i64 - 1,
        }
    }

    /// The product with a factor.
    pub fn times(self, factor: f64) -> Number {
        let mut product = Number {
            mantissa: self.mantissa * factor,
            exponent: self.exponent,
        };
        while product.mantissa >= 10.0 {
            product.mantissa /= 10.0;
            product.exponent += 1;
        }
        while product.mantissa < 1.0 && product.mantissa > 0.0 {
            product.mantissa *= 10.0;
            product.exponent -= 1;
        }
        product
    }

    /// Three digits; whole numbers below 100,000 in full.
    pub fn short(self) -> String {
        self.in_digits(2, 5)
    }

    /// As a whole number, if it is one of at most `whole` digits; otherwise with `decimals` digits after the point and
    /// an exponent.
    fn in_digits(self, decimals: usize, whole: i64) -> String {
        let value = self.mantissa * 10f64.powi(self.exponent.clamp(-300, 300) as i32);
        if self.mantissa == 0.0 {
            return "0".into();
        }
        if (0..whole).contains(&self.exponent) && (value - value.round()).abs() < 1e-6 * value {
            return format!("{value:.0}");
        }
        let rounded = format!("{:.decimals$}", self.mantissa);
        match rounded.strip_prefix("10.") {
            Some(zeros) => format!("1.{zeros}e{}", self.exponent + 1),
            None => format!("{rounded}e{}", self.exponent),
        }
    }
}

/// For programs: seven digits; whole numbers below 10^15 in full.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_digits(6, 15))
    }
}

/// Seconds, shown in a suitable unit.
pub struct Time(pub Number);

const UNITS: [(f64, f64, &str); 6] = [
    (0.001, 1e-6, "µs"),
    (120.0, 1.0, "s"),
    (7_200.0, 60.0, "minutes"),
    (172_800.0, 3_600.0, "hours"),
    (63_115_200.0, 86_400.0, "days"),
    (f64::INFINITY, 31_557_600.0, "years"),
];

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Number { mantissa, exponent } = self.0;
        let seconds = mantissa * 10f64.powi(exponent.clamp(-300, 300) as i32);
        let suits = |(most, ..): &&(f64, f64, &str)| seconds < *most;
        let (_, size, unit) = UNITS.iter().find(suits).unwrap_or(&UNITS[UNITS.len() - 1]);
        let number = self.0.times(1.0 / size);
        match number.exponent {
            ..=0 => write!(
                f,
                "{:.*} {unit}",
                (1 - number.exponent) as usize,
                seconds / size
            ),
            1..=4 => write!(f, "{:.0} {unit}", seconds / size),
            _ => write!(f, "{} {unit}", number.in_digits(1, 0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(mantissa: f64, exponent: i64) -> Number {
        Number { mantissa, exponent }
    }

    #[test]
    fn numbers_are_short_and_of_any_size() {
        let of = |number: u64| Number::of(&Count::from(number)).short();
        let shown = [0, 7, 99_999, 100_000, 999_999, 12_988_816].map(of);
        assert_eq!(shown, ["0", "7", "99999", "1.00e5", "1.00e6", "1.30e7"]);
        assert_eq!(number(9.999, 1500).short(), "1.00e1501");
        assert_eq!(
            Number::of(&Count::from(u64::MAX)).to_string(),
            "1.844674e19"
        );
        assert_eq!(Number::of(&Count::from(12_988_816)).to_string(), "12988816");
        assert_eq!(number(1.0, 1).times(0.033).to_string(), "3.300000e-1");
    }

    #[test]
    fn times_have_the_unit_that_suits_them() {
        let shown = [
            (0.0, 0),
            (2.0, -4),
            (1.0, -3),
            (4.24, -3),
            (8.5, -1),
            (1.25, 0),
            (3.4, 1),
            (6.0, 2),
            (3.0, 4),
            (8.64, 6),
        ]
        .map(|(mantissa, exponent)| Time(number(mantissa, exponent)).to_string());
        assert_eq!(
            shown,
            [
                "0.0 µs",
                "200 µs",
                "0.0010 s",
                "0.0042 s",
                "0.85 s",
                "1.2 s",
                "34 s",
                "10 minutes",
                "8.3 hours",
                "100 days"
            ]
        );
        let years = |exponent| Time(number(3.2, exponent)).to_string();
        assert_eq!(
            [8, 11, 12, 1500].map(years),
            ["10 years", "10140 years", "1.0e5 years", "1.0e1493 years"]
        );
    }
}
