//! Reads D. E. Knuth's listing of a diagram.
//!
//! DLX6 branches on the item with the fewest options, so its diagrams do not have one order of the options. Lines may
//! come in any order, with gaps between the numbers. So the lines are read first ([`line`](super::line)), then the
//! numbers are resolved, and then nodes are made, children first, with an explicit stack that descends from the root:
//!
//! ```text
//!     lines                      stack            made
//!     5: (~1?3:9)                5
//!     9: (~4?0:1)                5 3              3 → 2
//!     3: (~2?0:1)                5 9              9 → 3, 5 → 4
//! ```
//!
//! On the way it is checked that this is a diagram: every number is defined, no node leads to itself, and no path asks
//! for an option twice (or a set might be counted twice). Equal nodes are merged, and a node with `hi` = false becomes
//! its `lo`.

use super::Zdd;
use super::fault::ZddFault;
use super::line::Line;
use super::node::{FALSE, Made, Node, TRUE};
use crate::problem::Located;

impl Zdd {
    /// Reads Knuth's listing of a diagram, as [`to_text`](Self::to_text), BDD15 and DLX6 write it, for a problem with
    /// `option_count` options. The diagram need not be ordered, but no path may ask for an option twice.
    ///
    /// The root is given by the line with option 0; without one, it is the only node to which no other leads.
    ///
    /// ```
    /// use dominox::Zdd;
    /// let zdd = Zdd::parse("2: (~4?0:1)\n3: (~2?2:1)\n4: (~0?0:3)\n", 4)?;
    /// assert_eq!(zdd.count(), 2);
    ///
    /// let error = Zdd::parse("2: (~4?0:1)\n3: (~2?7:1)\n", 4).unwrap_err();
    /// assert_eq!(error.to_string().lines().next(), Some("2:8: no line defines node 7"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A fault with its place; of several faulty lines, the first.
    pub fn parse(text: &str, option_count: usize) -> Result<Zdd, Located<ZddFault>> {
        let mut listing = Listing::read(text, option_count)?;
        let root = listing.resolve()?;
        let is_needed = listing.below(root);
        let (made, images) = listing.make(&is_needed)?;
        listing.check_ways(&made, &images)?;
        Ok(made.finish(images.of(root), option_count))
    }
}

/// The contents of the lines, with their places.
struct Listing<'a> {
    text: &'a str,
    options: usize,
    nodes: Vec<Told>,
    /// The line with option 0.
    root: Option<Told>,
}

/// One line.
#[derive(Clone, Copy, Default)]
struct Told {
    number: u32,
    /// Numbers as given; later places: the constants, then nodes in the order of their lines.
    node: Node,
    /// Where the line begins, in bytes.
    start: usize,
}

/// The numbers of the lines in ascending order, and the place of each.
struct Places(Vec<(u32, u32)>);

impl Places {
    /// The place of a number, if it is that of a constant or of a line.
    fn of(&self, number: u32) -> Option<u32> {
        if let FALSE | TRUE = number {
            return Some(number);
        }
        // Usually there are no gaps.
        let (first, _) = *self.0.first()?;
        let guess = number.wrapping_sub(first) as usize;
        match self.0.get(guess) {
            Some(&(known, place)) if known == number => Some(place),
            _ => {
                let found = self.0.binary_search_by_key(&number, |&(known, _)| known);
                found.ok().map(|found| self.0[found].1)
            }
        }
    }

    /// A number that may have been meant by this one.
    fn near(&self, number: u32) -> Option<u32> {
        let mut known = self.0.iter().map(|&(known, _)| known);
        known.find(|&known| is_near(known, number))
    }
}

/// The numbers of the nodes made so far, by place.
struct Images(Vec<u32>);

const UNSEEN: u32 = u32::MAX;
const BEGUN: u32 = u32::MAX - 1;

impl Images {
    fn of(&self, place: u32) -> u32 {
        self.0[place as usize]
    }
}

