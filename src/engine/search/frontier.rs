//! What is left of a search: a list of pieces in the order of the search, some of them at work.
//!
//! ```text
//!     head                                        the output of the head is handed on; what others have found waits
//!     ① at work ─▶ ④ over ─▶ ③ at work ─▶ ② waiting
//!        │           2 solutions  7 solutions
//!        └ is cut: ⑥ and ⑤ are put in after it
//! ```

use std::collections::VecDeque;

use super::output::Output;
use super::worker::{Cut, Piece};
use crate::engine::kernel::Given;
use crate::engine::subtrees::Sizes;

/// The state of a task in the list.
type Place = usize;
const NONE: Place = Place::MAX;

/// Bytes of a task, about, without sizes of subtrees.
const TASK: usize = 256;

/// A piece that a thread has taken. It loses it if the list is cleared or the piece is taken away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Claim {
    place: Place,
    ticket: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Waiting,
    /// At work, by the holder of this ticket.
    Running(u64),
    Over,
}

struct Task {
    piece: Piece,
    state: State,
    /// How many cuts lie between the whole and this piece: more than for a piece it was cut off from.
    level: u32,
    /// The solutions found, in order.
    output: VecDeque<Output>,
    next: Place,
}

/// What to do about the first piece of the list.
pub(super) enum Head {
    /// There is none: the search is over.
    None,
    /// Some of its output must be handed on.
    Output(Output),
    /// It is done, and was removed.
    Over(Piece),
    /// Nobody has begun it.
    Waiting,
    Running(Claim),
}

pub(super) struct Frontier {
    tasks: Vec<Task>,
    free: Vec<Place>,
    /// Empty outputs for reuse.
    spare: Vec<Output>,
    head: Place,
    /// No piece before this one is waiting.
    cursor: Place,
    tickets: u64,
    /// The bytes of the list and of the waiting output, and the work that the output took.
    bytes: usize,
    ahead: u64,
    /// From these on only the head is searched.
    most_bytes: usize,
    pub(super) most_ahead: u64,
    /// Threads other than the caller's take no piece.
    pub(super) rests: bool,
    pub(super) is_closed: bool,
}

/// Bytes that a piece takes in the list, at most: pieces of the same cut share their sizes.
fn bytes_of(piece: &Piece) -> usize {
    TASK + piece.sizes.bytes()
}

impl Frontier {
    pub(super) fn new(most_bytes: usize) -> Frontier {
        Frontier {
            tasks: Vec::new(),
            free: Vec::new(),
            spare: Vec::new(),
            head: NONE,
            cursor: NONE,
            tickets: 0,
            bytes: 0,
            ahead: 0,
            most_bytes,
            most_ahead: u64::MAX,
            rests: false,
            is_closed: false,
        }
    }

    pub(super) fn clear(&mut self) {
        self.tasks.clear();
        self.free.clear();
        (self.head, self.cursor) = (NONE, NONE);
        (self.bytes, self.ahead) = (0, 0);
    }

    /// Makes these pieces the list, which is empty.
    pub(super) fn fill(&mut self, pieces: impl DoubleEndedIterator<Item = Piece>) {
        for piece in pieces.rev() {
            self.head = self.add(piece, 0, self.head);
        }
        self.cursor = self.head;
    }

    fn add(&mut self, piece: Piece, level: u32, next: Place) -> Place {
        let task = Task {
            piece,
            state: State::Waiting,
            level,
            output: VecDeque::new(),
            next,
        };
        self.bytes += bytes_of(&task.piece);
        match self.free.pop() {
            Some(place) => {
                self.tasks[place] = task;
                place
            }
            None => {
                self.tasks.push(task);
                self.tasks.len() - 1
            }
        }
    }

    /// Takes the first piece that is waiting.
    pub(super) fn take(&mut self) -> Option<(Claim, &Piece)> {
        self.find_waiting();
        (self.cursor != NONE).then(|| self.claim(self.cursor))
    }

    fn find_waiting(&mut self) {
        while self.cursor != NONE && self.tasks[self.cursor].state != State::Waiting {
            self.cursor = self.tasks[self.cursor].next;
        }
    }

    /// Whether threads other than the caller's may take the first piece that is waiting.
    pub(super) fn has_room_for_next(&mut self) -> bool {
        self.find_waiting();
        self.has_room(self.cursor)
    }

    /// Whether they may continue with this one.
    pub(super) fn has_room_for(&self, claim: Claim) -> bool {
        self.has_room(claim.place)
    }

    /// The head is always searched, since its output does not wait.
    fn has_room(&self, place: Place) -> bool {
        let is_full = self.bytes >= self.most_bytes || self.ahead >= self.most_ahead;
        !self.rests && (place == self.head || !is_full)
    }

    /// Takes the first piece of all, even from a thread at work on it, in its original state.
    pub(super) fn take_head(&mut self) -> Option<(Claim, &Piece)> {
        if self.head == NONE {
            return None;
        }
        self.undo(self.head);
        Some(self.claim(self.head))
    }

    fn claim(&mut self, place: Place) -> (Claim, &Piece) {
        self.tickets += 1;
        let ticket = self.tickets;
        let task = &mut self.tasks[place];
        task.state = State::Running(ticket);
        (Claim { place, ticket }, &task.piece)
    }

    /// Whether the piece still belongs to the thread that took it.
    pub(super) fn holds(&self, claim: Claim) -> bool {
        let task = self.tasks.get(claim.place);
        task.is_some_and(|task| task.state == State::Running(claim.ticket))
    }

