//! Why an engine does not take a problem, with the name of the item in question.

use crate::engine::Unsupported;
use crate::problem::{Bounds, Problem};

/// Why an engine does not take this problem.
///
/// ```
/// use dominox::workshop::refused_words;
/// use dominox::{Problem, Solver, engine::KernelName};
/// let problem = Problem::parse("a 2|b\na b\nb\n")?;
/// let error = Solver::with_kernel(&problem, Some(KernelName::Lanes)).unwrap_err();
/// assert_eq!(
///     refused_words(&error, &problem),
///     "item `b` is to be covered 2 times: `lanes` needs items that are covered exactly once"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If the item does not belong to the problem.
pub fn refused_words(error: &Unsupported, problem: &Problem) -> String {
    let Unsupported::Bounds(engine, item) = error else {
        return error.to_string();
    };
    let name = problem.item_name(*item);
    let times = match problem.bounds(*item) {
        Some(Bounds { low, high }) if low < high => format!("{low} to {high} times"),
        Some(Bounds { high, .. }) => format!("{high} times"),
        None => "as a secondary one".into(),
    };
    format!(
        "item `{name}` is to be covered {times}: `{engine}` needs items that are covered exactly once"
    )
}
