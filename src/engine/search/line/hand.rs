//! Handing on what was found beside the head.

use std::cell::Cell;

use super::Line;
use crate::engine::kernel::{Sink, Step};
use crate::engine::search::output::Output;
use crate::engine::search::until::Until;

/// Output that is being handed on.
pub(super) struct Hand {
    output: Output,
    /// The stretch at hand, and how many of its solutions were handed on.
    mark: usize,
    of_mark: u64,
    /// How many solutions of all stretches were handed on.
    of_all: usize,
}

impl Hand {
    pub(super) fn of(output: Output) -> Hand {
        Hand {
            output,
            mark: 0,
            of_mark: 0,
            of_all: 0,
        }
    }
}

impl Line {
    /// Hands on what was found beside the head.
    pub(super) fn hand_on(
        &mut self,
        mut hand: Hand,
        until: Until,
        handed: &Cell<u64>,
        sink: Sink,
    ) -> Option<Step> {
        while let Some(&mark) = hand.output.marks.get(hand.mark) {
            let nodes = self.tally().effort.nodes;
            if nodes + mark.tally.effort.nodes > until.most_nodes {
                self.hand = Some(hand);
                self.settle(handed);
                return None;
            }
            let is_bulk = self.keeps_none() && hand.of_mark == 0;
            if is_bulk && handed.get() + mark.found < until.in_bulk {
                handed.set(handed.get() + mark.found);
                self.sum = self.sum.wrapping_add(mark.sum);
                hand.of_mark = mark.found;
                hand.of_all += mark.found as usize;
            } else if self.visits_only() {
                self.hand = Some(hand);
                self.settle(handed);
                return None;
            }
            while hand.of_mark < mark.found {
                let solution = hand.output.read(hand.of_all);
                hand.of_mark += 1;
                hand.of_all += 1;
                if sink(solution).is_break() {
                    self.hand = Some(hand);
                    return Some(Step::Solution);
                }
            }
            self.credited = self.credited.plus(mark.tally);
            self.head_credited = self.head_credited.plus(mark.tally);
            let is_look = mark.is_look;
            hand.mark += 1;
            hand.of_mark = 0;
            let is_end = match until.look {
                Some(_) => is_look && self.look(until).is_some(),
                None => self.tally().effort.nodes >= until.nodes,
            };
            if is_end {
                self.hand = Some(hand);
                return Some(Step::Paused);
            }
        }
        self.pool.shared.lock().take_back(hand.output);
        None
    }

    /// Whether nothing was found, and a second kernel has ended with all solutions, which are handed on: then the search is done. Several
    /// solutions can be handed on only if their order does not matter.
    pub(super) fn finish_otherwise(
        &mut self,
        until: Until,
        handed: &Cell<u64>,
        sink: Sink,
    ) -> Option<Step> {
        if handed.get() > 0 {
            self.second.leave();
            return None;
        }
        let nodes = until.most_nodes.saturating_sub(self.tally().effort.nodes);
        let work = self.since_begun().work;
        let (done, found) = self.second.finish(&self.whole, work, nodes)?;
        let in_bulk = self.counts_only() && (found.len() as u64) < until.in_bulk;
        let is_listed = found.len() == 1 && !self.keeps_none();
        if !(found.is_empty() || in_bulk || is_listed) {
            return None;
        }
        self.credited = self.credited.plus(done);
        self.drop_list();
        self.is_over = true;
        if in_bulk {
            handed.set(found.len() as u64);
        } else if let [solution] = &found[..]
            && sink(solution).is_break()
        {
            return Some(Step::Solution);
        }
        Some(Step::Exhausted)
    }
}
