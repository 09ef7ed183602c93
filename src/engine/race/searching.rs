//! A search that takes turns with a sweep.

use std::ops::ControlFlow;

use super::samples::{Samples, Tree};
use super::{HEAD_START, HEAD_START_OF_SWEEP, Report, TRUST_IN_PROBES, turn};
use crate::engine::choose::most_bytes;
use crate::engine::fits::KernelName;
use crate::engine::kernel::{Inference, Sink, Step};
use crate::engine::limits::{Allowance, Limit};
use crate::engine::search::Search;
use crate::problem::{Part, Problem};

/// Nodes before anything else: that ends most puzzles, so that they pay for nothing else.
const FIRST: u64 = 1 << 10;
/// The first nodes take about this much work at most, unless one takes more by itself.
const FIRST_WORK: u64 = 500_000;
/// This many nodes are searched before the work is examined, and each time twice as many after that: up to one in `AT_ONCE` of
/// the first nodes, and a quarter of that on the way down.
const FEWEST_AT_ONCE: u64 = 4;
const AT_ONCE: u64 = 16;
/// Threads may run ahead by as much work as was done, or this much.
const AHEAD: u64 = 3_000_000;
/// Other threads take part once both runners together have done this much work. Most races are over by then, and where the
/// sweep wins, all that the threads did is thrown away.
const ALONE: u64 = 20_000_000;
/// One in this many of the first nodes is on the way down.
const WAY_DOWN: u64 = 4;
/// Walks, which take about this much work at most; as long as they are few, more.
const WALKS: u32 = 32;
const WORK_OF_WALKS: u64 = 500_000;
/// A turn pauses when its solutions have this many options together: the work of nodes does not include them.
const MOST_OPTIONS: usize = 1 << 23;
/// Until both runners together have taken this much, their head starts decide, and another sample would change little.
const HEAD_STARTS: u64 = HEAD_START + HEAD_START_OF_SWEEP;
/// A sample of probes may take one part in this many of the work so far, and the first one of what is expected.
const SHARE: u64 = 30;
const SHARE_OF_EXPECTED: u64 = 20;
/// As long as there are only walks, a later sample may take more of the work too: they estimate too little, often by far.
const SHARE_BEFORE_PROBES: u64 = 8;
/// A sample is cut short where it has taken one part in this many of the work so far, and more than it should.
const MOST_OF_SAMPLE: u64 = 8;
/// The work of an average node of the rest may be this many times as much as the nodes so far and the probes show, or as little.
const DRIFT: f64 = 1.1;
/// What probes say of the work of a node counts as much as this number of nodes of the search itself.
const PROBED: f64 = 8192.0;

/// A copy of links may take one part in this many of the room.
const MOST_OF_COPY: usize = 16;

/// The search of a part, in turns, with an estimate of how large it is: after its first nodes it makes walks, and before
/// later turns probes.
#[derive(Debug)]
pub(in crate::engine) struct Searching {
    /// The effort before it, and the kernel's work when it began.
    before: u64,
    begun: u64,
    nodes: u64,
    found: u64,
    /// Work of a node, as the first ones show it.
    each: u64,
    /// The turn under way ends when the search has done this much work.
    turn_ends: Option<u64>,
    /// Whether there is memory for samples; and those that were drawn.
    has_samples: bool,
    samples: Samples,
}

/// The other runner, as the search beside it sees it.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::engine) struct Other {
    pub(in crate::engine) spent: u64,
    /// Whether the search may continue to its end. Then its size no longer matters, and no more samples are drawn.
    pub(in crate::engine) lets_finish: bool,
}

impl Searching {
    /// The search of a problem that is under way, for which this much `work` was done before. Samples are drawn if they take little
    /// of the `room`, in bytes: by links, they are drawn from a copy.
    pub(in crate::engine) fn new(
        search: &Search,
        work: u64,
        (problem, room): (&Problem, usize),
    ) -> Searching {
        let has_samples = search.kernel() != KernelName::Links
            || most_bytes(problem, KernelName::Links) <= room / MOST_OF_COPY;
        Searching {
            before: work,
            begun: search.work(),
            nodes: 0,
            found: 0,
            each: 1,
            turn_ends: None,
            has_samples,
            samples: Samples::new(),
        }
    }

