//! Problems on which dancing links should be faster than all other kernels, since one pass of these over a node takes longer than a whole
//! search by links.
//!
//! ```text
//!     flat      one or two items with thousands of options each, which links touch a few times
//!     sparse    thousands of items with a few options each: a chain, a tree
//! ```
//!
//! Neither holds for what such items only hide: options of two items that disagree over secondary items, which links
//! hide again for each choice, or a small hard problem beside thousands of forced options.

use crate::engine::refute::{Literal, Network, State, Value};
use crate::problem::{Part, Problem};

/// Up to this many items with this many options are a flat problem.
const FEW_ITEMS: usize = 2;
const MANY_OPTIONS: usize = 4096;
/// How often links may touch an option of a flat problem on the average.
const FEW_TOUCHES: usize = 16;
/// From this many items on, with at most this many options each on the average, a problem is sparse.
const MANY_ITEMS: usize = 4096;
const FEW_OPTIONS: usize = 4;
/// It still is, if from this many items on are left after all forced options, or fewer entries than these.
const MANY_ITEMS_LEFT: usize = 1024;
const FEW_ENTRIES_LEFT: usize = 32;

/// Whether links should be faster than all other kernels.
pub(super) fn suits_links(problem: &Problem) -> bool {
    is_flat(problem) || is_sparse(problem) && is_sparse_after_all(problem)
}

fn is_flat(problem: &Problem) -> bool {
    let (items, options) = (problem.primary_count(), problem.option_count());
    let can_be = items <= FEW_ITEMS && options >= MANY_OPTIONS;
    can_be && touches(problem) <= FEW_TOUCHES * options
}

/// How often the options of one item hide those of the other, over secondary items.
fn touches(problem: &Problem) -> usize {
    // How many options of each of the two items use an item.
    let mut users = vec![[0usize; 2]; problem.item_count()];
    for option in problem.options() {
        let entries = problem.entries(option);
        let is_of = |item: usize| entries.iter().any(|entry| entry.item.index() == item);
        let of = [0, 1].map(is_of);
        for entry in entries {
            let users = &mut users[entry.item.index()];
            users[0] += usize::from(of[0] && !of[1]);
            users[1] += usize::from(of[1] && !of[0]);
        }
    }
    let secondary = users.iter().skip(problem.primary_count());
    secondary
        .map(|&[one, other]| one.saturating_mul(other))
        .fold(0, usize::saturating_add)
}

fn is_sparse(problem: &Problem) -> bool {
    let items = problem.primary_count();
    items >= MANY_ITEMS && problem.entry_count() <= FEW_OPTIONS * items
}

/// Whether what is left after all forced options is hardly anything, or sparse as well.
fn is_sparse_after_all(problem: &Problem) -> bool {
    let mut state = State::new(Network::new(problem));
    if !state.begin(&Part::default()) {
        return true;
    }
    let mut is_left = vec![false; problem.primary_count()];
    let mut entries = 0;
    for option in problem.options() {
        if state.value(Literal::positive(option.index())) != Value::Open {
            continue;
        }
        for entry in problem.entries(option) {
            entries += 1;
            if problem.is_primary(entry.item) {
                is_left[entry.item.index()] = true;
            }
        }
    }
    let items = is_left.iter().filter(|&&is_left| is_left).count();
    entries < FEW_ENTRIES_LEFT || items >= MANY_ITEMS_LEFT && entries <= FEW_OPTIONS * items
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::engine::choose::choose;
    use crate::engine::fits::KernelName;

    fn kernel_of(text: &str) -> KernelName {
        choose(&Problem::parse(text).unwrap(), None).unwrap().name()
    }

    /// Two items, whose options have a colour or an item of their own each.
    fn two(options: usize, entries: impl Fn(usize) -> [String; 2]) -> String {
        let mut text = "a b |".to_owned();
        (0..options).for_each(|at| write!(text, " s{at}").unwrap());
        for at in 0..options {
            let [one, other] = entries(at);
            write!(text, "\na {one}\nb {other}").unwrap();
        }
        text
    }

    #[test]
    fn few_items_suit_links_unless_their_options_disagree() {
        let of_itself = two(5000, |at| [format!("s{at}"), String::new()]);
        let of_one = two(5000, |at| ["s0", "s0"].map(|name| format!("{name}:{at}")));
        let of_pairs = two(5000, |at| [format!("s{at}"), format!("s{at}")]);
        assert_eq!(kernel_of(&of_itself), KernelName::Links);
        assert_eq!(kernel_of(&of_pairs), KernelName::Links);
        assert_ne!(kernel_of(&of_one), KernelName::Links);
    }

    #[test]
    fn a_core_beside_forced_options_is_not_sparse() {
        let singles = |count: usize| {
            let names = (0..count).map(|at| format!("z{at}"));
            Vec::from_iter(names)
        };
        let with_core = |core: &str, count: usize| {
            let (items, options) = core.split_once('\n').unwrap();
            let singles = singles(count);
            format!(
                "{items} {}\n{options}\n{}",
                singles.join(" "),
                singles.join("\n")
            )
        };
        assert_eq!(kernel_of(&with_core("a\na", 5000)), KernelName::Links);
        let names = Vec::from_iter((0..24).map(|at| format!("a{at}")));
        let pairs = (0..24).flat_map(|one| (0..one).map(move |other| format!("\na{one} a{other}")));
        let pairs = names.join(" ") + &pairs.collect::<String>();
        assert_ne!(kernel_of(&with_core(&pairs, 5000)), KernelName::Links);
        let chain = (0..5000).map(|at| format!("c{at} c{}\nc{at}", at + 1));
        let chain = Vec::from_iter(chain).join("\n");
        let names = Vec::from_iter((0..=5000).map(|at| format!("c{at}"))).join(" ");
        assert_eq!(
            kernel_of(&format!("{names}\n{chain}\nc5000")),
            KernelName::Links
        );
    }
}
