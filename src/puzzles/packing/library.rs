//! Sets of pieces by name.
//!
//! ```text
//!   pentominoes             the 12, by Golomb's letters: F I L N P T U V W X Y Z
//!   one-sided pentominoes   the 18, none of which may be turned over: F f I L l …
//!   polyhexes 4             all that consist of 4 hexagons: A B C D E F G
//!   soma                    a puzzle by its name
//! ```
//!
//! Flat pieces are free: one of each pair of mirror images, and it may be turned over. Solid pieces are one-sided, like pieces
//! of wood: a set has both of a pair, and neither can become the other.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::lattice::Lattice;
use super::polyform::{Polyform, all};

/// A named piece, and whether it may be turned over.
pub(super) type Named = (String, Polyform, bool);

/// A family of pieces: all of some number of cells.
struct Family {
    /// `poly` and this: `polyominoes 5`.
    ending: &'static str,
    lattice: Lattice,
    /// The words for its members with 1, 2, 3 … cells.
    members: &'static [&'static str],
    sizes: RangeInclusive<usize>,
}

const FAMILIES: [Family; 4] = [
    Family {
        ending: "ominoes",
        lattice: Lattice::Squares,
        members: &[
            "monominoes",
            "dominoes",
            "trominoes",
            "tetrominoes",
            "pentominoes",
            "hexominoes",
            "heptominoes",
            "octominoes",
        ],
        sizes: 1..=8,
    },
    Family {
        ending: "cubes",
        lattice: Lattice::Cubes,
        members: &[
            "monocubes",
            "dicubes",
            "tricubes",
            "tetracubes",
            "pentacubes",
            "hexacubes",
        ],
        sizes: 1..=6,
    },
    Family {
        ending: "hexes",
        lattice: Lattice::Hexagons,
        members: &[
            "monohexes",
            "dihexes",
            "trihexes",
            "tetrahexes",
            "pentahexes",
            "hexahexes",
        ],
        sizes: 1..=7,
    },
    Family {
        ending: "iamonds",
        lattice: Lattice::Triangles,
        members: &[
            "moniamonds",
            "diamonds",
            "triamonds",
            "tetriamonds",
            "pentiamonds",
            "hexiamonds",
            "heptiamonds",
            "octiamonds",
        ],
        sizes: 1..=9,
    },
];

/// A puzzle with pieces of its own.
struct Set {
    name: &'static str,
    lattice: Lattice,
    pieces: &'static [(&'static str, &'static str)],
}

const SETS: [Set; 2] = [
    Set {
        name: "soma",
        lattice: Lattice::Cubes,
        pieces: &[
            ("V", "xx/x."),
            ("L", "xxx/x.."),
            ("T", "xxx/.x."),
            ("Z", "xx./.xx"),
            ("A", "xx/x. .x/.."),
            ("B", "xx/.x x./.."),
            ("P", "xx/x. x./.."),
        ],
    },
    Set {
        name: "bedlam",
        lattice: Lattice::Cubes,
        pieces: &[
            ("A", ".x./xxx/.x."),
            ("B", "xxx/.x. .x./..."),
            ("C", "xxx/..x .../..x"),
            ("D", "xxx/x.. ..x/..."),
            ("E", "xx./.xx/..x"),
            ("F", "xx./.xx/.x."),
            ("G", "xxx/.x. .../.x."),
            ("H", "xxx/x.. x../..."),
            ("I", "xx./x.. .xx/..."),
            ("J", "xxx/.x. ..x/..."),
            ("K", "xx./.x. .xx/..."),
            ("L", "xx./... .x./.xx"),
            ("M", "xx/x. ../x."),
        ],
    },
];

/// Letters of polyominoes: their name and their picture.
const LETTERS: [(&str, &str); 17] = [
    ("I", "xxxx"),
    ("L", "xxx/x.."),
    ("O", "xx/xx"),
    ("S", ".xx/xx."),
    ("T", "xxx/.x."),
    ("F", ".xx/xx./.x."),
    ("I", "xxxxx"),
    ("L", "xxxx/x..."),
    ("N", "xxx./..xx"),
    ("P", "xxx/xx."),
    ("T", "xxx/.x./.x."),
    ("U", "x.x/xxx"),
    ("V", "x../x../xxx"),
    ("W", "x../xx./.xx"),
    ("X", ".x./xxx/.x."),
    ("Y", "xxxx/.x.."),
    ("Z", "xx./.x./.xx"),
];

/// The pieces of a set: `pentominoes`, `one-sided hexominoes`, `polyhexes 4`, `soma`. The lattice is that of the packing, if it is
/// known: flat pieces become solid ones where the rest is solid.
pub(super) fn pieces(words: &[&str]) -> Option<Vec<Named>> {
    let (sidedness, words) = match words {
        ["one-sided", rest @ ..] => (true, rest),
        _ => (false, words),
    };
    if let ([name], false) = (words, sidedness)
        && let Some(set) = SETS.iter().find(|set| set.name == *name)
    {
        return Some(
            set.pieces
                .iter()
                .map(|&(name, picture)| named(set, name, picture))
                .collect(),
        );
    }
    let (family, cells) = FAMILIES
        .iter()
        .find_map(|family| Some((family, size(family, words)?)))?;
    Some(match family.lattice.is_solid() {
        true => members(family, cells, true),
        false => members(family, cells, sidedness),
    })
}

/// The names of all sets, for messages.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let families = FAMILIES.iter().flat_map(|family| family.members);
    families.copied().chain(SETS.iter().map(|set| set.name))
}

