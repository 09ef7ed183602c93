//! The search for the widest registers of the machine that it runs on.
//!
//! [`Lists::search`] is one text, compiled three times: as it is, and with the vector instructions of AVX2 and AVX-512,
//! by which the loops over the words of a set become one instruction or two. With AVX-512 the inner loop, [`Sift`], is
//! written anew: it takes as many options at once as have room in a register of eight words.
//!
//! ```text
//!     W = 2:  four options      a0 a1   b0 b1   c0 c1   d0 d1
//!             and forbidden?     -  -    -  x    -  -    -  -       b disagrees
//!             compressed        a0 a1   c0 c1   d0 d1    0  0       stored behind those kept so far
//! ```
//!
//! Which of them runs is found out when a kernel is made. The one without unsafe code is what the tests compare the
//! others with: same solutions, in the same order, with the same effort.
#![allow(unsafe_code)]

use super::{Lists, OneByOne};
use crate::engine::kernel::Step;

/// The instructions that are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Isa {
    /// Those of every machine that the crate was compiled for.
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Found),
    #[cfg(target_arch = "x86_64")]
    Avx512(Found),
}

/// Evidence that the machine has the instructions: made where they are detected.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found(());

impl Isa {
    /// What this machine has, the widest last.
    pub(super) fn all() -> Vec<Isa> {
        [Isa::Portable]
            .into_iter()
            .chain(Isa::beyond_portable())
            .collect()
    }

