//! AES (FIPS 197) as fast as this CPU allows, in constant time.
//!
//! The types have the names and traits of the crate `aes` 0.9, so that
//! `aes = { package = "aes-accel", .. }` takes its place. The backend is chosen at run time, once per
//! key; [`Backend`] names one by hand.
//!
//! ```
//! use aes_accel::Aes128;
//! use aes_accel::cipher::{Array, BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
//!
//! let cipher = Aes128::new(&Array::from([7; 16]));
//! let mut blocks = [Array::from([1; 16]); 100];
//! cipher.encrypt_blocks(&mut blocks); // 100 blocks in wide kernels
//! cipher.decrypt_blocks(&mut blocks);
//! assert_eq!(blocks, [Array::from([1; 16]); 100]);
//! ```
//!
//! Straight to the kernels, with the modes of operation fused into them:
//!
//! ```
//! use aes_accel::{Aes256, Backend, Counter, InOut, ParBlocks};
//!
//! let cipher = Aes256::with_backend(Backend::detect(), &[7; 32]);
//! let mut text = [[0u8; 16]; 1000];
//! cipher.encryptor().ctr(&mut Counter::be32([1; 16]), InOut::from(&mut text[..]));
//! ```
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

mod backend;
mod cipher_traits;
#[cfg(any(test, feature = "hazmat"))]
pub mod hazmat;
mod jobs;
mod keyed;
#[doc(hidden)]
pub mod on_model;
mod packed;
mod rounds;
mod schedule;
mod soft;
mod tweaks;

pub use aria_core::{Counter, InOut, ParBlocks};
pub use backend::Backend;
pub use cipher;
pub use keyed::Keyed;
pub use rounds::{Decrypt, Encrypt};

use cipher_traits::key_size;

/// A block of the `cipher` traits.
pub type Block = cipher::array::Array<u8, cipher::consts::U16>;

/// AES, both directions. `RK` is the number of round keys: 11, 13 or 15 for keys of 128, 192 and 256
/// bits.
#[derive(Clone)]
pub struct Aes<const RK: usize> {
    encrypt: Keyed<RK, Encrypt>,
    decrypt: Keyed<RK, Decrypt>,
}

impl<const RK: usize> Aes<RK> {
    /// Encryption.
    pub fn encryptor(&self) -> &Keyed<RK, Encrypt> {
        &self.encrypt
    }

    /// Decryption.
    pub fn decryptor(&self) -> &Keyed<RK, Decrypt> {
        &self.decrypt
    }

    /// The backend chosen when the key was set up.
    pub fn backend(&self) -> Backend {
        self.encrypt.backend()
    }
}

/// Both directions from encryption, at the cost of inverting the round keys.
impl<const RK: usize> From<Keyed<RK, Encrypt>> for Aes<RK> {
    fn from(encrypt: Keyed<RK, Encrypt>) -> Self {
        let decrypt = encrypt.inverse();
        Self { encrypt, decrypt }
    }
}

impl<const RK: usize> From<&Keyed<RK, Encrypt>> for Aes<RK> {
    fn from(encrypt: &Keyed<RK, Encrypt>) -> Self {
        encrypt.clone().into()
    }
}

/// Decryption from encryption, at the cost of inverting the round keys.
impl<const RK: usize> From<&Keyed<RK, Encrypt>> for Keyed<RK, Decrypt> {
    fn from(encrypt: &Keyed<RK, Encrypt>) -> Self {
        encrypt.inverse()
    }
}

impl<const RK: usize> From<Keyed<RK, Encrypt>> for Keyed<RK, Decrypt> {
    fn from(encrypt: Keyed<RK, Encrypt>) -> Self {
        encrypt.inverse()
    }
}

macro_rules! key_sizes {
    ($($Alias:ident $Enc:ident $Dec:ident $RK:literal $bytes:literal $U:ident $name:literal;)*) => { $(
        #[doc = concat!("AES with a key of ", $name, " bits.")]
        pub type $Alias = Aes<$RK>;
        #[doc = concat!("AES with a key of ", $name, " bits, encryption only: half the memory.")]
        pub type $Enc = Keyed<$RK, Encrypt>;
        #[doc = concat!("AES with a key of ", $name, " bits, decryption only: half the memory.")]
        pub type $Dec = Keyed<$RK, Decrypt>;

        impl Aes<$RK> {
            #[doc = concat!("A key of ", $name, " bits on a backend of choice.")]
            pub fn with_backend(backend: Backend, key: &[u8; $bytes]) -> Self {
                Keyed::<$RK, Encrypt>::with_backend(backend, key).into()
            }
        }
        impl Keyed<$RK, Encrypt> {
            #[doc = concat!("A key of ", $name, " bits on a backend of choice.")]
            pub fn with_backend(backend: Backend, key: &[u8; $bytes]) -> Self {
                Self::encrypt(backend, key)
            }
        }
        impl Keyed<$RK, Decrypt> {
            #[doc = concat!("A key of ", $name, " bits on a backend of choice.")]
            pub fn with_backend(backend: Backend, key: &[u8; $bytes]) -> Self {
                Keyed::<$RK, Encrypt>::with_backend(backend, key).inverse()
            }
        }
        key_size!(Aes<$RK>, $U, $name, "");
        key_size!(Keyed<$RK, Encrypt>, $U, $name, "Enc");
        key_size!(Keyed<$RK, Decrypt>, $U, $name, "Dec");
    )* };
}

key_sizes! {
    Aes128 Aes128Enc Aes128Dec 11 16 U16 "128";
    Aes192 Aes192Enc Aes192Dec 13 24 U24 "192";
    Aes256 Aes256Enc Aes256Dec 15 32 U32 "256";
}
