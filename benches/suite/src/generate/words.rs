//! Words that cross each other, from a made-up vocabulary.

use std::collections::BTreeSet;

use super::{Cover, Entry, Family, Item, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "word-rectangle",
        size: &["ROWS", "COLUMNS", "WORDS"],
        about: "a rectangle of letters whose rows and columns are of WORDS words of each length",
        make: rectangle,
    },
    Family {
        name: "word-square",
        size: &["N", "WORDS"],
        about: "a square of letters that reads the same across and down, in WORDS words",
        make: word_square,
    },
    Family {
        name: "crossword",
        size: &["N", "WORDS"],
        about: "a grid of N × N whose even rows and columns are of WORDS words of N letters",
        make: crossword,
    },
];

const VOWELS: &[u8] = b"eeeeaaaiiioou";
const CONSONANTS: &[u8] = b"ttttnnnnssssrrrrlllhhdddccmmppffggbbwyvkxjqz";

/// `count` different words of a length, in which vowels and consonants mostly take turns.
pub(super) fn vocabulary(
    length: usize,
    count: usize,
    random: &mut Random,
) -> Result<Vec<Vec<u8>>, String> {
    let mut words = BTreeSet::new();
    for _ in 0..100 * count {
        if words.len() == count {
            break;
        }
        let mut vowel = random.below(3) == 0;
        let mut word = Vec::with_capacity(length);
        for _ in 0..length {
            let letters = if vowel { VOWELS } else { CONSONANTS };
            word.push(letters[random.below(letters.len())]);
            vowel = if vowel {
                random.below(8) == 0
            } else {
                random.below(4) != 0
            };
        }
        words.insert(word);
    }
    match words.len() {
        found if found < count => Err(format!("there are not {count} words of {length} letters")),
        _ => Ok(words.into_iter().collect()),
    }
}

fn rectangle(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [rows, columns, count] = *size else {
        return Err("expected three numbers".into());
    };
    let across = vocabulary(columns, count, random)?;
    let down = match rows == columns {
        true => across.clone(),
        false => vocabulary(rows, count, random)?,
    };
    let mut cover = Cover::default();
    let letters = cover.secondaries("l", rows * columns);
    for row in 0..rows {
        let line = cover.primary(format_args!("a{row}"));
        let cells: Vec<Item> = letters[row * columns..][..columns].to_vec();
        fill(&mut cover, line, &cells, &across);
    }
    for column in 0..columns {
        let line = cover.primary(format_args!("d{column}"));
        let cells: Vec<Item> = letters
            .iter()
            .copied()
            .skip(column)
            .step_by(columns)
            .collect();
        fill(&mut cover, line, &cells, &down);
    }
    Ok(cover)
}

fn word_square(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let (n, count) = (size[0], size[1]);
    let words = vocabulary(n, count, random)?;
    let mut cover = Cover::default();
    // A letter and its mirror image across the diagonal are the same item.
    let letters: Vec<Vec<Item>> = (0..n)
        .map(|row| cover.secondaries(&format!("l{row}."), row + 1))
        .collect();
    for line in 0..n {
        let item = cover.primary(format_args!("w{line}"));
        let cells: Vec<Item> = (0..n)
            .map(|at| letters[line.max(at)][line.min(at)])
            .collect();
        fill(&mut cover, item, &cells, &words);
    }
    Ok(cover)
}

fn crossword(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let (n, count) = (size[0], size[1]);
    let words = vocabulary(n, count, random)?;
    let mut cover = Cover::default();
    let letters: Vec<Vec<Item>> = (0..n)
        .map(|row| cover.secondaries(&format!("l{row}."), n))
        .collect();
    for line in (0..n).step_by(2) {
        let across = cover.primary(format_args!("a{line}"));
        fill(&mut cover, across, &letters[line], &words);
        let down = cover.primary(format_args!("d{line}"));
        let cells: Vec<Item> = letters.iter().map(|row| row[line]).collect();
        fill(&mut cover, down, &cells, &words);
    }
    Ok(cover)
}

/// Any of the words in a line of cells, whose colours are its letters.
fn fill(cover: &mut Cover, line: Item, cells: &[Item], words: &[Vec<u8>]) {
    for word in words {
        let letters = cells.iter().zip(word);
        let letters = letters.map(|(cell, &letter)| cell.colored(usize::from(letter - b'a') + 10));
        cover.option(std::iter::once(Entry::from(line)).chain(letters));
    }
}
