//! A run as it is saved: a figure and its noise for every row, and what they were measured on.
use crate::subject::{Label, mode};
use serde::{Deserialize, Serialize};

/// Two runs of a row that is not noisy agree within this part.
pub const NOISY: f64 = 0.03;

/// Where two standard errors of the figure are more than this part, the row is noisy. Two runs then differ
/// by three times their common error before they differ by `NOISY`.
const ERRORS: f64 = 0.02;

/// One subject at one message size.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// What and who.
    #[serde(flatten)]
    pub label: Label,
    /// Bytes of a message.
    pub size: usize,
    /// Cycles of the core clock for one message: the mean of the middle half of the starts.
    pub cycles: f64,
    /// Gigabytes (10^9 bytes) a second at the clock of the run.
    pub gb_per_s: f64,
    /// Standard error of `cycles`, as a part of it, from how the starts differ.
    pub error: f64,
    /// Starts of the program that the figure comes from.
    pub starts: usize,
    /// Samples dropped because somebody else had the core.
    pub dropped: usize,
}

/// The middle of these.
pub fn median(values: &[f64]) -> f64 {
    let (sorted, n) = (sorted(values), values.len());
    (sorted[n / 2] + sorted[(n - 1) / 2]) / 2.0
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut v = values.to_vec();
    v.sort_by(f64::total_cmp);
    v
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

impl Row {
    /// From the cycles a message took in each start of the program; nothing if these are too few.
    pub fn new(label: Label, size: usize, starts: &[f64], dropped: usize, ghz: f64) -> Option<Self> {
        let n = starts.len();
        if n < 4 {
            return None;
        }
        let cycles = mean(&sorted(starts)[n / 4..n - n / 4]);
        let squares: Vec<f64> = starts.iter().map(|c| (c - mean(starts)).powi(2)).collect();
        let error = (squares.iter().sum::<f64>() / (n - 1) as f64 / n as f64).sqrt() / cycles;
        Some(Self { label, size, cycles, gb_per_s: size as f64 * ghz / cycles, error, starts: n, dropped })
    }

    /// What tables show: cycles a byte, or a call for key set-up.
    pub fn figure(&self) -> f64 {
        if self.label.mode == mode::KEY_SETUP { self.cycles } else { self.cycles / self.size as f64 }
    }

    /// Whether the figure is not to be relied on: the starts disagree.
    pub fn noisy(&self) -> bool {
        2.0 * self.error > ERRORS
    }
}

/// What one start of the program has to say.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Start {
    /// Median of the measured core clock.
    pub ghz: Option<f64>,
    /// Peers that this machine does not have.
    pub absent: Vec<String>,
    /// Samples of each subject and size.
    pub cells: Vec<Samples>,
}

/// The good samples of one subject at one size.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Samples {
    /// What and who.
    pub label: Label,
    /// Bytes of a message.
    pub size: usize,
    /// What a message took, in cycles of the core clock.
    pub cycles: Vec<f64>,
    /// Samples dropped because somebody else had the core.
    pub dropped: usize,
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
    /// The share of the samples that was dropped because somebody else had the core.
    pub dropped: f64,
    /// The rows.
    pub rows: Vec<Row>,
}

impl Report {
    /// This machine, now, from starts of the program that measured the same.
    pub fn new(starts: &[Start]) -> Self {
        let mut cells = Vec::<(&Label, usize, Vec<f64>, usize)>::new();
        let mut places = std::collections::HashMap::new();
        let (mut kept, mut lost) = (0, 0);
        for cell in starts.iter().flat_map(|s| &s.cells) {
            let place = *places.entry((&cell.label, cell.size)).or_insert(cells.len());
            if place == cells.len() {
                cells.push((&cell.label, cell.size, Vec::new(), 0));
            }
            if !cell.cycles.is_empty() {
                cells[place].2.push(median(&cell.cycles));
            }
            cells[place].3 += cell.dropped;
            (kept, lost) = (kept + cell.cycles.len(), lost + cell.dropped);
        }
        // a start that never had the core to itself knows no clock, and has no samples either
        let clocks: Vec<_> = starts.iter().filter_map(|s| s.ghz).collect();
        let ghz = if clocks.is_empty() { 0.0 } else { median(&clocks) };
        let rows =
            cells.into_iter().filter_map(|(l, size, c, lost)| Row::new(l.clone(), size, &c, lost, ghz));
        let rows = rows.collect();
        let absent = starts.first().map_or(vec![], |s| s.absent.clone());
        Self {
            cpu: cpu(),
            date: today(),
            ghz,
            absent,
            dropped: lost as f64 / (kept + lost).max(1) as f64,
            rows,
        }
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
