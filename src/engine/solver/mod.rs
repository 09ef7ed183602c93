//! A solver: settings, and verbs that run a search with them.

mod any;
mod counting;
mod diagram;
mod dividing;
mod estimating;
mod listing;
mod occurring;
mod orbits;
mod ranking;
mod resuming;
mod run;
mod uniqueness;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

pub use counting::CountMethod;
use listing::Listing;
pub use listing::{Answers, Solutions};
pub use orbits::OrbitProgress;
use run::{Group, Run};
pub use uniqueness::{Uniqueness, Verdict};

use super::checksum::Checksum;
use super::choose::{Unmade, choose_watched, choose_within, more_kernels, most_bytes, second_for};
use super::count::Count;
use super::fits::{EngineName, KernelName, Unsupported};
use super::kernel::{Effort, Kernel};
use super::limits::{Limits, Status};
use super::search::{Search, Until};
use crate::problem::{OptionId, Part, Problem, Solution};

/// Bytes that kept answers may always take.
const LEAST: usize = 1 << 18;
/// The default memory of a solver.
const MEMORY: usize = 1 << 30;
/// Bytes that a kernel may always take.
const FREE: usize = 12 << 20;

/// A search for the solutions of a [`Problem`].
///
/// Settings are chained on [`new`](Solver::new), then a verb runs the search. Verbs of one group continue where the last one
/// stopped (at a limit, at a solution, or because a callback returned `Break`); the groups are *solutions*
/// ([`solutions`](Solver::solutions), [`for_each`](Solver::for_each), [`next_solution`](Solver::next_solution),
/// [`count`](Solver::count)), *answers* ([`answers`](Solver::answers), [`for_each_answer`](Solver::for_each_answer),
/// [`count_answers`](Solver::count_answers)), *uniqueness* ([`verdict`](Solver::verdict), [`uniqueness`](Solver::uniqueness))
/// and *any solution* ([`any_solution`](Solver::any_solution), [`any_options`](Solver::any_options)); and
/// [`for_each_cheapest`](Solver::for_each_cheapest) and [`for_each_most_expensive`](Solver::for_each_most_expensive) continue
/// after a limit. A verb of another group starts again, and so does each verb after a new setting other than limits and
/// [`counting`](Solver::counting). [`zdd`](Solver::zdd), [`cheapest`](Solver::cheapest),
/// [`most_expensive`](Solver::most_expensive) and [`estimate`](Solver::estimate) start again each time.
///
/// ```
/// use dominox::{Problem, Solver};
/// let problem = Problem::parse("a b c\na\na b\nb c\nc\n")?;
/// let mut solver = Solver::new(&problem)?;
/// assert_eq!(solver.count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    problem: Problem,
    search: Search,
    kernel_was_asked_for: bool,
    /// The part of the memory that the kernel may take.
    of_kernel: usize,
    method: CountMethod,
    /// Bytes that a table may take.
    memory: usize,
    /// The assumed and the excluded options.
    part: Part,
    /// The same without what was [implied](Solver::imply), if anything was.
    given: Option<Part>,
    limits: Limits,
    run: Run,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("kernel", &self.kernel())
            .field("part", &self.part)
            .field("limits", &self.limits)
            .field("status", &self.status())
            .field("found", &self.found())
            .finish_non_exhaustive()
    }
}

/// Makes the next verb start again if a callback panics and the panic is caught.
struct Unwinding<'a>(&'a mut Solver);

impl Drop for Unwinding<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.run.group = None;
        }
    }
}

