//! The caller's thread of a search: it hands on solutions in order.

mod hand;
#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use hand::Hand;

use super::frontier::{Claim, Frontier, Head};
use super::output::Output;
use super::pool::{Beside, Pool};
use super::second::Second;
use super::until::{Look, Until};
use super::worker::{Cut, Event, Piece, Tally, Worker};
use crate::engine::checksum::Checksum;
use crate::engine::kernel::{Kernel, Sink, Step};
use crate::problem::Part;

/// If fewer solutions may still be handed on, each is handed on by itself.
const LEAST_IN_BULK: u64 = 64;

/// A turn pauses between two looks or pieces after this much work: in a large problem it takes longer to enter many small pieces
/// than to search them.
const BREATH: u64 = 1 << 20;

/// A search, without the number of its solutions.
pub(super) struct Line {
    worker: Worker,
    pool: Pool,
    second: Second,
    /// The part that the search began with. As long as it was not cut, the list is empty.
    whole: Part,
    interval: u64,
    is_sole: bool,
    /// The part is done, without a cut.
    is_over: bool,
    /// The effort before it.
    begun: Tally,
    /// The piece that the worker is in, after that.
    own: Option<Claim>,
    /// Whether it is the head, and all earlier solutions were handed on.
    is_direct: bool,
    hand: Option<Hand>,
    /// The sum over the solutions that were handed on by their number.
    sum: u64,
    /// An empty output to be filled beside the head.
    output: Output,
    /// Whether other threads must not take part.
    is_alone: bool,
    /// The other threads rest since the last turn; and what they may run ahead is bounded.
    is_resting: bool,
    is_bounded: bool,
    /// The effort of the worker ahead of the head; and the effort of any thread ahead of the head that was handed on.
    hidden: Tally,
    credited: Tally,
    /// The totals handed on when the head began, of solutions and work; and the amounts credited since.
    head_began: (u64, Tally),
    head_credited: Tally,
    /// The share of the search that is done.
    done: f64,
    /// The last turn has ended at a look at the work, or before the first cut.
    is_at_stop: bool,
}

impl Line {
    pub(super) fn new(kernel: Box<dyn Kernel>) -> Line {
        Line {
            worker: Worker::new(kernel),
            pool: Pool::new(None, 0),
            second: Second::default(),
            whole: Part::default(),
            interval: 0,
            is_sole: true,
            is_over: false,
            begun: Tally::default(),
            own: None,
            is_direct: false,
            hand: None,
            sum: 0,
            output: Output::default(),
            is_alone: false,
            is_resting: false,
            is_bounded: false,
            hidden: Tally::default(),
            credited: Tally::default(),
            head_began: (0, Tally::default()),
            head_credited: Tally::default(),
            done: 0.0,
            is_at_stop: true,
        }
    }

    pub(super) fn set_pool(&mut self, pool: Pool) {
        self.pool = pool;
    }

    pub(super) fn set_second(&mut self, second: Second) {
        self.second = second;
    }

    /// Abandons the search under way.
    pub(super) fn abandon(&mut self) {
        self.drop_list();
        if std::mem::take(&mut self.is_bounded) {
            self.pool.shared.lock().most_ahead = u64::MAX;
        }
        self.pool.shared.counts_only.store(false, Ordering::Relaxed);
        self.pool.shared.visits_only.store(false, Ordering::Relaxed);
        self.worker.kernel.count_only(false);
        self.is_resting = false;
        self.is_at_stop = true;
        self.is_over = false;
        self.is_alone = false;
        self.done = 0.0;
    }

    fn drop_list(&mut self) {
        if !self.is_sole {
            self.pool.shared.lock().clear();
            self.pool.shared.next_round();
            self.is_sole = true;
            self.own = None;
            self.is_direct = false;
            self.hand = None;
        }
    }

    pub(super) fn begin(&mut self, part: &Part, interval: u64) {
        self.abandon();
        self.begun = self.tally();
        self.whole.with.clone_from(&part.with);
        self.whole.without.clone_from(&part.without);
        self.interval = interval;
        self.worker.enter(part, interval);
        self.second.begin(interval > 0);
        self.begin_head(0);
    }

    pub(super) fn begin_pieces(&mut self, pieces: Vec<Piece>) {
        self.abandon();
        self.begun = self.tally();
        self.second.begin(false);
        self.is_sole = false;
        self.done = 1.0 - pieces.iter().map(|piece| piece.share).sum::<f64>();
        self.pool.shared.lock().fill(pieces.into_iter());
        self.begin_head(0);
        self.call_others();
    }

