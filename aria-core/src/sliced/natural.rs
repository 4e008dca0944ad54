//! A few blocks in natural layout: one register holds whole blocks, as memory does. A batch of
//! slices costs the same however few blocks it holds; here one block costs a third of it.
//!
//! ```text
//! x --+-- S (AESENCLAST) ------- e        S1 bytes of the layer, in the order ShiftRows leaves
//!     |          `--- affine --- m        S2 bytes
//!     +-- X (AESDECLAST) ------- d        X1 bytes
//!     `-- affine --- X --------- f        X2 bytes
//!
//! y = sum of two shuffles each of e, m, d and f
//! ```
//!
//! Each of the four holds all sixteen bytes, of which the round needs four: S2 and X2 are in odd places. An output byte of the
//! diffusion layer is the sum of at most two bytes of each, so a shuffle that picks the first, and one
//! that picks the second, or zero, do the diffusion and undo ShiftRows at once. The next key (on
//! Arm, the one before) rides in the operands of the AES instructions, as in the sliced kernel.
//!
//! Galois field instructions do the affine map before X, and S2 from x alone, where it stands in its own place, and takes its
//! bytes of the key as a sum. So the longest way through a round is that of X2, and not that of S2, which as an AES
//! instruction, a map by look-ups and its sums takes a tenth more (14.6 against 13.2 cycles on Emerald Rapids).
use super::{AesSlice, GfniSlice, Job, KeyPlace, SerialJob, Text, ViaAes, ViaGfni, keys::Placed};
use crate::{
    Block, Counter,
    diffusion::EQUATIONS,
    tables::{S2_AFTER_INVERSION, S2_AFTER_S1, X2_BEFORE_X1},
};

/// How a substitution comes by S2 and X2 in natural layout. Only their places count, which are odd; in others is
/// whatever costs least.
pub trait Natural<const N: usize, V: AesSlice<N>> {
    /// Whether S2 is made from x, and not from S1, and so is not moved by ShiftRows.
    const S2_STAYS: bool;
    /// S2 and its key, which is in `s1` or else is `key`.
    fn s2(x: V, s1: V, key: V) -> V;
    /// The affine map before X1.
    fn before_x1(x: V) -> V;
}

impl<const N: usize, V: AesSlice<N>> Natural<N, V> for ViaAes {
    const S2_STAYS: bool = false;
    #[inline(always)]
    fn s2(_x: V, s1: V, _key: V) -> V {
        s1.odd_nibbles(const { &S2_AFTER_S1.nibbles() })
    }
    #[inline(always)]
    fn before_x1(x: V) -> V {
        x.odd_nibbles(const { &X2_BEFORE_X1.nibbles() })
    }
}

impl<const N: usize, V: AesSlice<N> + GfniSlice<N>> Natural<N, V> for ViaGfni {
    const S2_STAYS: bool = true;
    #[inline(always)]
    fn s2(x: V, _s1: V, key: V) -> V {
        const { assert!(matches!(V::KEYS, KeyPlace::After)) }
        x.affine_of_inverse::<{ S2_AFTER_INVERSION.matrix.bits() }, { S2_AFTER_INVERSION.constant as i32 }>()
            ^ key
    }
    #[inline(always)]
    fn before_x1(x: V) -> V {
        x.affine::<{ X2_BEFORE_X1.matrix.bits() }, { X2_BEFORE_X1.constant as i32 }>()
    }
}

/// A round key as `AESENCLAST` and as `AESDECLAST` add it, after their moves of bytes; `AESE` and
/// `AESD` add it before. Where S2 stays in place, so do its bytes, and none goes through an affine map.
pub type KeyPair = [Block; 2];

/// Where ShiftRows takes the byte at place `i` from.
pub(super) const fn shift_rows(i: usize) -> usize {
    (i + 4 * (i % 4)) % 16
}

/// Where its inverse takes the byte at place `i` from.
pub(super) const fn unshift_rows(i: usize) -> usize {
    (i + 12 * (i % 4)) % 16
}

/// The shuffles that bring the bytes of S-box `t` (0: S1, 1: S2, 2: X1, 3: X2) to their places, two
/// for each; a place that takes no such byte takes zero.
pub(super) type Shuffles = [[[u8; 16]; 2]; 4];

