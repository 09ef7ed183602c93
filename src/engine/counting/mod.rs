//! A count of all solutions, by search and by table.
//!
//! ```text
//!     the first nodes of a search ─▶ what is left falls into independent components ─▶ a race for each ─▶ their product
//!     that ends most puzzles             ① │ ② │ ③
//! ```
//!
//! Components are looked for when a sweep would be planned, since that has to know them anyway. If there is one, beside forced
//! options, the search that has begun continues in its [`race`]. If there are more, each gets a kernel of its own, once it needs one: a
//! search of all of them together visits the product of their numbers of nodes, one of each by itself only their sum.

mod saved;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;

pub(super) use saved::{SavedCount, write_nothing};

use super::choose::{choose_within, more_kernels, most_bytes, second_for};
use super::count::Count;
use super::kernel::{Effort, Step};
use super::limits::{Allowance, Limit};
use super::memory::Account;
use super::race::{self, Other, Report, Searching, Turn};
use super::search::Search;
use super::solver::CountMethod;
use super::sweep::{
    Beside, Component, Sweep, TableEffort, account_of_plans, independent, work_to_plan,
    work_to_split,
};
use super::work::{Stop, Work};
use crate::problem::{Part, Problem};

/// What is counted, and with what.
pub(super) struct Counted<'a> {
    pub(super) problem: &'a Problem,
    pub(super) part: &'a Part,
    pub(super) method: CountMethod,
    /// Bytes that tables, plans and the kernels of components may take.
    pub(super) room: usize,
    pub(super) search: &'a mut Search,
}

impl Counted<'_> {
    /// The search of the part, which is under way.
    fn searching(&self) -> Searching {
        Searching::new(self.search, 0, (self.problem, self.room))
    }
}

/// A count under way, which can be paused.
pub(super) struct Counting {
    /// Solutions that the search of the whole had found before.
    before: Count,
    /// Nodes that it had entered when the count was paused.
    paused_at: u64,
    /// Those that are not over, the last one at work: one about the whole, until that is split.
    races: Vec<Race>,
    /// The memory of components and plans.
    plans: Account,
    /// The number of solutions of the components that were counted.
    product: BigUint,
    /// What races took that are over.
    table: TableEffort,
    searched: Effort,
}

impl Counting {
    /// Begins a count of all solutions, of which a search has found some `before`. Components, plans and tables take at most
    /// the room of bytes. The first nodes end most counts, which so pay for nothing else. Or continues with what was `saved`.
    pub(super) fn begin(
        counted: &mut Counted,
        before: &Count,
        saved: &mut Option<Arc<SavedCount>>,
        allowance: &Allowance,
    ) -> Begun {
        if let Some(left) = saved {
            return match Counting::restore(left, counted, before, allowance) {
                Ok(counting) => {
                    *saved = None;
                    Begun::UnderWay(Box::new(counting), Ok(()))
                }
                Err(limit) => Begun::Stopped(limit),
            };
        }
        let mut searching = counted.searching();
        let mut after = Ok(());
        if counted.method == CountMethod::Auto {
            counted.search.count_only(true);
            let step = allowance.interruption().and_then(|()| {
                let mut pass = |_: &[_]| ControlFlow::Continue(());
                let of = (counted.part, Other::default());
                searching.go_on(counted.search, of, allowance, &mut pass)
            });
            match step {
                Ok(Step::Exhausted) => return Begun::Over(sum(before, searching.found())),
                step => after = step.map(|_| ()),
            }
        }
        let counting = Counting::of_whole(counted, searching, before);
        Begun::UnderWay(Box::new(counting), after)
    }

    fn of_whole(counted: &Counted, searching: Searching, before: &Count) -> Counting {
        Counting {
            plans: account_of_plans(counted.room),
            before: before.clone(),
            paused_at: counted.search.effort().nodes,
            races: vec![Race::of_whole(searching, counted.problem)],
            product: BigUint::from(1u8),
            table: TableEffort::default(),
            searched: Effort::default(),
        }
    }

    /// Whether the search has continued since the count was paused.
    pub(super) fn is_stale(&self, search: &Search) -> bool {
        self.paused_at != search.effort().nodes
    }

