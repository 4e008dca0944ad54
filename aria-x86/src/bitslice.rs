//! Vectors as words of planes, for CPUs without AES instructions, and their kernels, one line each.
use crate::{bitslice_isas::*, token::op};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitXor};

macro_rules! vector {
    ($(#[$doc:meta])* $Vector:ident, $raw:ty, $N:literal, [$f:literal], xor $xor:ident, and $and:ident,
     masks |$m:ident| $masks:expr, splat8 $splat8:ident, right $right:ident, left $left:ident,
     load $load:ident, store $store:ident, low $low:ident, high $high:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $Vector<T>($raw, T);

        impl<T: Token> BitXor for $Vector<T> {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, rhs: Self) -> Self {
                let (a, b) = (self.0, rhs.0);
                Self(op!(T: $f => |a: $raw, b: $raw| -> $raw { $xor(a, b) }), self.1)
            }
        }

        impl<T: Token> BitAnd for $Vector<T> {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, rhs: Self) -> Self {
                let (a, b) = (self.0, rhs.0);
                Self(op!(T: $f => |a: $raw, b: $raw| -> $raw { $and(a, b) }), self.1)
            }
        }

        impl<T: Token> Word for $Vector<T> {
            type Isa = T;
            #[inline(always)]
            fn splat(isa: T, masks: &[i8; 8]) -> [Self; 8] {
                let [a, b, c, d, e, f, g, h] = op!(T: $f => |masks: &[i8; 8]| -> [$raw; 8] {
                    let $m = masks;
                    $masks
                });
                [
                    Self(a, isa), Self(b, isa), Self(c, isa), Self(d, isa),
                    Self(e, isa), Self(f, isa), Self(g, isa), Self(h, isa),
                ]
            }
            #[inline(always)]
            fn exchange<const BY: i32>(self, rhs: Self) -> (Self, Self) {
                let (a, b) = (self.0, rhs.0);
                let (a, b) = op!(T: $f => <BY: i32> |a: $raw, b: $raw| -> ($raw, $raw) {
                    let low = $splat8((255 / (1 + (1 << BY))) as i8);
                    let differ = $and($xor($right::<BY>(a), b), low);
                    ($xor(a, $left::<BY>(differ)), $xor(b, differ))
                });
                (Self(a, self.1), Self(b, self.1))
            }
        }

        impl<T: Token> WordVector<$N> for $Vector<T> {
            #[inline(always)]
            fn load(isa: T, src: &[u8; $N]) -> Self {
                // SAFETY: `src` is as long as the vector, and the load does not ask for alignment.
                Self(op!(T: $f => |src: &[u8; $N]| -> $raw { unsafe { $load(src.as_ptr().cast()) } }), isa)
            }
            #[inline(always)]
            fn store(self, dst: &mut [u8; $N]) {
                let v = self.0;
                // SAFETY: `dst` is as long as the vector, and the store does not ask for alignment.
                op!(T: $f => |dst: &mut [u8; $N], v: $raw| -> () { unsafe { $store(dst.as_mut_ptr().cast(), v) } })
            }
            #[inline(always)]
            fn zip(self, rhs: Self) -> (Self, Self) {
                let (a, b) = (self.0, rhs.0);
                let (low, high) = op!(T: $f => |a: $raw, b: $raw| -> ($raw, $raw) { ($low(a, b), $high(a, b)) });
                (Self(low, self.1), Self(high, self.1))
            }
        }
    };
}

vector! {
    /// 128 bits.
    B128, __m128i, 16, ["sse2"], xor _mm_xor_si128, and _mm_and_si128,
    masks |m| {
        // Each mask is doubled, doubled again, and then four times all there is.
        let m = _mm_set1_epi64x(i64::from_le_bytes(m.map(|mask| mask as u8)));
        let m = _mm_unpacklo_epi8(m, m);
        let (a, b) = (_mm_unpacklo_epi16(m, m), _mm_unpackhi_epi16(m, m));
        [
            _mm_shuffle_epi32::<0x00>(a), _mm_shuffle_epi32::<0x55>(a),
            _mm_shuffle_epi32::<0xaa>(a), _mm_shuffle_epi32::<0xff>(a),
            _mm_shuffle_epi32::<0x00>(b), _mm_shuffle_epi32::<0x55>(b),
            _mm_shuffle_epi32::<0xaa>(b), _mm_shuffle_epi32::<0xff>(b),
        ]
    },
    splat8 _mm_set1_epi8, right _mm_srli_epi16, left _mm_slli_epi16,
    load _mm_loadu_si128, store _mm_storeu_si128, low _mm_unpacklo_epi8, high _mm_unpackhi_epi8
}

vector! {
    /// 256 bits.
    B256, __m256i, 32, ["avx2"], xor _mm256_xor_si256, and _mm256_and_si256,
    masks |m| [
        _mm256_set1_epi8(m[0]), _mm256_set1_epi8(m[1]), _mm256_set1_epi8(m[2]), _mm256_set1_epi8(m[3]),
        _mm256_set1_epi8(m[4]), _mm256_set1_epi8(m[5]), _mm256_set1_epi8(m[6]), _mm256_set1_epi8(m[7]),
    ],
    splat8 _mm256_set1_epi8, right _mm256_srli_epi16, left _mm256_slli_epi16,
    load _mm256_loadu_si256, store _mm256_storeu_si256, low _mm256_unpacklo_epi8, high _mm256_unpackhi_epi8
}

kernels! {
    /// Planes in 256-bit vectors: what is left of Haswell and later where AES is switched off.
    BitsliceAvx2, "bitslice-avx2": 32 bytes, few 32, B256, bitslice_avx2, ["avx2"];
    /// Planes in 128-bit vectors: Core 2, early Nehalem, Atom.
    BitsliceSse2, "bitslice-sse2": 16 bytes, few 32, B128, bitslice_sse2, ["sse2"];
}
