//! The diagram of all solutions as a picture.

use std::collections::BTreeSet;

use crate::engine::Zdd;
use crate::problem::Problem;
use crate::render::{Branch, Picture, TooLarge, diagram};

/// The diagram as nodes and lines, solid with the option of a node and dashed without it. Nodes show the numbers of their
/// options; a list of the options is beside the diagram.
///
/// ```
/// use dominox::workshop::zdd_picture;
/// use dominox::{Problem, Solver};
/// let problem = Problem::parse("a b\na\nb\na b\n")?;
/// let zdd = Solver::new(&problem)?.zdd()?;
/// let picture = zdd_picture(&problem, &zdd)?;
/// assert_eq!(picture.description(), "3 nodes. 1: a. 2: b. 3: a b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there are more than 300 nodes.
pub fn zdd_picture(problem: &Problem, zdd: &Zdd) -> Result<Picture, TooLarge> {
    let nodes = zdd.nodes().map(|node| Branch {
        label: (node.option.index() + 1).to_string(),
        no: node.lo,
        yes: node.hi,
    });
    let nodes = Vec::from_iter(nodes);
    let options = BTreeSet::from_iter(zdd.nodes().map(|node| node.option));
    let lines = options.into_iter().map(|option| {
        let text = problem.option_text(option);
        format!("{}: {text}", option.index() + 1)
    });
    let lines = Vec::from_iter(lines);
    let legend = Vec::from_iter(lines.iter().map(String::as_str));
    diagram(&nodes, zdd.root(), &legend)
}
