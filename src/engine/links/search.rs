//! The search with dancing links: what stands before it, and Algorithm C itself.

use super::{COVERED, IDLE, Links, Node, PURIFIED, Prior, Resume};
use crate::engine::fits::KernelName;
use crate::engine::kernel::{Effort, Keep, Kernel, Step};
use crate::problem::OptionId;

impl Kernel for Links {
    fn name(&self) -> KernelName {
        KernelName::Links
    }

    fn is_live(&self, option: OptionId) -> bool {
        let agrees = |node: &Node| match self.held[node.top as usize] {
            0 => true,
            COVERED => false,
            _ => node.color == PURIFIED,
        };
        self.first[option.index()] != IDLE
            && !self.excluded[option.index()]
            && self.nodes[self.nodes_of(option)].iter().all(agrees)
    }

    fn exclude(&mut self, option: OptionId) {
        debug_assert!(self.path.is_empty());
        if !self.is_live(option) {
            return;
        }
        for node in self.nodes_of(option) {
            let Node { up, down, top, .. } = self.nodes[node];
            self.nodes[up as usize].down = down;
            self.nodes[down as usize].up = up;
            self.items[top as usize].len -= 1;
        }
        self.excluded.set(option.index(), true);
        self.prior.push(Prior::Excluded(option));
    }

    fn assume(&mut self, option: OptionId) -> bool {
        debug_assert!(self.path.is_empty());
        if !self.is_live(option) {
            return false;
        }
        let node = self.primary_node(option);
        let item = self.nodes[node as usize].top;
        self.cover(item);
        if !self.take(node) {
            self.uncover(item);
            return false;
        }
        for node in self.nodes_of(option) {
            let Node { top, color, .. } = self.nodes[node];
            match color {
                0 => self.held[top as usize] = COVERED,
                PURIFIED => {}
                _ => self.held[top as usize] = color,
            }
        }
        self.prior.push(Prior::Assumed(option));
        true
    }

    fn mark(&self) -> usize {
        self.prior.len()
    }

    fn rollback(&mut self, mark: usize) {
        debug_assert!(self.path.is_empty());
        for prior in self.prior.split_off(mark).into_iter().rev() {
            match prior {
                Prior::Assumed(option) => {
                    let node = self.primary_node(option);
                    self.untake(node);
                    self.uncover(self.nodes[node as usize].top);
                    for node in self.nodes_of(option) {
                        let Node { top, color, .. } = self.nodes[node];
                        if color != PURIFIED {
                            self.held[top as usize] = 0;
                        }
                    }
                }
                Prior::Excluded(option) => {
                    self.excluded.set(option.index(), false);
                    for node in self.nodes_of(option).rev() {
                        let Node { up, down, top, .. } = self.nodes[node];
                        self.nodes[up as usize].down = node as u32;
                        self.nodes[down as usize].up = node as u32;
                        self.items[top as usize].len += 1;
                    }
                }
            }
        }
    }

    fn advance(&mut self, nodes: u64) -> Step {
        let last = self.effort.nodes.saturating_add(nodes);
        let mut entering = match self.resume {
            Resume::Enter => true,
            Resume::Leave => false,
            Resume::Over => return Step::Exhausted,
        };
        loop {
            let (item, mut node) = if entering {
                if self.effort.nodes >= last {
                    self.resume = Resume::Enter;
                    return Step::Paused;
                }
                // C2: enter a level.
                self.effort.nodes += 1;
                let item = self.choose_item();
                if item == 0 {
                    self.resume = Resume::Leave;
                    return Step::Solution;
                }
                // C4: cover the item.
                self.cover(item);
                (item, self.nodes[item as usize].down)
            } else {
                // C8: leave a level. C6: try the next option of the one above.
                let Some(node) = self.path.pop() else {
                    self.resume = Resume::Over;
                    return Step::Exhausted;
                };
                self.untake(node);
                let Node { top, down, .. } = self.nodes[node as usize];
                (top, down)
            };
            // C5: try an option; C7: back up where none is left.
            while node != item && !self.take(node) {
                self.effort.nodes += 1;
                node = self.nodes[node as usize].down;
            }
            entering = node != item;
            if entering {
                self.path.push(node);
            } else {
                self.uncover(item);
            }
        }
    }

    fn is_close(&self, _: f64) -> bool {
        false
    }

    fn enter_thinned(&mut self, _: bool, keep: Keep) -> bool {
        self.enter_next_kept(keep)
    }

    fn rewind(&mut self) {
        self.close_thinned();
        while let Some(node) = self.path.pop() {
            self.untake(node);
            self.uncover(self.nodes[node as usize].top);
        }
        self.resume = Resume::Enter;
    }

    fn solution(&self, out: &mut Vec<OptionId>) {
        out.clear();
        out.extend(self.prior.iter().filter_map(|prior| match prior {
            Prior::Assumed(option) => Some(*option),
            Prior::Excluded(_) => None,
        }));
        out.extend(self.path.iter().map(|&node| self.option_of(node)));
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    #[cfg(test)]
    fn check(&self) {
        let mut active = self.items[0].next;
        let mut before = 0;
        while active != 0 {
            assert!(
                active > before,
                "active items are not ascending at {active}"
            );
            assert_eq!(self.items[active as usize].previous, before);
            (before, active) = (active, self.items[active as usize].next);
        }
        assert_eq!(self.items[0].previous, before);
        for item in 1..self.items.len() as u32 {
            let mut node = item;
            for _ in 0..=self.items[item as usize].len % super::OPTIONAL {
                let down = self.nodes[node as usize].down;
                assert_eq!(
                    self.nodes[down as usize].up, node,
                    "up is not the inverse of down"
                );
                assert_eq!(
                    self.nodes[down as usize].top, item,
                    "a node in the list of another item"
                );
                node = down;
            }
            assert_eq!(
                node, item,
                "the list of item {item} is not as long as it says"
            );
        }
    }
}
