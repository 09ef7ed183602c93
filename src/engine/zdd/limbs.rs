//! Arithmetic in place on numbers stored as slices of words, the lowest word first.
//!
//! Two operands need not have the same length; missing words are zero.

use std::cmp::Ordering;

use num_bigint::BigUint;

use crate::engine::count::Count;

/// The sum of two numbers, into `sum`; `false`, and `sum` is undefined, if it does not fit.
#[inline(always)]
pub(super) fn add_into(sum: &mut [u64], one: &[u64], other: &[u64]) -> bool {
    let mut carry = false;
    for (place, limb) in sum.iter_mut().enumerate() {
        let (partial, first) = at(one, place).overflowing_add(at(other, place));
        let (whole, second) = partial.overflowing_add(u64::from(carry));
        *limb = whole;
        carry = first | second;
    }
    !carry && is_zero_from(one, sum.len()) && is_zero_from(other, sum.len())
}

/// Adds a number to another; the sum must fit.
#[inline(always)]
pub(super) fn add(number: &mut [u64], more: &[u64]) {
    let mut carry = false;
    for (place, limb) in number.iter_mut().enumerate() {
        let (partial, first) = limb.overflowing_add(at(more, place));
        let (whole, second) = partial.overflowing_add(u64::from(carry));
        *limb = whole;
        carry = first | second;
    }
    debug_assert!(
        !carry && is_zero_from(more, number.len()),
        "a sum that fits"
    );
}

/// Subtracts a number from one that is at least as large.
pub(super) fn subtract(number: &mut [u64], less: &[u64]) {
    let mut borrow = false;
    for (place, limb) in number.iter_mut().enumerate() {
        let (partial, first) = limb.overflowing_sub(at(less, place));
        let (whole, second) = partial.overflowing_sub(u64::from(borrow));
        *limb = whole;
        borrow = first | second;
    }
    debug_assert!(!borrow, "not less than zero");
}

/// Adds the product of two numbers to a third; the sum must fit.
pub(super) fn add_product(sum: &mut [u64], one: &[u64], other: &[u64]) {
    for (place, &limb) in one.iter().enumerate() {
        if limb == 0 {
            continue;
        }
        let mut carry = 0u128;
        for (offset, to) in sum.iter_mut().skip(place).enumerate() {
            if offset >= other.len() && carry == 0 {
                break;
            }
            carry += u128::from(limb) * u128::from(at(other, offset)) + u128::from(*to);
            *to = carry as u64;
            carry >>= u64::BITS;
        }
        debug_assert_eq!(carry, 0, "a sum that fits");
    }
}

pub(super) fn compare(one: &[u64], other: &[u64]) -> Ordering {
    let places = (0..one.len().max(other.len())).rev();
    let different = places.map(|place| at(one, place).cmp(&at(other, place)));
    different
        .into_iter()
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// Number of bits, up to the highest bit that is set.
pub(super) fn bits(number: &[u64]) -> u64 {
    let highest = number.iter().rposition(|&limb| limb != 0);
    highest.map_or(0, |place| {
        64 * (place as u64 + 1) - u64::from(number[place].leading_zeros())
    })
}

pub(super) fn is_zero(number: &[u64]) -> bool {
    number.iter().all(|&limb| limb == 0)
}

pub(super) fn count(number: &[u64]) -> Count {
    match number {
        [] => Count::ZERO,
        [limb] => Count::from(*limb),
        limbs => {
            let halves = limbs
                .iter()
                .flat_map(|&limb| [limb as u32, (limb >> 32) as u32]);
            Count::from(BigUint::new(halves.collect()))
        }
    }
}

#[inline(always)]
fn at(number: &[u64], place: usize) -> u64 {
    number.get(place).copied().unwrap_or(0)
}

fn is_zero_from(number: &[u64], place: usize) -> bool {
    number.get(place..).is_none_or(is_zero)
}
