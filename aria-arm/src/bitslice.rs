//! Vectors as words of planes, for CPUs without AES instructions: the Raspberry Pi up to 4, and others whose
//! makers left the extension out.
use crate::{
    bitslice_isas::*,
    token::op,
    vector::{U8x16, Xor3},
};
use aria_core::sliced::ByteSlice;
use core::{arch::aarch64::*, ops::BitAnd};

impl<T: Xor3> BitAnd for U8x16<T> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, rhs: Self) -> Self {
        self.and(rhs)
    }
}

impl<T: Xor3> Word for U8x16<T> {
    type Isa = T;
    #[inline(always)]
    fn splat(isa: T, masks: &[i8; 8]) -> [Self; 8] {
        let [a, b, c, d, e, f, g, h] = op!(T: "neon" => |masks: &[i8; 8]| -> [uint8x16_t; 8] {
            let [a, b, c, d, e, f, g, h] = *masks;
            [
                vdupq_n_u8(a as u8), vdupq_n_u8(b as u8), vdupq_n_u8(c as u8), vdupq_n_u8(d as u8),
                vdupq_n_u8(e as u8), vdupq_n_u8(f as u8), vdupq_n_u8(g as u8), vdupq_n_u8(h as u8),
            ]
        });
        [
            Self(a, isa),
            Self(b, isa),
            Self(c, isa),
            Self(d, isa),
            Self(e, isa),
            Self(f, isa),
            Self(g, isa),
            Self(h, isa),
        ]
    }
    #[inline(always)]
    fn exchange<const BY: i32>(self, rhs: Self) -> (Self, Self) {
        let (a, b) = (self.0, rhs.0);
        let (a, b) = op!(T: "neon" => <BY: i32> |a: uint8x16_t, b: uint8x16_t| -> (uint8x16_t, uint8x16_t) {
            let low = vdupq_n_u8((255 / (1 + (1 << BY))) as u8);
            let differ = vandq_u8(veorq_u8(vshrq_n_u8::<BY>(a), b), low);
            (veorq_u8(a, vshlq_n_u8::<BY>(differ)), veorq_u8(b, differ))
        });
        (Self(a, self.1), Self(b, self.1))
    }
}

impl<T: Xor3> WordVector<16> for U8x16<T> {
    #[inline(always)]
    fn load(isa: T, src: &[u8; 16]) -> Self {
        ByteSlice::load(isa, src)
    }
    #[inline(always)]
    fn store(self, dst: &mut [u8; 16]) {
        ByteSlice::store(self, dst);
    }
    #[inline(always)]
    fn zip(self, rhs: Self) -> (Self, Self) {
        ByteSlice::zip(self, rhs)
    }
}

kernels! {
    /// Planes in 128-bit vectors: 64-bit Arm CPUs without AES instructions.
    BitsliceNeon, "bitslice-neon": 16 bytes, few 32, U8x16, bitslice_neon, ["neon"];
}

impl Xor3 for kernels::BitsliceNeon {}
