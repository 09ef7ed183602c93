//! A kernel at work on one piece of a search.

use crate::engine::kernel::{Effort, Given, Inference, Kernel, Sink, Step};
use crate::engine::subtrees::Sizes;
use crate::problem::Part;

/// Work before the first cut of a part, and the most between two cuts, in units of [`Kernel::work`]: about 2 and 6
/// milliseconds. Entering a part costs some tens of microseconds; longer ones leave threads without work at the end.
pub(super) const FIRST: u64 = 2_000_000;
const MOST: u64 = 6_250_000;
/// Work between two looks at the work, if each node were as large as the root.
const GRAIN: u64 = 1_000_000;
/// In a large problem that would be a node or two, but few nodes are as large as the root. While looks have less than half of the
/// work between them, they come farther apart, up to this many nodes.
const FEW: u64 = 256;
/// A cut goes down the nodes until it has at least this many parts. Of two branches one is often over at once, and who
/// takes it has no work until the next cut.
const ENOUGH: usize = 4;
/// A part that is not [deep](DEEP) ends with this cut, and all that is left of it are parts of their own. So it takes no longer than about a
/// twentieth of a second, which is what a checkpoint can lose. Searches of 0.1 to 2 s took 0.93 to 1.03 times as long as with 40.
const MOST_CUTS: u32 = 10;
/// Once a part was cut where more options than this are chosen, it is not cut again, and does not end with its last cut: a part is a list
/// of the options chosen, and with half of 15,000 options chosen, all that is left would be parts of a gigabyte.
const DEEP: usize = 1024;

/// A piece of a search.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::engine) struct Piece {
    pub(in crate::engine) part: Part,
    /// Work before its first cut; 0 if it is never cut.
    pub(in crate::engine) interval: u64,
    /// The number of its first solutions that were handed on already.
    pub(in crate::engine) skip: u64,
    /// Its share of the whole search, estimated from cuts.
    pub(in crate::engine) share: f64,
    /// The sizes of subtrees that were seen where it was cut off.
    pub(in crate::engine) sizes: Sizes,
}

/// The parts that were cut off from a piece.
#[derive(Debug)]
pub(super) struct Cut {
    /// The parts of the highest node first, which come last.
    pub(super) given: Vec<Given>,
    /// Work before the first cut of each.
    pub(super) interval: u64,
    /// The sizes of subtrees that were seen so far.
    pub(super) sizes: Sizes,
}

impl Piece {
    /// A part that was not begun.
    pub(in crate::engine) fn whole(part: &Part) -> Piece {
        Piece {
            part: part.clone(),
            interval: FIRST,
            skip: 0,
            share: 1.0,
            sizes: Sizes::default(),
        }
    }
}

/// The effort: of a kernel, or of others for it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Tally {
    pub(super) effort: Effort,
    pub(super) work: u64,
}

impl Tally {
    pub(super) fn plus(self, other: Tally) -> Tally {
        Tally {
            effort: self.effort.with(other.effort),
            work: self.work + other.work,
        }
    }

    /// The effort beyond `other`, which is part of this.
    pub(super) fn minus(self, other: Tally) -> Tally {
        Tally {
            effort: Effort {
                nodes: self.effort.nodes - other.effort.nodes,
                updates: self.effort.updates - other.effort.updates,
            },
            work: self.work - other.work,
        }
    }
}

/// Why a worker has stopped.
#[derive(Debug)]
pub(super) enum Event {
    /// At a solution, where the sink broke.
    Solution,
    /// The nodes are used up, or those so far took long.
    Paused,
    /// It has looked at its work, which depends on the part alone.
    Look,
    /// The same, and parts were cut off, which come after the rest of the piece.
    Cut(Cut),
    /// Nothing is left of the piece.
    Over,
}

pub(super) struct Worker {
    pub(super) kernel: Box<dyn Kernel>,
    /// Work between two cuts of the piece; 0 if it is never cut.
    interval: u64,
    /// It is cut when the kernel has done this much work in all.
    cut_at: u64,
    /// The worker looks at its work when the kernel has entered this many nodes in all.
    look_at: u64,
    /// The work at the last look, and the nodes from there to the next look.
    looked_at: u64,
    nodes: u64,
    cuts: u32,
    /// Options of the part that are chosen before its search.
    chosen: usize,
    skip: u64,
    counts_only: bool,
    /// The last cut has left nothing.
    is_over: bool,
    /// The effort at the last call of `news`.
    reported: Tally,
}

