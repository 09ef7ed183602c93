//! What several test files share: an oracle, a collection of small problems, and random ones.

// Each test file is a crate of its own and uses a part of this.
#![allow(dead_code)]

pub mod collection;
pub mod naive;
pub mod random;

use dominox::engine::KernelName;

/// Every kernel: what holds for one must hold for all.
pub const KERNELS: [KernelName; 2] = [KernelName::Links, KernelName::Lanes];
