//! All lanes of a node, and where one of them is.

use crate::engine::simd::bank::{Bank, WIDTH};

/// In every register, this lane is always zero, for look-ups of nothing. The lanes before it may be used.
pub(super) const NIL: usize = WIDTH - 1;

/// Registers that a node takes: 93 lanes, 81 of them for a Sudoku.
pub(super) const REGISTERS: usize = 3;

/// All lanes of a node, in memory.
pub(super) type Node = [Bank; REGISTERS];

/// A lane of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spot(u16);

impl Spot {
    pub(super) fn new(register: usize, lane: usize) -> Spot {
        Spot((register * WIDTH + lane) as u16)
    }

    #[inline(always)]
    pub(super) fn register(self) -> usize {
        usize::from(self.0) / WIDTH
    }

    #[inline(always)]
    pub(super) fn lane(self) -> usize {
        usize::from(self.0) % WIDTH
    }

    /// Its number, counted through all registers.
    #[inline(always)]
    pub(super) fn index(self) -> usize {
        self.0.into()
    }

    #[inline(always)]
    pub(super) fn of(self, banks: &Node) -> u16 {
        banks[self.register()].0[self.lane()]
    }

    #[inline(always)]
    pub(super) fn of_mut(self, banks: &mut Node) -> &mut u16 {
        &mut banks[self.register()].0[self.lane()]
    }
}