impl<'a> Listing<'a> {
    fn read(text: &'a str, options: usize) -> Result<Self, Located<ZddFault>> {
        let mut listing = Listing {
            text,
            options,
            nodes: Vec::new(),
            root: None,
        };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if !line.trim().is_empty() {
                listing.read_line(start, line)?;
            }
            start += line.len();
        }
        Ok(listing)
    }

    fn read_line(&mut self, start: usize, line: &str) -> Result<(), Located<ZddFault>> {
        let line = Line::read(line)
            .map_err(|(fault, place)| self.located(start, fault, place.start, place.end))?;
        let [number, option, lo, hi] = line.values();
        let mut told = Told {
            number,
            node: Node { option, lo, hi },
            start,
        };
        let fault = |field, fault| Err(self.fault(&told, field, fault));
        if number <= TRUE {
            return fault(Line::NUMBER, ZddFault::Constant(number));
        }
        if option == 0 {
            if lo != FALSE {
                return fault(Line::OPTION, ZddFault::NoRootLine);
            }
            if let Some(first) = &self.root {
                let line = self.line_number(first.start);
                return fault(Line::OPTION, ZddFault::SecondRoot { line });
            }
            self.root = Some(told);
            return Ok(());
        }
        if option as usize > self.options {
            let count = self.options;
            return fault(Line::OPTION, ZddFault::UnknownOption { option, count });
        }
        told.node.option -= 1;
        self.nodes.push(told);
        Ok(())
    }

    /// Replaces numbers by places in all nodes, and returns the place of the root.
    fn resolve(&mut self) -> Result<u32, Located<ZddFault>> {
        let places = self.places()?;
        let mut is_led_to = vec![false; self.nodes.len() + Zdd::CONSTANTS];
        for at in 0..self.nodes.len() {
            let told = self.nodes[at];
            let lo = self.place(&places, &told, Line::LO, told.node.lo)?;
            let hi = self.place(&places, &told, Line::HI, told.node.hi)?;
            (self.nodes[at].node.lo, self.nodes[at].node.hi) = (lo, hi);
            is_led_to[lo as usize] = true;
            is_led_to[hi as usize] = true;
        }
        match self.root {
            Some(told) => self.place(&places, &told, Line::HI, told.node.hi),
            None => self.only_root(&is_led_to),
        }
    }

    /// The places of all numbers, of which none may be given twice.
    fn places(&self) -> Result<Places, Located<ZddFault>> {
        let numbers = self.nodes.iter().map(|told| told.number);
        let mut places = Vec::from_iter(numbers.zip(Zdd::CONSTANTS as u32..));
        places.sort_unstable();
        let Some(pair) = places.windows(2).find(|pair| pair[0].0 == pair[1].0) else {
            return Ok(Places(places));
        };
        let [first, second] = [0, 1].map(|i| self.nodes[pair[i].1 as usize - Zdd::CONSTANTS]);
        let fault = ZddFault::Twice {
            node: first.number,
            line: self.line_number(first.start),
        };
        Err(self.fault(&second, Line::NUMBER, fault))
    }

    /// The place of the number in this field of a line.
    fn place(
        &self,
        places: &Places,
        told: &Told,
        field: usize,
        number: u32,
    ) -> Result<u32, Located<ZddFault>> {
        places.of(number).ok_or_else(|| {
            let fault = ZddFault::Missing {
                node: number,
                near: places.near(number),
            };
            self.fault(told, field, fault)
        })
    }

    /// The only place that no other leads to.
    fn only_root(&self, is_led_to: &[bool]) -> Result<u32, Located<ZddFault>> {
        let mut roots = (Zdd::CONSTANTS..is_led_to.len()).filter(|&place| !is_led_to[place]);
        match (roots.next(), roots.next()) {
            (Some(root), None) => Ok(root as u32),
            (Some(one), Some(other)) => {
                let [one, other] = [one, other].map(|place| self.nodes[place - Zdd::CONSTANTS]);
                let fault = ZddFault::SeveralRoots(one.number, other.number);
                Err(self.fault(&other, Line::NUMBER, fault))
            }
            (None, _) => Err(Located::new(ZddFault::NoRoot, 1, "", 0, 0)),
        }
    }

    /// The children of a place; false for a constant.
    fn children(&self, place: u32) -> [u32; 2] {
        let place = (place as usize).checked_sub(Zdd::CONSTANTS);
        place.map_or([FALSE; 2], |place| {
            [self.nodes[place].node.lo, self.nodes[place].node.hi]
        })
    }

    /// Which places the root leads to.
    fn below(&self, root: u32) -> Vec<bool> {
        let mut is_below = vec![false; self.nodes.len() + Zdd::CONSTANTS];
        is_below[root as usize] = true;
        let mut stack = vec![root];
        while let Some(place) = stack.pop() {
            for child in self.children(place) {
                if !std::mem::replace(&mut is_below[child as usize], true) {
                    stack.push(child);
                }
            }
        }
        is_below
    }

    /// Makes the nodes that are needed, as far as possible in the order of their lines.
    fn make(&self, is_needed: &[bool]) -> Result<(Made, Images), Located<ZddFault>> {
        let mut made = Made::new(self.nodes.len());
        let mut images = Images(vec![UNSEEN; is_needed.len()]);
        (images.0[FALSE as usize], images.0[TRUE as usize]) = (FALSE, TRUE);
        let mut stack = Vec::new();
        for place in (Zdd::CONSTANTS..is_needed.len()).filter(|&place| is_needed[place]) {
            if images.0[place] == UNSEEN {
                stack.push(place as u32);
            }
            while let Some(&place) = stack.last() {
                images.0[place as usize] = BEGUN;
                let children = self.children(place);
                let mut left = children
                    .into_iter()
                    .filter(|&child| images.of(child) >= BEGUN);
                match left.next() {
                    Some(child) if images.of(child) == BEGUN => {
                        return Err(self.cycle(&stack, child));
                    }
                    Some(child) => stack.push(child),
                    None => {
                        let [lo, hi] = children.map(|child| images.of(child));
                        let option = self.nodes[place as usize - Zdd::CONSTANTS].node.option;
                        images.0[place as usize] = made.node(option, lo, hi);
                        stack.pop();
                    }
                }
            }
        }
        Ok((made, images))
    }

    /// The fault that a path leads back to `child`.
    fn cycle(&self, way: &[u32], child: u32) -> Located<ZddFault> {
        let start = way.iter().rposition(|&place| place == child).unwrap_or(0);
        let told = |&place: &u32| self.nodes[place as usize - Zdd::CONSTANTS];
        let nodes = way[start..]
            .iter()
            .map(|place| told(place).number)
            .collect();
        self.fault(&told(&child), Line::NUMBER, ZddFault::Cycle(nodes))
    }

    /// Checks that no path asks for an option twice: for 64 options at a time, finds which of them occur below each
    /// node.
    fn check_ways(&self, made: &Made, images: &Images) -> Result<(), Located<ZddFault>> {
        let nodes = made.nodes();
        // Options that occur, numbered.
        let asking = &nodes[Zdd::CONSTANTS..];
        let options = asking.iter().map(|node| node.option as usize + 1).max();
        let mut rank_of = vec![u32::MAX; options.unwrap_or(0)];
        let mut ranks = 0;
        for node in asking {
            let rank = &mut rank_of[node.option as usize];
            if *rank == u32::MAX {
                *rank = ranks;
                ranks += 1;
            }
        }
        let mut below = vec![0u64; nodes.len()];
        for group in 0..ranks.div_ceil(64) {
            for (number, node) in nodes.iter().enumerate().skip(Zdd::CONSTANTS) {
                let rank = rank_of[node.option as usize];
                let bit = u64::from(rank / 64 == group) << (rank % 64);
                let here = below[node.lo as usize] | below[node.hi as usize];
                if here & bit != 0 {
                    return Err(self.asked_twice(number, node.option, images));
                }
                below[number] = here | bit;
            }
        }
        Ok(())
    }

    /// The fault that a path from the node with this number asks for its option again.
    fn asked_twice(&self, number: usize, option: u32, images: &Images) -> Located<ZddFault> {
        let made_of = |&place: &usize| images.0[place + Zdd::CONSTANTS] as usize == number;
        let place = (0..self.nodes.len()).find(made_of);
        let told = place.map_or(Told::default(), |place| self.nodes[place]);
        self.fault(&told, Line::OPTION, ZddFault::AskedTwice(option + 1))
    }

    /// A fault in a field of a line.
    fn fault(&self, told: &Told, field: usize, fault: ZddFault) -> Located<ZddFault> {
        let line = Line::read(&self.text[told.start..]).ok();
        let place = line.map_or(0..0, |line| line.place(field));
        self.located(told.start, fault, place.start, place.end)
    }

    fn located(&self, start: usize, fault: ZddFault, from: usize, to: usize) -> Located<ZddFault> {
        let line = self.text[start..].lines().next().unwrap_or_default();
        Located::new(fault, self.line_number(start), line, from, to)
    }

    fn line_number(&self, start: usize) -> u64 {
        self.text[..start].matches('\n').count() as u64 + 1
    }
}

/// Whether the numbers differ in one hexadecimal digit of several.
fn is_near(known: u32, number: u32) -> bool {
    let different = known ^ number;
    let is_as_long = known.leading_zeros() / 4 == number.leading_zeros() / 4;
    let digits = (0..8).filter(|digit| different >> (4 * digit) & 0xf != 0);
    number > 0xf && is_as_long && digits.count() == 1
}
