//! ARIA (RFC 5794) as fast as this CPU allows, in constant time.
//!
//! The types have the names and traits of the crate `aria` 0.2, so that
//! `aria = { package = "aria-accel", .. }` takes its place. The backend is chosen at run time, once
//! per key; [`Backend`] names one by hand.
//!
//! ```
//! use aria_accel::Aria128;
//! use aria_accel::cipher::{Array, BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
//!
//! let cipher = Aria128::new(&Array::from([7; 16]));
//! let mut blocks = [Array::from([1; 16]); 100];
//! cipher.encrypt_blocks(&mut blocks); // 100 blocks in wide kernels
//! cipher.decrypt_blocks(&mut blocks);
//! assert_eq!(blocks, [Array::from([1; 16]); 100]);
//! ```
//!
//! The modes of [`modes`] run on [`Aria::encryptor`] and [`Aria::decryptor`] without the
//! detour over single blocks that the mode crates of RustCrypto take for the end of a message.
#![no_std]
#![forbid(unsafe_code)]

mod backend;
mod cipher_traits;
mod keyed;

pub use aria_core::{Counter, InOut, ParBlocks};
pub use backend::Backend;
pub use block_modes_par as modes;
pub use cipher;
pub use keyed::Keyed;

macro_rules! key_sizes {
    ($($Alias:ident $Enc:ident $Dec:ident $RK:literal $bytes:literal $U:ident $name:literal;)*) => { $(
        #[doc = concat!("ARIA with a key of ", $name, " bits.")]
        pub type $Alias = Aria<$RK>;
        #[doc = concat!("ARIA with a key of ", $name, " bits, encryption only: half the memory.")]
        pub type $Enc = AriaEnc<$RK>;
        #[doc = concat!("ARIA with a key of ", $name, " bits, decryption only: half the memory.")]
        pub type $Dec = AriaDec<$RK>;

        impl Aria<$RK> {
            #[doc = concat!("A key of ", $name, " bits on a backend of choice.")]
            pub fn with_backend(backend: Backend, key: &[u8; $bytes]) -> Self {
                let mut aria = Self { encrypt: AriaEnc(Keyed::room(backend)), decrypt: AriaDec(Keyed::room(backend)) };
                Keyed::set_up(backend, key, Some(&mut aria.encrypt.0), Some(&mut aria.decrypt.0));
                aria
            }
        }
        impl AriaEnc<$RK> {
            #[doc = concat!("A key of ", $name, " bits on a backend of choice.")]
            pub fn with_backend(backend: Backend, key: &[u8; $bytes]) -> Self {
                let mut aria = Self(Keyed::room(backend));
                Keyed::set_up(backend, key, Some(&mut aria.0), None);
                aria
            }
        }
        impl AriaDec<$RK> {
            #[doc = concat!("A key of ", $name, " bits on a backend of choice.")]
            pub fn with_backend(backend: Backend, key: &[u8; $bytes]) -> Self {
                let mut aria = Self(Keyed::room(backend));
                Keyed::set_up(backend, key, None, Some(&mut aria.0));
                aria
            }
        }
        cipher_traits::key_size!($RK, $bytes, $U, $name);
    )* };
}

/// ARIA, both directions. `RK` is the number of round keys: 13, 15 or 17 for keys of 128, 192 and
/// 256 bits.
#[derive(Clone)]
pub struct Aria<const RK: usize> {
    encrypt: AriaEnc<RK>,
    decrypt: AriaDec<RK>,
}

/// ARIA, encryption only.
#[derive(Clone)]
pub struct AriaEnc<const RK: usize>(Keyed<RK>);

/// ARIA, decryption only.
#[derive(Clone)]
pub struct AriaDec<const RK: usize>(Keyed<RK>);

impl<const RK: usize> Aria<RK> {
    /// Encryption, for the modes of [`modes`].
    pub fn encryptor(&self) -> &Keyed<RK> {
        &self.encrypt.0
    }

    /// Decryption, for ECB and CBC of [`modes`].
    pub fn decryptor(&self) -> &Keyed<RK> {
        &self.decrypt.0
    }

    /// The backend chosen when the key was set up.
    pub fn backend(&self) -> Backend {
        self.encrypt.0.backend()
    }
}

impl<const RK: usize> AriaEnc<RK> {
    /// Encryption, for the modes of [`modes`].
    pub fn encryptor(&self) -> &Keyed<RK> {
        &self.0
    }
}

impl<const RK: usize> AriaDec<RK> {
    /// Decryption, for ECB and CBC of [`modes`].
    pub fn decryptor(&self) -> &Keyed<RK> {
        &self.0
    }
}

key_sizes! {
    Aria128 Aria128Enc Aria128Dec 13 16 U16 "128";
    Aria192 Aria192Enc Aria192Dec 15 24 U24 "192";
    Aria256 Aria256Enc Aria256Dec 17 32 U32 "256";
}
