//! From one line to an instruction set that runs AES jobs: one entry point, generic over the job, which is
//! inlined into it. Like `isas.rs`, this file knows no instruction set, and `aria-arm` compiles it, too.

// What the macro names, for its user to import along with it.
pub(crate) use crate::{Features, Token, text::RawText};
pub(crate) use aria_core::{
    InOut,
    aes_round::{AesIsa, AesJob},
};

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
pub(crate) use aes_isas;
