//! Sixteen bytes over `core::arch`, generic over the token that proves the instructions.
use crate::token::{Token, op};
use aria_core::sliced::{AesSlice, ByteSlice, KeyPlace, keys::Spread};
use core::{arch::aarch64::*, ops::BitXor};

/// How a token adds three vectors.
pub trait Xor3: Token {
    /// Whether it takes one instruction.
    const IS_ONE: bool = false;
    /// `a ^ b ^ c`.
    #[inline(always)]
    fn xor3(self, a: uint8x16_t, b: uint8x16_t, c: uint8x16_t) -> uint8x16_t {
        op!(Self: "neon" => |a: uint8x16_t, b: uint8x16_t, c: uint8x16_t| -> uint8x16_t { veorq_u8(veorq_u8(a, b), c) })
    }
}

/// 16 bytes.
#[derive(Clone, Copy)]
pub struct U8x16<T>(pub(crate) uint8x16_t, pub(crate) T);

impl<T: Xor3> BitXor for U8x16<T> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, rhs: Self) -> Self {
        let (a, b) = (self.0, rhs.0);
        Self(op!(T: "neon" => |a: uint8x16_t, b: uint8x16_t| -> uint8x16_t { veorq_u8(a, b) }), self.1)
    }
}

impl<T: Xor3> ByteSlice<16> for U8x16<T> {
    type Isa = T;
    const XOR3_IS_ONE: bool = T::IS_ONE;

    #[inline(always)]
    fn load(isa: T, src: &[u8; 16]) -> Self {
        Self(op!(T: "neon" => |src: &[u8; 16]| -> uint8x16_t { load(src) }), isa)
    }
    #[inline(always)]
    fn store(self, dst: &mut [u8; 16]) {
        let v = self.0;
        op!(T: "neon" => |dst: &mut [u8; 16], v: uint8x16_t| -> () { store(dst, v) })
    }
    #[inline(always)]
    fn splat(isa: T, byte: Spread) -> Self {
        Self(op!(T: "neon" => |byte: Spread| -> uint8x16_t { load(&byte) }), isa)
    }
    #[inline(always)]
    fn repeat(isa: T, part: &[u8; 16]) -> Self {
        Self::load(isa, part)
    }
    #[inline(always)]
    fn add(self, rhs: Self) -> Self {
        let (a, b) = (self.0, rhs.0);
        Self(op!(T: "neon" => |a: uint8x16_t, b: uint8x16_t| -> uint8x16_t { vaddq_u8(a, b) }), self.1)
    }
    #[inline(always)]
    fn and(self, rhs: Self) -> Self {
        let (a, b) = (self.0, rhs.0);
        Self(op!(T: "neon" => |a: uint8x16_t, b: uint8x16_t| -> uint8x16_t { vandq_u8(a, b) }), self.1)
    }
    #[inline(always)]
    fn zip(self, rhs: Self) -> (Self, Self) {
        let (a, b) = (self.0, rhs.0);
        (
            Self(op!(T: "neon" => |a: uint8x16_t, b: uint8x16_t| -> uint8x16_t { vzip1q_u8(a, b) }), self.1),
            Self(op!(T: "neon" => |a: uint8x16_t, b: uint8x16_t| -> uint8x16_t { vzip2q_u8(a, b) }), self.1),
        )
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        Self(self.1.xor3(self.0, b.0, c.0), self.1)
    }
}

impl<T: Xor3> AesSlice<16> for U8x16<T> {
    const KEYS: KeyPlace = KeyPlace::Before;

    #[inline(always)]
    fn s1(self, key: Self) -> Self {
        let (x, key) = (self.0, key.0);
        Self(op!(T: "aes" => |x: uint8x16_t, key: uint8x16_t| -> uint8x16_t { vaeseq_u8(x, key) }), self.1)
    }
    #[inline(always)]
    fn x1(self, key: Self) -> Self {
        let (x, key) = (self.0, key.0);
        Self(op!(T: "aes" => |x: uint8x16_t, key: uint8x16_t| -> uint8x16_t { vaesdq_u8(x, key) }), self.1)
    }
    #[inline(always)]
    fn shuffle(self, places: &'static [u8; 16]) -> Self {
        let x = self.0;
        Self(
            op!(T: "neon" => |x: uint8x16_t, places: &'static [u8; 16]| -> uint8x16_t { vqtbl1q_u8(x, load(places)) }),
            self.1,
        )
    }
    #[inline(always)]
    fn shuffle_parts(self, places: &'static [u8; 16]) -> Self {
        self.shuffle(places)
    }
    #[inline(always)]
    fn part(self, _part: usize) -> Self {
        self
    }
    #[inline(always)]
    fn funnel(self, above: Self, bits: u32) -> Self {
        let (low, high, bits) = (self.0, above.0, i64::from(bits));
        Self(
            op!(T: "neon" => |low: uint8x16_t, high: uint8x16_t, bits: i64| -> uint8x16_t {
                let low = vshlq_u64(vreinterpretq_u64_u8(low), vdupq_n_s64(-bits));
                let high = vshlq_u64(vreinterpretq_u64_u8(high), vdupq_n_s64(64 - bits));
                vreinterpretq_u8_u64(vorrq_u64(low, high))
            }),
            self.1,
        )
    }
    #[inline(always)]
    fn nibbles(self, tables: &'static [[u8; 16]; 2]) -> Self {
        let x = self.0;
        Self(
            op!(T: "neon" => |x: uint8x16_t, tables: &'static [[u8; 16]; 2]| -> uint8x16_t {
                let low = vqtbl1q_u8(load(&tables[0]), vandq_u8(x, vdupq_n_u8(15)));
                veorq_u8(low, vqtbl1q_u8(load(&tables[1]), vshrq_n_u8::<4>(x)))
            }),
            self.1,
        )
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn load(bytes: &[u8; 16]) -> uint8x16_t {
    // SAFETY: 16 bytes, and the load does not ask for alignment.
    unsafe { vld1q_u8(bytes.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn store(bytes: &mut [u8; 16], v: uint8x16_t) {
    // SAFETY: 16 bytes, and the store does not ask for alignment.
    unsafe { vst1q_u8(bytes.as_mut_ptr(), v) }
}
