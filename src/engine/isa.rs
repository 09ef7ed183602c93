//! Which instructions the machine has, found out when a kernel is made.
//!
//! The kernels that work on wide registers are compiled several times: for every machine of the architecture, and for
//! those with AVX2 or AVX-512. An [`Isa`] says which of them may run. Those beyond the portable one carry evidence,
//! which only this module makes, so that whoever holds one may call what was compiled for it.

/// The instructions that are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Isa {
    /// Those of every machine that the crate was compiled for.
    Portable,
    /// AVX2, BMI1, BMI2, LZCNT and POPCNT.
    #[cfg(target_arch = "x86_64")]
    Avx2(Found),
    /// Those, and AVX-512 F, VL, BW, DQ, BITALG and VPOPCNTDQ.
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

    #[cfg(all(target_arch = "x86_64", not(miri)))]
    fn beyond_portable() -> Vec<Isa> {
        use std::arch::is_x86_feature_detected as has;
        let avx2 = has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt");
        let avx512 = has!("avx512f")
            && has!("avx512vl")
            && has!("avx512bw")
            && has!("avx512dq")
            && has!("avx512bitalg")
            && has!("avx512vpopcntdq");
        match (avx2, avx512) {
            (false, _) => vec![],
            (true, false) => vec![Isa::Avx2(Found(()))],
            (true, true) => vec![Isa::Avx2(Found(())), Isa::Avx512(Found(()))],
        }
    }

    #[cfg(any(not(target_arch = "x86_64"), miri))]
    fn beyond_portable() -> Vec<Isa> {
        vec![]
    }

    /// The widest that this machine has.
    pub(super) fn detect() -> Isa {
        *Isa::all()
            .last()
            .expect("every machine has the portable ones")
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Isa::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) => "avx512",
        }
    }
}
