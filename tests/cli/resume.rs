//! Searches that are stopped or killed, and resumed.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::run::{GOOD, Outcome, command, dominox};
use crate::weighted::weighted_text;

/// A new folder for the files of a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn file(folder: &std::path::Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

/// The last line of statistics, without the time.
fn stats(outcome: &Outcome) -> String {
    let line = outcome.stderr.lines().last().unwrap_or_default();
    let end = line.rfind(", ").unwrap_or(line.len());
    line[..end].to_owned()
}

/// Runs the program for a while and kills it, again and again until it ends by itself; the output of the last run.
fn kill_and_resume(first: &str, checkpoint: &str, step: u64) -> (Outcome, u64) {
    let (mut arguments, mut kills) = (first.to_owned(), 0);
    loop {
        let mut child = command(&arguments).stdin(Stdio::null()).spawn().unwrap();
        // The time grows, so that a slow machine reaches the next checkpoint, too.
        thread::sleep(Duration::from_millis(step + 7 * kills % 50 + kills));
        let is_over = child.try_wait().unwrap().is_some();
        if !is_over {
            child.kill().unwrap();
        }
        let output = child.wait_with_output().unwrap();
        if is_over {
            let text = |bytes| String::from_utf8(bytes).unwrap();
            let outcome = Outcome {
                typed: arguments,
                stdout: text(output.stdout),
                stderr: text(output.stderr),
                exit: output.status.code(),
            };
            return (outcome, kills);
        }
        kills += 1;
        if fs::exists(checkpoint).unwrap() {
            arguments = format!("resume {checkpoint} -j {}", kills % 3 + 1);
        }
    }
}

#[test]
fn a_count_survives_kills() {
    let folder = folder("resume-count");
    let mut kills = 0;
    for (number, what) in [
        "count --method list --stats --kernel links --model 'queens 12'",
        "count --method search --stats --kernel links --model 'langford 8'",
        "count --stats --model 'queens 11'",
    ]
    .iter()
    .enumerate()
    {
        let checkpoint = file(&folder, &format!("{number}.run"));
        let whole = dominox(what);
        let first = format!("{what} --checkpoint {checkpoint} --every 0.005");
        let (resumed, own) = kill_and_resume(&first, &checkpoint, 20);
        kills += own;
        assert_eq!(resumed.exit, Some(0), "{}", resumed.stderr);
        assert_eq!(resumed.stdout, whole.stdout, "{what}");
        if number < 2 {
            assert_eq!(stats(&resumed), stats(&whole));
        }
        // The result of a search that has ended can be printed again.
        let again = dominox(&format!("resume {checkpoint}"));
        assert_eq!((again.exit, again.stdout), (Some(0), whole.stdout));
    }
    assert!(kills > 0);
}

/// What is printed can be pasted into a shell.
#[test]
fn the_name_of_a_checkpoint_is_quoted_where_it_must_be() {
    let folder = folder("resume-quoted");
    for (name, shown) in [
        ("plain.run", "plain.run`"),
        ("has space.run", "has space.run'`"),
    ] {
        let checkpoint = file(&folder, name);
        let count = "count --method search --timeout 0 --model 'queens 8'";
        for _ in 0..2 {
            let run = dominox(&format!("{count} --checkpoint '{checkpoint}'"));
            assert!(
                run.stderr.contains(&format!("{shown} continues")),
                "{}",
                run.stderr
            );
        }
    }
}

#[test]
fn a_listing_in_a_file_survives_kills() {
    let folder = folder("resume-listing");
    let (whole, parts) = (file(&folder, "whole.txt"), file(&folder, "parts.txt"));
    let what = "solve --show options --kernel links --model 'queens 11'";
    for (amount, format) in [("--all", "text"), ("--limit 2000", "jsonl")] {
        let checkpoint = file(&folder, &format!("{format}.run"));
        let listed = dominox(&format!("{what} {amount} --format {format} -o {whole}"));
        assert_eq!((listed.exit, &*listed.stdout), (Some(0), ""));
        let first = format!(
            "{what} {amount} --format {format} -o {parts} --checkpoint {checkpoint} --every 0.005"
        );
        let (resumed, kills) = kill_and_resume(&first, &checkpoint, 10);
        assert!(kills > 0);
        assert_eq!(resumed.exit, Some(0), "{}", resumed.stderr);
        assert!(
            fs::read(&whole).unwrap() == fs::read(&parts).unwrap(),
            "{amount}"
        );
    }
}

