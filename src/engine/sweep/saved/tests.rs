use proptest::prelude::*;

use super::SavedSweep;
use crate::engine::count::Count;
use crate::engine::limits::Allowance;
use crate::engine::sweep::components::Component;
use crate::engine::sweep::rounds::Grain;
use crate::engine::sweep::tests::{beside, dominoes, problem};
use crate::engine::sweep::{Sweep, account_of_plans, independent};
use crate::engine::work::Work;
use crate::problem::{Part, Problem};

/// Sweeps a component with a stop after four turns of this much work, where it is written down and another sweep goes on.
fn swept_with_stops(
    turn: u64,
    component: &Component,
    memory: (usize, Grain),
    work: &Work,
) -> (Count, u64) {
    let fresh = || {
        let sweep = Sweep::with_grain(component, memory, work);
        sweep.expect("enough memory").expect("few bits")
    };
    let mut sweep = fresh();
    loop {
        // What a round has collected is only merged in the next one.
        for _ in 0..4 {
            if let Some(count) = sweep.advance(turn, beside(2)) {
                return (count, sweep.effort().states);
            }
        }
        let mut text = String::new();
        sweep.write(&mut text).expect("memory can be written");
        let mut lines = text.lines();
        let first = lines.next().expect("a line");
        let saved = SavedSweep::read(first, &mut || lines.next()).expect("what was written");
        assert_eq!(saved.to_string(), text);
        assert_eq!(lines.next(), None);
        sweep = fresh();
        assert!(sweep.restore(&saved));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn sweeps_that_are_written_down_count_the_same(problem in problem(), small in any::<bool>()) {
        let room = if small { 3_000 } else { 1 << 24 };
        let in_rounds = Grain { least: 0, places: 2, for_threads: 0, ..Grain::default() };
        let plans = account_of_plans(1 << 24);
        let work = Work::new(Allowance::default().watch(), &plans);
        let components = independent(&problem, &Part::default(), &work).expect("no bounds");
        for component in components.expect("enough memory").into_iter().flatten() {
            for grain in [Grain::default(), in_rounds] {
                let mut sweep = Sweep::with_grain(&component, (room, grain), &work)
                    .expect("enough memory")
                    .expect("few bits");
                let count = loop {
                    if let Some(count) = sweep.advance(u64::MAX, beside(1)) {
                        break count;
                    }
                };
                let (resumed, states) = swept_with_stops(40, &component, (room, grain), &work);
                prop_assert_eq!(resumed, count);
                // Without parts put aside, each state is gone through once.
                prop_assert!(small || states == sweep.effort().states);
            }
        }
    }
}

/// In a fraction of the room, some states are gone through again, but not all levels once for each part: not even by a sweep that
/// is written down again and again.
#[test]
fn parts_of_a_sweep_meet() {
    let problem = dominoes(14, 14);
    let plans = account_of_plans(1 << 24);
    let work = Work::new(Allowance::default().watch(), &plans);
    let components = independent(&problem, &Part::default(), &work).unwrap();
    let component = &components.unwrap().unwrap()[0];
    let swept_in = |room| {
        let sweep = Sweep::with_grain(component, (room, Grain::default()), &work);
        let mut sweep = sweep.unwrap().unwrap();
        let count = sweep.advance(u64::MAX, beside(1));
        (count, sweep.effort())
    };
    let (count, effort) = swept_in(1 << 24);
    let room = effort.peak_bytes as usize / 2;
    let (divided, again) = swept_in(room);
    assert_eq!(divided, count);
    let (resumed, states) = swept_with_stops(100_000, component, (room, Grain::default()), &work);
    assert_eq!(Some(resumed), count);
    assert!(effort.states < again.states && again.states < 2 * effort.states);
    assert!(effort.states < states && states < 2 * effort.states);
}

#[test]
fn a_sweep_of_another_width_is_refused() {
    let texts = [
        "sweep 1 1 0 1\nlevel 0 2 1 1\n0 0 1\n",
        "sweep 1 1 0 1\nlevel 99 1 1 1\n0 1\n",
        "sweep 1 1 0 1\naside 4 1 1 1\n0 1\n",
        "sweep 1 1 0 1\naside 0 1 1 1 99\n0 1\n",
        "sweep 1 1 0 1\naside 1 1 1 1 1\n0 1\n",
        "sweep 1 1 0 1\nwith 1 1 1 1\n0 1\n",
        "sweep 1 1 0 2\naside 1 1 1 1\n0 1\nwith 1 1 1 1\n0 1\n",
    ];
    let problem = Problem::parse("a b c d\na b\nb c\nc d\nd a\na\nb\n").unwrap();
    let plans = account_of_plans(1 << 24);
    let work = Work::new(Allowance::default().watch(), &plans);
    let components = independent(&problem, &Part::default(), &work)
        .unwrap()
        .unwrap();
    let component = &components.unwrap()[0];
    for text in texts {
        let mut sweep = Sweep::new(component, 1 << 24, &work).unwrap().unwrap();
        let mut lines = text.lines();
        let first = lines.next().unwrap();
        let saved = SavedSweep::read(first, &mut || lines.next()).unwrap();
        assert!(!sweep.restore(&saved), "{text}");
    }
    for text in [
        "sweep 1 1 0\n",
        "sweep 1 1 0 1\nlevel 0 1 1 1\n0 0\n",
        "sweep 1 1 0 1\nlevel 0 1 1 2\n0 1\n",
        "sweep 1 1 0 1\nlevel 0 1 2 1\n0 1\n",
        "sweep 1 1 0 1\nlevel 0 1 1 1 2\n0 1\n",
        "sweep 1 1 0 1\naside 0 1 1 1 x\n0 1\n",
        "sweep 1 1 0 1\naside 0 1 1 1 2 3\n0 1\n",
        "sweep 1 1 0 1\nrow 0 1 1 1\n0 1\n",
        "sweep 1 1 0 1\nlevel 0 0 0 0\n",
        "sweep 1 1 0 1\nlevel 0 18446744073709551615 1 1\n0 1\n",
        "sweep 1 1 -1 1\n",
    ] {
        let mut lines = text.lines();
        let first = lines.next().unwrap();
        assert_eq!(
            SavedSweep::read(first, &mut || lines.next()),
            None,
            "{text}"
        );
    }
}
