//! What a 64-bit Arm CPU can do for ARIA and AES: tokens that prove its features, vectors over
//! `core::arch`, and one entry point per kernel and job.
//!
//! 32-bit Arm has no kernels: Rust's NEON intrinsics for it are not stable, so it runs the portable backend.
//!
//! What knows no instruction set is shared with `aria-x86`, file by file. On other CPUs, on
//! big-endian ones and on targets without NEON the crate is empty.
#![no_std]
#![warn(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]
#![cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]

#[cfg(feature = "std")]
extern crate std;

mod aes;
mod bitslice;
pub mod features;
mod kernels;
pub mod vector;

#[path = "../../aria-x86/src/aes_isas.rs"]
mod aes_isas;
#[path = "../../aria-x86/src/bitslice_isas.rs"]
mod bitslice_isas;
#[path = "../../aria-x86/src/isas.rs"]
mod isas;
#[path = "../../aria-x86/src/set.rs"]
mod set;
#[path = "../../aria-x86/src/text.rs"]
mod text;
#[path = "../../aria-x86/src/token.rs"]
mod token;

pub use bitslice::kernels::BitsliceNeon;
pub use features::Features;
pub use kernels::{NeonAes, NeonAesSha3};
pub use token::Token;
