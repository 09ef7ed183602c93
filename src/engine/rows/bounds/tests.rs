//! Rows with bounds against the definition.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::number_in;
use crate::engine::kernel::{Inference, Kernel};
use crate::engine::links::links_for;
use crate::engine::rows::packed::{Packed, for_each};
use crate::engine::rows::tests::cases;
use crate::engine::rows::{Rows, rows_for};
use crate::engine::simd::block::Block;
use crate::engine::simd::isa::Isa;
use crate::engine::trial::bounded::{
    any_part_of, bounded_problems, by_definition, changes, enters_like_a_fresh_one, holds_bounds,
    parts,
};
use crate::problem::{OptionId, Part, Problem};

impl Rows {
    /// Checks the open items, the capacities and the counts of a node against what is chosen and left there.
    pub(in crate::engine::rows) fn check_bounds(
        &self,
        packed: &Packed,
        node: &[Block],
        chosen: &[OptionId],
    ) {
        let shape = packed.shape;
        let (left, rest) = node.split_at(shape.width);
        let (open, rest) = rest.split_at(shape.vectors);
        let (counts, capacities) = rest.split_at(shape.vectors * shape.planes);
        for (at, &item) in packed.items.iter().enumerate() {
            let names = |option: &OptionId| self.parts.primary_of(*option).contains(&item);
            let times = chosen.iter().filter(|option| names(option)).count();
            let mut listed = 0;
            for_each(left, |option| {
                listed += usize::from(names(&packed.options[option]));
            });
            let (block, bit) = (at / Block::BITS, at % Block::BITS);
            let number =
                |planes: &[Block], digits| number_in(&planes[block * digits..][..digits], bit);
            let (high, spare) = (
                number_of(&self.demands.high, item),
                number_of(&self.demands.spare, item),
            );
            let need = (high - spare).saturating_sub(times);
            assert_eq!(number(capacities, shape.digits), high - times);
            assert_eq!(number(&packed.spare, shape.digits), spare);
            assert_eq!(open[block].has(bit), need > 0);
            if need > 0 {
                assert_eq!(number(counts, shape.planes), listed + 1 - need);
            }
            assert!(
                listed == 0 || high > times,
                "an option of an item that is used up"
            );
        }
    }
}

fn number_of(numbers: &[u32], item: u32) -> usize {
    numbers[item as usize] as usize
}

fn rows(problem: &Problem) -> Box<dyn Kernel> {
    Box::new(rows_for(problem).unwrap())
}

/// One that packs wherever it can, and uses no special instructions.
fn eager(problem: &Problem) -> Box<dyn Kernel> {
    let mut rows = rows_for(problem).unwrap();
    rows.policy.eager = true;
    rows.isa = Isa::Portable;
    Box::new(rows)
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn solutions_are_those_of_the_definition(
        problem in bounded_problems(),
        priors in parts(),
        nodes in 1..20u64,
        gives in 0..4usize,
    ) {
        let part = any_part_of(&problem, &priors);
        holds_bounds(&rows, &problem, &part, (nodes, gives));
        holds_bounds(&eager, &problem, &part, (nodes, gives));
    }

    #[test]
    fn a_part_is_entered_as_by_a_fresh_kernel(problem in bounded_problems(), changes in changes()) {
        enters_like_a_fresh_one(&|problem| rows_for(problem).unwrap(), &problem, changes);
    }

    #[test]
    fn a_thinned_search_that_keeps_all_finds_all(problem in bounded_problems()) {
        let mut kernel = rows_for(&problem).unwrap();
        let mut left = u64::from(kernel.enter(&Part::default(), Inference::Forced));
        let mut found = 0;
        while left > 0 {
            left -= 1;
            found += usize::from(kernel.enter_thinned(&mut |_| {
                left += 1;
                true
            }));
        }
        prop_assert_eq!(found, by_definition(&problem).len());
    }
}

/// The number of solutions that a kernel finds.
fn count(kernel: &mut dyn Kernel) -> u64 {
    let mut solutions = 0;
    let mut sink = |_: &[OptionId]| {
        solutions += 1;
        ControlFlow::Continue(())
    };
    if kernel.enter(&Part::default(), Inference::Adaptive) {
        kernel.visit(u64::MAX, &mut sink);
    }
    solutions
}

/// Items `a` and `b` with bounds, and beside them 600 options that are struck out at the root, so that what is left is packed. Each
/// of `options` has `a`, `b` or both: 1, 2 or 3.
fn wide(a: (u32, u32), b: (u32, u32), options: &[u8]) -> Problem {
    let secondary = (0..600).map(|n| format!(" u{n}"));
    let own = (0..options.len()).map(|n| format!(" v{n}"));
    let secondary = String::from_iter(secondary.chain(own));
    let mut text = format!(
        "{}:{}|a {}:{}|b y z | s{secondary}\nz s\ny\n",
        a.0, a.1, b.0, b.1
    );
    (0..600).for_each(|n| text += &format!("y s u{n}\n"));
    for (n, option) in options.iter().enumerate() {
        text += &format!("{} v{n}\n", ["a", "b", "a b"][usize::from(option - 1)]);
    }
    Problem::parse(&text).unwrap()
}

/// An item that needs three of seventeen options has fifteen branches, where a packed node has as many planes as branches need.
#[test]
fn a_packed_node_has_room_for_the_options_of_a_need() {
    let options = [[1; 17].as_slice(), &[2; 5]].concat();
    let problem = wide((3, 3), (1, 1), &options);
    assert_eq!(count(&mut rows_for(&problem).unwrap()), 680 * 5);
}

proptest! {
    #![proptest_config(cases(32))]

    #[test]
    fn packed_nodes_have_the_solutions_of_links(
        (low, spare) in (0..5u32, 0..2u32),
        of_other in 0..2u32,
        options in proptest::collection::vec(1..4u8, 14..26),
    ) {
        let problem = wide((low, (low + spare).max(1)), (of_other, 1), &options);
        let mut go_on = |_| ControlFlow::Continue(());
        let links = links_for(&problem, &mut go_on).unwrap();
        let expected = count(&mut *links.expect("it was not stopped"));
        prop_assert_eq!(count(&mut rows_for(&problem).unwrap()), expected);
        prop_assert_eq!(count(&mut *eager(&problem)), expected);
    }
}
