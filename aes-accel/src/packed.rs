//! Bitsliced AES for a few blocks: all sixteen bytes of a block side by side in each of eight words, so that the S-box
//! circuit is done once a round.
//!
//! ```text
//! word of bit b    [ row 0 | row 1 | row 2 | row 3 ]     a row: one byte, or two in 64 bits, for two blocks each
//!        a byte    [ column 0 | 1 | 2 | 3 ]              a column: bit b of a byte of the one block and the other
//!
//! ShiftRows     turns the bytes of row r by r columns
//! MixColumns    adds words turned by whole rows
//! ```
use crate::rounds::{Direction, RoundKeys};
use aria_core::{
    Block, InOut,
    bitslice::{
        Word, bits,
        tower::{S1, X1, s1_of_bytes, x1_of_bytes},
    },
    wipe::wipe,
};
use core::array::from_fn;

/// A word of four rows.
pub(crate) trait Rows: Word<Isa = ()> {
    /// Blocks in a batch.
    const BLOCKS: usize;
    /// No block.
    const ZERO: Self;
    /// The column of one block, or of two, by rows.
    fn from_columns(columns: [u32; 2]) -> Self;
    /// What [`from_columns`](Self::from_columns) was given.
    fn columns(self) -> [u32; 2];
    /// Row `r + by` in place of row `r`.
    fn rows_after(self, by: u32) -> Self;
    /// ShiftRows, or its inverse.
    fn shift_rows(self, inverse: bool) -> Self;
    /// Overwrites words with zeros.
    fn wipe(words: &mut [Self]);
}

macro_rules! word {
    ($Word:ident, $blocks:literal, rows |$row:ident| $rows:expr, from |$from:ident| $columns:expr, to |$to:ident| $back:expr) => {
        impl Rows for $Word {
            const BLOCKS: usize = $blocks;
            const ZERO: Self = 0;
            #[inline(always)]
            fn from_columns($from: [u32; 2]) -> Self {
                $columns
            }
            #[inline(always)]
            fn columns(self) -> [u32; 2] {
                let $to = self;
                $back
            }
            #[inline(always)]
            fn rows_after(self, by: u32) -> Self {
                self.rotate_right(by * $Word::BITS / 4)
            }
            #[inline(always)]
            fn shift_rows(self, inverse: bool) -> Self {
                const fn rows($row: [u8; 4]) -> $Word {
                    $Word::from_le_bytes($rows)
                }
                // rows 2 and 3 by two columns, then rows 1 and 3 by one
                let far = (self ^ (self >> 4)) & const { rows([0, 0, 0x0f, 0x0f]) };
                let x = self ^ far ^ (far << 4);
                let still = x & const { rows([0xff, 0, 0xff, 0]) };
                if inverse {
                    still
                        | ((x << 2) & const { rows([0, 0xfc, 0, 0xfc]) })
                        | ((x >> 6) & const { rows([0, 0x03, 0, 0x03]) })
                } else {
                    still
                        | ((x >> 2) & const { rows([0, 0x3f, 0, 0x3f]) })
                        | ((x << 6) & const { rows([0, 0xc0, 0, 0xc0]) })
                }
            }
            fn wipe(words: &mut [Self]) {
                wipe(words);
            }
        }
    };
}
word!(u32, 2, rows | row | row, from | columns | columns[0], to | x | [x, 0]);
word!(
    u64,
    4,
    rows | row | [row[0], row[0], row[1], row[1], row[2], row[2], row[3], row[3]],
    from | columns | {
        let [a, b] = columns.map(|x| {
            let x = u64::from(x);
            let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
            (x | x << 8) & 0x00ff_00ff_00ff_00ff
        });
        a | b << 8
    },
    to | x
        | [x, x >> 8].map(|x| {
            let x = x & 0x00ff_00ff_00ff_00ff;
            let x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
            (x | x >> 16) as u32
        })
);

/// Word `2 c + n` has column `c` of blocks `n` and `n + 2`; then bits are sorted.
#[inline(always)]
fn pack<W: Rows>(blocks: &[Block; 4]) -> [W; 8] {
    let column = |block: usize, c: usize| u32::from_le_bytes(blocks[block].as_chunks().0[c]);
    bits(from_fn(|k| W::from_columns([column(k % 2, k / 2), column(k % 2 + 2, k / 2)])))
}

#[inline(always)]
fn unpack<W: Rows>(state: [W; 8]) -> [Block; 4] {
    let columns = bits(state).map(W::columns);
    from_fn(|n| {
        let mut block = [0; 16];
        for (c, column) in block.as_chunks_mut().0.iter_mut().enumerate() {
            *column = columns[2 * c + n % 2][n / 2].to_le_bytes();
        }
        block
    })
}