    /// Counts to the end, or to a limit.
    pub(super) fn run(
        &mut self,
        counted: &mut Counted,
        allowance: &Allowance,
    ) -> Result<Count, Limit> {
        counted.search.count_only(true);
        while let Some(race) = self.races.last_mut() {
            let after = allowance
                .interruption()
                .and_then(|()| race.go_on(counted, &self.before, &self.plans, allowance));
            self.paused_at = counted.search.effort().nodes;
            match after? {
                After::Paused => {}
                After::Counted(count, by) => self.close(&count, by),
                After::Split(components) => self.split(components),
            }
        }
        Ok(Count::from(self.product.clone()))
    }

    /// Closes the race under way, in which one runner has found this number.
    fn close(&mut self, count: &Count, by: Turn) {
        if let Some(race) = self.races.pop() {
            let effort = race.sweeping.effort();
            self.table = self.table.with(effort);
            if by == Turn::Sweep {
                self.table.counts = 1;
            }
            self.searched = self.searched.with(race.searched());
        }
        self.product *= count.to_biguint();
        if *count == 0 {
            self.races.clear();
        }
    }

    /// Puts races for these components into the place of that for the whole; for none, if it has no solution. If all but one have one
    /// solution each, the race for the whole continues.
    fn split(&mut self, components: Option<Vec<Component>>) {
        let mut components = components.unwrap_or_else(|| {
            self.product = BigUint::ZERO;
            Vec::new()
        });
        let (singles, is_whole) = take_single_ones(&mut components);
        self.product *= singles;
        match (&mut self.races[..], components.pop()) {
            ([race], Some(component)) if is_whole => race.set_out(component),
            (_, last) => {
                self.before = self.at_least();
                let left = components.into_iter().chain(last);
                self.races = left.map(Race::of_component).collect();
            }
        }
        if self.races.is_empty() {
            self.table.counts = 1;
        }
    }

    /// Solutions that the search of the whole has found.
    pub(super) fn found(&self) -> Count {
        let mut found = self.before.clone();
        if let Some(Runner::Whole(searching)) = self.races.last().map(|race| &race.runner) {
            found += searching.found();
        }
        found
    }

    /// A lower bound on the number of solutions.
    pub(super) fn at_least(&self) -> Count {
        let found = self.found();
        match self.races.last().map(|race| &race.runner) {
            // Each component has a solution, since all of them together have one.
            Some(Runner::Own(own)) if found != 0 => {
                let here = own.as_ref().map_or(1, |own| own.1.found().max(1));
                found.max(Count::from(&self.product * here))
            }
            _ => found,
        }
    }

    /// The effort of tables.
    pub(super) fn table_effort(&self) -> TableEffort {
        let races = self.races.iter().map(|race| race.sweeping.effort());
        races.fold(self.table, TableEffort::with)
    }

    /// The effort of the searches of components.
    pub(super) fn searched(&self) -> Effort {
        self.races
            .iter()
            .fold(self.searched, |sum, race| sum.with(race.searched()))
    }
}

/// Removes the components of one item, which is covered by any of its options, and those of one option. Returns the number of their
/// solutions, and whether one component is left, which has as many as all of them.
fn take_single_ones(components: &mut Vec<Component>) -> (BigUint, bool) {
    let mut product = BigUint::from(1u8);
    components.retain(|component| {
        let (items, options) = (component.item_count(), component.options().len());
        let is_single = items.min(options) == 1 && !component.has_bounds();
        if is_single {
            product *= options;
        }
        !is_single
    });
    let is_whole = components.len() == 1 && product == BigUint::from(1u8);
    (product, is_whole)
}

/// The result of the first nodes.
pub(super) enum Begun {
    Over(Count),
    /// What was saved is still to be restored.
    Stopped(Limit),
    /// A count that is left, and the limit that it has met already.
    UnderWay(Box<Counting>, Result<(), Limit>),
}

/// A search and a sweep of the same solutions.
struct Race {
    runner: Runner,
    /// `None` before the whole was split.
    component: Option<Component>,
    sweeping: Sweeping,
}

/// Who searches.
enum Runner {
    /// The search of the whole.
    Whole(Box<Searching>),
    /// One for the component alone, which is made when it is needed.
    Own(Option<Box<(Search, Searching)>>),
}

/// Whose turn it is, and what there is beside.
struct Due {
    turn: Turn,
    beside: Beside,
    /// Whether the search may continue to its end.
    lets_finish: bool,
}

/// The result of a turn.
enum After {
    Paused,
    Counted(Count, Turn),
    Split(Option<Vec<Component>>),
}

