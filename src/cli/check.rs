//! `dominox check`: whether answers, ours or those of others, fulfil their puzzles.

use std::cell::OnceCell;
use std::collections::{HashMap, VecDeque};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use dominox::Solver;
use dominox::engine::{Limit, Limits, Status};
use dominox::problem::{Lookup, OptionId};
use dominox::puzzles::packing::Drawn;
use dominox::puzzles::{
    self, AnswerFault, Column, Kind, Packing, Puzzle, Shape, Sudoku, Sudominoku, Variant,
};

use super::answers::{Answer, Answers, BadAnswer, Said};
use super::exit::{Exit, Failure};
use super::input::{Asked, Input, KIND_NAMES, Question, read_standard_input_once};
use super::json::Object;
use super::lines::{Amount, Missing, Outcome, Prefix};
use super::output::{Format, Output, write_all};
use super::pen::Pen;
use super::signal::Signal;
use super::source::{Bad, Entry, Source, name_of, open};
use super::values::column;

/// To confirm that a puzzle has no answer: the nodes of a search before a table takes turns with it, and the time after which
/// both pause to see whether the search has found an answer.
const NODES: u64 = 1 << 22;
const PAUSE: Duration = Duration::from_secs(1);

/// Check whether answers fulfil their puzzles, and say which rule each wrong one breaks
///
/// Prints one line per answer: right or wrong; `bad` for one that cannot be read. Answers are grids, options (one in each
/// line, with blank lines between the answers), drawings of packings, or JSON lines of `solve` or `best`. Answer 1 belongs to
/// puzzle 1, and so on; if there is only one puzzle, all answers belong to it, and each must differ from those before it.
#[derive(Args)]
pub struct Check {
    /// A file with puzzles; `-` is standard input
    #[arg(value_name = "PUZZLES")]
    puzzles: PathBuf,

    /// A file with answers; `-` is standard input [default with `--answer-column`: PUZZLES]
    #[arg(value_name = "ANSWERS")]
    answers: Option<PathBuf>,

    /// The kind of puzzle [default: detected from the input]
    #[arg(long, help_heading = "Input", value_parser = KIND_NAMES)]
    kind: Option<&'static Kind>,

    /// Rows and columns of a box, for Sudokus whose size leaves a choice
    #[arg(long = "box", help_heading = "Input", value_name = "RxC")]
    shape: Option<Shape>,

    /// The column with the puzzles, for tables: its name in the first line, or its number
    #[arg(long, help_heading = "Input", value_name = "NAME|N", value_parser = column)]
    column: Option<Column>,

    /// The column with the answers
    #[arg(long, help_heading = "Input", value_name = "NAME|N", value_parser = column)]
    answer_column: Option<Column>,

    /// The line that stands for 'no answer'; `check` confirms it by a search
    #[arg(
        long,
        help_heading = "Input",
        value_name = "TEXT",
        default_value = "none"
    )]
    no_answer: String,

    #[command(flatten)]
    prefix: Prefix,

    #[command(flatten)]
    amount: Amount,

    /// Output format
    #[arg(long, help_heading = "Output", value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Check {
    pub fn run(&self) -> Result<Exit, Failure> {
        if self.answers.is_none() && self.answer_column.is_none() {
            let message = "no ANSWERS: name the file with the answers, or with --answer-column the column of PUZZLES \
                           that has them";
            return Err(Failure::Usage(message.into()));
        }
        let path = self.answers.as_ref().unwrap_or(&self.puzzles);
        read_standard_input_once(&[self.puzzles.clone(), path.clone()])?;
        let is_pipe = path
            .metadata()
            .is_ok_and(|it| !it.is_file() && !it.is_dir());
        if is_pipe && *path == self.puzzles {
            let name = name_of(path);
            let message = format!(
                "{name} is read twice, for puzzles and answers: expected a file that can be"
            );
            return Err(Failure::Usage(message));
        }
        let puzzle_input = self.input(&self.puzzles, self.column.as_ref());
        let answer_input = self.input(path, self.answer_column.as_ref());
        let output = Arc::new(Output::standard(self.amount.prints(None)));
        let signal = Signal::of(&output, self.format);
        let files = puzzle_input.files()?;
        let mut checking = Checking {
            check: self,
            signal: &signal,
            file: name_of(path),
            puzzles: Source::of_files(&puzzle_input, files, &output, Arc::default(), None),
            ahead: VecDeque::new(),
            pen: Pen::new(&output),
            page: 0,
            missing: None,
        };
        checking.run(&answer_input, path);
        checking.pen.page.last = true;
        checking.finish_page();
        let (exit, tally) = output.close()?;
        signal.conclude(exit);
        match self.amount.summary(self.format, &tally.results) {
            Some(line) => write_all(&line).map(|_| exit),
            None => Ok(exit),
        }
    }

    fn input(&self, path: &Path, column: Option<&Column>) -> Input {
        Input::of_files(vec![path.into()], self.kind, self.shape, column.cloned())
    }
}

