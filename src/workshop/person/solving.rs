//! A puzzle solved step by step: always the first step of the easiest technique that shows one.
//!
//! The order of the techniques is that of Sudoku Explainer, so that the hardest step of both is nearly always of the same
//! value.

use super::aligned::aligned;
use super::almost::large_wing;
use super::chains::forcing::{Manner, forcing_chains};
use super::chains::single::single_chain;
use super::grave::grave;
use super::links::strong_links;
use super::loops::unique_loop;
use super::marks::Marks;
use super::step::{Step, Value};
use super::subsets::{direct_hidden, fish, hidden, naked};
use super::technique::Technique;
use super::wings::wing;
use super::{locked, singles};

/// A search for a step of one or several techniques.
type Finder = fn(&Marks) -> Option<Step>;

/// The forcing chains that are looked for if nothing else is found.
const MANNERS: [Manner; 4] = [
    Manner::Nishio,
    Manner::Static,
    Manner::Dynamic,
    Manner::Plus,
];

/// The least value of forcing chains.
const FORCING: Value = Value(75);

/// All searches for steps, in order.
const FINDERS: [Finder; 29] = [
    singles::hidden_single,
    locked::direct,
    |marks| direct_hidden(marks, 2),
    singles::naked_single,
    |marks| direct_hidden(marks, 3),
    locked::locked,
    |marks| naked(marks, 2),
    |marks| fish(marks, 2),
    |marks| hidden(marks, 2),
    |marks| naked(marks, 3),
    |marks| fish(marks, 3),
    |marks| hidden(marks, 3),
    |marks| strong_links(marks, 2),
    |marks| wing(marks, 2),
    |marks| wing(marks, 3),
    unique_loop,
    |marks| naked(marks, 4),
    |marks| fish(marks, 4),
    |marks| hidden(marks, 4),
    |marks| strong_links(marks, 3),
    |marks| large_wing(marks, 3),
    grave,
    |marks| strong_links(marks, 4),
    |marks| large_wing(marks, 4),
    |marks| aligned(marks, 2),
    |marks| large_wing(marks, 5),
    single_chain,
    |marks| large_wing(marks, 6),
    |marks| aligned(marks, 3),
];

/// A puzzle that is being solved: an iterator over the steps of a person.
///
/// It ends when the grid is full, or when no technique gives a step.
///
/// ```
/// use dominox::puzzles::Shape;
/// use dominox::workshop::person::{Grid, Marks, Solving};
/// let mut marks = Marks::new(Grid::of(Shape::new(2, 2)?).expect("a small grid"));
/// for (cell, digit) in [(0, 0), (7, 1), (9, 2), (14, 3)] {
///     marks.place(cell, digit);
/// }
/// let mut solving = Solving::new(marks);
/// let first = solving.next().expect("a step");
/// assert_eq!(first.technique.name(), "hidden single");
/// assert_eq!(solving.by_ref().count(), 11);
/// assert!(solving.marks().is_solved());
/// # Ok::<(), dominox::puzzles::sudoku::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solving {
    marks: Marks,
}

impl Solving {
    /// Continues from these pencil marks.
    pub fn new(marks: Marks) -> Solving {
        Solving { marks }
    }

    /// The grid after the steps so far.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Does a step.
    pub fn apply(&mut self, step: &Step) {
        self.marks.apply(step);
    }

    /// The next step, without doing it.
    pub fn hint(&self) -> Option<Step> {
        self.hint_unless(&|| false)
    }

    /// Like [`hint`](Self::hint), but the search is abandoned as soon as `stop` returns true. It is called often in a long
    /// search.
    pub fn hint_unless(&self, stop: &dyn Fn() -> bool) -> Option<Step> {
        self.hint_up_to(Value::GREATEST, stop)
    }

    /// Like [`hint_unless`](Self::hint_unless), but steps that are certainly harder than `most` are not searched for.
    fn hint_up_to(&self, most: Value, stop: &dyn Fn() -> bool) -> Option<Step> {
        if self.marks.is_solved() || stop() {
            return None;
        }
        let found = FINDERS.iter().find_map(|finder| finder(&self.marks));
        if found.is_some() || most < FORCING {
            return found;
        }
        let mut manners = MANNERS.into_iter();
        manners.find_map(|manner| forcing_chains(&self.marks, manner, stop))
    }
}

impl Iterator for Solving {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = self.hint()?;
        self.marks.apply(&step);
        Some(step)
    }
}

/// How hard a puzzle is for a person.
///
/// Three numbers, as Sudoku Explainer has them: the hardest step of all, the hardest up to the first cell that is filled,
/// and the first step.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rating {
    /// The value of the hardest step.
    pub hardest: Value,
    /// The technique of the first of the hardest steps; `None` without steps.
    pub technique: Option<Technique>,
    /// The hardest step up to the first one that fills a cell.
    pub to_first_digit: Value,
    /// The first step.
    pub first: Value,
    /// The number of steps.
    pub steps: usize,
    /// Whether the steps fill the grid. If not, the numbers are those of the steps found.
    pub is_solved: bool,
}

impl Rating {
    /// The rating of the grid with these pencil marks.
    pub fn of(marks: Marks) -> Rating {
        Rating::unless(marks, &|| false)
    }

    /// Like [`of`](Self::of), but the steps end as soon as `stop` returns true.
    pub fn unless(marks: Marks, stop: &dyn Fn() -> bool) -> Rating {
        Rating::up_to(Value::GREATEST, marks, stop)
    }

    /// The rating, if the grid can be filled and no step is harder than `most`. That takes less time than to rate it.
    pub fn within(most: Value, marks: Marks) -> Option<Rating> {
        let rating = Rating::up_to(most, marks, &|| false);
        rating.is_solved.then_some(rating)
    }

    /// The rating of the steps before the first one that is harder than `most`.
    fn up_to(most: Value, marks: Marks, stop: &dyn Fn() -> bool) -> Rating {
        let mut solving = Solving::new(marks);
        let mut rating = Rating::default();
        let mut has_digit = false;
        while let Some(step) = solving.hint_up_to(most, stop)
            && step.value <= most
        {
            solving.apply(&step);
            rating.add(&step, &mut has_digit);
        }
        rating.is_solved = solving.marks.is_solved();
        rating
    }

    fn add(&mut self, step: &Step, has_digit: &mut bool) {
        if self.steps == 0 {
            self.first = step.value;
        }
        if step.value > self.hardest {
            self.hardest = step.value;
            self.technique = Some(step.technique);
        }
        if !*has_digit {
            self.to_first_digit = self.hardest;
            *has_digit = step.placed.is_some();
        }
        self.steps += 1;
    }
}
