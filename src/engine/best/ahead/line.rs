//! The pieces of a search in their order, and what those that are over came to.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Halt, Task};
use crate::engine::best::kept::Kept;
use crate::engine::best::scale::Scale;
use crate::engine::best::search::Place;
use crate::engine::best::trail::{Branch, Fork, Trail};
use crate::engine::best::walker::Walker;
use crate::engine::kernel::Effort;
use crate::engine::limits::{Allowance, Limit};
use crate::problem::{OptionId, Solution};

/// The most that may wait for the front: pieces that were left at a solution; and options of solutions.
const MOST_PAUSED: usize = 1 << 5;
const MOST_OPTIONS: usize = 1 << 20;

/// Pieces that are near the front, for each thread.
const NEAR: usize = 4;

/// The pieces that are not over or not counted yet, and the sum of those that were counted.
pub(super) struct Line<'s> {
    /// In the order of the search.
    pub(super) pieces: VecDeque<Piece>,
    next_id: u64,
    pub(super) kept: Kept,
    /// The cut-off at the front.
    pub(super) cut_off: i64,
    pub(super) has_cut: bool,
    pub(super) effort: Effort,
    pub(super) allowance: &'s mut Allowance,
    /// The number of pieces that are near the front.
    near: usize,
    pub(super) ended: Option<Result<(), Halt>>,
}

/// A part of the search.
pub(super) struct Piece {
    pub(super) id: u64,
    /// Where it begins; `None` for the one that was under way when threads began.
    begins: Option<(Arc<Fork>, Branch)>,
    state: State,
}

pub(super) enum State {
    Waiting,
    Running,
    /// It was searched, to its end or to a solution, but not counted.
    Done(Ran),
    /// It is the front and is to be continued.
    Suspended(Trail),
}

/// What was found with a cut-off.
pub(super) struct Ran {
    pub(super) cut_off: i64,
    pub(super) has_cut: bool,
    pub(super) effort: Effort,
    pub(super) found: Vec<(i128, Vec<OptionId>)>,
    /// Whether it was left at the last of these solutions.
    pub(super) is_at_last: bool,
    /// Where it is to be continued; `None` if it is over.
    pub(super) trail: Option<Trail>,
}