/// The best solutions come in order, each once, and what was not proven when the search was stopped is not in the file.
#[test]
fn the_best_survive_kills() {
    let folder = folder("resume-best");
    let (whole, parts) = (file(&folder, "whole.txt"), file(&folder, "parts.txt"));
    let problem = file(&folder, "w.dlx");
    fs::write(&problem, weighted_text(54, 420, 3, 1000, 3)).unwrap();
    for (amount, format) in [("-k 60 --stats", "text"), ("-k 20 --max", "jsonl")] {
        let how = format!("--method search --format {format}");
        let what = format!("best {amount} {how} {problem}");
        let checkpoint = file(&folder, &format!("{format}.run"));
        let listed = dominox(&format!("{what} -o {whole}"));
        assert_eq!((listed.exit, &*listed.stdout), (Some(0), ""));
        let first = format!("{what} -o {parts} --checkpoint {checkpoint} --every 0.005");
        let (resumed, kills) = kill_and_resume(&first, &checkpoint, 30);
        assert!(kills > 0);
        assert_eq!(resumed.exit, Some(0), "{}", resumed.stderr);
        assert!(
            fs::read(&whole).unwrap() == fs::read(&parts).unwrap(),
            "{amount}"
        );
        // At a limit, the file ends with what was found so far; then it continues after what was proven.
        let stopped = dominox(&format!(
            "{what} -o {parts} --checkpoint {checkpoint} --nodes 1000"
        ));
        assert_eq!(stopped.exit, Some(3), "{}", stopped.stderr);
        assert!(stopped.stderr.contains("not proven to be the best"));
        let resumed = dominox(&format!("resume {checkpoint} --nodes 10000000"));
        assert_eq!(resumed.exit, Some(0), "{}", resumed.stderr);
        assert!(fs::read(&whole).unwrap() == fs::read(&parts).unwrap());
        assert_eq!(stats(&resumed), stats(&listed));
    }
    let best = dominox(&format!(
        "best --checkpoint {whole}.run --nodes 50 {problem}"
    ));
    assert_eq!(best.exit, Some(3), "{}", best.stderr);
    let resumed = dominox(&format!("resume {whole}.run --nodes 10000000"));
    assert_eq!(resumed.stdout, dominox(&format!("best {problem}")).stdout);
    // What has ended has nothing more to print.
    let again = dominox(&format!("resume {whole}.run"));
    assert_eq!((again.exit, &*again.stdout), (Some(0), ""));
}

/// Where several tilings are one answer, each answer comes once.
#[test]
fn answers_of_a_sudominoku_survive_kills() {
    let folder = folder("resume-answers");
    let (whole, parts) = (file(&folder, "whole.txt"), file(&folder, "parts.txt"));
    let puzzle = file(&folder, "sudominoku.txt");
    fs::write(
        &puzzle,
        "6\n6 B2 1 B3\n2 C4 9 C3\n6 D3 8 E3\n7 E1 4 F1\n8 B7 4 B8\n4 E9 1 F9\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n0\n",
    )
    .unwrap();
    let listed = dominox(&format!("solve --all --stats {puzzle} -o {whole}"));
    assert!(stats(&listed).contains("solutions 40,"));
    let checkpoint = file(&folder, "a.run");
    let first =
        format!("solve --all --stats {puzzle} -o {parts} --checkpoint {checkpoint} --every 0.005");
    let (resumed, kills) = kill_and_resume(&first, &checkpoint, 20);
    assert!(kills > 0);
    assert_eq!(resumed.exit, Some(0), "{}", resumed.stderr);
    assert!(fs::read(&whole).unwrap() == fs::read(&parts).unwrap());
    assert_eq!(stats(&resumed), stats(&listed));
}

