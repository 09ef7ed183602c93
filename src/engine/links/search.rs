//! The search with dancing links: what stands before it, and Algorithm C itself.

use super::{
    COVERED, Deed, IDLE, Links, Node, PURIFIED, Pause, Prior, Resume, keep_effective, kept_of,
    left_of,
};
use crate::engine::fits::KernelName;
use crate::engine::kernel::{Effort, Given, Inference, Keep, Kernel, Sink, Step};
use crate::problem::{Branches, OptionId, Part};

impl Links {
    /// Whether the option agrees with what was assumed and was not excluded.
    pub(super) fn is_live(&self, option: OptionId) -> bool {
        let agrees = |node: &Node| match self.held[node.top as usize] {
            0 => true,
            COVERED => false,
            _ => node.color == PURIFIED,
        };
        self.matrix.first[option.index()] != IDLE
            && !self.excluded[option.index()]
            && self.matrix.nodes[self.matrix.nodes_of(option)]
                .iter()
                .all(agrees)
    }

    /// Takes an option out of all lists. One that is not live is left alone; `false`, if it was assumed.
    pub(super) fn exclude(&mut self, option: OptionId) -> bool {
        debug_assert!(self.path.is_empty());
        if !self.is_live(option) {
            let is_assumed = self.assumed.contains(&option);
            self.prior
                .extend((!is_assumed).then(|| Prior::new(option, Deed::Nothing, 0)));
            return !is_assumed;
        }
        for node in self.matrix.nodes_of(option) {
            let Node { up, down, top, .. } = self.matrix.nodes[node];
            self.matrix.nodes[up as usize].down = down;
            self.matrix.nodes[down as usize].up = up;
            self.matrix.items[top as usize].len -= 1;
            self.matrix.fewest.marks().mark(top);
        }
        self.excluded.set(option.index(), true);
        self.prior.push(Prior::new(option, Deed::Excluded, 0));
        true
    }

    /// Chooses an option before the search; `false`, and nothing is changed, if it is not live, or if it is seen to leave
    /// an item without options.
    pub(super) fn assume(&mut self, option: OptionId) -> bool {
        debug_assert!(self.path.is_empty());
        if !self.is_live(option) {
            return false;
        }
        let node = self.matrix.primary_node(option);
        let item = self.matrix.nodes[node as usize].top;
        let before = self.matrix.updates;
        self.matrix.cover(item);
        if !self.matrix.take(node) {
            self.matrix.uncover(item);
            return false;
        }
        for node in self.matrix.nodes_of(option) {
            let Node { top, color, .. } = self.matrix.nodes[node];
            match color {
                0 => self.held[top as usize] = COVERED,
                PURIFIED => {}
                _ => self.held[top as usize] = color,
            }
        }
        let updates = self.matrix.updates - before;
        self.prior.push(Prior::new(option, Deed::Assumed, updates));
        self.assumed.push(option);
        true
    }

    /// Undoes all exclusions and assumptions but the first `kept`, the last one first.
    pub(super) fn undo_prior(&mut self, kept: usize) {
        debug_assert!(self.path.is_empty());
        while self.prior.len() > kept
            && let Some(Prior { option, deed, .. }) = self.prior.pop()
        {
            match deed {
                Deed::Nothing => {}
                Deed::Assumed => self.undo_assumed(option),
                Deed::Excluded => self.undo_excluded(option),
            }
        }
    }

    fn undo_assumed(&mut self, option: OptionId) {
        self.assumed.pop();
        let node = self.matrix.primary_node(option);
        self.matrix.untake(node);
        self.matrix.uncover(self.matrix.nodes[node as usize].top);
        for node in self.matrix.nodes_of(option) {
            let Node { top, color, .. } = self.matrix.nodes[node];
            if color != PURIFIED {
                self.held[top as usize] = 0;
            }
        }
    }

    fn undo_excluded(&mut self, option: OptionId) {
        self.excluded.set(option.index(), false);
        for node in self.matrix.nodes_of(option).rev() {
            let Node { up, down, top, .. } = self.matrix.nodes[node];
            self.matrix.nodes[up as usize].down = node as u32;
            self.matrix.nodes[down as usize].up = node as u32;
            self.matrix.items[top as usize].len += 1;
            self.matrix.fewest.marks().mark(top);
        }
    }

    /// Takes all choices of the search back.
    pub(super) fn leave_path(&mut self) {
        self.close_thinned();
        while let Some(node) = self.path.pop() {
            self.matrix.untake(node);
            self.matrix.uncover(self.matrix.nodes[node as usize].top);
        }
        (self.resume, self.given) = (Resume::Enter, 0);
    }

    /// Writes the assumed options and those of the first `depth` nodes of the path.
    fn write_chosen(&self, depth: usize, out: &mut Vec<OptionId>) {
        out.clear();
        out.extend_from_slice(&self.assumed);
        let path = self.path[..depth].iter();
        out.extend(path.map(|&node| self.matrix.option_of(node)));
    }

    pub(super) fn chosen(&self, depth: usize) -> Vec<OptionId> {
        let mut chosen = Vec::new();
        self.write_chosen(depth, &mut chosen);
        chosen
    }

