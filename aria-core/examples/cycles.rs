//! What the portable cipher costs, in core cycles per byte.
//!
//! The clock is a chain of multiplications whose latency is known (three cycles, and one for the
//! XOR between, on every recent x86 and Arm core): it runs at the speed the core has right now.
use aria_core::{Aria128, Block, InOut, ParBlocks, Schedule, soft::Keys};
use std::{hint::black_box, time::Instant};

/// The shortest of many runs, in nanoseconds: the one that nothing disturbed.
fn best(mut f: impl FnMut()) -> f64 {
    (0..200)
        .map(|_| {
            let start = Instant::now();
            f();
            start.elapsed().as_nanos() as f64
        })
        .fold(f64::MAX, f64::min)
}

fn main() {
    const STEPS: u32 = 100_000;
    let chain = || (0..STEPS).fold(black_box(1u64), |x, _| (x ^ 0x5555).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let cycle = best(|| _ = black_box(chain())) / f64::from(STEPS * 4);
    println!("{:.2} GHz", 1.0 / cycle);

    let schedule = Schedule::<13>::new(&black_box([7; 16]));
    let keys = Keys::new(&schedule.encrypt);
    for blocks in [1, 2, 4, 8, 16, 17, 32, 48, 49, 64, 65, 96, 128, 1024] {
        let mut text: Vec<Block> = vec![[0; 16]; blocks];
        let times = 1 + 1024 / blocks;
        let ns = best(|| {
            for _ in 0..times {
                (&keys).ecb(InOut::from(black_box(&mut text[..])));
            }
        });
        let cycles = ns / cycle / times as f64;
        println!("{blocks:5} blocks {cycles:9.0} cycles {:7.2} c/B", cycles / (16 * blocks) as f64);
    }
    let ns = best(|| {
        for _ in 0..64 {
            black_box(Schedule::<13>::new(black_box(&[7; 16])));
        }
    });
    println!("key schedule {:.0} cycles", ns / 64.0 / cycle);
    let ns = best(|| {
        for _ in 0..64 {
            black_box(Aria128::from_key(black_box(&[7; 16])));
        }
    });
    println!("and in the form that the cipher reads {:.0} cycles", ns / 64.0 / cycle);
}