    /// Takes a turn next to the `other` runner: searches on within `part`, and now and then draws a sample before that. The
    /// first turn is that of the first nodes, the second one makes walks, and the third one the first probes: until then, it is
    /// the other runner's turn if that should end sooner, so that probes are made where they are asked for.
    pub(in crate::engine) fn go_on(
        &mut self,
        search: &mut Search,
        (part, other): (&Part, Other),
        allowance: &Allowance,
        sink: Sink,
    ) -> Result<Step, Limit> {
        if self.nodes == 0 {
            return Ok(self.search_first(search, sink));
        }
        let spent = search.work() - self.begun;
        let both = spent + other.spent;
        let begins_turn = self.turn_ends.is_none() && !other.lets_finish;
        if !self.is_known() || begins_turn && self.are_first_probes_due() {
            self.sample(search, (part, both), allowance)?;
            return Ok(Step::Paused);
        }
        if self.turn_ends.is_none() {
            if begins_turn && self.is_sample_due(both) {
                self.sample(search, (part, both), allowance)?;
            }
            search.stay_alone(both < ALONE);
            search.run_ahead(spent.max(AHEAD));
            self.turn_ends = Some(search.work() + turn(spent));
        }
        Ok(self.go_on_in_turn(search, sink))
    }

    /// Whether the turn is not over. As long as it is not, reports say nothing, and nobody else has a turn.
    pub(in crate::engine) fn is_in_turn(&self) -> bool {
        self.turn_ends.is_some()
    }

    /// Draws the next sample, when both runners together have done this much work.
    fn sample(
        &mut self,
        search: &mut Search,
        (part, both): (&Part, u64),
        allowance: &Allowance,
    ) -> Result<(), Limit> {
        let nodes_per_solution = self.nodes as f64 / self.found as f64;
        let samples = &mut self.samples;
        let mut sampled = Ok(());
        search.aside(&mut |kernel| {
            let inference = match nodes_per_solution > kernel.looks_closely_above() {
                true => Inference::Full,
                false => Inference::Forced,
            };
            let tree = &mut Tree {
                kernel,
                part,
                inference,
            };
            sampled = match (samples.nodes(), samples.has_tried_probes()) {
                (None, _) => samples.walk((WALKS, WORK_OF_WALKS), tree, allowance),
                (_, false) => samples.probe(tree, u64::MAX, allowance),
                (_, true) => samples.probe(tree, both / MOST_OF_SAMPLE, allowance),
            };
        });
        sampled
    }

    /// Whether walks estimate a search that is so long that the first probes pay.
    fn are_first_probes_due(&self) -> bool {
        let samples = &self.samples;
        let (Some(nodes), Some(next)) = (samples.nodes(), samples.next()) else {
            return false;
        };
        let expected = nodes.mean * self.each as f64;
        let is_long = next.saturating_mul(SHARE_OF_EXPECTED) as f64 <= expected;
        is_long && !samples.has_tried_probes()
    }

    /// Whether another sample is due, when both runners together have done this much work.
    fn is_sample_due(&self, both: u64) -> bool {
        let share = match self.samples.has_probes() {
            true => SHARE,
            false => SHARE_BEFORE_PROBES,
        };
        let next = self.samples.next();
        both >= HEAD_STARTS && next.is_some_and(|next| next.saturating_mul(share) <= both)
    }

    fn go_on_in_turn(&mut self, search: &mut Search, sink: Sink) -> Step {
        let end = self.turn_ends.unwrap_or_default();
        let nodes = end.saturating_sub(search.work()) / self.work_of_node(search);
        let step = self.search(search, sink, |search, sink| {
            search.turn_of_work(end, nodes.max(1), sink)
        });
        if step == Step::Exhausted || search.is_at_stop() {
            self.turn_ends = None;
        }
        step
    }

    /// The first nodes. The work of a node is that of the later ones of them: those on the way down from the root are
    /// larger than nearly all others. If the way down takes too much, it is all that is searched.
    fn search_first(&mut self, search: &mut Search, sink: Sink) -> Step {
        let nodes = (FIRST_WORK / search.work_of_node()).clamp(1, FIRST);
        let (down, piece) = (nodes / WAY_DOWN, nodes.div_ceil(AT_ONCE));
        let (mut work, mut before) = (search.work(), 0);
        let mut step = self.search_pieces(search, (down, piece.div_ceil(WAY_DOWN)), sink);
        if self.nodes >= down {
            (work, before) = (search.work(), self.nodes);
            if step == Step::Paused {
                step = self.search_pieces(search, (nodes, piece), sink);
            }
        }
        self.each = ((search.work() - work) / (self.nodes - before).max(1)).max(1);
        step
    }

    /// Searches to node `last` in pieces of up to `most` nodes, as long as they take less work than the first nodes may.
    fn search_pieces(&mut self, search: &mut Search, (last, most): (u64, u64), sink: Sink) -> Step {
        let (mut step, work) = (Step::Paused, search.work());
        let mut piece = FEWEST_AT_ONCE.min(most);
        while step == Step::Paused && self.nodes < last && search.work() - work < FIRST_WORK {
            let nodes = piece.min(last - self.nodes);
            step = self.search(search, sink, |search, sink| search.turn(nodes, sink));
            piece = most.min(2 * piece);
        }
        step
    }

