//! Two runs compared, row by row, with a verdict that knows the noise.
use crate::{
    report::{NOISY, Report, Row},
    table,
};
use std::fmt::Write;

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Within the noise.
    Same,
    /// Beyond the noise.
    Faster,
    /// Beyond the noise.
    Slower,
    /// The difference may be noise, and the noise is large.
    Noisy,
}

/// The part by which the new row takes longer, and the verdict.
pub fn verdict(old: &Row, new: &Row) -> (f64, Verdict) {
    let change = new.cycles / old.cycles - 1.0;
    // Three standard errors of the difference.
    let noise = (3.0 * old.error.hypot(new.error)).max(NOISY);
    let verdict = match change {
        c if c < -noise => Verdict::Faster,
        c if c > noise => Verdict::Slower,
        _ if old.noisy() || new.noisy() || noise > 2.0 * NOISY => Verdict::Noisy,
        _ => Verdict::Same,
    };
    (change, verdict)
}

/// The comparison as text, and the number of our rows that became slower.
pub fn text(old: &Report, new: &Report) -> (String, usize) {
    let mut out = format!("against the run of {} on {}\n", old.date, old.cpu);
    let (mut slower, mut counts) = (0, [0; 4]);
    for row in &new.rows {
        let Some(before) = old.rows.iter().find(|r| r.label == row.label && r.size == row.size) else {
            continue;
        };
        let (change, verdict) = verdict(before, row);
        counts[verdict as usize] += 1;
        slower += usize::from(verdict == Verdict::Slower && row.label.ours);
        let l = &row.label;
        writeln!(
            out,
            "{:24}{:20}{:>9}{:>10}{:>10}{:+8.1} %  {}",
            format!("{}-{} {}", l.cipher, l.key_bits, l.mode),
            l.who,
            table::bytes(row.size),
            table::figure(before),
            table::figure(row),
            100.0 * change,
            format!("{verdict:?}").to_lowercase()
        )
        .unwrap();
    }
    let [same, faster, slow, noisy] = counts;
    writeln!(out, "{same} same, {faster} faster, {slow} slower ({slower} of them ours), {noisy} noisy")
        .unwrap();
    (out, slower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject::Label;

    fn row(cycles: &[f64]) -> Row {
        let label =
            Label { cipher: "ARIA".into(), key_bits: 128, mode: "CTR".into(), who: "x".into(), ours: true };
        Row::new(label, 16, cycles, 0, 1.0).expect("enough samples")
    }

    #[test]
    fn verdicts_know_the_noise() {
        let steady = |c: f64| row(&[c, c * 1.001, c * 0.999, c, c * 1.001, c * 0.999, c, c]);
        let wild = row(&[70.0, 140.0, 80.0, 130.0, 90.0, 125.0, 75.0, 120.0]);
        assert_eq!(verdict(&steady(100.0), &steady(100.5)).1, Verdict::Same);
        assert_eq!(verdict(&steady(100.0), &steady(104.0)).1, Verdict::Slower);
        assert_eq!(verdict(&steady(100.0), &steady(96.0)).1, Verdict::Faster);
        assert_eq!(verdict(&steady(100.0), &wild).1, Verdict::Noisy);
        assert!(wild.noisy() && !steady(1.0).noisy());
    }
}
