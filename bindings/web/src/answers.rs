//! Answers: one, whichever is found first, or some at a time.

use std::ops::ControlFlow;

use dominox::Solver;
use serde_json::{Value, json};

use crate::drawing::drawn;
use crate::fault::Fault;
use crate::job::{End, Job, Turn, end_of};
use crate::question::Question;
use crate::request::Request;

/// Answers that are listed at once, at most and by default.
const MOST: u64 = 200;
const SOME: u64 = 12;

struct Solve {
    question: Question,
    solver: Solver,
}

/// Looks for one answer.
///
/// # Errors
/// If no engine can search the problem.
pub fn solve(question: Question) -> Result<Box<dyn Job>, Fault> {
    let solver = question.solver()?;
    Ok(Box::new(Solve { question, solver }))
}

impl Job for Solve {
    fn advance(&mut self, nodes: u64) -> Turn {
        self.solver.limits_mut().nodes = Some(nodes);
        if let Some(solution) = self.solver.any_solution() {
            return Turn::Done(json!({
                "status": "solved",
                "answer": drawn(&self.question, solution.options(), &[]),
                "nodes": self.solver.effort().nodes,
            }));
        }
        match end_of(&self.solver) {
            End::Open(turn) => turn,
            End::Exhausted => self.question.done_none(),
        }
    }
}

/// A list that continues where it ended.
struct List {
    question: Question,
    solver: Solver,
    /// How many are listed at once.
    limit: usize,
    /// Those that were listed before.
    before: u64,
    batch: Vec<Value>,
}

/// Lists answers: as many as `limit` says, and as many again for each `more`.
///
/// # Errors
/// If no engine can search the problem, or the limit is not a number.
pub fn list(question: Question, request: &Request) -> Result<Box<dyn Job>, Fault> {
    Ok(Box::new(List {
        solver: question.solver()?,
        limit: request.count("limit", SOME, MOST)? as usize,
        question,
        before: 0,
        batch: Vec::new(),
    }))
}

impl Job for List {
    fn advance(&mut self, nodes: u64) -> Turn {
        self.solver.limits_mut().nodes = Some(nodes);
        let (question, batch, limit) = (&self.question, &mut self.batch, self.limit);
        let listed = self.solver.for_each_answer(|options| {
            batch.push(drawn(question, options, &[]));
            match batch.len() < limit {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        let has_more = listed.is_break();
        if !has_more && let End::Open(turn) = end_of(&self.solver) {
            return turn;
        }
        if !has_more && self.before == 0 && self.batch.is_empty() {
            return self.question.done_none();
        }
        let first = self.before + 1;
        self.before += self.batch.len() as u64;
        let answers = std::mem::take(&mut self.batch);
        Turn::Done(
            json!({"status": "listed", "answers": answers, "first": first, "more": has_more}),
        )
    }
}
