//! Banks of 32 lanes of 16 bits: what a search asks of registers that hold one, and the portable version.
//!
//! ```text
//!                    lane   0     1     2    …    30    31
//!     value                 a     b     c         y     z
//!     index                 2     2     0        31     1
//!     value.pick(index)     c     c     a         z     b
//! ```
//!
//! A search spends most of its time on the look-up `pick`: one instruction of AVX-512, several of AVX2, a loop in
//! portable code. Only a [`Machine`] makes registers; code that has one may use it.

use super::isa::Portable;

/// Lanes of a register.
pub(in crate::engine) const WIDTH: usize = 32;

/// A register in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(in crate::engine) struct Bank(pub(in crate::engine) [u16; WIDTH]);

impl Bank {
    pub(in crate::engine) const ZERO: Bank = Bank([0; WIDTH]);
}

/// What each lane looks up, in the two forms that machines read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub(in crate::engine) struct Index {
    pub(super) lanes: Bank,
    /// The same as bytes, for look-ups within a half: one for sources in the lane's own half, one for sources in the
    /// other half. The highest bit is set where the source is not in that half.
    pub(super) halves: Halves,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(super) struct Halves(pub(super) [[u8; WIDTH]; 2]);

impl Index {
    /// Of numbers below [`WIDTH`].
    pub(in crate::engine) const fn new(lanes: [u16; WIDTH]) -> Index {
        let mut index = Index {
            lanes: Bank::ZERO,
            halves: Halves([[0; WIDTH]; 2]),
        };
        let mut i = 0;
        while i < WIDTH {
            index.set(i, lanes[i]);
            i += 1;
        }
        index
    }

    /// Lane `i` looks up lane `of`, which is below [`WIDTH`].
    pub(in crate::engine) const fn set(&mut self, i: usize, of: u16) {
        const ELSEWHERE: u8 = 0x80;
        self.lanes.0[i] = of;
        const HALF: usize = WIDTH / 2;
        let of = of as usize;
        let other = (of / HALF != i / HALF) as usize;
        self.halves.0[other][i] = (of % HALF) as u8;
        self.halves.0[1 - other][i] = ELSEWHERE;
    }

    /// The lane that lane `i` looks up.
    pub(in crate::engine) fn get(&self, i: usize) -> usize {
        self.lanes.0[i].into()
    }
}

/// The instructions of a machine: makes registers.
pub(in crate::engine) trait Machine: Copy {
    type Vector: Vector;

    fn load(self, from: &Bank) -> Self::Vector;

    /// The same number in all lanes.
    fn splat(self, number: u16) -> Self::Vector;

    #[inline(always)]
    fn zero(self) -> Self::Vector {
        self.splat(0)
    }
}

/// A register. Masks have bit i for lane i.
pub(in crate::engine) trait Vector: Copy {
    fn store(self, to: &mut Bank);
    /// Lane i of the result is lane `index[i]`.
    fn pick(self, index: &Index) -> Self;
    fn and(self, b: Self) -> Self;
    fn or(self, b: Self) -> Self;
    fn xor(self, b: Self) -> Self;
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }
    /// The bits that two of the three have, or all.
    #[inline(always)]
    fn two_of(self, b: Self, c: Self) -> Self {
        self.and(b).or(self.or(b).and(c))
    }
    /// `self & b | c`
    #[inline(always)]
    fn and_or(self, b: Self, c: Self) -> Self {
        self.and(b).or(c)
    }
    /// `self & !b`
    fn without(self, b: Self) -> Self;
    /// `self & (!b | c)`
    #[inline(always)]
    fn without_unless(self, b: Self, c: Self) -> Self {
        self.without(b.without(c))
    }
    /// The lanes without their lowest bits; `ones` has 1 in each lane.
    fn without_lowest(self, ones: Self) -> Self;
    fn minus_one(self) -> Self;
    fn times_64(self) -> Self;
    fn count_ones(self) -> Self;
    fn min(self, b: Self) -> Self;
    /// The smallest lane.
    fn smallest(self) -> u16;
    /// The lanes that are zero.
    fn zeros(self) -> u32;
    /// The lanes that are equal.
    #[inline(always)]
    fn equal(self, b: Self) -> u32 {
        self.xor(b).zeros()
    }
    /// The lanes that share a bit.
    #[inline(always)]
    fn meets(self, b: Self) -> u32 {
        !self.misses(b)
    }
    /// The lanes that share no bit.
    #[inline(always)]
    fn misses(self, b: Self) -> u32 {
        self.and(b).zeros()
    }
    /// The lanes of the mask, and zero elsewhere.
    fn keep(self, lanes: u32) -> Self;
    /// The lanes that share no bit with `b`, and zero elsewhere.
    #[inline(always)]
    fn keep_missing(self, b: Self) -> Self {
        self.keep(self.misses(b))
    }
    /// The lanes in which `a` and `b` are equal, and zero elsewhere.
    #[inline(always)]
    fn keep_equal(self, a: Self, b: Self) -> Self {
        self.keep(a.equal(b))
    }
    /// Itself, or `b` in the lanes that are zero.
    #[inline(always)]
    fn or_else(self, b: Self) -> Self {
        self.replace(self.zeros(), b)
    }
    /// `b` in the lanes of the mask.
    fn replace(self, lanes: u32, b: Self) -> Self;
}

