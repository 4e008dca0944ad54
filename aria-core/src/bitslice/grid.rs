//! Bitsliced ARIA for a block or few: a plane is one word, which holds a bit of every byte, so that eight words are the
//! state, and one circuit a round is all four S-boxes of it.
//!
//! ```text
//!           place 0    place 1          place 15      a place: as many bits as there are blocks
//! word b   [block ..  [block ..   ...  [block ..      bit b of all bytes
//!
//! places 0 to 3       bytes  3  8  6 13     after       0 10  7 13      Each output of the diffusion layer is
//!        4 to 7              9  2 12  7     diffusion: 11  1 12  6      the input in its place, plus the sums
//!        8 to 11             4 15  1 10                 5 15  2  8      of that input's row and column:
//!       12 to 15            14  5 11  0                14  4  9  3      see [`diffusion`](crate::diffusion)
//! ```
//!
//! The outputs, left where they are, are a grid as well, the first one mirrored at a diagonal: rows have become
//! columns, which are summed alike. So nothing ever moves; only which S-box a place has depends on the round.
//!
//! The S-boxes share their inverse: of X1 and X2 the linear map comes before it, of S1 and S2 after it, each
//! on those places only that it is for.
use super::{
    CONSTANTS, Word,
    tower::{after_s1, after_s2, before_x1, before_x2, enter, inverse, leave},
    with_constants, xor,
};
use crate::{Block, InOut, wipe::wipe};

/// The bytes in the places, before odd rounds (0) and before even ones (1), which is after odd ones.
const ORDERS: [[u8; 16]; 2] = [
    [3, 8, 6, 13, 9, 2, 12, 7, 4, 15, 1, 10, 14, 5, 11, 0],
    [0, 10, 7, 13, 11, 1, 12, 6, 5, 15, 2, 8, 14, 4, 9, 3],
];

/// Which places have S1, S2, X1 and X2, a bit each, in odd rounds and in even ones.
const PLACES: [[u16; 4]; 2] = {
    let (mut places, mut n) = ([[0; 4]; 2], 0);
    while n < 32 {
        let (even, p) = (n / 16, n % 16);
        places[even][(ORDERS[even][p] as usize + 2 * even) % 4] |= 1 << p;
        n += 1;
    }
    places
};

/// A word of sixteen places.
pub trait Sixteenths: Word {
    /// The bits of a place: blocks in a batch.
    const BLOCKS: usize;
    /// The planes of sixteen blocks, one batch after the other.
    type Sixteen: Clone + AsRef<[[Self; 8]]> + AsMut<[[Self; 8]]>;
    /// Eight zeros.
    const ZERO: [Self; 8];
    /// Sixteen blocks of zeros.
    const SIXTEEN_ZEROS: Self::Sixteen;
    /// The places of S1, S2, X1 and X2 in odd and even rounds, as ones.
    const MASKS: [[Self; 4]; 2];
    /// All bits of a place as the bit of block `block` in it.
    fn spread(self, block: usize) -> Self;
    /// The diffusion layer on a plane.
    fn diffuse(self) -> Self;
    /// Adds the bytes of block `block` to the rows that [`transpose`](Self::transpose) makes planes of.
    fn put(rows: &mut [Self; 8], block: usize, bytes: &Block, order: &[u8; 16]);
    /// The bytes that [`put`](Self::put) put there.
    fn take(rows: &[Self; 8], block: usize, order: &[u8; 16]) -> Block;
    /// Exchanges, in each byte of the eight rows, bit `b` of row `k` with bit `k` of row `b`.
    fn transpose(rows: &mut [Self; 8]);
    /// Overwrites planes with zeros.
    fn wipe(planes: &mut [Self; 8]);
}

macro_rules! word {
    ($Word:ident, $blocks:literal) => {
        impl Sixteenths for $Word {
            const BLOCKS: usize = $blocks;
            type Sixteen = [[Self; 8]; 16 / $blocks];
            const ZERO: [Self; 8] = [0; 8];
            const SIXTEEN_ZEROS: Self::Sixteen = [Self::ZERO; _];
            const MASKS: [[Self; 4]; 2] = {
                let (mut masks, mut n) = ([[0; 4]; 2], 0);
                while n < 8 * $Word::BITS as usize {
                    let (even, s_box, bit) = (n % 2, n / 2 % 4, n / 8);
                    masks[even][s_box] |= ((PLACES[even][s_box] >> bit / $blocks & 1) as $Word) << bit;
                    n += 1;
                }
                masks
            };

            #[inline(always)]
            fn spread(self, block: usize) -> Self {
                const LOWEST: $Word = $Word::MAX / ((1 << $blocks) - 1);
                ((self >> block) & LOWEST) * ((1 << $blocks) - 1)
            }

            #[inline(always)]
            fn diffuse(self) -> Self {
                // columns: the four quarters are added, and each gets the sum
                let halves = self ^ self.rotate_left($Word::BITS / 2);
                let columns = halves ^ halves.rotate_left($Word::BITS / 4);
                // rows: the four parts of a quarter are added, in the lowest, and copied to the others
                const PAIR: $Word = $Word::MAX / ((1 << (2 * $blocks)) + 1);
                const ONE: $Word = PAIR / ((1 << $blocks) + 1);
                const COPY: $Word = 1 | 1 << $blocks | 1 << (2 * $blocks) | 1 << (3 * $blocks);
                let pairs = (self ^ (self >> (2 * $blocks))) & PAIR;
                let rows = ((pairs ^ (pairs >> $blocks)) & ONE) * COPY;
                self ^ columns ^ rows
            }

            #[inline(always)]
            fn put(rows: &mut [Self; 8], block: usize, bytes: &Block, order: &[u8; 16]) {
                for (place, i) in order.iter().enumerate() {
                    let bit = $blocks * place + block;
                    rows[bit % 8] ^= $Word::from(bytes[usize::from(*i)]) << (bit & !7);
                }
            }

            #[inline(always)]
            fn take(rows: &[Self; 8], block: usize, order: &[u8; 16]) -> Block {
                let mut bytes = [0; 16];
                for (place, i) in order.iter().enumerate() {
                    let bit = $blocks * place + block;
                    bytes[usize::from(*i)] = (rows[bit % 8] >> (bit & !7)) as u8;
                }
                bytes
            }

            #[inline(always)]
            fn transpose(rows: &mut [Self; 8]) {
                *rows = super::bits(*rows);
            }

            fn wipe(planes: &mut [Self; 8]) {
                wipe(planes);
            }
        }
    };
}
word!(u32, 2);
word!(u64, 4);

