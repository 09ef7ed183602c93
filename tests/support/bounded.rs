//! Random problems with costs and bounds.

use super::weighted::weighted_text;

/// Random options with costs, with these bounds before the items, again and again.
pub fn bounded_text(
    (items, options, each): (u64, u64, u64),
    costs: u64,
    seed: u64,
    bounds: &[&str],
) -> String {
    let text = weighted_text(items, options, each, costs, seed);
    let (head, rest) = text.split_once(" | ").unwrap();
    let names = head.split(' ').zip(bounds.iter().cycle());
    let names = Vec::from_iter(names.map(|(name, bounds)| format!("{bounds}{name}")));
    format!("{} | {rest}", names.join(" "))
}