impl Solver {
    /// A solver for `problem`, without assumed or excluded options and without limits.
    ///
    /// # Errors
    /// If no kernel supports the problem.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        Solver::with_kernel(problem, None)
    }

    /// Like [`new`](Self::new), with this kernel instead of the one that should be fastest.
    ///
    /// # Errors
    /// If the kernel does not support the problem.
    pub fn with_kernel(problem: &Problem, kernel: Option<KernelName>) -> Result<Self, Unsupported> {
        Solver::with_memory(problem, kernel, MEMORY)
    }

    /// Like [`with_kernel`](Self::with_kernel), in this [memory](Self::memory). A kernel that the solver chooses takes at most
    /// half of it (but may always take 12 MiB); a requested kernel takes what it needs. Tables and diagrams get the rest.
    ///
    /// # Errors
    /// As for [`with_kernel`](Self::with_kernel).
    pub fn with_memory(
        problem: &Problem,
        kernel: Option<KernelName>,
        memory: usize,
    ) -> Result<Self, Unsupported> {
        let made = choose_within(problem, kernel, (memory / 2).max(FREE))?;
        Ok(Solver::of(problem, kernel, memory, made))
    }

    /// Like [`with_memory`](Self::with_memory), with these [limits](Self::limits), which also apply to making the solver: for
    /// millions of options, that takes a while.
    ///
    /// ```
    /// use std::sync::{Arc, atomic::AtomicBool};
    /// use dominox::Solver;
    /// use dominox::engine::{KernelName, Limit, Limits, Unmade};
    /// let matching = dominox::puzzles::model("matching 1000")?;
    /// let limits = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    /// let made = Solver::within(matching.problem(), Some(KernelName::Links), 1 << 30, limits);
    /// assert_eq!(made.err(), Some(Unmade::Stopped(Limit::Cancelled)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`with_memory`](Self::with_memory), or if a limit was reached.
    pub fn within(
        problem: &Problem,
        kernel: Option<KernelName>,
        memory: usize,
        limits: Limits,
    ) -> Result<Self, Unmade> {
        let most = (memory / 2).max(FREE);
        let made = choose_watched(problem, kernel, most, &limits.watch())?;
        Ok(Solver::of(problem, kernel, memory, made).limits(limits))
    }

    fn of(
        problem: &Problem,
        kernel: Option<KernelName>,
        memory: usize,
        made: Box<dyn Kernel>,
    ) -> Self {
        let mut search = Search::new(made);
        let of_kernel = most_bytes(problem, search.kernel());
        let left = (memory / 2).max(FREE).saturating_sub(of_kernel);
        if kernel.is_none()
            && let Some(second) = second_for(problem, search.kernel(), left)
        {
            search.look_twice(second);
        }
        Solver {
            problem: problem.clone(),
            of_kernel: of_kernel.saturating_sub(FREE),
            search,
            kernel_was_asked_for: kernel.is_some(),
            method: CountMethod::default(),
            memory,
            part: Part::default(),
            given: None,
            limits: Limits::default(),
            run: Run::new(problem),
        }
    }

    /// Only solutions that contain all these options. Several calls add up. If the options disagree with each other,
    /// there is no solution; an option without a primary item is in no solution.
    ///
    /// # Panics
    /// If an option does not belong to the problem.
    #[must_use]
    pub fn assume(mut self, options: &[OptionId]) -> Self {
        self.narrow(&Part {
            with: options.to_vec(),
            without: Vec::new(),
        });
        self
    }

    /// Only solutions that contain none of these options. Several calls add up.
    ///
    /// # Panics
    /// If an option does not belong to the problem.
    #[must_use]
    pub fn exclude(mut self, options: &[OptionId]) -> Self {
        self.narrow(&Part {
            with: Vec::new(),
            without: options.to_vec(),
        });
        self
    }

    /// How far each verb goes.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Lets this many threads search one problem, the caller's among them; 1 by default. Solutions, their order, counts and
    /// effort do not depend on the number of threads. The others start once a search has taken some milliseconds, each with a
    /// kernel of its own, if there is memory for it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.set_threads(threads);
        self
    }

    /// Like [`threads`](Self::threads), between two verbs.
    pub fn set_threads(&mut self, threads: usize) {
        let kernel = self.kernel();
        let most = (self.memory / 2).max(FREE);
        let others = threads.saturating_sub(1);
        let kernels = more_kernels(&self.problem, kernel, (others, most));
        self.search.share(kernels, self.memory / 16);
        self.run.group = None;
    }

    /// Like [`memory`](Self::memory), between two verbs.
    pub fn set_memory(&mut self, bytes: usize) {
        if self.memory != bytes {
            self.memory = bytes;
            self.run.group = None;
        }
    }

    /// The [memory](Self::memory) that was allowed.
    pub fn allowed_memory(&self) -> usize {
        self.memory
    }

    /// The bytes that tables, diagrams and kept solutions may take.
    fn room(&self) -> usize {
        self.memory - self.of_kernel.min(self.memory / 2)
    }

    /// Like [`limits`](Self::limits), between two verbs.
    pub fn limits_mut(&mut self) -> &mut Limits {
        &mut self.limits
    }

    /// How [`count`](Self::count) counts solutions, and how diagrams are made and the best solutions are found. If the number
    /// of solutions or nodes is limited, `count` only searches.
    #[must_use]
    pub fn counting(mut self, method: CountMethod) -> Self {
        self.method = method;
        self
    }

    /// How many bytes tables may take while solutions are counted or a diagram is built; 1 GiB by default. With less, a count
    /// with a table takes longer and gives the same number; a diagram may be refused.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self.run.group = None;
        self
    }

    /// Starts again with these assumed options and nothing excluded, and reuses the memory of the old search: the way to solve
    /// many puzzles that share one problem.
    ///
    /// # Panics
    /// If an option does not belong to the problem.
    pub fn restart(&mut self, assumed: &[OptionId]) {
        self.check_ids(assumed);
        self.part.with.clear();
        self.part.with.extend_from_slice(assumed);
        self.part.without.clear();
        self.given = None;
        self.run.group = None;
    }

    /// Only solutions that are in this part, too, until the next [`restart`](Self::restart).
    ///
    /// # Panics
    /// If an option does not belong to the problem.
    pub fn narrow(&mut self, part: &Part) {
        self.check_ids(&part.with);
        self.check_ids(&part.without);
        for whole in [Some(&mut self.part), self.given.as_mut()]
            .into_iter()
            .flatten()
        {
            whole.with.extend_from_slice(&part.with);
            whole.without.extend_from_slice(&part.without);
        }
        self.run.group = None;
    }

    /// Adds consequences of the assumed and excluded options, until the next [`restart`](Self::restart): options that are in
    /// every solution, and options that are in none, as a [`Reduction`](crate::engine::Reduction) finds them. No result
    /// changes, but searches may be shorter. Symmetries need not fix these options.
    ///
    /// # Panics
    /// If an option does not belong to the problem.
    pub fn imply(&mut self, part: &Part) {
        let given = self.given.take().unwrap_or_else(|| self.part.clone());
        self.narrow(part);
        self.given = Some(given);
    }

    /// The assumed and the excluded options, without those that were [implied](Self::imply).
    pub fn given(&self) -> &Part {
        self.given.as_ref().unwrap_or(&self.part)
    }

    fn check_ids(&self, options: &[OptionId]) {
        let count = self.problem.option_count();
        assert!(
            options.iter().all(|option| option.index() < count),
            "an option of another problem"
        );
    }

    /// The problem that is solved.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The kernel that searches.
    pub fn kernel(&self) -> KernelName {
        self.search.kernel()
    }

    /// The engine of the last verb: the kernel or, for the best solutions, prices or a diagram.
    pub fn engine(&self) -> EngineName {
        match self.run.group {
            Some(Group::Best) => self.run.ranked_by,
            _ => EngineName::Kernel(self.kernel()),
        }
    }

    /// The instruction set that this engine uses: `avx512`, `avx2` or `portable`.
    pub fn instruction_set(&self) -> &'static str {
        match self.run.group {
            Some(Group::Best) if self.run.ranked_by != EngineName::Kernel(self.kernel()) => {
                "portable"
            }
            _ => self.search.instruction_set(),
        }
    }

    /// The state of the search.
    pub fn status(&self) -> Status {
        self.run.status
    }

    /// The number of solutions (or answers) found since the search began.
    pub fn found(&self) -> &Count {
        &self.run.found
    }

    /// The share of a search for solutions or answers that is done, from 0 to 1. It never decreases. It is an estimate: where a
    /// search is cut, the branches of a node are assumed to be equally large.
    pub fn share_done(&self) -> f64 {
        match (self.run.group, &self.run.answers) {
            (Some(Group::Solutions), _) if self.run.is_over => 1.0,
            (Some(Group::Solutions), _) => self.search.share_done(),
            (Some(Group::Answers), Some(answers)) => answers.share_done(&self.search),
            _ => 0.0,
        }
    }

    /// The work done since the solver was made.
    pub fn effort(&self) -> Effort {
        self.search.effort().with(self.run.effort_beside())
    }

    /// The solutions one by one, each found when it is asked for. The limits hold for the iterator as a whole.
    pub fn solutions(self) -> Solutions {
        Solutions::new(Listing::new(self, Group::Solutions))
    }

    /// The distinct answers one by one, each shown by one of its solutions; all solutions, if the problem has no
    /// [facts](Problem::facts). The limits hold for the iterator as a whole.
    pub fn answers(self) -> Answers {
        Answers::new(Listing::new(self, Group::Answers))
    }

    /// Hands each solution to `visit`, as option ids in the order of the search (the assumed ones first), until it returns
    /// `Break`, a limit is reached or all are found; [`status`](Self::status) says which.
    pub fn for_each<B>(
        &mut self,
        visit: impl FnMut(&[OptionId]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit(Group::Solutions, visit)
    }

    /// Like [`for_each`](Self::for_each), for one solution of each distinct answer.
    pub fn for_each_answer<B>(
        &mut self,
        visit: impl FnMut(&[OptionId]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit(Group::Answers, visit)
    }

    fn visit<B>(
        &mut self,
        group: Group,
        mut visit: impl FnMut(&[OptionId]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Unwinding(solver) = &mut Unwinding(self);
        solver.begin(group);
        solver.search.count_only(false);
        if solver.run.answers.is_none() {
            return solver.run.visit_solutions(&mut solver.search, visit);
        }
        while solver.step() {
            visit(&solver.run.current)?;
        }
        ControlFlow::Continue(())
    }

    /// Visits each answer, and returns the checksum of all, which is 0 without a [`Checksum`]. Like
    /// [`for_each_answer`](Self::for_each_answer) with a `visit` that only adds, but here each thread adds by itself, and no
    /// solution is stored. [`found`](Self::found) is the number of answers.
    ///
    /// # Panics
    /// If the checksum is for a smaller problem.
    pub fn sum_answers(&mut self, checksum: Option<&Arc<Checksum>>) -> u64 {
        self.begin(Group::Answers);
        if self.run.answers.is_none() {
            return self.run.sum_solutions(&mut self.search, checksum);
        }
        let mut sum = 0u64;
        while self.step() {
            let term = checksum.map_or(0, |checksum| checksum.of_solution(&self.run.current));
            sum = sum.wrapping_add(term);
        }
        sum
    }

    /// The rest of a search for solutions that was stopped, as disjoint parts. Together, they contain the solutions that were
    /// not handed on yet. Each can be searched by a solver of its own, with any kernel, that [assumes](Self::assume) its
    /// options `with` and [excludes](Self::exclude) those `without`.
    ///
    /// There are no parts once everything was searched. Before a search for solutions, and after verbs of other kinds, the only
    /// part is the whole problem.
    ///
    /// ```
    /// use dominox::{Problem, Solver};
    /// let problem = Problem::parse("a b c\na\na b\nb c\nb\nc\n")?;
    /// let mut solver = Solver::new(&problem)?;
    /// assert!(solver.next_solution().is_some());
    /// let rest = solver.remaining();
    /// let rest = rest.iter().map(|part| {
    ///     let solver = Solver::new(&problem).unwrap();
    ///     solver.assume(&part.with).exclude(&part.without).solutions().count()
    /// });
    /// assert_eq!(rest.sum::<usize>(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remaining(&mut self) -> Vec<Part> {
        match self.run.group {
            Some(Group::Solutions) if self.run.is_over => Vec::new(),
            Some(Group::Solutions) => self.search.remaining(),
            _ => vec![self.part.clone()],
        }
    }

    /// The next solution; the first one of a new search.
    pub fn next_solution(&mut self) -> Option<Solution> {
        self.begin(Group::Solutions);
        self.step().then(|| self.run.solution())
    }

    /// Counts to the end, or to a limit, and returns the number of all solutions found since the search began: by search or
    /// with a table, as [`counting`](Self::counting) says. A table has no number before it is complete. So a stopped count may
    /// be less than the number of solutions met, but is never more than the number of all solutions.
    pub fn count(&mut self) -> Count {
        self.run_through(Group::Solutions)
    }

    /// Like [`count`](Self::count), but counts distinct answers; if the problem has [facts](Problem::facts), by search.
    pub fn count_answers(&mut self) -> Count {
        self.run_through(Group::Answers)
    }

    fn run_through(&mut self, group: Group) -> Count {
        let by_facts = group != Group::Solutions && self.problem.has_facts();
        let method = self.method_at_work();
        if !by_facts && method != CountMethod::Search {
            return self.count_with_table(group, method);
        }
        self.begin(group);
        if by_facts {
            while self.step() {}
        } else {
            self.search.count_only(true);
            // It cannot break: the type of the value it would break with has no values.
            let ControlFlow::Continue(()) = self.run.visit_solutions(&mut self.search, |_| {
                ControlFlow::<std::convert::Infallible>::Continue(())
            });
        }
        self.run.found.clone()
    }

    /// Continues to the next solution or answer of the search under way. Returns whether there is one.
    fn step(&mut self) -> bool {
        self.search.count_only(false);
        self.run.step(&self.problem, &mut self.search)
    }

    /// The same, until a turn of the search is over: then it is not known yet.
    fn step_in_turn(&mut self, until: Until) -> Option<bool> {
        self.search.count_only(false);
        self.run
            .step_in_turn(&self.problem, &mut self.search, until)
    }

    /// Makes sure that a search of this group is under way, with the allowance of the limits.
    fn begin(&mut self, group: Group) {
        self.run.allowance.renew(&self.limits);
        if matches!(group, Group::Solutions | Group::Answers) {
            self.run.allowance.pause_after(self.limits.pause);
        }
        let group = match group {
            // Without facts, each solution is an answer.
            Group::Answers if !self.problem.has_facts() => Group::Solutions,
            group => group,
        };
        if self.run.group != Some(group) {
            self.begin_search(group);
        }
        let room = self.room().max(LEAST);
        if let Some(answers) = &mut self.run.answers {
            answers.bound(room);
        }
    }

    /// Begins a search of this group, within what is left of the allowance.
    fn begin_search(&mut self, group: Group) {
        self.sort_part();
        let whole = (&self.problem, &self.part);
        self.run.begin(group, whole, &mut self.search);
    }

    /// Sorts the assumed options and removes duplicates.
    fn sort_part(&mut self) {
        let assumed = &mut self.part.with;
        if !assumed.is_sorted_by(|one, other| one < other) {
            assumed.sort_unstable();
            assumed.dedup();
        }
    }
}
