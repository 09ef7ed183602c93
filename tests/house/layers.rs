//! Which module may depend on which: checks the sources against the tables of `CONTRIBUTING.md`.
//!
//! ```text
//!     src/puzzles/queens.rs:  use crate::{problem::Problem, engine::Solver};
//!           ▲                             ▲                 ▲
//!         layer                        may know         must not know
//! ```
//!
//! A path from the root (`crate::…`) must begin with a layer that the file's layer may know, so that the names which
//! `lib.rs` hands out are no way around; a path to one of the packages in `Cargo.toml` must be in the table too.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of `src`.
struct Layer {
    name: &'static str,
    /// The layers that it may depend on.
    knows: &'static [&'static str],
    /// The packages that it may use.
    uses: &'static [&'static str],
    /// What it must not name at all.
    never: &'static [&'static str],
}

const LAYERS: [Layer; 8] = [
    Layer {
        name: "problem",
        knows: &["problem"],
        uses: &["smallvec", "bitvec", "hashbrown", "strsim", "unicode_width"],
        never: &["std::io", "std::fs"],
    },
    Layer {
        name: "engine",
        knows: &["engine", "problem"],
        uses: &["bitvec", "hashbrown", "num_bigint", "rand_core"],
        never: &["std::io", "std::fs", "item_name", "color_name"],
    },
    Layer {
        name: "puzzles",
        knows: &["puzzles", "problem", "render"],
        uses: &["flate2", "roxmltree", "smallvec", "strsim"],
        never: &["std::fs"],
    },
    Layer {
        name: "render",
        knows: &["render"],
        uses: &[],
        never: &["std::io", "std::fs"],
    },
    Layer {
        // Its tests, and only these, draw from `rand_chacha`.
        name: "workshop",
        knows: &["workshop", "engine", "problem", "puzzles", "render"],
        uses: &[
            "smallvec",
            "bitvec",
            "num_bigint",
            "rand_core",
            "rand_chacha",
        ],
        never: &["std::io", "std::fs"],
    },
    Layer {
        name: "formats",
        knows: &["formats", "puzzles", "problem"],
        uses: &[],
        never: &["std::io", "std::fs"],
    },
    Layer {
        name: "shards",
        knows: &["shards", "engine", "problem"],
        uses: &["serde_json"],
        never: &["std::io", "std::fs"],
    },
    // Its root is `main.rs`. The library is a package like any other, whose private items the compiler refuses.
    Layer {
        name: "cli",
        knows: &["cli"],
        uses: &[
            "dominox",
            "clap",
            "clap_complete",
            "clap_mangen",
            "ctrlc",
            "flate2",
            "indicatif",
            "libc",
            "rand_chacha",
            "rand_core",
            "rayon",
            "resvg",
            "serde_json",
            "shlex",
        ],
        never: &[],
    },
];

/// Words that only some files of the engine may say: a file, or a folder that ends with a slash. Tests may say anything.
struct Only {
    words: &'static [&'static str],
    files: &'static [&'static str],
    why: &'static str,
}

const KERNELS: [&str; 4] = ["links/", "lanes/", "rows/", "units/"];

const INSIDE_THE_ENGINE: [Only; 5] = [
    Only {
        words: &["Instant", "SystemTime"],
        files: &["limits.rs"],
        why: "only limits know the clock",
    },
    Only {
        words: &["unsafe", "unsafe_code"],
        files: &["simd/"],
        why: "unsafe code stands in one folder",
    },
    Only {
        words: &["kernel.visit"],
        files: &["search/"],
        why: "only the search runs a kernel",
    },
    Only {
        words: &["links::", "lanes::", "rows::", "units::"],
        files: &["choose/", "links/", "lanes/", "rows/", "units/"],
        why: "only the choice names kernels",
    },
    Only {
        words: &["driver::"],
        files: &["lanes/", "rows/"],
        why: "only lanes and rows search in levels of packing",
    },
];

/// What the kernels may know about the engine.
const KERNELS_KNOW: [&str; 7] = [
    "conflicts",
    "driver",
    "fits",
    "kernel",
    "parts",
    "simd",
    "subtrees",
];

/// What tests of a layer may share with the tests outside.
const SUPPORT: &str = "#[path = \"../../../tests/support/";

