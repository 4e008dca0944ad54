//! Key set-up in vectors: the key schedule (RFC 5794, section 2.2) with S-boxes made as the kernels make
//! theirs, and one pass over the round keys, which writes those of both directions.
//!
//! ```text
//! W0 .. W3                              three rounds in natural layout
//!   |
//! e = W[i] ^ (W[i + 1] >>> turn)        round key r of encryption
//!   |             |
//!   e            A(e)                   one is key r of encryption, the other key n - r of decryption;
//!   |             |                     where kernels add keys after their S-boxes, which means A(key),
//!  fold          fold                   it is the other way round. The first and the last are both e
//!  /  \          /  \
//! words pairs  words pairs              each byte spread out; the bytes as ShiftRows has them
//! ```
//!
//! No round key is in memory but where it stays, so there is nothing to wipe.
use super::{
    AesSlice, ByteSlice, KeyPlace, Substitution, ViaAes,
    keys::{KeyMut, SPREAD},
    natural::{self, shift_rows, unshift_rows},
};
use crate::{
    Block,
    schedule::{C, TURNS},
};

/// A table for a shuffle: place by place, where the byte comes from.
macro_rules! places {
    (|$i:ident| $from:expr) => {{
        let (mut places, mut $i) = ([0; 16], 0);
        while $i < 16 {
            places[$i] = ($from) as u8;
            $i += 1;
        }
        places
    }};
}

/// The bytes of each half in the other order: numbers of 64 bits between big-endian and little-endian.
static HALVES: [u8; 16] = places!(|i| i ^ 7);
/// The halves in the other order.
static SWAP: [u8; 16] = places!(|i| i ^ 8);
/// Each byte as often as a [`Spread`](super::keys::Spread) has it, sixteen bytes to a vector.
static SPREADS: [[u8; 16]; SPREAD] = {
    let (mut spreads, mut v) = ([[0; 16]; SPREAD], 0);
    while v < SPREAD {
        spreads[v] = places!(|i| (16 * v + i) / SPREAD);
        v += 1;
    }
    spreads
};
/// How the two of a pair move: not at all, or as `AESENCLAST` and as `AESDECLAST` move bytes.
static MOVES: [[[u8; 16]; 2]; 2] =
    [[places!(|i| i); 2], [places!(|i| shift_rows(i)), places!(|i| unshift_rows(i))]];
/// The constants of the schedule.
static CK: [Block; 3] = [C[0].to_be_bytes(), C[1].to_be_bytes(), C[2].to_be_bytes()];

/// Writes the round keys that are asked for: 13, 15 or 17, from a key of 16, 24 or 32 bytes that is
/// padded with zeros.
#[inline(always)]
pub fn set_up<const N: usize, V: ByteSlice<N>, S: Substitution<N, V>, W: AesSlice<16>>(
    isa: W::Isa,
    key: &[Block; 2],
    encrypt: Option<KeyMut<'_>>,
    decrypt: Option<KeyMut<'_>>,
) {
    let count = [&encrypt, &decrypt].map(|keys| keys.as_ref().map_or(0, |keys| keys.words.len()));
    let count = count[0].max(count[1]);
    let mut w = words::<W>(isa, key, count).map(|w| w.shuffle(&HALVES));

    let [encrypt, decrypt] = [(encrypt, false), (decrypt, true)];
    let [mut direct, mut diffused] = match W::KEYS {
        KeyPlace::Before => [encrypt, decrypt],
        KeyPlace::After => [decrypt, encrypt],
    };
    for r in 0..count {
        let inner = r > 0 && r + 1 < count;
        // (a branch on what is public: how far along we are)
        let turn = TURNS[r / 4 % TURNS.len()];
        let swapped = w[1].shuffle(&SWAP);
        let turned = if turn < 64 { w[1].funnel(swapped, turn) } else { swapped.funnel(w[1], turn - 64) };
        let e = (w[0] ^ turned).shuffle(&HALVES);
        w = [w[1], w[2], w[3], w[0]];

        let place = |reversed| if reversed { count - 1 - r } else { r };
        if let (Some(keys), reversed) = &mut direct {
            write::<N, V, S, W>(keys, place(*reversed), count, e);
        }
        if let (Some(keys), reversed) = &mut diffused {
            write::<N, V, S, W>(keys, place(*reversed), count, if inner { diffuse_block(e) } else { e });
        }
    }
}

/// W0 to W3.
#[inline(always)]
fn words<W: AesSlice<16>>(isa: W::Isa, key: &[Block; 2], count: usize) -> [W; 4] {
    let first = count / 2 % 3; // 0, 1, 2 for 13, 15, 17
    let ck = |i: usize| W::load(isa, &CK[(first + i) % 3]);
    let round = |x, shuffles| natural::round::<16, 1, W>(isa, &[[0; 16]; 2], [x], shuffles, false)[0];
    let [kl, kr] = [0, 1].map(|half| W::load(isa, &key[half]));
    let w1 = round(kl ^ ck(0), &natural::ODD) ^ kr;
    let w2 = round(w1 ^ ck(1), &natural::EVEN) ^ kl;
    let w3 = round(w2 ^ ck(2), &natural::ODD) ^ w1;
    [kl, w1, w2, w3]
}

/// One round key in both forms.
#[inline(always)]
fn write<const N: usize, V: ByteSlice<N>, S: Substitution<N, V>, W: AesSlice<16>>(
    keys: &mut KeyMut<'_>,
    round: usize,
    count: usize,
    key: W,
) {
    let (Some(words), Some(pair)) = (keys.words.get_mut(round), keys.pairs.get_mut(round)) else { return };
    let last = round + 1 == count;
    let folded = S::fold(round, last, key);
    for (bytes, spread) in words.as_flattened_mut().as_chunks_mut().0.iter_mut().zip(&SPREADS) {
        folded.shuffle(spread).store(bytes);
    }
    let folded = ViaAes::fold_key(W::KEYS, round, last, key);
    let moved = W::KEYS == KeyPlace::After && round > 0;
    for (bytes, moves) in pair.iter_mut().zip(&MOVES[usize::from(moved)]) {
        folded.shuffle(moves).store(bytes);
    }
}

/// The diffusion layer in natural layout, on the grid of [`crate::diffusion`], a row of which is four bytes.
#[inline(always)]
pub(super) fn diffuse_block<W: AesSlice<16>>(x: W) -> W {
    static TO_GRID: [u8; 16] = [3, 8, 6, 13, 9, 2, 12, 7, 4, 15, 1, 10, 14, 5, 11, 0];
    static FROM_GRID: [u8; 16] = [0, 5, 10, 15, 13, 8, 7, 2, 11, 14, 1, 4, 6, 3, 12, 9];
    static NEXT_ROW: [u8; 16] = places!(|i| (i + 4) % 16);
    static COLUMN_AFTER_NEXT: [u8; 16] = places!(|i| i ^ 2);
    static NEXT_COLUMN: [u8; 16] = places!(|i| i ^ 1);
    let x = x.shuffle(&TO_GRID);
    let columns = x ^ x.shuffle(&SWAP);
    let columns = columns ^ columns.shuffle(&NEXT_ROW);
    let rows = x ^ x.shuffle(&COLUMN_AFTER_NEXT);
    let rows = rows ^ rows.shuffle(&NEXT_COLUMN);
    (x ^ columns ^ rows).shuffle(&FROM_GRID)
}
