//! The recipes of `docs/scale.md`, on a smaller problem: GNU parallel, and the script of a Slurm array.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

const DOC: &str = include_str!("../../docs/scale.md");

/// The block of shell commands with this number, from 0, in a section of the document, for a smaller problem.
fn recipe(section: &str, number: usize) -> String {
    let start = DOC.find(&format!("\n## {section}\n")).expect("a section");
    let text = &DOC[start + 1..];
    let text = &text[..text.find("\n## ").unwrap_or(text.len())];
    let block = text.split("```sh\n").nth(number + 1).expect("a block");
    let block = block.split("```").next().expect("its end");
    block
        .replace("queens 17", "queens 10")
        .replace("--into 200", "--into 8")
        .replace("$(seq 200)", "$(seq 8)")
        .replace("--into 50", "--into 3")
}

/// Runs a script with bash in a folder, where `dominox` is the program, or a script in its place.
fn shell(folder: &Path, script: &str, environment: &[(&str, &str)]) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_dominox"));
    let programs = program.parent().expect("a folder of programs");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}/bin:{}:{path}", folder.display(), programs.display());
    let mut command = Command::new("bash");
    command.args(["-c", script]).current_dir(folder);
    command.env("PATH", path).envs(environment.iter().copied());
    command.output().expect("a shell")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn gnu_parallel_tries_killed_jobs_again() {
    let folder = tempfile::tempdir().unwrap();
    let version = shell(folder.path(), "parallel --version", &[]);
    if !stdout(&version).starts_with("GNU parallel") {
        eprintln!("skipped: there is no GNU parallel");
        return;
    }
    // The third shard is killed when it is searched for the first time.
    let killer = format!(
        "#!/bin/bash\n\
         if [[ \"$*\" == *'--shard 3 '* && ! -e killed ]]; then\n\
             touch killed\n\
             kill -9 $$\n\
         fi\n\
         exec {} \"$@\"\n",
        env!("CARGO_BIN_EXE_dominox")
    );
    fs::create_dir(folder.path().join("bin")).unwrap();
    let program = folder.path().join("bin/dominox");
    fs::write(&program, killer).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();

    let script = recipe("GNU parallel", 0);
    let lines: Vec<&str> = script.lines().collect();
    let [split, first, again, merge] = lines[..] else {
        panic!("four lines: {script}");
    };
    let run = |line| shell(folder.path(), line, &[]);
    assert!(run(split).status.success());
    assert_eq!(run(first).status.code(), Some(1), "one job failed");
    assert!(folder.path().join("killed").exists());
    let part = run(merge);
    assert_eq!(part.status.code(), Some(3));
    assert!(stdout(&part).starts_with(">="));
    assert_eq!(run(again).status.code(), Some(0));
    // Only the one that was killed ran again.
    let log = fs::read_to_string(folder.path().join("jobs.log")).unwrap();
    assert_eq!(log.lines().count(), 1 + 8 + 1, "{log}");
    let merged = run(merge);
    assert_eq!(merged.status.code(), Some(0));
    assert_eq!(stdout(&merged), "724\n");
}

#[test]
fn a_slurm_array_searches_a_shard_in_each_job() {
    let folder = tempfile::tempdir().unwrap();
    let run =
        |script: &str, environment: &[(&str, &str)]| shell(folder.path(), script, environment);
    let run_job =
        |job: &str, number: usize| run(job, &[("SLURM_ARRAY_TASK_ID", &number.to_string())]);
    let split = recipe("GNU parallel", 0);
    assert!(run(split.lines().next().unwrap(), &[]).status.success());
    let job = recipe("Slurm", 0);
    assert!(job.contains("#SBATCH --array=1-200\n"));
    // One job has not run, and one had no time.
    for number in (1..=8).filter(|&number| number != 5) {
        let job = match number {
            2 => job.trim_end().to_owned() + " --timeout 0",
            _ => job.clone(),
        };
        let done = run_job(&job, number);
        let expected = if number == 2 { Some(3) } else { Some(0) };
        assert_eq!(done.status.code(), expected, "{number}: {done:?}");
    }
    let merge = "dominox merge q.plan shard-*.json";
    assert!(DOC.contains(merge));
    let part = run(merge, &[]);
    let said = String::from_utf8_lossy(&part.stderr).into_owned();
    assert!(said.contains("have no result: 5:"), "{said}");
    assert!(said.contains("were stopped: 2:"), "{said}");
    assert!(run(&recipe("Slurm", 1), &[]).status.success());
    for number in 1..=3 {
        let job = job
            .replace("q.plan", "rest.plan")
            .replace("shard-$", "rest-$");
        let done = run_job(&job, number);
        assert!(done.status.success(), "{done:?}");
    }
    let merged = run("dominox merge rest.plan rest-*.json", &[]);
    assert_eq!(stdout(&merged), "724\n");
}