/// A run of `check`.
struct Checking<'a> {
    check: &'a Check,
    signal: &'a Signal,
    /// The name of the file with the answers.
    file: Arc<str>,
    puzzles: Source<'a>,
    /// Puzzles that were read already.
    ahead: VecDeque<Entry>,
    pen: Pen<'a>,
    /// The number of pages finished.
    page: u64,
    /// The number of puzzles without any answer, and where the first of them begins.
    missing: Option<(u64, String)>,
}

impl Checking<'_> {
    /// Checks all answers.
    fn run(&mut self, input: &Input, path: &Path) {
        let Some(kind) = self.look_ahead() else {
            return self.report_bad_puzzles();
        };
        let is_alone = self.ahead.len() == 1;
        let none = &*self.check.no_answer;
        let opened = open(path).and_then(|(stream, _)| Answers::read(stream, kind, input, none));
        let outcome = opened.and_then(|mut answers| {
            let mut number = 0;
            while let Some(entry) = self.next_puzzle() {
                number += 1;
                let number = if is_alone { u64::MAX } else { number };
                if self.check_puzzle(&entry, number, &mut answers)?.is_break() {
                    return Ok(());
                }
            }
            self.report_rest(&mut answers)
        });
        if let Err(error) = outcome {
            let message = format!("dominox: {}: {error}", self.file);
            self.pen.page.say(message);
            self.pen.page.exit = Exit::BadInput;
        }
    }

    fn next_puzzle(&mut self) -> Option<Entry> {
        self.ahead.pop_front().or_else(|| self.puzzles.next())
    }

    /// Reads until it is known whether there is more than one puzzle, and what kind they are; `None` if no puzzle can be read.
    fn look_ahead(&mut self) -> Option<&'static Kind> {
        let mut kind = None;
        while self.ahead.len() < 2 || kind.is_none() {
            let Some(entry) = self.puzzles.next() else {
                break;
            };
            if let Entry::Question(Question {
                asked: Asked::Read(reading),
                ..
            }) = &entry
            {
                kind = kind.or(Some(reading.kind));
            }
            self.ahead.push_back(entry);
        }
        kind
    }

    fn report_bad_puzzles(&mut self) {
        while let Some(entry) = self.ahead.pop_front() {
            if let Entry::Bad(bad) = entry {
                self.report_bad(&bad);
            }
        }
    }

    fn report_bad(&mut self, bad: &Bad) {
        let missing = Missing::Word(self.check.prefix);
        bad.report(&mut self.pen.page, self.check.format, missing);
        self.finish_page();
    }

    /// Checks the answers to a puzzle: those up to this number. Breaks after a signal.
    fn check_puzzle(
        &mut self,
        entry: &Entry,
        number: u64,
        answers: &mut Answers,
    ) -> io::Result<ControlFlow<()>> {
        let question = match entry {
            Entry::Question(question) => Some(question),
            Entry::Bad(bad) => {
                self.report_bad(bad);
                None
            }
        };
        let mut asked = question.map(Judge::new);
        let mut is_answered = false;
        let packing = question.and_then(|question| question.puzzle().downcast_ref::<Packing>());
        answers.expect_drawings_to(packing.and_then(Packing::drawing_end));
        while let Some(answer) = answers.next_up_to(number)? {
            is_answered = true;
            let Some(judge) = &mut asked else {
                continue;
            };
            let verdict = judge.verdict(&answer, number, self.signal);
            if self.signal.came() {
                self.pen.page.exit = Exit::Stopped;
                return Ok(ControlFlow::Break(()));
            }
            self.print(&answer, judge.question, verdict);
        }
        if let (false, Some(question)) = (is_answered, question) {
            let first = || (0, question.place().to_string());
            self.missing.get_or_insert_with(first).0 += 1;
            if self.check.format == Format::Jsonl {
                self.pen.page.object(question, "missing");
                self.finish_page();
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Prints whether an answer is right, and what is wrong with it.
    fn print(&mut self, answer: &Answer, question: &Question, verdict: Verdict) {
        let (page, file) = (&mut self.pen.page, &self.file);
        let (word, outcome, exit) = match verdict {
            Verdict::Right => ("right", Outcome::Right, Exit::Answered),
            Verdict::Wrong(_) => ("wrong", Outcome::Wrong, Exit::No),
            Verdict::Bad(_) => ("bad", Outcome::Bad, Exit::BadInput),
        };
        page.tally.results.add(outcome);
        page.exit = page.exit.max(exit);
        match &verdict {
            Verdict::Wrong(fault) if self.check.amount.has_results() => {
                page.say(format_args!("{file}:{}: wrong: {fault}", answer.line));
            }
            Verdict::Bad(bad) => page.say(format_args!("{file}:{}", bad.shown)),
            _ => {}
        }
        match self.check.format {
            Format::Text | Format::Drawn(_) => {
                self.check.prefix.print(page, (file, Some(answer.line)));
                page.text(format_args!("{word}\n"));
            }
            Format::Jsonl => {
                let (index, line) = (Some(question.index()), Some(answer.line));
                let mut object = Object::of(&mut page.answers, file, index, line, word);
                match &verdict {
                    Verdict::Right => {}
                    Verdict::Wrong(fault) => object.string("why", fault),
                    Verdict::Bad(bad) => {
                        object.number("column", bad.column);
                        object.string("error", &bad.error);
                    }
                }
            }
        }
        self.finish_page();
    }

    /// Reports puzzles without answers, and answers without puzzles.
    fn report_rest(&mut self, answers: &mut Answers) -> io::Result<()> {
        let (page, file) = (&mut self.pen.page, &self.file);
        if let Some(answer) = answers.next_up_to(u64::MAX)? {
            let line = answer.line;
            page.say(format_args!(
                "{file}:{line}: this answer has no puzzle: there are fewer puzzles than answers"
            ));
            page.exit = Exit::BadInput;
        }
        if let Some((number, place)) = self.missing.take() {
            let puzzles = if number == 1 { "puzzle" } else { "puzzles" };
            page.say(format_args!(
                "{file}: answers to {number} {puzzles} are missing, the first at {place}: `solve --no-answer none` writes a line for each puzzle"
            ));
            page.exit = page.exit.max(Exit::No);
        }
        Ok(())
    }

    fn finish_page(&mut self) {
        self.pen.begin(self.page, Instant::now());
        self.pen.finish();
        self.page += 1;
    }
}

/// The result of checking an answer; unless it is right, in words.
enum Verdict {
    Right,
    Wrong(String),
    Bad(BadAnswer),
}

/// Checks answers to one puzzle.
struct Judge<'a> {
    question: &'a Question,
    lookup: OnceCell<Lookup<'a>>,
    /// The right answers so far.
    seen: HashMap<Box<[OptionId]>, Seen>,
}

/// A right answer.
struct Seen {
    /// Its line.
    first: u64,
    /// How many more answers may have the same text; `None` until there is a second one.
    left: Option<u128>,
}

impl<'a> Judge<'a> {
    fn new(question: &'a Question) -> Judge<'a> {
        Judge {
            question,
            lookup: OnceCell::new(),
            seen: HashMap::new(),
        }
    }

    fn verdict(&mut self, answer: &Answer, number: u64, signal: &Signal) -> Verdict {
        let line = answer.line;
        let said = match &answer.said {
            Err(bad) => return Verdict::Bad(bad.clone()),
            Ok(said) => said,
        };
        if answer.puzzle < number && number < u64::MAX {
            let error = "the answers are not in the order of the puzzles".into();
            return Verdict::Bad(BadAnswer::at(line, error));
        }
        let options = match said {
            Said::None => return self.verdict_on_none(line, signal),
            Said::Grid(grid) => self.check_grid(grid),
            Said::Options(lines) => self.check_options(lines),
            Said::Drawing(lines) => match self.check_drawing(lines) {
                Some(outcome) => outcome,
                None => {
                    let error = "a drawing: expected what `solve --show options` prints".into();
                    return Verdict::Bad(BadAnswer::at(line, error));
                }
            },
            Said::Rows(rows) => self.check_rows(rows),
        };
        match options {
            Err(fault) => Verdict::Wrong(fault),
            Ok(options) => self.verdict_on_options(answer, options, signal),
        }
    }

    /// Whether an answer that fulfils the puzzle differs from those before it, as far as its text can show.
    fn verdict_on_options(
        &mut self,
        answer: &Answer,
        options: Box<[OptionId]>,
        signal: &Signal,
    ) -> Verdict {
        let (first, left) = match self.seen.get(&options) {
            None => (answer.line, None),
            Some(&Seen { first, left }) => {
                let left = left.unwrap_or_else(|| self.others_like(answer, &options, signal));
                if left == 0 {
                    return Verdict::Wrong(format!("the same answer as in line {first}"));
                }
                (first, Some(left - 1))
            }
        };
        self.seen.insert(options, Seen { first, left });
        Verdict::Right
    }

    /// The number of other right answers with the same text: of options that are equal to these, or with the same drawing.
    fn others_like(&self, answer: &Answer, options: &[OptionId], signal: &Signal) -> u128 {
        let packing = self.question.puzzle().downcast_ref::<Packing>();
        let all = match (&answer.said, packing, self.lookup.get()) {
            (Ok(Said::Drawing(lines)), Some(packing), _) => {
                let drawn = packing.drawn(&lines.join("\n"));
                drawn.map_or(1, |drawn| readings(&drawn, signal))
            }
            (Ok(Said::Options(_)), _, Some(lookup)) => lookup.sets_like(options),
            _ => 1,
        };
        all.saturating_sub(1)
    }

    /// Checks a grid, and gives the options that it consists of.
    fn check_grid(&self, grid: &Sudoku) -> Result<Box<[OptionId]>, String> {
        let puzzle = self.question.puzzle();
        let outcome = match puzzle.downcast_ref::<Sudoku>() {
            Some(sudoku) => sudoku.check(grid),
            None => lay_pieces(puzzle.downcast_ref().expect("a Sudominoku"), grid),
        };
        match outcome {
            Ok(()) => Ok(grid.givens().into()),
            Err(fault) => Err(fault.in_words(puzzle)),
        }
    }

    /// Checks options, and gives them in ascending order.
    fn check_options(&self, lines: &[String]) -> Result<Box<[OptionId]>, String> {
        let puzzle = self.question.puzzle();
        // The items of a variant begin with letters.
        let has_items = |line: &String| line.trim_start().starts_with(char::is_alphabetic);
        if let Some(variant) = puzzle.downcast_ref::<Variant>()
            && !lines.iter().all(has_items)
        {
            return self.check_all(variant.read_answer(&lines.join("\n"))?);
        }
        let lookup = self.lookup.get_or_init(|| Lookup::new(puzzle.problem()));
        let options = lookup.find_all(lines).map_err(|error| error.to_string())?;
        self.check_all(options)
    }

    /// Checks a possible drawing, and returns its options in ascending order; `None` if only options can be checked.
    fn check_drawing(&self, lines: &[String]) -> Option<Result<Box<[OptionId]>, String>> {
        let puzzle = self.question.puzzle();
        let Some(packing) = puzzle.downcast_ref::<Packing>() else {
            // Items may have such names.
            let lookup = self.lookup.get_or_init(|| Lookup::new(puzzle.problem()));
            return lookup
                .find_all(lines)
                .ok()
                .map(|options| self.check_all(options));
        };
        let Some(mut drawn) = packing.drawn(&lines.join("\n")) else {
            return Some(Err(
                "this is not a drawing of the board with these pieces".into()
            ));
        };
        let mut solver = Solver::new(&drawn.problem).expect("a small problem without bounds");
        if let Some(chosen) = solver.any_options() {
            drawn.options = chosen
                .iter()
                .map(|option| drawn.options[option.index()])
                .collect();
        }
        drawn.options.extend(drawn.holes);
        Some(self.check_all(drawn.options))
    }

    /// Checks rows of a matrix, and gives them in ascending order.
    fn check_rows(&self, rows: &[usize]) -> Result<Box<[OptionId]>, String> {
        let count = self.question.puzzle().problem().option_count();
        match rows.iter().find(|&&row| row >= count) {
            Some(row) => Err(format!(
                "there is no row {}: the matrix has {count}",
                row + 1
            )),
            None => self.check_all(rows.iter().map(|&row| OptionId::new(row)).collect()),
        }
    }

    fn check_all(&self, mut options: Vec<OptionId>) -> Result<Box<[OptionId]>, String> {
        let puzzle = self.question.puzzle();
        options.sort_unstable();
        match puzzles::check(puzzle, &options) {
            Ok(()) => Ok(options.into()),
            Err(fault) => Err(fault.in_words(puzzle)),
        }
    }

    /// Searches for an answer to a puzzle for which 'no answer' is claimed.
    fn verdict_on_none(&self, line: u64, signal: &Signal) -> Verdict {
        let puzzle = self.question.puzzle();
        let mut solver = match Solver::new(puzzle.problem()) {
            Ok(solver) => solver,
            Err(error) => return Verdict::Bad(BadAnswer::at(line, error.to_string())),
        };
        let _guard = signal.guard();
        solver.restart(puzzle.givens());
        *solver.limits_mut() = Limits {
            nodes: Some(NODES),
            cancel: Some(signal.flag()),
            ..Limits::default()
        };
        let mut has_answer = solver.any_options().is_some();
        // What many nodes do not show, a table may.
        solver.limits_mut().nodes = None;
        solver.limits_mut().pause = Some(PAUSE);
        while !has_answer
            && matches!(
                solver.status(),
                Status::Stopped(Limit::Nodes | Limit::Pause)
            )
        {
            has_answer = solver.count() != 0;
        }
        match has_answer {
            false => Verdict::Right,
            true => Verdict::Wrong("the puzzle has an answer".into()),
        }
    }
}

/// The number of packings with this drawing.
fn readings(drawn: &Drawn, signal: &Signal) -> u128 {
    let mut solver = Solver::new(&drawn.problem).expect("a small problem without bounds");
    let _guard = signal.guard();
    solver.limits_mut().cancel = Some(signal.flag());
    let count = solver.count().to_u64();
    count.map_or(u128::MAX, u128::from)
}

/// Checks a grid, and searches for the pieces that form it.
fn lay_pieces(case: &Sudominoku, grid: &Sudoku) -> Result<(), AnswerFault> {
    let left = case.check(grid)?;
    let mut solver = Solver::new(&left).expect("a small problem without bounds");
    match solver.any_options() {
        Some(_) => Ok(()),
        None => Err(AnswerFault::Pieces(None)),
    }
}
