//! Encrypts and decrypts files of any size with ARIA, at this CPU's full speed and in bounded memory.
//!
//! ```text
//! aria-file encrypt --mode ctr -K 000102030405060708090a0b0c0d0e0f -iv 00..00 INPUT OUTPUT
//! openssl enc -d -aria-128-ctr -K 000102030405060708090a0b0c0d0e0f -iv 00..00 -in OUTPUT
//! ```
//!
//! ```text
//! args      the command line            -> a job
//! modes     a key, a mode               -> a transform of blocks, and of the message's end
//! stream    input -> transform -> output, one buffer at a time
//! replace   the output, which takes its name only when it is whole
//! progress  the bar on a terminal
//! ```
#![forbid(unsafe_code)]

mod args;
mod modes;
mod progress;
mod replace;
mod stream;

use args::{Command, Job};
use std::{
    fs::File,
    io::{IsTerminal, Write, stderr, stdout},
    path::Path,
    process::ExitCode,
    time::Instant,
};

fn main() -> ExitCode {
    let done = args::parse(std::env::args_os().skip(1)).and_then(|command| match command {
        Command::Help => print(args::HELP),
        Command::ListBackends => print(&args::list_backends()),
        Command::Run(job) => run(&job),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            say(&message);
            ExitCode::FAILURE
        }
    }
}

/// A line on standard error, over the progress bar if there is one. Where nobody hears it any more,
/// that is no reason to fail.
fn say(message: &str) {
    let wipe = if stderr().is_terminal() { progress::WIPE } else { "" };
    let _ = writeln!(stderr(), "{wipe}aria-file: {message}");
}

/// To standard output, which may be a pipe that nobody reads any more.
fn print(text: &str) -> Result<(), String> {
    stdout().write_all(text.as_bytes()).map_err(|e| format!("cannot write: {e}"))
}

fn run(job: &Job) -> Result<(), String> {
    let cannot_read = |e| format!("cannot read {}: {e}", job.input.display());
    let mut input = File::open(&job.input).map_err(cannot_read)?;
    let metadata = input.metadata().map_err(cannot_read)?;
    if metadata.is_dir() {
        return Err(format!("cannot read {}: it is a folder", job.input.display()));
    }
    let length = metadata.is_file().then_some(metadata.len());
    if is_same_file(&job.input, &job.output) {
        return Err("input and output are the same file".into());
    }

    let transform = job.transform();
    let mut output = replace::Replacement::new(&job.output)?;
    let start = Instant::now();
    let totals = stream::run(&mut input, length, output.file(), transform).map_err(|e| match e {
        stream::Error::Read(e) => cannot_read(e),
        stream::Error::Write(e) => output.cannot_write(e),
        stream::Error::Text(message) => format!("{}: {message}", job.input.display()),
    })?;
    let elapsed = start.elapsed().as_secs_f64();
    output.commit()?;

    let giga = totals.bytes as f64 / 1e9;
    let rate = |seconds: f64| if seconds > 0.0 { giga / seconds } else { 0.0 };
    say(&format!(
        "ARIA-{}-{} on {}: {} bytes in {elapsed:.3} s, {:.2} GB/s ({:.2} GB/s without reading and writing)",
        8 * job.key.len(),
        job.mode.name().to_uppercase(),
        job.backend,
        totals.bytes,
        rate(elapsed),
        rate(totals.transforming.as_secs_f64()),
    ));
    Ok(())
}

/// Whether both paths lead to one file, be it by symbolic or hard links.
fn is_same_file(input: &Path, output: &Path) -> bool {
    same_file::is_same_file(input, output).unwrap_or(false)
}
