//! The first half of a block, in one register.
//!
//! SAFETY, for all unsafe blocks: as in [`avx2`](super), since only [`Avx2::half`] makes an [`Avx2Half`].

use std::arch::x86_64::*;

use super::{count_bytes, sum_eights, sum_fours, sum_pairs, wide};
use crate::engine::simd::block::{Block, Lane, MOST_COUNTED, Simd};
use crate::engine::simd::isa::Avx2;

/// [`Avx2`], with half a block in a register.
#[derive(Clone, Copy, Debug)]
pub struct Avx2Half(Avx2);

impl Avx2Half {
    #[inline(always)]
    pub(super) fn of(avx2: Avx2) -> Avx2Half {
        Avx2Half(avx2)
    }
}

impl Simd for Avx2Half {
    type Register = __m256i;
    type Half = Avx2Half;
    const WORDS: usize = 4;

    #[inline(always)]
    fn half(self) -> Avx2Half {
        self
    }

    #[inline(always)]
    fn wide<R>(self, f: impl FnOnce() -> R) -> R {
        // SAFETY: see above.
        unsafe { wide(f) }
    }

    #[inline(always)]
    fn load(self, block: &Block) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_load_si256(block.0.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, value: __m256i, block: &mut Block) {
        // SAFETY: see above.
        unsafe { _mm256_store_si256(block.0.as_mut_ptr().cast(), value) }
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_and_si256(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_or_si256(a, b) }
    }

    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_xor_si256(a, b) }
    }

    #[inline(always)]
    fn and_not(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_andnot_si256(b, a) }
    }

    #[inline(always)]
    fn is_zero(self, value: __m256i) -> bool {
        // SAFETY: see above.
        unsafe { _mm256_testz_si256(value, value) == 1 }
    }

    #[inline(always)]
    fn count<T: Lane>(self, value: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe {
            let bytes = count_bytes(value);
            match T::BITS {
                8 => bytes,
                16 => sum_pairs(bytes),
                32 => sum_fours(bytes),
                _ => sum_eights(bytes),
            }
        }
    }

    #[inline(always)]
    fn sum<T: Lane>(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe {
            match T::BITS {
                8 => _mm256_add_epi8(a, b),
                16 => _mm256_add_epi16(a, b),
                32 => _mm256_add_epi32(a, b),
                _ => _mm256_add_epi64(a, b),
            }
        }
    }

    #[inline(always)]
    fn add<T: Lane>(self, a: __m256i, b: __m256i) -> __m256i {
        let sums = self.sum::<T>(a, b);
        if T::BITS > 8 {
            return sums;
        }
        // SAFETY: see above.
        unsafe { _mm256_min_epu8(sums, _mm256_set1_epi8(MOST_COUNTED as i8)) }
    }

    #[inline(always)]
    fn equal<T: Lane>(self, value: __m256i, number: u8) -> u64 {
        // SAFETY: see above.
        unsafe {
            match T::BITS {
                8 => {
                    let equal = _mm256_cmpeq_epi8(value, _mm256_set1_epi8(number as i8));
                    u64::from(_mm256_movemask_epi8(equal) as u32)
                }
                16 => {
                    let equal = _mm256_cmpeq_epi16(value, _mm256_set1_epi16(number.into()));
                    super::mask(equal, _mm256_setzero_si256()).into()
                }
                32 => {
                    let equal = _mm256_cmpeq_epi32(value, _mm256_set1_epi32(number.into()));
                    _mm256_movemask_ps(_mm256_castsi256_ps(equal)) as u64
                }
                _ => {
                    let equal = _mm256_cmpeq_epi64(value, _mm256_set1_epi64x(number.into()));
                    _mm256_movemask_pd(_mm256_castsi256_pd(equal)) as u64
                }
            }
        }
    }
}
