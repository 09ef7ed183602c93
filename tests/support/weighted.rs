//! Random problems with costs.

use std::fmt::Write;

use super::draws::Draws;

/// A problem of random options with this number of items each, with costs, which has a solution.
pub fn weighted_text(items: u64, options: u64, each: u64, costs: u64, seed: u64) -> String {
    let mut draws = Draws(seed);
    let mut draw = |below: u64| draws.below(below as usize) as u64;
    let mut text = String::new();
    for item in 0..items {
        write!(text, "i{item} ").unwrap();
    }
    text.push_str("| s t\n");
    for number in 0..options {
        let first = number * each % items;
        let mut chosen = Vec::from_iter((first..first + each).map(|item| item % items));
        if number >= items / each {
            chosen = Vec::new();
            while chosen.len() < each as usize {
                let item = draw(items);
                if !chosen.contains(&item) {
                    chosen.push(item);
                }
            }
        }
        for item in chosen {
            write!(text, "i{item} ").unwrap();
        }
        match draw(8) {
            0 => text.push_str("s "),
            1 => write!(text, "t:{} ", draw(3)).unwrap(),
            _ => {}
        }
        writeln!(text, "|{}", draw(costs)).unwrap();
    }
    text
}
