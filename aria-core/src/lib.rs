//! What ARIA (RFC 5794) is, written once: tables derived at compile time, the diffusion layer, the
//! key schedule, the byte-sliced kernel and a constant-time portable backend.
#![no_std]
#![forbid(unsafe_code)]

pub mod aes_round;
mod backend_enum;
pub mod bitslice;
pub mod diffusion;
pub mod in_out;
#[cfg(any(test, feature = "leaky-oracle"))]
pub mod leaky_oracle;
#[cfg(any(test, feature = "leaky-tables"))]
pub mod leaky_tables;
pub mod par_blocks;
#[cfg(feature = "cipher")]
pub mod rustcrypto;
pub mod schedule;
pub mod sliced;
pub mod small;
pub mod soft;
pub mod tables;
pub mod wipe;

pub use in_out::{InOut, LengthMismatch};
pub use par_blocks::{Counter, ParBlocks};
pub use schedule::Schedule;
pub use soft::{Aria128, Aria192, Aria256};

/// One 128-bit block, in the byte order of RFC 5794.
pub type Block = [u8; 16];
