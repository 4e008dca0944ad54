//! AES rounds on the vectors, and one entry point per instruction set, which runs any job.
use crate::{
    Features,
    kernels::{AesAvx, AesSse, VaesAvx2},
    text::RawText,
    token::{Token, op},
    vector::{Aes256, U8x16, U8x32},
};
use aria_core::{
    Block, InOut,
    aes_round::{AesIsa, AesJob, AesRound},
    sliced::AesSlice,
};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

macro_rules! rounds {
    ($Vector:ident, $raw:ty, $N:literal, $Bound:ident, [$($f:literal),+], add64 $add64:ident, permute $permute:ident,
     enc |$et:ident, $ex:ident, $ek:ident| $enc:expr, dec |$dt:ident, $dx:ident, $dk:ident| $dec:expr) => {
        impl<T: $Bound> AesRound<$N> for $Vector<T> {
            #[inline(always)]
            fn broadcast(isa: T, block: &Block) -> Self {
                Self::repeat(isa, block)
            }
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
            fn permute(self, places: Self) -> Self {
                let (a, b) = (self.0, places.0);
                Self(op!(T: $($f),+ => |a: $raw, b: $raw| -> $raw { $permute(a, b) }), self.1)
            }
        }
    };
}

rounds! {
    U8x16, __m128i, 16, Token, ["ssse3"], add64 _mm_add_epi64, permute _mm_shuffle_epi8,
    enc |_isa, x, k| op!(T: "aes" => |x: __m128i, k: __m128i| -> __m128i { _mm_aesenc_si128(x, k) }),
    dec |_isa, x, k| op!(T: "aes" => |x: __m128i, k: __m128i| -> __m128i { _mm_aesdec_si128(x, k) })
}

rounds! {
    U8x32, __m256i, 32, Aes256, ["avx2"], add64 _mm256_add_epi64, permute _mm256_shuffle_epi8,
    enc |isa, x, k| isa.enc(x, k), dec |isa, x, k| isa.dec(x, k)
}

macro_rules! aes_isas {
    ($($Token:ident, $name:literal: $N:literal bytes, $Vector:ident, $module:ident, [$($feature:literal),+];)*) => { $(
        mod $module {
            use super::*;

            #[target_feature($(enable = $feature),+)]
            pub(super) fn run<J: AesJob>(isa: $Token, job: J) -> J::Output {
                job.call::<$Token, $N, $Vector<$Token>, U8x16<$Token>>(isa)
            }
        }

        impl AesIsa for $Token {
            const NAME: &'static str = $name;
            #[inline(always)]
            fn run<J: AesJob>(self, job: J) -> J::Output {
                const { assert!(<$Token as Token>::FEATURES.contains(Features::all(&[$($feature),+]))) }
                // SAFETY: the token proves its features, and the entry point's are among them.
                unsafe { $module::run(self, job) }
            }
            type Text<'a, const N: usize> = RawText<'a, N>;
            #[inline(always)]
            fn text<const N: usize>(self, text: InOut<'_>) -> RawText<'_, N> {
                RawText::new(text)
            }
        }
    )* };
}

aes_isas! {
    VaesAvx2, "vaes-avx2": 32 bytes, U8x32, vaes_avx2, ["avx2", "aes", "vaes"];
    AesAvx, "aes-ni": 16 bytes, U8x16, aes_avx, ["avx", "aes"];
    AesSse, "aes-ni-sse": 16 bytes, U8x16, aes_sse, ["ssse3", "aes"];
}
