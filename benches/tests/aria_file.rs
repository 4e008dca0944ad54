//! The example `aria-file`, run as a user runs it: against `openssl enc`, against libcrypto's GCM,
//! and with everything that can go wrong, after which no file may be harmed and none left over.
//!
//! It stands here, not beside the example, since OpenSSL is linked as a peer: whoever only builds
//! the example needs no C library.
#![cfg(unix)]

use openssl::{cipher::Cipher, cipher_ctx::CipherCtx};
use std::{
    ffi::OsStr,
    fs,
    io::{Read, Write},
    os::unix::fs::{PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

const KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const IV: &str = "fffffffffffffffffffffffffffffff0"; // the counter wraps within 16 blocks
const NONCE: &str = "cafebabefacedbaddecaf888";
/// ARIA-128-GCM.
const GCM: [&str; 6] = ["--mode", "gcm", "-K", KEY.split_at(32).0, "-iv", NONCE];

/// Where cargo puts the example: beside the folder of this test.
fn program() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let program = test.parent().unwrap().parent().unwrap().join("examples/aria-file");
    assert!(
        program.is_file(),
        "{program:?} is missing: run `cargo build -p aria-accel --example aria-file` first"
    );
    program
}

/// A fresh folder of this name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("aria-file").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn aria_file<S: AsRef<OsStr>>(action: &str, options: &[S], input: &Path, output: &Path) -> Output {
    Command::new(program()).arg(action).args(options).args([input, output]).output().unwrap()
}

#[track_caller]
fn succeeds<S: AsRef<OsStr>>(action: &str, options: &[S], input: &Path, output: &Path) -> Vec<u8> {
    let done = aria_file(action, options, input, output);
    let message = String::from_utf8(done.stderr).unwrap();
    assert!(done.status.success(), "{message}");
    assert!(message.contains("GB/s"), "{message}");
    fs::read(output).unwrap()
}

/// One line that says `why`, and nothing else.
#[track_caller]
fn failed(done: &Output, why: &str) {
    let message = str::from_utf8(&done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(1), "{message}");
    assert!(message.starts_with("aria-file: ") && message.contains(why), "{message:?} does not say {why:?}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(done.stdout.is_empty());
}

/// Fails, with a good file in the output's place and with none: it stays, and nothing is left over.
#[track_caller]
fn fails<S: AsRef<OsStr>>(folder: &Path, action: &str, options: &[S], input: &[u8], why: &str) {
    let [from, to] = ["from", "to"].map(|name| folder.join(name));
    fs::write(&from, input).unwrap();
    fs::write(&to, "good").unwrap();
    failed(&aria_file(action, options, &from, &to), why);
    assert_eq!(fs::read(&to).unwrap(), b"good");
    assert_eq!(names(folder), ["from", "to"]);
    fs::remove_file(&to).unwrap();
    failed(&aria_file(action, options, &from, &to), why);
    assert_eq!(names(folder), ["from"]);
}

/// `openssl enc`. That the program is missing fails the test: without it, nothing is shown.
#[track_caller]
fn openssl_enc(options: &[&str], input: &[u8]) -> Vec<u8> {
    let mut child = Command::new("openssl")
        .arg("enc")
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program `openssl` is needed for this test: install the package openssl");
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input).unwrap());
        let done = child.wait_with_output().unwrap();
        assert!(done.status.success(), "openssl enc {options:?} failed");
        done.stdout
    })
}

/// Bytes with a period that divides no buffer and no block, so that swapped ones show.
fn pattern(length: usize) -> Vec<u8> {
    (0..length).map(|i| (i % 251) as u8).collect()
}

