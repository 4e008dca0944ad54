//! Whole batches in vectors of `N` bytes: where the planes come from, and where the result goes. Each job
//! here becomes one entry point per kernel in the architecture crates.
//!
//! ```text
//! 8 groups of 16 vectors of blocks    riffled     8 vectors of each byte     in the rounds    8 planes of it
//! [ block 0 | block 1 ] (N = 32)         ->       [ byte i of 32 blocks ]          ->         [ bits of 256 blocks ]
//! ```
//!
//! The order of the blocks in a plane is whatever comes of it: every round key is the same all along a plane, and
//! what goes in comes out in the same order. Only counter mode has to know it.
use super::{Planes, RoundMasks, Word, at, bits, enter, rounds, rounds_and_leave};
use crate::{Block, Counter, sliced::jobs::Text};

/// A vector as a word of planes.
///
/// Each method is one instruction, or nearly, and must be `#[inline(always)]`.
pub trait WordVector<const N: usize>: Word {
    /// The bytes of memory, in order.
    fn load(isa: Self::Isa, src: &[u8; N]) -> Self;
    /// To memory, in order.
    fn store(self, dst: &mut [u8; N]);
    /// Interleaves the bytes of the low halves, and of the high halves, of each 128-bit part.
    fn zip(self, rhs: Self) -> (Self, Self);
}

/// Vectors in a batch.
const VECTORS: usize = 128;

/// Transposes the 16x16 bytes in every 128-bit part: the riffle shuffle of the 256 bytes, four times.
#[inline(always)]
fn riffle<const N: usize, V: WordVector<N>>(mut rows: [V; 16]) -> [V; 16] {
    for _ in 0..4 {
        let old = rows;
        for i in 0..8 {
            (rows[2 * i], rows[2 * i + 1]) = old[i].zip(old[i + 8]);
        }
    }
    rows
}

/// A batch of bytes, from its vectors.
#[inline(always)]
fn load<const N: usize, V: WordVector<N>>(batch: &mut Planes<V>, vector: impl Fn(usize) -> V) {
    for group in 0..8 {
        let mut rows = [vector(16 * group); 16];
        for (j, row) in rows.iter_mut().enumerate() {
            *row = vector(16 * group + j);
        }
        for (i, bytes) in riffle(rows).into_iter().enumerate() {
            *at(batch, i, group) = bytes;
        }
    }
}

/// The vectors of batch number `b` of the text, last first, so that in place a vector is overwritten only when no
/// later one has to be XORed with it; each XORed with what `with` says.
#[inline(always)]
fn store<const N: usize, V: WordVector<N>, T: Text<N>>(
    batch: &mut Planes<V>,
    text: &mut T,
    b: usize,
    with: impl Fn(&T, usize, V) -> V,
) {
    for group in (0..8).rev() {
        let mut rows = [*at(batch, 0, group); 16];
        for (i, row) in rows.iter_mut().enumerate() {
            *row = *at(batch, i, group);
        }
        for (j, row) in riffle(rows).into_iter().enumerate().rev() {
            let v = VECTORS * b + 16 * group + j;
            let row = with(text, v, row);
            row.store(text.output(v));
        }
    }
}

/// Vector number `v` of batch `b`, one block earlier. `previous` comes before the batch: where that is not the
/// first, and the text is in place, output stands there already.
#[inline(always)]
fn before<const N: usize, V: WordVector<N>>(
    isa: V::Isa,
    text: &impl Text<N>,
    b: usize,
    v: usize,
    previous: &Block,
) -> V {
    if v > VECTORS * b {
        return V::load(isa, text.input_before(v));
    }
    let mut first = [0; N];
    first[..16].copy_from_slice(previous);
    first[16..].copy_from_slice(&text.input(v)[..N - 16]);
    V::load(isa, &first)
}

/// The last block of a batch.
#[inline(always)]
fn last_block<const N: usize>(text: &impl Text<N>, b: usize) -> Block {
    let mut block = [0; 16];
    block.copy_from_slice(&text.input(VECTORS * (b + 1) - 1)[N - 16..]);
    block
}

/// Room for a batch, whatever is in it.
#[inline(always)]
fn room<W: Word>(isa: W::Isa) -> Planes<W> {
    // (not known to be zero, or the compiler calls memset)
    [[[W::splat(isa, core::hint::black_box(&[0; 8]))[0]; 16]; 2]; 4]
}

