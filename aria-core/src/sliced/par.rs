//! From kernels that take whole batches to [`ParBlocks`] that takes any number of blocks.
use super::{
    keys::{KeyMut, KeyRef, KeyWords},
    natural::KeyPair,
};
use crate::{Block, Counter, InOut, ParBlocks, par_blocks::by_ecb};

/// The widest batch of any kernel, in blocks.
pub const MAX_WIDTH: usize = 64;

/// One width on one instruction set. `batches` holds a multiple of `WIDTH` blocks; what is over
/// is left alone.
pub trait Kernel: Copy {
    /// The name, as in `vaes-avx2`.
    const NAME: &'static str;
    /// Blocks in a batch, at most [`MAX_WIDTH`].
    const WIDTH: usize;
    /// Writes the round keys that are asked for, from a key that is padded with zeros.
    fn set_up(self, key: &[Block; 2], encrypt: Option<KeyMut<'_>>, decrypt: Option<KeyMut<'_>>);
    /// Up to this many blocks, [`Kernel::few`] is at least as fast as a whole batch.
    const FEW: usize;
    /// `out[i] = C(in[i])` for any number of blocks, in natural layout.
    fn few(self, keys: &[KeyPair], text: InOut<'_>);
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
///
/// ```text
/// any number of blocks = whole batches | a rest: few enough? in natural layout
///                                               | else: padded to a batch in a buffer of its own
/// ```
#[derive(Clone, Copy)]
pub struct Sliced<'k, K> {
    kernel: K,
    keys: KeyRef<'k>,
}

/// The same in natural layout only; the modes are those on top of ECB, with a small buffer.
struct Few<'k, K>(Sliced<'k, K>);

impl<K: Kernel> ParBlocks for Few<'_, K> {
    fn width(&self) -> usize {
        1
    }
    #[inline]
    fn ecb(&self, text: InOut<'_>) {
        self.0.kernel.few(self.0.keys.pairs, text);
    }
    fn cbc_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        by_ecb::cbc_decrypt::<8>(self, previous, text);
    }
    fn cfb_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        by_ecb::cfb_decrypt::<8>(self, previous, text);
    }
    fn ctr(&self, counter: &mut Counter, text: InOut<'_>) {
        by_ecb::ctr::<8>(self, counter, text);
    }
}

impl<'k, K: Kernel> Sliced<'k, K> {
    /// `keys` must have been set up for `K` or a kernel of the same substitution.
    #[inline]
    pub fn new(kernel: K, keys: KeyRef<'k>) -> Self {
        Self { kernel, keys }
    }

    /// Hands whole batches to `wide`, and the rest to `few`, or to `wide` after padding.
    #[inline(always)]
    fn plan(text: InOut<'_>, mut wide: impl FnMut(InOut<'_>), few: impl FnOnce(InOut<'_>)) {
        let whole = text.len() - text.len() % K::WIDTH;
        let (batches, mut rest) = text.split_at(whole);
        if !batches.is_empty() {
            wide(batches);
        }
        let n = rest.len();
        if n > K::FEW {
            let mut padded = [[0; 16]; MAX_WIDTH];
            padded[..n].copy_from_slice(rest.input());
            wide(InOut::from(&mut padded[..K::WIDTH]));
            rest.output().copy_from_slice(&padded[..n]);
        } else if n > 0 {
            few(rest);
        }
    }

    /// A mode in which a block meets the one before: `wide` on batches, `few` on a small rest.
    #[inline]
    fn chained(
        &self,
        previous: &mut Block,
        text: InOut<'_>,
        wide: impl Fn(K, &[KeyWords], &Block, InOut<'_>),
        few: impl FnOnce(&Few<'k, K>, &mut Block, InOut<'_>),
    ) {
        let last = text.input().last().copied();
        let before = core::cell::Cell::new(*previous);
        Self::plan(
            text,
            |batches| {
                let next = batches.input().last().copied();
                wide(self.kernel, self.keys.words, &before.get(), batches);
                before.set(next.unwrap_or_default());
            },
            |rest| few(&Few(*self), &mut before.get(), rest),
        );
        *previous = last.unwrap_or(*previous);
    }
}

impl<K: Kernel> ParBlocks for Sliced<'_, K> {
    #[inline]
    fn width(&self) -> usize {
        K::WIDTH
    }

    #[inline(always)]
    fn ecb(&self, text: InOut<'_>) {
        Self::plan(
            text,
            |batches| self.kernel.ecb(self.keys.words, batches),
            |rest| self.kernel.few(self.keys.pairs, rest),
        );
    }

    fn cbc_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        self.chained(previous, text, K::cbc_decrypt, Few::cbc_decrypt);
    }

    fn cfb_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        self.chained(previous, text, K::cfb_decrypt, Few::cfb_decrypt);
    }

    fn ctr(&self, counter: &mut Counter, text: InOut<'_>) {
        let n = text.len();
        let next = core::cell::Cell::new(*counter);
        Self::plan(
            text,
            |batches| {
                let now = next.get();
                let mut after = now;
                after.advance(batches.len() as u128);
                next.set(after);
                self.kernel.ctr(self.keys.words, &now, batches);
            },
            |rest| Few(*self).ctr(&mut next.get(), rest),
        );
        counter.advance(n as u128);
    }
}