/// A text, an executable, and lengths around the ends of blocks and of the program's buffer.
fn messages() -> Vec<Vec<u8>> {
    let real = [Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"), "/bin/sh".into()];
    let buffer = 256 << 10;
    let lengths =
        [0, 1, 15, 16, 17, buffer - 1, buffer, buffer + 15, buffer + 16, buffer + 17, (1 << 20) + 7];
    real.map(|path| fs::read(path).unwrap()).into_iter().chain(lengths.map(pattern)).collect()
}

#[test]
fn agrees_with_openssl_enc_both_ways() {
    let folder = folder("openssl");
    let [from, to, back] = ["from", "to", "back"].map(|name| folder.join(name));
    for message in messages() {
        fs::write(&from, &message).unwrap();
        for mode in ["ctr", "cbc", "ecb"] {
            for bits in [128, 192, 256] {
                let mut key = vec!["-K", &KEY[..bits / 4]];
                if mode != "ecb" {
                    key.extend(["-iv", IV]);
                }
                let ours = [&["--mode", mode], &key[..]].concat();
                let algorithm = format!("-aria-{bits}-{mode}");
                let theirs = [&[algorithm.as_str()], &key[..]].concat();
                let what = format!("{algorithm}, {} bytes", message.len());

                let encrypted = succeeds("encrypt", &ours, &from, &to);
                assert!(encrypted == openssl_enc(&theirs, &message), "{what}");
                assert!(openssl_enc(&[&["-d"], &theirs[..]].concat(), &encrypted) == message, "{what}");
                assert!(succeeds("decrypt", &ours, &to, &back) == message, "{what}");
            }
        }
    }
    assert_eq!(names(&folder), ["back", "from", "to"]);
}

#[test]
fn gcm_agrees_with_libcrypto_both_ways() {
    let folder = folder("gcm");
    let [from, to, back] = ["from", "to", "back"].map(|name| folder.join(name));
    let bytes = |hex: &str| {
        openssl::bn::BigNum::from_hex_str(hex).unwrap().to_vec_padded(hex.len() as i32 / 2).unwrap()
    };
    for message in messages() {
        fs::write(&from, &message).unwrap();
        for bits in [128, 192, 256] {
            let key = &KEY[..bits / 4];
            let what = format!("ARIA-{bits}-GCM, {} bytes", message.len());
            let cipher = Cipher::fetch(None, &format!("ARIA-{bits}-GCM"), None).unwrap();
            let mut context = CipherCtx::new().unwrap();
            context.encrypt_init(Some(&cipher), Some(&bytes(key)), Some(&bytes(NONCE))).unwrap();
            let mut theirs = Vec::new();
            context.cipher_update_vec(&message, &mut theirs).unwrap();
            context.cipher_final_vec(&mut theirs).unwrap();
            let mut tag = [0; 16];
            context.tag(&mut tag).unwrap();
            theirs.extend_from_slice(&tag);

            let options = ["--mode", "gcm", "-K", key, "-iv", NONCE];
            assert!(succeeds("encrypt", &options, &from, &to) == theirs, "{what}");
            assert!(succeeds("decrypt", &options, &to, &back) == message, "{what}");
        }
    }
}

#[test]
fn every_backend_does_the_same() {
    let folder = folder("backends");
    let [from, to, back] = ["from", "to", "back"].map(|name| folder.join(name));
    let list = Command::new(program()).arg("--list-backends").output().unwrap();
    let list = String::from_utf8(list.stdout).unwrap();
    assert!(list.lines().next_back().unwrap().starts_with("soft"), "{list}");
    assert_eq!(list.matches("(the default)").count(), 1, "{list}");

    // CBC encrypts one block after the other, for which a wide backend is slow.
    for (mode, iv, length) in [("ctr", IV, (1 << 20) + 7), ("cbc", IV, 5_000), ("gcm", NONCE, (1 << 20) + 7)]
    {
        let message = pattern(length);
        fs::write(&from, &message).unwrap();
        let options = ["--mode", mode, "-K", KEY, "-iv", iv];
        let expected = succeeds("encrypt", &options, &from, &to);
        for name in list.lines().filter(|line| !line.contains("not on this CPU")) {
            let name = name.split(' ').next().unwrap();
            let options = [&options[..], &["--backend", name]].concat();
            assert!(succeeds("encrypt", &options, &from, &to) == expected, "{mode} on {name}");
            assert!(succeeds("decrypt", &options, &to, &back) == message, "{mode} on {name}");
        }
    }
    let unknown = [&GCM[..], &["--backend", "abacus"]].concat();
    failed(&aria_file("encrypt", &unknown, &from, &back), "unknown backend abacus; there are ");
}

#[test]
fn gcm_notices_tampering_and_truncation() {
    let folder = folder("tampering");
    let [from, to] = ["from", "to"].map(|name| folder.join(name));
    fs::write(&from, pattern(600_001)).unwrap();
    let sealed = succeeds("encrypt", &GCM, &from, &to);
    fs::remove_file(&to).unwrap();

    let end = sealed.len();
    for at in [0, 300_000, end - 17, end - 16, end - 1] {
        let mut tampered = sealed.clone();
        tampered[at] ^= 1;
        fails(&folder, "decrypt", &GCM, &tampered, "wrong tag");
    }
    for length in [16, 262_144, 262_160, end - 16, end - 1] {
        fails(&folder, "decrypt", &GCM, &sealed[..length], "wrong tag");
    }
    for length in [0, 1, 15] {
        fails(&folder, "decrypt", &GCM, &sealed[..length], "too short to hold a tag");
    }
    fails(&folder, "decrypt", &GCM, &[&sealed[..], &[0]].concat(), "wrong tag");
    let other_key = ["--mode", "gcm", "-K", KEY, "-iv", NONCE];
    fails(&folder, "decrypt", &other_key, &sealed, "wrong tag");
}

#[test]
fn gcm_refuses_more_than_its_counter_allows() {
    let folder = folder("limit");
    let [from, to] = ["from", "to"].map(|name| folder.join(name));
    // All holes: takes no room.
    let limit = (1u64 << 36) - 32;
    fs::File::create(&from).unwrap().set_len(limit + 1).unwrap();
    failed(&aria_file("encrypt", &GCM, &from, &to), "longer than this mode can take: 68719476704 bytes");
    fs::File::create(&from).unwrap().set_len(limit + 17).unwrap();
    failed(&aria_file("decrypt", &GCM, &from, &to), "longer than this mode can take");
    assert_eq!(names(&folder), ["from"]);
    fs::remove_file(&from).unwrap();
}

#[test]
fn cbc_and_ecb_notice_wrong_lengths_and_padding() {
    let folder = folder("padding");
    let [from, to] = ["from", "to"].map(|name| folder.join(name));
    let ecb = ["--mode", "ecb", "-K", KEY];
    let cbc = ["--mode", "cbc", "-K", KEY, "-iv", IV];
    for options in [&ecb[..], &cbc[..]] {
        fs::write(&from, pattern(300_000)).unwrap();
        let encrypted = succeeds("encrypt", options, &from, &to);
        fs::remove_file(&to).unwrap();
        let end = encrypted.len();
        for length in [0, 1, 15, 17, end - 15, end - 1] {
            fails(&folder, "decrypt", options, &encrypted[..length], "not a whole number of blocks");
        }
        // The last byte of text there is neither 1 nor 0, nor more than 16 times itself.
        fails(&folder, "decrypt", options, &encrypted[..end - 16], "wrong padding");
    }
    // What padding may not be, encrypted without any: 0, 17, and too few of it.
    for last in [[0; 16], [17; 16], [[0; 14].as_slice(), &[3, 3]].concat().try_into().unwrap()] {
        let encrypted = openssl_enc(&["-aria-256-ecb", "-nopad", "-K", KEY], &last);
        fails(&folder, "decrypt", &ecb, &encrypted, "wrong padding");
    }
}

#[test]
fn says_what_is_wrong_with_the_command() {
    let folder = folder("command");
    let key = &KEY[..32];
    let cases: &[(&str, &[&str], &str)] = &[
        ("encrypt", &["-K", key, "-iv", IV], "--mode is missing"),
        ("encrypt", &["--mode", "ofb", "-K", key, "-iv", IV], "unknown mode ofb"),
        ("encrypt", &["--mode", "ctr", "-iv", IV], "the key is missing"),
        ("encrypt", &["--mode", "ctr", "-K", "", "-iv", IV], "-K has 0 bytes"),
        ("encrypt", &["--mode", "ctr", "-K", &KEY[..30], "-iv", IV], "-K has 15 bytes"),
        ("encrypt", &["--mode", "ctr", "-K", &KEY[..31], "-iv", IV], "-K has an odd number"),
        ("encrypt", &["--mode", "ctr", "-K", &KEY[..46], "-iv", IV], "-K has 23 bytes"),
        ("encrypt", &["--mode", "ctr", "-K", "0x00", "-iv", IV], "-K is not hexadecimal"),
        ("encrypt", &["--mode", "ctr", "-K", "schlüssel", "-iv", IV], "-K is not hexadecimal"),
        ("encrypt", &["--mode", "ctr", "-K", key], "ctr needs -iv HEX of 16 bytes"),
        ("encrypt", &["--mode", "cbc", "-K", key, "-iv", NONCE], "-iv has 12 bytes; cbc needs 16"),
        ("decrypt", &["--mode", "gcm", "-K", key, "-iv", IV], "-iv has 16 bytes; gcm needs 12"),
        ("decrypt", &["--mode", "gcm", "-K", key, "-iv", "+1"], "-iv is not hexadecimal"),
        ("encrypt", &["--mode", "ecb", "-K", key, "-iv", IV], "ecb takes no -iv"),
        ("encrypt", &["--mode", "ecb", "-K", key, "-K", key], "-K is given twice"),
        ("encrypt", &["--mode", "ecb", "-K", key, "--fast"], "unknown option --fast"),
        (
            "encrypt",
            &["--mode", "ecb", "-K", key, "third"],
            "expected encrypt or decrypt, an input and an output",
        ),
        ("crypt", &["--mode", "ecb", "-K", key], "expected encrypt or decrypt, not crypt"),
    ];
    for (action, options, why) in cases {
        fails(&folder, action, options, b"text", why);
    }
    failed(&Command::new(program()).output().unwrap(), "expected encrypt or decrypt");
    failed(&Command::new(program()).args(["encrypt", "-K"]).output().unwrap(), "-K needs a value");

    let help = Command::new(program()).arg("--help").output().unwrap();
    assert!(help.status.success());
    assert!(String::from_utf8(help.stdout).unwrap().contains("Cannot notice tampering"));
}

#[test]
fn refuses_input_and_output_that_are_one_file() {
    let folder = folder("same");
    let [file, hard, soft] = ["file", "hard", "soft"].map(|name| folder.join(name));
    fs::write(&file, "good").unwrap();
    fs::hard_link(&file, &hard).unwrap();
    symlink("file", &soft).unwrap();
    let roundabout = folder.join("..").join("same").join("file");
    for output in [&file, &hard, &soft, &roundabout] {
        failed(&aria_file("encrypt", &GCM, &file, output), "input and output are the same file");
        failed(&aria_file("encrypt", &GCM, output, &file), "input and output are the same file");
    }
    assert_eq!(fs::read(&file).unwrap(), b"good");
    assert_eq!(names(&folder), ["file", "hard", "soft"]);
}

#[test]
fn says_what_cannot_be_read_or_written() {
    let folder = folder("unwritable");
    let [from, inside] = ["from", "inside"].map(|name| folder.join(name));
    fs::write(&from, pattern(1 << 20)).unwrap();
    fs::create_dir(&inside).unwrap();
    symlink("nowhere", folder.join("dangling")).unwrap();
    let cannot =
        |input: &Path, output: &Path, why: &str| failed(&aria_file("encrypt", &GCM, input, output), why);
    cannot(&folder.join("missing"), &folder.join("to"), "cannot read ");
    cannot(&inside, &folder.join("to"), "it is a folder");
    cannot(&from, &folder.join("missing/to"), "cannot write ");
    cannot(&from, &folder.join("from/to"), "cannot write ");
    cannot(&from, &folder.join("dangling"), "cannot write ");
    cannot(&from, &inside, "is there and is not a file");
    cannot(&from, Path::new("/dev/null"), "is there and is not a file");
    cannot(&from, Path::new("/"), "is there and is not a file");
    cannot(&from, Path::new(""), "cannot write ");

    // The disk is full, as it were, after 100 KiB.
    let to = folder.join("to");
    fs::write(&to, "good").unwrap();
    let limited = Command::new("sh")
        .args(["-c", r#"trap '' XFSZ; ulimit -f 100; exec "$0" "$@""#])
        .arg(program())
        .arg("encrypt")
        .args(GCM)
        .args([&from, &to])
        .output()
        .unwrap();
    failed(&limited, "cannot write ");
    assert_eq!(fs::read(&to).unwrap(), b"good");
    assert_eq!(names(&folder), ["dangling", "from", "inside", "to"]);
}

#[test]
fn replaces_the_file_behind_a_link_and_keeps_its_permissions() {
    let folder = folder("links");
    let [from, to, link] = ["from", "to", "link"].map(|name| folder.join(name));
    fs::write(&from, "text").unwrap();
    fs::write(&to, "old").unwrap();
    fs::set_permissions(&to, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("to", &link).unwrap();
    let sealed = succeeds("encrypt", &GCM, &from, &link);
    assert_eq!(sealed.len(), 20);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read(&to).unwrap(), sealed);
    assert_eq!(fs::metadata(&to).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn leaves_nothing_behind_when_interrupted() {
    for signal in ["INT", "TERM", "HUP"] {
        let folder = folder(signal);
        let to = folder.join("to");
        fs::write(&to, "good").unwrap();
        let mut child = Command::new(program())
            .arg("encrypt")
            .args(GCM)
            .args([Path::new("/dev/stdin"), &to])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.as_mut().unwrap().write_all(b"text").unwrap();
        let start = Instant::now();
        while names(&folder).len() < 2 {
            assert!(start.elapsed() < Duration::from_secs(60), "no temporary file appeared");
            std::thread::sleep(Duration::from_millis(5));
        }
        let pid = child.id().to_string();
        assert!(
            Command::new("sh").args(["-c", r#"kill -"$0" "$1""#, signal, &pid]).status().unwrap().success()
        );
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let mut message = String::new();
        child.stderr.unwrap().read_to_string(&mut message).unwrap();
        assert_eq!(message, "aria-file: interrupted\n");
        assert_eq!(names(&folder), ["to"]);
        assert_eq!(fs::read(&to).unwrap(), b"good");
    }
}
