//! AES rounds on the vectors, and the instruction sets that run jobs of them.
use crate::{
    aes_isas::*,
    kernels::{AesAvx, AesSse, VaesAvx2, VaesAvx512},
    token::op,
    vector::{Aes256, U8x16, U8x32, U8x64},
};
use aria_core::{
    aes_round::AesRound,
    sliced::{AesSlice, KeyPlace},
};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

macro_rules! rounds {
    ($Vector:ident, $raw:ty, $N:literal, $Bound:ident, [$($f:literal),+], add64 $add64:ident, shr64 $shr64:ident, permute $permute:ident,
     enc |$et:ident, $ex:ident, $ek:ident| $enc:expr, dec |$dt:ident, $dx:ident, $dk:ident| $dec:expr $(, times_x8 [$($f8:literal),+] |$x8:ident| { $($times_x8:tt)+ })?) => {
        impl<T: $Bound> AesRound<$N> for $Vector<T> {
            const KEYS: KeyPlace = KeyPlace::After;
            #[inline(always)]
            fn enc(self, key: Self) -> Self {
                let ($ex, $ek, $et) = (self.0, key.0, self.1);
                Self($enc, self.1)
            }
            #[inline(always)]
            fn enc_last(self, key: Self) -> Self {
                self.s1(key)
            }
            #[inline(always)]
            fn dec(self, key: Self) -> Self {
                let ($dx, $dk, $dt) = (self.0, key.0, self.1);
                Self($dec, self.1)
            }
            #[inline(always)]
            fn dec_last(self, key: Self) -> Self {
                self.x1(key)
            }
            #[inline(always)]
            fn add64(self, rhs: Self) -> Self {
                let (a, b) = (self.0, rhs.0);
                Self(op!(T: $($f),+ => |a: $raw, b: $raw| -> $raw { $add64(a, b) }), self.1)
            }
            #[inline(always)]
            fn shr64<const BITS: i32>(self) -> Self {
                let a = self.0;
                // (a shift by a vector's number: the compiler knows it, and the types of a constant's differ)
                Self(
                    op!(T: $($f),+ => <BITS: i32> |a: $raw| -> $raw { $shr64(a, _mm_cvtsi32_si128(BITS)) }),
                    self.1,
                )
            }
            #[inline(always)]
            fn permute(self, places: Self) -> Self {
                let (a, b) = (self.0, places.0);
                Self(op!(T: $($f),+ => |a: $raw, b: $raw| -> $raw { $permute(a, b) }), self.1)
            }
            $(#[inline(always)]
            fn times_x8(self) -> Option<Self> {
                let $x8 = self.0;
                Some(Self(op!(T: $($f8),+ => |$x8: $raw| -> $raw { $($times_x8)+ }), self.1))
            })?
        }
    };
}

rounds! {
    U8x16, __m128i, 16, Token, ["ssse3"], add64 _mm_add_epi64, shr64 _mm_srl_epi64, permute _mm_shuffle_epi8,
    enc |_isa, x, k| op!(T: "aes" => |x: __m128i, k: __m128i| -> __m128i { _mm_aesenc_si128(x, k) }),
    dec |_isa, x, k| op!(T: "aes" => |x: __m128i, k: __m128i| -> __m128i { _mm_aesdec_si128(x, k) })
}

rounds! {
    U8x32, __m256i, 32, Aes256, ["avx2"], add64 _mm256_add_epi64, shr64 _mm256_srl_epi64, permute _mm256_shuffle_epi8,
    enc |isa, x, k| isa.enc(x, k), dec |isa, x, k| isa.dec(x, k)
}

rounds! {
    U8x64, __m512i, 64, Token, ["avx512f", "avx512bw"], add64 _mm512_add_epi64, shr64 _mm512_srl_epi64, permute _mm512_shuffle_epi8,
    enc |_isa, x, k| op!(T: "avx512f", "vaes" => |x: __m512i, k: __m512i| -> __m512i { _mm512_aesenc_epi128(x, k) }),
    dec |_isa, x, k| op!(T: "avx512f", "vaes" => |x: __m512i, k: __m512i| -> __m512i { _mm512_aesdec_epi128(x, k) }),
    times_x8 ["avx512f", "avx512bw", "vpclmulqdq"] |x| {
        let product = _mm512_clmulepi64_epi128::<0>(_mm512_bsrli_epi128::<15>(x), _mm512_set1_epi64(0x87));
        _mm512_xor_si512(_mm512_bslli_epi128::<1>(x), product)
    }
}

aes_isas! {
    VaesAvx512, "vaes-avx512": 64 bytes, U8x64, vaes_avx512, ["avx512f", "avx512bw", "aes", "vaes", "vpclmulqdq"];
    VaesAvx2, "vaes-avx2": 32 bytes, U8x32, vaes_avx2, ["avx2", "aes", "vaes"];
    AesAvx, "aes-ni": 16 bytes, U8x16, aes_avx, ["avx", "aes"];
    AesSse, "aes-ni-sse": 16 bytes, U8x16, aes_sse, ["ssse3", "aes"];
}
