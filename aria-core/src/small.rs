//! The portable cipher for microcontrollers: constant time, and small. It is the form for few blocks
//! alone, two at a time in words of 32 bits; a key takes 544 bytes of memory, and a call less than 512 bytes of stack.
//!
//! ```
//! use aria_core::{InOut, ParBlocks, small::Aria256};
//! let cipher = Aria256::from_key(&[7; 32]);
//! let mut blocks = [[0; 16]; 3];
//! cipher.encryptor().ecb(InOut::from(&mut blocks[..]));
//! cipher.decryptor().ecb(InOut::from(&mut blocks[..]));
//! assert_eq!(blocks, [[0; 16]; 3]);
//! ```
use crate::{
    Block, InOut, ParBlocks,
    bitslice::grid::{self, Sixteenths},
    soft::{Aria, KeyForm},
};

/// The round keys of one direction.
pub type Keys<const RK: usize> = grid::Keys<u32, RK>;

/// ARIA with a key of 128 bits.
pub type Aria128 = Aria<13, Keys<13>>;
/// ARIA with a key of 192 bits.
pub type Aria192 = Aria<15, Keys<15>>;
/// ARIA with a key of 256 bits.
pub type Aria256 = Aria<17, Keys<17>>;

impl<const RK: usize> KeyForm<RK> for Keys<RK> {
    fn from_round_keys(keys: &[Block; RK]) -> Self {
        Self::new(keys)
    }
}

impl<const RK: usize> ParBlocks for &Keys<RK> {
    fn width(&self) -> usize {
        u32::BLOCKS
    }

    fn ecb(&self, text: InOut<'_>) {
        grid::Keys::ecb(self, text);
    }
}
