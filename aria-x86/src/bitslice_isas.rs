//! From one line to a kernel of planes in vectors: the token, its detection, and its entry points.
//!
//! `aria-arm` compiles this very file as a module of its own, as it does `isas.rs`.

// What the macro names, for its user to import along with it.
pub(crate) use crate::{Features, text::RawText, token::Token};
pub(crate) use aria_core::{
    Block, Counter, InOut,
    bitslice::{
        RoundMasks, Word,
        batch::{self, WordVector},
        par::Kernel,
    },
};

macro_rules! kernels {
    ($($(#[$doc:meta])* $Token:ident, $name:literal: $N:literal bytes, few $few:literal, $Vector:ident, $module:ident, [$($feature:literal),+];)*) => {
        /// The entry points.
        pub mod kernels {
            use super::*;

            $(
                $(#[$doc])*
                ///
                /// The value proves that the CPU has the features.
                #[derive(Clone, Copy, Debug, PartialEq, Eq)]
                pub struct $Token(());

                // SAFETY: the field is private to this module, and only `detect` makes a value.
                unsafe impl Token for $Token {
                    const FEATURES: Features = Features::all(&[$($feature),+]);
                }

                impl $Token {
                    /// The token, if this CPU has the features.
                    #[inline]
                    pub fn detect() -> Option<Self> {
                        Features::detect().contains(<Self as Token>::FEATURES).then_some(Self(()))
                    }
                }

                /// Compiled with the features of the token.
                mod $module {
                    use super::*;
                    type V = $Vector<$Token>;

                    #[target_feature($(enable = $feature),+)]
                    pub(super) fn ecb(isa: $Token, keys: &[RoundMasks], text: RawText<'_, $N>) {
                        batch::ecb::<$N, V>(isa, keys, text);
                    }
                    #[target_feature($(enable = $feature),+)]
                    pub(super) fn cbc_decrypt(isa: $Token, keys: &[RoundMasks], previous: &Block, text: RawText<'_, $N>) {
                        batch::cbc_decrypt::<$N, V>(isa, keys, previous, text);
                    }
                    #[target_feature($(enable = $feature),+)]
                    pub(super) fn cfb_decrypt(isa: $Token, keys: &[RoundMasks], previous: &Block, text: RawText<'_, $N>) {
                        batch::cfb_decrypt::<$N, V>(isa, keys, previous, text);
                    }
                    #[target_feature($(enable = $feature),+)]
                    pub(super) fn ctr(isa: $Token, keys: &[RoundMasks], counter: &Counter, text: RawText<'_, $N>) {
                        batch::ctr::<$N, V>(isa, keys, counter, text);
                    }
                }

                impl Kernel for $Token {
                    const NAME: &'static str = $name;
                    const WIDTH: usize = 8 * $N;
                    const FEW: usize = $few;
                    #[inline]
                    fn ecb(self, keys: &[RoundMasks], batches: InOut<'_>) {
                        // SAFETY: the token proves the features that the entry point is compiled with.
                        unsafe { $module::ecb(self, keys, RawText::new(batches)) }
                    }
                    #[inline]
                    fn cbc_decrypt(self, keys: &[RoundMasks], previous: &Block, batches: InOut<'_>) {
                        // SAFETY: as above.
                        unsafe { $module::cbc_decrypt(self, keys, previous, RawText::new(batches)) }
                    }
                    #[inline]
                    fn cfb_decrypt(self, keys: &[RoundMasks], previous: &Block, batches: InOut<'_>) {
                        // SAFETY: as above.
                        unsafe { $module::cfb_decrypt(self, keys, previous, RawText::new(batches)) }
                    }
                    #[inline]
                    fn ctr(self, keys: &[RoundMasks], counter: &Counter, batches: InOut<'_>) {
                        // SAFETY: as above.
                        unsafe { $module::ctr(self, keys, counter, RawText::new(batches)) }
                    }
                }
            )*
        }
    };
}
pub(crate) use kernels;
