//! Probes against whole searches: with all branches kept, and on average over all draws.

use std::convert::Infallible;
use std::fmt::Write;
use std::ops::ControlFlow;

use proptest::prelude::*;
use proptest::sample::select;
use rand_core::TryRng;

use super::probe::probe;
use super::*;
use crate::engine::choose::choose;
use crate::engine::fits::KernelName;
use crate::engine::kernel::{Inference, Kernel};
use crate::engine::limits::{Allowance, Limits};
use crate::problem::{OptionId, Part, Problem};

fn kernel(problem: &Problem, name: KernelName) -> Box<dyn Kernel> {
    choose(problem, Some(name)).unwrap()
}

fn free() -> Allowance {
    let mut allowance = Allowance::default();
    allowance.renew(&Limits::default());
    allowance
}

/// The cells of a board to be covered by dominoes.
fn dominoes(rows: usize, columns: usize, is_cell: impl Fn(usize, usize) -> bool) -> Problem {
    let cells = |row: usize| (0..columns).map(move |column| (row, column));
    let all: Vec<_> = (0..rows)
        .flat_map(cells)
        .filter(|&(r, c)| is_cell(r, c))
        .collect();
    let mut text: String = all.iter().map(|(r, c)| format!("r{r}c{c} ")).collect();
    for &(r, c) in &all {
        for (r2, c2) in [(r + 1, c), (r, c + 1)] {
            if all.contains(&(r2, c2)) {
                write!(text, "\nr{r}c{c} r{r2}c{c2}").unwrap();
            }
        }
    }
    Problem::parse(&text).unwrap()
}

/// Ways to place `size` queens.
fn queens(size: usize) -> Problem {
    let all = |name: &str, count: usize| {
        (0..count).fold(String::new(), |s, i| s + &format!(" {name}{i}"))
    };
    let diagonals = 2 * size - 1;
    let mut text =
        all("r", size) + &all("c", size) + " |" + &all("a", diagonals) + &all("b", diagonals);
    for (r, c) in (0..size).flat_map(|r| (0..size).map(move |c| (r, c))) {
        write!(text, "\nr{r} c{c} a{} b{}", r + c, r + size - 1 - c).unwrap();
    }
    Problem::parse(&text).unwrap()
}

/// Nodes and solutions of the search of a part.
fn search(kernel: &mut dyn Kernel, part: &Part) -> (f64, f64) {
    let (before, mut solutions) = (kernel.effort().nodes, 0);
    kernel.enter(part, Inference::Adaptive);
    kernel.visit(u64::MAX, &mut |_| {
        solutions += 1;
        ControlFlow::Continue(())
    });
    ((kernel.effort().nodes - before) as f64, solutions as f64)
}

/// Nodes and solutions as a probe estimates them.
fn told(probe: &Probe) -> (f64, f64) {
    (probe.nodes.at_scale(0), probe.solutions.at_scale(0))
}

/// A generator that goes through all possible draws; each draw is one of several numbers at equal distances.
struct AllDraws {
    sides: u64,
    script: Vec<u64>,
    drawn: usize,
}

impl AllDraws {
    fn of(sides: u64) -> AllDraws {
        AllDraws {
            sides,
            script: Vec::new(),
            drawn: 0,
        }
    }

    /// The probability of the draws so far.
    fn probability(&self) -> f64 {
        (self.sides as f64).powi(-(self.drawn as i32))
    }

    /// Continues with the next draws; returns whether there are any.
    fn go_on(&mut self) -> bool {
        self.script.truncate(self.drawn);
        self.drawn = 0;
        while let Some(last) = self.script.pop() {
            if last + 1 < self.sides {
                self.script.push(last + 1);
                return true;
            }
        }
        false
    }
}

impl TryRng for AllDraws {
    type Error = Infallible;

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        if self.drawn == self.script.len() {
            self.script.push(0);
        }
        let side = u128::from(self.script[self.drawn]);
        self.drawn += 1;
        Ok((((2 * side + 1) << 63) / u128::from(self.sides)) as u64)
    }

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("probes draw 64 bits")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("probes draw 64 bits")
    }
}

/// The average estimate over all draws, unless there are too many draws, or draws with more outcomes.
fn average(sides: u64, mut tell: impl FnMut(&mut AllDraws) -> Probe) -> Option<(f64, f64)> {
    const MOST: usize = 30_000;
    let mut draws = AllDraws::of(sides);
    let (mut nodes, mut solutions, mut whole) = (0.0, 0.0, 0.0);
    for _ in 0..MOST {
        let probe = tell(&mut draws);
        if 1 << probe.heaviest > sides {
            return None;
        }
        let probability = draws.probability();
        nodes += probability * told(&probe).0;
        solutions += probability * told(&probe).1;
        whole += probability;
        if !draws.go_on() {
            assert!((whole - 1.0).abs() < 1e-9);
            return Some((nodes, solutions));
        }
    }
    None
}

fn assert_near(told: (f64, f64), truth: (f64, f64)) {
    let is_near = |told: f64, truth: f64| (told - truth).abs() <= 1e-9 * truth;
    assert!(
        is_near(told.0, truth.0) && is_near(told.1, truth.1),
        "{told:?} for {truth:?}"
    );
}

