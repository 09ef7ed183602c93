//! Sets of a few machine words, for the kernels that work on bits.
//!
//! Bit i of a set is bit `i % 64` of word `i / 64`. The number of words is fixed, so that loops over them unroll.

/// A set of up to 64·W small numbers.
pub(super) type Bits<const W: usize> = [u64; W];

/// Adds `bit` to the set.
pub(super) fn set<const W: usize>(bits: &mut Bits<W>, bit: usize) {
    bits[bit / 64] |= 1 << (bit % 64);
}

/// Whether the sets have a bit in common.
#[inline(always)]
pub(super) fn meets<const W: usize>(a: &Bits<W>, b: &Bits<W>) -> bool {
    let mut common = 0;
    for w in 0..W {
        common |= a[w] & b[w];
    }
    common != 0
}

/// Adds the bits of `more`.
#[inline(always)]
pub(super) fn join<const W: usize>(bits: &mut Bits<W>, more: &Bits<W>) {
    for w in 0..W {
        bits[w] |= more[w];
    }
}

/// Takes the bits of `less` out.
#[inline(always)]
pub(super) fn remove<const W: usize>(bits: &mut Bits<W>, less: &Bits<W>) {
    for w in 0..W {
        bits[w] &= !less[w];
    }
}

/// The bits that are also in `mask(w)`, for each word w.
#[inline(always)]
pub(super) fn part<const W: usize>(bits: &Bits<W>, mask: impl Fn(usize) -> u64) -> Bits<W> {
    std::array::from_fn(|w| bits[w] & mask(w))
}

/// The lowest bit: its word, and the word with that bit alone.
#[inline(always)]
pub(super) fn lowest<const W: usize>(bits: &Bits<W>) -> Option<(usize, u64)> {
    (0..W)
        .find(|&w| bits[w] != 0)
        .map(|w| (w, bits[w] & bits[w].wrapping_neg()))
}

/// Those bits of `among` that stand in the fewest of the sets.
///
/// Counts are kept in binary, one set a digit: digit d of the count of bit i is bit i of `digits[d]`. Adding a set
/// is a ripple of carries for all its bits at once.
///
/// ```text
///     sets      digits[1] digits[0]    counts
///     1 1 0
///     1 0 0  ─▶   1 0 0     0 1 0  ─▶  2 1 0
/// ```
pub(super) fn fewest<const W: usize>(sets: &[Bits<W>], among: &Bits<W>) -> Bits<W> {
    let mut digits = [[0; W]; usize::BITS as usize];
    let digits = &mut digits[..(usize::BITS - sets.len().leading_zeros()) as usize];
    for set in sets {
        let mut carry = *set;
        for digit in digits.iter_mut() {
            for w in 0..W {
                (digit[w], carry[w]) = (digit[w] ^ carry[w], digit[w] & carry[w]);
            }
        }
    }
    let mut fewest = *among;
    for digit in digits.iter().rev() {
        let smaller = part(&fewest, |w| !digit[w]);
        if smaller != [0; W] {
            fewest = smaller;
        }
    }
    fewest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_are_those_of_the_least_count() {
        let sets = [
            [0b0111, 1 << 63],
            [0b0101, 1 << 63],
            [0b0001, 0],
            [0b1001, 0],
        ];
        assert_eq!(fewest(&sets, &[0b0111, 1 << 63]), [0b0010, 0]);
        assert_eq!(fewest(&sets, &[0b0101, 1 << 63]), [0b0100, 1 << 63]);
        assert_eq!(fewest(&sets, &[0b10001, 0]), [0b10000, 0]);
        assert_eq!(fewest(&[], &[6, 0]), [6, 0]);
        assert_eq!(lowest(&[0, 6]), Some((1, 2)));
    }
}