    fn begin_head(&mut self, handed: u64) {
        self.head_began = (handed, self.tally());
        self.head_credited = Tally::default();
    }

    /// The effort that was handed on.
    pub(super) fn tally(&self) -> Tally {
        self.worker.tally().minus(self.hidden).plus(self.credited)
    }

    /// The effort since the search began.
    pub(super) fn since_begun(&self) -> Tally {
        self.tally().minus(self.begun)
    }

    /// The effort for finished pieces.
    pub(super) fn of_pieces(&self) -> Tally {
        match self.is_over {
            true => self.since_begun(),
            false => self.head_began.1.minus(self.begun),
        }
    }

    pub(super) fn advance(&mut self, until: Until, handed: &Cell<u64>, sink: Sink) -> Step {
        self.is_at_stop = false;
        if std::mem::take(&mut self.is_resting) {
            self.call_others();
        }
        let pause = self.worker.tally().work.saturating_add(BREATH);
        loop {
            let step = if self.is_sole {
                self.go_on_alone(until, handed, sink)
            } else if let Some(hand) = self.hand.take() {
                self.hand_on(hand, until, handed, sink)
            } else if let Some(claim) = self.own.filter(|_| self.is_direct) {
                self.go_on_directly(claim, until, handed, sink)
            } else {
                self.go_on_in_list(until, handed, sink)
            };
            match step {
                Some(step) => return step,
                None if self.worker.tally().work >= pause => return Step::Paused,
                None => {}
            }
        }
    }

    /// The nodes that the kernel may have entered in all when as many were handed on.
    fn of_kernel(&self, nodes: u64) -> u64 {
        let beside = self.hidden.effort.nodes;
        nodes
            .saturating_add(beside)
            .saturating_sub(self.credited.effort.nodes)
    }

    /// Lets the worker continue until the kernel has entered `last` nodes in all, and hands on what it finds: solutions that
    /// are only counted by their number, as long as they are fewer than `until` says. A solution is a node: so they cannot be
    /// more if no more nodes are entered.
    fn work(&mut self, last: u64, until: Until, handed: &Cell<u64>, sink: Sink) -> Event {
        let most = until.in_bulk.saturating_sub(handed.get() + 1);
        let in_bulk = self.counts_only() && most >= LEAST_IN_BULK;
        self.worker.count_only(in_bulk);
        let last = match in_bulk {
            true => last.min(self.worker.tally().effort.nodes.saturating_add(most)),
            false => last,
        };
        let event = self.worker.go_on(last, sink);
        handed.set(handed.get() + self.worker.counted());
        event
    }

    /// Continues in the whole, before its first cut.
    fn go_on_alone(&mut self, until: Until, handed: &Cell<u64>, sink: Sink) -> Option<Step> {
        if self.is_over {
            return Some(Step::Exhausted);
        }
        let last = self.of_kernel(until.nodes.min(until.pause));
        match self.work(last, until, handed, sink) {
            Event::Solution => Some(Step::Solution),
            Event::Paused => {
                self.is_at_stop = self.tally().effort.nodes >= until.nodes;
                Some(Step::Paused)
            }
            Event::Over => {
                self.is_over = true;
                Some(Step::Exhausted)
            }
            Event::Look => self.look(until),
            Event::Cut(cut) => match self.finish_otherwise(until, handed, sink) {
                Some(step) => Some(step),
                None => {
                    self.list(cut);
                    self.look(until)
                }
            },
        }
    }

    fn sole_piece(&self) -> Piece {
        Piece {
            interval: self.interval,
            ..Piece::whole(&self.whole)
        }
    }

    /// Makes the list, at the first cut.
    fn list(&mut self, cut: Cut) {
        let mut list = self.pool.shared.lock();
        list.fill([self.sole_piece()].into_iter());
        let claim = list.take().map(|(claim, _)| claim);
        if let Some(claim) = claim {
            list.cut(claim, cut);
        }
        drop(list);
        self.own = claim;
        self.is_direct = true;
        self.is_sole = false;
        self.call_others();
    }

    /// Lets other threads take part, if they may.
    fn call_others(&mut self) {
        self.pool.shared.lock().rests = self.is_alone;
        if !self.is_alone {
            self.pool.start();
            self.pool.shared.tell_of_work();
        }
    }

    /// Whether no other thread is to take part from here on. Once others were called, they stay: one of them may have the
    /// head, and this thread would wait for it.
    pub(super) fn stay_alone(&mut self, is_alone: bool) {
        let were_called = !self.is_sole && !self.is_alone;
        if were_called || is_alone == self.is_alone {
            return;
        }
        self.is_alone = is_alone;
        if !self.is_sole {
            self.call_others();
        }
    }

