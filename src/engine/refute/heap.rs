//! Variables in the order of their activity: how often they were in a conflict, where later conflicts count more.

/// Activities are scaled down when one exceeds this.
const LARGEST: f64 = 1e100;
/// The factor by which a conflict counts more than the one before.
const GROWTH: f64 = 1.0 / 0.95;

/// A binary heap of variables, the most active one first; of equally active ones, the one with the smallest number.
pub(super) struct Heap {
    order: Vec<u32>,
    /// The place of each variable in `order`; `u32::MAX` if it is not there.
    places: Vec<u32>,
    activity: Vec<f64>,
    step: f64,
}

const ABSENT: u32 = u32::MAX;

impl Heap {
    /// A heap of all variables with these activities.
    pub fn new(activity: Vec<f64>) -> Heap {
        let count = activity.len() as u32;
        let mut heap = Heap {
            order: (0..count).collect(),
            places: (0..count).collect(),
            activity,
            step: 1.0,
        };
        for place in (0..heap.order.len() / 2).rev() {
            heap.sink(place);
        }
        heap
    }

    fn precedes(&self, one: u32, other: u32) -> bool {
        let [first, second] = [one, other].map(|variable| self.activity[variable as usize]);
        first > second || first == second && one < other
    }

    fn put(&mut self, place: usize, variable: u32) {
        self.order[place] = variable;
        self.places[variable as usize] = place as u32;
    }

    fn rise(&mut self, mut place: usize) {
        let variable = self.order[place];
        while place > 0 && self.precedes(variable, self.order[(place - 1) / 2]) {
            self.put(place, self.order[(place - 1) / 2]);
            place = (place - 1) / 2;
        }
        self.put(place, variable);
    }

    fn sink(&mut self, mut place: usize) {
        let variable = self.order[place];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.order.len() {
                break;
            }
            if child + 1 < self.order.len()
                && self.precedes(self.order[child + 1], self.order[child])
            {
                child += 1;
            }
            if !self.precedes(self.order[child], variable) {
                break;
            }
            self.put(place, self.order[child]);
            place = child;
        }
        self.put(place, variable);
    }

    /// Takes the most active variable.
    pub fn pop(&mut self) -> Option<u32> {
        let first = *self.order.first()?;
        let last = self.order.pop()?;
        self.places[first as usize] = ABSENT;
        if last != first {
            self.put(0, last);
            self.sink(0);
        }
        Some(first)
    }

    /// Puts a variable back, if it is one of those and not there.
    pub fn push(&mut self, variable: u32) {
        if self.places.get(variable as usize) == Some(&ABSENT) {
            self.order.push(variable);
            self.places[variable as usize] = self.order.len() as u32 - 1;
            self.rise(self.order.len() - 1);
        }
    }

    /// The variable is in a conflict.
    pub fn bump(&mut self, variable: u32) {
        let Some(activity) = self.activity.get_mut(variable as usize) else {
            return;
        };
        *activity += self.step;
        if *activity > LARGEST {
            self.activity.iter_mut().for_each(|one| *one /= LARGEST);
            self.step /= LARGEST;
        }
        let place = self.places[variable as usize];
        if place != ABSENT {
            self.rise(place as usize);
        }
    }

    /// A conflict is over.
    pub fn decay(&mut self) {
        self.step *= GROWTH;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_comes_first() {
        let mut heap = Heap::new(vec![0.0, 3.0, 1.0, 1.0, 2.0]);
        heap.bump(0);
        heap.bump(0);
        heap.bump(9);
        let mut all = Vec::from_iter(std::iter::from_fn(|| heap.pop()));
        assert_eq!(all, [1, 0, 4, 2, 3]);
        all.iter().for_each(|&variable| heap.push(variable));
        heap.push(1);
        heap.decay();
        (0..3).for_each(|_| heap.bump(3));
        all = Vec::from_iter(std::iter::from_fn(|| heap.pop()));
        assert_eq!(all, [3, 1, 0, 4, 2]);
    }
}
