//! Pictures: `--format svg`, `html` and `png`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use roxmltree::Document;

use crate::resume::folder;
use crate::run::{CASES, GOOD, GOOD_ANSWER, assert_transcript, dominox, dominox_on, transcripts};

/// The texts of a picture, in their order, without title and description.
fn texts(svg: &str) -> Vec<String> {
    let xml = Document::parse(svg).expect("XML");
    let texts = xml
        .descendants()
        .filter(|node| node.tag_name().name() == "text");
    texts
        .filter_map(|node| node.text().map(str::to_owned))
        .collect()
}

#[test]
fn the_digits_of_a_picture_are_those_of_the_answer() {
    let run = dominox_on("solve --format svg", "puzzle.txt", GOOD);
    let svg = run.answer();
    assert_eq!(texts(svg).concat(), GOOD_ANSWER.trim_end());
    // Those that are given are bold.
    let xml = Document::parse(svg).unwrap();
    let bold = xml
        .descendants()
        .filter(|node| node.attribute("font-weight") == Some("bold"));
    let given = GOOD
        .chars()
        .filter(char::is_ascii_digit)
        .collect::<String>();
    assert_eq!(
        bold.filter_map(|node| node.text()).collect::<String>(),
        given
    );
}

#[test]
fn every_action_that_shows_something_draws_it() {
    let some = "1.....2..3......\n";
    let first_case = CASES.split_inclusive('\n').take(12).collect::<String>() + "0\n";
    for (arguments, text, title) in [
        ("solve", GOOD, "Sudoku"),
        (
            "solve --show options --model 'queens 4'",
            "",
            "An exact cover",
        ),
        ("best --model 'queens 6'", "", "6 queens"),
        ("sample --seed 1 --model 'langford 4'", "", "Langford pairs"),
        ("profile", some, "Profile"),
        ("profile --model 'dominoes 3x4'", "", "Profile"),
        ("profile --candidates", some, "Candidates"),
        ("profile --candidates --model 'dominoes 2x3'", "", "Profile"),
        ("unique --witness", some, "Two answers"),
        ("steps --next", GOOD, "Step: hidden single"),
        ("steps --next", &first_case, "Sudominoku"),
        ("zdd", some, "A decision diagram"),
        ("generate sudoku --size 4 --seed 1", "", "Sudoku"),
        ("generate sudominoku --seed 1", "", "Sudominoku"),
    ] {
        let run = dominox_on(&format!("{arguments} --format svg"), "text", text);
        assert_eq!(
            run.exit,
            Some(if arguments.starts_with("unique") {
                1
            } else {
                0
            }),
            "{arguments}: {}",
            run.stderr
        );
        let xml =
            Document::parse(&run.stdout).unwrap_or_else(|error| panic!("{arguments}: {error}"));
        let titles = xml
            .descendants()
            .filter(|node| node.tag_name().name() == "title");
        assert_eq!(
            titles.filter_map(|node| node.text()).collect::<String>(),
            title,
            "{arguments}"
        );
    }
}

