//! The command line, with the options `-K` and `-iv` as `openssl enc` has them.
use crate::modes::{Mode, Transform};
use aria_accel::Backend;
use std::{ffi::OsString, path::PathBuf};

pub const HELP: &str = "\
Encrypts and decrypts files with ARIA (RFC 5794).

usage: aria-file encrypt|decrypt --mode MODE -K HEX [-iv HEX] [--backend NAME] INPUT OUTPUT
       aria-file --list-backends

  --mode MODE      ctr, cbc, ecb or gcm
  -K HEX           key of 16, 24 or 32 bytes: ARIA-128, ARIA-192 or ARIA-256
  -iv HEX          ctr, cbc: 16 bytes; gcm: the nonce of 12 bytes; ecb: none
  --backend NAME   one of --list-backends, instead of the best that this CPU runs
  --list-backends  lists them, best first
  --               what follows are file names

  ctr   as `openssl enc -aria-128-ctr`. Cannot notice tampering: decryption succeeds whatever was
        done to the file, and whichever key is given. Never use a key with the same -iv twice.
  cbc   as `openssl enc -aria-128-cbc`, padded by PKCS#7. Notices tampering only by chance.
        Encryption is serial by nature, and slow.
  ecb   as `openssl enc -aria-128-ecb`, padded by PKCS#7. Equal blocks stay equal; notices
        tampering only by chance.
  gcm   OUTPUT = ciphertext || tag of 16 bytes; no associated data; at most 2^36-32 bytes. Decryption
        notices all tampering and truncation. Never use a key with the same -iv twice.

The output takes its name only when it is whole (with gcm: when the tag is right); until then it is
a hidden temporary file beside it, and a file of that name stays as it is. Other users of the machine
can see the key on the command line, as with openssl.
";

pub enum Command {
    Help,
    ListBackends,
    Run(Job),
}

pub struct Job {
    pub decrypt: bool,
    pub mode: Mode,
    pub key: Vec<u8>,
    pub iv: Vec<u8>,
    pub backend: Backend,
    pub input: PathBuf,
    pub output: PathBuf,
}

impl Job {
    pub fn transform(&self) -> Transform {
        Transform::new(self.mode, self.decrypt, self.backend, &self.key, &self.iv)
    }
}

pub fn parse(mut args: impl Iterator<Item = OsString>) -> Result<Command, String> {
    let mut words = Vec::new();
    let (mut mode, mut key, mut iv, mut backend) = (None, None, None, None);
    while let Some(arg) = args.next() {
        let option = arg.to_str().unwrap_or_default();
        let slot = match option {
            "-h" | "-help" | "--help" => return Ok(Command::Help),
            "--list-backends" => return Ok(Command::ListBackends),
            "--mode" => &mut mode,
            "-K" => &mut key,
            "-iv" => &mut iv,
            "--backend" => &mut backend,
            "--" => {
                words.extend(args.by_ref());
                continue;
            }
            _ if option.starts_with('-') => return Err(format!("unknown option {option}; try --help")),
            _ => {
                words.push(arg);
                continue;
            }
        };
        let value = args.next().ok_or_else(|| format!("{option} needs a value; try --help"))?;
        let value = value.into_string().map_err(|_| format!("the value of {option} is not text"))?;
        if slot.replace(value).is_some() {
            return Err(format!("{option} is given twice"));
        }
    }

    let [action, input, output] = <[OsString; 3]>::try_from(words)
        .map_err(|_| "expected encrypt or decrypt, an input and an output; try --help")?;
    let decrypt = match action.to_str() {
        Some("encrypt") => false,
        Some("decrypt") => true,
        _ => return Err(format!("expected encrypt or decrypt, not {}", action.display())),
    };
    let mode = mode.ok_or("--mode is missing: ctr, cbc, ecb or gcm")?;
    let mode = Mode::by_name(&mode).ok_or(format!("unknown mode {mode}: ctr, cbc, ecb or gcm"))?;
    let key = hex("-K", &key.ok_or("the key is missing: -K HEX")?)?;
    if !matches!(key.len(), 16 | 24 | 32) {
        return Err(format!("-K has {} bytes; a key has 16, 24 or 32", key.len()));
    }
    let iv = match (mode.iv_len(), iv) {
        (None, None) => Vec::new(),
        (None, Some(_)) => return Err("ecb takes no -iv".into()),
        (Some(len), None) => return Err(format!("{} needs -iv HEX of {len} bytes", mode.name())),
        (Some(len), Some(iv)) => {
            let iv = hex("-iv", &iv)?;
            if iv.len() != len {
                return Err(format!("-iv has {} bytes; {} needs {len}", iv.len(), mode.name()));
            }
            iv
        }
    };
    let backend = match backend {
        None => Backend::detect(),
        Some(name) => Backend::by_name(&name).ok_or_else(|| no_backend(&name))?,
    };
    Ok(Command::Run(Job { decrypt, mode, key, iv, backend, input: input.into(), output: output.into() }))
}

/// The bytes of an option's value. The message shows nothing of it: it may be a key.
fn hex(option: &str, digits: &str) -> Result<Vec<u8>, String> {
    let nibble = |digit: u8| char::from(digit).to_digit(16).and_then(|v| u8::try_from(v).ok());
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let bytes = pairs.iter().map(|[high, low]| Some(nibble(*high)? << 4 | nibble(*low)?)).collect();
    match bytes {
        Some(_) if !rest.is_empty() => Err(format!("{option} has an odd number of hexadecimal digits")),
        Some(bytes) => Ok(bytes),
        None => Err(format!("{option} is not hexadecimal")),
    }
}

fn no_backend(name: &str) -> String {
    if Backend::NAMES.contains(&name) {
        return format!("this CPU cannot run backend {name}");
    }
    format!("unknown backend {name}; there are {}", Backend::NAMES.join(", "))
}

pub fn list_backends() -> String {
    let line = |name: &&str| match Backend::by_name(name) {
        Some(backend) if backend == Backend::detect() => format!("{name} (the default)\n"),
        Some(_) => format!("{name}\n"),
        None => format!("{name} (not on this CPU)\n"),
    };
    Backend::NAMES.iter().map(line).collect()
}
