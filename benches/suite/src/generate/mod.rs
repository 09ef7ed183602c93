//! Families of exact-cover problems: each in any size, the same text for the same size and seed.
//!
//! ```text
//!     name, size, seed ──FAMILIES──▶ Cover ──shuffled, if asked──▶ text
//! ```
//!
//! A family is a function from the numbers of its size and a source of random numbers to a [`Cover`]. Families of one
//! kind share a file; the table below is the only other place that knows them.

mod boards;
mod cover;
mod random;
mod sequences;
mod sets;

pub use cover::{Cover, Entry, Item};
pub use random::Random;

/// A family of problems.
#[derive(Debug)]
pub struct Family {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What the numbers of a size are.
    pub size: &'static [&'static str],
    /// One line that says what is to be found.
    pub about: &'static str,
    /// Makes the problem of a size, or says why that size is none.
    pub make: fn(&[usize], &mut Random) -> Result<Cover, String>,
}

/// All families, file by file.
pub static FAMILIES: &[&[Family]] = &[boards::FAMILIES, sequences::FAMILIES, sets::FAMILIES];

/// The problem of a family, as text is read: `queens`, `8`, or `planted`, `1000,3000,100`.
///
/// # Errors
/// If there is no such family, or the size is none of its sizes.
pub fn generate(name: &str, size: &str, seed: u64) -> Result<Cover, String> {
    let family = FAMILIES
        .iter()
        .copied()
        .flatten()
        .find(|family| family.name == name)
        .ok_or_else(|| format!("no family is called `{name}`; `--list` shows all"))?;
    let expected = || format!("{name}: expected a size {}", family.size.join(","));
    let numbers: Result<Vec<usize>, _> = size.split(',').map(str::parse).collect();
    let numbers = numbers.map_err(|_| expected())?;
    if numbers.len() != family.size.len() {
        return Err(expected());
    }
    (family.make)(&numbers, &mut Random::new(seed)).map_err(|reason| format!("{name}: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_distinct_and_sizes_are_checked() {
        let mut names = HashSet::new();
        for family in FAMILIES.iter().copied().flatten() {
            assert!(names.insert(family.name), "{} stands twice", family.name);
        }
        assert!(generate("queens", "8", 1).is_ok());
        let error = |name, size| generate(name, size, 1).unwrap_err();
        assert_eq!(error("queens", "8,8"), "queens: expected a size N");
        assert_eq!(error("queens", "x"), "queens: expected a size N");
        assert_eq!(
            error("qeens", "8"),
            "no family is called `qeens`; `--list` shows all"
        );
    }
}