    /// Ends the turn if it is due.
    fn look(&mut self, until: Until) -> Option<Step> {
        let done = self.tally();
        let is_time = match until.look {
            Some(Look::Work(work)) => done.work >= work,
            Some(Look::Nodes) => done.effort.nodes >= until.nodes,
            None => false,
        };
        self.is_at_stop |= is_time;
        is_time.then_some(Step::Paused)
    }

    /// Continues in the head.
    fn go_on_directly(
        &mut self,
        claim: Claim,
        until: Until,
        handed: &Cell<u64>,
        sink: Sink,
    ) -> Option<Step> {
        let nodes = match until.look {
            Some(_) => self.of_kernel(until.pause),
            None => self.of_kernel(until.nodes),
        };
        match self.work(nodes, until, handed, sink) {
            Event::Solution => Some(Step::Solution),
            Event::Paused => Some(Step::Paused),
            Event::Look => self.look(until),
            Event::Cut(cut) => {
                self.pool.shared.lock().cut(claim, cut);
                self.pool.shared.tell_of_work();
                self.look(until)
            }
            Event::Over => {
                self.pool.shared.lock().finish(claim);
                self.own = None;
                self.is_direct = false;
                self.look(until)
            }
        }
    }

    /// Continues with the head, whichever thread is at work on it; or ahead of it.
    fn go_on_in_list(&mut self, until: Until, handed: &Cell<u64>, sink: Sink) -> Option<Step> {
        let shared = Arc::clone(&self.pool.shared);
        let mut list = shared.lock();
        list.rests = self.is_alone;
        match list.head() {
            Head::None => return Some(Step::Exhausted),
            Head::Output(output) => {
                self.hand = Some(Hand::of(output));
            }
            Head::Over(piece) => {
                self.done += piece.share;
                self.begin_head(handed.get());
                drop(list);
                let step = self.finish_otherwise(until, handed, sink);
                if step.is_none() {
                    shared.tell_of_work();
                }
                return step;
            }
            Head::Running(claim) if self.own == Some(claim) => self.is_direct = true,
            Head::Waiting if self.own.is_none() => {
                self.take(&mut list);
                self.is_direct = true;
            }
            Head::Waiting | Head::Running(_) => {
                self.go_on_beside(list);
                return Some(Step::Paused);
            }
        }
        drop(list);
        // There may be room again, or work.
        shared.tell_of_work();
        None
    }

    /// Takes the first piece that is waiting, if there is one.
    fn take(&mut self, list: &mut Frontier) {
        if let Some((claim, piece)) = list.take() {
            self.worker.enter_piece(piece);
            self.own = Some(claim);
        }
    }

    /// Leaves the piece that the worker is in, if it is not the head.
    fn leave(&mut self, list: &mut Frontier) {
        if let Some(claim) = self.own.take() {
            list.put_back(claim);
            self.pool.shared.next_round();
        }
    }

    /// Works ahead of the head for a while, or waits.
    fn go_on_beside(&mut self, mut list: std::sync::MutexGuard<Frontier>) {
        let before = self.worker.tally();
        if self.own.is_none() && list.has_room_for_next() {
            self.take(&mut list);
        }
        let Some(claim) = self.own.filter(|&claim| list.has_room_for(claim)) else {
            return self.pool.wait(list);
        };
        drop(list);
        let beside = self
            .pool
            .shared
            .go_on_beside((&mut self.worker, &mut self.output), claim, 1);
        self.hidden = self.hidden.plus(self.worker.tally().minus(before));
        if beside != Beside::Open {
            self.own = None;
        }
    }

    /// Moves the worker to the place where the last solution or the last stretch was handed on, as if no thread had run ahead.
    pub(super) fn settle(&mut self, handed: &Cell<u64>) {
        if self.is_sole || self.is_direct && self.hand.is_none() {
            return;
        }
        self.hand = None;
        let shared = Arc::clone(&self.pool.shared);
        let mut list = shared.lock();
        if !self.is_direct {
            self.leave(&mut list);
        }
        let Some((claim, piece)) = list.take_head() else {
            return;
        };
        let begun = self.worker.tally().effort.nodes;
        self.worker.enter_piece(piece);
        let solutions = piece.skip + handed.get() - self.head_began.0;
        drop(list);
        shared.next_round();
        (self.own, self.is_direct) = (Some(claim), true);
        let credited = std::mem::take(&mut self.head_credited);
        self.credited = self.credited.minus(credited);
        self.worker.count_only(false);
        if let Some(others) = solutions.checked_sub(1) {
            self.worker.pass_over(others);
            self.repeat(claim, u64::MAX);
        }
        self.repeat(claim, begun + credited.effort.nodes);
    }

