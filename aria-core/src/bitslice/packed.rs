//! Bitsliced ARIA for some blocks: the four bytes that go through the same S-box lie side by side in one word, so
//! that each of the four circuits is done once a round, and 32 words hold the state of a batch.
//!
//! ```text
//!               lane 0     lane 1     lane 2     lane 3        a lane: as many bits as there are blocks
//! word (t, b)  [block ..  [block ..  [block ..  [block ..      bit b of four bytes of type t: those whose
//!                                                              position is t modulo 4
//! ```
//!
//! Which lane a byte is in is chosen so that the diffusion layer needs few moves. It is a grid
//! (see [`diffusion`](crate::diffusion)): each output is the input in its place, plus the sums of that input's
//! row and column. Every row and every column has one byte of each type, and so there are two orders:
//!
//! ```text
//!            Rows: a lane is a row of the grid           Columns: a lane is a column of the grid
//! type 0     8   0  12   4                               0   4  12   8
//! type 1    13   5   9   1                              13   9   1   5
//! type 2     6  14   2  10                              10  14   6   2
//! type 3     3  11   7  15                               7   3  11  15
//! ```
//!
//! In the first, the sum of the four words has the sums of rows; in either, the others are sums of words whose
//! lanes are exchanged by a constant, which is a rotation for most. The outputs that the layer leaves in their
//! places are, sorted by type, in the other order. So rounds alternate between the two.
use super::{
    Word,
    tower::{enter, leave, s1, s2, x1, x2},
    with_constants,
};
use crate::{Block, InOut, wipe::wipe};

/// The state of a batch: a word for each type and bit.
pub type State<W> = [[W; 8]; 4];

/// A word of four lanes.
pub trait Lanes4: Word {
    /// The bits of a lane: blocks in a batch.
    const BLOCKS: usize;
    /// The state that sixteen blocks are, one batch or several.
    type Sixteen: Clone + AsRef<[State<Self>]> + AsMut<[State<Self>]>;
    /// A batch of zeros.
    const ZERO: State<Self>;
    /// Sixteen blocks of zeros.
    const SIXTEEN_ZEROS: Self::Sixteen;
    /// A lane of ones for each bit that is set, from the lowest.
    fn lanes(set: u8) -> Self;
    /// All bits of a lane as the bit of block `block` in it.
    fn spread(self, block: usize) -> Self;
    /// Exchanges lanes 0 and 1, and 2 and 3.
    fn neighbours(self) -> Self;
    /// Exchanges lanes 0 and 2, and 1 and 3.
    fn halves(self) -> Self;
    /// Four bytes, one a lane, as row `block % 8` of a state has them before [`transpose`](Self::transpose).
    fn from_bytes(bytes: [u8; 4], block: usize) -> Self;
    /// What [`from_bytes`](Self::from_bytes) put there.
    fn bytes(self, block: usize) -> [u8; 4];
    /// Exchanges, in each byte of the eight rows of a type, bit `b` of row `k` with bit `k` of row `b`: rows of
    /// bytes become words of bits, and back.
    fn transpose(rows: &mut State<Self>);
    /// Overwrites a state with zeros.
    fn wipe(state: &mut State<Self>);
}

/// The byte positions in the lanes of each type.
type Order = [[usize; 4]; 4];
/// A lane is a row of the grid.
const ROWS: Order = [[8, 0, 12, 4], [13, 5, 9, 1], [6, 14, 2, 10], [3, 11, 7, 15]];
/// A lane is a column of the grid.
const COLUMNS: Order = [[0, 4, 12, 8], [13, 9, 1, 5], [10, 14, 6, 2], [7, 3, 11, 15]];

