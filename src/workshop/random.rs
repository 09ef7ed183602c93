//! Random numbers and orders without a bias.

use rand_core::Rng;

/// A uniform number below `end`, which is not 0: the high word of a product (D. Lemire, *Fast Random Integer Generation in an
/// Interval*, 2019). The few words that would favour some numbers are drawn again.
pub(super) fn below<R: Rng + ?Sized>(rng: &mut R, end: u64) -> u64 {
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(end);
        let low = product as u64;
        if low >= end || low >= end.wrapping_neg() % end {
            return (product >> 64) as u64;
        }
    }
}

/// Like [`below`], of an index.
pub(super) fn index<R: Rng + ?Sized>(rng: &mut R, end: usize) -> usize {
    below(rng, end as u64) as usize
}

/// Puts the values in a random order.
pub(super) fn shuffle<T, R: Rng + ?Sized>(rng: &mut R, values: &mut [T]) {
    for last in (1..values.len()).rev() {
        values.swap(last, index(rng, last + 1));
    }
}

/// The numbers below `N` in a random order.
pub(super) fn order<const N: usize, R: Rng + ?Sized>(rng: &mut R) -> [usize; N] {
    let mut order = std::array::from_fn(|number| number);
    shuffle(rng, &mut order);
    order
}