    /// The branches of the node of the path at which `path[depth]` was chosen.
    fn branches(&self, depth: usize) -> Branches {
        let node = self.path[depth];
        let item = self.matrix.nodes[node as usize].top;
        let down = |&node: &u32| Some(self.matrix.nodes[node as usize].down);
        let list = std::iter::successors(down(&item), down).take_while(|&node| node != item);
        let mut branches = Branches::default();
        let mut is_tried = true;
        for other in list {
            match is_tried {
                true => branches.tried.push(self.matrix.option_of(other)),
                false => branches.untried.push(self.matrix.option_of(other)),
            }
            is_tried &= other != node;
        }
        branches
    }
}

impl Links {
    /// Searches on to the next solution, or until a `pause` is due.
    fn advance(&mut self, pause: Pause) -> Step {
        let mut entering = match self.resume {
            Resume::Enter => true,
            Resume::DeadEnd if pause.is_due(self.nodes, self.matrix.steps()) => {
                return Step::Paused;
            }
            Resume::Leave | Resume::DeadEnd => false,
            Resume::Over => return Step::Exhausted,
        };
        loop {
            let (item, mut node) = if entering {
                if pause.is_due(self.nodes, self.matrix.steps()) {
                    self.resume = Resume::Enter;
                    return Step::Paused;
                }
                // C2: enter a level.
                self.nodes += 1;
                let item = self.matrix.choose_item();
                if item == 0 {
                    self.resume = Resume::Leave;
                    return Step::Solution;
                }
                // C4: cover the item.
                self.matrix.cover(item);
                (item, self.matrix.nodes[item as usize].down)
            } else {
                // C8: leave a level. C6: try the next option of the one above.
                let Some(node) = self.path.pop() else {
                    self.resume = Resume::Over;
                    return Step::Exhausted;
                };
                self.matrix.untake(node);
                let Node { top, down, .. } = self.matrix.nodes[node as usize];
                // Of the first nodes of the path, the other options were given away.
                let given = self.path.len() < self.given;
                (top, if given { top } else { down })
            };
            // C5: try an option; C7: back up where none is left.
            while node != item && !self.matrix.take(node) {
                self.nodes += 1;
                if pause.is_due(self.nodes, self.matrix.steps()) {
                    // Many dead ends in a row may take long.
                    self.matrix.take_anyway(node);
                    self.path.push(node);
                    self.resume = Resume::DeadEnd;
                    return Step::Paused;
                }
                node = self.matrix.nodes[node as usize].down;
            }
            entering = node != item;
            if entering {
                self.path.push(node);
            } else {
                self.matrix.uncover(item);
            }
        }
    }
}

impl Kernel for Links {
    fn name(&self) -> KernelName {
        KernelName::Links
    }

    fn aside(&mut self, search: &mut dyn FnMut(&mut dyn Kernel)) {
        search(&mut self.clone());
    }

    fn enter(&mut self, part: &Part, _: Inference) -> bool {
        self.leave_path();
        let kept = kept_of(&self.prior, part);
        self.undo_prior(kept);
        // What stays is counted as if it were done once more: the work for a part depends on the part alone.
        self.matrix.updates += self.prior.iter().map(|prior| prior.updates).sum::<u64>();
        let ((with, without), looks) = (left_of(part, kept), self.matrix.looks);
        let agree = with.iter().all(|&option| self.assume(option))
            && without.iter().all(|&option| self.exclude(option));
        // What stays did not look again.
        self.matrix.looks = looks;
        keep_effective(&mut self.part, part, &self.prior);
        if !agree {
            self.resume = Resume::Over;
        }
        agree
    }

    fn visit(&mut self, nodes: u64, sink: Sink) -> Step {
        let pause = Pause::after(nodes, (self.nodes, self.matrix.steps()));
        let mut solution = Vec::new();
        loop {
            let step = self.advance(pause);
            if step != Step::Solution {
                return step;
            }
            if !self.counts_only {
                self.write_chosen(self.path.len(), &mut solution);
            }
            if sink(&solution).is_break() {
                return step;
            }
        }
    }

    fn count_only(&mut self, counts_only: bool) {
        self.counts_only = counts_only;
    }

    fn open(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        if self.resume == Resume::Enter {
            parts.push(Part {
                with: self.chosen(self.path.len()),
                without: self.part.without.clone(),
            });
        }
        let depths = self.given..self.path.len();
        parts.extend(depths.rev().flat_map(|depth| {
            let branches = self.branches(depth);
            self.part.at(&self.chosen(depth), &branches)
        }));
        parts
    }

    fn depth(&self) -> usize {
        self.path.len()
    }

    fn give(&mut self) -> Given {
        while self.given < self.path.len() {
            let (depth, branches) = (self.given, self.branches(self.given));
            self.given += 1;
            if branches.can_go() {
                return Given {
                    parts: self.part.at(&self.chosen(depth), &branches),
                    branches: branches.untried.len(),
                };
            }
        }
        Given::default()
    }

    fn looks_closely_above(&self) -> f64 {
        f64::INFINITY
    }

    fn enter_thinned(&mut self, keep: Keep) -> bool {
        self.enter_next_kept(keep)
    }

    fn work(&self) -> u64 {
        self.matrix.work(self.nodes)
    }

    fn work_of_node(&self) -> u64 {
        self.matrix.work_of_node()
    }

    fn effort(&self) -> Effort {
        Effort {
            nodes: self.nodes,
            updates: self.matrix.updates,
        }
    }

    #[cfg(test)]
    fn check(&self) {
        self.matrix.check();
    }
}
