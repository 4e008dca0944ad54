//! One direction under one key on one backend.
use crate::{
    Backend,
    backend::{Keys, Visitor},
};
use aria_core::{Block, Counter, InOut, ParBlocks, schedule::padded, wipe::wipe};

/// ARIA in one direction under one key. `RK` is the number of round keys: 13, 15 or 17.
///
/// A [`ParBlocks`]: what the modes of `block-modes-par` take.
#[derive(Clone)]
pub struct Keyed<const RK: usize> {
    backend: Backend,
    keys: Keys<RK>,
}

impl<const RK: usize> Keyed<RK> {
    /// Room for a key on a backend.
    #[inline]
    pub(crate) const fn room(backend: Backend) -> Self {
        Self { backend, keys: Keys::ROOM }
    }

    /// Writes the keys of the directions that are asked for, into room made for the same backend.
    #[inline]
    pub(crate) fn set_up(
        backend: Backend,
        key: &[u8],
        encrypt: Option<&mut Self>,
        decrypt: Option<&mut Self>,
    ) {
        let mut padded = padded(key);
        let [encrypt, decrypt] = [encrypt, decrypt].map(|keyed| Some(&mut keyed?.keys));
        backend.set_up(&padded, encrypt, decrypt);
        wipe(padded.as_flattened_mut());
    }

    /// The backend chosen when the key was set up.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    #[inline(always)]
    pub(crate) fn visit<T: Visitor>(&self, visitor: T) -> T::Output {
        self.backend.visit(&self.keys, visitor)
    }
}

/// Forwards a method of [`ParBlocks`] to the backend.
macro_rules! forward {
    ($self:ident.$method:ident($($arg:ident: $type:ty),*) $(-> $output:ty)?) => {{
        struct Call<'a, 'b>($($type,)* core::marker::PhantomData<(&'a (), &'b ())>);
        impl<'a, 'b> Visitor for Call<'a, 'b> {
            type Output = forward!(@output $($output)?);
            #[inline(always)]
            fn visit<P: ParBlocks, Width: cipher::array::ArraySize>(self, blocks: P) -> Self::Output {
                let Self($($arg,)* _) = self;
                blocks.$method($($arg),*)
            }
        }
        $self.visit(Call($($arg,)* core::marker::PhantomData))
    }};
    (@output) => { () };
    (@output $output:ty) => { $output };
}

impl<const RK: usize> ParBlocks for Keyed<RK> {
    fn width(&self) -> usize {
        forward!(self.width() -> usize)
    }
    fn ecb(&self, text: InOut<'_>) {
        forward!(self.ecb(text: InOut<'a>))
    }
    fn cbc_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        forward!(self.cbc_decrypt(previous: &'b mut Block, text: InOut<'a>))
    }
    fn cfb_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        forward!(self.cfb_decrypt(previous: &'b mut Block, text: InOut<'a>))
    }
    fn ctr(&self, counter: &mut Counter, text: InOut<'_>) {
        forward!(self.ctr(counter: &'b mut Counter, text: InOut<'a>))
    }
    fn cbc_encrypt(&self, previous: &mut Block, text: InOut<'_>) {
        forward!(self.cbc_encrypt(previous: &'b mut Block, text: InOut<'a>))
    }
    fn cfb_encrypt(&self, previous: &mut Block, text: InOut<'_>) {
        forward!(self.cfb_encrypt(previous: &'b mut Block, text: InOut<'a>))
    }
    fn ofb(&self, previous: &mut Block, text: InOut<'_>) {
        forward!(self.ofb(previous: &'b mut Block, text: InOut<'a>))
    }
}

impl<const RK: usize> core::fmt::Debug for Keyed<RK> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Keyed").field("backend", &self.backend.name()).finish_non_exhaustive()
    }
}
