//! The messages about texts that are wrong: the place, what stands there, and what was expected.

use dominox::formats::{Format, read};

use crate::known::assert_shown;

fn messages(format: Format, texts: &[&str]) -> String {
    let message = |text: &&str| {
        let error = read(text, format).expect_err(text);
        format!("{text:?}\n{error}\n")
    };
    Vec::from_iter(texts.iter().map(message)).join("\n")
}

#[test]
fn miniexact() {
    let texts = [
        "",
        "< a b",
        "< a a >\na;",
        "< a:x >",
        "< a:2;1 >",
        "< a:99999999999 >",
        "< a > [ x:2 ]",
        "< alpha >\nalhpa;",
        "< a >\na b;",
        "< a >\na:red;",
        "< a > [x]\na x:;",
        "< a >\na a;",
        "< a >\na $;",
        "< a >\na $3 $18446744073709551615;",
        "< a >\na;\n;",
        "a b | x\na ]\n",
        "a | x | y\n",
        "a:\nb",
    ];
    assert_shown!("faults-miniexact", messages(Format::Miniexact, &texts));
}

#[test]
fn numbers() {
    let texts = [
        "p xc",
        "p xc 2",
        "p xcc 2 \n1 2 0\n",
        "p xc 2 0",
        "p xyz 2 0\n",
        "q xc 2 0\n",
        "p xc 99999999 0\n",
        "p xc -1 0\n",
        "p xc 2 0\n1 3 0\n",
        "p xc 2 0\n1 2\n",
        "p xc 2 0\n1 1 0\n",
        "p xcc 1 1\n1 -1 2 0\n",
        "p xcc 1 1\n-1 0\n",
        "p xcc 1 1\n1 2 - 0\n",
        "p xcc 1 1\n1 2 -1 -2 0\n",
        "p xcc 1 1\n1 $ 0\n",
        "p xcc 1 1\n1 a 0\n",
    ];
    let known = texts
        .iter()
        .copied()
        .filter(|text| read(text, Format::Xcc).is_err());
    assert_shown!("faults-xcc", messages(Format::Xcc, &Vec::from_iter(known)));
}

#[test]
fn sets() {
    let texts = [
        "",
        "c only a comment\n",
        "s 1 2\n",
        "p\n",
        "p sat 3\n",
        "p ec\n",
        "p ec x\n",
        "p ec 3 2 1\n",
        "p ec 3 5\ns 1\ns 2\n",
        "p ec 3\ns 1 4\n",
        "p ec 3\ns 1 1\n",
        "p ec 3\nt 1\n",
        "p ec 3\ns 0\n",
        "p ec 3\ns -1\n",
        "p cover 3 2\ns 1\n",
        "p ec 3\np ec 4\n",
        "p ec 999999999\n",
    ];
    assert_shown!("faults-ec", messages(Format::Ec, &texts));
}

#[test]
fn json() {
    let deep = "[".repeat(100);
    let texts = [
        "",
        "[]",
        "{",
        "{}",
        "{\"primary\": [\"a\"]}",
        "{\"primary\": [\"a\"], \"options\": [[\"a\"]]} x",
        "{\"primary\": [\"a\"], \"primary\": [], \"options\": []}",
        "{\"items\": []}",
        "{\"primary\": \"a\", \"options\": []}",
        "{\"primary\": [1], \"options\": []}",
        "{\"primary\": [\"a b\"], \"options\": []}",
        "{\"primary\": [\"a\", \"a\"], \"options\": []}",
        "{\"primary\": [{\"name\": \"a\", \"low\": 3}], \"options\": []}",
        "{\"primary\": [{\"low\": 1}], \"options\": []}",
        "{\"primary\": [{\"name\": \"a\", \"high\": -1}], \"options\": []}",
        "{\"primary\": [{\"name\": \"a\", \"high\": 4294967296}], \"options\": []}",
        "{\"primary\": [{\"name\": \"a\", \"hi\": 1}], \"options\": []}",
        "{\"primary\": [\"alpha\"],\n \"options\": [\n  [\"alhpa\"]]}",
        "{\"primary\": [\"a\"], \"options\": [[\"a:red\"]]}",
        "{\"primary\": [\"a\"], \"options\": [[\"a\", \"a\"]]}",
        "{\"primary\": [\"a\"], \"options\": [[\"a\" \"a\"]]}",
        "{\"primary\": [\"a\"], \"options\": [\"a\"]}",
        "{\"primary\": [\"a\"], \"options\": [{\"items\": [\"a\"], \"cost\": 1.5}]}",
        "{\"primary\": [\"a\"], \"options\": [{\"items\": [\"a\"], \"items\": []}]}",
        "{\"primary\": [\"a\"], \"options\": [{\"items\": [\"a\"], \"facts\": [\"x\"]}]}",
        "{\"primary\": [\"a\n\"], \"options\": []}",
        "{\"primary\": [\"\\x\"], \"options\": []}",
        "{\"primary\": [\"\\ud800\"], \"options\": []}",
        "{\"primary\": [\"a\", \"options\": []}",
        &format!("{{\"primary\": {deep}"),
    ];
    assert_shown!("faults-json", messages(Format::Json, &texts));
}

#[test]
fn others() {
    let texts = ["", "0 1\n0\n", "0 2\n"];
    let shown = [
        messages(Format::Matrix, &texts),
        messages(Format::Dlx, &["", "a\nb\n"]),
        messages(Format::Cnf, &["p cnf 1 1\n1 0\n"]),
    ];
    assert_shown!("faults-others", shown.join("\n"));
}