/// Ways around the table, for any layer.
const NEVER: [&str; 3] = ["super::super", "#[path", "doc(hidden)"];

/// One use of a name, as found at `offset` of a text.
struct Use<'a> {
    offset: usize,
    name: &'a str,
    /// It stands in braces.
    is_grouped: bool,
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The word that `text` begins with, perhaps an empty one.
fn word(text: &str) -> &str {
    &text[..text.find(|c| !is_word(c)).unwrap_or(text.len())]
}

/// Where `prefix` stands in `text` as a word of its own.
fn places<'a>(text: &'a str, prefix: &'a str) -> impl Iterator<Item = usize> + 'a {
    let whole = |&place: &usize| !text[..place].ends_with(is_word);
    text.match_indices(prefix)
        .map(|(place, _)| place)
        .filter(whole)
}

/// The names that follow a path such as `crate::`, several where a brace opens.
fn names_after<'a>(path: &'a str, text: &'a str) -> Vec<Use<'a>> {
    let mut names = Vec::new();
    for place in places(text, path) {
        let start = place + path.len();
        if !text[start..].starts_with('{') {
            let name = word(&text[start..]);
            names.push(Use {
                offset: start,
                name,
                is_grouped: false,
            });
            continue;
        }
        let (mut depth, mut begins) = (0, false);
        for (offset, c) in text[start..].char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            if depth == 1 && begins && is_word(c) {
                let name = word(&text[start + offset..]);
                names.push(Use {
                    offset: start + offset,
                    name,
                    is_grouped: true,
                });
                begins = false;
            }
            begins |= depth == 1 && matches!(c, '{' | ',');
        }
    }
    names
}

/// What is wrong with a source file of this layer: lines (1-based) and messages.
fn faults(layer: &Layer, packages: &BTreeSet<String>, source: &str) -> Vec<(usize, String)> {
    let code = without_comments(source);
    let mut faults = Vec::new();
    let mut fault = |offset: usize, what: String| {
        let line = code[..offset].matches('\n').count() + 1;
        faults.push((line, format!("`{}` must not {what}", layer.name)));
    };
    for Use { offset, name, .. } in names_after("crate::", &code) {
        if !layer.knows.contains(&name) {
            fault(offset, format!("know `crate::{name}`"));
        }
    }
    // The parent of a layer's own `mod.rs` is the root.
    for other in LAYERS
        .iter()
        .filter(|other| !layer.knows.contains(&other.name))
    {
        let path = format!("super::{}", other.name);
        places(&code, &path).for_each(|offset| fault(offset, format!("know `{path}`")));
    }
    for package in packages {
        if !layer.uses.contains(&package.as_str()) {
            let path = format!("{package}::");
            places(&code, &path).for_each(|offset| fault(offset, format!("use `{package}`")));
        }
    }
    for never in layer.never.iter().chain(&NEVER) {
        let hits = code.match_indices(never);
        let hits = hits.filter(|(offset, _)| !code[*offset..].starts_with(SUPPORT));
        hits.for_each(|(offset, _)| fault(offset, format!("say `{never}`")));
        if let Some(module) = never.strip_prefix("std::") {
            let named = names_after("std::", &code).into_iter();
            let in_group = named.filter(|used| used.is_grouped && used.name == module);
            in_group.for_each(|used| fault(used.offset, format!("say `{never}`")));
        }
    }
    faults.sort();
    faults
}

