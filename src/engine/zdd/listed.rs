//! Makes nodes from a list of all solutions, for problems with few solutions.
//!
//! If hardly any state occurs twice, a search finishes long before a sweep: pentominoes, most Sudokus, words. So a
//! search alternates with the sweep and keeps the solutions that it finds, unless there are too many:
//!
//! ```text
//!     found           by rank         sorted          nodes made, from the last solution on
//!     a d, b, a c     0 3 │ 1 │ 0 2   0 2 │ 0 3 │ 1   (b), (d), (c, else d), (a, else b)
//! ```
//!
//! Options are ranked in the order of the sweep, so that the diagram is the same except for the numbers of its nodes.
//! The solutions are sorted, so those that agree up to a place are neighbours. From the last solution to the first, the
//! nodes of one solution are made down to the place where the previous one differs, and a table merges equal nodes.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::Zdd;
use super::node::{FALSE, Made, TRUE};
use crate::engine::kernel::Step;
use crate::engine::limits::{Allowance, Limit, Watch};
use crate::engine::race::{Other, Report, Searching};
use crate::engine::search::Search;
use crate::problem::{OptionId, Part, Problem};

/// The most bytes that an option of a solution takes: in the list, then as a node and in the table.
const BYTES: usize = 48;
/// Options that are kept while a sweep runs too.
const BESIDE: usize = 1 << 21;
/// Solutions that are sorted at once.
const RUN: usize = 1 << 12;

/// A search that keeps its solutions.
pub(super) struct Listing<'a> {
    search: &'a mut Search,
    part: &'a Part,
    searching: Searching,
    /// Options that may be kept while a sweep runs, and without one.
    room: usize,
    most: usize,
    /// Indices of the options of all solutions found, and where those of each solution end.
    options: Vec<u32>,
    ends: Vec<usize>,
    state: State,
}

/// The state of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Open,
    /// All solutions are found.
    Done,
    /// There are more solutions than may be kept.
    Full,
}