/// `sums[j]`: the input positions of which output `j` is the sum, as a set of bits.
const fn shuffles(sums: [u16; 16], even: bool, s2_stays: bool) -> Shuffles {
    const NONE: u8 = 0x80;
    let mut shuffles = [[[NONE; 16]; 2]; 4];
    let (mut j, mut i) = (0, 0);
    while j < 16 {
        // place i of e and m holds the S-box of byte shift_rows(i), unless S2 stays; of d and f, of unshift_rows(i)
        while i < 16 {
            let (by_s, by_x) = (shift_rows(i), unshift_rows(i));
            let mut t = 0;
            while t < 4 {
                let from = match t {
                    1 if s2_stays => i,
                    0 | 1 => by_s,
                    _ => by_x,
                };
                let position = (t + if even { 2 } else { 0 }) % 4;
                if from % 4 == position && sums[j] >> from & 1 == 1 {
                    let which = if shuffles[t][0][j] == NONE { 0 } else { 1 };
                    assert!(shuffles[t][which][j] == NONE, "more than two");
                    shuffles[t][which][j] = i as u8;
                }
                t += 1;
            }
            i += 1;
        }
        i = 0;
        j += 1;
    }
    shuffles
}

/// The sums of the diffusion layer, and of none.
const DIFFUSION: [u16; 16] = {
    let (mut sums, mut i) = ([0; 16], 0);
    while i < 16 * 7 {
        sums[i / 7] |= 1 << EQUATIONS[i / 7][i % 7];
        i += 1;
    }
    sums
};
const NO_DIFFUSION: [u16; 16] = {
    let (mut sums, mut i) = ([0; 16], 0);
    while i < 16 {
        sums[i] = 1 << i;
        i += 1;
    }
    sums
};

/// Of a kind of round; the second, where S2 stays.
type OfRound = [Shuffles; 2];
pub(super) static ODD: OfRound = [shuffles(DIFFUSION, false, false), shuffles(DIFFUSION, false, true)];
pub(super) static EVEN: OfRound = [shuffles(DIFFUSION, true, false), shuffles(DIFFUSION, true, true)];
static LAST: OfRound = [shuffles(NO_DIFFUSION, true, false), shuffles(NO_DIFFUSION, true, true)];

/// A substitution layer, the next key, and the sums of the shuffles, on `K` vectors side by side.
#[inline(always)]
pub(super) fn round<const N: usize, const K: usize, V: AesSlice<N>, S: Natural<N, V>>(
    isa: V::Isa,
    key: &KeyPair,
    x: [V; K],
    shuffles: &'static OfRound,
    last: bool,
) -> [V; K] {
    let shuffles = &shuffles[usize::from(S::S2_STAYS)];
    let [s_key, x_key] = [V::repeat(isa, &key[0]), V::repeat(isa, &key[1])];
    let mut sums = x;
    for i in 0..K {
        let e = x[i].s1(s_key);
        let d = x[i].x1(x_key);
        let f = S::before_x1(x[i]).x1(x_key);
        let m = S::s2(x[i], e, s_key);
        sums[i] = (pick(e, &shuffles[0], last) ^ pick(d, &shuffles[2], last))
            ^ (pick(m, &shuffles[1], last) ^ pick(f, &shuffles[3], last));
    }
    sums
}

/// The first and the second byte of a kind that each place takes. In a last round, which has no
/// diffusion, there is no second.
#[inline(always)]
fn pick<const N: usize, V: AesSlice<N>>(v: V, shuffles: &'static [[u8; 16]; 2], last: bool) -> V {
    let first = v.shuffle(&shuffles[0]);
    if last { first } else { first ^ v.shuffle(&shuffles[1]) }
}

/// All rounds on `K` vectors.
#[inline(always)]
fn rounds<const N: usize, const K: usize, V: AesSlice<N>, S: Natural<N, V>>(
    isa: V::Isa,
    keys: &[KeyPair],
    mut x: [V; K],
) -> [V; K] {
    let keys = Placed::new(V::KEYS, keys);
    let [pairs @ .., odd, last] = keys.rounds else { return x };
    add(isa, &mut x, keys.first);
    for [odd, even] in pairs.as_chunks().0 {
        x = round::<N, K, V, S>(isa, odd, x, &ODD, false);
        x = round::<N, K, V, S>(isa, even, x, &EVEN, false);
    }
    x = round::<N, K, V, S>(isa, odd, x, &ODD, false);
    x = round::<N, K, V, S>(isa, last, x, &LAST, true);
    add(isa, &mut x, keys.last);
    x
}

/// Adds a round key, if there is one.
#[inline(always)]
fn add<const N: usize, V: AesSlice<N>>(isa: V::Isa, x: &mut [V], key: Option<&KeyPair>) {
    let Some([key, _]) = key else { return };
    let key = V::repeat(isa, key);
    for x in x {
        *x = *x ^ key;
    }
}

/// Vectors that are worked on side by side.
pub const SIDE_BY_SIDE: usize = 4;

