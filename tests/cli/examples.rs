//! The examples in the help and in the manual pages are run as they stand, in a folder with the files that they name.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::run::{ACTIONS, Outcome, assert_transcript, dominox, transcripts};

const PUZZLES: &str = "1.....2..3.....4\n..3.4....2.....1\n1..4..2..1..4...\n";
const PROBLEM: &str = "a b c d e f g\nc e |4\na d g\nb c f\na d f |2\nb g |1\nd e g\na d |3\nf\n";

/// A folder with the files that examples name.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write("puzzles.txt", PUZZLES);
    write(
        "packing.txt",
        "packing\npiece V xx/x.\npiece I x\nboard 2x2\n",
    );
    write("problem.dlx", PROBLEM);
    write("roster.dlx", "1:2|mon 2|ann\nmon ann |1\nmon ann\nmon\n");
    write("problem.xc", "< a b c >\na b;\nc;\n");
    let answers = in_folder("dominox solve puzzles.txt", folder.path());
    write("answers.txt", answers.answer());
    let search = "dominox count --checkpoint queens.run --model 'queens 8'";
    in_folder(search, folder.path()).answer();
    let plan = "dominox split --into 4 -o queens.plan --model 'queens 10'";
    in_folder(plan, folder.path()).answer();
    let shard = "dominox run queens.plan --shard 1 -o shard-1.json";
    in_folder(shard, folder.path()).answer();
    fs::create_dir_all(folder.path().join(".config/fish/completions")).expect("a folder");
    folder
}

/// Runs a line in a shell, in a folder that is also the home.
fn in_folder(typed: &str, folder: &Path) -> Outcome {
    let program = Path::new(env!("CARGO_BIN_EXE_dominox"));
    let programs = program.parent().expect("a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .args(["-c", typed])
        .current_dir(folder)
        .env("PATH", format!("{programs}:{path}"))
        .env("HOME", folder)
        .output()
        .expect("bash");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Outcome {
        typed: typed.to_owned(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
        exit: output.status.code(),
    }
}

/// The commands in the help of an action.
fn examples(action: &str) -> Vec<String> {
    let help = dominox(&format!("{action} --help"));
    let (_, examples) = help.answer().split_once("\nExamples:\n").expect("examples");
    let lines = examples.lines().map(str::trim);
    let commands = lines.filter(|line| !line.is_empty() && !line.starts_with("# "));
    commands.map(str::to_owned).collect()
}

#[test]
fn every_example_works() {
    let folder = folder();
    let mut shown = Vec::new();
    for action in ACTIONS {
        let commands = examples(action);
        assert!(commands.len() >= 2, "{action}");
        for typed in commands {
            assert!(
                typed.contains(&format!("dominox {action}")) || action == "model",
                "{typed}"
            );
            let run = in_folder(&typed, folder.path());
            run.answer();
            // Times differ from run to run, and the layouts have a page of their own.
            if action != "estimate" && action != "formats" {
                shown.push(run);
            }
        }
    }
    assert_transcript!("examples", transcripts(shown));
}

/// Words come after all ratings.
#[test]
fn a_collection_is_sorted_by_its_ratings() {
    let folder = folder();
    let puzzles = "\
1...............
8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
....7.94.....9...53....5.7...74..1..463...........7.8.8........7......28.5.26....
1.....2..3.....4
";
    fs::write(folder.path().join("puzzles.txt"), puzzles).expect("a file");
    let examples = examples("rate");
    let typed = examples.iter().find(|typed| typed.contains("sort"));
    let run = in_folder(typed.expect("an example"), folder.path());
    let fields = run.stdout.lines().map(|line| line.split('\t').nth(1));
    let ratings = Vec::from_iter(fields.flatten());
    assert_eq!(ratings, ["1.2", "9.3", "beyond", "multiple"]);
}

/// Each page has the examples of the help, and says what the exit codes mean.
#[test]
fn manual_pages_have_examples_and_codes() {
    let folder = folder();
    let run = in_folder("dominox man --out-dir pages/of/man", folder.path());
    assert_eq!(run.answer(), "");
    let read = |name: &str| {
        let path = folder.path().join("pages/of/man").join(name);
        fs::read_to_string(path).expect("a page")
    };
    for action in ACTIONS {
        let page = read(&format!("dominox-{action}.1"));
        assert_eq!(page, dominox(&format!("man {action}")).answer());
        assert!(page.contains(".SH \"EXIT STATUS\"\n.TP\n0\n"), "{action}");
        let (_, section) = page.split_once(".SH EXAMPLES\n").expect("a section");
        let section = section
            .replace("\\*(Aq", "'")
            .replace("\\-", "-")
            .replace("\\&", "");
        for typed in examples(action) {
            assert!(
                section.contains(&typed.replace('\\', "\\\\")),
                "{typed}\n{section}"
            );
        }
    }
    assert_eq!(read("dominox.1"), dominox("man").answer());
    let pages = fs::read_dir(folder.path().join("pages/of/man")).expect("a folder");
    assert_eq!(pages.count(), 1 + ACTIONS.len());
    let refused = in_folder("dominox man --out-dir puzzles.txt", folder.path());
    refused.assert_refused();
    assert!(refused.stderr.contains("puzzles.txt"), "{}", refused.stderr);
}

/// The completions that bash offers for the last of these words.
fn offered(words: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let quoted = Vec::from_iter(words.iter().map(|word| format!("'{word}'"))).join(" ");
    let last = words.len() - 1;
    let typed = format!(
        "eval \"$(dominox completions bash)\"; COMP_WORDS=({quoted}); COMP_CWORD={last}; \
         _dominox dominox '{}' '{}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words[last],
        words[last - 1]
    );
    let run = in_folder(&typed, folder.path());
    run.answer().lines().map(str::to_owned).collect()
}

#[test]
fn models_are_completed() {
    let models = [
        "queens",
        "langford",
        "pentominoes",
        "dominoes",
        "latin",
        "soma",
        "matching",
        "sudoku",
    ];
    let all = offered(&["dominox", "model", ""]);
    let by_option = offered(&["dominox", "count", "--model", ""]);
    for model in models {
        assert!(all.iter().any(|word| word == model), "{model}: {all:?}");
        assert!(
            by_option.iter().any(|word| word == model),
            "{model}: {by_option:?}"
        );
    }
    assert_eq!(offered(&["dominox", "solve", "--model", "qu"]), ["queens"]);
    assert_eq!(offered(&["dominox", "model", "la"]), ["langford", "latin"]);
    for shell in ["zsh", "fish"] {
        let script = dominox(&format!("completions {shell}"));
        let lines = script
            .answer()
            .lines()
            .filter(|line| line.contains("queens"));
        let with_model = lines.filter(|line| line.contains("model") || line.contains(":("));
        assert!(with_model.count() > 0, "{shell}");
    }
    let fish = dominox("completions fish");
    assert!(
        fish.answer()
            .contains("__fish_dominox_using_subcommand model\" -f -a \"queens\"")
    );
    assert!(fish.answer().contains("using_subcommand count\" -l model"));
}
