//! Variants of Sudoku on the command line.

use crate::run::{assert_transcript, dominox, dominox_on, transcripts};

/// A killer of 4×4 with its sums next to the picture, and a diagonal.
const CAGES: &str = "\
variant 4x4 falling
cages
aab.   a=6
.bb.   b=8
c.dd   c=3
ce.f   d=6 e=4
f=3
";

#[test]
fn answers() {
    let runs = [
        dominox("solve variants.txt"),
        dominox("unique -n variants.txt"),
        dominox_on("solve", "cages.txt", CAGES),
        dominox_on("solve --show tiling", "cages.txt", CAGES),
        dominox_on(
            "count",
            "one.txt",
            "variant 4x4 x\n1.|..\n..|o.\n--+--\n..|..\n..|..\n",
        ),
        dominox_on("solve", "large.txt", "variant 12x12 antiking\n"),
    ];
    assert_transcript!("variants", transcripts(runs));
}

#[test]
fn comments_may_end_a_line() {
    let plain = "variant 4x4 falling\ncage 5 r1c1 r1c2\nboxes none\n";
    let text = "variant 4x4 falling  # a diagonal\ncage 5 r1c1 r1c2 // a cage\nboxes none # a Latin square\n";
    let first = "variant # the size follows\n1...\n....\n....\n....\n";
    let count = |text: &str| dominox_on("count", "variant.txt", text).stdout;
    assert_eq!(count(text), count(plain));
    assert_eq!(
        count(first),
        count(&first.replace(" # the size follows", ""))
    );
    assert_ne!(count(first), "bad\n");
}

#[test]
fn a_letter_in_several_places_is_one_cage_with_a_warning() {
    let text = "variant 4x4\ncages\naab.\n...b\n....\na..c\n";
    let run = dominox_on("count", "cages.txt", text);
    let warning = "<stdin>: warning: the cage `a`, which begins in line 3, is in several parts: a second cage needs another letter\n";
    assert_eq!(run.stderr, warning);
    let whole = text.replace("a..c", "...c");
    assert_eq!(dominox_on("count", "cages.txt", &whole).stderr, "");
}

#[test]
fn reasons() {
    let two = "variant 9x9\ncage 17 r1c1 r1c2\ncage 17 r1c3 r2c3\n";
    let runs = [
        dominox_on("solve", "sum.txt", "variant 9x9\ncage 45 r1c1 r1c2\n"),
        dominox_on("explain", "two.txt", two),
        dominox_on(
            "explain",
            "thermo.txt",
            "variant 4x4\n..4.\n....\n....\n....\nthermo r1c3-r2c3\n",
        ),
        dominox_on(
            "explain",
            "knight.txt",
            "variant 4x4 antiknight\n1...\n..1.\n....\n....\n",
        ),
        dominox_on(
            "explain",
            "x.txt",
            "variant 4x4 x\n1...\n..2.\n.2..\n....\n",
        ),
        dominox_on(
            "explain",
            "arrow.txt",
            "variant 4x4\narrow r1c1 = r1c2-r1c4\n",
        ),
        dominox_on(
            "explain",
            "even.txt",
            "variant 4x4\ne.e.\n..e.\n....\n....\n",
        ),
    ];
    assert_transcript!("variants-reasons", transcripts(runs));
}

/// Without a mark between its cells, a rule `only-…` would say more; but it says nothing about marks of other kinds.
#[test]
fn reasons_name_marks_that_free_no_cells_from_a_rule() {
    let difference = "the difference 6 between r1c1 and r2c4";
    for (rule, mark, digit, named) in [
        ("only-xv", "r1c1 < r1c2", 9, "the sign r1c1 < r1c2"),
        ("only-white", "r1c1 < r1c2", 9, "the sign r1c1 < r1c2"),
        (
            "only-xv",
            "black r1c1 r1c2",
            5,
            "the black dot between r1c1 and r1c2",
        ),
        ("only-white", "difference 6 r1c1 r2c4", 5, difference),
        ("only-white", "black r1c1 r1c2", 5, ""),
        ("only-black", "difference 6 r1c1 r1c2", 5, ""),
        ("only-xv", "x r1c1 r1c2", 5, ""),
    ] {
        let rows = ".........\n".repeat(8);
        let variant = format!("variant 9x9 {rule}\n{digit}........\n{rows}{mark}\n");
        let said = match named {
            "" => format!("r1c1 = {digit} is impossible\n"),
            _ => format!("{named} and r1c1 = {digit} contradict each other\n"),
        };
        let run = dominox_on("explain", "variant", &variant);
        assert_eq!(run.stdout, said, "{variant}");
    }
}

