//! How a [`Solver`] saves the state of a search for solutions, and resumes one.

use std::fmt;
use std::sync::Arc;

use super::Solver;
use super::run::Group;
use crate::engine::answers::{AnswerSearch, write_no_answers};
use crate::engine::best::{Ranking, Stage, write_no_ranking};
use crate::engine::checkpoint::{Checkpoint, CheckpointError};
use crate::engine::choose::choose_within;
use crate::engine::count::Count;
use crate::engine::counting::{SavedCount, write_nothing};
use crate::engine::digest::Digest;
use crate::engine::kernel::Effort;
use crate::engine::search::{Piece, Search};
use crate::problem::Part;

impl Solver {
    /// The state of the search for solutions, for answers or for the best solutions: what was found, and what is left. Before
    /// such a search, and after verbs of other kinds, everything is left; once all were found or counted, nothing is.
    ///
    /// The checkpoint of a count by a [table](crate::engine::CountMethod) holds the states of the table: tens of megabytes
    /// after a second. That of a search takes a few kilobytes.
    ///
    /// ```
    /// use dominox::engine::{Checkpoint, Limits};
    /// use dominox::{Problem, Solver};
    /// let problem = Problem::parse("a b c\na\na b\nb c\nb\nc\n")?;
    /// let mut solver = Solver::new(&problem)?.limits(Limits { solutions: Some(1), ..Limits::default() });
    /// assert_eq!(solver.count(), 1);
    /// let text = solver.checkpoint().to_string();
    ///
    /// let mut solver = Solver::new(&problem)?;
    /// solver.resume(&text.parse::<Checkpoint>()?)?;
    /// assert_eq!(solver.count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checkpoint(&self) -> Checkpoint {
        let mut checkpoint = self.checkpoint_of_search();
        let answers = self.answers_under_way();
        checkpoint.answers = answers.map(|answers| Arc::new(answers.regions().clone()));
        let mut lines = String::new();
        let counting = self.write_count(&mut lines).ok();
        let mut lines = lines.lines();
        let counting = counting.and_then(|()| SavedCount::read(&mut || lines.next()).ok());
        checkpoint.counting = counting.flatten().map(Arc::new);
        checkpoint.ranking = self.ranking_stopped().cloned().map(Arc::new);
        checkpoint
    }

    /// Writes the text of the [`checkpoint`](Self::checkpoint). A table that is under way is not copied, so this takes hardly
    /// any memory.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_checkpoint(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        self.checkpoint_of_search().write(to, &|to| {
            match self.answers_under_way() {
                Some(answers) => write!(to, "{}", answers.regions())?,
                None => write_no_answers(to)?,
            }
            self.write_count(to)?;
            match self.ranking_stopped() {
                Some(ranking) => write!(to, "{ranking}"),
                None => write_no_ranking(to),
            }
        })
    }

    /// How far the search for the best solutions has come, if that was the last verb.
    fn ranking_stopped(&self) -> Option<&Ranking> {
        let ranking = self.run.ranking.as_deref();
        ranking.filter(|_| self.run.group == Some(Group::Best))
    }

    /// The listing of answers that is under way, if solutions have facts.
    fn answers_under_way(&self) -> Option<&AnswerSearch> {
        let answers = self.run.answers.as_ref();
        answers.filter(|_| self.run.group == Some(Group::Answers))
    }

    /// Writes what is left of the count under way, beside its search.
    fn write_count(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        match self.run.group == Some(Group::Solutions) && !self.run.is_over {
            true => self.run.write_count(&self.search, to),
            false => write_nothing(to),
        }
    }

    fn checkpoint_of_search(&self) -> Checkpoint {
        let mut checkpoint = Checkpoint {
            problem: Digest::of_problem(&self.problem),
            kernel: self.kernel(),
            part: self.part.clone(),
            found: Count::ZERO,
            effort: Effort::default(),
            left: vec![Piece::whole(&self.part)],
            answers: None,
            counting: None,
            ranking: None,
        };
        if let Some(answers) = self.answers_under_way() {
            checkpoint.found = self.run.found.clone();
            checkpoint.effort = self.run.resumed_effort.with(answers.effort(&self.search));
            checkpoint.left = answers.left(&self.problem, &self.search);
        }
        let ranking = self.ranking_stopped();
        if ranking.is_some_and(Ranking::is_listing) || self.run.group == Some(Group::Solutions) {
            checkpoint.found = self.run.resumed_found.clone();
            checkpoint.effort = self.run.resumed_effort;
            match self.run.is_over {
                true => {
                    checkpoint.found = self.run.found.clone();
                    checkpoint.effort = checkpoint.effort.with(self.search.effort_since_begun());
                    checkpoint.left.clear();
                }
                false => {
                    checkpoint.found += self.search.handed();
                    checkpoint.effort = checkpoint.effort.with(self.search.effort_of_pieces());
                    checkpoint.left = self.search.left();
                }
            }
        }
        if let Some(ranking) = ranking {
            checkpoint.found = Count::from(ranking.given as u64);
            if !ranking.is_listing() {
                checkpoint.effort = ranking.standing.effort;
            }
            if ranking.stage == Stage::Over {
                checkpoint.left.clear();
            }
        }
        checkpoint
    }

    /// Continues a saved search for solutions or answers: verbs about them find the rest, in the same order as the stopped
    /// search, if the kernel is the same. A verb about the best solutions also continues, if it is called for the same number
    /// of them. The assumed and the excluded options are those of the checkpoint. [`found`](Self::found) and
    /// [`effort`](Self::effort) begin with the values saved in the checkpoint.
    ///
    /// A checkpoint holds whole parts: the beginning of the part that was under way is searched again, and those nodes count
    /// towards the limits. So if a limit allows fewer nodes than that takes, no call makes progress.
    ///
    /// # Errors
    /// If the checkpoint belongs to another problem.
    pub fn resume(&mut self, checkpoint: &Checkpoint) -> Result<(), CheckpointError> {
        if !checkpoint.is_of(&self.problem) {
            return Err(CheckpointError::OtherProblem);
        }
        self.part = checkpoint.part.clone();
        self.run.allowance.renew(&self.limits);
        let left = match checkpoint.kernel == self.kernel() {
            true => checkpoint.left.clone(),
            false => self.without_beginnings(checkpoint)?,
        };
        let whole = (&self.problem, &self.part);
        match (&checkpoint.ranking, &checkpoint.answers) {
            (Some(ranking), _) => {
                self.run.begin(Group::Best, whole, &mut self.search);
                self.run.ranking = Some(Box::new(Ranking::clone(ranking)));
            }
            (None, None) => self.run.begin(Group::Solutions, whole, &mut self.search),
            (None, Some(regions)) => {
                let answers = AnswerSearch::resume(&self.problem, &self.part, regions);
                let answers = answers.ok_or(CheckpointError::OtherProblem)?;
                self.run.begin(Group::Answers, whole, &mut self.search);
                self.run.answers = Some(answers);
            }
        }
        self.run.resume(checkpoint);
        self.search.begin_pieces(left);
        Ok(())
    }

    /// The rest, for another kernel: pieces in which nothing was found so far. The kernel of the checkpoint goes through the
    /// beginning of the first one once more.
    fn without_beginnings(&self, checkpoint: &Checkpoint) -> Result<Vec<Piece>, CheckpointError> {
        let (begun, rest) = match checkpoint.left.split_first() {
            Some((first, rest)) if first.skip > 0 => (first, rest),
            _ => return Ok(checkpoint.left.clone()),
        };
        let kernel = choose_within(&self.problem, Some(checkpoint.kernel), usize::MAX);
        let kernel = kernel.map_err(|_| CheckpointError::OtherProblem)?;
        let mut search = Search::new(kernel);
        search.begin_pieces(vec![begun.clone()]);
        let parts: Vec<Part> = search.remaining();
        let share = begun.share / parts.len().max(1) as f64;
        let pieces = parts.into_iter().map(|part| Piece {
            share,
            ..Piece::whole(&part)
        });
        Ok(pieces.chain(rest.iter().cloned()).collect())
    }
}
