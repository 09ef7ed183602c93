//! Step 3 of `docs/learn.md`: exact cover by dancing links, the way of Donald Knuth's Algorithm X.
//!
//! The search always takes the item with the fewest options left, and keeps these options in linked lists.
//! Run it with `cargo run --release --example links`.

use std::ops::Range;

const BOARD: &str = "
.4..6..2.
....8....
96..4..87
39.8.7.41
....9....
8..3.6..2
7.......9
..5...3..
6..1.5..4
";

/// Head 0 is the root, head i + 1 belongs to item i. Every other node is one item of one option.
#[derive(Default)]
struct Links {
    /// A circular list of the root and the heads of the items that are still open.
    left: Vec<usize>,
    right: Vec<usize>,
    /// A circular list for each item: its head, and its nodes in the options that are left.
    up: Vec<usize>,
    down: Vec<usize>,
    /// The head of each node.
    head: Vec<usize>,
    /// The option of each node (of a head: nothing of interest).
    option: Vec<usize>,
    /// How many options are left for the item of each head.
    length: Vec<usize>,
    /// The nodes of each option.
    nodes: Vec<Range<usize>>,
}

impl Links {
    fn new(items: usize, options: &[[usize; 4]]) -> Links {
        let heads = items + 1;
        let mut links = Links {
            left: (0..heads).map(|head| (head + items) % heads).collect(),
            right: (0..heads).map(|head| (head + 1) % heads).collect(),
            up: (0..heads).collect(),
            down: (0..heads).collect(),
            head: (0..heads).collect(),
            option: vec![0; heads],
            length: vec![0; heads],
            nodes: Vec::new(),
        };
        for (option, items) in options.iter().enumerate() {
            let first = links.head.len();
            for (node, item) in (first..).zip(items) {
                let head = item + 1;
                let last = links.up[head];
                links.up.push(last);
                links.down.push(head);
                links.down[last] = node;
                links.up[head] = node;
                links.head.push(head);
                links.option.push(option);
                links.length[head] += 1;
            }
            links.nodes.push(first..links.head.len());
        }
        links
    }

    /// Chooses options until no item is open. If that is impossible, returns `false` and undoes everything.
    fn solve(&mut self, chosen: &mut Vec<usize>, calls: &mut u32) -> bool {
        *calls += 1;
        let Some(head) = self.shortest() else {
            return true;
        };
        let mut node = self.down[head];
        while node != head {
            let option = self.option[node];
            self.choose(option);
            chosen.push(option);
            if self.solve(chosen, calls) {
                return true;
            }
            chosen.pop();
            self.unchoose(option);
            node = self.down[node];
        }
        false
    }

    /// The open item with the fewest options.
    fn shortest(&self) -> Option<usize> {
        let open = std::iter::successors(Some(self.right[0]), |&head| Some(self.right[head]));
        let open = open.take_while(|&head| head != 0);
        open.min_by_key(|&head| self.length[head])
    }

    /// Covers the items of an option.
    fn choose(&mut self, option: usize) {
        for node in self.nodes[option].clone() {
            self.cover(self.head[node]);
        }
    }

    /// Undoes `choose`, in the reverse order.
    fn unchoose(&mut self, option: usize) {
        for node in self.nodes[option].clone().rev() {
            self.uncover(self.head[node]);
        }
    }

    /// Takes an item out of the open ones, and its options out of the lists of their other items.
    fn cover(&mut self, head: usize) {
        let (left, right) = (self.left[head], self.right[head]);
        (self.right[left], self.left[right]) = (right, left);
        let mut node = self.down[head];
        while node != head {
            for other in self.nodes[self.option[node]].clone() {
                if other != node {
                    let (up, down) = (self.up[other], self.down[other]);
                    (self.down[up], self.up[down]) = (down, up);
                    self.length[self.head[other]] -= 1;
                }
            }
            node = self.down[node];
        }
    }

    /// Undoes `cover`: a node that was taken out still knows its neighbours.
    fn uncover(&mut self, head: usize) {
        let mut node = self.up[head];
        while node != head {
            for other in self.nodes[self.option[node]].clone().rev() {
                if other != node {
                    let (up, down) = (self.up[other], self.down[other]);
                    (self.down[up], self.up[down]) = (other, other);
                    self.length[self.head[other]] += 1;
                }
            }
            node = self.up[node];
        }
        let (left, right) = (self.left[head], self.right[head]);
        (self.right[left], self.left[right]) = (head, head);
    }
}

/// The four items that the option 'this cell has this digit' covers, as in `naive.rs`.
fn items(cell: usize, digit: usize) -> [usize; 4] {
    let (row, column) = (cell / 9, cell % 9);
    let square = row / 3 * 3 + column / 3;
    let item = |kind: usize, place: usize| 81 * kind + 9 * place + digit;
    [cell, item(1, row), item(2, column), item(3, square)]
}

/// The solved board as text, and how often `solve` was called.
pub fn report() -> String {
    let options: Vec<[usize; 4]> = (0..9 * 81).map(|id| items(id / 9, id % 9)).collect();
    let symbols = BOARD.chars().filter(|symbol| !symbol.is_whitespace());
    let given = |(cell, symbol): (usize, char)| Some(9 * cell + symbol.to_digit(10)? as usize - 1);
    let mut chosen: Vec<usize> = symbols.enumerate().filter_map(given).collect();
    let mut links = Links::new(4 * 81, &options);
    for &option in &chosen {
        links.choose(option);
    }
    let mut calls = 0;
    let solved = links.solve(&mut chosen, &mut calls);
    assert!(solved, "the board has no solution");
    chosen.sort_unstable();
    let digit = |option: &usize| (option % 9 + 1).to_string();
    let line = |row: &[usize]| row.iter().map(digit).collect::<String>() + "\n";
    chosen.chunks(9).map(line).collect::<String>() + &format!("{calls} calls\n")
}

fn main() {
    print!("{}", report());
}
