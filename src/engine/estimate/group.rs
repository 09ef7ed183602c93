//! Groups of probes, on several threads.
//!
//! All probes of a group follow the same plan, and each has its own random numbers, so that the result does not depend on the
//! number of threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rand_core::Rng;

use super::probe::{Plan, Probe, probe, walk};
use crate::engine::kernel::{Effort, Inference, Kernel};
use crate::engine::limits::{Allowance, Limit};
use crate::engine::random::SplitMix;
use crate::engine::search::Maker;
use crate::problem::Part;

/// Probes in a group, at most.
pub(in crate::engine) const GROUP: usize = 32;

/// A group of probes, or of Knuth's walks, if there is no plan yet.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Group<'a> {
    pub part: &'a Part,
    pub plan: Option<&'a Plan>,
    pub inference: Inference,
}

/// The result of a group.
pub(in crate::engine) struct Done {
    /// The probes before the limit, if one was reached.
    pub probes: Vec<Probe>,
    pub limit: Result<(), Limit>,
    /// What kernels took, beside that of the caller's thread.
    pub beside: Effort,
}

impl Group<'_> {
    /// Makes `count` probes with this kernel and, unless nodes are limited, with `others`: threads of their own.
    pub fn run(
        self,
        count: usize,
        kernel: &mut dyn Kernel,
        others: Option<&(usize, Maker)>,
        allowance: &mut Allowance,
        rng: &mut impl Rng,
    ) -> Done {
        let seeds: Vec<u64> = (0..count).map(|_| rng.next_u64()).collect();
        match others {
            Some((others, maker)) if allowance.nodes() == u64::MAX => {
                let others = (*others).min(count - 1);
                self.run_threads(&seeds, kernel, (others, maker), allowance)
            }
            _ => {
                let mut probes = Vec::new();
                let limit = seeds.iter().try_for_each(|&seed| {
                    probes.push(self.probe(seed, kernel, allowance)?);
                    Ok(())
                });
                let beside = Effort::default();
                Done {
                    probes,
                    limit,
                    beside,
                }
            }
        }
    }

    fn probe(
        self,
        seed: u64,
        kernel: &mut dyn Kernel,
        allowance: &mut Allowance,
    ) -> Result<Probe, Limit> {
        let of = (self.part, self.inference);
        let mut draws = SplitMix::new(seed);
        match self.plan {
            Some(plan) => probe(kernel, of, (plan, u64::MAX), allowance, &mut draws),
            None => walk(kernel, of, allowance, &mut draws),
        }
    }

    fn run_threads(
        self,
        seeds: &[u64],
        kernel: &mut dyn Kernel,
        (others, maker): (usize, &Maker),
        allowance: &Allowance,
    ) -> Done {
        let next = AtomicUsize::new(0);
        let made = Mutex::new(Vec::new());
        let work = |kernel: &mut dyn Kernel, mut allowance: Allowance| {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(&seed) = seeds.get(place) else {
                    return;
                };
                let probe = self.probe(seed, kernel, &mut allowance);
                if probe.is_err() {
                    next.store(seeds.len(), Ordering::Relaxed);
                }
                let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
                made.push((place, probe));
            }
        };
        let beside = std::thread::scope(|scope| {
            let help = || {
                let allowance = allowance.of_time();
                std::thread::Builder::new().spawn_scoped(scope, || {
                    let mut kernel = maker();
                    work(&mut *kernel, allowance);
                    kernel.effort()
                })
            };
            // Where the system allows no more threads, there are fewer.
            let threads: Vec<_> = (0..others).map_while(|_| help().ok()).collect();
            work(kernel, allowance.of_time());
            let efforts = threads.into_iter().map(|thread| thread.join());
            efforts.fold(Effort::default(), |sum, effort| match effort {
                Ok(effort) => sum.with(effort),
                Err(panic) => std::panic::resume_unwind(panic),
            })
        });
        let mut made = made.into_inner().unwrap_or_else(PoisonError::into_inner);
        made.sort_unstable_by_key(|&(place, _)| place);
        let mut probes = Vec::new();
        let limit = made.into_iter().try_for_each(|(_, probe)| {
            probes.push(probe?);
            Ok(())
        });
        Done {
            probes,
            limit,
            beside,
        }
    }
}
