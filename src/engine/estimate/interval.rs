//! The interval that should contain the true number.
//!
//! The numbers of the probes are a sample. Their mean is the estimate, and their spread shows how far off it may be. The sample
//! is skewed: a few probes find much more than the others. A number cannot be negative, but it may be far above its estimate.
//! So the interval is that of a gamma distribution with the mean and the variance of the estimate; 'the mean plus or minus two
//! standard errors' would be that of a normal distribution:
//!
//! ```text
//!     mean 10, standard error 5         normal    0.2 ├────────●────────┤ 19.8
//!                                       gamma       2.7 ├──────●─────────────┤ 22.3
//! ```
//!
//! The upper end assumes one more of the heaviest things that could have been met (M. P. Fay and E. J. Feuer,
//! *Statistics in Medicine* 16, 1997, for sums of numbers with weights). So the interval has an upper end even if
//! nothing was met.

use super::sum::{Sum, rounded};
use crate::engine::count::Count;

/// An estimated number, with an interval that contains the true number with a probability of about 95 %.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Interval {
    /// The estimate.
    pub mean: Count,
    /// The lower end of the interval.
    pub low: Count,
    /// The upper end; `None` if there were too few probes for one, or only random walks.
    pub high: Option<Count>,
    /// The share of the estimate that the largest probe contributes, from 0 to 1. If it is large, the estimate depends on few
    /// lucky probes; other probes might have been luckier, and the interval is too narrow.
    pub largest_share: f64,
}

impl Interval {
    pub(super) fn exactly(number: Count) -> Interval {
        Interval {
            mean: number.clone(),
            low: number.clone(),
            high: Some(number),
            largest_share: 0.0,
        }
    }

    /// The interval of the mean of a sample. The true mean is at least `least`; `heaviest` is the logarithm to base 2
    /// of the largest number that a single thing stood for.
    pub(super) fn of(sample: &[Sum], heaviest: u32, least: u64) -> Interval {
        let moments = Moments::of(sample, heaviest);
        let Moments {
            scale,
            mean,
            variance,
            largest,
        } = moments;
        let count = sample.len() as f64;
        let least_count = Count::from(least);
        let at_least = |value| rounded(value, scale).max(least_count.clone());
        if sample.len() < 2 {
            return Interval {
                mean: at_least(mean),
                low: least_count,
                high: None,
                largest_share: 1.0,
            };
        }
        let deviation = student(sample.len() - 1);
        let one_more = Sum::power(heaviest).at_scale(scale) / count;
        let (upper_mean, upper_variance) = (mean + one_more, variance + one_more * one_more);
        let total = mean * count;
        Interval {
            mean: at_least(mean),
            low: at_least(gamma(mean, variance, -deviation)),
            high: Some(at_least(gamma(upper_mean, upper_variance, deviation))),
            largest_share: if total > 0.0 { largest / total } else { 0.0 },
        }
    }
}

/// No estimate is too large on the average, so at most one in ten thousand is more than ten thousand times too large: this part of it
/// is always taken to be sure.
const SURE: f64 = 1e-4;

/// The mean of a sample, and how far off it may be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::engine) struct Spread {
    /// The mean; infinite if it is out of range.
    pub mean: f64,
    /// The true mean is hardly less than this part of it,
    pub low: f64,
    /// or more than this many times as much.
    pub high: f64,
}

impl Spread {
    /// Of a sample of one or more, with the ends that an [`Interval`] has. But a third of what remains without the largest
    /// one is always taken to be sure, as one may be far too large, but hardly two; and no less than [`SURE`].
    pub fn of(sample: &[Sum]) -> Spread {
        let moments = Moments::of(sample, 0);
        let (mean, low, high) = match sample.len() {
            0 | 1 => (moments.mean, SURE, f64::INFINITY),
            count => {
                let deviations = student(count - 1);
                let end = |deviations| gamma(moments.mean, moments.variance, deviations);
                let (low, high) = (end(-deviations), end(deviations));
                let others = 1.0 - moments.largest / (moments.mean * count as f64);
                let low = (low / moments.mean).max(others / 3.0).max(SURE);
                (moments.mean, low, high / moments.mean)
            }
        };
        Spread {
            mean: mean / Sum::power(0).at_scale(moments.scale),
            low,
            high,
        }
    }
}

/// What is known about a sample, as multiples of `2^scale`.
struct Moments {
    scale: u32,
    mean: f64,
    /// That of the mean.
    variance: f64,
    largest: f64,
}

impl Moments {
    /// At the scale of the largest one, or at this scale, if that is larger.
    fn of(sample: &[Sum], scale: u32) -> Moments {
        let largest = sample.iter().map(|sum| sum.log2()).max().unwrap_or(0);
        let scale = scale.max(largest);
        let values = || sample.iter().map(|sum| sum.at_scale(scale));
        let count = sample.len().max(1) as f64;
        let mean = values().sum::<f64>() / count;
        let squares: f64 = values().map(|value| (value - mean) * (value - mean)).sum();
        Moments {
            scale,
            mean,
            variance: squares / (count - 1.0).max(1.0) / count,
            largest: values().fold(0.0, f64::max),
        }
    }
}

