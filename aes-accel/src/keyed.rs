//! One direction under one key on one backend.
use crate::{
    Backend,
    backend::Visitor,
    jobs,
    rounds::{Decrypt, Direction, Encrypt, RoundKeys},
    schedule::Schedule,
};
use aria_core::{Block, Counter, InOut, ParBlocks, in_out::Form, wipe::wipe};
use core::marker::PhantomData;

/// AES in direction `D` under one key. `RK` is the number of round keys: 11, 13 or 15.
///
/// A [`ParBlocks`]: what the modes of `block-modes-par` take. The round keys are wiped on drop.
#[derive(Clone)]
pub struct Keyed<const RK: usize, D> {
    backend: Backend,
    keys: [Block; RK],
    direction: PhantomData<D>,
}

impl<const RK: usize, D> Keyed<RK, D> {
    /// The backend chosen when the key was set up.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    fn from_keys(backend: Backend, keys: [Block; RK]) -> Self {
        Self { backend, keys, direction: PhantomData }
    }
}

impl<const RK: usize> Keyed<RK, Encrypt> {
    /// `key` has `4 * (RK - 7)` bytes.
    pub(crate) fn encrypt(backend: Backend, key: &[u8]) -> Self {
        let mut keyed = Self::from_keys(backend, [[0; 16]; RK]);
        backend.run(Schedule::Expand(key, &mut keyed.keys));
        keyed
    }

    /// The other direction under the same key.
    pub(crate) fn inverse(&self) -> Keyed<RK, Decrypt> {
        let mut keyed = Keyed::from_keys(self.backend, [[0; 16]; RK]);
        self.backend.run(Schedule::Invert(&self.keys, &mut keyed.keys));
        keyed
    }
}

impl<const RK: usize, D: Direction> Keyed<RK, D> {
    #[inline(always)]
    pub(crate) fn visit<T: Visitor>(&self, visitor: T) -> T::Output {
        self.backend.visit::<D, T>(RoundKeys::new(&self.keys), visitor)
    }
}

impl<const RK: usize, D> Drop for Keyed<RK, D> {
    fn drop(&mut self) {
        wipe(self.keys.as_flattened_mut());
    }
}

#[cfg(feature = "zeroize")]
impl<const RK: usize, D> cipher::zeroize::ZeroizeOnDrop for Keyed<RK, D> {}

/// The methods of [`ParBlocks`], each a function per direction that nothing is generic in, so that the
/// kernels are compiled in this crate, once, and not wherever they are used.
///
/// They take a text apart, in two slices: written to memory as a whole and read back in another width, it
/// would hold up the call until the stores of the call before it are done.
///
/// The serial modes have kernels where the cipher encrypts, which is how they are used.
macro_rules! kernels {
    ($D:ident: $($method:ident($($arg:ident: $type:ty)?);)*) => { $(
        #[inline(never)]
        pub(super) fn $method<'a>(
            backend: Backend,
            keys: &[Block],
            $($arg: $type,)?
            input: Option<&'a [Block]>,
            output: &'a mut [Block],
        ) {
            struct Call<'a>($($type,)? InOut<'a>);
            impl Visitor for Call<'_> {
                type Output = ();
                #[inline(always)]
                fn visit<P: ParBlocks, W: cipher::array::ArraySize>(self, blocks: P) {
                    let Self($($arg,)? text) = self;
                    blocks.$method($($arg,)? text);
                }
            }
            let text = match input {
                None => InOut::from(output),
                Some(input) => {
                    let Ok(text) = InOut::apart(input, output) else { return };
                    text
                }
            };
            backend.visit::<$D, _>(RoundKeys::new(keys), Call($($arg,)? text));
        }
    )* };
    ($module:ident $D:ident $($serial:ident)*) => {
        mod $module {
            use super::*;
            kernels! { $D:
                ecb();
                cbc_decrypt(previous: &'a mut Block);
                cfb_decrypt(previous: &'a mut Block);
                ctr(counter: &'a mut Counter);
                xts(tweak: &'a mut Block);
                $($serial(previous: &'a mut Block);)*
            }
        }

        impl<const RK: usize> ParBlocks for Keyed<RK, $D> {
            fn width(&self) -> usize {
                self.backend.width()
            }
            fn pads(&self) -> bool {
                self.backend == Backend::Soft
            }
            #[inline]
            fn ecb(&self, text: InOut<'_>) {
                let (input, output) = apart(text);
                $module::ecb(self.backend, &self.keys, input, output);
            }
            #[inline]
            fn cbc_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
                let (input, output) = apart(text);
                $module::cbc_decrypt(self.backend, &self.keys, previous, input, output);
            }
            #[inline]
            fn cfb_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
                let (input, output) = apart(text);
                $module::cfb_decrypt(self.backend, &self.keys, previous, input, output);
            }
            #[inline]
            fn xts(&self, tweak: &mut Block, text: InOut<'_>) {
                let (input, output) = apart(text);
                $module::xts(self.backend, &self.keys, tweak, input, output);
            }
            $(#[inline]
            fn $serial(&self, previous: &mut Block, text: InOut<'_>) {
                let (input, output) = apart(text);
                $module::$serial(self.backend, &self.keys, previous, input, output);
            })*
            #[inline]
            fn ctr(&self, counter: &mut Counter, text: InOut<'_>) {
                let run = |counter: &mut Counter, text: InOut<'_>| {
                    let (input, output) = apart(text);
                    $module::ctr(self.backend, &self.keys, counter, input, output);
                };
                if text.len() < jobs::run(counter) {
                    run(counter, text);
                } else {
                    jobs::by_runs(counter, text, |mut first, text| run(&mut first, text));
                }
            }
        }
    };
}
kernels!(encryption Encrypt cbc_encrypt cfb_encrypt ofb);
kernels!(decryption Decrypt);

#[inline(always)]
fn apart(text: InOut<'_>) -> (Option<&[Block]>, &mut [Block]) {
    match text.into_form() {
        Form::InPlace(buffer) => (None, buffer),
        Form::Apart(input, output) => (Some(input), output),
    }
}
