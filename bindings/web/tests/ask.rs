//! Questions and their answers, as the page has them.

use dominox_web::ask;
use serde_json::{Value, json};

const EASY: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";
const ANSWER: &str = "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n961537284\n287419635\n345286179\n";
const COVER: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
const SUDOMINOKU: &str = include_str!("../../../tests/data/sudominoku.in");

fn asked(request: Value) -> Value {
    serde_json::from_str(&ask(&request.to_string())).expect("an answer is JSON")
}

/// The answer at the end of a job.
fn finished(request: Value) -> Value {
    let mut answer = asked(request);
    while answer["status"] == "running" {
        answer = asked(json!({"do": "more", "nodes": 1_000_000}));
    }
    answer
}

fn about(action: &str, text: &str) -> Value {
    finished(json!({"do": action, "text": text}))
}

#[test]
fn a_puzzle_is_read_with_its_cells() {
    let read = about("read", EASY);
    assert_eq!(
        (&read["status"], &read["kind"]),
        (&json!("read"), &json!("sudoku"))
    );
    assert_eq!(read["grid"]["cells"][1], "3");
    assert_eq!(read["grid"]["cells"][2], "");
    assert_eq!(read["more"], false);
    let model = about("read", "\n# a model\nqueens 8\n");
    assert_eq!(
        (&model["kind"], &model["grid"]),
        (&json!("model"), &Value::Null)
    );
    let holes = about("read", "variant 4x4\ncage 5 r1c1 r1c2\n");
    assert_eq!(holes["grid"]["rows"], 4);
}

#[test]
fn other_puzzles_of_a_text_have_numbers() {
    let two = "12..34..........\n1234341221434321\n";
    assert_eq!(asked(json!({"do": "read", "text": two}))["more"], true);
    let second = asked(json!({"do": "read", "text": two, "puzzle": 2}));
    assert_eq!(
        (&second["more"], &second["grid"]["cells"][15]),
        (&json!(false), &json!("1"))
    );
    let third = asked(json!({"do": "read", "text": two, "puzzle": 3}));
    assert_eq!(
        (&third["status"], &third["puzzles"]),
        (&json!("error"), &json!(2))
    );
}

#[test]
fn faults_have_their_place() {
    let fault = about("solve", &EASY.replace("..195", "..@95"));
    assert_eq!(fault["status"], "error");
    assert_eq!(
        (&fault["place"]["line"], &fault["place"]["column"]),
        (&json!(2), &json!(4))
    );
    assert_eq!(fault["place"]["shown"], "6..@95...");
    let model = about("read", "\n queens x\n");
    assert_eq!(
        (&model["place"]["line"], &model["place"]["width"]),
        (&json!(2), &json!(8))
    );
    for text in ["", "zebra", "a b c"] {
        let message = about("read", text)["message"].to_string();
        assert!(
            !message.contains("--kind") && message.contains("expected"),
            "{message}"
        );
    }
}

#[test]
fn a_text_that_can_be_read_in_two_ways_gives_the_choice() {
    let empty = format!("{}\n", ".".repeat(16)).repeat(16);
    let fault = about("read", &empty);
    assert_eq!(
        (&fault["status"], &fault["choices"]),
        (&json!("error"), &json!([{"box": "2x2"}, {"box": "4x4"}]))
    );
    assert!(
        !fault["message"].as_str().unwrap().contains("--"),
        "{fault}"
    );
    let large = json!({"do": "read", "text": empty, "box": "4x4"});
    assert_eq!(asked(large)["grid"]["rows"], 16);
    let small = json!({"do": "read", "text": empty, "box": "2x2"});
    assert_eq!(asked(small)["grid"]["rows"], 4);
    let put = json!({"do": "put", "text": empty, "box": "4x4", "row": 1, "column": 2, "digit": 3});
    assert_eq!(asked(put)["text"], empty.replacen("..", ".C", 1));
    let other = json!({"do": "read", "text": EASY, "box": "4x4"});
    assert_eq!(asked(other)["grid"]["rows"], 9);
    let ones = "1..1\n....\n....\n1111\n";
    let read = about("read", ones);
    assert_eq!(read["choices"], json!([{"kind": "matrix"}]), "{read}");
    assert!(!read["warning"].as_str().unwrap().contains("--"), "{read}");
}

