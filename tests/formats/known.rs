//! What is written for a small problem, format by format, as a person checks it.

use dominox::Problem;
use dominox::formats::{Format, write};

/// A problem with all that there is.
const WHOLE: &str = "a 1:2|b 0:2|c | x y\na b x:red |3\nb c y\na y x:blue |5\nb x:red\nx y\nc\n";

fn shown(text: &str, format: Format) -> String {
    let written = write(&Problem::parse(text).unwrap(), format).unwrap();
    let losses = written.losses.iter().map(|loss| format!("({loss})\n"));
    losses.collect::<String>() + &written.text
}

fn transcript(text: &str, formats: &[Format]) -> String {
    let one = |format: &Format| format!("== {}\n{}", format.name(), shown(text, *format));
    Vec::from_iter(formats.iter().map(one)).join("\n")
}

macro_rules! assert_shown {
    ($name:literal, $value:expr) => {
        insta::with_settings!(
            {
                snapshot_path => "../../snapshots",
                prepend_module_to_snapshot => false,
                omit_expression => true
            },
            { insta::assert_snapshot!(concat!("formats-", $name), $value) }
        )
    };
}
pub(crate) use assert_shown;

#[test]
fn all_of_a_problem() {
    let formats = [
        Format::Miniexact,
        Format::Cnf,
        Format::Lp,
        Format::Mzn,
        Format::Opb,
        Format::Json,
    ];
    assert_shown!("whole", transcript(WHOLE, &formats));
}

#[test]
fn plain_problems() {
    let plain = "a b c\na b\nc\nb\na c |1\n";
    let formats = [Format::Xcc, Format::Ec, Format::Matrix, Format::Libexact];
    let colored = "a b | x\na x:red\nb x:red |2\nb |3\n";
    let bounded = "2|a 0:2|b 1:3|c | x\na b x\nc\nb a\na x c\nx\n";
    let shown = [
        transcript(plain, &formats),
        transcript(colored, &[Format::Xcc]),
        transcript(bounded, &[Format::Libexact]),
    ];
    assert_shown!("plain", shown.join("\n"));
}

/// A ladder is used where it is short: counted from below, or from above.
#[test]
fn formulas_stay_small() {
    let clauses = |low: usize, high: usize, options: usize| {
        let text = format!("{low}:{high}|a\n{}", "a\n".repeat(options));
        let written = write(&Problem::parse(&text).unwrap(), Format::Cnf).unwrap();
        let head = written.text.lines().find(|line| line.starts_with("p cnf"));
        head.unwrap().to_owned()
    };
    let shown = [
        clauses(1, 1, 6),
        clauses(1, 1, 7),
        clauses(1, 1, 1000),
        clauses(1, 1000, 1000),
        clauses(998, 1000, 1000),
        clauses(998, 999, 1000),
        clauses(3, 5, 1000),
        clauses(1000, 1000, 1000),
    ];
    insta::assert_snapshot!(shown.join("\n"), @r"
    p cnf 6 16
    p cnf 12 22
    p cnf 1998 3994
    p cnf 1000 1
    p cnf 2996 7983
    p cnf 2996 7984
    p cnf 5984 19931
    p cnf 1000 1000
    ");
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    let refused = [
        ("2|a\na\n", Format::Xcc),
        ("2|a\na\n", Format::Matrix),
        ("2|a\na\n", Format::Ec),
        ("a | x\na x\n", Format::Matrix),
        ("a | x\na x\n", Format::Ec),
        ("a | x\na x:1\n", Format::Libexact),
        ("3000000000|a\na\n", Format::Libexact),
    ];
    let message = |(text, format): (&str, Format)| {
        let error = write(&Problem::parse(text).unwrap(), format).unwrap_err();
        format!("{}: {error}", format.name())
    };
    let mut builder = Problem::builder();
    builder.primary("a").unwrap();
    builder.option::<dominox::problem::ItemId>([]).unwrap();
    let empty = builder.build();
    let formats = [Format::Dlx, Format::Miniexact, Format::Xcc];
    let empty = formats.map(|format| write(&empty, format).unwrap_err().to_string());
    let nothing = write(&Problem::builder().build(), Format::Matrix).unwrap_err();
    let lines = refused.map(message).into_iter().chain(empty);
    let lines = Vec::from_iter(lines.chain([nothing.to_string()]));
    insta::assert_snapshot!(lines.join("\n"), @r"
    xcc: item `a` has bounds: the format has items that are covered exactly once
    matrix: item `a` has bounds: the format has items that are covered exactly once
    ec: item `a` has bounds: the format has items that are covered exactly once
    matrix: item `x` is secondary: the format has primary items only
    ec: item `x` is secondary: the format has primary items only
    libexact: item `x` has colours, which the format does not
    libexact: the problem is too large for the format
    option 1 has no items and cannot be written as text: its line would be blank
    option 1 has no items, which the format cannot express
    option 1 has no items, which the format cannot express
    the problem has no items
    ");
}
