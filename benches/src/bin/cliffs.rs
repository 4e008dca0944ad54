//! `cliffs`: that no message size is a cliff. n + 1 blocks must never take longer than n blocks and one more
//! call for a single block.
//!
//! ```text
//! cliffs [WORDS]      our rows of 128-bit ARIA in ECB, CTR and CBC decryption, of the best backend unless
//!                     WORDS, separated by commas, name others; exit status 1 where there is a cliff
//! ```
use benches::{
    measure::{self, Plan},
    subject::{self, Subject, mode},
};
use std::{process::ExitCode, time::Duration};

/// Beyond two batches of the widest kernel, everything repeats.
const MOST: usize = 2 * 64 + 2;

/// What is forgiven, as a part of what n + 1 blocks took.
const TOLERANCE: f64 = 0.03;

/// The worst step of a row: its number of blocks, and what it took more than it may, as a part of all.
fn worst(cycles: &[f64]) -> Option<(usize, f64)> {
    let single = *cycles.first()?;
    let steps = cycles.windows(2).enumerate().map(|(i, w)| (i + 2, (w[1] - w[0] - single) / w[1]));
    steps.max_by(|a, b| a.1.total_cmp(&b.1))
}

fn chosen() -> Vec<Subject> {
    let best = aria_accel::Backend::detect().name().to_string();
    let words: Vec<String> =
        std::env::args().nth(1).map_or(vec![best], |w| w.split(',').map(Into::into).collect());
    let mut subjects = subject::all().0;
    subjects.retain(|s| {
        let l = &s.label;
        let mode = [mode::ECB_ENC, mode::CTR, mode::CBC_DEC].contains(&&l.mode[..]);
        l.ours && l.cipher == "ARIA" && l.key_bits == 128 && mode && words.contains(&l.who)
    });
    subjects
}

fn main() -> ExitCode {
    let mut subjects = chosen();
    let plan = Plan {
        sizes: (1..=MOST).map(|n| 16 * n).collect(),
        samples: 40,
        limit: Duration::from_secs(60 * subjects.len() as u64),
    };
    let (samples, _) = measure::run(&mut subjects, &plan);
    let mut cliffs = 0;
    for subject in &subjects {
        let row: Vec<_> = samples.iter().filter(|s| s.label == subject.label).collect();
        // What a message takes at best: who else uses the core makes it only longer.
        let least = |cycles: &[f64]| cycles.iter().copied().min_by(f64::total_cmp);
        let cycles: Option<Vec<f64>> = row.iter().map(|s| least(&s.cycles)).collect();
        let verdict = match cycles.as_deref().and_then(worst) {
            None => {
                cliffs += 1;
                "no good samples".into()
            }
            Some((n, part)) => {
                cliffs += usize::from(part > TOLERANCE);
                let cliff = if part > TOLERANCE { "CLIFF" } else { "no cliff" };
                format!(
                    "{cliff}; the steepest step, to {n} blocks, is {:+.1} % over what it may be",
                    100.0 * part
                )
            }
        };
        println!("{:20}{:20}{verdict}", subject.label.who, subject.label.mode);
    }
    if cliffs == 0 && !subjects.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[cfg(test)]
mod tests {
    use super::worst;

    #[test]
    fn a_step_of_more_than_one_block_is_found() {
        assert_eq!(worst(&[10.0, 20.0, 29.0]), Some((2, 0.0)));
        assert_eq!(worst(&[10.0, 20.0, 40.0, 41.0]), Some((3, 0.25)));
        assert_eq!(worst(&[]), None);
    }
}
