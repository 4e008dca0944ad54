//! The backends: which there are, which this CPU can run, and which is best.
//!
//! One line each in [`backends!`] below. A backend's variant holds a token of its CPU, so that a
//! `Backend` can only name what will run.
use crate::{
    jobs::{self, ABREAST, CbcDecrypt, CfbDecrypt, Ctr, Ecb, Xts},
    rounds::{Direction, RoundKeys},
    soft::Soft,
};
use aria_core::{
    Block, Counter, InOut, ParBlocks,
    aes_round::{AesIsa, AesJob, AesRound},
    sliced::SerialJob,
};
use cipher::{array::ArraySize, consts, typenum::Unsigned};
use core::marker::PhantomData;

/// What a visitor is shown: the blocks of one key in one direction, on some backend, and the width
/// that the `cipher` traits should drive it at. Must be `#[inline(always)]`, so that what it does with
/// the blocks is compiled for the backend's CPU.
pub(crate) trait Visitor {
    type Output;
    fn visit<P: ParBlocks, Width: ArraySize>(self, blocks: P) -> Self::Output;
}

/// A job that can be done without AES instructions.
pub(crate) trait Portable: AesJob {
    fn portable(self) -> Self::Output;
}

macro_rules! backends {
    ($($(#[$doc:meta])* $Variant:ident($Token:ty) $Width:ident if $cfg:meta;)*) => {
        aria_core::backend_enum! {
            /// A way to run AES on this CPU.
            ///
            /// ```
            /// use aes_accel::Backend;
            /// for backend in Backend::available() {
            ///     println!("{}", backend.name());
            /// }
            /// assert_eq!(Backend::by_name("soft"), Some(Backend::Soft));
            /// ```
            pub enum Backend { $($(#[$doc])* $Variant($Token: AesIsa) if $cfg,)* }
        }

        impl Backend {
            /// Blocks that the widest kernel takes at a time.
            pub(crate) fn width(self) -> usize {
                match self {
                    $(#[cfg($cfg)] Self::$Variant(_) => consts::$Width::USIZE,)*
                    Self::Soft => consts::U64::USIZE,
                }
            }

            /// Does a job, by instructions where the CPU has them.
            pub(crate) fn run<J: Portable>(self, job: J) -> J::Output {
                match self {
                    $(#[cfg($cfg)] Self::$Variant(token) => token.run(job),)*
                    Self::Soft => job.portable(),
                }
            }

            /// Shows the blocks of a direction to a visitor.
            #[inline(always)]
            pub(crate) fn visit<D: Direction, T: Visitor>(self, keys: RoundKeys<'_>, visitor: T) -> T::Output {
                match self {
                    $(#[cfg($cfg)] Self::$Variant(token) => {
                        token.run(Visit::<D, consts::$Width, T> { keys, visitor, direction: PhantomData })
                    })*
                    Self::Soft => visitor.visit::<_, consts::U64>(Soft::<D>::new(keys)),
                }
            }
        }
    };
}

// Wider before narrower: an instruction on 512 bits does at least the work of two on 256 in their time, on
// every CPU that has it, and the loads, stores and XORs around it are half as many.
backends! {
    /// AES on 512-bit vectors, 32 blocks at a time: Ice Lake, Zen 4 and later.
    VaesAvx512(aria_x86::VaesAvx512) U32 if any(target_arch = "x86", target_arch = "x86_64");
    /// AES on 256-bit vectors, 16 blocks at a time: Zen 3, Alder Lake and later.
    VaesAvx2(aria_x86::VaesAvx2) U16 if any(target_arch = "x86", target_arch = "x86_64");
    /// AES on 128-bit vectors, 8 blocks at a time: Sandy Bridge and later.
    AesNi(aria_x86::AesAvx) U8 if any(target_arch = "x86", target_arch = "x86_64");
    /// The same without AVX: Westmere, Goldmont.
    AesNiSse(aria_x86::AesSse) U8 if any(target_arch = "x86", target_arch = "x86_64");
    /// NEON with AES, 8 blocks at a time: most 64-bit Arm CPUs, but for the Raspberry Pi up to 4.
    NeonAes(aria_arm::NeonAes) U8 if all(target_arch = "aarch64", target_endian = "little", target_feature = "neon");
}

/// The job of showing blocks to a visitor.
#[allow(dead_code)] // there are CPUs without AES instructions
struct Visit<'k, D, Width, T> {
    keys: RoundKeys<'k>,
    visitor: T,
    direction: PhantomData<(D, Width)>,
}

impl<D: Direction, Width: ArraySize, T: Visitor> AesJob for Visit<'_, D, Width, T> {
    type Output = T::Output;
    #[inline(always)]
    fn call<I: AesIsa, const N: usize, V: AesRound<N, Isa = I>, W: AesRound<16, Isa = I>>(
        self,
        isa: I,
    ) -> T::Output {
        self.visitor.visit::<_, Width>(Blocks::<I, D, N, V, W>::new(isa, self.keys))
    }
}

/// The blocks of one key in one direction, as seen from inside a job.
pub(crate) struct Blocks<'k, I, D, const N: usize, V, W> {
    isa: I,
    keys: RoundKeys<'k>,
    types: PhantomData<(D, V, W)>,
}

impl<'k, I, D, const N: usize, V, W> Blocks<'k, I, D, N, V, W> {
    #[inline(always)]
    pub(crate) fn new(isa: I, keys: RoundKeys<'k>) -> Self {
        Self { isa, keys, types: PhantomData }
    }
}

impl<I, D, const N: usize, V, W> ParBlocks for Blocks<'_, I, D, N, V, W>
where
    I: AesIsa,
    D: Direction,
    V: AesRound<N, Isa = I>,
    W: AesRound<16, Isa = I>,
{
    #[inline(always)]
    fn width(&self) -> usize {
        ABREAST * N / 16
    }
    #[inline(always)]
    fn pads(&self) -> bool {
        false
    }
    #[inline(always)]
    fn ecb(&self, text: InOut<'_>) {
        jobs::whole::<I, D, N, V, W, _>(self.isa, &self.keys, text, Ecb);
    }
    #[inline(always)]
    fn cbc_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        jobs::whole::<I, D, N, V, W, _>(self.isa, &self.keys, text, CbcDecrypt(previous));
    }
    #[inline(always)]
    fn cfb_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        jobs::whole::<I, D, N, V, W, _>(self.isa, &self.keys, text, CfbDecrypt(previous));
    }
    #[inline(always)]
    fn xts(&self, tweak: &mut Block, text: InOut<'_>) {
        jobs::whole::<I, D, N, V, W, _>(self.isa, &self.keys, text, Xts(tweak));
    }
    #[inline(always)]
    fn cbc_encrypt(&self, previous: &mut Block, text: InOut<'_>) {
        jobs::serial::<I, D, W>(self.isa, &self.keys, SerialJob::CbcEncrypt, previous, text);
    }
    #[inline(always)]
    fn cfb_encrypt(&self, previous: &mut Block, text: InOut<'_>) {
        jobs::serial::<I, D, W>(self.isa, &self.keys, SerialJob::CfbEncrypt, previous, text);
    }
    #[inline(always)]
    fn ofb(&self, previous: &mut Block, text: InOut<'_>) {
        jobs::serial::<I, D, W>(self.isa, &self.keys, SerialJob::Ofb, previous, text);
    }
    /// Where the next counter is still of the same [run](jobs::run).
    #[inline(always)]
    fn ctr(&self, counter: &mut Counter, text: InOut<'_>) {
        let (job, blocks) = (Ctr::new(counter), text.len());
        jobs::whole::<I, D, N, V, W, _>(self.isa, &self.keys, text, job);
        counter.advance_low(blocks as u64);
    }
}