/// `out[i] = C(in[i])`, for any number of blocks.
pub(crate) fn ecb<W: Rows, D: Direction>(keys: &RoundKeys<'_>, mut text: InOut<'_>) {
    let mut packed = [[W::ZERO; 8]; 15];
    let n = keys.middle.len() + 2;
    let constants = if D::DECRYPT { X1 } else { S1 };
    for (i, packed) in packed[..n].iter_mut().enumerate() {
        let (key, constant) = match i {
            0 => (keys.first, constants.input),
            _ if i == n - 1 => (keys.last, constants.output),
            _ => (&keys.middle[i - 1], constants.input ^ constants.output),
        };
        *packed = pack(&[key.map(|byte| byte ^ constant); 4]);
    }
    while !text.is_empty() {
        let (mut now, rest) = text.split_at(W::BLOCKS);
        let mut blocks = [[0; 16]; 4];
        let n_blocks = now.len();
        blocks[..n_blocks].copy_from_slice(now.input());
        let blocks = unpack(rounds::<W, D>(pack(&blocks), &packed[..n]));
        now.output().copy_from_slice(&blocks[..n_blocks]);
        text = rest;
    }
    W::wipe(packed.as_flattened_mut());
}

#[inline(always)]
fn rounds<W: Rows, D: Direction>(mut state: [W; 8], keys: &[[W; 8]]) -> [W; 8] {
    let [first, middle @ .., last] = keys else { return state };
    state = xor(state, *first);
    for key in middle {
        state = xor(mix_columns::<W, D>(substitute::<W, D>(state)), *key);
    }
    xor(substitute::<W, D>(state), *last)
}

/// SubBytes and ShiftRows, or their inverses.
#[inline(always)]
fn substitute<W: Rows, D: Direction>(state: [W; 8]) -> [W; 8] {
    let bytes = if D::DECRYPT { x1_of_bytes(state) } else { s1_of_bytes(state) };
    bytes.map(|word| word.shift_rows(D::DECRYPT))
}

/// MixColumns or its inverse, as for [whole batches](crate::soft).
#[inline(always)]
fn mix_columns<W: Rows, D: Direction>(mut x: [W; 8]) -> [W; 8] {
    if D::DECRYPT {
        x = xor(x, double(double(xor(x, x.map(|word| word.rows_after(2))))));
    }
    let next = x.map(|word| word.rows_after(1));
    let pairs = xor(x, next);
    xor(xor(double(pairs), next), pairs.map(|word| word.rows_after(2)))
}

/// The steps of a round on each block, without a key: SubBytes, ShiftRows and MixColumns, or their inverses; or, where
/// `mix_only`, the last of them.
#[cfg(any(test, feature = "hazmat"))]
pub(crate) fn round<D: Direction>(blocks: &mut [Block], mix_only: bool) {
    let constants = if D::DECRYPT { X1 } else { S1 };
    let (before, after) = if mix_only { (0, 0) } else { (constants.input, constants.output) };
    for blocks in blocks.chunks_mut(u64::BLOCKS) {
        let mut batch = [[0; 16]; u64::BLOCKS];
        batch[..blocks.len()].copy_from_slice(blocks);
        let mut state = pack::<u64>(&batch.map(|block| block.map(|byte| byte ^ before)));
        if !mix_only {
            state = substitute::<u64, D>(state);
        }
        let batch = unpack(mix_columns::<u64, D>(state)).map(|block| block.map(|byte| byte ^ after));
        blocks.copy_from_slice(&batch[..blocks.len()]);
    }
}

#[inline(always)]
pub(crate) fn xor<W: Word>(a: [W; 8], b: [W; 8]) -> [W; 8] {
    from_fn(|bit| a[bit] ^ b[bit])
}

/// Twice the byte in GF(2^8).
#[inline(always)]
pub(crate) fn double<W: Word>([a, b, c, d, e, f, g, h]: [W; 8]) -> [W; 8] {
    [h, a ^ h, b, c ^ h, d ^ h, e, f, g]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        backend::Portable,
        rounds::{Decrypt, Encrypt},
        schedule::Schedule,
    };

    /// FIPS 197, appendix C.1, as every block of a batch and of a part of one.
    fn fips_197<W: Rows>() {
        let plain: Block = 0x00112233_44556677_8899aabb_ccddeeff_u128.to_be_bytes();
        let cipher: Block = 0x69c4e0d8_6a7b0430_d8cdb780_70b4c55a_u128.to_be_bytes();
        let key: Block = from_fn(|i| i as u8);
        let (mut encrypt, mut decrypt) = ([[0; 16]; 11], [[0; 16]; 11]);
        Schedule::Expand(&key, &mut encrypt).portable();
        Schedule::Invert(&encrypt, &mut decrypt).portable();
        for place in 0..7 {
            let mut text: [Block; 7] = from_fn(|i| [i as u8; 16]);
            text[place] = plain;
            let before = text;
            ecb::<W, Encrypt>(&RoundKeys::new(&encrypt), InOut::from(&mut text[..]));
            assert_eq!(text[place], cipher);
            ecb::<W, Decrypt>(&RoundKeys::new(&decrypt), InOut::from(&mut text[..]));
            assert_eq!(text, before);
        }
    }

    #[test]
    fn words_of_every_width() {
        fips_197::<u32>();
        fips_197::<u64>();
    }
}
