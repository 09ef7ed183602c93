//! What is written and can be read comes back as the same problem, and no text makes a reader panic.

use dominox::Problem;
use dominox::formats::{Format, Loss, Unfit, Written, read, write};
use proptest::prelude::*;

use crate::problems::{ALL, With, problem, solutions};

/// Reads back what was written.
fn back(written: &Written, format: Format) -> Problem {
    read(&written.text, format).unwrap_or_else(|error| panic!("{error}\n{}", written.text))
}

/// Bounds, entries and costs, without names.
fn bare(problem: &Problem) -> String {
    let mut text = format!("{:?}\n", problem.primary_count());
    for item in problem.items() {
        text += &format!("{:?} ", problem.bounds(item));
    }
    for option in problem.options() {
        text += &format!("\n{:?} {}", problem.entries(option), problem.cost(option));
    }
    text
}

fn without_costs(problem: &Problem) -> Problem {
    let text = problem.to_string();
    let is_cost = |word: &&str| !word.starts_with('|') || word.len() == 1;
    let line = |line: &str| Vec::from_iter(line.split(' ').filter(is_cost)).join(" ") + "\n";
    Problem::parse(&text.lines().map(line).collect::<String>()).unwrap()
}

proptest! {
    #[test]
    fn json_and_text_are_the_same_problem(problem in problem(ALL)) {
        for format in [Format::Json, Format::Dlx] {
            let written = write(&problem, format).unwrap();
            prop_assert_eq!(&written.losses, &[]);
            prop_assert_eq!(back(&written, format), problem.clone());
        }
    }

    #[test]
    fn miniexact_is_the_same_problem(problem in problem(ALL)) {
        let written = write(&problem, Format::Miniexact).unwrap();
        let expected = match written.losses.contains(&Loss::FallingCosts) {
            true => without_costs(&problem),
            false => problem,
        };
        prop_assert_eq!(back(&written, Format::Miniexact).to_string(), expected.to_string());
    }

    #[test]
    fn numbers_are_the_same_problem(problem in problem(With { bounds: false, ..ALL })) {
        let written = write(&problem, Format::Xcc).unwrap();
        let expected = match written.losses.contains(&Loss::FallingCosts) {
            true => without_costs(&problem),
            false => problem,
        };
        for format in [Format::Xcc, Format::Miniexact] {
            let read = back(&written, format);
            prop_assert_eq!(solutions(&read), solutions(&expected));
            prop_assert_eq!(read.primary_count(), expected.primary_count());
            let costs = |problem: &Problem| Vec::from_iter(problem.options().map(|o| problem.cost(o)));
            prop_assert_eq!(costs(&read), costs(&expected));
        }
    }

    #[test]
    fn matrices_and_sets_are_the_same_problem(
        problem in problem(With { bounds: false, secondary: false, colors: false, costs: false })
    ) {
        for format in [Format::Ec, Format::Matrix] {
            let written = write(&problem, format);
            if problem.option_count() == 0 && format == Format::Matrix {
                prop_assert_eq!(written, Err(Unfit::NoOptions));
            } else {
                prop_assert_eq!(bare(&back(&written.unwrap(), format)), bare(&problem));
            }
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(
        text in "(p (xcc?|ec|cover) [0-9]{1,3} [0-9]{0,2}\n|<|>|\\[|\\]|[sc]|\\{|\\}|\"(primary|options|a|b:c|\\\\u00)\"?|[-$:;,|]|[ab0-9é]|\\s){0,40}"
    ) {
        for format in Format::ALL {
            if let Err(error) = read(&text, format) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }
}

#[test]
fn names_that_do_not_fit_are_replaced() {
    let problem = Problem::parse("a(1) b | x\na(1) x:[1]\nb x:[1]\n").unwrap();
    let written = write(&problem, Format::Miniexact).unwrap();
    assert_eq!(written.losses, [Loss::UnfitNames]);
    assert_eq!(written.text, "< i1 i2 >\n[ i3 ]\ni1 i3:c1;\ni2 i3:c1;\n");
}

#[test]
fn facts_are_held_by_json_alone() {
    let mut builder = Problem::builder();
    let item = builder.primary("a\"b\\c").unwrap();
    builder.option([item]).unwrap();
    builder.facts([3, 7]).unwrap();
    let problem = builder.build();
    let written = write(&problem, Format::Json).unwrap();
    assert_eq!(
        (read(&written.text, Format::Json).unwrap(), written.losses),
        (problem.clone(), vec![])
    );
    for format in [
        Format::Dlx,
        Format::Cnf,
        Format::Opb,
        Format::Mzn,
        Format::Lp,
        Format::Ec,
    ] {
        let losses = write(&problem, format).unwrap().losses;
        assert!(losses.contains(&Loss::Facts), "{format:?}");
    }
}

/// The three forms of one problem for miniexact, and what it says of such texts in its own documentation.
#[test]
fn each_form_for_miniexact_is_read() {
    let forms = [
        "< a b:2;3 >\n[ x ]\na x:1;\nb a $4;\nb x:1",
        "| a comment\na b:2:3 | x\n\n a x:1\n| another\nb a $4;b x:1",
        "\n<a b:2;3>[x]a x:1;b a$4;b x:1;",
    ];
    for text in forms {
        let problem = read(text, Format::Miniexact).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            problem.to_string(),
            "a 2:3|b | x\na x:1\nb a |4\nb x:1\n",
            "{text}"
        );
    }
    let numbers = read("c x\np xcc 2 1\n2 3 -1 0\n1 3 -1 0\n", Format::Miniexact).unwrap();
    assert_eq!(numbers.to_string(), "1 2 | 3\n2 3:1\n1 3:1\n");
}

#[test]
fn sets_of_the_benchmarks_are_read() {
    let texts = [
        "c n = 3, m = 3\np ec 3\ns 1\ns 2 3\ns 1 2\n",
        "p cover 3 3\r\n1\r\n2 3\r\n\r\n1 2",
    ];
    for text in texts {
        let problem = read(text, Format::Ec).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(problem.to_string(), "1 2 3\n1\n2 3\n1 2\n");
    }
}
