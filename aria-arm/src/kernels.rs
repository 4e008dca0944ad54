//! The kernels, one line each.
//!
//! Sixteen blocks at a time: 32 registers hold the sixteen slices, the tables of the affine maps
//! and what the diffusion layer has under way. Twice as many slices would not fit, and sixteen
//! independent ones keep every unit busy.
//!
//! ```text
//! vector operations      two rounds   a batch of ARIA-128   a byte
//! with two-input XOR        224            1440              5.6     6 x 128 AES and affine maps, 11 x 48 XORs,
//! with three-input XOR      184            1220              4.8     or 11 x 28; transposes 128, last key 16
//! ```
//!
//! So cores with two vector pipes are bound to 2.8 and 2.4 cycles a byte, those with four to 1.4 and
//! 1.2; `tools/kernels-arm.tsv` has the estimates for real ones. Where three-input XOR has one pipe out
//! of four (Neoverse V1 in the model), the kernel with two-input XORs is ahead.
use crate::{
    isas::*,
    token::op,
    vector::{U8x16, Xor3},
};
use aria_core::sliced::ViaAes;
use core::arch::aarch64::*;

isas! {
    /// NEON with AES and the three-input XOR that comes with SHA-3: Apple M1, Neoverse V1 and later.
    NeonAesSha3, "neon-aes-sha3": 16 blocks, few 4 in U8x16 of 16, U8x16, ViaAes, neon_aes_sha3, ["neon", "aes", "sha3"];
    /// NEON with AES.
    NeonAes, "neon-aes": 16 blocks, few 4 in U8x16 of 16, U8x16, ViaAes, neon_aes, ["neon", "aes"];
}

impl Xor3 for NeonAesSha3 {
    const IS_ONE: bool = true;
    #[inline(always)]
    fn xor3(self, a: uint8x16_t, b: uint8x16_t, c: uint8x16_t) -> uint8x16_t {
        op!(Self: "neon", "sha3" => |a: uint8x16_t, b: uint8x16_t, c: uint8x16_t| -> uint8x16_t { veor3q_u8(a, b, c) })
    }
}

impl Xor3 for NeonAes {
    const IS_ONE: bool = false;
    #[inline(always)]
    fn xor3(self, a: uint8x16_t, b: uint8x16_t, c: uint8x16_t) -> uint8x16_t {
        op!(Self: "neon" => |a: uint8x16_t, b: uint8x16_t, c: uint8x16_t| -> uint8x16_t { veorq_u8(veorq_u8(a, b), c) })
    }
}