    #[cfg(target_arch = "x86_64")]
    fn beyond_portable() -> Vec<Isa> {
        use std::arch::is_x86_feature_detected as has;
        let avx2 = has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt");
        let avx512 = has!("avx512f") && has!("avx512vl") && has!("avx512bw") && has!("avx512dq");
        match (avx2, avx512) {
            (false, _) => vec![],
            (true, false) => vec![Isa::Avx2(Found(()))],
            (true, true) => vec![Isa::Avx2(Found(())), Isa::Avx512(Found(()))],
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn beyond_portable() -> Vec<Isa> {
        vec![]
    }

    /// The widest that this machine has.
    pub(super) fn detect() -> Isa {
        *Isa::all()
            .last()
            .expect("every machine has the portable ones")
    }
}

impl<const W: usize> Lists<W> {
    pub(super) fn search_as_wide_as_can_be(&mut self, nodes: u64) -> Step {
        match self.isa {
            Isa::Portable => self.search(OneByOne, nodes),
            // SAFETY: there is a `Found` only where all features that the function enables were detected.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(Found(())) => unsafe { self.search_avx2(nodes) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(Found(())) => unsafe { self.search_avx512(nodes) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn search_avx2(&mut self, nodes: u64) -> Step {
        self.search(OneByOne, nodes)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn search_avx512(&mut self, nodes: u64) -> Step {
        self.search(avx512::ByRegister(()), nodes)
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    use crate::engine::bits::Bits;
    use crate::engine::lists::{Counters, List, ListMut, OneByOne, SLACK, Sift};

    /// As many options at once as have room in a register. Only `search_avx512` makes it.
    #[derive(Clone, Copy)]
    pub struct ByRegister(pub(super) ());

    impl Sift for ByRegister {
        #[inline(always)]
        fn sift<const W: usize>(
            self,
            from: List<W>,
            forbidden: &Bits<W>,
            to: ListMut<W>,
        ) -> (usize, Counters<W>) {
            match W {
                // SAFETY: `search_avx512`, the only maker of `self`, runs only where its features were detected.
                1 | 2 | 4 | 8 => unsafe { sift(from, forbidden, to) },
                _ => OneByOne.sift(from, forbidden, to),
            }
        }
    }

    /// `g1` to `g4`, each with the counters of 8 / W groups of options side by side.
    type Groups = [__m512i; 4];

    #[inline]
    #[target_feature(enable = "avx512f,avx512vl,bmi2,popcnt")]
    fn sift<const W: usize>(
        (owns, ids): List<W>,
        forbidden: &Bits<W>,
        (to, to_ids): ListMut<W>,
    ) -> (usize, Counters<W>) {
        let count = owns.len();
        assert!(ids.len() == count && to.len().min(to_ids.len()) >= count + SLACK);
        let at_once = 8 / W;
        let mut repeated = [0; 8];
        for (lane, word) in repeated.iter_mut().enumerate() {
            *word = forbidden[lane % W];
        }
        let (words, to_words) = (
            owns.as_flattened().as_ptr(),
            to.as_flattened_mut().as_mut_ptr(),
        );
        let mut groups: Groups = [_mm512_setzero_si512(); 4];
        let mut kept = 0;
        let mut done = 0;
        while done < count {
            let taken = at_once.min(count - done);
            let present = (0xff_u16 >> (8 - taken * W)) as __mmask8;
            // SAFETY: the masked loads read `taken` options behind the first `done`, no more than there are; the
            // stores write eight words, which are at most `SLACK` options, and `SLACK` ids behind the first `kept`,
            // which are no more than `done`: the assertion above made sure of room for them.
            let (options, compressed, agree);
            unsafe {
                let forbidden = _mm512_loadu_epi64(repeated.as_ptr().cast());
                options = _mm512_maskz_loadu_epi64(present, words.add(done * W).cast());
                agree = whole::<W>(_mm512_mask_testn_epi64_mask(present, options, forbidden));
                compressed = _mm512_maskz_compress_epi64(agree, options);
                _mm512_storeu_epi64(to_words.add(kept * W).cast(), compressed);
                let first_lanes = 0xff_u32 / ((1 << W) - 1);
                let agree = _pext_u32(agree.into(), first_lanes) as __mmask8;
                let taken = (0xff_u16 >> (8 - taken)) as __mmask8;
                let ids = _mm256_maskz_loadu_epi32(taken, ids.as_ptr().add(done).cast());
                let ids = _mm256_maskz_compress_epi32(agree, ids);
                _mm256_storeu_epi32(to_ids.as_mut_ptr().add(kept).cast(), ids);
            }
            groups = add(groups, compressed);
            kept += agree.count_ones() as usize / W;
            done += taken;
        }
        (kept, counters(groups))
    }

    /// Of the lanes, those that belong to options all of whose lanes are set.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn whole<const W: usize>(lanes: __mmask8) -> __mmask8 {
        let firsts = match W {
            1 => return lanes,
            2 => lanes & (lanes >> 1) & 0x55,
            4 => lanes & (lanes >> 1) & (lanes >> 2) & (lanes >> 3) & 0x11,
            _ => return if lanes == 0xff { 0xff } else { 0 },
        };
        firsts * ((1 << W) - 1) as u8
    }

    /// Counts options that stand side by side.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn add([g1, g2, g3, g4]: Groups, options: __m512i) -> Groups {
        [
            _mm512_or_si512(g1, options),
            _mm512_or_si512(g2, _mm512_and_si512(g1, options)),
            _mm512_or_si512(g3, _mm512_and_si512(g2, options)),
            _mm512_or_si512(g4, _mm512_and_si512(g3, options)),
        ]
    }

    /// The counters of all groups together: halves are joined until one group is left.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn counters<const W: usize>(mut groups: Groups) -> Counters<W> {
        if W <= 4 {
            groups = join(groups, exchanged::<0b01_00_11_10>(groups));
        }
        if W <= 2 {
            groups = join(groups, exchanged::<0b10_11_00_01>(groups));
        }
        if W == 1 {
            let [a, b, c, d] = groups;
            const SWAP: i32 = 0b01_00_11_10;
            let (a, b) = (
                _mm512_shuffle_epi32::<SWAP>(a),
                _mm512_shuffle_epi32::<SWAP>(b),
            );
            let (c, d) = (
                _mm512_shuffle_epi32::<SWAP>(c),
                _mm512_shuffle_epi32::<SWAP>(d),
            );
            groups = join(groups, [a, b, c, d]);
        }
        let [g1, g2, g3, g4] = groups;
        Counters {
            g1: first_words(g1),
            g2: first_words(g2),
            g3: first_words(g3),
            g4: first_words(g4),
        }
    }

    /// The quarters of each register in another order.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn exchanged<const ORDER: i32>([a, b, c, d]: Groups) -> Groups {
        [
            _mm512_shuffle_i64x2::<ORDER>(a, a),
            _mm512_shuffle_i64x2::<ORDER>(b, b),
            _mm512_shuffle_i64x2::<ORDER>(c, c),
            _mm512_shuffle_i64x2::<ORDER>(d, d),
        ]
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn first_words<const W: usize>(lanes: __m512i) -> Bits<W> {
        let mut words = [0u64; 8];
        // SAFETY: there are eight words.
        unsafe { _mm512_storeu_epi64(words.as_mut_ptr().cast(), lanes) };
        let mut first = [0; W];
        first.copy_from_slice(&words[..W]);
        first
    }

    /// The counters of two groups together: `k` or more of both are `i` or more of one and `k − i` of the other.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn join([a1, a2, a3, a4]: Groups, [b1, b2, b3, b4]: Groups) -> Groups {
        let pairs_of_2 = _mm512_and_si512(a1, b1);
        let pairs_of_3 = _mm512_or_si512(_mm512_and_si512(a2, b1), _mm512_and_si512(a1, b2));
        let pairs_of_4 = _mm512_or_si512(
            _mm512_and_si512(a2, b2),
            _mm512_or_si512(_mm512_and_si512(a3, b1), _mm512_and_si512(a1, b3)),
        );
        [
            _mm512_or_si512(a1, b1),
            _mm512_or_si512(_mm512_or_si512(a2, b2), pairs_of_2),
            _mm512_or_si512(_mm512_or_si512(a3, b3), pairs_of_3),
            _mm512_or_si512(_mm512_or_si512(a4, b4), pairs_of_4),
        ]
    }
}
