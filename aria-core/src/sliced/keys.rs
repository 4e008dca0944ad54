//! Round keys in the form the byte-sliced kernel reads, made once per key.
use super::Kernel;
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
}

impl<const RK: usize> SlicedKeys<RK> {
    /// From the round keys of the other direction, for kernel `K` and all others of its substitution.
    pub fn fold<K: Kernel>(opposite: &[Block; RK]) -> Self {
        let mut words = [[0; 16]; RK];
        for (round, (words, key)) in words.iter_mut().zip(opposite.iter().rev()).enumerate() {
            let last = round == RK - 1;
            for (i, (word, &byte)) in words.iter_mut().zip(key).enumerate() {
                *word = u32::from(K::fold_byte(round, last, i, byte)) * 0x0101_0101;
            }
        }
        Self { words }
    }

    /// The whitening key, then one key a round.
    #[inline(always)]
    pub fn words(&self) -> &[KeyWords] {
        &self.words
    }
}

impl<const RK: usize> Drop for SlicedKeys<RK> {
    fn drop(&mut self) {
        wipe(self.words.as_flattened_mut());
    }
}
