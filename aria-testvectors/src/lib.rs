//! Known answers for ARIA and AES: what a right cipher must give, for tests to hold theirs against.
//!
//! ```text
//! data/*.txt ---- text ----+
//! a user's folder - files -+--> Case { cipher, mode, key, iv, aad, plaintext, ciphertext, tag, valid }
//! KISA's rule ---- kisa ------> (key, plaintext) pairs, and digests of the ciphertexts
//! ```
//!
//! | function | from | cases |
//! |---|---|---|
//! | [`aria`] | RFC 5794 (3), RFC 8269 (4), OpenSSL's cipher tests (30) | 37 |
//! | [`aes`] | NIST's CAVP in ECB (1099) and CBC (1099), RFC 3686 in CTR (9) | 2207 |
//! | [`round_keys`] | RFC 5794, appendix A.1 | 1 |
//! | [`kisa::SETS`] | KISA's variable-text and variable-key sets, by digest | 960 |
//!
//! A case has no direction: encryption of the plaintext gives the ciphertext and decryption the reverse.
//!
//! ```
//! use aria_testvectors::{Mode, aria};
//! use cipher::{Array, BlockCipherEncrypt, KeyInit};
//! for case in aria().filter(|case| case.mode == Mode::Ecb && case.key_bits() == 128) {
//!     let cipher = ::aria::Aria128::new(&case.key.array().unwrap().into());
//!     let mut buffer = [0; 256];
//!     let text = case.plaintext.copy_to(&mut buffer)?;
//!     cipher.encrypt_blocks(Array::slice_as_chunks_mut(text).0);
//!     assert!(case.ciphertext == *text, "{case}");
//! }
//! # Ok::<(), aria_testvectors::BufferTooSmall>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod case;
#[cfg(feature = "std")]
pub mod files;
mod hex;
pub mod kisa;
mod round_keys;
pub mod text;

pub use case::{Case, Cipher, Mode, Problem};
pub use hex::{BufferTooSmall, Bytes, Hex};
pub use round_keys::{RoundKeys, round_keys};

const ARIA: [&str; 3] = [
    include_str!("../data/rfc5794.txt"),
    include_str!("../data/rfc8269.txt"),
    include_str!("../data/openssl.txt"),
];

const AES: [&str; 3] = [
    include_str!("../data/cavp-ecb.txt"),
    include_str!("../data/cavp-cbc.txt"),
    include_str!("../data/rfc3686.txt"),
];

/// Every ARIA case of this crate.
pub fn aria() -> impl Iterator<Item = Case<'static>> {
    shipped(ARIA)
}

/// Every AES case of this crate.
pub fn aes() -> impl Iterator<Item = Case<'static>> {
    shipped(AES)
}

fn shipped(texts: [&'static str; 3]) -> impl Iterator<Item = Case<'static>> {
    texts.into_iter().flat_map(text::cases).map(|case| case.expect("this crate's own data is well formed"))
}