#[test]
fn a_probe_that_keeps_all_branches_is_a_search() {
    let problems = [queens(6), queens(7), dominoes(4, 5, |_, _| true)];
    for (problem, name) in problems
        .iter()
        .flat_map(|p| KernelName::ALL.map(|name| (p, name)))
    {
        let Ok(mut kernel) = choose(problem, Some(name)) else {
            continue;
        };
        let truth = search(&mut *kernel, &Part::default());
        for inference in [Inference::Forced, Inference::Full] {
            let plan = Plan::of_aims(&[], u64::MAX);
            let before = kernel.work();
            let probe = probe(
                &mut *kernel,
                (&Part::default(), inference),
                (&plan, u64::MAX),
                &mut free(),
                &mut AllDraws::of(1),
            )
            .unwrap();
            let work = probe.work.at_scale(0) / (kernel.work() - before) as f64;
            assert!(0.9 < work && work <= 1.0, "{name}: {work}");
            let (nodes, solutions) = told(&probe);
            assert_eq!((solutions, probe.heaviest), (truth.1, 0), "{name}");
            assert!(
                name != KernelName::Links || nodes == truth.0,
                "{nodes} nodes of {truth:?}"
            );
        }
        // The kernel is unchanged afterwards.
        kernel.check();
        assert_eq!(search(&mut *kernel, &Part::default()), truth, "{name}");
    }
}

/// Without solutions, kernels apply full inference all the time.
#[test]
fn a_probe_enters_the_nodes_of_its_kernel() {
    let corner = |r: usize, c: usize| (r, c) != (0, 0) && (r, c) != (5, 5);
    let mutilated = dominoes(6, 6, corner);
    let whole = (&Part::default(), Inference::Full);
    for name in [KernelName::Links, KernelName::Lanes, KernelName::Rows] {
        let mut kernel = kernel(&mutilated, name);
        let truth = search(&mut *kernel, &Part::default());
        assert!(truth.0 > 20.0 && truth.1 == 0.0);
        let plan = Plan::of_aims(&[], u64::MAX);
        let probe = probe(
            &mut *kernel,
            whole,
            (&plan, u64::MAX),
            &mut free(),
            &mut AllDraws::of(1),
        )
        .unwrap();
        assert_eq!(told(&probe), truth, "{name}");
    }
}

#[test]
fn a_probe_that_is_cut_enters_no_more_nodes_and_leaves_the_kernel_as_it_was() {
    let problem = queens(5);
    let all = Plan::of_aims(&[], u64::MAX);
    for name in KernelName::ALL {
        let mut kernel = kernel(&problem, name);
        let solutions = search(&mut *kernel, &Part::default()).1;
        let mut probe_of = |most: u64| {
            let whole = (&Part::default(), Inference::Forced);
            let before = kernel.effort().nodes;
            let draws = &mut AllDraws::of(1);
            let probe = probe(&mut *kernel, whole, (&all, most), &mut free(), draws).unwrap();
            let entered = kernel.effort().nodes - before;
            kernel.check();
            (probe, entered)
        };
        let (whole, truth) = probe_of(u64::MAX);
        assert!(!whole.is_cut && told(&whole).1 == solutions, "{name}");
        let mut last = 0.0;
        for most in 1..truth {
            let (cut, entered) = probe_of(most);
            assert!(cut.is_cut && entered == most, "{name}: {entered} of {most}");
            let estimate = told(&cut).0;
            assert!(last <= estimate && estimate <= told(&whole).0, "{name}");
            last = estimate;
        }
        let (exact, entered) = probe_of(truth);
        assert!(!exact.is_cut && entered == truth, "{name}");
    }
}

/// Nodes have 2 branches, or up to 4 for queens; in units always 2.
#[test]
fn walks_are_right_on_the_average() {
    let problems = [(queens(4), 12), (dominoes(3, 4, |_, _| true), 2)];
    let whole = (&Part::default(), Inference::Full);
    for (problem, sides) in &problems {
        for mut kernel in KernelName::ALL.map(|name| kernel(problem, name)) {
            let sides = if kernel.name() == KernelName::Units {
                2
            } else {
                *sides
            };
            let all = Plan::of_aims(&[], u64::MAX);
            let truth = probe(
                &mut *kernel,
                whole,
                (&all, u64::MAX),
                &mut free(),
                &mut AllDraws::of(1),
            )
            .unwrap();
            let tell =
                |draws: &mut AllDraws| walk(&mut *kernel, whole, &mut free(), draws).unwrap();
            assert_near(average(sides, tell).expect("few draws"), told(&truth));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 60 })
    })]

    /// Whatever the plan is, and however often it changes on the way.
    #[test]
    fn probes_are_right_on_the_average(
        name in select(&KernelName::ALL[..]),
        columns in 2..6usize,
        aims in proptest::collection::vec(0..3u32, 0..30),
        most in 1..6u64,
        excluded in 0..6usize,
    ) {
        let problem = dominoes(2, columns, |_, _| true);
        let mut kernel = kernel(&problem, name);
        let part = Part {
            with: vec![],
            without: vec![OptionId::new(excluded % problem.option_count())],
        };
        let whole = (&part, Inference::Full);
        let (_, solutions) = search(&mut *kernel, &part);
        let all = Plan::of_aims(&[], u64::MAX);
        let truth = probe(&mut *kernel, whole, (&all, u64::MAX), &mut free(), &mut AllDraws::of(1)).unwrap();
        let truth = told(&truth);
        prop_assert_eq!(truth.1, solutions);
        let plan = Plan::of_aims(&aims, most);
        let tell = |draws: &mut AllDraws| {
            probe(&mut *kernel, whole, (&plan, u64::MAX), &mut free(), draws).unwrap()
        };
        let Some(average) = average(8, tell) else {
            return Err(TestCaseError::reject("too many draws"));
        };
        assert_near(average, truth);
    }
}
