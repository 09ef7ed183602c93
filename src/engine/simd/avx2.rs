//! AVX2: a block or a bank is two registers. Bits are counted by looking up four at a time, and a comparison of all lanes becomes
//! a mask. (The compiler does not find that in the portable loops: with them, searches took 1.1 to 2 times as long.)
//!
//! SAFETY, for all unsafe blocks: whoever has an [`Avx2`] or a [`Halves`] runs on a machine with the features of [`wide`]
//! and [`on_banks`], which are all that these instructions need. Blocks and banks are 64 bytes and aligned to 64.
#![allow(unsafe_code)]

mod half;

use std::arch::x86_64::*;

use super::bank::{Bank, Machine, Vector};
use super::block::{Block, Lane, Simd};
use super::isa::Avx2;
use super::{OnBanks, OnBlocks};
use half::Avx2Half;

/// Without optimisation nothing is gained by it, and a build takes more than twice as long.
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

/// A bank in two registers, which only a holder of [`Avx2`] makes.
#[derive(Clone, Copy)]
pub struct Halves(__m256i, __m256i, Avx2);

impl Machine for Avx2 {
    type Vector = Halves;

    #[inline(always)]
    fn load(self, from: &Bank) -> Halves {
        let from = from.0.as_ptr().cast::<__m256i>();
        // SAFETY: see above.
        let (low, high) = unsafe { (_mm256_load_si256(from), _mm256_load_si256(from.add(1))) };
        Halves(low, high, self)
    }

    #[inline(always)]
    fn splat(self, number: u16) -> Halves {
        // SAFETY: see above.
        let half = unsafe { _mm256_set1_epi16(number.cast_signed()) };
        Halves(half, half, self)
    }
}

/// Each function of one or two registers on both halves. No closure could do it: it would not have the features.
macro_rules! halves {
    ($a:expr, $f:expr) => {
        // SAFETY: see above.
        unsafe { Halves($f($a.0), $f($a.1), $a.2) }
    };
    ($a:expr, $b:expr, $f:expr) => {
        // SAFETY: see above.
        unsafe { Halves($f($a.0, $b.0), $f($a.1, $b.1), $a.2) }
    };
}

/// The lanes of a mask, as all ones or zero.
#[inline(always)]
fn lanes(avx2: Avx2, mask: u32) -> Halves {
    // SAFETY: see above.
    unsafe {
        let bits = _mm256_setr_epi16(
            1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768,
        );
        let low = _mm256_and_si256(_mm256_set1_epi16(mask as i16), bits);
        let high = _mm256_and_si256(_mm256_set1_epi16((mask >> 16) as i16), bits);
        Halves(
            _mm256_cmpeq_epi16(low, bits),
            _mm256_cmpeq_epi16(high, bits),
            avx2,
        )
    }
}

/// Which lanes of 16 bits are all ones, where the others are zero: the inverse of [`lanes`].
#[inline]
#[target_feature(enable = "avx2")]
fn mask(low: __m256i, high: __m256i) -> u32 {
    let bytes = _mm256_packs_epi16(low, high);
    _mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(bytes)) as u32
}