/// Answers that could be found again are kept in memory; with more of it, the listing continues.
#[test]
fn answers_that_need_more_memory_are_resumed() {
    let folder = folder("resume-memory");
    let (whole, parts) = (file(&folder, "whole.txt"), file(&folder, "parts.txt"));
    let (puzzle, checkpoint) = (file(&folder, "sudominoku.txt"), file(&folder, "a.run"));
    fs::write(
        &puzzle,
        "4\n6 B2 1 B3\n2 C4 9 C3\n6 D3 8 E3\n7 E1 4 F1\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n0\n",
    )
    .unwrap();
    // In this little memory another kernel would be chosen, which lists in another order.
    let what = format!("solve --limit 1000 --kernel rows {puzzle}");
    let listed = dominox(&format!("{what} -o {whole}"));
    assert_eq!(listed.exit, Some(0), "{}", listed.stderr);
    let stopped = dominox(&format!(
        "{what} --memory 64KiB -o {parts} --checkpoint {checkpoint}"
    ));
    assert_eq!(stopped.exit, Some(3), "{}", stopped.stderr);
    let reason = "stopped by the memory limit; `--memory` allows more";
    assert!(stopped.stderr.contains(reason), "{}", stopped.stderr);
    let again = dominox(&format!("resume {checkpoint}"));
    assert_eq!(again.exit, Some(3), "{}", again.stderr);
    let resumed = dominox(&format!("resume {checkpoint} --memory 1GiB"));
    assert_eq!(resumed.exit, Some(0), "{}", resumed.stderr);
    assert!(fs::read(&whole).unwrap() == fs::read(&parts).unwrap());
}

/// Even with a limit far smaller than a part of the search, there is progress.
#[test]
fn few_nodes_at_a_time_come_to_the_end() {
    let folder = folder("resume-nodes");
    let (checkpoint, answers) = (file(&folder, "c.run"), file(&folder, "answers.txt"));
    for what in [
        "count --method search --stats --kernel links",
        "solve --all --stats",
    ] {
        let whole = dominox(&format!("{what} --model 'queens 8'"));
        let listed = match what.starts_with("solve") {
            true => format!("{what} -o {answers}"),
            false => what.to_owned(),
        };
        let first = format!("{listed} --model 'queens 8' --nodes 90 --checkpoint {checkpoint}");
        let (mut outcome, mut runs) = (dominox(&first), 1);
        while outcome.exit == Some(3) && runs < 100 {
            outcome = dominox(&format!("resume {checkpoint}"));
            runs += 1;
        }
        assert_eq!(outcome.exit, Some(0));
        assert_eq!(stats(&outcome), stats(&whole));
        assert!(runs > 3, "{runs} runs");
        let printed = match what.starts_with("solve") {
            true => fs::read_to_string(&answers).unwrap(),
            false => outcome.stdout,
        };
        assert_eq!(printed, whole.stdout);
    }
}

/// What a table swept before a stop is not swept again.
#[test]
fn a_table_is_resumed() {
    let folder = folder("resume-table");
    let checkpoint = file(&folder, "t.run");
    let count = "count --method table --model 'dominoes 18x18'";
    let whole = dominox(count);
    let mut time = 0.02;
    let mut stopped = dominox(&format!(
        "{count} --checkpoint {checkpoint} --timeout {time}"
    ));
    let swept = || {
        let text = fs::read_to_string(&checkpoint).unwrap();
        let has_levels = text.contains("\nlevel ");
        let mut sweeps = text.lines().filter_map(|line| line.strip_prefix("sweep "));
        let swept = sweeps.next().and_then(|sweep| sweep.split(' ').next());
        (
            has_levels,
            swept.map_or(0, |swept| swept.parse::<u64>().unwrap()),
        )
    };
    let mut most = 0;
    while stopped.exit == Some(3) {
        let (has_levels, before) = swept();
        dominox(&format!("resume {checkpoint} --timeout 0.001"));
        assert!(swept().1 >= before, "what was swept is lost");
        most = most.max(u64::from(has_levels) * before);
        time *= 1.5;
        stopped = dominox(&format!("resume {checkpoint} --timeout {time}"));
    }
    assert!(most > 0);
    assert_eq!((stopped.exit, stopped.stdout), (Some(0), whole.stdout));
}

