//! Bitsliced ARIA: one word for each bit of the block, one block in each bit of the word. Only XOR,
//! AND and shifts by constants: no look-up, no branch on data, constant time on any CPU.
//!
//! ```text
//!              block 0  block 1  ...  block BITS-1
//! plane   0  [  bit 0    bit 0   ...     bit 0   ]   byte 0, bit 0
//! plane   1  [  bit 1    bit 1   ...     bit 1   ]   byte 0, bit 1
//!   ...                                              the S-box of byte i is a circuit on planes 8i .. 8i+7
//! plane 127  [ bit 127  bit 127  ...    bit 127  ]   byte 15, bit 7
//! ```
pub mod circuits;
pub mod packed;
mod transpose;

pub(crate) use packed::substitute_block;

use crate::{
    Block,
    diffusion::{EQUATIONS, diffuse},
    wipe::wipe,
};
use circuits::{Constants, S1, S2, X1, X2, s1, s2, x1, x2};
use core::{
    hint::black_box,
    ops::{BitAnd, BitXor},
};

/// A word of planes. Any width will do; vectors of the architecture crates qualify.
pub trait Word: Copy + BitXor<Output = Self> + BitAnd<Output = Self> {
    /// All bits zero, from 0, or all bits one, from -1.
    fn splat(mask: i8) -> Self;
}

/// A word of the CPU: its bits are the blocks of a batch.
pub trait Lanes: Word {
    /// Blocks in a batch.
    const BLOCKS: usize;
    /// Bit planes of a batch.
    fn pack(blocks: &[Block]) -> [Self; 128];
    /// The batch of bit planes.
    fn unpack(planes: [Self; 128], blocks: &mut [Block]);
}

macro_rules! word {
    ($($Word:ident)*) => { $(
        impl Word for $Word {
            #[inline(always)]
            fn splat(mask: i8) -> Self {
                mask as $Word
            }
        }

        impl Lanes for $Word {
            const BLOCKS: usize = $Word::BITS as usize;

            #[inline]
            fn pack(blocks: &[Block]) -> [Self; 128] {
                const N: usize = $Word::BITS as usize;
                let mut planes = [0; 128];
                for (part, planes) in planes.as_chunks_mut::<N>().0.iter_mut().enumerate() {
                    for (row, block) in planes.iter_mut().zip(blocks) {
                        let bytes = block.as_chunks().0;
                        *row = $Word::from_le_bytes(bytes[part]);
                    }
                    transpose::$Word(planes);
                }
                planes
            }

            #[inline]
            fn unpack(mut planes: [Self; 128], blocks: &mut [Block]) {
                const N: usize = $Word::BITS as usize;
                for (part, planes) in planes.as_chunks_mut::<N>().0.iter_mut().enumerate() {
                    transpose::$Word(planes);
                    for (row, block) in planes.iter().zip(&mut *blocks) {
                        block.as_chunks_mut().0[part] = row.to_le_bytes();
                    }
                }
            }
        }
    )* };
}
word!(u32 u64);

/// Round key `round` of `count`, and in it the constants of the S-boxes. Those before a circuit join the key of
/// its round. Those after it go through the diffusion layer, which is linear, and join the next key.
#[inline]
fn with_constants(round: usize, count: usize, key: &Block) -> Block {
    const LAYERS: [[Constants; 4]; 2] = [[S1, S2, X1, X2], [X1, X2, S1, S2]];
    /// The bytes before the layer of an odd (0) or even (1) round, after it, and after it and diffusion.
    const fn constants(layer: usize) -> [u128; 3] {
        let (mut sums, mut i) = ([[0; 16]; 3], 0);
        while i < 16 {
            sums[0][i] = LAYERS[layer][i % 4].input;
            sums[1][i] = LAYERS[layer][i % 4].output;
            let mut j = 0;
            while j < 7 {
                sums[2][i] ^= LAYERS[layer][EQUATIONS[i][j] % 4].output;
                j += 1;
            }
            i += 1;
        }
        [u128::from_ne_bytes(sums[0]), u128::from_ne_bytes(sums[1]), u128::from_ne_bytes(sums[2])]
    }
    const ODD: [u128; 3] = constants(0);
    const EVEN: [u128; 3] = constants(1);
    let constant = match round {
        0 => ODD[0],
        _ if round + 1 == count => EVEN[1],
        _ if round % 2 == 1 => ODD[2] ^ EVEN[0],
        _ => EVEN[2] ^ ODD[0],
    };
    (u128::from_ne_bytes(*key) ^ constant).to_ne_bytes()
}

