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
mod transpose;

use crate::{Block, diffusion::diffuse};
use circuits::{Constants, S1, S2, X1, X2, s1, s2, x1, x2};
use core::ops::{BitAnd, BitXor};

/// A word of planes. Any width will do; vectors of the architecture crates qualify.
pub trait Word: Copy + BitXor<Output = Self> + BitAnd<Output = Self> {
    /// All bits zero or all bits one.
    fn splat(bit: bool) -> Self;
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
            fn splat(bit: bool) -> Self {
                $Word::from(bit).wrapping_neg()
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

/// The substitution layer of a round that adds `key` first.
#[inline(always)]
fn substitute<W: Word>(planes: &mut [W; 128], key: &Block, even: bool) {
    let add = |byte: &mut [W; 8], constant: u8| {
        for (bit, plane) in byte.iter_mut().enumerate() {
            *plane = *plane ^ W::splat(constant >> bit & 1 == 1);
        }
    };
    let bytes = planes.as_chunks_mut::<8>().0;
    for (i, (byte, key)) in bytes.iter_mut().zip(key).enumerate() {
        let constants: Constants = [S1, S2, X1, X2][(i + if even { 2 } else { 0 }) % 4];
        add(byte, key ^ constants.input);
        *byte = match (i + if even { 2 } else { 0 }) % 4 {
            0 => s1(*byte),
            1 => s2(*byte),
            2 => x1(*byte),
            _ => x2(*byte),
        };
        add(byte, constants.output);
    }
}

/// The diffusion layer, on each of the eight planes of a byte.
#[inline(always)]
fn diffuse_planes<W: Word>(planes: &mut [W; 128]) {
    for bit in 0..8 {
        let y = diffuse(core::array::from_fn(|i| planes[8 * i + bit]));
        for (i, y) in y.into_iter().enumerate() {
            planes[8 * i + bit] = y;
        }
    }
}

/// All rounds on a batch. There are as many as there are keys, less the last.
#[inline(always)]
pub fn rounds<W: Word>(planes: &mut [W; 128], keys: &[Block]) {
    let [keys @ .., before_last, last] = keys else { return };
    for (i, key) in keys.iter().enumerate() {
        substitute(planes, key, i % 2 == 1);
        diffuse_planes(planes);
    }
    substitute(planes, before_last, true);
    for (byte, key) in planes.as_chunks_mut::<8>().0.iter_mut().zip(last) {
        for (bit, plane) in byte.iter_mut().enumerate() {
            *plane = *plane ^ W::splat(key >> bit & 1 == 1);
        }
    }
}

/// The substitution layer on one block, for key schedules: lane `j` of a word holds byte `4 j + t`
/// of the block, `t` being the S-box.
pub(crate) fn substitute_block(block: Block, even: bool) -> Block {
    let mut out = [0; 16];
    for t in 0..4 {
        let which = (t + if even { 2 } else { 0 }) % 4;
        let constants = [S1, S2, X1, X2][which];
        let planes = core::array::from_fn(|bit| {
            (0..4).fold(0u32, |lanes, j| {
                lanes | u32::from((block[4 * j + t] ^ constants.input) >> bit & 1) << j
            })
        });
        let planes = match which {
            0 => s1(planes),
            1 => s2(planes),
            2 => x1(planes),
            _ => x2(planes),
        };
        for j in 0..4 {
            let byte = planes
                .iter()
                .enumerate()
                .fold(0, |byte, (bit, lanes)| byte | ((lanes >> j & 1) as u8) << bit);
            out[4 * j + t] = byte ^ constants.output;
        }
    }
    out
}
