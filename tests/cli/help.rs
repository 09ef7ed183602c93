//! Help, version, completions, manual pages, and the messages about wrong arguments.

use crate::run::{ACTIONS, assert_transcript, dominox, transcripts};

/// The list of actions that the tests go through is that of the program.
#[test]
fn all_actions_are_known() {
    let help = dominox("--help").stdout;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: Vec<&str> = names
        .filter(|name| !name.is_empty() && *name != "help")
        .collect();
    assert_eq!(names, ACTIONS);
}

/// A model without quotes: its arguments are read as files.
#[test]
fn an_unquoted_model_gets_a_tip() {
    let run = dominox("count --model queens 8");
    run.assert_refused();
    assert!(
        run.stderr.contains("tip: ") && run.stderr.contains("`--model \"queens 8\"`"),
        "{}",
        run.stderr
    );
    let other = dominox("solve --all --limit 2");
    assert!(
        !other.stderr.contains("--model \"queens"),
        "{}",
        other.stderr
    );
    let encode = dominox("encode --model 'queens 8'");
    encode.assert_refused();
    assert!(encode.stderr.contains("`dominox model queens 8`"));
}

/// Short flags, and the version of every action.
#[test]
fn short_flags() {
    let run = dominox("solve -a -j 2 --model 'queens 6' --show options");
    assert_eq!((run.exit, run.stdout.matches("\n\n").count()), (Some(0), 3));
    assert!(
        dominox("count -V")
            .stdout
            .ends_with(concat!(env!("CARGO_PKG_VERSION"), "\n"))
    );
}

#[test]
fn help_of_the_program() {
    let runs = ["--help", "-h", "", "--version", "-V"];
    assert_transcript!("help", transcripts(runs.map(dominox)));
}

#[test]
fn help_of_the_actions() {
    assert_transcript!("help-solve", dominox("solve --help").transcript());
    assert_transcript!("help-count", dominox("count --help").transcript());
    assert_transcript!("help-unique", dominox("unique --help").transcript());
    assert_transcript!("help-explain", dominox("explain --help").transcript());
    assert_transcript!("help-estimate", dominox("estimate --help").transcript());
    assert_transcript!("help-best", dominox("best --help").transcript());
    assert_transcript!("help-sample", dominox("sample --help").transcript());
    assert_transcript!("help-profile", dominox("profile --help").transcript());
    assert_transcript!("help-zdd", dominox("zdd --help").transcript());
    assert_transcript!("help-rate", dominox("rate --help").transcript());
    assert_transcript!("help-steps", dominox("steps --help").transcript());
    assert_transcript!("help-encode", dominox("encode --help").transcript());
    assert_transcript!("help-convert", dominox("convert --help").transcript());
    assert_transcript!("help-reduce", dominox("reduce --help").transcript());
    assert_transcript!("help-model", dominox("model --help").transcript());
    let others = ["completions --help", "man --help"];
    assert_transcript!("help-others", transcripts(others.map(dominox)));
}

/// Help lists what an action takes, and no more.
#[test]
fn help_names_only_kinds_that_are_taken() {
    for (action, kinds) in [
        ("canonical", "sudoku"),
        ("minimize", "sudoku, sudominoku, variant"),
        ("rate", "sudoku, sudominoku"),
        ("steps", "sudoku, sudominoku"),
    ] {
        let run = dominox(&format!("{action} --kind packing"));
        let possible = format!("[possible values: {kinds}]");
        assert!(run.stderr.contains(&possible), "{}", run.stderr);
        assert!(
            !dominox(&format!("{action} --help"))
                .stdout
                .contains("--model")
        );
        for kind in kinds.split(", ") {
            let run = dominox(&format!("{action} --kind {kind}"));
            assert!(!run.stderr.contains("invalid value"), "{}", run.stderr);
        }
    }
}

#[test]
fn completions_name_the_actions_and_their_options() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = dominox(&format!("completions {shell}"));
        for word in ACTIONS.iter().chain(&["strict", "witness", "tilings"]) {
            assert!(run.answer().contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn manual_pages_name_the_actions_and_their_options() {
    let page = dominox("man");
    for action in ACTIONS {
        assert!(
            page.answer().contains(&format!("dominox\\-{action}(1)")),
            "{action}"
        );
        let run = dominox(&format!("man {action}"));
        assert!(
            run.answer().contains(&format!(".TH dominox-{action} 1")),
            "{action}"
        );
    }
    let run = dominox("man solve");
    assert!(run.answer().contains("\\-\\-show"));
}

#[test]
fn wrong_arguments() {
    let runs = [
        "sovle",
        "solve --frob",
        "solve --limit 0",
        "solve --limit 3 --all",
        "solve --timeout=-1",
        "solve --timeout soon",
        "solve --timeout -1",
        "count --timeout-total -0.5",
        "solve --timeout inf",
        "solve --timeout 1e30",
        "solve --limit 99999999999999999999999",
        "solve --column 0",
        "count --memory 1.5.0G",
        "solve --threads 0",
        "solve --threads 1000000",
        "solve -j -1",
        "solve --limit -3",
        "count --memory -1",
        "count --memory 1PiB",
        "best -k 0",
        "sample --seed -1",
        "estimate --probes 1",
        "solve --box 9",
        "solve --box 1x9",
        "solve --show picture",
        "count --kind chess",
        "count --format yaml",
        "solve --model 'queens 4' boj2580.in",
        "solve - -",
        "completions",
        "man sovle",
    ];
    let runs = runs.map(dominox);
    for run in &runs {
        run.assert_refused();
    }
    assert_transcript!("wrong-arguments", transcripts(runs));
}

/// An argument that another action has, or that has another name.
#[test]
fn an_argument_of_another_action_gets_a_tip() {
    for (arguments, tip) in [
        ("solve -n 5", "`--limit K`"),
        ("solve --line-numbers", "`--format jsonl`"),
        ("count --all", "`solve --all`"),
        ("count -a", "`solve --all`"),
        ("unique --limit 2", "`solve --limit K`"),
        ("best -n 3", "`-k K`"),
        ("sample -k 3", "`-n K`"),
    ] {
        let run = dominox(arguments);
        assert_eq!(run.exit, Some(2));
        assert!(
            run.stderr.contains("  tip: ") && run.stderr.contains(tip),
            "{}",
            run.stderr
        );
        assert!(!run.stderr.contains("as a value"), "{}", run.stderr);
    }
    let run = dominox("count --foo");
    assert!(!run.stderr.contains("tip: "), "{}", run.stderr);
}
