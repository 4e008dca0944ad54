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
//! No core can do with fewer cycles than operations divided by pipes (the loads and stores go elsewhere). How
//! far the kernels are from that, by llvm-mca's estimates of ECB (`tools/kernels-arm.tsv`), cycles a byte:
//!
//! ```text
//! core                                pipes   two-input XOR       three-input XOR
//!                                             bound  estimate     bound  estimate
//! Neoverse N1                         2       2.81   2.98  +6 %
//! Neoverse N2                         2       2.81   2.96  +5 %   2.38   2.54  +7 %    (EOR3 in one pipe, as on V1)
//! Neoverse V1                         4       1.41   1.76  +25 %  1.19   2.11  +77 %   (TBL and EOR3, one a cycle each)
//! Apple M1, modelled with three       3       1.88   1.94  +3 %   1.59   1.60  +1 %
//! Apple M1                            4       1.41                1.19                  (no model has its fourth)
//! Cortex-A72                          2       2.81   4.54  +62 %                        (TBL takes 1.5 cycles, AES one pipe)
//! ```
//!
//! Where one pipe has all of EOR3, its 308 a batch take 1.20 cycles a byte alone, and the kernel with two-input
//! XORs is ahead on four pipes: see the order in `aria-accel/src/backend.rs`.
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

impl Xor3 for NeonAes {}
