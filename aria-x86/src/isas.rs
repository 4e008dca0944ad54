//! From one line to a kernel: the token, its detection, the features its entry points are compiled
//! with, and those entry points.
//!
//! `crate::` in here is the architecture crate: this file, `aes_isas.rs`, `token.rs`, `text.rs` and `set.rs` know
//! no instruction set, and `aria-arm` compiles these very files as modules of its own.

// What the macro names, for its user to import along with it.
pub(crate) use crate::{Features, Token, text::RawText};
pub(crate) use aria_core::{
    Block, Counter, InOut,
    sliced::{
        Kernel, jobs,
        keys::{KeyMut, KeyWords},
        natural::{self, KeyPair},
        set_up,
    },
};

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
        }

        impl $Token {
            /// The token, if this CPU has the features.
            #[inline]
            pub fn detect() -> Option<Self> {
                Features::detect().contains(<Self as Token>::FEATURES).then_some(Self(()))
            }
        }

        /// The entry points, compiled with the features of the token.
        mod $module {
            use super::*;
            type V = $Vector<$Token>;

            #[target_feature($(enable = $feature),+)]
            pub(super) fn set_up(isa: $Token, key: &[Block; 2], encrypt: Option<KeyMut<'_>>, decrypt: Option<KeyMut<'_>>) {
                set_up::set_up::<$N, V, $Substitution, $F, $Few<$Token>, U8x16<$Token>>(isa, key, encrypt, decrypt);
            }

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
            #[inline]
            fn set_up(self, key: &[Block; 2], encrypt: Option<KeyMut<'_>>, decrypt: Option<KeyMut<'_>>) {
                // SAFETY: the token proves the features that the entry point is compiled with.
                unsafe { $module::set_up(self, key, encrypt, decrypt) }
            }
            const FEW: usize = $few;
            #[inline]
            fn few(self, keys: &[KeyPair], text: InOut<'_>) {
                let whole = text.len() * 16 / $F * $F / 16;
                let (vectors, rest) = text.split_at(whole);
                // SAFETY: as above.
                unsafe { $module::few(self, keys, RawText::new(vectors), RawText::new(rest)) }
            }
            #[inline]
            fn ecb(self, keys: &[KeyWords], batches: InOut<'_>) {
                // SAFETY: as above.
                unsafe { $module::ecb(self, keys, RawText::new(batches)) }
            }
            #[inline]
            fn cbc_decrypt(self, keys: &[KeyWords], previous: &Block, batches: InOut<'_>) {
                // SAFETY: as above.
                unsafe { $module::cbc_decrypt(self, keys, previous, RawText::new(batches)) }
            }
            #[inline]
            fn cfb_decrypt(self, keys: &[KeyWords], previous: &Block, batches: InOut<'_>) {
                // SAFETY: as above.
                unsafe { $module::cfb_decrypt(self, keys, previous, RawText::new(batches)) }
            }
            #[inline]
            fn ctr(self, keys: &[KeyWords], counter: &Counter, batches: InOut<'_>) {
                // SAFETY: as above.
                unsafe { $module::ctr(self, keys, counter, RawText::new(batches)) }
            }
        }
    )* };
}
pub(crate) use isas;
