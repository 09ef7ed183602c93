//! A bank as two planes: the low bytes of all lanes, and the high bytes. So a look-up is two look-ups of 32 bytes. With
//! lanes of 16 bits side by side, it would take more than twice as many instructions.
//!
//! ```text
//!     lane             0     1     2    …    31
//!     bank          4321  8765  0021        0001
//!     low bytes       21    65    21          01
//!     high bytes      43    87    00          00
//! ```
//!
//! SAFETY, for all unsafe blocks: as in [`avx2`](super), since only a holder of [`Avx2`] makes [`Planes`].

use std::arch::x86_64::*;

use super::{count_bytes, smallest};
use crate::engine::simd::bank::{Bank, Index, Machine, Vector};
use crate::engine::simd::isa::Avx2;

/// A bank in two registers, which only a holder of [`Avx2`] makes.
#[derive(Clone, Copy)]
pub struct Planes {
    low: __m256i,
    high: __m256i,
    avx2: Avx2,
}

/// The order in which packing and unpacking put the quarters of a register.
const QUARTERS: i32 = 0b11_01_10_00;

impl Machine for Avx2 {
    type Vector = Planes;

    #[inline(always)]
    fn load(self, from: &Bank) -> Planes {
        let from = from.0.as_ptr().cast::<__m256i>();
        // SAFETY: see above.
        unsafe {
            let (a, b) = (_mm256_load_si256(from), _mm256_load_si256(from.add(1)));
            let byte = _mm256_set1_epi16(0xff);
            let low = _mm256_packus_epi16(_mm256_and_si256(a, byte), _mm256_and_si256(b, byte));
            let high = _mm256_packus_epi16(_mm256_srli_epi16::<8>(a), _mm256_srli_epi16::<8>(b));
            Planes {
                low: _mm256_permute4x64_epi64::<QUARTERS>(low),
                high: _mm256_permute4x64_epi64::<QUARTERS>(high),
                avx2: self,
            }
        }
    }

    #[inline(always)]
    fn splat(self, number: u16) -> Planes {
        let [low, high] = number.to_le_bytes();
        // SAFETY: see above.
        let (low, high) = unsafe { (_mm256_set1_epi8(low as i8), _mm256_set1_epi8(high as i8)) };
        Planes {
            low,
            high,
            avx2: self,
        }
    }
}

/// Applies a function of two registers to both planes. A closure would not be compiled with the features.
macro_rules! planes {
    ($a:expr, $b:expr, $f:expr) => {
        // SAFETY: see above.
        unsafe {
            Planes {
                low: $f($a.low, $b.low),
                high: $f($a.high, $b.high),
                avx2: $a.avx2,
            }
        }
    };
}

impl Planes {
    /// A mask of bytes, for both planes.
    #[inline(always)]
    fn both(self, bytes: __m256i) -> Planes {
        Planes {
            low: bytes,
            high: bytes,
            ..self
        }
    }

    /// The lanes, sixteen in a register.
    #[inline(always)]
    fn lanes(self) -> (__m256i, __m256i) {
        // SAFETY: see above.
        unsafe {
            let low = _mm256_permute4x64_epi64::<QUARTERS>(self.low);
            let high = _mm256_permute4x64_epi64::<QUARTERS>(self.high);
            (
                _mm256_unpacklo_epi8(low, high),
                _mm256_unpackhi_epi8(low, high),
            )
        }
    }
}

/// The bytes of `of` that `index` names.
#[inline]
#[target_feature(enable = "avx2")]
fn look_up(of: __m256i, index: [__m256i; 2]) -> __m256i {
    let other_half_first = _mm256_permute2x128_si256::<0x01>(of, of);
    // Zero where the index has the highest bit.
    _mm256_or_si256(
        _mm256_shuffle_epi8(of, index[0]),
        _mm256_shuffle_epi8(other_half_first, index[1]),
    )
}

/// All ones in the lanes that are zero.
#[inline]
#[target_feature(enable = "avx2")]
fn zeros(of: Planes) -> __m256i {
    let either = _mm256_or_si256(of.low, of.high);
    _mm256_cmpeq_epi8(either, _mm256_setzero_si256())
}

/// The low bytes where the high ones are these, and all ones elsewhere.
#[inline]
#[target_feature(enable = "avx2")]
fn low_if(of: Planes, high: __m256i) -> __m256i {
    let differs = _mm256_xor_si256(_mm256_cmpeq_epi8(of.high, high), _mm256_set1_epi8(-1));
    _mm256_or_si256(of.low, differs)
}

/// A mask as bytes, all ones or zero.
#[inline]
#[target_feature(enable = "avx2")]
fn bytes(mask: u32) -> __m256i {
    let which = _mm256_setr_epi64x(
        0,
        0x0101_0101_0101_0101,
        0x0202_0202_0202_0202,
        0x0303_0303_0303_0303,
    );
    let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
    let all = _mm256_shuffle_epi8(_mm256_set1_epi32(mask.cast_signed()), which);
    _mm256_cmpeq_epi8(_mm256_and_si256(all, bits), bits)
}

