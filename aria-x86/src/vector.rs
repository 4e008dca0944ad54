//! Vectors of bytes over `core::arch`, each generic over the token that proves its instructions.
use crate::{
    Features,
    token::{Token, op},
};
use aria_core::{
    sliced::{AesSlice, ByteSlice, GfniSlice, KeyPlace, keys::Spread},
    tables::BitMatrix,
};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use core::ops::BitXor;

/// How a token does AES rounds on 32 bytes.
pub trait Aes256: Token {
    /// `AESENC` on both parts.
    fn enc(self, x: __m256i, key: __m256i) -> __m256i;
    /// `AESDEC` on both parts.
    fn dec(self, x: __m256i, key: __m256i) -> __m256i;
    /// `AESENCLAST` on both parts.
    fn enc_last(self, x: __m256i, key: __m256i) -> __m256i;
    /// `AESDECLAST` on both parts.
    fn dec_last(self, x: __m256i, key: __m256i) -> __m256i;
}

macro_rules! vector {
    ($(#[$doc:meta])* $Vector:ident, $raw:ty, $N:literal, $Bound:ident, [$($f:literal),+],
     xor $xor:ident, xor3 $one:literal |$a3:ident, $b3:ident, $c3:ident| $xor3:expr, add $add:ident, and $and:ident, splat8 $splat8:ident, splat32 $splat32:ident, load $load:ident, store $store:ident,
     low $low:ident, high $high:ident, shift $shift:ident, funnel $right:ident $left:ident $or:ident, look_up $look_up:ident, table |$t:ident| $table:expr,
     part |$pv:ident, $pi:ident| $part:expr,
     splat64 $splat64:ident, affine $affine:ident, affine_of_inverse $affine_of_inverse:ident, gfni [$($g:literal),+],
     enc |$et:ident, $ex:ident, $ek:ident| $enc:expr, dec |$dt:ident, $dx:ident, $dk:ident| $dec:expr, parts { $($more:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $Vector<T>(pub(crate) $raw, pub(crate) T);

        impl<T: Token> BitXor for $Vector<T> {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, rhs: Self) -> Self {
                let (a, b) = (self.0, rhs.0);
                Self(op!(T: $($f),+ => |a: $raw, b: $raw| -> $raw { $xor(a, b) }), self.1)
            }
        }

        impl<T: Token> ByteSlice<$N> for $Vector<T> {
            type Isa = T;
            #[inline(always)]
            fn load(isa: T, src: &[u8; $N]) -> Self {
                // SAFETY: `src` is as long as the vector, and the load does not ask for alignment.
                Self(op!(T: $($f),+ => |src: &[u8; $N]| -> $raw { unsafe { $load(src.as_ptr().cast()) } }), isa)
            }
            #[inline(always)]
            fn store(self, dst: &mut [u8; $N]) {
                let v = self.0;
                // SAFETY: `dst` is as long as the vector, and the store does not ask for alignment.
                op!(T: $($f),+ => |dst: &mut [u8; $N], v: $raw| -> () { unsafe { $store(dst.as_mut_ptr().cast(), v) } })
            }
            #[inline(always)]
            fn splat(isa: T, byte: Spread) -> Self {
                let word = u32::from_ne_bytes(byte);
                Self(op!(T: $($f),+ => |word: u32| -> $raw { $splat32(word as i32) }), isa)
            }
            #[inline(always)]
            fn repeat(isa: T, part: &[u8; 16]) -> Self {
                Self(op!(T: $($f),+ => |part: &[u8; 16]| -> $raw {
                    let $t = part;
                    $table
                }), isa)
            }
            #[inline(always)]
            fn add(self, rhs: Self) -> Self {
                let (a, b) = (self.0, rhs.0);
                Self(op!(T: $($f),+ => |a: $raw, b: $raw| -> $raw { $add(a, b) }), self.1)
            }
            #[inline(always)]
            fn and(self, rhs: Self) -> Self {
                let (a, b) = (self.0, rhs.0);
                Self(op!(T: $($f),+ => |a: $raw, b: $raw| -> $raw { $and(a, b) }), self.1)
            }
            #[inline(always)]
            fn zip(self, rhs: Self) -> (Self, Self) {
                let (a, b) = (self.0, rhs.0);
                (
                    Self(op!(T: $($f),+ => |a: $raw, b: $raw| -> $raw { $low(a, b) }), self.1),
                    Self(op!(T: $($f),+ => |a: $raw, b: $raw| -> $raw { $high(a, b) }), self.1),
                )
            }
            const XOR3_IS_ONE: bool = $one || T::FEATURES.contains(Features::all(&["avx512vl"]));
            #[inline(always)]
            fn xor3(self, b: Self, c: Self) -> Self {
                let ($a3, $b3, $c3) = (self.0, b.0, c.0);
                Self(op!(T: $($f),+ => |$a3: $raw, $b3: $raw, $c3: $raw| -> $raw { $xor3 }), self.1)
            }
        }

        impl<T: Token> GfniSlice<$N> for $Vector<T> {
            #[inline(always)]
            fn affine<const MATRIX: BitMatrix, const CONSTANT: i32>(self) -> Self {
                let (v, m) = (self.0, MATRIX as i64);
                Self(op!(T: $($g),+ => <CONSTANT: i32> |v: $raw, m: i64| -> $raw {
                    $affine::<CONSTANT>(v, $splat64(m))
                }), self.1)
            }
            #[inline(always)]
            fn affine_of_inverse<const MATRIX: BitMatrix, const CONSTANT: i32>(self) -> Self {
                let (v, m) = (self.0, MATRIX as i64);
                Self(op!(T: $($g),+ => <CONSTANT: i32> |v: $raw, m: i64| -> $raw {
                    $affine_of_inverse::<CONSTANT>(v, $splat64(m))
                }), self.1)
            }
        }

        impl<T: $Bound> AesSlice<$N> for $Vector<T> {
            const KEYS: KeyPlace = KeyPlace::After;
            #[inline(always)]
            fn s1(self, key: Self) -> Self {
                let ($ex, $ek, $et) = (self.0, key.0, self.1);
                Self($enc, self.1)
            }
            #[inline(always)]
            fn x1(self, key: Self) -> Self {
                let ($dx, $dk, $dt) = (self.0, key.0, self.1);
                Self($dec, self.1)
            }
            #[inline(always)]
            fn shuffle(self, places: &'static [u8; 16]) -> Self {
                let v = self.0;
                Self(op!(T: $($f),+ => |v: $raw, places: &'static [u8; 16]| -> $raw {
                    let $t = places;
                    $look_up(v, $table)
                }), self.1)
            }
            #[inline(always)]
            fn shuffle_parts(self, places: &'static [u8; $N]) -> Self {
                let (v, places) = (self.0, Self::load(self.1, places).0);
                Self(op!(T: $($f),+ => |v: $raw, places: $raw| -> $raw { $look_up(v, places) }), self.1)
            }
            #[inline(always)]
            fn part(self, part: usize) -> Self {
                let ($pv, $pi) = (self.0, part);
                Self(op!(T: $($f),+ => |$pv: $raw, $pi: usize| -> $raw { $part }), self.1)
            }
            #[inline(always)]
            fn funnel(self, above: Self, bits: u32) -> Self {
                let (low, high) = (self.0, above.0);
                Self(op!(T: $($f),+ => |low: $raw, high: $raw, bits: u32| -> $raw {
                    let (right, left) = (_mm_cvtsi32_si128(bits as i32), _mm_cvtsi32_si128(64 - bits as i32));
                    $or($right(low, right), $left(high, left))
                }), self.1)
            }
            #[inline(always)]
            fn nibbles(self, tables: &'static [[u8; 16]; 2]) -> Self {
                let v = self.0;
                Self(op!(T: $($f),+ => |v: $raw, tables: &'static [[u8; 16]; 2]| -> $raw {
                    let four_bits = $splat8(15);
                    let low = $and(v, four_bits);
                    let high = $and($shift::<4>(v), four_bits);
                    let [$t, next] = tables;
                    let low = $look_up($table, low);
                    let $t = next;
                    $xor(low, $look_up($table, high))
                }), self.1)
            }
            #[inline(always)]
            fn odd_nibbles(self, tables: &'static [[u8; 16]; 2]) -> Self {
                let v = self.0;
                Self(op!(T: $($f),+ => |v: $raw, tables: &'static [[u8; 16]; 2]| -> $raw {
                    let [$t, next] = tables;
                    let low = $look_up($table, $and(v, $splat8(15)));
                    let $t = next;
                    // A shift of 16 bits brings zeros into the odd byte; into the even one, bits of the odd.
                    $xor(low, $look_up($table, $shift::<4>(v)))
                }), self.1)
            }
            $($more)*
        }
    };
}

