//! Counting by carry-save adders: how many options each item has, for 512 items at once.
//!
//! Counts are *bit-sliced*: plane q holds, for each item, digit q of its binary count. So options are added up as
//! numbers are on paper, column by column; but each column is a block, with one bit for each item:
//!
//! ```text
//!                        items    g f e d c b a
//!     options left       1        . . x . x . .
//!                        3        . x . . x x .            plane 0      . . x . . x .
//!                        4        . x . x . . x            plane 1      . x . x x . x
//!                        2        . . . x . . x            counts       0 2 1 2 2 1 2
//! ```
//!
//! A *full adder* turns three bits of one weight into their sum: a bit of this weight, and a carry of twice the weight.
//! That takes five operations for all items of a block together, and two where the machine has operations on three
//! registers.

use crate::engine::simd::block::{Block, Simd};

/// This many options are added up at a time.
pub(super) const TOGETHER: usize = 8;

/// Counts for each number of block `at` how many of the sets of `options` contain it; a set has `vectors` blocks. The
/// number of options must be a multiple of [`TOGETHER`]; empty sets may fill it up.
#[inline(always)]
pub(super) fn add_up<S: Simd>(
    simd: S,
    sets: &[Block],
    (vectors, at): (usize, usize),
    options: &[u32],
    counts: &mut [Block],
) {
    let zero = simd.load(&Block::ZERO);
    let (mut ones, mut twos, mut fours) = (zero, zero, zero);
    for q in 3..counts.len() {
        simd.store(zero, &mut counts[q]);
    }
    let mut first = 0;
    while first < options.len() {
        let eight = &options[first..][..TOGETHER];
        first += TOGETHER;
        let mut carries = [zero; TOGETHER / 2];
        for k in 0..carries.len() {
            let one = simd.load(&sets[eight[2 * k] as usize * vectors + at]);
            let other = simd.load(&sets[eight[2 * k + 1] as usize * vectors + at]);
            (ones, carries[k]) = simd.full_add(ones, one, other);
        }
        let [a, b, c, d] = carries;
        let (sum, e) = simd.full_add(twos, a, b);
        let (sum, f) = simd.full_add(sum, c, d);
        twos = sum;
        let (sum, mut carry) = simd.full_add(fours, e, f);
        fours = sum;
        for q in 3..counts.len() {
            let digit = simd.load(&counts[q]);
            simd.store(simd.xor(digit, carry), &mut counts[q]);
            carry = simd.and(digit, carry);
        }
    }
    simd.store(ones, &mut counts[0]);
    simd.store(twos, &mut counts[1]);
    simd.store(fours, &mut counts[2]);
}

/// Subtracts counts from others. Returns which of the subtracted ones are not zero, and which are larger than what they
/// are subtracted from.
#[inline(always)]
pub(super) fn take_away<S: Simd>(
    simd: S,
    counts: &mut [Block],
    less: &[Block],
) -> (S::Register, S::Register) {
    let mut borrow = simd.load(&Block::ZERO);
    let mut any = borrow;
    for q in 0..counts.len() {
        let (a, b) = (simd.load(&counts[q]), simd.load(&less[q]));
        simd.store(simd.xor(simd.xor(a, b), borrow), &mut counts[q]);
        let both = simd.and(b, borrow);
        borrow = simd.or(both, simd.and_not(simd.or(b, borrow), a));
        any = simd.or(any, b);
    }
    (any, borrow)
}

/// What the planes say about small counts.
pub(super) struct Least<R> {
    /// Items whose count is not zero.
    pub(super) some: R,
    /// Items that have at least this many options.
    pub(super) two: R,
    pub(super) four: R,
    pub(super) eight: R,
    pub(super) sixteen: R,
}

impl<R: Copy> Least<R> {
    #[inline(always)]
    pub(super) fn of<S: Simd<Register = R>>(simd: S, counts: &[Block]) -> Least<R> {
        let mut sixteen = simd.load(&Block::ZERO);
        for q in 4..counts.len() {
            sixteen = simd.or(sixteen, simd.load(&counts[q]));
        }
        let eight = simd.or(sixteen, simd.load(&counts[3]));
        let four = simd.or(eight, simd.load(&counts[2]));
        let two = simd.or(four, simd.load(&counts[1]));
        Least {
            some: simd.or(two, simd.load(&counts[0])),
            two,
            four,
            eight,
            sixteen,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::simd::block::tests::blocks;
    use crate::engine::simd::isa::Portable;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn count_of(counts: &[Block], item: usize) -> usize {
        (0..counts.len())
            .map(|q| usize::from(counts[q].has(item)) << q)
            .sum()
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 64 })
        })]

        #[test]
        fn counts_are_numbers_of_options(sets in vec(blocks(), 1..40), chosen in vec(0u32..40, 0..6)) {
            let planes = 6;
            let none = sets.len() as u32;
            let mut stored = sets.clone();
            stored.push(Block::ZERO);
            let padded = |mut options: Vec<u32>| {
                options.resize(options.len().next_multiple_of(TOGETHER), none);
                options
            };
            let mut less: Vec<u32> = chosen.iter().map(|option| option % none).collect();
            less.sort_unstable();
            less.dedup();
            let mut counts = vec![Block::ONES; planes];
            add_up(Portable, &stored, (1, 0), &padded((0..none).collect()), &mut counts);
            let mut taken = vec![Block::ONES; planes];
            add_up(Portable, &stored, (1, 0), &padded(less.clone()), &mut taken);
            let mut left = counts.clone();
            let (touched, short) = take_away(Portable, &mut left, &taken);
            let least = Least::of(Portable, &left);
            for item in 0..Block::BITS {
                let count = sets.iter().filter(|set| set.has(item)).count();
                prop_assert_eq!(count_of(&counts, item), count);
                let struck = less.iter().filter(|&&option| sets[option as usize].has(item)).count();
                prop_assert_eq!(count_of(&taken, item), struck);
                prop_assert_eq!(touched.has(item), struck > 0);
                prop_assert!(!short.has(item));
                let count = count - struck;
                prop_assert_eq!(count_of(&left, item), count);
                let told = [least.some, least.two, least.four, least.eight, least.sixteen];
                for (set, number) in told.into_iter().zip([1, 2, 4, 8, 16]) {
                    prop_assert_eq!(set.has(item), count >= number);
                }
            }
        }
    }
}
