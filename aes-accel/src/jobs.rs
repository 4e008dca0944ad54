//! What is done with `M` vectors: where the blocks come from, and where the result goes.
//!
//! ```text
//!                 from                        to
//! Ecb             the blocks                  stored
//! CbcDecrypt      the blocks                  XORed with the blocks one place before
//! CfbDecrypt      the blocks one place before XORed with the blocks
//! Ctr             counters, made in vectors   XORed with the blocks
//! Xts             the blocks ^ tweaks         XORed with the tweaks, made in vectors
//! ```
//!
//! The XOR is free: it joins the key of the last round while the rounds are under way.
#![allow(clippy::needless_range_loop, reason = "vector m of the state and of the text")]
use crate::{
    rounds::{Direction, RoundKeys},
    tweaks,
};
use aria_core::{
    Block, Counter, InOut,
    aes_round::{AesIsa, AesRound},
    sliced::{SerialJob, Text},
};

/// Vectors side by side in the widest batch: as many as hide the latency of an AES instruction where two of
/// them, of four cycles each, start in a cycle.
pub(crate) const ABREAST: usize = 8;

/// A job on one batch after the other.
pub(crate) trait Job {
    /// What stays in a register from one batch to the next: for counters, their [page](Ctr), if there are batches
    /// of the widest kind; for [XTS](Xts), the next tweaks.
    #[inline(always)]
    fn keep<const N: usize, V: AesRound<N>>(&self, isa: V::Isa, keys: &RoundKeys<'_>, _widest: bool) -> V {
        V::repeat(isa, keys.first)
    }
    /// Told what was kept after the last batch.
    #[inline(always)]
    fn done<const N: usize, V: AesRound<N>>(&mut self, _kept: V) {}
    /// Does the `M` vectors from `at` on.
    fn batch<D: Direction, const N: usize, V: AesRound<N>, const M: usize>(
        &mut self,
        isa: V::Isa,
        keys: &RoundKeys<'_>,
        kept: &mut V,
        text: &mut impl Text<N>,
        at: usize,
    );
    /// Does the first `batches` of the widest kind, of which there is at least one.
    #[inline(always)]
    fn widest<D: Direction, const N: usize, V: AesRound<N>>(
        &mut self,
        isa: V::Isa,
        keys: &RoundKeys<'_>,
        kept: &mut V,
        text: &mut impl Text<N>,
        batches: usize,
    ) {
        for batch in 0..batches {
            self.batch::<D, N, V, ABREAST>(isa, keys, kept, text, batch * ABREAST);
        }
    }
}

/// A whole text: batches of wide vectors, as many abreast as there are blocks for, then single blocks.
#[inline(always)]
pub(crate) fn whole<I, D, const N: usize, V, W, J>(
    isa: I,
    keys: &RoundKeys<'_>,
    mut text: InOut<'_>,
    mut job: J,
) where
    I: AesIsa,
    D: Direction,
    V: AesRound<N, Isa = I>,
    W: AesRound<16, Isa = I>,
    J: Job,
{
    if N == 16 {
        return vectors::<I, D, 16, W, J>(isa, keys, text, &mut job, usize::MAX);
    }
    vectors::<I, D, N, V, J>(isa, keys, text.reborrow(), &mut job, usize::MAX);
    let over = text.len() % (N / 16);
    if over > 0 {
        let (_, rest) = {
            let whole = text.len() - over;
            text.split_at(whole)
        };
        vectors::<I, D, 16, W, J>(isa, keys, rest, &mut job, N / 16 - 1);
    }
}