    fn search(
        &mut self,
        search: &mut Search,
        sink: Sink,
        turn: impl FnOnce(&mut Search, Sink) -> Step,
    ) -> Step {
        let (before, handed) = (search.effort().nodes, search.handed());
        let mut options = 0;
        let step = turn(search, &mut |solution| {
            options += solution.len();
            match options < MOST_OPTIONS {
                true => sink(solution),
                false => {
                    let _ = sink(solution);
                    ControlFlow::Break(())
                }
            }
        });
        self.nodes += search.effort().nodes - before;
        self.found += search.handed() - handed;
        step
    }

    /// The work of an average node.
    fn work_of_node(&self, search: &Search) -> u64 {
        match self.nodes {
            0..FIRST => self.each,
            nodes => ((search.work() - self.begun) / nodes).max(1),
        }
    }

    /// The work that an average node of the rest should be, at least and at most. The first nodes of a search are close to each
    /// other, and may be several times as much work as the others; probes are spread over all, but each goes through problems
    /// that are not packed.
    fn work_of_later_node(&self, search: &Search) -> [f64; 3] {
        let own = self.work_of_node(search) as f64;
        let nodes = self.nodes as f64;
        let probed = self.samples.work_of_node().unwrap_or(own);
        let expected = (nodes * own + PROBED * probed) / (nodes + PROBED);
        [own.min(probed) / DRIFT, expected, own.max(probed) * DRIFT]
    }

    /// Whether walks, if there can be any, have shown how large the search is.
    pub(in crate::engine) fn is_known(&self) -> bool {
        !self.has_samples || self.samples.nodes().is_some()
    }

    /// Its progress.
    pub(in crate::engine) fn report(&self, search: &Search) -> Report {
        let spent = self.before + self.samples.work() + (search.work() - self.begun);
        let Some(nodes) = self.samples.nodes() else {
            return Report::only(spent);
        };
        let [least, each, most] = self.work_of_later_node(search);
        let entered = self.nodes as f64;
        let whole = |times: f64, each: f64| {
            let left = (nodes.mean * times - entered).max(0.0);
            spent.saturating_add((left * each) as u64)
        };
        let expected = match entered {
            few if few < 0.8 * nodes.mean => whole(1.0, each),
            // It was underestimated, by an unknown amount.
            some if some < 2.0 * nodes.mean => spent + spent / 4,
            _ => 2 * spent,
        };
        Report {
            spent,
            expected,
            at_least: whole(nodes.low, least).min(TRUST_IN_PROBES * spent),
            at_most: match self.samples.has_probes() && entered <= nodes.mean * nodes.high {
                true => whole(nodes.high, most),
                false => u64::MAX,
            },
        }
    }

