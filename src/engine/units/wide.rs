//! The search for the widest registers of the machine that it runs on.
//!
//! [`Units::search`] is one text, compiled three times: for any machine, and for AVX2 and AVX-512, where a [`Vector`]
//! is two registers or one. Written by hand, since the compiler does not make one look-up of 32 lanes of a loop of 32
//! look-ups; without either, the portable version takes many times as long.
//!
//! The tests hold them against each other: same solutions, in the same order, with the same effort.
#![allow(unsafe_code)]

use super::Units;
use super::vector::Portable;
use crate::engine::isa::Isa;
use crate::engine::kernel::{Sink, Step};

impl<const K: usize, const B: usize> Units<K, B> {
    pub(super) fn search_as_wide_as_can_be(&mut self, last: u64, sink: Sink) -> Step {
        match self.isa {
            Isa::Portable => self.search(Portable, last, sink),
            // SAFETY: there is an `Isa` beyond the portable one only where all features that the function enables were
            // detected.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(_) => unsafe { self.search_avx2(last, sink) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) => unsafe { self.search_avx512(last, sink) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn search_avx2(&mut self, last: u64, sink: Sink) -> Step {
        self.search(avx2::Avx2(()), last, sink)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(
        enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512bitalg,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt"
    )]
    fn search_avx512(&mut self, last: u64, sink: Sink) -> Step {
        self.search(avx512::Avx512(()), last, sink)
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    use crate::engine::units::vector::{Bank, Machine, Vector};

    /// Evidence of the features of `search_avx512`, which alone makes it.
    #[derive(Clone, Copy)]
    pub struct Avx512(pub(super) ());

    /// A register, which only a holder of [`Avx512`] makes.
    #[derive(Clone, Copy)]
    pub struct Wide(__m512i);

    // SAFETY, for all blocks below: whoever has an `Avx512` or a `Wide` runs on a machine that has the features of
    // `search_avx512`, which are all that these instructions need; a bank is 64 bytes and aligned to 64.
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
        fn pick(self, index: Wide) -> Wide {
            // SAFETY: see above.
            Wide(unsafe { _mm512_permutexvar_epi16(index.0, self.0) })
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
        fn minus(self, b: Wide) -> Wide {
            // SAFETY: see above.
            Wide(unsafe { _mm512_sub_epi16(self.0, b.0) })
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
                let half = _mm256_min_epu16(low, high);
                let (low, high) = (
                    _mm256_castsi256_si128(half),
                    _mm256_extracti128_si256::<1>(half),
                );
                _mm_extract_epi16::<0>(_mm_minpos_epu16(_mm_min_epu16(low, high))) as u16
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
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use crate::engine::units::vector::{Bank, Machine, Vector};

    /// Evidence of the features of `search_avx2`, which alone makes it.
    #[derive(Clone, Copy)]
    pub struct Avx2(pub(super) ());

    /// Two registers, which only a holder of [`Avx2`] makes.
    #[derive(Clone, Copy)]
    pub struct Halves(__m256i, __m256i);

    // SAFETY, for all blocks below: whoever has an `Avx2` or a `Halves` runs on a machine that has the features of
    // `search_avx2`, which are all that these instructions need; a bank is 64 bytes and aligned to 64.
    impl Machine for Avx2 {
        type Vector = Halves;

        #[inline(always)]
        fn load(self, from: &Bank) -> Halves {
            let from = from.0.as_ptr().cast::<__m256i>();
            // SAFETY: see above.
            unsafe { Halves(_mm256_load_si256(from), _mm256_load_si256(from.add(1))) }
        }

        #[inline(always)]
        fn splat(self, number: u16) -> Halves {
            both(number.cast_signed())
        }
    }

    /// Each function of one or two registers on both halves. No closure could do it: it would not have the features.
    macro_rules! halves {
        ($a:expr, $f:expr) => {
            // SAFETY: see above.
            unsafe { Halves($f($a.0), $f($a.1)) }
        };
        ($a:expr, $b:expr, $f:expr) => {
            // SAFETY: see above.
            unsafe { Halves($f($a.0, $b.0), $f($a.1, $b.1)) }
        };
    }

    #[inline(always)]
    fn both(number: i16) -> Halves {
        // SAFETY: see above.
        let half = unsafe { _mm256_set1_epi16(number) };
        Halves(half, half)
    }

    /// The lanes of a mask, as all ones or zero.
    #[inline(always)]
    fn lanes(mask: u32) -> Halves {
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
            )
        }
    }

    /// The inverse of [`lanes`].
    #[inline(always)]
    fn mask(lanes: Halves) -> u32 {
        // SAFETY: see above.
        unsafe {
            let bytes = _mm256_packs_epi16(lanes.0, lanes.1);
            _mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(bytes)) as u32
        }
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

    /// The number of ones in each lane.
    #[inline(always)]
    fn count_ones(half: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe {
            let table = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
            let (table, four) = (_mm256_broadcastsi128_si256(table), _mm256_set1_epi8(15));
            let low = _mm256_and_si256(half, four);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(half), four);
            let (low, high) = (
                _mm256_shuffle_epi8(table, low),
                _mm256_shuffle_epi8(table, high),
            );
            _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1))
        }
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
            Halves(look_up(self, index.0), look_up(self, index.1))
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
            let ones = both(-1);
            halves!(self, ones, _mm256_add_epi16)
        }

        #[inline(always)]
        fn times_64(self) -> Halves {
            halves!(self, _mm256_slli_epi16::<6>)
        }

        #[inline(always)]
        fn count_ones(self) -> Halves {
            Halves(count_ones(self.0), count_ones(self.1))
        }

        #[inline(always)]
        fn min(self, b: Halves) -> Halves {
            halves!(self, b, _mm256_min_epu16)
        }

        #[inline(always)]
        fn smallest(self) -> u16 {
            // SAFETY: see above.
            unsafe {
                let half = _mm256_min_epu16(self.0, self.1);
                let (low, high) = (
                    _mm256_castsi256_si128(half),
                    _mm256_extracti128_si256::<1>(half),
                );
                _mm_extract_epi16::<0>(_mm_minpos_epu16(_mm_min_epu16(low, high))) as u16
            }
        }

        #[inline(always)]
        fn zeros(self) -> u32 {
            self.equal(both(0))
        }

        #[inline(always)]
        fn equal(self, b: Halves) -> u32 {
            mask(halves!(self, b, _mm256_cmpeq_epi16))
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
            self.and(lanes(mask))
        }

        #[inline(always)]
        fn replace(self, mask: u32, b: Halves) -> Halves {
            let lanes = lanes(mask);
            // SAFETY: see above.
            unsafe {
                Halves(
                    _mm256_blendv_epi8(self.0, b.0, lanes.0),
                    _mm256_blendv_epi8(self.1, b.1, lanes.1),
                )
            }
        }
    }
}