/// The substitution layer, in places with these S-boxes.
#[inline(always)]
fn substitute<W: Word>(x: [W; 8], [s1, s2, x1, x2]: [W; 4]) -> [W; 8] {
    let (s, x12) = (s1 ^ s2, x1 ^ x2);
    let (a, b) = (before_x1(eight!(|B| x[B] & x1)), before_x2(eight!(|B| x[B] & x2)));
    let x = inverse(eight!(|B| (x[B] & s) ^ a[B] ^ b[B]));
    let (a, b) = (after_s1(eight!(|B| x[B] & s1)), after_s2(eight!(|B| x[B] & s2)));
    eight!(|B| (x[B] & x12) ^ a[B] ^ b[B])
}

/// The round keys of one direction: those of rounds as a batch of blocks, each in the order of its round, and the
/// last as it is. As long as the keys themselves; a round spreads the bits of its key as it adds them.
#[derive(Clone)]
pub struct Keys<W: Sixteenths, const RK: usize> {
    rounds: W::Sixteen,
    last: Block,
}

impl<W: Sixteenths, const RK: usize> Drop for Keys<W, RK> {
    fn drop(&mut self) {
        self.rounds.as_mut().iter_mut().for_each(W::wipe);
        wipe(&mut self.last);
    }
}

impl<W: Sixteenths, const RK: usize> Keys<W, RK> {
    /// From the schedule of this direction.
    pub fn new(keys: &[Block; RK]) -> Self {
        let mut keys_of_rounds = Self { rounds: W::SIXTEEN_ZEROS, last: [0; 16] };
        set_up::<W>(keys, keys_of_rounds.rounds.as_mut(), &mut keys_of_rounds.last);
        keys_of_rounds
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

/// (One for all key sizes.)
fn set_up<W: Sixteenths>(keys: &[Block], rounds: &mut [[W; 8]], last: &mut Block) {
    for (n, key) in keys.iter().enumerate() {
        let key = with_constants(n, keys.len(), key);
        if n + 1 == keys.len() {
            *last = key;
        } else {
            W::put(&mut rounds[n / W::BLOCKS], n % W::BLOCKS, &key, &ORDERS[n % 2]);
        }
    }
    for batch in rounds {
        W::transpose(batch);
        *batch = enter(*batch);
    }
}

/// Up to a batch. (Inlined, it would be compiled twice, for text in place and apart; a constant number of rounds
/// would be compiled for each key size.)
#[inline(never)]
fn batch<W: Sixteenths>(keys: &[[W; 8]], count: usize, last_key: &Block, mut text: InOut<'_>) {
    let mut state = W::ZERO;
    for (n, block) in text.input().iter().enumerate() {
        W::put(&mut state, n, block, &ORDERS[0]);
    }
    W::transpose(&mut state);
    state = enter(state);
    for round in 0..count {
        if round > 0 {
            for plane in &mut state {
                *plane = plane.diffuse();
            }
        }
        let keys = &keys[round / W::BLOCKS];
        let n = round % W::BLOCKS;
        state = substitute(eight!(|B| state[B] ^ keys[B].spread(n)), W::MASKS[round % 2]);
    }
    state = leave(state);
    W::transpose(&mut state);
    for (n, block) in text.output().iter_mut().enumerate() {
        *block = xor(&W::take(&state, n, &ORDERS[1]), u128::from_ne_bytes(*last_key));
    }
}

/// A round less its key, odd or even, on one block: FO and FE of key schedules.
#[inline(never)]
pub(crate) fn round(block: Block, even: bool) -> Block {
    let even = usize::from(even);
    let [before, _, after] = CONSTANTS[even];
    let mut state = [0_u32; 8];
    Sixteenths::put(&mut state, 0, &xor(&block, before), &ORDERS[even]);
    Sixteenths::transpose(&mut state);
    state = substitute(enter(state), u32::MASKS[even]);
    state = leave(eight!(|B| state[B].diffuse()));
    Sixteenths::transpose(&mut state);
    xor(&Sixteenths::take(&state, 0, &ORDERS[1 - even]), after)
}
