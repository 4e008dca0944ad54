//! What is done with `M` vectors: where the blocks come from, and where the result goes.
//!
//! ```text
//!                 from                        to
//! Ecb             the blocks                  stored
//! CbcDecrypt      the blocks                  XORed with the blocks one place before
//! CfbDecrypt      the blocks one place before XORed with the blocks
//! Ctr             counters, made in vectors   XORed with the blocks
//! ```
//!
//! The XOR is free: it joins the key of the last round while the rounds are under way.
#![allow(clippy::needless_range_loop, reason = "vector m of the state and of the text")]
use crate::rounds::{Direction, RoundKeys};
use aria_core::{
    Block, Counter, InOut,
    aes_round::{AesIsa, AesRound},
    sliced::Text,
};

/// Vectors side by side in the widest batch: as many as hide the latency of an AES instruction where two of
/// them, of four cycles each, start in a cycle.
pub(crate) const ABREAST: usize = 8;

/// A job on one batch after the other.
pub(crate) trait Job {
    /// Does the `M` vectors from `at` on.
    fn batch<D: Direction, const N: usize, V: AesRound<N>, const M: usize>(
        &mut self,
        isa: V::Isa,
        keys: &RoundKeys<'_>,
        text: &mut impl Text<N>,
        at: usize,
    );
}

/// A whole text: batches of wide vectors, as many abreast as there are blocks for, then single blocks.
#[inline(always)]
pub(crate) fn whole<I, D, const N: usize, V, W, J>(isa: I, keys: &RoundKeys<'_>, text: InOut<'_>, mut job: J)
where
    I: AesIsa,
    D: Direction,
    V: AesRound<N, Isa = I>,
    W: AesRound<16, Isa = I>,
    J: Job,
{
    let parts = N / 16;
    if parts == 1 {
        return vectors::<I, D, 16, W, J>(isa, keys, text, &mut job, usize::MAX);
    }
    let whole = text.len() / parts * parts;
    let (text, rest) = text.split_at(whole);
    vectors::<I, D, N, V, J>(isa, keys, text, &mut job, usize::MAX);
    vectors::<I, D, 16, W, J>(isa, keys, rest, &mut job, parts - 1);
}

/// All of a text that has at most `most` vectors.
#[inline(always)]
fn vectors<I, D, const N: usize, V, J>(
    isa: I,
    keys: &RoundKeys<'_>,
    text: InOut<'_>,
    job: &mut J,
    most: usize,
) where
    I: AesIsa,
    D: Direction,
    V: AesRound<N, Isa = I>,
    J: Job,
{
    let mut text = isa.text::<N>(text);
    let (mut at, n) = (0, text.vectors());
    while most >= ABREAST && n - at >= ABREAST {
        job.batch::<D, N, V, ABREAST>(isa, keys, &mut text, at);
        at += ABREAST;
    }
    if most >= 4 && n - at >= 4 {
        job.batch::<D, N, V, 4>(isa, keys, &mut text, at);
        at += 4;
    }
    if most >= 2 && n - at >= 2 {
        job.batch::<D, N, V, 2>(isa, keys, &mut text, at);
        at += 2;
    }
    if n - at >= 1 {
        job.batch::<D, N, V, 1>(isa, keys, &mut text, at);
    }
}

/// The vectors of a batch, whitened.
#[inline(always)]
fn load<const N: usize, V: AesRound<N>, const M: usize>(
    isa: V::Isa,
    keys: &RoundKeys<'_>,
    text: &impl Text<N>,
    at: usize,
) -> [V; M] {
    let mut x = [keys.whiten(isa, V::load(isa, text.input(at))); M];
    for m in 1..M {
        x[m] = keys.whiten(isa, V::load(isa, text.input(at + m)));
    }
    x
}