#[test]
fn messages_name_no_command_line() {
    for text in [
        "variant 4x4 zebras\n",
        "variant 4x4\n12.. cage\n",
        "variant 4x4 cage\n",
    ] {
        let message = about("read", text)["message"].to_string();
        assert!(
            message.len() > 10 && !message.contains("dominox"),
            "{message}"
        );
    }
}

#[test]
fn bad_questions_are_answered() {
    for request in [
        "",
        "[]",
        "{}",
        r#"{"do": 1}"#,
        r#"{"do": "dance", "text": "queens 4"}"#,
    ] {
        assert!(ask(request).contains(r#""status":"error""#), "{request}");
    }
    for request in [
        json!({"do": "list", "text": "queens 4", "limit": 0}),
        json!({"do": "list", "text": "queens 4", "limit": -1}),
        json!({"do": "count", "text": "queens 4", "by": "magic"}),
        json!({"do": "generate", "rating": [1]}),
        json!({"do": "generate", "rules": "zebra"}),
        json!({"do": "generate", "box": "90x90"}),
        json!({"do": "read", "text": "queens 4", "kind": "zebra"}),
        json!({"do": "put", "text": "queens 4", "row": 1, "column": 1, "digit": 1}),
        json!({"do": "steps", "text": COVER}),
    ] {
        assert_eq!(asked(request.clone())["status"], "error", "{request}");
    }
    assert_eq!(
        asked(json!({"do": "read", "text": "queens 4"}))["status"],
        "read"
    );
    assert_eq!(asked(json!({"do": "more"}))["status"], "error");
}

#[test]
fn puzzles_are_solved() {
    assert_eq!(about("solve", EASY)["answer"]["text"], ANSWER);
    let cover = about("solve", COVER);
    assert_eq!(cover["answer"]["text"], "c e\na d f\nb g\n");
    assert_eq!(about("solve", SUDOMINOKU)["status"], "solved");
    let none = about("solve", "44..............\n");
    assert_eq!(none["status"], "none");
    assert!(
        none["why"]
            .as_str()
            .unwrap()
            .contains("both take digit 4 in row 1")
    );
}

#[test]
fn lists_go_on() {
    let mut numbers = Vec::new();
    let mut answer = finished(json!({"do": "list", "text": "queens 8", "limit": 40, "nodes": 50}));
    loop {
        numbers.push(answer["answers"].as_array().unwrap().len());
        if answer["more"] == false {
            break;
        }
        answer = finished(json!({"do": "more", "nodes": 50}));
    }
    assert_eq!(numbers, [40, 40, 12]);
    assert_eq!(answer["first"], 81);
}

#[test]
fn counts_come_in_slices_or_at_once() {
    let first = asked(json!({"do": "count", "text": "queens 10", "nodes": 100}));
    assert_eq!(first["status"], "running");
    assert!(first["share"].as_f64().unwrap() < 1.0);
    let mut count = first;
    while count["status"] == "running" {
        count = asked(json!({"do": "more", "nodes": 1000}));
    }
    assert_eq!(count["count"], "724");
    let at_once = asked(json!({"do": "count", "text": "dominoes 8x8", "by": "table"}));
    assert_eq!(at_once["count"], "12988816");
    let tilings =
        finished(json!({"do": "count", "text": SUDOMINOKU, "puzzle": 2, "of": "tilings"}));
    assert_eq!(
        (&tilings["count"], &tilings["of"]),
        (&json!("2"), &json!("tilings"))
    );
}

#[test]
fn uniqueness_shows_where_answers_differ() {
    assert_eq!(about("unique", EASY)["status"], "unique");
    let two = about("unique", ".2.4.4.221434321\n");
    assert_eq!(two["status"], "multiple");
    assert_eq!(two["differing"], json!(["r1c1", "r1c3", "r2c1", "r2c3"]));
    assert_ne!(two["answers"][0]["text"], two["answers"][1]["text"]);
    assert_eq!(about("unique", "11..............\n")["status"], "none");
}

const FIVE_GRIDS: &str = "6\n6 B2 1 B3\n2 C4 9 C3\n6 D3 8 E3\n7 E1 4 F1\n8 B7 4 B8\n3 F5 2 F6\n\
    C5 A3 D9 I4 A9 E5 A2 C6 I1\n0\n";

#[test]
fn marks_frequencies_and_samples_are_of_all_answers() {
    let candidates = about("candidates", "12..34..........\n");
    assert!(candidates["text"].as_str().unwrap().contains("34"));
    assert_eq!(about("candidates", "11..............\n")["status"], "none");
    assert_eq!(about("candidates", COVER)["text"], "c e\na d f\nb g\n");
    let profile = about("profile", "12..34..........\n");
    assert_eq!(
        (&profile["count"], &profile["of"]),
        (&json!("12"), &json!("answers"))
    );
    assert!(
        profile["text"]
            .as_str()
            .unwrap()
            .starts_with("12\t1 at row 1, column 1\n")
    );
    assert!(profile["picture"].as_str().unwrap().starts_with("<svg "));
    let sample =
        |seed: u64| asked(json!({"do": "sample", "text": "queens 8", "limit": 3, "seed": seed}));
    assert_eq!(sample(1)["answers"].as_array().unwrap().len(), 3);
    assert_eq!(
        (sample(1), sample(1)["count"].clone()),
        (sample(1), json!("92"))
    );
    assert_eq!(about("profile", COVER)["of"], "solutions");
    // One of its five grids has two tilings.
    let of_tilings = about("sample", FIVE_GRIDS);
    assert_eq!(
        (&of_tilings["count"], &of_tilings["of"]),
        (&json!("6"), &json!("tilings"))
    );
    assert_eq!(about("count", FIVE_GRIDS)["count"], "5");
    assert_eq!(about("encode", COVER)["options"], 6);
}

#[test]
fn a_person_solves_step_by_step() {
    let steps = about("steps", EASY);
    let count = steps["list"].as_array().unwrap().len();
    assert_eq!(
        (&steps["status"], &steps["solved"], count),
        (&json!("steps"), &json!(true), 51)
    );
    let shown = asked(json!({"do": "show", "number": 3}));
    assert_eq!(shown["words"], steps["list"][2]["words"]);
    let (picture, words) = (shown["drawn"]["picture"].as_str(), shown["words"].as_str());
    let times = picture.unwrap().matches(words.unwrap()).count();
    assert_eq!(times, 1, "only the description repeats the words");
    assert_eq!(asked(json!({"do": "show", "number": 52}))["status"], "step");
    assert_eq!(
        asked(json!({"do": "show", "number": 53}))["status"],
        "error"
    );
    assert_eq!(about("hint", EASY)["words"], steps["list"][0]["words"]);
    assert_eq!(about("rate", EASY)["rating"], steps["rating"]);
    assert_eq!(about("hint", ANSWER)["status"], "full");
    assert_eq!(about("steps", "12..34..........\n")["status"], "multiple");
    assert_eq!(about("steps", SUDOMINOKU)["solved"], true);
}

#[test]
fn a_puzzle_without_answer_is_explained() {
    assert_eq!(about("why", EASY)["status"], "solvable");
    let why = about("why", "variant 9x9\ncage 17 r1c1 r1c2\ncage 17 r1c3 r2c3\n");
    assert!(
        why["why"]
            .as_str()
            .unwrap()
            .ends_with("contradict each other")
    );
    let cells = about("why", "123....4........\n");
    assert_eq!(cells["status"], "none");
    assert!(!cells["cells"].as_array().unwrap().is_empty());
}

#[test]
fn puzzles_that_are_made_have_one_answer() {
    for wish in [
        json!({"do": "generate", "box": "2x3", "seed": 7}),
        json!({"do": "generate", "seed": "7", "rating": [1.0, 1.5], "symmetry": "rotate180"}),
        json!({"do": "generate", "box": "2x2", "rules": "x", "seed": 7}),
        json!({"do": "generate", "kind": "sudominoku", "seed": 7}),
    ] {
        let made = finished(wish.clone());
        assert_eq!(made["status"], "made", "{wish}");
        assert_eq!(finished(wish)["text"], made["text"]);
        let text = made["text"].as_str().unwrap();
        assert_eq!(about("unique", text)["status"], "unique");
    }
}

#[test]
fn too_many_answers_stop() {
    let stopped = about("sample", &".".repeat(81));
    assert_eq!(stopped["status"], "stopped");
    let message = stopped["message"].as_str().unwrap();
    assert!(message.contains("too many answers"), "{message}");
}

#[test]
fn what_cannot_be_made_is_given_up() {
    let wish = json!({"do": "generate", "box": "2x2", "seed": 7, "rating": [5.0, 7.0]});
    let stopped = finished(wish);
    assert_eq!(stopped["status"], "stopped");
    let message = stopped["message"].as_str().unwrap();
    assert!(message.ends_with("try another difficulty"), "{message}");
}

/// The text after a digit was put into a cell.
fn put(text: &str, cell: (u64, u64), digit: u64) -> String {
    let request =
        json!({"do": "put", "text": text, "row": cell.0, "column": cell.1, "digit": digit});
    let answer = asked(request);
    answer["text"]
        .as_str()
        .unwrap_or_else(|| panic!("{answer}"))
        .to_owned()
}

#[test]
fn a_text_that_loses_its_layout_is_said_to_be_new() {
    let array = "let board = [[1,2,3,4],[3,4,1,2],[0,0,0,0],[0,0,0,0]];\n";
    let grid = "12..\n....\n....\n....\n";
    for (text, is_anew) in [(array, true), (grid, false)] {
        let request = json!({"do": "put", "text": text, "row": 3, "column": 1, "digit": 2});
        assert_eq!(asked(request)["anew"], is_anew, "{text}");
    }
}

#[test]
fn digits_are_put_into_the_text() {
    assert_eq!(put("1234341221434321\n", (4, 4), 0), "123434122143432.\n");
    assert_eq!(put(EASY, (1, 3), 4), EASY.replacen("53.", "534", 1));
    let framed = "# mine\n1.|..\n..|2.\n--+--\n.3|..\n..|.4\n";
    assert_eq!(put(framed, (4, 4), 0), framed.replace("|.4", "|.."));
    let table = "A3,0000340000000000,hard\n";
    assert_eq!(put(table, (1, 1), 2), table.replace(",0000", ",2000"));
    let killer = "variant 4x4\n. . . .\n. 4 . .\n. . . .\n. . . .\ncage 5 r1c1 r1c2\n";
    assert_eq!(put(killer, (2, 2), 3), killer.replace(". 4", ". 3"));
    let bare = put("variant 4x4\ncage 5 r1c1 r1c2\n", (1, 1), 2);
    assert!(bare.starts_with("variant 4x4\n2"), "{bare}");
    let line = put("variant 4x4 x", (1, 1), 2);
    assert_eq!(line, "variant 4x4 x\n2...\n....\n....\n....\n");
    let two = "# two\nvariant 6x6\ngrids 4 r1c1 r3c3\n....~~\n34..~~\n.....4\n.13.1.\n~~2..3\n~~....\n# end\n";
    assert_eq!(
        put(two, (6, 3), 1),
        two.replace("~~....\n# end", "~~1...\n# end")
    );
    let row = format!("0 {}\n", ["0"; 15].join(" "));
    let large = put(&format!("16{}{}", &row[1..], row.repeat(15)), (16, 16), 12);
    assert!(
        large.starts_with("16 0 0") && large.ends_with(" 0 12\n"),
        "{large}"
    );
}
