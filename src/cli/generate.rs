//! `dominox generate`: new puzzles.
//!
//! ```text
//!   worker 1   puzzle 1: tries … ─▶ page 0 ─▶ printed        each puzzle has random numbers of its own, so that
//!   worker 2   puzzle 2: tries … ─▶ page 1 ─▶ kept, in turn   neither order nor threads change it
//! ```

use std::num::{NonZeroU16, NonZeroU64};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Once};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use dominox::engine::Limit;
use dominox::puzzles::Shape;
use dominox::puzzles::variant::Boxes;
use dominox::workshop::person::{Grid, Value};
use dominox::workshop::{
    CaseMaker, CaseWish, CellSymmetry, Fairness, FullGrids, Made, Maker, Order, VariantMaker, Wish,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::counted::counted;
use super::drawing::{Destination, Drawing, Draws, FORMATS};
use super::exit::{Exit, Failure, say};
use super::files::Inputs;
use super::json::Object;
use super::made::Printed;
use super::output::{Format, Output};
use super::page::Page;
use super::pen::Pen;
use super::progress::Progress;
use super::sample::new_seed;
use super::signal::Signal;
use super::stream::EndOnPanic;
use super::target::Target;
use super::values::{
    Range, Ratings, positive, range, ratings, seconds, seed, threads, threads_or_all,
};
use super::wishes;

/// Tries for each puzzle, by default.
const TRIES: NonZeroU64 = NonZeroU64::new(100_000).expect("not zero");

/// The most tries between two looks at the clock.
const TRIES_AT_ONCE: u64 = 64;

/// The dominoes of a Sudominoku: one for each pair of different digits.
const DOMINOES: usize = 36;

/// Reported once for puzzles of variants whose clues may not all be needed.
const MAY_HAVE_SPARE_CLUES: &str = "note: puzzles have one answer, but may have clues that are not needed: finding that out took more than a million nodes";

/// How often a long search reports its progress.
const PATIENCE: Duration = Duration::from_secs(10);

/// Make puzzles that have exactly one answer
///
/// Prints one puzzle per line. By default, puzzles are minimal: no clue can be left out. Full grids of 4×4, 6×6, 8×8 and 9×9
/// cells are drawn uniformly at random. Those of other sizes come from a random walk, and are only nearly equally likely. Those
/// of variants are random, but not equally likely. Puzzles of variants are printed as the text of variants, Sudominokus as
/// cases with a `0` at the end.
#[derive(Args)]
#[command(next_help_heading = "Puzzles")]
pub struct Generate {
    /// What to make
    #[arg(value_enum, value_name = "KIND", hide_possible_values = true, help_heading = clap::builder::Resettable::Reset)]
    kind: Kind,

    /// Number of puzzles
    #[arg(short, value_name = "N", default_value = "1", value_parser = positive::<NonZeroU64>, allow_negative_numbers = true)]
    n: NonZeroU64,

    /// Seed of the random numbers (generator: ChaCha8): the same seed makes the same puzzles, with any number of threads [default: a
    /// new seed each time, reported on standard error]
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// Rows and columns of the grid [default: 9]
    #[arg(long, value_name = "N", value_parser = size, allow_negative_numbers = true)]
    size: Option<Shape>,

    /// Rows and columns of a box, for sizes that leave a choice
    #[arg(long = "box", value_name = "RxC")]
    shape: Option<Shape>,

    /// The number of clues, from A to B: `24..26`, `..25`, `28..` or `24`. With a lower limit, puzzles may have redundant clues
    #[arg(long, value_name = "A..B", value_parser = range, allow_hyphen_values = true)]
    clues: Option<Range>,

    /// The number of given dominoes of a Sudominoku, as with `--clues`; without it, no domino can be left out
    #[arg(long, value_name = "A..B", value_parser = range, allow_hyphen_values = true)]
    dominoes: Option<Range>,

    /// Require that no single clue can be left out, even with `--clues` or `--symmetry`; without `--minimal`, these allow
    /// redundant clues
    #[arg(long)]
    minimal: bool,

    /// How hard the puzzles are for a person, from A to B, as `dominox rate` prints it: `2.5..4.0`, `..1.5` or `4.2..`. Puzzles
    /// that dominox's techniques do not solve are left out
    #[arg(long, value_name = "A..B", value_parser = ratings, allow_hyphen_values = true)]
    rating: Option<Ratings>,

    /// The symmetry of the cells with clues; without `--minimal`, clues are removed only together with their images
    #[arg(long, value_enum, default_value_t = Symmetry::None)]
    symmetry: Symmetry,

    /// A drawing of the cells that may have clues, row by row: `.`, `0`, `-` and `_` are cells without a clue, all other characters
    /// are cells that may have one
    #[arg(long, value_name = "FILE")]
    pattern: Option<PathBuf>,

    /// Make puzzles of a variant: rules such as `x`, `windoku`, `antiknight` or `disjoint`, several with commas between them, or a file
    /// with a variant (see `dominox formats variant`; `-` is standard input). Digits in the grid of the file stay in all puzzles
    #[arg(long, value_name = "RULES|FILE", conflicts_with_all = ["rating", "from"])]
    variant: Option<String>,

    /// The answer of all puzzles: a full grid, or a puzzle with one answer, in any layout; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "shape"])]
    from: Option<PathBuf>,

    /// Give up, and end the run, after trying this number of full grids for one puzzle
    #[arg(long, help_heading = "Search", value_name = "T", default_value_t = TRIES, value_parser = positive::<NonZeroU64>, allow_negative_numbers = true)]
    tries: NonZeroU64,

    /// End the whole run after this time
    #[arg(long, help_heading = "Search", value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    timeout_total: Option<Duration>,

    /// Number of threads, at most 1024 [default: one per processor]
    ///
    /// The output is the same for any number of threads.
    #[arg(short = 'j', long, help_heading = "Search", value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<NonZeroU16>,

    /// Output format
    #[arg(long, help_heading = "Output", value_parser = FORMATS, default_value = "text")]
    format: Format,

    #[command(flatten)]
    drawing: Drawing,

    #[command(flatten)]
    destination: Destination,
}

/// Kinds of puzzles that can be made.
#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    Sudoku,
    Sudominoku,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Symmetry {
    /// None
    None,
    /// Rotation by half a turn
    Rotate180,
    /// Rotation by a quarter turn
    Rotate90,
    /// Reflection, left to right
    Mirror,
    /// Reflection in a diagonal
    Diagonal,
    /// All of these
    Full,
}

impl From<Symmetry> for CellSymmetry {
    fn from(symmetry: Symmetry) -> CellSymmetry {
        match symmetry {
            Symmetry::None => CellSymmetry::None,
            Symmetry::Rotate180 => CellSymmetry::Rotate180,
            Symmetry::Rotate90 => CellSymmetry::Rotate90,
            Symmetry::Mirror => CellSymmetry::Mirror,
            Symmetry::Diagonal => CellSymmetry::Diagonal,
            Symmetry::Full => CellSymmetry::Full,
        }
    }
}

/// Reads the size of a grid.
fn size(text: &str) -> Result<Shape, String> {
    let shape = text.parse().ok().and_then(Shape::of_size);
    shape.ok_or_else(|| {
        let sizes = Vec::from_iter(Shape::sizes().map(|size| size.to_string()));
        format!("expected one of {}", sizes.join(", "))
    })
}

/// The refusal of an option that is for other puzzles.
fn not_for(option: &str, puzzles: &str) -> Failure {
    Failure::Usage(format!("`{option}` is not for {puzzles}"))
}

impl Generate {
    pub fn run(&self) -> Result<Exit, Failure> {
        let start = Instant::now();
        if let (Some(asked), Some(shape)) = (self.size, self.shape)
            && asked.size() != shape.size()
        {
            return Err(Failure::Usage(format!(
                "`--size {}` and `--box {shape}` disagree: grids of {shape} boxes have size {}",
                asked.size(),
                shape.size()
            )));
        }
        match (self.kind, &self.variant) {
            (Kind::Sudominoku, _) => self.sudominokus(start),
            (Kind::Sudoku, _) if self.dominoes.is_some() => Err(not_for("--dominoes", "Sudokus")),
            (Kind::Sudoku, Some(rules)) => self.variants(rules, start),
            (Kind::Sudoku, None) => self.sudokus(start),
        }
    }

    /// Makes Sudominokus.
    fn sudominokus(&self, start: Instant) -> Result<Exit, Failure> {
        for (option, is_given) in [
            (
                "--size",
                self.size.is_some_and(|size| size != Shape::CLASSIC),
            ),
            (
                "--box",
                self.shape.is_some_and(|shape| shape != Shape::CLASSIC),
            ),
            ("--clues", self.clues.is_some()),
            ("--rating", self.rating.is_some()),
            ("--symmetry", self.symmetry != Symmetry::None),
            ("--pattern", self.pattern.is_some()),
            ("--variant", self.variant.is_some()),
        ] {
            if is_given {
                return Err(not_for(option, "Sudominokus"));
            }
        }
        let wish = CaseWish {
            dominoes: self.dominoes.map(|dominoes| dominoes.within(DOMINOES)),
            minimal: self.minimal,
            answer: self.from.as_deref().map(wishes::answer).transpose()?,
        };
        let maker = || CaseMaker::new(wish.clone());
        maker().map_err(|error| Failure::Usage(error.to_string()))?;
        self.run_line(start, |line| {
            let mut maker = maker().expect("it was made before");
            maker.limits_mut().cancel = Some(line.signal.flag());
            line.work(|rng, tries| maker.make(rng, tries));
        })
    }

    /// Makes classic Sudokus.
    fn sudokus(&self, start: Instant) -> Result<Exit, Failure> {
        let answer = self.from.as_deref().map(wishes::answer).transpose()?;
        let asked = answer.as_ref().map(|answer| answer.shape());
        let shape = asked.or(self.asked_shape()).unwrap_or(Shape::CLASSIC);
        let mut wish = self.wish(shape.cells());
        wish.answer = answer;
        if let Some(file) = &self.pattern {
            wish.pattern = Some(wishes::pattern(file, shape.size(), shape.size())?);
        }
        if self.rating.is_some() && Grid::of(shape).is_none() {
            let message = format!("`--rating`: grids of {shape} boxes are too large to be rated");
            return Err(Failure::Usage(message));
        }
        let greatest = Value::greatest_of(shape.size());
        if self.rating.is_some_and(|rating| rating.least > greatest) {
            let message =
                format!("`--rating`: no grid of {shape} boxes has a rating above {greatest}");
            return Err(Failure::Usage(message));
        }
        // What is wrong with the wishes is found before a thread starts.
        let maker = || Maker::new(shape, wish.clone());
        let made = maker().map_err(|error| Failure::Usage(error.to_string()))?;
        if wish.answer.is_none() && FullGrids::new(shape).fairness() == Fairness::Walk {
            say(format_args!(
                "note: full grids of {shape} boxes come from a random walk: they are nearly, not exactly, equally likely"
            ));
        }
        if !made.knows_needs() && !wish.minimal {
            say(format_args!(
                "note: puzzles of {shape} boxes have one answer, but may have clues that are not needed: checking would take too long"
            ));
        }
        self.run_line(start, |line| {
            let mut maker = maker().expect("it was made before");
            maker.limits_mut().cancel = Some(line.signal.flag());
            line.work(|rng, tries| maker.make_where(rng, tries, |puzzle| line.is_as_hard(puzzle)));
        })
    }

    /// Makes puzzles of a variant.
    fn variants(&self, rules: &str, start: Instant) -> Result<Exit, Failure> {
        let variant = wishes::variant(rules, self.asked_shape())?;
        let field = variant.field();
        if self.shape.is_some() && *field.boxes() == Boxes::None {
            let message = "`--box`: there are no boxes in a grid with `latin`";
            return Err(Failure::Usage(message.into()));
        }
        let mut wish = self.wish(field.places().len());
        if let Some(file) = &self.pattern {
            let picture = wishes::pattern(file, field.rows(), field.columns())?;
            let places = field.places().iter();
            let marks = places.map(|(row, column)| picture[row * field.columns() + column]);
            wish.pattern = Some(marks.collect());
        }
        let maker = || VariantMaker::new(variant.clone(), &wish);
        maker().map_err(|error| Failure::Usage(error.to_string()))?;
        say(format_args!(
            "note: full grids of variants are random, but not exactly equally likely"
        ));
        let said = Once::new();
        self.run_line(start, |line| {
            let mut maker = maker().expect("it was made before");
            maker.limits_mut().cancel = Some(line.signal.flag());
            line.work(|rng, tries| {
                let order = maker.make(rng, tries);
                if matches!(order, Order::Made(_)) && !maker.knows_needs() && !wish.minimal {
                    said.call_once(|| say(format_args!("{MAY_HAVE_SPARE_CLUES}")));
                }
                order
            });
        })
    }

    /// The files that describe the request.
    fn inputs(&self) -> Inputs {
        let is_file = |words: &&str| wishes::are_file(words, self.asked_shape());
        let variant = self.variant.as_deref().filter(is_file).map(Path::new);
        let files = [self.pattern.as_deref(), self.from.as_deref(), variant];
        Inputs::of(files.into_iter().flatten())
    }

    /// The shape of the boxes, if it is given.
    fn asked_shape(&self) -> Option<Shape> {
        self.shape.or(self.size)
    }

    /// The parts of the request that need no file, for grids of this number of cells.
    fn wish(&self, cells: usize) -> Wish {
        Wish {
            clues: self.clues.map(|clues| clues.within(cells)),
            symmetry: self.symmetry.into(),
            minimal: self.minimal,
            ..Wish::default()
        }
    }

    /// Lets threads make puzzles: each calls `work` once.
    fn run_line(&self, start: Instant, work: impl Fn(&Line) + Sync) -> Result<Exit, Failure> {
        let format = self.drawing.of(self.format)?;
        self.destination.has_room_for(self.n.get(), format)?;
        let (target, album) = Target::and_album(self.destination.target(), format, &self.inputs())?;
        let output = Arc::new(Output::new(Progress::default(), album.into(), target));
        let mut signal = Signal::of(&output, format);
        if let Some(end) = self
            .timeout_total
            .and_then(|total| start.checked_add(total))
        {
            signal.end_at(end, &output);
        }
        let line = Line {
            output: &output,
            signal: &signal,
            next: AtomicU64::new(0),
            of: self.n.get(),
            tries: self.tries.get(),
            rating: self.rating,
            seed: self.seed.unwrap_or_else(new_seed),
            format,
        };
        Ok(line.run(threads_or_all(self.threads), || work(&line)))
    }
}

/// The puzzles of a run, which workers make.
struct Line<'a> {
    output: &'a Output,
    signal: &'a Signal,
    /// The number of the next puzzle, from 0.
    next: AtomicU64,
    of: u64,
    tries: u64,
    rating: Option<Ratings>,
    seed: u64,
    format: Format,
}

