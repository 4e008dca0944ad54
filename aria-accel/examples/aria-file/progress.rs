//! A bar on the terminal, for work that takes longer than a moment.
//!
//! ```text
//! [##############................]  47 %   2.13 GB/s
//! ```
use std::{
    io::{IsTerminal, Write, stderr},
    time::{Duration, Instant},
};

/// Work that is done by then shows no bar.
const MOMENT: Duration = Duration::from_millis(500);
const REDRAW: Duration = Duration::from_millis(100);
const WIDTH: usize = 30;

/// Clears the line that the bar is on.
pub const WIPE: &str = "\r\x1b[K";

pub struct Progress {
    length: Option<u64>,
    start: Instant,
    /// When to draw next; never, where there is no terminal.
    next: Option<Duration>,
}

impl Progress {
    pub fn new(length: Option<u64>) -> Self {
        let next = stderr().is_terminal().then_some(MOMENT);
        Self { length, start: Instant::now(), next }
    }

    /// `done` bytes are read.
    pub fn show(&mut self, done: u64) {
        let Some(next) = self.next else { return };
        let elapsed = self.start.elapsed();
        if elapsed < next {
            return;
        }
        self.next = Some(elapsed + REDRAW);
        let rate = done as f64 / 1e9 / elapsed.as_secs_f64();
        // A terminal that is gone is no reason to stop.
        let _ = write!(stderr(), "{WIPE}{}  {rate:.2} GB/s", bar(done, self.length));
    }
}

/// The bar, or the bytes done where nobody knows how many there are.
fn bar(done: u64, length: Option<u64>) -> String {
    match length {
        Some(length) if length > 0 => {
            let part = (done as f64 / length as f64).min(1.0);
            let filled = (part * WIDTH as f64) as usize;
            let percent = (part * 100.0) as u32;
            format!("[{}{}] {percent:3} %", "#".repeat(filled), ".".repeat(WIDTH - filled))
        }
        _ => format!("{:.1} GB", done as f64 / 1e9),
    }
}
