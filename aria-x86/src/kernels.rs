//! The kernels, one line each.
//!
//! ```text
//! 64 blocks,                              in a wide batch
//! {narrow 32 in U8x32 then few 2, ..}     narrower batches, the widest first; up to 2 blocks more than one go on in natural layout
//! after wide true,                        whether the rest after wide batches may go into a narrower one
//! few 8 in U8x32 of 32,                   so many blocks go in natural layout, in vectors of 32 bytes
//! U8x64, ViaGfni, gfni_avx512, [..]       the wide batch's vector, the substitution, the module, the features
//! ```
use crate::{
    isas::*,
    token::op,
    vector::{Aes256, U8x16, U8x32, U8x64},
};
use aria_core::sliced::{ViaAes, ViaGfni};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

isas! {
    /// Galois field instructions on 512-bit vectors: Ice Lake, Zen 4 and later.
    GfniAvx512, "gfni-avx512": 64 blocks, {narrow 32 in U8x32 then few 2, narrower 16 in U8x16 then few 0} after wide true, few 8 in U8x32 of 32, U8x64, ViaGfni, gfni_avx512, ["avx512f", "avx512bw", "avx512vl", "gfni", "aes", "vaes"];
    /// AES on 512-bit vectors.
    VaesAvx512, "vaes-avx512": 64 blocks, {narrow 32 in U8x32 then few 2, narrower 16 in U8x16 then few 0} after wide true, few 8 in U8x32 of 32, U8x64, ViaAes, vaes_avx512, ["avx512f", "avx512bw", "avx512vl", "aes", "vaes", "vpclmulqdq"];
    /// Galois field instructions on 256-bit vectors: Alder Lake and later.
    GfniAvx2, "gfni-avx2": 32 blocks, {narrow 16 in U8x16 then few 0} after wide false, few 8 in U8x32 of 32, U8x32, ViaGfni, gfni_avx2, ["avx2", "gfni", "aes", "vaes"];
    /// AES on 256-bit vectors: Zen 3, Alder Lake and later.
    VaesAvx2, "vaes-avx2": 32 blocks, {narrow 16 in U8x16 then few 0} after wide false, few 8 in U8x32 of 32, U8x32, ViaAes, vaes_avx2, ["avx2", "aes", "vaes"];
    /// AVX2 with AES on 128-bit halves: Haswell to Zen 2.
    AesAvx2, "aes-avx2": 32 blocks, {narrow 16 in U8x16 then few 2} after wide true, few 4 in U8x16 of 16, U8x32, ViaAes, aes_avx2, ["avx2", "aes"];
    /// AVX with AES: Sandy Bridge.
    AesAvx, "aes-avx": 16 blocks, few 4 in U8x16 of 16, U8x16, ViaAes, aes_avx, ["avx", "aes"];
    /// Galois field instructions on 128-bit vectors, in the VEX encoding.
    GfniAvx, "gfni-avx": 16 blocks, few 4 in U8x16 of 16, U8x16, ViaGfni, gfni_avx, ["avx", "gfni", "aes"];
    /// Galois field instructions without AVX: Tremont.
    GfniSse, "gfni-sse": 16 blocks, few 4 in U8x16 of 16, U8x16, ViaGfni, gfni_sse, ["ssse3", "gfni", "aes"];
    /// AES without AVX: Westmere, Goldmont.
    AesSse, "aes-sse": 16 blocks, few 4 in U8x16 of 16, U8x16, ViaAes, aes_sse, ["ssse3", "aes"];
}

/// Tokens with AES on 256-bit vectors.
macro_rules! aes256_by_vaes {
    ($($Token:ident)*) => { $(
        impl Aes256 for $Token {
            #[inline(always)]
            fn enc(self, x: __m256i, key: __m256i) -> __m256i {
                op!(Self: "avx2", "vaes" => |x: __m256i, key: __m256i| -> __m256i { _mm256_aesenc_epi128(x, key) })
            }
            #[inline(always)]
            fn enc_last(self, x: __m256i, key: __m256i) -> __m256i {
                op!(Self: "avx2", "vaes" => |x: __m256i, key: __m256i| -> __m256i { _mm256_aesenclast_epi128(x, key) })
            }
            #[inline(always)]
            fn dec(self, x: __m256i, key: __m256i) -> __m256i {
                op!(Self: "avx2", "vaes" => |x: __m256i, key: __m256i| -> __m256i { _mm256_aesdec_epi128(x, key) })
            }
            #[inline(always)]
            fn dec_last(self, x: __m256i, key: __m256i) -> __m256i {
                op!(Self: "avx2", "vaes" => |x: __m256i, key: __m256i| -> __m256i { _mm256_aesdeclast_epi128(x, key) })
            }
        }
    )* };
}
aes256_by_vaes! { GfniAvx512 VaesAvx512 GfniAvx2 VaesAvx2 }

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
    fn enc(self, x: __m256i, key: __m256i) -> __m256i {
        on_halves!(_mm_aesenc_si128, x, key)
    }
    #[inline(always)]
    fn dec(self, x: __m256i, key: __m256i) -> __m256i {
        on_halves!(_mm_aesdec_si128, x, key)
    }
    #[inline(always)]
    fn enc_last(self, x: __m256i, key: __m256i) -> __m256i {
        on_halves!(_mm_aesenclast_si128, x, key)
    }
    #[inline(always)]
    fn dec_last(self, x: __m256i, key: __m256i) -> __m256i {
        on_halves!(_mm_aesdeclast_si128, x, key)
    }
}
