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
//! Each of the four holds all sixteen bytes, of which the round needs four. An output byte of the
//! diffusion layer is the sum of at most two bytes of each, so a shuffle that picks the first, and one
//! that picks the second, or zero, do the diffusion and undo ShiftRows at once. The next key (on
//! Arm, the one before) rides in the operands of the AES instructions, as in the sliced kernel.
use super::{AesSlice, Text, keys::Placed};
use crate::{
    Block,
    diffusion::EQUATIONS,
    tables::{S2_AFTER_S1, X2_BEFORE_X1},
};

/// A round key as `AESENCLAST` and as `AESDECLAST` add it, after their moves of bytes; `AESE` and
/// `AESD` add it before.
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
const fn shuffles(sums: [u16; 16], even: bool) -> Shuffles {
    const NONE: u8 = 0x80;
    let mut shuffles = [[[NONE; 16]; 2]; 4];
    let (mut j, mut i) = (0, 0);
    while j < 16 {
        // place i of e and m holds the S-box of byte shift_rows(i); of d and f, of unshift_rows(i)
        while i < 16 {
            let (by_s, by_x) = (shift_rows(i), unshift_rows(i));
            let mut t = 0;
            while t < 4 {
                let from = if t < 2 { by_s } else { by_x };
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

pub(super) static ODD: Shuffles = shuffles(DIFFUSION, false);
pub(super) static EVEN: Shuffles = shuffles(DIFFUSION, true);
static LAST: Shuffles = shuffles(NO_DIFFUSION, true);

/// A substitution layer, the next key, and the sums of the shuffles, on `K` vectors side by side.
#[inline(always)]
pub(super) fn round<const N: usize, const K: usize, V: AesSlice<N>>(
    isa: V::Isa,
    key: &KeyPair,
    x: [V; K],
    shuffles: &'static Shuffles,
    last: bool,
) -> [V; K] {
    let [s_key, x_key] = [V::repeat(isa, &key[0]), V::repeat(isa, &key[1])];
    let s2_after = const { &S2_AFTER_S1.nibbles() };
    let x2_before = const { &X2_BEFORE_X1.nibbles() };
    let mut sums = x;
    for i in 0..K {
        let e = x[i].s1(s_key);
        let d = x[i].x1(x_key);
        let f = x[i].nibbles(x2_before).x1(x_key);
        let m = e.nibbles(s2_after);
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
fn rounds<const N: usize, const K: usize, V: AesSlice<N>>(
    isa: V::Isa,
    keys: &[KeyPair],
    mut x: [V; K],
) -> [V; K] {
    let keys = Placed::new(V::KEYS, keys);
    let [pairs @ .., odd, last] = keys.rounds else { return x };
    add(isa, &mut x, keys.first);
    for [odd, even] in pairs.as_chunks().0 {
        x = round::<N, K, V>(isa, odd, x, &ODD, false);
        x = round::<N, K, V>(isa, even, x, &EVEN, false);
    }
    x = round::<N, K, V>(isa, odd, x, &ODD, false);
    x = round::<N, K, V>(isa, last, x, &LAST, true);
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

/// `out[i] = C(in[i])`, vector by vector: four side by side, then two, then one.
#[inline(always)]
pub fn ecb<const N: usize, V: AesSlice<N>>(isa: V::Isa, keys: &[KeyPair], mut text: impl Text<N>) {
    let mut at = 0;
    while text.vectors() - at >= 4 {
        run::<N, 4, V>(isa, keys, &mut text, at);
        at += 4;
    }
    if text.vectors() - at >= 2 {
        run::<N, 2, V>(isa, keys, &mut text, at);
        at += 2;
    }
    if text.vectors() - at >= 1 {
        run::<N, 1, V>(isa, keys, &mut text, at);
    }
}

#[inline(always)]
fn run<const N: usize, const K: usize, V: AesSlice<N>>(
    isa: V::Isa,
    keys: &[KeyPair],
    text: &mut impl Text<N>,
    at: usize,
) {
    let mut x = [V::load(isa, text.input(at)); K];
    for (i, x) in x.iter_mut().enumerate() {
        *x = V::load(isa, text.input(at + i));
    }
    let y = rounds::<N, K, V>(isa, keys, x);
    for (i, y) in y.into_iter().enumerate() {
        y.store(text.output(at + i));
    }
}