/// The bytes that are all ones, as a mask; the others must be zero. The inverse of [`bytes`].
#[inline]
#[target_feature(enable = "avx2")]
fn mask(bytes: __m256i) -> u32 {
    _mm256_movemask_epi8(bytes).cast_unsigned()
}

impl Vector for Planes {
    #[inline(always)]
    fn store(self, to: &mut Bank) {
        let to = to.0.as_mut_ptr().cast::<__m256i>();
        let (first, second) = self.lanes();
        // SAFETY: see above.
        unsafe {
            _mm256_store_si256(to, first);
            _mm256_store_si256(to.add(1), second);
        }
    }

    #[inline(always)]
    fn pick(self, index: &Index) -> Planes {
        let [own, other] = &index.halves.0;
        // SAFETY: see above. Halves are 32 bytes and aligned to 32.
        unsafe {
            let index = [
                _mm256_load_si256(own.as_ptr().cast()),
                _mm256_load_si256(other.as_ptr().cast()),
            ];
            Planes {
                low: look_up(self.low, index),
                high: look_up(self.high, index),
                avx2: self.avx2,
            }
        }
    }

    #[inline(always)]
    fn and(self, b: Planes) -> Planes {
        planes!(self, b, _mm256_and_si256)
    }

    #[inline(always)]
    fn or(self, b: Planes) -> Planes {
        planes!(self, b, _mm256_or_si256)
    }

    #[inline(always)]
    fn xor(self, b: Planes) -> Planes {
        planes!(self, b, _mm256_xor_si256)
    }

    #[inline(always)]
    fn without(self, b: Planes) -> Planes {
        planes!(b, self, _mm256_andnot_si256)
    }

    #[inline(always)]
    fn without_lowest(self, _: Planes) -> Planes {
        self.and(self.minus_one())
    }

    #[inline(always)]
    fn minus_one(self) -> Planes {
        // SAFETY: see above.
        unsafe {
            let borrow = _mm256_cmpeq_epi8(self.low, _mm256_setzero_si256());
            Planes {
                low: _mm256_add_epi8(self.low, _mm256_set1_epi8(-1)),
                high: _mm256_add_epi8(self.high, borrow),
                ..self
            }
        }
    }

    #[inline(always)]
    fn times_64(self) -> Planes {
        // SAFETY: see above.
        unsafe {
            let (two, six) = (_mm256_set1_epi8(0xc0_u8 as i8), _mm256_set1_epi8(0x3f));
            let carried = _mm256_and_si256(_mm256_srli_epi16::<2>(self.low), six);
            let high = _mm256_and_si256(_mm256_slli_epi16::<6>(self.high), two);
            Planes {
                low: _mm256_and_si256(_mm256_slli_epi16::<6>(self.low), two),
                high: _mm256_or_si256(high, carried),
                ..self
            }
        }
    }

    #[inline(always)]
    fn count_ones(self) -> Planes {
        // SAFETY: see above.
        unsafe {
            Planes {
                low: _mm256_add_epi8(count_bytes(self.low), count_bytes(self.high)),
                high: _mm256_setzero_si256(),
                ..self
            }
        }
    }

    #[inline(always)]
    fn min(self, b: Planes) -> Planes {
        // SAFETY: see above.
        unsafe {
            let high = _mm256_min_epu8(self.high, b.high);
            // The low byte that belongs to the lower high byte; the lower of both, if the high bytes are equal.
            Planes {
                low: _mm256_min_epu8(low_if(self, high), low_if(b, high)),
                high,
                ..self
            }
        }
    }

    #[inline(always)]
    fn smallest(self) -> u16 {
        let (first, second) = self.lanes();
        // SAFETY: see above.
        unsafe { smallest(first, second) }
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        // SAFETY: see above.
        unsafe { mask(zeros(self)) }
    }

    #[inline(always)]
    fn keep(self, lanes: u32) -> Planes {
        // SAFETY: see above.
        let kept = unsafe { bytes(lanes) };
        self.and(self.both(kept))
    }

    #[inline(always)]
    fn keep_missing(self, b: Planes) -> Planes {
        // SAFETY: see above.
        let kept = unsafe { zeros(self.and(b)) };
        self.and(self.both(kept))
    }

    #[inline(always)]
    fn keep_equal(self, a: Planes, b: Planes) -> Planes {
        // SAFETY: see above.
        let kept = unsafe { zeros(a.xor(b)) };
        self.and(self.both(kept))
    }

    #[inline(always)]
    fn or_else(self, b: Planes) -> Planes {
        // SAFETY: see above.
        let other = unsafe { zeros(self) };
        self.both(other).and_or(b, self)
    }

    #[inline(always)]
    fn replace(self, lanes: u32, b: Planes) -> Planes {
        // SAFETY: see above.
        unsafe {
            let lanes = bytes(lanes);
            Planes {
                low: _mm256_blendv_epi8(self.low, b.low, lanes),
                high: _mm256_blendv_epi8(self.high, b.high, lanes),
                ..self
            }
        }
    }
}
