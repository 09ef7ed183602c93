//! The search compiled for the widest registers of the machine that it runs on.
//!
//! It is one text, [`Lists::search`], compiled three times: as it is, and with the vector instructions of AVX2 and
//! AVX-512, by which the loops over the words of a set become one instruction or two. Which of them runs is found out
//! when a kernel is made. What the first does, which has no unsafe code, the tests compare the others with.
#![allow(unsafe_code)]

use super::Lists;
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

/// Evidence that the machine has the instructions: made by [`Isa::all`] alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found(());

impl Isa {
    /// What this machine has, the widest last.
    pub(super) fn all() -> Vec<Isa> {
        let mut all = vec![Isa::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt") {
                all.push(Isa::Avx2(Found(())));
                if has!("avx512f") && has!("avx512vl") && has!("avx512bw") && has!("avx512dq") {
                    all.push(Isa::Avx512(Found(())));
                }
            }
        }
        all
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
            Isa::Portable => self.search(nodes),
            // SAFETY: there is a `Found` only where `Isa::all` detected all features that the function enables.
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
        self.search(nodes)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn search_avx512(&mut self, nodes: u64) -> Step {
        self.search(nodes)
    }
}