/// All whole vectors of a text that has at most `most` of them.
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
    if n == 0 {
        return;
    }
    let widest = most >= ABREAST && n >= ABREAST;
    let mut kept = job.keep::<N, V>(isa, keys, widest);
    if widest {
        at = n - n % ABREAST;
        job.widest::<D, N, V>(isa, keys, &mut kept, &mut text, at / ABREAST);
    }
    if most >= 4 && n - at >= 4 {
        job.batch::<D, N, V, 4>(isa, keys, &mut kept, &mut text, at);
        at += 4;
    }
    if most == 3 && n - at == 3 {
        job.batch::<D, N, V, 3>(isa, keys, &mut kept, &mut text, at);
        at += 3;
    }
    if most >= 2 && n - at >= 2 {
        job.batch::<D, N, V, 2>(isa, keys, &mut kept, &mut text, at);
        at += 2;
    }
    if n - at >= 1 {
        job.batch::<D, N, V, 1>(isa, keys, &mut kept, &mut text, at);
    }
    job.done::<N, V>(kept);
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
        _: &mut V,
        text: &mut impl Text<N>,
        at: usize,
    ) {
        let x = keys.start::<D, N, V, M>(isa, load(isa, keys, text, at));
        let last = V::repeat(isa, keys.last);
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
        _: &mut V,
        text: &mut impl Text<N>,
        at: usize,
    ) {
        let x = keys.start::<D, N, V, M>(isa, load(isa, keys, text, at));
        let last = V::repeat(isa, keys.last);
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
        _: &mut V,
        text: &mut impl Text<N>,
        at: usize,
    ) {
        let mut x = [keys.whiten(isa, shifted(isa, text.input(at), self.0)); M];
        for m in 1..M {
            x[m] = keys.whiten(isa, V::load(isa, text.input_before(at + m)));
        }
        *self.0 = last_block(text, at + M - 1);
        let x = keys.start::<D, N, V, M>(isa, x);
        let last = V::repeat(isa, keys.last);
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
/// in a long run, a batch whose counters differ in the lowest byte only (15 of 16 batches, or 7 of 8):
///                          page ^ key                 page: a counter whose lowest byte is 0
///                        ^ [ low, low + 1 .. ]        read off a table: one XOR a vector
/// ```
///
/// What is not an AES instruction takes the time of one, as they all share the units; and what comes from a
/// general register has a long way. So the page stays in a vector while it lasts.
pub(crate) struct Ctr {
    low: u64,
    high: u64,
    little: bool,
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

/// How many counters there are from this one on before a carry leaves the low 64 bits, or all are used up.
#[inline(always)]
pub(crate) fn run(counter: &Counter) -> usize {
    let (low, ..) = halves(counter);
    let left = !low & (u64::MAX >> (64 - counter.bits().min(64)));
    usize::try_from(left).unwrap_or(usize::MAX).saturating_add(1)
}

/// Cuts a text where a run of counters ends.
#[cold]
pub(crate) fn by_runs(counter: &mut Counter, mut text: InOut<'_>, one: impl Fn(Counter, InOut<'_>)) {
    while !text.is_empty() {
        let (now, rest) = text.split_at(run(counter));
        let (first, blocks) = (*counter, now.len());
        one(first, now);
        counter.advance(blocks as u128);
        text = rest;
    }
}

/// So that few vectors of a table lie across two lines of the cache.
#[repr(align(64))]
struct Aligned<T>(T);

/// Fifteen zeros and a number, for each number that a byte can be, and more zeros: from its start on, blocks
/// with the number last, and from byte 15 on, blocks with the number first. So long that no place for a number
/// is out of bounds for the widest batch, which spares the kernel asking.
static NUMBERS: Aligned<[u8; (256 + 32) * 16]> = Aligned({
    let (mut table, mut i) = ([0; (256 + 32) * 16], 0);
    while i < 256 {
        table[16 * i + 15] = i as u8;
        i += 1;
    }
    table
});

/// Vector number `vector` of a batch that counts from `low`: a number in each block.
#[inline(always)]
fn numbers<const N: usize>(low: u8, vector: usize, little: bool) -> &'static [u8; N] {
    let place = 16 * usize::from(low) + if little { 15 } else { 0 };
    NUMBERS.0[place + N * vector..].first_chunk().unwrap_or(&[0; N])
}

impl Ctr {
    #[inline(always)]
    pub(crate) fn new(counter: &Counter) -> Self {
        let (low, high, little) = halves(counter);
        Self { low, high, little }
    }