impl Worker {
    pub(super) fn new(kernel: Box<dyn Kernel>) -> Worker {
        Worker {
            kernel,
            interval: 0,
            cut_at: u64::MAX,
            look_at: u64::MAX,
            looked_at: 0,
            nodes: 0,
            cuts: 0,
            chosen: 0,
            skip: 0,
            counts_only: false,
            is_over: false,
            reported: Tally::default(),
        }
    }

    pub(super) fn enter(&mut self, part: &Part, interval: u64) {
        // What is seen to disagree is searched in no time.
        let _ = self.kernel.enter(part, Inference::Adaptive);
        self.interval = interval;
        self.cuts = 0;
        self.chosen = part.with.len();
        self.skip = 0;
        self.is_over = false;
        self.nodes = 0;
        self.cut_later();
    }

    pub(super) fn enter_piece(&mut self, piece: &Piece) {
        self.reported = self.tally();
        self.enter(&piece.part, piece.interval);
        self.kernel.recall(&piece.sizes);
        self.skip = piece.skip;
    }

    /// Whether solutions are only counted: then those that the kernel counts together are not handed on, but
    /// [counted](Self::counted).
    pub(super) fn count_only(&mut self, counts_only: bool) {
        self.counts_only = counts_only;
    }

    /// Takes the number of solutions that were not handed on, but counted.
    pub(super) fn counted(&mut self) -> u64 {
        self.kernel.counted()
    }

    /// Skips this many of the next solutions.
    pub(super) fn pass_over(&mut self, solutions: u64) {
        self.skip = solutions;
    }

    pub(super) fn tally(&self) -> Tally {
        Tally {
            effort: self.kernel.effort(),
            work: self.kernel.work(),
        }
    }

    /// The effort since the last call, or since before a piece was entered.
    pub(super) fn news(&mut self) -> Tally {
        let before = self.reported;
        self.reported = self.tally();
        self.reported.minus(before)
    }

    /// Searches on until `sink` breaks, the kernel has entered `last` nodes in all, it is time to look at the work, or
    /// nothing is left.
    pub(super) fn go_on(&mut self, last: u64, sink: Sink) -> Event {
        if self.is_over {
            return Event::Over;
        }
        let stop = last.min(self.look_at);
        let nodes = stop.saturating_sub(self.kernel.effort().nodes);
        self.kernel.count_only(self.counts_only && self.skip == 0);
        let step = match &mut self.skip {
            0 => self.kernel.visit(nodes, sink),
            skip => self.kernel.visit(nodes, &mut |solution| match *skip {
                0 => sink(solution),
                _ => {
                    *skip -= 1;
                    std::ops::ControlFlow::Continue(())
                }
            }),
        };
        match step {
            Step::Solution => Event::Solution,
            Step::Exhausted => Event::Over,
            // At both, it is examined when it continues. Where the kernel pauses earlier, it depends on where it began.
            Step::Paused if stop == last || self.kernel.effort().nodes < stop => Event::Paused,
            Step::Paused if self.kernel.work() >= self.cut_at => self.cut(),
            Step::Paused => {
                self.look_later();
                Event::Look
            }
        }
    }

    fn cut(&mut self) -> Event {
        self.interval = (2 * self.interval).min(MOST);
        self.cuts += 1;
        self.is_over = self.cuts >= MOST_CUTS && self.chosen + self.kernel.depth() <= DEEP;
        let given = match self.is_over {
            true => vec![self.all_left()],
            false => self.give_enough(),
        };
        self.cut_later();
        if is_deep(&given) {
            self.cut_at = u64::MAX;
        }
        Event::Cut(Cut {
            given,
            interval: self.interval,
            sizes: self.kernel.sizes(),
        })
    }

    /// The rest of the piece, as if it were the branches of one node.
    fn all_left(&self) -> Given {
        let parts = self.kernel.open();
        Given {
            branches: parts.len(),
            parts,
        }
    }

    /// Cuts off the branches of the highest node that has untried ones, and of those below it, until they are enough.
    fn give_enough(&mut self) -> Vec<Given> {
        let mut given = Vec::new();
        let mut parts = 0;
        while parts < ENOUGH {
            let of_node = self.kernel.give();
            if of_node.parts.is_empty() {
                break;
            }
            parts += of_node.parts.len();
            given.push(of_node);
        }
        given
    }

    fn cut_later(&mut self) {
        self.cut_at = self.kernel.work().saturating_add(self.interval);
        self.look_at = u64::MAX;
        if self.interval > 0 {
            self.look_later();
        }
    }

    fn look_later(&mut self) {
        let (grain, work) = (self.interval.min(GRAIN), self.kernel.work());
        let least = (grain / self.kernel.work_of_node()).max(1);
        self.nodes = match work - self.looked_at < grain / 2 {
            true => (2 * self.nodes).clamp(least, least.max(FEW)),
            false => least,
        };
        self.looked_at = work;
        self.look_at = self.kernel.effort().nodes + self.nodes;
    }
}