#[test]
fn reasons_have_the_number_of_their_subject() {
    for (mark, said) in [
        ("even r1c1 r1c2 r1c3", "the even cells are impossible\n"),
        ("odd r1c1 r2c1 r3c1", "the odd cells are impossible\n"),
        (
            "arrow r1c1 = r1c2-r1c4",
            "the arrow from r1c1 is impossible\n",
        ),
    ] {
        let variant = format!("variant 4x4\n{mark}\n");
        assert_eq!(dominox_on("explain", "variant", &variant).stdout, said);
    }
}

#[test]
fn links() {
    let sudoku = "1.....2..3.....4\n";
    let sandwich = "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcB2ANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssX0QjIA===\n";
    let runs = [
        dominox_on("convert --to fpuzzles", "sudoku.txt", sudoku),
        dominox_on("convert --to fpuzzles", "sudoku.txt", sudoku).pipe("solve"),
        dominox_on("convert --to sudokupad", "cages.txt", CAGES).pipe("convert --to variant"),
        dominox_on("convert --to variant", "sudoku.txt", sudoku).pipe("unique"),
        dominox_on("convert --to fpuzzles --assume 1", "sudoku.txt", sudoku),
        dominox_on("convert --to fpuzzles", "plain.dlx", "a b\na\nb\n"),
        dominox_on(
            "convert --to fpuzzles",
            "two.txt",
            "variant 6x6\ngrids 4 r1c1 r3c3\n",
        ),
        dominox_on(
            "convert --to fpuzzles",
            "sum.txt",
            "variant 4x4\nsum 9 r1c1 r1c2 r2c1\n",
        ),
        dominox_on(
            "convert --to fpuzzles",
            "dots.txt",
            "variant 4x4 only-white\ndifference 3 r1c1 r1c2\n",
        ),
        dominox_on("solve", "damaged.txt", sandwich),
        dominox_on("solve", "short.txt", "https://sudokupad.app/abc123\n"),
    ];
    assert_transcript!("variants-links", transcripts(runs));
}

/// A drawing of Penpa+ with a coloured cell.
const SURFACE: &str = "https://swaroopg92.github.io/penpa-edit/#m=solve&p=jVJLa8MwDL77VxSddfAjD9u3sbWnscHSMYYxpXQZK83o6ANKQvvbJztxusMORbHzfZItRfqyP35sN0fMyJRGjiKY4XGpIjx8sPn60NR2Mj0tv3+aGu+Oh6/tzk4Q8Xk2w89ls6+ZGw575kAAgqQlwF/a6uIAUHjWtS+2axfW+TO2r1eor7CyHUgNVhB+CliAjelETEZeQV5V8OCe5CEt+d7DSVWQTyKs1rtVUy+qClCG4Nw6JzQ1hbL0HltFlbB9iDuPex73R9vR6Sml0gYNFaBcZY5aRUQjMSIirRIyAo0ckemRRDPcMCh4SZCyvsXc9/2n02DpvuA4EJmIIKISkajMGFFEUsSESJZIiOSJZIlQsSyWLKh5SVJmofMyzJixOI1o+f9vUpDEOjM4QVxOkTcbXfxGIXsJe8l6kXo1btHg78z+NjN2cQpf42Czbpp6B57Ff/AX\n";

#[test]
fn drawings() {
    let link = include_str!("../data/penpa.txt");
    let damaged = format!("{}\n{link}", &link[..200]);
    let runs = [
        dominox_on("convert --to variant", "penpa.txt", link),
        dominox_on("unique", "penpa.txt", link),
        dominox_on("solve", "damaged.txt", &damaged),
        dominox_on("solve", "surface.txt", SURFACE),
        dominox_on(
            "solve",
            "short.txt",
            "https://swaroopg92.github.io/penpa-edit/\n",
        ),
    ];
    assert_transcript!("variants-drawings", transcripts(runs));
}

