//! The search for the widest registers of the machine that it runs on: as for [lanes](super::super::lanes).
#![allow(unsafe_code)]

use super::{Rows, Sink};
use crate::engine::block::Portable;
use crate::engine::isa::Isa;
use crate::engine::kernel::Step;
#[cfg(target_arch = "x86_64")]
use crate::engine::lanes::wide::avx512::Registers;

impl Rows {
    pub(super) fn search_as_wide_as_can_be(&mut self, last: u64, sink: Sink) -> Step {
        match self.isa {
            Isa::Portable => self.search(Portable, last, sink),
            // SAFETY: there is an `Isa` beyond the portable one only where all features that the function enables were
            // detected.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(_) => unsafe { self.search_avx2(last, sink) },
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) => self.search(Registers(()), last, sink),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn search_avx2(&mut self, last: u64, sink: Sink) -> Step {
        self.search(Portable, last, sink)
    }
}
