//! AVX-512: a block or a bank is one register, bits are counted lane by lane in one instruction, and a comparison of all
//! lanes is a mask.
//!
//! SAFETY, for all unsafe blocks: code that has an [`Avx512`] or a [`Wide`] runs on a machine with the features of
//! [`wide`] and [`on_banks`], which are all that these instructions need. Blocks and banks are 64 bytes and aligned to
//! 64.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::avx2;
use super::bank::{Bank, Index, Machine, Vector};
use super::block::{Block, Lane, MOST_COUNTED, Simd};
use super::isa::Avx512;
use super::{OnBanks, OnBlocks};

/// Does work on blocks. What it calls through [`Simd::wide`] is compiled for these instructions.
pub(super) fn on_blocks<W: OnBlocks>(avx512: Avx512, work: W) -> W::Output {
    work.run::<_, true>(avx512)
}

/// Does work on banks.
pub(super) fn on_banks<W: OnBanks>(avx512: Avx512, work: W) -> W::Output {
    #[target_feature(
        enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512bitalg,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt"
    )]
    fn run<W: OnBanks>(avx512: Avx512, work: W) -> W::Output {
        work.run(avx512)
    }
    // SAFETY: see above.
    unsafe { run(avx512, work) }
}

/// [`Simd::wide`].
#[inline(never)]
#[target_feature(
    enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512bitalg,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
fn wide<R>(f: impl FnOnce() -> R) -> R {
    f()
}

/// A block is one register.
impl Simd for Avx512 {
    type Register = __m512i;
    type Half = Avx512;

    #[inline(always)]
    fn half(self) -> Avx512 {
        self
    }

    #[inline(always)]
    fn wide<R>(self, f: impl FnOnce() -> R) -> R {
        // SAFETY: see above.
        unsafe { wide(f) }
    }

    #[inline(always)]
    fn load(self, block: &Block) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_load_si512(std::ptr::from_ref(block).cast()) }
    }

    #[inline(always)]
    fn store(self, value: __m512i, block: &mut Block) {
        // SAFETY: see above.
        unsafe { _mm512_store_si512(std::ptr::from_mut(block).cast(), value) }
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_xor_si512(a, b) }
    }

    /// Two operations of three registers.
    #[inline(always)]
    fn full_add(self, a: __m512i, b: __m512i, c: __m512i) -> (__m512i, __m512i) {
        let sum = self.xor(self.xor(a, b), c);
        let carry = self.or(self.and(a, b), self.and(c, self.or(a, b)));
        (sum, carry)
    }

    #[inline(always)]
    fn is_zero(self, value: __m512i) -> bool {
        // SAFETY: see above.
        unsafe { _mm512_test_epi64_mask(value, value) == 0 }
    }

    #[inline(always)]
    fn count<T: Lane>(self, value: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe {
            match T::BITS {
                8 => _mm512_popcnt_epi8(value),
                16 => _mm512_popcnt_epi16(value),
                32 => _mm512_popcnt_epi32(value),
                _ => _mm512_popcnt_epi64(value),
            }
        }
    }

    #[inline(always)]
    fn sum<T: Lane>(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe {
            match T::BITS {
                8 => _mm512_add_epi8(a, b),
                16 => _mm512_add_epi16(a, b),
                32 => _mm512_add_epi32(a, b),
                _ => _mm512_add_epi64(a, b),
            }
        }
    }

    #[inline(always)]
    fn add<T: Lane>(self, a: __m512i, b: __m512i) -> __m512i {
        let sums = self.sum::<T>(a, b);
        if T::BITS > 8 {
            return sums;
        }
        // SAFETY: see above.
        unsafe { _mm512_min_epu8(sums, _mm512_set1_epi8(MOST_COUNTED as i8)) }
    }

    #[inline(always)]
    fn equal<T: Lane>(self, value: __m512i, number: u8) -> u64 {
        // SAFETY: see above.
        unsafe {
            match T::BITS {
                8 => _mm512_cmpeq_epi8_mask(value, _mm512_set1_epi8(number as i8)),
                16 => _mm512_cmpeq_epi16_mask(value, _mm512_set1_epi16(number.into())).into(),
                32 => _mm512_cmpeq_epi32_mask(value, _mm512_set1_epi32(number.into())).into(),
                _ => _mm512_cmpeq_epi64_mask(value, _mm512_set1_epi64(number.into())).into(),
            }
        }
    }

    fn strike(self, blocks: &mut [Block], struck: &[Block]) {
        // SAFETY: see above.
        unsafe { strike(blocks, struck) }
    }
}

/// [`Simd::strike`], for callers that are not compiled for these instructions.
#[target_feature(enable = "avx512f")]
fn strike(blocks: &mut [Block], struck: &[Block]) {
    for (block, struck) in blocks.iter_mut().zip(struck) {
        // SAFETY: a block is 64 bytes and aligned to 64.
        unsafe {
            let block = std::ptr::from_mut(block).cast();
            let struck = _mm512_load_si512(std::ptr::from_ref(struck).cast());
            _mm512_store_si512(block, _mm512_andnot_si512(struck, _mm512_load_si512(block)));
        }
    }
}

