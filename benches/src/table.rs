//! A run as text: for the terminal, and for Markdown.
use crate::{
    chart,
    report::{Report, Row},
    subject::mode,
};
use std::fmt::Write;

/// "16 B", "64 KiB", "1 MiB".
pub fn bytes(n: usize) -> String {
    match n {
        n if n >= 1 << 20 && n.is_multiple_of(1 << 20) => format!("{} MiB", n >> 20),
        n if n >= 1 << 10 && n.is_multiple_of(1 << 10) => format!("{} KiB", n >> 10),
        n => format!("{n} B"),
    }
}

/// A figure in three or four digits, with `~` before it if it is noisy.
pub fn figure(row: &Row) -> String {
    let (value, mark) = (row.figure(), if row.noisy() { "~" } else { "" });
    match value {
        v if v >= 100.0 => format!("{mark}{v:.0}"),
        v if v >= 10.0 => format!("{mark}{v:.1}"),
        v => format!("{mark}{v:.2}"),
    }
}

/// Heads of the columns, then a line for each implementation.
fn lines(report: &Report, group: &(String, usize, String)) -> Vec<Vec<String>> {
    let (subjects, sizes) = (report.group(group), report.sizes(group));
    let setup = group.2 == mode::KEY_SETUP;
    let mut head = vec![format!("{}-{} {}", group.0, group.1, group.2)];
    if setup {
        head.push("cycles".into());
    } else {
        head.extend(sizes.iter().map(|n| bytes(*n)));
        head.push("GB/s".into());
    }
    let mut lines = vec![head];
    for (label, rows) in subjects {
        let mut line = vec![label.who.clone()];
        line.extend(
            sizes.iter().map(|n| rows.iter().find(|r| r.size == *n).map_or("-".into(), |r| figure(r))),
        );
        if !setup {
            let longest = rows.iter().max_by_key(|r| r.size);
            line.push(longest.map_or_else(String::new, |r| format!("{:.3}", r.gb_per_s)));
        }
        lines.push(line);
    }
    lines
}

/// For the terminal: the first column to the left, the others to the right.
pub fn terminal(report: &Report) -> String {
    let mut out = String::new();
    for group in report.groups() {
        for (i, line) in lines(report, &group).iter().enumerate() {
            write!(out, "{:20}", line[0]).unwrap();
            line[1..].iter().for_each(|cell| write!(out, "{cell:>9}").unwrap());
            out.push('\n');
            if i == 0 {
                out.push_str(&"-".repeat(20 + 9 * (line.len() - 1)));
                out.push('\n');
            }
        }
        out.push('\n');
    }
    out.push_str(&footer(report));
    out
}

/// How the figures came about.
const HOW: &str = "\
## What is measured

`benches/report` remakes this page on the machine it runs on. Whole messages are processed in place, from
the start value to the last block, under a key set up beforehand, by one thread. Every backend, mode and
peer takes its turn in each round, so that whatever the machine does meanwhile happens to all alike; those
that run the same cipher and mode were first checked to give the same bytes. Counters start at 1, as in CCM, so that
most kernels meet a carry out of the last byte inside a batch.

- **Core cycles**: the clock of a core changes, and the time stamp counter does not follow it. Before and
  after each sample (40 microseconds, or one message) a chain of adds, each of which takes one cycle, is
  timed, and the sample counted in that unit.
- **Contended samples are dropped**: where the two chains disagree by 1 %, where the kernel took the core
  away, or where four chains side by side ran slower than alone, which is how a neighbour on the same
  hardware core shows. Dropped samples are repeated; their share is stated above.
- **Spread over the stack**: where the stack lies against message and keys makes a kernel that spills
  registers up to 8 % faster or slower. So a sample is spread over 16 places of the stack, a page in all.
- **Several starts**: the rest of the layout of memory, which the system draws anew for each start of a
  program, makes as much. So the program is started eight times, each start gives the median of its samples,
  and the figure is the mean of the middle half of the starts.
- **Noise**: a row is marked `~` where two standard errors of the figure, from how the starts differ, are
  more than 2 %. Unmarked rows of 4 KiB and more are meant to agree within 3 % from one run to the next;
  `aria-speed --compare` judges two runs by the noise of both.

Not measured: many threads, messages that do not fit the caches, and the latency of memory.
";

/// The whole of RESULTS.md; the charts are in the folder `charts` beside it.
pub fn markdown(report: &Report) -> String {
    let mut out = String::from("# Results\n\n");
    writeln!(out, "{}\n\n{HOW}", footer(report).trim_end().replace('\n', "\n\n")).unwrap();
    let mut cipher = String::new();
    for group in report.groups() {
        let name = format!("{}-{}", group.0, group.1);
        if cipher != name {
            write!(out, "\n## {name}\n").unwrap();
            cipher = name;
        }
        out.push('\n');
        for (i, line) in lines(report, &group).iter().enumerate() {
            writeln!(out, "| {} |", line.join(" | ")).unwrap();
            if i == 0 {
                writeln!(out, "|---|{}", "---:|".repeat(line.len() - 1)).unwrap();
            }
        }
        if report.sizes(&group).len() > 1 && chart::in_results(&group) {
            write!(out, "\n![throughput against message size](charts/{})\n", chart::file_name(&group))
                .unwrap();
        }
    }
    out
}

/// What the figures are.
pub fn footer(report: &Report) -> String {
    let noisy = report.rows.iter().filter(|r| r.noisy()).count();
    let mut out = format!(
        "Core cycles a byte (a call for key set-up); GB/s for the longest message.\n\
         A dash: the message takes longer (4 ms) than the core can be had undisturbed.\n\
         {}, {:.2} GHz, {}. {} rows, {noisy} noisy (~); {:.0} % of the samples dropped as contended.\n",
        report.cpu,
        report.ghz,
        report.date,
        report.rows.len(),
        100.0 * report.dropped
    );
    for line in &report.absent {
        writeln!(out, "{line}").unwrap();
    }
    out
}
