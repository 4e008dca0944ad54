//! The kernels: one line each in [`isas!`] below gives the token, its detection, the features its
//! entry points are compiled with, and those entry points.
use crate::{
    Features,
    text::RawText,
    token::{Token, op},
    vector::{Aes256, U8x16, U8x32},
};
use aria_core::{
    Block, Counter, InOut,
    sliced::{
        Substitution, ViaAes, jobs,
        keys::KeyWords,
        natural::{self, KeyPair},
        par::Kernel,
    },
};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

macro_rules! isas {
    ($($(#[$doc:meta])* $Token:ident, $name:literal: $N:literal blocks, few $few:literal in $Few:ident of $F:literal, $Vector:ident, $Substitution:ident, $module:ident, [$($feature:literal),+];)*) => { $(
        $(#[$doc])*
        ///
        /// The value proves that the CPU has the features.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $Token(());

        // SAFETY: the field is private to this module, and only `detect` makes a value.
        unsafe impl Token for $Token {
            const FEATURES: Features = Features::all(&[$($feature),+]);
            #[inline]
            fn detect() -> Option<Self> {
                Features::detect().contains(Self::FEATURES).then_some(Self(()))
            }
        }

        /// The entry points, compiled with the features of the token.
        mod $module {
            use super::*;
            type V = $Vector<$Token>;

            #[target_feature($(enable = $feature),+)]
            pub(super) fn few(isa: $Token, keys: &[KeyPair], vectors: RawText<'_, $F>, rest: RawText<'_, 16>) {
                natural::ecb::<$F, $Few<$Token>>(isa, keys, vectors);
                // (where vectors are single blocks, nothing is over)
                if $F > 16 {
                    natural::ecb::<16, U8x16<$Token>>(isa, keys, rest);
                }
            }
            #[target_feature($(enable = $feature),+)]
            pub(super) fn ecb(isa: $Token, keys: &[KeyWords], text: RawText<'_, $N>) {
                jobs::ecb::<$N, V, $Substitution>(isa, keys, text);
            }
            #[target_feature($(enable = $feature),+)]
            pub(super) fn cbc_decrypt(isa: $Token, keys: &[KeyWords], previous: &Block, text: RawText<'_, $N>) {
                jobs::cbc_decrypt::<$N, V, $Substitution>(isa, keys, previous, text);
            }
            #[target_feature($(enable = $feature),+)]
            pub(super) fn cfb_decrypt(isa: $Token, keys: &[KeyWords], previous: &Block, text: RawText<'_, $N>) {
                jobs::cfb_decrypt::<$N, V, $Substitution>(isa, keys, previous, text);
            }
            #[target_feature($(enable = $feature),+)]
            pub(super) fn ctr(isa: $Token, keys: &[KeyWords], counter: &Counter, text: RawText<'_, $N>) {
                jobs::ctr::<$N, V, $Substitution>(isa, keys, counter, text);
            }
        }

        impl Kernel for $Token {
            const NAME: &'static str = $name;
            const WIDTH: usize = $N;
            fn fold_byte(round: usize, last: bool, i: usize, key: u8) -> u8 {
                <$Substitution as Substitution<$N, $Vector<Self>>>::fold_byte(round, last, i, key)
            }
            const FEW: usize = $few;
            fn few(self, keys: &[KeyPair], text: InOut<'_>) {
                let whole = text.len() * 16 / $F * $F / 16;
                let (vectors, rest) = text.split_at(whole);
                // SAFETY: the token proves the features that the entry point is compiled with.
                unsafe { $module::few(self, keys, RawText::new(vectors), RawText::new(rest)) }
            }
            fn ecb(self, keys: &[KeyWords], batches: InOut<'_>) {
                // SAFETY: as above.
                unsafe { $module::ecb(self, keys, RawText::new(batches)) }
            }
            fn cbc_decrypt(self, keys: &[KeyWords], previous: &Block, batches: InOut<'_>) {
                // SAFETY: as above.
                unsafe { $module::cbc_decrypt(self, keys, previous, RawText::new(batches)) }
            }
            fn cfb_decrypt(self, keys: &[KeyWords], previous: &Block, batches: InOut<'_>) {
                // SAFETY: as above.
                unsafe { $module::cfb_decrypt(self, keys, previous, RawText::new(batches)) }
            }
            fn ctr(self, keys: &[KeyWords], counter: &Counter, batches: InOut<'_>) {
                // SAFETY: as above.
                unsafe { $module::ctr(self, keys, counter, RawText::new(batches)) }
            }
        }
    )* };
}

isas! {
    /// AES on 256-bit vectors: Zen 3, Alder Lake and later.
    VaesAvx2, "vaes-avx2": 32 blocks, few 8 in U8x32 of 32, U8x32, ViaAes, vaes_avx2, ["avx2", "aes", "vaes"];
    /// AVX2 with AES on 128-bit halves: Haswell to Zen 2.
    AesAvx2, "aes-avx2": 32 blocks, few 4 in U8x16 of 16, U8x32, ViaAes, aes_avx2, ["avx2", "aes"];
    /// AVX with AES: Sandy Bridge.
    AesAvx, "aes-avx": 16 blocks, few 4 in U8x16 of 16, U8x16, ViaAes, aes_avx, ["avx", "aes"];
}

impl Aes256 for VaesAvx2 {
    #[inline(always)]
    fn enc_last(self, x: __m256i, key: __m256i) -> __m256i {
        op!(Self: "avx2", "vaes" => |x: __m256i, key: __m256i| -> __m256i { _mm256_aesenclast_epi128(x, key) })
    }
    #[inline(always)]
    fn dec_last(self, x: __m256i, key: __m256i) -> __m256i {
        op!(Self: "avx2", "vaes" => |x: __m256i, key: __m256i| -> __m256i { _mm256_aesdeclast_epi128(x, key) })
    }
}

/// An instruction on 128 bits, on both halves.
macro_rules! on_halves {
    ($f:ident, $x:ident, $key:ident) => {
        op!(Self: "avx2", "aes" => |$x: __m256i, $key: __m256i| -> __m256i {
            let low = $f(_mm256_castsi256_si128($x), _mm256_castsi256_si128($key));
            let high = $f(_mm256_extracti128_si256::<1>($x), _mm256_extracti128_si256::<1>($key));
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high)
        })
    };
}

impl Aes256 for AesAvx2 {
    #[inline(always)]
    fn enc_last(self, x: __m256i, key: __m256i) -> __m256i {
        on_halves!(_mm_aesenclast_si128, x, key)
    }
    #[inline(always)]
    fn dec_last(self, x: __m256i, key: __m256i) -> __m256i {
        on_halves!(_mm_aesdeclast_si128, x, key)
    }
}
