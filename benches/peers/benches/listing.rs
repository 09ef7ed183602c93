//! Lists all solutions with dominox and with `dlx`: a group for each instance, by criterion.

use criterion::{BatchSize, Criterion, SamplingMode, criterion_group, criterion_main};

fn listing(criterion: &mut Criterion) {
    for instance in dominox_peers::instances() {
        let (ours, theirs) = (instance.dominox().count(), instance.peer().count());
        assert_eq!(ours, theirs, "solutions of {}", instance.name);
        let mut group = criterion.benchmark_group(instance.name);
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        group.bench_function("dlx", |bencher| {
            bencher.iter_batched_ref(
                || instance.peer(),
                |search| search.count(),
                BatchSize::PerIteration,
            );
        });
        group.bench_function("dominox", |bencher| {
            bencher.iter_batched_ref(
                || instance.dominox(),
                |search| search.count(),
                BatchSize::PerIteration,
            );
        });
        group.finish();
    }
}

criterion_group!(benches, listing);
criterion_main!(benches);
