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
        Job, Kernel, Narrow, SerialJob, Text, jobs,
        keys::{KeyMut, KeyWords},
        natural::{self, KeyPair},
        set_up,
    },
};

/// Functions compiled with features.
macro_rules! with_features {
    ($features:tt $(fn $name:ident($($arg:ident: $type:ty),*) $body:block)*) => { $(
        with_features!(@ $features $name ($($arg: $type),*) $body);
    )* };
    (@ [$($feature:literal),+] $name:ident ($($arg:ident: $type:ty),*) $body:block) => {
        #[target_feature($(enable = $feature),+)]
        pub(crate) fn $name($($arg: $type),*) $body
    };
}
pub(crate) use with_features;

/// The entry points for whole batches of one width.
macro_rules! batches {
    ($Token:ident, $N:literal, $Vector:ident, $Substitution:ident, $features:tt) => {
        with_features! { $features
            fn ecb(isa: $Token, keys: &[KeyWords], text: RawText<'_, $N>) {
                jobs::ecb::<$N, $Vector<$Token>, $Substitution>(isa, keys, text);
            }
            fn cbc_decrypt(isa: $Token, keys: &[KeyWords], previous: &Block, text: RawText<'_, $N>) {
                jobs::cbc_decrypt::<$N, $Vector<$Token>, $Substitution>(isa, keys, previous, text);
            }
            fn cfb_decrypt(isa: $Token, keys: &[KeyWords], previous: &Block, text: RawText<'_, $N>) {
                jobs::cfb_decrypt::<$N, $Vector<$Token>, $Substitution>(isa, keys, previous, text);
            }
            fn ctr(isa: $Token, keys: &[KeyWords], counter: &Counter, text: RawText<'_, $N>) {
                jobs::ctr::<$N, $Vector<$Token>, $Substitution>(isa, keys, counter, text);
            }
        }
    };
}
pub(crate) use batches;

/// Enters the entry point for a job.
macro_rules! run_job {
    ($($module:ident)::+, $isa:ident, $keys:ident, $job:ident, $batches:ident) => {{
        let text = RawText::new($batches);
        // SAFETY: the token proves the features that the entry points are compiled with.
        unsafe {
            match $job {
                Job::Ecb => $($module)::+::ecb($isa, $keys, text),
                Job::CbcDecrypt(previous) => $($module)::+::cbc_decrypt($isa, $keys, previous, text),
                Job::CfbDecrypt(previous) => $($module)::+::cfb_decrypt($isa, $keys, previous, text),
                Job::Ctr(counter) => $($module)::+::ctr($isa, $keys, counter, text),
            }
        }
    }};
}
pub(crate) use run_job;

macro_rules! isas {
    ($($(#[$doc:meta])* $Token:ident, $name:literal: $N:literal blocks, $({$($narrow:ident $H:literal in $Narrow:ident then few $then:literal),+} after wide $after:literal,)? few $few:literal in $Few:ident of $F:literal, $Vector:ident, $Substitution:ident, $module:ident, $features:tt;)*) => { $(
        $(#[$doc])*
        ///
        /// The value proves that the CPU has the features.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $Token(());

        // SAFETY: the field is private to this module, and only `detect` makes a value.
        unsafe impl Token for $Token {
            const FEATURES: Features = Features::all(&$features);
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

            with_features! { $features
                fn set_up(isa: $Token, key: &[Block; 2], encrypt: Option<KeyMut<'_>>, decrypt: Option<KeyMut<'_>>) {
                    set_up::set_up::<$N, $Vector<$Token>, $Substitution, $F, $Few<$Token>, U8x16<$Token>>(isa, key, encrypt, decrypt);
                }
                fn few(isa: $Token, keys: &[KeyPair], job: Job<'_>, text: RawText<'_, $F>) {
                    if text.blocks() == 1 {
                        natural::few::<16, U8x16<$Token>, $Substitution>(isa, keys, job, text.by());
                    } else {
                        natural::few::<$F, $Few<$Token>, $Substitution>(isa, keys, job, text);
                    }
                }
                fn serial(isa: $Token, keys: &[KeyPair], job: SerialJob, previous: &mut Block, text: RawText<'_, 16>) {
                    natural::serial::<U8x16<$Token>, $Substitution>(isa, keys, job, previous, text);
                }
            }
            batches!($Token, $N, $Vector, $Substitution, $features);
            $($(
                /// The same for narrow batches.
                pub(crate) mod $narrow {
                    use super::*;
                    use aria_core::sliced::{ByteSlice, Substitution};
                    const _: () = assert!(
                        <$Substitution as Substitution<$N, $Vector<$Token>>>::KEYS_FIT_ALL
                            || <$Vector<$Token> as ByteSlice<$N>>::XOR3_IS_ONE == <$Narrow<$Token> as ByteSlice<$H>>::XOR3_IS_ONE,
                        "both widths read the same round keys"
                    );
                    batches!($Token, $H, $Narrow, $Substitution, $features);
                }
            )+)?
        }

        impl Kernel for $Token {
            const NAME: &'static str = $name;
            #[inline]
            fn set_up(self, key: &[Block; 2], encrypt: Option<KeyMut<'_>>, decrypt: Option<KeyMut<'_>>) {
                // SAFETY: the token proves the features that the entry point is compiled with.
                unsafe { $module::set_up(self, key, encrypt, decrypt) }
            }
            const WIDTH: usize = $N;
            #[inline]
            fn wide(self, keys: &[KeyWords], job: Job<'_>, batches: InOut<'_>) {
                run_job!($module, self, keys, job, batches)
            }
            $(
                const NARROW: &'static [Narrow] = &[$(Narrow { width: $H, then_few: $then }),+];
                const NARROW_AFTER_WIDE: bool = $after;
                #[inline(always)]
                fn narrow(self, width: usize, keys: &[KeyWords], job: Job<'_>, batches: InOut<'_>) {
                    match width {
                        $($H => run_job!($module::$narrow, self, keys, job, batches),)+
                        _ => self.wide(keys, job, batches),
                    }
                }
            )?
            const FEW: usize = $few;
            const FEW_AT_ONCE: usize = natural::SIDE_BY_SIDE * $F / 16;
            #[inline]
            fn few(self, keys: &[KeyPair], job: Job<'_>, text: InOut<'_>) {
                // SAFETY: as above.
                unsafe { $module::few(self, keys, job, RawText::new(text)) }
            }
            #[inline]
            fn serial(self, keys: &[KeyPair], job: SerialJob, previous: &mut Block, text: InOut<'_>) {
                // SAFETY: as above.
                unsafe { $module::serial(self, keys, job, previous, RawText::new(text)) }
            }
        }
    )* };
}
pub(crate) use isas;
