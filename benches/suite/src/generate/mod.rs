//! Families of exact-cover problems: each has any size, and the same text for the same size and seed.
//!
//! ```text
//!     name, size, seed ──FAMILIES──▶ Cover ──shuffled, if asked──▶ text
//! ```
//!
//! A family is a function from the numbers of its size and a source of random numbers to a [`Cover`]. Families of one
//! kind share a file; the table below is the only other place that knows them.
// Loops go over the numbers of places.
#![allow(clippy::needless_range_loop)]

mod boards;
mod cover;
mod crowds;
mod demands;
mod designs;
mod draws;
mod graphs;
mod multiple;
mod networks;
mod packings;
mod plans;
mod quasigroups;
mod random;
mod ruled;
mod sequences;
mod sets;
mod squares;
mod tiles;
mod tilings;
mod words;

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
    /// Makes the problem of a size, or says why there is none of that size.
    pub make: fn(&[usize], &mut Random) -> Result<Cover, String>,
}

/// All families, file by file.
pub static FAMILIES: &[&[Family]] = &[
    boards::FAMILIES,
    crowds::FAMILIES,
    demands::FAMILIES,
    designs::FAMILIES,
    draws::FAMILIES,
    graphs::FAMILIES,
    multiple::FAMILIES,
    networks::FAMILIES,
    packings::FAMILIES,
    plans::FAMILIES,
    quasigroups::FAMILIES,
    ruled::FAMILIES,
    sequences::FAMILIES,
    sets::FAMILIES,
    squares::FAMILIES,
    tiles::FAMILIES,
    tilings::FAMILIES,
    words::FAMILIES,
];

/// The problem of a family, as text is read: `queens`, `8`, or `planted`, `1000,3000,100`.
///
/// # Errors If there is no such family, or if it has no such size.
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
        for (name, size) in [
            ("design", "7,1,1"),
            ("line-sums", "3,0,1"),
            ("nurses", "0,5"),
            ("covering", "33,2,3"),
        ] {
            assert!(error(name, size).starts_with(name), "{name} {size}");
        }
        assert_eq!(
            error("qeens", "8"),
            "no family is called `qeens`; `--list` shows all"
        );
    }

    #[test]
    fn small_ones_have_the_numbers_of_solutions_that_are_known() {
        for (family, size, solutions) in [
            ("near-matchings", "6,5", 15),
            ("random-matchings", "6,15", 15),
            ("near-colourings", "4,3,5", 5 * 4 * 3 * 2),
            ("random-colourings", "3,3,4", 4 * 3 * 2),
            ("near-clusters", "4,3,4", 15),
            ("random-clusters", "6,15,3", 10),
            ("tree-paths", "2,2", 2),
            ("partitions", "6,6", 203),
            ("triples", "7,35", 30),
            ("latin", "4,0", 576),
            ("latin", "5,24", 1),
            ("sudoku", "2,2,0", 288),
            ("sudoku", "2,3,35", 1),
            ("permanent", "5,100", 120),
            ("words", "2,3,99,1", 1),
            ("polyominoes", "4,4,0,2", 36),
            ("polyominoes", "4,4,0,4", 117),
            ("rectangles", "3,3,9", 322),
            ("wang", "2,3,2,1", 64),
            ("queens", "8", 92),
            ("dominoes", "8,8,0", 12_988_816),
            ("mutilated", "6", 0),
            ("pigeons", "4", 0),
            ("langford", "8", 2 * 150),
            ("skolem", "8", 504),
            ("costas", "6", 116),
            ("quasigroup", "4,16", 576),
            ("sums", "4,1", 1),
            ("shift", "9", 10),
            ("exactly", "3,7", 35),
            ("unequal", "4,0", 576),
            ("rounds", "6", 6 * 120),
            ("steiner", "9", 840),
            ("pentominoes", "6,10", 4 * 2339),
            ("t-tetrominoes", "8,8", 84),
            ("orthogonal", "4", 12),
            ("timetable", "1,3,3,1", 1),
            ("timetable", "1,2,5,1", 10),
            ("timetable", "2,1,4,1", 12),
        ] {
            let problem = dominox::Problem::parse(&generate(family, size, 1).unwrap().to_string());
            let count = dominox::Solver::new(&problem.unwrap()).unwrap().count();
            assert_eq!(count, solutions, "{family} {size}");
        }
    }

    #[test]
    fn what_is_planted_is_there_in_any_order() {
        for (family, size) in [
            ("blocks", "3,12,30"),
            ("chain", "3,12,30,2"),
            ("tree", "4,12,30,1"),
            ("intervals", "20,30,5"),
            ("k-matching", "3,6,30"),
            ("planted", "12,40,3"),
            ("puzzle", "4,5,4"),
            ("knights", "6,6"),
            ("sums", "5,4"),
            ("unequal", "5,60"),
            ("planted-matching", "14,40"),
            ("planted-colouring", "15,30,3"),
            ("embedding", "6,20,40"),
            ("cut", "5,5,3,5"),
            ("graceful", "6"),
            ("quasigroup", "7,25"),
            ("edges", "3,5"),
            ("roster", "6,5,12"),
            ("boxes", "3,3,2,5"),
            ("strip", "5,4,7"),
            ("skewed", "14,40,6"),
        ] {
            let count = |cover: &Cover| {
                let problem = dominox::Problem::parse(&cover.to_string()).unwrap();
                dominox::Solver::new(&problem).unwrap().count()
            };
            let mut cover = generate(family, size, 2).unwrap();
            let before = count(&cover);
            assert_ne!(before, 0, "{family} {size}");
            cover.shuffle(&mut Random::new(3));
            assert_eq!(count(&cover), before, "{family} {size}");
        }
    }
}
