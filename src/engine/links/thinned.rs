//! A search that goes through some branches only: those that were kept are put on a stack, and taken from there.
//!
//! The path is that of `advance`, with one difference: an item stays covered while any of its
//! options is on the stack, so the last item that was *opened* may have no node on the path.

use super::Links;
use crate::engine::kernel::{Keep, Open};

impl Links {
    /// Moves on to the root or to the branch that was kept last, and asks which of its branches to keep.
    pub(super) fn enter_next_kept(&mut self, keep: Keep) -> bool {
        self.nodes += 1;
        if let Some((level, node)) = self.kept.pop() {
            self.go_back_to(level);
            if !self.matrix.take(node) {
                return false;
            }
            self.path.push(node);
        }
        let item = self.matrix.choose_item();
        if item == 0 {
            return true;
        }
        let branches = self.matrix.items[item as usize].len as usize;
        let left = self.matrix.active;
        self.matrix.cover(item);
        let level = self.opened.len();
        self.opened.push(item);
        let first = self.kept.len();
        let mut node = self.matrix.nodes[item as usize].down;
        while node != item {
            if keep(Open { left, branches }) {
                self.kept.push((level, node));
            }
            node = self.matrix.nodes[node as usize].down;
        }
        self.kept[first..].reverse();
        false
    }

    /// Backs up to where an option of the item that was opened on this level can be tried.
    fn go_back_to(&mut self, level: usize) {
        while self.opened.len() > level + 1 {
            self.close_last();
        }
        if self.path.len() > level {
            self.leave_last();
        }
    }

    /// Takes the last choice back.
    fn leave_last(&mut self) {
        if let Some(node) = self.path.pop() {
            self.matrix.untake(node);
        }
    }

    /// Uncovers the item that was opened last, after what was chosen for it was taken back.
    fn close_last(&mut self) {
        if self.path.len() == self.opened.len() {
            self.leave_last();
        }
        if let Some(item) = self.opened.pop() {
            self.matrix.uncover(item);
        }
    }

    /// Takes everything back that a thinned search has done.
    pub(super) fn close_thinned(&mut self) {
        self.kept.clear();
        while !self.opened.is_empty() {
            self.close_last();
        }
    }
}