    /// Solutions that were found since it began.
    pub(in crate::engine) fn found(&self) -> u64 {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::engine::choose::choose;
    use crate::engine::fits::KernelName;
    use crate::engine::limits::Limits;
    use crate::problem::Problem;

    /// Latin squares whose first cell has one of `first` symbols.
    fn latin(size: usize, first: usize) -> Problem {
        let cells = || (0..size).flat_map(|i| (0..size).map(move |j| (i, j)));
        let mut text = String::new();
        for (i, j) in cells() {
            write!(text, "p{i}{j} r{i}{j} c{i}{j} ").unwrap();
        }
        for ((i, j), k) in cells().flat_map(|cell| (0..size).map(move |k| (cell, k))) {
            if (i, j) == (0, 0) && k >= first {
                continue;
            }
            write!(text, "\np{i}{j} r{i}{k} c{j}{k}").unwrap();
        }
        Problem::parse(&text).unwrap()
    }

    /// Dominoes on a square board.
    fn dominoes(size: usize) -> Problem {
        let name = |i: usize, j: usize| format!("{i}-{j}");
        let cells = || (0..size).flat_map(|i| (0..size).map(move |j| (i, j)));
        let mut text: String = cells().map(|(i, j)| name(i, j) + " ").collect();
        for (i, j) in cells() {
            let right = (j + 1 < size).then(|| name(i, j + 1));
            let below = (i + 1 < size).then(|| name(i + 1, j));
            for other in right.into_iter().chain(below) {
                write!(text, "\n{} {other}", name(i, j)).unwrap();
            }
        }
        Problem::parse(&text).unwrap()
    }

    fn search_of(problem: &Problem, kernel: KernelName) -> Search {
        Search::new(choose(problem, Some(kernel)).unwrap())
    }

    /// The search to its end, beside this `other` runner; `between` is called after each turn.
    fn searched(
        (problem, mut search): (&Problem, Search),
        (kernel, other): (KernelName, Other),
        between: impl Fn(),
    ) -> Searching {
        let part = Part::default();
        search.begin(&part);
        search.count_only(true);
        let mut searching = Searching::new(&search, 0, (problem, usize::MAX));
        let mut allowance = Allowance::default();
        allowance.renew(&Limits::default());
        while let Step::Paused | Step::Solution = searching
            .go_on(&mut search, (&part, other), &allowance, &mut |solution| {
                assert!(kernel != KernelName::Units || solution.is_empty());
                ControlFlow::Continue(())
            })
            .unwrap()
        {
            between();
        }
        assert_eq!(searching.nodes, search.effort().nodes);
        searching
    }

    fn other(spent: u64) -> Other {
        Other {
            spent,
            lets_finish: false,
        }
    }

    #[test]
    fn samples_leave_the_search_alone() {
        let problem = latin(5, 5);
        for kernel in KernelName::ALL {
            let of = (kernel, other(u64::MAX / 2));
            let searching = searched((&problem, search_of(&problem, kernel)), of, || ());
            let is_known = searching.is_known();
            assert_eq!((searching.found, is_known), (161_280, true), "{kernel:?}");
            let mut search = search_of(&problem, kernel);
            search.begin(&Part::default());
            search.count_only(true);
            let mut pass = |_: &[_]| ControlFlow::Continue(());
            while search.turn(u64::MAX, &mut pass) != Step::Exhausted {}
            assert_eq!(search.effort().nodes, searching.nodes, "{kernel:?}");
        }
    }

    /// Neither before head starts are over, nor where the search continues to its end.
    #[test]
    fn probes_are_made_when_they_are_asked_for() {
        let problem = dominoes(6);
        let kernel = KernelName::Lanes;
        let last = Other {
            lets_finish: true,
            ..other(HEAD_STARTS)
        };
        for (other, has_probes) in [
            (other(HEAD_STARTS / 5 * 3), false),
            (other(HEAD_STARTS), true),
            (last, false),
        ] {
            let searching = searched(
                (&problem, search_of(&problem, kernel)),
                (kernel, other),
                || (),
            );
            let has = searching.samples.has_probes();
            assert_eq!((searching.found, has), (6728, has_probes), "{other:?}");
        }
    }

    /// After the first nodes and the walks, and before anything else: a search that should be long, unless it may continue anyway.
    #[test]
    fn the_third_turn_makes_probes() {
        let part = Part::default();
        let last = Other {
            lets_finish: true,
            ..other(0)
        };
        let (long, short) = (latin(5, 5), dominoes(6));
        for (problem, other, are_made) in [
            (&long, other(0), true),
            (&long, last, false),
            (&short, other(0), false),
        ] {
            let mut search = search_of(problem, KernelName::Lanes);
            search.begin(&part);
            let mut searching = Searching::new(&search, 0, (problem, usize::MAX));
            let mut allowance = Allowance::default();
            allowance.renew(&Limits::default());
            for has_made in [false, false, are_made] {
                let pass = &mut |_: &[_]| ControlFlow::Continue(());
                let step = searching.go_on(&mut search, (&part, other), &allowance, pass);
                assert_ne!(step.unwrap(), Step::Exhausted);
                assert_eq!(searching.samples.has_tried_probes(), has_made, "{other:?}");
            }
        }
    }

    #[test]
    fn samples_are_drawn_where_a_copy_of_the_links_is_small() {
        let problem = dominoes(6);
        let copy = most_bytes(&problem, KernelName::Links);
        for (kernel, room, has_samples) in [
            (KernelName::Links, MOST_OF_COPY * copy - 1, false),
            (KernelName::Links, MOST_OF_COPY * copy, true),
            (KernelName::Lanes, 0, true),
        ] {
            let searching = Searching::new(&search_of(&problem, kernel), 0, (&problem, room));
            assert_eq!(searching.has_samples, has_samples, "{kernel:?}");
        }
    }

    #[test]
    fn other_threads_take_part_once_a_race_has_taken_a_while() {
        let problem = Arc::new(latin(5, 1));
        let kernel = KernelName::Lanes;
        for (spent, take_part) in [(0, false), (ALONE, true)] {
            let has_come = Arc::new(AtomicBool::new(false));
            let mut search = search_of(&problem, kernel);
            let (comes, shared) = (Arc::clone(&has_come), Arc::clone(&problem));
            let maker = move || {
                comes.store(true, Ordering::Relaxed);
                choose(&shared, Some(kernel)).unwrap()
            };
            search.share((1, Arc::new(maker)), 1 << 20);
            let searching = searched((&problem, search), (kernel, other(spent)), || {
                if !has_come.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(1));
                }
            });
            let has_come = has_come.load(Ordering::Relaxed);
            assert_eq!(
                (searching.found, has_come),
                (161_280 / 5, take_part),
                "{spent}"
            );
        }
    }
}
