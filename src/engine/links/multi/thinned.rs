//! A search that goes through some branches only: the branches to be searched wait on a stack.

use super::{Branch, Multi};
use crate::engine::kernel::{Keep, Open};

impl Multi {
    /// Moves on to the root or to the branch that was kept last, and asks which of its branches to keep.
    pub(super) fn enter_next_kept(&mut self, keep: Keep) -> bool {
        self.nodes += 1;
        if let Some((depth, branch)) = self.kept.pop()
            && !self.go_to(depth, branch)
        {
            return false;
        }
        let Some((item, is_free)) = self.next_item() else {
            return true;
        };
        let depth = self.path.len();
        self.open_level(item, is_free);
        let branches = self.path[depth].branches as usize;
        let open = Open {
            left: self.matrix.first.len() - depth,
            branches,
        };
        let first = self.kept.len();
        let mut node = item;
        for at in 1..=branches {
            node = self.matrix.nodes[node as usize].down;
            let branch = match is_free && at == branches {
                true => Branch::Without,
                false => Branch::With(self.first_of(node)),
            };
            if keep(open) {
                self.kept.push((depth, branch));
            }
        }
        self.kept[first..].reverse();
        false
    }

    /// Goes back to the level of this depth, and begins a branch of it. `false` if the branch is seen to have no
    /// solution.
    fn go_to(&mut self, depth: usize, branch: Branch) -> bool {
        while self.path.len() > depth + 1 {
            self.leave_branch();
            self.close_level();
        }
        if let Some(first) = self.leave_branch()
            && !self.set_aside(first)
        {
            return false;
        }
        let item = self.path[depth].item;
        loop {
            let node = self.matrix.nodes[item as usize].down;
            let next = match node == item {
                true => Branch::Without,
                false => Branch::With(self.first_of(node)),
            };
            if next == branch {
                break;
            }
            let Branch::With(first) = next else {
                unreachable!("a branch that was kept comes before the one without options")
            };
            if !self.set_aside(first) {
                return false;
            }
        }
        if let Branch::With(first) = branch
            && !self.take(first)
        {
            return false;
        }
        self.path[depth].branch = branch;
        true
    }
}
