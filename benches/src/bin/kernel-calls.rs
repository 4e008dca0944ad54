//! `kernel-calls`: calls one kernel so many times and does nothing else, for what counts instructions.
//! Two runs that differ in the number of calls differ by the instructions of those calls.
//!
//! ```text
//! kernel-calls                              lists BACKEND JOB, what this CPU can run
//! kernel-calls BACKEND JOB BLOCKS CALLS     ARIA-128; for the job "key set-up", BLOCKS counts for nothing
//! ```
use benches::ours;
use std::process::ExitCode;

fn run(backend: &str, job: &str, blocks: &str, calls: &str) -> Result<(), String> {
    let number = |s: &str| s.parse::<usize>().map_err(|e| format!("{s}: {e}"));
    let (size, calls) = (16 * number(blocks)?.max(1), number(calls)?);
    let mut kernels = ours::kernels().into_iter();
    let mut kernel = kernels
        .find(|s| s.label.key_bits == 128 && s.label.who == backend && s.label.mode == job)
        .ok_or(format!("{backend} {job}: not here"))?;
    let mut message = vec![0x5a; size];
    for _ in 0..calls {
        kernel.run(&mut message);
    }
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match &args.iter().map(|s| &s[..]).collect::<Vec<_>>()[..] {
        [] => {
            for kernel in ours::kernels().iter().filter(|s| s.label.key_bits == 128) {
                println!("{}\t{}", kernel.label.who, kernel.label.mode);
            }
            Ok(())
        }
        [backend, job, blocks, calls] => run(backend, job, blocks, calls),
        _ => Err("kernel-calls [BACKEND JOB BLOCKS CALLS]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}