/// The first vector of a batch one block earlier, where `previous` comes before it.
#[inline(always)]
fn shifted<const N: usize, V: AesRound<N>>(isa: V::Isa, first: &[u8; N], previous: &Block) -> V {
    let mut bytes = [0; N];
    bytes[..16].copy_from_slice(previous);
    bytes[16..].copy_from_slice(&first[..N - 16]);
    V::load(isa, &bytes)
}

/// The last block of a vector.
#[inline(always)]
fn last_block<const N: usize>(text: &impl Text<N>, at: usize) -> Block {
    let mut block = [0; 16];
    block.copy_from_slice(&text.input(at)[N - 16..]);
    block
}

/// `out[i] = C(in[i])`.
pub(crate) struct Ecb;

impl Job for Ecb {
    #[inline(always)]
    fn batch<D: Direction, const N: usize, V: AesRound<N>, const M: usize>(
        &mut self,
        isa: V::Isa,
        keys: &RoundKeys<'_>,
        text: &mut impl Text<N>,
        at: usize,
    ) {
        let x = keys.start::<D, N, V, M>(isa, load(isa, keys, text, at));
        let last = V::broadcast(isa, keys.last);
        for m in 0..M {
            D::end(x[m], last).store(text.output(at + m));
        }
    }
}

/// `out[i] = C(in[i]) ^ in[i - 1]`, with `*previous` as `in[-1]`.
pub(crate) struct CbcDecrypt<'a>(pub(crate) &'a mut Block);

impl Job for CbcDecrypt<'_> {
    #[inline(always)]
    fn batch<D: Direction, const N: usize, V: AesRound<N>, const M: usize>(
        &mut self,
        isa: V::Isa,
        keys: &RoundKeys<'_>,
        text: &mut impl Text<N>,
        at: usize,
    ) {
        let x = keys.start::<D, N, V, M>(isa, load(isa, keys, text, at));
        let last = V::broadcast(isa, keys.last);
        let first = shifted(isa, text.input(at), self.0);
        *self.0 = last_block(text, at + M - 1);
        // From the end: in place, a store destroys what comes before the next vector.
        for m in (1..M).rev() {
            let before = V::load(isa, text.input_before(at + m));
            D::end(x[m], last ^ before).store(text.output(at + m));
        }
        D::end(x[0], last ^ first).store(text.output(at));
    }
}

/// `out[i] = C(in[i - 1]) ^ in[i]`, with `*previous` as `in[-1]`.
pub(crate) struct CfbDecrypt<'a>(pub(crate) &'a mut Block);

impl Job for CfbDecrypt<'_> {
    #[inline(always)]
    fn batch<D: Direction, const N: usize, V: AesRound<N>, const M: usize>(
        &mut self,
        isa: V::Isa,
        keys: &RoundKeys<'_>,
        text: &mut impl Text<N>,
        at: usize,
    ) {
        let mut x = [keys.whiten(isa, shifted(isa, text.input(at), self.0)); M];
        for m in 1..M {
            x[m] = keys.whiten(isa, V::load(isa, text.input_before(at + m)));
        }
        *self.0 = last_block(text, at + M - 1);
        let x = keys.start::<D, N, V, M>(isa, x);
        let last = V::broadcast(isa, keys.last);
        for m in 0..M {
            let data = V::load(isa, text.input(at + m));
            D::end(x[m], last ^ data).store(text.output(at + m));
        }
    }
}

/// `out[i] = C(counter + i) ^ in[i]`, for a run of counters in which no carry leaves the low 64 bits.
///
/// ```text
/// counter, little-endian   [ low 64 bits | high ]     in every part
///                        + [ 0, 1, 2 ..  |  0   ]     one addition a vector
///                          bytes turned round         where the counter is big-endian
///                        ^ the first round key
///
/// in a long run, from a multiple of the batch on, a sum is an XOR, in either order of bytes:
///                          (counter ^ key)            once for the batch
///                        ^ [ 0, 1, 2 .. ]             one XOR a vector
/// ```
pub(crate) struct Ctr {
    low: u64,
    high: u64,
    little: bool,
    aligned: bool,
}

