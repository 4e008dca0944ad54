//! The same subjects as those of `aria-speed`, measured by criterion: for looking closely at one thing,
//! with criterion's statistics and its comparison with the run before.
//!
//! ```text
//! cargo bench -p benches                              all: about ten minutes
//! cargo bench -p benches -- 'modes/ARIA-128 CTR'      what matches a regular expression
//! cargo bench -p benches -- --measurement-time 3      longer, for a quieter answer
//!
//! kernels    one call of a backend's kernel on one block, and on 32
//! modes      whole messages by size, with peers
//! key set-up with peers
//! latency    a block, the block that it became, and so on, with peers
//! ```
use benches::{
    ours,
    subject::{self, Subject, mode},
};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::time::Duration;

/// Measures each subject on messages of these sizes, under the name SUITE/CIPHER-BITS MODE/WHO/SIZE.
fn suite(c: &mut Criterion, name: &str, subjects: impl IntoIterator<Item = Subject>, sizes: &[usize]) {
    for mut subject in subjects {
        let label = subject.label.clone();
        let mut group =
            c.benchmark_group(format!("{name}/{}-{} {}", label.cipher, label.key_bits, label.mode));
        for size in subject.sizes(sizes) {
            let mut message = vec![0x5a; size];
            if label.mode != mode::KEY_SETUP {
                group.throughput(Throughput::Bytes(size as u64));
            }
            group
                .bench_function(BenchmarkId::new(&label.who, size), |b| b.iter(|| subject.run(&mut message)));
        }
        group.finish();
    }
}

fn kernels(c: &mut Criterion) {
    let kernels = ours::kernels().into_iter().filter(|s| s.label.mode != mode::KEY_SETUP);
    suite(c, "kernels", kernels, &[16, 32 * 16]);
}

fn modes(c: &mut Criterion) {
    let (subjects, absent) = subject::all();
    absent.iter().for_each(|line| eprintln!("{line}"));
    let modes = subjects.into_iter().filter(|s| s.label.mode != mode::KEY_SETUP);
    suite(c, "modes", modes, &[64, 1 << 10, 16 << 10]);
}

fn key_setup(c: &mut Criterion) {
    let setups = subject::all().0.into_iter().filter(|s| s.label.mode == mode::KEY_SETUP);
    suite(c, "key set-up", setups, &[]);
}

fn latency(c: &mut Criterion) {
    // In place, so that each call waits for the one before.
    let ecb =
        subject::all().0.into_iter().filter(|s| [mode::ECB_ENC, mode::ECB_DEC].contains(&&*s.label.mode));
    suite(c, "latency", ecb, &[16]);
}

criterion_group! {
    name = suites;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(250));
    targets = kernels, modes, key_setup, latency
}
criterion_main!(suites);
