//! The examples, as `docs/learn.md` shows them: their code and what they print.

/// Each example is compiled in here, so that a test can call it. Its `main` only prints what `report` returns.
macro_rules! example {
    ($name:ident, $path:literal) => {
        #[path = $path]
        #[allow(dead_code)]
        mod $name;
    };
}

example!(board, "../../examples/board.rs");
example!(naive, "../../examples/naive.rs");
example!(links, "../../examples/links.rs");
example!(library, "../../examples/library.rs");

const PAGE: &str = include_str!("../../docs/learn.md");
const SOURCES: [&str; 4] = [
    include_str!("../../examples/board.rs"),
    include_str!("../../examples/naive.rs"),
    include_str!("../../examples/links.rs"),
    include_str!("../../examples/library.rs"),
];

/// The answer of the board that all examples solve.
const ANSWER: &str = "\
548761923
217983456
963542187
392857641
176294835
854316792
731428569
425679318
689135274
";

/// The blocks of one language in the page.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let after_fence = PAGE.split(&fence).skip(1);
    after_fence
        .map(|text| text.split("```").next().expect("the rest of a block"))
        .collect()
}

#[test]
fn the_examples_print_what_the_page_shows() {
    let library = library::report().expect("an answer");
    let (own_rules, ready_made) = library.split_once("\n\n").expect("two answers");
    assert_eq!(own_rules, ANSWER.trim_end());
    for (printed, last) in [
        (board::report(), "1302 calls\n"),
        (naive::report(), "1302 calls\n"),
        (links::report(), "81 calls\n"),
        (ready_made.to_string(), "3 nodes, Unique\n"),
    ] {
        assert_eq!(printed, ANSWER.to_string() + last);
    }
    let shown: Vec<&str> = blocks("text");
    let [_, board, links, library] = shown[..] else {
        panic!("the board and three outputs were expected: {shown:?}");
    };
    assert_eq!(board, board::report());
    assert_eq!(links, links::report());
    assert_eq!(library, ready_made);
}

#[test]
fn the_page_shows_code_of_the_examples() {
    let shown = blocks("rust");
    assert!(shown.len() > 5);
    for block in shown {
        let stands = SOURCES.iter().any(|source| source.contains(block));
        assert!(stands, "in no example:\n{block}");
    }
}

#[test]
fn the_page_names_every_example() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    for entry in std::fs::read_dir(folder).expect("the folder of examples") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy();
        assert!(PAGE.contains(&format!("../examples/{name}")), "{name}");
        let run = format!(
            "cargo run --release --example {}",
            name.trim_end_matches(".rs")
        );
        assert!(PAGE.contains(&run), "{run}");
    }
}