#[test]
fn answers_are_judged() {
    let right = "1243\n3421\n2134\n4312\n";
    let answers = format!("{right}\n{}\n12\n34\n", right.replace("1243", "2143"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    std::fs::write(
        path("cages.txt"),
        "variant 4x4\ncage 3 r1c1 r1c2\nr2c1 < r2c2\n",
    )
    .expect("a file");
    std::fs::write(path("answers.txt"), answers).expect("a file");
    let run = dominox(&format!(
        "check {} {}",
        path("cages.txt"),
        path("answers.txt")
    ));
    let shown = transcripts([run]).replace(&path(""), "");
    assert_transcript!("variants-check", shown);
}

/// Each bad text, one after the other in one stream: each has its message, and the good one between them its answer.
#[test]
fn faults() {
    let bad = [
        "variant 6x6 diaganals\n",
        "variant 6x7\n",
        "variant\n",
        "variant 40x40\n",
        "variant 9x9 7x7\n",
        "variant 4x4\n1234\n12x4\n....\n....\n",
        "variant 4x4\n1234\n124\n....\n....\n",
        "variant 4x4\n1234\n12.45\n....\n....\n",
        "variant 4x4\n1..\n",
        "variant 4x4\n....\n....\n....\n....\n....\n",
        "variant 4x4\n..5.\n....\n....\n....\n",
        "variant 4x4\nregions\naabb\naabb\nccdd\ncddd\n",
        "variant 4x4\nregions\naabb\naabb\nccdd\n",
        "variant 4x4\nboxes 3x3\n",
        "variant 4x4\nboxes\n",
        "variant 4x4\nboxes 2\n",
        "variant 4x4 windoku\nboxes none\n",
        "variant 6x6\ngrids 4 r1c1\n",
        "variant 6x6\ngrids 4 r1c1 r3c3\n......\n",
        "variant\ngrids 4 r1c1 r3c3\n12..~~\n......\n",
        "variant 4x4\ncage 12 r1c1 r1c9\n",
        "variant 4x4\ncage 12 r1c1 r1c1\n",
        "variant 4x4\ncage abc r1c1\n",
        "variant 4x4\ncage 3\n",
        "variant 4x4\ncage r1c1-r2c1-r2c3-r1c3 r3c3\n",
        "variant 4x4\nthermo r1c1-r2c4\n",
        "variant 4x4\nthermo r1c1\n",
        "variant 4x4\nthermo\n",
        "variant 4x4\narrow r1c1\n",
        "variant 4x4\narrow = r1c1\n",
        "variant 4x4\nwhite r1c1 r1c2 r1c3\n",
        "variant 4x4\ndifference r1c1 r1c2\n",
        "variant 4x4\nr1c1 < r1c2 r1c3\n",
        "variant 4x4\nr1c1 <\n",
        "variant 4x4\ncages\naa..\n....\n....\n....\nb=3\n",
        "variant 4x4\ncages\naa.. a=3\n....\n....\n.... a=4\n",
        "variant 4x4\ncages\naa.. a=x\n....\n....\n....\n",
        "variant 4x4\nmarks\n. . . .\n\n. . .?.\n\n. . . .\n\n. . . .\n",
        "variant 4x4\nmarks\n. . . .\n o\n. . . .\n\n. . . .\n\n. . . .\n",
        "variant 4x4\nmarks\n. . . .\n",
        "variant 4x4\nsandwich 12 r1\n",
        "variant 4x4 thermo\n",
    ];
    let text = bad.concat() + CAGES;
    let run = dominox_on("solve", "bad.txt", &text);
    assert_eq!(run.exit, Some(2));
    assert_transcript!("variants-faults", transcripts([run]));
}

#[test]
fn a_rule_without_a_variant_is_recognised() {
    for (rule, marks) in [("cage 17 r1c1-r1c2", 17), ("only-white", 10)] {
        let run = dominox_on("count", "rule.txt", &format!("{rule}\n"));
        let expected =
            "a variant does not begin like this: expected a line such as `variant 9x9`, or a link";
        let marks = "^".repeat(marks);
        assert_eq!(
            run.stderr,
            format!("<stdin>:1:1: {expected}\n  | {rule}\n  | {marks}\n")
        );
        assert_eq!(run.exit, Some(2));
    }
    for cover in ["windoku\nwindoku\n", "x r1c1\nx r1c1\n"] {
        assert_eq!(dominox_on("count", "cover.dlx", cover).stdout, "1\n");
    }
}

/// Long sums in a large grid take much memory, and time that no limit could end.
#[test]
fn a_variant_that_is_too_large_is_refused() {
    let sums = (2..34).map(|last| format!("sum {} r1c{last}-r{last}c1\n", last * 18));
    let text = String::from("variant 36x36\n") + &sums.collect::<String>();
    let run = dominox_on("solve", "sums.txt", &text);
    run.assert_refused();
    assert!(
        run.stderr.contains("more than 1,000,000 options"),
        "{}",
        run.stderr
    );
}
