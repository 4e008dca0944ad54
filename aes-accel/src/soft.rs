//! The portable backend: bitsliced, constant time, on any CPU. It shares ARIA's circuits: S1 and X1 of
//! ARIA are the S-box of AES and its inverse.
//!
//! ```text
//! column 0 .. 3 [ byte 0 .. 3 [ bit 0 .. 7 ] ]     each a word: one block in each bit of the word
//! ```
use crate::{
    packed::{self, double, xor},
    rounds::{Direction, RoundKeys},
};
use aria_core::{
    Block, InOut, ParBlocks,
    bitslice::{
        Lanes, Word, at, bits,
        tower::{S1, X1, s1_of_bytes, x1_of_bytes},
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
        let mut batch = [[[W::splat((), &[0; 8])[0]; 16]; 2]; 4];
        while !text.is_empty() {
            let (mut now, rest) = text.split_at(W::BLOCKS);
            W::load(&mut batch, now.input());
            let mut planes = [W::splat((), &[0; 8]); 16];
            for (i, byte) in planes.iter_mut().enumerate() {
                *byte = bits(from_fn(|word| *at(&mut batch, i, word)));
            }
            for (i, byte) in self.rounds(planes).into_iter().enumerate() {
                for (word, plane) in bits(byte).into_iter().enumerate() {
                    *at(&mut batch, i, word) = plane;
                }
            }
            W::store(&batch, now.output());
            text = rest;
        }
    }

    /// All rounds on a batch. The constants of the circuits join the keys: the same in every byte, they
    /// pass MixColumns unchanged.
    #[inline(always)]
    fn rounds<W: Lanes>(&self, mut planes: [[W; 8]; 16]) -> [[W; 8]; 16] {
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
fn add_key<W: Lanes>(planes: &mut [[W; 8]; 16], key: &Block, constant: u8) {
    for (byte, key) in planes.iter_mut().zip(key) {
        let masks = W::splat((), &from_fn(|bit| -(((key ^ constant) >> bit & 1) as i8)));
        *byte = xor(*byte, masks);
    }
}

/// SubBytes and ShiftRows, or their inverses: row `r` moves by `r` columns.
#[inline(always)]
fn substitute<W: Word, D: Direction>(bytes: &[[W; 8]; 16]) -> [[W; 8]; 16] {
    let mut out = *bytes;
    for (i, out) in out.iter_mut().enumerate() {
        *out = if D::DECRYPT {
            x1_of_bytes(bytes[(i + 12 * (i % 4)) % 16])
        } else {
            s1_of_bytes(bytes[(i + 4 * (i % 4)) % 16])
        };
    }
    out
}

/// MixColumns or its inverse. The inverse is the same after the matrix 5 0 4 0.
#[inline(always)]
fn mix_columns<W: Word, D: Direction>(planes: &mut [[W; 8]; 16]) {
    for column in planes.as_chunks_mut().0 {
        let mut x: [[W; 8]; 4] = *column;
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
            column[r] = xor(xor(double(pairs[r]), x[(r + 1) % 4]), pairs[(r + 2) % 4]);
        }
    }
}

/// The word of the CPU.
#[cfg(target_pointer_width = "64")]
type Native = u64;
/// The word of the CPU.
#[cfg(not(target_pointer_width = "64"))]
type Native = u32;

/// Up to this many blocks, several packed batches take less time than a whole one.
const FEW: usize = 3 * Native::BLOCKS / 4;

impl<D: Direction> ParBlocks for Soft<'_, D> {
    fn width(&self) -> usize {
        Native::BLOCKS
    }

    fn ecb(&self, text: InOut<'_>) {
        let over = text.len() % Native::BLOCKS;
        let whole = text.len() - if over > FEW { 0 } else { over };
        let (many, few) = text.split_at(whole);
        self.batches::<Native>(many);
        if !few.is_empty() {
            packed::ecb::<Native, D>(&self.keys, few);
        }
    }
}
