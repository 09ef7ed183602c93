//! Rows with bounds against the definition.

use proptest::prelude::*;

use super::number_in;
use crate::engine::kernel::{Inference, Kernel};
use crate::engine::rows::packed::{Packed, for_each};
use crate::engine::rows::tests::cases;
use crate::engine::rows::{Rows, rows_for};
use crate::engine::simd::block::Block;
use crate::engine::simd::isa::Isa;
use crate::engine::trial::bounded::{
    any_part_of, bounded_problems, by_definition, holds_bounds, parts,
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

/// An item that needs three of seventeen options has fifteen branches, where a packed node has as many planes as branches need.
#[test]
fn a_packed_node_has_room_for_the_options_of_a_need() {
    let secondary = (0..600)
        .map(|n| format!(" u{n}"))
        .chain((0..22).map(|n| format!(" v{n}")));
    let mut text = format!(
        "a b 3|x | s t{}\na s t\na s t w\n",
        String::from_iter(secondary)
    );
    text = text.replacen(" s t ", " s t w ", 1);
    (0..600).for_each(|n| text += &format!("b {} u{n}\n", if n < 300 { "s" } else { "t" }));
    (0..5).for_each(|n| text += &format!("b v{n}\n"));
    (5..22).for_each(|n| text += &format!("x v{n}\n"));
    let problem = Problem::parse(&text).unwrap();
    let mut rows = rows_for(&problem).unwrap();
    assert!(rows.enter(&Part::default(), Inference::Adaptive));
    let mut solutions = 0;
    let mut count = |_: &[OptionId]| {
        solutions += 1;
        std::ops::ControlFlow::Continue(())
    };
    rows.visit(u64::MAX, &mut count);
    assert_eq!(solutions, 2 * 5 * 680);
}
