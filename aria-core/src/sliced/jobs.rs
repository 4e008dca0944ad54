//! What is done with whole batches of `N` blocks: where the slices come from, and where the result
//! goes. Each function here becomes one entry point per kernel in the architecture crates.
//!
//! ```text
//!                 from                        to
//! ecb             the blocks                  stored
//! cbc_decrypt     the blocks                  XORed with the blocks one place before
//! cfb_decrypt     the blocks one place before XORed with the blocks
//! ctr             counters, made in slices    XORed with the blocks
//! ```
use super::{ByteSlice, Substitution, keys::KeyWords, rounds, transpose};
use crate::{Block, Counter};

/// Input and output as vectors of `N` bytes, sixteen to a batch. The two may be the same memory:
/// vector `j` of the output is written only when nothing will read vectors from `j` on any more.
pub trait Text<const N: usize> {
    /// Number of batches.
    fn batches(&self) -> usize;
    /// Vector `j` of the input of a batch.
    fn input(&self, batch: usize, j: usize) -> &[u8; N];
    /// Vector `j`, which is not the first of a batch, one block earlier.
    fn input_before(&self, batch: usize, j: usize) -> &[u8; N];
    /// Vector `j` of the output of a batch.
    fn output(&mut self, batch: usize, j: usize) -> &mut [u8; N];
}

/// The sixteen expressions for `j = 0 .. 15`.
macro_rules! sixteen {
    (|$j:ident| $e:expr) => {
        sixteen!(@ $j $e; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    (@ $j:ident $e:expr; $($n:literal)*) => { [$({ const $j: usize = $n; $e }),*] };
}

#[inline(always)]
fn load_batch<const N: usize, V: ByteSlice<N>>(isa: V::Isa, text: &impl Text<N>, b: usize) -> [V; 16] {
    sixteen!(|J| V::load(isa, text.input(b, J)))
}

/// The blocks one place before those of a batch, as vectors. `previous` comes before the first.
#[inline(always)]
fn load_before<const N: usize, V: ByteSlice<N>>(
    isa: V::Isa,
    text: &impl Text<N>,
    b: usize,
    previous: &Block,
) -> [V; 16] {
    let mut first = [0; N];
    first[..16].copy_from_slice(previous);
    first[16..].copy_from_slice(&text.input(b, 0)[..N - 16]);
    sixteen!(|J| V::load(isa, if J == 0 { &first } else { text.input_before(b, J) }))
}

/// The last block of a batch.
#[inline(always)]
fn last_block<const N: usize>(text: &impl Text<N>, b: usize) -> Block {
    let mut block = [0; 16];
    block.copy_from_slice(&text.input(b, 15)[N - 16..]);
    block
}

/// `out[i] = C(in[i])`.
#[inline(always)]
pub fn ecb<const N: usize, V: ByteSlice<N>, S: Substitution<N, V>>(
    isa: V::Isa,
    keys: &[KeyWords],
    mut text: impl Text<N>,
) {
    for b in 0..text.batches() {
        let state = transpose(load_batch::<N, V>(isa, &text, b));
        let rows = transpose(rounds::<N, V, S>(isa, keys, state));
        for (j, row) in rows.into_iter().enumerate() {
            row.store(text.output(b, j));
        }
    }
}

/// `out[i] = C(in[i]) ^ in[i - 1]`, with `previous` as `in[-1]`.
#[inline(always)]
pub fn cbc_decrypt<const N: usize, V: ByteSlice<N>, S: Substitution<N, V>>(
    isa: V::Isa,
    keys: &[KeyWords],
    previous: &Block,
    mut text: impl Text<N>,
) {
    let mut previous = *previous;
    for b in 0..text.batches() {
        let state = transpose(load_batch::<N, V>(isa, &text, b));
        let rows = transpose(rounds::<N, V, S>(isa, keys, state));
        let before = load_before::<N, V>(isa, &text, b, &previous);
        previous = last_block(&text, b);
        for (j, (row, before)) in rows.into_iter().zip(before).enumerate() {
            (row ^ before).store(text.output(b, j));
        }
    }
}

/// `out[i] = C(in[i - 1]) ^ in[i]`, with `previous` as `in[-1]`.
#[inline(always)]
pub fn cfb_decrypt<const N: usize, V: ByteSlice<N>, S: Substitution<N, V>>(
    isa: V::Isa,
    keys: &[KeyWords],
    previous: &Block,
    mut text: impl Text<N>,
) {
    let mut previous = *previous;
    for b in 0..text.batches() {
        let state = transpose(load_before::<N, V>(isa, &text, b, &previous));
        previous = last_block(&text, b);
        let rows = transpose(rounds::<N, V, S>(isa, keys, state));
        for (j, row) in rows.into_iter().enumerate() {
            let data = V::load(isa, text.input(b, j));
            (row ^ data).store(text.output(b, j));
        }
    }
}

/// `out[i] = C(counter + i) ^ in[i]`.
#[inline(always)]
pub fn ctr<const N: usize, V: ByteSlice<N>, S: Substitution<N, V>>(
    isa: V::Isa,
    keys: &[KeyWords],
    counter: &Counter,
    mut text: impl Text<N>,
) {
    let mut counter = *counter;
    for b in 0..text.batches() {
        let state = counters::<N, V>(isa, &mut counter);
        let rows = transpose(rounds::<N, V, S>(isa, keys, state));
        for (j, row) in rows.into_iter().enumerate() {
            let data = V::load(isa, text.input(b, j));
            (row ^ data).store(text.output(b, j));
        }
    }
}

/// The next `N` counters in slices, going on past them. Unless the last byte wraps, only its slice
/// is not constant.
#[inline(always)]
fn counters<const N: usize, V: ByteSlice<N>>(isa: V::Isa, counter: &mut Counter) -> [V; 16] {
    let first = *counter.block();
    let state = if !counter.is_little_endian() && usize::from(first[15]) + N <= 256 {
        let word = |i: usize| u32::from(first[i]) * 0x0101_0101;
        let last = last_bytes::<N>(first[15]);
        sixteen!(|J| if J == 15 { V::load(isa, &last) } else { V::splat(isa, word(J)) })
    } else {
        let mut blocks = [[0; 16]; N];
        let mut c = *counter;
        c.fill(&mut blocks);
        let bytes = blocks.as_flattened().as_chunks::<N>().0;
        transpose(sixteen!(|J| V::load(isa, &bytes[J])))
    };
    counter.advance(N as u128);
    state
}

/// The block of a batch that stands at each place of a slice: vector `j`, part `p` holds block
/// `j * N / 16 + p`, and byte `j` of part `p` of a slice comes from there.
const fn lanes<const N: usize>() -> [u8; N] {
    let (mut lanes, mut i) = ([0; N], 0);
    while i < N {
        let (part, j) = (i / 16, i % 16);
        lanes[i] = (j * (N / 16) + part) as u8;
        i += 1;
    }
    lanes
}

#[inline(always)]
fn last_bytes<const N: usize>(first: u8) -> [u8; N] {
    let mut bytes = const { lanes::<N>() };
    for byte in &mut bytes {
        *byte = byte.wrapping_add(first);
    }
    bytes
}