#[inline]
#[target_feature(enable = "sse2")]
fn load16(table: &[u8; 16]) -> __m128i {
    // SAFETY: 16 bytes, and the load does not ask for alignment.
    unsafe { _mm_loadu_si128(table.as_ptr().cast()) }
}

vector! {
    /// 16 bytes.
    U8x16, __m128i, 16, Token, ["ssse3"],
    xor _mm_xor_si128, xor3 false |a, b, c| _mm_xor_si128(_mm_xor_si128(a, b), c),
    add _mm_add_epi8, and _mm_and_si128, splat8 _mm_set1_epi8, splat32 _mm_set1_epi32,
    load _mm_loadu_si128, store _mm_storeu_si128, low _mm_unpacklo_epi8, high _mm_unpackhi_epi8,
    shift _mm_srli_epi16, funnel _mm_srl_epi64 _mm_sll_epi64 _mm_or_si128, look_up _mm_shuffle_epi8, table |t| load16(t), part |v, _i| v,
    splat64 _mm_set1_epi64x, affine _mm_gf2p8affine_epi64_epi8, affine_of_inverse _mm_gf2p8affineinv_epi64_epi8,
    gfni ["gfni"],
    enc |_isa, x, k| op!(T: "aes" => |x: __m128i, k: __m128i| -> __m128i { _mm_aesenclast_si128(x, k) }),
    dec |_isa, x, k| op!(T: "aes" => |x: __m128i, k: __m128i| -> __m128i { _mm_aesdeclast_si128(x, k) }),
    parts {}
}

