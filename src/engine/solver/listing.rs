//! How a [`Solver`] lists solutions and answers one by one.

use super::Solver;
use super::run::Group;
use crate::problem::Solution;
use std::fmt;

/// A solver whose limits hold for the whole listing.
pub(super) struct Listing(Solver);

impl Listing {
    pub(super) fn new(mut solver: Solver, group: Group) -> Self {
        solver.begin(group);
        Listing(solver)
    }

    fn next(&mut self) -> Option<Solution> {
        self.0.step().then(|| self.0.run.solution())
    }
}

/// The solutions of a problem, found as they are asked for. Made by [`Solver::solutions`].
pub struct Solutions(Listing);

/// The distinct answers of a problem, found as they are asked for. Made by [`Solver::answers`].
pub struct Answers(Listing);

macro_rules! listing {
    ($name:ident) => {
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name))
                    .field(self.solver())
                    .finish()
            }
        }

        impl $name {
            pub(super) fn new(listing: Listing) -> Self {
                $name(listing)
            }

            /// The solver at work, to ask for its status and effort.
            pub fn solver(&self) -> &Solver {
                &self.0.0
            }

            /// The solver, which can continue where the listing ended.
            pub fn into_solver(self) -> Solver {
                self.0.0
            }
        }

        impl Iterator for $name {
            type Item = Solution;

            fn next(&mut self) -> Option<Solution> {
                self.0.next()
            }
        }
    };
}
listing!(Solutions);
listing!(Answers);
