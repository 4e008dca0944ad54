//! Constant time, shown: every backend, key size, direction and mode, key set-up included, with a
//! tool that sees each branch and each address. `tools/constant-time` runs all of it.
//!
//! ```text
//! ct-check memcheck       under Valgrind, with key, IV and text undefined: a branch or an address that
//!                         depends on them is an error. Valgrind hides VAES, GFNI and AVX-512
//! ct-check model          the same for the generic kernels on model slices, one set for each backend
//! ct-check single-step    by the CPU's trap flag: with several secrets, the same instructions at the
//!                         same addresses, reading and writing the same addresses
//! ct-check marked         the same where an emulator's plugin looks on; marks what it is to compare
//! ct-check HOW BACKEND..  only these
//! ct-check HOW control    a cipher that looks tables up instead: must be caught
//! ```
mod marked;
mod memcheck;
#[cfg(feature = "models")]
mod model;
mod modes;
mod single_step;

use aria_accel::cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
use std::process::ExitCode;

/// What must not show.
struct Secrets {
    key: [u8; 32],
    iv: [u8; 16],
    text: Vec<[u8; 16]>,
}

/// A tool that sees what a job does with secrets.
trait Watch {
    /// As it is called in `CONSTANT-TIME.md`.
    const HOW: &str;
    /// Lengths in blocks that take all paths through the kernels, not too long for the tool.
    const LENGTHS: &[usize];
    /// The most blocks for modes that take one after the other.
    const CHAINED: usize;
    /// How many of the three.
    const KEY_SIZES: usize;
    /// Runs the job on secrets, once or more often.
    fn watch(&mut self, job: &mut dyn FnMut(&mut Secrets));
    /// Whether all is well; says what is not.
    fn finish(self) -> bool;
}

/// Every backend that this CPU can run, or those of them that are named.
fn backends<W: Watch>(watch: &mut W, only: &[String]) {
    macro_rules! check {
        ($cipher:ident: $($Type:ident $bytes:literal),*) => {
            for backend in $cipher::Backend::available() {
                if !only.is_empty() && !only.iter().any(|name| name == backend.name()) {
                    continue;
                }
                let mut cases = 0;
                let mut sizes = 0..W::KEY_SIZES;
                $(sizes.next().into_iter().for_each(|_| watch.watch(&mut |secrets| {
                    let key = secrets.key.first_chunk::<$bytes>().expect("at most 32");
                    let cipher = $cipher::$Type::with_backend(backend, key);
                    let done = modes::all(W::LENGTHS, W::CHAINED, &cipher.encryptor(), &cipher.decryptor(), secrets);
                    for &blocks in W::LENGTHS {
                        let text = &mut secrets.text[..blocks];
                        cipher.encrypt_blocks(aria_accel::cipher::Array::cast_slice_from_core_mut(text));
                        cipher.decrypt_blocks(aria_accel::cipher::Array::cast_slice_from_core_mut(text));
                    }
                    cases = done + 2 * W::LENGTHS.len();
                }));)*
                report(stringify!($cipher), backend.name(), W::HOW, W::KEY_SIZES * cases);
            }
        };
    }
    check!(aria_accel: Aria128 16, Aria192 24, Aria256 32);
    check!(aes_accel: Aes128 16, Aes192 24, Aes256 32);
}

/// A cipher that looks tables up.
fn control<W: Watch>(watch: &mut W) {
    watch.watch(&mut |secrets| {
        let cipher = aria::Aria128::new(secrets.key.first_chunk::<16>().expect("32 bytes").into());
        let [block, ..] = &mut secrets.text[..] else { return };
        cipher.encrypt_block(block.into());
    });
}

/// The line that `tools/constant-time` collects.
fn report(cipher: &str, backend: &str, how: &str, cases: usize) {
    let cipher = cipher.replace('_', "-");
    println!("CONSTANT-TIME crate={cipher} backend={backend} how={how} cases={cases}");
}

fn run<W: Watch>(mut watch: W, subjects: impl FnOnce(&mut W)) -> ExitCode {
    subjects(&mut watch);
    if watch.finish() { ExitCode::SUCCESS } else { ExitCode::from(99) }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    for (cipher, names) in
        [("aria-accel", aria_accel::Backend::NAMES), ("aes-accel", aes_accel::Backend::NAMES)]
    {
        for name in names {
            println!("KNOWN crate={cipher} backend={name}");
        }
    }
    let watcher = |how: &str| -> Result<ExitCode, String> {
        let is_control = arguments.get(1).is_some_and(|argument| argument == "control");
        macro_rules! on {
            ($watch:expr) => {{
                let watch = $watch?;
                Ok(if is_control {
                    run(watch, control)
                } else {
                    run(watch, |watch| backends(watch, &arguments[1..]))
                })
            }};
        }
        match how {
            "memcheck" => on!(memcheck::Memcheck::new()),
            #[cfg(feature = "models")]
            "model" => Ok(run(memcheck::Memcheck::new()?, model::kernels)),
            "single-step" => on!(single_step::SingleStep::new()),
            "marked" => on!(marked::Marked::new()),
            _ => Err("memcheck, model, single-step or marked".into()),
        }
    };
    watcher(arguments.first().map_or("", |how| how)).unwrap_or_else(|message| {
        eprintln!("ct-check: {message}");
        ExitCode::FAILURE
    })
}