#[test]
fn several_pictures_need_places() {
    let folder = std::env::temp_dir().join(format!("dominox-pictures-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let names = folder.join("%%-q.svg").display().to_string();
    let run = dominox(&format!(
        "solve --all --model 'queens 6' --format svg --output {names}"
    ));
    assert_eq!(run.answer(), "");
    let mut queens = BTreeSet::new();
    for number in 1..=4 {
        let svg = fs::read_to_string(folder.join(format!("0{number}-q.svg"))).expect("a file");
        queens.insert(
            svg.split("Queens at")
                .nth(1)
                .expect("queens")
                .split('.')
                .next()
                .unwrap()
                .to_owned(),
        );
    }
    assert_eq!(
        (queens.len(), fs::read_dir(&folder).unwrap().count()),
        (4, 4)
    );

    let one = folder.join("one.png").display().to_string();
    let run = dominox_on(&format!("solve --format png -o {one}"), "puzzle.txt", GOOD);
    assert_eq!(run.stdout, "");
    if cfg!(feature = "png") {
        let png = fs::read(&one).expect("a file");
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        let sides = [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()));
        assert_eq!(sides, [760, 760]);
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn without_a_picture_there_is_no_file() {
    let folder = folder("pictures-none");
    let none = "11..............\n";
    let path = folder.join("picture");
    let run = |arguments: &str, text: &str, path: &Path| {
        let arguments = format!("{arguments} -o {}", path.display());
        let run = dominox_on(&arguments, "puzzle.txt", text);
        assert_ne!(run.exit, Some(0), "{arguments}");
    };
    for (arguments, text) in [
        ("solve --format svg", none),
        ("solve --format html", none),
        ("solve --format svg", "12x\n"),
        ("solve --format svg --model 'dominoes 6 6'", ""),
        ("generate sudoku --clues 17 --tries 1 --format svg", ""),
    ] {
        fs::write(&path, "an old picture").unwrap();
        run(arguments, text, &path);
        assert!(!path.exists(), "{arguments}");
    }
    run("solve", none, &path);
    assert_eq!(fs::read(&path).unwrap(), b"");
    #[cfg(unix)]
    {
        let link = folder.join("link");
        std::os::unix::fs::symlink("picture", &link).unwrap();
        run("solve --format svg", none, &link);
        assert!(path.exists() && link.exists());
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_page_has_all_puzzles_and_then_all_answers() {
    let two = format!("{GOOD}1.....2..3.....4\n");
    let run = dominox_on("solve --format html --with-puzzles", "two.txt", &two);
    let page = run.answer();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    let headings = page.split("<figcaption>").skip(1);
    let headings = Vec::from_iter(headings.map(|part| part.split('<').next().unwrap()));
    let expected = [
        "Puzzle 1, question",
        "Puzzle 2, question",
        "Puzzle 1",
        "Puzzle 2",
    ];
    assert_eq!(headings, expected);
    let pictures = page
        .split("<svg")
        .skip(1)
        .map(|part| part.split("</svg>").next().unwrap());
    let digits = pictures.map(|part| texts(&format!("<svg{part}</svg>")).concat());
    let given = |text: &str| text.replace(['.', '\n'], "");
    let expected = [
        given(GOOD),
        "1234".into(),
        given(GOOD_ANSWER),
        "1243342143122134".into(),
    ];
    assert_eq!(Vec::from_iter(digits), expected);
    // No two elements of the page have one `id`.
    let ids = page
        .split(" id=\"")
        .skip(1)
        .map(|part| part.split('"').next().unwrap());
    let ids = Vec::from_iter(ids);
    assert_eq!(BTreeSet::from_iter(&ids).len(), ids.len());
}

#[test]
fn the_page_is_the_same_for_any_number_of_threads() {
    let many = "1.....2..3.....4\n....3..4........\n".repeat(40);
    let [one, five] = [1, 5].map(|threads| {
        let arguments = format!("solve --format html --with-puzzles -j {threads}");
        dominox_on(&arguments, "many.txt", &many)
            .answer()
            .to_owned()
    });
    assert_eq!(one.matches("<svg").count(), 160);
    assert!(one == five);
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let none = "11..............\n";
    let runs = [
        dominox_on("solve --format svg", "none.txt", none),
        dominox_on("solve --format html", "none.txt", none),
        dominox_on("solve --format svg", "bad.txt", "12x\n"),
        dominox_on("unique --witness --format svg", "unique.txt", GOOD),
        dominox_on("unique --format svg", "unique.txt", GOOD),
        dominox("solve --model 'langford 64' --show options --format svg"),
        dominox("zdd --model 'queens 12' --format svg"),
        dominox("profile --model 'dominoes 9x10' --format svg"),
        dominox("solve --limit 2 --model 'queens 6' --format svg --output /nowhere/%.svg"),
        dominox("solve --model 'queens 4' --format svg --with-puzzles"),
        dominox("solve --model 'queens 4' --format svg --scale 0"),
        dominox("solve --model 'queens 4' --format html --output a-%.html"),
        dominox("solve --model 'queens 4' --theme dark"),
        dominox("solve --all --model 'queens 8' --format html --output a --checkpoint b"),
        dominox("count --model 'queens 4' --format svg"),
    ];
    assert_transcript!("pictures-refused", transcripts(runs));
}

#[test]
fn a_second_picture_on_standard_output_is_refused() {
    let run = dominox("solve --all --model 'queens 5' --format svg");
    assert_eq!(run.exit, Some(2));
    assert!(
        run.stderr.contains("`--output 'picture-%.svg'`"),
        "{}",
        run.stderr
    );
    assert_eq!(run.stdout.matches("</svg>").count(), 1);
    Document::parse(&run.stdout).expect("the first one is whole");
}

#[test]
fn a_file_stays_as_it_is_if_the_pictures_need_several() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("picture.svg");
    fs::write(&file, "before").expect("a file");
    let name = file.display();
    let run = dominox(&format!(
        "generate sudoku -n 2 --size 4 --seed 1 --format svg --output {name}"
    ));
    run.assert_refused();
    assert!(run.stderr.contains("`--output 'picture-%.svg'`"));
    assert_eq!(fs::read_to_string(&file).expect("the file"), "before");
    let numbered = name.to_string().replace("picture", "picture-%");
    dominox(&format!(
        "generate sudoku -n 2 --size 4 --seed 1 --format svg --output {numbered}"
    ))
    .answer();
}

#[test]
fn themes_and_sizes() {
    let run = |arguments: &str| {
        dominox(&format!(
            "solve --model 'queens 4' --format svg {arguments}"
        ))
        .answer()
        .to_owned()
    };
    let (auto, dark) = (run(""), run("--theme dark --scale 2.5"));
    assert!(auto.contains("prefers-color-scheme") && !dark.contains("prefers-color-scheme"));
    assert!(auto.contains("width=\"180\"") && dark.contains("width=\"450\""));
    assert_ne!(run("--theme light"), run("--theme dark"));
}
