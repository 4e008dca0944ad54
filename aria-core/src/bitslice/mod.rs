//! Bitsliced ARIA: one word for each bit of the block, one block in each bit of the word. Only XOR,
//! AND and shifts by constants: no look-up, no branch on data, constant time on any CPU.
//!
//! Operations on words, a batch of ARIA-128, and core cycles a byte on an EPYC (Zen 3), ECB, 16 KiB, in one run
//! with OpenSSL's tables at 21.6 and those of the crate `aria` at 31.7:
//!
//! ```text
//! S-boxes      12 x 16 x 114     106 gates, and a key      u64  11.7
//! diffusion    11 x  8 x  56                               SSE2 5.4
//! ends          2 x 16 x  86     bits, and the tower       AVX2 2.6
//! bytes         2 x 1,152        (or 512 in vectors)
//! ```
//!
//! What decides is what does not fit into registers, and how many gates wait for one another.
//!
//! ```text
//!              block 0  block 1  ...  block BITS-1
//! plane   0  [  bit 0    bit 0   ...     bit 0   ]   byte 0, bit 0
//! plane   1  [  bit 1    bit 1   ...     bit 1   ]   byte 0, bit 1
//!   ...                                              the S-box of byte i is a circuit on planes 8i .. 8i+7
//! plane 127  [ bit 127  bit 127  ...    bit 127  ]   byte 15, bit 7
//! ```
/// An array of what the expression is for 0 to 7.
macro_rules! eight {
    (|$B:ident| $e:expr) => {
        [
            { const $B: usize = 0; $e }, { const $B: usize = 1; $e },
            { const $B: usize = 2; $e }, { const $B: usize = 3; $e },
            { const $B: usize = 4; $e }, { const $B: usize = 5; $e },
            { const $B: usize = 6; $e }, { const $B: usize = 7; $e },
        ]
    };
}

pub mod batch;
pub mod grid;
pub mod packed;
pub mod par;
pub mod tower;
mod transpose;

use crate::{Block, diffusion::EQUATIONS, wipe::wipe};
use core::{
    hint::black_box,
    ops::{BitAnd, BitXor},
};
use tower::{Constants, S1, S2, X1, X2, enter, leave, s1, s2, x1, x2};

/// A word of planes. Any width will do; vectors of the architecture crates qualify.
pub trait Word: Copy + BitXor<Output = Self> + BitAnd<Output = Self> {
    /// The proof that the CPU has the instructions.
    type Isa: Copy;
    /// For each mask all bits zero, from 0, or all bits one, from -1.
    fn splat(isa: Self::Isa, masks: &[i8; 8]) -> [Self; 8];
    /// Exchanges bits `i + BY` of the bytes of `self` and bits `i` of those of `rhs`, where `i` does not have `BY` in
    /// it: 1, 2 or 4.
    fn exchange<const BY: i32>(self, rhs: Self) -> (Self, Self);
}

/// A word of the CPU: its bits are the blocks of a batch.
pub trait Lanes: Word<Isa = ()> {
    /// Blocks in a batch.
    const BLOCKS: usize;
    /// The bytes of a batch, or of fewer blocks; what stands in the place of others is left as it is.
    fn load(planes: &mut Planes<Self>, blocks: &[Block]);
    /// The blocks of a batch of bytes, or fewer.
    fn store(planes: &Planes<Self>, blocks: &mut [Block]);
}

/// A batch, between the rounds in planes: four columns of two pairs of bytes, each with its planes where [`place`]
/// says. Before and after the rounds the places hold eight words of bytes, as they come from the blocks.
pub type Planes<W> = [[[W; 16]; 2]; 4];

/// Where bit `bit` of byte `i` is in its pair.
///
/// ```text
/// byte 0    0     1     2     3     4     5     6     7
/// byte 1       4     5     6     7     0     1     2     3
/// ```
///
/// Both layers write planes that would be neighbours in any other dense order, which invites the compiler to
/// make pairs of words into vectors: each gate then takes shuffles, and a batch twice the time. (That, and loops that
/// stay loops, is what `black_box` is for in the layers: it takes no instruction where what it is given is an
/// address. A counter it would send through memory.)
#[inline(always)]
pub const fn place(i: usize, bit: usize) -> usize {
    if i.is_multiple_of(2) { 2 * (bit % 8) } else { 2 * ((bit + 4) % 8) + 1 }
}