impl<'a> Listing<'a> {
    /// The search of a part, from its beginning, whose diagram may take `bytes` bytes; with none it never begins.
    pub(super) fn new(
        search: &'a mut Search,
        (problem, part): (&Problem, &'a Part),
        bytes: usize,
    ) -> Self {
        Listing {
            searching: Searching::new(search, 0, (problem, bytes)),
            search,
            part,
            room: BESIDE.min(bytes / BYTES),
            most: bytes / BYTES,
            options: Vec::new(),
            ends: Vec::new(),
            state: match bytes {
                0 => State::Full,
                _ => State::Open,
            },
        }
    }

    /// Lets the search keep as much as is allowed without a sweep.
    pub(super) fn alone(&mut self) {
        if self.room < self.most {
            self.room = self.most;
            self.state = match self.state {
                State::Full => State::Open,
                state => state,
            };
        }
    }

    /// Takes a turn.
    pub(super) fn go_on(&mut self, allowance: &Allowance) -> Result<State, Limit> {
        if self.state != State::Open {
            return Ok(self.state);
        }
        allowance.interruption()?;
        let (options, ends, room) = (&mut self.options, &mut self.ends, self.room);
        let mut is_full = false;
        let of = (self.part, Other::default());
        let step = self
            .searching
            .go_on(self.search, of, allowance, &mut |solution| {
                options.extend(solution.iter().map(|option| option.index() as u32));
                ends.push(options.len());
                is_full = options.len() + ends.len() > room;
                match is_full {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
        if self.searching.found() == 0 {
            // It has begun anew.
            options.clear();
            ends.clear();
        } else if is_full {
            self.state = State::Full;
        }
        if step? == Step::Exhausted {
            self.state = State::Done;
        }
        Ok(self.state)
    }

    /// How far it has come, as a runner in a race.
    pub(super) fn report(&self) -> Report {
        match self.state {
            State::Open => self.searching.report(self.search),
            _ => Report::OUT,
        }
    }

    /// Whether its turn is not over.
    pub(super) fn is_in_turn(&self) -> bool {
        self.state == State::Open && self.searching.is_in_turn()
    }

    /// The work that was done.
    pub(super) fn spent(&self) -> u64 {
        self.searching.report(self.search).spent
    }

    /// Solutions found.
    pub(super) fn found(&self) -> usize {
        self.ends.len()
    }

    /// Bytes that the list takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<u32>() * self.options.capacity() + size_of::<usize>() * self.ends.capacity()
    }

    /// Bytes that the list takes at most while it becomes a diagram.
    pub(super) fn bytes_to_finish(&self) -> usize {
        self.bytes()
            .max(BYTES * (self.options.len() + self.ends.len()))
    }

    /// The diagram of the solutions of a problem with `option_count` options, in the order `order`.
    pub(super) fn finish(
        mut self,
        order: &[OptionId],
        option_count: usize,
        watch: &Watch,
    ) -> Result<Zdd, Limit> {
        let mut rank_of = vec![0; option_count];
        for (rank, option) in (0..).zip(order) {
            rank_of[option.index()] = rank;
        }
        for option in &mut self.options {
            *option = rank_of[*option as usize];
        }
        let mut start = 0;
        for &end in &self.ends {
            watch.spend(16 + 8 * (end - start) as u64)?;
            self.options[start..end].sort_unstable();
            start = end;
        }
        let solution = |place: usize| {
            let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.options[start..self.ends[place]]
        };
        let sorted = Vec::from_iter(0..self.ends.len());
        let sorted = sorted_by(
            sorted,
            |one, other| compare(solution(one), solution(other)),
            watch,
        )?;
        let mut made = Made::new(self.options.len());
        // By depth: the node of the later solutions that agree up to there.
        let mut after: Vec<u32> = Vec::new();
        for (at, &place) in sorted.iter().enumerate().rev() {
            let ranks = solution(place);
            watch.spend(16 + 16 * ranks.len() as u64)?;
            let before = at.checked_sub(1).map_or(&[][..], |at| solution(sorted[at]));
            let same = ranks
                .iter()
                .zip(before)
                .take_while(|(one, other)| one == other);
            let depth = same.count();
            after.resize(ranks.len().max(after.len()), FALSE);
            let mut node = TRUE;
            for (&rank, &lo) in ranks.iter().zip(&after).skip(depth).rev() {
                node = made.node(order[rank as usize].index() as u32, lo, node);
            }
            after.truncate(depth);
            after.push(node);
        }
        let root = after.first().copied().unwrap_or(FALSE);
        Ok(made.finish(root, option_count))
    }
}

/// The order of solutions in a diagram, by the ranks of their options. One that is the beginning of another comes after it,
/// as where items have bounds: the way without a further option is the last.
fn compare(one: &[u32], other: &[u32]) -> Ordering {
    let both = one.len().min(other.len());
    let longer_first = other.len().cmp(&one.len());
    one[..both].cmp(&other[..both]).then(longer_first)
}

/// Sorts many places in runs that are merged, and checks the limits in between.
fn sorted_by(
    mut places: Vec<usize>,
    compare: impl Fn(usize, usize) -> Ordering,
    watch: &Watch,
) -> Result<Vec<usize>, Limit> {
    for run in places.chunks_mut(RUN) {
        watch.spend(RUN as u64 * 256)?;
        run.sort_unstable_by(|&one, &other| compare(one, other));
    }
    let mut length = RUN;
    while length < places.len() {
        let mut merged = Vec::with_capacity(places.len());
        for pair in places.chunks(2 * length) {
            let (mut one, mut other) = pair.split_at(length.min(pair.len()));
            while let (Some(&first), Some(&second)) = (one.first(), other.first()) {
                watch.spend(32)?;
                let from = match compare(first, second) {
                    Ordering::Greater => &mut other,
                    _ => &mut one,
                };
                merged.extend(from.split_off_first());
            }
            merged.extend_from_slice(one);
            merged.extend_from_slice(other);
        }
        places = merged;
        length *= 2;
    }
    Ok(places)
}