macro_rules! word {
    ($Word:ident, $lane:literal, $neighbours:expr) => {
        impl Lanes4 for $Word {
            const BLOCKS: usize = $lane;
            type Sixteen = [State<Self>; 16 / $lane];
            const ZERO: State<Self> = [[0; 8]; 4];
            const SIXTEEN_ZEROS: Self::Sixteen = [Self::ZERO; _];

            #[inline(always)]
            fn lanes(set: u8) -> Self {
                let shifted = (1 << 3 * ($lane - 1)) | (1 << 2 * ($lane - 1)) | (1 << ($lane - 1)) | 1;
                ($Word::from(set) * shifted).spread(0)
            }

            #[inline(always)]
            fn spread(self, block: usize) -> Self {
                let lowest = (1 << 3 * $lane) | (1 << 2 * $lane) | (1 << $lane) | 1;
                ((self >> block) & lowest) * ((1 << $lane) - 1)
            }

            #[inline(always)]
            fn neighbours(self) -> Self {
                let neighbours: fn(Self) -> Self = $neighbours;
                neighbours(self)
            }

            #[inline(always)]
            fn halves(self) -> Self {
                self.rotate_left($Word::BITS / 2)
            }

            #[inline(always)]
            fn from_bytes(bytes: [u8; 4], block: usize) -> Self {
                let [a, b, c, d] = bytes.map($Word::from);
                (a | b << $lane | c << 2 * $lane | d << 3 * $lane) << (block & !7)
            }

            #[inline(always)]
            fn bytes(self, block: usize) -> [u8; 4] {
                let row = self >> (block & !7);
                [row, row >> $lane, row >> 2 * $lane, row >> 3 * $lane].map(|lane| lane as u8)
            }

            fn wipe(state: &mut State<Self>) {
                wipe(state.as_flattened_mut());
            }

            #[inline]
            fn transpose(rows: &mut State<Self>) {
                for (half, low) in [(4, 0x0f), (2, 0x33), (1, 0x55)] {
                    let low = $Word::from_ne_bytes([low; _]);
                    for pair in rows.as_flattened_mut().chunks_exact_mut(2 * half) {
                        let (upper, lower) = pair.split_at_mut(half);
                        for (upper, lower) in upper.iter_mut().zip(lower) {
                            let exchange = ((*upper >> half) ^ *lower) & low;
                            *upper ^= exchange << half;
                            *lower ^= exchange;
                        }
                    }
                }
            }
        }
    };
}
// (the bytes reversed, and the halves changed back: one instruction on Arm)
word!(u32, 8, |x| x.swap_bytes().rotate_left(16));
word!(u64, 16, |x| {
    const LOW: u64 = 0x0000_ffff_0000_ffff;
    ((x >> 16) & LOW) | ((x & LOW) << 16)
});

/// Puts a block into rows of bytes.
#[inline(always)]
fn sort<W: Lanes4>(rows: &mut State<W>, n: usize, block: &Block, order: &Order) {
    for (rows, [a, b, c, d]) in rows.iter_mut().zip(order) {
        rows[n % 8] = rows[n % 8] ^ W::from_bytes([block[*a], block[*b], block[*c], block[*d]], n);
    }
}

#[inline(always)]
fn pack<W: Lanes4>(blocks: &[Block]) -> State<W> {
    let mut state = W::ZERO;
    for (n, block) in blocks.iter().enumerate() {
        sort(&mut state, n, block, &ROWS);
    }
    W::transpose(&mut state);
    state.map(enter)
}

/// After an even number of rounds, less the diffusion layer of the last: the order is that of columns.
#[inline(always)]
fn unpack<W: Lanes4>(state: State<W>, last_key: &Block, blocks: &mut [Block]) {
    let mut state = state.map(leave);
    W::transpose(&mut state);
    for (n, block) in blocks.iter_mut().enumerate() {
        for (rows, positions) in state.iter().zip(&COLUMNS) {
            for (i, byte) in positions.iter().zip(rows[n % 8].bytes(n)) {
                block[*i] = byte ^ last_key[*i];
            }
        }
    }
}