/// The bytes of a block in reverse, and in order.
const ORDERS: [Block; 2] = [
    [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
];

/// The counter as a little-endian number, and whether it is one.
#[inline(always)]
fn halves(counter: &Counter) -> (u64, u64, bool) {
    let (block, little) = (*counter.block(), counter.is_little_endian());
    let value = if little { u128::from_le_bytes(block) } else { u128::from_be_bytes(block) };
    (value as u64, (value >> 64) as u64, little)
}

/// How many of `blocks` to do in one run from `counter` on. Long texts begin with a short run, which takes
/// the counter to a multiple of `batch`.
#[inline(always)]
pub(crate) fn run(counter: &Counter, blocks: usize, batch: usize) -> usize {
    let (low, ..) = halves(counter);
    let over = low as usize & (batch - 1);
    if over > 0 && blocks >= 8 * batch {
        return batch - over;
    }
    let left = !low & (u64::MAX >> (64 - counter.bits().min(64)));
    usize::try_from(left).unwrap_or(usize::MAX).saturating_add(1).min(blocks)
}

/// So that no vector of a table lies across two lines of the cache.
#[repr(align(64))]
struct Aligned<T>(T);

impl Ctr {
    /// The run of `blocks` blocks that starts at `counter`. In a long one that starts at a multiple of `batch`,
    /// all whole batches do.
    #[inline(always)]
    pub(crate) fn new(counter: &Counter, blocks: usize, batch: usize) -> Self {
        let (low, high, little) = halves(counter);
        let aligned = blocks >= 8 * batch && low as usize & (batch - 1) == 0;
        Self { low, high, little, aligned }
    }

    /// The next counters, whitened.
    #[inline(always)]
    fn whitened<const N: usize, V: AesRound<N>, const M: usize>(
        &self,
        isa: V::Isa,
        keys: &RoundKeys<'_>,
    ) -> [V; M] {
        let value = u128::from(self.high) << 64 | u128::from(self.low);
        if M == ABREAST && self.aligned {
            let ordered = if self.little { value } else { value.swap_bytes() };
            let base = keys.whiten(isa, V::broadcast(isa, &ordered.to_le_bytes()));
            let steps: &Aligned<[[u8; N]; M]> =
                if self.little { const { &Aligned(steps(0)) } } else { const { &Aligned(steps(15)) } };
            let mut x = [base; M];
            for m in 0..M {
                x[m] = base ^ V::load(isa, &steps.0[m]);
            }
            x
        } else {
            let base = V::broadcast(isa, &value.to_le_bytes());
            let order = V::broadcast(isa, &ORDERS[usize::from(self.little)]);
            let steps: &[[u8; N]; M] = const { &steps(0) };
            let mut x = [base; M];
            for m in 0..M {
                x[m] = keys.whiten(isa, base.add64(V::load(isa, &steps[m])).permute(order));
            }
            x
        }
    }
}

impl Job for Ctr {
    #[inline(always)]
    fn batch<D: Direction, const N: usize, V: AesRound<N>, const M: usize>(
        &mut self,
        isa: V::Isa,
        keys: &RoundKeys<'_>,
        text: &mut impl Text<N>,
        at: usize,
    ) {
        let x = self.whitened(isa, keys);
        self.low = self.low.wrapping_add((M * N / 16) as u64);
        let x = keys.start::<D, N, V, M>(isa, x);
        let last = V::broadcast(isa, keys.last);
        for m in 0..M {
            let data = V::load(isa, text.input(at + m));
            D::end(x[m], last ^ data).store(text.output(at + m));
        }
    }
}

/// `0, 1, 2 ..`, one for each block, in its byte `place`.
const fn steps<const N: usize, const M: usize>(place: usize) -> [[u8; N]; M] {
    let (mut steps, mut i) = ([[0; N]; M], 0);
    while i < M * N / 16 {
        steps[i * 16 / N][i * 16 % N + place] = i as u8;
        i += 1;
    }
    steps
}
