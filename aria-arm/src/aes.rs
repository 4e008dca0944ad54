//! AES rounds on the vectors, and the instruction sets that run jobs of them.
//!
//! The key comes first, and a round is two instructions, which most CPUs fuse where they stand together:
//!
//! ```text
//! AESE  x, key     x ^ key, SubBytes, ShiftRows       AESD    their inverses
//! AESMC x          MixColumns                         AESIMC  its inverse
//! ```
use crate::{
    aes_isas::*,
    kernels::NeonAes,
    token::op,
    vector::{U8x16, Xor3},
};
use aria_core::{
    aes_round::AesRound,
    sliced::{AesSlice, KeyPlace},
};
use core::arch::aarch64::*;

impl<T: Xor3> AesRound<16> for U8x16<T> {
    const KEYS: KeyPlace = KeyPlace::Before;
    #[inline(always)]
    fn enc(self, key: Self) -> Self {
        let (x, key) = (self.0, key.0);
        Self(
            op!(T: "aes" => |x: uint8x16_t, key: uint8x16_t| -> uint8x16_t { vaesmcq_u8(vaeseq_u8(x, key)) }),
            self.1,
        )
    }
    #[inline(always)]
    fn enc_last(self, key: Self) -> Self {
        self.s1(key)
    }
    #[inline(always)]
    fn dec(self, key: Self) -> Self {
        let (x, key) = (self.0, key.0);
        Self(
            op!(T: "aes" => |x: uint8x16_t, key: uint8x16_t| -> uint8x16_t { vaesimcq_u8(vaesdq_u8(x, key)) }),
            self.1,
        )
    }
    #[inline(always)]
    fn dec_last(self, key: Self) -> Self {
        self.x1(key)
    }
    #[inline(always)]
    fn imc(self) -> Self {
        let x = self.0;
        Self(op!(T: "aes" => |x: uint8x16_t| -> uint8x16_t { vaesimcq_u8(x) }), self.1)
    }
    #[inline(always)]
    fn add64(self, rhs: Self) -> Self {
        let (a, b) = (self.0, rhs.0);
        Self(
            op!(T: "neon" => |a: uint8x16_t, b: uint8x16_t| -> uint8x16_t {
                vreinterpretq_u8_u64(vaddq_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)))
            }),
            self.1,
        )
    }
    #[inline(always)]
    fn shr64<const BITS: i32>(self) -> Self {
        let a = self.0;
        Self(
            op!(T: "neon" => <BITS: i32> |a: uint8x16_t| -> uint8x16_t {
                vreinterpretq_u8_u64(vshrq_n_u64::<BITS>(vreinterpretq_u64_u8(a)))
            }),
            self.1,
        )
    }
    #[inline(always)]
    fn permute(self, places: Self) -> Self {
        let (x, places) = (self.0, places.0);
        Self(
            op!(T: "neon" => |x: uint8x16_t, places: uint8x16_t| -> uint8x16_t { vqtbl1q_u8(x, places) }),
            self.1,
        )
    }
}

aes_isas! {
    NeonAes, "neon-aes": 16 bytes, U8x16, neon_aes, ["neon", "aes"];
}