/// A bank in a register, which only a holder of [`Avx512`] makes.
#[derive(Clone, Copy)]
pub struct Wide(__m512i);

impl Machine for Avx512 {
    type Vector = Wide;

    #[inline(always)]
    fn load(self, from: &Bank) -> Wide {
        // SAFETY: see above.
        Wide(unsafe { _mm512_load_si512(from.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn splat(self, number: u16) -> Wide {
        // SAFETY: see above.
        Wide(unsafe { _mm512_set1_epi16(number.cast_signed()) })
    }
}

/// Any function of three bits: bit 4a + 2b + c of `TABLE`.
#[inline(always)]
fn logic<const TABLE: i32>(a: Wide, b: Wide, c: Wide) -> Wide {
    // SAFETY: see above.
    Wide(unsafe { _mm512_ternarylogic_epi64::<TABLE>(a.0, b.0, c.0) })
}

impl Vector for Wide {
    #[inline(always)]
    fn store(self, to: &mut Bank) {
        // SAFETY: see above.
        unsafe { _mm512_store_si512(to.0.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn pick(self, index: &Index) -> Wide {
        // SAFETY: see above.
        unsafe {
            let index = _mm512_load_si512(index.lanes.0.as_ptr().cast());
            Wide(_mm512_permutexvar_epi16(index, self.0))
        }
    }

    #[inline(always)]
    fn and(self, b: Wide) -> Wide {
        // SAFETY: see above.
        Wide(unsafe { _mm512_and_si512(self.0, b.0) })
    }

    #[inline(always)]
    fn or(self, b: Wide) -> Wide {
        // SAFETY: see above.
        Wide(unsafe { _mm512_or_si512(self.0, b.0) })
    }

    #[inline(always)]
    fn xor(self, b: Wide) -> Wide {
        // SAFETY: see above.
        Wide(unsafe { _mm512_xor_si512(self.0, b.0) })
    }

    #[inline(always)]
    fn or3(self, b: Wide, c: Wide) -> Wide {
        logic::<0xfe>(self, b, c)
    }

    #[inline(always)]
    fn two_of(self, b: Wide, c: Wide) -> Wide {
        logic::<0xe8>(self, b, c)
    }

    #[inline(always)]
    fn and_or(self, b: Wide, c: Wide) -> Wide {
        logic::<0xea>(self, b, c)
    }

    #[inline(always)]
    fn without(self, b: Wide) -> Wide {
        // SAFETY: see above.
        Wide(unsafe { _mm512_andnot_si512(b.0, self.0) })
    }

    #[inline(always)]
    fn without_unless(self, b: Wide, c: Wide) -> Wide {
        logic::<0xb0>(self, b, c)
    }

    #[inline(always)]
    fn without_lowest(self, ones: Wide) -> Wide {
        // SAFETY: see above.
        self.and(Wide(unsafe { _mm512_sub_epi16(self.0, ones.0) }))
    }

    #[inline(always)]
    fn minus_one(self) -> Wide {
        // SAFETY: see above.
        Wide(unsafe { _mm512_add_epi16(self.0, _mm512_set1_epi16(-1)) })
    }

    #[inline(always)]
    fn times_64(self) -> Wide {
        // SAFETY: see above.
        Wide(unsafe { _mm512_slli_epi16::<6>(self.0) })
    }

    #[inline(always)]
    fn count_ones(self) -> Wide {
        // SAFETY: see above.
        Wide(unsafe { _mm512_popcnt_epi16(self.0) })
    }

    #[inline(always)]
    fn min(self, b: Wide) -> Wide {
        // SAFETY: see above.
        Wide(unsafe { _mm512_min_epu16(self.0, b.0) })
    }

    #[inline(always)]
    fn smallest(self) -> u16 {
        // SAFETY: see above.
        unsafe {
            let (low, high) = (
                _mm512_castsi512_si256(self.0),
                _mm512_extracti64x4_epi64::<1>(self.0),
            );
            avx2::smallest(low, high)
        }
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        // SAFETY: see above.
        unsafe { _mm512_testn_epi16_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn equal(self, b: Wide) -> u32 {
        // SAFETY: see above.
        unsafe { _mm512_cmpeq_epi16_mask(self.0, b.0) }
    }

    #[inline(always)]
    fn meets(self, b: Wide) -> u32 {
        // SAFETY: see above.
        unsafe { _mm512_test_epi16_mask(self.0, b.0) }
    }

    #[inline(always)]
    fn misses(self, b: Wide) -> u32 {
        // SAFETY: see above.
        unsafe { _mm512_testn_epi16_mask(self.0, b.0) }
    }

    #[inline(always)]
    fn keep(self, lanes: u32) -> Wide {
        // SAFETY: see above.
        Wide(unsafe { _mm512_maskz_mov_epi16(lanes, self.0) })
    }

    #[inline(always)]
    fn replace(self, lanes: u32, b: Wide) -> Wide {
        // SAFETY: see above.
        Wide(unsafe { _mm512_mask_mov_epi16(self.0, lanes, b.0) })
    }
}
