//! Lists all solutions with `dlx` and with dominox by turns, and prints a Markdown table of the medians.
//!
//! All run in one process and in one thread, measured by the processor time of the thread: what else the machine does
//! touches them alike. The first argument is the number of turns, 7 if there is none; the others name instances.

use std::env;
use std::process::ExitCode;
use std::time::Duration;

use cpu_time::ThreadTime;
use dominox_peers::{Instance, KERNELS, NAMES, instances};

fn main() -> ExitCode {
    let turns = match env::args().nth(1).map(|argument| argument.parse()) {
        None => 7,
        Some(Ok(turns)) if turns > 0 => turns,
        Some(_) => {
            eprintln!("expected a number of turns, 1 or more");
            return ExitCode::from(2);
        }
    };
    println!("| instance | solutions | dlx, s | links, s | links / dlx | lists, s | lists / dlx |");
    println!("| --- | --: | --: | --: | --: | --: | --: |");
    let named: Vec<String> = env::args().skip(2).collect();
    let names = if named.is_empty() {
        NAMES.map(String::from).to_vec()
    } else {
        named
    };
    for instance in instances(names) {
        println!("{}", row(&instance, turns));
    }
    ExitCode::SUCCESS
}

/// A line of the table: the medians of so many turns.
///
/// # Panics
/// If the programs do not find the same number of solutions.
fn row(instance: &Instance, turns: usize) -> String {
    let mut theirs = Vec::new();
    let mut ours = KERNELS.map(|_| Vec::new());
    let mut solutions = 0;
    for _ in 0..turns {
        let mut peer = instance.peer();
        solutions = timed(&mut theirs, || peer.count());
        for (kernel, times) in KERNELS.into_iter().zip(&mut ours) {
            if let Some(mut search) = instance.dominox(kernel) {
                let found = timed(times, || search.count());
                assert_eq!(
                    found, solutions,
                    "solutions of {} by {kernel:?}",
                    instance.name
                );
            }
        }
    }
    let theirs = median(theirs);
    let mut row = format!("| {} | {solutions} | {theirs:.3} |", instance.name);
    for times in ours {
        row += &match times.is_empty() {
            true => " – | – |".into(),
            false => {
                let ours = median(times);
                format!(" {ours:.3} | {:.2} |", ours / theirs)
            }
        };
    }
    row
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
