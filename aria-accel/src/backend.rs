//! The backends: which there are, which this CPU can run, and which is best.
//!
//! One line each in [`backends!`] below. A backend's variant holds a token of its CPU, so that a
//! `Backend` can only name what will run.
use aria_core::{
    Block, ParBlocks, Schedule,
    bitslice::par as bitsliced,
    sliced::{self, KeyMut, SlicedKeys},
    soft,
};
use cipher::consts;

/// What a visitor is shown: the blocks of one key in one direction, on some backend, and the width
/// that the `cipher` traits should drive it at.
pub(crate) trait Visitor {
    type Output;
    fn visit<P: ParBlocks, Width: cipher::array::ArraySize>(self, blocks: P) -> Self::Output;
}

/// The round keys of one direction in the form that a backend reads.
#[derive(Clone)]
#[allow(dead_code)] // there are CPUs without a sliced backend
#[allow(clippy::large_enum_variant)] // (clippy counts arrays of RK as empty)
pub(crate) enum Keys<const RK: usize> {
    Sliced(SlicedKeys<RK>),
    Soft(soft::Keys<RK>),
}

impl<const RK: usize> Keys<RK> {
    /// Room for keys. A constant, since its parts would be put together by copying.
    pub(crate) const ROOM: Self = Self::Sliced(SlicedKeys::room());

    /// Room for the keys of a sliced backend.
    #[allow(dead_code)] // there are CPUs without one
    fn sliced(&mut self) -> KeyMut<'_> {
        match self {
            Self::Sliced(keys) => keys.as_mut(),
            Self::Soft(_) => unreachable!("keys are set up once"),
        }
    }
}

/// A function apart, since its frame is large.
#[inline(never)]
fn set_up_soft<const RK: usize>(
    key: &[Block; 2],
    encrypt: Option<&mut Keys<RK>>,
    decrypt: Option<&mut Keys<RK>>,
) {
    let schedule = Schedule::<RK>::from_padded(key);
    for (keys, schedule) in [(encrypt, &schedule.encrypt), (decrypt, &schedule.decrypt)] {
        if let Some(keys) = keys {
            *keys = Keys::Soft(soft::Keys::new(schedule));
        }
    }
}

/// Sets up the keys of a kernel, by its kind.
macro_rules! set_up {
    (sliced, $token:ident, $key:ident, $encrypt:ident, $decrypt:ident) => {{
        let [encrypt, decrypt] = [$encrypt, $decrypt].map(|keys| Some(keys?.sliced()));
        sliced::Kernel::set_up($token, $key, encrypt, decrypt);
    }};
    (bitsliced, $token:ident, $key:ident, $encrypt:ident, $decrypt:ident) => {{
        let _ = $token;
        set_up_soft($key, $encrypt, $decrypt);
    }};
}

/// Calls a visitor where the keys are those of the kind.
macro_rules! visit {
    (sliced, $Width:ident, $token:ident, $keys:ident, $visitor:ident) => {
        if let Keys::Sliced(keys) = $keys {
            return $visitor.visit::<_, consts::$Width>(sliced::Sliced::new($token, keys.as_ref()));
        }
    };
    (bitsliced, $Width:ident, $token:ident, $keys:ident, $visitor:ident) => {
        if let Keys::Soft(keys) = $keys {
            return $visitor.visit::<_, consts::$Width>(bitsliced::Bitsliced::new($token, keys));
        }
    };
}

