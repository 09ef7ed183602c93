//! Wide registers, and all unsafe code of the crate.
//!
//! A search that works on many bits at once is written once, over a trait, and compiled three times: for every machine of
//! the architecture, and for those with AVX2 or AVX-512. Which version runs is found out when a kernel is made:
//!
//! ```text
//!     isa       what the machine has, with evidence of it
//!     block     512 bits, cut into lanes of 8 to 64 bits: what a search does to all lanes at once, and its portable form
//!     bank      32 lanes of 16 bits, with a look-up of all of them at once, and its portable form
//!     avx2, avx512     the same by instructions of these sets; nothing else in the crate is unsafe
//! ```
//!
//! Tests compare the versions: the same solutions, in the same order, with the same effort.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub(super) mod bank;
pub(super) mod block;
pub(super) mod isa;

use bank::Machine;
use block::{Block, Simd};
use isa::{Isa, Portable};

/// Work on blocks that is written once.
pub(super) trait OnBlocks {
    type Output;

    /// With `UNROLLED`, loops over sets of common sizes are unrolled: each size is compiled by itself.
    fn run<S: Simd, const UNROLLED: bool>(self, simd: S) -> Self::Output;
}

/// Hardly any machine of this architecture runs the portable search. Without unrolling it, a release build takes a
/// quarter less time.
const UNROLLED_PORTABLE: bool = cfg!(not(target_arch = "x86_64"));

/// Work on banks that is written once.
pub(super) trait OnBanks {
    type Output;

    fn run<M: Machine>(self, machine: M) -> Self::Output;
}

impl Isa {
    /// Does work on blocks with these instructions.
    pub(super) fn dispatch<W: OnBlocks>(self, work: W) -> W::Output {
        match self {
            Isa::Portable => work.run::<_, UNROLLED_PORTABLE>(Portable),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(avx2) => avx2::on_blocks(avx2, work),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(avx512) => avx512::on_blocks(avx512, work),
        }
    }

    /// Does work on banks with these instructions.
    pub(super) fn dispatch_banks<W: OnBanks>(self, work: W) -> W::Output {
        match self {
            Isa::Portable => work.run(Portable),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(avx2) => avx2::on_banks(avx2, work),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(avx512) => avx512::on_banks(avx512, work),
        }
    }

    /// Removes the bits of `struck` from `blocks`, which has the same length.
    pub(super) fn strike(self, blocks: &mut [Block], struck: &[Block]) {
        match self {
            Isa::Portable => Portable.strike(blocks, struck),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(avx2) => avx2.strike(blocks, struck),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(avx512) => avx512.strike(blocks, struck),
        }
    }
}
