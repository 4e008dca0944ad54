//! Round keys in the form the byte-sliced kernel reads, made once per key.
use super::{
    Kernel,
    natural::{KeyPair, key_pair},
};
use crate::{Block, wipe::wipe};

/// One round key, each byte four times over, so that a broadcast load of 32 bits fills a slice.
pub type KeyWords = [u32; 16];

/// The round keys of one direction, folded into the substitution of a backend.
///
/// A round is substitution, diffusion A, then the next round's key k. Since A is linear and its own
/// inverse, A(k) before the diffusion does the same, where AES instructions add it for nothing. And
/// A(k) is at hand: the round keys of the other direction are just that, in reverse. So what is
/// folded here is the other direction's schedule read backwards.
#[derive(Clone)]
pub struct SlicedKeys<const RK: usize> {
    words: [KeyWords; RK],
    pairs: [KeyPair; RK],
}

impl<const RK: usize> SlicedKeys<RK> {
    /// From the round keys of the other direction, for kernel `K` and all others of its substitution.
    pub fn fold<K: Kernel>(opposite: &[Block; RK]) -> Self {
        let mut keys = Self { words: [[0; 16]; RK], pairs: [[[0; 16]; 2]; RK] };
        for (round, key) in opposite.iter().rev().enumerate() {
            let mut folded = core::array::from_fn(|i| K::fold_byte(round, round == RK - 1, i, key[i]));
            keys.words[round] = folded.map(|byte| u32::from(byte) * 0x0101_0101);
            keys.pairs[round] = key_pair(round == 0, &folded);
            wipe(&mut folded);
        }
        keys
    }

    /// A borrowed view.
    #[inline(always)]
    pub fn as_ref(&self) -> KeyRef<'_> {
        KeyRef { words: &self.words, pairs: &self.pairs }
    }
}

/// The round keys that kernels read: the whitening key, then one a round, in either layout.
#[derive(Clone, Copy)]
pub struct KeyRef<'k> {
    /// For slices.
    pub words: &'k [KeyWords],
    /// For natural layout.
    pub pairs: &'k [KeyPair],
}

impl<const RK: usize> Drop for SlicedKeys<RK> {
    fn drop(&mut self) {
        wipe(self.words.as_flattened_mut());
        wipe(self.pairs.as_flattened_mut().as_flattened_mut());
    }
}
