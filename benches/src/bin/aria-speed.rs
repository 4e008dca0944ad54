//! `aria-speed`: how fast every backend and mode runs here, next to its peers. See `--help`.
use benches::{
    chart, compare,
    measure::{self, Plan},
    report::{Report, Start},
    subject, table,
};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

const HELP: &str = "\
aria-speed: core cycles per byte of ARIA and AES, of ours and of peers, in one run

  --only WORD[,WORD..]   rows that answer to one of the words: ARIA, 128, AES-256, CTR, CBC-dec, ours,
                         peers, a backend, a peer; several --only must all hold
  --sizes N[,N..]        message sizes in bytes (16,64,256,1024,4096,16384,65536,1048576)
  --starts N             starts of the program, each with a memory layout of its own (8; 4 or more)
  --samples N            good samples wanted of each row in a start (3)
  --limit SECONDS        stop sampling after this time, of all starts together (120)
  --list                 print what would be measured
  --json FILE            save the run
  --load FILE            take a saved run instead of measuring
  --plot DIR             draw all charts (SVG)
  --results FILE         write tables as Markdown, and the charts that it shows into charts/ beside it
  --compare FILE         a verdict on each row against a saved run; exit status 1 if ours got slower
";

struct Options {
    only: Vec<Vec<String>>,
    plan: Plan,
    starts: u32,
    /// Whether this is one of the starts.
    start: bool,
    list: bool,
    json: Option<PathBuf>,
    load: Option<PathBuf>,
    plot: Option<PathBuf>,
    results: Option<PathBuf>,
    compare: Option<PathBuf>,
}

fn options() -> Result<Options, String> {
    // Powers of two; 31 and 63 blocks; and what is no whole number of blocks.
    let powers = (0..9).map(|i| 16 << (2 * i)).filter(|n| *n != 256 << 10);
    let mut sizes: Vec<usize> = powers.chain([512, 31 * 16, 63 * 16, 1025, 1500]).collect();
    sizes.sort_unstable();
    let plan = Plan { sizes, samples: 3, limit: Duration::from_secs(120) };
    let mut o = Options {
        only: vec![],
        plan,
        starts: 8,
        start: false,
        list: false,
        json: None,
        load: None,
        plot: None,
        results: None,
        compare: None,
    };
    let mut args = std::env::args().skip(1);
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or(format!("{option} takes a value"));
        let number = |s: &str| s.parse::<usize>().map_err(|e| format!("{s}: {e}"));
        match &option[..] {
            "--only" => o.only.push(value()?.split(',').map(Into::into).collect()),
            "--sizes" => o.plan.sizes = value()?.split(',').map(number).collect::<Result<_, _>>()?,
            "--samples" => o.plan.samples = number(&value()?)?,
            "--limit" => o.plan.limit = Duration::from_secs(number(&value()?)? as u64),
            "--starts" => o.starts = number(&value()?)?.max(4) as u32,
            "--start" => o.start = true,
            "--list" => o.list = true,
            "--json" => o.json = Some(value()?.into()),
            "--load" => o.load = Some(value()?.into()),
            "--plot" => o.plot = Some(value()?.into()),
            "--results" => o.results = Some(value()?.into()),
            "--compare" => o.compare = Some(value()?.into()),
            "--help" => return Err(HELP.into()),
            _ => return Err(format!("unknown option {option}\n\n{HELP}")),
        }
    }
    if o.plan.sizes.contains(&0) {
        return Err("a message has at least one byte".into());
    }
    Ok(o)
}

fn load(path: &PathBuf) -> Result<Report, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn draw(
    report: &Report,
    directory: &Path,
    wanted: fn(&(String, usize, String)) -> bool,
) -> Result<(), String> {
    let n = chart::write(report, directory, wanted).map_err(|e| format!("{}: {e}", directory.display()))?;
    eprintln!("{n} charts in {}", directory.display());
    Ok(())
}

/// Measures once, in the memory layout of this start of the program.
fn start(o: &Options) -> Result<Start, String> {
    let (mut subjects, absent) = subject::all();
    subjects.retain(|s| o.only.iter().all(|words| words.iter().any(|w| s.label.answers_to(w))));
    subject::check_agreement(&mut subjects)?;
    let plan = Plan { limit: o.plan.limit / o.starts, ..o.plan.clone() };
    let (cells, ghz) = measure::run(&mut subjects, &plan);
    Ok(Start { ghz, absent, cells })
}

/// Starts this program as it was started, through a loader if there was one, with `--start`.
fn again() -> Result<Start, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut command = std::process::Command::new(program);
    match std::fs::read_to_string("/proc/self/cmdline") {
        Ok(line) => command.args(line.trim_end_matches('\0').split('\0').skip(1)),
        Err(_) => command.args(std::env::args().skip(1)),
    };
    let done = command.arg("--start").stderr(std::process::Stdio::inherit()).output();
    let done = done.map_err(|e| e.to_string())?;
    serde_json::from_slice(&done.stdout).map_err(|e| format!("a start that ended with {}: {e}", done.status))
}

fn measure(o: &Options) -> Result<Report, String> {
    let mut starts = Vec::new();
    for n in 1..=o.starts {
        eprint!("\rstart {n} of {} ", o.starts);
        starts.push(again()?);
    }
    eprintln!();
    let report = Report::new(&starts);
    report.absent.iter().for_each(|line| eprintln!("{line}"));
    Ok(report)
}

fn main() -> ExitCode {
    match run() {
        Ok(status) => status,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode, String> {
    let o = options()?;
    if o.list {
        for s in subject::all().0 {
            println!("{}-{} {}: {}", s.label.cipher, s.label.key_bits, s.label.mode, s.label.who);
        }
        return Ok(ExitCode::SUCCESS);
    }
    if o.start {
        println!("{}", serde_json::to_string(&start(&o)?).map_err(|e| e.to_string())?);
        return Ok(ExitCode::SUCCESS);
    }
    let report = match &o.load {
        Some(path) => load(path)?,
        None => measure(&o)?,
    };
    print!("{}", table::terminal(&report));
    if let Some(path) = &o.json {
        let text = serde_json::to_string_pretty(&report).map_err(|e| e.to_string())?;
        std::fs::write(path, text + "\n").map_err(|e| format!("{}: {e}", path.display()))?;
    }
    if let Some(path) = &o.results {
        std::fs::write(path, table::markdown(&report)).map_err(|e| format!("{}: {e}", path.display()))?;
        draw(&report, &path.with_file_name("charts"), chart::in_results)?;
    }
    if let Some(path) = &o.plot {
        draw(&report, path, |_| true)?;
    }
    if let Some(path) = &o.compare {
        let (text, slower) = compare::text(&load(path)?, &report);
        print!("\n{text}");
        if slower > 0 {
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}
