//! Commands are measured, read to their end, and stopped. One test, since the time of all children of the process
//! counts.

use std::process::Command;
use std::time::Duration;

use dominox_suite::run::{End, Run, run};

fn shell(script: &str, limit: Duration) -> Run {
    run(Command::new("sh").args(["-c", script]), limit).expect("a shell")
}

#[test]
fn commands_are_measured_read_and_stopped() {
    let minute = Duration::from_secs(60);
    let short = shell("echo out; echo err >&2; exit 3", minute);
    assert_eq!(short.end, End::Code(3));
    assert_eq!((&*short.stdout, &*short.stderr), ("out\n", "err\n"));

    let work = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
    let long = shell(work, minute);
    assert!(long.micros > 5 * short.micros, "{long:?} {short:?}");
    // The time of the command's own children counts too; sleeping does not.
    let nested = shell(&format!("sh -c '{work}'; sleep 0.1"), minute);
    assert!(nested.micros > 5 * short.micros, "{nested:?} {short:?}");
    let asleep = shell("exec sleep 0.5", minute);
    assert!(asleep.micros < 400_000, "{asleep:?}");

    // Both outputs at once, each more than a pipe holds.
    let loud = shell(
        "yes 0123456789 | head -c 999999; yes err | head -c 999999 >&2; echo 92",
        minute,
    );
    assert!(
        loud.stdout.ends_with("\n92\n") && loud.stdout.len() < 9999,
        "{loud:?}"
    );
    assert!(loud.stderr.contains("\nerr\nerr\n"), "{loud:?}");

    let limit = Duration::from_millis(200);
    let stopped = shell("while :; do :; done", limit);
    assert_eq!(stopped.end, End::TimedOut);
    assert!(
        (200_000..2_000_000).contains(&stopped.micros),
        "{stopped:?}"
    );
    assert_eq!(shell("exec sleep 0.5", limit).end, End::Code(0));
    assert_eq!(shell("exec sleep 30", limit).end, End::TimedOut);
    assert_eq!(shell("kill -TERM $$", minute).end, End::Signal(15));
    let missing = run(&mut Command::new("/nowhere/program"), minute);
    assert!(missing.is_err());
}
