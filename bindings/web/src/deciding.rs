//! Whether there is exactly one answer, where two of them differ, and why there is none.

use dominox::Solver;
use dominox::engine::{Limits, Verdict};
use dominox::problem::{OptionId, Part, Solution};
use dominox::puzzles::Reason;
use dominox::render::Paint;
use dominox::workshop::{Explained, explain};
use serde_json::{Value, json};

use crate::drawing::{Spot, drawn};
use crate::fault::Fault;
use crate::job::{End, Job, Turn, end_of};
use crate::question::Question;

struct Unique {
    question: Question,
    solver: Solver,
}

/// Looks for two answers.
///
/// # Errors
/// If no engine can search the problem.
pub fn unique(question: Question) -> Result<Box<dyn Job>, Fault> {
    let solver = question.solver()?;
    Ok(Box::new(Unique { question, solver }))
}

impl Job for Unique {
    fn advance(&mut self, nodes: u64) -> Turn {
        self.solver.limits_mut().nodes = Some(nodes);
        let verdict = self.solver.verdict();
        let found = Vec::from_iter(self.solver.witnesses().map(<[OptionId]>::to_vec));
        match (verdict, &found[..]) {
            (Verdict::Unique, [answer]) => Turn::Done(json!({
                "status": "unique",
                "answer": drawn(&self.question, answer, &[]),
            })),
            (Verdict::Multiple, [first, second]) => {
                Turn::Done(multiple(&self.question, [first, second]))
            }
            _ => match end_of(&self.solver) {
                End::Open(turn) => turn,
                End::Exhausted => self.question.done_none(),
            },
        }
    }
}

/// Two answers, each with the cells marked in which they differ.
fn multiple(question: &Question, answers: [&[OptionId]; 2]) -> Value {
    let puzzle = &*question.puzzle;
    let boards = answers.map(|options| puzzle.decode(&Solution::new(options.to_vec())));
    let (rows, columns) = (boards[0].rows(), boards[0].columns());
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let differ =
        |&(row, column): &Spot| boards[0].label(row, column) != boards[1].label(row, column);
    let spots = Vec::from_iter(cells.filter(differ));
    let names = spots
        .iter()
        .map(|&(row, column)| puzzle.cell_name(row, column));
    let marked = Vec::from_iter(spots.iter().map(|&spot| (spot, Paint::Blush)));
    json!({
        "status": "multiple",
        "answers": answers.map(|options| drawn(question, options, &marked)),
        "differing": Vec::from_iter(names),
    })
}

/// Why there is no answer.
pub fn why(question: &Question) -> Value {
    let puzzle = &*question.puzzle;
    match explain(puzzle, &Part::default(), &Limits::default()) {
        Explained::Solvable => json!({"status": "solvable"}),
        Explained::Stopped => json!({"status": "stopped", "message": "no reason was found"}),
        Explained::Contradiction(found) => json!({
            "status": "none",
            "why": found.reason.in_words(puzzle),
            "minimal": found.is_minimal,
            "confirmed": found.is_confirmed,
            "cells": cells(question, &found.reason),
        }),
    }
}

/// The cells of the givens that a reason names.
fn cells(question: &Question, reason: &Reason) -> Vec<Spot> {
    let options = match reason {
        Reason::Clash(clash) => vec![clash.first, clash.second],
        Reason::Together { options, .. } => options.clone(),
        _ => Vec::new(),
    };
    let labels = options
        .into_iter()
        .flat_map(|option| question.puzzle.labels(option));
    labels.map(|(row, column, _)| (row, column)).collect()
}