/// Does a job on at most [`SIDE_BY_SIDE`] vectors, the last of which may hold fewer blocks than there is
/// room for. What is over is left alone.
#[inline(always)]
pub fn few<const N: usize, V: AesSlice<N>, S: Natural<N, V>>(
    isa: V::Isa,
    keys: &[KeyPair],
    job: Job<'_>,
    text: impl Text<N>,
) {
    // (in this form it becomes no table of jumps)
    let vectors = text.blocks().div_ceil(N / 16);
    if vectors >= SIDE_BY_SIDE {
        run::<N, SIDE_BY_SIDE, V, S>(isa, keys, job, text);
    } else if vectors == 3 {
        run::<N, 3, V, S>(isa, keys, job, text);
    } else if vectors == 2 {
        run::<N, 2, V, S>(isa, keys, job, text);
    } else if vectors == 1 {
        run::<N, 1, V, S>(isa, keys, job, text);
    }
}

#[inline(always)]
fn run<const N: usize, const K: usize, V: AesSlice<N>, S: Natural<N, V>>(
    isa: V::Isa,
    keys: &[KeyPair],
    job: Job<'_>,
    mut text: impl Text<N>,
) {
    let part = text.blocks() < K * (N / 16);
    let x = match job {
        Job::Ecb | Job::CbcDecrypt(_) => data::<N, K, V>(isa, &text, part),
        Job::CfbDecrypt(previous) => before::<N, K, V>(isa, &text, previous, part),
        Job::Ctr(counter) => counters::<N, K, V>(isa, *counter),
    };
    let y = rounds::<N, K, V, S>(isa, keys, x);
    let y = match job {
        Job::Ecb => y,
        Job::CbcDecrypt(previous) => xor::<N, K, V>(y, before::<N, K, V>(isa, &text, previous, part)),
        Job::CfbDecrypt(_) | Job::Ctr(_) => xor::<N, K, V>(y, data::<N, K, V>(isa, &text, part)),
    };
    for (j, y) in y.into_iter().enumerate() {
        if part && j == K - 1 {
            y.store_first(text.output_block(j * (N / 16)));
        } else {
            y.store(text.output(j));
        }
    }
}

// Loops, not closures, which the compiler might call.

/// The blocks as `K` vectors. Of the last, if it is only `part`ly filled, the first block counts.
#[inline(always)]
fn data<const N: usize, const K: usize, V: AesSlice<N>>(
    isa: V::Isa,
    text: &impl Text<N>,
    part: bool,
) -> [V; K] {
    const { assert!(N <= 32, "a vector that is not full has one block") };
    let mut all = [V::repeat(isa, text.input_block((K - 1) * (N / 16))); K];
    for (j, v) in all.iter_mut().enumerate() {
        if !(part && j == K - 1) {
            *v = V::load(isa, text.input(j));
        }
    }
    all
}

/// The same one block earlier: `previous` comes first.
#[inline(always)]
fn before<const N: usize, const K: usize, V: AesSlice<N>>(
    isa: V::Isa,
    text: &impl Text<N>,
    previous: &Block,
    part: bool,
) -> [V; K] {
    let mut all = [V::repeat(isa, previous); K];
    for (j, v) in all.iter_mut().enumerate() {
        match (j, part && j == K - 1) {
            (0, true) => {}
            (0, false) => *v = V::pair(isa, previous, text.input_block(0)),
            (_, true) => *v = V::repeat(isa, text.input_block(j * (N / 16) - 1)),
            (_, false) => *v = V::load(isa, text.input_before(j)),
        }
    }
    all
}

/// Counters as `K` vectors.
#[inline(always)]
fn counters<const N: usize, const K: usize, V: AesSlice<N>>(isa: V::Isa, mut counter: Counter) -> [V; K] {
    let mut all = [V::repeat(isa, &[0; 16]); K];
    for v in &mut all {
        let first = counter.take();
        *v = if N == 16 { V::repeat(isa, &first) } else { V::pair(isa, &first, &counter.take()) };
    }
    all
}

#[inline(always)]
fn xor<const N: usize, const K: usize, V: AesSlice<N>>(a: [V; K], b: [V; K]) -> [V; K] {
    let mut sums = a;
    for (sum, b) in sums.iter_mut().zip(b) {
        *sum = *sum ^ b;
    }
    sums
}

/// A serial job, block by block. Leaves in `previous` what the next block will be made from.
///
/// What is between two rounds of a block is one sum: the rest is done while the other waits.
#[inline(always)]
pub fn serial<V: AesSlice<16>, S: Natural<16, V>>(
    isa: V::Isa,
    keys: &[KeyPair],
    job: SerialJob,
    previous: &mut Block,
    mut text: impl Text<16>,
) {
    let mut chain = V::load(isa, previous);
    for i in 0..text.blocks() {
        let data = V::load(isa, text.input_block(i));
        let x = if job == SerialJob::CbcEncrypt { chain ^ data } else { chain };
        let [y] = rounds::<16, 1, V, S>(isa, keys, [x]);
        let out = if job == SerialJob::CbcEncrypt { y } else { y ^ data };
        chain = if job == SerialJob::Ofb { y } else { out };
        out.store(text.output_block(i));
    }
    chain.store(previous);
}
