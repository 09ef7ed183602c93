//! Which instructions the machine has, found out when a kernel is made.
//!
//! An [`Isa`] says which of the versions of a search may run. Those beyond the portable one carry evidence that only
//! this module makes: code that holds the evidence may call functions compiled for these instructions.

/// The instructions that are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) enum Isa {
    /// The instructions that every machine has which the crate was compiled for.
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

/// The instructions of every machine that the crate was compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) struct Portable;

/// Evidence that the machine has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) struct Avx2(());

/// Evidence that the machine has those of [`Avx2`], and AVX-512 F, VL, BW, DQ, BITALG and VPOPCNTDQ.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) struct Avx512(());

impl Isa {
    /// The instruction sets that this machine has, the widest last.
    pub(in crate::engine) fn all() -> Vec<Isa> {
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
            (true, false) => vec![Isa::Avx2(Avx2(()))],
            (true, true) => vec![Isa::Avx2(Avx2(())), Isa::Avx512(Avx512(()))],
        }
    }

    #[cfg(any(not(target_arch = "x86_64"), miri))]
    fn beyond_portable() -> Vec<Isa> {
        vec![]
    }

    /// The widest instruction set that this machine has.
    pub(in crate::engine) fn detect() -> Isa {
        *Isa::all()
            .last()
            .expect("every machine has the portable ones")
    }

    pub(in crate::engine) fn name(self) -> &'static str {
        match self {
            Isa::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) => "avx512",
        }
    }
}