#[test]
fn a_checkpoint_of_several_puzzles_is_refused_before_the_first_is_searched() {
    let folder = folder("resume-several");
    let checkpoint = file(&folder, "s.run");
    let several = file(&folder, "several.txt");
    fs::write(&several, "12..............\n..12............\n").unwrap();
    for threads in [1, 3] {
        let arguments = format!("count --threads {threads} --checkpoint {checkpoint} {several}");
        let run = dominox(&arguments);
        run.assert_refused();
        let said = "a checkpoint holds one puzzle, and the input has several";
        assert!(run.stderr.contains(said), "{}", run.stderr);
        assert!(!std::path::Path::new(&checkpoint).exists());
    }
}

#[test]
fn a_search_that_is_stopped_says_how_to_go_on() {
    let folder = folder("resume-stopped");
    let checkpoint = file(&folder, "q.run");
    let what = "count --method search --kernel links --model 'queens 12'";
    let stopped = dominox(&format!("{what} --timeout 0.01 --checkpoint {checkpoint}"));
    assert_eq!(stopped.exit, Some(3));
    assert!(stopped.stdout.starts_with(">="), "{}", stopped.stdout);
    let hint = format!("stopped by the time limit; `dominox resume {checkpoint}` continues");
    assert!(stopped.stderr.contains(&hint), "{}", stopped.stderr);
    // With the same limit it makes progress, and with another kernel and more time it comes to the end.
    let on = dominox(&format!("resume {checkpoint}"));
    assert_eq!(on.exit, Some(3), "{}", on.stderr);
    let end = dominox(&format!("resume --kernel rows --timeout 100 {checkpoint}"));
    assert_eq!(
        (end.exit, &*end.stdout),
        (Some(0), "14200\n"),
        "{}",
        end.stderr
    );
}

#[test]
fn without_a_checkpoint_nobody_is_told_to_go_on() {
    let checkpoint = file(&folder("resume-nowhere"), "missing/q.run");
    let what = "count --method search --model 'queens 12' --nodes 100";
    let stopped = dominox(&format!("{what} --checkpoint {checkpoint}"));
    assert_eq!(stopped.exit, Some(3));
    let said = stopped.stderr.lines().collect::<Vec<_>>();
    assert!(said[0].contains("q.run was not written"), "{said:?}");
    let end = "queens 12: stopped by the node limit";
    assert!(said.contains(&end), "{said:?}");
}

#[test]
fn a_search_that_is_not_over_is_not_replaced() {
    let folder = folder("resume-replaced");
    let checkpoint = file(&folder, "q.run");
    let all = format!("count --method search --model 'queens 8' --checkpoint {checkpoint}");
    let refused = |reason: &str| {
        let before = fs::read(&checkpoint).unwrap();
        let run = dominox(&all);
        run.assert_refused();
        assert!(run.stderr.contains(reason), "{}", run.stderr);
        assert!(fs::read(&checkpoint).unwrap() == before);
    };
    fs::write(&checkpoint, "my notes\n").unwrap();
    refused("this is not a checkpoint of dominox, and would be replaced");
    fs::write(&checkpoint, "").unwrap();
    let stopped = dominox(&format!("{all} --nodes 10"));
    assert_eq!(stopped.exit, Some(3), "{}", stopped.stderr);
    refused(&format!(
        "this search has not ended: `dominox resume {checkpoint}` continues it"
    ));
    let resumed = dominox(&format!("resume --nodes 100000 {checkpoint}"));
    assert_eq!(resumed.answer(), "92\n");
    assert_eq!(dominox(&all).answer(), "92\n");
}