/// The value that a gamma distribution with this mean and variance exceeds as rarely as a normal distribution exceeds
/// `deviations` standard deviations (E. B. Wilson and M. M. Hilferty, *Proceedings of the National Academy of Sciences*
/// 17, 1931).
fn gamma(mean: f64, variance: f64, deviations: f64) -> f64 {
    if mean == 0.0 {
        return 0.0;
    }
    let ninth = variance / (mean * mean) / 9.0;
    let root = (1.0 - ninth + deviations * ninth.sqrt()).max(0.0);
    mean * root * root * root
}

/// The deviations that Student's distribution with `degrees` degrees of freedom exceeds in 2.5 % of all cases (the
/// first terms of its expansion, which are too few below 3 degrees).
fn student(degrees: usize) -> f64 {
    let (z, n) = (1.959_964, degrees as f64);
    let (z3, z5) = (z * z * z, z * z * z * z * z);
    z + (z3 + z) / (4.0 * n) + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(values: &[u64]) -> Vec<Sum> {
        values.iter().map(|&value| Sum::from(value)).collect()
    }

    fn ends(interval: &Interval) -> (u64, u64) {
        let high = interval.high.as_ref().and_then(Count::to_u64);
        (interval.low.to_u64().unwrap(), high.unwrap())
    }

    #[test]
    fn a_sample_without_scatter_leaves_no_doubt_but_of_one_more() {
        let interval = Interval::of(&sample(&[1_000_000; 100]), 0, 0);
        assert_eq!(interval.mean, 1_000_000);
        assert_eq!(ends(&interval), (1_000_000, 1_000_000));
        assert_eq!(interval.largest_share, 0.01);
    }

    #[test]
    fn nothing_met_is_less_than_four_times_the_heaviest() {
        let interval = Interval::of(&sample(&[0; 64]), 16, 3);
        assert_eq!(interval.mean, 3);
        let (low, high) = ends(&interval);
        assert_eq!(low, 3);
        // 3.69 for a Poisson distribution.
        assert!((3600..4100).contains(&high), "{high}");
    }

    /// Quantiles from tables: Student's distribution, and χ² with 2, 10 and 200 degrees of freedom.
    #[test]
    fn quantiles_are_near_those_of_tables() {
        for (degrees, quantile) in [(4, 2.776), (10, 2.228), (63, 1.998), (1000, 1.962)] {
            assert!((student(degrees) - quantile).abs() < 0.05, "{degrees}");
        }
        let table = [
            (2.0, 0.051, 7.378),
            (10.0, 3.247, 20.483),
            (200.0, 162.728, 241.058),
        ];
        for (mean, low, high) in table {
            assert!(
                (gamma(mean, 2.0 * mean, -1.96) - low).abs() < 0.05,
                "{mean}"
            );
            assert!(
                (gamma(mean, 2.0 * mean, 1.96) - high).abs() < 0.05,
                "{mean}"
            );
        }
    }

    #[test]
    fn ends_do_not_depend_on_the_scale() {
        let values = [3u32, 5, 4, 7, 5, 4];
        let of = |scale: u32| {
            let power = |value: &u32| Sum::power(value + scale);
            Interval::of(&values.iter().map(power).collect::<Vec<_>>(), scale, 0)
        };
        let (small, large) = (of(40), of(4040));
        let word = |count: &Count| u64::try_from(count.to_biguint()).unwrap();
        let shifted = |count: &Count| u64::try_from(count.to_biguint() >> 4000u32).unwrap();
        assert!(small.low < small.mean && Some(&small.mean) < small.high.as_ref());
        for (small, large) in [(&small.mean, &large.mean), (&small.low, &large.low)] {
            assert!(
                word(small).abs_diff(shifted(large)) <= 1,
                "{small}, {large}"
            );
        }
        assert_eq!(small.largest_share, large.largest_share);
    }

    #[test]
    fn one_probe_has_no_upper_end() {
        let interval = Interval::of(&sample(&[9]), 0, 2);
        assert_eq!(
            (interval.mean, interval.low, interval.high),
            (Count::from(9), Count::from(2), None)
        );
        assert_eq!(Interval::of(&[], 0, 2).mean, 2);
    }

    #[test]
    fn a_spread_trusts_all_but_the_largest_one() {
        let same = Spread::of(&sample(&[1000; 8]));
        assert_eq!((same.mean, same.low, same.high), (1000.0, 1.0, 1.0));
        // 9 % are not from the largest one, and a third of that is sure.
        let mut values = vec![100; 9];
        values.push(9_100);
        let one_huge = Spread::of(&sample(&values));
        assert_eq!(one_huge.mean, 1000.0);
        assert!((one_huge.low - 0.09 / 3.0).abs() < 1e-9, "{one_huge:?}");
        assert!(one_huge.high > 2.0, "{one_huge:?}");
        assert_eq!(Spread::of(&[Sum::power(200), Sum::power(40)]).low, SURE);
        let alone = Spread::of(&sample(&[7]));
        assert_eq!(
            (alone.mean, alone.low, alone.high),
            (7.0, SURE, f64::INFINITY)
        );
    }
}
