//! How many answers there are.

use dominox::Solver;
use serde_json::json;

use crate::fault::Fault;
use crate::job::{End, Job, Turn, end_of};
use crate::question::Question;
use crate::request::Request;

struct Counting {
    question: Question,
    solver: Solver,
    of_tilings: bool,
    /// All at once, by search and table, whichever ends first. Otherwise by search, in slices.
    at_once: bool,
}

/// Counts answers, or tilings of them. A search runs in slices and reports its progress; a table does not.
///
/// # Errors
/// If no engine can search the problem, or it is not known how to count.
pub fn job(question: Question, request: &Request) -> Result<Box<dyn Job>, Fault> {
    let of_tilings = match request.text("of")? {
        "" | "answers" => false,
        "tilings" => true,
        other => {
            return Err(Fault::new(format_args!(
                "`of`: expected answers or tilings, not `{other}`"
            )));
        }
    };
    let at_once = match request.text("by")? {
        "" | "search" => false,
        "table" => true,
        other => {
            return Err(Fault::new(format_args!(
                "`by`: expected search or table, not `{other}`"
            )));
        }
    };
    Ok(Box::new(Counting {
        solver: question.solver()?,
        question,
        of_tilings,
        at_once,
    }))
}

impl Job for Counting {
    fn advance(&mut self, nodes: u64) -> Turn {
        self.solver.limits_mut().nodes = (!self.at_once).then_some(nodes);
        let count = match self.of_tilings {
            true => self.solver.count(),
            false => self.solver.count_answers(),
        };
        if let End::Open(turn) = end_of(&self.solver) {
            return turn;
        }
        if count == 0 {
            let mut none = self.question.none();
            none["count"] = json!("0");
            return Turn::Done(none);
        }
        Turn::Done(json!({
            "status": "counted",
            "count": count.to_string(),
            "of": self.question.unit(self.of_tilings),
            "nodes": self.solver.effort().nodes,
        }))
    }
}
