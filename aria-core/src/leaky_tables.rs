//! ARIA with S-boxes in tables of 1 KiB: small and quick, and constant time on no CPU with a cache.
//!
//! **A look-up takes as long as its address says** where a data cache, or an accelerator or prefetcher of flash
//! memory, lies between core and table; whoever measures that learns the key. Use this on a microcontroller
//! that has neither (or copies the tables to tightly coupled memory), and where [`small`](crate::small) is too slow.
//! Therefore it must be asked for, by the feature `leaky-tables`, and no other part of the library uses it.
//!
//! ```text
//! 4 words of 4 bytes -> look-up of each byte -> sums within words -> sums of words -> bytes change words -> sums of words
//! ```
//!
//! The last four are the diffusion layer as the product of sparse maps on words of 32 bits.
use crate::{
    Block, InOut, ParBlocks, schedule,
    soft::{Aria, KeyForm},
    tables::{S1, S2, X1, X2},
    wipe::wipe,
};

/// ARIA with a key of 128 bits.
pub type Aria128 = Aria<13, Keys<13>>;
/// ARIA with a key of 192 bits.
pub type Aria192 = Aria<15, Keys<15>>;
/// ARIA with a key of 256 bits.
pub type Aria256 = Aria<17, Keys<17>>;

/// A block as words, least significant byte first.
type Words = [u32; 4];

static TABLES: [[u8; 256]; 4] = [S1, S2, X1, X2];

fn words(block: &Block) -> Words {
    let mut words = [0; 4];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    words
}

fn block(words: Words) -> Block {
    let mut block = [0; 16];
    for (bytes, word) in block.as_chunks_mut().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
    block
}

/// The substitution layer; the first byte of a word goes through table `first`.
#[inline(always)]
fn substitute(x: &mut Words, first: usize) {
    for word in x {
        let [a, b, c, d] = word.to_le_bytes();
        let look_up = |t: usize, byte: u8| TABLES[(first + t) % 4][usize::from(byte)];
        *word = u32::from_le_bytes([look_up(0, a), look_up(1, b), look_up(2, c), look_up(3, d)]);
    }
}

/// The diffusion layer.
#[inline(always)]
fn diffuse([a, b, c, d]: Words) -> Words {
    fn within(word: u32) -> u32 {
        word.rotate_left(8) ^ word.rotate_left(16) ^ word.rotate_left(24)
    }
    fn across([a, b, c, d]: Words) -> Words {
        let (ab, cd) = (a ^ b, c ^ d);
        [ab ^ c, a ^ cd, ab ^ d, b ^ cd]
    }
    let [a, b, c, d] = across([within(a), within(b), within(c), within(d)]);
    across([a, b.swap_bytes().rotate_left(16), c.rotate_left(16), d.swap_bytes()])
}

/// The round keys of one direction.
#[derive(Clone)]
pub struct Keys<const RK: usize>([Words; RK]);

impl<const RK: usize> KeyForm<RK> for Keys<RK> {
    fn from_round_keys(keys: &[Block; RK]) -> Self {
        let mut all = [[0; 4]; RK];
        for (to, from) in all.iter_mut().zip(keys) {
            *to = words(from);
        }
        Self(all)
    }

    fn round_keys(key: &[Block; 2]) -> [Block; RK] {
        schedule::round_keys(key, |bytes, even| {
            let mut x = words(&bytes);
            substitute(&mut x, 2 * usize::from(even));
            block(diffuse(x))
        })
    }
}

impl<const RK: usize> Keys<RK> {
    #[inline(never)]
    fn one(&self, input: &Block) -> Block {
        let mut x = words(input);
        for (round, key) in self.0.iter().enumerate() {
            for (x, key) in x.iter_mut().zip(key) {
                *x ^= key;
            }
            if round + 1 == RK {
                break;
            }
            substitute(&mut x, 2 * (round % 2));
            if round + 2 < RK {
                x = diffuse(x);
            }
        }
        block(x)
    }
}

impl<const RK: usize> ParBlocks for &Keys<RK> {
    fn width(&self) -> usize {
        1
    }

    fn ecb(&self, mut text: InOut<'_>) {
        while !text.is_empty() {
            let (mut now, rest) = text.split_at(1);
            let out = self.one(&now.input()[0]);
            now.output()[0] = out;
            text = rest;
        }
    }
}

impl<const RK: usize> Drop for Keys<RK> {
    fn drop(&mut self) {
        wipe(self.0.as_flattened_mut());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_of_words_are_the_diffusion_layer() {
        for bit in 0..128 {
            let x = (1u128 << bit).to_le_bytes();
            assert_eq!(block(diffuse(words(&x))), crate::diffusion::diffuse(x));
        }
    }
}
