//! What ARIA (RFC 5794) is, written once: tables derived at compile time, the diffusion layer, the
//! key schedule, the byte-sliced kernel and a constant-time portable backend.
#![no_std]
#![forbid(unsafe_code)]

pub mod diffusion;
pub mod in_out;
pub mod par_blocks;
pub mod sliced;
pub mod tables;
pub mod wipe;

pub use in_out::{InOut, LengthMismatch};
pub use par_blocks::{Counter, ParBlocks};

/// One 128-bit block, in the byte order of RFC 5794.
pub type Block = [u8; 16];
