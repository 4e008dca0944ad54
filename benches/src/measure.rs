//! Samples of every subject at every size, in turn, so that whatever the machine does meanwhile
//! happens to all of them alike.
use crate::{
    clock::{self, Ruler},
    report::Samples,
    subject::Subject,
};
use std::time::{Duration, Instant};

/// How two rulers may differ where nothing came in between.
const STEADY: f64 = 0.01;

/// The part of the usual best rate of adds side by side that a core not shared reaches.
const UNSHARED: f64 = 0.93;

/// A sample runs for about this long, or for one message.
const SAMPLE: Duration = Duration::from_micros(40);

/// A message that takes longer is not measured: on a busy machine nobody has the core for so long.
const LONGEST: Duration = Duration::from_millis(4);

/// How much to measure.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Message sizes in bytes.
    pub sizes: Vec<usize>,
    /// Good samples wanted of each row.
    pub samples: usize,
    /// When to stop, whatever has been got.
    pub limit: Duration,
}

/// A message of some size for some subject, and what it took.
struct Cell {
    subject: usize,
    size: usize,
    repeats: usize,
    cycles: Vec<f64>,
    dropped: usize,
}

impl Cell {
    /// Messages that take longer than the core is ever left to us are given up.
    fn wants_more(&self, samples: usize) -> bool {
        self.cycles.len() < samples && self.dropped < 8 + 4 * self.cycles.len()
    }
}

/// Places of the stack that a sample is spread over.
const PLACES: usize = 16;

/// Calls `f` at each of `places` places of the stack, about 270 bytes apart, a page in all. Where the stack lies within
/// its page, against the message and the keys, makes a kernel that spills registers up to 8 % faster or
/// slower, and differs from one start of a program to the next; so every sample has some of each.
#[inline(never)]
fn descend(places: usize, f: &mut dyn FnMut(usize)) {
    let room = std::hint::black_box([0u8; 232]);
    f(places);
    if places > 1 {
        descend(places - 1, f);
    }
    std::hint::black_box(&room);
}

/// What one run over a message, repeated, took in cycles: or nothing if the sample was disturbed.
fn sample(
    subject: &mut Subject,
    message: &mut [u8],
    repeats: usize,
    round: usize,
    best_adds: f64,
) -> Option<(f64, f64)> {
    if repeats > 1 {
        subject.run(message); // brings code, tables and message back into the caches
    }
    let preempted = clock::preemptions();
    let before = Ruler::lay();
    let start = Instant::now();
    descend(PLACES, &mut |place| {
        // As many at each place, or one at some of the places, others in every round.
        let due = (place + round) * repeats / PLACES - (place + round - 1) * repeats / PLACES;
        for _ in 0..due {
            subject.run(message);
        }
    });
    let nanoseconds = start.elapsed().as_nanos() as f64;
    let after = Ruler::lay();
    let adds = before.adds_per_cycle().min(after.adds_per_cycle());
    let ghz = (before.ghz() + after.ghz()) / 2.0;
    let steady = (before.ghz() - after.ghz()).abs() < STEADY * ghz;
    let alone = adds > UNSHARED * best_adds && clock::preemptions() == preempted;
    (steady && alone).then_some((nanoseconds * ghz / repeats as f64, ghz))
}

/// Measures everything; also the clock in GHz.
pub fn run(subjects: &mut [Subject], plan: &Plan) -> (Vec<Samples>, Option<f64>) {
    let longest = plan.sizes.iter().copied().max().unwrap_or(0).max(64);
    // A page to spare, so that the message starts on one.
    let mut space = vec![0x5a; longest + 4096];
    let offset = space.as_ptr().align_offset(4096);
    let buffer = &mut space[offset..offset + longest];

    let mut cells = Vec::new();
    for (index, subject) in subjects.iter_mut().enumerate() {
        for size in subject.sizes(&plan.sizes) {
            let times = [(); 3].map(|()| {
                let start = Instant::now();
                subject.run(&mut buffer[..size]);
                start.elapsed()
            });
            if times.iter().min() > Some(&LONGEST) {
                break;
            }
            let start = Instant::now();
            let mut repeats = 0_usize;
            while repeats == 0 || start.elapsed() < SAMPLE {
                subject.run(&mut buffer[..size]);
                repeats += 1;
            }
            // Short messages fill every place of the stack.
            if repeats > 1 {
                repeats = repeats.next_multiple_of(PLACES);
            }
            cells.push(Cell { subject: index, size, repeats, cycles: Vec::new(), dropped: 0 });
        }
    }

    let start = Instant::now();
    let best_adds = {
        let mut rates: Vec<f64> = (0..500).map(|_| Ruler::lay().adds_per_cycle()).collect();
        rates.sort_by(f64::total_cmp);
        rates[450] // not the very best, which are rulers that were disturbed in the first chain
    };
    let mut clocks = Vec::new();
    for round in 0..plan.samples * 3 + 4 {
        let mut missing = false;
        for cell in cells.iter_mut().filter(|cell| cell.wants_more(plan.samples)) {
            missing = true;
            if start.elapsed() > plan.limit {
                break;
            }
            let message = &mut buffer[..cell.size];
            let subject = &mut subjects[cell.subject];
            match sample(subject, message, cell.repeats, round * 5 + 1, best_adds) {
                Some((cycles, ghz)) => {
                    cell.cycles.push(cycles);
                    clocks.push(ghz);
                }
                None => cell.dropped += 1,
            }
        }
        if !missing || start.elapsed() > plan.limit {
            break;
        }
    }
    clocks.sort_by(f64::total_cmp);
    let ghz = clocks.get(clocks.len() / 2).copied();
    let samples = cells.into_iter().map(|Cell { subject, size, cycles, dropped, .. }| {
        let label = subjects[subject].label.clone();
        Samples { label, size, cycles, dropped }
    });
    (samples.collect(), ghz)
}
