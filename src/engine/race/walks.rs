//! How large a search is, by random walks through it.

use rand_core::TryRng;

use crate::engine::estimate::{Sum, walk};
use crate::engine::kernel::{Inference, Kernel};
use crate::engine::limits::{Allowance, Limit};
use crate::problem::Part;

/// Knuth's [walks](crate::engine::estimate), with draws that are the same each time.
#[derive(Debug)]
pub(in crate::engine) struct Walks {
    made: u64,
    nodes: Sum,
    draws: Draws,
}

impl Walks {
    pub(in crate::engine) fn new() -> Walks {
        Walks {
            made: 0,
            nodes: Sum::default(),
            draws: Draws(1),
        }
    }

    /// Walks through the search of a part until `count` walks were made, or the kernel has done work up to `last`.
    pub(in crate::engine) fn walk(
        &mut self,
        (count, last): (u64, u64),
        kernel: &mut dyn Kernel,
        (part, inference): (&Part, Inference),
        allowance: &Allowance,
    ) -> Result<(), Limit> {
        let mut allowance = allowance.of_time();
        while self.made < count && (self.made == 0 || kernel.work() < last) {
            let walk = walk(kernel, (part, inference), &mut allowance, &mut self.draws)?;
            self.nodes.add(walk.nodes);
            self.made += 1;
        }
        Ok(())
    }

    pub(in crate::engine) fn made(&self) -> u64 {
        self.made
    }

    /// About how many nodes the search has; `None` before the first walk.
    pub(in crate::engine) fn nodes(&self) -> Option<f64> {
        (self.made > 0).then(|| self.nodes.ratio(Sum::from(self.made)))
    }
}

/// SplitMix64.
#[derive(Debug)]
struct Draws(u64);

impl TryRng for Draws {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok((self.try_next_u64()? >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Ok(x ^ (x >> 31))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        for chunk in bytes.chunks_mut(8) {
            let word = self.try_next_u64()?.to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
        Ok(())
    }
}
