//! From kernels that take whole batches to [`ParBlocks`] that takes any number of blocks.
use super::keys::KeyWords;
use crate::{Block, Counter, InOut, ParBlocks};

/// The widest batch of any kernel, in blocks.
pub const MAX_WIDTH: usize = 64;

/// One width on one instruction set. `batches` holds a multiple of `WIDTH` blocks; what is over
/// is left alone.
pub trait Kernel: Copy {
    /// The name, as in `vaes-avx2`.
    const NAME: &'static str;
    /// Blocks in a batch, at most [`MAX_WIDTH`].
    const WIDTH: usize;
    /// A byte of a round key as the kernel wants it: [`super::Substitution::fold_byte`].
    fn fold_byte(round: usize, last: bool, i: usize, key: u8) -> u8;
    /// `out[i] = C(in[i])`.
    fn ecb(self, keys: &[KeyWords], batches: InOut<'_>);
    /// `out[i] = C(in[i]) ^ in[i - 1]`, with `previous` as `in[-1]`.
    fn cbc_decrypt(self, keys: &[KeyWords], previous: &Block, batches: InOut<'_>);
    /// `out[i] = C(in[i - 1]) ^ in[i]`, with `previous` as `in[-1]`.
    fn cfb_decrypt(self, keys: &[KeyWords], previous: &Block, batches: InOut<'_>);
    /// `out[i] = C(counter + i) ^ in[i]`.
    fn ctr(self, keys: &[KeyWords], counter: &Counter, batches: InOut<'_>);
}

/// A kernel and the keys of one direction.
#[derive(Clone, Copy)]
pub struct Sliced<'k, K> {
    kernel: K,
    keys: &'k [KeyWords],
}

impl<'k, K: Kernel> Sliced<'k, K> {
    /// `keys` are those of [`super::SlicedKeys::words`].
    #[inline]
    pub fn new(kernel: K, keys: &'k [KeyWords]) -> Self {
        Self { kernel, keys }
    }

    /// Hands whole batches to `job`, and the rest, padded to a batch in a buffer of its own.
    #[inline]
    fn in_batches(text: InOut<'_>, mut job: impl FnMut(InOut<'_>)) {
        let whole = text.len() - text.len() % K::WIDTH;
        let (batches, mut rest) = text.split_at(whole);
        if !batches.is_empty() {
            job(batches);
        }
        if !rest.is_empty() {
            let mut padded = [[0; 16]; MAX_WIDTH];
            let n = rest.len();
            padded[..n].copy_from_slice(rest.input());
            job(InOut::from(&mut padded[..K::WIDTH]));
            rest.output().copy_from_slice(&padded[..n]);
        }
    }
}

impl<K: Kernel> ParBlocks for Sliced<'_, K> {
    #[inline]
    fn width(&self) -> usize {
        K::WIDTH
    }

    fn ecb(&self, text: InOut<'_>) {
        Self::in_batches(text, |batches| self.kernel.ecb(self.keys, batches));
    }

    fn cbc_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        let last = text.input().last().copied();
        let mut before = *previous;
        Self::in_batches(text, |batches| {
            let next = batches.input().last().copied();
            self.kernel.cbc_decrypt(self.keys, &before, batches);
            before = next.unwrap_or(before);
        });
        *previous = last.unwrap_or(*previous);
    }

    fn cfb_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        let last = text.input().last().copied();
        let mut before = *previous;
        Self::in_batches(text, |batches| {
            let next = batches.input().last().copied();
            self.kernel.cfb_decrypt(self.keys, &before, batches);
            before = next.unwrap_or(before);
        });
        *previous = last.unwrap_or(*previous);
    }

    fn ctr(&self, counter: &mut Counter, text: InOut<'_>) {
        let n = text.len();
        let mut next = *counter;
        Self::in_batches(text, |batches| {
            let now = next;
            next.advance(batches.len() as u128);
            self.kernel.ctr(self.keys, &now, batches);
        });
        counter.advance(n as u128);
    }
}
