//! Blocks of 512 bits, cut into lanes of 8, 16, 32 or 64 bits, and what a search does to all lanes at once.
//!
//! Lane i of a block takes the bits `i·w` to `i·w + w − 1`, where w is the width of a lane. Every operation is written
//! for [`Portable`], in words of 64 bits that hold several lanes. A wider instruction set has an implementation of its
//! own where it has an instruction for an operation; the results must be equal bit by bit.
//!
//! ```text
//!     word, lanes of 16      0000000000000000  0000000000000100  0001000000000001  1111111111111111
//!     counts                                0                 1                 2                16
//!     equal(counts, 1)                      .                 x                 .                 .
//! ```

use super::isa::Portable;

/// 512 bits: one cache line, and one register of the widest instruction sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(in crate::engine) struct Block(pub(in crate::engine) [u64; 8]);

impl Block {
    pub(in crate::engine) const BITS: usize = 512;
    pub(in crate::engine) const ZERO: Block = Block([0; 8]);
    pub(in crate::engine) const ONES: Block = Block([!0; 8]);

    /// The block with this bit alone.
    #[inline(always)]
    pub(in crate::engine) fn only(bit: usize) -> Block {
        let word = |at: usize| u64::from(at == bit / 64) << (bit % 64);
        Block(std::array::from_fn(word))
    }

