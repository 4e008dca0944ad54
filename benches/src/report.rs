//! A run as it is saved: a median and its noise for every row, and what they were measured on.
use crate::subject::{Label, mode};
use serde::{Deserialize, Serialize};

/// Two runs of a row that is not noisy agree within this part.
pub const NOISY: f64 = 0.03;

/// Where parts of the samples of one run differ by more than this part, the row is noisy. Less than
/// `NOISY`, since two starts of the program differ in more than two parts of one run do.
const PARTS: f64 = 0.02;

/// One subject at one message size.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// What and who.
    #[serde(flatten)]
    pub label: Label,
    /// Bytes of a message.
    pub size: usize,
    /// Median, in cycles of the core clock, of one message.
    pub cycles: f64,
    /// Gigabytes (10^9 bytes) a second at the clock of the run.
    pub gb_per_s: f64,
    /// How far apart, as a part of the median, the medians of parts of the samples are at most: of the
    /// earlier and the later half, and of every second or every third sample.
    pub apart: f64,
    /// Standard error of the median, as a part of it.
    pub error: f64,
    /// Samples behind the median.
    pub samples: usize,
    /// Samples dropped because somebody else had the core.
    pub dropped: usize,
}

/// The middle of these, which are sorted.
fn median(sorted: &[f64]) -> f64 {
    let n = sorted.len();
    (sorted[n / 2] + sorted[(n - 1) / 2]) / 2.0
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut v: Vec<f64> = values.collect();
    v.sort_by(f64::total_cmp);
    v
}

impl Row {
    /// From the cycles a message took, in the order of the samples; nothing if they are too few.
    pub fn new(label: Label, size: usize, cycles: &[f64], dropped: usize, ghz: f64) -> Option<Self> {
        if cycles.len() < 4 {
            return None;
        }
        let part = |from, step| median(&sorted(cycles.iter().copied().skip(from).step_by(step)));
        let (early, late) = cycles.split_at(cycles.len() / 2);
        let apart = [
            vec![part(0, 2), part(1, 2)],
            vec![part(0, 3), part(1, 3), part(2, 3)],
            [early, late].map(|half| median(&sorted(half.iter().copied()))).to_vec(),
        ]
        .iter()
        .map(|parts| parts.iter().fold(0.0, |a, b| b.max(a)) - parts.iter().fold(f64::MAX, |a, b| b.min(a)))
        .fold(0.0, f64::max);
        let all = sorted(cycles.iter().copied());
        let middle = median(&all);
        // For a normal distribution the quartiles are 1.35 sigma apart, and the error of the median
        // is 1.25 sigma / sqrt(n).
        let n = all.len();
        let quartiles = all[n * 3 / 4] - all[n / 4];
        Some(Self {
            label,
            size,
            cycles: middle,
            gb_per_s: size as f64 * ghz / middle,
            apart: apart / middle,
            error: quartiles / 1.35 * 1.25 / (n as f64).sqrt() / middle,
            samples: n,
            dropped,
        })
    }

    /// What tables show: cycles a byte, or a call for key set-up.
    pub fn figure(&self) -> f64 {
        if self.label.mode == mode::KEY_SETUP { self.cycles } else { self.cycles / self.size as f64 }
    }

    /// Whether the figure is not to be relied on: parts of its samples disagree, their spread is wide, or
    /// there are too few.
    pub fn noisy(&self) -> bool {
        self.samples < 8 || self.apart > PARTS || 2.0 * self.error > PARTS
    }
}

/// All rows of a run and the circumstances.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Name of the CPU.
    pub cpu: String,
    /// Day of the run, year-month-day.
    pub date: String,
    /// Median of the measured core clock.
    pub ghz: f64,
    /// Peers that this machine does not have.
    pub absent: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
}

impl Report {
    /// This machine, now.
    pub fn new(rows: Vec<Row>, ghz: f64, absent: Vec<String>) -> Self {
        Self { cpu: cpu(), date: today(), ghz, absent, rows }
    }

    /// The share of the samples of these rows that was dropped.
    pub fn dropped(&self) -> f64 {
        let dropped: usize = self.rows.iter().map(|r| r.dropped).sum();
        let kept: usize = self.rows.iter().map(|r| r.samples).sum();
        dropped as f64 / (dropped + kept).max(1) as f64
    }

    /// Cipher, key size and mode of all rows, each once, in order.
    pub fn groups(&self) -> Vec<(String, usize, String)> {
        let mut list = Vec::new();
        for Row { label: l, .. } in &self.rows {
            let group = (l.cipher.clone(), l.key_bits, l.mode.clone());
            if !list.contains(&group) {
                list.push(group);
            }
        }
        list
    }

    /// The message sizes of a group.
    pub fn sizes(&self, group: &(String, usize, String)) -> Vec<usize> {
        let rows = self.group(group).into_iter().flat_map(|(_, rows)| rows);
        rows.map(|r| r.size).collect::<std::collections::BTreeSet<_>>().into_iter().collect()
    }

    /// The rows of a group, those of one implementation together, ours first.
    pub fn group(&self, (cipher, bits, mode): &(String, usize, String)) -> Vec<(&Label, Vec<&Row>)> {
        let mut list: Vec<(&Label, Vec<&Row>)> = Vec::new();
        for row in &self.rows {
            let l = &row.label;
            if (&l.cipher, &l.key_bits, &l.mode) == (cipher, bits, mode) {
                match list.iter_mut().find(|(label, _)| *label == l) {
                    Some((_, rows)) => rows.push(row),
                    None => list.push((l, vec![row])),
                }
            }
        }
        list
    }
}

fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name| {
        let line = info.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(": ")?.1.to_owned())
    };
    match (field("model name"), field("cpu family"), field("model\t")) {
        (Some(name), Some(family), Some(model)) => format!("{name}, family {family}, model {model}"),
        (Some(name), ..) => name,
        _ => std::env::consts::ARCH.into(),
    }
}

/// The date in the calendar of the world, from days since 1970: years are counted from March, so that
/// the leap day is the last of its year.
fn today() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let day = now.as_secs() as i64 / 86_400 + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    format!("{}-{month:02}-{day:02}", year + era * 400 + i64::from(month <= 2))
}