/// Whether a part that was cut off has more options than [`DEEP`].
fn is_deep(given: &[Given]) -> bool {
    let mut parts = given.iter().flat_map(|given| &given.parts);
    parts.any(|part| part.with.len() > DEEP)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::engine::choose::choose;
    use crate::engine::fits::KernelName;
    use crate::engine::search::tests::{queens, roster};
    use crate::problem::Problem;

    #[test]
    fn what_is_cut_off_begins_with_the_sizes_seen_so_far() {
        let problem = queens(24);
        let worker_of = |name| Worker::new(choose(&problem, Some(name)).unwrap());
        let mut worker = worker_of(KernelName::Lanes);
        worker.enter_piece(&Piece::whole(&Part::default()));
        let unseen = worker.kernel.sizes();
        let cut = loop {
            match worker.go_on(u64::MAX, &mut |_| ControlFlow::Continue(())) {
                Event::Cut(cut) => break cut,
                Event::Over => panic!("nothing was cut off"),
                _ => {}
            }
        };
        assert!(cut.sizes != unseen);
        let piece = Piece {
            sizes: cut.sizes.clone(),
            ..Piece::whole(&cut.given[0].parts[0])
        };
        for name in [KernelName::Lanes, KernelName::Rows] {
            let mut other = worker_of(name);
            other.enter_piece(&piece);
            assert_eq!(other.kernel.sizes(), cut.sizes, "{name:?}");
            other.enter_piece(&Piece::whole(&piece.part));
            assert_eq!(other.kernel.sizes(), unseen, "{name:?}");
        }
    }

    /// Each item is covered alone or with the next one: a solution has some thousand options.
    #[test]
    fn what_is_cut_off_from_a_deep_search_is_little() {
        let mut builder = Problem::builder();
        let items = (0..4000).map(|item| builder.primary(format!("i{item}")).unwrap());
        let items = Vec::from_iter(items);
        for at in 0..items.len() {
            builder.option([items[at]]).unwrap();
            builder.option(items[at..].iter().copied().take(2)).unwrap();
        }
        let problem = builder.build();
        let mut worker = Worker::new(choose(&problem, Some(KernelName::Links)).unwrap());
        worker.count_only(true);
        worker.enter_piece(&Piece::whole(&Part::default()));
        let mut cuts = 0;
        let mut options = 0;
        while cuts < MOST_CUTS + 2 {
            match worker.go_on(u64::MAX, &mut |_| ControlFlow::Continue(())) {
                Event::Cut(cut) => {
                    cuts += 1;
                    let parts = cut.given.iter().flat_map(|given| &given.parts);
                    options += parts.map(|part| part.with.len()).sum::<usize>();
                }
                Event::Look => {}
                event => panic!("after {cuts} cuts: {event:?}"),
            }
        }
        assert!(options < 20_000, "{options}");
    }

    /// If each node were as large as the root, there would be a look at each. Most are much smaller.
    #[test]
    fn where_nodes_are_small_looks_are_few() {
        let problem = queens(24);
        let mut worker = Worker::new(choose(&problem, Some(KernelName::Links)).unwrap());
        let interval = worker.kernel.work_of_node();
        worker.enter(&Part::default(), interval);
        // Without cuts, which end the part early.
        worker.cut_at = u64::MAX;
        let mut looks = 0;
        while worker.tally().effort.nodes < 5000 {
            let event = worker.go_on(u64::MAX, &mut |_| ControlFlow::Continue(()));
            assert!(matches!(event, Event::Look), "{event:?}");
            looks += 1;
        }
        assert!(looks < 2000, "{looks}");
    }

    #[test]
    fn the_work_of_a_part_depends_on_the_part_alone() {
        for (problem, name) in KernelName::ALL
            .into_iter()
            .flat_map(|name| [(queens(7), name), (roster(5, 4), name)])
        {
            let Ok(mut kernel) = choose(&problem, Some(name)) else {
                continue;
            };
            let mut works = Vec::new();
            for nodes in [u64::MAX, 1, 2, 7, 50] {
                let before = kernel.work();
                kernel.enter(&Part::default(), Inference::Adaptive);
                let mut pass = |_: &[_]| ControlFlow::Continue(());
                while kernel.visit(nodes, &mut pass) != Step::Exhausted {}
                works.push(kernel.work() - before);
            }
            works.dedup();
            assert_eq!(works.len(), 1, "{name}: {works:?}");
        }
    }
}
