//! Sweeps: all that is forced anywhere, found and done at once, until nothing changes.
//!
//! ```text
//!     lanes        {1 2} {1 2} {2 3} {4}       a unit of four lanes, its bits 1 to 4
//!     one or more  1 2 3 4                     none is missing
//!     two or more  1 2                         so 3 and 4 are hidden in a lane each: {3}, {4}
//!     single       4                           no other lane of the unit keeps a 4
//! ```
//!
//! Nothing is looked up by option, and there is no loop over what is forced: a sweep asks all units for their bits by K
//! look-ups a register, and tells all lanes by B look-ups a group. It costs the same however much it finds.
//!
//! The last step are the segments of grids. A bit stays in segment `s` only if the rest of the grid can have it, too (see
//! [`grids`](super::grids)); and if a segment has as many bits that can stand nowhere else in its row as it has lanes, it
//! has no others.
#![allow(clippy::needless_range_loop)] // Register r of all arrays together.

use super::tables::Tables;
use super::vector::{Machine, NIL, Vector};

/// What sweeps come to.
pub(super) enum Settled {
    Dead,
    Solved,
    Open,
}

/// The bits of each segment of both lists, and of the two others in its row, before the last sweep: where that changed
/// nothing, those of the node.
#[derive(Clone, Copy)]
pub(super) struct Marks<V> {
    pub(super) lists: [[V; 3]; 2],
}

impl<const R: usize, const G: usize, const K: usize, const B: usize> Tables<R, G, K, B> {
    /// Sweeps until nothing changes, and counts how often.
    #[inline(always)]
    pub(super) fn settle<M: Machine>(
        &self,
        simd: M,
        x: &mut [M::Vector; R],
        marks: &mut Marks<M::Vector>,
        sweeps: &mut u64,
    ) -> Settled {
        loop {
            // Opaque, or the compiler copies all tables to the stack before the loop: that cost a tenth of the time.
            let tables = std::hint::black_box(self);
            *sweeps += 1;
            let before = *x;
            let missing = tables.sweep(simd, x, marks);
            let mut lowest = x[0];
            for r in 1..R {
                lowest = lowest.min(x[r]);
            }
            let empty = lowest.zeros() & ((1 << NIL) - 1);
            if !missing.zeros() | empty != 0 {
                return Settled::Dead;
            }
            let mut changed = simd.zero();
            for r in 0..R {
                changed = changed.or(x[r].xor(before[r]));
            }
            if changed.zeros() == u32::MAX {
                let mut open = simd.zero();
                for r in 0..R {
                    open = open.or(x[r].and(x[r].minus_one()));
                }
                return match open.zeros() {
                    u32::MAX => Settled::Solved,
                    _ => Settled::Open,
                };
            }
        }
    }

    /// One sweep; the bits that units have lost.
    #[inline(always)]
    fn sweep<M: Machine>(
        &self,
        simd: M,
        x: &mut [M::Vector; R],
        marks: &mut Marks<M::Vector>,
    ) -> M::Vector {
        let mut missing = simd.zero();
        let mut hidden = [simd.zero(); G];
        let mut taken = [simd.zero(); G];
        // A 1 from memory, or the compiler makes a slower population count of the test.
        let one = simd.load(&self.ones);
        let mut single = *x;
        for r in 0..R {
            single[r] = x[r].keep(x[r].misses(x[r].minus(one)));
        }
        for g in 0..G {
            let exact = simd.load(&self.exact[g]);
            let (one, two) = self.places_in(simd, x, g);
            hidden[g] = exact.and(one).without(two);
            missing = missing.or(exact.without(one));
            let (one, two) = self.places_in(simd, &single, g);
            let most = simd.load(&self.most[g]);
            taken[g] = one.and(most);
            if self.loose {
                missing = missing.or(two.and(most));
            }
        }
        for r in 0..R {
            let chosen = x[r].and(self.of_units(simd, &hidden, r));
            let left = x[r].without_unless(self.of_units(simd, &taken, r), single[r]);
            x[r] = left.replace(chosen.meets(chosen), chosen);
        }
        if self.has_segments {
            self.close_segments(simd, x, marks);
        }
        missing
    }

    /// For each unit of the group, the bits that one lane or more has, and that two or more have.
    #[inline(always)]
    fn places_in<M: Machine>(
        &self,
        simd: M,
        x: &[M::Vector; R],
        g: usize,
    ) -> (M::Vector, M::Vector) {
        let (mut one, mut two) = (simd.zero(), simd.zero());
        for k in 0..K {
            let mut lanes = *x;
            for r in 0..R {
                lanes[r] = x[r].pick(simd.load(&self.unit_lanes[g][r][k]));
            }
            let (mut some, mut both);
            if R % 3 == 0 {
                some = lanes[0].or3(lanes[1], lanes[2]);
                both = lanes[0].two_of(lanes[1], lanes[2]);
                for r in (3..R).step_by(3) {
                    let or = lanes[r].or3(lanes[r + 1], lanes[r + 2]);
                    let two_of = lanes[r].two_of(lanes[r + 1], lanes[r + 2]);
                    both = some.and_or(or, both.or(two_of));
                    some = some.or(or);
                }
            } else {
                (some, both) = (lanes[0], simd.zero());
                for r in 1..R {
                    both = some.and_or(lanes[r], both);
                    some = some.or(lanes[r]);
                }
            }
            two = one.and_or(some, two.or(both));
            one = one.or(some);
        }
        (one, two)
    }

    /// For each lane of the register, the bits that are in `sets` for one of its units.
    #[inline(always)]
    fn of_units<M: Machine>(&self, simd: M, sets: &[M::Vector; G], r: usize) -> M::Vector {
        let mut all = simd.zero();
        for (set, indices) in sets.iter().zip(&self.lane_units[r]) {
            for index in indices {
                all = all.or(set.pick(simd.load(index)));
            }
        }
        all
    }

    /// Strikes out what the grids rule out.
    #[inline(always)]
    fn close_segments<M: Machine>(
        &self,
        simd: M,
        x: &mut [M::Vector; R],
        marks: &mut Marks<M::Vector>,
    ) {
        let mut dead = [simd.zero(); 2];
        for (s, segments) in self.segments.iter().enumerate() {
            let mut own = simd.zero();
            for r in 0..R {
                // Lanes stand at the numbers of the first list.
                own = own.or(match s {
                    0 => x[r],
                    _ => x[r].pick(simd.load(&segments.lanes[r])),
                });
            }
            own = own.and(simd.load(&segments.bits));
            let [mut a, mut d, mut b, mut c] = [own; 4];
            for (lane, index) in [&mut a, &mut d, &mut b, &mut c]
                .into_iter()
                .zip(&segments.across)
            {
                *lane = own.pick(simd.load(index));
            }
            let p = own.pick(simd.load(&segments.lines[0]));
            let q = own.pick(simd.load(&segments.lines[1]));
            marks.lists[s] = [own, p, q];
            // Bits that have no other segment in the row: if there are as many as lanes, the segment has no others.
            let sure = own.without(p.or(q));
            let full = sure.count_ones().equal(simd.load(&segments.size));
            let crowded = own.without(sure).keep(full);
            dead[s] = own.without(a.and_or(d, b.and(c))).or(crowded);
        }
        for r in 0..R {
            let second = dead[1].pick(simd.load(&self.segments[1].back[r]));
            x[r] = x[r].without(dead[0].or(second));
        }
    }
}