    /// The next counters, whitened.
    #[inline(always)]
    fn whitened<const N: usize, V: AesRound<N>, const M: usize>(
        &self,
        isa: V::Isa,
        keys: &RoundKeys<'_>,
        page: V,
    ) -> [V; M] {
        let low = self.low as u8;
        if M == ABREAST && usize::from(low) <= 256 - M * N / 16 {
            let mut x = [page; M];
            for m in 0..M {
                x[m] = page ^ V::load(isa, numbers(low, m, self.little));
            }
            x
        } else {
            let value = u128::from(self.high) << 64 | u128::from(self.low);
            let base = V::repeat(isa, &value.to_le_bytes());
            let order = V::repeat(isa, &ORDERS[usize::from(self.little)]);
            let steps: &[[u8; N]; M] = const { &steps() };
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
    fn keep<const N: usize, V: AesRound<N>>(&self, isa: V::Isa, keys: &RoundKeys<'_>, widest: bool) -> V {
        if !widest {
            return V::repeat(isa, keys.first);
        }
        let page = u128::from(self.high) << 64 | u128::from(self.low & !0xff);
        let page = if self.little { page } else { page.swap_bytes() };
        keys.whiten(isa, V::repeat(isa, &page.to_le_bytes()))
    }

    #[inline(always)]
    fn batch<D: Direction, const N: usize, V: AesRound<N>, const M: usize>(
        &mut self,
        isa: V::Isa,
        keys: &RoundKeys<'_>,
        kept: &mut V,
        text: &mut impl Text<N>,
        at: usize,
    ) {
        let x = self.whitened(isa, keys, *kept);
        let before = self.low;
        self.low = before.wrapping_add((M * N / 16) as u64);
        if M == ABREAST && (before ^ self.low) >> 8 != 0 {
            *kept = self.keep(isa, keys, true);
        }
        let x = keys.start::<D, N, V, M>(isa, x);
        let last = V::repeat(isa, keys.last);
        for m in 0..M {
            let data = V::load(isa, text.input(at + m));
            D::end(x[m], last ^ data).store(text.output(at + m));
        }
    }
}

/// `out[i] = C(in[i] ^ T[i]) ^ T[i]`, with `T[0] = *tweak` and `T[i + 1] = x T[i]`.
///
/// Each vector of tweaks comes from the one before, and for a batch that chain is as long as the rounds. So those of the
/// next of the widest batches are made between the rounds of this one.
pub(crate) struct Xts<'a>(pub(crate) &'a mut Block);

impl Job for Xts<'_> {
    #[inline(always)]
    fn keep<const N: usize, V: AesRound<N>>(&self, isa: V::Isa, _: &RoundKeys<'_>, _: bool) -> V {
        tweaks::first(isa, self.0)
    }

    #[inline(always)]
    fn done<const N: usize, V: AesRound<N>>(&mut self, kept: V) {
        let mut bytes = [0; N];
        kept.store(&mut bytes);
        self.0.copy_from_slice(&bytes[..16]);
    }

    #[inline(always)]
    fn batch<D: Direction, const N: usize, V: AesRound<N>, const M: usize>(
        &mut self,
        isa: V::Isa,
        keys: &RoundKeys<'_>,
        kept: &mut V,
        text: &mut impl Text<N>,
        at: usize,
    ) {
        let mut t = [*kept; M];
        for m in 1..M {
            t[m] = tweaks::next(isa, t[m - 1]);
        }
        *kept = tweaks::next(isa, t[M - 1]);
        Self::with::<D, N, V, M, 0>(isa, keys, t, |_| {}, text, at);
    }