/// The source with an equal number of lines, each up to its `//`.
fn without_comments(source: &str) -> String {
    let code = |line: &str| line.split("//").next().unwrap_or_default().to_string() + "\n";
    source.lines().map(code).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The library and the packages that it and the command line depend on, as paths name them.
fn packages() -> BTreeSet<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    let names = manifest
        .lines()
        .skip_while(|line| *line != "[dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| Some(line.split_once('=')?.0.trim().replace('-', "_")));
    names.chain(["dominox".to_string()]).collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry of a folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn each_layer_knows_only_what_it_may() {
    let packages = packages();
    let mut all = Vec::new();
    for layer in &LAYERS {
        let files = sources(&root().join("src").join(layer.name));
        assert!(!files.is_empty(), "no file in src/{}", layer.name);
        for file in files {
            let source = fs::read_to_string(&file).expect("a source file");
            let name = file.strip_prefix(root()).expect("a path below the root");
            for (line, message) in faults(layer, &packages, &source) {
                all.push(format!("{}:{line}: {message}", name.display()));
            }
        }
    }
    assert!(all.is_empty(), "\n{}\n", all.join("\n"));
}

/// A file of the engine: its path below `src/engine`, and its code without comments and tests.
fn rooms() -> Vec<(String, String)> {
    let engine = root().join("src/engine");
    let mut rooms = Vec::new();
    for file in sources(&engine) {
        let name = file.strip_prefix(&engine).expect("a path below the engine");
        let name = name.to_string_lossy().replace('\\', "/");
        if name.ends_with("tests.rs") || name.starts_with("trial/") {
            continue;
        }
        let source = fs::read_to_string(&file).expect("a source file");
        let code = without_comments(&source);
        let code = code.split("#[cfg(test)]\nmod tests {").next();
        rooms.push((name, code.unwrap_or_default().to_string()));
    }
    rooms
}

#[test]
fn the_rooms_of_the_engine_keep_to_themselves() {
    let mut all = Vec::new();
    for (name, code) in rooms() {
        let is_in = |files: &[&str]| files.iter().any(|file| name.starts_with(file));
        for Only { words, files, why } in &INSIDE_THE_ENGINE {
            for word in words.iter().filter(|_| !is_in(files)) {
                if places(&code, word).next().is_some() {
                    all.push(format!("src/engine/{name}: `{word}`: {why}"));
                }
            }
        }
        let paths = places(&code, "crate::engine::").map(|at| &code[at + 15..]);
        for known in paths.filter(|_| is_in(&KERNELS)).map(word) {
            if !KERNELS_KNOW.contains(&known) && !name.starts_with(&format!("{known}/")) {
                all.push(format!("src/engine/{name}: kernels do not know `{known}`"));
            }
        }
    }
    assert!(all.is_empty(), "\n{}\n", all.join("\n"));
}

#[test]
fn each_folder_is_a_layer() {
    for entry in fs::read_dir(root().join("src")).expect("a folder of sources") {
        let path = entry.expect("an entry of a folder").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let known = match path.is_dir() {
            true => LAYERS.iter().any(|layer| layer.name == name),
            false => matches!(&*name, "lib.rs" | "main.rs"),
        };
        assert!(known, "src/{name} is not in the table");
    }
}

#[test]
fn faults_are_found_where_they_stand() {
    const NONE: [usize; 0] = [];
    let [problem, _, puzzles, .., cli] = &LAYERS;
    let packages = BTreeSet::from(["clap".to_string(), "dominox".to_string()]);
    let lines = |layer, source| -> Vec<usize> {
        let faults = faults(layer, &packages, source);
        faults.into_iter().map(|(line, _)| line).collect()
    };
    assert_eq!(
        lines(
            puzzles,
            "use crate::render::Board;\nuse crate::problem::Id;"
        ),
        NONE
    );
    assert_eq!(
        lines(puzzles, "//! [`x`](crate::engine::Solver)\nmod a;"),
        NONE
    );
    assert_eq!(lines(puzzles, "\nuse crate::engine::Solver;"), [2]);
    assert_eq!(lines(puzzles, "\n\nlet s = crate::Solver::new();"), [3]);
    let group = "use crate::{\n    problem::{engine, cli},\n    engine::Solver,\n    render,\n};\n";
    assert_eq!(lines(puzzles, group), [3]);
    assert_eq!(lines(problem, group), [3, 4]);
    assert_eq!(lines(problem, "use clap::Parser;"), [1]);
    assert_eq!(lines(problem, "use dominox::Solver;"), [1]);
    assert_eq!(lines(problem, "\nuse super::super::id::ItemId;"), [2]);
    assert_eq!(lines(problem, "use super::engine::Solver;"), [1]);
    assert_eq!(lines(problem, "use std::fs::File;"), [1]);
    assert_eq!(lines(problem, "\nuse std::{fmt, io::Read};"), [2]);
    assert_eq!(lines(cli, "use clap::Parser;\nuse dominox::Solver;"), NONE);
    assert_eq!(
        lines(cli, "use crate::cli::exit;\nuse crate::engine::Solver;"),
        [2]
    );
}