impl<'s> Line<'s> {
    /// A line of one piece, at work: everything that this walker has not searched yet.
    pub(super) fn new(
        walker: &Walker,
        kept: Kept,
        allowance: &'s mut Allowance,
        others: usize,
    ) -> Line<'s> {
        let piece = Piece {
            id: 0,
            begins: None,
            state: State::Running,
        };
        Line {
            pieces: VecDeque::from([piece]),
            next_id: 1,
            kept,
            cut_off: walker.cut_off,
            has_cut: walker.has_cut,
            effort: walker.effort,
            allowance,
            near: NEAR * (others + 1),
            ended: None,
        }
    }

    /// Whether no piece near the front can be begun.
    pub(super) fn is_hungry(&self) -> bool {
        !self.pieces.iter().take(self.near).any(Piece::can_begin)
    }

    /// Whether a piece is far from the front, and one nearer to it can be begun.
    pub(super) fn is_too_far(&self, id: u64) -> bool {
        let is_near = self.pieces.iter().take(self.near).any(|one| one.id == id);
        !is_near && !self.is_hungry() && self.has_room()
    }

    /// The place of the first piece that can be begun.
    pub(super) fn next_to_do(&self) -> Option<usize> {
        let place = self.pieces.iter().position(Piece::can_begin)?;
        (place == 0 || self.has_room()).then_some(place)
    }

    /// Whether more may be found ahead.
    fn has_room(&self) -> bool {
        let (mut paused, mut options) = (0, 0);
        for piece in &self.pieces {
            if let State::Done(ran) = &piece.state {
                paused += usize::from(ran.trail.is_some());
                options += ran.found.iter().map(|(_, path)| path.len()).sum::<usize>();
            }
        }
        paused < MOST_PAUSED && options < MOST_OPTIONS
    }

    /// Begins a piece, or continues it.
    pub(super) fn begin(&mut self, place: usize, walker: &mut Walker) -> Result<Task, Limit> {
        let piece = &mut self.pieces[place];
        let state = std::mem::replace(&mut piece.state, State::Running);
        let mut task = Task::new(piece.id, walker, place == 0, &self.kept);
        match state {
            State::Suspended(trail) => walker.resume(trail, self.cut_off),
            State::Done(Ran {
                trail: Some(trail),
                has_cut,
                effort,
                found,
                ..
            }) => {
                walker.resume(trail, self.cut_off);
                walker.has_cut = has_cut;
                (task.before, task.found) = (effort, found);
            }
            _ => {
                if let Err(limit) = piece.restart(walker, self.cut_off) {
                    piece.state = State::Waiting;
                    return Err(limit);
                }
            }
        }
        Ok(task)
    }

    /// Begins the front again.
    pub(super) fn restart_front(&mut self, walker: &mut Walker) -> Result<(), Limit> {
        self.pieces[0].restart(walker, self.cut_off)
    }

    pub(super) fn set(&mut self, id: u64, state: State) {
        let state = match state {
            State::Done(ran) if ran.cut_off != self.cut_off => State::Waiting,
            state => state,
        };
        if let Some(piece) = self.pieces.iter_mut().find(|piece| piece.id == id) {
            piece.state = state;
        }
    }

    /// Inserts what was cut off the front; the last branch comes first.
    pub(super) fn insert(&mut self, fork: Fork, branches: Vec<Branch>) {
        let fork = Arc::new(fork);
        for branch in branches {
            let piece = Piece {
                id: self.next_id,
                begins: Some((Arc::clone(&fork), branch)),
                state: State::Waiting,
            };
            self.next_id += 1;
            self.pieces.insert(1, piece);
        }
    }

    /// Counts the pieces at the front that are over, as long as they are what one thread would come to.
    pub(super) fn advance(&mut self, scale: &Scale) {
        while self.ended.is_none() {
            let Some(front) = self.pieces.front_mut() else {
                self.ended = Some(Ok(()));
                return;
            };
            let ran = match std::mem::replace(&mut front.state, State::Waiting) {
                State::Done(ran) => ran,
                state => {
                    front.state = state;
                    return;
                }
            };
            if !self.accepts(&ran) {
                return;
            }
            match self.count(ran, scale) {
                Ok(None) => {
                    self.pieces.pop_front();
                }
                Ok(Some(trail)) => self.pieces[0].state = State::Suspended(trail),
                Err(halt) => self.ended = Some(Err(halt)),
            }
        }
    }

    /// Whether one thread would have come to this, and would not have been stopped in it.
    pub(super) fn accepts(&self, ran: &Ran) -> bool {
        // The number of solutions that may be found before the cut-off is lowered.
        let most = match ran.is_at_last {
            true => self.kept.room().max(1),
            false => self.kept.room().saturating_sub(1),
        };
        ran.cut_off == self.cut_off
            && ran.effort.nodes < self.allowance.nodes()
            && ran.found.len() <= most
    }

    /// Counts what was found at the front. Returns where it is to be continued, if it is not over.
    pub(super) fn count(&mut self, ran: Ran, scale: &Scale) -> Result<Option<Trail>, Halt> {
        self.add(ran.effort);
        self.has_cut |= ran.has_cut;
        for (value, path) in &ran.found {
            self.offer(*value, path, scale)?;
        }
        Ok(ran.trail)
    }

    pub(super) fn add(&mut self, effort: Effort) {
        self.allowance.spend_nodes(effort.nodes);
        self.effort = self.effort.with(effort);
    }

    /// Keeps a solution that was found at the front, and lowers the cut-off if possible.
    pub(super) fn offer(
        &mut self,
        value: i128,
        path: &[OptionId],
        scale: &Scale,
    ) -> Result<(), Halt> {
        self.kept.offer(value, path).map_err(|_| Halt::OutOfRoom)?;
        let before = self.cut_off;
        self.cut_off = self.kept.cut_off(scale, before);
        if self.cut_off != before {
            for piece in self.pieces.iter_mut().skip(1) {
                if let State::Done(_) = piece.state {
                    piece.state = State::Waiting;
                }
            }
        }
        Ok(())
    }

    /// Where one thread would continue: the levels to the front, with the pieces that are left as their branches.
    pub(super) fn place(&self) -> Place {
        let mut levels = Vec::new();
        let mut rest = self.pieces.iter();
        if let Some(front) = self.pieces.front() {
            match (&front.state, &front.begins) {
                (State::Suspended(trail), _) => {
                    levels = trail.levels();
                    rest.next();
                }
                (_, Some((fork, _))) => levels = fork.levels(),
                (_, None) => unreachable!("what was under way is left where it is"),
            }
        }
        for (fork, _) in rest.filter_map(|piece| piece.begins.as_ref()) {
            levels[fork.depth()].left += 1;
        }
        Place {
            levels,
            has_cut: self.has_cut,
        }
    }

    /// What was found and not counted.
    pub(super) fn found_ahead(&mut self) -> Vec<(i128, Solution)> {
        let found_at = |piece: Piece| match piece.state {
            State::Done(ran) => ran.found,
            _ => Vec::new(),
        };
        let found = self.pieces.drain(..).flat_map(found_at);
        found
            .map(|(value, path)| (value, Solution::new(path)))
            .collect()
    }
}

impl Piece {
    /// Whether a thread may begin it, or continue it: not where a solution that was found may lower the cut-off.
    fn can_begin(&self) -> bool {
        match &self.state {
            State::Waiting | State::Suspended(_) => true,
            State::Done(ran) => ran.trail.is_some() && ran.found.is_empty(),
            State::Running => false,
        }
    }

    fn restart(&self, walker: &mut Walker, cut_off: i64) -> Result<(), Limit> {
        match &self.begins {
            Some((fork, branch)) => walker.begin_branch(fork, *branch, cut_off),
            None => unreachable!("what was under way is the front from the beginning"),
        }
    }
}