impl Race {
    fn of_whole(searching: Searching, problem: &Problem) -> Race {
        Race {
            runner: Runner::Whole(Box::new(searching)),
            component: None,
            sweeping: Sweeping::Ahead(work_to_split(problem.entry_count())),
        }
    }

    fn of_component(component: Component) -> Race {
        Race {
            runner: Runner::Own(None),
            sweeping: Sweeping::ahead(&component),
            component: Some(component),
        }
    }

    /// The whole turned out to be this component.
    fn set_out(&mut self, component: Component) {
        self.sweeping = Sweeping::ahead(&component);
        self.component = Some(component);
    }

    fn go_on(
        &mut self,
        counted: &mut Counted,
        before: &Count,
        plans: &Account,
        allowance: &Allowance,
    ) -> Result<After, Limit> {
        let work = || Work::new(allowance.watch(), plans);
        self.send_scouts(counted);
        let Due {
            turn,
            beside,
            lets_finish,
        } = self.due(counted);
        allowance.interruption_before(self.sweeping.delay())?;
        match (turn, &self.component) {
            (Turn::Search, _) => self.search_on(counted, (before, lets_finish), allowance),
            (Turn::Sweep, Some(component)) => {
                let room = self.room_of_table(counted.room);
                let count = self.sweeping.go_on(component, (room, beside), work)?;
                Ok(count.map_or(After::Paused, |count| After::Counted(count, Turn::Sweep)))
            }
            (Turn::Sweep, None) => match independent(counted.problem, counted.part, &work()) {
                Ok(Ok(components)) => Ok(After::Split(components)),
                Ok(Err(Stop::Limit(limit))) => Err(limit),
                Ok(Err(Stop::Memory(_))) | Err(_) => {
                    self.sweeping = Sweeping::Out;
                    Ok(After::Paused)
                }
            },
        }
    }

    /// The part of the room that the table may take.
    fn room_of_table(&self, room: usize) -> usize {
        match self.runner {
            Runner::Whole(_) => room,
            Runner::Own(_) => room - room_of_kernel(room),
        }
    }

    /// The search, and how far it has come; `None` before its kernel is made.
    fn searching<'a>(&'a self, counted: &'a Counted) -> Option<(&'a Searching, &'a Search)> {
        match &self.runner {
            Runner::Whole(searching) => Some((searching, counted.search)),
            Runner::Own(own) => own.as_ref().map(|own| (&own.1, &own.0)),
        }
    }

    /// Sends scouts ahead of the sweep if it is time for them, before turns of either runner: what they see may show that the
    /// search need not continue.
    fn send_scouts(&mut self, counted: &Counted) {
        if counted.method == CountMethod::Table {
            return;
        }
        let spent = match self.searching(counted) {
            Some((searching, _)) if searching.is_in_turn() || !searching.is_known() => return,
            Some((searching, search)) => searching.report(search).spent,
            None => 0,
        };
        if let Sweeping::Going(sweep) = &mut self.sweeping {
            sweep.send_scouts(spent);
        }
    }

    /// Whose turn it is. A search of which nothing is known continues, and counts as having nothing left.
    fn due(&self, counted: &Counted) -> Due {
        let threads = counted.search.others() + 1;
        let due = |turn, left| Due {
            turn,
            beside: Beside { threads, left },
            lets_finish: false,
        };
        let searching = self.searching(counted);
        if searching.is_some_and(|(searching, _)| searching.is_in_turn()) {
            return due(Turn::Search, u64::MAX);
        }
        let sweep = self.sweeping.report();
        if counted.method == CountMethod::Table && sweep != Report::OUT {
            return due(Turn::Sweep, u64::MAX);
        }
        if searching.is_some_and(|(searching, _)| !searching.is_known()) {
            return due(Turn::Search, 0);
        }
        let search = match searching {
            Some((searching, search)) => searching.report(search),
            None => Report::ahead(self.work_to_make_search()),
        };
        let left = searching.map_or(0, |_| search.left());
        Due {
            lets_finish: search.may_finish(sweep),
            ..due(race::next(search, sweep), left)
        }
    }

    fn work_to_make_search(&self) -> u64 {
        self.component
            .as_ref()
            .map_or(0, |component| work_to_make(component.size()))
    }

    fn search_on(
        &mut self,
        counted: &mut Counted,
        (before, lets_finish): (&Count, bool),
        allowance: &Allowance,
    ) -> Result<After, Limit> {
        let mut pass = |_: &[_]| ControlFlow::Continue(());
        let other = Other {
            spent: self.sweeping.spent(),
            lets_finish,
        };
        let (step, found) = match &mut self.runner {
            Runner::Whole(searching) => {
                let (search, part) = (&mut *counted.search, counted.part);
                let step = searching.go_on(search, (part, other), allowance, &mut pass)?;
                (step, sum(before, searching.found()))
            }
            Runner::Own(own) => {
                let component = self.component.as_ref().expect("what is to be searched");
                let own = own.get_or_insert_with(|| {
                    let most = room_of_kernel(counted.room);
                    let others = counted.search.others();
                    Box::new(searching_of(component, counted.problem, (most, others)))
                });
                let (search, searching) = &mut **own;
                let part = Part::default();
                let step = searching.go_on(search, (&part, other), allowance, &mut pass)?;
                (step, Count::from(searching.found()))
            }
        };
        Ok(match step {
            Step::Exhausted => After::Counted(found, Turn::Search),
            _ => After::Paused,
        })
    }

    /// What the search of a component took.
    fn searched(&self) -> Effort {
        match &self.runner {
            Runner::Own(Some(own)) => own.0.effort(),
            _ => Effort::default(),
        }
    }
}