impl Machine for Portable {
    type Vector = Bank;

    #[inline(always)]
    fn load(self, from: &Bank) -> Bank {
        *from
    }

    #[inline(always)]
    fn splat(self, number: u16) -> Bank {
        Bank([number; WIDTH])
    }
}

impl Bank {
    #[inline(always)]
    fn map(self, f: impl Fn(u16) -> u16) -> Bank {
        Bank(self.0.map(f))
    }

    #[inline(always)]
    fn zip(mut self, b: Bank, f: impl Fn(u16, u16) -> u16) -> Bank {
        for (a, b) in self.0.iter_mut().zip(b.0) {
            *a = f(*a, b);
        }
        self
    }

    #[inline(always)]
    fn mask(self, f: impl Fn(u16) -> bool) -> u32 {
        let bits = self
            .0
            .iter()
            .enumerate()
            .map(|(i, &a)| u32::from(f(a)) << i);
        bits.fold(0, |all, bit| all | bit)
    }
}

impl Vector for Bank {
    #[inline(always)]
    fn store(self, to: &mut Bank) {
        *to = self;
    }

    #[inline(always)]
    fn pick(self, index: &Index) -> Bank {
        index.lanes.map(|i| self.0[usize::from(i) % WIDTH])
    }

    #[inline(always)]
    fn and(self, b: Bank) -> Bank {
        self.zip(b, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, b: Bank) -> Bank {
        self.zip(b, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, b: Bank) -> Bank {
        self.zip(b, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, b: Bank) -> Bank {
        self.zip(b, |a, b| a & !b)
    }

    #[inline(always)]
    fn without_lowest(self, ones: Bank) -> Bank {
        self.zip(ones, |a, one| a & a.wrapping_sub(one))
    }

    #[inline(always)]
    fn minus_one(self) -> Bank {
        self.map(|a| a.wrapping_sub(1))
    }

    #[inline(always)]
    fn times_64(self) -> Bank {
        self.map(|a| a << 6)
    }

    #[inline(always)]
    fn count_ones(self) -> Bank {
        self.map(|a| a.count_ones() as u16)
    }

    #[inline(always)]
    fn min(self, b: Bank) -> Bank {
        self.zip(b, u16::min)
    }

    #[inline(always)]
    fn smallest(self) -> u16 {
        self.0.into_iter().fold(u16::MAX, u16::min)
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        self.mask(|a| a == 0)
    }

    #[inline(always)]
    fn keep(self, lanes: u32) -> Bank {
        self.replace(!lanes, Bank::ZERO)
    }

    #[inline(always)]
    fn replace(mut self, lanes: u32, b: Bank) -> Bank {
        for (i, (a, b)) in self.0.iter_mut().zip(b.0).enumerate() {
            *a = if lanes >> i & 1 == 1 { b } else { *a };
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use proptest::array::uniform32;
    use proptest::prelude::*;

    use super::*;
    use crate::engine::simd::OnBanks;
    use crate::engine::simd::block::Block;
    use crate::engine::simd::block::tests::blocks;
    use crate::engine::simd::isa::Isa;

    fn banks() -> impl Strategy<Value = Bank> {
        let lane = |Block(words): &Block, i: usize| (words[i / 4] >> (16 * (i % 4))) as u16;
        blocks().prop_map(move |block| Bank(std::array::from_fn(|i| lane(&block, i))))
    }

    /// What a machine makes of these.
    struct All {
        banks: [Bank; 3],
        index: [u16; WIDTH],
        mask: u32,
    }

    impl OnBanks for &All {
        type Output = (Vec<Bank>, Vec<u32>);

        fn run<M: Machine>(self, machine: M) -> Self::Output {
            let [a, b, c] = self.banks.map(|bank| machine.load(&bank));
            let index = &Index::new(self.index);
            let banks = [
                a,
                machine.zero(),
                machine.splat(self.banks[0].0[0]),
                a.pick(index),
                a.and(b),
                a.or(b),
                a.xor(b),
                a.or3(b, c),
                a.two_of(b, c),
                a.and_or(b, c),
                a.without(b),
                a.without_unless(b, c),
                a.without_lowest(machine.splat(1)),
                a.minus_one(),
                a.times_64(),
                a.count_ones(),
                a.min(b),
                a.keep(self.mask),
                a.keep_missing(b),
                a.keep_equal(b, c),
                a.keep_equal(b, b),
                a.or_else(b),
                a.replace(self.mask, b),
            ];
            let banks = banks.map(|vector| {
                let mut bank = Bank::ZERO;
                vector.store(&mut bank);
                bank
            });
            let numbers = [
                a.smallest().into(),
                a.zeros(),
                a.equal(b),
                a.equal(a),
                a.meets(b),
                a.misses(b),
            ];
            (banks.to_vec(), numbers.to_vec())
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 256 })
        })]

        #[test]
        fn all_machines_do_the_same(
            banks in [banks(), banks(), banks()],
            index in uniform32(0..WIDTH as u16),
            mask: u32,
        ) {
            let all = All { banks, index, mask };
            let expected = all.run(Portable);
            for isa in Isa::all() {
                prop_assert_eq!(isa.dispatch_banks(&all), expected.clone(), "{}", isa.name());
            }
        }
    }
}
