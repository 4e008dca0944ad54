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
use super::{
    ByteSlice, Substitution, add,
    keys::{KeyWords, Placed, spread},
    rounds, rounds_after_first_key, sixteen, transpose,
};
use crate::{Block, Counter, diffusion::EQUATIONS};
use core::hint::black_box;

/// What is to be done with blocks that do not wait for one another. `C` is the cipher in one direction.
#[derive(Clone, Copy)]
pub enum Job<'a> {
    /// `out[i] = C(in[i])`.
    Ecb,
    /// `out[i] = C(in[i]) ^ in[i - 1]`, with this as `in[-1]`.
    CbcDecrypt(&'a Block),
    /// `out[i] = C(in[i - 1]) ^ in[i]`, with this as `in[-1]`.
    CfbDecrypt(&'a Block),
    /// `out[i] = C(counter + i) ^ in[i]`.
    Ctr(&'a Counter),
}

/// What is to be done one block after the other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SerialJob {
    /// `out[i] = C(in[i] ^ out[i - 1])`.
    CbcEncrypt,
    /// `out[i] = C(out[i - 1]) ^ in[i]`.
    CfbEncrypt,
    /// `out[i] = s[i] ^ in[i]`, where `s[i] = C(s[i - 1])`.
    Ofb,
}

/// Input and output as vectors of `N` bytes, sixteen to a batch, and as blocks. The two may be the same memory:
/// a vector of the output is written only when nothing will read vectors from it on any more.
pub trait Text<const N: usize> {
    /// Number of vectors.
    fn vectors(&self) -> usize;
    /// Vector `v` of the input.
    fn input(&self, v: usize) -> &[u8; N];
    /// Vector `v`, which is not the first, one block earlier.
    fn input_before(&self, v: usize) -> &[u8; N];
    /// Vector `v` of the output.
    fn output(&mut self, v: usize) -> &mut [u8; N];
    /// Number of blocks. The last of them may not fill a vector.
    fn blocks(&self) -> usize;
    /// Block `i` of the input.
    fn input_block(&self, i: usize) -> &Block;
    /// Block `i` of the output.
    fn output_block(&mut self, i: usize) -> &mut Block;
}

/// Has the compiler align the frame of the kernel to a cache line, so that where slices are spilled to
/// does not depend on how deep the stack is. With frames aligned to 32 bytes only, Zen 3 took 6 % longer at
/// every other depth.
#[inline(always)]
fn align_frame() {
    #[repr(align(64))]
    struct CacheLine(u8);
    let line = CacheLine(0);
    black_box(&line.0);
}

#[inline(always)]
fn load_batch<const N: usize, V: ByteSlice<N>>(isa: V::Isa, text: &impl Text<N>, b: usize) -> [V; 16] {
    sixteen!(|J| V::load(isa, text.input(16 * b + J)))
}

/// The first vector of the blocks one place before those of a batch. `previous` comes before the first.
#[inline(always)]
fn first_before<const N: usize>(text: &impl Text<N>, b: usize, previous: &Block) -> [u8; N] {
    let mut first = [0; N];
    first[..16].copy_from_slice(previous);
    first[16..].copy_from_slice(&text.input(16 * b)[..N - 16]);
    first
}

/// The blocks one place before those of a batch, as vectors, the first of which is `first`.
#[inline(always)]
fn load_before<const N: usize, V: ByteSlice<N>>(
    isa: V::Isa,
    text: &impl Text<N>,
    b: usize,
    first: &[u8; N],
) -> [V; 16] {
    sixteen!(|J| V::load(isa, if J == 0 { first } else { text.input_before(16 * b + J) }))
}

/// The last block of a batch.
#[inline(always)]
fn last_block<const N: usize>(text: &impl Text<N>, b: usize) -> Block {
    let mut block = [0; 16];
    block.copy_from_slice(&text.input(16 * b + 15)[N - 16..]);
    block
}

/// `out[i] = C(in[i])`.
#[inline(always)]
pub fn ecb<const N: usize, V: ByteSlice<N>, S: Substitution<N, V>>(
    isa: V::Isa,
    keys: &[KeyWords],
    mut text: impl Text<N>,
) {
    align_frame();
    for b in 0..text.vectors() / 16 {
        let state = transpose(load_batch::<N, V>(isa, &text, b));
        let rows = transpose(rounds::<N, V, S>(isa, keys, state));
        for (j, row) in rows.into_iter().enumerate() {
            row.store(text.output(16 * b + j));
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
    align_frame();
    for b in 0..text.vectors() / 16 {
        // Put together early, or loading what has just been stored in two parts would wait.
        let first = first_before(&text, b, &previous);
        let state = transpose(load_batch::<N, V>(isa, &text, b));
        let rows = transpose(rounds::<N, V, S>(isa, keys, state));
        previous = last_block(&text, b);
        let before = load_before::<N, V>(isa, &text, b, &first);
        for (j, (row, before)) in rows.into_iter().zip(before).enumerate() {
            (row ^ before).store(text.output(16 * b + j));
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
    align_frame();
    for b in 0..text.vectors() / 16 {
        let state = transpose(load_before::<N, V>(isa, &text, b, &first_before(&text, b, &previous)));
        previous = last_block(&text, b);
        let rows = transpose(rounds::<N, V, S>(isa, keys, state));
        for (j, row) in rows.into_iter().enumerate() {
            let data = V::load(isa, text.input(16 * b + j));
            (row ^ data).store(text.output(16 * b + j));
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
    let Placed { first: first_key, rounds: round_keys, last: last_key } = Placed::new(S::KEYS, keys);
    let Some((head_keys, round_keys)) = round_keys.split_first_chunk() else { return };
    let mut counter = *counter;
    let batches = text.vectors() / 16;
    let mut done = 0;
    align_frame();
    while done < batches {
        let (slices, until_wrap) = counters::<N, V>(isa, counter);
        let mut last = slices[15];
        // (seen anew, or these keys would be spread ahead of the loop, and spilled there)
        let head = CounterHead::new::<N, S>(isa, first_key, black_box(head_keys), slices);
        let run = until_wrap.min(batches - done);
        for b in done..done + run {
            let s = head.two_rounds::<N, S>(isa, first_key, head_keys, last);
            let rows = transpose(rounds_after_first_key::<N, V, S>(isa, round_keys, last_key, s));
            for (j, row) in rows.into_iter().enumerate() {
                let data = V::load(isa, text.input(16 * b + j));
                (row ^ data).store(text.output(16 * b + j));
            }
            last = last.add(V::splat(isa, spread(N as u8)));
        }
        counter.advance((run * N) as u128);
        done += run;
    }
}

/// The next `N` counters in slices, and for how many batches the byte that counts is all that changes, at least
/// one. From where it wraps on, there may be a carry into the others.
///
/// ```text
/// slice of the byte that counts   fd fe ff 00 01 ..     lanes + the first of them
/// of another                      a  a  a  b  b  ..     a of the first counter, b of the last
/// ```
#[inline(always)]
fn counters<const N: usize, V: ByteSlice<N>>(isa: V::Isa, mut counter: Counter) -> ([V; 16], usize) {
    let first = *counter.block();
    let counting = if counter.is_little_endian() { 0 } else { 15 };
    let from = usize::from(first[counting]);
    let until_wrap = if counter.is_little_endian() { 1 } else { ((256 - from) / N).max(1) };
    // (from memory: left to itself, the compiler takes the bytes through general registers one by one)
    let mut slices = each_byte::<N, V>(isa, &black_box(first));
    let numbers = slices[counting].add(V::load(isa, const { &lanes::<N>() }));
    if from + N > 256 {
        counter.advance(N as u128 - 1);
        let last = counter.block();
        let carry = each_byte::<N, V>(isa, &core::array::from_fn(|i| first[i] ^ last[i]));
        // (those before the wrap have their top bit set, those after it are smaller than N)
        let mut wrapped = [0; N];
        numbers.store(&mut wrapped);
        for byte in &mut wrapped {
            *byte = (*byte >> 7).wrapping_sub(1);
        }
        let mask = V::load(isa, &wrapped);
        slices = sixteen!(|I| slices[I] ^ mask.and(carry[I]));
    }
    (sixteen!(|I| if I == counting { numbers } else { slices[I] }), until_wrap)
}

/// Each byte of a block all along a slice of its own: zipped with itself until it fills it.
#[inline(always)]
fn each_byte<const N: usize, V: ByteSlice<N>>(isa: V::Isa, block: &Block) -> [V; 16] {
    let mut all = [V::repeat(isa, block); 16];
    for apart in [8, 4, 2, 1] {
        for i in (0..16).step_by(2 * apart) {
            (all[i], all[i + apart]) = all[i].zip(all[i]);
        }
    }
    all
}

/// What 256 counters that differ only in their last byte have in common after two rounds.
///
/// ```text
/// counter                 byte 15 varies
/// substitution, diffusion byte 15 is in seven of the sums, INFECTED; the other nine are constant
/// substitution            and so are the images of those nine
/// diffusion               now all vary
/// ```
struct CounterHead<V> {
    /// For an infected slice, what is to be added to its share of byte 15 after the first round; for
    /// the others, their images after the second substitution layer.
    slices: [V; 16],
}

/// The outputs of the diffusion layer in which input 15 has a part.
const INFECTED: [bool; 16] = {
    let (mut infected, mut i) = ([false; 16], 0);
    while i < 16 * 7 {
        infected[i / 7] |= EQUATIONS[i / 7][i % 7] == 15;
        i += 1;
    }
    infected
};

impl<V> CounterHead<V> {
    #[inline(always)]
    fn new<const N: usize, S: Substitution<N, V>>(
        isa: V::Isa,
        first: Option<&KeyWords>,
        [odd, even]: &[KeyWords; 2],
        counters: [V; 16],
    ) -> Self
    where
        V: ByteSlice<N>,
    {
        let constants = add::<N, V>(isa, counters, first);
        let s = S::diffuse::<false>(isa, odd, |i| {
            if i == 15 { V::splat(isa, spread(0)) } else { S::odd(isa, i, odd[i], constants[i]) }
        });
        Self { slices: sixteen!(|I| if INFECTED[I] { s[I] } else { S::even(isa, I, even[I], s[I]) }) }
    }

    /// The first two rounds for the `N` counters with these last bytes.
    #[inline(always)]
    fn two_rounds<const N: usize, S: Substitution<N, V>>(
        &self,
        isa: V::Isa,
        first: Option<&KeyWords>,
        [odd, even]: &[KeyWords; 2],
        last: V,
    ) -> [V; 16]
    where
        V: ByteSlice<N>,
    {
        let x = first.map_or(last, |key| last ^ V::splat(isa, key[15]));
        let share = S::odd(isa, 15, odd[15], x);
        S::diffuse::<true>(isa, even, |i| {
            if INFECTED[i] { S::even(isa, i, even[i], self.slices[i] ^ share) } else { self.slices[i] }
        })
    }
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
