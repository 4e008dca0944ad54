//! For memcheck: every backend, key size, direction and mode with key and text marked as secret, that is,
//! undefined. A branch or an address that depends on them is then an error.
//!
//!     tools/ctgrind target/release/ct-check              must pass
//!     tools/ctgrind target/release/ct-check control      a table-driven cipher: must be caught
//!
//! Valgrind hides VAES, GFNI and AVX-512 in CPUID, so the backends on them do not show here. Outside
//! Valgrind the requests do nothing, and nothing is proven: the program says so and fails.
use aria_accel::{
    Counter, InOut, ParBlocks,
    cipher::{BlockCipherEncrypt, KeyInit},
    modes::{BlockMode, CbcEncrypt, CfbEncrypt, Ofb},
};

/// A client request of Valgrind (the sequence that `valgrind.h` has for amd64).
#[cfg(target_arch = "x86_64")]
fn request(code: usize, address: usize, bytes: usize) -> usize {
    let arguments = [code, address, bytes, 0, 0, 0];
    let mut result = 0usize;
    // SAFETY: the four rotations make 128 bits, so that outside Valgrind nothing changes.
    unsafe {
        std::arch::asm!(
            "rol rdi, 3", "rol rdi, 13", "rol rdi, 61", "rol rdi, 51", "xchg rbx, rbx",
            inout("rdx") result, in("rax") arguments.as_ptr(), inout("rdi") 0usize => _, options(nostack)
        );
    }
    result
}

#[cfg(not(target_arch = "x86_64"))]
fn request(_: usize, _: usize, _: usize) -> usize {
    0
}

const RUNNING_ON_VALGRIND: usize = 0x1001;
const MEMCHECK: usize = (b'M' as usize) << 24 | (b'C' as usize) << 16;

/// From here on a secret.
fn secret<T>(values: &mut [T]) {
    request(MEMCHECK + 1, values.as_ptr() as usize, size_of_val(values));
}

/// From here on known to all.
fn public<T>(values: &mut [T]) {
    request(MEMCHECK + 2, values.as_ptr() as usize, size_of_val(values));
}

/// All modes of both directions at lengths that take the wide, the padded and the few-block path.
fn run(encrypt: &dyn ParBlocks, decrypt: &dyn ParBlocks) -> usize {
    let mut cases = 0;
    for blocks in [1, 2, 5, 8, 9, 33, 70] {
        let mut text = vec![[7u8; 16]; blocks];
        let mut iv = [3u8; 16];
        secret(&mut text);
        secret(&mut iv);
        encrypt.ecb(InOut::from(&mut text[..]));
        decrypt.ecb(InOut::from(&mut text[..]));
        decrypt.cbc_decrypt(&mut iv.clone(), InOut::from(&mut text[..]));
        encrypt.cfb_decrypt(&mut iv.clone(), InOut::from(&mut text[..]));
        // the counter is public
        encrypt.ctr(&mut Counter::be128([0xfe; 16]), InOut::from(&mut text[..]));
        let bytes = text.as_flattened_mut();
        CbcEncrypt::new(encrypt, iv).apply(&mut *bytes).expect("whole blocks");
        CfbEncrypt::new(encrypt, iv).apply(&mut *bytes).expect("any bytes");
        Ofb::new(encrypt, iv).apply(&mut *bytes).expect("any bytes");
        public(bytes);
        cases += 8;
    }
    cases
}

fn main() {
    if request(RUNNING_ON_VALGRIND, 0, 0) == 0 {
        eprintln!("ct-check: not under Valgrind, so nothing is checked; use tools/ctgrind");
        std::process::exit(1);
    }
    let mut key = [5u8; 32];
    secret(&mut key);
    let (short, middle): ([u8; 16], [u8; 24]) =
        (key[..16].try_into().unwrap(), key[..24].try_into().unwrap());
    if std::env::args().any(|argument| argument == "control") {
        let mut block = [[1u8; 16].into()];
        aria::Aria128::new(&short.into()).encrypt_blocks(&mut block);
        public(&mut block);
        println!("the control ran: {:?}", block[0][0]);
        return;
    }
    macro_rules! check {
        ($cipher:ident: $($Type:ident $key:expr),*) => {
            for backend in $cipher::Backend::available() {
                let mut cases = 0;
                $({
                    let cipher = $cipher::$Type::with_backend(backend, $key);
                    cases += run(&cipher.encryptor(), &cipher.decryptor());
                })*
                println!("CONSTANT-TIME crate={} backend={} how=memcheck cases={cases}", stringify!($cipher), backend.name());
            }
        };
    }
    check!(aria_accel: Aria128 &short, Aria192 &middle, Aria256 &key);
    check!(aes_accel: Aes128 &short, Aes192 &middle, Aes256 &key);
}
