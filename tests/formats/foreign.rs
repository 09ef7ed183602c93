//! What is written as a formula or as an integer program is solved by crates that others wrote: rustsat with the solver
//! BatSat, lp_parser_rs and microlp.

use std::collections::BTreeSet;

use dominox::Problem;
use dominox::formats::{Format, write};
use lp_parser_rs::LpProblem;
use lp_parser_rs::model::{ComparisonOp, Constraint, VariableType};
use microlp::OptimizationDirection;
use proptest::prelude::*;
use rustsat::instances::{
    BasicVarManager, Cnf, ManageVars, Objective, OptInstance, SatInstance, fio,
};
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Assignment, Clause, Lit, TernaryVal, Var};
use rustsat_batsat::BasicSolver;

use crate::problems::{ALL, Choice, problem, solutions};

/// The options of a model: those of the first variables that are true.
fn chosen(model: &Assignment, options: usize) -> Choice {
    let is_true =
        |number: &usize| model.var_value(Var::new(*number as u32 - 1)) == TernaryVal::True;
    (1..=options).filter(is_true).collect()
}

/// All models over the first variables, up to this one. Each is excluded once it is found.
fn models(cnf: Cnf, variables: usize) -> Vec<Assignment> {
    let mut solver = BasicSolver::default();
    solver.add_cnf(cnf).expect("a solver takes clauses");
    let mut found = Vec::new();
    while solver.solve().expect("an answer") == SolverResult::Sat {
        let model = solver.full_solution().expect("a model");
        let other = (0..variables as u32).map(|index| {
            let is_true = model.var_value(Var::new(index)) == TernaryVal::True;
            Lit::new(index, is_true)
        });
        solver
            .add_clause(Clause::from_iter(other))
            .expect("a solver takes clauses");
        found.push(model);
        assert!(found.len() <= 1 << 12, "too many models");
    }
    found
}

/// The numbers of variables and clauses that a formula announces, and the variables that it shows.
fn head(text: &str) -> (usize, usize, Vec<usize>) {
    assert!(text.starts_with("c t mc\n"), "{text}");
    let line = text.lines().find_map(|line| line.strip_prefix("p cnf "));
    let (variables, clauses) = line.unwrap().split_once(' ').unwrap();
    let shown = text
        .lines()
        .filter_map(|line| line.strip_prefix("c p show "));
    let shown = shown.flat_map(|line| line.strip_suffix(" 0").unwrap().split(' '));
    let number = |word: &str| word.parse().unwrap();
    (
        number(variables),
        number(clauses),
        shown.map(number).collect(),
    )
}

fn check_cnf(problem: &Problem) {
    let written = write(problem, Format::Cnf).unwrap();
    let text = written.text;
    let (variables, clauses, shown) = head(&text);
    assert_eq!(shown, Vec::from_iter(1..=problem.option_count()));
    assert_eq!(
        text.lines()
            .filter(|line| !line.starts_with(['c', 'p']))
            .count(),
        clauses
    );
    let parsed: SatInstance = SatInstance::from_dimacs(&mut text.as_bytes()).expect(&text);
    // One model for each solution, whether the other variables are examined or not.
    let models = models(parsed.into_cnf().0, variables);
    let options = problem.option_count();
    let found = models.iter().map(|model| chosen(model, options));
    let found = Vec::from_iter(found);
    assert_eq!(
        found.len(),
        found.iter().collect::<BTreeSet<_>>().len(),
        "{text}"
    );
    assert_eq!(BTreeSet::from_iter(found), solutions(problem), "{text}");
}

fn cost(problem: &Problem, choice: &Choice) -> u64 {
    let options = problem.options();
    let chosen = options.filter(|option| choice.contains(&(option.index() + 1)));
    chosen.map(|option| problem.cost(option)).sum()
}

fn check_opb(problem: &Problem) {
    let text = write(problem, Format::Opb).unwrap().text;
    let options = fio::opb::Options::default();
    let reader = &mut text.as_bytes();
    let (mut constraints, objective): (SatInstance<BasicVarManager>, _) =
        match text.contains("min:") {
            true => OptInstance::from_opb(reader, options)
                .expect(&text)
                .decompose(),
            false => (
                SatInstance::from_opb(reader, options).expect(&text),
                Objective::default(),
            ),
        };
    let head = text.lines().next().unwrap();
    let words = Vec::from_iter(head.split(' '));
    let variables: usize = words[2].parse().unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.starts_with(['*', 'm']))
        .count();
    assert_eq!(words[4].parse(), Ok(lines), "{text}");
    let mut found = BTreeSet::new();
    // Encodings of sums have variables of their own, so models are distinguished by the problem's variables. The reader
    // ignores the number of variables in the head, and would use variables without a constraint for itself.
    let manager = constraints.var_manager_mut();
    manager.increase_next_free(Var::new(variables as u32));
    for model in models(constraints.into_cnf().0, variables) {
        let choice = chosen(&model, problem.option_count());
        assert_eq!(
            objective.evaluate(&model),
            cost(problem, &choice) as isize,
            "{text}"
        );
        assert!(found.insert(choice), "{text}");
    }
    assert_eq!(found, solutions(problem), "{text}");
}

