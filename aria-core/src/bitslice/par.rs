//! From kernels that take whole batches to [`ParBlocks`] that takes any number of blocks.
use super::RoundMasks;
use crate::{Block, Counter, InOut, ParBlocks, soft};

/// The widest batch of any kernel, in blocks.
pub const MAX_WIDTH: usize = 256;

/// Planes of one width on one instruction set. `batches` holds a multiple of `WIDTH` blocks; what is over
/// is left alone.
pub trait Kernel: Copy {
    /// The name, as in `bitslice-avx2`.
    const NAME: &'static str;
    /// Blocks in a batch, at most [`MAX_WIDTH`].
    const WIDTH: usize;
    /// Up to this many blocks, words of the CPU are at least as fast as a whole batch.
    const FEW: usize;
    /// `out[i] = C(in[i])`.
    fn ecb(self, keys: &[RoundMasks], batches: InOut<'_>);
    /// `out[i] = C(in[i]) ^ in[i - 1]`, with `previous` as `in[-1]`.
    fn cbc_decrypt(self, keys: &[RoundMasks], previous: &Block, batches: InOut<'_>);
    /// `out[i] = C(in[i - 1]) ^ in[i]`, with `previous` as `in[-1]`.
    fn cfb_decrypt(self, keys: &[RoundMasks], previous: &Block, batches: InOut<'_>);
    /// `out[i] = C(counter + i) ^ in[i]`.
    fn ctr(self, keys: &[RoundMasks], counter: &Counter, batches: InOut<'_>);
}

/// A kernel and the keys of one direction.
///
/// ```text
/// any number of blocks = whole batches | a rest: few enough? in words of the CPU
///                                               | else: padded to a batch in a buffer of its own
/// ```
#[derive(Clone, Copy)]
pub struct Bitsliced<'k, K, const RK: usize> {
    kernel: K,
    keys: &'k soft::Keys<RK>,
}

impl<'k, K: Kernel, const RK: usize> Bitsliced<'k, K, RK> {
    /// The keys serve every kernel.
    #[inline]
    pub fn new(kernel: K, keys: &'k soft::Keys<RK>) -> Self {
        Self { kernel, keys }
    }

    /// Hands whole batches to `wide`, and the rest to `few`, or to `wide` after padding. `wide` is told how many
    /// blocks count; both are given what is carried from one to the other.
    #[inline(always)]
    fn plan<C>(
        &self,
        carried: &mut C,
        text: InOut<'_>,
        wide: impl Fn(&mut C, &[RoundMasks], InOut<'_>, usize),
        few: impl FnOnce(&&'k soft::Keys<RK>, &mut C, InOut<'_>),
    ) {
        let keys = self.keys.masks();
        let whole = text.len() - text.len() % K::WIDTH;
        let (batches, mut rest) = text.split_at(whole);
        if !batches.is_empty() {
            wide(carried, keys, batches, whole);
        }
        let n = rest.len();
        if n > K::FEW {
            let mut padded = [[0; 16]; MAX_WIDTH];
            padded[..n].copy_from_slice(rest.input());
            wide(carried, keys, InOut::from(&mut padded[..K::WIDTH]), n);
            rest.output().copy_from_slice(&padded[..n]);
        } else if n > 0 {
            few(&self.keys, carried, rest);
        }
    }
}

impl<K: Kernel, const RK: usize> ParBlocks for Bitsliced<'_, K, RK> {
    #[inline]
    fn width(&self) -> usize {
        K::WIDTH
    }

    fn ecb(&self, text: InOut<'_>) {
        let wide = |_: &mut (), keys: &[RoundMasks], batches: InOut<'_>, _| self.kernel.ecb(keys, batches);
        self.plan(&mut (), text, wide, |keys, (), rest| keys.ecb(rest));
    }

    fn cbc_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        let wide = |previous: &mut Block, keys: &[RoundMasks], batches: InOut<'_>, n: usize| {
            let next = batches.input()[n - 1];
            self.kernel.cbc_decrypt(keys, previous, batches);
            *previous = next;
        };
        self.plan(previous, text, wide, ParBlocks::cbc_decrypt);
    }

    fn cfb_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        let wide = |previous: &mut Block, keys: &[RoundMasks], batches: InOut<'_>, n: usize| {
            let next = batches.input()[n - 1];
            self.kernel.cfb_decrypt(keys, previous, batches);
            *previous = next;
        };
        self.plan(previous, text, wide, ParBlocks::cfb_decrypt);
    }

    fn ctr(&self, counter: &mut Counter, text: InOut<'_>) {
        let wide = |counter: &mut Counter, keys: &[RoundMasks], batches: InOut<'_>, n: usize| {
            self.kernel.ctr(keys, counter, batches);
            counter.advance(n as u128);
        };
        self.plan(counter, text, wide, ParBlocks::ctr);
    }
}
