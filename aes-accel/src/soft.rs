//! The portable backend: bitsliced, constant time, on any CPU. It shares ARIA's circuits: S1 and X1 of
//! ARIA are the S-box of AES and its inverse.
//!
//! ```text
//! column 0 .. 3 [ byte 0 .. 3 [ bit 0 .. 7 ] ]     each a word: one block in each bit of the word
//! ```
use crate::rounds::{Direction, RoundKeys};
use aria_core::{
    Block, InOut, ParBlocks,
    bitslice::{
        Lanes, Word,
        circuits::{S1, X1, s1, x1},
    },
};
use core::{array::from_fn, marker::PhantomData};

/// The round keys of a direction, in order of use.
#[derive(Clone, Copy)]
pub(crate) struct Soft<'k, D> {
    keys: RoundKeys<'k>,
    direction: PhantomData<D>,
}

impl<'k, D: Direction> Soft<'k, D> {
    pub(crate) fn new(keys: RoundKeys<'k>) -> Self {
        Self { keys, direction: PhantomData }
    }

    fn batches<W: Lanes>(&self, mut text: InOut<'_>) {
        while !text.is_empty() {
            let (mut now, rest) = text.split_at(W::BLOCKS);
            let planes = self.rounds(W::pack(now.input()));
            W::unpack(planes, now.output());
            text = rest;
        }
    }

    /// All rounds on a batch. The constants of the circuits join the keys: the same in every byte, they
    /// pass MixColumns unchanged.
    #[inline(always)]
    fn rounds<W: Word>(&self, mut planes: [W; 128]) -> [W; 128] {
        let constants = if D::DECRYPT { X1 } else { S1 };
        let (before, after) = (constants.input, constants.output);
        let RoundKeys { first, middle, last } = self.keys;
        add_key(&mut planes, first, before);
        for key in middle {
            planes = substitute::<W, D>(&planes);
            mix_columns::<W, D>(&mut planes);
            add_key(&mut planes, key, before ^ after);
        }
        planes = substitute::<W, D>(&planes);
        add_key(&mut planes, last, after);
        planes
    }
}

#[inline(always)]
fn add_key<W: Word>(planes: &mut [W; 128], key: &Block, constant: u8) {
    for (byte, key) in planes.as_chunks_mut::<8>().0.iter_mut().zip(key) {
        for (bit, plane) in byte.iter_mut().enumerate() {
            *plane = *plane ^ W::splat(-(((key ^ constant) >> bit & 1) as i8));
        }
    }
}

/// SubBytes and ShiftRows, or their inverses: row `r` moves by `r` columns.
#[inline(always)]
fn substitute<W: Word, D: Direction>(planes: &[W; 128]) -> [W; 128] {
    let bytes = planes.as_chunks::<8>().0;
    let mut out = [W::splat(0); 128];
    for (i, out) in out.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        *out =
            if D::DECRYPT { x1(bytes[(i + 12 * (i % 4)) % 16]) } else { s1(bytes[(i + 4 * (i % 4)) % 16]) };
    }
    out
}

/// MixColumns or its inverse. The inverse is the same after the matrix 5 0 4 0.
#[inline(always)]
fn mix_columns<W: Word, D: Direction>(planes: &mut [W; 128]) {
    for column in planes.as_chunks_mut::<32>().0 {
        let mut x: [[W; 8]; 4] = from_fn(|r| from_fn(|bit| column[8 * r + bit]));
        if D::DECRYPT {
            for r in 0..2 {
                let four = double(double(xor(x[r], x[r + 2])));
                x[r] = xor(x[r], four);
                x[r + 2] = xor(x[r + 2], four);
            }
        }
        let pairs: [[W; 8]; 4] = from_fn(|r| xor(x[r], x[(r + 1) % 4]));
        for r in 0..4 {
            // 2 x0 + 3 x1 + x2 + x3 = 2 (x0 + x1) + x1 + (x2 + x3)
            let y = xor(xor(double(pairs[r]), x[(r + 1) % 4]), pairs[(r + 2) % 4]);
            column[8 * r..][..8].copy_from_slice(&y);
        }
    }
}

#[inline(always)]
fn xor<W: Word>(a: [W; 8], b: [W; 8]) -> [W; 8] {
    from_fn(|bit| a[bit] ^ b[bit])
}

/// Twice the byte in GF(2^8).
#[inline(always)]
fn double<W: Word>([a, b, c, d, e, f, g, h]: [W; 8]) -> [W; 8] {
    [h, a ^ h, b, c ^ h, d ^ h, e, f, g]
}

impl<D: Direction> ParBlocks for Soft<'_, D> {
    fn width(&self) -> usize {
        u64::BLOCKS
    }

    fn ecb(&self, text: InOut<'_>) {
        if text.len() <= u32::BLOCKS {
            self.batches::<u32>(text);
        } else {
            self.batches::<u64>(text);
        }
    }
}