/// The round keys of one direction: those of rounds as a batch of blocks, each in the order of its round, and the
/// last as it is. As long as the keys themselves; a round spreads the bits of its key as it adds them.
#[derive(Clone)]
pub struct Keys<W: Lanes4, const RK: usize> {
    rounds: W::Sixteen,
    last: Block,
}

impl<W: Lanes4, const RK: usize> Drop for Keys<W, RK> {
    fn drop(&mut self) {
        self.rounds.as_mut().iter_mut().for_each(W::wipe);
        wipe(&mut self.last);
    }
}

impl<W: Lanes4, const RK: usize> Keys<W, RK> {
    /// From the schedule of this direction.
    pub fn new(keys: &[Block; RK]) -> Self {
        let mut rounds = W::SIXTEEN_ZEROS;
        for (n, key) in keys[..RK - 1].iter().enumerate() {
            let order = if n % 2 == 0 { &ROWS } else { &COLUMNS };
            let key = with_constants(n, RK, key);
            sort(&mut rounds.as_mut()[n / W::BLOCKS], n % W::BLOCKS, &key, order);
        }
        for batch in rounds.as_mut() {
            W::transpose(batch);
            for bits in batch {
                *bits = enter(*bits);
            }
        }
        let last = with_constants(RK - 1, RK, &keys[RK - 1]);
        Self { rounds, last }
    }

    /// `out[i] = C(in[i])`, for any number of blocks.
    pub fn ecb(&self, mut text: InOut<'_>) {
        while !text.is_empty() {
            let (now, rest) = text.split_at(W::BLOCKS);
            batch::<W>(self.rounds.as_ref(), RK - 1, &self.last, now);
            text = rest;
        }
    }
}

/// Up to a batch. (Inlined, it would be compiled twice, for text in place and apart; a constant number of rounds
/// would be compiled for each key size.)
#[inline(never)]
fn batch<W: Lanes4>(keys: &[State<W>], count: usize, last_key: &Block, mut text: InOut<'_>) {
    let mut state = pack::<W>(text.input());
    rounds(&mut state, keys, count);
    unpack(state, last_key, text.output());
}

/// All rounds, less the last key.
#[inline(always)]
fn rounds<W: Lanes4>(state: &mut State<W>, keys: &[State<W>], count: usize) {
    for round in 0..count {
        substitute(state, &keys[round / W::BLOCKS], round % W::BLOCKS, round % 2);
        if round + 1 == count {
            break;
        }
        if round % 2 == 1 {
            diffuse_state::<W, 1>(state);
        } else {
            diffuse_state::<W, 0>(state);
        }
    }
}

/// The substitution layer of a round that adds key `n` of a batch first.
#[inline(always)]
fn substitute<W: Lanes4>(state: &mut State<W>, keys: &State<W>, n: usize, odd: usize) {
    for (word, key) in state.as_flattened_mut().iter_mut().zip(keys.as_flattened()) {
        *word = *word ^ key.spread(n);
    }
    let mut types = |t: usize, s_box: fn([W; 8]) -> [W; 8]| {
        let t = (t + 2 * odd) % 4;
        state[t] = s_box(state[t]);
    };
    types(0, s1);
    types(1, s2);
    types(2, x1);
    types(3, x2);
}

