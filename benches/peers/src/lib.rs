//! dominox beside the crate `dlx`, on the same exact-cover problems.
//!
//! Both visit all solutions of a problem that was built before, and count them:
//!
//! ```text
//!     text ─▶ Problem, Solver ─▶ count()                 dominox
//!       └───▶ Spec, Problem ───▶ next_solution() …       dlx, features `32-bit` and `unsafe-fast-index`
//!             not measured       measured
//! ```
//!
//! The problems are files `<name>.dlx` in D. E. Knuth's format, in the folder that the environment variable
//! `DOMINOX_INSTANCES` names.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{OptOrder, Solve, Spec};
use dominox::engine::KernelName;
use dominox::{Problem, Solver};

/// The kernels of dominox.
pub const KERNELS: [KernelName; 2] = [KernelName::Links, KernelName::Lists];

/// The problems that are measured, unless others are named.
pub const NAMES: [&str; 6] = [
    "queens13",
    "langford12",
    "pent4x15",
    "latin6row",
    "x3c_51_250",
    "wordrect4x5",
];

/// A problem to be measured.
pub struct Instance {
    /// The name of its file.
    pub name: String,
    problem: Problem,
    text: String,
}

/// The problems whose files can be read; what is missing is said on standard error.
pub fn instances(names: impl IntoIterator<Item = String>) -> Vec<Instance> {
    let Some(folder) = env::var_os("DOMINOX_INSTANCES").map(PathBuf::from) else {
        eprintln!("skipped: DOMINOX_INSTANCES does not name the folder of the instances");
        return Vec::new();
    };
    let read = |name: String| {
        let path = folder.join(&name).with_extension("dlx");
        Instance::read(name, &path)
            .map_err(|error| eprintln!("skipped: {}: {error}", path.display()))
            .ok()
    };
    names.into_iter().filter_map(read).collect()
}

impl Instance {
    fn read(name: String, path: &PathBuf) -> Result<Self, Box<dyn Error>> {
        let text = fs::read_to_string(path)?;
        let problem = text.parse()?;
        let instance = Instance {
            name,
            problem,
            text,
        };
        instance.dlx()?;
        Solver::new(&instance.problem)?;
        Ok(instance)
    }

    /// A search by this kernel of dominox that has not begun; `None` if the problem does not fit into it.
    pub fn dominox(&self, kernel: KernelName) -> Option<Dominox> {
        Solver::with_kernel(&self.problem, Some(kernel))
            .ok()
            .map(Dominox)
    }

    fn dlx(&self) -> Result<Dlx, Box<dyn Error>> {
        let spec = Spec::new(&self.text, false)?;
        Ok(match self.problem.color_count() {
            0 => Dlx::Plain(dlx::x::Problem::from_spec(&spec, OptOrder::Seq)?),
            _ => Dlx::Colored(dlx::c::Problem::from_spec(&spec)?),
        })
    }

    /// A search by `dlx` that has not begun.
    ///
    /// # Panics
    /// If it cannot be built, which was tried when the instance was read.
    pub fn peer(&self) -> Dlx {
        self.dlx().expect("a problem that was built before")
    }
}

/// A search by dominox.
pub struct Dominox(Solver);

impl Dominox {
    /// Visits all solutions; their number.
    pub fn count(&mut self) -> u64 {
        self.0.count().to_u64().expect("a number of 64 bits")
    }
}

/// A search by `dlx`, by Algorithm X or, if the problem has colours, Algorithm C.
pub enum Dlx {
    /// Without colours.
    Plain(dlx::x::Problem),
    /// With colours.
    Colored(dlx::c::Problem),
}

impl Dlx {
    /// Visits all solutions; their number.
    pub fn count(&mut self) -> u64 {
        match self {
            Dlx::Plain(problem) => count(problem),
            Dlx::Colored(problem) => count(problem),
        }
    }
}

fn count<P: Solve>(problem: &mut P) -> u64 {
    let mut solver = dlx::Solver::new(problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solutions = 0;
    while solver.next_solution(&mut chooser) {
        solutions += 1;
    }
    solutions
}
