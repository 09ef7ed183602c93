//! What is known about all answers together: candidates, frequencies, random ones, and the problem itself.

use dominox::engine::{Status, ZddError};
use dominox::problem::{Occurrence, OptionId};
use dominox::puzzles::{self, Cover};
use dominox::{Count, Zdd};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};

use crate::drawing::drawn;
use crate::fault::Fault;
use crate::question::Question;
use crate::request::Request;

/// Options that are listed, and bytes of a problem that are sent.
const MOST_OPTIONS: usize = 2_000;
const MOST_BYTES: usize = 4 << 20;

/// Answers that are drawn at once.
const MOST_DRAWN: u64 = 60;

/// The digits, or what else can stand in a cell, of some answer; of a puzzle without cells, the options of some solution.
///
/// # Errors
/// If no engine can search the problem.
pub fn candidates(question: &Question) -> Result<Value, Fault> {
    let mut solver = question.solver()?;
    let occurring = solver.occurrences();
    if let Status::Stopped(limit) = solver.status() {
        return Ok(crate::job::stopped(limit));
    }
    if !occurring.contains(&Occurrence::InSome) {
        return Ok(question.none());
    }
    let puzzle = &*question.puzzle;
    if let Some(board) = puzzles::candidates(puzzle, &occurring) {
        return Ok(json!({
            "status": "candidates",
            "text": format!("{board}\n"),
            "picture": puzzles::candidates_picture(puzzle, &occurring).map(|picture| picture.to_svg()),
        }));
    }
    let problem = puzzle.problem();
    let some = problem.options().zip(&occurring);
    let some = some.filter(|(_, occurs)| **occurs == Occurrence::InSome);
    let lines = Vec::from_iter(some.map(|(option, _)| problem.option_text(option)));
    Ok(json!({"status": "candidates", "text": shortened(lines)}))
}

/// In how many solutions each digit stands in each cell, or each option occurs.
///
/// # Errors
/// If no engine can search the problem, or there are too many solutions for a diagram.
pub fn profile(question: &Question) -> Result<Value, Fault> {
    let zdd = diagram(question)?;
    let total = zdd.try_count().map_err(Fault::new)?;
    if total == 0 {
        return Ok(question.none());
    }
    let counts = zdd.try_option_counts().map_err(Fault::new)?;
    let puzzle = &*question.puzzle;
    let shares = Vec::from_iter(counts.iter().map(|count| count.share_of(&total)));
    let picture = puzzles::profile_picture(puzzle, &shares).ok();
    let line =
        |(option, count): (OptionId, &Count)| format!("{count}\t{}", puzzle.option_words(option));
    Ok(json!({
        "status": "profile",
        "count": total.to_string(),
        "of": question.unit(question.puzzle.problem().has_facts()),
        "text": shortened(puzzle.problem().options().zip(&counts).map(line).collect()),
        "picture": picture.map(|picture| picture.to_svg()),
    }))
}

/// Random answers, each as likely as any other; where several exact covers may be one answer, each of these is as likely as any
/// other.
///
/// # Errors
/// If no engine can search the problem, or there are too many solutions for a diagram.
pub fn sample(question: &Question, request: &Request) -> Result<Value, Fault> {
    let wanted = request.count("limit", 1, MOST_DRAWN)?;
    let seed = request.number("seed")?.unwrap_or_default();
    let zdd = diagram(question)?;
    let total = zdd.try_count().map_err(Fault::new)?;
    if total == 0 {
        return Ok(question.none());
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let solutions = std::iter::from_fn(|| zdd.sample(&mut random)).take(wanted as usize);
    let answers = solutions.map(|solution| drawn(question, solution.options(), &[]));
    Ok(json!({
        "status": "sampled",
        "answers": Vec::from_iter(answers),
        "count": total.to_string(),
        "of": question.unit(question.puzzle.problem().has_facts()),
        "seed": seed.to_string(),
    }))
}

/// The exact-cover problem, as text.
///
/// # Errors
/// If it cannot be written, or is too long to be read.
pub fn encode(question: &Question) -> Result<Value, Fault> {
    let puzzle = &*question.puzzle;
    let problem = puzzle.problem().assuming(puzzle.givens());
    let problem = problem.map_err(|_| Fault::new("the givens contradict each other"))?;
    let text = Cover::text(&problem).map_err(Fault::new)?;
    if text.len() > MOST_BYTES {
        let message = format!("the text of the problem has {} MB", text.len() / 1_000_000);
        return Err(Fault::new(message));
    }
    Ok(json!({
        "status": "encoded",
        "text": text,
        "items": problem.item_count(),
        "options": problem.option_count(),
    }))
}

fn diagram(question: &Question) -> Result<Zdd, Fault> {
    question.solver()?.zdd().map_err(|error| match error {
        ZddError::Unsupported(_) => Fault::new(error),
        _ => Fault::limit("there are too many answers for the memory of this page"),
    })
}

/// Lines, and how many were left out.
fn shortened(mut lines: Vec<String>) -> String {
    let more = lines.len().saturating_sub(MOST_OPTIONS);
    lines.truncate(MOST_OPTIONS);
    if more > 0 {
        lines.push(format!("… and {more} more"));
    }
    lines.join("\n") + "\n"
}