    /// Puts a piece back, of which nothing was handed on.
    pub(super) fn put_back(&mut self, claim: Claim) {
        if self.holds(claim) {
            self.undo(claim.place);
        }
    }

    /// Resets a piece to its state before it was begun: its output and the parts cut off from it are dropped.
    fn undo(&mut self, place: Place) {
        self.drop_output(place);
        self.tasks[place].state = State::Waiting;
        self.remove_below(place);
        self.cursor = self.head;
    }

    fn drop_output(&mut self, place: Place) {
        for output in std::mem::take(&mut self.tasks[place].output) {
            self.forget(&output);
        }
    }

    fn forget(&mut self, output: &Output) {
        self.bytes -= output.bytes();
        self.ahead -= output.work();
    }

    /// Removes all parts that were cut off from a piece.
    fn remove_below(&mut self, place: Place) {
        let mut share = 0.0;
        while let next = self.tasks[place].next
            && next != NONE
            && self.tasks[next].level > self.tasks[place].level
        {
            self.drop_output(next);
            share += self.tasks[next].piece.share;
            self.tasks[place].next = self.tasks[next].next;
            self.release(next);
        }
        let task = &mut self.tasks[place];
        task.piece.share += share;
    }

    fn release(&mut self, place: Place) {
        self.tasks[place].state = State::Over;
        self.bytes -= bytes_of(&self.tasks[place].piece);
        self.free.push(place);
    }

    /// Puts the parts that were cut off from a piece into the list, after it: the parts of one node after those of the next.
    pub(super) fn cut(
        &mut self,
        claim: Claim,
        Cut {
            given,
            interval,
            sizes,
        }: Cut,
    ) {
        for of_node in given {
            self.cut_node(claim, of_node, (interval, &sizes));
        }
        self.cursor = self.head;
    }

    /// All branches of the node are assumed to be equally large.
    fn cut_node(
        &mut self,
        claim: Claim,
        Given { parts, branches }: Given,
        (interval, sizes): (u64, &Sizes),
    ) {
        let task = &mut self.tasks[claim.place];
        let (level, mut next) = (task.level + 1, task.next);
        let of_branch = task.piece.share / (branches + 1) as f64;
        let share = of_branch * branches as f64 / parts.len() as f64;
        if !parts.is_empty() {
            task.piece.share = of_branch;
        }
        for part in parts.into_iter().rev() {
            let piece = Piece {
                part,
                interval,
                skip: 0,
                share,
                sizes: sizes.clone(),
            };
            next = self.add(piece, level, next);
        }
        self.tasks[claim.place].next = next;
    }

    /// Takes the output of a piece, and leaves an empty one.
    pub(super) fn put_output(&mut self, claim: Claim, output: &mut Output) {
        self.bytes += output.bytes();
        self.ahead += output.work();
        let spare = self.spare.pop().unwrap_or_default();
        let output = std::mem::replace(output, spare);
        self.tasks[claim.place].output.push_back(output);
    }

    /// Takes an output that was handed on, to be filled again: new memory costs more than to write the solutions.
    pub(super) fn take_back(&mut self, mut output: Output) {
        output.clear();
        self.spare.push(output);
    }

    /// Nothing is left of a piece.
    pub(super) fn finish(&mut self, claim: Claim) {
        self.tasks[claim.place].state = State::Over;
    }

    /// Continues with the first piece of the list.
    pub(super) fn head(&mut self) -> Head {
        if self.head == NONE {
            return Head::None;
        }
        let place = self.head;
        if let Some(output) = self.tasks[place].output.pop_front() {
            self.forget(&output);
            return Head::Output(output);
        }
        match self.tasks[place].state {
            State::Waiting => Head::Waiting,
            State::Running(ticket) => Head::Running(Claim { place, ticket }),
            State::Over => Head::Over(self.remove_head()),
        }
    }

    fn remove_head(&mut self) -> Piece {
        let place = self.head;
        self.head = self.tasks[place].next;
        if self.cursor == place {
            self.cursor = self.head;
        }
        self.release(place);
        let piece = &mut self.tasks[place].piece;
        Piece {
            part: std::mem::take(&mut piece.part),
            sizes: std::mem::take(&mut piece.sizes),
            ..*piece
        }
    }

    /// The remaining pieces, in order. A piece that was begun comes in its original state, including all parts cut off from it;
    /// except `cut`, which comes without them.
    pub(super) fn left(&self, cut: Option<Claim>) -> Vec<Piece> {
        let mut left = Vec::<Piece>::new();
        let (mut place, mut whole) = (self.head, u32::MAX);
        while place != NONE {
            let task = &self.tasks[place];
            match left.last_mut() {
                Some(last) if task.level > whole => last.share += task.piece.share,
                _ => {
                    let is_cut = cut.is_some_and(|claim| claim.place == place);
                    whole = match task.state == State::Waiting || is_cut {
                        true => u32::MAX,
                        false => task.level,
                    };
                    left.push(task.piece.clone());
                }
            }
            place = task.next;
        }
        left
    }

    /// Drops everything that was found ahead of the head.
    pub(super) fn forget_ahead(&mut self) {
        let mut place = self.head;
        while place != NONE {
            if place != self.head && self.tasks[place].state != State::Waiting {
                self.undo(place);
            }
            place = self.tasks[place].next;
        }
    }
}