#[test]
fn what_cannot_be_resumed_is_refused_by_name() {
    let folder = folder("resume-refused");
    let (checkpoint, problem) = (file(&folder, "a.run"), file(&folder, "a.dlx"));
    fs::write(&problem, "a b c\na\na b\nb c\nb\nc\n").unwrap();
    let (all, listed) = (format!("solve --all {problem}"), file(&folder, "a.txt"));
    let run = dominox(&format!("{all} -o {listed} --checkpoint {checkpoint}"));
    assert_eq!(run.exit, Some(0), "{}", run.stderr);
    let text = fs::read_to_string(&checkpoint).unwrap();
    let refused = |text: &str, reason: &str| {
        fs::write(&checkpoint, text).unwrap();
        let run = dominox(&format!("resume {checkpoint}"));
        run.assert_refused();
        assert!(run.stderr.contains(reason), "{}", run.stderr);
    };
    refused(&text[..text.len() - 1], "truncated");
    refused(&text.replacen("found 3", "found 4", 1), "altered");
    refused("a b\na\nb\n", "not a checkpoint");
    fs::write(&checkpoint, b"\xff\xfe\x00").unwrap();
    for (file, reason) in [
        (&*checkpoint, "this is not a checkpoint of dominox"),
        (".", "is a directory, expected a file"),
        ("-", "expected a file: this is not read from standard input"),
    ] {
        let run = dominox(&format!("resume {file}"));
        assert_eq!(run.stderr, format!("dominox: {file}: {reason}\n"));
    }
    refused(&text.replacen("run 1", "run 9", 1), "another version");
    fs::write(&listed, "a").unwrap();
    refused(&text, "the file has 1 bytes");
    fs::write(&problem, "a b c\na\na b\nb c\nc\nb\n").unwrap();
    fs::write(&listed, "a".repeat(1000)).unwrap();
    refused(&text, "another problem");
    dominox("resume nothing.run").assert_refused();
}

#[test]
fn what_cannot_be_kept_is_refused() {
    let folder = folder("resume-kept");
    let checkpoint = file(&folder, "a.run");
    let several = file(&folder, "several.txt");
    fs::write(&several, GOOD.repeat(2)).unwrap();
    for (arguments, reason) in [
        ("count".to_owned(), "standard input cannot be read again"),
        (
            "solve --model 'queens 8'".to_owned(),
            "needs `--all` or `--limit`, and `--output FILE`\n",
        ),
        (
            "solve --all --model 'queens 8'".to_owned(),
            "needs `--output FILE`: a resumed run adds",
        ),
        (format!("count {several}"), "the input has several"),
        (
            "best -k 2 --model 'queens 8'".to_owned(),
            "needs `--output FILE`: a resumed run adds",
        ),
        (
            "best --format svg --model 'queens 8'".to_owned(),
            "needs answers as text",
        ),
        (
            "count --up-to-symmetry --model 'queens 8'".to_owned(),
            "cannot be used with `--up-to-symmetry`",
        ),
    ] {
        let run = dominox(&format!("{arguments} --checkpoint {checkpoint}"));
        assert_eq!(run.exit, Some(2), "{arguments}: {}", run.stderr);
        assert!(run.stderr.contains(reason), "{arguments}: {}", run.stderr);
    }
}

