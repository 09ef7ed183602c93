//! Lists all solutions with `dlx` and with dominox by turns, and prints a Markdown table of the medians.
//!
//! Both run in one process and in one thread, measured by the processor time of the thread: what else the machine does
//! touches both alike. The only argument is the number of turns, 7 if there is none.

use std::env;
use std::process::ExitCode;
use std::time::Duration;

use cpu_time::ThreadTime;
use dominox_peers::{Instance, instances};

fn main() -> ExitCode {
    let turns = match env::args().nth(1).map(|argument| argument.parse()) {
        None => 7,
        Some(Ok(turns)) if turns > 0 => turns,
        Some(_) => {
            eprintln!("expected a number of turns, 1 or more");
            return ExitCode::from(2);
        }
    };
    println!("| instance | solutions | dlx, s | dominox, s | dominox / dlx |");
    println!("| --- | --: | --: | --: | --: |");
    for instance in instances() {
        println!("{}", row(&instance, turns));
    }
    ExitCode::SUCCESS
}

/// A line of the table: the medians of so many turns.
///
/// # Panics
/// If the two do not find the same number of solutions.
fn row(instance: &Instance, turns: usize) -> String {
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    let mut solutions = 0;
    for _ in 0..turns {
        let (mut peer, mut dominox) = (instance.peer(), instance.dominox());
        let expected = timed(&mut theirs, || peer.count());
        solutions = timed(&mut ours, || dominox.count());
        assert_eq!(solutions, expected, "solutions of {}", instance.name);
    }
    let (theirs, ours) = (median(theirs), median(ours));
    let ratio = ours / theirs;
    let name = instance.name;
    format!("| {name} | {solutions} | {theirs:.3} | {ours:.3} | {ratio:.2} |")
}

fn timed<T>(times: &mut Vec<Duration>, work: impl FnOnce() -> T) -> T {
    let start = ThreadTime::now();
    let result = work();
    times.push(start.elapsed());
    result
}

/// The middle one in seconds, or the mean of the two in the middle.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    let (low, high) = ((times.len() - 1) / 2, times.len() / 2);
    (times[low] + times[high]).as_secs_f64() / 2.0
}
