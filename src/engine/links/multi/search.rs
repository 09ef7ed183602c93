//! The search: Algorithm M, from one solution to the next.

use super::{Branch, COVERED, Level, Multi, Node, OPTIONAL, PURIFIED, Prior, Resume};
use crate::engine::fits::KernelName;
use crate::engine::kernel::{Effort, Given, Inference, Keep, Kernel, Sink, Step};
use crate::engine::links::{Deed, Pause, keep_effective, kept_of, left_of};
use crate::problem::{OptionId, Part};

impl Multi {
    /// Excludes an option before the search. If it was assumed, or if some item cannot be covered any more, returns
    /// `false` and changes nothing.
    fn exclude_prior(&mut self, option: OptionId) -> bool {
        if !self.is_live(option) {
            let is_assumed = self.assumed.contains(&option);
            self.prior
                .extend((!is_assumed).then(|| Prior::new(option, Deed::Nothing, 0)));
            return !is_assumed;
        }
        let (first, before) = (self.matrix.first[option.index()], self.matrix.updates);
        if self.exclude(first) != 0 {
            self.include(first);
            return false;
        }
        self.is_decided.set(option.index(), true);
        let updates = self.matrix.updates - before;
        self.prior.push(Prior::new(option, Deed::Excluded, updates));
        true
    }

    /// Chooses an option before the search. If it is not live, or is seen to leave an item with fewer options than it
    /// needs, returns `false` and changes nothing.
    fn assume(&mut self, option: OptionId) -> bool {
        let (first, before) = (self.matrix.first[option.index()], self.matrix.updates);
        if !self.is_live(option) || !self.take(first) {
            return false;
        }
        for node in self.nodes_from(first) {
            let Node { top, color, .. } = self.matrix.nodes[node as usize];
            match color {
                _ if top <= self.matrix.primary => {}
                0 => self.held[top as usize] = COVERED,
                PURIFIED => {}
                _ => self.held[top as usize] = color,
            }
        }
        self.is_decided.set(option.index(), true);
        let updates = self.matrix.updates - before;
        self.prior.push(Prior::new(option, Deed::Assumed, updates));
        self.assumed.push(option);
        true
    }

    /// Undoes all exclusions and assumptions except the first `kept`, in reverse order.
    fn undo_prior(&mut self, kept: usize) {
        while self.prior.len() > kept
            && let Some(Prior { option, deed, .. }) = self.prior.pop()
        {
            if deed == Deed::Nothing {
                continue;
            }
            self.is_decided.set(option.index(), false);
            let first = self.matrix.first[option.index()];
            if deed == Deed::Excluded {
                self.include(first);
                continue;
            }
            self.assumed.pop();
            self.untake(first);
            for node in self.nodes_from(first) {
                let Node { top, color, .. } = self.matrix.nodes[node as usize];
                if color != PURIFIED {
                    self.held[top as usize] = 0;
                }
            }
        }
    }

    /// Undoes all choices of the search.
    fn leave_path(&mut self) {
        self.kept.clear();
        while !self.path.is_empty() {
            self.leave_branch();
            self.close_level();
        }
        self.resume = Resume::Enter;
    }

    /// Writes the assumed options, and those chosen on the first `depth` levels of the path.
    pub(super) fn write_chosen(&self, depth: usize, out: &mut Vec<OptionId>) {
        out.clear();
        out.extend_from_slice(&self.assumed);
        let chosen = self.path[..depth]
            .iter()
            .filter_map(|level| match level.branch {
                Branch::With(first) => Some(self.matrix.option_of(first)),
                Branch::Between | Branch::Without => None,
            });
        out.extend(chosen);
    }

    /// The part in which the options of the first `depth` levels are chosen, and the options that begin with the nodes
    /// `excluded` are excluded.
    fn part_at(&self, depth: usize, excluded: &[u32]) -> Part {
        let mut with = Vec::new();
        self.write_chosen(depth, &mut with);
        let excluded = excluded.iter().map(|&first| self.matrix.option_of(first));
        let without = self.part.without.iter().copied().chain(excluded).collect();
        Part { with, without }
    }

    /// What is left at a level of the path, besides its current branch. `None` if nothing is left, or if it was given
    /// away.
    fn left_at(&self, depth: usize) -> Option<Part> {
        let level = &self.path[depth];
        if level.is_given || level.begun == level.branches {
            return None;
        }
        let above = self.path.get(depth + 1);
        let end = above.map_or(self.excluded.len(), |above| above.excluded);
        let mut excluded = self.excluded[..end].to_vec();
        excluded.extend(match level.branch {
            Branch::With(first) => Some(first),
            Branch::Between | Branch::Without => None,
        });
        Some(self.part_at(depth, &excluded))
    }
}

impl Multi {
    /// Begins to branch on an item. If `is_free`, the need of the item is met.
    pub(super) fn open_level(&mut self, item: u32, is_free: bool) {
        let len = self.matrix.items[item as usize].len % OPTIONAL;
        let branches = match is_free {
            // A branch for each option of the list, and one without any: `len` plus the need.
            true => (i64::from(len) + self.demands[item as usize].need) as u32,
            false => len,
        };
        self.path.push(Level {
            item,
            branch: Branch::Between,
            branches,
            begun: 0,
            excluded: self.excluded.len(),
            is_free,
            is_given: false,
        });
    }

    /// Restores the options that were excluded at the last level, and leaves the level.
    pub(super) fn close_level(&mut self) {
        let Some(level) = self.path.pop() else {
            return;
        };
        while self.excluded.len() > level.excluded {
            if let Some(first) = self.excluded.pop() {
                self.include(first);
            }
        }
    }

