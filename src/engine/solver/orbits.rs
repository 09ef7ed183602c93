//! How a [`Solver`] solves and counts up to symmetry.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{CountMethod, Solver};
use crate::engine::count::Count;
use crate::engine::limits::{Limit, Limits, Status};
use crate::engine::symmetry::{Classes, Leaf, Symmetries};
use crate::problem::{OptionId, Part};

impl Solver {
    /// Hands one solution of each orbit under these symmetries to `visit`, until it returns `Break`, a limit is reached or all
    /// orbits are found; [`status`](Self::status) says which, and [`found`](Self::found) how many were met. If the problem has
    /// [facts](crate::Problem::facts), the orbits consist of answers. Every call starts again.
    ///
    /// The solution of an orbit is the one whose sorted option ids come first in dictionary order; of equal options, the first
    /// stands for all. If there are facts, their sorted numbers are compared instead, and one solution with these facts is
    /// shown. With more symmetries than can be [used](Symmetries::can_be_used), the limit [`Memory`](Limit::Memory) is reached
    /// at once.
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
    /// If the symmetries belong to another problem, or do not preserve what is [given](Self::given): the options that this
    /// solver assumes and excludes.
    pub fn for_each_up_to_symmetry<B>(
        &mut self,
        symmetries: &Symmetries,
        visit: impl FnMut(&[OptionId]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.each_orbit(symmetries, None, visit)
    }

    /// Like [`for_each_up_to_symmetry`](Self::for_each_up_to_symmetry). Each time a [pause](crate::Limits::pause) is due, it
    /// reports its progress to `at_pause`, and continues.
    ///
    /// # Panics
    /// As for [`for_each_up_to_symmetry`](Self::for_each_up_to_symmetry).
    pub fn for_each_up_to_symmetry_with_pauses<B>(
        &mut self,
        symmetries: &Symmetries,
        at_pause: &mut dyn FnMut(OrbitProgress),
        visit: impl FnMut(&[OptionId]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.each_orbit(symmetries, Some(at_pause), visit)
    }

    fn each_orbit<B>(
        &mut self,
        symmetries: &Symmetries,
        at_pause: Option<&mut dyn FnMut(OrbitProgress)>,
        mut visit: impl FnMut(&[OptionId]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.check_symmetries(symmetries);
        let mut broken = None;
        let mut visit = |options: &[OptionId]| match visit(options) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(value) => {
                broken = Some(value);
                ControlFlow::Break(())
            }
        };
        let mut course = Course::new(at_pause);
        let status = self.with_limits_begun(&mut course, |solver, course| {
            match symmetries.classes((solver.limits.watch(), solver.room())) {
                Err(limit) => Status::Stopped(limit),
                Ok(mut classes) => solver.visit_classes(&mut classes, course, &mut visit),
            }
        });
        self.run.found = course.found;
        self.run.status = status;
        broken.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    /// The number of orbits: counted without listing where that is possible and the [method](Self::counting) allows it. A
    /// stopped count may be less than the number.
    ///
    /// # Panics
    /// As for [`for_each_up_to_symmetry`](Self::for_each_up_to_symmetry).
    pub fn count_up_to_symmetry(&mut self, symmetries: &Symmetries) -> Count {
        self.count_orbits(symmetries, None)
    }

    /// Like [`count_up_to_symmetry`](Self::count_up_to_symmetry). Each time a [pause](crate::Limits::pause) is due, it reports
    /// its progress to `at_pause`, and continues.
    ///
    /// # Panics
    /// As for [`for_each_up_to_symmetry`](Self::for_each_up_to_symmetry).
    pub fn count_up_to_symmetry_with_pauses(
        &mut self,
        symmetries: &Symmetries,
        at_pause: &mut dyn FnMut(OrbitProgress),
    ) -> Count {
        self.count_orbits(symmetries, Some(at_pause))
    }

    fn count_orbits(
        &mut self,
        symmetries: &Symmetries,
        at_pause: Option<&mut dyn FnMut(OrbitProgress)>,
    ) -> Count {
        self.check_symmetries(symmetries);
        let mut course = Course::new(at_pause);
        let method = self.method_at_work();
        let status = self.with_limits_begun(&mut course, |solver, course| {
            let mut classes = match symmetries.classes((solver.limits.watch(), solver.room())) {
                Err(limit) => return Status::Stopped(limit),
                Ok(classes) => classes,
            };
            let can_be_averaged = symmetries.are_few()
                && match method {
                    CountMethod::Table => true,
                    CountMethod::Auto => !classes.are_exact(),
                    CountMethod::Search => false,
                };
            match can_be_averaged {
                true => solver.average(symmetries, course),
                false => solver.count_classes(&mut classes, course),
            }
        });
        self.run.found = course.found.clone();
        self.run.status = status;
        course.found
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
            own(symmetries.part()) == own(self.given()),
            "symmetries that fix other options"
        );
    }

    /// Runs searches one after the other within the limits of one verb.
    fn with_limits_begun<'a>(
        &mut self,
        course: &mut Course<'a>,
        work: impl FnOnce(&mut Solver, &mut Course<'a>) -> Status,
    ) -> Status {
        let begun = Limits {
            pause: self.limits.pause.filter(|_| course.at_pause.is_some()),
            ..self.limits.begun()
        };
        let limits = std::mem::replace(&mut self.limits, begun);
        work(Borrowed::new(self, Some(limits)).solver, course)
    }

    /// Hands on one solution of each orbit.
    fn visit_classes(
        &mut self,
        classes: &mut Classes,
        course: &mut Course,
        visit: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Status {
        let most = self.limits.solutions.take();
        if most == Some(0) {
            return Status::Stopped(Limit::Solutions);
        }
        let leaves = classes.leaves().len();
        for leaf in 0..leaves {
            course.over = (leaf, leaves);
            let status = self.visit_leaf(classes, (leaf, most), course, visit);
            if status != Status::Exhausted {
                return status;
            }
        }
        Status::Exhausted
    }

    /// Hands on the solutions of a part that represent their orbits, until `most` orbits are found.
    fn visit_leaf(
        &mut self,
        classes: &mut Classes,
        (leaf, most): (usize, Option<u64>),
        course: &mut Course,
        visit: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Status {
        let Leaf { part, is_exact } = &classes.leaves()[leaf];
        let (part, is_exact, room) = (part.clone(), *is_exact, self.room());
        self.in_part(&part, course, |solver, course| {
            let flow = solver.for_each_answer(|options| {
                match classes.first(options, is_exact) {
                    Ok(Some(first)) => {
                        course.found += 1;
                        if visit(&first).is_break() {
                            return ControlFlow::Break(Status::Open);
                        }
                    }
                    Ok(None) => return ControlFlow::Continue(()),
                    Err(limit) => return ControlFlow::Break(Status::Stopped(limit)),
                }
                if most.is_some_and(|most| course.found >= most.into()) {
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
    fn count_classes(&mut self, classes: &mut Classes, course: &mut Course) -> Status {
        let leaves = classes.leaves().len();
        for leaf in 0..leaves {
            course.over = (leaf, leaves);
            let Leaf { part, is_exact } = &classes.leaves()[leaf];
            let status = match is_exact {
                true => {
                    let (part, before) = (part.clone(), course.found.clone());
                    self.in_part(&part, course, |solver, course| {
                        course.found = before.clone();
                        course.found += &solver.count();
                        solver.status()
                    })
                }
                false => self.visit_leaf(classes, (leaf, None), course, &mut |_| {
                    ControlFlow::Continue(())
                }),
            };
            if status != Status::Exhausted {
                return status;
            }
        }
        Status::Exhausted
    }

    /// Runs a search in a subpart, continues after each pause, and takes its nodes from the node limit.
    fn in_part(
        &mut self,
        part: &Part,
        course: &mut Course,
        mut search: impl FnMut(&mut Solver, &mut Course) -> Status,
    ) -> Status {
        let borrowed = Borrowed::new(self, None);
        let solver = &mut *borrowed.solver;
        solver.narrow(part);
        loop {
            let before = solver.effort().nodes;
            let status = search(solver, course);
            solver.spend(solver.effort().nodes - before);
            if status != Status::Stopped(Limit::Pause) {
                return status;
            }
            course.report(solver.share_done(), solver.effort().nodes);
        }
    }

    fn spend(&mut self, nodes: u64) {
        if let Some(left) = &mut self.limits.nodes {
            *left = left.saturating_sub(nodes);
        }
    }

    /// The average number of solutions that a symmetry fixes.
    fn average(&mut self, symmetries: &Symmetries, course: &mut Course) -> Status {
        let mut sum = BigUint::ZERO;
        let all = match symmetries.kept(&self.limits.watch()) {
            Err(limit) => return Status::Stopped(limit),
            Ok(all) => all,
        };
        let (size, order) = (all.len(), symmetries.order_on_classes());
        for (index, kept) in all.into_iter().enumerate() {
            course.over = (index, size);
            let solver = Solver::with_memory(&kept.problem, None, self.memory);
            let solver = solver.expect("a problem without bounds");
            let mut solver = solver.counting(self.method).assume(&kept.assumed);
            let counted = loop {
                solver.limits = self.limits.clone();
                let before = solver.effort();
                let counted = solver.count().to_biguint() * kept.symmetries;
                let after = solver.effort();
                self.run.beside.nodes += after.nodes - before.nodes;
                self.run.beside.updates += after.updates - before.updates;
                self.spend(after.nodes - before.nodes);
                if solver.status() != Status::Stopped(Limit::Pause) {
                    break counted;
                }
                course.found = Count::from((&sum + counted) / &order);
                course.report(solver.share_done(), self.effort().nodes);
            };
            sum += counted;
            course.found = Count::from(&sum / &order);
            if let Status::Stopped(limit) = solver.status() {
                return Status::Stopped(limit);
            }
        }
        Status::Exhausted
    }
}

/// A solver that gets back its part and its limits at the end, even if a callback panics.
struct Borrowed<'a> {
    solver: &'a mut Solver,
    part: Part,
    given: Option<Part>,
    limits: Option<Limits>,
}

impl<'a> Borrowed<'a> {
    /// If limits are given, they are restored at the end; otherwise, those of the solver stay.
    fn new(solver: &'a mut Solver, limits: Option<Limits>) -> Borrowed<'a> {
        let (part, given) = (solver.part.clone(), solver.given.clone());
        Borrowed {
            solver,
            part,
            given,
            limits,
        }
    }
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        self.solver.part = std::mem::take(&mut self.part);
        self.solver.given = self.given.take();
        if let Some(limits) = self.limits.take() {
            self.solver.limits = limits;
        }
        self.solver.run.group = None;
    }
}

/// The progress of a verb that runs several searches one after the other.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OrbitProgress {
    /// The share that is done, from 0 to 1. All searches are assumed to be equally long.
    pub share: f64,
    /// The number found so far.
    pub found: Count,
    /// The nodes that its solver has entered since it was made.
    pub nodes: u64,
}

/// The course of such a verb.
struct Course<'a> {
    found: Count,
    /// How many searches have ended, and how many there are.
    over: (usize, usize),
    at_pause: Option<&'a mut dyn FnMut(OrbitProgress)>,
}

impl<'a> Course<'a> {
    fn new(at_pause: Option<&'a mut dyn FnMut(OrbitProgress)>) -> Course<'a> {
        Course {
            found: Count::ZERO,
            over: (0, 1),
            at_pause,
        }
    }

    /// Reports the progress when this share of one search is done.
    fn report(&mut self, share_of_one: f64, nodes: u64) {
        let (over, all) = self.over;
        let progress = OrbitProgress {
            share: (over as f64 + share_of_one) / all as f64,
            found: self.found.clone(),
            nodes,
        };
        if let Some(at_pause) = &mut self.at_pause {
            at_pause(progress);
        }
    }
}
