//! Key set-up in vectors: the key schedule (RFC 5794, section 2.2) with S-boxes made as the kernels make
//! theirs, and one pass over the round keys, which writes those of both directions.
//!
//! ```text
//! W0 .. W3                              three rounds in natural layout, a block each
//!   |
//! e = W[i] ^ (W[i + 1] >>> turn)        round key r of encryption
//!   |             |
//!   e            A(e)                   one is key r of encryption, the other key n - r of decryption;
//!   |             |                     where kernels add keys after their S-boxes, which means A(key),
//!  fold          fold                   it is the other way round. The first and the last are both e
//!  /  \          /  \
//! words pairs  words pairs              each byte spread out; the bytes as ShiftRows has them
//! ```
use super::{
    AesSlice, ByteSlice, KeyPlace, Substitution, ViaAes,
    keys::{KeyMut, KeyWords, SPREAD},
    natural::{self, KeyPair, Natural, shift_rows, unshift_rows},
};
use crate::{
    Block,
    schedule::{C, TURNS},
    wipe::wipe,
};

/// A table for a shuffle: place by place, where the byte comes from.
macro_rules! places {
    (|$i:ident| $from:expr) => {
        places!(16, |$i| $from)
    };
    ($n:literal, |$i:ident| $from:expr) => {{
        let (mut places, mut $i) = ([0; $n], 0);
        while $i < $n {
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
/// Each byte as often as a [`Spread`](super::keys::Spread) has it.
static SPREADS: [u8; 16 * SPREAD] = {
    let (mut spreads, mut i) = ([0; 16 * SPREAD], 0);
    while i < 16 * SPREAD {
        spreads[i] = (i / SPREAD) as u8;
        i += 1;
    }
    spreads
};
/// How the two of a pair move: not at all; as `AESENCLAST` and as `AESDECLAST` move bytes; or so, but for the bytes of S2,
/// which are in odd places.
static MOVES: [[u8; 32]; 3] = [
    places!(32, |i| i % 16),
    places!(32, |i| if i < 16 { shift_rows(i) } else { unshift_rows(i - 16) }),
    places!(32, |i| match i {
        0..16 if i % 2 == 1 => i,
        0..16 => shift_rows(i),
        _ => unshift_rows(i - 16),
    }),
];
/// The constants of the schedule.
static CK: [Block; 3] = [C[0].to_be_bytes(), C[1].to_be_bytes(), C[2].to_be_bytes()];

/// The most round keys there are, in an even number.
const MOST: usize = 18;

/// Writes the round keys that are asked for: 13, 15 or 17, from a key of 16, 24 or 32 bytes that is
/// padded with zeros. The schedule is done in `W`, what follows in `V`, of one block or two; `S` is the
/// substitution of the kernels on slices of type `T`.
#[inline(always)]
pub fn set_up<const M: usize, T: ByteSlice<M>, S, const N: usize, V, W>(
    isa: V::Isa,
    key: &[Block; 2],
    encrypt: Option<KeyMut<'_>>,
    decrypt: Option<KeyMut<'_>>,
) where
    S: Substitution<M, T> + Natural<N, V> + Natural<16, W>,
    V: AesSlice<N>,
    W: AesSlice<16, Isa = V::Isa>,
{
    let count = [&encrypt, &decrypt].map(|keys| keys.as_ref().map_or(0, |keys| keys.words.len()));
    // (neither filled nor wiped in one piece of zeros, for which the compiler would call a function)
    let mut e = [key[0]; MOST];
    schedule::<W, S>(isa, key, count[0].max(count[1]), &mut e);
    let diffused = V::KEYS == KeyPlace::After;
    if let Some(keys) = encrypt {
        direction::<M, T, S, N, V>(isa, &e, keys, false, diffused);
    }
    if let Some(keys) = decrypt {
        direction::<M, T, S, N, V>(isa, &e, keys, true, !diffused);
    }
    for part in e.as_chunks_mut::<6>().0 {
        wipe(part.as_flattened_mut());
    }
}

/// The round keys of encryption, at least `count`.
#[inline(always)]
fn schedule<W: AesSlice<16>, S: Natural<16, W>>(
    isa: W::Isa,
    key: &[Block; 2],
    count: usize,
    e: &mut [Block; MOST],
) {
    let first = count / 2 % 3; // 0, 1, 2 for 13, 15, 17
    let ck = |i: usize| W::load(isa, &CK[(first + i) % 3]);
    let round = |x, shuffles| natural::round::<16, 1, W, S>(isa, &[[0; 16]; 2], [x], shuffles, false)[0];
    let [kl, kr] = [0, 1].map(|half| W::load(isa, &key[half]));
    let w1 = round(kl ^ ck(0), &natural::ODD) ^ kr;
    let w2 = round(w1 ^ ck(1), &natural::EVEN) ^ kl;
    let w3 = round(w2 ^ ck(2), &natural::ODD) ^ w1;

    let w = [kl, w1, w2, w3].map(|w| w.shuffle(&HALVES));
    let (mut next, mut swapped) = (w, w.map(|w| w.shuffle(&SWAP)));
    for (turn, keys) in TURNS.into_iter().zip(e.chunks_mut(4)) {
        if turn == 67 {
            core::mem::swap(&mut next, &mut swapped); // a turn by 64, and 3, 33 and 45 more
        }
        for (i, key) in keys.iter_mut().enumerate() {
            let turned = next[(i + 1) % 4].funnel(swapped[(i + 1) % 4], turn % 64);
            (w[i % 4] ^ turned).shuffle(&HALVES).store(key);
        }
    }
}

/// Writes the keys of a direction: `e`, from the end on if `reversed`, and diffused if so.
#[inline(always)]
fn direction<const M: usize, T: ByteSlice<M>, S, const N: usize, V: AesSlice<N>>(
    isa: V::Isa,
    e: &[Block; MOST],
    keys: KeyMut<'_>,
    reversed: bool,
    diffused: bool,
) where
    S: Substitution<M, T> + Natural<N, V>,
{
    const { assert!(N == 16 || N == 32) }
    let ([first, words @ .., last], [first_pair, pairs @ .., last_pair]) = (keys.words, keys.pairs) else {
        return;
    };
    let n = words.len() + 1;
    let moves = match (V::KEYS, S::S2_STAYS) {
        (KeyPlace::Before, _) => &MOVES[0],
        (KeyPlace::After, false) => &MOVES[1],
        (KeyPlace::After, true) => &MOVES[2],
    };
    for r in (1..n).step_by(N / 16) {
        let Some(bytes) = e.as_flattened().get(16 * r..).and_then(|e| e.first_chunk()) else { return };
        let mut key = V::load(isa, bytes);
        if diffused {
            key = diffuse(key);
        }
        let folded = ViaAes::fold_all(r % 2 == 1, key);
        let word = S::fold(key, folded);
        let natural = if S::S2_STAYS { key } else { folded };
        for part in 0..N / 16 {
            let at = if reversed { (n - 1).wrapping_sub(r + part) } else { r - 1 + part };
            if let (Some(words), Some(pair)) = (words.get_mut(at), pairs.get_mut(at)) {
                write(word.part(part), words);
                write_pair(natural.part(part), pair, moves);
            }
        }
    }

    let ends = if reversed { [n, 0] } else { [0, n] };
    let [first_key, last_key] = ends.map(|r| V::repeat(isa, &e[r % MOST]));
    let folded = |key: V| ViaAes::fold_all(false, key).part(0);
    match V::KEYS {
        KeyPlace::Before => {
            let folded = folded(first_key);
            write(S::fold_end(first_key, folded), first);
            write_pair(folded, first_pair, moves);
            write(last_key, last);
            write_pair(last_key, last_pair, moves);
        }
        KeyPlace::After => {
            write(first_key, first);
            write_pair(first_key, first_pair, &MOVES[0]);
            let folded = folded(last_key);
            write(S::fold_end(last_key, folded), last);
            write_pair(if S::S2_STAYS { last_key } else { folded }, last_pair, moves);
        }
    }
}

/// A round key for slices.
#[inline(always)]
fn write<const N: usize, V: AesSlice<N>>(key: V, words: &mut KeyWords) {
    let places = SPREADS.as_chunks().0;
    for (bytes, places) in words.as_flattened_mut().as_chunks_mut().0.iter_mut().zip(places) {
        key.shuffle_parts(places).store(bytes);
    }
}

/// A round key for natural layout.
#[inline(always)]
fn write_pair<const N: usize, V: AesSlice<N>>(key: V, pair: &mut KeyPair, moves: &'static [u8; 32]) {
    let places = moves.as_chunks().0;
    for (bytes, places) in pair.as_flattened_mut().as_chunks_mut().0.iter_mut().zip(places) {
        key.shuffle_parts(places).store(bytes);
    }
}

/// The diffusion layer in natural layout, on the grid of [`crate::diffusion`]: a row is four bytes.
#[inline(always)]
pub(super) fn diffuse<const N: usize, V: AesSlice<N>>(x: V) -> V {
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
