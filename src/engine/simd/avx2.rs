//! AVX2: a block or a bank is two registers. Bits are counted by looking up four at a time, and a comparison of all lanes becomes
//! a mask. (The compiler does not find that in the portable loops: with them, searches took 1.1 to 2 times as long.)
//!
//! SAFETY, for all unsafe blocks: code that has an [`Avx2`] runs on a machine with the features of [`wide`] and
//! [`on_banks`], which are all that these instructions need. Blocks and banks are 64 bytes and aligned to 64.
#![allow(unsafe_code)]

mod half;
mod planes;

use std::arch::x86_64::*;

use super::block::{Block, Lane, Simd};
use super::isa::Avx2;
use super::{OnBanks, OnBlocks};
use half::Avx2Half;

/// In a build without optimisation, unrolling gains nothing and takes more than twice as long.
const UNROLLED: bool = cfg!(not(debug_assertions));

/// Does work on blocks. What it calls through [`Simd::wide`] is compiled for these instructions.
pub(super) fn on_blocks<W: OnBlocks>(avx2: Avx2, work: W) -> W::Output {
    work.run::<_, UNROLLED>(avx2)
}

/// [`Simd::wide`].
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn wide<R>(f: impl FnOnce() -> R) -> R {
    f()
}

/// A block in two registers.
#[derive(Clone, Copy)]
pub struct Pair(__m256i, __m256i);

/// What half a block does, for both halves.
macro_rules! pair {
    ($simd:expr, ($a:expr), $($f:tt)+) => {
        Pair($simd.half().$($f)+($a.0), $simd.half().$($f)+($a.1))
    };
    ($simd:expr, ($a:expr, $b:expr), $($f:tt)+) => {
        Pair($simd.half().$($f)+($a.0, $b.0), $simd.half().$($f)+($a.1, $b.1))
    };
}

impl Simd for Avx2 {
    type Register = Pair;
    type Half = Avx2Half;

    #[inline(always)]
    fn half(self) -> Avx2Half {
        Avx2Half::of(self)
    }

    #[inline(always)]
    fn wide<R>(self, f: impl FnOnce() -> R) -> R {
        self.half().wide(f)
    }

    #[inline(always)]
    fn load(self, block: &Block) -> Pair {
        let from = block.0.as_ptr().cast::<__m256i>();
        // SAFETY: see above.
        unsafe { Pair(_mm256_load_si256(from), _mm256_load_si256(from.add(1))) }
    }

    #[inline(always)]
    fn store(self, value: Pair, block: &mut Block) {
        let to = block.0.as_mut_ptr().cast::<__m256i>();
        // SAFETY: see above.
        unsafe {
            _mm256_store_si256(to, value.0);
            _mm256_store_si256(to.add(1), value.1);
        }
    }

    #[inline(always)]
    fn and(self, a: Pair, b: Pair) -> Pair {
        pair!(self, (a, b), and)
    }

    #[inline(always)]
    fn or(self, a: Pair, b: Pair) -> Pair {
        pair!(self, (a, b), or)
    }

    #[inline(always)]
    fn xor(self, a: Pair, b: Pair) -> Pair {
        pair!(self, (a, b), xor)
    }

    #[inline(always)]
    fn and_not(self, a: Pair, b: Pair) -> Pair {
        pair!(self, (a, b), and_not)
    }

    #[inline(always)]
    fn is_zero(self, value: Pair) -> bool {
        self.half().is_zero(self.half().or(value.0, value.1))
    }

    #[inline(always)]
    fn count<T: Lane>(self, value: Pair) -> Pair {
        pair!(self, (value), count::<T>)
    }

    #[inline(always)]
    fn sum<T: Lane>(self, a: Pair, b: Pair) -> Pair {
        pair!(self, (a, b), sum::<T>)
    }

    #[inline(always)]
    fn add<T: Lane>(self, a: Pair, b: Pair) -> Pair {
        pair!(self, (a, b), add::<T>)
    }

    #[inline(always)]
    fn equal<T: Lane>(self, value: Pair, number: u8) -> u64 {
        if T::BITS != 16 {
            let half = self.half();
            let (low, high) = (
                half.equal::<T>(value.0, number),
                half.equal::<T>(value.1, number),
            );
            return low | high << (T::COUNT / 2);
        }
        // SAFETY: see above.
        unsafe {
            let number = _mm256_set1_epi16(number.into());
            let (low, high) = (
                _mm256_cmpeq_epi16(value.0, number),
                _mm256_cmpeq_epi16(value.1, number),
            );
            mask(low, high).into()
        }
    }

    fn strike(self, blocks: &mut [Block], struck: &[Block]) {
        // SAFETY: see above.
        unsafe { strike(self, blocks, struck) }
    }
}

/// [`Simd::strike`], for callers that are not compiled for these instructions.
#[target_feature(enable = "avx2")]
fn strike(avx2: Avx2, blocks: &mut [Block], struck: &[Block]) {
    for (block, struck) in blocks.iter_mut().zip(struck) {
        let left = avx2.and_not(Simd::load(avx2, block), Simd::load(avx2, struck));
        avx2.store(left, block);
    }
}

/// The number of ones in each byte, by look-ups of four bits.
#[inline]
#[target_feature(enable = "avx2")]
fn count_bytes(value: __m256i) -> __m256i {
    let table = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    let (table, four) = (_mm256_broadcastsi128_si256(table), _mm256_set1_epi8(15));
    let low = _mm256_and_si256(value, four);
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(value), four);
    _mm256_add_epi8(
        _mm256_shuffle_epi8(table, low),
        _mm256_shuffle_epi8(table, high),
    )
}

/// The sums of two, four and eight neighbouring bytes, each at most 8.
#[inline]
#[target_feature(enable = "avx2")]
fn sum_pairs(bytes: __m256i) -> __m256i {
    _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1))
}

#[inline]
#[target_feature(enable = "avx2")]
fn sum_fours(bytes: __m256i) -> __m256i {
    _mm256_madd_epi16(sum_pairs(bytes), _mm256_set1_epi16(1))
}

#[inline]
#[target_feature(enable = "avx2")]
fn sum_eights(bytes: __m256i) -> __m256i {
    _mm256_sad_epu8(bytes, _mm256_setzero_si256())
}

/// Does work on banks.
pub(super) fn on_banks<W: OnBanks>(avx2: Avx2, work: W) -> W::Output {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn run<W: OnBanks>(avx2: Avx2, work: W) -> W::Output {
        work.run(avx2)
    }
    // SAFETY: see above.
    unsafe { run(avx2, work) }
}

/// Which lanes of 16 bits are all ones, where the others are zero.
#[inline]
#[target_feature(enable = "avx2")]
fn mask(low: __m256i, high: __m256i) -> u32 {
    let bytes = _mm256_packs_epi16(low, high);
    _mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(bytes)) as u32
}

/// The smallest lane of two registers.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn smallest(one: __m256i, other: __m256i) -> u16 {
    let half = _mm256_min_epu16(one, other);
    let (low, high) = (
        _mm256_castsi256_si128(half),
        _mm256_extracti128_si256::<1>(half),
    );
    _mm_extract_epi16::<0>(_mm_minpos_epu16(_mm_min_epu16(low, high))) as u16
}