macro_rules! word {
    ($($Word:ident)*) => { $(
        impl Word for $Word {
            type Isa = ();
            #[inline(always)]
            fn splat((): (), masks: &[i8; 8]) -> [Self; 8] {
                masks.map(|mask| mask as $Word)
            }
            #[inline(always)]
            fn exchange<const BY: i32>(self, rhs: Self) -> (Self, Self) {
                transpose::$Word::exchange(self, rhs, BY as u32)
            }
        }

        impl Lanes for $Word {
            const BLOCKS: usize = $Word::BITS as usize;

            #[inline(always)]
            fn load(planes: &mut Planes<Self>, blocks: &[Block]) {
                const BYTES: usize = size_of::<$Word>();
                let (groups, rest) = blocks.as_chunks();
                for (number, group) in groups.iter().enumerate() {
                    load(planes, number, group);
                }
                if !rest.is_empty() {
                    let mut group = [[0; 16]; BYTES];
                    group[..rest.len()].copy_from_slice(rest);
                    load(planes, groups.len(), &group);
                }

                #[inline(always)]
                fn load(planes: &mut Planes<$Word>, number: usize, group: &[Block; BYTES]) {
                    for part in 0..16 / BYTES {
                        let rows = group.map(|block| $Word::from_le_bytes(block.as_chunks().0[part]));
                        for (i, row) in transpose::$Word::bytes(rows).into_iter().enumerate() {
                            *at(planes, part * BYTES + i, number) = row;
                        }
                    }
                }
            }

            #[inline(always)]
            fn store(planes: &Planes<Self>, blocks: &mut [Block]) {
                const BYTES: usize = size_of::<$Word>();
                let (groups, rest) = blocks.as_chunks_mut();
                let whole = groups.len();
                for (number, group) in groups.iter_mut().enumerate() {
                    store(planes, number, group);
                }
                if !rest.is_empty() {
                    let mut group = [[0; 16]; BYTES];
                    store(planes, whole, &mut group);
                    rest.copy_from_slice(&group[..rest.len()]);
                }

                #[inline(always)]
                fn store(planes: &Planes<$Word>, number: usize, group: &mut [Block; BYTES]) {
                    for part in 0..16 / BYTES {
                        let rows = core::array::from_fn(|i| {
                            let i = part * BYTES + i;
                            planes[i / 4][i % 4 / 2][place(i, number)]
                        });
                        for (row, block) in transpose::$Word::bytes(rows).into_iter().zip(&mut *group) {
                            block.as_chunks_mut().0[part] = row.to_le_bytes();
                        }
                    }
                }
            }
        }
    )* };
}
word!(u32 u64);

/// Plane `bit`, or word `bit`, of byte `i`.
#[inline(always)]
pub fn at<W>(planes: &mut Planes<W>, i: usize, bit: usize) -> &mut W {
    &mut planes[i / 4 % 4][i % 4 / 2][place(i, bit)]
}

/// The constants of a round's S-boxes, as bytes of the block: before the layer, after it, and after it and diffusion.
type RoundConstants = [u128; 3];
/// Of odd rounds and of even ones.
const CONSTANTS: [RoundConstants; 2] = [constants([S1, S2, X1, X2]), constants([X1, X2, S1, S2])];

const fn constants(layer: [Constants; 4]) -> RoundConstants {
    let (mut sums, mut i) = ([[0; 16]; 3], 0);
    while i < 16 {
        sums[0][i] = layer[i % 4].input;
        sums[1][i] = layer[i % 4].output;
        let mut j = 0;
        while j < 7 {
            sums[2][i] ^= layer[EQUATIONS[i][j] % 4].output;
            j += 1;
        }
        i += 1;
    }
    [u128::from_ne_bytes(sums[0]), u128::from_ne_bytes(sums[1]), u128::from_ne_bytes(sums[2])]
}

