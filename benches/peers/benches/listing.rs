//! Lists all solutions with dominox and with `dlx`: a group for each instance, by criterion.

use criterion::{BatchSize, Criterion, SamplingMode, criterion_group, criterion_main};
use dominox_peers::{KERNELS, NAMES};

fn listing(criterion: &mut Criterion) {
    for instance in dominox_peers::instances(NAMES.map(String::from)) {
        let mut group = criterion.benchmark_group(&instance.name);
        let expected = instance.peer().count();
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        group.bench_function("dlx", |bencher| {
            bencher.iter_batched_ref(
                || instance.peer(),
                |search| search.count(),
                BatchSize::PerIteration,
            );
        });
        for kernel in KERNELS {
            let Some(mut search) = instance.dominox(kernel) else {
                continue;
            };
            assert_eq!(search.count(), expected, "solutions of {}", instance.name);
            group.bench_function(format!("dominox {kernel:?}"), |bencher| {
                bencher.iter_batched_ref(
                    || instance.dominox(kernel),
                    |search| search.as_mut().map(|search| search.count()),
                    BatchSize::PerIteration,
                );
            });
        }
        group.finish();
    }
}

criterion_group!(benches, listing);
criterion_main!(benches);
