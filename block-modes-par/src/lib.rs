//! Modes of operation over any block cipher that takes many blocks at once
//! ([`aria_core::ParBlocks`]). Each mode is written once, in a file of its own, and does no more
//! than to find the whole blocks in the bytes it is given, hand them on in the longest runs there
//! are, and see to the partial blocks at the two ends.
//!
//! | mode | type | takes | parallel |
//! |---|---|---|---|
//! | ECB | [`Ecb`] | whole blocks | yes |
//! | CBC | [`CbcEncrypt`], [`CbcDecrypt`] | whole blocks | decryption; encryption across messages |
//! | CTR | [`Ctr`] | bytes | yes, and across messages |
//! | CFB | [`CfbEncrypt`], [`CfbDecrypt`] | bytes | decryption |
//! | OFB | [`Ofb`] | bytes | no |
//! | XTS | [`XtsEncrypt`], [`XtsDecrypt`] | data units of 16 bytes and more | yes |
//!
//! All go on across calls, work in place or from input to output ([`Text`]), allocate nothing and
//! refuse bad lengths before they write anything ([`Error`]). For ECB and CBC, [`Buffered`] takes
//! pieces of any length and does the padding ([`pkcs7`]) at the end.
#![cfg_attr(
    feature = "rayon",
    doc = "\n\nWith feature `rayon`, [`Threads`] makes a cipher share long runs among threads."
)]
#![no_std]
#![forbid(unsafe_code)]

mod block_mode;
mod buffered;
pub mod cbc;
mod cfb;
pub mod ctr;
mod ecb;
mod error;
mod ofb;
pub mod pkcs7;
mod text;
#[cfg(feature = "rayon")]
mod threads;
mod xts;

pub use block_mode::BlockMode;
pub use buffered::{Buffered, Last};
pub use cbc::{CbcDecrypt, CbcEncrypt};
pub use cfb::{CfbDecrypt, CfbEncrypt};
pub use ctr::Ctr;
pub use ecb::Ecb;
pub use error::Error;
pub use ofb::Ofb;
pub use text::Text;
#[cfg(feature = "rayon")]
pub use threads::Threads;
pub use xts::{DataUnit, XtsDecrypt, XtsEncrypt};

use text::xor;

/// The most blocks that are gathered from several places for one call of the cipher.
const LANES: usize = 64;

/// Blocks for a kernel: no vector of them lies across two lines of the cache.
#[repr(align(64))]
struct Aligned<const N: usize>([aria_core::Block; N]);

impl<const N: usize> Aligned<N> {
    fn zeros() -> Self {
        Self([[0; 16]; N])
    }
}