/// The integer program of a text, for another solver: its variables by their numbers.
fn program(text: &str) -> (microlp::Problem, Vec<microlp::Variable>) {
    let parsed = LpProblem::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(parsed.objectives.len(), 1);
    let objective = &parsed.objectives[0];
    let mut program = microlp::Problem::new(OptimizationDirection::Minimize);
    let count = parsed.variables.len();
    let mut variables = Vec::new();
    for number in 1..=count {
        let name = parsed.name_id(&format!("x{number}")).expect("a variable");
        let own = parsed.variables[&name].kind;
        assert_eq!(format!("{own:?}"), "Binary", "{text}");
        let weight = objective.coefficients.iter().filter(|one| one.name == name);
        variables.push(program.add_binary_var(weight.map(|one| one.value).sum()));
    }
    for constraint in parsed.constraints.values() {
        let Constraint::Standard {
            coefficients,
            operator,
            rhs,
            ..
        } = constraint
        else {
            panic!("a special set: {text}");
        };
        let operator = match operator {
            ComparisonOp::EQ => microlp::ComparisonOp::Eq,
            ComparisonOp::GTE => microlp::ComparisonOp::Ge,
            ComparisonOp::LTE => microlp::ComparisonOp::Le,
            other => panic!("{other:?}: {text}"),
        };
        let term = |one: &lp_parser_rs::model::Coefficient| {
            let number: usize = parsed.resolve(one.name)[1..].parse().unwrap();
            (variables[number - 1], one.value)
        };
        let terms = Vec::from_iter(coefficients.iter().map(term));
        program.add_constraint(terms, operator, *rhs);
    }
    (program, variables)
}

/// The most solutions that are listed by integer programming, which is slow.
const MOST: usize = 24;

/// All solutions by integer programming, the cheapest first: each is excluded once it is found.
fn check_lp(problem: &Problem) {
    let text = write(problem, Format::Lp).unwrap().text;
    let (mut program, variables) = program(&text);
    let mut found = BTreeSet::new();
    let mut last = 0;
    let all = solutions(problem);
    if all.len() > MOST {
        return;
    }
    while let Ok(outcome) = program.solve() {
        let Ok(solution) = outcome.into_solution() else {
            break;
        };
        let is_one = |variable: &microlp::Variable| solution.var_value(*variable) > 0.5;
        let is_chosen = |number: &usize| is_one(&variables[number - 1]);
        let choice: Choice = (1..=problem.option_count()).filter(is_chosen).collect();
        assert!(last <= cost(problem, &choice), "{text}");
        last = cost(problem, &choice);
        // Excludes the same values of all variables: by the sum over those that were 1, less the sum over the others.
        let others = variables
            .iter()
            .map(|one| (*one, if is_one(one) { 1.0 } else { -1.0 }));
        let ones = variables.iter().filter(|one| is_one(one)).count();
        let others = Vec::from_iter(others);
        program.add_constraint(others, microlp::ComparisonOp::Le, ones as f64 - 1.0);
        assert!(found.insert(choice), "{text}");
        assert!(found.len() <= all.len(), "{text}");
    }
    assert_eq!(found, all, "{text}");
}

const CASES: &[&str] = &[
    "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n",
    "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
    "a\n",
    "0:3|a\na\na\na\n",
    "2:3|a 0:1|b\na b\na\na b\na\na\n",
    "4|a\na\na\na\n",
    "5:6|a\na\na\na\na\na\na\na\na\n",
    "1:7|a\na\na\na\na\na\na\na\na\n",
    "a | x\na x:1\nx\na x\n",
    "a\na |3\na |2\na\na |9\na |1\na |2\na |2\na |2\n",
    // An option that no constraint mentions, and a sum.
    "1:3|p0 0:1|p2 0:2|p3\np2\np2\np0 p2\np3\n",
];

fn cases() -> impl Iterator<Item = Problem> {
    let empty = Problem::builder().build();
    let parsed = CASES.iter().map(|text| Problem::parse(text).unwrap());
    parsed.chain([empty])
}

#[test]
fn small_cases() {
    for problem in cases() {
        check_cnf(&problem);
        check_opb(&problem);
        check_lp(&problem);
    }
}

/// The type of `VariableType` is that of the parser's variables.
const _: fn(VariableType) = |_| ();

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn formulas_have_one_model_for_each_solution(problem in problem(ALL)) {
        check_cnf(&problem);
    }

    #[test]
    fn pseudo_boolean_constraints_have_the_same_solutions(problem in problem(ALL)) {
        check_opb(&problem);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn integer_programs_have_the_same_solutions(problem in problem(ALL)) {
        check_lp(&problem);
    }
}