/// The family that the words name, `polyominoes`, without a number of cells that it has; and the numbers that it has.
pub(super) fn sizes(words: &[&str]) -> Option<(String, RangeInclusive<usize>)> {
    let words = match words {
        ["one-sided", rest @ ..] => rest,
        _ => words,
    };
    let ([name] | [name, _]) = words else {
        return None;
    };
    let ending = name.strip_prefix("poly")?;
    let family = FAMILIES.iter().find(|family| family.ending == ending)?;
    Some((name.to_string(), family.sizes.clone()))
}

/// The number of cells that the words request.
fn size(family: &Family, words: &[&str]) -> Option<usize> {
    let cells = match words {
        [name] => 1 + family.members.iter().position(|member| member == name)?,
        [name, cells] if name.strip_prefix("poly") == Some(family.ending) => cells.parse().ok()?,
        _ => return None,
    };
    family.sizes.contains(&cells).then_some(cells)
}

fn named(set: &Set, name: &str, picture: &str) -> Named {
    let form: Polyform = picture.parse().expect("a picture");
    let form = form.on(set.lattice).expect("a flat or a solid piece");
    (name.into(), form, false)
}

/// All members of a family with this number of cells, by letters if there are enough of them.
fn members(family: &Family, cells: usize, is_one_sided: bool) -> Vec<Named> {
    let lattice = family.lattice;
    let (free, turns) = (lattice.maps(true), lattice.maps(false));
    let is_solid = lattice.is_solid();
    let mut found: Vec<Named> = Vec::new();
    for (number, form) in all(lattice, cells, if is_solid { &turns } else { &free })
        .into_iter()
        .enumerate()
    {
        let (name, form) = lettered(number, form);
        let twins = form.images(&turns);
        let twin = form
            .images(&free)
            .into_iter()
            .find(|image| !twins.contains(image));
        found.push((name.clone(), form, !is_one_sided));
        if let (Some(twin), true, false) = (twin, is_one_sided, is_solid) {
            found.push((name.to_lowercase(), twin, false));
        }
    }
    let names: BTreeSet<&str> = found.iter().map(|(name, ..)| name.as_str()).collect();
    if found.len() > 26 && (is_solid || !is_one_sided) || names.len() < found.len() {
        for (number, (name, ..)) in (1..).zip(&mut found) {
            *name = format!("{number}");
        }
    }
    found.sort_by(|(one, ..), (other, ..)| {
        let key = |name: &str| (name.len(), name.to_uppercase(), name.to_owned());
        key(one).cmp(&key(other))
    });
    found
}

/// A form in the position in which people draw it, with its letter; otherwise with the letter of its number.
fn lettered(number: usize, form: Polyform) -> (String, Polyform) {
    let is_same = |picture: &str| {
        let drawn: Polyform = picture.parse().expect("a picture");
        form.orientations(true).contains(&drawn).then_some(drawn)
    };
    let drawn = LETTERS
        .iter()
        .find_map(|(name, picture)| Some((name, is_same(picture)?)));
    match drawn {
        Some((name, drawn)) => (name.to_string(), drawn),
        None => {
            let letter = u32::try_from(number)
                .ok()
                .and_then(|n| char::from_u32(n + u32::from('A')));
            (
                letter
                    .filter(char::is_ascii_uppercase)
                    .unwrap_or('?')
                    .into(),
                form,
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_of(words: &[&str]) -> String {
        let pieces = pieces(words).unwrap();
        Vec::from_iter(pieces.into_iter().map(|(name, ..)| name)).join(" ")
    }

    #[test]
    fn sets_have_their_names() {
        assert_eq!(names_of(&["pentominoes"]), "F I L N P T U V W X Y Z");
        let one_sided = names_of(&["one-sided", "pentominoes"]);
        assert_eq!(one_sided, "F f I L l N n P p T U V W X Y y Z z");
        assert_eq!(names_of(&["one-sided", "tetrominoes"]), "I L l O S s T");
        assert_eq!(names_of(&["polyhexes", "4"]), "A B C D E F G");
        assert_eq!(names_of(&["tetrahexes"]), names_of(&["polyhexes", "4"]));
        assert_eq!(names_of(&["tetracubes"]), "A B C D E F G H");
        assert!(names_of(&["hexominoes"]).ends_with(" 34 35"));
    }

    #[test]
    fn sets_have_their_sizes_and_names_of_their_own() {
        let sizes = [
            ("one-sided hexominoes", 60),
            ("heptominoes", 108),
            ("pentacubes", 29),
            ("hexiamonds", 12),
            ("one-sided hexiamonds", 19),
            ("soma", 7),
            ("bedlam", 13),
            ("polyiamonds 7", 24),
        ];
        for (words, size) in sizes {
            let found = pieces(&Vec::from_iter(words.split(' '))).unwrap();
            assert_eq!(found.len(), size, "{words}");
            let names: BTreeSet<&String> = found.iter().map(|(name, ..)| name).collect();
            assert_eq!(names.len(), size, "{words}");
        }
    }

    #[test]
    fn what_is_no_set_has_no_pieces() {
        for words in [
            "",
            "pentominos",
            "polyominoes 0",
            "polycubes 7",
            "one-sided soma",
            "one-sided",
        ] {
            assert!(
                pieces(&Vec::from_iter(words.split(' '))).is_none(),
                "{words}"
            );
        }
        assert!(names().any(|name| name == "hexiamonds"));
        assert_eq!(
            sizes(&["polycubes", "7"]),
            Some(("polycubes".into(), 1..=6))
        );
        assert_eq!(sizes(&["pentominos"]), None);
    }
}
