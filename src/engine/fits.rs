//! The engines by name, and what each of them supports.
//!
//! Each engine first asks [`EngineName::fits`], and then checks the size of the problem. So none of them ever returns a number
//! for a problem that it would misread, whoever calls it.

use crate::problem::{Bounds, ItemId, Problem, quotable};
use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// The kernels by name: they search for solutions one by one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum KernelName {
    /// Dancing links: problems of any size, with any bounds.
    Links,
    /// Bit-parallel lanes: problems of which a node takes no more than 256 KiB, and the longest path no more than
    /// 512 MiB.
    Lanes,
    /// Bit-parallel rows of options: problems of which the sets of all options and items take no more than 64 MiB, and the
    /// longest path no more than 512 MiB. With any bounds.
    Rows,
    /// Bit-parallel lanes and units: small problems like Sudokus and Latin squares, without colours.
    Units,
}

/// The engines by name: the kernels, and engines that work without a kernel or on top of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EngineName {
    /// A kernel, which searches.
    Kernel(KernelName),
    /// The table of states, which counts.
    Table,
    /// The diagram of all solutions.
    Diagram,
    /// Branch and bound with prices, which finds the best solutions.
    Prices,
    /// Random probes, which estimate.
    Probes,
}

/// No kernel has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoKernel(pub String);

/// Why an engine does not support a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unsupported {
    /// The engine needs primary items that are covered exactly once, and this one is not.
    Bounds(EngineName, ItemId),
    /// The engine does not support colours.
    Colors(EngineName),
    /// The problem is too large for this kernel.
    TooLarge(KernelName),
    /// The problem's items are not lanes and units of the kernel [`Units`](KernelName::Units).
    NoUnits,
}

/// What an engine supports, whatever the size of the problem.
struct Carries {
    colors: bool,
    bounds: bool,
}

impl EngineName {
    /// What each engine supports. It checks the size by itself:
    ///
    /// | Engine | Bounded by |
    /// | --- | --- |
    /// | links, prices, probes | nothing but memory |
    /// | lanes | the blocks of a node, of a path, of a row |
    /// | rows | the blocks of all sets, of a path |
    /// | units | lanes, units, the options of an item |
    /// | table, diagram | the bits of a state, which it finds out on its way |
    const fn carries(self) -> Carries {
        use KernelName::{Lanes, Links, Rows, Units};
        let (colors, bounds) = match self {
            EngineName::Kernel(Links) => (true, true),
            EngineName::Kernel(Lanes) => (true, false),
            EngineName::Kernel(Rows) => (true, true),
            EngineName::Kernel(Units) => (false, false),
            EngineName::Table => (true, true),
            EngineName::Diagram => (true, true),
            EngineName::Prices => (true, true),
            EngineName::Probes => (true, true),
        };
        Carries { colors, bounds }
    }

    /// Whether the engine supports the problem, apart from its size.
    pub(super) fn fits(self, problem: &Problem) -> Result<(), Unsupported> {
        let carries = self.carries();
        let is_bounded = |&item: &ItemId| {
            let bounds = problem.bounds(item);
            bounds.is_some_and(|bounds| bounds != Bounds::EXACT)
        };
        if !carries.bounds
            && let Some(item) = problem.items().find(is_bounded)
        {
            return Err(Unsupported::Bounds(self, item));
        }
        if !carries.colors && problem.color_count() > 0 {
            return Err(Unsupported::Colors(self));
        }
        Ok(())
    }
}

impl KernelName {
    /// All kernels.
    pub const ALL: [KernelName; 4] = [
        KernelName::Links,
        KernelName::Lanes,
        KernelName::Rows,
        KernelName::Units,
    ];

    /// Like [`EngineName::fits`].
    pub(super) fn fits(self, problem: &Problem) -> Result<(), Unsupported> {
        EngineName::Kernel(self).fits(problem)
    }
}

impl fmt::Display for KernelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KernelName::Links => "links",
            KernelName::Lanes => "lanes",
            KernelName::Rows => "rows",
            KernelName::Units => "units",
        })
    }
}

impl FromStr for KernelName {
    type Err = NoKernel;

    fn from_str(name: &str) -> Result<KernelName, NoKernel> {
        let mut all = KernelName::ALL.into_iter();
        let found = all.find(|kernel| kernel.to_string() == name);
        found.ok_or_else(|| NoKernel(name.to_owned()))
    }
}

impl fmt::Display for NoKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = KernelName::ALL.map(|kernel| format!("`{kernel}`"));
        let name = quotable(&self.0);
        write!(
            f,
            "no kernel `{name}`: expected one of {}",
            names.join(", ")
        )
    }
}

