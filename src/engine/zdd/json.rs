//! A diagram as JSON: one object, with a line for each node.
//!
//! ```text
//! {"options":3,"root":4,"fields":["node","option","lo","hi"],"nodes":[
//! [2,3,0,1],
//! [3,2,0,1],
//! [4,1,2,3]
//! ]}
//! ```
//!
//! Options count from 1. Nodes 0 and 1 are false and true; children come before their parents.

use std::fmt;

use super::Zdd;

impl Zdd {
    /// The diagram as JSON, to be printed: an object with the number of options of the problem, the number of the root,
    /// and each node as an array of its number, its option (from 1) and the numbers of its children, children first.
    pub fn to_json(&self) -> impl fmt::Display + '_ {
        Json(self)
    }
}

struct Json<'a>(&'a Zdd);

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Json(zdd) = self;
        let fields = r#""fields":["node","option","lo","hi"]"#;
        let (options, root) = (zdd.options, zdd.root);
        write!(
            f,
            r#"{{"options":{options},"root":{root},{fields},"nodes":["#
        )?;
        let mut between = "\n";
        for (number, node) in (Zdd::CONSTANTS..).zip(zdd.branches()) {
            let option = node.option as usize + 1;
            write!(f, "{between}[{number},{option},{},{}]", node.lo, node.hi)?;
            between = ",\n";
        }
        f.write_str("\n]}\n")
    }
}
