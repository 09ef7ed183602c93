//! The search: settle a node by passes, split it in two, continue with one half and keep the other.
//!
//! Where there are grids, one bit of one segment is tried, and then ruled out: in the grid with the fewest open bits, a
//! bit with two ways if there is one. That is a choice for several lanes at once, and its other half is one, too.
//! Without grids it is the first lane of two bits, or else of the fewest: its lowest bit, or another. If a search has
//! met no dead end in its first guesses, it probably has many solutions; then the first lane is as good a guess, and
//! cheaper.
//!
//! A node on the path is R registers on a stack. Going back is a load.
#![allow(clippy::needless_range_loop)] // Register r of all arrays together.

use super::Units;
use super::node::REGISTERS;
use super::pass::{Marks, Settled};
use super::tables::{Segments, Tables};
use crate::engine::kernel::{Keep, Open, Sink, Step};
use crate::engine::simd::OnBanks;
use crate::engine::simd::bank::{Bank, Machine, Vector, WIDTH};

/// After this number of guesses without a dead end, the rest is taken to be easy.
pub(super) const STRAIGHT: u32 = 3;

/// Continues until `sink` breaks at a solution, or `last` nodes have been entered, or nothing is left.
pub(super) struct Search<'a, 'b, const K: usize, const B: usize> {
    pub(super) units: &'a mut Units<K, B>,
    pub(super) last: u64,
    pub(super) sink: Sink<'b>,
}

impl<const K: usize, const B: usize> OnBanks for Search<'_, '_, K, B> {
    type Output = Step;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> Step {
        self.units.search(machine, self.last, self.sink)
    }
}

impl<const K: usize, const B: usize> Units<K, B> {
    #[inline(always)]
    fn search<M: Machine>(&mut self, simd: M, last: u64, sink: Sink) -> Step {
        if !self.entering && !self.go_back() {
            return Step::Exhausted;
        }
        let mut x = [simd.zero(); REGISTERS];
        for r in 0..REGISTERS {
            x[r] = simd.load(&self.now[r]);
        }
        let fixed = self.tables.fixed(simd);
        let mut marks = Marks {
            lists: [[simd.zero(); 3]; 2],
        };
        loop {
            if self.effort.nodes >= last {
                self.entering = true;
                for r in 0..REGISTERS {
                    x[r].store(&mut self.now[r]);
                }
                return Step::Paused;
            }
            self.effort.nodes += 1;
            let passes = &mut self.effort.updates;
            match self.tables.settle(simd, &fixed, &mut x, &mut marks, passes) {
                Settled::Open => {
                    self.branch(simd, &mut x, &marks);
                    continue;
                }
                Settled::Solved => {
                    for r in 0..REGISTERS {
                        x[r].store(&mut self.now[r]);
                    }
                    if !self.show(sink) {
                        self.entering = false;
                        return Step::Solution;
                    }
                }
                Settled::Dead => self.failed = true,
            }
            if self.depth == self.base {
                self.entering = false;
                return Step::Exhausted;
            }
            self.depth -= 1;
            for r in 0..REGISTERS {
                x[r] = simd.load(&self.stack[self.depth][r]);
            }
        }
    }

    /// A node was just split: one half is entered next, the other is on the stack. Drops the halves that `keep` does
    /// not want.
    pub(super) fn keep_halves(&mut self, keep: Keep) {
        let other = &self.stack[self.depth - 1];
        let pairs = self
            .now
            .iter()
            .zip(other)
            .flat_map(|(now, other)| now.0.iter().zip(&other.0));
        let left = pairs
            .map(|(now, other)| (now | other).count_ones() as usize)
            .sum();
        let open = Open { left, branches: 2 };
        let (first, second) = (keep(open), keep(open));
        if !second {
            self.depth -= 1;
        }
        if !first {
            self.entering = false;
        }
    }

    /// Takes the last node off the stack, to be entered next. `false` if there is none.
    fn go_back(&mut self) -> bool {
        if self.depth == self.base {
            return false;
        }
        self.depth -= 1;
        self.now = self.stack[self.depth];
        self.entering = true;
        true
    }

    /// Passes the solution to `sink`. Returns whether it wants more.
    fn show(&mut self, sink: Sink) -> bool {
        if self.counts_only {
            return sink(&[]).is_continue();
        }
        let mut options = std::mem::take(&mut self.chosen);
        self.write_solution(&mut options);
        let goes_on = sink(&options).is_continue();
        self.chosen = options;
        goes_on
    }