macro_rules! backends {
    ($($(#[$doc:meta])* $Variant:ident($kind:ident $Token:ty) $Width:ident if $cfg:meta;)*) => {
        aria_core::backend_enum! {
            /// A way to run ARIA on this CPU.
            ///
            /// ```
            /// use aria_accel::Backend;
            /// for backend in Backend::available() {
            ///     println!("{}", backend.name());
            /// }
            /// assert_eq!(Backend::by_name("soft"), Some(Backend::Soft));
            /// ```
            pub enum Backend { $($(#[$doc])* $Variant($Token: $kind::Kernel) if $cfg,)* }
        }

        impl Backend {
            /// Writes the round keys of the directions that are asked for, from a key that is padded with zeros.
            pub(crate) fn set_up<const RK: usize>(
                self,
                key: &[Block; 2],
                encrypt: Option<&mut Keys<RK>>,
                decrypt: Option<&mut Keys<RK>>,
            ) {
                match self {
                    $(#[cfg($cfg)] Self::$Variant(token) => set_up!($kind, token, key, encrypt, decrypt),)*
                    Self::Soft => set_up_soft(key, encrypt, decrypt),
                }
            }

            #[inline(always)]
            pub(crate) fn visit<const RK: usize, T: Visitor>(self, keys: &Keys<RK>, visitor: T) -> T::Output {
                match self {
                    $(#[cfg($cfg)] Self::$Variant(token) => { visit!($kind, $Width, token, keys, visitor) })*
                    Self::Soft => {
                        if let Keys::Soft(keys) = keys {
                            return visitor.visit::<_, consts::U32>(keys);
                        }
                    }
                }
                unreachable!("keys are made by `set_up` of the same backend")
            }
        }
    };
}

// The order is that of llvm-mca's estimates (tools/kernels.tsv), not of measurements: wider before
// narrower, and at each width the Galois field instructions before AES, whose affine maps take shuffles.
//
// Three-input XOR runs in every vector pipe of Apple's cores, but in one of Arm's own. There it wins where
// there are two pipes (Neoverse N2: 2.54 against 2.96 cycles a byte) and loses where there are four (V1: 2.11
// against 1.76). A program cannot ask which core it is on, so the choice is by what a mistake costs: 17 % or 20 %.
//
// Bit planes in NEON vectors take half the instructions of those in words of 64 bits: 21.4 a byte against 41.1. By
// llvm-mca's estimate of all that one batch executes, that is 10.5 cycles a byte against 16.5 on a Cortex-A72, 9.7 against
// 11.0 on Neoverse N1, and on a Cortex-A53, which has one vector operation for two of integers, still 28.3 against 29.1.
backends! {
    /// Galois field instructions on 512-bit vectors, 64 blocks at a time: Ice Lake, Zen 4 and later.
    GfniAvx512(sliced aria_x86::GfniAvx512) U64 if any(target_arch = "x86", target_arch = "x86_64");
    /// AES on 512-bit vectors, 64 blocks at a time.
    VaesAvx512(sliced aria_x86::VaesAvx512) U64 if any(target_arch = "x86", target_arch = "x86_64");
    /// Galois field instructions on 256-bit vectors, 32 blocks at a time: Alder Lake and later.
    GfniAvx2(sliced aria_x86::GfniAvx2) U32 if any(target_arch = "x86", target_arch = "x86_64");
    /// AES on 256-bit vectors, 32 blocks at a time: Zen 3, Alder Lake and later.
    VaesAvx2(sliced aria_x86::VaesAvx2) U32 if any(target_arch = "x86", target_arch = "x86_64");
    /// AVX2 with AES on 128-bit halves, 32 blocks at a time: Haswell to Zen 2.
    AesAvx2(sliced aria_x86::AesAvx2) U32 if any(target_arch = "x86", target_arch = "x86_64");
    /// Galois field instructions with AVX, 16 blocks at a time.
    GfniAvx(sliced aria_x86::GfniAvx) U16 if any(target_arch = "x86", target_arch = "x86_64");
    /// AVX with AES, 16 blocks at a time: Sandy Bridge.
    AesAvx(sliced aria_x86::AesAvx) U16 if any(target_arch = "x86", target_arch = "x86_64");
    /// Galois field instructions without AVX, 16 blocks at a time: Tremont.
    GfniSse(sliced aria_x86::GfniSse) U16 if any(target_arch = "x86", target_arch = "x86_64");
    /// AES without AVX, 16 blocks at a time: Westmere, Goldmont.
    AesSse(sliced aria_x86::AesSse) U16 if any(target_arch = "x86", target_arch = "x86_64");
    /// Bitsliced in 256-bit vectors, 256 blocks at a time: where AES is switched off.
    BitsliceAvx2(bitsliced aria_x86::BitsliceAvx2) U256 if any(target_arch = "x86", target_arch = "x86_64");
    /// Bitsliced in 128-bit vectors, 128 blocks at a time: Core 2, early Nehalem, Atom.
    BitsliceSse2(bitsliced aria_x86::BitsliceSse2) U128 if any(target_arch = "x86", target_arch = "x86_64");
    /// NEON with AES and three-input XOR, 16 blocks at a time: Apple M1 and later.
    NeonAesSha3(sliced aria_arm::NeonAesSha3) U16 if all(target_arch = "aarch64", target_endian = "little", target_feature = "neon", target_vendor = "apple");
    /// NEON with AES, 16 blocks at a time: most 64-bit Arm CPUs, but for the Raspberry Pi up to 4.
    NeonAes(sliced aria_arm::NeonAes) U16 if all(target_arch = "aarch64", target_endian = "little", target_feature = "neon");
    /// NEON with AES and three-input XOR, 16 blocks at a time: Neoverse V1, N2 and later.
    NeonAesSha3(sliced aria_arm::NeonAesSha3) U16 if all(target_arch = "aarch64", target_endian = "little", target_feature = "neon", not(target_vendor = "apple"));
    /// Bitsliced in NEON vectors, 128 blocks at a time: 64-bit Arm CPUs without AES instructions, as the Raspberry Pi up to 4.
    BitsliceNeon(bitsliced aria_arm::BitsliceNeon) U128 if all(target_arch = "aarch64", target_endian = "little", target_feature = "neon");
}