    #[inline(always)]
    fn widest<D: Direction, const N: usize, V: AesRound<N>>(
        &mut self,
        isa: V::Isa,
        keys: &RoundKeys<'_>,
        kept: &mut V,
        text: &mut impl Text<N>,
        batches: usize,
    ) {
        let mut t = [*kept; ABREAST];
        t[1] = tweaks::next(isa, t[0]);
        for m in 2..ABREAST {
            t[m] = tweaks::after(isa, [t[m - 2], t[m - 1]]);
        }
        let last = (batches - 1) * ABREAST;
        for at in (0..last).step_by(ABREAST) {
            let (mut next, mut latest) = (t, [t[ABREAST - 2], t[ABREAST - 1]]);
            let make = |m: usize| {
                next[m] = tweaks::after(isa, latest);
                latest = [latest[1], next[m]];
            };
            Self::with::<D, N, V, ABREAST, ABREAST>(isa, keys, t, make, text, at);
            t = next;
        }
        let make = |_| *kept = tweaks::after(isa, [t[ABREAST - 2], t[ABREAST - 1]]);
        Self::with::<D, N, V, ABREAST, 1>(isa, keys, t, make, text, last);
    }
}

impl Xts<'_> {
    /// Does a batch with these tweaks, and something else between the first rounds.
    #[inline(always)]
    fn with<D: Direction, const N: usize, V: AesRound<N>, const M: usize, const BESIDE: usize>(
        isa: V::Isa,
        keys: &RoundKeys<'_>,
        t: [V; M],
        beside: impl FnMut(usize),
        text: &mut impl Text<N>,
        at: usize,
    ) {
        let mut x = t;
        for m in 0..M {
            x[m] = keys.whiten(isa, V::load(isa, text.input(at + m)) ^ t[m]);
        }
        let x = keys.start_beside::<D, N, V, M, BESIDE>(isa, x, beside);
        let last = V::repeat(isa, keys.last);
        for m in 0..M {
            D::end(x[m], last ^ t[m]).store(text.output(at + m));
        }
    }
}

/// One block after the other. Leaves in `previous` what the next one will be made from.
///
/// ```text
/// x[i] --- all rounds but the end --+-- end, the last key ^ first key ^ sum --> x[i + 1]
///                                   `-- end, the last key [^ data] -----------> out[i]
/// ```
///
/// From one block to the next there is no instruction but those of the rounds: the key that whitens the next, and
/// the data that it takes in, join the last key while the rounds are under way; so the last step is done twice.
#[inline(always)]
pub(crate) fn serial<I: AesIsa, D: Direction, W: AesRound<16, Isa = I>>(
    isa: I,
    keys: &RoundKeys<'_>,
    job: SerialJob,
    previous: &mut Block,
    text: InOut<'_>,
) {
    let mut text = isa.text::<16>(text);
    let n = text.vectors();
    if n == 0 {
        return;
    }
    let last = W::repeat(isa, keys.last);
    let mut data = W::load(isa, text.input(0));
    let first = W::repeat(isa, previous);
    let mut x = keys.whiten(isa, if job == SerialJob::CbcEncrypt { first ^ data } else { first });
    for i in 0..n {
        // (nine rounds without a loop, whose end a CPU must foresee to begin the next message while this one is under way)
        let [end] = keys.start_beside::<D, 16, W, 1, 9>(isa, [x], |_| {});
        let next = W::load(isa, text.input(if i + 1 < n { i + 1 } else { i }));
        let sum = match job {
            SerialJob::CbcEncrypt => last ^ next,
            SerialJob::CfbEncrypt => last ^ data,
            SerialJob::Ofb => last,
        };
        x = D::end(end, keys.whiten(isa, sum));
        let out = D::end(end, if job == SerialJob::CbcEncrypt { last } else { last ^ data });
        out.store(text.output(i));
        if i + 1 == n {
            let chain = if job == SerialJob::Ofb { out ^ data } else { out };
            chain.store(previous);
        }
        data = next;
    }
}

/// `0, 1, 2 ..`, one for each block, in its first byte.
const fn steps<const N: usize, const M: usize>() -> [[u8; N]; M] {
    let (mut steps, mut i) = ([[0; N]; M], 0);
    while i < M * N / 16 {
        steps[i * 16 / N][i * 16 % N] = i as u8;
        i += 1;
    }
    steps
}