impl Line<'_> {
    /// Lets threads work until everything is printed.
    fn run(&self, threads: usize, work: impl Fn() + Sync) -> Exit {
        let conclude = || match self.output.close() {
            Ok((exit, _)) => {
                self.signal.conclude(exit);
                exit
            }
            Err(failure) => failure.report(),
        };
        if threads == 1 || self.of == 1 {
            work();
            return conclude();
        }
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let _guard = EndOnPanic;
                    work();
                });
            }
            self.output.oversee();
            // Others may still look for puzzles that come after the last one.
            conclude().leave()
        })
    }

    /// Makes puzzle after puzzle. `make` makes one puzzle, in a limited number of tries.
    fn work<P: Printed, A: Printed>(
        &self,
        mut make: impl FnMut(&mut ChaCha8Rng, u64) -> Order<P, A>,
    ) {
        let _guard = self.signal.guard();
        let mut pen = Pen::new(self.output);
        while self.output.wait_for_room() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.of {
                return;
            }
            pen.begin(number, Instant::now());
            let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
            rng.set_stream(number);
            self.make(|tries| make(&mut rng, tries), number + 1, &mut pen.page);
            pen.page.last |= number + 1 == self.of;
            if pen.page.last && self.format == Format::Text {
                pen.page.text(P::END);
            }
            pen.finish();
        }
    }

    /// Makes one puzzle, and writes it to its page, or why there is none.
    fn make<P: Printed, A: Printed>(
        &self,
        mut make: impl FnMut(u64) -> Order<P, A>,
        number: u64,
        page: &mut Page,
    ) {
        let (mut tried, mut said) = (0, Instant::now());
        let mut at_once = 1;
        let stopped = loop {
            if self.signal.came() {
                break true;
            }
            let began = Instant::now();
            let tries = at_once.min(self.tries - tried);
            match make(tries) {
                Order::Made(made) => {
                    let tries = tried + made.tries;
                    return self.print(page, number, &made, tries);
                }
                Order::NoAnswer => return self.deny(page, number),
                Order::Failed => tried += tries,
                Order::Stopped(Limit::Nodes, _) => return self.give_up(page, number),
                Order::Stopped(_, more) => {
                    tried += more;
                    break true;
                }
            }
            if tried >= self.tries {
                break false;
            }
            if began.elapsed() < PATIENCE / 10 {
                at_once = TRIES_AT_ONCE.min(2 * at_once);
            }
            if said.elapsed() >= PATIENCE {
                said = Instant::now();
                say(format_args!(
                    "puzzle {number}: none found in {tried} tries so far"
                ));
            }
        };
        let tries = counted(tried, ["try", "tries"]);
        page.say(match stopped {
            true => format!("puzzle {number}: stopped after {tries}"),
            false => {
                format!("puzzle {number}: none found in {tries}; `--tries` allows more")
            }
        });
        if self.format == Format::Jsonl {
            let mut object = Object::new(&mut page.answers);
            object.number("number", Some(number));
            object.string("status", "stopped");
            object.number("tries", Some(tried));
        }
        page.exit = Exit::Stopped;
        page.last = true;
    }

    /// Reports that there are no puzzles, because the variant has no answer.
    fn deny(&self, page: &mut Page, number: u64) {
        page.say(format_args!("puzzle {number}: the variant has no answer"));
        if self.format == Format::Jsonl {
            let mut object = Object::new(&mut page.answers);
            object.number("number", Some(number));
            object.string("status", "none");
        }
        page.exit = Exit::No;
        page.last = true;
    }

    /// Reports that no answer of the variant was found, though there may be one.
    fn give_up(&self, page: &mut Page, number: u64) {
        page.say(format_args!(
            "puzzle {number}: no full grid was found in a million nodes; perhaps the rules allow none"
        ));
        if self.format == Format::Jsonl {
            let mut object = Object::new(&mut page.answers);
            object.number("number", Some(number));
            object.string("status", "stopped");
        }
        page.exit = Exit::Stopped;
        page.last = true;
    }

    /// Whether a puzzle has a requested rating.
    fn is_as_hard(&self, puzzle: &impl Printed) -> bool {
        let Some(wished) = self.rating else {
            return true;
        };
        let rating = puzzle.rating(wished.greatest);
        rating.is_some_and(|rating| wished.contains(rating.hardest))
    }

    fn print<P: Printed, A: Printed>(
        &self,
        page: &mut Page,
        number: u64,
        made: &Made<P, A>,
        tries: u64,
    ) {
        let puzzle = made.puzzle.text();
        if let Some(draws) = self.format.draws() {
            return draw(page, draws, number, made);
        }
        if self.format == Format::Text {
            return page.text(format_args!("{puzzle}"));
        }
        let mut object = Object::new(&mut page.answers);
        object.number("number", Some(number));
        object.string("status", "made");
        object.string("puzzle", puzzle.trim_end());
        object.string("answer", made.answer.text().trim_end());
        object.number(P::CLUES, Some(made.puzzle.clues() as u64));
        if let Some(wished) = self.rating
            && let Some(rating) = made.puzzle.rating(wished.greatest)
        {
            object.tenths("rating", rating.hardest.0);
        }
        object.number("tries", Some(tries));
    }
}

/// Draws a puzzle; with its answer, if the puzzles come first.
fn draw<P: Printed, A: Printed>(page: &mut Page, draws: Draws, number: u64, made: &Made<P, A>) {
    let heading = format!("Puzzle {number}");
    match draws.has_questions {
        true => {
            page.draw_first(draws, made.puzzle.picture(), &heading);
            page.draw(draws, made.answer.picture(), &format!("{heading}, answer"));
        }
        false => page.draw(draws, made.puzzle.picture(), &heading),
    }
}
