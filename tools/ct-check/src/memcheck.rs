//! Valgrind's memcheck, which follows what is undefined: secrets are marked so.
use crate::{Secrets, Watch};

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

/// Memcheck itself counts the errors, and makes them the exit status.
pub(crate) struct Memcheck(());

impl Memcheck {
    pub(crate) fn new() -> Result<Self, String> {
        match request(RUNNING_ON_VALGRIND, 0, 0) {
            0 => Err("not under Valgrind, so nothing is checked; use tools/ctgrind".into()),
            _ => Ok(Self(())),
        }
    }
}

impl Watch for Memcheck {
    const HOW: &str = "memcheck";
    const LENGTHS: &[usize] = &[1, 2, 5, 8, 9, 33, 70];
    const CHAINED: usize = 5;
    const KEY_SIZES: usize = 3;

    fn watch(&mut self, job: &mut dyn FnMut(&mut Secrets)) {
        let longest = Self::LENGTHS[Self::LENGTHS.len() - 1];
        let mut secrets = Secrets { key: [5; 32], iv: [3; 16], text: vec![[7; 16]; longest] };
        secret(&mut secrets.key);
        secret(&mut secrets.iv);
        secret(&mut secrets.text);
        job(&mut secrets);
        public(&mut secrets.text);
        std::hint::black_box(&secrets.text);
    }

    fn finish(self) -> bool {
        true
    }
}
