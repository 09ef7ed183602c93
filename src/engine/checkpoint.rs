//! The state of a search for solutions as text, so that the search can be resumed later and elsewhere.
//!
//! ```text
//!     dominox-checkpoint 11
//!     problem 5c3f…                            the digest of the problem
//!     kernel lanes
//!     part +3                                  what is searched: all solutions with option 3
//!     found 48                                 what was found so far, and what it took
//!     nodes 1234
//!     updates 5678
//!     left 2                                   what is left, in order: for each piece the work before its first cut,
//!     8000000 16 0.25 0,16,40 +3 17            the number of its solutions that were found already, what share of the
//!     16000000 0 0.5 = +3 -5 9                 search it is, the sizes of subtrees that it begins with (=: those of the
//!                                              piece before), and its options
//!     answers none                             a [listing of answers](super::answers): the regions that are left
//!     table 1 1                                a [count](super::counting) by table that is under way: what is left of it
//!     sweep 1384 96 0 2
//!     …
//!     best none                                a [search for the best](super::best): how far it has come
//!     end 77aa…                                the digest of all lines before
//! ```
//!
//! Pieces are searched as they would have been without the stop. So solutions come in the same order, and the number of nodes
//! is the same; only the piece that was being searched is started again, which takes a second or two at most.

use std::error::Error;
use std::fmt::{self, Write as _};
use std::str::FromStr;
use std::sync::Arc;

use super::answers::{Regions, write_no_answers};
use super::best::{Ranking, write_no_ranking};
use super::count::Count;
use super::counting::{SavedCount, write_nothing};
use super::digest::{Digest, Digesting};
use super::fits::KernelName;
use super::kernel::Effort;
use super::search::Piece;
use super::subtrees::Sizes;
use crate::problem::{Part, Problem};

const NAME: &str = "dominox-checkpoint";
/// Incremented when the meaning of a checkpoint changes, or the order in which a kernel searches.
const VERSION: &str = "11";

/// The state of a search for the solutions of a problem. It is made by [`Solver::checkpoint`](super::Solver::checkpoint), and
/// resumed by [`Solver::resume`](super::Solver::resume). As text it can be kept in a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    pub(super) problem: Digest,
    pub(super) kernel: KernelName,
    pub(super) part: Part,
    pub(super) found: Count,
    pub(super) effort: Effort,
    pub(super) left: Vec<Piece>,
    /// The regions that are left of a listing of answers. The pieces are what is left of the last one.
    pub(super) answers: Option<Arc<Regions>>,
    /// The rest of a count by table, which does not need the pieces.
    pub(super) counting: Option<Arc<SavedCount>>,
    /// How far a search for the best solutions has come, which needs the pieces only where its kernel lists.
    pub(super) ranking: Option<Arc<Ranking>>,
}

/// Why a text is not a [`Checkpoint`], or not one of this problem.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It does not begin as a checkpoint does.
    NotOne,
    /// It was written by a program with another version of the format: its version.
    OtherVersion(String),
    /// It is truncated.
    Truncated,
    /// It was altered: the digest of its lines is not the one at its end.
    Altered,
    /// This line is not valid: its number, from 1.
    BadLine(usize),
    /// It belongs to another problem.
    OtherProblem,
}

impl Checkpoint {
    /// Solutions found so far.
    pub fn found(&self) -> &Count {
        &self.found
    }

    /// The kernel that searched.
    pub fn kernel(&self) -> KernelName {
        self.kernel
    }

    /// The effort of the search, without the piece that is to be started again.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Whether nothing is left.
    pub fn is_over(&self) -> bool {
        let has_regions = self.answers.as_ref().is_some_and(|it| !it.is_empty());
        self.left.is_empty() && !has_regions
    }

    /// The share of the search that was done, from 0 to 1, estimated from its cuts.
    pub fn share_done(&self) -> f64 {
        let left: f64 = self.left.iter().map(|piece| piece.share).sum();
        match &self.answers {
            Some(regions) => regions.share_done(left),
            None => (1.0 - left).clamp(0.0, 1.0),
        }
    }

    /// Whether it belongs to this problem, and names only options of it.
    pub(super) fn is_of(&self, problem: &Problem) -> bool {
        let has = |part: &Part| {
            let mut options = part.with.iter().chain(&part.without);
            options.all(|option| option.index() < problem.option_count())
        };
        self.problem == Digest::of_problem(problem)
            && has(&self.part)
            && self.left.iter().all(|piece| has(&piece.part))
            && self
                .ranking
                .as_ref()
                .is_none_or(|ranking| ranking.fits(problem.option_count()))
    }
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &|to| {
            match &self.answers {
                Some(regions) => write!(to, "{regions}")?,
                None => write_no_answers(to)?,
            }
            match &self.counting {
                Some(counting) => write!(to, "{counting}")?,
                None => write_nothing(to)?,
            }
            match &self.ranking {
                Some(ranking) => write!(to, "{ranking}"),
                None => write_no_ranking(to),
            }
        })
    }
}

/// What writes the lines of regions, of a count and of a ranking.
type WriteRest<'a> = &'a dyn Fn(&mut dyn fmt::Write) -> fmt::Result;

