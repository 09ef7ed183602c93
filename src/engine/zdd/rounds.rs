//! Solutions in the order of their costs, in bounded memory: round after round.
//!
//! A round goes through the diagram and keeps the solutions that come next, as many as there is room for. Each time that the
//! room is full, the later half is dropped, and branches without better solutions than the rest are no longer visited:
//!
//! ```text
//!     regrets of all, in the order of the diagram     3 0 4 1 2 2 0 5       room for four, and 0 0 were given:
//!     first round                                     3 · 4 1 2 ▷ 1 2       3 and 4 dropped: from now on below 2
//!     second round                                    3 · 4 · · 2 · 5       and so on: 2, 3, 4, 5
//! ```
//!
//! Branches that lead only to solutions returned before are not visited either.

use super::best::Costs;
use super::node::{FALSE, TRUE};
use crate::engine::memory::Share;
use crate::engine::work::{Stop, Work};
use crate::problem::{OptionId, Solution};

/// Bytes that a round takes at the least.
const LEAST: usize = 1 << 12;

/// The rounds after the first solutions.
#[derive(Clone, Debug)]
pub(super) struct Rounds {
    /// The greatest regret of the solutions that were given, and how many of that regret there were.
    regret: u128,
    given: u64,
    /// The greatest regret below each node beyond what its best solution has.
    widest: Vec<u128>,
    /// The solutions of the round, the next one last.
    found: Vec<Found>,
    options: Vec<u32>,
    held: Share,
}

/// A solution that was found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Found {
    regret: u128,
    /// Where its options stand: solutions of one regret are in the order of the diagram.
    start: usize,
    end: usize,
}

impl Rounds {
    /// The rounds that follow all solutions below this regret, and a number of solutions of this regret.
    pub(super) fn after(regret: u128, given: u64) -> Rounds {
        Rounds {
            regret,
            given,
            widest: Vec::new(),
            found: Vec::new(),
            options: Vec::new(),
            held: Share::default(),
        }
    }

    /// The next solution, and its regret.
    pub(super) fn next(
        &mut self,
        costs: &Costs,
        work: &Work,
    ) -> Result<Option<(u128, Solution)>, Stop> {
        if self.found.is_empty() {
            self.fill(costs, work)?;
        }
        let Some(Found { regret, start, end }) = self.found.pop() else {
            return Ok(None);
        };
        if regret > self.regret {
            (self.regret, self.given) = (regret, 0);
        }
        self.given += 1;
        let options = &self.options[start..end];
        let options = options.iter().map(|&option| OptionId::new(option as usize));
        Ok(Some((regret, options.collect())))
    }

    /// Finds the solutions that come next.
    fn fill(&mut self, costs: &Costs, work: &Work) -> Result<(), Stop> {
        self.find_widest(costs, work)?;
        let room = (work.account.left() / 2).max(LEAST);
        self.options.clear();
        let mut passed = 0;
        // Nothing of this regret or more comes next.
        let mut limit = u128::MAX;
        let mut path = Vec::new();
        let mut ahead = vec![(costs.zdd.root, 0, 0)];
        while let Some((number, regret, depth)) = ahead.pop() {
            work.spend(8)?;
            let last = regret + self.widest[number as usize];
            if number == FALSE || regret >= limit || last < self.regret {
                continue;
            }
            path.truncate(depth);
            if number == TRUE {
                if regret == self.regret && passed < self.given {
                    passed += 1;
                    continue;
                }
                self.add(regret, &path);
                if self.bytes() > room && self.found.len() > 1 {
                    work.spend(self.options.len() + 16 * self.found.len())?;
                    limit = self.drop_half();
                }
                continue;
            }
            let node = costs.zdd.node(number);
            let [with, without] = costs.regrets(number, node);
            ahead.push((node.lo, regret + without, depth));
            path.push(node.option);
            ahead.push((node.hi, regret + with, depth + 1));
        }
        work.spend(16 * self.found.len())?;
        self.found.sort_unstable_by(|one, other| other.cmp(one));
        Ok(())
    }

    fn find_widest(&mut self, costs: &Costs, work: &Work) -> Result<(), Stop> {
        if !self.widest.is_empty() {
            return Ok(());
        }
        let nodes = &costs.zdd.nodes;
        self.held = work.account.take(nodes.len() * size_of::<u128>())?;
        self.widest = vec![0; nodes.len()];
        for (number, &node) in nodes.iter().enumerate().skip(TRUE as usize + 1) {
            work.spend(4)?;
            let [with, without] = costs.regrets(number as u32, node);
            let with = with + self.widest[node.hi as usize];
            self.widest[number] = match node.lo {
                FALSE => with,
                lo => with.max(without + self.widest[lo as usize]),
            };
        }
        Ok(())
    }

    fn add(&mut self, regret: u128, path: &[u32]) {
        let start = self.options.len();
        self.options.extend_from_slice(path);
        let end = self.options.len();
        self.found.push(Found { regret, start, end });
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.options[..]) + size_of_val(&self.found[..])
    }

    /// Drops the half that comes later. Returns a regret of which no more solutions can come before that half.
    fn drop_half(&mut self) -> u128 {
        let middle = self.found.len() / 2;
        let (_, &mut Found { regret: limit, .. }, _) = self.found.select_nth_unstable(middle);
        self.found.truncate(middle);
        self.found.sort_unstable_by_key(|found| found.start);
        let mut end = 0;
        for found in &mut self.found {
            let length = found.end - found.start;
            self.options.copy_within(found.start..found.end, end);
            (found.start, found.end) = (end, end + length);
            end += length;
        }
        self.options.truncate(end);
        limit
    }
}
