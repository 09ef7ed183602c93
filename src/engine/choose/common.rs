//! What disagrees with several options of an item at once: whether looks at the options of items should strike out much.
//!
//! [Rows](crate::engine::rows) strike out what disagrees with *all* options of an item. How often that is anything, six random
//! options of a random item tell, as if they were all that are left of it:
//!
//! ```text
//!                                 struck out    by some items    beyond chance      nodes of lanes / of rows
//!     nonogram 13,36                  0.028             0.81               17                              11
//!     cut 9,9,5,7: pieces             0.040             0.86               17                              12
//!     chain 10,16,60,1                0.035             0.89               73                               1
//!     edges 5,7: MacMahon's tiles     0.026             0.55              119                              13
//!     planted 120,1900,11             0.066             1.00                1                             4.5
//!     word-rectangle 3,5,2200         0.367             1.00                4                               1
//!     queens 14                       0                 0                  0                             1.4
//! ```
//!
//! By chance, what two strike out they strike out independently: six strike out the cube of it. Much more than that is
//! structure. If six strike out nearly everything, as with letters that cross, so does each choice, and trees are small anyway.

use super::sharing::Users;
use crate::problem::{Entry, OptionId, Problem};

/// Random options of an item.
const TOGETHER: usize = 6;
/// Items, at most; the first few show whether it is worth continuing.
const ITEMS: usize = 64;
const FIRST: usize = 16;
/// Items that are tried to find one with several options.
const TRIES: usize = 64;
/// Options that are compared with those of an item.
const OTHERS: usize = 256;
/// Entries that are examined, about.
const STEPS: usize = 400_000;

/// What options of an item have in common that disagrees with them.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Common {
    items: usize,
    /// Items whose six options have anything in common.
    striking: usize,
    /// Comparisons; with how many of the six options an option disagrees, altogether; and in how many comparisons it does with two, and
    /// with all six.
    compared: usize,
    ones: usize,
    two: usize,
    six: usize,
}

impl Common {
    pub(super) fn of(problem: &Problem, users: &Users) -> Common {
        let mut common = Common::default();
        let mut numbers = Numbers(1);
        let length = (problem.entry_count() / problem.option_count().max(1)).max(1);
        let items = (STEPS / (OTHERS * length)).clamp(FIRST, ITEMS);
        let mut uses = Uses::of_none(problem.item_count());
        for at in 0..items {
            if at == FIRST && common.striking == 0 {
                break;
            }
            let Some(named) = numbers.list_of_two(users) else {
                break;
            };
            let options = numbers.draw(named);
            for (place, &option) in options.iter().enumerate() {
                for entry in problem.entries(option) {
                    uses.by[entry.item.index()] |= 1 << place;
                    uses.colors[entry.item.index()][place] = number(entry);
                }
            }
            common.compare(problem, (&uses, named), &mut numbers);
            for entry in options.iter().flat_map(|&option| problem.entries(option)) {
                uses.by[entry.item.index()] = 0;
            }
        }
        common
    }

    /// Compares the six options that `uses` stands for with some that do not name their item.
    fn compare(
        &mut self,
        problem: &Problem,
        (uses, named): (&Uses, &[usize]),
        numbers: &mut Numbers,
    ) {
        let before = self.six;
        for _ in 0..OTHERS {
            let other = numbers.below(problem.option_count());
            if named.binary_search(&other).is_ok() {
                continue;
            }
            let entries = problem.entries(OptionId::new(other)).iter();
            let disagree = entries.fold(0, |disagree, entry| disagree | uses.against(entry));
            self.compared += 1;
            self.ones += disagree.count_ones() as usize;
            self.two += usize::from(disagree & 0b11 == 0b11);
            self.six += usize::from(disagree == (1 << TOGETHER) - 1);
        }
        self.items += 1;
        self.striking += usize::from(self.six > before);
    }

    /// The part of all items whose six options have anything in common.
    pub(super) fn striking(self) -> f64 {
        self.striking as f64 / self.items.max(1) as f64
    }

    /// The part of all options that disagrees with an option of another item, over primary or secondary items.
    pub(super) fn disagreeing(self) -> f64 {
        self.ones as f64 / (TOGETHER * self.compared).max(1) as f64
    }

    /// The part of all options that six options of an item have in common.
    pub(super) fn struck(self) -> f64 {
        self.six as f64 / self.compared.max(1) as f64
    }

    /// How many times as many these are as by chance.
    pub(super) fn beyond_chance(self) -> f64 {
        let two = self.two as f64 / self.compared.max(1) as f64;
        match self.six {
            0 => 0.0,
            _ => self.struck() / two.powi(TOGETHER as i32 / 2),
        }
    }
}

/// How six options use the items.
struct Uses {
    /// For each item, those of the six that use it, one bit each.
    by: Vec<u8>,
    /// The numbers of their colours.
    colors: Vec<[u32; TOGETHER]>,
}

impl Uses {
    fn of_none(items: usize) -> Uses {
        Uses {
            by: vec![0; items],
            colors: vec![[0; TOGETHER]; items],
        }
    }

    /// Those that disagree with this use of an item.
    fn against(&self, entry: &Entry) -> u8 {
        let (item, own) = (entry.item.index(), number(entry));
        let by = self.by[item];
        if by == 0 || own == 0 {
            return by;
        }
        let colors = self.colors[item].iter().enumerate();
        colors.fold(by, |by, (place, &color)| {
            by & !(u8::from(color == own) << place)
        })
    }
}

/// The number of the colour, 0 without one.
fn number(entry: &Entry) -> u32 {
    entry.color.map_or(0, |color| color.number())
}

/// Numbers that look random, and are the same each time.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end as u64) as usize
    }

    /// The options of an item that has two or more. There may be none.
    fn list_of_two<'a>(&mut self, users: &'a Users) -> Option<&'a [usize]> {
        let mut lists = (0..TRIES).map(|_| users.of_item(self.below(users.items())));
        lists.find(|list| list.len() > 1)
    }

    /// Six different options; or all, some of them more than once.
    fn draw(&mut self, from: &[usize]) -> [OptionId; TOGETHER] {
        let mut drawn = [usize::MAX; TOGETHER];
        for at in 0..TOGETHER {
            drawn[at] = match at < from.len() {
                false => drawn[0],
                true => loop {
                    let option = from[self.below(from.len())];
                    if !drawn.contains(&option) {
                        break option;
                    }
                },
            };
        }
        drawn.map(OptionId::new)
    }
}