/// Sixteen of the lanes of `of`, which index `i` names.
#[inline(always)]
fn look_up(of: Halves, i: __m256i) -> __m256i {
    // SAFETY: see above.
    unsafe {
        // Four pieces of 8 lanes each, in both parts of a register. Of lane i there are the bytes 2i and 2i + 1 of
        // a piece, and bits 3 and 4 of i tell which piece.
        let a = _mm256_permute2x128_si256::<0x00>(of.0, of.0);
        let b = _mm256_permute2x128_si256::<0x11>(of.0, of.0);
        let c = _mm256_permute2x128_si256::<0x00>(of.1, of.1);
        let d = _mm256_permute2x128_si256::<0x11>(of.1, of.1);
        let twice = _mm256_mullo_epi16(i, _mm256_set1_epi16(0x0202));
        let bytes = _mm256_add_epi16(twice, _mm256_set1_epi16(0x0100));
        let (a, b) = (_mm256_shuffle_epi8(a, bytes), _mm256_shuffle_epi8(b, bytes));
        let (c, d) = (_mm256_shuffle_epi8(c, bytes), _mm256_shuffle_epi8(d, bytes));
        // What decides is the highest bit of each byte.
        let (low, high) = (_mm256_slli_epi16::<3>(bytes), _mm256_slli_epi16::<2>(bytes));
        let (ab, cd) = (_mm256_blendv_epi8(a, b, low), _mm256_blendv_epi8(c, d, low));
        _mm256_blendv_epi8(ab, cd, high)
    }
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

impl Vector for Halves {
    #[inline(always)]
    fn store(self, to: &mut Bank) {
        let to = to.0.as_mut_ptr().cast::<__m256i>();
        // SAFETY: see above.
        unsafe {
            _mm256_store_si256(to, self.0);
            _mm256_store_si256(to.add(1), self.1);
        }
    }

    #[inline(always)]
    fn pick(self, index: Halves) -> Halves {
        Halves(look_up(self, index.0), look_up(self, index.1), self.2)
    }

    #[inline(always)]
    fn and(self, b: Halves) -> Halves {
        halves!(self, b, _mm256_and_si256)
    }

    #[inline(always)]
    fn or(self, b: Halves) -> Halves {
        halves!(self, b, _mm256_or_si256)
    }

    #[inline(always)]
    fn xor(self, b: Halves) -> Halves {
        halves!(self, b, _mm256_xor_si256)
    }

    #[inline(always)]
    fn or3(self, b: Halves, c: Halves) -> Halves {
        self.or(b).or(c)
    }

    #[inline(always)]
    fn two_of(self, b: Halves, c: Halves) -> Halves {
        self.and(b).or(self.or(b).and(c))
    }

    #[inline(always)]
    fn and_or(self, b: Halves, c: Halves) -> Halves {
        self.and(b).or(c)
    }

    #[inline(always)]
    fn without(self, b: Halves) -> Halves {
        halves!(b, self, _mm256_andnot_si256)
    }

    #[inline(always)]
    fn without_unless(self, b: Halves, c: Halves) -> Halves {
        self.without(b.without(c))
    }

    #[inline(always)]
    fn minus(self, b: Halves) -> Halves {
        halves!(self, b, _mm256_sub_epi16)
    }

    #[inline(always)]
    fn minus_one(self) -> Halves {
        let minus_one = self.2.splat(u16::MAX);
        halves!(self, minus_one, _mm256_add_epi16)
    }

    #[inline(always)]
    fn times_64(self) -> Halves {
        halves!(self, _mm256_slli_epi16::<6>)
    }

    #[inline(always)]
    fn count_ones(self) -> Halves {
        // SAFETY: see above.
        let count = |half| unsafe { sum_pairs(count_bytes(half)) };
        Halves(count(self.0), count(self.1), self.2)
    }

    #[inline(always)]
    fn min(self, b: Halves) -> Halves {
        halves!(self, b, _mm256_min_epu16)
    }

    #[inline(always)]
    fn smallest(self) -> u16 {
        // SAFETY: see above.
        unsafe { smallest(self.0, self.1) }
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        self.equal(self.2.zero())
    }

    #[inline(always)]
    fn equal(self, b: Halves) -> u32 {
        let equal = halves!(self, b, _mm256_cmpeq_epi16);
        // SAFETY: see above.
        unsafe { mask(equal.0, equal.1) }
    }

    #[inline(always)]
    fn meets(self, b: Halves) -> u32 {
        !self.misses(b)
    }

    #[inline(always)]
    fn misses(self, b: Halves) -> u32 {
        self.and(b).zeros()
    }

    #[inline(always)]
    fn keep(self, mask: u32) -> Halves {
        self.and(lanes(self.2, mask))
    }

    #[inline(always)]
    fn replace(self, mask: u32, b: Halves) -> Halves {
        let lanes = lanes(self.2, mask);
        // SAFETY: see above.
        unsafe {
            Halves(
                _mm256_blendv_epi8(self.0, b.0, lanes.0),
                _mm256_blendv_epi8(self.1, b.1, lanes.1),
                self.2,
            )
        }
    }
}
