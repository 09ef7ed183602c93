//! A diagram as a drawing, in the language of Graphviz's `dot`.
//!
//! As in Knuth's drawings, a dashed line leads to the sets without the option and a solid one to those with it; ⊤ is
//! true. Lines to false are left out, unless the diagram itself is false.

use std::fmt;

use super::Zdd;
use super::node::{FALSE, TRUE};
use crate::problem::OptionId;

impl Zdd {
    /// The diagram in the language of `dot`, to be printed, root first. Each node has the label of its option;
    /// quotation marks and the like are allowed in it.
    ///
    /// ```
    /// use dominox::{Problem, Solver};
    /// let problem = Problem::parse("a b\na\nb\na b\n")?;
    /// let zdd = Solver::new(&problem)?.zdd()?;
    /// let dot = zdd.to_dot(|option| problem.option_text(option)).to_string();
    /// assert!(dot.contains("4 [label=\"a\"];\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_dot<L: fmt::Display>(&self, label: impl Fn(OptionId) -> L) -> impl fmt::Display {
        Dot { zdd: self, label }
    }
}

struct Dot<'a, F> {
    zdd: &'a Zdd,
    label: F,
}

impl<L: fmt::Display, F: Fn(OptionId) -> L> fmt::Display for Dot<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Dot { zdd, label } = self;
        f.write_str("digraph zdd {\n")?;
        match zdd.root {
            FALSE => writeln!(f, "  0 [label=\"⊥\", shape=box];")?,
            _ => writeln!(f, "  1 [label=\"⊤\", shape=box];")?,
        }
        for number in (Zdd::CONSTANTS..zdd.nodes.len()).rev() {
            let node = zdd.nodes[number];
            let label = label(OptionId::new(node.option as usize)).to_string();
            let label = label
                .replace('\\', "\\\\")
                .replace('"', "\\\"")
                .replace('\n', "\\n");
            writeln!(f, "  {number} [label=\"{label}\"];")?;
            writeln!(f, "  {number} -> {};", node.hi)?;
            if node.lo >= TRUE {
                writeln!(f, "  {number} -> {} [style=dashed];", node.lo)?;
            }
        }
        f.write_str("}\n")
    }
}