    /// Splits an open node in two: the half to continue with in `x`, the other on the stack.
    #[inline(always)]
    fn branch<M: Machine>(
        &mut self,
        simd: M,
        x: &mut [M::Vector; REGISTERS],
        marks: &Marks<M::Vector>,
    ) {
        if self.depth == self.stack.len() {
            self.stack.push([Bank::ZERO; REGISTERS]);
        }
        let rest = &mut self.stack[self.depth];
        self.depth += 1;
        self.guesses += 1;
        let easy = self.guesses > STRAIGHT && !self.failed;
        // Opaque for the same reason as in a pass.
        let tables = std::hint::black_box(&*self.tables);
        if tables.has_segments
            && !easy
            && let Some((segment, number, bit)) = tables.choose_segment(simd, marks)
        {
            let bit = simd.splat(bit);
            for r in 0..REGISTERS {
                let own = bit.keep(segment.own[number][r]);
                x[r].without(own).store(&mut rest[r]);
                x[r] = x[r].without(bit.keep(segment.others[number][r]));
            }
            return;
        }
        let (register, lane) = choose_lane(x);
        for r in 0..REGISTERS {
            let lane = if r == register { lane } else { 0 };
            let others = x[r].and(x[r].minus_one());
            x[r].replace(lane, others).store(&mut rest[r]);
            x[r] = x[r].replace(lane, x[r].without(others));
        }
    }
}

impl<const K: usize, const B: usize> Tables<K, B> {
    /// A segment and a bit that may stand in it or elsewhere in its row, in the grid with the fewest such bits; `None`
    /// if no grid has any.
    #[inline(always)]
    fn choose_segment<M: Machine>(
        &self,
        simd: M,
        marks: &Marks<M::Vector>,
    ) -> Option<(&Segments, usize, u16)> {
        let mut least = simd.splat(u16::MAX);
        let (mut open, mut easy, mut starts) = ([Bank::ZERO; 2], [Bank::ZERO; 2], [Bank::ZERO; 2]);
        for (s, segments) in self.segments.iter().enumerate() {
            let [own, p, q] = marks.lists[s];
            let [.., second, third] = &segments.lines;
            // Bits with two segments or more in this row, and bits with three; then the same for any row of the grid.
            let two = own.two_of(p, q);
            let three = own.and(p).and(q);
            let any = two.or3(two.pick(second), two.pick(third));
            let hard = three.or3(three.pick(second), three.pick(third));
            // The number of bits less one, and the segment. Grids without bits come last, since 0 less one is the
            // largest number.
            let count = any.count_ones().minus_one().times_64();
            least = least.min(count.or(simd.load(&segments.number)));
            any.store(&mut open[s]);
            any.without(hard).store(&mut easy[s]);
            two.and(own).store(&mut starts[s]);
        }
        let least = usize::from(least.smallest());
        if least >= usize::from(u16::MAX) & !63 {
            return None;
        }
        let (s, first) = (least / WIDTH % 2, least % WIDTH);
        let bits = match easy[s].0[first] {
            0 => open[s].0[first],
            bits => bits,
        };
        let bit = bits & bits.wrapping_neg();
        let after = simd.load(&starts[s]).meets(simd.splat(bit)) >> first;
        let number = first + after.trailing_zeros() as usize;
        Some((&self.segments[s], number % WIDTH, bit))
    }
}

/// The first lane of two bits, or else of the fewest: its register, and a mask of it.
#[inline(always)]
fn choose_lane<V: Vector>(x: &[V; REGISTERS]) -> (usize, u32) {
    // Each round removes the lowest bit of every lane. Lanes of one bit do not count.
    let mut open = [0; REGISTERS];
    let mut rest = *x;
    for r in 0..REGISTERS {
        rest[r] = rest[r].and(rest[r].minus_one());
        open[r] = !rest[r].zeros();
    }
    loop {
        for r in 0..REGISTERS {
            rest[r] = rest[r].and(rest[r].minus_one());
            let lanes = open[r] & rest[r].zeros();
            if lanes != 0 {
                return (r, lanes & lanes.wrapping_neg());
            }
        }
    }
}