    /// Undoes the choice of the last level, if there is one. Returns the first node of the option.
    pub(super) fn leave_branch(&mut self) -> Option<u32> {
        let level = self.path.last_mut()?;
        match std::mem::replace(&mut level.branch, Branch::Between) {
            Branch::With(first) => {
                self.untake(first);
                Some(first)
            }
            Branch::Between | Branch::Without => None,
        }
    }

    /// Excludes an option for the rest of the last level. Returns whether all items can still be covered.
    pub(super) fn set_aside(&mut self, first: u32) -> bool {
        self.excluded.push(first);
        self.exclude(first) == 0
    }

    /// The item to branch on, and whether its need is met; `None` at a solution.
    pub(super) fn next_item(&mut self) -> Option<(u32, bool)> {
        match self.matrix.choose_item() {
            0 => {
                // All items before that of a free level have no options left.
                let last = self.path.last().filter(|level| level.is_free);
                match self.free_item(last.map_or(1, |level| level.item)) {
                    0 => None,
                    item => Some((item, true)),
                }
            }
            item => Some((item, false)),
        }
    }

    /// Tries the branches of the last level from the next one on, until one can be entered (`Some(true)`), none is left
    /// (`Some(false)`), or a `pause` is due (`None`).
    fn try_branches(&mut self, pause: Pause) -> Option<bool> {
        loop {
            let level = self.path.last_mut()?;
            if level.is_given || level.begun == level.branches {
                return Some(false);
            }
            level.begun += 1;
            let (item, is_last) = (level.item, level.begun == level.branches);
            if level.is_free && is_last {
                level.branch = Branch::Without;
                return Some(true);
            }
            let first = self.first_of(self.matrix.nodes[item as usize].down);
            if self.take(first) {
                if let Some(level) = self.path.last_mut() {
                    level.branch = Branch::With(first);
                }
                return Some(true);
            }
            self.nodes += 1;
            if is_last || !self.set_aside(first) {
                return Some(false);
            }
            if pause.is_due(self.nodes, self.matrix.steps()) {
                return None;
            }
        }
    }

    /// Searches on to the next solution, or until a `pause` is due.
    fn advance(&mut self, pause: Pause) -> Step {
        loop {
            match self.resume {
                Resume::Over => return Step::Exhausted,
                _ if pause.is_due(self.nodes, self.matrix.steps())
                    && self.resume != Resume::Leave =>
                {
                    return Step::Paused;
                }
                Resume::Enter => {
                    self.nodes += 1;
                    let Some((item, is_free)) = self.next_item() else {
                        self.resume = Resume::Leave;
                        return Step::Solution;
                    };
                    self.open_level(item, is_free);
                    self.resume = Resume::Next;
                }
                Resume::Next => match self.try_branches(pause) {
                    Some(true) => self.resume = Resume::Enter,
                    Some(false) => {
                        self.close_level();
                        self.resume = Resume::Leave;
                    }
                    None => return Step::Paused,
                },
                Resume::Leave => {
                    let Some(level) = self.path.last() else {
                        self.resume = Resume::Over;
                        continue;
                    };
                    let is_done = level.is_given || level.begun == level.branches;
                    let left = self.leave_branch();
                    if is_done || left.is_some_and(|first| !self.set_aside(first)) {
                        self.close_level();
                    } else {
                        self.resume = Resume::Next;
                    }
                }
            }
        }
    }
}

impl Kernel for Multi {
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
        // What stays is counted as if it were done again, so that the work for a part depends on the part alone.
        self.matrix.updates += self.prior.iter().map(|prior| prior.updates).sum::<u64>();
        let ((with, without), looks) = (left_of(part, kept), self.matrix.looks);
        let is_possible = !self.is_hopeless
            && with.iter().all(|&option| self.assume(option))
            && without.iter().all(|&option| self.exclude_prior(option));
        // What stays did not look again.
        self.matrix.looks = looks;
        keep_effective(&mut self.part, part, &self.prior);
        if !is_possible {
            self.resume = Resume::Over;
        }
        is_possible
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
        let here =
            (self.resume == Resume::Enter).then(|| self.part_at(self.path.len(), &self.excluded));
        let depths = (0..self.path.len()).rev();
        let left = depths.filter_map(|depth| self.left_at(depth));
        here.into_iter().chain(left).collect()
    }

    fn depth(&self) -> usize {
        self.path.len()
    }

    fn give(&mut self) -> Given {
        let has_tried = |&depth: &usize| self.path[depth].begun > 0;
        let mut depths = (0..self.path.len()).filter(has_tried);
        let found = depths.find_map(|depth| Some((depth, self.left_at(depth)?)));
        let Some((depth, part)) = found else {
            return Given::default();
        };
        let level = &mut self.path[depth];
        level.is_given = true;
        Given {
            parts: vec![part],
            branches: (level.branches - level.begun) as usize,
        }
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

    /// As that of Algorithm C.
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
        for item in 1..=self.matrix.primary {
            let demand = self.demands[item as usize];
            let is_active = self.matrix.items[item as usize].len < OPTIONAL;
            assert_eq!(is_active, demand.need > 0, "item {item}: {demand:?}");
            if demand.capacity > 0 && !self.is_hopeless {
                let len = i64::from(self.matrix.items[item as usize].len % OPTIONAL);
                let listed = i64::from(self.listed(item));
                assert_eq!(len, listed - demand.need + 1, "item {item}: {demand:?}");
            }
        }
    }
}
