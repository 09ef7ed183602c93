//! The kernels, as they are named on the command line.

use clap::ValueEnum;
use dominox::engine::KernelName;

#[derive(Clone, Copy, ValueEnum, Debug)]
pub enum Kernel {
    /// Dancing links: problems of any size
    Links,
    /// Bit-parallel lanes: all but the largest problems
    Lanes,
    /// Bit-parallel rows of options: problems such as Sudominokus and pentominoes, whose choices are hard to find
    Rows,
    /// Bit-parallel lanes and units: small problems such as Sudokus and Latin squares, without colours
    Units,
}

impl From<Kernel> for KernelName {
    fn from(kernel: Kernel) -> KernelName {
        match kernel {
            Kernel::Links => KernelName::Links,
            Kernel::Lanes => KernelName::Lanes,
            Kernel::Rows => KernelName::Rows,
            Kernel::Units => KernelName::Units,
        }
    }
}