impl Checkpoint {
    /// Writes the text of a checkpoint, with these lines instead of those of its regions, its count and its ranking.
    pub(super) fn write(&self, to: &mut dyn fmt::Write, rest: WriteRest) -> fmt::Result {
        let mut text = Digesting::new(to);
        writeln!(text, "{NAME} {VERSION}")?;
        writeln!(text, "problem {}", self.problem)?;
        writeln!(text, "kernel {}", self.kernel)?;
        writeln!(text, "part {}", self.part)?;
        writeln!(text, "found {}", self.found)?;
        writeln!(text, "nodes {}", self.effort.nodes)?;
        writeln!(text, "updates {}", self.effort.updates)?;
        writeln!(text, "left {}", self.left.len())?;
        let mut before = None;
        for piece in &self.left {
            let Piece {
                part,
                interval,
                skip,
                share,
                sizes,
            } = piece;
            write!(text, "{interval} {skip} {share:?} ")?;
            match before == Some(sizes) {
                true => write!(text, "=")?,
                false => write!(text, "{sizes}")?,
            }
            writeln!(text, " {part}")?;
            before = Some(sizes);
        }
        rest(&mut text)?;
        let digest = text.digest();
        writeln!(to, "end {digest}")
    }
}

impl FromStr for Checkpoint {
    type Err = CheckpointError;

    fn from_str(text: &str) -> Result<Checkpoint, CheckpointError> {
        let first = text.lines().next().unwrap_or_default();
        let version = first.strip_prefix(NAME).ok_or(CheckpointError::NotOne)?;
        if version.trim() != VERSION {
            return Err(CheckpointError::OtherVersion(version.trim().to_owned()));
        }
        let cut = CheckpointError::Truncated;
        let body = text.strip_suffix('\n').ok_or(cut.clone())?;
        let (body, end) = body.rsplit_once('\n').ok_or(cut.clone())?;
        let end = end.strip_prefix("end ").ok_or(cut)?;
        let body = &text[..=body.len()];
        if end != Digest::of(body.as_bytes()).to_string() {
            return Err(CheckpointError::Altered);
        }
        Lines::of(body).checkpoint()
    }
}

/// Reads lines as far as they belong together.
type ReadSome<'a, T> = fn(&mut dyn FnMut() -> Option<&'a str>) -> Result<Option<T>, ()>;

/// The lines of a checkpoint that are to be read, with their numbers.
struct Lines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
}

impl<'a> Lines<'a> {
    fn of(body: &'a str) -> Lines<'a> {
        let mut lines = body.lines().enumerate();
        lines.next();
        Lines { lines }
    }

    /// Reads the next line with a function.
    fn read<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Result<T, CheckpointError> {
        let (number, line) = self.lines.next().ok_or(CheckpointError::Truncated)?;
        read(line).ok_or(CheckpointError::BadLine(number + 1))
    }

    /// The value of the next line, which begins with this name.
    fn value<T: FromStr>(&mut self, name: &str) -> Result<T, CheckpointError> {
        self.read(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
    }

    /// Reads the next lines with a function.
    fn read_some<T>(&mut self, read: ReadSome<'a, T>) -> Result<Option<T>, CheckpointError> {
        let first = self.lines.clone().next();
        let (number, _) = first.ok_or(CheckpointError::Truncated)?;
        let read = read(&mut || Some(self.lines.next()?.1));
        read.map_err(|()| CheckpointError::BadLine(number + 1))
    }

    fn checkpoint(mut self) -> Result<Checkpoint, CheckpointError> {
        let problem = self.value("problem")?;
        let kernel = self.read(|line| {
            let name = line.strip_prefix("kernel ")?;
            KernelName::ALL
                .into_iter()
                .find(|kernel| kernel.to_string() == name)
        })?;
        let part = self.value("part")?;
        let found = self.value("found")?;
        let effort = Effort {
            nodes: self.value("nodes")?,
            updates: self.value("updates")?,
        };
        let count: usize = self.value("left")?;
        let mut left = Vec::<Piece>::new();
        for _ in 0..count {
            let piece = self.read(|line| piece(line, left.last()))?;
            left.push(piece);
        }
        let answers = self.read_some(Regions::read)?;
        let counting = self.read_some(SavedCount::read)?;
        let ranking = self.read_some(Ranking::read)?;
        match self.lines.next() {
            Some((number, _)) => Err(CheckpointError::BadLine(number + 1)),
            None => Ok(Checkpoint {
                problem,
                kernel,
                part,
                found,
                effort,
                left,
                answers: answers.map(Arc::new),
                counting: counting.map(Arc::new),
                ranking: ranking.map(Arc::new),
            }),
        }
    }
}

/// Reads a piece, with the one before it.
fn piece(line: &str, before: Option<&Piece>) -> Option<Piece> {
    let mut words = line.splitn(5, ' ');
    Some(Piece {
        interval: words.next()?.parse().ok()?,
        skip: words.next()?.parse().ok()?,
        share: words.next()?.parse().ok()?,
        sizes: match words.next()? {
            "=" => before?.sizes.clone(),
            sizes => Sizes::read(sizes)?,
        },
        part: words.next()?.parse().ok()?,
    })
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::NotOne => write!(f, "this is not a checkpoint"),
            CheckpointError::OtherVersion(version) => write!(
                f,
                "this checkpoint has version {version}, but this program reads version {VERSION}"
            ),
            CheckpointError::Truncated => write!(f, "the checkpoint is truncated"),
            CheckpointError::Altered => {
                write!(
                    f,
                    "the checkpoint was altered: its lines do not match its digest"
                )
            }
            CheckpointError::BadLine(number) => {
                write!(f, "line {number} of the checkpoint is not valid")
            }
            CheckpointError::OtherProblem => write!(f, "the checkpoint belongs to another problem"),
        }
    }
}

impl Error for CheckpointError {}