fn sum(before: &Count, found: u64) -> Count {
    let mut sum = before.clone();
    sum += found;
    sum
}

/// About how much work it is to make a kernel for a problem with this many entries of options.
fn work_to_make(entries: usize) -> u64 {
    20_000 + 200 * entries as u64
}

/// Bytes of the room of a table that the kernel of a component may take.
fn room_of_kernel(room: usize) -> usize {
    room / 4
}

/// A search of its own for a component, whose kernels take at most `most` bytes, with `others` threads beside.
fn searching_of(
    component: &Component,
    problem: &Problem,
    (most, others): (usize, usize),
) -> (Search, Searching) {
    let problem = problem.selection(component.options());
    let kernel = choose_within(&problem, None, most);
    let kernel = kernel.expect("a kernel for a part of a problem that has one");
    let mut search = Search::new(kernel);
    let left = most.saturating_sub(most_bytes(&problem, search.kernel()));
    if let Some(second) = second_for(&problem, search.kernel(), left) {
        search.look_twice(second);
    }
    let kernels = more_kernels(&problem, search.kernel(), (others, most));
    search.share(kernels, most / 4);
    search.begin(&Part::default());
    search.count_only(true);
    let before = work_to_make(component.size());
    let searching = Searching::new(&search, before, (&problem, most));
    (search, searching)
}

/// A sweep, before it is planned and then.
enum Sweeping {
    /// It takes this much work to begin.
    Ahead(u64),
    Going(Box<Sweep>),
    /// States need too many bits, or plans too much memory.
    Out,
}

impl Sweeping {
    fn ahead(component: &Component) -> Sweeping {
        Sweeping::Ahead(work_to_plan(component.size()))
    }

    fn report(&self) -> Report {
        match self {
            Sweeping::Ahead(work) => Report::ahead(*work),
            Sweeping::Going(sweep) => sweep.report(),
            Sweeping::Out => Report::OUT,
        }
    }

    /// How late the count may stop.
    fn delay(&self) -> Duration {
        match self {
            Sweeping::Going(sweep) => sweep.delay(),
            _ => Duration::ZERO,
        }
    }

    fn spent(&self) -> u64 {
        match self {
            Sweeping::Going(sweep) => sweep.report().spent,
            _ => 0,
        }
    }

    fn effort(&self) -> TableEffort {
        match self {
            Sweeping::Going(sweep) => sweep.effort(),
            _ => TableEffort::default(),
        }
    }

    /// Takes a turn; the number of solutions, if that was the last one.
    fn go_on<'a>(
        &mut self,
        component: &Component,
        (room, beside): (usize, Beside),
        work: impl FnOnce() -> Work<'a>,
    ) -> Result<Option<Count>, Limit> {
        if let Sweeping::Going(sweep) = self {
            return Ok(sweep.advance(race::turn(sweep.report().spent), beside));
        }
        *self = match Sweep::new(component, room, &work()) {
            Ok(Some(sweep)) => Sweeping::Going(Box::new(sweep)),
            Err(Stop::Limit(limit)) => return Err(limit),
            Ok(None) | Err(Stop::Memory(_)) => Sweeping::Out,
        };
        Ok(None)
    }
}