vector! {
    /// 32 bytes.
    U8x32, __m256i, 32, Aes256, ["avx2"],
    xor _mm256_xor_si256, xor3 false |a, b, c| _mm256_xor_si256(_mm256_xor_si256(a, b), c),
    add _mm256_add_epi8, and _mm256_and_si256, splat8 _mm256_set1_epi8, splat32 _mm256_set1_epi32,
    load _mm256_loadu_si256, store _mm256_storeu_si256, low _mm256_unpacklo_epi8, high _mm256_unpackhi_epi8,
    shift _mm256_srli_epi16, funnel _mm256_srl_epi64 _mm256_sll_epi64 _mm256_or_si256, look_up _mm256_shuffle_epi8, table |t| _mm256_broadcastsi128_si256(load16(t)),
    part |v, i| if i == 0 { _mm256_permute4x64_epi64::<0x44>(v) } else { _mm256_permute4x64_epi64::<0xee>(v) },
    splat64 _mm256_set1_epi64x, affine _mm256_gf2p8affine_epi64_epi8,
    affine_of_inverse _mm256_gf2p8affineinv_epi64_epi8, gfni ["avx2", "gfni"],
    enc |isa, x, k| isa.enc_last(x, k), dec |isa, x, k| isa.dec_last(x, k),
    parts {
        #[inline(always)]
        fn pair(isa: T, first: &[u8; 16], second: &[u8; 16]) -> Self {
            Self(op!(T: "avx2" => |first: &[u8; 16], second: &[u8; 16]| -> __m256i {
                _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(load16(first)), load16(second))
            }), isa)
        }
        #[inline(always)]
        fn store_first(self, dst: &mut [u8; 16]) {
            let v = self.0;
            op!(T: "avx2" => |dst: &mut [u8; 16], v: __m256i| -> () {
                // SAFETY: 16 bytes, and the store does not ask for alignment.
                unsafe { _mm_storeu_si128(dst.as_mut_ptr().cast(), _mm256_castsi256_si128(v)) }
            })
        }
    }
}

vector! {
    /// 64 bytes.
    U8x64, __m512i, 64, Token, ["avx512f", "avx512bw"],
    xor _mm512_xor_si512, xor3 true |a, b, c| _mm512_ternarylogic_epi64::<0x96>(a, b, c),
    add _mm512_add_epi8, and _mm512_and_si512,
    splat8 _mm512_set1_epi8, splat32 _mm512_set1_epi32,
    load _mm512_loadu_si512, store _mm512_storeu_si512, low _mm512_unpacklo_epi8, high _mm512_unpackhi_epi8,
    shift _mm512_srli_epi16, funnel _mm512_srl_epi64 _mm512_sll_epi64 _mm512_or_si512, look_up _mm512_shuffle_epi8, table |t| _mm512_broadcast_i32x4(load16(t)),
    part |v, i| match i {
        0 => _mm512_shuffle_i64x2::<0x00>(v, v),
        1 => _mm512_shuffle_i64x2::<0x55>(v, v),
        2 => _mm512_shuffle_i64x2::<0xaa>(v, v),
        _ => _mm512_shuffle_i64x2::<0xff>(v, v),
    },
    splat64 _mm512_set1_epi64, affine _mm512_gf2p8affine_epi64_epi8,
    affine_of_inverse _mm512_gf2p8affineinv_epi64_epi8, gfni ["avx512f", "gfni"],
    enc |_isa, x, k| op!(T: "avx512f", "vaes" => |x: __m512i, k: __m512i| -> __m512i { _mm512_aesenclast_epi128(x, k) }),
    dec |_isa, x, k| op!(T: "avx512f", "vaes" => |x: __m512i, k: __m512i| -> __m512i { _mm512_aesdeclast_epi128(x, k) }),
    parts {}
}
