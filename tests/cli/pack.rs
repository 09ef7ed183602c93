//! `dominox pack`, and packings with the other commands.

use crate::run::{assert_transcript, dominox, dominox_on, transcripts};

/// Copies, a cell that may stay empty, and a bad packing between two good ones.
const STREAM: &str = "\
packing
piece I x2 xx
board 2x2
packing
piece I xx
bord 2x2
packing hexagons
piece long-name x.x
board
  x x
 ?
";

const XML: &str = "<?xml version=\"1.0\"?>\n<puzzle version=\"2\"><gridType type=\"0\"/><shapes>\n\
<voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">##</voxel>\n\
<voxel x=\"2\" y=\"2\" z=\"1\" name=\"the box\" type=\"0\">####</voxel>\n</shapes>\n<problems>\n\
<problem><shapes><shape id=\"0\" count=\"2\"/></shapes><result id=\"1\"/></problem>\n\
<problem><shapes><shape id=\"1\" min=\"0\" max=\"1\"/></shapes><result id=\"1\"/></problem>\n\
</problems></puzzle>\n";

#[test]
fn packings() {
    let runs = [
        dominox("pack --pieces pentominoes --board 3x20"),
        dominox("pack --all --up-to-symmetry --pieces trominoes --pieces monominoes --board 1x7"),
        dominox(
            "pack --all --up-to-symmetry --pieces 'trominoes' --pieces 'tetrominoes without S T O L' --board 'triangular 4'",
        ),
        dominox("pack ring-packing.txt"),
        dominox("pack burrtools.xmpuzzle"),
        dominox_on("pack --all", "stream.txt", STREAM),
        dominox_on("count", "stream.txt", STREAM),
        dominox_on("unique", "two.xmpuzzle", XML),
        dominox("solve --format jsonl --model 'packing dominoes x2 in 2x2'"),
        dominox("explain --model 'packing tetrominoes in 4x5'"),
        dominox("symmetries --symmetry turns --model 'packing tetracubes in 2x4x4'"),
    ];
    assert_transcript!("pack", transcripts(runs));
}

#[test]
fn turns_are_for_packings() {
    let note = "`--symmetry turns` counts like `own` here";
    for (action, model, is_idle) in [
        ("count --up-to-symmetry", "queens 5", true),
        ("solve --up-to-symmetry", "queens 5", true),
        ("unique --up-to-symmetry", "queens 5", true),
        ("symmetries", "queens 5", true),
        (
            "count --up-to-symmetry",
            "packing tetracubes in 2x4x4",
            false,
        ),
        ("symmetries", "packing tetracubes in 2x4x4", false),
    ] {
        let run = dominox(&format!("{action} --symmetry turns --model '{model}'"));
        assert_eq!(
            run.stderr.matches(note).count(),
            usize::from(is_idle),
            "{action} {model}"
        );
    }
}

#[test]
fn wrong_arguments() {
    let runs = [
        dominox("pack --pieces pentominos --board 6x10"),
        dominox("pack --pieces pentominoes --board 6by10"),
        dominox("pack --pieces pentominoes"),
        dominox("pack --pieces soma --board 3x3x3 ring-packing.txt"),
        dominox("count --model 'packing pentominoes'"),
    ];
    assert_transcript!("pack-wrong-arguments", transcripts(runs));
}

#[test]
fn bad_puzzles_of_burrtools() {
    let replaced = |from: &str, to: &str| {
        let xml = XML.replacen(from, to, 1);
        assert_ne!(xml, XML, "{from}");
        dominox_on("count", "bad.xmpuzzle", &xml)
    };
    let runs = [
        replaced("</shapes>\n", "</shape>\n"),
        replaced("type=\"0\"/>", "type=\"3\"/>"),
        replaced("x=\"2\" y=\"1\"", "x=\"2\""),
        replaced("y=\"1\"", "y=\"one\""),
        replaced("##<", "#<"),
        replaced("####", "##o#"),
        replaced("####", "____"),
        replaced("id=\"0\" count", "id=\"7\" count"),
        replaced("count=\"2\"", ""),
        replaced("<result id=\"1\"/>", ""),
        dominox_on("count", "bad.xmpuzzle", "<puzzle><shapes/></puzzle>\n"),
        dominox_on("count", "bad.xmpuzzle", "<?xml version=\"1.0\"?>\n<svg/>\n"),
    ];
    assert_transcript!("pack-bad-burrtools", transcripts(runs));
}

#[test]
fn why_pieces_do_not_fit_is_said_once() {
    let text = "packing\npiece V xx/x.\nboard 2x2\n";
    for action in ["solve", "solve --format jsonl", "unique", "count"] {
        let run = dominox_on(action, "misfit.txt", text);
        let said = run
            .stderr
            .matches("the pieces have 3 cells, the board has 4");
        assert_eq!(said.count(), 1, "{action}: {}", run.stderr);
    }
}

#[test]
fn the_help_says_what_the_exit_codes_mean() {
    for (action, meaning) in [
        ("pack", "0  every puzzle has an answer"),
        ("resume", "0  the search that was saved is over"),
    ] {
        let help = dominox(&format!("{action} --help")).stdout;
        assert!(help.contains(meaning), "{help}");
    }
}