    /// Continues in the head to a solution that was handed on, or until the kernel has entered `last` nodes in all.
    fn repeat(&mut self, claim: Claim, last: u64) {
        while self.worker.tally().effort.nodes < last {
            let event = self.worker.go_on(last, &mut |_| ControlFlow::Break(()));
            match event {
                Event::Cut(cut) => self.pool.shared.lock().cut(claim, cut),
                Event::Look | Event::Paused => {}
                Event::Solution | Event::Over => return,
            }
        }
    }

    /// Lets the other threads rest until the next turn.
    pub(super) fn rest(&mut self) {
        if !self.is_sole {
            self.pool.shared.lock().rests = true;
            self.is_resting = true;
        }
    }

    pub(super) fn count_only(&mut self, counts_only: bool, handed: &Cell<u64>) {
        // This thread alone writes it, and an exchange costs more than all else of a small search.
        let did = self.counts_only();
        let flag = &self.pool.shared.counts_only;
        flag.store(counts_only, Ordering::Relaxed);
        let visited = self.visits_only();
        if visited {
            self.pool.shared.visits_only.store(false, Ordering::Relaxed);
        }
        if (did || visited) && !counts_only {
            self.begin_output_anew(handed);
        }
    }

    pub(super) fn counts_only(&self) -> bool {
        self.pool.shared.counts_only.load(Ordering::Relaxed)
    }

    fn visits_only(&self) -> bool {
        self.pool.shared.visits_only.load(Ordering::Relaxed)
    }

    /// Whether solutions are not kept until they are handed on.
    fn keeps_none(&self) -> bool {
        self.counts_only() || self.visits_only()
    }

    /// From here on, solutions are visited only to be summed up with this, until something else is wanted of them.
    pub(super) fn visit_only(&mut self, checksum: Option<&Arc<Checksum>>, handed: &Cell<u64>) {
        self.sum = 0;
        let shared = Arc::clone(&self.pool.shared);
        let mut kept = shared.checksum.lock().expect("no thread has panicked");
        if self.visits_only() && kept.as_ref().map(Arc::as_ptr) == checksum.map(Arc::as_ptr) {
            return;
        }
        *kept = checksum.cloned();
        drop(kept);
        shared.visits_only.store(true, Ordering::Relaxed);
        shared.counts_only.store(false, Ordering::Relaxed);
        self.begin_output_anew(handed);
    }

    /// Drops everything found ahead of the head: it was for another purpose.
    fn begin_output_anew(&mut self, handed: &Cell<u64>) {
        if !self.is_sole {
            self.settle(handed);
            self.pool.shared.lock().forget_ahead();
            self.pool.shared.next_round();
        }
    }

    /// The sum over the solutions that were handed on by their number, since they are only visited.
    pub(super) fn sum(&self) -> u64 {
        self.sum
    }

    pub(super) fn run_ahead(&mut self, work: u64) {
        self.is_bounded = true;
        self.pool.shared.lock().most_ahead = work;
    }

    pub(super) fn remaining(&mut self, handed: &Cell<u64>) -> Vec<Part> {
        if self.is_over {
            return Vec::new();
        }
        if self.is_sole {
            return self.worker.kernel.open();
        }
        self.settle(handed);
        let list = self.pool.shared.lock();
        let pieces = list.left(self.own).into_iter().map(|piece| piece.part);
        match self.own {
            None => pieces.collect(),
            Some(_) => {
                let own = self.worker.kernel.open();
                own.into_iter().chain(pieces.skip(1)).collect()
            }
        }
    }

    pub(super) fn left(&self, handed: u64) -> Vec<Piece> {
        let handed_of_head = handed - self.head_began.0;
        let mut left = match self.is_sole {
            true if self.is_over => Vec::new(),
            true => vec![self.sole_piece()],
            false => self.pool.shared.lock().left(None),
        };
        if let Some(head) = left.first_mut() {
            head.skip += handed_of_head;
        }
        left
    }

    /// The share of the search that is done.
    pub(super) fn share_done(&self) -> f64 {
        match self.is_over {
            true => 1.0,
            false => self.done,
        }
    }

    pub(super) fn is_at_stop(&self) -> bool {
        self.is_at_stop
    }

    pub(super) fn kernel(&self) -> &dyn Kernel {
        &*self.worker.kernel
    }

    pub(super) fn kernel_mut(&mut self) -> &mut dyn Kernel {
        &mut *self.worker.kernel
    }
}