    /// Sets a bit.
    #[inline(always)]
    pub(in crate::engine) fn set(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    /// Clears a bit.
    pub(in crate::engine) fn clear(&mut self, bit: usize) {
        self.0[bit / 64] &= !(1 << (bit % 64));
    }

    /// Whether a bit is set.
    pub(in crate::engine) fn has(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// A word of several blocks, which stand one after the other.
    #[inline(always)]
    pub(in crate::engine) fn word(blocks: &[Block], at: usize) -> u64 {
        blocks[at / 8].0[at % 8]
    }

    /// Like [`Block::word`], to be written.
    #[inline(always)]
    pub(in crate::engine) fn word_mut(blocks: &mut [Block], at: usize) -> &mut u64 {
        &mut blocks[at / 8].0[at % 8]
    }

    /// The number of bits that are set.
    #[inline(always)]
    pub(in crate::engine) fn count_ones(&self) -> usize {
        let mut count = 0;
        for word in self.0 {
            count += word.count_ones() as usize;
        }
        count
    }

    /// The bits of one lane.
    #[inline(always)]
    pub(in crate::engine) fn lane<T: Lane>(&self, lane: usize) -> u64 {
        let bit = lane * T::BITS;
        self.0[bit / 64] >> (bit % 64) & T::MASK
    }
}

/// The width of a lane.
pub(in crate::engine) trait Lane: Copy {
    const BITS: usize;
    /// Lanes in a block.
    const COUNT: usize = Block::BITS / Self::BITS;
    /// The bits of the first lane of a word.
    const MASK: u64 = u64::MAX >> (64 - Self::BITS);
    /// The lowest bit of every lane of a word.
    const LOW: u64 = u64::MAX / Self::MASK;
    /// The highest bit of every lane of a word.
    const HIGH: u64 = Self::LOW << (Self::BITS - 1);
}

macro_rules! lane {
    ($($type:ty)*) => {
        $(impl Lane for $type {
            const BITS: usize = <$type>::BITS as usize;
        })*
    };
}
lane!(u8 u16 u32 u64);

/// The highest count that lanes of 8 bits show; higher counts appear as this one. In wider lanes, counts exceed the
/// number of options of any item.
pub(in crate::engine) const MOST_COUNTED: u8 = 127;

/// What an instruction set does with blocks.
pub(in crate::engine) trait Simd: Copy {
    /// A block in a register.
    type Register: Copy;

    /// The same operations on the first half of each block; storing leaves the second half as it was. Where a whole
    /// block fits into one register, the operations on whole blocks.
    type Half: Simd;

    /// Words of a block that a register holds.
    const WORDS: usize = 8;

    fn half(self) -> Self::Half;

    /// Runs `f`, compiled for these instructions as a separate function. (With many searches in one function, the
    /// compiler ran out of registers, which cost up to a fifth of the time.)
    fn wide<R>(self, f: impl FnOnce() -> R) -> R;

    fn load(self, block: &Block) -> Self::Register;
    fn store(self, value: Self::Register, block: &mut Block);
    fn and(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn or(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn xor(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn is_zero(self, value: Self::Register) -> bool;
    /// The bits of `a` that are not in `b`.
    #[inline(always)]
    fn and_not(self, a: Self::Register, b: Self::Register) -> Self::Register {
        self.and(a, self.xor(b, self.load(&Block::ONES)))
    }
    /// The sum of three bits of the same weight: a bit of that weight, and one of twice the weight.
    #[inline(always)]
    fn full_add(
        self,
        a: Self::Register,
        b: Self::Register,
        c: Self::Register,
    ) -> (Self::Register, Self::Register) {
        let odd = self.xor(a, b);
        let carry = self.or(self.and(a, b), self.and(odd, c));
        (self.xor(odd, c), carry)
    }
    /// Bit i says whether word i of 64 bits is not zero.
    #[inline(always)]
    fn occupied(self, value: Self::Register) -> u64 {
        !self.equal::<u64>(value, 0) & ((1 << Self::WORDS) - 1)
    }
    /// The number of bits in every lane.
    fn count<T: Lane>(self, value: Self::Register) -> Self::Register;
    /// Sums of counts, lane by lane, which must not overflow.
    fn sum<T: Lane>(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// Sums of counts, lane by lane. In lanes of 8 bits, counts and sums are at most [`MOST_COUNTED`].
    fn add<T: Lane>(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// Bit i says whether lane i is `number`.
    fn equal<T: Lane>(self, value: Self::Register, number: u8) -> u64;

    /// Removes the bits of `struck` from `blocks`, which has the same length. Unlike the other operations, this one may
    /// be called from code that was not compiled for these instructions.
    fn strike(self, blocks: &mut [Block], struck: &[Block]) {
        for (block, struck) in blocks.iter_mut().zip(struck) {
            for (word, struck) in block.0.iter_mut().zip(&struck.0) {
                *word &= !struck;
            }
        }
    }
}

/// By words of 64 bits.
impl Simd for Portable {
    type Register = Block;
    type Half = Portable;

    #[inline(always)]
    fn half(self) -> Portable {
        self
    }

    #[inline(never)]
    fn wide<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }

    #[inline(always)]
    fn load(self, block: &Block) -> Block {
        *block
    }

    #[inline(always)]
    fn store(self, value: Block, block: &mut Block) {
        *block = value;
    }

    #[inline(always)]
    fn and(self, a: Block, b: Block) -> Block {
        Block(std::array::from_fn(|w| a.0[w] & b.0[w]))
    }

    #[inline(always)]
    fn or(self, a: Block, b: Block) -> Block {
        Block(std::array::from_fn(|w| a.0[w] | b.0[w]))
    }

    #[inline(always)]
    fn xor(self, a: Block, b: Block) -> Block {
        Block(std::array::from_fn(|w| a.0[w] ^ b.0[w]))
    }

    #[inline(always)]
    fn is_zero(self, value: Block) -> bool {
        value.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn count<T: Lane>(self, mut value: Block) -> Block {
        for word in &mut value.0 {
            *word = count_lanes::<T>(*word);
        }
        value
    }

    #[inline(always)]
    fn sum<T: Lane>(self, a: Block, b: Block) -> Block {
        Block(std::array::from_fn(|w| a.0[w] + b.0[w]))
    }

    #[inline(always)]
    fn add<T: Lane>(self, a: Block, b: Block) -> Block {
        let mut sums = self.sum::<T>(a, b);
        if T::BITS == 8 {
            for sum in &mut sums.0 {
                // Where the highest bit is set, all bits below it are.
                let over = *sum & T::HIGH;
                *sum = (*sum | (over - (over >> 7))) & !T::HIGH;
            }
        }
        sums
    }

    #[inline(always)]
    fn equal<T: Lane>(self, value: Block, number: u8) -> u64 {
        let lanes_of_word = 64 / T::BITS;
        let mut all = 0;
        for (w, word) in value.0.iter().enumerate() {
            all |= highest_bits::<T>(zero_lanes::<T>(word ^ (T::LOW * u64::from(number))))
                << (w * lanes_of_word);
        }
        all
    }
}

/// The number of bits in every lane of a word.
#[inline(always)]
fn count_lanes<T: Lane>(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let mut counts = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    if T::BITS >= 16 {
        counts = (counts + (counts >> 8)) & 0x00ff_00ff_00ff_00ff;
    }
    if T::BITS >= 32 {
        counts = (counts + (counts >> 16)) & 0x0000_ffff_0000_ffff;
    }
    if T::BITS >= 64 {
        counts = (counts + (counts >> 32)) & 0xffff_ffff;
    }
    counts
}

/// The highest bit of every lane that is zero.
#[inline(always)]
fn zero_lanes<T: Lane>(word: u64) -> u64 {
    let below = !T::HIGH;
    // The sum carries into a lane's highest bit if a bit below it is set, and never out of the lane.
    !(((word & below) + below) | word) & T::HIGH
}

/// The highest bits of all lanes of a word, side by side; the other bits must be zero.
#[inline(always)]
fn highest_bits<T: Lane>(word: u64) -> u64 {
    // After the shift, the bits stand at multiples of the width; one multiplication moves each to its place at the top.
    let spread = word >> (T::BITS - 1);
    match T::BITS {
        8 => spread.wrapping_mul(0x0102_0408_1020_4080) >> 56,
        16 => spread.wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3) >> 48 & 0xf,
        32 => (spread | spread >> 31) & 3,
        _ => spread,
    }
}

#[cfg(test)]
pub(in crate::engine) mod tests {
    use super::*;
    use crate::engine::simd::OnBlocks;
    use crate::engine::simd::isa::Isa;
    use proptest::prelude::*;

    pub fn blocks() -> impl Strategy<Value = Block> {
        // Sparse and dense ones, and lanes that are zero.
        let word = prop_oneof![
            any::<u64>(),
            Just(0),
            (0u32..64).prop_map(|bit| 1 << bit),
            (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(a, b, c)| a & b & c),
            Just(u64::MAX),
        ];
        proptest::array::uniform8(word).prop_map(Block)
    }

    /// The first `words` of a block, and then those of another.
    fn first_of(words: usize, block: Block, then: Block) -> Block {
        Block(std::array::from_fn(|w| match w < words {
            true => block.0[w],
            false => then.0[w],
        }))
    }

    /// What [`Simd`] says, lane by lane of a register.
    fn assert_lanes<T: Lane, S: Simd>(simd: S, a: Block, b: Block) {
        let mut rest = b;
        simd.store(simd.load(&a), &mut rest);
        assert_eq!(rest, first_of(S::WORDS, a, b));
        let [a, b] = [a, b].map(|block| first_of(S::WORDS, block, Block::ZERO));
        let through = |value| {
            let mut block = Block::ZERO;
            simd.store(value, &mut block);
            block
        };
        let (x, y) = (simd.load(&a), simd.load(&b));
        let counts = simd.count::<T>(x);
        let most = if T::BITS == 8 {
            u64::from(MOST_COUNTED)
        } else {
            u64::MAX
        };
        let mut sums = counts;
        for _ in 0..20 {
            sums = simd.add::<T>(sums, simd.count::<T>(y));
        }
        for lane in 0..S::WORDS * T::COUNT / 8 {
            let (in_a, in_b) = (a.lane::<T>(lane), b.lane::<T>(lane));
            let count = u64::from(in_a.count_ones());
            assert_eq!(through(counts).lane::<T>(lane), count);
            let twice = through(simd.sum::<T>(counts, counts));
            assert_eq!(twice.lane::<T>(lane), 2 * count);
            let sum = count + 20 * u64::from(in_b.count_ones());
            assert_eq!(through(sums).lane::<T>(lane), sum.min(most));
            for number in 0..10 {
                let equal = simd.equal::<T>(counts, number) >> lane & 1 == 1;
                assert_eq!(equal, count == u64::from(number));
            }
            assert_eq!(through(simd.and(x, y)).lane::<T>(lane), in_a & in_b);
            assert_eq!(through(simd.or(x, y)).lane::<T>(lane), in_a | in_b);
            assert_eq!(through(simd.xor(x, y)).lane::<T>(lane), in_a ^ in_b);
            assert_eq!(through(simd.and_not(x, y)).lane::<T>(lane), in_a & !in_b);
            let (sum, carry) = simd.full_add(x, y, counts);
            assert_eq!(through(sum).lane::<T>(lane), in_a ^ in_b ^ count);
            let two = in_a & in_b | in_a & count | in_b & count;
            assert_eq!(through(carry).lane::<T>(lane), two);
        }
        assert_eq!(simd.is_zero(x), a == Block::ZERO);
        let ones = a.0.iter().map(|word| word.count_ones() as usize);
        assert_eq!(a.count_ones(), ones.sum::<usize>());
        for (at, word) in a.0.iter().enumerate() {
            assert_eq!(simd.occupied(x) >> at & 1 == 1, *word != 0);
        }
        assert!(simd.occupied(x) < 1 << S::WORDS);
        assert!(simd.wide(|| simd.is_zero(x)) == simd.is_zero(x));
        let mut left = [a; 3];
        simd.strike(&mut left, &[b; 3]);
        assert_eq!(left, [Block(std::array::from_fn(|w| a.0[w] & !b.0[w])); 3]);
    }

    struct Check(Block, Block);

    impl OnBlocks for Check {
        type Output = ();

        fn run<S: Simd, const UNROLLED: bool>(self, simd: S) {
            assert_lanes::<u8, S>(simd, self.0, self.1);
            assert_lanes::<u16, S>(simd, self.0, self.1);
            assert_lanes::<u32, S>(simd, self.0, self.1);
            assert_lanes::<u64, S>(simd, self.0, self.1);
            assert_lanes::<u8, S::Half>(simd.half(), self.0, self.1);
            assert_lanes::<u16, S::Half>(simd.half(), self.0, self.1);
            assert_lanes::<u32, S::Half>(simd.half(), self.0, self.1);
            assert_lanes::<u64, S::Half>(simd.half(), self.0, self.1);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 256 })
        })]

        #[test]
        fn operations_are_right_in_every_lane(a in blocks(), b in blocks()) {
            for isa in Isa::all() {
                isa.dispatch(Check(a, b));
            }
        }
    }
}
