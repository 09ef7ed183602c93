//! New puzzles with one answer.
//!
//! ```text
//!   {"do":"generate","kind":"sudoku","box":"3x3","rules":"x","rating":[2.3,4.5],"seed":"7"} ─▶ try ─▶ try ─▶ made
//! ```

use dominox::engine::Limit;
use dominox::puzzles::sudominoku::Piece;
use dominox::puzzles::{Puzzle, Shape, Variant};
use dominox::workshop::person::{Rating, pencil_marks};
use dominox::workshop::{CaseMaker, CaseWish, CellSymmetry, Maker, Order, VariantMaker, Wish};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};

use crate::editing::grid_text;
use crate::fault::Fault;
use crate::job::{Job, SLICE, Turn};
use crate::request::Request;

/// Tries of a slice, at most.
const MOST_TRIES: u64 = 64;

/// Tries after which the wishes are taken to be impossible.
const ENOUGH_TRIES: u64 = 100_000;

/// Who makes the puzzles.
enum Hand {
    Sudoku(Maker),
    Variant(Box<VariantMaker>),
    Case(CaseMaker),
}

struct Making {
    hand: Hand,
    random: ChaCha8Rng,
    seed: u64,
    /// The ratings that are wished for, in tenths.
    ratings: Option<[u16; 2]>,
    tries: u64,
}

/// Makes a puzzle.
///
/// # Errors
/// If no puzzle can be as wished.
pub fn job(request: &Request) -> Result<Box<dyn Job>, Fault> {
    let seed = request.number("seed")?.unwrap_or_default();
    Ok(Box::new(Making {
        hand: Hand::of(request)?,
        random: ChaCha8Rng::seed_from_u64(seed),
        seed,
        ratings: request.ratings("rating")?,
        tries: 0,
    }))
}

impl Hand {
    fn of(request: &Request) -> Result<Hand, Fault> {
        let wish = Wish {
            symmetry: symmetry(request.text("symmetry")?)?,
            ..Wish::default()
        };
        let shape = match request.text("box")? {
            "" => Shape::CLASSIC,
            text => text.parse().map_err(Fault::new)?,
        };
        match (request.text("kind")?, request.text("rules")?) {
            ("sudominoku", _) => {
                let maker = CaseMaker::new(CaseWish::default());
                maker.map(Hand::Case).map_err(Fault::new)
            }
            ("" | "sudoku", "") => Maker::new(shape, wish)
                .map(Hand::Sudoku)
                .map_err(Fault::new),
            ("" | "sudoku", rules) => {
                let variant = Variant::named(shape, rules).map_err(Fault::new)?;
                let maker = VariantMaker::new(variant, &wish).map_err(Fault::new)?;
                Ok(Hand::Variant(Box::new(maker)))
            }
            (other, _) => Err(Fault::new(format_args!(
                "`kind`: expected sudoku or sudominoku, not `{other}`"
            ))),
        }
    }
}

fn symmetry(name: &str) -> Result<CellSymmetry, Fault> {
    Ok(match name {
        "" | "none" => CellSymmetry::None,
        "rotate180" => CellSymmetry::Rotate180,
        "rotate90" => CellSymmetry::Rotate90,
        "mirror" => CellSymmetry::Mirror,
        "diagonal" => CellSymmetry::Diagonal,
        "full" => CellSymmetry::Full,
        other => return Err(Fault::new(format_args!("no symmetry `{other}`"))),
    })
}

/// The text of a puzzle, its number of clues, and its rating, if that is known of such puzzles.
type Printed = (String, usize, Option<Rating>);

/// The result of some tries.
enum Tried {
    Made(Printed),
    Failed,
    NoAnswer,
    /// It is not known whether the rules have an answer.
    GivenUp,
}

fn told<P, A>(order: Order<P, A>, print: impl Fn(P) -> Printed) -> Tried {
    match order {
        Order::Made(made) => Tried::Made(print(made.puzzle)),
        Order::NoAnswer => Tried::NoAnswer,
        Order::Stopped(Limit::Nodes, _) => Tried::GivenUp,
        Order::Failed | Order::Stopped(..) => Tried::Failed,
    }
}

impl Making {
    fn attempt(&mut self, tries: u64) -> Tried {
        let (random, ratings) = (&mut self.random, self.ratings);
        match &mut self.hand {
            Hand::Sudoku(maker) => {
                let rated = |grid: &dominox::workshop::Grid| {
                    pencil_marks(&grid.to_sudoku()).map(Rating::of)
                };
                let order = maker.make_where(random, tries, |grid| {
                    let Some([low, high]) = ratings else {
                        return true;
                    };
                    let rating = rated(grid).filter(|rating| rating.is_solved);
                    rating.is_some_and(|rating| (low..=high).contains(&rating.hardest.0))
                });
                told(order, |grid| {
                    let rating = rated(&grid);
                    (grid_text(&grid), grid.clues(), rating)
                })
            }
            Hand::Variant(maker) => told(maker.make(random, tries), |variant| {
                (variant.to_string(), variant.givens().len(), None)
            }),
            Hand::Case(maker) => told(maker.make(random, tries), |case| {
                let dominoes = case
                    .pieces()
                    .iter()
                    .filter(|piece| matches!(piece, Piece::Domino(..)));
                (format!("{case}0\n"), dominoes.count(), None)
            }),
        }
    }

    fn gave_up(&self) -> Value {
        let other = match self.ratings {
            Some(_) => "difficulty",
            None => "kind or symmetry",
        };
        let message = format!(
            "100,000 grids were tried, and none was as wished; perhaps there is none: try another {other}"
        );
        json!({"status": "stopped", "message": message})
    }

    fn made(&self, (text, clues, rating): Printed) -> Value {
        let rating = rating.filter(|rating| rating.is_solved);
        json!({
            "status": "made",
            "text": text,
            "clues": clues,
            "of": if matches!(self.hand, Hand::Case(_)) { "dominoes" } else { "clues" },
            "rating": rating.map(|rating| rating.hardest.to_string()),
            "technique": rating.and_then(|rating| rating.technique).map(|technique| technique.name()),
            "seed": self.seed.to_string(),
        })
    }
}

impl Job for Making {
    fn advance(&mut self, nodes: u64) -> Turn {
        let tries = (nodes / SLICE).clamp(1, MOST_TRIES);
        match self.attempt(tries) {
            Tried::Made(printed) => Turn::Done(self.made(printed)),
            Tried::NoAnswer => {
                Turn::Done(json!({"status": "none", "why": "the rules have no answer"}))
            }
            Tried::GivenUp => {
                let message =
                    "no full grid was found in a million nodes; perhaps the rules allow none";
                Turn::Done(json!({"status": "stopped", "message": message}))
            }
            Tried::Failed => {
                self.tries += tries;
                match self.tries < ENOUGH_TRIES {
                    true => Turn::Running(json!({"status": "running", "tries": self.tries})),
                    false => Turn::Done(self.gave_up()),
                }
            }
        }
    }
}