/// The round keys of one direction as the kernel adds them: with the constants of the S-boxes, a
/// mask for each bit.
#[derive(Clone)]
pub struct Masks<const RK: usize>([[i8; 128]; RK]);

impl<const RK: usize> Masks<RK> {
    /// From the schedule of this direction.
    pub fn new(keys: &[Block; RK]) -> Self {
        let mut all = [[0; 128]; RK];
        for (round, (masks, key)) in all.iter_mut().zip(keys).enumerate() {
            for (masks, byte) in masks.as_chunks_mut().0.iter_mut().zip(with_constants(round, RK, key)) {
                *masks = masks_of(byte);
            }
        }
        Self(all)
    }
}

/// For each bit of a byte, zero or minus one.
#[inline(always)]
fn masks_of(byte: u8) -> [i8; 8] {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let bits = (EACH * u64::from(byte)) & 0x8040_2010_0804_0201;
    let ones = ((bits + 0x7f * EACH) >> 7) & EACH;
    (0xff * ones).to_le_bytes().map(|mask| mask as i8)
}

impl<const RK: usize> Drop for Masks<RK> {
    fn drop(&mut self) {
        wipe(self.0.as_flattened_mut());
    }
}

/// The planes as the kernel keeps them: four columns of four bytes, each spread out so that neither two
/// bits of a byte nor two bytes of a bit are neighbours.
///
/// Both layers write planes that would be neighbours in any dense order, which invites the compiler to
/// make pairs of words into vectors: each gate then takes shuffles, and a batch twice the time.
type Planes<W> = [[W; place(3, 7) + 1]; 4];

/// Where bit `bit` of byte `i` is in its column.
const fn place(i: usize, bit: usize) -> usize {
    9 * (i % 4) + 2 * bit
}

/// The substitution layer of a round that adds `key` first: S1, S2, X1, X2 from position `FIRST` on.
///
/// A loop over four columns, not sixteen S-boxes in a row: the code of a round stays in the cache of
/// decoded instructions.
#[inline(always)]
fn substitute<W: Word, const FIRST: usize>(planes: &mut Planes<W>, key: &[i8; 128]) {
    for (column, key) in planes.iter_mut().zip(key.as_chunks().0) {
        let column = black_box(column);
        substitute_byte(column, key, FIRST, s1);
        substitute_byte(column, key, FIRST + 1, s2);
        substitute_byte(column, key, (FIRST + 2) % 4, x1);
        substitute_byte(column, key, (FIRST + 3) % 4, x2);
    }
}

#[inline(always)]
fn substitute_byte<W: Word, const N: usize>(
    column: &mut [W; N],
    key: &[i8; 32],
    i: usize,
    s_box: impl Fn([W; 8]) -> [W; 8],
) {
    let y = s_box(core::array::from_fn(|bit| column[place(i, bit)] ^ W::splat(key[8 * i + bit])));
    for (bit, y) in y.into_iter().enumerate() {
        column[place(i, bit)] = y;
    }
}

/// The diffusion layer, on each of the eight planes of a byte.
#[inline(always)]
fn diffuse_planes<W: Word>(planes: &mut Planes<W>) {
    for bit in 0..8 {
        let bit = black_box(bit) & 7;
        let y = diffuse(core::array::from_fn(|i| planes[i / 4][place(i, bit)]));
        for (i, y) in y.into_iter().enumerate() {
            planes[i / 4][place(i, bit)] = y;
        }
    }
}

/// All rounds on a batch.
#[inline(always)]
pub fn rounds<W: Word, const RK: usize>(batch: &mut [W; 128], Masks(keys): &Masks<RK>) {
    let mut planes = [[W::splat(0); _]; 4];
    for (n, plane) in batch.iter().enumerate() {
        planes[n / 32][place(n / 8, n % 8)] = *plane;
    }
    let mut round = 0;
    loop {
        substitute::<W, 0>(&mut planes, &keys[round]);
        diffuse_planes(&mut planes);
        substitute::<W, 2>(&mut planes, &keys[round + 1]);
        round += 2;
        if round + 1 >= RK {
            break;
        }
        diffuse_planes(&mut planes);
    }
    for (n, (plane, key)) in batch.iter_mut().zip(&keys[RK - 1]).enumerate() {
        *plane = planes[n / 32][place(n / 8, n % 8)] ^ W::splat(*key);
    }
}