/// Round key `round` of `count`, and in it the constants of the S-boxes. Those before a circuit join the key of
/// its round. Those after it go through the diffusion layer, which is linear, and join the next key.
#[inline]
fn with_constants(round: usize, count: usize, key: &Block) -> Block {
    const ODD: RoundConstants = CONSTANTS[0];
    const EVEN: RoundConstants = CONSTANTS[1];
    let constant = match round {
        0 => ODD[0],
        _ if round + 1 == count => EVEN[1],
        _ if round % 2 == 1 => ODD[2] ^ EVEN[0],
        _ => EVEN[2] ^ ODD[0],
    };
    xor(key, constant)
}

/// A block and constants.
#[inline]
fn xor(block: &Block, constants: u128) -> Block {
    (u128::from_ne_bytes(*block) ^ constants).to_ne_bytes()
}

/// The round keys of one direction as the kernel adds them: with constants, in the tower, a
/// mask for each bit; in each column the bytes in the order S1, S2, X1, X2.
#[derive(Clone)]
pub struct Masks<const RK: usize>([RoundMasks; RK]);

/// A round key, by columns and S-boxes.
pub type RoundMasks = [[[i8; 8]; 4]; 4];

impl<const RK: usize> Masks<RK> {
    /// Round by round.
    pub fn rounds(&self) -> &[RoundMasks] {
        &self.0
    }

    /// From the schedule of this direction.
    pub fn new(keys: &[Block; RK]) -> Self {
        Self(core::array::from_fn(|round| {
            let key = with_constants(round, RK, &keys[round]);
            // (the bytes of eight words are in the tower at once, and become bytes of masks)
            let (halves, _) = key.as_chunks();
            let halves = [halves[0], halves[1]].map(|half| {
                let bytes = u64::from_le_bytes(half);
                let bits = enter(eight!(|B| bytes >> B)).map(|bit| bit & (u64::MAX / 255));
                transpose::u64::bytes(bits).map(|bits| (bits * 255).to_le_bytes().map(u8::cast_signed))
            });
            let first = 2 * (round % 2);
            core::array::from_fn(|c| core::array::from_fn(|t| halves[c / 2][c % 2 * 4 + (t + first) % 4]))
        }))
    }
}

impl<const RK: usize> Drop for Masks<RK> {
    fn drop(&mut self) {
        wipe(self.0.as_flattened_mut().as_flattened_mut().as_flattened_mut());
    }
}

/// One S-box, in place: a macro, since a function that takes the circuit would be no part of the kernel.
macro_rules! s_box {
    ($isa:ident, $circuit:ident, $pair:ident, $i:literal, $key:expr) => {{
        let k = W::splat($isa, $key);
        let y = $circuit(eight!(|B| $pair[place($i, B)] ^ k[B]));
        for (bit, y) in y.into_iter().enumerate() {
            $pair[place($i, bit)] = y;
        }
    }};
}

/// The substitution layer of a round that adds `key` first: in each column S1, S2, X1, X2 in odd rounds, and
/// X1, X2, S1, S2 in even ones.
///
/// A loop over four columns, not sixteen S-boxes in a row, and the same code for odd and even rounds: so the code of
/// a round stays in the cache of decoded instructions.
#[inline(always)]
fn substitute<W: Word>(isa: W::Isa, planes: &mut Planes<W>, key: &RoundMasks, even: bool) {
    for (column, key) in planes.iter_mut().zip(key) {
        let [mut s, mut x] = black_box(column).each_mut();
        if even {
            core::mem::swap(&mut s, &mut x);
        }
        s_box!(isa, s1, s, 0, &key[0]);
        s_box!(isa, s2, s, 1, &key[1]);
        s_box!(isa, x1, x, 0, &key[2]);
        s_box!(isa, x2, x, 1, &key[3]);
    }
}

