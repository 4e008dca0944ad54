//! What an x86 CPU can do for ARIA and AES: tokens that prove its features, vectors over
//! `core::arch`, and one entry point per kernel and job. All of this workspace's `unsafe` for x86
//! is here; `UNSAFE.md` carries the argument.
//!
//! On other CPUs, and on x86 targets without SSE2, the crate is empty.
#![no_std]
#![warn(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]
#![cfg(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]

mod aes;
mod aes_isas;
mod bitslice;
mod bitslice_isas;
pub mod features;
mod isas;
mod kernels;
mod set;
mod text;
mod token;
pub mod vector;

pub use bitslice::kernels::{BitsliceAvx2, BitsliceSse2};
pub use features::Features;
pub use kernels::{AesAvx, AesAvx2, AesSse, GfniAvx, GfniAvx2, GfniAvx512, GfniSse, VaesAvx2, VaesAvx512};
pub use token::Token;
