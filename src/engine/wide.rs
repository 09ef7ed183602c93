//! Searches over [`Block`](super::block)s, for the widest registers of the machine that they run on.
//!
//! A [`Search`] is one text, compiled three times: as it is, and with the vector instructions of AVX2 and AVX-512. With
//! AVX2 the compiler turns the loops over the words of a block into vector instructions. With AVX-512 a block is one
//! register, bits are counted lane by lane in one instruction, and a comparison of all lanes is a mask, so [`Simd`] is
//! implemented anew; what a search calls through [`Simd::wide`] is a function of its own.
//!
//! Which of them runs is found out when a kernel is made. The one without unsafe code is what the tests compare the
//! others with: same solutions, in the same order, with the same effort.
#![allow(unsafe_code)]

use super::block::{Block, Portable, Simd};
use super::isa::Isa;
use super::kernel::{Sink, Step};

/// A search that is written once.
pub(super) trait Search {
    /// Goes on until a solution is refused by `sink`, or `last` nodes have been entered, or nothing is left. With
    /// `UNROLLED`, loops over sets of common sizes are unrolled: each size is compiled by itself.
    fn search<S: Simd, const UNROLLED: bool>(&mut self, simd: S, last: u64, sink: Sink) -> Step;
}

/// Hardly any machine of this architecture runs the portable search: not to unroll it saves a fourth of a release build.
const UNROLLED_PORTABLE: bool = cfg!(not(target_arch = "x86_64"));

/// Without optimisation nothing is gained by it, and a build takes more than twice as long.
#[cfg(target_arch = "x86_64")]
const UNROLLED_AVX2: bool = cfg!(not(debug_assertions));

impl Isa {
    /// Runs a search with these instructions.
    pub(super) fn search(self, kernel: &mut impl Search, last: u64, sink: Sink) -> Step {
        match self {
            Isa::Portable => kernel.search::<_, UNROLLED_PORTABLE>(Portable, last, sink),
            // SAFETY: there is an `Isa` beyond the portable one only where all features that the function enables were
            // detected.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(_) => unsafe { search_avx2(kernel, last, sink) },
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) => kernel.search::<_, true>(avx512::Registers(()), last, sink),
        }
    }

    /// Takes the bits of `struck` out of `blocks`, as many.
    pub(super) fn strike(self, blocks: &mut [Block], struck: &[Block]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) => avx512::Registers(()).strike(blocks, struck),
            _ => Portable.strike(blocks, struck),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn search_avx2(kernel: &mut impl Search, last: u64, sink: Sink) -> Step {
    kernel.search::<_, UNROLLED_AVX2>(Portable, last, sink)
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    use crate::engine::block::{Block, Lane, MOST_COUNTED, Simd};

    /// A block in a register. There is one only where all features that [`Simd::wide`] enables were detected.
    #[derive(Clone, Copy)]
    pub struct Registers(pub(super) ());

    // SAFETY, for all blocks below: whoever has a `Registers` runs on a machine that has the features of `wide`, which
    // are all that these instructions need; a block is 64 bytes and aligned to 64.
    impl Simd for Registers {
        type Register = __m512i;

        #[inline(always)]
        fn wide<R>(self, f: impl FnOnce() -> R) -> R {
            #[inline(never)]
            #[target_feature(
                enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512bitalg,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt"
            )]
            fn run<R>(f: impl FnOnce() -> R) -> R {
                f()
            }
            // SAFETY: see above.
            unsafe { run(f) }
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

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::engine::block::tests::{assert_all_lanes, blocks};
        use crate::engine::isa::Isa;
        use proptest::prelude::*;

        proptest! {
            #![proptest_config(ProptestConfig {
                failure_persistence: None,
                ..ProptestConfig::default()
            })]

            #[test]
            fn registers_do_what_words_do(a in blocks(), b in blocks()) {
                if let Some(Isa::Avx512(_)) = Isa::all().last() {
                    assert_all_lanes(Registers(()), a, b);
                }
            }
        }
    }
}
