//! Writes D. E. Knuth's listing of a diagram: a line for each node, as his programs BDD15 and DLX6 write it and ZDDREAD
//! reads it.
//!
//! ```text
//!     number: (~option?lo:hi)         numbers in hexadecimal digits, 0 for false and 1 for true; options count from 1
//!
//!     2: (~4?0:1)                     with option 4: the empty set; so {4}
//!     3: (~2?2:1)                     with option 2: the empty set, else 2; so {2}, {4}
//!     4: (~0?0:3)                     no option: the root is 3
//! ```
//!
//! The last line, with option 0, names the root, as in DLX6; ZDDREAD begins with the least option.

use std::fmt;

use super::Zdd;

impl Zdd {
    /// The diagram in Knuth's listing, to be printed: a line for each node, children first, and one for the root.
    ///
    /// ```
    /// use dominox::{Problem, Solver};
    /// let problem = Problem::parse("a b\na\nb\na b\n")?;
    /// let text = Solver::new(&problem)?.zdd()?.to_text().to_string();
    /// assert_eq!(text, "2: (~3?0:1)\n3: (~2?0:1)\n4: (~1?2:3)\n5: (~0?0:4)\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_text(&self) -> impl fmt::Display + '_ {
        Text(self)
    }
}

struct Text<'a>(&'a Zdd);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Text(zdd) = self;
        for (number, node) in (Zdd::CONSTANTS..).zip(zdd.branches()) {
            let option = node.option as usize + 1;
            writeln!(f, "{number:x}: (~{option}?{:x}:{:x})", node.lo, node.hi)?;
        }
        writeln!(f, "{:x}: (~0?0:{:x})", zdd.nodes.len(), zdd.root)
    }
}
