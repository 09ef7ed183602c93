//! Values of arguments: numbers, times and sizes, and the messages for bad ones.

use std::num::{IntErrorKind, NonZeroU16, ParseIntError};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread::available_parallelism;
use std::time::Duration;

use clap::builder::{PathBufValueParser, TypedValueParser};
use dominox::puzzles::Column;
use dominox::workshop::person::Value;

/// Reads a number of a type that has no zero.
pub fn positive<N: FromStr<Err = ParseIntError>>(text: &str) -> Result<N, String> {
    text.parse()
        .map_err(|error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => {
                let greatest = u128::MAX >> (128 - 8 * size_of::<N>());
                format!("expected a whole number from 1 to {greatest}")
            }
            _ => "expected a whole number, 1 or greater".into(),
        })
}

/// Reads the name of a file that is written. `-`, which stands for standard input elsewhere, is none.
pub fn written() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.as_os_str() == "-" {
        true => Err("expected the name of a file, such as `./-`"),
        false => Ok(path),
    })
}

/// Reads the name or the number of a column.
pub fn column(text: &str) -> Result<Column, String> {
    match text.parse() {
        Ok(0) => Err("columns are numbered from 1".into()),
        _ => Ok(Column::from(text)),
    }
}

/// The maximum number of threads: no machine has more processors.
const MOST_THREADS: u16 = 1024;

/// Reads a number of threads.
pub fn threads(text: &str) -> Result<NonZeroU16, String> {
    let number = text.parse().ok();
    number
        .filter(|number: &NonZeroU16| number.get() <= MOST_THREADS)
        .ok_or_else(|| format!("expected a whole number from 1 to {MOST_THREADS}"))
}

/// The number of threads that is requested, or one per processor.
pub fn threads_or_all(asked: Option<NonZeroU16>) -> usize {
    match asked {
        Some(threads) => threads.get().into(),
        None => available_parallelism().map_or(1, usize::from),
    }
}

/// Reads a seed of random numbers.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// The maximum number of seconds: no clock goes further.
const MOST_SECONDS: f64 = 1e19;

/// Reads a time.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    if seconds.is_some_and(|seconds| seconds > MOST_SECONDS) {
        return Err(format!(
            "expected a number of seconds, at most {MOST_SECONDS:e}"
        ));
    }
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a number of seconds, 0 or greater, such as 2.5".into())
}

/// Reads a number of bytes: a number such as 512 or 1.5 with a unit, in upper or lower case. `K` and `KiB` are 1,024 bytes,
/// and so on; `KB` is 1,000. Fractions of a byte are dropped.
pub fn bytes(text: &str) -> Result<usize, String> {
    let is_of_number = |c: char| c.is_ascii_digit() || c == '.';
    let digits = text.len() - text.trim_start_matches(is_of_number).len();
    let (number, unit) = text.split_at(digits);
    let unit = unit.trim().to_ascii_lowercase();
    let factor: Option<u64> = match &*unit {
        "" | "b" => Some(1),
        "kb" => Some(1000),
        "mb" => Some(1_000_000),
        "gb" => Some(1_000_000_000),
        "tb" => Some(1_000_000_000_000),
        "k" | "kib" => Some(1 << 10),
        "m" | "mib" => Some(1 << 20),
        "g" | "gib" => Some(1 << 30),
        "t" | "tib" => Some(1 << 40),
        _ => None,
    };
    let size = number.parse().ok().zip(factor);
    let size = size.map(|(number, factor): (f64, u64)| number * factor as f64);
    match size {
        Some(size) if size < usize::MAX as f64 => Ok(size as usize),
        Some(_) => Err(format!(
            "too large: expected at most {}TiB",
            usize::MAX >> 40
        )),
        None => Err("expected a number with a unit, such as 512MiB, 1.5GiB or 64K".to_owned()),
    }
}

/// Numbers from one to another, either of which may be left open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    least: Option<usize>,
    greatest: Option<usize>,
}

impl Range {
    /// The numbers, none of them greater than `end` unless the range says so.
    pub fn within(self, end: usize) -> RangeInclusive<usize> {
        self.least.unwrap_or(0)..=self.greatest.unwrap_or(end)
    }
}

/// Ratings of puzzles from one to another, either of which may be left open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratings {
    pub least: Value,
    pub greatest: Value,
}

impl Ratings {
    pub fn contains(self, rating: Value) -> bool {
        (self.least..=self.greatest).contains(&rating)
    }

    /// Why no puzzle has one of these ratings.
    fn refused(self) -> Option<String> {
        let none = "no puzzle has such a rating";
        let least = Value::EASY[0];
        if self.greatest < least {
            return Some(format!("{none}: the lowest one is {least}"));
        }
        if self.least > Value::GREATEST {
            return Some(format!("{none}: none is above {}", Value::GREATEST));
        }
        let mut pairs = Value::EASY.windows(2).map(|pair| (pair[0], pair[1]));
        let (below, above) =
            pairs.find(|&(below, above)| below < self.least && self.greatest < above)?;
        Some(format!("{none}: the nearest are {below} and {above}"))
    }
}

/// Reads a range of ratings: `2.5..4.0`, `2.5..`, `..4` or `4.2`.
pub fn ratings(text: &str) -> Result<Ratings, String> {
    let value = |text: &str| text.parse().ok();
    let or = |text: &str, open: Value| match text.trim() {
        "" => Some(open),
        text => value(text),
    };
    let (least, greatest) = match text.split_once("..") {
        Some((least, greatest)) => (or(least, Value(0)), or(greatest, Value(u16::MAX))),
        None => (value(text), value(text)),
    };
    match (least, greatest) {
        (Some(least), Some(greatest)) if least <= greatest && text != ".." => {
            let ratings = Ratings { least, greatest };
            ratings.refused().map_or(Ok(ratings), Err)
        }
        (Some(least), Some(greatest)) if least > greatest => Err(format!(
            "{least}..{greatest}: the lower limit is above the upper one"
        )),
        _ => Err("expected a range of ratings, such as 2.5..4.0, ..1.5 or 4.2".into()),
    }
}

/// Reads a range of whole numbers: `24..26`, `24..`, `..26` or `24`.
pub fn range(text: &str) -> Result<Range, String> {
    let number = |text: &str| match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some),
    };
    let ends = match text.split_once("..") {
        Some((least, greatest)) => (number(least), number(greatest.trim_start_matches('='))),
        None => (number(text), number(text)),
    };
    match ends {
        (Ok(least), Ok(greatest)) if least.or(greatest).is_some() => Ok(Range { least, greatest }),
        _ => Err("expected a range of whole numbers, such as 24..26, ..25 or 24".into()),
    }
}