/// If a checkpoint cannot be written, a message says so, and the search continues.
#[test]
fn a_folder_that_is_not_there_does_not_stop_a_search() {
    let count = "count --method search --kernel links --model 'queens 11'";
    let run = dominox(&format!("{count} --checkpoint /nowhere/q.run --every 0"));
    assert_eq!((run.exit, &*run.stdout), (Some(0), "2680\n"));
    // Once when it fails for the first time, and once at the end.
    let said = run
        .stderr
        .lines()
        .filter(|line| line.contains("was not written"));
    assert_eq!(said.count(), 2, "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 2, "{}", run.stderr);
}

/// Several processes may write the same checkpoint: none of them destroys what another one writes.
#[test]
fn processes_do_not_share_the_name_of_a_checkpoint_that_is_not_ready() {
    let folder = folder("resume-shared");
    let checkpoint = file(&folder, "q.run");
    let count = "count --method search --kernel links --model 'queens 11' --nodes 10";
    let stopped = dominox(&format!("{count} --checkpoint {checkpoint}"));
    assert_eq!(stopped.exit, Some(3), "{}", stopped.stderr);
    let resume = format!("resume --every 0 --nodes 10000000 {checkpoint}");
    let start = || command(&resume).spawn();
    let children = [start().unwrap(), start().unwrap()];
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(output.stdout, b"2680\n");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

/// The message that a checkpoint holds one puzzle comes once, for any number of puzzles.
#[test]
fn of_many_puzzles_one_is_refused() {
    let folder = folder("resume-many");
    let (several, checkpoint) = (file(&folder, "many.txt"), file(&folder, "a.run"));
    fs::write(&several, GOOD.repeat(300)).unwrap();
    for threads in [1, 2] {
        let run = dominox(&format!(
            "count -j {threads} {several} --checkpoint {checkpoint}"
        ));
        assert_eq!(run.exit, Some(2));
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
}

/// A full disk is reported, too; the last checkpoint stays as it was.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_does_not_stop_a_search() {
    let folder = folder("resume-full");
    let checkpoint = file(&folder, "q.run");
    let count = "count --method search --model 'queens 11' --nodes 5000";
    let stopped = dominox(&format!("{count} --checkpoint {checkpoint}"));
    assert_eq!(stopped.exit, Some(3), "{}", stopped.stderr);
    let before = fs::read(&checkpoint).unwrap();
    // The first checkpoint goes to a full device. (The shell has the process ID of the program that replaces it.)
    let program = env!("CARGO_BIN_EXE_dominox");
    for every in [0, 3600] {
        let script = format!(
            "ln -s /dev/full {checkpoint}.$$.new; exec {program} resume {checkpoint} --every {every}"
        );
        let run = Command::new("sh").args(["-c", &script]).output().unwrap();
        let stderr = String::from_utf8(run.stderr).unwrap();
        assert!(
            stderr.contains("q.run was not written: No space left"),
            "{stderr}"
        );
        assert_eq!(
            (run.status.code(), &*run.stdout),
            (Some(3), &b">=608\n"[..])
        );
        // If it is written more than once, the device has gone.
        assert!(every == 0 || fs::read(&checkpoint).unwrap() == before);
        fs::write(&checkpoint, &before).unwrap();
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let end = dominox(&format!("resume {checkpoint} --nodes 1000000"));
    assert_eq!((end.exit, &*end.stdout), (Some(0), "2680\n"));
}

/// A search up to symmetry continues after each report of its progress, and does not start again.
#[test]
fn progress_up_to_symmetry() {
    let what = "--up-to-symmetry --progress json --timeout 60 --model 'queens 14'";
    let counted = dominox(&format!("count --method list {what}"));
    assert_eq!((counted.exit, &*counted.stdout), (Some(0), "45752\n"));
    let listed = dominox(&format!("solve --all --show options {what}"));
    let of_each = 14 + 1;
    assert_eq!(listed.exit, Some(0));
    assert_eq!(listed.stdout.lines().count(), 45_752 * of_each - 1);
}

/// The values of a field in the lines of a search that is stopped after 2.5 s.
fn progress(what: &str, field: &str) -> Vec<f64> {
    let run = dominox(&format!("{what} --progress json --timeout 2.5"));
    assert_eq!(run.exit, Some(3));
    let lines = run.stderr.lines().filter(|line| line.starts_with('{'));
    let values: Vec<f64> = lines
        .map(|line| {
            assert!(line.starts_with(r#"{"status":"searching","#), "{line}");
            let value = line.split(&format!("\"{field}\":")).nth(1);
            let value = value.unwrap_or_else(|| panic!("{field}: {line}"));
            let value = value.trim_start_matches('"');
            let end = value.find([',', '"', '}']).unwrap();
            value[..end].parse().unwrap()
        })
        .collect();
    assert!(!values.is_empty(), "{}", run.stderr);
    values
}

#[test]
fn progress_as_json_lines() {
    let whole = "count --method search --kernel links --model 'queens 16'";
    let orbits = "count --method list --up-to-symmetry --kernel links --model 'queens 17'";
    for what in [whole, orbits] {
        let shares = progress(what, "share");
        assert!(shares.is_sorted() && shares.iter().all(|share| (0.0..=1.0).contains(share)));
    }
}

/// A search for the best reports what was found, and a bound that only comes closer.
#[test]
fn progress_of_best() {
    let folder = folder("progress_of_best");
    let file = file(&folder, "costs.dlx");
    fs::write(&file, weighted_text(120, 2000, 4, 1000, 7)).unwrap();
    let best = format!("best -k 1000 --method search {file} --output {file}.out");
    let bounds = progress(&best, "bound");
    assert!(bounds.is_sorted() && bounds[0] > 0.0, "{bounds:?}");
}