impl Error for NoKernel {}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineName::Kernel(kernel) => return kernel.fmt(f),
            EngineName::Table => "table",
            EngineName::Diagram => "diagram",
            EngineName::Prices => "prices",
            EngineName::Probes => "probes",
        })
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::Bounds(engine, item) => write!(
                f,
                "the engine `{engine}` does not support bounds: item {} is not to be covered exactly once",
                item.index() + 1
            ),
            Unsupported::Colors(engine) => {
                write!(f, "the engine `{engine}` does not support colours")
            }
            Unsupported::TooLarge(kernel) => {
                write!(f, "the problem is too large for the kernel `{kernel}`")
            }
            Unsupported::NoUnits => write!(
                f,
                "the problem does not fit into the kernel `units`: it has more items and options than 93 lanes and \
                 31 units can hold"
            ),
        }
    }
}

impl Error for Unsupported {}

#[cfg(test)]
mod tests {
    //! Bounded problems, for every engine.

    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::subsequence;

    use super::*;
    use crate::engine::aim::Aim;
    use crate::engine::best::{Deepening, Ranking, Wanted};
    use crate::engine::choose::choose;
    use crate::engine::estimate::Beginning;
    use crate::engine::limits::{Allowance, Limits};
    use crate::engine::memory::Account;
    use crate::engine::search::Search;
    use crate::engine::solver::CountMethod;
    use crate::engine::sweep::independent;
    use crate::engine::work::Work;
    use crate::engine::zdd::{self, ZddError};
    use crate::problem::{Entry, ItemId, Part};

    /// Random options over five items with these bounds, and a secondary item, perhaps with a colour.
    fn problems() -> impl Strategy<Value = Problem> {
        let bounds = (0..3u32, 0..3u32).prop_map(|(low, more)| (low, (low + more).max(1)));
        let option = (subsequence(Vec::from_iter(0..5usize), 1..4), 0..3usize);
        (vec(bounds, 5), vec(option, 1..12)).prop_map(|(bounds, options)| {
            let mut builder = Problem::builder();
            let mut items: Vec<ItemId> = Vec::new();
            for (at, (low, high)) in bounds.into_iter().enumerate() {
                items.push(builder.bounded(format!("p{at}"), low, high).unwrap());
            }
            let secondary = builder.secondary("s").unwrap();
            for (plain, using) in options {
                let plain = plain.into_iter().map(|at| Entry::from(items[at]));
                let color = (using == 2).then(|| builder.color("red").unwrap());
                let colored = Entry {
                    item: secondary,
                    color,
                };
                let entries = plain.chain((using > 0).then_some(colored));
                builder.option(entries).unwrap();
            }
            builder.build()
        })
    }

    proptest! {
        #[test]
        fn engines_that_carry_no_bounds_refuse_them_by_name(problem in problems()) {
            let bounds = |item| problem.bounds(item).filter(|&bounds| bounds != Bounds::EXACT);
            let bounded = problem.items().find(|&item| bounds(item).is_some());
            let refused = |engine: EngineName| {
                bounded
                    .filter(|_| !engine.carries().bounds)
                    .map(|item| Unsupported::Bounds(engine, item))
            };
            for kernel in KernelName::ALL {
                let made = choose(&problem, Some(kernel)).err();
                let has_colors = kernel == KernelName::Units && problem.color_count() > 0;
                let colors = has_colors.then_some(Unsupported::Colors(EngineName::Kernel(kernel)));
                prop_assert_eq!(made, refused(EngineName::Kernel(kernel)).or(colors));
            }
            prop_assert!(choose(&problem, None).is_ok());

            let plans = Account::default();
            let work = Work::new(Allowance::default().watch(), &plans);
            let table = independent(&problem, &Part::default(), &work).err();
            prop_assert_eq!(table, refused(EngineName::Table));
            let probes = Beginning::new(&problem).err();
            prop_assert_eq!(probes, refused(EngineName::Probes));
            let mut allowance = Allowance::default();
            allowance.renew(&Limits::default());
            let wanted = Wanted {
                problem: &problem,
                part: &Part::default(),
                aim: Aim::Cheapest,
                most: 3,
                others: 0,
            };
            let standing = Ranking::new(wanted.aim, wanted.most).standing;
            let prices = Deepening::new(&wanted, &Account::default(), &allowance, standing).err();
            prop_assert_eq!(prices, refused(EngineName::Prices));
            let none = Problem::builder().build();
            for method in [CountMethod::Auto, CountMethod::Search, CountMethod::Table] {
                let plan = zdd::Plan {
                    problem: &problem,
                    part: &Part::default(),
                    search: &mut Search::new(choose(&none, None).unwrap()),
                    method,
                    account: Account::new(1 << 20),
                    allowance: &allowance,
                };
                let diagram = match plan.build() {
                    Err(ZddError::Unsupported(unsupported)) => Some(unsupported),
                    _ => None,
                };
                prop_assert_eq!(diagram, refused(EngineName::Diagram));
            }
        }
    }

    #[test]
    fn kernels_are_read_by_their_names() {
        for kernel in KernelName::ALL {
            assert_eq!(kernel.to_string().parse(), Ok(kernel));
        }
        let unknown = "Lanes".parse::<KernelName>().unwrap_err();
        assert_eq!(
            unknown.to_string(),
            "no kernel `Lanes`: expected one of `links`, `lanes`, `rows`, `units`"
        );
    }
}