/// `out[i] = C(in[i])`.
#[inline(always)]
pub fn ecb<const N: usize, V: WordVector<N>>(isa: V::Isa, keys: &[RoundMasks], mut text: impl Text<N>) {
    let mut batch = room::<V>(isa);
    for b in 0..text.vectors() / VECTORS {
        load::<N, V>(&mut batch, |v| V::load(isa, text.input(VECTORS * b + v)));
        rounds(isa, &mut batch, keys);
        store::<N, V, _>(&mut batch, &mut text, b, |_, _, row| row);
    }
}

/// `out[i] = C(in[i]) ^ in[i - 1]`, with `previous` as `in[-1]`.
#[inline(always)]
pub fn cbc_decrypt<const N: usize, V: WordVector<N>>(
    isa: V::Isa,
    keys: &[RoundMasks],
    previous: &Block,
    mut text: impl Text<N>,
) {
    let mut previous = *previous;
    let mut batch = room::<V>(isa);
    for b in 0..text.vectors() / VECTORS {
        load::<N, V>(&mut batch, |v| V::load(isa, text.input(VECTORS * b + v)));
        rounds(isa, &mut batch, keys);
        let last = last_block(&text, b);
        store::<N, V, _>(&mut batch, &mut text, b, |text, v, row| row ^ before(isa, text, b, v, &previous));
        previous = last;
    }
}

/// `out[i] = C(in[i - 1]) ^ in[i]`, with `previous` as `in[-1]`.
#[inline(always)]
pub fn cfb_decrypt<const N: usize, V: WordVector<N>>(
    isa: V::Isa,
    keys: &[RoundMasks],
    previous: &Block,
    mut text: impl Text<N>,
) {
    let mut previous = *previous;
    let mut batch = room::<V>(isa);
    for b in 0..text.vectors() / VECTORS {
        load::<N, V>(&mut batch, |v| before(isa, &text, b, VECTORS * b + v, &previous));
        previous = last_block(&text, b);
        rounds(isa, &mut batch, keys);
        store::<N, V, _>(&mut batch, &mut text, b, |text, v, row| row ^ V::load(isa, text.input(v)));
    }
}

/// `out[i] = C(counter + i) ^ in[i]`.
#[inline(always)]
pub fn ctr<const N: usize, V: WordVector<N>>(
    isa: V::Isa,
    keys: &[RoundMasks],
    counter: &Counter,
    mut text: impl Text<N>,
) {
    let mut counter = *counter;
    let mut numbers = [V::splat(isa, &[0; 8])[0]; 8];
    for (number, bytes) in numbers.iter_mut().zip(const { &lanes::<N>() }) {
        *number = V::load(isa, bytes);
    }
    let numbers = bits(numbers);
    let mut batch = room::<V>(isa);
    for b in 0..text.vectors() / VECTORS {
        count(isa, &mut batch, &counter, &numbers);
        rounds_and_leave(isa, &mut batch, keys);
        counter.advance(8 * N as u128);
        store::<N, V, _>(&mut batch, &mut text, b, |text, v, row| row ^ V::load(isa, text.input(v)));
    }
}

/// The next counters in planes in the tower: the number of each block plus a constant, by a chain of
/// adders, in all blocks at once.
#[inline(always)]
fn count<W: Word>(isa: W::Isa, batch: &mut Planes<W>, counter: &Counter, numbers: &[W; 8]) {
    let [zero, ..] = W::splat(isa, &[0; 8]);
    let mut carry = zero;
    for significance in 0..16 {
        let i = if counter.is_little_endian() { significance } else { 15 - significance };
        let byte = counter.block()[i];
        let mut planes = W::splat(isa, &core::array::from_fn(|bit| -((byte >> bit & 1) as i8)));
        if significance == 0 {
            for (plane, number) in planes.iter_mut().zip(numbers) {
                let (both, sum) = (*plane & *number, *plane ^ *number);
                *plane = sum ^ carry;
                carry = both ^ (sum & carry);
            }
        } else if 8 * significance < counter.bits() as usize {
            for plane in &mut planes {
                (*plane, carry) = (*plane ^ carry, *plane & carry);
            }
        }
        for (bit, plane) in enter(planes).into_iter().enumerate() {
            *at(batch, i, bit) = plane;
        }
    }
}

/// The number of the block that stands at each place of the eight vectors of a byte.
const fn lanes<const N: usize>() -> [[u8; N]; 8] {
    let (mut lanes, mut n) = ([[0; N]; 8], 0);
    while n < 8 * N {
        let (group, part, j) = (n / N, n % N / 16, n % 16);
        lanes[group][n % N] = ((16 * group + j) * (N / 16) + part) as u8;
        n += 1;
    }
    lanes
}
