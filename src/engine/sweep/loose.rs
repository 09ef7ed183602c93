//! Items with bounds that change nothing: without these bounds, a component can be counted by a plain sweep.
//!
//! ```text
//!     0:1|a                 at most once, and need not be covered: a is as good as secondary
//!     0:9|b                 with at most nine options: whatever is chosen, b allows it
//! ```
//!
//! Both hold only if each option has another item that must be covered exactly once. An option without such an item may
//! be chosen freely; if its items became secondary, it would be in no solution.

use super::components::Component;
use crate::problem::Bounds;

/// What becomes of the bit of a primary item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Primary,
    /// It may be covered once.
    Secondary,
    /// It restricts nothing.
    Nothing,
}

impl Component {
    /// Drops the bounds of all items, if none of them matters. Some items may become secondary, and some may go.
    pub(super) fn loosen(&mut self) {
        let Some(roles) = self.roles() else {
            return;
        };
        let of = |role| Vec::from_iter((0..roles.len()).filter(|&bit| roles[bit] == role));
        let (primary, secondary) = (of(Role::Primary), of(Role::Secondary));
        let gone = (roles.len() - primary.len() - secondary.len()) as u32;
        let mut to = vec![None; roles.len()];
        for (place, &bit) in primary.iter().chain(&secondary).enumerate() {
            to[bit] = Some(place as u32);
        }
        self.renumber(|bit| match to.get(bit as usize) {
            Some(&place) => place,
            None => Some(bit - gone),
        });
        self.without_bounds(primary.len(), secondary.len(), gone);
    }

    /// What becomes of each primary item; `None` if some item needs its bounds.
    fn roles(&self) -> Option<Vec<Role>> {
        if !self.has_bounds() {
            return None;
        }
        let primary = self.item_count();
        let mut times = vec![0; primary];
        for option in 0..self.option_count() {
            for &bit in self
                .bits(option)
                .iter()
                .filter(|&&bit| self.is_primary(bit))
            {
                times[bit as usize] += 1;
            }
        }
        let role = |bit: usize| match self.bounds_of(bit as u32) {
            Bounds::EXACT => Some(Role::Primary),
            Bounds { low: 0, high } if high >= times[bit] => Some(Role::Nothing),
            Bounds { low: 0, high: 1 } => Some(Role::Secondary),
            _ => None,
        };
        let roles = (0..primary).map(role).collect::<Option<Vec<Role>>>()?;
        let is_covering = |&bit: &u32| roles.get(bit as usize) == Some(&Role::Primary);
        let mut options = 0..self.option_count();
        options
            .all(|option| self.bits(option).iter().any(is_covering))
            .then_some(roles)
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::limits::Allowance;
    use crate::engine::memory::Account;
    use crate::engine::sweep::components::components;
    use crate::engine::work::Work;
    use crate::problem::{Part, Problem};

    /// Of the one component of a problem whether it has bounds, and the numbers of its primary items and of its bits.
    fn measures(text: &str) -> (bool, usize, usize) {
        let problem = Problem::parse(text).unwrap();
        let plans = Account::default();
        let work = Work::new(Allowance::default().watch(), &plans);
        let components = components(&problem, &Part::default(), &work).unwrap();
        let [component] = &components.unwrap()[..] else {
            panic!("one component: {text}");
        };
        let (primary, bits) = (component.item_count(), component.bit_count());
        (component.has_bounds(), primary, bits)
    }

    #[test]
    fn bounds_go_if_no_item_needs_them() {
        let options = "\na c\nb c\na b\nb x:1\na x:2\n";
        assert_eq!(measures(&format!("a 0:1|c b | x{options}")), (false, 2, 5));
        assert_eq!(measures(&format!("a 0:2|c b | x{options}")), (false, 2, 4));
        for text in [
            format!("a 1:2|c b | x{options}"),
            format!("a 2|c b | x{options}"),
            // The last option is free.
            format!("a 0:1|c b | x{options}c\n"),
        ] {
            assert!(measures(&text).0, "{text}");
        }
    }
}