/// The diffusion layer, on each of the eight planes of a byte, by the grid of [`crate::diffusion`]: an output is
/// the input in its place, plus the sums of row and column. Outputs go where the inputs of other places stand, in
/// pairs: those of (r, c) and (3 - c, 3 - r) change places.
///
/// This takes 56 XORs, not 48, but only nine words at a time: where inputs are read twice, nothing is spilled.
#[inline(always)]
fn diffuse_planes<W: Word>(planes: &mut Planes<W>) {
    const GRID: [[usize; 4]; 4] = [[3, 8, 6, 13], [9, 2, 12, 7], [4, 15, 1, 10], [14, 5, 11, 0]];
    for bit in 0..8 {
        let [mut rows, mut columns] = [[*at(planes, 0, bit); 4]; 2];
        for (n, (row, column)) in rows.iter_mut().zip(&mut columns).enumerate() {
            let mut x = |r: usize, c: usize| *at(planes, GRID[r][c], bit);
            *row = x(n, 0) ^ x(n, 1) ^ x(n, 2) ^ x(n, 3);
            *column = x(0, n) ^ x(1, n) ^ x(2, n) ^ x(3, n);
        }
        for r in 0..4 {
            for c in 0..4 - r {
                let (i, j) = (GRID[r][c], GRID[3 - c][3 - r]);
                let (x, y) = (*at(planes, i, bit), *at(planes, j, bit));
                *at(planes, j, bit) = rows[r] ^ columns[c] ^ x;
                *at(planes, i, bit) = rows[3 - c] ^ columns[3 - r] ^ y;
            }
        }
    }
}

/// Calls a function with the eight planes of each byte.
macro_rules! each_byte {
    ($planes:ident, |$i:ident, $x:ident| $y:expr) => {
        for pair in 0..8 {
            for odd in 0..2 {
                let planes = &mut black_box(&mut *$planes)[pair / 2][pair % 2];
                let ($i, $x) = (2 * pair + odd, eight!(|B| planes[place(odd, B)]));
                for (bit, y) in $y.into_iter().enumerate() {
                    planes[place(odd, bit)] = y;
                }
            }
        }
    };
}

/// Words of bytes to words of their bits, or back: transposes the 8x8 bits of each byte place.
#[inline(always)]
pub fn bits<W: Word>(x: [W; 8]) -> [W; 8] {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    let ((x0, x4), (x1, x5)) = (x0.exchange::<4>(x4), x1.exchange::<4>(x5));
    let ((x2, x6), (x3, x7)) = (x2.exchange::<4>(x6), x3.exchange::<4>(x7));
    let ((x0, x2), (x1, x3)) = (x0.exchange::<2>(x2), x1.exchange::<2>(x3));
    let ((x4, x6), (x5, x7)) = (x4.exchange::<2>(x6), x5.exchange::<2>(x7));
    let ((x0, x1), (x2, x3)) = (x0.exchange::<1>(x1), x2.exchange::<1>(x3));
    let ((x4, x5), (x6, x7)) = (x4.exchange::<1>(x5), x6.exchange::<1>(x7));
    [x0, x1, x2, x3, x4, x5, x6, x7]
}

/// From bytes to planes in the tower.
#[inline(always)]
fn enter_batch<W: Word>(planes: &mut Planes<W>) {
    each_byte!(planes, |_i, x| enter(bits(x)));
}

/// All rounds on planes in the tower, and from there back to bytes.
#[inline(always)]
fn rounds_and_leave<W: Word>(isa: W::Isa, planes: &mut Planes<W>, keys: &[RoundMasks]) {
    let Some((last, keys)) = keys.split_last() else { return };
    let mut round = 0;
    for key in keys {
        substitute(isa, planes, key, round % 2 == 1);
        round += 1;
        if round < keys.len() {
            diffuse_planes(planes);
        }
    }
    each_byte!(planes, |i, x| {
        let k = W::splat(isa, &last[i / 4][i % 4]);
        bits(leave(eight!(|B| x[B] ^ k[B])))
    });
}

/// All rounds on a batch of bytes.
#[inline(always)]
pub fn rounds<W: Word>(isa: W::Isa, batch: &mut Planes<W>, keys: &[RoundMasks]) {
    enter_batch(batch);
    rounds_and_leave(isa, batch, keys);
}
