//! Every fault of a text, as a reader of the message sees it, and what is not a fault.

use insta::assert_snapshot;

use super::*;

/// The messages of all these faulty texts, one below the other.
fn messages(texts: &[&str]) -> String {
    let message = |text: &&str| Problem::parse(text).expect_err(text).to_string();
    texts.iter().map(message).collect::<Vec<_>>().join("\n")
}

#[test]
fn no_item_line() {
    assert_snapshot!(messages(&["", "\n| comment\n"]), @r#"
    1:1: no item line: expected a line of item names, a primary one first (a line that begins with `|` is a comment)
    3:1: no item line: expected a line of item names, a primary one first (a line that begins with `|` is a comment)
    "#);
}

#[test]
fn names_in_the_item_line() {
    assert_snapshot!(messages(&["a b a", "a | x a", "a b:c | x", "a\u{1b}[1m b", "a 2|"]), @r#"
    1:5: item `a` is named twice: expected different names
      | a b a
      |     ^
    1:7: item `a` is named twice: expected different names
      | a | x a
      |       ^
    1:3: a `:` in item `b:c`: expected names only (colours come in options, bounds before a `|`: `low:high|item`)
      | a b:c | x
      |   ^^^
    1:1: bad name "a�[1m": expected characters other than blanks, `:` and `|`
      | a�[1m b
      | ^^^^^
    1:3: a name is missing here: expected one, without a blank before it
      | a 2|
      |   ^^
    "#);
}

#[test]
fn bars_in_the_item_line() {
    assert_snapshot!(messages(&["a | x | y", "a || x", "a | x |y"]), @r#"
    1:7: a second `|`: expected one, between primary and secondary items
      | a | x | y
      |       ^
    1:4: a second `|`: expected one, between primary and secondary items
      | a || x
      |    ^
    1:7: a second `|`: expected one, between primary and secondary items
      | a | x |y
      |       ^^
    "#);
}

#[test]
fn bounds() {
    assert_snapshot!(messages(&["2-3|b", "a| b", "2:|a", "a 99999999999|b", "3:2|a", "a 0|b", "a | 2|x"]), @r#"
    1:1: bad bounds `2-3`: expected `n|item` or `low:high|item`, with numbers up to 4294967295 (a `|` that separates primary and secondary items needs a blank before it)
      | 2-3|b
      | ^^^
    1:1: bad bounds `a`: expected `n|item` or `low:high|item`, with numbers up to 4294967295 (a `|` that separates primary and secondary items needs a blank before it)
      | a| b
      | ^
    1:1: bad bounds `2:`: expected `n|item` or `low:high|item`, with numbers up to 4294967295 (a `|` that separates primary and secondary items needs a blank before it)
      | 2:|a
      | ^^
    1:3: bad bounds `99999999999`: expected `n|item` or `low:high|item`, with numbers up to 4294967295 (a `|` that separates primary and secondary items needs a blank before it)
      | a 99999999999|b
      |   ^^^^^^^^^^^
    1:1: bad bounds 3:2 of item `a`: expected low <= high and high >= 1
      | 3:2|a
      | ^^^^^
    1:3: bad bounds 0:0 of item `b`: expected low <= high and high >= 1
      | a 0|b
      |   ^^^
    1:5: bounds on secondary item `x`: only primary items have bounds
      | a | 2|x
      |     ^^^
    "#);
}

#[test]
fn unknown_items() {
    assert_snapshot!(messages(&["cell row | X\ncell rwo", "a B | x\nb", "a b\nq", "a\na :red", "\u{feff}a\r\na\r\né̈ü a\r\n"]), @r#"
    2:6: unknown item `rwo`: did you mean `row`?
      | cell rwo
      |      ^^^
    2:1: unknown item `b`: did you mean `B`?
      | b
      | ^
    2:1: unknown item `q`: it is not in the item line
      | q
      | ^
    2:3: no item before this `:`: expected `item:colour`
      | a :red
      |   ^
    3:1: unknown item `é̈ü`: it is not in the item line
      | é̈ü a
      | ^^
    "#);
}

#[test]
fn entries_that_the_builder_refuses() {
    assert_snapshot!(messages(&["a b | x\na b a", "a | x\na x x:red", "a | x\na x:red x:red", "a b\nb a:red", "a | x\na x:r:g"]), @r#"
    2:5: item `a` occurs twice in one option: expected each item once
      | a b a
      |     ^
    2:5: item `x` occurs twice in one option: expected each item once
      | a x x:red
      |     ^^^^^
    2:9: item `x` occurs twice in one option: expected each item once
      | a x:red x:red
      |         ^^^^^
    2:3: a colour on primary item `a`: only secondary items have colours
      | b a:red
      |   ^^^^^
    2:5: bad name "r:g": expected characters other than blanks, `:` and `|`
      | a x:r:g
      |     ^^^
    "#);
}

#[test]
fn missing_colour() {
    assert_snapshot!(messages(&["a | x\na x:"]), @r#"
    2:3: no colour after `x:`: expected `x` or `x:colour`
      | a x:
      |   ^^
    "#);
}

#[test]
fn costs() {
    assert_snapshot!(messages(&["a\na |", "a\na |-3", "a\na |99999999999999999999", "a\na |18446744073709551615 |1", "a\na|3", "a\n2|a"]), @r#"
    2:3: no cost after `|`: expected `|n`, without a blank before the number n
      | a |
      |   ^
    2:3: bad cost `|-3`: expected `|n` with a whole number n up to 18446744073709551615
      | a |-3
      |   ^^^
    2:3: bad cost `|99999999999999999999`: expected `|n` with a whole number n up to 18446744073709551615
      | a |99999999999999999999
      |   ^^^^^^^^^^^^^^^^^^^^^
    2:25: the costs of one option exceed 18446744073709551615
      | a |18446744073709551615 |1
      |                         ^^
    2:1: a `|` within `a|3`: expected an item, or a cost `|n` with a blank before it
      | a|3
      | ^^^
    2:1: a `|` within `2|a`: expected an item, or a cost `|n` with a blank before it
      | 2|a
      | ^^^
    "#);
}

#[test]
fn long_words_are_cut() {
    let long = "long".repeat(50);
    let texts = [format!("a\n a {long} a"), format!("{long} {long}")];
    assert_snapshot!(messages(&[&texts[0], &texts[1]]), @r#"
    2:4: unknown item `longlonglonglonglonglonglonglonglonglong…`: it is not in the item line
      |  a longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglongl…
      |    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    1:202: item `longlonglonglonglonglonglonglonglonglong…` is named twice: expected different names
      | …onglonglonglonglonglonglonglonglong longlonglonglonglonglonglonglonglong…
      |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#);
}

#[test]
fn what_is_no_fault() {
    let plain = "a 2|b 0:3|c | x y\na b x:red y\nb c |7\n";
    let dressed =
        "\u{feff}| comment\r\n\r\n  a  2:2|b 0:3|c |x y\r\n \t| 1\r\na b x:red\ty\r\nb |5 c |2 |0";
    let problem = Problem::parse(dressed).unwrap();
    assert_eq!(problem, plain.parse().unwrap());
    assert_eq!(problem.to_text().unwrap(), plain);
    assert_eq!(Problem::parse("a |").unwrap().to_text().unwrap(), "a\n");
}

#[test]
fn names_of_any_script_and_length() {
    let long = "名".repeat(10_000);
    let text = format!("ä {long} | Ξ\nä Ξ:красный\n{long}\n");
    let problem = Problem::parse(&text).unwrap();
    assert_eq!(problem.to_text().unwrap(), text);
    let option = problem.options().next().unwrap();
    assert_eq!(problem.option_text(option), "ä Ξ:красный");
}

#[test]
fn what_the_text_cannot_hold() {
    let mut builder = Problem::builder();
    builder.secondary("x").unwrap();
    let error = builder.build().to_text().unwrap_err();
    assert_eq!(error, PrintError::NoPrimaryItem);

    let mut builder = Problem::builder();
    let item = builder.primary("a").unwrap();
    builder.option([item]).unwrap();
    let empty = builder.option::<Entry>([]).unwrap();
    let error = builder.build().to_text().unwrap_err();
    assert_eq!(error, PrintError::EmptyOption(empty));
    assert!(error.to_string().starts_with("option 2 has no items"));
}

#[test]
fn idle_options_have_no_primary_item() {
    let mut builder = Problem::builder();
    let item = builder.primary("a").unwrap();
    let secondary = builder.secondary("x").unwrap();
    let idle = [
        builder.option([secondary]).unwrap(),
        builder.option::<Entry>([]).unwrap(),
    ];
    builder.option([secondary, item]).unwrap();
    assert!(builder.build().idle_options().eq(idle));
}

#[test]
fn words_stand_between_blanks_of_all_kinds() {
    let text = "a\u{b}b\u{a0}é\u{2003}c\u{85}d \u{a0} e\tf\u{3000}\n \u{a0}é\u{2003}\u{2003}e \n";
    let problem = Problem::parse(text).unwrap();
    assert_eq!(problem.to_string(), "a b é c d e f\né e\n");
}