/// The diffusion layer, from the order [`ROWS`] to [`COLUMNS`] or, if `ODD`, back. The two differ in which word
/// plays which part.
///
/// ```text
///  lane:   0  1  2  3
/// part 0   a  b  c  d      A lane is a row of the grid, say. Then part s and lane l are in column l ^ s:
/// part 1   e  f  g  h      a, f, k and q are one. So the sums of columns are those of the parts, their lanes
/// part 2   i  j  k  l      exchanged by the number of the part, and go back to the bytes of the column likewise.
/// part 3   m  n  p  q      What comes of part s and lane l is of the type of part turn[s] ^ 2 ^ l.
/// ```
#[inline(always)]
#[allow(clippy::needless_range_loop)]
fn diffuse_state<W: Lanes4, const ODD: usize>(state: &mut State<W>) {
    const TURN: [usize; 4] = [0, 2, 3, 1];
    const BACK: [usize; 4] = [0, 3, 1, 2];
    const SAME: [usize; 4] = [0, 1, 2, 3];
    let (part, turn) = [(SAME, BACK), (TURN, TURN)][ODD];
    for b in 0..8 {
        let [v0, v1, v2, v3] = part.map(|t| state[t][b]);
        let (v01, v23) = (v0 ^ v1, v2 ^ v3);
        let (even, odd) = (v0 ^ v2.halves(), v1 ^ v3.halves());
        let c0 = even ^ odd.neighbours();
        let c1 = c0.neighbours();
        let y = [v1 ^ v23 ^ c0, v0 ^ v23 ^ c1, v3 ^ v01 ^ c0.halves(), v2 ^ v01 ^ c1.halves()];
        let mut x = y;
        for s in 0..4 {
            x[turn[s] ^ 2] = y[s];
        }
        let [x0, x1, x2, x3] = x;
        let ((x0, x1), (x2, x3)) = (exchange(x0, x1, 0b1010), exchange(x2, x3, 0b1010));
        let ((x0, x2), (x1, x3)) = (exchange(x0, x2, 0b1100), exchange(x1, x3, 0b1100));
        for (t, x) in part.into_iter().zip([x0, x1, x2, x3]) {
            state[t][b] = x;
        }
    }
}

/// Exchanges some lanes of one word with those of another.
#[inline(always)]
fn exchange<W: Lanes4>(a: W, b: W, lanes: u8) -> (W, W) {
    let difference = (a ^ b) & W::lanes(lanes);
    (a ^ difference, b ^ difference)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Schedule, leaky_oracle::LeakyOracle};
    use core::array::from_fn;
    use proptest::prelude::*;
    extern crate std;
    use std::vec::Vec;

    fn check<W: Lanes4, const RK: usize>(schedule: &Schedule<RK>, oracle: &LeakyOracle, text: &[Block]) {
        let (encrypt, decrypt) =
            (Keys::<W, RK>::new(&schedule.encrypt), Keys::<W, RK>::new(&schedule.decrypt));
        let mut blocks = text.to_vec();
        encrypt.ecb(InOut::from(&mut blocks[..]));
        assert_eq!(blocks, text.iter().map(|b| oracle.encrypt(b)).collect::<Vec<_>>());
        decrypt.ecb(InOut::from(&mut blocks[..]));
        assert_eq!(blocks, text);
    }

    proptest! {
        #[test]
        fn agrees_with_the_oracle(key: [u8; 32], text in prop::collection::vec(any::<Block>(), 0..40)) {
            fn both<const RK: usize>(schedule: Schedule<RK>, key: &[u8], text: &[Block]) {
                let oracle = LeakyOracle::new(key);
                check::<u32, RK>(&schedule, &oracle, text);
                check::<u64, RK>(&schedule, &oracle, text);
            }
            both(Schedule::<13>::new(&from_fn(|i| key[i])), &key[..16], &text);
            both(Schedule::<15>::new(&from_fn(|i| key[i])), &key[..24], &text);
            both(Schedule::<17>::new(&key), &key, &text);
        }
    }

    /// The bits of a word that are lane `lane`.
    fn lane<W: Lanes4>(lane: usize) -> W {
        W::lanes(1 << lane)
    }

    fn lanes_move<W: Lanes4 + PartialEq + core::fmt::Debug>() {
        for n in 0..4 {
            assert_eq!(lane::<W>(n).neighbours(), lane(n ^ 1));
            assert_eq!(lane::<W>(n).halves(), lane(n ^ 2));
        }
    }

    #[test]
    fn lanes_move_as_named() {
        lanes_move::<u32>();
        lanes_move::<u64>();
    }
}
