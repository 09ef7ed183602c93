//! How a [`Solver`] solves and counts up to symmetry.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{CountMethod, Solver};
use crate::engine::count::Count;
use crate::engine::limits::{Limit, Status};
use crate::engine::symmetry::{Classes, Leaf, Symmetries, TooMany};
use crate::problem::{OptionId, Part};

impl Solver {
    /// Hands one solution of each orbit under these symmetries to `visit`, until it breaks off, a limit is reached or all
    /// orbits are found; [`status`](Self::status) tells which, and [`found`](Self::found) how many were met. If the problem
    /// has [facts](crate::Problem::facts), orbits are those of answers. Every call begins anew.
    ///
    /// The solution of an orbit is the one whose option ids, ascending, come first as in a dictionary; of equal options, the
    /// first stands for all. Where there are facts, the same is said of the ascending numbers that the engine gives to the facts,
    /// and one solution with these facts is shown. With more symmetries than can be [used](Symmetries::can_be_used), the limit
    /// [`Memory`](Limit::Memory) is reached at once.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use dominox::{Solver, engine::Symmetries, puzzles};
    /// let queens = puzzles::model("queens 8")?;
    /// let symmetries = Symmetries::of(queens.problem());
    /// let mut solver = Solver::new(queens.problem())?;
    /// let _ = solver.for_each_up_to_symmetry(&symmetries, |_| ControlFlow::<()>::Continue(()));
    /// assert_eq!(*solver.found(), 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the symmetries are of another problem, or do not fix what this solver assumes and excludes.
    pub fn for_each_up_to_symmetry<B>(
        &mut self,
        symmetries: &Symmetries,
        mut visit: impl FnMut(&[OptionId]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.check_symmetries(symmetries);
        let mut found = Count::ZERO;
        let mut broken = None;
        let status =
            match symmetries.classes() {
                None => Status::Stopped(Limit::Memory),
                Some(mut classes) => self.with_limits_begun(|solver| {
                    solver.visit_classes(&mut classes, &mut found, &mut |options| match visit(
                        options,
                    ) {
                        ControlFlow::Continue(()) => ControlFlow::Continue(()),
                        ControlFlow::Break(value) => {
                            broken = Some(value);
                            ControlFlow::Break(())
                        }
                    })
                }),
            };
        self.run.found = found;
        self.run.status = status;
        broken.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    /// The number of orbits: counted without listing where that is possible and the [method](Self::counting) allows it. A
    /// stopped count may be less than the number.
    ///
    /// # Panics
    /// As [`for_each_up_to_symmetry`](Self::for_each_up_to_symmetry).
    pub fn count_up_to_symmetry(&mut self, symmetries: &Symmetries) -> Count {
        self.check_symmetries(symmetries);
        let mut found = Count::ZERO;
        let method = self.method_at_work();
        let status = match symmetries.classes() {
            None => Status::Stopped(Limit::Memory),
            Some(classes)
                if symmetries.are_few()
                    && (method == CountMethod::Table
                        || method == CountMethod::Auto && !classes.are_exact()) =>
            {
                self.with_limits_begun(|solver| solver.average(symmetries, &mut found))
            }
            Some(mut classes) => {
                self.with_limits_begun(|solver| solver.count_classes(&mut classes, &mut found))
            }
        };
        self.run.found = found.clone();
        self.run.status = status;
        found
    }

    fn check_symmetries(&self, symmetries: &Symmetries) {
        assert!(
            symmetries.problem().is_same(&self.problem),
            "symmetries of another problem"
        );
        let sorted = |options: &[OptionId]| {
            let mut options = options.to_vec();
            options.sort_unstable();
            options.dedup();
            options
        };
        let own = |part: &Part| (sorted(&part.with), sorted(&part.without));
        assert!(
            own(symmetries.part()) == own(&self.part),
            "symmetries that fix other options"
        );
    }

    /// Runs searches one after the other within the limits of one verb.
    fn with_limits_begun(&mut self, work: impl FnOnce(&mut Solver) -> Status) -> Status {
        let begun = self.limits.begun();
        let (limits, part) = (
            std::mem::replace(&mut self.limits, begun),
            self.part.clone(),
        );
        let status = work(self);
        self.limits = limits;
        self.part = part;
        self.run.group = None;
        status
    }

    /// Hands on one solution of each orbit.
    fn visit_classes(
        &mut self,
        classes: &mut Classes,
        found: &mut Count,
        visit: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Status {
        let most = self.limits.solutions.take();
        for leaf in 0..classes.leaves().len() {
            let status = self.visit_leaf(classes, leaf, most, found, visit);
            if status != Status::Exhausted {
                return status;
            }
        }
        Status::Exhausted
    }

    /// Hands on the solutions of a part that stand for their orbits.
    fn visit_leaf(
        &mut self,
        classes: &mut Classes,
        leaf: usize,
        most: Option<u64>,
        found: &mut Count,
        visit: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Status {
        let Leaf { part, is_exact } = &classes.leaves()[leaf];
        let (part, is_exact, room) = (part.clone(), *is_exact, self.room());
        self.in_part(&part, |solver| {
            let flow = solver.for_each_answer(|options| {
                match classes.first(options, is_exact) {
                    Ok(Some(first)) => {
                        *found += 1;
                        if visit(&first).is_break() {
                            return ControlFlow::Break(Status::Open);
                        }
                    }
                    Ok(None) => return ControlFlow::Continue(()),
                    Err(TooMany) => return ControlFlow::Break(Status::Stopped(Limit::Memory)),
                }
                if most.is_some_and(|most| *found >= most.into()) {
                    return ControlFlow::Break(Status::Stopped(Limit::Solutions));
                }
                match classes.bytes() > room {
                    true => ControlFlow::Break(Status::Stopped(Limit::Memory)),
                    false => ControlFlow::Continue(()),
                }
            });
            match flow {
                ControlFlow::Continue(()) => solver.status(),
                ControlFlow::Break(status) => status,
            }
        })
    }

    /// Counts orbits: in exact parts, solutions are counted; in others, they are listed.
    fn count_classes(&mut self, classes: &mut Classes, found: &mut Count) -> Status {
        for leaf in 0..classes.leaves().len() {
            let Leaf { part, is_exact } = &classes.leaves()[leaf];
            let status = match is_exact {
                true => {
                    let part = part.clone();
                    self.in_part(&part, |solver| {
                        *found += &solver.count();
                        solver.status()
                    })
                }
                false => self.visit_leaf(classes, leaf, None, found, &mut |_| {
                    ControlFlow::Continue(())
                }),
            };
            if status != Status::Exhausted {
                return status;
            }
        }
        Status::Exhausted
    }

    /// Runs a search in a part of the part, and takes its nodes from the limit of nodes.
    fn in_part(&mut self, part: &Part, search: impl FnOnce(&mut Solver) -> Status) -> Status {
        let whole = self.part.clone();
        self.narrow(part);
        let before = self.effort().nodes;
        let status = search(self);
        self.spend(self.effort().nodes - before);
        self.part = whole;
        self.run.group = None;
        status
    }

    fn spend(&mut self, nodes: u64) {
        if let Some(left) = &mut self.limits.nodes {
            *left = left.saturating_sub(nodes);
        }
    }

    /// The average of the numbers of solutions that symmetries keep.
    fn average(&mut self, symmetries: &Symmetries, found: &mut Count) -> Status {
        let mut sum = BigUint::ZERO;
        for kept in symmetries.kept() {
            let solver = Solver::with_memory(&kept.problem, None, self.memory);
            let solver = solver.expect("a problem without bounds");
            let solver = solver.limits(self.limits.clone()).counting(self.method);
            let mut solver = solver.assume(&kept.assumed);
            sum += solver.count().to_biguint() * kept.symmetries;
            self.run.beside = self.run.beside.with(solver.effort());
            self.spend(solver.effort().nodes);
            if let Status::Stopped(limit) = solver.status() {
                return Status::Stopped(limit);
            }
        }
        *found = Count::from(sum / symmetries.order_on_classes());
        Status::Exhausted
    }
}
